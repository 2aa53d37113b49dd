//! Strengths by arithmetic on sets of ranks, many hands at once and with no look-up in memory.
//!
//! A lane has 16 bits: a set of ranks has one bit a rank, the deuce's lowest. Inside a category
//! strengths are numbered without gaps, in colexicographic order: a set of kickers is worth a sum
//! of binomial coefficients, to which the i-th lowest adds C(p, i) where p ranks that may be
//! kickers are below it.

use super::lanes::{ByteTable, Lanes, Table};
use crate::card::ACE;
use crate::strength::{Category, ORDER_BITS, Strength, sets_below};

/// The number inside its category.
pub(super) const fn order(strength: Strength) -> u16 {
    strength.0 & ((1 << ORDER_BITS) - 1)
}

/// What the second, third, fourth and fifth kicker from below add, by the number of possible
/// kickers below them. What is no kicker has none below it and adds nothing.
///
/// Of five kickers straights do not count. The straights below a set of five are those of lower top
/// ranks, and the wheel where the top is an ace; the fifth kicker's number leaves them out.
pub(super) static KICKERS: [Table; 4] = {
    let mut tables = [Table([0; 16]); 4];
    let mut place = 1;
    while place < 13 {
        let mut lower = 1;
        while lower < 4 {
            if place >= lower {
                tables[lower - 1].0[place] = sets_below(((1 << lower) - 1) | (1 << place));
            }
            lower += 1;
        }
        if place > 4 {
            // The lowest set of five with this top that is no straight has 2, 3, 4 and 6 below it;
            // less what those four add.
            tables[3].0[place] = sets_below(0b10111 | (1 << place)) - sets_below(0b10111);
        }
        place += 1;
    }
    tables
};

/// What the upper of two pairs adds to the place of the lower one.
static UPPER_PAIR: Table = KICKERS[0];

/// What a hand makes, as a lane has it: the category in the upper four bits, and in the lower byte
/// how many orders it has for the same rank or ranks that make it. Where no rank makes the hand the
/// lower byte is how many kickers it keeps.
pub(super) const fn making(category: Category) -> u16 {
    let orders = match category {
        Category::HighCard | Category::Flush => 5,
        Category::OnePair => {
            order(Strength::one_pair(1, 0b1101)) - order(Strength::one_pair(0, 0b1110))
        }
        Category::TwoPair => {
            order(Strength::two_pair(2, 0, 1)) - order(Strength::two_pair(1, 0, 2))
        }
        Category::ThreeOfAKind => {
            order(Strength::three_of_a_kind(1, 0b101)) - order(Strength::three_of_a_kind(0, 0b110))
        }
        Category::FullHouse => {
            order(Strength::full_house(1, 0)) - order(Strength::full_house(0, 1))
        }
        Category::FourOfAKind => {
            order(Strength::four_of_a_kind(1, 0)) - order(Strength::four_of_a_kind(0, 1))
        }
        Category::FiveOfAKind => {
            order(Strength::five_of_a_kind(1)) - order(Strength::five_of_a_kind(0))
        }
        _ => panic!("straights have a table of their own"),
    };
    (category as u16) << ORDER_BITS | orders
}

/// Three less the kickers that a hand keeps, in bytes, by the lower four bits of what it makes. A pair
/// keeps three: its byte has the highest bit set and reads 0. The pair of a full house is one kicker.
/// A flush of wild aces keeps four or three.
static FEWER_THAN_THREE: ByteTable = {
    let mut fewer = ByteTable([0; 16]);
    let mut category = 0;
    while category < Category::ALL.len() {
        let kept: i8 = match Category::ALL[category] {
            Category::HighCard | Category::Flush => 5,
            Category::ThreeOfAKind => 2,
            Category::TwoPair | Category::FullHouse | Category::FourOfAKind => 1,
            Category::FiveOfAKind => 0,
            _ => {
                category += 1;
                continue;
            }
        };
        let place = making(Category::ALL[category]) as usize % 16;
        let other = fewer.0[place];
        assert!(other == 0 || other == (3 - kept) as u8, "one place for two");
        fewer.0[place] = (3 - kept) as u8;
        category += 1;
    }
    assert!(fewer.0[3] == 0 && fewer.0[4] == 0);
    fewer.0[4] = -1i8 as u8;
    assert!(making(Category::OnePair) as u8 >= 0x80);
    fewer
};

