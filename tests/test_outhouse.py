"""Outhouse by the rulings O1 to O8, in whole hands and in random ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.strategies as st
import pytest
from chip_by_chip import added, heaps, settle_chip_by_chip, settle_heap
from hypothesis import given
from hypothesis.stateful import initialize
from pokerhouse import NO_FLUSH, Card, cards, deck, evaluate
from pokerhouse.games import (
    Action,
    BetTo,
    Check,
    Divide,
    Expose,
    Fold,
    Game,
    IllegalActionError,
    Outhouse,
    bots,
    play_hand,
)
from random_play import MACHINE, RandomPlay
from scripts import play, stud_deck


def check_round(game: Outhouse) -> None:
    """Check through the three betting rounds to the exposing."""
    while not game.street.endswith("exposing"):
        game.play(Check())


def amounts(game: Outhouse) -> dict[str, int]:
    return {name: pot.amount for name, pot in zip(game.pot_names, game.pots, strict=True)}


def seats_of_pots(game: Outhouse) -> dict[str, tuple[int, ...]]:
    return {name: pot.seats for name, pot in zip(game.pot_names, game.pots, strict=True)}


def five_each(*hands: str, button: int = 0) -> str:
    return stud_deck(*hands, button=button)


ACES_AND_KINGS = "As Ad 7c 8h 9d", "Ks Kd 2c 3h 4d"


# Whole hands


def test_a_scoop() -> None:
    """Seat 0 wins all three side pots and the main pot."""
    game = Outhouse([60, 60], seed=1, button=1)
    play(
        game,
        """
        [first round, third card]
        0 bets 2, 1 calls
        [first round, fourth card]
        0 checks, 1 checks
        [first round, fifth card]
        0 checks, 1 checks
        [first round, exposing]
        1 exposes 3h 3d, 0 exposes 9d 9c
        [second round, first card]
        0 bets 2, 1 calls, 0 checks, 1 checks, 0 bets 2, 1 calls
        [second round, exposing]
        0 exposes Qd Qc, 1 exposes Ad Kd
        [third round, first card]
        0 bets 4, 1 calls, 0 checks, 1 checks, 0 bets 4, 1 calls
        [third round, exposing]
        """,
    )
    assert amounts(game) == {"the main pot": 2 + 4 + 8, "the third side pot": 8}
    play(game, "0 exposes Qs Qh, 1 exposes Jc Td, [over]")
    assert game.payoffs == (14, -14)
    assert [line.split(", with")[0] for line in game.history if " wins " in line] == [
        "seat 0 wins 2, the first side pot",
        "seat 0 wins 4, the second side pot",
        "seat 0 wins 8, the third side pot",
        "seat 0 wins 14, the main pot",
    ]


def test_a_side_pot_is_paid_at_once_and_a_fold_gives_the_rest() -> None:
    game = Outhouse([40, 40], seed=1, deck=five_each(*ACES_AND_KINGS))
    play(game, "1 bets 2, 0 calls, 1 checks, 0 checks, 1 checks, 0 bets 2, 1 calls")
    assert amounts(game) == {"the main pot": 4, "the first side pot": 4}
    play(game, "0 exposes As Ad, 1 exposes Ks Kd, [second round, first card]")
    assert game.stacks == (40, 36)
    assert amounts(game) == {"the main pot": 4}
    play(game, "1 checks, 0 bets 2, 1 folds, [over]")
    assert game.payoffs == (4, -4)
    assert game.history[-1] == "seat 0 wins 4, both pots, unopposed"


def test_a_hand_to_the_last_chip() -> None:
    game = Outhouse([60, 60, 60], seed=5, button=2)
    paid = 0
    for round_name, bet in (("first", 2), ("second", 2), ("third", 4)):
        for card in range(3):
            assert game.street.startswith(round_name)
            play(
                game,
                f"0 bets {bet}, 1 calls, 2 calls" if card == 0 else "0 checks, 1 checks, 2 checks",
            )
        paid += bet
        # Two cards that the seat holds, worst of all: the first two.
        for seat in (2, 0, 1):
            game.play(Expose(game.view(seat).hole[:2]), seat)
    assert game.over
    assert paid == 8
    assert sum(game.payoffs) == 0
    best = {seat: evaluate(game.view(seat).hole, NO_FLUSH) for seat in range(3)}
    winners = [seat for seat in best if best[seat] == max(best.values())]
    assert game.history[-1].startswith(f"seat {winners[0]} wins 12, the main pot, with ")


def test_an_all_in_with_three_layers_each_pot_layered_on_its_own() -> None:
    game = Outhouse(
        [5, 12, 20, 40],
        limit="no",
        button=3,
        seed=1,
        deck=five_each(
            "2s 3d 7c 8h Ts", "As Ad 7d 8d 9c", "Ks Kd 2c 4h 6d", "3s 4d 6c 9h Jd", button=3
        ),
    )
    play(game, "0 bets 5, 1 raises to 12, 2 raises to 20, 3 calls, [first round, exposing]")
    # Halves of 5, 12, 20 and 20: main 3, 6, 10, 10 and side 2, 6, 10, 10.
    assert [(pot.amount, pot.seats) for pot in game.main_pots] == [
        (12, (0, 1, 2, 3)),
        (9, (1, 2, 3)),
        (8, (2, 3)),
    ]
    assert [(pot.amount, pot.seats) for pot in game.side_pots] == [
        (8, (0, 1, 2, 3)),
        (12, (1, 2, 3)),
        (8, (2, 3)),
    ]
    play(game, "0 exposes Ts 8h, 1 exposes As Ad, 2 exposes Ks Kd, 3 exposes Jd 9h")
    # Seat 1 wins the two layers that it paid for, seat 2 the third; both play on.
    assert game.stacks == (0, 20, 8, 20)
    assert game.street == "second round, first card"
    assert game.waiting == (1,)


def test_a_tie_with_odd_chips() -> None:
    game = Outhouse(
        [30, 30, 30],
        seed=1,
        deck=five_each("As Kd 7c 8h 9d", "Ad Kc 2c 3h 4d", "Ah Ks 5c 6h Td"),
        ante=3,
        ante_pot="side",
    )
    play(
        game,
        "1 bets 2, 2 calls, 0 calls, 1 checks, 2 checks, 0 checks, 1 checks, 2 checks, 0 checks",
    )
    assert amounts(game) == {"the main pot": 3, "the first side pot": 12}
    play(game, "0 exposes As Kd, 1 exposes Ad Kc, 2 exposes Ah Ks")
    assert game.stacks == (29, 29, 29)
    uneven = Outhouse(
        [30, 30, 30],
        seed=1,
        deck=five_each("As Kd 7c 8h 9d", "Ad Kc 2c 3h 4d", "Ah Qs 5c 6h Td"),
        ante=1,
        ante_pot="side",
    )
    check_round(uneven)
    play(uneven, "0 exposes As Kd, 1 exposes Ad Kc, 2 exposes Ah Qs")
    # Three chips between seats 0 and 1: the odd one to seat 1, nearest the button's left.
    assert uneven.stacks == (30, 31, 29)


def test_everyone_folds_early() -> None:
    game = Outhouse([9, 9, 9], ante=1, ante_pot="split", seed=3)
    play(game, "1 bets 2, 2 folds, 0 folds, [over]")
    assert game.payoffs == (-1, 2, -1)
    assert not any("expose" in line for line in game.history)
    assert game.history[-2:] == (
        "seat 1 takes back 2 that nobody called",
        "seat 1 wins 3, both pots, unopposed",
    )


def test_a_side_pot_winner_who_was_all_in_plays_on() -> None:
    """Seat 0 is all-in for 4, wins 6 of the side pot and bets them in the second round (O5)."""
    game = Outhouse(
        [4, 40, 40],
        seed=1,
        button=2,
        deck=five_each("As Ad 7c 8h 9s", "Ks Kd 2c 3h 4d", "Qs Qd 5c 6h Td", button=2),
    )
    play(game, "0 bets 2, 1 raises to 4, 2 calls, 0 calls, [first round, fourth card]")
    play(game, "1 bets 2, 2 calls, [first round, fifth card], 1 checks, 2 checks")
    assert seats_of_pots(game) == {
        "the main pot": (0, 1, 2),
        "the main pot, part 2": (1, 2),
        "the first side pot": (0, 1, 2),
        "the first side pot, part 2": (1, 2),
    }
    play(game, "0 exposes As Ad, 1 exposes Ks Kd, 2 exposes Qs Qd, [second round, first card]")
    assert game.stacks == (6, 36, 34)
    assert game.waiting == (0,)
    play(game, "0 bets 2, 1 calls, 2 calls")
    # In the second round he contests everything, but not the layer of the first he did not pay for.
    assert [(pot.amount, pot.seats) for pot in game.main_pots] == [(6 + 3, (0, 1, 2)), (2, (1, 2))]


def test_the_flush_of_the_document_does_not_count() -> None:
    """K-high hearts against a pair of threes: the pair wins the main pot (O7, R5)."""
    game = Outhouse([9, 9], seed=1)
    game._held = [cards("2h 7h 9h Jh Kh As Ac"), cards("3c 3d 8s Tc Qd Ad Ah")]
    game._round, game._card, game._betting, game._chosen = 2, 2, None, [None, None]
    game._main = [[2, 2]]
    game._stacks = [7, 7]
    play(game, "0 exposes As Ac, 1 exposes Ad Ah, [over]")
    assert game.payoffs == (-2, 2)


# O1: nine betting rounds


def test_o1_nine_betting_rounds_each_opened_by_the_first_active_player_left_of_the_button() -> None:
    game = Outhouse([9, 9, 9], seed=1, button=1)
    rounds = []
    while not game.over:
        if game.street.endswith("exposing"):
            seat = game.waiting[0]
            game.play(game.legal_actions(seat)[0], seat)
        else:
            rounds.append((game.street, game.waiting, len(game.view(0).hole)))
            for _ in range(3):
                game.play(Check())
    assert [street for street, _, _ in rounds] == [
        "first round, third card",
        "first round, fourth card",
        "first round, fifth card",
        "second round, first card",
        "second round, second card",
        "second round, third card",
        "third round, first card",
        "third round, second card",
        "third round, third card",
    ]
    assert {waiting for _, waiting, _ in rounds} == {(2,)}
    assert [held for _, _, held in rounds] == [3, 4, 5, 4, 5, 6, 5, 6, 7]


def test_o1_a_folded_or_all_in_player_does_not_open() -> None:
    game = Outhouse([9, 2, 9, 9], seed=1)
    play(game, "1 bets 2, 2 calls, 3 calls, 0 calls, [first round, fourth card]")
    assert game.waiting == (2,)
    play(game, "2 checks, 3 bets 2, 0 calls, 2 folds, [first round, fifth card]")
    assert game.waiting == (3,)


# O2: antes


def test_o2_the_ante_needs_its_pot() -> None:
    with pytest.raises(ValueError, match=r"ante_pot is None: .*'main' or 'side' or 'split' \(O2\)"):
        Outhouse([9, 9], ante=1)
    with pytest.raises(ValueError, match=r"ante_pot is 'both'.* \(O2\)"):
        Outhouse([9, 9], ante=1, ante_pot="both")
    assert Outhouse([9, 9], ante=0, ante_pot="both").options.ante_pot is None


@pytest.mark.parametrize(
    ("ante_pot", "main", "side"),
    [
        # Antes of 3 and bets of 2: 3 + 1 and 1, 1 and 3 + 1, or halves of 5.
        ("main", 8, 2),
        ("side", 2, 8),
        ("split", 6, 4),
    ],
)
def test_o2_a_split_ante_counts_in_round_one_and_the_others_stand_outside(
    ante_pot: str, main: int, side: int
) -> None:
    game = Outhouse([9, 9], ante=3, ante_pot=ante_pot, seed=1)
    play(game, "1 bets 2, 0 calls")
    assert amounts(game) == {"the main pot": main, "the first side pot": side}


def test_p6_an_ante_above_the_stack_is_all_in_for_the_stack() -> None:
    game = Outhouse([9, 2, 9], ante=5, ante_pot="main", seed=1)
    assert [(pot.amount, pot.seats) for pot in game.pots] == [(6, (0, 1, 2)), (6, (0, 2))]
    assert game.waiting == (2,)


# O3: halves


def test_o3_half_of_what_a_player_put_in_so_far_this_round_is_the_side_pots() -> None:
    game = Outhouse([30, 30], limit="no", small_bet=1, big_bet=1, seed=1)
    play(game, "1 bets 1, 0 calls")
    # One chip each: the odd chip is main.
    assert amounts(game) == {"the main pot": 2}
    play(game, "1 bets 1, 0 calls")
    # Cumulative: two chips each are one and one, where bet by bet they would be two and none.
    assert amounts(game) == {"the main pot": 2, "the first side pot": 2}
    play(game, "1 bets 1, 0 calls")
    assert amounts(game) == {"the main pot": 4, "the first side pot": 2}


def test_o3_the_count_begins_anew_each_round() -> None:
    game = Outhouse(
        [30, 30], limit="no", small_bet=1, big_bet=1, seed=1, deck=five_each(*ACES_AND_KINGS)
    )
    play(game, "1 bets 1, 0 calls, 1 checks, 0 checks, 1 checks, 0 checks")
    play(game, "0 exposes As Ad, 1 exposes Ks Kd, 1 bets 1, 0 calls")
    assert amounts(game) == {"the main pot": 4}


def test_o3_a_stake_of_one_chip_buys_nothing_in_the_side_pot() -> None:
    game = Outhouse(
        [1, 9, 9],
        seed=1,
        button=2,
        deck=five_each("As Ad 7c 8h 9s", "Ks Kd 2c 3h 4d", "Qs Qd 5c 6h Td", button=2),
    )
    play(game, "0 bets 1, 1 raises to 3, 2 calls, 1 checks, 2 checks, 1 checks, 2 checks")
    assert seats_of_pots(game) == {
        "the main pot": (0, 1, 2),
        "the main pot, part 2": (1, 2),
        "the first side pot": (1, 2),
    }
    play(game, "0 exposes As Ad, 1 exposes Ks Kd, 2 exposes Qs Qd")
    assert game.stacks == (0, 8, 6)


# O4: exposing


def test_o4_all_choose_before_any_are_shown() -> None:
    game = Outhouse([9, 9], seed=1, deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    assert game.waiting == (0, 1)
    game.play(Expose("As Ad"), 0)
    assert list(game.waiting) == [1]
    assert game.history[-1] == "seat 0 has chosen two cards"
    assert game.view(1).showing == ((), ())
    with pytest.raises(IllegalActionError, match=r"it is the turn of seat 1 \(O4\)"):
        game.play(Expose("7c 8h"), 0)
    game.play(Expose("Ks Kd"), 1)
    assert game.view(1).showing == (cards("As Ad"), cards("Ks Kd"))


def test_o4_the_exposed_cards_go_back_and_the_deck_is_shuffled_again() -> None:
    game = Outhouse([9, 9], seed=1, deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    before = game._deck
    play(game, "0 exposes As Ad, 1 exposes Ks Kd")
    assert set(game._deck) == set(deck()) - set(cards("7c 8h 9d 2c 3h 4d"))
    assert game._deck != before
    # Two cards of the 46 have been dealt already.
    assert game._dealt == 2
    check_round(game)
    play(game, f"0 exposes {words(game, 0)}, 1 exposes {words(game, 1)}")
    assert len(game._deck) == 52 - 8
    check_round(game)
    held = len(game._deck) - game._dealt
    play(game, f"0 exposes {words(game, 0)}, 1 exposes {words(game, 1)}, [over]")
    # After the third round nothing goes back, and five cards each are left.
    assert held == len(game._deck) - game._dealt
    assert [len(game.view(seat).hole) for seat in (0, 1)] == [5, 5]


def test_p7_folded_cards_stay_out_when_the_deck_is_shuffled_again() -> None:
    hands = "As Ad 7c 8h 9d", "Ks Kd 2c 3h 4d", "Qs Qd 5c 6h Td"
    game = Outhouse([9, 9, 9], seed=1, deck=five_each(*hands))
    play(game, "1 bets 2, 2 calls, 0 calls, 1 checks, 2 checks, 0 checks, 1 bets 2, 2 calls")
    play(game, "0 folds, [first round, exposing], 1 exposes Ks Kd, 2 exposes Qs Qd")
    assert set(game._deck).isdisjoint(cards("As Ad 7c 8h 9d 2c 3h 4d 5c 6h Td"))
    assert set(cards("Ks Kd Qs Qd")) < set(game._deck)
    assert len(game._deck) == 52 - 5 - 3 - 3


def words(game: Game, seat: int) -> str:
    return " ".join(map(str, game.view(seat).hole[:2]))


def test_o4_with_return_exposed_first_they_go_back_after_the_first_round_only() -> None:
    game = Outhouse([9, 9], seed=1, return_exposed="first", deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    play(game, "0 exposes As Ad, 1 exposes Ks Kd")
    assert set(cards("As Ad Ks Kd")) <= set(game._deck)
    check_round(game)
    second = game._deck
    out = set(game.view(0).hole[:2] + game.view(1).hole[:2])
    play(game, f"0 exposes {words(game, 0)}, 1 exposes {words(game, 1)}")
    assert game._deck == second
    assert not out & set(game._deck[game._dealt :])


def test_o4_more_players_than_the_deck_serves_is_an_error() -> None:
    assert len(Outhouse([9] * 7, seed=1).stacks) == 7
    assert len(Outhouse([9] * 5, seed=1, return_exposed="first").stacks) == 5
    with pytest.raises(ValueError, match=r"8 players: there must be 2 to 7 \(O1\)"):
        Outhouse([9] * 8)
    with pytest.raises(ValueError, match=r"6 players: .*'first' the deck serves at most 5 \(O4\)"):
        Outhouse([9] * 6, return_exposed="first")


@pytest.mark.parametrize(("players", "returned"), [(7, "every"), (5, "first")])
def test_o4_the_deck_lasts_where_nobody_folds(players: int, returned: str) -> None:
    game = Outhouse([9] * players, seed=2, return_exposed=returned)
    while not game.over:
        seat = game.waiting[0]
        game.play(game.legal_actions(seat)[0], seat)
    assert all(len(game.view(seat).hole) == 5 for seat in range(players))


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ("As", r"two different cards are exposed \(O4\)"),
        ("As Ad 7c", r"two different cards are exposed \(O4\)"),
        ("As As", r"two different cards are exposed \(O4\)"),
        ("As Ks", r"Ks is not one of his cards \(O4\)"),
        ("As 5s", r"5s is not one of his cards \(O4\)"),
    ],
)
def test_o4_an_exposure_of_other_cards_is_refused(chosen: str, reason: str) -> None:
    game = Outhouse([9, 9], seed=1, deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    before = game.to_dict()
    assert Expose(chosen) not in game.legal_actions(0)
    with pytest.raises(IllegalActionError, match=reason):
        game.play(Expose(chosen), 0)
    assert game.to_dict() == before


def test_o4_other_actions_are_refused_at_the_exposing() -> None:
    game = Outhouse([9, 9], seed=1, deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    for action in (Check(), Fold(), BetTo(2), Divide("As Ad")):
        with pytest.raises(IllegalActionError, match=r"seat 0 must expose two cards.*\(O4\)"):
            game.play(action, 0)
    assert len(game.legal_actions(0)) == 10


# O5: all-in


def test_o5_an_all_in_player_exposes_but_wins_no_side_pot_he_paid_nothing_into() -> None:
    game = Outhouse(
        [2, 40, 40],
        seed=1,
        button=2,
        deck=five_each("3s 4d 7c 8h 9s", "Ks Kd 2c 3h 4h", "Qs Qd 5c 6h Td", button=2),
    )
    play(game, "0 bets 2, 1 calls, 2 calls, 1 checks, 2 checks, 1 checks, 2 checks")
    play(game, "0 exposes 3s 4d, 1 exposes Ks Kd, 2 exposes Qs Qd, [second round, first card]")
    play(game, "1 bets 2, 2 calls, 1 checks, 2 checks, 1 checks, 2 checks")
    assert len(game.view(0).hole) == 6
    assert seats_of_pots(game)["the second side pot"] == (1, 2)
    # The best two cards there are: they win nothing.
    game._held[0] = cards("As Ad") + game._held[0][2:]
    play(game, f"0 exposes As Ad, 1 exposes {words(game, 1)}, 2 exposes {words(game, 2)}")
    assert any("seat 0 exposes As Ad" in line for line in game.history)
    assert not any("seat 0 wins" in line for line in game.history)


def test_o5_parts_of_the_main_pot_with_the_same_contestants_are_added_up() -> None:
    game = Outhouse(
        [3, 40, 40],
        seed=1,
        button=2,
        deck=five_each("3s 4d 7c 8h 9s", "Ks Kd 2c 3h 4h", "Qs Qd 5c 6h Td", button=2),
    )
    play(
        game,
        "0 bets 2, 1 calls, 2 raises to 4, 0 calls, 1 calls, 1 bets 2, 2 calls, 1 checks, 2 checks",
    )
    play(game, "0 exposes 3s 4d, 1 exposes Ks Kd, 2 exposes Qs Qd, 1 bets 2, 2 calls")
    # 3, 6 and 6 in the first round, of which the main pot has 2, 3 and 3; then 1 and 1.
    assert [(pot.amount, pot.seats) for pot in game.main_pots] == [(6, (0, 1, 2)), (2 + 2, (1, 2))]


# O6, O7, O8


def test_o6_when_all_others_folded_the_last_player_takes_main_and_current_side_pot() -> None:
    game = Outhouse([30, 30], seed=1, deck=five_each(*ACES_AND_KINGS))
    play(game, "1 bets 2, 0 calls, 1 checks, 0 checks, 1 checks, 0 checks")
    play(game, "0 exposes As Ad, 1 exposes Ks Kd, 1 bets 2, 0 calls, 1 bets 2, 0 folds, [over]")
    # The first side pot of 2 was seat 0's; main 2 and 2, side 2 are seat 1's.
    assert game.stacks == (28, 32)


def test_o7_flushes_do_not_count_but_straight_flushes_do() -> None:
    assert evaluate("2h 7h 9h Jh Kh", NO_FLUSH) < evaluate("3c 3d 8s Tc Qd", NO_FLUSH)
    game = Outhouse([9, 9], seed=1)
    game._held = [cards("5h 6h 7h 8h 9h As Ac"), cards("3c 3d 3s 3h Qd Ad Ah")]
    game._round, game._card, game._betting, game._chosen = 2, 2, None, [None, None]
    game._main, game._stacks = [[2, 2]], [7, 7]
    play(game, "0 exposes As Ac, 1 exposes Ad Ah, [over]")
    assert game.payoffs == (2, -2)


def test_o8_small_bet_in_rounds_one_and_two_and_big_bet_in_the_third() -> None:
    game = Outhouse([90, 90], small_bet=3, big_bet=7, seed=1)
    bets = []
    while not game.over:
        if game.street.endswith("exposing"):
            seat = game.waiting[0]
            game.play(game.legal_actions(seat)[0], seat)
        else:
            bets.append(game.legal_actions().sizes)
            game.play(Check())
            game.play(Check())
    assert bets == [range(3, 4)] * 6 + [range(7, 8)] * 3


def test_o8_pot_limit_counts_both_pots() -> None:
    game = Outhouse([90, 90], limit="pot", seed=1, ante=3, ante_pot="main")
    assert game.legal_actions().sizes == range(2, 7)
    play(game, "1 bets 6, 0 calls")
    assert game.legal_actions().sizes == range(2, 19)
    assert Outhouse([90, 90], limit="no", seed=1).legal_actions().sizes == range(2, 91)


@given(
    stacks=st.lists(st.integers(1, 25), min_size=2, max_size=7),
    limit=st.sampled_from(["fixed", "pot", "no"]),
    ante=st.integers(0, 4),
    ante_pot=st.sampled_from(["main", "side", "split"]),
    seed=st.integers(0, 2**32),
)
def test_the_stacks_at_the_end_are_what_dealing_out_chip_by_chip_gives(
    stacks: list[int], limit: str, ante: int, ante_pot: str, seed: int
) -> None:
    players, button = len(stacks), seed % len(stacks)
    game = Outhouse(stacks, limit=limit, ante=ante, ante_pot=ante_pot, button=button, seed=seed)
    play_hand(game, [bots.Random(seed)] * players)
    # What everyone heard is enough to settle the hand by hand: who paid what, and who showed what.
    chips_left = list(stacks)
    antes, staked = [0] * players, [0] * players
    rounds: list[list[int]] = []
    strengths: list[int] = [0] * players
    folded: set[int] = set()
    shown = 0

    def settle_side_pot() -> None:
        nonlocal chips_left, staked
        stakes = added(staked, antes) if not rounds and ante_pot == "split" else staked
        side = [chips // 2 for chips in stakes]
        rounds.append([chips - chips // 2 for chips in stakes])
        if len(rounds) == 1 and ante_pot == "side":
            side = added(side, antes)
        chips_left = added(chips_left, settle_chip_by_chip(side, strengths, button, folded))
        staked = [0] * players

    for event in game._events:
        match event:
            case (int(seat), Fold(), int(), int()):
                folded.add(seat)
            case (int(seat), Action(), int(chips), int()):
                staked[seat] += chips
                chips_left[seat] -= chips
            case ("posts", str(), tuple(paid)):
                antes = list(paid)
                chips_left = [left - chips for left, chips in zip(chips_left, paid, strict=True)]
            case ("returned", int(seat), int(chips)):
                where = staked if staked[seat] else antes
                where[seat] -= chips
                chips_left[seat] += chips
            case ("exposed", int(seat), _, int(pair)):
                strengths[seat] = pair
                shown += 1
                if shown == players - len(folded):
                    settle_side_pot()
                    shown = 0
            case ("shows", int(seat), _, int(best), _):
                strengths[seat] = best
    if len(folded) == players - 1:
        last = next(seat for seat in range(players) if seat not in folded)
        everything = sum(stacks) - sum(chips_left)
        chips_left[last] += everything
    else:
        parts: Counter[tuple[int, ...]] = Counter()
        for main in [*rounds, antes] if ante_pot == "main" else rounds:
            parts.update(heaps(main, folded)[0])
        for seats, chips in parts.items():
            chips_left = added(chips_left, settle_heap(chips, seats, strengths, button))
    assert list(game.stacks) == chips_left


# Bad input and saving


@pytest.mark.parametrize(
    ("stacks", "options", "message"),
    [
        ([9], {}, r"1 player: there must be 2 to 7 \(O1\)"),
        ([9, 0], {}, "seat 1 has no chips"),
        ([9, 9], {"return_exposed": "never"}, r"return_exposed is 'never': .*\(O4\)"),
        ([9, 9], {"limit": "spread"}, r"the limit is 'spread': .* \(O8\)"),
        ([9, 9], {"big_bet": 1}, "the big bet is 1: at least 2 is needed"),
        ([9, 9], {"deck": "As Kd As"}, "As is twice in the deck"),
    ],
)
def test_bad_options_are_refused(stacks: list[int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Outhouse(stacks, **options)


def test_an_action_after_the_end_is_refused() -> None:
    game = Outhouse([9, 9], seed=1)
    play(game, "1 bets 2, 0 folds")
    with pytest.raises(IllegalActionError, match=r"outhouse is over \(O7\)"):
        game.play(Check())


def test_a_saved_game_that_was_edited_is_refused() -> None:
    game = Outhouse([30, 30], seed=1, deck=five_each(*ACES_AND_KINGS))
    check_round(game)
    play(game, "0 exposes As Ad, 1 exposes Ks Kd")
    saved = game.to_dict()
    assert Outhouse.from_dict(saved) == game
    place = [line[1] for line in saved["actions"]].index("expose")
    saved["actions"][place][2] = "As Kd"
    with pytest.raises(IllegalActionError, match=r"Kd is not one of his cards \(O4\)"):
        Outhouse.from_dict(saved)
    saved["actions"][place][2] = "As 7c"
    with pytest.raises(ValueError, match=r"was edited: it replays to showing"):
        Outhouse.from_dict(saved)


# Random hands


class OuthouseMachine(RandomPlay):
    """Random hands of Outhouse under random options."""

    @initialize(
        stacks=st.lists(st.integers(1, 40), min_size=2, max_size=7),
        ante=st.integers(0, 3),
        ante_pot=st.sampled_from(["main", "side", "split"]),
        small_bet=st.integers(1, 4),
        limit=st.sampled_from(["fixed", "pot", "no"]),
        returned=st.sampled_from(["every", "first"]),
        seed=st.integers(0, 2**64 - 1),
        data=st.data(),
    )
    def deal(
        self,
        stacks: list[int],
        ante: int,
        ante_pot: str,
        small_bet: int,
        limit: str,
        returned: str,
        seed: int,
        data: st.DataObject,
    ) -> None:
        self.game: Outhouse = Outhouse(
            stacks,
            ante=ante,
            ante_pot=ante_pot,
            small_bet=small_bet,
            big_bet=2 * small_bet,
            limit=limit,
            button=data.draw(st.integers(0, len(stacks) - 1)),
            return_exposed=returned if len(stacks) < 6 else "every",
            seed=seed,
        )
        self.own: list[set[Card]] = [set() for _ in stacks]
        self.shown: set[Card] = set()
        self.watch()

    def watch(self) -> None:
        """Remember every card that each seat has held, and those that everyone was shown."""
        game = self.game
        for seat, held in enumerate(game._held):
            self.own[seat] |= set(held) | set(game._exposed[seat])
        self.shown = self.shown.union(*game._exposed)
        if game.over and game.folded.count(False) > 1:
            for seat, out in enumerate(game.folded):
                if not out:
                    self.shown |= set(game._held[seat])

    def may_see(self, seat: int) -> set[Card]:
        return self.own[seat] | self.shown


TestOuthouseMachine = OuthouseMachine.TestCase
TestOuthouseMachine.settings = MACHINE
