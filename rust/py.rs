//! The border to Python: arguments in, one call, result or error out. The only file that names PyO3.

use std::ffi::c_long;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple, PyType};

use crate::card::CARDS;
use crate::words::counted;
use crate::{
    Around, Best, Board, CallError, Card, CardError, CardSet, Category, Dealer, DeckTooSmall,
    Division, Evaluator, Game, Held, NoKind, NoPreference, NoStrength, Place, Prefer, RANKS,
    Random, Range, RangeError, Row, RowError, Rows, Rules, Run, SHARE, SUITS, Share, SplitError,
    Spot, SpotError, Stopped, Strength, Tally, Ties, TwoStrength, Watch, Wild, parse,
};

/// Errors that Python sees. Their text is that of the core's errors.
mod exceptions {
    use pyo3::exceptions::PyValueError;

    pyo3::create_exception!(
        pokerhouse,
        CardError,
        PyValueError,
        "Cards that are no hand; says which card, where, and why (ruling R9)."
    );
    pyo3::create_exception!(
        pokerhouse,
        RulesError,
        PyValueError,
        "Rules that contradict themselves, or an option that does not exist (ruling W4)."
    );
    pyo3::create_exception!(
        pokerhouse,
        DivisionError,
        PyValueError,
        "Cards of which no division is legal (ruling C4)."
    );
    pyo3::create_exception!(
        pokerhouse,
        RangeError,
        PyValueError,
        "Text that is no range of hands; says what, at which character, and what would be right."
    );
    pyo3::create_exception!(
        pokerhouse,
        SpotError,
        PyValueError,
        "Hands, a board or dead cards that cannot be there together; says which."
    );
}

impl From<CardError> for PyErr {
    fn from(error: CardError) -> PyErr {
        exceptions::CardError::new_err(error.to_string())
    }
}

impl From<RowError> for PyErr {
    fn from(error: RowError) -> PyErr {
        exceptions::CardError::new_err(error.to_string())
    }
}

impl From<DeckTooSmall> for PyErr {
    fn from(error: DeckTooSmall) -> PyErr {
        exceptions::CardError::new_err(error.to_string())
    }
}

impl From<NoKind> for PyErr {
    fn from(error: NoKind) -> PyErr {
        exceptions::RulesError::new_err(error.to_string())
    }
}

impl From<SplitError> for PyErr {
    fn from(error: SplitError) -> PyErr {
        match error {
            SplitError::Card(error) => error.into(),
            SplitError::Row(error) => error.into(),
            SplitError::NoneLegal { .. } => exceptions::DivisionError::new_err(error.to_string()),
        }
    }
}

impl From<NoPreference> for PyErr {
    fn from(error: NoPreference) -> PyErr {
        exceptions::RulesError::new_err(error.to_string())
    }
}

impl From<RangeError> for PyErr {
    fn from(error: RangeError) -> PyErr {
        exceptions::RangeError::new_err(error.to_string())
    }
}

impl From<SpotError> for PyErr {
    fn from(error: SpotError) -> PyErr {
        let text = error.to_string();
        match error {
            SpotError::Card { .. } | SpotError::Twice { .. } => {
                exceptions::CardError::new_err(text)
            }
            SpotError::Range { .. } => exceptions::RangeError::new_err(text),
            SpotError::Dividing(_) | SpotError::Policy(_) => exceptions::RulesError::new_err(text),
            _ => exceptions::SpotError::new_err(text),
        }
    }
}

impl From<CallError> for PyErr {
    fn from(error: CallError) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

impl From<NoStrength> for PyErr {
    fn from(error: NoStrength) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

// Cards -------------------------------------------------------------------------------------------

/// Passes each card to `take`: of one text, or of an iterable of numbers and texts.
#[inline]
fn each_card(cards: &Bound<'_, PyAny>, mut take: impl FnMut(Card)) -> PyResult<()> {
    if let Ok(list) = cards.cast::<PyList>() {
        for (position, item) in list.iter().enumerate() {
            take(card(&item, position)?);
        }
    } else if let Ok(tuple) = cards.cast::<PyTuple>() {
        for (position, item) in tuple.iter().enumerate() {
            take(card(&item, position)?);
        }
    } else if let Ok(text) = cards.cast::<PyString>() {
        let text = text.to_str().map_err(|_| no_text(cards, 0))?;
        for card in parse(text) {
            take(card?);
        }
    } else {
        let items = cards.try_iter().map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(cards.py()) {
                return error;
            }
            let kind = cards.get_type().name().map(|name| name.to_string());
            let kind = kind.unwrap_or_default();
            PyTypeError::new_err(format!(
                "cards are text or an iterable of cards, not {kind}"
            ))
        })?;
        for (position, item) in items.enumerate() {
            if position % 4096 == 4095 {
                cards.py().check_signals()?; // An endless iterable can be interrupted.
            }
            take(card(&item?, position)?);
        }
    }
    Ok(())
}

/// One card: a number (anything with `__index__`) or the text of one card.
#[inline]
fn card(item: &Bound<'_, PyAny>, position: usize) -> PyResult<Card> {
    if let Ok(integer) = item.cast::<PyInt>()
        && let Ok(number) = integer.extract::<u8>()
        && let Some(card) = Card::from_number(number)
    {
        return Ok(card);
    }
    unusual_card(item, position)
}

#[cold]
fn unusual_card(item: &Bound<'_, PyAny>, position: usize) -> PyResult<Card> {
    if let Ok(text) = item.cast::<PyString>() {
        let text = text.to_str().map_err(|_| no_text(item, position))?;
        let mut cards = parse(text);
        return match (cards.next(), cards.next()) {
            (Some(Ok(card)), None) => Ok(card),
            _ => Err(CardError::Text {
                text: shortened(text),
                position,
            }
            .into()),
        };
    }
    match item.extract::<i64>() {
        Ok(number) => u8::try_from(number)
            .ok()
            .and_then(Card::from_number)
            .ok_or_else(|| CardError::Number { number, position }.into()),
        Err(error) if is_no_number(&error, item.py()) => {
            let shown = shown(item);
            Err(CardError::Thing { shown, position }.into())
        }
        Err(error) => Err(error),
    }
}

/// The error for text that holds half a character.
fn no_text(text: &Bound<'_, PyAny>, position: usize) -> PyErr {
    let shown = shown(text);
    CardError::Thing { shown, position }.into()
}

/// Whether an error says that a thing is no whole number, or too large; any other is the thing's own.
fn is_no_number(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
}

/// All cards of an argument.
fn card_list(cards: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    let mut list = Vec::new();
    each_card(cards, |card| list.push(card))?;
    Ok(list)
}

/// The numbers of the cards of a text or of an iterable of cards, numbers and texts.
#[pyfunction]
fn card_numbers(cards: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let cards = card_list(cards)?;
    Ok(cards.iter().map(|card| card.number()).collect())
}

/// The number of one card, given as a number or as text.
#[pyfunction]
#[pyo3(name = "card_number")]
fn number_of_card(card: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(self::card(card, 0)?.number())
}

/// The text of a card number, `"As"`.
#[pyfunction]
fn card_text(number: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(card(number, 0)?.to_string())
}

/// The numbers shuffled: the same for a seed and a stream on every machine and version.
#[pyfunction]
fn shuffle(cards: Vec<u8>, seed: Whole, stream: Whole) -> PyResult<Vec<u8>> {
    let mut shuffled = Vec::with_capacity(cards.len());
    let dealer = Dealer::new(&cards, cards.len(), Random::new(seed.0))?;
    dealer.deal(stream.0, |card| shuffled.push(card));
    Ok(shuffled)
}

/// A whole number from 0 up: one that is negative or too large raises ValueError, not OverflowError.
struct Whole(u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole> {
        number.extract::<u64>().map(Whole).map_err(|error| {
            if !error.is_instance_of::<PyOverflowError>(number.py()) {
                return error;
            }
            let shown = shown(&number);
            PyValueError::new_err(format!("{shown} is not a whole number from 0 to 2**64 - 1"))
        })
    }
}

