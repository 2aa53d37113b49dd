//! How an exact count is divided into pieces, and how much work it is.

use std::collections::HashMap;

use super::game::Game;
use super::seat::{Holding, Seat, choices, each_choice};
use super::spot::Spot;
use super::work::{Stopped, Watch};
use crate::card::CardSet;
use crate::rules::Wild;

/// Deals that are looked at one by one so that equal ones are counted once.
const MOST_DEALS: f64 = 4e6;
/// Holdings of one hand that are listed.
const MOST_HOLDINGS: f64 = 1e6;
/// Deals of two hands that are so many that each board is looked at once for all of them.
const MANY_DEALS: f64 = 200.0;
/// What a holding takes on such a board, in look-ups: it is looked up, put in order, and compared with
/// what is below it.
const WORK_A_HOLDING: f64 = 12.0;
/// Look-ups that nobody would wait for.
const MOST_WORK: f64 = 1e15;
/// A board of five takes at most so many look-ups a hand where ranks and one suit say everything
/// (`runout.rs`): 6,175 sets of ranks, and up to four suits of 13 cards of which three to five come.
pub(crate) const RUNOUT_WORK: f64 = 45_000.0;
/// Pieces into which the boards of one deal are divided where they are many.
const STRIPES: u64 = 16;
/// Boards of one deal that are few.
const FEW_BOARDS: f64 = 100_000.0;

/// One deal of all hands that are known in part, of several that only differ in their suits.
pub(crate) struct Deal {
    /// For each hand its place among the seat's holdings.
    pub(crate) holdings: Vec<u32>,
    pub(crate) weight: u128,
}

/// How an exact count is done.
pub(crate) enum Plan {
    /// It cannot be.
    Impossible,
    /// Deal by deal.
    Possible(Pieces),
}

/// What a piece is.
pub(crate) enum By {
    /// A deal of all hands, with its boards.
    Deals(Vec<Deal>),
    /// All deals in which a seat has one of its holdings.
    Seat(usize),
    /// A board, with every holding of two seats.
    Boards(Vec<CardSet>),
}

/// The pieces of an exact count.
pub(crate) struct Pieces {
    /// For each seat every way to hold its hand.
    pub(crate) holdings: Vec<Vec<Holding>>,
    pub(crate) by: By,
    /// Pieces into which the boards of a deal are divided.
    pub(crate) stripes: u64,
    /// How many pieces there are.
    pub(crate) pieces: u64,
    /// About how many look-ups it takes.
    pub(crate) work: u64,
}

impl Spot {
    /// About how many look-ups an exact count takes; none where there is no exact count.
    pub fn work(&self, watch: &Watch) -> Result<Option<u64>, Stopped> {
        Ok(match self.plan(watch)? {
            Plan::Impossible => None,
            Plan::Possible(pieces) => Some(pieces.work),
        })
    }

    /// Into how many pieces an exact count is divided; none where there is none.
    pub fn pieces(&self, watch: &Watch) -> Result<Option<u64>, Stopped> {
        Ok(match self.plan(watch)? {
            Plan::Impossible => None,
            Plan::Possible(pieces) => Some(pieces.pieces),
        })
    }

    /// Whether it is known how an exact count is done, and whether there is one.
    #[must_use]
    pub fn is_planned(&self) -> bool {
        self.plan.get().is_some()
    }

    pub(crate) fn plan(&self, watch: &Watch) -> Result<&Plan, Stopped> {
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let planned = self.planned(watch);
        if watch.is_stopped() {
            return Err(Stopped);
        }
        Ok(self
            .plan
            .get_or_init(|| planned.map_or(Plan::Impossible, Plan::Possible)))
    }

