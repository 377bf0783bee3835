"""``allfives validate`` as a whole: statuses, limits, summaries, lent rules, the bar."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from commanding import Validate

from allfives_cli.checking.validation import Examined
from allfives_cli.cli import COMMANDS
from allfives_cli.commands.formats import FORMATS
from allfives_cli.commands.progress import FEW
from allfives_cli.record.limits import MAX_BYTES

ROOT = Path(__file__).parent.parent
SOUND = """allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- turns: |
    Ann 5-5 =10
result: {how: abandoned}
"""
WRONG = SOUND.replace("=10", "=15")
WITHOUT_RULES = SOUND.replace("rules: {base: all-fives, hand_size: 2}\n", "")
WARNING = """allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- hands: {Ann: 5-5 1-5, Ben: 4-5 3-3}
  turns:
  - {by: Ann, tile: 5-5}
  - {by: Ann, tile: 1-5, on: 5-5, irregular: true}
result: {how: abandoned}
"""
"""A breach of the rules that the players let stand."""


def test_what_is_passed_over_counts_as_no_record(validate: Validate) -> None:
    files = {"sound.yaml": SOUND, "house.yaml": "base: muggins\noptions: {}\n"}
    done = validate(".", files=files)
    assert done.status == 0
    assert "house.yaml  note [file-passed-over]" in done.out
    assert "Sound records: 1 of 1." in done.out
    assert validate("house.yaml").status == 1
    assert json.loads(validate(".", "--format", "json").out)["records"] == 1


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_never_changes_the_status(validate: Validate, form: str) -> None:
    files = {"sound.yaml": SOUND, "wrong.yaml": WRONG}
    for paths, status in (
        (["sound.yaml"], 0),
        (["wrong.yaml"], 1),
        ([".", "sound.yaml"], 1),
        (["nowhere.json"], 3),
        (["sound.yaml", "nowhere.json", "wrong.yaml"], 3),
    ):
        assert validate(*paths, "--format", form, files=files).status == status


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("utf-16.json", "{}".encode("utf-16")),
        ("utf-16.yaml", "allfives: 1".encode("utf-16")),
        ("picture.json", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("large.json", b" " * (MAX_BYTES + 1)),
        ("empty.json", b""),
    ],
)
def test_a_file_that_is_read_and_is_no_record_is_a_finding(
    validate: Validate, name: str, content: bytes
) -> None:
    assert validate(name, files={name: content}).status == 1


def test_where_nothing_can_be_read_the_status_is_another(
    validate: Validate, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    for path in ("nowhere.json", "folder", "nowhere/*.json", "a\0b.json"):
        done = validate(path, "wrong.yaml", files={"wrong.yaml": WRONG})
        assert done.status == 3
        assert "[wrong-sum]" in done.out


def test_one_bad_record_never_stops_the_rest(validate: Validate) -> None:
    files: dict[str, str | bytes] = {
        "a.json": b"\xff\xfe{",
        "b.json": "[" * 1000,
        "c.yaml": "- &a [*a]",
        "d.yaml": WRONG,
        "e.yaml": SOUND,
        "f.json": b"\xe9",
        "g.json": "",
    }
    done = validate(".", "nowhere.json", "--format", "concise", files=files)
    assert done.status == 3
    assert [re.search(r"\[(.*)\]$", line)[1] for line in done.out.splitlines()] == [  # type: ignore[index]
        "file-encoding",
        "too-deep",
        "yaml-anchor",
        "wrong-sum",
        "file-not-utf-8",
        "file-empty",
        "file-missing",
    ]
    assert done.err.splitlines()[0] == "Sound records: 1 of 8."


# Strict


def test_warnings_count_only_where_that_is_asked_for(validate: Validate) -> None:
    files = {"sound.yaml": SOUND, "w.yaml": WARNING}
    assert validate("w.yaml", files=files).status == 0
    assert validate("w.yaml", "--strict").status == 1
    assert validate("sound.yaml", "--strict").status == 0


# Limits and sums

MANY = SOUND + "".join(f"unknown{number}: 1\n" for number in range(60))


@pytest.mark.parametrize("form", FORMATS)
def test_at_most_fifty_findings_of_a_record_and_a_count_of_the_rest(
    validate: Validate, form: str
) -> None:
    done = validate("a.yaml", "b.yaml", "--format", form, files={"a.yaml": MANY, "b.yaml": WRONG})
    assert done.out.count("unknown49") > 0
    assert "unknown50" not in done.out
    assert "wrong-sum" in done.out  # the next record is not left out
    if form == "json":
        assert '"not_shown": 10' in done.out
    else:
        assert "Findings not shown: 10." in done.out


def test_the_summary_counts_everything_that_was_found(validate: Validate) -> None:
    files = {"a.yaml": MANY, "b.yaml": WRONG, "c.yaml": WARNING, "d.yaml": SOUND}
    assert validate(".", files=files).out.splitlines()[-2:] == [
        "Sound records: 2 of 4.",
        "Errors: 61, warnings: 1, notes: 0.",
    ]
    assert validate("d.yaml").out == "Sound records: 1 of 1.\n"
    assert validate("d.yaml", "--lang", "pl").out == "Poprawne zapisy: 1 z 1.\n"


def test_the_summary_stands_apart_from_lines_for_programs(validate: Validate) -> None:
    for form in ("concise", "github"):
        done = validate("b.yaml", "--format", form, files={"b.yaml": WRONG})
        assert len(done.out.splitlines()) == 1
        assert done.err.startswith("Sound records: 0 of 1.\n")


def test_records_and_findings_are_let_go_once_they_are_written(
    validate: Validate, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 0

    def count(self: Examined) -> bool:
        nonlocal most
        most = max(most, sum(isinstance(each, Examined) for each in gc.get_objects()))
        return not self.findings

    monkeypatch.setattr(Examined, "sound", property(count))
    files = {f"{number}.yaml": WRONG for number in range(12)}
    assert validate(".", "--format", "json", files=files).status == 1
    assert 0 < most <= 2


# Rules for records without


TWIN = yaml.safe_load(WITHOUT_RULES) | {
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "5-5", "sum": 10}]}],
}
LENT = [
    ("none", [], "missing-key"),
    ("a name", ["--rules", "all-fives"], None),
    ("one option", ["--set", "hand_size=2"], None),
    ("a file", ["--rules", "house.yaml"], None),
    ("rules by which it is wrong", ["--rules", "all-fives", "--set", "target=10"], "target"),
]


@pytest.mark.parametrize(
    ("arguments", "code"), [case[1:] for case in LENT], ids=[case[0] for case in LENT]
)
@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_rules_for_records_that_name_none(
    validate: Validate, name: str, arguments: list[str], code: str | None
) -> None:
    files = {
        "a.yaml": WITHOUT_RULES,
        "a.json": json.dumps(TWIN),
        "house.yaml": "base: muggins\noptions: {hand_size: 2}\n",
    }
    done = validate(name, "--format", "concise", *arguments, files=files)
    assert done.status == (0 if code is None else 1), done.out
    assert code is None or code in done.out


def test_a_record_that_has_rules_keeps_them(validate: Validate) -> None:
    # By muggins, a lead of the heaviest double would be asked for; the record says all-fives.
    files = {"a.yaml": SOUND}
    assert validate("a.yaml", "--rules", "muggins", "--strict", files=files).status == 0
    assert validate("a.yaml", "--set", "hand_size=1", "--strict").status == 0


@pytest.mark.parametrize(
    "arguments", [["--rules", "mugins"], ["--set", "target"], ["--set", "target=many"]]
)
def test_rules_that_are_none_are_wrong_usage(validate: Validate, arguments: list[str]) -> None:
    assert validate("a.yaml", *arguments, files={"a.yaml": SOUND}).status == 2


# The bar


def on_a_terminal(folder: Path, files: int, env: dict[str, str] | None = None) -> str:
    """What a run writes to a terminal that is its standard error only."""
    for number in range(files):
        (folder / f"{number}.yaml").write_text(SOUND)
    parent, child = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "allfives_cli", "validate", ".", "--format", "json"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=child,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm"} | (env or {}),
    )  # fmt: skip
    os.close(child)
    shown = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            part = os.read(parent, 1000)
        except OSError:  # Linux: the other side was closed
            break
        if not part:
            break
        shown += part
    os.close(parent)
    assert process.wait(timeout=60) == 0
    return shown.decode()


def test_a_bar_for_many_files_is_drawn_and_taken_away(tmp_path: Path) -> None:
    shown = on_a_terminal(tmp_path, FEW + 1)
    assert f"0/{FEW + 1}" in shown
    assert shown.endswith("\r\x1b[2K")


@pytest.mark.parametrize(
    ("files", "env"),
    [(FEW, {}), (FEW + 1, {"CI": "true"}), (FEW + 1, {"TERM": "dumb"})],
    ids=["few files", "CI", "a terminal that cannot"],
)
def test_no_bar(tmp_path: Path, files: int, env: dict[str, str]) -> None:
    assert on_a_terminal(tmp_path, files, env) == ""


def test_no_bar_in_a_pipe(validate: Validate) -> None:
    files = {f"{number}.yaml": SOUND for number in range(FEW + 1)}
    assert validate(".", "--format", "json", files=files).err == ""


# The hook


def test_the_hook_runs_a_command_on_records_and_nothing_else() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, command, *options = hook["entry"].split()
    assert (program, command in COMMANDS, options[-1] in FORMATS) == ("allfives", True, True)
    assert re.search(hook["files"], "records/two-players-to-250.json")
    assert re.search(hook["files"], "club/records/2026/final.yaml")
    assert not re.search(hook["files"], "package.json")
    assert not re.search(hook["files"], "records/README.md")
