//! How each table is built. The only file that knows a table's layout.
//!
//! A hand's *key* is the sum of its cards' keys. In its low 32 bits every card adds its rank's
//! number from [`RANK_KEYS`], chosen so that no two sets of up to seven ranks have the same sum; a
//! wild card adds nothing there. Above them are four counters, one a suit, and a counter of wilds: a
//! natural card adds one to its suit, a wild to every suit and to the wilds. So one sum says which
//! ranks are there, whether a suit can reach five, and how many wilds there are.
//!
//! The sum of ranks becomes a place in a *column* by one look-up in [`Index`] (row displacement),
//! and columns, one a kind of wild and a number of cards, say how strong the ranks are. Where a suit
//! reaches five, a second table takes the ranks of that suit. The larger is the strength.

use std::sync::{LazyLock, OnceLock};

use crate::card::{ACE, Card, CardSet};
use crate::rules::{Rules, Wild};
use crate::strength::{STRAIGHTS, Strength, TwoStrength, top, top_ranks};

/// What each rank adds to a key, deuce to ace: found by `cargo run --release --example rank_keys`,
/// which looks for numbers whose sums differ and pack densely.
const RANK_KEYS: [u32; 13] = [
    0x1000, 0x5000, 0x18000, 0x70000, 0x209000, 0x3f5001, 0xbf003, 0x2a5008, 0x1c018, 0x441041,
    0x7309b, 0x407195, 0xbf378,
];

/// The sum of ranks has at most 25 bits; the upper 13 of them name a row.
const ROW_SHIFT: u32 = 12;
const ROWS: usize = 1 << 13;
/// Places in a column: the 76,155 sets of up to seven ranks, and the few gaps that packing leaves.
const PLACES: usize = 97276;

const SUIT_SHIFT: u32 = 32;
const WILD_SHIFT: u32 = 48;
const STRANGER_SHIFT: u32 = 52;
/// Added to every suit's counter, it carries into the counter's top bit where the count is five.
const TO_FIVE: u64 = 0x3333 << SUIT_SHIFT;
const FIVE: u64 = 0x8888 << SUIT_SHIFT;

/// What each of the 256 values of a byte adds to a key under some rules. A byte that is no card that
/// may be dealt adds a mark that checking looks for.
pub(crate) fn keys(rules: &Rules) -> Box<[u64; 256]> {
    let mut keys = Box::new([1 << STRANGER_SHIFT; 256]);
    for card in rules.playable().iter() {
        keys[card.number() as usize] = if rules.wilds().contains(card) {
            0x1111 << SUIT_SHIFT | 1 << WILD_SHIFT
        } else {
            natural_key(card)
        };
    }
    keys
}

fn natural_key(card: Card) -> u64 {
    let (rank, suit) = (card.number() / 4, card.number() % 4);
    u64::from(RANK_KEYS[rank as usize]) | 1 << (SUIT_SHIFT + 4 * u32::from(suit))
}

/// What a card's key grows by when a wild card is taken for the card that is printed on it.
pub(crate) fn unwild(card: Card) -> u64 {
    natural_key(card).wrapping_sub(0x1111 << SUIT_SHIFT | 1 << WILD_SHIFT)
}

/// Whether a byte that is no card went into the key.
#[inline]
pub(crate) const fn has_stranger(key: u64) -> bool {
    key >> STRANGER_SHIFT != 0
}

/// Non-zero where some suit, with the wilds, reaches five.
#[inline]
pub(crate) const fn suits_of_five(key: u64) -> u64 {
    key.wrapping_add(TO_FIVE) & FIVE
}

/// Whether the suit is among those of [`suits_of_five`].
#[inline]
pub(crate) const fn is_of_five(suits: u64, suit: u8) -> bool {
    suits >> (SUIT_SHIFT + 4 * suit as u32 + 3) & 1 == 1
}

/// How many wilds went into the key.
#[inline]
pub(crate) const fn wilds(key: u64) -> usize {
    (key >> WILD_SHIFT) as usize & 0b1111
}

/// Where in a column the sum of ranks stands.
pub(crate) struct Index {
    rows: [u32; ROWS],
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
        let ranks = key as u32;
        let row = (ranks >> ROW_SHIFT) as usize % ROWS;
        self.rows[row].wrapping_add(ranks) as usize
    }

    /// Packs the rows into one line, the fullest first, each at the first offset at which all its
    /// places are free.
    fn pack() -> Box<Index> {
        let mut sums: Vec<u32> = RankSet::all().iter().map(|set| set.key).collect();
        sums.sort_unstable();
        assert!(
            sums.is_sorted_by(|a, b| a < b),
            "two sets of ranks have the same sum"
        );
        assert!(sums[sums.len() - 1] >> ROW_SHIFT < ROWS as u32);
        let mut rows: Vec<&[u32]> = sums
            .chunk_by(|a, b| a >> ROW_SHIFT == b >> ROW_SHIFT)
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.len()));

        let mut index = Box::new(Index { rows: [0; ROWS] });
        let mut line = Line::default();
        for row in rows {
            let start = line.put(row);
            index.rows[(row[0] >> ROW_SHIFT) as usize] = (start as u32).wrapping_sub(row[0]);
        }
        assert!(line.end <= PLACES, "PLACES is to be {}", line.end);
        index
    }
}

