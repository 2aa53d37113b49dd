//! The best divisions of seven cards into five and two, many hands at once.
//!
//! Ranks are counted in three planes of bits, so that taking a card out is a subtraction of one
//! bit.

use super::arithmetic::{Held, best_five};
use super::lanes::{Lanes, Loading, Table};
use super::twos::{paired_by_wilds, rank_and_set, two_strengths};
use super::wild_cards::WildCards;
use super::wilds;
use crate::card::ACE;
use crate::rules::Wild;
use crate::split::TWOS;
use crate::strength::{Category, ORDER_BITS, Strength, TwoStrength, sets_below};

/// How many high cards have a lower top rank.
static LOWER_TOPS: Table = {
    let mut lower = Table([0; 16]);
    let mut top = 4;
    while top < 13 {
        lower.0[top] = sets_below(0b1111 | (1 << top));
        top += 1;
    }
    lower
};

/// How many sets of four ranks have none as high as this.
static FOURS_BELOW: Table = {
    let mut fours = Table([0; 16]);
    let mut rank = 3;
    while rank < 13 {
        fours.0[rank] = sets_below(0b111 | (1 << rank));
        rank += 1;
    }
    fours
};

/// Which divisions are legal.
#[derive(Clone, Copy)]
pub(crate) struct Legal {
    /// Which of the [`TWOS`](crate::TWOS) have a card dealt face down in both hands, one bit each.
    pub(crate) places: u32,
    /// Whether the five rank higher where the two cards run out (ruling R7).
    pub(crate) prefix: bool,
}

/// Something that is done with each division in turn.
pub(super) trait Visit<V: Lanes> {
    /// Sees the division at a place among the [`TWOS`](crate::TWOS): its strengths, and in which hands
    /// it is illegal.
    fn see(&mut self, place: usize, five: V, two: V, is_illegal: V::Mask);
}

/// The best division of each hand, by one of its strengths and then by the other.
pub(super) struct Best<V> {
    two_first: bool,
    /// One more than the greatest strength of those that come first; 0 where none is legal.
    first: V,
    second: V,
    place: V,
}

impl<V: Lanes> Best<V> {
    #[inline(always)]
    pub(super) fn new(any: V, two_first: bool) -> Best<V> {
        Best {
            two_first,
            first: any.all(0),
            second: any.all(u16::MAX),
            place: any.all(0),
        }
    }

    /// The strengths of the five and of the two, and the place.
    #[inline(always)]
    pub(super) fn found(self) -> (V, V, V) {
        let first = self.first.saturating_sub(self.first.all(1));
        if self.two_first {
            (self.second, first, self.place)
        } else {
            (first, self.second, self.place)
        }
    }
}

impl<V: Lanes> Visit<V> for Best<V> {
    #[inline(always)]
    fn see(&mut self, place: usize, five: V, two: V, is_illegal: V::Mask) {
        let (first, second) = if self.two_first {
            (two, five)
        } else {
            (five, two)
        };
        let first = (first + first.all(1)).except(is_illegal);
        let is_better =
            first.outranks(self.first) | (first.equals(self.first) & second.outranks(self.second));
        self.first = first.or_else(is_better, self.first);
        self.second = second.or_else(is_better, self.second);
        self.place = first.all(place as u16).or_else(is_better, self.place);
    }
}

/// How many divisions there are.
pub(super) const DIVISIONS: usize = TWOS.len();

/// All divisions of each hand, by place.
pub(super) struct All<V: Loading> {
    pub(super) fives: [V::Numbers; DIVISIONS],
    pub(super) twos: [V::Numbers; DIVISIONS],
    /// One more than the place of each five among all strengths; 0 where the division is illegal.
    pub(super) five_places: [V::Numbers; DIVISIONS],
    /// The place of each two among all strengths of two cards.
    pub(super) two_places: [V::Numbers; DIVISIONS],
}

/// One more than how many strengths are in lower categories.
static LOWER_AND_ONE: Table = {
    let mut lower = Table([0; 16]);
    let mut category = 0;
    while category < Category::ALL.len() {
        lower.0[category] = Strength((category as u16) << ORDER_BITS).place() as u16 + 1;
        category += 1;
    }
    lower
};

