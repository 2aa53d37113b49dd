"""`pokerhouse rank --npy`: arrays in, arrays out, and nothing half done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pokerhouse as ph
import pytest
from pokerhouse import npy_rows
from pokerhouse.cli import main
from pokerhouse.options import CommandError
from test_cli import COMMAND, on_terminal

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS = 1000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to work in, and blocks of some rows only."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(npy_rows, "BLOCK", 64 * 7)
    return tmp_path


def dealt(cards: int = 7, rows: int = ROWS, jokers: int = 0) -> NDArray[np.uint8]:
    return ph.deal_batch(rows, cards, jokers=jokers, seed=1)


def rank(*options: str) -> NDArray[np.integer]:
    """What `rank` writes to out.npy of hands.npy."""
    assert main(["rank", "--npy", "hands.npy", "--out", "out.npy", *options]) == 0
    written: NDArray[np.integer] = np.load("out.npy")
    return written


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error of a run that has to fail, and that leaves nothing beside what was there."""
    before = sorted(os.listdir())
    arguments = arguments or ("--npy", "hands.npy", "--out", "out.npy")
    assert main(["rank", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pokerhouse: error: ")
    assert sorted(os.listdir()) == before
    return err.removeprefix("pokerhouse: error: ").rstrip("\n")


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("rows", [0, 1, 63, 64, 65, ROWS])
def test_strengths_are_those_of_the_batch(cards: int, rows: int) -> None:
    hands = dealt(cards, rows)
    np.save("hands.npy", hands)
    strengths = rank()
    assert strengths.dtype == np.uint16
    assert strengths.shape == (rows,)
    assert np.array_equal(strengths, ph.evaluate_batch(hands))


@pytest.mark.parametrize("dtype", ["u1", "i1", "<i2", ">i2", "<u4", ">i8", "<u8"])
def test_any_integer_type_will_do(dtype: str) -> None:
    hands = dealt()
    np.save("hands.npy", hands.astype(dtype))
    assert np.array_equal(rank(), ph.evaluate_batch(hands))


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_every_version_of_the_format_is_read(version: tuple[int, int]) -> None:
    hands = dealt()
    with open("hands.npy", "wb") as file:
        np.lib.format.write_array(file, hands, version=version)
    assert np.array_equal(rank(), ph.evaluate_batch(hands))


@pytest.mark.parametrize("threads", ["0", "1", "2"])
def test_threads_change_nothing(threads: str) -> None:
    hands = dealt(rows=60_000)
    npy_rows.BLOCK = 40_000 * 7  # More rows than one thread takes at a time.
    np.save("hands.npy", hands)
    assert np.array_equal(rank("--threads", threads), ph.evaluate_batch(hands))


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (["--rules", "no-flush"], ph.NO_FLUSH),
        (["--wild", "card", "--wilds", "2"], ph.Rules(wild="card", wilds="2")),
        (["--wild", "bug"], ph.Rules(wild="bug")),
    ],
)
def test_rules_are_those_of_the_options(options: list[str], rules: ph.Rules) -> None:
    hands = dealt(jokers=2 if rules.wild else 0)
    np.save("hands.npy", hands)
    assert np.array_equal(rank(*options), ph.evaluate_batch(hands, rules))


def test_house_rules_give_keys() -> None:
    hands = dealt()
    np.save("hands.npy", hands)
    keys = rank("--rules", "house")
    assert keys.dtype == np.uint64
    assert np.array_equal(keys, ph.house_key_batch(hands))


def test_json_says_what_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    np.save("hands.npy", dealt(6))
    rank()
    assert capsys.readouterr() == ("", "")
    rank("--json")
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert said.pop("seconds") >= 0
    assert said == {"hands": ROWS, "cards": 6, "out": "out.npy", "dtype": "uint16"}
    assert err == ""


@pytest.mark.parametrize("row", [0, 63, 64, 777, ROWS - 1])
def test_the_lowest_bad_row_of_the_file_is_named(
    capsys: pytest.CaptureFixture[str], row: int
) -> None:
    hands = dealt().astype(np.int64)
    hands[row, 3] = hands[row, 1]
    hands[row:, 6] = 300
    np.save("hands.npy", hands)
    with pytest.raises(ph.CardError) as caught:
        ph.evaluate_batch(hands)
    error = refusal(capsys)
    # What could stand there instead is said in other words, as nobody types the rows of a file.
    assert error.partition(": cards")[0] == f"hands.npy, {caught.value}".partition(": cards")[0]
    assert f"row {row}: " in error
    assert "300 at position 6" in error or "more than once" in error


