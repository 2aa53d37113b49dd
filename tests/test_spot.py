"""What the core counts and samples, beside `showdowns`' walk with the oracle's evaluator."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random

import oracle
import pokerhouse as ph
import pytest
from hands import KINDS, game_name, rules_of
from oracle import DECK, JOKERS, Game
from pokerhouse._core import SHARE, Spot
from showdowns import BOARD_GAMES, FULL, PARTS, Held, Ranged, Row, walk

DEUCES = frozenset({"2c", "2d", "2h", "2s"})
RULES = (
    Game(),
    Game(flushes=False),
    *(Game(True, kind, DEUCES) for kind in KINDS),
    *(Game(False, kind) for kind in KINDS),
)
every_rules = pytest.mark.parametrize("game", RULES, ids=game_name)

Tally = tuple[int, list[list[tuple[int, int, int, int, int]]]]


def text(held: Held) -> str:
    down, up = ("".join(cards) for cards in held)
    return f"{down}/{up}" if up else down


def count(spot: Spot, threads: int = 1) -> Tally:
    assert spot.units is not None
    return spot.count(0, spot.units, threads)


def rows_of(tally: Tally) -> list[list[Row]]:
    """A tally's rows as the walk has them; what they have to add up to is looked at here."""
    total, rows = tally
    for parts in rows:
        for win, tie, lose, _, _ in parts:
            assert win + tie + lose == total
    for part in range(len(rows[0])):
        assert sum(parts[part][3] for parts in rows) == total * SHARE
    return [
        [Row(win, tie, lose, Fraction(shares, SHARE)) for win, tie, lose, shares, _ in parts]
        for parts in rows
    ]


def check(
    name: str,
    hands: Sequence[Held],
    board: Sequence[str] = (),
    dead: Sequence[str] = (),
    game: Game = oracle.STANDARD,
    jokers: int = 0,
    policies: Sequence[str] = ("two",),
) -> None:
    """The core and the walk count the same."""
    spot = Spot(name, map(text, hands), board, dead, rules_of(game), jokers, policies)
    tally = count(spot)
    walked = walk(name, hands, tuple(board), tuple(dead), game, jokers, policies)
    assert tally[0] == walked.total
    assert rows_of(tally) == walked.rows
    names = tuple(part for part, _ in PARTS.get(name, ()))
    assert spot.parts == names
    assert spot.seats == len(hands)


class Dealing:
    """Cards from a shuffled deck, wild ones more often than from a fair one."""

    def __init__(self, random: Random, game: Game, jokers: int) -> None:
        deck = [*DECK, *JOKERS[:jokers]]
        random.shuffle(deck)
        wilds = [card for card in deck if game.is_wild(card)][:2]
        first = deck[:24]
        first += [card for card in wilds if card not in first]
        random.shuffle(first)
        self.cards = first + [card for card in deck if card not in first]

    def deal(self, cards: int) -> tuple[str, ...]:
        dealt, self.cards = self.cards[:cards], self.cards[cards:]
        return tuple(dealt)

    def hands(self, name: str, players: int) -> list[Held]:
        down, up = FULL[name]
        return [(self.deal(down), self.deal(up)) for _ in range(players)]

    def leave(self, cards: int) -> tuple[str, ...]:
        """Dead cards that leave so many in the deck."""
        dead, self.cards = self.cards[cards:], self.cards[:cards]
        return tuple(dead)


@every_rules
@pytest.mark.parametrize("name", BOARD_GAMES)
def test_river_turn_and_flop_are_those_of_the_walk(name: str, game: Game) -> None:
    random = Random(f"{name} {game_name(game)}")
    for on_board in (5, 5, 4, 4, 3):
        jokers = random.choice((0, 1, 2)) if game.wild else 0
        dealing = Dealing(random, game, jokers)
        players = 2 if name == "stackhouse" else random.randint(2, 4)
        hands = dealing.hands(name, players)
        board = dealing.deal(on_board)
        # Two cards to come of eight, or one of as many as there are where that is quick.
        dead = dealing.leave(8 if on_board == 3 or game.wild else 30)
        check(name, hands, board, dead, game, jokers)


@pytest.mark.parametrize("flushes", [True, False])
def test_a_flop_with_the_whole_deck_is_that_of_the_walk(flushes: bool) -> None:
    dealing = Dealing(Random(3), Game(), 0)
    check("holdem", dealing.hands("holdem", 3), dealing.deal(3), (), Game(flushes))


def test_a_small_deck_before_the_flop_is_that_of_the_walk() -> None:
    for number, name in enumerate(("holdem", "omaha", "ethos")):
        for game in (Game(), Game(flushes=False)):
            dealing = Dealing(Random(number), game, 0)
            check(name, dealing.hands(name, 2), (), dealing.leave(9), game)


