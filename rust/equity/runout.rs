//! The cards to come by ranks alone where suits cannot matter, each set of ranks once with the number
//! of ways to deal it, and by the cards of one suit where that suit can reach five.
//!
//! Five cards to come of 48 are 1,712,304 boards, but only 6,175 sets of ranks. So hands are looked up
//! once for every set, and once more for every choice of enough cards of a suit with every set of other
//! ranks beside it: some ten thousand look-ups for all boards.

use crate::card::{Card, CardSet};
use crate::evaluate::{Evaluator, Lookup, Sum};
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

/// Cards to come of which only the ranks are told, one by one and added up.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ranks {
    each: [Sum; MOST],
    len: usize,
    pub(crate) sum: Sum,
}

impl Ranks {
    fn with(mut self, rank: Sum) -> Ranks {
        self.each[self.len] = rank;
        self.len += 1;
        self.sum = self.sum + rank;
        self
    }

    fn and(mut self, others: &Ranks) -> Ranks {
        for &rank in others.each() {
            self = self.with(rank);
        }
        self
    }

    /// The ranks one by one.
    pub(crate) fn each(&self) -> &[Sum] {
        &self.each[..self.len]
    }
}

/// The cards of one suit among those to come, which may make that suit five.
#[derive(Clone, Copy)]
pub(crate) struct Suited {
    pub(crate) suit: u8,
    pub(crate) ranks: u16,
}

/// What is to come.
pub(crate) struct Runout<'a> {
    lookup: &'a Lookup,
    /// The sum of a card of each rank.
    ranks: [Sum; 13],
    /// The ranks that the deck has of each suit.
    deck: [u16; 4],
    to_come: usize,
    needs: [usize; 4],
}

/// Room to count in, empty between uses.
pub(crate) struct Room {
    suited_ways: Vec<u32>,
}

impl Default for Room {
    fn default() -> Room {
        Room {
            suited_ways: vec![0; PLACES],
        }
    }
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
            ranks: std::array::from_fn(|rank| evaluator.sum([Card::new(rank as u8, 0).number()])),
            deck: [0, 1, 2, 3].map(|suit| deck.ranks_in(suit)),
            to_come,
            needs,
        })
    }

    /// Passes every set of ranks to come to `visit`, with how many ways there are to deal it: first,
    /// for each suit that can reach five, with the cards of that suit; then without.
    #[inline]
    pub(crate) fn each(&self, room: &mut Room, mut visit: impl FnMut(&Ranks, Option<Suited>, u64)) {
        for suit in 0..4 {
            let others = self.counts(|other| other != suit);
            for size in self.needs[suit]..=self.to_come {
                let mut beside = Vec::new();
                self.each_set(
                    &others,
                    0,
                    self.to_come - size,
                    Ranks::default(),
                    1,
                    &mut |ranks, ways| {
                        beside.push((*ranks, ways));
                    },
                );
                self.each_of_suit(
                    self.deck[suit],
                    size,
                    Ranks::default(),
                    0,
                    &mut |of_suit, mask| {
                        let suited = Suited {
                            suit: suit as u8,
                            ranks: mask,
                        };
                        for (others, ways) in &beside {
                            let ranks = of_suit.and(others);
                            room.suited_ways[self.lookup.place(ranks.sum)] += *ways as u32;
                            visit(&ranks, Some(suited), *ways);
                        }
                    },
                );
            }
        }
        let all = self.counts(|_| true);
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
                    visit(ranks, None, ways);
                }
            },
        );
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
        visit: &mut impl FnMut(&Ranks, u64),
    ) {
        if left == 0 {
            visit(&ranks, ways);
            return;
        }
        for rank in from..13 {
            let mut with = ranks;
            for times in 1..=left.min(counts[rank]) {
                with = with.with(self.ranks[rank]);
                let ways = ways * CHOICES[counts[rank]][times];
                self.each_set(counts, rank + 1, left - times, with, ways, visit);
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
        visit: &mut impl FnMut(&Ranks, u16),
    ) {
        if left == 0 {
            visit(&ranks, mask);
            return;
        }
        let mut rest = from;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.each_of_suit(
                rest,
                left - 1,
                ranks.with(self.ranks[rank]),
                mask | 1 << rank,
                visit,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::strength::{Category, Strength};

    #[test]
    fn all_hands_of_seven_are_counted_by_ranks_and_suits() {
        let evaluator = Evaluator::new(Rules::STANDARD);
        let lookup = evaluator.lookup(7);
        let runout = Runout::new(&evaluator, lookup, CardSet::NATURALS, 7, [5; 4]).unwrap();
        let mut room = Room::default();
        let mut counts = [0; 10];
        runout.each(&mut room, |ranks, suited, ways| {
            let plain = lookup.plain_strength(ranks.sum);
            let flush = suited.map_or(Strength(0), |suited| lookup.suited_strength(suited.ranks));
            counts[plain.max(flush).category() as usize] += ways;
        });
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
