"""The records that a command line names: what is found, what is passed over, what fails alone."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from allfives_cli.checking.validation import examine
from allfives_cli.commands import inputs
from allfives_cli.commands.inputs import Lent, named, read, readings
from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.places import Span
from allfives_cli.record.reading import read_record

RECORD = (Path(__file__).parent.parent / "records" / "set-up-position.json").read_bytes()
LINE = b" ".join(RECORD.split())

TREE = (
    "match.json",
    "sheets/a.yaml",
    "sheets/b.yml",
    "sheets/deep/er/c.jsonl",
    "sheets/deep/notes.txt",
    "sheets/.hidden.json",
    "sheets/.git/d.json",
    "[odd]/e.json",
)

NAMED = [
    ("a file", ["match.json"], ["match.json"]),
    ("a file of another ending", ["sheets/deep/notes.txt"], ["sheets/deep/notes.txt"]),
    ("a folder", ["sheets"], ["sheets/a.yaml", "sheets/b.yml", "sheets/deep/er/c.jsonl"]),
    ("a folder with a slash", ["sheets/deep/"], ["sheets/deep/er/c.jsonl"]),
    ("this folder", ["."], ["./[odd]/e.json", "./match.json", "./sheets/a.yaml", "./sheets/b.yml",
                            "./sheets/deep/er/c.jsonl"]),
    ("a file and its folder", ["sheets/b.yml", "sheets"],
     ["sheets/b.yml", "sheets/a.yaml", "sheets/deep/er/c.jsonl"]),
    ("a pattern", ["sheets/*.y*ml"], ["sheets/a.yaml", "sheets/b.yml"]),
    ("a pattern for folders", ["sh*"], ["sheets/a.yaml", "sheets/b.yml", "sheets/deep/er/c.jsonl"]),
    ("a pattern that matches nothing", ["*.xml"], ["*.xml"]),
    ("any depth", ["**/*.jsonl"], ["sheets/deep/er/c.jsonl"]),
    ("any depth, none of it", ["sheets/**/b.yml"], ["sheets/b.yml"]),
    ("any depth below a pattern", ["sh*/**/*.jsonl"], ["sheets/deep/er/c.jsonl"]),
    ("any depth, twice", ["**/deep/**/*.jsonl"], ["sheets/deep/er/c.jsonl"]),
    ("any depth where there is nothing", ["nowhere/**/*.json"], ["nowhere/**/*.json"]),
    ("everything at any depth", ["sheets/deep/**"],
     ["sheets/deep/er/c.jsonl", "sheets/deep/notes.txt"]),
    ("a name that looks like a pattern", ["[odd]/e.json"], ["[odd]/e.json"]),
    ("a folder that looks like one", ["[odd]"], ["[odd]/e.json"]),
    ("an empty folder", ["empty"], ["empty"]),
    ("nothing of that name", ["nowhere.json"], ["nowhere.json"]),
    ("standard input, twice", ["-", "-"], ["-"]),
]  # fmt: skip


RESULTS = b'{"setting": {}, "matches": 2, "standings": [], "rounds": 9}'


def test_another_document_is_passed_over_where_it_was_not_named(tree: Path) -> None:
    (tree / "sheets" / "results.json").write_bytes(RESULTS)
    (tree / "sheets" / "broken.json").write_bytes(b'{"players": ["Ann"], "setting": {}}')
    for paths, passed_over in (
        (["sheets"], True),
        (["sheets/*.json"], True),
        (["sheets", "sheets/results.json"], False),
        (["sheets/results.json", "sheets"], False),
    ):
        found = {each.name: each for each in readings(paths)}
        [fault] = found["sheets/results.json"].faults
        code = "file-passed-over" if passed_over else "not-a-record"
        assert (fault.code, fault.params) == (code, {"found": "series-results"})
        assert fault.is_note is passed_over
        assert "missing-key" in {fault.code for fault in found["sheets/broken.json"].faults}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in TREE:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(LINE)
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("paths", "found"), [case[1:] for case in NAMED], ids=[case[0] for case in NAMED]
)
def test_named(tree: Path, paths: list[str], found: list[str]) -> None:
    assert tree.exists()
    assert named(paths) == found


def test_an_absolute_pattern(tree: Path) -> None:
    assert named([f"{tree}/**/*.yml"]) == [f"{tree}/sheets/b.yml"]
    assert named([f"{tree}/*.json"]) == [f"{tree}/match.json"]


def test_links_to_files_and_folders_are_followed(tree: Path) -> None:
    (tree / "elsewhere").mkdir()
    (tree / "elsewhere" / "far.json").write_bytes(RECORD)
    (tree / "linked").mkdir()
    (tree / "linked" / "folder").symlink_to(tree / "elsewhere")
    (tree / "linked" / "file.json").symlink_to(tree / "match.json")
    found = ["linked/file.json", "linked/folder/far.json"]
    assert named(["linked"]) == found
    assert named(["linked/**/*.json"]) == found
    assert all(reading.record for reading in readings(["linked"]))


def test_no_folder_is_walked_twice_whatever_links_lead_to_it(tree: Path) -> None:
    for name in ("sheets/round", "sheets/deep/up", "sheets/deep/er/top"):
        (tree / name).symlink_to(tree / "sheets")
    expected = ["sheets/a.yaml", "sheets/b.yml", "sheets/deep/er/c.jsonl"]
    assert named(["sheets"]) == expected
    assert named(["sheets/**/*.y*ml"]) == expected[:2]


def test_many_loops_of_links_end_at_once(tree: Path) -> None:
    for number in range(30):
        (tree / "sheets" / f"loop{number}").symlink_to(tree / "sheets")
    # Each link leads to all the others: without care these are 30 ** 40 ways.
    assert len(named(["sheets"])) == 3
    assert len(named(["**/*.yml"])) == 1


def test_a_link_to_nowhere_is_a_finding(tree: Path) -> None:
    (tree / "sheets" / "gone.json").symlink_to(tree / "gone")
    codes = {r.name: [fault.code for fault in r.faults] for r in readings(["sheets"])}
    assert codes["sheets/gone.json"] == ["file-missing"]
    assert codes["sheets/a.yaml"] == []


def test_pipes_and_devices_that_are_found_are_passed_over(tree: Path) -> None:
    os.mkfifo(tree / "sheets" / "pipe.json")
    (tree / "sheets" / "zero.json").symlink_to("/dev/zero")
    for path in ("sheets", "sheets/*", "sheets/**"):
        assert not {"sheets/pipe.json", "sheets/zero.json"} & set(named([path]))


def test_a_pipe_that_is_named_is_read(tree: Path) -> None:
    pipe = tree / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[RECORD])
    writer.start()
    (reading,) = readings(["pipe"])
    writer.join()
    assert reading.record is not None


def test_an_endless_device_that_is_named_is_read_up_to_the_limit() -> None:
    (reading,) = readings(["/dev/zero"])
    assert [fault.code for fault in reading.faults] == ["file-too-large"]


def test_process_substitution(tree: Path) -> None:
    command = f'"{sys.executable}" -m allfives_cli validate <(cat match.json) <(cat match.json)'
    done = subprocess.run(
        ["bash", "-c", command], cwd=tree, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2" in done.stdout.splitlines()[-1]


def test_a_file_that_vanishes_before_it_is_read_does_not_stop_the_rest(tree: Path) -> None:
    names = named(["sheets"])
    (tree / "sheets" / "a.yaml").unlink()
    codes = [[fault.code for reading in read(name) for fault in reading.faults] for name in names]
    assert codes == [["file-missing"], [], []]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_what_may_not_be_read_is_a_finding(tree: Path) -> None:
    (tree / "sheets" / "a.yaml").chmod(0)
    (tree / "sheets" / "deep").chmod(0)
    codes = {r.name: [fault.code for fault in r.faults] for r in readings(["sheets"])}
    (tree / "sheets" / "deep").chmod(0o700)
    assert codes["sheets/a.yaml"] == ["file-unreadable"]
    assert codes["sheets/deep"] == ["file-unreadable"]
    assert codes["sheets/b.yml"] == []


def test_a_folder_that_may_not_be_listed_is_not_passed_over(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = os.scandir

    def scandir(path: str) -> Iterator[os.DirEntry[str]]:
        if path.endswith("deep"):
            raise PermissionError
        return listed(path)

    assert tree.exists()
    monkeypatch.setattr(inputs.os, "scandir", scandir)
    assert named(["sheets"]) == ["sheets/a.yaml", "sheets/b.yml", "sheets/deep"]


FORMS = [
    ("x.json", b"{}", "json"),
    ("x.yaml", b"{}", "yaml"),
    ("x.yml", b"{}", "yaml"),
    ("x", b"\xef\xbb\xbf\n {}", "json"),
    ("x", b"[1]", "json"),
    ("x", b"allfives: 1", "yaml"),
    ("x", b"", "yaml"),
]


@pytest.mark.parametrize(("name", "data", "form"), FORMS)
def test_form_by_name_and_else_by_content(name: str, data: bytes, form: str, tree: Path) -> None:
    (tree / name).write_bytes(data)
    (reading,) = read(name)
    assert reading.form == form


@pytest.mark.parametrize(("name", "data", "form"), FORMS)
def test_standard_input_is_read_as_the_file_that_it_is_called(
    name: str, data: bytes, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    (reading,) = read("-", Lent(stdin_name=name))
    assert (reading.name, reading.form) == (name, form)


def archive(tree: Path, *lines: bytes, end: bytes = b"\n") -> list[tuple[int, list[str]]]:
    """The first line and the codes of each record of an archive."""
    (tree / "a.jsonl").write_bytes(b"".join(line + end for line in lines))
    return [(r.first_line, [fault.code for fault in r.faults]) for r in read("a.jsonl")]


ARCHIVES = [
    ("one record a line", [LINE, LINE], [(1, []), (2, [])]),
    ("blank lines count", [b"", LINE, b"  \t", LINE], [(2, []), (4, [])]),
    ("a bad line does not stop the rest", [LINE, b"{", LINE],
     [(1, []), (2, ["json-unclosed"]), (3, [])]),
    ("nor a line that is too long", [b"[" + b" " * (2 * MAX_BYTES), LINE],
     [(1, ["file-too-large"]), (2, [])]),
    ("nothing", [], [(1, ["file-empty"])]),
    ("blank lines only", [b"", b" "], [(1, ["file-empty"])]),
]  # fmt: skip


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("lines", "found"), [case[1:] for case in ARCHIVES], ids=[case[0] for case in ARCHIVES]
)
def test_archive(
    tree: Path, lines: list[bytes], found: list[tuple[int, list[str]]], end: bytes
) -> None:
    assert archive(tree, *lines, end=end) == found


def test_what_is_said_of_a_whole_record_of_an_archive_is_said_of_its_line(tree: Path) -> None:
    path = tree / "a.jsonl"
    path.write_bytes(LINE + b"\n" + b'{"allfives": 1}\n[' + b" " * MAX_BYTES)
    of_keys, too_large = [[fault.span for fault in r.faults] for r in read("a.jsonl")][1:]
    assert of_keys == [Span(2, 1, 2, 1)] * 3
    assert too_large == [Span(3, 1, 3, 1)]
    (alone,) = read_record(b'{"allfives": 1}', "a.json", "json").faults[:1]
    assert alone.span is None


def test_an_unfinished_match_of_an_archive_is_told_by_its_line(tree: Path) -> None:
    begun = json.loads(LINE) | {"rounds": []}
    begun.pop("result", None)
    (tree / "a.jsonl").write_bytes(LINE + b"\n" + json.dumps(begun).encode())
    findings = [each for r in read("a.jsonl") for each in examine(r).findings]
    assert [(f.code, f.span) for f in findings][-1:] == [("unfinished", Span(2, 1, 2, 1))]
    assert findings[-1].params["between_rounds"] is True


def test_an_archive_in_another_encoding_is_one_finding(tree: Path) -> None:
    assert archive(tree, "\n".join(["{}"] * 3).encode("utf-16")) == [(1, ["file-encoding"])]


def test_an_archive_larger_than_a_record_may_be_is_read_line_by_line(tree: Path) -> None:
    padded = LINE + b" " * 1_000_000
    assert archive(tree, *[padded] * 6) == [(number, []) for number in range(1, 7)]


def test_an_archive_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LINE + b"\n" + LINE + b"\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert [r.first_line for r in read("-", Lent(stdin_name="all.jsonl"))] == [1, 2]


RULES = {"base": "muggins"}
LENT = [
    ("a record without rules has those that are lent", b'"rounds": []', RULES),
    ("a record with rules keeps its own", b'"rules": "all-fives", "rounds": []', "all-fives"),
]


@pytest.mark.parametrize(("fields", "rules"), [c[1:] for c in LENT], ids=[c[0] for c in LENT])
@pytest.mark.parametrize("name", ["x.json", "x.yaml", "x.jsonl"])
def test_rules_are_lent(tree: Path, name: str, fields: bytes, rules: object) -> None:
    head = b'{"allfives": 1, "players": [{"key": "Ann"}, {"key": "Ben"}], '
    (tree / name).write_bytes(head + fields + b"}")
    (reading,) = read(name, Lent(rules=RULES))
    assert reading.record is not None
    assert reading.record.rules == rules


def test_rules_that_are_written_wrong_are_not_replaced(tree: Path) -> None:
    (tree / "x.json").write_bytes(
        b'{"allfives": 1, "players": [{"key": "A"}, {"key": "B"}], "rules": null, "rounds": []}'
    )
    (reading,) = read("x.json", Lent(rules=RULES))
    assert reading.record is None
    assert [fault.pointer for fault in reading.faults] == [("rules",)]
