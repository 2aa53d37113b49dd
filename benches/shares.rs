//! Whether dividing for the greatest share of the pot beats dividing for the best five and for the best
//! two: `cargo bench --bench shares [-- --fast]`.
//!
//! Two to seven players play a million Cowpie deals to the showdown, one of them in one way and all
//! others in another. A fair share is 1; the intervals are 95% confidence intervals.

use std::sync::atomic::AtomicU8;

use pokerhouse::{Best, CardSet, Dealer, Evaluator, Prefer, Random, Rows, Rules, Run};

const SEED: u64 = 2026;
const DOWN: usize = 3;
const THREADS: usize = 0;

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let deals = if fast { 20_000 } else { 1_000_000 };
    let standard = Evaluator::new(Rules::STANDARD);
    println!("{deals} deals; mean share of the pot, of a fair share");
    println!("players  other   \"share\" among others    other among \"share\"");
    for players in 2..=7 {
        let opponents = standard
            .opponents(players)
            .expect("2 to 7 players have a table");
        let hands = deal(deals, players);
        let divided = |prefer| divide(&standard, &hands, prefer);
        let share = divided(Prefer::Share(opponents));
        for (name, prefer) in [("five", Prefer::Five), ("two", Prefer::Two)] {
            let other = divided(prefer);
            let alone = Mean::of_first(&share, &other, players);
            let among = Mean::of_first(&other, &share, players);
            println!("{players:7}  {name:6}  {alone}   {among}");
            if !fast {
                assert!(alone.mean - alone.margin > 1.0, "share beats {name}");
                assert!(among.mean + among.margin < 1.0, "{name} loses to share");
            }
        }
        // Where all play alike the first player has a fair share, but for chance.
        let even = Mean::of_first(&share, &share, players);
        assert!((even.mean - 1.0).abs() < 2.0 * even.margin, "{even}");
    }
}

/// Hand after hand, each of seven cards, deal after deal.
fn deal(deals: u64, players: usize) -> Vec<AtomicU8> {
    let cards = 7 * players;
    let dealer = Dealer::from_set(CardSet::NATURALS, cards, Random::new(SEED)).expect("52 cards");
    let mut cells = Vec::with_capacity(deals as usize * cards);
    for deal in 0..deals {
        dealer.deal(deal, |card| cells.push(AtomicU8::new(card)));
    }
    cells
}

fn divide(standard: &Evaluator, cells: &[AtomicU8], prefer: Prefer) -> Vec<Best> {
    let hands = Rows::new(cells, 7);
    let mut best = vec![Best::default(); hands.len()];
    let run = Run {
        threads: THREADS,
        ..Run::default()
    };
    let divided = standard.best_split_batch(hands, DOWN, false, prefer, run, &mut best);
    divided.expect("dealt hands are hands");
    best
}

struct Mean {
    mean: f64,
    /// 1.96 standard errors.
    margin: f64,
}

impl Mean {
    /// The mean share of the first player of each deal, who divides as `first` does, and all others as
    /// `others` do.
    fn of_first(first: &[Best], others: &[Best], players: usize) -> Mean {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (first, others) in first.chunks(players).zip(others.chunks(players)) {
            let half = |of: fn(&Best) -> u16| {
                let mine = of(&first[0]);
                let others = others[1..].iter().map(of);
                let (better, equal) = others.fold((0, 1), |(better, equal), other| {
                    (
                        better + u32::from(other > mine),
                        equal + u32::from(other == mine),
                    )
                });
                if better > 0 {
                    0.0
                } else {
                    1.0 / f64::from(equal)
                }
            };
            let share = (half(|best| best.five.0) + half(|best| best.two.0)) / 2.0 * players as f64;
            sum += share;
            squares += share * share;
        }
        let deals = (first.len() / players) as f64;
        let mean = sum / deals;
        let variance = squares / deals - mean * mean;
        Mean {
            mean,
            margin: 1.96 * (variance / deals).sqrt(),
        }
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:8.4} +- {:.4}   ", self.mean, self.margin)
    }
}
