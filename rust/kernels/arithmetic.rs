//! Strengths by arithmetic on sets of ranks, many hands at once and with no look-up in memory.
//!
//! A lane has 16 bits: a set of ranks has one bit a rank, the deuce's lowest. Inside a category
//! strengths are numbered without gaps, in colexicographic order: a set of kickers is worth a sum
//! of binomial coefficients, to which the i-th lowest adds C(p, i) where p ranks that may be
//! kickers are below it.

use super::lanes::{Lanes, Table};
use crate::card::ACE;
use crate::strength::{Category, ORDER_BITS, Strength, sets_below};

/// The number inside its category.
pub(super) const fn order(strength: Strength) -> u16 {
    strength.0 & ((1 << ORDER_BITS) - 1)
}

/// What the second, third, fourth and fifth kicker from below add, by the number of possible
/// kickers below them. What is no kicker has 13 to 15 below it and adds nothing.
///
/// Of five kickers straights do not count. The straights below a set of five are those of lower top
/// ranks, and the wheel where the top is an ace; the fifth kicker's number leaves them out.
static KICKERS: [Table; 4] = {
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
            // 2, 3, 4 and 6 with it, less 2, 3, 4 and 5.
            tables[3].0[place] = sets_below(0b10111 | (1 << place)) - sets_below(0b10111);
        }
        place += 1;
    }
    tables
};

/// What the upper of two pairs adds to the place of the lower one.
static UPPER_PAIR: Table = KICKERS[0];

/// How many orders each category has for the same rank or ranks that make it.
static ORDERS_OF_MADE: Table = {
    let mut orders = Table([0; 16]);
    orders.0[Category::OnePair as usize] =
        order(Strength::one_pair(1, 0b1101)) - order(Strength::one_pair(0, 0b1110));
    orders.0[Category::TwoPair as usize] =
        order(Strength::two_pair(2, 0, 1)) - order(Strength::two_pair(1, 0, 2));
    orders.0[Category::ThreeOfAKind as usize] =
        order(Strength::three_of_a_kind(1, 0b101)) - order(Strength::three_of_a_kind(0, 0b110));
    orders.0[Category::FullHouse as usize] =
        order(Strength::full_house(1, 0)) - order(Strength::full_house(0, 1));
    orders.0[Category::FourOfAKind as usize] =
        order(Strength::four_of_a_kind(1, 0)) - order(Strength::four_of_a_kind(0, 1));
    orders.0[Category::FiveOfAKind as usize] =
        order(Strength::five_of_a_kind(1)) - order(Strength::five_of_a_kind(0));
    orders
};

/// How many kickers each category has. Here a flush has five, the pair of a full house is one, and
/// the lowest rank, which counts nothing, is one of five of a kind.
pub(super) static KICKERS_KEPT: Table = {
    let mut kept = Table([0; 16]);
    let mut category = 0;
    while category < Category::ALL.len() {
        let multiplicities = Category::ALL[category].multiplicities();
        kept.0[category] = (multiplicities.len() - 1) as u16;
        category += 1;
    }
    kept.0[Category::HighCard as usize] = 5;
    kept.0[Category::Flush as usize] = 5;
    kept.0[Category::TwoPair as usize] = 1;
    kept.0[Category::FiveOfAKind as usize] = 1;
    kept
};

/// The strength of a straight, and of a straight flush, by its place from below, counted from 1.
/// Places above the highest are the highest.
pub(super) static STRAIGHTS: [Table; 2] = {
    let mut straights = [Table([0; 16]); 2];
    let mut place = 1;
    while place < 16 {
        let top = if place < 10 { place as u8 + 2 } else { ACE };
        straights[0].0[place] = Strength::straight(top).0;
        straights[1].0[place] = Strength::straight_flush(top).0;
        place += 1;
    }
    straights
};

/// The set without its lowest rank.
#[inline(always)]
pub(super) fn without_lowest<V: Lanes>(ranks: V) -> V {
    ranks & (ranks - ranks.all(1))
}

/// The straights in sets of ranks, a bit each, the wheel lowest.
#[inline(always)]
fn straights<V: Lanes>(ranks: V) -> V {
    let ranks = with_an_ace_low(ranks);
    let two = ranks & ranks.down::<1>();
    two & two.down::<2>() & ranks.down::<4>()
}

/// The ranks one place up, with aces also below the deuces.
#[inline(always)]
pub(super) fn with_an_ace_low<V: Lanes>(ranks: V) -> V {
    ranks.up::<1>() | ranks.down::<12>()
}

