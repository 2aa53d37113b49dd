"""compare: which hand wins, by which test, and why (H1, H6); `pokerhouse compare`."""

from __future__ import annotations

import json
import pickle
from random import Random

import oracle
import pokerhouse as ph
import pytest
from hands import GAMES, game_name, game_of, random_hand, read_vectors, rules_of
from hypothesis import given
from hypothesis import strategies as st
from oracle import Game
from pokerhouse.cli import main

SIGN = {"first": 1, "second": -1, "tie": 0}


def test_every_vector_is_decided_by_its_test() -> None:
    for case in read_vectors("house.jsonl"):
        result = ph.compare(case["first"], case["second"], rules_of(game_of(case), "house"))
        assert (result.winner, result.test) == (SIGN[case["winner"]], case["test"]), case
        assert result.reason.strip(), case
        mirror = ph.compare(case["second"], case["first"], rules_of(game_of(case), "house"))
        assert (mirror.winner, mirror.test) == (-result.winner, result.test), case


def test_without_house_rules_the_tests_stop_after_the_third() -> None:
    for case in read_vectors("house.jsonl"):
        result = ph.compare(case["first"], case["second"], rules_of(game_of(case)))
        if case["test"] <= 3:
            assert (result.winner, result.test) == (SIGN[case["winner"]], case["test"]), case
        else:
            assert (result.winner, result.test) == (0, 0), case


@pytest.mark.parametrize(
    ("first", "second", "test"),
    [
        ("2s 2h 2d 5c 4d", "As Ah Kd Kc Qd", 1),
        ("Ks Kh 4d 3c 2d", "Qs Qh Ad Kc Jd", 2),
        ("Ks Kh Ad 3c 2d", "Kd Kc Qd Jc Td", 3),
        ("As Qh 9d 3c 2d", "Kd Qc Jd 9c 8d", 2),
        ("As Qh 9d 3c 2d", "Ad Jc Td 9c 8d", 3),
        ("As Qs 9s 3s 2s", "Ad Jd Td 9d 8d", 2),
        ("9s 8h 7d 6c 5d", "8s 7h 6d 5c 4d", 2),
        ("Ks Kh 4d 4c Ad", "Kd Kc 3d 3c Ac", 2),
        ("Ks Kh 4d 4c Ad", "Kd Kc 4h 4s Qc", 3),
        ("As Kd Qc Jd 9h", "Ah Kc Qd Js 9c", 6),
        ("Ah 2c 3c 4c 5d", "As 2d 3d 4d 5c", 6),
    ],
)
def test_the_first_test_that_tells_hands_apart_decides(first: str, second: str, test: int) -> None:
    assert ph.compare(first, second)[:2] == (1, test)
    assert ph.compare(second, first)[:2] == (-1, test)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (
            "Kh Kc Ks 9d 9h",
            "As Kd Qh Jh Ts",
            "the first has kings full of nines, the second an ace-high straight; "
            "a full house beats a straight",
        ),
        (
            "Qs Qd Ac 7h 4h",
            "Kh Kc Ah 7d 4d",
            "both have a pair; the first has a pair of queens, the second a pair of kings",
        ),
        (
            "As Ks 9s 5s 2s",
            "Ad Qd 9d 5d 2d",
            "both have a flush; the first has a flush of ace, king, nine, five and deuce, "
            "the second a flush of ace, queen, nine, five and deuce",
        ),
        (
            "Ks Kh Ad 3c 2d",
            "Kd Kc Qd Jc Td",
            "both have a pair of kings; the first's kickers are ace, three and deuce, "
            "the second's queen, jack and ten",
        ),
        (
            "8s 8h 8d 8c Ad",
            "Ks Kh 8d 8c 7d",
            "the first has four eights with ace, the second kings and eights with seven; "
            "four of a kind beats two pair",
        ),
        (
            "Ks Kh 8d 8c Ad",
            "Kd Kc 8h 8s Qc",
            "both have kings and eights; the first's kicker is an ace, the second's a queen",
        ),
        (
            "Kh Kc Ah 7d 4d",
            "Ks Kd Ac 7h 4h",
            "both have a pair of kings with ace, seven and four; "
            "the first's highest card is the ace of hearts, the second's the ace of clubs",
        ),
        (
            "Ah 2c 3c 4c 5d",
            "As 2d 3d 4d 5c",
            "both have a five-high straight; "
            "the first's highest card is the five of diamonds, the second's the five of clubs",
        ),
        (
            "As Ks Qs Js Ts 2c 3c",
            "As Ks Qs Js Ts 2d 3d",
            "both have a royal flush, and no test tells them apart",
        ),
    ],
)
def test_the_reason_is_in_the_words_of_a_player(first: str, second: str, reason: str) -> None:
    assert ph.compare(first, second).reason == reason


