"""How many there are of a thing, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number with the name of what is counted: ``"1 hand"``, ``"2,000 hands"``.

    >>> counted(1, "hand"), counted(2000, "hand")
    ('1 hand', '2,000 hands')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
