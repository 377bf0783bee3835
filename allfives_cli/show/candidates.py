"""Readings that make a record agree, in words and as plain JSON. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from allfives_cli.checking.repair import Candidate
from allfives_cli.record.model import UNSEEN
from allfives_cli.show.wrapping import hanging
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

MOST_LISTED: Final = 5
"""Readings of one finding that are said in words; of the rest only the number is."""

_PARAMS: Final = (
    "round", "turn", "player", "with", "sum", "award", "total", "changed", "moved",
)  # fmt: skip
_TURNS: Final = frozenset({"swap", "missing", "extra"})
"""Kinds whose ``before`` and ``after`` are whole turns."""


def candidates_lines(found: Sequence[Candidate], say: Catalog, width: int) -> list[str]:
    """The readings of one finding, likeliest first; no lines where there are none."""
    if not found:
        return []
    lines = hanging("  ", say.say("repair.head").split(), width)
    for each in found[:MOST_LISTED]:
        lines += hanging("    - ", candidate_text(each, say).split(), width)
    more = len(found) - MOST_LISTED
    if more > 0:
        lines += hanging("    ", say.say("repair.more", number=more).split(), width)
    return lines


def candidate_text(each: Candidate, say: Catalog) -> str:
    """``2.7: Ann plays 3-6, not 3-5 → end-sum 10, award 10, total 25``."""
    params = each.params
    number, turn = params["round"], params["turn"]
    at = "" if number is None else f"{number}: " if turn is None else f"{number}.{turn}: "
    parts = [f"{at}{_change(each, say)}"]
    if params.get("sum") is not None and each.kind not in ("number", "carried"):
        parts.append(say.say("repair.effect", sum=params["sum"], award=params["award"]))
        if params.get("total") is not None:
            parts[-1] += say.say("repair.total", total=params["total"])
    if params["changed"]:
        parts.append(say.say("repair.changed", number=params["changed"]))
    return " ".join(parts)


def _change(each: Candidate, say: Catalog) -> str:
    params, before, after = each.params, each.before, each.after
    said: dict[str, object] = {"before": before, "after": after}
    if each.kind in _TURNS:
        said = {"turn": _turn(before or after, say)}
    if each.kind == "place":
        said["tile"] = each.record.rounds[params["round"] - 1].turns[params["turn"] - 1].tile
    if each.kind == "draw":
        said = {"before": _drawn(before), "after": _drawn(after)}
    key = f"repair.{each.kind}"
    if each.kind == "place" and None in (before, after):
        key = "repair.place_added" if before is None else "repair.place_left_out"
    elif each.kind in ("lead", "end", "result"):
        key = f"{key}.{each.pointer[1 if each.kind == 'result' else -1]}"
    field = say.say(f"repair.field.{_field(each)}") if each.kind in ("number", "carried") else ""
    other = f"{params['round']}.{params['with']}" if "with" in params else ""
    return say.say(
        key,
        player=params.get("player", ""),
        field=field,
        other=other,
        moved=params.get("moved", 0),
        **said,
    )


def _drawn(tiles: Sequence[str] | None) -> object:
    """Tiles drawn; only their number where none of them was seen."""
    drawn = tiles or ()
    return len(drawn) if set(drawn) <= {UNSEEN} else drawn


def _field(each: Candidate) -> str:
    """The name of a number: a turn's key, or one of the round's end."""
    return str(each.pointer[-1] if each.pointer[2] == "turns" else each.pointer[3])


def _turn(turn: dict[str, Any], say: Catalog) -> str:
    """A written turn: ``Ben draws ?? 3-6, 3-6 on 6-6``."""
    parts = []
    if "draw" in turn:
        parts.append(say.say("explain.draws", tiles=" ".join(turn["draw"])))
    if turn.get("pass"):
        parts.append(say.say("explain.passes"))
    elif "on" in turn:
        parts.append(say.say("explain.plays", tile=turn["tile"], on=turn["on"]))
    elif "tile" in turn:
        parts.append(say.say("explain.leads", tile=turn["tile"]))
    return say.say("repair.turn", player=safe(turn["by"]), done=", ".join(parts))


def candidate_json(each: Candidate, pointer: str) -> dict[str, Any]:
    """The JSON of a reading, without the record so read; what does not apply is null."""
    said = dict.fromkeys(_PARAMS) | each.params
    return {
        "kind": each.kind,
        "pointer": pointer,
        "before": each.before,
        "after": each.after,
        **said,
    }
