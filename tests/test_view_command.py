"""``allfives view``: what it writes where, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from dealing import RoundPlayed, play_match
from pages import Page
from recording import Tree, Writing, match_tree

from allfives_cli.commands.view import command
from allfives_cli.rulesets import published

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))
PLAYS = "1-4, 1-1 on 1-4, 4-4 on 1-4"
RULES = {"base": "all-fives", "target": 60}


def rounds_of() -> list[RoundPlayed]:
    return list(play_match(published("all-fives"), 2, seed=1, target=60))


def tree() -> Tree:
    return match_tree(rounds_of(), Writing(["Ann", "Ben"]), rules=RULES)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(tree()))
    return path


def view(*arguments: str | Path, stdin: str | None = None) -> Result:
    """Run the command; usage errors come as the status that they bring."""
    return CliRunner().invoke(command, [str(each) for each in arguments], input=stdin)


def ran(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(
        command, [str(each) for each in arguments], input=stdin, standalone_mode=False
    )


def test_a_record_becomes_one_page(record: Path, tmp_path: Path) -> None:
    done = ran(record, "-o", tmp_path / "match.html")
    assert (done.return_value, done.output) == (0, "")
    found = Page((tmp_path / "match.html").read_text(encoding="utf-8"))
    turns = sum(len(played.turns()) + 1 for played in rounds_of())
    assert len(found.all("article", kind="step")) == turns
    assert sorted(each.name for each in tmp_path.iterdir()) == ["match.html", "match.json"]


def test_a_page_from_standard_input_to_standard_output(record: Path, tmp_path: Path) -> None:
    done = ran("-", "-o", "-", stdin=record.read_text())
    ran(record, "-o", tmp_path / "match.html")
    assert done.return_value == 0
    assert done.stdout == (tmp_path / "match.html").read_text(encoding="utf-8")


def test_the_language_is_that_of_the_option(record: Path, tmp_path: Path) -> None:
    ran(record, "-o", tmp_path / "p.html", "--lang", "pl")
    assert "<html lang=pl>" in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_pictures_are_one_a_turn_and_named_in_order(record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    assert ran(record, "--svg", folder).return_value == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        f"{played.number:02}-{turn:02}.svg"
        for played in rounds_of()
        for turn in range(1, len(played.turns()) + 1)
    ]
    for path in folder.iterdir():
        assert ET.parse(path).getroot().tag.endswith("}svg")  # noqa: S314 - our own text


def test_a_page_and_pictures_at_once(record: Path, tmp_path: Path) -> None:
    done = ran(record, "-o", tmp_path / "m.html", "--svg", tmp_path / "pictures")
    assert done.return_value == 0
    assert (tmp_path / "m.html").exists()
    assert (tmp_path / "pictures" / "01-01.svg").exists()


def test_plays_are_drawn_as_one_position(tmp_path: Path) -> None:
    assert ran("--plays", PLAYS, "-o", tmp_path / "x.svg").return_value == 0
    drawn = ET.parse(tmp_path / "x.svg").getroot()  # noqa: S314 - our own text
    title = drawn.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "1.3, end-sum 10"


def test_plays_up_to_the_one_that_is_refused_are_drawn(tmp_path: Path) -> None:
    done = ran("--plays", f"{PLAYS}, 2-3 on 1-1", "-o", tmp_path / "x.svg")
    assert done.return_value == 1
    assert "[does-not-match]" in done.stderr
    assert (tmp_path / "x.svg").exists()


def test_plays_are_judged_under_the_rules_that_are_asked_for(tmp_path: Path) -> None:
    arm = "1-1, 1-4 on 1-1, 1-2 on 1-1, 1-3 on 1-1"
    assert ran("--plays", arm, "-o", tmp_path / "x.svg").return_value == 0
    assert ran("--plays", arm, "--rules", "muggins", "-o", tmp_path / "x.svg").return_value == 1


def test_whose_hands_is_asked_in_any_letters(record: Path, tmp_path: Path) -> None:
    pages = [tmp_path / f"{name}.html" for name in ("none", "NONE", "all", "All")]
    for page in pages:
        assert ran(record, "-o", page, "--hands", page.stem).return_value == 0
    nobody, also_nobody, everybody, also_everybody = (page.read_bytes() for page in pages)
    assert nobody == also_nobody != everybody == also_everybody


REFUSED: Sequence[tuple[Sequence[str], str]] = [
    (["{record}"], "-o FILE"),
    (["--plays", PLAYS], "-o FILE"),
    ([], "Name a record"),
    (["{record}", "--plays", PLAYS, "-o", "x"], "not both"),
    (["{record}", "-o", "x.svg"], "--svg DIR"),
    (["{record}", "-o", "{record}"], "choose another file"),
    (["{record}", "-o", "x.html", "--hands", "Zoe"], "Ann, Ben"),
    (["--plays", " ", "-o", "x.svg"], "no play"),
]


@pytest.mark.parametrize(("arguments", "says"), REFUSED)
def test_what_is_refused_is_a_usage_error_that_says_what_to_write(
    record: Path, arguments: Sequence[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = record.read_bytes()
    empty = record.parent / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    done = view(*(each.format(record=record) for each in arguments))
    assert done.exit_code == 2
    assert says in done.stderr
    assert list(empty.iterdir()) == []
    assert record.read_bytes() == before


def test_an_archive_of_several_records_is_refused(tmp_path: Path) -> None:
    line = json.dumps(tree())
    (tmp_path / "two.jsonl").write_text(f"{line}\n{line}\n")
    done = view(tmp_path / "two.jsonl", "-o", tmp_path / "x.html")
    assert done.exit_code == 2
    assert "holds more" in done.stderr


def test_an_unreadable_record_writes_nothing(tmp_path: Path) -> None:
    done = ran(tmp_path / "missing.json", "-o", tmp_path / "x.html")
    assert done.return_value == 3
    assert "missing.json" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unsound_record_is_shown_as_far_as_it_is_sound(tmp_path: Path) -> None:
    made = tree()
    made["rounds"][0]["turns"][2]["sum"] = 99
    made["rounds"][0]["turns"][4]["tile"] = made["rounds"][0]["turns"][0]["tile"]
    (tmp_path / "bad.json").write_text(json.dumps(made))
    done = ran(tmp_path / "bad.json", "-o", tmp_path / "x.html")
    assert done.return_value == 1
    assert "[" in done.stderr
    found = Page((tmp_path / "x.html").read_text(encoding="utf-8"))
    ids = [step.attributes["id"] for step in found.all("article", kind="step")]
    assert ids[:5] == ["1.1", "1.2", "1.3", "1.4", "2.1"]


def test_an_unwritable_place_is_said_and_is_status_3(record: Path, tmp_path: Path) -> None:
    done = view(record, "-o", tmp_path / "missing" / "x.html")
    assert done.exit_code == 3
    assert "cannot be written" in done.stderr


def test_hidden_hands_can_be_asked_for(record: Path, tmp_path: Path) -> None:
    ran(record, "-o", tmp_path / "none.html", "--hands", "none")
    ran(record, "-o", tmp_path / "all.html")
    none, everything = (
        (tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("none", "all")
    )
    assert len(none) < len(everything)
    assert "?? ×" in none
    assert "?? ×" not in everything


def test_whose_hands_is_named_as_in_a_turn_line(record: Path, tmp_path: Path) -> None:
    pages = []
    for number, name in enumerate(("Ann", "ann", "A", "Ben")):
        ran(record, "-o", tmp_path / f"{number}.html", "--hands", name)
        pages.append((tmp_path / f"{number}.html").read_text(encoding="utf-8"))
    assert pages[0] == pages[1] == pages[2] != pages[3]


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_every_sample_record_becomes_a_page(path: Path, tmp_path: Path) -> None:
    done = ran(path, "-o", tmp_path / "x.html", "--lang", "pl")
    assert done.return_value == 0
    found = Page((tmp_path / "x.html").read_text(encoding="utf-8"))
    record = json.loads(path.read_text(encoding="utf-8"))
    turns = sum(len(played["turns"]) for played in record["rounds"])
    assert len(found.all("article", kind="step")) >= turns
