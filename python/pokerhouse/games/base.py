"""What all games share: turns, dealing, views, history, copies, and saving to a dict.

A game is its options (which never change) and its state. The state changes only in `play`, which
first finds out whether the action is legal; so an action that is refused changes nothing. Options
and actions together replay to the same state, which is how a game is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NoReturn, Self, TypeAlias

from pokerhouse.actions import (
    Action,
    CardChoices,
    IllegalActionError,
    LegalActions,
    action_from_list,
    spell,
)
from pokerhouse.betting import CLOSED, BettingRound
from pokerhouse.card import Card
from pokerhouse.counted import counted
from pokerhouse.games.agreement import Options
from pokerhouse.games.dealing import first_deck
from pokerhouse.games.history import UNOPPOSED, Event, Reason, tell_all
from pokerhouse.settlement import Award, Pot, layers, uncalled

__all__ = ["Game", "Player", "View", "play_hand"]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see of a game, and no more; it holds no link to the game.

    `hole` are the seat's own cards, those dealt face down first, and `down` how many of them those
    are; `showing` holds each seat's up or exposed cards, in the order dealt. `stakes` are what each
    seat has put in during this betting round and `to_call` what this seat still owes, at most its
    stack. `hands` are Stackhouse's four hands of hole cards, otherwise empty. The `history` is in
    words.
    """

    game: str
    seat: int
    hole: tuple[Card, ...]
    down: int
    hands: tuple[tuple[Card, ...], ...]
    showing: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    button: int
    street: str
    stacks: tuple[int, ...]
    stakes: tuple[int, ...]
    folded: tuple[bool, ...]
    pots: tuple[Pot, ...]
    pot_names: tuple[str, ...]
    to_call: int
    waiting: tuple[int, ...]
    legal_actions: LegalActions | CardChoices
    events: tuple[Event, ...]

    @property
    def history(self) -> tuple[str, ...]:
        """What has happened so far, one line of words each."""
        return tell_all(self.events)

    def __repr__(self) -> str:
        """Return the view in a few words, with the seat's own cards only."""
        hole = " ".join(map(str, self.hole))
        return f"<view of {self.game}, {self.street}, from seat {self.seat}: {hole}>"


Player: TypeAlias = Callable[[View], Action]


