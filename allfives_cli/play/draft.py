"""A record in the making, and the entries by which it grows.

An entry is plain JSON: what happened, and what the record holds of it. So the
record follows from its beginning and the entries after it, whether they come
from the table or from a journal; and an entry that a journal has kept needs no
rules of the game to be read again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, final

from allfives_cli.record.model import Record, Round, Shape
from allfives_cli.record.writing import to_plain

Plain = dict[str, Any]
Entry = Mapping[str, Any]
"""``event`` says what happened: dealt, turn, remark, undone, round-end, match-end, incident."""

INCIDENTS_KEY = "allfives/incidents"
"""Where a record notes, under ``ext``, what programs at the table did wrong."""


class Misfit(Exception):
    """An entry that cannot follow on what is written."""


@final
class Draft:
    """A record in the making, begun with what ``head`` holds."""

    def __init__(self, head: Record) -> None:
        self._head: Plain = to_plain(head)
        self.rounds: list[Plain] = self._head.pop("rounds")
        self._made: list[Round | None] = [None] * len(self.rounds)
        self.result: Plain | None = self._head.pop("result", None)

    def add(self, entry: Entry) -> None:
        """Write down an entry. Raises Misfit, and is of no use then."""
        try:
            self._add(entry)
        except (KeyError, TypeError, AttributeError) as error:
            raise Misfit(str(error)) from None

    def record(self) -> Record:
        """The record so far: a finished match, or a valid unfinished one.

        A round in which nothing has happened since is the same object as before.
        Raises ValueError where an entry held what no record may.
        """
        plain = {**self._head, "rounds": [], "result": self.result}
        head = Record.model_validate_json(json.dumps(_in_order(Record, plain)))
        rounds = tuple([self._round(index) for index in range(len(self.rounds))])
        return head.model_copy(update={"rounds": rounds})

    def _round(self, index: int) -> Round:
        made = self._made[index]
        if made is None:
            plain = _in_order(Round, self.rounds[index])
            made = self._made[index] = Round.model_validate_json(json.dumps(plain))
        return made

    def _add(self, entry: Entry) -> None:
        match entry["event"]:
            case "dealt":
                _expect(entry["round"] == len(self.rounds) + 1)
                self.rounds.append({**entry["value"], "turns": []})
                self._made.append(None)
            case "turn":
                turns = self._newest(entry)["turns"]
                _expect(entry["turn"] == len(turns) + 1)
                turns.append(dict(entry["value"]))
            case "remark":
                self._remark(entry)
            case "undone":
                turns = self._newest(entry)["turns"]
                _expect(1 <= entry["turn"] <= len(turns))
                del turns[entry["turn"] - 1 :]
            case "round-end":
                _expect(1 <= entry["round"] <= len(self.rounds))
                self.rounds[entry["round"] - 1]["end"] = entry["value"]
                self._made[entry["round"] - 1] = None
            case "match-end":
                self.result = entry["value"]
            case "incident":
                self._note(entry["value"])
            case _:
                raise Misfit(entry["event"])

    def _newest(self, entry: Entry) -> Plain:
        """The round under way, to be changed."""
        _expect(entry["round"] == len(self.rounds) and bool(self.rounds))
        self._made[-1] = None
        return self.rounds[-1]

    def _remark(self, entry: Entry) -> None:
        about, turn = self._newest(entry), entry["turn"]
        if turn:
            _expect(1 <= turn <= len(about["turns"]))
            about = about["turns"][turn - 1]
        if entry.get("note") is not None:
            about.setdefault("notes", []).append(entry["note"])
        if entry.get("mark") is not None and turn:
            about["mark"] = entry["mark"]

    def _note(self, incident: Plain) -> None:
        ext: Plain = self._head.setdefault("ext", {})
        before = ext.get(INCIDENTS_KEY)
        noted = before if isinstance(before, list) else []
        ext[INCIDENTS_KEY] = [*noted, incident]


def _expect(holds: bool) -> None:  # noqa: FBT001 - a condition is all that there is to say
    if not holds:
        raise Misfit


def _in_order(shape: type[Shape], plain: Plain) -> Plain:
    """The fields in canonical order, without what is absent or empty.

    Turns and rounds may be empty.
    """
    return {
        key: plain[key]
        for key in shape.model_fields
        if key in ("turns", "rounds") or plain.get(key) not in (None, [])
    }
