//! Many hands at once: rows of card numbers to a result a row, on one thread or several.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::card::{Card, CardError};
use crate::evaluate::{Evaluator, Sum};
use crate::instructions::Instructions;
use crate::kernels::Kernel;
use crate::strength::TwoStrength;

/// Rows of card numbers, all of one width, row after row.
///
/// The cells are atomic because their owner may change them meanwhile; each is read once.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    cells: &'a [AtomicU8],
    width: usize,
}

impl<'a> Rows<'a> {
    /// Rows of this width.
    ///
    /// # Panics
    /// Where the cells do not fill the last row.
    #[must_use]
    pub fn new(cells: &'a [AtomicU8], width: usize) -> Rows<'a> {
        assert!(
            width > 0 && cells.len().is_multiple_of(width),
            "rows are full"
        );
        Rows { cells, width }
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many cards a row has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Copies the rows from `first` on into hands of `cards` cards, at one place in each.
    fn put_into(self, first: usize, hands: &[AtomicU8], cards: usize, place: usize) {
        // Of a width that the compiler knows the copy is no loop.
        match self.width {
            1 => self.put_into_by::<1>(first, hands, cards, place),
            2 => self.put_into_by::<2>(first, hands, cards, place),
            3 => self.put_into_by::<3>(first, hands, cards, place),
            4 => self.put_into_by::<4>(first, hands, cards, place),
            5 => self.put_into_by::<5>(first, hands, cards, place),
            _ => self.put_into_by::<6>(first, hands, cards, place),
        }
    }

    fn put_into_by<const WIDTH: usize>(
        self,
        first: usize,
        hands: &[AtomicU8],
        cards: usize,
        place: usize,
    ) {
        let (rows, _) = self.cells[first * WIDTH..].as_chunks::<WIDTH>();
        for (row, hand) in rows.iter().zip(hands.chunks_exact(cards)) {
            copy(row, &hand[place..place + WIDTH]);
        }
    }

    #[inline(always)]
    fn row(self, row: usize) -> impl Iterator<Item = u8> + 'a {
        read(&self.cells[row * self.width..][..self.width])
    }
}

#[inline(always)]
fn copy(from: &[AtomicU8], to: &[AtomicU8]) {
    for (from, to) in from.iter().zip(to) {
        to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

#[inline]
fn read(cells: &[AtomicU8]) -> impl Iterator<Item = u8> + '_ {
    cells.iter().map(|cell| cell.load(Ordering::Relaxed))
}

/// The cards on the board, if any: the same for all rows, or a row for each.
#[derive(Clone, Copy)]
pub enum Board<'a> {
    /// The rows are whole hands.
    None,
    /// These cards go with every row.
    Shared(&'a [AtomicU8]),
    /// Each row has its own.
    Each(Rows<'a>),
}

impl Board<'_> {
    /// How many cards a board has.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Board::None => 0,
            Board::Shared(cells) => cells.len(),
            Board::Each(rows) => rows.width,
        }
    }

    fn numbers(&self, row: usize) -> Vec<u8> {
        match self {
            Board::None => vec![],
            Board::Shared(cells) => read(cells).collect(),
            Board::Each(rows) => rows.row(row).collect(),
        }
    }
}

/// The lowest row that is no hand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The row, counted from 0.
    pub row: usize,
    /// What is wrong with it.
    pub error: CardError,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.error)
    }
}

impl std::error::Error for RowError {}

/// How a batch is run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// How many threads work on it; 0 takes as many as there are cores.
    pub threads: usize,
    /// Whether every row is checked. Without it the result of a row that is no hand is any number.
    pub check: bool,
    /// Which instructions it uses, which the machine must have.
    pub instructions: Instructions,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            threads: 1,
            check: true,
            instructions: Instructions::chosen(),
        }
    }
}

/// Rows that one thread takes at a time.
const PORTION: usize = 1 << 14;