    fn planned(&self, watch: &Watch) -> Option<Pieces> {
        let deck = self.deck.len();
        let ways: Vec<f64> = self.seats.iter().map(|seat| seat.ways(deck)).collect();
        let deals: f64 = ways.iter().product();
        let boards = self.boards();
        let work = deals * boards * self.work_a_board();
        // Cards that go back to the deck after each round make every round a game of its own.
        let choices_to_come =
            self.game == Game::Outhouse && (deals > 1.0 || self.policies.parts.len() > 2);
        let too_fine = self.heaviest() * boards > 2f64.powi(85);
        if choices_to_come
            || too_fine
            || ways.iter().any(|&ways| ways > MOST_HOLDINGS)
            || work > MOST_WORK
        {
            return None;
        }
        let holdings: Vec<Vec<Holding>> = self
            .seats
            .iter()
            .map(|seat| seat.holdings(self.deck))
            .collect();
        let seat = (0..holdings.len()).max_by_key(|&seat| holdings[seat].len())?;
        let to_come = self.board_to_come();
        let by_strength = self.game == Game::Holdem && !self.breaks_ties();
        if by_strength && holdings.len() == 2 && to_come < 5 && deals > MANY_DEALS {
            let each: f64 = ways.iter().sum::<f64>() * WORK_A_HOLDING;
            let mut all = Vec::new();
            each_choice(self.deck, to_come, &mut vec![], &mut |cards| {
                all.push(cards.iter().copied().collect());
            });
            return Some(Pieces {
                holdings,
                pieces: all.len() as u64,
                work: (all.len() as f64 * each) as u64,
                by: By::Boards(all),
                stripes: 1,
            });
        }
        let stripes = if self.ranks_suffice() || self.breaks_ties() || boards < FEW_BOARDS {
            1
        } else {
            STRIPES
        };
        let (by, groups, work) = if to_come == 5 && deals <= MOST_DEALS {
            let alike = self.deals_up_to_suits(&holdings, watch);
            let groups = alike.len();
            (By::Deals(alike), groups, work / deals * groups as f64)
        } else {
            (By::Seat(seat), holdings[seat].len(), work)
        };
        Some(Pieces {
            holdings,
            by,
            stripes,
            pieces: groups as u64 * stripes,
            work: work.max(1.0) as u64,
        })
    }

    /// The most that all deals together can weigh.
    fn heaviest(&self) -> f64 {
        let weights = self.seats.iter().map(|seat| match seat {
            Seat::Dealt(_) => seat.ways(self.deck.len()),
            Seat::Ranged(holdings) => holdings.iter().map(|holding| holding.weight as f64).sum(),
        });
        weights.product()
    }

    /// How many boards there are for each deal, flops apart from turns and rivers where they matter.
    pub(crate) fn boards(&self) -> f64 {
        let held: usize = self
            .seats
            .iter()
            .map(|seat| match seat {
                Seat::Ranged(_) => 2,
                Seat::Dealt(_) => seat.missing(),
            })
            .sum();
        let (deck, to_come) = (self.deck.len().saturating_sub(held), self.board_to_come());
        if self.game.discards() && to_come == 5 {
            return choices(deck, 3) * choices(deck.saturating_sub(3), 2);
        }
        choices(deck, to_come)
    }

    /// About how many look-ups all hands take for one board.
    fn work_a_board(&self) -> f64 {
        let hands = self.seats.len() as f64;
        let (pairs_and_triples, divisions) = (choices(5, 3), 15.0);
        match self.game {
            Game::Omaha(hole) => {
                let a_board = pairs_and_triples * choices(hole.into(), 2);
                hands * a_board * self.part_by_ranks()
            }
            Game::Stackhouse => hands * (3.0 + pairs_and_triples * choices(4, 2)),
            Game::Cowpie => hands * divisions,
            // Each hand is added up anew, which takes as long as four look-ups.
            Game::Stud => hands * 4.0,
            _ => hands * self.part_by_ranks(),
        }
    }

    /// Which part of the boards has to be looked up.
    fn part_by_ranks(&self) -> f64 {
        if self.ranks_suffice() {
            (RUNOUT_WORK / self.boards()).min(1.0)
        } else {
            1.0
        }
    }

