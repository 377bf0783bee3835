"""``allfives play`` between bots: bytes, files, statuses, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from seated import findings_of

from allfives_cli.cli import run
from allfives_cli.play.shuffling import deal

RECORDS = Path(__file__).parent.parent / "records"
BOTS = ("--seat", "Ann=greedy", "--seat", "Ben=careful")


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


Play = Callable[..., Done]


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Runs the command in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)

    def played(*arguments: str, lang: str = "en") -> Done:
        monkeypatch.setenv("ALLFIVES_LANG", lang)
        status = run(["play", *arguments])
        return Done(status, *capsys.readouterr())

    return played


def test_the_record_goes_to_stdout_and_the_same_seed_gives_the_same_bytes(play: Play) -> None:
    first = play(*BOTS, "--seed", "7")
    again = play(*BOTS, "--seed", "7", lang="pl")
    assert first.returncode == 0
    assert first.stdout == again.stdout
    assert first.stderr == ""
    assert findings_of(first.stdout.encode()) == []
    record = json.loads(first.stdout)
    assert record["ext"] == {"allfives/seed": "7"}
    assert "date" not in record
    hands, boneyard = deal("7", 1, 2, 9)
    assert record["rounds"][0]["boneyard"] == [tile.text for tile in boneyard]
    assert record["rounds"][0]["hands"]["Ann"] == [tile.text for tile in sorted(hands[0])]


def test_without_a_seed_every_match_is_another(play: Play) -> None:
    first, other = (play(*BOTS, "--rounds", "1").stdout for _ in range(2))
    assert json.loads(first)["rounds"][0]["hands"] != json.loads(other)["rounds"][0]["hands"]
    assert json.loads(first)["ext"] == {"allfives/rounds": 1}
    assert findings_of(first.encode()) == []


def test_the_record_goes_to_a_file_and_rounds_are_told(play: Play, tmp_path: Path) -> None:
    to_stdout = play(*BOTS, "--seed", "7", "--rounds", "2").stdout
    done = play(*BOTS, "--seed", "7", "--rounds", "2", "-o", "match.json")
    assert done.returncode == 0
    assert (tmp_path / "match.json").read_text("utf-8") == to_stdout
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Round 1: ")
    assert lines[1].startswith("Round 2: ")
    assert lines[-1] == "The record is in match.json."
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_polish(play: Play) -> None:
    done = play(*BOTS, "--seed", "7", "--rounds", "1", "-o", "m.json", lang="pl")
    assert done.stdout.splitlines()[0].startswith("Runda 1: ")
    assert done.stdout.splitlines()[-1] == "Zapis meczu: m.json."


def test_json_is_one_document(play: Play, tmp_path: Path) -> None:
    done = play(*BOTS, "--seed", "7", "-o", "m.json", "--format", "json")
    told = json.loads(done.stdout)
    record = json.loads((tmp_path / "m.json").read_text("utf-8"))
    assert told["how"] == "target"
    assert told["winners"] == record["result"]["winners"]
    assert told["totals"] == record["result"]["totals"]
    assert told["rounds"] == len(record["rounds"])
    assert told["turns"] == sum(len(played["turns"]) for played in record["rounds"])
    assert "Round 1" in done.stderr


OPTIONS: list[tuple[list[str], dict[str, Any]]] = [
    (["--target", "40"], {"target": 40}),
    (["--hand", "7"], {"hand_size": 7}),
    (["--set", "spinner=none"], {"spinner": "none"}),
    (["--rules", "muggins", "--target", "40"], {"base": "muggins", "target": 40}),
]


@pytest.mark.parametrize(("options", "rules"), OPTIONS, ids=lambda value: str(value)[:30])
def test_rules_of_the_match(options: list[str], rules: dict[str, Any], play: Play) -> None:
    done = play(*BOTS, "--seed", "1", "--rounds", "2", *options)
    record = json.loads(done.stdout)
    assert {key: record["rules"][key] for key in rules} == rules
    assert findings_of(done.stdout.encode()) == []


@pytest.mark.parametrize("alone", [False, True])
def test_four_in_pairs_or_alone(alone: bool, play: Play) -> None:
    seats = [f"--seat={name}=greedy" for name in ("Ann", "Ben", "Cal", "Dee")]
    flags = ["--alone"] if alone else []
    done = play(*seats, *flags, "--rules", "muggins", "--seed", "3")
    record = json.loads(done.stdout)
    totals = record["result"]["totals"]
    assert sorted(totals) == (["Ann", "Ben", "Cal", "Dee"] if alone else ["Ann+Cal", "Ben+Dee"])
    assert findings_of(done.stdout.encode()) == []


def test_a_given_deal_is_played(play: Play) -> None:
    path = RECORDS / "two-players-to-250.json"
    written = json.loads(path.read_text("utf-8"))
    size = len(next(iter(written["rounds"][0]["hands"].values())))
    options = ["--deal", str(path), "--seed", "1", "--hand", str(size), "--rounds", "2"]
    done = play(*BOTS, *options)
    record = json.loads(done.stdout)
    for played, given in zip(record["rounds"], written["rounds"], strict=False):
        assert list(played["hands"].values()) == list(given["hands"].values())
        if "boneyard" in given:
            assert played["boneyard"] == given["boneyard"]
    leader = list(written["rounds"][0]["hands"]).index(written["rounds"][0]["lead"]["by"])
    assert record["rounds"][0]["lead"] == {"by": ("Ann", "Ben")[leader], "how": "lot"}
    assert findings_of(done.stdout.encode()) == []


def test_a_match_resumed_from_its_record_is_the_match_uninterrupted(
    play: Play, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    play(*BOTS, "--seed", "7", "-o", "match.json")
    whole = path.read_bytes()
    for kept in (1, 2, 5, 9):
        record = json.loads(whole)
        del record["result"]
        del record["rounds"][2:]
        record["rounds"][1].pop("end", None)
        record["rounds"][1]["turns"] = record["rounds"][1]["turns"][:kept]
        path.write_text(json.dumps(record), "utf-8")
        done = play("--resume", "-o", "match.json")
        assert done.returncode == 0, done.stderr
        assert path.read_bytes() == whole


UNFINISHED = ["--seed", "7", "--target", "60", "--hand", "5", "--set", "spinner=none"]


def unfinished(play: Play, path: Path) -> bytes:
    """A match that was begun, put where --resume finds it."""
    play(*BOTS, *UNFINISHED, "-o", path.name, "--discard")
    record = json.loads(path.read_bytes())
    del record["result"]
    del record["rounds"][1:]
    path.write_text(json.dumps(record), "utf-8")
    return path.read_bytes()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--target", "100"], "--target."),
        (["--hand", "7"], "--hand."),
        (["--seed", "8"], "--seed."),
        (["--rules", "muggins"], "--rules."),
        (["--rules", "all-fives"], "--rules."),
        (["--set", "spinner=first-double"], "--set."),
        (["--set", "target=70"], "--set."),
        (["--deal", "match.json"], "--deal."),
        (["--target", "61", "--seed", "7", "--hand", "6"], "--target, --hand."),
        (["--discard"], "--discard"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_another_match_than_the_one_resumed_is_refused(
    options: list[str], named: str, lang: str, play: Play, tmp_path: Path
) -> None:
    before = unfinished(play, tmp_path / "match.json")
    done = play("--resume", "-o", "match.json", *options, lang=lang)
    assert done.returncode == 2
    assert named in done.stderr
    assert (tmp_path / "match.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_what_is_asked_for_again_may_be_resumed(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    play(*BOTS, *UNFINISHED, "-o", "match.json")
    whole = path.read_bytes()
    for options in (UNFINISHED, [*UNFINISHED, "--rules", "all-fives"], ["--set", "target=60"]):
        unfinished(play, path)
        done = play(*BOTS, "--resume", "-o", "match.json", *options)
        assert done.returncode == 0, done.stderr
        assert path.read_bytes() == whole


def test_another_number_of_rounds_is_noted_and_holds_when_resumed_again(
    play: Play, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    play(*BOTS, "--seed", "7", "--rounds", "3", "-o", "match.json")
    whole = path.read_bytes()
    record = json.loads(whole)
    del record["result"]
    record["ext"]["allfives/rounds"] = 1
    del record["rounds"][2:]
    del record["rounds"][1]["end"]
    record["rounds"][1]["turns"] = record["rounds"][1]["turns"][:3]
    path.write_text(json.dumps(record), "utf-8")
    begun = path.read_bytes()
    for options in ([], ["--rounds", "1"]):
        for lang in ("en", "pl"):
            done = play("--resume", "-o", "match.json", *options, lang=lang)
            assert done.returncode == 2
            assert "--rounds 1" in done.stderr
            assert path.read_bytes() == begun
    done = play("--resume", "-o", "match.json", "--rounds", "3")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == whole


REFUSED = [
    ("no seats", [], 2),
    ("one seat", ["--seat", "Ann=greedy"], 2),
    ("five seats", [f"--seat={name}=random" for name in "ABCDE"], 2),
    ("no kind", ["--seat", "Ann", "--seat", "Ben=random"], 2),
    ("an unknown kind", ["--seat", "Ann=genius", "--seat", "Ben=random"], 2),
    ("a bot with a number", ["--seat", "Ann=greedy:7", "--seat", "Ben=random"], 2),
    ("a bot with a colon", ["--seat", "Ann=greedy:", "--seat", "Ben=random"], 2),
    ("a person with a colon", ["--seat", "Ann=human:", "--seat", "Ben=random"], 2),
    ("two alone", [*BOTS, "--alone"], 2),
    ("a bad name", ["--seat", "A b=random", "--seat", "Ben=random"], 2),
    ("a name twice", ["--seat", "Ben=random", "--seat", "Ben=random"], 2),
    ("hands too large", [*BOTS, "--hand", "15"], 2),
    ("hands that need 42 tiles", [*BOTS, "--seat", "Cal=random", "--hand", "14"], 2),
    ("no target", [*BOTS, "--target", "0"], 2),
    ("an unknown option of the rules", [*BOTS, "--set", "spiner=none"], 2),
    ("no deal", [*BOTS, "--deal", "nowhere.json"], 3),
    ("a deal for three", [*BOTS, "--deal", str(RECORDS / "three-players-halves.json")], 2),
    ("a deal with a hand unseen", [*BOTS, "--deal", str(RECORDS / "seen-by-one-player.json")], 2),
    ("nothing to resume", ["--resume"], 2),
    ("nowhere to resume", ["--resume", "-o", "nowhere.json"], 3),
    ("a match that has ended", ["--resume", "-o", str(RECORDS / "two-players-to-250.json")], 2),
    ("a folder that is not there", [*BOTS, "-o", "no/such/match.json"], 3),
    ("an archive", [*BOTS, "-o", "match.jsonl"], 2),
    ("a sheet", [*BOTS, "-o", "match.yaml"], 2),
    ("a sheet to be resumed", ["--resume", "-o", str(RECORDS / "minimal.yaml")], 2),
    ("a seed of two lines", [*BOTS, "--seed", "1\n2"], 2),
    ("four alone where pairs are the rule",
     [*BOTS, "--seat", "C=random", "--seat", "D=random", "--alone"], 2),
]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(
    ("arguments", "status"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(arguments: list[str], status: int, lang: str, play: Play, tmp_path: Path) -> None:
    done = play(*arguments, lang=lang)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr
    assert "Traceback" not in done.stderr
    assert "a bug" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_is_there_is_not_replaced_unasked(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("precious", "utf-8")
    done = play(*BOTS, "--seed", "7", "-o", "match.json")
    assert done.returncode == 2
    assert path.read_text("utf-8") == "precious"
    done = play(*BOTS, "--seed", "7", "-o", "match.json", "--discard")
    assert done.returncode == 0
    assert findings_of(path.read_bytes()) == []


def test_a_link_stays_a_link_and_the_mode_stays(play: Play, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", "utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    done = play(*BOTS, "--seed", "7", "-o", "link.json", "--discard")
    assert done.returncode == 0
    assert link.is_symlink()
    assert findings_of(real.read_bytes()) == []
    assert real.stat().st_mode & 0o777 == 0o640


def test_it_does_not_hang_on_the_hash_seed() -> None:
    found = set()
    for hash_seed in ("0", "1", "4242"):
        command = [sys.executable, "-m", "allfives_cli", "play", *BOTS, "--seed", "5"]
        found.add(
            subprocess.run(
                command, env={"PYTHONHASHSEED": hash_seed}, capture_output=True, check=True
            ).stdout
        )
    assert len(found) == 1
