"""The command line as a whole: statuses, signals, pipes, languages, and no traceback ever."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from ptys import Terminal

from allfives_cli.cli import COMMANDS, run
from allfives_cli.commands.formats import FORMATS

ROOT = Path(__file__).parent.parent
RECORD = "records/two-players-to-250.json"


def allfives(
    *arguments: str, stdin: str | bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run(
        [sys.executable, "-m", "allfives_cli", *arguments],
        cwd=ROOT,
        input=data,
        capture_output=True,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **(env or {})},
        check=False,
        timeout=60,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


STATUSES = [
    ("a sound record", ["validate", RECORD], "", 0),
    ("a broken one", ["validate", "tests/broken/wrong-sum.json"], "", 1),
    ("no arguments", ["validate"], "", 2),
    ("an unknown option", ["validate", "--colour", RECORD], "", 2),
    ("an unknown command", ["check", RECORD], "", 2),
    ("a missing file", ["validate", "nowhere.json"], "", 3),
    ("a missing file among sound ones", ["validate", RECORD, "nowhere.json"], "", 3),
    ("no plays", ["explain", "--plays", " , "], "", 2),
    ("a folder without records", ["validate", "allfives_cli/game"], "", 3),
    ("empty input", ["validate", "-"], "", 1),
    ("an empty mapping", ["validate", "-"], "{}", 1),
    ("nothing", ["validate", "-"], "null", 1),
    ("a turn that is not there", ["replay", RECORD, "--at", "99.1"], "", 2),
    ("no turn number", ["replay", RECORD, "--at", "x"], "", 2),
    ("help", ["--help"], "", 0),
]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(
    ("arguments", "stdin", "status"), [case[1:] for case in STATUSES], ids=[c[0] for c in STATUSES]
)
def test_status(arguments: list[str], stdin: str, status: int, lang: str) -> None:
    done = allfives(*arguments, stdin=stdin, env={"ALLFIVES_LANG": lang})
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "a bug" not in done.stderr


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_never_changes_the_status(form: str) -> None:
    assert allfives("validate", RECORD, "--format", form).returncode == 0
    assert allfives("validate", "tests/broken/wrong-sum.json", "--format", form).returncode == 1
    assert allfives("validate", "nowhere.json", "--format", form).returncode == 3


def test_json_is_one_document_on_stdout_whatever_the_result() -> None:
    for path in (RECORD, "tests/broken", "nowhere.json", "-"):
        done = allfives("validate", path, "--format", "json", stdin="{")
        assert isinstance(json.loads(done.stdout)["findings"], list)
        assert done.stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = allfives(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: allfives")


def test_a_closed_pipe_ends_quietly() -> None:
    status = "echo ${PIPESTATUS[0]}"
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m allfives_cli replay {RECORD} | head -1; " + status],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "141"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize("arguments", ["replay " + RECORD, "validate tests/broken", "--help"])
def test_a_full_disk_is_told_and_is_no_bug(arguments: str) -> None:
    for lang, said in (("en", "cannot be written"), ("pl", "Nie można")):
        done = shell(f"allfives_cli {arguments} > /dev/full", ALLFIVES_LANG=lang)
        assert done.returncode == 3
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert shell(f"allfives_cli {arguments} > /dev/full 2> /dev/full").returncode == 3


def test_streams_that_come_closed_are_empty_and_lead_nowhere(tmp_path: Path) -> None:
    assert shell(f"allfives_cli replay {RECORD} >&-").returncode == 0
    assert shell("allfives_cli validate - <&-").returncode == 1
    page = tmp_path / "page.html"
    assert shell(f"allfives_cli view {RECORD} -o {page} <&- >&- 2>&-").returncode == 0
    assert page.read_text("utf-8").rstrip().endswith("</html>")


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command.replace("allfives_cli", f"{sys.executable} -m allfives_cli", 1)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **env},
    )  # fmt: skip


def test_an_interrupt_ends_without_a_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "allfives_cli", "validate", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(b'{"allfives": 1')
    process.stdin.flush()
    for _ in range(60):
        # Once the interpreter has started, the interrupt arrives while it waits for input.
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            continue
        break
    else:
        process.kill()
    output, errors = process.communicate()
    assert process.returncode in (130, -signal.SIGINT)
    if process.returncode == 130:
        assert b"Traceback" not in output + errors


@pytest.mark.parametrize(
    ("environment", "polish"),
    [
        ({"ALLFIVES_LANG": "pl", "LANG": "en_GB.UTF-8"}, True),
        ({"ALLFIVES_LANG": "en", "LANG": "pl_PL.UTF-8"}, False),
        ({"LC_ALL": "pl_PL.UTF-8"}, True),
        ({"LANG": "pl_PL.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({}, False),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], polish: bool) -> None:
    done = allfives("explain", "--plays", "1-4", "--board", "none", env=environment)
    assert ("suma końców" in done.stdout) == polish


COLOURS: list[tuple[str, list[str], dict[str, str], bool]] = [
    ("none in a pipe", [], {}, False),
    ("FORCE_COLOR", [], {"FORCE_COLOR": "1"}, True),
    ("FORCE_COLOR on a dumb terminal", [], {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ("FORCE_COLOR, but 0", [], {"FORCE_COLOR": "0"}, False),
    ("FORCE_COLOR, but empty", [], {"FORCE_COLOR": ""}, False),
    ("NO_COLOR", [], {"NO_COLOR": "1"}, False),
    ("NO_COLOR before FORCE_COLOR", [], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ("NO_COLOR, but empty", [], {"NO_COLOR": "", "FORCE_COLOR": "1"}, True),
    ("auto", ["--color", "auto"], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ("always", ["--color", "always"], {}, True),
    ("always before NO_COLOR", ["--color", "always"], {"NO_COLOR": "1"}, True),
    ("never before FORCE_COLOR", ["--color", "never"], {"FORCE_COLOR": "1"}, False),
]


@pytest.mark.parametrize(
    ("arguments", "environment", "coloured"), [c[1:] for c in COLOURS], ids=[c[0] for c in COLOURS]
)
def test_colour_only_where_it_is_wanted(
    arguments: list[str], environment: dict[str, str], coloured: bool
) -> None:
    done = allfives("validate", "tests/broken/wrong-sum.json", *arguments, env=environment)
    assert ("\x1b[" in done.stdout) == coloured


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
@pytest.mark.parametrize(
    "arguments", [["validate", "tests/broken/wrong-sum.json"], ["codes", "wrong-sum"]]
)
def test_colour_on_a_terminal(
    arguments: list[str], environment: dict[str, str], coloured: bool
) -> None:
    with Terminal(arguments, colours=environment) as terminal:
        assert ("\x1b[" in terminal.rest()) == coloured


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-2", "cp1250"])
def test_an_encoding_without_boxes_gets_ascii_boards(encoding: str) -> None:
    plays = ["explain", "--plays", "6-6, 3-6 on 6-6", "--lang", "pl"]
    environment = {"PYTHONIOENCODING": encoding, "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-m", "allfives_cli", *plays],
        cwd=ROOT, env=environment, capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    assert b"<3>[3*6]{:}<12>" in done.stdout
    assert done.stderr == b""


SETTLED = ["settle", "Ann=1-3", "Ben=0-4", "Cal=1-6", "--lang", "pl"]
STAND_INS = [
    ("a minus and an arrow", SETTLED, "iso-8859-2", "podział z: Ben -2,5 -> +2,5"),
    ("quotes", ["explain", "--plays", "1-9", "--lang", "pl"], "iso-8859-2", '"1-9" nie jest'),
    ("another letter", ["validate", "♥"], "iso-8859-2", "\\u2665"),
]


@pytest.mark.parametrize(
    ("arguments", "encoding", "said"), [c[1:] for c in STAND_INS], ids=[c[0] for c in STAND_INS]
)
def test_what_an_encoding_lacks_has_a_stand_in(
    arguments: list[str], encoding: str, said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "allfives_cli", *arguments],
        cwd=ROOT, capture_output=True, check=False, timeout=60,
        env={"PYTHONIOENCODING": encoding, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
    )  # fmt: skip
    assert said in (done.stdout + done.stderr).decode(encoding)


NO_TEXT = [
    ("play", "--seat", "x\udcff=greedy", "--seat", "B=greedy"),
    ("series", "--seat", "x\udcff=greedy", "--seat", "B=greedy"),
    ("series", "--seat", "A=greedy", "--seat", "B=program:true \udcff", "-n", "1"),
    ("new", "--players", "x\udcff,B"),
    ("note", "n.yaml", "1.2", "--text", "x\udcff"),
    ("note", "n.yaml", "1.2", "--before", "x\udcff"),
    ("note", "n.yaml", "1.2", "--alt", "Ann 2-0 # x\udcff"),
    ("settle", "x\udcff=", "B=3-4", "--out", "x\udcff", "--format", "json"),
]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("arguments", NO_TEXT, ids=ascii)
def test_bytes_that_are_no_text_are_wrong_usage(
    arguments: tuple[str, ...],
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALLFIVES_LANG", lang)
    assert run(list(arguments)) == 2
    assert "\\u{dcff}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_forty_columns_are_enough() -> None:
    for lang in ("en", "pl"):
        done = allfives("replay", RECORD, "--at", "1", "--width", "40", "--lang", lang)
        assert done.returncode == 0
        assert max(len(line) for line in done.stdout.splitlines()) <= 40
