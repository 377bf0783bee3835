"""Files that commands write: as a whole or not at all, and never over what they read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path

import click

from allfives_cli.commands.printing import shown_path
from allfives_cli.record.saving import ChangedMeanwhile, save_text
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Unwritable(click.ClickException):
    """A file that cannot be written. Nothing of it has been."""

    exit_code = UNUSABLE


class OverInput(Exception):
    """A file that is to be written is one of those that were read."""


def write_atomically(path: str, text: str, *, inputs: Iterable[str] = ()) -> None:
    """Write a file as a whole: after a crash there is the old text or the new one.

    A symbolic link stays and what it points to is replaced; the mode of a file
    that is there is kept. What is no regular file, as ``/dev/null`` or a pipe,
    is written into. Raises OverInput, with nothing written, where ``path`` is
    one of ``inputs`` by whatever name, and OSError.
    """
    target = os.path.realpath(path)
    if any(_same(target, name) for name in inputs):
        raise OverInput(path)
    if os.path.exists(target) and not (os.path.isfile(target) or os.path.isdir(target)):  # noqa: PTH110, PTH112, PTH113 - of a path as realpath gives it
        Path(target).write_text(text, encoding="utf-8")
        return
    save_text(target, text)


def write_output(path: str, text: str, say: Catalog, *, inputs: Iterable[str] = ()) -> None:
    """Write a file that a command line names; ``-`` is standard output.

    Raises click.UsageError for a file that was read, and Unwritable where the
    folder or the disk refuses.
    """
    if path == "-":
        click.echo(text, nl=False)
        return
    try:
        write_atomically(path, text, inputs=inputs)
    except OverInput:
        raise click.UsageError(say.say("output.over_input", path=shown_path(path))) from None
    except OSError as error:
        raise _unwritable(path, error, say) from None


def replace_unchanged(path: str, text: str, say: Catalog, *, replacing: bytes) -> None:
    """Write a text over the file that was read, if it still holds the same bytes.

    Raises Unwritable where it does not, where nobody may write to the file, and
    where the folder or the disk refuses.
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - the path as the user wrote it
        # Who may do anything, as root, is stopped by a file that is marked so as well.
        if not mode & _WRITABLE or not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        save_text(path, text, replacing=replacing)
    except ChangedMeanwhile:
        raise Unwritable(say.say("output.changed", path=shown_path(path))) from None
    except OSError as error:
        raise _unwritable(path, error, say) from None


def make_folder(path: str, say: Catalog) -> None:
    """Make a folder that a command line names, where it is not there. Raises Unwritable."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error, say) from None


def _unwritable(path: str, error: OSError, say: Catalog) -> Unwritable:
    reason = error.strerror or type(error).__name__
    return Unwritable(say.say("output.refused", path=shown_path(path), reason=reason))


def _same(target: str, name: str) -> bool:
    """Whether an input is the file at ``target``; standard input and missing files are none."""
    try:
        return os.path.samefile(target, name)  # noqa: PTH121 - names as the user wrote them
    except OSError:
        return False
