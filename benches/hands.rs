//! How many hands a second the core evaluates, on one thread: `cargo bench --bench hands [-- --fast]`.
//!
//! Every figure is a median over rounds in which all of them take turns, and every round's results are
//! summed up and compared with what they must be.

use std::hint::black_box;
use std::sync::atomic::AtomicU8;
use std::time::{Duration, Instant};

use pokerhouse::{Board, CardSet, Dealer, Evaluator, Lookup, Random, Rows, Rules, Run, Sum, Wild};

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

/// The same for two cards where suits do not matter: one look-up serves all hands of the same ranks.
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
