//! Lanes of AVX2, 16 hands a register, and how rows of cards become sets of ranks in them.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::arithmetic::{Suits, straights_by_place};
use super::blocks::Work;
use super::card_bits::{JOKER_RANK, RankBits};
use super::lanes::{ByteTable, Lanes, Loading, MiddleTable, Table};
use super::twice::Twice;
use super::wild_cards::{Kind, Mixed, Printed, WILD_RANK, WildCards};

/// Sixteen lanes of 16 bits.
///
/// One exists only where the machine has AVX2: the functions that make one from nothing are unsafe
/// for this reason, and every `unsafe` of its methods has it for its reason too.
#[derive(Clone, Copy)]
pub(super) struct Lanes256(__m256i);

/// A choice of lanes: all bits of a lane or none.
#[derive(Clone, Copy)]
pub(super) struct Mask256(__m256i);

macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for $type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                // SAFETY: see `Lanes256`.
                $type(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

operator!(Lanes256, BitAnd, bitand, _mm256_and_si256);
operator!(Lanes256, BitOr, bitor, _mm256_or_si256);
operator!(Lanes256, BitXor, bitxor, _mm256_xor_si256);
operator!(Lanes256, Add, add, _mm256_add_epi16);
operator!(Lanes256, Sub, sub, _mm256_sub_epi16);
operator!(Mask256, BitAnd, bitand, _mm256_and_si256);
operator!(Mask256, BitOr, bitor, _mm256_or_si256);

impl Not for Mask256 {
    type Output = Mask256;

    #[inline(always)]
    fn not(self) -> Mask256 {
        // SAFETY: see `Lanes256`.
        Mask256(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi8(-1)) })
    }
}

impl Lanes256 {
    /// Each set with everything that is below its highest.
    #[inline(always)]
    fn filled_below(self) -> Lanes256 {
        let filled = self | self.down::<1>();
        let filled = filled | filled.down::<2>();
        let filled = filled | filled.down::<4>();
        filled | filled.down::<8>()
    }
}

impl Lanes for Lanes256 {
    type Mask = Mask256;

    #[inline(always)]
    fn all(self, number: u16) -> Lanes256 {
        Lanes256(unsafe { _mm256_set1_epi16(number as i16) })
    }

