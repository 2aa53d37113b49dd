//! What a player gains by choosing otherwise where all others expose by a policy: every hand of ranks
//! in every round, each drawn from all that may have been kept, and the best of all its choices.
//!
//! Nothing is taken from the search that settles a policy: it is asked what it exposes, as at a table.

use std::collections::BTreeMap;

use pokerhouse::{Card, CardSet, Evaluator, Exposing, Rules, Wild};

use super::{ALL, with_deuces};

/// How many cards of each rank, deuces first, and last of wild cards: only that counts before the end,
/// and at the end too but for straight flushes, which a policy leaves out.
type Ranks = [u8; 14];
/// How often something is, or what it is worth, by ranks.
type ByRanks = BTreeMap<Ranks, f64>;
/// The same by a strength's number.
type ByStrength = Vec<f64>;

const NOTHING: Ranks = [0; 14];
const WILD: usize = 13;
const SIZES: [usize; 3] = [5, 6, 7];

struct Table {
    evaluator: Evaluator,
    policy: Exposing,
    /// The cards of each rank.
    cards: [Vec<u8>; 14],
}

impl Table {
    fn new(rules: Rules, policy: &str, players: usize) -> Table {
        let evaluator = Evaluator::new(rules);
        let policy = Exposing::new(&evaluator, policy, players, ALL).expect("a policy");
        let mut cards: [Vec<u8>; 14] = Default::default();
        for card in ALL.and(rules.playable()).iter() {
            let natural = usize::from(card.number() / 4);
            let wild = rules.wilds().contains(card);
            cards[if wild { WILD } else { natural }].push(card.number());
        }
        Table {
            evaluator,
            policy,
            cards,
        }
    }

    fn rank(&self, card: u8) -> usize {
        let rank = self.cards.iter().position(|cards| cards.contains(&card));
        rank.expect("a card of the deck")
    }

    /// Cards of these ranks that make no straight flush, or with four wild cards also five of a kind: of
    /// seven no three natural ones have one suit, and no two where three are wild.
    fn cards(&self, ranks: &Ranks) -> Vec<u8> {
        let mut hand: Vec<u8> = vec![];
        let mut of_suit = [0; 4];
        for (rank, &held) in ranks.iter().enumerate() {
            let mut cards = self.cards[rank].clone();
            if rank != WILD {
                cards.sort_by_key(|card| of_suit[usize::from(card % 4)]);
                let taken = &cards[..held.into()];
                taken
                    .iter()
                    .for_each(|card| of_suit[usize::from(card % 4)] += 1);
            }
            hand.extend(&cards[..held.into()]);
        }
        hand
    }

    /// Every way to draw so many cards to those that are kept, and how likely it is.
    fn each_draw(&self, kept: &Ranks, wanted: usize, visit: &mut impl FnMut(Ranks, f64)) {
        let left = std::array::from_fn(|rank| self.cards[rank].len() as u8 - kept[rank]);
        let all: u8 = left.iter().sum();
        let likely = 1.0 / choices(all.into(), wanted);
        add_ranks(&left, 0, wanted, *kept, likely, visit);
    }

    /// Every hand of so many cards.
    fn hands(&self, size: usize) -> Vec<Ranks> {
        let mut hands = vec![];
        self.each_draw(&NOTHING, size, &mut |hand, _| hands.push(hand));
        hands
    }

    /// The strength of the two cards in these columns, the ranks of the others, and where five are left
    /// their strength.
    fn exposed(&self, hand: &[u8], columns: [usize; 2]) -> (u16, Ranks, Option<u16>) {
        let card = |number| Card::from_number(number).expect("a card");
        let two = columns.map(|column| card(hand[column]));
        let two = self.evaluator.evaluate_two(&two).expect("two cards").0;
        let left = (0..hand.len()).filter(|column| !columns.contains(column));
        let left: Vec<u8> = left.map(|column| hand[column]).collect();
        let mut kept = NOTHING;
        left.iter().for_each(|&left| kept[self.rank(left)] += 1);
        let five: Vec<Card> = left.into_iter().map(card).collect();
        (
            two,
            kept,
            self.evaluator.evaluate(&five).ok().map(|five| five.0),
        )
    }

