//! Exact counts: every deal of the hands and every board.

use std::ops::Range;

use super::game::Game;
use super::plan::{Pieces, Plan};
use super::policy::sums;
use super::runout::{Room, Runout};
use super::showdown::Showdown;
use super::spot::{Holding, Spot};
use super::tally::{Count, MOST_HANDS, Tally};
use super::walk::{each_board, each_hand, suit_needs};
use super::work::{Stopped, Watch, share_out};
use crate::card::CardSet;
use crate::evaluate::{Lookup, Sum};
use crate::strength::Strength;

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
        let Plan::Possible(plan) = self.plan() else {
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
                showdown: Showdown::new(self),
                room: Room::default(),
                parts: &parts,
                tally: Tally::new(self.seats.len(), parts.len()),
                watch,
            };
            portions
                .flatten()
                .for_each(|piece| counting.count_piece(piece));
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
    parts: &'a [u64],
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
        if let Some(deals) = &plan.deals {
            let deal = &deals[group];
            self.count_deal(&deal.holdings, deal.weight, stripe);
        } else {
            let own = &plan.holdings[plan.seat][group];
            let mut chosen = vec![group as u32; plan.holdings.len()];
            self.count_deals(0, own.cards, own.weight.into(), &mut chosen, stripe);
        }
    }

    /// Counts every deal in which the hands before `seat`, and that of the plan's seat, are chosen.
    fn count_deals(
        &mut self,
        seat: usize,
        used: CardSet,
        weight: u128,
        chosen: &mut [u32],
        stripe: Stripe,
    ) {
        if seat == chosen.len() {
            self.count_deal(chosen, weight, stripe);
        } else if seat == self.plan.seat {
            self.count_deals(seat + 1, used, weight, chosen, stripe);
        } else {
            for (place, holding) in self.plan.holdings[seat].iter().enumerate() {
                if holding.cards.and(used).is_empty() && !self.watch.is_stopped() {
                    chosen[seat] = place as u32;
                    let weight = weight * u128::from(holding.weight);
                    self.count_deals(seat + 1, used.or(holding.cards), weight, chosen, stripe);
                }
            }
        }
    }

    /// Counts the boards of one deal.
    fn count_deal(&mut self, chosen: &[u32], weight: u128, stripe: Stripe) {
        let mut count = Count::new(chosen.len(), self.parts);
        let hands: Vec<&Holding> = chosen
            .iter()
            .zip(&self.plan.holdings)
            .map(|(&place, holdings)| &holdings[place as usize])
            .collect();
        let used = hands
            .iter()
            .fold(CardSet::EMPTY, |used, hand| used.or(hand.cards));
        let deck = self.spot.deck.minus(used);
        match self.spot.game {
            Game::Holdem | Game::Ethos => self.count_best(&hands, deck, stripe, &mut count),
            Game::Omaha(_) => self.count_omaha(&hands, deck, stripe, &mut count),
            Game::TriShow | Game::Stackhouse => {
                self.count_with_discards(&hands, deck, stripe, &mut count);
            }
            Game::Stud | Game::Cowpie | Game::Outhouse => {
                let hands: Vec<&[u8]> = hands.iter().map(|hand| &hand.numbers[..]).collect();
                self.showdown.count(&hands, &[], &mut count);
            }
        }
        self.tally.add(&count, weight);
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
                return count_best_by_ranks(&runout, &mut self.room, lookup, &held, count);
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
                for (strength, &held) in strengths.iter_mut().zip(&held) {
                    *strength = lookup.strength(held + cards).0;
                }
                count.add(&strengths[..held.len()], 1);
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
                return count_omaha_by_ranks(&runout, &mut self.room, lookup, &hands, count);
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

    /// Hands that discard after the flop (ruling S4): first every flop, then every turn and river.
    fn count_with_discards(
        &mut self,
        hands: &[&Holding],
        deck: CardSet,
        stripe: Stripe,
        count: &mut Count,
    ) {
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
                let left: Vec<u8> = deck
                    .iter()
                    .copied()
                    .filter(|card| !flop.contains(card))
                    .collect();
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

fn count_best_by_ranks(
    runout: &Runout,
    room: &mut Room,
    lookup: &Lookup,
    held: &[Sum],
    count: &mut Count,
) {
    let suits: Vec<[u16; 4]> = held
        .iter()
        .map(|held| [0, 1, 2, 3].map(|suit| held.cards().ranks_in(suit)))
        .collect();
    let mut strengths = [0; MOST_HANDS];
    runout.each(room, |ranks, suited, ways| {
        for ((strength, &held), suits) in strengths.iter_mut().zip(held).zip(&suits) {
            let plain = lookup.plain_strength(held + ranks.sum);
            let suited = suited.map_or(Strength(0), |suited| {
                lookup.suited_strength(suited.ranks | suits[suited.suit as usize])
            });
            *strength = plain.max(suited).0;
        }
        count.add(&strengths[..held.len()], ways);
    });
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
}

fn count_omaha_by_ranks(
    runout: &Runout,
    room: &mut Room,
    lookup: &Lookup,
    hands: &[Pairs],
    count: &mut Count,
) {
    let mut strengths = [0; MOST_HANDS];
    runout.each(room, |ranks, suited, ways| {
        let mut triples = [Sum::default(); 10];
        let mut of_suit = [0; 10];
        let mut suited_triples = 0;
        let mut place = 0;
        let each = ranks.each();
        for (i, &low) in each.iter().enumerate() {
            for (j, &middle) in each.iter().enumerate().skip(i + 1) {
                for &high in &each[j + 1..] {
                    triples[place] = low + middle + high;
                    place += 1;
                }
            }
        }
        if let Some(suited) = suited {
            each_three(suited.ranks, |three| {
                of_suit[suited_triples] = three;
                suited_triples += 1;
            });
        }
        for (strength, pairs) in strengths.iter_mut().zip(hands) {
            let mut best = Strength(0);
            for &pair in &pairs.sums {
                for &triple in &triples {
                    best = best.max(lookup.plain_strength(pair + triple));
                }
            }
            if let Some(suited) = suited {
                for &pair in &pairs.suited[suited.suit as usize] {
                    for three in &of_suit[..suited_triples] {
                        best = best.max(lookup.suited_strength(pair | three));
                    }
                }
            }
            *strength = best.0;
        }
        count.add(&strengths[..hands.len()], ways);
    });
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
