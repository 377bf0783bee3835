"""Turn lines: one turn of a round as a line of text. One grammar for sheets, scripts and people.

    [N.] NAME [draws N, | draws TILE …,] (TILE [on TILE|PIPS] | passes) CLAIM… [# note]

    12. Ben draws 4-4 1-0, 1-0 on 3-0 =10 +10 (25) ?!  # the only one he had

- `NAME` may be shortened while one player alone is meant, and is followed by a colon if one likes;
  a name written in full is that player, whatever else it begins. Capitals do not matter.
- `draws 2` are two tiles that nobody saw; `draws ?? 1-0` a tile unseen and one seen. Where a play
  follows tiles drawn, a comma stands before it, as in ``draws 4-4 1-0, 1-0 on 3-0``: what stands
  alone after the last comma is the play. ``draws 12`` might be a number or a tile and is not read.
- Claims and remarks follow in any order, each once: `=12` the end-sum; `+10` the award; `(25)` the
  running total; a mark, one of ``!! ! !? ?! ? ??``; `due 10` what the play was worth where its
  player scored less; `irregular`; `4.5s` the seconds that the turn took; and what others called:
  `claimed Cal +10 (25), Dee +5`.
- Points may be halves (``7.5``, ``7,5``, ``7½``). Tiles: see `notation`. Words: see `turn_words`.
- `#` begins a note. A line that holds nothing but a note speaks of the turn below it (`before`);
  below the last turn it speaks of the round.
- What a turn may hold besides (alternatives, analysis, several notes) no line can hold.

A line's first problem is reported and the line left out; the lines after it are read. A wrong
number in front is reported, and the turn is read. Who a shortened name means is decided here;
whether it is his turn, or a play legal, is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from allfives_cli.record.notation import Part, Problem, Unreadable
from allfives_cli.record.turn_quick import quick_turn
from allfives_cli.record.turn_reader import TurnReader, read_note

_LINE: Final = re.compile(r"[^\r\n]++")
_NUMBER: Final = re.compile(r"[ \t]*+([0-9]{1,9})\.[ \t]*+")
_NOTE_ALONE: Final = re.compile(r"[ \t]*+\#")


class LineTurn:
    """A turn that was read from a line; its parts have places only once they are asked for."""

    __slots__ = ("_at", "_line", "_offset", "_part", "_players", "plain")

    def __init__(
        self, line: str, at: int, players: Sequence[str] | None, offset: int, notes: list[Part]
    ) -> None:
        """Read the turn that begins at `at` of a line at `offset`. Raises Unreadable."""
        self._line = line
        self._at = at
        self._players = players
        self._offset = offset
        self._part: Part | None = None
        quick = None if at or notes or not players else quick_turn(line, players)
        if quick is None:
            self._part = TurnReader(line, players, offset).read(at, before=notes)
            quick = self._part.plain()
        self.plain: dict[str, Any] = quick
        """The turn without places, as JSON would have it."""

    @property
    def part(self) -> Part:
        """The turn as a mapping of parts, each with its place in the text."""
        if self._part is None:
            self._part = TurnReader(self._line, self._players, self._offset).read(self._at)
        return self._part


class TurnBlock(NamedTuple):
    """What came of several lines.

    Each of ``problems`` is paired with the index in ``turns`` at which its turn stands or would.
    ``closing`` are notes below the last turn. ``lines`` counts the lines that are turns, read or
    not; ``overflow`` is the offset of the first that was one too many, or None.
    """

    turns: list[LineTurn]
    problems: list[tuple[int, Problem]]
    closing: list[Part]
    lines: int
    overflow: int | None


def read_turn(line: str, players: Sequence[str] | None, mover: str | None = None) -> Part | Problem:
    """Read one line: a mapping with the keys of a record's turn, or why it cannot be read.

    `players` are the keys by which names are told; None takes every name as written. `mover` is
    the player of a line that names none, where that is known, as at the keyboard. A number in
    front is not compared with anything.
    """
    number = _NUMBER.match(line)
    try:
        return TurnReader(line, players).read(number.end() if number else 0, mover)
    except Unreadable as unreadable:
        return unreadable.problem


def read_behind(
    line: str, start: int, at: int, players: Sequence[str], mover: str
) -> Part | Problem:
    """Read what stands from `at` to the line's end behind a play that is named some other way.

    Given are the claims and remarks, as `read_turn` gives them, with the play's player and place;
    a second play is a problem. The play itself is what is written between `start` and `at`.
    """
    try:
        return TurnReader(line, players).read_behind(start, at, mover)
    except Unreadable as unreadable:
        return unreadable.problem


def read_turns(
    text: str,
    players: Sequence[str] | None,
    *,
    first: int = 1,
    most: int | None = None,
) -> TurnBlock:
    """Read lines, of which the first is turn `first` of its round, and at most `most` of them."""
    turns: list[LineTurn] = []
    problems: list[tuple[int, Problem]] = []
    notes: list[Part] = []
    lines = 0
    expected = first
    for found in _LINE.finditer(text):
        line, start = found[0], found.start()
        if not line.strip(" \t"):
            continue
        alone = _NOTE_ALONE.match(line)
        if alone:
            note = read_note(line, alone.end(), len(line), start)
            notes += [note] if note else []
            continue
        if lines == most:
            return TurnBlock(turns, problems, notes, lines, start)
        lines += 1
        number = _NUMBER.match(line)
        if number:
            problem = _misnumbered(number, expected, start)
            problems += [(len(turns), problem)] if problem else []
            expected = int(number[1])
        expected += 1
        try:
            turn = LineTurn(line, number.end() if number else 0, players, start, notes)
        except Unreadable as unreadable:
            problem = unreadable.problem
            placed = problem._replace(start=problem.start + start, end=problem.end + start)
            problems.append((len(turns), placed))
        else:
            turns.append(turn)
        notes = []
    return TurnBlock(turns, problems, notes, lines, None)


def _misnumbered(number: re.Match[str], expected: int, offset: int) -> Problem | None:
    found = int(number[1])
    if found == expected:
        return None
    place = number.start(1) + offset, number.end(1) + offset
    return Problem("turn-number", {"found": found, "expected": expected}, *place)
