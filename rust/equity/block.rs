//! A block of samples, evaluated by the batch kernels: a row a sample for each hand.

use std::sync::atomic::{AtomicU8, Ordering};

use super::game::Game;
use super::spot::Spot;
use super::tally::{Count, MOST_HANDS};
use crate::batch::{Board, Rows, Run};
use crate::split::Best;

/// Samples in a block.
pub(crate) const BLOCK: usize = 512;

/// Rows of whole hands, those of a hand one after the other, and what they make.
pub(crate) struct Block<'a> {
    spot: &'a Spot,
    /// How many cards a row has.
    width: usize,
    cells: Vec<AtomicU8>,
    /// For each card that is dealt where it goes in the first row of every hand that gets it.
    places: Vec<Vec<usize>>,
    strengths: Vec<u16>,
    divisions: Vec<Best>,
}

impl<'a> Block<'a> {
    /// The block of a spot whose hands are rows: a known card a place, or none where one is dealt, for
    /// every hand, and then the board. None where the kernels do not know the game.
    pub(crate) fn of(
        spot: &'a Spot,
        hands: &[Vec<Option<u8>>],
        board: &[Option<u8>],
    ) -> Option<Block<'a>> {
        let best_five = matches!(spot.game, Game::Holdem | Game::Ethos | Game::Stud);
        let divided = spot.game == Game::Cowpie;
        if spot.breaks_ties() || !(best_five || divided) {
            return None;
        }
        let width = hands[0].len() + board.len();
        let cells: Vec<AtomicU8> = std::iter::repeat_with(|| AtomicU8::new(0))
            .take(hands.len() * BLOCK * width)
            .collect();
        let mut places = Vec::new();
        for (hand, cards) in hands.iter().enumerate() {
            for (place, card) in cards.iter().enumerate() {
                if card.is_none() {
                    places.push(vec![hand * BLOCK * width + place]);
                }
            }
        }
        for (place, card) in board.iter().enumerate() {
            let of_hand = |hand: usize| hand * BLOCK * width + hands[0].len() + place;
            if card.is_none() {
                places.push((0..hands.len()).map(of_hand).collect());
            }
        }
        for (row, cells) in cells.chunks_exact(width).enumerate() {
            let known = hands[row / BLOCK].iter().chain(board);
            for (cell, card) in cells.iter().zip(known) {
                cell.store(card.unwrap_or_default(), Ordering::Relaxed);
            }
        }
        Some(Block {
            spot,
            width,
            cells,
            places,
            strengths: vec![0; if best_five { hands.len() * BLOCK } else { 0 }],
            divisions: vec![Best::default(); if divided { hands.len() * BLOCK } else { 0 }],
        })
    }

    /// Deals cards to a sample, in the order of the hands and then the board.
    #[inline(always)]
    pub(crate) fn deal(&self, sample: usize, cards: impl Iterator<Item = u8>) {
        for (places, card) in self.places.iter().zip(cards) {
            for place in places {
                self.cells[place + sample * self.width].store(card, Ordering::Relaxed);
            }
        }
    }

    /// Counts the first samples of the block.
    pub(crate) fn count(&mut self, samples: usize, count: &mut Count) {
        let hands = self.spot.seats.len();
        let evaluator = &self.spot.evaluator;
        let run = Run {
            check: false,
            ..Run::default()
        };
        let mut strengths = [[0; MOST_HANDS]; 2];
        let rows = |hand: usize| {
            let first = hand * BLOCK * self.width;
            Rows::new(&self.cells[first..][..samples * self.width], self.width)
        };
        // Rows that are not checked are never bad.
        if self.spot.game == Game::Cowpie {
            for (hand, best) in self.divisions.chunks_exact_mut(BLOCK).enumerate() {
                let prefer = self.spot.policies.divide[hand];
                let best = &mut best[..samples];
                let _ = evaluator.best_split_batch(rows(hand), 3, false, prefer, run, best);
            }
            let [fives, twos] = &mut strengths;
            for sample in 0..samples {
                let of_hand = self.divisions[sample..].iter().step_by(BLOCK);
                for ((best, five), two) in of_hand.zip(&mut *fives).zip(&mut *twos) {
                    (*five, *two) = (best.five.0, best.two.0);
                }
                count.add_parts(&[*fives, *twos]);
            }
            return;
        }
        for (hand, out) in self.strengths.chunks_exact_mut(BLOCK).enumerate() {
            let _ = evaluator.evaluate_batch(rows(hand), Board::None, run, &mut out[..samples]);
        }
        if hands == 2 {
            // Two hands, the most common case, are compared many samples at a time.
            let (first, second) = self.strengths.split_at(BLOCK);
            let (first, second) = (&first[..samples], &second[..samples]);
            let won = |one: &[u16], other: &[u16]| -> u64 {
                let won = one.iter().zip(other).filter(|(one, other)| one > other);
                won.count() as u64
            };
            let won = [won(first, second), won(second, first)];
            count.add(&[1, 0], won[0]);
            count.add(&[0, 1], won[1]);
            count.add(&[0, 0], samples as u64 - won[0] - won[1]);
            return;
        }
        for sample in 0..samples {
            for (hand, strength) in strengths[0][..hands].iter_mut().enumerate() {
                *strength = self.strengths[hand * BLOCK + sample];
            }
            count.add(&strengths[0][..hands], 1);
        }
    }
}
