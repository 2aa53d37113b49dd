//! How much of the pot a division may expect against opponents who also choose well (ruling C6).
//!
//! Half of the pot goes to the best five and half to the best two, so the share to expect is half of
//! the share of one half and half of the share of the other, whether or not the same player wins both:
//! for the choice it is enough to know how often an opponent's five is of each strength, and how often
//! his two. That they come together, a strong two in front of a weak five, counts only for how often
//! one player takes everything, which is told beside the share.
//!
//! What opponents show is a table for each number of players from 2 to 7, made from play by
//! `cargo run --release --example shares` and kept in `shares.bin` (87,641 bytes). The command deals
//! 4,194,304 hands with seed 4, begins with players who all want the strongest two, finds the best
//! answer to them for every hand, lets everyone play that, and so on. After eight rounds a few hands
//! still go back and forth between two divisions; from then on answers are averaged, as if players chose
//! now this and now that. It ends with the round in which no share of a half moves by 0.0001 or more.
//! What a best answer to the table then still gains is within what rounding to a table costs:
//!
//! | players | rounds | a share of a half moved by at most | a best answer gains, of a fair share |
//! |---|---|---|---|
//! | 2 | 17 | 0.000089 | 0.000001 |
//! | 3 | 13 | 0.000082 | 0.000008 |
//! | 4 | 9 | 0.000032 | 0.000003 |
//! | 5 | 8 | 0.000059 | 0.000004 |
//! | 6 | 7 | 0.000026 | 0.000001 |
//! | 7 | 6 | 0.000060 | -0.000001 |
//!
//! Opponents are taken as independent of each other and of the cards that one holds, and nothing is
//! concluded from the cards they show. They play Cowpie: three cards down, flushes, nothing wild.
//! `cargo bench --bench shares` plays this way of choosing against the others.

use std::fmt;
use std::sync::OnceLock;

use crate::strength::{Strength, TwoStrength};

/// The strengths of five cards and of two.
const FIVES: usize = Strength::COUNT;
const TWOS: usize = 91;
/// Runs of five-card strengths that are about equally frequent, for what comes together.
const RUNS: usize = 32;
/// What the frequencies of a table add up to.
const TOTAL: u32 = 1 << 20;
/// A share of 1 in the numbers that divisions are ordered by.
pub(crate) const WHOLE: f64 = (1u64 << 40) as f64;

const PLAYERS: std::ops::RangeInclusive<usize> = 2..=7;

/// How often players have shown each five together with each two.
#[derive(Clone)]
pub struct Shown {
    times: Vec<f64>,
}

impl Default for Shown {
    fn default() -> Shown {
        Shown {
            times: vec![0.0; FIVES * TWOS],
        }
    }
}

impl Shown {
    /// Counts one division.
    pub fn add(&mut self, five: Strength, two: TwoStrength) {
        self.times[five.place() * TWOS + two.index()] += 1.0;
    }

    /// Adds a part of what is missing from these frequencies to those; 1 makes them the same.
    pub fn approach(&mut self, other: &Shown, part: f64) {
        for (time, other) in self.times.iter_mut().zip(&other.times) {
            *time += part * (other - *time);
        }
    }
}

/// What one opponent shows at a table of some players.
pub struct Opponents {
    players: usize,
    /// How often each five, of `TOTAL`.
    fives: Vec<u32>,
    /// How often one below each.
    fives_below: Vec<u32>,
    /// How often each two with a five of each run, of `TOTAL`.
    together: Vec<u32>,
    /// For each run and each two how often both are below, and so for one more of each.
    below: Vec<u32>,
    keys: Keys,
}

/// The shares of each half, in parts of `WHOLE` and moved up by [`KEY_BITS`]. They rise with every
/// strength, so that the better of two hands is never as good as the other.
///
/// Each five's is one place up, and what is where no five is, as of an illegal division, is less than
/// any. There is a number for every index of so many bits.
struct Keys {
    fives: Box<[i64; 1 << FIVE_BITS]>,
    twos: [i64; 1 << TWO_BITS],
}