impl Whole {
    /// As a size; more than any size is the largest.
    fn size(&self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A thing as an error shows it: what it prints as, shortened, or else its type.
fn shown(thing: &Bound<'_, PyAny>) -> String {
    match thing.repr() {
        Ok(text) => shortened(&text.to_string_lossy()),
        Err(_) => thing.get_type().to_string(),
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

// Rules -------------------------------------------------------------------------------------------

/// The rules under which hands are evaluated and compared.
///
/// `flushes`: whether an ordinary flush counts (ruling R5). `wild`: None, or the kind of wild card:
/// "card" (W1), "bug" (W2) or "casino-bug" (W3). `wilds`: the cards that are wild besides the jokers:
/// ranks and cards as text ("2", "Js Jh", "2 Kh") or an iterable of cards. `ties`: "split", or "house"
/// for the six tests of House Rules (H1). `wild_as_self`: whether a wild that stands for its own
/// printed card is a "natural" or a "wild" in test 4 (H2).
///
/// Rules are frozen, hashable and pickle. A contradiction raises RulesError, what is no card among
/// `wilds` CardError, both ValueErrors.
///
/// >>> import pokerhouse as ph
/// >>> ph.Rules(wild="card", wilds="2")
/// Rules(wild='card', wilds='2')
/// >>> ph.Rules(wild="bug", wilds="2c 2d 2h 2s") == ph.Rules(wild="bug", wilds="2")
/// True
#[pyclass(frozen, eq, hash, name = "Rules", module = "pokerhouse")]
#[derive(PartialEq, Eq, Hash)]
struct PyRules {
    evaluator: Evaluator,
}

const SPLIT: &str = "split";
const HOUSE: &str = "house";
const NATURAL: &str = "natural";
const WILD: &str = "wild";

/// Adds the wild cards of a text of cards and ranks, or of an iterable of cards, numbers and such
/// texts.
fn name_wilds(wilds: &Bound<'_, PyAny>, named: &mut CardSet) -> PyResult<()> {
    if let Ok(text) = wilds.cast::<PyString>() {
        let text = text.to_str().map_err(|_| no_text(wilds, 0))?;
        *named = named.or(CardSet::parse_wilds(text)?);
        return Ok(());
    }
    if wilds.is_none() {
        return Ok(());
    }
    for (position, item) in wilds.try_iter()?.enumerate() {
        let item = item?;
        match item.cast::<PyString>() {
            Ok(_) => name_wilds(&item, named)?,
            Err(_) => *named = named.with(card(&item, position)?),
        }
    }
    Ok(())
}

/// Which of two names an option has.
fn one_of(option: &str, value: &str, first: &str, second: &str) -> PyResult<bool> {
    if value == first || value == second {
        return Ok(value == second);
    }
    Err(exceptions::RulesError::new_err(format!(
        "{option} is {first:?} or {second:?}, not {value:?}"
    )))
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (flushes=true, wild=None, wilds=None, ties="split", wild_as_self="natural"))]
    #[pyo3(
        text_signature = "(flushes=True, wild=None, wilds='', ties='split', wild_as_self='natural')"
    )]
    fn new(
        flushes: bool,
        wild: Option<&str>,
        wilds: Option<&Bound<'_, PyAny>>,
        ties: &str,
        wild_as_self: &str,
    ) -> PyResult<PyRules> {
        let kind = wild
            .map_or(Some(Wild::None), Wild::from_name)
            .ok_or_else(|| {
                exceptions::RulesError::new_err(format!(
                    "wild is None, \"card\", \"bug\" or \"casino-bug\", not {:?}",
                    wild.unwrap_or_default()
                ))
            })?;
        let mut named = CardSet::EMPTY;
        if let Some(wilds) = wilds {
            name_wilds(wilds, &mut named)?;
        }
        let mut rules = Rules::new(flushes, kind, named)?;
        if one_of("ties", ties, SPLIT, HOUSE)? {
            rules.ties = Ties::House;
        }
        rules.self_is_wild = one_of("wild_as_self", wild_as_self, NATURAL, WILD)?;
        Ok(PyRules {
            evaluator: Evaluator::new(rules),
        })
    }

    /// Whether an ordinary flush counts.
    #[getter]
    fn flushes(&self) -> bool {
        self.evaluator.rules().flushes()
    }

    /// The kind of wild: None, "card", "bug" or "casino-bug".
    #[getter]
    fn wild(&self) -> Option<&'static str> {
        self.evaluator.rules().wild().name()
    }

    /// The cards that are wild besides the jokers, as text.
    #[getter]
    fn wilds(&self) -> String {
        self.evaluator.rules().wilds().wilds_text()
    }

    /// "split" or "house".
    #[getter]
    fn ties(&self) -> &'static str {
        match self.evaluator.rules().ties {
            Ties::Split => SPLIT,
            Ties::House => HOUSE,
        }
    }

    /// What a wild is that stands for its own printed card: "natural" or "wild".
    #[getter]
    fn wild_as_self(&self) -> &'static str {
        if self.evaluator.rules().self_is_wild {
            WILD
        } else {
            NATURAL
        }
    }

    fn __repr__(&self) -> String {
        let mut options = Vec::new();
        if !self.flushes() {
            options.push("flushes=False".to_string());
        }
        if let Some(wild) = self.wild() {
            options.push(format!("wild='{wild}'"));
        }
        let texts = [
            ("wilds", self.wilds(), ""),
            ("ties", self.ties().to_string(), SPLIT),
        ];
        let wild_as_self = ("wild_as_self", self.wild_as_self().to_string(), NATURAL);
        for (option, value, default) in texts.into_iter().chain([wild_as_self]) {
            if value != default {
                options.push(format!("{option}='{value}'"));
            }
        }
        format!("Rules({})", options.join(", "))
    }

    /// What makes the rules again, for pickle and copy.
    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyType>,
        (
            bool,
            Option<&'static str>,
            String,
            &'static str,
            &'static str,
        ),
    ) {
        let options = (
            self.flushes(),
            self.wild(),
            self.wilds(),
            self.ties(),
            self.wild_as_self(),
        );
        (py.get_type::<PyRules>(), options)
    }
}

static STANDARD: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::new(Rules::STANDARD));
static NO_FLUSH: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::new(Rules::NO_FLUSH));
static HOUSE_RULES: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::new(Rules::HOUSE));

type RulesArgument<'a, 'py> = Option<&'a Bound<'py, PyRules>>;

#[inline]
fn evaluator<'a>(
    rules: RulesArgument<'a, '_>,
    default: &'static LazyLock<Evaluator>,
) -> &'a Evaluator {
    match rules {
        Some(rules) => &rules.get().evaluator,
        None => default,
    }
}

// Ranges ------------------------------------------------------------------------------------------

/// The Hold'em hands that a text names, each with a weight.
///
/// `text` holds hands parted by commas or white space. `AA`, `AKs` (suited), `AKo` (offsuit) and `AK`
/// (both) are classes, `AhKh` one combo; cards are written as anywhere (ruling R1), a class's ranks in
/// either order and any case. `QQ+` is that pair and those above it. `A2s+` is the kicker from there to
/// one below the higher card, which stays: `T9s+` is `T9s`. `99-66`, `KTo-K8o` and `T9s-76s` go from
/// one class to another, either way round: pairs, or classes of one kind with the same higher card or
/// the same gap. `random`, `any` or `*` is every hand.
///
/// `15%` takes whole classes, as many as bring the number of combos nearer to 15% of 1,326, in this
/// order: those first that win most of the pot, all-in before the flop against one random hand.
///
/// Behind any of these `:0.5` is a weight, more than 0 and up to 1, with at most six decimals; without
/// it the weight is 1. A combo that is named twice with one weight is there once. Named with two
/// weights, it is an error. What cannot be read raises RangeError, a ValueError, that says at which
/// character, counted from 0, and what would be right; nothing is left out silently.
///
/// A range is frozen; `==` and hash go by combos and weights, `str()` is the shortest plain notation,
/// `len()` the number of combos, and it pickles.
///
/// >>> import pokerhouse as ph
/// >>> r = ph.Range("AKs, QQ, KK+, T9s-76s:0.25")
/// >>> print(r, len(r))
/// QQ+, AKs, T9s-76s:0.25 38
/// >>> r.combos[-1], r.weights[-1]
/// ((Card('7c'), Card('6c')), 0.25)
/// >>> r == ph.Range("QQ+ AKs T9s-76s : .25")
/// True
/// >>> ph.Range("15%")
/// Range('55+, A5s+, K9s+, QJs, A9o+, KJo+')
#[pyclass(frozen, eq, hash, name = "Range", module = "pokerhouse")]
#[derive(PartialEq, Eq, Hash)]
struct PyRange {
    range: Range,
}

#[pymethods]
impl PyRange {
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyRange> {
        // Half a character is replaced, and the replacement is what the error names.
        let range = Range::parse(&text.to_string_lossy())?;
        Ok(PyRange { range })
    }

    /// The combos from aces down, each once: two Card, the higher number first.
    #[getter]
    fn combos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let deck = py.import("pokerhouse.card")?.getattr("deck")?.call0()?;
        let cards: Vec<Bound<'_, PyAny>> = deck.try_iter()?.collect::<PyResult<_>>()?;
        let combos = self.range.combos().iter().map(|(combo, _)| {
            let [high, low] = combo.map(|card| &cards[usize::from(card.number())]);
            (high, low)
        });
        PyTuple::new(py, combos)
    }

    /// The weights of the combos, in their order: floats above 0 and up to 1.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let weights = self.range.combos().iter();
        PyTuple::new(py, weights.map(|&(_, weight)| f64::from(weight) / 1e6))
    }

    fn __len__(&self) -> usize {
        self.range.combos().len()
    }

    fn __str__(&self) -> String {
        self.range.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Range('{}')", self.range)
    }

    /// What makes the range again, for pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyRange>(), (self.__str__(),))
    }
}

// One hand ----------------------------------------------------------------------------------------

