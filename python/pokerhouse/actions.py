"""What a player may do: the actions of all games, and the lists of those that are legal.

An action is a small frozen value: it knows its name, its sizes or cards, and how it is told; what
it does to a hand, and when it is allowed, is the business of the betting round and of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import index
from typing import TYPE_CHECKING, ClassVar, overload

from pokerhouse.card import Card, cards

if TYPE_CHECKING:
    from pokerhouse.card import CardLike, Cards

__all__ = [
    "Action",
    "BetTo",
    "BringIn",
    "Call",
    "CardChoices",
    "Check",
    "Complete",
    "Discard",
    "Divide",
    "Expose",
    "Fold",
    "IllegalActionError",
    "LegalActions",
    "RaiseTo",
    "action_from_list",
]


class IllegalActionError(ValueError):
    """An action that the rules refuse here; its text names the ruling, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does when it is his turn; its `ruling` is the one that allows it."""

    name: ClassVar[str]
    ruling: ClassVar[str]

    def to_list(self) -> list[str | int]:
        """Return the action as plain JSON values, its name first."""
        values = (getattr(self, field.name) for field in fields(self))
        return [self.name, *(value if type(value) is int else spell(value) for value in values)]

    def __str__(self) -> str:
        """Return the action in words, `"raise to 8"`."""
        return " ".join(map(str, self.to_list()))


@dataclass(frozen=True, slots=True)
class Fold(Action):
    """Give the hand up; only when facing a bet (P6)."""

    name = "fold"
    ruling = "P6"


@dataclass(frozen=True, slots=True)
class Check(Action):
    """Bet nothing where there is nothing to match."""

    name = "check"
    ruling = "P6"


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Match the highest stake, or as much of it as the stack has."""

    name = "call"
    ruling = "P5"


@dataclass(frozen=True, slots=True)
class BringIn(Action):
    """Post the bring-in (C2)."""

    name = "bring in"
    ruling = "C2"


@dataclass(frozen=True, slots=True)
class Complete(Action):
    """Bet the small bet instead of, or over, the bring-in (C2)."""

    name = "complete"
    ruling = "C2"


@dataclass(frozen=True, slots=True)
class BetTo(Action):
    """Open the betting with a stake of `total` chips."""

    total: int
    name = "bet to"
    ruling = "P5"

    def __post_init__(self) -> None:
        """Keep the total as a plain `int`; `TypeError` if it is no whole number."""
        object.__setattr__(self, "total", int(index(self.total)))


@dataclass(frozen=True, slots=True)
class RaiseTo(Action):
    """Raise so that the own stake of this betting round is `total` chips."""

    total: int
    name = "raise to"
    ruling = "P5"

    def __post_init__(self) -> None:
        """Keep the total as a plain `int`; `TypeError` if it is no whole number."""
        object.__setattr__(self, "total", int(index(self.total)))


@dataclass(frozen=True, slots=True)
class Expose(Action):
    """Choose two cards, in whatever order, to expose for the side pot (O4)."""

    cards: tuple[Card, ...]
    name = "expose"
    ruling = "O4"

    def __init__(self, cards: Cards) -> None:
        """Make the choice from cards, numbers or text."""
        object.__setattr__(self, "cards", highest_first(cards))


