"""Spots for which the core must not be busy for ever, nor change on the way through a pickle."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from pokerhouse._core import Spot

# Seconds; each of these takes a few hundredths where nothing hangs.
PATIENCE = 20


@pytest.mark.parametrize(
    "code",
    [
        # One deal in a million millions has no card twice: not to be found by trying.
        "Spot('holdem', ['random'] * 20).sample(1, 0, 10)",
        # Whoever holds the spade ace, the others hold what weighs next to nothing.
        "Spot('holdem', [f'As{r}s, {p}c{p}d:0.000001' for r, p in ['K2', 'Q3', 'J4', 'T5']])"
        ".sample(1, 0, 10)",
        # Four aces and four kings for nine hands: there is no deal, to be seen without trying all.
        "Spot('holdem', ['A2s+, A2o+, AA, K2s+, K2o+, KK'] * 9)",
        "Spot('holdem', ['A2s+, A2o+, AA'] * 6)",
    ],
)
def test_ranges_that_hardly_go_together_are_dealt_or_refused_at_once(code: str) -> None:
    program = f"""
from pokerhouse._core import Spot, SpotError
try:
    {code}
except SpotError as error:
    print(error)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, timeout=PATIENCE, check=True, capture_output=True, text=True)
    assert "*" not in code or "random" in code or "cannot be dealt together" in done.stdout


def test_more_threads_than_a_machine_has_are_as_many_as_there_is_work_for() -> None:
    program = """
from pokerhouse._core import Spot
spot = Spot("holdem", ["AhKh", "QsQd"], "2c3d4h")
assert spot.sample(1, 0, 10, 2**63) == spot.sample(1, 0, 10)
assert spot.count(0, 1, 10**6) == spot.count(0, 1)
"""
    subprocess.run([sys.executable, "-c", program], timeout=PATIENCE, check=True)


def test_a_hand_given_as_cards_keeps_their_order_through_a_pickle() -> None:
    spot = Spot("holdem", ["QsQd", ["Ah", "As"]])
    assert spot.hands == ("QsQd", "AhAs")
    assert pickle.loads(pickle.dumps(spot)).hands == spot.hands


def test_jokers_in_the_deck_that_the_rules_do_not_know_are_not_called_dead_cards() -> None:
    with pytest.raises(ValueError, match="joker") as error:
        Spot("holdem", ["AhKh", "QsQd"], jokers=1)
    assert "dead" not in str(error.value)


def test_outhouse_is_refused_where_its_last_round_cannot_be_dealt() -> None:
    """Seven hands keep four cards each and draw three: 49 cards."""
    assert Spot("outhouse", [""] * 7, dead="2c2d2h").sample(1, 0, 10)[0] == 10
    with pytest.raises(ValueError, match="48"):
        Spot("outhouse", [""] * 7, dead="2c2d2h2s")
