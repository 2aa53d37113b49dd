//! What the arithmetic of strengths asks of registers: many lanes of 16 bits, a hand in each.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::arithmetic::Suits;
use super::twice::Twice;
use super::wild_cards::{Kind, Mixed, WildCards};

/// Sixteen numbers that lanes are looked up in. Aligned for one load of all of it, as are the others.
#[repr(C, align(32))]
#[derive(Clone, Copy)]
pub(crate) struct Table(pub(crate) [u16; 16]);

/// Thirty-two numbers that lanes are looked up in, all 0 but those from the ninth to the twenty-third.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(crate) struct MiddleTable([u16; 32]);

impl MiddleTable {
    /// The first of them that may not be 0, less one; 16 places above it is the first that is 0 again.
    pub(crate) const START: usize = 7;

    /// These numbers.
    pub(crate) const fn new(numbers: [u16; 32]) -> MiddleTable {
        let mut place = 0;
        while place < numbers.len() {
            let is_inside = place > MiddleTable::START && place < MiddleTable::START + 16;
            assert!(is_inside || numbers[place] == 0, "none but in the middle");
            place += 1;
        }
        MiddleTable(numbers)
    }

    /// All of them.
    pub(crate) const fn numbers(&self) -> &[u16; 32] {
        &self.0
    }
}

/// Sixteen bytes that the bytes of lanes are looked up in.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub(crate) struct ByteTable(pub(crate) [u8; 16]);

/// 16-bit lanes, of one register or of two as one.
///
/// Values of such a type are made only by code that may use the instructions they stand for, so one
/// value is the proof that lets a safe method use them: see [`Lanes::all`].
pub(crate) trait Lanes:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
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
    /// Bits moved up, and below them the highest of the other's thirteen bits: it has none above them.
    fn up_with<const BITS: i32>(self, other: Self) -> Self;
    /// The product's low 16 bits.
    fn times(self, other: Self) -> Self;
    /// The product of this, a number below 128, and the lower byte of the other.
    fn times_lower_byte(self, other: Self) -> Self;
    /// The sum with 1, or with what is the same modulo 16, where the mask says so, otherwise this.
    fn next(self, mask: Self::Mask) -> Self;
    /// The sum with the other where the mask says so, otherwise this.
    fn plus(self, mask: Self::Mask, other: Self) -> Self;
    /// The sums of the lower bytes and of the upper bytes, 8 bits each.
    fn plus_bytes(self, other: Self) -> Self;
    /// The difference, or 0 where the other is greater.
    fn saturating_sub(self, other: Self) -> Self;
    /// The smaller number of each lane.
    fn min(self, other: Self) -> Self;
    /// The greater number of each lane.
    fn max(self, other: Self) -> Self;
    /// The other where the mask says so and it is greater, otherwise this; and where it is the other. No
    /// lane may equal the other's.
    fn or_greater(self, mask: Self::Mask, other: Self) -> (Self, Self::Mask);
    /// How many bits are set.
    fn ones(self) -> Self;
    /// The bits that are set in at least two of three.
    fn majority(self, second: Self, third: Self) -> Self;
    /// The bits that are set in an odd number of three, and those set in at least two.
    fn odd_and_two(self, second: Self, third: Self) -> (Self, Self);
    /// The highest bit that is set.
    fn highest(self) -> Self;
    /// In the lowest five bits the place, from 1, of the highest of the lower twelve bits; 0 where none
    /// is set. The bits above are anything.
    fn place_of_highest(self) -> Self;
    /// The number of the table that a lane, 0 to 127, points at modulo 16.
    fn read(self, table: &Table) -> Self;
    /// The same of a table of numbers below 256, the first of which is 0.
    fn read_small(self, table: &Table) -> Self;
    /// The byte of the table that the lower four bits of each byte point at; 0 where the byte's
    /// highest bit is set.
    fn read_bytes(self, table: &ByteTable) -> Self;
    /// The number of the table that a lane, 0 to 23, points at.
    fn read_middle(self, table: &MiddleTable) -> Self;
    /// The strengths of straights by the lowest four bits of a lane, their places from 1, or of straight
    /// flushes where the mask says so; 0 where the place is 0. Bits above are anything that
    /// [`Lanes::place_of_highest`] leaves.
    fn straights(self, is_of_suit: Self::Mask) -> Self;
    /// Where a lane, of a number below 2^15, is not 0.
    fn is_some(self) -> Self::Mask;
    /// Where a lane and the other have a bit in common, the highest of all aside.
    fn meets(self, other: Self) -> Self::Mask;
    /// Where a lane equals the other.
    fn equals(self, other: Self) -> Self::Mask;
    /// Where a lane is greater than the other, both of numbers below 2^15.
    fn exceeds(self, other: Self) -> Self::Mask;
    /// Where a lane, a strength or whatever number, is greater than the other.
    fn outranks(self, other: Self) -> Self::Mask;
    /// This where the mask says so, otherwise the other.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    /// The part where the mask says so, otherwise this. Wherever the mask says what, the part has no bit
    /// that this has not.
    fn narrowed(self, mask: Self::Mask, part: Self) -> Self;
    /// This where the mask says so, otherwise 0.
    fn only(self, mask: Self::Mask) -> Self;
    /// 0 where the mask says so, otherwise this.
    fn except(self, mask: Self::Mask) -> Self;
    /// Every bit where the mask says so, otherwise this.
    fn or_every_bit(self, mask: Self::Mask) -> Self;
    /// This where the mask says so, otherwise every bit.
    fn or_every_bit_elsewhere(self, mask: Self::Mask) -> Self;
}