    /// Whether all boards can be told by ranks and the cards of one suit (`runout.rs`).
    pub(crate) fn ranks_suffice(&self) -> bool {
        let natural = self.evaluator.rules().wild() == Wild::None;
        natural && self.board_to_come() == 5 && !self.game.discards() && !self.breaks_ties()
    }

    /// Every deal of the holdings, those that only differ in their suits once.
    fn deals_up_to_suits(&self, holdings: &[Vec<Holding>], watch: &Watch) -> Vec<Deal> {
        let dead = self.cards.minus(self.deck);
        let held_for_sure = holdings
            .iter()
            .filter(|holdings| holdings.len() == 1)
            .fold(CardSet::EMPTY, |held, holdings| held.or(holdings[0].cards));
        // What is out of the deck for all deals must be the same when suits change places.
        let fixed = [dead.minus(held_for_sure), self.evaluator.rules().wilds()];
        let exchanges: Vec<[u8; 4]> = suit_exchanges()
            .filter(|exchange| fixed.iter().all(|&set| exchanged(set, exchange) == set))
            // Where suits break ties, or the lowest of equal cards is discarded, each suit has a place of its
            // own.
            .filter(|exchange| {
                let alike = !self.breaks_ties() && !self.game.discards();
                alike || *exchange == [0, 1, 2, 3]
            })
            .collect();
        let mut places: HashMap<Box<[u64]>, usize> = HashMap::new();
        let mut deals: Vec<Deal> = Vec::new();
        let mut least = vec![0; holdings.len()];
        let mut key = vec![0; holdings.len()];
        each_deal(holdings, watch, &mut |chosen, weight| {
            least.fill(u64::MAX);
            for exchange in &exchanges {
                for ((key, holdings), &place) in key.iter_mut().zip(holdings).zip(chosen) {
                    *key = exchanged(holdings[place as usize].cards, exchange).0;
                }
                if key < least {
                    least.copy_from_slice(&key);
                }
            }
            if let Some(&place) = places.get(&least[..]) {
                deals[place].weight += weight;
            } else {
                places.insert(least.clone().into(), deals.len());
                deals.push(Deal {
                    holdings: chosen.to_vec(),
                    weight,
                });
            }
        });
        deals
    }
}

/// Passes every deal of one holding each, no card twice, to `visit`, with its weight.
fn each_deal(holdings: &[Vec<Holding>], watch: &Watch, visit: &mut impl FnMut(&[u32], u128)) {
    fn deal(
        holdings: &[Vec<Holding>],
        watch: &Watch,
        chosen: &mut Vec<u32>,
        used: CardSet,
        weight: u128,
        visit: &mut impl FnMut(&[u32], u128),
    ) {
        let Some(seat) = holdings.get(chosen.len()) else {
            visit(chosen, weight);
            return;
        };
        for (place, holding) in seat.iter().enumerate() {
            if holding.cards.and(used).is_empty() && !watch.is_stopped() {
                chosen.push(place as u32);
                let weight = weight * u128::from(holding.weight);
                deal(
                    holdings,
                    watch,
                    chosen,
                    used.or(holding.cards),
                    weight,
                    visit,
                );
                chosen.pop();
            }
        }
    }
    deal(holdings, watch, &mut vec![], CardSet::EMPTY, 1, visit);
}

/// The 24 ways in which suits can change places.
fn suit_exchanges() -> impl Iterator<Item = [u8; 4]> {
    (0..256u16)
        .map(|code| [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8))
        .filter(|exchange| exchange.iter().fold(0, |seen, suit| seen | 1 << suit) == 0b1111)
}

/// The cards with their suits exchanged; jokers stay what they are.
fn exchanged(cards: CardSet, exchange: &[u8; 4]) -> CardSet {
    const CLUBS: u64 = 0x0001_1111_1111_1111;
    let suit = |suit: usize| (cards.0 >> suit & CLUBS) << exchange[suit];
    let jokers = cards.0 & CardSet::JOKERS.0;
    CardSet(suit(0) | suit(1) | suit(2) | suit(3) | jokers)
}
