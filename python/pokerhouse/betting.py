"""One betting round: whose turn it is, what he may do, and when the round is closed (P5, P6, C2).

The round knows chips and seats, not cards. Three games share it, so what differs between them is
given to it: the street's bet, the limit, the chips already in the pots, and any bring-in.
"""

from __future__ import annotations

from pokerhouse.actions import (
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    Complete,
    Fold,
    IllegalActionError,
    LegalActions,
    RaiseTo,
)

__all__ = ["LIMITS", "BettingRound"]

LIMITS = ("fixed", "pot", "no")

# A bet and three raises (P5).
MOST_WAGERS = 4

CLOSED = -1

FOLD, CHECK, CALL, BRING_IN, COMPLETE = Fold(), Check(), Call(), BringIn(), Complete()


class BettingRound:
    """One round of betting among the seats that have not folded and have chips behind.

    `stacks` and `folded` are the game's own lists, one entry a seat, and change as players act;
    `stakes` is what each seat has put in during this round. `actor` is the seat whose turn it is,
    `CLOSED` when the round is over. `opener` acts first, or the next on his left that has chips.

    Two numbers make the rules. The *price* is the stake to match: the highest one, or the full
    bring-in even if it was posted short (C2). The *level* is the highest bet, from which raises
    are counted; the bring-in is no bet, so while it is only called the level is 0, and completing
    is the bet. A full raise adds at least `full_raise` to the level: with a fixed limit always the
    street's bet, otherwise the last full bet or raise (P5).

    >>> betting = BettingRound([10, 10, 3], [False] * 3, 0, bet=2, limit="fixed")
    >>> betting.play(BetTo(2)), betting.play(Call()), betting.legal_actions()
    (2, 2, <legal: fold, call, raise to 3>)
    """

    __slots__ = (
        "_answered",
        "_left_to_act",
        "actor",
        "bring_in_due",
        "cap",
        "folded",
        "full_raise",
        "level",
        "limit",
        "pot",
        "price",
        "stacks",
        "stakes",
        "wagers",
    )

    def __init__(
        self,
        stacks: list[int],
        folded: list[bool],
        opener: int,
        *,
        bet: int,
        limit: str,
        pot: int = 0,
        bring_in: int = 0,
    ) -> None:
        """Open the round; it is closed at once where nobody is asked to act (P6)."""
        players = len(stacks)
        self.stacks = stacks
        self.folded = folded
        self.stakes = [0] * players
        self.limit = limit
        self.pot = pot
        self.price = bring_in
        self.level = 0
        self.full_raise = bet
        self.bring_in_due = bring_in > 0
        self.wagers = 0
        # Heads-up, two players not folded when the round opens, there is no cap (P5).
        self.cap = MOST_WAGERS if limit == "fixed" and folded.count(False) > 2 else 0
        # The level that each seat acted at last; -1 before it has acted.
        self._answered = [-1] * players
        self._left_to_act = self._with_chips()
        self.actor = opener
        if self._left_to_act <= 1:
            # There is nothing to match yet, and nobody to bet against (P6).
            self.actor = CLOSED
            self.price = 0
            self.bring_in_due = False
        elif folded[opener] or not stacks[opener]:
            # He passes the turn on, and is not one of those who have to act.
            self._left_to_act += 1
            self._pass_turn()

    def copy(self, stacks: list[int], folded: list[bool]) -> BettingRound:
        """Return the round as it is, at work on other lists of stacks and folded seats."""
        twin = object.__new__(BettingRound)
        twin.stacks = stacks
        twin.folded = folded
        twin.stakes = self.stakes[:]
        twin.limit = self.limit
        twin.pot = self.pot
        twin.price = self.price
        twin.level = self.level
        twin.full_raise = self.full_raise
        twin.bring_in_due = self.bring_in_due
        twin.wagers = self.wagers
        twin.cap = self.cap
        twin._answered = self._answered[:]
        twin._left_to_act = self._left_to_act
        twin.actor = self.actor
        return twin

    @property
    def to_call(self) -> int:
        """The chips that the actor must put in to stay: at most his stack, 0 where he may check."""
        seat = self.actor
        if seat == CLOSED:
            return 0
        owed, stack = self.price - self.stakes[seat], self.stacks[seat]
        return owed if owed < stack else stack

    def sizes(self) -> range | None:
        """Return the totals that the actor may bet, complete or raise to; `None` if he may not.

        He needs chips beyond the call and an opponent who can match some of them. With a fixed
        limit there is one size, the level and the street's bet. A pot-limit wager is at most the
        price and all chips in the pots after the call. Whoever has less than the least size may go
        all-in for it (P5).
        """
        seat = self.actor
        price = self.price
        stake = self.stakes[seat]
        all_in = stake + self.stacks[seat]
        if all_in <= price or (self.cap and self.wagers >= self.cap):
            return None
        answered = self._answered[seat]
        if answered >= 0 and self.level - answered < self.full_raise:
            return None
        if not self._someone_can_match_more():
            return None
        least = self.level + self.full_raise
        if all_in <= least:
            return range(all_in, all_in + 1)
        if self.limit == "fixed":
            most = least
        elif self.limit == "pot":
            # Who completes instead of bringing in calls nothing first.
            called = 0 if self.bring_in_due else price
            most = max(least, called + self.pot + sum(self.stakes) + called - stake)
        else:
            most = all_in
        return range(least, min(most, all_in) + 1)

    def legal_actions(self) -> LegalActions:
        """Return every action that the actor may take; none when the round is closed."""
        if self.actor == CLOSED:
            return LegalActions()
        sizes = self.sizes()
        plain: tuple[Action, ...]
        if self.bring_in_due:
            plain = (BRING_IN,)
        elif self.stakes[self.actor] == self.price:
            plain = (CHECK,)
        else:
            plain = (FOLD, CALL)
        if sizes and self._over_bring_in():
            plain = (*plain, COMPLETE)
            sizes = sizes[1:] or None
        return LegalActions(plain, RaiseTo if self.level else BetTo, sizes)

    def play(self, action: Action) -> int:
        """Carry out the actor's action and return the chips that it moved.

        An illegal action is an `IllegalActionError` that names its ruling, and changes nothing.
        """
        kind = type(action)
        seat = self.actor
        if seat == CLOSED:
            raise IllegalActionError("the betting is closed: nobody is asked to act (P6)")
        owed = self.price - self.stakes[seat]
        if self.bring_in_due:
            if kind is BringIn:
                self.bring_in_due = False
                return self._match(seat, owed)
        elif owed:
            if kind is Call:
                return self._match(seat, owed)
            if kind is Fold:
                self.folded[seat] = True
                self._pass_turn()
                return 0
        elif kind is Check:
            self._answered[seat] = self.level
            self._pass_turn()
            return 0
        return self._wager(seat, self._wagered(action))

    def _with_chips(self) -> int:
        """How many seats still in have chips behind."""
        if all(self.stacks):
            return self.folded.count(False)
        both = zip(self.stacks, self.folded, strict=True)
        return len([stack for stack, out in both if stack and not out])

    def _someone_can_match_more(self) -> bool:
        """Whether an opponent could pay more than the price; a bring-in not yet posted is none."""
        price = 0 if self.bring_in_due else self.price
        for seat, stack in enumerate(self.stacks):
            if (
                stack
                and not self.folded[seat]
                and seat != self.actor
                and stack + self.stakes[seat] > price
            ):
                return True
        return False

    def _over_bring_in(self) -> bool:
        """Whether there is a bring-in that nobody has completed."""
        return self.price > self.level

    def _match(self, seat: int, owed: int) -> int:
        """Put in what is owed, or the stack if that is less."""
        chips = min(owed, self.stacks[seat])
        self.stacks[seat] -= chips
        self.stakes[seat] += chips
        self._answered[seat] = self.level
        self._pass_turn()
        return chips

    def _wager(self, seat: int, total: int) -> int:
        """Raise the price to a legal total; everyone else must act again."""
        chips = total - self.stakes[seat]
        self.stacks[seat] -= chips
        self.stakes[seat] = total
        added = total - self.level
        if added >= self.full_raise:
            # A short all-in neither counts towards the cap nor changes what a full raise is (P5).
            self.wagers += 1
            if self.limit != "fixed":
                self.full_raise = added
        self.level = self.price = total
        self.bring_in_due = False
        self._answered[seat] = total
        others = self._with_chips() - (1 if self.stacks[seat] else 0)
        self._left_to_act = others + 1
        self._pass_turn()
        return chips

    def _pass_turn(self) -> None:
        """Give the turn to the next seat on the left that has chips, or close the round."""
        left = self._left_to_act = self._left_to_act - 1
        if not left:
            self.actor = CLOSED
            return
        seat, stacks, folded = self.actor, self.stacks, self.folded
        while True:
            seat += 1
            if seat == len(stacks):
                seat = 0
            if stacks[seat] and not folded[seat]:
                self.actor = seat
                return

    def _wagered(self, action: Action) -> int:
        """The total of a legal bet, raise or completion; any other action is refused."""
        sizes = self.sizes()
        if sizes and self._over_bring_in():
            if isinstance(action, Complete):
                return sizes[0]
            # The least bet over a bring-in is the completion, which has its own name.
            sizes = sizes[1:]
        wager = RaiseTo if self.level else BetTo
        if sizes and isinstance(action, wager) and action.total in sizes:
            return action.total
        raise IllegalActionError(f"seat {self.actor} {self._refusal(action, sizes)}")

    def _refusal(self, action: Action, sizes: range | None) -> str:
        """Why the actor may not do what he wants to."""
        stake, price = self.stakes[self.actor], self.price
        if isinstance(action, Fold | Check | Call | BringIn):
            if self.bring_in_due:
                return f"must bring in {self.to_call} or complete, and may not {action} (C2)"
            if isinstance(action, BringIn):
                return "may not bring in: no bring-in is due (C2)"
            if isinstance(action, Check):
                return f"may not check: there are {self.to_call} to call (P6)"
            return f"may not {action}: there is nothing to match (P6)"
        if not isinstance(action, Action):
            return f"cannot play {action!r}: it is no action"
        if not isinstance(action, BetTo | RaiseTo | Complete):
            return f"may not {action} during a betting round ({action.ruling})"
        if isinstance(action, Complete) and not self._over_bring_in():
            return "may not complete: there is no bring-in to complete (C2)"
        if stake + self.stacks[self.actor] <= price:
            return f"may not {action}: the stack of {self.stacks[self.actor]} only calls (P5)"
        if self.cap and self.wagers >= self.cap:
            return f"may not {action}: a bet and three raises is the cap (P5)"
        if not self._someone_can_match_more():
            return f"may not {action}: no opponent has chips to match it (P6)"
        if sizes is None:
            return f"may not {action}: nothing since his last action was a full raise (P5)"
        if isinstance(action, RaiseTo) and not self.level:
            return f"may not {action}: there is no bet to raise (P5)"
        if isinstance(action, BetTo) and self.level:
            return f"may not {action}: there is a bet of {self.level}, so it would be a raise (P5)"
        if not sizes:
            return f"may not {action}: over the bring-in the bet is to complete (C2)"
        least, most = sizes[0], sizes[-1]
        return (
            f"may not {action}: {least if least == most else f'{least} to {most}'} is allowed (P5)"
        )
