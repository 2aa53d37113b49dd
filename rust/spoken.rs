//! Calls as people say them: `"a pair of nines"`, `"trips"`, `"boat"`, `"straight to the ten"`.

use std::str::FromStr;

use crate::called::{Call, CallError};
use crate::card::{ACE, parse_rank};
use crate::strength::{Category, STRAIGHTS};
use crate::words::{plural, singular};

/// A word that says something of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Each card of a rank, `"nine"`, or several, `"nines"`.
    Rank(u8),
    Ranks(u8),
    /// How many of a kind: `"three"` in `"three nines"`.
    Count(usize),
    Pair,
    Pairs,
    Trips,
    Quads,
    OfAKind,
    Straight,
    Wheel,
    Broadway,
    SteelWheel,
    Flush,
    Suit,
    FullHouse,
    Royal,
    Runt,
    High,
    Up,
    With,
    Kicker,
    No,
}

/// What words mean besides ranks and counts.
const MEANINGS: [(&[&str], Word); 21] = [
    (&["one", "1"], Word::Count(1)),
    (&["pair"], Word::Pair),
    (&["pairs"], Word::Pairs),
    (&["trip", "trips", "set", "triplets"], Word::Trips),
    (&["quad", "quads"], Word::Quads),
    (&["kind"], Word::OfAKind),
    (&["straight", "run"], Word::Straight),
    (&["wheel", "bicycle"], Word::Wheel),
    (&["broadway"], Word::Broadway),
    (&["steel"], Word::SteelWheel),
    (&["flush"], Word::Flush),
    (&["spade", "heart", "diamond", "club"], Word::Suit),
    (&["spades", "hearts", "diamonds", "clubs"], Word::Suit),
    (&["full", "house", "boat"], Word::FullHouse),
    (&["royal"], Word::Royal),
    (&["runt", "nothing", "bust"], Word::Runt),
    (&["high"], Word::High),
    (&["up"], Word::Up),
    (&["with"], Word::With),
    (&["kicker", "kickers"], Word::Kicker),
    (&["no"], Word::No),
];

/// Words that say nothing more.
const FILLERS: [&str; 21] = [
    "a", "an", "the", "of", "and", "to", "from", "through", "in", "on", "at", "top", "over", "i",
    "have", "got", "my", "just", "only", "card", "call",
];

/// The rank that a word names, and whether it is several: `"nine"`, `"9s"`, `"kings"`, `"Ks"`.
fn rank_of(word: &str) -> Option<Word> {
    const ALSO: [(&str, Word); 5] = [
        ("two", Word::Rank(0)),
        ("twos", Word::Ranks(0)),
        ("trey", Word::Rank(1)),
        ("treys", Word::Ranks(1)),
        ("as", Word::Ranks(ACE)),
    ];
    if let Some((_, meaning)) = ALSO.iter().find(|(name, _)| *name == word) {
        return Some(*meaning);
    }
    for rank in 0..=ACE {
        if word == singular(rank) {
            return Some(Word::Rank(rank));
        }
        if word == plural(rank) {
            return Some(Word::Ranks(rank));
        }
    }
    match word.strip_suffix('s') {
        Some(one) => rank_alone(one).map(Word::Ranks),
        None => rank_alone(word).map(Word::Rank),
    }
}

/// The rank that a word names by itself, `"9"`.
fn rank_alone(word: &str) -> Option<u8> {
    let (rank, rest) = parse_rank(word)?;
    rest.is_empty().then_some(rank)
}

fn words_of(text: &str) -> Result<Vec<Word>, CallError> {
    let lower = text.to_lowercase().replace(['\'', '\u{2019}'], "");
    let spoken = lower.split(|c: char| !c.is_alphanumeric());
    let mut spoken = spoken.filter(|word| !word.is_empty()).peekable();
    let mut words = Vec::new();
    while let Some(word) = spoken.next() {
        if word == "high" && spoken.next_if_eq(&"card").is_some() {
            // "A high card": not an ace.
            words.pop_if(|before| *before == Word::Rank(ACE));
            words.push(Word::Runt);
        } else if word == "a" && spoken.peek() == Some(&"high") {
            words.push(Word::Rank(ACE));
        } else if let Some((_, meaning)) = MEANINGS.iter().find(|(all, _)| all.contains(&word)) {
            words.push(*meaning);
        } else if !FILLERS.contains(&word) {
            let shown = || word.chars().take(20).collect();
            let rank = rank_of(word).ok_or_else(|| CallError::Word { word: shown() })?;
            words.push(rank);
        }
    }
    count(&mut words);
    Ok(words)
}

