//! What is known before the cards still to come: the game, the hands, the board and what is dead.

use std::sync::OnceLock;

use super::error::{Place, SpotError};
use super::game::Game;
use super::plan::Plan;
use super::policy::Policies;
use super::seat::{Held, Seat, seat, single};
use crate::card::{Card, CardError, CardSet, parse};
use crate::evaluate::Evaluator;
use crate::range::Range;
use crate::rules::Ties;

/// What is known before the cards still to come.
pub struct Spot {
    pub(crate) game: Game,
    pub(crate) evaluator: Evaluator,
    pub(crate) policies: Policies,
    pub(crate) board: Vec<u8>,
    pub(crate) dead: CardSet,
    /// The whole deck.
    pub(crate) cards: CardSet,
    /// What may still be dealt: neither dead nor on the board nor in a hand for sure.
    pub(crate) deck: CardSet,
    pub(crate) seats: Vec<Seat>,
    held: Vec<Held>,
    pub(crate) plan: OnceLock<Plan>,
}

/// What is asked for beside the hands.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The cards on the board.
    pub board: &'a [Card],
    /// Cards that are known to be in no hand and not to come.
    pub dead: &'a [Card],
    /// How many jokers the deck has; a joker in a hand is there in any case.
    pub jokers: u64,
    /// How players choose in Cowpie and Outhouse: one name for all, or one for each hand.
    pub policies: &'a [&'a str],
}

/// Nothing on the board, nothing dead, no jokers, and everyone wants the strongest two.
impl Default for Around<'_> {
    fn default() -> Self {
        Around {
            board: &[],
            dead: &[],
            jokers: 0,
            policies: &["two"],
        }
    }
}

