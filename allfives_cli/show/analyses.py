"""What arithmetic says of turns: in words, as text under a turn, as JSON and as a table.

Every number comes from the analysis; here they are only said.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from allfives_cli.annotating.arithmetic import Analysed, match_arithmetic
from allfives_cli.checking.table import Table
from allfives_cli.explain import Explanation, explain_step
from allfives_cli.record.arithmetic import (
    METHOD,
    VERSION,
    Choice,
    Left,
    PlayerArithmetic,
    TurnArithmetic,
    arithmetic_in,
)
from allfives_cli.record.model import Json
from allfives_cli.record.writing import to_plain
from allfives_cli.show.turns import INDENT, heading, label
from allfives_cli.show.wrapping import folded, hanging, separated
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

_DECIMALS: Final = 2


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of one record: its path, its line in an archive, and its turns."""

    path: str
    line: int
    table: Table
    turns: list[Analysed]

    @property
    def players(self) -> dict[str, PlayerArithmetic]:
        """The sums for each player, in the order of the seats."""
        return match_arithmetic(self.table.players, self.turns).players

    def explained(self, turn: Analysed) -> Explanation:
        """The turn itself."""
        return explain_step(self.table, turn.round, turn.step)


# -- in words ------------------------------------------------------------------------


def summary(found: TurnArithmetic, say: Catalog) -> list[Said]:
    """What there is to say of one turn, a part of a sentence each. No tile of a hand is named."""
    parts: list[Said] = []
    played = found.played
    if played is not None:
        parts += _chosen(found, say)
        parts += _left(played.left, say)
    if found.unseen:
        parts.append(say.say("annotate.unseen", number=found.unseen))
    if found.lacks is not None:
        parts.append(say.say("annotate.lacks", values=found.lacks))
    return parts


def _chosen(found: TurnArithmetic, say: Catalog) -> list[Said]:
    """Whether there was a choice, and what it could have brought."""
    if found.forced:
        return [say.say("annotate.forced")]
    if found.forced is None:
        return [say.say("annotate.unsure")]
    key = "annotate.best_known" if found.unseen else "annotate.best"
    return [say.say(key, best=found.best, missed=found.missed)]


def _left(left: Left | None, say: Catalog) -> list[Said]:
    if left is None:
        return []
    if not left.award:
        return [say.say("annotate.left_nothing")]
    return [say.say("annotate.left", award=left.award, play=_play(left, say))]


def _play(play: Choice | Left, say: Catalog) -> Said:
    if play.on is None:
        return Said(play.tile or "")
    return say.say("explain.plays", tile=play.tile, on=play.on)


def arithmetic_lines(analysis: Json | None, say: Catalog, width: int) -> list[str]:
    """A line under a turn, folded to the width, if its record bears such an analysis."""
    found = arithmetic_in(analysis)
    parts = [] if found is None else summary(found, say)
    return hanging(label("arithmetic", say), separated(parts), width) if parts else []


# -- as text -------------------------------------------------------------------------


def report_lines(report: Report, say: Catalog, width: int) -> Iterator[str]:
    """Every turn with its choices, the best award first, and the sums for each player."""
    for turn in report.turns:
        yield from heading(report.explained(turn), say, width)
        yield from hanging(INDENT, separated(summary(turn.found, say)), width)
        choices = turn.found.choices or ()
        if len(choices) > 1:
            for choice in sorted(choices, key=lambda choice: -choice.award):
                yield from hanging(f"{INDENT}  ", separated(_weighed(choice, say)), width)
        yield ""
    yield from _totals(report, say, width)
    yield from folded(say.say("annotate.only"), width)


def _weighed(choice: Choice, say: Catalog) -> list[Said]:
    said = say.say("annotate.choice", play=_play(choice, say), sum=choice.sum, award=choice.award)
    left = choice.left
    if left is None:
        leaves = say.say("annotate.ends")
    elif left.award:
        leaves = say.say("annotate.leaves", award=left.award, play=_play(left, say))
    else:
        leaves = say.say("annotate.leaves_nothing")
    return [said, leaves, *([say.say("annotate.played")] if choice.played else [])]


