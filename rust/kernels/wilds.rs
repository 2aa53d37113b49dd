//! Strengths with wilds (rulings W1 to W3): one or two of them and what the natural cards make.
//!
//! Flushes and straights aside, all wilds stand for one rank: the highest of those that are held most
//! often, or of a casino bug the ace. What that makes is what natural cards would make. Hands with
//! more wilds are left to be looked at one by one.

use super::arithmetic::{
    Held, KICKERS_KEPT, Making, STRAIGHTS, highest_kickers, making, order, strengths_of,
    with_an_ace_low,
};
use super::lanes::{Lanes, Table};
use crate::card::ACE;
use crate::rules::Wild;
use crate::strength::{Category, Strength, sets_below};

const KING: u8 = ACE - 1;
const QUEEN: u8 = ACE - 2;
const JACK: u8 = ACE - 3;

/// The highest rank that is missing from a flush, and the next, by which of jack, queen, king and
/// ace are missing. They are among these four: otherwise one wild or two make a royal flush.
static HIGHEST_MISSING: [Table; 2] = {
    let mut missing = [Table([0; 16]); 2];
    let mut of_four: u16 = 1;
    while of_four < 16 {
        let mut left = of_four;
        let mut place = 0;
        while place < 2 && left != 0 {
            let highest = 1 << left.ilog2();
            missing[place].0[of_four as usize] = highest;
            left ^= highest;
            place += 1;
        }
        of_four += 1;
    }
    missing
};

/// What the ranks beside two aces in a flush lack as kickers to be its number, from place 8 on by
/// whether queen and king are among them; from 12 on the same beside three aces. Sets that would
/// rather be a straight flush do not count: low ones are always below, and high ones below those
/// with a king or a queen.
static BESIDE_ACES: Table = {
    let mut lacking = Table([0; 16]);
    let beside_two: [u16; 4] = [
        0b10011,
        0b11 | 1 << QUEEN,
        0b11 | 1 << KING,
        1 | 0b11 << QUEEN,
    ];
    let beside_three: [u16; 3] = [0b10001, 1 | 1 << QUEEN, 1 | 1 << KING];
    let mut place = 0;
    while place < 4 {
        let two = beside_two[place];
        lacking.0[8 + place] = order(Strength::flush_with_aces(2, two)) - sets_below(two);
        if place < 3 {
            let three = beside_three[place];
            lacking.0[12 + place] = order(Strength::flush_with_aces(3, three)) - sets_below(three);
        }
        place += 1;
    }
    lacking
};

/// How many aces of a flush are no kickers, by the same: all, unless there is only one.
static ACES_NO_KICKERS: Table = {
    let mut aces = Table([0; 16]);
    let mut place = 8;
    while place < 16 {
        aces.0[place] = place as u16 / 4;
        place += 1;
    }
    aces
};

impl<V: Lanes> Held<V> {
    /// The same with one wild or two that stand for one rank which is held.
    #[inline(always)]
    fn with(self, one: V, two: V) -> Held<V> {
        Held {
            once: self.once,
            twice: self.twice | one,
            thrice: self.thrice | (self.twice & one) | two,
            four: self.four | (self.thrice & one) | (self.twice & two),
        }
    }

    /// The same with one wild or two that stand for one rank, held or not.
    #[inline(always)]
    fn with_any(self, one: V, two: V) -> Held<V> {
        Held {
            once: self.once | one,
            twice: self.twice | (self.once & one) | two,
            thrice: self.thrice | (self.twice & one) | (self.once & two),
            four: self.four | (self.thrice & one) | (self.twice & two),
        }
    }
}

/// Some hands' strengths, and which are left to be looked at one by one.
pub(super) struct Strengths<V: Lanes> {
    pub(super) strengths: V,
    pub(super) unsure: V::Mask,
}

/// The straights that sets of ranks make with one wild or two or none, a bit each, the wheel
/// lowest. Above the highest, bits are set only where that one is too.
#[inline(always)]
fn straights<V: Lanes>(ranks: V, any: V::Mask, is_two: V::Mask) -> V {
    // How many of five neighbours are held, by two full adders.
    let first = with_an_ace_low(ranks);
    let (second, third) = (first.down::<1>(), first.down::<2>());
    let (fourth, fifth) = (first.down::<3>(), first.down::<4>());
    let odd = first ^ second ^ third;
    let two = first.majority(second, third);
    let more = odd.majority(fourth, fifth);
    let odd = odd ^ fourth ^ fifth;
    let (three, four) = (two.majority(more, odd), two & more);
    three.or_else(is_two, four.or_else(any, four & odd))
}

