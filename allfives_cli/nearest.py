"""The name that somebody may have meant who wrote another one.

Deliberately not here: what is done with it. Nothing is ever taken for what it only resembles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 60
"""Characters that are compared: longer than any name, and soon done."""


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of the names that is spelled most like this, in whatever capitals.

    Where none is near, the only one that begins with it, if that is more than a letter; else None.
    """
    # Here, not above: only a misspelt name needs it.
    from difflib import get_close_matches  # noqa: PLC0415

    known, wanted = list(names), name[:LONGEST].strip().lower()
    if close := get_close_matches(wanted, known, n=1):
        return close[0]
    begun = [each for each in known if each.startswith(wanted)]
    return begun[0] if len(wanted) > 1 and len(begun) == 1 else None