def test_a_bad_row_leaves_the_output_of_before(capsys: pytest.CaptureFixture[str]) -> None:
    hands = dealt()
    np.save("hands.npy", hands)
    before = rank()
    hands[-1, 0] = 52
    np.save("hands.npy", hands)
    assert refusal(capsys).startswith(f"hands.npy, row {ROWS - 1}: ")
    assert np.array_equal(np.load("out.npy"), before)


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.zeros((3, 7)), "its numbers are float64, not integers"),
        (np.zeros((3, 7), dtype=bool), "its numbers are bool, not integers"),
        (np.zeros((3, 7), dtype="M8[s]"), "its numbers are datetime64[s], not integers"),
        (np.array([["As"] * 5]), "its numbers are <U2, not integers"),
        (np.zeros(7, dtype=np.uint8), "of shape (n, 5), (n, 6) or (n, 7), not (7,)"),
        (np.zeros((7, 4), dtype=np.uint8), "not (7, 4)"),
        (np.zeros((2, 3, 5), dtype=np.uint8), "not (2, 3, 5)"),
        (np.zeros((3, 7), dtype=[("card", "u1")]), "not integers"),
        (np.asfortranarray(np.zeros((3, 7), dtype=np.uint8)), "is in Fortran order"),
        (np.array([[object()] * 5]), "holds Python objects, which are never loaded"),
    ],
)
def test_an_array_that_is_no_hands_is_refused(
    capsys: pytest.CaptureFixture[str], array: NDArray[np.generic], said: str
) -> None:
    np.save("hands.npy", array)
    error = refusal(capsys)
    assert error.startswith("hands.npy")
    assert said in error


def test_nothing_is_unpickled(capsys: pytest.CaptureFixture[str]) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, ("sprung",)

    np.save("hands.npy", np.array([[Trap()] * 7], dtype=object))
    assert "never loaded" in refusal(capsys)
    assert not os.path.exists("sprung")


