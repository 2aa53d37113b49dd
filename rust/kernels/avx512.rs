//! Lanes of AVX-512, 32 hands a register, and how rows of cards become sets of ranks in them.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use super::arithmetic::{Suits, sizes, straights_by_place};
use super::blocks::Work;
use super::card_bits::{Bytes64, CardBits};
use super::lanes::{self, Lanes, Loading, MiddleTable, Table};
use super::twice::Twice;
use super::wild_cards::{APART, Apart, JOKERS_APART, Kind, Mixed, Printed, WildCards};

/// Thirty-two lanes of 16 bits.
///
/// One exists only where the machine has AVX-512 F, BW, CD, VL, VBMI, VBMI2 and BITALG: the functions
/// that make one from nothing are unsafe for this reason, and every `unsafe` below has it for its
/// reason too.
#[derive(Clone, Copy)]
pub(super) struct Lanes512(__m512i);

macro_rules! operator {
    ($trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for Lanes512 {
            type Output = Lanes512;

            #[inline(always)]
            fn $method(self, other: Lanes512) -> Lanes512 {
                // SAFETY: see `Lanes512`.
                Lanes512(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

operator!(BitAnd, bitand, _mm512_and_si512);
operator!(BitOr, bitor, _mm512_or_si512);
operator!(BitXor, bitxor, _mm512_xor_si512);
operator!(Add, add, _mm512_add_epi16);
operator!(Sub, sub, _mm512_sub_epi16);

impl Lanes512 {
    /// How many zeros are above the highest bit, 16 or more where there is none.
    #[inline(always)]
    fn zeros_above(self) -> Lanes512 {
        // There is no count of zeros in 16 bits. In 32 bits those of the upper half come out as
        // they are, or 16 and more.
        unsafe {
            let upper = _mm512_lzcnt_epi32(self.0);
            let lower = _mm512_lzcnt_epi32(_mm512_slli_epi32::<16>(self.0));
            Lanes512(_mm512_or_si512(_mm512_slli_epi32::<16>(upper), lower))
        }
    }
}

impl Lanes for Lanes512 {
    type Mask = __mmask32;

    #[inline(always)]
    fn all(self, number: u16) -> Lanes512 {
        Lanes512(unsafe { _mm512_set1_epi16(number as i16) })
    }

    #[inline(always)]
    fn without(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Lanes512 {
        let bits = self.all(BITS as u16);
        Lanes512(unsafe { _mm512_sllv_epi16(self.0, bits.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Lanes512 {
        let bits = self.all(BITS as u16);
        Lanes512(unsafe { _mm512_srlv_epi16(self.0, bits.0) })
    }

    #[inline(always)]
    fn up_with<const BITS: i32>(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_shldi_epi16::<BITS>(self.0, other.up::<3>().0) })
    }

    #[inline(always)]
    fn times(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn times_lower_byte(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_maddubs_epi16(other.0, self.0) })
    }

    #[inline(always)]
    fn next(self, mask: __mmask32) -> Lanes512 {
        // Not 1: the compiler would make a number of the mask, an operation more.
        self.plus(mask, self.all(17))
    }

    #[inline(always)]
    fn plus(self, mask: __mmask32, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_mask_add_epi16(self.0, mask, self.0, other.0) })
    }

    #[inline(always)]
    fn plus_bytes(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn saturating_sub(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_subs_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_max_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn min(self, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_min_epu16(self.0, other.0) })
    }

    #[inline(always)]
    fn or_greater(self, mask: __mmask32, other: Lanes512) -> (Lanes512, __mmask32) {
        let greater = unsafe { _mm512_mask_max_epu16(self.0, mask, self.0, other.0) };
        let greater = Lanes512(greater);
        (greater, greater.equals(other))
    }

    #[inline(always)]
    fn ones(self) -> Lanes512 {
        Lanes512(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn majority(self, second: Lanes512, third: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_ternarylogic_epi32::<0xe8>(self.0, second.0, third.0) })
    }

    #[inline(always)]
    fn odd_and_two(self, second: Lanes512, third: Lanes512) -> (Lanes512, Lanes512) {
        (self ^ second ^ third, self.majority(second, third))
    }

    #[inline(always)]
    fn highest(self) -> Lanes512 {
        let highest = self.all(1 << 15);
        Lanes512(unsafe { _mm512_srlv_epi16(highest.0, self.zeros_above().0) })
    }

    #[inline(always)]
    fn place_of_highest(self) -> Lanes512 {
        unsafe {
            // Only the lowest six bits of a byte are looked up.
            let upper = _mm512_permutexvar_epi8(self.down::<6>().0, PLACES_OF_SIX[1].load());
            let lower = _mm512_permutexvar_epi8(self.0, PLACES_OF_SIX[0].load());
            Lanes512(_mm512_max_epu8(upper, lower))
        }
    }

    #[inline(always)]
    fn read(self, table: &Table) -> Lanes512 {
        Lanes512(unsafe {
            let half = _mm256_load_si256(table.0.as_ptr().cast());
            _mm512_permutexvar_epi16(self.0, _mm512_broadcast_i64x4(half))
        })
    }

    #[inline(always)]
    fn read_small(self, table: &Table) -> Lanes512 {
        unsafe {
            // Words take an operation more than bytes. Upper bytes are 0 and read the first 0.
            let numbers = _mm512_zextsi256_si512(_mm256_load_si256(table.0.as_ptr().cast()));
            let numbers = _mm512_zextsi256_si512(_mm512_cvtepi16_epi8(numbers));
            Lanes512(_mm512_permutexvar_epi8(self.0, numbers))
        }
    }

    #[inline(always)]
    fn read_bytes(self, table: &lanes::ByteTable) -> Lanes512 {
        Lanes512(unsafe {
            let bytes = _mm_load_si128(table.0.as_ptr().cast());
            _mm512_shuffle_epi8(_mm512_broadcast_i32x4(bytes), self.0)
        })
    }

    #[inline(always)]
    fn read_middle(self, table: &MiddleTable) -> Lanes512 {
        Lanes512(unsafe {
            let numbers = _mm512_load_si512(table.numbers().as_ptr().cast());
            _mm512_permutexvar_epi16(self.0, numbers)
        })
    }

    #[inline(always)]
    fn straights(self, is_of_suit: __mmask32) -> Lanes512 {
        // Only the lowest five bits are looked up.
        let place = self.plus(is_of_suit, self.all(IN_SUIT));
        Lanes512(unsafe {
            let strengths = _mm512_load_si512(STRAIGHTS.0.as_ptr().cast());
            _mm512_permutexvar_epi16(place.0, strengths)
        })
    }

    #[inline(always)]
    fn is_some(self) -> __mmask32 {
        // As greater, not as unequal: a compiler turns the latter around with the choices that hang on
        // it, and then they take an operation more each.
        unsafe { _mm512_cmpgt_epi16_mask(self.0, _mm512_setzero_si512()) }
    }

    #[inline(always)]
    fn meets(self, other: Lanes512) -> __mmask32 {
        unsafe { _mm512_test_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn equals(self, other: Lanes512) -> __mmask32 {
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn exceeds(self, other: Lanes512) -> __mmask32 {
        self.outranks(other)
    }

    #[inline(always)]
    fn outranks(self, other: Lanes512) -> __mmask32 {
        unsafe { _mm512_cmpgt_epu16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn or_else(self, mask: __mmask32, other: Lanes512) -> Lanes512 {
        Lanes512(unsafe { _mm512_mask_mov_epi16(other.0, mask, self.0) })
    }

    #[inline(always)]
    fn narrowed(self, mask: __mmask32, part: Lanes512) -> Lanes512 {
        part.or_else(mask, self)
    }

    #[inline(always)]
    fn only(self, mask: __mmask32) -> Lanes512 {
        Lanes512(unsafe { _mm512_maskz_mov_epi16(mask, self.0) })
    }

    #[inline(always)]
    fn except(self, mask: __mmask32) -> Lanes512 {
        self.all(0).or_else(mask, self)
    }

    #[inline(always)]
    fn or_every_bit(self, mask: __mmask32) -> Lanes512 {
        self.all(u16::MAX).or_else(mask, self)
    }

    #[inline(always)]
    fn or_every_bit_elsewhere(self, mask: __mmask32) -> Lanes512 {
        self.or_else(mask, self.all(u16::MAX))
    }
}

impl Bytes64 {
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn load(&self) -> __m512i {
        // SAFETY: it is aligned, and the caller has the instructions.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// The place, counted from 1, of the highest of six bits, and of the highest of six above six more; 0
/// where there is none.
static PLACES_OF_SIX: [Bytes64; 2] = {
    let mut places = [const { Bytes64([0; 64]) }; 2];
    let mut bits: usize = 1;
    while bits < 64 {
        places[0].0[bits] = bits.ilog2() as u8 + 1;
        places[1].0[bits] = bits.ilog2() as u8 + 7;
        bits += 1;
    }
    places
};

/// A register of numbers in memory, aligned for one load of all of it.
#[repr(C, align(64))]
struct Numbers32([u16; 32]);

/// The strengths of straights by their places from 1, and [`IN_SUIT`] places above them those of straight
/// flushes.
static STRAIGHTS: Numbers32 = {
    let by_place = straights_by_place();
    let mut strengths = Numbers32([0; 32]);
    let mut place = 1;
    while place < IN_SUIT as usize {
        strengths.0[place] = by_place[0][place];
        strengths.0[place + IN_SUIT as usize] = by_place[1][place];
        place += 1;
    }
    strengths
};

/// How many places straight flushes are above straights. Not 16: the compiler would set a bit and choose,
/// two operations where a masked addition is one.
const IN_SUIT: u16 = 15;

static NATURAL: CardBits = CardBits::NATURAL;

/// Where the bytes of eight rows, which begin at byte `start`, go so that first cards come first,
/// then second cards, and so on, eight of each.
const fn by_card(cards: usize, start: usize) -> Bytes64 {
    let mut from = Bytes64([0; 64]);
    let mut card = 0;
    while card < cards {
        let mut row = 0;
        while row < 8 {
            from.0[8 * card + row] = (start + cards * row + card) as u8;
            row += 1;
        }
        card += 1;
    }
    from
}

/// How the bytes of eight rows are put in order of cards. The last eight rows of a block are loaded
/// together with bytes before them, so that nothing behind them is.
struct ByCard<const CARDS: usize>;

impl<const CARDS: usize> ByCard<CARDS> {
    const FIRST: Bytes64 = by_card(CARDS, 0);
    const LAST: Bytes64 = by_card(CARDS, 64 - 8 * CARDS);
}

/// The bits that the cards of columns have, half a suit a register as in [`CardBits`], and whether the
/// block surely holds what is no card.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn halves<const CARDS: usize>(
    columns: &[__m512i; CARDS],
    card_bits: &CardBits,
) -> ([__m512i; 8], bool) {
    // SAFETY: see above.
    unsafe {
        let mut halves = [_mm512_setzero_si512(); 8];
        let mut half = 0;
        while half < 8 {
            let bits = card_bits.0[half].load();
            let mut card = 0;
            while card < CARDS {
                let bit = _mm512_permutexvar_epi8(columns[card], bits);
                halves[half] = _mm512_or_si512(halves[half], bit);
                card += 1;
            }
            half += 1;
        }
        let mut every = columns[0];
        let mut card = 1;
        while card < CARDS {
            every = _mm512_or_si512(every, columns[card]);
            card += 1;
        }
        let strange = _mm512_test_epi8_mask(every, _mm512_set1_epi8(0xc0u8 as i8)) != 0;
        (halves, strange)
    }
}

/// Lanes of these lower and upper bytes.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn lanes_of(low: __m512i, high: __m512i) -> Twice<Lanes512> {
    // SAFETY: see above.
    unsafe {
        let first = Lanes512(_mm512_unpacklo_epi8(low, high));
        Twice(first, Lanes512(_mm512_unpackhi_epi8(low, high)))
    }
}

/// The sets of clubs, diamonds, hearts and spades.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn sets(halves: &[__m512i; 8]) -> [Twice<Lanes512>; 4] {
    // SAFETY: see above.
    unsafe {
        [
            lanes_of(halves[0], halves[1]),
            lanes_of(halves[2], halves[3]),
            lanes_of(halves[4], halves[5]),
            lanes_of(halves[6], halves[7]),
        ]
    }
}

/// Hands of bits where wild cards are apart. They are taken out and counted here, where a byte is a
/// hand.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn apart(mut halves: [__m512i; 8], kind: Kind) -> Apart<Twice<Lanes512>> {
    const { assert!(APART as u8 == 0, "they are in upper bytes") };
    // SAFETY: see above.
    unsafe {
        let zero = _mm512_setzero_si512();
        let above = _mm512_set1_epi8((APART >> 8) as i8);
        let mut wild = _mm512_and_si512(halves[1], above);
        halves[1] = _mm512_andnot_si512(above, halves[1]);
        if kind.has_printed() {
            // Moved down, those of diamonds are beside those of clubs.
            let of_diamonds = _mm512_and_si512(halves[3], above);
            halves[3] = _mm512_andnot_si512(above, halves[3]);
            wild = _mm512_or_si512(wild, _mm512_srli_epi16::<3>(of_diamonds));
        }
        let jokers = _mm512_set1_epi8((JOKERS_APART >> 8) as i8);
        Apart {
            naturals: sets(&halves),
            wilds: lanes_of(_mm512_popcnt_epi8(wild), zero),
            printed: lanes_of(_mm512_andnot_si512(jokers, wild), zero),
        }
    }
}

/// Whether some hand of a block has not `CARDS` cards, which are so many different ones: a card that
/// is there twice is one rank of its suit.
#[inline(always)]
fn is_wrong<const CARDS: usize>(Twice(first, second): Twice<Lanes512>) -> bool {
    let all = first.all(CARDS as u16);
    Lanes512::is_any(((first ^ all) | (second ^ all)).is_some())
}

impl Loading for Lanes512 {
    type Numbers = [u16; 32];

    type Column = __m512i;

    const BLOCK: usize = 64;

    /// Eights of rows are in the order 0 4 1 5 2 6 3 7: what is unpacked from a register's lower
    /// and upper halves of 16 bytes is in order.
    #[inline(always)]
    unsafe fn columns<const CARDS: usize>(rows: *const u8) -> [__m512i; CARDS] {
        // SAFETY: the caller has the instructions and a block of 64 · CARDS bytes. The seventh load ends
        // at 48 · CARDS + 64, which is within it from four cards on; the eighth ends with the block.
        unsafe {
            let mut low = [_mm512_setzero_si512(); 8];
            let mut eight = 0;
            while eight < 7 {
                let bytes = _mm512_loadu_si512(rows.add(8 * CARDS * eight).cast());
                low[eight] =
                    _mm512_permutexvar_epi8(const { &ByCard::<CARDS>::FIRST }.load(), bytes);
                eight += 1;
            }
            let bytes = _mm512_loadu_si512(rows.add(64 * CARDS - 64).cast());
            low[7] = _mm512_permutexvar_epi8(const { &ByCard::<CARDS>::LAST }.load(), bytes);

            let mut columns = [_mm512_setzero_si512(); CARDS];
            let mut odd = 0;
            while odd < 2 {
                // Quarters of 16 bytes: cards 0, 2, 4 and 6 (or 1, 3, 5 and 7) of rows 8i and 32 +
                // 8i on.
                let mut pairs = [_mm512_setzero_si512(); 4];
                let mut i = 0;
                while i < 4 {
                    pairs[i] = if odd == 0 {
                        _mm512_unpacklo_epi64(low[i], low[i + 4])
                    } else {
                        _mm512_unpackhi_epi64(low[i], low[i + 4])
                    };
                    i += 1;
                }
                let even = [
                    _mm512_shuffle_i64x2::<0x88>(pairs[0], pairs[1]),
                    _mm512_shuffle_i64x2::<0x88>(pairs[2], pairs[3]),
                ];
                let other = [
                    _mm512_shuffle_i64x2::<0xdd>(pairs[0], pairs[1]),
                    _mm512_shuffle_i64x2::<0xdd>(pairs[2], pairs[3]),
                ];
                let quarters = [
                    _mm512_shuffle_i64x2::<0x88>(even[0], even[1]),
                    _mm512_shuffle_i64x2::<0x88>(other[0], other[1]),
                    _mm512_shuffle_i64x2::<0xdd>(even[0], even[1]),
                    _mm512_shuffle_i64x2::<0xdd>(other[0], other[1]),
                ];
                let mut quarter = 0;
                while quarter < 4 {
                    if 2 * quarter + odd < CARDS {
                        columns[2 * quarter + odd] = quarters[quarter];
                    }
                    quarter += 1;
                }
                odd += 1;
            }
            columns
        }
    }

    #[inline(always)]
    unsafe fn suits<const CARDS: usize>(
        columns: &[__m512i; CARDS],
        check: bool,
    ) -> Option<Suits<Twice<Lanes512>>> {
        // SAFETY: the caller has the instructions.
        let (ranks, strange) = unsafe {
            let (halves, strange) = halves(columns, &NATURAL);
            (sets(&halves), strange)
        };
        if check && (strange | is_wrong::<CARDS>(sizes(ranks))) {
            return None;
        }
        Some(Suits::new(ranks))
    }

    #[inline(always)]
    unsafe fn mixed<const CARDS: usize>(
        columns: &[__m512i; CARDS],
        wild_cards: &WildCards,
        kind: Kind,
        check: bool,
    ) -> Option<Mixed<Twice<Lanes512>>> {
        // SAFETY: the caller has the instructions.
        let (halves, strange) = unsafe { halves(columns, &wild_cards.bits) };
        // Jokers and a rank are apart in any case; a loop for them need not ask.
        let hands = if kind.printed != Printed::Others || wild_cards.are_apart {
            // SAFETY: as above.
            unsafe { apart(halves, kind) }
        } else {
            // SAFETY: as above.
            Apart::by_ranks(unsafe { sets(&halves) }, wild_cards)
        };
        if check && (strange | is_wrong::<CARDS>(hands.cards())) {
            return None;
        }
        Some(hands.mixed::<CARDS>(kind))
    }

    #[inline(always)]
    unsafe fn twos(rows: *const u8) -> Lanes512 {
        // SAFETY: half a block of rows is one register.
        Lanes512(unsafe { _mm512_loadu_si512(rows.cast()) })
    }

    #[inline(always)]
    unsafe fn cards(column: __m512i, half: usize) -> Lanes512 {
        // SAFETY: the caller has the instructions.
        unsafe {
            let zero = _mm512_setzero_si512();
            Lanes512(match half {
                0 => _mm512_unpacklo_epi8(column, zero),
                _ => _mm512_unpackhi_epi8(column, zero),
            })
        }
    }

    #[inline(always)]
    fn card(column: &__m512i, half: usize, row: usize) -> u8 {
        // SAFETY: both are 64 bytes, whatever they are.
        let bytes: &[u8; 64] = unsafe { &*std::ptr::from_ref(column).cast() };
        // As it is unpacked: eight of one half, then eight of the other.
        bytes[16 * (row / 8) + 8 * half + row % 8]
    }

    #[inline(always)]
    fn is_any(mask: __mmask32) -> bool {
        mask != 0
    }

    #[inline(always)]
    fn chosen(mask: __mmask32) -> u32 {
        mask
    }

    #[inline(always)]
    fn numbers(self) -> [u16; 32] {
        // SAFETY: both are 64 bytes, whatever they are.
        unsafe { std::mem::transmute(self.0) }
    }
}

/// Does work on blocks with these instructions.
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,popcnt,bmi1,bmi2"
)]
pub(super) fn run<W: Work>(work: W) -> W::Done {
    // SAFETY: the instructions are those of this function.
    unsafe { work.run::<Lanes512>() }
}
