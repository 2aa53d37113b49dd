//! What a hand is worth that its owner has called: the best reading of the call that its cards can
//! show (ruling H7).
//!
//! A reading is a category, the ranks that make it and kickers, chosen one by one from the top. Each
//! choice is tried on the cards: what fits so far can always be filled up to five, as any card left
//! over will do for a kicker, so the first choices that fit are the best.

use std::fmt;

use crate::card::{ACE, Card, CardError, CardSet};
use crate::evaluate::Evaluator;
use crate::house::{Demand, LateTests, best_filling};
use crate::rules::Wild;
use crate::strength::{Category, Ranks, Strength};

/// A call: a category, and those of the ranks that make it which were named, the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    category: Category,
    ranks: Ranks,
}

/// Ranks that no hand of the category is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// More ranks than make such a hand.
    TooManyRanks { category: Category, named: usize },
    /// Ranks that do not go together.
    Ranks { category: Category },
    /// The rules do not count ordinary flushes (ruling R5).
    NoFlush,
    /// Text in which no hand is named.
    NoHand { text: String },
    /// A word that says nothing of a hand.
    Word { word: String },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::TooManyRanks { category, named } => {
                let made = category.made_ranks();
                let ranks = if made == 1 {
                    "rank makes"
                } else {
                    "ranks make"
                };
                let name = category.name();
                write!(f, "{made} {ranks} {name}, and {named} are named")
            }
            CallError::Ranks { category } => {
                write!(f, "no {} is made of those ranks", category.name())
            }
            CallError::NoFlush => f.write_str("a flush is no hand under these rules (R5)"),
            CallError::NoHand { text } => write!(f, "{text:?} names no hand"),
            CallError::Word { word } => write!(f, "{word:?} is no word of a call"),
        }
    }
}

impl std::error::Error for CallError {}

impl Call {
    /// A call of a category and of the first ranks that make it, or of some, or of none. What has two
    /// ranks of a kind, or five of a suit, has them highest first in whatever order they are named.
    pub fn new(category: Category, ranks: &[u8]) -> Result<Call, CallError> {
        let mut ranks = ranks.to_vec();
        if ranks.len() > category.made_ranks() {
            let named = ranks.len();
            return Err(CallError::TooManyRanks { category, named });
        }
        if matches!(category, Category::TwoPair | Category::Flush) {
            ranks.sort_unstable_by(|a, b| b.cmp(a));
        }
        let exist = ranks.iter().all(|&rank| rank <= ACE);
        let possible = match (category, &*ranks) {
            (Category::TwoPair | Category::FullHouse, [first, second]) => first != second,
            (Category::Straight | Category::StraightFlush, [top]) => *top >= 3,
            (Category::RoyalFlush, [top]) => *top == ACE,
            _ => true,
        };
        if !(exist && possible) {
            return Err(CallError::Ranks { category });
        }
        let ranks = Ranks::new(&ranks);
        Ok(Call { category, ranks })
    }

    /// The category called.
    #[must_use]
    pub const fn category(&self) -> Category {
        self.category
    }

    /// The ranks named.
    #[must_use]
    pub const fn ranks(&self) -> Ranks {
        self.ranks
    }

    /// Whether the call is above a hand: of a higher category, or of the same and with higher ranks as
    /// far as they are named (ruling H9).
    ///
    /// ```
    /// use pokerhouse::{Call, Evaluator, Rules, cards};
    /// let strength = Evaluator::new(Rules::STANDARD).evaluate(&cards("Kh Kc Ah 7d 4d")?)?;
    /// let above = |text: &str| text.parse::<Call>().unwrap().is_above(strength);
    /// assert!(above("two pair") && above("a pair of aces"));
    /// assert!(!above("a pair") && !above("kings"));
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    #[must_use]
    pub fn is_above(&self, strength: Strength) -> bool {
        let ranks = strength.ranks();
        let made = &ranks[..self.ranks.len().min(ranks.len())];
        (self.category, &*self.ranks) > (strength.category(), made)
    }
}

/// The order of called hands: category, made ranks, kickers one by one, then tests 4 to 6. Greater is
/// better, equal is a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalledKey(pub u64);

const RANK_BITS: u32 = 4;

impl CalledKey {
    /// Five places for ranks, each one more than the rank, 0 where there is none.
    fn new(category: Category, ranks: &[u8], tests: LateTests) -> CalledKey {
        let key = (0..5).fold(category as u64, |key, place| {
            let rank = ranks.get(place).map_or(0, |rank| u64::from(*rank) + 1);
            key << RANK_BITS | rank
        });
        CalledKey(key << LateTests::BITS | tests.bits())
    }
}

/// A called hand as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The category.
    pub category: Category,
    /// The ranks that make it and then the kickers, the most important first.
    pub ranks: Ranks,
    /// The key that orders called hands.
    pub key: CalledKey,
    /// The five cards as held, the most important rank first.
    pub best: [Card; 5],
    /// The five cards as played, in the same order.
    pub stands_for: [Card; 5],
    /// How many of the five are naturals (test 4).
    pub naturals: usize,
    /// The printed ranks of the wilds that act, highest first, `X` for a joker (test 5).
    pub wild_faces: String,
    /// The suit that test 6 reads, 0 to 3.
    pub suit: u8,
}

