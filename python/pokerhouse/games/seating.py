"""A person at the table: the games played in a terminal, or by a program in lines of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokerhouse import (
    NO_FLUSH,
    describe,
    describe_two,
    evaluate,
    evaluate_omaha,
    evaluate_two,
    frontier,
)
from pokerhouse._core import RANKS, SUITS
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
    LegalActions,
    RaiseTo,
)
from pokerhouse.card import Card, cards
from pokerhouse.counted import counted
from pokerhouse.division import divide
from pokerhouse.games import bots
from pokerhouse.games.base import Game, Player, View
from pokerhouse.games.cowpie import Cowpie
from pokerhouse.games.outhouse import Outhouse
from pokerhouse.games.stackhouse import FOUR, HANDS, ONE, Stackhouse
from pokerhouse.terminal import face_of, has_symbols

if TYPE_CHECKING:
    from argparse import Namespace

__all__ = ["read_action", "sit_down"]

YOU = 0
CARD = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")
SEAT = re.compile(r"\bseat 0\b")

PLAIN: dict[str, Action] = {
    "f": Fold(),
    "fold": Fold(),
    "k": Check(),
    "check": Check(),
    "c": Call(),
    "call": Call(),
    "i": BringIn(),
    "bring in": BringIn(),
    "o": Complete(),
    "complete": Complete(),
}
HELP = """\
f fold   k check   c call   i bring in   o complete   b 8 bet 8   r 8 raise to 8 in all
Cards are chosen by typing them, "As Kd", or by the numbers under them, "1 4".
Enter alone checks, or brings in.   ! a bot's advice   h the hand so far   ? this help   q leave"""


class LeaveTableError(Exception):
    """The player has had enough."""


class Seat(Protocol):
    """How a person or a program is told what happens, and asked what to do."""

    def tell(self, lines: Iterable[str]) -> None:
        """Tell what has happened since the last time."""

    def ask(self, view: View) -> Action:
        """Return a legal action."""

    def end(self, game: Game) -> bool:
        """Tell how the hand ended; return whether to play another."""


def sit_down(arguments: Namespace) -> int:
    """Play hand after hand until the player leaves; return the exit code.

    Options that no game can be made of are a `ValueError`.
    """
    game = new_game(arguments, arguments.seed)
    player = seated_bot(arguments)
    seat: Seat = (
        JsonSeat()
        if arguments.json
        else TerminalSeat(Console(highlight=False), arguments.bot, game)
    )
    try:
        while play_one(game, seat, player):
            game = next_hand(game, arguments)
    except (EOFError, LeaveTableError):
        _say_goodbye(arguments)
    except KeyboardInterrupt:
        _say_goodbye(arguments)
        # The command has an exit status of its own for it.
        raise
    return 0


def _say_goodbye(arguments: Namespace) -> None:
    if not arguments.json:
        print("\nYou leave the table.")


def seated_bot(arguments: Namespace) -> Player:
    """The bot in the other seats; a random one is decided by the seed, as the cards are."""
    players: dict[str, Player] = {
        "random": bots.Random(arguments.seed),
        "cautious": bots.cautious,
        "sharp": bots.sharp,
    }
    return players[arguments.bot]


def new_game(arguments: Namespace, seed: int | None) -> Game:
    """The first hand, or the match, that the arguments ask for."""
    match = arguments.game == "stackhouse"
    chips = (240 if match else 100) if arguments.chips is None else arguments.chips
    seats = (2 if match else 4) if arguments.seats is None else arguments.seats
    stacks = [chips] * seats
    if match:
        if arguments.limit not in (None, "no"):
            raise ValueError(f"all four hands of Stackhouse are no limit, not {arguments.limit}")
        # With fewer than four chips each both would have to be the ghost (S8).
        return Stackhouse(stacks, minimum=min(chips, 240), seed=seed)
    limit = arguments.limit or "fixed"
    # The first card goes to the player, who is left of the button.
    button = max(0, seats - 1)
    if arguments.game == "cowpie":
        return Cowpie(stacks, limit=limit, seed=seed, button=button)
    return Outhouse(stacks, ante=1, ante_pot="split", limit=limit, seed=seed, button=button)


def next_hand(game: Game, arguments: Namespace) -> Game:
    """The next hand at the same table: the button moves on, and who is broke buys in again."""
    seed = None if arguments.seed is None else game.options.seed + 1
    if isinstance(game, Stackhouse):
        return new_game(arguments, seed)
    options = game.options.to_dict()
    options["stacks"] = [
        stack or start for stack, start in zip(game.stacks, options["stacks"], strict=True)
    ]
    options["button"] = (game.button + 1) % len(game.stacks)
    options["seed"] = seed
    return type(game)(**options)


