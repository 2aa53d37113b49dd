"""The order of the deck: what a stacked deck fixes, and after that what the seed decides (P7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pokerhouse import _core
from pokerhouse.card import Card, cards, deck

if TYPE_CHECKING:
    from pokerhouse.card import Cards

DECK = deck()
ALL_CARDS = list(range(len(DECK)))


def checked_deck(stacked: Cards | None) -> tuple[Card, ...] | None:
    """The cards of a stacked deck, if they are all different and of the 52."""
    if stacked is None:
        return None
    checked = cards(stacked)
    seen = set()
    for card in checked:
        if card in seen:
            raise ValueError(f"{card} is twice in the deck (P7)")
        if card not in DECK:
            raise ValueError(f"{card} is not one of the 52 cards of the deck (P7)")
        seen.add(card)
    return checked


def shuffled(left: Iterable[int], seed: int, stream: int) -> tuple[Card, ...]:
    """The cards in an order that the seed and the stream decide, whatever order they came in."""
    return tuple(DECK[card] for card in _core.shuffle(sorted(left), seed, stream))


def first_deck(stacked: tuple[Card, ...] | None, seed: int, stream: int = 0) -> tuple[Card, ...]:
    """The deck as first dealt: a stacked deck as it is, then every other card shuffled (P7)."""
    if stacked is None:
        return tuple([DECK[card] for card in _core.shuffle(ALL_CARDS, seed, stream)])
    return stacked + shuffled(set(DECK).difference(stacked), seed, stream)
