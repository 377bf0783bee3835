"""What the commands that read records have in common: findings, boards, statuses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import click

from allfives_cli.checking.replay import replay
from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined, Located, examine
from allfives_cli.commands.inputs import readings
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import Tile
from allfives_cli.show.findings import Board, shown
from allfives_cli.show.formats.lines import Text
from allfives_cli.text.catalog import Catalog

if TYPE_CHECKING:
    from allfives_cli.show.replays import Draw
    from allfives_cli.show.strips import Labels

_LABELS = ("spinner", "line", "left", "right", "up", "down", "ends", "counts", "is_open")
_MORE_LABELS = ("uncounted", "last")


def board_labels(say: Catalog) -> Labels:
    """The words of a drawing in one language."""
    from allfives_cli.show.strips import Labels  # noqa: PLC0415 - only where a board is drawn

    return Labels(**{name: say.say(f"board.{name}") for name in (*_LABELS, *_MORE_LABELS)})


def board_lines(
    layout: Layout, rules: RuleSet, say: Catalog, *, width: int, style: str
) -> list[str]:
    """A layout drawn in the chosen style, its last tile marked; no lines for ``none``."""
    from allfives_cli.show.board import draw_board  # noqa: PLC0415 - as above

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

    @cache
    def layouts() -> dict[tuple[int, int], tuple[Layout, RuleSet]]:
        """The layouts after each turn, in the rounds that have a finding in a turn."""
        found: dict[tuple[int, int], tuple[Layout, RuleSet]] = {}
        if examined.reading.record is not None:
            rounds = {each.round for each in shown(examined) if each.round and each.turn}
            for played in replay(examined.reading.record, rounds).rounds:
                if played.began is not None:
                    found[played.number, 0] = (played.began.layout, played.began.rules)
                for step in played.steps:
                    found[played.number, step.number] = (step.after.layout, step.after.rules)
        return found

    def board(found: Located) -> list[str]:
        if found.round is None or style == "none":
            return []
        # A turn that was refused has left the layout as the turn before did.
        for turn in examined.turns_before(found):
            at = layouts().get((found.round, turn))
            if at is not None:
                return board_lines(*at, say, width=width - 4, style=style)
        return []

    return board


def replayed(path: str) -> list[Examined]:
    """The records that a path names, each with its replayed turns."""
    return [examine(reading, keep_steps=True) for reading in readings([path])]


def echo_findings(examined: Examined, say: Catalog, width: int) -> None:
    """Print on standard error the findings of one record, at most so many, without boards."""
    form = Text(say, width, lambda each: fault_boards(each, say, width=width, style="none"))
    click.echo(form.record(examined), nl=False, err=True)


def reported(examined: Iterable[Examined], say: Catalog, width: int) -> int:
    """Print the findings of every record; return the exit status."""
    found = list(examined)
    for each in found:
        echo_findings(each, say, width)
    return status_of(found)


def status_of(examined: Iterable[Examined], *, strict: bool = False) -> int:
    """The exit status: 3 for an input that cannot be read, 1 for errors, else 0."""
    tally = Tally()
    for each in examined:
        tally.add(each)
    return tally.status(strict=strict)
