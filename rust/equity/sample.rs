//! Samples: what is missing is dealt at random, once for each number of a seed's stream.
//!
//! Sample number n is the same whoever draws it and whatever was drawn before, so that work can be
//! divided in any way and more samples of a seed go on where fewer ended.

use std::ops::Range;

use super::block::{BLOCK, Block};
use super::game::Game;
use super::groups::Groups;
use super::rounds::{Deck, count_rounds};
use super::seat::Seat;
use super::showdown::Showdown;
use super::spot::Spot;
use super::tally::{Count, MOST_HANDS, Tally};
use super::work::{Stopped, Watch, share_out};
use crate::card::{CARDS, CardSet};
use crate::deal::{Dealer, Random};

/// Samples that a thread draws before it looks whether it is to stop.
const PORTION: u64 = 1 << 10;

/// Draws of all ranges without a deal in which no card is there twice, after which there is hardly one.
const MOST_ATTEMPTS: u64 = 1 << 24;

impl Spot {
    /// What each hand wins in the samples of these numbers in a seed's stream, on so many threads (0:
    /// all cores). Where ranges hardly go together the watch [has given up](Watch::has_given_up).
    pub fn sample(
        &self,
        seed: u64,
        samples: Range<u64>,
        threads: usize,
        watch: &Watch,
    ) -> Result<Tally, Stopped> {
        let parts = self.part_sizes();
        let groups = Groups::of(self);
        let tallies = share_out(samples, PORTION, threads, watch, |portions| {
            let mut tally = Tally::new(self.seats.len(), parts.len());
            let mut sampling = Sampling::new(self, Random::new(seed), groups.as_ref(), watch);
            for portion in portions {
                let mut count = Count::new(self.seats.len(), &parts);
                sampling.count(portion, &mut count);
                tally.add_samples(&count);
            }
            tally
        })?;
        let mut all = Tally::new(self.seats.len(), parts.len());
        tallies.iter().for_each(|tally| all += tally);
        Ok(all)
    }
}

/// What one thread needs to draw samples.
struct Sampling<'a> {
    spot: &'a Spot,
    showdown: Showdown<'a>,
    random: Random,
    watch: &'a Watch,
    /// Deals what is missing, where that is the same number of cards of the same deck every time.
    dealer: Dealer,
    /// The cards that may be dealt, as numbers.
    deck: Vec<u8>,
    groups: Option<&'a Groups>,
    block: Option<Block<'a>>,
    hands: Vec<Hand>,
    board: [u8; 5],
    board_known: usize,
}

/// A hand's cards as a sample fills them up, the down ones first.
#[derive(Clone, Default)]
struct Hand {
    cards: [u8; 10],
    len: usize,
    /// The places that are dealt to.
    missing: Vec<usize>,
    /// The sums of weights up to each holding, of a range.
    weights: Vec<u64>,
}

impl Hand {
    fn of(seat: &Seat) -> Hand {
        let mut hand = Hand::default();
        for (place, card) in seat.cards().into_iter().enumerate() {
            hand.len = place + 1;
            match card {
                Some(card) => hand.cards[place] = card,
                None => hand.missing.push(place),
            }
        }
        if let Seat::Ranged(holdings) = seat {
            hand.weights = holdings
                .iter()
                .scan(0, |sum, holding| {
                    *sum += holding.weight;
                    Some(*sum)
                })
                .collect();
        }
        hand
    }
}

