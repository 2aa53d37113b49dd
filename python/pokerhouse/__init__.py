"""Poker hands ranked by table look-up.

Greater is stronger, and equal is a tie:

>>> import pokerhouse as ph
>>> ph.evaluate("As Ks Qs Js Ts 2d 3c") > ph.evaluate("Ah Ad Ac As Kd")
True
>>> ph.describe(ph.evaluate("Kh Kc Ks 9d 9h"))
'full house, kings full of nines'

Rules are an object: do flushes count, what is wild, and how.

>>> deuces = ph.Rules(wild="card", wilds="2")
>>> hand = ph.Hand("Ks 2h 2d 9c 9d", deuces)
>>> print(hand, hand.stands_for[1], sep="; ")
four of a kind, nines with king; 9c

Many hands are one call on an array, and a seed is the same cards for ever:

>>> hands = ph.deal_batch(1000, 7, seed=1)
>>> strengths = ph.evaluate_batch(hands)
>>> int(((strengths >> 12) == ph.Category.FLUSH).sum())
32
"""

from pokerhouse._core import (
    HOUSE,
    NO_FLUSH,
    STANDARD,
    CardError,
    DivisionError,
    Range,
    RangeError,
    Rules,
    RulesError,
    SpotError,
    __version__,
    best_split_batch,
    cards_array,
    deal_batch,
    describe,
    describe_two,
    evaluate,
    evaluate_batch,
    evaluate_omaha,
    evaluate_omaha_batch,
    evaluate_showing,
    evaluate_two,
    evaluate_two_batch,
    house_key,
    house_key_batch,
    outranks,
    ranks,
    ranks_two,
)
from pokerhouse.card import Card, cards, deck

TYPE_CHECKING = False  # Type checkers take it for true; `typing` is not imported for it.
if TYPE_CHECKING:
    from pokerhouse import calls, games
    from pokerhouse.actions import IllegalActionError
    from pokerhouse.chunks import ExecutorError
    from pokerhouse.comparison import Comparison, compare
    from pokerhouse.division import (
        Exposure,
        Share,
        Split,
        best_split,
        expected_share,
        exposures,
        frontier,
        splits,
    )
    from pokerhouse.hand import Category, Hand, category, winners
    from pokerhouse.odds import Equity, HandEquity, equity
    from pokerhouse.settlement import Pot, pots, settle
    from pokerhouse.simulation import Simulation, simulate

__all__ = [
    "HOUSE",
    "NO_FLUSH",
    "STANDARD",
    "Card",
    "CardError",
    "Category",
    "Comparison",
    "DivisionError",
    "Equity",
    "ExecutorError",
    "Exposure",
    "Hand",
    "HandEquity",
    "IllegalActionError",
    "Pot",
    "Range",
    "RangeError",
    "Rules",
    "RulesError",
    "Share",
    "Simulation",
    "Split",
    "SpotError",
    "__version__",
    "best_split",
    "best_split_batch",
    "calls",
    "cards",
    "cards_array",
    "category",
    "compare",
    "deal_batch",
    "deck",
    "describe",
    "describe_two",
    "equity",
    "evaluate",
    "evaluate_batch",
    "evaluate_omaha",
    "evaluate_omaha_batch",
    "evaluate_showing",
    "evaluate_two",
    "evaluate_two_batch",
    "expected_share",
    "exposures",
    "frontier",
    "games",
    "house_key",
    "house_key_batch",
    "outranks",
    "pots",
    "ranks",
    "ranks_two",
    "settle",
    "simulate",
    "splits",
    "winners",
]

# Names that are loaded on first use, with the module that each is in.
_HOMES = {
    "calls": "calls",
    "games": "games",
    "settle": "settlement",
    "pots": "settlement",
    "Pot": "settlement",
    "IllegalActionError": "actions",
    "Category": "hand",
    "Comparison": "comparison",
    "Equity": "odds",
    "ExecutorError": "chunks",
    "Exposure": "division",
    "Hand": "hand",
    "HandEquity": "odds",
    "Share": "division",
    "Simulation": "simulation",
    "Split": "division",
    "best_split": "division",
    "category": "hand",
    "compare": "comparison",
    "equity": "odds",
    "expected_share": "division",
    "exposures": "division",
    "frontier": "division",
    "simulate": "simulation",
    "splits": "division",
    "winners": "hand",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{home}")
    value: object = module if name == home else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
