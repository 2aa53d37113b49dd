"""One hand at a time: right values, right order, right errors (R2 to R9, W1 to W5, C2)."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import oracle
import pokerhouse as ph
import pytest
from hands import (
    GAMES,
    assert_same_order,
    game_name,
    game_of,
    numbers,
    random_hand,
    read_vectors,
    refusal,
    rules_of,
)
from oracle import DECK, RANKS, Game, Worth
from pokerhouse import Category

CARD = ph.Rules(wild="card")
BUG = ph.Rules(wild="bug")
CASINO = ph.Rules(wild="casino-bug")


def worth(hand: str, rules: ph.Rules = ph.STANDARD) -> tuple[Category, str]:
    strength = ph.evaluate(hand, rules)
    return ph.category(strength), ph.ranks(strength)


# ------------------------------------------------------------------ right values


def test_every_vector_has_its_category_and_ranks() -> None:
    for case in read_vectors("rank.jsonl"):
        rules = rules_of(game_of(case))
        if len(case["cards"].split()) == 2:
            strength = ph.evaluate_two(case["cards"], rules)
            ranks = ph.ranks_two(strength)
        else:
            strength = ph.evaluate(case["cards"], rules)
            ranks = ph.ranks(strength)
        assert type(strength) is int
        assert (strength >> 12, ranks) == (
            oracle.CATEGORY_WORDS.index(case["category"]),
            case["ranks"],
        ), case


def test_categories_have_their_numbers() -> None:
    assert [(category.name.lower().replace("_", " "), int(category)) for category in Category] == [
        (word, number) for number, word in enumerate(oracle.CATEGORY_WORDS)
    ]


@pytest.mark.parametrize(
    ("hand", "category", "ranks"),
    [
        ("As Kd Qc Jh 8s", Category.HIGH_CARD, "AKQJ8"),
        ("Ks Kd Ah 7c 4s", Category.ONE_PAIR, "KA74"),
        ("Ks Kd 4h 4c 7s", Category.TWO_PAIR, "K47"),
        ("4s 4d 4h Kc 7s", Category.THREE_OF_A_KIND, "4K7"),
        ("As 2d 3h 4c 5s", Category.STRAIGHT, "5"),
        ("As Kd Qc Jh Ts", Category.STRAIGHT, "A"),
        ("As Ks Qs Js 8s", Category.FLUSH, "AKQJ8"),
        ("Ks Kd Kh 9c 9s", Category.FULL_HOUSE, "K9"),
        ("9s 9d 9h 9c Ks", Category.FOUR_OF_A_KIND, "9K"),
        ("As 2s 3s 4s 5s", Category.STRAIGHT_FLUSH, "5"),
        ("9s Ks Qs Js Ts", Category.STRAIGHT_FLUSH, "K"),
        ("As Ks Qs Js Ts", Category.ROYAL_FLUSH, "A"),
    ],
)
def test_each_category_is_recognised(hand: str, category: Category, ranks: str) -> None:
    assert worth(hand) == (category, ranks)
    assert ph.category(ph.evaluate(hand)) is category


def test_five_aces_are_five_of_a_kind() -> None:
    assert worth("As Ah Ad Ac Xr", CARD) == (Category.FIVE_OF_A_KIND, "A")


def test_a_strength_has_sixteen_bits_and_its_category_on_top() -> None:
    random = Random(2)
    for game in GAMES:
        for size in (5, 6, 7):
            strength = ph.evaluate(random_hand(random, size, game), rules_of(game))
            assert type(strength) is int
            assert 0 <= strength < 1 << 16
            assert ph.category(strength) == strength >> 12


def test_a_full_house_is_described_in_words() -> None:
    assert ph.describe(ph.evaluate("Kd Kh Ks 9c 9d")) == "full house, kings full of nines"


def test_different_strengths_are_described_differently() -> None:
    random = Random(3)
    words: dict[str, int] = {}
    for _ in range(3000):
        strength = ph.evaluate(random_hand(random, 5, Game(wild="card")), CARD)
        said = ph.describe(strength)
        assert words.setdefault(said, strength) == strength, said
    two_words = {ph.describe_two(ph.evaluate_two(hand)) for hand in combinations(range(52), 2)}
    assert len(two_words) == 91


# ------------------------------------------------------------------ straights (R3)


def test_the_wheel_is_the_lowest_straight_and_nothing_wraps_around() -> None:
    straights = ["A2345", *(RANKS[low : low + 5] for low in range(9))]
    strengths = [
        ph.evaluate([rank + suit for rank, suit in zip(ranks, "shdcs", strict=True)])
        for ranks in straights
    ]
    assert strengths == sorted(set(strengths))
    assert {ph.category(strength) for strength in strengths} == {Category.STRAIGHT}
    assert [ph.ranks(strength) for strength in strengths] == list("56789TJQKA")
    for wrapped in ("Ks As 2d 3c 4h", "Qs Ks Ad 2c 3h", "Js Qs Kd Ac 2h"):
        assert ph.category(ph.evaluate(wrapped)) is Category.HIGH_CARD
    for wrapped in ("Ks As 2s 3s 4s", "Qs Ks As 2s 3s", "Js Qs Ks As 2s"):
        assert ph.category(ph.evaluate(wrapped)) is Category.FLUSH


def test_straights_count_the_same_with_flushes_off() -> None:
    assert worth("As 2s 3s 4s 5s", ph.NO_FLUSH) == (Category.STRAIGHT_FLUSH, "5")
    assert worth("As Ks Qs Js Ts", ph.NO_FLUSH) == (Category.ROYAL_FLUSH, "A")
    assert worth("As 2s 3s 4s 5d", ph.NO_FLUSH) == (Category.STRAIGHT, "5")


# ------------------------------------------------------------------ flushes do not count (R5)


@pytest.mark.parametrize(
    ("hand", "category", "ranks"),
    [
        ("Ah Kh 9h 4h 2h 5c 3d", Category.STRAIGHT, "5"),
        ("5h 6h 7h 8h 9h Kh 2c", Category.STRAIGHT_FLUSH, "9"),
        ("Ah Kh 9h 4h 2h", Category.HIGH_CARD, "AK942"),
        ("Ah Kh 9h 4h 2h Ac Ad", Category.THREE_OF_A_KIND, "AK9"),
        ("Ah Kh 9h 4h 2h Ac Kd", Category.TWO_PAIR, "AK9"),
        ("Ah Kh 9h 4h 2h 2c", Category.ONE_PAIR, "2AK9"),
        ("Ah Kh 9h 4h 2h Qc 7d", Category.HIGH_CARD, "AKQ97"),
    ],
)
def test_a_flush_that_does_not_count_is_the_best_of_all_fives(
    hand: str, category: Category, ranks: str
) -> None:
    assert worth(hand, ph.NO_FLUSH) == (category, ranks)


# ------------------------------------------------------------------ wilds (W1 to W5)


def test_a_flush_holds_a_second_ace_under_card_only() -> None:
    first, second = "As Xb 9s 5s 2s", "Ad Kd Qd Td 8d"
    assert ph.evaluate(first, CARD) > ph.evaluate(second, CARD)
    assert ph.evaluate(first, BUG) < ph.evaluate(second, BUG)
    assert ph.evaluate(first, CASINO) < ph.evaluate(second, CASINO)
    assert worth(first, CARD) == (Category.FLUSH, "AA952")
    assert worth(first, BUG) == (Category.FLUSH, "AK952")
    assert worth(first, CASINO) == (Category.FLUSH, "AK952")
    assert worth("As Xb Xr 9s 4s", CARD) == (Category.FLUSH, "AAA94")
    assert worth("As Xb Xr 9s 4s", BUG) == (Category.FLUSH, "AKQ94")


def test_a_doubled_ace_flush_beats_the_same_flush_with_the_next_rank() -> None:
    assert ph.evaluate("As Xb 9s 5s 2s", CARD) > ph.evaluate("Ad Kd 9d 5d 2d", CARD)
    assert ph.evaluate("As Xb 9s 5s 2s", BUG) == ph.evaluate("Ad Kd 9d 5d 2d", BUG)


def test_four_aces_and_a_wild() -> None:
    hand = "As Ah Ad Ac Xb"
    assert worth(hand, CARD) == (Category.FIVE_OF_A_KIND, "A")
    assert worth(hand, CASINO) == (Category.FIVE_OF_A_KIND, "A")
    assert worth(hand, BUG) == (Category.FOUR_OF_A_KIND, "AK")
    assert ph.evaluate(hand, CARD) == ph.evaluate(hand, CASINO)


def test_kings_and_fours_with_a_casino_bug_have_an_ace_kicker() -> None:
    assert worth("Ks Kd 4h 4c Xb", CASINO) == (Category.TWO_PAIR, "K4A")
    assert worth("Ks Kd 4h 4c Xb", BUG) == (Category.FULL_HOUSE, "K4")


def test_wild_deuces() -> None:
    hand = "2s 2h 2d 2c Ks"
    assert worth(hand, ph.Rules(wild="card", wilds="2")) == (Category.FIVE_OF_A_KIND, "K")
    assert worth(hand, ph.Rules(wild="bug", wilds="2")) == (Category.ROYAL_FLUSH, "A")


def test_a_printed_wild_may_be_itself_whatever_the_kind() -> None:
    for kind in ("card", "bug", "casino-bug"):
        rules = ph.Rules(wild=kind, wilds="9")
        assert worth("9s 9h 9d 9c 2s", rules)[0] >= Category.FOUR_OF_A_KIND
        assert ph.evaluate("9s 9h 9d 4c 4s", rules) >= ph.evaluate("9s 9h 9d 4c 4s")
    nines = ph.Rules(wild="casino-bug", wilds="9")
    assert worth("9s 9h 7d 4c 2s", nines) == (Category.ONE_PAIR, "A742")
    assert worth("9s 8h 8d 9c 2s", nines) == (Category.TWO_PAIR, "A82")
    one = ph.Rules(wild="casino-bug", wilds="9s")
    assert worth("9s 9h 9d 9c 2s", one) == (Category.FOUR_OF_A_KIND, "92")


def test_two_bugs_stand_for_two_different_cards() -> None:
    assert worth("Ks Kh Kd Xb Xr", BUG) == (Category.FOUR_OF_A_KIND, "KA")
    assert worth("Ks Kh Kd Xb Xr", CARD) == (Category.FIVE_OF_A_KIND, "K")


def test_two_cards_with_wilds_are_pairs() -> None:
    for rules in (CARD, BUG):
        for rank in RANKS:
            strength = ph.evaluate_two(f"Xb {rank}s", rules)
            assert (ph.category(strength), ph.ranks_two(strength)) == (Category.ONE_PAIR, rank)
    for rank in RANKS:
        strength = ph.evaluate_two(f"Xb {rank}s", CASINO)
        assert ph.ranks_two(strength) == ("A" if rank == "A" else f"A{rank}")
    for rules in (CARD, BUG, CASINO):
        assert ph.evaluate_two("Xb Xr", rules) == ph.evaluate_two("As Ah")


def test_wilds_combine_with_flushes_that_do_not_count() -> None:
    for kind in ("card", "bug", "casino-bug"):
        rules = ph.Rules(flushes=False, wild=kind)
        assert worth("As Xb 9s 5s 2s", rules) == (Category.ONE_PAIR, "A952")
        assert worth("8s 7s 6s 5s Xb", rules) == (Category.STRAIGHT_FLUSH, "9")
    no_flush = ph.Rules(flushes=False, wild="casino-bug")
    assert worth("Ks 9s 8s 5s Xb", no_flush) == (Category.HIGH_CARD, "AK985")
    assert worth("Ks 9s 8s 5s Xb", CASINO) == (Category.FLUSH, "AK985")


# ------------------------------------------------------------------ order, against the oracle


def test_strengths_and_worths_correspond_one_to_one_under_all_rules() -> None:
    """R2: one number means one hand under all rules, and greater is stronger."""
    random = Random(5)
    seen: dict[Worth, int] = {}
    for game in GAMES:
        rules = rules_of(game)
        for size in (5, 6, 7):
            for _ in range(60 if game.wild is None else 20):
                hand = random_hand(random, size, game, most_wilds=2)
                strength, value = ph.evaluate(hand, rules), oracle.worth(hand, game)
                assert (strength >> 12, ph.ranks(strength)) == (value.category, value.ranks), (
                    hand,
                    rules,
                )
                assert seen.setdefault(value, strength) == strength, (hand, rules)
    assert_same_order((strength, value) for value, strength in seen.items())


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_order_agrees_with_the_oracle_up_to_three_wilds(game: Game) -> None:
    random = Random(7)
    rules = rules_of(game)
    pairs = []
    for size in (5, 6, 7):
        for _ in range(6 if game.wild else 100):
            hand = random_hand(random, size, game, most_wilds=3)
            strength, value = ph.evaluate(hand, rules), oracle.worth(hand, game)
            assert (strength >> 12, ph.ranks(strength)) == (value.category, value.ranks), hand
            pairs.append((strength, value))
    assert_same_order(pairs)


@pytest.mark.parametrize("kind", ["card", "bug", "casino-bug"])
@pytest.mark.parametrize("flushes", [True, False])
def test_four_wilds_agree_with_the_oracle(kind: str, flushes: bool) -> None:
    game = Game(flushes, kind, frozenset(["2c", "2d", "2h", "2s"]))
    for wilds, naturals in (
        ("2c 2d 2h 2s", "Ks"),
        ("2c 2d 2h Xb", "9s"),
        ("2c 2d 2h 2s", "As 3s"),
        ("2c 2h Xb", "8s 7d 3c"),
    ):
        hand = [*wilds.split(), *naturals.split()]
        strength, value = ph.evaluate(hand, rules_of(game)), oracle.worth(hand, game)
        assert (strength >> 12, ph.ranks(strength)) == (value.category, value.ranks), hand


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_two_card_order_agrees_with_the_oracle(game: Game) -> None:
    """R6, W5: every two cards of the deck with both jokers that matter, a sample of them."""
    deck = [*DECK, *oracle.JOKERS] if game.wild else list(DECK)
    pairs = []
    for hand in Random(11).sample(list(combinations(deck, 2)), 150):
        strength, value = ph.evaluate_two(hand, rules_of(game)), oracle.two_worth(hand, game)
        assert (strength >> 12, ph.ranks_two(strength)) == (value.category, value.ranks), hand
        pairs.append((strength, value))
    assert_same_order(pairs)


def test_two_cards_have_91_classes_in_the_order_of_the_ruling() -> None:
    pairs = [(ph.evaluate_two(hand), oracle.two_worth(hand)) for hand in combinations(DECK, 2)]
    assert len({strength for strength, _ in pairs}) == 91
    assert_same_order(pairs)


@pytest.mark.parametrize("flushes", [True, False])
@pytest.mark.parametrize("holes", [4, 5, 6])
@pytest.mark.parametrize("street", [3, 4, 5])
def test_omaha_agrees_with_the_oracle(flushes: bool, holes: int, street: int) -> None:
    random = Random(13)
    game = Game(flushes)
    pairs = []
    for _ in range(25):
        cards = random_hand(random, holes + street, game)
        hole, board = cards[:holes], cards[holes:]
        strength = ph.evaluate_omaha(hole, board, rules_of(game))
        value = oracle.omaha_worth(hole, board, game)
        assert (strength >> 12, ph.ranks(strength)) == (value.category, value.ranks), (hole, board)
        pairs.append((strength, value))
    assert_same_order(pairs)


@pytest.mark.parametrize("game", [game for game in GAMES if game.wild][::4], ids=game_name)
def test_omaha_with_wild_cards_agrees_with_the_oracle(game: Game) -> None:
    """R8 with W1 to W3: the wilds are in the hole, on the board, or both."""
    random = Random(14)
    pairs = []
    for _ in range(12):
        cards = random_hand(random, 8, game, most_wilds=2)
        hole, board = cards[:4], cards[4:]
        strength = ph.evaluate_omaha(hole, board, rules_of(game))
        value = oracle.omaha_worth(hole, board, game)
        assert (strength >> 12, ph.ranks(strength)) == (value.category, value.ranks), (hole, board)
        pairs.append((strength, value))
    assert_same_order(pairs)


def test_omaha_plays_exactly_two_hole_cards() -> None:
    assert worth("As Ks Qs Js Ts") == (Category.ROYAL_FLUSH, "A")
    strength = ph.evaluate_omaha("As Kd 2c 2h", "Ks Qs Js Ts 4d")
    assert ph.category(strength) is Category.STRAIGHT
    strength = ph.evaluate_omaha("As Ad Ah Ac", "Ks Qd 7c 4h 2s")
    assert (ph.category(strength), ph.ranks(strength)) == (Category.ONE_PAIR, "AKQ7")
    strength = ph.evaluate_omaha("Ks Kd 7h 2c", "As Ad Ah Ac 3s")
    assert (ph.category(strength), ph.ranks(strength)) == (Category.FULL_HOUSE, "AK")


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_showing_cards_are_ordered_by_pairs_and_kickers(size: int) -> None:
    """C2: no straights and no flushes among the cards that show."""
    random = Random(17)
    pairs = []
    for _ in range(400):
        ranks = random.sample(RANKS, random.randint(1, 3)) if random.random() < 0.5 else RANKS
        cards = random.sample([card for card in DECK if card[0] in ranks], size)
        pairs.append((ph.evaluate_showing(cards), oracle.showing_worth(cards)))
    assert_same_order(pairs)


def test_four_to_a_flush_or_straight_showing_is_no_more_than_its_cards() -> None:
    assert ph.evaluate_showing("As Ks Qs Js") == ph.evaluate_showing("Ah Kd Qc Js")
    assert ph.evaluate_showing("2s 2d 3c 4h") > ph.evaluate_showing("As Ks Qs Js")


# ------------------------------------------------------------------ five against two (R7)


def front(hand: str) -> int:
    return ph.evaluate_two(hand)


def test_aces_in_front_need_two_pair_behind() -> None:
    aces = front("As Ah")
    assert not ph.outranks(ph.evaluate("Ad Ac Ks Qs Js"), aces)
    assert ph.outranks(ph.evaluate("2s 2h 3s 3h 4d"), aces)
    assert ph.outranks(ph.evaluate("2s 2h 2d 3h 4d"), aces)


def test_ace_king_in_front_does_not_go_with_ace_king_behind() -> None:
    assert not ph.outranks(ph.evaluate("Ad Kc Qs 9s 8h"), front("As Kh"))
    assert ph.outranks(ph.evaluate("Ad Kc Qs 9s 8h"), front("As Qh"))
    assert ph.outranks(ph.evaluate("Ad Kc Qs 9s 8h"), front("As Kh"), prefix=True)
    assert ph.outranks(ph.evaluate("Ad Ac Ks Qs Js"), front("As Ah"), prefix=True)


def test_ace_king_with_king_nine_is_illegal_and_kings_with_ace_nine_are_legal() -> None:
    assert not ph.outranks(ph.evaluate("Kc 9d 7s 4d 2c"), front("As Kh"))
    assert ph.outranks(ph.evaluate("Kh Kc 7s 4d 2c"), front("As 9d"))


@pytest.mark.parametrize("prefix", [False, True])
def test_outranks_is_category_first_and_then_rank_by_rank(prefix: bool) -> None:
    random = Random(19)
    for _ in range(2000):
        seven = random_hand(random, 7, Game())
        five, two = oracle.worth(seven[:5]), oracle.two_worth(seven[5:])
        shared = five.order[: len(two.order)]
        if five.category != two.category:
            higher = five.category > two.category
        else:
            higher = shared > two.order or (prefix and shared == two.order)
        strengths = ph.evaluate(seven[:5]), ph.evaluate_two(seven[5:])
        assert ph.outranks(*strengths, prefix=prefix) is higher, seven


# ------------------------------------------------------------------ winners


def test_winners_are_the_indices_of_the_best_hands() -> None:
    hands = ["As Kd 9c 8h 7s", "Ah Ks 9d 8c 7h", "Ad Kh 9s 8d 6c"]
    assert list(ph.winners(hands)) == [0, 1]
    assert list(ph.winners(hands[2:])) == [0]
    assert list(ph.winners([hands[2], hands[0]])) == [1]


def test_winners_may_share_the_board() -> None:
    board = "As Ks Qs Js Ts"
    assert list(ph.winners([f"2c 3d {board}", f"9s 8s {board}", f"Ah Ad {board}"])) == [0, 1, 2]


def test_winners_follow_the_rules_they_are_given() -> None:
    flush, trips = "Ah Kh 9h 4h 2h", "3s 3d 3c Kd Qs"
    assert list(ph.winners([flush, trips])) == [0]
    assert list(ph.winners([flush, trips], ph.NO_FLUSH)) == [1]
    assert list(ph.winners(["As Xb 9s 5s 2s", "Ad Kd Qd Td 8d"], CARD)) == [0]
    assert list(ph.winners(["As Xb 9s 5s 2s", "Ad Kd Qd Td 8d"], rules=BUG)) == [1]


def test_winners_under_house_rules_go_by_all_six_tests() -> None:
    hands = ["Ks Kd Ac 7h 4h", "Kh Kc Ah 7d 4d"]
    assert list(ph.winners(hands)) == [0, 1]
    assert list(ph.winners(hands, ph.HOUSE)) == [1]


def test_winners_agree_with_the_oracle() -> None:
    random = Random(23)
    for game in GAMES[:8]:
        for _ in range(20):
            hands = [random_hand(random, 7, game, most_wilds=1) for _ in range(4)]
            worths = [oracle.worth(hand, game) for hand in hands]
            wanted = [seat for seat, value in enumerate(worths) if value == max(worths)]
            assert list(ph.winners(hands, rules_of(game))) == wanted


# ------------------------------------------------------------------ every form of the same cards


def test_every_form_of_a_hand_has_the_same_strength() -> None:
    text = ["As", "Kd", "Th", "9c", "2s", "2d", "7h"]
    of = numbers(text)
    wanted = ph.evaluate(" ".join(text))
    forms: list[Any] = [
        "".join(text),
        ", ".join(text),
        "as kd 10h 9C 2♠2♦ 7♥",
        text,
        tuple(text),
        of,
        tuple(of),
        iter(of),
        (number for number in of),
        dict.fromkeys(of),
        set(of),
        frozenset(of),
        ph.cards(text),
        list(ph.cards(text)),
        [ph.Card("As"), 45, "Th", np.uint8(28), np.int64(3), "2♦", ph.Card(22)],
        *(np.array(of, dtype=dtype) for dtype in (np.uint8, np.int8, np.int32, np.uint64, ">i4")),
        np.array(of * 2, dtype=np.uint8)[:7],
        np.repeat(np.array(of, dtype=np.uint8), 2)[::2],
    ]
    for form in forms:
        assert ph.evaluate(form) == wanted, form


# ------------------------------------------------------------------ errors (R9)


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("As As Kd Qc Jh", "As"),
        ("As Kd Qc Jh As", "As"),
        ("2c Kd Qc Jh 2c 5d 4s", "2c"),
        ([51, 45, 3, 51, 9], "As"),
        (["As", 51, "Kd", "Qc", "Jh"], "As"),
        ([0, 1, 2, 3, 52], "Xb"),
        ([0, 1, 2, 53, 4], "Xr"),
        ("As Kd Qc Jh Xr", "Xr"),
        ([0, 1, 2, 3, 54], "54"),
        ([0, -1, 2, 3, 4], "-1"),
        ([300, 1, 2, 3, 4], "300"),
        ([0, 1, 2, 3, 2**64 + 4], str(2**64 + 4)),
        ("As Kd Qc 1h 9s", "1h"),
        ("As Kd Qc Zs 9s", "Zs"),
    ],
)
def test_a_wrong_card_is_named(hand: Any, named: str) -> None:
    for call in (ph.evaluate, ph.Hand):
        assert re.search(rf"(?<![\w-]){re.escape(named)}(?!\w)", refusal(call, hand))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 52])
def test_a_wrong_number_of_cards_is_named(count: int) -> None:
    for call in (ph.evaluate, ph.Hand):
        assert re.search(rf"\b{count}\b", refusal(call, range(count)))
        assert re.search(rf"\b{count}\b", refusal(call, " ".join(DECK[:count])))


@pytest.mark.parametrize("count", [0, 1, 3, 5, 7])
def test_two_cards_are_two_cards(count: int) -> None:
    assert re.search(rf"\b{count}\b", refusal(ph.evaluate_two, range(count)))


@pytest.mark.parametrize("count", [0, 5, 7])
def test_one_to_four_cards_may_show(count: int) -> None:
    assert re.search(rf"\b{count}\b", refusal(ph.evaluate_showing, range(count)))


def test_two_and_showing_cards_are_checked_too() -> None:
    for call in (ph.evaluate_two, ph.evaluate_showing):
        assert "As" in refusal(call, "As As")
        assert "Xb" in refusal(call, "As Xb")
        assert "54" in refusal(call, [0, 54])
        assert "Zs" in refusal(call, "As Zs")


@pytest.mark.parametrize("kind", ["card", "bug", "casino-bug"])
def test_the_same_joker_twice_is_a_duplicate(kind: str) -> None:
    rules = ph.Rules(wild=kind, wilds="2")
    assert "Xb" in refusal(ph.evaluate, "Xb Xb 9s 8s 7s", rules)
    assert "Xr" in refusal(ph.evaluate, [53, 1, 2, 53, 4, 5], rules)
    assert "2s" in refusal(ph.evaluate, "2s 2s 9s 8s 7s", rules)
    assert "Xr" in refusal(ph.evaluate_two, "Xr Xr", rules)


def test_a_joker_where_nothing_is_wild_is_named() -> None:
    for rules in (ph.STANDARD, ph.NO_FLUSH, ph.HOUSE):
        assert "Xb" in refusal(ph.evaluate, "As Kd Qc Jh Xb", rules)
        assert "Xb" in refusal(ph.evaluate_two, "As Xb", rules)
        assert "Xb" in refusal(ph.evaluate_omaha, "As Kd Qc Xb", "9s 8s 7d", rules)


def test_omaha_errors_name_the_card_or_the_number() -> None:
    assert "As" in refusal(ph.evaluate_omaha, "As Kd Qc Jh", "As 9d 8c")
    assert "Kd" in refusal(ph.evaluate_omaha, "As Kd Qc Kd", "Ad 9d 8c")
    assert "9d" in refusal(ph.evaluate_omaha, "As Kd Qc Jh", "9d 9d 8c")
    assert "54" in refusal(ph.evaluate_omaha, [0, 1, 2, 3], [4, 5, 54])
    assert "Zs" in refusal(ph.evaluate_omaha, "As Zs Qc Jh", "9d 7d 8c")
    for count in (0, 2, 3, 7):
        assert re.search(rf"\b{count}\b", refusal(ph.evaluate_omaha, range(count), [48, 49, 50]))
    for count in (0, 1, 2, 6):
        assert re.search(
            rf"\b{count}\b", refusal(ph.evaluate_omaha, [48, 49, 50, 51], range(count))
        )


def test_one_wrong_hand_among_the_winners_is_named() -> None:
    assert "Zs" in refusal(ph.winners, ["As Kd Qc Jh 9s", "As Kd Qc Jh Zs"])
    assert "Kd" in refusal(ph.winners, ["As Kd Qc Jh 9s", "As Kd Qc Jh Kd"])


@pytest.mark.parametrize("thing", [None, 5, 1.5, object(), b"AsKdQcJh9s", [None] * 5, [[0]] * 5])
def test_a_thing_that_is_no_hand_is_refused(thing: Any) -> None:
    for call in (ph.evaluate, ph.Hand, ph.evaluate_two, ph.evaluate_showing):
        with pytest.raises((TypeError, ValueError)):
            call(thing)


def test_a_strength_that_no_hand_has_is_refused() -> None:
    for call in (ph.category, ph.ranks, ph.describe):
        for strength in (-1, 1 << 16, 2**70, 11 << 12, (9 << 12) + 4095):
            with pytest.raises((TypeError, ValueError)):
                call(strength)
