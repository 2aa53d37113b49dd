"""What is true of every hand, whatever the evaluator looks like inside."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import oracle
import pokerhouse as ph
from hands import KINDS, numbers, rules_of
from hypothesis import given
from hypothesis import strategies as st
from oracle import DECK, JOKERS, RANKS, SUITS, Game

ALL = (*DECK, *JOKERS)


@st.composite
def games(draw: st.DrawFn, wild: bool | None = None) -> Game:
    """Any rules: flushes or not, any kind of wild, any set of wild cards."""
    flushes = draw(st.booleans())
    if wild is None:
        wild = draw(st.booleans())
    if not wild:
        return Game(flushes)
    kind = draw(st.sampled_from(KINDS))
    ranks = draw(st.sets(st.sampled_from(RANKS), max_size=2))
    cards = draw(st.sets(st.sampled_from(DECK), max_size=3))
    return Game(flushes, kind, frozenset(cards | {rank + suit for rank in ranks for suit in SUITS}))


@st.composite
def hands(draw: st.DrawFn, game: Game, low: int = 5, high: int = 7) -> list[str]:
    """Any hand of that deck; about half of them from a few ranks or suits."""
    deck = list(ALL if game.wild else DECK)
    if draw(st.booleans()):
        ranks = draw(st.sets(st.sampled_from(RANKS), min_size=2, max_size=7))
        near = [card for card in deck if card[0] in ranks or card[0] == "X"]
    else:
        suits = draw(st.sets(st.sampled_from(SUITS), min_size=1, max_size=4))
        near = [card for card in deck if card[1] in suits or card[0] == "X"]
    size = draw(st.integers(low, high))
    return draw(st.lists(st.sampled_from(near), min_size=size, max_size=size, unique=True))


@st.composite
def dealt(draw: st.DrawFn, low: int = 5, high: int = 7) -> tuple[Game, list[str]]:
    game = draw(games())
    return game, draw(hands(game, low, high))


@given(dealt(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(
    deal: tuple[Game, list[str]], random: Random
) -> None:
    game, cards = deal
    rules = rules_of(game)
    shuffled = list(cards)
    random.shuffle(shuffled)
    assert ph.evaluate(shuffled, rules) == ph.evaluate(cards, rules)
    assert ph.Hand(shuffled, rules) == ph.Hand(cards, rules)


@given(dealt(5, 5))
def test_all_orders_of_five_cards_are_one_hand(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    array = np.array(list(permutations(numbers(cards))), dtype=np.uint8)
    assert len(set(ph.evaluate_batch(array, rules_of(game)).tolist())) == 1


def rename(card: str, suits: tuple[str, ...]) -> str:
    return card if card in JOKERS else card[0] + suits[SUITS.index(card[1])]


@given(dealt(), st.permutations(SUITS))
def test_renaming_the_suits_changes_nothing(
    deal: tuple[Game, list[str]], suits: tuple[str, ...]
) -> None:
    game, cards = deal
    renamed = game._replace(wilds=frozenset(rename(card, suits) for card in game.wilds))
    assert ph.evaluate([rename(card, suits) for card in cards], rules_of(renamed)) == ph.evaluate(
        cards, rules_of(game)
    )


@given(dealt(6, 7))
def test_another_card_never_weakens(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    rules = rules_of(game)
    for size in range(5, len(cards)):
        assert ph.evaluate(cards[: size + 1], rules) >= ph.evaluate(cards[:size], rules)


@given(dealt(6, 7))
def test_a_hand_is_worth_the_best_of_its_fives(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    rules = rules_of(game)
    best = max(ph.evaluate(five, rules) for five in oracle.fives(cards))
    assert ph.evaluate(cards, rules) == best


@given(games(wild=True), st.data())
def test_making_a_card_wild_never_weakens(game: Game, data: st.DataObject) -> None:
    """W3: a printed card that is wild may always be itself."""
    cards = data.draw(hands(game))
    more = game._replace(wilds=game.wilds | {data.draw(st.sampled_from(DECK))})
    more = more._replace(
        wilds=more.wilds | set(data.draw(st.sets(st.sampled_from(cards))) - set(JOKERS))
    )
    assert ph.evaluate(cards, rules_of(more)) >= ph.evaluate(cards, rules_of(game))
    if JOKERS[0] not in cards and JOKERS[1] not in cards:
        assert ph.evaluate(cards, rules_of(more)) >= ph.evaluate(
            cards, ph.Rules(flushes=game.flushes)
        )


@given(games(wild=True), st.data())
def test_a_joker_more_never_weakens(game: Game, data: st.DataObject) -> None:
    cards = [card for card in data.draw(hands(game, 5, 6)) if card != "Xb"]
    if len(cards) < 5:
        return
    rules = rules_of(game)
    assert ph.evaluate([*cards, "Xb"], rules) >= ph.evaluate(cards, rules)


@given(games(wild=True), st.data())
def test_a_joker_for_a_card_never_weakens_where_it_may_stand_for_it(
    game: Game, data: st.DataObject
) -> None:
    """W1, W2: what `card` and `bug` stand for includes the card that was given up."""
    if game.wild == "casino-bug":
        return
    cards = [card for card in data.draw(hands(game)) if card != "Xr"]
    if len(cards) < 5:
        return
    rules = rules_of(game)
    assert ph.evaluate(["Xr", *cards[1:]], rules) >= ph.evaluate(cards, rules)


@given(games(wild=True), st.data())
def test_card_is_the_freest_kind_of_wild(game: Game, data: st.DataObject) -> None:
    cards = data.draw(hands(game))
    card, bug, casino = (ph.evaluate(cards, rules_of(game._replace(wild=kind))) for kind in KINDS)
    assert card >= bug
    assert card >= casino


@given(dealt())
def test_counting_flushes_never_weakens(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    counting, not_counting = (
        ph.evaluate(cards, rules_of(game._replace(flushes=flushes))) for flushes in (True, False)
    )
    assert counting >= not_counting
    assert ph.category(not_counting) is not ph.Category.FLUSH
    if counting != not_counting:
        assert ph.category(counting) is ph.Category.FLUSH


@given(games(), st.data())
def test_a_batch_is_its_hands_one_by_one(game: Game, data: st.DataObject) -> None:
    size = data.draw(st.integers(5, 7))
    rows = data.draw(st.lists(hands(game, size, size), min_size=1, max_size=8))
    rules = rules_of(game)
    array = np.array([numbers(row) for row in rows], dtype=np.uint8)
    wanted = [ph.evaluate(row, rules) for row in rows]
    assert ph.evaluate_batch(array, rules).tolist() == wanted
    assert ph.evaluate_batch(array, rules, check=False, threads=2).tolist() == wanted
    assert ph.evaluate_batch(array[:, :2], rules, board=array[:, 2:]).tolist() == wanted
    assert ph.evaluate_two_batch(array[:, :2], rules).tolist() == [
        ph.evaluate_two(row[:2], rules) for row in rows
    ]


@given(dealt())
def test_a_hand_obeys_the_rules_it_is_read_under(deal: tuple[Game, list[str]]) -> None:
    """W1 to W3: the five played are a legal reading of the five held, worth the strength."""
    game, cards = deal
    hand = ph.Hand(cards, rules_of(game))
    held = [str(card) for card in hand.best]
    played = oracle.played_cards(str(card) for card in hand.stands_for)
    assert set(held) <= set(cards)
    assert len(set(held)) == 5
    assert oracle.is_legal(held, played, game)
    worth = oracle.played_worth(played, game.flushes)
    assert (hand.category, hand.ranks) == (worth.category, worth.ranks)
    assert hand.strength == ph.evaluate(cards, rules_of(game))
    assert ph.evaluate(hand.best, rules_of(game)) == hand.strength
    natural = sum(
        card not in JOKERS and oracle.played_cards([card]) == [reading]
        for card, reading in zip(held, played, strict=True)
    )
    assert hand.naturals == natural


@given(dealt(5, 7))
def test_a_hand_agrees_with_the_oracle(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    if sum(game.is_wild(card) for card in cards) > 2:
        return
    worth = oracle.worth(cards, game)
    strength = ph.evaluate(cards, rules_of(game))
    assert (strength >> 12, ph.ranks(strength)) == (worth.category, worth.ranks)


@given(st.booleans(), st.data())
def test_omaha_is_no_more_than_all_its_cards_and_no_less_than_any_two_and_three(
    flushes: bool, data: st.DataObject
) -> None:
    game = Game(flushes)
    rules = rules_of(game)
    cards = data.draw(hands(game, 7, 7))
    hole, board = cards[:4], cards[4:]
    strength = ph.evaluate_omaha(hole, board, rules)
    assert strength <= ph.evaluate(cards, rules)
    assert strength >= ph.evaluate([*hole[:2], *board], rules)
    order = data.draw(st.permutations(hole)), data.draw(st.permutations(board))
    assert ph.evaluate_omaha(*order, rules) == strength
    array = np.array(numbers(cards), dtype=np.uint8)[None]
    assert ph.evaluate_omaha_batch(array[:, :4], array[:, 4:], rules).tolist() == [strength]


@given(dealt(2, 2))
def test_two_cards_agree_with_the_oracle_in_either_order(deal: tuple[Game, list[str]]) -> None:
    game, cards = deal
    worth = oracle.two_worth(cards, game)
    for order in (cards, cards[::-1]):
        strength = ph.evaluate_two(order, rules_of(game))
        assert (strength >> 12, ph.ranks_two(strength)) == (worth.category, worth.ranks)
