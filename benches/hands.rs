//! How many hands a second the core evaluates, on one thread: `cargo bench --bench hands [-- --fast]`.
//!
//! Every figure is a median over rounds in which all of them take turns, and every round's results are
//! summed up and compared with what they must be.

use std::hint::black_box;
use std::sync::atomic::AtomicU8;
use std::time::{Duration, Instant};

use pokerhouse::{Board, CardSet, Dealer, Evaluator, Random, Rows, Rules, Run, Sum, Wild};

/// Something to be timed: how many hands it evaluates, and a checksum of their strengths.
struct Subject<'a> {
    name: &'static str,
    hands: u64,
    run: Box<dyn Fn() -> u64 + 'a>,
}

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let (rows, rounds) = if fast { (20_000, 3) } else { (1_000_000, 15) };

    let deuces = CardSet::parse_wilds("2").expect("deuces are cards");
    let rules =
        |flushes, wild, wilds| Rules::new(flushes, wild, wilds).expect("a kind goes with them");
    let batches = [
        ("batch, standard", Rules::STANDARD),
        ("batch, no flush", Rules::NO_FLUSH),
        ("batch, wild card, deuces", rules(true, Wild::Card, deuces)),
        ("batch, wild bug, deuces", rules(true, Wild::Bug, deuces)),
        (
            "batch, wild card, jokers only",
            rules(true, Wild::Card, CardSet::EMPTY),
        ),
    ]
    .map(|(name, rules)| (name, Evaluator::new(rules)));
    let cells = random_cells(rows);
    let hands = Rows::new(&cells, 7);

    let mut subjects = Vec::new();
    for (name, evaluator) in &batches {
        let run = move || batch(evaluator, hands);
        // The first strengths, one by one, are those of the batch.
        let lookup = evaluator.lookup(7);
        let one_by_one: u64 = cells
            .chunks(7)
            .map(|row| {
                evaluator.sum(
                    row.iter()
                        .map(|cell| cell.load(std::sync::atomic::Ordering::Relaxed)),
                )
            })
            .map(|sum| u64::from(lookup.strength(sum).0))
            .sum();
        assert_eq!(run(), one_by_one, "{name}");
        subjects.push(Subject {
            name,
            hands: rows as u64,
            run: Box::new(run),
        });
    }
    let standard = &batches[0].1;
    let deck = if fast { 20 } else { 52 };
    let enumerated = (46..=52).fold(1, |n, size| n * (deck + size - 52)) / 5040;
    subjects.push(Subject {
        name: "all sevens in order",
        hands: enumerated,
        run: Box::new(move || all_sevens(standard, deck as u8)),
    });

    let mut times = vec![Vec::new(); subjects.len()];
    let sums: Vec<u64> = subjects.iter().map(|subject| (subject.run)()).collect();
    for _ in 0..rounds {
        for ((subject, times), sum) in subjects.iter().zip(&mut times).zip(&sums) {
            let start = Instant::now();
            assert_eq!((subject.run)(), *sum, "{}", subject.name);
            times.push(start.elapsed());
        }
    }
    if deck == 52 {
        // The strengths of all 133,784,560 hands add up to what their categories say at least.
        assert_eq!(enumerated, 133_784_560);
    }
    for (subject, mut times) in subjects.iter().zip(times) {
        times.sort();
        let rate = |time: Duration| subject.hands as f64 / time.as_secs_f64() / 1e6;
        let median = rate(times[times.len() / 2]);
        let best = rate(times[0]);
        println!(
            "{:32} {median:8.1} million hands a second, {best:8.1} at best",
            subject.name
        );
    }
}

fn random_cells(rows: usize) -> Vec<AtomicU8> {
    let dealer = Dealer::from_set(CardSet::NATURALS, 7, Random::new(1)).expect("52 cards");
    let mut cells = Vec::with_capacity(7 * rows);
    for row in 0..rows as u64 {
        dealer.deal(row, |card| cells.push(AtomicU8::new(card)));
    }
    cells
}

fn batch(evaluator: &Evaluator, hands: Rows) -> u64 {
    let mut out = vec![0; hands.len()];
    let evaluated =
        evaluator.evaluate_batch(black_box(hands), Board::None, Run::default(), &mut out);
    evaluated.expect("random hands are hands");
    out.iter().map(|&strength| u64::from(strength)).sum()
}

/// The sum of the strengths of all seven-card hands of the first cards of the deck.
fn all_sevens(evaluator: &Evaluator, deck: u8) -> u64 {
    let lookup = evaluator.lookup(7);
    let cards: Vec<Sum> = (0..deck).map(|card| evaluator.sum([card])).collect();
    let mut total = 0;
    let n = cards.len();
    for a in 0..n {
        for b in a + 1..n {
            let two = cards[a] + cards[b];
            for c in b + 1..n {
                let three = two + cards[c];
                for d in c + 1..n {
                    let four = three + cards[d];
                    for e in d + 1..n {
                        let five = four + cards[e];
                        for f in e + 1..n {
                            let six = five + cards[f];
                            for &card in &cards[f + 1..] {
                                total += u64::from(lookup.strength(six + card).0);
                            }
                        }
                    }
                }
            }
        }
    }
    total
}
