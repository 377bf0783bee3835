"""What a turn line means at the table: a play of the seat to move, or why it is refused.

The line's `=sum`, `+award` and `(total)` are assertions. They also choose the
place where the line leaves it open and they leave only one. What the table did
by itself, a draw or a pass, may be written too, and then has to be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from allfives_cli.checking.findings import plain_params, points
from allfives_cli.game.actions import Illegal, Pass, Play
from allfives_cli.game.counting import award, sum_with
from allfives_cli.game.sites import site_on
from allfives_cli.game.tiles import TILE_BY_TEXT, Tile
from allfives_cli.play.events import TurnTaken
from allfives_cli.play.seats import Choice, Move, View
from allfives_cli.play.typed import Pick, Refusal, Turn
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.notation import Part, where_of

_OF_THE_PLACE: Final = frozenset(
    {"place-not-in-layout", "no-open-value", "face-closed", "lead-takes-no-place"}
)
_NOT_AT_THE_TABLE: Final = ("due", "claimed", "irregular")


class Line:
    """A turn line read, with places for refusals."""

    def __init__(self, turn: Turn, players: Sequence[str]) -> None:
        self.parts: dict[str, Part] = turn.part.value  # type: ignore[assignment] # a turn is a mapping
        self.written: dict[str, Any] = turn.part.plain()
        self.whole = turn.part.start, turn.part.end
        self.number = turn.number
        self.players = tuple(players)
        self.by = self.players.index(self.written["by"])

    @property
    def names_player(self) -> bool:
        """Whether the line names its player."""
        by = self.parts["by"]
        return by.end > by.start

    def refusal(self, code: str, field: str | None = None, **params: object) -> Refusal:
        """A refusal at the place of one of the line's parts, else of the whole line."""
        part = self.parts.get(field or "")
        place = self.whole if part is None else (part.start, part.end)
        known = {"player": self.players[self.by], **plain_params(params)}
        return Refusal(code, known, *place)

    def of_illegal(self, illegal: Illegal, default: str) -> Refusal:
        """The refusal of an action that the rules do not allow."""
        field = "on" if illegal.code in _OF_THE_PLACE else default
        return self.refusal(illegal.code, field, **illegal.named(self.players))


def move_of(line: Line, view: View) -> Move | Refusal:
    """The play that a line means for the seat to move, or why there is none."""
    refused = _refused(line, view)
    if refused is not None:
        return refused
    tile, on = TILE_BY_TEXT[line.written["tile"]], where_of(line.written.get("on"))
    illegal = view.why_illegal(Play(tile, on))
    if illegal is not None and illegal.code != "place-needed":
        return line.of_illegal(illegal, "tile")
    meant = _meant(view, tile, on)
    refusals = [_disagreement(line, view, choice) for choice in meant]
    agreeing = [choice for choice, wrong in zip(meant, refusals, strict=True) if wrong is None]
    if len(agreeing) == 1:
        return _move(line, agreeing[0])
    if len(meant) == 1 and refusals[0] is not None:
        return refusals[0]
    return line.refusal(
        "place-needed", "tile", tile=tile, choices=[(c.play.on, c.end_sum) for c in meant]
    )


def picked(pick: Pick, players: Sequence[str], view: View) -> Move | Refusal:
    """The play with a number, as the choices were shown, or why what stands behind it is false."""
    if not 1 <= pick.number <= len(view.choices):
        params: dict[str, object] = {"number": pick.number, "most": len(view.choices)}
        return Refusal("no-such-choice", params, pick.start, pick.end)
    line, choice = Line(Turn(pick.behind, None), players), view.choices[pick.number - 1]
    return _not_here(line) or _disagreement(line, view, choice) or _move(line, choice)


def _move(line: Line, choice: Choice) -> Move:
    written = line.written
    notes = tuple(written.get("notes", ()))
    return Move(choice.play, written.get("mark"), notes, written.get("time"))


def _not_here(line: Line) -> Refusal | None:
    """What may stand in a record and not in a line at the table."""
    for word in _NOT_AT_THE_TABLE:
        if word in line.parts:
            return line.refusal("not-at-this-table", word, word=word)
    return None


