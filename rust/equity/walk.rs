//! Every choice of cards to come, one by one.

use crate::card::CardSet;
use crate::evaluate::Sum;

/// Passes the sum of every choice of so many cards, with `held`, to `visit`.
#[inline]
pub(crate) fn each_hand(deck: &[Sum], wanted: usize, held: Sum, visit: &mut impl FnMut(Sum)) {
    match wanted {
        0 => visit(held),
        1 => deck.iter().for_each(|&card| visit(held + card)),
        _ => {
            for (place, &card) in deck.iter().enumerate() {
                each_hand(&deck[place + 1..], wanted - 1, held + card, visit);
            }
        }
    }
}

/// Passes every board that is `board[..known]` and a choice from the deck to `visit`, the cards one by one.
#[inline]
pub(crate) fn each_board(
    deck: &[Sum],
    board: &mut [Sum; 5],
    known: usize,
    visit: &mut impl FnMut(&[Sum; 5]),
) {
    if known == 5 {
        visit(board);
        return;
    }
    for (place, &card) in deck.iter().enumerate() {
        board[known] = card;
        each_board(&deck[place + 1..], board, known + 1, visit);
    }
}

/// How many more cards of each suit bring these to five.
pub(crate) fn suit_needs(cards: CardSet) -> [usize; 4] {
    [0, 1, 2, 3].map(|suit| 5usize.saturating_sub(cards.ranks_in(suit).count_ones() as usize))
}
