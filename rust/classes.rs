//! The 169 classes of two hole cards, spans of them, and the order that a percentage goes by.

use std::fmt;

use crate::card::{Card, RANKS, parse_rank};

/// How many different pairs of the 52 cards there are.
pub const COMBOS: usize = 1_326;

/// The 169 classes by the share of the pot that a hand of each wins, all-in before the flop against
/// one random hand, best first. Found by `cargo run --release --example hand_order`.
const ORDER: &str = "
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs
    AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
    55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo
    K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s
    A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s
    33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o
    J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o
    J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s
    Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o
    T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o
    T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s
    93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s
    83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o";

/// Which suits two cards of a class have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Suits {
    /// Every two: of a pair, or of suited and offsuit together.
    Any,
    Suited,
    Offsuit,
}

/// Hands with the same ranks, `AA`, `AK`, `AKs` or `AKo`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Class {
    pub high: u8,
    pub low: u8,
    pub suits: Suits,
}

impl Class {
    /// The class with this name, its ranks in either order; a pair with a kind is no hand, but read.
    pub fn read(text: &str) -> Option<Class> {
        let (first, rest) = parse_rank(text)?;
        let (second, kind) = parse_rank(rest)?;
        let suits = match kind {
            "" => Suits::Any,
            "s" | "S" => Suits::Suited,
            "o" | "O" => Suits::Offsuit,
            _ => return None,
        };
        let (high, low) = (first.max(second), first.min(second));
        Some(Class { high, low, suits })
    }

    pub fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// The class with both ranks lower by so many.
    pub fn down(self, ranks: u8) -> Class {
        Class {
            high: self.high - ranks,
            low: self.low - ranks,
            suits: self.suits,
        }
    }

    /// The best class that `+` reaches from here.
    pub fn highest(self) -> Class {
        let (high, low) = if self.is_pair() {
            (12, 12)
        } else {
            (self.high, self.high - 1)
        };
        Class { high, low, ..self }
    }

    pub fn combos(self) -> impl Iterator<Item = [Card; 2]> {
        let down = || (0..4).rev();
        let suits = down().flat_map(move |first| down().map(move |second| (first, second)));
        let held = move |&(first, second): &(u8, u8)| match self.suits {
            Suits::Any => !self.is_pair() || first > second,
            Suits::Suited => first == second,
            Suits::Offsuit => first != second,
        };
        let cards =
            move |(first, second)| [Card::new(self.high, first), Card::new(self.low, second)];
        suits.filter(held).map(cards)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = [self.high, self.low].map(|rank| RANKS[rank as usize]);
        let suits = match self.suits {
            Suits::Any => "",
            Suits::Suited => "s",
            Suits::Offsuit => "o",
        };
        write!(f, "{high}{low}{suits}")
    }
}

/// Classes from one down to another: pairs, kickers of one card, or ranks with one gap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub top: Class,
    pub bottom: Class,
}

impl From<Class> for Span {
    fn from(class: Class) -> Span {
        let (top, bottom) = (class, class);
        Span { top, bottom }
    }
}

impl Span {
    /// The span with these ends, if they are of one kind.
    pub fn between(first: Class, last: Class) -> Option<Span> {
        let gap = |class: Class| class.high - class.low;
        let matched = first.suits == last.suits
            && first.is_pair() == last.is_pair()
            && (first.high == last.high || gap(first) == gap(last));
        let swapped = (first.high, first.low) < (last.high, last.low);
        let (top, bottom) = if swapped {
            (last, first)
        } else {
            (first, last)
        };
        matched.then_some(Span { top, bottom })
    }

    /// The same ranks with these suits.
    pub fn of(self, suits: Suits) -> Span {
        let [top, bottom] = [self.top, self.bottom].map(|class| Class { suits, ..class });
        Span { top, bottom }
    }

    pub fn classes(self) -> impl Iterator<Item = Class> {
        let one_card = self.top.high == self.bottom.high;
        (0..=self.top.low - self.bottom.low).map(move |steps| {
            let class = self.top.down(steps);
            let high = if one_card { self.top.high } else { class.high };
            Class { high, ..class }
        })
    }

    pub fn combos(self) -> impl Iterator<Item = [Card; 2]> {
        self.classes().flat_map(Class::combos)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { top, bottom } = *self;
        if top == bottom {
            write!(f, "{top}")
        } else if top == bottom.highest() {
            write!(f, "{bottom}+")
        } else {
            write!(f, "{top}-{bottom}")
        }
    }
}

/// The classes, highest first, as spans of neighbours.
pub fn spans(classes: impl Iterator<Item = Class>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for class in classes {
        match spans.last_mut() {
            Some(span) if span.bottom.low == class.low + 1 => span.bottom = class,
            _ => spans.push(class.into()),
        }
    }
    spans
}

/// The classes of [`ORDER`], best first.
pub fn in_order() -> impl Iterator<Item = Class> {
    ORDER
        .split_whitespace()
        .map(|name| Class::read(name).expect("the order is of classes"))
}

/// The classes that a part of all hands takes from the top: as many as bring the number of combos
/// nearer to it.
pub fn top(part: u64, whole: u64) -> Vec<Class> {
    let mut combos = 0;
    in_order()
        .take_while(|class| {
            let before = combos;
            combos += class.combos().count() as u64;
            // Nearer with the class than without it: the middle between is short of the part.
            (before + combos) * whole < 2 * part * COMBOS as u64
        })
        .collect()
}
