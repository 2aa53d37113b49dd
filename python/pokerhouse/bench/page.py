"""A report as a page of tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pokerhouse.bench.report import Report
from pokerhouse.bench.timing import Result

# A file or a log has no edge that tables would have to end at.
WIDTH = 140


def digits(value: float) -> str:
    """Return a number with the digits that matter: 1,234 or 123 or 12.3 or 0.12 or 0.0012."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def spread(middle: float, quartiles: tuple[float, float]) -> str:
    """Return a median and the quartiles around it."""
    low, high = sorted(quartiles)
    return f"{digits(middle)} ({digits(low)} .. {digits(high)})"


def table(title: str, results: Sequence[Result], per_second: bool) -> Table:
    """Return a table of results, in nanoseconds a hand or in millions of hands a second."""
    out = Table(title=title, title_justify="left", box=box.SIMPLE)
    out.add_column("evaluator", no_wrap=True)
    out.add_column("input")
    unit = "million hands/s" if per_second else "ns a hand"
    for heading in ("hands", unit, "best", "time, pokerhouse 1"):
        out.add_column(heading, justify="right")
    for result in results:
        low, high = result.ns_quartiles
        out.add_row(
            result.name,
            result.takes,
            f"{result.hands:,}",
            spread(1_000 / result.ns, (1_000 / high, 1_000 / low))
            if per_second
            else spread(result.ns, (low, high)),
            digits(1_000 / result.ns_best if per_second else result.ns_best),
            spread(result.ratio, result.ratio_quartiles),
        )
    return out


def show(report: Report) -> None:
    """Print a report on standard output."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    console.print(", ".join(f"{name} {value}" for name, value in report.machine.items()))
    for complaint in report.complaints:
        console.print(f"[bold red]disagrees or fails:[/] {escape(complaint)}")
    good = [verdict for verdict in report.verdicts if verdict.complaint is None]
    names = dict.fromkeys(f"{verdict.name} {verdict.version}" for verdict in good)
    console.print(
        f"The same order on {good[0].hands if good else 0:,} hands of five and seven cards: "
        + "; ".join(names)
    )
    if report.absent:
        console.print(f"Not installed, left out: {', '.join(report.absent)}")
    console.print(f"Medians and quartiles of {report.rounds} rounds")
    console.print(table("Single calls, seven cards", report.singles, per_second=False))
    console.print(table("Many hands, seven cards", report.batches, per_second=True))
