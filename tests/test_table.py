"""The terminal game: what is typed, what is shown, and that nobody is left at a broken table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from pokerhouse.cli import main
from pokerhouse.games import (
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
    Outhouse,
    RaiseTo,
    Stackhouse,
)
from pokerhouse.games.seating import read_action
from scripts import play, stud_deck


def run(monkeypatch: pytest.MonkeyPatch, typed: Iterable[str], *words: str) -> int:
    """Run the command with these lines typed; then the input ends."""
    lines = iter(typed)

    def read(_prompt: object = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    return main(["play", *words])


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("f", Fold()),
        ("fold", Fold()),
        ("  Call ", Call()),
        ("c", Call()),
        ("r 4", RaiseTo(4)),
        ("r4", RaiseTo(4)),
        ("raise to 4", RaiseTo(4)),
        ("r", RaiseTo(4)),
        ("b 4", RaiseTo(4)),
    ],
)
def test_bets_are_typed_in_letters_or_words(typed: str, action: object) -> None:
    game = Outhouse([40, 40], seed=1)
    play(game, "1 bets 2")
    assert read_action(typed, game.view(0)) == action


def test_enter_alone_checks_or_brings_in() -> None:
    assert read_action("", Outhouse([40, 40], seed=1).view(1)) == Check()
    stud = Cowpie([40, 40], seed=1)
    view = stud.view(stud.waiting[0])
    assert read_action("", view) == read_action("i", view) == BringIn()
    assert read_action("o", view) == Complete()


def test_cards_are_typed_or_chosen_by_their_numbers() -> None:
    deck = stud_deck("As 9d / Kh Kc 7s 4d / 2c", "Qs 9c / 3h 8c 5d Jh / 6c")
    game = Cowpie([50, 50], deck=deck)
    play(game, "1 brings in, 0 calls, 0 checks, 1 checks, 0 checks, 1 checks")
    play(game, "0 checks, 1 checks, 0 checks, 1 checks")
    view = game.view(0)
    for typed in ("As 9d", "as9d", "divide 9d As", "1 2", "A♠ 9♦"):
        assert read_action(typed, view) == Divide("As 9d")
    with pytest.raises(ValueError, match=r"do not rank higher than the two.*\(R7\)"):
        read_action("As Kh", view)
    with pytest.raises(ValueError, match=r"the two have no card dealt face down \(C4\)"):
        read_action("Kh Kc", view)
    with pytest.raises(ValueError, match="Qs is not among the seven cards"):
        read_action("As Qs", view)
    with pytest.raises(ValueError, match="numbers 1 to 7"):
        read_action("1 8", view)


def test_exposures_and_discards_are_typed_as_cards() -> None:
    game = Outhouse([40, 40], seed=1, deck=stud_deck("As Ad 7c 8h 9d", "Ks Kd 2c 3h 4d"))
    for _ in range(6):
        game.play(Check())
    assert read_action("1 2", game.view(0)) == Expose("As Ad")
    for few_or_many in ("1", "1 1", "1 2 3"):
        with pytest.raises(ValueError, match="two of your own cards"):
            read_action(few_or_many, game.view(0))
    with pytest.raises(ValueError, match="Ks is not one of your cards"):
        read_action("As Ks", game.view(0))
    match = Stackhouse((4, 40), minimum=0, dealer=1, seed=1)
    three = match.view(0).hands[2]
    assert read_action("2", match.view(0)) == Discard(three[1])
    assert read_action(str(three[0]), match.view(0)) == Discard(three[0])
    with pytest.raises(ValueError, match="is not one of your Tri-Show cards"):
        read_action(str(match.view(0).hands[0][0]), match.view(0))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("dance", "'dance' is nothing that can be done here: f fold   c call 2   r raise to 4"),
        ("r 5", "that is no size for it: 4 in all"),
        ("k", "you may not check now: f fold   c call 2   r raise to 4"),
        ("", "it is your turn: f fold   c call 2   r raise to 4"),
        ("o", "you may not complete now"),
    ],
)
def test_what_is_wrong_is_said(typed: str, message: str) -> None:
    game = Outhouse([40, 40], seed=1)
    play(game, "1 bets 2")
    with pytest.raises(ValueError, match=message):
        read_action(typed, game.view(0))


@pytest.mark.parametrize("limit", ["fixed", "no"])
@pytest.mark.parametrize("name", ["cowpie", "outhouse"])
def test_a_whole_hand_at_the_terminal(
    name: str, limit: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Whatever is asked, one of these will do: the rest is answered with a hint.
    typed = ["?", "h", "!", *["k", "c", "i", "1 2", "1 3", "1 4", "2 3", "1 5"] * 40]
    code = run(monkeypatch, typed, name, "--seed", "3", "--limit", limit, "--bot", "cautious")
    shown = capsys.readouterr().out
    assert code == 0
    assert "You have seat 0" in shown
    assert "a sharp bot would" in shown
    assert "Stacks: " in shown
    assert any(words in shown for words in ("You win", "You lose", "You break even"))
    assert any(suit in shown for suit in "♠♥♦♣")
    assert shown.endswith("You leave the table.\n")


def test_a_stackhouse_match_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [*["b 8", "c", "1", "k"] * 60, "q"]
    options = "--chips", "12", "--seed", "1", "--bot", "random"
    assert run(monkeypatch, typed, "stackhouse", *options) == 0
    shown = capsys.readouterr().out
    assert "Hand Two (Hold'em)" in shown
    assert "board" in shown
    assert "loses the match" in shown


def test_s1_a_chip_is_worth_ten_for_display_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, ["q"], "stackhouse", "--seed", "2", "--bot", "cautious")
    assert "236 chips = 2,360" in capsys.readouterr().out
    run(monkeypatch, ["q"], "outhouse", "--seed", "2")
    assert " = " not in capsys.readouterr().out


def test_q_leaves_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, ["q"], "outhouse", "--seed", "1") == 0
    assert capsys.readouterr().out.endswith("You leave the table.\n")


def test_a_second_hand_moves_the_button_and_keeps_the_stacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["f", "o", "f", "f", "y"]
    run(monkeypatch, typed, "cowpie", "--seed", "1", "--seats", "3")
    shown = capsys.readouterr().out
    assert "Cowpie: seat 2 has the button" in shown
    assert "Cowpie: seat 0 has the button" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cowpie", "--seats", "8"], "8 players: there must be 2 to 7"),
        (["outhouse", "--chips", "-3"], "a stack is -3"),
        (["cowpie", "--seed", "-1"], "the seed is -1"),
        (["cowpie", "--chips", "0"], "seat 0 has no chips"),
        (["cowpie", "--seats", "0"], "0 players: there must be 2 to 7"),
        (["stackhouse", "--seats", "3"], "3 players: Stackhouse is for two"),
        (["stackhouse", "--limit", "fixed"], "all four hands of Stackhouse are no limit"),
        (["stackhouse", "--chips", "3"], "6 chips in all: with fewer than 8 both would be ghosts"),
    ],
)
def test_bad_arguments_are_said_in_one_line(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, [], *words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pokerhouse: error: ")
    assert message in told.err
    assert told.err.count("\n") == 1


def test_json_is_one_object_a_line_and_ends_with_the_saved_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["dance", *["k", "c", "i", "1 2", "1 3", "1 4"] * 40]
    assert run(monkeypatch, typed, "outhouse", "--seed", "3", "--json") == 0
    lines: list[dict[str, Any]] = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert lines[0]["seat"] == 0
    assert len(lines[0]["hole"]) == 3
    assert "error" in lines[1]
    assert "legal" in lines[0]
    game = Game.from_dict(lines[-1]["game"])
    assert game.over
    assert list(game.payoffs) == lines[-1]["payoffs"]
    # Nothing but the own cards and what was shown is ever printed before the end.
    told = [line for line in lines[:-1] if "hole" in line]
    assert all(set(line) == set(told[0]) for line in told)


def test_bets_at_no_limit_name_their_range(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, ["b 1", "b 2000", "q"], "stackhouse", "--seed", "2")
    shown = capsys.readouterr().out
    assert "b N bet 1-236" in shown or "r N raise to" in shown


def test_a_size_left_out_is_asked_for() -> None:
    match = Stackhouse(dealer=1, seed=2)
    for typed in ("b", "raise"):
        with pytest.raises(ValueError, match="say how much: k check   b N bet 1-236"):
            read_action(typed, match.view(0))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cowpie", "Ante 1, bring-in 1, bets 2 and 4, fixed limit."),
        ("outhouse", "Ante 1, bets 2 and 4, fixed limit."),
        ("stackhouse", "No limit on all four hands"),
    ],
)
def test_what_is_played_for_is_said_first(
    name: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, ["q"], name, "--seed", "1") == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(words)


def test_ctrl_c_leaves_as_it_leaves_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_prompt: object = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main(["play", "cowpie", "--seed", "1"]) == 130
    told = capsys.readouterr()
    assert told.out.endswith("You leave the table.\n")
    assert told.err == ""


def test_where_symbols_cannot_be_shown_cards_have_letters() -> None:
    command = [sys.executable, "-X", "utf8=0", "-m", "pokerhouse", "play", "outhouse", "--seed"]
    done = subprocess.run(
        [*command, "1"],
        input=b"!\nq\n",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    shown = done.stdout.decode("ascii")
    hole = [str(card) for card in Outhouse([100] * 4, seed=1, button=3).view(0).hole]
    assert f"your cards  {' '.join(hole)}" in shown


def test_a_seed_repeats_the_cards_and_random_bots_but_not_the_match_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "stackhouse", "--chips", "4", "--bot", "random", "--seed", "1"
    typed = [*["1", "k", "c", "y"] * 200, "q"]
    shown = []
    for _ in range(2):
        run(monkeypatch, typed, *words)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    matches = shown[0].split("has the button")[1:]
    assert len(matches) > 2
    boards = [match[match.index("flop: ") :].splitlines()[0] for match in matches[:2]]
    assert boards[0] != boards[1]


def test_the_hand_of_stackhouse_that_is_bet_on_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, [*["k", "c", "1"] * 8, "q"], "stackhouse", "--seed", "2", "--bot", "cautious")
    assert "  best five: " in capsys.readouterr().out


def test_only_yes_or_no_answers_whether_to_play_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["f", "o", "f", "f", "maybe", "3 4", "no", "y"]
    assert run(monkeypatch, typed, "cowpie", "--seed", "1", "--seats", "3") == 0
    shown = capsys.readouterr().out
    # It is neither asked again nor left by the end of what is typed.
    assert shown.count("has the button") == 1
    assert shown.count("Stacks: ") == 1
    assert "You leave the table" not in shown
