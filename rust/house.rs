//! House Rules: the six tie tests as one key, and the hand that has the greatest (rulings H1 to H5).
//!
//! The strength says which ranks play, so what is left to choose is which held cards play them and
//! which wilds fill the gaps. A gap is a played rank of which too few cards are held. Naturals go
//! first, then wilds that can stand for themselves: that leaves the fewest gaps (test 4) and the most
//! wilds to choose from (test 5). Among what test 5 leaves, the top rank takes its best suit (test 6).

use crate::card::{ACE, Card, CardError, CardSet, RANKS};
use crate::evaluate::Evaluator;
use crate::rules::{Rules, Wild};
use crate::strength::{Strength, TwoStrength};

const SPADES: u8 = 3;

/// All six tests in one number: greater is better, equal is a tie under House Rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseKey(pub u64);

const SUIT_BITS: u32 = 2;
const FACE_BITS: u32 = 4;
const FACES_BITS: u32 = 5 * FACE_BITS;
const NATURALS_BITS: u32 = 3;

impl HouseKey {
    const fn new(strength: u16, naturals: usize, faces: Faces, suit: u8) -> HouseKey {
        let mut key = strength as u64;
        key = key << NATURALS_BITS | naturals as u64;
        key = key << FACES_BITS | faces.0 as u64;
        HouseKey(key << SUIT_BITS | suit as u64)
    }
}

/// The printed faces of the wilds that act, highest first, a joker's (none) below a deuce's: four bits
/// a face from the top, 0 where there is no further wild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Faces(u32);

