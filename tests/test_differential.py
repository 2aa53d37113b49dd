"""Evaluators of other hands, treys and phevaluator, rank the same hands in the same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations, pairwise
from random import Random

import numpy as np
import phevaluator
import pokerhouse as ph
import pytest
import treys
from oracle import DECK

HANDS = 10_000

TREYS = treys.Evaluator()
TREYS_CARDS = {card: treys.Card.new(card) for card in DECK}


def treys_rank(hand: Sequence[str]) -> int:
    rank: int = TREYS.evaluate([], [TREYS_CARDS[card] for card in hand])
    return rank


def phevaluator_rank(hand: Sequence[str]) -> int:
    rank: int = phevaluator.evaluate_cards(*hand)
    return rank


# Both rank hands from 1, a royal flush, down to 7462, the lowest high card.
PEERS = [treys_rank, phevaluator_rank]


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_peer_has_the_same_order(size: int, peer: Callable[[Sequence[str]], int]) -> None:
    random = Random(79)
    sample = [random.sample(DECK, size) for _ in range(HANDS - 2000)]
    # Two suits only, so that flushes and their kickers are many.
    for _ in range(2000):
        suits = random.sample("cdhs", 2)
        sample.append(random.sample([card for card in DECK if card[1] in suits], size))
    ordered = sorted((ph.evaluate(hand), -peer(hand), hand) for hand in sample)
    for (strength, rank, hand), (next_strength, next_rank, next_hand) in pairwise(ordered):
        assert (strength < next_strength) == (rank < next_rank), (hand, next_hand)
        assert (strength == next_strength) == (rank == next_rank), (hand, next_hand)


@pytest.mark.parametrize("peer", PEERS)
def test_a_peer_has_the_same_7462_classes(peer: Callable[[Sequence[str]], int]) -> None:
    """One hand of each strength that five cards have, with the rank that the peer gives it."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8)
    hands = flat.reshape(-1, 5)
    strengths, first = np.unique(ph.evaluate_batch(hands), return_index=True)
    assert len(strengths) == 7462
    ranks = [peer([DECK[card] for card in hands[row]]) for row in first]
    assert ranks == list(range(7462, 0, -1))
