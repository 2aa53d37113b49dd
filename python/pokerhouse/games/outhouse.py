"""Outhouse: every bet half to a main pot and half to the side pot of the round (O1 to O8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Self

from pokerhouse import NO_FLUSH, evaluate, evaluate_two
from pokerhouse.actions import Action, CardChoices, Expose, IllegalActionError
from pokerhouse.betting import CLOSED, BettingRound
from pokerhouse.card import Card
from pokerhouse.games.agreement import (
    MOST_PLAYERS,
    Options,
    checked_button,
    checked_limit,
    checked_seed,
    checked_stacks,
    one_of,
    whole_number,
)
from pokerhouse.games.base import Game, View
from pokerhouse.games.dealing import checked_deck, shuffled
from pokerhouse.games.history import UNOPPOSED
from pokerhouse.settlement import Award, Pot, award, layers, pots

if TYPE_CHECKING:
    from pokerhouse.card import Cards

__all__ = ["Outhouse"]

ROUNDS = ("first", "second", "third")
FIRST, _SECOND, THIRD = range(3)
# The betting rounds of a round: after each player's third, fourth and fifth card, then after each
# of three cards (O1).
CARDS = (("third", "fourth", "fifth"), ("first", "second", "third"), ("first", "second", "third"))
LAST_CARD = 2

# Seven players take 35 cards; then 21 are drawn from 52 - 21, and 21 from 52 - 28. If what is
# exposed in the second round stays out, six draw 18 from 52 - 24 - 12 = 16, and five draw 15 from
# 52 - 20 - 10 = 22 (O4).
MOST_SERVED = {"every": 7, "first": 5}


@dataclass(frozen=True, slots=True)
class OuthouseOptions(Options):
    """What is agreed before a hand of Outhouse."""

    ante: int
    ante_pot: str | None
    small_bet: int
    big_bet: int
    limit: str
    return_exposed: str
    button: int
    deck: tuple[Card, ...] | None


class Outhouse(Game):
    """One hand of Outhouse, from the antes to the last chip.

    Three rounds: five cards each, then three more, then three more, all face down and with a
    betting round after each card from the third on (O1). After each round everyone still in
    exposes two cards; the best two take the side pot, and the cards go back to the deck, which is
    shuffled again (O4). The five cards left at the end play for the main pot, and flushes do not
    count (O7). Half of what a player puts in during a round is the side pot's, the odd chip the
    main pot's (O3).

    `stacks` are chips a seat, 2 to 7 of them. An `ante` needs its `ante_pot`: `"main"`, `"side"`
    or `"split"` (O2). The big bet is that of the third round (O8). `return_exposed="first"` lets
    cards go back to the deck after the first round only, and serves at most 5 players (O4).
    `deck` fixes the first cards, dealt from the front; the rest, and the order after each shuffle,
    the `seed` decides. Bad options are a `ValueError` or a `TypeError`.

    >>> from pokerhouse.games import BetTo, Fold, Outhouse
    >>> game = Outhouse([20, 20], ante=1, ante_pot="main", seed=1)
    >>> game.play(BetTo(2))
    >>> [(name, pot.amount) for name, pot in zip(game.pot_names, game.pots)]
    [('the main pot', 3), ('the first side pot', 1)]
    >>> game.play(Fold())
    >>> game.payoffs
    (-1, 1)
    """

    __slots__ = (
        "_card",
        "_chosen",
        "_exposed",
        "_held",
        "_main",
        "_round",
        "_side_antes",
        "_staked",
    )

    name = "outhouse"
    options_kind: ClassVar[type[Options]] = OuthouseOptions
    turn_ruling = "O1"
    choice_ruling = "O4"
    end_ruling = "O7"

    options: OuthouseOptions

    def __init__(
        self,
        stacks: Iterable[int],
        *,
        ante: int = 0,
        ante_pot: str | None = None,
        small_bet: int = 2,
        big_bet: int = 4,
        limit: str = "fixed",
        return_exposed: str = "every",
        button: int = 0,
        seed: int | None = None,
        deck: Cards | None = None,
    ) -> None:
        """Post the antes, deal three cards each and open the betting."""
        served = MOST_SERVED[one_of("return_exposed", return_exposed, tuple(MOST_SERVED), "O4")]
        seats = checked_stacks(stacks, MOST_PLAYERS, "O1")
        players = len(seats)
        if players > served:
            raise ValueError(
                f"{players} players: with return_exposed={return_exposed!r} the deck serves at most"
                f" {served} (O4)"
            )
        if whole_number("the ante", ante) == 0:
            ante_pot = None
        else:
            ante_pot = one_of("the ante's ante_pot", ante_pot, ("main", "side", "split"), "O2")
        self.options = OuthouseOptions(
            stacks=seats,
            seed=checked_seed(seed),
            ante=int(ante),
            ante_pot=ante_pot,
            small_bet=whole_number("the small bet", small_bet, 1),
            big_bet=whole_number("the big bet", big_bet, small_bet),
            limit=checked_limit(limit, "O8"),
            return_exposed=return_exposed,
            button=checked_button(button, players),
            deck=checked_deck(deck),
        )
        self._begin_hand(self.options.button, self.options.deck)
        self._held: list[tuple[Card, ...]] = [()] * players
        self._exposed: list[tuple[Card, ...]] = [()] * players
        self._round = FIRST
        self._card = -1
        self._chosen: list[Expose | None] | None = None
        antes = self._post_antes(self.options.ante)
        none = [0] * players
        # What each seat has put in during this round, to be halved; the antes that stand outside
        # the halving; and the main pot's part of each round that is over (O2, O3, O5).
        self._staked = antes if ante_pot == "split" else none[:]
        self._side_antes = antes if ante_pot == "side" else none
        self._main: list[list[int]] = [antes] if ante_pot == "main" else []
        self._deal_on()

    @property
    def street(self) -> str:
        """`"first round, third card"`, ..., `"first round, exposing"`, ..., `"over"`."""
        if self.over:
            return "over"
        if self._chosen is not None:
            return f"{ROUNDS[self._round]} round, exposing"
        return self._betting_round_name()

    @property
    def button(self) -> int:
        """The seat of the dealer; the first active player on his left opens every round (O1)."""
        return self.options.button

    @property
    def main_pots(self) -> tuple[Pot, ...]:
        """The main pot, in parts where not everyone contests all of it."""
        stakes = [main_half(chips) for chips in self._in_this_round()]
        reach = [main_half(chips) for chips in self._reach()]
        still_in = self._still_in()
        parts = [pot for paid in self._main for pot in layers(paid, still_in, paid)]
        return merged([*parts, *layers(stakes, still_in, reach)])

    @property
    def side_pots(self) -> tuple[Pot, ...]:
        """This round's side pot, in parts where not everyone contests all of it."""
        stakes = [side_half(chips) for chips in self._in_this_round()]
        reach = [side_half(chips) for chips in self._reach()]
        antes = self._side_antes
        both = [ante + stake for ante, stake in zip(antes, stakes, strict=True)]
        top = max(antes)
        reach = [
            (top if stack else ante) + half
            for stack, ante, half in zip(self._stacks, antes, reach, strict=True)
        ]
        return merged(layers(both, self._still_in(), reach))

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The parts of the main pot, then those of the side pot, this round's stakes included."""
        return self.main_pots + self.side_pots

    @property
    def pot_names(self) -> tuple[str, ...]:
        """What each of the `pots` is called."""
        main = [_part("the main pot", place) for place in range(len(self.main_pots))]
        side = [_part(self._side_pot_name(), place) for place in range(len(self.side_pots))]
        return (*main, *side)

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that the seat holds."""
        self._check_seat(seat)
        return self._held[seat]

    def view(self, seat: int) -> View:
        """Return what that seat may see: its own cards, and what was exposed last."""
        held = self.hole(seat)
        return self._view(seat, hole=held, down=len(held), showing=self._exposed)

    def _copy_own_state(self, twin: Self) -> None:
        twin._held = self._held[:]
        twin._exposed = self._exposed[:]
        twin._round = self._round
        twin._card = self._card
        twin._chosen = None if self._chosen is None else self._chosen[:]
        twin._staked = self._staked[:]
        # Neither of these is changed once it is made.
        twin._side_antes = self._side_antes
        twin._main = self._main[:]

    # Cards and betting rounds

    def _deal_on(self) -> None:
        """Deal card by card to the next one that is bet on (P6); after the last, expose."""
        while self._card < LAST_CARD:
            self._card += 1
            for _ in range(3 if self._round == FIRST and self._card == 0 else 1):
                self._deal_one_each(self._held)
            self._events.append(("street", self._betting_round_name(), (), ()))
            if self._open_betting():
                return
        self._chosen = [None] * len(self._stacks)

    def _open_betting(self) -> bool:
        """Open a betting round; False where nobody is asked to act (P6)."""
        options = self.options
        betting = BettingRound(
            self._stacks,
            self._folded,
            self._order[0],
            bet=options.big_bet if self._round == THIRD else options.small_bet,
            limit=options.limit,
            pot=sum(self._unpaid()),
        )
        if betting.actor == CLOSED:
            return False
        self._betting = betting
        return True

    def _collect(self, betting: BettingRound) -> None:
        self._return_uncalled(betting.stakes)
        self._staked = self._in_this_round()
        self._betting = None

    def _after_betting(self) -> None:
        if self._folded.count(False) > 1:
            self._deal_on()
            return
        # The last player takes the main pot and the side pot, and exposes nothing (O6, P6).
        last = self._folded.index(False)
        self._pay(Award("whole", (last,), (sum(self._unpaid()),)), "both pots")
        self._clear_pots()

    def _clear_pots(self) -> None:
        self._main = []
        self._staked = self._side_antes = [0] * len(self._stacks)

    # Exposing

    def _choosing(self) -> tuple[int, ...]:
        chosen = self._chosen
        if chosen is None:
            return ()
        return tuple(
            [seat for seat, out in enumerate(self._folded) if not out and chosen[seat] is None]
        )

    def _card_choices(self, seat: int) -> CardChoices:
        return CardChoices(all_exposures, self._held[seat])

    def _choose(self, seat: int, action: Action) -> None:
        """Take a seat's two cards, which nobody is shown before all have chosen (O4)."""
        assert self._chosen is not None
        if not isinstance(action, Expose):
            raise IllegalActionError(f"seat {seat} must expose two cards, not {action} (O4)")
        if len(action.cards) != 2 or action.cards[0] == action.cards[1]:
            raise IllegalActionError(
                f"seat {seat} may not {action}: two different cards are exposed (O4)"
            )
        for card in action.cards:
            if card not in self._held[seat]:
                raise IllegalActionError(
                    f"seat {seat} may not {action}: {card} is not one of his cards (O4)"
                )
        self._chosen[seat] = action
        self._events.append(("chose", seat, "has chosen two cards"))

    def _after_choices(self) -> None:
        """Show the two cards of everyone, pay the side pot, and go on to the next round."""
        assert self._chosen is not None
        strengths: list[int | None] = [None] * len(self._stacks)
        self._exposed = [()] * len(self._stacks)
        for seat in self._order:
            choice = self._chosen[seat]
            if choice is not None:
                two = choice.cards
                strengths[seat] = pair = evaluate_two(two)
                self._exposed[seat] = two
                self._held[seat] = tuple([card for card in self._held[seat] if card not in two])
                self._events.append(("exposed", seat, two, pair))
        self._chosen = None
        self._pay_side_pot(strengths)
        if self._round == THIRD:
            self._show_down()
            return
        if self._round == FIRST or self.options.return_exposed == "every":
            self._shuffle_back()
        self._round += 1
        self._card = -1
        self._deal_on()

    def _pay_side_pot(self, strengths: Sequence[int | None]) -> None:
        """Pay the side pot at once, and put the round's other half aside for the main pot (O5)."""
        halves = [side_half(chips) for chips in self._staked]
        side = [ante + half for ante, half in zip(self._side_antes, halves, strict=True)]
        self._main = [*self._main, [main_half(chips) for chips in self._staked]]
        self._staked = self._side_antes = [0] * len(self._stacks)
        for place, pot in enumerate(pots(side, folded=self._folded_seats())):
            for won in award(pot, strengths, button=self.options.button):
                best = strengths[won.seats[0]] if len(pot.seats) > 1 else None
                self._pay(won, _part(self._side_pot_name(), place), (None, best))

    def _shuffle_back(self) -> None:
        """Return the exposed cards to the deck and shuffle it again (O4)."""
        back = {card for two in self._exposed for card in two}.union(self._deck[self._dealt :])
        self._deck = shuffled(back, self.options.seed, self._round + 1)
        self._dealt = 0
        self._events.append(("says", "the exposed cards go back to the deck, which is shuffled"))

    def _show_down(self) -> None:
        """Pay each part of the main pot to the best five cards, flushes not counting (O7)."""
        strengths: list[int | None] = [None] * len(self._stacks)
        for seat in self._order:
            if not self._folded[seat]:
                strengths[seat] = best = evaluate(self._held[seat], NO_FLUSH)
                self._events.append(("shows", seat, self._held[seat], best, ""))
        for place, pot in enumerate(self.main_pots):
            for won in award(pot, strengths, button=self.options.button):
                reason = (strengths[won.seats[0]], None) if len(pot.seats) > 1 else UNOPPOSED
                self._pay(won, _part("the main pot", place), reason)
        self._clear_pots()

    # Chips

    def _in_this_round(self) -> list[int]:
        """What each seat has put in during this round, with the stakes of the betting round."""
        return [before + now for before, now in zip(self._staked, self.stakes, strict=True)]

    def _reach(self) -> list[int]:
        """Up to which stake each seat contests the round: the highest if it has chips behind."""
        own = self._in_this_round()
        top = max(own)
        return [top if stack else paid for stack, paid in zip(self._stacks, own, strict=True)]

    def _unpaid(self) -> list[int]:
        parts = (*self._main, self._side_antes, self._staked)
        return [sum(paid) for paid in zip(*parts, strict=True)]

    def _still_in(self) -> list[int]:
        return [seat for seat, out in enumerate(self._folded) if not out]

    def _folded_seats(self) -> list[int]:
        return [seat for seat, out in enumerate(self._folded) if out]

    # Names

    def _betting_round_name(self) -> str:
        return f"{ROUNDS[self._round]} round, {CARDS[self._round][self._card]} card"

    def _side_pot_name(self) -> str:
        return f"the {ROUNDS[self._round]} side pot"


def main_half(chips: int) -> int:
    """The main pot's share of what a player put in during a round; the odd chip is its (O3)."""
    return chips - chips // 2


def side_half(chips: int) -> int:
    """The side pot's share of what a player put in during a round (O3)."""
    return chips // 2


def all_exposures(held: tuple[Card, ...]) -> Iterable[Expose]:
    """Every choice of two of the cards held."""
    return (Expose(two) for two in combinations(held, 2))


def merged(parts: Iterable[Pot]) -> tuple[Pot, ...]:
    """The parts of a pot, those with the same contestants added up, most contestants first (O5)."""
    amounts: dict[tuple[int, ...], int] = {}
    for amount, seats in parts:
        if amount:
            amounts[seats] = amounts.get(seats, 0) + amount
    most_first = sorted(amounts, key=lambda seats: (-len(seats), seats))
    return tuple(Pot(amounts[seats], seats) for seats in most_first)


def _part(name: str, place: int) -> str:
    return f"{name}, part {place + 1}" if place else name
