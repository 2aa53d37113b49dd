//! What Outhouse's players may expect of the cards that they keep (rulings O4 and O7).
//!
//! Exposed cards go back to the deck, so what may be drawn depends only on what is held: nothing else of
//! a hand's past matters. Flushes do not count (ruling R5), so of the cards held only the ranks do. All
//! wild cards are taken for one more rank. Then there are few hands: 50,388 of seven cards of thirteen
//! ranks, 77,520 of fourteen. That is few enough to work out every one of them, with how often it comes,
//! instead of dealing some: from the last exposure back to the first what may be expected, and from the
//! first to the last how often each hand is shown.
//!
//! What is left out: straight flushes, and flushes under rules where they count; that the cards which
//! opponents hold cannot be drawn; that a casino bug with a printed rank may be that rank. Only
//! the values of cards to come are without them: what is on the table is looked up as it is.

use crate::card::{Card, CardSet};
use crate::evaluate::Evaluator;
use crate::share::{WHOLE, shares};
use crate::strength::Strength;

/// The ranks, and the wild cards as one more.
pub(crate) const FACES: usize = 14;
/// The face of a wild card.
pub(crate) const WILD: u8 = 13;
/// How many two-card strengths there are, and the bits that their places need.
pub(crate) const TWOS: usize = 91;
pub(crate) const TWO_BITS: u32 = 7;
/// How many exposures there are, and how many cards stay in the hand after each.
pub(crate) const ROUNDS: usize = 3;
const KEPT: [usize; ROUNDS] = [3, 4, 5];
const EXPOSED: usize = 2;
const MOST_CARDS: usize = 7;
/// Half of every stake goes to the side pot of its round and half to the main pot (ruling O3), so with
/// equal stakes in every round the main pot is as large as the three side pots together.
const MAIN: u64 = ROUNDS as u64;

/// Rounds in which everyone plays the best answer to the round before. After them everyone plays now
/// this answer and now that, the later ones more often: in proportion to the square of their number.
const ALONE: usize = 2;
const WEIGHT: f64 = 3.0;
/// The rounds end where the best answer gains less than this part of a fair share.
const STILL: f64 = 2e-3;
const MOST_ROUNDS: usize = 100;

/// What is wanted of an exposure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    Two,
    Five,
    Share,
}

/// What each choice is worth: the greatest sum of what is exposed and what is kept is the choice.
pub(crate) struct Plan {
    /// For each round and each two-card strength.
    pub(crate) twos: [[u64; TWOS]; ROUNDS],
    /// For each hand of three and of four cards kept, by its place among them.
    pub(crate) kept: [Vec<u64>; 2],
    /// For each strength of the five that are left.
    pub(crate) fives: Vec<u64>,
}

/// A plan, and what every hand exposes by it in each round.
struct Answer {
    plan: Plan,
    choices: [Vec<Choice>; ROUNDS],
}

/// How often a player shows each two-card strength in each round, and each five at the end.
#[derive(Clone)]
pub(crate) struct Shown {
    twos: [[f64; TWOS]; ROUNDS],
    fives: Vec<f64>,
}

impl Shown {
    fn none() -> Shown {
        Shown {
            twos: [[0.0; TWOS]; ROUNDS],
            fives: vec![0.0; Strength::COUNT],
        }
    }

    /// Adds a part of what is missing from these frequencies to those; 1 makes them the same.
    fn approach(&mut self, other: &Shown, part: f64) {
        let own = self.twos.as_flattened_mut().iter_mut();
        let others = other.twos.as_flattened().iter().chain(&other.fives);
        for (times, other) in own.chain(&mut self.fives).zip(others) {
            *times += part * (other - *times);
        }
    }
}

/// Some cards as faces, without order.
#[derive(Clone, Copy, Default)]
struct Holding {
    /// How many of each face.
    held: [u8; FACES],
    /// The place, among those of one card more, of these cards and one of each face.
    with: [u32; FACES],
}

/// What a hand exposes.
#[derive(Clone, Copy, Default)]
struct Choice {
    worth: u64,
    two: u8,
    kept: u32,
}

