"""Compare the speed of play with PokerKit's: six-handed Cowpie and fixed-limit seven-card stud.

    pip install '.[bench]'
    python benches/games.py [--fast] [--json FILE]

Bots that check or call play whole hands on both sides, dealt and settled by each in its own way;
Cowpie's six divisions are inside the clock and not counted as actions. The sides take turns, and
the ratio is the median of the ratios of one turn each. Before the times are taken both must reach
the same pot after the same number of actions. The exit status is 1 where they do not.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from pokerhouse.games import BringIn, Call, Check, Cowpie
from pokerkit import Automation, FixedLimitSevenCardStud
from rich.console import Console
from rich.table import Table

PLAYERS = 6
STACK, ANTE, BRING_IN, SMALL_BET, BIG_BET = 1000, 1, 1, 2, 4
# Five betting rounds in which everyone acts once: nobody bets but the bring-in.
ACTIONS = 5 * PLAYERS
POT = PLAYERS * (ANTE + BRING_IN)

BRINGS_IN, CHECKS, CALLS = BringIn(), Check(), Call()

# Everything that is not a player's decision is done by PokerKit itself.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def play_cowpie(seed: int) -> tuple[int, int]:
    """Play a hand of Cowpie to its end; return the actions and the pot."""
    game = Cowpie(
        [STACK] * PLAYERS,
        ante=ANTE,
        bring_in=BRING_IN,
        small_bet=SMALL_BET,
        big_bet=BIG_BET,
        seed=seed,
    )
    game.play(BRINGS_IN)
    actions = 1
    while len(game.waiting) == 1:
        game.play(CALLS if game.to_call else CHECKS)
        actions += 1
    pot = sum(pot.amount for pot in game.pots)
    for seat in game.waiting:
        game.play(game.legal_actions(seat)[0], seat)
    assert game.over
    return actions, pot


def play_stud(_seed: int) -> tuple[int, int]:
    """Play a hand of PokerKit's seven-card stud to its end; return the actions and the pot."""
    state = FixedLimitSevenCardStud.create_state(
        AUTOMATIONS, True, ANTE, BRING_IN, SMALL_BET, BIG_BET, STACK, PLAYERS
    )
    state.post_bring_in()
    actions, pot = 1, 0
    while state.status:
        pot = state.total_pot_amount
        state.check_or_call()
        actions += 1
    return actions, pot


def seconds(play: Callable[[int], tuple[int, int]], hands: range) -> float:
    """The seconds that a side takes for these hands."""
    start = perf_counter()
    for seed in hands:
        play(seed)
    return perf_counter() - start


def copy_microseconds(count: int) -> float:
    """The microseconds of a copy on fifth street, when the state is at its fullest."""
    game = Cowpie([STACK] * PLAYERS, seed=1)
    game.play(BRINGS_IN)
    while game.street != "seventh street":
        game.play(CALLS if game.to_call else CHECKS)
    start = perf_counter()
    for _ in range(count):
        game.copy()
    return (perf_counter() - start) / count * 1e6


def main() -> int:
    """Check that both sides agree, then print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--fast", action="store_true", help="few hands: whether it runs, not how fast"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file, too")
    arguments = parser.parse_args()

    for play in (play_cowpie, play_stud):
        if play(1) != (ACTIONS, POT):
            print(
                f"{play.__name__}: {play(1)} actions and chips, not {(ACTIONS, POT)}",
                file=sys.stderr,
            )
            return 1

    rounds, ours, theirs = (3, 20, 2) if arguments.fast else (11, 1000, 20)
    gc.disable()
    times = []
    for place in range(rounds):
        cowpie = seconds(play_cowpie, range(place * ours, (place + 1) * ours)) / ours
        stud = seconds(play_stud, range(theirs)) / theirs
        times.append((cowpie, stud))
    copies = median(copy_microseconds(200 if arguments.fast else 5000) for _ in range(rounds))
    gc.enable()
    figures = {
        "cowpie_actions_a_second": ACTIONS / median(cowpie for cowpie, _ in times),
        "pokerkit_actions_a_second": ACTIONS / median(stud for _, stud in times),
        "ratio": median(stud / cowpie for cowpie, stud in times),
        "copy_microseconds": copies,
    }
    table = Table("", "actions a second", "ratio", title=f"{PLAYERS} players who check or call")
    table.add_row(
        "pokerhouse, Cowpie",
        f"{figures['cowpie_actions_a_second']:,.0f}",
        f"{figures['ratio']:.0f}",
    )
    table.add_row("pokerkit, seven-card stud", f"{figures['pokerkit_actions_a_second']:,.0f}", "1")
    console = Console()
    console.print(table)
    console.print(f"copying a hand on seventh street: {copies:.1f} microseconds")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
