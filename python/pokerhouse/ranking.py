"""``pokerhouse rank``: hands in words, and ranked against each other."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING

from pokerhouse import CardError, Hand, category, deck, describe, ranks
from pokerhouse._core import read
from pokerhouse.options import CommandError, add_rules_options, rules_of
from pokerhouse.terminal import Page, ProgressBar, is_terminal

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pokerhouse import Card, Rules

# Lines written at a time.
LINES = 1 << 14
CARD_TEXTS = [str(card) for card in deck(2)]

EXAMPLES = """\
examples:
  pokerhouse rank "As Ks Qs Js Ts"
  pokerhouse rank --wild card --wilds 2 "As Ad 2h 9c 9d" "Ks Kh Kd 4c 4s"
  pokerhouse rank --file hands.txt > places.tsv
  pokerhouse rank --npy hands.npy --out strengths.npy
"""


def add_rank(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``rank`` to the command."""
    from argparse import RawDescriptionHelpFormatter

    parser = subparsers.add_parser(
        "rank",
        help="say what hands are worth, and rank them against each other",
        description=(
            "Say what hands of 5, 6 or 7 cards are worth, and rank them against each other.\n\n"
            "Of hands given as arguments: the category, the five cards that play and what\n"
            "each wild stands for, best hand first. Of hands read from a file or from\n"
            "standard input, one a line: place, category and description with tabs between,\n"
            "in the order they came. Of the rows of a .npy file: the strengths, to another."
        ),
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "hands",
        nargs="*",
        metavar="HAND",
        help='cards such as "As Kd 10c 9h 2s"; - reads standard input, as no HAND does in a pipe',
    )
    parser.add_argument("--file", metavar="FILE", help="read hands from FILE, one a line")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print an object a hand, in the order given: one object or an array for arguments, "
        "one a line for a file or standard input; with --npy, one object of what was written",
    )
    group = parser.add_argument_group("arrays")
    group.add_argument(
        "--npy",
        metavar="FILE",
        help="read hands from FILE as NumPy saves them: a row of 5, 6 or 7 card numbers each, of "
        "any integer type; FILE may be larger than memory",
    )
    group.add_argument(
        "--out",
        metavar="FILE",
        help="write what ranks each row to FILE: strengths (uint16), or keys (uint64) under House "
        "Rules; FILE changes only when all rows are done",
    )
    group.add_argument(
        "--threads",
        type=thread_count,
        metavar="N",
        help="how many work on --npy (default: one a core)",
    )
    add_rules_options(parser)
    parser.set_defaults(run=run_rank)


def run_rank(arguments: Namespace) -> int:
    """Rank the hands that the arguments give, and return the exit status."""
    rules = rules_of(arguments)
    texts: list[str] = arguments.hands
    if arguments.npy is not None:
        if texts or arguments.file is not None:
            raise CommandError("hands come from --npy alone, or from --file or the command line")
        if arguments.out is None:
            raise CommandError("--npy needs --out FILE, where the strengths go")
        rank_rows(arguments.npy, arguments.out, rules, arguments.threads or 0, arguments.json)
        return 0
    if arguments.out is not None or arguments.threads is not None:
        raise CommandError("--out and --threads go with --npy FILE")
    if sys.stdout is None:
        raise CommandError("standard output is closed")
    if arguments.file is not None and texts:
        raise CommandError("hands come from --file or from the command line, not both")
    if "-" in texts and len(texts) > 1:
        raise CommandError("hands come from standard input (-) or from the command line, not both")
    if texts and texts != ["-"]:
        rank_texts(texts, rules, arguments.json)
        return 0
    path = None if arguments.file in (None, "-") else arguments.file
    if path is None and not texts and arguments.file is None and is_terminal(sys.stdin):
        raise CommandError(
            'no hands: pokerhouse rank "As Ks Qs Js Ts", or --file FILE, or - to type them'
        )
    rank_lines(path, rules, arguments.json)
    return 0


def thread_count(text: str) -> int:
    """Return how many threads a text asks for, 0 for one a core."""
    from argparse import ArgumentTypeError

    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is no number of threads")
    return int(text)


# Hands given as arguments ----------------------------------------------------------------------


def rank_texts(texts: Sequence[str], rules: Rules, as_json: bool) -> None:
    """Print the hands of these texts, ranked against each other."""
    # No text of fewer characters holds two cards, so these are the cards of one hand.
    if all(len(text.strip()) < 4 for text in texts):
        texts = [" ".join(texts)]
    hands = []
    for index, text in enumerate(texts, start=1):
        try:
            hands.append(Hand(text, rules))
        except CardError as error:
            which = f"hand {index}: " if len(texts) > 1 else ""
            raise CommandError(f"{which}{error}") from None
    orders = [hand.key if rules.ties == "house" else hand.strength for hand in hands]
    first: dict[int, int] = {}
    for place, order in enumerate(sorted(orders, reverse=True), start=1):
        first.setdefault(order, place)
    places = [first[order] for order in orders]
    if as_json:
        import json

        ranked = zip(hands, places, strict=True)
        lines = [json.dumps(json_object(hand.cards, rules, place)) for hand, place in ranked]
        print(lines[0] if len(lines) == 1 else "[" + ",\n ".join(lines) + "]")
        return
    page = Page()
    width = len(str(max(places))) if len(hands) > 1 else 0
    for place, hand in sorted(zip(places, hands, strict=True), key=lambda ranked: ranked[0]):
        add_hand(page, hand, f"{place:>{width}}" if width else "")
    page.print()


