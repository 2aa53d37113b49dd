"""Under House Rules equity breaks ties as `winners` does, where the game is played by them (H6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pokerhouse as ph
import pytest

BY_HOUSE = [
    ph.HOUSE,
    ph.Rules(wild="card", wilds="2", ties="house"),
    ph.Rules(wild="bug", wilds="2", ties="house"),
    ph.Rules(wild="card", wilds="2", ties="house", wild_as_self="wild"),
]
SPOTS = [
    ("holdem", ["AhKh", "AsKs"], "2c3d4h"),
    ("holdem", ["9h8h", "9s8c", "2d2s"], "Tc9d4h"),
    ("omaha", ["AhKhQcJc", "AsKsQhJh"], "2c3d4h9s"),
    ("ethos", ["Ah", "As"], "KdQd2s9h"),
]


def key(game: str, hand: Sequence[int], board: Sequence[int], rules: ph.Rules) -> int:
    if game != "omaha":
        return ph.house_key((*hand, *board), rules)
    return max(
        ph.house_key((*two, *three), rules)
        for two in combinations(hand, 2)
        for three in combinations(board, 3)
    )


@pytest.mark.parametrize("rules", BY_HOUSE, ids=str)
@pytest.mark.parametrize(("game", "hands", "board"), SPOTS)
def test_equity_by_house_rules_is_that_of_a_naive_walk(
    game: str, hands: list[str], board: str, rules: ph.Rules
) -> None:
    held, known = [ph.cards(hand) for hand in hands], ph.cards(board)
    deck = [card for card in ph.deck() if card not in {*known, *sum(held, ())}]
    win, tie = [0] * len(hands), [0] * len(hands)
    for rest in combinations(deck, 5 - len(known)):
        keys = [key(game, hand, (*known, *rest), rules) for hand in held]
        winners = [seat for seat, mine in enumerate(keys) if mine == max(keys)]
        for seat in winners:
            (win if len(winners) == 1 else tie)[seat] += 1

    odds = ph.equity(game, hands, board, rules=rules)

    assert odds.exact
    assert [row.win for row in odds] == win
    assert [row.tie for row in odds] == tie


def test_suits_break_the_tie_of_hands_that_split_otherwise() -> None:
    split = ph.equity("holdem", ["AhKd", "AsKc"])
    house = ph.equity("holdem", ["AhKd", "AsKc"], rules=ph.HOUSE)
    assert split[0].tie > split.samples * 0.9
    assert house[0].tie < split[0].tie
    assert house[1].equity > 0.8


@pytest.mark.parametrize("game", ["cowpie", "outhouse", "stackhouse"])
def test_house_games_split_under_house_rules_too(game: str) -> None:
    hands = ["", ""]
    plain, house = (
        ph.equity(game, hands, rules=rules, samples=2000)
        for rules in (ph.Rules(), ph.Rules(ties="house"))
    )
    assert [row.tie for row in plain] == [row.tie for row in house]
