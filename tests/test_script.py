"""Scripts: a sheet's turns as they are, assertions, commands, and where each stops."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from seated import findings_of

from allfives_cli.cli import run
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import Record
from allfives_cli.record.turn_writing import write_turn
from allfives_cli.record.writing import to_plain

RECORDS = Path(__file__).parent.parent / "records"


def deal_of(ann: str, ben: str, boneyard: str) -> str:
    """A record of one round in which Ann leads; tiles that are not named lie last."""
    named = f"{ann} {ben} {boneyard}".split()
    rest = [tile.text for tile in DOUBLE_SIX if tile.text not in named]
    played = {
        "lead": {"by": "Ann", "how": "lot"},
        "hands": {"Ann": ann.split(), "Ben": ben.split()},
        "boneyard": [*boneyard.split(), *rest],
        "turns": [],
    }
    rules = {"base": "all-fives", "hand_size": 3}
    players = [{"key": "Ann"}, {"key": "Ben"}]
    return json.dumps({"allfives": 1, "players": players, "rules": rules, "rounds": [played]})


DRAWS = deal_of("5-5 2-3 0-0", "1-1 2-2 2-4", "3-4 3-5 5-6")
"""Ben draws 3-4 and 3-5 for his first play. After 5-5, 3-5, 2-3 and 2-2 Ann draws 5-6."""
PLACES = deal_of("2-3 2-4 0-0", "3-4 1-1 5-5", "6-6")
"""After 2-3 and 3-4 the ends are 2 and 4: 2-4 makes 8 on 2-3 and 4 on 3-4."""
CHOICES = deal_of("2-3 2-4 0-0", "3-4 2-2 3-3", "6-6")
"""After 2-3 all three tiles of Ben's fit."""


class Done(NamedTuple):
    status: int
    record: bytes
    out: str
    err: str

    @property
    def turns(self) -> list[dict[str, object]]:
        found: list[dict[str, object]] = json.loads(self.record)["rounds"][0]["turns"]
        return found


Scripted = Callable[..., Done]


@pytest.fixture
def scripted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Scripted:
    """Plays a script on stdin between two seats, Ann's and Ben's, with the deal of DRAWS."""
    monkeypatch.chdir(tmp_path)

    def played(
        script: str | bytes,
        *options: str,
        ann: str = "human",
        ben: str = "script",
        lang: str = "en",
        file: bool = False,
        deal: str = DRAWS,
    ) -> Done:
        monkeypatch.setenv("ALLFIVES_LANG", lang)
        (tmp_path / "deal.json").write_text(deal, "utf-8")
        data = script if isinstance(script, bytes) else script.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        given = ["--deal", "deal.json", "--hand", "3", "--rounds", "1", "--seed", "s"]
        seats = ["--seat", f"Ann={ann}", "--seat", f"Ben={ben}"]
        to = ["-o", "match.json", "--discard"] if file else []
        status = run(["play", *seats, *given, *to, *options])
        out, err = capsys.readouterr()
        record = (tmp_path / "match.json").read_bytes() if file else out.encode()
        return Done(status, record, out, err)

    return played


# -- a sheet's turns as they are -------------------------------------------------------

WHOLE = sorted(
    path for path in RECORDS.glob("*.json")
    if '"boneyard"' in path.read_text("utf-8") and '"setup"' not in path.read_text("utf-8")
)  # fmt: skip


def is_open(record: Record) -> bool:
    """Whether every deal is open and every turn by the rules: what a script can play again."""
    players = {player.key for player in record.players}
    return all(
        played.boneyard is not None
        and played.hands is not None
        and set(played.hands) == players
        and not any("??" in hand for hand in played.hands.values())
        and not any(turn.irregular or turn.claimed or turn.due for turn in played.turns)
        for played in record.rounds
    )


OPEN = [path for path in WHOLE if is_open(Record.model_validate_json(path.read_text("utf-8")))]


