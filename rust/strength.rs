//! How strong a hand is: categories, strengths, and how the two compare (rulings R2, R6, R7).
//!
//! A strength is category * 4096 + order, where the order counts, inside the category and from the
//! weakest up, everything that any rules can make. There are 7,741 strengths for five cards and 91
//! for two.

use std::sync::LazyLock;

use crate::card::{ACE, RANKS};

/// The eleven categories, weakest first (ruling R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
    FiveOfAKind,
}

impl Category {
    /// Every category, weakest first.
    pub const ALL: [Category; 11] = [
        Category::HighCard,
        Category::OnePair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
        Category::RoyalFlush,
        Category::FiveOfAKind,
    ];

    /// The category in words, `"full house"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::OnePair => "one pair",
            Category::TwoPair => "two pair",
            Category::ThreeOfAKind => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::FourOfAKind => "four of a kind",
            Category::StraightFlush => "straight flush",
            Category::RoyalFlush => "royal flush",
            Category::FiveOfAKind => "five of a kind",
        }
    }

    /// How many of the ranks that decide make the hand; the others are kickers (ruling H1).
    #[must_use]
    pub const fn made_ranks(self) -> usize {
        match self {
            Category::Flush => 5,
            Category::TwoPair | Category::FullHouse => 2,
            _ => 1,
        }
    }

    /// How often each of the deciding ranks is there among the five cards; a straight counts down
    /// from its one rank instead.
    #[must_use]
    pub const fn multiplicities(self) -> &'static [usize] {
        match self {
            Category::HighCard | Category::Flush => &[1, 1, 1, 1, 1],
            Category::OnePair => &[2, 1, 1, 1],
            Category::TwoPair => &[2, 2, 1],
            Category::ThreeOfAKind => &[3, 1, 1],
            Category::Straight | Category::StraightFlush | Category::RoyalFlush => &[1],
            Category::FullHouse => &[3, 2],
            Category::FourOfAKind => &[4, 1],
            Category::FiveOfAKind => &[5],
        }
    }

    /// Whether the five cards are a straight: their ranks follow from the top one.
    #[must_use]
    pub const fn is_straight(self) -> bool {
        matches!(
            self,
            Category::Straight | Category::StraightFlush | Category::RoyalFlush
        )
    }

    /// Whether the five cards are of one suit.
    #[must_use]
    pub const fn is_suited(self) -> bool {
        matches!(
            self,
            Category::Flush | Category::StraightFlush | Category::RoyalFlush
        )
    }
}

/// A number that is no strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStrength {
    /// The number given.
    pub number: i64,
    /// How many cards the strength was to be of: 5 or 2.
    pub cards: usize,
}

impl std::fmt::Display for NoStrength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let NoStrength { number, cards } = self;
        write!(f, "{number} is not the strength of a {cards}-card hand")
    }
}

impl std::error::Error for NoStrength {}

/// The strength of five cards; greater is stronger, equal is a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(pub u16);

/// The strength of two cards, on its own scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoStrength(pub u16);

pub(crate) const ORDER_BITS: u32 = 12;

/// The ten straights as sets of ranks, the wheel first. Index + 3 is the top rank.
pub(crate) const STRAIGHTS: [u16; 10] = {
    let mut straights = [0x100f; 10];
    let mut low = 0;
    while low < 9 {
        straights[low + 1] = 0x1f << low;
        low += 1;
    }
    straights
};

