//! The bit of every card in sets of ranks, by suit or by rank.

use crate::card::ACE;

/// A register of bytes in memory, aligned for one load of all of it.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(super) struct Bytes64(pub(super) [u8; 64]);

/// For each half of a suit, the lower eight bits and the upper eight, the bit of every card number:
/// lower half and upper half of clubs, of diamonds, of hearts, of spades. Numbers that are no card
/// have none.
#[derive(Clone, Copy)]
pub(super) struct CardBits(pub(super) [Bytes64; 8]);

impl CardBits {
    /// The bits of natural cards are their ranks.
    pub(super) const NATURAL: CardBits = CardBits::of(52);

    /// Jokers are one rank above the ace, of clubs and of diamonds.
    pub(super) const WITH_JOKERS: CardBits = CardBits::of(54);

    const fn of(cards: u8) -> CardBits {
        let mut bits = CardBits([const { Bytes64([0; 64]) }; 8]);
        let mut card = 0;
        while card < cards {
            bits.put(card, card % 4, card / 4);
            card += 1;
        }
        bits
    }

    /// Gives a card one bit of a suit and no other.
    pub(super) const fn put(&mut self, card: u8, suit: u8, bit: u8) {
        let mut half = 0;
        while half < 8 {
            let is_here = half == (2 * suit + bit / 8) as usize;
            self.0[half].0[card as usize] = if is_here { 1 << (bit % 8) } else { 0 };
            half += 1;
        }
    }
}

/// For each half of a suit, the lower eight bits and the upper eight, the bit of every rank, the same in
/// all suits. What is no rank has none.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub(super) struct RankBits(pub(super) [[u8; 16]; 2]);

impl RankBits {
    /// The bits of natural cards are their ranks.
    pub(super) const NATURAL: RankBits = RankBits::of(ACE);

    /// Jokers are one rank above the ace.
    pub(super) const WITH_JOKERS: RankBits = RankBits::of(JOKER_RANK);

    const fn of(highest: u8) -> RankBits {
        let mut bits = RankBits([[0; 16]; 2]);
        let mut rank = 0;
        while rank <= highest {
            bits.put(rank, rank);
            rank += 1;
        }
        bits
    }

    /// Gives a rank one bit and no other.
    pub(super) const fn put(&mut self, rank: u8, bit: u8) {
        let [low, high] = &mut self.0;
        let both = (1u16 << bit).to_le_bytes();
        [low[rank as usize], high[rank as usize]] = both;
    }
}

/// The rank that jokers have as bits of a suit, of clubs and of diamonds.
pub(super) const JOKER_RANK: u8 = ACE + 1;
