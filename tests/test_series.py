"""Series: the same bytes whoever plays, from wherever it goes on, and every way it can end."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from ptys import Terminal
from seated import findings_of

from allfives_cli.cli import run
from allfives_cli.play import series as playing
from allfives_cli.play.bots import BOTS
from allfives_cli.play.program import Policy
from allfives_cli.play.series import MatchFailed, series
from allfives_cli.play.series_match import Played, Setting, play_match
from allfives_cli.play.workers import Here
from allfives_cli.record.schemas import schema_text

SCHEMA = Draft202012Validator(json.loads(schema_text("series")))
PROGRAMS = Path(__file__).parent / "bots"
SEATS = ("--seat", "A=greedy", "--seat", "B=careful")
SHORT = ("--target", "30")
TWELVE = (*SEATS, *SHORT, "-n", "6", "--swap", "--seed", "1")
"""Twelve short matches."""


def bot(*arguments: object, file: str = "misbehaving.py") -> str:
    words = (sys.executable, "-S", "-E", PROGRAMS / file, *arguments)
    return "program:" + shlex.join(map(str, words))


class Done(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs the command in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)

    def called(*arguments: str, lang: str = "en", command: str = "series") -> Done:
        monkeypatch.setenv("ALLFIVES_LANG", lang)
        status = run([command, *arguments])
        return Done(status, *capsys.readouterr())

    return called


def records(folder: str = "S") -> list[bytes]:
    return (Path(folder) / "records.jsonl").read_bytes().splitlines(keepends=True)


def results(folder: str = "S") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(folder) / "results.json").read_bytes())
    SCHEMA.validate(found)
    return found


# -- what is played ------------------------------------------------------------------------


def test_every_record_is_sound_and_swapped_matches_have_the_same_deals(call: Run) -> None:
    assert call(*TWELVE, "-o", "S").status == 0
    lines = records()
    assert len(lines) == 12
    found = [json.loads(line) for line in lines]
    for number, (line, record) in enumerate(zip(lines, found, strict=True)):
        assert findings_of(line) == []
        kinds = [(player["key"], player["kind"]) for player in record["players"]]
        expected = [("A", "greedy"), ("B", "careful")]
        assert kinds == (expected if number % 2 == 0 else expected[::-1])
        assert record["ext"]["allfives/seed"] == f"1/{number // 2 + 1}"
    for one, other in zip(found[::2], found[1::2], strict=True):
        hands = [list(record["rounds"][0]["hands"].values()) for record in (one, other)]
        assert hands[0] == hands[1]
    assert len({str(record["rounds"][0]["hands"]) for record in found[::2]}) == 6


@pytest.mark.parametrize("number", [1, 4])
def test_a_match_of_a_series_can_be_played_again_alone(number: int, call: Run) -> None:
    options = ("--rules", "muggins", "--target", "40", "--rounds", "4")
    call(*SEATS, *options, "-n", "2", "--swap", "--seed", "x", "-o", "S")
    seats = SEATS if number % 2 else (*SEATS[2:], *SEATS[:2])
    seed = f"x/{(number + 1) // 2}"
    alone = call(*seats, *options, "--seed", seed, command="play").out
    assert json.loads(alone) == json.loads(records()[number - 1])


def test_four_players_are_rotated_and_pairs_stay_pairs(call: Run) -> None:
    seats = [f"--seat={name}=random" for name in "ABCD"]
    call(*seats, *SHORT, "-n", "2", "--swap", "--seed", "1", "-o", "S")
    orders = ["".join(p["key"] for p in json.loads(line)["players"]) for line in records()]
    assert orders == ["ABCD", "BCDA", "CDAB", "DABC"] * 2
    assert [each["side"] for each in results()["standings"]] == ["A+C", "B+D"]


def test_without_a_seed_every_series_is_another(call: Run) -> None:
    seeds = set()
    for folder in ("S", "T"):
        call(*SEATS, *SHORT, "-n", "1", "-o", folder)
        seeds.add(results(folder)["setting"]["seed"])
    assert len(seeds) == 2


# -- who plays -----------------------------------------------------------------------------


class Backwards:
    """An executor that does what it was given last first, as a busy cluster might."""

    def __init__(self) -> None:
        self.given: list[BackwardsTask] = []
        self.order: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> BackwardsTask:
        self.given.append(BackwardsTask(self, lambda: fn(*args), args[1]))
        return self.given[-1]


class BackwardsTask:
    def __init__(self, owner: Backwards, work: Callable[[], Any], first: int) -> None:
        self.owner, self.work, self.first = owner, work, first
        self.done: Any = None
        self.cancelled = False

    def result(self) -> Any:
        for task in reversed(self.owner.given):
            if task.done is None:
                task.done = task.work()
                self.owner.order.append(task.first)
        return self.done

    def cancel(self) -> None:
        self.cancelled = True


def setting(*kinds: str, swap: bool = True, policy: Policy | None = None) -> Setting:
    """The setting of a short series, made without the command line."""
    names = "ABCD"[: len(kinds)]
    players = [{"key": name, "kind": kind} for name, kind in zip(names, kinds, strict=True)]
    rules = {"base": "all-fives", "target": 30}
    orders = range(len(kinds) if swap else 1)
    heads = [
        {"allfives": 1, "players": players[n:] + players[:n], "rules": rules, "rounds": []}
        for n in orders
    ]
    return Setting(tuple(map(json.dumps, heads)), (), "1", None, policy or Policy())


SETTING = setting("greedy", "random")


@pytest.mark.parametrize("at_once", [1, 3, 20])
@pytest.mark.parametrize("ahead", [1, 4])
def test_an_executor_of_another_kind_stands_in(at_once: int, ahead: int) -> None:
    expected = [play_match(SETTING, number) for number in range(1, 14)]
    executor = Backwards()
    found = list(series(SETTING, 1, 13, executor, at_once=at_once, ahead=ahead))
    assert found == expected
    if at_once < 13 and ahead > 1:
        assert executor.order != sorted(executor.order)
    assert sum(1 for _ in executor.given) == -(-13 // at_once)


def test_threads_stand_in() -> None:
    with ThreadPoolExecutor(3) as executor:
        found = list(series(SETTING, 4, 11, executor, at_once=2, ahead=5))
    assert [each.number for each in found] == list(range(4, 12))
    assert found == list(series(SETTING, 4, 11, Here()))


def test_no_more_tasks_are_given_out_than_asked_for() -> None:
    executor = Backwards()
    matches = series(SETTING, 1, 1000, executor, ahead=4)
    next(matches)
    assert len(executor.given) == 4
    next(matches)
    assert len(executor.given) == 5
    matches.close()
    assert [task.cancelled for task in executor.given] == [False, False, True, True, True]


def test_a_match_that_fails_is_told_after_those_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(setting: Setting, number: int) -> Played:
        if number == 5:
            raise ZeroDivisionError("a fault")
        return play_match(setting, number)

    monkeypatch.setattr(playing, "play_match", play)
    for at_once in (1, 2, 10):
        numbers, failed = given(series(SETTING, 1, 8, Backwards(), at_once=at_once, ahead=3))
        assert numbers == [1, 2, 3, 4]
        assert failed.number == 5
        assert failed.reason == "ZeroDivisionError: a fault"


def given(matches: Iterator[Played]) -> tuple[list[int], MatchFailed]:
    """The numbers of the matches that come before one fails, and how it fails."""
    numbers = []
    try:
        for each in matches:
            numbers.append(each.number)  # noqa: PERF401 - a comprehension would lose them
    except MatchFailed as failed:
        return numbers, failed
    raise AssertionError("no match fails")


class Lost:
    """An executor that loses every task from its third on, or takes none any more."""

    def __init__(self, *, at_submit: bool) -> None:
        self.number = 0
        self.at_submit = at_submit

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        self.number += 1
        if self.number < 3:
            return Here().submit(fn, *args)
        if self.at_submit:
            raise RuntimeError("closed")
        return Here().submit({}.__getitem__, self.number)


@pytest.mark.parametrize("at_submit", [False, True])
def test_a_worker_that_is_lost_is_told_with_the_first_match_it_had(at_submit: bool) -> None:
    lost = Lost(at_submit=at_submit)
    numbers, failed = given(series(SETTING, 1, 100, lost, at_once=4, ahead=5))
    assert numbers == list(range(1, 9))
    assert failed.number == 9
    assert failed.reason == ("RuntimeError: closed" if at_submit else "KeyError: 3")


# -- going on ------------------------------------------------------------------------------


def test_the_same_bytes_for_any_number_of_jobs(call: Run) -> None:
    expected = call(*TWELVE, "-o", "S")
    for jobs in ("2", "3"):
        done = call(*TWELVE, "-o", f"J{jobs}", "--jobs", jobs)
        assert done == expected
        assert records(f"J{jobs}") == records("S")
        assert results(f"J{jobs}") == results("S")


@pytest.mark.parametrize("kept", [0, 1, 5, 11, 12])
@pytest.mark.parametrize("torn", [0, 1, 700])
def test_a_series_goes_on_where_it_stopped(kept: int, torn: int, call: Run) -> None:
    expected = call(*TWELVE, "-o", "S")
    whole, told = records(), results()
    torn_line = whole[kept][:torn] if kept < 12 else whole[0][:torn]
    Path("S/records.jsonl").write_bytes(b"".join(whole[:kept]) + torn_line)
    done = call(*TWELVE, "-o", "S")
    assert done.status == 0
    assert done.out == expected.out
    assert records() == whole
    assert results() == told
    said = f"Line {kept + 1} of S/records.jsonl was not written to its end"
    assert done.err.startswith(said) if torn else done.err == ""


def test_what_is_kept_is_not_played_again(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    call(*TWELVE, "-o", "S")
    monkeypatch.setattr(playing, "play_match", None)
    assert call(*TWELVE, "-o", "S").status == 0


def test_a_longer_series_goes_on_from_a_shorter_one(call: Run) -> None:
    call(*TWELVE, "-o", "S")
    longer = list(TWELVE)
    longer[longer.index("-n") + 1] = "8"
    call(*longer, "-o", "S")
    call(*longer, "-o", "T")
    assert records("S") == records("T")
    assert results("S") == results("T")
    done = call(*TWELVE, "-o", "S")
    assert done.status == 2
    assert "Matches that are there already: 16; asked for: 12." in done.err
    assert records("S") == records("T")


def test_a_series_without_a_seed_goes_on_with_its_own(call: Run) -> None:
    arguments = (*SEATS, *SHORT, "-n", "3", "-o", "S")
    call(*arguments)
    whole = records()
    Path("S/records.jsonl").write_bytes(whole[0])
    assert call(*arguments).status == 0
    assert records() == whole


OTHERS = [
    (["--seed", "2"], "seed"),
    (["--rules", "muggins"], "rules"),
    (["--rounds", "3"], "rounds"),
    (["--on-error", "abort"], "on_error"),
    (["--move-limit", "1"], "move_limit"),
]


@pytest.mark.parametrize(("options", "key"), OTHERS, ids=[case[1] for case in OTHERS])
def test_another_series_is_refused(options: list[str], key: str, call: Run) -> None:
    call(*TWELVE, "-o", "S")
    before = records(), results()
    done = call(*TWELVE, *options, "-o", "S")
    assert done.status == 2
    assert f"what differs: {key}." in done.err
    assert (records(), results()) == before


def swapped(lines: list[bytes]) -> list[bytes]:
    return [lines[1], lines[0], *lines[2:]]


def with_blanks(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b":", b": "), *lines[1:]]


def with_another_total(lines: list[bytes]) -> list[bytes]:
    record = json.loads(lines[0])
    record["rounds"][0]["turns"][-1]["total"] += 5
    return [json.dumps(record, separators=(",", ":")).encode() + b"\n", *lines[1:]]


def without_a_result(lines: list[bytes]) -> list[bytes]:
    record = json.loads(lines[0])
    del record["result"]
    return [json.dumps(record, separators=(",", ":")).encode() + b"\n", *lines[1:]]


def with_a_strange_incident(lines: list[bytes]) -> list[bytes]:
    record = json.loads(lines[0])
    record["ext"]["allfives/incidents"] = [{"by": "C"}]
    return [json.dumps(record, separators=(",", ":")).encode() + b"\n", *lines[1:]]


SPOILT: list[Callable[[list[bytes]], list[bytes]]] = [
    swapped, with_blanks, with_another_total, without_a_result, with_a_strange_incident,
    lambda lines: lines[1:],
    lambda lines: [b"\n", *lines],
    lambda lines: [b"[]\n", *lines],
    lambda lines: [b"\xff\x00\n", *lines],
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_record_that_is_not_the_match_is_refused_and_stays(
    spoil: Callable[[list[bytes]], list[bytes]], call: Run
) -> None:
    call(*TWELVE, "-o", "S")
    data = b"".join(spoil(records())) + b"torn"
    Path("S/records.jsonl").write_bytes(data)
    before = Path("S/results.json").read_bytes()
    done = call(*TWELVE, "-o", "S")
    assert done.status == 3
    assert "Line 1 of S/records.jsonl is not the sound record" in done.err
    assert Path("S/records.jsonl").read_bytes() == data
    assert Path("S/results.json").read_bytes() == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"setting": 1}', "[" * 100_000])
def test_a_file_that_holds_no_results_is_refused_and_stays(text: str, call: Run) -> None:
    Path("S").mkdir()
    Path("S/results.json").write_text(text, "utf-8")
    done = call(*TWELVE, "-o", "S")
    assert done.status == 3
    assert "S/results.json holds no results of a series" in done.err
    assert Path("S/results.json").read_text("utf-8") == text


def test_a_folder_in_use_is_refused(call: Run) -> None:
    fcntl = pytest.importorskip("fcntl")
    call(*TWELVE, "-o", "S")
    with Path("S/records.jsonl").open("rb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        done = call(*TWELVE, "-o", "S")
        assert done.status == 3
        assert "Another series uses S." in done.err
    assert call(*TWELVE, "-o", "S").status == 0


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_told_and_the_series_goes_on_once_there_is_room(
    jobs: str, call: Run, tmp_path: Path
) -> None:
    call(*TWELVE, "-o", "T")
    words = [sys.executable, "-m", "allfives_cli", "series", *TWELVE, "-o", "S", "--jobs", jobs]
    limited = ["bash", "-c", "ulimit -f 9; " + shlex.join(words)]
    done = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "S/records.jsonl cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
    assert 0 < len(records()) < 12
    assert all(line.endswith(b"\n") for line in records())
    again = call(*TWELVE, "-o", "S")
    assert (again.status, again.err) == (0, "")
    assert records() == records("T")
    assert results() == results("T")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may do anything")
def test_a_folder_that_cannot_be_written_is_told(call: Run) -> None:
    Path("S").mkdir(mode=0o500)
    done = call(*TWELVE, "-o", "S")
    assert done.status == 3
    assert "cannot be used" in done.err


# -- what is told --------------------------------------------------------------------------


def test_text_and_json_and_nothing_else(call: Run) -> None:
    text = call(*TWELVE)
    assert text.status == 0
    assert text.err == ""
    lines = text.out.splitlines()
    assert lines[0] == "Matches played: 12 of 12. Deals counted: 6."
    assert lines[2].split() == ["side", "wins", "%", "of", "wins", "points", "ahead", "by"]
    assert [line[0] for line in lines[3:5]] == ["A", "B"]
    told = call(*TWELVE, "-o", "S", "--format", "json")
    assert told.err == ""
    assert json.loads(told.out) == results()
    assert (Path("S") / "results.json").read_text("utf-8") == told.out


def test_polish_has_its_words_and_its_comma(call: Run) -> None:
    done = call(*TWELVE, lang="pl")
    assert done.out.startswith("Rozegrane mecze: 12 z 12. Liczone rozdania: 6.\n")
    numbers = done.out.splitlines()[3].split()
    assert "," in numbers[2]
    assert "." not in "".join(numbers)


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_it_fits(width: int, lang: str, call: Run) -> None:
    seats = ("--seat", "Agnieszka=greedy", "--seat", "Zdzisław=random")
    done = call(*seats, *SHORT, "-n", "3", "--seed", "1", "--width", str(width), lang=lang)
    assert max(map(len, done.out.splitlines())) <= width
    assert "Zdzisław" in done.out


def test_one_deal_has_means_and_no_errors(call: Run) -> None:
    done = call(*SEATS, *SHORT, "-n", "1", "--seed", "1", "--format", "json")
    told = json.loads(done.out)
    SCHEMA.validate(told)
    assert all(each["points"]["error"] is None for each in told["standings"])


BAR = "[####"


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    arguments = ["series", *SEATS, "-n", "150", "--seed", "1", "-o", str(tmp_path / "S")]
    with Terminal(arguments) as terminal:
        shown = terminal.until("Matches played: 150 of 150.")
        terminal.rest()
    assert "/150" in shown
    assert BAR in shown
    assert shown.rpartition("/150")[2].startswith("\r\x1b[2K")


# -- programs ------------------------------------------------------------------------------


def test_a_good_program(call: Run) -> None:
    seats = ("--seat", "A=random", "--seat", "B=" + bot(file="most_points.py"))
    arguments = (*seats, *SHORT, "-n", "2", "--swap", "--seed", "1")
    done = call(*arguments, "-o", "S")
    assert (done.status, done.err) == (0, "")
    assert results()["incidents"] == {"A": 0, "B": 0}
    assert results()["setting"]["players"][1]["command"] == seats[3].removeprefix("B=program:")
    call(*arguments, "-o", "J", "--jobs", "2")
    assert records("J") == records()
    assert b"most_points" not in b"".join(records())


def test_incidents_are_told_counted_and_noted(call: Run) -> None:
    seats = ("--seat", "A=greedy", "--seat", "B=" + bot("crashes"))
    arguments = (*seats, *SHORT, "-n", "6", "--swap", "--seed", "1")
    done = call(*arguments, "-o", "S")
    assert done.status == 1
    assert "Incidents: A: 0, B: 12." in done.out
    assert done.err.count("Match ") == 10  # of twelve
    assert "Match 1, " in done.err
    assert results()["incidents"] == {"A": 0, "B": 12}
    assert results()["standings"][0]["wins"] == 12
    for line in records():
        assert json.loads(line)["ext"]["allfives/incidents"][0]["by"] == "B"
    again = call(*arguments, "-o", "S")
    assert (again.status, again.err, again.out) == (1, "", done.out)


def test_matches_that_are_broken_off_are_kept_and_not_counted(call: Run) -> None:
    seats = ("--seat", "A=greedy", "--seat", "B=" + bot("crashes"))
    arguments = (*seats, *SHORT, "-n", "2", "--seed", "1", "--on-error", "abort")
    done = call(*arguments, "-o", "S")
    assert done.status == 1
    assert "Matches that were broken off: 2; their deals are not counted." in " ".join(
        done.out.split()
    )
    assert results()["matches"] == {"wanted": 2, "played": 2, "unfinished": 2, "counted": 0}
    assert results()["rounds"] is None
    assert all("result" not in json.loads(line) for line in records())
    assert "plays the matches again" in done.err
    whole = records()
    assert call(*arguments, "-o", "S").status == 1
    assert records() == whole


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_was_broken_off_is_played_again(jobs: str, call: Run) -> None:
    seats = ("--seat", "A=greedy", "--seat", "B=" + bot("starts-the-second-time", "started"))
    arguments = (*seats, *SHORT, "-n", "4", "--swap", "--seed", "1", "--on-error", "abort")
    longer = tuple("5" if each == "4" else each for each in arguments)
    Path("started").touch()
    call(*longer, "-o", "T")
    Path("started").unlink()
    assert call(*arguments, "-o", "S").status == 1
    broken = records()
    assert "result" not in json.loads(broken[0])
    assert broken[1:] == records("T")[1:8]
    done = call(*longer, "-o", "S", "--jobs", jobs)
    assert done.status == 0
    assert done.err == ""
    assert records("S") == records("T")
    assert results("S") == results("T")
    assert {path.name for path in Path("S").iterdir()} == {"records.jsonl", "results.json"}


def test_what_could_not_be_written_again_stays(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ("--seat", "A=greedy", "--seat", "B=" + bot("starts-the-second-time", "started"))
    arguments = (*seats, *SHORT, "-n", "2", "--seed", "1", "--on-error", "abort", "-o", "S")
    call(*arguments)
    broken = records()

    def fails(self: Path, _: Path) -> Path:
        raise OSError(28, "No space left on device", str(self))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fails)
        assert call(*arguments).status == 3
    assert records() == broken
    assert {path.name for path in Path("S").iterdir()} == {"records.jsonl", "results.json"}
    assert call(*arguments).status == 0


# -- what is refused, what fails -------------------------------------------------------------


REFUSED = [
    ("no seats", []),
    ("a human", ["--seat", "A=human", "--seat", "B=random"]),
    ("a script", ["--seat", "A=script:x.txt", "--seat", "B=random"]),
    ("no such program", ["--seat", "A=program:no-such-program", "--seat", "B=random"]),
    ("no command", ["--seat", "A=program:", "--seat", "B=random"]),
    ("no matches", [*SEATS, "-n", "0"]),
    ("two alone", [*SEATS, "--alone"]),
    ("a bot with a number", ["--seat", "A=greedy:7", "--seat", "B=random"]),
    ("no jobs", [*SEATS, "--jobs", "0"]),
    ("a name twice", ["--seat", "A=random", "--seat", "A=random"]),
    ("hands too large", [*SEATS, "--hand", "15"]),
    ("a seed too long with its number", [*SEATS, "--seed", "x" * 98, "-n", "10"]),
    ("a seed of two lines", [*SEATS, "--seed", "1\n2"]),
    ("an empty seed", [*SEATS, "--seed", ""]),
    ("an unknown policy", [*SEATS, "--on-error", "shrug"]),
]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("arguments", [c[1] for c in REFUSED], ids=[c[0] for c in REFUSED])
def test_refused(arguments: list[str], lang: str, call: Run, tmp_path: Path) -> None:
    done = call(*arguments, "-o", "S", lang=lang)
    assert done.status == 2
    assert done.out == ""
    assert done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_match_that_cannot_be_played(
    lang: str, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(view: Any, seed: Any) -> Any:
        if seed == "1/3":
            raise ZeroDivisionError("a fault")
        return greedy(view, seed)

    greedy = BOTS["greedy"]
    with monkeypatch.context() as patched:
        patched.setitem(BOTS, "greedy", faulty)
        done = call(*TWELVE, "-o", "S", lang=lang)
    assert done.status == 70
    assert " 5 " in done.err
    assert "ZeroDivisionError: a fault" in done.err
    assert len(records()) == 4
    assert results()["matches"]["played"] == 4
    assert call(*TWELVE, "-o", "S").status == 0
    assert len(records()) == 12
