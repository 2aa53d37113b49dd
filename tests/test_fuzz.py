"""Anything at all, thrown at every public call: a TypeError, a ValueError or a right answer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pokerhouse as ph
import pytest
from hands import texts
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from oracle import DECK, JOKERS

RULES = (
    ph.STANDARD,
    ph.NO_FLUSH,
    ph.Rules(wild="card", wilds="2"),
    ph.Rules(wild="bug"),
    ph.Rules(flushes=False, wild="casino-bug", wilds="9s"),
)

DTYPES = st.sampled_from(
    [
        "u1",
        "i1",
        "<u2",
        ">i2",
        "<i4",
        ">u4",
        "<i8",
        "<u8",
        ">i8",
        "?",
        "f4",
        "f8",
        "c16",
        "S3",
        "U3",
    ]
)


@st.composite
def layouts(draw: st.DrawFn) -> Any:
    """An array of some dtype, some shape and some layout, its numbers often card numbers."""
    dtype = np.dtype(draw(DTYPES))
    shape = draw(
        st.one_of(
            st.tuples(st.integers(0, 6), st.integers(0, 9)),
            arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
        )
    )
    if dtype.kind in "iu":
        top = draw(st.sampled_from([51, 53, 60, int(np.iinfo(dtype).max)]))
        low = draw(st.sampled_from([0, int(np.iinfo(dtype).min)]))
        elements = st.integers(low, min(top, int(np.iinfo(dtype).max)))
        array = draw(
            arrays.arrays(dtype, shape, elements=elements, unique=draw(st.booleans()) and top > 500)
        )
    else:
        array = draw(arrays.arrays(dtype, shape))
    change = draw(st.integers(0, 7))
    if change == 1:
        array = np.asfortranarray(array)
    elif change == 2:
        array = array[::-1] if array.ndim else array
    elif change == 3:
        array = array[..., ::2] if array.ndim else array
    elif change == 4:
        array.flags.writeable = False
    elif change == 5:
        array = array.T
    elif change == 6:
        array = np.broadcast_to(array, (3, *array.shape))
    elif change == 7 and array.dtype.kind != "c":
        array = np.ma.masked_array(array) if draw(st.booleans()) else array.astype(object)
    return array


INTEGERS = st.one_of(
    st.integers(-3, 60),
    st.integers(),
    st.sampled_from([2**8, 2**16, 2**31, 2**32, 2**63, 2**64, 2**64 + 51, -(2**63), 10**400]),
)
CARD_TEXT = st.one_of(
    st.sampled_from(
        [*DECK, *JOKERS, "10h", "A\u2660", "1h", "Zs", "\u0410s", "A", "", "\0", "\ud800s"]
    ),
    st.text(max_size=4),
)
HAND_TEXT = st.one_of(
    st.lists(CARD_TEXT, max_size=8).map(" ".join),
    st.lists(CARD_TEXT, max_size=8).map("".join),
    st.text(max_size=30),
    st.text("AKQJT98765432cdhsX10 ,\u2660\u2665", max_size=24),
)


@st.composite
def things(draw: st.DrawFn) -> Any:
    """Anything that somebody might pass."""
    return draw(
        st.one_of(
            st.none(),
            st.booleans(),
            INTEGERS,
            st.floats(),
            st.complex_numbers(),
            st.binary(max_size=12),
            st.binary(max_size=12).map(bytearray),
            st.binary(max_size=12).map(lambda raw: memoryview(raw)),
            HAND_TEXT,
            layouts(),
            st.sampled_from([object(), type, len, Ellipsis, NotImplemented, slice(3), range(6)]),
            st.sampled_from(RULES),
            st.builds(ph.Card, st.integers(0, 53)),
        )
    )


THINGS = things()


@st.composite
def any_hands(draw: st.DrawFn) -> Any:
    """What might be a hand, right ones among them."""
    return draw(
        st.one_of(
            st.lists(st.integers(0, 53), min_size=5, max_size=7, unique=True),
            st.lists(st.integers(0, 53), max_size=9),
            st.lists(st.one_of(INTEGERS, CARD_TEXT), max_size=9),
            st.recursive(
                THINGS,
                lambda inner: st.lists(inner, max_size=7) | st.tuples(inner, inner),
                max_leaves=8,
            ),
            st.dictionaries(INTEGERS, st.none(), max_size=7),
            st.sets(st.integers(0, 60), max_size=8),
        )
    )


HANDS = any_hands()
ANY_RULES = st.one_of(st.sampled_from(RULES), st.sampled_from(RULES), THINGS)

REFUSED = object()


def attempt(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """The answer, or REFUSED; anything but TypeError and ValueError comes through."""
    try:
        return call(*arguments, **named)
    except (TypeError, ValueError) as refused:
        error = refused
    assert str(error)
    return REFUSED


def game_under(rules: Any) -> oracle.Game:
    if rules is None:  # may stand for the rules that are the default
        return oracle.STANDARD
    wilds = {
        ph.STANDARD: "",
        ph.NO_FLUSH: "",
        RULES[2]: "2c 2d 2h 2s",
        RULES[3]: "",
        RULES[4]: "9s",
    }
    return oracle.Game(rules.flushes, rules.wild, frozenset(wilds[rules].split()))


def check_answer(answer: Any, cards: Any, rules: Any, reading: Callable[..., oracle.Worth]) -> None:
    """An answer is right: the cards are cards, and the oracle gives them the same category."""
    held = texts(ph.cards(cards))
    assert len(set(held)) == len(held)
    game = game_under(rules)
    assert game.wild or not {"Xb", "Xr"} & set(held)
    if sum(game.is_wild(card) for card in held) <= 2:
        worth = reading(held, game)
        ranks = ph.ranks_two if len(held) == 2 else ph.ranks
        assert (answer >> 12, ranks(answer)) == (worth.category, worth.ranks)


@given(HANDS, ANY_RULES)
@settings(max_examples=600)
def test_evaluate(cards: Any, rules: Any) -> None:
    answer = attempt(ph.evaluate, cards, rules)
    if answer is not REFUSED:
        assert type(answer) is int
        check_answer(answer, cards, rules, oracle.worth)
    assert (attempt(ph.Hand, cards, rules) is REFUSED) == (answer is REFUSED)


@given(st.one_of(HANDS, st.lists(st.integers(0, 53), min_size=2, max_size=2)), ANY_RULES)
@settings(max_examples=400)
def test_evaluate_two(cards: Any, rules: Any) -> None:
    answer = attempt(ph.evaluate_two, cards, rules)
    if answer is not REFUSED:
        check_answer(answer, cards, rules, oracle.two_worth)


@given(HANDS, HANDS, ANY_RULES)
@settings(max_examples=400)
def test_evaluate_omaha(hole: Any, board: Any, rules: Any) -> None:
    answer = attempt(ph.evaluate_omaha, hole, board, rules)
    if answer is not REFUSED:
        held, shared = texts(ph.cards(hole)), texts(ph.cards(board))
        assert len({*held, *shared}) == len(held) + len(shared)
        worth = oracle.omaha_worth(held, shared, game_under(rules))
        assert (answer >> 12, ph.ranks(answer)) == (worth.category, worth.ranks)


@given(HANDS)
@settings(max_examples=600)
def test_reading_cards(thing: Any) -> None:
    held = attempt(ph.cards, thing)
    if held is not REFUSED:
        assert type(held) is tuple
        assert all(type(card) is ph.Card and 0 <= card < 54 for card in held)
        assert ph.cards(" ".join(texts(held))) == held
    attempt(ph.evaluate_showing, thing)


@given(st.one_of(THINGS, CARD_TEXT))
@settings(max_examples=600)
def test_making_a_card(thing: Any) -> None:
    card = attempt(ph.Card, thing)
    if card is not REFUSED:
        assert ph.Card(str(card)) == card
        if isinstance(thing, int):
            assert card == thing


@given(THINGS)
def test_making_a_deck(jokers: Any) -> None:
    deck = attempt(ph.deck, jokers)
    if deck is not REFUSED:
        assert deck == tuple(range(52 + int(jokers)))


@given(st.one_of(THINGS, st.integers(0, 70_000)))
@settings(max_examples=400)
def test_reading_a_strength(strength: Any) -> None:
    for call in (ph.category, ph.ranks, ph.describe, ph.ranks_two, ph.describe_two):
        answer = attempt(call, strength)
        if answer is not REFUSED:
            assert 0 <= strength < 1 << 16
            assert answer or answer == ph.Category.HIGH_CARD


@given(THINGS, THINGS, THINGS)
def test_outranks(five: Any, two: Any, prefix: Any) -> None:
    answer = attempt(ph.outranks, five, two, prefix=prefix)
    assert answer is REFUSED or type(answer) is bool


@given(
    st.one_of(st.booleans(), THINGS),
    st.one_of(st.none(), st.sampled_from(["card", "bug", "casino-bug", "joker"]), THINGS),
    st.one_of(st.sampled_from(["", "2", "Js Jh", "2 Kh"]), HANDS),
    st.one_of(st.sampled_from(["split", "house"]), THINGS),
)
@settings(max_examples=400)
def test_making_rules(flushes: Any, wild: Any, wilds: Any, ties: Any) -> None:
    rules = attempt(ph.Rules, flushes, wild, wilds, ties)
    if rules is not REFUSED:
        assert rules.wild in (None, "card", "bug", "casino-bug")
        assert rules.ties in ("split", "house")
        assert rules == eval(repr(rules), {"Rules": ph.Rules, "ph": ph, "pokerhouse": ph})
        assert ph.evaluate("3s 4h 6d 8c Ts", rules) >= ph.evaluate("3s 4h 6d 8c Ts")


@given(st.one_of(st.lists(HANDS, max_size=4), THINGS), ANY_RULES)
def test_winners(hands: Any, rules: Any) -> None:
    best = attempt(ph.winners, hands, rules)
    if best is not REFUSED and len(hands):
        strengths = [ph.evaluate(hand, rules) for hand in hands]
        assert list(best) == [
            i for i, strength in enumerate(strengths) if strength == max(strengths)
        ]


def rows_answer(answer: Any, single: Callable[..., int], *columns: Any) -> None:
    """A batch that was not refused is right in every row."""
    assert answer.dtype == np.uint16
    rows = list(zip(*(np.asarray(column).tolist() for column in columns), strict=True))
    assert answer.tolist() == [single(*row) for row in rows]


@given(st.one_of(layouts(), HANDS), ANY_RULES)
@settings(max_examples=600)
def test_evaluate_batch(hands: Any, rules: Any) -> None:
    answer = attempt(ph.evaluate_batch, hands, rules)
    if answer is not REFUSED:
        rows_answer(answer, lambda row: ph.evaluate(row, rules), hands)
    answer = attempt(ph.evaluate_two_batch, hands, rules)
    if answer is not REFUSED:
        rows_answer(answer, lambda row: ph.evaluate_two(row, rules), hands)
    attempt(ph.evaluate_batch, hands, rules, check=False)
    attempt(ph.evaluate_two_batch, hands, rules, check=False)


@given(layouts(), st.one_of(layouts(), HANDS), st.sampled_from(RULES), st.booleans())
@settings(max_examples=600)
def test_evaluate_batch_with_a_board(hole: Any, board: Any, rules: Any, check: bool) -> None:
    answer = attempt(ph.evaluate_batch, hole, rules, board=board, check=check)
    if answer is not REFUSED and check and isinstance(board, np.ndarray):
        wide = np.broadcast_to(np.asarray(board), (len(hole), np.asarray(board).shape[-1]))
        rows_answer(answer, lambda row, more: ph.evaluate([*row, *more], rules), hole, wide)
    answer = attempt(ph.evaluate_omaha_batch, hole, board, rules, check=check)
    if answer is not REFUSED and check and np.ndim(board) == 2:
        rows_answer(answer, lambda row, more: ph.evaluate_omaha(row, more, rules), hole, board)


@given(THINGS, THINGS, THINGS, THINGS)
@settings(max_examples=300)
def test_the_options_of_a_batch(threads: Any, check: Any, out: Any, board: Any) -> None:
    if isinstance(threads, int) and not -10 < threads < 64:
        threads = 1 << 64  # a few threads or far too many, not thousands
    hands = np.array([[51, 45, 40, 38, 31]] * 3, dtype=np.uint8)
    for options in ({"threads": threads}, {"check": check}, {"out": out}, {"board": board}):
        answer = attempt(ph.evaluate_batch, hands, **options)
        if answer is not REFUSED and "board" not in options:
            assert answer.tolist() == [ph.evaluate(hands[0])] * 3


@given(
    st.one_of(st.integers(-2, 20), THINGS),
    st.one_of(st.integers(-2, 56), THINGS),
    THINGS,
    THINGS,
    HANDS,
)
@settings(max_examples=300)
def test_deal_batch(n: Any, k: Any, seed: Any, jokers: Any, dead: Any) -> None:
    if isinstance(n, int) and n > 1000:
        n = 1 << 80
    for options in ({}, {"seed": seed}, {"jokers": jokers}, {"dead": dead}):
        hands = attempt(ph.deal_batch, n, k, **options)
        if hands is not REFUSED:
            assert hands.shape == (n, k)
            assert all(len(set(row)) == k for row in hands.tolist())
            dead = options.get("dead")
            assert not set(hands.flat) & set(ph.cards(() if dead is None else dead))


@given(st.one_of(st.lists(st.one_of(HAND_TEXT, THINGS), max_size=4), THINGS))
@settings(max_examples=300)
def test_cards_array(lines: Any) -> None:
    array = attempt(ph.cards_array, lines)
    if array is not REFUSED:
        assert array.dtype == np.uint8
        assert array.ndim == 2
        assert (array < 54).all()


class Hostile:
    """An object whose every conversion fails in its own way."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def fail(self, *_: object) -> Any:
        raise self.error

    __iter__ = __index__ = __int__ = __float__ = __len__ = __getitem__ = __bool__ = fail
    __array__ = __str__ = __hash__ = fail


