//! What is known before the cards still to come: the game, the hands, the board and what is dead.

use std::fmt;
use std::sync::OnceLock;

use super::game::{Game, STACKHOUSE_HANDS};
use super::plan::Plan;
use super::policy::Policies;
use crate::card::{Card, CardError, CardSet, parse};
use crate::evaluate::Evaluator;
use crate::expose::NoPolicy;
use crate::range::{Range, RangeError};
use crate::rules::Ties;
use crate::split::NoPreference;

/// What is known of one hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Cards; those that are missing are dealt at random.
    Cards {
        /// Face down.
        down: Vec<Card>,
        /// Face up.
        up: Vec<Card>,
    },
    /// One of several hands of two, by weight.
    Range(Range),
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Range(range) => range.fmt(f),
            Held::Cards { down, up } => {
                down.iter().try_for_each(|card| card.fmt(f))?;
                if !up.is_empty() {
                    f.write_str("/")?;
                    up.iter().try_for_each(|card| card.fmt(f))?;
                }
                Ok(())
            }
        }
    }
}

/// Where a card was given. Hands count from 1, as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a hand.
    Hand(usize),
    /// On the board.
    Board,
    /// Among the dead cards.
    Dead,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(hand) => write!(f, "in hand {hand}"),
            Place::Board => f.write_str("on the board"),
            Place::Dead => f.write_str("among the dead cards"),
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
    /// No hand of one range goes with any of the others.
    Collision { hands: Vec<usize> },
    /// So many policies for so many hands.
    Policies { found: usize, hands: usize },
    /// A policy of dividing that does not exist.
    Dividing(NoPreference),
    /// A policy of exposing that does not exist.
    Exposing(NoPolicy),
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
            SpotError::Cards {
                hand,
                game,
                most,
                found,
            } => write!(
                f,
                "hand {hand} of {} has at most {most} cards face down here, not {found}",
                game.name()
            ),
            SpotError::Up {
                hand,
                game,
                most,
                found,
            } => write!(
                f,
                "hand {hand} of {} has at most {most} cards face up, not {found}",
                game.name()
            ),
            SpotError::Board { game, found } if game.has_board() => {
                write!(f, "a board has 0, 3, 4 or 5 cards, not {found}")
            }
            SpotError::Board { game, found } => {
                write!(
                    f,
                    "{} has no board, and {found} cards were given",
                    game.name()
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
                "{wanted} cards are still to be dealt, and the deck has {held}"
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
            SpotError::Policies { found, hands } => write!(
                f,
                "a policy for all hands or one for each is needed: {found} for {hands} hands"
            ),
            SpotError::Dividing(error) => error.fmt(f),
            SpotError::Exposing(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpotError {}

/// One way to hold a hand: its cards, the down ones first, and how much it weighs.
#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) cards: CardSet,
    pub(crate) numbers: Vec<u8>,
    pub(crate) weight: u64,
}

/// A hand as it is dealt out.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// Some cards are known, and so many are missing, face down and face up.
    Dealt {
        down: Vec<u8>,
        up: Vec<u8>,
        missing: [usize; 2],
    },
    /// One of several holdings.
    Ranged(Vec<Holding>),
}

impl Seat {
    /// How many cards are to be dealt to it at random.
    pub(crate) fn missing(&self) -> usize {
        match self {
            Seat::Dealt { missing, .. } => missing.iter().sum(),
            Seat::Ranged(_) => 0,
        }
    }

    /// How many ways there are to hold it, with so many cards in the deck.
    pub(crate) fn ways(&self, deck: usize) -> f64 {
        match self {
            Seat::Dealt { missing, .. } => {
                choices(deck, missing[0]) * choices(deck.saturating_sub(missing[0]), missing[1])
            }
            Seat::Ranged(holdings) => holdings.len() as f64,
        }
    }

    /// Every way to hold it from this deck.
    pub(crate) fn holdings(&self, deck: CardSet) -> Vec<Holding> {
        let Seat::Dealt { down, up, missing } = self else {
            let Seat::Ranged(holdings) = self else {
                return vec![];
            };
            return holdings.clone();
        };
        let mut holdings = Vec::new();
        each_choice(deck, missing[0], &mut vec![], &mut |downs| {
            let left = downs.iter().fold(deck, |left, &card| left.without(card));
            each_choice(left, missing[1], &mut vec![], &mut |ups| {
                let dealt = |cards: &[Card]| cards.iter().map(|c| c.number()).collect::<Vec<_>>();
                let numbers = [&down[..], &dealt(downs), up, &dealt(ups)].concat();
                holdings.push(Holding {
                    cards: set_of(&numbers),
                    numbers,
                    weight: 1,
                });
            });
        });
        holdings
    }
}

/// Passes every choice of so many cards to `take`, lowest numbers first.
pub(crate) fn each_choice(
    cards: CardSet,
    wanted: usize,
    chosen: &mut Vec<Card>,
    take: &mut impl FnMut(&[Card]),
) {
    if wanted == 0 {
        take(chosen);
        return;
    }
    let mut left = cards;
    for card in cards.iter() {
        left = left.without(card);
        if left.len() + 1 < wanted {
            break;
        }
        chosen.push(card);
        each_choice(left, wanted - 1, chosen, take);
        chosen.pop();
    }
}

/// How many choices of `wanted` there are among `cards`.
pub(crate) fn choices(cards: usize, wanted: usize) -> f64 {
    if wanted > cards {
        return 0.0;
    }
    (0..wanted).fold(1.0, |ways, i| ways * (cards - i) as f64 / (i + 1) as f64)
}

/// The set of these card numbers.
pub(crate) fn set_of(numbers: &[u8]) -> CardSet {
    CardSet(numbers.iter().fold(0, |set, number| set | 1 << number))
}

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
#[derive(Clone, Copy, Debug, Default)]
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

impl Spot {
    /// A hand as it is written: cards, a range of Hold'em hands, down cards and up cards with a `/`
    /// between, or nothing for an unknown hand. Hands count from 1 in errors.
    pub fn read(game: Game, text: &str, hand: usize) -> Result<Held, SpotError> {
        let place = Place::Hand(hand);
        let cards = |text: &str| -> Result<Vec<Card>, CardError> { parse(text).collect() };
        if game == Game::Holdem && !text.trim().is_empty() {
            let as_cards = cards(text);
            return match (Range::parse(text), as_cards) {
                (Ok(range), _) => Ok(Held::Range(range)),
                (Err(_), Ok(down)) => Ok(Held::Cards { down, up: vec![] }),
                (Err(error), Err(_)) => Err(SpotError::Range { hand, error }),
            };
        }
        let error = |error| SpotError::Card { place, error };
        match text.split_once('/') {
            None => Ok(Spot::held(game, cards(text).map_err(error)?)),
            Some((down, up)) => Ok(Held::Cards {
                down: cards(down).map_err(error)?,
                up: cards(up).map_err(error)?,
            }),
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
            let place = Place::Dead;
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
        let ranged = |seat: &Seat| matches!(seat, Seat::Ranged(_));
        let dealt = self.seats.iter().map(Seat::missing).sum::<usize>() + self.board_to_come();
        let wanted = dealt + 2 * self.seats.iter().filter(|seat| ranged(seat)).count();
        let held = self.deck.len();
        if wanted > held {
            return Err(SpotError::Deck { wanted, held });
        }
        let ranges: Vec<usize> = (0..self.seats.len())
            .filter(|&seat| ranged(&self.seats[seat]))
            .collect();
        if self.can_be_dealt(&ranges) {
            return Ok(());
        }
        // The fewest hands that already collide.
        let mut colliding = ranges;
        let mut place = 0;
        while place < colliding.len() {
            let mut fewer = colliding.clone();
            fewer.remove(place);
            if self.can_be_dealt(&fewer) {
                place += 1;
            } else {
                colliding = fewer;
            }
        }
        let hands = colliding.iter().map(|seat| seat + 1).collect();
        Err(SpotError::Collision { hands })
    }

    /// Whether these seats' ranges have holdings that differ in all cards.
    fn can_be_dealt(&self, seats: &[usize]) -> bool {
        let mut ranges: Vec<&[Holding]> = seats
            .iter()
            .filter_map(|&seat| match &self.seats[seat] {
                Seat::Ranged(holdings) => Some(&holdings[..]),
                Seat::Dealt { .. } => None,
            })
            .collect();
        // Those with the fewest holdings decide soonest.
        ranges.sort_by_key(|holdings| holdings.len());
        fn fits(ranges: &[&[Holding]], used: CardSet) -> bool {
            let [first, rest @ ..] = ranges else {
                return true;
            };
            first.iter().any(|holding| {
                holding.cards.and(used).is_empty() && fits(rest, used.or(holding.cards))
            })
        }
        fits(&ranges, CardSet::EMPTY)
    }
}

/// A range of one hand is two cards.
fn single(held: Held) -> Held {
    match held {
        Held::Range(range) if range.combos().len() == 1 => Held::Cards {
            down: range.combos()[0].0.to_vec(),
            up: vec![],
        },
        other => other,
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

/// How a hand is dealt out, of which `full` cards are down and up when all are there.
fn seat(
    held: &Held,
    hand: usize,
    game: Game,
    on_board: usize,
    full: [usize; 2],
    deck: CardSet,
) -> Result<Seat, SpotError> {
    let (down, up) = match held {
        Held::Cards { down, up } => (down, up),
        Held::Range(range) => {
            let holdings: Vec<Holding> = range
                .combos()
                .iter()
                .filter(|(cards, _)| cards.iter().all(|&card| deck.contains(card)))
                .map(|&(cards, weight)| Holding {
                    cards: cards.into_iter().collect(),
                    numbers: cards.map(Card::number).to_vec(),
                    weight: weight.into(),
                })
                .collect();
            if holdings.is_empty() {
                return Err(SpotError::NothingLeft { hand });
            }
            return Ok(Seat::Ranged(with_least_weights(holdings)));
        }
    };
    // On the flop a card may still be there that is about to be discarded (ruling S4); all of them
    // must be known then.
    let about_to_discard = game.discards() && on_board == 3 && down.len() == full[0] + 1;
    let most = full[0] + usize::from(about_to_discard);
    if down.len() > most {
        return Err(SpotError::Cards {
            hand,
            game,
            most,
            found: down.len(),
        });
    }
    if up.len() > full[1] {
        return Err(SpotError::Up {
            hand,
            game,
            most: full[1],
            found: up.len(),
        });
    }
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
    Ok(Seat::Dealt {
        missing: [most - down.len(), full[1] - up.len()],
        down: numbers(down),
        up: numbers(up),
    })
}

/// The holdings with weights in the same proportion and as small as can be.
fn with_least_weights(mut holdings: Vec<Holding>) -> Vec<Holding> {
    let divisor = holdings.iter().fold(0, |divisor, holding| {
        let (mut a, mut b) = (divisor, holding.weight);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    for holding in &mut holdings {
        holding.weight /= divisor;
    }
    holdings
}

/// Where each of Stackhouse's four hands begins among a player's cards, and how many it has: after the
/// discard Hand Three has two (ruling S4).
pub(crate) fn stackhouse_hands(cards: usize) -> [std::ops::Range<usize>; 4] {
    let discarded = 10 - cards;
    let mut begin = 0;
    std::array::from_fn(|hand| {
        let held = STACKHOUSE_HANDS[hand] - if hand == 2 { discarded } else { 0 };
        begin += held;
        begin - held..begin
    })
}
