"""Many whole hands of a game, played by players that are programs."""

from __future__ import annotations

import math
import pickle
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from struct import pack
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from pokerhouse.chunks import MOST_SEED, ExecutorError, Pace, run_chunks, whole
from pokerhouse.counted import counted
from pokerhouse.games.base import Game, Player, play_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from typing import SupportsIndex

    from numpy.typing import NDArray

    # The chips won or lost (hands, seats), and the actions taken (hands,).
    Played = tuple[NDArray[np.int64], NDArray[np.int64]]

__all__ = ["Simulation", "simulate"]

# Hands in the first chunks of an executor: few, as a hand may take a bot a long time.
FIRST_HANDS = 4


@runtime_checkable
class Seeded(Protocol):
    """A player that draws numbers, and can begin again with those of another seed."""

    def seeded(self, seed: int) -> Player:
        """Return a player like this one whose choices follow from the seed."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """What whole hands brought their seats."""

    payoffs: NDArray[np.int64]
    """Chips won or lost, (hands, seats); each row sums to 0."""
    actions: NDArray[np.int64]
    """Actions that the players took, (hands,)."""

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return len(self.payoffs)

    @property
    def wins(self) -> tuple[int, ...]:
        """In how many hands each seat won chips."""
        return _counts(self.payoffs > 0)

    @property
    def losses(self) -> tuple[int, ...]:
        """In how many hands each seat lost chips."""
        return _counts(self.payoffs < 0)

    @property
    def even(self) -> tuple[int, ...]:
        """In how many hands each seat neither won nor lost."""
        return _counts(self.payoffs == 0)

    @property
    def mean(self) -> tuple[float, ...]:
        """The chips that each seat won a hand, on average."""
        return tuple([float(chips) for chips in self.payoffs.mean(axis=0)])

    @property
    def stderr(self) -> tuple[float, ...]:
        """The standard error of each seat's mean; infinite after one hand, which tells nothing."""
        hands, seats = self.payoffs.shape
        if hands < 2:
            return (math.inf,) * int(seats)
        spread = self.payoffs.std(axis=0, ddof=1)
        return tuple([float(chips) / math.sqrt(hands) for chips in spread])

    def __eq__(self, other: object) -> bool:
        """Simulations are equal in which every hand went the same."""
        if not isinstance(other, Simulation):
            return NotImplemented
        return np.array_equal(self.payoffs, other.payoffs) and np.array_equal(
            self.actions, other.actions
        )

    def __str__(self) -> str:
        """Return a table with a line a seat."""
        lines = [f"{'seat':>4} {'chips a hand':>22} {'wins':>10} {'losses':>10} {'even':>10}"]
        columns = zip(self.mean, self.stderr, self.wins, self.losses, self.even, strict=True)
        for seat, (mean, stderr, wins, losses, even) in enumerate(columns):
            chips = f"{mean:+.3f} ± {stderr:.3f}"
            lines.append(f"{seat:>4} {chips:>22} {wins:>10,} {losses:>10,} {even:>10,}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return how many hands it was, and what each seat won a hand."""
        mean = ", ".join([f"{chips:+.3f}" for chips in self.mean])
        return f"<Simulation: {counted(self.hands, 'hand')}, chips a hand {mean}>"


def simulate(
    game: Callable[..., Game],
    players: Sequence[Player],
    hands: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Simulation:
    """Return the payoffs and counts of this many games, each played from the deal to its end.

    `game` makes a game from the keyword `seed`; `players` are callables from a view to an action,
    one a seat. What a game is, one hand or a whole match of Stackhouse, is up to `game`:
    ``partial(Stackhouse, deals=1)`` is one deal.

    Hand i is the same whichever hands are played before it, and wherever: its deck, and each
    player's numbers, follow from the `seed`, i and the seat. So each hand begins with fresh
    players. A player that draws numbers has a method `seeded(seed)`, which returns the player to
    play one hand with (as that of `bots.Random`); any other is copied by `copy.deepcopy`, which
    leaves functions as they are, and must answer by what it has seen in this hand. What a player
    learns is not kept from one hand to the next.

    `executor` is any of `concurrent.futures`, or Dask's ``client.get_executor()``: it gets chunks
    of hands, and the answer is the same. Other processes import the game's and the players' code,
    so these must be picklable for a process pool: no lambdas. With threads, players of several
    hands run side by side. One that dies, or whose Dask client closes, is an `ExecutorError`.
    `progress` is called with the hands played so far and all of them, ten times a second at most;
    what it raises stops the run.

    What a player raises comes out, an illegal action as `IllegalActionError`, with a note that
    says in which hand. No hand, no player or too few are a `ValueError`.

    >>> from functools import partial
    >>> from pokerhouse.games import Cowpie, bots
    >>> table = partial(Cowpie, [100] * 3, ante=1)
    >>> played = simulate(table, [bots.cautious, bots.random, bots.random], 20, seed=1)
    >>> played.payoffs.shape, int(played.payoffs.sum())
    ((20, 3), 0)
    >>> played.payoffs[:10].tolist() == simulate(
    ...     table, [bots.cautious, bots.random, bots.random], 10, seed=1
    ... ).payoffs.tolist()
    True
    """
    count = whole("hands", hands, 1)
    root = whole("the seed", seed, 0, MOST_SEED)
    seated = tuple(players)
    seats = _checked(game, seated, root)
    payoffs = np.zeros((count, seats), dtype=np.int64)
    actions = np.zeros(count, dtype=np.int64)

    def keep(begin: int, end: int, played: Played) -> None:
        payoffs[begin:end], actions[begin:end] = played

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, count)

    if executor is None:
        pace = Pace(tell)
        for hand in range(count):
            keep(hand, hand + 1, _play(game, seated, root, hand, hand + 1))
            pace.move(hand + 1)
    else:
        _check_sendable(executor, game, seated)
        work = partial(_play, game, seated, root)
        run_chunks(work, count, executor, keep, size=FIRST_HANDS, progress=tell)
    tell(count)
    payoffs.setflags(write=False)
    actions.setflags(write=False)
    return Simulation(payoffs, actions)


def _play(
    game: Callable[..., Game], players: tuple[Player, ...], seed: int, begin: int, end: int
) -> Played:
    """Play hands begin..end."""
    payoffs, actions = [], []
    for hand in range(begin, end):
        deck = _derived(seed, hand, 0)
        try:
            played = play_hand(game(seed=deck), _fresh(players, seed, hand))
        except Exception as error:
            error.add_note(f"in hand {hand} of the simulation with seed {seed}, the game of {deck}")
            raise
        payoffs.append(played.payoffs)
        actions.append(len(played.actions))
    return np.array(payoffs, dtype=np.int64), np.array(actions, dtype=np.int64)


def _fresh(players: tuple[Player, ...], seed: int, hand: int) -> list[Player]:
    """The players as they begin a hand, knowing nothing of any other."""
    return [
        player.seeded(_derived(seed, hand, 1 + seat))
        if isinstance(player, Seeded)
        else deepcopy(player)
        for seat, player in enumerate(players)
    ]


def _derived(seed: int, hand: int, user: int) -> int:
    """The seed of a hand for its game, user 0, or for the player of seat user - 1."""
    digest = blake2b(pack("<3Q", seed, hand, user), digest_size=8).digest()
    # 53 bits, as seeds drawn at random: what JSON readers that keep numbers as doubles hold.
    return int.from_bytes(digest, "little") >> 11


def _checked(game: Callable[..., Game], players: tuple[Player, ...], seed: int) -> int:
    """The number of seats, if the game can be made and every seat has a player that can play."""
    if not callable(game):
        raise TypeError(f"the game is {game!r}: it must be a callable that makes one from seed=")
    for seat, player in enumerate(players):
        if not callable(player):
            raise TypeError(f"players[{seat}] is {player!r}: a player is a callable")
    first = game(seed=_derived(seed, 0, 0))
    if not isinstance(first, Game):
        raise TypeError(f"the game made {first!r}, which is no game")
    seats = len(first.stacks)
    if len(players) != seats:
        raise ValueError(f"{counted(seats, 'seat')}, but {counted(len(players), 'player')}")
    for seat, player in enumerate(players):
        if not isinstance(player, Seeded):
            try:
                deepcopy(player)
            except Exception as error:
                raise TypeError(
                    f"players[{seat}] cannot be copied for each hand, and has no seeded(): {error}"
                ) from error
    return seats


def _check_sendable(
    executor: Executor, game: Callable[..., Game], players: tuple[Player, ...]
) -> None:
    """Say what a process pool could not be sent; Dask and others have their own ways to send."""
    from concurrent.futures import ProcessPoolExecutor

    if not isinstance(executor, ProcessPoolExecutor):
        return
    named = [("the game", game), *((f"players[{n}]", each) for n, each in enumerate(players))]
    for name, thing in named:
        try:
            pickle.dumps(thing)
        except Exception as error:
            raise ExecutorError(f"{name} cannot be sent to another process: {error}") from error


def _counts(where: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(where.sum(axis=0).tolist())
