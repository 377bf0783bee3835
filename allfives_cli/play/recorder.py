"""Writes a match down while it is played: a record that is valid at every moment.

It listens to the events of a table. Every hand is shown, every claim is written
in, the rules are written out in full, and the boneyard stands in the order of
drawing. What was taken back is not in it. Nothing is computed here: sums,
awards, totals and settlements are those of the events.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, final

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.tiles import Tile
from allfives_cli.play.events import (
    Dealt,
    Event,
    Incident,
    MatchEnded,
    Remarked,
    RoundEnded,
    TurnTaken,
    Undone,
)
from allfives_cli.play.seats import Move
from allfives_cli.record.model import Record, Round, Shape
from allfives_cli.record.writing import to_plain

Plain = dict[str, Any]

INCIDENTS_KEY = "allfives/incidents"
"""Where a record notes, under ``ext``, what programs at the table did wrong."""


@final
class Recorder:
    """A record in the making, begun with what ``head`` holds.

    Rounds and turns that are in ``head`` already, as in a match that is
    resumed, stay as they stand when the table tells them again.
    """

    def __init__(self, head: Record, table: Table) -> None:
        self._head: Plain = to_plain(head)
        self._players = table.players
        self._sides = table.side_keys
        self._rounds: list[Plain] = self._head.pop("rounds")
        self._result: Plain | None = self._head.pop("result", None)

    def __call__(self, event: Event) -> None:
        """Write down what happened."""
        match event:
            case Dealt():
                if event.round > len(self._rounds):
                    self._rounds.append(self._dealt(event))
            case TurnTaken():
                turns = self._rounds[event.round - 1]["turns"]
                if event.turn > len(turns):
                    turns.append(self._turn(event))
            case Remarked():
                self._remark(event)
            case Undone(turn=turn):
                del self._rounds[-1]["turns"][turn - 1 :]
            case RoundEnded():
                self._rounds[event.round - 1]["end"] = self._end(event)
            case MatchEnded():
                self._result = self._ended(event)
            case Incident():
                self._note(event)
            case _:
                pass  # a match resumed or left: the record stands as it does

    def record(self) -> Record:
        """The record so far: a finished match, or a valid unfinished one."""
        plain = dict(self._head)
        plain["rounds"] = [_in_order(Round, played) for played in self._rounds]
        plain["result"] = self._result
        return Record.model_validate_json(json.dumps(_in_order(Record, plain)))

    def _dealt(self, event: Dealt) -> Plain:
        return {
            "lead": {"by": self._players[event.leader], "how": event.lead.how.value},
            "hands": self._by_player(event.hands),
            "turns": [],
            "boneyard": _texts(event.boneyard),
        }

    def _turn(self, event: TurnTaken) -> Plain:
        public, action = event.public, event.public.action
        turn: Plain = {"by": self._players[public.seat]}
        if event.draws:
            turn["draw"] = _texts(event.draws)
        if isinstance(action, Play):
            tile, on = action
            turn["tile"] = tile.text
            if on is not None:
                turn["on"] = on.text if isinstance(on, Tile) else on
            turn["sum"], turn["award"] = public.end_sum, public.award
            turn["total"] = points(public.total)
        elif isinstance(action, Pass):
            turn["pass"] = True
        return turn | _beside(event.beside)

    def _remark(self, event: Remarked) -> None:
        played = self._rounds[-1]
        about = played["turns"][event.turn - 1] if event.turn else played
        if event.note is not None:
            about.setdefault("notes", []).append(event.note)
        if event.mark is not None and event.turn:
            about["mark"] = event.mark

    def _note(self, incident: Incident) -> None:
        ext: Plain = self._head.setdefault("ext", {})
        before = ext.get(INCIDENTS_KEY)
        noted = before if isinstance(before, list) else []
        ext[INCIDENTS_KEY] = [*noted, incident_json(incident, self._players)]

    def _end(self, event: RoundEnded) -> Plain:
        end: Plain = {"how": event.how}
        if event.by is not None:
            end["by"] = self._players[event.by]
        if event.settlement is not None:
            end["left"] = self._by_player(event.left)
            pips = [sum(tile.pips for tile in hand) for hand in event.left]
            end["pips"] = dict(zip(self._players, pips, strict=True))
            changes = event.settlement.changes
            if changes:
                end["settlement"] = {
                    self._sides[side]: points(change) for side, change in changes.items()
                }
        end["totals"] = self._by_side(event.totals)
        return end

    def _ended(self, event: MatchEnded) -> Plain:
        return {
            "how": event.how,
            "winners": [self._sides[side] for side in event.winners],
            "totals": self._by_side(event.totals),
        }

    def _by_player(self, hands: tuple[tuple[Tile, ...], ...]) -> dict[str, list[str]]:
        return dict(zip(self._players, map(_texts, hands), strict=True))

    def _by_side(self, totals: tuple[int, ...]) -> dict[str, int | float]:
        return dict(zip(self._sides, map(points, totals), strict=True))


def incident_json(incident: Incident, players: Sequence[str]) -> Plain:
    """An incident as records and ``bot-check`` write it; what it has not is left out."""
    plain: Plain = {
        "by": players[incident.seat],
        "incident": incident.kind,
        "why": incident.why,
        "params": dict(incident.params),
        "round": incident.round,
        "turn": incident.turn,
        "sent": incident.sent,
        "then": incident.then,
    }
    return {key: value for key, value in plain.items() if value not in (None, "", {})}


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [tile.text for tile in tiles]


def _beside(move: Move | None) -> Plain:
    """What a player wrote beside a play."""
    if move is None:
        return {}
    plain: Plain = {"mark": move.mark, "notes": list(move.notes), "time": move.time}
    return {key: value for key, value in plain.items() if value not in (None, [])}


def _in_order(shape: type[Shape], plain: Plain) -> Plain:
    """The fields in canonical order, without what is absent or empty.

    Turns and rounds may be empty.
    """
    return {
        key: plain[key]
        for key in shape.model_fields
        if key in ("turns", "rounds") or plain.get(key) not in (None, [])
    }
