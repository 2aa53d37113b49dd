//! How long an exposure takes, how long a policy takes to settle, and what the policies win, on one
//! thread: `cargo bench --bench exposures [-- --fast]`.
//!
//! Choices are timed in rounds in which all policies take turns; the figures are medians. They are added
//! up and compared with the best of all exposures. Then two to seven players play Outhouse without
//! betting, one of them by one policy and all others by another: a fair share is 1, and the intervals
//! are 95% confidence intervals.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use pokerhouse::{Card, CardSet, Dealer, Evaluator, Exposing, Random, Rules};

const SEED: u64 = 2026;
const NAMES: [&str; 3] = ["two", "five", "share"];

fn main() {
    let fast = std::env::args().any(|argument| argument == "--fast");
    let no_flush = Evaluator::new(Rules::NO_FLUSH);
    // Its tables are not what is timed.
    let _ = no_flush.lookup(5);

    println!("players  policy  settled in  answers  the best answer gains, of a fair share");
    for players in 2..=7 {
        for name in NAMES {
            let start = Instant::now();
            let policy = policy(&no_flush, name, players);
            let time = start.elapsed().as_secs_f64() * 1e3;
            let (answers, gain) = (policy.answers(), policy.gain());
            println!("{players:7}  {name:6}  {time:7.0} ms  {answers:7}  {gain:.4}");
        }
    }

    time_choices(&no_flush, fast);

    let deals = if fast { 2_000 } else { 200_000 };
    println!("{deals} deals; mean share of all pots, of a fair share");
    println!("players  other   \"share\" among others    other among \"share\"");
    for players in 2..=7 {
        let share = policy(&no_flush, "share", players);
        for name in ["two", "five"] {
            let other = policy(&no_flush, name, players);
            let alone = Mean::of_first(&no_flush, &share, &other, players, deals);
            let among = Mean::of_first(&no_flush, &other, &share, players, deals);
            println!("{players:7}  {name:6}  {alone}   {among}");
            if !fast {
                assert!(alone.mean - alone.margin > 1.0, "share beats {name}");
                assert!(among.mean + among.margin < 1.0, "{name} loses to share");
            }
        }
    }
}

fn policy(evaluator: &Evaluator, name: &str, players: usize) -> Exposing {
    Exposing::new(evaluator, name, players, CardSet::NATURALS).expect("there is such a policy")
}

fn time_choices(no_flush: &Evaluator, fast: bool) {
    let (hands, rounds) = if fast { (20_000, 3) } else { (200_000, 9) };
    let policies = NAMES.map(|name| policy(no_flush, name, 4));
    for cards in 5..=7 {
        let dealer = Dealer::from_set(CardSet::NATURALS, cards, Random::new(1)).expect("52 cards");
        let mut numbers = Vec::with_capacity(cards * hands);
        for deal in 0..hands as u64 {
            dealer.deal(deal, |card| numbers.push(card));
        }
        // The strongest two, the first of them.
        for hand in numbers.chunks(cards).take(hands / 10) {
            let hand_cards = hand.iter().filter_map(|&number| Card::from_number(number));
            let exposures = no_flush.exposures(&hand_cards.collect::<Vec<_>>());
            let exposures = exposures.expect("random hands are hands");
            let chosen = policies[0].expose(hand);
            let place = exposures
                .iter()
                .position(|exposure| exposure.columns.map(usize::from) == chosen)
                .expect("it is one of them");
            let order = |place: usize| (exposures[place].two, exposures[place].left);
            assert!((0..exposures.len()).all(|other| order(other) <= order(place)));
        }
        let mut times = [const { Vec::new() }; NAMES.len()];
        for _ in 0..rounds {
            for (policy, times) in policies.iter().zip(&mut times) {
                let start = Instant::now();
                let columns = numbers
                    .chunks_exact(cards)
                    .map(|hand| policy.expose(hand)[0]);
                black_box(columns.sum::<usize>());
                times.push(start.elapsed().as_secs_f64() * 1e9 / hands as f64);
            }
        }
        for (name, mut times) in NAMES.into_iter().zip(times) {
            times.sort_by(f64::total_cmp);
            let (median, least) = (times[times.len() / 2], times[0]);
            println!("{cards} cards, {name:6} {median:6.1} ns, at least {least:6.1} ns");
        }
    }
}

struct Mean {
    mean: f64,
    /// 1.96 standard errors.
    margin: f64,
}

impl Mean {
    /// The mean share of the first player, who exposes by a policy of his own.
    fn of_first(
        evaluator: &Evaluator,
        first: &Exposing,
        others: &Exposing,
        players: usize,
        deals: u64,
    ) -> Mean {
        let mut seats = vec![others; players];
        seats[0] = first;
        let (mut sum, mut squares) = (0.0, 0.0);
        for deal in 0..deals {
            let share = share_of_first(evaluator, &seats, deal) * players as f64;
            sum += share;
            squares += share * share;
        }
        let mean = sum / deals as f64;
        let variance = squares / deals as f64 - mean * mean;
        Mean {
            mean,
            margin: 1.96 * (variance / deals as f64).sqrt(),
        }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8.4} +- {:.4}   ", self.mean, self.margin)
    }
}

/// The share of all pots that the first seat wins in a deal: half is the main pot.
fn share_of_first(evaluator: &Evaluator, seats: &[&Exposing], deal: u64) -> f64 {
    let random = Random::new(SEED);
    let numbers = deal << 8..;
    let mut numbers = numbers.map(|position| random.at(position));
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hands = vec![Vec::with_capacity(7); seats.len()];
    let mut share = 0.0;
    for cards in 5..=7 {
        let mut twos = Vec::with_capacity(seats.len());
        let mut exposed = Vec::with_capacity(2 * seats.len());
        for (hand, seat) in hands.iter_mut().zip(seats) {
            while hand.len() < cards {
                let number = numbers.next().expect("positions have no end");
                let place = (u128::from(number) * deck.len() as u128) >> 64;
                hand.push(deck.swap_remove(place as usize));
            }
            let [first, second] = seat.expose(hand);
            let two = [hand.remove(second), hand.remove(first)];
            exposed.extend(two);
            let two = two.map(|number| Card::from_number(number).expect("a card"));
            twos.push(evaluator.evaluate_two(&two).expect("two cards").0);
        }
        deck.extend(exposed);
        share += part_of_first(&twos) / 6.0;
    }
    let five = |hand: &Vec<u8>| evaluator.strength_of_numbers(hand).expect("five cards").0;
    share + part_of_first(&hands.iter().map(five).collect::<Vec<_>>()) / 2.0
}

fn part_of_first(strengths: &[u16]) -> f64 {
    if strengths.iter().any(|&other| other > strengths[0]) {
        return 0.0;
    }
    let equal = strengths.iter().filter(|&&other| other == strengths[0]);
    1.0 / equal.count() as f64
}
