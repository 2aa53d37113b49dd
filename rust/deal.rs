//! Dealing: random numbers that are a function of a seed and a position, and decks shuffled by them.
//!
//! The numbers are those of SplitMix64, read at any position: number i of a seed is the same whoever
//! asks for it and whatever was asked before, so that work can be divided in any way and a seed means
//! the same cards for ever.

use std::fmt;

use crate::card::{CARDS, CardSet};
use crate::words::counted;

/// The random numbers of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// The numbers of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { seed }
    }

    /// The number at a position.
    #[inline]
    #[must_use]
    pub const fn at(self, position: u64) -> u64 {
        // SplitMix64: a Weyl sequence with the golden section's step, and Stafford's mixer 13.
        let step = position.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed.wrapping_add(step);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// The position of the first of the numbers that belong to one deal.
    #[inline]
    #[must_use]
    pub(crate) const fn first_of(deal: u64) -> u64 {
        deal.wrapping_mul(NUMBERS_A_DEAL)
    }

    /// As many numbers as are wanted that belong to one deal, from a seed of their own.
    #[must_use]
    pub const fn draws(self, deal: u64) -> Draws {
        let last = deal
            .wrapping_mul(NUMBERS_A_DEAL)
            .wrapping_add(NUMBERS_A_DEAL - 1);
        Draws {
            random: Random::new(self.at(last)),
            position: 0,
        }
    }
}

/// Numbers drawn one after the other.
#[derive(Clone, Debug)]
pub struct Draws {
    random: Random,
    position: u64,
}

impl Draws {
    /// A number below `size`, each as likely as any other.
    ///
    /// # Panics
    /// Where the size is 0.
    #[inline]
    pub fn below(&mut self, size: u64) -> u64 {
        assert!(size > 0, "a number below 0");
        loop {
            let wide = u128::from(self.random.at(self.position)) * u128::from(size);
            self.position += 1;
            // Where too little is left some numbers would be likelier (Lemire).
            let left = wide as u64;
            if left >= size || left >= size.wrapping_neg() % size {
                return (wide >> 64) as u64;
            }
        }
    }
}

/// More cards were asked for than the deck has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckTooSmall {
    /// How many cards were asked for.
    pub wanted: usize,
    /// How many there are.
    pub held: usize,
}

impl fmt::Display for DeckTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeckTooSmall { wanted, held } = self;
        let cards = counted(*wanted, "card");
        write!(f, "{cards} cannot be dealt from a deck of {held}")
    }
}

impl std::error::Error for DeckTooSmall {}

/// Deals some cards from the top of a deck that is shuffled anew for every deal.
#[derive(Clone, Debug)]
pub struct Dealer {
    deck: [u8; CARDS],
    /// Choices that come from one random number: how many, and the product of their sizes.
    draws: Vec<(usize, u64)>,
    size: usize,
    random: Random,
}

/// Each deal has this many random numbers to itself.
const NUMBERS_A_DEAL: u64 = 1 << 8;

impl Dealer {
    /// Deals `wanted` of the cards.
    pub fn new(cards: &[u8], wanted: usize, random: Random) -> Result<Dealer, DeckTooSmall> {
        let held = cards.len();
        if wanted > held || held > CARDS {
            return Err(DeckTooSmall { wanted, held });
        }
        let mut deck = [0; CARDS];
        deck[..held].copy_from_slice(cards);
        let mut draws: Vec<(usize, u64)> = Vec::new();
        for size in (held + 1 - wanted..=held).rev().map(|size| size as u64) {
            match draws.last_mut() {
                Some((count, product)) if product.checked_mul(size).is_some() => {
                    *count += 1;
                    *product *= size;
                }
                _ => draws.push((1, size)),
            }
        }
        Ok(Dealer {
            deck,
            draws,
            size: held,
            random,
        })
    }

    /// Deals from a set, in the order of the card numbers before the shuffle.
    pub fn from_set(cards: CardSet, wanted: usize, random: Random) -> Result<Dealer, DeckTooSmall> {
        let cards: Vec<u8> = cards.iter().map(|card| card.number()).collect();
        Dealer::new(&cards, wanted, random)
    }

    /// The cards of one deal, passed one by one to `take`. Every order of every choice is as likely
    /// as any other.
    #[inline]
    pub fn deal(&self, deal: u64, mut take: impl FnMut(u8)) {
        let mut deck = self.deck;
        let mut position = Random::first_of(deal);
        let mut top = 0;
        for &(count, product) in &self.draws {
            // One random number gives several choices (Lemire's dice rolls, batched): the high half
            // of number * size is a choice, the low half what is left for the next. What is left at the
            // end is the number times all sizes; where that is too little, some results would be
            // likelier, so another number is drawn.
            let mut left = loop {
                let number = self.random.at(position);
                position = position.wrapping_add(1);
                let last = number.wrapping_mul(product);
                if last >= product || last >= product.wrapping_neg() % product {
                    break number;
                }
            };
            for top in top..top + count {
                let wide = u128::from(left) * (self.size - top) as u128;
                left = wide as u64;
                deck.swap(top, top + (wide >> 64) as usize);
                take(deck[top]);
            }
            top += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_below_their_size_and_about_as_likely() {
        let mut seen = [0u32; 6];
        for deal in 0..60_000 {
            seen[Random::new(5).draws(deal).below(6) as usize] += 1;
        }
        // Chi-squared with 5 degrees of freedom: 20.5 is passed once in a thousand seeds.
        let chi: f64 = seen
            .iter()
            .map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4)
            .sum();
        assert!(chi < 20.5, "{chi}");
    }

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The generator's published first numbers for seed 1234567.
        let random = Random::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|i| random.at(i)).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn a_deal_is_different_cards_and_a_full_deal_is_the_deck() {
        for wanted in [0, 1, 7, 53, 54] {
            let all = CardSet::NATURALS.or(CardSet::JOKERS);
            let dealer = Dealer::from_set(all, wanted, Random::new(7)).unwrap();
            for deal in 0..1000 {
                let mut dealt = CardSet::EMPTY;
                dealer.deal(deal, |card| dealt.0 |= 1 << card);
                assert_eq!(dealt.len(), wanted);
            }
        }
        assert!(Dealer::from_set(CardSet::JOKERS, 3, Random::new(0)).is_err());
    }

    #[test]
    fn every_choice_of_two_in_order_is_about_as_likely() {
        let dealer = Dealer::new(&[0, 1, 2, 3, 4], 2, Random::new(3)).unwrap();
        let mut seen = [0u32; 25];
        for deal in 0..200_000 {
            let mut cards = Vec::new();
            dealer.deal(deal, |card| cards.push(card as usize));
            seen[cards[0] * 5 + cards[1]] += 1;
        }
        // Chi-squared with 19 degrees of freedom: 43.8 is passed once in a thousand seeds.
        let different = seen
            .iter()
            .enumerate()
            .filter(|(pair, _)| pair / 5 != pair % 5);
        let chi: f64 = different
            .map(|(_, &n)| (f64::from(n) - 1e4).powi(2) / 1e4)
            .sum();
        assert!(chi < 43.8, "{chi}");
    }
}
