//! A hand in a spot: what is known of it, how many cards are missing, and every way to hold it.

use std::fmt;

use super::error::SpotError;
use super::game::{Game, STACKHOUSE_HANDS};
use crate::card::{Card, CardSet};
use crate::range::Range;

/// What is known of one hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Cards; those that are missing are dealt at random.
    Cards {
        /// Face down.
        down: Vec<Card>,
        /// Face up.
        up: Vec<Card>,
    },
    /// One of several hands of two, by weight.
    Range(Range),
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Range(range) => range.fmt(f),
            Held::Cards { down, up } => {
                down.iter().try_for_each(|card| card.fmt(f))?;
                if !up.is_empty() {
                    f.write_str("/")?;
                    up.iter().try_for_each(|card| card.fmt(f))?;
                }
                Ok(())
            }
        }
    }
}

/// One way to hold a hand: its cards, in the order of its parts, and how much it weighs.
#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) cards: CardSet,
    pub(crate) numbers: Vec<u8>,
    pub(crate) weight: u64,
}

/// Cards of a hand among which the order says nothing: those face down, those face up, or one of
/// Stackhouse's four hands.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) known: Vec<u8>,
    pub(crate) missing: usize,
}

impl Part {
    /// The part of these known cards that has so many when all are there.
    fn filled_to(full: usize, known: &[u8]) -> Part {
        Part {
            known: known.to_vec(),
            missing: full - known.len(),
        }
    }
}

/// A hand as it is dealt out.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// Some cards are known, and the others are dealt.
    Dealt(Vec<Part>),
    /// One of several holdings.
    Ranged(Vec<Holding>),
}

impl Seat {
    /// How many cards are to be dealt to it at random.
    pub(crate) fn missing(&self) -> usize {
        match self {
            Seat::Dealt(parts) => parts.iter().map(|part| part.missing).sum(),
            Seat::Ranged(_) => 0,
        }
    }

    /// Whether it has one of several holdings.
    pub(crate) fn is_ranged(&self) -> bool {
        matches!(self, Seat::Ranged(_))
    }

    /// How many ways there are to hold it, with so many cards in the deck.
    pub(crate) fn ways(&self, deck: usize) -> f64 {
        let parts = match self {
            Seat::Dealt(parts) => parts,
            Seat::Ranged(holdings) => return holdings.len() as f64,
        };
        let mut left = deck;
        parts.iter().fold(1.0, |ways, part| {
            let ways = ways * choices(left, part.missing);
            left = left.saturating_sub(part.missing);
            ways
        })
    }

    /// Every way to hold it from this deck.
    pub(crate) fn holdings(&self, deck: CardSet) -> Vec<Holding> {
        let mut holdings = Vec::new();
        match self {
            Seat::Ranged(ranged) => holdings.clone_from(ranged),
            Seat::Dealt(parts) => each_holding(parts, deck, &mut vec![], &mut holdings),
        }
        holdings
    }

    /// The known cards in their places, and none where one is dealt; a range has two that are dealt.
    pub(crate) fn cards(&self) -> Vec<Option<u8>> {
        let Seat::Dealt(parts) = self else {
            return vec![None; 2];
        };
        let cards = parts.iter().flat_map(|part| {
            let known = part.known.iter().copied().map(Some);
            known.chain(std::iter::repeat_n(None, part.missing))
        });
        cards.collect()
    }
}

/// Adds every way to hold these parts behind the cards `before` them.
fn each_holding(parts: &[Part], deck: CardSet, before: &mut Vec<u8>, holdings: &mut Vec<Holding>) {
    let [part, rest @ ..] = parts else {
        holdings.push(Holding {
            cards: set_of(before),
            numbers: before.clone(),
            weight: 1,
        });
        return;
    };
    let begin = before.len();
    each_choice(deck, part.missing, &mut vec![], &mut |dealt| {
        before.extend(&part.known);
        before.extend(dealt.iter().map(|card| card.number()));
        let left = dealt.iter().fold(deck, |left, &card| left.without(card));
        each_holding(rest, left, before, holdings);
        before.truncate(begin);
    });
}

/// Passes every choice of so many cards to `take`, lowest numbers first.
pub(crate) fn each_choice(
    cards: CardSet,
    wanted: usize,
    chosen: &mut Vec<Card>,
    take: &mut impl FnMut(&[Card]),
) {
    if wanted == 0 {
        take(chosen);
        return;
    }
    let mut left = cards;
    for card in cards.iter() {
        left = left.without(card);
        if left.len() + 1 < wanted {
            break;
        }
        chosen.push(card);
        each_choice(left, wanted - 1, chosen, take);
        chosen.pop();
    }
}

