//! House Rules: the six tie tests as one key, and the hand that has the greatest (rulings H1 to H5).
//!
//! The strength says which ranks play, so what is left to choose is which held cards play them and
//! which wilds fill the gaps. A gap is a played rank of which too few cards are held. Naturals go
//! first, then wilds that can stand for themselves: that leaves the fewest gaps (test 4) and the most
//! wilds to choose from (test 5). Among what test 5 leaves, the top rank takes its best suit (test 6).

use std::sync::LazyLock;

use crate::card::{ACE, Card, CardError, CardSet, RANKS};
use crate::evaluate::Evaluator;
use crate::rules::{Rules, Wild};
use crate::strength::{Category, Strength, TwoStrength};

const SPADES: u8 = 3;

/// All six tests in one number: greater is better, equal is a tie under House Rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseKey(pub u64);

const SUIT_BITS: u32 = 2;
const FACE_BITS: u32 = 4;
const FACES_BITS: u32 = 5 * FACE_BITS;
const NATURALS_BITS: u32 = 3;

impl HouseKey {
    const fn new(strength: u16, tests: LateTests) -> HouseKey {
        HouseKey((strength as u64) << LateTests::BITS | tests.bits())
    }
}

/// The printed faces of the wilds that act, highest first, a joker's (none) below a deuce's: four bits
/// a face from the top, 0 where there is no further wild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Faces(u32);

impl Faces {
    /// The faces of the highest of these wilds, this many.
    #[inline]
    fn highest(wilds: CardSet, count: usize) -> Faces {
        let mut faces = 0;
        let mut shift = FACES_BITS;
        for wild in wilds.iter_down().take(count) {
            shift -= FACE_BITS;
            faces |= (wild.rank().map_or(1, |rank| u32::from(rank) + 2)) << shift;
        }
        Faces(faces)
    }
}

impl std::fmt::Display for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let faces = (0..5).rev().map(|i| self.0 >> (i * FACE_BITS) & 0xf);
        for face in faces.take_while(|&face| face > 0) {
            let face = (face as usize)
                .checked_sub(2)
                .map_or('X', |rank| RANKS[rank]);
            std::fmt::Write::write_char(f, face)?;
        }
        Ok(())
    }
}

/// A hand as a person reads it: which five cards play, and what each stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The strength.
    pub strength: Strength,
    /// The key of all six tests.
    pub key: HouseKey,
    /// The five cards as held, the most important rank first.
    pub best: [Card; 5],
    /// The five cards as played, in the same order.
    pub stands_for: [Card; 5],
    /// How many of the five are naturals (test 4).
    pub naturals: usize,
    /// The printed ranks of the wilds that act, highest first, `X` for a joker (test 5).
    pub wild_faces: String,
    /// The suit that test 6 reads, 0 to 3.
    pub suit: u8,
}

/// Some cards of one rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Group {
    rank: u8,
    cards: u8,
}

/// The ranks that play, and what is asked of their suits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Demand {
    groups: [Group; 5],
    filled: u8,
    cards: u8,
    /// Which group is highest as played: in a wheel that of the fives.
    high: u8,
    suited: bool,
    /// Whether a casino bug may stand for any of the ranks, not only for an ace (ruling W3).
    completed: bool,
}

impl Demand {
    /// The ranks that decide a hand of this category, the most important first, or the first of them.
    pub(crate) fn new(category: Category, ranks: &[u8]) -> Demand {
        let mut demand = Demand {
            suited: category.is_suited(),
            completed: category.is_suited() || category.is_straight(),
            ..Demand::default()
        };
        for (&rank, &times) in ranks.iter().zip(category.multiplicities()) {
            if category.is_straight() {
                // A straight counts down from its top rank, from a deuce to an ace.
                (0..5).for_each(|below| demand.add((rank + 13 - below) % 13));
                demand.high = 0;
            } else {
                (0..times).for_each(|_| demand.add(rank));
            }
        }
        demand
    }

