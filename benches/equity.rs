//! How long equity takes, on one thread: `cargo bench --bench equity [-- --fast]`.
//!
//! Exact counts of single spots and of every class of Hold'em hands against every other before the flop,
//! then samples. Every figure is a median over rounds in which all of them take turns; answers are
//! compared with what is known, or with those of the round before.

use std::hint::black_box;
use std::time::{Duration, Instant};

use pokerhouse::{Around, Evaluator, Game, RANKS, Rules, SHARE, Spot, Tally, Watch, cards};

/// A spot to count: its name, game, hands, board, and, where it is known, how often the first wins.
type Counted = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    Option<u128>,
);

const COUNTED: [Counted; 9] = [
    ("two hands", "holdem", &["AhKh", "QsQd"], "", None),
    ("two hands", "holdem", &["Jc5c", "QdTd"], "", Some(600_384)),
    ("nine hands", "holdem", &NINE, "", None),
    (
        "hand against range",
        "holdem",
        &["AhKh", "QQ+, AKs, AKo"],
        "",
        None,
    ),
    (
        "ranges on a flop",
        "holdem",
        &["15%", "25%"],
        "2c 3d 4h",
        None,
    ),
    ("two hands", "omaha", &["AhKhQsJs", "9d9c8d8c"], "", None),
    (
        "two hands on a flop",
        "omaha",
        &["AhKhQsJs", "9d9c8d8c"],
        "2c 3d 4h",
        None,
    ),
    ("two hands", "tri-show", &["AhKhQs", "9d9c8d"], "", None),
    (
        "two hands, two to come each",
        "stud",
        &["As9d/KhKc7s", "2d2h/2c3c4c"],
        "",
        None,
    ),
];
const NINE: [&str; 9] = [
    "AhKh", "QsQd", "2c2d", "3c4c", "5d6d", "7h8h", "9cTc", "JdKd", "AsAc",
];

/// A spot to sample: its name, game and hands.
type Sampled = (&'static str, &'static str, &'static [&'static str]);

const SAMPLED: [Sampled; 7] = [
    ("two hands", "holdem", &["AhKh", "QsQd"]),
    ("hand against any", "holdem", &["AhKh", ""]),
    ("hand against range", "holdem", &["AhKh", "QQ+"]),
    ("two hands", "omaha", &["AhKhQsJs", "9d9c8d8c"]),
    ("two hands", "tri-show", &["AhKhQs", "9d9c8d"]),
    ("four unknown hands", "cowpie", &["", "", "", ""]),
    ("four unknown hands", "outhouse", &["", "", "", ""]),
];

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let (rounds, samples) = if fast { (3, 2_000) } else { (9, 200_000) };

    let counted: Vec<Spot> = COUNTED
        .iter()
        .map(|(_, game, hands, board, _)| spot(game, hands, board))
        .collect();
    let sampled: Vec<Spot> = SAMPLED
        .iter()
        .map(|(_, game, hands)| spot(game, hands, ""))
        .collect();
    let mut counts = vec![Vec::new(); counted.len()];
    let mut draws = vec![Vec::new(); sampled.len()];
    for (spot, (name, game, _, _, wins)) in counted.iter().zip(COUNTED) {
        let tally = count(spot);
        assert!(
            wins.is_none_or(|wins| tally.rows[0][0].win == wins),
            "{game}, {name}"
        );
    }
    for _ in 0..rounds {
        for (spot, times) in counted.iter().zip(&mut counts) {
            times.push(time(|| count(black_box(spot))));
        }
        for (spot, times) in sampled.iter().zip(&mut draws) {
            times.push(time(|| sample(black_box(spot), samples, 1)));
        }
    }
    for ((name, game, ..), times) in COUNTED.iter().zip(counts) {
        let [median, best] = summary(times).map(|time| time.as_secs_f64() * 1e6);
        println!("exact   {game:9} {name:28} {median:10.0} us, {best:10.0} at best");
    }
    for ((name, game, hands), times) in SAMPLED.iter().zip(draws) {
        let [median, best] = summary(times).map(|time| time.as_secs_f64() * 1e9 / samples as f64);
        let hands = hands.len() as f64 * 1e3 / median;
        println!(
            "sampled {game:9} {name:28} {median:10.1} ns a sample, {best:8.1} at best, \
             {hands:6.1} million hands a second"
        );
    }
    let spot = &sampled[0];
    let (mut alone, mut both) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(time(|| sample(spot, 20 * samples, 1)));
        both.push(time(|| sample(spot, 20 * samples, 2)));
    }
    let [[alone, _], [both, _]] = [alone, both].map(summary);
    println!(
        "two threads draw {:.2} times as much as one",
        alone.as_secs_f64() / both.as_secs_f64()
    );
    every_class_against_every_other(fast);
}

fn spot(game: &str, hands: &[&str], board: &str) -> Spot {
    let game = Game::from_name(game).expect("a game");
    let around = Around {
        board: &cards(board).expect("a board"),
        ..Around::default()
    };
    Spot::parse(game, hands, Evaluator::new(Rules::STANDARD), around).expect("a spot")
}

fn count(spot: &Spot) -> Tally {
    let watch = Watch::default();
    let pieces = spot
        .pieces(&watch)
        .expect("not stopped")
        .expect("an exact count");
    spot.count(0..pieces, 1, &watch).expect("not stopped")
}

fn sample(spot: &Spot, samples: u64, threads: usize) -> Tally {
    spot.sample(1, 0..samples, threads, &Watch::default())
        .expect("not stopped")
}

fn time(work: impl Fn() -> Tally) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// The median and the best of some times.
fn summary(mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort();
    [times[times.len() / 2], times[0]]
}

/// All 169 x 169 pairs of classes, exactly; the short form takes every thirteenth class.
fn every_class_against_every_other(fast: bool) {
    let classes: Vec<String> = (0..13)
        .flat_map(|row| (0..13).map(move |column| class(row, column)))
        .step_by(if fast { 13 } else { 1 })
        .collect();
    let start = Instant::now();
    let (mut boards, mut pairs) = (0, 0);
    for (place, first) in classes.iter().enumerate() {
        for second in &classes[..=place] {
            let tally = count(&spot("holdem", &[first, second], ""));
            let shares: u128 = tally.rows.iter().map(|rows| rows[0].shares).sum();
            assert_eq!(
                shares,
                tally.total * u128::from(SHARE),
                "{first} against {second}"
            );
            boards += tally.total;
            pairs += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "all {pairs} pairs of {} classes: {seconds:.1} s, {:.0} thousand million boards",
        classes.len(),
        boards as f64 / 1e9
    );
}

/// The class of a row and a column: pairs on the diagonal, suited hands above it.
fn class(row: usize, column: usize) -> String {
    let (high, low) = (RANKS[12 - row.min(column)], RANKS[12 - row.max(column)]);
    let suits = match row.cmp(&column) {
        std::cmp::Ordering::Less => "s",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "o",
    };
    format!("{high}{low}{suits}")
}