impl<V: Loading> All<V> {
    #[inline(always)]
    pub(super) fn new(any: V) -> All<V> {
        let none = [any.all(0).numbers(); DIVISIONS];
        All {
            fives: none,
            twos: none,
            five_places: none,
            two_places: none,
        }
    }
}

impl<V: Loading> Visit<V> for All<V> {
    #[inline(always)]
    fn see(&mut self, place: usize, five: V, two: V, is_illegal: V::Mask) {
        let order = five.all((1 << ORDER_BITS) - 1);
        let lower = five.down::<{ ORDER_BITS as i32 }>().read(&LOWER_AND_ONE);
        let high_cards = five.all(TwoStrength::one_pair(0).index() as u16);
        let is_pair = two.exceeds(order);
        self.fives[place] = five.numbers();
        self.twos[place] = two.numbers();
        self.five_places[place] = ((five & order) + lower).except(is_illegal).numbers();
        self.two_places[place] = (two & order).plus(is_pair, high_cards).numbers();
    }
}

/// How often ranks are held, a plane for each bit of the number.
#[derive(Clone, Copy)]
struct Counts<V> {
    ones: V,
    twos: V,
    fours: V,
}

impl<V: Lanes> Counts<V> {
    #[inline(always)]
    fn zero(any: V) -> Counts<V> {
        let zero = any.all(0);
        Counts {
            ones: zero,
            twos: zero,
            fours: zero,
        }
    }

    #[inline(always)]
    fn with(self, card: V) -> Counts<V> {
        let carry = self.ones & card;
        Counts {
            ones: self.ones ^ card,
            twos: self.twos ^ carry,
            fours: self.fours ^ (self.twos & carry),
        }
    }

    #[inline(always)]
    fn without(self, card: V) -> Counts<V> {
        let borrow = card.without(self.ones);
        Counts {
            ones: self.ones ^ card,
            twos: self.twos ^ borrow,
            fours: self.fours ^ borrow.without(self.twos),
        }
    }

    #[inline(always)]
    fn held(self) -> Held<V> {
        let twice = self.twos | self.fours;
        Held {
            once: self.ones | twice,
            twice,
            thrice: (self.twos & self.ones) | self.fours,
            four: self.fours,
        }
    }
}

/// Seven cards as lanes of hands: what taking two of them out needs.
struct Seven<V: Lanes> {
    /// The rank of each card; a wild's is the ace, with which two wilds are a pair of aces.
    ranks: [V; 7],
    /// The same as sets, empty for a wild.
    sets: [V; 7],
    /// 1 for each wild.
    is_wild: [V; 7],
    /// 1 for each card that is of the suit which reaches five, or wild.
    is_suited: [V; 7],
    /// How often natural ranks are held.
    counts: Counts<V>,
    /// How many wilds there are.
    wilds: V,
    /// How many cards of the suit that reaches five, wilds included; of other hands 0.
    suited: V,
    /// Whether more than one suit reaches five.
    several_reach_five: V::Mask,
}

impl<V: Lanes> Seven<V> {
    /// `suits` are the sets of natural ranks; `wild_cards` say which cards are wild, if any are.
    #[inline(always)]
    fn new(numbers: [V; 7], suits: [V; 4], wild_cards: Option<&WildCards>) -> Seven<V> {
        let zero = numbers[0].all(0);
        let one = zero.all(1);
        let mut seven = Seven {
            ranks: [zero; 7],
            sets: [zero; 7],
            is_wild: [zero; 7],
            is_suited: [zero; 7],
            counts: Counts::zero(zero),
            wilds: zero,
            suited: zero,
            several_reach_five: zero.is_some(),
        };
        let mut column = 0;
        while column < 7 {
            let (rank, set) = rank_and_set(numbers[column], wild_cards);
            (seven.ranks[column], seven.sets[column]) = (rank, set);
            if wild_cards.is_some() {
                seven.is_wild[column] = one.except(set.is_some());
                seven.wilds = seven.wilds + seven.is_wild[column];
            }
            seven.counts = seven.counts.with(seven.sets[column]);
            column += 1;
        }
        let mut long_suit = zero.all(4);
        let mut suit = 0;
        while suit < 4 {
            let size = suits[suit].ones() + seven.wilds;
            let is_long = size.exceeds(zero.all(4));
            seven.several_reach_five =
                seven.several_reach_five | (is_long & seven.suited.is_some());
            seven.suited = size.or_else(is_long, seven.suited);
            long_suit = zero.all(suit as u16).or_else(is_long, long_suit);
            suit += 1;
        }
        let mut column = 0;
        while column < 7 {
            let is_suited = one.only((numbers[column] & zero.all(3)).equals(long_suit));
            seven.is_suited[column] = is_suited | seven.is_wild[column];
            column += 1;
        }
        seven
    }
}

