//! Exact counts: every deal of the hands and every board.

use std::ops::Range;

use super::game::Game;
use super::ladder::Ladders;
use super::plan::{By, Pieces, Plan};
use super::policy::sums;
use super::runout::{self, Ranks, Room, Runout, Watching};
use super::seat::Holding;
use super::showdown::Showdown;
use super::spot::Spot;
use super::tally::{Count, MOST_HANDS, Tally};
use super::walk::{each_board, each_hand, suit_needs};
use super::work::{Stopped, Watch, share_out};
use crate::card::CardSet;
use crate::evaluate::{Lookup, Sum};
use crate::strength::Strength;
use crate::tables::PLACES;

impl Spot {
    /// What each hand wins on the boards of some of the pieces, on so many threads (0: all cores).
    ///
    /// # Panics
    /// Where there is no exact count, or not so many pieces.
    pub fn count(
        &self,
        pieces: Range<u64>,
        threads: usize,
        watch: &Watch,
    ) -> Result<Tally, Stopped> {
        let Plan::Possible(plan) = self.plan(watch)? else {
            panic!("there is no exact count of this spot");
        };
        assert!(
            pieces.end <= plan.pieces,
            "there are {} pieces",
            plan.pieces
        );
        let parts = self.part_sizes();
        // Few enough for the threads to end together, many enough to share what is made once.
        let size = (pieces.end.saturating_sub(pieces.start) / 256).clamp(1, 64);
        let tallies = share_out(pieces, size, threads, watch, |portions| {
            let mut counting = Counting {
                spot: self,
                plan,
                showdown: Showdown::new(self, watch),
                room: Room::default(),
                ladders: Ladders::of(self, plan),
                parts: &parts,
                count: Count::new(self.seats.len(), &parts),
                tally: Tally::new(self.seats.len(), parts.len()),
                watch,
            };
            for piece in portions.flatten() {
                if watch.is_stopped() {
                    break;
                }
                counting.count_piece(piece);
            }
            counting.tally.add_boards(&counting.count, 1);
            counting.tally
        })?;
        let mut all = Tally::new(self.seats.len(), parts.len());
        tallies.iter().for_each(|tally| all += tally);
        Ok(all)
    }
}

/// What one thread needs to count.
struct Counting<'a> {
    spot: &'a Spot,
    plan: &'a Pieces,
    showdown: Showdown<'a>,
    room: Room,
    ladders: Ladders,
    parts: &'a [u64],
    /// Deals that weigh one, which are most, are counted here first.
    count: Count,
    tally: Tally,
    watch: &'a Watch,
}

/// A part of the boards of a deal: of their beginnings every so manieth, from one of them on.
#[derive(Clone, Copy)]
struct Stripe {
    first: u64,
    step: u64,
}

