//! Samples: what is missing is dealt at random, once for each number of a seed's stream.
//!
//! Sample number n is the same whoever draws it and whatever was drawn before, so that work can be
//! divided in any way and more samples of a seed go on where fewer ended.

use std::ops::Range;

use super::game::Game;
use super::showdown::Showdown;
use super::spot::{Seat, Spot};
use super::tally::{Count, MOST_HANDS, Tally};
use super::work::{Stopped, Watch, share_out};
use crate::card::{CARDS, CardSet};
use crate::deal::{Dealer, Draws, Random};
use crate::evaluate::Sum;

/// Samples that a thread draws before it looks whether it is to stop.
const PORTION: u64 = 1 << 10;

impl Spot {
    /// What each hand wins in the samples of these numbers in a seed's stream, on so many threads (0:
    /// all cores).
    pub fn sample(
        &self,
        seed: u64,
        samples: Range<u64>,
        threads: usize,
        watch: &Watch,
    ) -> Result<Tally, Stopped> {
        let parts = self.part_sizes();
        let tallies = share_out(samples, PORTION, threads, watch, |portions| {
            let mut tally = Tally::new(self.seats.len(), parts.len());
            let mut sampling = Sampling::new(self, Random::new(seed), watch);
            for portion in portions {
                let mut count = Count::new(self.seats.len(), &parts);
                sampling.count(portion, &mut count);
                tally.add(&count, 1);
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
    hands: Vec<Dealt>,
    board: [u8; 5],
    board_known: usize,
}

/// A hand's cards as a sample fills them up, the down ones first.
#[derive(Clone, Default)]
struct Dealt {
    cards: [u8; 10],
    len: usize,
    /// The places that are dealt to.
    missing: Vec<usize>,
    /// The sums of weights up to each holding, of a range.
    weights: Vec<u64>,
}

impl Dealt {
    fn of(seat: &Seat) -> Dealt {
        let mut dealt = Dealt::default();
        match seat {
            Seat::Dealt { down, up, missing } => {
                let unknown = |count| std::iter::repeat_n(None, count);
                let known = |cards: &'_ [u8]| cards.iter().copied().map(Some).collect::<Vec<_>>();
                let cards = (known(down).into_iter().chain(unknown(missing[0])))
                    .chain(known(up))
                    .chain(unknown(missing[1]));
                for (place, card) in cards.enumerate() {
                    dealt.len = place + 1;
                    match card {
                        Some(card) => dealt.cards[place] = card,
                        None => dealt.missing.push(place),
                    }
                }
            }
            Seat::Ranged(holdings) => {
                dealt.len = 2;
                dealt.weights = holdings
                    .iter()
                    .scan(0, |sum, holding| {
                        *sum += holding.weight;
                        Some(*sum)
                    })
                    .collect();
            }
        }
        dealt
    }
}

impl<'a> Sampling<'a> {
    fn new(spot: &'a Spot, random: Random, watch: &'a Watch) -> Sampling<'a> {
        let hands: Vec<Dealt> = spot.seats.iter().map(Dealt::of).collect();
        let mut board = [0; 5];
        board[..spot.board.len()].copy_from_slice(&spot.board);
        let missing = hands.iter().map(|hand| hand.missing.len()).sum::<usize>();
        let dealer = Dealer::from_set(spot.deck, missing + spot.board_to_come(), random);
        Sampling {
            spot,
            showdown: Showdown::new(spot),
            random,
            watch,
            dealer: dealer.expect("a spot has enough cards in its deck"),
            deck: spot.deck.iter().map(|card| card.number()).collect(),
            hands,
            board,
            board_known: spot.board.len(),
        }
    }

    /// Draws the samples of these numbers.
    fn count(&mut self, samples: Range<u64>, count: &mut Count) {
        let ranged = self.hands.iter().any(|hand| !hand.weights.is_empty());
        let known = self.hands.iter().all(|hand| hand.missing.is_empty());
        match self.spot.game {
            Game::Outhouse => samples.for_each(|sample| self.count_rounds(sample, count)),
            _ if ranged => samples.for_each(|sample| self.count_ranged(sample, count)),
            Game::Holdem | Game::Ethos if known => self.count_boards(samples, count),
            _ => samples.for_each(|sample| self.count_dealt(sample, count)),
        }
    }

    /// Known hands of which the best five with the board play: only the board is dealt.
    fn count_boards(&mut self, samples: Range<u64>, count: &mut Count) {
        let evaluator = &self.spot.evaluator;
        let lookup = self.showdown.whole;
        let board = evaluator.sum(self.spot.board.iter().copied());
        let held: Vec<Sum> = self
            .hands
            .iter()
            .map(|hand| board + evaluator.sum(hand.cards[..hand.len].iter().copied()))
            .collect();
        let mut strengths = [0; MOST_HANDS];
        for sample in samples {
            let mut cards = Sum::default();
            self.dealer
                .deal(sample, |card| cards = cards + evaluator.sum([card]));
            for (strength, &held) in strengths.iter_mut().zip(&held) {
                *strength = lookup.strength(held + cards).0;
            }
            count.add(&strengths[..held.len()], 1);
        }
    }

    /// Hands and a board of which some cards are missing.
    fn count_dealt(&mut self, sample: u64, count: &mut Count) {
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
        self.show_down(count);
    }

    /// Hands of which some are ranges: each takes a holding by weight, and if any two have a card in
    /// common all choose again, so that every deal is as likely as its weight.
    fn count_ranged(&mut self, sample: u64, count: &mut Count) {
        let mut draws = self.random.draws(sample);
        let mut used = CardSet::EMPTY;
        'deal: for attempt in 1u64.. {
            if attempt % PORTION == 0 && self.watch.is_stopped() {
                return;
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
        let missing = self.hands.iter_mut().flat_map(|hand| {
            let Dealt { cards, missing, .. } = hand;
            let places = missing.iter().copied().collect::<Vec<_>>();
            cards
                .iter_mut()
                .enumerate()
                .filter(move |(place, _)| places.contains(place))
                .map(|(_, card)| card)
        });
        for place in missing.chain(&mut self.board[self.board_known..]) {
            loop {
                let card = self.deck[draws.below(self.deck.len() as u64) as usize];
                if used.0 >> card & 1 == 0 {
                    used.0 |= 1 << card;
                    *place = card;
                    break;
                }
            }
        }
        self.show_down(count);
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

    /// The rounds of Outhouse that are still to come (rulings O4 to O7): hands are filled up, everyone
    /// exposes two cards, they go back to the deck, and three new ones are dealt, twice.
    fn count_rounds(&mut self, sample: u64, count: &mut Count) {
        let mut draws = self.random.draws(sample);
        let mut deck = Deck::of(self.spot.deck);
        let hands = self.hands.len();
        for hand in &mut self.hands {
            for place in hand.missing.clone() {
                hand.cards[place] = deck.draw(&mut draws);
            }
        }
        let mut held: [[u8; 7]; 7] = [[0; 7]; 7];
        for (held, hand) in held.iter_mut().zip(&self.hands) {
            *held = *hand.cards.first_chunk().expect("a hand has room for ten");
        }
        let mut strengths = [[0; MOST_HANDS]; 4];
        let parts = self.spot.policies.parts.len();
        for (part, cards) in (parts - 1..)
            .zip(7 - (parts - 2)..=7)
            .map(|(_, cards)| cards)
            .enumerate()
        {
            for (seat, held) in held[..hands].iter_mut().enumerate() {
                let mut left = [0; 5];
                let (now, kept) = (&held[..cards], &mut left[..cards - 2]);
                strengths[part][seat] = self.showdown.expose(seat, now, kept);
                if cards == 7 {
                    strengths[part + 1][seat] = self.showdown.main(left);
                }
                held[..cards - 2].copy_from_slice(&left[..cards - 2]);
            }
            if cards < 7 {
                let kept = held[..hands].iter().flat_map(|held| &held[..cards - 2]);
                let kept = CardSet(kept.fold(0, |set, card| set | 1 << card));
                let mut deck = Deck::of(self.spot.cards.minus(self.spot.dead).minus(kept));
                for held in &mut held[..hands] {
                    held[cards - 2..=cards]
                        .iter_mut()
                        .for_each(|card| *card = deck.draw(&mut draws));
                }
            }
        }
        count.add_parts(&strengths[..parts]);
    }
}

/// A deck that is drawn from in random order.
struct Deck {
    cards: [u8; CARDS],
    len: usize,
}

impl Deck {
    fn of(set: CardSet) -> Deck {
        let mut cards = [0; CARDS];
        for (place, card) in cards.iter_mut().zip(set.iter()) {
            *place = card.number();
        }
        Deck {
            cards,
            len: set.len(),
        }
    }

    fn draw(&mut self, draws: &mut Draws) -> u8 {
        let place = draws.below(self.len as u64) as usize;
        self.len -= 1;
        self.cards.swap(place, self.len);
        self.cards[self.len]
    }
}
