"""The README's shell examples print what it says; pytest itself runs its Python examples."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)
EXAMPLES = [
    (command, expected)
    for kind, block in BLOCKS
    if kind == "console"
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
]


@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_a_command_prints_what_the_readme_says(command: str, expected: str) -> None:
    scripts = Path(sys.executable).parent
    run = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": f"{scripts}:/usr/local/bin:/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
    )
    assert run.stdout + run.stderr == expected


def test_the_first_two_shell_blocks_are_the_two_commands() -> None:
    commands = [block for kind, block in BLOCKS if kind == "sh"]
    assert len(commands) == 2
    for command in commands:
        assert command.count("\n") == 1
        assert "pip install" in command
    assert "pokerhouse rank" in commands[0]
    assert "pytest" in commands[1]
