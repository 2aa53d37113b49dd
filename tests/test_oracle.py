"""The oracle itself: it gives the right values and agrees with the reading that saves nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import oracle
import pytest
from hands import GAMES, game_name, game_of, random_hand, read_vectors
from oracle import Game


def test_oracle_gives_the_category_and_ranks_of_every_vector() -> None:
    for case in read_vectors("rank.jsonl"):
        cards = case["cards"].split()
        reading = oracle.two_worth if len(cards) == 2 else oracle.worth
        worth = reading(cards, game_of(case))
        assert (worth.word, worth.ranks) == (case["category"], case["ranks"]), case


def parts(key: oracle.Key) -> dict[str, Any]:
    return {
        "category": key.worth.word,
        "ranks": key.worth.ranks,
        "naturals": key.naturals,
        "wild_faces": key.wild_faces,
        "suit": key.suit,
    }


def test_oracle_gives_the_house_key_of_every_vector() -> None:
    for case in read_vectors("house.jsonl"):
        game = game_of(case)
        first = oracle.house_key(case["first"].split(), game)
        second = oracle.house_key(case["second"].split(), game)
        assert parts(first) == case["first_key"], case
        assert parts(second) == case["second_key"], case
        winner = "first" if first > second else "second" if second > first else "tie"
        assert winner == case["winner"], case


@pytest.mark.parametrize("game", [game for game in GAMES if game.wild], ids=game_name)
def test_oracle_agrees_with_the_reading_that_saves_nothing(game: Game) -> None:
    random = Random(20)
    for size in (5, 5, 6):
        cards = random_hand(random, size, game, most_wilds=2)
        assert oracle.house_key(cards, game) == max(oracle.literal_keys(cards, game)), cards
