"""``pokerhouse compare``: hands in order, the test that tells neighbours apart, and why."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

from pokerhouse import CardError, Comparison, Hand, Rules
from pokerhouse.comparison import Standing, count_tests, decide
from pokerhouse.options import CommandError, add_rules_options, rules_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction
    from collections.abc import Sequence

# The tests of House Rules (ruling H1), by number.
TESTS = (
    "tie",
    "category",
    "ranks that make it",
    "kickers",
    "fewer wilds",
    "faces of the wilds",
    "suit",
)

EXAMPLES = """\
examples:
  pokerhouse compare "Kh Kc Ah 7d 4d" "Ks Kd Ac 7h 4h"
  pokerhouse compare --wild card --wilds 3 "9s 9h 3d 7d 4d" "9c 3c 3s 7s 4h"
"""


def add_compare(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``compare`` to the command."""
    from argparse import RawDescriptionHelpFormatter

    parser = subparsers.add_parser(
        "compare",
        help="put hands in order and say what decides between them",
        description=(
            "Put hands of 5, 6 or 7 cards in order, best first, and say which test of\n"
            "House Rules tells each from the next and why: category, the ranks that make\n"
            "it, kickers, fewer wilds, the faces of the wilds, suit. Hands may share cards\n"
            "of a board."
        ),
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "hands",
        nargs="+",
        metavar="HAND",
        help='cards such as "As Kd 10c 9h 2s", two hands or more',
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print an object: the hands in order, and the comparison of each with the next",
    )
    add_rules_options(parser)
    parser.add_argument(
        "--ties",
        choices=["house", "split"],
        default="house",
        help="house: all six tests; split: hands that the kickers leave equal tie (default: house)",
    )
    parser.set_defaults(run=run_compare)


def run_compare(arguments: Namespace) -> int:
    """Put the hands that the arguments give in order, and return the exit status."""
    texts: list[str] = arguments.hands
    if sys.stdout is None:
        raise CommandError("standard output is closed")
    if len(texts) < 2:
        raise CommandError('one hand is compared with another: "As Ks Qs Js Ts" "9c 9d 9h 2s 2d"')
    given = rules_of(arguments)
    rules = Rules(given.flushes, given.wild, given.wilds, arguments.ties, given.wild_as_self)
    hands = []
    for number, text in enumerate(texts, start=1):
        try:
            hands.append(Hand(text, rules))
        except CardError as error:
            raise CommandError(f"hand {number}: {error}") from None
    # Best first; of hands that tie the one given first.
    order = sorted(range(len(hands)), key=lambda index: hands[index], reverse=True)
    decided = [
        decide(
            Standing.of(hands[better], rules),
            Standing.of(hands[worse], rules),
            (f"hand {better + 1}", f"hand {worse + 1}"),
            count_tests(rules),
        )
        for better, worse in pairwise(order)
    ]
    places = [1]
    for place, comparison in enumerate(decided, start=2):
        places.append(place if comparison.winner else places[-1])
    if arguments.json:
        print_json(hands, order, places, decided)
    else:
        print_words(hands, order, places, decided)
    return 0


def print_words(
    hands: Sequence[Hand],
    order: Sequence[int],
    places: Sequence[int],
    decided: Sequence[Comparison],
) -> None:
    """Print the hands, best first, and between neighbours what decided."""
    from pokerhouse.terminal import Page

    page = Page()
    width = len(str(max(places)))
    for step, (index, place) in enumerate(zip(order, places, strict=True)):
        hand = hands[index]
        which = page.styled(f"{place:>{width}}  hand {index + 1}", "bold")
        page.add(f"{which}, {page.cards(hand.cards)}: {page.styled(str(hand), 'bold')}")
        if step < len(decided):
            _, test, reason = decided[step]
            name = f"test {test}, {TESTS[test]}" if test else TESTS[test]
            page.add(f"{' ' * width}    {name}: {reason}")
    page.print()


def print_json(
    hands: Sequence[Hand],
    order: Sequence[int],
    places: Sequence[int],
    decided: Sequence[Comparison],
) -> None:
    """Print an object: the hands, best first, and the comparison of each with the next."""
    import json

    from pokerhouse.ranking import json_object

    ranked = [
        {"hand": index + 1, **json_object(hands[index].cards, hands[index].rules, place)}
        for index, place in zip(order, places, strict=True)
    ]
    comparisons = [
        {
            "first": order[step] + 1,
            "second": order[step + 1] + 1,
            "winner": winner,
            "test": test,
            "name": TESTS[test],
            "reason": reason,
        }
        for step, (winner, test, reason) in enumerate(decided)
    ]
    print(json.dumps({"hands": ranked, "comparisons": comparisons}))
