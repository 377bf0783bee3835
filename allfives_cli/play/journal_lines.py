"""The text of a journal: what its lines hold, and what is left of them after a crash.

A journal is JSON Lines, in UTF-8. Its first line begins it: the record as it
stood, who writes and since when. Each line after it is an entry of
`play.draft`. Every line has a ``seq``, one more than the line before it, and at
its end a ``crc``: the CRC-32, in hex, of the line up to there, closed by ``}``.
A crc tells damage, not forgery.

The last line may have been cut off, or never have reached the disk; it is left
out, since nobody was told that it was accepted. A line that cannot be read
before others that can is damage, and nothing after it is guessed at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from zlib import crc32

from allfives_cli.play.draft import Draft, Entry, Misfit
from allfives_cli.record.model import Record
from allfives_cli.record.writing import write_json

VERSION: Final = 1
_LINE: Final = re.compile(rb'(\{.*),"crc":"([0-9a-f]{8})"\}', re.DOTALL)
_BEGINNING: Final = b'{"seq":'


class Damaged(Exception):
    """A journal that cannot be followed from its line ``line`` on."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Begin(NamedTuple):
    """Who writes a journal, since when, and the SHA-256 of the record's file as it stood then."""

    pid: int | None
    since: str
    was: str


class Kept(NamedTuple):
    """What a journal holds: the record that follows from it, and its number of lines.

    ``last`` is the seq of the last line. ``torn`` tells that a line after it was left out.
    """

    begin: Begin
    record: Record
    lines: int
    last: int
    torn: bool


def begin_line(seq: int, begin: Begin, record: str) -> bytes:
    """The first line of a journal. The record is given as JSON on one line."""
    facts = {"event": "begin", "journal": VERSION, **begin._asdict()}
    return _closed(_open(seq, facts) + b',"record":' + record.strip().encode())


def entry_line(seq: int, entry: Entry) -> bytes:
    """The line of an entry, with its line feed."""
    return _closed(_open(seq, entry))


def _open(seq: int, entry: Entry) -> bytes:
    """A line without what closes it."""
    plain = {"seq": seq, **entry}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()[:-1]


def _closed(line: bytes) -> bytes:
    return b'%s,"crc":"%08x"}\n' % (line, crc32(line + b"}"))


def begin_of(data: bytes) -> Begin | None:
    """Who writes a journal; None where its first line does not tell."""
    first = _read_line(data.partition(b"\n")[0])
    return None if first is None else _begin(first)


def read_journal(data: bytes) -> Kept | None:
    """Read a journal; None where it has not even begun. Raises Damaged."""
    *lines, tail = data.split(b"\n")
    read = [_read_line(line) for line in lines]
    whole = next((at for at, line in enumerate(read) if line is None), len(read))
    if any(read[whole:]):
        raise Damaged(whole + 1)
    if not whole:
        if data.strip(b"\0") and not data.startswith(_BEGINNING[: len(data)]):
            raise Damaged(1)  # this has never been a journal
        return None
    torn = bool(tail) or whole < len(lines)
    return _followed([line for line in read[:whole] if line is not None], torn=torn)


def has_been(data: bytes, text: str) -> bool:
    """Whether the record had this canonical text after one of the journal's lines.

    Of a journal that `read_journal` has read. Slow: every record on the way is written.
    """
    draft: Draft | None = None
    for entry in map(_read_line, data.split(b"\n")):
        if entry is None:
            return False
        if draft is None:
            draft = _draft(entry)
        else:
            draft.add(entry)
        if write_json(draft.record()) == text:
            return True
    return False


def _followed(lines: list[dict[str, Any]], *, torn: bool) -> Kept:
    first, *entries = lines
    begin = _begin(first)
    if begin is None:
        raise Damaged(1)
    draft = _draft(first)
    last: int = first["seq"]
    for number, entry in enumerate(entries, start=2):
        last += 1
        if entry.get("seq") != last:
            raise Damaged(number)
        try:
            draft.add(entry)
        except Misfit:
            raise Damaged(number) from None
    try:
        record = draft.record()
    except ValueError:
        raise Damaged(len(lines)) from None
    return Kept(begin, record, len(lines), last, torn)


def _draft(first: Mapping[str, Any]) -> Draft:
    try:
        return Draft(Record.model_validate_json(json.dumps(first.get("record"))))
    except (ValueError, RecursionError):
        raise Damaged(1) from None


def _begin(first: Mapping[str, Any]) -> Begin | None:
    pid, since, was = first.get("pid"), first.get("since"), first.get("was")
    if first.get("event") != "begin" or first.get("journal") != VERSION:
        return None
    if not isinstance(first.get("seq"), int) or not isinstance(since, str):
        return None
    return Begin(pid if isinstance(pid, int) else None, since, str(was))


def _read_line(line: bytes) -> dict[str, Any] | None:
    """The mapping of a line; None where it is no whole line of a journal."""
    found = _LINE.fullmatch(line)
    if found is None or int(found[2], 16) != crc32(found[1] + b"}"):
        return None
    try:
        plain = json.loads(found[1] + b"}")
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None