@pytest.mark.parametrize(
    ("wilds", "first", "second", "test", "reason"),
    [
        (
            "3",
            "9s 9h 3d 7d 4d",
            "9c 3c 3s 7s 4h",
            4,
            "both have three nines with seven and four; the first uses one wild, the second two",
        ),
        (
            "3",
            "9s 9h 9d 7d 4d",
            "9c 3c 3s 7s 4h",
            4,
            "both have three nines with seven and four; the first uses no wild, the second two",
        ),
        (
            "3",
            "9c 3c 3s 7s 4h",
            "9s 9h 9d 7d 4d",
            4,
            "both have three nines with seven and four; the first uses two wilds, the second none",
        ),
        (
            "3 9",
            "Ks Qh 7d 5c 9s",
            "Kh Qd 7c 5d 3s",
            5,
            "both have a pair of kings with queen, seven and five, using one wild; "
            "the first's wild is a nine, the second's a three",
        ),
        (
            "8",
            "Ks Kh 8d 7c 6s",
            "Kc Kd Xb 7d 6h",
            5,
            "both have three kings with seven and six, using one wild; "
            "the first's wild is an eight, the second's a joker",
        ),
    ],
)
def test_wilds_are_counted_and_then_their_faces_told(
    wilds: str, first: str, second: str, test: int, reason: str
) -> None:
    result = ph.compare(first, second, ph.Rules(wild="card", wilds=wilds, ties="house"))
    assert (result.test, result.reason) == (test, reason)


def test_hands_that_split_say_no_more_than_what_both_have() -> None:
    result = ph.compare("Kh Kc Ah 7d 4d", "Ks Kd Ac 7h 4h", ph.STANDARD)
    assert result == (0, 0, "both have a pair of kings with ace, seven and four")


@pytest.mark.parametrize("ties", ["house", "split"])
@pytest.mark.parametrize("game", GAMES[:22], ids=game_name)
def test_the_first_part_in_which_two_keys_differ_decides(game: Game, ties: str) -> None:
    random = Random(41)
    rules = rules_of(game, ties)
    for _ in range(12):
        first = random_hand(random, random.choice([5, 6, 7]), game, most_wilds=2)
        turned = str.maketrans("cdhs", "".join(random.sample("cdhs", 4)))
        second = [card if card[0] == "X" else card.translate(turned) for card in first]
        if random.random() < 0.5:
            second = random_hand(random, 5, game, most_wilds=2)
        one, other = (oracle.house_key(hand, game) for hand in (first, second))
        # H1: of a flush, two pair and a full house several ranks make the hand.
        made = {2: 2, 5: 5, 6: 2}.get(one.worth.category, 1)
        parts = [
            (key.worth.category, key.worth.order[:made], key.worth.order[made:])
            + ((key.naturals, key.faces, key.suit_order) if ties == "house" else ())
            for key in (one, other)
        ]
        differ = [test for test, (a, b) in enumerate(zip(*parts, strict=True), 1) if a != b]
        result = ph.compare(first, second, rules)
        assert result.test == (differ[0] if differ else 0), (first, second)
        assert result.winner == (parts[0] > parts[1]) - (parts[0] < parts[1]), (first, second)


HANDS = st.lists(st.sampled_from(ph.deck(2)), min_size=5, max_size=7, unique=True)
RULES = st.builds(
    ph.Rules,
    flushes=st.booleans(),
    wild=st.sampled_from(["card", "bug", "casino-bug"]),
    wilds=st.sampled_from(["", "3", "A", "2 Kh", "Js Jh"]),
    ties=st.just("house"),
    wild_as_self=st.sampled_from(["natural", "wild"]),
)


@given(HANDS, HANDS, RULES)
def test_the_key_refines_strength(
    first: list[ph.Card], second: list[ph.Card], rules: ph.Rules
) -> None:
    keys = [ph.house_key(hand, rules) for hand in (first, second)]
    strengths = [ph.evaluate(hand, rules) for hand in (first, second)]
    if strengths[0] != strengths[1]:
        assert (keys[0] > keys[1]) == (strengths[0] > strengths[1])
    result = ph.compare(first, second, rules)
    assert result.winner == (keys[0] > keys[1]) - (keys[0] < keys[1])
    assert (result.test in (1, 2, 3)) == (strengths[0] != strengths[1])


