//! Poker hands ranked by table look-up: five-card and two-card hands and five-and-two divisions,
//! under standard rules, rules where flushes do not count, wild cards and wild bugs.
//!
//! ```
//! use pokerhouse::{Category, Evaluator, Rules, cards};
//!
//! let evaluator = Evaluator::new(Rules::STANDARD);
//! let strength = evaluator.evaluate(&cards("As Ks Qs Js Ts 2d 3c")?)?;
//! assert_eq!(strength.category(), Category::RoyalFlush);
//! # Ok::<(), pokerhouse::CardError>(())
//! ```

mod card;
mod evaluate;
mod rules;
mod strength;
mod tables;

pub use card::{Card, CardError, CardSet, Parse, RANKS, SUITS, cards, parse};
pub use evaluate::{Evaluator, Lookup, Pairs, Sum};
pub use rules::{NoKind, Rules, Wild};
pub use strength::{Category, NoStrength, Ranks, Strength, TwoStrength};