const FIVE_BITS: u32 = 13;
const TWO_BITS: u32 = 7;

impl Keys {
    fn new(five_shares: Vec<u64>, two_shares: Vec<u64>) -> Keys {
        let key = |share: u64| (share << KEY_BITS) as i64;
        let mut keys = Keys {
            fives: Box::new([i64::MIN / 2; 1 << FIVE_BITS]),
            twos: [0; 1 << TWO_BITS],
        };
        let places = keys.fives.iter_mut().skip(1);
        places
            .zip(five_shares)
            .for_each(|(place, share)| *place = key(share));
        let places = keys.twos.iter_mut();
        places
            .zip(two_shares)
            .for_each(|(place, share)| *place = key(share));
        keys
    }

    /// The keys of all fives, and those of all twos.
    fn all(&self) -> [&[i64]; 2] {
        [&self.fives[1..=FIVES], &self.twos[..TWOS]]
    }
}

/// How many bits of a key are left for the place of a division.
pub(crate) const KEY_BITS: u32 = 5;

/// The last place that is free in a key.
pub(crate) const LAST_PLACE: usize = (1 << KEY_BITS) - 1;

impl PartialEq for Opponents {
    fn eq(&self, other: &Opponents) -> bool {
        (self.players, &self.fives, &self.together)
            == (other.players, &other.fives, &other.together)
    }
}

impl Eq for Opponents {}

impl fmt::Debug for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponents")
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

/// What a division may expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share of the pot.
    pub pot: f64,
    /// The share of the half that goes to the best five.
    pub five: f64,
    /// The share of the half that goes to the best two.
    pub two: f64,
    /// How often both hands are better than everyone else's.
    pub scoop: f64,
}

impl Opponents {
    /// What opponents show at a table of this many players.
    ///
    /// # Panics
    /// Where nothing was shown.
    #[must_use]
    pub fn new(players: usize, shown: &Shown) -> Opponents {
        let by_five = shown.times.chunks(TWOS).map(|row| row.iter().sum());
        let fives = frequencies(&by_five.collect::<Vec<f64>>());
        let mut together = vec![0.0; RUNS * TWOS];
        for (below, row) in sums_before(&fives)
            .into_iter()
            .zip(shown.times.chunks(TWOS))
        {
            let together = &mut together[run(below) * TWOS..][..TWOS];
            together
                .iter_mut()
                .zip(row)
                .for_each(|(sum, time)| *sum += time);
        }
        Opponents::of_frequencies(players, fives, frequencies(&together))
    }

    fn of_frequencies(players: usize, fives: Vec<u32>, together: Vec<u32>) -> Opponents {
        let width = TWOS + 1;
        let mut below = vec![0; (RUNS + 1) * width];
        let mut twos = vec![0; TWOS];
        for (run, row) in together.chunks(TWOS).enumerate() {
            let mut before = 0;
            for (two, &times) in row.iter().enumerate() {
                before += times;
                twos[two] += times;
                let place = run * width + two + 1;
                below[place + width] = below[place] + before;
            }
        }
        let five_shares = shares(parts(&fives), players);
        let two_shares = shares(parts(&twos), players);
        Opponents {
            players,
            keys: Keys::new(five_shares, two_shares),
            fives_below: sums_before(&fives),
            fives,
            together,
            below,
        }
    }

