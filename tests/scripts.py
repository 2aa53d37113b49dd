"""Whole hands written out as people tell them: what was dealt, then who did what.

`stud_deck` stacks a deck so that each seat gets the cards written beside it, and `play` carries out
a script and checks on the way that the game asks whom the script says.
"""

from __future__ import annotations

import re

from pokerhouse.games import (
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Discard,
    Divide,
    Expose,
    Fold,
    Game,
    RaiseTo,
)

# Lines of a script end at a comma, but for one in brackets.
BETWEEN = re.compile(r"\n|,(?![^\[\n]*\])")

PLAIN: dict[str, Action] = {
    "folds": Fold(),
    "checks": Check(),
    "calls": Call(),
    "brings in": BringIn(),
    "completes": Complete(),
}


def action(words: str) -> Action:
    """The action in `"raises to 6"`, `"divides As Kd"` or `"calls"`."""
    if words in PLAIN:
        return PLAIN[words]
    verb, _, what = words.partition(" ")
    match verb:
        case "bets":
            return BetTo(int(what))
        case "raises":
            return RaiseTo(int(what.removeprefix("to ")))
        case "divides":
            return Divide(what)
        case "exposes":
            return Expose(what)
        case "discards":
            return Discard(what)
    raise AssertionError(f"the script says: {words}")


def play(game: Game, script: str) -> None:
    """Play `seat words` line by line; a line in brackets names the street that it must be."""
    for line in filter(None, map(str.strip, BETWEEN.split(script))):
        if line.startswith("["):
            assert game.street == line.strip("[]"), f"{game}, not {line}"
            continue
        seat, _, words = line.partition(" ")
        assert int(seat) in game.waiting, f"{game}, but the script says: {line}"
        game.play(action(words), int(seat))


def stud_deck(*hands: str, button: int = 0) -> str:
    """The deck that deals each seat its cards in the order written; one who folds has fewer.

    Cards go one at a time from the button's left (P7). Slashes are only for the reader.
    """
    piles = [hand.replace("/", " ").split() for hand in hands]
    order = [(button + 1 + step) % len(piles) for step in range(len(piles))]
    rounds = range(max(map(len, piles)))
    return " ".join(
        piles[seat][card] for card in rounds for seat in order if card < len(piles[seat])
    )
