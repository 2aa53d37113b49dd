//! What Outhouse's players may expect of the cards that they keep (rulings O4 and O7).
//!
//! Exposed cards go back to the deck, so what may be drawn depends only on what is held: nothing else of
//! a hand's past matters. Flushes do not count (ruling R5), so of the cards held only the ranks do. All
//! wild cards are taken for one more rank. Then there are few hands: 50,388 of seven cards of thirteen
//! ranks, 77,520 of fourteen. That is few enough to work out every one of them, with how often it comes,
//! instead of dealing some: from the last exposure back to the first what may be expected, and from the
//! first to the last how often each hand is shown.
//!
//! What a hand is worth is the share of its pot that it may expect against opponents who choose by the
//! same policy, and what they show depends on what they think hands are worth. So it is found step by
//! step: players who expose the strongest two, the best answer to them, the best answer to both, and so on.
//! Of these answers the one is taken from which least is gained by leaving it, where all others play it:
//!
//! | players | answers, "five" | then gains, of a fair share | answers, "share" | then gains |
//! |---|---|---|---|---|
//! | 2 | 2 | 0.0001 | 50 | 0.0076 |
//! | 3 | 2 | 0.0002 | 50 | 0.0281 |
//! | 4 | 2 | 0.0004 | 50 | 0.0035 |
//! | 5 | 2 | 0.0005 | 32 | 0.0009 |
//! | 6 | 2 | 0.0003 | 19 | 0.0008 |
//! | 7 | 2 | 0.0004 | 15 | 0.0009 |
//!
//! With few players nothing is left to gain only where players choose now this and now that, and a policy
//! that always does the same with the same ranks comes no nearer. An answer takes about ten milliseconds,
//! with wild cards twice as long. `cargo bench --bench exposures` measures it, and plays the policies
//! against each other.
//!
//! Three things are left out. Straight flushes, and flushes under rules where they count: a share is
//! what ranks promise. That opponents' cards cannot be drawn: they keep high cards, pairs and trips, and
//! where they do others find fewer. Against players who choose otherwise a share of all pots comes in
//! play within 0.005 of what is worked out here for two players, and within 0.03 for seven. And that a
//! casino bug with a printed rank may be that rank. All this is about cards to come: cards on the table
//! are looked up as they are.

use crate::card::CardSet;
use crate::evaluate::Evaluator;
use crate::holdings::{FACES, Holding, Holdings, WILD};
use crate::share::{WHOLE, shares};
use crate::strength::Strength;

/// How many two-card strengths there are, and the bits that their places need.
pub(crate) const TWOS: usize = 91;
pub(crate) const TWO_BITS: u32 = 7;
/// How many exposures there are, and how many cards stay in the hand after each.
pub(crate) const ROUNDS: usize = 3;
const KEPT: [usize; ROUNDS] = [3, 4, 5];
const EXPOSED: usize = 2;
/// Half of every stake goes to the side pot of its round and half to the main pot (ruling O3), so with
/// equal stakes in every round the main pot is as large as the three side pots together.
const MAIN: u64 = ROUNDS as u64;

/// The search ends where the best answer to players who all choose alike gains less than this part of a
/// fair share, or after so many answers, with that of the least gain.
const STILL: f64 = 1e-3;
const MOST_ANSWERS: usize = 50;

/// What is wanted of an exposure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    Two,
    Five,
    Share,
}

/// What each choice is worth: the greatest sum of what is exposed and what is kept is the choice.
pub(crate) struct Plan {
    /// For each round and each two-card strength.
    pub(crate) twos: [[u64; TWOS]; ROUNDS],
    /// For each hand of three and of four cards kept, by its place among them.
    pub(crate) kept: [Vec<u64>; 2],
    /// For each strength of the five that are left.
    pub(crate) fives: Vec<u64>,
}

/// The plan to play at a table.
pub(crate) struct Settled {
    pub(crate) plan: Plan,
    /// How many answers were tried.
    pub(crate) answers: usize,
    /// Which part of a fair share the best answer to players of this plan gains.
    pub(crate) gain: f64,
}

