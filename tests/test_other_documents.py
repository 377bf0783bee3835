"""Documents that are no records: each told by keys that its schema has, and by no record's."""

from __future__ import annotations

import pytest

from allfives_cli.record.model import Record
from allfives_cli.record.other_documents import OTHER_DOCUMENTS, other_document
from allfives_cli.record.schemas import SCHEMAS

SCHEMA_OF = {
    "series-results": "series",
    "report": "report",
    "annotation": "annotation",
    "bot-check-report": "bot-check",
    "settlement": "settlement",
    "rule-set": "rule-set",
}


def test_all_but_schemas_have_one() -> None:
    assert {*SCHEMA_OF, "schema"} == set(OTHER_DOCUMENTS)


@pytest.mark.parametrize("what", SCHEMA_OF)
def test_a_document_is_told_by_the_keys_of_its_schema(what: str) -> None:
    properties = dict.fromkeys(SCHEMAS[SCHEMA_OF[what]]()["properties"])
    assert other_document(properties) == what
    assert other_document({**properties, "players": []}) is None
    assert other_document(dict.fromkeys(list(OTHER_DOCUMENTS[what])[1:])) is None


def test_a_record_is_no_other_document() -> None:
    assert other_document(dict.fromkeys(Record.model_fields)) is None
    assert other_document([]) is None
