"""`pokerhouse split`: the division, why others are illegal, and what each may expect."""

from __future__ import annotations

import json

import pokerhouse as ph
import pytest
from pokerhouse import division
from pokerhouse.cli import main

HAND = ("--down", "As 9d 2c", "--up", "Kh Kc 7s 4d")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["split", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["split", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("pokerhouse: error: ").rstrip("\n")


def test_the_chosen_division_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, *HAND).splitlines()
    assert lines[:3] == [
        "kings with ace-nine-seven; four-deuce in front",
        "  five  As 9d Kh Kc 7s",
        "  two   2c 4d",
    ]
    lines = output(capsys, *HAND, "--prefer", "share", "--players", "4").splitlines()
    assert lines[2] == "  two   As 9d"
    lines = output(capsys, *HAND, "--prefer", "two").splitlines()
    assert lines[2] == "  two   As 9d"


def test_the_frontier_has_a_bar_for_each_share(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, *HAND, "--players", "6").splitlines()
    start = lines.index("share of the pot to expect among 6 players:") + 1
    frontier = ph.frontier(HAND[1], HAND[3])
    shares = [ph.expected_share(split, 6).pot for split in frontier]
    shown = lines[start : start + len(frontier)]
    assert lines[start + len(frontier)] == ""
    for line, split, share in zip(shown, frontier, shares, strict=True):
        assert line.endswith(str(split))
        assert f"{100 * share:.1f}%" in line
    bars = [line.count("#") for line in shown]
    assert max(bars) == 24 == bars[shares.index(max(shares))]
    assert bars.index(max(bars)) == len(bars) - 1
    assert [line.startswith("*") for line in shown] == [True] + [False] * (len(shown) - 1)


def test_illegal_divisions_are_counted_by_the_rule_they_break(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = output(capsys, *HAND).splitlines()
    start = lines.index("13 of 21 divisions are legal; of the others")
    assert len(lines) == start + 3
    assert lines[start + 1].startswith("  2: the five do not rank higher (R7)")
    assert lines[start + 2] == "  6: the two have no card dealt face down (C4)"
    assert "ace-king" in lines[start + 1]


def test_with_all_every_division_is_there_and_why_it_is_illegal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = output(capsys, *HAND, "--all")
    for split, fault in division.divisions(HAND[1], HAND[3]):
        assert f"{split}\n" in out
        if fault is not None:
            assert f"{split}\n       illegal: {fault}\n" in out
    assert out.count("illegal: ") == 8


def test_prefix_lets_the_five_win_where_the_two_run_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = ("--down", "As Kd 2c", "--up", "Ah Kc 7s 4d")
    reason = "do not rank higher than the two (ace-king high) (R7)"
    assert output(capsys, *hand, "--all").count(reason) == 3
    assert reason not in output(capsys, *hand, "--all", "--prefix")


def test_wild_cards_are_divided_without_shares(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "--down", "As 9d Xb", "--up", "Kh Kc 7s 4d", "--wild", "card")
    assert out.startswith("three kings with ace-seven; nine-four in front\n")
    assert "%" not in out


def test_json_is_one_object_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, *HAND, "--prefer", "share", "--players", "3", "--json"))
    assert found["down"] == ["As", "9d", "2c"]
    assert found["prefer"] == "share"
    best = ph.best_split(HAND[1], HAND[3], prefer="share", players=3)
    assert found["best"] == {
        "five": list(map(str, best.five)),
        "two": list(map(str, best.two)),
        "five_strength": best.five_strength,
        "two_strength": best.two_strength,
        "description": str(best),
        "share": ph.expected_share(best, 3)._asdict(),
    }
    assert found["best"] in found["frontier"]
    assert len(found["divisions"]) == 21
    assert sum(judged["fault"] is None for judged in found["divisions"]) == 13
    found = json.loads(
        output(capsys, "--down", "As 9d Xb", "--up", "Kh Kc 7s 4d", "--wild", "bug", "--json")
    )
    assert found["players"] is None
    assert found["best"]["share"] is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--down", "As 9d 2c", "--up", "Kh Kc 7s"), "7 cards are needed, not 6"),
        (("--down", "As 9d 2c", "--up", "Kh Kc 7s As"), "As is there more than once"),
        (("--down", "As Zd 2c", "--up", "Kh Kc 7s 4d"), "--down: "),
        (("--down", "As", "--up", "Kh Kc 7s 4d 9d 2c"), "(C4)"),
        (("--down", "As 9d Xb", "--up", "Kh Kc 7s 4d"), "Xb is a joker"),
        ((*HAND, "--players", "8"), "2 to 7 players divide their cards, not 8"),
        ((*HAND, "--players", "many"), "--players"),
        ((*HAND, "--prefer", "seven"), "seven"),
        ((*HAND, "--wild", "card", "--players", "3"), "nothing is wild"),
        ((*HAND, "--wild", "card", "--prefer", "share"), "nothing is wild"),
        (("--up", "Kh Kc 7s 4d"), "--down"),
    ],
)
def test_what_cannot_be_divided_is_one_line_of_error(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], named: str
) -> None:
    assert named in refusal(capsys, *arguments)
