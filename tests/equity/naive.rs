//! A naive walk over everything that may still be dealt, which exact equity has to agree with: every way
//! to hold every hand, every board card by card, every hand evaluated by itself.

use std::sync::{Arc, Mutex, PoisonError};

use pokerhouse::{
    Around, Card, CardSet, Evaluator, Exposing, Game, Held, MOST_HANDS, Random, Row, Rules, SHARE,
    Spot, SpotError, Tally, cards,
};

use super::dealing::{Numbers, Seat, Way, card, choose, deal_out, each_deal, list, numbers, set};
use super::walk;

/// A spot as it is written down.
#[derive(Clone, Debug)]
pub struct Case {
    pub game: String,
    pub hands: Vec<String>,
    pub board: String,
    pub dead: String,
    pub rules: Rules,
    pub jokers: u64,
    pub policies: Vec<&'static str>,
}

/// What a hand shows for each part of the pot.
type Shown = [u16; 4];

impl Case {
    pub fn new(game: &str, hands: &[impl ToString]) -> Case {
        Case {
            game: game.into(),
            hands: hands.iter().map(ToString::to_string).collect(),
            board: String::new(),
            dead: String::new(),
            rules: Rules::STANDARD,
            jokers: 0,
            policies: vec!["two"],
        }
    }

    pub fn on(mut self, board: &str) -> Case {
        self.board = board.into();
        self
    }

    pub fn without(mut self, dead: &str) -> Case {
        self.dead = dead.into();
        self
    }

    pub fn by(mut self, rules: Rules) -> Case {
        self.rules = rules;
        self
    }

    pub fn with_jokers(mut self, jokers: u64) -> Case {
        self.jokers = jokers;
        self
    }

