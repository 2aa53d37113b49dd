"""One betting round by the rulings P5, P6 and the bring-in of C2."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerhouse.actions import (
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Divide,
    Fold,
    IllegalActionError,
    RaiseTo,
)
from pokerhouse.betting import CLOSED, BettingRound

WORDS: dict[str, Action] = {
    "folds": Fold(),
    "checks": Check(),
    "calls": Call(),
    "brings in": BringIn(),
    "completes": Complete(),
}


def fixed(stacks: list[int], opener: int = 0, bet: int = 2, bring_in: int = 0) -> BettingRound:
    folded = [False] * len(stacks)
    return BettingRound(stacks, folded, opener, bet=bet, limit="fixed", bring_in=bring_in)


def no_limit(stacks: list[int], bet: int = 2, bring_in: int = 0) -> BettingRound:
    return BettingRound(stacks, [False] * len(stacks), 0, bet=bet, limit="no", bring_in=bring_in)


def pot_limit(stacks: list[int], pot: int, bet: int = 2, bring_in: int = 0) -> BettingRound:
    folded = [False] * len(stacks)
    return BettingRound(stacks, folded, 0, bet=bet, limit="pot", pot=pot, bring_in=bring_in)


def play(betting: BettingRound, script: str) -> BettingRound:
    """Play `"0 bets 2, 1 calls, 2 raises 4"`; the seat named must be the one whose turn it is."""
    for line in script.split(", "):
        seat, _, what = line.partition(" ")
        assert betting.actor == int(seat), f"it is the turn of {betting.actor}, not: {line}"
        verb, _, total = what.partition(" ")
        if verb == "bets":
            betting.play(BetTo(int(total)))
        elif verb == "raises":
            betting.play(RaiseTo(int(total)))
        else:
            betting.play(WORDS[what])
    return betting


def legal(betting: BettingRound) -> list[str]:
    return [str(action) for action in betting.legal_actions()]


# Turns


def test_the_opener_acts_first_and_the_turn_goes_left() -> None:
    betting = fixed([9, 9, 9], opener=2)
    play(betting, "2 checks, 0 checks, 1 checks")
    assert betting.actor == CLOSED


def test_everyone_acts_again_after_a_bet_but_the_bettor() -> None:
    betting = play(fixed([9, 9, 9]), "0 checks, 1 bets 2, 2 calls, 0 calls")
    assert betting.actor == CLOSED
    assert betting.stakes == [2, 2, 2]
    assert betting.stacks == [7, 7, 7]


def test_heads_up_the_two_players_take_turns() -> None:
    betting = play(fixed([90, 90], opener=1), "1 bets 2, 0 raises 4, 1 raises 6, 0 calls")
    assert betting.actor == CLOSED
    assert betting.stakes == [6, 6]


def test_folded_and_all_in_seats_are_passed_over() -> None:
    betting = BettingRound([9, 9, 0, 9], [False, True, False, False], 0, bet=2, limit="fixed")
    play(betting, "0 bets 2, 3 calls")
    assert betting.actor == CLOSED


def test_an_opener_who_is_all_in_gives_way_to_the_next_on_his_left() -> None:
    assert fixed([9, 0, 0, 9], opener=1).actor == 3
    assert fixed([9, 0, 5, 0], opener=3).actor == 0


def test_when_all_others_fold_the_round_is_closed() -> None:
    betting = play(fixed([9, 9, 9]), "0 bets 2, 1 folds, 2 folds")
    assert betting.actor == CLOSED


# P6


def test_p6_folding_is_allowed_only_when_facing_a_bet() -> None:
    betting = fixed([9, 9])
    assert legal(betting) == ["check", "bet to 2"]
    with pytest.raises(IllegalActionError, match=r"seat 0 may not fold: there is nothing .*\(P6\)"):
        betting.play(Fold())
    play(betting, "0 checks, 1 bets 2")
    assert legal(betting) == ["fold", "call", "raise to 4"]


@pytest.mark.parametrize("stacks", [[0, 9, 0], [0, 0, 0]])
def test_p6_with_at_most_one_player_holding_chips_nobody_is_asked(stacks: list[int]) -> None:
    betting = fixed(stacks)
    assert betting.actor == CLOSED
    assert list(betting.legal_actions()) == []
    with pytest.raises(IllegalActionError, match=r"nobody is asked to act \(P6\)"):
        betting.play(Check())


def test_p6_with_at_most_one_player_holding_chips_no_bring_in_is_due() -> None:
    betting = fixed([0, 9, 0], bring_in=1)
    assert betting.actor == CLOSED
    assert betting.to_call == 0


def test_p6_the_only_player_with_chips_is_asked_when_he_has_a_bet_to_match() -> None:
    betting = play(fixed([2, 2, 9]), "0 bets 2, 1 calls")
    assert betting.actor == 2
    assert legal(betting) == ["fold", "call"]


def test_nobody_bets_what_no_opponent_can_match() -> None:
    betting = play(fixed([3, 9]), "0 bets 2, 1 raises 4")
    assert legal(betting) == ["fold", "call"]
    betting = play(no_limit([5, 90]), "0 bets 5")
    with pytest.raises(IllegalActionError, match=r"no opponent has chips to match it \(P6\)"):
        betting.play(RaiseTo(10))


# P5: fixed limit


def test_p5_fixed_limit_has_one_size_the_streets_bet_above_the_highest_stake() -> None:
    betting = fixed([90, 90, 90], bet=4)
    assert betting.sizes() == range(4, 5)
    assert play(betting, "0 bets 4").sizes() == range(8, 9)
    assert play(betting, "1 raises 8").sizes() == range(12, 13)


def test_p5_bet_two_all_in_to_three_the_next_raise_is_to_five() -> None:
    betting = play(fixed([90, 3, 90]), "0 bets 2, 1 raises 3")
    assert betting.sizes() == range(5, 6)


def test_p5_the_cap_is_a_bet_and_three_raises() -> None:
    betting = play(fixed([90] * 3), "0 bets 2, 1 raises 4, 2 raises 6, 0 raises 8")
    assert legal(betting) == ["fold", "call"]
    with pytest.raises(IllegalActionError, match=r"a bet and three raises is the cap \(P5\)"):
        betting.play(RaiseTo(10))


def test_p5_short_all_ins_do_not_count_towards_the_cap() -> None:
    betting = play(fixed([90, 90, 5, 90]), "0 bets 2, 1 raises 4, 2 raises 5, 3 raises 7")
    # The bet, two full raises and one short all-in: one more raise is left, then none.
    assert play(betting, "0 raises 9").sizes() is None


def test_p5_heads_up_there_is_no_cap() -> None:
    betting = fixed([90, 90])
    play(betting, "0 bets 2, 1 raises 4, 0 raises 6, 1 raises 8, 0 raises 10, 1 raises 12")
    assert betting.sizes() == range(14, 15)


def test_p5_heads_up_means_two_players_not_folded_when_the_round_opens() -> None:
    three = play(fixed([90] * 3), "0 bets 2, 1 raises 4, 2 folds, 0 raises 6, 1 raises 8")
    assert three.sizes() is None
    two = BettingRound([90, 90, 90], [False, True, False], 0, bet=2, limit="fixed")
    play(two, "0 bets 2, 2 raises 4, 0 raises 6, 2 raises 8")
    assert two.sizes() == range(10, 11)
    # A player who is all-in has not folded.
    all_in = play(fixed([90, 0, 90]), "0 bets 2, 2 raises 4, 0 raises 6, 2 raises 8")
    assert all_in.sizes() is None


# P5: all-in for less, and reopening


def test_p5_a_full_raise_reopens_the_betting() -> None:
    betting = play(fixed([90, 90, 90]), "0 bets 2, 1 calls, 2 raises 4")
    assert legal(betting) == ["fold", "call", "raise to 6"]


def test_p5_an_all_in_for_less_than_a_full_raise_does_not_reopen_the_betting() -> None:
    betting = play(fixed([90, 90, 3]), "0 bets 2, 1 calls, 2 raises 3")
    assert legal(betting) == ["fold", "call"]
    with pytest.raises(IllegalActionError, match=r"nothing since his last .* full raise \(P5\)"):
        betting.play(RaiseTo(5))
    assert legal(play(betting, "0 calls")) == ["fold", "call"]


def test_p5_a_short_all_in_can_be_raised_by_one_who_has_not_acted() -> None:
    betting = play(fixed([90, 3, 90]), "0 bets 2, 1 raises 3")
    assert legal(betting) == ["fold", "call", "raise to 5"]
    # And that full raise reopens it for the bettor.
    assert play(betting, "2 raises 5").sizes() == range(7, 8)


def test_p5_several_short_all_ins_together_reopen_the_betting() -> None:
    betting = play(no_limit([900, 150, 200, 900], bet=100), "0 bets 100, 1 raises 150")
    play(betting, "2 raises 200, 3 calls")
    # Seat 0 faces 100 more, a full raise: he may raise again, by at least 100.
    assert betting.actor == 0
    assert betting.sizes() == range(300, 901)


def test_p5_short_all_ins_reopen_only_for_those_who_face_a_full_raise_since_they_acted() -> None:
    betting = play(no_limit([900, 150, 900, 200], bet=100), "0 bets 100, 1 raises 150")
    play(betting, "2 calls, 3 raises 200")
    assert betting.actor == 0
    assert betting.sizes() == range(300, 901)
    # Seat 2 called 150 and faces 50 more: no full raise.
    assert legal(play(betting, "0 calls")) == ["fold", "call"]


def test_p5_a_short_opening_bet_does_not_reopen_for_one_who_checked() -> None:
    betting = play(fixed([90, 1, 90]), "0 checks, 1 bets 1")
    assert betting.sizes() == range(3, 4)
    assert legal(play(betting, "2 calls")) == ["fold", "call"]


def test_p5_whoever_has_less_than_a_full_raise_may_go_all_in_for_it() -> None:
    assert play(fixed([90, 3, 90]), "0 bets 2").sizes() == range(3, 4)
    assert play(no_limit([90, 15, 90], bet=10), "0 bets 10").sizes() == range(15, 16)
    assert play(no_limit([90, 10, 90], bet=10), "0 bets 10").sizes() is None


def test_a_call_for_less_is_all_in() -> None:
    betting = play(fixed([90, 1, 90]), "0 bets 2, 1 calls")
    assert betting.stacks == [88, 0, 90]
    assert betting.stakes == [2, 1, 0]
    assert betting.price == 2


# P5: pot and no limit


def test_p5_no_limit_least_bet_is_the_streets_bet_and_least_raise_the_last_one() -> None:
    betting = no_limit([900] * 3, bet=4)
    assert betting.sizes() == range(4, 901)
    assert play(betting, "0 bets 10").sizes() == range(20, 901)
    assert play(betting, "1 raises 35").sizes() == range(60, 901)


def test_p5_a_short_all_in_does_not_change_the_least_raise() -> None:
    betting = play(no_limit([900, 25, 900]), "0 bets 20, 1 raises 25")
    assert betting.sizes() == range(45, 901)


def test_p5_no_limit_has_no_cap() -> None:
    betting = no_limit([900] * 3, bet=1)
    play(betting, "0 bets 1, 1 raises 2, 2 raises 3, 0 raises 4, 1 raises 5, 2 raises 6")
    assert betting.sizes() == range(7, 901)


def test_p5_a_pot_limit_raise_is_at_most_the_pot_after_the_call() -> None:
    betting = pot_limit([900] * 3, pot=10)
    assert betting.sizes() == range(2, 11)
    # 10 in the pot, 10 bet, 10 to call: 30 on top of the call.
    assert play(betting, "0 bets 10").sizes() == range(20, 41)
    # 10 + 10 + 40 and a call of 30 for seat 0, who has 10 in already.
    play(betting, "1 raises 40, 2 folds")
    assert betting.sizes() == range(70, 40 + 90 + 1)


def test_p5_a_pot_limit_bet_instead_of_the_bring_in_is_at_most_the_pot() -> None:
    # 8 in antes and nothing to call: 8. For the next player 1 has been brought in, 1 is to call.
    betting = pot_limit([900] * 3, pot=8, bring_in=1)
    assert betting.sizes() == range(2, 9)
    assert play(betting, "0 brings in").sizes() == range(2, 12)


def test_p5_a_pot_limit_bet_may_always_be_the_least_one() -> None:
    assert pot_limit([900, 900], pot=0, bet=4).sizes() == range(4, 5)


def test_a_bet_is_capped_by_the_stack() -> None:
    assert pot_limit([7, 900], pot=50).sizes() == range(2, 8)
    assert no_limit([7, 900]).sizes() == range(2, 8)


# C2: the bring-in


def test_c2_the_bring_in_may_be_completed_but_not_folded() -> None:
    betting = fixed([9, 9, 9], opener=1, bring_in=1)
    assert betting.actor == 1
    assert legal(betting) == ["bring in", "complete"]
    with pytest.raises(IllegalActionError, match=r"must bring in 1 or complete.* fold \(C2\)"):
        betting.play(Fold())


def test_c2_if_the_bring_in_is_only_called_he_has_no_option() -> None:
    betting = play(fixed([9, 9, 9], bring_in=1), "0 brings in, 1 calls, 2 calls")
    assert betting.actor == CLOSED
    assert betting.stakes == [1, 1, 1]


def test_c2_completing_is_the_bet_and_not_a_raise() -> None:
    betting = fixed([90] * 4, bring_in=1)
    play(betting, "0 brings in, 1 completes, 2 raises 4, 3 raises 6, 0 raises 8")
    assert betting.sizes() is None
    opener = play(fixed([90] * 3, bring_in=1), "0 completes, 1 raises 4, 2 raises 6, 0 raises 8")
    assert opener.sizes() is None


def test_c2_a_completion_reopens_for_those_who_brought_in_or_called() -> None:
    betting = play(fixed([90] * 3, bring_in=1), "0 brings in, 1 calls, 2 completes")
    assert legal(betting) == ["fold", "call", "raise to 4"]
    assert legal(play(betting, "0 calls")) == ["fold", "call", "raise to 4"]


def test_c2_a_short_bring_in_leaves_the_price_at_the_full_bring_in() -> None:
    betting = play(fixed([1, 9, 9], bet=4, bring_in=2), "0 brings in")
    assert betting.stakes == [1, 0, 0]
    assert betting.to_call == 2
    play(betting, "1 calls, 2 calls")
    assert betting.stakes == [1, 2, 2]


def test_c2_who_should_bring_in_but_is_all_in_gives_way_to_his_left() -> None:
    betting = fixed([9, 0, 9, 9], opener=1, bring_in=1)
    assert betting.actor == 2
    assert legal(betting) == ["bring in", "complete"]


def test_a_short_completion_is_no_full_bet_for_those_who_brought_in() -> None:
    betting = play(fixed([90, 3, 90], bet=4, bring_in=1), "0 brings in, 1 completes")
    assert betting.stakes == [1, 3, 0]
    assert betting.sizes() == range(7, 8)
    assert legal(play(betting, "2 calls")) == ["fold", "call"]
    # A second all-in that makes it a full bet reopens the betting.
    again = play(fixed([90, 3, 4], bet=4, bring_in=1), "0 brings in, 1 completes, 2 raises 4")
    assert legal(again) == ["fold", "call"]  # Nobody has chips to match a raise ...
    again = play(fixed([90, 3, 4, 90], bet=4, bring_in=1), "0 brings in, 1 completes, 2 raises 4")
    assert legal(play(again, "3 calls")) == ["fold", "call", "raise to 8"]  # ... and here one has.


def test_over_a_bring_in_without_a_fixed_limit_one_completes_or_bets_more() -> None:
    betting = no_limit([90] * 3, bet=4, bring_in=1)
    assert legal(betting)[:3] == ["bring in", "complete", "bet to 5"]
    play(betting, "0 brings in")
    with pytest.raises(IllegalActionError, match=r"may not bet to 4: 5 to 90 is allowed \(P5\)"):
        betting.play(BetTo(4))
    assert play(betting, "1 bets 10").sizes() == range(20, 91)
    pot = play(pot_limit([90] * 3, pot=3, bet=4, bring_in=1), "0 brings in")
    # 3 in the pot, 1 brought in and 1 to call: 5 on top of the price of 1.
    assert legal(pot) == ["fold", "call", "complete", "bet to 5", "bet to 6"]


# Refusals


@pytest.mark.parametrize(
    ("before", "action", "message"),
    [
        ("0 bets 2", Check(), r"seat 1 may not check: there are 2 to call \(P6\)"),
        ("0 checks", Call(), r"seat 1 may not call: there is nothing to match \(P6\)"),
        ("0 checks", BringIn(), r"no bring-in is due \(C2\)"),
        ("0 checks", Complete(), r"there is no bring-in to complete \(C2\)"),
        ("0 checks", RaiseTo(2), r"there is no bet to raise \(P5\)"),
        ("0 bets 2", BetTo(4), r"there is a bet of 2, so it would be a raise \(P5\)"),
        ("0 bets 2", RaiseTo(5), r"seat 1 may not raise to 5: 4 is allowed \(P5\)"),
        ("0 checks", BetTo(-2), r"seat 1 may not bet to -2: 2 is allowed \(P5\)"),
        ("0 bets 2", Divide("As Ks"), r"may not divide As Ks during a betting round \(C4\)"),
    ],
)
def test_an_illegal_action_is_refused_with_its_ruling_and_changes_nothing(
    before: str, action: Action, message: str
) -> None:
    betting = play(fixed([90] * 3), before)
    state = [list(betting.stacks), list(betting.stakes), betting.actor, legal(betting)]
    assert action not in betting.legal_actions()
    with pytest.raises(IllegalActionError, match=message):
        betting.play(action)
    assert [betting.stacks, betting.stakes, betting.actor, legal(betting)] == state


def test_an_all_in_call_leaves_no_raise() -> None:
    betting = play(fixed([90, 2, 90]), "0 bets 2")
    with pytest.raises(IllegalActionError, match=r"the stack of 2 only calls \(P5\)"):
        betting.play(RaiseTo(4))


def test_sizes_are_whole_numbers() -> None:
    two_and_a_bit: Any = 2.5
    with pytest.raises(TypeError):
        BetTo(two_and_a_bit)
    apart: list[Action] = [BetTo(2), RaiseTo(2), BetTo(3), Fold(), Check()]
    assert len(set(apart)) == 5
    assert BetTo(2) == BetTo(2)


# Random play


@given(
    stacks=st.lists(st.integers(0, 40), min_size=2, max_size=7),
    limit=st.sampled_from(["fixed", "pot", "no"]),
    bet=st.integers(1, 6),
    brought=st.booleans(),
    data=st.data(),
)
def test_random_betting_conserves_chips_and_always_ends(
    stacks: list[int], limit: str, bet: int, brought: bool, data: st.DataObject
) -> None:
    folded = [False] * len(stacks)
    opener = data.draw(st.integers(0, len(stacks) - 1))
    bring_in = bet // 2 if brought else 0
    chips = sum(stacks)
    betting = BettingRound(stacks, folded, opener, bet=bet, limit=limit, pot=3, bring_in=bring_in)
    while betting.actor != CLOSED:
        actions = betting.legal_actions()
        assert len(actions) >= 1
        assert len(set(actions)) == len(actions)
        seat = betting.actor
        twin = betting.copy(stacks[:], folded[:])
        action = data.draw(st.sampled_from(list(actions)))
        moved = betting.play(action)
        assert twin.actor == seat
        assert action in twin.legal_actions()
        assert moved == twin.stacks[seat] - stacks[seat] >= 0
        assert sum(stacks) + sum(betting.stakes) == chips
        assert min(stacks) >= 0
    with_chips = [s for s in range(len(stacks)) if stacks[s] and not folded[s]]
    if len(with_chips) > 1:
        # Whoever could still pay has matched the price.
        assert all(betting.stakes[seat] == betting.price for seat in with_chips)
