"""Which of two hands is better, by which of the six tests of House Rules, and why in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokerhouse._core import (
    HOUSE,
    RANKS,
    SUITS,
    CardError,
    Rules,
    made_ranks,
    phrase,
    rank_words,
)
from pokerhouse.hand import Hand

if TYPE_CHECKING:
    from pokerhouse.card import Cards

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANK_ORDER = f"X{RANKS}"
_COUNTS = ("no", "one", "two", "three", "four", "five")
_ALL_TESTS = 6
_TESTS_OF_SPLIT = 3


class Comparison(NamedTuple):
    """Which of two hands is better, and why."""

    winner: int
    """1 for the first hand, -1 for the second, 0 for a tie."""
    test: int
    """The test that told them apart, 1 to 6 (ruling H1), or 0."""
    reason: str
    """What it saw, in words."""


def compare(first: Cards | Hand, second: Cards | Hand, rules: Rules = HOUSE) -> Comparison:
    """Return which of two hands is better, by which test, and why in words.

    The tests are those of House Rules (ruling H1): 1 category, 2 the ranks that make it, 3 kickers,
    4 fewer wilds, 5 the faces of the wilds, 6 suit. Under ``ties="split"`` they stop after the
    third (H6). ``first``, ``second``: each 5, 6 or 7 cards, or a Hand, whose cards are taken; they
    may share cards of a board. What is no hand raises CardError, a ValueError.

    >>> result = compare("Kh Kc Ah 7d 4d", "Qs Qd Ac 7h 4h")
    >>> result.winner, result.test
    (1, 2)
    >>> result.reason
    'both have a pair; the first has a pair of kings, the second a pair of queens'
    >>> threes = Rules(wild="card", wilds="3", ties="house")
    >>> compare("9s 9h 3d 7d 4d", "9c 3c 3s 7s 4h", threes).reason
    'both have three nines with seven and four; the first uses one wild, the second two'
    """
    standings = []
    for name, hand in (("first", first), ("second", second)):
        try:
            standings.append(Standing.of(hand, rules))
        except CardError as error:
            raise CardError(f"the {name} hand: {error}") from None
    return decide(standings[0], standings[1], tests=count_tests(rules))


def count_tests(rules: Rules) -> int:
    """Return how many of the tests count under these rules (ruling H6)."""
    return _ALL_TESTS if rules.ties == "house" else _TESTS_OF_SPLIT


class Standing(NamedTuple):
    """What the six tests read of a hand."""

    category: int
    ranks: str
    """The ranks that make the hand and then the kickers; none of a hand that shows nothing."""
    naturals: int
    wild_faces: str
    suit: str

    @classmethod
    def of(cls, hand: Cards | Hand, rules: Rules) -> Standing:
        """Return what the tests read of the best hand that cards make."""
        read = Hand(hand.cards if isinstance(hand, Hand) else hand, rules)
        return cls(read.category, read.ranks, read.naturals, read.wild_faces, read.suit)

    @property
    def made(self) -> str:
        """The ranks that make the hand."""
        return self.ranks[: made_ranks(self.category)]

    @property
    def kickers(self) -> str:
        """The ranks of the kickers, the most important first."""
        return self.ranks[made_ranks(self.category) :]

    @property
    def kind(self) -> str:
        """The category in running words, ``"a full house"``."""
        return phrase(self.category, "")

    @property
    def made_words(self) -> str:
        """What makes the hand in running words, ``"a pair of kings"``."""
        return phrase(self.category, self.made) if self.ranks else "nothing so low"

    @property
    def words(self) -> str:
        """The hand in running words, ``"a pair of kings with ace, seven and four"``."""
        return phrase(self.category, self.ranks) if self.ranks else "nothing so low"

    @property
    def wilds(self) -> int:
        """How many wilds act."""
        return len(self.wild_faces)

    @property
    def high_card(self) -> str:
        """The card that test 6 reads in words: of a straight its top card (ruling H4)."""
        (rank,) = rank_words(max(self.ranks, key=_RANK_ORDER.index))
        return f"the {rank} of {_SUITS[self.suit]}"

    def seen_by(self, number: int) -> list[int]:
        """Return what a test compares: greater is better."""
        if number == 1:
            return [self.category]
        if number == 4:
            return [self.naturals]
        if number == 6:
            return [SUITS.find(self.suit)]
        ranks = {2: self.made, 3: self.kickers, 5: self.wild_faces}[number]
        return [_RANK_ORDER.index(rank) for rank in ranks]


def decide(
    first: Standing,
    second: Standing,
    names: tuple[str, str] = ("the first", "the second"),
    tests: int = _ALL_TESTS,
) -> Comparison:
    """Return which of two standings the tests find better; the reason calls them by these names."""
    for number in range(1, tests + 1):
        one, other = first.seen_by(number), second.seen_by(number)
        if one != other:
            winner = 1 if one > other else -1
            return Comparison(winner, number, _reason(number, first, second, names))
    alike = ", and no test tells them apart" if tests == _ALL_TESTS else ""
    return Comparison(0, 0, f"both have {first.words}{alike}")


def _reason(number: int, first: Standing, second: Standing, names: tuple[str, str]) -> str:
    """Say what a test saw that told two standings apart."""
    one, other = names
    if number == 1:
        better, worse = (first, second) if first.category > second.category else (second, first)
        rule = f"{better.kind} beats {worse.kind}"
        return f"{one} has {first.words}, {other} {second.words}; {rule}"
    if number == 2:
        return f"both have {first.kind}; {one} has {first.made_words}, {other} {second.made_words}"
    if number == 3:
        said = f"{_owned('kicker', one, first.kickers)}, {_owned('', other, second.kickers)}"
        return f"both have {first.made_words}; {said}"
    if number == 4:
        fewer = _COUNTS[second.wilds] if second.wilds else "none"
        return f"both have {first.words}; {one} uses {_wilds(first.wilds)}, {other} {fewer}"
    if number == 5:
        said = f"{_owned('wild', one, first.wild_faces)}, {_owned('', other, second.wild_faces)}"
        return f"both have {first.words}, using {_wilds(first.wilds)}; {said}"
    said = f"{one}'s highest card is {first.high_card}, {other}'s {second.high_card}"
    return f"both have {first.words}; {said}"


def _wilds(count: int) -> str:
    return f"{_COUNTS[count]} wild{'' if count == 1 else 's'}" if count else "no wild"


def _owned(noun: str, owner: str, ranks: str) -> str:
    """Say which ranks somebody's cards have; without a noun the verb is left out too."""
    words = [word for rank in ranks for word in (rank_words(rank) if rank != "X" else ["joker"])]
    if len(words) == 1:
        shown = f"{'an' if words[0][0] in 'ae' else 'a'} {words[0]}"
        verb = f" {noun} is" if noun else ""
    else:
        shown = f"{', '.join(words[:-1])} and {words[-1]}"
        verb = f" {noun}s are" if noun else ""
    return f"{owner}'s{verb} {shown}"
