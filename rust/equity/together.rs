//! Whether ranges can be dealt together: a hand of each, no card twice.

use super::error::SpotError;
use super::seat::{Holding, Seat};
use super::spot::Spot;
use crate::card::{Card, CardSet};

/// Holdings that a search looks at before it gives up: some hundredths of a second.
const MOST_LOOKS: usize = 1 << 22;

impl Spot {
    /// An error where the ranges cannot be dealt together, or where no way was found.
    pub(crate) fn check_that_ranges_go_together(&self) -> Result<(), SpotError> {
        let ranged = |&seat: &usize| self.seats[seat].is_ranged();
        let mut colliding: Vec<usize> = (0..self.seats.len()).filter(ranged).collect();
        match self.go_together(&colliding) {
            Some(true) => return Ok(()),
            Some(false) => {}
            None => return Err(SpotError::HardlyTogether),
        }
        // The fewest hands that already collide.
        let mut place = 0;
        while place < colliding.len() {
            let mut fewer = colliding.clone();
            fewer.remove(place);
            if self.go_together(&fewer) == Some(false) {
                colliding = fewer;
            } else {
                place += 1;
            }
        }
        let hands = colliding.iter().map(|seat| seat + 1).collect();
        Err(SpotError::Collision { hands })
    }

    /// Whether these seats' ranges have holdings that differ in all cards; none where that takes too long
    /// to find out.
    fn go_together(&self, seats: &[usize]) -> Option<bool> {
        let holdings = |&seat: &usize| match &self.seats[seat] {
            Seat::Ranged(holdings) => Some(&holdings[..]),
            Seat::Dealt(_) => None,
        };
        let ranges: Vec<&[Holding]> = seats.iter().filter_map(holdings).collect();
        if most_apart(&ranges, CardSet::EMPTY) < ranges.len() {
            return Some(false);
        }
        let mut looks = 0;
        search(&ranges, CardSet::EMPTY, &mut looks)
    }
}

/// No more than so many of the ranges' holdings of unused cards have all cards different: each takes two
/// of all cards that they hold, and one of any cards of which every holding has at least one.
fn most_apart(ranges: &[&[Holding]], used: CardSet) -> usize {
    let mut left: Vec<CardSet> = ranges
        .iter()
        .flat_map(|holdings| holdings.iter().map(|holding| holding.cards))
        .filter(|cards| cards.and(used).is_empty())
        .collect();
    let held = left
        .iter()
        .fold(CardSet::EMPTY, |held, cards| held.or(*cards));
    let mut needed = 0;
    while !left.is_empty() {
        let holders = |card: &Card| left.iter().filter(|cards| cards.contains(*card)).count();
        let commonest = held.iter().max_by_key(holders);
        left.retain(|cards| commonest.is_some_and(|card| !cards.contains(card)));
        needed += 1;
    }
    needed.min(held.len() / 2)
}

/// Whether each range has a holding of unused cards that differ; the range with the fewest first.
fn search(ranges: &[&[Holding]], used: CardSet, looks: &mut usize) -> Option<bool> {
    let free = |holding: &&Holding| holding.cards.and(used).is_empty();
    let counts = ranges
        .iter()
        .map(|holdings| holdings.iter().filter(free).count());
    let Some((fewest, count)) = counts.enumerate().min_by_key(|&(_, count)| count) else {
        return Some(true);
    };
    *looks += ranges.iter().map(|holdings| holdings.len()).sum::<usize>();
    if *looks > MOST_LOOKS {
        return None;
    }
    if count == 0 {
        return Some(false);
    }
    let mut others = ranges.to_vec();
    let first = others.swap_remove(fewest);
    for (tried, holding) in first.iter().filter(free).enumerate() {
        // Most ranges fit at the first go, so that the limit is asked for only after that.
        if tried == 1 && most_apart(ranges, used) < ranges.len() {
            break;
        }
        match search(&others, used.or(holding.cards), looks) {
            Some(false) => {}
            found_or_given_up => return found_or_given_up,
        }
    }
    Some(false)
}