    fn add(&mut self, rank: u8) {
        let filled = self.filled as usize;
        let known = self.groups[..filled]
            .iter()
            .position(|group| group.rank == rank);
        let place = known.unwrap_or(filled);
        self.groups[place].rank = rank;
        self.groups[place].cards += 1;
        self.filled = self.filled.max(place as u8 + 1);
        self.cards += 1;
        if rank > self.groups[self.high as usize].rank {
            self.high = place as u8;
        }
    }

    fn two(strength: TwoStrength) -> Demand {
        Demand::new(strength.category(), &strength.ranks())
    }

    pub(crate) const fn is_suited(&self) -> bool {
        self.suited
    }

    /// How many cards the rank has that most are asked of.
    pub(crate) fn most_of_a_rank(&self) -> usize {
        let cards = self.groups.iter().map(|group| usize::from(group.cards));
        cards.max().unwrap_or(0)
    }

    fn groups(&self) -> &[Group] {
        &self.groups[..self.filled as usize]
    }
}

/// What each five-card strength asks of the cards, by [`Strength::index`].
static DEMANDS: LazyLock<Box<[Demand]>> = LazyLock::new(|| {
    let demand = |strength: Strength| Demand::new(strength.category(), &strength.ranks());
    Strength::all().map(demand).collect()
});

/// The cards of one rank that play: the suits of the naturals, and of the wilds that stand for
/// themselves, and how many other wilds are to fill up.
#[derive(Clone, Copy, Default)]
struct Filled {
    naturals: u8,
    itself: u8,
    gaps: u8,
}

/// The best way to meet a demand, as far as it is one.
#[derive(Clone, Copy)]
pub(crate) struct Filling {
    groups: [Filled; 5],
    /// The suit of all five, if they are to be of one.
    suit: Option<u8>,
    /// The wilds that do not stand for themselves, and how many of them act: the highest.
    pool: CardSet,
    acting: usize,
}

/// What tests 4 to 6 read; greater is better.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LateTests {
    pub(crate) naturals: usize,
    pub(crate) faces: Faces,
    pub(crate) suit: u8,
}

impl LateTests {
    pub(crate) const BITS: u32 = NATURALS_BITS + FACES_BITS + SUIT_BITS;

    pub(crate) const fn bits(self) -> u64 {
        let naturals_and_faces = (self.naturals as u64) << FACES_BITS | self.faces.0 as u64;
        naturals_and_faces << SUIT_BITS | self.suit as u64
    }
}

/// The `count` highest suits of a set, or all of them.
#[inline]
fn top_suits(mut suits: u8, count: u8) -> u8 {
    while suits.count_ones() > u32::from(count) {
        suits &= suits - 1;
    }
    suits
}

impl Filling {
    /// The best way to meet a demand with these cards, in this suit if one is given; none if there
    /// is no way.
    #[inline]
    fn choose(rules: &Rules, held: CardSet, demand: &Demand, suit: Option<u8>) -> Option<Filling> {
        let wilds = held.and(rules.wilds());
        let naturals = held.minus(wilds);
        let allowed = suit.map_or(0b1111, |suit| 1 << suit);
        // A casino bug that may only be an ace or itself has to be itself elsewhere.
        let only_aces = rules.wild() == Wild::CasinoBug && !demand.completed;
        let mut filling = Filling {
            groups: Default::default(),
            suit,
            pool: wilds,
            acting: 0,
        };
        for (group, filled) in demand.groups().iter().zip(&mut filling.groups) {
            let only_itself = only_aces && group.rank != ACE;
            filled.naturals = top_suits(naturals.suits_of(group.rank) & allowed, group.cards);
            let lacking = group.cards - filled.naturals.count_ones() as u8;
            if lacking == 0 {
                continue;
            }
            if !rules.self_is_wild || only_itself {
                let own = wilds.suits_of(group.rank) & allowed;
                filled.itself = top_suits(own, lacking);
                filling.pool.0 &= !(u64::from(filled.itself) << (4 * group.rank));
            }
            filled.gaps = lacking - filled.itself.count_ones() as u8;
            if filled.gaps > 0 && only_itself {
                return None;
            }
            filling.acting += usize::from(filled.gaps);
        }
        if filling.acting > filling.pool.len() {
            return None;
        }
        if !rules.self_is_wild {
            filling.raise_suit(demand, wilds);
        }
        Some(filling)
    }

