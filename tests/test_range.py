"""Hold'em ranges as Python sees them; `ranges.rs` reads every class and every span."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations

import pokerhouse as ph
import pytest
from hypothesis import given
from hypothesis import strategies as st

RANKS = "23456789TJQKA"
PAIRS = [2 * rank for rank in RANKS]
KINDS = [high + low + kind for low, high in combinations(RANKS, 2) for kind in ("", "s", "o")]
COMBOS = [f"{high}{low}" for low, high in combinations(ph.deck(), 2)]

weights = st.integers(1, 1_000_000).map(lambda millionths: f"{millionths / 1e6:.6f}")
items = st.one_of(
    st.sampled_from([*PAIRS, *KINDS, *COMBOS, "random"]),
    st.sampled_from([*PAIRS, *KINDS]).map("{}+".format),
    st.integers(226_245, 100_000_000).map(lambda part: f"{part // 10**6}.{part % 10**6:06}%"),
)


def refusal(text: str) -> str:
    with pytest.raises(ph.RangeError) as error:
        ph.Range(text)
    return str(error.value)


def test_a_range_has_combos_of_cards_and_weights_in_their_order() -> None:
    held = ph.Range("2c2d, AhKh:0.5")
    assert held.combos == (ph.cards("Ah Kh"), ph.cards("2d 2c"))
    assert all(type(card) is ph.Card for combo in held.combos for card in combo)
    assert held.weights == (0.5, 1.0)
    assert len(held) == 2
    assert str(held) == "2d2c, AhKh:0.5"
    assert repr(held) == "Range('2d2c, AhKh:0.5')"
    assert ph.Range("random").combos == tuple(
        (high, low) for high in reversed(ph.deck()) for low in reversed(ph.deck()[:high])
    )


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("AA", 6),
        ("AK", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("AhKh", 1),
        ("QQ+", 18),
        ("A2s+", 48),
        ("KTo+", 36),
        ("T9s+", 4),
        ("99-66", 24),
        ("KTo-K8o", 36),
        ("T9s-76s", 16),
        ("random", 1326),
        ("*", 1326),
        ("100%", 1326),
        ("15%", 200),
        ("QQ+, AKs", 22),
    ],
)
def test_notation_holds_as_many_combos_as_it_names(text: str, combos: int) -> None:
    assert len(ph.Range(text)) == len(ph.Range(text).combos) == len(ph.Range(text).weights)
    assert len(ph.Range(text)) == combos


@given(st.lists(items, min_size=1, max_size=12), weights)
def test_what_a_range_prints_is_that_range(names: list[str], weight: str) -> None:
    plain = ph.Range(", ".join(names))
    assert ph.Range(str(plain)) == plain
    assert set(plain.combos) == {combo for name in names for combo in ph.Range(name).combos}
    weighed = ph.Range(" ".join(f"{name}:{weight}" for name in names))
    assert ph.Range(str(weighed)) == weighed
    assert set(weighed.weights) == {float(weight)}
    assert (weighed == plain) is (float(weight) == 1)


@given(st.dictionaries(st.sampled_from(COMBOS), weights, min_size=1, max_size=60))
def test_every_combo_keeps_its_weight(combos: dict[str, str]) -> None:
    held = ph.Range(" ".join(f"{combo}:{weight}" for combo, weight in combos.items()))
    assert dict(zip(held.combos, held.weights, strict=True)) == {
        ph.cards(combo): float(weight) for combo, weight in combos.items()
    }
    assert ph.Range(str(held)) == held


@given(st.text(alphabet="AKQT92shdo+-:%.,* 105♠É", max_size=12))
def test_any_text_is_a_range_or_a_range_error(text: str) -> None:
    try:
        held = ph.Range(text)
    except ph.RangeError as error:
        message = str(error)
        assert " at character " in message
        return
    assert ph.Range(str(held)) == held


def test_equal_ranges_have_one_hash_and_other_weights_make_others() -> None:
    assert ph.Range("AK") == ph.Range("AKs AKo")
    assert hash(ph.Range("AK")) == hash(ph.Range("AKo, AKs:1"))
    assert len({ph.Range("AA"), ph.Range("AA+"), ph.Range("AA:0.5"), ph.Range("KK")}) == 3
    assert ph.Range("AA") != "AA"


def test_a_range_pickles_and_copies_and_does_not_change() -> None:
    held = ph.Range("15%:0.5, 3h2h:0.000001")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(held, protocol))
        assert again == held
        assert again.weights == held.weights
    assert copy.deepcopy(held) == copy.copy(held) == held
    with pytest.raises(AttributeError):
        setattr(held, "weights", ())  # noqa: B010


def test_an_error_is_a_value_error_that_says_what_where_and_what_would_be_right() -> None:
    assert issubclass(ph.RangeError, ValueError)
    assert refusal("QQ+, AKx") == (
        '"AKx" at character 5 is no hand of a range: write AA, AK, AKs, AKo, AhKh, QQ+, A2s+, '
        "KTo-K8o, random or 15%"
    )
    assert refusal("A♥K♥, AA:2").startswith('"2" at character 9 is no weight')
    assert refusal("").startswith("an empty item at character 0 is no hand")
    assert "(with U+0410)" in refusal("\u0410A")
    with pytest.raises(ph.RangeError, match="AsAh the weight") as error:
        ph.Range("AA AA:0.5")
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is ph.RangeError
    assert str(again) == str(error.value)


def test_half_a_character_is_a_range_error() -> None:
    assert "(with U+FFFD)" in refusal("AA \ud83c")


@pytest.mark.parametrize("thing", [None, 5, b"AA", ["AA"], ph.Range("AA")])
def test_what_is_no_text_is_a_type_error(thing: object) -> None:
    make: type = ph.Range
    with pytest.raises(TypeError):
        make(thing)