@pytest.mark.parametrize("path", OPEN, ids=[path.stem for path in OPEN])
@pytest.mark.parametrize("claims", [True, False])
def test_the_turns_of_a_record_are_a_script_that_plays_it_again(
    path: Path, claims: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    written = json.loads(path.read_text("utf-8"))
    record = Record.model_validate_json(json.dumps(written))
    lines = ["# every turn as its sheet has it"]
    for played in record.rounds:
        for number, turn in enumerate(played.turns, start=1):
            bare = turn.model_copy(update={"notes": None, "alts": None, "before": None, "ext": None,
                                           "analysis": None})  # fmt: skip
            if not claims:
                bare = bare.model_copy(update={"sum": None, "award": None, "total": None})
            line = write_turn(bare)
            assert line is not None
            lines += [f"{number}. {line}" if claims else line]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    rules = written["rules"]
    options = [f"--set={key}={value}" for key, value in rules.items()
               if key not in ("base", "hand_size", "target")]  # fmt: skip
    (tmp_path / "rules.json").write_text(
        json.dumps(
            {"base": rules["base"], "options": {k: v for k, v in rules.items() if k != "base"}}
        ),
        "utf-8",
    )
    seats = [f"--seat={player.key}=script" for player in record.players]
    alone = ["--alone"] if len(record.players) == 4 and len(written.get("sides", [])) == 4 else []
    status = run(
        ["play", *seats, *alone, "--rules", str(tmp_path / "rules.json"), *options,
         "--deal", str(path), "--seed", "s", "--lang", "en"]
    )  # fmt: skip
    out, err = capsys.readouterr()
    finished = written.get("result", {}).get("how") == "target"
    assert status == (0 if finished else 4), err
    again = json.loads(out)
    for new, old in zip(again["rounds"], record.rounds, strict=False):
        kept = ("by", "draw", "tile", "on", "pass", "sum", "award", "total", "mark", "time")
        expected = [
            {key: turn[key] for key in kept if key in turn}
            for turn in (to_plain(turn) for turn in old.turns)
        ]
        found = [
            {key: turn[key] for key in kept if key in turn and key in expected[number]}
            for number, turn in enumerate(new["turns"][: len(expected)])
        ]
        assert found == expected
    assert {finding.code for finding in findings_of(out.encode())} <= {"unfinished"}


def test_enough_records_are_played_again() -> None:
    assert len(OPEN) >= 5


LINES = """\
Ann 5-5 =10 +10 (10)        # bold
2. Ben draws 3-4 3-5, 3-5 on 5-5 =13
Ann 3-2 on 3-5 !
Ben 2-2 on 2-3
"""


def test_draws_claims_marks_and_notes(scripted: Scripted) -> None:
    done = scripted(LINES)
    assert done.status == 4
    assert [turn.get("tile") for turn in done.turns] == ["5-5", "3-5", "2-3", "2-2"]
    assert done.turns[0]["notes"] == ["bold"]
    assert done.turns[2]["mark"] == "!"
    assert done.turns[1]["draw"] == ["3-4", "3-5"]
    assert {found.code for found in findings_of(done.record)} == {"unfinished"}


SAME = [
    "55\n35\n23 on 35\n22",
    "[5|5]\nben 5:3 na 55\n# a comment\n\nann 3-2 on 3\n2-2",
    "#3\n#1\nAnn 2-3 on 5-3\n#1",
    "﻿5-5\r\nBen draws 2, 3-5\r\nA 2-3 on 3-5 +0\r\nB 2-2\r\n",
]


@pytest.mark.parametrize("script", SAME)
def test_the_same_match_in_other_spellings(script: str, scripted: Scripted) -> None:
    first, again = scripted(LINES), scripted(script)
    assert again.err == first.err
    wanted = [(turn["by"], turn.get("tile"), turn.get("on")) for turn in first.turns]
    assert [(turn["by"], turn.get("tile"), turn.get("on")) for turn in again.turns][:4] == wanted


def test_the_same_script_gives_the_same_bytes(scripted: Scripted) -> None:
    assert scripted(LINES).record == scripted(LINES, lang="pl").record


# -- where it stops ----------------------------------------------------------------------

STOPS = [
    # line, place, code: the line comes after Ann's 5-5 and stands third
    ("Ben 1-1", "3:5", "must-play-drawn|does-not-match|does-not-fit"),
    ("Ben 6-6", "3:5", "tile-not-in-hand"),
    ("Ben 3-5 on 4-4", "3:12", "place-not-in-layout"),
    ("Ben 3-5 on 1", "3:12", "no-open-value"),
    ("Ann 2-3", "3:1", "not-your-turn"),
    ("Ben passes", "3:5", "must-play"),
    ("Ben", "3:1", "no-play"),
    ("draws 1", "3:1", "no-play"),
    ("Ben draws 3-4, 3-5", "3:11", "draws-differ"),
    ("Ben draws 3, 3-5", "3:11", "draws-differ"),
    ("Ben draws 3-4 4-4, 3-5", "3:11", "draws-differ"),
    ("Ben 3-5 =12", "3:10", "wrong-sum"),
    ("Ben 3-5 =13 +5", "3:14", "wrong-award"),
    ("Ben 3-5 (5)", "3:10", "wrong-total"),
    ("7. Ben 3-5", "3:4", "turn-number"),
    ("Ben 3-5 irregular", "3:9", "not-at-this-table"),
    ("Ben 3-5 due 10", "3:13", "not-at-this-table"),
    ("Ben 3-5 claimed Ann +10", "3:17", "not-at-this-table"),
    ("Cal 3-5", "3:1", "unknown-player"),
    ("gibberish", "3:1", "no-such-word"),
    ("hnit", "3:1", "near-word"),
    ("udno", "3:1", "near-word"),
    ("noet a good one", "3:1", "near-word"),
    ("Bne", "3:1", "near-word"),
    ("cofinj", "3:1", "near-word"),
    ("9-9", "3:1", "not-a-tile"),
    ("7|3 on 5-5", "3:1", "not-a-tile"),
    ("8. 9-9", "3:4", "not-a-tile"),
    ("1.2 Ben 3-5", "3:1", "round-number"),
    ("Ben 3-7", "3:5", "not-a-tile"),
    ("Ben 3-5 3-5", "3:9", "second-tile"),
    ("#2", "3:1", "no-such-choice"),
    ("#12345", "3:1", "no-such-choice"),
    ("#2 of the best", "3:4", "behind-choice"),
    ("#2 =99", "3:1", "no-such-choice"),
    ("#1 =99", "3:5", "wrong-sum"),
    ("#1=99", "3:4", "wrong-sum"),
    ("  #1 =13 +5 ! # kept", "3:11", "wrong-award"),
    ("#1 (15)", "3:5", "wrong-total"),
    ("#1 =x", "3:4", "bad-amount"),
    ("#1 ! ?", "3:6", "part-twice"),
    ("#1 3-5", "3:4", "behind-choice"),
    ("#1 13", "3:4", "behind-choice"),
    ("#1 on 5-5", "3:4", "behind-choice"),
    ("#1 =13 na 5-5", "3:8", "behind-choice"),
    ("#1 on", "3:4", "behind-choice"),
    ("#1 draws 2", "3:4", "behind-choice"),
    ("#1 passes", "3:4", "behind-choice"),
    ("#1 Ben", "3:4", "behind-choice"),
    ("#1x", "3:3", "behind-choice"),
    ("#1.", "3:3", "behind-choice"),
    ("#1-2", "3:3", "behind-choice"),
    ("#1 5", "3:4", "behind-choice"),
    ("#1 due 5", "3:8", "not-at-this-table"),
    ("#1 irregular", "3:4", "not-at-this-table"),
    ("mark good", "3:1", "no-mark"),
    ("mark", "3:1", "argument-missing"),
    ("ocena", "3:1", "argument-missing"),
    ("note", "3:1", "argument-missing"),
    ("why 1.1", "3:1", "no-argument"),
    ("undo 2", "3:1", "no-argument"),
    ("quit now", "3:1", "no-argument"),
    ("undo", "3:1", "nothing-to-undo"),
    ("save", "3:1", "nowhere-to-save"),
    ("save deal.json", "3:1", "file-is-there"),
    ("save match.yaml", "3:1", "other-ending"),
    ("save match.jsonl", "3:1", "other-ending"),
    ("save no/such/folder.json", "3:1", "not-saved"),
    ("Ben 3-5 # \x1b[31m", "3:11", "control-character"),
    ("Ben 3-5 \u2028", "3:9", "control-character"),
    ("Ben 3-5 " + "!" * 5000, "3:4001", "line-too-long"),
]  # fmt: skip


def test_a_tile_that_fits_in_two_places_is_told_once(scripted: Scripted) -> None:
    said = scripted("2-3\n3-4\nAnn\n", deal=PLACES).err
    assert "has no play of Ann" in said
    assert said.split("Fitting: ")[1].count("2-4") == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hnit", "“hnit” is no command, tile or player here. Did you mean `hint`?"),
        ("udno", "Did you mean `undo`?"),
        ("Bne", "Did you mean `Ben`?"),
        ("9-9", "“9-9” is not a tile."),
        ("1.2 Ben 3-5", "write “2.” and not “1.2”"),
    ],
)
def test_a_slip_is_told_by_what_it_resembles(typed: str, said: str, scripted: Scripted) -> None:
    assert said in scripted(f"Ann 5-5\n{typed}\n").err


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(
    ("line", "place", "codes"), STOPS, ids=[ascii(line)[:30] for line, _, _ in STOPS]
)
def test_a_line_that_is_not_obeyed_stops_the_script(
    line: str, place: str, codes: str, lang: str, scripted: Scripted
) -> None:
    done = scripted(f"# a comment\nAnn 5-5\n{line}\n3-5\n", lang=lang)
    assert done.status == 1
    first, *more = done.err.splitlines()
    assert re.fullmatch(rf"stdin:{place}: \S.* \[(?:{codes})\]", first), first
    assert more == []
    assert [turn["tile"] for turn in done.turns] == ["5-5"]
    assert {found.code for found in findings_of(done.record)} == {"unfinished"}
    assert "\x1b" not in done.err


