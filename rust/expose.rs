//! Which two cards an Outhouse player exposes (ruling O4), by a named policy.
//!
//! A choice is worth what is exposed and what is kept, each read from a table: the two cards by their
//! strength, three or four cards kept by their ranks, the five that are left at the end by theirs. Every
//! policy is such tables, so asking is the same for all: the greatest sum of two look-ups.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ahead::{Hands, Plan, ROUNDS, Settled, Want};
use crate::card::CardSet;
use crate::evaluate::Evaluator;
use crate::holdings::{FACES, Holdings, MOST_CARDS, WILD};
use crate::split;
use crate::strength::Strength;

const PLAYERS: std::ops::RangeInclusive<usize> = 2..=7;
/// How many policies a process remembers.
const REMEMBERED: usize = 32;

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

/// The columns of two cards, and of the others.
type Columns = ([usize; 2], [usize; 4]);

/// The choices from five or six columns in column order; where three are kept, column 5 is no card.
const fn choices(columns: usize) -> &'static [Columns] {
    const OF_FIVE: [Columns; 10] = of_columns(5);
    const OF_SIX: [Columns; 15] = of_columns(6);
    if columns == 5 { &OF_FIVE } else { &OF_SIX }
}

const fn of_columns<const CHOICES: usize>(columns: usize) -> [Columns; CHOICES] {
    let mut choices = [([0; 2], [0; 4]); CHOICES];
    let (mut choice, mut first) = (0, 0);
    while first < columns {
        let mut second = first + 1;
        while second < columns {
            let (mut column, mut kept) = (0, 0);
            while kept < 4 {
                if column != first && column != second {
                    choices[choice].1[kept] = column;
                    kept += 1;
                }
                column += 1;
            }
            choices[choice].0 = [first, second];
            choice += 1;
            second += 1;
        }
        first += 1;
    }
    choices
}

/// How players choose the two cards that they expose.
///
/// It is made for some rules, players and deck, and then asked as often as one likes. A clone is the same
/// policy, not a copy of it.
#[derive(Clone)]
pub struct Exposing(Arc<Tables>);

struct Tables {
    evaluator: Evaluator,
    name: &'static str,
    players: usize,
    deck: CardSet,
    answers: usize,
    gain: f64,
    /// The code of each card, which is its face, or more than `WILD` for a wild that may be itself.
    codes: [u8; 64],
    /// What two exposed cards are worth in each round, by their codes.
    twos: Box<[[[u64; 32]; 32]; ROUNDS]>,
    /// What three or four cards kept are worth, by two pairs of their faces.
    kept: Box<[[u64; PAIRS]; PAIRS]>,
    /// What the five that are left are worth, by the number of their strength.
    fives: Vec<u64>,
}

impl fmt::Debug for Exposing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exposing")
            .field("rules", self.0.evaluator.rules())
            .field("name", &self.name())
            .field("players", &self.players())
            .finish_non_exhaustive()
    }
}