    /// Lets a wild of the top rank stand for itself in place of a natural, where its suit is better
    /// and the wilds that act keep their faces.
    #[inline]
    fn raise_suit(&mut self, demand: &Demand, wilds: CardSet) {
        let high = demand.groups[demand.high as usize].rank;
        let group = &mut self.groups[demand.high as usize];
        let own = wilds.suits_of(high);
        if own == 0 || group.gaps > 0 || group.itself != 0 {
            return;
        }
        let better = own & !((1 << group.naturals.ilog2()) - 1);
        let faces = Faces::highest(self.pool, self.acting);
        for suit in (0..4).rev().filter(|suit| better >> suit & 1 == 1) {
            let without = self.pool.without(Card::new(high, suit));
            if without.len() >= self.acting && Faces::highest(without, self.acting) == faces {
                group.naturals &= group.naturals - 1;
                group.itself = 1 << suit;
                self.pool = without;
                return;
            }
        }
    }

    #[inline]
    fn late_tests(&self, rules: &Rules, demand: &Demand) -> LateTests {
        let high = self.groups[demand.high as usize];
        let suit = if high.gaps == 0 {
            (high.naturals | high.itself).ilog2() as u8
        } else {
            // A wild takes the best suit that is legal: spades, or they are there already.
            self.suit.unwrap_or(SPADES)
        };
        let mut counted = self.acting;
        let mut faces = Faces::highest(self.pool, self.acting);
        if rules.self_is_wild {
            let themselves = self.themselves(demand);
            if !themselves.is_empty() {
                let acting: CardSet = self.pool.iter_down().take(self.acting).collect();
                counted += themselves.len();
                faces = Faces::highest(acting.or(themselves), counted);
            }
        }
        LateTests {
            naturals: demand.cards as usize - counted,
            faces,
            suit,
        }
    }

    /// The wilds that stand for themselves.
    fn themselves(&self, demand: &Demand) -> CardSet {
        let groups = demand.groups().iter().zip(&self.groups);
        groups.fold(CardSet::EMPTY, |all, (group, filled)| {
            CardSet(all.0 | u64::from(filled.itself) << (4 * group.rank))
        })
    }

    /// The five cards as held, and in the same order as played.
    pub(crate) fn cards(&self, rules: &Rules, demand: &Demand) -> ([Card; 5], [Card; 5]) {
        let mut acting = self.pool.iter_down().take(self.acting);
        let mut best = [Card::BLACK_JOKER; 5];
        let mut stands_for = best;
        let mut place = 0;
        let mut play = |held: Card, played: Card| {
            best[place] = held;
            stands_for[place] = played;
            place += 1;
        };
        for (group, filled) in demand.groups().iter().zip(&self.groups) {
            let mut suits = filled.naturals | filled.itself;
            for suit in (0..4).rev().filter(|suit| suits >> suit & 1 == 1) {
                let card = Card::new(group.rank, suit);
                play(card, card);
            }
            for wild in acting.by_ref().take(usize::from(filled.gaps)) {
                // The best suit that is legal: a wild card may double a card that plays, a bug may not.
                let free = (0..=SPADES).rev().find(|suit| suits >> suit & 1 == 0);
                let best_suit = if rules.wild() == Wild::Card {
                    SPADES
                } else {
                    free.unwrap_or(SPADES)
                };
                let suit = self.suit.unwrap_or(best_suit);
                suits |= 1 << suit;
                play(wild, Card::new(group.rank, suit));
            }
        }
        (best, stands_for)
    }
}

