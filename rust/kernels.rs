//! Whole hands many at a time: which vector kernel, if any, fills a batch.
//!
//! A kernel has two parts. *Loading* is written for each set of instructions: it turns rows of card
//! numbers into sets of ranks, a register a suit, a lane a hand. The *arithmetic* that makes strengths of
//! these sets is written once, over [`lanes::Lanes`].

mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod dividing;
mod lanes;

use std::sync::atomic::AtomicU8;

use crate::instructions::Instructions;
use crate::rules::{Rules, Wild};

pub(crate) use dividing::Wanted;

/// A kernel for hands of 5, 6 or 7 cards under some rules.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    instructions: Instructions,
    flushes: bool,
    check: bool,
}

impl Kernel {
    /// Rows that a kernel takes at a time.
    pub(crate) const BLOCK: usize = 64;

    /// The kernel for these rules, if there is one for the instructions.
    ///
    /// # Panics
    /// Where the machine does not have them.
    pub(crate) fn new(instructions: Instructions, rules: &Rules, check: bool) -> Option<Kernel> {
        assert!(
            instructions.is_available(),
            "this machine has no {instructions}"
        );
        let is_vector = instructions >= Instructions::Avx2;
        (is_vector && rules.wild() == Wild::None).then_some(Kernel {
            instructions,
            flushes: rules.flushes(),
            check,
        })
    }

    /// Fills the strengths of rows of `CARDS` cards, and returns how many it filled: up to a block that
    /// has a row which is no hand, or to the last rows that do not fill a block.
    pub(crate) fn fill<const CARDS: usize>(self, cells: &[AtomicU8], out: &mut [u16]) -> usize {
        #[cfg(target_arch = "x86_64")]
        match (self.instructions, self.flushes) {
            // SAFETY: kernels are made for instructions that the machine has.
            (Instructions::Avx512, true) => unsafe {
                return avx512::fill::<CARDS, true>(cells, self.check, out);
            },
            (Instructions::Avx512, false) => unsafe {
                return avx512::fill::<CARDS, false>(cells, self.check, out);
            },
            (Instructions::Avx2, true) => unsafe {
                return avx2::fill::<CARDS, true>(cells, self.check, out);
            },
            (Instructions::Avx2, false) => unsafe {
                return avx2::fill::<CARDS, false>(cells, self.check, out);
            },
            _ => {}
        }
        let _ = (cells, out);
        0
    }

    /// Fills what `result` makes of the best division of rows of seven cards (the strengths of the five and
    /// the two, and the place of the two's columns), and returns how many as [`Kernel::fill`] does.
    pub(crate) fn divide<T>(
        self,
        cells: &[AtomicU8],
        wanted: Wanted,
        result: impl Fn(u16, u16, u16) -> T,
        out: &mut [T],
    ) -> usize {
        #[cfg(target_arch = "x86_64")]
        match (self.instructions, self.flushes) {
            // SAFETY: kernels are made for instructions that the machine has.
            (Instructions::Avx512, true) => unsafe {
                return avx512::divide::<true, T>(cells, self.check, wanted, result, out);
            },
            (Instructions::Avx512, false) => unsafe {
                return avx512::divide::<false, T>(cells, self.check, wanted, result, out);
            },
            (Instructions::Avx2, true) => unsafe {
                return avx2::divide::<true, T>(cells, self.check, wanted, result, out);
            },
            (Instructions::Avx2, false) => unsafe {
                return avx2::divide::<false, T>(cells, self.check, wanted, result, out);
            },
            _ => {}
        }
        let _ = (cells, wanted, result, out);
        0
    }
}
