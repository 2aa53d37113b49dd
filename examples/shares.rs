//! Makes `rust/shares.bin`, what opponents show in Cowpie (see `rust/share.rs`), and prints how far the
//! shares moved: `cargo run --release --example shares`. Takes about two minutes.

use pokerhouse::{Card, CardSet, Dealer, Evaluator, Opponents, Random, Rules, Shown};
use pokerhouse::{Strength, TwoStrength};
use rayon::prelude::*;

const SEED: u64 = 4;
const HANDS: u64 = 1 << 22;
const DOWN: usize = 3;
/// Rounds in which everyone plays the best answer, before answers are averaged.
const ANSWERS: usize = 8;
const MOST_ROUNDS: usize = 60;
/// The shares stand still where none moves by more.
const STILL: f64 = 1e-4;

type Choice = (Strength, TwoStrength);

/// The frontiers of many hands, one after the other.
struct Frontiers {
    choices: Vec<Choice>,
    ends: Vec<usize>,
}

impl Frontiers {
    fn deal() -> Frontiers {
        let standard = Evaluator::new(Rules::STANDARD);
        let dealer = Dealer::from_set(CardSet::NATURALS, 7, Random::new(SEED)).expect("52 cards");
        let frontiers = |deal: u64| {
            let mut cards = Vec::with_capacity(7);
            dealer.deal(deal, |number| cards.extend(Card::from_number(number)));
            let frontier = standard.frontier(&cards[..DOWN], &cards[DOWN..], false);
            frontier.expect("a hand can be divided")
        };
        let mut all = Frontiers {
            choices: vec![],
            ends: vec![],
        };
        for deal in 0..HANDS {
            let strengths = frontiers(deal)
                .into_iter()
                .map(|division| (division.five, division.two));
            all.choices.extend(strengths);
            all.ends.push(all.choices.len());
        }
        all
    }

    fn hand(&self, hand: usize) -> &[Choice] {
        let start = hand.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.choices[start..self.ends[hand]]
    }

    /// What is shown by players who choose so.
    fn shown(&self, choose: impl Fn(&[Choice]) -> Choice) -> Shown {
        let mut shown = Shown::default();
        for hand in 0..self.ends.len() {
            let (five, two) = choose(self.hand(hand));
            shown.add(five, two);
        }
        shown
    }

    /// What is shown by players who answer these opponents as well as they can, and the mean share of
    /// the pot that they may expect.
    fn answer(&self, opponents: &Opponents) -> (Shown, f64) {
        let order = |&(five, two): &Choice| opponents.order(five, two);
        let best = |hand: &[Choice]| *hand.iter().max_by_key(|choice| order(choice)).expect("one");
        let expected: u64 = (0..self.ends.len())
            .map(|hand| order(&best(self.hand(hand))))
            .sum();
        let mean = expected as f64 / self.ends.len() as f64 / (1u64 << 41) as f64;
        (self.shown(best), mean)
    }
}

fn main() -> std::io::Result<()> {
    let frontiers = Frontiers::deal();
    let tables: Vec<(String, Opponents)> = (2..=7usize)
        .into_par_iter()
        .map(|players| {
            let mut shown = frontiers.shown(|hand| *hand.last().expect("a hand can be divided"));
            let mut table = Opponents::new(players, &shown);
            for round in 1.. {
                let (answer, expected) = frontiers.answer(&table);
                let averaged = round.max(ANSWERS) - ANSWERS;
                shown.approach(&answer, 1.0 / (averaged + 1) as f64);
                let next = Opponents::new(players, &shown);
                let moved = next.distance(&table);
                let gain = expected * players as f64 - 1.0;
                eprintln!("{players} players, round {round}: moved {moved:.6}, gain {gain:.6}");
                table = next;
                if moved < STILL || round == MOST_ROUNDS {
                    let (_, expected) = frontiers.answer(&table);
                    let gain = expected * players as f64 - 1.0;
                    let line = format!("| {players} | {round} | {moved:.6} | {gain:.6} |");
                    return (line, table);
                }
            }
            unreachable!("rounds are counted")
        })
        .collect();
    let bytes: Vec<u8> = tables
        .iter()
        .flat_map(|(_, table)| table.to_bytes())
        .collect();
    for (line, _) in &tables {
        println!("{line}");
    }
    println!("{} bytes", bytes.len());
    std::fs::write(
        concat!(env!("CARGO_MANIFEST_DIR"), "/rust/shares.bin"),
        bytes,
    )
}
