//! Who won how much, over many boards or deals, in whole numbers: sums of them come out the same in
//! whatever order and on however many machines they were counted.

use std::ops::AddAssign;

/// The most hands that equity is asked for at once: what Hold'em can deal from 52 cards.
pub const MOST_HANDS: usize = 23;

/// A whole pot in the units that shares are counted in. Ties of up to [`MOST_HANDS`] hands divide it
/// evenly, and so do the parts of every game: halves, quarters, fifths and sixths of the pot.
pub const SHARE: u64 = {
    let mut multiple = 60;
    let mut hands = 1;
    while hands <= MOST_HANDS as u64 {
        // Of a fifth of the pot each number of hands gets an even part too.
        let (mut a, mut b) = (multiple / 60, hands);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        multiple *= hands / a;
        hands += 1;
    }
    multiple
};

/// What one hand won of a pot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How often it won everything.
    pub win: u128,
    /// How often it won a part.
    pub tie: u128,
    /// How often it won nothing.
    pub lose: u128,
    /// What it won in all, in parts of [`SHARE`].
    pub shares: u128,
    /// The sum of the squares of what it won, of samples only: an exact count has no error to tell.
    pub squares: u128,
}

impl AddAssign for Row {
    fn add_assign(&mut self, other: Row) {
        self.win += other.win;
        self.tie += other.tie;
        self.lose += other.lose;
        self.shares += other.shares;
        self.squares += other.squares;
    }
}

/// What each hand won, and of which part of the pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many boards, weighted where hands are, or deals were counted.
    pub total: u128,
    /// For each hand what it won of the whole and then of each part, where a game has parts.
    pub rows: Vec<Vec<Row>>,
}

impl Tally {
    /// Nothing counted yet, of so many hands and so many parts.
    pub(crate) fn new(hands: usize, parts: usize) -> Tally {
        let rows = if parts == 1 { 1 } else { 1 + parts };
        Tally {
            total: 0,
            rows: vec![vec![Row::default(); rows]; hands],
        }
    }

    /// Adds samples.
    pub(crate) fn add_samples(&mut self, count: &Count) {
        self.add(count, 1, true);
    }

    /// Adds boards, each as many times as `weight` says.
    pub(crate) fn add_boards(&mut self, count: &Count, weight: u128) {
        self.add(count, weight, false);
    }

    fn add(&mut self, count: &Count, weight: u128, sampled: bool) {
        self.total += u128::from(count.pots[0].total) * weight;
        for (hand, rows) in self.rows.iter_mut().enumerate() {
            let pots = count.pots.iter().map(|pot| pot.row(hand));
            let whole = (count.pots.len() > 1).then(|| count.whole[hand].row(count.pots[0].total));
            for (row, counted) in rows.iter_mut().zip(whole.into_iter().chain(pots)) {
                *row += Row {
                    win: counted.win * weight,
                    tie: counted.tie * weight,
                    lose: counted.lose * weight,
                    shares: counted.shares * weight,
                    squares: if sampled { counted.squares } else { 0 },
                };
            }
        }
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.total += other.total;
        for (rows, others) in self.rows.iter_mut().zip(&other.rows) {
            for (row, other) in rows.iter_mut().zip(others) {
                *row += *other;
            }
        }
    }
}

/// One pot, counted over many boards.
#[derive(Clone)]
struct Pot {
    hands: usize,
    total: u64,
    wins: [u64; MOST_HANDS],
    /// How often each hand shared the pot among so many; of two hands that is what is left of the
    /// total.
    ties: Vec<[u64; MOST_HANDS + 1]>,
}

impl Pot {
    fn new(hands: usize) -> Pot {
        Pot {
            hands,
            total: 0,
            wins: [0; MOST_HANDS],
            ties: vec![[0; MOST_HANDS + 1]; hands],
        }
    }

    #[inline(always)]
    fn add(&mut self, strengths: &[u16], ways: u64) {
        self.total += ways;
        if let [first, second] = *strengths {
            self.wins[0] += if first > second { ways } else { 0 };
            self.wins[1] += if second > first { ways } else { 0 };
        } else {
            self.add_many(strengths, ways);
        }
    }

    #[inline]
    fn add_many(&mut self, strengths: &[u16], ways: u64) {
        let (mut best, mut winner, mut sharers) = (0, 0, 0);
        for (hand, &strength) in strengths.iter().enumerate() {
            if strength > best || sharers == 0 {
                (best, winner, sharers) = (strength, hand, 1);
            } else if strength == best {
                sharers += 1;
            }
        }
        if sharers == 1 {
            self.wins[winner] += ways;
            return;
        }
        for (ties, &strength) in self.ties.iter_mut().zip(strengths) {
            if strength == best {
                ties[sharers] += ways;
            }
        }
    }

