"""The ``pokerhouse`` command: its subcommands, its errors and its exit status.

Exit status is 0, 2 for any error (one line on standard error, nothing half done) and 130 after
Ctrl-C; of ``bench`` it is 1 where an evaluator disagrees. A reader of the output that goes away
early (``| head``) is no error.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from pokerhouse import __version__
from pokerhouse.options import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# The subcommands in the order of --help, and the module that each is in. The module of subcommand
# `name` has `add_name(subparsers)`, which adds the parser and sets its default `run`, a callable
# from the parsed arguments to the exit status. Only the module of the one that is used is loaded.
COMMANDS = {
    "rank": "ranking",
    "compare": "comparing",
    "split": "dividing",
    "equity": "weighing",
    "play": "table",
    "bench": "bench",
}

ERROR = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit status of the command with these arguments (those of the process if None).

    >>> main(["rank", "Kh Kc Ks 9d 9h"])
    full house, kings full of nines
      plays  Ks Kh Kc 9h 9d
    0
    """
    try:
        try:
            return _run(sys.argv[1:] if argv is None else list(argv))
        finally:
            # Here rather than at the interpreter's end, where what goes wrong cannot be told.
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        what = error.strerror or str(error)
        return _report(what if error.filename is None else f"{error.filename}: {what}")
    except (ValueError, CommandError) as error:
        return _report(str(error))


def _run(argv: list[str]) -> int:
    command = argv[0] if argv and argv[0] in COMMANDS else None
    try:
        if command is None:
            parser, _ = _parsers(COMMANDS)
            parser.parse_args(argv or ["--help"])
            parser.error("which command? " + ", ".join(COMMANDS))
        _, subparsers = _parsers([command])
        # Intermixed, so that an option may stand between two hands.
        arguments = subparsers.choices[command].parse_intermixed_args(argv[1:])
    except SystemExit as stop:  # After --help and --version.
        return int(stop.code or 0)
    status: int = arguments.run(arguments)
    return status


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are those of the command: one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see {self.prog} --help)")


def _parsers(commands: Iterable[str]) -> tuple[_Parser, argparse._SubParsersAction[_Parser]]:
    """Return the parser of the command and its subparsers, with these subcommands added."""
    parser = _Parser(
        prog="pokerhouse", description="Poker hands ranked, under standard rules or the house's."
    )
    parser.add_argument("--version", action="version", version=f"pokerhouse {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in commands:
        add = getattr(import_module(f"pokerhouse.{COMMANDS[name]}"), f"add_{name}")
        add(subparsers)
    return parser, subparsers


def _report(message: str) -> int:
    """Print an error as one line on standard error and return the exit status of errors."""
    line = " ".join(message.split())
    # What a user or a file gave is shown, and must not steer the terminal.
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"pokerhouse: error: {line}", file=sys.stderr)
    return ERROR


def _drop_output() -> None:
    """Send what is left of standard output nowhere, so that ending does not fail on it again."""
    with suppress(OSError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