impl Run {
    /// Fills `out` a portion at a time: `fill` gets the first row and the places of a portion.
    /// Returns the lowest row for which there is no result.
    fn portions<T: Send>(
        self,
        out: &mut [T],
        fill: impl Fn(usize, &mut [T]) -> Result<(), usize> + Sync,
    ) -> Result<(), usize> {
        let portions = out.len().div_ceil(PORTION);
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.threads == 0 {
            cores()
        } else {
            self.threads
        };
        let others = threads.min(portions).saturating_sub(1);
        if others == 0 {
            return fill(0, out);
        }
        // Portions are taken in order, so those before one with a bad row are filled or being
        // filled, and those behind it need not be.
        let left = Mutex::new(out.chunks_mut(PORTION).enumerate());
        let lowest = AtomicUsize::new(usize::MAX);
        let work = || {
            while lowest.load(Ordering::Relaxed) == usize::MAX {
                let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((portion, out)) = next else { break };
                if let Err(row) = fill(portion * PORTION, out) {
                    lowest.fetch_min(row, Ordering::Relaxed);
                }
            }
        };
        // Threads end with the call, so that a process forked later has lost none; where there are
        // none to be had, this one does it all. Measured for a million rows: 0.2 ms a call beside
        // the work, and 0.7 ms by a pool of threads.
        thread::scope(|scope| {
            for _ in 0..others {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        match lowest.into_inner() {
            usize::MAX => Ok(()),
            row => Err(row),
        }
    }

    /// Fills `out` row by row.
    fn rows<T: Send>(
        self,
        out: &mut [T],
        result: impl Fn(usize) -> Option<T> + Sync,
    ) -> Result<(), usize> {
        self.portions(out, |first, out| {
            for (i, place) in out.iter_mut().enumerate() {
                *place = result(first + i).ok_or(first + i)?;
            }
            Ok(())
        })
    }
}

impl Evaluator {
    /// The strength of each row of 5, 6 or 7 cards, the board's included.
    ///
    /// # Panics
    /// Where rows and board have another number of cards, or `out` another length than the rows.
    pub fn evaluate_batch(
        &self,
        hands: Rows,
        board: Board,
        run: Run,
        out: &mut [u16],
    ) -> Result<(), RowError> {
        let cards = hands.width + board.width();
        let lookup = self.lookup(cards);
        let strength = |sum| lookup.strength(sum).0;
        let Some(kernel) = Kernel::new(run.instructions, self.rules(), run.check) else {
            return self.fill_by_sum(hands, board, run, out, strength);
        };
        let filled = match cards {
            5 => self.fill_by_kernel::<5>(kernel, hands, board, run, out, strength),
            6 => self.fill_by_kernel::<6>(kernel, hands, board, run, out, strength),
            _ => self.fill_by_kernel::<7>(kernel, hands, board, run, out, strength),
        };
        filled.map_err(|row| self.row_error(row, hands, board))
    }

    /// The strength of each row of `CARDS` cards, the board's included, by the kernel or by
    /// `strength`.
    fn fill_by_kernel<const CARDS: usize>(
        &self,
        kernel: Kernel,
        hands: Rows,
        board: Board,
        run: Run,
        out: &mut [u16],
        strength: impl Fn(Sum) -> u16 + Sync,
    ) -> Result<(), usize> {
        let one_by_one = |numbers: &[u8; CARDS]| strength(self.sum(*numbers));
        let vector =
            |cells: &[AtomicU8], out: &mut [u16]| kernel.fill::<CARDS>(cells, one_by_one, out);
        let value = |_: &[u8; CARDS], sum| strength(sum);
        if let Board::None = board {
            return self.fill_blocks(hands, run, out, vector, value);
        }
        assert_eq!(out.len(), hands.len(), "a result a row");
        run.portions(out, |first, out| {
            // Whole hands are put together, a block at a time.
            let block = [const { AtomicU8::new(0) }; 7 * Kernel::BLOCK];
            let block = &block[..CARDS * Kernel::BLOCK];
            if let Board::Shared(cells) = board {
                for hand in block.chunks_exact(CARDS) {
                    copy(cells, &hand[hands.width..]);
                }
            }
            for (number, out) in out.chunks_mut(Kernel::BLOCK).enumerate() {
                let first = first + number * Kernel::BLOCK;
                let block = &block[..CARDS * out.len()];
                hands.put_into(first, block, CARDS, 0);
                if let Board::Each(boards) = board {
                    boards.put_into(first, block, CARDS, hands.width);
                }
                let filled = vector(block, out);
                let (cells, out) = (&block[filled * CARDS..], &mut out[filled..]);
                self.fill_hands(cells, run, out, &value)
                    .map_err(|row| first + filled + row)?;
            }
            Ok(())
        })
    }

    /// Fills rows of `CARDS` cards: blocks of them by `vector`, which returns how many rows it
    /// filled, and what it leaves by `value`, which takes one hand's cards and their sum.
    pub(crate) fn fill_blocks<const CARDS: usize, T: Send>(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [T],
        vector: impl Fn(&[AtomicU8], &mut [T]) -> usize + Sync,
        value: impl Fn(&[u8; CARDS], Sum) -> T + Sync,
    ) -> Result<(), usize> {
        assert_eq!(
            (hands.width, out.len()),
            (CARDS, hands.len()),
            "a result a row"
        );
        run.portions(out, |first, out| {
            let cells = &hands.cells[first * CARDS..][..out.len() * CARDS];
            let mut filled = 0;
            loop {
                filled += vector(&cells[filled * CARDS..], &mut out[filled..]);
                if filled == out.len() {
                    return Ok(());
                }
                // The last rows, which fill no block, or a block with a row that is no hand.
                let end = out.len().min(filled + Kernel::BLOCK);
                let (cells, out) = (&cells[filled * CARDS..end * CARDS], &mut out[filled..end]);
                self.fill_hands(cells, run, out, &value)
                    .map_err(|row| first + filled + row)?;
                filled = end;
            }
        })
    }

    /// The House Rules key of each row of 2, 5, 6 or 7 cards, the board's included.
    ///
    /// # Panics
    /// As [`Evaluator::evaluate_batch`] does.
    pub fn house_key_batch(
        &self,
        hands: Rows,
        board: Board,
        run: Run,
        out: &mut [u64],
    ) -> Result<(), RowError> {
        let cards = hands.width + board.width();
        if cards == 2 {
            return self.fill_twos(hands, run, out, |strength, sum| {
                self.house_key_of_two(strength, sum.cards()).0
            });
        }
        let lookup = self.lookup(cards);
        self.fill_by_sum(hands, board, run, out, |sum| {
            self.house_key_of(lookup.strength(sum), sum.cards()).0
        })
    }

    /// What `value` makes of the sum of each row's cards.
    fn fill_by_sum<T: Send>(
        &self,
        hands: Rows,
        board: Board,
        run: Run,
        out: &mut [T],
        value: impl Fn(Sum) -> T + Sync,
    ) -> Result<(), RowError> {
        assert_eq!(out.len(), hands.len(), "a result a row");
        let cards = hands.width + board.width();
        let checked = |sum| (!run.check || self.is_hand(sum, cards)).then(|| value(sum));
        let filled = match board {
            Board::None => match cards {
                5 => self.fill_whole(hands, run, out, |_: &[u8; 5], sum| value(sum)),
                6 => self.fill_whole(hands, run, out, |_: &[u8; 6], sum| value(sum)),
                _ => self.fill_whole(hands, run, out, |_: &[u8; 7], sum| value(sum)),
            },
            Board::Shared(cells) => {
                let shared = self.sum(read(cells));
                run.rows(out, |row| checked(shared + self.sum(hands.row(row))))
            }
            Board::Each(boards) => run.rows(out, |row| {
                checked(self.sum(boards.row(row)) + self.sum(hands.row(row)))
            }),
        };
        filled.map_err(|row| self.row_error(row, hands, board))
    }

    /// What `value` makes of each row of seven cards.
    pub(crate) fn fill_by_seven<T: Send>(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [T],
        value: impl Fn(&[u8; 7], Sum) -> T + Sync,
    ) -> Result<(), RowError> {
        self.fill_whole(hands, run, out, value)
            .map_err(|row| self.row_error(row, hands, Board::None))
    }

    /// What `value` makes of each row of `CARDS` cards that is a whole hand.
    fn fill_whole<const CARDS: usize, T: Send>(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [T],
        value: impl Fn(&[u8; CARDS], Sum) -> T + Sync,
    ) -> Result<(), usize> {
        assert_eq!(
            (hands.width, out.len()),
            (CARDS, hands.len()),
            "a result a row"
        );
        run.portions(out, |first, out| {
            let cells = &hands.cells[first * CARDS..][..out.len() * CARDS];
            let filled = self.fill_hands(cells, run, out, &value);
            filled.map_err(|row| first + row)
        })
    }

    /// Fills a portion of whole hands of `CARDS` cards, with the instructions that this machine
    /// has.
    fn fill_hands<const CARDS: usize, T>(
        &self,
        cells: &[AtomicU8],
        run: Run,
        out: &mut [T],
        value: &impl Fn(&[u8; CARDS], Sum) -> T,
    ) -> Result<(), usize> {
        #[cfg(target_arch = "x86_64")]
        if run.instructions >= Instructions::BitCounts {
            assert!(run.instructions.is_available(), "the machine has them");
            // SAFETY: the machine has the instructions. Measured for checked sevens on one thread,
            // medians of interleaved runs: 1.4 times as many hands a second.
            return unsafe {
                self.fill_hands_with_bit_counts::<CARDS, T>(cells, run.check, out, value)
            };
        }
        self.fill_hands_inline::<CARDS, T>(cells, run.check, out, value)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi2")]
    fn fill_hands_with_bit_counts<const CARDS: usize, T>(
        &self,
        cells: &[AtomicU8],
        check: bool,
        out: &mut [T],
        value: &impl Fn(&[u8; CARDS], Sum) -> T,
    ) -> Result<(), usize> {
        self.fill_hands_inline::<CARDS, T>(cells, check, out, value)
    }

    #[inline(always)]
    fn fill_hands_inline<const CARDS: usize, T>(
        &self,
        cells: &[AtomicU8],
        check: bool,
        out: &mut [T],
        value: &impl Fn(&[u8; CARDS], Sum) -> T,
    ) -> Result<(), usize> {
        let (hands, _) = cells.as_chunks::<CARDS>();
        for (row, (hand, place)) in hands.iter().zip(out).enumerate() {
            let numbers = hand.each_ref().map(|cell| cell.load(Ordering::Relaxed));
            let sum = self.sum(numbers);
            if check && !self.is_hand(sum, CARDS) {
                return Err(row);
            }
            *place = value(&numbers, sum);
        }
        Ok(())
    }

    /// The strength of each row of two cards.
    ///
    /// # Panics
    /// Where rows have another width than two, or `out` another length than the rows.
    pub fn evaluate_two_batch(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [u16],
    ) -> Result<(), RowError> {
        let Some(kernel) = Kernel::new(run.instructions, self.rules(), run.check) else {
            return self.fill_twos(hands, run, out, |strength, _| strength.0);
        };
        let pairs = self.pairs();
        let vector = |cells: &[AtomicU8], out: &mut [u16]| kernel.fill_twos(cells, out);
        let value = |&[first, second]: &[u8; 2], _| pairs.strength_of(first, second).0;
        self.fill_blocks(hands, run, out, vector, value)
            .map_err(|row| self.row_error(row, hands, Board::None))
    }

    /// What `value` makes of the strength and the sum of each row of two cards.
    fn fill_twos<T: Send>(
        &self,
        hands: Rows,
        run: Run,
        out: &mut [T],
        value: impl Fn(TwoStrength, Sum) -> T + Sync,
    ) -> Result<(), RowError> {
        assert_eq!(
            (hands.width, out.len()),
            (2, hands.len()),
            "two cards and a result a row"
        );
        let pairs = self.pairs();
        run.rows(out, |row| {
            let [first, second] = [0, 1].map(|i| hands.cells[row * 2 + i].load(Ordering::Relaxed));
            let sum = self.sum([first, second]);
            (!run.check || self.is_hand(sum, 2))
                .then(|| value(pairs.strength_of(first, second), sum))
        })
        .map_err(|row| self.row_error(row, hands, Board::None))
    }

    /// The Omaha strength of each row of 4 to 6 hole cards with its board of 3 to 5 cards.
    ///
    /// # Panics
    /// Where there are fewer or more cards, or `out` has another length than the rows.
    pub fn evaluate_omaha_batch(
        &self,
        holes: Rows,
        boards: Board,
        run: Run,
        out: &mut [u16],
    ) -> Result<(), RowError> {
        assert!((4..=6).contains(&holes.width), "4, 5 or 6 hole cards");
        assert!((3..=5).contains(&boards.width()), "3, 4 or 5 board cards");
        assert_eq!(out.len(), holes.len(), "a result a row");
        let lookup = self.lookup(5);
        run.rows(out, |row| {
            let mut hole = [Sum::default(); 6];
            let mut board = [Sum::default(); 5];
            let hole = self.sums(holes.row(row), &mut hole);
            let board = match boards {
                Board::None => &[],
                Board::Shared(cells) => self.sums(read(cells), &mut board),
                Board::Each(rows) => self.sums(rows.row(row), &mut board),
            };
            let all = hole
                .iter()
                .chain(board)
                .fold(Sum::default(), |all, &card| all + card);
            (!run.check || self.is_hand(all, hole.len() + board.len()))
                .then(|| lookup.omaha(hole, board).0)
        })
        .map_err(|row| self.row_error(row, holes, boards))
    }

    /// Why a row is no hand. It may have changed since, and be one now.
    #[cold]
    pub(crate) fn row_error(&self, row: usize, hands: Rows, board: Board) -> RowError {
        let numbers: Vec<u8> = hands.row(row).chain(board.numbers(row)).collect();
        let cards: Result<Vec<Card>, CardError> = numbers
            .iter()
            .enumerate()
            .map(|(position, &number)| {
                Card::from_number(number).ok_or(CardError::Number {
                    number: number.into(),
                    position,
                })
            })
            .collect();
        let error = match cards.and_then(|cards| self.checked_sum(&cards)) {
            Err(error) => error,
            Ok(_) => CardError::Changed,
        };
        RowError { row, error }
    }
}
