"""Cowpie by the rulings C1 to C6, in whole hands and in random ones."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from chip_by_chip import added, settle_chip_by_chip
from hypothesis import given
from hypothesis.stateful import initialize
from pokerhouse import Card, cards, deck
from pokerhouse.games import (
    Action,
    BetTo,
    Call,
    Check,
    Complete,
    Cowpie,
    Divide,
    Expose,
    Fold,
    Game,
    IllegalActionError,
    bots,
    play_hand,
)
from random_play import MACHINE, RandomPlay
from scripts import play, stud_deck

# The hand of the rule document: A-K goes with no five of his, A-9 with a pair of kings.
DOCUMENT = "As 9d / Kh Kc 7s 4d / 2c"

SCOOP = ("As Kc / Ah Kd 7s 4d / 2c", "Qs 9d / 3h 8c 5d Jh / 6c")


def heads_up(*hands: str, **options: Any) -> Cowpie:
    return Cowpie([50, 50], deck=stud_deck(*hands), **options)


def to_division(game: Cowpie) -> Cowpie:
    """Check and call through all five streets."""
    while game.street != "division":
        legal = game.legal_actions()
        game.play(next(each for each in (Check(), Call(), legal[0]) if each in legal))
    return game


# Whole hands


def test_a_scoop() -> None:
    game = Cowpie([50, 50], deck=stud_deck(*SCOOP))
    play(
        game,
        """
        [third street]
        1 brings in, 0 completes, 1 calls
        [fourth street]
        0 bets 2, 1 calls
        [fifth street]
        0 bets 4, 1 calls
        [sixth street]
        0 checks, 1 checks
        [seventh street]
        0 bets 4, 1 calls
        [division]
        1 divides 9d 8c
        0 divides Kc Kd
        [over]
        """,
    )
    assert game.payoffs == (13, -13)
    assert game.stacks == (63, 37)
    assert game.pots == ()
    assert game.history[-1].startswith("seat 0 wins 26, the main pot, with ")


def test_the_halves_go_to_different_players() -> None:
    game = heads_up("As Qc / Kh Jd 7s 4d / 2c", "8s 8d / 3h 3c 5d Th / 6c")
    to_division(game)
    # 4 chips: 2 for the pair of eights, 2 for A-Q.
    play(game, "1 divides 6c 5d, 0 divides Qc 7s")
    assert game.payoffs == (0, 0)
    assert [line.split(",")[1] for line in game.history[-2:]] == [
        " the five-card half of the main pot",
        " the two-card half of the main pot",
    ]


def test_an_all_in_with_three_layers() -> None:
    game = Cowpie(
        [5, 12, 20, 40],
        limit="no",
        button=3,
        deck=stud_deck(
            "As Ks / Ah Ad Kd 2c / 3s",
            "Qs Js / Qh Qd Jd 4c / 5s",
            "Ts 9s / Th Td 9d 6c / 7s",
            "8s 8h / 4d 2h 5c 6h / 3h",
            button=3,
        ),
    )
    play(game, "[third street], 3 brings in, 0 bets 4, 1 raises to 11, 2 raises to 19")
    assert [pot.amount for pot in game.pots] == [17, 14, 8]
    play(game, "3 calls, [division]")
    assert [(pot.amount, pot.seats) for pot in game.pots] == [
        (20, (0, 1, 2, 3)),
        (21, (1, 2, 3)),
        (16, (2, 3)),
    ]
    play(game, "0 divides Ks Kd, 3 divides 3h 2h, 1 divides Js Jd, 2 divides 9s 9d, [over]")
    assert game.stacks == (20, 21, 16, 20)
    assert game.payoffs == (15, 9, -4, -20)


def test_a_tie_with_odd_chips() -> None:
    game = Cowpie(
        [20, 20, 20],
        ante=2,
        deck=stud_deck(
            "Kc 3c / 3h Js 8c 4s / 6h",
            "Ah 5c / Ac Qd 9s 7h / 2d",
            "Ad 5d / As Qc 9h 7d / 2s",
        ),
    )
    play(
        game,
        """
        [third street]
        0 brings in, 1 calls, 2 calls
        [fourth street]
        1 checks, 2 checks, 0 checks
        [fifth street]
        1 bets 4, 2 calls, 0 calls
        [sixth street]
        1 checks, 2 checks, 0 checks
        [seventh street]
        1 checks, 2 checks, 0 checks
        [division]
        0 divides Kc Js, 1 divides 5c 2d, 2 divides 5d 2s
        """,
    )
    # 21 chips: 11 for the pair of aces that seats 1 and 2 both have, 6 of them to seat 1, which is
    # nearer the button's left; 10 for K-J.
    assert game.payoffs == (3, -1, -2)


def test_everyone_folds_early() -> None:
    game = Cowpie(
        [9, 9, 9, 9], deck=stud_deck("2s 3s / 4s", "2h 3h / 5h", "2d 3d / 6d", "2c 3c / Kc")
    )
    play(game, "0 brings in, 1 folds, 2 completes, 3 folds, 0 folds, [over]")
    # Four antes and the bring-in; the second chip of the completion was not called.
    assert game.payoffs == (-2, -1, 4, -1)
    assert game.history[-2:] == (
        "seat 2 takes back 1 that nobody called",
        "seat 2 wins 6, the pot, unopposed",
    )
    assert not any("divide" in line or "2d" in line for line in game.history)


def test_a_fold_on_sixth_street_leaves_two_to_divide_what_three_paid() -> None:
    game = Cowpie(
        [30, 30, 30],
        deck=stud_deck(
            "As 9d / Kh Kc 7s 4d / 2c",
            "Qs 9c / 3h 8c 5d Jh",
            "Js Td / 6h Jc 4s 2h / 2d",
        ),
    )
    play(
        game,
        """
        1 brings in, 2 completes, 0 raises to 4, 1 calls, 2 calls
        [fourth street]
        0 bets 2, 1 calls, 2 calls
        [fifth street]
        0 checks, 1 checks, 2 bets 4, 0 calls, 1 calls
        [sixth street]
        0 checks, 1 checks, 2 bets 4, 0 calls, 1 folds
        [seventh street]
        0 checks, 2 checks
        [division]
        """,
    )
    assert [(pot.amount, pot.seats) for pot in game.pots] == [(3 + 12 + 6 + 12 + 8, (0, 2))]
    play(game, "2 divides Td 6h, 0 divides As 9d")
    # Jacks and deuces win 21, A-9 wins 20.
    assert game.payoffs == (20 - 15, -11, 21 - 15)


def test_the_hand_of_the_document() -> None:
    game = to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c"))
    with pytest.raises(IllegalActionError, match=r"seat 0 may not divide As Kh: .*\(R7\) \(C5\)"):
        game.play(Divide("As Kh"), 0)
    assert game.waiting == (0, 1)
    play(game, "0 divides As 9d, 1 divides 9c 8c, [over]")
    assert game.payoffs == (2, -2)


# C1 and P7: the deal


def test_c1_two_down_and_one_up_three_more_up_and_one_down() -> None:
    game = Cowpie([50] * 3, seed=5)
    shape: list[tuple[str, int, int]] = []
    while game.street != "division":
        if game.street not in [street for street, *_ in shape]:
            view = game.view(0)
            shape.append((game.street, view.down, len(view.showing[0])))
        legal = game.legal_actions()
        game.play(next(each for each in (Check(), Call(), legal[0]) if each in legal))
    assert shape == [
        ("third street", 2, 1),
        ("fourth street", 2, 2),
        ("fifth street", 2, 3),
        ("sixth street", 2, 4),
        ("seventh street", 3, 4),
    ]


def test_p7_cards_go_one_at_a_time_from_the_buttons_left_down_before_up_and_none_burned() -> None:
    stacked = deck()[:21]
    game = to_division(Cowpie([50] * 3, button=1, deck=stacked))
    assert game.view(2).hole == tuple(stacked[place] for place in (0, 3, 18, 6, 9, 12, 15))
    assert game.view(0).hole == tuple(stacked[place] for place in (1, 4, 19, 7, 10, 13, 16))
    assert game.view(1).hole == tuple(stacked[place] for place in (2, 5, 20, 8, 11, 14, 17))


def test_p7_folded_seats_are_skipped_and_folded_cards_stay_out() -> None:
    stacked = deck()
    game = Cowpie([50] * 3, deck=stacked)
    # Seats 1, 2, 0 hold cards 0 to 8; the lowest up card is seat 1's.
    play(game, "1 brings in, 2 folds, 0 calls, [fourth street]")
    assert game.view(1).showing == (
        stacked[8:9] + stacked[10:11],
        stacked[6:7] + stacked[9:10],
        stacked[7:8],
    )


def test_seven_players_are_dealt_all_seven_cards() -> None:
    game = to_division(Cowpie([50] * 7, seed=3))
    held = [card for seat in range(7) for card in game.view(seat).hole]
    assert len(held) == len(set(held)) == 49


def test_the_seed_decides_the_deck_behind_the_stacked_cards() -> None:
    one, two = Cowpie([9, 9], seed=4, deck="As Ks"), Cowpie([9, 9], seed=4, deck="As Ks")
    assert one.view(0) == two.view(0)
    assert one.view(1).hole[0] == Card("As")
    assert Cowpie([9, 9], seed=4).view(0) != Cowpie([9, 9], seed=5).view(0)


# C2: who acts first


@pytest.mark.parametrize(
    ("ups", "seat"), [("Kc 2d 3c", 1), ("2s 2d 2h", 1), ("2c 2d 2h", 0), ("As Kc Qd", 2)]
)
def test_c2_the_lowest_up_card_by_rank_then_suit_brings_in(ups: str, seat: int) -> None:
    first, second, third = ups.split()
    hands = f"5s 6s / {first}", f"5h 6h / {second}", f"5d 6d / {third}"
    game = Cowpie([9, 9, 9], deck=stud_deck(*hands))
    assert game.waiting == (seat,)
    assert [str(each) for each in game.legal_actions()] == ["bring in", "complete"]


@pytest.mark.parametrize(
    ("ups", "seat"),
    [
        (("Ac Kc", "3d 3h", "Qd Qs"), 2),
        (("Ac 2c", "Ad 3h", "Kd Qs"), 1),
        # Equal: seat 1 is nearest the button's left.
        (("Ac 3c", "Ad 3h", "As 3s"), 1),
        # Two to a straight flush are no more than a queen.
        (("2c 4d", "Qh Jh", "Kc 2h"), 2),
    ],
)
def test_c2_from_fourth_street_the_best_hand_showing_opens(ups: tuple[str, ...], seat: int) -> None:
    downs = ("7s 8s", "7h 8h", "7d 8d")
    hands = [f"{down} / {up}" for down, up in zip(downs, ups, strict=True)]
    game = Cowpie([90] * 3, deck=stud_deck(*hands))
    while game.street == "third street":
        legal = game.legal_actions()
        game.play(Call() if Call() in legal else legal[0])
    assert game.waiting == (seat,)


def test_c2_pairs_two_pair_trips_and_quads_count_but_four_to_a_straight_or_flush_do_not() -> None:
    game = Cowpie(
        [90] * 4,
        deck=stud_deck(
            "7s 8s / Tc Jc Qc Kc",
            "7h 8h / 2d 2h 3d 3h",
            "7d 8d / 4c 4d 4h 9c",
            "7c 8c / Ad Ah 5c 5d",
        ),
    )
    opened: dict[str, int] = {}
    while game.street != "seventh street":
        opened.setdefault(game.street, game.waiting[0])
        legal = game.legal_actions()
        game.play(next(each for each in (Check(), Call(), legal[0]) if each in legal))
    # Aces on fourth, three fours on fifth and sixth; never the straight flush draw.
    assert list(opened.values()) == [1, 3, 2, 2]


def test_c2_whoever_should_bring_in_or_open_but_is_all_in_gives_way_to_his_left() -> None:
    hands = "5s 6s / Kc Ah", "5h 6h / 2d 2h", "5d 6d / 3d Td"
    game = Cowpie([9, 1, 9], deck=stud_deck(*hands))
    play(game, "2 brings in, 0 calls, [fourth street]")
    assert game.waiting == (2,)


def test_c2_without_a_bring_in_the_best_card_showing_opens_third_street() -> None:
    hands = "5s 6s / Kc", "5h 6h / 2d", "5d 6d / Kd"
    game = Cowpie([9, 9, 9], bring_in=0, deck=stud_deck(*hands))
    assert game.waiting == (2,)
    assert list(game.legal_actions()) == [Check(), BetTo(2)]


def test_c2_a_short_bring_in_leaves_the_price_at_the_full_bring_in() -> None:
    hands = "5s 6s / Kc", "5h 6h / 2d", "5d 6d / 3d"
    game = Cowpie([9, 2, 9], bring_in=3, small_bet=6, big_bet=6, deck=stud_deck(*hands))
    play(game, "1 brings in")
    assert game.history[-1] == "seat 1 brings in 1 and is all-in"
    assert game.to_call == 3
    play(game, "2 calls, 0 calls, [fourth street]")
    assert [(pot.amount, pot.seats) for pot in game.pots] == [(6, (0, 1, 2)), (4, (0, 2))]


# C3: limits


def test_c3_small_bet_on_third_and_fourth_street_big_bet_after_that() -> None:
    game = Cowpie([90] * 3, small_bet=3, big_bet=7, seed=2)
    bets: dict[str, range | None] = {}
    while game.street != "division":
        legal = game.legal_actions()
        bets.setdefault(game.street, legal.sizes)
        game.play(next(each for each in (Check(), Call(), legal[0]) if each in legal))
    assert bets == {
        "third street": None,
        "fourth street": range(3, 4),
        "fifth street": range(7, 8),
        "sixth street": range(7, 8),
        "seventh street": range(7, 8),
    }
    third = Cowpie([90] * 3, small_bet=3, big_bet=7, seed=2)
    third.play(Complete())
    assert third.stakes[third.waiting[0] - 1] == 3
    assert third.legal_actions().sizes == range(6, 7)


def test_c3_pot_limit_and_no_limit_are_options() -> None:
    pot = Cowpie([90] * 3, limit="pot", bring_in=0, seed=2)
    assert pot.legal_actions().sizes == range(2, 4)
    assert Cowpie([90] * 3, limit="no", bring_in=0, seed=2).legal_actions().sizes == range(2, 90)


# P6: short stacks and all-in


def test_p6_an_ante_above_the_stack_is_all_in_for_the_stack() -> None:
    hands = "5s 6s / Kc", "5h 6h / 2d", "5d 6d / 3d"
    game = Cowpie([9, 2, 9], ante=5, deck=stud_deck(*hands))
    assert game.stacks == (4, 0, 4)
    assert game.history[1] == "antes: seat 0 5, seat 1 2, seat 2 5"
    assert [(pot.amount, pot.seats) for pot in game.pots] == [(6, (0, 1, 2)), (6, (0, 2))]


def test_p2_what_an_ante_has_above_all_others_goes_back() -> None:
    game = Cowpie([2, 9], ante=5, seed=1)
    assert game.stacks == (0, 7)
    assert game.street == "division"
    assert "seat 1 takes back 3 that nobody called" in game.history


def test_p6_with_everyone_all_in_the_cards_are_dealt_out_and_divided() -> None:
    game = Cowpie([1, 1, 1], seed=1)
    assert game.street == "division"
    assert game.waiting == (0, 1, 2)
    assert all(len(game.view(seat).hole) == 7 for seat in range(3))


def test_p6_the_last_player_takes_everything_and_divides_nothing() -> None:
    game = to_division_but_for_the_last_bet()
    play(game, "0 bets 4, 1 folds, [over]")
    assert game.payoffs == (2, -2)
    assert not any("divide" in line for line in game.history)


def to_division_but_for_the_last_bet() -> Cowpie:
    game = heads_up(*SCOOP)
    play(game, "1 brings in, 0 calls, 0 checks, 1 checks, 0 checks, 1 checks, 0 checks, 1 checks")
    return game


# C4 and C5: divisions


def test_c4_all_choose_before_any_are_shown() -> None:
    game = to_division(heads_up(*SCOOP))
    assert game.waiting == (0, 1)
    game.play(Divide("Kc Kd"), 0)
    assert list(game.waiting) == [1]
    assert game.history[-1] == "seat 0 has divided"
    assert list(game.legal_actions(0)) == []
    with pytest.raises(IllegalActionError, match=r"it is the turn of seat 1 \(C4\)"):
        game.play(Divide("As Ah"), 0)


def test_c4_legal_actions_are_the_legal_divisions() -> None:
    game = to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c"))
    legal = game.legal_actions(0)
    assert Divide("As 9d") in legal
    assert Divide("9d As") in legal
    assert Divide("As Kh") not in legal
    assert Divide("Kh Kc") not in legal
    assert legal.sizes is None


@pytest.mark.parametrize(
    ("two", "reason"),
    [
        ("As Kh", r"do not rank higher than the two .*\(R7\) \(C5\)"),
        ("Kh Kc", r"no card dealt face down \(C4\) \(C5\)"),
        ("7s 4d", r"no card dealt face down \(C4\) \(C5\)"),
        ("As 9c", r"9c is not one of his cards \(C4\)"),
        ("As Qs", r"Qs is not one of his cards \(C4\)"),
        ("As", r"has two different cards \(C4\)"),
        ("As 9d 2c", r"has two different cards \(C4\)"),
    ],
)
def test_c5_an_illegal_division_is_refused_with_the_reason(two: str, reason: str) -> None:
    game = to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c"))
    before = game.to_dict()
    with pytest.raises(IllegalActionError, match=reason):
        game.play(Divide(two), 0)
    assert game.to_dict() == before


def test_c4_other_actions_are_refused_at_the_division() -> None:
    game = to_division(heads_up(*SCOOP))
    for action in (Check(), Fold(), BetTo(4), Expose("As Kc")):
        with pytest.raises(IllegalActionError, match=r"seat 0 must divide.*\(C4\)"):
            game.play(action, 0)


def test_c5_option_dead_accepts_an_illegal_division_that_wins_neither_half() -> None:
    options: dict[str, Any] = {"illegal_division": "dead"}
    game = to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c", **options))
    assert Divide("Kh Kc") in game.legal_actions(0)
    assert len(game.legal_actions(0)) == 21
    play(game, "0 divides As Kh, 1 divides 9c 8c, [over]")
    assert game.payoffs == (-2, 2)
    assert any("dead, as" in line for line in game.history)
    with pytest.raises(IllegalActionError, match=r"9c is not one of his cards \(C4\)"):
        to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c", **options)).play(
            Divide("As 9c"), 0
        )


def test_c5_if_all_who_contest_are_dead_they_share() -> None:
    options: dict[str, Any] = {"illegal_division": "dead"}
    game = to_division(heads_up(DOCUMENT, "Qs 9c / 3h 8c 5d Jh / 6c", **options))
    play(game, "0 divides As Kh, 1 divides Qs Jh")
    assert game.payoffs == (0, 0)


def test_r7_the_prefix_is_an_option() -> None:
    # A-K in front of A-K-x-y-z: no longer equal if the five has more cards.
    hands = "As Ac / Kh Kd 7s 4d / 2c", "Qs 9c / 3h 8c 5d Jh / 6c"
    game = to_division(heads_up(*hands))
    assert Divide("As Kh") not in game.legal_actions(0)
    with_prefix = to_division(heads_up(*hands, prefix=True))
    assert Divide("As Kh") in with_prefix.legal_actions(0)
    # And such a division is no dead one: it wins both halves.
    play(with_prefix, "0 divides As Kh, 1 divides 9c 8c, [over]")
    assert with_prefix.payoffs == (2, -2)


def test_c6_one_player_may_win_both_halves_of_one_layer_and_none_of_another() -> None:
    game = Cowpie(
        [4, 30, 30],
        limit="no",
        deck=stud_deck(
            "As Ks / Ah Ad Kd 2c / 3s", "Qs Js / Qh Qd Jd 4c / 5s", "Ts 9s / Th Td 9d 6c / 7s"
        ),
    )
    play(game, "2 brings in, 0 bets 3, 1 raises to 6, 2 calls, [fourth street]")
    play(game, "1 checks, 2 checks, 1 checks, 2 checks, 1 checks, 2 checks, 1 checks, 2 checks")
    play(game, "0 divides Ks Kd, 1 divides Js Jd, 2 divides 9s 9d")
    assert game.payoffs == (8, -1, -7)


# Bad input


@pytest.mark.parametrize(
    ("stacks", "options", "message"),
    [
        ([9], {}, r"1 player: there must be 2 to 7 \(C1\)"),
        ([9] * 8, {}, r"8 players: there must be 2 to 7 \(C1\)"),
        ([9, 0], {}, r"seat 1 has no chips"),
        ([9, -1], {}, r"a stack is -1"),
        ([9, 9], {"ante": -1}, r"the ante is -1"),
        ([9, 9], {"bring_in": 2}, r"the bring-in is 2: it must be below the small bet .*\(C2\)"),
        ([9, 9], {"small_bet": 0}, r"the small bet is 0"),
        ([9, 9], {"big_bet": 1}, r"the big bet is 1: at least 2 is needed"),
        ([9, 9], {"limit": "spread"}, r"the limit is 'spread': .* \(C3\)"),
        ([9, 9], {"button": 2}, r"the button is at seat 2: seats are 0 to 1"),
        ([9, 9], {"illegal_division": "foul"}, r"illegal_division is 'foul': .* \(C5\)"),
        ([9, 9], {"deck": "As Kd As"}, r"As is twice in the deck \(P7\)"),
        ([9, 9], {"deck": "As Xb"}, r"Xb is not one of the 52 cards"),
        ([9, 9], {"deck": [3, 51, 3]}, r"2s is twice in the deck \(P7\)"),
        ([9, 9], {"seed": -1}, r"the seed is -1"),
    ],
)
def test_bad_options_are_refused(stacks: list[int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Cowpie(stacks, **options)


def test_chips_that_are_no_integers_are_refused() -> None:
    half: Any = 0.5
    with pytest.raises(TypeError, match=r"the button is at 0\.5: it must be at a seat \(P7\)"):
        Cowpie([9, 9], button=half)
    with pytest.raises(TypeError, match="chips are whole numbers"):
        Cowpie([9, half])
    with pytest.raises(TypeError, match="chips are whole numbers"):
        Cowpie([9, 9], ante=half)


def test_an_action_out_of_turn_after_the_end_or_of_no_seat_is_refused() -> None:
    game = heads_up(*SCOOP)
    with pytest.raises(IllegalActionError, match=r"seat 0 may not act: .* seat 1 \(C2\)"):
        game.play(Complete(), 0)
    with pytest.raises(IllegalActionError, match="seat 2 does not exist"):
        game.play(Complete(), 2)
    words: Any = "call"
    with pytest.raises(IllegalActionError, match=r"cannot play 'call': it is no action"):
        game.play(words)
    play(game, "1 completes, 0 folds")
    with pytest.raises(IllegalActionError, match=r"cowpie is over \(C6\)"):
        game.play(Check())
    with pytest.raises(IllegalActionError, match=r"cowpie is over \(C6\)"):
        game.play(Check(), 1)
    assert list(game.legal_actions()) == []
    assert not game.is_legal(Check())


def test_the_seat_must_be_named_where_several_choose() -> None:
    game = to_division(heads_up(*SCOOP))
    with pytest.raises(IllegalActionError, match=r"seats 0, 1 choose together: name the seat"):
        game.play(Divide("Kc Kd"))
    with pytest.raises(ValueError, match=r"seats 0, 1 may act: name one"):
        game.legal_actions()
    assert not game.is_legal(Divide("Kc Kd"))
    assert game.is_legal(Divide("Kc Kd"), 0)


# Saving


def edited(**changes: object) -> dict[str, Any]:
    game = to_division_but_for_the_last_bet()
    saved = game.to_dict()
    for key, value in changes.items():
        place: Any = saved
        *path, last = key.split("__")
        for step in path:
            place = place[step]
        place[int(last) if isinstance(place, list) else last] = value
    return saved


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"actions__0": [0, "bring in"]}, r"action 0 of the saved game: seat 0 may not .*\(C2\)"),
        ({"actions__1": [0, "check"]}, r"action 1 of the saved game: .*\(P6\)"),
        ({"actions__1": [0, "raise to", 4]}, r"action 1 of the saved game: .*\(P5\)"),
        ({"actions__1": [0, "win"]}, r"\['win'\] is no action"),
        ({"actions__1": [0, "bet to", 2.0]}, r"is no action"),
        ({"actions__1": [0, "complete"]}, r"action 2 of the saved game"),
        ({"actions__1": "call"}, r"action 1 of the saved game"),
        ({"options__stacks": [50, 60]}, r"was edited: it replays to stacks \[48, 58\].*\(P1\)"),
        ({"options__deck": "As As"}, "As"),
        ({"options__ante": 2}, r"was edited: it replays to stacks"),
        ({"options": {}}, r"a saved cowpie has the options stacks"),
        ({"game": "bridge"}, r"'bridge' is not 'cowpie'"),
        ({"now__stacks": [49, 49]}, r"was edited"),
        ({"now": None}, r"was edited"),
    ],
)
def test_a_saved_game_that_was_edited_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Cowpie.from_dict(edited(**changes))


def test_a_saved_game_with_a_lost_action_or_key_is_refused() -> None:
    saved = edited()
    saved["actions"] = saved["actions"][:-1]
    with pytest.raises(ValueError, match=r"was edited: it replays to street sixth street"):
        Game.from_dict(saved)
    saved.pop("now")
    with pytest.raises(ValueError, match="has the keys game, options, actions and now"):
        Game.from_dict(saved)


def test_options_are_saved() -> None:
    game = Cowpie([9, 9, 7], ante=2, limit="pot", button=2, illegal_division="dead", seed=11)
    again = Cowpie.from_dict(game.to_dict())
    assert again.options == game.options
    assert again == game


# Random hands


class CowpieMachine(RandomPlay):
    """Random hands of Cowpie under random options."""

    @initialize(
        stacks=st.lists(st.integers(1, 40), min_size=2, max_size=7),
        ante=st.integers(0, 3),
        brought=st.booleans(),
        small_bet=st.integers(1, 4),
        limit=st.sampled_from(["fixed", "pot", "no"]),
        illegal_division=st.sampled_from(["refuse", "dead"]),
        prefix=st.booleans(),
        seed=st.integers(0, 2**64 - 1),
        data=st.data(),
    )
    def deal(
        self,
        stacks: list[int],
        ante: int,
        brought: bool,
        small_bet: int,
        limit: str,
        illegal_division: str,
        prefix: bool,
        seed: int,
        data: st.DataObject,
    ) -> None:
        self.game: Cowpie = Cowpie(
            stacks,
            ante=ante,
            bring_in=(small_bet + 1) // 2 if brought and small_bet > 1 else 0,
            small_bet=small_bet,
            big_bet=2 * small_bet,
            limit=limit,
            button=data.draw(st.integers(0, len(stacks) - 1)),
            illegal_division=illegal_division,
            prefix=prefix,
            seed=seed,
        )

    def may_see(self, seat: int) -> set[Card]:
        game = self.game
        seen = set(game._down[seat]).union(*game._up)
        shown_down = game.over and game.folded.count(False) > 1
        for other, out in enumerate(game.folded):
            if shown_down and not out:
                seen |= set(game._down[other])
        return seen


TestCowpieMachine = CowpieMachine.TestCase
TestCowpieMachine.settings = MACHINE


@given(
    stacks=st.lists(st.integers(1, 25), min_size=2, max_size=7),
    limit=st.sampled_from(["fixed", "pot", "no"]),
    illegal_division=st.sampled_from(["refuse", "dead"]),
    ante=st.integers(0, 4),
    seed=st.integers(0, 2**32),
)
def test_the_stacks_at_the_end_are_what_dealing_out_chip_by_chip_gives(
    stacks: list[int], limit: str, illegal_division: str, ante: int, seed: int
) -> None:
    game = Cowpie(
        stacks,
        limit=limit,
        illegal_division=illegal_division,
        ante=ante,
        button=seed % len(stacks),
        seed=seed,
    )
    play_hand(game, [bots.Random(seed)] * len(stacks))
    # What everyone heard is enough to settle the hand by hand.
    paid = [0] * len(stacks)
    strengths = [(0, 0)] * len(stacks)
    for event in game._events:
        match event:
            case (int(seat), Action(), int(chips), int()):
                paid[seat] += chips
            case ("posts", str(), tuple(antes)):
                paid = list(antes)
            case ("divided", int(seat), _, _, int(five), int(two)):
                strengths[seat] = (five, two)
            case ("dead", int(seat), *_):
                strengths[seat] = (-1, -1)
    folded = [seat for seat, out in enumerate(game.folded) if out]
    payouts = settle_chip_by_chip(paid, strengths, game.button, folded)
    left = [stack - chips for stack, chips in zip(stacks, paid, strict=True)]
    assert list(game.stacks) == added(left, payouts)


def test_a_view_shows_own_cards_down_first_and_what_is_up() -> None:
    game = heads_up(*SCOOP)
    play(game, "1 brings in, 0 calls, [fourth street]")
    view = game.view(0)
    assert view.hole == cards("As Kc Ah Kd")
    assert view.down == 2
    assert view.showing == (cards("Ah Kd"), cards("3h 8c"))
    assert view.board == ()
    assert (view.seat, view.button, view.street, view.to_call) == (0, 0, "fourth street", 0)
    assert (view.stacks, view.waiting, view.folded) == ((48, 48), (0,), (False, False))
    assert list(view.legal_actions) == [Check(), BetTo(2)]
    assert view.history == game.history
    with pytest.raises(IllegalActionError, match="seat 2 does not exist"):
        game.view(2)
