//! How each table is built. The only file that knows a table's layout.
//!
//! A hand's *key* is the sum of its cards' keys. In its low bits are four counters, one a suit, and a
//! counter of wilds: a natural card adds one to its suit, a wild to every suit and to the wilds. In its
//! high 25 bits every natural card adds its rank's number; the numbers are such that no two sets of up
//! to seven ranks have the same sum. So one sum says which ranks are there, whether a suit can reach
//! five, and how many wilds there are.
//!
//! The sum of ranks becomes a place in a *column* by one look-up in [`Index`] (row displacement),
//! and columns, one a kind of wild and a number of cards, say how strong the ranks are. Where a suit
//! reaches five, a second table takes the ranks of that suit. The larger is the strength.

use std::sync::{LazyLock, OnceLock};

use crate::card::{ACE, Card, CardSet};
use crate::rules::{Rules, Wild};
use crate::strength::{STRAIGHTS, Strength, TwoStrength, top, top_ranks};

/// For each rank, deuce to ace, the least number that leaves all sums of up to seven ranks, none more
/// than four times, different. Found by `cargo run --release --example rank_numbers`.
const RANK_NUMBERS: [u32; 13] = [
    1, 5, 24, 112, 521, 2_247, 9_244, 30_823, 103_066, 250_154, 667_453, 1_526_359, 3_453_520,
];
/// The sums are below 2^25 and stay different when they are multiplied by an odd number modulo 2^25;
/// one near the golden section spreads them evenly over the rows.
const SPREAD: u32 = 20_736_999;
const SUM_BITS: u32 = 25;

/// Rows by the upper 14 bits of a sum: about five sets of ranks a row, which packs fast and densely.
const ROW_BITS: u32 = 14;
/// Places in a column: 76,155 sets of ranks, and gaps that make packing quick.
pub(crate) const PLACES: usize = 81_920;

const WILD_SHIFT: u32 = 16;
const STRANGER_SHIFT: u32 = 20;
const ITSELF_SHIFT: u32 = 24;
/// A count of cards has four bits: most are added up where six hole cards and five of a board are
/// checked together.
const COUNT: u64 = 0b1111;
const RANK_SHIFT: u32 = u64::BITS - SUM_BITS;
const ROW_SHIFT: u32 = u64::BITS - ROW_BITS;
/// What a wild adds: one to each suit's counter and one to the wilds.
const WILD_KEY: u64 = 0x1111 | 1 << WILD_SHIFT;
/// Added to every suit's counter, it carries into the counter's top bit where the count is five.
const TO_FIVE: u64 = 0x3333;
const FIVE: u64 = 0x8888;

/// What a rank adds to a key.
const fn rank_key(rank: u8) -> u64 {
    (RANK_NUMBERS[rank as usize].wrapping_mul(SPREAD) as u64) << RANK_SHIFT
}

/// What each of the 256 values of a byte adds to a key under some rules. A byte that is no card that
/// may be dealt adds a mark that checking looks for.
pub(crate) fn keys(rules: &Rules) -> Box<[u64; 256]> {
    let mut keys = Box::new([1 << STRANGER_SHIFT; 256]);
    for card in rules.playable().iter() {
        keys[card.number() as usize] = if rules.may_be_itself().contains(card) {
            WILD_KEY | 1 << ITSELF_SHIFT
        } else if rules.wilds().contains(card) {
            WILD_KEY
        } else {
            natural_key(card)
        };
    }
    keys
}

fn natural_key(card: Card) -> u64 {
    let (rank, suit) = (card.number() / 4, card.number() % 4);
    rank_key(rank) | 1 << (4 * suit)
}

/// What a card's key grows by when a wild card is taken for the card that is printed on it.
pub(crate) fn unwild(card: Card) -> u64 {
    natural_key(card).wrapping_sub(WILD_KEY | 1 << ITSELF_SHIFT)
}

/// Whether a byte that is no card went into the key.
#[inline]
pub(crate) const fn has_stranger(key: u64) -> bool {
    (key >> STRANGER_SHIFT) & COUNT != 0
}

