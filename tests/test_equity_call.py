"""`equity`: exact where it can be, sampled where it must, and the same however it is divided."""

from __future__ import annotations

import json
import math
import pickle
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import FrozenInstanceError
from itertools import combinations
from multiprocessing import get_all_start_methods, get_context
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import pokerhouse as ph
import pytest
from pokerhouse import odds
from pokerhouse._core import SHARE, Spot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FLOP = "2h 7h Jc"
# A spot of every game: hands, and the board where there is one.
SPOTS: dict[str, tuple[Sequence[str], str]] = {
    "holdem": (["AhKh", "QQ+, 98s:0.5", ""], ""),
    "omaha": (["AsKsQhQd", "7s7c8d8c"], ""),
    "omaha5": (["AsKsQhQd2c", ""], "7h 8h 9c"),
    "omaha6": (["AsKsQhQd2c3c", "7s7c8d8cTdTh"], "Jh 4c 4d"),
    "stud": (["As 9d/Kh", "/7s", "4c 4d/4h"], ""),
    "ethos": (["As", "9d", ""], ""),
    "tri-show": (["As9d7h", "KcKdQh"], ""),
    "stackhouse": (["As KsKd QhQd2c 7s7c8d8c", "Ah KhKc QsQc2d 7h7d8h8s"], ""),
    "cowpie": (["As 9d/Kh", "/7s", "4c 4d/4h"], ""),
    "outhouse": (["AsAdKh7c2d", "", ""], ""),
}
GAMES = list(SPOTS)


def sampled(game: str, samples: int = 3000, **options: Any) -> ph.Equity:
    hands, board = SPOTS[game]
    return ph.equity(game, hands, board, samples=samples, **{"seed": 7, **options})


# Exact ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "won", "lost", "tied"),
    [
        (["Jc5c", "QdTd"], 600_384, 1_096_118, 15_802),
        (["6d7d", "2s2h"], 891_821, 774_031, 46_452),
    ],
)
def test_two_hands_before_the_flop_are_counted_exactly(
    hands: list[str], won: int, lost: int, tied: int
) -> None:
    found = ph.equity("holdem", hands)
    assert found.exact
    assert found.samples == math.comb(48, 5) == won + lost + tied
    assert (found[0].win, found[0].lose, found[0].tie) == (won, lost, tied)
    assert (found[1].win, found[1].lose, found[1].tie) == (lost, won, tied)
    assert found[0].equity == (won + tied / 2) / found.samples
    assert found[0].stderr == found[1].stderr == 0


def test_a_hand_against_a_range_is_counted_exactly() -> None:
    found = ph.equity("holdem", ["KcQc", "AQo+"], "2c 3d 4h")
    assert found.exact
    assert found[0].equity == pytest.approx(0.164815, abs=5e-7)


def test_weights_of_a_range_count() -> None:
    found = ph.equity("holdem", ["AA", "QQ:0.01, 22"])
    assert found[0].equity == pytest.approx(0.82210, abs=5e-6)
    assert ph.equity("holdem", ["AA", ph.Range("QQ:0.01, 22")])[0].equity == found[0].equity


def test_counts_are_those_of_dealing_every_card() -> None:
    board, held = ph.cards(FLOP), [ph.cards("AhKh"), ph.cards("QsQd"), ph.cards("8h9h")]
    left = set(ph.deck()).difference(board, *held)
    counts = [[0, 0, 0] for _ in held]
    for come in combinations(left, 2):
        strengths = [ph.evaluate((*hand, *board, *come)) for hand in held]
        best = max(strengths)
        for count, strength in zip(counts, strengths, strict=True):
            count[2 if strength < best else int(strengths.count(best) > 1)] += 1
    found = ph.equity("holdem", held, board)
    assert [[row.win, row.tie, row.lose] for row in found] == counts
    assert found.samples == math.comb(43, 2)
    assert found.exact


