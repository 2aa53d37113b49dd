//! The order of up cards, by which stud games choose who opens (ruling C2).

use std::sync::LazyLock;

use crate::card::{Card, CardError, CardSet};
use crate::strength::Category;

/// Every set of one to four ranks, weakest first: its category and its ranks, the most important
/// first.
static SHOWINGS: LazyLock<Vec<(Category, Vec<u8>)>> = LazyLock::new(|| {
    let mut hands: Vec<Vec<u8>> = vec![vec![]];
    for rank in 0..13 {
        for i in 0..hands.len() {
            for times in 1..=4 - hands[i].len() {
                hands.push([hands[i].clone(), vec![rank; times]].concat());
            }
        }
    }
    let mut showings: Vec<_> = hands[1..].iter().map(|ranks| showing(ranks)).collect();
    showings.sort();
    showings
});

fn showing(ranks: &[u8]) -> (Category, Vec<u8>) {
    let times = |rank: u8| ranks.iter().filter(|&&other| other == rank).count();
    let mut order: Vec<u8> = (0..13).filter(|&rank| times(rank) > 0).collect();
    order.sort_by_key(|&rank| std::cmp::Reverse((times(rank), rank)));
    let category = match (times(order[0]), order.get(1).map(|&rank| times(rank))) {
        (4, _) => Category::FourOfAKind,
        (3, _) => Category::ThreeOfAKind,
        (2, Some(2)) => Category::TwoPair,
        (2, _) => Category::OnePair,
        _ => Category::HighCard,
    };
    (category, order)
}

/// The order of one to four different up cards: category * 4096 + a number that grows with pairs and
/// kickers. Straights and flushes of four count for nothing, jokers are not allowed.
///
/// ```
/// use pokerhouse::{cards, evaluate_showing};
/// let pair = evaluate_showing(&cards("2c 2d")?)?;
/// assert!(pair > evaluate_showing(&cards("As Ks Qs Js")?)?);
/// # Ok::<(), pokerhouse::CardError>(())
/// ```
pub fn evaluate_showing(cards: &[Card]) -> Result<u16, CardError> {
    if !(1..=4).contains(&cards.len()) {
        return Err(CardError::Count {
            wanted: "1 to 4",
            found: cards.len(),
        });
    }
    let mut seen = CardSet::EMPTY;
    let mut ranks = Vec::with_capacity(4);
    for &card in cards {
        if seen.contains(card) {
            return Err(CardError::Duplicate { card });
        }
        seen = seen.with(card);
        ranks.push(card.rank().ok_or(CardError::Joker { card })?);
    }
    let hand = showing(&ranks);
    let place = SHOWINGS.partition_point(|other| *other < hand);
    let first = SHOWINGS.partition_point(|(category, _)| *category < hand.0);
    Ok((hand.0 as u16) << 12 | (place - first) as u16)
}
