//! Two ranges on one board: all holdings of each in order of strength, so that one walk up both ladders
//! counts every pair of holdings. Pairs with a card in common are taken out again: of all that is below
//! a holding, what holds either of its cards.

use super::plan::{By, Pieces};
use super::seat::Holding;
use super::spot::Spot;
use super::tally::{SHARE, Tally};
use crate::card::{CARDS, CardSet};
use crate::evaluate::Sum;

/// The holdings of two seats, and room to put them in order.
#[derive(Default)]
pub(crate) struct Ladders {
    seats: [Ladder; 2],
    /// What the second seat's holding of two cards weighs, if it is there.
    same: Vec<u64>,
}

/// The holdings of a seat.
#[derive(Default)]
struct Ladder {
    rungs: Vec<Rung>,
    /// Strengths on a board with the places of the rungs, the weakest first.
    order: Vec<(u16, u32)>,
}

/// A holding: its sum with the known board, its cards and its weight.
#[derive(Clone, Copy)]
struct Rung {
    sum: Sum,
    cards: [u8; 2],
    weight: u64,
}

impl Ladder {
    fn of(spot: &Spot, holdings: &[Holding]) -> Ladder {
        let board = spot.evaluator.sum(spot.board.iter().copied());
        let rung = |holding: &Holding| {
            let cards = [holding.numbers[0], holding.numbers[1]];
            Rung {
                sum: board + spot.evaluator.sum(cards),
                cards,
                weight: holding.weight,
            }
        };
        Ladder {
            rungs: holdings.iter().map(rung).collect(),
            order: vec![],
        }
    }

    /// Puts the holdings that these cards to come leave in order.
    fn climb(&mut self, spot: &Spot, to_come: CardSet) {
        let lookup = spot.evaluator.lookup(7);
        let cards = spot.evaluator.sum(to_come.iter().map(|card| card.number()));
        self.order.clear();
        for (place, rung) in self.rungs.iter().enumerate() {
            if rung.sum.cards().and(to_come).is_empty() {
                let strength = lookup.strength(rung.sum + cards).0;
                self.order.push((strength, place as u32));
            }
        }
        self.order.sort_unstable();
    }

    /// The strengths and the holdings in order.
    fn steps(&self) -> impl Iterator<Item = (u16, Rung)> + '_ {
        let step = |&(strength, place): &(u16, u32)| (strength, self.rungs[place as usize]);
        self.order.iter().map(step)
    }
}

/// How much some holdings weigh: all of them, and those with each card.
struct Weights {
    all: u64,
    with: [u64; CARDS],
}

impl Weights {
    fn none() -> Weights {
        Weights {
            all: 0,
            with: [0; CARDS],
        }
    }

    fn add(&mut self, rung: Rung) {
        self.all += rung.weight;
        for card in rung.cards {
            self.with[usize::from(card)] += rung.weight;
        }
    }

    /// What those weigh that have no card in common with these two; `same` is what the very same two
    /// cards weigh, if they are among them.
    fn apart(&self, [first, second]: [u8; 2], same: u64) -> u64 {
        self.all + same - self.with[usize::from(first)] - self.with[usize::from(second)]
    }
}

impl Ladders {
    /// The ladders of a plan by boards; empty ones for any other.
    pub(crate) fn of(spot: &Spot, plan: &Pieces) -> Ladders {
        let (By::Boards(_), [first, second]) = (&plan.by, &plan.holdings[..]) else {
            return Ladders::default();
        };
        let seats = [first, second].map(|holdings| Ladder::of(spot, holdings));
        let mut same = vec![0; CARDS * CARDS];
        for rung in &seats[1].rungs {
            same[place_of(rung.cards)] = rung.weight;
        }
        Ladders { seats, same }
    }

    /// Counts all pairs of holdings on the board that these cards complete.
    pub(crate) fn count(&mut self, spot: &Spot, to_come: CardSet, tally: &mut Tally) {
        for ladder in &mut self.seats {
            ladder.climb(spot, to_come);
        }
        let [own, others] = &self.seats;
        let [mut below, mut up_to, mut all] = [(); 3].map(|()| Weights::none());
        others.steps().for_each(|(_, rung)| all.add(rung));
        let (mut next_below, mut next_up_to) =
            (others.steps().peekable(), others.steps().peekable());
        let (mut win, mut tie, mut total) = (0, 0, 0);
        for (strength, rung) in own.steps() {
            while let Some((_, other)) = next_below.next_if(|&(other, _)| other < strength) {
                below.add(other);
            }
            while let Some((_, other)) = next_up_to.next_if(|&(other, _)| other <= strength) {
                up_to.add(other);
            }
            // The same two cards are as strong, so they are not below.
            let same = self.same[place_of(rung.cards)];
            let below = below.apart(rung.cards, 0);
            let weight = u128::from(rung.weight);
            win += weight * u128::from(below);
            tie += weight * u128::from(up_to.apart(rung.cards, same) - below);
            total += weight * u128::from(all.apart(rung.cards, same));
        }
        let lose = total - win - tie;
        tally.total += total;
        for (rows, (win, lose)) in tally.rows.iter_mut().zip([(win, lose), (lose, win)]) {
            rows[0].win += win;
            rows[0].tie += tie;
            rows[0].lose += lose;
            rows[0].shares += win * u128::from(SHARE) + tie * u128::from(SHARE / 2);
        }
    }
}

/// The place of two cards, in either order.
fn place_of([first, second]: [u8; 2]) -> usize {
    usize::from(first.max(second)) * CARDS + usize::from(first.min(second))
}
