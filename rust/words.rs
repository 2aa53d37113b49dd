//! Hands in words, as they are listed and as they are said, and how many there are of a thing.

use crate::strength::{Category, Strength, TwoStrength};

/// A rank in words, `"nine"`.
#[must_use]
pub(crate) const fn singular(rank: u8) -> &'static str {
    [
        "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
        "king", "ace",
    ][rank as usize]
}

/// Several of a rank in words, `"nines"`.
#[must_use]
pub(crate) const fn plural(rank: u8) -> &'static str {
    [
        "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
        "jacks", "queens", "kings", "aces",
    ][rank as usize]
}

/// So many of a thing, `"1 card"` or `"2 cards"`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

impl TwoStrength {
    /// The strength in words: `"pair of nines"`, `"ace-king high"`.
    #[must_use]
    pub fn describe(self) -> String {
        let ranks = self.ranks();
        match *ranks {
            [pair] => format!("pair of {}", plural(pair)),
            [high, low] => format!("{}-{} high", singular(high), singular(low)),
            _ => unreachable!("two cards have one or two deciding ranks"),
        }
    }
}

impl Strength {
    /// The strength in words: `"full house, kings full of nines"`.
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let strength = Evaluator::new(Rules::STANDARD).evaluate(&cards("Kh Kc Ah 7d 4d")?)?;
    /// assert_eq!(strength.describe(), "one pair, kings with ace, seven, four");
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    #[must_use]
    pub fn describe(self) -> String {
        let ranks = self.ranks();
        let name = self.category().name();
        let words = |ranks: &[u8]| {
            ranks
                .iter()
                .map(|&r| singular(r))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match (self.category(), &*ranks) {
            (Category::HighCard, [high, rest @ ..]) => {
                format!("{name}, {} with {}", singular(*high), words(rest))
            }
            (
                Category::OnePair | Category::ThreeOfAKind | Category::FourOfAKind,
                [made, rest @ ..],
            ) => {
                format!("{name}, {} with {}", plural(*made), words(rest))
            }
            (Category::TwoPair, [high, low, kicker]) => format!(
                "{name}, {} and {} with {}",
                plural(*high),
                plural(*low),
                singular(*kicker)
            ),
            (Category::FullHouse, [three, pair]) => {
                format!("{name}, {} full of {}", plural(*three), plural(*pair))
            }
            (Category::Flush, ranks) => format!("{name}, {}", words(ranks)),
            (Category::Straight | Category::StraightFlush, [high, ..]) => {
                format!("{name}, {} high", singular(*high))
            }
            (Category::FiveOfAKind, [rank, ..]) => format!("{name}, {}", plural(*rank)),
            _ => name.to_string(),
        }
    }
}

/// Words in a row, `"king, nine and four"`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn listed_ranks(ranks: &[u8]) -> String {
    let words: Vec<&str> = ranks.iter().map(|&rank| singular(rank)).collect();
    listed(&words)
}

/// A word or words with the article that they need, `"an ace"`.
fn with_article(words: &str) -> String {
    let vowel = words.starts_with(['a', 'e']);
    format!("{} {words}", if vowel { "an" } else { "a" })
}

impl Category {
    /// A hand in running words: `"kings full of nines"`, `"three nines with king and four"`.
    ///
    /// `ranks` are those that make the hand, or the first of them, or none, and then the kickers, if
    /// they are to be told: only of a hand whose made ranks are all there.
    #[must_use]
    pub fn phrase(self, ranks: &[u8]) -> String {
        let (made, kickers) = ranks.split_at(ranks.len().min(self.made_ranks()));
        let made = match (self, made) {
            (Category::HighCard, []) => "a high card".to_string(),
            (Category::OnePair, []) => "a pair".to_string(),
            (Category::TwoPair, []) => self.name().to_string(),
            (Category::ThreeOfAKind | Category::FourOfAKind | Category::FiveOfAKind, []) => {
                self.name().to_string()
            }
            (_, []) => with_article(self.name()),
            (Category::HighCard, [high, ..]) => format!("{} high", singular(*high)),
            (Category::OnePair, [pair, ..]) => format!("a pair of {}", plural(*pair)),
            (Category::TwoPair, [high]) => format!("{} up", plural(*high)),
            (Category::TwoPair, [high, low, ..]) => {
                format!("{} and {}", plural(*high), plural(*low))
            }
            (Category::ThreeOfAKind, [rank, ..]) => format!("three {}", plural(*rank)),
            (Category::FullHouse, [three]) => format!("{} full", plural(*three)),
            (Category::FullHouse, [three, pair, ..]) => {
                format!("{} full of {}", plural(*three), plural(*pair))
            }
            (Category::FourOfAKind, [rank, ..]) => format!("four {}", plural(*rank)),
            (Category::FiveOfAKind, [rank, ..]) => format!("five {}", plural(*rank)),
            (Category::RoyalFlush, _) => "a royal flush".to_string(),
            (Category::Straight | Category::StraightFlush, [high, ..])
            | (Category::Flush, [high]) => {
                with_article(&format!("{}-high {}", singular(*high), self.name()))
            }
            (Category::Flush, ranks) => format!("a flush of {}", listed_ranks(ranks)),
        };
        if kickers.is_empty() {
            made
        } else {
            format!("{made} with {}", listed_ranks(kickers))
        }
    }
}

