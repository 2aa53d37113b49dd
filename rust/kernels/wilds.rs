//! Strengths with wilds (rulings W1 to W3): one or two of them and what the natural cards make.
//!
//! With one wild, ranks held three times can make four of a kind, ranks held twice three of a kind,
//! and any rank a pair; with two wilds it is a step more. A casino bug is an ace instead, where it
//! completes nothing. Hands with more wilds are left to be looked at one by one.

use super::arithmetic::{
    Held, KICKERS_KEPT, STRAIGHTS, highest_kickers, order, strengths_of, with_an_ace_low,
    without_lowest,
};
use super::lanes::{Lanes, Table};
use crate::card::ACE;
use crate::rules::Wild;
use crate::strength::{Category, Strength, sets_below};

const KING: u8 = ACE - 1;
const QUEEN: u8 = ACE - 2;

/// What the ranks beside two aces in a flush lack as kickers to be its number, by whether queen and
/// king are among them; then the same beside three aces. Sets that would rather be a straight flush
/// do not count: low ones are always below, and high ones below those with a king or a queen.
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
        lacking.0[place] = order(Strength::flush_with_aces(2, two)) - sets_below(two);
        if place < 3 {
            let three = beside_three[place];
            lacking.0[4 + place] = order(Strength::flush_with_aces(3, three)) - sets_below(three);
        }
        place += 1;
    }
    lacking
};

impl<V: Lanes> Held<V> {
    /// The same where one wild or two are aces.
    #[inline(always)]
    fn with_aces(self, is_one: V::Mask, is_two: V::Mask) -> Held<V> {
        let ace = self.once.all(1 << ACE);
        let any = is_one | is_two;
        let more = |now: V, once_less: V, twice_less: V| {
            now | (once_less & ace).only(any) | (twice_less & ace).only(is_two)
        };
        Held {
            once: more(self.once, ace, ace),
            twice: more(self.twice, self.once, ace),
            thrice: more(self.thrice, self.twice, self.once),
            four: more(self.four, self.thrice, self.twice),
        }
    }
}

/// Some hands' strengths, and which are left to be looked at one by one.
pub(super) struct Strengths<V: Lanes> {
    pub(super) strengths: V,
    pub(super) unsure: V::Mask,
}

/// Each set with everything that is below its highest.
#[inline(always)]
fn filled_below<V: Lanes>(set: V) -> V {
    let filled = set | set.down::<1>();
    let filled = filled | filled.down::<2>();
    let filled = filled | filled.down::<4>();
    filled | filled.down::<8>()
}

/// The highest rank of each set.
#[inline(always)]
fn highest<V: Lanes>(ranks: V) -> V {
    let filled = filled_below(ranks);
    filled ^ filled.down::<1>()
}

/// The highest rank of sets that have three at most.
#[inline(always)]
fn highest_of_three<V: Lanes>(ranks: V) -> V {
    let two = without_lowest(ranks);
    let one = without_lowest(two);
    one.or_else(one.is_some(), two.or_else(two.is_some(), ranks))
}

/// The straights that sets of ranks make with one wild or two or none, a bit each, the wheel
/// lowest.
#[inline(always)]
fn straights<V: Lanes>(ranks: V, is_one: V::Mask, is_two: V::Mask) -> V {
    // How many of five neighbours are held, by two full adders.
    let first = with_an_ace_low(ranks);
    let (second, third) = (first.down::<1>(), first.down::<2>());
    let (fourth, fifth) = (first.down::<3>(), first.down::<4>());
    let odd = first ^ second ^ third;
    let two = (first & second) | (first & third) | (second & third);
    let more = (odd & fourth) | (odd & fifth) | (fourth & fifth);
    let odd = odd ^ fourth ^ fifth;
    let four = two & more;
    let three = four | ((two | more) & odd);
    let enough = three.or_else(is_two, four.or_else(is_one, four & odd));
    enough & ranks.all((1 << 10) - 1)
}

