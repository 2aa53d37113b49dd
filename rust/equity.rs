//! Equity: how often each hand wins, exactly where every board can be counted, from samples otherwise.
//!
//! A [`Spot`] is what is known. It is counted in pieces ([`Spot::count`]) or sampled by number
//! ([`Spot::sample`]); both give a [`Tally`] of whole numbers, and tallies add up, so that the answer is
//! the same however the work is divided.
//!
//! ```
//! use pokerhouse::{Around, Evaluator, Game, Rules, Spot, Watch};
//! let standard = Evaluator::new(Rules::STANDARD);
//! let spot = Spot::parse(Game::Holdem, &["Jc5c", "QdTd"], standard, Around::default())?;
//! let watch = Watch::default();
//! let pieces = spot.pieces(&watch)?.expect("all boards can be counted");
//! let tally = spot.count(0..pieces, 1, &watch)?;
//! assert_eq!((tally.total, tally.rows[0][0].win), (1_712_304, 600_384));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod error;
mod exact;
mod game;
mod groups;
mod ladder;
mod plan;
mod policy;
mod rounds;
mod runout;
mod sample;
mod seat;
mod showdown;
mod spot;
mod tally;
mod together;
mod walk;
mod work;

pub use error::{Place, SpotError};
pub use game::Game;
pub use seat::Held;
pub use spot::{Around, Spot};
pub use tally::{MOST_HANDS, Row, SHARE, Tally};
pub use work::{Stopped, Watch};
