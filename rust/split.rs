//! Five and two: every division of seven cards, which of them are legal, and which is best; and the
//! choices of two cards to expose (rulings R6, R7, C4 and O4).
//!
//! The keys of cards add up, so the five cards that a two-card hand leaves are the sum of all seven
//! less two: a hand's 21 divisions are seven keys, 21 differences and 21 look-ups, with nothing summed
//! up again.
//!
//! Where at least two cards are face down some division is always legal, whatever is wild. Two face-down
//! cards suffice: put one of them into each hand. Without a wild let the lower one go with the lowest
//! other card of another rank: then the five have a pair, or a higher top card, or the same top card and
//! a higher second one. A wild left to the five makes at least a pair, which beats the two cards unless
//! they are all of one rank, and then more wilds are left.

use std::fmt;
use std::sync::atomic::AtomicU8;

use crate::batch::{Board, RowError, Rows, Run};
use crate::card::{Card, CardError};
use crate::evaluate::{Evaluator, Lookup, Pairs, Sum};
use crate::kernels::{Kernel, Legal};
use crate::rules::Wild;
use crate::share::{KEY_BITS, LAST_PLACE, Opponents};
use crate::strength::{Strength, TwoStrength};

/// The 21 choices of two of seven columns, in column order.
pub const TWOS: [[u8; 2]; 21] = {
    let mut twos = [[0; 2]; 21];
    let (mut place, mut first) = (0, 0);
    while first < 6 {
        let mut second = first + 1;
        while second < 7 {
            twos[place] = [first, second];
            place += 1;
            second += 1;
        }
        first += 1;
    }
    twos
};

/// Which of the [`TWOS`], one bit each, leave both hands a card that was dealt face down (ruling C4):
/// `down` has one bit for each such column.
///
/// ```
/// // Three of seven are down: no two of the four others, which leaves 15.
/// assert_eq!(pokerhouse::with_down_cards(0b111).count_ones(), 15);
/// ```
#[must_use]
pub const fn with_down_cards(down: u8) -> u32 {
    let (mut mask, mut place) = (0, 0);
    while place < 21 {
        let two = 1 << TWOS[place][0] | 1 << TWOS[place][1];
        if down & two != 0 && down & 0x7f & !two != 0 {
            mask |= 1 << place;
        }
        place += 1;
    }
    mask
}

/// The divisions that Cowpie's three cards dealt face down allow.
const THREE_DOWN: u32 = with_down_cards(0b111);

/// The first columns of seven, one bit each.
const fn first_columns(columns: usize) -> u8 {
    if columns < 7 {
        (1 << columns) - 1
    } else {
        0x7f
    }
}

/// Why a division is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No card of the five was dealt face down.
    FiveAllUp,
    /// Neither card of the two was dealt face down.
    TwoAllUp,
    /// The five do not rank higher than the two.
    NotHigher(Strength, TwoStrength),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::FiveAllUp => f.write_str("the five have no card dealt face down (C4)"),
            Fault::TwoAllUp => f.write_str("the two have no card dealt face down (C4)"),
            Fault::NotHigher(five, two) => write!(
                f,
                "the five ({}) do not rank higher than the two ({}) (R7)",
                five.describe(),
                two.describe()
            ),
        }
    }
}

/// One division of seven cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The columns of the two-card hand; the five are the others.
    pub columns: [u8; 2],
    /// The strength of the five.
    pub five: Strength,
    /// The strength of the two.
    pub two: TwoStrength,
    /// Why it is illegal, if it is.
    pub fault: Option<Fault>,
}

/// A choice of two cards to expose (ruling O4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The columns of the two cards.
    pub columns: [u8; 2],
    /// Their strength.
    pub two: TwoStrength,
    /// The strength of what is left, if that is five cards.
    pub left: Option<Strength>,
}

/// What is wanted of a division.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefer {
    /// The strongest five, then the strongest two.
    #[default]
    Five,
    /// The strongest two, then the strongest five.
    Two,
    /// The greatest share of the pot against these opponents.
    Share(&'static Opponents),
}

