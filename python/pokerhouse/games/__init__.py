"""Whole hands of Cowpie, Outhouse and Stackhouse, played for chips from the deal to the end."""

from pokerhouse.actions import (
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Discard,
    Divide,
    Expose,
    Fold,
    IllegalActionError,
    RaiseTo,
)
from pokerhouse.games import bots
from pokerhouse.games.base import Game, Player, View, play_hand
from pokerhouse.games.cowpie import Cowpie
from pokerhouse.games.outhouse import Outhouse
from pokerhouse.games.stackhouse import Stackhouse

__all__ = [
    "Action",
    "BetTo",
    "BringIn",
    "Call",
    "Check",
    "Complete",
    "Cowpie",
    "Discard",
    "Divide",
    "Expose",
    "Fold",
    "Game",
    "IllegalActionError",
    "Outhouse",
    "Player",
    "RaiseTo",
    "Stackhouse",
    "View",
    "bots",
    "play_hand",
]
