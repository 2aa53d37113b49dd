//! Ranges of Hold'em hands: combos with weights, and their notation.

use std::cmp::Reverse;
use std::fmt;

use crate::card::{Card, CardError, CardSet, parse, stranger};
use crate::classes::{COMBOS, Class, Span, Suits, in_order, spans, top};

/// Decimals that weights and percentages may have.
const DECIMALS: usize = 6;
/// One in units of the last decimal: the weight of a combo that none is given for.
const ONE: u32 = 1_000_000;
/// A hundred percent in those units.
const HUNDRED: u64 = 100 * ONE as u64;

/// Hold'em hands that a player may hold, each with a weight.
///
/// A combo is two different cards, the higher number first. Combos stand from aces down, each once, and
/// there is at least one. Weights are in millionths, 1 to 1,000,000.
///
/// ```
/// use pokerhouse::Range;
/// let range = Range::parse("QQ+, AKs:0.5")?;
/// assert_eq!(range.combos().len(), 22);
/// assert_eq!(range.to_string(), "QQ+, AKs:0.5");
/// # Ok::<(), pokerhouse::RangeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    combos: Vec<([Card; 2], u32)>,
}

impl Range {
    /// The range that a text names. Hands are parted by commas or white space:
    ///
    /// * `AA`, `AKs` (suited), `AKo` (offsuit), `AK` (both), or one combo `AhKh`; ranks and suits are
    ///   written as those of cards (ruling R1), a class's ranks in either order;
    /// * `QQ+` is that pair and those above it; `A2s+` the kicker from there to one below the higher
    ///   card, which stays: `T9s+` is `T9s`;
    /// * `99-66`, `KTo-K8o` and `T9s-76s` go from one class to another, either way round: pairs, or
    ///   classes of the same kind with the same higher card or the same gap;
    /// * `random`, `any` or `*` is every hand;
    /// * `15%` takes whole classes, those that win most all-in before the flop against one random hand
    ///   first, as long as that brings the number of combos nearer to 15% of 1,326;
    /// * `:0.5` behind any of these is a weight, more than 0 and up to 1, with at most six decimals.
    ///
    /// A combo named twice with one weight is there once; with two weights it is an error.
    pub fn parse(text: &str) -> Result<Range, RangeError> {
        let mut weights = Weights::none();
        let mut rest = Piece { text, start: 0 };
        loop {
            let item;
            (item, rest) = rest.next_item();
            weights
                .add_item(item)
                .map_err(|(piece, fault)| piece.refuse(text, fault))?;
            if rest.text.is_empty() {
                return Ok(weights.range().expect("every item names a combo"));
            }
            // Behind a comma there is a hand, behind white space there may be the end.
            rest = match rest.text.strip_prefix(',') {
                Some(after) => rest.behind(after).trim(),
                None => rest,
            };
        }
    }

    /// Every hand, all with one weight.
    #[must_use]
    pub fn random() -> Range {
        let range = Weights([ONE; COMBOS]).range();
        range.expect("there are hands")
    }

    /// The combos from aces down, each the higher card first, and their weights in millionths.
    #[must_use]
    pub fn combos(&self) -> &[([Card; 2], u32)] {
        &self.combos
    }

    /// The combos that hold none of these cards; none where no combo is left.
    #[must_use]
    pub fn without(&self, dead: CardSet) -> Option<Range> {
        let mut left = self.clone();
        left.combos
            .retain(|&([high, low], _)| !dead.contains(high) && !dead.contains(low));
        (!left.combos.is_empty()).then_some(left)
    }
}

impl TryFrom<[Card; 2]> for Range {
    type Error = CardError;

    /// The range of one combo; one card twice and a joker are errors.
    fn try_from([first, second]: [Card; 2]) -> Result<Range, CardError> {
        if let Some(&card) = [first, second].iter().find(|card| card.is_joker()) {
            return Err(CardError::Joker { card });
        }
        if first == second {
            return Err(CardError::Duplicate { card: first });
        }
        let combos = vec![([first.max(second), first.min(second)], ONE)];
        Ok(Range { combos })
    }
}

/// The shortest plain notation, which [`Range::parse`] reads back as the same range: the heaviest
/// combos first, of one weight pairs, then suited and then offsuit hands, then single combos.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut heaviest_first = self.combos.clone();
        heaviest_first.sort_by_key(|&(_, weight)| Reverse(weight));
        let all = Weights::of(self);
        let mut separator = "";
        for alike in heaviest_first.chunk_by(|(_, first), (_, second)| first == second) {
            let (_, weight) = alike[0];
            for item in all.items(alike) {
                f.write_str(separator)?;
                f.write_str(&item)?;
                if weight != ONE {
                    write!(f, ":{}", decimal(weight))?;
                }
                separator = ", ";
            }
        }
        Ok(())
    }
}