/// Whether these ranks and as many more of your choice as are missing to five make a straight.
const fn in_a_straight(ranks: u16) -> bool {
    let mut i = 0;
    while i < 10 {
        if ranks & !STRAIGHTS[i] == 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// For a set of one to five ranks, how many sets of as many ranks are below it; of five ranks only
/// sets that are no straight count.
static BELOW: [u16; 1 << 13] = {
    let mut below = [0; 1 << 13];
    let mut seen = [0; 14];
    let mut ranks = 1;
    while ranks < 1 << 13 {
        let size = (ranks as u16).count_ones() as usize;
        below[ranks] = seen[size];
        if size != 5 || !in_a_straight(ranks as u16) {
            seen[size] += 1;
        }
        ranks += 1;
    }
    below
};

/// How many sets of as many ranks are below this one; of five ranks only sets that are no straight count.
pub(crate) const fn sets_below(ranks: u16) -> u16 {
    BELOW[ranks as usize]
}

/// For the two or three ranks beside several aces in a flush, how many such sets are below: those
/// that would rather be a straight flush are none (ruling W1).
static BELOW_BESIDE_ACES: [u16; 1 << 12] = {
    let mut below = [0; 1 << 12];
    let mut seen = [0; 13];
    let mut ranks = 1;
    while ranks < 1 << 12 {
        let size = (ranks as u16).count_ones() as usize;
        below[ranks] = seen[size];
        if !in_a_straight(ranks as u16 | 1 << ACE) {
            seen[size] += 1;
        }
        ranks += 1;
    }
    below
};

/// Flushes of five different ranks, and those with two and with three aces.
const FLUSHES: [u16; 3] = [1277, 212, 54];

/// How many orders each category has.
const ORDERS: [u16; 11] = {
    let flushes = FLUSHES[0] + FLUSHES[1] + FLUSHES[2];
    [1277, 2860, 858, 858, 10, flushes, 156, 156, 9, 1, 13]
};

/// How many strengths are in weaker categories than each.
const WEAKER: [u16; 11] = {
    let mut weaker = [0; 11];
    let mut category = 1;
    while category < 11 {
        weaker[category] = weaker[category - 1] + ORDERS[category - 1];
        category += 1;
    }
    weaker
};

/// The set without one rank, the ranks above it moved down by one.
const fn close_gap(ranks: u16, rank: u8) -> u16 {
    let low = (1 << rank) - 1;
    ranks & low | (ranks >> 1) & !low
}

/// The place of `rank` among the ranks that are not `other`.
const fn beside(rank: u8, other: u8) -> u16 {
    rank as u16 - (rank > other) as u16
}

/// The highest rank of a set that is not empty.
pub(crate) const fn top(ranks: u16) -> u8 {
    debug_assert!(ranks != 0);
    15 - ranks.leading_zeros() as u8
}

/// The `count` highest ranks of a set that has at least as many.
pub(crate) const fn top_ranks(mut ranks: u16, count: u32) -> u16 {
    debug_assert!(ranks.count_ones() >= count);
    let mut surplus = ranks.count_ones() - count;
    while surplus > 0 {
        ranks &= ranks - 1;
        surplus -= 1;
    }
    ranks
}

/// The strengths by what makes them. Ranks are 0 (deuce) to 12 (ace), sets of ranks have one bit a
/// rank.
impl Strength {
    const fn of(category: Category, order: u16) -> Strength {
        Strength((category as u16) << ORDER_BITS | order)
    }

    /// Five different ranks that are no straight.
    pub(crate) const fn high_card(ranks: u16) -> Strength {
        Strength::of(Category::HighCard, BELOW[ranks as usize])
    }

    /// A pair and three kickers.
    pub(crate) const fn one_pair(pair: u8, kickers: u16) -> Strength {
        let kickers = BELOW[close_gap(kickers, pair) as usize];
        Strength::of(Category::OnePair, pair as u16 * 220 + kickers)
    }

    /// Two pairs and a kicker.
    pub(crate) const fn two_pair(high: u8, low: u8, kicker: u8) -> Strength {
        let pairs = BELOW[1 << high | 1 << low];
        let kicker = beside(kicker, high) - (kicker > low) as u16;
        Strength::of(Category::TwoPair, pairs * 11 + kicker)
    }

    /// Three of a rank and two kickers.
    pub(crate) const fn three_of_a_kind(three: u8, kickers: u16) -> Strength {
        let kickers = BELOW[close_gap(kickers, three) as usize];
        Strength::of(Category::ThreeOfAKind, three as u16 * 66 + kickers)
    }

    /// Five ranks in sequence, by the top one; the wheel's is the five.
    pub(crate) const fn straight(top: u8) -> Strength {
        Strength::of(Category::Straight, top as u16 - 3)
    }

    /// Five different ranks of a suit.
    pub(crate) const fn flush(ranks: u16) -> Strength {
        Strength::of(Category::Flush, BELOW[ranks as usize])
    }

    /// A flush with two or three aces: `beside` are the other three or two ranks.
    pub(crate) const fn flush_with_aces(aces: u32, beside: u16) -> Strength {
        let fewer_aces = FLUSHES[0] + if aces == 3 { FLUSHES[1] } else { 0 };
        Strength::of(
            Category::Flush,
            fewer_aces + BELOW_BESIDE_ACES[beside as usize],
        )
    }

    /// Three of a rank and two of another.
    pub(crate) const fn full_house(three: u8, pair: u8) -> Strength {
        Strength::of(Category::FullHouse, three as u16 * 12 + beside(pair, three))
    }

    /// Four of a rank and a kicker.
    pub(crate) const fn four_of_a_kind(four: u8, kicker: u8) -> Strength {
        Strength::of(
            Category::FourOfAKind,
            four as u16 * 12 + beside(kicker, four),
        )
    }

    /// Five of a suit in sequence, by the top rank; with an ace on top it is a royal flush.
    pub(crate) const fn straight_flush(top: u8) -> Strength {
        if top == ACE {
            Strength::of(Category::RoyalFlush, 0)
        } else {
            Strength::of(Category::StraightFlush, top as u16 - 3)
        }
    }

    /// Five of a rank.
    pub(crate) const fn five_of_a_kind(rank: u8) -> Strength {
        Strength::of(Category::FiveOfAKind, rank as u16)
    }
}

/// A short list of ranks, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ranks {
    ranks: [u8; 5],
    len: u8,
}

impl Ranks {
    pub(crate) fn new(ranks: &[u8]) -> Ranks {
        let mut list = [0; 5];
        list[..ranks.len()].copy_from_slice(ranks);
        Ranks {
            ranks: list,
            len: ranks.len() as u8,
        }
    }
}

impl std::ops::Deref for Ranks {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.ranks[..self.len as usize]
    }
}

