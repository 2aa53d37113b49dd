//! A showdown: all cards are there, and each part of the pot is won.

use std::borrow::Cow;

use super::game::Game;
use super::runout::Room;
use super::seat::{each_choice, set_of, stackhouse_hands};
use super::spot::Spot;
use super::tally::{Count, MOST_HANDS};
use super::work::Watch;
use crate::card::CardSet;
use crate::evaluate::{Lookup, Sum};
use crate::house::HouseKey;
use crate::split::Divider;
use crate::strength::Strength;

/// What showdowns of a spot read.
pub(crate) struct Showdown<'a> {
    pub(crate) spot: &'a Spot,
    /// For the best five of a hand with the board.
    pub(crate) whole: &'a Lookup,
    /// For five cards, and for Ethos One's six.
    five: &'a Lookup,
    six: &'a Lookup,
    divider: Divider<'a>,
    room: Room,
    watch: &'a Watch,
    strengths: [[u16; MOST_HANDS]; 4],
}

impl<'a> Showdown<'a> {
    pub(crate) fn new(spot: &'a Spot, watch: &'a Watch) -> Showdown<'a> {
        let evaluator = &spot.evaluator;
        Showdown {
            spot,
            whole: evaluator.lookup(if spot.game == Game::Ethos { 6 } else { 7 }),
            five: evaluator.lookup(5),
            six: evaluator.lookup(6),
            divider: evaluator.divider(false),
            room: Room::default(),
            watch,
            strengths: [[0; MOST_HANDS]; 4],
        }
    }

    /// Counts one showdown of whole hands, down cards first, on this board, which is empty in games
    /// without one. Of Outhouse it is the last round.
    #[inline]
    pub(crate) fn count(&mut self, hands: &[&[u8]], board: &[u8], count: &mut Count) {
        match self.spot.game {
            Game::Holdem | Game::Ethos | Game::Stud => {
                let evaluator = &self.spot.evaluator;
                let on_board = evaluator.sum(board.iter().copied());
                for (strength, hand) in self.strengths[0].iter_mut().zip(hands) {
                    let sum = on_board + evaluator.sum(hand.iter().copied());
                    *strength = self.whole.strength(sum).0;
                }
                self.count_one_pot(hands, board, count);
            }
            Game::Omaha(_) => {
                for (seat, hand) in hands.iter().enumerate() {
                    self.strengths[0][seat] = self.omaha(hand, board);
                }
                self.count_one_pot(hands, board, count);
            }
            Game::TriShow => {
                let mut kept = [const { Cow::Borrowed(&[] as &[u8]) }; MOST_HANDS];
                for (seat, hand) in hands.iter().enumerate() {
                    kept[seat] = self.kept(hand, board);
                    self.strengths[0][seat] = self.best_with(&kept[seat], board);
                }
                let kept: [&[u8]; MOST_HANDS] = std::array::from_fn(|seat| &*kept[seat]);
                self.count_one_pot(&kept[..hands.len()], board, count);
            }
            Game::Stackhouse => {
                for (seat, hand) in hands.iter().enumerate() {
                    let kept = self.kept(hand, board);
                    let [one, two, three, four] = stackhouse_hands(kept.len());
                    self.strengths[0][seat] = self.best_with(&kept[one], board);
                    self.strengths[1][seat] = self.best_with(&kept[two], board);
                    self.strengths[2][seat] = self.best_with(&kept[three], board);
                    self.strengths[3][seat] = self.omaha(&kept[four], board);
                }
                count.add_parts(&self.strengths[..4]);
            }
            Game::Cowpie => {
                for (seat, hand) in hands.iter().enumerate() {
                    let seven = hand.first_chunk::<7>().expect("a hand of seven");
                    let best = self
                        .divider
                        .best_of_seven(seven, self.spot.policies.divide[seat]);
                    self.strengths[0][seat] = best.five.0;
                    self.strengths[1][seat] = best.two.0;
                }
                count.add_parts(&self.strengths[..2]);
            }
            Game::Outhouse => {
                let mut left = [[0; 5]; MOST_HANDS];
                for (seat, hand) in hands.iter().enumerate() {
                    let seven = hand.first_chunk::<7>().expect("a hand of seven");
                    self.strengths[0][seat] = self.expose(seat, seven, &mut left[seat]);
                    self.strengths[1][seat] = self.main(left[seat]);
                }
                count.add_parts(&self.strengths[..2]);
            }
        }
    }

    /// Counts a pot of one part by the strengths that were found, and where House Rules break ties by the
    /// later tests (rulings H2 to H5).
    #[inline]
    fn count_one_pot(&mut self, hands: &[&[u8]], board: &[u8], count: &mut Count) {
        if self.spot.breaks_ties() {
            self.break_tie(hands, board);
        }
        count.add(&self.strengths[0][..hands.len()], 1);
    }

    /// Where several hands have the greatest strength, makes that of those with a lower key less.
    fn break_tie(&mut self, hands: &[&[u8]], board: &[u8]) {
        let strengths = &self.strengths[0][..hands.len()];
        let best = strengths.iter().max().copied().unwrap_or_default();
        let is_best = |seat: usize| strengths[seat] == best;
        if (0..hands.len()).filter(|&seat| is_best(seat)).count() < 2 {
            return;
        }
        let key =
            |seat: usize| is_best(seat).then(|| self.house_key(Strength(best), hands[seat], board));
        let keys: Vec<Option<HouseKey>> = (0..hands.len()).map(key).collect();
        let greatest = keys.iter().max().copied().flatten();
        for (strength, key) in self.strengths[0].iter_mut().zip(keys) {
            *strength = u16::from(key == greatest);
        }
    }

    /// The key of a hand of this strength.
    fn house_key(&self, strength: Strength, hand: &[u8], board: &[u8]) -> HouseKey {
        let evaluator = &self.spot.evaluator;
        let of = |cards: CardSet| evaluator.house_key_of(strength, cards);
        if !matches!(self.spot.game, Game::Omaha(_)) {
            return of(set_of(hand).or(set_of(board)));
        }
        let mut greatest = HouseKey(0);
        for two in choices_of(hand, 2) {
            for three in choices_of(board, 3) {
                let five = two.or(three);
                let sum = evaluator.sum(five.iter().map(|card| card.number()));
                if self.five.strength(sum) == strength {
                    greatest = greatest.max(of(five));
                }
            }
        }
        greatest
    }

    /// The best five of these hole cards and the board.
    fn best_with(&self, hole: &[u8], board: &[u8]) -> u16 {
        let sum: Sum = self.spot.evaluator.sum(hole.iter().chain(board).copied());
        let lookup = if hole.len() == 1 {
            self.six
        } else {
            self.whole
        };
        lookup.strength(sum).0
    }

    fn omaha(&self, hole: &[u8], board: &[u8]) -> u16 {
        let evaluator = &self.spot.evaluator;
        let (mut hole_sums, mut board_sums) = ([Sum::default(); 6], [Sum::default(); 5]);
        let hole = evaluator.sums(hole.iter().copied(), &mut hole_sums);
        let board = evaluator.sums(board.iter().copied(), &mut board_sums);
        self.five.omaha(hole, board).0
    }

    /// A hand without the card that it discards after the flop, the first three of the board (ruling
    /// S4), if it still holds it.
    pub(crate) fn kept<'h>(&mut self, hand: &'h [u8], board: &[u8]) -> Cow<'h, [u8]> {
        let three = match (self.spot.game, hand.len()) {
            (Game::TriShow, 3) => 0..3,
            (Game::Stackhouse, 10) => stackhouse_hands(10)[2].clone(),
            _ => return Cow::Borrowed(hand),
        };
        let (held, flop) = (set_of(hand), [board[0], board[1], board[2]]);
        let spot = self.spot;
        let unseen = spot.cards.minus(spot.dead).minus(held).minus(set_of(&flop));
        let cards = [
            hand[three.start],
            hand[three.start + 1],
            hand[three.start + 2],
        ];
        let policy = &spot.policies.discard;
        let room = &mut self.room;
        let discard = policy.discard(&spot.evaluator, cards, flop, unseen, room, self.watch);
        let mut kept = hand.to_vec();
        kept.remove(three.start + discard);
        Cow::Owned(kept)
    }

    /// The strength of the two cards that a player of Outhouse exposes; the others go to `left`.
    pub(crate) fn expose(&self, seat: usize, cards: &[u8], left: &mut [u8]) -> u16 {
        let exposed = self.spot.policies.expose[seat].expose(cards);
        let others = (0..cards.len()).filter(|column| !exposed.contains(column));
        for (left, column) in left.iter_mut().zip(others) {
            *left = cards[column];
        }
        let [first, second] = exposed.map(|column| cards[column]);
        self.spot.evaluator.pairs().strength_of(first, second).0
    }

    /// The strength of the five that are left for the main pot of Outhouse (ruling O7).
    pub(crate) fn main(&self, five: [u8; 5]) -> u16 {
        self.five.strength(self.spot.evaluator.sum(five)).0
    }
}

/// Every choice of so many of these cards.
fn choices_of(cards: &[u8], wanted: usize) -> Vec<CardSet> {
    let mut choices = Vec::new();
    each_choice(set_of(cards), wanted, &mut vec![], &mut |chosen| {
        choices.push(chosen.iter().copied().collect());
    });
    choices
}
