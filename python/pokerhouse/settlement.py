"""Who is paid what: contributions become pots, and pots become payouts (rulings P1 to P4).

Three steps, each of use on its own: `pots` cuts what the seats paid into layers, `award` gives one
layer to its winners, and `settle` does both for a whole pot. Chips are whole numbers throughout and
every chip that comes in goes out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import index
from typing import Any, NamedTuple, SupportsIndex

from pokerhouse.counted import counted

__all__ = ["Award", "Pot", "Pots", "award", "layers", "pots", "settle", "uncalled"]

# Whoever stores chips in a column keeps them in signed 64-bit integers, so a pot must fit one.
LARGEST_POT = 2**63 - 1

Strength = int | Sequence[int] | None


class Pot(NamedTuple):
    """One layer of the pot: its chips, and the seats that contest it in ascending order."""

    amount: int
    seats: tuple[int, ...]


class Pots(tuple[Pot, ...]):
    """The layers of a pot, the one that most seats contest first, and what was `returned`.

    It is a tuple of `Pot`; `returned` are the chips that go back, one number a seat.
    """

    returned: tuple[int, ...]

    def __new__(cls, layers: Iterable[Pot], returned: tuple[int, ...]) -> Pots:
        """Make the tuple of layers, with what was returned beside it."""
        pots = super().__new__(cls, layers)
        pots.returned = returned
        return pots

    def __reduce__(self) -> tuple[type[Pots], tuple[tuple[Pot, ...], tuple[int, ...]]]:
        """Pickle what was returned, too."""
        return Pots, (tuple(self), self.returned)

    def __repr__(self) -> str:
        """Return the layers and what was returned."""
        return f"Pots({list(self)}, returned={self.returned})"


class Award(NamedTuple):
    """A layer, or one half of it, as it was paid.

    `half` is `"whole"`, `"five"` or `"two"`; `seats` are the winners, the one nearest the button's
    left first, and `chips` what each of them is paid.
    """

    half: str
    seats: tuple[int, ...]
    chips: tuple[int, ...]


def pots(contributions: Sequence[int], *, folded: Collection[int] = ()) -> Pots:
    """Return the layers of the pot, and in `.returned` the chips that go back to each seat.

    A player contests each layer that he paid for, and layers end only at the stakes of players
    still in; what folded players paid above the top layer joins it. What one player still in paid
    above every other stake, folded ones too, goes back to him. If no player still in paid anything,
    they all contest what is there (P2). Layers and returned chips add up to the contributions (P1).

    `contributions` are chips a seat, `folded` the seats that are out. A contribution that is no
    integer is a `TypeError`; a negative one, a total above 2**63 - 1, a folded seat that does not
    exist or no seat left in is a `ValueError`.

    >>> pots([5, 20, 20, 60], folded=[1])
    Pots([Pot(amount=20, seats=(0, 2, 3)), Pot(amount=45, seats=(2, 3))], returned=(0, 0, 0, 40))
    """
    paid = [_chips(seat, chips) for seat, chips in enumerate(contributions)]
    if sum(paid) > LARGEST_POT:
        raise ValueError(f"the contributions add up to {sum(paid)}, above {LARGEST_POT} (P1)")
    out = {_seat(seat, len(paid), "the folded") for seat in folded}
    still_in = [seat for seat in range(len(paid)) if seat not in out]
    if not still_in:
        raise ValueError("a pot needs at least one seat that has not folded (P2)")

    returned = [0] * len(paid)
    top, excess = uncalled(paid)
    if top in still_in:
        returned[top] = excess
        paid[top] -= excess
    return Pots(layers(paid, still_in, paid), tuple(returned))


def uncalled(stakes: Sequence[int]) -> tuple[int, int]:
    """Return the seat whose stake is above every other one, and by how much; or `(-1, 0)`.

    >>> uncalled([4, 9, 4])
    (1, 5)
    """
    top = max(stakes)
    if not top or stakes.count(top) > 1:
        return -1, 0
    seat = stakes.index(top)
    return seat, top - max(
        (chips for other, chips in enumerate(stakes) if other != seat), default=0
    )


def layers(paid: Sequence[int], still_in: Sequence[int], reach: Sequence[int]) -> list[Pot]:
    """The layers of what was paid, when nothing goes back.

    `reach` is the stake up to which each seat contests: what it paid, or, while the betting still
    goes on, what it may yet pay.
    """
    levels = sorted({reach[seat] for seat in still_in if reach[seat]})
    if not levels:
        everything = sum(paid)
        return [Pot(everything, tuple(still_in))] if everything else []
    found = []
    below = 0
    for level in levels:
        # Everything that was paid up to this level, and with the top layer all that is above it.
        up_to = sum(paid) if level == levels[-1] else sum(min(chips, level) for chips in paid)
        found.append(Pot(up_to - below, tuple(seat for seat in still_in if reach[seat] >= level)))
        below = up_to
    return found


def award(pot: Pot, strengths: Sequence[Strength], *, button: int = 0) -> list[Award]:
    """Return how one layer is paid: one `Award`, or two when it is split in halves.

    The greatest strength wins and ties share equally; odd chips go one each to the winners nearest
    the button's left (P3). With pairs of strengths the layer is cut in a five-card and a two-card
    half, the odd chip with the five, unless the same players win both (P4).

    `strengths[seat]` is an `int`, or a pair `(five, two)`; `None` where it does not matter: of a
    seat that does not contest the pot, or contests it alone. Anything else is a `TypeError`.

    >>> award(Pot(17, (0, 1, 2)), [7, 7, 7], button=2)
    [Award(half='whole', seats=(0, 1, 2), chips=(6, 6, 5))]
    >>> award(Pot(9, (0, 1)), [(8, 3), (5, 4)])
    [Award(half='five', seats=(0,), chips=(5,)), Award(half='two', seats=(1,), chips=(4,))]
    """
    amount, seats = pot
    players = len(strengths)
    if len(seats) == 1:
        return [Award("whole", seats, (amount,))]
    by_nearness = sorted(seats, key=lambda seat: (seat - button - 1) % players)
    if isinstance(strengths[seats[0]], (tuple, list)):
        pairs = {seat: _pair(seat, strengths[seat]) for seat in seats}
        fives = _best({seat: pair[0] for seat, pair in pairs.items()}, by_nearness)
        twos = _best({seat: pair[1] for seat, pair in pairs.items()}, by_nearness)
        if fives != twos:
            half = amount // 2
            return [_share("five", amount - half, fives), _share("two", half, twos)]
        return [_share("whole", amount, fives)]
    wholes = {seat: _single(seat, strengths[seat]) for seat in seats}
    return [_share("whole", amount, _best(wholes, by_nearness))]


def settle(
    contributions: Sequence[int],
    strengths: Sequence[Strength],
    *,
    button: int = 0,
    folded: Collection[int] = (),
) -> list[int]:
    """Return the chips that each seat is paid when the pot is settled, returned bets included.

    The pot is cut into layers (`pots`, P2), each goes to the best of those who contest it, ties
    share and odd chips go to the button's left (P3). Where `strengths[seat]` is a pair
    `(five, two)` each layer is split in halves (P4). The payouts add up to the contributions (P1).

    `contributions` and `strengths` hold one entry a seat; a greater strength is stronger; that of a
    folded seat is not looked at. `button` is a seat. Errors are those of `pots`, and a `ValueError`
    where the seats do not fit together.

    >>> settle([5, 20, 20, 60], [900, 800, 700, 600])
    [20, 45, 0, 40]
    >>> settle([33, 33], [(8, 4), (8, 4)])
    [33, 33]
    """
    players = len(contributions)
    if len(strengths) != players:
        paid, shown = counted(players, "contribution"), counted(len(strengths), "strength")
        raise ValueError(f"{paid}, but {shown}")
    contested = pots(contributions, folded=folded)
    button = _seat(button, players, "the button's")
    payouts = list(contested.returned)
    for pot in contested:
        # Only where no player still in paid anything does a layer hold seats that paid nothing:
        # they share it equally (P2).
        unpaid = not any(contributions[seat] for seat in pot.seats)
        for _, seats, chips in award(pot, [0] * players if unpaid else strengths, button=button):
            for seat, won in zip(seats, chips, strict=True):
                payouts[seat] += won
    return payouts


def _best(strengths: dict[int, int], by_nearness: Sequence[int]) -> tuple[int, ...]:
    """The seats of the greatest strength, in the order given."""
    best = max(strengths.values())
    return tuple(seat for seat in by_nearness if strengths[seat] == best)


def _share(half: str, amount: int, winners: tuple[int, ...]) -> Award:
    """Equal shares, the odd chips one each to the first winners (P3)."""
    each, odd = divmod(amount, len(winners))
    return Award(half, winners, tuple(each + (place < odd) for place in range(len(winners))))


def _chips(seat: int, chips: SupportsIndex) -> int:
    """The chips a seat paid, as a plain `int`."""
    try:
        paid = index(chips)
    except TypeError:
        raise TypeError(f"seat {seat} paid {chips!r}: chips are whole numbers (P1)") from None
    if paid < 0:
        raise ValueError(f"seat {seat} paid {chips!r}: no one pays less than nothing (P1)")
    return paid


def _seat(seat: int, players: int, whose: str) -> int:
    """The seat as a plain `int`, if there is such a seat."""
    if not 0 <= index(seat) < players:
        raise ValueError(f"{whose} seat {seat} does not exist: seats are 0 to {players - 1}")
    return index(seat)


def _single(seat: int, strength: Any) -> int:
    """The strength of a seat where the pot goes to one hand."""
    try:
        return index(strength)
    except TypeError:
        raise TypeError(
            f"seat {seat} contests a pot with {strength!r}, not with one strength"
        ) from None


def _pair(seat: int, strength: Strength) -> tuple[int, int]:
    """The two strengths of a seat where the pot is split in halves."""
    if not isinstance(strength, (tuple, list)) or len(strength) != 2:
        raise TypeError(f"seat {seat} contests two halves with {strength!r}, not (five, two) (P4)")
    return _single(seat, strength[0]), _single(seat, strength[1])
