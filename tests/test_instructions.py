"""What `benches/instructions.py` makes of counts: it tells what is slower, not what is quicker."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHES = Path(__file__).resolve().parent.parent / "benches"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("instructions", BENCHES / "instructions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("now", "told"), [(900, []), (1_020, []), (1_021, ["+2.1%"])])
def test_what_takes_more_than_the_tolerance_is_told(
    script: ModuleType, now: int, told: list[str]
) -> None:
    wrong = script.complaints({"avx2": {"seven": 1_000}}, {"avx2": {"seven": now}})
    assert [complaint.split()[-1] for complaint in wrong] == told


def test_a_work_that_was_never_counted_is_told_and_one_that_is_gone(script: ModuleType) -> None:
    wrong = script.complaints({"avx2": {"six": 1}}, {"avx2": {"seven": 1}})
    assert [complaint.partition(";")[0] for complaint in wrong] == [
        "avx2, seven: not in instructions.json",
        "avx2, six: only in instructions.json",
    ]


def test_instructions_that_the_machine_does_not_have_are_not_missed(script: ModuleType) -> None:
    kept = {"portable": {"six": 1}, "avx2": {"six": 1}}
    assert script.complaints(kept, {"portable": {"six": 1}}) == []


def test_without_valgrind_it_says_that_it_skips(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["instructions.py"])
    monkeypatch.setenv("PATH", "")
    assert script.main() == 0
    assert capsys.readouterr().out.startswith("SKIPPED: ")


def test_the_file_says_which_compiler_its_counts_are_of(script: ModuleType) -> None:
    kept = json.loads(script.FILE.read_text())
    assert kept.keys() == {"rustc", "target", "counts"}
    for works in kept["counts"].values():
        assert all(isinstance(count, int) and count > 0 for count in works.values())
