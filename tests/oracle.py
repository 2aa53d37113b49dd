"""A slow evaluator, written straight from the rulings, that the fast one has to agree with.

It tries every five of the cards and, in each five, every card that each wild may stand for (W1 to
W3). It shares nothing with the package: cards are text such as ``"As"``, and a hand's worth is a
`Worth`.

Only one thing is saved. A wild stands for a rank and a suit, and the suit of what it stands for
decides the category only where all five are of one suit. So each five is read twice, once "all
five of suit s" and once "ranks only", and the suits of the second reading are tried one by one
only where somebody asks for them (the House key's test 6, and what is a natural). `literal_keys`
saves nothing and is compared with it in ``test_oracle.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 12
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS = ("Xb", "Xr")

# R2's numbers.
(
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FIVE_OF_A_KIND,
) = range(11)

CATEGORY_WORDS = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)


class Worth(NamedTuple):
    """A hand's category and the ranks (0 to 12) that decide it; compares as the hands do."""

    category: int
    order: tuple[int, ...]

    @property
    def word(self) -> str:
        return CATEGORY_WORDS[self.category]

    @property
    def ranks(self) -> str:
        return "".join(RANKS[rank] for rank in self.order)


class Key(NamedTuple):
    """The six tests of House Rules as one tuple (H1); greater is stronger."""

    worth: Worth
    naturals: int
    faces: tuple[int, ...]
    suit_order: int

    @property
    def wild_faces(self) -> str:
        return "".join("X" if face < 0 else RANKS[face] for face in self.faces)

    @property
    def suit(self) -> str:
        return SUITS[self.suit_order]


class Game(NamedTuple):
    """The rules a hand is read under."""

    flushes: bool = True
    wild: str | None = None
    wilds: frozenset[str] = frozenset()
    self_is_wild: bool = False  # H2's option

    def is_wild(self, card: str) -> bool:
        return self.wild is not None and (card in JOKERS or card in self.wilds)


STANDARD = Game()

Played = tuple[int, int]  # (rank, suit) of a card as played


# ---------------------------------------------------------------- five cards as they are played


def straight_top(ranks: Iterable[int]) -> int | None:
    """The top rank of the straight these five make, five for the wheel (R3), or nothing."""
    held = sorted(ranks)
    if held == [0, 1, 2, 3, ACE]:
        return 3
    if held == list(range(held[0], held[0] + 5)):
        return held[4]
    return None


@cache
def plain_worth(ranks: tuple[int, ...]) -> Worth:
    """What five ranks are worth where suits do not matter. The ranks come sorted."""
    by_count = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = [ranks.count(rank) for rank in by_count]
    order = tuple(by_count)
    top = straight_top(ranks)
    if counts == [5]:
        return Worth(FIVE_OF_A_KIND, order)
    if counts == [4, 1]:
        return Worth(FOUR_OF_A_KIND, order)
    if counts == [3, 2]:
        return Worth(FULL_HOUSE, order)
    if top is not None:
        return Worth(STRAIGHT, (top,))
    if counts == [3, 1, 1]:
        return Worth(THREE_OF_A_KIND, order)
    if counts == [2, 2, 1]:
        return Worth(TWO_PAIR, order)
    if counts == [2, 1, 1, 1]:
        return Worth(ONE_PAIR, order)
    return Worth(HIGH_CARD, order)


@cache
def suited_worth(ranks: tuple[int, ...], flushes: bool) -> Worth:
    """What five ranks are worth where all are of one suit. The ranks come sorted."""
    plain = plain_worth(ranks)
    top = straight_top(ranks)
    if top == ACE:
        return max(plain, Worth(ROYAL_FLUSH, (ACE,)))
    if top is not None:
        return max(plain, Worth(STRAIGHT_FLUSH, (top,)))
    if flushes:
        return max(plain, Worth(FLUSH, tuple(reversed(ranks))))
    return plain


def played_worth(played: Sequence[Played], flushes: bool) -> Worth:
    """What five cards are worth as played; the same card may be among them twice."""
    ranks = tuple(sorted(rank for rank, _ in played))
    if len({suit for _, suit in played}) == 1:
        return suited_worth(ranks, flushes)
    return plain_worth(ranks)


