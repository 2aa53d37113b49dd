//! The divisions of all seven-card hands, counted, and those of `vectors/cowpie.jsonl`.

use pokerhouse::{Card, CardError, Evaluator, Prefer, Rules, SplitError, cards, with_down_cards};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Counts {
    divisions_of_seven: Divisions,
}

#[derive(Deserialize)]
struct Divisions {
    hands: u64,
    divisions: u64,
    five_ranks_higher: u64,
    five_ranks_higher_prefix: u64,
    cowpie_cases: u64,
    cowpie_cases_by_legal_divisions: BTreeMap<u32, u64>,
    cowpie_cases_by_legal_divisions_prefix: BTreeMap<u32, u64>,
}

/// How many hands have each set of divisions in which the five rank higher, without and with `prefix`.
struct Tally([Vec<u32>; 2]);

impl Tally {
    fn new() -> Tally {
        Tally([false, true].map(|_| vec![0; 1 << 21]))
    }

    /// Counts all hands that begin with these two cards.
    fn count(&mut self, standard: &Evaluator, first: u8, second: u8) {
        let dividers = [false, true].map(|prefix| standard.divider(prefix));
        for third in second + 1..52 {
            for fourth in third + 1..52 {
                for fifth in fourth + 1..52 {
                    for sixth in fifth + 1..52 {
                        for seventh in sixth + 1..52 {
                            let hand = [first, second, third, fourth, fifth, sixth, seventh];
                            let mut higher = [0; 2];
                            dividers[0].each(&hand, u32::MAX, |place, five, two| {
                                for (higher, divider) in higher.iter_mut().zip(&dividers) {
                                    *higher |= u32::from(divider.is_higher(five, two)) << place;
                                }
                            });
                            for (tally, higher) in self.0.iter_mut().zip(higher) {
                                tally[higher as usize] += 1;
                            }
                        }
                    }
                }
            }
        }
    }

    fn add(mut self, other: Tally) -> Tally {
        for (tally, other) in self.0.iter_mut().zip(other.0) {
            tally
                .iter_mut()
                .zip(other)
                .for_each(|(all, part)| *all += part);
        }
        self
    }
}

/// Each set of divisions with the number of hands that have it.
fn occurring(tally: &[u32]) -> impl Iterator<Item = (u32, u64)> {
    let sets = tally.iter().enumerate().filter(|&(_, &hands)| hands > 0);
    sets.map(|(higher, &hands)| (higher as u32, u64::from(hands)))
}

/// The Cowpie cases, hands with three of their cards down, by their number of legal divisions.
fn cases(tally: &[u32]) -> BTreeMap<u32, u64> {
    let three_down = (0..1u8 << 7).filter(|down| down.count_ones() == 3);
    let allowed: Vec<u32> = three_down.map(with_down_cards).collect();
    let mut cases = BTreeMap::new();
    for (higher, hands) in occurring(tally) {
        for allowed in &allowed {
            *cases.entry((higher & allowed).count_ones()).or_default() += hands;
        }
    }
    cases
}

#[test]
fn every_preference_is_known_by_its_name() {
    let evaluator = Evaluator::new(Rules::STANDARD);
    let preferences = Prefer::NAMES.map(|name| evaluator.preference(name, Some(3)).unwrap());
    assert!(matches!(
        preferences,
        [Prefer::Five, Prefer::Two, Prefer::Share(_)]
    ));
}

#[test]
fn all_divisions_of_all_hands_are_counted_right() {
    let counts: Counts = serde_json::from_str(include_str!("vectors/counts.json")).unwrap();
    let counts = counts.divisions_of_seven;

    let standard = Evaluator::new(Rules::STANDARD);
    let pairs: Vec<(u8, u8)> = (0..52)
        .flat_map(|first| (first + 1..52).map(move |second| (first, second)))
        .collect();
    let Tally([tally, tally_prefix]) = pairs
        .into_par_iter()
        .fold(Tally::new, |mut tally, (first, second)| {
            tally.count(&standard, first, second);
            tally
        })
        .reduce_with(Tally::add)
        .unwrap();

    let hands: u64 = occurring(&tally).map(|(_, hands)| hands).sum();
    assert_eq!(hands, counts.hands);
    assert_eq!(hands * 21, counts.divisions);
    let higher = |tally: &[u32]| -> u64 {
        occurring(tally)
            .map(|(higher, hands)| u64::from(higher.count_ones()) * hands)
            .sum()
    };
    assert_eq!(higher(&tally), counts.five_ranks_higher);
    assert_eq!(higher(&tally_prefix), counts.five_ranks_higher_prefix);
    let cases_by_legal_divisions = cases(&tally);
    assert_eq!(
        cases_by_legal_divisions.values().sum::<u64>(),
        counts.cowpie_cases
    );
    assert_eq!(
        cases_by_legal_divisions,
        counts.cowpie_cases_by_legal_divisions
    );
    assert_eq!(
        cases(&tally_prefix),
        counts.cowpie_cases_by_legal_divisions_prefix
    );

    // With two cards down or more some division is legal, whatever hand they are of.
    let two_down = (0..1u8 << 7).filter(|down| down.count_ones() == 2);
    for down in two_down.map(with_down_cards) {
        assert!(occurring(&tally).all(|(higher, _)| higher & down != 0));
    }
}

#[derive(Deserialize)]
struct Case {
    down: String,
    up: String,
    legal: usize,
    legal_prefix: usize,
    frontier: Vec<Strengths>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Strengths {
    five: Made,
    two: Made,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Made {
    category: String,
    ranks: String,
}

#[test]
fn divisions_and_frontiers_are_those_of_the_vectors() {
    let standard = Evaluator::new(Rules::STANDARD);
    let mut cases = 0;
    for line in include_str!("vectors/cowpie.jsonl").lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let (down, up) = (cards(&case.down).unwrap(), cards(&case.up).unwrap());
        let legal = |prefix| standard.splits(&down, &up, prefix).unwrap().len();
        assert_eq!(
            [legal(false), legal(true)],
            [case.legal, case.legal_prefix],
            "{line}"
        );
        let frontier = standard.frontier(&down, &up, false).unwrap();
        let frontier = frontier.iter().map(|division| Strengths {
            five: Made {
                category: division.five.category().name().into(),
                ranks: division.five.ranks().to_string(),
            },
            two: Made {
                category: division.two.category().name().into(),
                ranks: division.two.ranks().to_string(),
            },
        });
        assert_eq!(frontier.collect::<Vec<_>>(), case.frontier, "{line}");
        cases += 1;
    }
    assert_eq!(cases, 150);
}

#[test]
fn what_cannot_be_divided_is_said() {
    let standard = Evaluator::new(Rules::STANDARD);
    let seven: Vec<Card> = cards("As 9d 2c Kh Kc 7s 4d").unwrap();
    for down in [0, 1] {
        let none = standard.splits(&seven[..down], &seven[down..], false);
        assert_eq!(none, Err(SplitError::NoneLegal { down }));
    }
    let six = standard.splits(&seven[..3], &seven[3..6], false);
    let count = CardError::Count {
        wanted: "7",
        found: 6,
    };
    assert_eq!(six, Err(SplitError::Card(count)));
    let twice = [&seven[..6], &seven[2..3]].concat();
    let duplicate = CardError::Duplicate { card: seven[2] };
    assert_eq!(
        standard.divisions(&twice[..3], &twice[3..], false),
        Err(duplicate)
    );
}
