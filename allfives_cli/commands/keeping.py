"""Where the record of a match goes that people have played at a terminal without naming a file.

Nothing is thrown away unasked: a file that was saved to is brought up to date,
else one is asked for, and where nobody can be asked the record is printed.
"""

from __future__ import annotations

import shlex
from typing import Final, NamedTuple

from allfives_cli.commands.claiming import shown
from allfives_cli.commands.console import ConsoleScreen
from allfives_cli.commands.recordfile import RecordFile
from allfives_cli.play.command_words import ALL_WORDS, command_of
from allfives_cli.play.draft import INCIDENTS_KEY
from allfives_cli.play.sayings import Dropped, NoName, NotSaved, Refused, Unkept, Unnamed
from allfives_cli.play.typed import Command, Pick, Refusal, Turn, read_typed
from allfives_cli.record.model import Record
from allfives_cli.record.turn_words import folded
from allfives_cli.text.catalog import Catalog

_FOLDED: Final = tuple(map(folded, ALL_WORDS))


class Where(NamedTuple):
    """Where a record is: in the file ``path``, else on standard output where it ``is_printed``."""

    path: str | None
    is_printed: bool = False


def keep(file: RecordFile, screen: ConsoleScreen, *, may_ask: bool) -> Where:
    """Keep the record of a match that has no file of its own.

    A line without a name drops it. Raises KeyboardInterrupt at the second
    interrupt key on one question.
    """
    if not _is_worth_keeping(file.record()):
        return Where(None)
    if file.saved is not None:
        path = _saved(file, None, screen)
        if path is not None:
            return Where(path)
    if may_ask:
        screen.say(Unkept())
    while may_ask:
        line = _line(screen)
        if line is None:
            break
        if not line.strip():
            screen.say(Dropped())
            return Where(None)
        word = _word_of_table(line)
        if word is not None:
            screen.say(NoName(word))
            continue
        path = _saved(file, line, screen)
        if path is not None:
            return Where(path)
    return Where(None, is_printed=True)


def _is_worth_keeping(record: Record) -> bool:
    """Whether anything has happened: a turn, a note, what a program did wrong, an end."""
    rounds = any(played.turns or played.notes for played in record.rounds)
    return rounds or record.result is not None or INCIDENTS_KEY in (record.ext or {})


def _line(screen: ConsoleScreen) -> str | None:
    """A line of whoever is there; None at the end of input. A second interrupt passes."""
    try:
        return screen.ask(None)
    except KeyboardInterrupt:
        screen.say(Unnamed())
        return screen.ask(None)


def _word_of_table(line: str) -> str | None:
    """The first word of a line that means something at the table; None of one that names a file.

    So does the beginning of a command, as ``q``. What stands behind ``save`` is a name, whatever
    it is, unless it begins with ``#``.
    """
    first, *rest = line.split(maxsplit=1)
    behind = rest[0].strip() if rest else ""
    if command_of(first) == "save":
        return behind.split()[0] if behind.startswith("#") else None
    begun = not behind and any(word.startswith(folded(first)) for word in _FOLDED)
    is_typed_there = isinstance(read_typed(line, (), ""), Command | Pick | Turn)
    return first if begun or is_typed_there or first.startswith("#") else None


def _saved(file: RecordFile, line: str | None, screen: ConsoleScreen) -> str | None:
    """Save to the file that a line names, or where it was saved to last; None if it is refused."""
    typed = None if line is None else _read(line)
    if isinstance(typed, Refusal):
        screen.say(Refused(typed, None))
        return None
    try:
        return file(None if typed is None else typed.argument or None)
    except NotSaved as failed:
        screen.say(Refused(Refusal(failed.code, failed.params, 0, 0), None))
        return None


def _read(line: str) -> Command | Refusal:
    """The name of a file, as ``match.json`` or ``save match.json``."""
    first = line.split(maxsplit=1)[0]
    typed = read_typed(line if command_of(first) == "save" else f"save {line.strip()}", (), "")
    assert isinstance(typed, Command | Refusal)  # noqa: S101 - it begins with a command's word
    return typed


def left_lines(where: Where, say: Catalog) -> list[str]:
    """Sentences on a match that was left before its end, and how to go on with it."""
    sentences: list[str] = [say.say("play.left")]
    if where.path is not None:
        path = shown(shlex.quote(where.path))
        sentences.append(say.say("play.go_on", path=path))
    elif where.is_printed:
        sentences.append(say.say("play.go_on_from_output"))
    return sentences
