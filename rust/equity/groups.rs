//! Cards to come drawn in groups of up to three: one look-up a group from all groups of so many cards.

use super::game::Game;
use super::seat::{Seat, choices, each_choice};
use super::spot::Spot;
use crate::deal::Random;

/// The most groups that a sample is drawn in.
pub(crate) const MOST_GROUPS: usize = 6;
/// Groups are drawn while at least so many draws of them have no card in common.
const LEAST_DISJOINT: f64 = 0.4;

/// A group of cards: which they are, and their numbers in a byte each, the first lowest.
#[derive(Clone, Copy, Default)]
pub(crate) struct Group {
    set: u64,
    pub(crate) numbers: u64,
}

/// The cards to come in groups, first those of the seats, in order, then those of the board. Where two
/// groups have a card in common all are drawn again, so that every deal is as likely as any other.
pub(crate) struct Groups {
    tables: Vec<Vec<Group>>,
    /// How many cards each group has.
    pub(crate) sizes: Vec<usize>,
    /// The product of the sizes of the tables.
    product: u64,
}

impl Groups {
    /// The groups of a spot of few cards to come, if few enough draws would be in vain.
    pub(crate) fn of(spot: &Spot) -> Option<Groups> {
        let ranged = spot
            .seats
            .iter()
            .any(|seat| matches!(seat, Seat::Ranged(_)));
        if ranged || !matches!(spot.game, Game::Holdem | Game::Ethos) {
            return None;
        }
        let missing = spot.seats.iter().map(Seat::missing);
        let mut sizes: Vec<usize> = missing.filter(|&missing| missing > 0).collect();
        match spot.board_to_come() {
            0 => {}
            5 => sizes.extend([3, 2]),
            few => sizes.push(few),
        }
        let deck = spot.deck.len();
        let mut left = deck;
        let mut disjoint = 1.0;
        for &size in &sizes {
            disjoint *= choices(left, size) / choices(deck, size);
            left -= size;
        }
        let product: f64 = sizes.iter().map(|&size| choices(deck, size)).product();
        if sizes.len() > MOST_GROUPS || disjoint < LEAST_DISJOINT || product > 2f64.powi(48) {
            return None;
        }
        let table = |&size: &usize| {
            let mut table = Vec::new();
            each_choice(spot.deck, size, &mut vec![], &mut |cards| {
                let mut group = Group::default();
                for (place, card) in cards.iter().enumerate() {
                    group.numbers |= u64::from(card.number()) << (8 * place);
                    group.set |= 1 << card.number();
                }
                table.push(group);
            });
            table
        };
        Some(Groups {
            tables: sizes.iter().map(table).collect(),
            product: product as u64,
            sizes,
        })
    }

    /// Draws a sample at this attempt, counted from 0; whether it is one, as no two groups have a card
    /// in common.
    #[inline(always)]
    pub(crate) fn draw(
        &self,
        random: Random,
        sample: u64,
        attempt: u64,
        drawn: &mut [Group; MOST_GROUPS],
    ) -> bool {
        let number = random.at(Random::first_of(sample).wrapping_add(attempt));
        // One number gives all choices. Where too little of it is left at the end some results would be
        // likelier, see `Dealer::deal`.
        let last = number.wrapping_mul(self.product);
        let fair = last >= self.product || last >= self.product.wrapping_neg() % self.product;
        let (mut left, mut used, mut common) = (number, 0, 0);
        for (table, drawn) in self.tables.iter().zip(drawn) {
            let wide = u128::from(left) * table.len() as u128;
            left = wide as u64;
            *drawn = table[(wide >> 64) as usize];
            common |= used & drawn.set;
            used |= drawn.set;
        }
        fair && common == 0
    }
}
