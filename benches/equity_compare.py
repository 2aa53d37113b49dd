"""Compare equity with the packages on PyPI that have it: first whether all agree, then how fast.

    pip install '.[bench]'
    python benches/equity_compare.py [--fast]

Before the flop `AhKh` against `QsQd` is counted exactly and drawn at random by each, on one
thread. pokerfast ships OMPEval; its sampling is timed through the library's own C call, which says
how many showdowns it drew in a given time. All take turns, and a ratio is the median of the ratios
within one round. The exit status is 1 where answers differ, or where `pokerhouse` is not at least
as many times as fast as `GOALS` say; the short form only compares answers.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from statistics import median
from time import perf_counter
from typing import Any

import pokerhouse as ph

HANDS = ["AhKh", "QsQd"]
WON = 787_966
"""The boards of 1,712,304 on which the first hand wins, as tests/equity.rs counts them naively."""
EQUITY = (787_966 + 6_732 / 2) / 1_712_304

# What each is to be, in times of the others: exact, and sampled.
GOALS = {"pokerfast (OMPEval)": (2.0, 2.0), "poker-equity": (100.0, 8.0)}


@dataclass(frozen=True, slots=True)
class Subject:
    """A package: `exact` returns the first hand's equity, `sample` draws for about so many seconds.

    `sample` returns the equity and how many showdowns it drew a second.
    """

    name: str
    exact: Callable[[], float]
    sample: Callable[[float], tuple[float, float]]


def drawn_by_number(draw: Callable[[int], float]) -> Callable[[float], tuple[float, float]]:
    """Return a `Subject.sample` for a call that draws a given number of showdowns."""

    def sample(seconds: float) -> tuple[float, float]:
        number = 1000
        while True:
            start = perf_counter()
            equity = draw(number)
            took = perf_counter() - start
            if took >= seconds / 2:
                return equity, number / took
            number = int(number * max(2.0, seconds / max(took, 1e-6)))

    return sample


def pokerhouse() -> Subject:
    """`ph.equity` on one thread."""

    def draw(number: int) -> float:
        return ph.equity("holdem", HANDS, samples=number, threads=1)[0].equity

    def count() -> float:
        odds = ph.equity("holdem", HANDS, threads=1)
        assert odds.exact
        assert odds[0].win == WON
        return odds[0].equity

    return Subject("pokerhouse", count, drawn_by_number(draw))


def pokerfast() -> Subject:
    """OMPEval as pokerfast ships it; the number of showdowns comes from its own count."""
    module = import_module("pokerfast.equity")
    library = ctypes.CDLL(module.find_library())
    if library.pf_abi_version() != 1 or library.pf_init() != 0:
        raise RuntimeError("pokerfast's library does not start")
    ranges = (ctypes.c_char_p * len(HANDS))(*[hand.encode() for hand in HANDS])

    def sample(seconds: float) -> tuple[float, float]:
        out, drawn = (ctypes.c_double * len(HANDS))(), ctypes.c_uint64()
        start = perf_counter()
        # No standard error is small enough to end it before the time that it is given.
        failed = library.pf_equity(
            ranges,
            ctypes.c_uint(len(HANDS)),
            b"",
            b"",
            ctypes.c_int(0),
            ctypes.c_double(1e-12),
            ctypes.c_uint(1),
            ctypes.c_double(seconds),
            out,
            ctypes.byref(drawn),
        )
        took = perf_counter() - start
        if failed:
            raise RuntimeError(f"pokerfast's library returned {failed}")
        return out[0], drawn.value / took

    return Subject("pokerfast (OMPEval)", lambda: float(module.equity(HANDS)[0]), sample)


def poker_equity() -> Subject:
    """poker-equity's walk of every deal, and its sampling on one thread."""
    module = import_module("poker_equity")

    def first(answer: Any) -> float:
        return float(answer["players"][0]["equity"])

    def draw(number: int) -> float:
        return first(module.chunk_from_text("holdem", HANDS, samples=number, threads=1))

    return Subject(
        "poker-equity",
        lambda: first(module.exact_from_text("holdem", HANDS)),
        drawn_by_number(draw),
    )


def subjects() -> list[Subject]:
    """Return pokerhouse and the others that are installed."""
    others = [("pokerfast", pokerfast), ("poker-equity", poker_equity)]
    found = [pokerhouse()]
    for package, build in others:
        try:
            metadata.version(package)
        except metadata.PackageNotFoundError:
            print(f"{package} is not installed")
        else:
            found.append(build())
    return found


def main() -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fast", action="store_true", help="a short form that compares answers")
    fast: bool = parser.parse_args().fast
    rounds, seconds = (1, 0.02) if fast else (9, 0.2)

    found = subjects()
    exact: list[list[float]] = [[] for _ in found]
    rates: list[list[float]] = [[] for _ in found]
    for _ in range(rounds):
        for place, subject in enumerate(found):
            subject.exact()  # After this its tables are in the cache, not its forerunner's.
            start = perf_counter()
            counted = subject.exact()
            exact[place].append(perf_counter() - start)
            drawn, rate = subject.sample(seconds)
            rates[place].append(rate)
            # 20,000 showdowns, fewer than any draws, have a standard error of 0.0035.
            if abs(counted - EQUITY) > 1e-9 or abs(drawn - EQUITY) > 0.02:
                print(f"{subject.name} says {counted} and {drawn}, not {EQUITY}")
                return 1

    print(f"{'':22}{'exact, ms':>12}{'of ours':>10}{'million drawn a second':>26}{'of ours':>10}")
    reached = True
    for subject, times, drawn_rates in zip(found, exact, rates, strict=True):
        slower = median(mine / ours for mine, ours in zip(times, exact[0], strict=True))
        fewer = median(ours / mine for mine, ours in zip(drawn_rates, rates[0], strict=True))
        print(
            f"{subject.name:22}{median(times) * 1e3:12.3f}{slower:9.1f}x"
            f"{median(drawn_rates) / 1e6:26.1f}{fewer:9.1f}x"
        )
        goal = GOALS.get(subject.name, (0.0, 0.0))
        reached &= slower >= goal[0] and fewer >= goal[1]
    return 0 if reached or fast else 1


if __name__ == "__main__":
    sys.exit(main())
