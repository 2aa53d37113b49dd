"""The `pokerhouse` command and its `rank`: words, places, errors, pipes and terminals."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pokerhouse as ph
import pytest
from pokerhouse import hand_lines
from pokerhouse.cli import COMMANDS, main

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = [sys.executable, "-m", "pokerhouse"]
ROYAL = "As Ks Qs Js Ts"
KINGS_FULL = "Kh Kc Ks 9d 9h"
ACE_HIGH = "As Kd Jc 8h 3d"
ESCAPE = "\x1b["


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Standard input of bytes that a test writes."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="ascii"))
    return content


def give(stdin: io.BytesIO, content: str | bytes) -> None:
    stdin.write(content if isinstance(content, bytes) else content.encode())
    stdin.seek(0)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error of a command that has to fail: one line, and nothing on standard output."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pokerhouse: error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("pokerhouse: error: ").rstrip("\n")


def dealt(count: int, sizes: Sequence[int] = (7,), jokers: int = 0, seed: int = 1) -> list[str]:
    """Random hands as text, of these numbers of cards in turn."""
    rows = ph.deal_batch(count, 7, jokers=jokers, seed=seed).tolist()
    texts = [str(card) for card in ph.deck(2)]
    return [
        " ".join([texts[number] for number in row[: sizes[index % len(sizes)]]])
        for index, row in enumerate(rows)
    ]


def expected_lines(hands: Sequence[str], rules: ph.Rules) -> list[str]:
    """What `rank` prints of hands in a file, from calls on single hands."""
    order = ph.house_key if rules.ties == "house" else ph.evaluate
    orders = [order(hand, rules) for hand in hands]
    lines = []
    for hand, own in zip(hands, orders, strict=True):
        read = ph.Hand(hand, rules)
        place = 1 + sum(other > own for other in orders)
        lines.append(f"{place}\t{read.category.words}\t{read}")
    return lines


# Hands as arguments -----------------------------------------------------------------------------


def test_one_hand_is_its_category_in_words_and_the_five_that_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rank", "2c Kh Kc 3d Ks 9d 9h"]) == 0
    assert capsys.readouterr().out == (
        "full house, kings full of nines\n  cards  2c Kh Kc 3d Ks 9d 9h\n  plays  Ks Kh Kc 9h 9d\n"
    )


def test_each_wild_that_plays_says_what_it_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--wild", "card", "--wilds", "2 9c", "As Ad 2h 9c 9d"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("four of a kind, aces with nine\n")
    assert "  wild   2h stands for As\n" in out
    assert "  wild   9c stands for As\n" in out
    assert main(["rank", "--wild", "bug", "Xr Kd Qd Jd Td"]) == 0
    assert "  wild   Xr stands for Ad\n" in capsys.readouterr().out


def test_a_wild_that_is_itself_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--wild", "card", "--wilds", "2", "3c 4c 5c 6c 2c 9d 9h"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "straight flush, seven high"
    assert "  wild   2c stands for 7c" in lines
    assert main(["rank", "--wild", "bug", "--wilds", "As", "As Ks Qs Js Ts"]) == 0
    assert "  wild   As stands for itself\n" in capsys.readouterr().out


def test_hands_on_one_line_are_ranked_best_first_and_ties_share_a_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = ["As Kd Jc 8h 2d", "Ks Qd Jc 8h 3d", "Ac Kc Js 8d 2h", ROYAL]
    assert main(["rank", *hands]) == 0
    out = capsys.readouterr().out
    places = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert places == ["1", "2", "2", "4"]
    assert [line for line in out.splitlines() if "plays" in line] == [
        "   plays  As Ks Qs Js Ts",
        "   plays  As Kd Jc 8h 2d",
        "   plays  Ac Kc Js 8d 2h",
        "   plays  Ks Qd Jc 8h 3d",
    ]


def test_house_rules_break_the_tie_by_suit(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["Ks Kd Ac 7h 4h", "Kh Kc Ah 7d 4d"]
    for rules, places in [("standard", [1, 1]), ("house", [2, 1])]:
        assert main(["rank", "--json", "--rules", rules, *hands]) == 0
        assert [hand["place"] for hand in json.loads(capsys.readouterr().out)] == places


def test_flushes_do_not_count_under_no_flush(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--rules", "no-flush", "Ah Kh 9h 4h 2h 5c 3d"]) == 0
    assert capsys.readouterr().out.startswith("straight, five high\n")


def test_cards_without_quotes_are_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rank", ROYAL])
    expected = capsys.readouterr().out
    assert main(["rank", *ROYAL.split()]) == 0
    assert capsys.readouterr().out == expected


def test_options_may_stand_between_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", ROYAL, "--json", KINGS_FULL, "--rules", "house"]) == 0
    assert [hand["place"] for hand in json.loads(capsys.readouterr().out)] == [1, 2]


@pytest.mark.parametrize(
    ("options", "rules", "jokers"),
    [
        ([], ph.STANDARD, 0),
        (["--rules", "no-flush"], ph.NO_FLUSH, 0),
        (["--rules", "house"], ph.HOUSE, 0),
        (["--wild", "card", "--wilds", "2 Kh"], ph.Rules(wild="card", wilds="2 Kh"), 2),
        (["--wild", "bug"], ph.Rules(wild="bug"), 2),
        (
            ["--wild", "casino-bug", "--wilds", "Js,Jh", "--rules", "house"],
            ph.Rules(wild="casino-bug", wilds="Js Jh", ties="house"),
            1,
        ),
    ],
)
def test_json_says_what_hand_says(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    options: list[str],
    rules: ph.Rules,
    jokers: int,
) -> None:
    hands = dealt(60, sizes=(5, 6, 7), jokers=jokers)
    assert main(["rank", "--json", *options, *hands]) == 0
    objects = json.loads(capsys.readouterr().out)
    places = [int(line.split("\t")[0]) for line in expected_lines(hands, rules)]
    for text, place, shown in zip(hands, places, objects, strict=True):
        hand = ph.Hand(text, rules)
        assert shown == {
            "place": place,
            "cards": text.split(),
            "strength": hand.strength,
            "category": hand.category.name.lower().replace("_", " "),
            "description": str(hand),
            "ranks": hand.ranks,
            "best": [str(card) for card in hand.best],
            "stands_for": [str(card) for card in hand.stands_for],
            "naturals": hand.naturals,
            "wild_faces": hand.wild_faces,
            "suit": hand.suit,
        }
    # A file of the same hands says the same, an object a line.
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(hands))
    assert main(["rank", "--json", *options, "--file", str(path)]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == objects


def test_json_of_one_hand_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--json", ROYAL]) == 0
    assert json.loads(capsys.readouterr().out)["category"] == "royal flush"


# Hands in files and pipes -----------------------------------------------------------------------


@pytest.mark.parametrize("block", [1, 7, 100, 1 << 20])
@pytest.mark.parametrize(
    ("options", "rules", "jokers"),
    [
        ([], ph.STANDARD, 0),
        (["--rules", "house"], ph.HOUSE, 0),
        (["--wild", "bug", "--wilds", "9"], ph.Rules(wild="bug", wilds="9"), 2),
    ],
)
def test_lines_are_place_category_and_description_in_the_order_they_came(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    block: int,
    options: list[str],
    rules: ph.Rules,
    jokers: int,
) -> None:
    monkeypatch.setattr(hand_lines, "BLOCK", block)
    hands = dealt(300, sizes=(5, 7, 6), jokers=jokers)
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(hands) + "\n")
    assert main(["rank", *options, "--file", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == expected_lines(hands, rules)


@pytest.mark.parametrize("hands", [[], ["-"], ["--file", "-"]])
def test_standard_input_is_read_where_no_hand_is_given(
    capsys: pytest.CaptureFixture[str], stdin: io.BytesIO, hands: list[str]
) -> None:
    give(stdin, f"{KINGS_FULL}\n{ROYAL}\n")
    assert main(["rank", *hands]) == 0
    assert capsys.readouterr().out == (
        "2\tfull house\tfull house, kings full of nines\n1\troyal flush\troyal flush\n"
    )


def test_standard_input_is_left_alone_where_hands_are_given(
    capsys: pytest.CaptureFixture[str], stdin: io.BytesIO
) -> None:
    give(stdin, "no hand")
    assert main(["rank", ROYAL]) == 0
    assert stdin.tell() == 0
    assert "royal flush" in capsys.readouterr().out


def test_blank_lines_line_ends_marks_and_symbols_of_any_editor_are_read(
    capsys: pytest.CaptureFixture[str], stdin: io.BytesIO
) -> None:
    give(stdin, "\ufeffAsKsQsJsTs\r\n\r\n \t \rA♠, K♠, Q♠, J♠, 10♠\n\n2c3c4c5c7d".encode())
    assert main(["rank"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["1", "1", "3"]


@pytest.mark.parametrize("options", [[], ["--json"], ["--rules", "house"]])
def test_no_line_is_no_output(
    capsys: pytest.CaptureFixture[str], stdin: io.BytesIO, options: list[str]
) -> None:
    give(stdin, "\n\n")
    assert main(["rank", *options]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("block", [1, 50, 1 << 20])
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("As As Kd Qc Jh", "As is there more than once"),
        ("As 1h Kd Qc Jh", '"1h" at position 1 is no card'),
        ("As Kd Qc Jh", "5, 6 or 7 cards are needed, not 4"),
        ("As Ks Qs Js Ts 2c 3c 4c", "5, 6 or 7 cards are needed, not 8"),
        ("As Kd Qc Jh Xb", "Xb is a joker"),
        ("Аs Kd Qc Jh 2c", "U+0410"),
    ],
)
def test_a_bad_line_is_named_by_number_and_card_and_nothing_is_printed(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    stdin: io.BytesIO,
    block: int,
    line: str,
    words: str,
) -> None:
    monkeypatch.setattr(hand_lines, "BLOCK", block)
    hands = dealt(40, sizes=(5, 6))
    # Later lines that are bad too are not what is named.
    give(stdin, "\n".join([*hands, "", line, "zz", "2c 2c 3c 4c 5c", ""]))
    error = refusal(capsys, "rank")
    assert error.startswith("line 42: ")
    assert words in error


def test_a_bad_line_of_a_file_is_named_with_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{ROYAL}\n2c 2c 3c 4c 5c\n")
    assert refusal(capsys, "rank", "--file", str(path)).startswith(f"{path}, line 2: 2c is there")


def test_bytes_that_are_no_text_are_a_bad_line(
    capsys: pytest.CaptureFixture[str], stdin: io.BytesIO
) -> None:
    give(stdin, f"{ROYAL}\n".encode() + b"As Ks \xff\xfe Js Ts\n")
    assert refusal(capsys, "rank", "--json").startswith("line 2: ")


def test_a_file_without_line_ends_is_refused_before_it_is_read_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stdin: io.BytesIO
) -> None:
    monkeypatch.setattr(hand_lines, "BLOCK", 5000)
    give(stdin, f"{ROYAL}\n".encode() + bytes(1 << 20))
    assert refusal(capsys, "rank") == "line 2: too long to be a hand"
    assert stdin.tell() < 1 << 16


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of a process")
def test_memory_is_that_of_the_strengths_not_of_the_text(tmp_path: Path) -> None:
    hands = "".join(f"{hand}\n" for hand in dealt(60_000))
    script = (
        "import re, sys; from pokerhouse.cli import main; main(['rank', '-']); "
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1], "
        "file=sys.stderr)"
    )
    peaks = []
    for times in (2, 12):
        path = tmp_path / "hands.txt"
        path.write_text(hands * times)
        with path.open() as text:
            ran = subprocess.run(
                [sys.executable, "-c", script],
                stdin=text,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=True,
            )
        peaks.append(1024 * int(ran.stderr))
    # 600,000 hands more are 12.6 million characters more; three arrays of strengths are 3.6 MB.
    assert peaks[1] - peaks[0] < 8_000_000


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["frob"], "'frob'"),
        (["--frob"], "--frob"),
        (["rank", "--frob", ROYAL], "--frob"),
        (["rank", "--rules", "stud", ROYAL], "'stud'"),
        (["rank", "--wild", "joker", ROYAL], "'joker'"),
        (["rank", "--file"], "--file"),
        (["rank", "--file", "no such file"], "no such file: No such file or directory"),
        (["rank", "--file", "hands.txt", ROYAL], "not both"),
        (["rank", "-", ROYAL], "not both"),
        (["rank", "As As Kd Qc Jh"], "As is there more than once"),
        (["rank", "As Zs Kd Qc Jh"], '"Zs" at position 1 is no card'),
        (["rank", ROYAL, "As Zs Kd Qc Jh"], 'hand 2: "Zs" at position 1 is no card'),
        (["rank", ""], "5, 6 or 7 cards are needed, not 0"),
        (["rank", "As", "Ks", "Qs"], "5, 6 or 7 cards are needed, not 3"),
        (["rank", "As Ks Qs Js Xb"], "Xb is a joker"),
        (["rank", "--wilds", "2", ROYAL], "--wilds needs a kind of wild"),
        (["rank", "--wild", "bug", "--wilds", "2q", ROYAL], '--wilds: "2q"'),
    ],
)
def test_an_error_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refusal(capsys, *arguments)


def test_what_was_given_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in refusal(capsys, "rank", "--file", "\x1b[31m\n\x07")
    assert "\x1b" not in refusal(capsys, "rank", "\x1b[31mAs Ks")


def test_no_hand_on_a_terminal_is_an_error_that_shows_how(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    assert refusal(capsys, "rank").startswith('no hands: pokerhouse rank "')


# Help, version, start-up ------------------------------------------------------------------------


def test_help_lists_every_command_and_each_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert main([]) == 0
    assert capsys.readouterr().out == out
    for command in COMMANDS:
        assert re.search(rf"^    {command}\s+\w", out, re.MULTILINE)
        assert main([command, "--help"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"usage: pokerhouse {command} ")
        assert shown.isascii()
        assert "--json" in shown


def test_examples_of_the_help_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import shlex

    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text(f"{ROYAL}\n")
    np.save("hands.npy", ph.deal_batch(3, 7))
    main(["rank", "--help"])
    examples = re.findall(r"^  pokerhouse (rank .*)$", capsys.readouterr().out, re.MULTILINE)
    assert len(examples) == 4
    for example in examples:
        assert main(shlex.split(example.split(" > ")[0])) == 0
        assert capsys.readouterr().out or "--out strengths.npy" in example
    assert len(np.load("strengths.npy")) == 3


def test_version_is_that_of_the_package() -> None:
    ran = subprocess.run([*COMMAND, "--version"], capture_output=True, check=True, text=True)
    assert ran.stdout == f"pokerhouse {ph.__version__}\n"


def test_ranking_a_hand_loads_neither_numpy_nor_rich() -> None:
    script = (
        "import sys; from pokerhouse.cli import main; main(['rank', 'As Ks Qs Js Ts']); "
        "print([name for name in ('numpy', 'rich') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert ran.stdout.splitlines()[-1] == "[]"
    assert ran.stderr == ""


# Pipes, signals and terminals -------------------------------------------------------------------


@pytest.fixture(scope="module")
def many_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of more than one block."""
    path = tmp_path_factory.mktemp("cli") / "hands.txt"
    path.write_text("\n".join(dealt(60_000)) + "\n")
    assert path.stat().st_size > hand_lines.BLOCK
    return path


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_goes_away_ends_it_quietly(many_hands: Path, options: list[str]) -> None:
    command = [*COMMAND, "rank", *options, "--file", str(many_hands)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_output_that_cannot_be_written_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [*COMMAND, "rank", ROYAL], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert ran.returncode == 2
    assert ran.stderr == "pokerhouse: error: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_control_c_ends_it_quietly_with_status_130() -> None:
    command = [*COMMAND, "rank", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        # More than a pipe holds: when all is written the command is reading.
        process.stdin.write(f"{ROYAL}\n".encode() * 100_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def on_terminal(
    command: list[str], stream: str, environment: dict[str, str] | None = None
) -> tuple[str, str]:
    """Run a command with one of its streams on a terminal: what came there and on the other."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    settings = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(environment or {})}
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    # A file, as a pipe that nobody reads meanwhile would fill.
    with tempfile.TemporaryFile() as other:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=theirs if stream == "stdout" else other,
            stderr=theirs if stream == "stderr" else other,
            env={**kept, **settings},
        ) as process:
            os.close(theirs)
            shown = b""
            # On some systems the end of a terminal is an error.
            with suppress(OSError):
                while part := os.read(ours, 1 << 16):
                    shown += part
            assert process.wait() == 0
        os.close(ours)
        other.seek(0)
        return shown.decode(), other.read().decode()


def test_cards_have_symbols_and_colours_on_a_terminal_only() -> None:
    command = [*COMMAND, "rank", "--wild", "bug", "Xr As Kd 9h 9c 2c", KINGS_FULL]
    shown, _ = on_terminal(command, "stdout")
    assert ESCAPE in shown
    words = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert "cards  Xr A♠ K♦ 9♥ 9♣ 2♣\n" in words
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode("ascii")
    symbols = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    assert words == re.sub(
        r"\b([2-9TJQKA])([cdhs])\b", lambda card: card[1] + symbols[card[2]], piped
    )


def test_a_terminal_without_symbols_or_colours_shows_letters_or_no_colours() -> None:
    command = [*COMMAND, "rank", ROYAL]
    shown, _ = on_terminal(command, "stdout", {"PYTHONIOENCODING": "ascii"})
    assert "As Ks Qs Js Ts" in shown
    shown, _ = on_terminal(command, "stdout", {"TERM": "dumb"})
    assert shown == "royal flush\r\n  plays  A♠ K♠ Q♠ J♠ T♠\r\n"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_long_file_shows_a_bar_on_a_terminal_and_the_same_output(
    many_hands: Path, options: list[str]
) -> None:
    command = [*COMMAND, "rank", *options, "--file", str(many_hands)]
    shown, out = on_terminal(command, "stderr")
    assert "reading" in shown
    assert "writing" in shown
    piped = subprocess.run(command, capture_output=True, check=True, text=True)
    assert piped.stderr == ""
    assert out == piped.stdout
    assert out.count("\n") == 60_000


def test_a_short_file_shows_no_bar(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{ROYAL}\n{KINGS_FULL}\n")
    shown, out = on_terminal([*COMMAND, "rank", "--file", str(path)], "stderr")
    assert shown == ""
    assert out.count("\n") == 2