/// A plan that answers others, what every hand exposes by it in each round, and which part of the pots
/// that are wanted it may expect.
struct Answer {
    plan: Plan,
    choices: [Vec<Choice>; ROUNDS],
    expected: f64,
}

/// How often a player shows each two-card strength in each round, and each five at the end.
#[derive(Clone)]
pub(crate) struct Shown {
    twos: [[f64; TWOS]; ROUNDS],
    fives: Vec<f64>,
}

impl Shown {
    fn none() -> Shown {
        Shown {
            twos: [[0.0; TWOS]; ROUNDS],
            fives: vec![0.0; Strength::COUNT],
        }
    }

    /// Adds a part of what is missing from these frequencies to those; 1 makes them the same.
    fn approach(&mut self, other: &Shown, part: f64) {
        let own = self.twos.as_flattened_mut().iter_mut();
        let others = other.twos.as_flattened().iter().chain(&other.fives);
        for (times, other) in own.chain(&mut self.fives).zip(others) {
            *times += part * (other - *times);
        }
    }
}

/// What a hand exposes.
#[derive(Clone, Copy, Default)]
struct Choice {
    worth: u64,
    two: u8,
    kept: u32,
}

/// Every hand that can be held of a deck, and what it makes.
pub(crate) struct Hands {
    pub(crate) holdings: Holdings,
    /// The strength, by its place, of two of each face and each face that is not lower; two faces that
    /// cannot be held together have any.
    twos: Vec<Vec<u8>>,
    /// The place of the strength of each hand of five.
    fives: Vec<u16>,
}

impl Hands {
    pub(crate) fn new(evaluator: &Evaluator, deck: CardSet) -> Hands {
        let pairs = evaluator.pairs();
        let mut of_face: [Vec<u8>; FACES] = Default::default();
        // Jokers first, the wild cards that are never anything else.
        for card in deck.and(evaluator.rules().playable()).iter() {
            let face = pairs.code(card.number()).min(WILD);
            of_face[usize::from(face)].insert(0, card.number());
        }
        let faces = if of_face[usize::from(WILD)].is_empty() {
            FACES - 1
        } else {
            FACES
        };
        let of_each = of_face[..faces].iter().map(|cards| cards.len() as u8);
        let holdings = Holdings::new(of_each.collect());
        // As many different cards of each face as are held, if there are so many.
        let numbers = |held: &[u8; FACES]| {
            let mut numbers = Vec::new();
            for (face, &held) in held.iter().enumerate() {
                numbers.extend(of_face[face].get(..usize::from(held))?);
            }
            Some(numbers)
        };
        let two = |first: usize, second: usize| {
            let mut held = [0; FACES];
            held[first] += 1;
            held[second] += 1;
            let two = numbers(&held).map(|two| pairs.strength_of(two[0], two[1]).index());
            two.unwrap_or_default() as u8
        };
        let twos = |first| (first..faces).map(|second| two(first, second)).collect();
        let lookup = evaluator.lookup(5);
        let five = |holding: &Holding| {
            let five = numbers(&holding.held).map(|five| {
                let sum = evaluator.sum(five);
                lookup.plain_strength(sum).place() as u16
            });
            five.unwrap_or_default()
        };
        Hands {
            fives: holdings.of(5).iter().map(five).collect(),
            twos: (0..faces).map(twos).collect(),
            holdings,
        }
    }

