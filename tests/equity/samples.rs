//! Samples beside the naive walk, and how their numbers make a stream.

use pokerhouse::{CardSet, Random, Row, Rules, SHARE, Spot, Tally, Watch, Wild};

use super::naive::{Case, assert_shared_out, dealt};
use super::{LOW, is_wild, whole};

fn sample(spot: &Spot, seed: u64, samples: std::ops::Range<u64>) -> Tally {
    let tally = spot.sample(seed, samples, 1, &Watch::default());
    tally.expect("not stopped")
}

/// Whether a mean over samples is within four standard errors of what is expected, or four samples.
fn assert_near(found: f64, expected: f64, variance: f64, samples: f64, case: &Case) {
    let apart = (found - expected).abs();
    let error = (variance.max(0.0) / samples).sqrt();
    assert!(
        apart <= 4.0 * error + 4.0 / samples,
        "{case:?}: {found} for {expected}, {error}"
    );
}

fn assert_sampled(case: &Case, samples: u64, seed: u64) {
    let walked = case.walk();
    let tally = sample(&case.spot(), seed, 0..samples);
    assert_eq!(tally.total, u128::from(samples));
    assert_shared_out(&tally);
    assert_eq!(tally.rows.len(), walked.rows.len());
    for (rows, others) in tally.rows.iter().zip(&walked.rows) {
        assert_eq!(rows.len(), others.len());
        for (row, other) in rows.iter().zip(others) {
            assert_eq!(row.win + row.tie + row.lose, tally.total);
            let all = walked.total as f64;
            let times = samples as f64;
            let near = |of: fn(&Row) -> u128| {
                let (found, expected) = (of(row) as f64 / times, of(other) as f64 / all);
                assert_near(found, expected, expected * (1.0 - expected), times, case);
            };
            near(|row| row.win);
            near(|row| row.tie);
            near(|row| row.lose);
            let share = |number: u128, total: f64| number as f64 / total / SHARE as f64;
            let (found, expected) = (share(row.shares, times), share(other.shares, all));
            let squares = share(other.squares, all) / SHARE as f64;
            assert_near(found, expected, squares - expected.powi(2), times, case);
            let found = share(row.squares, times) / SHARE as f64;
            // A square is between 0 and 1, so its variance is at most its mean times the rest.
            assert_near(found, squares, squares * (1.0 - squares), times, case);
        }
    }
}

#[test]
fn samples_are_near_the_walk_on_a_hundred_random_spots() {
    let games = [
        "holdem",
        "omaha",
        "omaha5",
        "omaha6",
        "stud",
        "ethos",
        "tri-show",
        "stackhouse",
        "cowpie",
        "outhouse",
    ];
    let deuces = CardSet::parse_wilds("2").unwrap();
    for number in 0..100u64 {
        let mut draws = Random::new(number).draws(1);
        let game = games[number as usize % games.len()];
        let has_board = !["stud", "cowpie", "outhouse"].contains(&game);
        let on_board = if has_board {
            [3, 4, 0, 5][draws.below(4) as usize]
        } else {
            0
        };
        let discards = whole(game, on_board) != whole(game, 5);
        let outhouse = game == "outhouse";
        let rules = match draws.below(4) {
            0 if !outhouse => Rules::STANDARD,
            2 if !discards => Rules::new(!outhouse, Wild::Card, deuces).unwrap(),
            3 if !discards && !outhouse => Rules::new(true, Wild::Bug, deuces).unwrap(),
            _ => Rules::NO_FLUSH,
        };
        let players = if game == "stackhouse" {
            2
        } else {
            2 + draws.below(2) as usize
        };
        let jokers = if rules.wild() == Wild::None { 0 } else { 2 };
        let case = Case::new(game, &[""]).by(rules).with_jokers(jokers);
        let case = case.choosing(&[["two", "five"][draws.below(2) as usize]]);
        let hands = vec![whole(game, on_board); players];
        let mut case = dealt(
            case,
            &hands,
            on_board,
            Some(if outhouse { 3 } else { 11 }),
            number,
        );
        // The last card of the first hand is unknown, or its last two.
        let unknown = draws.below(3) as usize;
        if !outhouse && case.hands[0].len() > 2 * unknown {
            let left = case.hands[0].len() - 2 * unknown;
            case.hands[0].truncate(left);
        }
        assert_sampled(&case, 3000, number);
    }
}

