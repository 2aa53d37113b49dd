"""Pots and payouts, by the rulings P1 to P4 and against a program that looks at each chip."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from chip_by_chip import Strength, settle_chip_by_chip
from hypothesis import given
from hypothesis import strategies as st
from pokerhouse.settlement import Award, Pot, award, pots, settle, uncalled


@st.composite
def tables(draw: st.DrawFn, halves: bool) -> tuple[list[int], list[Strength], int, set[int]]:
    """Contributions, strengths (few, so that ties are common), a button and folded seats."""
    players = draw(st.integers(1, 7))
    chips = st.sampled_from([0, 1, 2, 3, 5, 8, 9, 17, 40])
    contributions = draw(st.lists(chips, min_size=players, max_size=players))
    one = st.integers(0, 2)
    strength: st.SearchStrategy[Strength] = st.tuples(one, one) if halves else one
    strengths = draw(st.lists(strength, min_size=players, max_size=players))
    button = draw(st.integers(0, players - 1))
    folded = draw(st.sets(st.integers(0, players - 1), max_size=players - 1))
    return contributions, strengths, button, folded


@pytest.mark.parametrize("halves", [False, True])
@given(st.data())
def test_settle_pays_what_dealing_chip_by_chip_pays(halves: bool, data: st.DataObject) -> None:
    contributions, strengths, button, folded = data.draw(tables(halves))
    paid = settle(contributions, strengths, button=button, folded=folded)
    assert paid == settle_chip_by_chip(contributions, strengths, button, folded)


@given(tables(halves=True))
def test_p1_payouts_add_up_to_what_came_in(
    table: tuple[list[int], list[Strength], int, set[int]],
) -> None:
    contributions, strengths, button, folded = table
    layers = pots(contributions, folded=folded)
    assert sum(pot.amount for pot in layers) + sum(layers.returned) == sum(contributions)
    paid = settle(contributions, strengths, button=button, folded=folded)
    assert sum(paid) == sum(contributions)
    assert all(paid[seat] == 0 for seat in folded)


def test_p2_a_player_contests_each_layer_that_he_paid_for() -> None:
    layers = pots([5, 20, 60, 60])
    assert list(layers) == [Pot(20, (0, 1, 2, 3)), Pot(45, (1, 2, 3)), Pot(80, (2, 3))]
    assert layers.returned == (0, 0, 0, 0)


def test_p2_layers_end_only_at_stakes_of_players_still_in() -> None:
    assert list(pots([10, 4, 7, 10], folded=[1, 2])) == [Pot(31, (0, 3))]


def test_p2_folded_money_above_the_top_layer_joins_it() -> None:
    layers = pots([6, 6, 10], folded=[2])
    assert list(layers) == [Pot(22, (0, 1))]
    assert layers.returned == (0, 0, 0)


def test_p2_what_is_above_every_other_stake_goes_back() -> None:
    layers = pots([10, 4, 3])
    assert list(layers) == [Pot(9, (0, 1, 2)), Pot(2, (0, 1))]
    assert layers.returned == (6, 0, 0)


def test_p2_a_folded_stake_counts_against_what_goes_back() -> None:
    layers = pots([10, 7, 3], folded=[1])
    assert layers.returned == (3, 0, 0)
    assert list(layers) == [Pot(9, (0, 2)), Pot(8, (0,))]


def test_p2_players_who_paid_nothing_share_folded_money_equally() -> None:
    assert list(pots([0, 0, 5], folded=[2])) == [Pot(5, (0, 1))]
    assert settle([0, 0, 5], [1, 9, 0], button=0, folded=[2]) == [2, 3, 0]


def test_p2_a_player_who_paid_nothing_wins_nothing_beside_one_who_did() -> None:
    assert settle([0, 4, 4], [9, 1, 1], folded=[2]) == [0, 8, 0]


def test_uncalled_is_what_one_stake_has_above_every_other() -> None:
    assert uncalled([2, 1, 0]) == (0, 1)
    assert uncalled([2, 4, 3]) == (1, 1)
    assert uncalled([2, 2, 0]) == (-1, 0)
    assert uncalled([0, 0]) == (-1, 0)
    assert uncalled([5]) == (0, 5)


def test_p3_seventeen_three_ways_is_six_six_five() -> None:
    folded_chips = [5, 5, 5, 2]
    assert settle(folded_chips, [7, 7, 7, 0], button=3, folded=[3]) == [6, 6, 5, 0]


@pytest.mark.parametrize(
    ("button", "paid"), [(0, [5, 6, 6, 0]), (1, [6, 5, 6, 0]), (2, [6, 6, 5, 0]), (3, [6, 6, 5, 0])]
)
def test_p3_odd_chips_go_to_the_buttons_left(button: int, paid: list[int]) -> None:
    assert settle([5, 5, 5, 2], [7, 7, 7, 0], button=button, folded=[3]) == paid


def test_p4_the_odd_chip_between_halves_goes_to_the_five_card_half() -> None:
    assert settle([3, 3, 3], [(9, 1), (1, 9), (5, 5)]) == [5, 4, 0]


def test_p4_the_same_winners_of_both_halves_split_once() -> None:
    assert settle([33, 33], [(4, 4), (4, 4)]) == [33, 33]
    # Split twice it would be 17 and 16 of each half: 34 and 32 with an odd chip on both sides.
    assert settle([22, 22, 22], [(4, 4), (4, 4), (1, 1)], button=2) == [33, 33, 0]


def test_p4_each_layer_is_halved_separately() -> None:
    # 9 chips from all three: 5 for the best five (seat 0), 4 for the best two (seat 1); 4 more
    # between seats 1 and 2: seat 1 wins both halves of that.
    assert settle([3, 5, 5], [(9, 1), (5, 9), (1, 5)]) == [5, 8, 0]


def test_award_names_the_half_and_the_winners_from_the_buttons_left() -> None:
    assert award(Pot(9, (0, 1, 2)), [(4, 1), (4, 1), (1, 8)], button=0) == [
        Award("five", (1, 0), (3, 2)),
        Award("two", (2,), (4,)),
    ]


def test_folded_seats_need_no_strength() -> None:
    assert settle([4, 4, 4], [None, 3, 5], folded=[0]) == [0, 0, 12]


def test_the_last_player_needs_no_strength() -> None:
    assert settle([4, 6, 4], [None, None, None], folded=[0, 2]) == [0, 14, 0]


def test_pots_pickle_with_what_was_returned() -> None:
    layers = pots([5, 9])
    again = pickle.loads(pickle.dumps(layers))
    assert again == layers
    assert again.returned == layers.returned == (0, 4)


@pytest.mark.parametrize(
    ("contributions", "message"),
    [
        ([4, 2.0], r"seat 1 paid 2\.0: chips are whole numbers \(P1\)"),
        ([4, "2"], r"seat 1 paid '2': chips are whole numbers \(P1\)"),
        ([None, 2], r"seat 0 paid None: chips are whole numbers \(P1\)"),
    ],
)
def test_chips_that_are_no_integers_are_refused(contributions: list[int], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        pots(contributions)
    with pytest.raises(TypeError, match=message):
        settle(contributions, [1, 2])


def test_negative_chips_are_refused() -> None:
    with pytest.raises(ValueError, match=r"seat 1 paid -3: no one pays less than nothing \(P1\)"):
        settle([4, -3], [1, 2])


def test_a_sum_that_does_not_fit_is_refused() -> None:
    assert settle([2**62, 2**62 - 1], [1, 1]) == [2**62, 2**62 - 1]
    with pytest.raises(ValueError, match=r"add up to 9223372036854775808, above"):
        settle([2**62, 2**62], [1, 1])


def test_all_seats_folded_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one seat that has not folded"):
        pots([1, 2], folded=[0, 1])
    with pytest.raises(ValueError, match="at least one seat that has not folded"):
        pots([])
    with pytest.raises(ValueError, match="at least one seat that has not folded"):
        settle([], [])


@pytest.mark.parametrize("seat", [2, -1])
def test_a_folded_seat_that_does_not_exist_is_refused(seat: int) -> None:
    with pytest.raises(
        ValueError, match=f"the folded seat {seat} does not exist: seats are 0 to 1"
    ):
        settle([1, 2], [1, 2], folded=[seat])


def test_a_button_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="the button's seat 2 does not exist"):
        settle([1, 2], [1, 2], button=2)


def test_strengths_of_the_wrong_number_or_kind_are_refused() -> None:
    with pytest.raises(ValueError, match=r"2 contributions, but 1 strength$"):
        settle([1, 2], [1])
    with pytest.raises(TypeError, match="seat 1 contests a pot with None"):
        settle([2, 2], [1, None])
    with pytest.raises(TypeError, match=r"seat 1 contests two halves with 3, not \(five, two\)"):
        settle([2, 2], [(1, 1), 3])
    no_strength: Any = 1.5
    with pytest.raises(TypeError, match=r"seat 1 contests a pot with 1\.5"):
        settle([2, 2], [1, no_strength])
