"""Threads and processes: the same answers, a free interpreter, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pokerhouse as ph
import pytest
from hands import GAMES, numpy_hands, random_hand, rules_of
from numpy.typing import NDArray


def test_eight_threads_agree_on_single_hands_under_every_rules() -> None:
    """All start at once, so whatever is built on first use is built under contention."""
    random = Random(71)
    work = [
        (random_hand(random, random.choice((5, 6, 7)), game), rules_of(game))
        for game in GAMES
        for _ in range(10)
    ]
    gate = threading.Barrier(8)

    def evaluate_all() -> list[tuple[int, str, tuple[int, ...]]]:
        gate.wait()
        results: list[tuple[int, str, tuple[int, ...]]] = []
        for cards, rules in work:
            hand = ph.Hand(cards, rules)
            results.append((ph.evaluate(cards, rules), str(hand), tuple(hand.best)))
        return results

    with ThreadPoolExecutor(8) as pool:
        answers = [future.result() for future in [pool.submit(evaluate_all) for _ in range(8)]]
    assert all(answer == answers[0] for answer in answers)
    assert [answer[0] for answer in answers[0]] == [ph.evaluate(*task) for task in work]


FIRST_USE = """
import threading
import numpy as np
import pokerhouse as ph

hands = ph.deal_batch(2000, 7, seed=1)
every = [
    ph.Rules(flushes=flushes, wild=wild, wilds=wilds)
    for flushes in (True, False)
    for wild, wilds in ((None, ""), ("card", "2"), ("bug", "3 4"), ("casino-bug", "As Kd"))
]
gate = threading.Barrier(8)
answers = [None] * 8

def work(thread):
    gate.wait()
    answers[thread] = [ph.evaluate_batch(hands, rules, threads=2).tolist() for rules in every]

threads = [threading.Thread(target=work, args=(thread,)) for thread in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert None not in answers
assert all(answer == answers[0] for answer in answers)
assert answers[0][0] == [ph.evaluate(hand) for hand in hands.tolist()]
print("agreed")
"""


def run(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_eight_threads_may_make_the_first_call_of_a_process_together() -> None:
    assert run(FIRST_USE) == "agreed"


def test_eight_threads_agree_on_batches() -> None:
    hands = numpy_hands(30_000, 7)
    wanted = ph.evaluate_batch(hands).tolist()
    with ThreadPoolExecutor(8) as pool:
        futures = [
            pool.submit(ph.evaluate_batch, hands, threads=threads) for threads in (1, 2, 0, 8) * 4
        ]
        assert all(future.result().tolist() == wanted for future in futures)


def test_an_array_that_another_thread_scribbles_over_does_no_harm() -> None:
    """Any answer or a ValueError will do; the right answer must come when the scribbling stops."""
    hands = numpy_hands(50_000, 7)
    wanted = ph.evaluate_batch(hands)
    scribbled = hands.copy()
    rubbish = np.random.default_rng(73).integers(0, 256, hands.shape, dtype=np.uint8)
    stop = threading.Event()

    def scribble() -> None:
        while not stop.is_set():
            scribbled[:] = rubbish
            scribbled[:] = hands

    writer = threading.Thread(target=scribble)
    writer.start()
    try:
        for attempt in range(120):
            for rules in (ph.STANDARD, ph.Rules(wild="card", wilds="2")):
                try:
                    result = ph.evaluate_batch(
                        scribbled, rules, threads=1 + attempt % 2, check=attempt % 3 > 0
                    )
                except ValueError:
                    continue
                assert result.shape == (50_000,)
    finally:
        stop.set()
        writer.join()
    scribbled[:] = hands
    assert (ph.evaluate_batch(scribbled, threads=2) == wanted).all()


def test_the_other_batches_survive_scribbling_too() -> None:
    cards = numpy_hands(5_000, 9)
    hole, board = cards[:, :4].copy(), cards[:, 4:].copy()
    stop = threading.Event()

    def scribble() -> None:
        while not stop.is_set():
            hole[:] = 255
            board[:] = 200
            hole[:] = cards[:, :4]
            board[:] = cards[:, 4:]

    writer = threading.Thread(target=scribble)
    writer.start()
    try:
        for attempt in range(60):
            check = attempt % 3 > 0
            calls: list[Callable[[bool], NDArray[np.uint16]]] = [
                lambda check: ph.evaluate_omaha_batch(hole, board, check=check),
                lambda check: ph.evaluate_two_batch(hole[:, :2], check=check),
                lambda check: ph.evaluate_batch(hole[:, :2], board=board, check=check),
                lambda check: ph.evaluate_batch(hole[:, :2], board=board[0], check=check),
            ]
            for call in calls:
                try:
                    assert call(check).shape == (5_000,)
                except ValueError:
                    continue
    finally:
        stop.set()
        writer.join()


def test_the_interpreter_is_free_while_a_batch_runs() -> None:
    """No thread is switched to by force here, so the counter moves only if the batch lets go."""
    hands = np.tile(numpy_hands(1000, 7), (1000, 1))
    two = np.ascontiguousarray(hands[:, :2])
    hole, board = (np.ascontiguousarray(part[:100_000]) for part in (hands[:, :4], hands[:, 4:]))
    inside = False
    stop = False
    seen = 0

    def count() -> None:
        nonlocal seen
        while not stop:
            if inside:
                seen += 1
            time.sleep(0)  # lets go of the interpreter, as nothing else here does

    interval = sys.getswitchinterval()
    counter = threading.Thread(target=count)
    sys.setswitchinterval(1000)
    try:
        counter.start()
        for call in (
            lambda: ph.evaluate_batch(hands),
            lambda: ph.evaluate_batch(hands, threads=2),
            lambda: ph.evaluate_two_batch(two),
            lambda: ph.evaluate_omaha_batch(hole, board),
            lambda: ph.deal_batch(1_000_000, 7),
        ):
            seen = 0
            for _ in range(200):
                inside = True
                call()
                inside = False
                if seen:
                    break
            assert seen
    finally:
        stop = True
        sys.setswitchinterval(interval)
        counter.join()


FORK = """
import os
import pokerhouse as ph

hands = ph.deal_batch(100_000, 7, seed=1)
wanted = ph.evaluate_batch(hands, threads=8)
children = []
for threads in (1, 2, 8, 0):
    child = os.fork()
    if child == 0:
        same = (ph.evaluate_batch(hands, threads=threads) == wanted).all()
        same = same and (ph.deal_batch(100_000, 7, seed=1) == hands).all()
        os._exit(0 if same else 1)
    children.append(child)
print([os.waitpid(child, 0)[1] for child in children])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_forked_after_a_threaded_call_works() -> None:
    assert run(FORK) == "[0, 0, 0, 0]"


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted by /proc")
def test_a_threaded_call_leaves_no_thread_behind() -> None:
    hands = numpy_hands(100_000, 7)
    ph.evaluate_batch(hands)
    before = len(os.listdir("/proc/self/task"))
    ph.evaluate_batch(hands, threads=8)
    ph.evaluate_batch(hands, threads=0)
    for _ in range(500):  # a thread that has ended may still be listed for a moment
        if len(os.listdir("/proc/self/task")) <= before:
            break
        time.sleep(0.01)
    assert len(os.listdir("/proc/self/task")) <= before
