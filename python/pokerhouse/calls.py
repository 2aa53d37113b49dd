"""The Cardinal Rule: a hand is only as good as its owner calls it (rulings H7 to H10).

>>> calling = Calling({1: "Kh Kc Ks 4d 4c", 2: "9s 9h 9d As 2c", 0: "Qs Jh 8d 6c 2h"})
>>> calling.call(1, "one pair")
>>> calling.correct(1, "trips")
>>> calling.call(2, "three nines")
>>> calling.correct(1, "boat")
Traceback (most recent call last):
pokerhouse.calls.CallError: seat 1's call closed when seat 2 called, and stands (H8)
>>> calling.pass_(0)
>>> verdict = calling.push()
>>> verdict.winners
(1,)
>>> verdict.reason
'both have three of a kind; seat 1 has three kings, seat 2 three nines'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from pokerhouse._core import (
    HOUSE,
    RANKS,
    CardError,
    Rules,
    evaluate,
    made_ranks,
    parse_call,
    phrase,
    read_call,
)
from pokerhouse.card import Card, cards
from pokerhouse.comparison import Standing, count_tests, decide
from pokerhouse.hand import Category, Hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pokerhouse.card import Cards

__all__ = ["CallError", "CalledHand", "Calling", "Verdict", "show"]


class CallError(ValueError):
    """A call, correction or pass that a ruling refuses; nothing has changed."""

    def __init__(self, reason: str, ruling: str) -> None:
        """Refuse for a reason and by a ruling."""
        super().__init__(reason, ruling)
        self.reason = reason
        self.ruling = ruling

    def __str__(self) -> str:
        """Return the reason and the ruling's number."""
        return f"{self.reason} ({self.ruling})"


@dataclass(frozen=True, slots=True)
class CalledHand:
    """A called hand as it is shown (ruling H7); ``str()`` says it in words.

    Called hands under the same rules are ordered by ``key``: category, the ranks that make it,
    kickers one by one, then tests 4 to 6. A hand that shows nothing as low as its call has a key of
    0, no ranks and no cards.
    """

    category: Category
    ranks: str
    """The ranks that make the hand and then the kickers, the most important first."""
    key: int
    best: tuple[Card, ...]
    """The five cards as held, the most important rank first."""
    stands_for: tuple[Card, ...]
    """The five cards as played, in the same order."""
    naturals: int
    """How many of the five are naturals (ruling H2)."""
    wild_faces: str
    """The printed ranks of the wilds that act, highest first, ``X`` a joker (ruling H3)."""
    suit: str
    """The suit that test 6 reads (ruling H4)."""

    def __str__(self) -> str:
        """Return the hand in words, ``"a pair of kings with king, four and four"``."""
        return self._standing.words

    @property
    def _standing(self) -> Standing:
        return Standing(self.category, self.ranks, self.naturals, self.wild_faces, self.suit)


def show(hand: Cards | Hand, call: str | None = None, rules: Rules = HOUSE) -> CalledHand:
    """Return what a hand is worth that is called so: the best reading of the call (ruling H7).

    ``hand``: 5, 6 or 7 cards, or a Hand, whose cards are taken. A call that the cards cannot show,
    but that is not above their best hand, is worth the best they can show below it. A call above
    the best hand, and no call, are worth all that the hand is (H9). What is no hand raises
    CardError, a call that names none CallError, both ValueErrors.

    >>> print(show("Kh Kc Ks 4d 4c", "one pair"))
    a pair of kings with king, four and four
    >>> print(show("9h 9c 9s Kd 4c", "two pair"))
    a pair of nines with king, nine and four
    """
    return _show(hand.cards if isinstance(hand, Hand) else cards(hand), call, rules)[1]


def _show(hand: tuple[Card, ...], call: str | None, rules: Rules) -> tuple[bool, CalledHand]:
    """Return whether a call is above the hand, and what the hand is worth that is called so."""
    if call is not None:
        _read(call, rules)
    above, called = read_call(hand, call, rules)
    if called is None:
        return above, CalledHand(Category.HIGH_CARD, "", 0, (), (), 0, "", "")
    category, ranks, key, best, stands_for, naturals, wild_faces, suit = called
    shown = (cards(best), cards(stands_for))
    return above, CalledHand(Category(category), ranks, key, *shown, naturals, wild_faces, suit)