impl Prefer {
    /// The names by which [`Evaluator::preference`] knows them.
    pub const NAMES: [&'static str; 3] = ["five", "two", "share"];
}

/// A preference that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPreference {
    /// There is none of this name.
    Name(String),
    /// A share depends on how many players there are, and that was not said.
    NoPlayers,
    /// It is not known what this many players show.
    Players(usize),
    /// It is not known what is shown under rules with wild cards or without flushes.
    Rules,
}

impl fmt::Display for NoPreference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPreference::Name(name) => {
                write!(f, "prefer is \"five\", \"two\" or \"share\", not {name:?}")
            }
            NoPreference::NoPlayers => {
                f.write_str("a share depends on the players: say how many, 2 to 7")
            }
            NoPreference::Players(players) => {
                write!(f, "2 to 7 players divide their cards, not {players}")
            }
            NoPreference::Rules => f.write_str(
                "shares are known where flushes count and nothing is wild, not under other rules",
            ),
        }
    }
}

impl std::error::Error for NoPreference {}

/// The best division of a row: its strengths and the columns of its two-card hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The strength of the five.
    pub five: Strength,
    /// The strength of the two.
    pub two: TwoStrength,
    /// The columns of the two-card hand.
    pub columns: [u8; 2],
}

impl Best {
    /// The division at a place among the [`TWOS`].
    #[inline(always)]
    pub(crate) fn at(five: u16, two: u16, place: u16) -> Best {
        Best {
            five: Strength(five),
            two: TwoStrength(two),
            columns: TWOS[usize::from(place) % TWOS.len()],
        }
    }
}

/// Cards that cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// The cards are no hand.
    Card(CardError),
    /// The cards of a row are no hand.
    Row(RowError),
    /// So few cards were dealt face down that no division is legal.
    NoneLegal {
        /// How many.
        down: usize,
    },
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitError::Card(error) => error.fmt(f),
            SplitError::Row(error) => error.fmt(f),
            SplitError::NoneLegal { down } => write!(
                f,
                "no division is legal: each hand needs a card dealt face down (C4), so at \
                 least 2 are needed, not {down}"
            ),
        }
    }
}

impl std::error::Error for SplitError {}

impl From<CardError> for SplitError {
    fn from(error: CardError) -> SplitError {
        SplitError::Card(error)
    }
}

impl From<RowError> for SplitError {
    fn from(error: RowError) -> SplitError {
        SplitError::Row(error)
    }
}

/// What dividing reads: the tables of five and of two cards, and how they compare.
#[derive(Clone, Copy)]
pub struct Divider<'a> {
    evaluator: &'a Evaluator,
    fives: &'a Lookup,
    pairs: Pairs<'a>,
    /// For each two-card strength the weakest five that rank higher.
    weakest: &'static [u16; 91],
}

