"""What holds for all three games alike: numbers of any integer type, and reading what is saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pokerhouse.games import Cowpie, Game, Outhouse, Stackhouse, bots, play_hand

# A game of each kind, all of whose numbers are made by the callable.
GAMES: dict[str, Callable[[Callable[[int], Any]], Game]] = {
    "cowpie": lambda n: Cowpie(
        [n(60), n(40), n(9)],
        ante=n(2),
        bring_in=n(1),
        small_bet=n(2),
        big_bet=n(4),
        button=n(1),
        seed=n(7),
    ),
    "outhouse": lambda n: Outhouse(
        [n(60), n(40), n(9)],
        ante=n(2),
        ante_pot="side",
        small_bet=n(2),
        big_bet=n(4),
        button=n(1),
        seed=n(7),
    ),
    "stackhouse": lambda n: Stackhouse(
        (n(30), n(20)), minimum=n(4), dealer=n(1), deals=n(2), seed=n(7)
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_any_integer_type_make_the_same_game(name: str) -> None:
    plain, of_numpy = (GAMES[name](kind) for kind in (int, np.int64))
    assert of_numpy == plain
    for game in (plain, of_numpy):
        play_hand(game, [bots.Random(3)] * len(game.stacks))
    assert of_numpy.history == plain.history
    assert json.dumps(of_numpy.to_dict()) == json.dumps(plain.to_dict())
    assert all(type(chips) is int for chips in (*of_numpy.stacks, *of_numpy.payoffs))
