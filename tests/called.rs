//! What called hands are worth, beside a naive twin that tries every five, every card that each wild
//! may stand for and every way to read the five (rulings H1 to H5 and H7).

use pokerhouse::{Call, Card, CardSet, Category, Dealer, Evaluator, Random, Rules, Wild, cards};
use rayon::prelude::*;

const ACE: u8 = 12;

/// A reading by its category, made ranks, kickers, and tests 4 to 6, in this order.
type Worth = (Category, Vec<u8>, Vec<u8>, usize, Vec<u8>, u8);

fn straight_top(mut ranks: [u8; 5]) -> Option<u8> {
    ranks.sort_unstable();
    match ranks {
        [0, 1, 2, 3, ACE] => Some(3),
        [a, b, c, d, e] if [b, c, d, e] == [a + 1, a + 2, a + 3, a + 4] => Some(e),
        _ => None,
    }
}

/// Whether the wilds may be played so.
fn is_legal(rules: &Rules, five: &[Card], played: [u8; 5], category: Category) -> bool {
    let mut different = played.to_vec();
    different.sort_unstable();
    different.dedup();
    match rules.wild() {
        Wild::None | Wild::Card => true,
        Wild::Bug => different.len() == 5,
        Wild::CasinoBug => {
            let acts = |(card, &played): (&Card, &u8)| card.number() != played;
            let mut acting = five.iter().zip(&played).filter(|&pair| acts(pair));
            let completed = category.is_suited() || category.is_straight();
            if completed {
                different.len() == 5 || acting.next().is_none()
            } else {
                acting.all(|(_, played)| played / 4 == ACE)
            }
        }
    }
}

/// The made ranks and kickers of every way to read five ranks as this category.
fn readings(category: Category, played: [u8; 5]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut ranks = played.map(|card| card / 4);
    let suited = played.iter().all(|card| card % 4 == played[0] % 4);
    ranks.sort_unstable();
    ranks.reverse();
    let top = straight_top(ranks);
    let left_over = |taken: &[(u8, usize)]| -> Option<Vec<u8>> {
        let mut left = ranks.to_vec();
        for &(rank, times) in taken {
            for _ in 0..times {
                left.remove(left.iter().position(|&other| other == rank)?);
            }
        }
        Some(left)
    };
    let of_a_kind = |times| -> Vec<(Vec<u8>, Vec<u8>)> {
        (0..13)
            .filter_map(|rank| Some((vec![rank], left_over(&[(rank, times)])?)))
            .collect()
    };
    let two_ranks = |times: [usize; 2]| -> Vec<(Vec<u8>, Vec<u8>)> {
        let pairs = (0..13).flat_map(|first| (0..13).map(move |second| (first, second)));
        pairs
            .filter(|(first, second)| first != second && (times[0] > times[1] || first > second))
            .filter_map(|(first, second)| {
                let left = left_over(&[(first, times[0]), (second, times[1])])?;
                Some((vec![first, second], left))
            })
            .collect()
    };
    let only = |made: Option<Vec<u8>>| made.map(|made| (made, vec![])).into_iter().collect();
    match category {
        Category::HighCard => of_a_kind(1),
        Category::OnePair => of_a_kind(2),
        Category::TwoPair => two_ranks([2, 2]),
        Category::ThreeOfAKind => of_a_kind(3),
        Category::Straight => only(top.map(|top| vec![top])),
        Category::Flush => only(suited.then(|| ranks.to_vec())),
        Category::FullHouse => two_ranks([3, 2]),
        Category::FourOfAKind => of_a_kind(4),
        Category::StraightFlush => only(top.filter(|_| suited).map(|top| vec![top])),
        Category::RoyalFlush => only(top.filter(|&top| suited && top == ACE).map(|top| vec![top])),
        Category::FiveOfAKind => of_a_kind(5),
    }
}