impl std::fmt::Display for Ranks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter()
            .try_for_each(|&rank| std::fmt::Write::write_char(f, RANKS[rank as usize]))
    }
}

/// The deciding ranks of every strength, by category and order.
static MEANINGS: LazyLock<[Vec<Ranks>; 11]> = LazyLock::new(|| {
    let mut meanings: [Vec<Option<Ranks>>; 11] = Default::default();
    let mut note = |strength: Strength, ranks: &[u8]| {
        let orders = &mut meanings[(strength.0 >> ORDER_BITS) as usize];
        let order = (strength.0 & ((1 << ORDER_BITS) - 1)) as usize;
        orders.resize(orders.len().max(order + 1), None);
        let before = orders[order].replace(Ranks::new(ranks));
        assert_eq!(before, None, "two hands with the strength {}", strength.0);
    };
    let sets = |size| (1..1u16 << 13).filter(move |ranks| ranks.count_ones() == size);
    for ranks in sets(5).filter(|&ranks| !in_a_straight(ranks)) {
        note(Strength::high_card(ranks), &downward(ranks));
        note(Strength::flush(ranks), &downward(ranks));
    }
    for rank in 0..13 {
        let with = |kickers: u16| [vec![rank], downward(kickers)].concat();
        let without = |kickers: &u16| kickers >> rank & 1 == 0;
        for kickers in sets(3).filter(without) {
            note(Strength::one_pair(rank, kickers), &with(kickers));
        }
        for kickers in sets(2).filter(without) {
            note(Strength::three_of_a_kind(rank, kickers), &with(kickers));
            let (high, low) = (top(kickers), kickers.trailing_zeros() as u8);
            note(Strength::two_pair(high, low, rank), &[high, low, rank]);
        }
        for other in (0..13).filter(|&other| other != rank) {
            note(Strength::full_house(rank, other), &[rank, other]);
            note(Strength::four_of_a_kind(rank, other), &[rank, other]);
        }
        note(Strength::five_of_a_kind(rank), &[rank]);
    }
    for top in 3..13 {
        note(Strength::straight(top), &[top]);
        note(Strength::straight_flush(top), &[top]);
    }
    for aces in 2..=3 {
        let beside_aces = |&ranks: &u16| !in_a_straight(ranks | 1 << ACE);
        for beside in sets(5 - aces).filter(beside_aces).filter(|r| r >> ACE == 0) {
            let ranks = [vec![ACE; aces as usize], downward(beside)].concat();
            note(Strength::flush_with_aces(aces, beside), &ranks);
        }
    }
    // No gaps: the orders of a category are 0, 1, 2, ...
    meanings.map(|orders| {
        let orders = orders.into_iter().collect::<Option<Vec<_>>>();
        orders.expect("every order inside a category has a hand")
    })
});

