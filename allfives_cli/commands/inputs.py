"""The records that a command line names: files, folders, patterns, standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from glob import glob, has_magic
from typing import Final, NamedTuple

from allfives_cli.record.model import Json
from allfives_cli.record.opening import opened, read_bytes, read_lines
from allfives_cli.record.other_documents import LISTS, OTHER_DOCUMENTS
from allfives_cli.record.places import Refusal, Span
from allfives_cli.record.reading import ARCHIVE, Fault, Reading, read_record
from allfives_cli.record.source import Form
from allfives_cli.record.writing import write_json

ENDINGS: Final = (".json", ".yaml", ".yml", ".jsonl")
JOURNAL: Final = ".part"
JOURNAL_BEGINS: Final = b'{"seq":'
STDIN: Final = "-"
ANY_DEPTH: Final = "**"


class Lent(NamedTuple):
    """What the command line lends to records: a name to standard input, rules where none are."""

    stdin_name: str | None = None
    rules: Json | None = None


NOTHING_LENT: Final = Lent()


class Found(str):
    """The path of a file that nobody named: it was found in a folder, or by a pattern."""

    __slots__ = ()


def readings(paths: Iterable[str], lent: Lent = NOTHING_LENT) -> Iterator[Reading]:
    """Read every record that the paths name, one after another, as `named` and `read` do."""
    for path in named(paths):
        yield from read(path, lent)


def named(paths: Iterable[str]) -> list[str]:
    """Every file that the paths name, each once.

    Folders are walked for records, and links to folders as well, but no folder
    twice; what is hidden there, or is no regular file, is passed over. A path
    that is named itself stays whatever it is, and so does one under which
    nothing was found: reading it says what is wrong.
    """
    files: dict[str, str] = {}
    for path in paths:
        for name in _expanded(path):
            if name not in files or not isinstance(name, Found):
                files[name] = name
    return list(files.values())


def read(path: str, lent: Lent = NOTHING_LENT) -> Iterator[Reading]:
    """Read the records of one file, or of standard input.

    An input that cannot be read comes as a Reading with that fault. One line
    of an archive is held at a time. Of a path that is `Found`, a document of the
    program's own that is no record comes as a Reading with nothing but that note.
    """
    shown = (lent.stdin_name or "<stdin>") if path == STDIN else path
    shown = shown.replace(os.sep, "/")
    try:
        if shown.endswith(ARCHIVE):
            with opened(sys.stdin.buffer if path == STDIN else path) as stream:
                yield from _of_archive(read_lines(stream), shown, lent)
            return
        data = read_bytes(sys.stdin.buffer if path == STDIN else path)
    except Refusal as refused:
        reading = Reading(shown, "json", b"")
        reading.faults.append(Fault(refused.code, refused.params, None))
        yield reading
        return
    if shown.endswith(JOURNAL):
        yield _of_journal(data, shown)
        return
    reading = read_record(data, shown, _form(shown, data), rules=lent.rules)
    if reading.record is None and isinstance(path, Found):
        _pass_over(reading)
    if path != STDIN and _has_journal(path):
        reading.faults.append(_note("file-journal-beside", journal=shown + JOURNAL))
    yield reading


def _of_journal(data: bytes, name: str) -> Reading:
    """The record that follows from the journal of a match; its places are those in that record."""
    # Here, not above: records have no need of it.
    from allfives_cli.play.journal_lines import Damaged, read_journal  # noqa: PLC0415

    try:
        kept = read_journal(data)
    except Damaged as damaged:
        reading = Reading(name, "json", data)
        span = Span(damaged.line, 1, damaged.line, 1)
        reading.faults.append(Fault("file-journal-damaged", {"line": damaged.line}, span))
        return reading
    text = "" if kept is None else write_json(kept.record)
    reading = read_record(text.encode(), name, "json")
    if kept is not None and kept.torn:
        reading.faults.append(_note("file-journal-torn"))
    return reading


def _pass_over(reading: Reading) -> None:
    """Take nothing amiss in what is another document than a record."""
    for fault in reading.faults:
        if fault.code == "not-a-record" and fault.params["found"] in (*OTHER_DOCUMENTS, *LISTS):
            reading.faults = [_note("file-passed-over", found=fault.params["found"])]
            return


def _note(code: str, **params: object) -> Fault:
    return Fault(code, params, None, is_note=True)


def _has_journal(path: str) -> bool:
    """Whether actions of a match may lie beside its record, and not in it yet."""
    try:
        with open(os.path.realpath(path) + JOURNAL, "rb") as stream:  # noqa: PTH123 - as above
            return stream.read(len(JOURNAL_BEGINS)) == JOURNAL_BEGINS
    except (OSError, ValueError):
        return False


def _of_archive(lines: Iterable[tuple[int, bytes]], name: str, lent: Lent) -> Iterator[Reading]:
    """An archive, one record a line; a bad line does not stop the rest."""
    reading: Reading | None = None
    for number, line in lines:
        reading = read_record(line, name, "json", number, lent.rules)
        yield reading
        if number == 1 and any(fault.code == "file-encoding" for fault in reading.faults):
            return  # what follows are not lines
    if reading is None:
        yield read_record(b"", name, "json")


def _form(name: str, data: bytes) -> Form:
    """By the name's ending; else JSON where the text begins as JSON does."""
    if name.endswith((".yaml", ".yml")):
        return "yaml"
    if name.endswith(".json"):
        return "json"
    return "json" if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") else "yaml"


