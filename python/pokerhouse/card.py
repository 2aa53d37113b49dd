"""Cards as Python sees them: whole numbers that know their text (ruling R1)."""

from __future__ import annotations

from pokerhouse._core import card_number, card_numbers, card_text

TYPE_CHECKING = False  # Type checkers take it for true; `typing` is not imported for it.
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self, SupportsIndex

    CardLike = SupportsIndex | str
    """One card: a Card, a number 0 to 53 (NumPy's too) or text such as "As"."""
    Cards = str | Iterable[SupportsIndex | str]
    """Cards: one text or an iterable of cards, numbers and texts."""

_NUMBER_FORMATS = frozenset("bcdoxXneEfFgG%")


class Card(int):
    """A card, an int from 0 to 53 that prints as ``As``.

    The number is 4 * rank + suit: deuce of clubs 0, ace of spades 51, jokers 52 (``Xb``) and 53
    (``Xr``) (ruling R1). What is no card raises CardError, a ValueError.

    >>> ace = Card("As")
    >>> print(ace, ace.rank, ace.suit, int(ace))
    As A s 51
    >>> ace > Card("Ah")
    True
    """

    __slots__ = ()

    def __new__(cls, card: CardLike) -> Self:
        """Return the card with this number or text."""
        return super().__new__(cls, card_number(card))

    @property
    def rank(self) -> str:
        """The printed rank, one of ``"23456789TJQKA"``; ``"X"`` of a joker."""
        return card_text(self)[0]

    @property
    def suit(self) -> str:
        """The printed suit, ``"c"``, ``"d"``, ``"h"`` or ``"s"``; ``""`` of a joker."""
        return "" if self >= 52 else card_text(self)[1]

    def __str__(self) -> str:
        """Return the card's text, ``"As"``."""
        return card_text(self)

    def __repr__(self) -> str:
        """Return the card as it is typed, ``Card('As')``."""
        return f"Card({card_text(self)!r})"

    def __format__(self, spec: str) -> str:
        """Format the card's text, or its number where the format is one of numbers."""
        if spec and spec[-1] in _NUMBER_FORMATS:
            return int(self).__format__(spec)
        return format(card_text(self), spec)


def cards(x: Cards) -> tuple[Card, ...]:
    """Return a tuple of Card from one text or from any iterable of cards, numbers or texts.

    What is no card raises CardError, a ValueError, that says which and where (rulings R1, R9).
    A card may be there twice.

    >>> cards("As 10d, 2♣")
    (Card('As'), Card('Td'), Card('2c'))
    >>> cards([51, "Kd"])
    (Card('As'), Card('Kd'))
    """
    if type(x) is tuple and set(map(type, x)) == {Card}:
        return x  # Checked already, one by one.
    return tuple([Card(number) for number in card_numbers(x)])


def deck(jokers: int = 0) -> tuple[Card, ...]:
    """Return all 52, 53 or 54 cards, lowest number first.

    Another number of jokers than 0, 1 or 2 raises ValueError.

    >>> len(deck()), deck(jokers=2)[-2:]
    (52, (Card('Xb'), Card('Xr')))
    """
    if jokers not in (0, 1, 2):
        raise ValueError(f"a deck has 0, 1 or 2 jokers, not {jokers!r}")
    return tuple([Card(number) for number in range(52 + jokers)])