#[test]
fn samples_of_ranges_are_near_the_walk() {
    for (hands, board, dead) in [
        (&["QQ+, AKs:0.3", "QQ+, AKs", "AK"][..], "", LOW),
        (&["AA:0.5, KQs", "QJ+, 9d9h:0.125"], "AhKs2c", "3d3h"),
        (
            &["AK:0.01, KQ", "", "AcKc, AQ:0.7"],
            "AhKs2c7d",
            &LOW[9..17],
        ),
        (&["QQ+", "As", "QsQd"], "AhKs2c7d2d", ""),
    ] {
        let case = Case::new("holdem", hands).on(board).without(dead);
        assert_sampled(&case, 20_000, 3);
    }
}

/// Nearly all cards are dead, so that what was exposed comes again, and all ways to deal are few.
#[test]
fn samples_of_outhouse_are_near_the_walk_from_each_round_by_each_policy() {
    let deuces = CardSet::parse_wilds("2").unwrap();
    let wild = Rules::new(false, Wild::Card, deuces).unwrap();
    // Cards of each hand, and how many are left in the deck.
    let rounds: [(&[&[usize]], usize); 5] = [
        (&[&[5], &[5]], 4),
        (&[&[5], &[4]], 5),
        (&[&[6], &[6]], 4),
        (&[&[6], &[5]], 4),
        (&[&[6], &[6], &[6]], 3),
    ];
    let policies = [
        &["five"][..],
        &["share"],
        &["two"],
        &["share", "five", "two"],
    ];
    for (round, (known, left)) in rounds.into_iter().enumerate() {
        for (number, policies) in policies.into_iter().enumerate() {
            let seed = (10 * round + number) as u64;
            let rules = if seed.is_multiple_of(3) {
                wild
            } else {
                Rules::NO_FLUSH
            };
            let jokers = if is_wild(rules) { 2 } else { 0 };
            let policies = &policies[..policies.len().min(known.len())];
            let case = Case::new("outhouse", &[""]).by(rules).with_jokers(jokers);
            let case = dealt(case.choosing(policies), known, 0, Some(left), seed);
            assert_sampled(&case, 20_000, seed);
        }
    }
}

fn spots() -> Vec<Case> {
    vec![
        Case::new("holdem", &["AhKh", "QsQd"]),
        Case::new("holdem", &["AhKh", "", "Qs"]).on("2c3d4h"),
        Case::new("holdem", &["QQ+, AKs:0.25", "15%", "8h8d"]),
        Case::new("omaha", &["AhKhQsJs", ""]),
        Case::new("ethos", &["Ah", "Ks", ""]),
        Case::new("stud", &["As9d/Kh", "/Qs", ""]),
        Case::new("tri-show", &["AhKhQs", ""]),
        Case::new("stackhouse", &["AhKhQs", ""]),
        Case::new("cowpie", &["As9d/Kh", "/Qs", ""]).choosing(&["share", "five", "two"]),
        Case::new("outhouse", &["AhKhQs8c2d", "", ""]).by(Rules::NO_FLUSH),
    ]
}

#[test]
fn samples_go_on_where_fewer_ended_and_threads_divide_them_as_they_like() {
    const SAMPLES: u64 = 5000;
    for case in spots() {
        let spot = case.spot();
        let all = sample(&spot, 7, 0..SAMPLES);
        let mut sum = sample(&spot, 7, 0..0);
        for part in [0, 1, 1023, 1024, 1025, 3000, SAMPLES].windows(2).rev() {
            sum += &sample(&spot, 7, part[0]..part[1]);
        }
        assert_eq!(all, sum, "{case:?}");
        for threads in [3, 0] {
            let tally = spot.sample(7, 0..SAMPLES, threads, &Watch::default());
            assert_eq!(all, tally.unwrap(), "{case:?}");
        }
        assert_eq!(all, sample(&case.spot(), 7, 0..SAMPLES));
        assert_ne!(all.rows, sample(&spot, 8, 0..SAMPLES).rows, "{case:?}");
        assert_ne!(
            all.rows,
            sample(&spot, 7, SAMPLES..2 * SAMPLES).rows,
            "{case:?}"
        );
    }
}

#[test]
fn a_stopped_run_gives_no_tally() {
    for case in spots() {
        let spot = case.spot();
        let watch = Watch::default();
        std::thread::scope(|scope| {
            let run = scope.spawn(|| spot.sample(1, 0..1 << 62, 2, &watch));
            while watch.done() == 0 && !run.is_finished() {
                std::thread::yield_now();
            }
            watch.stop();
            assert!(run.join().unwrap().is_err());
        });
        if let Some(pieces) = spot.pieces(&Watch::default()).unwrap() {
            assert!(spot.count(0..pieces, 2, &watch).is_err());
        }
    }
}
