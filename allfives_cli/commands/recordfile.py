"""The file that holds a match's record while it is played, and copies of it elsewhere."""

from __future__ import annotations

import os
from typing import final

import click

from allfives_cli.checking.tally import UNREADABLE
from allfives_cli.commands.output import write_atomically
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.sayings import NotSaved
from allfives_cli.record.writing import write_json
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe


class CannotSave(click.ClickException):
    """The record's file, or its folder, cannot be written."""

    exit_code = UNREADABLE


@final
class RecordFile:
    """What a recorder has written down, and where it goes: ``path``, or nowhere yet."""

    def __init__(self, recorder: Recorder, path: str | None, say: Catalog) -> None:
        self.recorder = recorder
        self.path = path
        self._say = say

    def text(self) -> str:
        """The canonical bytes of the record so far, as text."""
        return write_json(self.recorder.record())

    def update(self) -> None:
        """Bring the file up to date, where there is one. Raises CannotSave."""
        if self.path is not None:
            try:
                write_atomically(self.path, self.text())
            except OSError as error:
                raise CannotSave(self._said(self.path, error)) from None

    def __call__(self, path: str | None) -> str:
        """Save for a player: to another file, or to the record's own. Raises NotSaved."""
        target = path or self.path
        if target is None:
            raise NotSaved("nowhere-to-save")
        if path is not None and os.path.lexists(path):
            raise NotSaved("file-is-there", path=path)
        try:
            write_atomically(target, self.text())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise NotSaved("not-saved", path=target, reason=reason) from None
        return target

    def _said(self, path: str, error: OSError) -> str:
        reason = error.strerror or type(error).__name__
        return self._say.say("play.cannot_save", path=Said(safe(path, None)), reason=reason)
