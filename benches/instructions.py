"""Count the instructions that fixed amounts of work take, and compare them with what they took.

    python benches/instructions.py [--update]

How long something takes depends on what else the machine does; how many instructions it takes does
not. Each work of `benches/instructions.rs` runs under valgrind once and twice over the same hands,
and the difference is its count. Counts are kept in `benches/instructions.json`; `--update` writes
that file. The exit status is 1 where a work takes more than the tolerance above its count there.

Counts are those of one compiler: with another they are printed and nothing is held against them.
valgrind has no AVX-512, whose kernels are left out. Without valgrind all is skipped, and says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = Path(__file__).with_suffix(".json")
CHOICE = "POKERHOUSE_INSTRUCTIONS"
# The instructions that valgrind can run, and those of them that single calls use.
INSTRUCTIONS = ("portable", "bit-counts", "avx2")
SINGLE = INSTRUCTIONS[0]
# Three counts of one build differ by less than 0.01 %, and a change of the code around a loop moves
# a few instructions of its bounds; what is worth a look is more than that.
TOLERANCE = 0.02

Counts = dict[str, dict[str, int]]
"""Instructions of a work by its name, for each choice of instructions."""


class Unavailable(Exception):
    """The machine, or valgrind on it, does not have the instructions that were chosen."""


def build() -> str:
    """Return the path of the program to be counted, built as it is for users."""
    command = ["cargo", "bench", "--locked", "--bench", "instructions", "--no-run"]
    run = subprocess.run(
        [*command, "--message-format=json"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    messages = (json.loads(line) for line in run.stdout.splitlines())
    programs = [message["executable"] for message in messages if message.get("executable")]
    return str(programs[-1])


def compiler() -> dict[str, str]:
    """Return what counts depend on besides the code: the compiler, and for what it compiles."""
    run = subprocess.run(["rustc", "-vV"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    version, *facts = run.stdout.splitlines()
    target = next(fact for fact in facts if fact.startswith("host: "))
    return {"rustc": version.removeprefix("rustc "), "target": target.removeprefix("host: ")}


def collected(program: str, instructions: str, work: str, passes: int) -> int:
    """Return how many instructions the program takes to do a work this often."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", program]
    run = subprocess.run(
        [*command, work, str(passes)],
        env={**os.environ, CHOICE: instructions},
        capture_output=True,
        text=True,
    )
    if run.returncode != 0 and CHOICE in run.stderr:
        raise Unavailable(instructions)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        raise RuntimeError(f"{work} fails under valgrind:\n{run.stderr}")
    return int(found[1])


def count(program: str) -> Counts:
    """Return the count of each work; instructions that cannot run here are left out, and told."""
    listed = subprocess.run([program, "--list"], check=True, stdout=subprocess.PIPE, text=True)
    works = listed.stdout.splitlines()
    counts: Counts = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for instructions in INSTRUCTIONS:
            chosen = [work for work in works if instructions == SINGLE or "_batch" in work]

            def difference(work: str, instructions: str = instructions) -> int:
                once, twice = (collected(program, instructions, work, n) for n in (1, 2))
                return twice - once

            try:
                differences = list(pool.map(difference, chosen))
            except Unavailable:
                print(f"SKIPPED: {instructions}, which this machine cannot run under valgrind")
                continue
            counts[instructions] = dict(zip(chosen, differences, strict=True))
    return counts


def complaints(kept: Counts, counts: Counts) -> list[str]:
    """Return what is wrong with counts beside those that were kept, in words."""
    wrong = []
    for instructions, works in counts.items():
        for work, now in works.items():
            before = kept.get(instructions, {}).get(work)
            if before is None:
                wrong.append(f"{instructions}, {work}: not in {FILE.name}; --update adds it")
            elif now > before * (1 + TOLERANCE):
                wrong.append(f"{instructions}, {work}: {now:,}, {now / before - 1:+.1%}")
        for work in kept.get(instructions, {}).keys() - works.keys():
            wrong.append(f"{instructions}, {work}: only in {FILE.name}; --update takes it out")
    return wrong


def show(kept: Counts, counts: Counts) -> None:
    """Print a line for each count, with how far it is from the one that was kept."""
    for instructions, works in counts.items():
        for work, now in works.items():
            before = kept.get(instructions, {}).get(work)
            change = f"{now / before - 1:+8.2%}" if before else "     new"
            print(f"{instructions:12}{work:40}{now:14,}{change}")


def main() -> int:
    """Count, and print or keep what came out; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--update", action="store_true", help=f"write the counts to {FILE.name}")
    update: bool = parser.parse_args().update
    if shutil.which("valgrind") is None:
        print("SKIPPED: no instructions are counted, as valgrind is not installed")
        return 0
    counts = count(build())
    of = compiler()
    file = json.loads(FILE.read_text()) if FILE.exists() else {"counts": {}}
    kept: Counts = file.pop("counts")
    show(kept, counts)
    if update:
        # What could not be run here stays as it was, if it was counted with the same compiler.
        counts = {**kept, **counts} if file == of else counts
        FILE.write_text(json.dumps({**of, "counts": counts}, indent=2) + "\n")
        return 0
    if file != of:
        print(f"NOT COMPARED: {FILE.name} is of {file}, and this is {of}")
        return 0
    wrong = complaints(kept, counts)
    for complaint in wrong:
        print(f"more than {TOLERANCE:.0%} slower, or not counted: {complaint}")
    if not wrong:
        print(f"no count is more than {TOLERANCE:.0%} above that in {FILE.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