impl Divider<'_> {
    /// Passes the place among the [`TWOS`], the five's and the two's strength of some divisions of seven
    /// card numbers to `visit`; of numbers that are no hand any strengths.
    #[inline(always)]
    pub fn each(
        &self,
        numbers: &[u8; 7],
        places: u32,
        visit: impl FnMut(u8, Strength, TwoStrength),
    ) {
        let sums = numbers.map(|number| self.evaluator.sum([number]));
        let all = sums.iter().fold(Sum::default(), |all, &card| all + card);
        let without = |first: usize, second: usize| all - sums[first] - sums[second];
        // Where no suit of the seven reaches five, none of any five does.
        if self.fives.is_plain(all) {
            let five = |first, second| self.fives.plain_strength(without(first, second));
            self.each_of(numbers, places, five, visit);
        } else {
            let five = |first, second| self.fives.strength(without(first, second));
            self.each_of(numbers, places, five, visit);
        }
    }

    /// The loop over the [`TWOS`] by their first column, so that the compiler unrolls it.
    #[inline(always)]
    fn each_of(
        &self,
        numbers: &[u8; 7],
        places: u32,
        five: impl Fn(usize, usize) -> Strength,
        mut visit: impl FnMut(u8, Strength, TwoStrength),
    ) {
        self.each_with::<0>(numbers, places, &five, &mut visit);
        self.each_with::<1>(numbers, places, &five, &mut visit);
        self.each_with::<2>(numbers, places, &five, &mut visit);
        self.each_with::<3>(numbers, places, &five, &mut visit);
        self.each_with::<4>(numbers, places, &five, &mut visit);
        self.each_with::<5>(numbers, places, &five, &mut visit);
    }

    #[inline(always)]
    fn each_with<const FIRST: usize>(
        &self,
        numbers: &[u8; 7],
        places: u32,
        five: &impl Fn(usize, usize) -> Strength,
        visit: &mut impl FnMut(u8, Strength, TwoStrength),
    ) {
        for second in FIRST + 1..7 {
            let place = FIRST * (11 - FIRST) / 2 + second - 1;
            if places >> place & 1 == 1 {
                let two = self.pairs.strength_of(numbers[FIRST], numbers[second]);
                visit(place as u8, five(FIRST, second), two);
            }
        }
    }

    /// Whether the five rank higher than the two (ruling R7).
    #[inline(always)]
    #[must_use]
    pub fn is_higher(&self, five: Strength, two: TwoStrength) -> bool {
        five.0 >= self.weakest[two.index()]
    }

    /// The best legal division of seven card numbers, the first three face down.
    #[inline]
    pub(crate) fn best_of_seven(&self, numbers: &[u8; 7], prefer: Prefer) -> Best {
        let best = match prefer {
            Prefer::Five => self.best(numbers, THREE_DOWN, five_first),
            Prefer::Two => self.best(numbers, THREE_DOWN, two_first),
            Prefer::Share(opponents) => {
                self.best(numbers, THREE_DOWN, |five, two| opponents.key_of(five, two))
            }
        };
        best.unwrap_or_default()
    }

    /// What gives the best legal division, as [`Divider::best`] does, or any of a hand that has none.
    fn first_by(
        &self,
        places: u32,
        key: impl Fn(Strength, TwoStrength) -> i64 + Copy,
    ) -> impl Fn(&[u8; 7]) -> Best + Copy {
        move |numbers| self.best(numbers, places, key).unwrap_or_default()
    }

    /// The first legal division, among these places, of the greatest `key`, whose lowest [`KEY_BITS`] are
    /// free.
    #[inline(always)]
    fn best(
        &self,
        numbers: &[u8; 7],
        places: u32,
        key: impl Fn(Strength, TwoStrength) -> i64,
    ) -> Option<Best> {
        // What Cowpie deals has code of its own that asks for no place whether it is wanted.
        match places {
            THREE_DOWN => self.best_among(numbers, THREE_DOWN, key),
            _ => self.best_among(numbers, places, key),
        }
    }

    #[inline(always)]
    fn best_among(
        &self,
        numbers: &[u8; 7],
        places: u32,
        key: impl Fn(Strength, TwoStrength) -> i64,
    ) -> Option<Best> {
        // The place goes into the free bits, the first one greatest, so that the maximum needs no branch;
        // nothing legal leaves 0.
        let mut best = 0;
        let mut strengths = [(Strength(0), TwoStrength(0)); LAST_PLACE + 1];
        self.each(numbers, places, |place, five, two| {
            let key = key(five, two) | (LAST_PLACE - usize::from(place)) as i64;
            best = best.max(if self.is_higher(five, two) { key } else { 0 });
            strengths[usize::from(place)] = (five, two);
        });
        (best > 0).then(|| {
            let place = LAST_PLACE - best as usize % (LAST_PLACE + 1);
            let (five, two) = strengths[place];
            Best::at(five.0, two.0, place as u16)
        })
    }
}

fn five_first(five: Strength, two: TwoStrength) -> i64 {
    (i64::from(five.0) << 16 | i64::from(two.0)) << KEY_BITS
}

fn two_first(five: Strength, two: TwoStrength) -> i64 {
    (i64::from(two.0) << 16 | i64::from(five.0)) << KEY_BITS
}

