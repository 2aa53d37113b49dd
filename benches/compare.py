"""Compare pokerhouse with the evaluators on PyPI: first whether all agree, then how fast they are.

    pip install '.[bench]'
    python benches/compare.py [--fast] [--json FILE]

Every evaluator gets the input it likes best, made outside the clock. They run in turn, A B C A B C
and so on, with the garbage collector off, and a ratio is the median of the ratios within one round:
what else the machine does then weighs on both sides. Ratios are the figures that carry over to
another machine; nanoseconds do not. The exit status is 1 where an evaluator disagrees or fails.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import sys
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, combinations, starmap
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt
import pokerhouse as ph
from peers import PEERS, POKERHOUSE, Adapter, Batch, Evaluator, Hand, text
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

SEED = 7
JOKER = 52
FEWEST = 100
"""The hands that even the slowest evaluator gets in a turn: one hand may cost twice another."""

# How often each category, high card first, comes among all 2,598,960 hands of five cards; the
# same figures are proved for the core in tests/counts.rs.
FIVES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]


@dataclass(frozen=True, slots=True)
class Size:
    """How much to do: hands to agree on, rounds, and how long one evaluator's turn lasts."""

    proof: int
    rounds: int
    single_hands: int
    single_ns: int
    batch_hands: int
    batch_ns: int


THOROUGH = Size(20_000, 31, 10_000, 3_000_000, 1_000_000, 40_000_000)
FAST = Size(2_000, 5, 1_000, 300_000, 100_000, 1_000_000)


# Agreement


