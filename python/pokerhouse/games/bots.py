"""Players that need no person: `random`, `cautious` and `sharp`, callables from view to action.

The last two ask how much of the pot their hand is worth: they deal out what they cannot see a few
dozen times and let the core rank every hand. The deals follow from the view, so the same view
always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random as Generator

from pokerhouse import (
    NO_FLUSH,
    best_split,
    evaluate,
    evaluate_omaha,
    evaluate_showing,
    evaluate_two,
)
from pokerhouse.actions import (
    Action,
    BetTo,
    Call,
    Check,
    Discard,
    Divide,
    Expose,
    Fold,
    RaiseTo,
)
from pokerhouse.card import Card, deck
from pokerhouse.games.base import View

__all__ = ["Bot", "Random", "cautious", "expected_share", "random", "sharp"]

# How often what is hidden is dealt out: the share is then right to about a tenth.
SAMPLES = 30

TRI_SHOW = 2
OMAHA = 3


class Random:
    """Any legal action, each kind as likely as another, and any size of a bet.

    >>> from pokerhouse import games
    >>> game = games.Outhouse([40, 40], seed=3)
    >>> game.view(1).legal_actions
    <legal: check, bet to 2>
    >>> games.bots.Random(seed=1)(game.view(1)) in game.legal_actions()
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        """Make a player whose choices follow from the seed."""
        self._generator = Generator(seed)

    def seeded(self, seed: int) -> Random:
        """Return a player like this one whose choices follow from another seed."""
        return Random(seed)

    def __call__(self, view: View) -> Action:
        """Return a legal action."""
        draw, legal = self._generator, view.legal_actions
        sizes = legal.sizes
        if not sizes:
            return legal[draw.randrange(len(legal))]
        plain = len(legal) - len(sizes)
        kind = draw.randrange(plain + 1)
        return legal[kind] if kind < plain else legal[plain + draw.randrange(len(sizes))]


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that weighs its share of the pot against the price.

    It calls where its share is at least the price's part of the pot and `margin` more, bets and
    raises where its share is `boldness` times a fair one, and then `size` of the pot where it may
    choose. Cards it chooses
    greedily for the five-card hand, or, if it `weighs`, for what both hands are worth together.
    """

    margin: float
    boldness: float
    size: float
    weighs: bool

    def __call__(self, view: View) -> Action:
        """Return a legal action."""
        if view.to_call == 0 and not _in_betting(view):
            return self._choose(view)
        return self._bet(view, expected_share(view))

    def _bet(self, view: View, share: float) -> Action:
        legal = view.legal_actions
        pot = _contested(view)
        players = 1 + _opponents(view)
        if share * players >= self.boldness:
            wager = _wager(view, int(self.size * (pot + view.to_call)))
            if wager is not None:
                return wager
        if Check() in legal:
            return Check()
        if Call() in legal:
            price = view.to_call / (pot + view.to_call)
            return Call() if share >= price + self.margin else Fold()
        # Only a bring-in, which may not be folded.
        return legal[0]

    def _choose(self, view: View) -> Action:
        match view.legal_actions[0]:
            case Divide():
                return self._divide(view)
            case Expose():
                return self._expose(view)
            case Discard():
                return self._discard(view)
        raise AssertionError(view)

    def _divide(self, view: View) -> Action:
        down, up = view.hole[: view.down], view.hole[view.down :]
        if not self.weighs:
            return Divide(best_split(down, up).two)
        players = 1 + _opponents(view)
        return Divide(best_split(down, up, prefer="share", players=players).two)

    def _expose(self, view: View) -> Action:
        """Two cards: those that leave the most, or those with which both pots are worth most."""
        choices = [choice for choice in view.legal_actions if isinstance(choice, Expose)]
        if not self.weighs:
            return max(choices, key=lambda each: (_left(view, each), evaluate_two(each.cards)))
        rivals = [_outhouse_rivals(view, cards) for cards in _deals(view)]
        main, side = _outhouse_pots(view)

        def worth(choice: Expose) -> float:
            two = evaluate_two(choice.cards)
            kept = [card for card in view.hole if card not in choice.cards]
            wins = sum(two > best_two for best_two, _, _ in rivals)
            later = sum(_best_five(kept, drawn) > five for _, five, drawn in rivals)
            return side * wins + main * later

        return max(choices, key=worth)

    def _discard(self, view: View) -> Action:
        """The card without which the other two make most of the board."""
        held = view.hands[TRI_SHOW]
        return max(
            map(Discard, held),
            key=lambda each: evaluate((*(c for c in held if c != each.card), *view.board)),
        )


random = Random()
cautious = Bot(margin=0.1, boldness=2.2, size=0.5, weighs=False)
sharp = Bot(margin=0.0, boldness=1.4, size=0.7, weighs=True)


def expected_share(view: View) -> float:
    """Return which share of the contested pot the seat's hand wins on average, from 0 to 1.

    What is hidden is dealt out at random; everyone still in is taken to go to the showdown.
    """
    deal_out = {"cowpie": _cowpie_share, "outhouse": _outhouse_share}.get(
        view.game, _stackhouse_share
    )
    shares = [deal_out(view, cards) for cards in _deals(view)]
    return sum(shares) / len(shares)


def _deals(view: View) -> Iterator[Iterator[Card]]:
    """The cards that the seat cannot see, shuffled again and again, as the view decides."""
    seen = {*view.hole, *view.board}
    if view.game != "outhouse":
        # What is exposed in Outhouse goes back to the deck.
        seen = seen.union(*view.showing)
    unseen = [card for card in deck() if card not in seen]
    generator = Generator(f"{view.seat} {len(view.events)} {sorted(map(int, seen))}")
    for _ in range(SAMPLES):
        generator.shuffle(unseen)
        yield iter(unseen)


def _cowpie_share(view: View, cards: Iterator[Card]) -> float:
    down, up = view.hole[: view.down], view.hole[view.down :]
    own = best_split(_filled(down, 3, cards), _filled(up, 4, cards))
    fives, twos = _cowpie_rivals(view, cards)
    return (_wins(own.five_strength, fives) + _wins(own.two_strength, twos)) / 2


def _cowpie_rivals(view: View, cards: Iterator[Card]) -> tuple[list[int], list[int]]:
    """The fives and the twos of the opponents, who go for the best five."""
    theirs = [
        best_split(_filled((), 3, cards), _filled(view.showing[seat], 4, cards))
        for seat in _opponents_of(view)
    ]
    return [split.five_strength for split in theirs], [split.two_strength for split in theirs]


def _outhouse_share(view: View, cards: Iterator[Card]) -> float:
    """Half for the side pot, half for the main pot, of what is held now filled up to five."""
    held = _filled(view.hole, max(5, len(view.hole)), cards)
    fives, twos = [], []
    for _ in _opponents_of(view):
        theirs = _filled((), len(held), cards)
        fives.append(evaluate(theirs, NO_FLUSH))
        twos.append(_best_two(theirs))
    side = _wins(_best_two(held), twos)
    return (_wins(evaluate(held, NO_FLUSH), fives) + side) / 2


def _stackhouse_share(view: View, cards: Iterator[Card]) -> float:
    hand = _hand_bet_on(view)
    board = _filled(view.board, 5, cards)
    own = view.hands[hand]
    theirs = _filled((), len(own), cards)
    return _wins(
        _stackhouse_strength(hand, own, board), [_stackhouse_strength(hand, theirs, board)]
    )


def _stackhouse_strength(hand: int, held: Sequence[Card], board: Sequence[Card]) -> int:
    if hand == OMAHA:
        return evaluate_omaha(held, board)
    # Of a Tri-Show hand before its discard the first two stand for the hand.
    return evaluate((*held[:2], *board))


def _outhouse_rivals(view: View, cards: Iterator[Card]) -> tuple[int, int, list[Card]]:
    """The best two and the best five of the opponents, and the cards still to be drawn."""
    rivals = [_filled((), len(view.hole), cards) for _ in _opponents_of(view)]
    to_draw = 7 - len(view.hole) if len(view.hole) > 5 else 4
    drawn = [next(cards) for _ in range(to_draw)]
    five = max(evaluate(_filled(held, 5, cards)[:5], NO_FLUSH) for held in rivals)
    return max(map(_best_two, rivals)), five, drawn


def _best_five(kept: Sequence[Card], drawn: Sequence[Card]) -> int:
    return evaluate([*kept, *drawn][: max(5, len(kept))], NO_FLUSH)


def _best_two(held: Sequence[Card]) -> int:
    """The strongest two of the cards held: the highest pair, or the two highest."""
    high = sorted(held, reverse=True)
    return max(map(evaluate_two, pairwise(high)))


def _left(view: View, choice: Expose) -> int:
    """How strong what is left after exposing is, for cards of one count."""
    left = [card for card in view.hole if card not in choice.cards]
    return evaluate(left, NO_FLUSH) if len(left) >= 5 else evaluate_showing(left)


def _outhouse_pots(view: View) -> tuple[int, int]:
    """The chips of the main pot, and of the side pot."""
    named = list(zip(view.pot_names, view.pots, strict=True))
    main = sum(pot.amount for name, pot in named if "main" in name)
    return main, sum(pot.amount for _, pot in named) - main


def _wager(view: View, target: int) -> Action | None:
    """The bet, raise or completion nearest the target, if there is one."""
    legal = view.legal_actions
    sizes = legal.sizes
    if sizes:
        stake = view.stakes[view.seat]
        total = min(max(stake + view.to_call + target, sizes[0]), sizes[-1])
        wager = BetTo(total)
        return wager if wager in legal else RaiseTo(total)
    return next((each for each in legal if each.name == "complete"), None)


def _contested(view: View) -> int:
    """The chips in the pots that this bet is about."""
    if view.game == "stackhouse":
        return view.pots[_hand_bet_on(view)].amount
    return sum(pot.amount for pot in view.pots)


def _hand_bet_on(view: View) -> int:
    """Which of Stackhouse's four hands is bet on."""
    return view.pot_names.index(view.street.split(", ")[1])


def _opponents_of(view: View) -> list[int]:
    return [seat for seat, out in enumerate(view.folded) if not out and seat != view.seat]


def _opponents(view: View) -> int:
    return len(_opponents_of(view))


def _in_betting(view: View) -> bool:
    """Whether it is bets that are asked for, and not a choice of cards."""
    return not isinstance(view.legal_actions[0], Divide | Expose | Discard)


def _filled(held: Sequence[Card], count: int, cards: Iterator[Card]) -> tuple[Card, ...]:
    """The cards held, filled up to a count."""
    return (*held, *(next(cards) for _ in range(count - len(held))))


def _wins(own: int, others: Sequence[int]) -> float:
    """What a hand wins of a pot against these: all, nothing, or its part of a tie."""
    best = max(others)
    if own != best:
        return float(own > best)
    return 1 / (1 + others.count(best))
