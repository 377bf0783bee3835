"""Unknown names in a record: the one that may be meant is told beside them, and nothing else."""

from __future__ import annotations

import json

import pytest

from allfives_cli.checking.hints import MOST_HINTED
from allfives_cli.checking.validation import Located, examine
from allfives_cli.record.reading import read_record
from allfives_cli.text.catalog import catalog
from allfives_cli.text.languages import LANGUAGES

RECORD = """{
"allfives": 1, "players": [{"key": "Anna"}, {"key": "Ben"}], "rules": "all-fives",
"rounds": [{"lead": {"by": "Anna", "how": "lot"}, "turns": []}],
"result": {"how": "agreed", "totals": {"Anna": 5}}
}"""
SHEET = "allfives: 1\nplayers: [Anna, Ben]\nrules: all-fives\nrounds:\n- turns: |\n"


def found_in(text: str, form: str) -> list[Located]:
    name = f"match.{form}"
    return examine(read_record(text.encode(), name, "json" if form == "json" else "yaml")).findings


@pytest.mark.parametrize(
    ("old", "new", "code", "near"),
    [
        ('"by": "Anna"', '"by": "Anne"', "unknown-player", "Anna"),
        ('"by": "Anna"', '"by": "Bne"', "unknown-player", "Ben"),
        ('"by": "Anna"', '"by": "anna"', "unknown-player", "Anna"),
        ('"by": "Anna"', '"by": "Zed"', "unknown-player", None),
        ('"lot"', '"lots"', "not-allowed-value", "lot"),
        ('"lot"', '"xyzzy"', "not-allowed-value", None),
        ('"agreed"', '"agred"', "not-allowed-value", "agreed"),
        ('"how": "lot"', '"how": 5', "not-allowed-value", None),
        ('{"Anna": 5}', '{"Ana": 5}', "unknown-side", "Anna"),
        ('"rounds"', '"view": "tabel", "rounds"', "unknown-view", "table"),
        ('"rounds"', '"view": "bn", "rounds"', "unknown-view", "Ben"),
    ],
)
def test_the_name_that_may_be_meant_is_told(
    old: str, new: str, code: str, near: str | None
) -> None:
    assert RECORD.count(old) == 1
    [found] = [each for each in found_in(RECORD.replace(old, new), "json") if each.code == code]
    assert found.params["nearest"] == near
    for lang in LANGUAGES:
        said = str(catalog(lang).finding(code, found.params))
        without = str(catalog(lang).finding(code, {**found.params, "nearest": None}))
        assert (said == without) is (near is None)
        assert near is None or f"{near}”?" in said.removeprefix(without)


def test_of_a_line_too() -> None:
    [found] = found_in(f"{SHEET}    Anne 6-6\n", "yaml")[:1]
    assert (found.code, found.params["nearest"]) == ("unknown-player", "Anna")


def test_for_many_findings_no_hint_is_looked_for() -> None:
    lines = "    Bem 6-6\n" * (MOST_HINTED + 2)
    hints = [each.params.get("nearest") for each in found_in(SHEET + lines, "yaml")]
    assert hints[:MOST_HINTED] == ["Ben"] * MOST_HINTED
    assert set(hints[MOST_HINTED:]) == {None}


def test_a_finding_without_a_name_is_as_it_was() -> None:
    record = json.loads(RECORD)
    record["rules"] = {"base": "all-fives", "target": 0}
    [found] = found_in(json.dumps(record), "json")
    assert found.code == "bad-option-number"
