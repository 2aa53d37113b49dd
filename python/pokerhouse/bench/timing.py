"""How fast evaluators are on the same hands, in turns on the same machine.

Every evaluator gets the input it likes best, made outside the clock. They run in turn, A B C A B C
and so on, with the garbage collector off, and a ratio is the median of the ratios within one round:
what else the machine does then weighs on both sides. Ratios are the figures that carry over to
another machine; nanoseconds do not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import starmap
from statistics import median, quantiles
from time import perf_counter_ns
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerhouse.bench.agreement import failure
from pokerhouse.bench.peers import Batch, Evaluator, Hand

FEWEST = 100
"""The hands that even the slowest evaluator gets in a turn: one hand may cost twice another."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One line of a race: `prepare(n)` returns a call that evaluates n hands, least to most."""

    name: str
    takes: str
    prepare: Callable[[int], Callable[[], object]]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Result:
    """A contender's times in nanoseconds a hand, and as ratios to the first contender's."""

    name: str
    takes: str
    hands: int
    ns: float
    ns_quartiles: tuple[float, float]
    ns_best: float
    ratio: float
    ratio_quartiles: tuple[float, float]


def call_each(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> None:
    """Call `evaluate` on every hand."""
    for hand in hands:
        evaluate(hand)


def call_each_spread(evaluate: Callable[..., object], hands: Sequence[Any]) -> None:
    """Call `evaluate` on the cards of every hand as arguments."""
    for hand in hands:
        evaluate(*hand)


def single(name: str, evaluator: Evaluator, hands: Sequence[Hand]) -> Contender:
    """Return the contender that calls an evaluator hand by hand, as a program's loop does."""
    loop = call_each_spread if evaluator.spread else call_each
    # The interpreter adapts the bytes of a loop to what the loop calls. Each contender has a copy
    # to itself, as it would in its user's program, so that none runs on another's.
    own = FunctionType(loop.__code__.replace(), {})

    def prepare(count: int) -> Callable[[], object]:
        native = evaluator.prepare(hands[:count])
        return lambda: own(evaluator.evaluate, native)

    return Contender(name, evaluator.takes, prepare, min(FEWEST, len(hands)), len(hands))


def looped(name: str, evaluator: Evaluator, hands: Sequence[Hand]) -> Contender:
    """Return the contender that makes a list of answers with the quickest loop that Python has."""

    def prepare(count: int) -> Callable[[], object]:
        native = evaluator.prepare(hands[:count])
        if evaluator.spread:
            return lambda: list(starmap(evaluator.evaluate, native))
        return lambda: list(map(evaluator.evaluate, native))

    least = min(FEWEST, len(hands))
    return Contender(name, f"{evaluator.takes}, loop", prepare, least, len(hands))


def batched(name: str, batch: Batch, hands: NDArray[np.uint8]) -> Contender:
    """Return the contender that evaluates many hands by one call."""

    def prepare(count: int) -> Callable[[], object]:
        native = batch.prepare(hands[:count].tolist())
        return lambda: batch.evaluate(native)

    return Contender(name, batch.takes, prepare, min(FEWEST, len(hands)), len(hands))


def clock(run: Callable[[], object]) -> int:
    """Return the nanoseconds that a call takes."""
    start = perf_counter_ns()
    run()
    return perf_counter_ns() - start


def enough(contender: Contender, turn_ns: int) -> int:
    """Return how many hands a contender evaluates in about `turn_ns`."""
    count = max(contender.least, min(16, contender.most))
    while True:
        run = contender.prepare(count)
        took = min(clock(run), clock(run))
        if took >= turn_ns / 4 or count == contender.most:
            fair = int(count * turn_ns / max(took, 1))
            return max(contender.least, min(fair, contender.most))
        count = min(4 * count, contender.most)


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """Return the lower and upper quartile."""
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


class Race(NamedTuple):
    """The times of those that ran, in their order, and what was told of those that failed."""

    results: list[Result]
    failures: list[str]


def race(
    contenders: Sequence[Contender],
    rounds: int,
    turn_ns: int,
    ran: Callable[[int], None] = lambda _: None,
) -> Race:
    """Return every contender's times over a number of rounds; in each round all take their turn.

    A turn is one run without the clock, after which the contender's tables and not those of its
    forerunner are in the cache, and one with it. One that raises an error is out, unless it is the
    first, whose times all others are held against. `ran` is called with the rounds that are done.
    """
    failures: list[str] = []
    runners: list[tuple[Contender, int, Callable[[], object], list[float]]] = []

    def out(contender: Contender, error: BaseException) -> None:
        if contender is contenders[0]:
            raise error
        failures.append(failure(f"{contender.name} ({contender.takes})", error))

    for contender in contenders:
        try:
            count = enough(contender, turn_ns)
            runners.append((contender, count, contender.prepare(count), []))
        except BaseException as error:
            out(contender, error)
    gc.collect()
    gc.disable()
    try:
        for done in range(rounds):
            ran(done)
            for runner in tuple(runners):
                contender, count, run, times = runner
                try:
                    run()
                    times.append(clock(run) / count)
                except BaseException as error:
                    out(contender, error)
                    runners.remove(runner)
    finally:
        gc.enable()
    first = runners[0][3]
    return Race([result(*runner, first) for runner in runners], failures)


def result(
    contender: Contender,
    count: int,
    _run: Callable[[], object],
    times: list[float],
    first: list[float],
) -> Result:
    """Return the figures of a contender from its times and those of the first, round by round."""
    ratios = [mine / other for mine, other in zip(times, first, strict=True)]
    return Result(
        contender.name,
        contender.takes,
        count,
        median(times),
        quartiles(times),
        min(times),
        median(ratios),
        quartiles(ratios),
    )
