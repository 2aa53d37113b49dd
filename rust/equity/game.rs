//! The games that equity is asked for: how many cards a hand has, where they come from, and into which
//! parts the pot is divided.

use std::ops::RangeInclusive;

/// A game in which hands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Two hole cards and a board of five.
    Holdem,
    /// Four to six hole cards of which exactly two play (ruling R8).
    Omaha(u8),
    /// Seven cards of one's own.
    Stud,
    /// One hole card (ruling S2).
    Ethos,
    /// Three hole cards, of which one is discarded after the flop (rulings S2, S4).
    TriShow,
    /// Four hands on one board (rulings S1 to S6).
    Stackhouse,
    /// Seven cards divided into five and two (rulings C4, C6).
    Cowpie,
    /// Two cards exposed three times, then the best five of what is left (rulings O4 to O7).
    Outhouse,
}

/// Every game and its name.
const GAMES: [(&str, Game); 10] = [
    ("holdem", Game::Holdem),
    ("omaha", Game::Omaha(4)),
    ("omaha5", Game::Omaha(5)),
    ("omaha6", Game::Omaha(6)),
    ("stud", Game::Stud),
    ("ethos", Game::Ethos),
    ("tri-show", Game::TriShow),
    ("stackhouse", Game::Stackhouse),
    ("cowpie", Game::Cowpie),
    ("outhouse", Game::Outhouse),
];

/// The hole cards of Stackhouse's Hands One to Four.
pub(crate) const STACKHOUSE_HANDS: [usize; 4] = [1, 2, 3, 4];

impl Game {
    /// The game of this name, `"holdem"`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Game> {
        let named = GAMES.iter().find(|(known, _)| *known == name);
        named.map(|&(_, game)| game)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = GAMES.iter().find(|&&(_, game)| game == self);
        named.map_or("", |&(name, _)| name)
    }

    /// The names of all games.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        GAMES.iter().map(|&(name, _)| name)
    }

    /// How many hands play.
    pub(crate) const fn hands(self) -> RangeInclusive<usize> {
        match self {
            Game::Stackhouse => 2..=2,
            Game::Cowpie | Game::Outhouse => 2..=7,
            _ => 2..=super::tally::MOST_HANDS,
        }
    }

    /// Whether all hands share a board.
    pub(crate) const fn has_board(self) -> bool {
        !matches!(self, Game::Stud | Game::Cowpie | Game::Outhouse)
    }

    /// Whether some of a hand's cards are dealt face up.
    pub(crate) const fn has_up_cards(self) -> bool {
        matches!(self, Game::Stud | Game::Cowpie)
    }

    /// How many cards of its own a hand has, where so many are on the board, face down and face up; of
    /// Outhouse those of the first round.
    pub(crate) const fn cards(self, board: usize) -> (usize, usize) {
        match self {
            Game::Holdem => (2, 0),
            Game::Omaha(cards) => (cards as usize, 0),
            Game::Ethos => (1, 0),
            Game::TriShow => (if board < 3 { 3 } else { 2 }, 0),
            Game::Stackhouse => (if board < 3 { 10 } else { 9 }, 0),
            Game::Stud | Game::Cowpie => (3, 4),
            Game::Outhouse => (5, 0),
        }
    }

    /// Whether a discard is still to be made where so many are on the board (ruling S4): on the flop a
    /// hand may still hold the card that it is about to discard.
    pub(crate) const fn discards(self) -> bool {
        matches!(self, Game::TriShow | Game::Stackhouse)
    }
}
