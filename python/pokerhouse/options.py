"""Options that several subcommands share, and the error that all of them raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerhouse._core import WILD_KINDS
from pokerhouse.card import cards

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from pokerhouse import Rules
    from pokerhouse.card import Card


class CommandError(Exception):
    """What is wrong with a command, in words for whoever typed it."""


def add_rules_options(parser: ArgumentParser, default: str | None = "standard") -> None:
    """Add the options that say under which rules hands are read; `rules_of` reads them.

    Without a default the rules are those of the game, which the command knows.
    """
    group = parser.add_argument_group("rules")
    group.add_argument(
        "--rules",
        choices=["standard", "no-flush", "house"],
        default=default,
        help="no-flush: flushes do not count, straight flushes do; house: ties are broken by fewer "
        f"wilds, then the wilds' faces, then suit (default: {default or 'those of the game'})",
    )
    group.add_argument(
        "--wild",
        choices=WILD_KINDS,
        help="the jokers, and the cards of --wilds, are wild. card: stands for any card; bug: for "
        "any card not already held; casino-bug: an ace, or completes a straight or flush",
    )
    group.add_argument(
        "--wilds",
        metavar="CARDS",
        help='cards that are wild besides the jokers: ranks and cards, "2" or "2 Kh"',
    )
    group.add_argument(
        "--wild-as-self",
        choices=["natural", "wild"],
        default="natural",
        help="what a wild counts as that stands for its own printed card, where House Rules count "
        "wilds (default: natural)",
    )


def rules_of(arguments: Namespace) -> Rules:
    """Return the Rules that the options of `add_rules_options` ask for.

    Wild cards without a kind (ruling W4) and what is no card raise CommandError.
    """
    from pokerhouse import CardError, Rules

    if arguments.wilds and arguments.wild is None:
        raise CommandError("--wilds needs a kind of wild: --wild card, bug or casino-bug")
    try:
        return Rules(
            flushes=arguments.rules != "no-flush",
            wild=arguments.wild,
            wilds=arguments.wilds or "",
            ties="house" if arguments.rules == "house" else "split",
            wild_as_self=arguments.wild_as_self,
        )
    except CardError as error:
        raise CommandError(f"--wilds: {error}") from None


def cards_of(option: str, text: str) -> tuple[Card, ...]:
    """Return the cards that are given for an option; what is no card raises CommandError."""
    try:
        return cards(text)
    except ValueError as error:
        raise CommandError(f"{option}: {error}") from None
