"""Cowpie's betting against PokerKit's fixed-limit seven-card stud, action by action.

Both are dealt the same cards and play the same random legal actions; at every step they must agree
on whose turn it is, what he may do, the pot, the stacks and the stakes. Where the rulings differ
from PokerKit on purpose, `differs` says which ruling it is, and only the raise is not compared.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from pokerhouse.games import (
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Cowpie,
    Fold,
    RaiseTo,
)
from pokerkit import Automation, FixedLimitSevenCardStud, Mode, State

HANDS = 2000

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
ANTE, BRING_IN, SMALL_BET, BIG_BET = 2, 1, 4, 8


class Table:
    """One hand on both sides: PokerKit's player 0 is left of the button, which is our last seat."""

    def __init__(self, stacks: list[int], seed: int) -> None:
        self.ours = Cowpie(
            stacks,
            ante=ANTE,
            bring_in=BRING_IN,
            small_bet=SMALL_BET,
            big_bet=BIG_BET,
            button=len(stacks) - 1,
            seed=seed,
        )
        self.theirs: State = FixedLimitSevenCardStud.create_state(
            AUTOMATIONS,
            True,
            ANTE,
            BRING_IN,
            SMALL_BET,
            BIG_BET,
            tuple(stacks),
            len(stacks),
            mode=Mode.TOURNAMENT,
        )
        self.deck = iter(self.ours._deck)
        # Chips that we gave back when a betting round closed; PokerKit does it at the end.
        self.returned = [0] * len(stacks)
        self.events = 0
        self.deal()

    def deal(self) -> None:
        """Deal PokerKit the cards that Cowpie dealt, street by street while nobody can bet."""
        theirs = self.theirs
        while theirs.can_burn_card() or theirs.can_deal_hole():
            if theirs.can_burn_card():
                theirs.burn_card("??")
            seats = [seat for seat, still_in in enumerate(theirs.statuses) if still_in]
            if theirs.street_index == 0:
                first, second = [next(self.deck) for _ in seats], [next(self.deck) for _ in seats]
                for down in zip(first, second, strict=True):
                    theirs.deal_hole("".join(map(str, down)))
            for _ in seats:
                theirs.deal_hole(str(next(self.deck)))

    def differs(self) -> set[str]:
        """The rulings by which our legal raises differ from PokerKit's here."""
        betting = self.ours._betting
        assert betting is not None
        rulings = set()
        if betting.cap == 0 and betting.wagers >= 4:
            rulings.add("P5: heads-up there is no cap")
        if betting.bring_in_due and betting.stacks[betting.actor] <= BRING_IN:
            rulings.add("C2: an all-in that is no more than the bring-in completes nothing")
        if self.short_wager:
            # PokerKit counts it towards the cap, and takes what it added for the size of a raise.
            rulings.add("P5: a short all-in is no bet and no raise")
        return rulings

    short_wager = False

    def compare(self) -> set[str]:
        """Check that both stand alike; return the rulings by which raises may differ."""
        ours, theirs = self.ours, self.theirs
        for event in ours._events[self.events :]:
            if event[0] == "returned":
                _, seat, chips = event
                assert isinstance(seat, int)
                assert isinstance(chips, int)
                self.returned[seat] += chips
        self.events = len(ours._events)
        assert ours._betting is not None
        assert theirs.actor_index == ours.waiting[0]
        assert list(ours.stacks) == [
            stack + back for stack, back in zip(theirs.stacks, self.returned, strict=True)
        ]
        assert list(ours.stakes) == list(theirs.bets)
        assert sum(pot.amount for pot in ours.pots) == theirs.total_pot_amount - sum(self.returned)
        legal = ours.legal_actions()
        assert (Fold() in legal) == theirs.can_fold()
        assert (BringIn() in legal) == theirs.can_post_bring_in()
        assert (Check() in legal or Call() in legal) == theirs.can_check_or_call()
        if theirs.can_check_or_call():
            assert ours.to_call == theirs.checking_or_calling_amount
            assert (Check() in legal) == (theirs.checking_or_calling_amount == 0)
        differs = self.differs()
        if not differs:
            assert self.our_wager() == theirs.min_completion_betting_or_raising_to_amount
            assert self.our_wager() == theirs.max_completion_betting_or_raising_to_amount
        return differs

    def our_wager(self) -> int | None:
        """The total that the actor may bet, complete or raise to."""
        assert self.ours._betting is not None
        sizes = self.ours._betting.sizes()
        if sizes is None:
            return None
        assert len(sizes) == 1
        return sizes[0]

    def play(self, action: Action) -> None:
        """Do the same on both sides."""
        betting = self.ours._betting
        assert betting is not None
        if isinstance(action, Complete | BetTo | RaiseTo):
            total = self.our_wager()
            assert total is not None
            self.short_wager |= total - betting.level < betting.full_raise
            self.theirs.complete_bet_or_raise_to(total)
        elif isinstance(action, BringIn):
            self.theirs.post_bring_in()
        elif isinstance(action, Fold):
            self.theirs.fold()
        else:
            self.theirs.check_or_call()
        self.ours.play(action)
        if self.ours._betting is not betting:
            self.short_wager = False


@pytest.mark.parametrize("depth", ["deep", "short"])
def test_the_betting_is_pokerkits_where_the_rulings_do_not_differ(depth: str) -> None:
    draw = random.Random(depth)
    seen: Counter[str] = Counter()
    for seed in range(HANDS // 2):
        players = draw.randint(2, 6)
        most = 400 if depth == "deep" else 40
        stacks = [draw.randint(200 if depth == "deep" else 3, most) for _ in range(players)]
        table = Table(stacks, seed)
        while table.ours._betting is not None:
            differs = table.compare()
            seen.update(differs)
            common = [
                action
                for action in table.ours.legal_actions()
                if not isinstance(action, Complete | BetTo | RaiseTo)
                or table.our_wager() == table.theirs.min_completion_betting_or_raising_to_amount
            ]
            # Fewer folds than anything else, so that hands get far.
            weights = [1 if isinstance(action, Fold) else 4 for action in common]
            action = draw.choices(common, weights)[0]
            seen[type(action).__name__] += 1
            table.play(action)
            table.deal()
        seen["hands"] += 1
        if table.ours.folded.count(False) == 1:
            seen["won by folds"] += 1
            assert list(table.ours.stacks) == list(table.theirs.stacks)
    assert seen["hands"] == HANDS // 2
    for what in (
        "Fold",
        "Check",
        "Call",
        "BringIn",
        "Complete",
        "BetTo",
        "RaiseTo",
        "won by folds",
    ):
        assert seen[what] > 20, (what, seen)
    if depth == "deep":
        assert seen["P5: heads-up there is no cap"] > 0
        assert seen["P5: a short all-in is no bet and no raise"] == 0
    else:
        assert seen["P5: a short all-in is no bet and no raise"] > 20