def test_flushes_do_not_count_in_outhouse_where_no_rules_are_given() -> None:
    hands = ["AhKh9h4h2h", "3s3d7c8cJd"]
    found = ph.equity("outhouse", hands, samples=2000)
    assert found == ph.equity("outhouse", hands, samples=2000, rules=ph.NO_FLUSH)
    assert found != ph.equity("outhouse", hands, samples=2000, rules=ph.STANDARD)


def test_each_hand_may_have_a_policy_of_its_own() -> None:
    hands, _ = SPOTS["cowpie"]
    mixed = ph.equity("cowpie", hands, samples=1000, policy=["five", "two", "share"])
    assert mixed != ph.equity("cowpie", hands, samples=1000, policy="two")
    with pytest.raises(ValueError, match="2 for 3 hands"):
        ph.equity("cowpie", hands, samples=1000, policy=["five", "two"])


def test_rules_change_the_answer() -> None:
    hands, board = ["AhKh", "JsJd"], "2h 7h Jc"
    standard = ph.equity("holdem", hands, board)
    assert ph.equity("holdem", hands, board, rules=ph.NO_FLUSH)[0].equity < standard[0].equity
    wild = ph.equity("holdem", hands, board, rules=ph.Rules(wild="card", wilds="K"))
    assert wild[0].equity > standard[0].equity


def test_dead_cards_come_no_more() -> None:
    with_hearts = ph.equity("holdem", ["AhKh", "JsJd"], "2h 7h Jc")
    found = ph.equity("holdem", ["AhKh", "JsJd"], "2h 7h Jc", "3h 4h 5h")
    assert found[0].equity < with_hearts[0].equity
    assert found.samples == math.comb(42, 2)


def test_hands_may_be_cards_numbers_and_text() -> None:
    text = ph.equity("holdem", ["AhKh", "QsQd"], FLOP)
    assert ph.equity("holdem", [ph.cards("AhKh"), [43, 41]], ph.cards(FLOP)) == text
    assert ph.equity("holdem", ["Ah Kh", "QsQd"], [2, 22, "Jc"]) == text
    numbers = np.array([50, 46], dtype=np.uint8)
    assert ph.equity("holdem", [numbers, "QsQd"], FLOP) == text


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_counted_quickly_is_sampled(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "SAMPLES", 2000)
    monkeypatch.setattr(odds, "SLOW_SAMPLES", 1000)
    monkeypatch.setattr(odds, "EXACT_WORK", 0)
    hands, board = SPOTS[game]
    found = ph.equity(game, hands, board, seed=7)
    assert not found.exact
    assert found == sampled(game, 1000 if game in odds.SLOW_GAMES else 2000)


def test_what_takes_long_to_count_is_sampled_without_being_told() -> None:
    assert (Spot("holdem", ["QQ+", "random", "22+"]).work or 0) > odds.EXACT_WORK
    # Players of Cowpie choose, with cards to come that they do not see.
    assert Spot("cowpie", SPOTS["cowpie"][0]).work is None
    assert not ph.equity("cowpie", ["As 9d/Kh", "/7s"], seed=1).exact


# Sampled ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_adds_up(game: str) -> None:
    found = sampled(game)
    assert not found.exact
    assert found.samples == 3000
    for rows in (found.rows, *found.parts.values()):
        for row in rows:
            assert row.win + row.tie + row.lose == 3000
            assert 0 <= row.equity <= 1
            assert row.stderr > 0
        assert sum(row.equity for row in rows) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES)
def test_more_samples_go_on_where_fewer_ended(game: str) -> None:
    hands, board = SPOTS[game]
    spot = Spot(game, hands, board)
    few, more = sampled(game, 1000), sampled(game, 2000)
    total, rows = spot.sample(7, 1000, 2000)
    assert total == 1000
    for place, row in enumerate(rows):
        assert more[place].win == few[place].win + row[0][0]
        assert more[place].lose == few[place].lose + row[0][2]
        shares = round(few[place].equity * 1000 * SHARE) + row[0][3]
        assert more[place].equity == pytest.approx(shares / (2000 * SHARE))