    #[inline(always)]
    fn without(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Lanes256 {
        Lanes256(unsafe { _mm256_slli_epi16::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Lanes256 {
        Lanes256(unsafe { _mm256_srli_epi16::<BITS>(self.0) })
    }

    #[inline(always)]
    fn up_with<const BITS: i32>(self, other: Lanes256) -> Lanes256 {
        let down = unsafe { _mm_cvtsi32_si128(13 - BITS) };
        Lanes256(unsafe { _mm256_srl_epi16(other.0, down) }) | self.up::<BITS>()
    }

    #[inline(always)]
    fn times(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn times_lower_byte(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_maddubs_epi16(other.0, self.0) })
    }

    #[inline(always)]
    fn next(self, mask: Mask256) -> Lanes256 {
        // All bits are -1.
        self - Lanes256(mask.0)
    }

    #[inline(always)]
    fn plus(self, mask: Mask256, other: Lanes256) -> Lanes256 {
        self + other.only(mask)
    }

    #[inline(always)]
    fn plus_bytes(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn saturating_sub(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_subs_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_max_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn min(self, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn or_greater(self, mask: Mask256, other: Lanes256) -> (Lanes256, Mask256) {
        // The smaller of the other and the mask is the other or 0. Of one that is masked by its bits the
        // compiler makes a choice, which is three operations.
        let greater = self.max(other.min(Lanes256(mask.0)));
        (greater, greater.equals(other))
    }

    #[inline(always)]
    fn ones(self) -> Lanes256 {
        unsafe {
            let nibble = _mm256_set1_epi8(15);
            let ones = ones_of_four();
            let low = _mm256_and_si256(self.0, nibble);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble);
            let low = _mm256_shuffle_epi8(ones, low);
            let high = _mm256_shuffle_epi8(ones, high);
            let bytes = _mm256_add_epi8(low, high);
            Lanes256(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        }
    }

    #[inline(always)]
    fn majority(self, second: Lanes256, third: Lanes256) -> Lanes256 {
        (self & second) | ((self | second) & third)
    }

    #[inline(always)]
    fn odd_and_two(self, second: Lanes256, third: Lanes256) -> (Lanes256, Lanes256) {
        let odd = self ^ second;
        (odd ^ third, (self & second) | (odd & third))
    }

    #[inline(always)]
    fn highest(self) -> Lanes256 {
        let filled = self.filled_below();
        filled ^ filled.down::<1>()
    }

    #[inline(always)]
    fn place_of_highest(self) -> Lanes256 {
        // The place of the highest of four bits, with fours of bits below them.
        const fn places(below: u8) -> ByteTable {
            let mut places = ByteTable([0; 16]);
            let mut bits: usize = 1;
            while bits < 16 {
                places.0[bits] = below + bits.ilog2() as u8 + 1;
                bits += 1;
            }
            places
        }
        let four = self.all(15);
        let lowest = (self & four).read_bytes(const { &places(0) });
        let middle = (self.down::<4>() & four).read_bytes(const { &places(4) });
        let highest = self.down::<8>().read_bytes(const { &places(8) });
        lowest.max(middle).max(highest)
    }

    #[inline(always)]
    fn read(self, table: &Table) -> Lanes256 {
        unsafe {
            // Upper bytes are 0 and read the first lower byte, which the upper bytes leave out therefore.
            let numbers = _mm256_load_si256(table.0.as_ptr().cast());
            let lower = lower_bytes(numbers);
            let first = _mm256_set1_epi8(table.0[0] as i8);
            let upper = _mm256_sub_epi8(upper_bytes(numbers), first);
            let upper = _mm256_shuffle_epi8(upper, self.0);
            let lower = _mm256_shuffle_epi8(lower, self.0);
            Lanes256(_mm256_add_epi16(_mm256_slli_epi16::<8>(upper), lower))
        }
    }

    #[inline(always)]
    fn read_small(self, table: &Table) -> Lanes256 {
        unsafe {
            let numbers = _mm256_load_si256(table.0.as_ptr().cast());
            // Upper bytes are 0 and read the first 0.
            Lanes256(_mm256_shuffle_epi8(lower_bytes(numbers), self.0))
        }
    }

    #[inline(always)]
    fn read_bytes(self, table: &ByteTable) -> Lanes256 {
        Lanes256(unsafe {
            let bytes = _mm_load_si128(table.0.as_ptr().cast());
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), self.0)
        })
    }

    #[inline(always)]
    fn read_middle(self, table: &MiddleTable) -> Lanes256 {
        // Places up to the start are 0, and so is the place that is 16 above it.
        let middle = Table(*table.numbers()[MiddleTable::START..].first_chunk().unwrap());
        self.saturating_sub(self.all(MiddleTable::START as u16))
            .read(&middle)
    }

    #[inline(always)]
    fn straights(self, is_of_suit: Mask256) -> Lanes256 {
        let [straights, more_in_suit] = const { &STRAIGHTS };
        self.read(straights)
            .plus(is_of_suit, self.read(more_in_suit))
    }

    #[inline(always)]
    fn is_some(self) -> Mask256 {
        Mask256(unsafe { _mm256_cmpgt_epi16(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn meets(self, other: Lanes256) -> Mask256 {
        (self & other).is_some()
    }

    #[inline(always)]
    fn equals(self, other: Lanes256) -> Mask256 {
        Mask256(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn exceeds(self, other: Lanes256) -> Mask256 {
        Mask256(unsafe { _mm256_cmpgt_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn outranks(self, other: Lanes256) -> Mask256 {
        // There is no comparison of unsigned numbers.
        !self.min(other).equals(self)
    }

    #[inline(always)]
    fn or_else(self, mask: Mask256, other: Lanes256) -> Lanes256 {
        Lanes256(unsafe { _mm256_blendv_epi8(other.0, self.0, mask.0) })
    }

    #[inline(always)]
    fn narrowed(self, mask: Mask256, part: Lanes256) -> Lanes256 {
        // Two operations, where a choice is three.
        part | self.except(mask)
    }

    #[inline(always)]
    fn only(self, mask: Mask256) -> Lanes256 {
        Lanes256(unsafe { _mm256_and_si256(mask.0, self.0) })
    }

    #[inline(always)]
    fn except(self, mask: Mask256) -> Lanes256 {
        Lanes256(unsafe { _mm256_andnot_si256(mask.0, self.0) })
    }

    #[inline(always)]
    fn or_every_bit(self, mask: Mask256) -> Lanes256 {
        Lanes256(unsafe { _mm256_or_si256(self.0, mask.0) })
    }

    #[inline(always)]
    fn or_every_bit_elsewhere(self, mask: Mask256) -> Lanes256 {
        self.or_every_bit(!mask)
    }
}

/// The lower bytes of sixteen words, in both halves.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn lower_bytes(words: __m256i) -> __m256i {
    // SAFETY: see above.
    unsafe {
        let lower = _mm256_and_si256(words, _mm256_set1_epi16(0xff));
        _mm256_permute4x64_epi64::<0x88>(_mm256_packus_epi16(lower, lower))
    }
}

/// The upper bytes of sixteen words, in both halves.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn upper_bytes(words: __m256i) -> __m256i {
    // SAFETY: see above.
    unsafe { lower_bytes(_mm256_srli_epi16::<8>(words)) }
}

/// The strengths of straights by their places from 1, and what straight flushes are more.
static STRAIGHTS: [Table; 2] = {
    let [straights, mut more_in_suit] = straights_by_place();
    let mut place = 0;
    while place < 16 {
        more_in_suit[place] -= straights[place];
        place += 1;
    }
    [Table(straights), Table(more_in_suit)]
};

/// A register of bytes in memory.
#[repr(C, align(32))]
struct Bytes32([u8; 32]);

impl Bytes32 {
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn load(&self) -> __m256i {
        // SAFETY: it is aligned, and the caller has the instructions.
        unsafe { _mm256_load_si256(self.0.as_ptr().cast()) }
    }
}

/// Where the bytes of two rows in each half, which begin at these bytes of it, go so that first
/// cards come first, then second cards, and so on, two of each.
const fn by_card(cards: usize, starts: [usize; 2]) -> Bytes32 {
    let mut from = Bytes32([0x80; 32]);
    let mut half = 0;
    while half < 2 {
        let mut card = 0;
        while card < cards {
            from.0[16 * half + 2 * card] = (starts[half] + card) as u8;
            from.0[16 * half + 2 * card + 1] = (starts[half] + cards + card) as u8;
            card += 1;
        }
        half += 1;
    }
    from
}

/// How the bytes of two pairs of rows are put in order of cards. The last pair of a block is loaded
/// together with bytes before it, so that nothing behind it is.
struct ByCard<const CARDS: usize>;

impl<const CARDS: usize> ByCard<CARDS> {
    const PAIRS: Bytes32 = by_card(CARDS, [0, 0]);
    const LAST: Bytes32 = by_card(CARDS, [0, 16 - 2 * CARDS]);
}

/// The bits that the cards of columns have in sets of 16, the lower half and the upper half of each suit,
/// and whether some card's number is above the highest. A card that is there twice has none.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn halves<const CARDS: usize>(
    columns: &[__m256i; CARDS],
    rank_bits: &RankBits,
    highest: u8,
) -> ([[__m256i; 2]; 4], bool) {
    // SAFETY: see above.
    unsafe {
        let [low, high] = &rank_bits.0;
        let tables = [
            _mm256_broadcastsi128_si256(_mm_loadu_si128(low.as_ptr().cast())),
            _mm256_broadcastsi128_si256(_mm_loadu_si128(high.as_ptr().cast())),
        ];
        let mut halves = [[_mm256_setzero_si256(); 2]; 4];
        let mut greatest = columns[0];
        let mut card = 0;
        while card < CARDS {
            let number = columns[card];
            greatest = _mm256_max_epu8(greatest, number);
            let rank = _mm256_and_si256(_mm256_srli_epi16::<2>(number), _mm256_set1_epi8(15));
            let of = _mm256_and_si256(number, _mm256_set1_epi8(3));
            let mut half = 0;
            while half < 2 {
                let bit = _mm256_shuffle_epi8(tables[half], rank);
                let mut suit = 0;
                while suit < 3 {
                    let is_suit = _mm256_cmpeq_epi8(of, _mm256_set1_epi8(suit as i8));
                    let of_suit = _mm256_and_si256(bit, is_suit);
                    halves[suit][half] = _mm256_xor_si256(halves[suit][half], of_suit);
                    suit += 1;
                }
                // Bits of all suits; what the others leave is the last's.
                halves[3][half] = _mm256_xor_si256(halves[3][half], bit);
                half += 1;
            }
            card += 1;
        }
        let mut half = 0;
        while half < 2 {
            let mut suit = 0;
            while suit < 3 {
                halves[3][half] = _mm256_xor_si256(halves[3][half], halves[suit][half]);
                suit += 1;
            }
            half += 1;
        }
        let most = _mm256_set1_epi8(highest as i8);
        let is_card = _mm256_cmpeq_epi8(_mm256_max_epu8(greatest, most), most);
        (halves, _mm256_movemask_epi8(is_card) != -1)
    }
}

/// Lanes of these lower and upper bytes.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn lanes_of([low, high]: [__m256i; 2]) -> Twice<Lanes256> {
    // SAFETY: see above.
    unsafe {
        let first = Lanes256(_mm256_unpacklo_epi8(low, high));
        Twice(first, Lanes256(_mm256_unpackhi_epi8(low, high)))
    }
}

/// The sets of clubs, diamonds, hearts and spades.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn sets([clubs, diamonds, hearts, spades]: [[__m256i; 2]; 4]) -> [Twice<Lanes256>; 4] {
    // SAFETY: see above.
    unsafe {
        [
            lanes_of(clubs),
            lanes_of(diamonds),
            lanes_of(hearts),
            lanes_of(spades),
        ]
    }
}

/// How many bits of a suit's halves are set, those of natural cards, in bytes.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn size([low, high]: [__m256i; 2]) -> __m256i {
    // SAFETY: see above.
    unsafe {
        let four = _mm256_set1_epi8(15);
        let lowest = _mm256_and_si256(low, four);
        let middle = _mm256_and_si256(_mm256_srli_epi16::<4>(low), four);
        let ones = ones_of_four();
        let lower = _mm256_add_epi8(
            _mm256_shuffle_epi8(ones, lowest),
            _mm256_shuffle_epi8(ones, middle),
        );
        // Four bits are looked up, and aces are the one above them.
        let ace = _mm256_cmpgt_epi8(high, four);
        let upper = _mm256_sub_epi8(_mm256_shuffle_epi8(ones, high), ace);
        _mm256_add_epi8(lower, upper)
    }
}

/// The sum of four numbers, in bytes.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn sum([clubs, diamonds, hearts, spades]: [__m256i; 4]) -> __m256i {
    // SAFETY: see above.
    unsafe {
        _mm256_add_epi8(
            _mm256_add_epi8(clubs, diamonds),
            _mm256_add_epi8(hearts, spades),
        )
    }
}

/// The sizes of suits and how many wild cards are with them, where a byte is a hand.
struct Sizes {
    suits: [__m256i; 4],
    wilds: __m256i,
}

impl Sizes {
    /// Those of natural cards, and these wild ones.
    ///
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn new([clubs, diamonds, hearts, spades]: [[__m256i; 2]; 4], wilds: __m256i) -> Sizes {
        // SAFETY: see above.
        unsafe {
            Sizes {
                suits: [size(clubs), size(diamonds), size(hearts), size(spades)],
                wilds,
            }
        }
    }

    /// Whether some hand has not so many cards.
    ///
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn are_not(&self, cards: usize) -> bool {
        // SAFETY: see above.
        unsafe {
            let all = _mm256_add_epi8(sum(self.suits), self.wilds);
            let is_right = _mm256_cmpeq_epi8(all, _mm256_set1_epi8(cards as i8));
            _mm256_movemask_epi8(is_right) != -1
        }
    }

    /// Of halves, those of suits that reach five with the wild cards.
    ///
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn suited(&self, halves: [[__m256i; 2]; 4]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe {
            let too_few = _mm256_sub_epi8(_mm256_set1_epi8(4), self.wilds);
            let mut suited = [_mm256_setzero_si256(); 2];
            let mut suit = 0;
            while suit < 4 {
                let reaches_five = _mm256_cmpgt_epi8(self.suits[suit], too_few);
                let mut half = 0;
                while half < 2 {
                    let of_suit = _mm256_and_si256(halves[suit][half], reaches_five);
                    suited[half] = _mm256_or_si256(suited[half], of_suit);
                    half += 1;
                }
                suit += 1;
            }
            suited
        }
    }

    /// Which hands of so many cards are left to be looked at one by one: see [`Mixed`].
    ///
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn unsure(&self, cards: usize, kind: Kind) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let most = _mm256_set1_epi8(kind.most() as i8);
            if cards < 7 || kind.most() < 3 {
                return _mm256_cmpgt_epi8(self.wilds, most);
            }
            // With three wilds no suit has an odd number. A suit of four is left too.
            let [clubs, diamonds, hearts, spades] = self.suits;
            let odd = _mm256_or_si256(
                _mm256_or_si256(clubs, diamonds),
                _mm256_or_si256(hearts, spades),
            );
            let is_even = _mm256_andnot_si256(odd, _mm256_set1_epi8(1));
            _mm256_cmpgt_epi8(is_even, _mm256_sub_epi8(most, self.wilds))
        }
    }
}

/// Tells bits of natural and wild cards apart, where a byte is a hand: leaves those of natural ones in the
/// halves and returns how many wild ones there are, and something that is 0 where all of them are jokers or
/// of a rank that is wild.
/// These have a bit above all ranks of clubs and of diamonds; so have the cards of [`WILD_RANK`] of all
/// suits.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn take_wilds(
    halves: &mut [[__m256i; 2]; 4],
    wild_cards: &WildCards,
    kind: Kind,
) -> (__m256i, __m256i) {
    const JOKER: u8 = 1 << (JOKER_RANK - 8);
    const OF_RANK: u8 = 1 << (WILD_RANK - 8);
    const {
        assert!(JOKER == 1 << 5 && OF_RANK == 1 << 7, "as they are moved");
    }
    // SAFETY: see above.
    unsafe {
        let zero = _mm256_setzero_si256();
        let above = _mm256_set1_epi8((JOKER | OF_RANK) as i8);
        let of_clubs = _mm256_and_si256(halves[0][1], above);
        let of_diamonds = _mm256_and_si256(halves[1][1], above);
        halves[0][1] = _mm256_xor_si256(halves[0][1], of_clubs);
        halves[1][1] = _mm256_xor_si256(halves[1][1], of_diamonds);
        // Bits 2 and 0, and 3 and 1.
        let bits = _mm256_or_si256(
            _mm256_srli_epi16::<5>(of_clubs),
            _mm256_srli_epi16::<4>(of_diamonds),
        );
        let wilds = _mm256_shuffle_epi8(ones_of_four(), bits);
        if !kind.has_printed() {
            return (wilds, zero);
        }
        let mut printed = zero;
        if kind.printed == Printed::Rank {
            let ranks = _mm256_set1_epi8(!OF_RANK as i8);
            let mut suit = 2;
            while suit < 4 {
                let is_wild = _mm256_cmpgt_epi8(zero, halves[suit][1]);
                printed = _mm256_sub_epi8(printed, is_wild);
                halves[suit][1] = _mm256_and_si256(halves[suit][1], ranks);
                suit += 1;
            }
            return (_mm256_add_epi8(wilds, printed), zero);
        }
        let mut suit = 0;
        while suit < 4 {
            let [low, high] = wild_cards.naturals[suit].to_le_bytes();
            let naturals = [
                _mm256_and_si256(halves[suit][0], _mm256_set1_epi8(low as i8)),
                _mm256_and_si256(halves[suit][1], _mm256_set1_epi8(high as i8)),
            ];
            let wilds = _mm256_sub_epi8(size(halves[suit]), size(naturals));
            printed = _mm256_add_epi8(printed, wilds);
            halves[suit] = naturals;
            suit += 1;
        }
        (_mm256_add_epi8(wilds, printed), printed)
    }
}

/// How many of four bits are set, in both halves.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn ones_of_four() -> __m256i {
    // SAFETY: see above.
    unsafe {
        _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ))
    }
}

