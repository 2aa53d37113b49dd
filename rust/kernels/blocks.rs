//! Batches block by block: load, check, evaluate, write.

use std::sync::atomic::AtomicU8;

use super::arithmetic::Suits;
use super::dividing::{All, Best, DIVISIONS, Legal, divide};
use super::lanes::{Lanes, Loading};
use super::twice::Twice;
use super::twos;
use super::wild_cards::{Kind, Mixed, Printed, WildCards};
use crate::rules::Wild;
use crate::share::LAST_PLACE;

/// Something that is done with the lanes of some instructions.
pub(super) trait Work {
    /// What comes back.
    type Done;

    /// Does it.
    ///
    /// # Safety
    /// The machine has the instructions, and the caller is compiled with them.
    unsafe fn run<V: Loading>(self) -> Self::Done;
}

/// The columns of a block of rows.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn columns<V: Loading, const CARDS: usize>(cells: &[AtomicU8]) -> [V::Column; CARDS] {
    const {
        assert!(
            CARDS >= 5 && CARDS <= 7,
            "loads are laid out for 5 to 7 cards"
        )
    };
    assert!(cells.len() == V::BLOCK * CARDS, "a block of rows");
    // SAFETY: a block of rows is there. Its owner may write it meanwhile, a race that the language
    // does not allow and that vector loads cannot avoid: there are no atomic ones. What was loaded may
    // then be any bytes; it is loaded once, and every later use is of that copy, by permutes that take
    // any byte or by look-ups that check their bounds.
    unsafe { V::columns::<CARDS>(cells.as_ptr().cast()) }
}

/// The columns of a block, and what is made of them.
type Loaded<V, T, const CARDS: usize> = ([<V as Loading>::Column; CARDS], T);

/// Loads a block of rows of natural cards: its columns and hands, unless it is to be checked and holds
/// a row that is no hand.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn load<V: Loading, const CARDS: usize>(
    cells: &[AtomicU8],
    check: bool,
) -> Option<Loaded<V, Suits<Twice<V>>, CARDS>> {
    // SAFETY: the caller has the instructions.
    let columns = unsafe { columns::<V, CARDS>(cells) };
    // SAFETY: as above.
    let suits = unsafe { V::suits::<CARDS>(&columns, check) };
    Some((columns, suits?))
}

/// The same of natural and wild cards.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn load_mixed<V: Loading, const CARDS: usize>(
    cells: &[AtomicU8],
    wild_cards: &WildCards,
    kind: Kind,
    check: bool,
) -> Option<Loaded<V, Mixed<Twice<V>>, CARDS>> {
    // SAFETY: the caller has the instructions.
    let columns = unsafe { columns::<V, CARDS>(cells) };
    // SAFETY: as above.
    let mixed = unsafe { V::mixed::<CARDS>(&columns, wild_cards, kind, check) };
    Some((columns, mixed?))
}

/// Puts a number for each row of a block.
#[inline(always)]
fn put<V: Loading>(Twice(first, second): Twice<V>, out: &mut [u16]) {
    let (first_out, second_out) = out.split_at_mut(V::BLOCK / 2);
    first_out.copy_from_slice(first.numbers().as_ref());
    second_out.copy_from_slice(second.numbers().as_ref());
}

/// Whether a mask chooses some row of a block.
#[inline(always)]
fn is_any<V: Loading>(Twice(first, second): Twice<V::Mask>) -> bool {
    V::is_any(first | second)
}

/// The rows of a block that a mask chooses, a bit each.
#[inline(always)]
fn chosen<V: Loading>(Twice(first, second): Twice<V::Mask>) -> u64 {
    u64::from(V::chosen(first)) | u64::from(V::chosen(second)) << (V::BLOCK / 2)
}

/// Results of the chosen rows of a block one by one, from the columns that were loaded: cells are read
/// only once. Kept apart so that the columns stay in memory for it, not in registers.
#[cold]
#[inline(never)]
fn each_row<V: Loading, T, const CARDS: usize>(
    columns: &[V::Column; CARDS],
    mut chosen: u64,
    one_by_one: &impl Fn(&[u8; CARDS]) -> T,
    out: &mut [T],
) {
    while chosen != 0 {
        let row = chosen.trailing_zeros() as usize;
        let (half, row_of_half) = (row / (V::BLOCK / 2), row % (V::BLOCK / 2));
        let mut numbers = [0; CARDS];
        for (number, column) in numbers.iter_mut().zip(columns) {
            *number = V::card(column, half, row_of_half);
        }
        out[row] = one_by_one(&numbers);
        chosen &= chosen - 1;
    }
}