def agreed(game: Game) -> str:
    """What the hand is played for, in words."""
    options = game.options.to_dict()
    if isinstance(game, Stackhouse):
        return "No limit on all four hands, a blind of 1 on each; a chip is worth ten."
    bring_in = f"bring-in {options['bring_in']}, " if options.get("bring_in") else ""
    return (
        f"Ante {options['ante']}, {bring_in}bets {options['small_bet']} and {options['big_bet']},"
        f" {options['limit']} limit."
    )


def play_one(game: Game, seat: Seat, player: Player) -> bool:
    """Play a hand to its end; return whether the player wants another."""
    told = 0
    while waiting := game.waiting:
        view = game.view(YOU)
        seat.tell(view.history[told:])
        told = len(view.history)
        if YOU in waiting:
            game.play(seat.ask(view), YOU)
        else:
            game.play(player(game.view(waiting[0])), waiting[0])
    seat.tell(game.history[told:])
    return seat.end(game)


def read_action(typed: str, view: View) -> Action:
    """Return the legal action that a player typed; a `ValueError` says what is wrong.

    >>> from pokerhouse import games
    >>> game = games.Outhouse([40, 40], seed=3)
    >>> read_action("b 2", game.view(1))
    BetTo(total=2)
    """
    words = " ".join(typed.split())
    action = _understood(words, view)
    if action is None:
        raise ValueError(_not_understood(words, view))
    if action not in view.legal_actions:
        raise ValueError(_why_not(action, view))
    return action


def _understood(words: str, view: View) -> Action | None:
    """What the words mean, legal or not."""
    low = words.lower()
    legal = view.legal_actions
    if not words:
        return next((each for each in (Check(), BringIn()) if each in legal), None)
    if low in PLAIN:
        return PLAIN[low]
    if sized := re.fullmatch(r"(?:b|bet|bet to|r|raise|raise to) ?(\d*)", low):
        # Whether it is a bet or a raise the table knows; so it does the size where there is one.
        wager = RaiseTo if legal.sizes and RaiseTo(legal.sizes[0]) in legal else BetTo
        if sized[1]:
            return wager(int(sized[1]))
        return wager(legal.sizes[0]) if legal.sizes and len(legal.sizes) == 1 else None
    kind = type(legal[0])
    if kind in (Divide, Expose, Discard):
        chosen = _chosen_cards(re.sub(r"^(divide|expose|discard) ", "", words), view)
        if kind is Discard:
            return Discard(chosen[0]) if len(chosen) == 1 else None
        return Divide(chosen) if kind is Divide else Expose(chosen)
    return None


def _not_understood(words: str, view: View) -> str:
    """What to type instead of words that mean nothing here."""
    if not words:
        return f"it is your turn: {_choices(view)}"
    if re.fullmatch(r"b|bet|r|raise", words.lower()) and view.legal_actions.sizes:
        return f"say how much: {_choices(view)}"
    return f"{words!r} is nothing that can be done here: {_choices(view)}   (? for help)"


def _chosen_cards(words: str, view: View) -> tuple[Card, ...]:
    """The cards typed, or those whose numbers were."""
    held = _choosable(view)
    if re.fullmatch(r"\d( \d)*", words):
        places = [int(word) for word in words.split()]
        if max(places) > len(held) or min(places) < 1:
            raise ValueError(f"your cards have the numbers 1 to {len(held)}")
        return tuple(held[place - 1] for place in places)
    return cards(words)


def _choosable(view: View) -> tuple[Card, ...]:
    """The cards that the player chooses from."""
    return view.hands[2] if isinstance(view.legal_actions[0], Discard) else view.hole


def _why_not(action: Action, view: View) -> str:
    """Why an action that was understood may not be played."""
    legal = view.legal_actions
    if isinstance(action, Divide):
        try:
            _, fault = divide(view.hole[: view.down], view.hole[view.down :], action.two)
        except ValueError as error:
            return str(error)
        return fault or f"you may not {action}"
    if isinstance(action, Expose) and len(set(action.cards)) == 2:
        return f"{_first_not_held(action.cards, view)} is not one of your cards"
    if isinstance(action, Expose):
        return "choose two of your own cards"
    if isinstance(action, Discard):
        return f"{action.card} is not one of your Tri-Show cards"
    if isinstance(action, BetTo | RaiseTo) and legal.sizes:
        return f"that is no size for it: {_sizes(legal.sizes)} in all"
    return f"you may not {action} now: {_choices(view)}"


def _first_not_held(chosen: Iterable[Card], view: View) -> Card | None:
    """The first card chosen that is not the player's."""
    return next((card for card in chosen if card not in _choosable(view)), None)