/// The strength of the best five of 5, 6 or 7 cards, an int: greater is stronger, equal is a tie.
///
/// `cards`: one text or an iterable of Card, int or text. `rules`: the Rules, STANDARD if None. The
/// strength is category * 4096 + order (ruling R2). A card that is none, a duplicate, a joker where
/// nothing is wild or another number of cards raises CardError, a ValueError (R9).
///
/// >>> import pokerhouse as ph
/// >>> ph.evaluate("As Ks Qs Js Ts") > ph.evaluate("Ah Ad Ac As Kd")
/// True
#[pyfunction]
#[pyo3(signature = (cards, rules=None))]
fn evaluate(cards: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<u16> {
    let evaluator = evaluator(rules, &STANDARD);
    let mut hand = [0; 7];
    if let Some(count) = plain_numbers(cards, &mut hand)
        && let Some(strength) = evaluator.strength_of_numbers(&hand[..count])
    {
        return Ok(strength.0);
    }
    Ok(evaluator.evaluate(&card_list(cards)?)?.0)
}

/// Copies the numbers of a list or tuple of ints (Card is one), and returns how many there are; none
/// where the argument is anything else or too long.
///
/// Measured beside the general way, which asks Python for each item five times: 2.4x as fast for seven
/// ints.
#[inline]
fn plain_numbers(cards: &Bound<'_, PyAny>, numbers: &mut [u8; 7]) -> Option<usize> {
    type Item = unsafe extern "C" fn(*mut ffi::PyObject, ffi::Py_ssize_t) -> *mut ffi::PyObject;
    if FREE_THREADED.load(Ordering::Relaxed) {
        return None;
    }
    let object = cards.as_ptr();
    let (count, item): (usize, Item) = if let Ok(list) = cards.cast::<PyList>() {
        (list.len(), ffi::PyList_GetItem)
    } else {
        (cards.cast::<PyTuple>().ok()?.len(), ffi::PyTuple_GetItem)
    };
    let first = SMALL_INTS.load(Ordering::Relaxed);
    for (i, place) in numbers.get_mut(..count)?.iter_mut().enumerate() {
        // SAFETY: the object is a list or a tuple, and this thread holds the interpreter. The item is
        // borrowed from it, or null with an error set.
        let item = unsafe { item(object, i as ffi::Py_ssize_t) };
        let distance = item.addr().wrapping_sub(first);
        if distance < CARDS * INT_BYTES && distance.is_multiple_of(INT_BYTES) {
            *place = (distance / INT_BYTES) as u8;
            continue;
        }
        // SAFETY: nothing can change the object meanwhile, as converting an int runs no Python code,
        // and what is no int is not converted.
        let number = unsafe {
            let is_int = !item.is_null() && ffi::PyLong_Check(item) != 0;
            if is_int { ffi::PyLong_AsLong(item) } else { -1 }
        };
        if !(0..CARDS as c_long).contains(&number) {
            // SAFETY: this thread holds the interpreter.
            unsafe { ffi::PyErr_Clear() };
            return None;
        }
        *place = number as u8;
    }
    Some(count)
}

/// How far apart the interpreter keeps its small ints.
const INT_BYTES: usize = 32;

/// Where the interpreter keeps its one int 0, if the ints of all cards follow it in order: then the
/// address of an int is its number, and need not be asked for. Otherwise an address that no int has.
static SMALL_INTS: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Whether other threads may change a list while this one reads it.
static FREE_THREADED: AtomicBool = AtomicBool::new(false);

fn look_at_interpreter(py: Python<'_>) -> PyResult<()> {
    let flags: String = py.import("sys")?.getattr("abiflags")?.extract()?;
    FREE_THREADED.store(flags.contains('t'), Ordering::Relaxed);
    let address = |number: usize| number.into_pyobject(py).map(|int| int.as_ptr().addr());
    let Ok(first) = address(0);
    let in_order = |number: &usize| address(*number) == Ok(first + number * INT_BYTES);
    if (0..CARDS).all(|number| in_order(&number)) {
        SMALL_INTS.store(first, Ordering::Relaxed);
    }
    Ok(())
}

/// The strength of two cards, an int: a pair beats no pair, then the higher card, then the lower
/// (ruling R6).
///
/// `cards`: one text or an iterable of Card, int or text. `rules`: the Rules, STANDARD if None. The
/// strength is on a scale of its own, laid out like that of five cards. What is no hand raises
/// CardError, a ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.evaluate_two("2s 2d") > ph.evaluate_two("As Kd")
/// True
#[pyfunction]
#[pyo3(signature = (cards, rules=None))]
fn evaluate_two(cards: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<u16> {
    let evaluator = evaluator(rules, &STANDARD);
    Ok(evaluator.evaluate_two(&card_list(cards)?)?.0)
}

/// The strength of the best hand of exactly two hole cards and three board cards (ruling R8).
///
/// `hole`: 4, 5 or 6 cards; `board`: 3, 4 or 5; both one text or an iterable of Card, int or text.
/// `rules`: the Rules, STANDARD if None. What is no hand raises CardError, a ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.describe(ph.evaluate_omaha("As Ah 2c 3d", "Ks Qs Js Ts 9s"))
/// 'one pair, aces with king, queen, jack'
#[pyfunction]
#[pyo3(signature = (hole, board, rules=None))]
fn evaluate_omaha(
    hole: &Bound<'_, PyAny>,
    board: &Bound<'_, PyAny>,
    rules: RulesArgument,
) -> PyResult<u16> {
    let evaluator = evaluator(rules, &STANDARD);
    Ok(evaluator
        .evaluate_omaha(&card_list(hole)?, &card_list(board)?)?
        .0)
}

/// The order of one to four up cards, an int: pairs, two pair, trips, quads and kickers count,
/// straights and flushes do not (ruling C2).
///
/// `cards`: one text or an iterable of Card, int or text. A joker, a duplicate or another number of
/// cards raises CardError, a ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.evaluate_showing("9c 9d") > ph.evaluate_showing("As Ks")
/// True
#[pyfunction]
fn evaluate_showing(cards: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(crate::evaluate_showing(&card_list(cards)?)?)
}

/// An argument that is the number of a strength.
fn number(argument: &Bound<'_, PyAny>, cards: usize) -> PyResult<i64> {
    argument.extract::<i64>().map_err(|error| {
        if !error.is_instance_of::<PyOverflowError>(argument.py()) {
            return error;
        }
        let shown = shown(argument);
        PyValueError::new_err(format!(
            "{shown} is not the strength of a {cards}-card hand"
        ))
    })
}

fn five_strength(strength: &Bound<'_, PyAny>) -> PyResult<Strength> {
    Ok(Strength::from_number(number(strength, 5)?)?)
}

fn two_strength(strength: &Bound<'_, PyAny>) -> PyResult<TwoStrength> {
    Ok(TwoStrength::from_number(number(strength, 2)?)?)
}

/// The number of a strength's category, 0 (high card) to 10 (five of a kind).
#[pyfunction]
fn category_number(strength: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(five_strength(strength)?.category() as u8)
}

/// A five-card strength in words.
///
/// A number that is no strength raises ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.describe(ph.evaluate("Kh Kc Ks 9d 9h"))
/// 'full house, kings full of nines'
#[pyfunction]
fn describe(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(five_strength(strength)?.describe())
}

/// A two-card strength in words.
///
/// A number that is no two-card strength raises ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.describe_two(ph.evaluate_two("As Kd")), ph.describe_two(ph.evaluate_two("9s 9d"))
/// ('ace-king high', 'pair of nines')
#[pyfunction]
fn describe_two(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(two_strength(strength)?.describe())
}

/// The ranks that decide a five-card strength, the most important first.
///
/// "K9" for kings full of nines, "AKQJ8" for a flush, "5" for the wheel, "KA74" for a pair of kings.
/// A number that is no strength raises ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.ranks(ph.evaluate("5h 4c 3s 2d Ah"))
/// '5'
#[pyfunction]
fn ranks(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(five_strength(strength)?.ranks().to_string())
}

/// The ranks that decide a two-card strength, the most important first: one for a pair.
///
/// A number that is no two-card strength raises ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.ranks_two(ph.evaluate_two("Kd As")), ph.ranks_two(ph.evaluate_two("9s 9d"))
/// ('AK', '9')
#[pyfunction]
fn ranks_two(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(two_strength(strength)?.ranks().to_string())
}

/// Whether a five-card strength ranks higher than a two-card strength (ruling R7).
///
/// Category first, then rank by rank; equal as far as the two cards go is not higher, unless `prefix`
/// says that five win then because they have more. A number that is no strength raises ValueError.
///
/// >>> import pokerhouse as ph
/// >>> five, two = ph.evaluate("Kh 9d 7s 4d 2c"), ph.evaluate_two("Kd 9s")
/// >>> ph.outranks(five, two), ph.outranks(five, two, prefix=True)
/// (False, True)
#[pyfunction]
#[pyo3(signature = (five, two, prefix=false))]
fn outranks(five: &Bound<'_, PyAny>, two: &Bound<'_, PyAny>, prefix: bool) -> PyResult<bool> {
    Ok(five_strength(five)?.outranks(two_strength(two)?, prefix))
}

/// A five-card strength in few words, `"aces and kings with a four"`.
#[pyfunction]
fn brief(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(five_strength(strength)?.brief())
}

/// A two-card strength in few words, `"nine-six"`.
#[pyfunction]
fn brief_two(strength: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(two_strength(strength)?.brief())
}

type ReadingTuple = (u16, u64, [u8; 5], [u8; 5], usize, String, char);

/// What a Hand shows: strength, key, the five cards as held and as played, how many are naturals, the
/// faces of the wilds that act, and the suit that test 6 reads.
#[pyfunction]
#[pyo3(signature = (cards, rules=None))]
fn read(cards: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<ReadingTuple> {
    let reading = evaluator(rules, &STANDARD).read(&card_list(cards)?)?;
    let numbers = |cards: [Card; 5]| cards.map(Card::number);
    Ok((
        reading.strength.0,
        reading.key.0,
        numbers(reading.best),
        numbers(reading.stands_for),
        reading.naturals,
        reading.wild_faces,
        crate::SUITS[reading.suit as usize],
    ))
}

/// The key that orders hands by all six tests of House Rules, an int (rulings H1 to H5).
///
/// `cards`: 5, 6, 7 or 2 cards, one text or an iterable of Card, int or text; keys of five-card hands
/// and of two-card hands do not compare. `rules`: the Rules, HOUSE if None. What is no hand raises
/// CardError, a ValueError.
///
/// >>> import pokerhouse as ph
/// >>> ph.house_key("Kh Kc Ah 7d 4d") > ph.house_key("Ks Kd Ac 7h 4h")
/// True
#[pyfunction]
#[pyo3(signature = (cards, rules=None))]
fn house_key(cards: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<u64> {
    let evaluator = evaluator(rules, &HOUSE_RULES);
    Ok(evaluator.house_key(&card_list(cards)?)?.0)
}

// Words and calls ---------------------------------------------------------------------------------

/// The ranks of a text such as "K9".
fn ranks_of_text(text: &str) -> PyResult<Vec<u8>> {
    let rank = |c: char| RANKS.iter().position(|&rank| rank == c);
    let ranks = text.chars().map(|c| rank(c).map(|rank| rank as u8));
    let ranks: Option<Vec<u8>> = ranks.collect();
    ranks.ok_or_else(|| PyValueError::new_err(format!("{text:?} is not made of ranks")))
}

fn category_of_number(number: usize) -> PyResult<Category> {
    let category = Category::ALL.get(number).copied();
    let wrong = || format!("{number} is no category: they are 0 to 10");
    category.ok_or_else(|| PyValueError::new_err(wrong()))
}

/// A hand of a category in running words: "three nines with king and four".
///
/// `ranks`: those that make the hand, or the first of them, and then the kickers, if they are told.
#[pyfunction]
fn phrase(category: usize, ranks: &str) -> PyResult<String> {
    Ok(category_of_number(category)?.phrase(&ranks_of_text(ranks)?))
}

/// How many of the ranks that decide a hand of a category make it; the others are kickers (H1).
#[pyfunction]
fn made_ranks(category: usize) -> PyResult<usize> {
    Ok(category_of_number(category)?.made_ranks())
}

/// Each rank of a text in words, "K9" to ["king", "nine"].
#[pyfunction]
fn rank_words(ranks: &str) -> PyResult<Vec<&'static str>> {
    let ranks = ranks_of_text(ranks)?;
    Ok(ranks.into_iter().map(crate::words::singular).collect())
}

/// The category and the ranks that a call names, (1, "9") for "a pair of nines".
#[pyfunction]
fn parse_call(text: &str, rules: &Bound<'_, PyRules>) -> PyResult<(u8, String)> {
    let call = rules.get().evaluator.parse_call(text)?;
    Ok((call.category() as u8, call.ranks().to_string()))
}

type CalledTuple = (u8, String, u64, [u8; 5], [u8; 5], usize, String, char);

/// Whether a call is above the hand, and what the hand is worth that was called so: category, ranks,
/// key, the five cards as held and as played, naturals, faces and suit; None if the cards show nothing
/// so low. No call is all that the hand is.
#[pyfunction]
fn read_call(
    cards: &Bound<'_, PyAny>,
    text: Option<&str>,
    rules: &Bound<'_, PyRules>,
) -> PyResult<(bool, Option<CalledTuple>)> {
    let evaluator = &rules.get().evaluator;
    let call = text.map(|text| evaluator.parse_call(text)).transpose()?;
    let cards = card_list(cards)?;
    let strength = evaluator.evaluate(&cards)?;
    let above = call.is_some_and(|call| call.is_above(strength));
    let called = evaluator.called(&cards, call.as_ref())?.map(|called| {
        (
            called.category as u8,
            called.ranks.to_string(),
            called.key.0,
            called.best.map(Card::number),
            called.stands_for.map(Card::number),
            called.naturals,
            called.wild_faces,
            crate::SUITS[called.suit as usize],
        )
    });
    Ok((above, called))
}

// Many hands --------------------------------------------------------------------------------------

/// Card numbers of an array, row after row, and the array they came from.
struct Cells<'py> {
    array: Bound<'py, PyUntypedArray>,
    /// The numbers, where they could not be read in place.
    copied: Option<Vec<u8>>,
    /// The shape: (rows, width), or (width,) of a single board.
    rows: Option<usize>,
    width: usize,
}

/// Numbers that do not fit a byte become this one, which is no card.
const STRANGER: u8 = u8::MAX;

impl<'py> Cells<'py> {
    /// Reads an array, or what NumPy makes of it, of one of these numbers of dimensions.
    fn new(name: &str, cells: &Bound<'py, PyAny>, dimensions: &[usize]) -> PyResult<Cells<'py>> {
        let py = cells.py();
        let array = match cells.cast::<PyUntypedArray>() {
            Ok(array) => array.clone(),
            Err(_) => py
                .import("numpy")?
                .call_method1("asarray", (cells,))
                .map_err(|error| {
                    if is_no_number(&error, py) {
                        CardError::array(name, &error.value(py).to_string())
                    } else {
                        error
                    }
                })?
                .cast_into()?,
        };
        let dtype = array.dtype();
        if dimensions.contains(&2) && matches!(array.shape(), [0] | [0, 0]) {
            // No rows at all fit any width.
            let copied = Some(Vec::new());
            let (rows, width) = (Some(0), 0);
            return Ok(Cells {
                array,
                copied,
                rows,
                width,
            });
        }
        if !matches!(dtype.kind(), b'i' | b'u') {
            let hint = if dtype.kind() == b'U' {
                "; cards_array reads text"
            } else {
                ""
            };
            return Err(CardError::array(
                name,
                &format!("its numbers are {dtype}, not integers{hint}"),
            ));
        }
        let shape = array.shape();
        if !dimensions.contains(&shape.len()) {
            let wanted = dimensions
                .iter()
                .map(|n| format!("{n}-d"))
                .collect::<Vec<_>>()
                .join(" or ");
            return Err(CardError::array(
                name,
                &format!(
                    "it is to be {wanted}, not of shape {}",
                    array.getattr("shape")?
                ),
            ));
        }
        let rows = (shape.len() == 2).then(|| shape[0]);
        let width = shape[shape.len() - 1];
        let in_place = array.is_c_contiguous() && dtype.is_equiv_to(&numpy::dtype::<u8>(py));
        let copied = if in_place {
            None
        } else {
            Some(narrow(&array)?)
        };
        Ok(Cells {
            array,
            copied,
            rows,
            width,
        })
    }

    fn atomic(&self) -> &[AtomicU8] {
        let (data, len) = match &self.copied {
            Some(copied) => (copied.as_ptr(), copied.len()),
            // SAFETY: without a copy the array is a contiguous one of bytes, as `new` saw.
            None => unsafe {
                let array = self.array.cast_unchecked::<numpy::PyArrayDyn<u8>>();
                (array.data().cast_const(), array.len())
            },
        };
        // SAFETY: the memory is `len` bytes long and lives as long as the array or the copy, which
        // `self` holds: NumPy refuses to resize an array that is referred to, unless its owner
        // overrides that check. An atomic byte has the layout of a byte, and may be read while
        // another thread writes it.
        unsafe { std::slice::from_raw_parts(data.cast::<AtomicU8>(), len) }
    }

    /// No rows at all, as if they had this width.
    fn or_empty(mut self, width: usize) -> Cells<'py> {
        if self.rows == Some(0) && self.width == 0 {
            self.width = width;
        }
        self
    }

    fn table(&self) -> Rows<'_> {
        Rows::new(self.atomic(), self.width)
    }

    /// The number as it stands in the array, where a byte could not hold it.
    fn shown(&self, row: usize, column: usize) -> PyResult<String> {
        let cell = match self.rows {
            Some(_) => self.array.get_item((row, column))?,
            None => self.array.get_item(column)?,
        };
        Ok(cell.str()?.to_string())
    }
}

impl CardError {
    fn array(name: &str, what: &str) -> PyErr {
        exceptions::CardError::new_err(format!("{name}: {what}"))
    }
}

/// The numbers of an array of any integers as bytes. NumPy makes a copy that is aligned, contiguous and
/// of this machine's byte order, whatever the array's layout, and
/// that holds still where another thread writes to the array.
fn narrow(array: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<u8>> {
    fn bytes<T: Element + Copy + TryInto<u8>>(
        array: &Bound<'_, PyAny>,
    ) -> Option<PyResult<Vec<u8>>> {
        let array = array.cast::<numpy::PyArrayDyn<T>>().ok()?;
        let byte = |&number: &T| number.try_into().unwrap_or(STRANGER);
        Some(match array.try_readonly() {
            Ok(array) => zeros(array.len()).map(|mut bytes| {
                let numbers = array.as_array();
                bytes
                    .iter_mut()
                    .zip(&numbers)
                    .for_each(|(place, number)| *place = byte(number));
                bytes
            }),
            Err(error) => Err(error.into()),
        })
    }
    let native = array.dtype().call_method1("newbyteorder", ("=",))?;
    let plain = array
        .py()
        .import("numpy")?
        .call_method1("array", (array, native))?;
    let plain = plain.call_method1("ravel", ("C",))?;
    bytes::<u8>(&plain)
        .or_else(|| bytes::<i64>(&plain))
        .or_else(|| bytes::<i32>(&plain))
        .or_else(|| bytes::<u64>(&plain))
        .or_else(|| bytes::<u32>(&plain))
        .or_else(|| bytes::<i16>(&plain))
        .or_else(|| bytes::<u16>(&plain))
        .or_else(|| bytes::<i8>(&plain))
        .unwrap_or_else(|| {
            Err(PyTypeError::new_err(
                "an integer type that NumPy does not name",
            ))
        })
}

/// A vector of zeros, or MemoryError where there is no room.
fn zeros<T: Copy + Default>(len: usize) -> PyResult<Vec<T>> {
    let mut zeros = Vec::new();
    zeros
        .try_reserve_exact(len)
        .map_err(|_| PyMemoryError::new_err(format!("no room for {len} results")))?;
    zeros.resize(len, T::default());
    Ok(zeros)
}

/// How a batch is done: on so many threads, each row checked or not.
fn run(threads: Whole, check: bool) -> Run {
    Run {
        threads: threads.size(),
        check,
        ..Run::default()
    }
}

/// Fills a result a row without holding the interpreter, and hands it over in `out` or a new array.
///
/// `out` is written when all rows are done, so that a bad row changes nothing.
fn results<'py, T: Element + Copy + Default + Send>(
    py: Python<'py>,
    rows: usize,
    out: Option<&Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [T]) -> Result<(), RowError> + Send,
    explain: impl FnOnce(RowError) -> PyErr,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let out = out.map(|out| {
        let dtype = numpy::dtype::<T>(py);
        let wanted = || {
            CardError::array(
                "out",
                &format!("it is to be a writeable {dtype} array of shape ({rows},)"),
            )
        };
        let array = out.cast::<PyArray1<T>>().map_err(|_| wanted())?;
        let writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
        if array.len() == rows && writeable {
            Ok(array.clone())
        } else {
            Err(wanted())
        }
    });
    let out = out.transpose()?;
    let mut values = zeros::<T>(rows)?;
    py.detach(|| fill(&mut values)).map_err(explain)?;
    let values = values.into_pyarray(py);
    let Some(out) = out else {
        return Ok(values);
    };
    // NumPy knows how to write to any layout.
    out.set_item(pyo3::types::PyEllipsis::get(py), values)?;
    Ok(out)
}