def test_bytes_that_are_no_text_stop_it_as_well(scripted: Scripted) -> None:
    done = scripted(b"Ann 5-5\nBen 3-5 # \xff\n")
    assert done.status == 1
    assert done.err.startswith("stdin:2:11: ")


def test_a_place_that_is_left_open_lists_the_sums(scripted: Scripted) -> None:
    done = scripted("2-3\n3-4\nAnn 2-4\n", deal=PLACES)
    assert done.status == 1
    assert done.err.startswith("stdin:3:5: ")
    assert "on 2-3 → 8, on 3-4 → 4" in done.err
    assert "[place-needed]" in done.err


@pytest.mark.parametrize(
    ("written", "on"),
    [
        ("2-4 =8", "2-3"),
        ("2-4 =4", "3-4"),
        ("2-4 on 2", "2-3"),
        ("2-4 on 4-3", "3-4"),
        ("#2", "3-4"),
    ],
)
def test_a_claim_or_a_place_chooses(written: str, on: str, scripted: Scripted) -> None:
    done = scripted(f"2-3\n3-4\n{written}\n", deal=PLACES)
    assert done.status == 4, done.err
    assert done.turns[2]["on"] == on


BEHIND = [
    # behind Ben's choice of 3-5 on 5-5, and what is kept of it
    ("", {}),
    (" !", {"mark": "!"}),
    ("?!", {"mark": "?!"}),
    (" =13", {}),
    ("=13 (0) +0 !? # keeps", {"mark": "!?", "notes": ["keeps"]}),
    (" # first note", {"notes": ["first note"]}),
    (" 4.5s # 2 left", {"time": 4.5, "notes": ["2 left"]}),
]


