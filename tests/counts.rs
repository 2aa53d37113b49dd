//! Exact counts by category, over whole decks: every row of `vectors/counts.json`.

mod walk;

use std::collections::BTreeMap;

use pokerhouse::{
    Card, CardSet, Category, Dealer, Evaluator, Random, Rules, TwoStrength, Wild, cards,
};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Counts {
    hands: Vec<Row>,
    two_card_hands: Vec<TwoRow>,
    omaha: Omaha,
}

#[derive(Deserialize)]
struct Row {
    cards: usize,
    deck: u8,
    wild: Option<String>,
    wilds: String,
    flushes: bool,
    counts: BTreeMap<String, u64>,
    distinct_strengths: Option<usize>,
}

#[derive(Deserialize)]
struct TwoRow {
    deck: u8,
    wild: Option<String>,
    wilds: String,
    pairs: u64,
    unpaired: u64,
    classes: usize,
}

#[derive(Deserialize)]
struct Omaha {
    hands: u64,
    counts: BTreeMap<String, u64>,
}

fn counts() -> Counts {
    serde_json::from_str(include_str!("vectors/counts.json")).unwrap()
}

fn evaluator(flushes: bool, wild: Option<&str>, wilds: &str) -> Evaluator {
    let wild = wild.map_or(Wild::None, |name| Wild::from_name(name).unwrap());
    let wilds: CardSet = cards(wilds).unwrap().into_iter().collect();
    Evaluator::new(Rules::new(flushes, wild, wilds).unwrap())
}

/// How many hands have each strength.
fn tally(evaluator: &Evaluator, deck: u8, cards: usize) -> Vec<u64> {
    let lookup = evaluator.lookup(cards);
    let sums: Vec<_> = (0..deck).map(|card| evaluator.sum([card])).collect();
    let mut tally = vec![0; 1 << 16];
    for part in walk::parts(
        &sums,
        cards,
        || vec![0u64; 1 << 16],
        |tally, sum| {
            tally[usize::from(lookup.strength(sum).0)] += 1;
        },
    ) {
        tally
            .iter_mut()
            .zip(part)
            .for_each(|(all, part)| *all += part);
    }
    tally
}

fn by_category(tally: &[u64]) -> BTreeMap<String, u64> {
    let count = |category: Category| tally[(category as usize) << 12..][..1 << 12].iter().sum();
    Category::ALL
        .map(|category| (category.name().to_string(), count(category)))
        .into()
}

fn check(cards: usize) {
    let rows = counts().hands;
    for row in rows.iter().filter(|row| row.cards == cards) {
        let evaluator = evaluator(row.flushes, row.wild.as_deref(), &row.wilds);
        let tally = tally(&evaluator, row.deck, cards);
        let name = format!(
            "{:?} {:?} of {} cards",
            evaluator.rules(),
            row.flushes,
            row.deck
        );
        assert_eq!(by_category(&tally), row.counts, "{name}");
        if let Some(distinct) = row.distinct_strengths {
            let found = tally.iter().filter(|&&count| count > 0).count();
            assert_eq!(found, distinct, "{name}");
        }
    }
}

#[test]
fn five_card_hands_are_counted_right() {
    check(5);
}

#[test]
fn six_card_hands_are_counted_right() {
    check(6);
}

#[test]
fn seven_card_hands_are_counted_right() {
    check(7);
}

#[test]
fn two_card_hands_are_counted_right() {
    for row in counts().two_card_hands {
        let evaluator = evaluator(true, row.wild.as_deref(), &row.wilds);
        let deck: Vec<Card> = (0..row.deck).filter_map(Card::from_number).collect();
        let mut tally = BTreeMap::new();
        for (i, &first) in deck.iter().enumerate() {
            for &second in &deck[i + 1..] {
                let strength = evaluator.evaluate_two(&[first, second]).unwrap();
                assert_eq!(evaluator.evaluate_two(&[second, first]), Ok(strength));
                *tally.entry(strength).or_insert(0) += 1;
            }
        }
        let pairs = |(strength, _): &(&TwoStrength, &u64)| strength.category() == Category::OnePair;
        let paired: u64 = tally.iter().filter(pairs).map(|(_, count)| count).sum();
        let all: u64 = tally.values().sum();
        let found = (paired, all - paired, tally.len());
        assert_eq!(
            found,
            (row.pairs, row.unpaired, row.classes),
            "{:?}",
            evaluator.rules()
        );
    }
}

