"""A layout as a picture in SVG: domino tiles with their pips, ends, sites, the last play.

A filled circle holds the number that the engine counted at an end; a hollow one
is a site that does not count. The spinner has one outline, the last play another;
`picture` names both in words as well, as nothing is told by colour alone. Each
tile is drawn once, as a symbol; pictures use it where `arranging` has it lie.

Nothing is computed here, and there is no foreign text in a picture: words come
from the catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from allfives_cli.game.counting import end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.show.arms import Branch, spread_of
from allfives_cli.show.arranging import TABLE, Arrangement, arrange
from allfives_cli.show.strips import Labels, strips
from allfives_cli.show.winding import HALF, Box, Point

MARGIN: Final = 14
"""Room around the tiles of a picture."""

STYLE: Final = (
    ".t{fill:#fffdf6;stroke:#4a463c}.p{stroke:#23211c}.d{stroke:#bdb6a4}"
    ".s{fill:none;stroke:#c2570c}.l{fill:none;stroke:#1d5fd0}"
    ".e{fill:#14532d}.n{fill:#fff}.o{fill:none;stroke:#6b6658}"
)
"""Colours of a picture that stands alone; on a page they come from the page."""

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Pips of a half in steps from its middle, the tile lying on its long side."""

_STEP: Final = 5.5
_FRAME: Final = (
    '<rect class="t" x="-19.5" y="-9.5" width="39" height="19" rx="3.5"/>'
    '<path class="d" d="M0-6V6"/>'
)
_LENGTH: Final = 2 * HALF
_BREADTH: Final = HALF
_MOST_COUNTED: Final = 12
_ORIGIN: Final = Point(0, 0)

HEAP: Final = 4
"""Tiles that a page draws by one name: a match has hundreds of boards."""

BESIDE: Final = HALF + 3
"""So far from one another stand the tiles of a hand."""


def symbols(tiles: Iterable[Tile] = DOUBLE_SIX) -> str:
    """What `board` and `hand` use: tiles, lying and turned, a back, outlines and labels."""
    made = [_shape("f", _FRAME), *(_symbol(tile) for tile in tiles)]
    made.append(_shape("b", _rounded("t k", _BREADTH - 1, _LENGTH - 1, 3.5)))
    made.append(_shape("s", _rounded("s", _BREADTH, _LENGTH, 4)))
    made.append(_shape("la", _rounded("l", _BREADTH, _LENGTH, 4)))
    made.append(_shape("l", _rounded("l", _LENGTH, _BREADTH, 4)))
    made.append(_shape("sl", _rounded("l", _BREADTH + 4, _LENGTH + 4, 6)))
    made.append(_shape("o", '<circle class="o" r="5"/>'))
    for value in range(_MOST_COUNTED + 1):
        number = f'<circle class="e" r="10"/><text class="n" y="4">{value}</text>'
        made.append(_shape(f"e{value}", number))
    return "".join(made)


def _shape(name: str, drawn: str) -> str:
    return f'<symbol id="{name}">{drawn}</symbol>'


