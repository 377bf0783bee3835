"""The terminal's drawing of a layout, in box drawing, pure ASCII or words.

Always drawn the same way: the side of the spinner covered first to the left, the
second to the right, the first arm up, the second down; while there is no
spinner, the high half of the lead to the left. Doubles lie across their chain.
A filled label holds the number that the engine counted; a hollow one is a site
that does not count. The last play carries a star or a heavy frame.

A chain too long for the width is folded downward, each side of the spinner on
its own half, so that the arms keep their place. It draws no colour and cuts
nothing off: what cannot be drawn is told in words, as `strips` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from allfives_cli.game.counting import end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import Tile
from allfives_cli.show.arms import Branch, Lying, Spread, spread_of
from allfives_cli.show.canvas import ASCII, BOXES, Canvas, Pen
from allfives_cli.show.folding import Fold, fold_both, fold_least
from allfives_cli.show.strips import Labels, strip, strips, wrap

Style = Literal["boxes", "ascii", "arms"]

LONGEST_UPRIGHT_ARM: Final = 4
"""Tiles; a longer arm is told in words below the drawing."""

_PENS: Final = {"boxes": BOXES, "ascii": ASCII}
_LENGTH: Final = 5
_BREADTH: Final = 3
# An arm's double is one column wider than the spinner; a blank parts it from a folded row.
_CORRIDOR: Final = 2
_UP: Final = -1
_DOWN: Final = 1


def draw_board(
    layout: Layout,
    rules: RuleSet,
    labels: Labels,
    *,
    width: int,
    style: Style,
    last: Tile | None = None,
) -> list[str]:
    """Draw a layout in lines of at most ``width`` columns, without trailing blanks.

    ``last`` is the tile to mark. A layout without tiles draws as no lines. Where
    even the folded drawing is too wide, the words of the style ``arms`` stand
    instead.
    """
    spread = spread_of(layout, rules)
    if spread is None:
        return []
    pen = _PENS.get(style)
    if pen is not None:
        lines = _Drawing(spread, pen, last).lines(width)
        if lines:
            told = wrap(_told(spread, labels, last), width)
            return [*lines, "", *told] if told else lines
    return strips(spread, end_sum(layout), labels, width=width, last=last)


def _told(spread: Spread, labels: Labels, last: Tile | None) -> list[str]:
    """The arms that are too long to be drawn, each in words."""
    long = [branch for branch in _arms(spread) if len(branch.tiles) > LONGEST_UPRIGHT_ARM]
    return [strip(branch, labels, last) for branch in long]


def _arms(spread: Spread) -> Sequence[Branch]:
    return spread.branches[2:]


class _Drawing:
    """One spread being drawn with one pen. Row 0 is the main chain; rows count downward."""

    def __init__(self, spread: Spread, pen: Pen, last: Tile | None) -> None:
        self.spread = spread
        self.pen = pen
        self.last = last
        self.canvas = Canvas()

    def lines(self, width: int) -> list[str]:
        """The drawing, or no lines where it would be wider than ``width``."""
        in_middle = self.spread.is_spinner or self.spread.alone is not None
        drawn = self._cross(width) if in_middle else self._snake(width)
        return self.canvas.lines() if drawn else []

    def _snake(self, width: int) -> bool:
        """Draw a line that begins at the left; False where it does not fit."""
        first, second = self.spread.branches
        label = self.pen.left.label(first)
        widths = _widths(self.spread.line, self.pen.right.label(second))
        folded = fold_least(widths, width - len(label), -len(label))
        if folded is None:
            return False
        self.canvas.put(0, 0, label)
        self._chain(folded, self.spread.line, second, edge=len(label) - 1, rightward=True)
        return True

    def _cross(self, width: int) -> bool:
        """Draw a spinner or a lone double with what leads away; False where it does not fit."""
        left, right = self.spread.branches[:2]
        folds = fold_both(
            _widths(left.tiles, self.pen.left.label(left)),
            _widths(right.tiles, self.pen.right.label(right)),
            width - _BREADTH,
            _CORRIDOR,
        )
        if folds is None:
            return False
        value = self.spread.centre.low
        self._tile(Lying(self.spread.centre, value, value), 0, 0, upright=True)
        self._chain(folds[0], left.tiles, left, edge=0, rightward=False)
        self._chain(folds[1], right.tiles, right, edge=_BREADTH - 1, rightward=True)
        for branch, away in zip(_arms(self.spread), (_UP, _DOWN), strict=False):
            self._arm(branch, away)
        if self.spread.alone is not None:
            above = _UP * (self.pen.height(upright=True) // 2 + 1)
            self.canvas.put(above, 0, self.pen.upright.number(self.spread.alone.value))
        return True

    def _arm(self, branch: Branch, away: int) -> None:
        row = away * (self.pen.height(upright=True) // 2 + 1)
        if len(branch.tiles) > LONGEST_UPRIGHT_ARM:
            self.canvas.put(row, 0, self.pen.more_above if away == _UP else self.pen.more_below)
            row += away
        else:
            for tile, near, far in branch.tiles:
                upright = not tile.is_double
                height = self.pen.height(upright=upright)
                seen = Lying(tile, far, near) if away == _UP else Lying(tile, near, far)
                column = (_BREADTH - (_BREADTH if upright else _LENGTH)) // 2
                self._tile(seen, row + away * (height // 2), column, upright=upright)
                row += away * height
        self.canvas.put(row, 0, self.pen.upright.label(branch))

    def _chain(
        self, folded: Fold, tiles: Sequence[Lying], branch: Branch, *, edge: int, rightward: bool
    ) -> None:
        """Draw a folded chain that leads away from the column ``edge``, its label last."""
        side = 1 if rightward else -1
        rows = self._rows(folded, tiles)
        for number, piece in enumerate(folded.pieces):
            reach = edge + side * (piece.start + 1), edge + side * (piece.start + piece.width)
            row, to_right = rows[piece.row], piece.outward is rightward
            if number < len(tiles):
                tile, near, far = tiles[number]
                seen = Lying(tile, near, far) if to_right else Lying(tile, far, near)
                self._tile(seen, row, min(reach), upright=tile.is_double)
            else:
                mark = self.pen.right if to_right else self.pen.left
                self.canvas.put(row, min(reach), mark.label(branch))
        for bend in folded.bends:
            corner, gap = edge + side * (bend.column + 1), edge + side * (bend.gap + 1)
            self._bend(rows[bend.row], rows[bend.row + 1], corner, gap)

    def _rows(self, folded: Fold, tiles: Sequence[Lying]) -> list[int]:
        """Return the middle row of each row of a folded chain, a blank row between them."""
        reach = [0] * folded.rows
        for piece, lying in zip(folded.pieces, tiles, strict=False):
            height = self.pen.height(upright=lying.tile.is_double)
            reach[piece.row] = max(reach[piece.row], height // 2)
        rows = [0]
        for above, below in pairwise(reach):
            rows.append(rows[-1] + above + below + 2)
        return rows

    def _bend(self, row: int, below: int, corner: int, gap: int) -> None:
        """Draw a bend from ``row``, its rule beginning at the column ``gap``, down to ``below``."""
        pen = self.pen
        at_right = gap < corner
        bends = pen.right_bends if at_right else pen.left_bends
        rule = pen.rule * abs(corner - gap)
        self.canvas.put(row, min(gap, corner + 1), rule)
        self.canvas.put(row, corner, bends[0])
        for between in range(row + 1, below):
            self.canvas.put(between, corner, pen.post)
        self.canvas.put(below, corner, bends[1])
        self.canvas.put(below, corner - 1 if at_right else corner + 1, pen.rule)

    def _tile(self, seen: Lying, row: int, column: int, *, upright: bool) -> None:
        """Put a tile with its middle row at ``row`` and its first column at ``column``."""
        rows = self.pen.tile(
            seen,
            upright=upright,
            spinner=self.spread.is_spinner and seen.tile is self.spread.centre,
            last=seen.tile is self.last,
        )
        for offset, text in enumerate(rows):
            self.canvas.put(row - len(rows) // 2 + offset, column, text)


def _widths(tiles: Sequence[Lying], label: str) -> list[int]:
    """The columns that a chain's tiles and its label take."""
    return [*(_BREADTH if tile.is_double else _LENGTH for tile, _, _ in tiles), len(label)]