/// The ranks of a set, highest first.
fn downward(ranks: u16) -> Vec<u8> {
    (0..13)
        .rev()
        .filter(|rank| ranks >> rank & 1 == 1)
        .collect()
}

impl Strength {
    /// The strength with this number, if any hand has it.
    pub fn from_number(number: i64) -> Result<Strength, NoStrength> {
        u16::try_from(number)
            .ok()
            .map(Strength)
            .filter(|strength| strength.meaning().is_some())
            .ok_or(NoStrength { number, cards: 5 })
    }

    /// All 7,741, weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        let orders = |category: Category| 0..ORDERS[category as usize];
        Category::ALL.into_iter().flat_map(move |category| {
            orders(category).map(move |order| Strength::of(category, order))
        })
    }

    /// Its place among them. Of a number that is no strength anything may come.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        let category = (self.0 >> ORDER_BITS) as usize;
        let weaker = if category < WEAKER.len() {
            WEAKER[category]
        } else {
            0
        };
        weaker as usize + (self.0 & ((1 << ORDER_BITS) - 1)) as usize
    }

    fn meaning(self) -> Option<&'static Ranks> {
        MEANINGS
            .get((self.0 >> ORDER_BITS) as usize)?
            .get((self.0 & ((1 << ORDER_BITS) - 1)) as usize)
    }

    /// The category.
    #[must_use]
    pub fn category(self) -> Category {
        Category::ALL[(self.0 >> ORDER_BITS) as usize]
    }

    /// The ranks that decide, most important first: king, nine for kings full of nines.
    #[must_use]
    pub fn ranks(self) -> Ranks {
        *self
            .meaning()
            .expect("a strength comes from an evaluator or is checked")
    }

    /// How many strengths there are.
    pub(crate) const COUNT: usize = 7741;

    /// Its place among all of them, weakest first.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        /// How many strengths are in lower categories.
        const LOWER: [u16; 16] = [
            0, 1277, 4137, 4995, 5853, 5863, 7406, 7562, 7718, 7727, 7728, 0, 0, 0, 0, 0,
        ];
        let order = self.0 & ((1 << ORDER_BITS) - 1);
        LOWER[(self.0 >> ORDER_BITS) as usize] as usize + order as usize
    }

    /// Whether five cards of this strength rank higher than two cards (ruling R7): by category, then
    /// rank by rank. Where the two cards run out the five are not higher, unless `prefix` says so.
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let standard = Evaluator::new(Rules::STANDARD);
    /// let five = standard.evaluate(&cards("Kh 9d 7s 4d 2c")?)?;
    /// assert!(!five.outranks(standard.evaluate_two(&cards("As Kh")?)?, false));
    /// assert!(five.outranks(standard.evaluate_two(&cards("Kh 9d")?)?, true));
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    #[must_use]
    pub fn outranks(self, two: TwoStrength, prefix: bool) -> bool {
        self.0 >= OUTRANKING[prefix as usize][two.index()]
    }
}

/// The weakest five-card strength that outranks each two-card strength, without and with `prefix`.
static OUTRANKING: LazyLock<[[u16; 91]; 2]> = LazyLock::new(|| {
    let mut weakest = [[0; 91]; 2];
    for two in TwoStrength::all() {
        let category = two.category();
        let beginning = two.ranks();
        let orders = &MEANINGS[category as usize];
        let lower = orders.partition_point(|five| five[..beginning.len()] < *beginning);
        let equal = orders.partition_point(|five| five[..beginning.len()] <= *beginning);
        weakest[0][two.index()] = Strength::of(category, equal as u16).0;
        weakest[1][two.index()] = Strength::of(category, lower as u16).0;
    }
    weakest
});

impl TwoStrength {
    /// Two different ranks.
    pub(crate) const fn high_card(high: u8, low: u8) -> TwoStrength {
        TwoStrength((Category::HighCard as u16) << ORDER_BITS | BELOW[1 << high | 1 << low])
    }

    /// A pair.
    pub(crate) const fn one_pair(rank: u8) -> TwoStrength {
        TwoStrength((Category::OnePair as u16) << ORDER_BITS | rank as u16)
    }

    /// All 91, weakest first.
    pub fn all() -> impl Iterator<Item = TwoStrength> {
        (0..78)
            .chain(1 << ORDER_BITS..(1 << ORDER_BITS) + 13)
            .map(TwoStrength)
    }