/// How many choices of `wanted` there are among `cards`.
pub(crate) fn choices(cards: usize, wanted: usize) -> f64 {
    if wanted > cards {
        return 0.0;
    }
    (0..wanted).fold(1.0, |ways, i| ways * (cards - i) as f64 / (i + 1) as f64)
}

/// The set of these card numbers.
pub(crate) fn set_of(numbers: &[u8]) -> CardSet {
    CardSet(numbers.iter().fold(0, |set, number| set | 1 << number))
}

/// A range of one hand is two cards.
pub(crate) fn single(held: Held) -> Held {
    match held {
        Held::Range(range) if range.combos().len() == 1 => Held::Cards {
            down: range.combos()[0].0.to_vec(),
            up: vec![],
        },
        other => other,
    }
}

/// How a hand is dealt out, of which `full` cards are down and up when all are there.
pub(crate) fn seat(
    held: &Held,
    hand: usize,
    game: Game,
    on_board: usize,
    full: [usize; 2],
    deck: CardSet,
) -> Result<Seat, SpotError> {
    let (down, up) = match held {
        Held::Cards { down, up } => (down, up),
        Held::Range(range) if is_any_hand(range, deck) => {
            return Ok(Seat::Dealt(vec![Part::filled_to(2, &[])]));
        }
        Held::Range(range) => {
            let holdings: Vec<Holding> = range
                .combos()
                .iter()
                .filter(|(cards, _)| cards.iter().all(|&card| deck.contains(card)))
                .map(|&(cards, weight)| Holding {
                    cards: cards.into_iter().collect(),
                    numbers: cards.map(Card::number).to_vec(),
                    weight: weight.into(),
                })
                .collect();
            if holdings.is_empty() {
                return Err(SpotError::NothingLeft { hand });
            }
            return Ok(Seat::Ranged(with_least_weights(holdings)));
        }
    };
    // On the flop a card may still be there that is about to be discarded (ruling S4); all of them
    // must be known then. Of a hand of which nothing is known all are dealt, and the discard is made.
    let whole = full[0] + 1;
    let about_to_discard = on_board == 3 && down.len() == whole || on_board >= 3 && down.is_empty();
    let most = full[0] + usize::from(game.discards() && about_to_discard);
    if down.len() > most {
        let before_discard = game.discards() && on_board == 3;
        return Err(SpotError::Cards {
            hand,
            game,
            most: if before_discard { whole } else { most },
            found: down.len(),
        });
    }
    if up.len() > full[1] {
        return Err(SpotError::Up {
            hand,
            game,
            most: full[1],
            found: up.len(),
        });
    }
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
    let (down, up) = (numbers(down), numbers(up));
    if game == Game::Stackhouse {
        let parts = stackhouse_hands(most).map(|hand| {
            let known = &down[hand.start.min(down.len())..hand.end.min(down.len())];
            Part::filled_to(hand.len(), known)
        });
        return Ok(Seat::Dealt(parts.to_vec()));
    }
    let parts = [Part::filled_to(most, &down), Part::filled_to(full[1], &up)];
    Ok(Seat::Dealt(parts.to_vec()))
}

/// The holdings with weights in the same proportion and as small as can be.
fn with_least_weights(mut holdings: Vec<Holding>) -> Vec<Holding> {
    let divisor = holdings.iter().fold(0, |divisor, holding| {
        let (mut a, mut b) = (divisor, holding.weight);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    for holding in &mut holdings {
        holding.weight /= divisor;
    }
    holdings
}

/// Where each of Stackhouse's four hands begins among a player's cards, and how many it has: after the
/// discard Hand Three has two (ruling S4).
pub(crate) fn stackhouse_hands(cards: usize) -> [std::ops::Range<usize>; 4] {
    let discarded = 10 - cards;
    let mut begin = 0;
    std::array::from_fn(|hand| {
        let held = STACKHOUSE_HANDS[hand] - if hand == 2 { discarded } else { 0 };
        begin += held;
        begin - held..begin
    })
}

/// Whether a range says nothing: it has every hand of two that the deck could deal, and all weigh the
/// same.
fn is_any_hand(range: &Range, deck: CardSet) -> bool {
    let combos = range.combos();
    let alike = || combos.iter().all(|&(_, weight)| weight == combos[0].1);
    combos.len() == ALL_HANDS && deck.and(CardSet::JOKERS).is_empty() && alike()
}

/// The hands of two cards from 52.
const ALL_HANDS: usize = 52 * 51 / 2;
