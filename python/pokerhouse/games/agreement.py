"""What is agreed before the first card is dealt: the options of a game, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import index
from secrets import randbits
from typing import Any

from pokerhouse.betting import LIMITS
from pokerhouse.card import Card
from pokerhouse.counted import counted

MOST_PLAYERS = 7


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed before the first card: options that every game has."""

    stacks: tuple[int, ...]
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain JSON values."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def checked_stacks(stacks: Iterable[int], most: int, ruling: str) -> tuple[int, ...]:
    """The stacks as a tuple, if they are two to `most` and every seat has chips."""
    checked = tuple(whole_number("a stack", stack) for stack in stacks)
    if not 2 <= len(checked) <= most:
        found = counted(len(checked), "player")
        raise ValueError(f"{found}: there must be 2 to {most} ({ruling})")
    for seat, stack in enumerate(checked):
        if stack == 0:
            raise ValueError(f"seat {seat} has no chips, and cannot be dealt in (P1)")
    return checked


def whole_number(what: str, value: Any, least: int = 0) -> int:
    """The value as an `int`; `TypeError` if it is none, `ValueError` if it is too small."""
    try:
        number = int(index(value))
    except TypeError:
        raise TypeError(f"{what} is {value!r}: chips are whole numbers (P1)") from None
    if number < least:
        raise ValueError(f"{what} is {number}: at least {least} is needed (P1)")
    return number


def checked_button(button: int, players: int) -> int:
    """The seat of the button, if there is such a seat."""
    try:
        seat = int(index(button))
    except TypeError:
        raise TypeError(f"the button is at {button!r}: it must be at a seat (P7)") from None
    if not 0 <= seat < players:
        raise ValueError(f"the button is at seat {button}: seats are 0 to {players - 1} (P7)")
    return seat


def checked_dealer(dealer: int | None) -> int | None:
    """The seat of the first dealer of two, or `None` if he is to be drawn."""
    if dealer is None:
        return None
    try:
        seat = int(index(dealer))
    except TypeError:
        seat = -1
    if seat not in (0, 1):
        raise ValueError(f"the dealer is {dealer!r}: it must be seat 0 or 1, or None (S7)")
    return seat


def one_of(what: str, value: object, allowed: Sequence[str], ruling: str) -> str:
    """The value, if it is one of those allowed."""
    for each in allowed:
        if value == each:
            return each
    choice = " or ".join(map(repr, allowed))
    raise ValueError(f"{what} is {value!r}: it must be {choice} ({ruling})")


def yes_or_no(what: str, value: bool, ruling: str) -> bool:
    """The value, if it is `True` or `False`: `"no"` would count as true."""
    if not isinstance(value, bool):
        raise TypeError(f"{what} is {value!r}: it must be True or False ({ruling})")
    return value


def checked_limit(limit: str, ruling: str) -> str:
    """The limit, if it is `"fixed"`, `"pot"` or `"no"`."""
    return one_of("the limit", limit, LIMITS, ruling)


def checked_seed(seed: int | None) -> int:
    """The seed, drawn at random if none is given: 64 bits."""
    # JSON readers that keep numbers as doubles hold 53 bits.
    if seed is None:
        return randbits(53)
    try:
        number = int(index(seed))
    except TypeError:
        raise TypeError(f"the seed is {seed!r}: it must be a whole number") from None
    if not 0 <= number < 2**64:
        raise ValueError(f"the seed is {seed!r}: it must be from 0 to 2**64 - 1")
    return number


def _plain(value: Any) -> Any:
    """An option as plain JSON: cards as text, tuples as lists."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], Card):
            return " ".join(map(str, value))
        return [_plain(each) for each in value]
    return value