/// The strengths of hands of `CARDS` cards: the ranks of the natural cards in each suit, and how
/// many wilds are with them.
#[inline(always)]
pub(super) fn strengths<V: Lanes, const CARDS: usize, const FLUSHES: bool>(
    suits: [V; 4],
    wilds: V,
    kind: Wild,
) -> Strengths<V> {
    // The ranks of a suit that reaches five with at most two wilds: no other does.
    let too_few = wilds.all(4).less(wilds);
    let mut suited = wilds.all(0);
    let mut suit = 0;
    while suit < 4 {
        suited = suited | suits[suit].only(suits[suit].ones().exceeds(too_few));
        suit += 1;
    }
    Strengths {
        strengths: best_five::<V, CARDS, FLUSHES>(Held::in_suits(suits), suited, wilds, kind),
        unsure: wilds.exceeds(wilds.all(MOST_WILDS)),
    }
}

/// How many wilds a hand has at most whose strength is sure.
pub(super) const MOST_WILDS: u16 = 2;

/// The strengths of hands of `CARDS` cards: the natural ranks that are held, and where a suit
/// reaches five with the wilds, its natural ranks.
#[inline(always)]
pub(super) fn best_five<V: Lanes, const CARDS: usize, const FLUSHES: bool>(
    held: Held<V>,
    suited: V,
    wilds: V,
    kind: Wild,
) -> V {
    let zero = wilds.all(0);
    let one = wilds.all(1);
    let (any, is_two) = (wilds.is_some(), wilds.equals(wilds.all(2)));
    let is_suited = suited.is_some();
    let ace = zero.all(1 << ACE);

    // All wilds stand for the same rank: the highest that is held most often. Two bugs make four of
    // a kind of a pair too, if it is higher than three of a kind.
    let rank = if kind == Wild::CasinoBug {
        ace
    } else {
        let mut is_three = held.thrice.is_some();
        if kind == Wild::Bug {
            is_three = is_three & !is_two;
        }
        let pairs = held.twice.or_else(held.twice.is_some(), held.once);
        held.thrice.or_else(is_three, pairs).highest()
    };
    let (first, second) = (rank.only(any), rank.only(is_two));
    let five_of_a_kind = (held.four & first) | (held.thrice & second);
    let with_wilds = if kind == Wild::CasinoBug {
        held.with_any(first, second)
    } else {
        held.with(first, second)
    };
    let Making {
        mut categories,
        mut made,
        is_full,
        is_four,
    } = making::<V, CARDS>(with_wilds);

    let is_five = five_of_a_kind.is_some();
    let mut kickers = with_wilds
        .twice
        .or_else(is_full, with_wilds.once)
        .without(made);
    if kind == Wild::Bug {
        // A bug that four of a kind leaves over is the kicker: an ace, or a king beside aces.
        let kicker = zero.all(1 << KING).or_else(made.equals(ace), ace);
        kickers = kicker.or_else(is_five, kickers);
    } else {
        // The lowest rank as a kicker counts nothing.
        categories = zero
            .all(Category::FiveOfAKind as u16)
            .or_else(is_five, categories);
        kickers = one.or_else(is_five, kickers);
    }
    let mut beside_aces = zero;
    let mut kept;
    if FLUSHES {
        // Five of a kind has what makes four of a kind.
        let is_flush = is_suited & !(is_full | is_four);
        categories = zero
            .all(Category::Flush as u16)
            .or_else(is_flush, categories);
        kept = categories.read(&KICKERS_KEPT);
        made = zero.or_else(is_flush, made);
        let kickers_of_flush = if kind == Wild::Card {
            // Wild cards are aces, two or three with the natural one. One ace is a kicker, more
            // are none.
            let aces = wilds.up::<2>() + suited.down::<{ QUEEN as i32 }>();
            kept = (kept - aces.read_small(&ACES_NO_KICKERS)).or_else(is_flush, kept);
            beside_aces = aces.read(&BESIDE_ACES).only(is_flush);
            (suited ^ ace.only(any)).without(ace.only(is_two))
        } else {
            let high = zero.all(0x1fff).without(suited).down::<{ JACK as i32 }>();
            let first = high.read_small(&HIGHEST_MISSING[0]).only(any);
            let second = high.read_small(&HIGHEST_MISSING[1]).only(is_two);
            suited | (first | second).up::<{ JACK as i32 }>()
        };
        kickers = kickers_of_flush.or_else(is_flush, kickers);
    } else {
        kept = categories.read(&KICKERS_KEPT);
    }
    let kickers = highest_kickers::<V, CARDS>(kickers, kept);
    let strengths = strengths_of(categories, made, kickers) + beside_aces;

    // A straight beside a suit that reaches five is less than the flush.
    let (is_of_suit, found) = if FLUSHES {
        let ranks = suited.or_else(is_suited, held.once);
        (is_suited, straights(ranks, any, is_two))
    } else {
        let of_suit = straights(suited, any, is_two);
        let is_of_suit = of_suit.is_some();
        let of_ranks = straights(held.once, any, is_two);
        (is_of_suit, of_suit.or_else(is_of_suit, of_ranks))
    };
    let place = found.place_of_highest();
    strengths.max(place.read_either(&STRAIGHTS, is_of_suit))
}