// Weights -----------------------------------------------------------------------------------------

/// The weight of every combo, 0 where it is not in the range. They stand from deuces up.
struct Weights([u32; COMBOS]);

/// The place of a combo.
fn place([high, low]: [Card; 2]) -> usize {
    let [high, low] = [high, low].map(|card| usize::from(card.number()));
    high * (high - 1) / 2 + low
}

impl Weights {
    fn none() -> Weights {
        Weights([0; COMBOS])
    }

    fn of(range: &Range) -> Weights {
        let mut weights = Weights::none();
        for &(combo, weight) in &range.combos {
            weights.0[place(combo)] = weight;
        }
        weights
    }

    fn at(&self, combo: [Card; 2]) -> u32 {
        self.0[place(combo)]
    }

    /// The range of the combos that have a weight, if there are any.
    fn range(&self) -> Option<Range> {
        let cards = || CardSet::NATURALS.iter_down();
        let combos: Vec<_> = cards()
            .flat_map(|high| cards().map(move |low| [high, low]))
            .filter(|[high, low]| high > low)
            .map(|combo| (combo, self.at(combo)))
            .filter(|&(_, weight)| weight > 0)
            .collect();
        (!combos.is_empty()).then_some(Range { combos })
    }

    /// Adds the combos of one item, or says which piece of it is wrong and why.
    fn add_item<'a>(&mut self, item: Piece<'a>) -> Result<(), (Piece<'a>, Fault)> {
        let (hands, weight) = match item.split(':') {
            Some((hands, weight)) => (hands, Some(weight)),
            None => (item, None),
        };
        let missing = |what, side| Err((item, Fault::Missing(what, side, ':')));
        let combos = match weight {
            Some(_) if hands.text.is_empty() => return missing("hand", "before"),
            Some(weight) if weight.text.is_empty() => return missing("weight", "behind"),
            _ => combos(hands)?,
        };
        let weight = match weight {
            Some(weight) => read_weight(weight.text).ok_or((weight, Fault::Weight))?,
            None => ONE,
        };
        for combo in combos {
            let held = &mut self.0[place(combo)];
            if *held != 0 && *held != weight {
                let weights = [*held, weight];
                return Err((item, Fault::TwoWeights { combo, weights }));
            }
            *held = weight;
        }
        Ok(())
    }

    /// The combos of one weight, which are all that have it, in notation.
    fn items(&self, alike: &[([Card; 2], u32)]) -> Vec<String> {
        if alike.len() == COMBOS {
            return vec!["random".into()];
        }
        let (_, weight) = alike[0];
        let full = |class: &Class| class.combos().all(|combo| self.at(combo) == weight);
        let class = |high, low, suits| Class { high, low, suits };
        let kickers = |suits| {
            let of_card = move |high: u8| (0..high).rev().map(move |low| class(high, low, suits));
            (1..13)
                .rev()
                .flat_map(move |high| spans(of_card(high).filter(full)))
        };
        let pairs = (0..13).rev().map(|rank| class(rank, rank, Suits::Any));
        let mut items: Vec<Span> = spans(pairs.filter(full));
        let mut suited: Vec<Span> = kickers(Suits::Suited).collect();
        let mut offsuit: Vec<Span> = kickers(Suits::Offsuit).collect();
        // Where both kinds have the same kickers they are written once.
        for span in &mut suited {
            let other = span.of(Suits::Offsuit);
            if let Some(found) = offsuit.iter().position(|&span| span == other) {
                offsuit.remove(found);
                *span = span.of(Suits::Any);
            }
        }
        items.extend(joined(suited));
        items.extend(joined(offsuit));
        let mut covered: Vec<usize> = items
            .iter()
            .flat_map(|span| span.combos())
            .map(place)
            .collect();
        covered.sort_unstable();
        let alone = alike
            .iter()
            .filter(|(combo, _)| covered.binary_search(&place(*combo)).is_err());
        let spans = items.iter().map(Span::to_string);
        spans
            .chain(alone.map(|([high, low], _)| format!("{high}{low}")))
            .collect()
    }
}

/// The spans with classes that stand alone and have one gap, `T9s 98s 87s`, joined: three or more, as
/// two are as short in a list.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    let mut next = 0;
    while let Some(&Span { top, bottom }) = spans.get(next) {
        next += 1;
        if top != bottom {
            continue;
        }
        let single = |class: Class| spans.iter().position(|&span| span == class.into());
        let below: Vec<usize> = (1..=top.low)
            .map_while(|ranks| single(top.down(ranks)))
            .collect();
        if below.len() >= 2 {
            spans[next - 1].bottom = top.down(below.len() as u8);
            for place in below.into_iter().rev() {
                spans.remove(place);
            }
        }
    }
    spans
}

// Text --------------------------------------------------------------------------------------------

