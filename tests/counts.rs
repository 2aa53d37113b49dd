//! Exact counts by category, over whole decks: every row of `vectors/counts.json`.

mod walk;

use std::collections::BTreeMap;

use pokerhouse::{CardSet, Category, Evaluator, Rules, Wild, cards};
use serde::Deserialize;

#[derive(Deserialize)]
struct Counts {
    hands: Vec<Row>,
    two_card_hands: Vec<TwoRow>,
    omaha: Omaha,
}

#[derive(Deserialize)]
struct Row {
    cards: usize,
    deck: u8,
    wild: Option<String>,
    wilds: String,
    flushes: bool,
    counts: BTreeMap<String, u64>,
    distinct_strengths: Option<usize>,
}

#[derive(Deserialize)]
struct TwoRow {
    deck: u8,
    wild: Option<String>,
    wilds: String,
    pairs: u64,
    unpaired: u64,
    classes: usize,
}

#[derive(Deserialize)]
struct Omaha {
    hands: u64,
    counts: BTreeMap<String, u64>,
}

fn counts() -> Counts {
    serde_json::from_str(include_str!("vectors/counts.json")).unwrap()
}

fn evaluator(flushes: bool, wild: Option<&str>, wilds: &str) -> Evaluator {
    let wild = wild.map_or(Wild::None, |name| Wild::from_name(name).unwrap());
    let wilds: CardSet = cards(wilds).unwrap().into_iter().collect();
    Evaluator::new(Rules::new(flushes, wild, wilds).unwrap())
}

/// How many hands have each strength.
fn tally(evaluator: &Evaluator, deck: u8, cards: usize) -> Vec<u64> {
    let lookup = evaluator.lookup(cards);
    let sums: Vec<_> = (0..deck).map(|card| evaluator.sum([card])).collect();
    let mut tally = vec![0; 1 << 16];
    for part in walk::parts(
        &sums,
        cards,
        || vec![0u64; 1 << 16],
        |tally, sum| {
            tally[usize::from(lookup.strength(sum).0)] += 1;
        },
    ) {
        tally
            .iter_mut()
            .zip(part)
            .for_each(|(all, part)| *all += part);
    }
    tally
}

fn by_category(tally: &[u64]) -> BTreeMap<String, u64> {
    let count = |category: Category| tally[(category as usize) << 12..][..1 << 12].iter().sum();
    Category::ALL
        .map(|category| (category.name().to_string(), count(category)))
        .into()
}

fn check(cards: usize) {
    let rows = counts().hands;
    for row in rows.iter().filter(|row| row.cards == cards) {
        let evaluator = evaluator(row.flushes, row.wild.as_deref(), &row.wilds);
        let tally = tally(&evaluator, row.deck, cards);
        let name = format!(
            "{:?} {:?} of {} cards",
            evaluator.rules(),
            row.flushes,
            row.deck
        );
        assert_eq!(by_category(&tally), row.counts, "{name}");
        if let Some(distinct) = row.distinct_strengths {
            let found = tally.iter().filter(|&&count| count > 0).count();
            assert_eq!(found, distinct, "{name}");
        }
    }
}

#[test]
fn five_card_hands_are_counted_right() {
    check(5);
}

#[test]
fn six_card_hands_are_counted_right() {
    check(6);
}

#[test]
fn seven_card_hands_are_counted_right() {
    check(7);
}
