"""A spread as lines of words and tiles: for screen readers, pipes and long arms.

Tiles are written outward, the half that joins first: ``4-2, 2-0``. Commas make
the pauses when a line is spoken. Words come from the caller.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from allfives_cli.game.tiles import FaceName, Tile
from allfives_cli.show.arms import Branch, Lying, Spread

_INDENT: Final = "    "
_ROOM_TO_INDENT: Final = 16
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
# A number, a sign or a bracket stays with the word before it: "counts 4", "4-6 (last)".
_TIE: Final = re.compile(r"(?<![,;:+]) (?=[\d(+=])")


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a drawing, in the reader's language.

    ``last`` marks the last play, ``counts`` stands before a counted number,
    ``is_open`` and ``uncounted`` tell of a site. Directions are how a layout is
    drawn; a record knows none.
    """

    spinner: str
    line: str
    left: str
    right: str
    up: str
    down: str
    ends: str
    counts: str
    is_open: str
    uncounted: str
    last: str

    def of(self, branch: Branch) -> str:
        """Return the name of the direction in which a branch is drawn."""
        match branch.face.name:
            case FaceName.CHAIN_A | FaceName.HIGH:
                return self.left
            case FaceName.CHAIN_B | FaceName.LOW:
                return self.right
            case FaceName.ARM_A:
                return self.up
            case FaceName.ARM_B:
                return self.down


def strips(
    spread: Spread, end_sum: int, labels: Labels, *, width: int, last: Tile | None
) -> list[str]:
    """Return every tile, end and open site of a spread in words; ``end_sum`` in pips."""
    lines = _spinner(spread, labels, last) if spread.is_spinner else _line(spread, labels, last)
    terms = [str(counted.value) for counted in spread.counted]
    total = f" = {end_sum}" if len(terms) > 1 else ""
    lines.append(f"{labels.ends}: {' + '.join(terms)}{total}")
    return wrap(lines, width)


def strip(branch: Branch, labels: Labels, last: Tile | None) -> str:
    """Return one branch that has tiles as one line, without wrapping it."""
    text = f"{labels.of(branch)} ({len(branch.tiles)}): {_tiles(branch.tiles, labels, last)}"
    return text if branch.end is None else f"{text}; {labels.counts} {branch.end.value}"


def wrap(lines: Iterable[str], width: int) -> list[str]:
    """Fold lines so that none is wider than ``width`` columns.

    A number keeps its word, and words are broken only where there is no room
    for one.
    """
    indent = _INDENT if width >= _ROOM_TO_INDENT else ""
    wrapped: list[str] = []
    for line in lines:
        tied = _TIE.sub(_NO_BREAK, line)
        found = textwrap.wrap(tied, width, subsequent_indent=indent, break_on_hyphens=False)
        spaced = (part.replace(_NO_BREAK, " ").rstrip() for part in found)
        wrapped += [part for part in spaced if part]
    return wrapped


def _spinner(spread: Spread, labels: Labels, last: Tile | None) -> list[str]:
    """The spinner, then each side and arm that has tiles or is open."""
    centre = Lying(spread.centre, spread.centre.low, spread.centre.high)
    text = f"{labels.spinner}: {_tiles((centre,), labels, last)}"
    own = [counted for counted in spread.counted if counted.tile is spread.centre]
    lines = ["; ".join([text, *(f"{labels.counts} {counted.value}" for counted in own)])]
    for branch in spread.branches:
        if branch.tiles:
            lines.append(strip(branch, labels, last))
        elif branch.site is not None:
            lines.append(_open(branch, spread, labels))
    return lines


def _line(spread: Spread, labels: Labels, last: Tile | None) -> list[str]:
    """The tiles from left to right, then what each end counts."""
    text = f"{labels.line} ({len(spread.line)}): {_tiles(spread.line, labels, last)}"
    if spread.alone is not None:
        alone = f"{text}; {labels.counts} {spread.alone.value}"
        return [alone, *(_open(branch, spread, labels) for branch in spread.branches)]
    ends = ", ".join(
        f"{labels.of(branch)}{_NO_BREAK}{labels.counts} {branch.end.value}"
        for branch in spread.branches
        if branch.end is not None
    )
    return [f"{text}; {ends}"]


def _open(branch: Branch, spread: Spread, labels: Labels) -> str:
    text = f"{labels.of(branch)}: {labels.is_open}"
    # A centre that counts as a whole has been told of already, with its number.
    counts = branch.end is not None or spread.alone is not None
    return text if counts else f"{text}, {labels.uncounted}"


def _tiles(tiles: Iterable[Lying], labels: Labels, last: Tile | None) -> str:
    texts: list[str] = []
    for tile, near, far in tiles:
        text = f"{near}-{far}"
        texts.append(f"{text} ({labels.last})" if tile is last else text)
    return ", ".join(texts)
