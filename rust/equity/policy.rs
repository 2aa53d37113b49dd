//! How players choose where a game lets them: divisions, exposures and discards.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::error::SpotError;
use super::game::Game;
use super::runout::{Alone, Room, Runout};
use super::walk::{each_hand, suit_needs};
use super::work::Watch;
use crate::card::{Card, CardSet};
use crate::evaluate::{Evaluator, Sum};
use crate::expose::{Exposing, NoPolicy};
use crate::rules::Rules;
use crate::split::Prefer;
use crate::strength::Strength;

/// The policies of a spot, and the parts into which the pot is divided.
pub(crate) struct Policies {
    /// The name of each part of the pot and its size in proportion; none where it is one.
    pub(crate) parts: Vec<(&'static str, u64)>,
    /// How each player of Cowpie divides.
    pub(crate) divide: Vec<Prefer>,
    /// How each player of Outhouse exposes.
    pub(crate) expose: Vec<Exposing>,
    /// How everyone discards.
    pub(crate) discard: Discarding,
}

/// Half of what is put in goes to the side pots, the rest to the main pot (ruling O3): with equal stakes
/// in all three rounds the main pot is as large as all side pots.
const OUTHOUSE_PARTS: [(&str, u64); 4] = [("side 1", 1), ("side 2", 1), ("side 3", 1), ("main", 3)];

impl Policies {
    /// The policies with these names, one for all hands or one for each; in Outhouse the round is that in
    /// which hands have so many `cards`.
    pub(crate) fn new(
        game: Game,
        evaluator: &Evaluator,
        hands: usize,
        names: &[&str],
        cards: usize,
        deck: CardSet,
    ) -> Result<Policies, SpotError> {
        let found = names.len();
        if found != 1 && found != hands {
            return Err(SpotError::Policies { found, hands });
        }
        let mut policies = Policies {
            parts: match game {
                Game::Cowpie => vec![("five", 1), ("two", 1)],
                Game::Outhouse => OUTHOUSE_PARTS[cards - 5..].to_vec(),
                Game::Stackhouse => ["Ethos One", "Hold'em", "Tri-Show", "Omaha"]
                    .map(|name| (name, 1))
                    .to_vec(),
                _ => vec![],
            },
            divide: vec![],
            expose: vec![],
            discard: Discarding::default(),
        };
        for hand in 0..hands {
            let name = names[hand % found];
            if !Prefer::NAMES.contains(&name) {
                return Err(SpotError::Policy(NoPolicy::Name(name.into())));
            }
            match game {
                Game::Cowpie => {
                    let prefer = evaluator.preference(name, Some(hands));
                    policies.divide.push(prefer.map_err(SpotError::Dividing)?);
                }
                Game::Outhouse => {
                    let same = policies.expose.iter().find(|other| other.name() == name);
                    let expose = match same {
                        Some(same) => same.clone(),
                        None => Exposing::new(evaluator, name, hands, deck)
                            .map_err(SpotError::Policy)?,
                    };
                    policies.expose.push(expose);
                }
                _ => {}
            }
        }
        Ok(policies)
    }
}

/// How a Tri-Show hand is discarded from after the flop (ruling S4): the two cards stay that are stronger
/// than the most hands on average over all turns and rivers. Only the player's own cards, the flop and
/// dead cards are looked at.
#[derive(Default)]
pub(crate) struct Discarding {
    /// For each strength how many hands of seven are below it, an equal one counting half, in half hands.
    below: OnceLock<Arc<Vec<u32>>>,
}

impl Discarding {
    /// The table of these rules, made once in a process; none where the work is stopped meanwhile.
    fn below(&self, evaluator: &Evaluator, watch: &Watch) -> Option<&[u32]> {
        static MADE: Mutex<Vec<(Rules, Arc<Vec<u32>>)>> = Mutex::new(vec![]);
        if let Some(below) = self.below.get() {
            return Some(below);
        }
        // Held while a table is made, so that others wait for it instead of making it too.
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.iter().find(|(rules, _)| rules == evaluator.rules());
        let below = match known {
            Some((_, below)) => below.clone(),
            None => {
                let below = Arc::new(half_hands_below(evaluator, watch)?);
                made.push((*evaluator.rules(), below.clone()));
                below
            }
        };
        Some(self.below.get_or_init(|| below))
    }

    /// Which of three cards to discard; of equal ones the lowest.
    pub(crate) fn discard(
        &self,
        evaluator: &Evaluator,
        three: [u8; 3],
        flop: [u8; 3],
        unseen: CardSet,
        room: &mut Room,
        watch: &Watch,
    ) -> usize {
        let Some(below) = self.below(evaluator, watch) else {
            return 0; // The work was stopped, and nobody asks.
        };
        let lookup = evaluator.lookup(7);
        let mut worth = |discard: usize| {
            let [first, second] = [three[(discard + 1) % 3], three[(discard + 2) % 3]];
            let held = evaluator.sum([first, second].into_iter().chain(flop));
            let add = |worth: &mut u64, strength: Strength, ways: u64| {
                *worth += u64::from(below[strength.place()]) * ways;
            };
            let needs = suit_needs(held.cards());
            let Some(runout) = Runout::new(evaluator, lookup, unseen, 2, needs) else {
                let mut worth = 0;
                let deck = sums(evaluator, unseen);
                each_hand(&deck, 2, held, &mut |sum| {
                    add(&mut worth, lookup.strength(sum), 1)
                });
                return worth;
            };
            let mut alone = Alone::new(lookup, held, 0, add);
            runout.each(room, &mut alone);
            alone.made
        };
        let mut best = (worth(0), 0);
        for discard in [1, 2] {
            let worth = worth(discard);
            if worth > best.0 || worth == best.0 && three[discard] < three[best.1] {
                best = (worth, discard);
            }
        }
        best.1
    }
}

/// The sum of each card of a set.
pub(crate) fn sums(evaluator: &Evaluator, cards: CardSet) -> Vec<Sum> {
    cards
        .iter()
        .map(|card: Card| evaluator.sum([card.number()]))
        .collect()
}

/// For each strength how many half hands of seven natural cards are below it; none where the work is
/// stopped.
fn half_hands_below(evaluator: &Evaluator, watch: &Watch) -> Option<Vec<u32>> {
    let lookup = evaluator.lookup(7);
    // All 133,784,560 hands twice are less than 2^32.
    let add = |hands: &mut Vec<u32>, strength: Strength, ways| {
        hands[strength.place()] += ways as u32;
    };
    let mut hands = vec![0; Strength::COUNT];
    let natural = CardSet::NATURALS;
    if let Some(runout) = Runout::new(evaluator, lookup, natural, 7, [5; 4]) {
        let mut alone = Alone::new(lookup, Sum::default(), hands, add);
        runout.each(&mut Room::default(), &mut alone);
        hands = alone.made;
    } else {
        let deck = sums(evaluator, natural);
        for (first, &low) in deck.iter().enumerate() {
            for (second, &high) in deck.iter().enumerate().skip(first + 1) {
                if watch.is_stopped() {
                    return None;
                }
                each_hand(&deck[second + 1..], 5, low + high, &mut |sum| {
                    add(&mut hands, lookup.strength(sum), 1);
                });
            }
        }
    }
    let mut before = 0;
    for times in &mut hands {
        let half = *times;
        *times = 2 * before + half;
        before += half;
    }
    Some(hands)
}
