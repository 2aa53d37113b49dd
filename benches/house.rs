//! What the House Rules key costs beside the strength, on one thread:
//! `cargo bench --bench house [-- --fast]`.
//!
//! All are timed on the same hands in turns, and every round's results are compared with what they must
//! be. The key is to cost at most five times the strength on natural hands, and at most fifteen times on
//! hands with one wild, where both are found one hand at a time, as keys always are; what vector kernels
//! take for the strength is printed beside it.

use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use pokerhouse::{
    Board, Card, CardSet, Dealer, Evaluator, Instructions, Random, Rows, Rules, Run, Wild,
};

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let (rows, rounds) = if fast { (20_000, 3) } else { (1_000_000, 15) };
    let deuces = CardSet::parse_wilds("2").expect("deuces are cards");
    let rules = |wild, wilds| Rules::new(true, wild, wilds).expect("a kind goes with them");
    for (name, rules, most) in [
        ("natural hands", Rules::HOUSE, 5.0),
        (
            "natural hands, jokers wild",
            rules(Wild::Card, CardSet::EMPTY),
            5.0,
        ),
        (
            "one joker, wild card",
            rules(Wild::Card, CardSet::EMPTY),
            15.0,
        ),
        (
            "one joker, wild bug",
            rules(Wild::Bug, CardSet::EMPTY),
            15.0,
        ),
        (
            "one joker, casino bug",
            rules(Wild::CasinoBug, CardSet::EMPTY),
            15.0,
        ),
        ("one deuce, wild card", rules(Wild::Card, deuces), 15.0),
        ("one deuce, wild bug", rules(Wild::Bug, deuces), 15.0),
        (
            "one deuce, casino bug",
            rules(Wild::CasinoBug, deuces),
            15.0,
        ),
    ] {
        let evaluator = Evaluator::new(rules);
        let wild = name.starts_with("one").then(|| {
            let wilds = rules.wilds();
            wilds.iter().next().expect("something is wild")
        });
        for size in [5, 7] {
            let cells = cells(rows, size, wild, rules.wilds());
            let name = format!("{size} cards, {name}");
            compare(
                &name,
                most,
                &evaluator,
                Rows::new(&cells, size),
                &cells,
                rounds,
            );
        }
    }
}

/// Rows of cards: all natural, or the one wild card and naturals.
fn cells(rows: usize, size: usize, wild: Option<Card>, wilds: CardSet) -> Vec<AtomicU8> {
    let naturals = CardSet::NATURALS.minus(wilds);
    let dealt = size - usize::from(wild.is_some());
    let dealer = Dealer::from_set(naturals, dealt, Random::new(1)).expect("there are enough");
    let mut cells = Vec::with_capacity(size * rows);
    for row in 0..rows as u64 {
        dealer.deal(row, |card| cells.push(AtomicU8::new(card)));
        cells.extend(wild.map(|wild| AtomicU8::new(wild.number())));
    }
    cells
}

fn compare(
    name: &str,
    most: f64,
    evaluator: &Evaluator,
    hands: Rows,
    cells: &[AtomicU8],
    rounds: usize,
) {
    let mut strengths = vec![0; hands.len()];
    let mut keys = vec![0; hands.len()];
    let one_by_one = match Instructions::BitCounts {
        bit_counts if bit_counts.is_available() => bit_counts,
        _ => Instructions::Portable,
    };
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    let (mut right_strengths, mut right_keys) = (Vec::new(), Vec::new());
    for row in cells.chunks(hands.width()) {
        let cards: Vec<Card> = row
            .iter()
            .filter_map(|cell| Card::from_number(cell.load(Ordering::Relaxed)))
            .collect();
        right_strengths.push(evaluator.evaluate(&cards).expect("dealt hands are hands").0);
        right_keys.push(
            evaluator
                .house_key(&cards)
                .expect("dealt hands are hands")
                .0,
        );
    }
    for _ in 0..rounds {
        for (place, instructions) in [one_by_one, Instructions::chosen()].into_iter().enumerate() {
            let run = Run {
                instructions,
                ..Run::default()
            };
            let start = Instant::now();
            evaluator
                .evaluate_batch(black_box(hands), Board::None, run, &mut strengths)
                .expect("dealt hands are hands");
            times[place].push(start.elapsed());
            assert!(strengths == right_strengths, "{name}");
        }
        let start = Instant::now();
        evaluator
            .house_key_batch(black_box(hands), Board::None, Run::default(), &mut keys)
            .expect("dealt hands are hands");
        times[2].push(start.elapsed());
        assert!(keys == right_keys, "{name}");
    }
    let [strength, by_kernel, key] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    let each = |time: Duration| time.as_secs_f64() / hands.len() as f64 * 1e9;
    println!(
        "{name:37} strength {:5.1} ns, key {:5.1} ns: {:4.1} times (at most {most}); {} {:4.1} ns",
        each(strength),
        each(key),
        each(key) / each(strength),
        Instructions::chosen(),
        each(by_kernel),
    );
}
