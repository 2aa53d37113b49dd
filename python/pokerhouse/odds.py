"""How often each hand wins: exact where that is quick, sampled otherwise, here or on a cluster."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, SupportsIndex, overload

from pokerhouse._core import SHARE, Spot
from pokerhouse.chunks import MOST_SEED, run_chunks, whole
from pokerhouse.counted import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from pokerhouse import Range, Rules
    from pokerhouse.card import Cards

    # Of one seat, for the whole pot or a part of it: win, tie, lose, shares, squares of shares.
    Row = tuple[int, int, int, int, int]
    # Of each seat the row for the whole, then one for each part.
    Rows = list[list[Row]]
    # All boards or samples, and the rows.
    Tally = tuple[int, Rows]

__all__ = ["Equity", "HandEquity", "equity"]

# Look-ups that `equity` makes at most without being told to sample: on one core about three seconds
# of Hold'em, at 190 million a second.
EXACT_WORK = 1 << 29
# Samples where neither their number nor a standard error is asked for: an equity is then right to
# a twentieth of a percent, which is the standard error at its greatest, 0.5 / sqrt(samples).
SAMPLES = 1_000_000
# In these a sample takes 10 microseconds, and in the others 1.5 at most, as Tri-Show's discard is
# chosen by what every turn and river would make of it.
SLOW_GAMES = ("tri-show", "stackhouse")
SLOW_SAMPLES = 100_000
# Most samples of one call: fifteen hours of two Hold'em hands on one core.
MOST_SAMPLES = 1 << 40
# The standard error that so many samples always reach; a finer one could take for ever.
LEAST_STDERR = 0.5 / math.sqrt(MOST_SAMPLES)
# With stderr= the samples are looked at after so many, and whenever they have doubled. The same
# everywhere, so that where sampling stops does not hang on who did it.
FIRST_ROUND = 1 << 13
# Samples in the first chunks of an executor: 40 milliseconds of the slowest game.
FIRST_SAMPLES = 1 << 12
# Look-ups in the first chunks of an executor where boards are counted.
FIRST_WORK = 1 << 20


@dataclass(frozen=True, slots=True)
class HandEquity:
    """How one hand fares: what it wins on average, and how often."""

    hand: str
    """The hand as text; `""` if it is unknown."""
    equity: float
    """The share of the pot that it wins on average, from 0 to 1."""
    win: int
    """Boards, or samples, in which it takes everything."""
    tie: int
    """Those in which it takes a share."""
    lose: int
    """Those in which it takes nothing."""
    stderr: float
    """The standard error of `equity`; 0 where it is exact."""


@dataclass(frozen=True, slots=True, repr=False)
class Equity(Sequence[HandEquity]):
    """A `HandEquity` for each hand, in the order given, and how they were found.

    Of every row, win + tie + lose is `samples`.
    """

    game: str
    """The game."""
    rows: tuple[HandEquity, ...]
    """What the sequence holds."""
    exact: bool
    """Whether every way to deal was counted."""
    samples: int
    """How many samples were drawn; where it is exact, how many boards were counted. A hand of a
    weighted range counts as often as its weight says."""
    _parts: tuple[tuple[str, tuple[HandEquity, ...]], ...] = field(default=())

    @property
    def parts(self) -> dict[str, tuple[HandEquity, ...]]:
        """The same for each part of the pot by its name; empty where there is one pot.

        Cowpie has a five-card and a two-card half, Outhouse three side pots and the main pot,
        Stackhouse a pot for each of its four hands.
        """
        return dict(self._parts)

    @overload
    def __getitem__(self, place: SupportsIndex) -> HandEquity: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[HandEquity, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> HandEquity | tuple[HandEquity, ...]:
        """Return the row of a hand, or a tuple of rows."""
        return self.rows[place]

    def __len__(self) -> int:
        """Return how many hands there are."""
        return len(self.rows)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain JSON types."""
        return {
            "game": self.game,
            "exact": self.exact,
            "samples": self.samples,
            "hands": [asdict(row) for row in self.rows],
            "parts": {name: [asdict(row) for row in rows] for name, rows in self._parts},
        }

    def __str__(self) -> str:
        """Return a table with a line a hand."""
        names = [row.hand or "unknown" for row in self.rows]
        width = max(map(len, ["hand", *names]))
        lines = [f"{'hand':<{width}}  equity     win     tie    lose"]
        for name, row in zip(names, self.rows, strict=True):
            cells = (row.equity, *(part / self.samples for part in (row.win, row.tie, row.lose)))
            lines.append(f"{name:<{width}}" + "".join([f"{cell:8.2%}" for cell in cells]))
        return "\n".join([*lines, self.how])

    @property
    def how(self) -> str:
        """How it was found, in words: ``"exact, 990 boards"``."""
        if self.exact:
            weighted = any(":" in row.hand for row in self.rows)
            return f"exact, {counted(self.samples, 'board')}{' by weight' if weighted else ''}"
        error = max(row.stderr for row in self.rows)
        return f"{counted(self.samples, 'sample')}, standard error {error:.3%} at most"

    def __repr__(self) -> str:
        """Return each hand's equity, and how it was found."""
        hands = ", ".join([f"{row.hand or 'unknown'} {row.equity:.2%}" for row in self.rows])
        return f"<Equity: {hands}; {self.how}>"