    pub fn choosing(mut self, policies: &[&'static str]) -> Case {
        self.policies = policies.to_vec();
        self
    }

    fn game(&self) -> Game {
        Game::from_name(&self.game).expect("a game")
    }

    fn held(&self) -> Vec<Held> {
        let held = (1..).zip(&self.hands);
        let held = held.map(|(hand, text)| Spot::read(self.game(), text, hand));
        held.collect::<Result<_, _>>().expect("hands")
    }

    pub fn read(&self) -> Result<Spot, SpotError> {
        let [board, dead] = [&self.board, &self.dead].map(|text| cards(text).expect("cards"));
        let around = Around {
            board: &board,
            dead: &dead,
            jokers: self.jokers,
            policies: &self.policies,
        };
        Spot::new(self.game(), self.held(), Evaluator::new(self.rules), around)
    }

    pub fn spot(&self) -> Spot {
        self.read()
            .unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    /// How a hand is dealt out of this deck: a range's weights as the smallest whole numbers.
    fn seat(&self, held: &Held, deck: CardSet) -> Seat {
        if let Some((down, up)) = certain(held) {
            let on_board = cards(&self.board).expect("cards").len();
            let (down_places, up_place) = match self.game() {
                Game::Outhouse => (vec![self.cards_of_the_round(&self.held())], 0),
                game => places(game, down.len(), on_board),
            };
            let mut known = down.len();
            let missing = down_places.iter().map(|&place| {
                let missing = place.saturating_sub(known);
                known = known.saturating_sub(place);
                missing
            });
            return Seat::Dealt {
                missing: missing.collect(),
                missing_up: up_place - up.len(),
                down,
                up,
            };
        }
        let Held::Range(range) = held else {
            unreachable!("all other hands are certain")
        };
        let combos = range.combos().iter();
        let ways = combos.map(|(cards, weight)| (numbers(cards), u128::from(*weight)));
        let mut ways: Vec<Way> = ways
            .filter(|(cards, _)| set(cards).minus(deck).is_empty())
            .collect();
        let divisor = ways
            .iter()
            .fold(0, |all, &(_, weight)| divisor(all, weight));
        ways.iter_mut().for_each(|(_, weight)| *weight /= divisor);
        Seat::Ranged(ways)
    }

    /// How many cards Outhouse's hands have in this round: as many as one of them has, five to seven.
    fn cards_of_the_round(&self, held: &[Held]) -> usize {
        let known = held.iter().filter_map(certain);
        let most = known.map(|(down, _)| down.len()).max();
        most.unwrap_or_default().max(5)
    }

    /// Whether a hand still has a card to discard after the flop (ruling S4).
    fn discards(&self, held: &Held) -> bool {
        let most = match self.game() {
            Game::TriShow => 3,
            Game::Stackhouse => 10,
            _ => return false,
        };
        let down = certain(held).map_or(0, |(down, _)| down.len());
        self.board.is_empty() || down == 0 || down == most
    }

    /// Everything that may still be dealt, one by one; in Outhouse in each round that is still to come.
    pub fn walk(&self) -> Tally {
        let board = numbers(&cards(&self.board).expect("cards"));
        let dead: CardSet = cards(&self.dead).expect("cards").into_iter().collect();
        let jokers = CardSet::JOKERS.iter().take(self.jokers as usize);
        let whole = jokers.fold(CardSet::NATURALS, CardSet::with);
        let held = self.held();
        let mut known = dead.or(set(&board));
        for held in &held {
            if let Some((down, up)) = certain(held) {
                known = known.or(set(&[down, up].concat()));
            }
        }
        let deck = whole.minus(known);
        let mut table = Table {
            case: self,
            evaluator: Evaluator::new(self.rules),
            exposing: vec![],
            below: Arc::default(),
            unseen: whole.or(known).minus(dead),
            players: held.len(),
            rounds: 0,
            tally: Tally {
                total: 0,
                rows: vec![],
            },
        };
        if held.iter().any(|held| self.discards(held)) {
            table.below = half_hands_below(&table.evaluator);
        }
        if self.game() == Game::Outhouse {
            table.rounds = 8 - self.cards_of_the_round(&held);
            let policy = |seat: usize| self.policies[seat % self.policies.len()];
            let whole = whole.or(known);
            let exposing = |seat| Exposing::new(&table.evaluator, policy(seat), held.len(), whole);
            table.exposing = (0..held.len())
                .map(|seat| exposing(seat).expect("a policy"))
                .collect();
        }
        let parts = table.parts().len();
        let rows = if parts == 1 { 1 } else { 1 + parts };
        table.tally.rows = vec![vec![Row::default(); rows]; held.len()];
        let seats: Vec<Seat> = held.iter().map(|held| self.seat(held, deck)).collect();
        each_deal(&seats, deck, &mut vec![], 1, &mut |hands, weight| {
            let left = hands.iter().fold(deck, |left, hand| left.minus(set(hand)));
            table.each_board(hands, &board, left, weight);
        });
        table.tally
    }
}

/// The down and up cards of a hand that is no range of several.
fn certain(held: &Held) -> Option<(Numbers, Numbers)> {
    match held {
        Held::Cards { down, up } => Some((numbers(down), numbers(up))),
        Held::Range(range) => match range.combos() {
            [(cards, _)] => Some((numbers(cards), vec![])),
            _ => None,
        },
    }
}

/// How many cards a hand has in each of its places, down cards and up cards: Stackhouse has four hands
/// (ruling S2), of which the third discards a card after the flop (S4): where nothing is known of a hand,
/// it is dealt that card too.
fn places(game: Game, held: usize, on_board: usize) -> (Vec<usize>, usize) {
    let down = match game {
        Game::Holdem => vec![2],
        Game::Omaha(hole) => vec![hole.into()],
        Game::Ethos => vec![1],
        Game::TriShow if on_board == 0 || held == 0 || held == 3 => vec![3],
        Game::TriShow => vec![2],
        Game::Stackhouse if on_board == 0 || held == 0 || held == 10 => vec![1, 2, 3, 4],
        Game::Stackhouse => vec![1, 2, 2, 4],
        Game::Stud | Game::Cowpie => return (vec![3], 4),
        Game::Outhouse => unreachable!("how many cards there are hangs on the round"),
    };
    (down, 0)
}

struct Table<'a> {
    case: &'a Case,
    evaluator: Evaluator,
    exposing: Vec<Exposing>,
    below: Arc<Vec<u64>>,
    /// All cards but the dead ones.
    unseen: CardSet,
    players: usize,
    /// How many rounds of Outhouse are still to come, this one included; of other games none.
    rounds: usize,
    tally: Tally,
}

impl Table<'_> {
    /// The parts of the pot in proportion.
    fn parts(&self) -> &'static [u64] {
        match self.case.game() {
            Game::Stackhouse => &[1; 4],
            Game::Cowpie => &[1; 2],
            // The side pots to come, and half of equal stakes in three rounds (ruling O3).
            Game::Outhouse => [&[1, 3][..], &[1, 1, 3], &[1, 1, 1, 3]][self.rounds - 1],
            _ => &[1],
        }
    }

    fn each_board(&mut self, hands: &[Numbers], board: &[u8], deck: CardSet, weight: u128) {
        let game = self.case.game();
        if game == Game::Outhouse {
            self.each_round(hands, &[[0; 4]; MOST_HANDS], weight);
            return;
        }
        if !matches!(game, Game::TriShow | Game::Stackhouse) {
            let has_board = !matches!(game, Game::Stud | Game::Cowpie);
            let to_come = if has_board { 5 - board.len() } else { 0 };
            choose(&list(deck), to_come, &mut vec![], &mut |dealt| {
                let mut all = [0; 5];
                all[..board.len()].copy_from_slice(board);
                all[board.len()..][..dealt.len()].copy_from_slice(dealt);
                self.show_down(hands, &all[..board.len() + dealt.len()], weight);
            });
            return;
        }
        // First the flop, after which a card is discarded (ruling S4), then turn and river.
        let flop = 3usize.saturating_sub(board.len());
        choose(&list(deck), flop, &mut vec![], &mut |dealt| {
            let mut board = [board, dealt].concat();
            let known = board.len();
            let kept: Vec<Numbers> = hands.iter().map(|hand| self.kept(hand, &board)).collect();
            let left = list(deck.minus(set(dealt)));
            board.resize(5, 0);
            choose(&left, 5 - known, &mut vec![], &mut |dealt| {
                board[known..].copy_from_slice(dealt);
                self.show_down(&kept, &board, weight);
            });
        });
    }

    /// A hand after its discard.
    fn kept(&self, hand: &[u8], board: &[u8]) -> Numbers {
        let three = match (self.case.game(), hand.len()) {
            (Game::TriShow, 3) => 0..3,
            (Game::Stackhouse, 10) => 3..6,
            _ => return hand.to_vec(),
        };
        // Who discards has seen no more than the flop.
        let board = &board[..3];
        let unseen = list(self.unseen.minus(set(hand)).minus(set(board)));
        let below = &self.below;
        let lookup = self.evaluator.lookup(7);
        let worth = |discarded: u8| {
            let kept = hand[three.clone()]
                .iter()
                .filter(|&&card| card != discarded);
            let kept = [&kept.copied().collect::<Numbers>(), board].concat();
            let mut worth = 0;
            choose(&unseen, 2, &mut vec![], &mut |dealt| {
                let sum = self.evaluator.sum(kept.iter().chain(dealt).copied());
                worth += u128::from(below[usize::from(lookup.strength(sum).0)]);
            });
            worth
        };
        // The most, and of equals the lowest card.
        let most = |&&card: &&u8| (worth(card), u8::MAX - card);
        let discarded = *hand[three.clone()].iter().max_by_key(most).expect("three");
        hand.iter()
            .copied()
            .filter(|&card| card != discarded)
            .collect()
    }

    /// Everyone exposes two cards and draws three, of all that is in no hand, until seven were there;
    /// then the five that are left are compared (rulings O4 and O7). `shown` are the rounds before.
    fn each_round(&mut self, hands: &[Numbers], shown: &[Shown; MOST_HANDS], weight: u128) {
        let (mut shown, mut hands) = (*shown, hands.to_vec());
        let held = hands[0].len();
        let part = self.rounds + held - 8;
        for (seat, hand) in hands.iter_mut().enumerate() {
            let [first, second] = self.exposing[seat].expose(hand);
            let two = [hand.remove(second), hand.remove(first)].map(card);
            let two = self.evaluator.evaluate_two(&two);
            shown[seat][part] = two.expect("two cards").0;
        }
        if held < 7 {
            let kept = hands.iter().map(|hand| set(hand));
            let deck = kept.fold(self.unseen, CardSet::minus);
            let wanted = vec![3; hands.len()];
            deal_out(deck, &wanted, &mut vec![], &mut |dealt| {
                let drawn = hands.iter().zip(dealt.chunks(3));
                let hands: Vec<Numbers> =
                    drawn.map(|(hand, drawn)| [hand, drawn].concat()).collect();
                self.each_round(&hands, &shown, weight);
            });
            return;
        }
        for (shown, hand) in shown.iter_mut().zip(&hands) {
            let left: Vec<Card> = hand.iter().copied().map(card).collect();
            let left = self.evaluator.evaluate(&left);
            shown[part + 1] = left.expect("five cards").0;
        }
        self.award(&shown[..hands.len()], weight);
    }

    fn show_down(&mut self, hands: &[Numbers], board: &[u8], weight: u128) {
        let mut shown = [[0; 4]; MOST_HANDS];
        for (seat, hand) in hands.iter().enumerate() {
            shown[seat] = self.shown(seat, hand, board);
        }
        self.award(&shown[..hands.len()], weight);
    }

    /// Counts what each hand wins that shows this.
    fn award(&mut self, shown: &[Shown], weight: u128) {
        let parts = self.parts();
        let all: u64 = parts.iter().sum();
        self.tally.total += weight;
        let mut whole = [0; MOST_HANDS];
        for (part, size) in parts.iter().enumerate() {
            let best = shown.iter().map(|shown| shown[part]).max();
            let wins = |seat: usize| Some(shown[seat][part]) == best;
            let sharers = (0..shown.len()).filter(|&seat| wins(seat)).count() as u64;
            for (seat, rows) in self.tally.rows.iter_mut().enumerate() {
                let won = if wins(seat) { SHARE / sharers } else { 0 };
                whole[seat] += won / all * size;
                if parts.len() > 1 {
                    add(&mut rows[1 + part], won, weight);
                }
            }
        }
        for (rows, won) in self.tally.rows.iter_mut().zip(whole) {
            add(&mut rows[0], won, weight);
        }
    }

    /// What a hand shows for each part of the pot.
    fn shown(&self, seat: usize, hand: &[u8], board: &[u8]) -> Shown {
        let best = |hole: &[u8]| {
            let sum = self.evaluator.sum(hole.iter().chain(board).copied());
            self.evaluator
                .lookup(hole.len() + board.len())
                .strength(sum)
                .0
        };
        match self.case.game() {
            Game::Holdem | Game::Ethos | Game::Stud | Game::TriShow => [best(hand), 0, 0, 0],
            Game::Omaha(_) => [self.omaha(hand, board), 0, 0, 0],
            Game::Stackhouse => [
                best(&hand[..1]),
                best(&hand[1..3]),
                best(&hand[3..5]),
                self.omaha(&hand[5..], board),
            ],
            Game::Cowpie => {
                let cards: Vec<Card> = hand.iter().copied().map(card).collect();
                let (down, up) = cards.split_at(3);
                let policy = self.case.policies[seat % self.case.policies.len()];
                let splits = self.evaluator.splits(down, up, false).expect("a division");
                let best = match policy {
                    "five" => splits.iter().max_by_key(|split| (split.five, split.two)),
                    "two" => splits.iter().max_by_key(|split| (split.two, split.five)),
                    _ => None,
                };
                let best = best.copied().unwrap_or_else(|| {
                    let prefer = self.evaluator.preference(policy, Some(self.players));
                    let prefer = prefer.expect("a preference");
                    let best = self.evaluator.best_split(down, up, false, prefer);
                    best.expect("a division")
                });
                [best.five.0, best.two.0, 0, 0]
            }
            Game::Outhouse => unreachable!("its rounds show what they do"),
        }
    }

    /// Exactly two of the hand and three of the board (ruling R8).
    fn omaha(&self, hole: &[u8], board: &[u8]) -> u16 {
        let lookup = self.evaluator.lookup(5);
        let sum = |cards: &[u8]| self.evaluator.sum(cards.iter().copied());
        let mut best = 0;
        for i in 0..hole.len() {
            for j in 0..i {
                let two = sum(&[hole[i], hole[j]]);
                for a in 0..5 {
                    for b in 0..a {
                        for c in 0..b {
                            let three = sum(&[board[a], board[b], board[c]]);
                            best = best.max(lookup.strength(two + three).0);
                        }
                    }
                }
            }
        }
        best
    }
}

