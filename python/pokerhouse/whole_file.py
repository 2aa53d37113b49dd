"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from secrets import token_hex
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """Open a file to write to, which is at the path only when the block has ended well.

    Until then it stands beside it under a name of its own, and what was at the path stays there. An
    error or Ctrl-C in the block removes it. What is no file with an end, a pipe or ``/dev/null``,
    is written to as it is. OSError names the path, where the block writes `naming` it too.
    """
    status = _status(path)
    if status is not None and not S_ISREG(status.st_mode):
        with _closing(open(path, "wb"), path) as stream:
            yield stream
        return
    target = os.path.realpath(path)  # A link stays one.
    part = os.path.join(os.path.dirname(target), f".pokerhouse-{token_hex(8)}.part")
    with naming(path):
        opened = open(part, "xb")  # noqa: SIM115  (closed before it is renamed)
    try:
        with _closing(opened, path) as stream:
            yield stream
        with naming(path):
            if status is not None:
                os.chmod(part, S_IMODE(status.st_mode))
            os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def check_writable(path: str) -> None:
    """Raise OSError, which names the path, where `whole_file` could not write to it."""
    status = _status(path)
    if status is not None and not S_ISREG(status.st_mode):
        writable = os.access(path, os.W_OK)
    else:
        writable = os.access(os.path.dirname(os.path.realpath(path)), os.W_OK | os.X_OK)
    if not writable:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let an OSError of the block name this path, which the user gave."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


@contextmanager
def _closing(stream: BinaryIO, path: str) -> Iterator[BinaryIO]:
    """Close a file after the block; what cannot be written then names the path."""
    try:
        yield stream
    except BaseException:
        with suppress(OSError):
            stream.close()
        raise
    with naming(path):
        stream.close()


def _status(path: str) -> os.stat_result | None:
    """Return the status of what is at a path, None where nothing is but something could be."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        folder = os.path.dirname(os.path.realpath(path))
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", folder) from None
        return None
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    return status
