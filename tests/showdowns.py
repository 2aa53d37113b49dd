"""A naive walk over everything that may still be dealt, which exact equity has to agree with.

Cards are text such as ``"As"`` and hands are read by `oracle`; nothing of the package is used but,
for Cowpie's policy ``"share"``, the division that it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import NamedTuple

import oracle
import pokerhouse as ph
from hands import rules_of
from oracle import DECK, JOKERS, Game, Worth

# Down cards, up cards (R1's text), as many as are there.
Held = tuple[tuple[str, ...], tuple[str, ...]]

OMAHA = {"omaha": 4, "omaha5": 5, "omaha6": 6}
BOARD_GAMES = ("holdem", *OMAHA, "ethos", "tri-show", "stackhouse")
GAMES = (*BOARD_GAMES, "stud", "cowpie", "outhouse")
# Down and up cards of a hand; where a card is discarded after the flop (S4) those that stay.
FULL = {
    **{name: (hole, 0) for name, hole in OMAHA.items()},
    "holdem": (2, 0),
    "ethos": (1, 0),
    "tri-show": (2, 0),
    "stackhouse": (9, 0),
    "stud": (3, 4),
    "cowpie": (3, 4),
    "outhouse": (7, 0),
}
# O3: half of equal stakes in three rounds is the main pot; the last round has one side pot besides.
PARTS: dict[str, tuple[tuple[str, int], ...]] = {
    "cowpie": (("five", 1), ("two", 1)),
    "outhouse": (("side 3", 1), ("main", 3)),
    "stackhouse": (("Ethos One", 1), ("Hold'em", 1), ("Tri-Show", 1), ("Omaha", 1)),
}
# S2: hands One to Four, after the discard.
STACKHOUSE = (slice(0, 1), slice(1, 3), slice(3, 5), slice(5, 9))


class Ranged(NamedTuple):
    """Ways to hold a hand: a hand, how much it weighs."""

    ways: tuple[tuple[Held, int], ...]


class Row(NamedTuple):
    """What a hand wins: everything, a part, nothing, and on the whole, as multiples of a pot."""

    win: int
    tie: int
    lose: int
    shares: Fraction


class Count(NamedTuple):
    """How much was counted, and for each hand the whole and each part."""

    total: int
    rows: list[list[Row]]


@lru_cache(maxsize=100_000)
def worth(cards: frozenset[str], game: Game) -> Worth:
    # In one order, so that fives come again in `oracle.five_worth`.
    return oracle.worth(sorted(cards), game)


@lru_cache(maxsize=20_000)
def two_worth(cards: frozenset[str], game: Game) -> Worth:
    return oracle.two_worth(sorted(cards), game)


@lru_cache(maxsize=200_000)
def hole_and_board(two: tuple[str, ...], three: tuple[str, ...], game: Game) -> Worth:
    return oracle.worth(sorted(two + three), game)


def omaha_worth(hole: Sequence[str], board: Sequence[str], game: Game) -> Worth:
    """R8."""
    return max(
        hole_and_board(two, three, game)
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def ranks_higher(five: Worth, two: Worth) -> bool:
    """R7."""
    if five.category != two.category:
        return five.category > two.category
    return five.order[: len(two.order)] > two.order


def divide(held: Held, game: Game, policy: str, players: int) -> tuple[Worth, Worth]:
    """C4's division that a policy chooses: the worth of the five and of the two."""
    down, up = held
    if policy == "share":
        best = ph.best_split(down, up, rules=rules_of(game), prefer="share", players=players)
        five, two = (frozenset(map(str, cards)) for cards in (best.five, best.two))
        return worth(five, game), two_worth(two, game)
    cards = frozenset(down + up)
    divisions = []
    for chosen in combinations(down + up, 2):
        two, five = frozenset(chosen), cards - set(chosen)
        if two.isdisjoint(down) or five.isdisjoint(down):
            continue
        worths = worth(five, game), two_worth(two, game)
        if ranks_higher(*worths):
            divisions.append(worths)
    if policy == "five":
        return max(divisions)
    return max(divisions, key=lambda worths: worths[::-1])


def expose(cards: tuple[str, ...], game: Game, policy: str) -> tuple[Worth, Worth]:
    """The last exposure (O4, O7) that ``"five"`` or ``"two"`` chooses: the two, the five left."""
    choices = []
    for two in combinations(cards, 2):
        left = frozenset(cards) - set(two)
        choices.append((two_worth(frozenset(two), game), worth(left, game)))
    if policy == "two":
        return max(choices)
    return max(choices, key=lambda worths: worths[::-1])


