"""What the commands that read records have in common: findings, boards, statuses."""

from __future__ import annotations

from collections.abc import Iterable

import click

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.validation import Examined, Located, examine
from allfives_cli.commands.inputs import UNREADABLE
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import Tile
from allfives_cli.show.board import draw_board
from allfives_cli.show.findings import MOST_SHOWN, Board, text_lines
from allfives_cli.show.replays import Draw
from allfives_cli.show.strips import Labels
from allfives_cli.text.catalog import Catalog

SOUND, FINDINGS, UNREADABLE_STATUS = 0, 1, 3

_LABELS = ("spinner", "line", "left", "right", "up", "down", "ends", "counts", "is_open")
_MORE_LABELS = ("uncounted", "last")


def board_labels(say: Catalog) -> Labels:
    """The words of a drawing in one language."""
    return Labels(**{name: say.say(f"board.{name}") for name in (*_LABELS, *_MORE_LABELS)})


def board_lines(
    layout: Layout, rules: RuleSet, say: Catalog, *, width: int, style: str
) -> list[str]:
    """A layout drawn in the chosen style, its last tile marked; no lines for ``none``."""
    last: Tile | None = layout.tiles[-1] if layout.covered else None
    labels = board_labels(say)
    match style:
        case "boxes" | "ascii" | "arms":
            return draw_board(layout, rules, labels, width=width, style=style, last=last)
        case _:
            return []


def board_drawer(say: Catalog, *, width: int, style: str) -> Draw:
    """A function that draws layouts in the chosen style."""
    return lambda layout, rules: board_lines(layout, rules, say, width=width, style=style)


def fault_boards(examined: Examined, say: Catalog, *, width: int, style: str) -> Board:
    """A function that draws the layout at the place of a finding, replaying once if asked."""
    shown: dict[tuple[int, int], tuple[Layout, RuleSet]] = {}

    def look_up() -> None:
        replayed = examine(examined.reading, keep_steps=True).replay
        for played in replayed.rounds if replayed else ():
            if played.began is not None:
                shown[played.number, 0] = (played.began.layout, played.began.rules)
            for step in played.steps:
                shown[played.number, step.number] = (step.after.layout, step.after.rules)

    def board(found: Located) -> list[str]:
        if found.turn is None or found.round is None or style == "none":
            return []
        if not shown:
            look_up()
        # A turn that was refused has left the layout as the turn before did.
        at = shown.get((found.round, found.turn)) or shown.get((found.round, found.turn - 1))
        return [] if at is None else board_lines(*at, say, width=width - 4, style=style)

    return board


def echo_findings(examined: Examined, say: Catalog, *, width: int, style: str, err: bool) -> None:
    """Print the findings of one record, at most so many, and how many more there are."""
    board = fault_boards(examined, say, width=width, style=style)
    for found in examined.findings[:MOST_SHOWN]:
        for line in text_lines(found, examined, board, say, width):
            click.echo(line, err=err)
    more = len(examined.findings) - MOST_SHOWN
    if more > 0:
        click.echo(say.say("validate.more", number=more), err=err)


def status_of(examined: Iterable[Examined], *, strict: bool = False) -> int:
    """The exit status: 3 for an input that cannot be read, 1 for errors, else 0."""
    each = list(examined)
    codes = {found.code for one in each for found in one.findings}
    if codes & UNREADABLE:
        return UNREADABLE_STATUS
    severities = {found.severity for one in each for found in one.findings}
    fatal = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return FINDINGS if severities & fatal else SOUND
