//! How long the best division of a hand takes, on one thread:
//! `cargo bench --bench divisions [-- --fast]`.
//!
//! Every figure is a median over rounds in which all of them take turns. The strengths are added up and
//! compared with those of divisions found one hand at a time.

use std::hint::black_box;
use std::sync::atomic::AtomicU8;
use std::time::Instant;

use pokerhouse::{
    Best, Card, CardSet, Dealer, Evaluator, Instructions, Prefer, Random, Rows, Rules, Run, Wild,
};

const DOWN: usize = 3;

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let (rows, rounds) = if fast { (20_000, 3) } else { (500_000, 9) };

    let deuces = CardSet::parse_wilds("2").expect("deuces are cards");
    let wild = Rules::new(true, Wild::Card, deuces).expect("a kind goes with them");
    let dealer = Dealer::from_set(CardSet::NATURALS, 7, Random::new(1)).expect("52 cards");
    let mut numbers: Vec<u8> = Vec::with_capacity(7 * rows);
    for row in 0..rows as u64 {
        dealer.deal(row, |card| numbers.push(card));
    }
    let cells: Vec<AtomicU8> = numbers.iter().copied().map(AtomicU8::new).collect();
    let hands = Rows::new(&cells, 7);

    let rules = [("standard", Rules::STANDARD), ("deuces wild", wild)];
    let evaluators = rules.map(|(name, rules)| (name, Evaluator::new(rules)));
    let preferences = ["five", "two", "share"];
    let subjects: Vec<_> = evaluators
        .iter()
        .flat_map(|(rules, evaluator)| {
            // Shares are known only where nothing is wild.
            preferences.into_iter().flat_map(move |name| {
                let prefer = evaluator.preference(name, Some(4)).ok();
                let available = Instructions::ALL
                    .into_iter()
                    .filter(|all| all.is_available());
                let subject =
                    move |instructions| Some((rules, evaluator, name, prefer?, instructions));
                available.filter_map(subject)
            })
        })
        .collect();

    let mut times = vec![Vec::new(); subjects.len()];
    let mut sums = Vec::new();
    for &(rules, evaluator, name, prefer, instructions) in &subjects {
        let one_by_one = numbers.chunks(7).take(rows / 10).map(|hand| {
            let cards: Vec<Card> = hand.iter().filter_map(|&n| Card::from_number(n)).collect();
            let best = evaluator.best_split(&cards[..DOWN], &cards[DOWN..], false, prefer);
            let best = best.expect("random hands are hands");
            u64::from(best.five.0) + u64::from(best.two.0)
        });
        let some = Rows::new(&cells[..rows / 10 * 7], 7);
        let (found, wanted) = (
            batch(evaluator, some, prefer, instructions),
            one_by_one.sum::<u64>(),
        );
        assert_eq!(found, wanted, "{rules}, {name}, {instructions}");
        sums.push(batch(evaluator, hands, prefer, instructions));
    }
    for _ in 0..rounds {
        for ((&(_, evaluator, _, prefer, instructions), times), &sum) in
            subjects.iter().zip(&mut times).zip(&sums)
        {
            let start = Instant::now();
            assert_eq!(batch(evaluator, hands, prefer, instructions), sum);
            times.push(start.elapsed());
        }
    }
    for (&(rules, _, name, _, instructions), mut times) in subjects.iter().zip(times) {
        times.sort();
        let of = |time: std::time::Duration| time.as_secs_f64() * 1e9 / rows as f64;
        let (median, best) = (of(times[times.len() / 2]), of(times[0]));
        println!(
            "{rules:12} {name:6} {:10} {median:8.1} ns a hand, {best:8.1} at best",
            instructions.name()
        );
    }
}

/// The sum of all strengths of the best divisions.
fn batch(evaluator: &Evaluator, hands: Rows, prefer: Prefer, instructions: Instructions) -> u64 {
    let mut out = vec![Best::default(); hands.len()];
    let divided = evaluator.best_split_batch(
        black_box(hands),
        DOWN,
        false,
        prefer,
        Run {
            instructions,
            ..Run::default()
        },
        &mut out,
    );
    divided.expect("random hands are hands");
    out.iter()
        .map(|best| u64::from(best.five.0) + u64::from(best.two.0))
        .sum()
}