/// The place, from 1, of the highest of some straights.
#[inline(always)]
fn highest_straight<V: Lanes>(straights: V) -> V {
    // Straights of up to seven cards follow one upon the other.
    (straights | (straights - straights.all(1))).ones()
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

/// How many cards each hand has.
#[inline(always)]
pub(super) fn sizes<V: Lanes>([clubs, diamonds, hearts, spades]: [V; 4]) -> V {
    (clubs.ones() + diamonds.ones()) + (hearts.ones() + spades.ones())
}

/// The strengths of hands of `CARDS` cards, given as the sets of ranks of the four suits.
#[inline(always)]
pub(super) fn strengths<V: Lanes, const CARDS: usize, const FLUSHES: bool>(suits: [V; 4]) -> V {
    // The ranks of a suit that has five or more; there is one at most.
    let four = suits[0].all(4);
    let mut suited = suits[0].all(0);
    let mut suit = 0;
    while suit < 4 {
        suited = suited | suits[suit].only(suits[suit].ones().exceeds(four));
        suit += 1;
    }
    best_five::<V, CARDS, FLUSHES>(Held::in_suits(suits), suited)
}

/// What ranks that are held make, flushes and straights aside.
pub(super) struct Making<V: Lanes> {
    pub(super) categories: V,
    /// The rank or two ranks that make the hand; of a full house the three's.
    pub(super) made: V,
    pub(super) is_full: V::Mask,
    pub(super) is_four: V::Mask,
}

/// What `CARDS` cards whose ranks are held so often make.
#[inline(always)]
pub(super) fn making<V: Lanes, const CARDS: usize>(held: Held<V>) -> Making<V> {
    let Held {
        twice,
        thrice,
        four,
        ..
    } = held;
    // What makes the hand, one rank or two: the highest there are.
    let all_but_lowest = without_lowest(twice);
    let mut pairs = twice;
    let mut three = thrice;
    if CARDS > 5 {
        let third = without_lowest(all_but_lowest);
        pairs = all_but_lowest.or_else(third.is_some(), twice);
        let higher = without_lowest(thrice);
        three = higher.or_else(higher.is_some(), thrice);
    }
    let is_two_pair = all_but_lowest.is_some();
    let is_three = thrice.is_some();
    let is_four = four.is_some();
    let is_full = is_three & is_two_pair & !is_four;
    let mut made = three.or_else(is_three, pairs);
    made = four.or_else(is_four, made);

    let category = |category: Category| twice.all(category as u16);
    let mut categories = category(Category::OnePair).only(twice.is_some());
    categories = category(Category::TwoPair).or_else(is_two_pair, categories);
    categories = category(Category::ThreeOfAKind).or_else(is_three, categories);
    categories = category(Category::FullHouse).or_else(is_full, categories);
    categories = category(Category::FourOfAKind).or_else(is_four, categories);
    Making {
        categories,
        made,
        is_full,
        is_four,
    }
}

/// The strengths of hands of `CARDS` cards, given as the ranks that are held and, where a suit has
/// at least five cards, the ranks of this suit.
#[inline(always)]
pub(super) fn best_five<V: Lanes, const CARDS: usize, const FLUSHES: bool>(
    held: Held<V>,
    suited: V,
) -> V {
    let Held {
        mut once, twice, ..
    } = held;
    let zero = once.all(0);
    let is_suited = suited.is_some();
    let Making {
        mut categories,
        mut made,
        is_full,
        ..
    } = making::<V, CARDS>(held);

    if FLUSHES {
        // Beside a flush there is no full house, and no four of a rank.
        categories = zero
            .all(Category::Flush as u16)
            .or_else(is_suited, categories);
        made = zero.or_else(is_suited, made);
        once = suited.or_else(is_suited, once);
    }

    let kickers = twice.or_else(is_full, once).without(made);
    let kept = categories.read(&KICKERS_KEPT);
    let kickers = highest_kickers::<V, CARDS>(kickers, kept);
    let strengths = strengths_of(categories, made, kickers);

    let straight = straights(once);
    let is_straight = straight.is_some();
    let place = highest_straight(straight);
    let of_ranks = place.read(&STRAIGHTS[0]);
    if FLUSHES {
        let straights = place.read(&STRAIGHTS[1]).or_else(is_suited, of_ranks);
        straights.or_else(is_straight, strengths)
    } else {
        let strengths = of_ranks.or_else(is_straight, strengths);
        let straight = straights(suited);
        let of_suit = highest_straight(straight).read(&STRAIGHTS[1]);
        of_suit.or_else(straight.is_some(), strengths)
    }
}

/// Some kickers' highest, as many as are kept; of hands of `CARDS` cards.
#[inline(always)]
pub(super) fn highest_kickers<V: Lanes, const CARDS: usize>(kickers: V, kept: V) -> V {
    if CARDS == 5 {
        return kickers;
    }
    // Never more than as many as there are cards above five.
    let surplus = kickers.ones() - kept;
    let first = surplus.min(surplus.all(1));
    let kickers = kickers & (kickers - first);
    if CARDS == 6 {
        return kickers;
    }
    kickers & (kickers - (surplus - first))
}

/// Strengths by category, the rank or the two ranks that make the hand, and the kickers.
#[inline(always)]
pub(super) fn strengths_of<V: Lanes>(categories: V, made: V, mut kickers: V) -> V {
    let zero = made.all(0);
    let one = made.all(1);
    // Ranks that are used are not counted, nor is the bit that makes 15 of no kicker's 16.
    let taken = made | zero.all(1 << 15);
    let upper = without_lowest(made);
    let lower = (made - one).without(made).ones();
    let upper = (upper - one).without(upper | zero.all(1 << 15)).ones();
    let made = lower + upper.read_small(&UPPER_PAIR);
    let mut order = made.times(categories.read_small(&ORDERS_OF_MADE));
    let below = kickers - one;
    order = order + below.without(kickers | taken).ones();
    kickers = kickers & below;
    let mut lower = 0;
    while lower < KICKERS.len() {
        let below = kickers - one;
        let place = below.without(kickers | taken).ones();
        // Binomial coefficients over 2 and over 3 are below 256.
        order = order
            + if lower < 2 {
                place.read_small(&KICKERS[lower])
            } else {
                place.read(&KICKERS[lower])
            };
        kickers = kickers & below;
        lower += 1;
    }
    categories.up::<{ ORDER_BITS as i32 }>() + order
}
