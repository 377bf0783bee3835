"""What people wrote about a turn: marks, notes, breaches, called points, other lines."""

from __future__ import annotations

from collections.abc import Sequence

from allfives_cli.record.model import Turn
from allfives_cli.show.turns import INDENT
from allfives_cli.show.wrapping import folded, hanging, stacked
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe


def before_lines(written: Turn, say: Catalog, width: int) -> list[str]:
    """The notes that stand before a turn."""
    said = say.say("page.before")
    return [
        line
        for note in written.before or ()
        for line in hanging(f"{said}: ", safe(note, None).split(), width)
    ]


def remark_lines(written: Turn, say: Catalog, width: int) -> list[str]:
    """Everything else that the record says about a turn and that is not computed."""
    lines: list[str] = []
    if written.mark is not None:
        meaning = say.say(f"page.mark.{written.mark}")
        lines += folded(f"{written.mark} {meaning}", width, INDENT)
    if written.irregular:
        lines += folded(say.say("page.irregular"), width, INDENT)
    if written.due is not None:
        said = say.say("page.missed", player=written.by, award=written.award or 0)
        lines += folded(said, width, INDENT)
    for claim in written.claimed or ():
        said = say.say("page.taken", player=claim.by, award=claim.award)
        lines += folded(said, width, INDENT)
    for note in written.notes or ():
        label = f"{INDENT}{say.say('page.note')}: "
        lines += hanging(label, safe(note, None).split(), width)
    for other in written.alts or ():
        label = f"{INDENT}{say.say('page.instead')}: "
        told = [line_text(other.line, say), *(safe(note, None) for note in other.notes or ())]
        lines += stacked(label, [each.split() for each in told], width)
    return lines


def line_text(turns: Sequence[Turn], say: Catalog) -> str:
    """A line of turns: ``Ann 5-6 on 3-5; Ben draws 0-1, passes``."""
    return "; ".join(_turn_text(turn, say) for turn in turns)


def _turn_text(turn: Turn, say: Catalog) -> str:
    parts: list[str] = []
    if turn.draw:
        parts.append(say.say("explain.draws", tiles=" ".join(turn.draw)))
    if turn.pass_:
        parts.append(say.say("explain.passes"))
    if turn.tile is not None and turn.on is None:
        parts.append(turn.tile)
    elif turn.tile is not None:
        parts.append(say.say("explain.plays", tile=turn.tile, on=turn.on))
    return f"{safe(turn.by)} {', '.join(parts)}"