/// The row error in the array's own numbers.
fn explain(error: RowError, cells: &[&Cells]) -> PyErr {
    let RowError { row, error } = error;
    let CardError::Number { number, position } = error else {
        return RowError { row, error }.into();
    };
    let mut column = position;
    for cells in cells {
        if column < cells.width {
            let shown = cells
                .shown(row, column)
                .unwrap_or_else(|_| number.to_string());
            let error = CardError::Thing { shown, position };
            return RowError { row, error }.into();
        }
        column -= cells.width;
    }
    RowError { row, error }.into()
}

/// A board given as cards or as an array of one or two dimensions.
fn board_cells<'py>(board: &Bound<'py, PyAny>) -> PyResult<Cells<'py>> {
    if !board.is_instance_of::<PyUntypedArray>()
        && let Ok(numbers) = card_numbers(board)
    {
        return Cells::new("board", numbers.into_pyarray(board.py()).as_any(), &[1]);
    }
    if board.is_instance_of::<PyString>() {
        card_numbers(board)?; // Says which of it is no card.
    }
    Cells::new("board", board, &[1, 2])
}

/// Hands and their board, if any, ready to be evaluated.
struct Hands<'py> {
    hands: Cells<'py>,
    board: Option<Cells<'py>>,
}

impl<'py> Hands<'py> {
    /// Hands of 5, 6 or 7 cards, or also of 2.
    fn new(
        hands: &Bound<'py, PyAny>,
        board: Option<&Bound<'py, PyAny>>,
        twos: bool,
    ) -> PyResult<Hands<'py>> {
        let board = board.map(board_cells).transpose()?;
        let board_width = board.as_ref().map_or(0, |board| board.width);
        let hands = Cells::new("hands", hands, &[2])?.or_empty(7usize.saturating_sub(board_width));
        let found = hands.width + board_width;
        let twos = twos && board.is_none();
        let allowed = (5..=7).contains(&found) || twos && found == 2;
        if !allowed || hands.width == 0 {
            let wanted = if twos { "2, 5, 6 or 7" } else { "5, 6 or 7" };
            return Err(CardError::Count { wanted, found }.into());
        }
        if let Some(Cells {
            rows: Some(rows), ..
        }) = board
            && Some(rows) != hands.rows
        {
            let hands = hands.rows.unwrap_or(0);
            return Err(CardError::array(
                "board",
                &format!("it has {}, hands have {hands}", counted(rows, "row")),
            ));
        }
        Ok(Hands { hands, board })
    }

    fn board(&self) -> Board<'_> {
        match &self.board {
            Some(board) if board.width > 0 && board.rows.is_some() => Board::Each(board.table()),
            Some(board) if board.width > 0 => Board::Shared(board.atomic()),
            _ => Board::None,
        }
    }

    fn results<T: Element + Copy + Default + Send>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        fill: impl FnOnce(Rows, Board, &mut [T]) -> Result<(), RowError> + Send,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let (hands, board) = (self.hands.table(), self.board());
        let explained: Vec<&Cells> = std::iter::once(&self.hands).chain(&self.board).collect();
        results(
            py,
            hands.len(),
            out,
            move |values| fill(hands, board, values),
            |error| explain(error, &explained),
        )
    }
}