    /// The strength with this number, if any hand has it.
    pub fn from_number(number: i64) -> Result<TwoStrength, NoStrength> {
        TwoStrength::all()
            .find(|two| i64::from(two.0) == number)
            .ok_or(NoStrength { number, cards: 2 })
    }

    /// Its place among the 91, weakest first.
    pub(crate) const fn index(self) -> usize {
        let order = (self.0 & ((1 << ORDER_BITS) - 1)) as usize;
        order + if self.0 >> ORDER_BITS == 0 { 0 } else { 78 }
    }

    /// For each two-card strength, by its place, the weakest five-card strength that ranks higher
    /// (ruling R7).
    pub(crate) fn weakest_higher(prefix: bool) -> &'static [u16; 91] {
        &OUTRANKING[prefix as usize]
    }

    /// One pair or high card.
    #[must_use]
    pub fn category(self) -> Category {
        Category::ALL[(self.0 >> ORDER_BITS) as usize]
    }

    /// The ranks that decide: one for a pair, otherwise the higher, then the lower.
    #[must_use]
    pub fn ranks(self) -> Ranks {
        let order = self.0 & ((1 << ORDER_BITS) - 1);
        if self.category() == Category::OnePair {
            return Ranks::new(&[order as u8]);
        }
        let high = (1..13).rev().find(|&high| high * (high - 1) / 2 <= order);
        let high = high.unwrap_or(1);
        Ranks::new(&[high as u8, (order - high * (high - 1) / 2) as u8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_7741_strengths_and_7462_without_wild_cards() {
        let sizes: Vec<usize> = MEANINGS.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1277, 2860, 858, 858, 10, 1543, 156, 156, 9, 1, 13]);
        assert_eq!(sizes, ORDERS.map(usize::from));
        let places = Strength::all().map(Strength::index);
        assert!(places.eq(0..7741));
        assert_eq!(sizes.iter().sum::<usize>(), 7741);
        assert_eq!(7741 - 13 - FLUSHES[1] as usize - FLUSHES[2] as usize, 7462);
        assert_eq!(FLUSHES.iter().sum::<u16>() as usize, sizes[5]);
    }

    #[test]
    fn places_count_the_strengths() {
        let mut place = 0;
        for (category, orders) in Category::ALL.into_iter().zip(MEANINGS.iter()) {
            for order in 0..orders.len() {
                assert_eq!(Strength::of(category, order as u16).place(), place);
                place += 1;
            }
        }
        assert_eq!(place, Strength::COUNT);
    }

    #[test]
    fn inside_a_category_ranks_decide_one_by_one() {
        for orders in MEANINGS.iter() {
            assert!(orders.is_sorted_by(|weaker, stronger| weaker[..] < stronger[..]));
        }
    }

    #[test]
    fn two_card_strengths_read_back() {
        assert_eq!(TwoStrength::all().count(), 91);
        for (place, two) in TwoStrength::all().enumerate() {
            assert_eq!(two.index(), place);
            let again = match *two.ranks() {
                [pair] => TwoStrength::one_pair(pair),
                [high, low] => TwoStrength::high_card(high, low),
                _ => unreachable!(),
            };
            assert_eq!(again, two);
        }
        assert!(TwoStrength::from_number(78).is_err());
        assert!(Strength::from_number(1277).is_err());
        assert!(Strength::from_number(-1).is_err());
    }

    #[test]
    fn aces_in_front_need_two_pair_and_ace_king_does_not_go_with_ace_king_behind() {
        let aces = TwoStrength::one_pair(ACE);
        let ace_king = TwoStrength::high_card(ACE, 11);
        let best_pair = Strength::one_pair(ACE, 0b111 << 9);
        let best_ace_king = Strength::high_card(0b1_1110_1000_0000);
        for prefix in [false, true] {
            assert_eq!(best_pair.outranks(aces, prefix), prefix);
            assert!(Strength::two_pair(1, 0, 2).outranks(aces, prefix));
            assert!(Strength::one_pair(0, 0b1110).outranks(ace_king, prefix));
            assert!(!Strength::one_pair(11, 0b111).outranks(aces, prefix));
        }
        assert_eq!(best_ace_king.ranks()[..2], [ACE, 11]);
        assert!(!best_ace_king.outranks(ace_king, false));
        assert!(best_ace_king.outranks(ace_king, true));
    }
}