/// Takes "three" in "three nines" and in "three of a kind" for a count; by itself it is a rank.
fn count(words: &mut [Word]) {
    for place in 1..words.len() {
        let counted = matches!(
            words[place],
            Word::Ranks(_) | Word::OfAKind | Word::Pair | Word::Pairs
        );
        if let Word::Rank(rank @ 0..=3) = words[place - 1]
            && counted
        {
            words[place - 1] = Word::Count(usize::from(rank) + 2);
        }
    }
}

/// The category that the words name.
fn category_of(words: &[Word]) -> Option<Category> {
    let said = |word| words.contains(&word);
    let times = |word| words.iter().filter(|&&other| other == word).count();
    let before = |word| {
        let place = words.iter().position(|&other| other == word)?;
        words.get(place.checked_sub(1)?).copied()
    };
    Some(if said(Word::Royal) {
        Category::RoyalFlush
    } else if said(Word::SteelWheel) || said(Word::Straight) && said(Word::Flush) {
        Category::StraightFlush
    } else if said(Word::Straight) || said(Word::Wheel) || said(Word::Broadway) {
        Category::Straight
    } else if said(Word::Flush) {
        Category::Flush
    } else if said(Word::FullHouse) {
        Category::FullHouse
    } else if said(Word::OfAKind) {
        match before(Word::OfAKind)? {
            Word::Count(3) => Category::ThreeOfAKind,
            Word::Count(4) => Category::FourOfAKind,
            Word::Count(5) => Category::FiveOfAKind,
            _ => return None,
        }
    } else if said(Word::Quads) {
        Category::FourOfAKind
    } else if said(Word::Trips) {
        Category::ThreeOfAKind
    } else if said(Word::No) && said(Word::Pair) || said(Word::Runt) {
        Category::HighCard
    } else if said(Word::Pair) || said(Word::Pairs) {
        let counted = before(Word::Pair).or(before(Word::Pairs));
        match (counted, times(Word::Pair)) {
            (Some(Word::Count(2)), _) | (_, 2) => Category::TwoPair,
            _ if said(Word::Pairs) => Category::TwoPair,
            (Some(Word::Count(3..)), _) | (_, 3..) => return None,
            _ => Category::OnePair,
        }
    } else {
        return by_counts(words);
    })
}

/// The category of "three nines", "kings and nines", "kings up", "nines" and "ace high".
fn by_counts(words: &[Word]) -> Option<Category> {
    let made = before_kickers(words);
    let mut counts: Vec<usize> = Vec::new();
    for (place, word) in made.iter().enumerate() {
        if matches!(word, Word::Ranks(_)) {
            let before = place.checked_sub(1).map(|before| made[before]);
            counts.push(match before {
                Some(Word::Count(count)) => count,
                _ => 2,
            });
        }
    }
    counts.sort_unstable();
    match *counts {
        [2] if made.contains(&Word::Up) => Some(Category::TwoPair),
        [2] => Some(Category::OnePair),
        [3] => Some(Category::ThreeOfAKind),
        [4] => Some(Category::FourOfAKind),
        [5] => Some(Category::FiveOfAKind),
        [2, 2] => Some(Category::TwoPair),
        [2, 3] => Some(Category::FullHouse),
        [] if matches!(made, [.., Word::Rank(_), Word::High]) => Some(Category::HighCard),
        _ => None,
    }
}

/// The words before those that tell kickers: "with" begins them.
fn before_kickers(words: &[Word]) -> &[Word] {
    let with = words.iter().position(|&word| word == Word::With);
    &words[..with.unwrap_or(words.len())]
}

