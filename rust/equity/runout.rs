//! The cards to come by ranks alone where suits cannot matter, each set of ranks once with the number
//! of ways to deal it, and by the cards of one suit where that suit can reach five.
//!
//! Five cards to come of 48 are 1,712,304 boards, but only 6,175 sets of ranks. So hands are looked up
//! once for every set, and once more for every choice of enough cards of a suit with every set of other
//! ranks beside it: some ten thousand look-ups for all boards.

use crate::card::{Card, CardSet};
use crate::evaluate::{Evaluator, Lookup, Sum};
use crate::strength::Strength;
use crate::tables::PLACES;

/// The most cards that are to come.
const MOST: usize = 7;

/// How many ways there are to choose some of up to four cards of a rank.
const CHOICES: [[u64; 5]; 5] = [
    [1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [1, 2, 1, 0, 0],
    [1, 3, 3, 1, 0],
    [1, 4, 6, 4, 1],
];

/// Cards to come of which only the ranks are told.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ranks {
    /// What they add up to.
    pub(crate) sum: Sum,
    /// Each of them, in four bits.
    each: u32,
}

impl Ranks {
    #[inline(always)]
    fn and(self, others: Ranks, count: usize) -> Ranks {
        Ranks {
            sum: self.sum + others.sum,
            each: self.each << (4 * count) | others.each,
        }
    }
}

/// What is made of the cards to come.
pub(crate) trait Watching {
    /// Cards of this suit come, so many that it may reach five, and none else of it.
    fn suit(&mut self, suit: u8, ranks: u16);
    /// From now on no suit reaches five.
    fn no_suit(&mut self);
    /// These ranks come, those of the suit included, which can be dealt in so many ways.
    fn ranks(&mut self, ranks: Ranks, ways: u64);
}

/// What is to come.
pub(crate) struct Runout<'a> {
    lookup: &'a Lookup,
    /// One card of each rank.
    ranks: [Ranks; 13],
    /// The ranks that the deck has of each suit.
    deck: [u16; 4],
    to_come: usize,
    needs: [usize; 4],
}

/// Room to count in, empty between uses; it is made on first use.
#[derive(Default)]
pub(crate) struct Room {
    suited_ways: Vec<u32>,
}

impl<'a> Runout<'a> {
    /// So many cards from the deck; for each suit, how many of it at least bring any hand to five.
    ///
    /// None where ranks and one suit do not say everything: two suits can both be reached, or one is
    /// there already, or a card is wild.
    pub(crate) fn new(
        evaluator: &'a Evaluator,
        lookup: &'a Lookup,
        deck: CardSet,
        to_come: usize,
        needs: [usize; 4],
    ) -> Option<Runout<'a>> {
        let both = (0..4).any(|f| (0..f).any(|g| needs[f] + needs[g] <= to_come));
        let wild = !evaluator.rules().wilds().is_empty() || !deck.and(CardSet::JOKERS).is_empty();
        if wild || both || needs.contains(&0) || to_come > MOST {
            return None;
        }
        Some(Runout {
            lookup,
            ranks: std::array::from_fn(|rank| Ranks {
                sum: evaluator.sum([Card::new(rank as u8, 0).number()]),
                each: rank as u32,
            }),
            deck: [0, 1, 2, 3].map(|suit| deck.ranks_in(suit)),
            to_come,
            needs,
        })
    }

    /// Tells every set of ranks to come, with how many ways there are to deal it: first, for each choice
    /// of enough cards of a suit, with these cards; then without.
    #[inline]
    pub(crate) fn each(&self, room: &mut Room, watching: &mut impl Watching) {
        room.suited_ways.resize(PLACES, 0);
        for suit in 0..4 {
            let others = self.counts(|other| other != suit);
            for size in self.needs[suit]..=self.to_come {
                let left = self.to_come - size;
                let mut beside = Vec::new();
                self.each_set(&others, 0, left, Ranks::default(), 1, &mut |ranks, ways| {
                    beside.push((ranks, ways));
                });
                let of_suit = self.deck[suit];
                self.each_of_suit(of_suit, size, Ranks::default(), 0, &mut |ranks, mask| {
                    watching.suit(suit as u8, mask);
                    for &(others, ways) in &beside {
                        let ranks = ranks.and(others, left);
                        room.suited_ways[self.lookup.place(ranks.sum)] += ways as u32;
                        watching.ranks(ranks, ways);
                    }
                });
            }
        }
        let all = self.counts(|_| true);
        watching.no_suit();
        self.each_set(
            &all,
            0,
            self.to_come,
            Ranks::default(),
            1,
            &mut |ranks, ways| {
                let suited = std::mem::take(&mut room.suited_ways[self.lookup.place(ranks.sum)]);
                let ways = ways - u64::from(suited);
                if ways > 0 {
                    watching.ranks(ranks, ways);
                }
            },
        );
    }

    /// The sum of each of the cards whose ranks were told.
    #[inline]
    pub(crate) fn each_rank(&self, ranks: Ranks) -> impl Iterator<Item = Sum> + '_ {
        (0..self.to_come)
            .map(move |place| self.ranks[(ranks.each >> (4 * place)) as usize & 15].sum)
    }

    /// How many cards of each rank the deck has in some suits.
    fn counts(&self, suits: impl Fn(usize) -> bool) -> [usize; 13] {
        std::array::from_fn(|rank| {
            let has = |&suit: &usize| suits(suit) && self.deck[suit] >> rank & 1 == 1;
            (0..4).filter(has).count()
        })
    }

    /// Every set of so many ranks, each with the ways to deal it.
    fn each_set(
        &self,
        counts: &[usize; 13],
        from: usize,
        left: usize,
        ranks: Ranks,
        ways: u64,
        visit: &mut impl FnMut(Ranks, u64),
    ) {
        if left == 0 {
            visit(ranks, ways);
            return;
        }
        for rank in from..13 {
            let mut with = ranks;
            let most = left.min(counts[rank]);
            for (times, choices) in (1..=most).zip(&CHOICES[counts[rank]][1..]) {
                with = with.and(self.ranks[rank], 1);
                self.each_set(counts, rank + 1, left - times, with, ways * choices, visit);
            }
        }
    }

    /// Every choice of so many cards of a suit.
    fn each_of_suit(
        &self,
        from: u16,
        left: usize,
        ranks: Ranks,
        mask: u16,
        visit: &mut impl FnMut(Ranks, u16),
    ) {
        if left == 0 {
            visit(ranks, mask);
            return;
        }
        let mut rest = from;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.each_of_suit(
                rest,
                left - 1,
                ranks.and(self.ranks[rank], 1),
                mask | 1 << rank,
                visit,
            );
        }
    }
}

