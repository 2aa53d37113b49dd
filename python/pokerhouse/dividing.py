"""``pokerhouse split``: seven cards divided into five and two."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pokerhouse._core import POLICIES, brief, brief_two
from pokerhouse.division import (
    Split,
    best_split,
    divisions,
    expected_share,
    frontier,
)
from pokerhouse.options import CommandError, add_rules_options, cards_of, rules_of
from pokerhouse.terminal import Page

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction

PLAYERS = 4
BAR = 24

EXAMPLES = """\
examples:
  pokerhouse split --down "As 9d 2c" --up "Kh Kc 7s 4d"
  pokerhouse split --down "As 9d 2c" --up "Kh Kc 7s 4d" --prefer share --players 6
  pokerhouse split --down "As 9d" --up "Kh Kc 7s 4d 2c" --all
"""


def add_split(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``split`` to the command."""
    from argparse import RawDescriptionHelpFormatter

    parser = subparsers.add_parser(
        "split",
        help="divide seven cards into five and two, as in Cowpie",
        description=(
            "Divide seven cards into five and two: each with a card dealt face down, the five\n"
            "higher than the two. Prints the best division, how many others are illegal and\n"
            "why, and those worth a thought with the share of the pot that they may expect."
        ),
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--down", metavar="CARDS", required=True, help="cards dealt face down")
    parser.add_argument("--up", metavar="CARDS", default="", help="cards dealt face up")
    parser.add_argument(
        "--prefer",
        choices=POLICIES,
        default="five",
        help="the strongest five, the strongest two, or the greatest share of the pot "
        "(default: five)",
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"players that the pot is shared among, 2 to 7 (default: {PLAYERS})",
    )
    parser.add_argument(
        "--prefix",
        action="store_true",
        help="where the two cards run out equal the five rank higher",
    )
    parser.add_argument("--all", action="store_true", help="list all 21 divisions")
    parser.add_argument("--json", action="store_true", help="print one object with everything")
    add_rules_options(parser)
    parser.set_defaults(run=run_split)


def run_split(arguments: Namespace) -> int:
    """Divide the cards that the arguments give, and return the exit status."""
    rules = rules_of(arguments)
    players = PLAYERS if arguments.players is None else arguments.players
    if not 2 <= players <= 7:
        raise CommandError(f"--players: 2 to 7 players divide their cards, not {players}")
    # What opponents show is known where flushes count and nothing is wild.
    known = rules.flushes and rules.wild is None
    if arguments.players is not None and not known:
        raise CommandError("--players: shares are known where flushes count and nothing is wild")
    sharing = players if known else None
    down, up = cards_of("--down", arguments.down), cards_of("--up", arguments.up)
    best = best_split(down, up, rules, arguments.prefix, prefer=arguments.prefer, players=players)
    judged = divisions(down, up, rules, arguments.prefix)
    front = frontier(down, up, rules, arguments.prefix)
    if arguments.json:
        import json

        found = {
            "down": [str(card) for card in down],
            "up": [str(card) for card in up],
            "prefer": arguments.prefer,
            "players": sharing,
            "best": json_object(best, sharing),
            "frontier": [json_object(split, sharing) for split in front],
            "divisions": [
                {**json_object(split, sharing), "fault": fault} for split, fault in judged
            ],
        }
        print(json.dumps(found))
        return 0
    page = Page()
    add_division(page, best)
    page.add("")
    add_frontier(page, front, best, sharing)
    page.add("")
    if arguments.all:
        add_divisions(page, judged)
    else:
        add_illegal(page, judged)
    page.print()
    return 0


def add_division(page: Page, split: Split) -> None:
    """Add the lines that show the chosen division to a page."""
    page.add(page.styled(str(split), "bold"))
    page.add(f"  five  {page.cards(split.five)}")
    page.add(f"  two   {page.cards(split.two)}")


def add_frontier(page: Page, front: list[Split], best: Split, players: int | None) -> None:
    """Add the divisions that no other beats, with the shares that they may expect."""
    if players is None:
        page.add("no other is better in one hand without being worse in the other:")
    else:
        page.add(f"share of the pot to expect among {players} players:")
    shares = [expected_share(split, players).pot for split in front] if players else []
    for place, split in enumerate(front):
        line = f"{'*' if split == best else ' '} "
        if shares:
            bar = page.bar(shares[place] / max(shares), BAR)
            line += f"{100 * shares[place]:5.1f}% {bar}  "
        page.add(f"{line}{page.cards(split.two)}  {split}")


def add_illegal(page: Page, judged: list[tuple[Split, str | None]]) -> None:
    """Add how many divisions are legal, and how many break which rule."""
    rules = Counter[str]()
    example: Split | None = None
    for split, fault in judged:
        if fault is None:
            rules["legal"] += 1
        elif "C4" in fault:
            rules[fault] += 1
        else:
            rules["R7"] += 1
            example = split
    legal = rules.pop("legal")
    verb = "is" if legal == 1 else "are"
    page.add(f"{legal} of {len(judged)} divisions {verb} legal; of the others")
    for fault, times in rules.items():
        if fault == "R7" and example is not None:
            five, two = brief(example.five_strength), brief_two(example.two_strength)
            fault = f"the five do not rank higher (R7), such as {five} behind {two}"
        page.add(f"{times:3d}: {fault}")


def add_divisions(page: Page, judged: list[tuple[Split, str | None]]) -> None:
    """Add all divisions, each with why it is illegal, if it is."""
    for split, fault in judged:
        page.add(f"{page.cards(split.two)}  {split}")
        if fault is not None:
            page.add(f"       illegal: {fault}")


def json_object(split: Split, players: int | None) -> dict[str, object]:
    """Return a division as plain JSON types."""
    return {
        "five": [str(card) for card in split.five],
        "two": [str(card) for card in split.two],
        "five_strength": split.five_strength,
        "two_strength": split.two_strength,
        "description": str(split),
        "share": None if players is None else expected_share(split, players)._asdict(),
    }
