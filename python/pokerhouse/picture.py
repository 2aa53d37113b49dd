"""Pictures: a figure of matplotlib's to draw on, and the file that it is saved to.

matplotlib is the extra ``plot`` and is loaded where a figure is opened. A figure of this module
needs no display and is known to nothing but its owner, as ``pyplot`` has no part in it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pokerhouse.options import CommandError
from pokerhouse.whole_file import check_writable, naming, whole_file

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from matplotlib.figure import Figure

# Two that stay sharp at any size, and two that are shown everywhere.
KINDS = ("jpg", "pdf", "png", "svg")
DOTS_PER_INCH = 150


def add_plot_option(parser: ArgumentParser, what: str) -> None:
    """Add ``--plot FILE``, which draws `what`."""
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help=f"draw {what} to FILE, a {' '.join('.' + kind for kind in KINDS)} "
        "(needs matplotlib: pip install 'pokerhouse[plot]')",
    )


def check_picture(path: str) -> None:
    """Raise CommandError or OSError where no picture could be saved to this path.

    For before a long job. An unknown suffix, a folder that is not there or cannot be written to,
    and a missing matplotlib are found here.
    """
    _kind(path)
    check_writable(path)
    figure(1, 1)


def figure(width: float, height: float) -> Figure:
    """Return an empty figure of this width and height in inches.

    Its axes are laid out so that no text overlaps. Without matplotlib this raises CommandError.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise CommandError(
            "--plot needs matplotlib, which is not installed: pip install 'pokerhouse[plot]'"
        ) from None
    return Figure(figsize=(width, height), layout="constrained")


def save(drawn: Figure, path: str) -> None:
    """Save a figure as the kind of picture that the suffix of the path says.

    A suffix that is not among `KINDS` raises CommandError, and a path that cannot be written to
    OSError; then what was at the path is still there.
    """
    kind = _kind(path)
    with whole_file(path) as file, naming(path):
        drawn.savefig(file, format=kind, dpi=DOTS_PER_INCH)


def _kind(path: str) -> str:
    """Return the kind of picture that the suffix of a path says."""
    suffix = os.path.splitext(path)[1]
    kind = suffix[1:].lower()
    if kind not in KINDS:
        known = " ".join(f".{kind}" for kind in KINDS)
        raise CommandError(f"{path}: {suffix or 'no suffix'} is no kind of picture known: {known}")
    return kind