/// Adds what a hand won of a pot.
fn add(row: &mut Row, won: u64, weight: u128) {
    match won {
        0 => row.lose += weight,
        SHARE => row.win += weight,
        _ => row.tie += weight,
    }
    row.shares += u128::from(won) * weight;
    row.squares += u128::from(won).pow(2) * weight;
}

/// For each strength how many half hands of seven naturals are below it, an equal one counting half:
/// all 133,784,560 are looked up one by one, once for each rules.
fn half_hands_below(evaluator: &Evaluator) -> Arc<Vec<u64>> {
    static KNOWN: Mutex<Vec<(Rules, Arc<Vec<u64>>)>> = Mutex::new(vec![]);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = *evaluator.rules();
    if let Some((_, below)) = known.iter().find(|(other, _)| *other == rules) {
        return below.clone();
    }
    let lookup = evaluator.lookup(7);
    let deck: Vec<_> = (0..52).map(|card| evaluator.sum([card])).collect();
    let start = || vec![0u64; 1 << 16];
    let parts = walk::parts(&deck, 7, start, |hands, sum| {
        hands[usize::from(lookup.strength(sum).0)] += 1;
    });
    let mut below = vec![0; 1 << 16];
    let mut before = 0;
    for (strength, below) in below.iter_mut().enumerate() {
        let equal: u64 = parts.iter().map(|hands| hands[strength]).sum();
        *below = 2 * before + equal;
        before += equal;
    }
    known.push((rules, Arc::new(below)));
    known[known.len() - 1].1.clone()
}