@pytest.mark.parametrize(("behind", "kept"), BEHIND)
def test_behind_a_number_stands_what_stands_behind_a_tile(
    behind: str, kept: dict[str, object], scripted: Scripted
) -> None:
    done, written = (scripted(f"5-5\n{play}{behind}\n") for play in ("#1", "Ben 3-5 "))
    assert done.status == written.status == 4, done.err
    assert done.record == written.record
    turn = done.turns[1]
    assert (turn["tile"], turn["on"]) == ("3-5", "5-5")
    assert {key: turn[key] for key in ("mark", "notes", "time") if key in turn} == kept


def test_a_comment_is_a_hash_that_no_digit_follows(scripted: Scripted) -> None:
    done = scripted("# 1 =99\n#\n  #x 1\n##1\n5-5 # bold\n")
    assert done.status == 4, done.err
    assert done.turns[0]["notes"] == ["bold"]


def test_a_claim_that_no_place_meets_is_not_searched_for(scripted: Scripted) -> None:
    assert "[place-needed]" in scripted("2-3\n3-4\nAnn 2-4 =10\n", deal=PLACES).err
    assert "[wrong-sum]" in scripted("2-3\n3-4\nAnn 2-4 on 2 =10\n", deal=PLACES).err


def test_the_end_of_input_leaves_the_match(scripted: Scripted) -> None:
    done = scripted("5-5\n")
    assert done.status == 4
    assert len(done.turns) >= 1
    assert scripted("").status == 4
    assert scripted("quit\n").status == 4


