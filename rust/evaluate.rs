//! The hot path: cards to strength.

use std::ops::{Add, Sub};
use std::sync::OnceLock;

use crate::card::{Card, CardError, CardSet};
use crate::rules::Rules;
use crate::strength::{Strength, TwoStrength};
use crate::tables::{self, Column, Index, SuitedTable, TwoTable};

/// What is known of some cards before they are looked up: the sum of their keys, and which they are.
///
/// Sums of different cards add up, so hands that share cards share the work; a card that was added
/// can be taken out again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    key: u64,
    cards: CardSet,
}

impl Sum {
    /// The cards that were added up; a card added twice is there once.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        self.cards
    }
}

impl Add for Sum {
    type Output = Sum;

    #[inline(always)]
    fn add(self, other: Sum) -> Sum {
        Sum {
            key: self.key.wrapping_add(other.key),
            cards: self.cards.or(other.cards),
        }
    }
}

impl Sub for Sum {
    type Output = Sum;

    /// The sum without cards that are in it.
    #[inline]
    fn sub(self, other: Sum) -> Sum {
        Sum {
            key: self.key.wrapping_sub(other.key),
            cards: self.cards.minus(other.cards),
        }
    }
}

/// Rules made ready: the 54 keys that they add. Tables are made on first use.
#[derive(Clone)]
pub struct Evaluator {
    rules: Rules,
    keys: Box<[u64; 256]>,
    codes: [u8; 64],
    /// For 5, 6 and 7 cards.
    lookups: [OnceLock<Lookup>; 3],
}

impl PartialEq for Evaluator {
    fn eq(&self, other: &Evaluator) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Evaluator {}

impl std::hash::Hash for Evaluator {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}

impl Evaluator {
    /// The evaluator for these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Evaluator {
        Evaluator {
            rules,
            keys: tables::keys(&rules),
            codes: tables::two_codes(&rules),
            lookups: Default::default(),
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The sum of cards given as numbers; what is no card is kept as a mark that
    /// [`Evaluator::is_hand`] sees.
    #[inline(always)]
    pub fn sum(&self, numbers: impl IntoIterator<Item = u8>) -> Sum {
        numbers.into_iter().fold(Sum::default(), |sum, number| {
            sum + Sum {
                key: self.keys[number as usize],
                cards: CardSet(1 << (number % 64)),
            }
        })
    }

    /// Whether a sum is of that many different cards, all of which these rules allow.
    #[inline(always)]
    #[must_use]
    pub const fn is_hand(&self, sum: Sum, cards: usize) -> bool {
        sum.cards.len() == cards && !tables::has_stranger(sum.key)
    }

    /// The tables that hands of 5, 6 or 7 cards read.
    ///
    /// # Panics
    /// For another number of cards.
    #[inline]
    #[must_use]
    pub fn lookup(&self, cards: usize) -> &Lookup {
        assert!((5..=7).contains(&cards), "hands have 5, 6 or 7 cards");
        self.lookups[cards - 5].get_or_init(|| {
            let wild = self.rules.wild();
            Lookup {
                index: Index::shared(),
                column: Column::shared(wild, cards),
                suited: SuitedTable::shared(self.rules.flushes(), wild),
                naturals: CardSet::NATURALS.minus(self.rules.wilds()),
                may_be_itself: self.rules.may_be_itself(),
            }
        })
    }

    /// The strength of the best five of 5, 6 or 7 cards.
    ///
    /// ```
    /// use pokerhouse::{Category, Evaluator, Rules, cards};
    /// let no_flush = Evaluator::new(Rules::NO_FLUSH);
    /// let strength = no_flush.evaluate(&cards("Ah Kh 9h 4h 2h 5c 3d")?)?;
    /// assert_eq!(strength.category(), Category::Straight);
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    pub fn evaluate(&self, cards: &[Card]) -> Result<Strength, CardError> {
        if !(5..=7).contains(&cards.len()) {
            return Err(CardError::Count {
                wanted: "5, 6 or 7",
                found: cards.len(),
            });
        }
        let sum = self.checked_sum(cards)?;
        Ok(self.lookup(cards.len()).strength(sum))
    }

    /// The strength of the best five of 5, 6 or 7 card numbers; none where they are no hand.
    #[inline]
    #[must_use]
    pub fn strength_of_numbers(&self, numbers: &[u8]) -> Option<Strength> {
        let cards = numbers.len();
        let sum = self.sum(numbers.iter().copied());
        let is_hand = (5..=7).contains(&cards) && self.is_hand(sum, cards);
        is_hand.then(|| self.lookup(cards).strength(sum))
    }

    /// The strength of two cards: a pair, or the higher card and then the lower (ruling R6).
    pub fn evaluate_two(&self, cards: &[Card]) -> Result<TwoStrength, CardError> {
        let &[first, second] = cards else {
            return Err(CardError::Count {
                wanted: "2",
                found: cards.len(),
            });
        };
        self.checked_sum(cards)?;
        Ok(self.pairs().strength(first, second))
    }

    /// The strength of the best hand of exactly two of 4, 5 or 6 hole cards and exactly three of 3, 4
    /// or 5 cards on the board (ruling R8).
    pub fn evaluate_omaha(&self, hole: &[Card], board: &[Card]) -> Result<Strength, CardError> {
        let within = |wanted, cards: &[Card], range: std::ops::RangeInclusive<usize>| {
            let found = cards.len();
            range
                .contains(&found)
                .then_some(())
                .ok_or(CardError::Count { wanted, found })
        };
        within("4, 5 or 6 hole", hole, 4..=6)?;
        within("3, 4 or 5 board", board, 3..=5)?;
        self.checked_sum(&[hole, board].concat())?;
        let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
        let (mut hole_sums, mut board_sums) = ([Sum::default(); 6], [Sum::default(); 5]);
        let hole = self.sums(numbers(hole), &mut hole_sums);
        let board = self.sums(numbers(board), &mut board_sums);
        Ok(self.lookup(5).omaha(hole, board))
    }

    /// The sum of each card by itself, as many as there is room for.
    #[inline]
    pub(crate) fn sums<'a>(
        &self,
        numbers: impl IntoIterator<Item = u8>,
        room: &'a mut [Sum],
    ) -> &'a [Sum] {
        let mut filled = 0;
        for (place, number) in room.iter_mut().zip(numbers) {
            *place = self.sum([number]);
            filled += 1;
        }
        &room[..filled]
    }