def _totals(report: Report, say: Catalog, width: int) -> Iterator[str]:
    yield from folded(say.say("annotate.totals"), width)
    for player, sums in report.players.items():
        parts = [
            say.say("annotate.missed", missed=sums.missed),
            say.say("annotate.unforced", unforced=sums.unforced),
            say.say("annotate.average", average=_average(sums.missed, sums)),
            say.say("annotate.one_play", forced=sums.forced),
            say.say("annotate.total_left", left=sums.left),
        ]
        if sums.unsure:
            parts.append(say.say("annotate.total_unsure", unsure=sums.unsure))
        yield from hanging(f"{INDENT}{safe(player)}  ", separated(parts), width)
    yield ""


def _average(points: int, sums: PlayerArithmetic) -> float | None:
    """Points for each turn with a choice, rounded; None where there was none."""
    return round(points / sums.unforced, _DECIMALS) if sums.unforced else None


# -- as JSON -------------------------------------------------------------------------


def report_json(reports: Iterable[Report]) -> dict[str, Any]:
    """The analyses of records as plain JSON. What is not known or does not apply is null."""
    return {
        "method": METHOD,
        "version": VERSION,
        "records": [
            {
                "path": report.path,
                "line": report.line,
                "turns": [_turn_json(report, turn) for turn in report.turns],
                "players": {
                    player: {
                        **to_plain(sums),
                        "missed_per_turn": _average(sums.missed, sums),
                        "left_per_turn": _average(sums.left, sums),
                    }
                    for player, sums in report.players.items()
                },
            }
            for report in reports
        ],
    }


def _turn_json(report: Report, turn: Analysed) -> dict[str, Any]:
    found, written = turn.found, turn.step.written
    explained = report.explained(turn)
    return {
        "round": turn.round,
        "turn": turn.step.number,
        "by": written.by,
        "draw": list(written.draw or ()),
        "tile": written.tile,
        "on": explained.on,
        "sum": explained.sum,
        "award": explained.award,
        "mark": written.mark,
        "forced": found.forced,
        "choices": [_choice_json(choice) for choice in found.choices or ()],
        "best": found.best,
        "missed": found.missed,
        "unseen": found.unseen or 0,
        "lacks": list(found.lacks or ()),
    }


def _choice_json(choice: Choice) -> dict[str, Any]:
    left = choice.left
    return {
        "tile": choice.tile,
        "on": choice.on,
        "sum": choice.sum,
        "award": choice.award,
        "left": None if left is None else {"award": left.award, "tile": left.tile, "on": left.on},
        "played": bool(choice.played),
    }


# -- as a table ----------------------------------------------------------------------

COLUMNS: Final = (
    "path", "line", "round", "turn", "by", "draw", "tile", "on", "sum", "award", "choices",
    "forced", "best", "missed", "left", "left_tile", "left_on", "unseen", "lacks", "mark", "notes",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def report_csv(reports: Iterable[Report], *, raw: bool = False) -> str:
    """A row for each turn. A text that a spreadsheet would take for a formula begins with ``'``.

    ``raw`` leaves such texts as they are. Numbers are never changed.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        for turn in report.turns:
            writer.writerow([_cell(value, raw=raw) for value in _row(report, turn)])
    return text.getvalue()


def _row(report: Report, turn: Analysed) -> list[object]:
    found, explained, written = turn.found, report.explained(turn), turn.step.written
    played = found.played
    left = None if played is None else played.left
    has_play = explained.tile is not None
    notes = " | ".join((*(written.before or ()), *(written.notes or ())))
    return [
        report.path,
        report.line,
        turn.round,
        turn.step.number,
        written.by,
        " ".join(written.draw or ()),
        written.tile,
        explained.on,
        explained.sum if has_play else None,
        explained.award if has_play else None,
        len(found.choices or ()) if has_play else None,
        {True: "yes", False: "no", None: ""}[found.forced],
        found.best,
        found.missed,
        None if left is None else left.award,
        None if left is None else left.tile,
        None if left is None else left.on,
        found.unseen or 0,
        " ".join(map(str, found.lacks or ())),
        written.mark,
        notes,
    ]


def _cell(value: object, *, raw: bool) -> str | int | None:
    if value is None or isinstance(value, int):
        return value
    text = str(value)
    is_formula = not raw and text.lstrip(" ").startswith(_FORMULA)
    return ("'" if is_formula else "") + safe(text, None)