def _read(call: str, rules: Rules) -> tuple[int, list[int]]:
    """Return the category that a call names, and the ranks."""
    if not isinstance(call, str):
        raise TypeError(f"a call is text, not {type(call).__name__}")
    try:
        category, ranks = parse_call(call, rules)
    except ValueError as error:
        raise CallError(str(error), "H7") from None
    return category, [RANKS.index(rank) for rank in ranks]


class Verdict(NamedTuple):
    """Who takes the pot, and why."""

    winners: tuple[int, ...]
    """The seats that take the pot, in the order of calling; several share it."""
    test: int
    """The test that told the winner from the next best hand, 1 to 6 (ruling H1), or 0."""
    reason: str
    """Why, in words."""


class Calling:
    """The calls of the hands that are still in at the showdown (rulings H7 to H10).

    ``hands``: the hands by seat in the order of calling, a mapping or, for seats 0, 1, 2 and on, a
    sequence, in which None is a seat that is no longer in. ``first``: the seat that calls first,
    the last aggressor or else the first to act; the others follow in the order of ``hands``, round
    from the last to the first. ``board``: cards that all share. ``rules``: under ``ties="split"``
    hands are compared by category, ranks and kickers only (H6). ``overcall``: what a call above the
    hand is worth that is never corrected, the ``"best"`` hand or nothing, ``"dead"`` (H9).

    Each seat in its turn has to `call` or to `pass_`; a call closes when another seat calls.
    `correct` raises a call that is not closed, or brings an over-call down, until the pot is pushed
    with `push`. What a ruling refuses raises CallError, a ValueError with the ruling's number, and
    changes nothing.
    """

    def __init__(
        self,
        hands: Mapping[int, Cards | Hand] | Sequence[Cards | Hand | None],
        rules: Rules = HOUSE,
        *,
        board: Cards = "",
        first: int | None = None,
        overcall: Literal["best", "dead"] = "best",
    ) -> None:
        """Begin with no call."""
        if overcall not in ("best", "dead"):
            raise ValueError(f'overcall is "best" or "dead", not {overcall!r}')
        by_seat = hands.items() if isinstance(hands, Mapping) else enumerate(hands)
        shared = cards(board)
        self._hands = {
            seat: (hand.cards if isinstance(hand, Hand) else cards(hand)) + shared
            for seat, hand in by_seat
            if hand is not None
        }
        _check(self._hands, shared, rules)
        seats = list(self._hands)
        if first is not None:
            if first not in seats:
                raise CallError(f"seat {first} has no hand in this pot", "H10")
            start = seats.index(first)
            seats = seats[start:] + seats[:start]
        self._seats = tuple(seats)
        self._rules = rules
        self._overcall_is_dead = overcall == "dead"
        self._calls: dict[int, str] = {}
        # The seat whose call closed each call, and the seats whose over-call was corrected.
        self._closed_by: dict[int, int] = {}
        self._corrected: set[int] = set()
        self._passed: set[int] = set()
        self._history: list[str] = []
        self._verdict: Verdict | None = None
        self._pushed = False
        self._take_alone()

    def __repr__(self) -> str:
        """Return whose calls they are, and who is to call."""
        turn = (
            "over"
            if self.over
            else f"{_listed(self.waiting)} to call"
            if self.waiting
            else "all called"
        )
        return f"<calling of {_listed(self.seats)}: {turn}>"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the order of calling."""
        return self._seats

    @property
    def rules(self) -> Rules:
        """The rules that hands are read under."""
        return self._rules

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that is to call or pass now; none when all have."""
        if self._verdict is not None:
            return ()
        done = self._passed | set(self._calls)
        return tuple(seat for seat in self._seats if seat not in done)[:1]

    @property
    def over(self) -> bool:
        """Whether it is known who takes the pot."""
        return self._verdict is not None

    @property
    def verdict(self) -> Verdict | None:
        """Who takes the pot, and why; None before that is known."""
        return self._verdict

    @property
    def calls(self) -> dict[int, str]:
        """The present call of each seat that has called, in the order of calling."""
        return {seat: self._calls[seat] for seat in self._seats if seat in self._calls}

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats that gave the pot up, in the order of calling."""
        return tuple(seat for seat in self._seats if seat in self._passed)

    @property
    def history(self) -> tuple[str, ...]:
        """What happened, in words."""
        return tuple(self._history)

    def is_closed(self, seat: int) -> bool:
        """Whether another seat has called since this seat did, or the pot is pushed (ruling H8)."""
        self._need_call(seat)
        return self.over or seat in self._closed_by

    def is_over_call(self, seat: int) -> bool:
        """Whether a seat's present call is above the best hand that its cards make (ruling H9)."""
        return _show(self._hands[seat], self._need_call(seat), self._rules)[0]

    def worth(self, seat: int) -> CalledHand | None:
        """Return what a seat's hand is worth as it is called now; None where the call is dead (H9).

        An over-call that is not corrected counts as the best hand.
        """
        above, called = _show(self._hands[seat], self._need_call(seat), self._rules)
        return None if above and self._overcall_is_dead else called

    def call(self, seat: int, call: str) -> None:
        """Call a seat's hand in its turn, which closes the call before (rulings H8, H10).

        >>> calling = Calling(["Ks Kd 9h 9c 2d", "As Qd Jh 8c 2s"])
        >>> calling.call(1, "ace high")
        Traceback (most recent call last):
        pokerhouse.calls.CallError: it is seat 0's turn, not seat 1's (H10)
        >>> calling.call(0, "two pair, kings and nines")
        >>> calling.waiting
        (1,)
        """
        self._need_turn(seat, "call")
        _read(call, self._rules)
        for other in self._calls:
            self._closed_by.setdefault(other, seat)
        self._calls[seat] = call
        self._history.append(f"seat {seat} calls {call}")

    def correct(self, seat: int, call: str | None = None) -> None:
        """Correct a seat's call; without a call, to the best hand that its cards make.

        An under-call may be raised until another seat calls (ruling H8). An over-call may be
        brought down to the best hand or to a lower one until the pot is pushed (H9). A correction
        closes nothing.
        """
        before = self._need_call(seat)
        if self.over:
            raise CallError("the pot has been pushed, and calls stand", "H8")
        above, worth = _show(self._hands[seat], before, self._rules)
        if seat in self._closed_by and not above:
            if seat in self._corrected:
                raise CallError(f"seat {seat} has corrected its over-call already", "H9")
            closed_by = self._closed_by[seat]
            raise CallError(
                f"seat {seat}'s call closed when seat {closed_by} called, and stands", "H8"
            )
        if call is None:
            best = _show(self._hands[seat], None, self._rules)[1]
            call = phrase(best.category, best.ranks[: made_ranks(best.category)])
        still_above, new_worth = _show(self._hands[seat], call, self._rules)
        if above and still_above:
            best = _show(self._hands[seat], None, self._rules)[1]
            raise CallError(
                f"{call} is above the hand too: an over-call is corrected to {best} or lower", "H9"
            )
        if not above and (self._is_below(call, before) or new_worth.key < worth.key):
            raise CallError(f"{call} is below the call, {before}, which may only be raised", "H8")
        if above:
            self._corrected.add(seat)
        self._calls[seat] = call
        self._history.append(f"seat {seat} corrects its call to {call}")

    def _is_below(self, call: str, other: str) -> bool:
        """Whether a call is lower than another as far as both are named."""
        category, ranks = _read(call, self._rules)
        other_category, other_ranks = _read(other, self._rules)
        named = min(len(ranks), len(other_ranks))
        return (category, ranks[:named]) < (other_category, other_ranks[:named])

    def pass_(self, seat: int) -> None:
        """Give the pot up in a seat's turn; the last seat that has not takes it (ruling H10)."""
        self._need_turn(seat, "pass")
        self._passed.add(seat)
        self._history.append(f"seat {seat} passes")
        self._take_alone()

    def push(self) -> Verdict:
        """Push the pot to whoever wins it, and return who that is and why.

        Every seat has to have called or passed (ruling H10). The best called hand wins (H7); of
        hands that the tests leave equal all share. Dead hands win only where all are dead.
        """
        if self._pushed:
            raise CallError("the pot has been pushed", "H8")
        if self.waiting:
            raise CallError(f"seat {self.waiting[0]} has yet to call or to pass", "H10")
        verdict = self._verdict or self._finish(self._compare())
        self._pushed = True
        return verdict

    def _finish(self, verdict: Verdict) -> Verdict:
        self._verdict = verdict
        take = "takes" if len(verdict.winners) == 1 else "share"
        self._history.append(f"{_listed(verdict.winners)} {take} the pot: {verdict.reason}")
        return verdict

    def _take_alone(self) -> None:
        """Give the pot to the last seat that has not passed, if it has not called."""
        left = [seat for seat in self._seats if seat not in self._passed]
        if len(left) == 1 and left[0] not in self._calls:
            reason = "all others have passed" if self._passed else "no other hand is in"
            self._finish(Verdict((left[0],), 0, reason))

    def _compare(self) -> Verdict:
        """Compare the called hands."""
        called = list(self.calls)
        if len(called) == 1:
            return Verdict((called[0],), 0, "all others have passed")
        alive = {seat: worth for seat in called if (worth := self.worth(seat)) is not None}
        if not alive:
            return Verdict(tuple(called), 0, "every hand is dead, over-called and never corrected")
        tests = count_tests(self._rules)
        standings = {seat: worth._standing for seat, worth in alive.items()}
        best = next(iter(standings))
        for seat in standings:
            if decide(standings[seat], standings[best], tests=tests).winner > 0:
                best = seat
        lost: list[tuple[int, Verdict]] = []
        winners = []
        for seat, standing in standings.items():
            names = (f"seat {best}", f"seat {seat}")
            winner, test, reason = decide(standings[best], standing, names, tests)
            if winner == 0:
                winners.append(seat)
            else:
                lost.append((alive[seat].key, Verdict((best,), test, reason)))
        if len(winners) > 1:
            reason = f"{_listed(winners)} all have" if len(winners) > 2 else "both have"
            alike = ", and no test tells them apart"
            return Verdict(tuple(winners), 0, f"{reason} {standings[best].words}{alike}")
        if lost:
            return max(lost, key=lambda loser: loser[0])[1]
        dead = _listed([seat for seat in called if seat not in alive])
        return Verdict((best,), 0, f"{dead} over-called, never corrected it, and is dead")

    def _need_seat(self, seat: int) -> None:
        if seat not in self._hands:
            raise CallError(f"seat {seat} has no hand in this pot", "H10")
        if seat in self._passed:
            raise CallError(f"seat {seat} has passed and given the pot up", "H10")

    def _need_call(self, seat: int) -> str:
        self._need_seat(seat)
        if seat not in self._calls:
            raise CallError(f"seat {seat} has not called", "H8")
        return self._calls[seat]

    def _need_turn(self, seat: int, what: str) -> None:
        self._need_seat(seat)
        if seat in self._calls:
            also = "; correct raises a call" if what == "call" else ""
            raise CallError(f"seat {seat} has called already{also}", "H8")
        if self._verdict is not None:
            raise CallError(f"seat {seat} takes the pot without calling", "H10")
        if self.waiting != (seat,):
            raise CallError(f"it is seat {self.waiting[0]}'s turn, not seat {seat}'s", "H10")


def _check(hands: Mapping[int, tuple[Card, ...]], shared: tuple[Card, ...], rules: Rules) -> None:
    """Refuse hands that are none, and cards that two of them hold."""
    if not hands:
        raise CallError("no hand is still in", "H10")
    holders: dict[Card, int] = {}
    for seat, hand in hands.items():
        try:
            evaluate(hand, rules)
        except CardError as error:
            raise CardError(f"seat {seat}: {error}") from None
        for card in hand[: len(hand) - len(shared)]:
            if card in holders:
                raise CallError(f"seat {holders[card]} and seat {seat} both hold {card}", "R9")
            holders[card] = seat


def _listed(seats: Iterable[int]) -> str:
    """Name seats in words."""
    words = [f"seat {seat}" for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