/// A line of places, some of them taken.
#[derive(Default)]
struct Line {
    taken: Vec<u64>,
    full_below: usize,
    end: usize,
}

impl Line {
    /// Takes a place for each number at the first start where all are free, and returns the start,
    /// the place of the lowest number.
    fn put(&mut self, numbers: &[u32]) -> usize {
        let span = (numbers[numbers.len() - 1] - numbers[0]) as usize;
        let mut pattern = vec![0u64; span / 64 + 1];
        for number in numbers {
            let at = (number - numbers[0]) as usize;
            pattern[at / 64] |= 1 << (at % 64);
        }
        while self.word(self.full_below / 64) >> (self.full_below % 64) & 1 == 1 {
            self.full_below += 1;
        }
        let start = (self.full_below..)
            .find(|&start| {
                pattern
                    .iter()
                    .enumerate()
                    .all(|(i, &bits)| self.sixty_four_from(start + 64 * i) & bits == 0)
            })
            .expect("the line has no end");
        self.end = self.end.max(start + span + 1);
        self.taken
            .resize(self.taken.len().max(self.end / 64 + 1), 0);
        for number in numbers {
            let at = start + (number - numbers[0]) as usize;
            self.taken[at / 64] |= 1 << (at % 64);
        }
        start
    }

    fn word(&self, i: usize) -> u64 {
        self.taken.get(i).copied().unwrap_or(0)
    }

    fn sixty_four_from(&self, start: usize) -> u64 {
        let (i, bit) = (start / 64, start % 64);
        self.word(i) >> bit | (self.word(i + 1) << 1) << (63 - bit)
    }
}

/// A set of up to seven ranks, each at most four times.
#[derive(Clone, Copy, Default)]
struct RankSet {
    key: u32,
    size: u8,
    /// The ranks that are there at least once, twice, three and four times.
    at_least: [u16; 4],
}

impl RankSet {
    /// Every such set; those of more ranks come before those of fewer.
    fn all() -> Vec<RankSet> {
        let mut sets = vec![RankSet::default()];
        for (rank, &key) in RANK_KEYS.iter().enumerate() {
            for i in 0..sets.len() {
                let mut set = sets[i];
                for times in 0..4.min(7 - sets[i].size as usize) {
                    set.key += key;
                    set.size += 1;
                    set.at_least[times] |= 1 << rank;
                    sets.push(set);
                }
            }
        }
        sets.sort_by_key(|set| std::cmp::Reverse(set.size));
        sets
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
            Wild::Bug => Column::bug(cards),
            Wild::Card => Column::wild_card(cards),
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
            column.0[index.place(set.key.into())] = strength(set, &column).0;
        }
        column
    }

    fn naturals() -> Box<Column> {
        Column::filled(5..=7, |set, _| set.best_five())
    }

    /// A bug is as good as the best card not held: one wild fewer and one rank more, and such sets
    /// come first.
    fn bug(cards: usize) -> Box<Column> {
        let index = Index::shared();
        Column::filled(0..=cards as u8, |set, column| {
            if set.size as usize == cards {
                return set.best_five();
            }
            let with = |rank: usize| column.at(index.place((set.key + RANK_KEYS[rank]).into()));
            let held_four_times = |rank: &usize| set.at_least[3] >> rank & 1 == 1;
            let best = (0..13)
                .filter(|rank| !held_four_times(rank))
                .map(with)
                .max();
            Strength(best.expect("seven cards hold one rank four times at most"))
        })
    }

    /// A wild card does what a bug does, and makes five of a kind.
    fn wild_card(cards: usize) -> Box<Column> {
        let bug = Column::shared(Wild::Bug, cards);
        let index = Index::shared();
        Column::filled(0..=cards as u8, |set, _| {
            let different = Strength(bug.at(index.place(set.key.into())));
            let five = set.five_of_a_kind(cards - set.size as usize);
            five.map_or(different, Strength::five_of_a_kind)
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
            let aces = set.key + bugs as u32 * RANK_KEYS[ACE as usize];
            let as_aces = Strength(naturals.at(index.place(aces.into())));
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
        codes[card.number() as usize] = match (rules.wilds().contains(card), rules.wild()) {
            (false, _) => rank,
            (true, Wild::CasinoBug) => WILD_CODE + 1 + rank,
            (true, _) => WILD_CODE,
        };
    }
    codes
}

impl TwoTable {
    /// The strength of two codes.
    #[inline]
    pub(crate) const fn at(&self, first: u8, second: u8) -> u16 {
        self.0[(first as usize % 32) << 5 | second as usize % 32]
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