impl Exposing {
    /// The policy with this name at a table of 2 to 7 players who are dealt to from this deck, the cards
    /// of all hands included.
    ///
    /// `"two"` exposes the strongest two cards. `"five"` keeps what promises most for the main pot, and
    /// exposes the stronger two where several choices promise the same. `"share"` goes for the greatest
    /// share of all pots still to come, when every player puts the same in each round and half of
    /// it goes to the side pot (ruling O3). What cards promise is worked out against players of the same
    /// policy, see the top of `rust/ahead.rs`.
    ///
    /// A policy is settled once in a process: the 32 made last are remembered. `"share"` takes from a
    /// fifth of a second (7 players) to six tenths (2 to 4), `"five"` a twentieth, `"two"` a hundredth, and
    /// with wild cards up to twice as long. Then it answers in 20 to 80 billionths of a second.
    ///
    /// ```
    /// use pokerhouse::{CardSet, Evaluator, Exposing, Rules, cards};
    /// let no_flush = Evaluator::new(Rules::NO_FLUSH);
    /// let hand = cards("As Ad Kc Kh 6s 6d 4c")?.into_iter().map(|card| card.number());
    /// let hand: Vec<u8> = hand.collect();
    /// let exposed = |name| {
    ///     let policy = Exposing::new(&no_flush, name, 4, CardSet::NATURALS)?;
    ///     Ok::<_, pokerhouse::NoPolicy>(policy.expose(&hand))
    /// };
    /// assert_eq!(exposed("two")?, [0, 1]); // A-A, which leaves K-K-6-6-4
    /// assert_eq!(exposed("five")?, [4, 6]); // 6-4, which leaves A-A-K-K-6
    /// assert_eq!(exposed("share")?, [0, 1]); // the last side pot is worth it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        evaluator: &Evaluator,
        name: &str,
        players: usize,
        deck: CardSet,
    ) -> Result<Exposing, NoPolicy> {
        static LAST: Mutex<VecDeque<Exposing>> = Mutex::new(VecDeque::new());
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
        // Held while a policy is settled, so that others wait for it instead of settling it too.
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |exposing: &&Exposing| {
            let tables = &*exposing.0;
            (&tables.evaluator, tables.name) == (evaluator, name)
                && (tables.players, tables.deck) == (players, deck)
        };
        if let Some(exposing) = last.iter().find(same) {
            return Ok(exposing.clone());
        }
        let exposing = Exposing::settle(evaluator, name, want, players, deck);
        if last.len() == REMEMBERED {
            last.pop_front();
        }
        last.push_back(exposing.clone());
        Ok(exposing)
    }

    fn settle(
        evaluator: &Evaluator,
        name: &'static str,
        want: Want,
        players: usize,
        deck: CardSet,
    ) -> Exposing {
        let hands = Hands::new(evaluator, deck);
        let Settled {
            plan,
            answers,
            gain,
        } = hands.settle(want, players);
        let pairs = evaluator.pairs();
        let mut twos = Box::new([[[0; 32]; 32]; ROUNDS]);
        for (by_code, worth) in twos.iter_mut().zip(&plan.twos) {
            for first in 0..32 {
                for second in 0..32 {
                    let two = pairs.strength_of_codes(first, second).index();
                    by_code[usize::from(first)][usize::from(second)] = worth[two];
                }
            }
        }
        let mut fives = vec![0; 1 << 16];
        for (five, worth) in Strength::all().zip(&plan.fives) {
            fives[usize::from(five.0)] = *worth;
        }
        Exposing(Arc::new(Tables {
            evaluator: evaluator.clone(),
            name,
            players,
            deck,
            answers,
            gain,
            codes: std::array::from_fn(|number| pairs.code(number as u8)),
            twos,
            kept: by_pairs(&hands.holdings, &plan),
            fives,
        }))
    }

    /// The columns of the two cards to expose of 5, 6 or 7 card numbers: the best choice, of equal ones
    /// the first in column order. Of numbers that are no hand any two columns.
    ///
    /// # Panics
    /// For another number of cards.
    #[inline]
    #[must_use]
    pub fn expose(&self, cards: &[u8]) -> [usize; 2] {
        match *cards {
            [a, b, c, d, e] => self.best_of(&[a, b, c, d, e]),
            [a, b, c, d, e, f] => self.best_of(&[a, b, c, d, e, f]),
            [a, b, c, d, e, f, g] => self.best_of_seven(&[a, b, c, d, e, f, g]),
            _ => panic!("5, 6 or 7 cards are held when two are exposed"),
        }
    }

    /// The best of the choices from so many columns; where five are held the sixth is no card.
    #[inline(always)]
    fn best_of<const CARDS: usize>(&self, numbers: &[u8; CARDS]) -> [usize; 2] {
        let tables = &*self.0;
        let twos = &tables.twos[CARDS - 5];
        let code = |column: usize| match numbers.get(column) {
            Some(&number) => tables.codes[usize::from(number % 64)],
            None => 0,
        };
        let codes: [u8; 6] = std::array::from_fn(code);
        let face = |column: usize| match column < CARDS {
            true => usize::from(codes[column].min(WILD)),
            false => NONE,
        };
        let faces: [usize; 6] = std::array::from_fn(face);
        let pair = |first: usize, second: usize| usize::from(PAIR[faces[first]][faces[second]]);
        // The place goes into the low four bits, the first one greatest, so that the maximum needs no
        // branch.
        let mut best = 0;
        for (place, &([first, second], [a, b, c, d])) in choices(CARDS).iter().enumerate() {
            let two = twos[usize::from(codes[first] % 32)][usize::from(codes[second] % 32)];
            let worth = two + tables.kept[pair(a, b)][pair(c, d)];
            best = best.max(worth << 4 | (15 - place as u64));
        }
        choices(CARDS)[15 - (best % 16) as usize].0
    }

    #[inline(always)]
    fn best_of_seven(&self, numbers: &[u8; MOST_CARDS]) -> [usize; 2] {
        let tables = &*self.0;
        let twos = &tables.twos[ROUNDS - 1];
        let codes = numbers.map(|number| usize::from(tables.codes[usize::from(number % 64)] % 32));
        let mut best = 0;
        let divider = tables.evaluator.divider(false);
        divider.each(numbers, u32::MAX, |place, five, _| {
            let [first, second] =
                split::TWOS[usize::from(place)].map(|column| codes[usize::from(column)]);
            let worth = twos[first][second] + tables.fives[usize::from(five.0)];
            best = best.max(worth << 5 | u64::from(31 - place));
        });
        split::TWOS[31 - (best % 32) as usize].map(usize::from)
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

    /// How many answers were tried until it was settled: none for `"two"`.
    #[must_use]
    pub fn answers(&self) -> usize {
        self.0.answers
    }

    /// What the best answer to a table where all others choose by this policy gains, as a part of a fair
    /// share of the pots that the policy is after: 0 for `"two"`, which is after none.
    #[must_use]
    pub fn gain(&self) -> f64 {
        self.0.gain
    }
}