impl<'a> Sampling<'a> {
    fn new(
        spot: &'a Spot,
        random: Random,
        groups: Option<&'a Groups>,
        watch: &'a Watch,
    ) -> Sampling<'a> {
        let hands: Vec<Hand> = spot.seats.iter().map(Hand::of).collect();
        let mut board = [0; 5];
        board[..spot.board.len()].copy_from_slice(&spot.board);
        let missing = spot.seats.iter().map(Seat::missing).sum::<usize>();
        let dealer = Dealer::from_set(spot.deck, missing + spot.board_to_come(), random);
        let rows: Vec<Vec<Option<u8>>> = spot.seats.iter().map(Seat::cards).collect();
        let on_board = spot.board.iter().copied().map(Some);
        let to_come = std::iter::repeat_n(None, spot.board_to_come());
        let on_board: Vec<Option<u8>> = on_board.chain(to_come).collect();
        Sampling {
            spot,
            showdown: Showdown::new(spot, watch),
            random,
            watch,
            dealer: dealer.expect("a spot has enough cards in its deck"),
            deck: spot.deck.iter().map(|card| card.number()).collect(),
            groups,
            block: Block::of(spot, &rows, &on_board),
            hands,
            board,
            board_known: spot.board.len(),
        }
    }

    /// Draws the samples of these numbers.
    fn count(&mut self, samples: Range<u64>, count: &mut Count) {
        if let Some(mut block) = self.block.take() {
            let mut first = samples.start;
            while first < samples.end {
                let size = BLOCK.min((samples.end - first) as usize);
                self.fill(&mut block, first..first + size as u64);
                if !self.watch.is_stopped() {
                    block.count(size, count);
                }
                first += size as u64;
            }
            self.block = Some(block);
            return;
        }
        for sample in samples {
            if self.spot.game == Game::Outhouse {
                self.count_rounds(sample, count);
            } else if self.draw(sample) {
                self.show_down(count);
            }
        }
    }

    /// Deals a block of samples.
    fn fill(&mut self, block: &mut Block, samples: Range<u64>) {
        let first = samples.start;
        if let Some(groups) = self.groups {
            block.deal_groups(groups, self.random, samples);
            return;
        }
        for sample in samples {
            if !self.draw(sample) {
                return;
            }
            let hands = self.hands.iter();
            let hands = hands.flat_map(|hand| hand.missing.iter().map(|&place| hand.cards[place]));
            let board = self.board[self.board_known..].iter().copied();
            let board = board.take(self.spot.board_to_come());
            block.deal((sample - first) as usize, hands.chain(board));
        }
    }

    /// Fills up the hands and the board of one sample; not where the work was stopped.
    fn draw(&mut self, sample: u64) -> bool {
        if self.hands.iter().any(|hand| !hand.weights.is_empty()) {
            return self.draw_ranged(sample);
        }
        let mut dealt = [0; CARDS];
        let mut places = dealt.iter_mut();
        self.dealer.deal(sample, |card| {
            if let Some(place) = places.next() {
                *place = card;
            }
        });
        let mut dealt = dealt.into_iter();
        for hand in &mut self.hands {
            for &place in &hand.missing {
                hand.cards[place] = dealt.next().unwrap_or_default();
            }
        }
        for (place, card) in self.board[self.board_known..].iter_mut().zip(dealt) {
            *place = card;
        }
        true
    }

    /// Hands of which some are ranges: each takes a holding by weight, and if any two have a card in
    /// common all choose again, so that every deal is as likely as its weight.
    fn draw_ranged(&mut self, sample: u64) -> bool {
        let mut draws = self.random.draws(sample);
        let mut used = CardSet::EMPTY;
        'deal: for attempt in 1u64.. {
            if attempt.is_multiple_of(PORTION) && self.watch.is_stopped() {
                return false;
            }
            if attempt > MOST_ATTEMPTS {
                self.watch.give_up();
                return false;
            }
            used = CardSet::EMPTY;
            for (hand, seat) in self.hands.iter_mut().zip(&self.spot.seats) {
                let Seat::Ranged(holdings) = seat else {
                    continue;
                };
                let all = hand.weights.last().copied().unwrap_or_default();
                let drawn = draws.below(all);
                let holding = &holdings[hand.weights.partition_point(|&sum| sum <= drawn)];
                if !holding.cards.and(used).is_empty() {
                    continue 'deal;
                }
                used = used.or(holding.cards);
                hand.cards[..2].copy_from_slice(&holding.numbers);
            }
            break;
        }
        let mut draw = |place: &mut u8| {
            loop {
                let card = self.deck[draws.below(self.deck.len() as u64) as usize];
                if used.0 >> card & 1 == 0 {
                    used.0 |= 1 << card;
                    *place = card;
                    return;
                }
            }
        };
        for (hand, seat) in self.hands.iter_mut().zip(&self.spot.seats) {
            if matches!(seat, Seat::Dealt(_)) {
                hand.missing
                    .iter()
                    .for_each(|&place| draw(&mut hand.cards[place]));
            }
        }
        self.board[self.board_known..].iter_mut().for_each(draw);
        true
    }

    /// Counts the showdown of the hands and the board as they are dealt.
    fn show_down(&mut self, count: &mut Count) {
        let mut hands = [&[][..]; MOST_HANDS];
        for (whole, hand) in hands.iter_mut().zip(&self.hands) {
            *whole = &hand.cards[..hand.len];
        }
        let board: &[u8] = if self.spot.game.has_board() {
            &self.board
        } else {
            &[]
        };
        self.showdown
            .count(&hands[..self.hands.len()], board, count);
    }

    /// The rounds of Outhouse that are still to come.
    fn count_rounds(&mut self, sample: u64, count: &mut Count) {
        let mut draws = self.random.draws(sample);
        let mut deck = Deck::of(self.spot.deck);
        let mut held = [[0; 7]; 7];
        for (held, hand) in held.iter_mut().zip(&self.hands) {
            *held = *hand.cards.first_chunk().expect("a hand has room for ten");
            for &place in &hand.missing {
                held[place] = deck.draw(&mut draws);
            }
        }
        let held = &mut held[..self.hands.len()];
        count_rounds(&self.showdown, held, self.hands[0].len, &mut draws, count);
    }
}