impl Counting<'_> {
    fn count_piece(&mut self, piece: u64) {
        let plan = self.plan;
        let (group, first) = ((piece / plan.stripes) as usize, piece % plan.stripes);
        let stripe = Stripe {
            first,
            step: plan.stripes,
        };
        match &plan.by {
            By::Deals(deals) => {
                let deal = &deals[group];
                self.count_deal(&deal.holdings, deal.weight, stripe);
            }
            By::Seat(seat) => {
                let own = &plan.holdings[*seat][group];
                let mut chosen = vec![group as u32; plan.holdings.len()];
                self.count_deals(0, *seat, own.cards, own.weight.into(), &mut chosen, stripe);
            }
            By::Boards(boards) => self
                .ladders
                .count(self.spot, boards[group], &mut self.tally),
        }
    }

    /// Counts every deal in which the hands before `seat`, and that of the `given` one, are chosen.
    fn count_deals(
        &mut self,
        seat: usize,
        given: usize,
        used: CardSet,
        weight: u128,
        chosen: &mut [u32],
        stripe: Stripe,
    ) {
        if seat == chosen.len() {
            self.count_deal(chosen, weight, stripe);
        } else if seat == given {
            self.count_deals(seat + 1, given, used, weight, chosen, stripe);
        } else {
            for (place, holding) in self.plan.holdings[seat].iter().enumerate() {
                if holding.cards.and(used).is_empty() && !self.watch.is_stopped() {
                    chosen[seat] = place as u32;
                    let weight = weight * u128::from(holding.weight);
                    let used = used.or(holding.cards);
                    self.count_deals(seat + 1, given, used, weight, chosen, stripe);
                }
            }
        }
    }

    /// Counts the boards of one deal.
    fn count_deal(&mut self, chosen: &[u32], weight: u128, stripe: Stripe) {
        let mut hands = [&self.plan.holdings[0][0]; MOST_HANDS];
        for ((hand, holdings), &place) in hands.iter_mut().zip(&self.plan.holdings).zip(chosen) {
            *hand = &holdings[place as usize];
        }
        let hands = &hands[..chosen.len()];
        if weight == 1 {
            let mut count = std::mem::take(&mut self.count);
            self.count_boards(hands, stripe, &mut count);
            self.count = count;
        } else {
            let mut count = Count::new(hands.len(), self.parts);
            self.count_boards(hands, stripe, &mut count);
            self.tally.add_boards(&count, weight);
        }
    }

    fn count_boards(&mut self, hands: &[&Holding], stripe: Stripe, count: &mut Count) {
        let deck = || {
            let deck = self.spot.deck;
            hands.iter().fold(deck, |deck, hand| deck.minus(hand.cards))
        };
        match self.spot.game {
            Game::Holdem | Game::Ethos | Game::Omaha(_) if self.spot.breaks_ties() => {
                self.count_one_by_one(hands, deck(), count);
            }
            Game::Holdem | Game::Ethos => self.count_best(hands, deck(), stripe, count),
            Game::Omaha(_) => self.count_omaha(hands, deck(), stripe, count),
            Game::TriShow | Game::Stackhouse => {
                self.count_with_discards(hands, deck(), stripe, count);
            }
            Game::Stud | Game::Cowpie | Game::Outhouse => {
                let mut numbers = [&[][..]; MOST_HANDS];
                for (numbers, hand) in numbers.iter_mut().zip(hands) {
                    *numbers = &hand.numbers;
                }
                self.showdown.count(&numbers[..hands.len()], &[], count);
            }
        }
    }

    /// Hands of which the best five with the board play.
    fn count_best(&mut self, hands: &[&Holding], deck: CardSet, stripe: Stripe, count: &mut Count) {
        let evaluator = &self.spot.evaluator;
        let lookup = self.showdown.whole;
        let board = evaluator.sum(self.spot.board.iter().copied());
        let held: Vec<Sum> = hands
            .iter()
            .map(|hand| board + evaluator.sum(hand.numbers.iter().copied()))
            .collect();
        let to_come = self.spot.board_to_come();
        if self.spot.ranks_suffice() {
            let needs = held.iter().map(|held| suit_needs(held.cards()));
            let needs = needs.fold([5; 4], |all, one| [0, 1, 2, 3].map(|s| all[s].min(one[s])));
            if let Some(runout) = Runout::new(evaluator, lookup, deck, to_come, needs) {
                let mut by_ranks = BestByRanks {
                    lookup,
                    held: &held,
                    suited: [Strength(0); MOST_HANDS],
                    count,
                };
                return runout.each(&mut self.room, &mut by_ranks);
            }
        }
        let deck = sums(evaluator, deck);
        // Two hands, the most common case, have a loop of their own.
        if let [first, second] = held[..] {
            self.each_start(&deck, to_come, stripe, |rest, start, left| {
                each_hand(rest, left, start[0] + start[1], &mut |cards| {
                    let of = |held: Sum| lookup.strength(held + cards).0;
                    count.add(&[of(first), of(second)], 1);
                });
            });
            return;
        }
        let mut strengths = [0; MOST_HANDS];
        self.each_start(&deck, to_come, stripe, |rest, start, left| {
            each_hand(rest, left, start[0] + start[1], &mut |cards| {
                count_best(lookup, &held, cards, &mut strengths, count);
            });
        });
    }

    /// Hands of which exactly two cards play with three of the board (ruling R8).
    fn count_omaha(
        &mut self,
        hands: &[&Holding],
        deck: CardSet,
        stripe: Stripe,
        count: &mut Count,
    ) {
        let evaluator = &self.spot.evaluator;
        let lookup = evaluator.lookup(5);
        if self.spot.ranks_suffice() {
            // Two hole cards of a suit and three of the board, or the suit cannot be made.
            let two = |suit: u8| {
                let two = |hand: &&Holding| hand.cards.ranks_in(suit).count_ones() >= 2;
                hands.iter().any(two)
            };
            let needs = [0, 1, 2, 3].map(|suit| if two(suit) { 3 } else { 6 });
            let to_come = self.spot.board_to_come();
            if let Some(runout) = Runout::new(evaluator, lookup, deck, to_come, needs) {
                let hands: Vec<Pairs> = hands
                    .iter()
                    .map(|hand| Pairs::of(evaluator, &hand.numbers))
                    .collect();
                let mut by_ranks = OmahaByRanks {
                    lookup,
                    runout: &runout,
                    hands: &hands,
                    suited: [Strength(0); MOST_HANDS],
                    plain: vec![0; PLACES * hands.len()],
                    count,
                };
                return runout.each(&mut self.room, &mut by_ranks);
            }
        }
        let held: Vec<Vec<Sum>> = hands
            .iter()
            .map(|hand| {
                hand.numbers
                    .iter()
                    .map(|&card| evaluator.sum([card]))
                    .collect()
            })
            .collect();
        let mut board = [Sum::default(); 5];
        let known = evaluator
            .sums(self.spot.board.iter().copied(), &mut board)
            .len();
        let deck = sums(evaluator, deck);
        let mut strengths = [0; MOST_HANDS];
        self.each_start(&deck, 5 - known, stripe, |rest, start, left| {
            board[known..]
                .iter_mut()
                .zip(start)
                .for_each(|(place, card)| *place = card);
            each_board(rest, &mut board, 5 - left, &mut |board| {
                for (strength, held) in strengths.iter_mut().zip(&held) {
                    *strength = lookup.omaha(held, board).0;
                }
                count.add(&strengths[..held.len()], 1);
            });
        });
    }

    /// Hands whose ties are broken: every showdown by itself.
    fn count_one_by_one(&mut self, hands: &[&Holding], deck: CardSet, count: &mut Count) {
        let hands: Vec<&[u8]> = hands.iter().map(|hand| &hand.numbers[..]).collect();
        let deck: Vec<u8> = deck.iter().map(|card| card.number()).collect();
        let known = self.spot.board.len();
        let mut board = [0; 5];
        board[..known].copy_from_slice(&self.spot.board);
        each_choice_of(&deck, 5 - known, &mut vec![], &mut |cards| {
            if !self.watch.is_stopped() {
                board[known..].copy_from_slice(cards);
                self.showdown.count(&hands, &board, count);
            }
        });
    }

    /// Hands that discard after the flop (ruling S4): first every flop, then every turn and river.
    fn count_with_discards(
        &mut self,
        hands: &[&Holding],
        deck: CardSet,
        stripe: Stripe,
        count: &mut Count,
    ) {
        let evaluator = &self.spot.evaluator;
        let lookup = self.showdown.whole;
        let mut strengths = [0; MOST_HANDS];
        let known = self.spot.board.len();
        let mut board = [0; 5];
        board[..known].copy_from_slice(&self.spot.board);
        let deck: Vec<u8> = deck.iter().map(|card| card.number()).collect();
        let mut number = 0;
        each_choice_of(
            &deck,
            3usize.saturating_sub(known),
            &mut vec![],
            &mut |flop| {
                number += 1;
                if number % stripe.step != stripe.first || self.watch.is_stopped() {
                    return;
                }
                board[known..known + flop.len()].copy_from_slice(flop);
                let after = known.max(3);
                let kept: Vec<Vec<u8>> = hands
                    .iter()
                    .map(|hand| self.showdown.kept(&hand.numbers, &board).into_owned())
                    .collect();
                let kept: Vec<&[u8]> = kept.iter().map(|hand| &hand[..]).collect();
                let left = || deck.iter().copied().filter(|card| !flop.contains(card));
                if self.spot.game == Game::TriShow && !self.spot.breaks_ties() {
                    let sum = |card: u8| evaluator.sum([card]);
                    let on_board = evaluator.sum(board[..after].iter().copied());
                    let kept = kept
                        .iter()
                        .map(|hand| on_board + evaluator.sum(hand.iter().copied()));
                    let kept: Vec<Sum> = kept.collect();
                    let left: Vec<Sum> = left().map(sum).collect();
                    each_hand(&left, 5 - after, Sum::default(), &mut |cards| {
                        count_best(lookup, &kept, cards, &mut strengths, count);
                    });
                    return;
                }
                let left: Vec<u8> = left().collect();
                each_choice_of(&left, 5 - after, &mut vec![], &mut |cards| {
                    board[after..].copy_from_slice(cards);
                    self.showdown.count(&kept, &board, count);
                });
            },
        );
    }

    /// Passes the beginnings of the choices of `to_come` cards that are in the stripe to `visit`: the
    /// cards behind them in the deck, the two cards (empty where fewer are to come), and how many are
    /// left to choose.
    #[inline]
    fn each_start(
        &self,
        deck: &[Sum],
        to_come: usize,
        stripe: Stripe,
        mut visit: impl FnMut(&[Sum], [Sum; 2], usize),
    ) {
        if to_come < 2 {
            if stripe.first == 0 {
                visit(deck, [Sum::default(); 2], to_come);
            }
            return;
        }
        let mut number = 0;
        for (i, &first) in deck.iter().enumerate() {
            for (j, &second) in deck.iter().enumerate().skip(i + 1) {
                number += 1;
                if number % stripe.step == stripe.first && !self.watch.is_stopped() {
                    visit(&deck[j + 1..], [first, second], to_come - 2);
                }
            }
        }
    }
}

