"""How a program did in its trials: a verdict for each match, then one for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allfives_cli.checking.table import Table
from allfives_cli.play.events import Incident
from allfives_cli.play.recorder import incident_json
from allfives_cli.show.incidents import INDENT, incident_lines
from allfives_cli.show.wrapping import hanging
from allfives_cli.text.catalog import Catalog


def trial_lines(
    number: int,
    table: Table,
    replies: int,
    incidents: Sequence[Incident],
    say: Catalog,
    width: int,
) -> list[str]:
    """The verdict on one match, and under it each incident; no word is broken."""
    first = say.say(
        "program.check.match",
        number=number, rules=table.rules.base, seats=len(table.players), replies=replies,
        incidents=len(incidents),
    )  # fmt: skip
    lines = [line for each in incidents for line in incident_lines(each, table, say)]
    return [
        *hanging("", first.split(" "), width),
        *(folded for line in lines for folded in _folded(INDENT + line, width)),
    ]


def _folded(line: str, width: int) -> list[str]:
    told = line.lstrip(" ")
    return hanging(" " * (len(line) - len(told)), told.split(" "), width)


def verdict(incidents: int, say: Catalog, width: int) -> list[str]:
    """The verdict on all matches."""
    told = say.say("program.check.sound")
    if incidents:
        told = say.say("program.check.unsound", number=incidents)
    return hanging("", told.split(" "), width)


def trial_json(
    table: Table, seat: int, replies: int, slowest: float, incidents: Sequence[Incident]
) -> dict[str, Any]:
    """One match as JSON."""
    return {
        "rules": table.rules.base,
        "players": list(table.players),
        "sides": list(table.side_keys),
        "by": table.players[seat],
        "replies": replies,
        "slowest": slowest,
        "incidents": [_incident(each, table) for each in incidents],
    }


def _incident(incident: Incident, table: Table) -> dict[str, Any]:
    errors = {"errors": list(incident.errors)} if incident.errors else {}
    return incident_json(incident, table.players) | errors