@every_rules
def test_hands_of_ones_own_are_those_of_the_walk(game: Game) -> None:
    random = Random(game_name(game))
    for name in ("stud", "cowpie", "outhouse"):
        for missing in (0, 0, 0, 1):
            jokers = random.choice((0, 1, 2)) if game.wild else 0
            dealing = Dealing(random, game, jokers)
            players = random.randint(2, 4)
            hands = dealing.hands(name, players)
            if missing and name != "outhouse":
                place = random.randrange(2)
                down, up = hands[0]
                hands[0] = (down[1:], up) if place else (down, up[1:])
            dead = dealing.leave(7)
            policies = [random.choice(("five", "two")) for _ in range(players)]
            if name == "cowpie" and game == oracle.STANDARD:
                policies[0] = "share"
            if name == "outhouse":
                # "five" exposes the stronger two where some fives promise the same, `share` looks
                # at all pots: equity.rs has them.
                policies = ["two"] * players
            check(name, hands, (), dead, game, jokers, policies)


def test_up_cards_are_told_from_down_cards() -> None:
    hands = ((("As", "Ad", "2c"), ("Kh", "Kc", "7s")), (("9s", "9d"), ("9h", "8c", "8d", "3s")))
    check("cowpie", hands, (), DECK[12:23], policies=("five", "two"))
    check("stud", hands, (), DECK[12:23])
    assert Spot("stud", ["As/Kh", "/Qs"]).hands == ("As/Kh", "/Qs")
    assert Spot("stud", ["AsAd2cKh", ""]).hands == ("AsAd2c/Kh", "")


# Ranges


def known(written: str) -> tuple[str, ...]:
    return tuple(map(str, ph.cards(written)))


def ranged(written: str) -> Ranged:
    """A range's hands with weights in millionths."""
    held = ph.Range(written)
    ways = zip(held.combos, held.weights, strict=True)
    return Ranged(
        tuple(((tuple(map(str, cards)), ()), round(weight * 10**6)) for cards, weight in ways)
    )


def test_ranges_respect_the_removal_of_cards() -> None:
    for hands, board, dead in (
        (("AA, AKs", "AK, QQ"), "AhKs2c7d2d", ""),
        (("AK:0.5, QQ", "AQ+:0.125, KK"), "AhKs2c7d2d", "Qs"),
        (("QQ+", "KK+:0.3, AK:0.000001", "AK, AQs:0.7"), "AhKs2c7d2d", "3s"),
        (("AA, 77:0.25", "random", "KQs"), "AhKs2c7d2d", ""),
        (("QQ+, AKs", "AA, AhKh:0.5"), "2c3d4h7s", "5s6s7c8c9c8d9d"),
    ):
        tally = count(Spot("holdem", hands, board, dead))
        walked = walk("holdem", list(map(ranged, hands)), known(board), known(dead))
        # Weights are counted as the smallest whole numbers of their proportion.
        times = Fraction(walked.total, tally[0])
        for rows, others in zip(rows_of(tally), walked.rows, strict=True):
            for row, other in zip(rows, others, strict=True):
                assert [times * part for part in row] == list(other)


def test_a_range_beside_known_and_unknown_hands() -> None:
    board, hands = "AhKs2c7d2d", ("QQ, AK:0.25", "QsJs", "Ac")
    tally = count(Spot("holdem", hands, board))
    seats: list[Held | Ranged] = [ranged(hands[0])]
    seats += [(known(hand), ()) for hand in hands[1:]]
    walked = walk("holdem", seats, known(board))
    assert tally[0] * 250_000 == walked.total
    for rows, others in zip(rows_of(tally), walked.rows, strict=True):
        assert [250_000 * part for part in rows[0]] == list(others[0])


def test_ranges_are_objects_as_well_as_text() -> None:
    by_text = Spot("holdem", ["QQ+, AKs:0.5", "AK"], "2c3d4h")
    by_object = Spot("holdem", [ph.Range("QQ+, AKs:0.5"), ph.Range("AK")], "2c3d4h")
    assert by_text.hands == by_object.hands == ("QQ+, AKs:0.5", "AK")
    assert count(by_text) == count(by_object)


# Samples