/// The strength of each row of cards, a uint16 array (n,): `out >> 12` is the category.
///
/// `hands`: card numbers, an array (n, 5 to 7) of any integer dtype; a uint8 C-contiguous array is not
/// copied. With `board`, (b,) for all rows or (n, b), hands are hole cards (n, k) and k + b is 5 to 7.
/// `rules`: the Rules, STANDARD if None. `threads`: how many work, 0 for all cores. `out`: a uint16
/// array (n,) to write to; it is left alone if a row is bad.
///
/// With `check` a bad row raises CardError, a ValueError, that names the lowest bad row and the card.
/// Without it a bad row's result is any number. The interpreter is free meanwhile.
///
/// >>> import numpy as np, pokerhouse as ph
/// >>> ph.evaluate_batch(np.array([[48, 49, 50, 51, 0, 1, 2]], dtype=np.uint8)) >> 12
/// array([7], dtype=uint16)
#[pyfunction]
#[pyo3(signature = (hands, rules=None, *, board=None, threads=Whole(1), check=true, out=None))]
#[pyo3(text_signature = "(hands, rules=None, *, board=None, threads=1, check=True, out=None)")]
fn evaluate_batch<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    rules: RulesArgument<'_, 'py>,
    board: Option<&Bound<'py, PyAny>>,
    threads: Whole,
    check: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let evaluator = evaluator(rules, &STANDARD);
    let run = run(threads, check);
    Hands::new(hands, board, false)?.results(py, out, |hands, board, values| {
        evaluator.evaluate_batch(hands, board, run, values)
    })
}

/// The House Rules key of each row of cards, a uint64 array (n,) (rulings H1 to H5).
///
/// Arguments and errors are those of evaluate_batch, but hands may also be (n, 2), whose keys compare
/// among themselves only; `rules` are HOUSE if None, `out` is uint64.
///
/// >>> import numpy as np, pokerhouse as ph
/// >>> int(ph.house_key_batch([[48, 49, 50, 51, 0]])[0]) == ph.house_key([48, 49, 50, 51, 0])
/// True
#[pyfunction]
#[pyo3(signature = (hands, rules=None, *, board=None, threads=Whole(1), check=true, out=None))]
#[pyo3(text_signature = "(hands, rules=None, *, board=None, threads=1, check=True, out=None)")]
fn house_key_batch<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    rules: RulesArgument<'_, 'py>,
    board: Option<&Bound<'py, PyAny>>,
    threads: Whole,
    check: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let evaluator = evaluator(rules, &HOUSE_RULES);
    let run = run(threads, check);
    Hands::new(hands, board, true)?.results(py, out, |hands, board, values| {
        evaluator.house_key_batch(hands, board, run, values)
    })
}

