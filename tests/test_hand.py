"""Hand: the five that play, what the wilds stand for, when hands tie (W1 to W3, H2 to H5)."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations
from random import Random
from typing import Any

import oracle
import pokerhouse as ph
import pytest
from hands import GAMES, game_name, game_of, numbers, random_hand, read_vectors, rules_of
from oracle import Game
from pokerhouse import Category


def held_and_played(hand: ph.Hand) -> tuple[list[str], list[oracle.Played]]:
    return (
        [str(card) for card in hand.best],
        oracle.played_cards(str(card) for card in hand.stands_for),
    )


def check_reading(cards: list[str], game: Game, ties: str) -> None:
    """Everything a Hand says of these cards is one reading of them, the greatest (H5)."""
    hand = ph.Hand(cards, rules_of(game, ties))
    key = oracle.house_key(cards, game)
    held, played = held_and_played(hand)
    told = f"{cards} as {held} standing for {[str(card) for card in hand.stands_for]}"
    assert hand.category == key.worth.category, told
    assert hand.ranks == key.worth.ranks, told
    assert type(hand.best) is tuple
    assert type(hand.stands_for) is tuple
    assert {type(card) for card in (*hand.best, *hand.stands_for)} == {ph.Card}
    assert len(held) == len(set(held)) == 5, told
    assert set(held) <= set(cards), told
    assert oracle.is_legal(held, played, game), told
    assert oracle.played_worth(played, game.flushes) == key.worth, told
    assert (hand.naturals, hand.wild_faces, hand.suit) == (
        key.naturals,
        key.wild_faces,
        key.suit,
    ), told
    assert oracle.key_of(held, played, game) == key, told


@pytest.mark.parametrize("ties", ["split", "house"])
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_hand_is_its_greatest_reading(game: Game, ties: str) -> None:
    random = Random(29)
    for size in (5, 6, 7):
        for _ in range(6 if game.wild else 30):
            check_reading(random_hand(random, size, game, most_wilds=2), game, ties)


@pytest.mark.parametrize("kind", ["card", "bug", "casino-bug"])
def test_a_hand_of_three_wilds_is_its_greatest_reading(kind: str) -> None:
    random = Random(31)
    game = Game(True, kind, frozenset(["2c", "2d", "2h", "2s", "As"]))
    for _ in range(8):
        cards = random_hand(random, 4, Game(), 0)
        wilds = random.sample(["Xb", "Xr", "2c", "2s", "As"], 3)
        cards = [card for card in cards if card not in wilds][: random.randint(2, 4)]
        check_reading(cards + wilds if len(cards) > 1 else ["Kd", "9h", *wilds], game, "house")


def test_every_hand_of_the_vectors_has_its_parts() -> None:
    for case in read_vectors("house.jsonl"):
        for side in ("first", "second"):
            hand = ph.Hand(case[side], rules_of(game_of(case), "house"))
            parts = case[f"{side}_key"]
            assert hand.category == oracle.CATEGORY_WORDS.index(parts["category"]), case
            assert hand.ranks == parts["ranks"], case
            assert hand.naturals == parts["naturals"], case
            assert hand.wild_faces == parts["wild_faces"], case
            assert hand.suit == parts["suit"], case


@pytest.mark.parametrize("kind", ["card", "bug", "casino-bug"])
def test_a_wild_that_is_itself_may_count_as_wild(kind: str) -> None:
    """H2's option: such a wild is no natural, and its face counts."""
    random = Random(33)
    game = Game(True, kind, frozenset(["9c", "9d", "9h", "9s"]), self_is_wild=True)
    for size in (5, 6, 7):
        for _ in range(20):
            check_reading(random_hand(random, size, game, most_wilds=2), game, "house")
    hand = ph.Hand("Qd Jh Tc 9s 8d", rules_of(game, "house"))
    assert (hand.ranks, hand.naturals, hand.wild_faces) == ("Q", 4, "9")


