//! Which two cards an Outhouse player exposes (ruling O4), by a named policy.
//!
//! A choice is worth what is exposed and what is kept, each read from a table: the two cards by their
//! strength, three or four cards kept by their ranks, the five that are left at the end by theirs. Every
//! policy is such tables, so asking is the same for all: the greatest sum of two look-ups.

use std::fmt;
use std::sync::Arc;

use crate::ahead::{FACES, Hands, Plan, ROUNDS, TWOS, Want, face};
use crate::card::CardSet;
use crate::evaluate::Evaluator;
use crate::split;

const PLAYERS: std::ops::RangeInclusive<usize> = 2..=7;
/// The most cards that are held.
const MOST_CARDS: usize = 7;

/// A policy for exposures that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPolicy {
    /// There is none of this name.
    Name(String),
    /// Outhouse is not played by this many.
    Players(usize),
    /// The deck has too few cards for one hand.
    Deck(usize),
}

impl fmt::Display for NoPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPolicy::Name(name) => write!(
                f,
                "a policy is \"five\", \"two\" or \"share\", not {name:?}"
            ),
            NoPolicy::Players(players) => {
                write!(f, "2 to 7 players expose cards in Outhouse, not {players}")
            }
            NoPolicy::Deck(cards) => write!(
                f,
                "an Outhouse hand takes 7 cards, and the deck has {cards}"
            ),
        }
    }
}

impl std::error::Error for NoPolicy {}

/// The face of no card, in the place of a fourth card where three are kept.
const NONE: usize = FACES;
/// Pairs of faces, `NONE` included, without order.
const PAIRS: usize = (FACES + 1) * (FACES + 2) / 2;
/// The place of each pair of faces.
const PAIR: [[u8; 16]; 16] = {
    let mut places = [[0; 16]; 16];
    let (mut place, mut low) = (0, 0);
    while low <= NONE {
        let mut high = low;
        while high <= NONE {
            places[low][high] = place;
            places[high][low] = place;
            place += 1;
            high += 1;
        }
        low += 1;
    }
    assert!(place as usize == PAIRS);
    places
};

/// The choices from five or six columns in column order, each with the columns of what is kept; where
/// three are, the column after the last stands for no card.
const fn choices<const CARDS: usize, const CHOICES: usize>() -> [([u8; 2], [u8; 4]); CHOICES] {
    let mut choices = [([0; 2], [CARDS as u8; 4]); CHOICES];
    let (mut choice, mut place) = (0, 0);
    while place < split::TWOS.len() {
        let two = split::TWOS[place];
        place += 1;
        if two[1] as usize >= CARDS {
            continue;
        }
        let (mut column, mut kept) = (0, 0);
        while column < CARDS as u8 {
            if column != two[0] && column != two[1] {
                choices[choice].1[kept] = column;
                kept += 1;
            }
            column += 1;
        }
        choices[choice].0 = two;
        choice += 1;
    }
    assert!(choice == CHOICES);
    choices
}

const OF_FIVE: [([u8; 2], [u8; 4]); 10] = choices::<5, 10>();
const OF_SIX: [([u8; 2], [u8; 4]); 15] = choices::<6, 15>();

/// How players choose the two cards that they expose.
///
/// It is made once for some rules, deck and number of players, and then asked as often as one likes;
/// a clone is the same policy, not a copy of it.
#[derive(Clone)]
pub struct Exposing(Arc<Tables>);

struct Tables {
    evaluator: Evaluator,
    name: &'static str,
    players: usize,
    rounds: usize,
    gain: f64,
    faces: [u8; 64],
    twos: [[u64; TWOS]; ROUNDS],
    /// What three or four cards kept are worth, by two pairs of their faces.
    kept: Box<[[u64; PAIRS]; PAIRS]>,
    /// What the five that are left are worth, by the place of their strength.
    fives: Vec<u64>,
}

impl fmt::Debug for Exposing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exposing")
            .field("name", &self.name())
            .field("players", &self.players())
            .finish_non_exhaustive()
    }
}