/// Lanes that rows of card numbers can be loaded into, a block of twice as many rows as there are
/// lanes.
///
/// The methods are for machines that have the instructions: they make values from nothing.
pub(crate) trait Loading: Lanes {
    /// The numbers of all lanes.
    type Numbers: Copy + AsRef<[u16]>;

    /// One card of each row of a block.
    type Column: Copy;

    /// Rows in a block.
    const BLOCK: usize;

    /// One column a card. The order of rows inside a column is not theirs; [`Loading::suits`] and
    /// [`Loading::cards`] bring it back.
    ///
    /// # Safety
    /// `CARDS` is 5, 6 or 7, from `rows` on there is a block of rows of so many cards, and the machine
    /// has the instructions.
    unsafe fn columns<const CARDS: usize>(rows: *const u8) -> [Self::Column; CARDS];

    /// Hands of natural cards; none if they are to be checked and a row is no hand, of `CARDS` cards that
    /// are so many different ones. Of what is no card no set has a bit.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn suits<const CARDS: usize>(
        columns: &[Self::Column; CARDS],
        check: bool,
    ) -> Option<Suits<Twice<Self>>>;

    /// The same of natural and wild cards; their kind is given beside them where a loop is compiled for
    /// it.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn mixed<const CARDS: usize>(
        columns: &[Self::Column; CARDS],
        wild_cards: &WildCards,
        kind: Kind,
        check: bool,
    ) -> Option<Mixed<Twice<Self>>>;

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

    /// Whether a mask chooses some lane.
    fn is_any(mask: Self::Mask) -> bool;

    /// The lanes that a mask chooses, a bit each.
    fn chosen(mask: Self::Mask) -> u32;

    /// The numbers of all lanes.
    fn numbers(self) -> Self::Numbers;
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::instructions::Instructions;
    use crate::kernels::arithmetic::straights_by_place;
    use crate::kernels::blocks::Work;

    /// Asserts that operations give what plain numbers give.
    struct Compare;

    impl Work for Compare {
        type Done = ();

        unsafe fn run<V: Loading>(self) {
            let cells = [0u8; 64];
            // SAFETY: half a block of rows is there, and the caller has the instructions.
            let any = unsafe { V::twos(cells.as_ptr()) };
            let table = Table(std::array::from_fn(|place| place as u16 * 4099));
            let other_table = Table(std::array::from_fn(|place| place as u16 * 4099 + 0x107));
            let small = Table(std::array::from_fn(|place| place as u16 * 17));
            let middle = MiddleTable::new(std::array::from_fn(|place| match place {
                8..23 => place as u16 * 2017 + 5,
                _ => 0,
            }));
            let [straights, straight_flushes] = straights_by_place();
            let bytes = ByteTable(std::array::from_fn(|place| place as u8 * 15 + 3));
            let every = V::chosen(any.equals(any));
            assert!(V::is_any(any.equals(any)) && !V::is_any(any.outranks(any)));
            let where_so = |so: bool| if so { every } else { 0 };
            for number in 0..=u16::MAX {
                let lanes = any.all(number);
                let lane = |lanes: V| lanes.numbers().as_ref()[5];
                let place = number
                    .checked_ilog2()
                    .map_or(0, |highest| highest as u16 + 1);
                assert_eq!(lane(lanes.ones()), number.count_ones() as u16);
                assert_eq!(
                    lane(lanes.highest()),
                    number.checked_ilog2().map_or(0, |bit| 1 << bit)
                );
                let at = |byte: u8| {
                    if byte < 128 {
                        bytes.0[usize::from(byte % 16)]
                    } else {
                        0
                    }
                };
                let read = number.to_le_bytes().map(at);
                assert_eq!(
                    lanes.read_bytes(&bytes).numbers().as_ref()[5].to_le_bytes(),
                    read
                );
                if number < 1 << 12 {
                    assert_eq!(lane(lanes.place_of_highest()) % 32, place);
                }
                if number < 128 {
                    for table in [&table, &other_table] {
                        assert_eq!(lane(lanes.read(table)), table.0[usize::from(number % 16)]);
                    }
                }
                if number < 24 {
                    let number = usize::from(number);
                    assert_eq!(lane(lanes.read_middle(&middle)), middle.numbers()[number]);
                }
                if number < 15 {
                    let place = usize::from(number);
                    let nowhere = any.outranks(any);
                    let everywhere = any.equals(any);
                    assert_eq!(lane(lanes.straights(nowhere)), straights[place]);
                    assert_eq!(lane(lanes.straights(everywhere)), straight_flushes[place]);
                }
                if number < 16 {
                    assert_eq!(lane(lanes.read_small(&small)), small.0[usize::from(number)]);
                }
                if number < 1 << 15 {
                    assert_eq!(V::chosen(lanes.is_some()), where_so(number != 0));
                }
                for other in [0, 1, 4, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff] {
                    let others = any.all(other);
                    let difference = number.saturating_sub(other);
                    let is_greater = lanes.outranks(others);
                    assert_eq!(V::chosen(is_greater), where_so(number > other));
                    if number < 1 << 15 && other < 1 << 15 {
                        assert_eq!(V::chosen(lanes.exceeds(others)), where_so(number > other));
                    }
                    if number < 1 << 15 {
                        let meets = lanes.meets(others);
                        assert_eq!(V::chosen(meets), where_so(number & other != 0));
                    }
                    assert_eq!(lane(lanes.saturating_sub(others)), difference);
                    if number != other {
                        let every_lane = any.equals(any);
                        let (greater, is_other) = lanes.or_greater(every_lane, others);
                        assert_eq!(lane(greater), number.max(other));
                        assert_eq!(V::chosen(is_other), where_so(other > number));
                        let no_lane = any.outranks(any);
                        let (same, is_other) = lanes.or_greater(no_lane, others);
                        assert_eq!(lane(same), number);
                        assert_eq!(V::chosen(is_other), 0);
                    }
                    if other < 1 << 13 {
                        let joined = number << 3 | other >> 10;
                        assert_eq!(lane(lanes.up_with::<3>(others)), joined);
                    }
                    let next = lane(lanes.next(is_greater)) % 16;
                    assert_eq!(next, (number % 16 + u16::from(number > other)) % 16);
                    let part = lanes & others;
                    let narrowed = if number > other {
                        number & other
                    } else {
                        number
                    };
                    assert_eq!(lane(lanes.narrowed(is_greater, part)), narrowed);
                    let left = if number > other { 0 } else { number };
                    assert_eq!(lane(lanes.except(is_greater)), left);
                    let filled = if number > other { u16::MAX } else { number };
                    assert_eq!(lane(lanes.or_every_bit(is_greater)), filled);
                    let filled = if number > other { number } else { u16::MAX };
                    assert_eq!(lane(lanes.or_every_bit_elsewhere(is_greater)), filled);
                    let third = 0x5a5a;
                    let majority = number & other | number & third | other & third;
                    assert_eq!(lane(lanes.majority(others, any.all(third))), majority);
                    let (odd, two) = lanes.odd_and_two(others, any.all(third));
                    assert_eq!(lane(odd), number ^ other ^ third);
                    assert_eq!(lane(two), majority);
                    let [mut low, mut high] = number.to_le_bytes();
                    if other < 128 {
                        assert_eq!(lane(others.times_lower_byte(lanes)), other * u16::from(low));
                    }
                    let [more_low, more_high] = other.to_le_bytes();
                    (low, high) = (low.wrapping_add(more_low), high.wrapping_add(more_high));
                    assert_eq!(
                        lane(lanes.plus_bytes(others)),
                        u16::from_le_bytes([low, high])
                    );
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn operations_give_what_numbers_give() {
        if Instructions::Avx2.is_available() {
            // SAFETY: this machine has them.
            unsafe { crate::kernels::avx2::run(Compare) };
        }
        if Instructions::Avx512.is_available() {
            // SAFETY: this machine has them.
            unsafe { crate::kernels::avx512::run(Compare) };
        }
    }
}
