//! Whole hands many at a time: which vector kernel, if any, fills a batch.
//!
//! A kernel has two parts. *Loading* is written for each set of instructions, `avx512` and `avx2`:
//! it turns rows of card numbers into sets of ranks, a register a suit, a lane a hand; `wild_cards`
//! tells wild cards from natural ones. The *arithmetic* that makes strengths of these sets is
//! written once, over [`lanes::Lanes`], which `twice` makes of two registers: `arithmetic` for natural
//! cards, `wilds` with wild ones, `twos` for two cards, `dividing` for five and two. `blocks` does one
//! after the other, block by block.

// Other processors have no kernel yet.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod card_bits;
mod dividing;
mod lanes;
mod twice;
mod twos;
mod wild_cards;
mod wilds;

use std::sync::atomic::AtomicU8;

use crate::instructions::Instructions;
use crate::rules::Rules;

use blocks::{Divide, DivideBy, Naturals, Twos, Wilds, Work};
pub(crate) use dividing::Legal;
use wild_cards::WildCards;

/// A kernel for hands of 2, 5, 6 or 7 cards and for divisions, under some rules.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    instructions: Instructions,
    rules: Rules,
    wild_cards: Option<WildCards>,
    check: bool,
}

impl Kernel {
    /// Rows that a kernel takes at a time, at most.
    pub(crate) const BLOCK: usize = 64;

    /// The kernel for these rules, if the instructions have any.
    ///
    /// # Panics
    /// Where the machine does not have them.
    pub(crate) fn new(instructions: Instructions, rules: &Rules, check: bool) -> Option<Kernel> {
        assert!(
            instructions.is_available(),
            "this machine has no {instructions}"
        );
        (instructions >= Instructions::Avx2).then(|| Kernel {
            instructions,
            rules: *rules,
            wild_cards: WildCards::new(rules),
            check,
        })
    }

    /// Fills the strengths of rows of `CARDS` cards, some of them by `one_by_one`, and returns how
    /// many it filled: up to a block that has a row which is no hand, or to the last rows that do
    /// not fill a block.
    pub(crate) fn fill<const CARDS: usize>(
        &self,
        cells: &[AtomicU8],
        one_by_one: impl Fn(&[u8; CARDS]) -> u16,
        out: &mut [u16],
    ) -> usize {
        if self.rules.flushes() {
            self.fill_with::<CARDS, true>(cells, one_by_one, out)
        } else {
            self.fill_with::<CARDS, false>(cells, one_by_one, out)
        }
    }

    fn fill_with<const CARDS: usize, const FLUSHES: bool>(
        &self,
        cells: &[AtomicU8],
        one_by_one: impl Fn(&[u8; CARDS]) -> u16,
        out: &mut [u16],
    ) -> usize {
        let check = self.check;
        match &self.wild_cards {
            None => self.run(Naturals::<CARDS, FLUSHES> { cells, check, out }),
            Some(wild_cards) => self.run(Wilds::<_, CARDS, FLUSHES> {
                cells,
                check,
                wild_cards,
                one_by_one,
                out,
            }),
        }
    }

    /// Fills what `result` makes of the best division of rows of seven cards (the strengths of the
    /// five and the two, and the place of the two's columns), some of them by `one_by_one`, and
    /// returns how many as [`Kernel::fill`] does.
    pub(crate) fn divide<T>(
        &self,
        cells: &[AtomicU8],
        legal: Legal,
        two_first: bool,
        result: impl Fn(u16, u16, u16) -> T,
        one_by_one: impl Fn(&[u8; 7]) -> T,
        out: &mut [T],
    ) -> usize {
        if self.leaves_twos() {
            return 0;
        }
        match (self.rules.flushes(), self.wild_cards.is_some()) {
            (true, true) => {
                self.divide_with::<true, true, T>(cells, legal, two_first, result, one_by_one, out)
            }
            (true, false) => {
                self.divide_with::<true, false, T>(cells, legal, two_first, result, one_by_one, out)
            }
            (false, true) => {
                self.divide_with::<false, true, T>(cells, legal, two_first, result, one_by_one, out)
            }
            (false, false) => self
                .divide_with::<false, false, T>(cells, legal, two_first, result, one_by_one, out),
        }
    }

    fn divide_with<const FLUSHES: bool, const WILDS: bool, T>(
        &self,
        cells: &[AtomicU8],
        legal: Legal,
        two_first: bool,
        result: impl Fn(u16, u16, u16) -> T,
        one_by_one: impl Fn(&[u8; 7]) -> T,
        out: &mut [T],
    ) -> usize {
        self.run(Divide::<_, _, _, FLUSHES, WILDS> {
            cells,
            check: self.check,
            wild_cards: self.wild_cards.as_ref(),
            legal,
            two_first,
            result,
            one_by_one,
            out,
        })
    }

    /// Fills what `result` makes of the divisions of rows of seven cards that have the greatest keys,
    /// of equals the first, and returns how many as [`Kernel::fill`] does: none under other rules than
    /// the standard. Keys are made of the places of five, from 1, and of two among all strengths, with
    /// the lowest [`KEY_BITS`](crate::share::KEY_BITS) free; an illegal five has place 0, the key of
    /// which is less than 0.
    pub(crate) fn divide_by<T>(
        &self,
        cells: &[AtomicU8],
        legal: Legal,
        key: impl Fn(u16, u16) -> i64,
        result: impl Fn(u16, u16, u16) -> T,
        out: &mut [T],
    ) -> usize {
        if self.wild_cards.is_some() || !self.rules.flushes() {
            return 0;
        }
        self.run(DivideBy {
            cells,
            check: self.check,
            legal,
            key,
            result,
            out,
        })
    }

    /// Fills the strengths of rows of two cards, and returns how many as [`Kernel::fill`] does.
    pub(crate) fn fill_twos(&self, cells: &[AtomicU8], out: &mut [u16]) -> usize {
        if self.leaves_twos() {
            return 0;
        }
        let (check, wild_cards) = (self.check, self.wild_cards.as_ref());
        match wild_cards {
            None => self.run(Twos::<false> {
                cells,
                check,
                wild_cards,
                out,
            }),
            Some(_) => self.run(Twos::<true> {
                cells,
                check,
                wild_cards,
                out,
            }),
        }
    }

    /// Whether all two-card hands are left to be looked at one by one: wild cards may be
    /// themselves.
    fn leaves_twos(&self) -> bool {
        !self.rules.may_be_itself().is_empty()
    }

    fn run<W: Work<Done = usize>>(&self, work: W) -> usize {
        match self.instructions {
            // SAFETY: kernels are made for instructions that the machine has.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::run(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::run(work) },
            _ => 0,
        }
    }
}
