//! Which cards are wild, and how hands are told apart into wild and natural cards.

use super::arithmetic::{of_more_than, sizes};
use super::card_bits::{CardBits, JOKER_RANK, RankBits};
use super::lanes::Lanes;
use crate::card::CardSet;
use crate::rules::{Rules, Wild};

/// Which cards with a rank are wild.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Printed {
    /// None, jokers alone: two at most.
    None,
    /// Those of one rank.
    Rank,
    /// Others.
    Others,
}

/// The kind of wild cards: a kernel has a loop for each.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// What they are.
    pub(super) wild: Wild,
    /// Which they are besides jokers.
    pub(super) printed: Printed,
}

impl Kind {
    /// Whether cards with a rank are wild.
    pub(super) const fn has_printed(self) -> bool {
        !matches!(self.printed, Printed::None)
    }

    /// How many wilds a hand may have for the strength to be right.
    pub(super) const fn most(self) -> u16 {
        match self.wild {
            Wild::Card | Wild::Bug if self.has_printed() => 3,
            _ => 2,
        }
    }
}

/// Which cards are wild, and how.
#[derive(Clone, Copy)]
pub(super) struct WildCards {
    /// The ranks of each suit that are not wild.
    pub(super) naturals: [u16; 4],
    /// The kind of wild.
    pub(super) kind: Kind,
    /// The bits that cards have in sets of 16.
    pub(super) bits: CardBits,
    /// Whether wild cards have bits of their own, above all ranks of clubs and of diamonds.
    pub(super) are_apart: bool,
    /// The bits that ranks have in sets of 16: where just one rank is wild besides jokers, [`WILD_RANK`].
    pub(super) rank_bits: RankBits,
}

/// The bits above all ranks.
pub(super) const APART: u16 = 0xe000;

/// The suits and bits that wild cards are put apart in, the jokers' first.
const PLACES_APART: [(u8, u8); 6] = [(0, 15), (0, 14), (0, 13), (1, 15), (1, 14), (1, 13)];

/// The jokers' bits of clubs, where wild cards are apart.
pub(super) const JOKERS_APART: u16 = 1 << PLACES_APART[0].1 | 1 << PLACES_APART[1].1;

const _: () = {
    assert!(PLACES_APART[0].0 == 0 && PLACES_APART[1].0 == 0, "in clubs");
    assert!(JOKERS_APART == 0b11 << 14 && JOKERS_APART & !APART == 0);
};

/// The bit of all cards of a wild rank where no others are wild.
pub(super) const WILD_RANK: u8 = 15;

impl WildCards {
    /// The wild cards of some rules, if there are any.
    pub(super) fn new(rules: &Rules) -> Option<WildCards> {
        if rules.wild() == Wild::None {
            return None;
        }
        let printed = rules.wilds().minus(CardSet::JOKERS);
        let naturals = CardSet::NATURALS.minus(printed);
        let mut bits = CardBits::WITH_JOKERS;
        let wilds = CardSet::JOKERS.iter().chain(printed.iter());
        let are_apart = printed.len() + 2 <= PLACES_APART.len();
        if are_apart {
            for (card, (suit, bit)) in wilds.zip(PLACES_APART) {
                bits.put(card.number(), suit, bit);
            }
        }
        let ranks = [0, 1, 2, 3].map(|suit| printed.ranks_in(suit));
        let mut rank_bits = RankBits::WITH_JOKERS;
        let kind = if printed.is_empty() {
            Printed::None
        } else if ranks[0].is_power_of_two() && ranks == [ranks[0]; 4] {
            rank_bits.put(ranks[0].ilog2() as u8, WILD_RANK);
            Printed::Rank
        } else {
            Printed::Others
        };
        Some(WildCards {
            naturals: [0, 1, 2, 3].map(|suit| naturals.ranks_in(suit)),
            kind: Kind {
                wild: rules.wild(),
                printed: kind,
            },
            bits,
            are_apart,
            rank_bits,
        })
    }
}

/// Hands of natural and wild cards.
#[derive(Clone, Copy)]
pub(super) struct Mixed<V: Lanes> {
    /// The sets of ranks of the natural cards of each suit.
    pub(super) naturals: [V; 4],
    /// How many wild cards there are.
    pub(super) wilds: V,
    /// Something that is 0 where all wild cards are jokers, asked where they are [`Printed::Others`].
    pub(super) printed: V,
    /// The natural ranks of a suit that reaches five with at most two wilds: no other does.
    pub(super) suited: V,
    /// Which are left to be looked at one by one: hands with more wilds than their kind may have, and
    /// sevens of three wilds in which two suits may reach five.
    pub(super) unsure: V::Mask,
}

/// Hands told apart into natural and wild cards.
pub(super) struct Apart<V> {
    /// See [`Mixed`].
    pub(super) naturals: [V; 4],
    /// See [`Mixed`].
    pub(super) wilds: V,
    /// See [`Mixed`].
    pub(super) printed: V,
}

impl<V: Lanes> Apart<V> {
    /// Hands by the sets of ranks of all their cards; jokers are one rank above the ace, of clubs and
    /// of diamonds.
    #[inline(always)]
    pub(super) fn by_ranks(suits: [V; 4], wild_cards: &WildCards) -> Apart<V> {
        let mut naturals = suits;
        let mut suit = 0;
        while suit < 4 {
            naturals[suit] = suits[suit] & suits[suit].all(wild_cards.naturals[suit]);
            suit += 1;
        }
        let wilds = sizes(suits) - sizes(naturals);
        let [clubs, diamonds, ..] = suits;
        let joker = clubs.all(1 << JOKER_RANK);
        let jokers = (clubs & joker).ones() + (diamonds & joker).ones();
        Apart {
            naturals,
            wilds,
            printed: wilds - jokers,
        }
    }

    /// How many different cards hands have.
    #[inline(always)]
    pub(super) fn cards(&self) -> V {
        sizes(self.naturals) + self.wilds
    }

    /// Hands of `CARDS` cards.
    #[inline(always)]
    pub(super) fn mixed<const CARDS: usize>(self, kind: Kind) -> Mixed<V> {
        let Apart {
            naturals,
            wilds,
            printed,
        } = self;
        let too_few = wilds.all(4).saturating_sub(wilds);
        let suited = of_more_than(too_few, naturals);
        // With three wilds a suit of two cards reaches five, and two of four natural cards may be of one
        // suit and two of another.
        let unsure = if CARDS == 7 && kind.most() == 3 {
            if kind.wild == Wild::Bug {
                // Then no suit has an odd number. A suit of four is left too.
                let [clubs, diamonds, hearts, spades] = naturals;
                let is_odd = clubs.ones() | diamonds.ones() | hearts.ones() | spades.ones();
                let is_even = wilds.all(1).without(is_odd);
                !too_few.exceeds(is_even)
            } else {
                // Then they hold four ranks, as does a suit of four; or they share one, which makes five of a
                // kind, more than any straight flush.
                (wilds.up::<3>() + suited.ones()).exceeds(wilds.all(8 * 3 + 3))
            }
        } else {
            wilds.exceeds(wilds.all(kind.most()))
        };
        Mixed {
            naturals,
            wilds,
            printed,
            suited,
            unsure,
        }
    }
}