def part_worths(
    name: str, held: Held, board: tuple[str, ...], game: Game, policy: str, players: int
) -> list[Worth]:
    """What a whole hand shows for each part of the pot."""
    cards = held[0] + held[1]
    if name in OMAHA:
        return [omaha_worth(cards, board, game)]
    if name == "cowpie":
        return list(divide(held, game, policy, players))
    if name == "outhouse":
        return list(expose(cards, game, policy))
    if name == "stackhouse":
        one, two, three, four = (cards[part] for part in STACKHOUSE)
        best = [worth(frozenset(hole + board), game) for hole in (one, two, three)]
        return [*best, omaha_worth(four, board, game)]
    return [worth(frozenset(cards + board), game)]


def filled(held: Held, full: tuple[int, int], deck: frozenset[str], name: str) -> Iterator[Held]:
    """Every way to deal what is missing of a hand, down cards and up cards apart."""
    down, up = held
    # Stackhouse's missing cards belong to different hands.
    runs = [1, 2, 2, 4] if name == "stackhouse" else [full[0]]
    wanted = []
    for run, end in zip(runs, [sum(runs[: i + 1]) for i in range(len(runs))], strict=True):
        wanted.append(min(run, max(0, end - len(down))))
    for downs in dealt(deck, wanted):
        left = deck - set(downs)
        for ups in combinations(sorted(left), full[1] - len(up)):
            yield down + downs, up + ups


def dealt(deck: frozenset[str], wanted: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Every way to deal one handful of cards after the other."""
    if not wanted:
        yield ()
        return
    for first in combinations(sorted(deck), wanted[0]):
        for rest in dealt(deck - set(first), wanted[1:]):
            yield first + rest


def deals(
    hands: Sequence[Held | Ranged], full: tuple[int, int], deck: frozenset[str], name: str
) -> Iterator[tuple[int, list[Held]]]:
    """Every deal of all hands from one deck, and how much it weighs."""
    if not hands:
        yield 1, []
        return
    first, *others = hands
    ways: Iterator[tuple[Held, int]]
    if isinstance(first, Ranged):
        ways = (way for way in first.ways if deck.issuperset(way[0][0]))
    else:
        ways = ((held, 1) for held in filled(first, full, deck, name))
    for held, weight in ways:
        for times, rest in deals(others, full, deck.difference(*held), name):
            yield weight * times, [held, *rest]


def walk(
    name: str,
    hands: Sequence[Held | Ranged],
    board: tuple[str, ...] = (),
    dead: tuple[str, ...] = (),
    game: Game = oracle.STANDARD,
    jokers: int = 0,
    policies: Sequence[str] = ("two",),
) -> Count:
    """Everything that may still be dealt, one by one; of Outhouse the last round."""
    sure = [
        card for hand in hands if not isinstance(hand, Ranged) for cards in hand for card in cards
    ]
    deck = frozenset((*DECK, *JOKERS[:jokers])) - {*sure, *board, *dead}
    players = len(hands)
    policies = list(policies) * (players // len(policies))
    parts = PARTS.get(name, (("", 1),))
    sizes = [Fraction(size, sum(size for _, size in parts)) for _, size in parts]
    to_come = 5 - len(board) if name in BOARD_GAMES else 0
    total = 0
    rows = [[Row(0, 0, 0, Fraction(0))] * (len(parts) + 1) for _ in hands]
    for weight, held in deals(hands, FULL[name], deck, name):
        left = deck.difference(*(cards for hand in held for cards in hand))
        for cards in combinations(sorted(left), to_come):
            total += weight
            shown = [
                part_worths(name, hand, board + cards, game, policy, players)
                for hand, policy in zip(held, policies, strict=True)
            ]
            won = [[Fraction(0)] * len(parts) for _ in hands]
            for part in range(len(parts)):
                best = max(worths[part] for worths in shown)
                winners = [seat for seat, worths in enumerate(shown) if worths[part] == best]
                for seat in winners:
                    won[seat][part] = Fraction(1, len(winners))
            for seat, shares in enumerate(won):
                whole = Fraction(sum(map(prod, zip(shares, sizes, strict=True))))
                for place, share in enumerate((whole, *shares)):
                    rows[seat][place] = with_share(rows[seat][place], share, weight)
    return Count(total, [seat if len(parts) > 1 else seat[:1] for seat in rows])


def with_share(row: Row, share: Fraction, weight: int) -> Row:
    win, tie, lose, shares = row
    return Row(
        win + weight * (share == 1),
        tie + weight * (0 < share < 1),
        lose + weight * (share == 0),
        shares + weight * share,
    )
