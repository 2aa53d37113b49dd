"""`import pokerhouse` brings in what a first evaluation needs and no more."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys

import pokerhouse as ph
import pytest

LATER = (
    "argparse",
    "asyncio",
    "concurrent",
    "dataclasses",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "random",
    "rich",
    "typing",
)


PUBLIC = (
    "Card",
    "Category",
    "Equity",
    "ExecutorError",
    "HOUSE",
    "Hand",
    "NO_FLUSH",
    "Range",
    "Rules",
    "STANDARD",
    "cards",
    "cards_array",
    "category",
    "deal_batch",
    "deck",
    "describe",
    "describe_two",
    "equity",
    "evaluate",
    "evaluate_batch",
    "evaluate_omaha",
    "evaluate_omaha_batch",
    "evaluate_showing",
    "evaluate_two",
    "evaluate_two_batch",
    "house_key",
    "house_key_batch",
    "outranks",
    "ranks",
    "ranks_two",
    "simulate",
    "winners",
)


def modules_after(script: str) -> set[str]:
    """The top-level modules that the script brought in after the interpreter had started."""
    whole = (
        "import sys; before = set(sys.modules)\n"
        f"{script}\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print('\\n'.join(sorted(new)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.split())


def test_importing_brings_in_nothing_that_can_wait() -> None:
    new = modules_after("import pokerhouse")
    assert "pokerhouse" in new
    assert new.isdisjoint(LATER), sorted(new.intersection(LATER))


@pytest.mark.parametrize(
    "call",
    [
        "evaluate('As Kd Qc Jh 9s')",
        "evaluate([51, 45, 40, 38, 31], pokerhouse.NO_FLUSH)",
        "evaluate_two('As Kd')",
        "evaluate_omaha('As Kd Qc Jh', '9s 8d 7c')",
        "describe(pokerhouse.evaluate('As Kd Qc Jh 9s'))",
        "Hand('As Kd Qc Jh 9s').best",
        "Rules(wild='card', wilds='2')",
        "deck(2)",
        "equity('holdem', ['AhKh', 'QQ+'], '2h 7h Jc')",
    ],
)
def test_one_hand_needs_no_numpy(call: str) -> None:
    new = modules_after(f"import pokerhouse; pokerhouse.{call}")
    assert new.isdisjoint({"numpy", "rich", "argparse"}), sorted(new)


def test_every_public_name_is_there_and_documented() -> None:
    for name in ph.__all__:
        thing = getattr(ph, name)
        assert name in dir(ph)
        if callable(thing):
            assert (thing.__doc__ or "").strip(), name


def test_the_names_of_the_documentation_are_public() -> None:
    missing = [name for name in PUBLIC if name not in ph.__all__]
    assert not missing
    assert all(getattr(ph, name) is not None for name in PUBLIC)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        ph.no_such_name  # noqa: B018


def test_the_version_is_that_of_the_distribution() -> None:
    assert ph.__version__ == importlib.metadata.version("pokerhouse")


def test_star_import_brings_every_public_name() -> None:
    script = "from pokerhouse import *\nimport json, pokerhouse\n"
    script += "print(json.dumps([name for name in pokerhouse.__all__ if name not in globals()]))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert json.loads(done.stdout) == []