impl Evaluator {
    /// What opponents show under these rules at a table of this many players.
    pub fn opponents(&self, players: usize) -> Result<&'static Opponents, NoPreference> {
        let table = Opponents::at_table(players).ok_or(NoPreference::Players(players))?;
        if self.rules().wild() != Wild::None || !self.rules().flushes() {
            return Err(NoPreference::Rules);
        }
        Ok(table)
    }

    /// The preference with this name, `"five"`, `"two"`, or `"share"` at a table of some players.
    pub fn preference(&self, name: &str, players: Option<usize>) -> Result<Prefer, NoPreference> {
        match name {
            "five" => Ok(Prefer::Five),
            "two" => Ok(Prefer::Two),
            "share" => {
                let players = players.ok_or(NoPreference::NoPlayers)?;
                self.opponents(players).map(Prefer::Share)
            }
            _ => Err(NoPreference::Name(name.into())),
        }
    }

    /// What dividing reads under these rules.
    #[must_use]
    pub fn divider(&self, prefix: bool) -> Divider<'_> {
        Divider {
            evaluator: self,
            fives: self.lookup(5),
            pairs: self.pairs(),
            weakest: TwoStrength::weakest_higher(prefix),
        }
    }

    /// All 21 divisions of seven cards, legal or not, by the columns of the two, the down cards first.
    ///
    /// `prefix`: where the two cards run out equal the five rank higher (ruling R7).
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let standard = Evaluator::new(Rules::STANDARD);
    /// let divisions = standard.divisions(&cards("As 9d 2c")?, &cards("Kh Kc 7s 4d")?, false)?;
    /// assert_eq!(divisions[2].columns, [0, 3]); // As Kh in front of K-9-7-4-2
    /// let why = divisions[2].fault.expect("it is illegal").to_string();
    /// assert!(why.contains("do not rank higher"));
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    pub fn divisions(
        &self,
        down: &[Card],
        up: &[Card],
        prefix: bool,
    ) -> Result<Vec<Division>, CardError> {
        let cards = [down, up].concat();
        let Ok(seven) = <[Card; 7]>::try_from(&cards[..]) else {
            return Err(CardError::Count {
                wanted: "7",
                found: cards.len(),
            });
        };
        self.checked_sum(&cards)?;
        let down_columns = first_columns(down.len());
        let divider = self.divider(prefix);
        let mut divisions = Vec::with_capacity(TWOS.len());
        divider.each(&seven.map(Card::number), u32::MAX, |place, five, two| {
            let columns = TWOS[place as usize];
            let in_two = down_columns & (1 << columns[0] | 1 << columns[1]);
            let fault = if in_two == 0 {
                Some(Fault::TwoAllUp)
            } else if in_two == down_columns {
                Some(Fault::FiveAllUp)
            } else if !divider.is_higher(five, two) {
                Some(Fault::NotHigher(five, two))
            } else {
                None
            };
            divisions.push(Division {
                columns,
                five,
                two,
                fault,
            });
        });
        Ok(divisions)
    }

    /// Every legal division of seven cards, by the columns of the two, the down cards first.
    pub fn splits(
        &self,
        down: &[Card],
        up: &[Card],
        prefix: bool,
    ) -> Result<Vec<Division>, SplitError> {
        let mut divisions = self.divisions(down, up, prefix)?;
        divisions.retain(|division| division.fault.is_none());
        if divisions.is_empty() {
            return Err(SplitError::NoneLegal { down: down.len() });
        }
        Ok(divisions)
    }

    /// The legal divisions that no other beats in one hand without losing in the other, the strongest
    /// five first; of divisions with the same two strengths the first.
    pub fn frontier(
        &self,
        down: &[Card],
        up: &[Card],
        prefix: bool,
    ) -> Result<Vec<Division>, SplitError> {
        let mut divisions = self.splits(down, up, prefix)?;
        // The sort keeps the order of equals.
        divisions.sort_by_key(|division| std::cmp::Reverse((division.five, division.two)));
        let mut strongest = None;
        divisions.retain(|division| {
            let stronger = strongest.is_none_or(|two| division.two > two);
            if stronger {
                strongest = Some(division.two);
            }
            stronger
        });
        Ok(divisions)
    }

    /// The best legal division of seven cards; of equals the first by columns.
    pub fn best_split(
        &self,
        down: &[Card],
        up: &[Card],
        prefix: bool,
        prefer: Prefer,
    ) -> Result<Division, SplitError> {
        let frontier = self.frontier(down, up, prefix)?;
        let (first, last) = (0, frontier.len() - 1);
        let best = match prefer {
            Prefer::Five => first,
            Prefer::Two => last,
            // Of equals the first column order, as in a batch, not the first of the frontier.
            Prefer::Share(opponents) => {
                let order = |&place: &usize| {
                    let Division {
                        five, two, columns, ..
                    } = frontier[place];
                    (opponents.order(five, two), std::cmp::Reverse(columns))
                };
                (first..=last).max_by_key(order).unwrap_or_default()
            }
        };
        Ok(frontier[best])
    }

    /// The best legal division of each row of seven cards, of which the first `down` are face down.
    ///
    /// # Panics
    /// Where rows have another width than seven, or `out` another length than the rows.
    pub fn best_split_batch(
        &self,
        hands: Rows,
        down: usize,
        prefix: bool,
        prefer: Prefer,
        run: Run,
        out: &mut [Best],
    ) -> Result<(), SplitError> {
        if down < 2 {
            return Err(SplitError::NoneLegal { down });
        }
        let divider = self.divider(prefix);
        let places = with_down_cards(first_columns(down));
        let legal = Legal { places, prefix };
        // Only an unchecked row may have no legal division.
        let filled = match prefer {
            Prefer::Five => {
                let value = divider.first_by(places, five_first);
                self.divide_sevens(hands, run, out, value, |kernel, cells, out| {
                    kernel.divide(cells, legal, false, Best::at, value, out)
                })
            }
            Prefer::Two => {
                let value = divider.first_by(places, two_first);
                self.divide_sevens(hands, run, out, value, |kernel, cells, out| {
                    kernel.divide(cells, legal, true, Best::at, value, out)
                })
            }
            Prefer::Share(opponents) => {
                let value = divider.first_by(places, |five, two| opponents.key_of(five, two));
                let key = |five, two| opponents.key(five, two);
                self.divide_sevens(hands, run, out, value, |kernel, cells, out| {
                    kernel.divide_by(cells, legal, key, Best::at, out)
                })
            }
        };
        Ok(filled?)
    }

    /// The best division of each row of seven cards: by `vector` where there is a kernel, and what that
    /// leaves by `value`.
    fn divide_sevens(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [Best],
        value: impl Fn(&[u8; 7]) -> Best + Sync,
        vector: impl Fn(&Kernel, &[AtomicU8], &mut [Best]) -> usize + Sync,
    ) -> Result<(), RowError> {
        let value = |numbers: &[u8; 7], _| value(numbers);
        let Some(kernel) = Kernel::new(run.instructions, self.rules(), run.check) else {
            return self.fill_by_seven(hands, run, out, value);
        };
        let vector = |cells: &[AtomicU8], out: &mut [Best]| vector(&kernel, cells, out);
        self.fill_blocks(hands, run, out, vector, value)
            .map_err(|row| self.row_error(row, hands, Board::None))
    }

    /// Every choice of two of 5, 6 or 7 cards to expose, by the columns of the two, with what is left of
    /// seven (ruling O4).
    pub fn exposures(&self, cards: &[Card]) -> Result<Vec<Exposure>, CardError> {
        if !(5..=7).contains(&cards.len()) {
            return Err(CardError::Count {
                wanted: "5, 6 or 7",
                found: cards.len(),
            });
        }
        let all = self.checked_sum(cards)?;
        let pairs = self.pairs();
        let held = |columns: &[u8; 2]| usize::from(columns[1]) < cards.len();
        let exposures = TWOS.into_iter().filter(held).map(|columns| {
            let [first, second] = columns.map(|column| cards[usize::from(column)]);
            let left = all - self.sum([first.number(), second.number()]);
            Exposure {
                columns,
                two: pairs.strength(first, second),
                left: (cards.len() == 7).then(|| self.lookup(5).strength(left)),
            }
        });
        Ok(exposures.collect())
    }
}
