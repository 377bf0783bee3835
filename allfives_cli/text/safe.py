"""Foreign text made fit to be shown: nothing in it can move, hide or reorder what stands around.

Whatever came from a file, a program or the command line passes through here
before it reaches a terminal. Escaping for HTML, XML and CSV is not done here.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

LIMIT: Final = 80
"""Characters of the input that are shown unless told otherwise."""

_UNSHOWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, formats (bidi and zero width among them), surrogates, private and unassigned
characters, line and paragraph separators: Unicode's general categories."""


def safe(text: str, limit: int | None = LIMIT) -> str:
    r"""Show a foreign text on one line: ``\u{1b}`` for what must not act, … for what is left off.

    ``limit`` counts characters of the input, so that no escape is cut in two;
    None shows everything.
    """
    left_off = limit is not None and len(text) > limit
    if left_off and limit is not None:
        text = text[: max(limit - 1, 0)]
    shown = text if text.isascii() and text.isprintable() else "".join(map(_escaped, text))
    return shown + "…" if left_off else shown


def is_shown(character: str) -> bool:
    """Whether a character may be shown as it is."""
    return category(character) not in _UNSHOWN


def _escaped(character: str) -> str:
    return character if is_shown(character) else f"\\u{{{ord(character):x}}}"