/// Counts a board where these cards come to hands, each with what is known of the board, of which the
/// best five play.
#[inline(always)]
fn count_best(
    lookup: &Lookup,
    held: &[Sum],
    cards: Sum,
    strengths: &mut [u16; MOST_HANDS],
    count: &mut Count,
) {
    for (strength, &held) in strengths.iter_mut().zip(held) {
        *strength = lookup.strength(held + cards).0;
    }
    count.add(&strengths[..held.len()], 1);
}

/// Passes every choice of so many card numbers to `visit`.
fn each_choice_of(deck: &[u8], wanted: usize, chosen: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    if wanted == 0 {
        visit(chosen);
        return;
    }
    for (place, &card) in deck.iter().enumerate() {
        chosen.push(card);
        each_choice_of(&deck[place + 1..], wanted - 1, chosen, visit);
        chosen.pop();
    }
}

/// Hands of which the best five with the board play, counted by ranks.
struct BestByRanks<'a> {
    lookup: &'a Lookup,
    held: &'a [Sum],
    suited: [Strength; MOST_HANDS],
    count: &'a mut Count,
}

impl Watching for BestByRanks<'_> {
    fn suit(&mut self, suit: u8, ranks: u16) {
        for (suited, &held) in self.suited.iter_mut().zip(self.held) {
            *suited = runout::suited(self.lookup, held, suit, ranks);
        }
    }

    fn no_suit(&mut self) {
        self.suited = [Strength(0); MOST_HANDS];
    }

    #[inline]
    fn ranks(&mut self, ranks: Ranks, ways: u64) {
        let of =
            |hand: usize| runout::best(self.lookup, self.held[hand], self.suited[hand], ranks).0;
        if self.held.len() == 2 {
            return self.count.add(&[of(0), of(1)], ways);
        }
        let mut strengths = [0; MOST_HANDS];
        for (hand, strength) in strengths[..self.held.len()].iter_mut().enumerate() {
            *strength = of(hand);
        }
        self.count.add(&strengths[..self.held.len()], ways);
    }
}