    /// How often a player of the policy shows each two cards in each round, and each five at the end.
    fn shown(&self) -> [ByStrength; 4] {
        let mut shown: [ByStrength; 4] = std::array::from_fn(|_| vec![0.0; 1 << 16]);
        let mut kept = ByRanks::from([(NOTHING, 1.0)]);
        for (round, size) in SIZES.into_iter().enumerate() {
            let mut held = ByRanks::new();
            for (kept, often) in kept {
                let wanted = if round == 0 { 5 } else { 3 };
                self.each_draw(&kept, wanted, &mut |hand, likely| {
                    *held.entry(hand).or_default() += often * likely;
                });
            }
            kept = ByRanks::new();
            for (ranks, often) in held {
                let hand = self.cards(&ranks);
                assert_eq!(hand.len(), size);
                let (two, stays, five) = self.exposed(&hand, self.policy.expose(&hand));
                shown[round][usize::from(two)] += often;
                *kept.entry(stays).or_default() += often;
                if let Some(five) = five {
                    shown[3][usize::from(five)] += often;
                }
            }
        }
        shown
    }

    /// The most that a player can expect to win of pots of these sizes where all others play the policy.
    fn most(&self, pots: [f64; 4]) -> f64 {
        let shown = self.shown();
        let shares = shown.map(|shown| shares(&shown, self.policy.players()));
        let mut kept = ByRanks::new();
        for (round, size) in SIZES.into_iter().enumerate().rev() {
            // The most that a hand of this round can win from here on.
            let mut most = ByRanks::new();
            for ranks in self.hands(size) {
                let hand = self.cards(&ranks);
                let mut best = 0.0f64;
                for first in 0..size {
                    for second in first + 1..size {
                        let (two, stays, five) = self.exposed(&hand, [first, second]);
                        let later = match five {
                            Some(five) => pots[3] * shares[3][usize::from(five)],
                            None => kept[&stays],
                        };
                        best = best.max(pots[round] * shares[round][usize::from(two)] + later);
                    }
                }
                most.insert(ranks, best);
            }
            let before = [0, 3, 4][round];
            kept = ByRanks::new();
            for ranks in self.hands(before) {
                let mut mean = 0.0;
                self.each_draw(&ranks, size - before, &mut |hand, likely| {
                    mean += likely * most[&hand];
                });
                kept.insert(ranks, mean);
            }
        }
        kept[&NOTHING]
    }
}

fn add_ranks(
    left: &Ranks,
    rank: usize,
    wanted: usize,
    hand: Ranks,
    likely: f64,
    visit: &mut impl FnMut(Ranks, f64),
) {
    if wanted == 0 {
        visit(hand, likely);
        return;
    }
    let Some(&most) = left.get(rank) else { return };
    for cards in 0..=usize::from(most).min(wanted) {
        let mut hand = hand;
        hand[rank] += cards as u8;
        let likely = likely * choices(most.into(), cards);
        add_ranks(left, rank + 1, wanted - cards, hand, likely, visit);
    }
}

/// How many choices of so many cards there are.
fn choices(cards: usize, wanted: usize) -> f64 {
    (0..wanted).fold(1.0, |ways, i| ways * (cards - i) as f64 / (i + 1) as f64)
}

/// Which part of a pot each strength wins against opponents who show these so often.
fn shares(shown: &[f64], players: usize) -> ByStrength {
    let opponents = players - 1;
    let mut below = 0.0f64;
    let share = |&often: &f64| {
        let share = (0..=opponents).map(|equal| {
            let others = opponents - equal;
            let likely = often.powi(equal as i32) * below.powi(others as i32);
            choices(opponents, equal) * likely / (equal + 1) as f64
        });
        let share = share.sum();
        below += often;
        share
    };
    shown.iter().map(share).collect()
}

/// Half of equal stakes in three rounds, and the main pot (ruling O3).
const ALL_POTS: [f64; 4] = [1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 2.0];
const MAIN_POT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

#[test]
fn leaving_a_policy_for_the_best_other_choices_gains_what_it_says() {
    // Of four bugs and one natural card every hand is a straight flush, so there are but two.
    let jokers = Rules::new(false, Wild::Bug, CardSet::EMPTY).unwrap();
    for (rules, name, players) in [
        (Rules::NO_FLUSH, "five", 2),
        (Rules::NO_FLUSH, "five", 7),
        (Rules::NO_FLUSH, "share", 2),
        (Rules::NO_FLUSH, "share", 7),
        (with_deuces(Wild::Card), "five", 4),
        (with_deuces(Wild::Card), "share", 6),
        (jokers, "share", 5),
    ] {
        let table = Table::new(rules, name, players);
        let pots = if name == "five" { MAIN_POT } else { ALL_POTS };
        let gain = table.most(pots) * players as f64 - 1.0;
        let told = table.policy.gain();
        assert!((gain - told).abs() < 1e-8, "{name} {players} {gain} {told}");
    }
}
