"""Calls: a hand is only as good as its owner calls it (H7 to H10)."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from typing import Any, Literal

import pokerhouse as ph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerhouse import Category
from pokerhouse.calls import CalledHand, CallError, Calling, Verdict, show

FULL = "Kh Kc Ks 4d 4c"
TRIPS = "9s 9h 9d As 2c"
QUEEN_HIGH = "Qs Jh 8d 6c 2h"
TWO_PAIR = "As Ad 7c 7h 5d"
RANK_ORDER = "23456789TJQKA"


def refused(ruling: str, calling: Calling, what: str, *arguments: object) -> str:
    """The reason of a refusal by this ruling, which must change nothing."""
    before = state(calling)
    with pytest.raises(CallError) as caught:
        getattr(calling, what)(*arguments)
    assert caught.value.ruling == ruling
    assert str(caught.value) == f"{caught.value.reason} ({ruling})"
    assert state(calling) == before
    return caught.value.reason


def state(calling: Calling) -> tuple[object, ...]:
    """Everything that a session shows."""
    worths = [(calling.worth(seat), calling.is_closed(seat)) for seat in calling.calls]
    shown = (calling.seats, calling.waiting, calling.calls, calling.passed, calling.history)
    return (*shown, calling.over, calling.verdict, worths)


# What a called hand is worth (H7) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "call", "words"),
    [
        (FULL, "one pair", "a pair of kings with king, four and four"),
        (FULL, "a pair of fours", "a pair of fours with king, king and king"),
        (FULL, "trips", "three kings with four and four"),
        (FULL, "two pair", "kings and fours with king"),
        (FULL, "runt", "king high with king, king, four and four"),
        (FULL, "boat", "kings full of fours"),
        ("9h 9c 9s Kd 4c", "two pair", "a pair of nines with king, nine and four"),
        ("Ks Kh Kd Kc 4d", "full house", "three kings with king and four"),
        ("As Ks Qs Js Ts", "straight flush", "an ace-high straight flush"),
        ("As Ks Qs Js Ts", "straight", "an ace-high straight"),
        ("9s 8s 7s 6s 5s 4s 2d", "straight flush to the eight", "an eight-high straight flush"),
        (
            "Ks Qs 9s 5s 3s 2s 2d",
            "queen-high flush",
            "a flush of queen, nine, five, three and deuce",
        ),
        ("Ah Kc Qs Jd 9c", "eight high", "nothing so low"),
    ],
)
def test_a_called_hand_is_the_best_reading_of_its_call(hand: str, call: str, words: str) -> None:
    assert str(show(hand, call)) == words


@pytest.mark.parametrize(
    ("kind", "hand", "call", "words"),
    [
        ("card", "As Ah Ad Ac Xb", "quads", "four aces with ace"),
        ("bug", "As Ah Ad Ac Xb", "quads", "four aces with king"),
        ("card", "Ks Kh 9d 5c Xb", "a pair", "a pair of kings with ace, nine and five"),
        ("casino-bug", "Ks Kh 9d 5c Xb", "trips", "a pair of kings with ace, nine and five"),
        ("casino-bug", "9s 8h 7d 6c Xb", "a straight", "a ten-high straight"),
        ("casino-bug", "9s 8h 7d 6c Xb", "high card", "ace high with nine, eight, seven and six"),
        ("bug", "As 9s 5s 2s Xb", "flush", "a flush of ace, king, nine, five and deuce"),
        ("card", "As 9s 5s 2s Xb", "flush", "a flush of ace, ace, nine, five and deuce"),
    ],
)
def test_wilds_show_the_best_that_the_call_lets_them(
    kind: Literal["card", "bug", "casino-bug"], hand: str, call: str, words: str
) -> None:
    assert str(show(hand, call, ph.Rules(wild=kind, ties="house"))) == words


def test_a_called_hand_shows_cards_and_what_they_stand_for() -> None:
    rules = ph.Rules(wild="card", wilds="3", ties="house")
    called = show("Ks Kh 3d 4d 4c", "two pair", rules)
    assert called.category is Category.TWO_PAIR
    assert called.ranks == "K4A"
    assert [str(card) for card in called.best] == ["Ks", "Kh", "4d", "4c", "3d"]
    assert [str(card) for card in called.stands_for] == ["Ks", "Kh", "4d", "4c", "As"]
    assert (called.naturals, called.wild_faces, called.suit) == (4, "3", "s")


def test_flushes_that_do_not_count_cannot_be_called() -> None:
    no_flush = ph.Rules(flushes=False, ties="house")
    with pytest.raises(CallError, match=r"R5.*H7"):
        show("As Ks 9s 5s 2s", "flush", no_flush)
    assert str(show("9s 8s 7s 6s 5s", "straight flush", no_flush)) == "a nine-high straight flush"


def test_a_call_that_names_no_hand_says_what_is_wrong() -> None:
    for call, said in [
        ("", "names no hand"),
        ("a pear", '"pear" is no word of a call'),
        ("kings full of kings", "no full house is made of those ranks"),
        ("pair of kings and nines", "1 rank makes one pair, and 2 are named"),
    ]:
        with pytest.raises(CallError) as caught:
            show(FULL, call)
        assert caught.value.ruling == "H7"
        assert said in caught.value.reason
    number: Any = 7
    with pytest.raises(TypeError, match="a call is text"):
        show(FULL, number)


SPOKEN = """
    a the of and to with two three 3 9s nines king aces pair pairs trips kind straight flush full
    house royal wheel high card up kicker no runt hearts steel five ten
