"""Rules: what they take, how they compare, and which cards they make wild (W1 to W5)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pokerhouse as ph
import pytest
from hands import GAMES, game_name, refusal, rules_of
from oracle import DECK, Game


def test_the_named_rules_are_what_they_say() -> None:
    assert ph.Rules() == ph.STANDARD
    assert ph.Rules(flushes=False) == ph.NO_FLUSH
    assert ph.Rules(ties="house") == ph.HOUSE
    assert len({ph.STANDARD, ph.NO_FLUSH, ph.HOUSE}) == 3


def test_rules_say_what_they_were_made_of() -> None:
    rules = ph.Rules(flushes=False, wild="bug", wilds="2", ties="house")
    assert rules.flushes is False
    assert rules.wild == "bug"
    assert rules.ties == "house"
    assert ph.STANDARD.flushes is True
    assert ph.STANDARD.wild is None
    assert ph.STANDARD.ties == "split"


def test_rules_may_be_given_in_order() -> None:
    assert ph.Rules(False, "card", "2 Kh", "house") == ph.Rules(
        flushes=False, wild="card", wilds="2 Kh", ties="house"
    )


@pytest.mark.parametrize(
    "wilds",
    [
        "2",
        "2c 2d 2h 2s",
        "2s2h2d2c",
        "2s, 2h, 2d, 2c",
        "2♠ 2♥ 2♦ 2♣",
        "2C 2D 2H 2S",
    ],
)
def test_all_deuces_are_one_set_however_written(wilds: str) -> None:
    rules = ph.Rules(wild="card", wilds=wilds)
    assert rules == ph.Rules(wild="card", wilds="2")
    assert hash(rules) == hash(ph.Rules(wild="card", wilds="2"))
    assert ph.evaluate("2c 2d 2h 2s Ks", rules) == ph.evaluate("Ks Kh Kd Kc 2c", rules)


def test_wilds_may_be_given_as_cards() -> None:
    assert ph.Rules(wild="card", wilds=ph.cards("Js Jh")) == ph.Rules(wild="card", wilds="Js Jh")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Js Jh", "Jh Js"), ("Js Jh", "jS j♥"), ("2 Kh", "Kh 2"), ("T", "Tc Td Th Ts"), ("a", "A")],
)
def test_the_order_and_writing_of_wilds_do_not_matter(one: str, other: str) -> None:
    assert ph.Rules(wild="bug", wilds=one) == ph.Rules(wild="bug", wilds=other)
    assert hash(ph.Rules(wild="bug", wilds=one)) == hash(ph.Rules(wild="bug", wilds=other))


def test_a_rank_and_a_card_may_stand_side_by_side() -> None:
    rules = ph.Rules(wild="card", wilds="2 Kh")
    assert ph.category(ph.evaluate("2c Kh Ad As 9c", rules)) is ph.Category.FOUR_OF_A_KIND
    assert ph.category(ph.evaluate("2c Kd Ad As 9c", rules)) is ph.Category.THREE_OF_A_KIND
    assert ph.category(ph.evaluate("2c 2h Ad As 9c", rules)) is ph.Category.FOUR_OF_A_KIND


def test_every_card_may_be_wild() -> None:
    seven = "2c 3d 4h 9s Tc Qd Kh"
    for kind, best in (
        ("card", ph.Category.FIVE_OF_A_KIND),
        ("bug", ph.Category.ROYAL_FLUSH),
        ("casino-bug", ph.Category.FIVE_OF_A_KIND),
    ):
        for flushes in (True, False):
            rules = ph.Rules(flushes=flushes, wild=kind, wilds=" ".join(DECK))
            for size in (5, 6, 7):
                strength = ph.evaluate(ph.cards(seven)[:size], rules)
                assert ph.category(strength) is best
                assert ph.ranks(strength) == "A"


def test_jokers_are_wild_under_every_kind() -> None:
    for kind in ("card", "bug", "casino-bug"):
        for wilds in ("", "2"):
            rules = ph.Rules(wild=kind, wilds=wilds)
            for joker in ("Xb", "Xr"):
                assert ph.ranks(ph.evaluate(f"As {joker} 9d 7c 4h", rules)) == "A974"


# ------------------------------------------------------------------ equality, hash, copies, text


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_rules_survive_pickling_copying_and_repr(game: Game) -> None:
    for ties in ("split", "house"):
        rules = rules_of(game, ties)
        twins = [pickle.loads(pickle.dumps(rules, protocol)) for protocol in range(6)]
        twins += [copy.copy(rules), copy.deepcopy(rules)]
        twins.append(eval(repr(rules), {"Rules": ph.Rules, "ph": ph, "pokerhouse": ph}))
        for twin in twins:
            assert type(twin) is ph.Rules
            assert twin == rules
            assert hash(twin) == hash(rules)
            assert repr(twin) == repr(rules)
            assert (twin.flushes, twin.wild, twin.ties) == (game.flushes, game.wild, ties)


def test_rules_that_differ_are_not_equal() -> None:
    different = [rules_of(game, ties) for game in GAMES for ties in ("split", "house")]
    assert len(set(different)) == len(different)
    for index, rules in enumerate(different):
        assert [rules == other for other in different].count(True) == 1
        assert rules == different[index]


def test_rules_are_no_other_thing() -> None:
    assert ph.STANDARD != "standard"
    assert ph.STANDARD != None  # noqa: E711
    assert ph.STANDARD != (True, None, "", "split")


@pytest.mark.parametrize(
    ("name", "value"), [("flushes", False), ("wild", "bug"), ("wilds", "2"), ("ties", "house")]
)
def test_rules_are_frozen(name: str, value: Any) -> None:
    rules = ph.Rules()
    with pytest.raises((AttributeError, TypeError)):
        setattr(rules, name, value)
    assert rules == ph.STANDARD


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("wilds", "lowest"), [("2", "2c"), ("Js Jh", "Jh"), ("2 Kh", "2c"), ("As", "As")]
)
def test_named_wilds_without_a_kind_are_an_error(wilds: str, lowest: str) -> None:
    """W4; the lowest of them is named."""
    assert refusal(ph.Rules, wilds=wilds).startswith(f"{lowest} cannot be wild without a kind")


@pytest.mark.parametrize("kind", ["joker", "", "CARD", "bugs", "casino bug", "none"])
def test_a_kind_of_wild_that_does_not_exist_is_named(kind: str) -> None:
    assert kind in refusal(ph.Rules, wild=kind)


def test_a_rule_for_ties_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="coin"):
        ph.Rules(ties="coin")


@pytest.mark.parametrize("wilds", ["Zs", "1", "Kx", "2 Zs", "A\u0455"])
def test_wilds_that_are_no_cards_are_named(wilds: str) -> None:
    wrong = "U+0455" if wilds == "A\u0455" else wilds.split()[-1]
    assert wrong in refusal(ph.Rules, wild="card", wilds=wilds)


@pytest.mark.parametrize(
    "arguments",
    [
        {"wild": 1},
        {"wild": b"card"},
        {"wild": "card", "wilds": 3.5},
        {"wild": "card", "wilds": [54]},
        {"wild": "card", "wilds": [-1]},
        {"ties": None},
        {"ties": 0},
        {"flushes": None},
        {"colour": "red"},
    ],
)
def test_rules_of_the_wrong_types_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        ph.Rules(**arguments)


@pytest.mark.parametrize("rules", ["standard", 0, (), ph.Rules])
def test_only_rules_are_rules(rules: Any) -> None:
    for call in (
        lambda: ph.evaluate("As Kd Qc Jh 9s", rules),
        lambda: ph.evaluate_two("As Kd", rules),
        lambda: ph.evaluate_omaha("As Kd Qc Jh", "9s 8s 7d", rules),
        lambda: ph.Hand("As Kd Qc Jh 9s", rules),
        lambda: ph.winners(["As Kd Qc Jh 9s"], rules),
    ):
        with pytest.raises(TypeError):
            call()
