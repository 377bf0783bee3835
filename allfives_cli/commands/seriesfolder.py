"""The folder of a series: records as they are played, a line each, and the results so far.

``records.jsonl`` grows by whole lines, in the order of the matches, and
``results.json`` is replaced as a whole; so a series that was broken off, in
whatever way, goes on from what is there. What is there is checked before it is
kept. The folder is locked while a series uses it, and the lock ends with the
process.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, Self, final

import click

from allfives_cli.commands.output import make_folder, write_output
from allfives_cli.play.series_match import Outcome
from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.saving import sync_folder
from allfives_cli.show.plain_json import json_text
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

RECORDS: Final = "records.jsonl"
RESULTS: Final = "results.json"


class NotThisSeries(click.ClickException):
    """The folder holds what cannot be gone on with, or cannot be used. Nothing is changed in it."""

    exit_code = UNUSABLE


@final
class Folder:
    """A folder that is held for one series. Close it, or use it in a ``with`` statement.

    Raises click.ClickException, with status 3, where it cannot be used: another
    series holds it, the disk refuses, or ``results.json`` is none.
    """

    def __init__(self, path: str, say: Catalog) -> None:
        self._path = Path(path)
        self._say = say
        make_folder(path, say)
        try:
            self._stream = open(self._path / RECORDS, "ab", buffering=0)  # noqa: PTH123, SIM115 - closed by close, and its lock with it
        except OSError as error:
            raise self._refused(RECORDS, error) from None
        try:
            self._take_lock()
            self.setting = self._read_setting()
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the folder up."""
        self._stream.close()

    def kept(self, outcome: Callable[[int, bytes], Outcome | None]) -> Iterator[Outcome]:
        """What came of each match that is there, as ``outcome`` tells of its number and line.

        A last line that was not written to its end is dropped, and that is
        said. Raises NotThisSeries for a line of which it tells None.
        """
        number, whole = 0, 0
        with open(self._path / RECORDS, "rb") as stream:  # noqa: PTH123 - as above
            while line := stream.readline(MAX_BYTES + 1):
                number += 1
                if not line.endswith(b"\n") and not stream.read(1):
                    self._cut(whole, number)
                    return
                found = outcome(number, line)
                if found is None:
                    path = self._shown(RECORDS)
                    raise NotThisSeries(
                        self._say.say("series.other_record", number=number, path=path)
                    )
                yield found
                whole += len(line)

    def add(self, line: str) -> None:
        """Write the record of the next match. Raises click.ClickException."""
        data = line.encode()
        whole = self._stream.seek(0, os.SEEK_END)
        try:
            written = self._stream.write(data)
            if written != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301 - told as such below
        except OSError as error:
            with suppress(OSError):  # else it is dropped when the series goes on
                self._stream.truncate(whole)
            raise self._refused(RECORDS, error) from None

    def replace(self, lines: Mapping[int, str]) -> None:
        """Put other records in the place of those with these numbers, all at once.

        Raises click.ClickException; the file is then as it was.
        """
        if not lines:
            return
        path = self._path / RECORDS
        waiting = path.with_name(f".{RECORDS}.{secrets.token_hex(4)}.tmp")
        try:
            with open(path, "rb") as old, open(waiting, "xb") as new:  # noqa: PTH123 - as above
                new.writelines(
                    lines[number].encode() if number in lines else line
                    for number, line in enumerate(old, start=1)
                )
                new.flush()
                os.fsync(new.fileno())
            stream = open(waiting, "ab", buffering=0)  # noqa: PTH123, SIM115 - as in __init__
            try:
                _lock(stream)  # before it has the name, so that nobody else can
                waiting.replace(path)
            except BaseException:
                stream.close()
                raise
            self._stream.close()
            self._stream = stream
            sync_folder(self._path)
        except OSError as error:
            raise self._refused(RECORDS, error) from None
        finally:
            waiting.unlink(missing_ok=True)

    def save(self, results: Mapping[str, Any]) -> None:
        """Replace the results; they and the records then last through a power cut.

        Raises click.ClickException.
        """
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._refused(RECORDS, error) from None
        write_output(str(self._path / RESULTS), json_text(results) + "\n", self._say)

    def _take_lock(self) -> None:
        # The file may have been replaced between its being opened and its lock being free.
        if not _lock(self._stream) or not _is_still(self._stream, self._path / RECORDS):
            raise NotThisSeries(self._say.say("series.in_use", path=self._shown()))

    def _cut(self, size: int, number: int) -> None:
        try:
            self._stream.truncate(size)
        except OSError as error:
            raise self._refused(RECORDS, error) from None
        said = self._say.say("series.torn", number=number, path=self._shown(RECORDS))
        click.echo(said, err=True)

    def _read_setting(self) -> dict[str, Any] | None:
        """The setting of the series that is there; None where there is none."""
        try:
            with open(self._path / RESULTS, "rb") as stream:  # noqa: PTH123 - a whole file may be huge
                data = stream.read(MAX_BYTES + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._refused(RESULTS, error) from None
        try:
            setting = json.loads(data[:MAX_BYTES])["setting"]
        except (ValueError, KeyError, TypeError, RecursionError):
            setting = None
        if not isinstance(setting, dict):
            raise NotThisSeries(self._say.say("series.no_results", path=self._shown(RESULTS)))
        return setting

    def _refused(self, name: str, error: OSError) -> NotThisSeries:
        reason = error.strerror or type(error).__name__
        said = self._say.say("series.cannot_use", path=self._shown(name), reason=reason)
        return NotThisSeries(said)

    def _shown(self, name: str = "") -> Said:
        return Said(safe(str(self._path / name), None))


def _is_still(stream: IO[bytes], path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock(stream: IO[bytes]) -> bool:
    """Take the lock of an open file; true as well where the system has no such lock."""
    try:
        import fcntl  # noqa: PLC0415 - only POSIX has it
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True
