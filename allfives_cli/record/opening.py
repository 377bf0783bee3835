"""From a path or stream to text: bytes within the limit, decoded as UTF-8.

Reads what it is told to, be it a pipe or a device; which files to read is not decided here.
"""

import errno
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import BinaryIO, Final

from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.places import Lines, Note, Refusal, Span

MAX_SKIP: Final = 20 * MAX_BYTES  # of an overlong line of an archive, before reading is given up

# RFC 4627 section 3: the first two characters of JSON are ASCII, and so are those of a sheet
_UTF_32_LITTLE: Final = [False, True, True, True]
_UTF_32_BIG: Final = [True, True, True, False]
_UTF_16_LITTLE: Final = [False, True, False, True]
_UTF_16_BIG: Final = [True, False, True, False]


def read_bytes(path: str | os.PathLike[str] | BinaryIO) -> bytes:
    """Read a file, pipe, device or open stream, at most one byte past MAX_BYTES.

    A pipe is read until it ends or the limit is passed, whatever size it claims; `decode` refuses
    what is too long. Raises Refusal (`file-missing`, `file-directory`, `file-unreadable`).
    """
    with opened(path) as stream:
        return _drain(stream)


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Read an archive: each line that is not blank, without its end, with its number.

    One line is held at a time. Of a line longer than MAX_BYTES only the beginning is given,
    itself too long; if it goes on for MAX_SKIP bytes, it is the last one.
    """
    for number in count(1):
        line = stream.readline(MAX_BYTES + 2)  # room for CR LF
        if not line:
            return
        whole = line.endswith(b"\n") or len(line) < MAX_BYTES + 2 or _skip_line(stream)
        line = line.rstrip(b"\r\n")
        if line.strip(b" \t"):
            yield number, line
        if not whole:
            return


@contextmanager
def opened(path: str | os.PathLike[str] | BinaryIO) -> Iterator[BinaryIO]:
    """Open a path for reading, or take a stream as it is; what fails then is a Refusal as well.

    Raises Refusal (`file-missing`, `file-directory`, `file-unreadable`).
    """
    try:
        if isinstance(path, str | os.PathLike):
            with open(path, "rb") as stream:  # noqa: PTH123 - serves any path, /dev/fd/63 too
                yield stream
        else:
            yield path
    except FileNotFoundError:
        raise Refusal("file-missing") from None
    except IsADirectoryError:
        raise Refusal("file-directory") from None
    except OSError as error:
        if isinstance(path, str | os.PathLike) and os.path.isdir(path) and os.access(path, os.R_OK):  # noqa: PTH112 - as above
            raise Refusal("file-directory") from None  # Windows says permission denied
        reason = errno.errorcode.get(error.errno or 0, "EIO")
        raise Refusal("file-unreadable", {"reason": reason}) from None
    except ValueError:  # a NUL in the name, or a stream already closed
        raise Refusal("file-unreadable", {"reason": "EINVAL"}) from None


def decode(data: bytes, first_line: int = 1) -> tuple[Lines, list[Note]]:
    """Turn bytes into text; a byte order mark is dropped with a note.

    Raises Refusal (`file-too-large`, `file-encoding`, `file-not-utf-8`, `nul-character`,
    `file-empty`).
    """
    if len(data) > MAX_BYTES:
        raise Refusal("file-too-large", {"limit": MAX_BYTES})
    encoding = _wide_encoding(data)
    if encoding:
        raise Refusal("file-encoding", {"encoding": encoding})
    notes = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        notes.append(Note("bom", {}, 0, 0))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = Lines(data[: error.start].decode("utf-8"), first_line)
        line, column, *_ = before.span(error.start and len(before.text), 0)
        span = Span(line, column, line, column + 1)
        params: dict[str, object] = {"byte": f"0x{data[error.start]:02X}"}
        raise Refusal("file-not-utf-8", params, span) from None
    lines = Lines(text, first_line)
    nul = text.find("\0")
    if nul >= 0:
        raise lines.refusal("nul-character", (nul, nul + 1))
    if not text.strip(" \t\r\n"):
        raise lines.refusal("file-empty", (0, 0))
    return lines, notes


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from walking a growing tree, which has no cycles, again and again.

    Without this a third of the time of a large file goes there.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _drain(stream: BinaryIO) -> bytes:
    """Read until the end or past the limit; a pipe may give less at a time than asked for."""
    parts = []
    left = MAX_BYTES + 1
    while left > 0:
        part = stream.read(left)
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _skip_line(stream: BinaryIO) -> bool:
    """Pass over the rest of an overlong line; False if its end is not found."""
    for _ in range(MAX_SKIP // MAX_BYTES):
        part = stream.readline(MAX_BYTES)
        if not part or part.endswith(b"\n"):
            return True
    return False


def _wide_encoding(data: bytes) -> str:
    """Name UTF-16 or UTF-32 by its mark, or by where the zero bytes of the first letters lie."""
    head = data[:4]
    zeros = [byte == 0 for byte in head]
    if head in {b"\xff\xfe\0\0", b"\0\0\xfe\xff"} or zeros in (_UTF_32_LITTLE, _UTF_32_BIG):
        return "UTF-32"
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"} or zeros in (_UTF_16_LITTLE, _UTF_16_BIG):
        return "UTF-16"
    return ""
