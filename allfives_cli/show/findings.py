"""Findings as people read them: with the line, the layout and what to do, or on one line.

Every foreign string is escaped; a form never changes what was found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.validation import Examined, Located
from allfives_cli.show.excerpts import excerpt
from allfives_cli.show.wrapping import columns, folded, hanging
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

MOST_SHOWN: Final = 50
"""Findings of one record that are shown; of the rest only the number is."""
_COLORS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

_INDENT: Final = "  "

Board = Callable[[Located], list[str]]


def shown(examined: Examined) -> list[Located]:
    """The findings of a record that are shown."""
    return examined.findings[:MOST_SHOWN]


def not_shown(examined: Examined, say: Catalog) -> str:
    """How many findings of a record are not shown; empty where all are."""
    more = len(examined.findings) - MOST_SHOWN
    return say.say("validate.more", number=more) if more > 0 else ""


def place(found: Located) -> str:
    """``match.json:14:58``, or the path alone where the whole file is meant."""
    path = safe(found.path, None)
    return path if found.span is None else f"{path}:{found.span.line}:{found.span.column}"


def concise_line(found: Located, say: Catalog) -> str:
    """One finding on one line."""
    return f"{place(found)}: {_turn(found)}{message(found, say)} [{found.code}]"


def message(found: Located, say: Catalog) -> str:
    """What is wrong, and how much of the rest follows from it."""
    said = say.finding(found.code, found.params)
    return f"{said} {say.say('validate.follows', number=found.follows)}" if found.follows else said


def _turn(found: Located) -> str:
    if found.round is None:
        return ""
    return f"{found.round}: " if found.turn is None else f"{found.round}.{found.turn}: "


def text_lines(
    found: Located, examined: Examined, board: Board, say: Catalog, width: int
) -> list[str]:
    """A finding with its line, a caret, the layout at the fault and one thing to do."""
    lines = [*_heading(found, say, width), *folded(message(found, say), width, _INDENT)]
    if found.span is not None:
        lines += excerpt(examined.reading.line(found.span.line), found.span, width)
    for word, span in found.related:
        line = examined.reading.line(span.line)
        where = f"{safe(found.path, None)}:{span.line}:{span.column}:"
        lines += hanging(_INDENT, [where, *say.say(f"related.{word}").split()], width)
        if found.span is None or span.line != found.span.line or len(line) > width:
            lines += excerpt(line, span, width)
    drawn = board(found)
    if drawn:
        lines += ["", *(f"    {line}".rstrip() for line in drawn), ""]
    if found.candidates:
        # Here, not above: a sound record should not wait for it.
        from allfives_cli.show.candidates import candidates_lines  # noqa: PLC0415

        lines += candidates_lines(found.candidates, say, width)
    help_text = say.page(found.code).do
    return [*lines, *folded(f"{say.say('validate.do')} {help_text}", width, _INDENT), ""]


def _heading(found: Located, say: Catalog, width: int) -> list[str]:
    """The place, how grave it is, its code and its turn: on more lines where one is too narrow."""
    where = place(found)
    severity = say.say(f"severity.{found.severity.value}")
    styled = click.style(severity, fg=_COLORS[found.severity])
    parts = [f"{severity} [{found.code}]", _turn(found).rstrip(": ")]
    what = "  ".join(parts).rstrip()
    if columns(f"{where}  {what}") <= width:
        return [f"{where}  {styled}{what.removeprefix(severity)}"]
    first, *more = hanging("", [part for part in parts if part], width - len(_INDENT), "  ")
    below = [f"{styled}{first.removeprefix(severity)}", *more]
    return [where, *(_INDENT + line for line in below)]
