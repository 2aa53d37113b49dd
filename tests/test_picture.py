"""Pictures are saved whole, as the kind their suffix says, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pokerhouse import picture
from pokerhouse.options import CommandError
from pokerhouse.whole_file import whole_file

MAGIC = {"jpg": b"\xff\xd8\xff", "pdf": b"%PDF-", "png": b"\x89PNG", "svg": b"<?xml"}


@pytest.mark.parametrize("kind", picture.KINDS)
def test_the_suffix_says_the_kind_of_picture(tmp_path: Path, kind: str) -> None:
    drawn = picture.figure(2, 1)
    drawn.subplots().barh(["ace"], [1.0])
    path = tmp_path / f"odds.{kind.upper()}"
    picture.save(drawn, str(path))
    assert path.read_bytes().startswith(MAGIC[kind])
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("name", ["odds.gif", "odds", ".png"])
def test_an_unknown_suffix_is_refused_before_the_work_and_after_it(
    tmp_path: Path, name: str
) -> None:
    path = str(tmp_path / name)
    for refuse in (picture.check_picture, lambda path: picture.save(picture.figure(1, 1), path)):
        with pytest.raises(CommandError, match=r"is no kind of picture known: \.jpg \.pdf"):
            refuse(path)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "odds.png")
    for refuse in (picture.check_picture, lambda path: picture.save(picture.figure(1, 1), path)):
        with pytest.raises(OSError, match="no such folder") as caught:
            refuse(path)
        assert caught.value.filename == str(tmp_path / "nowhere")


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "odds.png"
    path.mkdir()
    with pytest.raises(IsADirectoryError):
        picture.check_picture(str(path))


def test_without_matplotlib_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    # What the import system takes for absent.
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CommandError, match=r"pip install 'pokerhouse\[plot\]'"):
        picture.check_picture(str(tmp_path / "odds.png"))


def test_a_figure_needs_no_pyplot() -> None:
    program = (
        "import sys; from pokerhouse.picture import figure; figure(1, 1)\n"
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_a_block_that_fails_leaves_what_was_there(
    tmp_path: Path, stop: type[BaseException]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def write_half() -> None:
        with whole_file(str(path)) as file:
            file.write(b"half")
            assert path.read_bytes() == b"before"
            raise stop

    with pytest.raises(stop):
        write_half()
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"before")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole_file(str(link)) as file:
        file.write(b"after")
    assert link.is_symlink()
    assert path.read_bytes() == b"after"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"")
    with whole_file(str(tmp_path / "file")) as file:
        file.write(b"new")
    assert (tmp_path / "file").stat().st_mode == other.stat().st_mode


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no such device")
def test_a_device_is_written_to_and_not_replaced() -> None:
    with whole_file(os.devnull) as file:
        file.write(b"nothing")
    assert not os.path.isfile(os.devnull)
