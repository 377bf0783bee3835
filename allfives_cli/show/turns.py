"""An explained turn in words and as JSON: what was played, what counts, what does not, the sum.

Every number comes from the Explanation; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allfives_cli.checking.findings import points
from allfives_cli.explain import Explanation
from allfives_cli.game.actions import Hand
from allfives_cli.game.tiles import FaceName
from allfives_cli.record.model import UNSEEN
from allfives_cli.show.wrapping import columns, hanging, leaves_room, separated
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

INDENT = "     "


def heading(explained: Explanation, say: Catalog, width: int) -> list[str]:
    """``2.9  Ann  1-3 on 1-1 (arm)``: what was done in the turn, folded to the width."""
    named = "" if explained.by is None else f"{safe(explained.by)}  "
    before = f"{explained.round}.{explained.turn}  {named}"
    return hanging(before, action(explained, say).split(), width)


def action(explained: Explanation, say: Catalog) -> str:
    """What was drawn, and then played or passed."""
    parts = []
    if explained.draw:
        parts.append(say.say("explain.draws", tiles=" ".join(explained.draw)))
    if explained.passed:
        parts.append(say.say("explain.passes"))
    if explained.tile is None:
        return ", ".join(parts)
    if explained.face is None:
        parts.append(say.say("explain.leads", tile=explained.tile.text))
    else:
        place = say.say(f"explain.place.{_kind(explained.face.name)}")
        key = "explain.plays_at" if place else "explain.plays"
        parts.append(say.say(key, tile=explained.tile.text, on=explained.on, place=place))
    return ", ".join(parts)


def _kind(name: FaceName) -> str:
    """Chain sides and arms are interchangeable: which of the two says nothing to a person."""
    if name in (FaceName.ARM_A, FaceName.ARM_B):
        return "arm"
    if name in (FaceName.CHAIN_A, FaceName.CHAIN_B):
        return "chain"
    return "half"


LABELS = ("counted", "not_counted", "end_sum", "arithmetic", "scores", "hands", "boneyard")
"""What stands before the lines under a turn: keys of the catalog's group ``explain``."""


def label(key: str, say: Catalog) -> str:
    """A label, indented and as wide as the widest of them."""
    room = max(columns(say.say(f"explain.{each}")) for each in LABELS) + 2
    return INDENT + say.say(f"explain.{key}").ljust(room)


def reasons(explained: Explanation, say: Catalog, width: int) -> list[str]:
    """What counts and why, what does not, the end-sum, the award and the scores."""
    if explained.tile is None:
        return scores_line(explained, say, width)
    lines = hanging(label("counted", say), _counted(explained, say), width, "   ")
    if explained.uncounted:
        parts = [
            say.say(f"explain.uncounted.{why.value}", tile=tile.text)
            for tile, why in explained.uncounted
        ]
        lines += hanging(label("not_counted", say), separated(parts), width)
    lines += hanging(label("end_sum", say), sum_line(explained, say).split(), width)
    return [*lines, *scores_line(explained, say, width)]


def _counted(explained: Explanation, say: Catalog) -> list[str]:
    return [
        say.say(f"explain.why.{part.why.value}", tile=part.tile.text, value=part.value)
        for part in explained.contributions
    ]


def sum_line(explained: Explanation, say: Catalog) -> str:
    """``0 + 2 + 3 + 3 = 8, not a multiple of five: award 0``."""
    key = f"explain.sum.{verdict(explained)}"
    return say.say(key, added=added(explained), award=explained.award)


def added(explained: Explanation) -> str:
    """``0 + 2 + 3 + 3 = 8``: what counts, added up."""
    values = [str(part.value) for part in explained.contributions]
    return " + ".join(values) + (f" = {explained.sum}" if len(values) > 1 else "")


def verdict(explained: Explanation) -> str:
    """The key of the sentence on an end-sum: ``multiple``, ``no_multiple`` or ``zero``."""
    return "multiple" if explained.award else "zero" if explained.sum == 0 else "no_multiple"


def scores_line(explained: Explanation, say: Catalog, width: int) -> list[str]:
    """The scores after the turn; nothing where nobody is named."""
    if not explained.totals:
        return []
    parts = [score(key, total, say) for key, total in explained.totals]
    return hanging(label("scores", say), parts, width, "   ")


def score(key: str, total: int, say: Catalog) -> str:
    """``Ann 25``: a side and its total, from halves."""
    return f"{safe(key)} {say.number(points(total))}"


def hand_lines(
    players: Sequence[str], hands: Sequence[Hand], boneyard: int, say: Catalog, width: int
) -> list[str]:
    """The hands, unseen tiles as ``??``, and how many tiles the boneyard holds."""
    lines: list[str] = []
    room = max(columns(safe(player)) for player in players) + 2
    before = label("hands", say)
    if not leaves_room(before + " " * room, width):
        lines, before = [before.rstrip()], INDENT + "  "
    for player, hand in zip(players, hands, strict=True):
        tiles = [tile.text for tile in sorted(hand.known)] + [UNSEEN] * hand.unseen
        shown = safe(player)
        named = before + shown + " " * (room - columns(shown))
        lines += hanging(named, tiles or [say.say("explain.empty_hand")], width)
        before = " " * columns(before)
    return [*lines, *hanging(label("boneyard", say), [str(boneyard)], width)]


def explanation_json(explained: Explanation) -> dict[str, Any]:
    """The JSON of one explained turn; lists sorted by tile, then face."""
    total = explained.total
    return {
        "round": explained.round,
        "turn": explained.turn,
        "by": explained.by,
        "draw": list(explained.draw),
        "tile": None if explained.tile is None else explained.tile.text,
        "on": explained.on,
        "face": None if explained.face is None else explained.face.name.value,
        "sum": explained.sum,
        "award": explained.award,
        "total": None if total is None else points(total),
        "spinners": [tile.text for tile in explained.spinners],
        "contributions": [
            {"tile": part.tile.text, "value": part.value, "why": part.why.value}
            for part in explained.contributions
        ],
        "sites": [
            {"tile": face.tile.text, "face": face.name.value, "value": face.value}
            for face in explained.sites
        ],
        "joints": [
            {
                "tile": joint.face.tile.text,
                "face": joint.face.name.value,
                "to_tile": joint.to_face.tile.text,
                "to_face": joint.to_face.name.value,
            }
            for joint in explained.joints
        ],
    }
