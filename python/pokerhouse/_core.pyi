from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerhouse.card import Card, CardLike, Cards

__all__ = [
    "GAMES",
    "HOUSE",
    "NO_FLUSH",
    "POLICIES",
    "RANKS",
    "SHARE",
    "STANDARD",
    "SUITS",
    "WILD_KINDS",
    "CardError",
    "DivisionError",
    "Range",
    "RangeError",
    "Rules",
    "RulesError",
    "Spot",
    "SpotError",
    "__version__",
    "best_split",
    "best_split_batch",
    "brief",
    "brief_two",
    "card_number",
    "card_numbers",
    "card_text",
    "cards_array",
    "category_number",
    "deal_batch",
    "describe",
    "describe_two",
    "divisions",
    "evaluate",
    "evaluate_batch",
    "evaluate_omaha",
    "evaluate_omaha_batch",
    "evaluate_showing",
    "evaluate_two",
    "evaluate_two_batch",
    "expected_share",
    "exposures",
    "frontier",
    "house_key",
    "house_key_batch",
    "made_ranks",
    "outranks",
    "parse_call",
    "phrase",
    "rank_words",
    "ranks",
    "ranks_two",
    "read",
    "read_call",
    "shuffle",
    "splits",
]

__version__: Final[str]
STANDARD: Final[Rules]
NO_FLUSH: Final[Rules]
HOUSE: Final[Rules]

WILD_KINDS: Final[tuple[str, ...]]

class CardError(ValueError): ...
class DivisionError(ValueError): ...
class RangeError(ValueError): ...
class RulesError(ValueError): ...
class SpotError(ValueError): ...

@final
class Rules:
    def __new__(
        cls,
        flushes: bool = True,
        wild: str | None = None,
        wilds: Cards = "",
        ties: str = "split",
        wild_as_self: str = "natural",
    ) -> Rules: ...
    @property
    def flushes(self) -> bool: ...
    @property
    def wild(self) -> Literal["card", "bug", "casino-bug"] | None: ...
    @property
    def wilds(self) -> str: ...
    @property
    def ties(self) -> Literal["split", "house"]: ...
    @property
    def wild_as_self(self) -> Literal["natural", "wild"]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Rules], tuple[bool, str | None, str, str, str]]: ...

@final
class Range:
    def __new__(cls, text: str) -> Range: ...
    @property
    def combos(self) -> tuple[tuple[Card, Card], ...]: ...
    @property
    def weights(self) -> tuple[float, ...]: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Range], tuple[str]]: ...

GAMES: Final[tuple[str, ...]]
POLICIES: Final[tuple[str, ...]]
RANKS: Final[str]
SUITS: Final[str]
SHARE: Final[int]

_Row: TypeAlias = tuple[int, int, int, int, int]
_Tally: TypeAlias = tuple[int, list[list[_Row]]]

@final
class Spot:
    def __new__(
        cls,
        game: str,
        hands: Iterable[Cards | Range],
        board: Cards = "",
        dead: Cards = "",
        rules: Rules | None = None,
        jokers: int = 0,
        policy: str | Sequence[str] = "two",
    ) -> Spot: ...
    @property
    def seats(self) -> int: ...
    @property
    def hands(self) -> tuple[str, ...]: ...
    @property
    def parts(self) -> tuple[str, ...]: ...
    @property
    def work(self) -> int | None: ...
    @property
    def units(self) -> int | None: ...
    def count(
        self,
        first: int,
        last: int,
        threads: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> _Tally: ...
    def sample(
        self,
        seed: int,
        first: int,
        last: int,
        threads: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> _Tally: ...
    def __reduce__(
        self,
    ) -> tuple[type[Spot], tuple[str, tuple[str, ...], str, str, Rules, int, tuple[str, ...]]]: ...

def card_number(card: CardLike) -> int: ...
def card_numbers(cards: Cards) -> bytes: ...
def card_text(number: CardLike) -> str: ...
def shuffle(cards: Iterable[SupportsIndex], seed: int, stream: int) -> bytes: ...
def evaluate(cards: Cards, rules: Rules | None = None) -> int: ...
def evaluate_two(cards: Cards, rules: Rules | None = None) -> int: ...
def evaluate_omaha(hole: Cards, board: Cards, rules: Rules | None = None) -> int: ...
def evaluate_showing(cards: Cards) -> int: ...
def category_number(strength: SupportsIndex) -> int: ...
def brief(strength: SupportsIndex) -> str: ...
def brief_two(strength: SupportsIndex) -> str: ...
def describe(strength: SupportsIndex) -> str: ...
def describe_two(strength: SupportsIndex) -> str: ...
def ranks(strength: SupportsIndex) -> str: ...
def ranks_two(strength: SupportsIndex) -> str: ...
def outranks(five: SupportsIndex, two: SupportsIndex, prefix: bool = False) -> bool: ...
def read(
    cards: Cards, rules: Rules | None = None
) -> tuple[int, int, bytes, bytes, int, str, str]: ...
def phrase(category: int, ranks: str) -> str: ...
def made_ranks(category: int) -> int: ...
def rank_words(ranks: str) -> list[str]: ...
def parse_call(text: str, rules: Rules) -> tuple[int, str]: ...
def read_call(
    cards: Cards, text: str | None, rules: Rules
) -> tuple[bool, tuple[int, str, int, bytes, bytes, int, str, str] | None]: ...
def house_key(cards: Cards, rules: Rules | None = None) -> int: ...
def evaluate_batch(
    hands: ArrayLike,
    rules: Rules | None = None,
    *,
    board: ArrayLike | str | None = None,
    threads: int = 1,
    check: bool = True,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]: ...
def house_key_batch(
    hands: ArrayLike,
    rules: Rules | None = None,
    *,
    board: ArrayLike | str | None = None,
    threads: int = 1,
    check: bool = True,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]: ...
def evaluate_two_batch(
    hands: ArrayLike,
    rules: Rules | None = None,
    *,
    threads: int = 1,
    check: bool = True,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]: ...
def evaluate_omaha_batch(
    hole: ArrayLike,
    board: ArrayLike | str,
    rules: Rules | None = None,
    *,
    threads: int = 1,
    check: bool = True,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]: ...
def deal_batch(
    n: int, k: int, *, dead: Cards = "", jokers: int = 0, seed: int = 0
) -> NDArray[np.uint8]: ...
def cards_array(lines: Iterable[str]) -> NDArray[np.uint8]: ...
def divisions(
    down: Cards, up: Cards, rules: Rules | None, prefix: bool
) -> list[tuple[tuple[bytes, int, int], str | None]]: ...
def splits(
    down: Cards, up: Cards, rules: Rules | None, prefix: bool
) -> list[tuple[bytes, int, int]]: ...
def frontier(
    down: Cards, up: Cards, rules: Rules | None, prefix: bool
) -> list[tuple[bytes, int, int]]: ...
def best_split(
    down: Cards,
    up: Cards,
    rules: Rules | None,
    prefix: bool,
    prefer: str,
    players: int | None,
) -> tuple[bytes, int, int]: ...
def expected_share(
    five: SupportsIndex, two: SupportsIndex, players: int
) -> tuple[float, float, float, float]: ...
def exposures(cards: Cards, rules: Rules | None) -> list[tuple[bytes, int, int | None]]: ...
def best_split_batch(
    hands: ArrayLike,
    down: int = 3,
    rules: Rules | None = None,
    prefix: bool = False,
    *,
    prefer: Literal["five", "two", "share"] = "five",
    players: int | None = None,
    threads: int = 1,
    check: bool = True,
) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint8]]: ...
