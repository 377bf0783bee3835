"""Documents that are no records: each told by keys that its schema has, and by no record's."""

from __future__ import annotations

import json

import pytest

from allfives_cli.cli import run
from allfives_cli.record.model import Record
from allfives_cli.record.other_documents import OTHER_DOCUMENTS, other_document
from allfives_cli.record.schemas import SCHEMAS

SHEET = "records/minimal.yaml"
SCHEMA_OF = {
    "series-results": "series",
    "report": "report",
    "annotation": "annotation",
    "bot-check-report": "bot-check",
    "settlement": "settlement",
    "rule-set": "rule-set",
}


def test_all_but_schemas_have_one() -> None:
    assert {*SCHEMA_OF, "schema", "sarif"} == set(OTHER_DOCUMENTS)


@pytest.mark.parametrize("what", SCHEMA_OF)
def test_a_document_is_told_by_the_keys_of_its_schema(what: str) -> None:
    properties = dict.fromkeys(SCHEMAS[SCHEMA_OF[what]]()["properties"])
    assert other_document(properties) == what
    assert other_document({**properties, "players": []}) is None
    assert other_document(dict.fromkeys(list(OTHER_DOCUMENTS[what])[1:])) is None


PRINTED = [
    ("explained-turns", ["explain", SHEET, "--format", "json"]),
    ("explained-turns", ["replay", SHEET, "--format", "json"]),
    ("explained-turns", ["explain", "--plays", "5-5", "--format", "json"]),
    ("inferences", ["infer", SHEET, "--format", "json"]),
    ("pages", ["codes", "wrong-sum", "--format", "json"]),
    ("rule-sets", ["rules", "muggins", "--format", "json"]),
    ("sarif", ["validate", SHEET, "--format", "sarif"]),
    ("report", ["validate", SHEET, "--format", "json"]),
]


@pytest.mark.parametrize(("what", "command"), PRINTED)
def test_what_a_command_prints_is_told(
    what: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) in (0, 1)
    assert other_document(json.loads(capsys.readouterr().out)) == what


def test_a_record_is_no_other_document() -> None:
    assert other_document(dict.fromkeys(Record.model_fields)) is None
    assert other_document([]) is None
