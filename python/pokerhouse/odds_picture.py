"""Pictures of equities: bars, and a hand against every class of a Hold'em range."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from pokerhouse import CardError, Range, cards
from pokerhouse.picture import figure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from matplotlib.figure import Figure

    from pokerhouse.card import Card
    from pokerhouse.odds import Equity, HandEquity

# As the 169 classes are drawn everywhere: aces at the top left, suited above the diagonal.
RANKS = "AKQJT98765432"
# Standard errors on each side that a bar of error shows: 19 of 20 samplings come that near.
ERRORS = 2
# Percent from an even share where the colours become so dark that black is hard to read.
DARK = 37
# A range may be longer than a picture is wide.
LONGEST_NAME = 40


def draw_bars(odds: Equity) -> Figure:
    """Return a picture with a bar for each hand, and two standard errors where it was sampled."""
    drawn = figure(7, 1.4 + 0.5 * len(odds))
    axes = drawn.subplots()
    places = range(len(odds))
    shares = [100 * row.equity for row in odds]
    errors = None if odds.exact else [100 * ERRORS * row.stderr for row in odds]
    bars = axes.barh(places, shares, xerr=errors, capsize=4, color="tab:blue", ecolor="black")
    axes.bar_label(bars, [f"{share:.2f} %" for share in shares], padding=6)
    axes.set_yticks(places, [_name(row) for row in odds])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the pot, %")
    axes.set_title(f"{odds.game}: {odds.how}")
    axes.spines[["top", "right"]].set_visible(False)
    return drawn


def draw_grid(odds: Equity, hand: str, against: Mapping[str, float]) -> Figure:
    """Return a picture of a hand's equity against each class, 13 by 13, pairs on the diagonal."""
    import numpy as np

    table = np.full((len(RANKS), len(RANKS)), np.nan)
    for name, share in against.items():
        high, low = RANKS.index(name[0]), RANKS.index(name[1])
        place = (low, high) if name.endswith("o") else (high, low)
        table[place] = 100 * share
    drawn = figure(9, 8)
    axes = drawn.subplots()
    image = axes.imshow(table, cmap="RdYlBu", vmin=0, vmax=100)
    for row in range(len(RANKS)):
        for column in range(len(RANKS)):
            share, text, colour = table[row, column], _class(row, column), "0.75"
            if not np.isnan(share):
                text += f"\n{share:.0f}"
                colour = "white" if abs(share - 50) > DARK else "black"
            axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
    edges = np.arange(len(RANKS) - 1) + 0.5
    axes.set_xticks(edges, [], minor=True)
    axes.set_yticks(edges, [], minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="both", length=0)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    drawn.colorbar(image, ax=axes, shrink=0.8, label=f"equity of {hand}, %")
    mine = next(row for row in odds if row.hand == hand)
    other = next(row for row in odds if row is not mine)
    axes.set_title(f"{hand} against {_name(other)}: {mine.equity:.2%}, {odds.how}")
    return drawn


def hand_and_range(odds: Equity) -> tuple[str, Range] | None:
    """Return the one hand and the range that it is against; None where these are not what is."""
    if odds.game != "holdem" or len(odds) != 2:
        return None
    first, second = (_one_hand(row.hand) for row in odds)
    if first == second:
        return None
    hand, spread = odds if first else reversed(odds)
    return hand.hand, Range(spread.hand or "random")


def _name(row: HandEquity) -> str:
    """A hand as text that is not too long."""
    return shorten(row.hand, LONGEST_NAME, placeholder=" ...") if row.hand else "unknown"


def _one_hand(text: str) -> bool:
    """Whether this is one hand, and no range and no unknown one."""
    try:
        return bool(cards(text))
    except CardError:
        return False


def in_classes(spread: Range, taken: Collection[Card]) -> dict[str, str]:
    """Return a range's combos class by class as text, without those that cannot be dealt."""
    classes: dict[str, list[str]] = {}
    for combo, weight in zip(spread.combos, spread.weights, strict=True):
        high, low = sorted(combo, reverse=True)
        if high in taken or low in taken:
            continue
        row, column = RANKS.index(high.rank), RANKS.index(low.rank)
        name = _class(row, column) if high.suit == low.suit else _class(column, row)
        classes.setdefault(name, []).append(f"{high}{low}:{weight:.6f}")
    return {name: ", ".join(combos) for name, combos in classes.items()}


def _class(row: int, column: int) -> str:
    """The class at a place of the grid: suited above the diagonal, offsuit below it."""
    if row == column:
        return RANKS[row] * 2
    if row < column:
        return RANKS[row] + RANKS[column] + "s"
    return RANKS[column] + RANKS[row] + "o"
