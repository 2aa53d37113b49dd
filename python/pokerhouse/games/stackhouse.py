"""Stackhouse: two players, four hands on one board, four pots and one stack each (S1 to S8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from pokerhouse import _core, evaluate, evaluate_omaha
from pokerhouse.actions import Action, CardChoices, Discard, IllegalActionError
from pokerhouse.betting import CLOSED, BettingRound
from pokerhouse.card import Card
from pokerhouse.counted import counted
from pokerhouse.games.agreement import (
    Options,
    checked_dealer,
    checked_seed,
    whole_number,
    yes_or_no,
)
from pokerhouse.games.base import Game, View
from pokerhouse.games.dealing import checked_deck, first_deck
from pokerhouse.games.history import UNOPPOSED, Reason
from pokerhouse.settlement import Award, Pot, award

if TYPE_CHECKING:
    from pokerhouse.card import Cards

__all__ = ["Stackhouse"]

ONE, _TWO, THREE, FOUR = range(4)
HANDS = (
    "Hand One (Ethos One)",
    "Hand Two (Hold'em)",
    "Hand Three (Tri-Show)",
    "Hand Four (Omaha)",
)
# To which hand each of a player's ten cards goes (S2).
DEALT_TO = (0, 1, 1, 2, 2, 2, 3, 3, 3, 3)

STREETS = ("pre-flop", "flop", "turn", "river")
PRE_FLOP, FLOP, _TURN, RIVER = range(4)
BOARD_CARDS = (0, 3, 1, 1)

# One chip on each hand (S2); who has fewer plays as a ghost (S8).
BLINDS = len(HANDS)
NOBODY = -1


@dataclass(frozen=True, slots=True)
class StackhouseOptions(Options):
    """What is agreed before a match of Stackhouse."""

    minimum: int
    dealer: int | None
    ghost_at_zero: bool
    deals: int | None
    decks: tuple[tuple[Card, ...], ...]


class Stackhouse(Game):
    """A match of Stackhouse: deal after deal, until a player has lost his chips.

    Each has four hands, Ethos One with one card, Hold'em with two, Tri-Show with three and Omaha
    with four, and puts a dead blind of one chip on each (S2, S3). All are no limit on one stack, so
    chips that a fold wins may be bet on the next hand of the same street (S5). The player opposite
    the dealer acts first; after the flop betting of Tri-Show each shows a card and discards it
    (S4). A player who begins a deal with fewer than four chips plays it as a ghost (S8).

    `stacks` are two, of `minimum` chips at least (S1). `dealer` deals first; without one he is
    drawn by the `seed` (S7). `ghost_at_zero=False` ends the match when a player has nothing left
    (nobody may begin it so), and `deals` after so many deals. `decks` fixes the first cards of each
    deal, one deck a deal, dealt from the front: the ten cards of each, one at a time from opposite
    the dealer and Hand One first, then the board. Bad options are a `ValueError` or a `TypeError`.

    >>> from pokerhouse.games import BetTo, Fold, Stackhouse
    >>> game = Stackhouse(dealer=0, seed=1)
    >>> game.play(BetTo(3))
    >>> game.play(Fold())
    >>> game.stacks, game.street
    ((236, 238), "pre-flop, Hand Two (Hold'em)")
    """

    __slots__ = (
        "_board",
        "_deal",
        "_dealer",
        "_discarding",
        "_ended",
        "_ghost",
        "_hand",
        "_hands",
        "_live",
        "_put",
        "_showing",
        "_street",
    )

    name = "stackhouse"
    options_kind: ClassVar[type[Options]] = StackhouseOptions
    turn_ruling = "S3"
    choice_ruling = "S4"
    end_ruling = "S7"

    options: StackhouseOptions

    def __init__(
        self,
        stacks: Iterable[int] = (240, 240),
        *,
        minimum: int = 240,
        dealer: int | None = None,
        ghost_at_zero: bool = True,
        deals: int | None = None,
        seed: int | None = None,
        decks: Iterable[Cards] | None = None,
    ) -> None:
        """Draw the first dealer and begin the first deal."""
        seats = tuple(whole_number("a stack", stack) for stack in stacks)
        if len(seats) != 2:
            raise ValueError(f"{counted(len(seats), 'player')}: Stackhouse is for two (S1)")
        for seat, stack in enumerate(seats):
            if stack < whole_number("the minimum", minimum):
                raise ValueError(
                    f"seat {seat} has {counted(stack, 'chip')}: at least {minimum} are needed (S1)"
                )
        if not ghost_at_zero and 0 in seats:
            raise ValueError(
                f"seat {seats.index(0)} has no chips, and ghost_at_zero=False gives no deal (S8)"
            )
        if sum(seats) < 2 * BLINDS:
            raise ValueError(
                f"{counted(sum(seats), 'chip')} in all: with fewer than {2 * BLINDS} both would be "
                "ghosts (S8)"
            )
        self.options = StackhouseOptions(
            stacks=seats,
            seed=checked_seed(seed),
            minimum=int(minimum),
            dealer=checked_dealer(dealer),
            ghost_at_zero=yes_or_no("ghost_at_zero", ghost_at_zero, "S8"),
            deals=None if deals is None else whole_number("the number of deals", deals, 1),
            decks=tuple(checked_deck(deck) or () for deck in decks or ()),
        )
        self._stacks = list(seats)
        self._played = []
        self._betting = None
        self._deal = 0
        self._ended = False
        first = self.options.dealer
        if first is None:
            # Each deal has a stream of its own, from 1; 0 is the draw for the dealer.
            first = _core.shuffle([0, 1], self.options.seed, 0)[0]
        self._dealer = first
        self._events = [("starts", "Stackhouse", first)]
        self._begin_deal()

    @property
    def street(self) -> str:
        """The street and the hand that is bet on, `"flop, Hand Two (Hold'em)"`; or `"over"`."""
        if self._ended:
            return "over"
        street = "ghost" if self._ghost != NOBODY else STREETS[self._street]
        return f"{street}, {'discarding' if self._discarding != NOBODY else HANDS[self._hand]}"

    @property
    def button(self) -> int:
        """The dealer of this deal; the player opposite acts first."""
        return self._dealer

    @property
    def deal(self) -> int:
        """Which deal of the match this is, from 1."""
        return self._deal

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The four pots, this round's stakes included; empty once they are paid."""
        amounts = [sum(put) for put in self._put]
        if self._betting is not None:
            amounts[self._hand] += sum(self._betting.stakes)
        live = zip(amounts, self._live, strict=True)
        return tuple(Pot(amount, (0, 1) if live else ()) for amount, live in live)

    @property
    def pot_names(self) -> tuple[str, ...]:
        """The four hands."""
        return HANDS

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of the seat's four hands, One to Four."""
        self._check_seat(seat)
        return tuple([card for hand in self._hands[seat] for card in hand])

    def view(self, seat: int) -> View:
        """Return what that seat may see: its own hands, the board, and what was shown this deal."""
        hole = self.hole(seat)
        return self._view(
            seat,
            hole=hole,
            down=len(hole),
            hands=self._hands[seat],
            showing=self._showing,
            board=self._board,
        )

    def _copy_own_state(self, twin: Self) -> None:
        twin._board = self._board
        twin._deal = self._deal
        twin._dealer = self._dealer
        twin._discarding = self._discarding
        twin._ended = self._ended
        twin._ghost = self._ghost
        twin._hand = self._hand
        twin._hands = self._hands[:]
        twin._live = self._live[:]
        twin._put = self._put[:]
        twin._showing = self._showing[:]
        twin._street = self._street

    # A deal

    def _begin_deal(self) -> None:
        """Deal ten cards each and post the blinds; who cannot post them all is the ghost (S8)."""
        self._deal += 1
        opposite = 1 - self._dealer
        self._order = (opposite, self._dealer)
        self._folded = [False, False]
        self._deck = self._shuffled_deck()
        self._dealt = 0
        self._board: tuple[Card, ...] = ()
        self._street = PRE_FLOP
        self._hand = -1
        self._discarding = NOBODY
        self._live = [True] * len(HANDS)
        self._showing: list[tuple[Card, ...]] = [(), ()]
        self._hands: list[tuple[tuple[Card, ...], ...]] = [(), ()]
        ten = self._take(2 * len(DEALT_TO))
        for place, seat in enumerate(self._order):
            self._hands[seat] = in_hands(ten[place::2])
        self._events.append(("says", f"deal {self._deal}: seat {self._dealer} deals"))
        self._post_blinds()
        if self._ghost == NOBODY:
            self._go_on()
        else:
            self._deal_board(FLOP)
            self._discarding = opposite

    def _shuffled_deck(self) -> tuple[Card, ...]:
        stacked = self.options.decks[self._deal - 1 : self._deal]
        return first_deck(stacked[0] if stacked else None, self.options.seed, self._deal)

    def _post_blinds(self) -> None:
        """One chip a hand from both; a ghost posts on the first hands, as far as he can."""
        posted = [min(BLINDS, stack) for stack in self._stacks]
        self._ghost = NOBODY
        for seat, chips in enumerate(posted):
            self._stacks[seat] -= chips
            if chips < BLINDS:
                self._ghost = seat
                left = counted(chips, "chip")
                self._events.append(("says", f"seat {seat} has {left} and is the ghost"))
        self._put: list[tuple[int, int]] = [
            (int(hand < posted[0]), int(hand < posted[1])) for hand in range(len(HANDS))
        ]
        self._events.append(("posts", "blinds", tuple(posted)))

    def _go_on(self) -> None:
        """Go to the next hand that is bet on: Hands One to Four on each street (S3, S5)."""
        while True:
            if self._hand == FOUR:
                if self._street == RIVER:
                    self._show_down_all()
                    return
                self._deal_board(self._street + 1)
                self._hand = -1
            self._hand += 1
            if self._live[self._hand] and (self._open_betting() or self._ask_for_discards()):
                return

    def _deal_board(self, street: int) -> None:
        self._street = street
        self._board += self._take(BOARD_CARDS[street])
        self._events.append(("board", STREETS[street], self._board))

    def _open_betting(self) -> bool:
        """Open the betting on a hand; False where one of them has no chips behind (S5)."""
        self._folded = [False, False]
        betting = BettingRound(self._stacks, self._folded, self._order[0], bet=1, limit="no")
        if betting.actor == CLOSED:
            return False
        self._betting = betting
        self._events.append(("street", HANDS[self._hand], (), ()))
        return True

    def _collect(self, betting: BettingRound) -> None:
        self._return_uncalled(betting.stakes)
        before, stakes = self._put[self._hand], betting.stakes
        self._put[self._hand] = (before[0] + stakes[0], before[1] + stakes[1])
        self._betting = None

    def _after_betting(self) -> None:
        hand = self._hand
        if True in self._folded:
            # The pot is won at once, and its chips may be bet on the next hand (S5).
            self._pay_pot(hand, self._folded.index(False), UNOPPOSED)
            # A fold gives up one hand, not the others.
            self._folded = [False, False]
        if self._ghost != NOBODY:
            if self._live[hand]:
                self._show_down(hand)
            self._go_on_with_ghost()
        elif not any(self._live):
            self._end_deal()
        elif not (self._live[hand] and self._ask_for_discards()):
            self._go_on()

    # Tri-Show's discards

    def _ask_for_discards(self) -> bool:
        """After Tri-Show's flop betting each discards, opposite the dealer first (S4)."""
        if self._hand != THREE or self._street != FLOP:
            return False
        self._discarding = self._order[0]
        return True

    def _choosing(self) -> tuple[int, ...]:
        return () if self._discarding == NOBODY else (self._discarding,)

    def _card_choices(self, seat: int) -> CardChoices:
        return CardChoices(all_discards, self._hands[seat][THREE])

    def _choose(self, seat: int, action: Action) -> None:
        """Show a card of the Tri-Show hand and discard it (S4)."""
        if not isinstance(action, Discard):
            raise IllegalActionError(f"seat {seat} must discard, and may not {action} (S4)")
        card = action.card
        if card not in self._hands[seat][THREE]:
            raise IllegalActionError(
                f"seat {seat} may not {action}: it is no card of his Tri-Show hand (S4)"
            )
        one, two, three, four = self._hands[seat]
        kept = tuple([each for each in three if each != card])
        self._hands[seat] = (one, two, kept, four)
        self._showing[seat] += (card,)
        self._events.append((seat, action, 0, self._stacks[seat]))

    def _after_choices(self) -> None:
        """Ask the dealer after the player opposite; after both, go on."""
        if self._discarding == self._order[0]:
            self._discarding = self._order[1]
            return
        self._discarding = NOBODY
        if self._ghost == NOBODY:
            self._go_on()
        else:
            self._deal_board(self._street + 1)
            self._deal_board(self._street + 1)
            self._go_on_with_ghost()

    # The ghost

    def _go_on_with_ghost(self) -> None:
        """Show the hands down in turn, each paid before the next is posted and bet on (S8)."""
        while self._hand < FOUR:
            self._hand += 1
            # Nothing is posted or bet on Hand One: the blinds took all that the ghost had.
            self._post_as_ghost()
            if self._open_betting():
                return
            self._show_down(self._hand)
        self._end_deal()

    def _post_as_ghost(self) -> None:
        """With nothing on the hand and a chip in his stack the ghost must post it (S8)."""
        ghost = self._ghost
        put = list(self._put[self._hand])
        if put[ghost] == 0 and self._stacks[ghost]:
            self._stacks[ghost] -= 1
            put[ghost] = 1
            self._put[self._hand] = (put[0], put[1])
            self._events.append(("says", f"seat {ghost} posts 1 on {HANDS[self._hand]}"))

    # Showdown

    def _show_down_all(self) -> None:
        """Show down the hands still in play, One to Four (S6)."""
        for hand, live in enumerate(self._live):
            if live:
                self._show_down(hand)
        self._end_deal()

    def _show_down(self, hand: int) -> None:
        """Show both players' cards of a hand and pay its pot (S6)."""
        strengths = [0, 0]
        for seat in self._order:
            held = self._hands[seat][hand]
            strengths[seat] = best = self._strength(hand, held)
            self._showing[seat] += held
            self._events.append(("shows", seat, held, best, f" for {HANDS[hand]}"))
        ghost = self._ghost
        if ghost != NOBODY and self._put[hand][ghost] == 0:
            # He plays for the other's blind, which goes back unless his hand is better.
            if strengths[ghost] > strengths[1 - ghost]:
                self._pay_pot(hand, ghost, (strengths[ghost], None))
            else:
                self._give_back(hand, 1 - ghost)
            return
        pot = Pot(sum(self._put[hand]), (0, 1))
        for won in award(pot, strengths, button=self._dealer):
            self._pay(won, HANDS[hand], (strengths[won.seats[0]], None))
        self._close(hand)

    def _strength(self, hand: int, held: tuple[Card, ...]) -> int:
        """The best five cards: of all, the board alone too; in Omaha two of the hand (S6, R8)."""
        if hand == FOUR:
            return evaluate_omaha(held, self._board)
        return evaluate(held + self._board)

    def _pay_pot(self, hand: int, winner: int, reason: Reason) -> None:
        """Give a whole pot to one player."""
        chips = sum(self._put[hand])
        self._pay(Award("whole", (winner,), (chips,)), HANDS[hand], reason)
        self._close(hand)

    def _give_back(self, hand: int, owner: int) -> None:
        """Return a blind that the ghost did not win (S8)."""
        self._stacks[owner] += sum(self._put[hand])
        self._events.append(("says", f"seat {owner} takes back the blind on {HANDS[hand]}"))
        self._close(hand)

    def _close(self, hand: int) -> None:
        self._put[hand] = (0, 0)
        self._live[hand] = False

    def _end_deal(self) -> None:
        """Begin the next deal, if the match goes on (S7, S8)."""
        loser = self._loser()
        if loser != NOBODY:
            self._events.append(("says", f"seat {loser} has no chips left and loses the match"))
            self._ended = True
        elif self._deal == self.options.deals:
            self._events.append(("says", f"the match ends after {counted(self._deal, 'deal')}"))
            self._ended = True
        else:
            self._dealer = 1 - self._dealer
            self._begin_deal()

    def _loser(self) -> int:
        """The player who has no chips and no ghost deal left."""
        for seat, stack in enumerate(self._stacks):
            if stack == 0 and (seat == self._ghost or not self.options.ghost_at_zero):
                return seat
        return NOBODY

    def _unpaid(self) -> Sequence[int]:
        return [sum(put[seat] for put in self._put) for seat in (0, 1)]


def in_hands(ten: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """A player's ten cards as his four hands, One first (S2)."""
    return tuple(
        tuple([card for card, its in zip(ten, DEALT_TO, strict=True) if its == hand])
        for hand in range(len(HANDS))
    )


def all_discards(held: tuple[Card, ...]) -> Iterable[Discard]:
    """Every card that may be discarded."""
    return map(Discard, held)
