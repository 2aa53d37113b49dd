"""One whole comparison: first whether all agree, then how fast they are, and what came of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pokerhouse as ph
from pokerhouse.bench.agreement import (
    SEED,
    Verdict,
    assert_own_answers,
    prove,
    with_one_joker,
)
from pokerhouse.bench.peers import PEERS, POKERHOUSE, Adapter, Evaluator
from pokerhouse.bench.timing import Contender, Race, Result, batched, looped, race, single
from pokerhouse.terminal import ProgressBar


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


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run finds out.

    `absent` are the peers that are not installed, `failures` what was told of those that agreed
    but raised an error where they were timed. Times are those of evaluators that agree.
    """

    machine: dict[str, str | int | None]
    rounds: int
    absent: list[str]
    verdicts: list[Verdict]
    failures: list[str]
    singles: list[Result]
    batches: list[Result]

    @property
    def complaints(self) -> list[str]:
        """What is wrong with evaluators that are installed, in words."""
        wrong = [verdict.complaint for verdict in self.verdicts]
        return [*(complaint for complaint in wrong if complaint is not None), *self.failures]


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


def own_batch(
    takes: str, hands: NDArray[np.uint8], rules: ph.Rules = ph.STANDARD, **options: Any
) -> Contender:
    """Return pokerhouse's batch call over all of `hands`."""

    def prepare(count: int) -> Callable[[], object]:
        return lambda: ph.evaluate_batch(hands[:count], rules, **options)

    return Contender("pokerhouse", takes, prepare, len(hands), len(hands))


def race_singles(adapters: Sequence[Adapter], size: Size, ran: Callable[[int], None]) -> Race:
    """Return the times of single calls on seven cards, pokerhouse on a list of ints first."""
    hands = ph.deal_batch(size.single_hands, 7, seed=SEED).tolist()
    evaluators = [(adapter.name, adapter.build(7)) for adapter in adapters]
    contenders = [single(name, evaluator, hands) for name, evaluator in evaluators]
    nothing = Evaluator("list of ints", lambda hands: [list(hand) for hand in hands], len)
    contenders.append(single("len(), for the loop alone", nothing, hands))
    return race(contenders, size.rounds, size.single_ns, ran)


def race_batches(
    adapters: Sequence[Adapter],
    sevens: NDArray[np.uint8],
    jokers: NDArray[np.uint8],
    size: Size,
    ran: Callable[[int], None],
) -> Race:
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
    return race(contenders, size.rounds, size.batch_ns, ran)


def compare(size: Size) -> Report:
    """Return the report of a whole comparison: agreement first, then single calls, then batches."""
    peers = [adapter for adapter in PEERS if adapter.version is not None]
    absent = sorted({adapter.package for adapter in PEERS if adapter.version is None})
    sevens = ph.deal_batch(size.batch_hands, 7, seed=SEED)
    jokers = with_one_joker(sevens)
    assert_own_answers(sevens, jokers)
    candidates = [*POKERHOUSE, *peers]
    with progress("proving", len(candidates), "evaluator") as proved:
        verdicts = prove(candidates, size.proof, proved)
    agreeing = [
        adapter
        for adapter, verdict in zip(candidates, verdicts, strict=True)
        if verdict.complaint is None
    ]
    with progress("single calls,", size.rounds, "round") as ran:
        singles = race_singles(agreeing, size, ran)
    with progress("many hands,", size.rounds, "round") as ran:
        others = [adapter for adapter in agreeing if adapter in peers]
        batches = race_batches(others, sevens, jokers, size, ran)
    return Report(
        machine(),
        size.rounds,
        absent,
        verdicts,
        [*singles.failures, *batches.failures],
        singles.results,
        batches.results,
    )


@contextmanager
def progress(doing: str, total: int, thing: str) -> Iterator[Callable[[int], None]]:
    """Show how far a job is, on a terminal; the callable is told how much is done.

    Nothing runs beside the job between two calls, as it would take its share of the time.
    """
    with ProgressBar(doing, total, thing, still=True) as bar:
        yield lambda done: bar.move(done, done)
