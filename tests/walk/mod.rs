//! Walks over all hands of a deck, each hand a sum that shares its beginning with its neighbours.

use pokerhouse::Sum;
use rayon::prelude::*;

/// Calls `visit` with every choice of `size` cards from the deck, and returns the tallies that the
/// calls filled, a tally for each first card.
pub fn parts<T: Send>(
    deck: &[Sum],
    size: usize,
    start: impl Fn() -> T + Sync,
    visit: impl Fn(&mut T, Sum) + Sync,
) -> Vec<T> {
    (0..=deck.len() - size)
        .into_par_iter()
        .map(|first| {
            let mut tally = start();
            choose(&deck[first + 1..], size - 1, deck[first], &mut |sum| {
                visit(&mut tally, sum)
            });
            tally
        })
        .collect()
}

fn choose(deck: &[Sum], size: usize, sum: Sum, visit: &mut impl FnMut(Sum)) {
    match size {
        0 => visit(sum),
        1 => deck.iter().for_each(|&card| visit(sum + card)),
        _ => {
            for (i, &card) in deck.iter().enumerate().take(deck.len() + 1 - size) {
                choose(&deck[i + 1..], size - 1, sum + card, visit);
            }
        }
    }
}
