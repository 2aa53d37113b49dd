"""The evaluators that are set side by side, each called as its own users call it.

An `Adapter` builds an `Evaluator` for hands of five or of seven cards. Everything a package wants
made beforehand (card objects, its own numbers, text) is made by `prepare`, outside the clock, and
the function that is timed is the package's own, with nothing of ours around it. Where a package
has several ways in, the fastest one that is documented or exported is taken.

A package is loaded when its evaluator is built. None of them has type stubs, so what comes from
them is `Any`; `strength` turns it into an `int` of which greater is stronger.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from pokerhouse._core import RANKS, SUITS

Hand = Sequence[int]
"""The cards of one hand as pokerhouse numbers them: 4 * rank + suit, the deuce of clubs is 0."""

CARDS = [rank + suit for rank in RANKS for suit in SUITS]


@dataclass(frozen=True, slots=True)
class Batch:
    """A call that evaluates many hands at once."""

    takes: str
    prepare: Callable[[Sequence[Hand]], Any]
    evaluate: Callable[[Any], Any]
    strengths: Callable[[Any], list[int]]


@dataclass(frozen=True, slots=True)
class Evaluator:
    """One way to evaluate hands of one size.

    `evaluate` is called with a prepared hand, or with its items as arguments where `spread` is
    true. `strength` and `Batch.strengths` make its answers comparable: greater is stronger.
    """

    takes: str
    prepare: Callable[[Sequence[Hand]], Sequence[Any]]
    evaluate: Callable[..., Any]
    strength: Callable[[Any], int] = int
    spread: bool = False
    batch: Batch | None = None


@dataclass(frozen=True, slots=True)
class Adapter:
    """A row of the table: its name, the package on PyPI, and how to build its evaluator."""

    name: str
    package: str
    build: Callable[[int], Evaluator]

    @property
    def version(self) -> str | None:
        """The installed version of the package, `None` where it is not installed."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None


def text(hand: Hand) -> str:
    """Return a hand as text without spaces, `AsKd2c3c4h`."""
    return "".join(CARDS[card] for card in hand)


def texts(hands: Sequence[Hand]) -> list[str]:
    """Return every hand as `text`."""
    return [text(hand) for hand in hands]


def stronger_is_smaller(answer: Any) -> int:
    """Return the strength of an answer whose 1 is the royal flush."""
    return -int(answer)


def pokerhouse_numbers(size: int) -> Evaluator:
    """`pokerhouse.evaluate` on a list of ints, and `evaluate_batch` on an array of bytes."""
    import numpy as np

    import pokerhouse as ph

    def array(hands: Sequence[Hand]) -> Any:
        return np.array(hands, dtype=np.uint8).reshape(-1, size)

    batch = Batch("uint8 array", array, ph.evaluate_batch, lambda answer: list(answer.tolist()))
    return Evaluator(
        "list of ints", lambda hands: [list(hand) for hand in hands], ph.evaluate, batch=batch
    )


def pokerhouse_cards(_size: int) -> Evaluator:
    """`pokerhouse.evaluate` on a tuple of `Card`."""
    import pokerhouse as ph

    deck = ph.deck()
    return Evaluator(
        "tuple of Card",
        lambda hands: [tuple(deck[card] for card in hand) for hand in hands],
        ph.evaluate,
    )


def pokerhouse_text(_size: int) -> Evaluator:
    """`pokerhouse.evaluate` on text."""
    import pokerhouse as ph

    return Evaluator("text", texts, ph.evaluate)


def list_of_cards(module_name: str) -> Callable[[int], Evaluator]:
    """Return the adapter of pkrbot or of eval7, whose interface is one: a list of their cards.

    Hands share the cards, which suits the cache best.
    """

    def build(_size: int) -> Evaluator:
        module = import_module(module_name)
        deck = [module.Card(card) for card in CARDS]
        return Evaluator(
            "list of Card",
            lambda hands: [[deck[card] for card in hand] for hand in hands],
            module.evaluate,
        )

    return build


