//! Cards: numbers 0 to 53, their text, and sets of them (ruling R1).

use std::fmt;

/// The ranks from deuce to ace as they are printed.
pub const RANKS: [char; 13] = [
    '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A',
];
/// The suits in ascending order as they are printed.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];
/// The rank number of an ace; a deuce is 0.
pub const ACE: u8 = 12;
/// How many different cards there are, both jokers included.
pub const CARDS: usize = 54;

/// A card's number: 4 * rank + suit, deuce of clubs 0 to ace of spades 51; 52 and 53 are the jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker printed `Xb`.
    pub const BLACK_JOKER: Card = Card(52);
    /// The joker printed `Xr`.
    pub const RED_JOKER: Card = Card(53);

    /// The card of a rank (0 to 12) and a suit (0 to 3).
    #[must_use]
    pub const fn new(rank: u8, suit: u8) -> Card {
        assert!(rank < 13 && suit < 4);
        Card(4 * rank + suit)
    }

    /// The card with this number, if there is one.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Card> {
        if (number as usize) < CARDS {
            Some(Card(number))
        } else {
            None
        }
    }

    /// The card's number, 0 to 53.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether this is one of the two jokers.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// The printed rank, 0 to 12; a joker has none.
    #[must_use]
    pub const fn rank(self) -> Option<u8> {
        if self.is_joker() {
            None
        } else {
            Some(self.0 / 4)
        }
    }

    /// The printed suit, 0 to 3; a joker has none.
    #[must_use]
    pub const fn suit(self) -> Option<u8> {
        if self.is_joker() {
            None
        } else {
            Some(self.0 % 4)
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Card::BLACK_JOKER => f.write_str("Xb"),
            Card::RED_JOKER => f.write_str("Xr"),
            Card(n) => write!(f, "{}{}", RANKS[n as usize / 4], SUITS[n as usize % 4]),
        }
    }
}

/// A set of cards, one bit a card number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// Both jokers.
    pub const JOKERS: CardSet = CardSet(0b11 << 52);
    /// The 52 cards that have a rank and a suit.
    pub const NATURALS: CardSet = CardSet((1 << 52) - 1);

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// How many cards are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with this card in it.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.0)
    }

    /// The set without this card.
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.0))
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards that are here and not in the other set.
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards of either set.
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The suits held of a rank, bit 0 clubs to bit 3 spades.
    #[must_use]
    pub const fn suits_of(self, rank: u8) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 0b1111
    }

    /// The ranks held in a suit, bit 0 the deuce to bit 12 the ace.
    #[must_use]
    pub const fn ranks_in(self, suit: u8) -> u16 {
        // Gathers every fourth bit: 1, then 2, 4, 8 neighbours move together.
        let mut x = (self.0 >> suit) & 0x0001_1111_1111_1111;
        x = (x | x >> 3) & 0x0003_0303_0303_0303;
        x = (x | x >> 6) & 0x000f_000f_000f_000f;
        x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        (x | x >> 24) as u16 & 0x1fff
    }

    /// The cards of the set, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(Card(lowest as u8))
        })
    }

    /// The cards by rank, ace first, the suits of a rank from spades down; jokers come last.
    pub fn iter_down(self) -> impl Iterator<Item = Card> {
        let down = |set: CardSet| {
            let mut left = set.0;
            std::iter::from_fn(move || {
                let highest = left.checked_ilog2()?;
                left ^= 1 << highest;
                Some(Card(highest as u8))
            })
        };
        down(self.and(CardSet::NATURALS)).chain(down(self.and(CardSet::JOKERS)))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

/// What is wrong with cards that were given (ruling R9). Positions count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardError {
    /// A number that is no card.
    Number { number: i64, position: usize },
    /// Text that is no card.
    Text { text: String, position: usize },
    /// Something else that is no card, as it is shown.
    Thing { shown: String, position: usize },
    /// One card given twice.
    Duplicate { card: Card },
    /// A joker where nothing is wild.
    Joker { card: Card },
    /// The cards were no hand, and changed before they could be named.
    Changed,
    /// Too few or too many cards.
    Count { wanted: &'static str, found: usize },
}

impl CardError {
    /// The same where so many cards stand before those that were read.
    pub(crate) fn behind(mut self, cards: usize) -> CardError {
        if let CardError::Number { position, .. }
        | CardError::Text { position, .. }
        | CardError::Thing { position, .. } = &mut self
        {
            *position += cards;
        }
        self
    }
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Number { number, position } => write!(
                f,
                "{number} at position {position} is no card: cards are numbered 0 to 53"
            ),
            CardError::Thing { shown, position } => write!(
                f,
                "{shown} at position {position} is no card: cards are numbers, 0 to 53, or text"
            ),
            CardError::Text { text, position } => {
                write!(f, "{text:?}")?;
                if let Some(stranger) = stranger(text) {
                    write!(f, " (with U+{:04X})", u32::from(stranger))?;
                }
                write!(
                    f,
                    " at position {position} is no card: write a rank (2 to 9, T or 10, J, Q, K, A) \
                     and a suit (c, d, h, s), or Xb, Xr for a joker"
                )
            }
            CardError::Changed => {
                f.write_str("no hand, but it changed before it could be read again")
            }
            CardError::Duplicate { card } => write!(f, "{card} is there more than once"),
            CardError::Joker { card } => {
                write!(f, "{card} is a joker, and these rules have no wild cards")
            }
            CardError::Count { wanted, found } => {
                write!(f, "{wanted} cards are needed, not {found}")
            }
        }
    }
}

