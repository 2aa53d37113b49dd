"""Compare the speed of play with PokerKit's: six-handed Cowpie and fixed-limit seven-card stud.

    pip install '.[bench]'
    python benches/games.py [--fast] [--json FILE]

Bots that check or call play whole hands on both sides, dealt and settled by each in its own way.
A hand is thirty checks and calls; in Cowpie six divisions follow, which are actions as well and
are inside the clock. The sides take turns, and a ratio is the median of the ratios of one turn
each. Before the times are taken both must reach the same pot after the same checks and calls. The
exit status is 1 where they do not.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from pokerhouse import best_split
from pokerhouse.games import BringIn, Call, Check, Cowpie, Divide
from pokerkit import Automation, FixedLimitSevenCardStud
from rich.console import Console
from rich.table import Table

PLAYERS = 6
STACK, ANTE, BRING_IN, SMALL_BET, BIG_BET = 1000, 1, 1, 2, 4
# Five betting rounds in which everyone acts once: nobody bets but the bring-in.
BETS = 5 * PLAYERS
DIVISIONS = PLAYERS
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


def play_cowpie(seed: int) -> tuple[int, bool]:
    """Play a hand of Cowpie to its end; return the pot, and whether it has ended."""
    game = Cowpie(
        [STACK] * PLAYERS,
        ante=ANTE,
        bring_in=BRING_IN,
        small_bet=SMALL_BET,
        big_bet=BIG_BET,
        seed=seed,
    )
    game.play(BRINGS_IN)
    for _ in range(BETS - 1):
        game.play(CALLS if game.to_call else CHECKS)
    pot = sum(pot.amount for pot in game.pots)
    for seat in game.waiting:
        hole = game.hole(seat)
        game.play(Divide(best_split(hole[:3], hole[3:]).two), seat)
    return pot, game.over


def play_stud(_seed: int) -> tuple[int, bool]:
    """Play a hand of PokerKit's seven-card stud; return the pot, and whether it has ended."""
    state = FixedLimitSevenCardStud.create_state(
        AUTOMATIONS, True, ANTE, BRING_IN, SMALL_BET, BIG_BET, STACK, PLAYERS
    )
    state.post_bring_in()
    for _ in range(BETS - 2):
        state.check_or_call()
    pot = state.total_pot_amount
    state.check_or_call()
    return pot, not state.status


def seconds(play: Callable[[int], tuple[int, bool]], hands: range) -> float:
    """The seconds that a side takes for these hands."""
    start = perf_counter()
    for seed in hands:
        play(seed)
    return perf_counter() - start


def copy_microseconds(count: int) -> float:
    """The microseconds of a copy on seventh street, when the state is at its fullest."""
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
        pot, ended = play(1)
        if pot != POT or not ended:
            print(f"{play.__name__}: a pot of {pot} and not {POT}, or no end", file=sys.stderr)
            return 1

    rounds, ours, theirs = (3, 20, 2) if arguments.fast else (11, 1000, 20)
    gc.disable()
    times = []
    for place in range(rounds):
        cowpie = seconds(play_cowpie, range(place * ours, (place + 1) * ours)) / ours
        times.append((cowpie, seconds(play_stud, range(theirs)) / theirs))
    copies = median(copy_microseconds(200 if arguments.fast else 5000) for _ in range(rounds))
    gc.enable()
    our_hand, their_hand = median(ours for ours, _ in times), median(theirs for _, theirs in times)
    hands_ratio = median(theirs / ours for ours, theirs in times)
    figures = {
        "cowpie_hands_a_second": 1 / our_hand,
        "pokerkit_hands_a_second": 1 / their_hand,
        "hands_ratio": hands_ratio,
        "cowpie_actions_a_second": (BETS + DIVISIONS) / our_hand,
        "pokerkit_actions_a_second": BETS / their_hand,
        "actions_ratio": hands_ratio * (BETS + DIVISIONS) / BETS,
        "copy_microseconds": copies,
    }
    table = Table("", "hands/s", "ratio", "actions/s", "ratio", title="six players check or call")
    for name, key, by_hands, by_actions in (
        ("pokerhouse, Cowpie", "cowpie", hands_ratio, figures["actions_ratio"]),
        ("pokerkit, seven-card stud", "pokerkit", 1.0, 1.0),
    ):
        hands, actions = figures[f"{key}_hands_a_second"], figures[f"{key}_actions_a_second"]
        table.add_row(
            name, f"{hands:,.0f}", f"{by_hands:.0f}", f"{actions:,.0f}", f"{by_actions:.0f}"
        )
    console = Console()
    console.print(table)
    console.print(f"copying a hand on seventh street: {copies:.1f} microseconds")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
