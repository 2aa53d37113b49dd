//! A naive evaluator, straight from the rulings, that must order all hands as the tables do.

use std::collections::BTreeMap;

use pokerhouse::{CardSet, Evaluator, Rules, Wild};
use rayon::prelude::*;

/// The category and the ranks that decide, as one number that is greater for the better hand.
fn naive(cards: [u8; 5], flushes: bool) -> u32 {
    let mut ranks = cards.map(|card| u32::from(card / 4));
    let times = |rank: u32| ranks.iter().filter(|&&other| other == rank).count() as u32;
    let mut order = ranks.map(|rank| (times(rank), rank));
    order.sort_unstable();
    order.reverse();
    ranks.sort_unstable();
    let suited = cards.iter().all(|card| card % 4 == cards[0] % 4);
    let top = match ranks {
        [0, 1, 2, 3, 12] => Some(3),
        [a, b, c, d, e] if [b, c, d, e] == [a + 1, a + 2, a + 3, a + 4] => Some(e),
        _ => None,
    };
    let shape = order.map(|(times, _)| times);
    let (category, order) = match (shape, top) {
        ([5, ..], _) => (10, order.map(|(_, rank)| rank)),
        (_, Some(12)) if suited => (9, [0; 5]),
        (_, Some(top)) if suited => (8, [top, 0, 0, 0, 0]),
        ([4, ..], _) => (7, order.map(|(_, rank)| rank)),
        ([3, 3, 3, 2, 2], _) => (6, order.map(|(_, rank)| rank)),
        _ if suited && flushes => (5, [4, 3, 2, 1, 0].map(|i| ranks[i])),
        (_, Some(top)) => (4, [top, 0, 0, 0, 0]),
        ([3, ..], _) => (3, order.map(|(_, rank)| rank)),
        ([2, 2, 2, 2, 1], _) => (2, order.map(|(_, rank)| rank)),
        ([2, ..], _) => (1, order.map(|(_, rank)| rank)),
        _ => (0, order.map(|(_, rank)| rank)),
    };
    order
        .iter()
        .fold(category, |number, rank| number << 4 | rank)
}

/// What the naive evaluator says of each strength; they must grow together.
#[derive(Default)]
struct Orders(BTreeMap<u16, u32>);

impl Orders {
    fn note(&mut self, strength: u16, naive: u32) {
        assert_eq!(
            *self.0.entry(strength).or_insert(naive),
            naive,
            "strength {strength}"
        );
    }

    fn check(&self, classes: usize) {
        assert_eq!(self.0.len(), classes);
        assert!(
            self.0
                .values()
                .is_sorted_by(|weaker, stronger| weaker < stronger)
        );
    }
}

/// The place of five cards among all fives: sums of binomials, so that parts of it can be shared.
fn part(card: u8, place: u32) -> u32 {
    let card = u32::from(card);
    (0..place).fold(1, |n, i| n * card.saturating_sub(i) / (i + 1))
}

fn all_fives(flushes: bool) -> Vec<u32> {
    let mut fives = vec![0; 2_598_960];
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let place = part(a, 5) + part(b, 4) + part(c, 3) + part(d, 2) + part(e, 1);
                        fives[place as usize] = naive([a, b, c, d, e], flushes);
                    }
                }
            }
        }
    }
    fives
}

/// Whether both order all five-card and all seven-card hands the same way.
fn check(rules: Rules, five_classes: usize, seven_classes: usize) {
    let evaluator = Evaluator::new(rules);
    let fives = all_fives(rules.flushes());
    let mut orders = Orders::default();
    let lookup = evaluator.lookup(5);
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let place = part(a, 5) + part(b, 4) + part(c, 3) + part(d, 2) + part(e, 1);
                        let strength = lookup.strength(evaluator.sum([a, b, c, d, e]));
                        orders.note(strength.0, fives[place as usize]);
                    }
                }
            }
        }
    }
    orders.check(five_classes);

    let lookup = evaluator.lookup(7);
    let parts: Vec<Vec<u32>> = (5..52u8)
        .into_par_iter()
        .flat_map(|sixth| {
            // The highest of six cards; the seventh is above it.
            (0..sixth).into_par_iter().map(move |fifth| (sixth, fifth))
        })
        .filter(|&(_, fifth)| fifth >= 4)
        .map(|(sixth, fifth)| {
            let mut seen = vec![0; 1 << 16];
            for d in 0..fifth {
                for c in 0..d {
                    for b in 0..c {
                        for a in 0..b {
                            let six = [a, b, c, d, fifth, sixth];
                            note_sevens(&evaluator, lookup, &fives, six, &mut seen);
                        }
                    }
                }
            }
            seen
        })
        .collect();
    let mut orders = Orders::default();
    for part in parts {
        for (strength, &naive) in part.iter().enumerate().filter(|&(_, &naive)| naive > 0) {
            orders.note(strength as u16, naive - 1);
        }
    }
    orders.check(seven_classes);
}

