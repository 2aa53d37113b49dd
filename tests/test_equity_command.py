"""`pokerhouse equity`: tables, JSON, pictures, bars, errors and Ctrl-C."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pokerhouse as ph
import pytest
from matplotlib.patches import Rectangle
from pokerhouse import odds_picture
from pokerhouse.cli import main
from pokerhouse.terminal import ProgressBar
from pokerhouse.weighing import PatientBar
from test_cli import COMMAND, ESCAPE, on_terminal, refusal

if TYPE_CHECKING:
    from pathlib import Path

SPOT = ["AhKh", "QsQd", "--board", "2h 7h Jc"]
# Half an hour's work.
ENDLESS = ["AhKh", "", "--samples", "100000000000"]


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["equity", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_line_a_hand_and_how_it_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    found = ph.equity("holdem", ["AhKh", "QsQd"], "2h 7h Jc")
    lines = output(capsys, *SPOT).splitlines()
    assert lines[0].split() == ["hand", "equity", "win", "tie", "lose"]
    for line, row in zip(lines[1:3], found, strict=True):
        words = line.split()
        assert " ".join(words[:2]).replace(" ", "") == row.hand
        assert words[2] == f"{row.equity:.2%}"
        parts = [f"{number / 990:.2%}" for number in (row.win, row.tie, row.lose)]
        assert words[-3:] == parts
    assert lines[-1] == "exact, 990 boards"
    # The longest bar is that of the favourite.
    favourite = max(range(2), key=lambda place: found[place].equity)
    assert lines[1 + favourite].count("#") == 24
    assert 0 < lines[2 - favourite].count("#") < 24


def test_samples_have_their_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, *SPOT, "--samples", "1000", "--seed", "5")
    found = ph.equity("holdem", ["AhKh", "QsQd"], "2h 7h Jc", samples=1000, seed=5)
    assert f"{found[0].equity:.2%} ± {found[0].stderr:.2%}" in out
    assert out.endswith(f"{found.how}\n")
    more = output(capsys, *SPOT, "--stderr", "0.004", "--threads", "1")
    assert ph.equity("holdem", ["AhKh", "QsQd"], "2h 7h Jc", stderr=0.004).how in more


def test_unknown_hands_ranges_and_parts_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "AhKh", "", "QQ+, AKs:0.5", "--samples", "100")
    names = [line[: line.index("%") - 6].strip() for line in out.splitlines()[1:4]]
    assert names[:2] == ["Ah Kh", "unknown"]
    assert "AKs" in names[2]
    out = output(
        capsys, "As 9d/Kh", "/7s", "--game", "cowpie", "--policy", "share", "--samples", "100"
    )
    assert "As 9d / Kh" in out
    lines = out.splitlines()
    assert ["part", "five", "two"] in [line.split() for line in lines]


def test_options_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    expected = output(capsys, *SPOT)
    assert output(capsys, "--board", "2h7hJc", "AhKh", "--game", "holdem", "QsQd") == expected


def test_rules_dead_cards_and_jokers_are_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(
        output(
            capsys,
            *SPOT,
            "--json",
            "--dead",
            "3h 4h",
            "--jokers",
            "2",
            "--wild",
            "bug",
            "--rules",
            "no-flush",
        )
    )
    rules = ph.Rules(flushes=False, wild="bug")
    found = ph.equity("holdem", ["AhKh", "QsQd"], "2h 7h Jc", "3h 4h", rules=rules, jokers=2)
    assert shown == {"board": ["2h", "7h", "Jc"], "dead": ["3h", "4h"], **found.to_dict()}


def test_flushes_do_not_count_in_outhouse_unless_told(capsys: pytest.CaptureFixture[str]) -> None:
    spot = ["AhKh9h4h2h", "3s3d7c8cJd", "--game", "outhouse", "--samples", "500"]
    assert output(capsys, *spot) == output(capsys, *spot, "--rules", "no-flush")
    assert output(capsys, *spot) != output(capsys, *spot, "--rules", "standard")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "HAND"),
        (["AhKh"], "1"),
        (["AhKh", "AhQd"], "Ah"),
        (["AhKh", "QsQd", "--board", "2h 7z"], '--board: "7z"'),
        (["AhKh", "QsQd", "--dead", "Qx"], "--dead"),
        (["AhKh", "QsQd", "--samples", "0"], "samples is 0"),
        (["AhKh", "QsQd", "--samples", "many"], "--samples"),
        (["AhKh", "QsQd", "--stderr", "nan"], "stderr is nan"),
        (["AhKh", "QsQd", "--seed", "-1"], "the seed is -1"),
        (["AhKh", "QsQd", "--game", "whist"], "whist"),
        (["AhKh", "QsQd", "--wilds", "2"], "--wilds needs a kind"),
        (["AhKh", "QQ-"], """hand 2: "QQ-" at character 0 has no hand behind its '-'"""),
        (["--", "-5", "QsQd"], """hand 1: "-5" at character 0 has no hand before its '-'"""),
        (["AhKh", "QsQd", "--plot", "odds.gif"], "no kind of picture"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refusal(capsys, "equity", *arguments)


# Pictures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--samples", "1000"]])
def test_a_picture_has_a_bar_a_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]
) -> None:
    path = tmp_path / "odds.svg"
    plain = output(capsys, *SPOT, *options)
    assert output(capsys, *SPOT, *options, "--plot", str(path)) == plain
    assert path.read_bytes().startswith(b"<?xml")
    found = ph.equity("holdem", ["AhKh", "QsQd"], samples=1000)
    (axes,) = odds_picture.draw_bars(found).axes
    bars = [bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)]
    assert bars == [100 * row.equity for row in found]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["AhKh", "QsQd"]


def test_a_hand_against_a_range_is_a_grid_of_classes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[dict[str, float]] = []
    draw_grid = odds_picture.draw_grid

    def watched(odds: ph.Equity, hand: str, against: dict[str, float]) -> object:
        drawn.append(against)
        return draw_grid(odds, hand, against)

    monkeypatch.setattr(odds_picture, "draw_grid", watched)
    path = tmp_path / "odds.png"
    for hands in (["KhQh", "JJ+, AKo, A2s:0.5"], ["JJ+, AKo, A2s:0.5", "KhQh"]):
        output(capsys, *hands, "--board", "2h 7h Jc", "--plot", str(path))
    assert path.read_bytes().startswith(b"\x89PNG")
    against = drawn[0]
    assert against == drawn[1]
    assert set(against) == {"AA", "KK", "QQ", "JJ", "AKo", "A2s"}
    # What is held or on the board is dealt to nobody else.
    assert against["JJ"] == ph.equity("holdem", ["KhQh", "JsJh, JsJd, JhJd"], "2h7hJc")[0].equity
    assert against["A2s"] == ph.equity("holdem", ["KhQh", "As2s,Ad2d,Ac2c"], "2h7hJc")[0].equity


def test_a_class_that_cannot_be_dealt_is_left_out() -> None:
    taken = ph.cards("AhAdAs Kh")
    classes = odds_picture.in_classes(ph.Range("AA, AKs, QQ:0.25"), taken)
    assert set(classes) == {"AKs", "QQ"}
    assert ph.Range(classes["AKs"]) == ph.Range("AcKc")
    assert ph.Range(classes["QQ"]) == ph.Range("QQ:0.25")


def test_every_class_has_its_place_in_the_grid() -> None:
    classes = odds_picture.in_classes(ph.Range("random"), ())
    assert len(classes) == 169
    for name, combos in classes.items():
        assert len(ph.Range(combos)) == {"s": 4, "o": 12}.get(name[2:], 6)
        assert ph.Range(combos) == ph.Range(name)
    found = ph.equity("holdem", ["AhKh", "random"], samples=10)
    drawn = odds_picture.draw_grid(found, "AhKh", {"AKs": 0.5, "AKo": 0.25, "22": 1.0})
    table = drawn.axes[0].images[0].get_array()
    assert table is not None
    assert (table[0, 1], table[1, 0], table[12, 12]) == (50, 25, 100)


@pytest.mark.parametrize(
    "hands", [["AhKh", "QsQd"], ["QQ+", "AK"], ["AhKh", "QQ+", "22"], ["", ""]]
)
def test_anything_else_is_bars(hands: list[str]) -> None:
    assert odds_picture.hand_and_range(ph.equity("holdem", hands, samples=10)) is None


def test_a_hand_against_an_unknown_one_is_against_any() -> None:
    sides = odds_picture.hand_and_range(ph.equity("holdem", ["", "AhKh"], samples=10))
    assert sides == ("AhKh", ph.Range("random"))


# Bars, pipes and signals ------------------------------------------------------------------------


def test_a_bar_comes_only_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("pokerhouse.weighing.monotonic", lambda: now)
    moved: list[int] = []
    monkeypatch.setattr(
        "pokerhouse.terminal.ProgressBar.move", lambda _self, done, _count: moved.append(done)
    )
    with PatientBar("weighed") as bar:
        bar.move(1, 10)
        now = 100.9
        bar.move(2, 10)
        assert moved == []
        now = 101.1
        bar.move(3, 10)
        bar.move(4, 10)
    assert moved == [3, 4]


def test_a_bar_tells_how_many_there_are_of_what_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("pokerhouse.terminal.is_terminal", lambda _stream: True)
    monkeypatch.setattr(
        "rich.progress.Progress.update",
        lambda _self, _task, **shown: told.append(shown["description"]),
    )
    monkeypatch.setattr("pokerhouse.weighing.PATIENCE", -1.0)
    with ProgressBar("reading", None) as hands:
        hands.move(0, 1)
        hands.move(0, 2000)
    for total in (None, 1326):
        with PatientBar("weighed") as bar:
            bar.move(1, total)
    assert told == [
        "reading 1 hand",
        "reading 2,000 hands",
        "weighed 1 sample",
        "weighed 1 of 1,326",
    ]


def test_a_terminal_shows_cards_in_colour_and_blocks() -> None:
    shown, _ = on_terminal([*COMMAND, "equity", *SPOT], "stdout")
    assert ESCAPE in shown
    assert "█" in shown
    assert "Q♠" in shown


def test_a_long_run_shows_a_bar_on_a_terminal() -> None:
    # Not so long that the test would be.
    script = (
        "import sys; from pokerhouse import cli, weighing; weighing.PATIENCE = 0.0; "
        "sys.exit(cli.main(['equity', 'AhKh', '', '--stderr', '0.0001']))"
    )
    shown, out = on_terminal([sys.executable, "-c", script], "stderr")
    assert "weighed" in shown
    assert "samples" in shown
    assert " samples, standard error 0.0" in out


def test_a_short_run_shows_no_bar() -> None:
    shown, out = on_terminal([*COMMAND, "equity", *SPOT], "stderr")
    assert shown == ""
    assert out.endswith("exact, 990 boards\n")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_control_c_ends_it_quietly_and_leaves_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "odds.png"
    # The signal comes when the samples have begun.
    script = (
        "import os, signal, sys, threading\n"
        "from pokerhouse import cli, odds\n"
        "sample = odds._sample\n"
        "def interrupted(*arguments):\n"
        "    threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()\n"
        "    return sample(*arguments)\n"
        "odds._sample = interrupted\n"
        f"sys.exit(cli.main({['equity', *ENDLESS, '--plot', str(path)]!r}))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert ran.returncode == 130
    assert (ran.stdout, ran.stderr) == (b"", b"")
    assert os.listdir(tmp_path) == []
