"""``text``, for people, and ``concise``, a line for each finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined
from allfives_cli.show.findings import Board, concise_line, not_shown, shown, text_lines
from allfives_cli.show.wrapping import folded
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe


class Text:
    """Every finding with its line, a caret, the layout at the fault and what to do."""

    is_document = False

    def __init__(self, say: Catalog, width: int, boards: Callable[[Examined], Board]) -> None:
        self._say = say
        self._width = width
        self._boards = boards

    def begin(self) -> str:
        """Nothing stands before the findings."""
        return ""

    def record(self, examined: Examined) -> str:
        """The findings, each followed by an empty line."""
        board = self._boards(examined)
        lines: list[str] = []
        for found in shown(examined):
            lines += text_lines(found, examined, board, self._say, self._width)
        return _text([*lines, *folded(not_shown(examined, self._say), self._width)])

    def end(self, tally: Tally) -> str:
        """Nothing: the summary is not part of a form."""
        del tally
        return ""


class Concise:
    """``match.json:14:58: 2.7: what is wrong [code]``."""

    is_document = False

    def __init__(self, say: Catalog) -> None:
        self._say = say

    def begin(self) -> str:
        """Nothing stands before the findings."""
        return ""

    def record(self, examined: Examined) -> str:
        """A line for each finding."""
        more = not_shown(examined, self._say)
        path = safe(examined.reading.name, None)
        return _text(
            [
                *(concise_line(found, self._say) for found in shown(examined)),
                f"{path}: {more}" if more else "",
            ]
        )

    def end(self, tally: Tally) -> str:
        """Nothing: the summary is not part of a form."""
        del tally
        return ""


def _text(lines: Iterable[str]) -> str:
    """Lines with their ends; an empty last one is left off."""
    listed = list(lines)
    if not listed[-1]:
        listed.pop()
    return "".join(f"{line}\n" for line in listed)