/// The ranks that are said to make the hand. Kickers are not called, so what is said of them is
/// passed over.
fn ranks_of(words: &[Word], category: Category) -> Vec<u8> {
    let in_sequence_or_suit = category.is_straight() || category.is_suited();
    let words = if in_sequence_or_suit || category == Category::FullHouse {
        words
    } else {
        before_kickers(words)
    };
    let sets = !in_sequence_or_suit && category != Category::HighCard;
    let mut ranks: Vec<(usize, u8)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let next = words.get(place + 1);
        match *word {
            Word::Rank(_) if next == Some(&Word::Kicker) => {}
            Word::Rank(_) if sets && next == Some(&Word::High) => {}
            Word::Rank(rank) => ranks.push((0, rank)),
            Word::Ranks(rank) => {
                let before = place.checked_sub(1).map(|before| words[before]);
                let count = match before {
                    Some(Word::Count(count)) => count,
                    _ => 0,
                };
                ranks.push((count, rank));
            }
            Word::Wheel => ranks.push((0, 3)),
            Word::Broadway => ranks.push((0, ACE)),
            _ => {}
        }
    }
    if category == Category::FullHouse {
        // "Two nines and three kings" is kings full.
        ranks.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    }
    let mut ranks: Vec<u8> = ranks.into_iter().map(|(_, rank)| rank).collect();
    if category == Category::HighCard {
        ranks.truncate(1);
    }
    ranks
}

/// The top of a straight that is named by its top, by both ends or by all five ranks.
fn straight_top(ranks: &[u8], category: Category) -> Result<Vec<u8>, CallError> {
    if ranks.len() < 2 {
        return Ok(ranks.to_vec());
    }
    let named = ranks.iter().fold(0u16, |set, rank| set | 1 << rank);
    let ends = |place: usize| -> u16 {
        let top = place + 3;
        1 << top | 1 << if place == 0 { ACE as usize } else { place - 1 }
    };
    let place = (0..STRAIGHTS.len()).find(|&place| match ranks.len() {
        2 => ends(place) == named,
        _ => ranks.len() == 5 && STRAIGHTS[place] == named,
    });
    let place = place.ok_or(CallError::Ranks { category })?;
    Ok(vec![place as u8 + 3])
}

impl FromStr for Call {
    type Err = CallError;

