"""A hand as a person reads it, and which of several is best."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, SupportsIndex

from pokerhouse._core import (
    STANDARD,
    CardError,
    Rules,
    category_number,
    describe,
    evaluate,
    house_key,
    ranks,
    read,
)
from pokerhouse.card import Card
from pokerhouse.card import cards as all_cards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pokerhouse.card import Cards


class Category(IntEnum):
    """The eleven categories of a five-card hand, weakest first (ruling R2).

    >>> Category.FLUSH > Category.STRAIGHT, int(Category.FIVE_OF_A_KIND)
    (True, 10)
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_OF_A_KIND = 10

    @property
    def words(self) -> str:
        """The category in words, ``"full house"``."""
        return self.name.lower().replace("_", " ")


def category(strength: SupportsIndex) -> Category:
    """Return the Category of a five-card strength (ruling R2).

    A number that is no strength raises ValueError.

    >>> category(evaluate("As Ks Qs Js Ts"))
    <Category.ROYAL_FLUSH: 9>
    """
    return Category(category_number(strength))


class Hand:
    """The best five of 5, 6 or 7 cards, as a person reads them.

    The five are those with the greatest key of House Rules (ruling H5): the greatest strength, then
    the fewest wilds, the highest faces of wilds, and the best suit. Hands compare and hash by
    ``strength``, or by ``key`` where ``rules.ties == "house"``, and by ``rules``: ``==`` is a tie.
    Hands under different rules are unequal and have no order. What is no hand raises CardError, a
    ValueError.

    >>> from pokerhouse import Rules
    >>> hand = Hand("As Ad 2h 9c 9d", Rules(wild="card", wilds="2"))
    >>> print(hand)
    full house, aces full of nines
    >>> [str(card) for card in hand.best], [str(card) for card in hand.stands_for]
    (['As', 'Ad', '2h', '9d', '9c'], ['As', 'Ad', 'As', '9d', '9c'])
    >>> hand.naturals, hand.wild_faces, hand.suit
    (4, '2', 's')
    """

    __slots__ = ("_cards", "_reading", "_rules")

    def __init__(self, cards: Cards, rules: Rules | None = STANDARD) -> None:
        """Read the hand that these cards make under these rules."""
        self._cards = all_cards(cards)
        self._reading = read(self._cards, rules)
        self._rules = STANDARD if rules is None else rules

    @property
    def cards(self) -> tuple[Card, ...]:
        """The 5, 6 or 7 cards the hand was made of, as given."""
        return self._cards

    @property
    def rules(self) -> Rules:
        """The rules that the hand is read under."""
        return self._rules

    @property
    def strength(self) -> int:
        """The strength, as ``evaluate`` returns it (ruling R2)."""
        return self._reading[0]

    @property
    def key(self) -> int:
        """The key of all six tests, as ``house_key`` returns it (ruling H1)."""
        return self._reading[1]

    @property
    def category(self) -> Category:
        """The Category."""
        return category(self.strength)

    @property
    def ranks(self) -> str:
        """The ranks that decide, the most important first, as ``ranks`` returns them."""
        return ranks(self.strength)

    @property
    def best(self) -> tuple[Card, ...]:
        """The five cards that play, as held, the most important rank first."""
        return all_cards(self._reading[2])

    @property
    def stands_for(self) -> tuple[Card, ...]:
        """The five cards as played, in the order of ``best``: a wild as what it stands for."""
        return all_cards(self._reading[3])

    @property
    def naturals(self) -> int:
        """How many of the five are naturals; a wild that stands for itself is one (ruling H2)."""
        return self._reading[4]

    @property
    def wild_faces(self) -> str:
        """The printed ranks of the wilds that act, highest first, ``X`` a joker (ruling H3)."""
        return self._reading[5]

    @property
    def suit(self) -> str:
        """The suit that test 6 reads: that of the highest card as played (ruling H4)."""
        return self._reading[6]

    def _order(self) -> int:
        return self.key if self._rules.ties == "house" else self.strength

    def __eq__(self, other: object) -> bool:
        """Whether the hands tie under the same rules."""
        if not isinstance(other, Hand):
            return NotImplemented
        return self._order() == other._order() and self._rules == other._rules

    def __hash__(self) -> int:
        """Return equal numbers for hands that tie."""
        return hash((self._order(), self._rules))

    def __lt__(self, other: Hand) -> bool:
        """Whether this hand is weaker than the other under the same rules."""
        if not isinstance(other, Hand) or self._rules != other._rules:
            return NotImplemented
        return self._order() < other._order()

    def __gt__(self, other: Hand) -> bool:
        """Whether this hand is stronger than the other under the same rules."""
        if not isinstance(other, Hand) or self._rules != other._rules:
            return NotImplemented
        return self._order() > other._order()

    def __le__(self, other: Hand) -> bool:
        """Whether this hand is weaker than the other, or ties with it, under the same rules."""
        if not isinstance(other, Hand) or self._rules != other._rules:
            return NotImplemented
        return self._order() <= other._order()

    def __ge__(self, other: Hand) -> bool:
        """Whether this hand is stronger than the other, or ties with it, under the same rules."""
        if not isinstance(other, Hand) or self._rules != other._rules:
            return NotImplemented
        return self._order() >= other._order()

    def __str__(self) -> str:
        """Return the hand in words, ``"full house, kings full of nines"``."""
        return describe(self.strength)

    def __repr__(self) -> str:
        """Return the hand as it is typed."""
        rules = "" if self._rules == STANDARD else f", {self._rules!r}"
        return f"Hand({' '.join(map(str, self._cards))!r}{rules})"

    def __reduce__(self) -> tuple[type[Hand], tuple[tuple[Card, ...], Rules]]:
        """Return what makes the hand again, for pickle and copy."""
        return Hand, (self._cards, self._rules)


def winners(hands: Iterable[Cards | Hand], rules: Rules | None = STANDARD) -> list[int]:
    """Return the indices of the best hands, lowest first; several where they tie.

    ``hands``: each 5, 6 or 7 cards, or a Hand, whose cards are taken; hands may share cards of a
    board. Under ``ties="house"`` only what test 6 leaves equal ties (ruling H1), otherwise equal
    strength ties (H6). No hand at all raises ValueError, a bad hand CardError with its index.

    >>> winners(["As Ad 7c 5d 2h", "Kc Kd Kh 3s 2s", "Ks Qd Jc 9h 8h"])
    [1]
    """
    if rules is None:
        rules = STANDARD
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules, not {type(rules).__name__}")
    orders = []
    for index, hand in enumerate(hands):
        if not isinstance(hand, Hand):
            try:
                orders.append(_order(hand, rules))
            except CardError as error:
                raise CardError(f"hand {index}: {error}") from None
        elif hand.rules == rules:
            orders.append(hand.key if rules.ties == "house" else hand.strength)
        else:
            raise ValueError(f"hand {index} was read under other rules: {hand.rules!r}")
    if not orders:
        raise ValueError("no hand to choose a winner from")
    best = max(orders)
    return [index for index, value in enumerate(orders) if value == best]


def _order(hand: Cards, rules: Rules) -> int:
    """Return the number by which a five-card hand is compared under these rules."""
    if rules.ties == "split":
        return evaluate(hand, rules)
    held = all_cards(hand)
    # Two cards have a key too, but on a scale of their own.
    return evaluate(held, rules) if len(held) == 2 else house_key(held, rules)
