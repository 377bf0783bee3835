"""The file that holds a match's record while it is played, its journal, and copies elsewhere.

What happens is in the journal before anybody is told, and in the record at the
end of every round. Where the folder or the disk refuses, that is said, the match
goes on, and what is missing is written as soon as it can be.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from typing import Literal, final

import click

from allfives_cli.commands.claiming import (
    CannotSave,
    Claim,
    bytes_of,
    cannot_save,
    may_name_json,
    names_folder,
    shown,
)
from allfives_cli.commands.output import write_atomically
from allfives_cli.play.draft import Entry
from allfives_cli.play.events import Event, MatchEnded, RoundEnded
from allfives_cli.play.journal import ENDING, Journal
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.sayings import NotSaved
from allfives_cli.record.model import Record
from allfives_cli.record.saving import ChangedMeanwhile, save_text
from allfives_cli.record.writing import GrowingRecord
from allfives_cli.text.catalog import Catalog

Sync = Literal["always", "round", "never"]
"""When what is written is made to last through a power cut: with each action, each round, never."""


@final
class RecordFile:
    """What a recorder has written down, and where it goes: ``path``, or nowhere yet."""

    def __init__(self, recorder: Recorder, claim: Claim, sync: Sync, say: Catalog) -> None:
        self._recorder = recorder
        self._growing = GrowingRecord()
        self.path = claim.path
        self._journal = claim.journal
        self._holds = claim.holds
        self._sync = sync
        self._say = say
        self._failing: set[str] = set()
        self._copies: dict[str, bytes] = {}  # what was saved elsewhere, by the path it stands for
        self.saved: str | None = None
        """The file that a player has saved to last; None where none was named."""

    def record(self) -> Record:
        """The record so far."""
        return self._recorder.record()

    def text(self) -> str:
        """The canonical bytes of the record so far, as text."""
        return self._growing.json(self.record())

    def begin(self) -> None:
        """Write the record as it stands and begin its journal. Raises CannotSave."""
        if self.path is None:
            return
        try:
            if self._journal is not None:
                self._journal.empty()
            self._replace(self.path)
            if self._journal is not None:
                self._begin_journal(self._journal)
                if self._sync != "never":
                    self._journal.sync_name()
        except OSError as error:
            raise CannotSave(cannot_save(self.path, error, self._say)) from None
        except ChangedMeanwhile:
            raise CannotSave(self._changed(self.path)) from None

    def keep(self, event: Event) -> None:
        """Keep what happened. Afterwards it may be told."""
        entry = self._recorder.entry(event)
        if entry is not None:
            self._to_journal(lambda journal: self._append(journal, entry))
            self._recorder.add(entry)
            self._keep_copy()
        if isinstance(event, RoundEnded | MatchEnded):
            self.update()

    def update(self) -> bool:
        """Bring the file up to date, where there is one; whether it is. Else say why not."""
        before = self._holds
        is_whole = self._try_to_replace()
        if is_whole and self._holds != before:
            self._to_journal(self._begin_journal)
        return is_whole

    def finish(self) -> bool:
        """Bring the file up to date for the last time; whether it is. If so, empty the journal."""
        is_whole = self._try_to_replace()
        if is_whole:
            self._to_journal(Journal.empty)
        elif self._journal is not None:
            params = {"journal": shown(f"{self.path}{ENDING}"), "last": self._journal.last}
            click.echo(self._say.say("journal.kept", **params), err=True)
        return is_whole

    def __call__(self, path: str | None) -> str:
        """Save for a player: to another file, or to the record's own. Raises NotSaved.

        Where the record has none, it is the one that was saved to last. Only what
        was saved here may be saved over.
        """
        target = path or self.path or self.saved
        if target is None:
            raise NotSaved("nowhere-to-save")
        try:
            if self.path is not None and os.path.realpath(target) == os.path.realpath(self.path):
                self._replace(self.path)
            else:
                self._copy(target)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise NotSaved("not-saved", path=target, reason=reason) from None
        except ChangedMeanwhile:
            raise NotSaved("changed-meanwhile", path=target) from None
        return target

    def _copy(self, path: str) -> None:
        """Write the record to a file that is not there, or holds what was saved there.

        Raises OSError, NotSaved.
        """
        if names_folder(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not may_name_json(path):
            raise NotSaved("other-ending", path=path)
        real, text = os.path.realpath(path), self.text()
        known = self._copies.get(real)
        is_there = os.path.lexists(path)
        if is_there and known is None:
            raise NotSaved("file-is-there", path=path)
        save_text(path, text, replacing=known if is_there else None)
        self._copies[real] = text.encode()
        self.saved = path

    def _keep_copy(self) -> None:
        """Where there is no file but one that a player saved to, keep that up to date."""
        if self.path is not None or self.saved is None:
            return
        try:
            self._copy(self.saved)
        except OSError as error:
            self._complain("copy", cannot_save(self.saved, error, self._say))
        except (ChangedMeanwhile, NotSaved):
            self._complain("copy", self._changed(self.saved))
        else:
            self._failing.discard("copy")

    def _try_to_replace(self) -> bool:
        if self.path is None:
            return True
        try:
            self._replace(self.path)
        except OSError as error:
            self._complain("record", cannot_save(self.path, error, self._say))
        except ChangedMeanwhile:
            self._complain("record", self._changed(self.path))
        else:
            self._failing.discard("record")
            return True
        return False

    def _replace(self, path: str) -> None:
        """Write the record over what is known to be there."""
        text = self.text()
        data = text.encode()
        if data == self._holds:
            return
        if self._journal is None:
            write_atomically(path, text)
        else:
            sync = self._sync != "never"
            # A record that somebody has taken away is written once more.
            known = self._holds if os.path.exists(path) else None  # noqa: PTH110 - as the user wrote it
            try:
                save_text(path, text, replacing=known, sync=sync)
            except OSError:
                if bytes_of(path) == data:  # replaced, and only not synchronised
                    self._holds = data
                raise
        self._holds = data

    # -- the journal ---------------------------------------------------------------

    def _begin_journal(self, journal: Journal) -> None:
        journal.begin(self._growing.line(self.record()), self._holds or b"")

    def _append(self, journal: Journal, entry: Entry) -> None:
        journal.append(entry)
        if self._sync == "always":
            journal.sync()

    def _to_journal(self, write: Callable[[Journal], None]) -> None:
        """Write to the journal, if there is one. Where that fails, say so; the match goes on."""
        journal = self._journal
        if journal is None:
            return
        try:
            write(journal)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            params = {"journal": shown(f"{self.path}{ENDING}"), "last": journal.last}
            self._complain("journal", self._say.say("journal.fails", reason=reason, **params))
        else:
            self._failing.discard("journal")

    def _complain(self, what: str, sentence: str) -> None:
        """Say once what fails, until it has worked again."""
        if what not in self._failing:
            self._failing.add(what)
            click.echo(f"{sentence} {self._say.say('journal.goes_on')}", err=True)

    def _changed(self, path: str) -> str:
        return self._say.say("journal.changed_meanwhile", path=shown(path))