def test_another_seed_is_another_answer() -> None:
    assert sampled("holdem") != sampled("holdem", seed=8)


def test_the_standard_error_is_that_of_the_mean_with_two_samples_added() -> None:
    found = ph.equity("holdem", ["AhKh", "QsQd"], FLOP, samples=500)
    won, tied = found[0].win, found[0].tie
    mean = (won + tied / 2 + 1) / 502
    square = (won + tied / 4 + 1) / 502
    assert found[0].stderr == pytest.approx(math.sqrt((square - mean**2) / 500))


def test_a_few_samples_that_went_one_way_do_not_pass_for_certain() -> None:
    found = ph.equity("holdem", ["AsAh", "7d2c"], "Ac Ad 7s", samples=10)
    assert (found[0].win, found[0].equity) == (10, 1.0)
    assert found[0].stderr > 0.05
    assert ph.equity("holdem", ["AsAh", "7d2c"], "Ac Ad 7s", samples=1)[1].stderr > 0


def test_the_truth_is_within_the_standard_error_as_often_as_it_should_be() -> None:
    truth = ph.equity("holdem", ["AhKh", "QsQd", "7s7c"], FLOP)[0].equity
    found = [
        ph.equity("holdem", ["AhKh", "QsQd", "7s7c"], FLOP, samples=400, seed=seed)[0]
        for seed in range(400)
    ]
    for errors in (1, 2):
        near = sum(abs(row.equity - truth) <= errors * row.stderr for row in found)
        expected = 2 * NormalDist().cdf(errors) - 1
        # Four standard errors of that count of 400.
        assert abs(near / 400 - expected) < 4 * math.sqrt(expected * (1 - expected) / 400)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha5", "ethos", "stud", "tri-show"])
def test_samples_of_random_spots_are_within_four_standard_errors_of_the_truth(game: str) -> None:
    size = {"holdem": 2, "omaha": 4, "omaha5": 5, "ethos": 1, "stud": 6, "tri-show": 3}[game]
    # Before the flop, where Tri-Show has three cards, there is more to count.
    spots = 3 if game == "tri-show" else 20
    for spot, dealt in enumerate(ph.deal_batch(spots, 23, seed=11).tolist()):
        players = 2 + spot % 2
        hands = [dealt[5 + size * seat : 5 + size * (seat + 1)] for seat in range(players)]
        board = [] if game in ("stud", "tri-show") else dealt[: 3 + spot % 2]
        exact = ph.equity(game, hands, board)
        assert exact.exact
        drawn = ph.equity(game, hands, board, samples=2000, seed=spot)
        for truth, found in zip(exact, drawn, strict=True):
            assert abs(found.equity - truth.equity) <= 4 * found.stderr, (spot, truth, found)


