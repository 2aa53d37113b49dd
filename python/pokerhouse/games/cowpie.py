"""Cowpie: seven-card stud in which seven cards make a five-card and a two-card hand (C1 to C6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pokerhouse import evaluate, evaluate_showing, evaluate_two, outranks, splits
from pokerhouse.actions import Action, CardChoices, Divide, IllegalActionError
from pokerhouse.betting import CLOSED, BettingRound
from pokerhouse.card import Card
from pokerhouse.division import divide
from pokerhouse.games.agreement import (
    MOST_PLAYERS,
    Options,
    checked_button,
    checked_limit,
    checked_seed,
    checked_stacks,
    one_of,
    whole_number,
    yes_or_no,
)
from pokerhouse.games.base import Game, View, standing_pots
from pokerhouse.games.dealing import checked_deck
from pokerhouse.games.history import UNOPPOSED, Reason
from pokerhouse.settlement import Award, Pot, award, layers

if TYPE_CHECKING:
    from pokerhouse.card import Cards

__all__ = ["Cowpie"]

STREETS = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")
THIRD, _FOURTH, FIFTH, _SIXTH, SEVENTH, DIVISION, OVER = range(7)
STREET_NAMES = (*STREETS, "division", "over")

# Weaker than every hand, for both halves (C5).
DEAD = (-1, -1)


@dataclass(frozen=True, slots=True)
class CowpieOptions(Options):
    """What is agreed before a hand of Cowpie."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    limit: str
    button: int
    illegal_division: str
    prefix: bool
    deck: tuple[Card, ...] | None


class Division(NamedTuple):
    """Seven cards as divided, the strengths of both hands, and why they are dead if they are."""

    five: tuple[Card, ...]
    two: tuple[Card, ...]
    strengths: tuple[int, int]
    dead: str


