"""Stepping through a match on a terminal: keys in, full screens out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from allfives_cli.checking.replay import Replay
from allfives_cli.commands.keyboard import keyboard
from allfives_cli.commands.options import NARROWEST, PIPED_WIDTH
from allfives_cli.commands.reports import board_lines
from allfives_cli.commands.selecting import At, read_at
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.show.stepping import Does, Stepper
from allfives_cli.text.catalog import Catalog

_CLEAR: Final = "\x1b[H\x1b[2J"
_OTHER_SCREEN, _OWN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
_MARGIN: Final = 1
_SCREEN: Final = (PIPED_WIDTH, 24)

_KEYS: Final[Mapping[str, Does]] = {
    **dict.fromkeys(["n", " ", "\r", "\n", "l", "\x1b[C", "\x1bOC"], Does.NEXT),
    **dict.fromkeys(["p", "b", "\x7f", "\x1b[D", "\x1bOD"], Does.BACK),
    **dict.fromkeys(["r", "j", "\x1b[B", "\x1bOB"], Does.NEXT_ROUND),
    **dict.fromkeys(["R", "k", "\x1b[A", "\x1bOA"], Does.ROUND_BACK),
    **dict.fromkeys(["\x1b[H", "\x1bOH", "\x1b[1~"], Does.FIRST),
    **dict.fromkeys(["\x1b[F", "\x1bOF", "\x1b[4~"], Does.LAST),
    **dict.fromkeys(["q", "Q", "\x04", "\x1b", ""], Does.QUIT),
    **dict.fromkeys(["h", "?"], Does.HELP),
    "a": Does.NEXT_AWARD,
    "g": Does.GO,
    "f": Does.FLIP,
    "e": Does.EXPLAIN,
}


def can_step() -> bool:
    """Whether there is a terminal to read keys from and to draw on."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def step_through(replayed: Replay, at: At | None, style: str, say: Catalog) -> None:
    """Show a match turn by turn until it is left. A whole screen is drawn after each key."""

    def draw(layout: Layout, rules: RuleSet, how: str) -> list[str]:
        return board_lines(layout, rules, say, width=_size()[0], style=how)

    stepper = Stepper(replayed, style, draw, say)
    if stepper.is_empty:
        return
    if at is not None:
        stepper.go(*at)
    with _screen(), keyboard() as keys:
        while True:
            _show(stepper)
            does = _KEYS.get(keys.key())
            if does is Does.QUIT:
                return
            if does is Does.GO:
                _write("\r\n" + say.say("step.ask"))
                goal = read_at(keys.line().strip())
                if goal is not None:
                    stepper.go(*goal)
            elif does is not None:
                stepper.do(does)


def _size() -> tuple[int, int]:
    columns, lines = shutil.get_terminal_size(_SCREEN)
    return max(columns - _MARGIN, NARROWEST), lines


def _show(stepper: Stepper) -> None:
    width, height = _size()
    _write(_CLEAR + "\r\n".join(stepper.lines(width, height)))


@contextmanager
def _screen() -> Iterator[None]:
    """The terminal's other screen, so that what stood on this one comes back."""
    _write(_OTHER_SCREEN)
    try:
        yield
    finally:
        _write(_OWN_SCREEN)


def _write(text: str) -> None:
    # Not by click, which leaves such sequences out where colours are not wanted.
    sys.stdout.write(text)
    sys.stdout.flush()
