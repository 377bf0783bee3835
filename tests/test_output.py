"""Files that commands write: whole or not at all, never over what was read."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import click
import pytest

from allfives_cli.commands.output import (
    OverInput,
    Unwritable,
    make_folder,
    write_atomically,
    write_output,
)
from allfives_cli.text.catalog import catalog

ENGLISH = catalog("en")


def test_a_new_file_is_written_with_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    write_atomically(str(path), "ż\n")
    assert path.read_bytes() == "ż\n".encode()
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    assert [each.name for each in tmp_path.iterdir()] == ["new.txt"]


def test_an_old_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(str(path), "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "deep" / "real.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(str(link), "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.parametrize("by", ["name", "link", "other link", "hard link"])
def test_what_was_read_is_never_written_over(tmp_path: Path, by: str) -> None:
    record, output = tmp_path / "match.json", tmp_path / "other.json"
    record.write_text("precious")
    named = str(record)
    match by:
        case "name":
            output = tmp_path / "." / "match.json"
        case "link":
            output.symlink_to(record)
        case "other link":
            link = tmp_path / "in.json"
            link.symlink_to(record)
            named, output = str(link), record
        case _:
            os.link(record, output)
    with pytest.raises(OverInput):
        write_atomically(str(output), "lost", inputs=["-", str(tmp_path / "missing"), named])
    assert record.read_text() == "precious"
    with pytest.raises(click.UsageError, match="choose another file"):
        write_output(str(output), "lost", ENGLISH, inputs=[named])


def test_a_folder_that_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "x.txt"):
        with pytest.raises(Unwritable) as refused:
            write_output(str(path), "text", ENGLISH)
        assert refused.value.exit_code == 3
        assert str(path) in refused.value.message
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_regular_file_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_atomically(str(pipe), "through")
    reader.join(5)
    assert read == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_dash_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write_output("-", "text without end of line", ENGLISH)
    assert capsys.readouterr().out == "text without end of line"


def test_a_folder_is_made_where_it_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(str(folder), ENGLISH)
    make_folder(str(folder), ENGLISH)
    assert folder.is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable):
        make_folder(str(tmp_path / "file"), ENGLISH)