/// Every hand that can be held of a deck, as faces.
pub(crate) struct Hands {
    /// How many cards of each face there are; a face that no card has is left out at the end.
    cards: Vec<u8>,
    /// Hands of 0 to 6 cards, and how many there are of 7.
    holdings: [Vec<Holding>; MOST_CARDS],
    sevens: usize,
    /// The strength, by its place, of two of each face and each face that is not lower; two faces that
    /// cannot be held together have any.
    twos: Vec<Vec<u8>>,
    /// The place of the strength of each hand of five.
    fives: Vec<u16>,
}

/// The face of a card under rules with these wild cards.
pub(crate) fn face(card: Card, wilds: CardSet) -> u8 {
    if wilds.contains(card) {
        WILD
    } else {
        card.number() / 4
    }
}

impl Hands {
    pub(crate) fn new(evaluator: &Evaluator, deck: CardSet) -> Hands {
        let wilds = evaluator.rules().wilds();
        let mut of_face: [Vec<u8>; FACES] = Default::default();
        // Jokers first, the wild cards that are never anything else.
        for card in deck.and(evaluator.rules().playable()).iter() {
            of_face[usize::from(face(card, wilds))].insert(0, card.number());
        }
        let faces = if of_face[usize::from(WILD)].is_empty() {
            FACES - 1
        } else {
            FACES
        };
        let (holdings, sevens) = holdings(faces);
        // As many different cards of each face as are held, if there are so many.
        let numbers = |held: &[u8; FACES]| {
            let mut numbers = Vec::new();
            for (face, &held) in held.iter().enumerate() {
                numbers.extend(of_face[face].get(..usize::from(held))?);
            }
            Some(numbers)
        };
        let pairs = evaluator.pairs();
        let two = |first: usize, second: usize| {
            let mut held = [0; FACES];
            held[first] += 1;
            held[second] += 1;
            let two = numbers(&held).map(|two| pairs.strength_of(two[0], two[1]).index());
            two.unwrap_or_default() as u8
        };
        let twos = |first| (first..faces).map(|second| two(first, second)).collect();
        let lookup = evaluator.lookup(5);
        let five = |holding: &Holding| {
            let five = numbers(&holding.held).map(|five| {
                let sum = evaluator.sum(five);
                lookup.plain_strength(sum).place() as u16
            });
            five.unwrap_or_default()
        };
        Hands {
            cards: of_face[..faces].iter().map(|of| of.len() as u8).collect(),
            fives: holdings[5].iter().map(five).collect(),
            twos: (0..faces).map(twos).collect(),
            holdings,
            sevens,
        }
    }

    /// How many faces the deck's cards have.
    pub(crate) fn faces(&self) -> usize {
        self.cards.len()
    }

    /// The place of up to six faces among the hands of that many cards.
    pub(crate) fn place(&self, faces: &[usize]) -> usize {
        let with = |(cards, place): (usize, usize), &face: &usize| {
            (cards + 1, self.holdings[cards][place].with[face] as usize)
        };
        faces.iter().fold((0, 0), with).1
    }

    /// The best way to choose that is known for a table of this many players, how many rounds it took,
    /// and which part of a fair share the best answer to players who choose so gains.
    pub(crate) fn plan(&self, want: Want, players: usize) -> (Plan, usize, f64) {
        let mut answer = self.answer_of(self.strongest_twos());
        if want == Want::Two {
            return (answer.plan, 0, 0.0);
        }
        let mut all = self.shown(&answer.choices);
        let gain = |expected: f64| expected * players as f64 - 1.0;
        for round in 1.. {
            let expected;
            (answer, expected) = self.best_answer(want, &all, players);
            let shown = self.shown(&answer.choices);
            let (_, e2) = self.best_answer(want, &shown, players);
            eprintln!(
                "{want:?} {players} round {round} avg {:.6} pure {:.6}",
                gain(expected),
                gain(e2)
            );
            if gain(expected) < STILL / 20.0 || round == MOST_ROUNDS {
                let (_, expected) = self.best_answer(want, &shown, players);
                return (answer.plan, round, gain(expected));
            }
            #[allow(non_snake_case)]
            let C: f64 = std::env::var("C").unwrap().parse().unwrap();
            let answers = round.saturating_sub(ALONE) as f64;
            all.approach(&shown, (C / (answers + C - 1.0)).min(1.0));
        }
        unreachable!("the rounds have an end")
    }

