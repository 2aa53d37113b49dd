"""Cards dealt by a seed, and hands read from text, as arrays."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pokerhouse as ph
import pytest
from hands import random_hand, refusal
from oracle import Game

# ------------------------------------------------------------------ deal_batch


def test_a_deal_is_rows_of_different_cards() -> None:
    for k in (1, 2, 5, 7, 9, 26, 51, 52):
        hands = ph.deal_batch(500, k, seed=3)
        assert hands.dtype == np.uint8
        assert hands.shape == (500, k)
        assert hands.max() < 52
        assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all()


def test_a_seed_deals_the_same_cards_again() -> None:
    hands = ph.deal_batch(1000, 7, seed=42)
    assert (ph.deal_batch(1000, 7, seed=42) == hands).all()
    assert (ph.deal_batch(1000, 7, seed=43) != hands).any()
    assert (ph.deal_batch(1000, 7) == ph.deal_batch(1000, 7, seed=0)).all()
    assert (ph.deal_batch(1000, 7, seed=2**63) != ph.deal_batch(1000, 7, seed=0)).any()


MASK = 2**64 - 1


def random_number(seed: int, position: int) -> int:
    """Number `position` of SplitMix64 with this seed."""
    z = (seed + (position + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def batches(held: int, wanted: int) -> Iterator[list[int]]:
    """The sizes of the choices, as many at a time as one number of 64 bits can make."""
    sizes: list[int] = []
    for size in range(held, held - wanted, -1):
        if sizes and np.prod([*sizes, size], dtype=object) > MASK:
            yield sizes
            sizes = []
        sizes.append(size)
    if sizes:
        yield sizes


def row_of_a_seed(deck: list[int], k: int, seed: int, row: int) -> list[int]:
    """One row of a deal, made here: a shuffle from the front by Lemire's batched dice rolls."""
    deck, top, position = list(deck), 0, row * 256
    for sizes in batches(len(deck), k):
        product = int(np.prod(sizes, dtype=object))
        while True:
            left, choices = random_number(seed, position), []
            position += 1
            for size in sizes:
                choices.append(left * size >> 64)
                left = left * size & MASK
            if left >= 2**64 % product:
                break
        for choice in choices:
            deck[top], deck[top + choice] = deck[top + choice], deck[top]
            top += 1
    return deck[:k]