@dataclass(frozen=True, slots=True)
class Divide(Action):
    """Divide seven cards: `two` make the two-card hand, the others the five-card hand (C4)."""

    two: tuple[Card, ...]
    name = "divide"
    ruling = "C4"

    def __init__(self, two: Cards) -> None:
        """Make the division from cards, numbers or text."""
        object.__setattr__(self, "two", highest_first(two))


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Show one card of the Tri-Show hand and discard it (S4)."""

    card: Card
    name = "discard"
    ruling = "S4"

    def __init__(self, card: CardLike) -> None:
        """Make the discard from a card, its number or its text."""
        object.__setattr__(self, "card", Card(card))


def highest_first(chosen: Cards) -> tuple[Card, ...]:
    """The cards from high to low, so that one choice is one action however it was written."""
    if type(chosen) is not tuple or any(type(card) is not Card for card in chosen):
        chosen = cards(chosen)
    return tuple(sorted(chosen, reverse=True))


def spell(held: Card | Iterable[Card]) -> str:
    """The card, or the cards with blanks between them."""
    return str(held) if isinstance(held, Card) else " ".join(map(str, held))


_PLAIN: dict[str, type[Action]] = {
    kind.name: kind for kind in (Fold, Check, Call, BringIn, Complete)
}
_SIZED: dict[str, type[BetTo] | type[RaiseTo]] = {kind.name: kind for kind in (BetTo, RaiseTo)}
_CARDS: dict[str, type[Expose] | type[Divide] | type[Discard]] = {
    kind.name: kind for kind in (Expose, Divide, Discard)
}


def action_from_list(saved: Sequence[object]) -> Action:
    """Return the action that `Action.to_list` saved; `ValueError` if it is none.

    >>> action_from_list(["raise to", 8])
    RaiseTo(total=8)
    """
    match list(saved):
        case [str(name)] if name in _PLAIN:
            return _PLAIN[name]()
        case [str(name), int(total)] if name in _SIZED and not isinstance(total, bool):
            return _SIZED[name](total)
        case [str(name), str(text)] if name in _CARDS:
            return _CARDS[name](text)
    raise ValueError(f"{list(saved)!r} is no action")


class LegalActions(Sequence[Action]):
    """Every action allowed in a betting round: the plain ones, then a bet or raise of each size.

    `.sizes` is the `range` of totals that the bet or raise may have, `None` where there is none.
    Nothing is made before it is asked for, so a range of a million sizes costs nothing.
    """

    __slots__ = ("_plain", "_wager", "sizes")

    def __init__(
        self,
        plain: tuple[Action, ...] = (),
        wager: type[BetTo] | type[RaiseTo] = BetTo,
        sizes: range | None = None,
    ) -> None:
        """List the plain actions and a wager of each size."""
        self._plain = plain
        self._wager = wager
        self.sizes = sizes

    def __len__(self) -> int:
        """Return how many actions there are."""
        return len(self._plain) + (len(self.sizes) if self.sizes else 0)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        """Return the action at a place, or a tuple of them for a slice."""
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        if place < 0:
            place += len(self)
        if 0 <= place < len(self._plain):
            return self._plain[place]
        if self.sizes is None or place < 0:
            raise IndexError(f"there are {len(self)} legal actions")
        return self._wager(self.sizes[place - len(self._plain)])

    def __contains__(self, action: object) -> bool:
        """Return whether the action is allowed."""
        if isinstance(action, BetTo | RaiseTo):
            return type(action) is self._wager and action.total in (self.sizes or ())
        return action in self._plain

    def __eq__(self, other: object) -> bool:
        """Return whether the same actions are allowed."""
        if not isinstance(other, LegalActions):
            return NotImplemented
        ours = self._plain, self._wager if self.sizes else None, self.sizes
        return ours == (other._plain, other._wager if other.sizes else None, other.sizes)

    def __repr__(self) -> str:
        """Return the actions in words."""
        parts = [str(action) for action in self._plain]
        if self.sizes:
            least, most = self.sizes[0], self.sizes[-1]
            parts.append(f"{self._wager.name} {least}" + (f" to {most}" if most > least else ""))
        return f"<legal: {', '.join(parts) or 'nothing'}>"


class CardChoices(Sequence[Action]):
    """Every choice of cards that a seat has, made when first looked at; `.sizes` is `None`."""

    __slots__ = ("_choices", "_make", "_of")
    sizes: ClassVar[None] = None

    def __init__(self, make: Callable[..., Iterable[Action]], *of: tuple[Card, ...]) -> None:
        """List what `make` makes of a seat's own cards."""
        self._make = make
        self._of = of
        self._choices: tuple[Action, ...] | None = None

    def _all(self) -> tuple[Action, ...]:
        if self._choices is None:
            self._choices = tuple(self._make(*self._of))
        return self._choices

    def __len__(self) -> int:
        """Return how many actions there are."""
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, place: int | slice) -> Action | tuple[Action, ...]:
        """Return the action at a place, or a tuple of them for a slice."""
        return self._all()[place]

    def __contains__(self, action: object) -> bool:
        """Return whether the action is allowed."""
        return action in self._all()

    def __iter__(self) -> Iterator[Action]:
        """Return the actions one by one."""
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        """Return whether the same actions are allowed."""
        return self._all() == other._all() if isinstance(other, CardChoices) else NotImplemented

    def __repr__(self) -> str:
        """Return the actions in words."""
        return f"<legal: {', '.join(map(str, self._all()))}>"