def pkrbot_raw(size: int) -> Evaluator:
    """pkrbot's `evaluate_raw`: ranks and suits as bytes. Exported, but not in its manual."""
    module = import_module("pkrbot")
    return Evaluator(
        "two bytes objects",
        lambda hands: [
            (bytes(card // 4 for card in hand), bytes(card % 4 for card in hand), size)
            for hand in hands
        ],
        module.evaluate_raw,
        spread=True,
    )


def phevaluator(module_name: str) -> Callable[[int], Evaluator]:
    """Return the adapter of phevaluator's functions for so many cards, numbered as ours are.

    They are in the package, or in the module of C functions beneath that it keeps private, which
    shows what its Python layer costs.
    """

    def build(size: int) -> Evaluator:
        module = import_module(module_name)
        return Evaluator(
            "ints as arguments",
            lambda hands: [tuple(hand) for hand in hands],
            getattr(module, f"evaluate_{size}cards"),
            stronger_is_smaller,
            spread=True,
        )

    return build


def holdem_hand_evaluator(_size: int) -> Evaluator:
    """The Rust crate of that name on text, the only input its binding has."""
    return Evaluator("text", texts, import_module("holdem_hand_evaluator").evaluate_hand)


def pokerfast(size: int) -> Evaluator:
    """pokerfast's `eval7` in Python, and for batches the C library (OMPEval) that it ships.

    `pokerfast.equity.evaluate` would turn text into bytes in Python for every hand and is slower
    than `eval7`; the library's own C call, whose path `find_library` gives, is its real strength.
    """
    module = import_module("pokerfast")
    equity = import_module("pokerfast.equity")
    batch = None
    path = equity.find_library()
    if path is not None:
        library = ctypes.CDLL(path)
        if library.pf_abi_version() != 1 or library.pf_init() != 0:
            raise RuntimeError("pokerfast's library does not start")
        library.pf_evaluate.argtypes = [
            ctypes.c_char_p,
            ctypes.c_uint,
            ctypes.c_uint,
            ctypes.POINTER(ctypes.c_uint16),
        ]
        # Its suits are spades, hearts, clubs, diamonds.
        numbers = [4 * (card // 4) + (2, 3, 1, 0)[card % 4] for card in range(52)]

        def prepare(hands: Sequence[Hand]) -> tuple[bytes, int]:
            return bytes(numbers[card] for hand in hands for card in hand), len(hands)

        def evaluate(native: tuple[bytes, int]) -> Any:
            rows, count = native
            out = (ctypes.c_uint16 * count)()
            if library.pf_evaluate(rows, count, size, out) != 0:
                raise RuntimeError("pokerfast's library refuses the hands")
            return out

        batch = Batch("bytes, C library by ctypes", prepare, evaluate, list)
    return Evaluator(
        "list of texts",
        lambda hands: [[CARDS[card] for card in hand] for hand in hands],
        module.eval7,
        batch=batch,
    )


def poker_equity(_size: int) -> Evaluator:
    """poker-equity's `score_batch`, which has no form for one hand: lists of one, and of many."""
    score_batch = import_module("poker_equity").score_batch

    def evaluate(hands: list[str]) -> Any:
        return score_batch("high", hands)

    return Evaluator(
        "list of one text",
        lambda hands: [("high", [text(hand)]) for hand in hands],
        score_batch,
        lambda answer: -int(answer[0]),
        spread=True,
        batch=Batch(
            "list of texts", texts, evaluate, lambda answer: [-int(rank) for rank in answer]
        ),
    )


def cactus_kev(module_name: str) -> Callable[[int], Evaluator]:
    """Return the adapter of treys or of deuces, whose interface is one: hole cards, then board."""

    def build(_size: int) -> Evaluator:
        module = import_module(module_name)
        deck = [module.Card.new(card) for card in CARDS]
        return Evaluator(
            "two lists of its ints",
            lambda hands: [
                ([deck[card] for card in hand[:2]], [deck[card] for card in hand[2:]])
                for hand in hands
            ],
            module.Evaluator().evaluate,
            stronger_is_smaller,
            spread=True,
        )

    return build


def pokerkit(_size: int) -> Evaluator:
    """pokerkit's `StandardHighHand.from_game` on tuples of its cards, hole cards and board."""
    module = import_module("pokerkit")
    deck = list(module.Card.parse("".join(CARDS)))
    return Evaluator(
        "two tuples of Card",
        lambda hands: [
            (tuple(deck[card] for card in hand[:2]), tuple(deck[card] for card in hand[2:]))
            for hand in hands
        ],
        module.StandardHighHand.from_game,
        lambda answer: int(answer.entry.index),
        spread=True,
    )


def polars_cactus(size: int) -> Evaluator:
    """polars-cactus on texts as arguments; its column expressions take five cards only."""
    module = import_module("polars_cactus")
    return Evaluator(
        "texts as arguments",
        lambda hands: [tuple(CARDS[card].upper() for card in hand) for hand in hands],
        {5: module.evaluate, 7: module.evaluate_7}[size],
        stronger_is_smaller,
        spread=True,
    )


POKERHOUSE = (
    Adapter("pokerhouse", "pokerhouse", pokerhouse_numbers),
    Adapter("pokerhouse", "pokerhouse", pokerhouse_cards),
    Adapter("pokerhouse", "pokerhouse", pokerhouse_text),
)

PEERS = (
    Adapter("pkrbot", "pkrbot", list_of_cards("pkrbot")),
    Adapter("pkrbot, raw", "pkrbot", pkrbot_raw),
    Adapter("eval7", "eval7", list_of_cards("eval7")),
    Adapter("holdem-hand-evaluator", "holdem-hand-evaluator", holdem_hand_evaluator),
    Adapter("phevaluator", "phevaluator", phevaluator("phevaluator")),
    Adapter("phevaluator, private C", "phevaluator", phevaluator("phevaluator._pheval")),
    Adapter("poker-equity", "poker-equity", poker_equity),
    Adapter("pokerfast", "pokerfast", pokerfast),
    Adapter("treys", "treys", cactus_kev("treys")),
    Adapter("deuces", "deuces", cactus_kev("deuces")),
    Adapter("polars-cactus", "polars-cactus", polars_cactus),
    Adapter("pokerkit", "pokerkit", pokerkit),
)
