"""The names that somebody may have meant who wrote another one.

Deliberately not here: what is done with them. Nothing is ever taken for what it only resembles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 60
"""Characters that are compared: longer than any name, and soon done."""

_MOST: Final = 3
"""Names among which a hint helps to choose."""
_MOST_SLIPS: Final = 3


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The only one of the names that `near_names` gives; None for none and for several."""
    near = near_names(name, names)
    return near[0] if len(near) == 1 else None


def near_names(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that are reached by the fewest slips, in whatever capitals.

    A slip is a letter left out, put in, put in the place of another, or of the next
    one. One is allowed for three letters, and three at most. Where no name is so near:
    those that begin with this, if that is more than a letter and they are few.
    """
    wanted = _compared(name)
    known = {each: _compared(each) for each in names}
    most = min((len(wanted) + 1) // 3, _MOST_SLIPS)
    slips = {
        each: _slips(wanted, text)
        for each, text in known.items()
        if abs(len(text) - len(wanted)) <= most
    }
    fewest = min(slips.values(), default=most + 1)
    if fewest <= most:
        return tuple(each for each, number in slips.items() if number == fewest)[:_MOST]
    begun = [each for each, text in known.items() if text.startswith(wanted)]
    return tuple(begun) if len(wanted) > 1 and len(begun) <= _MOST else ()


def _compared(name: str) -> str:
    return name[:LONGEST].strip().casefold()


def _slips(one: str, other: str) -> int:
    """The distance of Damerau and Levenshtein, of the kind that changes no place twice."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, start=1):
            fewest = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and (one[i - 2], letter) == (wanted, other[j - 2]):
                fewest = min(fewest, earlier[j - 2] + 1)
            row.append(fewest)
    return row[-1]