/// What a call asks of the ranks that make a hand of some category.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// To begin with these.
    These(&'a [u8]),
    /// To be lower than these.
    Below(&'a [u8]),
    Any,
}

impl Wanted<'_> {
    /// Whether ranks that begin so may be what is wanted.
    fn allows(self, made: &[u8]) -> bool {
        let begin = |named: &[u8]| made.len().min(named.len());
        match self {
            Wanted::These(named) => made[..begin(named)] == named[..begin(named)],
            Wanted::Below(named) if made.len() < named.len() => *made <= named[..made.len()],
            Wanted::Below(named) => made[..named.len()] < *named,
            Wanted::Any => true,
        }
    }
}

impl Evaluator {
    /// Reads a call as people say it; a flush is none where flushes do not count (ruling R5).
    pub fn parse_call(&self, text: &str) -> Result<Call, CallError> {
        let call: Call = text.parse()?;
        if call.category == Category::Flush && !self.rules().flushes() {
            return Err(CallError::NoFlush);
        }
        Ok(call)
    }

    /// What 5, 6 or 7 cards are worth that were called so: the best reading of the call that they can
    /// show, otherwise the best that they can show below it (ruling H7). None if they show nothing so
    /// low, as when a deuce is called high where none is held.
    ///
    /// A call above the hand, and no call, leave it worth all that it is (ruling H9).
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let house = Evaluator::new(Rules::HOUSE);
    /// let called = house.called(&cards("Kh Kc Ks 4d 4c")?, Some(&"one pair".parse().unwrap()))?;
    /// assert_eq!(called.unwrap().ranks.to_string(), "KK44");
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    pub fn called(&self, cards: &[Card], call: Option<&Call>) -> Result<Option<Called>, CardError> {
        self.evaluate(cards)?;
        let shown = Shown {
            evaluator: self,
            held: cards.iter().copied().collect(),
        };
        let Some(Call { category, ranks }) = call else {
            return Ok(shown.best_of(&Category::ALL));
        };
        let lower = &Category::ALL[..*category as usize];
        Ok(shown
            .best(*category, Wanted::These(ranks))
            .or_else(|| shown.best(*category, Wanted::Below(ranks)))
            .or_else(|| shown.best_of(lower)))
    }
}

/// Cards about to be shown.
struct Shown<'a> {
    evaluator: &'a Evaluator,
    held: CardSet,
}

impl Shown<'_> {
    /// The best reading in any of these categories, which come weakest first.
    fn best_of(&self, categories: &[Category]) -> Option<Called> {
        let best = |&category: &Category| self.best(category, Wanted::Any);
        categories.iter().rev().find_map(best)
    }

    /// The best reading of a category whose made ranks are as wanted.
    fn best(&self, category: Category, wanted: Wanted) -> Option<Called> {
        if category == Category::Flush && !self.evaluator.rules().flushes() {
            return None;
        }
        let mut ranks = Vec::with_capacity(5);
        if !self.make(category, wanted, &mut ranks) {
            return None;
        }
        let kickers = category.multiplicities().len() - category.made_ranks();
        for _ in 0..kickers {
            let kicker = (0..13).rev().find(|&rank| {
                let with_kicker = [&*ranks, &[rank]].concat();
                self.fits(&Demand::new(category, &with_kicker))
            });
            ranks.push(kicker.expect("any card left over will do for a kicker"));
        }
        let demand = Demand::new(category, &ranks);
        let rules = self.evaluator.rules();
        let (filling, tests) = best_filling(rules, self.held, &demand)?;
        let (best, stands_for) = filling.cards(rules, &demand);
        Some(Called {
            category,
            ranks: Ranks::new(&ranks),
            key: CalledKey::new(category, &ranks, tests),
            best,
            stands_for,
            naturals: tests.naturals,
            wild_faces: tests.faces.to_string(),
            suit: tests.suit,
        })
    }

    /// Finds the highest ranks that make the category, are as wanted and fit the cards.
    fn make(&self, category: Category, wanted: Wanted, made: &mut Vec<u8>) -> bool {
        if made.len() == category.made_ranks() {
            return true;
        }
        for rank in (0..13).rev() {
            let together = match (category, &**made) {
                (Category::TwoPair, [high]) => rank < *high,
                (Category::FullHouse, [three]) => rank != *three,
                (Category::Flush, [.., last]) => rank <= *last,
                (Category::Straight | Category::StraightFlush, _) => rank >= 3,
                (Category::RoyalFlush, _) => rank == ACE,
                _ => true,
            };
            made.push(rank);
            if together
                && wanted.allows(made)
                && self.fits(&Demand::new(category, made))
                && self.make(category, wanted, made)
            {
                return true;
            }
            made.pop();
        }
        false
    }

    /// Whether the cards can show these ranks, whatever else they show.
    fn fits(&self, demand: &Demand) -> bool {
        let rules = self.evaluator.rules();
        demand.most_of_a_rank() <= most_of_a_rank(rules.wild(), demand.is_suited())
            && best_filling(rules, self.held, demand).is_some()
    }
}

/// How many cards of one rank can be played: four suits, unless a wild card doubles one (ruling W1) or
/// a casino bug is a fifth ace (W3). A flush has a rank once but for wild cards.
const fn most_of_a_rank(wild: Wild, suited: bool) -> usize {
    match (wild, suited) {
        (Wild::Card, _) | (Wild::CasinoBug, false) => 5,
        (_, true) => 1,
        (_, false) => 4,
    }
}
