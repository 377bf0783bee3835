"""What a program at the table did wrong, in words: what, why, what it sent, its last errors."""

from __future__ import annotations

from allfives_cli.checking.table import Table
from allfives_cli.play.events import Incident
from allfives_cli.play.protocol import WHYS
from allfives_cli.text.catalog import Catalog, Said

INDENT = "  "


def incident_lines(incident: Incident, table: Table, say: Catalog) -> list[str]:
    """The lines of an incident; the first says all that is needed."""
    player = table.players[incident.seat]
    first = [say.say("program.incident", player=player, kind=incident.kind), _why(incident, say)]
    if incident.round is not None:
        first.insert(0, Said(f"{incident.round}.{incident.turn}"))
    if incident.then != "nothing":
        first.append(say.say(f"program.then.{incident.then}"))
    lines = [" ".join(first)]
    if incident.sent:
        lines.append(INDENT + say.say("program.sent", text=Said(incident.sent)))
    if incident.errors:
        lines.append(INDENT + say.say("program.errors"))
        lines += [INDENT * 2 + line for line in incident.errors]
    return lines


def _why(incident: Incident, say: Catalog) -> Said:
    if incident.why in WHYS:
        return say.say(f"program.why.{incident.why}", **incident.params)
    return say.finding(incident.why, incident.params)