/// The strength of each row of two cards, a uint16 array (n,) (ruling R6).
///
/// `hands`: card numbers, an array (n, 2) of any integer dtype. Other arguments and errors are those
/// of evaluate_batch.
///
/// >>> import numpy as np, pokerhouse as ph
/// >>> ph.evaluate_two_batch([[0, 1], [51, 47]]) >> 12
/// array([1, 0], dtype=uint16)
#[pyfunction]
#[pyo3(signature = (hands, rules=None, *, threads=Whole(1), check=true, out=None))]
#[pyo3(text_signature = "(hands, rules=None, *, threads=1, check=True, out=None)")]
fn evaluate_two_batch<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    rules: RulesArgument<'_, 'py>,
    threads: Whole,
    check: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let evaluator = evaluator(rules, &STANDARD);
    let cells = Cells::new("hands", hands, &[2])?.or_empty(2);
    if cells.width != 2 {
        return Err(CardError::Count {
            wanted: "2",
            found: cells.width,
        }
        .into());
    }
    let (rows, run) = (cells.table(), run(threads, check));
    results(
        py,
        rows.len(),
        out,
        move |values| evaluator.evaluate_two_batch(rows, run, values),
        |error| explain(error, &[&cells]),
    )
}

/// The Omaha strength of each row, a uint16 array (n,): exactly two hole cards and three board cards
/// (ruling R8).
///
/// `hole`: card numbers (n, 4 to 6); `board`: (n, 3 to 5), or (3 to 5,) for all rows; any integer
/// dtype. Other arguments and errors are those of evaluate_batch.
///
/// >>> import numpy as np, pokerhouse as ph
/// >>> ph.evaluate_omaha_batch([[51, 50, 0, 5], [51, 3, 0, 5]], [47, 43, 39, 2, 6]) >> 12
/// array([2, 5], dtype=uint16)
#[pyfunction]
#[pyo3(signature = (hole, board, rules=None, *, threads=Whole(1), check=true, out=None))]
#[pyo3(text_signature = "(hole, board, rules=None, *, threads=1, check=True, out=None)")]
#[allow(clippy::too_many_arguments)]
fn evaluate_omaha_batch<'py>(
    py: Python<'py>,
    hole: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    rules: RulesArgument<'_, 'py>,
    threads: Whole,
    check: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let evaluator = evaluator(rules, &STANDARD);
    let (hole, board) = (
        Cells::new("hole", hole, &[2])?.or_empty(4),
        board_cells(board)?,
    );
    if !(4..=6).contains(&hole.width) {
        return Err(CardError::Count {
            wanted: "4, 5 or 6 hole",
            found: hole.width,
        }
        .into());
    }
    if !(3..=5).contains(&board.width) {
        return Err(CardError::Count {
            wanted: "3, 4 or 5 board",
            found: board.width,
        }
        .into());
    }
    let (holes, run) = (hole.table(), run(threads, check));
    if let Some(rows) = board.rows
        && rows != holes.len()
    {
        let holes = holes.len();
        return Err(CardError::array(
            "board",
            &format!("it has {}, hole has {holes}", counted(rows, "row")),
        ));
    }
    let boards = match board.rows {
        Some(_) => Board::Each(board.table()),
        None => Board::Shared(board.atomic()),
    };
    results(
        py,
        holes.len(),
        out,
        move |values| evaluator.evaluate_omaha_batch(holes, boards, run, values),
        |error| explain(error, &[&hole, &board]),
    )
}

// Divisions ---------------------------------------------------------------------------------------

/// The columns of the two, the strengths of the five and of the two.
type DivisionTuple = ([u8; 2], u16, u16);

fn division_tuple(division: &Division) -> DivisionTuple {
    (division.columns, division.five.0, division.two.0)
}

/// All 21 divisions, each with why it is illegal, if it is.
#[pyfunction]
#[pyo3(signature = (down, up, rules, prefix))]
fn divisions(
    down: &Bound<'_, PyAny>,
    up: &Bound<'_, PyAny>,
    rules: RulesArgument,
    prefix: bool,
) -> PyResult<Vec<(DivisionTuple, Option<String>)>> {
    let (down, up) = (card_list(down)?, card_list(up)?);
    let divisions = evaluator(rules, &STANDARD).divisions(&down, &up, prefix)?;
    let fault = |division: &Division| division.fault.map(|fault| fault.to_string());
    let judged = |division: &Division| (division_tuple(division), fault(division));
    Ok(divisions.iter().map(judged).collect())
}

/// The legal divisions.
#[pyfunction]
#[pyo3(signature = (down, up, rules, prefix))]
fn splits(
    down: &Bound<'_, PyAny>,
    up: &Bound<'_, PyAny>,
    rules: RulesArgument,
    prefix: bool,
) -> PyResult<Vec<DivisionTuple>> {
    let (down, up) = (card_list(down)?, card_list(up)?);
    let splits = evaluator(rules, &STANDARD).splits(&down, &up, prefix)?;
    Ok(splits.iter().map(division_tuple).collect())
}

/// The legal divisions that no other beats in one hand without losing in the other.
#[pyfunction]
#[pyo3(signature = (down, up, rules, prefix))]
fn frontier(
    down: &Bound<'_, PyAny>,
    up: &Bound<'_, PyAny>,
    rules: RulesArgument,
    prefix: bool,
) -> PyResult<Vec<DivisionTuple>> {
    let (down, up) = (card_list(down)?, card_list(up)?);
    let frontier = evaluator(rules, &STANDARD).frontier(&down, &up, prefix)?;
    Ok(frontier.iter().map(division_tuple).collect())
}

/// The best division.
#[pyfunction]
#[pyo3(signature = (down, up, rules, prefix, prefer, players))]
fn best_split(
    down: &Bound<'_, PyAny>,
    up: &Bound<'_, PyAny>,
    rules: RulesArgument,
    prefix: bool,
    prefer: &str,
    players: Option<Whole>,
) -> PyResult<DivisionTuple> {
    let (down, up) = (card_list(down)?, card_list(up)?);
    let evaluator = evaluator(rules, &STANDARD);
    let prefer = evaluator.preference(prefer, players.map(|players| players.size()))?;
    let best = evaluator.best_split(&down, &up, prefix, prefer)?;
    Ok(division_tuple(&best))
}

/// What a division may expect: the share of the pot, of each half, and how often it wins both.
#[pyfunction]
#[pyo3(signature = (five, two, players))]
fn expected_share(
    five: &Bound<'_, PyAny>,
    two: &Bound<'_, PyAny>,
    players: Whole,
) -> PyResult<(f64, f64, f64, f64)> {
    let opponents = STANDARD.opponents(players.size())?;
    let Share {
        pot,
        five,
        two,
        scoop,
    } = opponents.share(five_strength(five)?, two_strength(two)?);
    Ok((pot, five, two, scoop))
}

/// The columns of the two, the strengths of the two and of what is left of seven.
type ExposureTuple = ([u8; 2], u16, Option<u16>);

/// Every choice of two cards.
#[pyfunction]
#[pyo3(signature = (cards, rules))]
fn exposures(cards: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<ExposureTuple>> {
    let exposures = evaluator(rules, &NO_FLUSH).exposures(&card_list(cards)?)?;
    let left = |left: Option<Strength>| left.map(|left| left.0);
    let tuples = exposures.iter().map(|e| (e.columns, e.two.0, left(e.left)));
    Ok(tuples.collect())
}

type BestArrays<'py> = (
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray2<u8>>,
);

