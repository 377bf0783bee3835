"""Programs at the table: whatever one does, its match ends in time, with the right incident."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from seated import FIVES, findings_of, match_of, seated

from allfives_cli.cli import run
from allfives_cli.game.actions import Play
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.draft import INCIDENTS_KEY
from allfives_cli.play.events import Event, Incident, Left, MatchEnded, TurnTaken
from allfives_cli.play.process import GRACE, Process, Trouble, end
from allfives_cli.play.program import NoCommand, Policy, Programs, command_of, on_error
from allfives_cli.play.recorder import Recorder
from allfives_cli.record.schemas import schema_text
from allfives_cli.record.writing import write_json
from allfives_cli.text.safe import is_shown

BOTS_FOLDER = Path(__file__).parent / "bots"
SHORT, LONG = 0.4, 15.0
LATER = 3.0
PATIENT = Policy(start=LONG, move=LONG)
HURRIED = Policy(start=LONG, move=SHORT)
NO_TIME = Policy(start=SHORT, move=SHORT)
INCIDENTS = Draft202012Validator(json.loads(schema_text("incidents")))


def bot(*arguments: object, file: str = "misbehaving.py") -> str:
    """The command of a bot. Without the site module it starts faster."""
    words = (sys.executable, "-S", "-E", BOTS_FOLDER / file, *arguments)
    return shlex.join(map(str, words))


class Played(NamedTuple):
    """What came of a round, and how long it and its end alone took."""

    incidents: list[Incident]
    events: list[Event]
    record: bytes
    seconds: float
    closing: float

    @property
    def noted(self) -> Any:
        return json.loads(self.record).get("ext", {}).get(INCIDENTS_KEY)

    @property
    def ended(self) -> MatchEnded | Left:
        return next(each for each in self.events if isinstance(each, MatchEnded | Left))


def play(command: str, policy: Policy = PATIENT, rounds: int = 1, target: int = 250) -> Played:
    """Play a match of a program, at the second seat, against a bot."""
    kinds = ("greedy", "program")
    head, table = seated(replace(FIVES, target=target), kinds)
    recorder = Recorder(head, table)
    events: list[Event] = []

    def hear(event: Event) -> None:
        events.append(event)
        recorder(event)
        programs(event)

    programs = Programs(table, policy, hear)
    choosers = [BotPlayer(BOTS["greedy"], 1), programs.player(1, command)]
    begun = time.monotonic()
    try:
        for event in match_of(table, kinds, 1, rounds=rounds, choosers=choosers).events():
            hear(event)
    finally:
        played = time.monotonic()
        programs.close()
        ended = time.monotonic()
    incidents = [event for event in events if isinstance(event, Incident)]
    record = write_json(recorder.record()).encode()
    return Played(incidents, events, record, ended - begun, ended - played)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After every test: no descriptor more than before, and no child, dead or alive."""
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are all that is needed
    others = children()
    yield
    assert len(set(os.listdir("/proc/self/fd"))) == len(before)  # noqa: PTH208
    assert children() <= others


def children() -> set[str]:
    """The children of this process, dead ones that nobody waited for included."""
    while True:
        try:
            tasks = list(Path("/proc/self/task").iterdir())
            return {child for task in tasks for child in (task / "children").read_text().split()}
        except (FileNotFoundError, ProcessLookupError):
            continue  # a thread has ended meanwhile, and its children are another's now


# -- every fault ------------------------------------------------------------------------

