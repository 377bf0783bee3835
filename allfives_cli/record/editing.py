"""Edits of a record as data: a frozen record and what is to be done give a new record.

Only what an annotator adds is edited: notes, marks, alternatives, analysis. What
happened at the table stays, and so does all that is not named. A digest of the
record that was true before is true of the new record as well; one that was not
is left as it stands.

Deliberately not here: whether an alternative is legal (that is for `checking`),
and files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from allfives_cli.record.digest import record_digest
from allfives_cli.record.model import Json, Record
from allfives_cli.record.shape import ShapeProblem, shaped
from allfives_cli.record.writing import to_plain

Removable = Literal["mark", "notes", "before", "alts"]
REMOVABLE: Final[tuple[Removable, ...]] = ("mark", "notes", "before", "alts")

Place = tuple[int, int]
"""A round and a turn, both from 1."""


class Removal(NamedTuple):
    """What is taken from a turn: a field, or the item of it with this number, from 1."""

    field: Removable
    number: int | None = None


class TurnEdit(NamedTuple):
    """What is done to a turn: first removals, by the numbers before any of them, then additions.

    ``alts`` are alternatives as plain JSON values.
    """

    remove: tuple[Removal, ...] = ()
    before: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    mark: str | None = None
    alts: tuple[Json, ...] = ()


class NoSuchTurn(Exception):
    """The record has no such turn. ``turns`` has the number of turns of each round."""

    def __init__(self, turns: tuple[int, ...]) -> None:
        super().__init__(turns)
        self.turns = turns


class NothingToRemove(Exception):
    """The turn has nothing of the kind that is to be removed."""

    def __init__(self, removal: Removal) -> None:
        super().__init__(removal)
        self.removal = removal


class BadEdit(Exception):
    """What was added has not the shape of a record. Pointers are into the new record."""

    def __init__(self, problems: list[ShapeProblem]) -> None:
        super().__init__(problems)
        self.problems = problems


def edit_turn(record: Record, place: Place, edit: TurnEdit) -> Record:
    """The record with one turn edited. Raises NoSuchTurn, NothingToRemove and BadEdit."""
    tree = to_plain(record)
    turn = _turn(tree, place)
    _remove(turn, edit.remove)
    for field, items in (("before", edit.before), ("notes", edit.notes), ("alts", edit.alts)):
        if items:
            turn[field] = [*turn.get(field, ()), *items]
    if edit.mark is not None:
        turn["mark"] = edit.mark
    return _made(record, tree)


def with_analysis(record: Record, method: str, match: Json, turns: Mapping[Place, Json]) -> Record:
    """The record with a method's analysis of the match and of turns in place of its earlier one.

    What other methods said stays. Raises NoSuchTurn.
    """
    tree = to_plain(record)
    for played in tree["rounds"]:
        for turn in played["turns"]:
            _set(turn, method, None)
    for place, found in turns.items():
        _set(_turn(tree, place), method, found)
    _set(tree, method, match)
    return _made(record, tree)


def analyses_by(record: Record, method: str) -> Iterable[Any]:
    """Everything that a method has said in the record, as plain JSON values."""
    analyses = [record.analysis]
    analyses += [turn.analysis for played in record.rounds for turn in played.turns]
    for analysis in analyses:
        if analysis is not None and method in analysis:
            yield analysis[method]


def _turn(tree: Json, place: Place) -> Json:
    number, turn = place
    rounds: list[Json] = tree["rounds"]
    if not 0 < number <= len(rounds) or not 0 < turn <= len(rounds[number - 1]["turns"]):
        raise NoSuchTurn(tuple(len(played["turns"]) for played in rounds))
    found: Json = rounds[number - 1]["turns"][turn - 1]
    return found


def _remove(turn: Json, removals: Iterable[Removal]) -> None:
    numbers: dict[str, set[int]] = {}
    for removal in removals:
        found = turn.get(removal.field, ())
        # A mark is a text, and one thing.
        there = set(range(1, (1 if isinstance(found, str) else len(found)) + 1))
        gone = there if removal.number is None else there & {removal.number}
        if not gone:
            raise NothingToRemove(removal)
        numbers.setdefault(removal.field, set()).update(gone)
    for field, gone in numbers.items():
        if field == "mark":
            del turn[field]
        else:
            turn[field] = [
                item for number, item in enumerate(turn[field], start=1) if number not in gone
            ]


def _set(holder: Json, method: str, found: Json | None) -> None:
    """Put what a method says into a turn or record, or take it out; leave no empty analysis."""
    analysis: Json = holder.get("analysis", {})
    if found is not None:
        analysis[method] = found
    elif method in analysis:
        del analysis[method]
    else:
        return
    holder.pop("analysis", None)
    if analysis:
        holder["analysis"] = analysis


def _made(old: Record, tree: Json) -> Record:
    """The record of an edited tree, its digest as true as it was. Raises BadEdit."""
    found = shaped(tree)
    if not isinstance(found, Record):
        raise BadEdit(found)
    digest = old.digest
    if digest is None or digest.record is None or digest.record != record_digest(old):
        return found
    return found.model_copy(
        update={"digest": digest.model_copy(update={"record": record_digest(found)})}
    )