class Cowpie(Game):
    """One hand of Cowpie, from the antes to the last chip.

    Two down cards and one up, three more up, one down, and a betting round after each of the five
    stages (C1). Then everyone still in divides the seven cards in five and two, each with a card
    dealt face down and the five ranking higher (C4); half of each pot goes to the best five, half
    to the best two (C6).

    `stacks` are chips a seat, 2 to 7 of them; a stack below the ante is all-in for what it has
    (P6), and a seat with nothing is an error. `bring_in=0` is without: the best card showing opens
    third street (C2). `limit` is `"fixed"`, `"pot"` or `"no"` (C3). `illegal_division="dead"`
    accepts a division that breaks C4, which wins neither half (C5); `prefix` is the option of R7.
    `deck` fixes the first cards, dealt from the front; the rest follow in the order that the `seed`
    decides. Bad options are a `ValueError` or a `TypeError`.

    >>> from pokerhouse.games import BringIn, Cowpie, Fold
    >>> game = Cowpie([20, 20], deck="2c 3d  7h 8h  4s Kd")
    >>> game.play(BringIn())
    >>> game.play(Fold())
    >>> game.payoffs
    (-1, 1)
    """

    __slots__ = ("_chosen", "_down", "_paid", "_street", "_up")

    name = "cowpie"
    options_kind: ClassVar[type[Options]] = CowpieOptions
    turn_ruling = "C2"
    choice_ruling = "C4"
    end_ruling = "C6"

    options: CowpieOptions

    def __init__(
        self,
        stacks: Iterable[int],
        *,
        ante: int = 1,
        bring_in: int = 1,
        small_bet: int = 2,
        big_bet: int = 4,
        limit: str = "fixed",
        button: int = 0,
        illegal_division: str = "refuse",
        prefix: bool = False,
        seed: int | None = None,
        deck: Cards | None = None,
    ) -> None:
        """Post the antes, deal third street and open the betting."""
        seats = checked_stacks(stacks, MOST_PLAYERS, "C1")
        players = len(seats)
        self.options = CowpieOptions(
            stacks=seats,
            seed=checked_seed(seed),
            ante=whole_number("the ante", ante),
            bring_in=whole_number("the bring-in", bring_in),
            small_bet=whole_number("the small bet", small_bet, 1),
            big_bet=whole_number("the big bet", big_bet, small_bet),
            limit=checked_limit(limit, "C3"),
            button=checked_button(button, players),
            illegal_division=one_of("illegal_division", illegal_division, ("refuse", "dead"), "C5"),
            prefix=yes_or_no("prefix", prefix, "R7"),
            deck=checked_deck(deck),
        )
        if self.options.bring_in >= self.options.small_bet:
            raise ValueError(
                f"the bring-in is {bring_in}: it must be below the small bet of {small_bet},"
                " to which it may be completed (C2)"
            )
        self._begin_hand(self.options.button, self.options.deck)
        self._down: list[tuple[Card, ...]] = [()] * players
        self._up: list[tuple[Card, ...]] = [()] * players
        self._street = THIRD - 1
        self._chosen: list[Division | None] | None = None
        self._paid = self._post_antes(self.options.ante)
        self._deal_on()

    @property
    def street(self) -> str:
        """`"third street"` to `"seventh street"`, `"division"` or `"over"`."""
        return STREET_NAMES[self._street]

    @property
    def button(self) -> int:
        """The seat of the dealer; the seat on his left is dealt to first."""
        return self.options.button

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots, this round's stakes included, by who can win them."""
        paid = [paid + stake for paid, stake in zip(self._paid, self.stakes, strict=True)]
        return standing_pots(paid, self._folded, self._stacks)

    @property
    def pot_names(self) -> tuple[str, ...]:
        """The main pot, then the side pots."""
        return tuple(map(_pot_name, range(len(self.pots))))

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return the seat's down cards, then its up cards."""
        self._check_seat(seat)
        return self._down[seat] + self._up[seat]

    def view(self, seat: int) -> View:
        """Return what that seat may see: its own cards, and everyone's up cards."""
        return self._view(seat, hole=self.hole(seat), down=len(self._down[seat]), showing=self._up)

    def _copy_own_state(self, twin: Self) -> None:
        twin._paid = self._paid[:]
        twin._down = self._down[:]
        twin._up = self._up[:]
        twin._street = self._street
        twin._chosen = None if self._chosen is None else self._chosen[:]

    # Antes, cards and betting rounds

    def _deal_on(self) -> None:
        """Deal street by street to the next one that is bet on (P6); after the last, divide."""
        while self._street < SEVENTH:
            self._street += 1
            self._deal_street()
            if self._open_betting():
                return
        self._street = DIVISION
        self._chosen = [None] * len(self._stacks)

    def _deal_street(self) -> None:
        """One card at a time from the button's left, folded seats skipped, down before up (P7)."""
        if self._street == THIRD:
            self._deal_one_each(self._down)
            self._deal_one_each(self._down)
        if self._street == SEVENTH:
            self._deal_one_each(self._down)
            shown: tuple[tuple[int, ...], tuple[Card, ...]] = ((), ())
        else:
            shown = self._deal_one_each(self._up)
        self._events.append(("street", STREETS[self._street], *shown))

    def _open_betting(self) -> bool:
        """Open the street's betting round; False where nobody is asked to act (P6)."""
        options = self.options
        bring_in = options.bring_in if self._street == THIRD else 0
        betting = BettingRound(
            self._stacks,
            self._folded,
            self._lowest_showing() if bring_in else self._best_showing(),
            bet=options.small_bet if self._street < FIFTH else options.big_bet,
            limit=options.limit,
            pot=sum(self._paid),
            bring_in=bring_in,
        )
        if betting.actor == CLOSED:
            return False
        self._betting = betting
        return True

    def _lowest_showing(self) -> int:
        """Who brings in: the lowest up card, by rank and then by suit (C2)."""
        up = self._up
        # Cards are numbered by rank, then suit (R1).
        return min(self._order, key=lambda seat: up[seat][0])

    def _best_showing(self) -> int:
        """Who opens: the best hand showing, ties to the one nearest the button's left (C2)."""
        best = opener = -1
        for seat in self._order:
            if not self._folded[seat]:
                showing = evaluate_showing(self._up[seat])
                if showing > best:
                    best, opener = showing, seat
        return opener

    def _collect(self, betting: BettingRound) -> None:
        self._betting = None
        if betting.price:
            self._return_uncalled(betting.stakes)
            for seat, stake in enumerate(betting.stakes):
                self._paid[seat] += stake

    def _after_betting(self) -> None:
        if self._folded.count(False) > 1:
            self._deal_on()
            return
        # The last player takes everything and divides nothing (P6).
        last = self._folded.index(False)
        self._pay(Award("whole", (last,), (sum(self._paid),)), "the pot")
        self._end()

    def _end(self) -> None:
        self._paid = [0] * len(self._stacks)
        self._chosen = None
        self._street = OVER

    def _unpaid(self) -> Sequence[int]:
        return self._paid

    # Divisions

    def _choosing(self) -> tuple[int, ...]:
        chosen = self._chosen
        if chosen is None:
            return ()
        return tuple(
            [seat for seat, out in enumerate(self._folded) if not out and chosen[seat] is None]
        )

    def _card_choices(self, seat: int) -> CardChoices:
        down, up = self._down[seat], self._up[seat]
        if self.options.illegal_division == "dead":
            return CardChoices(all_divisions, down + up)
        return CardChoices(partial(legal_divisions, self.options.prefix), down, up)

    def _choose(self, seat: int, action: Action) -> None:
        """Take a seat's division, which nobody is shown before all have chosen (C4)."""
        assert self._chosen is not None
        division = self._divided(seat, action)
        if division.dead and self.options.illegal_division == "refuse":
            raise IllegalActionError(f"seat {seat} may not {action}: {division.dead} (C5)")
        self._chosen[seat] = division
        self._events.append(("chose", seat, "has divided"))

    def _divided(self, seat: int, action: Action) -> Division:
        """The division, dead if it breaks C4; refused if it is none of the seat's seven cards."""
        if not isinstance(action, Divide):
            raise IllegalActionError(f"seat {seat} must divide, and may not play {action} (C4)")
        two = action.two
        down = self._down[seat]
        seven = down + self._up[seat]
        if len(two) != 2 or two[0] == two[1]:
            raise IllegalActionError(
                f"seat {seat} may not {action}: the two-card hand has two different cards (C4)"
            )
        for card in two:
            if card not in seven:
                raise IllegalActionError(
                    f"seat {seat} may not {action}: {card} is not one of his cards (C4)"
                )
        five = tuple([card for card in seven if card not in two])
        best, pair = evaluate(five), evaluate_two(two)
        prefix = self.options.prefix
        # Of three cards dealt face down at most two are in front, and one at least is in the five.
        if (two[0] in down or two[1] in down) and outranks(best, pair, prefix):
            return Division(five, two, (best, pair), "")
        _, fault = divide(down, self._up[seat], two, prefix=prefix)
        return Division(five, two, DEAD, fault or "")

    def _after_choices(self) -> None:
        """Show every division and pay each half of each layer (C6, P4)."""
        assert self._chosen is not None
        strengths: list[tuple[int, int] | None] = [None] * len(self._stacks)
        for seat in self._order:
            division = self._chosen[seat]
            if division is None:
                continue
            five, two, (best, pair), dead = division
            strengths[seat] = division.strengths
            shown = tuple(sorted(five, reverse=True)), two
            if dead:
                self._events.append(("dead", seat, *shown, dead))
            else:
                self._events.append(("divided", seat, *shown, best, pair))
        still_in = [seat for seat, out in enumerate(self._folded) if not out]
        # Nothing goes back any more: it did when each betting round closed.
        for place, pot in enumerate(layers(self._paid, still_in, self._paid)):
            for won in award(pot, strengths, button=self.options.button):
                self._pay(won, _pot_name(place), _reason(won, strengths, len(pot.seats)))
        self._end()


def all_divisions(seven: tuple[Card, ...]) -> Iterable[Divide]:
    """Every choice of two of the seven cards."""
    return (Divide(two) for two in combinations(seven, 2))


def legal_divisions(prefix: bool, down: tuple[Card, ...], up: tuple[Card, ...]) -> Iterable[Divide]:
    """Every division that C4 allows."""
    return (Divide(split.two) for split in splits(down, up, prefix=prefix))


def _pot_name(place: int) -> str:
    return f"side pot {place}" if place else "the main pot"


def _reason(won: Award, strengths: Sequence[tuple[int, int] | None], contested_by: int) -> Reason:
    """With which hands an award was won."""
    strength = strengths[won.seats[0]]
    if strength is None or contested_by == 1:
        return UNOPPOSED
    five, two = strength
    return (None if won.half == "two" else five), (None if won.half == "five" else two)