/// Notes the seven-card hands of six cards and one above them. In `seen` a naive value is one greater,
/// so that 0 means that no hand had the strength yet.
fn note_sevens(
    evaluator: &Evaluator,
    lookup: &pokerhouse::Lookup,
    fives: &[u32],
    six: [u8; 6],
    seen: &mut [u32],
) {
    // The fives of the six, and the fours of the six that the seventh card completes.
    let mut best_of_six = 0;
    for left_out in 0..6 {
        let five = (0..6).filter(|&i| i != left_out);
        let place: u32 = five.zip(1..).map(|(i, place)| part(six[i], place)).sum();
        best_of_six = best_of_six.max(fives[place as usize]);
    }
    let mut fours = [0; 15];
    let mut four = fours.iter_mut();
    for i in 0..6 {
        for j in 0..i {
            let kept = (0..6).filter(|&k| k != i && k != j);
            *four.next().unwrap() = kept.zip(1..).map(|(k, place)| part(six[k], place)).sum();
        }
    }
    let sum = evaluator.sum(six);
    for seventh in six[5] + 1..52 {
        let top = part(seventh, 5);
        let completed = fours.iter().map(|four| fives[(four + top) as usize]).max();
        let naive = best_of_six.max(completed.unwrap_or(0)) + 1;
        let strength = lookup.strength(sum + evaluator.sum([seventh])).0 as usize;
        if seen[strength] == 0 {
            seen[strength] = naive;
        }
        assert_eq!(seen[strength], naive, "{six:?} {seventh}");
    }
}

#[test]
fn every_hand_of_five_and_seven_cards_has_its_order() {
    check(Rules::STANDARD, 7462, 4824);
}

#[test]
fn every_hand_has_its_order_where_flushes_do_not_count() {
    check(Rules::NO_FLUSH, 6185, 3547);
}

/// The best that a joker makes of four cards, tried card by card.
fn naive_with_joker(four: [u8; 4], wild: Wild, flushes: bool) -> u32 {
    let hand = |card| naive([four[0], four[1], four[2], four[3], card], flushes);
    let is_ace = |card: u8| card / 4 == 12;
    let completes = |card| matches!(hand(card) >> 20, 4 | 5 | 8 | 9);
    let stands_for = |&card: &u8| match wild {
        Wild::Card => true,
        Wild::Bug => !four.contains(&card),
        Wild::CasinoBug => !four.contains(&card) && (is_ace(card) || completes(card)),
        Wild::None => false,
    };
    let best = (0..52).filter(stands_for).map(hand).max();
    // A casino bug is an ace also where all four are held.
    best.unwrap_or_else(|| hand(51))
}

#[test]
fn every_four_cards_with_a_joker_have_their_order() {
    for (wild, classes) in [
        (Wild::Card, 7687),
        (Wild::Bug, 7462),
        (Wild::CasinoBug, 7463),
    ] {
        for flushes in [true, false] {
            let rules = Rules::new(flushes, wild, CardSet::EMPTY).unwrap();
            let evaluator = Evaluator::new(rules);
            let lookup = evaluator.lookup(5);
            let mut orders = Orders::default();
            for a in 0..52 {
                for b in 0..a {
                    for c in 0..b {
                        for d in 0..c {
                            let joker = lookup.strength(evaluator.sum([a, b, c, d, 52]));
                            orders.note(joker.0, naive_with_joker([a, b, c, d], wild, flushes));
                            for e in 0..d {
                                let natural = lookup.strength(evaluator.sum([a, b, c, d, e]));
                                orders.note(natural.0, naive([a, b, c, d, e], flushes));
                            }
                        }
                    }
                }
            }
            let no_flush = match wild {
                Wild::Card => 6198,
                Wild::Bug => 6185,
                _ => 6186,
            };
            orders.check(if flushes { classes } else { no_flush });
        }
    }
}
