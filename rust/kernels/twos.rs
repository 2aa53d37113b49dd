//! Two-card strengths (ruling R6), many hands at once.

use super::lanes::{Lanes, Table};
use super::wild_cards::WildCards;
use crate::card::ACE;
use crate::rules::Wild;
use crate::strength::TwoStrength;

/// Sets of ranks with one rank.
static RANK: Table = {
    let mut sets = Table([0; 16]);
    let mut rank = 0;
    while rank < 13 {
        sets.0[rank] = 1 << rank;
        rank += 1;
    }
    sets
};

/// What the higher of two ranks adds to the lower in the strength of two cards.
static HIGHER: Table = {
    let mut higher = Table([0; 16]);
    let mut rank = 1;
    while rank < 13 {
        higher.0[rank] = TwoStrength::high_card(rank as u8, 0).0;
        rank += 1;
    }
    higher
};

/// The ranks of card numbers, and the same as sets; a wild's set is empty, and its rank the ace, so
/// that two wilds are a pair of aces.
#[inline(always)]
pub(super) fn rank_and_set<V: Lanes>(number: V, wild_cards: Option<&WildCards>) -> (V, V) {
    let rank = number.down::<2>();
    let set = rank.read(&RANK);
    let Some(wild_cards) = wild_cards else {
        return (rank, set);
    };
    let mut naturals = Table([0; 16]);
    naturals.0[..4].copy_from_slice(&wild_cards.naturals);
    let suit = number & number.all(3);
    let set = set & suit.read(&naturals);
    (rank.or_else(set.is_some(), rank.all(ACE.into())), set)
}

/// The ranks of two cards where a wild makes a pair with the other card (ruling W5).
#[inline(always)]
pub(super) fn paired_by_wilds<V: Lanes>(ranks: [V; 2], is_wild: [V::Mask; 2]) -> [V; 2] {
    [
        ranks[1].or_else(is_wild[0], ranks[0]),
        ranks[0].or_else(is_wild[1], ranks[1]),
    ]
}

/// The strengths of two ranks.
#[inline(always)]
pub(super) fn two_strengths<V: Lanes>(high: V, low: V) -> V {
    let pair = high + high.all(TwoStrength::one_pair(0).0);
    pair.or_else(high.equals(low), high.read_small(&HIGHER) + low)
}

/// The strengths of two card numbers, and where they are no hand; `highest` is the highest card.
#[inline(always)]
pub(super) fn strengths<V: Lanes>(
    numbers: [V; 2],
    highest: u16,
    wild_cards: Option<&WildCards>,
) -> (V, V::Mask) {
    let [first, second] = numbers;
    let highest = first.all(highest);
    let wrong = first.exceeds(highest) | second.exceeds(highest) | first.equals(second);
    let (first_rank, first_set) = rank_and_set(first, wild_cards);
    let (second_rank, second_set) = rank_and_set(second, wild_cards);
    let mut ranks = [first_rank, second_rank];
    if wild_cards.is_some_and(|wild_cards| wild_cards.kind.wild != Wild::CasinoBug) {
        ranks = paired_by_wilds(ranks, [!first_set.is_some(), !second_set.is_some()]);
    }
    let strengths = two_strengths(ranks[0].max(ranks[1]), ranks[0].min(ranks[1]));
    (strengths, wrong)
}