/// The strengths of rows of `CARDS` natural cards; [`Work::run`] returns how many it filled.
pub(super) struct Naturals<'a, const CARDS: usize, const FLUSHES: bool> {
    pub(super) cells: &'a [AtomicU8],
    pub(super) check: bool,
    pub(super) out: &'a mut [u16],
}

impl<const CARDS: usize, const FLUSHES: bool> Work for Naturals<'_, CARDS, FLUSHES> {
    type Done = usize;

    #[inline(always)]
    unsafe fn run<V: Loading>(self) -> usize {
        let mut filled = 0;
        let blocks = self.cells.chunks_exact(V::BLOCK * CARDS);
        for (cells, out) in blocks.zip(self.out.chunks_exact_mut(V::BLOCK)) {
            // SAFETY: the caller has the instructions.
            let loaded = unsafe { load::<V, CARDS>(cells, self.check) };
            let Some((_, suits)) = loaded else {
                return filled;
            };
            put(suits.strengths::<CARDS, FLUSHES>(), out);
            filled += V::BLOCK;
        }
        filled
    }
}

/// The strengths of rows of `CARDS` cards some of which are wild; rows that are to be looked at one
/// by one are left to `one_by_one`. [`Work::run`] returns how many it filled.
pub(super) struct Wilds<'a, F, const CARDS: usize, const FLUSHES: bool> {
    pub(super) cells: &'a [AtomicU8],
    pub(super) check: bool,
    pub(super) wild_cards: &'a WildCards,
    pub(super) one_by_one: F,
    pub(super) out: &'a mut [u16],
}

impl<F: Fn(&[u8; CARDS]) -> u16, const CARDS: usize, const FLUSHES: bool> Work
    for Wilds<'_, F, CARDS, FLUSHES>
{
    type Done = usize;

    #[inline(always)]
    unsafe fn run<V: Loading>(self) -> usize {
        // A loop for each kind, that it is not asked for in every block.
        // SAFETY: the caller has the instructions.
        unsafe {
            match self.wild_cards.kind.wild {
                Wild::CasinoBug => self.fill_with::<V>(Wild::CasinoBug),
                Wild::Bug => self.fill_with::<V>(Wild::Bug),
                Wild::Card | Wild::None => self.fill_with::<V>(Wild::Card),
            }
        }
    }
}

impl<F: Fn(&[u8; CARDS]) -> u16, const CARDS: usize, const FLUSHES: bool>
    Wilds<'_, F, CARDS, FLUSHES>
{
    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn fill_with<V: Loading>(self, wild: Wild) -> usize {
        let of = |printed| Kind { wild, printed };
        // SAFETY: the caller has the instructions.
        unsafe {
            match self.wild_cards.kind.printed {
                Printed::None => self.fill::<V>(of(Printed::None)),
                Printed::Rank => self.fill::<V>(of(Printed::Rank)),
                Printed::Others => self.fill::<V>(of(Printed::Others)),
            }
        }
    }

    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn fill<V: Loading>(mut self, kind: Kind) -> usize {
        let mut filled = 0;
        let blocks = self.cells.chunks_exact(V::BLOCK * CARDS);
        let out = std::mem::take(&mut self.out);
        for (cells, out) in blocks.zip(out.chunks_exact_mut(V::BLOCK)) {
            // SAFETY: the caller has the instructions.
            let loaded =
                unsafe { load_mixed::<V, CARDS>(cells, self.wild_cards, kind, self.check) };
            let Some((columns, hands)) = loaded else {
                return filled;
            };
            put(hands.strengths::<CARDS, FLUSHES>(kind), out);
            // Of jokers alone there are two at most, and they are never themselves.
            if kind.has_printed() {
                let mut unsure = hands.unsure;
                if kind.wild == Wild::CasinoBug && kind.printed == Printed::Others {
                    // A card with a rank may also be itself (ruling W3). Where all of the rank are wild an ace
                    // makes as much of it.
                    unsure = unsure | hands.printed.is_some();
                }
                if is_any::<V>(unsure) {
                    let unsure = chosen::<V>(unsure);
                    each_row::<V, _, CARDS>(&columns, unsure, &self.one_by_one, out);
                }
            }
            filled += V::BLOCK;
        }
        filled
    }
}