/// What natural cards make, by the place of [`Multiples::places`], the lower bytes and then the upper
/// ones.
static MAKING: ByteTable = {
    let mut bytes = ByteTable([0; 16]);
    let mut place = 0;
    while place < 8 {
        let [lower, upper] = making(category(place)).to_le_bytes();
        bytes.0[place] = lower;
        bytes.0[8 + place] = upper;
        place += 1;
    }
    bytes
};

/// The strengths of straights and of straight flushes by their places from below, counted from 1. Places
/// above the highest are the highest.
pub(super) const fn straights_by_place() -> [[u16; 16]; 2] {
    let mut by_place = [[0; 16]; 2];
    let mut place = 1;
    while place < 16 {
        let top = if place < 10 { place as u8 + 2 } else { ACE };
        by_place[0][place] = Strength::straight(top).0;
        by_place[1][place] = Strength::straight_flush(top).0;
        place += 1;
    }
    by_place
}

/// The set without its lowest rank.
#[inline(always)]
pub(super) fn without_lowest<V: Lanes>(ranks: V) -> V {
    ranks & (ranks - ranks.all(1))
}

/// The straights in sets of ranks, a bit each, the wheel lowest.
#[inline(always)]
fn straights<V: Lanes>(ranks: V) -> V {
    // Moved down by one, the ranks with an ace low are the ranks.
    let two = with_an_ace_low(ranks) & ranks;
    two & two.down::<2>() & ranks.down::<3>()
}

/// The ranks one place up, with aces also below the deuces.
#[inline(always)]
pub(super) fn with_an_ace_low<V: Lanes>(ranks: V) -> V {
    ranks.up_with::<1>(ranks)
}

/// The place, from 1, of the highest of some straights; 0 where there is none.
#[inline(always)]
fn highest_straight<V: Lanes>(straights: V) -> V {
    // Straights of up to seven cards follow one upon the other.
    (straights | straights.saturating_sub(straights.all(1))).ones()
}

/// Ranks that are held at least once, twice, three and four times.
#[derive(Clone, Copy)]
pub(super) struct Held<V> {
    pub(super) once: V,
    pub(super) twice: V,
    pub(super) thrice: V,
    pub(super) four: V,
}

impl<V: Lanes> Held<V> {
    /// The ranks held in four suits.
    #[inline(always)]
    pub(super) fn in_suits([clubs, diamonds, hearts, spades]: [V; 4]) -> Held<V> {
        // Of three suits, and then of four.
        let once = clubs | diamonds | hearts;
        let twice = clubs.majority(diamonds, hearts);
        let thrice = clubs & diamonds & hearts;
        Held {
            once: once | spades,
            twice: twice | (once & spades),
            thrice: thrice | (twice & spades),
            four: thrice & spades,
        }
    }
}

/// Hands of natural cards.
#[derive(Clone, Copy)]
pub(super) struct Suits<V> {
    /// The ranks of clubs, diamonds, hearts and spades.
    pub(super) ranks: [V; 4],
    /// Those of a suit that has five or more; there is one at most.
    pub(super) suited: V,
}

impl<V: Lanes> Suits<V> {
    /// Hands by their ranks.
    #[inline(always)]
    pub(super) fn new(ranks: [V; 4]) -> Suits<V> {
        let four = ranks[0].all(4);
        Suits {
            ranks,
            suited: of_more_than(four, ranks),
        }
    }

    /// The strengths of hands of `CARDS` cards.
    #[inline(always)]
    pub(super) fn strengths<const CARDS: usize, const FLUSHES: bool>(self) -> V {
        best_five::<V, CARDS, FLUSHES>(Held::in_suits(self.ranks), self.suited)
    }
}

