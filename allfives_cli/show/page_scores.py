"""Scores as HTML: the awards of a round, the match as a graph and as a table, the paper tally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from allfives_cli.checking.findings import points
from allfives_cli.show.markup import html, name, plain
from allfives_cli.show.page_scenes import Scribe
from allfives_cli.show.scenes import Act, Scene
from allfives_cli.show.tally import tally

GRAPH_WIDTH: Final = 720
GRAPH_HEIGHT: Final = 180
GRAPH_LEFT: Final = 44
GRAPH_RIGHT: Final = 708
_TOP: Final = 12
_BOTTOM: Final = 156
_CROSS_STEP: Final = 42
_STROKE_STEP: Final = 6
_GAP: Final = 8
_FIVE_STROKES: Final = 5
_TALLY_HEIGHT: Final = 36


def strip(scribe: Scribe, act: Act) -> str:
    """The awards of a round, a row for each side, every turn a link.

    Turns stand in the order of play from left to right. It says nothing that the
    list of turns does not say, so that readers of the page aloud pass it over.
    """
    names = "".join(
        f"<b class=s{side}>{html(name(key))}</b>" for side, key in enumerate(scribe.table.side_keys)
    )
    cells = []
    for scene in act.scenes:
        if scene.step is not None:
            side = scribe.side_of(scene.step.seat)
            shown = str(scene.scored) if scene.scored else "·"
            some = " p" if scene.scored else ""
            cells.append(f'<a href=#{scene.address} class="s{side}{some}">{shown}</a>')
    label = plain(scribe.say.say("page.this_round"))
    return f'<div class=strip aria-hidden=true title="{label}">{names}{"".join(cells)}</div>\n'


def graph(scribe: Scribe, scenes: Sequence[Scene]) -> str:
    """Every side's total over the whole match, with the target; one step a scene."""
    target = 2 * scribe.table.target
    every = [total for scene in scenes for total in scene.totals]
    low, high = min(0, *every), max(target, *every)

    def height(total: int) -> int:
        return _BOTTOM - (total - low) * (_BOTTOM - _TOP) // (high - low)

    across = [_across(number, len(scenes)) for number in range(len(scenes))]
    say = scribe.say
    parts = [
        f'<path class=axis d="M{GRAPH_LEFT} {height(0)}H{GRAPH_RIGHT}"/>',
        f'<path class=goal d="M{GRAPH_LEFT} {height(target)}H{GRAPH_RIGHT}"/>',
        *(
            f"<text x={GRAPH_LEFT - 6} y={height(total) + 4} class=scale>"
            f"{say.number(points(total))}</text>"
            for total in (0, target)
        ),
        *_rounds(scenes, across),
    ]
    for side in range(len(scribe.table.sides)):
        path = f"M{across[0]} {height(scenes[0].totals[side])}"
        before = scenes[0].totals[side]
        for scene, x in zip(scenes, across, strict=True):
            total = scene.totals[side]
            if total != before:
                path += f"H{x}V{height(total)}"
                before = total
        parts.append(f'<path class="line s{side}" d="{path}H{across[-1]}"/>')
    finals = zip(scribe.table.side_keys, scenes[-1].totals, strict=True)
    told = {name(key): say.number(points(total)) for key, total in finals}
    label = plain(say.say("page.graph", totals=[f"{key} {total}" for key, total in told.items()]))
    return (
        f'<svg class=graph viewBox="0 0 {GRAPH_WIDTH} {GRAPH_HEIGHT}" role=img aria-label="{label}"'
        f" data-left={GRAPH_LEFT} data-right={GRAPH_RIGHT}>{''.join(parts)}"
        f'<path class=now d="M0 {_TOP - 6}V{_BOTTOM}"/></svg>\n'
    )


def _across(number: int, of: int) -> int:
    return GRAPH_LEFT + (GRAPH_RIGHT - GRAPH_LEFT) * number // max(of - 1, 1)


def _rounds(scenes: Sequence[Scene], across: Sequence[int]) -> Iterator[str]:
    """A line where each round begins, and its number below."""
    before = 0
    for scene, x in zip(scenes, across, strict=True):
        if scene.round != before:
            before = scene.round
            if x > GRAPH_LEFT:
                yield f'<path class=grid d="M{x} {_TOP}V{_BOTTOM}"/>'
            yield f"<text x={x + 3} y={_BOTTOM + 16} class=number>{scene.round}</text>"


def sheet(scribe: Scribe, acts: Sequence[Act]) -> str:
    """The totals after each round as a table, and what the paper beside the table shows."""
    say, rounds = scribe.say, [act for act in acts if act.scenes]
    heads = "".join(
        f"<th scope=col><a href=#{act.scenes[0].address}>{act.number}</a>" for act in rounds
    )
    rows, tallies = [], []
    for side, key in enumerate(scribe.table.side_keys):
        totals = [act.scenes[-1].totals[side] for act in rounds]
        cells = "".join(f"<td>{say.number(points(total))}" for total in totals)
        swatch = (
            f'<svg class=swatch viewBox="0 0 28 8"><path class="line s{side}" d="M0 4H28"/></svg>'
        )
        rows.append(f"<tr><th scope=row class=s{side}>{swatch}{html(name(key))}{cells}")
        tallies.append(
            f"<p class=tally><span>{html(name(key))}</span>{_tally(scribe, totals[-1])}"
            f"<b>{say.number(points(totals[-1]))}</b></p>"
        )
    return (
        f"<div class=wide><table class=sheet><caption>{html(say.say('page.scores'))}</caption>"
        f"<tr><th scope=col>{html(say.say('words.round'))}{heads}{''.join(rows)}</table></div>"
        f"<div class=paper><h3>{html(say.say('page.paper'))}</h3>{''.join(tallies)}"
        f"<p class=small>{html(say.say('page.paper_how'))}</p></div>\n"
    )


def _tally(scribe: Scribe, halves: int) -> str:
    """S1's strokes and crosses, drawn; what they cannot say stands behind as a number."""
    below_zero, crosses, strokes, rest = tally(halves)
    path, x = "", 2
    if below_zero:
        path, x = f"M{x} 18h10", x + 18
    for _ in range(crosses):
        path += f"M{x + 6} 8l18 20M{x + 24} 8l-18 20" + "".join(
            f"M{x + across} {down}l5 6m0-6l-5 6"
            for across, down in ((12, 1), (0, 15), (25, 15), (12, 29))
        )
        x += _CROSS_STEP
    for number in range(strokes):
        path += f"M{x + 3} 6l-2 24"
        x += _STROKE_STEP + (_GAP if number == _FIVE_STROKES - 1 else 0)
    drawn = f'<path d="{path}"/>' if path else ""
    width = x + 4
    apart = f" <span>+ {scribe.say.number(points(rest))}</span>" if rest else ""
    return (
        f'<svg viewBox="0 0 {width} {_TALLY_HEIGHT}" width={width} aria-hidden=true>{drawn}</svg>'
        f"{apart}"
    )