    /// Reads a call the way people say it. Words for kickers are passed over, as they are not called.
    ///
    /// ```
    /// use pokerhouse::{Call, Category};
    /// let call: Call = "kings full of nines".parse().unwrap();
    /// assert_eq!((call.category(), call.ranks().to_string()), (Category::FullHouse, "K9".into()));
    /// let call: Call = "a straight to the ten".parse().unwrap();
    /// assert_eq!((call.category(), call.ranks().to_string()), (Category::Straight, "T".into()));
    /// ```
    fn from_str(text: &str) -> Result<Call, CallError> {
        let words = words_of(text)?;
        let no_hand = || CallError::NoHand {
            text: text.chars().take(60).collect(),
        };
        let category = category_of(&words).ok_or_else(no_hand)?;
        if words.contains(&Word::Suit) && !category.is_suited() {
            return Err(no_hand());
        }
        let mut ranks = ranks_of(&words, category);
        if category.is_straight() {
            ranks = straight_top(&ranks, category)?;
        }
        Call::new(category, &ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::Strength;

    fn read(text: &str) -> (Category, String) {
        let call: Call = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        (call.category(), call.ranks().to_string())
    }

    #[test]
    fn calls_are_read_as_people_say_them() {
        for (text, category, ranks) in [
            ("pair", Category::OnePair, ""),
            ("One pair.", Category::OnePair, ""),
            ("a pair of nines", Category::OnePair, "9"),
            ("pair of 9s", Category::OnePair, "9"),
            ("pair of 10's, ace kicker", Category::OnePair, "T"),
            ("nines", Category::OnePair, "9"),
            ("two kings", Category::OnePair, "K"),
            ("two twos", Category::OnePair, "2"),
            ("a pair of sixes, ace high", Category::OnePair, "6"),
            ("two pair", Category::TwoPair, ""),
            ("2 pairs", Category::TwoPair, ""),
            ("two pair, kings and nines", Category::TwoPair, "K9"),
            ("nines and kings", Category::TwoPair, "K9"),
            (
                "a pair of nines and a pair of kings",
                Category::TwoPair,
                "K9",
            ),
            ("two kings and two nines", Category::TwoPair, "K9"),
            ("aces over eights", Category::TwoPair, "A8"),
            ("kings up", Category::TwoPair, "K"),
            ("two pair, threes and twos", Category::TwoPair, "32"),
            ("trips", Category::ThreeOfAKind, ""),
            ("trip nines", Category::ThreeOfAKind, "9"),
            ("a set of treys", Category::ThreeOfAKind, "3"),
            ("three nines", Category::ThreeOfAKind, "9"),
            ("three threes", Category::ThreeOfAKind, "3"),
            ("three of a kind", Category::ThreeOfAKind, ""),
            ("three-of-a-kind, fours", Category::ThreeOfAKind, "4"),
            ("straight", Category::Straight, ""),
            ("straight to the ten", Category::Straight, "T"),
            ("straight up to the five", Category::Straight, "5"),
            ("ten-high straight", Category::Straight, "T"),
            ("a straight, six to ten", Category::Straight, "T"),
            ("straight, ace through five", Category::Straight, "5"),
            (
                "nine eight seven six five straight",
                Category::Straight,
                "9",
            ),
            ("wheel", Category::Straight, "5"),
            ("Broadway", Category::Straight, "A"),
            ("flush", Category::Flush, ""),
            ("a flush in hearts", Category::Flush, ""),
            ("king-high flush", Category::Flush, "K"),
            ("A-high flush", Category::Flush, "A"),
            (
                "flush, king nine five three deuce",
                Category::Flush,
                "K9532",
            ),
            ("boat", Category::FullHouse, ""),
            ("full house", Category::FullHouse, ""),
            ("kings full", Category::FullHouse, "K"),
            ("nines full of kings", Category::FullHouse, "9K"),
            ("two nines and three kings", Category::FullHouse, "K9"),
            ("quads", Category::FourOfAKind, ""),
            ("quad eights", Category::FourOfAKind, "8"),
            ("four aces", Category::FourOfAKind, "A"),
            ("four fours", Category::FourOfAKind, "4"),
            ("straight flush", Category::StraightFlush, ""),
            ("straight flush to the king", Category::StraightFlush, "K"),
            ("ace-high straight flush", Category::StraightFlush, "A"),
            ("steel wheel", Category::StraightFlush, "5"),
            ("royal", Category::RoyalFlush, ""),
            ("royal flush in spades", Category::RoyalFlush, ""),
            ("five of a kind", Category::FiveOfAKind, ""),
            ("five fives", Category::FiveOfAKind, "5"),
            ("runt", Category::HighCard, ""),
            ("no pair", Category::HighCard, ""),
            ("just a high card", Category::HighCard, ""),
            ("ace high", Category::HighCard, "A"),
            ("a high", Category::HighCard, "A"),
            ("five high", Category::HighCard, "5"),
            ("ace-king high", Category::HighCard, "A"),
        ] {
            assert_eq!(read(text), (category, ranks.to_string()), "{text}");
        }
    }

    #[test]
    fn every_strength_is_called_by_its_own_words() {
        for strength in Strength::all() {
            let category = strength.category();
            let ranks = strength.ranks();
            let call = Call::new(category, &ranks[..category.made_ranks()]).unwrap();
            for words in [strength.describe(), strength.phrase()] {
                let read: Call = words
                    .parse()
                    .unwrap_or_else(|error| panic!("{words}: {error}"));
                assert_eq!(read.category(), category, "{words}");
                if category != Category::RoyalFlush {
                    assert_eq!(read, call, "{words}");
                }
            }
        }
    }

    #[test]
    fn what_names_no_hand_is_refused_and_says_why() {
        for (text, why) in [
            ("", "\"\" names no hand"),
            ("ace", "\"ace\" names no hand"),
            ("six of a kind", "\"six of a kind\" names no hand"),
            ("three pair", "names no hand"),
            ("a pair of hearts", "names no hand"),
            ("a pear of nines", "\"pear\" is no word of a call"),
            ("a pair of ones", "\"ones\" is no word of a call"),
            (
                "pair of kings and nines",
                "1 rank makes one pair, and 2 are named",
            ),
            (
                "kings full of kings",
                "no full house is made of those ranks",
            ),
            (
                "two pair, nines and nines",
                "no two pair is made of those ranks",
            ),
            ("straight to the four", "no straight is made of those ranks"),
            (
                "straight, six to nine",
                "no straight is made of those ranks",
            ),
            (
                "royal flush to the king",
                "no royal flush is made of those ranks",
            ),
        ] {
            let refused = text.parse::<Call>().unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