/// Every way to play five cards, naturals as they are.
fn plays(rules: &Rules, five: &[Card]) -> Vec<[u8; 5]> {
    let mut plays = vec![[0; 5]];
    for (place, card) in five.iter().enumerate() {
        let choices = if rules.wilds().contains(*card) {
            (0..52).collect()
        } else {
            vec![card.number()]
        };
        plays = plays
            .into_iter()
            .flat_map(|play| {
                choices.iter().map(move |&choice| {
                    let mut play = play;
                    play[place] = choice;
                    play
                })
            })
            .collect();
    }
    plays
}

/// The best reading of a category among those whose made ranks are wanted.
fn best(
    rules: &Rules,
    cards: &[Card],
    category: Category,
    wanted: impl Fn(&[u8]) -> bool,
) -> Option<Worth> {
    if category == Category::Flush && !rules.flushes() {
        return None;
    }
    let mut best: Option<Worth> = None;
    for chosen in (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() == 5) {
        let five: Vec<Card> = (0..cards.len())
            .filter(|i| chosen >> i & 1 == 1)
            .map(|i| cards[i])
            .collect();
        for played in plays(rules, &five) {
            if !is_legal(rules, &five, played, category) {
                continue;
            }
            for (made, kickers) in readings(category, played) {
                if !wanted(&made) {
                    continue;
                }
                let mut faces: Vec<u8> = five
                    .iter()
                    .zip(played)
                    .filter(|&(card, played)| card.number() != played)
                    .map(|(card, _)| card.rank().map_or(0, |rank| rank + 1))
                    .collect();
                faces.sort_unstable_by(|a, b| b.cmp(a));
                let ranks = played.map(|card| card / 4);
                let high = match category.is_straight() {
                    true => made[0],
                    false => ranks.into_iter().max().unwrap(),
                };
                let suits = played.iter().filter(|&card| card / 4 == high);
                let suit = suits.map(|card| card % 4).max().unwrap();
                let worth = (category, made, kickers, 5 - faces.len(), faces, suit);
                best = best.max(Some(worth));
            }
        }
    }
    best
}

fn naive(rules: &Rules, cards: &[Card], call: Option<&Call>) -> Option<Worth> {
    let any = |categories: &[Category]| {
        let best = |&category: &Category| best(rules, cards, category, |_| true);
        categories.iter().rev().find_map(best)
    };
    let Some(call) = call else {
        return any(&Category::ALL);
    };
    let named = call.ranks();
    let lower = &Category::ALL[..call.category() as usize];
    let of_call = |wanted: &dyn Fn(&[u8]) -> bool| best(rules, cards, call.category(), wanted);
    of_call(&|made| made[..named.len()] == *named)
        .or_else(|| of_call(&|made| made[..named.len()] < *named))
        .or_else(|| any(lower))
}

fn worth(evaluator: &Evaluator, cards: &[Card], call: Option<&Call>) -> Option<Worth> {
    let called = evaluator.called(cards, call).unwrap()?;
    let (made, kickers) = called.ranks.split_at(called.category.made_ranks());
    let face = |c: char| "X23456789TJQKA".find(c).unwrap() as u8;
    Some((
        called.category,
        made.to_vec(),
        kickers.to_vec(),
        called.naturals,
        called.wild_faces.chars().map(face).collect(),
        called.suit,
    ))
}

/// A source of numbers for a test, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn call(&mut self) -> Call {
        loop {
            let category = Category::ALL[self.below(11) as usize];
            let named = self.below(category.made_ranks() as u64 + 1) as usize;
            let ranks: Vec<u8> = (0..named).map(|_| self.below(13) as u8).collect();
            if let Ok(call) = Call::new(category, &ranks) {
                return call;
            }
        }
    }
}

fn all_rules() -> Vec<Rules> {
    let mut all = vec![Rules::STANDARD, Rules::NO_FLUSH];
    for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
        for wilds in ["", "2", "9", "A", "Ks 5d"] {
            for flushes in [true, false] {
                let wilds = CardSet::parse_wilds(wilds).unwrap();
                all.push(Rules::new(flushes, wild, wilds).unwrap());
            }
        }
    }
    all
}

