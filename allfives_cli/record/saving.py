"""A file replaced as a whole: after a crash there is the old text or the new one, never a part.

The new text is written to a temporary file beside the old one, both file and
folder are synchronised, and the name is moved over. A symbolic link stays: what
it points to is replaced. Raises OSError where the folder or the disk refuses;
the old file is then as it was.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path


class ChangedMeanwhile(Exception):
    """The file is no longer what it was when it was read."""


def save_text(
    path: str | os.PathLike[str], text: str, *, replacing: bytes | None = None, sync: bool = True
) -> None:
    """Replace the file with a text in UTF-8, or create it. Raises OSError.

    With ``replacing`` the file is replaced only while it still holds these
    bytes; else raises ChangedMeanwhile. Without ``sync`` the system writes it
    to the disk when it likes, and a power cut may take it.
    """
    target = Path(os.path.realpath(path))
    waiting = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        _write(waiting, text.encode(), target, sync=sync)
        if replacing is not None:
            _refuse_changed(target, replacing)
        waiting.replace(target)
    except BaseException:
        with suppress(OSError):
            waiting.unlink()
        raise
    if sync:
        sync_folder(target.parent)


def _write(path: Path, data: bytes, like: Path, *, sync: bool) -> None:
    """Write a new file with the mode of another, if that is there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, 0o666)
    try:
        while data:
            data = data[os.write(handle, data) :]
        if like.exists():
            os.chmod(path, stat.S_IMODE(like.stat().st_mode))  # noqa: PTH101 - beside os.open
        if sync:
            os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_changed(target: Path, expected: bytes) -> None:
    if target.read_bytes() != expected:
        raise ChangedMeanwhile(target)


def sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system has such a thing."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
