"""The bots play legally, the same way each time, and the better ones win."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pokerhouse.games import (
    Action,
    BetTo,
    Call,
    Check,
    Cowpie,
    Divide,
    Expose,
    Fold,
    Game,
    IllegalActionError,
    Outhouse,
    Player,
    RaiseTo,
    Stackhouse,
    View,
    bots,
    play_hand,
)
from scripts import play, stud_deck

GAMES: dict[str, Callable[[int], Game]] = {
    "cowpie": lambda seed: Cowpie([60] * 3, seed=seed, button=seed % 3),
    "cowpie without limit": lambda seed: Cowpie([60] * 3, limit="no", seed=seed, button=seed % 3),
    "outhouse": lambda seed: Outhouse([60] * 3, seed=seed, button=seed % 3),
    "outhouse at pot limit": lambda seed: Outhouse(
        [60] * 3, ante=1, ante_pot="split", limit="pot", seed=seed, button=seed % 3
    ),
    "stackhouse": lambda seed: Stackhouse((60, 60), minimum=60, deals=3, seed=seed),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", [bots.random, bots.Random(3), bots.cautious, bots.sharp])
def test_every_bot_plays_every_game_to_its_end(name: str, bot: Player) -> None:
    for seed in range(3):
        game = GAMES[name](seed)
        assert play_hand(game, [bot] * len(game.stacks)) is game
        assert game.over


@pytest.mark.parametrize("name", GAMES)
def test_the_same_views_get_the_same_actions(name: str) -> None:
    def hand() -> Game:
        game = GAMES[name](7)
        players: list[Player] = [bots.sharp, bots.cautious, bots.Random(5)]
        return play_hand(game, players[: len(game.stacks)])

    assert hand() == hand()


@pytest.mark.parametrize("name", ["cowpie", "outhouse", "stackhouse"])
@pytest.mark.parametrize("bot", [bots.cautious, bots.sharp])
def test_a_bot_that_reads_its_hand_beats_one_that_does_not(name: str, bot: Player) -> None:
    won = 0
    hands = 24
    for seed in range(hands):
        game = GAMES[name](seed)
        seat = seed % len(game.stacks)
        players: list[Player] = [bots.Random(seed)] * len(game.stacks)
        players[seat] = bot
        won += play_hand(game, players).payoffs[seat]
    assert won > 0


def test_expected_share_is_high_with_aces_full_and_low_against_quads_showing() -> None:
    aces = "As Ad / Ac Ah Kd 2c / Kh"
    quads = "3s 4d / 9c 9d 9h 9s / 5h"
    game = Cowpie([90, 90], deck=stud_deck(quads, aces))
    play(game, "0 brings in, 1 calls, 1 checks, 0 checks")
    assert bots.expected_share(game.view(1)) > 0.6
    weak = Cowpie([90, 90], deck=stud_deck("3s 4d / 2c 7h 8d", "Kd 2h / 9c 9d 9h"))
    play(weak, "0 brings in, 1 calls, 1 checks, 0 checks")
    assert bots.expected_share(weak.view(0)) < 0.4


def test_sharp_bets_a_strong_hand_and_folds_a_hopeless_one_to_a_bet() -> None:
    deck = stud_deck("3s 4d / 2c 7h 8d Tc / Js", "9s Ks / 9c 9d 9h Kd / Kc")
    game = Cowpie([90, 90], deck=deck)
    play(game, "0 brings in, 1 calls, 1 checks, 0 checks, 1 checks, 0 checks")
    assert bots.sharp(game.view(1)) == BetTo(4)
    game.play(BetTo(4))
    assert bots.sharp(game.view(0)) == Fold()


def test_play_hand_needs_a_player_a_seat() -> None:
    with pytest.raises(ValueError, match="3 seats, but 2 players"):
        play_hand(Cowpie([9] * 3, seed=1), [bots.random] * 2)


def test_play_hand_refuses_an_illegal_action_and_stands_where_it_was() -> None:
    game = Outhouse([9, 9], seed=1)

    def stubborn(view: View) -> Action:
        return Check() if view.seat == 1 else RaiseTo(8)

    with pytest.raises(IllegalActionError, match=r"seat 0 may not raise to 8: .*\(P5\)"):
        play_hand(game, [stubborn, stubborn])
    assert game.waiting == (0,)
    assert game.history[-1] == "seat 1 checks"


def test_a_player_is_shown_only_its_own_choice() -> None:
    seen = []

    def watcher(view: View) -> Action:
        seen.append(view)
        legal = view.legal_actions
        return next((each for each in (Check(), Call()) if each in legal), legal[0])

    play_hand(Cowpie([30, 30], seed=1), [watcher, watcher])
    choosing = [view for view in seen if isinstance(view.legal_actions[0], Divide | Expose)]
    assert [view.seat for view in choosing] == [0, 1]
    assert choosing[1].history[-1] == "seat 0 has divided"