def test_lines_after_the_end_of_the_match(scripted: Scripted) -> None:
    whole = scripted("5-5\n", "--target", "10")
    assert whole.status == 0
    for rest, status in (("# over\n\nquit\n", 0), ("Ben 3-5\n", 1), ("hint\n", 1), ("#1\n", 1)):
        done = scripted(f"5-5\n{rest}", "--target", "10")
        assert done.status == status, rest
        assert ("match-over" in done.err) == bool(status)
        assert json.loads(done.record)["result"]["how"] == "target"
        assert findings_of(done.record) == []


# -- with others at the table --------------------------------------------------------------


def test_lines_about_others_are_true_or_stop_the_script(scripted: Scripted) -> None:
    true = scripted("5-5\nBen draws 3-4 3-5, 3-5 on 5-5 =13\n2-3 on 3-5\n", ben="greedy")
    assert true.status == 4, true.err
    silent = scripted("5-5\n2-3 on 3-5\n", ben="greedy")
    assert silent.turns == true.turns
    for line, code in (
        ("Ben 5-6", "turn-differs"),
        ("Ben 3-5 on 3-3", "turn-differs"),
        ("Ben 3-5 =10", "wrong-sum"),
        ("Ben draws 1, 3-5", "draws-differ"),
        ("Ben passes", "not-your-turn"),
        ("Ann 2-3\nAnn 0-0\nBen 3-5", "."),
    ):
        false = scripted(f"5-5\n{line}\n", ben="greedy")
        assert false.status == 1, line
        assert re.search(rf"\[{code}", false.err), false.err


def test_what_was_played_instead_is_told(scripted: Scripted) -> None:
    told = scripted("5-5\nBen 5-6\n", ben="greedy").err
    assert "Another play was made in this turn. Ben: 3-5 on 5-5. [turn-differs]" in told
    told = scripted("5-5\nBen 5-6\n", ben="greedy", lang="pl").err
    assert "Ben: 3-5 na 5-5. [turn-differs]" in told
    led = scripted("Ann 2-3\n", ann="greedy").err
    assert "Another tile was led in this turn. Ann: 5-5. [lead-differs]" in led