/// The best way to meet a demand with these cards, if there is one, and what tests 4 to 6 read.
#[inline]
pub(crate) fn best_filling(
    rules: &Rules,
    held: CardSet,
    demand: &Demand,
) -> Option<(Filling, LateTests)> {
    let with_tests = |filling: Filling| (filling, filling.late_tests(rules, demand));
    if !demand.suited {
        return Filling::choose(rules, held, demand, None).map(with_tests);
    }
    let wilds = held.and(rules.wilds());
    let reaches = |&suit: &u8| {
        let of_suit = CardSet(ONE_SUIT.0 << suit).or(wilds);
        held.and(of_suit).len() >= demand.cards as usize
    };
    (0..4)
        .filter(reaches)
        .filter_map(|suit| Filling::choose(rules, held, demand, Some(suit)))
        .map(with_tests)
        .max_by_key(|(_, tests)| *tests)
}

/// All clubs; shifted by a suit, all cards of that suit.
const ONE_SUIT: CardSet = CardSet(0x1_1111_1111_1111);

impl Evaluator {
    /// The hand as a person reads it, of 5, 6 or 7 different cards that the rules allow.
    pub fn read(&self, cards: &[Card]) -> Result<Reading, CardError> {
        let strength = self.evaluate(cards)?;
        let demand = &DEMANDS[strength.index()];
        let filled = best_filling(self.rules(), cards.iter().copied().collect(), demand);
        let (filling, tests) = filled.expect("cards that have a strength can show it");
        let (best, stands_for) = filling.cards(self.rules(), demand);
        Ok(Reading {
            strength,
            key: HouseKey::new(strength.0, tests),
            best,
            stands_for,
            naturals: tests.naturals,
            wild_faces: tests.faces.to_string(),
            suit: tests.suit,
        })
    }

    /// The key of all six tests, of 5, 6, 7 or 2 different cards that the rules allow.
    pub fn house_key(&self, cards: &[Card]) -> Result<HouseKey, CardError> {
        let held = || cards.iter().copied().collect();
        match cards.len() {
            2 => Ok(self.house_key_of_two(self.evaluate_two(cards)?, held())),
            5..=7 => Ok(self.house_key_of(self.evaluate(cards)?, held())),
            found => Err(CardError::Count {
                wanted: "2, 5, 6 or 7",
                found,
            }),
        }
    }

    /// The key of two cards whose strength is known; without such cards any number.
    pub(crate) fn house_key_of_two(&self, strength: TwoStrength, held: CardSet) -> HouseKey {
        let filled = best_filling(self.rules(), held, &Demand::two(strength));
        let tests = filled.map(|(_, tests)| tests);
        HouseKey::new(strength.0, tests.unwrap_or_default())
    }

    /// The key of 5, 6 or 7 cards whose strength is known; without such cards any number.
    #[inline]
    pub(crate) fn house_key_of(&self, strength: Strength, held: CardSet) -> HouseKey {
        let Some(demand) = DEMANDS.get(strength.index()) else {
            return HouseKey(0);
        };
        let tests = if held.and(self.rules().wilds()).is_empty() {
            LateTests {
                naturals: 5,
                faces: Faces::default(),
                suit: natural_suit(held, demand),
            }
        } else {
            let filled = best_filling(self.rules(), held, demand);
            filled.map(|(_, tests)| tests).unwrap_or_default()
        };
        HouseKey::new(strength.0, tests)
    }
}

/// The suit that test 6 reads where no wild is held. Of seven cards one suit at most has five.
#[inline]
fn natural_suit(held: CardSet, demand: &Demand) -> u8 {
    if demand.suited {
        let five = |suit: &u8| held.and(CardSet(ONE_SUIT.0 << suit)).len() >= 5;
        return (0..4).find(five).unwrap_or_default();
    }
    let high = demand.groups[demand.high as usize % 5];
    let suits = held.suits_of(high.rank).checked_ilog2();
    suits.unwrap_or_default() as u8
}