/// One hand of which the best five with the cards to come play, and what is made of its strengths.
pub(crate) struct Alone<'a, T, F> {
    lookup: &'a Lookup,
    held: Sum,
    suited: Strength,
    pub(crate) made: T,
    add: F,
}

impl<'a, T, F: Fn(&mut T, Strength, u64)> Alone<'a, T, F> {
    pub(crate) fn new(lookup: &'a Lookup, held: Sum, made: T, add: F) -> Alone<'a, T, F> {
        Alone {
            lookup,
            held,
            suited: Strength(0),
            made,
            add,
        }
    }
}

impl<T, F: Fn(&mut T, Strength, u64)> Watching for Alone<'_, T, F> {
    fn suit(&mut self, suit: u8, ranks: u16) {
        self.suited = suited(self.lookup, self.held, suit, ranks);
    }

    fn no_suit(&mut self) {
        self.suited = Strength(0);
    }

    #[inline]
    fn ranks(&mut self, ranks: Ranks, ways: u64) {
        let strength = best(self.lookup, self.held, self.suited, ranks);
        (self.add)(&mut self.made, strength, ways);
    }
}

/// What a hand makes of a suit with these ranks of it to come.
#[inline]
pub(crate) fn suited(lookup: &Lookup, held: Sum, suit: u8, ranks: u16) -> Strength {
    lookup.suited_strength(held.cards().ranks_in(suit) | ranks)
}

/// What a hand makes of the ranks to come, or of a suit, which is stronger: five cards of a suit among
/// seven leave no room for a full house.
#[inline(always)]
pub(crate) fn best(lookup: &Lookup, held: Sum, suited: Strength, ranks: Ranks) -> Strength {
    if suited > Strength(0) {
        suited
    } else {
        lookup.plain_strength(held + ranks.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::strength::Category;

    #[test]
    fn all_hands_of_seven_are_counted_by_ranks_and_suits() {
        let evaluator = Evaluator::new(Rules::STANDARD);
        let lookup = evaluator.lookup(7);
        let runout = Runout::new(&evaluator, lookup, CardSet::NATURALS, 7, [5; 4]).unwrap();
        let mut room = Room::default();
        let mut alone = Alone::new(lookup, Sum::default(), [0; 10], |counts, strength, ways| {
            counts[strength.category() as usize] += ways;
        });
        runout.each(&mut room, &mut alone);
        let counts = alone.made;
        // The counts of all 133,784,560 hands, as tests/counts.rs has them.
        assert_eq!(counts[Category::HighCard as usize], 23_294_460);
        assert_eq!(counts[Category::Flush as usize], 4_047_644);
        assert_eq!(counts[Category::StraightFlush as usize], 37_260);
        assert_eq!(counts.iter().sum::<u64>(), 133_784_560);
        assert!(room.suited_ways.iter().all(|&ways| ways == 0));
    }

    #[test]
    fn suits_that_can_both_be_reached_or_a_wild_card_are_not_told_by_ranks() {
        let evaluator = Evaluator::new(Rules::STANDARD);
        let runout = |needs| {
            let deck = CardSet::NATURALS;
            Runout::new(&evaluator, evaluator.lookup(7), deck, 5, needs).is_some()
        };
        assert!(runout([3, 3, 3, 3]));
        assert!(!runout([3, 2, 5, 5]));
        assert!(!runout([0, 9, 9, 9]));
    }
}
