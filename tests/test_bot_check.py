"""``allfives bot-check``: a verdict a line, a document for programs, and the bot of the manuals."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from allfives_cli.cli import run
from allfives_cli.commands.trials import PROGRAM, SETTINGS
from allfives_cli.record.schemas import schema_text
from allfives_cli.rulesets import published

ROOT = Path(__file__).parent.parent
BOTS = Path(__file__).parent / "bots"
LONGEST = 20.0
SCHEMA = Draft202012Validator(json.loads(schema_text("bot-check")))

Check = Callable[..., tuple[int, str, str]]


def bot(*arguments: object) -> str:
    return shlex.join(map(str, (sys.executable, "-S", "-E", *arguments)))


GOOD = bot(BOTS / "most_points.py")


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    def checked(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        monkeypatch.setenv("ALLFIVES_LANG", lang)
        return run(["bot-check", *arguments]), *capsys.readouterr()

    return checked


def test_a_good_program(check: Check) -> None:
    status, out, err = check(GOOD)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(r"1\. all-fives, seats: 2\. Legal plays: \d+, incidents: 0\.", lines[0])
    assert re.fullmatch(r"2\. muggins, seats: 4\. Legal plays: \d+, incidents: 0\.", lines[1])
    assert re.fullmatch(
        r"3\. all-fives-deducted, seats: 4\. Legal plays: \d+, incidents: 0\.", lines[2]
    )
    assert lines[3:] == ["This program can sit at the table."]
    assert check(GOOD) == (0, out, "")
    assert check(GOOD, "--seed", "other")[1] != out


def test_a_good_program_in_json(check: Check) -> None:
    status, out, _ = check(GOOD, "--format", "json")
    assert status == 0
    told = json.loads(out)
    SCHEMA.validate(told)
    assert told["sound"] is True
    assert [match["rules"] for match in told["matches"]] == [each.rules for each in SETTINGS]
    assert [len(match["sides"]) for match in told["matches"]] == [2, 2, 4]
    for match in told["matches"]:
        assert match["replies"] > 5
        assert 0 < match["slowest"] < 10
        assert match["incidents"] == []


BAD = [
    ("plays-what-it-has-not", "illegal play", "illegal", "tile-not-in-hand"),
    ("lies-about-the-number", "an answer that is none", "malformed", "wrong-seq"),
    ("crashes", "broken down", "crash", "exited"),
    ("fails-at-the-end", "broken down", "crash", "failed"),
    ("says-goodbye", "an answer that is none", "malformed", "unasked"),
]


@pytest.mark.parametrize(("fault", "words", "kind", "why"), BAD, ids=[case[0] for case in BAD])
def test_a_bad_program(check: Check, fault: str, words: str, kind: str, why: str) -> None:
    command = bot(BOTS / "misbehaving.py", fault)
    status, out, err = check(command)
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].endswith("incidents: 1.")
    assert f": {words}. " in lines[1]
    assert lines[-1] == "This program cannot sit at the table. Incidents: 3."
    status, out, _ = check(command, "--format", "json")
    assert status == 1
    told = json.loads(out)
    SCHEMA.validate(told)
    assert told["sound"] is False
    for match in told["matches"]:
        (found,) = match["incidents"]
        assert (found["incident"], found["why"], found["by"]) == (kind, why, match["by"])


def test_a_slow_program(check: Check) -> None:
    command = bot(BOTS / "misbehaving.py", "silent")
    status, out, _ = check(command, "--start-limit", "0.3", "--width", "120", lang="pl")
    assert status == 1
    assert (
        " ".join(out.split()).count(
            "czas minął. Brak odpowiedzi na pierwszą wiadomość. Czas w sekundach: 0,3."
        )
        == 3
    )
    assert out.splitlines()[-1] == "Ten program nie może zasiąść do stołu. Incydenty: 3."


@pytest.mark.parametrize("command", ["", "x'", "no-such-program-anywhere"])
def test_a_command_that_cannot_be_run(check: Check, command: str) -> None:
    status, out, err = check(command)
    assert (status, out) == (2, "")
    assert "Error: " in err


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_ends_the_program_as_well(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    noted = tmp_path / "pid"
    command = bot(BOTS / "misbehaving.py", "thinks-for-ever", noted)
    with subprocess.Popen(
        [sys.executable, "-m", "allfives_cli", "bot-check", command, "--move-limit", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + LONGEST
        while not (noted.exists() and noted.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        program = int(noted.read_text())
        process.send_signal(number)
        assert process.wait(LONGEST) == status
        assert b"Traceback" not in process.communicate()[1]
    with pytest.raises(ProcessLookupError):
        os.kill(program, 0)


@pytest.mark.parametrize(("lang", "said"), [("en", "chmod +x"), ("pl", "chmod +x")])
def test_a_file_that_may_not_be_run(check: Check, lang: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("print()\n", "utf-8")
    path.chmod(0o644)
    status, out, err = check(str(path), lang=lang)
    assert (status, out) == (2, "")
    assert said in err


def test_the_settings_try_what_differs() -> None:
    assert {len(setting.kinds) for setting in SETTINGS} == {2, 4}
    assert {published(setting.rules).spinner for setting in SETTINGS} == {"first-double", "none"}
    assert all(setting.kinds.count(PROGRAM) == 1 for setting in SETTINGS)
    assert {setting.alone for setting in SETTINGS if len(setting.kinds) == 4} == {False, True}


def python_bots() -> list[Any]:
    """The programs that the manuals show: every Python block that reads its standard input."""
    found = []
    for path in (ROOT / "README.md", ROOT / "schemas" / "README.md"):
        blocks = re.findall(
            r"^```python\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        found += [
            pytest.param(block, id=str(path.relative_to(ROOT)))
            for block in blocks
            if "sys.stdin" in block
        ]
    return found


def test_a_manual_shows_a_bot() -> None:
    assert python_bots()


@pytest.mark.parametrize("code", python_bots())
def test_the_bot_of_a_manual_is_short_and_can_play(check: Check, code: str, tmp_path: Path) -> None:
    assert len(code.splitlines()) <= 16
    path = tmp_path / "mybot.py"
    path.write_text(code, encoding="utf-8")
    assert check(bot(path))[0] == 0