"""
WORDS = SPOKEN.split()


@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS)).map(" ".join)))
def test_any_text_is_a_call_or_is_refused(text: str) -> None:
    with suppress(CallError):
        assert show(FULL, text).key <= show(FULL).key


# The round of calls (H8 to H10) -----------------------------------------------------------------


def test_the_best_called_hand_wins_and_says_why() -> None:
    calling = Calling([FULL, TRIPS])
    assert calling.waiting == (0,)
    calling.call(0, "a pair of fours")
    calling.call(1, "trips")
    assert not calling.waiting
    why = (
        "seat 1 has three nines with ace and deuce, "
        "seat 0 a pair of fours with king, king and king; three of a kind beats a pair"
    )
    assert calling.push() == Verdict((1,), 1, why)
    assert calling.over
    assert calling.history == (
        "seat 0 calls a pair of fours",
        "seat 1 calls trips",
        f"seat 1 takes the pot: {why}",
    )


def test_calls_go_round_from_the_first_seat_in_the_order_given() -> None:
    calling = Calling({4: FULL, 2: TRIPS, 7: QUEEN_HIGH}, first=2)
    assert calling.seats == (2, 7, 4)
    for seat, call in [(2, "trips"), (7, "runt"), (4, "boat")]:
        assert calling.waiting == (seat,)
        for other in {2, 4, 7} - {seat}:
            refused("H8" if other in calling.calls else "H10", calling, "call", other, "pair")
        calling.call(seat, call)
    assert calling.push().winners == (4,)


def test_none_is_a_seat_that_is_no_longer_in() -> None:
    calling = Calling([None, FULL, None, TRIPS])
    assert calling.seats == (1, 3)
    assert "seat 0 has no hand" in refused("H10", calling, "call", 0, "pair")
    assert "seat 9 has no hand" in refused("H10", calling, "pass_", 9)


def test_an_under_call_may_be_raised_more_than_once_until_another_calls() -> None:
    calling = Calling([FULL, TRIPS, QUEEN_HIGH])
    calling.call(0, "runt")
    calling.correct(0, "a pair of fours")
    calling.correct(0, "two pair")
    calling.correct(0)
    assert calling.calls == {0: "kings full of fours"}
    calling.call(1, "pair")
    assert "closed when seat 1 called" in refused("H8", calling, "correct", 0, "boat")


def test_a_pass_and_a_correction_close_nothing() -> None:
    calling = Calling([FULL, QUEEN_HIGH, TRIPS])
    calling.call(0, "pair")
    calling.pass_(1)
    assert not calling.is_closed(0)
    calling.correct(0, "trips")
    calling.call(2, "boat")
    calling.correct(2, "pair")
    calling.correct(2, "trips")
    assert calling.is_closed(0)
    assert not calling.is_closed(2)
    assert calling.push().winners == (0,)


def test_the_last_call_closes_when_the_pot_is_pushed() -> None:
    calling = Calling([TRIPS, FULL])
    calling.call(0, "trips")
    calling.call(1, "pair")
    calling.correct(1, "boat")
    calling.push()
    assert calling.is_closed(1)
    assert "pushed" in refused("H8", calling, "correct", 1)
    assert "pushed" in refused("H8", calling, "push")


@pytest.mark.parametrize(
    ("call", "below"),
    [("two pair", "one pair"), ("a pair of kings", "a pair of fours"), ("trips", "runt")],
)
def test_a_correction_below_the_call_is_refused(call: str, below: str) -> None:
    calling = Calling([FULL, TRIPS])
    calling.call(0, call)
    assert "below the call" in refused("H8", calling, "correct", 0, below)


def test_an_over_call_is_corrected_down_until_the_pot_is_pushed() -> None:
    calling = Calling([TWO_PAIR, QUEEN_HIGH])
    calling.call(0, "full house")
    assert calling.is_over_call(0)
    calling.call(1, "queen high")
    assert "above the hand too" in refused("H9", calling, "correct", 0, "a flush")
    calling.correct(0, "pair")
    assert not calling.is_over_call(0)
    assert "corrected its over-call already" in refused("H9", calling, "correct", 0)
    calling.push()
    assert str(calling.worth(0)) == "a pair of aces with seven, seven and five"


def test_a_corrected_over_call_may_be_raised_until_it_closes() -> None:
    calling = Calling([TWO_PAIR, QUEEN_HIGH])
    calling.call(0, "full house")
    calling.correct(0, "pair")
    calling.correct(0, "two pair")
    calling.call(1, "runt")
    refused("H9", calling, "correct", 0)


def test_an_over_call_without_a_declaration_becomes_the_best_hand() -> None:
    calling = Calling([TWO_PAIR, QUEEN_HIGH])
    calling.call(0, "straight")
    calling.call(1, "runt")
    calling.correct(0)
    assert calling.calls[0] == "aces and sevens"


def test_an_over_call_never_corrected_counts_as_the_best_hand() -> None:
    calling = Calling([TWO_PAIR, "Ks Kd 8c 8h 5c"])
    calling.call(0, "full house")
    calling.call(1, "two pair")
    assert calling.push()[:2] == ((0,), 2)
    assert str(calling.worth(0)) == "aces and sevens with five"


def test_an_over_call_never_corrected_may_be_dead() -> None:
    calling = Calling([TWO_PAIR, QUEEN_HIGH], overcall="dead")
    calling.call(0, "full house")
    calling.call(1, "runt")
    assert calling.worth(0) is None
    dead = copy.deepcopy(calling)
    assert dead.push() == Verdict((1,), 0, "seat 0 over-called, never corrected it, and is dead")
    calling.correct(0)
    assert calling.push().winners == (0,)


def test_dead_hands_share_where_all_are_dead() -> None:
    calling = Calling([TWO_PAIR, QUEEN_HIGH], overcall="dead")
    calling.call(0, "full house")
    calling.call(1, "a pair of queens")
    assert calling.push().winners == (0, 1)


def test_a_call_of_lower_ranks_is_no_over_call() -> None:
    calling = Calling([FULL, TRIPS])
    calling.call(0, "kings full of threes")
    assert not calling.is_over_call(0)
    assert str(calling.worth(0)) == "three kings with four and four"
    calling.correct(0, "kings full of fours")
    calling.call(1, "aces up")
    assert not calling.is_over_call(1)
    assert str(calling.worth(1)) == "a pair of nines with ace, nine and deuce"


def test_who_passes_gives_the_pot_up() -> None:
    calling = Calling([FULL, TRIPS, QUEEN_HIGH])
    calling.pass_(0)
    assert "passed" in refused("H10", calling, "call", 0, "boat")
    calling.call(1, "pair")
    assert "called already" in refused("H8", calling, "pass_", 1)
    assert "seat 2 has yet" in refused("H10", calling, "push")
    calling.pass_(2)
    assert not calling.over
    assert calling.push() == Verdict((1,), 0, "all others have passed")


def test_the_last_who_has_not_passed_takes_the_pot_without_calling() -> None:
    calling = Calling([FULL, TRIPS, QUEEN_HIGH])
    calling.pass_(0)
    calling.pass_(1)
    assert (calling.over, calling.waiting) == (True, ())
    assert "without calling" in refused("H10", calling, "call", 2, "runt")
    assert "without calling" in refused("H10", calling, "pass_", 2)
    assert calling.push().winners == (2,)


def test_nobody_can_correct_a_call_he_has_not_made() -> None:
    calling = Calling([FULL, TRIPS])
    assert "seat 0 has not called" in refused("H8", calling, "correct", 0, "pair")


def test_a_hand_that_stays_equal_after_all_tests_shares() -> None:
    board = "Ks Qh 8d 7c 2s"
    calling = Calling({0: "Jd 3c", 1: "Js 3d", 2: "Jc 3h"}, board=board)
    for seat in calling.seats:
        calling.call(seat, "king high")
    verdict = calling.push()
    assert verdict.winners == (0, 1, 2)
    assert "no test tells them apart" in verdict.reason


def test_ties_split_after_the_kickers_where_the_rules_say_so() -> None:
    hands = ["Kh Kc Ah 7d 4d", "Ks Kd Ac 7h 4h"]
    for rules, winners in [(ph.HOUSE, (0,)), (ph.STANDARD, (0, 1))]:
        calling = Calling(hands, rules)
        calling.call(0, "a pair of kings")
        calling.call(1, "kings")
        assert calling.push().winners == winners


def test_hands_that_cannot_be_are_refused() -> None:
    with pytest.raises(CallError, match=r"seat 0 and seat 1 both hold Kh .R9"):
        Calling([FULL, "Kh Qs Jd 9c 3h"])
    with pytest.raises(ph.CardError, match="seat 1: Kh is there more than once"):
        Calling(["As Qd", "Kh Ad"], board="Kh 8d 7c 2s 3s")
    with pytest.raises(ph.CardError, match="seat 1: 5, 6 or 7"):
        Calling([FULL, "As Qd"])
    with pytest.raises(ph.CardError, match="seat 1: Xb"):
        Calling([FULL, "As Qd Jd 9c Xb"])
    with pytest.raises(CallError, match="no hand is still in"):
        Calling([None, None])
    with pytest.raises(CallError, match="seat 5 has no hand"):
        Calling([FULL, TRIPS], first=5)
    refuse: Any = "refuse"
    with pytest.raises(ValueError, match="overcall"):
        Calling([FULL, TRIPS], overcall=refuse)


def test_a_session_and_its_errors_pickle() -> None:
    calling = Calling([FULL, ph.Hand(TRIPS)])
    calling.call(0, "pair")
    again = pickle.loads(pickle.dumps(calling))
    assert state(again) == state(calling)
    again.call(1, "trips")
    assert calling.waiting == (1,)
    error = pickle.loads(pickle.dumps(CallError("no", "H8")))
    assert (str(error), error.ruling) == ("no (H8)", "H8")


# Random sessions --------------------------------------------------------------------------------

# A call as it is said, its category, and the ranks it names.
Call = tuple[str, int, list[int]]

CATEGORIES: list[Call] = [
    (call, category, [])
    for category, call in enumerate(
        [
            "runt",
            "a pair",
            "two pair",
            "trips",
            "a straight",
            "a flush",
            "a boat",
            "quads",
            "a straight flush",
            "a royal flush",
            "five of a kind",
        ]
    )
]
WITH_A_RANK: list[Call] = [
    (said.format(word), category, [rank])
    for rank, word in enumerate(RANK_ORDER)
    for category, said in [
        (0, "{} high"),
        (1, "a pair of {}s"),
        (2, "{}s up"),
        (3, "three {}s"),
        (5, "{}-high flush"),
        (6, "{}s full"),
        (7, "quad {}s"),
    ]
]
CALLS = st.one_of(st.sampled_from(CATEGORIES), st.sampled_from(WITH_A_RANK))
RULES = st.builds(
    ph.Rules,
    wild=st.sampled_from(["card", "bug", "casino-bug"]),
    wilds=st.sampled_from(["", "3", "A", "2 Kh"]),
    ties=st.just("house"),
)
MOVES = st.lists(
    st.tuples(
        st.sampled_from(["call", "call", "call", "correct", "best", "pass_", "push"]),
        st.integers(0, 3),
        CALLS,
    ),
    max_size=25,
)


def worth_of(called: CalledHand, ranks: int) -> tuple[int, list[int]]:
    return int(called.category), [RANK_ORDER.index(rank) for rank in called.ranks[:ranks]]


@given(st.permutations(ph.deck(2)), RULES, st.sampled_from(["best", "dead"]), MOVES)
def test_a_session_never_ends_with_a_seat_worth_more_than_its_call_or_its_cards(
    deck: list[ph.Card],
    rules: ph.Rules,
    overcall: Literal["best", "dead"],
    moves: list[tuple[str, int, Call]],
) -> None:
    hands = [deck[:5], deck[5:11], deck[11:18]]
    calling = Calling(hands, rules, overcall=overcall)
    said: dict[int, Call] = {}
    for what, seat, call in moves:
        before = state(calling)
        try:
            if what == "call":
                calling.call(seat, call[0])
                said[seat] = call
            elif what == "correct":
                calling.correct(seat, call[0])
                said[seat] = call
            elif what == "best":
                calling.correct(seat)
                said.pop(seat)
            elif what == "pass_":
                calling.pass_(seat)
            else:
                calling.push()
        except CallError:
            assert state(calling) == before
    while calling.waiting:
        (seat,) = calling.waiting
        calling.call(seat, "runt")
        said[seat] = CATEGORIES[0]
    verdict = calling.verdict or calling.push()
    for seat in calling.calls:
        worth = calling.worth(seat)
        best = show(hands[seat], None, rules)
        if worth is None:
            assert overcall == "dead"
            assert calling.is_over_call(seat)
            continue
        assert worth.key <= best.key
        if calling.is_over_call(seat) or seat not in said:
            assert worth == best
        if seat in said:
            _, category, ranks = said[seat]
            assert worth_of(worth, len(ranks)) <= (category, ranks)
    called = [seat for seat in calling.calls if calling.worth(seat) is not None]
    if called and len(calling.calls) > 1:
        keys = {seat: worth.key for seat in called if (worth := calling.worth(seat)) is not None}
        best_key = max(keys.values())
        assert verdict.winners == tuple(seat for seat, key in keys.items() if key == best_key)


@given(st.lists(st.sampled_from(ph.deck(2)), min_size=5, max_size=7, unique=True), RULES, CALLS)
def test_calling_what_is_held_keeps_every_test_and_no_call_raises_a_hand(
    cards: list[ph.Card], rules: ph.Rules, call: Call
) -> None:
    hand = ph.Hand(cards, rules)
    for own in (ph.describe(hand.strength), None):
        held = show(hand, own, rules)
        assert (held.category, held.ranks) == (hand.category, hand.ranks)
        assert (held.best, held.stands_for) == (hand.best, hand.stands_for)
        assert (held.naturals, held.wild_faces, held.suit) == (
            hand.naturals,
            hand.wild_faces,
            hand.suit,
        )
    assert show(hand, call[0], rules).key <= held.key
