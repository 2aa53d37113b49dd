//! What is wrong with a spot, in words that name the hand and the card.

use std::fmt;

use super::game::Game;
use crate::card::{Card, CardError};
use crate::expose::NoPolicy;
use crate::range::RangeError;
use crate::split::NoPreference;
use crate::words::counted;

/// Where a card was given. Hands count from 1, as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a hand.
    Hand(usize),
    /// On the board.
    Board,
    /// Among the dead cards.
    Dead,
    /// In the deck, as one of its jokers.
    Deck,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(hand) => write!(f, "in hand {hand}"),
            Place::Board => f.write_str("on the board"),
            Place::Dead => f.write_str("among the dead cards"),
            Place::Deck => f.write_str("in the deck"),
        }
    }
}

/// A spot that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpotError {
    /// There is no game of this name.
    Game(String),
    /// Too few or too many hands.
    Hands { game: Game, found: usize },
    /// What was given in a place is no card, or none that the rules allow.
    Card { place: Place, error: CardError },
    /// What was given as a hand is neither cards nor a range.
    Range { hand: usize, error: RangeError },
    /// A range in a game whose hands are no two cards.
    NoRanges { game: Game },
    /// A hand has too many cards.
    Cards {
        hand: usize,
        game: Game,
        most: usize,
        found: usize,
    },
    /// A hand has too many cards up, or any in a game that has none.
    Up {
        hand: usize,
        game: Game,
        most: usize,
        found: usize,
    },
    /// The board has a number of cards that no street has.
    Board { game: Game, found: usize },
    /// One card is in two places.
    Twice {
        card: Card,
        first: Place,
        second: Place,
    },
    /// The deck has fewer cards than are to be dealt.
    Deck { wanted: usize, held: usize },
    /// More jokers than there are.
    Jokers(u64),
    /// Every hand of a range holds a card that is somewhere else.
    NothingLeft { hand: usize },
    /// There is no deal with a hand of each of these ranges.
    Collision { hands: Vec<usize> },
    /// No deal of all ranges was found, or so few that drawing them takes for ever.
    HardlyTogether,
    /// So many policies for so many hands.
    Policies { found: usize, hands: usize },
    /// A policy that divides by what is not known of these rules or players.
    Dividing(NoPreference),
    /// A policy that does not exist, or not for these players and this deck.
    Policy(NoPolicy),
}

impl fmt::Display for SpotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpotError::Game(name) => {
                let names: Vec<&str> = Game::names().collect();
                write!(
                    f,
                    "there is no game {name:?}: it is one of {}",
                    names.join(", ")
                )
            }
            SpotError::Hands { game, found } => {
                let hands = game.hands();
                let (least, most) = (hands.start(), hands.end());
                write!(f, "{} is played by {least}", game.name())?;
                if most > least {
                    write!(f, " to {most}")?;
                }
                write!(
                    f,
                    " hands, not {found}; an unknown hand is an empty text, \"\""
                )
            }
            SpotError::Card { place, error } => write!(f, "{place}: {error}"),
            SpotError::Range { hand, error } => write!(f, "hand {hand}: {error}"),
            SpotError::NoRanges { game } => {
                write!(f, "ranges are of holdem's hands, not of {}'s", game.name())
            }
            &SpotError::Cards {
                hand,
                game,
                most,
                found,
            } => {
                let down = if game.has_up_cards() {
                    " face down"
                } else {
                    ""
                };
                let discarded = if most < game.cards(0).0 {
                    " after its discard (S4)"
                } else {
                    ""
                };
                write!(
                    f,
                    "hand {hand} has {}{down}, and a hand of {} has at most {most}{discarded}",
                    counted(found, "card"),
                    game.name()
                )
            }
            &SpotError::Up {
                hand,
                game,
                most,
                found,
            } => {
                let most = match most {
                    0 => "none".to_string(),
                    _ => format!("at most {most}"),
                };
                write!(
                    f,
                    "hand {hand} has {} face up, and a hand of {} has {most}",
                    counted(found, "card"),
                    game.name()
                )
            }
            SpotError::Board { game, found } if game.has_board() => {
                write!(f, "a board has 0, 3, 4 or 5 cards, not {found}")
            }
            SpotError::Board { game, found } => {
                write!(
                    f,
                    "{} has no board, and one of {} was given",
                    game.name(),
                    counted(*found, "card")
                )
            }
            SpotError::Twice {
                card,
                first,
                second,
            } if first == second => write!(f, "{card} is there twice, {first}"),
            SpotError::Twice {
                card,
                first,
                second,
            } => write!(f, "{card} is there twice, {first} and {second}"),
            SpotError::Deck { wanted, held } => write!(
                f,
                "cards still to be dealt: {wanted}, and the deck has {held}"
            ),
            SpotError::Jokers(jokers) => write!(f, "a deck has 0, 1 or 2 jokers, not {jokers}"),
            SpotError::NothingLeft { hand } => write!(
                f,
                "nothing is left of hand {hand}: each of its hands holds a card that is elsewhere"
            ),
            SpotError::Collision { hands } => {
                let hands: Vec<String> = hands.iter().map(usize::to_string).collect();
                write!(
                    f,
                    "hands {} cannot be dealt together: they need the same cards",
                    hands.join(" and ")
                )
            }
            SpotError::HardlyTogether => f.write_str(
                "the hands cannot be dealt together, or so rarely that no deal was found: their ranges \
                 need the same cards",
            ),
            SpotError::Policies { found, hands } => write!(
                f,
                "a policy for all hands or one for each is needed: {found} for {hands} hands"
            ),
            SpotError::Dividing(error) => error.fmt(f),
            SpotError::Policy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpotError {}
