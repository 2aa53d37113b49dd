//! The rules that evaluation depends on: do flushes count, what kind of wild, which cards are wild
//! (rulings R5 and W1 to W5).

use std::fmt;

use crate::card::{Card, CardError, CardSet, RANKS, parse, parse_rank};

/// The kinds of wild card, and none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wild {
    /// Nothing is wild (ruling W4).
    #[default]
    None,
    /// A wild card stands for any card, also one already held (ruling W1).
    Card,
    /// A wild bug stands for any card not already held (ruling W2).
    Bug,
    /// A card room's bug is an ace, or completes a straight or a flush (ruling W3).
    CasinoBug,
}

impl Wild {
    /// The names of the kinds.
    pub const NAMES: [&'static str; 3] = ["card", "bug", "casino-bug"];

    /// The kind with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Wild> {
        match name {
            "card" => Some(Wild::Card),
            "bug" => Some(Wild::Bug),
            "casino-bug" => Some(Wild::CasinoBug),
            _ => None,
        }
    }

    /// The name of the kind; no wild has none.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Wild::None => None,
            Wild::Card => Some("card"),
            Wild::Bug => Some("bug"),
            Wild::CasinoBug => Some("casino-bug"),
        }
    }
}

/// What becomes of hands that category, ranks and kickers leave equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// They split the pot (ruling H6).
    #[default]
    Split,
    /// House Rules go on to wilds, faces and suits (ruling H1).
    House,
}

/// The rules under which a hand is evaluated and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    flushes: bool,
    wild: Wild,
    wilds: CardSet,
    /// How ties are broken.
    pub ties: Ties,
    /// Whether a wild that stands for its own printed card counts as a wild (an option of ruling H2;
    /// by default it is a natural).
    pub self_is_wild: bool,
}

/// Wild cards were named, and no kind of wild (ruling W4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKind {
    /// The lowest of the cards named.
    pub card: Card,
}

impl fmt::Display for NoKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} cannot be wild without a kind of wild: card, bug or casino-bug",
            self.card
        )
    }
}

impl std::error::Error for NoKind {}

impl Rules {
    /// Flushes count and nothing is wild.
    pub const STANDARD: Rules = Rules {
        flushes: true,
        wild: Wild::None,
        wilds: CardSet::EMPTY,
        ties: Ties::Split,
        self_is_wild: false,
    };
    /// Flushes do not count, straight flushes do (ruling R5).
    pub const NO_FLUSH: Rules = Rules {
        flushes: false,
        ..Rules::STANDARD
    };
    /// Flushes count, nothing is wild, and ties go on to the suit.
    pub const HOUSE: Rules = Rules {
        ties: Ties::House,
        ..Rules::STANDARD
    };

    /// Rules with these wild cards; the jokers are wild wherever anything is.
    pub fn new(flushes: bool, wild: Wild, wilds: CardSet) -> Result<Rules, NoKind> {
        if wild == Wild::None
            && let Some(card) = wilds.iter().next()
        {
            return Err(NoKind { card });
        }
        let wilds = if wild == Wild::None {
            CardSet::EMPTY
        } else {
            wilds.or(CardSet::JOKERS)
        };
        Ok(Rules {
            flushes,
            wild,
            wilds,
            ..Rules::STANDARD
        })
    }

    /// Whether an ordinary flush counts as one.
    #[must_use]
    pub const fn flushes(&self) -> bool {
        self.flushes
    }

    /// The kind of wild.
    #[must_use]
    pub const fn wild(&self) -> Wild {
        self.wild
    }

    /// Every wild card, jokers included.
    #[must_use]
    pub const fn wilds(&self) -> CardSet {
        self.wilds
    }

    /// The wild cards that may have to be taken for what is printed on them: for other kinds of wild
    /// than a casino bug something else is always as good (ruling W3).
    #[must_use]
    pub const fn may_be_itself(&self) -> CardSet {
        match self.wild {
            Wild::CasinoBug => self.wilds.and(CardSet::NATURALS),
            _ => CardSet::EMPTY,
        }
    }

    /// The cards that may be dealt: a joker only where it is wild.
    #[must_use]
    pub const fn playable(&self) -> CardSet {
        CardSet::NATURALS.or(self.wilds.and(CardSet::JOKERS))
    }
}

impl CardSet {
    /// The wild cards of a text of cards and of ranks, which mean all four: `"2"`, `"Js Jh"`, `"2 Kh"`.
    ///
    /// ```
    /// use pokerhouse::CardSet;
    /// assert_eq!(CardSet::parse_wilds("2 Kh")?.len(), 5);
    /// # Ok::<(), pokerhouse::CardError>(())
    /// ```
    pub fn parse_wilds(text: &str) -> Result<CardSet, CardError> {
        let mut wilds = CardSet::EMPTY;
        let mut rest = text;
        for position in 0.. {
            let mut cards = parse(rest);
            match cards.next() {
                None => break,
                Some(Ok(card)) => {
                    wilds = wilds.with(card);
                    rest = cards.rest();
                }
                // Not a card, but perhaps a rank, which is a word of its own.
                Some(Err(error)) => {
                    rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                    let word = parse_rank(rest).filter(|(_, after)| {
                        after
                            .chars()
                            .next()
                            .is_none_or(|c| c.is_whitespace() || c == ',')
                    });
                    let Some((rank, after)) = word else {
                        return Err(error.behind(position));
                    };
                    wilds.0 |= 0b1111 << (4 * rank);
                    rest = after;
                }
            }
        }
        Ok(wilds)
    }

    /// The text that [`CardSet::parse_wilds`] reads as these wild cards; jokers are left out.
    #[must_use]
    pub fn wilds_text(self) -> String {
        let mut words = Vec::new();
        for rank in 0..13 {
            let suits = (0..4).filter(|suit| self.suits_of(rank) >> suit & 1 == 1);
            if self.suits_of(rank) == 0b1111 {
                words.push(RANKS[rank as usize].to_string());
            } else {
                words.extend(suits.map(|suit| Card::new(rank, suit).to_string()));
            }
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_kind() {
        for name in Wild::NAMES {
            assert_eq!(Wild::from_name(name).and_then(Wild::name), Some(name));
        }
    }

    #[test]
    fn wild_cards_are_ranks_and_cards_and_say_what_is_neither() {
        for text in ["2 Kh", "Kh 2", "2c2d 2h,2s Kh", "kH, 2", "K♥ 2"] {
            let wilds = CardSet::parse_wilds(text).unwrap();
            assert_eq!(wilds.wilds_text(), "2 Kh", "{text}");
        }
        assert_eq!(CardSet::parse_wilds("10 J").unwrap().len(), 8);
        assert!(CardSet::parse_wilds("2K").is_err());
        let error = CardSet::parse_wilds("2 Kh Zz").unwrap_err();
        assert!(
            error.to_string().starts_with("\"Zz\" at position 2"),
            "{error}"
        );
    }
}