/// What `result` makes of the best divisions of rows of seven cards; rows that are to be looked at
/// one by one are left to `one_by_one`. [`Work::run`] returns how many it filled.
pub(super) struct Divide<'a, T, F, O, const FLUSHES: bool, const WILDS: bool> {
    pub(super) cells: &'a [AtomicU8],
    pub(super) check: bool,
    /// Those of the rules, if `WILDS` says that there are any.
    pub(super) wild_cards: Option<&'a WildCards>,
    pub(super) legal: Legal,
    pub(super) two_first: bool,
    pub(super) result: F,
    pub(super) one_by_one: O,
    pub(super) out: &'a mut [T],
}

impl<T, F, O, const FLUSHES: bool, const WILDS: bool> Work for Divide<'_, T, F, O, FLUSHES, WILDS>
where
    F: Fn(u16, u16, u16) -> T,
    O: Fn(&[u8; 7]) -> T,
{
    type Done = usize;

    #[inline(always)]
    unsafe fn run<V: Loading>(self) -> usize {
        let wild_cards = known::<WILDS>(self.wild_cards);
        let mut filled = 0;
        let blocks = self.cells.chunks_exact(V::BLOCK * 7);
        for (cells, out) in blocks.zip(self.out.chunks_exact_mut(V::BLOCK)) {
            let (columns, suits);
            if let Some(wild_cards) = wild_cards {
                // SAFETY: the caller has the instructions.
                let loaded =
                    unsafe { load_mixed::<V, 7>(cells, wild_cards, wild_cards.kind, self.check) };
                let Some((all, hands)) = loaded else {
                    return filled;
                };
                (columns, suits) = (all, hands.naturals);
            } else {
                // SAFETY: as above.
                let loaded = unsafe { load::<V, 7>(cells, self.check) };
                let Some(all) = loaded else {
                    return filled;
                };
                (columns, suits) = (all.0, all.1.ranks);
            }
            let mut unsure = 0;
            for (half, out) in out.chunks_exact_mut(V::BLOCK / 2).enumerate() {
                // SAFETY: the caller has the instructions.
                let cards = unsafe { cards_of(&columns, half) };
                let suits = half_of(&suits, half);
                let mut best = Best::new(cards[0], self.two_first);
                let unsure_here =
                    divide::<V, FLUSHES>(cards, suits, wild_cards, self.legal, &mut best);
                let (five, two, place) = best.found();
                let (five, two, place) = (five.numbers(), two.numbers(), place.numbers());
                let (five, two, place) = (five.as_ref(), two.as_ref(), place.as_ref());
                for (row, best) in out.iter_mut().enumerate() {
                    *best = (self.result)(five[row], two[row], place[row]);
                }
                unsure |= u64::from(V::chosen(unsure_here)) << (half * V::BLOCK / 2);
            }
            if WILDS && unsure != 0 {
                each_row::<V, _, 7>(&columns, unsure, &self.one_by_one, out);
            }
            filled += V::BLOCK;
        }
        filled
    }
}

/// Puts what `result` makes of the division with the greatest key for each hand. Kept apart from code
/// with vector instructions: gathers of keys are slower than look-ups one by one.
#[inline(never)]
fn put_greatest<V: Loading, T>(
    all: &All<V>,
    key: &impl Fn(u16, u16) -> i64,
    result: &impl Fn(u16, u16, u16) -> T,
    out: &mut [T],
) {
    for (row, best) in out.iter_mut().enumerate() {
        // The first place is the greatest in the bits that are free.
        let mut greatest = 0;
        for place in 0..DIVISIONS {
            let (five, two) = (&all.five_places[place], &all.two_places[place]);
            let key = key(five.as_ref()[row], two.as_ref()[row]);
            greatest = greatest.max(key + (LAST_PLACE - place) as i64);
        }
        let place = (LAST_PLACE - greatest as usize % (LAST_PLACE + 1)) % DIVISIONS;
        let (five, two) = (all.fives[place].as_ref(), all.twos[place].as_ref());
        *best = result(five[row], two[row], place as u16);
    }
}

