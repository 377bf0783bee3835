"""The journal beside a record: each action on disk before anybody is told that it was accepted.

Its file is the record's with ``.part`` behind its name, beside what the name
stands for where that is a link. Whoever has it open holds a lock on it that the
system takes away with the process, however that ends; so nothing is left over
that has to be cleared by hand. Where the system has no such lock (Windows) a
second writer is not noticed.

A line is written at once or not at all: what a full disk has cut off is taken
back. What could not be written is kept and written before the next line.

Raises OSError wherever the folder or the disk refuses.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, Self, final

from allfives_cli.play.draft import Entry
from allfives_cli.play.journal_lines import (
    Begin,
    Kept,
    begin_line,
    begin_of,
    entry_line,
    has_been,
    read_journal,
)
from allfives_cli.record.saving import sync_folder

ENDING: Final = ".part"
_FLAGS: Final = (
    os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
_MODE: Final = 0o666
_CHUNK: Final = 1 << 20


class InUse(Exception):
    """Another process holds the journal: its ``begin`` tells which, None where it does not."""

    def __init__(self, begin: Begin | None) -> None:
        super().__init__(begin)
        self.begin = begin


def journal_path(record: str) -> str:
    """Where the journal of a record lies."""
    return os.path.realpath(record) + ENDING


def digest_of(data: bytes) -> str:
    """By what a journal knows the file of the record again."""
    return sha256(data).hexdigest()


@final
class Journal:
    """The journal of the record at a path, open and locked until it is closed.

    Made by `claim`. ``last`` is the seq of the last line that was written.
    """

    def __init__(self, path: str, handle: int) -> None:
        self.path = path
        self.last = 0
        self._handle = handle
        self._size = os.fstat(handle).st_size
        self._ragged = False  # whether something may lie behind ``_size`` that must not stay
        self._unwritten: list[bytes] = []
        self._seq = 0
        self._since = datetime.now().astimezone().isoformat(timespec="seconds")

    @classmethod
    def claim(cls, record: str) -> Self:
        """Open the journal of a record, new or left over, and lock it. Raises InUse."""
        path = journal_path(record)
        while True:
            handle = os.open(path, _FLAGS, _mode_beside(record))
            try:
                _take(handle, path)
                # Its last owner may have removed it just before the lock was free.
                is_there = _is_still(handle, path)
            except BaseException:
                os.close(handle)
                raise
            if is_there:
                return cls(path, handle)
            os.close(handle)

    def kept(self) -> Kept | None:
        """What was left over; None where nothing was. Raises Damaged."""
        return read_journal(_read(self._handle))

    def fits(self, kept: Kept, found: bytes) -> bool:
        """Whether the record's file, as it is found, is one that this journal goes on from."""
        if digest_of(found) == kept.begin.was:
            return True
        try:
            return has_been(_read(self._handle), found.decode())
        except UnicodeDecodeError:
            return False

    def empty(self) -> None:
        """Forget what it holds."""
        self._size, self._ragged = 0, True
        self._unwritten.clear()
        self._flush()

    def begin(self, record: str, text: bytes) -> None:
        """Begin anew from a record, JSON on one line, whose file holds this text.

        What was in the journal before is gone.
        """
        self._size, self._ragged = 0, True
        self._seq += 1
        begin = Begin(os.getpid(), self._since, digest_of(text))
        self._unwritten = [begin_line(self._seq, begin, record)]
        self._flush()

    def append(self, entry: Entry) -> None:
        """Write an entry behind the others. Where that fails it is written before the next one."""
        self._seq += 1
        self._unwritten.append(entry_line(self._seq, entry))
        self._flush()

    def sync(self) -> None:
        """Make what was written last through a power cut."""
        os.fsync(self._handle)

    def sync_name(self) -> None:
        """Make the file itself last through a power cut."""
        sync_folder(Path(self.path).parent)

    def close(self) -> None:
        """Give the journal up, and remove it if it is empty.

        One that cannot be removed does no harm.
        """
        with suppress(OSError):
            if not os.fstat(self._handle).st_size:
                # Before the lock is free, or another might have claimed it.
                os.unlink(self.path)  # noqa: PTH108 - the path as realpath gives it
        os.close(self._handle)

    def _flush(self) -> None:
        self._cut()
        data = b"".join(self._unwritten)
        self._ragged = bool(data)
        try:
            while data:  # once, unless the disk is full: then the second time tells why
                data = data[os.write(self._handle, data) :]
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._ragged = False
        self._size += sum(map(len, self._unwritten))
        self._unwritten.clear()
        self.last = self._seq

    def _cut(self) -> None:
        """Take away what lies behind the last whole line."""
        if self._ragged:
            os.ftruncate(self._handle, self._size)
            self._ragged = False


def _take(handle: int, path: str) -> None:
    """Lock what was opened, if it is a file. Raises InUse."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
    if not _lock(handle):
        raise InUse(begin_of(_read(handle)))


def _read(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = []
    while part := os.read(handle, _CHUNK):
        parts.append(part)
    return b"".join(parts)


def _mode_beside(record: str) -> int:
    """Who may read the record may read its journal, and nobody else."""
    try:
        return stat.S_IMODE(os.stat(record).st_mode) & _MODE  # noqa: PTH116 - as the user wrote it
    except OSError:
        return _MODE


def _is_still(handle: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))  # noqa: PTH116 - as realpath gives it
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    """Take the lock if it is free; true as well where there is no such lock."""
    try:
        import fcntl  # noqa: PLC0415 - only POSIX has it
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
