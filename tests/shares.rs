//! The shares that divisions expect are those that they get when everyone plays for them.

use std::sync::atomic::AtomicU8;

use pokerhouse::{Best, CardSet, Dealer, Evaluator, Prefer, Random, Rows, Rules, Run};

const DEALS: u64 = 60_000;

/// A mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / n;
    (mean, (variance / n).sqrt())
}

/// The share of a half that the first of these strengths wins, and whether it wins it alone.
fn half(strengths: &[u16]) -> (f64, bool) {
    let best = strengths.iter().max();
    let equal = strengths
        .iter()
        .filter(|&other| Some(other) == best)
        .count();
    let wins = Some(&strengths[0]) == best;
    (
        if wins { 1.0 / equal as f64 } else { 0.0 },
        wins && equal == 1,
    )
}

#[test]
fn shares_and_scoops_are_as_often_won_as_they_are_expected() {
    let standard = Evaluator::new(Rules::STANDARD);
    for players in 2..=7 {
        let opponents = standard.opponents(players).unwrap();
        let seed = Random::new(900 + players as u64);
        let dealer = Dealer::from_set(CardSet::NATURALS, 7 * players, seed).unwrap();
        let mut cells = Vec::new();
        for deal in 0..DEALS {
            dealer.deal(deal, |card| cells.push(AtomicU8::new(card)));
        }
        let hands = Rows::new(&cells, 7);
        let mut best = vec![Best::default(); hands.len()];
        let (prefer, run) = (Prefer::Share(opponents), Run::default());
        standard
            .best_split_batch(hands, 3, false, prefer, run, &mut best)
            .unwrap();

        // Won less expected, by how much was expected, and for scoops.
        let mut won: [Vec<f64>; 5] = Default::default();
        let mut scooped = Vec::new();
        for table in best.chunks(players) {
            let expected = opponents.share(table[0].five, table[0].two);
            let strengths = |of: fn(&Best) -> u16| table.iter().map(of).collect::<Vec<_>>();
            let (five, five_alone) = half(&strengths(|best| best.five.0));
            let (two, two_alone) = half(&strengths(|best| best.two.0));
            let fifth = (expected.pot * 5.0).min(4.0) as usize;
            won[fifth].push((five + two) / 2.0 - expected.pot);
            scooped.push(f64::from(u8::from(five_alone && two_alone)) - expected.scoop);
        }
        // Cards that one holds others do not; leaving that out may cost two hundredths of the pot.
        for (fifth, won) in won.iter().enumerate().filter(|(_, won)| won.len() > 500) {
            let (difference, error) = mean(won);
            assert!(
                difference.abs() < 0.02 + 4.0 * error,
                "{players} players, fifth {fifth}: {difference} +- {error}"
            );
        }
        let (difference, error) = mean(&scooped);
        assert!(
            difference.abs() < 0.01 + 4.0 * error,
            "{players}: {difference} +- {error}"
        );
        let expected: Vec<f64> = best
            .iter()
            .map(|best| opponents.share(best.five, best.two).pot * players as f64)
            .collect();
        let (expected, error) = mean(&expected);
        assert!(
            (expected - 1.0).abs() < 4.0 * error,
            "{players}: {expected} +- {error}"
        );
    }
}