@pytest.mark.parametrize(
    "error", [LookupError("mine"), KeyboardInterrupt(), RecursionError("deep")]
)
def test_an_error_of_the_argument_itself_is_passed_on(error: BaseException) -> None:
    for call in (
        lambda thing: ph.cards(thing),
        lambda thing: ph.evaluate(thing),
        lambda thing: ph.evaluate([0, 1, 2, 3, thing]),
        lambda thing: ph.evaluate_batch(thing),
        lambda thing: ph.Card(thing),
        lambda thing: ph.Rules(wild="card", wilds=thing),
    ):
        with pytest.raises(type(error)) as raised:
            call(Hostile(error))
        assert raised.value is error


HUGE = """
import numpy as np
import pokerhouse as ph

row = np.array([51, 45, 40, 38, 31, 2, 3], dtype=np.uint8)
for dtype in (np.uint8, np.int64):
    for n in (2**40, 2**50, 2**58):
        cells = row.astype(dtype)
        if 7 * n * cells.itemsize >= 2**63:
            continue  # NumPy itself refuses an array of so many bytes.
        hands = np.lib.stride_tricks.as_strided(cells, (n, 7), (0, cells.itemsize))
        for call in (
            lambda: ph.evaluate_batch(hands),
            lambda: ph.evaluate_batch(hands, check=False, threads=2),
            lambda: ph.evaluate_two_batch(hands[:, :2]),
            lambda: ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:]),
            lambda: ph.evaluate_batch(row[None, :2], board=hands[:, 2:]),
        ):
            try:
                call()
            except (MemoryError, ValueError):
                continue
            raise AssertionError("a result larger than memory")
for n, k in ((2**50, 7), (2**58, 52), (2**62, 7), (2**63, 7), (2**64, 1)):
    try:
        ph.deal_batch(n, k)
    except (MemoryError, ValueError):
        continue
    raise AssertionError("a deal larger than memory")
print("refused")
"""


