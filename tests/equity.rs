//! Equity: known counts, and exact counts and samples beside a naive walk.

use pokerhouse::{Around, Card, Evaluator, Game, Rules, SHARE, Spot, Tally, Watch, cards};

fn spot(game: &str, hands: &[&str], board: &str, dead: &str, rules: Rules) -> Spot {
    let game = Game::from_name(game).expect("a game");
    let held = (1..).zip(hands);
    let held = held.map(|(hand, text)| Spot::read(game, text, hand));
    let held = held.collect::<Result<Vec<_>, _>>().expect("hands");
    let [board, dead]: [Vec<Card>; 2] = [board, dead].map(|text| cards(text).expect("cards"));
    let around = Around {
        board: &board,
        dead: &dead,
        policies: &["two"],
        ..Around::default()
    };
    Spot::new(game, held, Evaluator::new(rules), around).expect("a spot")
}

fn holdem(hands: &[&str], board: &str) -> Tally {
    count(&spot("holdem", hands, board, "", Rules::STANDARD), 1)
}

fn count(spot: &Spot, threads: usize) -> Tally {
    let watch = Watch::default();
    let pieces = spot
        .pieces(&watch)
        .expect("not stopped")
        .expect("an exact count");
    let tally = spot.count(0..pieces, threads, &watch);
    tally.expect("not stopped")
}

fn equity(tally: &Tally, hand: usize) -> f64 {
    tally.rows[hand][0].shares as f64 / (tally.total as f64 * SHARE as f64)
}

#[test]
fn known_counts_before_the_flop() {
    for (hands, win, lose, tie) in [
        (["Jc5c", "QdTd"], 600_384, 1_096_118, 15_802),
        (["6d7d", "2s2h"], 891_821, 774_031, 46_452),
    ] {
        let tally = holdem(&hands, "");
        let row = &tally.rows[0][0];
        assert_eq!((row.win, row.lose, row.tie), (win, lose, tie), "{hands:?}");
        assert_eq!(tally.total, 1_712_304);
    }
}

#[test]
fn known_equities_against_ranges() {
    let flop = holdem(&["KcQc", "AQo+"], "2c3d4h");
    assert!(
        (equity(&flop, 0) - 0.164_815).abs() < 5e-7,
        "{}",
        equity(&flop, 0)
    );
    let weighted = holdem(&["AA", "QQ:0.01, 22"], "");
    assert!(
        (equity(&weighted, 0) - 0.822_10).abs() < 5e-6,
        "{}",
        equity(&weighted, 0)
    );
}
