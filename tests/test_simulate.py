"""Whole hands by the thousand: the same hands wherever they are played, and what they brought."""

from __future__ import annotations

import math
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np
import pokerhouse as ph
import pytest
from pokerhouse.games import Call, Check, Cowpie, Fold, Outhouse, Stackhouse, bots, play_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from pokerhouse.games import Action, Game, Player, View

GAMES: dict[str, Callable[..., Game]] = {
    "cowpie": partial(Cowpie, [60] * 3),
    "outhouse": partial(Outhouse, [60] * 3, ante=1, ante_pot="main", limit="no"),
    "stackhouse, one deal": partial(Stackhouse, (60, 60), minimum=60, deals=1),
    "stackhouse, a match": partial(Stackhouse, (24, 24), minimum=24),
}


def seats(game: Callable[..., Game]) -> int:
    return len(game(seed=0).stacks)


def company(game: Callable[..., Game]) -> list[Player]:
    """One bot that thinks, the others at random."""
    return [bots.cautious, *[bots.Random()] * (seats(game) - 1)]


def timid(view: View) -> Action:
    """Fold wherever that can be done."""
    return Fold() if Fold() in view.legal_actions else passive(view)


def passive(view: View) -> Action:
    """Whatever comes first, never a bet."""
    for action in (Check(), Call()):
        if action in view.legal_actions:
            return action
    return view.legal_actions[0]


def int_of(*, seed: int) -> int:
    """No game."""
    return 7 + 0 * seed