def _choices(view: View) -> str:
    """What may be done, as it is typed."""
    legal = view.legal_actions
    parts = []
    if Fold() in legal:
        parts.append("f fold")
    if Check() in legal:
        parts.append("k check")
    if Call() in legal:
        parts.append(f"c call {view.to_call}")
    if BringIn() in legal:
        parts.append(f"i bring in {view.to_call}")
    if Complete() in legal:
        parts.append("o complete")
    if legal.sizes:
        key, verb = ("b", "bet") if BetTo(legal.sizes[0]) in legal else ("r", "raise to")
        number = "" if len(legal.sizes) == 1 else " N"
        parts.append(f"{key}{number} {verb} {_sizes(legal.sizes)}")
    match legal[0]:
        case Divide():
            parts.append("type the two cards of your two-card hand")
        case Expose():
            parts.append("type two cards to expose")
        case Discard():
            parts.append("type one card to show and discard")
    return "   ".join(parts)


def _sizes(sizes: range) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}-{sizes[-1]}"


class TerminalSeat:
    """A person at a terminal: cards in colour, the table before each decision."""

    def __init__(self, console: Console, bot: str, game: Game) -> None:
        """Sit down at a console, with bots of one kind around."""
        self.console = console
        self.bot = bot
        self.symbols = has_symbols(console.encoding)
        others = f"the other is a {bot} bot" if len(game.stacks) == 2 else f"the others {bot} bots"
        console.print(f"[bold]You have seat 0, {others}.[/]  ? for help, q to leave")
        console.print(agreed(game), style="dim", markup=False)

    def tell(self, lines: Iterable[str]) -> None:
        """Print what has happened."""
        for line in lines:
            self.console.print(Text("  ") + self.in_colour(line))

    def ask(self, view: View) -> Action:
        """Show the table and read lines until one is a legal action."""
        self.show(view)
        while True:
            typed = self.console.input("[bold]> [/]").strip()
            if typed.lower() in ("q", "quit", "exit"):
                raise LeaveTableError
            if typed == "?":
                self.console.print(HELP, style="dim", markup=False)
            elif typed == "h":
                self.tell(view.history)
            elif typed == "!":
                self.console.print(
                    Text("a sharp bot would ") + self.in_colour(str(bots.sharp(view)))
                )
            else:
                try:
                    return read_action(typed, view)
                except ValueError as error:
                    self.console.print(str(error), style="yellow", markup=False)

    def show(self, view: View) -> None:
        """Print the seats, the pots, the player's cards and what he may do."""
        self.console.rule(f"[bold]{view.street}", style="dim")
        table = Table.grid(padding=(0, 2))
        for seat in range(len(view.stacks)):
            table.add_row(*self._row(view, seat))
        self.console.print(table)
        pots = [
            f"{name} {pot.amount}"
            for name, pot in zip(view.pot_names, view.pots, strict=True)
            if pot.seats
        ]
        self.console.print(", ".join(pots) or "nothing in the pot", style="dim", markup=False)
        if view.board:
            self.console.print(Text("board  ") + self.in_colour(_spelled(view.board)))
        for line in self._hand(view):
            self.console.print(line)
        self.console.print(_choices(view), style="bold", markup=False)

    def _row(self, view: View, seat: int) -> Iterator[Text]:
        name = "you" if seat == YOU else self.bot
        button = " (button)" if seat == view.button else ""
        yield Text(f"seat {seat} {name}{button}", style="bold" if seat == YOU else "")
        chips = view.stacks[seat]
        # A chip of Stackhouse is worth ten (S1).
        worth = f" = {10 * chips:,}" if view.game == "stackhouse" else ""
        yield Text(counted(chips, "chip") + worth)
        yield self.in_colour(_spelled(view.showing[seat]))
        if view.folded[seat]:
            yield Text("folded", style="dim")
        else:
            yield Text(f"in for {view.stakes[seat]}" if view.stakes[seat] else "")

    def _hand(self, view: View) -> Iterator[Text]:
        """The player's cards, and what they are worth."""
        if view.hands:
            for name, held in zip(view.pot_names, view.hands, strict=True):
                here = view.street.endswith(name)
                line = Text(f"{'>' if here else ' '} {name:<24}", style="bold" if here else "")
                yield line + self.in_colour(_spelled(held))
            if isinstance(view.legal_actions, LegalActions):
                if worth := _worth(view):
                    yield Text(f"  {worth}", style="dim")
                return
        held = _choosable(view)
        # A slash parts the cards dealt face down from those that everyone sees.
        parts = list(filter(None, (held[: view.down], held[view.down :])))
        yield Text("your cards  ") + self.in_colour(" / ".join(map(_spelled, parts)))
        if not isinstance(view.legal_actions, LegalActions):
            numbers = iter(range(1, len(held) + 1))
            rows = ("  ".join(str(next(numbers)) for _ in part) for part in parts)
            yield Text(" " * 12 + "    ".join(rows), style="dim")
        if isinstance(view.legal_actions[0], Divide):
            # The strongest five, the strongest two, and a division between them.
            found = frontier(held[: view.down], held[view.down :])
            for split in dict.fromkeys((found[0], found[len(found) // 2], found[-1])):
                yield (
                    Text(" " * 12) + self.in_colour(_spelled(split.two)) + Text(f": {split}", "dim")
                )
        worth = _worth(view)
        if worth:
            yield Text(f"            {worth}", style="dim")

    def in_colour(self, words: str) -> Text:
        """The words with each card as a terminal shows it, and the player's own seat bold."""
        text = Text()
        end = 0
        for card in CARD.finditer(words):
            text.append(words[end : card.start()])
            face, colour = face_of(Card(card[0]), self.symbols)
            text.append(face, style=colour)
            end = card.end()
        text.append(words[end:])
        text.highlight_regex(SEAT, "bold")
        return text

    def end(self, game: Game) -> bool:
        """Say what was won or lost, and ask whether to play on."""
        won = game.payoffs[YOU]
        words = f"You win {won}." if won > 0 else f"You lose {-won}." if won else "You break even."
        self.console.rule(style="dim")
        self.console.print(f"{words}  Stacks: {', '.join(map(str, game.stacks))}", style="bold")
        while True:
            typed = self.console.input("Another? \\[Y/n] ").strip().lower()
            if typed in ("", "y", "yes"):
                return True
            if typed in ("n", "no", "q", "quit", "exit"):
                return False


def _worth(view: View) -> str:
    """The player's hand in words, as far as it goes."""
    held = view.hole
    if view.game == "cowpie":
        if len(held) >= 5:
            return f"best five: {describe(evaluate(held))}"
        return ""
    if view.game == "outhouse":
        best = max(evaluate_two(two) for two in combinations(held, 2))
        two = f"best two: {describe_two(best)}"
        if len(held) < 5:
            return two
        return f"{two}; best five: {describe(evaluate(held, NO_FLUSH))}"
    return _worth_in_stackhouse(view)


def _worth_in_stackhouse(view: View) -> str:
    """The hand that is bet on, with the board."""
    hand = next((place for place, name in enumerate(HANDS) if view.street.endswith(name)), ONE)
    held = view.hands[hand]
    if len(held) + len(view.board) < 5 or not isinstance(view.legal_actions, LegalActions):
        return ""
    # Of three Tri-Show cards one is still to go.
    best = max(
        evaluate_omaha(held, view.board) if hand == FOUR else evaluate((*two, *view.board))
        for two in combinations(held, min(2, len(held)))
    )
    return f"best five: {describe(best)}"


def _spelled(held: Iterable[Card]) -> str:
    return " ".join(map(str, held))


class JsonSeat:
    """A program: it reads a JSON object a line and answers with a line, such as `raise 8`."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._lines: list[str] = []

    def tell(self, lines: Iterable[str]) -> None:
        """Keep what has happened for the next question."""
        self._lines += lines

    def ask(self, view: View) -> Action:
        """Print the view, and read lines until one is a legal action."""
        sizes = view.legal_actions.sizes
        plain = len(view.legal_actions) - len(sizes or ())
        self._print(
            {
                "happened": self._lines,
                "seat": view.seat,
                "street": view.street,
                "hole": list(map(str, view.hole)),
                "down": view.down,
                "hands": [list(map(str, hand)) for hand in view.hands],
                "showing": [list(map(str, shown)) for shown in view.showing],
                "board": list(map(str, view.board)),
                "stacks": list(view.stacks),
                "stakes": list(view.stakes),
                "pots": [
                    {"name": name, "amount": pot.amount, "seats": list(pot.seats)}
                    for name, pot in zip(view.pot_names, view.pots, strict=True)
                ],
                "to_call": view.to_call,
                "legal": [str(action) for action in view.legal_actions[:plain]],
                "sizes": [sizes[0], sizes[-1]] if sizes else None,
            }
        )
        self._lines = []
        while True:
            try:
                return read_action(input(), view)
            except ValueError as error:
                self._print({"error": str(error)})

    def end(self, game: Game) -> bool:
        """Print the result and the whole game, and play no other."""
        self._print(
            {
                "happened": self._lines,
                "payoffs": list(game.payoffs),
                "stacks": list(game.stacks),
                "game": game.to_dict(),
            }
        )
        return False

    @staticmethod
    def _print(what: dict[str, Any]) -> None:
        print(json.dumps(what), flush=True)
