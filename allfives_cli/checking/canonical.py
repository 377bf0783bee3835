"""A record in canonical form: rules written out in full, every place named as far as it is known.

`on` is the tile where the whole record determines it: named, the only one at which the tile
fits, left by the claims of its turn, or told apart from equal ones by a later play. Else it is
the value joined, and on the lead there is none. What the rules refuse stays as it was written,
and so do the turns after it in its round. What is listed by players stands in the order of the
seats.

Deliberately not here: claims that are missing (`filling`), and bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from allfives_cli.checking.findings import Report
from allfives_cli.checking.lines import known_scores, line_steps
from allfives_cli.checking.replay import digests, replay
from allfives_cli.checking.table import Table, read_rules
from allfives_cli.checking.turns import Step
from allfives_cli.game.layout import Layout
from allfives_cli.game.tiles import Face, Tile
from allfives_cli.record.model import Digest, Json, Record
from allfives_cli.record.writing import plain_record, to_plain


def canonical(record: Record) -> Record:
    """The record in canonical form; nothing is refused, whatever the rules say of it.

    A digest that was true is true of the new record; one that was not stays as it is.
    """
    rules = read_rules(record.rules, ("rules",), Report())
    named = record
    if rules is not None:
        expanded = {"base": rules.base, **rules.options()}
        named = record.model_copy(update={"rules": expanded})
    # A place that is told in the match may tell one in an alternative that left it before that.
    while (more := _with_places(named)) != named:
        named = more
    in_order = Record.model_validate_json(json.dumps(plain_record(named)))
    return redigested(in_order, record)


def redigested(new: Record, old: Record) -> Record:
    """The new record with digests that are as true of it as those of the old one were of that."""
    borne = old.digest
    if borne is None or new == old:
        return new
    was, now = digests(old), digests(new)
    kept = {
        which: getattr(now if getattr(borne, which) == getattr(was, which) else borne, which)
        for which in Digest.model_fields
        if getattr(borne, which) is not None
    }
    return new.model_copy(update={"digest": Digest(**kept)})


def _with_places(record: Record) -> Record:
    """The record with the places that a replay of it as it stands determines."""
    done = replay(record)
    if done.table is None:
        return record
    tree = to_plain(record)
    rounds = zip(tree["rounds"], done.rounds, known_scores(done), strict=False)
    for written, played, known in rounds:
        _name_places(done.table, written["turns"], played.steps, known=known)
    return Record.model_validate_json(json.dumps(tree))


def _name_places(
    table: Table, turns: Sequence[Json], steps: Sequence[Step], *, known: bool
) -> None:
    """Write where each tile was laid into turns that the steps took, and into their lines."""
    places = _places(steps[-1].after.layouts) if steps else {}
    for turn, step in zip(turns, steps, strict=False):
        if "tile" in turn and turn["tile"] in places:
            turn["on"] = places[turn["tile"]]
        for alternative, written in zip(turn.get("alts", ()), step.written.alts or (), strict=True):
            line = line_steps(table, step, written.line, known=known)
            _name_places(table, alternative["line"], line, known=known)


def _places(layouts: Sequence[Layout]) -> Mapping[str, str | int]:
    """The tile that each tile was laid on in all the layouts, else the value joined in all."""
    faces: dict[Tile, set[Face]] = {}
    for layout in layouts:
        for tile, joint in zip(layout.tiles[1:], layout.joints, strict=True):
            faces.setdefault(tile, set()).add(joint.face)
    found: dict[str, str | int] = {}
    for tile, meant in faces.items():
        touched, values = {face.tile for face in meant}, {face.value for face in meant}
        if len(touched) == 1:
            found[tile.text] = touched.pop().text
        elif len(values) == 1:
            found[tile.text] = values.pop()
    return found
