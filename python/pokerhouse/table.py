"""The `play` command: what may be typed after `pokerhouse play`.

Only the arguments are here, so that the other commands do not load the games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction

__all__ = ["add_play"]

GAMES = ("cowpie", "outhouse", "stackhouse")
BOTS = ("random", "cautious", "sharp")


def add_play(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add the `play` command; its `run` is a callable from the arguments to an exit code."""
    parser = subparsers.add_parser(
        "play",
        help="play Cowpie, Outhouse or Stackhouse against bots",
        description="Play whole hands for chips at this terminal. You have seat 0; the others are"
        " bots. Type ? at any time to see what you can type, q to leave.",
    )
    parser.add_argument("game", choices=GAMES, help="which game to play")
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="players with you, 2 to 7 (default 4; Stackhouse is for 2)",
    )
    parser.add_argument(
        "--chips", type=int, metavar="N", help="chips a seat (default 100; Stackhouse 240)"
    )
    parser.add_argument(
        "--limit",
        choices=("fixed", "pot", "no"),
        help="fixed limit, pot limit or no limit (default fixed; Stackhouse is no limit)",
    )
    parser.add_argument("--bot", choices=BOTS, default="sharp", help="who sits in the other seats")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same cards, and the same bots, for a seed"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="one JSON object a line instead of the table, for a program that plays",
    )
    parser.set_defaults(run=play)


def play(arguments: Namespace) -> int:
    """Play at the terminal until the player leaves; return the exit code."""
    from pokerhouse.games.seating import sit_down

    return sit_down(arguments)
