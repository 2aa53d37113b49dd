"""What a terminal shows more than a pipe: cards in colour, and how far a long job is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pokerhouse.counted import counted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Self, TextIO

    from rich.progress import Progress, TaskID

    from pokerhouse.card import Card

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED_SUITS = ("d", "h")
BLOCK = "█"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is likely to read this stream as it is written."""
    return stream is not None and stream.isatty()


def has_symbols(encoding: str) -> bool:
    """Whether the suit symbols, and the block that bars are made of, are in this encoding."""
    try:
        "".join([*SYMBOLS.values(), BLOCK]).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def face_of(card: Card, symbols: bool) -> tuple[str, str]:
    """Return a card as it is shown, with a symbol for the suit or a letter, and its colour.

    The colour is a style of rich's, ``""`` for that of the text around.
    """
    if not card.suit:
        return str(card), "magenta"
    text = card.rank + SYMBOLS[card.suit] if symbols else str(card)
    return text, "red" if card.suit in RED_SUITS else ""


class Page:
    """Lines of words and cards for standard output: in colour on a terminal, plain elsewhere."""

    def __init__(self) -> None:
        """Start a page with no lines."""
        # Markup of rich where colours are wanted. None of the words come from outside.
        self._lines: list[str] = []
        self._coloured = is_terminal(sys.stdout)
        self._symbols = self._coloured and has_symbols(sys.stdout.encoding)

    def styled(self, words: str, style: str) -> str:
        """Return words in a style of rich's, ``"bold"``."""
        return f"[{style}]{words}[/{style}]" if self._coloured else words

    def card(self, card: Card, style: str = "") -> str:
        """Return a card as it is shown: ``As``, or on a terminal with a symbol for the suit."""
        text, colour = face_of(card, self._symbols)
        style = f"{style} {colour}".strip()
        return self.styled(text, style) if style else text

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards as they are shown, with spaces between."""
        return " ".join([self.card(card) for card in cards])

    def bar(self, part: float, width: int) -> str:
        """Return a bar that is this part, 0 to 1, of the width, padded to it."""
        filled = round(part * width)
        return (BLOCK if self._symbols else "#") * filled + " " * (width - filled)

    def add(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)

    def print(self) -> None:
        """Print the lines on standard output."""
        if not self._coloured:
            sys.stdout.write("".join([line + "\n" for line in self._lines]))
            return
        from rich.console import Console

        console = Console(file=sys.stdout, highlight=False, emoji=False, soft_wrap=True)
        console.print("\n".join(self._lines))


class ProgressBar:
    """A progress bar on standard error, if that is a terminal, from the first time it is moved."""

    def __init__(
        self, doing: str, total: int | None, thing: str | None = "hand", still: bool = False
    ) -> None:
        """Make a bar for a job: what is done, how much of it there is if that is known.

        It counts a `thing`, or where that is None tells how much of the total is done. One that
        keeps `still` is drawn where it is moved, and never by a thread beside the job.
        """
        self._doing = doing
        self._total = total
        self._thing = thing
        self._still = still
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def move(self, done: int, count: int) -> None:
        """Show that this much of the total is done, and a count of what was done."""
        if not is_terminal(sys.stderr):
            return
        if self._progress is None or self._task is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
                auto_refresh=not self._still,
                # Output goes where it was sent, not to the terminal that the bar is on.
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._progress.add_task(self._doing, total=self._total)
            self._progress.start()
        if self._thing is None:
            told = f"{count:,} of {self._total:,}"
        else:
            told = counted(count, self._thing)
        self._progress.update(
            self._task,
            completed=done,
            description=f"{self._doing} {told}",
            refresh=self._still,
        )

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
        if self._progress is not None:
            self._progress.stop()