FAULTS: list[tuple[str, Policy, str, str, dict[str, object]]] = [
    ("silent", NO_TIME, "timeout", "no-hello", {"limit": SHORT}),
    ("silent-and-deaf-to-sigterm", NO_TIME, "timeout", "no-hello", {"limit": SHORT}),
    ("thinks-for-ever", HURRIED, "timeout", "no-answer", {"limit": SHORT}),
    ("sends-half-a-line", HURRIED, "timeout", "line-not-ended", {"limit": SHORT}),
    ("exits-with-an-error", PATIENT, "crash", "exited", {"status": 3}),
    ("crashes", PATIENT, "crash", "exited", {"status": 1}),
    ("is-killed", PATIENT, "crash", "killed", {"signal": "SIGKILL"}),
    ("closes-its-output", PATIENT, "crash", "closed-output", {}),
    ("sends-half-a-line-and-ends", PATIENT, "crash", "exited", {"status": 0}),
    ("sends-a-line-without-its-end-and-ends", PATIENT, "crash", "exited", {"status": 0}),
    ("speaks-another-version", PATIENT, "malformed", "other-protocol", {"found": 2, "known": 1}),
    ("sends-hello-back", PATIENT, "malformed", "unknown-key", {}),
    ("floods-without-an-end", PATIENT, "malformed", "line-too-long", {"limit": 65_536}),
    ("floods-with-lines", PATIENT, "malformed", "no-object", {"found": "list"}),
    ("lies-about-the-number", PATIENT, "malformed", "wrong-seq", {"found": 3, "expected": 2}),
    ("prints-what-it-thinks", PATIENT, "malformed", "json-unquoted", {}),
    ("answers-twice", PATIENT, "malformed", "wrong-seq", {"found": 2, "expected": 3}),
    ("sends-bytes", PATIENT, "malformed", "file-not-utf-8", {"byte": "0xFF"}),
    ("sends-controls", PATIENT, "malformed", "json-unexpected", {}),
    ("sends-nan", PATIENT, "malformed", "json-not-finite", {"text": "NaN"}),
    ("sends-a-huge-number", PATIENT, "malformed", "number-too-long", {}),
    ("sends-deep-json", PATIENT, "malformed", "too-deep", {"limit": 64}),
    ("sends-a-key-twice", PATIENT, "malformed", "duplicate-key", {"key": "seq"}),
    ("sends-nothing-on-a-line", PATIENT, "malformed", "empty-line", {}),
    ("sends-wide-characters", PATIENT, "malformed", "not-utf-8", {}),
    ("plays-what-it-has-not", PATIENT, "illegal", "tile-not-in-hand", {"player": "Ben"}),
]


@pytest.mark.parametrize(
    ("fault", "policy", "kind", "why", "params"), FAULTS, ids=[case[0] for case in FAULTS]
)
def test_a_fault_is_one_incident_and_the_match_is_forfeited_in_time(
    fault: str, policy: Policy, kind: str, why: str, params: dict[str, object]
) -> None:
    done = play(bot(fault), policy)
    limit = policy.start if why == "no-hello" else policy.move
    assert done.seconds < limit + LATER
    assert [(found.kind, found.why, found.then) for found in done.incidents] == [
        (kind, why, "forfeit")
    ]
    found = done.incidents[0]
    assert params.items() <= found.params.items()
    assert done.ended == MatchEnded("forfeit", (0,), done.ended.totals)  # type: ignore[union-attr] # a forfeit ends it
    assert findings_of(done.record) == []
    INCIDENTS.validate(done.noted)
    noted = done.noted[0]
    assert (noted["by"], noted["incident"], noted["why"]) == ("Ben", kind, why)
    assert (noted["round"], noted["turn"]) == (found.round, found.turn)
    assert found.round == 1


LATE: list[tuple[str, str, str, dict[str, object]]] = [
    ("deaf-to-all", "hang", "not-ended", {"signal": "SIGKILL"}),
    ("deaf-to-the-end", "hang", "not-ended", {"signal": "SIGTERM"}),
    ("says-goodbye", "malformed", "unasked", {}),
    ("floods-at-the-end", "malformed", "unasked", {}),
    ("fails-at-the-end", "crash", "failed", {"status": 2}),
]


