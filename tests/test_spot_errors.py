"""What is no spot: the error's class, and the card, hand or place that it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pokerhouse as ph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerhouse._core import SHARE, Spot, SpotError
from showdowns import BOARD_GAMES, GAMES

JOKERS_WILD = ph.Rules(wild="card")


def refusal(kind: type[ValueError], *arguments: Any, **named: Any) -> str:
    with pytest.raises(kind) as error:
        Spot(*arguments, **named)
    assert type(error.value) is kind
    assert isinstance(error.value, ValueError)
    return str(error.value)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    message = refusal(SpotError, "Holdem", ["", ""])
    assert '"Holdem"' in message
    assert all(game in message for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_too_few_or_too_many_hands(game: str) -> None:
    most = {"stackhouse": 2, "cowpie": 7, "outhouse": 7}.get(game, 23)
    for hands in (0, 1, most + 1, 100):
        message = refusal(SpotError, game, [""] * hands)
        assert message.startswith(game)
        assert f"not {hands}" in message


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_none_is_named_with_its_hand(game: str) -> None:
    for hand in ("Zz", "Ah1x", "é"):
        kind = ph.RangeError if game == "holdem" else ph.CardError
        assert "hand 2" in refusal(kind, game, ["", hand])
    for cards, word in ((["Ah", "Zz"], "Zz"), ([54], "54"), ([-1], "-1")):
        message = refusal(ph.CardError, game, ["", cards])
        assert message.startswith("in hand 2: ")
        assert word in message


def test_a_card_that_is_none_on_the_board_or_among_the_dead() -> None:
    message = refusal(ph.CardError, "holdem", ["", ""], "2c3dZz")
    assert message.startswith('on the board: "Zz"')
    message = refusal(ph.CardError, "holdem", ["", ""], "", ["2c", "Zz"])
    assert message.startswith('among the dead cards: "Zz"')


def test_a_joker_where_none_is_wild_is_named_with_its_place() -> None:
    hands = ["AhKh", "QsQd"]
    for message, place in (
        (refusal(ph.CardError, "holdem", ["AhKh", "XbQd"]), "in hand 2: Xb"),
        (refusal(ph.CardError, "holdem", hands, "2c3dXr"), "on the board: Xr"),
        (refusal(ph.CardError, "holdem", hands, "", "Xr"), "among the dead cards: Xr"),
    ):
        assert message.startswith(place)
    message = refusal(ph.CardError, "holdem", hands, jokers=1)
    assert message.startswith("in the deck: Xb is a joker")
    assert Spot("holdem", hands, "2c3dXr", rules=JOKERS_WILD).seats == 2


def test_a_card_in_two_places_is_named_with_both() -> None:
    for arguments, words in (
        ((["AhKh", "AhQd"],), "in hand 1 and in hand 2"),
        ((["AhAh", "QsQd"],), "Ah is there twice, in hand 1"),
        ((["KsKh", "AhQd"], "Ah2c3d"), "in hand 2 and on the board"),
        ((["KsKh", "AhQd"], "", "2c Ah"), "in hand 2 and among the dead"),
        ((["KsKh", "QsQd"], "Ah2c3d", "Ah"), "on the board and among the dead"),
        ((["KsKh", "QsQd"], "Ah2cAh"), "Ah is there twice, on the board"),
        ((["KsKh", "QsQd"], "", "AhAh"), "Ah is there twice, among the dead"),
    ):
        message = refusal(ph.CardError, "holdem", *arguments)
        assert message.startswith("Ah is there twice")
        assert words in message
    assert "Kh" in refusal(ph.CardError, "stud", ["As9d/Kh", "/Kh"])
    assert "As" in refusal(ph.CardError, "cowpie", ["As9d/As", ""])


@pytest.mark.parametrize(("text", "part"), [("QQ+, AKx", "AKx"), ("AA:2", "2"), ("AA:-1", "-1")])
def test_a_range_that_cannot_be_read_is_named_with_its_hand_and_position(
    text: str, part: str
) -> None:
    message = refusal(ph.RangeError, "holdem", ["AhKh", text])
    assert message.startswith("hand 2: ")
    assert part in message
    assert " at character " in message


@pytest.mark.parametrize("game", [game for game in GAMES if game != "holdem"])
def test_ranges_are_of_holdem(game: str) -> None:
    assert game in refusal(SpotError, game, ["", ph.Range("QQ+")])


def test_a_hand_with_too_many_cards() -> None:
    eleven = "AhKhQhJhTh9h8h7h6h5h4h"
    for game, hand, board, words in (
        ("holdem", "AhKhQh", "", "3 cards, and a hand of holdem has at most 2"),
        ("omaha", "AhKhQhJhTh", "", "5 cards, and a hand of omaha has at most 4"),
        ("omaha5", "AhKhQhJhTh9h", "", "6 cards, and a hand of omaha5 has at most 5"),
        ("omaha6", "AhKhQhJhTh9h8h", "", "7 cards, and a hand of omaha6 has at most 6"),
        ("ethos", "AhKh", "", "2 cards, and a hand of ethos has at most 1"),
        ("outhouse", eleven[:16], "", "8 cards, and a hand of outhouse has at most 7"),
        ("stud", "AhKhQhJh/2c", "", "4 cards face down, and a hand of stud has at most 3"),
        ("cowpie", "AhKhQhJh/2c", "", "4 cards face down, and a hand of cowpie has at most 3"),
        ("tri-show", "AhKhQhJh", "", "4 cards, and a hand of tri-show has at most 3"),
        ("tri-show", "AhKhQhJh", "2c3c4c", "4 cards, and a hand of tri-show has at most 3"),
        ("stackhouse", eleven, "", "11 cards, and a hand of stackhouse has at most 10"),
        ("stackhouse", eleven, "2c3c4c", "11 cards, and a hand of stackhouse has at most 10"),
        (
            "tri-show",
            "AhKhQh",
            "2c3c4c5c",
            "3 cards, and a hand of tri-show has at most 2 after its discard (S4)",
        ),
        (
            "stackhouse",
            eleven[:20],
            "2c3c4c5c",
            "10 cards, and a hand of stackhouse has at most 9 after its discard (S4)",
        ),
    ):
        assert refusal(SpotError, game, ["", hand], board) == f"hand 2 has {words}"
    assert Spot("tri-show", ["AhKhQh", ""], "2c3c4c").seats == 2


def test_a_hand_with_too_many_cards_face_up() -> None:
    for game, hand in (("stud", "AhKhQh/2c3c4c5c6c"), ("cowpie", "AhKhQh2c3c4c5c6c")):
        words = f"hand 2 has 5 cards face up, and a hand of {game} has at most 4"
        assert refusal(SpotError, game, ["", hand]) == words
    for game in ("omaha", "ethos", "tri-show", "stackhouse", "outhouse"):
        words = f"hand 2 has 1 card face up, and a hand of {game} has none"
        assert refusal(SpotError, game, ["", "Ah/Kh"]) == words


def test_what_is_no_card_is_named_with_its_place_in_the_whole_hand() -> None:
    for hand, place in (("As9dZz/Kh", 2), ("As9d/Zz", 2), ("As9d/KhZz", 3), ("/Zz", 0)):
        message = refusal(ph.CardError, "stud", ["", hand])
        assert message.startswith(f'in hand 2: "Zz" at position {place} is no card')


@pytest.mark.parametrize("game", GAMES)
def test_a_board_of_a_number_of_cards_that_no_street_has(game: str) -> None:
    for cards in (1, 2, 6, 7):
        message = refusal(SpotError, game, ["", ""], ph.deck()[:cards])
        if game in BOARD_GAMES:
            assert "0, 3, 4 or 5" in message
            assert f"not {cards}" in message
        else:
            given = "1 card" if cards == 1 else f"{cards} cards"
            assert message == f"{game} has no board, and one of {given} was given"


def test_more_cards_than_the_deck_has() -> None:
    for game, hands, dead, wanted in (
        ("omaha", 12, 0, 12 * 4 + 5),
        ("holdem", 23, 2, 23 * 2 + 5),
        ("stud", 8, 0, 8 * 7),
        ("cowpie", 7, 4, 7 * 7),
        ("stackhouse", 2, 28, 25),
        ("outhouse", 7, 20, 35),
    ):
        message = refusal(SpotError, game, [""] * hands, dead=ph.deck()[:dead])
        assert f"the deck has {52 - dead}" in message
        if game != "outhouse":
            assert str(wanted) in message
    assert Spot("cowpie", [""] * 7, dead=ph.deck()[:3]).sample(1, 0, 5)[0] == 5
    assert "51" in refusal(SpotError, "holdem", ["random"] * 23, dead="2c2d")


@pytest.mark.parametrize("jokers", [3, 2**64 - 1])
def test_more_jokers_than_there_are(jokers: int) -> None:
    message = refusal(SpotError, "holdem", ["", ""], rules=JOKERS_WILD, jokers=jokers)
    assert str(jokers) in message


def test_a_range_of_which_nothing_is_left_is_named() -> None:
    assert "hand 2" in refusal(SpotError, "holdem", ["AhAd", "AA, AhKh"], "AsKd2c")
    assert "hand 1" in refusal(SpotError, "holdem", ["77", "22"], dead="7s7h7c")


def test_ranges_that_cannot_be_dealt_together_are_named() -> None:
    message = refusal(SpotError, "holdem", ["AA", "KK", "AA", "QQ", "AsKs, AsQs"])
    assert message.startswith("hands 1 and 3 and 5 cannot be dealt together")
    message = refusal(SpotError, "holdem", ["AsKs, AsQs", "22", "AsJs, AsTs"])
    assert message.startswith("hands 1 and 3 ")


def test_many_ranges_that_cannot_be_dealt_together_are_named_soon() -> None:
    # Of each there are more orders than anyone could try.
    for text, most in (("99+", 12), ("A2+", 4), ("A2+, K2+", 8), ("22+", 26)):
        hands = [text] * min(most, 23)
        assert Spot("holdem", hands).seats == len(hands)
        if most < 23:
            message = refusal(SpotError, "holdem", [*hands, text])
            assert f" and {most + 1} cannot be dealt together" in message


def test_policies_for_other_than_all_or_each_hand() -> None:
    for policies, found in (([], 0), (["two", "two", "five"], 3)):
        message = refusal(SpotError, "cowpie", ["", ""], policy=policies)
        assert f"{found} for 2 hands" in message


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_that_does_not_exist_is_named(game: str) -> None:
    assert '"best"' in refusal(ph.RulesError, game, ["", ""], policy="best")
    assert '"Five"' in refusal(ph.RulesError, game, ["", ""], policy=["two", "Five"])


def test_shares_of_cowpie_are_not_known_by_other_rules() -> None:
    message = refusal(ph.RulesError, "cowpie", ["", ""], rules=ph.NO_FLUSH, policy="share")
    assert "other rules" in message


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((None, ["", ""]), {}),
        (("holdem", None), {}),
        (("holdem", 2), {}),
        (("holdem", "AhKh QsQd"), {}),
        (("holdem", [None, ""]), {}),
        (("holdem", [5, ""]), {}),
        (("holdem", ["", ""], 5), {}),
        (("holdem", ["", ""], "", 5.0), {}),
        (("holdem", ["", ""]), {"rules": "standard"}),
        (("holdem", ["", ""]), {"jokers": 1.0}),
        (("holdem", ["", ""]), {"jokers": "1"}),
        (("holdem", ["", ""]), {"policy": 3}),
        (("holdem", ["", ""]), {"policy": ["two", 3]}),
        (("holdem", ["", ""]), {"street": "flop"}),
    ],
)
def test_what_is_of_another_type_is_a_type_error(
    arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        Spot(*arguments, **named)


@pytest.mark.parametrize(
    ("arguments", "named", "words"),
    [
        (("holdem", ["", None]), {}, "in hand 2: "),
        (("holdem", ["", ""], 5), {}, "on the board: "),
        (("holdem", ["", ""], "", 5.0), {}, "among the dead cards: "),
        (("holdem", ["", ""]), {"policy": 3}, "policy is a name"),
        (("holdem", ["", ""]), {"policy": ["two", 3]}, "policy is a name"),
    ],
)
def test_a_type_error_says_of_what(
    arguments: tuple[Any, ...], named: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError, match=f"^{words}"):
        Spot(*arguments, **named)


def test_pieces_and_samples_are_whole_numbers_and_not_too_many() -> None:
    spot = Spot("holdem", ["AhKh", "QsQd"], "2c3d4h")
    sample: Any = spot.sample
    count: Any = spot.count
    for wrong in (-1, 2**64):
        for call, arguments in (
            (sample, (wrong, 0, 1)),
            (sample, (0, 0, wrong)),
            (sample, (0, 0, 1, wrong)),
            (count, (0, wrong)),
        ):
            with pytest.raises(ValueError, match="whole number"):
                call(*arguments)
    for other in (1.0, "1", None):
        with pytest.raises(TypeError):
            sample(0, 0, other)
        with pytest.raises(TypeError):
            count(0, other)
    assert spot.units is not None
    with pytest.raises(ValueError, match=r"has 1 piece$"):
        count(0, spot.units + 1)
    with pytest.raises(ValueError, match="0 pieces"):
        Spot("outhouse", ["", ""]).count(0, 1)
    with pytest.raises(TypeError):
        sample(0, 0, 1, 1, "progress")


def test_what_an_iterable_of_hands_raises_comes_out() -> None:
    def hands() -> Iterator[str]:
        yield "AhKh"
        raise KeyError("second")

    with pytest.raises(KeyError, match="second"):
        Spot("holdem", hands())


# Anything at all

texts = st.one_of(
    st.text(alphabet="AKQT92shdcX br/+-:%.,10♠É\ud800", max_size=12),
    st.lists(st.sampled_from([str(card) for card in ph.deck(jokers=2)]), max_size=11).map("".join),
    st.sampled_from(["QQ+", "AKs:0.5, 22", "AA, KK", "ATo-A8o", "5%"]),
)
things = st.one_of(
    texts,
    st.none(),
    st.integers(-2, 60),
    st.floats(),
    st.lists(st.one_of(st.integers(-1, 54), texts, st.none()), max_size=7),
    st.lists(st.integers(0, 53), unique=True, max_size=7),
    st.sampled_from([ph.Range("QQ+, AKs:0.5"), b"Ah", {"Ah": 1}, object()]),
)
rules = st.sampled_from([None, ph.STANDARD, ph.NO_FLUSH, ph.HOUSE, JOKERS_WILD, "x"])
policies = st.one_of(st.sampled_from(["two", "five", "", 3]), st.lists(texts, max_size=3))


def check(arguments: Iterable[Any]) -> None:
    make: Any = Spot
    try:
        spot = make(*arguments)
    except (ValueError, TypeError):
        return
    tallies = [spot.sample(1, 0, 20)]
    if spot.work is not None and spot.work < 100_000:
        tallies.append(spot.count(0, spot.units))
    for total, rows in tallies:
        assert total > 0
        for part in range(len(rows[0])):
            assert all(sum(parts[part][:3]) == total for parts in rows)
            assert sum(parts[part][3] for parts in rows) == total * SHARE


@given(
    st.one_of(st.sampled_from(GAMES), texts, st.none()),
    st.one_of(st.lists(things, max_size=5), st.lists(texts, min_size=2, max_size=3), things),
    things,
    things,
    rules,
    st.one_of(st.integers(-1, 3), things),
    policies,
)
def test_anything_is_an_error_or_a_spot(
    game: Any, hands: Any, board: Any, dead: Any, by: Any, jokers: Any, policy: Any
) -> None:
    check((game, hands, board, dead, by, jokers, policy))


@settings(max_examples=120)
@given(
    st.sampled_from(GAMES),
    st.permutations(range(54)),
    st.lists(st.integers(0, 10), min_size=2, max_size=4),
    st.sampled_from([0, 0, 3, 4, 5]),
    st.integers(0, 40),
    st.sampled_from([ph.STANDARD, ph.NO_FLUSH, JOKERS_WILD, ph.Rules(wild="bug", wilds="2 Ks")]),
    st.integers(0, 2),
    st.sampled_from(["two", "five"]),
)
def test_cards_of_one_deck_are_an_error_or_a_spot(
    game: str,
    deck: list[int],
    sizes: list[int],
    on_board: int,
    spare: int,
    by: ph.Rules,
    jokers: int,
    policy: str,
) -> None:
    if game in ("tri-show", "stackhouse"):
        by = ph.NO_FLUSH  # With wild cards every such spot looks up all hands of seven.
    if by.wild is None:
        deck, jokers = [card for card in deck if card < 52], 0
    cards = iter(deck)
    most = {"holdem": 2, "omaha": 4, "ethos": 1, "tri-show": 3, "outhouse": 7}.get(game, 7)
    hands = [[next(cards) for _ in range(min(size, most))] for size in sizes]
    board = [next(cards) for _ in range(on_board)] if game in BOARD_GAMES else []
    # What Outhouse's last round needs is another test's.
    dead = [card for card, _ in zip(cards, range(0 if game == "outhouse" else spare), strict=False)]
    check((game, hands, board, dead, by, jokers, policy))
