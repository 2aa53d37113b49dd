"""How long `import pokerhouse` and the first call of each kind of rules take.

Starts of a bare interpreter and of one that imports the package take turns; the figure is the
difference of their medians. First calls, which make tables, are timed in processes of their own.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

FIRST_CALL = """
import time, pokerhouse as ph
rules = ph.Rules({options})
start = time.perf_counter()
strength = ph.evaluate("As Ks Qs Js Ts 2d 3c", rules)
print(time.perf_counter() - start)
assert ph.ranks(strength) == "A" and strength >> 12 == {category}
"""
RULES = {
    "standard": ("", 9),
    "no flush": ("flushes=False", 9),
    "wild card": ("wild='card', wilds='2'", 9),
    "wild bug": ("wild='bug', wilds='2'", 9),
    "casino bug": ("wild='casino-bug', wilds='2'", 9),
}


def start(program: str) -> float:
    """Return the seconds that an interpreter takes to run a program."""
    before = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - before


def first_call(options: str, category: int) -> float:
    """Return the seconds that the first evaluation under some rules takes."""
    program = FIRST_CALL.format(options=options, category=category)
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    return float(run.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true", help="a few starts, for a quick check")
    rounds = 3 if parser.parse_args().fast else 41
    bare, importing = [], []
    for _ in range(rounds):
        bare.append(start("pass"))
        importing.append(start("import pokerhouse"))
    cost = statistics.median(importing) - statistics.median(bare)
    print(
        f"import pokerhouse: {cost * 1e3:.1f} ms on top of {statistics.median(bare) * 1e3:.1f} ms"
    )
    for name, (options, category) in RULES.items():
        times = [first_call(options, category) for _ in range(rounds // 4 + 1)]
        print(f"first call, {name}: {statistics.median(times) * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