    /// The strongest two; of equal ones those with the fewest wild cards, at the end those that
    /// leave the strongest five. Where twos are equal a wild card is never worse to keep than what would
    /// stay in its place.
    fn strongest_twos(&self) -> Plan {
        const KEPT_BITS: u32 = 16;
        let wilds = |cards: usize| {
            let wilds = |holding: &Holding| u64::from(holding.held[usize::from(WILD)]);
            self.holdings[cards].iter().map(wilds).collect()
        };
        Plan {
            twos: [std::array::from_fn(|two| (two as u64) << KEPT_BITS); ROUNDS],
            kept: [wilds(3), wilds(4)],
            fives: (0..Strength::COUNT as u64).collect(),
        }
    }

    /// The best answer to opponents who show this, and the part of the pots wanted that it may expect.
    fn best_answer(&self, want: Want, shown: &Shown, players: usize) -> (Answer, f64) {
        let main = shares(shown.fives.iter().copied(), players);
        // What is kept is worth what may be expected of it, and under "five" decides first.
        let (shift, main_parts, parts) = match want {
            Want::Share => (0, MAIN, 2 * MAIN),
            Want::Five | Want::Two => (TWO_BITS, 1, 1),
        };
        let twos = shown.twos.each_ref().map(|shown| match want {
            Want::Share => {
                let shares = shares(shown.iter().copied(), players);
                std::array::from_fn(|two| shares[two])
            }
            Want::Five | Want::Two => std::array::from_fn(|two| two as u64),
        });
        let mut plan = Plan {
            twos,
            kept: Default::default(),
            fives: main
                .iter()
                .map(|share| (share * main_parts) << shift)
                .collect(),
        };
        let mut choices: [Vec<Choice>; ROUNDS] = Default::default();
        for round in (0..ROUNDS).rev() {
            choices[round] = self.choices(&plan, round);
            let worth = |choice: &Choice| (choice.worth >> shift) as f64;
            let values = choices[round].iter().map(worth).collect();
            let held = round.checked_sub(1).map_or(0, |before| KEPT[before]);
            let values = self.expected(held, KEPT[round] + EXPOSED, values);
            if let Some(before) = round.checked_sub(1) {
                let worth = |value: &f64| (value.round() as u64) << shift;
                plan.kept[before] = values.iter().map(worth).collect();
            } else {
                let expected = values[0] / (WHOLE * parts as f64);
                return (Answer { plan, choices }, expected);
            }
        }
        unreachable!("the first round comes last")
    }

    fn answer_of(&self, plan: Plan) -> Answer {
        let choices = std::array::from_fn(|round| self.choices(&plan, round));
        Answer { plan, choices }
    }

    /// What players who choose in this way show.
    fn shown(&self, choices: &[Vec<Choice>; ROUNDS]) -> Shown {
        let mut shown = Shown::none();
        let (mut held, mut times) = (0, vec![1.0]);
        for (round, choices) in choices.iter().enumerate() {
            let dealt = self.dealt(held, KEPT[round] + EXPOSED, times);
            held = KEPT[round];
            times = vec![0.0; self.holdings[held].len()];
            for (choice, often) in choices.iter().zip(dealt) {
                times[choice.kept as usize] += often;
                shown.twos[round][usize::from(choice.two)] += often;
            }
        }
        for (&five, often) in self.fives.iter().zip(times) {
            shown.fives[usize::from(five)] += often;
        }
        shown
    }

