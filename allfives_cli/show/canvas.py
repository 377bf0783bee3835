"""A sheet of characters on which pieces are put, and the two pens that draw them.

A sheet holds anything at any row and column, negative ones too, and refuses to
put one piece on another. Pens know how a tile, a label or a bend looks; where
they go is decided in `board`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from allfives_cli.show.arms import Branch, Lying


@final
class Canvas:
    """A sheet of characters, unbounded in all directions."""

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], str] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Write ``text`` from this cell on, its blanks included.

        Raises ValueError when a cell is taken: two pieces would overlap.
        """
        for offset, character in enumerate(text):
            cell = row, column + offset
            if cell in self._cells:
                raise ValueError(f"row {row}, column {column + offset} is taken")
            self._cells[cell] = character

    def lines(self) -> list[str]:
        """The sheet cut to what is written, without trailing blanks."""
        if not self._cells:
            return []
        rows = [row for row, _ in self._cells]
        columns = [column for _, column in self._cells]
        across = range(min(columns), max(columns) + 1)
        return [
            "".join(self._cells.get((row, column), " ") for column in across).rstrip()
            for row in range(min(rows), max(rows) + 1)
        ]


@dataclass(frozen=True, slots=True)
class Frame:
    """A tile's outline, lying and upright; ``a`` and ``b`` stand for its halves."""

    lying: tuple[str, ...]
    upright: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """How the end of a branch is marked: ``filled`` with a number, or ``hollow``."""

    filled: str
    hollow: str

    def number(self, value: int) -> str:
        """Return the filled mark that holds what was counted."""
        return self.filled.format(value)

    def label(self, branch: Branch) -> str:
        """Return the mark of a branch's end; empty where nothing counts nor may be laid."""
        if branch.end is not None:
            return self.number(branch.end.value)
        return "" if branch.site is None else self.hollow


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """How pieces look in one style.

    Marks stand at the left, at the right and above or below. ``more`` stands
    for an arm told elsewhere. Bends have an upper and a lower corner.
    """

    plain: Frame
    double: Frame
    spinner: Frame
    last_plain: Frame
    last_double: Frame
    last_spinner: Frame
    left: Mark
    right: Mark
    upright: Mark
    more_above: str
    more_below: str
    rule: str
    post: str
    left_bends: tuple[str, str]
    right_bends: tuple[str, str]

    def height(self, *, upright: bool) -> int:
        """The number of rows that a tile takes."""
        return len(self.plain.upright if upright else self.plain.lying)

    def tile(self, lying: Lying, *, upright: bool, spinner: bool, last: bool) -> list[str]:
        """Return a tile's rows; ``near`` is its left or its upper half."""
        if spinner:
            frame = self.last_spinner if last else self.spinner
        elif lying.tile.is_double:
            frame = self.last_double if last else self.double
        else:
            frame = self.last_plain if last else self.plain
        rows = frame.upright if upright else frame.lying
        return [row.replace("a", str(lying.near)).replace("b", str(lying.far)) for row in rows]


def _ascii_frame(left: str, right: str, lying_bar: str, upright_bar: str) -> Frame:
    return Frame(
        (f"{left}a{lying_bar}b{right}",),
        tuple(f"{left}{middle}{right}" for middle in ("a", upright_bar, "b")),
    )


ASCII: Final = Pen(
    plain=_ascii_frame("[", "]", "|", "-"),
    double=_ascii_frame("[", "]", ":", ":"),
    spinner=_ascii_frame("{", "}", ":", ":"),
    last_plain=_ascii_frame("[", "]", "*", "*"),
    last_double=_ascii_frame("[", "]", "*", "*"),
    last_spinner=_ascii_frame("{", "}", "*", "*"),
    left=Mark("<{}>", "o"),
    right=Mark("<{}>", "o"),
    upright=Mark("<{}>", " o"),
    more_above=" ^",
    more_below=" v",
    rule="-",
    post="|",
    left_bends=(".", "'"),
    right_bends=(".", "'"),
)
"""Pure ASCII: a tile is one row high, or three upright."""

_LIGHT: Final = Frame(
    ("┌─┬─┐", "│a│b│", "└─┴─┘"),
    ("┌─┐", "│a│", "├─┤", "│b│", "└─┘"),
)
_HEAVY: Final = Frame(
    ("┏━┳━┓", "┃a┃b┃", "┗━┻━┛"),
    ("┏━┓", "┃a┃", "┣━┫", "┃b┃", "┗━┛"),
)
_LINED: Final = Frame(
    ("╔═╤═╗", "║a│b║", "╚═╧═╝"),
    ("╔═╗", "║a║", "╟─╢", "║b║", "╚═╝"),
)
_LINED_LAST: Final = Frame(
    ("╔═╤═╗", "║a*b║", "╚═╧═╝"),
    ("╔═╗", "║a║", "╟*╢", "║b║", "╚═╝"),
)

BOXES: Final = Pen(
    plain=_LIGHT,
    double=_LIGHT,
    spinner=_LINED,
    last_plain=_HEAVY,
    last_double=_HEAVY,
    last_spinner=_LINED_LAST,
    left=Mark("{}● ", "○ "),
    right=Mark(" ●{}", " ○"),
    upright=Mark(" ●{}", " ○"),
    more_above=" ⋮",
    more_below=" ⋮",
    rule="─",
    post="│",
    left_bends=("╭", "╰"),
    right_bends=("╮", "╯"),
)
"""Box drawing: a tile is three rows high, or five upright."""
