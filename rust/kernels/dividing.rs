//! The best divisions of seven cards into five and two, many hands at once.
//!
//! Ranks are counted in three planes of bits, so that taking a card out is a subtraction of one
//! bit.

use super::arithmetic::{Held, best_five};
use super::lanes::{Lanes, Table};
use super::twos::{paired_by_wilds, rank_and_set, two_strengths};
use super::wild_cards::WildCards;
use super::wilds;
use crate::card::ACE;
use crate::rules::Wild;
use crate::strength::{Strength, sets_below};

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

/// What a best division is looked for with.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// Which of the [`TWOS`](crate::TWOS) have a card dealt face down in both hands, one bit each.
    pub(crate) places: u32,
    /// Whether the five rank higher where the two cards run out (ruling R7).
    pub(crate) prefix: bool,
    /// Whether the two-card hand comes first.
    pub(crate) two_first: bool,
}

/// The best division of each hand: the two strengths, and the place among the
/// [`TWOS`](crate::TWOS); and which are left to be looked at one by one.
pub(super) struct Divisions<V: Lanes> {
    pub(super) five: V,
    pub(super) two: V,
    pub(super) place: V,
    pub(super) unsure: V::Mask,
}

/// How often ranks are held, a plane for each bit of the number.
#[derive(Clone, Copy)]
struct Counts<V> {
    ones: V,
    twos: V,
    fours: V,
}

impl<V: Lanes> Counts<V> {
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
        let suit_of = |number: V| number & zero.all(3);
        let mut column = 0;
        while column < 7 {
            let (rank, set) = rank_and_set(numbers[column], wild_cards);
            (seven.ranks[column], seven.sets[column]) = (rank, set);
            if wild_cards.is_some() {
                seven.is_wild[column] = one.only(!set.is_some());
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
            let is_suited = one.only(suit_of(numbers[column]).equals(long_suit));
            seven.is_suited[column] = is_suited | seven.is_wild[column];
            column += 1;
        }
        seven
    }
}

/// The best division of hands of seven card numbers, all different: `suits` are the natural cards'
/// sets of ranks, `wild_cards` say which cards are wild, if any are.
#[inline(always)]
pub(super) fn best_divisions<V: Lanes, const FLUSHES: bool>(
    numbers: [V; 7],
    suits: [V; 4],
    wild_cards: Option<&WildCards>,
    wanted: Wanted,
) -> Divisions<V> {
    let seven = Seven::new(numbers, suits, wild_cards);
    let zero = seven.wilds.all(0);
    let one = zero.all(1);
    // A pair of aces is beaten by nothing that has one pair of aces, unless the pair is enough.
    let step = zero.all(u16::from(!wanted.prefix));
    let lowest_pair = zero.all(Strength::one_pair(0, 0b1110).0);
    let orders_of_pair =
        zero.all(Strength::one_pair(1, 0b1101).0 - Strength::one_pair(0, 0b1110).0);
    let ace = zero.all(ACE.into());

    // The greatest so far of strength + 1, which is 0 for an illegal division, and of the other
    // strength.
    let mut best_first = zero;
    let mut best_second = zero.all(u16::MAX);
    let mut best_place = zero;
    let mut place = 0;
    let mut first = 0;
    while first < 6 {
        let six = seven.counts.without(seven.sets[first]);
        let suited = seven.suited - seven.is_suited[first];
        let wilds = seven.wilds - seven.is_wild[first];
        let mut second = first + 1;
        while second < 7 {
            if wanted.places >> place & 1 == 1 {
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
                let seconds = seconds.less(one.only(below.equals(high)));
                let seconds = seconds.less(one.only(high.equals(ace)));
                let weakest_for_pair = below.times(orders_of_pair) + lowest_pair;
                let weakest = high.read(&LOWER_TOPS) + seconds;
                let weakest = weakest_for_pair.or_else(is_pair, weakest);
                let is_illegal = weakest.exceeds(five);

                let (first, second) = if wanted.two_first {
                    (two, five)
                } else {
                    (five, two)
                };
                let first = (first + one).only(!is_illegal);
                let is_better = first.exceeds(best_first)
                    | (first.equals(best_first) & second.exceeds(best_second));
                best_first = first.or_else(is_better, best_first);
                best_second = second.or_else(is_better, best_second);
                best_place = zero.all(place as u16).or_else(is_better, best_place);
            }
            place += 1;
            second += 1;
        }
        first += 1;
    }
    let best_first = best_first.less(one);
    let (five, two) = if wanted.two_first {
        (best_second, best_first)
    } else {
        (best_first, best_second)
    };
    let most = wild_cards.map_or(0, |wild_cards| wild_cards.kind.most());
    let unsure = seven.wilds.exceeds(zero.all(most)) | seven.several_reach_five;
    Divisions {
        five,
        two,
        place: best_place,
        unsure,
    }
}