def played_cards(text: Iterable[str]) -> list[Played]:
    return [(RANKS.index(card[0]), SUITS.index(card[1])) for card in text]


def is_legal(held: Sequence[str], played: Sequence[Played], game: Game) -> bool:
    """Whether the cards held may be played so: naturals as they are, wilds by W1 to W3."""
    acting: list[Played] = []
    for card, (rank, suit) in zip(held, played, strict=True):
        itself = card not in JOKERS and (RANKS.index(card[0]), SUITS.index(card[1])) == (rank, suit)
        if itself:
            continue
        if not game.is_wild(card):
            return False
        acting.append((rank, suit))
    if game.wild == "card":
        return True
    if game.wild == "bug":
        return len(set(played)) == len(played)
    if all(rank == ACE for rank, _ in acting) and not doubled_flush(played):
        return True
    return len(played) == 5 and completes(played, game.flushes)


def completes(played: Sequence[Played], flushes: bool) -> bool:
    """W3: whether the five are a straight, a flush or a straight flush that `casino-bug` completes.

    A flush of `casino-bug` is five different cards: As X 9s 5s 2s is A-K-9-5-2.
    """
    ranks = [rank for rank, _ in played]
    if straight_top(ranks) is not None:
        return True
    one_suit = len({suit for _, suit in played}) == 1
    return flushes and one_suit and len(set(ranks)) == 5


def doubled_flush(played: Sequence[Played]) -> bool:
    """Five of one suit with a card twice, which is no flush of `casino-bug`."""
    return len(played) == 5 and len({suit for _, suit in played}) == 1 and len(set(played)) < 5


# ---------------------------------------------------------------- what the wilds of a five may be


def rank_readings(five: Sequence[str], game: Game) -> Iterator[tuple[tuple[int, ...], bool, int]]:
    """Every (ranks as played, whether all of one suit, that suit or -1) that the rules allow."""
    wild = [game.is_wild(card) for card in five]
    choices = [
        range(13) if is_wild else (RANKS.index(card[0]),)
        for card, is_wild in zip(five, wild, strict=True)
    ]
    natural_suits = {card[1] for card, is_wild in zip(five, wild, strict=True) if not is_wild}
    for ranks in product(*choices):
        if mixed_reading_exists(five, wild, ranks, game):
            yield ranks, False, -1
        for suit in SUITS:
            if natural_suits <= {suit} and suited_reading_exists(wild, ranks, suit, game):
                yield ranks, True, SUITS.index(suit)


def mixed_reading_exists(
    five: Sequence[str], wild: Sequence[bool], ranks: tuple[int, ...], game: Game
) -> bool:
    """Whether the wilds may have these ranks, whatever their suits."""
    if game.wild == "bug":  # five different cards: no more than four of a rank
        return max(ranks.count(rank) for rank in ranks) <= 4
    if game.wild == "casino-bug":
        aces = all(
            not is_wild or rank == ACE or card[0] == RANKS[rank]
            for card, is_wild, rank in zip(five, wild, ranks, strict=True)
        )
        return aces or straight_top(ranks) is not None
    return True


def suited_reading_exists(
    wild: Sequence[bool], ranks: tuple[int, ...], suit: str, game: Game
) -> bool:
    """Whether the wilds may have these ranks, all five being of one suit."""
    if game.wild == "bug":  # five different cards
        return len(set(ranks)) == 5
    if game.wild == "casino-bug" and any(wild):
        return completes([(rank, SUITS.index(suit)) for rank in ranks], game.flushes)
    return True


def suit_choices(
    five: Sequence[str], ranks: tuple[int, ...], suited: bool, suit: int, game: Game
) -> Iterator[tuple[Played, ...]]:
    """The five as played, with every choice of suits that a reading of their ranks leaves open."""
    if suited:
        yield tuple((rank, suit) for rank in ranks)
        return
    suits = [range(4) if game.is_wild(card) else (SUITS.index(card[1]),) for card in five]
    for chosen in product(*suits):
        played = tuple(zip(ranks, chosen, strict=True))
        if is_legal(five, played, game):
            yield played