impl std::error::Error for CardError {}

const NONE: u8 = 0xff;

/// Rank (0 to 12, or 13 for the X of a joker) of an ASCII character, `NONE` where there is none.
static RANK_OF: [u8; 128] = {
    let mut table = [NONE; 128];
    let mut rank = 0;
    while rank < 13 {
        table[RANKS[rank] as usize] = rank as u8;
        table[RANKS[rank].to_ascii_lowercase() as usize] = rank as u8;
        rank += 1;
    }
    table['X' as usize] = 13;
    table['x' as usize] = 13;
    table
};

/// The rank that a text begins with, `"2"`, `"10"`, `"k"`, and the text behind it.
pub(crate) fn parse_rank(text: &str) -> Option<(u8, &str)> {
    if let Some(rest) = text.strip_prefix("10") {
        return Some((8, rest));
    }
    let rank = *RANK_OF.get(*text.as_bytes().first()? as usize)?;
    (rank < 13).then(|| (rank, &text[1..]))
}

const fn suit_of(c: char) -> Option<u8> {
    match c {
        'c' | 'C' | '♣' | '♧' => Some(0),
        'd' | 'D' | '♦' | '♢' => Some(1),
        'h' | 'H' | '♥' | '♡' => Some(2),
        's' | 'S' | '♠' | '♤' => Some(3),
        _ => None,
    }
}

/// The first character of a text that no card is written with and that a screen may not tell from one.
pub(crate) fn stranger(text: &str) -> Option<char> {
    text.chars()
        .find(|&c| !c.is_ascii() && suit_of(c).is_none())
}

/// The cards of a text, one by one: `"As Kd 2c"`, `"AsKd2c"`, `"A♠, 10d"`.
///
/// ```
/// use pokerhouse::parse;
/// let cards: Result<Vec<_>, _> = parse("As 10d, 2♣").collect();
/// assert_eq!(cards.unwrap().iter().map(|c| c.number()).collect::<Vec<_>>(), [51, 33, 0]);
/// assert!(parse("As Zs").any(|card| card.is_err()));
/// ```
#[must_use]
pub fn parse(text: &str) -> Parse<'_> {
    Parse {
        rest: text,
        position: 0,
    }
}

/// All cards of a text, or the first thing in it that is no card.
///
/// ```
/// assert_eq!(pokerhouse::cards("As 10d, 2♣")?.len(), 3);
/// # Ok::<(), pokerhouse::CardError>(())
/// ```
pub fn cards(text: &str) -> Result<Vec<Card>, CardError> {
    parse(text).collect()
}

/// The iterator that [`parse`] returns; it ends after the first error.
#[derive(Clone, Debug)]
pub struct Parse<'a> {
    rest: &'a str,
    position: usize,
}

impl<'a> Parse<'a> {
    /// The text behind the cards that were read.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    fn refuse(&mut self) -> CardError {
        let word = self
            .rest
            .split(|c: char| c.is_whitespace() || c == ',')
            .next()
            .unwrap_or_default();
        // Of cards that run together the first two or three characters say enough.
        let shown = if word.chars().count() > 3 { 2 } else { 3 };
        let text = word.chars().take(shown).collect();
        self.rest = "";
        CardError::Text {
            text,
            position: self.position,
        }
    }
}