@pytest.mark.parametrize("game", GAMES[:22], ids=game_name)
def test_house_keys_are_ordered_as_the_oracle_orders_them(game: Game) -> None:
    random = Random(35)
    rules = rules_of(game, "house")
    pairs = []
    for size in (5, 7):
        for _ in range(10):
            cards = random_hand(random, size, game, most_wilds=2)
            # A twin with other suits, so that the later tests decide.
            turned = str.maketrans("cdhs", "".join(random.sample("cdhs", 4)))
            twin = [card if card[0] == "X" else card.translate(turned) for card in cards]
            for hand in (cards, twin):
                pairs.append((ph.house_key(hand, rules), oracle.house_key(hand, game)))
                assert ph.Hand(hand, rules).key == pairs[-1][0]
    for (one, key), (other, other_key) in combinations(pairs, 2):
        assert (one > other, one == other) == (key > other_key, key == other_key)


def test_hands_under_house_rules_are_ordered_by_all_six_tests() -> None:
    for case in read_vectors("house.jsonl"):
        rules = rules_of(game_of(case), "house")
        first, second = ph.Hand(case["first"], rules), ph.Hand(case["second"], rules)
        assert (first > second) is (case["winner"] == "first"), case
        assert (first < second) is (case["winner"] == "second"), case
        assert (first == second) is (case["winner"] == "tie"), case
        assert (first.key > second.key, first.key == second.key) == (
            case["winner"] == "first",
            case["winner"] == "tie",
        ), case
        if case["winner"] == "tie":
            assert hash(first) == hash(second)


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_the_five_that_play_evaluate_to_the_strength(game: Game) -> None:
    random = Random(37)
    rules = rules_of(game)
    for size in (5, 6, 7):
        for _ in range(40):
            cards = random_hand(random, size, game, most_wilds=3)
            hand = ph.Hand(cards, rules)
            assert hand.strength == ph.evaluate(cards, rules) == ph.evaluate(hand.best, rules)
            assert hand.category is ph.category(hand.strength)
            assert hand.ranks == ph.ranks(hand.strength)


def test_a_hand_without_wilds_plays_what_it_holds() -> None:
    hand = ph.Hand("As Ks Qs Js 8s 2d 2h")
    assert sorted(hand.best) == sorted(ph.cards("As Ks Qs Js 8s"))
    assert hand.stands_for == hand.best
    assert hand.naturals == 5
    assert hand.wild_faces == ""
    assert hand.suit == "s"
    assert hand.category is Category.FLUSH
    assert hand.ranks == "AKQJ8"


def test_a_flush_of_seven_plays_exactly_its_five_highest() -> None:
    random = Random(41)
    for _ in range(100):
        suit = random.choice(oracle.SUITS)
        ranks = random.sample(oracle.RANKS, 7)
        cards = [rank + suit for rank in ranks]
        if oracle.worth(cards).category != oracle.FLUSH:
            continue
        highest = sorted(numbers(cards))[2:]
        assert sorted(ph.Hand(cards).best) == highest


def test_what_plays_does_not_depend_on_the_order_of_the_cards() -> None:
    random = Random(43)
    for game in GAMES[::3]:
        for _ in range(15):
            cards = random_hand(random, 7, game)
            hand = ph.Hand(cards, rules_of(game))
            again = ph.Hand(sorted(cards), rules_of(game))
            assert hand.strength == again.strength
            assert (hand.naturals, hand.wild_faces, hand.suit) == (
                again.naturals,
                again.wild_faces,
                again.suit,
            )
            twin = ph.Hand(cards, rules_of(game))
            assert (twin.best, twin.stands_for) == (hand.best, hand.stands_for)


# ------------------------------------------------------------------ examples of the rulings


def stands_for(cards: str, rules: ph.Rules) -> dict[str, str]:
    hand = ph.Hand(cards, rules)
    return {str(a): str(b) for a, b in zip(hand.best, hand.stands_for, strict=True)}


def test_a_wild_in_a_flush_stands_for_its_best_card() -> None:
    assert stands_for("As Xb 9s 5s 2s", ph.Rules(wild="card"))["Xb"] == "As"
    assert stands_for("As Xb 9s 5s 2s", ph.Rules(wild="bug"))["Xb"] == "Ks"
    assert stands_for("As Xb 9s 5s 2s", ph.Rules(wild="casino-bug"))["Xb"] == "Ks"


