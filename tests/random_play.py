"""Random legal play, with what must hold at every step: the ground of each game's state machine."""

from __future__ import annotations

import gc
import json
import pickle
import re
from types import FunctionType, ModuleType
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from pokerhouse import Card, deck
from pokerhouse.games import (
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
    Game,
    IllegalActionError,
    RaiseTo,
    View,
)

# Machines run some hundred hands each: enough to meet every branch, quick enough for every run.
MACHINE = settings(max_examples=60, stateful_step_count=40, deadline=None)

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])\b")
a_card = st.sampled_from(deck())
some_cards = st.lists(a_card, min_size=1, max_size=3, unique=True)
any_action: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([Fold(), Check(), Call(), BringIn(), Complete()]),
    st.integers(-1, 60).map(BetTo),
    st.integers(-1, 60).map(RaiseTo),
    some_cards.map(Divide),
    some_cards.map(Expose),
    a_card.map(Discard),
)


def everything_in(root: object) -> list[Any]:
    """Every object that can be reached from this one, not through classes, functions or modules."""
    seen: dict[int, Any] = {}
    left = [root]
    while left:
        thing = left.pop()
        if id(thing) in seen or isinstance(thing, type | FunctionType | ModuleType):
            continue
        seen[id(thing)] = thing
        left.extend(gc.get_referents(thing))
    return list(seen.values())


def cards_in(view: View) -> set[Card]:
    """Every card that a view gives away: as an object, in its words, its repr or its pickle."""
    cards = set()
    for seen in (view, pickle.loads(pickle.dumps(view))):
        things = everything_in(seen)
        assert not any(isinstance(thing, Game) for thing in things)
        cards |= {thing for thing in things if isinstance(thing, Card)}
        words = " ".join([*seen.history, repr(seen), repr(seen.legal_actions)])
        cards |= {Card(text) for text in CARD.findall(words)}
        cards |= {Card(text) for action in seen.legal_actions for text in CARD.findall(str(action))}
    return cards


class RandomPlay(RuleBasedStateMachine):
    """Plays a game that a subclass makes, and may look into; knows nothing of its rules."""

    game: Game

    def may_see(self, seat: int) -> set[Card]:
        """Every card that the seat has ever been allowed to see."""
        raise NotImplementedError

    def watch(self) -> None:
        """Called after each action, to note what has been shown."""

    @rule(data=st.data())
    def a_listed_action_is_accepted(self, data: st.DataObject) -> None:
        if self.game.over:
            return
        seat = data.draw(st.sampled_from(self.game.waiting))
        actions = self.game.legal_actions(seat)
        action = actions[data.draw(st.integers(0, len(actions) - 1))]
        assert action in actions
        assert self.game.is_legal(action, seat)
        self.game.play(action, seat)
        self.watch()

    @rule()
    def every_listed_action_would_be_accepted(self) -> None:
        for seat in self.game.waiting:
            actions = self.game.legal_actions(seat)
            some = range(len(actions)) if len(actions) <= 25 else [0, 1, 2, 3, -2, -1]
            for place in some:
                self.game.copy().play(actions[place], seat)

    @rule(action=any_action, data=st.data())
    def an_unlisted_action_is_refused_and_changes_nothing(
        self, action: Action, data: st.DataObject
    ) -> None:
        seat = data.draw(st.integers(0, len(self.game.stacks) - 1))
        if action in self.game.legal_actions(seat):
            return
        assert not self.game.is_legal(action, seat)
        before, looked = self.game.to_dict(), self.views()
        with pytest.raises(IllegalActionError, match=r"\([A-Z]\d"):
            self.game.play(action, seat)
        assert self.game.to_dict() == before
        assert self.views() == looked

    @rule(data=st.data())
    def a_copy_is_played_apart(self, data: st.DataObject) -> None:
        before, looked = self.game.to_dict(), self.views()
        twin = self.game.copy()
        assert twin.to_dict() == before
        for _ in range(8):
            if twin.over:
                break
            seat = data.draw(st.sampled_from(twin.waiting))
            twin.play(twin.legal_actions(seat)[0], seat)
        assert self.game.to_dict() == before
        assert self.views() == looked

    @rule()
    def a_saved_game_replays_to_the_same_state(self) -> None:
        saved = json.loads(json.dumps(self.game.to_dict()))
        again = Game.from_dict(saved)
        assert type(again) is type(self.game)
        assert again == self.game
        assert self.views(again) == self.views()
        assert (again.stacks, again.pots, again.payoffs) == (
            self.game.stacks,
            self.game.pots,
            self.game.payoffs,
        )

    @invariant()
    def no_chip_is_made_or_lost(self) -> None:
        game = self.game
        chips = sum(game.options.stacks)
        assert sum(game.stacks) + sum(pot.amount for pot in game.pots) == chips
        assert min(game.stacks) >= 0
        assert all(pot.amount >= 0 for pot in game.pots)
        assert sum(game.payoffs) == 0

    @invariant()
    def a_view_holds_no_hidden_card(self) -> None:
        for seat in range(len(self.game.stacks)):
            assert cards_in(self.game.view(seat)) <= self.may_see(seat)

    @invariant()
    def the_seats_that_wait_have_something_to_do(self) -> None:
        waiting = self.game.waiting
        assert self.game.over == (not waiting)
        for seat in range(len(self.game.stacks)):
            actions = self.game.legal_actions(seat)
            assert bool(actions) == (seat in waiting)
            assert len(set(actions)) == len(actions)

    def views(self, game: Game | None = None) -> list[dict[str, Any]]:
        """All that every seat sees, to compare two states."""
        game = game or self.game
        seen = []
        for seat in range(len(game.stacks)):
            view = game.view(seat)
            seen.append({name: getattr(view, name) for name in View.__slots__})
            seen[-1]["legal_actions"] = list(view.legal_actions)
        return seen

    def teardown(self) -> None:
        """Every hand ends: checking, calling and the first choice of cards bring it there."""
        if not hasattr(self, "game"):
            return
        for _ in range(400):
            if self.game.over:
                break
            seat = self.game.waiting[0]
            passive = [each for each in (Check(), Call()) if self.game.is_legal(each, seat)]
            self.game.play(passive[0] if passive else self.game.legal_actions(seat)[0], seat)
            self.watch()
            self.no_chip_is_made_or_lost()
        assert self.game.over
        self.a_view_holds_no_hidden_card()
        assert not any(pot.amount for pot in self.game.pots)