def test_the_random_numbers_here_are_those_of_splitmix64() -> None:
    """The numbers that are published for seed 1234567."""
    assert [random_number(1234567, position) for position in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("seed", [0, 1, 42, 2**63, 2**64 - 1])
def test_a_seed_is_the_same_cards_for_ever(seed: int) -> None:
    for k, jokers, dead in ((5, 0, ""), (7, 2, ""), (9, 1, "As Kd 2c"), (52, 0, ""), (54, 2, "")):
        deck = [card for card in range(52 + jokers) if card not in ph.cards(dead)]
        hands = ph.deal_batch(40, k, seed=seed, jokers=jokers, dead=dead)
        assert hands.tolist() == [row_of_a_seed(deck, k, seed, row) for row in range(40)]


def test_a_row_does_not_depend_on_how_many_are_dealt() -> None:
    assert (ph.deal_batch(1000, 7, seed=6)[:10] == ph.deal_batch(10, 7, seed=6)).all()


def test_seeds_do_not_repeat_one_anothers_rows() -> None:
    rows = [tuple(row) for seed in range(20) for row in ph.deal_batch(50, 9, seed=seed).tolist()]
    assert len(set(rows)) == len(rows)


def test_dead_cards_are_never_dealt() -> None:
    dead = "As Kd 2c"
    for form in (dead, ph.cards(dead), [51, 45, 0], np.array([51, 45, 0])):
        hands = ph.deal_batch(2000, 7, dead=form, seed=5)
        assert not np.isin(hands, [51, 45, 0]).any()
        assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all()
    assert set(np.unique(ph.deal_batch(2000, 7, dead=dead))) == set(range(52)) - {51, 45, 0}
    rest = ph.deal_batch(300, 49, dead=dead, seed=1)
    assert (np.sort(rest, axis=1) == [card for card in range(52) if card not in (51, 45, 0)]).all()


def test_jokers_are_dealt_where_they_are_asked_for() -> None:
    assert set(np.unique(ph.deal_batch(3000, 7, jokers=1))) == set(range(53))
    assert set(np.unique(ph.deal_batch(3000, 7, jokers=2))) == set(range(54))
    hands = ph.deal_batch(100, 54, jokers=2)
    assert (np.sort(hands, axis=1) == np.arange(54)).all()
    assert 52 not in ph.deal_batch(3000, 7, jokers=2, dead="Xb")


def test_every_card_comes_about_equally_often_in_every_column() -> None:
    n = 26_000
    for jokers, dead in ((0, ""), (2, ""), (0, "As Kd 2c")):
        hands = ph.deal_batch(n, 7, seed=9, jokers=jokers, dead=dead)
        live = 52 + jokers - len(ph.cards(dead))
        expected = n / live
        for column in hands.T:
            counts = np.bincount(column, minlength=54)
            counts = counts[counts > 0]
            assert len(counts) == live
            # Chi-square with `live - 1` degrees: mean live - 1, variance twice that; six sigmas.
            square = float(((counts - expected) ** 2 / expected).sum())
            assert abs(square - (live - 1)) < 6 * (2 * (live - 1)) ** 0.5


def test_neighbouring_columns_are_independent() -> None:
    hands = ph.deal_batch(100_000, 2, seed=4).astype(int)
    pairs = np.bincount(hands[:, 0] * 52 + hands[:, 1], minlength=52 * 52).reshape(52, 52)
    assert not pairs.diagonal().any()
    off = pairs[~np.eye(52, dtype=bool)]
    expected = 100_000 / (52 * 51)
    square = float(((off - expected) ** 2 / expected).sum())
    degrees = 52 * 51 - 1
    assert abs(square - degrees) < 6 * (2 * degrees) ** 0.5


def test_dealt_hands_are_evaluated_as_they_are() -> None:
    hands = ph.deal_batch(1000, 7, seed=8, jokers=2)
    rules = ph.Rules(wild="card")
    assert ph.evaluate_batch(hands, rules).tolist() == [
        ph.evaluate(hand, rules) for hand in hands.tolist()
    ]


def test_no_hands_are_dealt_as_an_empty_array() -> None:
    assert ph.deal_batch(0, 7).shape == (0, 7)


@pytest.mark.parametrize(
    ("arguments", "named", "text"),
    [
        ((10, 53), {}, "53"),
        ((10, 54), {"jokers": 1}, "54"),
        ((10, 55), {"jokers": 2}, "55"),
        ((10, 50), {"dead": "As Kd 2c"}, "50"),
        ((10, 7), {"jokers": 3}, "3"),
        ((10, 7), {"jokers": -1}, "-1"),
        ((10, 7), {"dead": "As As"}, "As"),
        ((10, 7), {"dead": "Zs"}, "Zs"),
        ((10, 7), {"dead": [54]}, "54"),
        ((-1, 7), {}, "-1"),
        ((10, -1), {}, "-1"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(
    arguments: tuple[int, int], named: dict[str, Any], text: str
) -> None:
    assert text in refusal(ph.deal_batch, *arguments, **named)


@pytest.mark.parametrize("seed", [1.5, "seed", b"1", [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ph.deal_batch(10, 7, seed=seed)


def test_a_deal_too_large_for_any_memory_is_refused() -> None:
    with pytest.raises((ValueError, MemoryError)):
        ph.deal_batch(2**62, 7)


# ------------------------------------------------------------------ cards_array


def test_text_hands_become_an_array() -> None:
    hands = ph.cards_array(["As Kd 2c", "10h9h8h", "2♠,3♦,4♣"])
    assert hands.dtype == np.uint8
    assert hands.tolist() == [[51, 45, 0], [34, 30, 26], [3, 5, 8]]


def test_lines_of_a_file_become_an_array() -> None:
    lines = io.StringIO("As Kd 2c\nTh 9h 8h\n")
    assert ph.cards_array(lines).tolist() == [[51, 45, 0], [34, 30, 26]]
    assert ph.cards_array(line for line in ["As Kd", "2c 3c"]).tolist() == [[51, 45], [0, 4]]


def test_an_array_of_text_hands_goes_into_a_batch() -> None:
    random = Random(67)
    hands = [random_hand(random, 7, Game()) for _ in range(200)]
    array = ph.cards_array([" ".join(hand) for hand in hands])
    assert ph.evaluate_batch(array).tolist() == [ph.evaluate(hand) for hand in hands]


def test_no_lines_are_no_rows() -> None:
    assert len(ph.cards_array([])) == 0


def test_a_wrong_line_is_named() -> None:
    text = refusal(ph.cards_array, ["As Kd", "Qs Jd", "As Zs", "Ax Kd"])
    assert re.search(r"\b(row|line) 2\b", text)
    assert "Zs" in text
    text = refusal(ph.cards_array, ["As Kd", "\u0410s Kd"])
    assert re.search(r"\b(row|line) 1\b", text)
    assert "U+0410" in text


def test_lines_of_different_lengths_are_refused() -> None:
    text = refusal(ph.cards_array, ["As Kd", "Qs Jd", "As Kd Qc"])
    assert re.search(r"\b(row|line) 2\b", text)
    assert "3" in text