    /// What opponents show at a table of 2 to 7 players; nothing is known of other tables.
    #[must_use]
    pub fn at_table(players: usize) -> Option<&'static Opponents> {
        static TABLES: [OnceLock<Opponents>; 6] = [const { OnceLock::new() }; 6];
        let table = TABLES.get(players.checked_sub(*PLAYERS.start())?)?;
        Some(table.get_or_init(|| {
            let mut numbers = Numbers(include_bytes!("shares.bin"));
            // The tables follow each other.
            for _ in 0..players - PLAYERS.start() {
                numbers.by_ref().take(FIVES + RUNS * TWOS).for_each(drop);
            }
            let fives = numbers.by_ref().take(FIVES).collect();
            let together = numbers.take(RUNS * TWOS).collect();
            Opponents::of_frequencies(players, fives, together)
        }))
    }

    /// The table as [`Opponents::at_table`] reads it: the frequencies of fives, then of both, each in
    /// seven bits a byte from the lowest, with the eighth bit where more follow.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &number in self.fives.iter().chain(&self.together) {
            let mut left = number;
            while left >= 0x80 {
                bytes.push(left as u8 | 0x80);
                left >>= 7;
            }
            bytes.push(left as u8);
        }
        bytes
    }

    /// How many players there are, oneself included.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The share of the pot, the greater the more, in parts of 2^41.
    #[inline(always)]
    #[must_use]
    pub fn order(&self, five: Strength, two: TwoStrength) -> u64 {
        (self.key_of(five, two) >> KEY_BITS) as u64
    }

    /// The same, moved up by [`KEY_BITS`].
    #[inline(always)]
    pub(crate) fn key_of(&self, five: Strength, two: TwoStrength) -> i64 {
        self.keys.fives[five.place() + 1] + self.keys.twos[two.index()]
    }

    /// The same of the places of two strengths, the five's counted from 1; less than 0 where the five has
    /// place 0.
    #[inline(always)]
    pub(crate) fn key(&self, five: u16, two: u16) -> i64 {
        let (five, two) = (usize::from(five), usize::from(two));
        self.keys.fives[five % (1 << FIVE_BITS)] + self.keys.twos[two % (1 << TWO_BITS)]
    }

    /// What a division with these strengths may expect.
    #[must_use]
    pub fn share(&self, five: Strength, two: TwoStrength) -> Share {
        let (five, two) = (five.place(), two.index());
        let part = |key: i64| (key >> KEY_BITS) as f64 / WHOLE;
        let (of_five, of_two) = (part(self.keys.fives[five + 1]), part(self.keys.twos[two]));
        Share {
            pot: (of_five + of_two) / 2.0,
            five: of_five,
            two: of_two,
            scoop: self.both_below(five, two).powi(self.players as i32 - 1),
        }
    }

    /// How often both hands of an opponent are below these; inside a run of fives in proportion.
    fn both_below(&self, five: usize, two: usize) -> f64 {
        let five = self.fives_below[five];
        let run = run(five);
        let below = |run: usize, two: usize| f64::from(self.below[run * (TWOS + 1) + two]);
        let (start, end) = (below(run, TWOS), below(run + 1, TWOS));
        let part = ((f64::from(five) - start) / (end - start).max(1.0)).clamp(0.0, 1.0);
        let (before, after) = (below(run, two), below(run + 1, two));
        (before + part * (after - before)) / f64::from(TOTAL)
    }

    /// How far the shares of a half are from those of another table, at most.
    #[must_use]
    pub fn distance(&self, other: &Opponents) -> f64 {
        let both = |table: &Opponents| table.keys.all().concat();
        let distances = both(self)
            .into_iter()
            .zip(both(other))
            .map(|(a, b)| a.abs_diff(b) >> KEY_BITS);
        distances.max().unwrap_or(0) as f64 / WHOLE
    }
}

/// The run of a five that is stronger than this part of `TOTAL`.
const fn run(below: u32) -> usize {
    let run = below as usize * RUNS / TOTAL as usize;
    if run < RUNS { run } else { RUNS - 1 }
}

/// How many come before each.
fn sums_before(frequencies: &[u32]) -> Vec<u32> {
    let before = frequencies.iter().scan(0, |sum, times| {
        *sum += times;
        Some(*sum - times)
    });
    before.collect()
}