    /// What each hand exposes in a round; of equal choices any.
    fn choices(&self, plan: &Plan, round: usize) -> Vec<Choice> {
        let cards = KEPT[round] + EXPOSED;
        let twos = &plan.twos[round];
        let mut choices = vec![Choice::default(); self.count(cards)];
        for (kept, holding) in self.holdings[KEPT[round]].iter().enumerate() {
            let worth_kept = match plan.kept.get(round) {
                Some(worth) => worth[kept],
                None => plan.fives[usize::from(self.fives[kept])],
            };
            for (first, seconds) in self.twos.iter().enumerate() {
                let with_first = &self.holdings[cards - 1][holding.with[first] as usize];
                let hands = &with_first.with[first..];
                for (&hand, &two) in hands.iter().zip(seconds) {
                    let choice = &mut choices[hand as usize];
                    let worth = worth_kept + twos[usize::from(two)];
                    if worth >= choice.worth {
                        *choice = Choice {
                            worth,
                            two,
                            kept: kept as u32,
                        };
                    }
                }
            }
        }
        choices
    }

    /// How many hands of so many cards there are.
    fn count(&self, cards: usize) -> usize {
        self.holdings.get(cards).map_or(self.sevens, Vec::len)
    }

    /// What hands are worth before they are filled from `held` cards up to those of these values.
    fn expected(&self, held: usize, cards: usize, mut values: Vec<f64>) -> Vec<f64> {
        for cards in (held..cards).rev() {
            let mean = |holding: &Holding| {
                let draws = self.draws(holding);
                draws.fold(0.0, |sum, (hand, chance)| sum + chance * values[hand])
            };
            values = self.holdings[cards].iter().map(mean).collect();
        }
        values
    }

    /// How often hands are held after they were filled from `held` to `cards`.
    fn dealt(&self, held: usize, cards: usize, mut times: Vec<f64>) -> Vec<f64> {
        for cards in held..cards {
            let mut dealt = vec![0.0; self.count(cards + 1)];
            for (holding, often) in self.holdings[cards].iter().zip(times) {
                if often > 0.0 {
                    self.draws(holding)
                        .for_each(|(hand, chance)| dealt[hand] += often * chance);
                }
            }
            times = dealt;
        }
        times
    }

    /// The hands that the next card may make, and how often it does.
    #[inline]
    fn draws(&self, holding: &Holding) -> impl Iterator<Item = (usize, f64)> {
        let left = |(&all, &held): (&u8, &u8)| all.saturating_sub(held);
        let faces = self.cards.iter().zip(&holding.held).map(left);
        let cards: u32 = faces.clone().map(u32::from).sum();
        let chance = 1.0 / f64::from(cards.max(1));
        let hands = faces.zip(holding.with);
        hands.map(move |(left, hand)| (hand as usize, f64::from(left) * chance))
    }
}

/// All hands of 0 to 6 cards of so many faces, and how many there are of seven.
fn holdings(faces: usize) -> ([Vec<Holding>; MOST_CARDS], usize) {
    /// Where a hand comes from: one of a card less, and the last face. Faces are added in order.
    #[derive(Clone, Copy)]
    struct Origin {
        before: usize,
        last: usize,
        first_child: usize,
    }
    let mut all: [Vec<Holding>; MOST_CARDS] = Default::default();
    let root = Origin {
        before: 0,
        last: 0,
        first_child: 0,
    };
    let mut level = vec![(root, Holding::default())];
    for cards in 0..MOST_CARDS {
        let mut next = Vec::new();
        // A face that comes after the last one is added at the end; one that comes before it is added
        // to what there was before the last one.
        let child = |origin: &Origin, face: usize| origin.first_child + face - origin.last;
        for place in 0..level.len() {
            level[place].0.first_child = next.len();
            let (origin, holding) = level[place];
            for face in origin.last..faces {
                let added = Origin {
                    before: place,
                    last: face,
                    first_child: 0,
                };
                let mut held = holding.held;
                held[face] += 1;
                let with = [0; FACES];
                next.push((added, Holding { held, with }));
            }
        }
        for place in 0..level.len() {
            let origin = level[place].0;
            for face in 0..faces {
                let with = if face >= origin.last {
                    child(&origin, face)
                } else {
                    let swapped = all[cards - 1][origin.before].with[face] as usize;
                    child(&level[swapped].0, origin.last)
                };
                level[place].1.with[face] = with as u32;
            }
        }
        all[cards] = level.into_iter().map(|(_, holding)| holding).collect();
        level = next;
    }
    (all, level.len())
}
