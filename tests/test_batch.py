"""Many hands at once: the answers of one at a time, from any array; errors name the row."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle
import pokerhouse as ph
import pytest
from hands import (
    GAMES,
    game_name,
    game_of,
    numbers,
    numpy_hands,
    random_hand,
    read_counts,
    read_vectors,
    refusal,
    rules_of,
)
from oracle import Game

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]

INTEGERS = (
    "u1",
    "i1",
    "<u2",
    "<i2",
    "<u4",
    "<i4",
    "<u8",
    "<i8",
    ">u2",
    ">i2",
    ">u4",
    ">i4",
    ">u8",
    ">i8",
)
WILD = ph.Rules(wild="card", wilds="2")


def one_by_one(hands: Any, rules: ph.Rules = ph.STANDARD) -> list[int]:
    return [ph.evaluate(row, rules) for row in np.asarray(hands).tolist()]


# ------------------------------------------------------------------ batch equals single


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_batch_is_one_hand_after_another(game: Game, size: int) -> None:
    random = Random(59)
    rules = rules_of(game)
    hands = np.array(
        [numbers(random_hand(random, size, game, most_wilds=4)) for _ in range(150)], dtype=np.uint8
    )
    strengths = ph.evaluate_batch(hands, rules)
    assert strengths.dtype == np.uint16
    assert strengths.shape == (150,)
    assert strengths.tolist() == one_by_one(hands, rules)
    assert ph.evaluate_batch(hands, rules=rules, check=False).tolist() == strengths.tolist()


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_batch_of_two_is_one_pair_after_another(game: Game) -> None:
    rules = rules_of(game)
    deck = range(54) if game.wild else range(52)
    hands = np.array(list(combinations(deck, 2)), dtype=np.uint8)
    strengths = ph.evaluate_two_batch(hands, rules)
    assert strengths.dtype == np.uint16
    assert strengths.tolist() == [ph.evaluate_two(hand, rules) for hand in hands.tolist()]


@pytest.mark.parametrize("rules", [ph.STANDARD, ph.NO_FLUSH], ids=["standard", "no-flush"])
@pytest.mark.parametrize("holes", [4, 5, 6])
@pytest.mark.parametrize("street", [3, 4, 5])
def test_an_omaha_batch_is_one_hand_after_another(rules: ph.Rules, holes: int, street: int) -> None:
    cards = numpy_hands(200, holes + street, seed=holes * 10 + street)
    hole, board = cards[:, :holes], cards[:, holes:]
    strengths = ph.evaluate_omaha_batch(hole, board, rules)
    assert strengths.dtype == np.uint16
    assert strengths.tolist() == [
        ph.evaluate_omaha(two, three, rules)
        for two, three in zip(hole.tolist(), board.tolist(), strict=True)
    ]


def test_the_vectors_come_out_of_batches() -> None:
    batches: dict[tuple[Game, int], list[dict[str, Any]]] = {}
    for case in read_vectors("rank.jsonl"):
        batches.setdefault((game_of(case), len(case["cards"].split())), []).append(case)
    for (game, size), cases in batches.items():
        hands = np.array([numbers(case["cards"].split()) for case in cases])
        call = ph.evaluate_two_batch if size == 2 else ph.evaluate_batch
        ranks = ph.ranks_two if size == 2 else ph.ranks
        for case, strength in zip(cases, call(hands, rules_of(game)).tolist(), strict=True):
            assert (oracle.CATEGORY_WORDS[strength >> 12], ranks(strength)) == (
                case["category"],
                case["ranks"],
            ), case


def test_the_category_of_a_whole_column_is_its_top_four_bits() -> None:
    hands = numpy_hands(1000, 7)
    categories = (ph.evaluate_batch(hands) >> 12).tolist()
    assert categories == [ph.category(ph.evaluate(hand)) for hand in hands.tolist()]


FIVE_CARD_COUNTS = [case for case in read_counts()["hands"] if case["cards"] == 5]


def every_five(deck: int) -> U8:
    flat = chain.from_iterable(combinations(range(deck), 5))
    return np.fromiter(flat, dtype=np.uint8).reshape(-1, 5)


@pytest.mark.parametrize("deck", sorted({case["deck"] for case in FIVE_CARD_COUNTS}))
def test_every_five_card_hand_of_the_deck_is_counted_in_its_category(deck: int) -> None:
    hands = every_five(deck)
    for case in FIVE_CARD_COUNTS:
        if case["deck"] != deck:
            continue
        rules = rules_of(game_of(case))
        strengths = ph.evaluate_batch(hands, rules)
        counted = np.bincount(strengths >> 12, minlength=11).tolist()
        assert counted == [case["counts"][word] for word in oracle.CATEGORY_WORDS], case
        if case["distinct_strengths"] is not None:
            distinct = np.count_nonzero(np.bincount(strengths))
            assert distinct == case["distinct_strengths"], case


def test_two_card_hands_are_counted_as_pairs_and_no_pairs() -> None:
    for case in read_counts()["two_card_hands"]:
        hands = np.array(list(combinations(range(case["deck"]), 2)), dtype=np.uint8)
        strengths = ph.evaluate_two_batch(hands, rules_of(game_of(case)))
        pairs = np.count_nonzero(strengths >> 12)
        assert (pairs, len(hands) - pairs) == (case["pairs"], case["unpaired"]), case
        assert len(np.unique(strengths)) == case["classes"], case


# ------------------------------------------------------------------ any array


@pytest.mark.parametrize("dtype", INTEGERS)
def test_any_integer_dtype_in_any_byte_order_is_accepted(dtype: str) -> None:
    hands = numpy_hands(300, 7)
    wanted = one_by_one(hands)
    assert ph.evaluate_batch(hands.astype(dtype)).tolist() == wanted
    assert ph.evaluate_batch(np.asfortranarray(hands.astype(dtype))).tolist() == wanted
    assert ph.evaluate_batch(
        hands[:, :2].astype(dtype), board=hands[:, 2:].astype(dtype)
    ).tolist() == (wanted)
    two = hands[:, :2].astype(dtype)
    assert ph.evaluate_two_batch(two).tolist() == ph.evaluate_two_batch(hands[:, :2]).tolist()
    omaha = ph.evaluate_omaha_batch(hands[:, :4].astype(dtype), hands[:, 4:].astype(dtype))
    assert omaha.tolist() == ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:]).tolist()


def arrays_of(hands: U8) -> dict[str, Any]:
    """The same hands, laid out in memory in every way."""
    n, k = hands.shape
    wide = np.full((n, k * 2 + 1), 255, dtype=np.uint8)
    wide[:, 1::2] = hands
    tall = np.full((n * 3, k), 255, dtype=np.uint8)
    tall[::3] = hands
    backwards = np.ascontiguousarray(hands[::-1])[::-1]
    mirrored = np.ascontiguousarray(hands[:, ::-1])[:, ::-1]
    frozen = hands.copy()
    frozen.flags.writeable = False
    unaligned = np.frombuffer(b"\0" + hands.astype("<i4").tobytes(), dtype=np.uint8)[1:]
    records = np.zeros(n, dtype=[("pad", "u1"), ("hand", "<u2", (k,))])
    records["hand"] = hands
    return {
        "contiguous": hands,
        "Fortran": np.asfortranarray(hands),
        "transposed": np.ascontiguousarray(hands.T).T,
        "strided columns": wide[:, 1::2],
        "strided rows": tall[::3],
        "backwards": backwards,
        "mirrored": mirrored,
        "read-only": frozen,
        "unaligned": unaligned.view("<i4").reshape(n, k),
        "a field of records": records["hand"],
        "a subclass": hands.view(np.matrix),
    }


@pytest.mark.parametrize("layout", list(arrays_of(numpy_hands(2, 5))))
@pytest.mark.parametrize("size", [5, 6, 7])
def test_any_layout_in_memory_is_accepted(layout: str, size: int) -> None:
    hands = numpy_hands(257, size)
    assert ph.evaluate_batch(arrays_of(hands)[layout]).tolist() == one_by_one(hands)


@pytest.mark.parametrize(
    "layout", ["Fortran", "transposed", "strided columns", "strided rows", "backwards", "read-only"]
)
def test_two_and_omaha_batches_accept_any_layout(layout: str) -> None:
    cards = numpy_hands(100, 9)
    hole, board = np.ascontiguousarray(cards[:, :4]), np.ascontiguousarray(cards[:, 4:])
    wanted = ph.evaluate_omaha_batch(hole, board).tolist()
    assert wanted == [
        ph.evaluate_omaha(*pair) for pair in zip(hole.tolist(), board.tolist(), strict=True)
    ]
    laid = ph.evaluate_omaha_batch(arrays_of(hole)[layout], arrays_of(board)[layout])
    assert laid.tolist() == wanted
    two = np.ascontiguousarray(cards[:, :2])
    wanted = [ph.evaluate_two(pair) for pair in two.tolist()]
    assert ph.evaluate_two_batch(arrays_of(two)[layout]).tolist() == wanted


def test_a_row_repeated_without_memory_of_its_own_is_accepted() -> None:
    hand = np.array([51, 47, 43, 39, 35, 0, 5], dtype=np.uint8)
    strengths = ph.evaluate_batch(np.broadcast_to(hand, (1000, 7)))
    assert strengths.tolist() == [ph.evaluate(hand)] * 1000


def test_the_hands_are_not_changed() -> None:
    hands = numpy_hands(500, 7)
    before = hands.copy()
    ph.evaluate_batch(hands)
    ph.evaluate_batch(hands, threads=2, check=False)
    assert (hands == before).all()


# ------------------------------------------------------------------ the board


@pytest.mark.parametrize(
    ("holes", "street"), [(2, 3), (2, 4), (2, 5), (1, 5), (4, 3), (6, 1), (3, 2)]
)
def test_a_board_of_each_row_is_added_to_its_hole_cards(holes: int, street: int) -> None:
    cards = numpy_hands(300, holes + street)
    wanted = one_by_one(cards)
    hole, board = cards[:, :holes], cards[:, holes:]
    assert ph.evaluate_batch(hole, board=board).tolist() == wanted
    copies = np.ascontiguousarray(hole), np.asfortranarray(board)
    assert ph.evaluate_batch(copies[0], board=copies[1]).tolist() == wanted


@pytest.mark.parametrize("dtype", ["u1", "<i8", ">i4"])
@pytest.mark.parametrize("street", [3, 4, 5])
def test_one_board_serves_every_row(street: int, dtype: str) -> None:
    board = np.array([51, 46, 22, 9, 0][:street], dtype=dtype)
    rest = [card for card in range(52) if card not in board.tolist()]
    hole = np.array(list(combinations(rest, 2))[:400], dtype=np.uint8)
    wanted = [ph.evaluate([*two, *board.tolist()]) for two in hole.tolist()]
    assert ph.evaluate_batch(hole, board=board).tolist() == wanted
    assert ph.evaluate_batch(hole, board=np.tile(board, (len(hole), 1))).tolist() == wanted


def test_a_board_works_with_wilds() -> None:
    board = np.array(numbers(["2s", "Xb", "9d"]))
    hole = np.array([numbers(["9s", "9h"]), numbers(["2d", "Xr"]), numbers(["Ks", "3h"])])
    wanted = [ph.evaluate([*two, *board.tolist()], WILD) for two in hole.tolist()]
    assert ph.evaluate_batch(hole, WILD, board=board).tolist() == wanted


# ------------------------------------------------------------------ out, threads, empty


def test_out_is_filled_and_returned() -> None:
    hands = numpy_hands(500, 7)
    out = np.zeros(500, dtype=np.uint16)
    result = ph.evaluate_batch(hands, out=out)
    assert result is out
    assert out.tolist() == one_by_one(hands)
    two = np.zeros(500, dtype=np.uint16)
    assert ph.evaluate_two_batch(hands[:, :2], out=two) is two
    assert two.tolist() == [ph.evaluate_two(pair) for pair in hands[:, :2].tolist()]
    omaha = np.zeros(500, dtype=np.uint16)
    assert ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:], out=omaha) is omaha
    assert omaha.tolist() == ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:]).tolist()


def read_only(n: int) -> U16:
    out = np.zeros(n, dtype=np.uint16)
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(19, dtype=np.uint16),
        np.zeros(21, dtype=np.uint16),
        np.zeros((20, 1), dtype=np.uint16),
        np.zeros((), dtype=np.uint16),
        np.zeros(20, dtype=np.int16),
        np.zeros(20, dtype=np.uint32),
        np.zeros(20, dtype=np.float64),
        np.zeros(20, dtype=">u2"),
        read_only(20),
        [0] * 20,
        "out",
    ],
    ids=lambda out: f"{getattr(out, 'dtype', type(out).__name__)}{getattr(out, 'shape', '')}",
)
def test_an_out_that_does_not_fit_is_refused_and_left_alone(out: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: ph.evaluate_batch(numpy_hands(20, 7), out=out),
        lambda: ph.evaluate_two_batch(numpy_hands(20, 2), out=out),
        lambda: ph.evaluate_omaha_batch(numpy_hands(20, 4), numpy_hands(20, 9)[:, 4:], out=out),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)):
            call()
    if isinstance(out, np.ndarray):
        assert not out.any()


def test_a_strided_out_is_filled_or_refused_and_its_gaps_are_left_alone() -> None:
    hands = numpy_hands(50, 7)
    memory = np.full(100, 7, dtype=np.uint16)
    try:
        ph.evaluate_batch(hands, out=memory[::2])
    except (TypeError, ValueError):
        assert (memory == 7).all()
    else:
        assert memory[::2].tolist() == one_by_one(hands)
    assert (memory[1::2] == 7).all()


def test_an_out_that_is_a_field_of_records_is_filled_or_refused() -> None:
    """Its rows are three bytes apart, which is no whole number of uint16."""
    hands = numpy_hands(50, 7)
    records = np.zeros(50, dtype=[("before", "u1"), ("strength", "<u2")])
    try:
        ph.evaluate_batch(hands, out=records["strength"])
    except (TypeError, ValueError):
        assert not records["strength"].any()
    else:
        assert records["strength"].tolist() == one_by_one(hands)
    assert not records["before"].any()


def test_house_keys_of_a_batch_are_those_of_its_hands() -> None:
    random = Random(63)
    for game in GAMES[:22:3]:
        rules = rules_of(game, "house")
        for size in (2, 5, 6, 7):
            rows = [numbers(random_hand(random, size, game)) for _ in range(50)]
            hands = np.array(rows, dtype=np.uint8)
            keys = ph.house_key_batch(hands, rules)
            assert keys.dtype == np.uint64
            wanted = [ph.house_key(row, rules) for row in rows]
            assert keys.tolist() == wanted
            assert ph.house_key_batch(hands.astype(">i4"), rules, threads=2).tolist() == wanted
            if size > 2:
                split = ph.house_key_batch(hands[:, :2], rules, board=hands[:, 2:])
                assert split.tolist() == wanted


@pytest.mark.parametrize("threads", [0, 1, 2, 3, 8, 64])
@pytest.mark.parametrize("check", [True, False])
def test_every_number_of_threads_gives_the_same_answers(threads: int, check: bool) -> None:
    hands = numpy_hands(20_000, 7)
    wanted = ph.evaluate_batch(hands)
    assert wanted[:500].tolist() == one_by_one(hands[:500])
    assert (ph.evaluate_batch(hands, threads=threads, check=check) == wanted).all()
    split = ph.evaluate_batch(hands[:, :2], board=hands[:, 2:], threads=threads, check=check)
    assert (split == wanted).all()
    out = np.zeros(len(hands), dtype=np.uint16)
    ph.evaluate_batch(hands, out=out, threads=threads, check=check)
    assert (out == wanted).all()
    two = ph.evaluate_two_batch(hands[:, :2], threads=threads, check=check)
    assert (two == ph.evaluate_two_batch(hands[:, :2])).all()
    omaha = ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:], threads=threads, check=check)
    assert (omaha == ph.evaluate_omaha_batch(hands[:, :4], hands[:, 4:])).all()


@pytest.mark.parametrize("n", range(20))
def test_more_threads_than_hands_are_no_harm(n: int) -> None:
    hands = numpy_hands(20, 7)[:n]
    assert ph.evaluate_batch(hands, threads=8).tolist() == one_by_one(hands)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("power", range(3, 18))
def test_batches_of_every_length_near_a_power_of_two_are_whole(power: int, threads: int) -> None:
    """However the work is cut into portions, none is left out or done twice."""
    hands = numpy_hands(2**power + 3, 7, seed=power)
    hands = np.concatenate([hands, hands[:: 1 + (power > 10)]])
    wanted = np.concatenate([ph.evaluate_batch(part) for part in np.array_split(hands, 7)])
    for n in (2**power - 1, 2**power, 2**power + 1, len(hands)):
        assert (ph.evaluate_batch(hands[:n], threads=threads) == wanted[:n]).all()
        wrong = hands[:n].copy()
        wrong[n - 1, 6] = wrong[n - 1, 0]
        assert f"row {n - 1}:" in refusal(ph.evaluate_batch, wrong, threads=threads)


@pytest.mark.parametrize("threads", [-1, -(2**70), 2**70, 1.5, "all", None])
def test_threads_are_counted_by_a_whole_number(threads: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ph.evaluate_batch(numpy_hands(10, 7), threads=threads)


@pytest.mark.parametrize("threads", [0, 1, 8])
@pytest.mark.parametrize("check", [True, False])
def test_an_empty_batch_is_an_empty_result(threads: int, check: bool) -> None:
    for size in (5, 6, 7):
        for dtype in ("u1", "<i8"):
            empty = np.zeros((0, size), dtype=dtype)
            result = ph.evaluate_batch(empty, threads=threads, check=check)
            assert result.shape == (0,)
            assert result.dtype == np.uint16
    none = np.zeros((0, 2), dtype=np.uint8)
    assert ph.evaluate_two_batch(none, threads=threads, check=check).shape == (0,)
    board = np.array([0, 1, 2, 3, 4], dtype=np.uint8)
    assert ph.evaluate_batch(none, board=board, threads=threads, check=check).shape == (0,)
    boards = np.zeros((0, 5), dtype=np.uint8)
    assert ph.evaluate_batch(none, board=boards, threads=threads, check=check).shape == (0,)
    holes = np.zeros((0, 4), dtype=np.uint8)
    assert ph.evaluate_omaha_batch(holes, boards, threads=threads, check=check).shape == (0,)