@given(HANDS, HANDS, HANDS, RULES)
def test_comparisons_are_total_and_transitive(
    first: list[ph.Card], second: list[ph.Card], third: list[ph.Card], rules: ph.Rules
) -> None:
    def better(one: list[ph.Card], other: list[ph.Card]) -> bool:
        return ph.compare(one, other, rules).winner > 0

    assert ph.compare(first, first, rules)[:2] == (0, 0)
    assert ph.compare(first, second, rules).winner == -ph.compare(second, first, rules).winner
    if better(first, second) and better(second, third):
        assert better(first, third)
    if not better(second, first) and not better(third, second):
        assert not better(third, first)
    best = ph.winners([first, second, third], rules)
    hands = [first, second, third]
    assert all(not better(hand, hands[index]) for hand in hands for index in best)


def test_a_hand_may_stand_for_its_cards() -> None:
    hand = ph.Hand("Kh Kc Ah 7d 4d")
    assert ph.compare(hand, "Ks Kd Ac 7h 4h") == ph.compare(hand.cards, "Ks Kd Ac 7h 4h")


def test_a_comparison_is_a_tuple_that_pickles() -> None:
    result = ph.compare("Kh Kc Ah 7d 4d", "Ks Kd Ac 7h 4h")
    assert type(result) is ph.Comparison
    winner, test, reason = pickle.loads(pickle.dumps(result))
    assert (winner, test, reason) == result


def test_compared_hands_may_share_the_board() -> None:
    board = "As Ks Qs Js Ts"
    result = ph.compare(f"2c 3d {board}", f"4c 5d {board}")
    assert (result.winner, result.test) == (0, 0)


def test_a_wrong_card_in_either_hand_is_named() -> None:
    with pytest.raises(ph.CardError, match=r"second hand: .*Zs"):
        ph.compare("As Kd Qc Jh 9s", "As Kd Qc Jh Zs")
    with pytest.raises(ph.CardError, match=r"first hand: .*Kd"):
        ph.compare("As Kd Qc Jh Kd", "As Kd Qc Jh 9s")
    with pytest.raises(ph.CardError, match=r"second hand: .*Xb"):
        ph.compare("As Kd Qc Jh 9s", "As Kd Qc Jh Xb")


# `pokerhouse compare` ---------------------------------------------------------------------------

DEUCE_CLUBS = "Ks Kd Ac 7h 4h"
HEARTS = "Kh Kc Ah 7d 4d"
ROYAL = "As Ks Qs Js Ts"


def test_the_command_prints_the_order_and_what_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", DEUCE_CLUBS, HEARTS, ROYAL]) == 0
    kings = "a pair of kings with ace, seven and four"
    assert capsys.readouterr().out.splitlines() == [
        f"1  hand 3, {ROYAL}: royal flush",
        "     test 1, category: hand 3 has a royal flush, hand 2 "
        f"{kings}; a royal flush beats a pair",
        f"2  hand 2, {HEARTS}: one pair, kings with ace, seven, four",
        f"     test 6, suit: both have {kings}; "
        "hand 2's highest card is the ace of hearts, hand 1's the ace of clubs",
        f"3  hand 1, {DEUCE_CLUBS}: one pair, kings with ace, seven, four",
    ]


def test_hands_that_tie_share_a_place_in_the_order_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["compare", "--ties", "split", "9s 9h 5c 4d 2d", DEUCE_CLUBS, HEARTS]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:10] for line in lines[::2]] == ["1  hand 2,", "1  hand 3,", "3  hand 1,"]
    assert lines[1] == "     tie: both have a pair of kings with ace, seven and four"


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["9c 3c 3s 7s 4h", "9s 9h 3d 7d 4d"]
    options = ["--wild", "card", "--wilds", "3", "--ties", "house", "--json"]
    assert main(["compare", *hands, *options]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [(hand["hand"], hand["place"]) for hand in printed["hands"]] == [(2, 1), (1, 2)]
    assert [hand["naturals"] for hand in printed["hands"]] == [4, 3]
    (comparison,) = printed["comparisons"]
    reason = "both have three nines with seven and four; hand 2 uses one wild, hand 1 two"
    assert comparison == {
        "first": 2,
        "second": 1,
        "winner": 1,
        "test": 4,
        "name": "fewer wilds",
        "reason": reason,
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([ROYAL], "one hand"),
        ([ROYAL, "As Kd"], "hand 2: 5, 6 or 7 cards are needed, not 2"),
        ([ROYAL, "As Kd Qc Jh Zs"], 'hand 2: "Zs"'),
        ([ROYAL, HEARTS, "--wilds", "3"], "--wild"),
        ([ROYAL, HEARTS, "--ties", "often"], "--ties"),
    ],
)
def test_the_command_says_what_is_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