    /// The sum of different cards that the rules allow, or what is wrong with them.
    pub fn checked_sum(&self, cards: &[Card]) -> Result<Sum, CardError> {
        let sum = self.sum(cards.iter().map(|card| card.number()));
        if self.is_hand(sum, cards.len()) {
            Ok(sum)
        } else {
            Err(self.fault(cards))
        }
    }

    /// What is wrong with cards that are no hand under these rules.
    #[cold]
    fn fault(&self, cards: &[Card]) -> CardError {
        let mut seen = CardSet::EMPTY;
        for &card in cards {
            if seen.contains(card) {
                return CardError::Duplicate { card };
            }
            seen = seen.with(card);
        }
        let joker = seen.minus(self.rules.playable()).iter().next();
        CardError::Joker {
            card: joker.expect("different cards that may all be dealt are a hand"),
        }
    }

    /// The two-card table and the codes that it is read by.
    #[must_use]
    pub fn pairs(&self) -> Pairs<'_> {
        Pairs {
            codes: &self.codes,
            table: TwoTable::shared(self.rules.wild()),
        }
    }
}

/// The tables that hands of one number of cards read, under some rules.
#[derive(Clone, Copy)]
pub struct Lookup {
    index: &'static Index,
    column: &'static Column,
    suited: &'static SuitedTable,
    /// The cards that are not wild.
    naturals: CardSet,
    /// The wild cards that may have to be taken for themselves (ruling W3).
    may_be_itself: CardSet,
}

impl Lookup {
    /// The strength of the cards that were added up, which must be as many as the look-up is for: what
    /// their ranks make, unless a suit or a wild card needs a closer look.
    #[inline(always)]
    #[must_use]
    pub fn strength(&self, sum: Sum) -> Strength {
        if tables::is_special(sum.key) {
            return self.special_strength(sum);
        }
        self.rank_strength(sum.key)
    }