/// Hands of 5, 6 and 7 cards, from few ranks so that every category comes up, with two wilds at most.
fn hands(rules: &Rules, each: u64) -> Vec<Vec<Card>> {
    let mut hands = Vec::new();
    for size in 5..=7 {
        for seed in 0..each {
            let low = seed % 10;
            let few: CardSet = (4 * low..4 * low + 16)
                .fold(CardSet::EMPTY, |set, number| CardSet(set.0 | 1 << number));
            let suit = CardSet(0x1_1111_1111_1111 << (seed % 4));
            let deck = match seed % 3 {
                0 => CardSet::NATURALS,
                1 => few,
                _ => suit,
            };
            let deck = deck.or(rules.wilds());
            let dealer = Dealer::from_set(deck, size, Random::new(seed)).unwrap();
            for row in 0..20 {
                let mut hand = Vec::new();
                dealer.deal(row, |card| hand.push(Card::from_number(card).unwrap()));
                let wilds = hand.iter().filter(|&&card| rules.wilds().contains(card));
                if wilds.count() <= 2 {
                    hands.push(hand);
                    break;
                }
            }
        }
    }
    hands
}

#[test]
fn a_called_hand_is_its_best_reading_and_nothing_better() {
    all_rules().into_par_iter().for_each(|rules| {
        let mut numbers = Numbers(rules.wilds().0);
        let evaluator = Evaluator::new(rules);
        for cards in hands(&rules, 4) {
            let strength = evaluator.evaluate(&cards).unwrap();
            let made = &strength.ranks()[..strength.category().made_ranks()];
            let own = Call::new(strength.category(), made).unwrap();
            let bare = Call::new(strength.category(), &[]).unwrap();
            let others = [numbers.call(), numbers.call()];
            for call in [
                Some(own),
                Some(bare),
                Some(others[0]),
                Some(others[1]),
                None,
            ] {
                let naive = naive(&rules, &cards, call.as_ref());
                let found = worth(&evaluator, &cards, call.as_ref());
                assert_eq!(found, naive, "{cards:?} {rules:?} {call:?}");
            }
        }
    });
}

#[test]
fn calling_what_is_held_keeps_every_test_and_no_call_raises_a_hand() {
    let mut numbers = Numbers(2);
    for rules in all_rules() {
        let evaluator = Evaluator::new(rules);
        for cards in hands(&rules, 120) {
            let reading = evaluator.read(&cards).unwrap();
            let (category, ranks) = (reading.strength.category(), reading.strength.ranks());
            let own = Call::new(category, &ranks[..category.made_ranks()]).unwrap();
            let held = evaluator.called(&cards, Some(&own)).unwrap().unwrap();
            assert_eq!(
                (held.category, held.ranks, held.naturals, held.suit),
                (category, ranks, reading.naturals, reading.suit),
                "{cards:?} {rules:?}"
            );
            assert_eq!(held.wild_faces, reading.wild_faces);
            assert_eq!(
                (held.best, held.stands_for),
                (reading.best, reading.stands_for)
            );
            assert_eq!(evaluator.called(&cards, None).unwrap().unwrap(), held);
            for _ in 0..4 {
                let call = numbers.call();
                let called = evaluator.called(&cards, Some(&call)).unwrap();
                if call.is_above(reading.strength) {
                    assert_eq!(called, Some(held.clone()), "{cards:?} {call:?}");
                } else if let Some(called) = called {
                    assert!(called.key <= held.key, "{cards:?} {call:?}");
                    let named = &called.ranks[..call.ranks().len().min(called.ranks.len())];
                    let as_called = (called.category, named);
                    assert!(
                        as_called <= (call.category(), &*call.ranks()),
                        "{cards:?} {call:?}"
                    );
                }
            }
        }
    }
}