def test_more_hands_than_any_memory_holds_are_refused() -> None:
    """In a process of its own: one that runs out of memory inside the core would be killed."""
    done = subprocess.run(
        [sys.executable, "-c", HUGE], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "refused"), done.stderr


def test_an_iterable_that_changes_while_it_is_read_does_no_harm() -> None:
    cards: list[Any] = [0, 1, 2, 3, 4]

    class Growing(int):
        def __index__(self) -> int:
            cards.extend([9] * 1000)
            return int(self)

    cards[2] = Growing(2)
    attempt(ph.evaluate, cards)
    cards[:] = [0, 1, 2, 3, 4]

    class Clearing:
        def __index__(self) -> int:
            cards.clear()
            return 2

    cards[2] = Clearing()
    attempt(ph.evaluate, cards)


def test_a_list_nested_a_thousand_deep_is_refused() -> None:
    nest: Any = [1]
    for _ in range(1000):
        nest = [nest]
    for call in (
        ph.cards,
        ph.evaluate,
        ph.evaluate_two,
        ph.Hand,
        ph.evaluate_showing,
        ph.evaluate_batch,
    ):
        assert attempt(call, nest) is REFUSED


def test_an_array_and_its_out_may_share_memory() -> None:
    """Whatever comes of it, nothing crashes; the package may well refuse it."""
    memory = np.tile(np.array([51, 45, 40, 38, 31, 2], dtype=np.uint8), 100)
    hands = memory.reshape(100, 6)
    attempt(ph.evaluate_batch, hands, out=memory.view(np.uint16)[:100])
    attempt(ph.evaluate_batch, hands, out=memory.view(np.uint16)[200:], threads=2)
