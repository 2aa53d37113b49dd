//! The rounds of Outhouse that are still to come (rulings O4 to O7).

use super::showdown::Showdown;
use super::tally::{Count, MOST_HANDS};
use crate::card::{CARDS, CardSet};
use crate::deal::Draws;

/// Counts one way in which the rounds go: everyone exposes two cards, they go back to the deck, and three
/// new ones are dealt, until seven were there; what is left is for the main pot. `held` are the hands of
/// this round, of so many `cards` each.
pub(crate) fn count_rounds(
    showdown: &Showdown,
    held: &mut [[u8; 7]],
    cards: usize,
    draws: &mut Draws,
    count: &mut Count,
) {
    let spot = showdown.spot;
    let mut strengths = [[0; MOST_HANDS]; 4];
    for (part, cards) in (cards..=7).enumerate() {
        let kept = cards - 2;
        for (seat, held) in held.iter_mut().enumerate() {
            let mut left = [0; 5];
            strengths[part][seat] = showdown.expose(seat, &held[..cards], &mut left[..kept]);
            held[..kept].copy_from_slice(&left[..kept]);
            if cards == 7 {
                strengths[part + 1][seat] = showdown.main(left);
            }
        }
        if cards < 7 {
            let all = held.iter().flat_map(|held| &held[..kept]);
            let kept_by_all = CardSet(all.fold(0, |set, card| set | 1 << card));
            let mut deck = Deck::of(spot.cards.minus(spot.dead).minus(kept_by_all));
            for held in &mut *held {
                let dealt = &mut held[kept..=cards];
                dealt.iter_mut().for_each(|card| *card = deck.draw(draws));
            }
        }
    }
    count.add_parts(&strengths[..9 - cards]);
}

/// A deck that is drawn from in random order.
pub(crate) struct Deck {
    cards: [u8; CARDS],
    len: usize,
}

impl Deck {
    pub(crate) fn of(set: CardSet) -> Deck {
        let mut cards = [0; CARDS];
        for (place, card) in cards.iter_mut().zip(set.iter()) {
            *place = card.number();
        }
        Deck {
            cards,
            len: set.len(),
        }
    }

    pub(crate) fn draw(&mut self, draws: &mut Draws) -> u8 {
        let place = draws.below(self.len as u64) as usize;
        self.len -= 1;
        self.cards.swap(place, self.len);
        self.cards[self.len]
    }
}