/// A piece of the text, and the byte at which it begins.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Piece<'a> {
    /// The end of this piece that is this text.
    fn behind(self, text: &'a str) -> Piece<'a> {
        let start = self.start + self.text.len() - text.len();
        Piece { text, start }
    }

    fn trim(self) -> Piece<'a> {
        let trimmed = self.behind(self.text.trim_start());
        Piece {
            text: trimmed.text.trim_end(),
            ..trimmed
        }
    }

    /// What is before and behind the first of this character.
    fn split(self, at: char) -> Option<(Piece<'a>, Piece<'a>)> {
        let (before, behind) = self.text.split_once(at)?;
        let before = Piece {
            text: before,
            ..self
        };
        Some((before.trim(), self.behind(behind).trim()))
    }

    /// The next item and what is behind it and any white space. An item ends at a comma, and at white
    /// space unless a `-` or `:` stands there.
    fn next_item(self) -> (Piece<'a>, Piece<'a>) {
        const JOINTS: [char; 2] = ['-', ':'];
        let whole = self.trim();
        let mut end = 0;
        loop {
            let rest = &whole.text[end..];
            let word = rest.find(|c: char| c == ',' || c.is_whitespace());
            end += word.unwrap_or(rest.len());
            let (item, rest) = whole.text.split_at(end);
            let next = rest.trim_start();
            let joint = item.ends_with(JOINTS) || next.starts_with(JOINTS);
            if !joint || next.is_empty() || next.starts_with(',') {
                let item = Piece {
                    text: item,
                    ..whole
                };
                return (item, whole.behind(next));
            }
            end = whole.text.len() - next.len();
        }
    }

    /// The error for this piece of the whole text.
    fn refuse(self, whole: &str, fault: Fault) -> RangeError {
        RangeError {
            text: self.text.to_string(),
            position: whole[..self.start].chars().count(),
            fault,
        }
    }
}

/// The combos that an item without its weight names, or which piece of it is wrong and why.
fn combos<'a>(hands: Piece<'a>) -> Result<Vec<[Card; 2]>, (Piece<'a>, Fault)> {
    let text = hands.text;
    let refuse = |fault| (hands, fault);
    if ["random", "any", "*"].contains(&&*text.to_ascii_lowercase()) {
        return Ok(in_order().flat_map(Class::combos).collect());
    }
    if let Some(percent) = text.strip_suffix('%') {
        let percent = read_percent(percent).ok_or(refuse(Fault::Percent))?;
        let classes = top(percent, HUNDRED);
        if classes.is_empty() {
            return Err(refuse(Fault::NoClass));
        }
        return Ok(classes.into_iter().flat_map(Class::combos).collect());
    }
    if let Some((first, last)) = hands.split('-') {
        for (end, side) in [(first, "before"), (last, "behind")] {
            if end.text.is_empty() {
                return Err(refuse(Fault::Missing("hand", side, '-')));
            }
        }
        let end = |end: Piece<'a>| class(end.text, Fault::Ends).map_err(|fault| (end, fault));
        let span = Span::between(end(first)?, end(last)?).ok_or(refuse(Fault::Span))?;
        return Ok(span.combos().collect());
    }
    if let Some(lowest) = text.strip_suffix('+') {
        if lowest.is_empty() {
            return Err(refuse(Fault::Missing("hand", "before", '+')));
        }
        let bottom = class(lowest, Fault::Plus).map_err(refuse)?;
        let top = bottom.highest();
        return Ok(Span { top, bottom }.combos().collect());
    }
    match hand(text).map_err(refuse)? {
        Hand::Class(class) => Ok(class.combos().collect()),
        Hand::Combo(combo) => Ok(vec![combo]),
    }
}

/// What a text without weight, `+` and `-` can name.
enum Hand {
    Class(Class),
    Combo([Card; 2]),
}

fn hand(text: &str) -> Result<Hand, Fault> {
    if text.is_empty() {
        return Err(Fault::Empty);
    }
    match Class::read(text) {
        Some(class) if class.is_pair() && class.suits != Suits::Any => Err(Fault::PairKind),
        Some(class) => Ok(Hand::Class(class)),
        None => combo(text).map(Hand::Combo),
    }
}

/// The class that a text names; a combo has this fault there.
fn class(text: &str, fault: Fault) -> Result<Class, Fault> {
    match hand(text)? {
        Hand::Class(class) => Ok(class),
        Hand::Combo(_) => Err(fault),
    }
}

fn combo(text: &str) -> Result<[Card; 2], Fault> {
    let cards: Vec<Card> = parse(text)
        .collect::<Result<_, _>>()
        .map_err(|_| Fault::Unknown)?;
    match *cards {
        [first, second] if first.is_joker() || second.is_joker() => Err(Fault::Joker),
        [first, second] if first == second => Err(Fault::SameCard),
        [first, second] => Ok([first.max(second), first.min(second)]),
        _ => Err(Fault::Cards(cards.len())),
    }
}

