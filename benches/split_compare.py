"""Compare `best_split_batch` with what it replaces: 21 calls of another evaluator a hand.

    pip install '.[bench]'
    python benches/split_compare.py [--fast]

A hand of seven has 21 divisions, and without a batch of divisions the five cards of each are a
call by themselves; what comes after them, the two cards and which five are higher, is left out of
the others' times. Of the packages on PyPI those that are installed run, in a plain loop and where
they have one by their batch call, with input that is made outside the clock. The exit status is 1
where `best_split_batch` takes more than a tenth of the quickest single calls.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pokerhouse as ph
from pokerhouse.bench.peers import PEERS, POKERHOUSE
from pokerhouse.bench.timing import Contender, batched, looped, race

if TYPE_CHECKING:
    from pokerhouse.division import Preference

SEED = 5
DIVISIONS = 21
PREFERENCES: tuple[Preference, ...] = ("five", "two", "share")


def splitting(prefer: Preference, sevens: np.typing.NDArray[np.uint8]) -> Contender:
    """Return `best_split_batch` on one thread, over all hands."""
    players = 4 if prefer == "share" else None

    def run() -> object:
        return ph.best_split_batch(sevens, prefer=prefer, players=players)

    return Contender("pokerhouse", f"split, {prefer}", lambda _: run, len(sevens), len(sevens))


def assert_same_answers(sevens: np.typing.NDArray[np.uint8]) -> None:
    """Raise where the best division is not what 21 single evaluations say."""
    five, two, pick = ph.best_split_batch(sevens[:200])
    for row, hand in enumerate(sevens[:200].tolist()):
        best = (0, 0)
        for columns in combinations(range(7), 2):
            in_front = [hand[column] for column in columns]
            behind = [card for card in hand if card not in in_front]
            strengths = ph.evaluate(behind), ph.evaluate_two(in_front)
            if set(in_front) & set(hand[:3]) and ph.outranks(*strengths):
                best = max(best, strengths)
        if best != (int(five[row]), int(two[row])):
            raise AssertionError(f"hand {row} is divided wrongly: {pick[row]}")


def main() -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fast", action="store_true", help="a short form that still asserts")
    fast: bool = parser.parse_args().fast
    rows, rounds, turn_ns = (2_000, 3, 1_000_000) if fast else (100_000, 21, 20_000_000)

    sevens = ph.deal_batch(rows, 7, seed=SEED)
    assert_same_answers(sevens)
    fives = [list(five) for hand in sevens[:500].tolist() for five in combinations(hand, 5)]
    contenders = [splitting(prefer, sevens) for prefer in PREFERENCES]
    for adapter in (POKERHOUSE[0], *PEERS):
        if adapter.version is None:
            continue
        evaluator = adapter.build(5)
        contenders.append(looped(adapter.name, evaluator, fives))
        if evaluator.batch is not None:
            contenders.append(batched(adapter.name, evaluator.batch, np.array(fives, np.uint8)))
    results, failures = race(contenders, rounds, turn_ns)

    print(f"{'':24}{'input':24}{'ns a hand':>12}{'of the first':>14}")
    for failure in failures:
        print(f"fails: {failure}")
    tenths = []
    for result in results:
        calls = 1 if result.takes.startswith("split") else DIVISIONS
        ns, ratio = result.ns * calls, result.ratio * calls
        print(f"{result.name:24}{result.takes:24}{ns:12.1f}{ratio:13.1f}x")
        if result.takes.endswith(", loop") and result.name != "pokerhouse":
            tenths.append(ratio)
    if not tenths:
        print("no other evaluator is installed")
        return 0
    print(f"21 single calls of the quickest other take {min(tenths):.0f} times as long")
    return 0 if min(tenths) >= 10 else 1


if __name__ == "__main__":
    sys.exit(main())
