"""A match at which one looks turn by turn: where one stands, what is shown, what keys do.

Knows no terminal: it is told the size of the screen and gives lines, and it is
told what to do and moves.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, final

from allfives_cli.checking.replay import Replay, RoundReplay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Step
from allfives_cli.explain import explain_round_end, explain_step
from allfives_cli.game.actions import Hand
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.show.remarks import before_lines, remark_lines
from allfives_cli.show.settlements import settlement_lines
from allfives_cli.show.turns import hand_lines, heading, reasons, scores_line
from allfives_cli.show.wrapping import folded, hanging
from allfives_cli.text.catalog import Catalog

DrawIn = Callable[[Layout, RuleSet, str], list[str]]
"""Draws a layout in a style: the one chosen, or arms where that takes too many lines."""

IN_WORDS = "arms"
_PROMPT = 1
"""Lines left free below a screen, for what is asked there."""
_APART = "   "


class Does(StrEnum):
    """What a key does."""

    NEXT = "next"
    BACK = "back"
    NEXT_ROUND = "next_round"
    ROUND_BACK = "round_back"
    NEXT_AWARD = "next_award"
    FIRST = "first"
    LAST = "last"
    GO = "go"
    FLIP = "flip"
    EXPLAIN = "explain"
    DOWN = "down"
    UP = "up"
    NEXT_RECORD = "next_record"
    RECORD_BACK = "record_back"
    HELP = "help"
    QUIT = "quit"


class Scene(NamedTuple):
    """One thing to look at: a turn, or the end of a round where ``step`` is None."""

    played: RoundReplay
    step: Step | None


@final
class Stepper:
    """Where one stands in a match, and what of it is shown. Needs a table: a replay that played.

    ``record`` says which of several records it is, as ``2/3``.
    """

    def __init__(
        self, replayed: Replay, style: str, draw: DrawIn, say: Catalog, record: str = ""
    ) -> None:
        self._replayed = replayed
        self._record = record
        self._style = style
        self._draw = draw
        self._say = say
        self._scenes = _scenes(replayed)
        self._at = 0
        # Whose hands are shown, the first now: all (None), one seat's, nobody's (-1).
        self._eyes: list[int | None] = [None, *range(len(self._table.players)), -1]
        self._explains = True
        self._helps = False
        # The first line that is shown of what is too long, and how many one sees of it.
        self._top = 0
        self._seen = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look at."""
        return not self._scenes

    def do(self, does: Does) -> None:
        """Move or switch. Going to a turn is `go`, leaving and other records are the caller's."""
        if does in (Does.DOWN, Does.UP):
            self._top += self._seen if does is Does.DOWN else -self._seen
            return
        self._top = 0
        self._helps = does is Does.HELP and not self._helps
        last = len(self._scenes) - 1
        match does:
            case Does.NEXT:
                self._at = min(self._at + 1, last)
            case Does.BACK:
                self._at = max(self._at - 1, 0)
            case Does.FIRST:
                self._at = 0
            case Does.LAST:
                self._at = last
            case Does.NEXT_ROUND:
                self._to_round(self._scene.played.number + 1)
            case Does.ROUND_BACK:
                self._to_round(self._scene.played.number - 1)
            case Does.NEXT_AWARD:
                self._to_award()
            case Does.FLIP:
                self._eyes.append(self._eyes.pop(0))
            case Does.EXPLAIN:
                self._explains = not self._explains
            case _:
                pass

    def go(self, number: int, turn: int | None) -> bool:
        """Go to a turn, or to the first of a round; whether there is one."""
        for index, scene in enumerate(self._scenes):
            at = scene.step.number if scene.step is not None else 0
            if scene.played.number == number and turn in (None, at):
                self._at, self._top = index, 0
                self._helps = False
                return True
        return False

    def lines(self, width: int, height: int, notice: str = "") -> list[str]:
        """The screen. Where it is too low, the board is told in words, then reasons are left out.

        Of what is still too long as much is shown as there is room for, and which lines
        these are: `do` moves down and up in them. ``notice`` is said below.
        """
        below = self._footer(width) + (folded(notice, width) if notice else [])
        room = height - len(below) - _PROMPT
        body = self._body(width, self._style, explains=self._explains)
        if len(body) > room:
            body = self._body(width, IN_WORDS, explains=self._explains)
        if len(body) > room:
            body = self._body(width, IN_WORDS, explains=False)
        return [*self._window(body, width, room), *below]

    def _footer(self, width: int) -> list[str]:
        place = f"{self._at + 1}/{len(self._scenes)}"
        footer = self._say.say("step.footer", place=place).split(_APART)
        if self._record:
            footer.insert(0, self._say.say("step.record", place=self._record))
        return hanging("", footer, width, _APART)

    def _window(self, body: list[str], width: int, room: int) -> list[str]:
        """The lines that there is room for, and below them which of how many these are."""
        if len(body) <= room:
            self._top = self._seen = 0
            return body
        most = {"first": len(body), "last": len(body), "lines": len(body)}
        self._seen = max(room - len(folded(self._say.say("step.part", **most), width)), 1)
        first = self._top = max(min(self._top, len(body) - self._seen), 0)
        shown = body[first : first + self._seen]
        part = {"first": first + 1, "last": first + len(shown), "lines": len(body)}
        return [*shown, *folded(self._say.say("step.part", **part), width)]

    @property
    def _table(self) -> Table:
        table = self._replayed.table
        assert table is not None  # noqa: S101 - the command steps only through what was replayed
        return table

    @property
    def _scene(self) -> Scene:
        return self._scenes[self._at]

    def _to_round(self, number: int) -> None:
        numbers = [scene.played.number for scene in self._scenes]
        if number in numbers:
            self._at = numbers.index(number)

    def _to_award(self) -> None:
        for index in range(self._at + 1, len(self._scenes)):
            step = self._scenes[index].step
            if step is not None and step.award:
                self._at = index
                return

    def _body(self, width: int, style: str, *, explains: bool) -> list[str]:
        if self._helps:
            return help_lines(self._say, width, among_records=bool(self._record))
        scene, say = self._scene, self._say
        if scene.step is None:
            return self._end_lines(scene.played, width)
        explained = explain_step(self._table, scene.played.number, scene.step)
        state = explained.state
        drawn = self._draw(state.layout, state.rules, style)
        told = reasons(explained, say, width) if explains else scores_line(explained, say, width)
        written = scene.step.written
        return [
            *before_lines(written, say, width),
            *heading(explained, say, width),
            *drawn,
            *told,
            *(remark_lines(written, say, width) if explains else []),
            *hand_lines(self._table.players, self._hands(state.hands), state.boneyard_size, say,
                        width),
        ]  # fmt: skip

    def _hands(self, hands: list[Hand]) -> list[Hand]:
        """The hands as the chosen eyes see them."""
        eyes = self._eyes[0]
        return [
            hand if eyes in (None, seat) else Hand(unseen=len(hand))
            for seat, hand in enumerate(hands)
        ]

    def _end_lines(self, played: RoundReplay, width: int) -> list[str]:
        match = self._replayed.match
        end = None if match is None else explain_round_end(self._table, played, match)
        said = folded(self._say.say("page.round_end", round=played.number), width)
        return said if end is None else [*said, *settlement_lines(end, self._say, width)]


def _scenes(replayed: Replay) -> list[Scene]:
    scenes: list[Scene] = []
    for played in replayed.rounds:
        scenes += [Scene(played, step) for step in played.steps]
        if played.settlement is not None:
            scenes.append(Scene(played, None))
    return scenes


def help_lines(say: Catalog, width: int, *, among_records: bool) -> list[str]:
    """What every key does."""
    between = () if among_records else (Does.NEXT_RECORD, Does.RECORD_BACK)
    keys = {does: say.say(f"step.key.{does}") for does in Does if does not in between}
    room = max(map(len, keys.values())) + 2
    return [
        line
        for does, named in keys.items()
        for line in hanging(named.ljust(room), say.say(f"step.does.{does}").split(), width)
    ]