/// Every two cards of an Omaha hand: their sums, and for each suit the ranks of those that are both
/// of it.
struct Pairs {
    sums: Vec<Sum>,
    suited: [Vec<u16>; 4],
}

impl Pairs {
    fn of(evaluator: &crate::evaluate::Evaluator, hand: &[u8]) -> Pairs {
        let mut pairs = Pairs {
            sums: vec![],
            suited: Default::default(),
        };
        for (i, &first) in hand.iter().enumerate() {
            for &second in &hand[i + 1..] {
                let sum = evaluator.sum([first, second]);
                pairs.sums.push(sum);
                if first % 4 == second % 4 {
                    let suit = first % 4;
                    pairs.suited[suit as usize].push(sum.cards().ranks_in(suit));
                }
            }
        }
        pairs
    }

    /// The best of two of the hand and three of the board, suits aside.
    fn best_by_ranks(&self, lookup: &Lookup, board: &[Sum; 5]) -> Strength {
        let mut best = Strength(0);
        for (i, &low) in board.iter().enumerate() {
            for (j, &middle) in board.iter().enumerate().skip(i + 1) {
                for &high in &board[j + 1..] {
                    let triple = low + middle + high;
                    for &pair in &self.sums {
                        best = best.max(lookup.plain_strength(pair + triple));
                    }
                }
            }
        }
        best
    }
}