class Game:
    """A game of poker between seats 0, 1, ...; made by one of its subclasses."""

    __slots__ = (
        "_betting",
        "_dealt",
        "_deck",
        "_events",
        "_folded",
        "_order",
        "_played",
        "_stacks",
        "options",
    )

    name: ClassVar[str]
    options_kind: ClassVar[type[Options]]
    # The rulings that say whose turn it is to bet, who chooses cards, and that the game has ended.
    turn_ruling: ClassVar[str]
    choice_ruling: ClassVar[str]
    end_ruling: ClassVar[str]

    options: Options
    _stacks: list[int]
    _folded: list[bool]
    _betting: BettingRound | None
    # The seats from the button's left: the order of the deal, of openers and of odd chips.
    _order: tuple[int, ...]
    _deck: tuple[Card, ...]
    _dealt: int
    _played: list[tuple[int, Action]]
    _events: list[Event]

    # What a game says of itself

    @property
    def over(self) -> bool:
        """Whether the last chip has been paid."""
        return not self.waiting

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now: one, several where all choose together, none when over."""
        betting = self._betting
        return self._choosing() if betting is None else (betting.actor,)

    @property
    def street(self) -> str:
        """The stage that the game is in, in words."""
        raise NotImplementedError

    @property
    def button(self) -> int:
        """The seat of the dealer."""
        raise NotImplementedError

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each seat has behind."""
        return tuple(self._stacks)

    @property
    def stakes(self) -> tuple[int, ...]:
        """The chips that each seat has put in during this betting round."""
        betting = self._betting
        return (0,) * len(self._stacks) if betting is None else tuple(betting.stakes)

    @property
    def folded(self) -> tuple[bool, ...]:
        """Which seats have folded."""
        return tuple(self._folded)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The chips in the middle, this round's stakes included, by who can still win them.

        Stacks and pots always add up to the chips that the game began with (P1).
        """
        raise NotImplementedError

    @property
    def pot_names(self) -> tuple[str, ...]:
        """What each of the `pots` is called."""
        raise NotImplementedError

    @property
    def payoffs(self) -> tuple[int, ...]:
        """The chips that each seat has won or lost since the start; they add up to 0.

        What lies in a pot that has not been paid still counts as his who put it in.
        """
        behind = zip(self._stacks, self._unpaid(), self.stakes, self.options.stacks, strict=True)
        return tuple(stack + paid + stake - start for stack, paid, stake, start in behind)

    @property
    def to_call(self) -> int:
        """The chips that the player whose turn it is owes; 0 where he may check or choose cards."""
        return 0 if self._betting is None else self._betting.to_call

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Every action so far, each with the seat that took it."""
        return tuple(self._played)

    @property
    def history(self) -> tuple[str, ...]:
        """What everyone at the table has seen happen, one line of words each."""
        return tell_all(self._events)

    def __repr__(self) -> str:
        """Return the state in a few words, without cards."""
        turn = f"waiting for {self._seats(self.waiting)}" if self.waiting else "over"
        return f"<{self.name}, {self.street}, stacks {list(self._stacks)}, {turn}>"

    def __eq__(self, other: object) -> bool:
        """Games are equal that have the same options and in which the same was played."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.options == other.options and self._played == other._played

    # Acting

    def legal_actions(self, seat: int | None = None) -> LegalActions | CardChoices:
        """Return every action that the seat may take now, made lazily; none if it may not act.

        The seat may be left out when one waits. In a betting round `.sizes` is the `range` of
        totals that a bet or raise may have, or `None`.
        """
        waiting = self.waiting
        if seat is None:
            if len(waiting) > 1:
                raise ValueError(f"{self._seats(waiting)} may act: name one")
            seat = waiting[0] if waiting else 0
        self._check_seat(seat)
        if seat not in waiting:
            return LegalActions()
        return self._card_choices(seat) if self._betting is None else self._betting.legal_actions()

    def is_legal(self, action: Action, seat: int | None = None) -> bool:
        """Return whether `play` would do this."""
        waiting = self.waiting
        if seat is None and len(waiting) == 1:
            seat = waiting[0]
        return seat in waiting and action in self.legal_actions(seat)

    def play(self, action: Action, seat: int | None = None) -> None:
        """Do what the seat wants to; the seat may be left out when one waits.

        What is not legal is an `IllegalActionError` that names the ruling; nothing has changed.
        """
        betting = self._betting
        if betting is None:
            self._play_choice(action, seat)
            return
        actor = betting.actor
        if seat is not None and seat != actor:
            self._refuse_turn(seat, (actor,))
        chips = betting.play(action)
        self._played.append((actor, action))
        self._events.append((actor, action, chips, self._stacks[actor]))
        if betting.actor == CLOSED:
            self._collect(betting)
            self._after_betting()

    # What each game does in its own way

    def _choosing(self) -> tuple[int, ...]:
        """The seats that have cards to choose now."""
        raise NotImplementedError

    def _card_choices(self, seat: int) -> CardChoices:
        """Every choice of cards that the seat has."""
        raise NotImplementedError

    def _choose(self, seat: int, action: Action) -> None:
        """Check a choice of cards, then take it."""
        raise NotImplementedError

    def _after_choices(self) -> None:
        """Go on when everyone who was waited for has chosen."""
        raise NotImplementedError

    def _collect(self, betting: BettingRound) -> None:
        """Take the stakes of a closed betting round into the pots."""
        raise NotImplementedError

    def _after_betting(self) -> None:
        """Go on when a betting round has been closed and collected."""
        raise NotImplementedError

    def _unpaid(self) -> Sequence[int]:
        """The chips of each seat in pots that have not been paid, without this round's stakes."""
        raise NotImplementedError

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return the seat's own cards, those dealt face down first; a player is given a `view`."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """Return what that seat may see, and no more."""
        raise NotImplementedError

    def _view(
        self,
        seat: int,
        *,
        hole: tuple[Card, ...],
        down: int,
        showing: Iterable[tuple[Card, ...]],
        hands: tuple[tuple[Card, ...], ...] = (),
        board: tuple[Card, ...] = (),
    ) -> View:
        """The view of a seat that holds and sees these cards."""
        betting = self._betting
        to_call = 0
        if betting is not None and not self._folded[seat]:
            to_call = min(betting.price - betting.stakes[seat], self._stacks[seat])
        return View(
            game=self.name,
            seat=seat,
            hole=hole,
            down=down,
            hands=hands,
            showing=tuple(showing),
            board=board,
            button=self.button,
            street=self.street,
            stacks=self.stacks,
            stakes=self.stakes,
            folded=self.folded,
            pots=self.pots,
            pot_names=self.pot_names,
            to_call=to_call,
            waiting=self.waiting,
            legal_actions=self.legal_actions(seat),
            events=tuple(self._events),
        )

    def copy(self) -> Self:
        """Return the same game, to be played on apart from this one.

        It costs a few microseconds: cards and events are shared, only the lists of them are new.
        """
        twin = object.__new__(type(self))
        twin.options = self.options
        twin._stacks = stacks = self._stacks[:]
        twin._folded = folded = self._folded[:]
        twin._order = self._order
        twin._deck = self._deck
        twin._dealt = self._dealt
        betting = self._betting
        twin._betting = None if betting is None else betting.copy(stacks, folded)
        twin._played = self._played[:]
        twin._events = self._events[:]
        self._copy_own_state(twin)
        return twin

    def _copy_own_state(self, twin: Self) -> None:
        """Copy what only this kind of game has."""
        raise NotImplementedError

    # Dealing and paying

    def _begin_hand(self, button: int, stacked: tuple[Card, ...] | None) -> None:
        """Seat everyone with his stack, and shuffle the deck of a game of one hand."""
        players = len(self.options.stacks)
        self._stacks = list(self.options.stacks)
        self._folded = [False] * players
        self._order = tuple([(button + 1 + step) % players for step in range(players)])
        self._deck = first_deck(stacked, self.options.seed)
        self._dealt = 0
        self._betting = None
        self._played = []
        self._events = [("starts", self.name.capitalize(), button)]

    def _take(self, count: int) -> tuple[Card, ...]:
        """The next cards of the deck."""
        start = self._dealt
        self._dealt = end = start + count
        return self._deck[start:end]

    def _deal_one_each(
        self, piles: list[tuple[Card, ...]]
    ) -> tuple[tuple[int, ...], tuple[Card, ...]]:
        """Deal a card to each seat still in, from the button's left; return both (P7)."""
        seats = self._order
        if True in self._folded:
            seats = tuple([seat for seat in seats if not self._folded[seat]])
        dealt = self._take(len(seats))
        for seat, card in zip(seats, dealt, strict=True):
            piles[seat] += (card,)
        return seats, dealt

    def _post_antes(self, ante: int) -> list[int]:
        """Everyone pays the ante, or the stack where that is less (P6); return what they paid."""
        paid = [min(ante, stack) for stack in self._stacks]
        if ante:
            for seat, chips in enumerate(paid):
                self._stacks[seat] -= chips
            self._events.append(("posts", "antes", tuple(paid)))
            self._return_uncalled(paid)
        return paid

    def _return_uncalled(self, stakes: list[int]) -> None:
        """Give back what is above every other stake (P2)."""
        seat, chips = uncalled(stakes)
        if chips:
            self._stacks[seat] += chips
            stakes[seat] -= chips
            self._events.append(("returned", seat, chips))

    def _pay(self, award: Award, pot: str, reason: Reason = UNOPPOSED) -> None:
        """Put an award into the winners' stacks."""
        for seat, chips in zip(award.seats, award.chips, strict=True):
            self._stacks[seat] += chips
        self._events.append(("paid", pot, award, reason))

    # Turns

    def _play_choice(self, action: Action, seat: int | None) -> None:
        """Play a choice of cards; after the last one that is waited for, go on."""
        waiting = self._choosing()
        if seat is None and waiting:
            if len(waiting) > 1:
                raise IllegalActionError(
                    f"{self._seats(waiting)} choose together: name the seat ({self.choice_ruling})"
                )
            seat = waiting[0]
        if seat is None or seat not in waiting:
            self._refuse_turn(seat, waiting)
        seat = waiting[waiting.index(seat)]  # A plain int, whatever integer was given.
        self._choose(seat, action)
        self._played.append((seat, action))
        if len(waiting) == 1:
            self._after_choices()

    def _refuse_turn(self, seat: int | None, waiting: tuple[int, ...]) -> NoReturn:
        if seat is not None:
            self._check_seat(seat)
        if not waiting:
            raise IllegalActionError(f"{self.name} is over ({self.end_ruling})")
        ruling = self.choice_ruling if self._betting is None else self.turn_ruling
        raise IllegalActionError(
            f"seat {seat} may not act: it is the turn of {self._seats(waiting)} ({ruling})"
        )

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self._stacks)):
            raise IllegalActionError(
                f"seat {seat!r} does not exist: seats are 0 to {len(self._stacks) - 1} (P7)"
            )

    @staticmethod
    def _seats(seats: Sequence[int]) -> str:
        return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))

    # Saving

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain JSON values: its options, and every action so far.

        Besides, `now` says where that leads, so that `from_dict` can tell a game that was edited.
        """
        return {
            "game": self.name,
            "options": self.options.to_dict(),
            "actions": [[seat, *action.to_list()] for seat, action in self._played],
            "now": self._now(),
        }

    def _now(self) -> dict[str, Any]:
        """Where the actions lead: what everyone sees, and the hole cards that the seed decides."""
        view = self.view(0)
        return {
            "street": self.street,
            "stacks": list(self._stacks),
            "waiting": list(self.waiting),
            "showing": [spell(shown) for shown in view.showing],
            "board": spell(view.board),
            "pots": [pot.amount for pot in self.pots],
            "hole": [spell(self.hole(seat)) for seat in range(len(self._stacks))],
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Self:
        """Return the game that `to_dict` saved, played again from its options to the same state.

        A dict of another shape, or one that does not replay to where it says it leads, is a
        `ValueError`; an action in it that is not legal an `IllegalActionError`.
        """
        if not isinstance(saved, Mapping) or set(saved) != {"game", "options", "actions", "now"}:
            raise ValueError("a saved game has the keys game, options, actions and now")
        kinds = {kind.name: kind for kind in cls.__subclasses__() or [cls]}
        if saved["game"] not in kinds:
            raise ValueError(f"{saved['game']!r} is not {' or '.join(map(repr, kinds))}")
        options = saved["options"]
        kind = kinds[saved["game"]]
        names = [field.name for field in fields(kind.options_kind)]
        if not isinstance(options, Mapping) or set(options) != set(names):
            raise ValueError(f"a saved {kind.name} has the options {', '.join(names)}")
        if not isinstance(saved["actions"], list):
            raise ValueError("the actions of a saved game are a list")
        try:
            game = kind(**options)
        except TypeError as error:
            raise ValueError(f"the options of the saved game: {error}") from error
        for place, line in enumerate(saved["actions"]):
            try:
                seat, *action = line
                if type(seat) is not int:
                    raise ValueError(f"{seat!r} is no seat")
                game.play(action_from_list(action), seat)
            except (TypeError, ValueError) as error:
                # An action that is refused stays one that is refused.
                refused = isinstance(error, IllegalActionError)
                raise (IllegalActionError if refused else ValueError)(
                    f"action {place} of the saved game: {error}"
                ) from error
        then = saved["now"]
        for what, now in game._now().items():
            was = then.get(what) if isinstance(then, Mapping) else then
            if was != now:
                raise ValueError(
                    f"the saved game was edited: it replays to {what} {now}, not to {was} (P1)"
                )
        return game


def play_hand(game: Game, players: Sequence[Player]) -> Game:
    """Return the game, played to its end by one player a seat.

    A player is a callable that is given the `View` of its seat and returns an action; an illegal
    one is an `IllegalActionError`, and the game stands where it was. Several who choose together
    are asked in the order of their seats, and none sees what another has chosen.

    >>> from pokerhouse import games
    >>> game = games.Cowpie([100, 100, 100], seed=7)
    >>> play_hand(game, [games.bots.cautious] * 3).over
    True
    """
    if len(players) != len(game.stacks):
        seats, found = counted(len(game.stacks), "seat"), counted(len(players), "player")
        raise ValueError(f"{seats}, but {found}")
    while waiting := game.waiting:
        seat = waiting[0]
        game.play(players[seat](game.view(seat)), seat)
    return game


def standing_pots(
    paid: Sequence[int], folded: Sequence[bool], stacks: Sequence[int]
) -> tuple[Pot, ...]:
    """The layers as they stand during the betting: whoever has chips behind may match the top."""
    top = max(paid)
    if not top:
        return ()
    still_in = [seat for seat, out in enumerate(folded) if not out]
    reach = [top if stack else own for stack, own in zip(stacks, paid, strict=True)]
    return tuple(layers(paid, still_in, reach))