    /// The way to choose that is best where all players of a table choose so.
    ///
    /// It begins with players who all expose the strongest two. The best answer to what is shown joins
    /// what is shown, again and again, as if players chose now by this answer and now by that, the
    /// later ones more often.
    pub(crate) fn settle(&self, want: Want, players: usize) -> Settled {
        let strongest_twos = self.strongest_twos();
        if want == Want::Two {
            return Settled {
                plan: strongest_twos,
                answers: 0,
                gain: 0.0,
            };
        }
        let mut together = self.shown(&self.all_choices(&strongest_twos));
        let mut settled = Settled {
            plan: strongest_twos,
            answers: 0,
            gain: f64::INFINITY,
        };
        while settled.gain >= STILL && settled.answers < MOST_ANSWERS {
            let answer = self.best_answer(want, &together, players);
            settled.answers += 1;
            let shown = self.shown(&answer.choices);
            let next = self.best_answer(want, &shown, players);
            let gain = next.expected * players as f64 - 1.0;
            if gain < settled.gain {
                settled.plan = answer.plan;
                settled.gain = gain;
            }
            // Answer number n joins with the weight 1.5 / (n + 0.5): to weigh all alike, 1 / n, is slower.
            together.approach(&shown, 3.0 / (2 * settled.answers + 1) as f64);
        }
        settled
    }

    /// The strongest two; of equal ones those with the fewest wild cards, at the end those that
    /// leave the strongest five. Where twos are equal a wild card is never worse to keep than what would
    /// stay in its place.
    fn strongest_twos(&self) -> Plan {
        const KEPT_BITS: u32 = 16;
        let wilds = |cards: usize| {
            let wilds = |holding: &Holding| u64::from(holding.held[usize::from(WILD)]);
            self.holdings.of(cards).iter().map(wilds).collect()
        };
        Plan {
            twos: [std::array::from_fn(|two| (two as u64) << KEPT_BITS); ROUNDS],
            kept: [wilds(3), wilds(4)],
            fives: (0..Strength::COUNT as u64).collect(),
        }
    }

    /// The best answer to opponents who show this.
    fn best_answer(&self, want: Want, shown: &Shown, players: usize) -> Answer {
        let main = shares(shown.fives.iter().copied(), players);
        // What is kept is worth what may be expected of it, and under "five" decides first.
        let (shift, main_parts, parts) = match want {
            Want::Share => (0, MAIN, 2 * MAIN),
            Want::Five | Want::Two => (TWO_BITS, 1, 1),
        };
        let twos = shown.twos.each_ref().map(|shown| match want {
            Want::Share => {
                let shares = shares(shown.iter().copied(), players);
                std::array::from_fn(|two| shares[two])
            }
            Want::Five | Want::Two => std::array::from_fn(|two| two as u64),
        });
        let mut plan = Plan {
            twos,
            kept: Default::default(),
            fives: main
                .iter()
                .map(|share| (share * main_parts) << shift)
                .collect(),
        };
        let mut choices: [Vec<Choice>; ROUNDS] = Default::default();
        for round in (0..ROUNDS).rev() {
            choices[round] = self.choices(&plan, round);
            let worth = |choice: &Choice| (choice.worth >> shift) as f64;
            let values = choices[round].iter().map(worth).collect();
            let held = round.checked_sub(1).map_or(0, |before| KEPT[before]);
            let values = self.holdings.expected(held, KEPT[round] + EXPOSED, values);
            if let Some(before) = round.checked_sub(1) {
                let worth = |value: &f64| (value.round() as u64) << shift;
                plan.kept[before] = values.iter().map(worth).collect();
            } else {
                let expected = values[0] / (WHOLE * parts as f64);
                return Answer {
                    plan,
                    choices,
                    expected,
                };
            }
        }
        unreachable!("the first round comes last")
    }

    /// What players who choose in this way show.
    fn shown(&self, choices: &[Vec<Choice>; ROUNDS]) -> Shown {
        let mut shown = Shown::none();
        let (mut held, mut times) = (0, vec![1.0]);
        for (round, choices) in choices.iter().enumerate() {
            let dealt = self.holdings.dealt(held, KEPT[round] + EXPOSED, times);
            held = KEPT[round];
            times = vec![0.0; self.holdings.count(held)];
            for (choice, often) in choices.iter().zip(dealt) {
                times[choice.kept as usize] += often;
                shown.twos[round][usize::from(choice.two)] += often;
            }
        }
        for (&five, often) in self.fives.iter().zip(times) {
            shown.fives[usize::from(five)] += often;
        }
        shown
    }