/// Frequencies in proportion to these, which add up to `TOTAL`: differences of rounded sums, so that
/// no sum is out by more than a half.
fn frequencies(times: &[f64]) -> Vec<u32> {
    let all: f64 = times.iter().sum();
    assert!(all > 0.0, "something was shown");
    let mut sum = 0.0;
    let mut before = 0;
    let frequency = |&time: &f64| {
        sum += time;
        let rounded = (sum / all * f64::from(TOTAL)).round() as u32;
        std::mem::replace(&mut before, rounded).abs_diff(rounded)
    };
    times.iter().map(frequency).collect()
}

/// Frequencies of `TOTAL` as parts of 1, which they are exactly.
fn parts(frequencies: &[u32]) -> impl Iterator<Item = f64> {
    frequencies
        .iter()
        .map(|&times| f64::from(times) / f64::from(TOTAL))
}

/// The share of a pot that each hand may expect against `players` - 1 others of these frequencies,
/// which add up to 1.
///
/// With b below the hand and t as strong as it, an opponent leaves it a share if he is among b + t; the
/// winners of a tie share. Over all numbers of ties that is ((b + t)^n - b^n) / (n t), which is the
/// mean of the n products (b + t)^k b^(n - 1 - k): no difference, and nothing to divide by.
pub(crate) fn shares(frequencies: impl IntoIterator<Item = f64>, players: usize) -> Vec<u64> {
    let mut with_ties = 0.0;
    let mut last = 0;
    let share = |times: f64| {
        let b = with_ties;
        with_ties += times;
        let (mut products, mut power) = (1.0, 1.0);
        for _ in 1..players {
            power *= b;
            products = products * with_ties + power;
        }
        last = ((products / players as f64 * WHOLE) as u64).max(last + 1);
        last
    };
    frequencies.into_iter().map(share).collect()
}

/// Numbers as [`Opponents::to_bytes`] writes them.
struct Numbers<'a>(&'a [u8]);

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut number = 0;
        let mut shift = 0;
        while let [byte, rest @ ..] = self.0 {
            self.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_that_beats_all_takes_the_half_and_equal_hands_share_it() {
        for players in PLAYERS {
            let even = shares([1.0], players);
            assert_eq!(even, [(WHOLE / players as f64) as u64]);
            let sure = shares([1.0, 0.0], players);
            assert_eq!(sure[1], WHOLE as u64);
            // Half of them below, half of them equal, three players: beats both, ties one, ties both.
            if players == 3 {
                let share = shares([0.5, 0.5], players)[1] as f64 / WHOLE;
                let wanted = 1.0 / 4.0 + 2.0 / 4.0 / 2.0 + 1.0 / 4.0 / 3.0;
                assert!((share - wanted).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_table_is_what_it_is_written_as() {
        let bytes = PLAYERS.flat_map(|players| {
            Opponents::at_table(players)
                .expect("there is a table")
                .to_bytes()
        });
        assert!(bytes.eq(include_bytes!("shares.bin").iter().copied()));
        for players in PLAYERS {
            let table = Opponents::at_table(players).expect("there is a table");
            assert_eq!(table.fives.iter().sum::<u32>(), TOTAL);
            assert_eq!(table.together.iter().sum::<u32>(), TOTAL);
            assert_eq!(table.below.last(), Some(&TOTAL));
        }
        assert!(Opponents::at_table(1).is_none());
        assert!(Opponents::at_table(8).is_none());
    }

    #[test]
    fn shares_and_scoops_rise_with_both_strengths() {
        for players in PLAYERS {
            let table = Opponents::at_table(players).expect("there is a table");
            for keys in table.keys.all() {
                assert!(keys.is_sorted_by(|a, b| a < b));
            }
            for five in (0..FIVES).step_by(97) {
                let below = |two| table.both_below(five, two);
                assert!((0..TWOS - 1).all(|two| below(two) <= below(two + 1)));
            }
        }
    }
}