/// One half of a block's sets of ranks.
#[inline(always)]
fn half_of<V: Copy>(suits: &[Twice<V>; 4], half: usize) -> [V; 4] {
    let [clubs, diamonds, hearts, spades] = suits;
    [
        clubs.half(half),
        diamonds.half(half),
        hearts.half(half),
        spades.half(half),
    ]
}

/// The card numbers of half a block of rows.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn cards_of<V: Loading, const CARDS: usize>(
    columns: &[V::Column; CARDS],
    half: usize,
) -> [V; CARDS] {
    // SAFETY: the caller has the instructions.
    let mut cards = [unsafe { V::cards(columns[0], half) }; CARDS];
    for (cards, &column) in cards.iter_mut().zip(columns) {
        // SAFETY: as above.
        *cards = unsafe { V::cards(column, half) };
    }
    cards
}

/// What `result` makes of the divisions of rows of seven natural cards, under standard rules, that have
/// the greatest keys, of equals the first; [`Work::run`] returns how many it filled.
pub(super) struct DivideBy<'a, T, K, F> {
    pub(super) cells: &'a [AtomicU8],
    pub(super) check: bool,
    pub(super) legal: Legal,
    pub(super) key: K,
    pub(super) result: F,
    pub(super) out: &'a mut [T],
}

impl<T, K, F> Work for DivideBy<'_, T, K, F>
where
    K: Fn(u16, u16) -> i64,
    F: Fn(u16, u16, u16) -> T,
{
    type Done = usize;

    #[inline(always)]
    unsafe fn run<V: Loading>(self) -> usize {
        let mut filled = 0;
        let blocks = self.cells.chunks_exact(V::BLOCK * 7);
        for (cells, out) in blocks.zip(self.out.chunks_exact_mut(V::BLOCK)) {
            // SAFETY: the caller has the instructions.
            let loaded = unsafe { load::<V, 7>(cells, self.check) };
            let Some((columns, suits)) = loaded else {
                return filled;
            };
            for (half, out) in out.chunks_exact_mut(V::BLOCK / 2).enumerate() {
                // SAFETY: the caller has the instructions.
                let cards = unsafe { cards_of(&columns, half) };
                let suits = half_of(&suits.ranks, half);
                let mut all = All::new(cards[0]);
                divide::<V, true>(cards, suits, None, self.legal, &mut all);
                put_greatest(&all, &self.key, &self.result, out);
            }
            filled += V::BLOCK;
        }
        filled
    }
}

/// The wild cards, so that the compiler knows whether there are any.
fn known<const WILDS: bool>(wild_cards: Option<&WildCards>) -> Option<&WildCards> {
    if WILDS {
        Some(wild_cards.expect("wild cards are named"))
    } else {
        None
    }
}

/// The strengths of rows of two cards; [`Work::run`] returns how many it filled.
pub(super) struct Twos<'a, const WILDS: bool> {
    pub(super) cells: &'a [AtomicU8],
    pub(super) check: bool,
    /// Those of the rules, if `WILDS` says that there are any.
    pub(super) wild_cards: Option<&'a WildCards>,
    pub(super) out: &'a mut [u16],
}

impl<const WILDS: bool> Work for Twos<'_, WILDS> {
    type Done = usize;

    #[inline(always)]
    unsafe fn run<V: Loading>(self) -> usize {
        let wild_cards = known::<WILDS>(self.wild_cards);
        let highest = if WILDS { 53 } else { 51 };
        let mut filled = 0;
        let blocks = self.cells.chunks_exact(V::BLOCK);
        for (cells, out) in blocks.zip(self.out.chunks_exact_mut(V::BLOCK / 2)) {
            // SAFETY: half a block of rows is there, and the caller has the instructions. As in
            // `columns`, whatever the bytes are only chooses among numbers.
            let both = unsafe { V::twos(cells.as_ptr().cast()) };
            let numbers = [both & both.all(0xff), both.down::<8>()];
            let (strengths, wrong) = twos::strengths(numbers, highest, wild_cards);
            if self.check && V::is_any(wrong) {
                return filled;
            }
            out.copy_from_slice(strengths.numbers().as_ref());
            filled += V::BLOCK / 2;
        }
        filled
    }
}
