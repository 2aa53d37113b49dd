"""Five and two: seven cards divided, and Outhouse's choices of two to expose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokerhouse import _core
from pokerhouse._core import NO_FLUSH, STANDARD, CardError, Rules, brief, brief_two
from pokerhouse.card import Card
from pokerhouse.card import cards as all_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Literal

    from pokerhouse.card import Cards

    Preference = Literal["five", "two", "share"]
    """What is wanted of a division: one hand first, or the share of the pot."""


class Split(NamedTuple):
    """Seven cards divided into five and two, with the strengths of both hands.

    Each hand's cards are in the order in which they were given, those face down first. ``str()``
    says both hands in words.

    >>> split = best_split("As 9d 2c", "Kh Kc 7s 4d", prefer="two")
    >>> print(split)
    kings with seven-four-deuce; ace-nine in front
    >>> [str(card) for card in split.two]
    ['As', '9d']
    """

    five: tuple[Card, ...]
    two: tuple[Card, ...]
    five_strength: int
    two_strength: int

    def __str__(self) -> str:
        """Return both hands in words, ``"aces and kings with a four; nine-six in front"``."""
        return f"{brief(self.five_strength)}; {brief_two(self.two_strength)} in front"


class Share(NamedTuple):
    """What a division may expect: shares from 0 to 1.

    ``pot`` is the share of the whole pot, the mean of ``five`` and ``two``, which are the shares of
    the halves that go to the best five and to the best two (ruling C6). ``scoop`` is how often both
    hands are better than everyone else's.
    """

    pot: float
    five: float
    two: float
    scoop: float


class Exposure(NamedTuple):
    """Two cards to expose and the cards left, with the strengths of both.

    ``left_strength`` is None where fewer than five cards are left.
    """

    two: tuple[Card, ...]
    left: tuple[Card, ...]
    two_strength: int
    left_strength: int | None


def splits(down: Cards, up: Cards, rules: Rules = STANDARD, prefix: bool = False) -> list[Split]:
    """Return every legal division of seven cards, in the order of the columns of its two.

    Each hand has at least one card that was dealt face down (ruling C4), and the five rank higher
    than the two (R7); with ``prefix`` also where the two cards run out equal. A wild stands for the
    best card in whichever hand it goes to (W5). ``down``, 0 to 7 cards, and ``up`` are one text
    each or an iterable of cards, numbers or texts. What is no hand of seven raises CardError; fewer
    than two cards down leave nothing legal and raise DivisionError; both are ValueErrors.

    >>> len(splits("As 9d 2c", "Kh Kc 7s 4d"))
    13
    """
    held = _seven(down, up)
    return [_split(held, *found) for found in _core.splits(*held, rules, prefix)]


def frontier(down: Cards, up: Cards, rules: Rules = STANDARD, prefix: bool = False) -> list[Split]:
    """Return the legal divisions that no other beats in one hand without losing in the other.

    The strongest five come first. Of divisions with the same two strengths only the first is there.
    Arguments and errors are those of ``splits``.

    >>> for split in frontier("As 9d 2c", "Kh Kc 7s 4d"):
    ...     print(split)
    kings with ace-nine-seven; four-deuce in front
    kings with ace-nine-four; seven-deuce in front
    kings with ace-seven-four; nine-deuce in front
    kings with ace-seven-deuce; nine-four in front
    kings with ace-four-deuce; nine-seven in front
    kings with nine-seven-four; ace-deuce in front
    kings with nine-seven-deuce; ace-four in front
    kings with nine-four-deuce; ace-seven in front
    kings with seven-four-deuce; ace-nine in front
    """
    held = _seven(down, up)
    return [_split(held, *found) for found in _core.frontier(*held, rules, prefix)]


def best_split(
    down: Cards,
    up: Cards,
    rules: Rules = STANDARD,
    prefix: bool = False,
    *,
    prefer: Preference = "five",
    players: int | None = None,
) -> Split:
    """Return the best legal division of seven cards.

    ``prefer``: ``"five"`` wants the strongest five and then the strongest two, ``"two"`` the other
    way round, and ``"share"`` the greatest share of the pot, as ``expected_share`` has it, at a
    table of so many ``players``, 2 to 7, oneself included. Of equal divisions it is the first of
    ``splits``. A preference that does not exist, and ``"share"`` without players or under rules
    with wild cards or without flushes, raises RulesError, a ValueError; other arguments and errors
    are those of ``splits``.

    >>> print(best_split("As 9d 2c", "Kh Kc 7s 4d"))
    kings with ace-nine-seven; four-deuce in front
    >>> print(best_split("As 9d 2c", "Kh Kc 7s 4d", prefer="share", players=4))
    kings with seven-four-deuce; ace-nine in front
    """
    held = _seven(down, up)
    return _split(held, *_core.best_split(*held, rules, prefix, prefer, players))


def expected_share(split: Split, players: int) -> Share:
    """Return what a division may expect against ``players`` - 1 opponents who also choose well.

    Opponents play Cowpie: three cards down, flushes, nothing wild. What they show is a table made
    from play in which everyone divides for the greatest share against the others. They are taken as
    independent of each other and of the cards that one holds. The share of the pot is half of each
    half's, whether or not the same player wins both (C6, P4). Another number of players than 2 to 7
    raises RulesError, a ValueError.

    >>> share = expected_share(best_split("As 9d 2c", "Kh Kc 7s 4d", prefer="two"), players=4)
    >>> print(f"{share.pot:.2f} {share.five:.2f} {share.two:.2f} {share.scoop:.2f}")
    0.28 0.29 0.28 0.08
    """
    return Share(*_core.expected_share(split.five_strength, split.two_strength, players))


def divisions(
    down: Cards, up: Cards, rules: Rules = STANDARD, prefix: bool = False
) -> list[tuple[Split, str | None]]:
    """Return all 21 divisions of seven cards, each with why it is illegal or None.

    The reason names the rule: C4, each hand has a card dealt face down, or R7, the five rank
    higher. Arguments and errors are those of ``splits``, but it is no error if none is legal.

    >>> [fault for _, fault in divisions("As 9d 2c", "Kh Kc 7s 4d") if fault][-1]
    'the two have no card dealt face down (C4)'
    """
    held = _seven(down, up)
    found = _core.divisions(*held, rules, prefix)
    return [(_split(held, *division), fault) for division, fault in found]


def divide(
    down: Cards, up: Cards, two: Cards, rules: Rules = STANDARD, prefix: bool = False
) -> tuple[Split, str | None]:
    """Return the division with these two cards in front, and why it is illegal or None.

    ``two``: two of the seven cards, otherwise CardError, a ValueError. Other arguments and errors
    are those of ``divisions``.

    >>> split, fault = divide("As 9d 2c", "Kh Kc 7s 4d", "Kh As")
    >>> print(split)
    king-nine-seven-four-deuce; ace-king in front
    >>> fault is not None and fault.endswith("do not rank higher than the two (ace-king high) (R7)")
    True
    >>> divide("As 9d 2c", "Kh Kc 7s 4d", "Ks Ah")
    Traceback (most recent call last):
    pokerhouse.CardError: Ks is not among the seven cards
    """
    held = _seven(down, up)
    wanted = all_cards(two)
    for card in wanted:
        if card not in held[0] + held[1]:
            raise CardError(f"{card} is not among the seven cards")
    if len(wanted) != 2:
        raise CardError(f"2 cards are needed in front, not {len(wanted)}")
    if wanted[0] == wanted[1]:
        raise CardError(f"{wanted[0]} is there more than once")
    for split, fault in divisions(*held, rules, prefix):
        if set(split.two) == set(wanted):
            return split, fault
    raise AssertionError("any two of seven different cards are a division")


def exposures(cards: Cards, rules: Rules = NO_FLUSH) -> list[Exposure]:
    """Return every choice of two of 5, 6 or 7 cards to expose (ruling O4), by their columns.

    Of seven cards five are left, and their strength counts in Outhouse's main pot, where flushes do
    not (R5, O7). ``cards``: one text or an iterable of cards, numbers or texts. What is no hand
    raises CardError, a ValueError.

    >>> strongest = max(exposures("9s 9d As Kc 4h"), key=lambda choice: choice.two_strength)
    >>> [str(card) for card in strongest.two], strongest.left_strength
    (['9s', '9d'], None)
    >>> from pokerhouse import describe
    >>> describe(exposures("Ah Kh 9h 4h 2h 5c 3d")[6].left_strength)
    'straight, five high'
    """
    held = all_cards(cards)
    return [
        Exposure(*_parted(held, columns), two, left)
        for columns, two, left in _core.exposures(held, rules)
    ]


def _seven(down: Cards, up: Cards) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return all_cards(down), all_cards(up)


def _parted(
    held: Sequence[Card], columns: Iterable[int]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of these columns, and the others."""
    taken = list(columns)
    others = [card for column, card in enumerate(held) if column not in taken]
    return tuple([held[column] for column in taken]), tuple(others)


def _split(
    held: tuple[tuple[Card, ...], tuple[Card, ...]], columns: Iterable[int], five: int, two: int
) -> Split:
    in_front, behind = _parted(held[0] + held[1], columns)
    return Split(behind, in_front, five, two)