# ---------------------------------------------------------------- hands


@lru_cache(maxsize=200_000)
def five_worth(five: tuple[str, ...], game: Game) -> Worth:
    """The most that these five are worth."""
    return max(
        suited_worth(tuple(sorted(ranks)), game.flushes)
        if suited
        else plain_worth(tuple(sorted(ranks)))
        for ranks, suited, _ in rank_readings(five, game)
    )


def fives(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return combinations(cards, 5)


def worth(cards: Sequence[str], game: Game = STANDARD) -> Worth:
    """The worth of the best five of 5, 6 or 7 cards."""
    return max(five_worth(five, game) for five in fives(cards))


def omaha_worth(hole: Sequence[str], board: Sequence[str], game: Game = STANDARD) -> Worth:
    """R8: exactly two hole cards and three of the board."""
    return max(
        five_worth(two + three, game)
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def two_worth(cards: Sequence[str], game: Game = STANDARD) -> Worth:
    """R6: two cards, pair or no pair; wilds by W5."""
    first, second = cards
    best = Worth(-1, ())
    for played in product(*[two_choices(card, game) for card in (first, second)]):
        if not is_legal((first, second), played, game):
            continue
        ranks = sorted((rank for rank, _ in played), reverse=True)
        if ranks[0] == ranks[1]:
            best = max(best, Worth(ONE_PAIR, (ranks[0],)))
        else:
            best = max(best, Worth(HIGH_CARD, tuple(ranks)))
    return best


def two_choices(card: str, game: Game) -> list[Played]:
    return played_cards(DECK if game.is_wild(card) else (card,))


def showing_worth(cards: Sequence[str]) -> Worth:
    """C2: one to four up cards, by pairs, two pair, trips, quads and kickers."""
    ranks = [RANKS.index(card[0]) for card in cards]
    order = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = tuple(ranks.count(rank) for rank in order)
    category = {
        (4,): FOUR_OF_A_KIND,
        (3, 1): THREE_OF_A_KIND,
        (3,): THREE_OF_A_KIND,
        (2, 2): TWO_PAIR,
        (2, 1, 1): ONE_PAIR,
        (2, 1): ONE_PAIR,
        (2,): ONE_PAIR,
    }.get(counts, HIGH_CARD)
    return Worth(category, tuple(order))


def key_of(five: Sequence[str], played: Sequence[Played], game: Game) -> Key:
    """The House key (H1 to H4) of five cards played so."""
    value = played_worth(played, game.flushes)
    faces: list[int] = []
    for card, (rank, suit) in zip(five, played, strict=True):
        if card in JOKERS:
            faces.append(-1)  # H3: below a deuce
        elif (RANKS.index(card[0]), SUITS.index(card[1])) != (rank, suit) or (
            game.self_is_wild and game.is_wild(card)
        ):
            faces.append(RANKS.index(card[0]))
    straight = straight_top(rank for rank, _ in played)
    top = max(rank for rank, _ in played) if straight is None else straight  # H4: a wheel's five
    suit_order = max(suit for rank, suit in played if rank == top)
    return Key(value, 5 - len(faces), tuple(sorted(faces, reverse=True)), suit_order)


def house_key(cards: Sequence[str], game: Game = STANDARD) -> Key:
    """H5: the greatest key over every five and every reading of it."""
    best = worth(cards, game)
    return max(
        key_of(five, played, game)
        for five in fives(cards)
        if five_worth(five, game) == best
        for ranks, suited, suit in rank_readings(five, game)
        if best
        == (
            suited_worth(tuple(sorted(ranks)), game.flushes)
            if suited
            else plain_worth(tuple(sorted(ranks)))
        )
        for played in suit_choices(five, ranks, suited, suit, game)
    )


# ---------------------------------------------------------------- nothing saved


def literal_keys(cards: Sequence[str], game: Game = STANDARD) -> Iterator[Key]:
    """The key of every five and every card of the deck that each of its wilds may stand for."""
    for five in fives(cards):
        for played in product(*[two_choices(card, game) for card in five]):
            if is_legal(five, played, game):
                yield key_of(five, played, game)