    /// What every hand exposes in each round.
    fn all_choices(&self, plan: &Plan) -> [Vec<Choice>; ROUNDS] {
        std::array::from_fn(|round| self.choices(plan, round))
    }

    /// What every hand exposes in a round; of equal choices any.
    fn choices(&self, plan: &Plan, round: usize) -> Vec<Choice> {
        let cards = KEPT[round] + EXPOSED;
        let twos = &plan.twos[round];
        let mut choices = vec![Choice::default(); self.holdings.count(cards)];
        for (kept, holding) in self.holdings.of(KEPT[round]).iter().enumerate() {
            let worth_kept = match plan.kept.get(round) {
                Some(worth) => worth[kept],
                None => plan.fives[usize::from(self.fives[kept])],
            };
            for (first, seconds) in self.twos.iter().enumerate() {
                let with_first = &self.holdings.of(cards - 1)[holding.with[first] as usize];
                let hands = &with_first.with[first..];
                for (&hand, &two) in hands.iter().zip(seconds) {
                    let choice = &mut choices[hand as usize];
                    let worth = worth_kept + twos[usize::from(two)];
                    if worth >= choice.worth {
                        *choice = Choice {
                            worth,
                            two,
                            kept: kept as u32,
                        };
                    }
                }
            }
        }
        choices
    }
}