/// Visits the divisions of hands of seven card numbers, all different, and returns which hands are left
/// to be looked at one by one: `suits` are the natural cards' sets of ranks, `wild_cards` say which cards
/// are wild, if any are.
#[inline(always)]
pub(super) fn divide<V: Lanes, const FLUSHES: bool>(
    numbers: [V; 7],
    suits: [V; 4],
    wild_cards: Option<&WildCards>,
    legal: Legal,
    visitor: &mut impl Visit<V>,
) -> V::Mask {
    let seven = Seven::new(numbers, suits, wild_cards);
    let zero = seven.wilds.all(0);
    let one = zero.all(1);
    // A pair of aces is beaten by nothing that has one pair of aces, unless the pair is enough.
    let step = zero.all(u16::from(!legal.prefix));
    let lowest_pair = zero.all(Strength::one_pair(0, 0b1110).0);
    let orders_of_pair =
        zero.all(Strength::one_pair(1, 0b1101).0 - Strength::one_pair(0, 0b1110).0);
    let ace = zero.all(ACE.into());

    let mut place = 0;
    let mut first = 0;
    while first < 6 {
        let six = seven.counts.without(seven.sets[first]);
        let suited = seven.suited - seven.is_suited[first];
        let wilds = seven.wilds - seven.is_wild[first];
        let mut second = first + 1;
        while second < 7 {
            if legal.places >> place & 1 == 1 {
                let held = six.without(seven.sets[second]).held();
                let is_suited = (suited - seven.is_suited[second]).equals(zero.all(5));
                let ranks_of_suit = held.once.only(is_suited);
                let mut ranks = [seven.ranks[first], seven.ranks[second]];
                let five = match wild_cards {
                    None => best_five::<V, 5, FLUSHES>(held, ranks_of_suit),
                    Some(&WildCards { kind, .. }) => {
                        if kind.wild != Wild::CasinoBug {
                            let is_wild = [
                                seven.is_wild[first].is_some(),
                                seven.is_wild[second].is_some(),
                            ];
                            ranks = paired_by_wilds(ranks, is_wild);
                        }
                        let wilds = wilds - seven.is_wild[second];
                        wilds::best_five::<V, 5, FLUSHES>(held, ranks_of_suit, wilds, kind)
                    }
                };

                let (high, low) = (ranks[0].max(ranks[1]), ranks[0].min(ranks[1]));
                let is_pair = high.equals(low);
                let two = two_strengths(high, low);
                // High cards with this top and a second rank below this one, straights left out.
                let below = low + step;
                let seconds = below.read(&FOURS_BELOW);
                let seconds = seconds.saturating_sub(one.only(below.equals(high)));
                let seconds = seconds.saturating_sub(one.only(high.equals(ace)));
                let weakest_for_pair = below.times(orders_of_pair) + lowest_pair;
                let weakest = high.read(&LOWER_TOPS) + seconds;
                let weakest = weakest_for_pair.or_else(is_pair, weakest);
                visitor.see(place, five, two, weakest.outranks(five));
            }
            place += 1;
            second += 1;
        }
        first += 1;
    }
    let most = wild_cards.map_or(0, |wild_cards| wild_cards.kind.most());
    seven.wilds.exceeds(zero.all(most)) | seven.several_reach_five
}