/// The place, from 1, of the highest of some straights; 0 where there is none.
#[inline(always)]
fn place_of_highest<V: Lanes>(straights: V) -> V {
    filled_below(straights).ones()
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
    let mut suited = wilds.all(0);
    let mut suit = 0;
    while suit < 4 {
        let size = suits[suit].ones() + wilds;
        suited = suited | suits[suit].only(size.exceeds(wilds.all(4)));
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
    let two = wilds.all(2);
    let (is_one, is_two) = (wilds.equals(one), wilds.equals(two));
    let is_suited = suited.is_some();
    let ace = zero.all(1 << ACE);
    // How many wilds are not aces, and the ranks with those that are.
    let none = zero.is_some();
    let (is_one_free, is_two_free, held_with_aces) = match kind {
        Wild::CasinoBug => (none, none, held.with_aces(is_one, is_two)),
        _ => (is_one, is_two, held),
    };
    let Held {
        once,
        twice,
        thrice,
        four,
    } = held_with_aces;

    // The highest rank that can be held so often, with as many wilds as it takes; of pairs without
    // a wild the highest two.
    let top = highest(once);
    let top_twice = highest_of_three(twice);
    let all_but_lowest = without_lowest(twice);
    let is_two_pair = all_but_lowest.is_some();
    let mut pairs = twice;
    let mut top_thrice = thrice;
    if CARDS > 5 {
        pairs = all_but_lowest.or_else(without_lowest(all_but_lowest).is_some(), twice);
        let higher = without_lowest(thrice);
        top_thrice = higher.or_else(higher.is_some(), thrice);
    }
    let pairs = top.or_else(is_one_free, pairs);
    let three = top.or_else(is_two_free, top_twice.or_else(is_one_free, top_thrice));
    let four_of_a_kind = top_twice.or_else(is_two_free, top_thrice.or_else(is_one_free, four));
    let five_of_a_kind = match kind {
        Wild::CasinoBug => (held.thrice.only(is_two) | held.four.only(is_one)) & ace,
        _ => top_thrice.only(is_two) | four.only(is_one),
    };
    let is_three = three.is_some();
    let is_four = four_of_a_kind.is_some();
    let is_full = is_three & is_two_pair & !is_four;
    let mut made = four_of_a_kind.or_else(is_four, three.or_else(is_three, pairs));

    let category = |category: Category| zero.all(category as u16);
    let mut categories = category(Category::OnePair).only(pairs.is_some());
    categories = category(Category::TwoPair).or_else(is_two_pair, categories);
    categories = category(Category::ThreeOfAKind).or_else(is_three, categories);
    categories = category(Category::FullHouse).or_else(is_full, categories);
    categories = category(Category::FourOfAKind).or_else(is_four, categories);
    let mut kickers = twice.or_else(is_full, once).without(made);
    let mut is_better_than_a_flush = is_full | is_four;
    if kind == Wild::Bug {
        // A bug that four of a kind leaves over is the kicker: an ace, or a king beside aces.
        let kicker = zero.all(1 << KING).or_else(made.equals(ace), ace);
        let leaves_a_bug = (five_of_a_kind & made).is_some();
        kickers = kicker.or_else(leaves_a_bug, kickers);
    } else {
        // The lowest rank as a kicker counts nothing.
        let is_five = five_of_a_kind.is_some();
        categories = category(Category::FiveOfAKind).or_else(is_five, categories);
        made = five_of_a_kind.or_else(is_five, made);
        kickers = one.or_else(is_five, kickers);
        is_better_than_a_flush = is_better_than_a_flush | is_five;
    }
    let mut kept = categories.read_small(&KICKERS_KEPT);
    let mut beside_aces = zero;
    if FLUSHES {
        let is_flush = is_suited & !is_better_than_a_flush;
        let mut kept_of_flush = zero.all(5);
        let kickers_of_flush = if kind != Wild::Card {
            // The highest ranks that are missing.
            let missing = zero.all(0x1fff).without(suited);
            let first = highest(missing);
            let second = highest(missing ^ first);
            suited | first.only(wilds.is_some()) | second.only(is_two)
        } else {
            // Wild cards are aces, two or three with the natural one.
            let aces = wilds + suited.down::<{ ACE as i32 }>();
            let is_several = is_flush & aces.exceeds(one);
            kept_of_flush = (kept_of_flush - aces).or_else(is_several, kept_of_flush);
            let index = (suited.down::<{ QUEEN as i32 }>() & zero.all(3)) + (aces - two).up::<2>();
            beside_aces = index.read(&BESIDE_ACES).only(is_several);
            let one_ace = suited | ace.only(is_one);
            suited.without(ace).or_else(is_several, one_ace)
        };
        categories = category(Category::Flush).or_else(is_flush, categories);
        kept = kept_of_flush.or_else(is_flush, kept);
        made = zero.or_else(is_flush, made);
        kickers = kickers_of_flush.or_else(is_flush, kickers);
    }
    let kickers = highest_kickers::<V, CARDS>(kickers, kept);
    let strengths = strengths_of(categories, made, kickers) + beside_aces;

    let straight = if FLUSHES {
        // A straight beside a suit that reaches five is less than the flush.
        let ranks = suited.or_else(is_suited, held.once);
        let place = place_of_highest(straights(ranks, is_one, is_two));
        let of_suit = place.read(&STRAIGHTS[1]);
        of_suit.or_else(is_suited, place.read(&STRAIGHTS[0]))
    } else {
        let of_ranks = place_of_highest(straights(held.once, is_one, is_two));
        let of_suit = place_of_highest(straights(suited, is_one, is_two));
        let of_ranks = of_ranks.read(&STRAIGHTS[0]);
        of_ranks.max(of_suit.read(&STRAIGHTS[1]))
    };
    strengths.max(straight)
}