def _expanded(path: str) -> list[str]:
    if path == STDIN:
        return [path]
    found: list[str] = []
    if os.path.isdir(path):  # noqa: PTH112 - a path stays as the user wrote it
        found = sorted(_walk(path, ENDINGS))
    elif has_magic(path) and not os.path.lexists(path):
        parts = path.replace(os.sep, "/").split("/")
        found = [name for match in _matches(parts) for name in _found(match)]
    return [Found(name) for name in found] or [path]


def _found(path: str) -> list[str]:
    """What a match of a pattern stands for: itself, or the records of a folder."""
    if os.path.isdir(path):  # noqa: PTH112 - as above
        return sorted(_walk(path, ENDINGS))
    return [path] if _is_readable(path) else []


def _matches(parts: list[str]) -> list[str]:
    """The paths that a pattern names, given by its parts; below ``**`` files only."""
    if ANY_DEPTH not in parts:
        return sorted(glob("/".join(parts)))  # noqa: PTH207 - as above
    depth = parts.index(ANY_DEPTH)
    base, below = "/".join(parts[:depth]), parts[depth:]
    # Not left to glob, which goes round in circles of links.
    folders = _matches(parts[:depth]) if has_magic(base) else [base + "/" if depth else ""]
    return sorted(
        name
        for folder in folders
        if os.path.isdir(folder or ".")  # noqa: PTH112 - as above
        for name in _walk(folder, ("",))
        # A folder comes up only where it may not be seen.
        if _fits(name[len(folder) :].lstrip("/").split("/"), below) or os.path.isdir(name)  # noqa: PTH112 - as above
    )


def _fits(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a path are what the parts of a pattern ask for."""
    if not pattern:
        return not parts
    if pattern[0] == ANY_DEPTH:
        return _fits(parts, pattern[1:]) or (bool(parts) and _fits(parts[1:], pattern))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _fits(parts[1:], pattern[1:])


def _walk(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
    """The files below a folder whose names end so. Each folder once; its links come last."""
    seen: set[tuple[int, int]] = set()
    waiting = deque([folder])
    while waiting:
        here = waiting.popleft()
        try:
            status = os.stat(here or ".")  # noqa: PTH116 - as above
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(here or ".") as listed:
                entries = [entry for entry in listed if not entry.name.startswith(".")]
        except OSError:
            yield here  # a folder that may not be seen: reading it will say so
            continue
        for entry in entries:
            path = os.path.join(here, entry.name).replace(os.sep, "/")  # noqa: PTH118 - as above
            if entry.is_dir():
                (waiting.append if entry.is_symlink() else waiting.appendleft)(path)
            elif entry.name.endswith(endings) and _is_readable(path):
                yield path


def _is_readable(path: str) -> bool:
    """Whether what was found is read: no pipe or device, which might never end."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - as above
    except OSError:
        return True  # a link to nowhere, or a file that may not be seen: reading it will say so
