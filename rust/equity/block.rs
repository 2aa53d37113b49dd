//! A block of samples, evaluated by the batch kernels: a row a sample for each hand.

use std::ops::Range;
use std::sync::atomic::AtomicU8;

use super::game::Game;
use super::groups::{Group, Groups, MOST_GROUPS};
use super::spot::Spot;
use super::tally::{Count, MOST_HANDS};
use crate::batch::{Board, Rows, Run};
use crate::deal::Random;
use crate::split::Best;

/// Samples in a block.
pub(crate) const BLOCK: usize = 512;

/// Rows of whole hands, those of a hand one after the other, and what they make.
pub(crate) struct Block<'a> {
    spot: &'a Spot,
    /// How many cards a row has.
    width: usize,
    cells: Vec<u8>,
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
        let mut cells = vec![0; hands.len() * BLOCK * width];
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
        for (row, cells) in cells.chunks_exact_mut(width).enumerate() {
            let known = hands[row / BLOCK].iter().chain(board);
            for (cell, card) in cells.iter_mut().zip(known) {
                *cell = card.unwrap_or_default();
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
    pub(crate) fn deal(&mut self, sample: usize, cards: impl Iterator<Item = u8>) {
        for (places, card) in self.places.iter().zip(cards) {
            for place in places {
                self.cells[place + sample * self.width] = card;
            }
        }
    }

    /// Deals a block of samples in groups.
    pub(crate) fn deal_groups(&mut self, groups: &Groups, random: Random, samples: Range<u64>) {
        match self.width {
            6 => self.deal_groups_of::<6>(groups, random, samples),
            _ => self.deal_groups_of::<7>(groups, random, samples),
        }
    }

    fn deal_groups_of<const WIDTH: usize>(
        &mut self,
        groups: &Groups,
        random: Random,
        samples: Range<u64>,
    ) {
        // A row is eight bytes at most, so that it is put together and written at once.
        let hands = self.first_rows();
        let of_hands = hands.iter().filter(|row| row.group.is_some()).count();
        let mut place = WIDTH - self.spot.board_to_come();
        let shift = |size: &usize| {
            place += size;
            8 * (place - size)
        };
        let shifts: Vec<usize> = groups.sizes[of_hands..].iter().map(shift).collect();
        let cells = &mut self.cells;
        let mut put = |row: usize, drawn: &[Group; MOST_GROUPS]| {
            let board = drawn[of_hands..].iter().zip(&shifts);
            let board = board.fold(0, |board, (group, shift)| board | group.numbers << shift);
            for (hand, own) in hands.iter().enumerate() {
                let dealt = own
                    .group
                    .map_or(0, |group| drawn[group].numbers << own.shift);
                let bytes = (own.known | dealt | board).to_le_bytes();
                let at = (hand * BLOCK + row) * WIDTH;
                cells[at..at + WIDTH].copy_from_slice(&bytes[..WIDTH]);
            }
        };
        let first = samples.start;
        let mut drawn = [Group::default(); MOST_GROUPS];
        // What is drawn in vain is drawn again afterwards: that asks for no branch here.
        let mut again = [0; BLOCK];
        let mut left = 0;
        for sample in samples {
            let row = (sample - first) as usize;
            let is_deal = groups.draw(random, sample, 0, &mut drawn);
            put(row, &drawn);
            again[left] = row;
            left += usize::from(!is_deal);
        }
        for &row in &again[..left] {
            let sample = first + row as u64;
            let mut attempts = 1..;
            while !attempts.any(|attempt| groups.draw(random, sample, attempt, &mut drawn)) {}
            put(row, &drawn);
        }
    }

    /// The known cards of each hand's row, and where its group goes, if it gets one.
    fn first_rows(&self) -> Vec<Row> {
        let mut group = 0..;
        let first_rows = self.cells.chunks_exact(BLOCK * self.width);
        let row = |(hand, cells): (usize, &[u8])| {
            let cells = &cells[..self.width];
            let missing = self.spot.seats[hand].missing();
            let hole = self.width - 5;
            let dealt = hole - missing..hole;
            let is_known = |place: &usize| {
                let on_board = *place >= self.width - self.spot.board_to_come();
                !dealt.contains(place) && !on_board
            };
            let known = (0..self.width).filter(is_known);
            Row {
                known: known.fold(0, |row, place| row | u64::from(cells[place]) << (8 * place)),
                group: if missing > 0 { group.next() } else { None },
                shift: 8 * dealt.start,
            }
        };
        first_rows.enumerate().map(row).collect()
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
        let cells = as_cells(&mut self.cells);
        let rows = |hand: usize| {
            let first = hand * BLOCK * self.width;
            Rows::new(&cells[first..][..samples * self.width], self.width)
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

/// The row of a hand in a block: its known cards, a byte each, and which group of cards goes where.
struct Row {
    known: u64,
    group: Option<usize>,
    shift: usize,
}

/// Bytes as the batch calls take them.
fn as_cells(bytes: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: both have the same layout, and nobody else has the bytes as long as they are borrowed.
    // Measured: dealing takes a third of the time that it takes when every byte is stored as an atomic.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}