@pytest.mark.parametrize("target", [0.02, 0.005, 0.001])
def test_sampling_goes_on_until_every_standard_error_is_reached(target: float) -> None:
    found = ph.equity("holdem", ["AhKh", "QsQd", ""], FLOP, stderr=target)
    assert not found.exact
    assert max(row.stderr for row in found) <= target
    assert found == ph.equity("holdem", ["AhKh", "QsQd", ""], FLOP, samples=found.samples)
    # Half of them were not enough.
    rounds = math.log2(found.samples / odds.FIRST_ROUND)
    assert rounds == int(rounds)
    if rounds:
        half = ph.equity("holdem", ["AhKh", "QsQd", ""], FLOP, samples=found.samples // 2)
        assert max(row.stderr for row in half) > target


def test_with_both_the_samples_are_a_limit() -> None:
    both = ph.equity("holdem", ["AhKh", "QsQd"], FLOP, stderr=0.0001, samples=30_001)
    assert both == ph.equity("holdem", ["AhKh", "QsQd"], FLOP, samples=30_001)
    early = ph.equity("holdem", ["AhKh", "QsQd"], FLOP, stderr=0.02, samples=30_001)
    assert early.samples == odds.FIRST_ROUND
    assert ph.equity("holdem", ["AhKh", "QsQd"], FLOP, stderr=0.02, samples=5).samples == 5


@pytest.mark.parametrize("policy", ["five", "two", "share"])
def test_cowpies_halves_make_its_pot(policy: str) -> None:
    found = sampled("cowpie", policy=policy)
    assert list(found.parts) == ["five", "two"]
    for place, row in enumerate(found):
        halves = [found.parts[name][place].equity for name in ("five", "two")]
        assert row.equity == pytest.approx(sum(halves) / 2)
    others = [sampled("cowpie", policy=other) for other in ("five", "two", "share")]
    assert sum(found == other for other in others) == 1


@pytest.mark.parametrize("policy", ["five", "two", "share"])
def test_outhouses_side_pots_are_half_of_what_is_paid(policy: str) -> None:
    # O3, with equal stakes in every round.
    found = sampled("outhouse", policy=policy)
    for place, row in enumerate(found):
        sides = [found.parts[f"side {number}"][place].equity for number in (1, 2, 3)]
        main = found.parts["main"][place].equity
        assert row.equity == pytest.approx(sum(sides) / 6 + main / 2)
    others = [sampled("outhouse", policy=other) for other in ("five", "two", "share")]
    assert sum(found == other for other in others) == 1


def test_the_parts_of_each_game_have_their_names() -> None:
    assert list(sampled("stackhouse").parts) == ["Ethos One", "Hold'em", "Tri-Show", "Omaha"]
    assert list(sampled("outhouse").parts) == ["side 1", "side 2", "side 3", "main"]
    assert sampled("holdem").parts == {}


# However it is divided --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_threads_do_not_change_the_answer(game: str) -> None:
    one = sampled(game, 5000, threads=1)
    for threads in (0, 2, 8, 10**9):
        assert sampled(game, 5000, threads=threads) == one


@pytest.mark.parametrize("game", GAMES)
def test_an_executor_does_not_change_the_answer(
    game: str, pools: dict[str, Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = 1000 if game in odds.SLOW_GAMES else 5000
    alone = sampled(game, samples)
    for first_samples in (1 << 12, 100):
        monkeypatch.setattr(odds, "FIRST_SAMPLES", first_samples)
        for pool in pools.values():
            assert sampled(game, samples, executor=pool) == alone


def test_an_executor_counts_the_same_boards(
    pools: dict[str, Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small chunks, so that there are some.
    monkeypatch.setattr(odds, "FIRST_WORK", 1000)
    for hands, board in [
        (["Jc5c", "QdTd"], ""),
        (["AhKh", "QQ+, AK:0.25"], FLOP),
        (["AhKh", "QsQd", "7s7c"], FLOP),
    ]:
        alone = ph.equity("holdem", hands, board)
        assert alone.exact
        for pool in pools.values():
            assert ph.equity("holdem", hands, board, executor=pool) == alone


def test_an_executor_stops_at_the_same_sample(pools: dict[str, Executor]) -> None:
    alone = ph.equity("holdem", ["AhKh", ""], stderr=0.002)
    for pool in pools.values():
        assert ph.equity("holdem", ["AhKh", ""], stderr=0.002, executor=pool) == alone


@pytest.fixture(scope="module")
def pools() -> Iterator[dict[str, Executor]]:
    with ExitStack() as stack:
        made: dict[str, Executor] = {"threads": stack.enter_context(ThreadPoolExecutor(3))}
        for method in {"fork", "spawn"}.intersection(get_all_start_methods()):
            pool = ProcessPoolExecutor(2, mp_context=get_context(method))
            made[method] = stack.enter_context(pool)
        yield made


# Progress ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("executor", [False, True])
@pytest.mark.parametrize(
    ("game", "hands", "options", "known"),
    [
        ("outhouse", ["AsAdKh7c2d", "", ""], {"samples": 200_000}, True),
        ("holdem", ["AhKh", ""], {"stderr": 0.001}, False),
        ("holdem", ["AhKh", ""], {"stderr": 0.001, "samples": 10**7}, True),
        ("holdem", ["AhKh", "QQ+"], {}, True),
    ],
)
def test_progress_ends_at_everything(
    pools: dict[str, Executor],
    game: str,
    hands: list[str],
    options: dict[str, Any],
    known: bool,
    executor: bool,
) -> None:
    told: list[tuple[int, int | None]] = []
    found = ph.equity(
        game,
        hands,
        progress=lambda done, total: told.append((done, total)),
        executor=pools["threads"] if executor else None,
        **options,
    )
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    total = options.get("samples", Spot(game, hands).units) if known else None
    assert {total for _, total in told} == {total}
    assert told[-1][0] == (Spot(game, hands).units if found.exact else found.samples)


@pytest.mark.parametrize("executor", [False, True])
@pytest.mark.parametrize("options", [{"samples": 1 << 39}, {"stderr": 1e-6}])
def test_what_progress_raises_stops_the_run(
    pools: dict[str, Executor], options: dict[str, Any], executor: bool
) -> None:
    class Enough(Exception):
        pass

    def stop(_done: int, total: int | None) -> None:
        raise Enough(total)

    with pytest.raises(Enough) as stopped:
        ph.equity(
            "holdem",
            ["AhKh", ""],
            progress=stop,
            executor=pools["threads"] if executor else None,
            **options,
        )
    assert stopped.value.args[0] == options.get("samples")


# What comes back --------------------------------------------------------------------------------


def test_an_equity_is_a_sequence_with_a_row_a_hand() -> None:
    found = ph.equity("holdem", ["AhKh", "QsQd", "7s7c"], FLOP)
    assert len(found) == 3
    assert [row.hand for row in found] == ["AhKh", "QsQd", "7s7c"]
    assert found[-1] is found[2]
    assert found[1:] == (found[1], found[2])
    assert found[0] in found
    assert found.index(found[1]) == 1
    assert found.game == "holdem"
    with pytest.raises(IndexError):
        found[3]


def test_an_equity_does_not_change_and_pickles() -> None:
    found = sampled("cowpie")
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(sampled("cowpie"))
    found.parts.clear()
    assert list(found.parts) == ["five", "two"]
    with pytest.raises(FrozenInstanceError):
        found.exact = True  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        found[0].win = 1  # type: ignore[misc]


def test_an_equity_is_plain_json() -> None:
    found = sampled("cowpie")
    shown = json.loads(json.dumps(found.to_dict()))
    assert shown["hands"][1]["win"] == found[1].win
    assert shown["parts"]["two"][2]["equity"] == found.parts["two"][2].equity
    assert (shown["samples"], shown["exact"], shown["game"]) == (3000, False, "cowpie")


def test_an_equity_prints_as_a_table() -> None:
    found = ph.equity("holdem", ["AhKh", "QsQd"], FLOP)
    lines = str(found).splitlines()
    assert lines[0].split() == ["hand", "equity", "win", "tie", "lose"]
    assert lines[1].split()[:2] == ["AhKh", f"{found[0].equity:.2%}"]
    assert len({len(line) for line in lines[:3]}) == 1
    assert lines[3] == "exact, 990 boards"
    assert repr(found).startswith("<Equity: AhKh ")
    weighed = ph.equity("holdem", ["AhKh", "QQ:0.5, 22"], FLOP)
    assert weighed.how.endswith(" boards by weight")
    drawn = sampled("holdem")
    assert "unknown" in str(drawn)
    assert "3,000 samples, standard error " in repr(drawn)


def test_one_board_and_one_sample_are_not_several() -> None:
    assert ph.equity("holdem", ["AhKh", "QsQd"], FLOP + "3s4s").how == "exact, 1 board"
    assert ph.equity("holdem", ["AhKh", "QsQd"], samples=1).how.startswith("1 sample, standard")


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"samples": 0}, "samples is 0: it must be from 1"),
        ({"samples": -5}, "samples is -5: it must be from 1"),
        ({"samples": math.nan}, "samples is nan: it must be a whole number"),
        ({"samples": 10.0}, "samples is 10.0: it must be a whole number"),
        ({"samples": True}, "samples is True: it must be a whole number"),
        ({"samples": "10"}, "samples is '10': it must be a whole number"),
        ({"samples": 1 << 41}, "samples is 2199023255552: it must be from 1 to 1099511627776"),
        ({"stderr": 0}, "stderr is 0: it must be a number above 0"),
        ({"stderr": -0.1}, "stderr is -0.1: it must be a number above 0"),
        ({"stderr": math.nan}, "stderr is nan: it must be a number above 0"),
        ({"stderr": math.inf}, "stderr is inf: it must be a number above 0"),
        ({"stderr": True}, "stderr is True: it must be a number above 0"),
        ({"stderr": "1%"}, "stderr is '1%': it must be a number above 0"),
        ({"stderr": 1e-9}, "stderr is 1e-09: the least that can be reached for sure is 4.8e-07"),
        ({"samples": 5, "stderr": 0}, "stderr is 0"),
        ({"seed": -1}, "the seed is -1: it must be from 0 to 18446744073709551615"),
        ({"seed": None}, "the seed is None: it must be a whole number"),
        ({"threads": -1}, "threads is -1: it must be 0 or more"),
        ({"threads": 1.5}, "threads is 1.5: it must be a whole number"),
        ({"jokers": 1.5}, "jokers is 1.5: it must be a whole number"),
        ({"jokers": -1}, "jokers is -1: it must be 0 or more"),
        ({"jokers": 3}, "a deck has 0, 1 or 2 jokers, not 3"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ph.equity("holdem", ["AhKh", "QsQd"], **options)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ph.equity("holden", ["AhKh", "QsQd"]), "holden"),
        (lambda: ph.equity("cowpie", ["/Kh", "/7s"], policy="one"), 'a policy is .*"one"'),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], policy="one"), 'a policy is .*"one"'),
        (lambda: ph.equity("outhouse", ["", ""], policy="one"), 'a policy is .*"one"'),
        (lambda: ph.equity("holdem", ["AhKh", "AhQd"]), "Ah"),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], "Ah 2c 3c"), "Ah"),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], "4h 2c 3c", "2c"), "2c"),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], "4h"), "board"),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], "4h 5h"), "board"),
        (lambda: ph.equity("holdem", ["AhKh", "QsQd"], "2c 3c 4c 5c 6c 7c"), "board"),
        (lambda: ph.equity("holdem", ["AhKh"]), "2 to 23 hands, not 1;"),
        (lambda: ph.equity("holdem", []), "2 to 23 hands, not 0;"),
        (lambda: ph.equity("holdem", [""] * 30), "2 to 23 hands, not 30;"),
        (lambda: ph.equity("holdem", ["AA", "AA", "AA"]), "hands 1 and 2 and 3"),
        (lambda: ph.equity("holdem", ["AhKh", "QQ:0"]), 'hand 2: "0" at character 3 is no weight'),
        (lambda: ph.equity("holdem", ["AhKh", "QZs"]), "QZs"),
        (lambda: ph.equity("omaha", ["AhKhQhJhTh", "QsQdJsJd"]), "hand 1"),
    ],
)
def test_spots_that_cannot_be_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_numpy_integers_are_numbers() -> None:
    found = ph.equity(
        "holdem",
        ["AhKh", "QsQd"],
        FLOP,
        samples=np.int64(100),
        seed=np.uint8(3),
        threads=np.int8(1),
    )
    assert found == ph.equity("holdem", ["AhKh", "QsQd"], FLOP, samples=100, seed=3)
