"""`pokerhouse bench`: who disagrees, who fails, who is not there, and what is timed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pokerhouse as ph
import pytest
from pokerhouse import terminal
from pokerhouse.bench import agreement, page, report, timing
from pokerhouse.bench.peers import PEERS, POKERHOUSE, Adapter, Batch, Evaluator, text
from pokerhouse.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

TINY = report.Size(200, 3, 50, 10_000, 200, 10_000)


def peer(name: str, evaluate: Callable[[list[int]], int], batch: Batch | None = None) -> Adapter:
    """An evaluator that is always installed, as its package is pokerhouse."""

    def build(_size: int) -> Evaluator:
        return Evaluator("lists", lambda hands: [list(hand) for hand in hands], evaluate, int,
                         batch=batch)  # fmt: skip

    return Adapter(name, "pokerhouse", build)


def blind_to_flushes(hand: list[int]) -> int:
    return ph.evaluate(hand, ph.NO_FLUSH)


def failing(_hand: list[int]) -> int:
    raise OverflowError("too strong")


def mirrored(hand: list[int]) -> int:
    return 9 * ph.evaluate(hand) + 1


ABSENT = Adapter("nobody", "no-such-evaluator", lambda _: pytest.fail("was built"))


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> list[Adapter]:
    """The peers that the comparison knows, and little to do."""
    known: list[Adapter] = [peer("mirror", mirrored)]
    monkeypatch.setattr(report, "PEERS", known)
    monkeypatch.setattr(report, "FAST", TINY)
    # It walks all hands of five, and has a test of its own.
    monkeypatch.setattr(report, "assert_own_answers", lambda _sevens, _jokers: None)
    return known


# Agreement --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "pair"),
    [
        ([3, 1, 2], [30, 10, 20], None),
        ([3, 1, 3, 2], [7, 5, 7, 6], None),
        ([3, 1, 2], [3, 2, 1], (2, 1)),
        ([1, 2], [1, 1], (1, 0)),
        ([1, 1], [1, 2], (1, 0)),
        ([5, 1, 3, 5, 2], [5, 1, 3, 4, 2], (3, 0)),
        ([], [], None),
    ],
)
def test_a_disagreement_is_the_first_pair_in_another_order(
    first: list[int], second: list[int], pair: tuple[int, int] | None
) -> None:
    assert agreement.disagreement(first, second) == pair


def test_the_order_counts_and_not_the_numbers() -> None:
    (verdict,) = agreement.prove([peer("mirror", mirrored)], 300)
    assert verdict.complaint is None
    assert verdict.hands == 600


def test_one_that_disagrees_is_told_with_two_hands_that_show_it() -> None:
    (verdict,) = agreement.prove([peer("blind", blind_to_flushes)], 2_000)
    words = (verdict.complaint or "").split()
    assert words[0] == "blind:"
    verbs = {"beats": 1, "ties": 0, "loses": -1}
    said = [word for word in words if word in verbs]
    one, other = words[1], next(word for word in words if word.endswith(",")).rstrip(",")

    def sign(rules: ph.Rules) -> int:
        first, second = ph.evaluate(one, rules), ph.evaluate(other, rules)
        return (first > second) - (first < second)

    assert [verbs[word] for word in said] == [sign(ph.NO_FLUSH), sign(ph.STANDARD)]
    assert said[0] != said[1]


def test_a_batch_that_disagrees_with_its_own_single_calls_is_told() -> None:
    batch = Batch(
        "lists", list, lambda hands: [blind_to_flushes(list(hand)) for hand in hands], list
    )
    (verdict,) = agreement.prove([peer("odd", mirrored, batch)], 2_000)
    assert (verdict.complaint or "").startswith("odd (batch): ")


def test_one_that_fails_is_told_with_the_hand_and_the_rest_go_on() -> None:
    broken = Adapter("broken", "pokerhouse", lambda _: Evaluator("", list, len, no_int))
    unbuilt = Adapter("unbuilt", "pokerhouse", not_built)
    candidates = [peer("failing", failing), unbuilt, broken, peer("mirror", mirrored)]
    verdicts = agreement.prove(candidates, 10)
    first = text(agreement.deal(5, 10)[0])
    assert verdicts[0].complaint == f"failing: fails on {first}: OverflowError('too strong')"
    assert verdicts[1].complaint == "unbuilt: ImportError('no library')"
    assert "no number" in (verdicts[2].complaint or "")
    assert verdicts[3].complaint is None


def no_int(_answer: object) -> int:
    raise ValueError("no number")


def not_built(_size: int) -> Evaluator:
    raise ImportError("no library")


def test_ctrl_c_in_an_evaluator_stops_the_run() -> None:
    def interrupted(_hand: list[int]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        agreement.prove([peer("slow", interrupted)], 10)


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize(("proof", "best"), [(report.FAST, 8), (report.THOROUGH, 9)])
def test_hands_for_the_proof_hold_every_category(size: int, proof: report.Size, best: int) -> None:
    hands = agreement.deal(size, proof.proof)
    assert all(len(set(hand)) == size for hand in hands)
    categories = {ph.evaluate(hand) >> 12 for hand in hands}
    assert categories >= set(range(best + 1))


# Speed ------------------------------------------------------------------------------------------


def contender(name: str, run: Callable[[], object], hands: int = 100) -> timing.Contender:
    return timing.Contender(name, "nothing", lambda _count: run, hands, hands)


def test_all_take_their_turn_in_every_round() -> None:
    ran: list[str] = []
    rounds: list[int] = []
    names = ["a", "b", "c"]
    contenders = [contender(name, partial(ran.append, name)) for name in names]
    race = timing.race(contenders, 4, 1, rounds.append)
    assert "".join(ran).endswith("aabbcc" * 4)
    assert rounds == [0, 1, 2, 3]
    assert [result.name for result in race.results] == names
    assert race.failures == []


def test_the_first_is_the_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    cost = {"a": 1_000, "b": 5_000}
    now = 0

    def pay(name: str) -> None:
        nonlocal now
        now += cost[name]

    monkeypatch.setattr(timing, "perf_counter_ns", lambda: now)
    contenders = [contender(name, partial(pay, name)) for name in cost]
    first, second = timing.race(contenders, 5, 1).results
    assert (first.ns, first.ratio, first.ratio_quartiles) == (10, 1, (1, 1))
    assert (second.ns, second.ratio, second.ns_best) == (50, 5, 50)


@pytest.mark.parametrize("good_runs", [0, 1, 5])
def test_one_that_fails_late_is_out_and_the_rest_go_on(good_runs: int) -> None:
    left = good_runs

    def tire() -> None:
        nonlocal left
        if left == 0:
            raise RuntimeError("tired")
        left -= 1

    contenders = [contender("a", int), contender("b", tire), contender("c", int)]
    race = timing.race(contenders, 8, 1)
    assert [result.name for result in race.results] == ["a", "c"]
    assert race.failures == ["b (nothing): tired"]


def test_a_failure_of_the_measure_itself_is_an_error() -> None:
    with pytest.raises(OverflowError):
        timing.race([contender("a", lambda: failing([])), contender("b", int)], 3, 1)


def test_pokerhouse_is_checked_before_it_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ph.deal_batch(100, 7)
    jokers = agreement.with_one_joker(hands)
    assert ((jokers == agreement.JOKER).sum(axis=1) == 1).all()
    agreement.assert_own_answers(hands, jokers)
    monkeypatch.setattr(agreement, "FIVES", [0, *agreement.FIVES[1:]])
    with pytest.raises(AssertionError, match="categories of all hands"):
        agreement.assert_own_answers(hands, jokers)


def test_the_bar_of_a_race_has_no_thread_that_would_take_time_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(terminal, "is_terminal", lambda _stream: True)
    before = threading.active_count()
    with report.progress("many hands,", 4, "rounds") as ran:
        ran(0)
        ran(3)
        assert threading.active_count() == before
        assert "many hands, 3 rounds" in screen.getvalue()


# The command ------------------------------------------------------------------------------------


def test_the_page_names_who_is_there_and_who_is_not(
    peers: list[Adapter], capsys: pytest.CaptureFixture[str]
) -> None:
    peers.append(ABSENT)
    assert main(["bench", "--fast"]) == 0
    out, err = capsys.readouterr()
    assert f"pokerhouse {ph.__version__}; mirror {ph.__version__}" in out
    assert "Not installed, left out: no-such-evaluator" in out
    assert "disagrees or fails" not in out
    assert "Single calls, seven cards" in out
    assert "million hands/s" in out
    assert err == ""


def test_one_that_is_wrong_is_told_and_not_timed(
    peers: list[Adapter], capsys: pytest.CaptureFixture[str]
) -> None:
    peers[:0] = [peer("blind[/]", blind_to_flushes), peer("failing", failing)]
    assert main(["bench", "--fast"]) == 1
    out = capsys.readouterr().out
    assert "disagrees or fails: blind[/]: " in out
    assert "disagrees or fails: failing: fails on " in out
    tables = out.partition("Single calls")[2]
    assert "mirror" in tables
    assert "blind" not in tables
    assert "failing" not in tables


def test_json_is_the_whole_report(peers: list[Adapter], capsys: pytest.CaptureFixture[str]) -> None:
    peers.append(peer("blind", blind_to_flushes))
    assert main(["bench", "--fast", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["machine"]["pokerhouse"] == ph.__version__
    assert [verdict["name"] for verdict in said["verdicts"]][-2:] == ["mirror", "blind"]
    assert said["verdicts"][-1]["complaint"]
    assert said["rounds"] == TINY.rounds
    for times in (said["singles"], said["batches"]):
        assert times[0]["name"] == "pokerhouse"
        assert times[0]["ratio"] == 1
        assert all(result["ns"] >= result["ns_best"] > 0 for result in times)
    assert "mirror" in [result["name"] for result in said["batches"]]


@pytest.mark.usefixtures("peers")
def test_the_picture_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "bench.svg"
    assert main(["bench", "--fast", "--plot", str(path)]) == 0
    drawn = path.read_text()
    assert "mirror (lists)" in drawn
    assert "One call a hand" in drawn


@pytest.mark.usefixtures("peers")
def test_a_picture_that_cannot_be_saved_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "compare", lambda _size: pytest.fail("worked"))
    assert main(["bench", "--fast", "--plot", "bench.gif"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "bench.gif: .gif is no kind of picture known" in err


def test_no_evaluator_is_loaded_by_the_help() -> None:
    packages = sorted({adapter.package.replace("-", "_") for adapter in PEERS})
    program = (
        "import sys; from pokerhouse.cli import main; main(['bench', '--help'])\n"
        f"print(sorted({{'matplotlib', 'numpy', *{packages}}} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("adapter", [*POKERHOUSE, *PEERS], ids=lambda adapter: adapter.name)
def test_installed_evaluators_agree(adapter: Adapter) -> None:
    if adapter.version is None:
        pytest.skip("not installed")
    (verdict,) = agreement.prove([adapter], 100)
    assert verdict.complaint is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (123.4, "123"), (12.34, "12.3"), (1.234, "1.23"), (0.0012, "0.0012")],
)
def test_digits_are_those_that_matter(value: float, text: str) -> None:
    assert page.digits(value) == text


def test_every_line_of_a_table_shows_its_spread() -> None:
    line = timing.Result("a", "b", 10, 5.0, (4.0, 8.0), 3.0, 2.0, (1.5, 2.5))
    table = page.table("", [line, replace(line, name="c")], per_second=True)
    assert list(table.columns[3].cells) == ["200 (125 .. 250)"] * 2
    assert list(table.columns[5].cells) == ["2.00 (1.50 .. 2.50)"] * 2