@pytest.mark.parametrize(("fault", "kind", "why", "params"), LATE, ids=[case[0] for case in LATE])
def test_a_fault_after_the_match_changes_nothing_in_it(
    fault: str, kind: str, why: str, params: dict[str, object]
) -> None:
    done = play(bot(fault))
    assert done.closing < LATER
    assert [(found.kind, found.why, found.then) for found in done.incidents] == [
        (kind, why, "nothing")
    ]
    found = done.incidents[0]
    assert params == found.params
    assert (found.round, found.turn) == (None, None)
    assert done.ended.how == "agreed"  # type: ignore[union-attr] # the rounds were played
    assert findings_of(done.record) == []
    INCIDENTS.validate(done.noted)


@pytest.mark.parametrize("fault", ["none", "floods-standard-error", "waits-a-little-at-the-end"])
def test_what_is_no_fault_is_no_incident(fault: str) -> None:
    done = play(bot(fault))
    assert done.incidents == []
    assert done.noted is None
    assert findings_of(done.record) == []


# -- what is kept of a fault ----------------------------------------------------------------


def test_what_was_sent_is_kept_escaped_and_capped() -> None:
    found = play(bot("sends-controls")).incidents[0]
    assert found.sent == "\\u{1b}]0;pwned\\u{7}\\u{202e}"
    long = play(bot("sends-deep-json")).incidents[0]
    assert long.sent == "[" * 199 + "…"
    half = play(bot("sends-half-a-line"), HURRIED).incidents[0]
    assert half.sent == '{"seq": 2,'
    wild = play(bot("sends-bytes")).incidents[0]
    assert wild.sent == '{"seq": \\xff}'
    for incident in (found, long, half, wild):
        assert all(is_shown(character) for character in incident.sent)


def test_the_last_lines_of_standard_error_are_kept_out_of_the_record() -> None:
    done = play(bot("crashes"))
    errors = done.incidents[0].errors
    assert errors[-1] == "RuntimeError: lost \\u{1b}[31mmy way"
    assert 1 < len(errors) <= 8
    assert b"my way" not in done.record


# -- what follows -------------------------------------------------------------------------


def test_abort_breaks_the_match_off_unfinished() -> None:
    done = play(bot("plays-what-it-has-not"), PATIENT._replace(finally_="abort"))
    assert done.ended == Left(1)
    assert [found.code for found in findings_of(done.record)] == ["unfinished"]
    assert done.noted[0]["then"] == "abort"


def test_after_so_many_tries_the_match_is_forfeited() -> None:
    done = play(bot("plays-what-it-has-not"), PATIENT._replace(retries=2))
    assert [found.then for found in done.incidents] == ["retry", "retry", "forfeit"]
    assert {(found.round, found.turn) for found in done.incidents} == {(1, done.noted[0]["turn"])}
    assert findings_of(done.record) == []


def test_a_program_that_is_told_why_can_do_better() -> None:
    done = play(bot("is-illegal-until-told"), PATIENT._replace(retries=1))
    turns = [event.public for event in done.events if isinstance(event, TurnTaken)]
    own = [turn for turn in turns if turn.seat == 1 and isinstance(turn.action, Play)]
    assert {found.then for found in done.incidents} == {"retry"}
    assert len(done.incidents) == len(own) > 2
    assert done.ended.how == "agreed"  # type: ignore[union-attr] # every move was made at last


@pytest.mark.parametrize("fault", ["starts-the-second-time", "thinks-once"])
def test_a_program_that_failed_is_started_anew_and_goes_on(fault: str, tmp_path: Path) -> None:
    done = play(bot(fault, tmp_path / "been-here"), HURRIED._replace(move=2, retries=1))
    assert [found.then for found in done.incidents] == ["retry"]
    assert done.ended.how == "agreed"  # type: ignore[union-attr] # it went on
    assert findings_of(done.record) == []


# -- nothing is left --------------------------------------------------------------------------