impl Strength {
    /// The strength in running words: `"three nines with king and four"`.
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let strength = Evaluator::new(Rules::STANDARD).evaluate(&cards("As Kd Qc Jh Ts")?)?;
    /// assert_eq!(strength.phrase(), "an ace-high straight");
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    #[must_use]
    pub fn phrase(self) -> String {
        self.category().phrase(&self.ranks())
    }
}

/// Ranks side by side: `"king-eight"`.
fn joined(ranks: &[u8]) -> String {
    let words: Vec<&str> = ranks.iter().map(|&rank| singular(rank)).collect();
    words.join("-")
}

impl Strength {
    /// The strength in few words, as one says of a division what is behind:
    /// `"aces and kings with a four"`.
    ///
    /// ```
    /// use pokerhouse::{Evaluator, Rules, cards};
    /// let strength = Evaluator::new(Rules::STANDARD).evaluate(&cards("6s 6d 6c Kd 8h")?)?;
    /// assert_eq!(strength.brief(), "three sixes with king-eight");
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    #[must_use]
    pub fn brief(self) -> String {
        let ranks = self.ranks();
        let category = self.category();
        let (made, kickers) = ranks.split_at(category.made_ranks());
        let made = match (category, made) {
            (Category::HighCard, _) => return joined(&ranks),
            (Category::OnePair, [pair, ..]) => plural(*pair).to_string(),
            (Category::Straight | Category::StraightFlush, [top, ..]) => {
                format!(
                    "{} to the {}",
                    with_article(category.name()),
                    singular(*top)
                )
            }
            (Category::Flush, ranks) => format!("a flush, {}", joined(ranks)),
            (_, made) => category.phrase(made),
        };
        match kickers {
            [] => made,
            [kicker] => format!("{made} with {}", with_article(singular(*kicker))),
            kickers => format!("{made} with {}", joined(kickers)),
        }
    }
}

impl TwoStrength {
    /// The strength in few words, as one says of a division what is in front: `"nine-six"`, `"nines"`.
    #[must_use]
    pub fn brief(self) -> String {
        match *self.ranks() {
            [pair] => plural(pair).to_string(),
            ref ranks => joined(ranks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{ACE, RANKS};

    fn phrase(category: Category, ranks: &str) -> String {
        let rank = |c| RANKS.iter().position(|&rank| rank == c).unwrap() as u8;
        category.phrase(&ranks.chars().map(rank).collect::<Vec<_>>())
    }

    #[test]
    fn every_category_has_its_phrase() {
        let said = [
            (
                Category::HighCard,
                "AKQJ9",
                "ace high with king, queen, jack and nine",
            ),
            (
                Category::OnePair,
                "KA74",
                "a pair of kings with ace, seven and four",
            ),
            (Category::TwoPair, "K94", "kings and nines with four"),
            (
                Category::ThreeOfAKind,
                "9K4",
                "three nines with king and four",
            ),
            (Category::Straight, "A", "an ace-high straight"),
            (Category::Straight, "8", "an eight-high straight"),
            (
                Category::Flush,
                "AKQJ9",
                "a flush of ace, king, queen, jack and nine",
            ),
            (Category::FullHouse, "K9", "kings full of nines"),
            (Category::FourOfAKind, "6K", "four sixes with king"),
            (Category::StraightFlush, "5", "a five-high straight flush"),
            (Category::RoyalFlush, "A", "a royal flush"),
            (Category::FiveOfAKind, "2", "five deuces"),
        ];
        for (category, ranks, words) in said {
            assert_eq!(phrase(category, ranks), words);
        }
    }

    #[test]
    fn a_hand_may_be_told_in_part() {
        assert_eq!(phrase(Category::TwoPair, "K"), "kings up");
        assert_eq!(phrase(Category::TwoPair, ""), "two pair");
        assert_eq!(phrase(Category::FullHouse, "K"), "kings full");
        assert_eq!(phrase(Category::FullHouse, ""), "a full house");
        assert_eq!(phrase(Category::Flush, "K"), "a king-high flush");
        assert_eq!(phrase(Category::Flush, "K9"), "a flush of king and nine");
        assert_eq!(phrase(Category::RoyalFlush, ""), "a royal flush");
        assert_eq!(phrase(Category::HighCard, ""), "a high card");
        assert_eq!(phrase(Category::OnePair, "A"), "a pair of aces");
    }

    #[test]
    fn every_strength_has_a_phrase_of_its_own() {
        let mut phrases: Vec<String> = Strength::all().map(Strength::phrase).collect();
        phrases.sort_unstable();
        phrases.dedup();
        assert_eq!(phrases.len(), 7741);
        assert_eq!(singular(ACE), "ace");
    }
}