def equity(
    game: str,
    hands: Sequence[Cards | Range],
    board: Cards = "",
    dead: Cards = "",
    *,
    rules: Rules | None = None,
    jokers: SupportsIndex = 0,
    samples: SupportsIndex | None = None,
    stderr: float | None = None,
    policy: str | Sequence[str] = "two",
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Equity:
    """Return how much of the pot each hand wins on average, and how often.

    `game` is ``"holdem"``, ``"omaha"``, ``"omaha5"``, ``"omaha6"`` (ruling R8), ``"stud"``,
    ``"ethos"``, ``"tri-show"``, ``"stackhouse"`` (S2, S6), ``"cowpie"`` (C6) or ``"outhouse"``
    (O4, O7). `hands` are cards, ``""`` for an unknown hand, or Hold'em ranges as text or
    `pokerhouse.Range`; ``"15%"`` is the classes that win most all-in before the flop against one
    random hand. Where cards are up, the down cards come first and a ``/`` parts them:
    ``"As 9d/Kh"``. A Stackhouse hand is its ten cards, Hand One first, and nine after Tri-Show's
    discard on the flop (S4). `dead` cards are in no hand and come no more. Where no `rules` are
    given they are the game's own: `pokerhouse.NO_FLUSH` in Outhouse (O7), otherwise `STANDARD`;
    those with ``ties="house"`` break ties in every game but the three that split (H6).

    Without `samples` and `stderr` every way to deal is counted if that takes a few seconds on one
    core at most, otherwise a million are drawn (100,000 with Tri-Show); `exact` says which. With
    `samples` that many are drawn at random. With `stderr` sampling goes on, in rounds that double,
    until the standard error of every hand is that small or smaller; with both, at most `samples`.
    The samples of a `seed` are one stream: 2,000 are the first 1,000 and the next. In Cowpie and
    Outhouse, where players choose, they do by the `policy`, or each by his of several: ``"five"``
    or ``"two"``, that hand first, or ``"share"``, the share of the pot to expect. After the flop of
    Tri-Show everyone keeps the two cards that are stronger than most hands on average, an unknown
    hand too (S4).

    A standard error is that of a mean of independent samples, with one pot won and one lost added
    to them, so that a few samples that all went one way do not pass for certain.

    `threads=0` takes all cores. `executor` is any of `concurrent.futures`, or Dask's
    ``client.get_executor()``: it gets chunks, each for one thread. Neither changes the answer. One
    that dies, or whose Dask client closes, is an `ExecutorError`. `progress` is called about ten
    times a second with how much is done and of how much, None if that is not known; what it raises,
    and Ctrl-C, stop the run.

    Cards that are there twice, a hand, board or range that cannot be, more hands than the deck can
    serve, and samples or errors that are no numbers above zero are a `ValueError` that says so.

    >>> import pokerhouse as ph
    >>> odds = ph.equity("holdem", ["Jc5c", "QdTd"])
    >>> odds[0].win, odds[0].tie, odds[0].lose, odds.exact
    (600384, 15802, 1096118, True)
    >>> print(ph.equity("holdem", ["AhKh", "QQ+"], "2h 7h Jc"))
    hand  equity     win     tie    lose
    AhKh  47.68%  47.68%   0.00%  52.32%
    QQ+   52.32%  52.32%   0.00%  47.68%
    exact, 11,880 boards
    """
    most = None if samples is None else whole("samples", samples, 1, MOST_SAMPLES)
    target = None if stderr is None else _checked_stderr(stderr)
    seed = whole("the seed", seed, 0, MOST_SEED)
    threads = whole("threads", threads)
    jokers = whole("jokers", jokers)
    spot = Spot(game, hands, board, dead, rules, jokers, policy)
    run = _Run(spot, threads, executor, progress)
    if most is None and target is None and spot.work is not None and spot.work <= EXACT_WORK:
        return _equity(game, spot, run.count(spot.work, spot.units or 1), exact=True)
    if target is None:
        if most is None:
            most = SLOW_SAMPLES if game in SLOW_GAMES else SAMPLES
        return _equity(game, spot, run.sample(seed, most, most), exact=False)
    reached = FIRST_ROUND
    while True:
        last = reached if most is None else min(reached, most)
        found = _equity(game, spot, run.sample(seed, last, most), exact=False)
        if last == most or max(row.stderr for row in found) <= target:
            return found
        reached *= 2


class _Run:
    """A spot's boards or samples, bit by bit on threads or by an executor, and added up."""

    def __init__(
        self,
        spot: Spot,
        threads: int,
        executor: Executor | None,
        progress: Callable[[int, int | None], object] | None,
    ) -> None:
        """Begin with nothing done."""
        self._spot = spot
        self._threads = threads
        self._executor = executor
        self._progress = progress
        self._done = 0
        self._tally: Tally = (0, [])

    def count(self, work: int, units: int) -> Tally:
        """Return the tally of all boards."""
        # Units are much alike, so that many make as many look-ups as first chunks should.
        return self._go_on(partial(_count, self._spot), units, units, units * FIRST_WORK // work)

    def sample(self, seed: int, last: int, total: int | None) -> Tally:
        """Return the tally of the samples up to this one; those that are drawn already are kept."""
        return self._go_on(partial(_sample, self._spot, seed), last, total, FIRST_SAMPLES)

    def _go_on(self, work: Callable[..., Tally], last: int, total: int | None, size: int) -> Tally:
        first = self._done

        def tell(done: int) -> None:
            if self._progress is not None:
                self._progress(first + done, total)

        if self._executor is None:
            self._add(first, last, work(first, last, self._threads, tell))
        else:
            run_chunks(
                work, last, self._executor, self._add, first=first, size=max(1, size), progress=tell
            )
        self._done = last
        tell(last - first)
        return self._tally

    def _add(self, _first: int, _last: int, tally: Tally) -> None:
        total, rows = self._tally
        self._tally = (total + tally[0], _sum(rows, tally[1]) if rows else tally[1])


def _count(
    spot: Spot,
    first: int,
    last: int,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    return spot.count(first, last, threads, progress)


def _sample(
    spot: Spot,
    seed: int,
    first: int,
    last: int,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    return spot.sample(seed, first, last, threads, progress)


def _sum(some: Rows, more: Rows) -> Rows:
    """Two tallies' rows added up, number by number."""
    return [
        [
            (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])
            for a, b in zip(ours, theirs, strict=True)
        ]
        for ours, theirs in zip(some, more, strict=True)
    ]


def _equity(game: str, spot: Spot, tally: Tally, exact: bool) -> Equity:
    """A tally as people read it."""
    total, seats = tally

    def column(part: int) -> tuple[HandEquity, ...]:
        return tuple(
            HandEquity(
                hand=hand,
                equity=rows[part][3] / (total * SHARE),
                win=rows[part][0],
                tie=rows[part][1],
                lose=rows[part][2],
                stderr=0.0 if exact else _stderr(total, rows[part][3], rows[part][4]),
            )
            for hand, rows in zip(spot.hands, seats, strict=True)
        )

    parts = tuple((name, column(1 + part)) for part, name in enumerate(spot.parts))
    return Equity(game, column(0), exact, total, parts)


def _stderr(samples: int, shares: int, squares: int) -> float:
    """The standard error of a mean share, with one pot won and one lost added to the samples.

    Without those two, a hand that won each of a hundred samples would have none at all.
    """
    count = samples + 2
    mean = (shares / SHARE + 1) / count
    square = (squares / SHARE**2 + 1) / count
    return math.sqrt(max(0.0, square - mean * mean) / samples)


def _checked_stderr(stderr: float) -> float:
    """The standard error that is wanted, if that is a number that samples can reach."""
    if isinstance(stderr, bool) or not isinstance(stderr, Real):
        raise ValueError(f"stderr is {stderr!r}: it must be a number above 0, such as 0.001")
    wanted = float(stderr)
    if not 0 < wanted < math.inf:
        raise ValueError(f"stderr is {stderr!r}: it must be a number above 0, such as 0.001")
    if wanted < LEAST_STDERR:
        raise ValueError(
            f"stderr is {stderr!r}: the least that can be reached for sure is {LEAST_STDERR:.1e}, "
            f"with {MOST_SAMPLES} samples"
        )
    return wanted
