//! How hands are dealt out of a deck: every way, one by one.

use pokerhouse::{Card, CardSet};

/// Card numbers, those face down first.
pub type Numbers = Vec<u8>;

/// One way to hold a hand, and how much it weighs.
pub type Way = (Numbers, u128);

pub fn numbers(cards: &[Card]) -> Numbers {
    cards.iter().map(|card| card.number()).collect()
}

pub fn card(number: u8) -> Card {
    Card::from_number(number).expect("a card")
}

pub fn set(numbers: &[u8]) -> CardSet {
    CardSet(numbers.iter().fold(0, |set, number| set | 1 << number))
}

pub fn list(cards: CardSet) -> Numbers {
    cards.iter().map(|card| card.number()).collect()
}

/// How a hand is dealt out.
pub enum Seat {
    /// Known cards, then handfuls of missing ones; for up cards the same.
    Dealt {
        down: Numbers,
        missing: Vec<usize>,
        up: Numbers,
        missing_up: usize,
    },
    /// One of these.
    Ranged(Vec<Way>),
}

impl Seat {
    /// Every way to hold the hand.
    pub fn ways(&self, deck: CardSet) -> Vec<Way> {
        match self {
            Seat::Ranged(ways) => {
                let ways = ways.iter();
                let left = ways.filter(|(cards, _)| set(cards).minus(deck).is_empty());
                left.cloned().collect()
            }
            Seat::Dealt {
                down,
                missing,
                up,
                missing_up,
            } => {
                let mut ways = vec![];
                let wanted = [&missing[..], &[*missing_up]].concat();
                deal_out(deck, &wanted, &mut vec![], &mut |dealt| {
                    let (downs, ups) = dealt.split_at(dealt.len() - missing_up);
                    ways.push(([&down[..], downs, up, ups].concat(), 1));
                });
                ways
            }
        }
    }
}

/// Every way to deal one handful of cards after the other.
pub fn deal_out(
    deck: CardSet,
    wanted: &[usize],
    dealt: &mut Numbers,
    visit: &mut dyn FnMut(&Numbers),
) {
    let Some((&first, rest)) = wanted.split_first() else {
        visit(dealt);
        return;
    };
    choose(&list(deck), first, &mut vec![], &mut |chosen| {
        dealt.extend(chosen);
        deal_out(deck.minus(set(chosen)), rest, dealt, visit);
        dealt.truncate(dealt.len() - chosen.len());
    });
}

pub fn each_deal(
    seats: &[Seat],
    deck: CardSet,
    hands: &mut Vec<Numbers>,
    weight: u128,
    visit: &mut dyn FnMut(&[Numbers], u128),
) {
    let Some((first, rest)) = seats.split_first() else {
        visit(hands, weight);
        return;
    };
    for (cards, times) in first.ways(deck) {
        let left = deck.minus(set(&cards));
        hands.push(cards);
        each_deal(rest, left, hands, weight * times, visit);
        hands.pop();
    }
}

/// Passes every choice of so many of the cards to `visit`.
pub fn choose(deck: &[u8], wanted: usize, chosen: &mut Numbers, visit: &mut dyn FnMut(&[u8])) {
    if wanted == 0 {
        visit(chosen);
        return;
    }
    for (place, &card) in deck.iter().enumerate() {
        chosen.push(card);
        choose(&deck[place + 1..], wanted - 1, chosen, visit);
        chosen.pop();
    }
}
