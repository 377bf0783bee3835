"""Reads a drawing of a layout back, knowing only what a reader of it knows.

Nothing of the drawing's own making is used: tiles are found by their outlines,
labels by their signs, joins by what touches. Sizes are those of the two styles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from allfives_cli.game.tiles import Tile

Cell = tuple[int, int]

LYING = {
    "ascii": re.compile(r"[\[{](\d)[|:*](\d)[\]}]"),
    "boxes": re.compile(r"[│┃║](\d)[│┃*](\d)[│┃║]"),
}
MIDDLE = {
    "ascii": re.compile(r"[\[{][-:*][\]}]"),
    "boxes": re.compile(r"[├┣╟][─━*][┤┫╢]"),
}
FILLED = {"ascii": re.compile(r"<(\d+)>"), "boxes": re.compile(r"(\d+)●|●(\d+)")}
HOLLOW = {"ascii": re.compile(r"o"), "boxes": re.compile(r"○")}
BENDS = {"ascii": re.compile(r"\."), "boxes": re.compile(r"[╭╮]")}
CORNERS = re.compile(r"[┌┏╔]")
TOLD = re.compile(r"\d-\d")


@dataclass
class Read:
    """What a reader finds: tiles, labels with the tile beside them, touching halves."""

    tiles: Counter[Tile] = field(default_factory=Counter)
    owner: dict[Cell, Tile] = field(default_factory=dict)
    halves: dict[Cell, int] = field(default_factory=dict)
    filled: list[tuple[Tile | None, int]] = field(default_factory=list)
    hollow: list[Tile | None] = field(default_factory=list)
    touching: set[tuple[frozenset[Tile], int]] = field(default_factory=set)
    bends: int = 0
    starred: list[Tile] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def told_tiles(lines: Iterable[str]) -> Counter[Tile]:
    """The tiles that stand in words."""
    found = TOLD.findall("\n".join(lines))
    return Counter(Tile(int(text[0]), int(text[2])) for text in found)


def read(lines: list[str], style: str) -> Read:
    """Read a drawing in boxes or ASCII, with what is told below it."""
    found = Read()
    if "" in lines:
        cut = lines.index("")
        lines, found.told = lines[:cut], lines[cut + 1 :]
    wide = max(map(len, lines), default=0)
    grid = [line.ljust(wide) for line in lines]
    _tiles(found, grid, style)
    _labels(found, grid, style)
    _touching(found)
    found.bends = sum(len(BENDS[style].findall(line)) for line in grid)
    return found


def _tiles(found: Read, grid: list[str], style: str) -> None:
    tall = 3 if style == "boxes" else 1
    for row, line in enumerate(grid):
        for match in LYING[style].finditer(line):
            column = match.start()
            if style == "ascii" or CORNERS.match(grid[row - 1][column]):
                ends = {(row, column + 1): int(match[1]), (row, column + 3): int(match[2])}
                _tile(found, ends, (row - tall // 2, column, tall, 5), starred="*" in match[0])
        for match in MIDDLE[style].finditer(line):
            column, above, below = match.start(), grid[row - 1], grid[row + 1]
            ends = {
                (row - 1, column + 1): int(above[column + 1]),
                (row + 1, column + 1): int(below[column + 1]),
            }
            height = tall + 2
            heavy = "*" in match[0] or "━" in match[0]
            _tile(found, ends, (row - height // 2, column, height, 3), starred=heavy)
    if style == "boxes":
        heavy_tiles = {
            found.owner[row, column]
            for row, line in enumerate(grid)
            for column, sign in enumerate(line)
            if sign in "┏*"
        }
        found.starred = sorted(heavy_tiles)


def _tile(
    found: Read, ends: dict[Cell, int], box: tuple[int, int, int, int], *, starred: bool
) -> None:
    tile = Tile(*ends.values())
    found.tiles[tile] += 1
    found.halves |= ends
    top, left, height, width = box
    for row in range(top, top + height):
        for column in range(left, left + width):
            assert (row, column) not in found.owner, f"{tile} overlaps"
            found.owner[row, column] = tile
    if starred:
        found.starred.append(tile)


def _labels(found: Read, grid: list[str], style: str) -> None:
    for row, line in enumerate(grid):
        for match in FILLED[style].finditer(line):
            value = next(int(group) for group in match.groups() if group)
            found.filled.append((_beside(found, row, *match.span(), style), value))
        for match in HOLLOW[style].finditer(line):
            found.hollow.append(_beside(found, row, *match.span(), style))


def _beside(found: Read, row: int, start: int, stop: int, style: str) -> Tile | None:
    """The tile at which a label stands: left or right of it, else below or above."""
    gap = 2 if style == "boxes" else 1
    along = [(row, start - gap), (row, stop - 1 + gap)]
    beside = {found.owner[cell] for cell in along if cell in found.owner}
    if not beside:
        upright = [(row + step, column) for step in (-1, 1) for column in range(start, stop)]
        beside = {found.owner[cell] for cell in upright if cell in found.owner}
    assert len(beside) <= 1, f"a label at row {row} may belong to {beside}"
    return next(iter(beside), None)


def _touching(found: Read) -> None:
    """Every two tiles that touch side by side or one above another, and the joining value."""
    boxes: dict[Tile, list[Cell]] = {}
    for cell, tile in found.owner.items():
        boxes.setdefault(tile, []).append(cell)
    for tile, cells in boxes.items():
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        middle = (min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2
        for cell in ((middle[0], max(columns) + 1), (max(rows) + 1, middle[1])):
            other = found.owner.get(cell)
            if other is not None:
                shared = tile.shared.get(other)
                assert shared is not None, f"{tile} touches {other}"
                _faces(found, tile, other, shared, across=cell[0] == middle[0])
                found.touching.add((frozenset((tile, other)), shared))


def _faces(found: Read, tile: Tile, other: Tile, shared: int, *, across: bool) -> None:
    """Both tiles show the shared value where they touch."""
    axis = 1 if across else 0
    for touched, pick in ((tile, max), (other, min)):
        halves = [cell for cell in found.halves if found.owner[cell] is touched]
        nearest = pick(halves, key=lambda cell: cell[axis])
        assert found.halves[nearest] == shared, f"{tile} and {other} touch at unequal halves"
