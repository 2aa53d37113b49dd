//! Strengths with wilds (rulings W1 to W3): with two of them, and of printed ones, but for the casino
//! bug, with three.
//!
//! Flushes and straights aside, all wilds stand for one rank: of a casino bug the ace, otherwise the
//! highest rank that makes the best hand. That is one held most often, or with bugs, of which two make
//! four of a kind of any pair and three of any card, so often or more. What it makes is what natural
//! cards would make. Hands with more wilds, and sevens of three wilds in which two suits may reach
//! five, are left to be looked at one by one.

use super::arithmetic::{
    Held, KICKERS, Made, Multiples, making, order, strengths_of, with_an_ace_low,
};
use super::lanes::{Lanes, MiddleTable, Table};
use super::wild_cards::{Kind, Mixed};
use crate::card::ACE;
use crate::rules::Wild;
use crate::strength::{Category, Strength, sets_below};

const KING: u8 = ACE - 1;
const QUEEN: u8 = ACE - 2;
const JACK: u8 = ACE - 3;

/// The highest ranks that are missing from a flush with wild bugs, as many as there are bugs: by eight
/// times their number, and a bit each for a natural queen, king and ace. The lowest of them may be the
/// jack, which is missing then: otherwise the bugs make a royal flush.
static HIGHEST_MISSING: MiddleTable = {
    let mut missing = [0; 32];
    let mut there: usize = 0;
    while there < 8 {
        // From the jack on.
        let of_four = 0b1111 & !(there << 1);
        let highest = 1 << of_four.ilog2();
        let left = of_four ^ highest;
        missing[8 + there] = (highest << JACK) as u16;
        if left != 0 {
            let second = 1 << left.ilog2();
            missing[16 + there] = ((highest | second) << JACK) as u16;
        }
        there += 1;
    }
    MiddleTable::new(missing)
};

/// What is added to a flush with wild cards, whose natural cards, five less the wild ones, are counted
/// as kickers: by eight times the number of wild cards, and a bit each for a natural queen, king and
/// ace.
///
/// Wild cards are aces. One ace is the fifth kicker. Beside two or three aces, a natural one among
/// them, sets of the other ranks that would rather be a straight flush are not numbered. Those of 2 to
/// 5 are below every other set; those of ten to king are below only sets with a queen or a king, so
/// these two say how many to leave out.
static LACKING: MiddleTable = {
    let mut lacking = [0; 32];
    let beside_two_aces: [u16; 4] = [
        0b10011,
        0b11 | 1 << QUEEN,
        0b11 | 1 << KING,
        1 | 0b11 << QUEEN,
    ];
    let beside_three_aces: [u16; 3] = [0b10001, 1 | 1 << QUEEN, 1 | 1 << KING];
    let mut wilds = 1;
    while wilds <= 2 {
        let mut high = 0;
        while high < 8 {
            let (queen_and_king, with_ace) = (high % 4, high / 4);
            let number = match wilds + with_ace {
                1 => KICKERS[3].0[ACE as usize],
                2 => {
                    let beside = beside_two_aces[queen_and_king];
                    order(Strength::flush_with_aces(2, beside)) - sets_below(beside)
                }
                _ if queen_and_king == 3 => {
                    // Three aces with queen and king are a royal flush: this is the last place.
                    break;
                }
                _ => {
                    let beside = beside_three_aces[queen_and_king];
                    order(Strength::flush_with_aces(3, beside)) - sets_below(beside)
                }
            };
            // A natural ace is counted as the highest of four or three kickers.
            let counted = if with_ace == 1 {
                KICKERS[3 - wilds].0[ACE as usize]
            } else {
                0
            };
            lacking[8 * wilds + high] = number.wrapping_sub(counted);
            high += 1;
        }
        wilds += 1;
    }
    MiddleTable::new(lacking)
};

/// What a hand makes with wilds that are a rank which it holds most often, by its place modulo 16: the
/// number of wilds, one for each time more than once that it holds this rank without them, and
/// [`TWO_PAIRS`] where natural cards hold as many; `most` is what five of a rank make.
const fn making_with_wilds(most: Category) -> Table {
    let levels = [
        Category::HighCard,
        Category::OnePair,
        Category::ThreeOfAKind,
        Category::FourOfAKind,
        most,
        most,
        most,
    ];
    let mut makings = Table([0; 16]);
    let mut level = 0;
    while level < levels.len() {
        makings.0[level] = making(levels[level]);
        level += 1;
    }
    // With two pairs, of which a wild joins one.
    let levels = [
        Category::TwoPair,
        Category::FullHouse,
        Category::FourOfAKind,
        most,
    ];
    let mut level = 0;
    while level < levels.len() {
        let place = level + 1 + TWO_PAIRS as usize;
        assert!(makings.0[place] == 0, "one place for two");
        makings.0[place] = making(levels[level]);
        level += 1;
    }
    makings
}