def played_outhouse(
    hands: Sequence[str], game: Game, dead: str, jokers: int, deals: int
) -> list[list[float]]:
    """What each hand wins of the whole and of each part, each dealing and exposing played out."""
    random = Random(5)
    rules = rules_of(game)
    cards = [card for card in (*DECK, *JOKERS[:jokers]) if card not in known(dead)]
    given = [known(hand) for hand in hands]
    first = max(5, *map(len, given))
    sizes = [1] * (8 - first) + [3]
    won = [[0] * len(sizes) for _ in hands]
    for _ in range(deals):
        held = list(given)
        for part, size in enumerate(range(first, 8)):
            left = [card for card in cards if not any(card in hand for hand in held)]
            random.shuffle(left)
            pots = [[0] * len(hands), [0] * len(hands)]
            for seat, hand in enumerate(held):
                whole = (*hand, *(left.pop() for _ in range(size - len(hand))))
                pots[0][seat], held[seat] = exposed(whole, game)
            if size == 7:
                pots[1] = [ph.evaluate(hand, rules=rules) for hand in held]
            for place, shown in enumerate(pots if size == 7 else pots[:1]):
                winners = [seat for seat, own in enumerate(shown) if own == max(shown)]
                for seat in winners:
                    won[seat][part + place] += SHARE // len(winners)
    all_pots = [sum(size * of for size, of in zip(sizes, row, strict=True)) for row in won]
    return [
        [share / SHARE / deals for share in (every // sum(sizes), *row)]
        for every, row in zip(all_pots, won, strict=True)
    ]


def exposed(whole: tuple[str, ...], game: Game) -> tuple[int, tuple[str, ...]]:
    """What the policy ``"two"`` shows, and what it keeps: wilds, and at the end the best five."""
    rules = rules_of(game)
    strength = strengths_of_twos(game)
    pairs = list(combinations(whole, 2))
    top = max(strength[frozenset(pair)] for pair in pairs)
    kept = [
        tuple(card for card in whole if card not in pair)
        for pair in pairs
        if strength[frozenset(pair)] == top
    ]
    if len(whole) == 7:
        return top, max(kept, key=lambda five: ph.evaluate(five, rules=rules))
    return top, max(kept, key=lambda stays: sum(map(game.is_wild, stays)))


@cache
def strengths_of_twos(game: Game) -> dict[frozenset[str], int]:
    rules = rules_of(game)
    pairs = combinations((*DECK, *(JOKERS if game.wild else ())), 2)
    return {frozenset(pair): ph.evaluate_two(pair, rules=rules) for pair in pairs}


SIX_EACH = ("As7h7d5c2sKd", "3c3d9s9dQhJc")
ALL_BUT_TWO = {*DECK} - {*known("".join(SIX_EACH)), "Kc", "Td"}


@pytest.mark.parametrize(
    ("hands", "game", "dead", "jokers"),
    [
        (("AsKh7d5c2s", "", "QdQc9h8h3d"), Game(flushes=False), "AdAc", 0),
        (("As7h7d5c2sKd", "3c3d9s9d"), Game(flushes=False), "", 0),
        # Every card but two is dead or in a hand: what is drawn is mostly what was exposed.
        (SIX_EACH, Game(flushes=False), "".join(sorted(ALL_BUT_TWO)), 0),
        (("2sKh7d5cXr", "QdQc9h8h3d"), Game(False, "card", DEUCES), "", 2),
    ],
)
def test_outhouse_samples_are_near_a_play_of_its_rounds(
    hands: tuple[str, ...], game: Game, dead: str, jokers: int
) -> None:
    deals, samples = 3_000, 100_000
    spot = Spot("outhouse", hands, "", dead, rules_of(game), jokers)
    assert spot.work is None
    assert spot.units is None
    total, rows = spot.sample(1, 0, samples)
    assert total == samples
    rows_of((total, rows))
    played = played_outhouse(hands, game, dead, jokers, deals)
    for parts, wons in zip(rows, played, strict=True):
        assert len(parts) == len(wons) == 1 + len(spot.parts)
        for place, ((*_, shares, squares), won) in enumerate(zip(parts, wons, strict=True)):
            mean = shares / SHARE / samples
            variance = squares / SHARE**2 / samples - mean**2
            margin = 4 * sqrt(variance * (1 / samples + 1 / deals))
            assert abs(won - mean) <= margin + 1e-12, (place, won, mean)


@cache
def every_kind() -> tuple[Spot, ...]:
    wild = ph.Rules(wild="bug", wilds="2")
    return (
        Spot("holdem", ["AhKh", "QsQd"], dead="2c"),
        Spot("holdem", [["As", 50], "QQ+, AKs:0.25", "8h"], "2c3d4h", rules=ph.NO_FLUSH),
        Spot("holdem", ["AhXb", "", "QsQd"], "2c3d4h", "Xr", wild, 2),
        Spot("omaha", ["AhKhQsJs", "9d"], "2c3d4h5s", policy="five"),
        Spot("omaha5", ["AhKhQsJs2d", ""], "2c3d4h5s"),
        Spot("omaha6", ["AhKhQsJs2d2h", ""]),
        Spot("ethos", ["Ah", ""], "2c3d4h"),
        Spot("stud", ["As9d/Kh", "/Qs", ""], dead="2c2d"),
        Spot("tri-show", ["AhKhQs", ""]),
        Spot("tri-show", ["AhKhQs", "9c8c"], "2c3d4h"),
        Spot("stackhouse", ["AhKhQs", ""]),
        Spot("cowpie", ["As9d/Kh", "/Qs", ""], policy=["share", "five", "two"]),
        Spot("outhouse", ["AhKhQs8c2d", "", "3c3d"], dead="2c", policy=["five", "two", "two"]),
        Spot("outhouse", ["AhKhQs8c2dXb", ""], rules=ph.Rules(False, "card"), jokers=1),
    )


def added(first: Tally, second: Tally) -> Tally:
    rows = [
        [
            (a + f, b + g, c + h, d + i, e + j)
            for (a, b, c, d, e), (f, g, h, i, j) in zip(own, other, strict=True)
        ]
        for own, other in zip(first[1], second[1], strict=True)
    ]
    return first[0] + second[0], rows


@pytest.mark.parametrize("kind", range(14))
def test_samples_are_the_same_however_they_are_divided(kind: int) -> None:
    spot = every_kind()[kind]
    every = spot.sample(7, 0, 3000)
    assert every[0] == 3000
    rows_of(every)
    for threads in (3, 0):
        assert spot.sample(7, 0, 3000, threads) == every
    parts = [spot.sample(7, first, last) for first, last in ((2500, 3000), (0, 1), (1, 2500))]
    assert added(added(parts[0], parts[1]), parts[2]) == every
    assert spot.sample(8, 0, 3000)[1] != every[1]
    assert spot.sample(2**64 - 1, 2**64 - 4, 2**64 - 1)[0] == 3
    nothing = spot.sample(7, 5, 5)
    assert nothing[0] == 0
    assert added(nothing, every) == every


@pytest.mark.parametrize("kind", range(14))
def test_a_spot_pickles_and_copies(kind: int) -> None:
    spot = every_kind()[kind]
    copies = [pickle.loads(pickle.dumps(spot, protocol)) for protocol in (2, 5)]
    for again in (*copies, copy.copy(spot), copy.deepcopy(spot)):
        assert type(again) is Spot
        assert again.__reduce__() == spot.__reduce__()
        assert again.sample(3, 0, 200) == spot.sample(3, 0, 200)
        assert (again.hands, again.parts, again.seats) == (spot.hands, spot.parts, spot.seats)
    if kind in (3, 6, 9):
        assert (copies[0].work, copies[0].units) == (spot.work, spot.units)
        assert count(copies[0]) == count(spot)
    with pytest.raises(AttributeError):
        setattr(spot, "hands", ())  # noqa: B010


# Progress and stopping


def test_progress_tells_how_far_the_work_is() -> None:
    spot = Spot("holdem", ["AhKh", "QsQd", "8h8d"])
    told: list[int] = []
    # Enough for several calls wherever it runs: samples are drawn until there were some.
    samples = 200_000
    while len(told) < 3:
        told.clear()
        spot.sample(1, 0, samples, progress=told.append)
        samples *= 4
    assert told == sorted(told)
    assert all(type(done) is int for done in told)
    assert told[-1] == samples // 4
    counted: list[int] = []
    pieces = spot.units
    assert pieces is not None
    spot.count(0, pieces, progress=counted.append)
    assert counted[-1] == pieces


class EnoughError(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_stops_the_work_and_comes_out(threads: int) -> None:
    def stop(done: int) -> None:
        raise EnoughError(done)

    for spot in (Spot("holdem", ["AhKh", ""]), Spot("stackhouse", ["", ""])):
        with pytest.raises(EnoughError):
            spot.sample(1, 0, 10**15, threads, stop)
    for long in (
        Spot("omaha", ["AhKhQsJs", ""], "2c3d4h"),
        Spot("holdem", ["", "", ""], "2c3d4h"),
        Spot("stud", ["As9d/KhKc", "Ah9c/KsKd7s4d"]),
        Spot("stackhouse", ["As KsKd QsQdJs JdTsTd9s", "Ah KhKc QhQcJh JcThTc9h"]),
    ):
        assert long.units is not None
        with pytest.raises(EnoughError):
            long.count(0, long.units, threads, stop)


@pytest.mark.skipif(os.name != "posix", reason="a signal that is sent to the process itself")
@pytest.mark.parametrize("way", ["sample", "count"])
def test_ctrl_c_stops_a_run_that_would_take_for_ever(way: str) -> None:
    spot = Spot("omaha", ["AhKhQsJs", ""], "2c3d4h")
    assert spot.units is not None
    every = spot.units

    def run() -> object:
        return spot.sample(1, 0, 10**15, 2) if way == "sample" else spot.count(0, every, 2)

    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            run()
    finally:
        timer.join()
    assert spot.sample(1, 0, 10)[0] == 10
