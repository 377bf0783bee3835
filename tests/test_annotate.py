"""`allfives annotate`: reports, tables, the record's own analysis, and where it is shown."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from commanding import ANNOTATED, Call, annotated_in, calling, read_whole
from jsonschema import Draft202012Validator

from allfives_cli.checking.replay import check, digests
from allfives_cli.record.arithmetic import TurnArithmetic, arithmetic_in
from allfives_cli.record.schemas import schema_text
from allfives_cli.record.writing import to_plain, write_json
from allfives_cli.show.analyses import COLUMNS, summary
from allfives_cli.text.catalog import LANGUAGES, catalog

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "records"
HIDDEN = b"""\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 3}
view: Ann
rounds:
- hands: {Ann: 4-6 5-5 1-2}
  turns: |
    Ann 4-6 ?  # =SUM(A1)
    Ben 6-6
    Ann draws 4-4, 4-4 on 4-6
"""


@pytest.fixture
def annotate(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    return calling("annotate", monkeypatch, capfd)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return annotated_in(tmp_path)


def reported(annotate: Call, *arguments: str | Path, stdin: bytes = b"") -> Any:
    done = annotate("--format", "json", *arguments, stdin=stdin)
    assert done.status == 0, done.err
    return json.loads(done.out)


# -- reports ----------------------------------------------------------------------------


def test_a_turn_in_words(annotate: Call) -> None:
    done = annotate(RECORDS / "annotated.json")
    assert (done.status, done.err) == (0, "")
    blocks = done.out.split("\n\n")
    assert blocks[1] == (
        "1.2  Henryk  0-6 on 4-6\n"
        "     best award 5, missed 5; the next player can score at most 5 (0-1 on 0-6)\n"
        "       1-6 on 4-6 → 5, award 5; leaves 0\n"
        "       0-6 on 4-6 → 4, award 0; leaves 5 (0-1 on 0-6); played\n"
        "       2-4 on 4-6 → 8, award 0; leaves 10 (2-2 on 2-4)\n"
        "       3-6 on 4-6 → 7, award 0; leaves 10 (3-3 on 3-6)"
    )
    assert blocks[3] == (
        "1.4  Henryk  draws 0-0, 0-0 on 0-4\n"
        "     no other play; the next player can score at most 5 (0-5 on 0-6);\n"
        "     holds no tile with: 0"
    )
    assert "does not see strategy" in blocks[-1].replace("\n", " ")


def test_the_sums_are_those_of_the_turns(annotate: Call) -> None:
    document = reported(annotate, RECORDS / "annotated.json")
    (record,) = document["records"]
    for player, sums in record["players"].items():
        turns = [turn for turn in record["turns"] if turn["by"] == player and turn["choices"]]
        chosen = [turn for turn in turns if turn["forced"] is False]
        assert sums["plays"] == len(turns)
        assert sums["unforced"] == len(chosen)
        assert sums["missed"] == sum(turn["missed"] for turn in turns)
        assert sums["missed_per_turn"] == round(sums["missed"] / len(chosen), 2)
    # The sample's own notes, made by hand, say the same of the turns that they are on.
    notes = {(turn["round"], turn["turn"]): turn["missed"] for turn in record["turns"]}
    assert {place: notes[place] for place in ((2, 1), (2, 15), (2, 17), (2, 20))} == {
        (2, 1): 10,
        (2, 15): 10,
        (2, 17): 10,
        (2, 20): 20,
    }


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json*")), ids=lambda path: path.stem)
def test_reports_of_every_sample_are_of_the_schema(annotate: Call, path: Path) -> None:
    document = reported(annotate, path)
    Draft202012Validator(json.loads(schema_text("annotation"))).validate(document)
    for record in document["records"]:
        for turn in record["turns"]:
            assert turn["missed"] is None or turn["missed"] >= 0
            assert not (turn["forced"] and turn["missed"])
            best = max((choice["award"] for choice in turn["choices"]), default=None)
            assert turn["best"] == best


def test_every_record_of_an_archive_is_reported(annotate: Call) -> None:
    archive = RECORDS / "archive.jsonl"
    document = reported(annotate, archive)
    lines = [record["line"] for record in document["records"]]
    assert lines == list(range(1, len(archive.read_text("utf-8").splitlines()) + 1))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 80])
def test_text_keeps_to_the_width(annotate: Call, lang: str, width: int) -> None:
    done = annotate("-", "--lang", lang, "--width", str(width), stdin=HIDDEN)
    assert done.status == 0
    assert all(len(line) <= width for line in done.out.splitlines())
    warning = {"en": "It does not see strategy.", "pl": "Strategii nie widzi."}[lang]
    assert warning in " ".join(done.out.split())


def test_hidden_tiles_are_said(annotate: Call) -> None:
    done = annotate("-", stdin=HIDDEN)
    assert "no other play from the known tiles" in done.out
    assert "tiles of the hand not known: 2" in done.out
    assert "turns of which it is not known whether there was a choice: 1" in done.out


def test_a_record_with_findings_is_reported_as_far_as_it_goes(annotate: Call) -> None:
    broken = HIDDEN.replace(b"4-4 on 4-6", b"4-4 on 6-6")
    done = annotate("-", stdin=broken)
    assert done.status == 1
    assert "1.2  Ben" in done.out
    assert "1.3" not in done.out
    assert "does-not-match" in done.err
    assert annotate("nowhere.json").status == 3
    assert json.loads(annotate("-", "--format", "json", stdin=b"{").out)["records"] == []


# -- tables -----------------------------------------------------------------------------------


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_table_has_a_row_for_each_turn(annotate: Call) -> None:
    done = annotate(RECORDS / "annotated.json", "--format", "csv")
    found = rows(done.out)
    assert tuple(found[0]) == COLUMNS
    (record,) = reported(annotate, RECORDS / "annotated.json")["records"]
    assert len(found) == len(record["turns"])
    for row, turn in zip(found, record["turns"], strict=True):
        assert (row["round"], row["turn"], row["by"]) == (
            str(turn["round"]),
            str(turn["turn"]),
            turn["by"],
        )
        assert row["missed"] == str(turn["missed"])
        assert row["choices"] == str(len(turn["choices"]))
    assert found[1]["left"] == "5"
    assert (found[1]["left_tile"], found[1]["left_on"]) == ("0-1", "0-6")
    assert found[17]["notes"] == "4-6 would have brought 10 points more."


FORMULAS = [
    ("=SUM(A1)", "'=SUM(A1)"),
    ("+1", "'+1"),
    ("-1", "'-1"),
    ("@x", "'@x"),
    ("  =x", "'  =x"),
    ("x = 1", "x = 1"),
    ('a "b", c', 'a "b", c'),
    ("", ""),
]


@pytest.mark.parametrize(("note", "cell"), FORMULAS)
def test_a_text_that_looks_like_a_formula_is_made_none(
    annotate: Call, note: str, cell: str
) -> None:
    tree = json.loads(ANNOTATED)
    tree["rounds"][0]["turns"][0]["notes"] = [note]
    data = json.dumps(tree).encode()
    assert rows(annotate("-", "--format", "csv", stdin=data).out)[0]["notes"] == cell
    assert rows(annotate("-", "--csv-raw", stdin=data).out)[0]["notes"] == note


def test_a_tab_or_return_in_a_path_is_neither_formula_nor_line(
    annotate: Call, tmp_path: Path
) -> None:
    for name in ("\tx.json", "\rx.json", "=x.json"):
        (tmp_path / name).write_bytes(ANNOTATED)
        done = annotate(tmp_path / name, "--format", "csv")
        assert "\r" not in done.out
        assert "\t" not in done.out
        assert len(rows(done.out)) == 40


def test_numbers_are_never_changed(annotate: Call) -> None:
    for row in rows(annotate(RECORDS / "two-players-to-250.json", "--format", "csv").out):
        for column in ("line", "round", "turn", "sum", "award", "best", "missed", "left", "unseen"):
            assert re.fullmatch(r"[0-9]*", row[column])


# -- in the record -------------------------------------------------------------------------------


def test_the_analysis_is_written_and_read_equal(annotate: Call, path: Path) -> None:
    document = reported(annotate, path)["records"][0]
    before = read_whole(path)
    assert annotate(path, "--in-place").status == 0
    after = read_whole(path)
    assert path.read_text("utf-8") == write_json(after)
    assert check(after).sound
    assert digests(after).game == digests(before).game is not None
    schema = Draft202012Validator(json.loads(schema_text("arithmetic")))
    for turn in document["turns"]:
        written = after.rounds[turn["round"] - 1].turns[turn["turn"] - 1]
        assert written.analysis is not None
        schema.validate(written.analysis["arithmetic"])
        found = arithmetic_in(written.analysis)
        assert found is not None
        assert (found.best, found.missed, found.forced) == (
            turn["best"],
            turn["missed"],
            turn["forced"],
        )
        assert [choice.award for choice in found.choices or ()] == [
            choice["award"] for choice in turn["choices"]
        ]
    assert after.analysis is not None
    schema.validate(after.analysis["arithmetic"])
    sums = {
        player: {key: item for key, item in counted.items() if not key.endswith("_per_turn")}
        for player, counted in document["players"].items()
    }
    assert after.analysis["arithmetic"] == {"version": 1, "players": sums}


def test_marks_notes_and_alternatives_stay(annotate: Call, path: Path) -> None:
    assert annotate(path, "--in-place").status == 0
    tree = json.loads(path.read_bytes())
    for holder in (tree, *(turn for played in tree["rounds"] for turn in played["turns"])):
        del holder["analysis"]
    assert tree == json.loads(ANNOTATED)


def test_annotating_twice_changes_nothing(annotate: Call, path: Path) -> None:
    assert annotate(path, "--in-place").status == 0
    once = path.read_bytes()
    assert annotate(path, "--in-place").status == 0
    assert path.read_bytes() == once


def test_an_earlier_analysis_is_replaced_and_other_methods_stay(annotate: Call, path: Path) -> None:
    tree = json.loads(ANNOTATED)
    engine = {"version": 4, "best_move": "0-6"}
    tree["rounds"][0]["turns"][1]["analysis"] = {"engine": engine, "arithmetic": {"version": 1}}
    tree["analysis"] = {"arithmetic": "nonsense", "engine": engine}
    path.write_text(json.dumps(tree), "utf-8")
    assert annotate(path, "--in-place").status == 0
    record = read_whole(path)
    analysis = record.rounds[0].turns[1].analysis
    assert analysis is not None
    assert analysis["engine"] == engine
    assert analysis["arithmetic"]["best"] == 5
    assert record.analysis is not None
    assert record.analysis["engine"] == engine
    assert set(record.analysis["arithmetic"]["players"]) == {"Basia", "Henryk"}


def test_a_later_version_is_not_replaced(annotate: Call, path: Path) -> None:
    tree = json.loads(ANNOTATED)
    tree["rounds"][0]["turns"][1]["analysis"] = {"arithmetic": {"version": 2}}
    data = json.dumps(tree).encode()
    path.write_bytes(data)
    done = annotate(path, "--in-place")
    assert done.status == 1
    assert "version 2" in done.err
    assert path.read_bytes() == data


def test_the_record_may_go_elsewhere(annotate: Call, path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    assert annotate(path, "-o", other).status == 0
    assert path.read_bytes() == ANNOTATED
    done = annotate(path, "-o", "-")
    assert (done.out, done.err) == (other.read_text("utf-8"), "")


def test_a_record_with_findings_is_annotated_as_far_as_it_goes(annotate: Call, path: Path) -> None:
    path.write_bytes(
        ANNOTATED.replace(b'"tile": "0-4", "on": "4-6"', b'"tile": "0-4", "on": "0-6"', 1)
    )
    done = annotate(path, "--in-place")
    assert done.status == 1
    assert "written all the same" in done.err
    analysed = [turn.analysis is not None for turn in read_whole(path).rounds[0].turns]
    assert analysed[:3] == [True, True, True]


@pytest.mark.parametrize(
    "data", [ANNOTATED[:2000], ANNOTATED.replace(b'"date"', b'"dat"'), b"", b"[]"], ids=range(4)
)
def test_what_does_not_read_is_not_written(annotate: Call, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert annotate(path, "--in-place").status == 1
    assert path.read_bytes() == data


def test_rules_that_are_unknown_leave_nothing_to_write(annotate: Call, path: Path) -> None:
    data = ANNOTATED.replace(b'"base": "all-fives"', b'"base": "all-sixes"')
    path.write_bytes(data)
    done = annotate(path, "--in-place")
    assert done.status == 1
    assert "unknown-rule-set" in done.err
    assert path.read_bytes() == data


USAGE = [
    ("both", ["-o", "x.json", "--in-place"]),
    ("a report and a record", ["-o", "x.json", "--format", "json"]),
    ("raw and a record", ["--in-place", "--csv-raw"]),
    ("back to standard input", ["--in-place"]),
]


@pytest.mark.parametrize("arguments", [each[1] for each in USAGE], ids=[each[0] for each in USAGE])
def test_wrong_usage(annotate: Call, arguments: list[str]) -> None:
    done = annotate("-", *arguments, stdin=ANNOTATED)
    assert done.status == 2
    assert "Traceback" not in done.err
    assert done.out == ""


def test_archives_are_not_rewritten(annotate: Call, tmp_path: Path) -> None:
    archive = tmp_path / "all.jsonl"
    archive.write_bytes((RECORDS / "archive.jsonl").read_bytes())
    done = annotate(archive, "--in-place")
    assert done.status == 2
    assert "archive" in done.err
    assert archive.read_bytes() == (RECORDS / "archive.jsonl").read_bytes()


# -- where it is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["replay", "explain"])
def test_it_is_shown_under_its_turn(annotate: Call, path: Path, command: str) -> None:
    assert "arithmetic" not in annotate(path, "--at", "1.2", command=command).out
    assert annotate(path, "--in-place").status == 0
    told = annotate(path, "--at", "1.2", command=command).out
    assert "     arithmetic   best award 5, missed 5;" in told
    assert "the next player can score at most 5 (0-1 on 0-6)" in told
    told = annotate(path, "--at", "1.9", "--lang", "pl", command=command).out
    assert "     rachunek         jedyne możliwe zagranie;" in told
    assert "w ręce żadnego klocka z: 0, 4, 6" in told


def test_it_is_on_the_page_where_the_hand_is_shown(
    annotate: Call, path: Path, tmp_path: Path
) -> None:
    assert annotate(path, "--in-place").status == 0
    page = tmp_path / "match.html"
    counts = {}
    for hands in ("all", "Basia", "none"):
        assert annotate(path, "-o", page, "--hands", hands, command="view").status == 0
        counts[hands] = page.read_text("utf-8").count("<b>arithmetic</b>")
    assert (counts["all"], counts["none"]) == (40, 0)
    assert counts["Basia"] == 21


def test_a_foreign_analysis_can_do_nothing(annotate: Call, path: Path, tmp_path: Path) -> None:
    tree = json.loads(ANNOTATED)
    turns = tree["rounds"][0]["turns"]
    turns[0]["analysis"] = {"arithmetic": {"version": 1, "missed": "<script>\x1b[31m"}}
    turns[1]["analysis"] = {"arithmetic": {"version": 1, "unseen": 5}, "</script>": "\u202e"}
    path.write_text(json.dumps(tree), "utf-8")
    told = annotate(path, command="replay")
    assert told.status == 0
    assert "\x1b" not in told.out
    assert "tiles of the hand not known: 5" in told.out
    page = tmp_path / "match.html"
    assert annotate(path, "-o", page, command="view").status == 0
    assert "<script>\\u" not in page.read_text("utf-8")
    assert "\u202e" not in page.read_text("utf-8")


def test_a_summary_says_what_there_is_to_say() -> None:
    english = catalog("en")

    def said(**fields: object) -> list[str]:
        return list(summary(TurnArithmetic.model_validate({"version": 1, **fields}), english))

    play = {"tile": "5-5", "sum": 10, "award": 10, "played": True}
    assert said() == []
    assert said(lacks=(0, 6)) == ["holds no tile with: 0, 6"]
    assert said(choices=({**play},), forced=True) == ["no other play"]
    assert said(choices=({**play},), unseen=2) == [
        "no other play from the known tiles",
        "tiles of the hand not known: 2",
    ]
    others = ({**play, "left": {"award": 0}}, {"tile": "0-0", "sum": 0, "award": 0})
    assert said(choices=others, forced=False, best=10, missed=0, unseen=1) == [
        "best award of the known tiles 10, missed 0",
        "the next player can score nothing",
        "tiles of the hand not known: 1",
    ]
    assert to_plain(TurnArithmetic(version=1)) == {"version": 1}
