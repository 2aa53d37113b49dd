"""Wrong rows, shapes and types in a batch: named, harmless, and nothing changed (R9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import oracle
import pokerhouse as ph
import pytest
from hands import numpy_hands, refusal

WILD = ph.Rules(wild="card", wilds="2")


# ------------------------------------------------------------------ wrong rows (R9)


def names(text: str, row: int, card: str) -> bool:
    """Whether the message names this row, no other, and this card or number."""
    rows = re.findall(r"\brow (\d[\d,_]*)", text)
    return rows == [str(row)] and bool(re.search(rf"(?<![\w-]){re.escape(card)}(?!\w)", text))


WRONG = [
    ("u1", [51, 45, 51, 0, 1, 2, 3], "As"),
    ("u1", [51, 45, 54, 0, 1, 2, 3], "54"),
    ("u1", [255, 45, 51, 0, 1, 2, 3], "255"),
    ("u1", [52, 45, 51, 0, 1, 2, 3], "Xb"),
    ("u1", [4, 45, 51, 0, 1, 2, 53], "Xr"),
    ("i1", [4, 45, 51, -1, 1, 2, 3], "-1"),
    ("<i2", [4, 45, 51, 256 + 9, 1, 2, 3], "265"),
    ("<i4", [4, 45, 51, -205, 1, 2, 3], "-205"),
    ("<u4", [4, 45, 51, 2**32 - 1, 1, 2, 3], str(2**32 - 1)),
    ("<i8", [4, 45, 51, 2**32 + 9, 1, 2, 3], str(2**32 + 9)),
    ("<i8", [4, 45, 51, -(2**63), 1, 2, 3], str(-(2**63))),
    ("<u8", [4, 45, 51, 2**64 - 1, 1, 2, 3], str(2**64 - 1)),
    (">u8", [4, 45, 51, 2**63 + 9, 1, 2, 3], str(2**63 + 9)),
    (">i2", [4, 45, 51, 300, 1, 2, 3], "300"),
]


@pytest.mark.parametrize(("dtype", "wrong", "named"), WRONG)
@pytest.mark.parametrize("row", [0, 1, 63, 256, 299])
def test_a_wrong_row_is_named_with_its_card(
    dtype: str, wrong: list[int], named: str, row: int
) -> None:
    hands = numpy_hands(300, 7).astype(dtype)
    hands[row] = wrong
    for array in (hands, np.asfortranarray(hands)):
        for threads in (0, 1, 2, 8):
            assert names(refusal(ph.evaluate_batch, array, threads=threads), row, named)


@pytest.mark.parametrize("threads", [0, 1, 2, 8])
def test_the_lowest_wrong_row_is_named_whatever_the_threads(threads: int) -> None:
    hands = numpy_hands(200_000, 7)
    for row in (199_999, 150_000, 100_001, 100_000, 77_777):
        hands[row, 6] = hands[row, 0] = 51
        assert names(refusal(ph.evaluate_batch, hands, threads=threads), row, "As")
    hands[77_778, 3] = 99
    assert names(refusal(ph.evaluate_batch, hands, threads=threads), 77_777, "As")
    hands[77_776, 3] = 99
    assert names(refusal(ph.evaluate_batch, hands, threads=threads), 77_776, "99")


def test_a_wrong_row_in_ten_million_is_named() -> None:
    hands = np.tile(np.array([51, 45, 30, 20, 10], dtype=np.uint8), (10_000_000, 1))
    hands[9_876_543, 2] = 45
    for threads in (1, 2):
        assert names(refusal(ph.evaluate_batch, hands, threads=threads), 9_876_543, "Kd")


@pytest.mark.parametrize("kind", ["card", "bug", "casino-bug"])
def test_wrong_rows_are_found_where_wilds_are_many(kind: str) -> None:
    rules = ph.Rules(wild=kind, wilds="2 3 4")
    hands = numpy_hands(1000, 7, deck=54)
    ph.evaluate_batch(hands, rules)
    hands[500, :2] = 52
    assert names(refusal(ph.evaluate_batch, hands, rules), 500, "Xb")
    hands[400, 5:] = 3
    assert names(refusal(ph.evaluate_batch, hands, rules), 400, "2s")
    hands[300, 4] = 54
    assert names(refusal(ph.evaluate_batch, hands, rules), 300, "54")


def test_every_pair_of_equal_cards_is_found() -> None:
    for size in (5, 6, 7):
        for first, second in combinations(range(size), 2):
            hands = numpy_hands(40, size)
            hands[17, second] = hands[17, first]
            assert names(refusal(ph.evaluate_batch, hands), 17, oracle.DECK[hands[17, first]])


def test_a_wrong_board_is_named() -> None:
    cards = numpy_hands(100, 7)
    hole, board = cards[:, :2].copy(), cards[:, 2:].copy()
    board[60, 1] = hole[60, 0] = 51
    assert names(refusal(ph.evaluate_batch, hole, board=board), 60, "As")
    board[50, 1] = 77
    assert names(refusal(ph.evaluate_batch, hole, board=board), 50, "77")
    board[40, 1] = 53
    assert names(refusal(ph.evaluate_batch, hole, board=board, threads=2), 40, "Xr")


def test_a_shared_board_is_compared_with_every_row() -> None:
    board = np.array([51, 46, 22], dtype=np.uint8)
    hole = np.array([[0, 1], [2, 3], [46, 5], [51, 7]], dtype=np.uint8)
    assert names(refusal(ph.evaluate_batch, hole, board=board), 2, "Kh")
    for wrong, named in (([51, 46, 51], "As"), ([51, 46, 52], "Xb"), ([51, 46, 54], "54")):
        assert re.search(
            rf"\b{named}\b", refusal(ph.evaluate_batch, hole[:2], board=np.array(wrong))
        )
    assert "-3" in refusal(ph.evaluate_batch, hole[:2], board=np.array([51, 46, -3]))


def test_wrong_rows_of_two_and_omaha_are_named() -> None:
    two = numpy_hands(100, 2)
    two[70] = [51, 51]
    assert names(refusal(ph.evaluate_two_batch, two, threads=2), 70, "As")
    two[60] = [51, 60]
    assert names(refusal(ph.evaluate_two_batch, two, threads=2), 60, "60")
    two[50] = [52, 51]
    assert names(refusal(ph.evaluate_two_batch, two, threads=2), 50, "Xb")
    cards = numpy_hands(100, 9)
    hole, board = cards[:, :4].copy(), cards[:, 4:].copy()
    hole[70, 1] = board[70, 4] = 51
    assert names(refusal(ph.evaluate_omaha_batch, hole, board, threads=2), 70, "As")
    hole[60, 0] = hole[60, 1]
    named = oracle.DECK[hole[60, 0]]
    assert names(refusal(ph.evaluate_omaha_batch, hole, board, threads=2), 60, named)
    board[50, 0] = 52
    assert names(refusal(ph.evaluate_omaha_batch, hole, board, threads=2), 50, "Xb")
    wide = hole.astype(np.int64)
    wide[40, 2] = 2**40
    assert names(refusal(ph.evaluate_omaha_batch, wide, board, threads=2), 40, str(2**40))


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("dtype", ["u1", "<i4"])
def test_out_is_unchanged_when_a_row_is_wrong(threads: int, dtype: str) -> None:
    hands = numpy_hands(50_000, 7).astype(dtype)
    hands[49_000, 0] = hands[49_000, 1]
    out = np.full(50_000, 12345, dtype=np.uint16)
    for call, arrays in (
        (ph.evaluate_batch, [hands]),
        (ph.evaluate_two_batch, [hands[:, :2]]),
        (ph.evaluate_omaha_batch, [hands[:, :4], hands[:, 4:]]),
    ):
        assert "row 49000" in refusal(call, *arrays, out=out, threads=threads)
        assert (out == 12345).all()


# ------------------------------------------------------------------ without the check


@pytest.mark.parametrize(
    "rules", [ph.STANDARD, ph.NO_FLUSH, WILD, ph.Rules(wild="casino-bug", wilds="2 9s")]
)
@pytest.mark.parametrize("dtype", ["u1", "i1", "<i2", "<i8", ">u4"])
def test_unchecked_rubbish_does_no_harm(rules: ph.Rules, dtype: str) -> None:
    """Any answer will do for a wrong row; the right rows beside it keep theirs."""
    rng = np.random.default_rng(61)
    for size in (5, 6, 7):
        raw = rng.bytes(3000 * size * np.dtype(dtype).itemsize)
        rubbish = np.frombuffer(raw, dtype=dtype).reshape(3000, size).copy()
        good = numpy_hands(1000, size)
        rubbish[1::3] = good
        for threads in (1, 4):
            result = ph.evaluate_batch(rubbish, rules, check=False, threads=threads)
            assert result.shape == (3000,)
            assert (result[1::3] == ph.evaluate_batch(good, rules)).all()
        ph.evaluate_two_batch(rubbish[:, :2], rules, check=False)
        if size == 7:
            ph.evaluate_batch(rubbish[:, :2], rules, board=rubbish[:, 2:], check=False)
            ph.evaluate_batch(rubbish[:, :2], rules, board=rubbish[0, 2:], check=False)
            if rules.wild is None:
                ph.evaluate_omaha_batch(rubbish[:, :4], rubbish[:, 4:], rules, check=False)


@pytest.mark.parametrize("card", [0, 51, 52, 53, 54, 63, 64, 127, 128, 255])
def test_unchecked_rows_of_one_card_do_no_harm(card: int) -> None:
    for rules in (ph.STANDARD, ph.NO_FLUSH, WILD, ph.Rules(wild="bug", wilds="A")):
        for size in (5, 6, 7):
            hands = np.full((100, size), card, dtype=np.uint8)
            assert ph.evaluate_batch(hands, rules, check=False).shape == (100,)
        ph.evaluate_two_batch(np.full((100, 2), card, dtype=np.uint8), rules, check=False)


# ------------------------------------------------------------------ wrong shapes and types


@pytest.mark.parametrize(
    "shape",
    [(10,), (), (10, 0), (10, 1), (10, 4), (10, 8), (10, 52), (2, 5, 7), (0, 4), (0, 8)],
)
def test_arrays_of_the_wrong_shape_are_refused(shape: tuple[int, ...]) -> None:
    for check in (True, False):
        assert refusal(ph.evaluate_batch, np.zeros(shape, dtype=np.uint8), check=check)


def test_a_wrong_number_of_columns_is_named() -> None:
    for columns in (4, 8):
        assert re.search(rf"\b{columns}\b", refusal(ph.evaluate_batch, numpy_hands(10, columns)))
    for columns in (1, 3, 7):
        assert re.search(
            rf"\b{columns}\b", refusal(ph.evaluate_two_batch, numpy_hands(10, columns))
        )
    for columns in (3, 7):
        assert re.search(
            rf"\b{columns}\b",
            refusal(ph.evaluate_omaha_batch, numpy_hands(10, columns), numpy_hands(10, 5)),
        )
    for columns in (2, 6):
        assert re.search(
            rf"\b{columns}\b",
            refusal(ph.evaluate_omaha_batch, numpy_hands(10, 4), numpy_hands(10, columns)),
        )


def test_boards_that_do_not_fit_are_refused() -> None:
    hole = numpy_hands(10, 2)
    for board in (
        np.array([51, 50], dtype=np.uint8),
        np.array([51, 50, 49, 48, 47, 46], dtype=np.uint8),
        numpy_hands(9, 5),
        numpy_hands(11, 5),
        numpy_hands(1, 5),
        numpy_hands(10, 2),
        np.zeros((10, 5, 1), dtype=np.uint8),
        np.array(51),
    ):
        assert refusal(ph.evaluate_batch, hole, board=board)
    for board in (numpy_hands(9, 5), numpy_hands(11, 5), np.zeros((2, 5, 5), dtype=np.uint8)):
        assert refusal(ph.evaluate_omaha_batch, numpy_hands(10, 4), board)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "O", "S2", "U2", "m8[s]", "M8[s]", "V4"])
def test_arrays_that_hold_no_integers_are_refused(dtype: str) -> None:
    array = np.zeros((10, 7), dtype=dtype)
    calls: list[Callable[[], object]] = [
        lambda: ph.evaluate_batch(array),
        lambda: ph.evaluate_batch(array, check=False),
        lambda: ph.evaluate_two_batch(array[:, :2]),
        lambda: ph.evaluate_omaha_batch(array[:, :4], array[:, 4:]),
        lambda: ph.evaluate_batch(array[:, :2], board=array[:, 2:]),
        lambda: ph.evaluate_batch(numpy_hands(10, 2), board=array[:, 2:]),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)):
            call()


def test_a_float_array_is_refused_even_if_its_numbers_are_whole() -> None:
    with pytest.raises((TypeError, ValueError), match="float"):
        ph.evaluate_batch(numpy_hands(10, 7).astype(float))


@pytest.mark.parametrize("thing", [None, 5, "As Kd Qc Jh 9s", b"abcde", [[1, 2], [3]], object()])
def test_things_that_are_no_arrays_are_refused(thing: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: ph.evaluate_batch(thing),
        lambda: ph.evaluate_two_batch(thing),
        lambda: ph.evaluate_omaha_batch(thing, numpy_hands(1, 5)),
        lambda: ph.evaluate_omaha_batch(numpy_hands(1, 4), thing),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)):
            call()


@pytest.mark.parametrize("hole_size", [4, 5, 6])
def test_every_stranger_in_an_omaha_row_is_seen_however_many_there_are(hole_size: int) -> None:
    """Their marks are counted, and the count of eleven must not overflow."""
    cards = np.arange(hole_size + 5, dtype=np.uint8)
    for strangers in range(1, len(cards) + 1):
        row = np.where(cards < strangers, cards + 54, cards)
        with pytest.raises(ph.CardError, match=r"row 0: 54 at position 0"):
            ph.evaluate_omaha_batch(row[None, :hole_size], row[None, hole_size:])


def test_no_rows_at_all_are_an_empty_result_of_any_batch() -> None:
    empties: list[Any] = [[], ph.cards_array([]), np.zeros((0, 0), dtype=np.int64)]
    for nothing in empties:
        for strengths in (
            ph.evaluate_batch(nothing),
            ph.evaluate_batch(nothing, board="As Ks Qs"),
            ph.evaluate_two_batch(nothing),
            ph.evaluate_omaha_batch(nothing, "As Ks Qs"),
        ):
            assert strengths.shape == (0,)
            assert strengths.dtype == np.uint16
        assert ph.house_key_batch(nothing).shape == (0,)


def test_a_board_is_an_array_or_cards_in_any_form() -> None:
    wanted = ph.evaluate_batch([[51, 47, 43, 39, 35]]).tolist()
    hole = [[51, 47]]
    for board in (
        "Qs Js Ts",
        ["Qs", "Js", "Ts"],
        ph.cards("Qs Js Ts"),
        [43, 39, 35],
        [[43, 39, 35]],
    ):
        assert ph.evaluate_batch(hole, board=board).tolist() == wanted