/// Which part of each side pot and of the main pot a player of this plan wins among others of that.
#[cfg(test)]
pub(crate) fn wins(hands: &Hands, own: &Plan, others: &Plan, players: usize) -> [f64; ROUNDS + 1] {
    let [own, others] = [own, others].map(|plan| hands.shown(&hands.all_choices(plan)));
    let part = |own: &[f64], others: &[f64]| {
        let products = own.iter().zip(shares(others.iter().copied(), players));
        products
            .map(|(often, share)| often * share as f64)
            .sum::<f64>()
            / WHOLE
    };
    std::array::from_fn(|pot| match own.twos.get(pot) {
        Some(twos) => part(twos, &others.twos[pot]),
        None => part(&own.fives, &others.fives),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Wild};

    fn wild_rules() -> Rules {
        let deuces = CardSet::parse_wilds("2").expect("deuces are cards");
        Rules::new(false, Wild::Card, deuces).expect("there is a kind")
    }

    /// Hands of 52 cards, and of 54 of which six are wild.
    fn both() -> [Hands; 2] {
        let all = CardSet::NATURALS.or(CardSet::JOKERS);
        [Rules::NO_FLUSH, wild_rules()].map(|rules| Hands::new(&Evaluator::new(rules), all))
    }

    /// The place of a hand given by the letters of its ranks, `X` a wild card.
    fn named(hands: &Hands, faces: &str) -> usize {
        let face = |c| "23456789TJQKAX".find(c).expect("a face");
        hands
            .holdings
            .place(&faces.chars().map(face).collect::<Vec<_>>())
    }

    /// The best of all exposures of seven cards, three of which were drawn to four: each draw of cards
    /// of the deck in turn, each card known by itself.
    #[test]
    fn what_is_kept_is_worth_the_mean_over_all_draws() {
        let no_flush = Evaluator::new(Rules::NO_FLUSH);
        let hands = Hands::new(&no_flush, CardSet::NATURALS);
        let settled = hands.settle(Want::Share, 4);
        let plan = &settled.plan;
        let lookup = no_flush.lookup(5);
        // The suits make no straight flush of four.
        for (kept, name) in [("As Ad Kc 2h", "AAK2"), ("9s 8d 7c 6h", "9876")] {
            let kept = crate::card::cards(kept).expect("cards");
            let kept: Vec<u8> = kept.into_iter().map(|card| card.number()).collect();
            let deck: Vec<u8> = (0..52).filter(|card| !kept.contains(card)).collect();
            let (mut sum, mut draws) = (0.0, 0);
            for i in 2..deck.len() {
                for j in 1..i {
                    for k in 0..j {
                        let seven = [&kept[..], &[deck[i], deck[j], deck[k]]].concat();
                        let mut best = 0;
                        for first in 0..7 {
                            for second in first + 1..7 {
                                let columns = (0..7).filter(|&c| c != first && c != second);
                                let left = no_flush.sum(columns.map(|column| seven[column]));
                                // Of ranks alone, as straight flushes are left out.
                                let five = lookup.plain_strength(left).place();
                                let pairs = no_flush.pairs();
                                let two = pairs.strength_of(seven[first], seven[second]);
                                best = best.max(plan.fives[five] + plan.twos[2][two.index()]);
                            }
                        }
                        sum += best as f64;
                        draws += 1;
                    }
                }
            }
            assert_eq!(draws, 17_296);
            let worth = plan.kept[1][named(&hands, name)] as f64;
            assert!((sum / f64::from(draws) - worth).abs() < 1.0, "{name}");
        }
    }

    #[test]
    fn what_a_plan_expects_is_what_it_shows_times_what_that_wins() {
        let sides_and_main = |pots: [f64; 4]| (pots[0] + pots[1] + pots[2], pots[3]);
        for hands in both() {
            for players in [2, 7] {
                let others = hands.strongest_twos();
                let wins = |own: &Plan| sides_and_main(wins(&hands, own, &others, players));

                // Players who all do the same share every pot.
                let (sides, main) = wins(&others);
                assert!((sides - 3.0 / players as f64).abs() < 1e-7);
                assert!((main - 1.0 / players as f64).abs() < 1e-7);

                let shown = hands.shown(&hands.all_choices(&others));
                let five = hands.best_answer(Want::Five, &shown, players);
                let share = hands.best_answer(Want::Share, &shown, players);
                let (five_sides, five_main) = wins(&five.plan);
                let (share_sides, share_main) = wins(&share.plan);
                assert!((five_main - five.expected).abs() < 1e-7);
                assert!((share_sides / 6.0 + share_main / 2.0 - share.expected).abs() < 1e-7);
                // Each is the best at what it wants.
                assert!(five_main > share_main && share_main > main);
                assert!(share.expected > five_sides / 6.0 + five_main / 2.0);
                assert!(share.expected > 1.0 / players as f64);
            }
        }
    }

    /// The same ranks or better ones: that a higher pair is worth more cannot be said, as its rank is
    /// then missing from the deck.
    #[test]
    fn better_cards_are_worth_more_to_keep() {
        let better = [
            [
                vec!["KKK", "KK9", "K94", "942"],
                vec!["222", "922", "942"],
                vec!["KKKK", "KKK9", "KK99", "KK94", "K942"],
                vec!["9876", "9872", "9742"],
            ],
            [
                vec!["XXX", "KXX", "KKX", "KKK", "KK9"],
                vec!["93X", "933", "943"],
                vec!["XXXX", "KXXX", "KKXX", "KKKX", "KK9X", "KK93"],
                vec!["987X", "9876", "9874"],
            ],
        ];
        for (hands, better) in both().iter().zip(better) {
            for want in [Want::Five, Want::Share] {
                let plan = hands.settle(want, 5).plan;
                for names in &better {
                    let kept = &plan.kept[names[0].len() - KEPT[0]];
                    let worth = names.iter().map(|name| kept[named(hands, name)]);
                    assert!(worth.is_sorted_by(|a, b| a > b), "{want:?} {names:?}");
                }
            }
        }
    }

    #[test]
    fn players_settle_where_little_is_gained_by_choosing_otherwise() {
        // The table at the top of this file.
        let known = [
            (2, 50, 0.0076),
            (3, 50, 0.0281),
            (4, 50, 0.0035),
            (5, 32, 0.0009),
            (6, 19, 0.0008),
            (7, 15, 0.0009),
        ];
        let hands = &both()[0];
        for (players, answers, gain) in known {
            let settled = hands.settle(Want::Share, players);
            assert_eq!(settled.answers, answers);
            assert!(
                (settled.gain - gain).abs() < 0.0001,
                "{players} {}",
                settled.gain
            );
            assert!(hands.settle(Want::Five, players).gain < 0.0005);
        }
    }
}
