"""Whether evaluators put the same hands in the same order, which comes before how fast they are."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

import pokerhouse as ph
from pokerhouse.bench.peers import Adapter, Evaluator, Hand, text

SEED = 7
JOKER = 52

# How often each category, high card first, comes among all 2,598,960 hands of five cards; the
# same figures are proved for the core in tests/counts.rs.
FIVES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]


def deal(size: int, count: int) -> list[list[int]]:
    """Return random hands, of every eight two from a deck with many rare ones and one of one suit.

    That deck is one whole suit and two whole ranks. From a full deck 20,000 hands would hold
    hardly a straight flush or two different quads to tell apart.
    """
    dealer = random.Random(SEED + size)
    hands = []
    for number in range(count):
        suit, ranks = dealer.randrange(4), dealer.sample(range(13), 2)
        if number % 4 == 3:
            deck = [card for card in range(52) if card % 4 == suit or card // 4 in ranks]
        elif number % 8 == 5:
            deck = list(range(suit, 52, 4))
        else:
            deck = list(range(52))
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


def stop_if_asked(error: BaseException) -> None:
    """Raise an error again that is no evaluator's own. A panic of Rust's is one of its own."""
    if isinstance(error, (KeyboardInterrupt, SystemExit)):
        raise error


def failure(name: str, error: BaseException) -> str:
    """Return what is told of an evaluator that raised an error."""
    stop_if_asked(error)
    said = str(error) if isinstance(error, RuntimeError) else repr(error)
    return f"{name}: {said}"


def evaluate_all(evaluator: Evaluator, hands: Sequence[Hand]) -> list[int]:
    """Return the strengths of hands by single calls; an error names the hand it was met on."""
    strengths = []
    for hand, native in zip(hands, evaluator.prepare(hands), strict=True):
        try:
            answer = evaluator.evaluate(*native) if evaluator.spread else evaluator.evaluate(native)
            strengths.append(evaluator.strength(answer))
        except BaseException as error:
            stop_if_asked(error)
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


def prove(
    adapters: Sequence[Adapter], count: int, proved: Callable[[int], None] = lambda _: None
) -> list[Verdict]:
    """Return a verdict on each installed evaluator over `count` hands of five and of seven.

    `proved` is called with the number of those that are done.
    """
    hands = {size: deal(size, count) for size in (5, 7)}
    verdicts: list[Verdict] = []
    for adapter in adapters:
        proved(len(verdicts))
        try:
            wrong = complaint(adapter, hands)
            takes = "" if wrong else adapter.build(7).takes
        except BaseException as error:
            wrong, takes = failure(adapter.name, error), ""
        verdicts.append(Verdict(adapter.name, takes, adapter.version, 2 * count, wrong))
    return verdicts


def with_one_joker(sevens: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the hands with one card of each, at random, changed for a joker."""
    jokers = sevens.copy()
    places = np.random.default_rng(SEED).integers(0, sevens.shape[1], len(sevens))
    jokers[np.arange(len(sevens)), places] = JOKER
    return jokers


def assert_own_answers(sevens: NDArray[np.uint8], jokers: NDArray[np.uint8]) -> None:
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