def add_hand(page: Page, hand: Hand, place: str) -> None:
    """Add the lines that show a hand to a page."""
    indent = " " * (len(place) + 2)
    page.add((page.styled(place, "bold") + "  " if place else "") + page.styled(str(hand), "bold"))
    best = hand.best
    if len(hand.cards) > len(best):
        shown = [page.card(card, "" if card in best else "dim") for card in hand.cards]
        page.add(f"{indent}cards  {' '.join(shown)}")
    page.add(f"{indent}plays  {page.cards(best)}")
    wilds = wild_cards(hand.rules)
    for held, played in zip(best, hand.stands_for, strict=True):
        if held in wilds:
            meaning = "itself" if held == played else page.card(played)
            page.add(f"{indent}wild   {page.card(held)} stands for {meaning}")


def wild_cards(rules: Rules) -> set[Card]:
    """Return the cards that are wild under these rules, jokers included."""
    if rules.wild is None:
        return set()
    named = rules.wilds.split()
    return {card for card in deck(2) if not card.suit or card.rank in named or str(card) in named}


def json_object(cards: Sequence[int], rules: Rules, place: int) -> dict[str, object]:
    """Return a hand and its place as plain JSON types."""
    strength, _, best, stands_for, naturals, wild_faces, suit = read(cards, rules)
    return {
        "place": place,
        "cards": [CARD_TEXTS[card] for card in cards],
        "strength": strength,
        **strength_object(strength),
        "best": [CARD_TEXTS[card] for card in best],
        "stands_for": [CARD_TEXTS[card] for card in stands_for],
        "naturals": naturals,
        "wild_faces": wild_faces,
        "suit": suit,
    }


@cache
def strength_object(strength: int) -> dict[str, str]:
    """Return what JSON says of a strength."""
    return {
        "category": category(strength).words,
        "description": describe(strength),
        "ranks": ranks(strength),
    }


# Hands read from a file or a pipe --------------------------------------------------------------


def rank_lines(path: str | None, rules: Rules, as_json: bool) -> None:
    """Print a line for each hand of a file, or of standard input where the path is None.

    Nothing is printed before every hand was read.
    """
    import numpy as np

    from pokerhouse.hand_lines import read_hands

    hands = read_hands(path, rules, keep_cards=as_json)
    count = len(hands.orders)
    ranked = np.sort(hands.orders)
    # Lines that appear on the same terminal show by themselves that something happens.
    doing = nullcontext() if is_terminal(sys.stdout) else ProgressBar("writing", count)
    with doing as bar:
        for start in range(0, count, LINES):
            part = slice(start, start + LINES)
            # As many hands are stronger as stand right of the hand's own order.
            stronger = count - np.searchsorted(ranked, hands.orders[part], side="right")
            places: list[int] = (stronger + 1).tolist()
            if hands.cards is not None:
                text = json_lines(hands.cards[part], places, rules)
            else:
                text = word_lines(hands.strengths[part].tolist(), places)
            sys.stdout.write(text)
            if bar is not None and start:
                bar.move(start, start)


def word_lines(strengths: list[int], places: list[int]) -> str:
    """Return lines of place, category and description."""
    ranked = zip(places, strengths, strict=True)
    return "".join([f"{place}{strength_words(strength)}" for place, strength in ranked])


@cache
def strength_words(strength: int) -> str:
    """Return what a line says of a strength, behind the place."""
    return f"\t{category(strength).words}\t{describe(strength)}\n"


def json_lines(rows: NDArray[np.uint8], places: list[int], rules: Rules) -> str:
    """Return lines of JSON for rows of card numbers."""
    import json

    from pokerhouse.hand_lines import NO_CARD

    lines = []
    for row, place in zip(rows.tolist(), places, strict=True):
        cards = [number for number in row if number != NO_CARD]
        lines.append(json.dumps(json_object(cards, rules, place)) + "\n")
    return "".join(lines)


# Hands from an array ---------------------------------------------------------------------------


def rank_rows(path: str, out: str, rules: Rules, threads: int, as_json: bool) -> None:
    """Write what ranks the rows of a file to another, and print what that was if it is asked."""
    from time import perf_counter

    from pokerhouse.npy_rows import rank_npy

    start = perf_counter()
    rows, written = rank_npy(path, out, rules, threads)
    if as_json:
        import json

        seconds = round(perf_counter() - start, 3)
        report = {"hands": rows.hands, "cards": rows.cards, "out": out, "dtype": str(written)}
        print(json.dumps({**report, "seconds": seconds}))