fn read_weight(text: &str) -> Option<u32> {
    let weight = millionths(text).and_then(|weight| u32::try_from(weight).ok())?;
    (1..=ONE).contains(&weight).then_some(weight)
}

fn read_percent(text: &str) -> Option<u64> {
    millionths(text).filter(|percent| (1..=HUNDRED).contains(percent))
}

/// A plain decimal number in millionths, exactly.
fn millionths(text: &str) -> Option<u64> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) if !decimals.is_empty() => (whole, decimals),
        Some(_) => return None,
        None => (text, ""),
    };
    let digits = format!("{whole}{decimals:0<DECIMALS$}");
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let short = decimals.len() <= DECIMALS && whole.len() + decimals.len() > 0;
    (plain && short).then(|| digits.parse().ok()).flatten()
}

/// The shortest decimal number of millionths up to one.
fn decimal(millionths: u32) -> String {
    if millionths == ONE {
        return "1".into();
    }
    let digits = format!("0.{millionths:0DECIMALS$}");
    digits.trim_end_matches('0').to_string()
}

// Errors ------------------------------------------------------------------------------------------

/// What is wrong with the text of a range, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeError {
    /// The piece of the text that is wrong.
    text: String,
    /// The character of the whole text, counted from 0, at which the piece begins.
    position: usize,
    fault: Fault,
}

impl RangeError {
    /// The character of the text, counted from 0, at which what is wrong begins.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// An item without any text.
    Empty,
    /// A hand or a weight that is not there, before or behind this character.
    Missing(&'static str, &'static str, char),
    Unknown,
    /// One card, or more than two.
    Cards(usize),
    SameCard,
    Joker,
    PairKind,
    /// A combo with `+`.
    Plus,
    /// A combo as an end of a span.
    Ends,
    /// Ends of different kinds.
    Span,
    Weight,
    Percent,
    /// A percentage of which nothing comes.
    NoClass,
    TwoWeights {
        combo: [Card; 2],
        weights: [u32; 2],
    },
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Of a long text the beginning says enough.
        const SHOWN: usize = 40;
        if self.text.is_empty() {
            f.write_str("an empty item")?;
        } else {
            let shown: String = self.text.chars().take(SHOWN).collect();
            let more = if shown.len() < self.text.len() {
                "…"
            } else {
                ""
            };
            write!(f, "\"{}{more}\"", shown.escape_debug())?;
        }
        if let Some(stranger) = stranger(&self.text) {
            write!(f, " (with U+{:04X})", u32::from(stranger))?;
        }
        write!(f, " at character {} ", self.position)?;
        match self.fault {
            Fault::Empty => f.write_str("is no hand: write one such as QQ+ or AKs"),
            Fault::Missing(what, side, mark) => write!(f, "has no {what} {side} its {mark:?}"),
            Fault::Unknown => f.write_str(
                "is no hand of a range: write AA, AK, AKs, AKo, AhKh, QQ+, A2s+, KTo-K8o, random \
                 or 15%",
            ),
            Fault::Cards(1) => {
                f.write_str("is one card: write the two cards of a combo together, AhKh")
            }
            Fault::Cards(found) => write!(f, "is {found} cards: a combo has two, AhKh"),
            Fault::SameCard => f.write_str("is one card twice"),
            Fault::Joker => f.write_str("has a joker, and ranges are of the 52 other cards"),
            Fault::PairKind => {
                f.write_str("is a pair, which is never suited and always offsuit: write AA")
            }
            Fault::Plus => f.write_str("is one combo, and + goes behind a class, AKs+"),
            Fault::Ends => {
                f.write_str("is one combo, and a span goes from class to class, KTo-K8o")
            }
            Fault::Span => f.write_str(
                "is no span: its ends are two pairs (99-66), or two classes of one kind with the \
                 same higher card (KTo-K8o) or the same gap (T9s-76s)",
            ),
            Fault::Weight => f.write_str(
                "is no weight: write a number above 0 and up to 1 with at most six decimals, QQ:0.5",
            ),
            Fault::Percent => f.write_str(
                "is no part of all hands: write a number above 0 and up to 100 with at most six \
                 decimals, 15%",
            ),
            Fault::NoClass => {
                f.write_str("takes no hand: the first class, AA, is 6 of 1,326 combos, 0.45%")
            }
            Fault::TwoWeights { combo, weights } => {
                let [high, low] = combo;
                let [first, second] = weights.map(decimal);
                write!(
                    f,
                    "gives {high}{low} the weight {second}, and it has the weight {first} already"
                )
            }
        }
    }
}

impl std::error::Error for RangeError {}