impl Iterator for Parse<'_> {
    type Item = Result<Card, CardError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = self.rest.as_bytes();
        while let [b' ' | b',' | b'\t' | b'\n' | b'\r', rest @ ..] = bytes {
            bytes = rest;
        }
        let start = self.rest.len() - bytes.len();
        self.rest = &self.rest[start..];
        // The plain case: two ASCII characters.
        if let [rank, suit, ..] = *bytes
            && rank.is_ascii()
            && RANK_OF[rank as usize] < 13
            && suit.is_ascii_alphabetic()
            && let Some(suit) = suit_of(suit as char)
        {
            self.rest = &self.rest[2..];
            self.position += 1;
            return Some(Ok(Card::new(RANK_OF[rank as usize], suit)));
        }
        self.next_unusual()
    }
}

impl Parse<'_> {
    /// Tens of two digits, suit symbols, jokers, other white space, the end, and errors.
    #[cold]
    fn next_unusual(&mut self) -> Option<Result<Card, CardError>> {
        self.rest = self
            .rest
            .trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if self.rest.is_empty() {
            return None;
        }
        let (rank, after) = match self.rest.strip_prefix("10") {
            Some(after) => (8, after),
            None => {
                let first = self.rest.as_bytes()[0];
                match RANK_OF.get(first as usize) {
                    Some(&rank) if rank != NONE => (rank, &self.rest[1..]),
                    _ => return Some(Err(self.refuse())),
                }
            }
        };
        let mut characters = after.chars();
        let card = characters.next().and_then(|second| match (rank, second) {
            (13, 'b' | 'B') => Some(Card::BLACK_JOKER),
            (13, 'r' | 'R') => Some(Card::RED_JOKER),
            (13, _) => None,
            (_, suit) => suit_of(suit).map(|suit| Card::new(rank, suit)),
        });
        let Some(card) = card else {
            return Some(Err(self.refuse()));
        };
        // A suit symbol may be followed by the selector that asks for its plain or coloured form.
        self.rest = characters
            .as_str()
            .trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
        self.position += 1;
        Some(Ok(card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_own_text() {
        for number in 0..CARDS as u8 {
            let card = Card::from_number(number).unwrap();
            assert_eq!(parse(&card.to_string()).collect::<Vec<_>>(), [Ok(card)]);
        }
        assert_eq!(Card::from_number(54), None);
    }

    #[test]
    fn ranks_in_a_suit_and_suits_of_a_rank_say_the_same() {
        for number in 0..52 {
            let card = Card(number);
            let set = CardSet::EMPTY.with(card);
            let (rank, suit) = (card.rank().unwrap(), card.suit().unwrap());
            for s in 0..4 {
                assert_eq!(set.ranks_in(s), if s == suit { 1 << rank } else { 0 });
            }
            assert_eq!(set.suits_of(rank), 1 << suit);
        }
        assert_eq!(CardSet::NATURALS.ranks_in(2), 0x1fff);
        assert_eq!(CardSet::JOKERS.ranks_in(0), 0);
    }

    #[test]
    fn text_in_every_accepted_form_is_read() {
        let read = |text| parse(text).collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(read("AsKd2c"), read(" as,  kD\t2C "));
        assert_eq!(read("10dTd"), [Card::new(8, 1), Card::new(8, 1)]);
        assert_eq!(read("A♠️ K♡"), [Card::new(12, 3), Card::new(11, 2)]);
        assert_eq!(read("Xb xR"), [Card::BLACK_JOKER, Card::RED_JOKER]);
        assert_eq!(read(" , "), []);
    }

    #[test]
    fn what_is_no_card_is_named_with_its_place_and_its_code_point() {
        let refused = |text: &str| parse(text).find_map(Result::err).unwrap().to_string();
        assert!(refused("As 1h").starts_with("\"1h\" at position 1 is no card"));
        assert!(refused("Zs").starts_with("\"Zs\" at position 0"));
        assert!(refused("As \u{410}s").starts_with("\"\u{410}s\" (with U+0410) at position 1"));
        assert!(refused("A").starts_with("\"A\" at position 0"));
        assert!(refused("A\u{455}").contains("U+0455"));
    }
}
