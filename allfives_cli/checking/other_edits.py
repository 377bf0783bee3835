"""Single edits of a round's deal, its end and the numbers written in it.

A tile dealt or left over that was miswritten, who led, how it ended, and a
number that was computed otherwise. Whether they agree with the rest of the
record is asked of `trial`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from allfives_cli.checking.findings import Finding
from allfives_cli.checking.trial import Edit, Scene
from allfives_cli.game.actions import Ending
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import End, Round

_TEXTS: Final = tuple(tile.text for tile in DOUBLE_SIX)
_NUMBERS: Final = frozenset(
    {
        "wrong-sum",
        "wrong-award",
        "wrong-due",
        "wrong-total",
        "wrong-totals",
        "wrong-pips",
        "wrong-settlement",
    }
)
_LEADS: Final = frozenset({"wrong-leader", "wrong-lead-how", "not-your-turn"})


def number_edits(scene: Scene, finding: Finding) -> Iterator[Edit]:
    """The number that a finding is about, as it was computed."""
    if finding.code not in _NUMBERS or finding.pointer[:2] != scene.at:
        return
    pointer, after = finding.pointer, finding.params["computed"]
    keys = pointer[2:]
    edited: dict[str, object]
    match keys:
        case ("turns", int(index), str(field)):
            turns = scene.written.turns
            turn = turns[index].model_copy(update={field: after})
            edited = {"turns": (*turns[:index], turn, *turns[index + 1 :])}
            before, start = getattr(turns[index], field), index
        case ("end", str(field), *_) if scene.written.end is not None:
            key = str(finding.params.get("side", keys[-1]))
            pointer = (*scene.at, "end", field, key)  # also of a side that is not written there
            of_keys = getattr(scene.written.end, field) or {}
            end = scene.written.end.model_copy(update={field: {**of_keys, key: after}})
            edited = {"end": end}
            before, start = of_keys.get(key), len(scene.written.turns)
        case _:
            return
    if start < len(scene.before):
        put = scene.written.model_copy(update=edited)
        yield Edit("number", pointer, before, after, put, start)


def deal_edits(scene: Scene, finding: Finding) -> Iterator[Edit]:
    """Another leader, and a tile of a hand that was dealt miswritten, left out or too many."""
    lead = scene.written.lead
    if lead is not None and finding.code in _LEADS:
        if finding.code == "wrong-lead-how":
            yield _lead_edit(scene, "how", finding.params["expected"])
        for key in scene.table.players:
            if key != lead.by:
                yield _lead_edit(scene, "by", key)
    hands = scene.written.hands or {}
    for key, other in _relisted(hands, _played(scene.written)):
        yield Edit(
            "hand",
            (*scene.at, "hands", key),
            list(hands[key]),
            list(other),
            scene.written.model_copy(update={"hands": {**hands, key: other}}),
            None,
        )


def _lead_edit(scene: Scene, field: str, after: str) -> Edit:
    lead = scene.written.lead
    edited = scene.written.model_copy(
        update={"lead": None if lead is None else lead.model_copy(update={field: after})}
    )
    return Edit("lead", (*scene.at, "lead", field), getattr(lead, field), after, edited, None)


def _played(written: Round) -> Mapping[str, frozenset[str]]:
    """The tiles that each player laid: they were in his hand, or he drew them."""
    return {
        turn.by: frozenset(
            other.tile for other in written.turns if other.by == turn.by and other.tile
        )
        for turn in written.turns
    }


def _relisted(
    hands: Mapping[str, Sequence[str]], kept: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Lists of tiles with one tile other than it is, one fewer, or one more.

    Tiles in ``kept`` stand where they are, unless they stand twice; no tile is
    put in that stands already. Of more tiles than one slip adds to the set there
    are no readings.
    """
    listed = [text for texts in hands.values() for text in texts]
    if len(listed) > len(_TEXTS) + 1:
        return
    new = [text for text in _TEXTS if text not in listed]
    for key, texts in hands.items():
        for place, text in enumerate(texts):
            if text in kept.get(key, ()) and listed.count(text) == 1:
                continue
            rest = (*texts[:place], *texts[place + 1 :])
            yield key, rest
            for other in new:
                yield key, (*texts[:place], other, *texts[place + 1 :])
        for other in new:
            yield key, (*texts, other)


def end_edits(scene: Scene) -> Iterator[Edit]:
    """How the round ended, by whom, and the tiles left over."""
    end, start = scene.written.end, len(scene.written.turns)
    if end is None or start >= len(scene.before):
        return
    for how in (*(ending.value for ending in Ending), "target"):
        if how != end.how:
            yield _end_edit(scene, end, "how", how)
    for key in scene.table.players:
        if end.by is not None and key != end.by:
            yield _end_edit(scene, end, "by", key)
    left = end.left or {}
    for key, other in _relisted(left, {}):
        edit = _end_edit(scene, end, "left", {**left, key: other})
        yield edit._replace(
            kind="left",
            pointer=(*edit.pointer, key),
            before=list(left[key]),
            after=list(other),
        )


def _end_edit(scene: Scene, end: End, field: str, after: Any) -> Edit:  # noqa: ANN401 - any JSON value
    edited = scene.written.model_copy(update={"end": end.model_copy(update={field: after})})
    pointer = (*scene.at, "end", field)
    return Edit("end", pointer, getattr(end, field), after, edited, len(scene.written.turns))
