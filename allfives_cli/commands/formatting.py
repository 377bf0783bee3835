"""Records in canonical form: written back over their files, compared with them, or converted.

Nothing is lost: a file of which not every record could be read whole is left as it is, what is
written reads back equal, and a file that changed meanwhile is not replaced.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from allfives_cli.checking.canonical import canonical
from allfives_cli.checking.filling import filled
from allfives_cli.checking.tally import is_passed_over
from allfives_cli.checking.validation import Examined, examine
from allfives_cli.commands.inputs import JOURNAL, STDIN, read
from allfives_cli.commands.output import Unwritable, replace_unchanged, write_output
from allfives_cli.commands.printing import echo_folded, shown_path
from allfives_cli.commands.recordtext import TextForm, form_of, is_whole, reads_back, text_in
from allfives_cli.commands.reports import echo_findings, status_of
from allfives_cli.record.model import Record
from allfives_cli.record.reading import ARCHIVE, Reading
from allfives_cli.statuses import FINDINGS, SOUND, UNUSABLE
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

_NO_LINE_FEED: Final = "\\ No newline at end of file"


class Manner(NamedTuple):
    """How records are brought to form, and how it is told."""

    say: Catalog
    width: int
    fill: bool = False


class File(NamedTuple):
    """One file as it was read: the canonical ``text`` for it, None where it is left as it is.

    ``records`` are those that could be brought to form; ``status`` is the exit status for it.
    """

    name: str
    form: TextForm
    old: bytes
    records: list[Record]
    text: str | None
    status: int

    @property
    def changes(self) -> bool:
        """Whether it is not in canonical form."""
        return self.text is not None and self.text.encode() != self.old


def rewrite(names: Sequence[str], manner: Manner) -> int:
    """Write each file back in canonical form, where it is not; standard input goes to stdout.

    Raises click.UsageError for what is no file that can be written back.
    """
    say = manner.say
    for name in names:
        is_other = os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name))  # noqa: PTH110, PTH112, PTH113 - the path as the user wrote it
        if name != STDIN and (is_other or name.endswith(JOURNAL)):
            raise click.UsageError(say.say("fmt.no_file", path=shown_path(name)))
    counts = {"changed": 0, "same": 0, "left": 0}
    status = SOUND
    for file in _files(names, manner):
        status = max(status, file.status)
        outcome = "left" if file.text is None else "changed" if file.changes else "same"
        if file.name == STDIN:
            click.echo((file.text or "").encode(), nl=False)
        elif file.text is not None and file.changes:
            try:
                replace_unchanged(file.name, file.text, say, replacing=file.old)
            except Unwritable as refused:
                refused.show()
                outcome, status = "left", max(status, UNUSABLE)
            else:
                echo_folded(say.say("fmt.rewritten", path=shown_path(file.name)), manner.width)
        counts[outcome] += 1
    echo_folded(say.say("fmt.summary", **counts), manner.width)
    return status


def compare(names: Sequence[str], manner: Manner, *, check: bool, diff: bool) -> int:
    """Name the files that would change, show how, or both; write nothing.

    With ``check`` a file that would change gives the status of a finding.
    """
    status = SOUND
    for file in _files(names, manner):
        status = max(status, file.status)
        if not file.changes:
            continue
        if check:
            status = max(status, FINDINGS)
            told = manner.say.say("fmt.would_change", path=shown_path(file.name))
            echo_folded(told, manner.width, err=diff)
        if diff:
            for line in _difference(file):
                click.echo(line)
    return status


def convert(names: Sequence[str], to: TextForm | None, output: str | None, manner: Manner) -> int:
    """Write all records in one form to a file, or to standard output.

    The form is the one asked for, else that of the output's name, else the first file's own.
    Records that cannot be read are left out and give the status of findings. Raises
    click.UsageError where several records would go into a form that holds one, and where the
    form asked for is not that of the output's name.
    """
    say = manner.say
    named = None if output is None else form_of(output)
    if output is not None and to is not None and named not in (None, to):
        raise click.UsageError(say.say("fmt.other_form", path=shown_path(output), form=to))
    asked = to or named
    files = list(_files(names, manner, into=asked))
    records = [record for file in files for record in file.records]
    if not files:
        return SOUND
    form = asked or files[0].form
    if form != "jsonl" and len(records) > 1:
        raise click.UsageError(say.say("fmt.several", number=len(records)))
    if records and output is not None:
        write_output(output, text_in(form, records), say, inputs=names)
    elif records:
        click.echo(text_in(form, records).encode(), nl=False)
    return max(file.status for file in files)


def whole_record(reading: Reading, manner: Manner) -> Record | None:
    """The record that was read, if nothing that was written is missing in it; else say why not."""
    if is_whole(reading):
        return reading.record
    _say_left(examine(reading), "fmt.not_whole" if reading.data else None, manner)
    return None


def _files(names: Sequence[str], manner: Manner, into: TextForm | None = None) -> Iterator[File]:
    for name in names:
        found = list(read(name))
        if len(found) == 1 and is_passed_over(examined := examine(found[0])):
            echo_findings(examined, manner.say, manner.width)
        else:
            yield _file(name, found, manner, into)


def _file(name: str, found: Sequence[Reading], manner: Manner, into: TextForm | None) -> File:
    """Bring the records of a file to form; say what is in the way."""
    form: TextForm = "jsonl" if name.endswith(ARCHIVE) else found[0].form
    formed = [_in_form(reading, manner, into or form) for reading in found]
    records = [record for record in formed if record is not None]
    status = max(
        SOUND if record is not None else max(FINDINGS, status_of([examine(reading)]))
        for reading, record in zip(found, formed, strict=True)
    )
    old = _archived(name, found) if form == "jsonl" else found[0].data
    return File(name, form, old, records, None if status else text_in(form, records), status)


def _archived(name: str, lines: Sequence[Reading]) -> bytes:
    """The bytes of an archive; of one that can be read but once, its lines that are not blank."""
    if os.path.isfile(name):  # noqa: PTH113 - the path as the user wrote it
        return Path(name).read_bytes()
    return b"".join(line.data + b"\n" for line in lines)


def _in_form(reading: Reading, manner: Manner, form: TextForm) -> Record | None:
    """The record of a reading in canonical form, its claims filled in if asked for.

    None, with the reason said, for one that could not be read whole, that has errors and
    should be filled in, or that would not be read again.
    """
    say = manner.say
    written = record = whole_record(reading, manner)
    if written is None or record is None:
        return None
    if manner.fill:
        examined = examine(reading)
        if not examined.sound:
            _say_left(examined, "fmt.not_filled", manner)
            return None
        record = filled(record)
    record = canonical(record)
    if not reads_back(record, form):
        echo_folded(say.say("fmt.does_not_read", path=shown_path(reading.name)), manner.width)
        return None
    if written.digest is not None and record != written:
        key = "fmt.digest_kept" if written.digest == record.digest else "fmt.digest"
        echo_folded(say.say(key, path=shown_path(reading.name)), manner.width)
    return record


def _say_left(examined: Examined, key: str | None, manner: Manner) -> None:
    """Print the findings for which a file is left as it is, and that it is."""
    echo_findings(examined, manner.say, manner.width)
    if key is not None:
        path = shown_path(examined.reading.name)
        echo_folded(manner.say.say(key, path=path), manner.width)


def _difference(file: File) -> Iterator[str]:
    """A unified diff, with what must not reach a terminal escaped."""
    name = safe(file.name, None)
    old, new = file.old.decode("utf-8", "replace"), file.text or ""
    for line in difflib.unified_diff(_lines(old), _lines(new), name, name, lineterm=""):
        yield _NO_LINE_FEED if line[1:] == _NO_LINE_FEED else safe(line, None)


def _lines(text: str) -> list[str]:
    *lines, last = text.split("\n")
    return [*lines, last, _NO_LINE_FEED] if last else lines
