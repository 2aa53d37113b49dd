"""Stackhouse by the rulings S1 to S8, in whole deals and in random matches."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import initialize
from pokerhouse import Card, cards
from pokerhouse.games import (
    BetTo,
    Call,
    Check,
    Discard,
    Expose,
    Fold,
    IllegalActionError,
    RaiseTo,
    Stackhouse,
)
from random_play import MACHINE, RandomPlay
from scripts import play

# On this board each hand in the first line beats the one below it.
BOARD = "2c 7d Jh 4s 9c"
STRONG = ("As", "Ad Ah", "Qs Qd 3h", "Js Jd 3s 6h")
WEAK = ("Ks", "Kd Kh", "Ts Td 3d", "6s 6c 5h 8h")

BOTH_DISCARD = "1 discards 3h, 0 discards 3d"


def one_deck(opposite: tuple[str, ...], dealer: tuple[str, ...], board: str = BOARD) -> str:
    """The deck that deals four hands each, one card at a time from opposite the dealer (P7)."""
    first, second = " ".join(opposite).split(), " ".join(dealer).split()
    return " ".join([f"{one} {two}" for one, two in zip(first, second, strict=True)]) + " " + board


def one_deal(
    winners: str = "1111", stacks: tuple[int, int] = (240, 240), **options: Any
) -> Stackhouse:
    """One deal, seat 0 dealing; `winners` are the seats with the better hands, One to Four."""
    options = {"minimum": 0, "dealer": 0, "deals": 1, "seed": 1} | options
    hands = [
        tuple(STRONG[hand] if winner == seat else WEAK[hand] for hand, winner in enumerate(winners))
        for seat in "10"
    ]
    return Stackhouse(stacks, decks=[one_deck(hands[0], hands[1])], **options)


def discards(game: Stackhouse) -> str:
    """The threes go, whoever holds which."""
    three = {seat: next(c for c in game.view(seat).hands[2] if c.rank == "3") for seat in (0, 1)}
    return f"1 discards {three[1]}, 0 discards {three[0]}"


def check_street(game: Stackhouse) -> None:
    """Check everything that is bet on to the next street, discarding where that is asked."""
    street = game.street.split(",")[0]
    while not game.over and game.street.split(",")[0] == street:
        check_once(game)


def check_once(game: Stackhouse) -> None:
    game.play(game.legal_actions()[-1] if game.street.endswith("discarding") else Check())


def play_out(game: Stackhouse, deals: int = 1) -> None:
    deal = game.deal
    while not game.over and game.deal < deal + deals:
        check_once(game)


# Whole deals


def test_a_scoop() -> None:
    game = one_deal("1111")
    play(
        game,
        f"""
        [pre-flop, Hand One (Ethos One)]
        1 bets 2, 0 calls
        1 checks, 0 bets 4, 1 calls
        1 checks, 0 checks
        1 checks, 0 checks
        [flop, Hand One (Ethos One)]
        1 checks, 0 checks, 1 checks, 0 checks, 1 bets 6, 0 calls
        [flop, discarding]
        {BOTH_DISCARD}
        [flop, Hand Four (Omaha)]
        1 checks, 0 checks
        [turn, Hand One (Ethos One)]
        """,
    )
    assert [pot.amount for pot in game.pots] == [6, 10, 14, 2]
    play_out(game)
    assert game.payoffs == (-16, 16)
    assert [line for line in game.history if " wins " in line][2].startswith(
        "seat 1 wins 14, Hand Three (Tri-Show), with one pair, queens"
    )


def test_each_hand_is_paid_on_its_own() -> None:
    game = one_deal("1001")
    play(game, "1 bets 5, 0 calls, 1 bets 7, 0 calls, 1 checks, 0 checks, 1 checks, 0 checks")
    play_out(game)
    # One and Four to seat 1 (6 and 1), Two and Three to seat 0 (8 and 1).
    assert game.payoffs == (8 + 1 - 6 - 1, 6 + 1 - 8 - 1)


def test_an_all_in_on_one_hand_stops_the_betting_on_the_others() -> None:
    game = one_deal("0111", stacks=(240, 20))
    play(game, "1 bets 6, 0 raises to 30, [pre-flop, Hand One (Ethos One)], 1 calls")
    # Seat 1 had 16 behind: 16 each, and the other 14 go back to seat 0.
    assert "seat 0 takes back 14 that nobody called" in game.history
    assert game.stacks == (220, 0)
    assert game.street == "flop, discarding"
    play(game, f"{discards(game)}, [over]")
    # 34 chips on Hand One for seat 0, two on each other hand for seat 1.
    assert game.payoffs == (34 - 20, 6 - 20)


def test_a_tie_halves_the_pot() -> None:
    tie = ("Ac", "Ad Kh", "Qs Qd 3h", "Js Jd 3s 6h"), ("As", "Ah Kd", "Qh Qc 3d", "6s 6c 5h 8h")
    game = Stackhouse(dealer=0, deals=1, decks=[one_deck(*tie)], seed=1)
    play(game, "1 bets 3, 0 calls")
    play_out(game)
    assert sum("seats 1 and 0 share" in line for line in game.history) == 3
    assert "seats 1 and 0 share 8 as 4 and 4, Hand One (Ethos One)" in " ".join(game.history)
    assert game.payoffs == (-1, 1)


def test_everyone_folds_early() -> None:
    game = one_deal(deals=2)
    play(
        game, "1 bets 1, 0 folds, 1 bets 1, 0 folds, 1 bets 1, 0 folds, 1 checks, 0 bets 1, 1 folds"
    )
    # Three blinds lost, one won; all four hands folded end the deal (S5), and seat 1 deals.
    assert game.payoffs == (-2, 2)
    assert game.deal == 2
    assert game.button == 1
    assert not any("flop" in line or "shows" in line for line in game.history)


def test_a_board_that_plays_halves_ethos_one() -> None:
    deck = one_deck(("2s", *STRONG[1:]), ("3c", *WEAK[1:]), "Tc Jc Qc Kc Ac")
    game = Stackhouse(dealer=0, deals=1, decks=[deck], seed=1)
    play_out(game)
    assert "seats 1 and 0 share 2 as 1 and 1, Hand One (Ethos One), with royal flush" in " ".join(
        game.history
    )


# S1 and S2


def test_s1_at_least_240_chips_each() -> None:
    assert Stackhouse(seed=1).stacks == (236, 236)
    with pytest.raises(ValueError, match=r"seat 1 has 239 chips: at least 240 are needed \(S1\)"):
        Stackhouse((240, 239))
    with pytest.raises(ValueError, match=r"3 players: Stackhouse is for two \(S1\)"):
        Stackhouse((240, 240, 240))


def test_s2_four_hands_of_one_two_three_and_four_cards_and_a_chip_of_both_on_each() -> None:
    game = one_deal("1111")
    assert game.view(1).hands == tuple(map(cards, STRONG))
    assert game.view(0).hands == tuple(map(cards, WEAK))
    assert game.view(0).hole == cards(" ".join(WEAK))
    assert [pot.amount for pot in game.pots] == [2, 2, 2, 2]
    assert game.stacks == (236, 236)


# S3: betting


def test_s3_blinds_are_dead_the_first_action_is_check_or_bet_and_totals_leave_them_out() -> None:
    game = one_deal()
    assert game.legal_actions().sizes == range(1, 237)
    assert list(game.legal_actions()[:2]) == [Check(), BetTo(1)]
    assert game.stakes == (0, 0)


def test_s3_least_bet_one_chip_least_raise_the_last_one_and_any_number_of_raises() -> None:
    game = one_deal()
    play(game, "1 bets 1, 0 raises to 2, 1 raises to 5")
    assert game.legal_actions().sizes == range(8, 237)
    play(game, "0 raises to 8, 1 raises to 11, 0 raises to 14, 1 raises to 17, 0 calls")
    assert game.pots[0].amount == 36


def test_s3_the_player_opposite_the_dealer_acts_first_on_every_hand_and_street() -> None:
    for dealer in (0, 1):
        game = Stackhouse(dealer=dealer, deals=1, seed=3)
        turns = []
        while not game.over:
            turns.append((game.street, game.waiting[0]))
            check_once(game)
        assert [seat for _, seat in turns] == [1 - dealer, dealer] * 17
        streets = [street for street, _ in turns[::2]]
        assert [street.split(" (")[0] for street in streets[:10]] == [
            "pre-flop, Hand One",
            "pre-flop, Hand Two",
            "pre-flop, Hand Three",
            "pre-flop, Hand Four",
            "flop, Hand One",
            "flop, Hand Two",
            "flop, Hand Three",
            "flop, discarding",
            "flop, Hand Four",
            "turn, Hand One",
        ]


# S4: Tri-Show


def test_s4_after_the_flop_betting_of_tri_show_each_shows_one_card_and_discards_it() -> None:
    game = one_deal()
    check_street(game)
    play(game, "1 checks, 0 checks, 1 checks, 0 checks, 1 bets 2, 0 calls, [flop, discarding]")
    assert game.waiting == (1,)
    assert list(game.legal_actions()) == [Discard("Qs"), Discard("Qd"), Discard("3h")]
    play(game, "1 discards 3h")
    # The dealer has seen it when he chooses.
    assert game.view(0).showing[1] == cards("3h")
    assert game.view(0).history[-1] == "seat 1 shows and discards 3h"
    play(game, "0 discards 3d, [flop, Hand Four (Omaha)]")
    assert game.view(0).hands[2] == cards("Ts Td")
    assert len(game.view(0).hole) == 9


def test_s4_no_discard_where_the_hand_was_folded() -> None:
    game = one_deal()
    play(game, "1 checks, 0 checks, 1 checks, 0 checks, 1 bets 2, 0 folds, 1 checks, 0 checks")
    play(game, "1 checks, 0 checks, 1 checks, 0 checks, [flop, Hand Four (Omaha)]")
    assert len(game.view(0).hands[2]) == 3


def test_s4_no_discard_where_it_is_folded_on_the_flop() -> None:
    game = one_deal()
    check_street(game)
    play(
        game, "1 checks, 0 checks, 1 checks, 0 checks, 1 bets 2, 0 folds, [flop, Hand Four (Omaha)]"
    )


def test_s4_also_when_all_in() -> None:
    game = one_deal()
    play(game, "1 bets 236, 0 calls, [flop, discarding]")
    play(game, f"{BOTH_DISCARD}, [over]")


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Discard("As"), r"it is no card of his Tri-Show hand \(S4\)"),
        (Discard("Ts"), r"it is no card of his Tri-Show hand \(S4\)"),
        (Check(), r"seat 1 must discard, and may not check \(S4\)"),
        (Expose("Qs Qd"), r"seat 1 must discard, and may not expose Qs Qd \(S4\)"),
    ],
)
def test_s4_other_discards_are_refused(action: Any, message: str) -> None:
    game = one_deal()
    play(game, "1 bets 236, 0 calls")
    before = game.to_dict()
    with pytest.raises(IllegalActionError, match=message):
        game.play(action)
    with pytest.raises(IllegalActionError, match=r"it is the turn of seat 1 \(S4\)"):
        game.play(Discard("3d"), 0)
    assert game.to_dict() == before


# S5: folds


def test_s5_a_fold_gives_the_pot_at_once_and_its_chips_may_be_bet_on_the_next_hand() -> None:
    game = one_deal(stacks=(240, 5))
    # One chip behind; the pot of Hand One makes it three.
    play(game, "1 checks, 0 bets 1, 1 folds")
    assert game.stacks == (238, 1)
    other = one_deal(stacks=(240, 5))
    play(other, "1 bets 1, 0 folds, [pre-flop, Hand Two (Hold'em)]")
    assert other.stacks == (236, 3)
    assert other.legal_actions().sizes == range(1, 4)


def test_s5_a_bet_is_limited_by_the_chips_behind_and_what_is_unmatched_returns_at_once() -> None:
    game = one_deal(stacks=(240, 14))
    assert game.legal_actions().sizes == range(1, 11)
    play(game, "1 checks, 0 bets 100, 1 calls")
    assert game.stacks == (226, 0)
    assert game.pots[0].amount == 22


def test_s5_betting_opens_only_where_both_have_chips_behind() -> None:
    game = one_deal(stacks=(240, 4))
    # Nothing behind: the deal goes to the discards, and then to the end.
    assert game.street == "flop, discarding"
    play(game, f"{BOTH_DISCARD}, [over]")


def test_s3_the_history_says_which_hand_is_bet_on() -> None:
    game = one_deal()
    play(game, "1 bets 1, 0 folds, 1 checks")
    assert game.history[-7:] == (
        "Hand One (Ethos One)",
        "seat 1 bets 1",
        "seat 0 folds",
        "seat 1 takes back 1 that nobody called",
        "seat 1 wins 2, Hand One (Ethos One), unopposed",
        "Hand Two (Hold'em)",
        "seat 1 checks",
    )


def test_s5_a_fold_gives_up_one_hand_and_not_the_deal() -> None:
    game = one_deal()
    play(game, "1 bets 1, 0 folds")
    assert game.view(0).folded == game.folded == (False, False)
    play(game, "1 bets 1, 0 folds, 1 bets 1, 0 folds, 1 bets 1, 0 folds, [over]")
    assert game.folded == (False, False)


def test_s5_a_folded_hand_is_bet_on_no_more() -> None:
    game = one_deal()
    play(game, "1 bets 1, 0 folds, 1 checks, 0 checks, 1 checks, 0 checks, 1 checks, 0 checks")
    play(game, "[flop, Hand Two (Hold'em)]")
    assert game.pots[0] == (0, ())


# S6: showdown


def test_s6_hands_are_shown_down_in_order_and_omaha_takes_two_of_four_and_three_of_five() -> None:
    # Four hearts on the board and one in the hand are no flush in Omaha (R8).
    deck = one_deck(
        ("Ts", "Tc Td", "3c 3d 4d", "Ah Kd Qc 6s"),
        ("9s", "9c 8d", "6c 6d 7c", "Jc Js 8s 2s"),
        "2h 4h 8h Th 3s",
    )
    game = Stackhouse(dealer=0, deals=1, decks=[deck], seed=1)
    play_out(game)
    shown = [line for line in game.history if line.startswith("seat 1 shows") and " for " in line]
    assert [line.split(" for ")[1].split(" (")[0] for line in shown] == [
        "Hand One",
        "Hand Two",
        "Hand Three",
        "Hand Four",
    ]
    assert "high card" in shown[3]
    assert "seat 0 wins 2, Hand Four (Omaha)" in " ".join(game.history)


# S7: the match


def test_s7_the_first_dealer_is_drawn_at_random() -> None:
    drawn = [Stackhouse(seed=seed).button for seed in range(40)]
    assert 8 < sum(drawn) < 32
    assert Stackhouse(seed=3).button == Stackhouse(seed=3).button


def test_s7_the_deal_alternates() -> None:
    game = Stackhouse(dealer=1, deals=3, seed=1)
    dealers = []
    while not game.over:
        dealers.append(game.button)
        play_out(game)
    assert dealers == [1, 0, 1]
    assert game.history[-1] == "the match ends after 3 deals"


def test_each_deal_has_its_own_deck() -> None:
    decks = [one_deck(STRONG, WEAK), one_deck(WEAK, STRONG)]
    game = Stackhouse(dealer=0, deals=3, decks=decks, seed=1)
    play_out(game)
    assert game.view(0).hands[0] == cards("Ks")
    first = game.view(0).hole
    play_out(game)
    assert game.view(0).hole != first


# S8: the ghost


def ghost(chips: int, winners: str, **options: Any) -> Stackhouse:
    """A deal in which seat 0, the dealer, is a ghost with so many chips; both have discarded."""
    game = one_deal(winners, stacks=(chips, 100), **options)
    assert game.street == "ghost, discarding"
    play(game, discards(game))
    return game


def told(game: Stackhouse) -> str:
    return "\n".join(game.history)


@pytest.mark.parametrize("chips", [0, 1, 2, 3])
def test_s8_a_ghost_posts_on_the_first_hands_while_chips_last_and_the_other_on_all_four(
    chips: int,
) -> None:
    game = one_deal(stacks=(chips, 100))
    left = "1 chip" if chips == 1 else f"{chips} chips"
    assert f"seat 0 has {left} and is the ghost" in game.history
    assert game.stacks == (0, 96)
    assert [pot.amount for pot in game.pots] == [2 if hand < chips else 1 for hand in range(4)]


def test_s8_with_four_chips_a_player_is_no_ghost() -> None:
    assert "ghost" not in told(one_deal(stacks=(4, 100)))


def test_s8_the_board_is_dealt_out_with_no_betting_and_tri_show_discards_after_the_flop() -> None:
    game = one_deal(stacks=(3, 100))
    assert game.street == "ghost, discarding"
    assert game.view(0).board == cards("2c 7d Jh")
    assert game.waiting == (1,)
    play(game, discards(game))
    assert game.view(0).board == cards(BOARD)


def test_s8_hand_one_is_shown_down_and_paid_before_hand_two_is_bet_on() -> None:
    game = ghost(3, "0111")
    assert "seat 0 wins 2, Hand One (Ethos One)" in told(game)
    assert game.street == "ghost, Hand Two (Hold'em)"
    assert game.stacks == (2, 96)
    assert game.waiting == (1,)
    assert game.legal_actions().sizes == range(1, 97)


def test_s8_nothing_is_posted_or_bet_on_hand_one_of_a_ghost_deal() -> None:
    for chips in range(4):
        game = ghost(chips, "0000")
        before = game.history[: game.history.index("river: " + BOARD)]
        assert not any("posts" in line for line in before[before.index("flop: 2c 7d Jh") :])
        shown = game.history[game.history.index("river: " + BOARD) + 1 :]
        assert [line.split(" for ")[0].split()[2] for line in shown[:2]] == ["shows", "shows"]


def test_s8_a_ghost_with_no_chips_behind_is_not_bet_against() -> None:
    game = ghost(3, "1111")
    # He loses the three hands he paid for; on the fourth he plays for the other's blind.
    assert game.over
    assert "seat 1 takes back the blind on Hand Four (Omaha)" in game.history
    assert game.payoffs == (-3, 3)
    assert game.history[-1] == "seat 0 has no chips left and loses the match"


def test_s8_one_betting_round_then_showdown_then_the_next_hand() -> None:
    game = ghost(3, "0011")
    play(game, "1 bets 2, 0 calls, [ghost, Hand Three (Tri-Show)]")
    # 2 of Hand One all went into Hand Two, which paid 6.
    assert game.stacks == (6, 94)
    play(game, "1 checks, 0 checks, [ghost, Hand Four (Omaha)]")
    # He has nothing on Hand Four and five chips behind: he must post.
    assert "seat 0 posts 1 on Hand Four (Omaha)" in game.history
    assert game.stacks == (5, 96)
    play(game, "1 checks, 0 bets 2, 1 calls, [over]")
    assert game.payoffs == (0, 0)


def test_s8_a_fold_of_the_ghost_gives_the_pot_and_he_goes_on() -> None:
    game = ghost(3, "0011")
    play(game, "1 bets 5, 0 folds, [ghost, Hand Three (Tri-Show)]")
    assert game.stacks == (2, 98)
    assert "shows Ad Ah for Hand Two" not in told(game)
    play(game, "1 checks, 0 bets 1, 1 folds, [ghost, Hand Four (Omaha)]")
    # The uncalled chip comes back, he wins 2 and posts 1.
    assert game.stacks == (3, 98)


def test_s8_a_ghost_who_wins_must_post_on_the_next_hand_he_has_nothing_on() -> None:
    game = ghost(1, "0101")
    # One: wins 2. Two: must post 1, bets nothing, loses. Three: posts his last chip and wins 2.
    assert "seat 0 posts 1 on Hand Two (Hold'em)" in game.history
    play(game, "1 checks, 0 checks")
    assert "seat 0 posts 1 on Hand Three (Tri-Show)" in game.history
    # With his last chip posted nobody bets on Three; he wins it, and posts on Four.
    assert "seat 0 posts 1 on Hand Four (Omaha)" in game.history
    play(game, "[ghost, Hand Four (Omaha)], 1 checks, 0 checks, [over]")
    assert game.stacks == (1, 100)
    assert game.history[-1] == "the match ends after 1 deal"


def test_s8_with_no_chip_on_the_hand_he_takes_the_blind_with_the_better_hand() -> None:
    game = ghost(0, "0111")
    assert "seat 0 wins 1, Hand One (Ethos One), with high card, ace" in told(game)
    # The chip that he won is posted on Hand Two, and lost.
    assert "seat 0 posts 1 on Hand Two (Hold'em)" in game.history
    assert game.over
    assert game.payoffs == (0, 0)


def test_s8_with_no_chip_on_the_hand_the_blind_goes_back_to_the_better_hand_of_the_other() -> None:
    game = ghost(0, "1111")
    assert sum("takes back the blind" in line for line in game.history) == 4
    assert game.stacks == (0, 100)


def test_s8_with_no_chip_on_the_hand_the_blind_goes_back_on_a_tie() -> None:
    tie = ("Ac", *STRONG[1:]), ("As", *WEAK[1:])
    game = Stackhouse((0, 100), minimum=0, dealer=0, decks=[one_deck(*tie)], seed=1)
    play(game, f"{BOTH_DISCARD}, [over]")
    assert "seat 1 takes back the blind on Hand One (Ethos One)" in game.history
    assert game.payoffs == (0, 0)


def test_s8_a_tie_on_a_hand_with_a_ghost_chip_halves_the_pot() -> None:
    tie = ("Ac", *STRONG[1:]), ("As", *WEAK[1:])
    game = Stackhouse((1, 100), minimum=0, dealer=0, decks=[one_deck(*tie)], seed=1)
    play(game, BOTH_DISCARD)
    # The chip that comes back is posted on Hand Two and lost there.
    assert "seats 1 and 0 share 2 as 1 and 1, Hand One (Ethos One)" in told(game)
    assert "seat 0 posts 1 on Hand Two (Hold'em)" in game.history
    assert game.payoffs == (-1, 1)


def test_s8_an_opponent_with_no_chips_behind_is_not_bet_against() -> None:
    game = one_deal("0111", stacks=(3, 5))
    play(game, discards(game))
    # Seat 1 has one chip behind at first; on Hand Two it goes all-in.
    play(game, "[ghost, Hand Two (Hold'em)], 1 bets 1, 0 calls, 1 checks, 0 checks")
    assert game.over


def test_s8_a_ghost_who_ends_the_deal_with_chips_plays_the_next_deal() -> None:
    game = ghost(3, "0111", deals=2)
    play(game, "1 checks, 0 checks, 1 checks, 0 checks, 1 checks, 0 checks")
    # 2 won on One, 1 of them posted and lost on Four.
    assert game.deal == 2
    assert game.button == 1
    assert "seat 0 has 1 chip and is the ghost" in game.history


def test_s8_a_player_who_begins_with_nothing_is_a_ghost_too() -> None:
    game = one_deal("1111", stacks=(5, 100), deals=2)
    play(game, f"1 bets 1, 0 calls, {BOTH_DISCARD}")
    assert game.deal == 2
    assert "seat 0 has 0 chips and is the ghost" in game.history
    assert game.street == "ghost, discarding"


def test_s8_without_ghost_at_zero_a_player_with_nothing_has_lost() -> None:
    game = one_deal("1111", stacks=(5, 100), deals=2, ghost_at_zero=False)
    play(game, f"1 bets 1, 0 calls, {BOTH_DISCARD}, [over]")
    assert game.history[-1] == "seat 0 has no chips left and loses the match"
    # With one to three chips he still is a ghost.
    assert one_deal(stacks=(1, 100), ghost_at_zero=False).street == "ghost, discarding"


def test_s8_the_other_may_lose_his_last_chips_to_a_ghost_and_is_the_next() -> None:
    game = one_deal("0000", stacks=(3, 5), deals=2)
    play(game, discards(game))
    play(game, "1 bets 1, 0 calls")
    # Seat 1 has lost everything: no more betting, and the next deal makes it the ghost.
    assert game.deal == 2
    assert "seat 1 has 0 chips and is the ghost" in game.history


def test_s8_without_ghost_at_zero_nobody_begins_a_match_with_nothing() -> None:
    with pytest.raises(
        ValueError, match=r"seat 0 has no chips, and ghost_at_zero=False gives no deal \(S8\)"
    ):
        Stackhouse((0, 100), minimum=0, ghost_at_zero=False)


def test_two_ghosts_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"7 chips in all: .* both would be ghosts \(S8\)"):
        Stackhouse((3, 4), minimum=0)


# Bad input and saving


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dealer": 2}, r"the dealer is 2: it must be seat 0 or 1, or None \(S7\)"),
        ({"dealer": 1.0}, r"the dealer is 1\.0: it must be seat 0 or 1, or None \(S7\)"),
        ({"deals": 0}, "the number of deals is 0"),
        ({"decks": ["As Kd As"]}, "As is twice in the deck"),
        ({"seed": 2**64}, "the seed is"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Stackhouse(**options)


def test_illegal_bets_are_refused_and_change_nothing() -> None:
    game = one_deal()
    before = game.to_dict()
    with pytest.raises(IllegalActionError, match=r"seat 1 may not bet to 237: 1 to 236 .*\(P5\)"):
        game.play(BetTo(237))
    for action in (RaiseTo(2), Call(), Fold(), Discard("Qs")):
        with pytest.raises(IllegalActionError, match=r"\([PS]\d\)"):
            game.play(action)
    with pytest.raises(IllegalActionError, match=r"it is the turn of seat 1 \(S3\)"):
        game.play(Check(), 0)
    assert game.to_dict() == before


def test_a_saved_match_that_was_edited_is_refused() -> None:
    game = one_deal()
    play(game, "1 bets 236, 0 calls, 1 discards 3h")
    saved = game.to_dict()
    assert Stackhouse.from_dict(saved) == game
    saved["actions"][-1][2] = "Ts"
    with pytest.raises(IllegalActionError, match=r"no card of his Tri-Show hand \(S4\)"):
        Stackhouse.from_dict(saved)
    saved["actions"][-1][2] = "Qs"
    with pytest.raises(ValueError, match="was edited: it replays to showing"):
        Stackhouse.from_dict(saved)


# Random matches


class StackhouseMachine(RandomPlay):
    """Random matches of Stackhouse with short stacks, so that ghosts appear."""

    @initialize(
        stacks=st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda two: sum(two) >= 8),
        dealer=st.sampled_from([None, 0, 1]),
        ghost_at_zero=st.booleans(),
        deals=st.integers(1, 4),
        seed=st.integers(0, 2**64 - 1),
    )
    def deal(
        self,
        stacks: tuple[int, int],
        dealer: int | None,
        ghost_at_zero: bool,
        deals: int,
        seed: int,
    ) -> None:
        self.game: Stackhouse = Stackhouse(
            stacks,
            minimum=0,
            dealer=dealer,
            ghost_at_zero=ghost_at_zero or 0 in stacks,
            deals=deals,
            seed=seed,
        )
        self.own: list[set[Card]] = [set(), set()]
        self.public: set[Card] = set()
        self.watch()

    def watch(self) -> None:
        """Remember the cards of every deal: own ones, and whatever the table was shown."""
        game = self.game
        for seat in (0, 1):
            self.own[seat].update(*game._hands[seat])
        self.public |= set(game._board).union(*game._showing)
        for event in game._events:
            match event:
                case ("shows" | "board", _, tuple(shown), *_):
                    self.public.update(shown)
                case (int(), Discard(card), *_):
                    self.public.add(card)

    def may_see(self, seat: int) -> set[Card]:
        return self.own[seat] | self.public


TestStackhouseMachine = StackhouseMachine.TestCase
TestStackhouseMachine.settings = MACHINE
