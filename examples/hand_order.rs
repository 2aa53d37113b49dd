//! Finds the order of `rust/range.rs`: the 169 classes of two hole cards by how much of the pot one
//! hand of the class wins, all-in before the flop against one random hand, over every hand it may meet
//! and every board: `cargo run --release --example hand_order`. Takes a few seconds.

use pokerhouse::{Card, CardSet, Evaluator, RANKS, Rules, Sum};
use rayon::prelude::*;

/// Hands that two cards may meet, two of the other 50.
const OPPONENTS: u64 = 50 * 49 / 2;
/// Boards that four cards leave, five of the other 48.
const BOARDS: u64 = 1_712_304;
/// Boards of five of the 52 cards, and how many of them are left when suits may be exchanged.
const ALL_BOARDS: u64 = 2_598_960;
const DIFFERENT_BOARDS: u64 = 134_459;

/// A class of two hole cards, and what one hand of it wins: two for a pot, one for half a pot.
pub struct Standing {
    pub class: String,
    pub points: u64,
}

impl Standing {
    /// The mean share of the pot.
    pub fn equity(&self) -> f64 {
        self.points as f64 / (2 * OPPONENTS * BOARDS) as f64
    }
}

/// The place of a hand's class in a grid of 13 x 13: pairs on the diagonal, suited hands above it.
fn place(high: usize, low: usize) -> usize {
    let suited = high % 4 == low % 4;
    let (high, low) = (high / 4, low / 4);
    if suited {
        13 * low + high
    } else {
        13 * high + low
    }
}

/// The class at a place of the grid, and how many hands are of it.
fn class(place: usize) -> (String, u64) {
    let (row, column) = (place / 13, place % 13);
    let (high, low) = (RANKS[row.max(column)], RANKS[row.min(column)]);
    match row.cmp(&column) {
        std::cmp::Ordering::Less => (format!("{high}{low}s"), 4),
        std::cmp::Ordering::Equal => (format!("{high}{low}"), 6),
        std::cmp::Ordering::Greater => (format!("{high}{low}o"), 12),
    }
}

/// For how many boards, itself included, this one stands when suits may be exchanged: none unless its
/// suits come in falling order of what they hold, so that one board of each kind stands for all.
fn stands_for(board: CardSet) -> u64 {
    let suits = [0, 1, 2, 3].map(|suit| board.ranks_in(suit));
    if !suits.is_sorted_by(|first, second| first >= second) {
        return 0;
    }
    // 4! orders of the suits, less those that exchange suits which hold the same.
    let alike = suits.chunk_by(|first, second| first == second);
    24 / alike
        .map(|suits| (1..=suits.len() as u64).product::<u64>())
        .product::<u64>()
}

/// What the walk over boards adds up.
struct Points {
    of_place: [u64; 169],
    boards: u64,
    different: u64,
}

impl Points {
    const NONE: Points = Points {
        of_place: [0; 169],
        boards: 0,
        different: 0,
    };

    fn add(mut self, other: &Points) -> Points {
        for (points, more) in self.of_place.iter_mut().zip(other.of_place) {
            *points += more;
        }
        self.boards += other.boards;
        self.different += other.different;
        self
    }

    /// Adds what every hand wins on this board from every other that shares no card with it.
    fn add_board(&mut self, evaluator: &Evaluator, cards: &[Sum], board: Sum, boards: u64) {
        self.boards += boards;
        self.different += 1;
        let lookup = evaluator.lookup(7);
        let left: Vec<Card> = CardSet::NATURALS.minus(board.cards()).iter().collect();
        let mut hands = Vec::with_capacity(47 * 46 / 2);
        for (i, &high) in left.iter().enumerate() {
            let six = board + cards[high.number() as usize];
            for &low in &left[..i] {
                let strength = lookup.strength(six + cards[low.number() as usize]);
                // One number sorts quicker than three.
                let held = u32::from(high.number()) << 6 | u32::from(low.number());
                hands.push(u32::from(strength.0) << 12 | held);
            }
        }
        hands.sort_unstable();
        let held = |hand: u32| [hand >> 6 & 63, hand & 63].map(|number| number as usize);
        // Of the hands that are worse and of those that are equal, how many hold each card.
        let (mut worse, mut worse_with, mut equal_with) = (0, [0u64; 52], [0u64; 52]);
        for equal in hands.chunk_by(|first, second| first >> 12 == second >> 12) {
            for &hand in equal {
                for card in held(hand) {
                    equal_with[card] += 1;
                }
            }
            for &hand in equal {
                let [high, low] = held(hand);
                let beaten = worse - worse_with[high] - worse_with[low];
                // The hand itself was taken away with each of its cards.
                let tied = equal.len() as u64 + 1 - equal_with[high] - equal_with[low];
                self.of_place[place(high, low)] += boards * (2 * beaten + tied);
            }
            worse += equal.len() as u64;
            for &hand in equal {
                for card in held(hand) {
                    worse_with[card] += 1;
                    equal_with[card] = 0;
                }
            }
        }
    }
}

/// The 169 classes, the one that wins most first; of equal ones the first by name.
pub fn order() -> Vec<Standing> {
    let evaluator = Evaluator::new(Rules::STANDARD);
    let cards: Vec<Sum> = (0..52).map(|number| evaluator.sum([number])).collect();
    let points = (0..52 * 52)
        .into_par_iter()
        .filter(|pair| pair / 52 > pair % 52)
        .map(|pair| {
            let mut points = Points::NONE;
            let two = cards[pair / 52] + cards[pair % 52];
            for third in 0..pair % 52 {
                for fourth in 0..third {
                    let four = two + cards[third] + cards[fourth];
                    for &fifth in &cards[..fourth] {
                        let board = four + fifth;
                        let boards = stands_for(board.cards());
                        if boards > 0 {
                            points.add_board(&evaluator, &cards, board, boards);
                        }
                    }
                }
            }
            points
        })
        .reduce(|| Points::NONE, |all, part| all.add(&part));
    assert_eq!(points.boards, ALL_BOARDS);
    assert_eq!(points.different, DIFFERENT_BOARDS);
    // What one hand wins another loses: half of two points a meeting.
    let all: u64 = points.of_place.iter().sum();
    assert_eq!(all, 1326 * OPPONENTS * BOARDS);
    let mut order: Vec<Standing> = (0..169)
        .map(|place| {
            let (class, hands) = class(place);
            let points = points.of_place[place];
            assert!(
                points.is_multiple_of(hands),
                "hands of a class win the same"
            );
            let points = points / hands;
            Standing { class, points }
        })
        .collect();
    order.sort_by(|first, second| {
        let more = second.points.cmp(&first.points);
        more.then_with(|| first.class.cmp(&second.class))
    });
    order
}

fn main() {
    let order = order();
    for row in order.chunks(13) {
        let names: Vec<&str> = row.iter().map(|standing| &*standing.class).collect();
        println!("{}", names.join(" "));
    }
    for standing in &order {
        println!("{} {:.6}", standing.class, standing.equity());
    }
    // Figures that have been in print for decades.
    for (class, percent) in [
        ("AA", "85.20"),
        ("KK", "82.40"),
        ("AKs", "67.04"),
        ("22", "50.33"),
        ("72o", "34.58"),
        ("32o", "32.30"),
    ] {
        let standing = order.iter().find(|standing| standing.class == class);
        let equity = standing.expect("there are 169 classes").equity();
        assert_eq!(format!("{:.2}", 100.0 * equity), percent, "{class}");
    }
}
