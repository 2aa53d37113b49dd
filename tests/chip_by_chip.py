"""Pots settled the slow way: without layers, each chip of each stake looked at alone (P1 to P4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

Strength = int | tuple[int, int]


def heaps(
    contributions: Sequence[int], folded: Collection[int]
) -> tuple[Counter[tuple[int, ...]], list[int]]:
    """The chips that each group of players contests, and what goes back to each seat.

    The n-th chips of all stakes form a row, contested by the players still in that paid it. Rows
    that nobody still in reached go with the last one that somebody did, and a row that one player
    still in paid alone goes back to him.
    """
    players = len(contributions)
    live = tuple(seat for seat in range(players) if seat not in folded)
    found: Counter[tuple[int, ...]] = Counter()
    returned = [0] * players
    contest = live
    for row in range(1, max(contributions, default=0) + 1):
        payers = [seat for seat in range(players) if contributions[seat] >= row]
        contenders = tuple(seat for seat in payers if seat in live)
        if len(payers) == 1 and contenders:
            returned[payers[0]] += 1
            continue
        contest = contenders or contest
        found[contest] += len(payers)
    return found, returned


def deal_out(
    chips: int, seats: Collection[int], strengths: Mapping[int, int], button: int, players: int
) -> list[int]:
    """Deal the chips one by one to the strongest of the seats, round and round from the button."""
    payouts = [0] * players
    best = max(strengths[seat] for seat in seats)
    left_of_button = [(button + 1 + step) % players for step in range(players)]
    winners = [seat for seat in left_of_button if seat in seats and strengths[seat] == best]
    for place in range(chips):
        payouts[winners[place % len(winners)]] += 1
    return payouts


def settle_heap(
    chips: int, seats: Collection[int], strengths: Sequence[Strength], button: int
) -> list[int]:
    """Deal one heap out, in halves where strengths are pairs and the winners are not the same."""
    players = len(strengths)
    pairs: dict[int, tuple[int, int]] = {}
    for seat in seats:
        strength = strengths[seat]
        pairs[seat] = strength if isinstance(strength, tuple) else (strength, strength)
    five = {seat: pair[0] for seat, pair in pairs.items()}
    two = {seat: pair[1] for seat, pair in pairs.items()}
    best_five = {seat for seat in seats if five[seat] == max(five.values())}
    best_two = {seat for seat in seats if two[seat] == max(two.values())}
    if best_five == best_two:
        return deal_out(chips, seats, five, button, players)
    return added(
        deal_out(chips - chips // 2, seats, five, button, players),
        deal_out(chips // 2, seats, two, button, players),
    )


def settle_chip_by_chip(
    contributions: Sequence[int],
    strengths: Sequence[Strength],
    button: int,
    folded: Collection[int],
) -> list[int]:
    """What `settle` should pay."""
    found, payouts = heaps(contributions, folded)
    live = [seat for seat in range(len(contributions)) if seat not in folded]
    if not any(contributions[seat] for seat in live):
        # They share what the folded players paid.
        strengths = [0] * len(contributions)
    for seats, chips in found.items():
        payouts = added(payouts, settle_heap(chips, seats, strengths, button))
    return payouts


def added(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Two payouts a seat, added up."""
    return [one + other for one, other in zip(first, second, strict=True)]