def deal(size: int, count: int) -> list[list[int]]:
    """Return random hands, every fourth one from a deck in which rare hands are common.

    That deck is one whole suit and two whole ranks. From a full deck 20,000 hands would hold
    hardly a straight flush or two different quads to tell apart.
    """
    dealer = random.Random(SEED + size)
    hands = []
    for number in range(count):
        deck = range(52)
        if number % 4 == 3:
            suit, ranks = dealer.randrange(4), dealer.sample(range(13), 2)
            hands.append(dealer.sample([c for c in deck if c % 4 == suit or c // 4 in ranks], size))
        else:
            hands.append(dealer.sample(deck, size))
    return hands


def disagreement(first: Sequence[int], second: Sequence[int]) -> tuple[int, int] | None:
    """Return the first hand on which two lists of strengths differ in order, and its counterpart.

    The order is the same exactly when the dense ranks are. A new hand is held against those
    before it: where its strength in `first` is known `second` must give the same again, otherwise
    it must fall between the same neighbours. `None` means that the order is the same throughout.
    """
    seen: dict[int, int] = {}
    ladder: list[int] = []
    for hand, (mine, other) in enumerate(zip(first, second, strict=True)):
        if mine in seen:
            if second[seen[mine]] != other:
                return hand, seen[mine]
            continue
        place = bisect_left(ladder, mine)
        if place > 0 and second[seen[ladder[place - 1]]] >= other:
            return hand, seen[ladder[place - 1]]
        if place < len(ladder) and second[seen[ladder[place]]] <= other:
            return hand, seen[ladder[place]]
        ladder.insert(place, mine)
        seen[mine] = hand
    return None


def relation(first: int, second: int) -> str:
    """Return in words how a hand stands to another by their strengths."""
    return "ties" if first == second else "beats" if first > second else "loses to"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an evaluator agrees with `pokerhouse.evaluate`, and if not, on which hand."""

    name: str
    takes: str
    version: str | None
    hands: int
    complaint: str | None


def evaluate_all(evaluator: Evaluator, hands: Sequence[Hand]) -> list[int]:
    """Return the strengths of hands by single calls; an error names the hand it was met on."""
    strengths = []
    for hand, native in zip(hands, evaluator.prepare(hands), strict=True):
        try:
            answer = evaluator.evaluate(*native) if evaluator.spread else evaluator.evaluate(native)
            strengths.append(evaluator.strength(answer))
        except BaseException as error:  # a Rust panic arrives as a BaseException
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            raise RuntimeError(f"fails on {text(hand)}: {error!r}") from error
    return strengths


def complaint(adapter: Adapter, hands: dict[int, list[list[int]]]) -> str | None:
    """Return what is wrong with an evaluator's answers, `None` where nothing is."""
    for size, dealt in hands.items():
        evaluator = adapter.build(size)
        reference = [ph.evaluate(hand) for hand in dealt]
        answers = {"": evaluate_all(evaluator, dealt)}
        if evaluator.batch is not None:
            batch = evaluator.batch
            answers[" (batch)"] = batch.strengths(batch.evaluate(batch.prepare(dealt)))
        for call, strengths in answers.items():
            pair = disagreement(reference, strengths)
            if pair is not None:
                one, other = pair
                return (
                    f"{adapter.name}{call}: {text(dealt[one])} "
                    f"{relation(strengths[one], strengths[other])} {text(dealt[other])}, "
                    f"which by pokerhouse it {relation(reference[one], reference[other])}"
                )
    return None


def prove(adapters: Sequence[Adapter], count: int) -> list[Verdict]:
    """Return a verdict on each installed evaluator over `count` hands of five and of seven."""
    hands = {size: deal(size, count) for size in (5, 7)}
    verdicts = []
    for adapter in adapters:
        try:
            wrong = complaint(adapter, hands)
        except BaseException as error:
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            wrong = f"{adapter.name}: {error}"
        takes = "" if wrong else adapter.build(7).takes
        verdicts.append(Verdict(adapter.name, takes, adapter.version, 2 * count, wrong))
    return verdicts


def assert_own_answers(sevens: npt.NDArray[np.uint8], jokers: npt.NDArray[np.uint8]) -> None:
    """Raise unless what is timed of pokerhouse is right: all fives counted, batch as single."""
    every = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    counts = np.bincount(ph.evaluate_batch(every) >> 12).tolist()
    if counts != FIVES:
        raise AssertionError(f"categories of all hands of five: {counts}, not {FIVES}")
    once = ph.evaluate_batch(sevens)
    unchecked = ph.evaluate_batch(sevens, check=False)
    threaded = ph.evaluate_batch(sevens, threads=2)
    if not (np.array_equal(once, unchecked) and np.array_equal(once, threaded)):
        raise AssertionError("evaluate_batch unchecked or on two threads differs")
    for hands, rules in (
        (sevens, ph.STANDARD),
        (sevens, ph.NO_FLUSH),
        (jokers, ph.Rules(wild="card")),
        (jokers, ph.Rules(wild="bug")),
    ):
        some = hands[:2_000]
        single = [ph.evaluate(hand, rules) for hand in some.tolist()]
        if ph.evaluate_batch(some, rules).tolist() != single:
            raise AssertionError(f"evaluate_batch and evaluate differ under {rules}")


# Speed


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


def batched(name: str, batch: Batch, hands: npt.NDArray[np.uint8]) -> Contender:
    """Return the contender that evaluates many hands by one call."""

    def prepare(count: int) -> Callable[[], object]:
        native = batch.prepare(hands[:count].tolist())
        return lambda: batch.evaluate(native)

    return Contender(name, batch.takes, prepare, min(FEWEST, len(hands)), len(hands))


def own_batch(
    takes: str, hands: npt.NDArray[np.uint8], rules: ph.Rules = ph.STANDARD, **options: Any
) -> Contender:
    """Return pokerhouse's batch call over all of `hands`."""

    def prepare(count: int) -> Callable[[], object]:
        return lambda: ph.evaluate_batch(hands[:count], rules, **options)

    return Contender("pokerhouse", takes, prepare, len(hands), len(hands))


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


def race(contenders: Sequence[Contender], rounds: int, turn_ns: int) -> list[Result]:
    """Return every contender's times over a number of rounds; in each round all take their turn.

    A turn is one run without the clock, after which the contender's tables and not those of its
    forerunner are in the cache, and one with it.
    """
    counts = [enough(contender, turn_ns) for contender in contenders]
    runs = [contender.prepare(count) for contender, count in zip(contenders, counts, strict=True)]
    times: list[list[float]] = [[] for _ in runs]
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for run, count, taken in zip(runs, counts, times, strict=True):
                run()
                taken.append(clock(run) / count)
    finally:
        gc.enable()
    results = []
    for contender, count, taken in zip(contenders, counts, times, strict=True):
        ratios = [mine / first for mine, first in zip(taken, times[0], strict=True)]
        results.append(
            Result(
                contender.name,
                contender.takes,
                count,
                median(taken),
                quartiles(taken),
                min(taken),
                median(ratios),
                quartiles(ratios),
            )
        )
    return results


def race_singles(adapters: Sequence[Adapter], size: Size) -> list[Result]:
    """Return the times of single calls on seven cards, pokerhouse on a list of ints first."""
    hands = ph.deal_batch(size.single_hands, 7, seed=SEED).tolist()
    evaluators = [(adapter.name, adapter.build(7)) for adapter in adapters]
    contenders = [single(name, evaluator, hands) for name, evaluator in evaluators]
    nothing = Evaluator("list of ints", lambda hands: [list(hand) for hand in hands], len)
    contenders.append(single("len(), for the loop alone", nothing, hands))
    return race(contenders, size.rounds, size.single_ns)


def race_batches(
    adapters: Sequence[Adapter],
    sevens: npt.NDArray[np.uint8],
    jokers: npt.NDArray[np.uint8],
    size: Size,
) -> list[Result]:
    """Return the times of many hands at once, one thread of pokerhouse first.

    A peer without a batch call loops over as many hands as stay in cache, which favours it.
    """
    contenders = [own_batch("array", sevens)]
    contenders.append(own_batch("array, unchecked", sevens, check=False))
    if (os.cpu_count() or 1) > 1:
        contenders.append(own_batch("array, two threads", sevens, threads=2))
    contenders.append(own_batch("array, no flushes", sevens, ph.NO_FLUSH))
    contenders.append(own_batch("array, wild card in each", jokers, ph.Rules(wild="card")))
    contenders.append(own_batch("array, bug in each", jokers, ph.Rules(wild="bug")))
    for adapter in adapters:
        evaluator = adapter.build(7)
        if evaluator.batch is not None:
            contenders.append(batched(adapter.name, evaluator.batch, sevens))
        else:
            contenders.append(looped(adapter.name, evaluator, sevens[: size.single_hands].tolist()))
    return race(contenders, size.rounds, size.batch_ns)


def with_one_joker(sevens: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the hands with one card of each, at random, changed for a joker."""
    jokers = sevens.copy()
    places = np.random.default_rng(SEED).integers(0, sevens.shape[1], len(sevens))
    jokers[np.arange(len(sevens)), places] = JOKER
    return jokers


# Report


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run finds out; `absent` are the peers that are not installed."""

    machine: dict[str, str | int | None]
    rounds: int
    absent: list[str]
    verdicts: list[Verdict]
    singles: list[Result]
    batches: list[Result]

    @property
    def agreed(self) -> bool:
        """Whether every evaluator that is installed gave the same order."""
        return all(verdict.complaint is None for verdict in self.verdicts)


def machine() -> dict[str, str | int | None]:
    """Return what the figures depend on: processor, system, Python and package versions."""
    cpuinfo = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (cpuinfo.read_text().splitlines() if cpuinfo.exists() else [])
        if line.startswith("model name")
    ]
    return {
        "processor": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "pokerhouse": ph.__version__,
    }


def compare(size: Size) -> Report:
    """Return the report of a whole comparison: agreement first, then single calls, then batches."""
    peers = [adapter for adapter in PEERS if adapter.version is not None]
    absent = sorted({adapter.package for adapter in PEERS if adapter.version is None})
    sevens = ph.deal_batch(size.batch_hands, 7, seed=SEED)
    jokers = with_one_joker(sevens)
    assert_own_answers(sevens, jokers)
    verdicts = prove([*POKERHOUSE, *peers], size.proof)
    works = [peer for peer, verdict in zip(peers, verdicts[len(POKERHOUSE):], strict=True)
             if verdict.takes]  # fmt: skip
    return Report(
        machine(),
        size.rounds,
        absent,
        verdicts,
        race_singles([*POKERHOUSE, *works], size),
        race_batches(works, sevens, jokers, size),
    )


def figure(value: float) -> str:
    """Return a number with the digits that matter: 1,234 or 123 or 12.3 or 0.12 or 0.0012."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def spread(middle: float, quartiles: tuple[float, float]) -> str:
    """Return a median and the quartiles around it."""
    low, high = sorted(quartiles)
    return f"{figure(middle)} ({figure(low)} .. {figure(high)})"


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
            figure(1_000 / result.ns_best if per_second else result.ns_best),
            spread(result.ratio, result.ratio_quartiles),
        )
    return out


def show(report: Report, console: Console) -> None:
    """Print a report."""
    console.print(", ".join(f"{name} {value}" for name, value in report.machine.items()))
    for verdict in report.verdicts:
        if verdict.complaint is not None:
            console.print(f"[bold red]disagrees or fails:[/] {escape(verdict.complaint)}")
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


def main() -> int:
    """Run the comparison from the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--fast", action="store_true", help="a few seconds: proves the answers, times roughly"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report to FILE too")
    arguments = parser.parse_args()
    report = compare(FAST if arguments.fast else THOROUGH)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 140  # a file or a log has no edge for the tables to be cut at
    show(report, console)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(asdict(report), indent=2) + "\n")
    return 0 if report.agreed else 1


if __name__ == "__main__":
    sys.exit(main())