/// All 463,563,500,400 Omaha deals. What counts of the suits of hole cards and board is which cards are
/// of a suit that a flush can have, so boards are walked one by one up to a renaming of suits, and for
/// each board every four hole cards.
#[test]
fn omaha_deals_are_counted_right() {
    let expected = counts().omaha;
    let evaluator = Evaluator::new(Rules::STANDARD);
    let boards = boards_by_suits();
    let dealt: u64 = boards.values().sum();
    assert_eq!(dealt, 2_598_960);
    let boards: Vec<([u8; 5], u64)> = boards.into_iter().collect();
    let tally = boards
        .par_iter()
        .map(|(board, times)| {
            let mut tally = omaha_tally(&evaluator, *board);
            tally.iter_mut().for_each(|count| *count *= times);
            tally
        })
        .reduce(
            || [0; 11],
            |mut all, part| {
                all.iter_mut()
                    .zip(part)
                    .for_each(|(all, part)| *all += part);
                all
            },
        );
    assert_eq!(tally.iter().sum::<u64>(), expected.hands);
    let found: BTreeMap<String, u64> = Category::ALL
        .iter()
        .zip(tally)
        .map(|(category, count)| (category.name().to_string(), count))
        .collect();
    assert_eq!(found, expected.counts);
}

/// The boards that are left when suits are renamed, and how many boards each stands for.
fn boards_by_suits() -> BTreeMap<[u8; 5], u64> {
    let renamings: Vec<[u8; 4]> = (0..256u32)
        .map(|code| [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8))
        .filter(|suits| (0..4).all(|suit| suits.contains(&suit)))
        .collect();
    let mut boards = BTreeMap::new();
    for a in 0..52u8 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let renamed = renamings.iter().map(|suits| {
                            let mut board =
                                [a, b, c, d, e].map(|n| n / 4 * 4 + suits[n as usize % 4]);
                            board.sort_unstable();
                            board
                        });
                        *boards.entry(renamed.min().unwrap()).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    boards
}

/// How many of the 178,365 hole hands make each category with this board: the best over the six pairs
/// of the four, each pair's best over the ten threes.
fn omaha_tally(evaluator: &Evaluator, board: [u8; 5]) -> [u64; 11] {
    let lookup = evaluator.lookup(5);
    let left: Vec<u8> = (0..52).filter(|card| !board.contains(card)).collect();
    let mut best = vec![[0u16; 47]; 47];
    for (i, &first) in left.iter().enumerate() {
        for (j, &second) in left.iter().enumerate().take(i) {
            for low in 0..3 {
                for middle in low + 1..4 {
                    for high in middle + 1..5 {
                        let cards = [first, second, board[low], board[middle], board[high]];
                        let strength = lookup.strength(evaluator.sum(cards)).0;
                        best[i][j] = best[i][j].max(strength);
                    }
                }
            }
        }
    }
    let mut tally = [0; 11];
    for (a, with_a) in best.iter().enumerate() {
        for (b, with_b) in best.iter().enumerate().take(a) {
            for (c, with_c) in best.iter().enumerate().take(b) {
                let three = with_a[b].max(with_a[c]).max(with_b[c]);
                for ((&ad, &bd), &cd) in with_a.iter().zip(with_b).zip(with_c).take(c) {
                    let four = three.max(ad).max(bd).max(cd);
                    tally[usize::from(four >> 12)] += 1;
                }
            }
        }
    }
    tally
}

#[test]
fn omaha_by_pairs_and_threes_is_what_evaluate_omaha_says() {
    let evaluator = Evaluator::new(Rules::STANDARD);
    let dealer = Dealer::from_set(CardSet::NATURALS, 9, Random::new(5)).unwrap();
    let lookup = evaluator.lookup(5);
    for deal in 0..2000 {
        let mut dealt = Vec::new();
        dealer.deal(deal, |card| dealt.extend(Card::from_number(card)));
        let (hole, board) = dealt.split_at(4);
        let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
        let mut best = 0;
        for two in choices(&numbers(hole), 2) {
            for three in choices(&numbers(board), 3) {
                best = best.max(
                    lookup
                        .strength(evaluator.sum(two.iter().chain(&three).copied()))
                        .0,
                );
            }
        }
        assert_eq!(evaluator.evaluate_omaha(hole, board).unwrap().0, best);
    }
}

fn choices(cards: &[u8], size: usize) -> Vec<Vec<u8>> {
    let sets = (0..1u32 << cards.len()).filter(|set| set.count_ones() as usize == size);
    let chosen = |set: u32| move |&i: &usize| set >> i & 1 == 1;
    sets.map(|set| {
        (0..cards.len())
            .filter(chosen(set))
            .map(|i| cards[i])
            .collect()
    })
    .collect()
}
