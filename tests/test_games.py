"""What holds for all three games alike: numbers of any integer type, and reading what is saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pokerhouse import Card
from pokerhouse.games import (
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Cowpie,
    Discard,
    Divide,
    Expose,
    Fold,
    Game,
    IllegalActionError,
    Outhouse,
    RaiseTo,
    Stackhouse,
    bots,
    play_hand,
)

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


@pytest.mark.parametrize(
    ("where", "value", "message"),
    [
        ("stacks", "ab", r"the options of the saved game: a stack is 'a'.*\(P1\)"),
        ("stacks", 5, r"the options of the saved game"),
        ("deck", 5, r"the options of the saved game: cards are text"),
        ("deck", [0, 0], r"2c is twice in the deck \(P7\)"),
        ("ante", [1], r"the options of the saved game: the ante is \[1\]"),
        ("seed", "x", r"the options of the saved game: the seed is 'x'"),
        ("button", None, r"the options of the saved game: the button is at None"),
        ("prefix", "no", r"the options of the saved game: prefix is 'no': .*\(R7\)"),
        ("limit", 5, r"the limit is 5.*\(C3\)"),
    ],
)
def test_options_of_a_saved_game_that_no_game_has_are_a_value_error(
    where: str, value: object, message: str
) -> None:
    saved = Cowpie([9, 9], seed=1).to_dict()
    saved["options"][where] = value
    with pytest.raises(ValueError, match=message):
        Game.from_dict(saved)


@pytest.mark.parametrize("seat", [True, 1.0, "1", None, [1]])
def test_a_seat_of_a_saved_game_is_a_number(seat: object) -> None:
    game = Cowpie([9, 9], seed=1)
    (actor,) = game.waiting
    game.play(game.legal_actions()[0])
    saved = game.to_dict()
    assert saved["actions"] == [[actor, "bring in"]]
    saved["actions"][0][0] = seat
    with pytest.raises(ValueError, match=r"action 0 of the saved game: .* is no seat"):
        Game.from_dict(saved)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-1, 7, "0", 0.5])
def test_a_seat_that_does_not_exist_is_named(name: str, seat: Any) -> None:
    game = GAMES[name](int)
    for ask in (game.view, game.hole, game.legal_actions):
        with pytest.raises(IllegalActionError, match=f"seat {seat!r} does not exist: seats are 0"):
            ask(seat)
    with pytest.raises(IllegalActionError, match=f"seat {seat!r} does not exist: seats are 0"):
        game.play(Check(), seat)
    assert not game.is_legal(Check(), seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_whose_seed_was_edited_is_refused_also_where_no_card_is_up(name: str) -> None:
    saved = GAMES[name](int).to_dict()
    saved["options"]["seed"] += 1
    with pytest.raises(ValueError, match="the saved game was edited"):
        Game.from_dict(saved)


def test_a_saved_game_whose_antes_went_to_another_pot_is_refused() -> None:
    split = Outhouse([9, 9], ante=3, ante_pot="split", seed=1).to_dict()
    split["options"]["ante_pot"] = "main"
    with pytest.raises(ValueError, match=r"was edited: it replays to pots \[6\], not to \[4, 2\]"):
        Game.from_dict(split)


# The names that users type


@pytest.mark.parametrize("name", GAMES)
def test_every_game_and_view_has_the_names_that_the_documentation_promises(name: str) -> None:
    game = GAMES[name](int)
    for what in ("waiting", "over", "street", "button", "stacks", "payoffs", "pots", "history"):
        assert getattr(game, what) is not None
    seat = game.waiting[0]
    view = game.view(seat)
    own = ("seat", "hole", "showing", "board", "stacks", "pots", "to_call", "street", "waiting")
    for what in (*own, "legal_actions", "history"):
        assert getattr(view, what) is not None
    assert (view.seat, view.stacks, view.pots) == (seat, game.stacks, game.pots)
    legal = game.legal_actions(seat)
    assert list(legal) == [legal[place] for place in range(len(legal))]
    assert legal[0] in legal
    assert game.is_legal(legal[0], seat)
    assert legal.sizes is None or isinstance(legal.sizes, range)
    assert not hasattr(view, "__dict__")
    assert game.copy() == game


def test_actions_print_as_they_are_typed() -> None:
    actions = (
        Fold(),
        Check(),
        Call(),
        BetTo(3),
        RaiseTo(4),
        BringIn(),
        Complete(),
        Expose("As Kd"),
        Divide("As Kd"),
        Discard("As"),
    )
    assert [str(action) for action in actions] == [
        "fold",
        "check",
        "call",
        "bet to 3",
        "raise to 4",
        "bring in",
        "complete",
        "expose As Kd",
        "divide As Kd",
        "discard As",
    ]
    names = {type(action).__name__: type(action) for action in actions} | {"Card": Card}
    for action in actions:
        assert eval(repr(action), names) == action
        assert hash(eval(repr(action), names)) == hash(action)
