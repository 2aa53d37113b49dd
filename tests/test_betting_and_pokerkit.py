"""Single betting rounds at pot limit and no limit against PokerKit's, action by action.

They agree on whose turn it is, the least and the greatest raise, stacks and stakes; all-ins for
less than a full raise and what they reopen are among them. One difference is on purpose: to
PokerKit an opening bet of less than the least bet is a full one, and by P5 it is not.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from pokerhouse.actions import Action, BetTo, Fold, RaiseTo
from pokerhouse.betting import CLOSED, BettingRound
from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Opening,
    StandardHighHand,
    State,
    Street,
)

ROUNDS = 1500
ANTE = 1

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {"pot": BettingStructure.POT_LIMIT, "no": BettingStructure.NO_LIMIT}


def one_street(stacks: list[int], limit: str, bet: int) -> State:
    """PokerKit's side: one street with no blinds, after an ante."""
    street = Street(False, (False, False, True), 0, False, Opening.POSITION, bet, None)
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        (street,),
        STRUCTURES[limit],
        True,
        ANTE,
        0,
        0,
        tuple(stack + ANTE for stack in stacks),
        len(stacks),
    )


@pytest.mark.parametrize("limit", ["pot", "no"])
def test_a_round_is_pokerkits_where_no_opening_bet_is_short(limit: str) -> None:
    draw = random.Random(limit)
    seen: Counter[str] = Counter()
    for _ in range(ROUNDS):
        stacks = [draw.randint(1, 60) for _ in range(draw.randint(2, 6))]
        bet = draw.randint(1, 5)
        theirs = one_street(stacks, limit, bet)
        assert theirs.opener_index is not None
        ours = BettingRound(
            stacks,
            [False] * len(stacks),
            theirs.opener_index,
            bet=bet,
            limit=limit,
            pot=ANTE * len(stacks),
        )
        short_opening = False
        while ours.actor != CLOSED:
            assert ours.actor == theirs.actor_index
            assert ours.stacks == list(theirs.stacks)
            assert ours.stakes == list(theirs.bets)
            least = theirs.min_completion_betting_or_raising_to_amount
            most = theirs.max_completion_betting_or_raising_to_amount
            sizes = ours.sizes()
            agree = (sizes[0], sizes[-1]) == (least, most) if sizes else least is None
            assert agree or short_opening
            seen["agree" if agree else "differ"] += 1
            if agree and sizes and draw.random() < 0.5:
                total = draw.choice([sizes[0], sizes[-1], draw.choice(sizes)])
                short = total - ours.level < ours.full_raise
                short_opening |= short and ours.level == 0
                seen["short" if short else "full"] += 1
                action: Action = RaiseTo(total) if ours.level else BetTo(total)
                theirs.complete_bet_or_raise_to(total)
            else:
                plain = [a for a in ours.legal_actions() if not isinstance(a, BetTo | RaiseTo)]
                action = draw.choice(plain)
                if isinstance(action, Fold):
                    theirs.fold()
                else:
                    theirs.check_or_call()
            ours.play(action)
        assert theirs.actor_index is None
    assert seen["agree"] > 5 * ROUNDS // 2
    assert seen["short"] > ROUNDS // 20
    assert seen["differ"] < ROUNDS // 50