/// The ranks of suits that have more cards than this; of several, if there are, together.
#[inline(always)]
pub(super) fn of_more_than<V: Lanes>(size: V, ranks: [V; 4]) -> V {
    let mut suited = size.all(0);
    let mut suit = 0;
    while suit < 4 {
        suited = suited.plus(ranks[suit].ones().exceeds(size), ranks[suit]);
        suit += 1;
    }
    suited
}

/// How many cards each hand has.
#[inline(always)]
pub(super) fn sizes<V: Lanes>([clubs, diamonds, hearts, spades]: [V; 4]) -> V {
    (clubs.ones() + diamonds.ones()) + (hearts.ones() + spades.ones())
}

/// The ranks that are held several times in hands of some cards, as far as they may make a hand.
#[derive(Clone, Copy)]
pub(super) struct Multiples<V: Lanes> {
    /// The two highest that are held at least twice, or what there is of them.
    pub(super) pairs: V,
    pub(super) is_pair: V::Mask,
    pub(super) is_two_pair: V::Mask,
    pub(super) is_three: V::Mask,
    /// Asked as "is 0": asked as "is some", the compiler inverts the mask, an operation more.
    pub(super) is_no_four: V::Mask,
}

impl<V: Lanes> Multiples<V> {
    #[inline(always)]
    pub(super) fn of<const CARDS: usize>(held: Held<V>) -> Multiples<V> {
        let all_but_lowest = without_lowest(held.twice);
        let mut pairs = held.twice;
        if CARDS > 5 {
            let is_three_pairs = all_but_lowest.meets(all_but_lowest - pairs.all(1));
            pairs = pairs.narrowed(is_three_pairs, all_but_lowest);
        }
        Multiples {
            pairs,
            is_pair: held.twice.is_some(),
            is_two_pair: all_but_lowest.is_some(),
            is_three: held.thrice.is_some(),
            is_no_four: held.four.equals(pairs.all(0)),
        }
    }

    /// The place of [`category`] for what natural cards with these ranks make, in both bytes, the upper
    /// eight above the lower.
    #[inline(always)]
    fn places(self) -> V {
        // A masked addition is one operation. The numbers are such that the compiler finds no bit to
        // set and no mask to use as a number.
        let any = self.pairs;
        let minus = |number: u16| any.all((number * BOTH_BYTES).wrapping_neg());
        any.all(11 * BOTH_BYTES + (8 << 8))
            .plus(self.is_no_four, minus(4))
            .plus(self.is_pair, minus(2))
            .plus(self.is_two_pair, minus(2))
            .plus(self.is_three, minus(3))
    }
}

/// The category that a place of [`Multiples::places`] is for.
const fn category(place: usize) -> Category {
    match place {
        7 => Category::HighCard,
        5 => Category::OnePair,
        3 => Category::TwoPair,
        2 => Category::ThreeOfAKind,
        0 => Category::FullHouse,
        // With a pair beside the four 4, without one 6; there is no 1.
        _ => Category::FourOfAKind,
    }
}

/// One in each byte of a lane.
const BOTH_BYTES: u16 = 0x0101;

/// What hands make, flushes and straights aside.
#[derive(Clone, Copy)]
pub(super) struct Made<V> {
    /// See [`making`].
    pub(super) making: V,
    /// The rank or two ranks that make it; of a full house the three's.
    pub(super) ranks: V,
}

impl<V: Lanes> Made<V> {
    /// What natural cards make, `CARDS` of them, whose ranks are held so often.
    #[inline(always)]
    pub(super) fn by_naturals<const CARDS: usize>(held: Held<V>) -> Made<V> {
        let multiples = Multiples::of::<CARDS>(held);
        let mut three = held.thrice;
        if CARDS > 5 {
            let higher = without_lowest(three);
            three = three.narrowed(higher.is_some(), higher);
        }
        let ranks = three.or_else(multiples.is_three, multiples.pairs);
        Made {
            making: multiples.places().read_bytes(&MAKING),
            ranks: ranks.or_else(multiples.is_no_four, held.four),
        }
    }

