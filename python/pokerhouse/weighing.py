"""``pokerhouse equity``: how much of the pot each hand wins on average."""

from __future__ import annotations

from textwrap import shorten
from time import monotonic
from typing import TYPE_CHECKING

from pokerhouse._core import GAMES, POLICIES
from pokerhouse.card import cards
from pokerhouse.odds import SAMPLES, equity
from pokerhouse.options import add_rules_options, cards_of, rules_of
from pokerhouse.picture import add_plot_option, check_picture, save
from pokerhouse.terminal import Page, ProgressBar

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import Self

    from matplotlib.figure import Figure

    from pokerhouse.card import Card
    from pokerhouse.odds import Equity

BAR = 24
# Seconds before a progress bar comes: what is over by then needs none.
PATIENCE = 1.0
# A range may be longer than a line; its first classes are shown.
LONGEST_NAME = 40

EXAMPLES = """\
examples:
  pokerhouse equity AhKh QsQd
  pokerhouse equity AhKh "QQ+, AKs:0.5" --board "2h 7h Jc" --plot odds.png
  pokerhouse equity AsKsQhQd "" "" --game omaha --stderr 0.001
  pokerhouse equity "As 9d/Kh" "/7s" "/2c" --game cowpie --policy share
"""


def add_equity(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``equity`` to the command."""
    from argparse import RawDescriptionHelpFormatter

    parser = subparsers.add_parser(
        "equity",
        help="how much of the pot each hand wins on average",
        description=(
            "Print the share of the pot that each hand wins on average, and how often it takes\n"
            "everything, a share or nothing. Every way to deal is counted where that is quick,\n"
            f"otherwise {SAMPLES:,} are drawn; the last line says which."
        ),
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "hands",
        metavar="HAND",
        nargs="+",
        help='cards, down cards first where some are up ("As 9d/Kh"); "" if unknown; in Hold\'em '
        'also a range: "QQ+, AKs:0.5", "random", or "15%%", the classes that win most all-in '
        "before the flop against one random hand",
    )
    parser.add_argument("--game", choices=GAMES, default="holdem", help="default: holdem")
    parser.add_argument("--board", metavar="CARDS", default="", help="cards that all hands share")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards that come no more")
    parser.add_argument(
        "--jokers", type=int, choices=(0, 1, 2), default=0, help="jokers in the deck (default: 0)"
    )
    parser.add_argument("--samples", type=int, metavar="N", help="draw this many at random")
    parser.add_argument(
        "--stderr",
        type=float,
        metavar="X",
        help="draw until every standard error is X or less, 0.001 being a tenth of a percent; "
        "at most --samples, if both are given",
    )
    parser.add_argument(
        "--policy",
        choices=POLICIES,
        default="two",
        help="how cards are divided in Cowpie and exposed in Outhouse: for the best five, the best "
        "two, or the share of the pot (default: two)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", default=0, help="the samples that are drawn (default: 0)"
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", default=0, help="default: as many as there are cores"
    )
    parser.add_argument("--json", action="store_true", help="print one object with everything")
    add_plot_option(
        parser, "the equities, or a hand's equity against each class of a Hold'em range,"
    )
    add_rules_options(parser, default=None)
    parser.set_defaults(run=run_equity)


def run_equity(arguments: Namespace) -> int:
    """Weigh the hands that the arguments give, and return the exit status."""
    if arguments.rules is None:
        # O7: flushes do not count.
        arguments.rules = "no-flush" if arguments.game == "outhouse" else "standard"
    rules = rules_of(arguments)
    board, dead = cards_of("--board", arguments.board), cards_of("--dead", arguments.dead)
    if arguments.plot is not None:
        check_picture(arguments.plot)

    def weigh(hands: Sequence[str], progress: Callable[[int, int | None], object]) -> Equity:
        return equity(
            arguments.game,
            hands,
            board,
            dead,
            rules=rules,
            jokers=arguments.jokers,
            samples=arguments.samples,
            stderr=arguments.stderr,
            policy=arguments.policy,
            seed=arguments.seed,
            threads=arguments.threads,
            progress=progress,
        )

    with PatientBar("weighed") as bar:
        odds = weigh(arguments.hands, bar.move)
    if arguments.plot is not None:
        save(_picture(odds, weigh, (*board, *dead)), arguments.plot)
    if arguments.json:
        import json

        where = {"board": [str(card) for card in board], "dead": [str(card) for card in dead]}
        print(json.dumps({**where, **odds.to_dict()}))
        return 0
    page = Page()
    add_odds(page, odds)
    page.print()
    return 0


class PatientBar:
    """A progress bar that comes only when a job has taken a second."""

    def __init__(self, doing: str) -> None:
        """Start the clock."""
        self._doing = doing
        self._started = monotonic()
        self._bar: ProgressBar | None = None

    def move(self, done: int, total: int | None) -> None:
        """Show that this much is done of the total, if that is known."""
        if self._bar is None:
            if monotonic() - self._started < PATIENCE:
                return
            self._bar = ProgressBar(self._doing, total, "sample" if total is None else None)
        self._bar.move(done, done)

    def __enter__(self) -> Self:
        """Return the bar, which is cleared away at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Clear the bar away."""
        if self._bar is not None:
            self._bar.__exit__(kind, error, traceback)


def add_odds(page: Page, odds: Equity) -> None:
    """Add a table with a line a hand to a page, and one for each part that the pot has."""
    names = [_spaced(row.hand) for row in odds]
    width = max(map(len, ["hand", *names]))
    greatest = max(row.equity for row in odds) or 1.0
    error = "" if odds.exact else "        "
    page.add(
        page.styled(
            f"{'hand':<{width}}   equity{error}  {'':{BAR}}     win     tie    lose", "bold"
        )
    )
    for row, name in zip(odds, names, strict=True):
        line = _coloured(page, row.hand) + " " * (width - len(name)) + f"  {row.equity:7.2%}"
        if not odds.exact:
            line += f" ± {row.stderr:.2%}"
        line += f"  {page.bar(row.equity / greatest, BAR)}"
        page.add(line + "".join([f"{n / odds.samples:8.2%}" for n in (row.win, row.tie, row.lose)]))
    if odds.parts:
        page.add("")
        titles = list(odds.parts)
        head = "".join([f"  {title:>8}" for title in titles])
        page.add(page.styled(f"{'part':<{width}}{head}", "bold"))
        for place, (row, name) in enumerate(zip(odds, names, strict=True)):
            line = _coloured(page, row.hand) + " " * (width - len(name))
            for title in titles:
                line += f"  {odds.parts[title][place].equity:{max(8, len(title))}.2%}"
            page.add(line)
    page.add("")
    page.add(odds.how)


def _spaced(hand: str) -> str:
    """A hand as it is shown: its cards apart, a range as it is."""
    try:
        shown = " / ".join([" ".join(map(str, cards(part))) for part in hand.split("/")])
    except ValueError:
        return shorten(hand, LONGEST_NAME, placeholder=" ...")
    return shown.strip() or "unknown"


def _coloured(page: Page, hand: str) -> str:
    """The same with its cards in colour; as long, but for the colours."""
    try:
        shown = " / ".join([page.cards(cards(part)) for part in hand.split("/")])
    except ValueError:
        return _spaced(hand)
    return shown.strip() or "unknown"


def _picture(
    odds: Equity,
    weigh: Callable[[Sequence[str], Callable[[int, int | None], object]], Equity],
    taken: tuple[Card, ...],
) -> Figure:
    """The picture of these odds: bars, or a grid for a Hold'em hand against a range."""
    from pokerhouse.odds_picture import draw_bars, draw_grid, hand_and_range, in_classes

    sides = hand_and_range(odds)
    if sides is None:
        return draw_bars(odds)
    hand, spread = sides
    against: dict[str, float] = {}
    classes = in_classes(spread, {*cards(hand), *taken})
    with PatientBar("weighed classes") as bar:
        for done, (name, combos) in enumerate(classes.items()):

            def move(_done: int, _total: int | None, done: int = done) -> None:
                bar.move(done, len(classes))

            against[name] = weigh([hand, combos], move)[0].equity
    return draw_grid(odds, hand, against)