def with_header(text: str, version: bytes = b"\x01\x00") -> bytes:
    """The beginning of a .npy file that says this of its array."""
    return b"\x93NUMPY" + version + len(text).to_bytes(2, "little") + text.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"As Kd Qc Jh 9s\n",
        b"PK\x03\x04",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00\xff\xff{",
        with_header("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 5)}", b"\x04\x00"),
        with_header("{"),
        with_header("(" * 9_000),
        with_header("{'descr': '|u1', 'shape': (1, 5)}"),
        with_header("{'descr': 'u', 'fortran_order': False, 'shape': (1, 5)}"),
    ],
)
def test_a_file_of_another_kind_is_refused(
    capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    Path("hands.npy").write_bytes(content)
    assert refusal(capsys).startswith("hands.npy is no .npy file: ")


def test_fewer_rows_than_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    header = with_header("{'descr': '|u1', 'fortran_order': False, 'shape': (-3, 5)}")
    Path("hands.npy").write_bytes(header)
    assert refusal(capsys).endswith("not (-3, 5)")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
def test_a_full_disk_is_told_by_the_name_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    np.save("hands.npy", dealt())
    error = refusal(capsys, "--npy", "hands.npy", "--out", "/dev/full")
    assert error == "/dev/full: No space left on device"


@pytest.mark.parametrize("rows", [0, 1, 65, ROWS - 1])
def test_a_file_cut_short_is_refused(capsys: pytest.CaptureFixture[str], rows: int) -> None:
    np.save("hands.npy", dealt())
    header = os.path.getsize("hands.npy") - ROWS * 7
    os.truncate("hands.npy", header + rows * 7 + 3)
    assert refusal(capsys) == f"hands.npy ends after {rows} of its 1,000 rows"


def test_a_file_cut_short_of_its_only_row_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    np.save("hands.npy", dealt()[:1])
    os.truncate("hands.npy", os.path.getsize("hands.npy") - 1)
    assert refusal(capsys) == "hands.npy ends after 0 of its 1 row"


@pytest.mark.parametrize("out", ["hands.npy", "./hands.npy", "soft.npy", "hard.npy"])
def test_the_input_is_not_written_over(capsys: pytest.CaptureFixture[str], out: str) -> None:
    np.save("hands.npy", dealt())
    os.symlink("hands.npy", "soft.npy")
    os.link("hands.npy", "hard.npy")
    error = refusal(capsys, "--npy", "hands.npy", "--out", out)
    assert error == f"--out {out} is the file that the hands come from"
    assert np.array_equal(np.load("hands.npy"), dealt())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--npy", "hands.npy"], "--npy needs --out FILE"),
        (["--out", "out.npy", "As Kd Qc Jh 9s"], "go with --npy"),
        (["--threads", "2", "As Kd Qc Jh 9s"], "go with --npy"),
        (["--npy", "hands.npy", "--out", "out.npy", "As Kd Qc Jh 9s"], "from --npy alone"),
        (["--npy", "hands.npy", "--out", "out.npy", "--file", "x"], "from --npy alone"),
        (["--npy", "hands.npy", "--out", "out.npy", "--threads", "-1"], "--threads"),
        (["--npy", "hands.npy", "--out", "out.npy", "--threads", "all"], "no number of threads"),
        (["--npy", "none.npy", "--out", "out.npy"], "none.npy: No such file"),
        (["--npy", ".", "--out", "out.npy"], ".: Is a directory"),
        (["--npy", "hands.npy", "--out", "none/out.npy"], "none: there is no such folder"),
        (["--npy", "hands.npy", "--out", "."], ".: Is a directory"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    np.save("hands.npy", dealt())
    assert said in refusal(capsys, *arguments)


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="standard input has no path")
def test_a_pipe_is_read_and_another_written() -> None:
    hands = dealt()
    np.save("hands.npy", hands)
    run = subprocess.run(
        [*COMMAND, "rank", "--npy", "/dev/stdin", "--out", "/dev/stdout"],
        input=Path("hands.npy").read_bytes(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    Path("out.npy").write_bytes(run.stdout)
    assert np.array_equal(np.load("out.npy"), ph.evaluate_batch(hands))


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="standard input has no path")
def test_ctrl_c_leaves_nothing() -> None:
    header = {"descr": "|u1", "fortran_order": False, "shape": (10_000_000, 7)}
    command = [*COMMAND, "rank", "--npy", "/dev/stdin", "--out", "out.npy"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdin is not None
        np.lib.format.write_array_header_1_0(process.stdin, header)
        # More than a block and what a pipe holds, so that the first block was taken by then.
        process.stdin.write(dealt(rows=1_000_000).tobytes())
        process.stdin.flush()
        assert [name for name in os.listdir() if name.endswith(".part")] == os.listdir()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert os.listdir() == []


def test_a_long_file_shows_a_bar_on_a_terminal_and_a_short_one_none() -> None:
    command = [*COMMAND, "rank", "--npy", "hands.npy", "--out", "out.npy", "--json"]
    for rows, shows in ((1_000_000, True), (ROWS, False)):
        np.save("hands.npy", dealt(rows=rows))
        shown, out = on_terminal(command, "stderr")
        assert ("evaluating" in shown) == shows
        assert json.loads(out)["hands"] == rows


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="asks Linux for its memory")
def test_memory_does_not_grow_with_the_rows() -> None:
    program = (
        "from pokerhouse.cli import main\n"
        "main(['rank', '--npy', 'hands.npy', '--out', 'out.npy', '--threads', '1'])\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    peaks = []
    for rows in (300_000, 6_000_000):
        with open("hands.npy", "wb") as file:
            header = {"descr": "|u1", "fortran_order": False, "shape": (rows, 7)}
            np.lib.format.write_array_header_1_0(file, header)
            for _ in range(rows // 300_000):
                file.write(dealt(rows=300_000).tobytes())
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        peaks.append(int(run.stdout))
    # There are 40,000 kB more to read and 11,400 kB more to write.
    assert peaks[1] < peaks[0] + 3_000


def test_a_mapped_file_is_evaluated_into_another_by_the_library() -> None:
    np.save("hands.npy", dealt())
    hands = np.load("hands.npy", mmap_mode="r")
    out = np.lib.format.open_memmap("out.npy", "w+", dtype=np.uint16, shape=(ROWS,))
    ph.evaluate_batch(hands, out=out)
    out.flush()
    assert np.array_equal(np.load("out.npy"), ph.evaluate_batch(dealt()))


def test_the_rows_that_were_written_are_told() -> None:
    np.save("hands.npy", dealt())
    rows, written = npy_rows.rank_npy("hands.npy", "out.npy", ph.STANDARD, 1)
    assert rows == npy_rows.Rows(ROWS, 7, np.dtype(np.uint8))
    assert written == np.uint16
    with pytest.raises(CommandError, match="come from"):
        npy_rows.rank_npy("hands.npy", "hands.npy", ph.STANDARD, 1)
