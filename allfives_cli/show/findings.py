"""Findings as people and programs read them: text, concise, JSON.

Every foreign string is escaped; a format never changes what was found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import click

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.validation import Examined, Located
from allfives_cli.show.wrapping import columns, folded
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

MOST_SHOWN: Final = 50
_COLORS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_TAB_AS: Final = " "

Board = Callable[[Located], list[str]]


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
    severity = click.style(say.say(f"severity.{found.severity.value}"), fg=_COLORS[found.severity])
    where = "" if found.round is None else f"  {_turn(found).rstrip(': ')}"
    lines = [f"{place(found)}  {severity} [{found.code}]{where}"]
    lines += folded(message(found, say), width, "  ")
    if found.span is not None and examined.reading.has_text:
        lines += _excerpt(found, examined, width)
    for word, span in found.related:
        said = say.say(f"related.{word}")
        lines.append(f"  {safe(found.path, None)}:{span.line}:{span.column}: {said}")
    drawn = board(found)
    if drawn:
        lines += ["", *(f"    {line}".rstrip() for line in drawn), ""]
    help_text = say.page(found.code).do
    return [*lines, *folded(f"{say.say('validate.do')} {help_text}", width, "  "), ""]


def _excerpt(found: Located, examined: Examined, width: int) -> list[str]:
    """The line, cut to the width around the place, with carets under what is meant."""
    span = found.span
    assert span is not None  # noqa: S101 - the caller has seen to it
    line = examined.reading.line(span.line)
    first = span.column - 1
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    number = f"{span.line:>5} | "
    room = max(width - len(number) - 2, 16)
    start = 0 if last <= room else max(min(first - room // 3, len(line) - room), 0)
    cut = line[start : start + room]
    before = "…" if start else ""
    after = "…" if start + room < len(line) else ""
    shown = before + safe(cut.replace("\t", _TAB_AS), None) + after
    lead = before + safe(cut[: first - start].replace("\t", _TAB_AS), None)
    meant = safe(cut[first - start : max(last, first + 1) - start].replace("\t", _TAB_AS), None)
    carets = "^" * max(columns(meant), 1)
    return [number + shown, " " * (len(number) - 2) + "| " + " " * columns(lead) + carets]


def finding_json(found: Located, say: Catalog) -> dict[str, Any]:
    """The JSON of a finding; places are null where the whole file is meant."""
    line, column, end_line, end_column = found.span or (None, None, None, None)
    return {
        "code": found.code,
        "severity": found.severity.value,
        "path": found.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "pointer": "".join(f"/{_escaped(step)}" for step in found.pointer),
        "round": found.round,
        "turn": found.turn,
        "message": message(found, say),
        "params": found.params,
        "follows": found.follows,
        "related": [{"what": word, **span._asdict()} for word, span in found.related],
    }


def _escaped(step: str | int) -> str:
    """One step of a JSON Pointer (RFC 6901)."""
    return str(step).replace("~", "~0").replace("/", "~1")


def report_json(examined: Sequence[Examined], say: Catalog) -> str:
    """Everything that was found, as one document."""
    document = {
        "findings": [finding_json(found, say) for each in examined for found in each.findings],
        "records": len(examined),
        "sound": sum(each.sound for each in examined),
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def counted(examined: Iterable[Examined], severity: Severity) -> int:
    """How many findings of one severity there are."""
    return sum(found.severity is severity for each in examined for found in each.findings)