impl Loading for Lanes256 {
    type Numbers = [u16; 16];

    type Column = __m256i;

    const BLOCK: usize = 32;

    /// Eights of rows are in the order 0 2 1 3: what is unpacked from a register's lower and upper
    /// halves of 16 bytes is in order.
    #[inline(always)]
    unsafe fn columns<const CARDS: usize>(rows: *const u8) -> [__m256i; CARDS] {
        // SAFETY: the caller has the instructions and a block of 32 · CARDS bytes. Loads of 16 bytes end
        // at 28 · CARDS + 16 at most, within it from four cards on; the last is moved back to end with
        // the block.
        unsafe {
            let mut pairs = [_mm256_setzero_si256(); 8];
            let mut pair = 0;
            while pair < 8 {
                // Rows 0 to 7 and 16 to 23 in the lower half, those that are eight further in the
                // upper.
                let row = 2 * pair + pair / 4 * 8;
                let last = pair == 7;
                let before = if last { 16 - 2 * CARDS } else { 0 };
                let lower = _mm_loadu_si128(rows.add(CARDS * row).cast());
                let upper = _mm_loadu_si128(rows.add(CARDS * (row + 8) - before).cast());
                let order = if last {
                    const { &ByCard::<CARDS>::LAST }.load()
                } else {
                    const { &ByCard::<CARDS>::PAIRS }.load()
                };
                let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(lower), upper);
                pairs[pair] = _mm256_shuffle_epi8(both, order);
                pair += 1;
            }
            // In each half a table of eight pairs of rows by eight cards, turned over.
            let mut twos = [[_mm256_setzero_si256(); 4]; 2];
            let mut i = 0;
            while i < 4 {
                twos[0][i] = _mm256_unpacklo_epi16(pairs[2 * i], pairs[2 * i + 1]);
                twos[1][i] = _mm256_unpackhi_epi16(pairs[2 * i], pairs[2 * i + 1]);
                i += 1;
            }
            let mut columns = [_mm256_setzero_si256(); CARDS];
            let mut card = 0;
            while card < CARDS {
                let [a, b, c, d] = twos[card / 4];
                let (first, second) = if card % 4 < 2 {
                    (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d))
                } else {
                    (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d))
                };
                columns[card] = if card % 2 == 0 {
                    _mm256_unpacklo_epi64(first, second)
                } else {
                    _mm256_unpackhi_epi64(first, second)
                };
                card += 1;
            }
            columns
        }
    }

    #[inline(always)]
    unsafe fn suits<const CARDS: usize>(
        columns: &[__m256i; CARDS],
        check: bool,
    ) -> Option<Suits<Twice<Lanes256>>> {
        // SAFETY: the caller has the instructions.
        unsafe {
            let (halves, strange) = halves(columns, &RankBits::NATURAL, 51);
            let sizes = Sizes::new(halves, _mm256_setzero_si256());
            if check && (strange | sizes.are_not(CARDS)) {
                return None;
            }
            Some(Suits {
                ranks: sets(halves),
                suited: lanes_of(sizes.suited(halves)),
            })
        }
    }

    #[inline(always)]
    unsafe fn mixed<const CARDS: usize>(
        columns: &[__m256i; CARDS],
        wild_cards: &WildCards,
        kind: Kind,
        check: bool,
    ) -> Option<Mixed<Twice<Lanes256>>> {
        // SAFETY: the caller has the instructions.
        unsafe {
            let (mut halves, strange) = halves(columns, &wild_cards.rank_bits, 53);
            let (wilds, printed) = take_wilds(&mut halves, wild_cards, kind);
            let sizes = Sizes::new(halves, wilds);
            if check && (strange | sizes.are_not(CARDS)) {
                return None;
            }
            let zero = _mm256_setzero_si256();
            let unsure = sizes.unsure(CARDS, kind);
            let Twice(first, second) = lanes_of([unsure, unsure]);
            Some(Mixed {
                naturals: sets(halves),
                wilds: lanes_of([wilds, zero]),
                printed: lanes_of([printed, zero]),
                suited: lanes_of(sizes.suited(halves)),
                unsure: Twice(Mask256(first.0), Mask256(second.0)),
            })
        }
    }

    #[inline(always)]
    unsafe fn twos(rows: *const u8) -> Lanes256 {
        // SAFETY: half a block of rows is one register.
        Lanes256(unsafe { _mm256_loadu_si256(rows.cast()) })
    }

    #[inline(always)]
    unsafe fn cards(column: __m256i, half: usize) -> Lanes256 {
        // SAFETY: the caller has the instructions.
        unsafe {
            let zero = _mm256_setzero_si256();
            Lanes256(match half {
                0 => _mm256_unpacklo_epi8(column, zero),
                _ => _mm256_unpackhi_epi8(column, zero),
            })
        }
    }

    #[inline(always)]
    fn card(column: &__m256i, half: usize, row: usize) -> u8 {
        // SAFETY: both are 32 bytes, whatever they are.
        let bytes: &[u8; 32] = unsafe { &*std::ptr::from_ref(column).cast() };
        // As it is unpacked: eight of one half, then eight of the other.
        bytes[16 * (row / 8) + 8 * half + row % 8]
    }

    #[inline(always)]
    fn is_any(mask: Mask256) -> bool {
        unsafe { _mm256_movemask_epi8(mask.0) != 0 }
    }

    #[inline(always)]
    fn chosen(mask: Mask256) -> u32 {
        unsafe {
            let bytes = _mm256_packs_epi16(mask.0, _mm256_setzero_si256());
            let bytes = _mm256_permute4x64_epi64::<0xd8>(bytes);
            _mm256_movemask_epi8(bytes) as u32
        }
    }

    #[inline(always)]
    fn numbers(self) -> [u16; 16] {
        // SAFETY: both are 32 bytes, whatever they are.
        unsafe { std::mem::transmute(self.0) }
    }
}

/// Does work on blocks with these instructions.
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
pub(super) fn run<W: Work>(work: W) -> W::Done {
    // SAFETY: the instructions are those of this function.
    unsafe { work.run::<Lanes256>() }
}
