"""From paths and streams to text."""

import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.opening import decode, read_bytes
from allfives_cli.record.places import Note, Refusal, Span
from allfives_cli.record.source import REFUSALS

posix = pytest.mark.skipif(os.name != "posix", reason="devices and pipes with names")


class Trickle(io.RawIOBase):
    """Gives three bytes at a time, as a slow pipe does."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, 3))


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_bytes(b"{}\r\n")
    assert read_bytes(path) == read_bytes(str(path)) == b"{}\r\n"


def test_a_slow_stream_is_read_to_its_end() -> None:
    assert read_bytes(Trickle(b"0123456789")) == b"0123456789"  # type: ignore[arg-type]


def test_no_more_than_one_byte_past_the_limit_is_read() -> None:
    stream = io.BytesIO(b" " * (MAX_BYTES + 1000))
    assert len(read_bytes(stream)) == MAX_BYTES + 1
    assert stream.tell() == MAX_BYTES + 1


@posix
def test_an_endless_device_is_read_up_to_the_limit() -> None:
    data = read_bytes("/dev/zero")
    with pytest.raises(Refusal, match="file-too-large"):
        decode(data)


@posix
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"[1]",))
    writer.start()
    assert read_bytes(path) == b"[1]"
    writer.join()


REFUSED_PATHS = {
    "file-missing": "absent.json",
    "file-directory": ".",
    "file-unreadable": "nul\0name",
}


@pytest.mark.parametrize("code", REFUSED_PATHS)
def test_paths_that_cannot_be_read(code: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        read_bytes(os.path.join(tmp_path, REFUSED_PATHS[code]))  # noqa: PTH118 - Path drops "."
    assert caught.value.code == code
    assert tuple(caught.value.params) == REFUSALS[code]
    assert caught.value.span is None


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may read anything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.touch(mode=0)
    with pytest.raises(Refusal) as caught:
        read_bytes(path)
    assert (caught.value.code, caught.value.params) == ("file-unreadable", {"reason": "EACCES"})


def test_a_device_error_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.open", broken)
    with pytest.raises(Refusal) as caught:
        read_bytes("r.json")
    assert caught.value.params == {"reason": "EIO"}


REFUSED_BYTES: dict[str, tuple[bytes, str, dict[str, object], tuple[int, int, int, int] | None]] = {
    "utf-16 with a mark": ("[1]".encode("utf-16"), "file-encoding", {"encoding": "UTF-16"}, None),
    "utf-16 little": ("[1]".encode("utf-16-le"), "file-encoding", {"encoding": "UTF-16"}, None),
    "utf-16 big": ("[1]".encode("utf-16-be"), "file-encoding", {"encoding": "UTF-16"}, None),
    "utf-32 with a mark": ("[1]".encode("utf-32"), "file-encoding", {"encoding": "UTF-32"}, None),
    "utf-32 little": ("[1]".encode("utf-32-le"), "file-encoding", {"encoding": "UTF-32"}, None),
    "utf-32 big": ("[1]".encode("utf-32-be"), "file-encoding", {"encoding": "UTF-32"}, None),
    "latin-1": (
        "Zbigniew, Fran\xe7ois".encode("latin-1"),
        "file-not-utf-8",
        {"byte": "0xE7"},
        (1, 15, 1, 16),
    ),
    "latin-1, lower down": (
        b"a:\r\n  \xc4\x99\xe9x",
        "file-not-utf-8",
        {"byte": "0xE9"},
        (2, 4, 2, 5),
    ),
    "latin-1 first on its line": (b"a:\n\xe9", "file-not-utf-8", {"byte": "0xE9"}, (2, 1, 2, 2)),
    "latin-1 first of all": (b"\xe9", "file-not-utf-8", {"byte": "0xE9"}, (1, 1, 1, 2)),
    "utf-8 cut short": (b"[\xf0\x9f\x98", "file-not-utf-8", {"byte": "0xF0"}, (1, 2, 1, 3)),
    "surrogate in utf-8": (b"\xed\xa0\x80", "file-not-utf-8", {"byte": "0xED"}, (1, 1, 1, 2)),
    "nul": (b"[1,\n \0]", "nul-character", {}, (2, 2, 2, 3)),
    "nothing": (b"", "file-empty", {}, (1, 1, 1, 1)),
    "blanks": (b" \r\n\t\n", "file-empty", {}, (1, 1, 1, 1)),
    "only a mark": (b"\xef\xbb\xbf", "file-empty", {}, (1, 1, 1, 1)),
    "too large": (b" " * MAX_BYTES + b"1", "file-too-large", {"limit": MAX_BYTES}, None),
}


@pytest.mark.parametrize("name", REFUSED_BYTES)
def test_bytes_that_are_no_text(name: str) -> None:
    data, code, params, span = REFUSED_BYTES[name]
    with pytest.raises(Refusal) as caught:
        decode(data)
    assert (caught.value.code, caught.value.params) == (code, params)
    assert tuple(params) == REFUSALS[code]
    assert caught.value.span == (span and Span(*span))


def test_every_refusal_of_a_file_is_tried() -> None:
    tried = REFUSED_PATHS.keys() | {code for _, code, _, _ in REFUSED_BYTES.values()}
    assert tried == {code for code in REFUSALS if code.startswith("file-")} | {"nul-character"}


def test_a_byte_order_mark_is_dropped_and_noted() -> None:
    lines, notes = decode(b"\xef\xbb\xbf[1]")
    assert lines.text == "[1]"
    assert notes == [Note("bom", {}, 0, 0)]


def test_the_largest_file_is_read() -> None:
    lines, _ = decode(b"1" + b" " * (MAX_BYTES - 1))
    assert len(lines.text) == MAX_BYTES


def test_reading_json_loads_no_yaml() -> None:
    script = "import sys, allfives_cli.record.json_source; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
