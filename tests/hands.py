"""Rules and random hands that several tests share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle
import pokerhouse as ph
import pytest
from oracle import Game, Worth

VECTORS = Path(__file__).parent / "vectors"

KINDS = ("card", "bug", "casino-bug")
WILD_SETS = (
    "",
    "2c 2d 2h 2s",
    "Ac Ad Ah As",
    "9c 9d 9h 9s",
    "Js Jh",
    "2c 2d 2h 2s Kh",
    "As 5d Tc",
)
GAMES = tuple(
    Game(flushes, kind, frozenset(wilds.split()))
    for flushes in (True, False)
    for kind, wilds in [(None, ""), *((kind, wilds) for kind in KINDS for wilds in WILD_SETS)]
)


def game_name(game: Game) -> str:
    words = ["standard" if game.flushes else "no-flush", game.wild or "no-wild"]
    if game.wilds:
        words.append("".join(sorted(game.wilds)))
    return "-".join(words)


def rules_of(game: Game, ties: str = "split") -> ph.Rules:
    wilds = " ".join(sorted(game.wilds))
    return ph.Rules(
        flushes=game.flushes,
        wild=game.wild,
        wilds=wilds,
        ties=ties,
        wild_as_self="wild" if game.self_is_wild else "natural",
    )


def read_vectors(name: str) -> list[dict[str, Any]]:
    with open(VECTORS / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_counts() -> dict[str, Any]:
    counts: dict[str, Any] = json.loads((VECTORS / "counts.json").read_text(encoding="utf-8"))
    return counts


def game_of(case: dict[str, Any]) -> Game:
    """The rules of one line of the vectors; in house.jsonl, which does not say, flushes count."""
    return Game(case.get("flushes", True), case["wild"], frozenset(case["wilds"].split()))


def random_hand(random: Random, size: int, game: Game, most_wilds: int = 3) -> list[str]:
    """A hand of this size, every number of wilds up to the most about equally often.

    Most naturals are drawn from a few ranks or from one suit, so that no category is rare.
    """
    wilds = [card for card in (*oracle.DECK, *oracle.JOKERS) if game.is_wild(card)]
    naturals = [card for card in oracle.DECK if not game.is_wild(card)]
    wanted = min(random.randint(0, most_wilds), len(wilds), size)
    hand = random.sample(wilds, wanted)
    pattern = random.randrange(4)
    if pattern == 0:
        suit = random.choice(oracle.SUITS)
        near = [card for card in naturals if card[1] == suit]
    elif pattern == 1:
        ranks = random.sample(oracle.RANKS, 3)
        near = [card for card in naturals if card[0] in ranks]
    elif pattern == 2:
        low = random.randrange(-1, 9)
        ranks = [oracle.RANKS[rank % 13] for rank in range(low, low + 6)]
        near = [card for card in naturals if card[0] in ranks]
    else:
        near = naturals
    wanted = size - len(hand)
    chosen = random.sample(near, min(len(near), random.randint(max(0, wanted - 2), wanted)))
    rest = [card for card in naturals if card not in chosen]
    chosen += random.sample(rest, wanted - len(chosen))
    hand += chosen
    random.shuffle(hand)
    return hand


def assert_same_order(pairs: Iterable[tuple[int, Worth]]) -> None:
    """Strengths and the oracle's worths go up together and are equal together."""
    ordered = sorted(pairs)
    for (strength, worth), (next_strength, next_worth) in pairwise(ordered):
        assert (strength < next_strength) == (worth < next_worth), (
            f"{strength} is {worth.word} {worth.ranks}, "
            f"{next_strength} is {next_worth.word} {next_worth.ranks}"
        )


def numbers(cards: Sequence[str]) -> list[int]:
    """Card numbers by R1, reckoned here."""
    return [
        52 + "br".index(card[1])
        if card[0] == "X"
        else 4 * oracle.RANKS.index(card[0]) + oracle.SUITS.index(card[1])
        for card in cards
    ]


def texts(cards: Iterable[int]) -> list[str]:
    """Card numbers to text, reckoned here."""
    every = (*oracle.DECK, *oracle.JOKERS)
    return [every[card] for card in cards]


def numpy_hands(n: int, k: int, seed: int = 1, deck: int = 52) -> npt.NDArray[np.uint8]:
    """Rows of k different cards by NumPy's generator, not by the package's."""
    keys = np.random.default_rng(seed).random((n, deck))
    return np.argsort(keys, axis=1)[:, :k].astype(np.uint8)


def refusal(call: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """What the ValueError says that this call must raise (R9); the test says what it must name."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call(*arguments, **named)
    return str(caught.value)
