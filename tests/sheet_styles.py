"""Writes a match down by hand, as its players might: less than there is to say, in their manner.

`by_hand` writes a sheet whose record is the one that was played. A place is written only where
it has to be, or where somebody always does; what is claimed, how tiles and names are spelt and
what is remarked on is a matter of style. Everything follows from the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dealing import RoundPlayed, Turn
from recording import Place, state_before

from allfives_cli.checking.table import side_key
from allfives_cli.game.actions import Ending, Illegal, Play
from allfives_cli.game.matches import default_sides
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.settlement import Side
from allfives_cli.game.tiles import Tile

Words = Mapping[str, str]
ENGLISH: Final[Words] = {"draws": "draws", "on": "on", "passes": "passes"}
POLISH: Final[Words] = {"draws": "dobiera", "on": "na", "passes": "pasuje"}


def high_first(tile: Tile) -> str:
    return f"{tile.high}-{tile.low}"


def low_first(tile: Tile) -> str:
    return tile.text


def with_bar(tile: Tile) -> str:
    return f"{tile.high}|{tile.low}"


@dataclass(frozen=True)
class Style:
    """How a sheet is written.

    ``names`` are the names in turn lines, by seat; the players' own where none are given.
    ``seen`` are the seats whose hands are written down. ``claims`` are any of ``sum``, ``award``
    (where there is one), ``no award`` (where there is none), ``total``, ``left``, ``pips``,
    ``settlement``, ``totals`` and ``result``. ``places``: ``always``, ``needed``, or ``told``,
    which leaves out what the claims tell too. ``notes`` stand behind turns, ``above`` over them,
    ``over`` over rounds, which are counted from 1; ``head`` are the lines over the players,
    ``facts`` those below. ``until`` is the last turn that was written.
    """

    players: Sequence[str]
    rules: str
    names: Sequence[str] = ()
    seen: Collection[int] = ()
    claims: Collection[str] = ()
    places: str = "needed"
    words: Words = field(default_factory=lambda: ENGLISH)
    tile: Callable[[Tile], str] = high_first
    numbered: bool = False
    notes: Mapping[Place, str] = field(default_factory=dict)
    above: Mapping[Place, str] = field(default_factory=dict)
    over: Mapping[int, str] = field(default_factory=dict)
    head: Sequence[str] = ()
    facts: Sequence[str] = ()
    until: Place | None = None

    @property
    def sides(self) -> list[str]:
        """The keys of the sides."""
        return [side_key(self.players, side) for side in self._seats]

    @property
    def _seats(self) -> Sequence[Side]:
        return default_sides(len(self.players))

    def side_of(self, seat: int) -> int:
        return next(index for index, side in enumerate(self._seats) if seat in side)


def by_hand(rounds: Sequence[RoundPlayed], style: Style) -> str:
    """The sheet of a match."""
    lines = [*style.head, "allfives: 1", f"players: [{', '.join(style.players)}]", *style.facts]
    lines += [f"rules: {style.rules}", "rounds:"]
    for played in rounds:
        if style.until is None or played.number <= style.until[0]:
            lines += _round(played, style)
    if "result" in style.claims and rounds[-1].winners:
        winners = ", ".join(style.sides[side] for side in rounds[-1].winners)
        totals = _scores(rounds[-1].totals, style)
        lines.append(f"result: {{how: target, winners: [{winners}], totals: {totals}}}")
    return "".join(f"{line}\n" for line in lines)


def _round(played: RoundPlayed, style: Style) -> list[str]:
    lines = [f"# {style.over[played.number]}"] if played.number in style.over else []
    begins = "- "
    if style.seen:
        lines.append("- hands:")
        lines += [
            f"    {style.players[seat]}: {_tiles(played.hands[seat], style)}"
            for seat in sorted(style.seen)
        ]
        begins = "  "
    lines.append(f"{begins}turns: |")
    broken_off = False
    for number, turn in enumerate(played.turns(), start=1):
        if style.until is not None and (played.number, number) > style.until:
            broken_off = True
            break
        if (played.number, number) in style.above:
            lines.append(f"    # {style.above[played.number, number]}")
        lines.append(f"    {_line(played, number, turn, style)}")
    if not broken_off:
        lines.append(f"  end: {_end(played, style)}")
    return lines


def _line(played: RoundPlayed, number: int, turn: Turn, style: Style) -> str:
    name = (style.names or style.players)[turn.seat]
    parts = [f"{number}. {name}" if style.numbered else name]
    if turn.draws:
        parts.append(_draws(turn, style))
    if isinstance(turn.action, Play):
        parts.append(style.tile(turn.action.tile))
        if turn.action.on is not None and _is_written(played, number, turn, style):
            assert isinstance(turn.action.on, Tile)
            parts.append(f"{style.words['on']} {style.tile(turn.action.on)}")
        parts += _claims(turn, style)
    elif turn.action is not None:
        parts.append(style.words["passes"])
    note = style.notes.get((played.number, number))
    return " ".join(parts).rstrip(",") + (f"  # {note}" if note else "")


def _draws(turn: Turn, style: Style) -> str:
    """Tiles drawn: those that the recorder sees, or how many; the last one that is played is seen.

    A number alone where it cannot be taken for a tile.
    """
    played = isinstance(turn.action, Play)
    if turn.seat in style.seen:
        drawn = " ".join(style.tile(tile) for tile in turn.draws)
    elif style.seen and played and len(turn.draws) > 1:
        drawn = " ".join(["??"] * (len(turn.draws) - 1) + [style.tile(turn.draws[-1])])
    elif len(turn.draws) < 10:
        drawn = str(len(turn.draws))
    else:
        drawn = " ".join(["??"] * len(turn.draws))
    return f"{style.words['draws']} {drawn},"


def _is_written(played: RoundPlayed, number: int, turn: Turn, style: Style) -> bool:
    """Whether the place of a play has to be written, or is all the same."""
    if style.places == "always":
        return True
    state = state_before(played, number)
    for tile in turn.draws:
        state.draw(turn.seat, tile)
    assert isinstance(turn.action, Play)
    refused = state.why_illegal(turn.seat, Play(turn.action.tile))
    if refused is None:
        return False
    return style.places == "needed" or not _is_told(state, refused, turn, style)


def _is_told(state: RoundState, refused: Illegal, turn: Turn, style: Style) -> bool:
    """Whether what a turn claims leaves one of its places, or places that are all the same."""
    assert isinstance(turn.action, Play)
    assert turn.outcome is not None
    award, made = turn.outcome.award, turn.outcome.end_sum
    sums = {other for _, other in refused.params["choices"]}
    if "sum" in style.claims:
        sums &= {made}
    elif ("award" if award else "no award") in style.claims:
        sums = {other for other in sums if (0 if other % 5 else other) == award}
    if len(sums) > 1:
        return False
    try:
        state.play(turn.seat, turn.action.tile, makes=made)
    except Illegal:
        return False
    return True


def _claims(turn: Turn, style: Style) -> list[str]:
    assert turn.outcome is not None
    award = turn.outcome.award
    parts = [f"={turn.outcome.end_sum}"] if "sum" in style.claims else []
    if (award and "award" in style.claims) or (not award and "no award" in style.claims):
        parts.append(f"+{award}")
    if award and "total" in style.claims:
        parts.append(f"({_points(turn.total)})")
    return parts


def _end(played: RoundPlayed, style: Style) -> str:
    out = played.how == Ending.OUT
    parts = [f"how: {played.how}"]
    if played.how != Ending.BLOCKED and "award" in style.claims:
        parts.append(f"by: {style.players[played.mover]}")
    if played.settlement is not None:
        hands = {
            style.players[seat]: hand.known
            for seat, hand in enumerate(played.state.hands)
            if hand.known or not out
        }
        if "left" in style.claims:
            left = ", ".join(f"{key}: {_tiles(known, style)}" for key, known in hands.items())
            parts.append(f"left: {{{left}}}")
        if "pips" in style.claims:
            pips = (f"{key}: {sum(t.pips for t in known)}" for key, known in hands.items())
            parts.append(f"pips: {{{', '.join(pips)}}}")
        if "settlement" in style.claims:
            paid = played.settlement.changes.items()
            text = ", ".join(f"{style.sides[side]}: {_points(change)}" for side, change in paid)
            parts.append(f"settlement: {{{text}}}")
    if "totals" in style.claims:
        parts.append(f"totals: {_scores(played.totals, style)}")
    return _fitting(parts)


def _fitting(parts: Sequence[str]) -> str:
    """A mapping in braces, with the parts that go past the margin on lines of their own."""
    lines = ["{"]
    for index, part in enumerate(parts):
        piece = part + ("}" if index == len(parts) - 1 else ",")
        if len(lines[-1]) > 1 and len(lines[-1]) + len(piece) > 88:
            lines.append(" " * 4)
        blank = "" if lines[-1].endswith(("{", " ")) else " "
        lines[-1] += blank + piece
    return "\n".join(lines)


def _tiles(tiles: Collection[Tile], style: Style) -> str:
    return " ".join(style.tile(tile) for tile in sorted(tiles, reverse=True))


def _scores(totals: Sequence[int], style: Style) -> str:
    scores = (f"{key}: {_points(total)}" for key, total in zip(style.sides, totals, strict=True))
    return f"{{{', '.join(scores)}}}"


def _points(halves: int) -> str:
    """Points as people write them: 7½."""
    whole = f"{'-' if halves < 0 else ''}{abs(halves) // 2}"
    return whole + ("½" if halves % 2 else "")