impl Spot {
    /// The spot of hands that are written as [`Spot::read`] reads them.
    ///
    /// ```
    /// use pokerhouse::{Around, Evaluator, Game, Rules, Spot, Watch, cards};
    /// let board = cards("2h 7h Jc")?;
    /// let around = Around { board: &board, ..Around::default() };
    /// let standard = Evaluator::new(Rules::STANDARD);
    /// let spot = Spot::parse(Game::Holdem, &["AhKh", "QQ+"], standard, around)?;
    /// let watch = Watch::default();
    /// let pieces = spot.pieces(&watch)?.expect("all boards can be counted");
    /// assert_eq!(spot.count(0..pieces, 1, &watch)?.total, 11_880);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(
        game: Game,
        hands: &[impl AsRef<str>],
        evaluator: Evaluator,
        around: Around,
    ) -> Result<Spot, SpotError> {
        let held = (1..).zip(hands);
        let held = held.map(|(hand, text)| Spot::read(game, text.as_ref(), hand));
        Spot::new(game, held.collect::<Result<_, _>>()?, evaluator, around)
    }

    /// A hand as it is written: cards, a range of Hold'em hands, down cards and up cards with a `/`
    /// between, or nothing for an unknown hand. Hands count from 1 in errors.
    pub fn read(game: Game, text: &str, hand: usize) -> Result<Held, SpotError> {
        let place = Place::Hand(hand);
        let cards = |text: &str| -> Result<Vec<Card>, CardError> { parse(text).collect() };
        if game == Game::Holdem {
            return match (cards(text), Range::parse(text)) {
                (Ok(down), _) if down.len() <= 2 => Ok(Spot::held(game, down)),
                (_, Ok(range)) => Ok(Held::Range(range)),
                (Ok(down), Err(_)) => Ok(Spot::held(game, down)),
                (Err(_), Err(error)) => Err(SpotError::Range { hand, error }),
            };
        }
        let error = |error| SpotError::Card { place, error };
        match text.split_once('/') {
            None => Ok(Spot::held(game, cards(text).map_err(error)?)),
            Some((down, up)) => {
                let down = cards(down).map_err(error)?;
                let up = cards(up).map_err(|up| error(up.behind(down.len())))?;
                Ok(Held::Cards { down, up })
            }
        }
    }

    /// A hand of cards without a mark between down and up cards: where a game has up cards, the first
    /// three are down, in the order in which divisions take them.
    #[must_use]
    pub fn held(game: Game, mut down: Vec<Card>) -> Held {
        let (most, _) = game.cards(0);
        let up = if game.has_up_cards() && down.len() > most {
            down.split_off(most)
        } else {
            vec![]
        };
        Held::Cards { down, up }
    }

    /// The spot of these hands.
    pub fn new(
        game: Game,
        held: Vec<Held>,
        evaluator: Evaluator,
        around: Around,
    ) -> Result<Spot, SpotError> {
        let found = held.len();
        if !game.hands().contains(&found) {
            return Err(SpotError::Hands { game, found });
        }
        let on_board = around.board.len();
        let streets: &[usize] = if game.has_board() {
            &[0, 3, 4, 5]
        } else {
            &[0]
        };
        if !streets.contains(&on_board) {
            return Err(SpotError::Board {
                game,
                found: on_board,
            });
        }
        if around.jokers > 2 {
            return Err(SpotError::Jokers(around.jokers));
        }
        let mut taken = Taken {
            playable: evaluator.rules().playable(),
            cards: vec![],
        };
        around
            .board
            .iter()
            .try_for_each(|&card| taken.take(card, Place::Board))?;
        around
            .dead
            .iter()
            .try_for_each(|&card| taken.take(card, Place::Dead))?;
        let held: Vec<Held> = held.into_iter().map(single).collect();
        let mut most_held = 0;
        for (hand, held) in (1..).zip(&held) {
            if let Held::Cards { down, up } = held {
                let cards = down.iter().chain(up);
                cards
                    .copied()
                    .try_for_each(|card| taken.take(card, Place::Hand(hand)))?;
                most_held = most_held.max(down.len());
            }
        }
        let jokers = CardSet::JOKERS.iter().take(around.jokers as usize);
        let deck = jokers.fold(CardSet::NATURALS, CardSet::with);
        if let Some(joker) = deck.minus(taken.playable).iter().next() {
            let error = CardError::Joker { card: joker };
            let place = Place::Deck;
            return Err(SpotError::Card { place, error });
        }
        let known: CardSet = taken.cards.iter().map(|&(card, _)| card).collect();
        let (cards, deck) = (deck.or(known), deck.minus(known));

        let (downs, ups) = match game {
            // The round is that of the hand with the most cards (ruling O1).
            Game::Outhouse => (most_held.clamp(5, 7), 0),
            _ => game.cards(on_board),
        };
        let seats = (1..)
            .zip(&held)
            .map(|(hand, held)| seat(held, hand, game, on_board, [downs, ups], deck))
            .collect::<Result<Vec<Seat>, SpotError>>()?;
        let dead: CardSet = around.dead.iter().copied().collect();
        let policies = Policies::new(game, &evaluator, found, around.policies, downs, cards)?;
        let spot = Spot {
            game,
            evaluator,
            policies,
            board: around.board.iter().map(|card| card.number()).collect(),
            dead,
            cards,
            deck,
            seats,
            held,
            plan: OnceLock::new(),
        };
        spot.check_that_it_can_be_dealt()?;
        Ok(spot)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// What hands are evaluated by.
    #[must_use]
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// The hands as they were given.
    #[must_use]
    pub fn hands(&self) -> &[Held] {
        &self.held
    }

    /// Whether equal strengths are told apart by House Rules, which three of the games leave alone (ruling
    /// H6).
    pub(crate) fn breaks_ties(&self) -> bool {
        let plays_house_rules =
            !matches!(self.game, Game::Stackhouse | Game::Cowpie | Game::Outhouse);
        plays_house_rules && self.evaluator.rules().ties == Ties::House
    }

    /// How many cards are missing on the board.
    pub(crate) fn board_to_come(&self) -> usize {
        if self.game.has_board() {
            5 - self.board.len()
        } else {
            0
        }
    }

    /// The names of the parts of the pot, none where it is one.
    #[must_use]
    pub fn parts(&self) -> Vec<&'static str> {
        self.policies.parts.iter().map(|&(name, _)| name).collect()
    }

    /// The parts of the pot in proportion; one where it is not divided.
    pub(crate) fn part_sizes(&self) -> Vec<u64> {
        if self.policies.parts.is_empty() {
            return vec![1];
        }
        self.policies.parts.iter().map(|&(_, size)| size).collect()
    }

    fn check_that_it_can_be_dealt(&self) -> Result<(), SpotError> {
        let ranged = self.seats.iter().filter(|seat| seat.is_ranged()).count();
        let missing: usize = self.seats.iter().map(Seat::missing).sum();
        let mut wanted = missing + 2 * ranged + self.board_to_come();
        let mut held = self.deck.len();
        if self.game == Game::Outhouse && wanted <= held {
            // In the last round everyone has seven cards, from a deck to which what was exposed went
            // back.
            (wanted, held) = (7 * self.seats.len(), self.cards.minus(self.dead).len());
        }
        if wanted > held {
            return Err(SpotError::Deck { wanted, held });
        }
        self.check_that_ranges_go_together()
    }
}

/// The cards that are somewhere, and where.
struct Taken {
    playable: CardSet,
    cards: Vec<(Card, Place)>,
}

impl Taken {
    fn take(&mut self, card: Card, place: Place) -> Result<(), SpotError> {
        if !self.playable.contains(card) {
            let error = CardError::Joker { card };
            return Err(SpotError::Card { place, error });
        }
        if let Some(&(_, first)) = self.cards.iter().find(|&&(taken, _)| taken == card) {
            // In the order in which they are read: hands, board, dead.
            let (first, second) = match (first, place) {
                (Place::Board | Place::Dead, Place::Hand(_)) => (place, first),
                _ => (first, place),
            };
            return Err(SpotError::Twice {
                card,
                first,
                second,
            });
        }
        self.cards.push((card, place));
        Ok(())
    }
}
