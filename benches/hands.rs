//! How many hands a second the core evaluates: `cargo bench --bench hands [-- --fast]`.
//!
//! Batches run with each set of instructions that the machine has, on one thread, from memory and
//! from the cache, and the best with two threads and unchecked. Every figure is a median over
//! rounds in which all of them take turns; a ratio is the median of the ratios within a round, so that
//! what else the machine does weighs on both sides: how many times as fast as one hand at a time
//! (`bit-counts`, or `portable` where there is nothing else), and how many times as long as the same
//! under standard rules. Every round's results are summed up and compared with what they must be.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use pokerhouse::{
    Board, CardSet, Dealer, Evaluator, Instructions, Lookup, Random, Rows, Rules, Run, Sum, Wild,
};

/// Rows that the second-level cache holds with their results.
const IN_CACHE: usize = 1 << 14;

/// Something to be timed: how many hands it evaluates, and what returns its time and a checksum of
/// the strengths, which is added up outside the clock where hands are not walked over.
struct Subject<'a> {
    name: String,
    /// The subject that its ratio refers to.
    beside: usize,
    hands: u64,
    run: Box<dyn Fn() -> (Duration, u64) + 'a>,
}

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let (rows, rounds) = if fast { (20_000, 3) } else { (1_000_000, 15) };

    let deuces = CardSet::parse_wilds("2").expect("deuces are cards");
    let rules =
        |flushes, wild, wilds| Rules::new(flushes, wild, wilds).expect("a kind goes with them");
    let batches = [
        ("standard", Rules::STANDARD),
        ("no flush", Rules::NO_FLUSH),
        ("wild card, deuces", rules(true, Wild::Card, deuces)),
        ("wild bug, deuces", rules(true, Wild::Bug, deuces)),
        (
            "wild card, jokers only",
            rules(true, Wild::Card, CardSet::EMPTY),
        ),
    ]
    .map(|(name, rules)| (name, Evaluator::new(rules)));
    let cells = random_cells(rows);
    let all = Rows::new(&cells, 7);
    let some = Rows::new(&cells[..7 * rows.min(IN_CACHE)], 7);
    let available = || {
        let all = Instructions::ALL.into_iter();
        all.filter(|instructions| instructions.is_available())
    };
    let one_by_one = available().position(|each| each == Instructions::BitCounts);
    let one_by_one = one_by_one.unwrap_or(0);

    let mut subjects = Vec::new();
    for (name, evaluator) in &batches {
        // The strengths one by one are those of each batch.
        let lookup = evaluator.lookup(7);
        let numbers = |row: &[AtomicU8]| {
            let numbers = row.iter().map(|cell| cell.load(Ordering::Relaxed));
            u64::from(lookup.strength(evaluator.sum(numbers)).0)
        };
        let sum: u64 = cells.chunks(7).map(numbers).sum();
        for (from, hands, times) in [("memory", all, 1), ("cache", some, rows / some.len())] {
            let beside = subjects.len() + one_by_one;
            let subject = |run: Run, more: &str| {
                let mut out = vec![0; hands.len()];
                if hands.len() == rows {
                    assert_eq!(batch(evaluator, hands, run, 1, &mut out).1, sum, "{run:?}");
                }
                let out = RefCell::new(out);
                let instructions = run.instructions;
                Subject {
                    name: format!("batch, {name}, from {from}, {instructions}{more}"),
                    beside,
                    hands: (hands.len() * times) as u64,
                    run: Box::new(move || {
                        batch(evaluator, hands, run, times, &mut out.borrow_mut())
                    }),
                }
            };
            for instructions in available() {
                let run = Run {
                    instructions,
                    ..Run::default()
                };
                subjects.push(subject(run, ""));
            }
            let unchecked = Run {
                check: false,
                ..Run::default()
            };
            subjects.push(subject(unchecked, ", unchecked"));
            let two_threads = Run {
                threads: 2,
                ..Run::default()
            };
            if from == "memory" {
                subjects.push(subject(two_threads, ", two threads"));
            }
        }
    }
    // The subjects of every batch are in the same order, and those of standard rules come first.
    let with_rules = subjects.len();
    let each_rules = with_rules / batches.len();
    let standard = &batches[0].1;
    let deck = if fast { 20 } else { 52 };
    let enumerated = (46..=52).fold(1, |n, size| n * (deck + size - 52)) / 5040;
    subjects.push(Subject {
        name: "all sevens in order".into(),
        beside: subjects.len(),
        hands: enumerated,
        run: Box::new(move || {
            let start = Instant::now();
            let sum = all_sevens(standard, deck as u8);
            (start.elapsed(), sum)
        }),
    });

    let mut times = vec![Vec::new(); subjects.len()];
    let sums: Vec<u64> = subjects.iter().map(|subject| (subject.run)().1).collect();
    for _ in 0..rounds {
        for ((subject, times), sum) in subjects.iter().zip(&mut times).zip(&sums) {
            let (time, found) = (subject.run)();
            assert_eq!(found, *sum, "{}", subject.name);
            times.push(time);
        }
    }
    // Every hand of a deck of 20 cards, one by one.
    let walked: u64 = {
        let lookup = standard.lookup(7);
        let hands = (0..1u32 << 20).filter(|set| set.count_ones() == 7);
        let cards = |set: u32| (0..20u8).filter(move |card| set >> card & 1 == 1);
        hands
            .map(|set| u64::from(lookup.strength(standard.sum(cards(set))).0))
            .sum()
    };
    assert_eq!(all_sevens(standard, 20), walked);
    for (number, (subject, own)) in subjects.iter().zip(&times).enumerate() {
        let rate = |time: Duration| subject.hands as f64 / time.as_secs_f64() / 1e6;
        let seconds = |number: usize, round: usize| {
            times[number][round].as_secs_f64() / subjects[number].hands as f64
        };
        // How much longer a hand takes here than with another subject.
        let longer = |other: usize| {
            let ratio = |round: usize| seconds(number, round) / seconds(other, round);
            let mut ratios: Vec<f64> = (0..rounds).map(ratio).collect();
            ratios.sort_by(f64::total_cmp);
            ratios[rounds / 2]
        };
        let mut own = own.clone();
        own.sort();
        print!(
            "{:59} {:7.1} million hands a second, {:7.1} at best, {:5.2}x",
            subject.name,
            rate(own[rounds / 2]),
            rate(own[0]),
            1.0 / longer(subject.beside)
        );
        if (each_rules..with_rules).contains(&number) {
            print!(
                ", {:4.2} times as long as standard",
                longer(number % each_rules)
            );
        }
        println!();
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

/// How long a batch takes when it is run some times, and the sum of its strengths.
fn batch(
    evaluator: &Evaluator,
    hands: Rows,
    run: Run,
    times: usize,
    out: &mut [u16],
) -> (Duration, u64) {
    let start = Instant::now();
    for _ in 0..times {
        let evaluated = evaluator.evaluate_batch(black_box(hands), Board::None, run, out);
        evaluated.expect("random hands are hands");
    }
    let time = start.elapsed();
    (time, out.iter().map(|&strength| u64::from(strength)).sum())
}

/// The sum of the strengths of all seven-card hands of the first cards of the deck.
fn all_sevens(evaluator: &Evaluator, deck: u8) -> u64 {
    let cards: Vec<Sum> = (0..deck).map(|card| evaluator.sum([card])).collect();
    walk(evaluator.lookup(7), Sum::default(), &cards, 0, 7)
}

/// The sum of the strengths of some cards with every `left` more from `first` on.
fn walk(lookup: &Lookup, sum: Sum, cards: &[Sum], first: usize, left: usize) -> u64 {
    if left == 1 {
        return walk_last(lookup, sum, cards, first);
    }
    if left == 2 && lookup.ranks_decide_with(sum, 2) {
        return walk_last_two_ranks(lookup, sum, cards, first);
    }
    let rest = |card: usize| walk(lookup, sum + cards[card], cards, card + 1, left - 1);
    (first..cards.len()).map(rest).sum()
}

#[inline]
fn walk_last(lookup: &Lookup, sum: Sum, cards: &[Sum], first: usize) -> u64 {
    let strength = |card: usize| u64::from(lookup.strength(sum + cards[card]).0);
    if lookup.ranks_decide_with(sum, 1) {
        let suits = |card: usize| (next_rank(card) - card) as u64;
        ranks_from(first, cards.len())
            .map(|card| suits(card) * strength(card))
            .sum()
    } else {
        (first..cards.len()).map(strength).sum()
    }
}

/// The same for two cards where suits do not matter: one look-up serves all hands of the same
/// ranks.
fn walk_last_two_ranks(lookup: &Lookup, sum: Sum, cards: &[Sum], first: usize) -> u64 {
    let strength = |sum: Sum| u64::from(lookup.strength(sum).0);
    let mut total = 0;
    for low in ranks_from(first, cards.len()) {
        let (suits, with_low) = (next_rank(low) - low, sum + cards[low]);
        let mut others = 0;
        for high in ranks_from(next_rank(low), cards.len()) {
            others += 4 * strength(with_low + cards[high]);
        }
        total += suits as u64 * others;
        if suits > 1 {
            total += (suits * (suits - 1) / 2) as u64 * strength(with_low + cards[low + 1]);
        }
    }
    total
}

fn next_rank(card: usize) -> usize {
    (card / 4 + 1) * 4
}

/// The lowest card from `first` on of each rank.
fn ranks_from(first: usize, end: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(first), |&card| Some(next_rank(card)))
        .take_while(move |&card| card < end)
}
