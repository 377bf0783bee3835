"""One record changed in its file: locked, read, edited, replaced as a whole, or left as it was.

Nothing is lost: a record that cannot be read whole is not written, what is
written reads back equal, and a file that changed meanwhile is not replaced. Two
who annotate one file wait for each other, so that neither undoes what the other
wrote; programs that know no lock are noticed by the bytes.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import BinaryIO, Final, NamedTuple

import click

from allfives_cli.checking.validation import Examined, examine
from allfives_cli.commands.inputs import JOURNAL, STDIN, named, readings
from allfives_cli.commands.output import replace_unchanged, write_output
from allfives_cli.commands.printing import echo_folded, shown_path
from allfives_cli.commands.recordtext import TextForm, form_of, is_whole, reads_back, text_in
from allfives_cli.commands.reports import echo_findings, status_of
from allfives_cli.record.model import Record
from allfives_cli.record.reading import ARCHIVE
from allfives_cli.statuses import FINDINGS, UNUSABLE
from allfives_cli.text.catalog import Catalog

PATIENCE: Final = 5.0
"""Seconds for which another program may hold the file."""
_PAUSE: Final = 0.05


class InUse(click.ClickException):
    """Another program holds the file."""

    exit_code = UNUSABLE


class Rewriting(NamedTuple):
    """Which record is read, where it goes (None: back into its file), and how it is told."""

    path: str
    output: str | None
    say: Catalog
    width: int


Edit = Callable[[Examined, Record], Record]


def rewrite(task: Rewriting, edit: Edit) -> int:
    """Read a record, edit it and write it; return the exit status.

    Findings are printed and do not hinder it, unless not all of the record
    could be read. ``edit`` may raise click's exceptions; nothing is written then.
    Raises click.UsageError for what is no record of its own, InUse and Unwritable.
    """
    path, output, say, width = task
    _check_paths(path, output, say)
    with _alone(path, say) if output is None else _nothing():
        (reading,) = readings([path])
        examined = examine(reading, keep_steps=True)
        echo_findings(examined, say, width)
        if reading.record is None or not is_whole(reading):
            if reading.data:
                echo_folded(say.say("rewrite.not_whole", path=shown_path(path)), width)
            return max(status_of([examined]), FINDINGS)
        edited = edit(examined, reading.record)
        text = _text(edited, form_of(output or "") or reading.form, say)
        if output is None:
            replace_unchanged(path, text, say, replacing=reading.data)
        else:
            write_output(output, text, say, inputs=[path])
    status = status_of([examined])
    if status:
        echo_folded(say.say("rewrite.has_findings"), width)
    if output != STDIN:
        told = say.say("rewrite.written", path=shown_path(output or path))
        echo_folded(told, width, err=False)
    return status


def _check_paths(path: str, output: str | None, say: Catalog) -> None:
    for each in (path, output or ""):
        if each.endswith(ARCHIVE):
            raise click.UsageError(say.say("rewrite.archive", path=shown_path(each)))
    if os.path.isdir(path):  # noqa: PTH112 - a path as the user wrote it
        if named([path]) != [path]:  # else reading it says that no record is there
            raise click.UsageError(say.say("rewrite.folder", path=shown_path(path)))
        return
    is_other = os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 - as above
    if output is None and (path == STDIN or path.endswith(JOURNAL) or is_other):
        raise click.UsageError(say.say("rewrite.no_file", path=shown_path(path)))


def _text(record: Record, form: TextForm, say: Catalog) -> str:
    """The record's canonical text. Raises click.ClickException for one that does not read back."""
    if not reads_back(record, form):
        raise click.ClickException(say.say("rewrite.does_not_read"))
    return text_in(form, [record])


# -- the lock ----------------------------------------------------------------------


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _alone(path: str, say: Catalog) -> Iterator[None]:
    """Hold the lock on a file; a file that cannot be opened is left for reading it to say so.

    Raises InUse where another program holds it for longer than PATIENCE.
    """
    until = time.monotonic() + PATIENCE
    while (stream := _to_lock(path)) is not None:
        with stream:
            if _is_locked(stream):
                # Another may have replaced the file while this one waited for the old one.
                if _is_there(stream, path):
                    yield
                    return
                continue
        if time.monotonic() > until:
            raise InUse(say.say("rewrite.in_use", path=shown_path(path)))
        time.sleep(_PAUSE)
    yield


def _to_lock(path: str) -> BinaryIO | None:
    """The file, opened to be locked; None where it cannot be, or the system has no such locks."""
    if find_spec("fcntl") is None:
        return None
    try:
        return open(path, "rb")  # noqa: PTH123 - closed, and its lock with it, by `_alone`
    except OSError:
        return None


def _is_locked(stream: BinaryIO) -> bool:
    """Take the lock if it is free; true as well on a disk that knows no locks."""
    import fcntl  # noqa: PLC0415 - only POSIX has it

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _is_there(stream: BinaryIO, path: str) -> bool:
    """Whether the open file is still the one that the path names."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))  # noqa: PTH116 - as above
    except OSError:
        return False
