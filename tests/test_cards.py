"""Cards, decks and how text and numbers are read (R1, R9)."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pokerhouse as ph
import pytest
from hands import refusal
from hypothesis import given
from hypothesis import strategies as st
from oracle import DECK, JOKERS, RANKS, SUITS

ALL = (*DECK, *JOKERS)
SYMBOLS = dict(zip("cdhs", "♣♦♥♠", strict=True))


# ------------------------------------------------------------------ Card


def test_cards_are_numbered_by_rank_then_suit_from_the_deuce_of_clubs() -> None:
    assert [str(ph.Card(number)) for number in range(54)] == list(ALL)
    assert [int(ph.Card(text)) for text in ALL] == list(range(54))
    assert ph.Card("2c") == 0
    assert ph.Card("As") == 51
    assert ph.Card("Xb") == 52
    assert ph.Card("Xr") == 53


def test_a_card_is_an_int_with_a_rank_and_a_suit() -> None:
    card = ph.Card("As")
    assert isinstance(card, int)
    assert card.rank == "A"
    assert card.suit == "s"
    assert [(ph.Card(text).rank, ph.Card(text).suit) for text in DECK] == [
        (rank, suit) for rank in RANKS for suit in SUITS
    ]


def test_a_joker_has_the_rank_x() -> None:
    assert ph.Card("Xb").rank == "X"
    assert ph.Card(53).rank == "X"


def test_a_card_prints_as_its_text() -> None:
    card = ph.Card(51)
    assert str(card) == "As"
    assert f"{card}" == "As"
    assert f"{card:d}" == "51"
    assert "As" in repr(card)


@pytest.mark.parametrize("text", ["As", "as", "AS", "aS", "A♠", "a♠"])
def test_a_card_is_read_in_any_case_and_with_symbols(text: str) -> None:
    assert ph.Card(text) == 51


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", "10D", "10♦", "T♦"])
def test_a_ten_is_read_as_t_or_as_10(text: str) -> None:
    assert ph.Card(text) == 33
    assert str(ph.Card(text)) == "Td"


@pytest.mark.parametrize("text", DECK)
def test_every_form_of_a_card_is_the_same_card(text: str) -> None:
    rank, suit = text[0], text[1]
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    for form in ranks:
        for ending in (suit, suit.upper(), SYMBOLS[suit]):
            assert str(ph.Card(form + ending)) == text


@pytest.mark.parametrize("text", ["Xb", "xb", "XB", "xB"])
def test_a_joker_is_read_in_any_case(text: str) -> None:
    assert ph.Card(text) == 52


def test_a_card_is_made_of_a_card_or_of_a_numpy_integer() -> None:
    assert ph.Card(ph.Card("Kh")) == ph.Card("Kh")
    for dtype in (np.uint8, np.int8, np.int16, np.uint32, np.int64, np.uint64):
        card = ph.Card(dtype(47))
        assert str(card) == "Ks"
        assert type(card) is ph.Card


def test_cards_are_ordered_by_rank_then_suit() -> None:
    shuffled = [ph.Card(number) for number in (51, 0, 30, 31, 53, 7)]
    assert [str(card) for card in sorted(shuffled)] == ["2c", "3s", "9h", "9s", "As", "Xr"]
    assert ph.Card("2s") < ph.Card("3c") < ph.Card("3d")


def test_a_card_equals_its_number_hashes_alike_and_indexes() -> None:
    assert ph.Card("As") == 51
    assert hash(ph.Card("As")) == hash(51)
    assert {ph.Card("As"), 51, ph.Card("A♠")} == {51}
    assert "abc"[ph.Card("2h")] == "c"


@pytest.mark.parametrize("number", range(54))
def test_a_card_survives_pickling_and_copying(number: int) -> None:
    card = ph.Card(number)
    twins = [pickle.loads(pickle.dumps(card, protocol)) for protocol in range(6)]
    twins += [copy.copy(card), copy.deepcopy(card)]
    for twin in twins:
        assert twin == card
        assert type(twin) is ph.Card
        assert str(twin) == str(card)


def test_a_card_goes_into_json_as_its_number() -> None:
    assert json.loads(json.dumps([int(ph.Card("As")), ph.Card("Kd")])) == [51, 45]


def test_a_card_cannot_be_changed() -> None:
    card: Any = ph.Card("As")
    with pytest.raises(AttributeError):
        card.rank = "K"
    with pytest.raises(AttributeError):
        card.suit = "h"
    assert str(card) == "As"


# ------------------------------------------------------------------ cards and deck


@pytest.mark.parametrize(
    "text",
    [
        "As Kd 10h 2c",
        "AsKdTh2c",
        "As,Kd,Th,2c",
        "As, Kd, Th, 2c",
        "  as  kd10H2C ",
        "A♠K♦T♥2♣",
        "a♠ Kd,10♥2♣,",
    ],
)
def test_text_is_read_with_or_without_spaces_and_commas(text: str) -> None:
    assert [str(card) for card in ph.cards(text)] == ["As", "Kd", "Th", "2c"]


def test_cards_come_back_as_a_tuple_of_card() -> None:
    held = ph.cards("As Xr")
    assert type(held) is tuple
    assert [type(card) for card in held] == [ph.Card, ph.Card]
    assert held == (51, 53)


def test_no_text_is_no_cards() -> None:
    assert ph.cards("") == ()
    assert ph.cards("  ") == ()
    assert ph.cards([]) == ()
    assert ph.cards(iter(())) == ()


def test_cards_are_taken_from_any_iterable_of_any_mixture() -> None:
    wanted = (51, 45, 0)
    assert ph.cards(["As", "Kd", "2c"]) == wanted
    assert ph.cards((51, "Kd", ph.Card(0))) == wanted
    assert ph.cards(number for number in wanted) == wanted
    assert ph.cards(np.array(wanted)) == wanted
    assert ph.cards(np.array(wanted, dtype=np.uint8)) == wanted
    assert ph.cards([np.int16(51), np.uint64(45), "2♣"]) == wanted
    assert ph.cards(ph.cards("As Kd 2c")) == wanted
    assert ph.cards(dict.fromkeys(wanted)) == wanted
    assert {str(card) for card in ph.cards({51, 45, 0})} == {"As", "Kd", "2c"}


def test_cards_accepts_an_iterator_of_ones_own() -> None:
    class Dealer:
        def __iter__(self) -> Iterator[str]:
            yield "As"
            yield "10d"

    assert [str(card) for card in ph.cards(Dealer())] == ["As", "Td"]


def test_an_error_inside_the_iterable_comes_through() -> None:
    def broken() -> Iterator[int]:
        yield 51
        raise LookupError("the dealer dropped the deck")

    with pytest.raises(LookupError, match="dropped the deck"):
        ph.cards(broken())
    with pytest.raises(LookupError, match="dropped the deck"):
        ph.evaluate(broken())


def test_a_deck_is_every_card_in_order_and_then_the_jokers() -> None:
    assert [str(card) for card in ph.deck()] == list(DECK)
    assert [str(card) for card in ph.deck(1)] == [*DECK, "Xb"]
    assert [str(card) for card in ph.deck(jokers=2)] == list(ALL)
    assert type(ph.deck()) is tuple
    assert {type(card) for card in ph.deck(2)} == {ph.Card}


@pytest.mark.parametrize("jokers", [-1, 3, 54, 2**70])
def test_a_deck_has_no_other_number_of_jokers(jokers: int) -> None:
    with pytest.raises(ValueError, match=str(jokers)):
        ph.deck(jokers)


@given(st.lists(st.sampled_from(ALL), max_size=12), st.data())
def test_any_writing_of_cards_reads_back(cards: list[str], data: st.DataObject) -> None:
    written = ""
    for text in cards:
        rank, suit = text[0], text[1]
        ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
        suits = [suit, suit.upper(), *([SYMBOLS[suit]] if rank != "X" else [])]
        written += data.draw(st.sampled_from(ranks)) + data.draw(st.sampled_from(suits))
        written += data.draw(st.sampled_from(["", " ", ",", ", ", "  "]))
    assert [str(card) for card in ph.cards(written)] == cards


# ------------------------------------------------------------------ what is no card (R9)


@pytest.mark.parametrize(
    "text", ["1h", "Zs", "Az", "11d", "0c", "A", "s", "sA", "Xs", "Xc", "?", "10"]
)
def test_text_that_is_no_card_is_named(text: str) -> None:
    assert text in refusal(ph.Card, text)
    assert text in refusal(ph.cards, [51, text])


@pytest.mark.parametrize("text", ["1h", "Zs", "Az", "Xs"])
def test_text_that_is_no_card_is_named_in_the_middle_of_a_hand(text: str) -> None:
    for hand in (f"As Kd {text} Qc Jh", f"As,{text},Qc"):
        assert text in refusal(ph.cards, hand)
        assert text in refusal(ph.evaluate, hand)


def test_half_a_card_at_the_end_is_an_error() -> None:
    assert "K" in refusal(ph.cards, "AsK")
    assert "A" in refusal(ph.cards, "Ks Qd A")


def test_one_card_is_not_two() -> None:
    for text in ("", " ", "As Kd", "AsKd", "Ass"):
        refusal(ph.Card, text)


@pytest.mark.parametrize(
    ("text", "code_point"),
    [
        ("\u0410s", "0410"),  # Cyrillic A
        ("A\u0455", "0455"),  # Cyrillic s
        ("\u041ah", "041A"),  # Cyrillic K
        ("\uff21s", "FF21"),  # fullwidth A
        ("A\u2665\u200b", "200B"),  # zero width space
        ("\u0662c", "0662"),  # Arabic-Indic two
        ("\U0001f0a1", "1F0A1"),  # the playing card ace of spades
    ],
)
def test_a_character_that_is_not_ours_is_named_by_its_code_point(
    text: str, code_point: str
) -> None:
    wanted = re.compile(rf"U\+0*{code_point}\b", re.IGNORECASE)
    assert wanted.search(refusal(ph.Card, text))
    assert wanted.search(refusal(ph.cards, f"Kd {text}"))
    assert wanted.search(refusal(ph.evaluate, f"Kd Qd {text} 9d 8d"))


@pytest.mark.parametrize(
    "number", [54, -1, 300, 255, 256 + 51, -205, 2**31, 2**63, 2**64 + 51, -(2**70)]
)
def test_a_number_that_is_no_card_is_named(number: int) -> None:
    named = re.compile(rf"(?<!\d){re.escape(str(number))}(?!\d)")
    assert named.search(refusal(ph.Card, number))
    assert named.search(refusal(ph.cards, [0, number, 1]))
    assert named.search(refusal(ph.evaluate, [0, 1, number, 2, 3]))


@pytest.mark.parametrize("number", [np.int64(54), np.int8(-1), np.uint64(2**64 - 1), np.int16(307)])
def test_a_numpy_number_that_is_no_card_is_named(number: Any) -> None:
    assert str(int(number)) in refusal(ph.Card, number)
    assert str(int(number)) in refusal(ph.cards, [number])
    assert str(int(number)) in refusal(ph.cards, np.array([number]))


@pytest.mark.parametrize("thing", [None, 1.0, 51.5, b"As", ["As"], object(), {}, 1j, np.float64(3)])
def test_a_thing_that_is_neither_text_nor_integer_is_no_card(thing: Any) -> None:
    for call in (
        ph.Card,
        lambda thing: ph.cards([thing]),
        lambda thing: ph.evaluate([0, 1, 2, 3, thing]),
    ):
        with pytest.raises((TypeError, ValueError)):
            call(thing)


@pytest.mark.parametrize("thing", [None, 7, 1.5, object(), len])
def test_a_thing_that_is_no_iterable_holds_no_cards(thing: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ph.cards(thing)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_an_error_of_the_arguments_own_is_passed_on(error: type[BaseException]) -> None:
    class Number:
        def __index__(self) -> int:
            raise error

    class Hand:
        def __iter__(self) -> None:
            raise error

    things: list[Any] = [Number(), Hand()]
    with pytest.raises(error):
        ph.evaluate([things[0]])
    with pytest.raises(error):
        ph.evaluate(things[1])
    with pytest.raises(error):
        ph.describe(things[0])


def test_a_long_number_is_not_shown_as_a_shorter_one() -> None:
    with pytest.raises(ph.CardError, match=r"^10{39}… at position 0"):
        ph.evaluate([10**50])


def test_half_a_character_is_shown_as_it_was_written() -> None:
    with pytest.raises(ph.CardError, match=re.escape(r"'A\ud800 Kd'")):
        ph.evaluate("A\ud800 Kd")