    fn row(&self, hand: usize) -> Row {
        let win = u128::from(self.wins[hand]);
        let mut row = Row {
            win,
            shares: win * u128::from(SHARE),
            squares: win * u128::from(SHARE).pow(2),
            ..Row::default()
        };
        let mut tied = self.ties[hand];
        if self.hands == 2 {
            tied[2] = self.total - self.wins[0] - self.wins[1];
        }
        for (sharers, &times) in tied.iter().enumerate().skip(2) {
            let (times, share) = (u128::from(times), u128::from(SHARE / sharers as u64));
            row.tie += times;
            row.shares += times * share;
            row.squares += times * share.pow(2);
        }
        row.lose = u128::from(self.total) - row.win - row.tie;
        row
    }
}

/// What one hand won of all parts together.
#[derive(Clone, Copy, Default)]
struct Whole {
    win: u64,
    tie: u64,
    shares: u128,
    squares: u128,
}

impl Whole {
    fn row(&self, total: u64) -> Row {
        Row {
            win: self.win.into(),
            tie: self.tie.into(),
            lose: (total - self.win - self.tie).into(),
            shares: self.shares,
            squares: self.squares,
        }
    }
}

/// What was counted in one stretch of work.
#[derive(Clone, Default)]
pub(crate) struct Count {
    hands: usize,
    pots: Vec<Pot>,
    /// What each part is of the whole, in parts of [`SHARE`].
    parts: Vec<u64>,
    whole: Vec<Whole>,
}

impl Count {
    /// Nothing counted yet; `parts` are the sizes of the parts of the pot in proportion.
    pub(crate) fn new(hands: usize, parts: &[u64]) -> Count {
        let all: u64 = parts.iter().sum();
        Count {
            hands,
            pots: vec![Pot::new(hands); parts.len()],
            parts: parts.iter().map(|part| SHARE / all * part).collect(),
            whole: vec![Whole::default(); hands],
        }
    }

    /// Counts a pot of one part, which the greatest strength wins, as often as there are `ways`.
    #[inline(always)]
    pub(crate) fn add(&mut self, strengths: &[u16], ways: u64) {
        self.pots[0].add(strengths, ways);
    }

    /// Counts a pot of several parts, each won by its own strengths.
    pub(crate) fn add_parts(&mut self, strengths: &[[u16; MOST_HANDS]]) {
        let mut won = [0; MOST_HANDS];
        for ((pot, part), strengths) in self.pots.iter_mut().zip(&self.parts).zip(strengths) {
            let strengths = &strengths[..self.hands];
            pot.add(strengths, 1);
            let best = strengths.iter().max();
            let wins = |strength: &u16| Some(strength) == best;
            let sharers = strengths.iter().filter(|strength| wins(strength)).count();
            for (won, strength) in won.iter_mut().zip(strengths) {
                *won += if wins(strength) {
                    part / sharers as u64
                } else {
                    0
                };
            }
        }
        for (whole, won) in self.whole.iter_mut().zip(won) {
            whole.win += u64::from(won == SHARE);
            whole.tie += u64::from(won != 0 && won != SHARE);
            whole.shares += u128::from(won);
            whole.squares += u128::from(won).pow(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tie_divides_every_part_of_a_pot_evenly() {
        for hands in 1..=MOST_HANDS as u64 {
            for parts in [1, 2, 4, 5, 6] {
                assert_eq!(SHARE % (hands * parts), 0, "{hands} hands, {parts} parts");
            }
        }
    }

    #[test]
    fn shares_add_up_to_the_pots() {
        let mut count = Count::new(3, &[1, 1]);
        let [five, two] = [[7, 7, 2], [1, 3, 3]].map(|strengths| {
            let mut all = [0; MOST_HANDS];
            all[..3].copy_from_slice(&strengths);
            all
        });
        count.add_parts(&[five, two]);
        let mut tally = Tally::new(3, 2);
        tally.add_samples(&count);
        let shares: Vec<u128> = tally.rows.iter().map(|rows| rows[0].shares).collect();
        let quarter = u128::from(SHARE) / 4;
        assert_eq!(shares, [quarter, 2 * quarter, quarter]);
        assert_eq!(tally.rows[1][1].tie, 1);
        assert_eq!(tally.rows[2][1].lose, 1);
    }
}