class Diary:
    """A player with a memory: it says on which of its actions it is, and must begin at none."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, view: View) -> Action:
        hand = " ".join(map(str, view.hole[:2]))
        if self.seen:
            assert self.seen[-1] == hand, "the memory of another hand"
        self.seen.append(hand)
        return passive(view)


class Cheat:
    """A player that calls where there is nothing to call, in some hands only."""

    def __call__(self, view: View) -> Action:
        return Call() if int(view.hole[0]) == 51 else passive(view)


@pytest.mark.parametrize("name", GAMES)
def test_every_hand_is_played_to_the_end_and_no_chip_is_made_or_lost(name: str) -> None:
    game = GAMES[name]
    played = ph.simulate(game, company(game), 12, seed=4)
    assert played.payoffs.shape == (12, seats(game))
    assert played.payoffs.dtype == np.int64
    assert played.payoffs.any()
    assert not played.payoffs.sum(axis=1).any()
    assert played.actions.shape == (12,)
    assert (played.actions > 0).all()
    if name == "stackhouse, a match":
        assert set(np.abs(played.payoffs).ravel().tolist()) == {24}


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_the_same_whichever_are_played_before_it_and_wherever(name: str) -> None:
    game = GAMES[name]
    players = company(game)
    alone = ph.simulate(game, players, 24, seed=9)
    assert ph.simulate(game, players, 24, seed=9) == alone
    few = ph.simulate(game, players, 7, seed=9)
    assert few.payoffs.tolist() == alone.payoffs[:7].tolist()
    assert few.actions.tolist() == alone.actions[:7].tolist()
    with ThreadPoolExecutor(3) as threads:
        assert ph.simulate(game, players, 24, seed=9, executor=threads) == alone
    with ProcessPoolExecutor(2) as processes:
        assert ph.simulate(game, players, 24, seed=9, executor=processes) == alone
    assert ph.simulate(game, players, 24, seed=10) != alone


def test_processes_that_begin_with_nothing_play_the_same_hands() -> None:
    game = GAMES["cowpie"]
    players: list[Player] = [bots.random, timid, bots.cautious]
    alone = ph.simulate(game, players, 40)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as spawned:
        assert ph.simulate(game, players, 40, executor=spawned) == alone


def test_a_simulation_is_play_hand_with_seeds_of_its_own() -> None:
    decks: list[int] = []

    def game(seed: int) -> Game:
        decks.append(seed)
        return Cowpie([60] * 3, seed=seed)

    played = ph.simulate(game, [passive] * 3, 6)
    decks = decks[-6:]
    assert len(set(decks)) == 6
    for deck, payoffs, actions in zip(decks, played.payoffs, played.actions, strict=True):
        one = play_hand(Cowpie([60] * 3, seed=deck), [passive] * 3)
        assert one.payoffs == tuple(payoffs)
        assert len(one.actions) == actions


def test_one_player_in_several_seats_draws_numbers_of_its_own_in_each() -> None:
    # With the same numbers both would take the same first actions of the same lists.
    drawn: list[list[int]] = []

    class Telling(bots.Random):
        def seeded(self, seed: int) -> Telling:
            drawn[-1].append(seed)
            return Telling(seed)

    def game(seed: int) -> Game:
        drawn.append([])
        return Cowpie([60] * 3, seed=seed)

    ph.simulate(game, [Telling()] * 3, 5)
    seeds = [seed for hand in drawn[1:] for seed in hand]
    assert len(seeds) == len(set(seeds)) == 15


def test_memory_of_one_hand_does_not_reach_the_next() -> None:
    diary = Diary()
    players = [diary, diary, diary]
    alone = ph.simulate(GAMES["cowpie"], players, 30)
    assert diary.seen == []
    with ThreadPoolExecutor(4) as threads:
        assert ph.simulate(GAMES["cowpie"], players, 30, executor=threads) == alone


def test_counts_and_means_are_those_of_the_payoffs() -> None:
    played = ph.simulate(GAMES["cowpie"], company(GAMES["cowpie"]), 50, seed=2)
    for seat in range(3):
        column = played.payoffs[:, seat].tolist()
        assert played.wins[seat] == sum(chips > 0 for chips in column)
        assert played.losses[seat] == sum(chips < 0 for chips in column)
        assert played.even[seat] == sum(chips == 0 for chips in column)
        mean = sum(column) / 50
        assert played.mean[seat] == pytest.approx(mean)
        spread = sum((chips - mean) ** 2 for chips in column) / 49
        assert played.stderr[seat] == pytest.approx(math.sqrt(spread / 50))
    assert played.hands == 50
    lines = str(played).splitlines()
    assert len(lines) == 4
    assert f"{played.wins[2]:,}" in lines[3].split()
    assert "50 hands" in repr(played)


def test_one_hand_has_no_standard_error_to_speak_of() -> None:
    played = ph.simulate(GAMES["cowpie"], [passive] * 3, 1)
    assert played.stderr == (math.inf,) * 3
    assert repr(played).startswith("<Simulation: 1 hand, chips a hand ")


def test_a_simulation_pickles_and_its_arrays_do_not_change() -> None:
    played = ph.simulate(GAMES["cowpie"], [passive] * 3, 3)
    assert pickle.loads(pickle.dumps(played)) == played
    assert played != 3
    with pytest.raises(ValueError, match="read-only"):
        played.payoffs[0, 0] = 1


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
def test_progress_ends_at_all_the_hands(executor: type[ThreadPoolExecutor] | None) -> None:
    told: list[tuple[int, int]] = []
    pool = None if executor is None else executor(2)
    ph.simulate(
        GAMES["stackhouse, a match"],
        [bots.random] * 2,
        60,
        executor=pool,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (60, 60)
    assert told == sorted(told)


def test_what_progress_raises_stops_the_run() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough(done, total)

    with pytest.raises(Enough) as stopped:
        ph.simulate(GAMES["stackhouse, a match"], [bots.random] * 2, 10**6, progress=stop)
    done, total = stopped.value.args
    assert 0 < done < total == 10**6
    with ThreadPoolExecutor(1) as threads, pytest.raises(Enough):
        ph.simulate(
            GAMES["stackhouse, a match"],
            [bots.random] * 2,
            10**6,
            executor=threads,
            progress=stop,
        )


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_illegal_action_says_in_which_hand(
    executor: type[ThreadPoolExecutor] | type[ProcessPoolExecutor] | None,
) -> None:
    pool = None if executor is None else executor(2)
    with pytest.raises(ph.IllegalActionError) as refused:
        ph.simulate(GAMES["cowpie"], [Cheat(), Cheat(), Cheat()], 400, seed=3, executor=pool)
    note = " ".join(refused.value.__notes__)
    assert "in hand " in note
    assert "seed 3" in note
    # The note is enough to see it again.
    deck = int(note.rsplit(" ", 1)[1])
    with pytest.raises(ph.IllegalActionError):
        play_hand(GAMES["cowpie"](seed=deck), [Cheat()] * 3)
    if pool is not None:
        pool.shutdown()


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (0, "hands is 0: it must be 1 or more"),
        (-3, "hands is -3: it must be 1 or more"),
        (2.0, "hands is 2.0: it must be a whole number"),
        (math.nan, "hands is nan: it must be a whole number"),
        (True, "hands is True: it must be a whole number"),
    ],
)
def test_hands_that_are_no_number_of_hands_are_refused(hands: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ph.simulate(GAMES["cowpie"], [passive] * 3, hands)


def test_a_numpy_integer_is_a_number_of_hands() -> None:
    assert ph.simulate(GAMES["cowpie"], [passive] * 3, np.int64(2)).hands == 2


def test_what_cannot_play_is_refused_and_named() -> None:
    game = GAMES["cowpie"]
    with pytest.raises(ValueError, match="3 seats, but 2 players"):
        ph.simulate(game, [passive] * 2, 1)
    with pytest.raises(TypeError, match=r"players\[1\] is 'fold'"):
        ph.simulate(game, [passive, "fold", passive], 1)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the game is 'cowpie'"):
        ph.simulate("cowpie", [passive] * 3, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the game made 7"):
        ph.simulate(int_of, [passive] * 3, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the seed is -1: it must be from 0"):
        ph.simulate(game, [passive] * 3, 1, seed=-1)

    class Scripted:
        """A player that cannot be copied."""

        def __init__(self) -> None:
            self.actions = (action for action in [Check()])

        def __call__(self, _view: View) -> Action:
            return next(self.actions)

    with pytest.raises(TypeError, match=r"players\[2\] cannot be copied .* has no seeded"):
        ph.simulate(game, [passive, passive, Scripted()], 1)


def test_what_a_process_cannot_be_sent_is_named() -> None:
    with ProcessPoolExecutor(1) as processes:
        with pytest.raises(ph.ExecutorError, match="the game cannot be sent to another process"):
            ph.simulate(
                lambda seed: Cowpie([60] * 3, seed=seed), [passive] * 3, 5, executor=processes
            )
        with pytest.raises(ph.ExecutorError, match=r"players\[2\] cannot be sent"):
            ph.simulate(
                GAMES["cowpie"],
                [passive, passive, lambda view: passive(view)],
                5,
                executor=processes,
            )
        # The pool is as good as before.
        assert ph.simulate(GAMES["cowpie"], [passive] * 3, 5, executor=processes).hands == 5


def test_each_seat_is_its_own_players() -> None:
    played = ph.simulate(GAMES["cowpie"], [bots.random, timid, bots.random], 60, seed=1)
    # An ante and a bring-in are all that the seat in the middle ever pays.
    assert set(played.payoffs[:, 1].tolist()) <= {-1, -2, 1, 2, 3}
    assert played.payoffs[:, 0].max() > 3