impl Exposing {
    /// The policy with this name, for players who are dealt to from this deck.
    pub fn new(
        evaluator: &Evaluator,
        name: &str,
        players: usize,
        deck: CardSet,
    ) -> Result<Exposing, NoPolicy> {
        let (name, want) = match name {
            "five" => ("five", Want::Five),
            "two" => ("two", Want::Two),
            "share" => ("share", Want::Share),
            _ => return Err(NoPolicy::Name(name.into())),
        };
        if !PLAYERS.contains(&players) {
            return Err(NoPolicy::Players(players));
        }
        let deck = deck.and(evaluator.rules().playable());
        if deck.len() < MOST_CARDS {
            return Err(NoPolicy::Deck(deck.len()));
        }
        let mut faces = [0; 64];
        for card in CardSet::NATURALS.or(CardSet::JOKERS).iter() {
            faces[usize::from(card.number())] = face(card, evaluator.rules().wilds());
        }
        let hands = Hands::new(evaluator, deck);
        let (plan, rounds, gain) = hands.plan(want, players);
        Ok(Exposing(Arc::new(Tables {
            evaluator: evaluator.clone(),
            name,
            players,
            rounds,
            gain,
            faces,
            kept: by_pairs(&hands, &plan),
            twos: plan.twos,
            fives: plan.fives,
        })))
    }

    /// The columns of the two cards to expose of 5, 6 or 7 card numbers: the best choice, of equal ones
    /// the first in column order. Of numbers that are no hand any two columns.
    ///
    /// # Panics
    /// For another number of cards.
    #[inline]
    #[must_use]
    pub fn expose(&self, cards: &[u8]) -> [usize; 2] {
        let columns = match *cards {
            [a, b, c, d, e] => self.best_of(0, &[a, b, c, d, e], &OF_FIVE),
            [a, b, c, d, e, f] => self.best_of(1, &[a, b, c, d, e, f], &OF_SIX),
            [a, b, c, d, e, f, g] => self.best_of_seven(&[a, b, c, d, e, f, g]),
            _ => panic!("5, 6 or 7 cards are held when two are exposed"),
        };
        columns.map(usize::from)
    }

    #[inline(always)]
    fn best_of<const CARDS: usize>(
        &self,
        round: usize,
        numbers: &[u8; CARDS],
        choices: &[([u8; 2], [u8; 4])],
    ) -> [u8; 2] {
        let tables = &*self.0;
        let (pairs, twos) = (tables.evaluator.pairs(), &tables.twos[round]);
        let mut faces = [NONE as u8; MOST_CARDS];
        for (face, &number) in faces.iter_mut().zip(numbers) {
            *face = tables.faces[usize::from(number % 64)];
        }
        let pair = |first: u8, second: u8| {
            let face = |column: u8| usize::from(faces[usize::from(column)] % 16);
            usize::from(PAIR[face(first)][face(second)])
        };
        // The place goes into the low four bits, the first one greatest, so that the maximum needs no
        // branch.
        let mut best = 0;
        for (place, &([first, second], [a, b, c, d])) in choices.iter().enumerate() {
            let two = pairs.strength_of(numbers[usize::from(first)], numbers[usize::from(second)]);
            let worth = twos[two.index()] + tables.kept[pair(a, b)][pair(c, d)];
            best = best.max(worth << 4 | (15 - place as u64));
        }
        choices[15 - (best % 16) as usize].0
    }

    #[inline(always)]
    fn best_of_seven(&self, numbers: &[u8; MOST_CARDS]) -> [u8; 2] {
        let tables = &*self.0;
        let (twos, fives) = (&tables.twos[ROUNDS - 1], &tables.fives);
        let mut best = 0;
        let divider = tables.evaluator.divider(false);
        divider.each(numbers, u32::MAX, |place, five, two| {
            let worth = twos[two.index()] + fives[five.place()];
            best = best.max(worth << 5 | u64::from(31 - place));
        });
        split::TWOS[31 - (best % 32) as usize]
    }

    /// The name of the policy.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// How many players it is for.
    #[must_use]
    pub fn players(&self) -> usize {
        self.0.players
    }

    /// How many rounds of answers it took to settle: none for `"two"`.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.0.rounds
    }

    /// What the best answer to players of this policy would still gain, as a part of a fair share of
    /// what the policy is after.
    #[must_use]
    pub fn gain(&self) -> f64 {
        self.0.gain
    }
}

/// What three and four cards are worth to keep, where [`Exposing::expose`] looks for it.
fn by_pairs(hands: &Hands, plan: &Plan) -> Box<[[u64; PAIRS]; PAIRS]> {
    let mut worth = Box::new([[0; PAIRS]; PAIRS]);
    let faces = 0..hands.faces();
    let [three, four] = &plan.kept;
    for first in faces.clone() {
        for second in first..faces.end {
            let row = &mut worth[usize::from(PAIR[first][second])];
            for third in faces.clone() {
                let place = hands.place(&[first, second, third]);
                row[usize::from(PAIR[third][NONE])] = three[place];
                for fourth in third..faces.end {
                    let place = hands.place(&[first, second, third, fourth]);
                    row[usize::from(PAIR[third][fourth])] = four[place];
                }
            }
        }
    }
    worth
}