fn called(hand: &str, call: &str, rules: Rules) -> String {
    let call: Call = call.parse().unwrap();
    let called = Evaluator::new(rules).called(&cards(hand).unwrap(), Some(&call));
    let Some(called) = called.unwrap() else {
        return "nothing".to_string();
    };
    format!("{}: {}", called.category.name(), called.ranks)
}

#[test]
fn examples_of_the_ruling() {
    let house = Rules::HOUSE;
    assert_eq!(
        called("Kh Kc Ks 4d 4c", "one pair", house),
        "one pair: KK44"
    );
    assert_eq!(
        called("9h 9c 9s Kd 4c", "two pair", house),
        "one pair: 9K94"
    );
    assert_eq!(
        called("Ks Kh Kd Kc 4d", "two pair", house),
        "one pair: KKK4"
    );
    assert_eq!(
        called("Ks Kh Kd Kc 4d", "boat", house),
        "three of a kind: KK4"
    );
    assert_eq!(
        called("As Ks Qs Js Ts", "straight flush", house),
        "straight flush: A"
    );
    assert_eq!(called("As Ks Qs Js Ts", "flush", house), "flush: AKQJT");
    assert_eq!(
        called("Kh Kc Ks 4d 4c", "pair of fours", house),
        "one pair: 4KKK"
    );
    assert_eq!(
        called("Kh Kc Ks 4d 4c", "pair of nines", house),
        "one pair: 4KKK"
    );
    assert_eq!(
        called("Ah Kc Qs Jd 9c", "nine high", house),
        "high card: 9AKQJ"
    );
    assert_eq!(
        called("Ah Kc Qs Jd 9c", "ten high", house),
        "high card: 9AKQJ"
    );
    assert_eq!(called("Ah Kc Qs Jd 9c", "eight high", house), "nothing");
    let wild = |kind| Rules::new(true, kind, CardSet::EMPTY).unwrap();
    assert_eq!(
        called("As Ah Ad Ac Xb", "quads", wild(Wild::Card)),
        "four of a kind: AA"
    );
    assert_eq!(
        called("As Ah Ad Ac Xb", "quads", wild(Wild::Bug)),
        "four of a kind: AK"
    );
    assert_eq!(
        called("As Ah 9d 5c Xb", "a pair", wild(Wild::Bug)),
        "one pair: AA95"
    );
    assert_eq!(
        called("Ks Kh 9d 5c Xb", "trips", wild(Wild::CasinoBug)),
        "one pair: KA95"
    );
}

#[test]
fn called_hands_are_ordered_by_category_ranks_kickers_and_then_the_late_tests() {
    let house = Evaluator::new(Rules::HOUSE);
    let key = |hand: &str, call: &str| {
        let call: Call = call.parse().unwrap();
        let called = house.called(&cards(hand).unwrap(), Some(&call)).unwrap();
        called.unwrap().key
    };
    let rising = [
        key("Ah Kc Qs Jd 9c", "high card"),
        key("Kh Kc Qs Jd 9c", "pair"),
        key("Kh Kc Ks 4c 4d", "pair"),
        key("Kh Kc Ks 5c 4d", "pair"),
        key("Kd Kc Ah 5c 4d", "pair"),
        key("Kd Kc As 5c 4d", "pair"),
        key("Kd Kc Ks 3c 3d", "trips"),
        key("9s 8s 7s 6s 5s", "straight flush"),
        key("Ks Qs Js Ts 9s", "straight flush"),
        key("Ah Kh Qh Jh Th", "straight flush"),
        key("As Ks Qs Js Ts", "straight flush"),
        key("Ac Kc Qc Jc Tc", "royal flush"),
    ];
    assert!(rising.is_sorted_by(|lower, higher| lower < higher));
    let tied = key("Kh Kd Ks 4h 4s", "a pair of kings");
    assert_eq!(tied, rising[2]);
}
