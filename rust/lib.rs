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

mod ahead;
mod batch;
mod called;
mod card;
mod classes;
mod deal;
mod equity;
mod evaluate;
mod expose;
mod holdings;
mod house;
mod instructions;
mod kernels;
mod range;
mod rules;
mod share;
mod showing;
mod split;
mod spoken;
mod strength;
mod tables;
mod words;

#[cfg(feature = "python")]
mod py;

pub use batch::{Board, RowError, Rows, Run};
pub use called::{Call, CallError, Called, CalledKey};
pub use card::{Card, CardError, CardSet, Parse, RANKS, SUITS, cards, parse};
pub use deal::{Dealer, DeckTooSmall, Random};
pub use equity::{
    Around, Game, Held, MOST_HANDS, Place, Row, SHARE, Spot, SpotError, Stopped, Tally, Watch,
};
pub use evaluate::{Evaluator, Lookup, Pairs, Sum};
pub use expose::{Exposing, NoPolicy};
pub use house::{HouseKey, Reading};
pub use instructions::Instructions;
pub use range::{Range, RangeError};
pub use rules::{NoKind, Rules, Ties, Wild};
pub use share::{Opponents, Share, Shown};
pub use showing::evaluate_showing;
pub use split::{
    Best, Divider, Division, Exposure, Fault, NoPreference, Prefer, SplitError, TWOS,
    with_down_cards,
};
pub use strength::{Category, NoStrength, Ranks, Strength, TwoStrength};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
