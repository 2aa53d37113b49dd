"""``pokerhouse bench``: the evaluators that are installed, side by side on the same hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerhouse.picture import add_plot_option, check_picture

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction

DISAGREE = 1

EXAMPLES = """\
examples:
  pip install 'pokerhouse[bench]'
  pokerhouse bench --plot bench.png
  pokerhouse bench --fast --json > bench.json
"""


def add_bench(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``bench`` to the command."""
    from argparse import RawDescriptionHelpFormatter

    parser = subparsers.add_parser(
        "bench",
        help="compare the evaluators that are installed: do they agree, and how fast are they",
        description=(
            "Compare pokerhouse with the other evaluators from PyPI that are installed. First\n"
            "all have to put the same hands of five and of seven cards in the same order. Those\n"
            "that do are timed on the same hands, in turns, one call a hand and many hands at\n"
            "once, each on the input that it likes best, which is made outside the clock.\n"
            "Ratios are those within a round. It takes about a minute, in which the machine\n"
            "should do nothing else. The exit status is 1 where an evaluator disagrees or fails."
        ),
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--fast", action="store_true", help="a few seconds: proves the answers, times roughly"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the report as one object, and no tables"
    )
    add_plot_option(parser, "the times")
    parser.set_defaults(run=run_bench)


def run_bench(arguments: Namespace) -> int:
    """Run the comparison and return the exit status: 0, or 1 where an evaluator is wrong."""
    from pokerhouse.bench.report import FAST, THOROUGH, compare

    if arguments.plot is not None:
        check_picture(arguments.plot)
    report = compare(FAST if arguments.fast else THOROUGH)
    if arguments.json:
        import json
        from dataclasses import asdict

        print(json.dumps(asdict(report), indent=2))
    else:
        from pokerhouse.bench.page import show

        show(report)
    if arguments.plot is not None:
        from pokerhouse.bench.chart import draw

        draw(report, arguments.plot)
    return DISAGREE if report.complaints else 0