    /// Whether ranks alone decide what these cards and up to five more natural ones make, as no suit
    /// can reach five. Walks over many hands then need one look-up for all suits of the cards to come.
    #[inline]
    #[must_use]
    pub fn ranks_decide_with(&self, sum: Sum, more: usize) -> bool {
        debug_assert!(more <= 5);
        tables::ranks_decide_with(sum.key, more as u64)
    }

    /// Whether ranks alone decide of these cards, and of some of them.
    #[inline(always)]
    pub(crate) const fn is_plain(&self, sum: Sum) -> bool {
        !tables::is_special(sum.key)
    }

    /// The strength of cards of which ranks alone decide.
    #[inline(always)]
    pub(crate) fn plain_strength(&self, sum: Sum) -> Strength {
        self.rank_strength(sum.key)
    }

    /// A place below [`tables::PLACES`] that sums of the same ranks have in common, and others not.
    #[inline(always)]
    pub(crate) fn place(&self, sum: Sum) -> usize {
        self.index.place(sum.key)
    }

    /// The strength of these ranks of one suit with nothing wild; 0 where they make nothing of it.
    #[inline(always)]
    pub(crate) fn suited_strength(&self, ranks: u16) -> Strength {
        Strength(self.suited.at(ranks, 0))
    }

    #[inline(always)]
    fn rank_strength(&self, key: u64) -> Strength {
        Strength(self.column.at(self.index.place(key)))
    }

    /// The best over which of the wild cards that may be themselves are: none, for most rules.
    #[inline(never)]
    fn special_strength(&self, sum: Sum) -> Strength {
        let may_be_itself = sum.cards.and(self.may_be_itself);
        let mut best = Strength(0);
        let mut itself = may_be_itself;
        loop {
            let key = itself
                .iter()
                .fold(sum.key, |key, card| key.wrapping_add(tables::unwild(card)));
            let naturals = sum.cards.and(self.naturals).or(itself);
            best = best.max(self.rank_or_suit_strength(key, naturals));
            if itself.is_empty() {
                return best;
            }
            itself = CardSet(itself.0 - 1).and(may_be_itself);
        }
    }

    /// The larger of what the ranks make and what each suit makes that reaches five.
    #[inline]
    fn rank_or_suit_strength(&self, key: u64, naturals: CardSet) -> Strength {
        (0..4)
            .filter(|&suit| tables::reaches_five(key, suit))
            .map(|suit| self.suited.at(naturals.ranks_in(suit), tables::wilds(key)))
            .fold(self.rank_strength(key), |best, suited| {
                best.max(Strength(suited))
            })
    }

    /// The best of exactly two of the hole cards and three of the board (ruling R8).
    #[inline]
    pub(crate) fn omaha(&self, hole: &[Sum], board: &[Sum]) -> Strength {
        let mut best = Strength(0);
        for (i, &first) in hole.iter().enumerate() {
            for &second in &hole[i + 1..] {
                let two = first + second;
                for (j, &low) in board.iter().enumerate() {
                    for (k, &middle) in board.iter().enumerate().skip(j + 1) {
                        let four = two + low + middle;
                        for &high in &board[k + 1..] {
                            best = best.max(self.strength(four + high));
                        }
                    }
                }
            }
        }
        best
    }
}

/// How two cards are looked up under some rules.
#[derive(Clone, Copy)]
pub struct Pairs<'a> {
    codes: &'a [u8; 64],
    table: &'static TwoTable,
}

impl Pairs<'_> {
    /// The strength of two different cards.
    #[inline]
    #[must_use]
    pub fn strength(&self, first: Card, second: Card) -> TwoStrength {
        self.strength_of(first.number(), second.number())
    }

    /// The same for card numbers; of a number that is no card anything may come.
    #[inline]
    pub(crate) fn strength_of(&self, first: u8, second: u8) -> TwoStrength {
        self.strength_of_codes(self.code(first), self.code(second))
    }

    /// What a card number is here: its rank, 13 for a wild, more for a wild that may also be itself.
    #[inline]
    pub(crate) fn code(&self, number: u8) -> u8 {
        self.codes[number as usize % 64]
    }

    /// The strength of two cards by their codes.
    #[inline]
    pub(crate) fn strength_of_codes(&self, first: u8, second: u8) -> TwoStrength {
        TwoStrength(self.table.at(first, second))
    }
}
