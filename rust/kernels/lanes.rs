//! What the arithmetic of strengths asks of a register: many lanes of 16 bits, a hand in each.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::wild_cards::{Mixed, WildCards};

/// Sixteen numbers that lanes are looked up in.
#[repr(align(32))]
#[derive(Clone, Copy)]
pub(crate) struct Table(pub(crate) [u16; 16]);

/// Thirty-two numbers that lanes are looked up in.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(crate) struct WideTable(pub(crate) [u16; 32]);

/// Sixteen bytes that the bytes of lanes are looked up in.
#[repr(align(16))]
#[derive(Clone, Copy)]
pub(crate) struct Bytes(pub(crate) [u8; 16]);

/// A register of 16-bit lanes.
///
/// Values of such a type are made only by code that may use the instructions they stand for, so one
/// value is the proof that lets a safe method use them: see [`Lanes::all`].
pub(crate) trait Lanes:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// The numbers of all lanes.
    type Numbers: Copy + AsRef<[u16]>;

    /// A choice of lanes.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The same number in all lanes.
    fn all(self, number: u16) -> Self;
    /// The bits of this that are not in the other.
    fn without(self, other: Self) -> Self;
    /// Bits moved up.
    fn up<const BITS: i32>(self) -> Self;
    /// Bits moved down.
    fn down<const BITS: i32>(self) -> Self;
    /// The product's low 16 bits.
    fn times(self, other: Self) -> Self;
    /// The product with the lower byte of the other, of a number below 128.
    fn times_lower_byte(self, other: Self) -> Self;
    /// The sum with the other where the mask says so.
    fn plus(self, mask: Self::Mask, other: Self) -> Self;
    /// The sums of the lower bytes and of the upper bytes, 8 bits each.
    fn plus_bytes(self, other: Self) -> Self;
    /// The difference, or 0 where the other is greater.
    fn less(self, other: Self) -> Self;
    /// The smaller number of each lane.
    fn min(self, other: Self) -> Self;
    /// The greater number of each lane.
    fn max(self, other: Self) -> Self;
    /// How many bits are set.
    fn ones(self) -> Self;
    /// The bits that are set in at least two of three.
    fn majority(self, second: Self, third: Self) -> Self;
    /// The highest bit that is set.
    fn highest(self) -> Self;
    /// In the lowest five bits the place of the highest of twelve bits, counted from 1; 0 where none is
    /// set.
    fn place_of_highest(self) -> Self;
    /// The number of the table that a lane, 0 to 15, points at.
    fn read(self, table: &Table) -> Self;
    /// The same of a table of numbers below 256, the first of which is 0.
    fn read_small(self, table: &Table) -> Self;
    /// The byte of the table that the lower four bits of each byte point at; 0 where the byte's
    /// highest bit is set.
    fn read_bytes(self, table: &Bytes) -> Self;
    /// The number of the table that the lowest five bits of a lane point at.
    fn read_wide(self, table: &WideTable) -> Self;
    /// Where a lane, of a number below 2^15, is not 0.
    fn is_some(self) -> Self::Mask;
    /// Where a lane equals the other.
    fn equals(self, other: Self) -> Self::Mask;
    /// Where a lane is greater than the other.
    fn exceeds(self, other: Self) -> Self::Mask;
    /// This where the mask says so, otherwise the other.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    /// This where the mask says so, otherwise 0.
    fn only(self, mask: Self::Mask) -> Self;
    /// The lanes that a mask chooses, a bit each.
    fn chosen(mask: Self::Mask) -> u32;
    /// The numbers of all lanes.
    fn numbers(self) -> Self::Numbers;
}

/// Lanes that rows of card numbers can be loaded into, a block of twice as many rows as there are
/// lanes.
///
/// The methods are for machines that have the instructions: they make values from nothing.
pub(crate) trait Loading: Lanes {
    /// One card of each row of a block.
    type Column: Copy;

    /// Rows in a block.
    const BLOCK: usize;

    /// One column a card. The order of rows inside a column is not theirs; [`Loading::suits`] and
    /// [`Loading::cards`] bring it back.
    ///
    /// # Safety
    /// From `rows` on there is a block of rows of `CARDS` cards, and the machine has the
    /// instructions.
    unsafe fn columns<const CARDS: usize>(rows: *const u8) -> [Self::Column; CARDS];

    /// The sets of ranks of clubs, diamonds, hearts and spades of the block's first half and of the
    /// other. And whether the block surely holds what is no card: where it may, some set lacks a
    /// rank.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn suits<const CARDS: usize>(columns: &[Self::Column; CARDS]) -> ([[Self; 4]; 2], bool);

    /// The same of natural and wild cards.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn mixed<const CARDS: usize>(
        columns: &[Self::Column; CARDS],
        wild_cards: &WildCards,
    ) -> ([Mixed<Self>; 2], bool);

    /// Half a block of rows of two cards: the first card of each row in the lower byte of a lane,
    /// the second in the upper.
    ///
    /// # Safety
    /// From `rows` on there is half a block of rows, and the machine has the instructions.
    unsafe fn twos(rows: *const u8) -> Self;

    /// The card numbers of a column, the first half of the block or the other.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn cards(column: Self::Column, half: usize) -> Self;

    /// One of these card numbers.
    fn card(column: &Self::Column, half: usize, row: usize) -> u8;
}
