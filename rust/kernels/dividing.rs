//! The best divisions of seven cards into five and two, many hands at once.
//!
//! Ranks are counted in three planes of bits, so that taking a card out is a subtraction of one bit.

use super::arithmetic::{Held, best_five};
use super::lanes::{Lanes, Table};
use crate::strength::{Strength, TwoStrength, sets_below};

/// Sets of ranks with one rank.
static RANK: Table = {
    let mut sets = Table([0; 16]);
    let mut rank = 0;
    while rank < 13 {
        sets.0[rank] = 1 << rank;
        rank += 1;
    }
    sets
};

/// What the higher of two ranks adds to the lower in the strength of two cards.
static HIGHER: Table = {
    let mut higher = Table([0; 16]);
    let mut rank = 1;
    while rank < 13 {
        higher.0[rank] = TwoStrength::high_card(rank as u8, 0).0;
        rank += 1;
    }
    higher
};

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

/// The best division of each hand: the two strengths, and the place among the [`TWOS`](crate::TWOS).
pub(super) struct Divisions<V> {
    pub(super) five: V,
    pub(super) two: V,
    pub(super) place: V,
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

/// The best division of hands of seven card numbers, all different.
#[inline(always)]
pub(super) fn best_divisions<V: Lanes, const FLUSHES: bool>(
    numbers: [V; 7],
    suits: [V; 4],
    wanted: Wanted,
) -> Divisions<V> {
    let zero = numbers[0].all(0);
    let one = zero.all(1);
    let mut counts = Counts::zero(zero);
    let mut ranks = [zero; 7];
    let mut cards = [zero; 7];
    let mut column = 0;
    while column < 7 {
        ranks[column] = numbers[column].down::<2>();
        cards[column] = ranks[column].read(&RANK);
        counts = counts.with(cards[column]);
        column += 1;
    }
    // How many cards the suit has of which there are five or more, and which cards are of this suit.
    let mut long = zero;
    let mut long_suit = zero.all(4);
    let mut suit = 0;
    while suit < 4 {
        let size = suits[suit].ones();
        let is_long = size.exceeds(zero.all(4));
        long = size.or_else(is_long, long);
        long_suit = zero.all(suit as u16).or_else(is_long, long_suit);
        suit += 1;
    }
    let mut is_of_long = [zero; 7];
    let mut column = 0;
    while column < 7 {
        let suit = numbers[column] & zero.all(3);
        is_of_long[column] = one.only(suit.equals(long_suit));
        column += 1;
    }

    // A pair of aces is beaten by nothing that has one pair of aces, unless the pair is enough.
    let step = zero.all(u16::from(!wanted.prefix));
    let pair = zero.all(TwoStrength::one_pair(0).0);
    let lowest_pair = zero.all(Strength::one_pair(0, 0b1110).0);
    let orders_of_pair =
        zero.all(Strength::one_pair(1, 0b1101).0 - Strength::one_pair(0, 0b1110).0);
    let ace = zero.all(12);

    // The greatest so far of strength + 1, which is 0 for an illegal division, and of the other strength.
    let mut best_first = zero;
    let mut best_second = zero.all(u16::MAX);
    let mut best_place = zero;
    let mut place = 0;
    let mut first = 0;
    while first < 6 {
        let six = counts.without(cards[first]);
        let long = long - is_of_long[first];
        let rank = ranks[first];
        let as_pair = rank + pair;
        let weakest_for_pair = (rank + step).times(orders_of_pair) + lowest_pair;
        let mut second = first + 1;
        while second < 7 {
            if wanted.places >> place & 1 == 1 {
                let held = six.without(cards[second]).held();
                let is_suited = (long - is_of_long[second]).equals(zero.all(5));
                let five = best_five::<V, 5, FLUSHES>(held, held.once.only(is_suited));

                let (high, low) = (rank.max(ranks[second]), rank.min(ranks[second]));
                let is_pair = high.equals(low);
                let two = as_pair.or_else(is_pair, high.read_small(&HIGHER) + low);
                // High cards with this top and a second rank below this one, straights left out.
                let below = low + step;
                let seconds = below.read(&FOURS_BELOW);
                let seconds = seconds.less(one.only(below.equals(high)));
                let seconds = seconds.less(one.only(high.equals(ace)));
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
    Divisions {
        five,
        two,
        place: best_place,
    }
}