/// Whether more than the ranks is to be looked at: a suit reaches five with the wilds, or a wild card
/// may have to be taken for itself.
#[inline(always)]
pub(crate) const fn is_special(key: u64) -> bool {
    key.wrapping_add(TO_FIVE) & (FIVE | COUNT << ITSELF_SHIFT) != 0
}

/// Whether ranks alone decide, whichever natural cards are added: no suit can reach five by `more`.
#[inline]
pub(crate) const fn ranks_decide_with(key: u64, more: u64) -> bool {
    key.wrapping_add(TO_FIVE + more * 0x1111) & (FIVE | (COUNT << ITSELF_SHIFT)) == 0
}

/// Whether the suit reaches five with the wilds.
#[inline]
pub(crate) const fn reaches_five(key: u64, suit: u8) -> bool {
    key.wrapping_add(TO_FIVE) >> (4 * suit + 3) & 1 == 1
}

/// How many wilds went into the key.
#[inline]
pub(crate) const fn wilds(key: u64) -> usize {
    (key >> WILD_SHIFT) as usize & COUNT as usize
}

/// Where in a column the sum of ranks stands: half the start of each row.
pub(crate) struct Index {
    rows: [u16; 1 << ROW_BITS],
}

impl Index {
    /// The one index, made on first use.
    pub(crate) fn shared() -> &'static Index {
        static INDEX: LazyLock<Box<Index>> = LazyLock::new(Index::pack);
        &INDEX
    }

    /// The place of a key. A key that is no sum of up to seven cards has any place, perhaps beyond
    /// the column.
    #[inline]
    pub(crate) const fn place(&self, key: u64) -> usize {
        2 * self.rows[(key >> ROW_SHIFT) as usize] as usize + column_in_row(key)
    }

    /// Gives each row, the fullest first, a start at which all its places are free.
    fn pack() -> Box<Index> {
        let sets = RankSet::all();
        let row = |set: &RankSet| (set.key >> ROW_SHIFT) as usize;
        let mut ends = vec![0; 1 << ROW_BITS];
        sets.iter().for_each(|set| ends[row(set)] += 1);
        let mut end = 0;
        for len in &mut ends {
            end += *len;
            *len = end - *len; // Where the row begins, until it is filled.
        }
        let mut columns = vec![0; sets.len()];
        for set in &sets {
            columns[ends[row(set)]] = column_in_row(set.key);
            ends[row(set)] += 1;
        }
        let begin = |row: usize| row.checked_sub(1).map_or(0, |before| ends[before]);
        let mut rows: Vec<(usize, &[usize])> = (0..1 << ROW_BITS)
            .map(|row| (row, &columns[begin(row)..ends[row]]))
            .collect();
        rows.sort_by_key(|(_, columns)| std::cmp::Reverse(columns.len()));

        let mut index = Box::new(Index {
            rows: [0; 1 << ROW_BITS],
        });
        let mut line = Line::default();
        for (row, columns) in rows {
            let start = line.take(columns.iter().copied());
            index.rows[row] = (start / 2) as u16;
        }
        index
    }
}

const fn column_in_row(key: u64) -> usize {
    (key >> RANK_SHIFT) as usize & ((1 << (SUM_BITS - ROW_BITS)) - 1)
}

/// The places of a column, one bit each, set where taken.
struct Line {
    taken: [u64; PLACES / 64],
    /// The word at which the next search begins, so that the line fills evenly.
    next: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            taken: [0; PLACES / 64],
            next: 0,
        }
    }
}

impl Line {
    /// Takes places that are all free, at these distances from an even start, and returns the start.
    fn take(&mut self, distances: impl Iterator<Item = usize> + Clone) -> usize {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let words = PLACES / 64;
        let start = (0..words)
            .find_map(|step| {
                // Bit i: start + i is even and hits no place that is taken or beyond the line.
                let start = (self.next + step) % words * 64;
                let hits = distances.clone().fold(!EVEN, |hits, distance| {
                    hits | self.taken_from(start + distance)
                });
                (hits != u64::MAX).then(|| start + hits.trailing_ones() as usize)
            })
            .expect("PLACES leaves room for every row");
        self.next = start / 64;
        for distance in distances {
            let (word, bit) = ((start + distance) / 64, 1 << ((start + distance) % 64));
            assert!(
                self.taken[word] & bit == 0,
                "two sets of ranks have the same sum"
            );
            self.taken[word] |= bit;
        }
        start
    }