/// The best legal division of each row of seven cards (rulings C4, R7): the strengths of the five and of
/// the two, uint16 (n,), and the columns of the two-card hand, uint8 (n, 2).
///
/// `hands`: card numbers, an array (n, 7) of any integer dtype, of which the first `down` columns are
/// face down. `rules`: the Rules, STANDARD if None. `prefix`: where the two cards run out equal the five
/// rank higher (R7). `prefer`: "five", the strongest five and then the strongest two; "two", the other
/// way round; or "share", the greatest expected share of the pot among so many `players`, 2 to 7, as
/// `best_split` has it. Of equal divisions it is the one whose two columns come first. `threads`: how
/// many work, 0 for all cores.
///
/// With `check` a bad row raises CardError, a ValueError, that names the lowest bad row and the card.
/// Without it a bad row's result is any. Fewer than two cards down leave no legal division and raise
/// DivisionError; a preference that does not exist raises RulesError; both are ValueErrors.
///
/// >>> import pokerhouse as ph
/// >>> five, two, pick = ph.best_split_batch(ph.cards_array(["As 9d 2c Kh Kc 7s 4d"]), down=3)
/// >>> ph.describe(five[0]), ph.describe_two(two[0]), pick.tolist()
/// ('one pair, kings with ace, nine, seven', 'four-deuce high', [[2, 6]])
#[pyfunction]
#[pyo3(signature = (
    hands, down=Whole(3), rules=None, prefix=false, *, prefer="five", players=None, threads=Whole(1),
    check=true
))]
#[pyo3(
    text_signature = "(hands, down=3, rules=None, prefix=False, *, prefer='five', players=None, threads=1, check=True)"
)]
#[allow(clippy::too_many_arguments)]
fn best_split_batch<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
    down: Whole,
    rules: RulesArgument<'_, 'py>,
    prefix: bool,
    prefer: &str,
    players: Option<Whole>,
    threads: Whole,
    check: bool,
) -> PyResult<BestArrays<'py>> {
    let evaluator = evaluator(rules, &STANDARD);
    let prefer = evaluator.preference(prefer, players.map(|players| players.size()))?;
    let cells = Cells::new("hands", hands, &[2])?;
    let (wanted, found) = ("7", cells.width);
    if found != 7 {
        return Err(CardError::Count { wanted, found }.into());
    }
    let found = down.size();
    if found > 7 {
        let wanted = "0 to 7 face-down";
        return Err(CardError::Count { wanted, found }.into());
    }
    let rows = cells.table();
    let run = run(threads, check);
    let mut best = zeros::<Best>(rows.len())?;
    py.detach(|| evaluator.best_split_batch(rows, found, prefix, prefer, run, &mut best))
        .map_err(|error| match error {
            SplitError::Row(error) => explain(error, &[&cells]),
            other => other.into(),
        })?;
    let strengths = |of: fn(&Best) -> u16| best.iter().map(of).collect::<Vec<_>>();
    let columns: Vec<u8> = best.iter().flat_map(|best| best.columns).collect();
    Ok((
        strengths(|best| best.five.0).into_pyarray(py),
        strengths(|best| best.two.0).into_pyarray(py),
        columns.into_pyarray(py).reshape([rows.len(), 2])?,
    ))
}

// Equity ------------------------------------------------------------------------------------------

/// What is known before the cards still to come, from which equity is counted or sampled.
///
/// `hands` are texts, iterables of cards, or Ranges; `policy` is a name for all or a name for each.
#[pyclass(frozen, name = "Spot", module = "pokerhouse._core")]
struct PySpot {
    spot: Spot,
    /// The hands as text: a long range takes milliseconds to write, and every chunk of work is sent with it.
    hands: PyOnceLock<Py<PyTuple>>,
    board: Vec<Card>,
    dead: Vec<Card>,
    jokers: u64,
    policies: Vec<String>,
}

/// For a hand and a part of the pot: won, shared and lost how often, and the sums of shares and of their
/// squares.
type RowTuple = (u128, u128, u128, u128, u128);
/// How much was counted, and for each hand the whole and each part.
type TallyTuple = (u128, Vec<Vec<RowTuple>>);

fn text_of(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

/// A hand as it is given for equity.
fn held(game: Game, hand: &Bound<'_, PyAny>, place: usize) -> PyResult<Held> {
    if let Ok(text) = hand.cast::<PyString>() {
        let text = text.to_str().map_err(|_| no_text(hand, 0))?;
        return Ok(Spot::read(game, text, place)?);
    }
    if let Ok(range) = hand.cast::<PyRange>() {
        if game != Game::Holdem {
            return Err(SpotError::NoRanges { game }.into());
        }
        return Ok(Held::Range(range.get().range.clone()));
    }
    Ok(Spot::held(game, cards_in(Place::Hand(place), hand)?))
}

/// The cards that are given for a place, which an error names.
fn cards_in(place: Place, cards: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    let py = cards.py();
    card_list(cards).map_err(|error| {
        let text = || format!("{place}: {}", error.value(py));
        if error.is_instance_of::<exceptions::CardError>(py) {
            exceptions::CardError::new_err(text())
        } else if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(text())
        } else {
            error
        }
    })
}

#[pymethods]
impl PySpot {
    #[new]
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (game, hands, board=None, dead=None, rules=None, jokers=Whole(0), policy=None))]
    #[pyo3(text_signature = "(game, hands, board='', dead='', rules=None, jokers=0, policy='two')")]
    fn new(
        py: Python<'_>,
        game: &str,
        hands: &Bound<'_, PyAny>,
        board: Option<&Bound<'_, PyAny>>,
        dead: Option<&Bound<'_, PyAny>>,
        rules: RulesArgument,
        jokers: Whole,
        policy: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySpot> {
        let game = Game::from_name(game).ok_or_else(|| SpotError::Game(game.into()))?;
        let mut hands_held = Vec::new();
        if hands.cast::<PyString>().is_ok() {
            let message = "hands are a sequence with a hand each, not one text";
            return Err(PyTypeError::new_err(message));
        }
        for (place, hand) in hands.try_iter()?.enumerate() {
            hands_held.push(held(game, &hand?, place + 1)?);
        }
        let list = |place, cards: Option<&Bound<'_, PyAny>>| {
            let cards = cards.map(|cards| cards_in(place, cards)).transpose();
            cards.map(Option::unwrap_or_default)
        };
        let board = list(Place::Board, board)?;
        let dead = list(Place::Dead, dead)?;
        let policies: Vec<String> = match policy {
            None => vec!["two".to_string()],
            Some(policy) => match policy.cast::<PyString>() {
                Ok(name) => vec![name.to_string_lossy().into_owned()],
                Err(_) => policy.extract().map_err(|_| {
                    PyTypeError::new_err("policy is a name, or a sequence with one for each hand")
                })?,
            },
        };
        let evaluator = evaluator(rules, game_rules(game)).clone();
        let given = (board.clone(), dead.clone(), policies.clone());
        let make = move || {
            let (board, dead, policies) = given;
            let around = Around {
                board: &board,
                dead: &dead,
                jokers: jokers.0,
                policies: &policies.iter().map(String::as_str).collect::<Vec<_>>(),
            };
            Spot::new(game, hands_held, evaluator, around)
        };
        let spot = if game == Game::Outhouse {
            // Its players may have to make up their minds first, for half a second.
            set_aside(py, make)??
        } else {
            make()?
        };
        Ok(PySpot {
            spot,
            hands: PyOnceLock::new(),
            board,
            dead,
            jokers: jokers.0,
            policies,
        })
    }

    /// How many hands there are.
    #[getter]
    fn seats(&self) -> usize {
        self.spot.hands().len()
    }

    /// The hands as text.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = || {
            let hands = self.spot.hands().iter().map(Held::to_string);
            Ok::<_, PyErr>(PyTuple::new(py, hands)?.unbind())
        };
        Ok(self.hands.get_or_try_init(py, text)?.bind(py).clone())
    }

    /// The names of the parts into which the pot is divided, none where it is one.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spot.parts())
    }

    /// About how many look-ups an exact count takes; None where there is no exact count.
    #[getter]
    fn work(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.planned(py, |watch| self.spot.work(watch))
    }

    /// Into how many pieces an exact count is divided; None where there is none.
    #[getter]
    fn units(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.planned(py, |watch| self.spot.pieces(watch))
    }

    /// What each hand wins on all boards of the pieces from `first` to before `last`.
    #[pyo3(signature = (first, last, threads=Whole(1), progress=None))]
    #[pyo3(text_signature = "($self, first, last, threads=1, progress=None)")]
    fn count(
        &self,
        py: Python<'_>,
        first: Whole,
        last: Whole,
        threads: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<TallyTuple> {
        let pieces = self.units(py)?.unwrap_or(0);
        if last.0 > pieces {
            let pieces = counted(pieces as usize, "piece");
            let message = format!("an exact count of this spot has {pieces}");
            return Err(PyValueError::new_err(message));
        }
        let threads = threads.size();
        let tally = watched(py, progress, |watch| {
            self.spot.count(first.0..last.0, threads, watch)
        });
        Ok(tally_tuple(&tally?))
    }

    /// What each hand wins in the samples from number `first` to before `last` of a seed's stream.
    #[pyo3(signature = (seed, first, last, threads=Whole(1), progress=None))]
    #[pyo3(text_signature = "($self, seed, first, last, threads=1, progress=None)")]
    fn sample(
        &self,
        py: Python<'_>,
        seed: Whole,
        first: Whole,
        last: Whole,
        threads: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<TallyTuple> {
        let threads = threads.size();
        let tally = watched(py, progress, |watch| {
            self.spot.sample(seed.0, first.0..last.0, threads, watch)
        });
        Ok(tally_tuple(&tally?))
    }

    /// What makes the spot again, for pickle and copy.
    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyType>,
        (
            &'static str,
            Bound<'py, PyTuple>,
            String,
            String,
            PyRules,
            u64,
            Bound<'py, PyTuple>,
        ),
    )> {
        let rules = PyRules {
            evaluator: self.spot.evaluator().clone(),
        };
        let arguments = (
            self.spot.game().name(),
            self.hands(py)?,
            text_of(&self.board),
            text_of(&self.dead),
            rules,
            self.jokers,
            PyTuple::new(py, &self.policies)?,
        );
        Ok((py.get_type::<PySpot>(), arguments))
    }
}