def test_two_bugs_in_a_flush_stand_for_two_cards() -> None:
    played = stands_for("As Xb Xr 9s 4s", ph.Rules(wild="bug"))
    assert {played["Xb"], played["Xr"]} == {"Ks", "Qs"}


def test_the_bug_with_four_aces_is_a_king() -> None:
    assert stands_for("As Ah Ad Ac Xb", ph.Rules(wild="bug"))["Xb"] == "Ks"


def test_a_wild_that_stands_for_itself_is_a_natural() -> None:
    for kind in ("card", "bug", "casino-bug"):
        nines = ph.Rules(wild=kind, wilds="9", ties="house")
        hand = ph.Hand("Qd Jh Tc 9s 8d", nines)
        assert (hand.category, hand.ranks) == (Category.STRAIGHT, "Q")
        assert (hand.naturals, hand.wild_faces, hand.suit) == (5, "", "d")
        assert hand.stands_for == hand.best
    hand = ph.Hand("5d 4s 3h 2c As", ph.Rules(wild="casino-bug", wilds="A", ties="house"))
    assert (hand.ranks, hand.naturals, hand.wild_faces, hand.suit) == ("6", 4, "A", "s")


@pytest.mark.parametrize(
    ("winner", "loser", "wilds", "faces"),
    [
        ("9s 9h 9d 7d 4d", "9c 3c 3s 7s 4h", "3", ("", "33")),
        ("Ks Qh 7d 5c 9s", "Kh Qd 7c 5d 3s", "3 9", ("9", "3")),
        ("Kh Kc Ah 7d 4d", "Ks Kd Ac 7h 4h", "", ("", "")),
        ("Ah 2c 3c 4c 5d", "As 2d 3d 4d 5c", "", ("", "")),
    ],
)
def test_house_rules_break_the_ties_of_the_rulings(
    winner: str, loser: str, wilds: str, faces: tuple[str, str]
) -> None:
    kind = "card" if wilds else None
    house = ph.Rules(wild=kind, wilds=wilds, ties="house")
    split = ph.Rules(wild=kind, wilds=wilds)
    first, second = ph.Hand(winner, house), ph.Hand(loser, house)
    assert first > second
    assert first != second
    assert first.key > second.key
    assert first.strength == second.strength
    assert (first.wild_faces, second.wild_faces) == faces
    assert ph.Hand(winner, split) == ph.Hand(loser, split)


def test_the_highest_card_of_a_wheel_is_its_five() -> None:
    assert ph.Hand("Ah 2c 3c 4c 5d").suit == "d"
    assert ph.Hand("As 2d 3d 4d 5c").suit == "c"
    assert ph.Hand("Kh Kc Ah 7d 4d").suit == "h"
    assert ph.Hand("Kh Kc Qh 7d 4d").suit == "h"


# ------------------------------------------------------------------ ==, order, hash, copies


def test_equal_hands_are_ties() -> None:
    first, second = ph.Hand("As Kd 9c 8h 7s"), ph.Hand("Ah Ks 9d 8c 7h")
    lower = ph.Hand("Ad Kh 9s 8d 6c")
    assert first == second
    assert hash(first) == hash(second)
    assert first <= second
    assert first >= second
    assert not first < second
    assert not first > second
    assert first > lower
    assert first >= lower
    assert lower < first
    assert lower <= first
    assert first != lower
    assert len({first, second, lower}) == 2
    assert max([lower, first]) is first
    assert sorted([first, lower]) == [lower, first]


def test_hands_of_different_sizes_tie_by_the_five_that_play() -> None:
    assert ph.Hand("As Kd 9c 8h 7s 2d 3c") == ph.Hand("Ah Ks 9d 8c 7h")


def test_hands_under_different_rules_are_not_equal_and_have_no_order() -> None:
    one, other = ph.Hand("As Kd 9c 8h 7s"), ph.Hand("As Kd 9c 8h 7s", ph.NO_FLUSH)
    assert one != other
    with pytest.raises((TypeError, ValueError)):
        assert one < other or one >= other