/// Omaha hands counted by ranks.
struct OmahaByRanks<'a> {
    lookup: &'a Lookup,
    runout: &'a Runout<'a>,
    hands: &'a [Pairs],
    suited: [Strength; MOST_HANDS],
    /// What the ranks alone make of each hand, 0 where it was not asked yet: the same ranks come with
    /// several cards of a suit.
    plain: Vec<u16>,
    count: &'a mut Count,
}

impl Watching for OmahaByRanks<'_> {
    fn suit(&mut self, suit: u8, ranks: u16) {
        for (suited, pairs) in self.suited.iter_mut().zip(self.hands) {
            let mut best = Strength(0);
            for &pair in &pairs.suited[suit as usize] {
                each_three(ranks, |three| {
                    best = best.max(self.lookup.suited_strength(pair | three));
                });
            }
            *suited = best;
        }
    }

    fn no_suit(&mut self) {
        self.suited = [Strength(0); MOST_HANDS];
    }

    fn ranks(&mut self, ranks: Ranks, ways: u64) {
        let hands = self.hands.len();
        let plain = &mut self.plain[self.lookup.place(ranks.sum) * hands..][..hands];
        if plain[0] == 0 {
            let mut board = [Sum::default(); 5];
            let each = self.runout.each_rank(ranks);
            board
                .iter_mut()
                .zip(each)
                .for_each(|(place, sum)| *place = sum);
            for (plain, pairs) in plain.iter_mut().zip(self.hands) {
                *plain = pairs.best_by_ranks(self.lookup, &board).0;
            }
        }
        let mut strengths = [0; MOST_HANDS];
        for ((strength, &plain), suited) in strengths.iter_mut().zip(&*plain).zip(self.suited) {
            *strength = suited.0.max(plain);
        }
        self.count.add(&strengths[..hands], ways);
    }
}

/// Passes every three of these ranks to `visit`.
fn each_three(ranks: u16, mut visit: impl FnMut(u16)) {
    let bits = |mut left: u16| {
        std::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            left &= !lowest;
            (lowest != 0).then_some((lowest, left))
        })
    };
    for (low, above) in bits(ranks) {
        for (middle, above) in bits(above) {
            for (high, _) in bits(above) {
                visit(low | middle | high);
            }
        }
    }
}