impl PySpot {
    /// What an exact count of the spot would be, planned on a thread of its own unless it is known.
    fn planned(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Watch) -> Result<Option<u64>, Stopped> + Send,
    ) -> PyResult<Option<u64>> {
        if self.spot.is_planned() {
            return Ok(ask(&Watch::default()).unwrap_or_default());
        }
        watched(py, None, ask)
    }
}

/// The rules that a game is played by where none are given: flushes do not count in Outhouse (ruling
/// R5).
fn game_rules(game: Game) -> &'static LazyLock<Evaluator> {
    if game == Game::Outhouse {
        &NO_FLUSH
    } else {
        &STANDARD
    }
}

/// How often the interpreter is asked for signals such as Ctrl-C while the core works.
const SIGNALS: Duration = Duration::from_millis(25);
/// How many times that is between two calls of `progress`.
const SIGNALS_A_PROGRESS: u32 = 4;

/// Does work on threads of its own, while this one listens for signals and tells how far it is.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let watch = Watch::default();
    let tell = |py: Python<'_>| -> PyResult<()> {
        if let Some(progress) = &progress {
            progress.call1(py, (watch.done(),))?;
        }
        Ok(())
    };
    let listen = |ticks: u32| -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            if ticks.is_multiple_of(SIGNALS_A_PROGRESS) {
                tell(py)?;
            }
            Ok(())
        })
    };
    let made = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let watch = &watch;
            let worker = scope.spawn(move || sender.send(work(watch)).is_ok());
            match listen_until(&receiver, listen) {
                Ok(Some(made)) => Ok(made),
                // What the work panicked with goes on here.
                Ok(None) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(_) => Ok(Err(Stopped)),
                },
                Err(error) => {
                    watch.stop();
                    Err(error)
                }
            }
        })
    })?;
    if watch.has_given_up() {
        return Err(SpotError::HardlyTogether.into());
    }
    let made = made.map_err(|stopped| PyRuntimeError::new_err(stopped.to_string()))?;
    tell(py)?;
    Ok(made)
}

/// Does work that cannot be stopped on a thread of its own; after a signal it is left alone there.
fn set_aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = std::thread::spawn(move || sender.send(work()).is_ok());
    let listen = |_| Python::attach(|py| py.check_signals());
    match py.detach(move || listen_until(&receiver, listen))? {
        Some(made) => Ok(made),
        None => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => Err(PyRuntimeError::new_err(Stopped.to_string())),
        },
    }
}

/// What comes from a thread that works, while this one listens for signals; none where the thread ended
/// with nothing.
fn listen_until<T>(
    receiver: &Receiver<T>,
    listen: impl Fn(u32) -> PyResult<()>,
) -> PyResult<Option<T>> {
    for ticks in 1.. {
        match receiver.recv_timeout(SIGNALS) {
            Ok(made) => return Ok(Some(made)),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => listen(ticks)?,
        }
    }
    Ok(None)
}

fn tally_tuple(tally: &Tally) -> TallyTuple {
    let tuple = |row: &Row| (row.win, row.tie, row.lose, row.shares, row.squares);
    let rows = tally.rows.iter();
    let rows = rows.map(|rows| rows.iter().map(tuple).collect());
    (tally.total, rows.collect())
}

// Deals -------------------------------------------------------------------------------------------

/// Random deals, a uint8 array (n, k): each row is k different cards, the same for a seed on every
/// machine and version.
///
/// `dead`: cards that are not dealt; `jokers`: how many jokers the deck has, 0, 1 (Xb) or 2; `seed`: 0
/// to 2**64 - 1. Row i depends on the seed and i only. Too few cards or what is no card raises
/// CardError, a negative number or one too large ValueError, more rows than memory holds MemoryError.
///
/// >>> import pokerhouse as ph
/// >>> ph.deal_batch(2, 5, seed=1)
/// array([[29, 24, 28,  6, 12],
///        [18, 42, 17, 45, 38]], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (n, k, *, dead=None, jokers=Whole(0), seed=Whole(0)))]
#[pyo3(text_signature = "(n, k, *, dead='', jokers=0, seed=0)")]
fn deal_batch<'py>(
    py: Python<'py>,
    n: Whole,
    k: Whole,
    dead: Option<&Bound<'py, PyAny>>,
    jokers: Whole,
    seed: Whole,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, k) = (n.size(), k.size());
    let mut deck = deck_of(jokers.0)?;
    if let Some(dead) = dead {
        for card in card_list(dead)? {
            if !deck.contains(card) {
                return Err(exceptions::CardError::new_err(format!(
                    "dead: {card} is not in the deck, or is there more than once"
                )));
            }
            deck = deck.without(card);
        }
    }
    let dealer = Dealer::from_set(deck, k, Random::new(seed.0))?;
    let cells = n
        .checked_mul(k)
        .ok_or_else(|| PyMemoryError::new_err("no room for so many cards"))?;
    let mut dealt = zeros::<u8>(cells)?;
    py.detach(|| {
        if k > 0 {
            for (row, cells) in dealt.chunks_exact_mut(k).enumerate() {
                let mut cells = cells.iter_mut();
                dealer.deal(row as u64, |card| {
                    if let Some(cell) = cells.next() {
                        *cell = card;
                    }
                });
            }
        }
    });
    dealt.into_pyarray(py).reshape([n, k])
}

fn deck_of(jokers: u64) -> PyResult<CardSet> {
    match jokers {
        0 => Ok(CardSet::NATURALS),
        1 => Ok(CardSet::NATURALS.with(Card::BLACK_JOKER)),
        2 => Ok(CardSet::NATURALS.or(CardSet::JOKERS)),
        _ => Err(exceptions::CardError::new_err(format!(
            "a deck has 0, 1 or 2 jokers, not {jokers}"
        ))),
    }
}

/// Hands as text, one a line, as a uint8 array (n, k) of card numbers.
///
/// `lines`: an iterable of texts, or one text of several lines; all hands have the same number of
/// cards. Text that is no card raises CardError, a ValueError, that names the line, counted from 0;
/// whether the cards of a line differ is for the call that evaluates them to check.
///
/// >>> import pokerhouse as ph
/// >>> ph.cards_array(["2c 2d", "As Kd"])
/// array([[ 0,  1],
///        [51, 45]], dtype=uint8)
#[pyfunction]
fn cards_array<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let mut numbers: Vec<u8> = Vec::new();
    let mut width = None;
    let mut rows = 0;
    let mut add = |line: &str| -> PyResult<()> {
        let before = numbers.len();
        for card in parse(line) {
            let card = card.map_err(|error| RowError { row: rows, error })?;
            numbers.push(card.number());
        }
        let found = numbers.len() - before;
        let wanted = *width.get_or_insert(found);
        if found != wanted {
            let found = counted(found, "card");
            let message = format!("row {rows}: {found}, the rows before have {wanted}");
            return Err(exceptions::CardError::new_err(message));
        }
        rows += 1;
        Ok(())
    };
    if let Ok(text) = lines.cast::<PyString>() {
        text.to_string_lossy().lines().try_for_each(add)?;
    } else {
        for (row, line) in lines.try_iter()?.enumerate() {
            let line = line?;
            let text = line.cast::<PyString>().map_err(|_| {
                let shown = shown(&line);
                PyTypeError::new_err(format!("row {row}: a hand is text, not {shown}"))
            })?;
            add(&text.to_string_lossy())?;
        }
    }
    numbers.into_pyarray(py).reshape([rows, width.unwrap_or(0)])
}

/// The compiled core of pokerhouse.
#[pymodule(gil_used = false)]
mod _core {
    use super::*;

    #[pymodule_export]
    use super::exceptions::{CardError, DivisionError, RangeError, RulesError, SpotError};
    #[pymodule_export]
    use super::{
        PyRange, PyRules, PySpot, best_split, best_split_batch, brief, brief_two, card_numbers,
        card_text, cards_array, category_number, deal_batch, describe, describe_two, divisions,
        evaluate, evaluate_batch, evaluate_omaha, evaluate_omaha_batch, evaluate_showing,
        evaluate_two, evaluate_two_batch, expected_share, exposures, frontier, house_key,
        house_key_batch, made_ranks, number_of_card, outranks, parse_call, phrase, rank_words,
        ranks, ranks_two, read, read_call, shuffle, splits,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        look_at_interpreter(module.py())?;
        for (name, evaluator) in [
            ("STANDARD", &STANDARD),
            ("NO_FLUSH", &NO_FLUSH),
            ("HOUSE", &HOUSE_RULES),
        ] {
            let evaluator = LazyLock::force(evaluator).clone();
            module.add(name, Py::new(module.py(), PyRules { evaluator })?)?;
        }
        module.add("SHARE", SHARE)?;
        let py = module.py();
        module.add("GAMES", PyTuple::new(py, Game::names())?)?;
        module.add("POLICIES", PyTuple::new(py, Prefer::NAMES)?)?;
        module.add("RANKS", String::from_iter(RANKS))?;
        module.add("SUITS", String::from_iter(SUITS))?;
        module.add("WILD_KINDS", PyTuple::new(py, Wild::NAMES)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
