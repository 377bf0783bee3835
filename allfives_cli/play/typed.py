"""One line that a person types or a script holds: a command, a choice by number, or a turn.

A turn is written as on a sheet (`record.turn_lines`); the player may be left
out. ``#2`` is the second of the choices shown, and behind it may stand what may
stand behind a play; a line that begins with any other ``#`` is a comment.
Whether a play is legal is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from unicodedata import category

from allfives_cli.nearest import nearest
from allfives_cli.play.command_words import ALL_WORDS, Kind, command_of
from allfives_cli.record.notation import Part, Problem
from allfives_cli.record.places import excerpt
from allfives_cli.record.turn_lines import read_behind, read_turn

LONGEST_LINE: Final = 4000
"""Characters; a text of a record is no longer."""

_PICK: Final = re.compile(r"\s*#(\d+)")
_FIRST: Final = re.compile(r"\s*(\S+)[ \t]*")
_NUMBERED: Final = re.compile(r"[ \t]*([0-9]{1,9})\.(?![0-9])")
_WITH_ROUND: Final = re.compile(r"[ \t]*([0-9]{1,9}\.([0-9]{1,9}))\.?(?!\S)")
_LIKE_A_TILE: Final = re.compile(r"[0-9]+(?:[-–−|:/][0-9]*)?")
_NO_PART: Final = ("turn-line", "not-a-tile", "bare-number", "unknown-word", "second-tile")
"""What a reader calls what is none of the parts that may stand behind a play."""


class Refusal(NamedTuple):
    """Why a line is not obeyed, and where: offsets from 0, the end exclusive.

    ``code`` is that of a finding, or of the table's own (`OWN_CODES`).
    """

    code: str
    params: dict[str, object]
    start: int
    end: int


OWN_CODES: Final[dict[str, tuple[str, ...]]] = {
    "control-character": (),
    "line-too-long": ("limit",),
    "no-such-choice": ("number", "most"),
    "behind-choice": ("text", "number"),
    "argument-missing": ("word",),
    "no-argument": ("word", "text"),
    "no-mark": ("text", "marks"),
    "nothing-to-undo": (),
    "no-turn-yet": (),
    "no-such-word": ("word",),
    "near-word": ("word", "near"),
    "round-number": ("text", "turn"),
    "no-play": ("player", "playable"),
    "not-at-this-table": ("word",),
    "draws-differ": ("player", "claimed", "drawn"),
    "turn-differs": ("player", "tile", "on"),
    "lead-differs": ("player", "tile"),
    "not-saved": ("path", "reason"),
    "file-is-there": ("path",),
    "changed-meanwhile": ("path",),
    "nowhere-to-save": (),
    "other-ending": ("path",),
    "match-over": (),
}
"""What is refused at the table and in no record: code -> names of its params."""


class Command(NamedTuple):
    """A command and what follows it, with the offsets of both."""

    kind: Kind
    word: str
    argument: str
    start: int
    end: int


class Pick(NamedTuple):
    """A choice by the number that it was shown with, from 1.

    ``behind`` are the claims and remarks of the line, as `read_turn` gives them.
    """

    number: int
    start: int
    end: int
    behind: Part


class Turn(NamedTuple):
    """A turn line: its parts, as `read_turn` gives them, and the number before it, if any."""

    part: Part
    number: int | None


Typed = Command | Pick | Turn | Refusal | None
"""None for a line that says nothing."""


def read_typed(line: str, players: Sequence[str], mover: str) -> Typed:
    """Read one line, without its line feed. ``mover`` is meant where no player is named."""
    refused = _unfit(line)
    if refused is not None:
        return refused
    picked = _PICK.match(line)
    if picked:
        return _pick(line, picked, players, mover)
    first = _FIRST.match(line)
    if first is None or first[1].startswith("#"):
        return None
    kind = command_of(first[1])
    if kind is not None and first[1] not in players:
        argument = line[first.end() :].rstrip().replace("\t", " ")
        return Command(kind, first[1], argument, *first.span(1))
    return _turn(line, players, mover)


def _unfit(line: str) -> Refusal | None:
    """Why a line cannot be read at all."""
    if len(line) > LONGEST_LINE:
        return Refusal("line-too-long", {"limit": LONGEST_LINE}, LONGEST_LINE, len(line))
    for at, character in enumerate(line):
        if character != "\t" and category(character) in ("Cc", "Cs", "Zl", "Zp"):
            return Refusal("control-character", {}, at, at + 1)
    return None


def _pick(line: str, picked: re.Match[str], players: Sequence[str], mover: str) -> Pick | Refusal:
    number, start, end = int(picked[1]), picked.start(1) - 1, picked.end()
    behind = read_behind(line, start, end, players, mover)
    if isinstance(behind, Part):
        return Pick(number, start, end, behind)
    code, params, *place = behind
    if code in _NO_PART or (code == "part-twice" and params["part"] in ("on", "draw", "pass")):
        text = excerpt(line[slice(*place)])
        return Refusal("behind-choice", {"text": text, "number": number}, *place)
    return Refusal(*behind)


def _turn(line: str, players: Sequence[str], mover: str) -> Turn | Refusal:
    turn = read_turn(line, players, mover)
    if isinstance(turn, Problem):
        is_word = turn.code == "unknown-player"
        return _slip(line, players, mover, turn) if is_word else Refusal(*turn)
    numbered = _NUMBERED.match(line)
    return Turn(turn, int(numbered[1]) if numbered else None)


def _slip(line: str, players: Sequence[str], mover: str, problem: Problem) -> Refusal:
    """What is wrong with a word that stands where a player's name may, and is none.

    A player is meant only where a turn follows.
    """
    _, _, start, end = problem
    word = line[start:end]
    with_round = _WITH_ROUND.match(line)
    if with_round:
        params: dict[str, object] = {"text": with_round[1], "turn": int(with_round[2])}
        return Refusal("round-number", params, *with_round.span(1))
    if _LIKE_A_TILE.fullmatch(word):
        return Refusal("not-a-tile", {"value": word}, start, end)
    rest = read_turn(line[end:], players, mover)
    if isinstance(rest, Part) and rest.plain().keys() & {"tile", "draw", "pass"}:
        return Refusal(*problem)
    near = nearest(word, (*ALL_WORDS, *players))
    if near is None:
        return Refusal("no-such-word", {"word": word}, start, end)
    return Refusal("near-word", {"word": word, "near": near}, start, end)
