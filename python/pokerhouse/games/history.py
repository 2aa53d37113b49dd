"""What happened in a hand, told in words.

A game keeps its history as small tuples and has them told only when somebody reads them. Only what
everyone at the table has seen is ever put in, so that a player's view may hold all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pokerhouse import describe, describe_two
from pokerhouse.actions import Action, BetTo, BringIn, Call, Complete, Discard, RaiseTo, spell
from pokerhouse.settlement import Award

__all__ = ["Event", "tell", "tell_all"]

# The seat, its action, the chips that moved and the chips left to it; or a word that says what
# happened, then whatever belongs to it (see `tell`).
Event: TypeAlias = tuple[object, ...]

# Why an award was won: the strength of the winners' five cards and of their two, where they count.
Reason: TypeAlias = tuple[int | None, int | None]
UNOPPOSED: Reason = (None, None)


def tell_all(events: Iterable[Event]) -> tuple[str, ...]:
    """Return one line of words for each event."""
    return tuple(map(tell, events))


def tell(event: Event) -> str:
    """Return an event in words.

    >>> from pokerhouse.actions import Call
    >>> tell((2, Call(), 4, 0))
    'seat 2 calls 4 and is all-in'
    >>> tell(("returned", 1, 3))
    'seat 1 takes back 3 that nobody called'
    """
    match event:
        case (int(seat), Action() as action, int(chips), int(left)):
            all_in = " and is all-in" if chips and not left else ""
            return f"seat {seat} {_told(action, chips)}{all_in}"
        case ("starts", str(what), int(button)):
            return f"{what}: seat {button} has the button"
        case ("posts", str(what), tuple(chips)):
            paid = ", ".join(f"seat {seat} {paid}" for seat, paid in enumerate(chips) if paid)
            return f"{what}: {paid}"
        case ("street", str(street), tuple(seats), tuple(dealt)):
            up = zip(seats, dealt, strict=True)
            shown = ", ".join(f"seat {seat} {card}" for seat, card in up)
            return f"{street}: {shown}" if shown else street
        case ("board", str(street), tuple(board)):
            return f"{street}: {spell(board)}"
        case ("returned", int(seat), int(chips)):
            return f"seat {seat} takes back {chips} that nobody called"
        case ("chose", int(seat), str(what)):
            return f"seat {seat} {what}"
        case ("divided", int(seat), tuple(five), tuple(two), int(best), int(pair)):
            words = f"{spell(five)} ({describe(best)}) and {spell(two)} ({describe_two(pair)})"
            return f"seat {seat} divides {words}"
        case ("dead", int(seat), tuple(five), tuple(two), str(why)):
            return f"seat {seat} divides {spell(five)} and {spell(two)}: dead, as {why}"
        case ("exposed", int(seat), tuple(two), int(pair)):
            return f"seat {seat} exposes {spell(two)} ({describe_two(pair)})"
        case ("shows", int(seat), tuple(held), int(best), str(where)):
            return f"seat {seat} shows {spell(held)}{where} ({describe(best)})"
        case ("paid", str(pot), Award() as award, (int() | None as best, int() | None as pair)):
            return f"{_winners(award)}, {_share(award, pot)}{_with(best, pair)}"
        case ("says", str(words)):
            return words
    raise AssertionError(event)


def _told(action: Action, chips: int) -> str:
    match action:
        case BetTo(total):
            return f"bets {total}"
        case RaiseTo(total):
            return f"raises to {total}"
        case Call():
            return f"calls {chips}"
        case BringIn():
            return f"brings in {chips}"
        case Complete():
            return f"completes to {chips}"
        case Discard(card):
            return f"shows and discards {card}"
    return f"{action}s"


def _winners(award: Award) -> str:
    if len(award.seats) == 1:
        return f"seat {award.seats[0]} wins {award.chips[0]}"
    *most, last = award.seats
    shares = " and ".join(map(str, award.chips))
    return f"seats {', '.join(map(str, most))} and {last} share {sum(award.chips)} as {shares}"


def _share(award: Award, pot: str) -> str:
    return pot if award.half == "whole" else f"the {award.half}-card half of {pot}"


def _with(five: int | None, two: int | None) -> str:
    hands = []
    if five is not None:
        hands.append(describe(five) if five >= 0 else "a dead five")
    if two is not None:
        hands.append(describe_two(two) if two >= 0 else "a dead two")
    return f", with {' and '.join(hands)}" if hands else ", unopposed"
