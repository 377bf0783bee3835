"""One writer for a record: its file held while a match is played, what was left over taken in.

A match that was broken off by a crash has its newest actions in the journal
alone. They are put into the record before anything else is done with it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import click

from allfives_cli.play.journal import ENDING, InUse, Journal
from allfives_cli.play.journal_lines import Begin, Damaged, Kept
from allfives_cli.record.saving import ChangedMeanwhile, save_text
from allfives_cli.record.writing import write_json
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe


class CannotSave(click.ClickException):
    """The record's file, its folder or its journal cannot be written, or another writes them."""

    exit_code = UNUSABLE


class Claim(NamedTuple):
    """A record's file that this process alone writes: its path and journal, and what it holds.

    There is no journal where there is no file of its own, as for ``/dev/null``.
    """

    path: str | None
    journal: Journal | None
    holds: bytes | None


NOWHERE: Final = Claim(None, None, None)


@contextmanager
def claimed(path: str | None, say: Catalog, *, resume: bool, discard: bool) -> Iterator[Claim]:
    """Hold the file of a record, and give it up again.

    What was left over in its journal goes into the record with ``resume``; with
    ``discard`` it stays until a match begins. Else it is refused with
    click.UsageError. Raises CannotSave.
    """
    if path is not None and names_folder(path):
        error = IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise CannotSave(cannot_save(path, error, say))
    if path is None or not _is_file(path):
        yield Claim(path, None, None)
        return
    try:
        journal = Journal.claim(path)
    except InUse as used:
        raise CannotSave(_in_use(path, used.begin, say)) from None
    except OSError as error:
        elsewhere = say.say("journal.elsewhere")
        raise CannotSave(f"{cannot_save(path, error, say)} {elsewhere}") from None
    try:
        try:
            _take_over(path, journal, say, resume=resume, discard=discard)
            holds = bytes_of(path)
        except OSError as error:
            raise CannotSave(cannot_save(path, error, say)) from None
        yield Claim(path, journal, holds)
    finally:
        journal.close()


def may_name_json(path: str) -> bool:
    """Whether a record in JSON may have this name: one that ends in ``.json``, or has no ending."""
    return Path(path).suffix.lower() in ("", ".json")


def names_folder(path: str) -> bool:
    """Whether a path can only be that of a folder, there or not, as ``games/`` is."""
    return os.path.basename(path) in ("", ".", "..") and path != ""  # noqa: PTH119 - Path drops the slash


def cannot_save(path: str, error: OSError, say: Catalog) -> str:
    """The sentence for a file that the folder or the disk refuses."""
    reason = error.strerror or type(error).__name__
    return say.say("play.cannot_save", path=shown(path), reason=reason)


def shown(path: str) -> Said:
    """A path as it may be shown."""
    return Said(safe(path, None))


def _take_over(path: str, journal: Journal, say: Catalog, *, resume: bool, discard: bool) -> None:
    kept = _kept(path, journal, say, discard=discard)
    if discard:
        return
    if kept is None:
        journal.empty()  # of a beginning that was cut off: the record was written before it
        return
    if not (resume or kept.record.rounds):
        return
    if not resume:
        raise click.UsageError(say.say("journal.found", path=shown(path), **_where(kept)))
    now, text = bytes_of(path), write_json(kept.record)
    if now != text.encode():
        if now is not None and not journal.fits(kept, now):
            raise CannotSave(say.say("journal.changed", path=shown(path), journal=_beside(path)))
        try:
            save_text(path, text, replacing=now)
        except ChangedMeanwhile:
            raise CannotSave(say.say("journal.changed_meanwhile", path=shown(path))) from None
        taken = say.say(
            "journal.taken_over", path=shown(path), journal=_beside(path), **_where(kept)
        )
        click.echo(taken, err=True)
    if kept.torn:
        click.echo(say.say("journal.torn", journal=_beside(path)), err=True)
    journal.empty()


def _kept(path: str, journal: Journal, say: Catalog, *, discard: bool) -> Kept | None:
    try:
        return journal.kept()
    except Damaged as damaged:
        if discard and damaged.line > 1:  # else it may be something else by that name
            return None
        params = {"journal": _beside(path), "line": damaged.line}
        raise CannotSave(say.say("journal.damaged", **params)) from None


def _where(kept: Kept) -> dict[str, object]:
    rounds = kept.record.rounds
    return {"round": len(rounds), "turn": len(rounds[-1].turns) if rounds else 0}


def _in_use(path: str, begin: Begin | None, say: Catalog) -> str:
    if begin is None or begin.pid is None:
        return say.say("journal.in_use_by", path=shown(path))
    since = Said(safe(_clock(begin.since)))
    return say.say("journal.in_use", path=shown(path), pid=begin.pid, since=since)


def _clock(since: str) -> str:
    """The time of day where it is today's, else the day as well."""
    try:
        began = datetime.fromisoformat(since).astimezone()
    except ValueError:
        return since
    today = datetime.now().astimezone().date()
    return began.strftime("%H:%M" if began.date() == today else "%Y-%m-%d %H:%M")


def _beside(path: str) -> Said:
    return shown(path + ENDING)


def _is_file(path: str) -> bool:
    """Whether a path is that of a file, or of none yet; no device and no pipe."""
    return not os.path.exists(path) or os.path.isfile(path) or os.path.isdir(path)  # noqa: PTH110, PTH112, PTH113 - as the user wrote it


def bytes_of(path: str) -> bytes | None:
    """What a file holds; None where there is none."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None