    /// Which of the 64 places from here on are taken.
    fn taken_from(&self, place: usize) -> u64 {
        let word = |i: usize| self.taken.get(i).copied().unwrap_or(u64::MAX);
        let (i, bit) = (place / 64, place % 64);
        word(i) >> bit | (word(i + 1) << 1) << (63 - bit)
    }
}

/// A set of up to seven ranks, each at most four times.
#[derive(Clone, Copy, Default)]
struct RankSet {
    key: u64,
    size: u8,
    /// The ranks that are there at least once, twice, three and four times.
    at_least: [u16; 4],
}

impl RankSet {
    /// Every such set; those of more ranks come before those of fewer.
    fn all() -> Vec<RankSet> {
        let mut sets = vec![RankSet::default()];
        for rank in 0..13 {
            for i in 0..sets.len() {
                let mut set = sets[i];
                for times in 0..4.min(7 - sets[i].size as usize) {
                    set.key = set.key.wrapping_add(rank_key(rank));
                    set.size += 1;
                    set.at_least[times] |= 1 << rank;
                    sets.push(set);
                }
            }
        }
        let of_size = |size| sets.iter().filter(move |set| set.size == size).copied();
        (0..=7).rev().flat_map(of_size).collect()
    }

    /// The best five of at least five ranks, suits aside.
    fn best_five(&self) -> Strength {
        let [once, twice, thrice, four_times] = self.at_least;
        if four_times != 0 {
            let four = top(four_times);
            return Strength::four_of_a_kind(four, top(once & !(1 << four)));
        }
        let three = (thrice != 0).then(|| top(thrice));
        if let Some(three) = three
            && twice & !(1 << three) != 0
        {
            return Strength::full_house(three, top(twice & !(1 << three)));
        }
        if let Some(high) = straight(once, 0) {
            return Strength::straight(high);
        }
        if let Some(three) = three {
            return Strength::three_of_a_kind(three, top_ranks(once & !(1 << three), 2));
        }
        if twice == 0 {
            return Strength::high_card(top_ranks(once, 5));
        }
        let high = top(twice);
        let others = twice & !(1 << high);
        if others == 0 {
            return Strength::one_pair(high, top_ranks(once & !(1 << high), 3));
        }
        let low = top(others);
        Strength::two_pair(high, low, top(once & !(1 << high) & !(1 << low)))
    }

    /// The rank that `wilds` more cards bring to five, if any.
    fn five_of_a_kind(&self, wilds: usize) -> Option<u8> {
        match wilds {
            0 => None,
            1..=4 => {
                let ranks = self.at_least[4 - wilds];
                (ranks != 0).then(|| top(ranks))
            }
            _ => Some(ACE),
        }
    }
}

/// The top rank of the best straight that these ranks and `wilds` others make.
fn straight(ranks: u16, wilds: usize) -> Option<u8> {
    let lacks = |straight: &u16| (straight & !ranks).count_ones() as usize;
    let best = STRAIGHTS
        .iter()
        .rposition(|straight| lacks(straight) <= wilds)?;
    Some(best as u8 + 3)
}

/// For every set of ranks, how strong it is with as many wilds as are missing to a number of cards.
pub(crate) struct Column([u16; PLACES]);

impl Column {
    /// The strength at a place; a place beyond the column says nothing.
    #[inline]
    pub(crate) const fn at(&self, place: usize) -> u16 {
        if place < PLACES { self.0[place] } else { 0 }
    }