/// Enough for places of their own.
const TWO_PAIRS: u16 = 6;

static WITH_WILD_CARDS: Table = making_with_wilds(Category::FiveOfAKind);
static WITH_WILD_BUGS: Table = making_with_wilds(Category::FourOfAKind);

impl<V: Lanes> Held<V> {
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

/// How many wilds are in each hand.
#[derive(Clone, Copy)]
struct HowMany<V: Lanes> {
    wilds: V,
    any: V::Mask,
    is_below_two: V::Mask,
    is_below_three: V::Mask,
}

impl<V: Lanes> HowMany<V> {
    #[inline(always)]
    fn of(wilds: V) -> HowMany<V> {
        HowMany {
            wilds,
            any: wilds.is_some(),
            is_below_two: wilds.all(2).exceeds(wilds),
            is_below_three: wilds.all(3).exceeds(wilds),
        }
    }
}

/// The straights that sets of ranks make with the wilds beside them, if any, a bit each, the wheel
/// lowest. Above the highest, bits are set only where that one is too.
#[inline(always)]
fn straights<V: Lanes>(ranks: V, how_many: HowMany<V>, kind: Kind) -> V {
    // How many of five neighbours are held, by two full adders. Moved down by one, the ranks with an
    // ace low are the ranks.
    let (first, second, third) = (with_an_ace_low(ranks), ranks, ranks.down::<1>());
    let (fourth, fifth) = (ranks.down::<2>(), ranks.down::<3>());
    let (odd, two) = first.odd_and_two(second, third);
    let (odd, more) = odd.odd_and_two(fourth, fifth);
    // `two` and `more` are two ranks each. Beside no wild five ranks are needed, all of them; beside one
    // wild four, which are both; beside two wilds three, which are both, or either and the odd one;
    // beside three wilds either.
    let mut odd_or_enough = odd.except(how_many.is_below_two);
    if kind.most() > 2 {
        odd_or_enough = odd_or_enough.or_every_bit_elsewhere(how_many.is_below_three);
    }
    two.majority(more, odd_or_enough) & odd.or_every_bit(how_many.any)
}

impl<V: Lanes> Mixed<V> {
    /// The strengths of hands of `CARDS` cards, but for those that are left to be looked at one by one.
    #[inline(always)]
    pub(super) fn strengths<const CARDS: usize, const FLUSHES: bool>(self, kind: Kind) -> V {
        let held = Held::in_suits(self.naturals);
        best_five::<V, CARDS, FLUSHES>(held, self.suited, self.wilds, kind)
    }
}

impl<V: Lanes> Made<V> {
    /// What hands of `CARDS` cards make whose wilds, cards or bugs, stand for one rank.
    #[inline(always)]
    fn with_wilds<const CARDS: usize>(held: Held<V>, how_many: HowMany<V>, kind: Kind) -> Made<V> {
        let Multiples {
            pairs,
            mut is_pair,
            is_two_pair,
            mut is_three,
            ..
        } = Multiples::of::<CARDS>(held);
        let is_four = held.four.is_some();
        if kind.wild == Wild::Bug {
            // Two bugs make four of a kind of a pair too, which may be higher than three of a kind, and
            // three bugs of any rank. Then what is held more often is not asked for: the bugs and what is
            // asked for make four of a kind by themselves.
            is_three = is_three & how_many.is_below_two;
            if kind.most() == 3 {
                is_pair = is_pair & how_many.is_below_three;
            }
        }
        let place = how_many
            .wilds
            .next(is_pair)
            .next(is_three)
            .next(is_four)
            .plus(is_two_pair, pairs.all(TWO_PAIRS));
        let most = held.once.narrowed(is_pair, held.twice);
        let most = most.narrowed(is_three, held.thrice);
        let most = most.narrowed(is_four, held.four);
        Made {
            making: place.read(match kind.wild {
                Wild::Bug => &WITH_WILD_BUGS,
                _ => &WITH_WILD_CARDS,
            }),
            // Only two pair and no pair, without wilds, are made by other than one rank.
            ranks: most.highest().or_else(how_many.any | is_three, pairs),
        }
    }
}

/// These kickers, or where four of a kind leaves a bug over, the bug: an ace, or a king beside aces.
#[inline(always)]
fn or_left_over<V: Lanes, const CARDS: usize>(
    natural: Held<V>,
    how_many: HowMany<V>,
    made: V,
    kickers: V,
    kind: Kind,
) -> V {
    // The ranks that would make five of a kind.
    let mut five = natural.thrice.narrowed(how_many.is_below_two, natural.four);
    if kind.most() == 3 {
        five = natural.twice.narrowed(how_many.is_below_three, five);
    }
    let is_left_over = how_many.any & five.meets(made);
    let (ace, king) = (made.all(1 << ACE), made.all(1 << KING));
    let kicker = if CARDS == 5 {
        king.or_else(made.equals(ace), ace)
    } else {
        // What makes the hand is left out yet, and the lower of two is too many.
        ace | king
    };
    kicker.or_else(is_left_over, kickers)
}

/// What hands make, with its lowest order and the kickers, or a flush where a suit reaches five and that
/// is more: `ranks` are there the natural ranks of the suit.
#[inline(always)]
fn or_flush<V: Lanes>(
    made: Made<V>,
    kickers: V,
    ranks: V,
    is_suited: V::Mask,
    how_many: HowMany<V>,
    kind: Kind,
) -> (Made<V>, V, V) {
    let wilds = how_many.wilds;
    let zero = wilds.all(0);
    let wilds_and_highest = wilds.up_with::<3>(ranks);
    let mut flush = zero.all(making(Category::Flush));
    if kind.wild == Wild::Card {
        flush = flush - wilds;
    }
    // Five of a kind, four of a kind and a full house are more.
    let (making, is_flush) = made.making.or_greater(is_suited, flush);
    let made = Made {
        making,
        ranks: made.ranks.except(is_flush),
    };
    let mut order = made.order();
    let mut kickers_of_flush = ranks;
    if kind.wild == Wild::Card {
        // No rank makes a flush.
        order = order.plus(is_flush, wilds_and_highest.read_middle(&LACKING));
    } else {
        kickers_of_flush = ranks | wilds_and_highest.read_middle(&HIGHEST_MISSING);
    }
    (made, order, kickers_of_flush.or_else(is_flush, kickers))
}

/// The strengths of hands of `CARDS` cards: the natural ranks that are held, and where a suit
/// reaches five with the wilds, its natural ranks.
#[inline(always)]
pub(super) fn best_five<V: Lanes, const CARDS: usize, const FLUSHES: bool>(
    natural: Held<V>,
    suited: V,
    wilds: V,
    kind: Kind,
) -> V {
    let zero = wilds.all(0);
    let how_many = HowMany::of(wilds);
    let is_suited = suited.is_some();
    let ace = zero.all(1 << ACE);

    let held;
    let mut made;
    if kind.wild == Wild::CasinoBug {
        let HowMany {
            any, is_below_two, ..
        } = how_many;
        let (first, second) = (ace.only(any), ace.except(is_below_two));
        held = natural.with_any(first, second);
        made = Made::by_naturals::<CARDS>(held);
        let is_five = ((natural.four & first) | (natural.thrice & second)).is_some();
        let five_of_a_kind = zero.all(making(Category::FiveOfAKind));
        made.making = five_of_a_kind.or_else(is_five, made.making);
    } else {
        held = natural;
        made = Made::with_wilds::<CARDS>(natural, how_many, kind);
    }
    let mut kickers = held.once.narrowed(made.is_full_house(), held.twice);
    if kind.wild == Wild::Bug {
        kickers = or_left_over::<V, CARDS>(natural, how_many, made.ranks, kickers, kind);
    }
    let order;
    let ranks = natural.once.narrowed(is_suited, suited);
    if FLUSHES {
        (made, order, kickers) = or_flush(made, kickers, ranks, is_suited, how_many, kind);
    } else {
        order = made.order();
    }
    let kickers = kickers.without(made.ranks);
    let strengths = strengths_of::<V, CARDS>(made, order, kickers);

    // A straight beside a suit that reaches five is less than the flush.
    let (is_of_suit, found) = if FLUSHES {
        (is_suited, straights(ranks, how_many, kind))
    } else {
        let of_suit = straights(suited, how_many, kind);
        let is_of_suit = of_suit.is_some();
        let of_ranks = straights(natural.once, how_many, kind);
        (is_of_suit, of_suit.or_else(is_of_suit, of_ranks))
    };
    strengths.max(found.place_of_highest().straights(is_of_suit))
}
