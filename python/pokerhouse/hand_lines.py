"""Hands as text, one a line, read from a file or a pipe through the batch calls."""

from __future__ import annotations

import io
import os
import stat
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerhouse import (
    CardError,
    cards_array,
    evaluate,
    evaluate_batch,
    house_key_batch,
)
from pokerhouse._core import card_numbers
from pokerhouse.options import CommandError
from pokerhouse.terminal import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from numpy.typing import NDArray

    from pokerhouse import Rules

# Characters read at a time: some ten thousand hands, and some megabytes with what is made of them.
BLOCK = 1 << 20
# Far more than a hand needs; a file without line ends is refused here and not read whole.
LONGEST_LINE = 4096
# What stands in a row of seven in place of the cards that a smaller hand does not have.
NO_CARD = 255


class Hands(NamedTuple):
    """Hands that were read, in the order they came."""

    strengths: NDArray[np.uint16]
    """Their strengths (n,)."""
    orders: NDArray[np.uint16] | NDArray[np.uint64]
    """What ranks them (n,): their strengths, or their keys under House Rules (ruling H1)."""
    cards: NDArray[np.uint8] | None
    """Their card numbers (n, 7), the first 5, 6 or 7 of each row, if they were to be kept."""


def read_hands(path: str | None, rules: Rules, keep_cards: bool = False) -> Hands:
    """Return the hands of a file, or of standard input where the path is None.

    Each line is 5, 6 or 7 cards; blank lines are skipped. Kept are 2 bytes a hand, 8 more under
    House Rules and 7 more with `keep_cards`. A line that is no hand raises CommandError, which
    names the first such line, counted from 1, and the card (ruling R9).
    """
    read = [_no_hands(rules, keep_cards)]
    count = 0
    with _opened(path) as stream:
        size = _size(stream)
        with ProgressBar("reading", size) as bar:
            for number, lines in _blocks(stream, path):
                if count:
                    bar.move(stream.buffer.tell() if size else 0, count)
                try:
                    read.append(_read_block(lines, rules, keep_cards))
                except CardError:
                    _refuse_bad_line(lines, number, rules, path)
                    raise
                count += len(read[-1].strengths)
    strengths, orders, cards = zip(*read, strict=True)
    every = np.concatenate(strengths)
    return Hands(
        every,
        np.concatenate(orders) if rules.ties == "house" else every,
        np.concatenate(cards) if keep_cards else None,
    )


def _no_hands(rules: Rules, keep_cards: bool, count: int = 0) -> Hands:
    """Return room for this many hands."""
    strengths = np.zeros(count, dtype=np.uint16)
    return Hands(
        strengths,
        np.zeros(count, dtype=np.uint64) if rules.ties == "house" else strengths,
        np.full((count, 7), NO_CARD, dtype=np.uint8) if keep_cards else None,
    )


def _read_block(lines: list[str], rules: Rules, keep_cards: bool) -> Hands:
    """Return the hands of these lines; what is no hand raises CardError."""
    texts = [line for line in lines if line and not line.isspace()]
    hands = _no_hands(rules, keep_cards, len(texts))
    for places, rows in _tables(texts):
        hands.strengths[places] = evaluate_batch(rows, rules)
        if rules.ties == "house":
            hands.orders[places] = house_key_batch(rows, rules)
        if hands.cards is not None:
            hands.cards[places, : rows.shape[1]] = rows
    return hands


def _tables(texts: list[str]) -> Iterator[tuple[slice | list[int], NDArray[np.uint8]]]:
    """Yield the places of the hands of each size among the texts, and a row of numbers for each."""
    if not texts:
        return
    try:
        yield slice(None), cards_array(texts)
        return
    except CardError:
        pass  # Hands of several sizes, or something that is no card.
    sizes: dict[int, tuple[list[int], list[list[int]]]] = {}
    for place, text in enumerate(texts):
        numbers = list(card_numbers(text))
        places, rows = sizes.setdefault(len(numbers), ([], []))
        places.append(place)
        rows.append(numbers)
    for places, rows in sizes.values():
        yield places, np.array(rows, dtype=np.uint8)


def _refuse_bad_line(lines: list[str], number: int, rules: Rules, path: str | None) -> None:
    """Raise CommandError for the first line that is no hand; the lines are numbered from this."""
    for index, line in enumerate(lines):
        if line and not line.isspace():
            try:
                evaluate(line, rules)
            except CardError as error:
                raise CommandError(f"{_line(number + index, path)}: {error}") from None


def _line(number: int, path: str | None) -> str:
    return f"line {number}" if path is None else f"{path}, line {number}"


def _blocks(stream: TextIO, path: str | None) -> Iterator[tuple[int, list[str]]]:
    """Yield lines, many at a time, and the number of the first of them."""
    number = 1
    rest = ""
    while True:
        text = stream.read(BLOCK)
        lines = (rest + text).split("\n")
        if len(text) < BLOCK:  # The end; to ask for more would wait for a terminal's user again.
            yield number, lines
            return
        rest = lines.pop()
        yield number, lines
        number += len(lines)
        if len(rest) > LONGEST_LINE:
            raise CommandError(f"{_line(number, path)}: too long to be a hand")


@contextmanager
def _opened(path: str | None) -> Iterator[TextIO]:
    """Open a file of hands, or standard input where the path is None."""
    # Bytes that are no text become characters that are no card.
    if path is not None:
        with open(path, encoding="utf-8-sig", errors="replace") as stream:
            yield stream
        return
    if sys.stdin is None:
        raise CommandError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace", newline=None)
    yield sys.stdin


def _size(stream: TextIO) -> int | None:
    """Return the bytes of a file; None where it has no end that is known."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