def test_notes_on_the_turns_of_others_are_kept(scripted: Scripted) -> None:
    done = scripted("5-5\nBen 3-5 ?! # forced\n2-3\nnote well\nmark !\n", ben="greedy")
    assert done.turns[1]["mark"] == "?!"
    assert done.turns[1]["notes"] == ["forced"]
    newest = done.turns[-1]
    assert (newest["mark"], newest["notes"]) == ("!", ["well"])


def test_scripts_of_two_files(scripted: Scripted, tmp_path: Path) -> None:
    (tmp_path / "ben.txt").write_text("3-5\n2-4 on 2-3\n", "utf-8")
    done = scripted("5-5\n2-3\n", ben="script:ben.txt")
    assert [turn["tile"] for turn in done.turns][:4] == ["5-5", "3-5", "2-3", "2-4"]
    (tmp_path / "ben.txt").write_text("# mine\n6-6\n", "utf-8")
    done = scripted("5-5\n2-3\n", ben="script:ben.txt")
    assert (done.status, done.err.split(" ")[0]) == (1, "ben.txt:2:1:")


def test_a_script_that_is_not_there(scripted: Scripted) -> None:
    done = scripted("5-5\n", ben="script:nowhere.txt")
    assert done.status == 3
    assert "nowhere.txt cannot be read: no such file or folder." in done.err


# -- commands --------------------------------------------------------------------------------


def test_commands_are_answered_aside(scripted: Scripted) -> None:
    script = "hint\nboard\nwhy\nhand\nscore\nhistory\nhelp\n5-5\nboard\nwhy\nhistory\n"
    aside = scripted(script)
    assert aside.record == scripted("5-5\n").record
    assert "Try 2-3" in aside.err
    assert "5-5 → 10 (both halves, once)" in aside.err
    told = scripted(script, file=True)
    assert "Try 2-3" in told.out


def test_polish_commands(scripted: Scripted) -> None:
    done = scripted("podpowiedź\n5-5\nUWAGA dobrze idzie\nocena !?\nukład\n", lang="pl")
    assert "Możliwe: 2-3" in done.err
    assert done.turns[0]["notes"] == ["dobrze idzie"]
    assert done.turns[0]["mark"] == "!?"


def test_undo_goes_back_to_a_real_choice(scripted: Scripted) -> None:
    """Ben's 2-2 was one of two; what was forced before it, and after it, is not asked again."""
    done = scripted("5-5\n3-5\n2-3\n2-2\nAnn draws 5-6, 5-6\nundo\nBen 2-4 on 2-3\n")
    assert done.status == 4, done.err
    assert [turn.get("tile") for turn in done.turns][:4] == ["5-5", "3-5", "2-3", "2-4"]
    assert scripted("0-0\nundo\n").status == 1


def test_save_to_another_file(scripted: Scripted, tmp_path: Path) -> None:
    done = scripted("5-5\nsave copy.json\n")
    assert done.status == 4
    saved = (tmp_path / "copy.json").read_bytes()
    assert {found.code for found in findings_of(saved)} == {"unfinished"}
    assert len(json.loads(saved)["rounds"][0]["turns"]) == 1
    assert scripted("5-5\nsave\n", file=True).status == 4


def test_a_match_left_is_resumed_by_another_script(
    scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scripted("5-5\n3-5\n2-3\n2-2\n").turns
    scripted("5-5\n3-5\n", file=True)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2-3\n2-2\n")))
    assert run(["play", "--resume", "-o", "match.json", "--rounds", "1"]) == 4
    again = json.loads((tmp_path / "match.json").read_text("utf-8"))
    assert again["rounds"][0]["turns"] == whole