def _refused(line: Line, view: View) -> Refusal | None:
    """What is wrong with a line before its play is looked at."""
    expected = view.turn
    if line.number not in (None, expected):
        return line.refusal("turn-number", found=line.number, expected=expected)
    if line.by != view.seat:
        return line.refusal("not-your-turn", "by", expected=line.players[view.seat])
    refused = _not_here(line)
    if refused is not None:
        return refused
    if "pass" in line.parts:
        illegal = view.known_state().why_illegal(view.seat, Pass())
        if illegal is not None:
            return line.of_illegal(illegal, "pass")
    if "tile" not in line.parts:
        return line.refusal("no-play", playable=sorted({choice.tile for choice in view.choices}))
    return _draws_differ(line, view.drawn)


def _meant(view: View, tile: Tile, on: Tile | int | None) -> list[Choice]:
    """The choices that a tile and perhaps a place may mean, unequal ones only."""
    if isinstance(on, Tile):
        layout = view.layout
        face = site_on(layout, on, tile, view.rules)
        end_sum = sum_with(layout, tile, face, view.end_sum)
        return [Choice(tile, face, end_sum, award(end_sum))]
    found = [choice for choice in view.choices if choice.tile is tile]
    return [c for c in found if on is None or (c.face is not None and c.face.value == on)]


def _disagreement(line: Line, view: View, choice: Choice) -> Refusal | None:
    """The first of the line's assertions that this choice would make false."""
    total = view.totals[view.side] + 2 * choice.award
    return _claims_differ(line, choice.end_sum, choice.award, total)


def _claims_differ(line: Line, end_sum: int, points_now: int, total: int) -> Refusal | None:
    written = line.written
    if written.get("sum", end_sum) != end_sum:
        return line.refusal("wrong-sum", "sum", claimed=written["sum"], computed=end_sum)
    if written.get("award", points_now) != points_now:
        return line.refusal(
            "wrong-award", "award", claimed=written["award"], computed=points_now, sum=end_sum
        )
    if 2 * written.get("total", total / 2) != total:
        return line.refusal(
            "wrong-total", "total", claimed=written["total"], computed=points(total)
        )
    return None


def _draws_differ(line: Line, drawn: Sequence[Tile]) -> Refusal | None:
    claimed: list[str] | None = line.written.get("draw")
    texts = [tile.text for tile in drawn]
    if claimed is None or _agree(claimed, texts):
        return None
    return line.refusal("draws-differ", "draw", claimed=claimed, drawn=texts)


def _agree(claimed: Sequence[str], texts: Sequence[str]) -> bool:
    return len(claimed) == len(texts) and all(
        one in (UNSEEN, other) for one, other in zip(claimed, texts, strict=True)
    )


# -- lines about what was done already -----------------------------------------------


def turn_meant(line: Line, done: Iterable[TurnTaken]) -> TurnTaken | None:
    """The first of the turns that the table or others took, of which a line may speak."""
    for turn in done:
        if line.names_player and turn.seat != line.by:
            continue
        if _kind_of(line) is type(turn.action) and line.number in (None, turn.turn):
            return turn
    return None


def _kind_of(line: Line) -> type[Any]:
    if "tile" in line.parts:
        return Play
    return Pass if "pass" in line.parts else type(None)


def turn_differs(line: Line, turn: TurnTaken) -> Refusal | None:
    """What a line says wrongly of a turn that was taken; None where it is true."""
    public, face = turn.public, turn.face
    if isinstance(public.action, Play):
        on = where_of(line.written.get("on"))
        places = (None,) if face is None else (None, face.value, face.tile)
        if line.written["tile"] != public.action.tile.text or on not in places:
            tile = public.action.tile
            if face is None:
                return line.refusal("lead-differs", "tile", tile=tile)
            return line.refusal("turn-differs", "tile", tile=tile, on=face.tile)
    return _draws_differ(line, turn.draws) or _claims_differ(
        line, public.end_sum, public.award, public.total
    )
