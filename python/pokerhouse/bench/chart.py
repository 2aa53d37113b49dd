"""A report as a picture: how many hands a second each evaluator does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerhouse import picture
from pokerhouse.bench.page import digits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from pokerhouse.bench.report import Report
    from pokerhouse.bench.timing import Result

OWN = "#b3202c"
PEER = "#4a5568"
WIDTH = 9.0
LINE = 0.27
"""The height of a line, and (in lines) that of what is around those of one panel."""
AROUND = 5


def draw(report: Report, path: str) -> None:
    """Save the picture of a report to a file."""
    panels = [("One call a hand", report.singles), ("Many hands at once", report.batches)]
    heights = [len(results) + AROUND for _, results in panels]
    drawn = picture.figure(WIDTH, LINE * (sum(heights) + 2))
    axes: Sequence[Axes] = drawn.subplots(len(panels), 1, sharex=True, height_ratios=heights)
    for panel, (title, results) in zip(axes, panels, strict=True):
        draw_panel(panel, title, results)
    machine = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    drawn.supxlabel(
        f"Seven cards, {report.rounds} rounds. The first of a panel by its median, the others by "
        "the median of their ratios to it.\n"
        f"Lines go from quartile to quartile.\n{machine}",
        fontsize=7,
        color=PEER,
    )
    picture.save(drawn, path)


def draw_panel(panel: Axes, title: str, results: Sequence[Result]) -> None:
    """Draw a dot for each result, the first one on top.

    Places are those of the ratios to the first, which a machine that changes its pace between two
    turns moves less than times. Hands a second differ by factors of a thousand, so their axis is
    logarithmic; it has no zero that bars could begin at.
    """
    first = 1e9 / results[0].ns
    for line, result in enumerate(results):
        colour = OWN if result.name == "pokerhouse" else PEER
        low, high = (first / ratio for ratio in reversed(result.ratio_quartiles))
        middle = first / result.ratio
        panel.plot([low, high], [line, line], color=colour, linewidth=3, alpha=0.4)
        panel.plot([middle], [line], "o", color=colour, markersize=5)
        panel.annotate(
            f"{digits(middle / 1e6)} M/s",
            (high, line),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=7,
            color=colour,
        )
    panel.set_xscale("log")
    panel.margins(x=0.14)
    panel.set_yticks(
        range(len(results)), [f"{result.name} ({result.takes})" for result in results], fontsize=8
    )
    panel.invert_yaxis()
    panel.grid(axis="x", linewidth=0.5, alpha=0.5)
    panel.set_axisbelow(True)
    panel.spines[["top", "right", "left"]].set_visible(False)
    panel.tick_params(axis="y", length=0)
    panel.tick_params(axis="x", labelbottom=True, labelsize=8)
    panel.set_title(title, loc="left", fontsize=10, fontweight="bold")
    panel.set_xlabel("hands a second", fontsize=8)
