"""Hands from a ``.npy`` file, one a row, and their strengths to another, a block at a time."""

from __future__ import annotations

import os
from tokenize import TokenError
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib import format as npy

from pokerhouse import CardError, evaluate, evaluate_batch, house_key_batch
from pokerhouse.counted import counted
from pokerhouse.options import CommandError
from pokerhouse.terminal import ProgressBar
from pokerhouse.whole_file import naming, whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO

    from numpy.typing import NDArray

    from pokerhouse import Rules

# Bytes read at a time. Larger blocks leave the cache between being read and being evaluated, and
# smaller ones are too few rows for several threads to share.
BLOCK = 1 << 21
# Version 3 differs from 2 only where fields have names, which no array of integers has.
READERS = {
    (1, 0): npy.read_array_header_1_0,
    (2, 0): npy.read_array_header_2_0,
    (3, 0): npy.read_array_header_2_0,
}


class Rows(NamedTuple):
    """What the header of a file says: so many rows of so many integers of this type."""

    hands: int
    cards: int
    dtype: np.dtype[np.integer]


def rank_npy(path: str, out: str, rules: Rules, threads: int) -> tuple[Rows, np.dtype[np.integer]]:
    """Write what ranks the hands of a ``.npy`` file to another; return what was read and written.

    `path` holds card numbers of any integer type in C order, an array (n, 5 to 7). `out` gets an
    array (n,): strengths, uint16, or keys, uint64, under House Rules (ruling H1). It is there when
    all is done and not before. The memory used does not depend on the number of rows.

    The file is read and not mapped. Mapped pages would count as the process's own until the system
    takes them back, and a file that another program cuts short would end the process. CommandError
    names the file and what is wrong with it, and of a row that is no hand the row and the card.
    """
    if os.path.exists(out) and os.path.samefile(path, out):
        raise CommandError(f"--out {out} is the file that the hands come from")
    with open(path, "rb", buffering=0) as source:
        rows = _header(source, path)
        house = rules.ties == "house"
        ordered = house_key_batch if house else evaluate_batch
        to: np.dtype[np.integer] = np.dtype(np.uint64) if house else np.dtype(np.uint16)
        with whole_file(out) as sink, ProgressBar("evaluating", rows.hands) as bar:
            header = {"descr": to.str, "fortran_order": False, "shape": (rows.hands,)}
            with naming(out):
                npy.write_array_header_1_0(sink, header)
            for first, block in _blocks(source, path, rows):
                if first:
                    bar.move(first, first)
                try:
                    orders = ordered(block, rules, threads=threads)
                except CardError:
                    _refuse_bad_row(block, first, rules, path)
                    raise
                with naming(out):
                    sink.write(orders.data)
    return rows, to


def _header(source: FileIO, path: str) -> Rows:
    """Return what the header says, after which the rows begin; CommandError if it is not rows."""
    try:
        version = npy.read_magic(source)
        if version not in READERS:
            raise ValueError(f"version {version[0]}.{version[1]} of the format is not known")
        shape, in_columns, dtype = READERS[version](source)
    except (ValueError, SyntaxError, TokenError, RecursionError) as error:
        raise CommandError(f"{path} is no .npy file: {error}") from None
    if dtype.hasobject:
        raise CommandError(f"{path} holds Python objects, which are never loaded, not card numbers")
    if dtype.kind not in "iu":
        raise CommandError(f"{path}: its numbers are {dtype}, not integers")
    if len(shape) != 2 or shape[0] < 0 or shape[1] not in (5, 6, 7):
        raise CommandError(f"{path}: it is to be of shape (n, 5), (n, 6) or (n, 7), not {shape}")
    # Both orders are one where there is one row or none.
    if in_columns and shape[0] > 1:
        raise CommandError(
            f"{path} is in Fortran order, all first cards first: save "
            "numpy.ascontiguousarray(hands)"
        )
    return Rows(shape[0], shape[1], dtype)


def _blocks(source: FileIO, path: str, rows: Rows) -> Iterator[tuple[int, NDArray[np.integer]]]:
    """Yield rows, many at a time, and the number of the first of them.

    All of them are in the same memory: a block is gone when the next is asked for.
    """
    size = max(1, BLOCK // (rows.cards * rows.dtype.itemsize))
    room = np.empty((min(size, rows.hands), rows.cards), dtype=rows.dtype)
    for first in range(0, rows.hands, size):
        block = room[: rows.hands - first]
        memory = block.reshape(-1).view(np.uint8).data
        done = 0
        while done < len(memory):
            with naming(path):
                got = source.readinto(memory[done:])
            if not got:
                whole = first + done // (rows.cards * rows.dtype.itemsize)
                every = counted(rows.hands, "row")
                raise CommandError(f"{path} ends after {whole:,} of its {every}")
            done += got
        yield first, block


def _refuse_bad_row(block: NDArray[np.integer], first: int, rules: Rules, path: str) -> None:
    """Raise CommandError for the first row that is no hand; the first of all has this number."""
    for row, hand in enumerate(block.tolist(), start=first):
        try:
            evaluate(hand, rules)
        except CardError as error:
            raise CommandError(f"{path}, row {row}: {error}") from None
