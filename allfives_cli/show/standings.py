"""How the sides of a series stand: a table for people, a document for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from allfives_cli.checking.table import Table
from allfives_cli.play.standings import Estimate, Standing, Standings
from allfives_cli.show.wrapping import columns, folded
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

GAP: Final = "   "
INDENT: Final = "  "
DECIMALS: Final = 6
"""Of numbers for programs: more than the error of any series leaves certain."""
_SHOWN: Final = 2
_PERCENT: Final = 100


def standing_lines(
    table: Table, wanted: int, standings: Standings, say: Catalog, width: int
) -> list[str]:
    """The standings as a table; where it is too wide, as a list of the sides."""
    head = [
        say.say("series.played", played=standings.played, wanted=wanted),
        say.say("series.counted", deals=standings.deals),
    ]
    if standings.unfinished:
        head.append(say.say("series.unfinished", number=standings.unfinished))
    lines = folded(" ".join(head), width)
    rows = [
        (safe(key), *_cells(standing, say))
        for key, standing in zip(table.side_keys, standings.sides, strict=True)
    ]
    names = ("side", "wins", "share", "points", "margin")
    titles = [str(say.say(f"series.column.{name}")) for name in names]
    lines += ["", *(_table(titles, rows, width) or _list(titles, rows, width)), ""]
    means = {"rounds": _shown(standings.rounds, say), "turns": _shown(standings.turns, say)}
    lines += folded(say.say("series.lengths", **means), width)
    lines += folded(say.say("series.error"), width)
    blamed = dict(zip(table.players, standings.incidents, strict=True))
    if any(blamed.values()):
        lines += folded(say.say("series.incidents", incidents=blamed), width)
    return lines


def _cells(standing: Standing, say: Catalog) -> tuple[str, ...]:
    wins = say.shown(standing.wins)
    if standing.shared:
        wins = say.say("series.shared", wins=standing.wins, shared=standing.shared)
    return (
        wins,
        _shown(standing.share, say, times=_PERCENT),
        _shown(standing.points, say),
        _shown(standing.margin, say, plus=True),
    )


def _shown(estimate: Estimate | None, say: Catalog, *, times: int = 1, plus: bool = False) -> str:
    """``51.05 ±1.12``; without what is not known."""
    if estimate is None:
        return "–"
    mean = say.number(estimate.mean * times, plus=plus, decimals=_SHOWN)
    if estimate.error is None:
        return mean
    return f"{mean} ±{say.number(estimate.error * times, decimals=_SHOWN)}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns, the first to the left and numbers to the right; nothing if there is no room."""
    lines = [head, *rows]
    widths = [max(map(columns, cells)) for cells in zip(*lines, strict=True)]
    if sum(widths) + len(GAP) * (len(widths) - 1) > width:
        return []
    return [
        GAP.join(
            " " * (room - columns(cell)) + cell if place else cell + " " * (room - columns(cell))
            for place, (cell, room) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]


def _list(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Under each side a line for every column."""
    lines: list[str] = []
    for side, *cells in rows:
        lines += folded(side, width)
        for name, cell in zip(head[1:], cells, strict=True):
            lines += folded(f"{name}: {cell}", width, INDENT)
    return lines


def results_json(
    setting: Mapping[str, Any], wanted: int, table: Table, standings: Standings
) -> dict[str, Any]:
    """The results as plain JSON values. Shares are from 0 to 1."""
    return {
        "setting": dict(setting),
        "matches": {
            "wanted": wanted,
            "played": standings.played,
            "unfinished": standings.unfinished,
            "counted": standings.counted,
        },
        "deals": standings.deals,
        "standings": [
            {
                "side": key,
                "players": [table.players[seat] for seat in side],
                "wins": standing.wins,
                "shared": standing.shared,
                "share": _plain(standing.share),
                "points": _plain(standing.points),
                "margin": _plain(standing.margin),
            }
            for key, side, standing in zip(
                table.side_keys, table.sides, standings.sides, strict=True
            )
        ],
        "rounds": _plain(standings.rounds),
        "turns": _plain(standings.turns),
        "incidents": dict(zip(table.players, standings.incidents, strict=True)),
    }


def _plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    mean, error = estimate
    return {
        "mean": round(mean, DECIMALS),
        "error": None if error is None else round(error, DECIMALS),
    }