def _rounded(kind: str, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners about 0, 0."""
    return (
        f'<rect class="{kind}" x="{-width / 2:g}" y="{-height / 2:g}"'
        f' width="{width:g}" height="{height:g}" rx="{radius:g}"/>'
    )


def _symbol(tile: Tile) -> str:
    """A tile as a symbol, and a reference to it for each quarter by which it may be turned."""
    name = _name(tile, 0)
    dots = "".join(
        f"M{_number(middle + _STEP * x)} {_number(_STEP * y)}h0"
        for value, middle in ((tile.low, -HALF // 2), (tile.high, HALF // 2))
        for x, y in _PIPS.get(value, ())
    )
    drawn = _shape(name, f'<use href="#f"/><path class="p" d="{dots}"/>')
    turns = (1,) if tile.is_double else (1, 2, 3)
    return drawn + "".join(
        f'<use id="{_name(tile, turn)}" href="#{name}" transform="rotate({90 * turn})"/>'
        for turn in turns
    )


def _name(tile: Tile, turn: int) -> str:
    """``14`` as it lies, ``14a`` turned by a quarter, ``14b`` by two, ``14c`` by three."""
    return f"{tile.low}{tile.high}{'abc'[turn - 1] if turn else ''}"


def used(name: str, middle: Point, kind: str = "") -> str:
    """A symbol in its place. What is 0 is left out, as a page has thousands of these."""
    x = f' x="{middle.x}"' if middle.x else ""
    y = f' y="{middle.y}"' if middle.y else ""
    of_kind = f' class="{kind}"' if kind else ""
    return f'<use{of_kind} href="#{name}"{x}{y}/>'


def hand(tiles: Sequence[Tile], unseen: int) -> str:
    """Tiles standing in a row about the line of y = 0, and the backs of those unseen."""
    row = [*(_name(tile, 1) for tile in tiles), *["b"] * unseen]
    return "".join(
        used(name, Point(BESIDE * number + BESIDE // 2, 0)) for number, name in enumerate(row)
    )


def view_box(box: Box) -> str:
    """The part of the plane that a picture shows: the tiles, in the middle of their table."""
    width = max(box.right - box.left, TABLE[0]) + 2 * MARGIN
    height = max(box.bottom - box.top, TABLE[1]) + 2 * MARGIN
    left = (box.left + box.right - width) // 2
    top = (box.top + box.bottom - height) // 2
    return f"{left} {top} {width} {height}"


def heaps(layout: Layout, arrangement: Arrangement, name: str) -> str:
    """The tiles of a layout by the HEAP in the order of play, to be drawn again and again."""
    drawn = _tiles(layout, arrangement)
    return "".join(
        f'<g id="{name}{number}">{"".join(drawn[HEAP * number : HEAP * (number + 1)])}</g>'
        for number in range(len(drawn) // HEAP)
    )


def board(
    layout: Layout,
    rules: RuleSet,
    arrangement: Arrangement,
    last: Tile | None,
    *,
    heap: str | None = None,
) -> str:
    """What a picture of a layout consists of, without the element around it.

    ``arrangement`` is that of this layout or of one that grew from it. ``heap``
    is the name of `heaps` to be used, of a layout that this one grew into.
    """
    spread = spread_of(layout, rules)
    if spread is None:
        return ""
    spots = arrangement.spots
    parts = _tiles(layout, arrangement)
    if heap is not None:
        whole = len(parts) // HEAP
        parts[: HEAP * whole] = [used(f"{heap}{number}", _ORIGIN) for number in range(whole)]
    if spread.is_spinner:
        parts.append(used("s", spots[spread.centre].middle))
    if last is not None:
        upright = spots[last].turn % 2
        both = spread.is_spinner and last is spread.centre
        name = "sl" if both else "la" if upright else "l"
        parts.append(used(name, spots[last].middle, "l"))
    parts += [_label(branch, arrangement) for branch in spread.branches]
    if spread.alone is not None:
        parts.append(used(f"e{spread.alone.value}", arrangement.above))
    return "".join(parts)


def _tiles(layout: Layout, arrangement: Arrangement) -> list[str]:
    spots = arrangement.spots
    return [used(_name(tile, spots[tile].turn), spots[tile].middle) for tile in layout.covered]


def _label(branch: Branch, arrangement: Arrangement) -> str:
    if branch.site is None:
        return ""
    name = "o" if branch.end is None else f"e{branch.end.value}"
    return used(name, arrangement.labels[branch.site])


def in_words(layout: Layout, rules: RuleSet, labels: Labels, last: Tile | None) -> str:
    """What a picture shows, for those who do not see it; the sum of the ends stands elsewhere."""
    spread = spread_of(layout, rules)
    if spread is None:
        return ""
    *told, _ends = strips(spread, end_sum(layout), labels, width=10_000, last=last)
    return ". ".join(told)


def picture(
    layout: Layout,
    rules: RuleSet,
    labels: Labels,
    *,
    title: str,
    last: Tile | None,
    arrangement: Arrangement | None = None,
) -> str:
    """A picture as a file of its own. ``last`` is marked; ``title`` is escaped here."""
    found = arrangement or arrange(layout, rules)
    drawn = "" if found is None else board(layout, rules, found, last)
    shown = view_box(Box(0, 0, 0, 0) if found is None else found.box)
    _, _, width, height = shown.split()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}" width="{2 * int(width)}"'
        f' height="{2 * int(height)}" role="img">'
        f"<title>{escape(title)}</title>"
        f"<desc>{escape(in_words(layout, rules, labels, last))}</desc>"
        f"<style>{SHAPES}{STYLE}</style>"
        f"<defs>{symbols(sorted(layout.covered))}</defs>{drawn}</svg>\n"
    )


def _number(value: float) -> str:
    return f"{value:g}"


SHAPES: Final = (
    "symbol{overflow:visible}"
    ".t{stroke-width:.9}.d{stroke-width:.9}"
    ".p{fill:none;stroke-width:3.9;stroke-linecap:round}"
    ".s,.l{stroke-width:2.2}.o{stroke-width:1.6}"
    ".n{font:600 11px system-ui,sans-serif;text-anchor:middle}"
)
"""Strokes and letters of a picture, whatever its colours."""