/// Whether a count says the same as a walk, to the last board; every row adds up, and so do all hands'.
pub fn assert_same(count: &Tally, walked: &Tally, case: &Case) {
    assert!(walked.total > 0, "{case:?}: nothing was walked");
    assert_eq!(count.total, walked.total, "{case:?}");
    assert_eq!(count.rows.len(), walked.rows.len());
    for (rows, others) in count.rows.iter().zip(&walked.rows) {
        assert_eq!(rows.len(), others.len());
        for (row, other) in rows.iter().zip(others) {
            assert_eq!(row.win + row.tie + row.lose, count.total, "{case:?}");
            let of = |row: &Row| (row.win, row.tie, row.shares);
            assert_eq!(of(row), of(other), "{case:?}");
        }
    }
    assert_shared_out(count);
}

/// The greatest common divisor.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether all hands together win the whole of every part.
pub fn assert_shared_out(tally: &Tally) {
    for part in 0..tally.rows[0].len() {
        let shares: u128 = tally.rows.iter().map(|rows| rows[part].shares).sum();
        assert_eq!(shares, tally.total * u128::from(SHARE));
    }
}

/// Hands, a board and dead cards dealt at random so that so many cards are left in the deck, all of
/// them if that is none.
pub fn dealt(
    case: Case,
    known: &[&[usize]],
    on_board: usize,
    left: Option<usize>,
    seed: u64,
) -> Case {
    let jokers = CardSet::JOKERS.iter().take(case.jokers as usize);
    let mut deck = list(jokers.fold(CardSet::NATURALS, CardSet::with));
    let mut draws = Random::new(seed).draws(0);
    let mut draw = |cards: usize| -> String {
        let drawn = (0..cards).map(|_| {
            let card = deck.swap_remove(draws.below(deck.len() as u64) as usize);
            self::card(card).to_string()
        });
        drawn.collect()
    };
    let hands: Vec<String> = known
        .iter()
        .map(|places| {
            let drawn: Vec<String> = places.iter().map(|&cards| draw(cards)).collect();
            drawn.join("/")
        })
        .collect();
    let board = draw(on_board);
    let spare = left.map_or(0, |left| {
        let known: usize = known
            .iter()
            .map(|places| places.iter().sum::<usize>())
            .sum();
        52 + case.jokers as usize - known - on_board - left
    });
    let dead = draw(spare);
    Case {
        hands,
        board,
        dead,
        ..case
    }
}
