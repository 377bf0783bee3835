"""Stepping through matches on a terminal: keys in, full screens out.

The terminal is given back as it was, whatever ends it: a key, or a signal.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from allfives_cli.checking.replay import Replay
from allfives_cli.commands.keyboard import ESCAPE, Keys, keyboard, typed_line
from allfives_cli.commands.options import NARROWEST, PIPED_WIDTH, is_dumb
from allfives_cli.commands.printing import let_go_of_output
from allfives_cli.commands.reports import board_lines
from allfives_cli.commands.selecting import At, read_at
from allfives_cli.commands.signals import Ended, Signals
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.show.stepping import Does, Stepper
from allfives_cli.text.catalog import Catalog

_CLEAR: Final = "\x1b[H\x1b[2J"
_BELOW: Final = "\r\n\r\n"
"""What stands between screens where none can be cleared."""
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
    **dict.fromkeys(["\x1b[6~", "d"], Does.DOWN),
    **dict.fromkeys(["\x1b[5~", "u"], Does.UP),
    "N": Does.NEXT_RECORD,
    "P": Does.RECORD_BACK,
    **dict.fromkeys(["q", "Q", "\x04", ESCAPE, ""], Does.QUIT),
    **dict.fromkeys(["h", "?"], Does.HELP),
    "a": Does.NEXT_AWARD,
    "g": Does.GO,
    "f": Does.FLIP,
    "e": Does.EXPLAIN,
}


def step_through(matches: Sequence[Replay], at: At | None, style: str, say: Catalog) -> int | None:
    """Show matches turn by turn until they are left; a whole screen is drawn after each key.

    Returns the exit status where a signal ended it, else None.
    """

    def draw(layout: Layout, rules: RuleSet, how: str) -> list[str]:
        return board_lines(layout, rules, say, width=_size()[0], style=how)

    several = len(matches) > 1
    steppers = [
        Stepper(match, style, draw, say, f"{number}/{len(matches)}" if several else "")
        for number, match in enumerate(matches, start=1)
    ]
    for stepper in steppers:
        if at is not None:
            stepper.go(*at)
    steppers = [stepper for stepper in steppers if not stepper.is_empty]
    if not steppers:
        return None
    try:
        with Signals(), _screen(), keyboard() as keys:
            _step(steppers, keys, say)
    except Ended as ended:
        return ended.status
    return None


def _step(steppers: Sequence[Stepper], keys: Keys, say: Catalog) -> None:
    at, notice = 0, ""
    while True:
        _show(steppers[at], notice)
        notice = ""
        match does := _KEYS.get(keys.key()):
            case None:
                pass
            case Does.QUIT:
                return
            case Does.NEXT_RECORD:
                at = min(at + 1, len(steppers) - 1)
            case Does.RECORD_BACK:
                at = max(at - 1, 0)
            case Does.GO:
                notice = _go(steppers[at], keys, say)
            case _:
                steppers[at].do(does)


def _go(stepper: Stepper, keys: Keys, say: Catalog) -> str:
    """Ask for a turn and go there; what to say where that cannot be."""
    _write("\r\n" + say.say("step.ask"))
    typed = (typed_line(keys, _write) or "").strip()
    if not typed:
        return ""
    goal = read_at(typed)
    if goal is None:
        return say.say("replay.at_form", text=typed)
    return "" if stepper.go(*goal) else say.say("step.nowhere", at=typed)


def _size() -> tuple[int, int]:
    columns, lines = shutil.get_terminal_size(_SCREEN)
    return max(columns - _MARGIN, NARROWEST), lines


def _show(stepper: Stepper, notice: str) -> None:
    width, height = _size()
    before = _BELOW if is_dumb() else _CLEAR
    _write(before + "\r\n".join(stepper.lines(width, height, notice)))


@contextmanager
def _screen() -> Iterator[None]:
    """The terminal's other screen, so that what stood on this one comes back; if it has one."""
    if not is_dumb():
        _write(_OTHER_SCREEN)
    try:
        yield
    finally:
        try:
            _write("\r\n" if is_dumb() else _OWN_SCREEN)
        except OSError:  # the terminal has gone
            let_go_of_output()


def _write(text: str) -> None:
    # Not by click, which leaves such sequences out where colours are not wanted.
    sys.stdout.write(text)
    sys.stdout.flush()