    /// The column for a kind of wild and 5, 6 or 7 cards, made on first use.
    ///
    /// Without wilds one column serves all numbers of cards.
    pub(crate) fn shared(wild: Wild, cards: usize) -> &'static Column {
        static COLUMNS: [[OnceLock<Box<Column>>; 3]; 4] =
            [const { [const { OnceLock::new() }; 3] }; 4];
        let column = if wild == Wild::None { 0 } else { cards - 5 };
        COLUMNS[wild as usize][column].get_or_init(|| match wild {
            Wild::None => Column::naturals(),
            Wild::Bug | Wild::Card => Column::wild(wild, cards),
            Wild::CasinoBug => Column::casino_bug(cards),
        })
    }

    fn filled(
        sizes: std::ops::RangeInclusive<u8>,
        strength: impl Fn(&RankSet, &Column) -> Strength,
    ) -> Box<Column> {
        let index = Index::shared();
        let mut column = Box::new(Column([0; PLACES]));
        for set in RankSet::all()
            .iter()
            .filter(|set| sizes.contains(&set.size))
        {
            column.0[index.place(set.key)] = strength(set, &column).0;
        }
        column
    }

    fn naturals() -> Box<Column> {
        Column::filled(5..=7, |set, _| set.best_five())
    }

    /// A wild is as good as the best rank that is not held four times: one wild fewer and one rank
    /// more, and such sets come first. A wild card, but not a bug, makes five of a kind too.
    fn wild(wild: Wild, cards: usize) -> Box<Column> {
        let index = Index::shared();
        Column::filled(0..=cards as u8, |set, column| {
            let wilds = cards - set.size as usize;
            if wild == Wild::Card
                && let Some(rank) = set.five_of_a_kind(wilds)
            {
                return Strength::five_of_a_kind(rank);
            }
            if wilds == 0 {
                return set.best_five();
            }
            let with = |rank| column.at(index.place(set.key.wrapping_add(rank_key(rank))));
            let held_four_times = |rank: &u8| set.at_least[3] >> rank & 1 == 1;
            let best = (0..13)
                .filter(|rank| !held_four_times(rank))
                .map(with)
                .max();
            Strength(best.expect("seven cards hold one rank four times at most"))
        })
    }

    /// A card room's bug is an ace or completes a straight.
    fn casino_bug(cards: usize) -> Box<Column> {
        let naturals = Column::shared(Wild::None, cards);
        let index = Index::shared();
        Column::filled(0..=cards as u8, |set, _| {
            let bugs = cards - set.size as usize;
            let held = (0..4)
                .take_while(|&times| set.at_least[times] >> ACE & 1 == 1)
                .count();
            if held + bugs >= 5 {
                return Strength::five_of_a_kind(ACE);
            }
            let aces = set
                .key
                .wrapping_add(rank_key(ACE).wrapping_mul(bugs as u64));
            let as_aces = Strength(naturals.at(index.place(aces)));
            let completed = straight(set.at_least[0], bugs).map(Strength::straight);
            completed.map_or(as_aces, |completed| completed.max(as_aces))
        })
    }
}

/// For every set of a suit's ranks and every number of wilds, the best hand of one suit, 0 for none.
pub(crate) struct SuitedTable(Vec<u16>);

impl SuitedTable {
    /// The strength of these ranks of one suit with these wilds.
    #[inline]
    pub(crate) fn at(&self, ranks: u16, wilds: usize) -> u16 {
        self.0
            .get(wilds << 13 | ranks as usize)
            .copied()
            .unwrap_or(0)
    }

    /// The table for a kind of wild, made on first use.
    pub(crate) fn shared(flushes: bool, wild: Wild) -> &'static SuitedTable {
        static TABLES: [[OnceLock<SuitedTable>; 4]; 2] =
            [const { [const { OnceLock::new() }; 4] }; 2];
        TABLES[flushes as usize][wild as usize].get_or_init(|| SuitedTable::made(flushes, wild))
    }

    fn made(flushes: bool, wild: Wild) -> SuitedTable {
        let wild_counts = if wild == Wild::None { 1 } else { 8 };
        let mut table = vec![0; wild_counts << 13];
        for (place, strength) in table.iter_mut().enumerate() {
            let (ranks, wilds) = ((place & 0x1fff) as u16, place >> 13);
            let cards = ranks.count_ones() as usize + wilds;
            if (5..=7).contains(&cards) {
                let flush = || {
                    if flushes {
                        flush(ranks, wilds, wild)
                    } else {
                        None
                    }
                };
                let best = straight(ranks, wilds)
                    .map(Strength::straight_flush)
                    .or_else(flush);
                *strength = best.map_or(0, |strength| strength.0);
            }
        }
        SuitedTable(table)
    }
}