    #[inline(always)]
    pub(super) fn is_full_house(self) -> V::Mask {
        let full_house = making(Category::FullHouse);
        self.making.equals(self.making.all(full_house))
    }

    /// The order of the first hand that these ranks make.
    #[inline(always)]
    pub(super) fn order(self) -> V {
        let one = self.ranks.all(1);
        let below = self.ranks.saturating_sub(one);
        let upper = self.ranks & below;
        let lower = below.without(self.ranks).ones();
        let place = lower + upper.saturating_sub(one).ones().read_small(&UPPER_PAIR);
        place.times_lower_byte(self.making)
    }
}

/// The strengths of hands of `CARDS` cards, given as the ranks that are held and, where a suit has
/// at least five cards, the ranks of this suit.
#[inline(always)]
pub(super) fn best_five<V: Lanes, const CARDS: usize, const FLUSHES: bool>(
    held: Held<V>,
    suited: V,
) -> V {
    let Held { once, twice, .. } = held;
    let zero = once.all(0);
    let is_suited = suited.is_some();
    let mut made = Made::by_naturals::<CARDS>(held);
    // Those of a full house make no straight.
    let mut ranks = once.narrowed(made.is_full_house(), twice);
    if FLUSHES {
        // Beside a flush there is no full house, and no four of a rank.
        let flush = zero.all(making(Category::Flush));
        (made.making, _) = made.making.or_greater(is_suited, flush);
        made.ranks = made.ranks.except(is_suited);
        ranks = ranks.narrowed(is_suited, suited);
    }
    let kickers = ranks.without(made.ranks);
    let strengths = strengths_of::<V, CARDS>(made, made.order(), kickers);
    let (is_of_suit, found) = if FLUSHES {
        (is_suited, straights(ranks))
    } else {
        let of_suit = straights(suited);
        let is_of_suit = of_suit.is_some();
        (is_of_suit, of_suit.or_else(is_of_suit, straights(ranks)))
    };
    strengths.max(highest_straight(found).straights(is_of_suit))
}

/// Some kickers' highest, as many as a hand that makes this keeps; of hands of `CARDS` cards.
#[inline(always)]
fn highest_kickers<V: Lanes, const CARDS: usize>(kickers: V, making: V) -> V {
    if CARDS == 5 {
        return kickers;
    }
    // At most as many are too many as there are cards above five. Three more than that is 3, 4 or 5:
    // bit 2 says that one is too many, bits 0 and 2 together that two are.
    let surplus_and_three = kickers
        .ones()
        .plus_bytes(making.read_bytes(&FEWER_THAN_THREE));
    let first = surplus_and_three.down::<2>();
    let kickers = kickers & (kickers - first);
    if CARDS == 6 {
        return kickers;
    }
    kickers & (kickers - (surplus_and_three & first))
}

/// The strengths of hands that make this, of the lowest order that they have for it and with these
/// kickers, of which there may be too many.
#[inline(always)]
pub(super) fn strengths_of<V: Lanes, const CARDS: usize>(
    made: Made<V>,
    mut order: V,
    kickers: V,
) -> V {
    let one = order.all(1);
    let mut kickers = highest_kickers::<V, CARDS>(kickers, made.making);
    let mut lower = 0;
    while lower <= KICKERS.len() {
        let below = kickers.saturating_sub(one);
        // Ranks that make the hand are not counted. A fifth kicker is the highest and stands in a hand
        // that no rank makes, so nothing has to be left out below it.
        let place = match lower {
            4 => below.ones(),
            _ => below.without(kickers | made.ranks).ones(),
        };
        // Binomial coefficients over 2 and over 3 are below 256.
        order = order
            + match lower {
                0 => place,
                1 | 2 => place.read_small(&KICKERS[lower - 1]),
                _ => place.read(&KICKERS[lower - 1]),
            };
        kickers = kickers & below;
        lower += 1;
    }
    (made.making & order.all(0xf << ORDER_BITS)) | order
}