def test_a_hand_is_no_other_thing() -> None:
    hand = ph.Hand("As Kd 9c 8h 7s")
    for other in (hand.strength, "As Kd 9c 8h 7s", None, (1, 2)):
        assert hand != other
    number: Any = 5
    with pytest.raises(TypeError):
        assert hand < number


@pytest.mark.parametrize("game", GAMES[:6], ids=game_name)
def test_a_hand_survives_pickling_and_copying(game: Game) -> None:
    for ties in ("split", "house"):
        hand = ph.Hand(random_hand(Random(47), 7, game), rules_of(game, ties))
        twins: list[Any] = [pickle.loads(pickle.dumps(hand, protocol)) for protocol in range(6)]
        twins += [copy.copy(hand), copy.deepcopy(hand)]
        for twin in twins:
            assert type(twin) is ph.Hand
            assert twin == hand
            assert hash(twin) == hash(hand)
            assert (twin.strength, twin.best, twin.stands_for) == (
                hand.strength,
                hand.best,
                hand.stands_for,
            )
            assert (twin.naturals, twin.wild_faces, twin.suit) == (
                hand.naturals,
                hand.wild_faces,
                hand.suit,
            )
            assert str(twin) == str(hand)


def test_a_hand_cannot_be_changed() -> None:
    hand = ph.Hand("As Kd 9c 8h 7s")
    for name in ("strength", "best", "stands_for", "category"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(hand, name, None)
    assert hand == ph.Hand("As Kd 9c 8h 7s")


def test_a_hand_is_described_by_str() -> None:
    hand = ph.Hand("Kd Kh Ks 9c 9d")
    assert "full house, kings full of nines" in str(hand)
    for game in GAMES:
        hand = ph.Hand(random_hand(Random(53), 7, game), rules_of(game))
        assert ph.describe(hand.strength) in str(hand)


def test_a_hand_may_be_made_of_every_form_of_cards() -> None:
    wanted = ph.Hand("As Kd 9c 8h 7s")
    for form in (["As", "Kd", "9c", "8h", "7s"], iter(numbers(["As", "Kd", "9c", "8h", "7s"]))):
        hand = ph.Hand(form)
        assert hand == wanted
        assert set(hand.best) == set(wanted.best)


def test_winners_refuse_two_cards_under_every_rules_for_tying() -> None:
    for rules in (ph.STANDARD, ph.HOUSE):
        with pytest.raises(ph.CardError, match="hand 1: 5, 6 or 7 cards are needed, not 2"):
            ph.winners(["2s 2d 3c 4h 6s", "As Ad"], rules)


def test_winners_refuse_a_hand_that_was_read_under_other_rules() -> None:
    nines = ph.Rules(wild="card", wilds="9")
    hands: list[ph.Hand | str] = [ph.Hand("As Kd Qc Jh 9s", nines), "As Ad 2c 3d 5h"]
    with pytest.raises(ValueError, match="hand 0 was read under other rules"):
        ph.winners(hands)
    assert ph.winners(hands, nines) == [0]


def test_cards_and_rules_may_be_named() -> None:
    hand = ph.Hand(cards="As Kd Qc Jh 9s", rules=ph.NO_FLUSH)
    assert hand.rules == ph.NO_FLUSH
    assert ph.evaluate(cards=hand.cards, rules=hand.rules) == hand.strength
    assert len(ph.exposures(cards="As Kd Qc Jh 9s", rules=ph.NO_FLUSH)) == 10


@pytest.mark.parametrize("protocol", range(6))
def test_hands_and_rules_pickle_in_every_protocol(protocol: int) -> None:
    hand = ph.Hand("As Kd Qc Jh 9s", ph.Rules(wild="bug", wilds="9 Kh", ties="house"))
    assert pickle.loads(pickle.dumps(hand, protocol)) == hand
    assert pickle.loads(pickle.dumps(hand.rules, protocol)) == hand.rules
