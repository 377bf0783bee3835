"""Writes a match down while it is played: a record that is valid at every moment.

It listens to the events of a table. Every hand is shown, every claim is written
in, the rules are written out in full, and the boneyard stands in the order of
drawing. What was taken back is not in it. Nothing is computed here: sums,
awards, totals and settlements are those of the events.

What an event adds is made first, as an entry, and added then, so that a journal
may keep it in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.tiles import Tile
from allfives_cli.play.draft import Draft, Entry, Plain
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
from allfives_cli.record.model import Record


@final
class Recorder:
    """A record in the making, begun with what ``head`` holds.

    Rounds and turns that are in ``head`` already, as in a match that is
    resumed, stay as they stand when the table tells them again.
    """

    def __init__(self, head: Record, table: Table) -> None:
        self._draft = Draft(head)
        self._players = table.players
        self._sides = table.side_keys

    def __call__(self, event: Event) -> None:
        """Write down what happened."""
        entry = self.entry(event)
        if entry is not None:
            self.add(entry)

    def entry(self, event: Event) -> Entry | None:
        """What an event adds to the record; None where it adds nothing."""
        found: Entry | None = None
        match event:
            case Dealt(round=number) if number > len(self._draft.rounds):
                found = {"event": "dealt", "round": number, "value": self._dealt(event)}
            case TurnTaken(round=number, turn=turn) if turn > len(self._turns(number)):
                value = self._turn(event)
                found = {"event": "turn", "round": number, "turn": turn, "value": value}
            case Remarked(number, turn, _, mark, note):
                said = {"mark": mark, "note": note}
                found = {"event": "remark", "round": number, "turn": turn, **said}
            case Undone(number, turn):
                found = {"event": "undone", "round": number, "turn": turn}
            case RoundEnded(round=number):
                value = self._end(event)
                if self._draft.rounds[number - 1].get("end") != value:
                    found = {"event": "round-end", "round": number, "value": value}
            case MatchEnded():
                found = {"event": "match-end", "value": self._ended(event)}
            case Incident():
                found = {"event": "incident", "value": incident_json(event, self._players)}
            case _:
                pass  # told before, or a match resumed or left: the record stands as it does
        return found

    def add(self, entry: Entry) -> None:
        """Write down what `entry` has made of the newest event."""
        self._draft.add(entry)

    def record(self) -> Record:
        """The record so far: a finished match, or a valid unfinished one."""
        return self._draft.record()

    def _turns(self, number: int) -> list[Plain]:
        turns: list[Plain] = self._draft.rounds[number - 1]["turns"]
        return turns

    def _dealt(self, event: Dealt) -> Plain:
        return {
            "lead": {"by": self._players[event.leader], "how": event.lead.how.value},
            "hands": self._by_player(event.hands),
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

    def _by_player(self, hands: Iterable[Iterable[Tile]]) -> dict[str, list[str]]:
        return dict(zip(self._players, map(_texts, map(sorted, hands)), strict=True))

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


def _texts(tiles: Iterable[Tile]) -> list[str]:
    return [tile.text for tile in tiles]


def _beside(move: Move | None) -> Plain:
    """What a player wrote beside a play."""
    if move is None:
        return {}
    plain: Plain = {"mark": move.mark, "notes": list(move.notes), "time": move.time}
    return {key: value for key, value in plain.items() if value not in (None, [])}