impl Faces {
    /// The faces of these wilds, which come highest first.
    fn of(wilds: impl Iterator<Item = Card>) -> Faces {
        let mut faces = 0;
        let mut shift = FACES_BITS;
        for wild in wilds {
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

/// The ranks that play, and what is asked of their suits.
struct Demand {
    /// The ranks, equal ones side by side.
    ranks: [u8; 5],
    cards: usize,
    /// The highest rank as played: in a wheel the five.
    high: u8,
    suited: bool,
    /// Whether a casino bug may stand for any of the ranks, not only for an ace (ruling W3).
    completed: bool,
}

impl Demand {
    fn five(strength: Strength) -> Demand {
        let ranks = strength.five_ranks();
        let category = strength.category();
        let high = if category.is_straight() {
            ranks[0]
        } else {
            ranks.into_iter().max().unwrap_or(0)
        };
        Demand {
            ranks,
            cards: 5,
            high,
            suited: category.is_suited(),
            completed: category.is_straight() || category.is_suited(),
        }
    }

    fn two(strength: TwoStrength) -> Demand {
        let mut ranks = [0; 5];
        let deciding = strength.ranks();
        (ranks[0], ranks[1]) = (deciding[0], *deciding.last().unwrap_or(&0));
        Demand {
            ranks,
            cards: 2,
            high: ranks[0],
            suited: false,
            completed: false,
        }
    }
}

/// One way to meet a demand.
#[derive(Clone, Copy)]
struct Filling {
    best: [Card; 5],
    stands_for: [Card; 5],
    naturals: usize,
    faces: Faces,
    suit: u8,
}

/// The cards of one rank that play.
#[derive(Clone, Copy, Default)]
struct Group {
    rank: u8,
    /// Suits of the naturals, and of the wilds that stand for themselves.
    naturals: u8,
    itself: u8,
    gaps: usize,
}

/// The `count` highest suits of a set, or all of them.
fn top_suits(mut suits: u8, count: usize) -> u8 {
    while suits.count_ones() as usize > count {
        suits &= suits - 1;
    }
    suits
}

/// The best way to meet a demand with these cards, in this suit if one is given.
fn fill(rules: &Rules, held: CardSet, demand: &Demand, suit: Option<u8>) -> Option<Filling> {
    let wilds = held.and(rules.wilds());
    let allowed = suit.map_or(0b1111, |suit| 1 << suit);
    let mut groups = [Group::default(); 5];
    let mut filled = 0;
    let mut pool = wilds;
    for ranks in demand.ranks[..demand.cards].chunk_by(|a, b| a == b) {
        let rank = ranks[0];
        // A casino bug that may only be an ace or itself has to be itself here.
        let must_be_itself = rules.wild() == Wild::CasinoBug && !demand.completed && rank != ACE;
        let own = if rules.self_is_wild && !must_be_itself {
            0
        } else {
            wilds.suits_of(rank) & allowed
        };
        let naturals = held.minus(wilds).suits_of(rank) & allowed;
        let naturals = top_suits(naturals, ranks.len());
        let lacking = ranks.len() - naturals.count_ones() as usize;
        let itself = top_suits(own, lacking);
        groups[filled] = Group {
            rank,
            naturals,
            itself,
            gaps: lacking - itself.count_ones() as usize,
        };
        pool.0 &= !(u64::from(itself) << (4 * rank));
        filled += 1;
    }
    let groups = &mut groups[..filled];
    let gaps: usize = groups.iter().map(|group| group.gaps).sum();
    if gaps > pool.len() {
        return None;
    }
    if !rules.self_is_wild {
        raise_suit(groups, demand.high, wilds, &mut pool, gaps);
    }

    let mut acting = pool.iter_down().take(gaps);
    let mut best = [Card::BLACK_JOKER; 5];
    let mut stands_for = best;
    let mut place = 0;
    let mut play = |held: Card, played: Card| {
        best[place] = held;
        stands_for[place] = played;
        place += 1;
    };
    let mut high_suits = 0;
    for group in groups.iter() {
        let mut suits = group.naturals | group.itself;
        for suit in (0..4).rev().filter(|suit| suits >> suit & 1 == 1) {
            let card = Card::new(group.rank, suit);
            play(card, card);
        }
        for wild in acting.by_ref().take(group.gaps) {
            // The best suit that is legal: a wild card may double a card that plays, a bug may not.
            let free = (0..=SPADES).rev().find(|suit| suits >> suit & 1 == 0);
            let best_suit = if rules.wild() == Wild::Card {
                SPADES
            } else {
                free.unwrap_or(SPADES)
            };
            let suit = suit.unwrap_or(best_suit);
            suits |= 1 << suit;
            play(wild, Card::new(group.rank, suit));
        }
        if group.rank == demand.high {
            high_suits = suits;
        }
    }
    let wild_cards = best[..demand.cards]
        .iter()
        .copied()
        .collect::<CardSet>()
        .and(wilds);
    let by_themselves = groups.iter().fold(0, |all, group| {
        all | u64::from(group.itself) << (4 * group.rank)
    });
    let counted = if rules.self_is_wild {
        wild_cards
    } else {
        wild_cards.minus(CardSet(by_themselves))
    };
    Some(Filling {
        best,
        stands_for,
        naturals: demand.cards - counted.len(),
        faces: Faces::of(counted.iter_down()),
        suit: high_suits.ilog2() as u8,
    })
}

/// Lets a wild of the top rank stand for itself in place of a natural, where its suit is better and the
/// wilds that act keep their faces.
fn raise_suit(groups: &mut [Group], high: u8, wilds: CardSet, pool: &mut CardSet, gaps: usize) {
    let Some(group) = groups.iter_mut().find(|group| group.rank == high) else {
        return;
    };
    if group.gaps > 0 || group.itself != 0 {
        return;
    }
    let faces = |pool: CardSet| Faces::of(pool.iter_down().take(gaps));
    let better = wilds.suits_of(high) & !((1 << group.naturals.ilog2()) - 1);
    for suit in (0..4).rev().filter(|suit| better >> suit & 1 == 1) {
        let without = pool.without(Card::new(high, suit));
        if without.len() >= gaps && faces(without) == faces(*pool) {
            group.naturals &= group.naturals - 1;
            group.itself = 1 << suit;
            *pool = without;
            return;
        }
    }
}

fn best_filling(rules: &Rules, held: CardSet, demand: &Demand) -> Filling {
    let filling = if demand.suited {
        (0..4)
            .filter_map(|suit| fill(rules, held, demand, Some(suit)))
            .max_by_key(|filling| (filling.naturals, filling.faces, filling.suit))
    } else {
        fill(rules, held, demand, None)
    };
    filling.expect("cards that have a strength can show it")
}

impl Evaluator {
    /// The hand as a person reads it, of 5, 6 or 7 different cards that the rules allow.
    pub fn read(&self, cards: &[Card]) -> Result<Reading, CardError> {
        let strength = self.evaluate(cards)?;
        let held = cards.iter().copied().collect();
        let filling = best_filling(self.rules(), held, &Demand::five(strength));
        Ok(Reading {
            strength,
            key: HouseKey::new(strength.0, filling.naturals, filling.faces, filling.suit),
            best: filling.best,
            stands_for: filling.stands_for,
            naturals: filling.naturals,
            wild_faces: filling.faces.to_string(),
            suit: filling.suit,
        })
    }

    /// The key of all six tests, of 5, 6, 7 or 2 different cards that the rules allow.
    pub fn house_key(&self, cards: &[Card]) -> Result<HouseKey, CardError> {
        match cards.len() {
            2 => {
                let strength = self.evaluate_two(cards)?;
                let held = cards.iter().copied().collect();
                let filling = best_filling(self.rules(), held, &Demand::two(strength));
                let Filling {
                    naturals,
                    faces,
                    suit,
                    ..
                } = filling;
                Ok(HouseKey::new(strength.0, naturals, faces, suit))
            }
            5..=7 => {
                let strength = self.evaluate(cards)?;
                let held = cards.iter().copied().collect();
                Ok(self.house_key_of(strength, held))
            }
            found => Err(CardError::Count {
                wanted: "2, 5, 6 or 7",
                found,
            }),
        }
    }

    /// The key of cards whose strength is known.
    #[inline]
    pub(crate) fn house_key_of(&self, strength: Strength, held: CardSet) -> HouseKey {
        let demand = Demand::five(strength);
        if held.and(self.rules().wilds()).is_empty() {
            let suit = natural_suit(held, &demand);
            return HouseKey::new(strength.0, 5, Faces::default(), suit);
        }
        let Filling {
            naturals,
            faces,
            suit,
            ..
        } = best_filling(self.rules(), held, &demand);
        HouseKey::new(strength.0, naturals, faces, suit)
    }
}

/// The suit that test 6 reads where no wild is held.
fn natural_suit(held: CardSet, demand: &Demand) -> u8 {
    if !demand.suited {
        return held.suits_of(demand.high).ilog2() as u8;
    }
    let ranks = demand.ranks.iter().fold(0, |ranks, rank| ranks | 1 << rank);
    let holds = |suit: &u8| held.ranks_in(*suit) & ranks == ranks;
    (0..4).rev().find(holds).expect("a flush is of a suit")
}
