//! The House Rules key: counted over all natural hands, and compared with a naive twin on every hand
//! of five cards with and without a joker (rulings H1 to H5).

use std::collections::BTreeMap;

use pokerhouse::{Card, CardSet, Evaluator, HouseKey, Rules, Wild};
use rayon::prelude::*;

const JOKER: u8 = Card::BLACK_JOKER.number();
const ACE: u8 = 12;

/// Tests 1 to 3 of five cards as played, and the rank that test 6 looks at.
fn tests_one_to_three(played: [u8; 5], flushes: bool) -> (u32, u8) {
    let mut ranks = played.map(|card| card / 4);
    let times = |rank: u8| ranks.iter().filter(|&&other| other == rank).count() as u32;
    let mut order = ranks.map(|rank| (times(rank), u32::from(rank)));
    order.sort_unstable();
    order.reverse();
    ranks.sort_unstable();
    let suited = played.iter().all(|card| card % 4 == played[0] % 4);
    let top = match ranks {
        [0, 1, 2, 3, ACE] => Some(3),
        [a, b, c, d, e] if [b, c, d, e] == [a + 1, a + 2, a + 3, a + 4] => Some(e),
        _ => None,
    };
    let shape = order.map(|(times, _)| times);
    let by_order = order.map(|(_, rank)| rank);
    let by_rank = [4, 3, 2, 1, 0].map(|i| u32::from(ranks[i]));
    let (category, order) = match (shape, top) {
        ([5, ..], _) => (10, by_order),
        (_, Some(ACE)) if suited => (9, [0; 5]),
        (_, Some(top)) if suited => (8, [top.into(), 0, 0, 0, 0]),
        ([4, ..], _) => (7, by_order),
        ([3, 3, 3, 2, 2], _) => (6, by_order),
        _ if suited && flushes => (5, by_rank),
        (_, Some(top)) => (4, [top.into(), 0, 0, 0, 0]),
        ([3, ..], _) => (3, by_order),
        ([2, 2, 2, 2, 1], _) => (2, by_order),
        ([2, ..], _) => (1, by_order),
        _ => (0, by_order),
    };
    let number = order
        .iter()
        .fold(category, |number, rank| number << 4 | rank);
    (number, top.unwrap_or(ranks[4]))
}

/// All six tests, one after the other; a joker that acts has no face, so naturals say it all.
type Key = (u32, u32, u8);

fn naive(played: [u8; 5], jokers: u32, flushes: bool) -> Key {
    let (number, high) = tests_one_to_three(played, flushes);
    let of_high = played.iter().filter(|&card| card / 4 == high);
    let suit = of_high.map(|card| card % 4).max();
    (number, 5 - jokers, suit.unwrap())
}

/// The greatest key that a joker makes of four cards, tried card by card.
fn naive_with_joker(four: [u8; 4], wild: Wild, flushes: bool) -> Key {
    let five = |card| [four[0], four[1], four[2], four[3], card];
    let completes = |card| {
        let category = naive(five(card), 1, flushes).0 >> 20;
        matches!(category, 4 | 5 | 8 | 9)
    };
    let stands_for = |&card: &u8| match wild {
        Wild::Card => true,
        Wild::Bug => !four.contains(&card),
        Wild::CasinoBug => !four.contains(&card) && (card / 4 == ACE || completes(card)),
        Wild::None => false,
    };
    let best = (0..52)
        .filter(stands_for)
        .map(|card| naive(five(card), 1, flushes))
        .max();
    // A casino bug is an ace also where all four are held.
    best.unwrap_or_else(|| naive(five(51), 1, flushes))
}

fn key(evaluator: &Evaluator, numbers: [u8; 5]) -> HouseKey {
    let cards = numbers.map(|number| Card::from_number(number).unwrap());
    evaluator.house_key(&cards).unwrap()
}

/// Calls `visit` with every choice of numbers below 52, each lower than the one before.
fn every<const CARDS: usize, T: Send>(visit: impl Fn([u8; CARDS]) -> T + Sync) -> Vec<T> {
    (0..52u8)
        .into_par_iter()
        .flat_map_iter(|first| {
            let mut rest = vec![[first; CARDS]];
            for place in 1..CARDS {
                rest = rest
                    .into_iter()
                    .flat_map(|numbers| {
                        (0..numbers[place - 1]).map(move |number| {
                            let mut numbers = numbers;
                            numbers[place] = number;
                            numbers
                        })
                    })
                    .collect();
            }
            rest.into_iter().map(&visit)
        })
        .collect()
}

#[test]
fn natural_hands_have_27521_keys_and_each_suit_is_read_as_often_as_counted() {
    let house = Evaluator::new(Rules::HOUSE);
    let read = every(|five: [u8; 5]| {
        let cards = five.map(|number| Card::from_number(number).unwrap());
        let reading = house.read(&cards).unwrap();
        assert_eq!((reading.naturals, reading.wild_faces.as_str()), (5, ""));
        (reading.key, reading.suit)
    });
    let mut suits = [0; 4];
    for &(_, suit) in &read {
        suits[suit as usize] += 1;
    }
    assert_eq!(suits, [554_918, 614_718, 679_562, 749_762]);
    let mut keys: Vec<HouseKey> = read.into_iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 27_521);
}

#[test]
fn every_five_cards_with_a_joker_or_without_are_ordered_by_all_six_tests() {
    for flushes in [true, false] {
        let plain = every(|five: [u8; 5]| (five, naive(five, 0, flushes)));
        for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
            let rules = Rules::new(flushes, wild, CardSet::EMPTY).unwrap();
            let evaluator = Evaluator::new(rules);
            let natural: Vec<(HouseKey, Key)> = plain
                .par_iter()
                .map(|&(five, naive)| (key(&evaluator, five), naive))
                .collect();
            let with_joker = every(|four: [u8; 4]| {
                let [a, b, c, d] = four;
                let key = key(&evaluator, [a, JOKER, b, c, d]);
                (key, naive_with_joker(four, wild, flushes))
            });
            assert_eq!((natural.len(), with_joker.len()), (2_598_960, 270_725));
            let mut naive_of = BTreeMap::new();
            for (key, naive) in natural.into_iter().chain(with_joker) {
                assert_eq!(*naive_of.entry(key).or_insert(naive), naive, "{key:?}");
            }
            let increasing = naive_of
                .values()
                .is_sorted_by(|lower, higher| lower < higher);
            assert!(increasing, "{rules:?}");
        }
    }
}