/// What three and four cards are worth to keep, where [`Exposing::expose`] looks for it.
fn by_pairs(holdings: &Holdings, plan: &Plan) -> Box<[[u64; PAIRS]; PAIRS]> {
    let mut worth = Box::new([[0; PAIRS]; PAIRS]);
    let faces = 0..holdings.faces();
    let [three, four] = &plan.kept;
    for first in faces.clone() {
        for second in first..faces.end {
            let row = &mut worth[usize::from(PAIR[first][second])];
            for third in faces.clone() {
                let place = holdings.place(&[first, second, third]);
                row[usize::from(PAIR[third][NONE])] = three[place];
                for fourth in third..faces.end {
                    let place = holdings.place(&[first, second, third, fourth]);
                    row[usize::from(PAIR[third][fourth])] = four[place];
                }
            }
        }
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::wins;
    use crate::card::Card;
    use crate::deal::Random;
    use crate::rules::{Rules, Wild};

    /// How often each seat wins each pot, three side pots and the main pot, when it chooses by its policy.
    fn play(evaluator: &Evaluator, policies: &[&Exposing], deals: u64, seed: u64) -> Vec<[f64; 4]> {
        let random = Random::new(seed);
        let mut position = 0;
        let mut won = vec![[0.0; 4]; policies.len()];
        for _ in 0..deals {
            let mut deck: Vec<u8> = (0..52).collect();
            let mut hands: Vec<Vec<u8>> = vec![vec![]; policies.len()];
            let mut draw = |deck: &mut Vec<u8>| {
                let high = u128::from(random.at(position)) * deck.len() as u128;
                position += 1;
                deck.swap_remove((high >> 64) as usize)
            };
            for (round, cards) in [5, 6, 7].into_iter().enumerate() {
                let mut twos = Vec::new();
                let mut exposed = Vec::new();
                for (hand, policy) in hands.iter_mut().zip(policies) {
                    while hand.len() < cards {
                        hand.push(draw(&mut deck));
                    }
                    let [first, second] = policy.expose(hand);
                    let two = [hand.remove(second), hand.remove(first)];
                    let cards = two.map(|number| Card::from_number(number).unwrap());
                    twos.push(evaluator.evaluate_two(&cards).unwrap().0);
                    exposed.extend(two);
                }
                deck.extend(exposed);
                award(&mut won, round, &twos);
            }
            let fives = hands.iter().map(|hand| {
                let strength = evaluator.strength_of_numbers(hand);
                strength.expect("five cards are left").0
            });
            award(&mut won, 3, &fives.collect::<Vec<_>>());
        }
        for won in won.as_flattened_mut() {
            *won /= deals as f64;
        }
        won
    }

    fn award(won: &mut [[f64; 4]], pot: usize, strengths: &[u16]) {
        let best = strengths.iter().max();
        let winners = strengths.iter().filter(|&own| Some(own) == best).count();
        for (won, strength) in won.iter_mut().zip(strengths) {
            if Some(strength) == best {
                won[pot] += 1.0 / winners as f64;
            }
        }
    }

    /// The share of all pots: half is the main pot.
    fn share(won: &[f64; 4]) -> f64 {
        (won[0] + won[1] + won[2]) / 6.0 + won[3] / 2.0
    }

    /// Above five standard errors of a share over so many deals: a share is between 0 and 1, so its
    /// variance is at most mean * (1 - mean).
    fn margin(players: usize, deals: u64) -> f64 {
        let mean = 1.0 / players as f64;
        5.0 * (mean * (1.0 - mean) / deals as f64).sqrt()
    }

    #[test]
    fn share_wins_more_than_its_part_among_others_and_others_less_among_share() {
        const DEALS: u64 = 20_000;
        let no_flush = Evaluator::new(Rules::NO_FLUSH);
        for players in 2..=7 {
            let policy = |name| Exposing::new(&no_flush, name, players, CardSet::NATURALS).unwrap();
            let ours = policy("share");
            let fair = 1.0 / players as f64;
            for name in ["two", "five"] {
                let other = policy(name);
                let mut seats = vec![&other; players];
                seats[0] = &ours;
                let won = share(&play(&no_flush, &seats, DEALS, 1)[0]);
                assert!(
                    won > fair + margin(players, DEALS),
                    "{players} {name} {won}"
                );
                let mut seats = vec![&ours; players];
                seats[0] = &other;
                let won = share(&play(&no_flush, &seats, DEALS, 2)[0]);
                assert!(
                    won < fair - margin(players, DEALS),
                    "{players} {name} {won}"
                );
            }
        }
    }

    #[test]
    fn share_wins_more_than_its_part_with_wild_cards_too() {
        const DEALS: u64 = 20_000;
        let deuces = CardSet::parse_wilds("2").unwrap();
        for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
            let evaluator = Evaluator::new(Rules::new(false, wild, deuces).unwrap());
            let policy = |name| Exposing::new(&evaluator, name, 4, CardSet::NATURALS).unwrap();
            let (ours, two, five) = (policy("share"), policy("two"), policy("five"));
            for other in [&two, &five] {
                let won = share(&play(&evaluator, &[&ours, other, other, other], DEALS, 5)[0]);
                assert!(won > 0.25 + margin(4, DEALS), "{wild:?} {other:?} {won}");
            }
        }
    }

    #[test]
    fn each_policy_wins_what_it_is_after() {
        const DEALS: u64 = 40_000;
        let no_flush = Evaluator::new(Rules::NO_FLUSH);
        let policy = |name| Exposing::new(&no_flush, name, 3, CardSet::NATURALS).unwrap();
        let (two, five, share) = (policy("two"), policy("five"), policy("share"));
        let won = play(&no_flush, &[&two, &five, &share], DEALS, 3);
        for pot in 0..4 {
            let sum: f64 = won.iter().map(|won| won[pot]).sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
        let margin = margin(3, DEALS);
        assert!(won[0][0] > won[1][0] + margin && won[0][0] > won[2][0] + margin);
        assert!(won[1][3] > won[0][3] + margin && won[1][3] > won[2][3] + margin);
    }

    #[test]
    fn pots_are_won_about_as_often_as_is_worked_out() {
        const DEALS: u64 = 20_000;
        let no_flush = Evaluator::new(Rules::NO_FLUSH);
        let hands = Hands::new(&no_flush, CardSet::NATURALS);
        for (players, apart) in [(2, 0.005), (7, 0.03)] {
            let policy = |name| Exposing::new(&no_flush, name, players, CardSet::NATURALS).unwrap();
            let plan = |want| hands.settle(want, players).plan;
            let (ours, our_plan) = (policy("share"), plan(Want::Share));
            for (name, want) in [("two", Want::Two), ("five", Want::Five)] {
                let (theirs, their_plan) = (policy(name), plan(want));
                let sides = [
                    (&ours, &our_plan, &theirs, &their_plan),
                    (&theirs, &their_plan, &ours, &our_plan),
                ];
                for (own, own_plan, other, other_plan) in sides {
                    let mut seats = vec![other; players];
                    seats[0] = own;
                    let won = share(&play(&no_flush, &seats, DEALS, 4)[0]);
                    let expected = share(&wins(&hands, own_plan, other_plan, players));
                    let difference = (won - expected).abs();
                    assert!(
                        difference < apart + margin(players, DEALS),
                        "{players} {name}"
                    );
                }
            }
        }
    }
}
