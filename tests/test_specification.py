"""The specification in schemas/README.md says what the models, the rules and the commands do."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from allfives_cli.checking.identity import core
from allfives_cli.checking.replay import check, digests, replay
from allfives_cli.commands import explain, settle, validate
from allfives_cli.game.rules import NUMBER_KEYS, NUMBER_LIMITS, OPTIONS, allowed_words
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record import limits, model, values
from allfives_cli.record.digest import canonical_bytes, record_digest
from allfives_cli.record.model import Record, Shape
from allfives_cli.record.reading import read_record
from allfives_cli.record.schemas import schema_text
from allfives_cli.record.writing import write_json
from allfives_cli.rulesets import NAMES

FOLDER = Path(__file__).parent.parent / "schemas"
TEXT = (FOLDER / "README.md").read_text("utf-8")
EXAMPLES = dict(
    re.findall(r"^<!-- example: ([\w-]+) -->\n```\w+\n(.*?)\n```$", TEXT, re.MULTILINE | re.DOTALL)
)


def example_record() -> Record:
    reading = read_record(EXAMPLES["record"].encode(), "example.json", "json")
    assert not reading.faults
    assert reading.record is not None
    return reading.record


def printed(command: Any, *arguments: str) -> Any:
    done = CliRunner().invoke(command, [*arguments, "--format", "json"], standalone_mode=False)
    assert done.exception is None, done.exception
    return json.loads(done.stdout)


def validated(name: str, document: object) -> object:
    Draft202012Validator(json.loads(schema_text(name))).validate(document)
    return document


# -- the examples -----------------------------------------------------------------------------


def test_the_record_is_sound_and_in_canonical_layout() -> None:
    record = example_record()
    validated("record", json.loads(EXAMPLES["record"]))
    assert check(record).findings == []
    assert write_json(record) == EXAMPLES["record"] + "\n"


def test_what_is_said_of_the_record() -> None:
    record = example_record()
    first, second = record.rounds
    assert first.lead is not None
    assert (first.lead.by, first.turns[3].draw, first.turns[3].tile) == ("Ben", ("4-5",), "4-5")
    arms = [
        number
        for number, joint in enumerate(replay(record).rounds[0].steps[-1].after.layout.joints, 2)
        if joint.face.is_arm
    ]
    assert arms == [5]
    assert first.end is not None
    assert (first.end.by, first.end.settlement) == ("Ben", {"Ben": 20})
    assert (len(second.turns), second.turns[0].tile, second.turns[0].total) == (1, "1-4", 30)


def test_the_digests_of_the_record() -> None:
    record = example_record()
    assert digests(record) == record.digest
    done = replay(record)
    ended = done.ended(record)
    assert done.table is not None
    assert ended is not None
    bytes_of_core = canonical_bytes(core(record, done.table, ended))
    assert bytes_of_core.decode() == EXAMPLES["core"]
    assert hashlib.sha256(bytes_of_core).hexdigest() == EXAMPLES["core-hash"]
    assert record.digest is not None
    assert record.digest.game == EXAMPLES["core-hash"]


def test_the_digest_of_a_record() -> None:
    tree = json.loads(EXAMPLES["digest-in"])
    record = Record.model_validate_json(EXAMPLES["digest-in"])
    del tree["digest"]
    assert canonical_bytes(tree).decode() == EXAMPLES["digest-bytes"]
    assert hashlib.sha256(EXAMPLES["digest-bytes"].encode()).hexdigest() == EXAMPLES["digest-hash"]
    assert record_digest(record) == EXAMPLES["digest-hash"]


def test_the_sheet_is_the_first_round_of_the_record() -> None:
    reading = read_record(EXAMPLES["sheet"].encode(), "example.yaml", "yaml")
    assert not reading.faults
    assert reading.record is not None
    assert {finding.severity for finding in check(reading.record).findings} == {"note"}
    (sheet,) = reading.record.rounds
    first = example_record().rounds[0]
    assert (sheet.lead, sheet.hands) == (first.lead, first.hands)
    facts = [(turn.by, turn.draw, turn.tile) for turn in sheet.turns]
    assert facts == [(turn.by, turn.draw, turn.tile) for turn in first.turns]
    assert (
        digests(reading.record).game
        == digests(example_record().model_copy(update={"rounds": (first,), "result": None})).game
    )


def test_the_explained_turn(tmp_path: Path) -> None:
    path = tmp_path / "example.json"
    path.write_text(EXAMPLES["record"], "utf-8")
    (turn,) = printed(explain.command, str(path), "--at", "1.4")
    assert json.loads(EXAMPLES["explained-turn"]) == validated("explained-turn", turn)


def test_the_settlement() -> None:
    arguments = ("Ann=2-4,6-6", "Ben=", "--out", "Ben", "--totals", "Ann=10,Ben=5")
    found = printed(settle.command, *arguments)
    assert json.loads(EXAMPLES["settlement"]) == validated("settlement", found)


def test_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    slip = re.sub(r',\n  "digest": .*', "", EXAMPLES["record"]).replace(
        '"sum": 5, "award": 5, "total": 5, "notes"', '"sum": 6, "award": 5, "total": 5, "notes"'
    )
    Path("slip.json").write_text(slip, "utf-8")
    report = printed(validate.command, "slip.json")
    assert json.loads(EXAMPLES["report"]) == validated("report", report)
    for finding in report["findings"]:
        validated("finding", finding)


# -- the tables --------------------------------------------------------------------------------

TITLES: dict[str, type[Shape]] = {
    "The record": model.Record,
    "A player": model.Player,
    "A side": model.SideOf,
    "A round": model.Round,
    "A lead": model.LeadBy,
    "A setup": model.Setup,
    "A placed tile": model.Placed,
    "A turn": model.Turn,
    "A claimed award": model.Claimed,
    "An alternative": model.Alternative,
    "An end": model.End,
    "A result": model.Result,
    "A digest": model.Digest,
}


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def rows(title: str) -> dict[str, str]:
    """The rows of the table under a heading: key -> the rest of the row."""
    return dict(re.findall(r"^\| `(\w+)`( .*) \|$", section(title), re.MULTILINE))


@pytest.mark.parametrize(("title", "shape"), TITLES.items(), ids=TITLES)
def test_a_table_has_every_field_in_canonical_order(title: str, shape: type[Shape]) -> None:
    fields = {field.alias or name: field for name, field in shape.model_fields.items()}
    table = rows(title)
    assert list(table) == list(fields)
    for key, field in fields.items():
        assert table[key].startswith(" * |") is field.is_required(), key
        for word in words_of(field.annotation):
            assert f"`{word}`" in table[key], key


def words_of(annotation: Any) -> list[str]:
    """The words that a field takes, where they are few."""
    words = re.findall(r"'([\w!?-]{1,20})'", str(annotation))
    return words if 1 < len(words) < len(DOUBLE_SIX) else []


def test_there_is_a_table_for_every_part() -> None:
    parts = {
        item
        for item in vars(model).values()
        if isinstance(item, type) and issubclass(item, Shape) and item is not Shape
    }
    assert set(TITLES.values()) == parts


def test_the_rules_have_every_option_and_word() -> None:
    table = rows("Rules")
    assert list(table) == ["base", *OPTIONS]
    assert all(f"`{name}`" in table["base"] for name in NAMES)
    for option in OPTIONS:
        for word in allowed_words(option):
            assert f"`{word}`" in table[option], f"{option}: {word}"
    for option, (least, most) in NUMBER_LIMITS.items():
        assert f"({least} to {most:,})" in table[option]
    for key in NUMBER_KEYS["target"]:
        assert f"`{key}`" in table["target"]


def test_the_limits_are_those_of_the_reader() -> None:
    table = section("The file")
    for number in (
        limits.MAX_BYTES,
        limits.MAX_DEPTH,
        limits.MAX_VALUES,
        values.LARGEST_NUMBER,
        values.LONGEST_TEXT,
    ):
        assert re.search(rf"\| .*\b{number:,}\b.* \|", table), number
    assert f"{limits.MAX_DIGITS}; {limits.MAX_FLOAT_DIGITS}" in table
    assert f"{values.LONGEST_KEY}; {values.LONGEST_NAME}; {values.LONGEST_TEXT:,}" in table


def test_the_signs_that_no_key_has() -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith("| key |"))
    listed = row[row.index("any of") :].replace("\\|", "|")
    for sign in map(chr, range(33, 127)):
        refused = re.match(values.KEY_PATTERN.removesuffix("$"), f"A{sign}")
        is_refused = refused is None or refused.end() < 2
        if not sign.isalnum() and sign not in ".'-_":
            assert is_refused, sign
            assert sign in listed, sign


# -- links ---------------------------------------------------------------------------------------


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_links_lead_somewhere() -> None:
    slugs = {slug(heading) for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in slugs, target
        else:
            assert (FOLDER / target).is_file(), target


def test_every_schema_is_listed() -> None:
    for path in FOLDER.glob("*.schema.json"):
        assert f"({path.name})" in TEXT