def is_running(pid: int) -> bool:
    """Whether a process of this number does anything still."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def await_end(pid: int) -> None:
    until = time.monotonic() + LATER
    while is_running(pid):
        assert time.monotonic() < until, pid
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("fault", "kinds"), [("leaves-a-child", ["crash"]), ("leaves-a-child-and-plays", [])]
)
def test_what_a_program_leaves_behind_is_ended_too(
    fault: str, kinds: list[str], tmp_path: Path
) -> None:
    done = play(bot(fault, tmp_path / "pid"))
    assert [found.kind for found in done.incidents] == kinds
    assert done.seconds < LATER
    await_end(int((tmp_path / "pid").read_text()))


def test_a_program_that_reads_nothing_stops_nobody() -> None:
    process = Process(["sleep", "60"])
    begun = time.monotonic()
    with pytest.raises(Trouble) as caught:
        process.ask(b"x" * 10_000_000 + b"\n", SHORT)
    assert caught.value.kind == "timeout"
    end([process], b"goodbye\n")
    assert process.ended_by is signal.SIGTERM
    assert time.monotonic() - begun < SHORT + LATER


def test_both_pipes_full_at_once_stop_nobody() -> None:
    """It writes much before it reads much: whoever only writes, or only reads, would wait."""
    code = (
        "import sys\n"
        "sys.stderr.write('e' * 3_000_000); sys.stderr.flush()\n"
        "n = len(sys.stdin.readline())\n"
        "print(n)"
    )
    process = Process([sys.executable, "-S", "-c", code])
    assert process.ask(b"x" * 3_000_000 + b"\n", LONG) == b"3000001"
    end([process])
    assert process.ended_by is None
    assert process.errors == "e" * 2_000


def test_an_interrupt_while_programs_are_ended_leaves_none() -> None:
    code = "import time, signal as s; s.signal(15, 1); print(flush=True); time.sleep(60)"
    command = [sys.executable, "-S", "-c", code]
    processes = [Process(command), Process(command)]
    for process in processes:
        assert process.ask(b"", LONG) == b""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, GRACE / 4)
    try:
        with pytest.raises(KeyboardInterrupt):
            end(processes)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert [process.status for process in processes] == [-signal.SIGKILL, -signal.SIGKILL]


# -- commands -----------------------------------------------------------------------------


def test_a_command_is_split_and_never_given_to_a_shell(tmp_path: Path) -> None:
    assert command_of("sh -c 'a b' \"$HOME\"") == ["sh", "-c", "a b", "$HOME"]
    marker = tmp_path / "marker"
    done = play(f"{bot('none')} ; touch {shlex.quote(str(marker))}")
    assert done.incidents == []
    assert not marker.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-command"),
        ("  ", "no-command"),
        ("a\0b", "no-command"),
        ("python3 'x", "open-quote"),
        ("no-such-program-anywhere x", "not-found"),
    ],
)
def test_a_command_that_cannot_be_run(text: str, code: str) -> None:
    with pytest.raises(NoCommand) as caught:
        command_of(text)
    assert caught.value.code == code


def test_a_file_that_is_no_program_is_a_crash(tmp_path: Path) -> None:
    file = tmp_path / "program"
    file.write_bytes(b"\x7fELF no program")
    file.chmod(0o755)
    done = play(str(file))
    assert [(found.kind, found.why) for found in done.incidents] == [("crash", "not-started")]


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("forfeit", (0, "forfeit")),
        ("abort", (0, "abort")),
        ("retry:3", (3, "forfeit")),
        ("retry:100", (100, "forfeit")),
        ("retry:101", None),
        ("retry", None),
        ("retry:-1", None),
        ("retry:3\n", None),
        ("", None),
    ],
)
def test_on_error(text: str, policy: object) -> None:
    assert on_error(text) == policy


# -- the play command ---------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def allfives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        monkeypatch.setenv("ALLFIVES_LANG", lang)
        seats = ("--seat", "Ann=greedy", "--seat", f"Ben=program:{arguments[0]}")
        return run(["play", *seats, "--seed", "1", *arguments[1:]]), *capsys.readouterr()

    return command


def test_play_with_a_program(allfives: Run, tmp_path: Path) -> None:
    status, out, err = allfives(bot(file="most_points.py"), "-o", "m.json")
    assert (status, err) == (0, "")
    assert "The match is won by" in out
    record = json.loads((tmp_path / "m.json").read_bytes())
    assert [player["kind"] for player in record["players"]] == ["greedy", "program"]
    assert INCIDENTS_KEY not in record["ext"]
    again = allfives(bot(file="most_points.py"))[1]
    assert again == (tmp_path / "m.json").read_text("utf-8")


def test_play_tells_of_an_incident(allfives: Run, tmp_path: Path) -> None:
    status, out, err = allfives(bot("exits-with-an-error"), "-o", "m.json")
    assert status == 1
    assert "A side did not play." in out
    assert err.splitlines()[0].endswith(
        "Ben: broken down. It ended before the match was over. Exit status: 3. "
        "The match is forfeited."
    )
    assert err.splitlines()[1:] == ["  Its last lines on standard error:", "    no licence found"]
    data = (tmp_path / "m.json").read_bytes()
    assert json.loads(data)["result"]["how"] == "forfeit"
    assert findings_of(data) == []


def test_play_in_polish(allfives: Run) -> None:
    status, _, err = allfives(bot("plays-what-it-has-not"), lang="pl")
    assert status == 1
    assert "Ben: zagranie niedozwolone." in err
    assert "Walkower." in err
    assert "Wysłane: " in err


def test_play_aborted_can_be_resumed(allfives: Run, tmp_path: Path) -> None:
    status, _, err = allfives(bot("crashes"), "-o", "m.json", "--on-error", "abort")
    assert status == 4
    assert "The match is broken off." in err
    noted = json.loads((tmp_path / "m.json").read_bytes())["ext"][INCIDENTS_KEY]
    seats = ("--seat", "Ann=greedy", "--seat", f"Ben=program:{bot(file='most_points.py')}")
    assert run(["play", *seats, "--resume", "-o", "m.json"]) == 0
    data = (tmp_path / "m.json").read_bytes()
    assert json.loads(data)["ext"][INCIDENTS_KEY] == noted
    assert findings_of(data) == []


BAD_OPTIONS = [
    (["--on-error", "ignore"], "Write --on-error as"),
    (["--move-limit", "nan"], "--move-limit is a number of seconds"),
    (["--move-limit", "0"], "--move-limit is a number of seconds"),
    (["--start-limit", "inf"], "--start-limit is a number of seconds"),
]


@pytest.mark.parametrize(("options", "said"), BAD_OPTIONS)
def test_wrong_options_are_refused(allfives: Run, options: list[str], said: str) -> None:
    status, _, err = allfives(bot("none"), *options)
    assert status == 2
    assert said in err


@pytest.mark.parametrize("command", ["", "'", "no-such-program-anywhere"])
def test_wrong_commands_are_refused_before_anything_is_written(
    allfives: Run, command: str, tmp_path: Path
) -> None:
    status, _, err = allfives(command, "-o", "m.json")
    assert status == 2
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_ends_the_programs_too(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    seats = ["--seat", "Ann=greedy", "--seat", f"Ben=program:{bot('thinks-for-ever', pid_file)}"]
    command = [sys.executable, "-m", "allfives_cli", "play", *seats, "-o", tmp_path / "m.json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        until = time.monotonic() + 2 * LONG
        while not (pid_file.exists() and pid_file.read_text()):
            assert time.monotonic() < until
            assert playing.poll() is None
            time.sleep(0.02)
        pid = int(pid_file.read_text())
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=LONG)
    assert playing.returncode == 130
    assert b"Traceback" not in err
    assert not is_running(pid)
    record = (tmp_path / "m.json").read_bytes()
    assert [found.code for found in findings_of(record)] == ["unfinished"]
    assert "ext" not in json.loads(record)
