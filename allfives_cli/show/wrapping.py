"""Lines that fit: words folded under a hanging indent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from unicodedata import category, east_asian_width

LEAST_ROOM: Final = 16
"""Columns that a label leaves for what is folded behind it; else it stands above that."""
_DEEPER: Final = "  "


def columns(text: str) -> int:
    """Columns that a text takes on a terminal: wide characters two, combining marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def leaves_room(label: str, width: int) -> bool:
    """Whether enough of a line is left behind a label to fold something there."""
    return width - columns(label) >= LEAST_ROOM


def hanging(label: str, parts: Iterable[str], width: int, gap: str = " ") -> list[str]:
    """Put ``parts`` after ``label``, folded so that later lines begin where the first does.

    A part is broken, at its blanks, only where a whole line has no room for it.
    A label that leaves too little room stands on a line of its own above them.
    """
    return stacked(label, [parts], width, gap)


def stacked(
    label: str, paragraphs: Iterable[Iterable[str]], width: int, gap: str = " "
) -> list[str]:
    """Put several lists of parts under one label, each as `hanging` does, one below the other."""
    held = [list(parts) for parts in paragraphs]
    lines: list[str] = []
    indent = columns(label) - columns(label.lstrip()) + len(_DEEPER)
    cramped = any(_is_cramped(parts, width - columns(label), gap) for parts in held)
    if cramped and label.strip() and indent < columns(label):
        lines, label = [label.rstrip()], " " * indent
    for parts in held:
        lines += _folded(label, parts, width, gap)
        label = " " * columns(label)
    return lines


def _is_cramped(parts: Sequence[str], room: int, gap: str) -> bool:
    """Whether parts neither fit into so much room nor can be folded there well."""
    if columns(gap.join(parts)) <= room:
        return False
    return room < LEAST_ROOM or any(columns(word) > room for part in parts for word in part.split())


def _folded(label: str, parts: Iterable[str], width: int, gap: str) -> list[str]:
    indent = " " * columns(label)
    room = width - columns(label)
    lines, line, empty = [], label, True
    for part in parts:
        pieces = [part] if columns(part) <= room else part.split()
        for index, piece in enumerate(pieces):
            between = " " if index else gap
            if not empty and columns(line) + len(between) + columns(piece) > width:
                lines.append(line.rstrip())
                line, empty = indent, True
            line += piece if empty else between + piece
            empty = False
    return [*lines, line.rstrip()]


def separated(parts: Sequence[str]) -> list[str]:
    """Parts of one line, a semicolon after each but the last."""
    return [f"{part};" for part in parts[:-1]] + list(parts[-1:])


def folded(text: str, width: int, indent: str = "") -> list[str]:
    """Fold a sentence at its blanks; every line begins with ``indent``.

    Only a word that is wider than the room is broken.
    """
    room = width - columns(indent)
    words = (piece for word in text.split() for piece in _pieces(word, room))
    return hanging(indent, words, width)


def _pieces(word: str, room: int) -> Iterator[str]:
    """A word, or if it is too wide its pieces."""
    while columns(word) > room > 1:
        end = 1
        while columns(word[: end + 1]) <= room:
            end += 1
        yield word[:end]
        word = word[end:]
    yield word