/// The best flush that is no straight flush; none where four aces are better.
fn flush(ranks: u16, wilds: usize, wild: Wild) -> Option<Strength> {
    let aces = wilds as u32 + u32::from(ranks >> ACE);
    if wild == Wild::Card && aces >= 2 {
        let others = ranks & !(1 << ACE);
        return (aces < 4).then(|| Strength::flush_with_aces(aces, top_ranks(others, 5 - aces)));
    }
    let missing = !ranks & 0x1fff;
    let filled = ranks | top_ranks(missing, wilds as u32);
    Some(Strength::flush(top_ranks(filled, 5)))
}

/// Two-card strengths by what the two cards are (see [`two_codes`]).
pub(crate) struct TwoTable([u16; 1 << 10]);

/// The code of a wild in a [`TwoTable`]; natural cards have their rank.
const WILD_CODE: u8 = 13;

/// The 5-bit codes of all cards for the two-card table. A casino bug with a printed rank may also be
/// itself (ruling W3), so it has a code of its own.
pub(crate) fn two_codes(rules: &Rules) -> [u8; 64] {
    let mut codes = [WILD_CODE; 64];
    for card in CardSet::NATURALS.iter() {
        let rank = card.number() / 4;
        codes[card.number() as usize] = if rules.may_be_itself().contains(card) {
            WILD_CODE + 1 + rank
        } else if rules.wilds().contains(card) {
            WILD_CODE
        } else {
            rank
        };
    }
    codes
}

impl TwoTable {
    /// The strength of two codes.
    #[inline]
    pub(crate) const fn at(&self, first: u8, second: u8) -> u16 {
        self.0[(first as usize % 32) * 32 + second as usize % 32]
    }

    /// The table for a kind of wild, made on first use.
    pub(crate) fn shared(wild: Wild) -> &'static TwoTable {
        static TABLES: [OnceLock<TwoTable>; 4] = [const { OnceLock::new() }; 4];
        TABLES[wild as usize].get_or_init(|| {
            let mut table = [0; 1 << 10];
            for (place, strength) in table.iter_mut().enumerate() {
                let codes = [(place >> 5) as u8, (place & 31) as u8];
                if codes.iter().all(|&code| code < WILD_CODE + 14) {
                    *strength = two_strength(codes, wild).0;
                }
            }
            TwoTable(table)
        })
    }
}

fn two_strength(codes: [u8; 2], wild: Wild) -> TwoStrength {
    let natural = |first: u8, second: u8| match first.cmp(&second) {
        std::cmp::Ordering::Equal => TwoStrength::one_pair(first),
        _ => TwoStrength::high_card(first.max(second), first.min(second)),
    };
    // A casino bug is an ace or what is printed on it; any other wild pairs the card beside it.
    let ranks = |code: u8| match code {
        0..WILD_CODE => vec![code],
        WILD_CODE => vec![ACE],
        _ => vec![ACE, code - WILD_CODE - 1],
    };
    match codes {
        [WILD_CODE, other] | [other, WILD_CODE] if wild != Wild::CasinoBug => {
            TwoStrength::one_pair(if other < WILD_CODE { other } else { ACE })
        }
        [first, second] => ranks(first)
            .into_iter()
            .flat_map(|first| {
                ranks(second)
                    .into_iter()
                    .map(move |second| natural(first, second))
            })
            .max()
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_tables_take_less_than_250_kilobytes() {
        let suited = SuitedTable::shared(true, Wild::None).0.len() * 2;
        let keys = size_of_val(&*keys(&Rules::STANDARD));
        assert!(size_of::<Index>() + size_of::<Column>() + suited + keys < 250_000);
    }

    #[test]
    fn every_set_of_ranks_has_a_place_of_its_own() {
        let sets = RankSet::all();
        let mut places: Vec<usize> = sets
            .iter()
            .map(|set| Index::shared().place(set.key))
            .collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!((sets.len(), places.len()), (76_155, 76_155));
        assert!(places.last() < Some(&PLACES));
    }
}
