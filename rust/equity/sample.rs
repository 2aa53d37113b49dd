//! Samples: what is missing is dealt at random, once for each number of a seed's stream.
//!
//! Sample number n is the same whoever draws it and whatever was drawn before, so that work can be
//! divided in any way and more samples of a seed go on where fewer ended.

use std::ops::Range;

use super::game::Game;
use super::policy::sums;
use super::showdown::Showdown;
use super::spot::{Seat, Spot, choices};
use super::tally::{Count, MOST_HANDS, Tally};
use super::walk::each_hand;
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
        let groups = Groups::of(self);
        let tallies = share_out(samples, PORTION, threads, watch, |portions| {
            let mut tally = Tally::new(self.seats.len(), parts.len());
            let mut sampling = Sampling::new(self, Random::new(seed), groups.as_ref(), watch);
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
    groups: Option<&'a Groups>,
    hands: Vec<Dealt>,
    board: [u8; 5],
    board_known: usize,
}

/// The most groups of cards that a sample is drawn in.
const MOST_GROUPS: usize = 6;
/// Groups are drawn while at least so many draws of them have no card in common.
const LEAST_DISJOINT: f64 = 0.4;

/// The cards to come in groups of up to three, each drawn with one look-up from all groups of so many
/// cards; where two groups have a card in common all are drawn again, so that every deal is as likely
/// as any other.
struct Groups {
    tables: Vec<Vec<Sum>>,
    /// The product of the sizes of the tables.
    product: u64,
    /// The group of each seat, if it gets cards; the others are of the board.
    of_seats: Vec<Option<usize>>,
}

impl Groups {
    /// The groups of a spot in which the best five of few cards to come play, where few enough draws
    /// are in vain.
    fn of(spot: &Spot) -> Option<Groups> {
        let ranged = spot
            .seats
            .iter()
            .any(|seat| matches!(seat, Seat::Ranged(_)));
        if ranged || spot.breaks_ties() || !matches!(spot.game, Game::Holdem | Game::Ethos) {
            return None;
        }
        let mut sizes = Vec::new();
        let of_seats = spot.seats.iter().map(|seat| {
            (seat.missing() > 0).then(|| {
                sizes.push(seat.missing());
                sizes.len() - 1
            })
        });
        let of_seats = of_seats.collect();
        match spot.board_to_come() {
            0 => {}
            5 => sizes.extend([3, 2]),
            few => sizes.push(few),
        }
        let deck = spot.deck.len();
        let mut left = deck;
        let mut disjoint = 1.0;
        for &size in &sizes {
            disjoint *= choices(left, size) / choices(deck, size);
            left -= size;
        }
        let product: f64 = sizes.iter().map(|&size| choices(deck, size)).product();
        if sizes.len() > MOST_GROUPS || disjoint < LEAST_DISJOINT || product > 2f64.powi(48) {
            return None;
        }
        let cards = sums(&spot.evaluator, spot.deck);
        let table = |&size: &usize| {
            let mut table = Vec::new();
            each_hand(&cards, size, Sum::default(), &mut |sum| table.push(sum));
            table
        };
        Some(Groups {
            tables: sizes.iter().map(table).collect(),
            product: product as u64,
            of_seats,
        })
    }

    /// The groups of one sample, and the sum of those on the board.
    #[inline(always)]
    fn draw(&self, random: Random, sample: u64, drawn: &mut [Sum; MOST_GROUPS]) -> Sum {
        let seats = self.of_seats.iter().flatten().count();
        let mut position = Random::first_of(sample);
        loop {
            let number = random.at(position);
            position = position.wrapping_add(1);
            let last = number.wrapping_mul(self.product);
            if last < self.product && last < self.product.wrapping_neg() % self.product {
                continue; // Too little is left, see `Dealer::deal`.
            }
            let mut left = number;
            let mut used = 0;
            let mut common = 0;
            let mut board = Sum::default();
            for (group, (table, drawn)) in self.tables.iter().zip(&mut *drawn).enumerate() {
                let wide = u128::from(left) * table.len() as u128;
                left = wide as u64;
                *drawn = table[(wide >> 64) as usize];
                common |= used & drawn.cards().0;
                used |= drawn.cards().0;
                if group >= seats {
                    board = board + *drawn;
                }
            }
            if common == 0 {
                return board;
            }
        }
    }
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
    fn new(
        spot: &'a Spot,
        random: Random,
        groups: Option<&'a Groups>,
        watch: &'a Watch,
    ) -> Sampling<'a> {
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
            groups,
            hands,
            board,
            board_known: spot.board.len(),
        }
    }

    /// Draws the samples of these numbers.
    fn count(&mut self, samples: Range<u64>, count: &mut Count) {
        if let Some(groups) = self.groups {
            return self.count_groups(groups, samples, count);
        }
        let ranged = self.hands.iter().any(|hand| !hand.weights.is_empty());
        if self.spot.game == Game::Outhouse {
            samples.for_each(|sample| self.count_rounds(sample, count));
        } else if ranged {
            samples.for_each(|sample| self.count_ranged(sample, count));
        } else {
            samples.for_each(|sample| self.count_dealt(sample, count));
        }
    }

    /// Hands of which the best five with the board play, drawn in groups of cards.
    fn count_groups(&mut self, groups: &Groups, samples: Range<u64>, count: &mut Count) {
        let evaluator = &self.spot.evaluator;
        let lookup = self.showdown.whole;
        let board = evaluator.sum(self.spot.board.iter().copied());
        let known = |hand: &Dealt| {
            let known = (0..hand.len).filter(|place| !hand.missing.contains(place));
            board + evaluator.sum(known.map(|place| hand.cards[place]))
        };
        let held: Vec<Sum> = self.hands.iter().map(known).collect();
        let mut drawn = [Sum::default(); MOST_GROUPS];
        if let ([first, second], [_, _]) = (&held[..], &groups.of_seats[..])
            && groups.of_seats == [None; 2]
        {
            // Two known hands, the most common case, have a loop of their own.
            let mut won = [0; 2];
            let drawing = samples.end - samples.start;
            for sample in samples {
                let board = groups.draw(self.random, sample, &mut drawn);
                let [first, second] = [first, second].map(|&held| lookup.strength(held + board));
                won[0] += u64::from(first > second);
                won[1] += u64::from(second > first);
            }
            count.add(&[1, 0], won[0]);
            count.add(&[0, 1], won[1]);
            count.add(&[0, 0], drawing - won[0] - won[1]);
            return;
        }
        let mut strengths = [0; MOST_HANDS];
        for sample in samples {
            let board = groups.draw(self.random, sample, &mut drawn);
            for ((strength, &held), group) in strengths.iter_mut().zip(&held).zip(&groups.of_seats)
            {
                let dealt = group.map_or(Sum::default(), |group| drawn[group]);
                *strength = lookup.strength(held + dealt + board).0;
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
        for hand in &mut self.hands {
            for &place in &hand.missing {
                draw(&mut hand.cards[place]);
            }
        }
        self.board[self.board_known..].iter_mut().for_each(draw);
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
