"""The published schemas: what is in the files, what they accept, how they agree with the models."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import ValidationError
from records_strategy import LARGEST_FREE, Tree, as_record, record_trees

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import read_rules
from allfives_cli.commands.schema import command
from allfives_cli.record.schemas import SCHEMAS, file_name, schema_text

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "schemas"
SAMPLES = sorted((ROOT / "records").glob("*.json"))

Path_ = tuple[str | int, ...]


def validator(schema: Any) -> Draft202012Validator:
    return Draft202012Validator(schema, format_checker=FormatChecker(["date"]))


RECORD: Tree = json.loads(schema_text("record"))
ACCEPTS = validator(RECORD)


def relaxed() -> Draft202012Validator:
    """The record's schema without what the models leave to the rules."""
    schema = copy.deepcopy(RECORD)
    for keyword in ("anyOf", "not", "dependentRequired"):
        del schema["$defs"]["Turn"][keyword]
    for keyword in ("if", "then", "else"):
        del schema["$defs"]["Round"][keyword]
    schema["properties"]["rules"] = {"type": ["string", "object"]}
    return validator(schema)


RELAXED = relaxed()

SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": "all-fives",
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "1-4"}]}],
}


# -- the files -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_is_what_the_command_writes(name: str) -> None:
    assert (FOLDER / file_name(name)).read_text("utf-8") == schema_text(name)


def test_the_command_writes_every_file(tmp_path: Path) -> None:
    done = CliRunner().invoke(command, ["--write", str(tmp_path)])
    assert done.exit_code == 0, done.output
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in FOLDER.glob("*.schema.json")}
    assert len(written) == len(SCHEMAS)


def test_an_unknown_schema_is_told_the_names_of_all() -> None:
    done = CliRunner().invoke(command, ["recrod", "--lang", "en"])
    assert done.exit_code == 2
    assert f"Schemas: {', '.join(SCHEMAS)}." in done.output


def test_a_folder_that_cannot_be_made_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = CliRunner().invoke(command, ["--write", str(tmp_path / "file" / "folder")])
    assert done.exit_code == 3


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_of_its_dialect_and_stands_by_itself(name: str) -> None:
    text = schema_text(name)
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{name}.schema.json"
    assert text.count("://") == 1
    assert text.isascii()
    for part in parts(schema):
        if "$ref" in part:
            assert part["$ref"].removeprefix("#/$defs/") in schema["$defs"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_says_what_things_are(name: str) -> None:
    schema = json.loads(schema_text(name))
    assert schema["title"]
    assert schema["description"]
    for definition, part in schema.get("$defs", {}).items():
        assert part["description"], definition
    if name == "record":
        for part in parts(schema):
            for key, field in part.get("properties", {}).items():
                described = isinstance(field, bool) or "description" in field
                assert described or "maximum" in field or "minItems" in field, key


@pytest.mark.parametrize("name", SCHEMAS)
def test_examples_are_examples(name: str) -> None:
    schema = json.loads(schema_text(name))
    for part in parts(schema):
        for example in part.get("examples", ()):
            assert validator(part | {"$defs": schema.get("$defs", {})}).is_valid(example)


def parts(schema: Any) -> Iterator[Tree]:
    """Every mapping of a schema."""
    if isinstance(schema, dict):
        yield schema
        for item in schema.values():
            yield from parts(item)
    elif isinstance(schema, list):
        for item in schema:
            yield from parts(item)


# -- what the record's schema accepts ------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_it_accepts_the_samples(path: Path) -> None:
    ACCEPTS.validate(json.loads(path.read_text("utf-8")))


def test_it_accepts_the_archive() -> None:
    for line in (ROOT / "records" / "archive.jsonl").read_text("utf-8").splitlines():
        ACCEPTS.validate(json.loads(line))


@settings(max_examples=100)
@given(record_trees())
def test_it_accepts_every_record_of_the_right_shape(tree: Tree) -> None:
    ACCEPTS.validate(tree)


# -- what it refuses -----------------------------------------------------------------------------


def changed(path: Path_, value: object) -> Tree:
    """The small record with one value set, or taken out where ``value`` is `MISSING`."""
    tree = copy.deepcopy(SMALL)
    holder: Any = tree
    for step in path[:-1]:
        holder = holder[step]
    if value is MISSING:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return tree


MISSING = object()
TURN: Path_ = ("rounds", 0, "turns", 0)
ROUND: Path_ = ("rounds", 0)
SETUP: Tree = {"layout": [], "hands": {}, "boneyard": 0, "turn": "Ann"}
BAD: list[tuple[Path_, object]] = [
    (("allfives",), MISSING),
    (("allfives",), 2),
    (("allfives",), "1"),
    (("allfives",), True),
    (("players",), MISSING),
    (("players",), [{"key": "Ann"}]),
    (("players",), [{"key": "Ann"}] * 5),
    (("players",), ["Ann", "Ben"]),
    (("players", 0, "key"), "Ann Lee"),
    (("players", 0, "key"), "Ann\n"),
    (("players", 0, "key"), "A" * 41),
    (("players", 0, "key"), "2nd"),
    (("players", 0, "key"), ""),
    (("players", 0, "nick"), "A"),
    (("players", 0, "name"), ""),
    (("players", 0, "name"), None),
    (("sides",), [{"key": "a b", "players": ["Ann"]}]),
    (("sides",), [{"key": "A"}]),
    (("event",), "two\nlines"),
    (("event",), "two lines\n"),
    (("event",), None),
    (("date",), "2026-02-30"),
    (("date",), "2026-02-03\n"),
    (("date",), "22.09.2026"),
    (("started",), "2026-02-03"),
    (("started",), "2026-02-03T10:00\n"),
    (("view",), ""),
    (("rules",), MISSING),
    (("rules",), "all-sixes"),
    (("rules",), 1),
    (("rules",), {"hand_size": 7}),
    (("rules",), {"base": "muggins", "spinner": "every-double"}),
    (("rules",), {"base": "muggins", "spinners": "none"}),
    (("rules",), {"base": "muggins", "hand_size": 15}),
    (("rules",), {"base": "muggins", "hand_size": "seven"}),
    (("rules",), {"base": "muggins", "hand_size": {"5": 4}}),
    (("rules",), {"base": "muggins", "target": 0}),
    (("rules",), {"base": "muggins", "target": "nine-seven-five"}),
    (("rounds",), MISSING),
    (("rounds",), {}),
    ((*ROUND, "lead"), MISSING),
    ((*ROUND, "lead"), "Ann"),
    ((*ROUND, "lead", "how"), "luck"),
    ((*ROUND, "turns"), MISSING),
    ((*ROUND, "turns"), "Ann 1-4"),
    ((*ROUND, "hands"), {"Ann Lee": []}),
    ((*ROUND, "hands"), {"Ann": "1-4"}),
    ((*ROUND, "hands"), {"Ann": ["4-1"]}),
    ((*ROUND, "setup"), SETUP),
    ((*ROUND, "boneyard"), ["??"]),
    ((*ROUND, "end"), {"how": "won"}),
    ((*ROUND, "end"), {"how": "out", "pips": {"Ann": -1}}),
    ((*ROUND, "end"), {"how": "out", "settlement": {"Ann": 2.25}}),
    ((*ROUND, "end"), {"how": "out", "settlement": {"Ann Lee": 5}}),
    ((*TURN, "by"), MISSING),
    ((*TURN, "by"), ""),
    ((*TURN, "tile"), MISSING),
    ((*TURN, "tile"), "4-1"),
    ((*TURN, "tile"), "1-7"),
    ((*TURN, "tile"), "??"),
    ((*TURN, "tile"), 14),
    ((*TURN, "tile"), ["1-4"]),
    ((*TURN, "on"), 7),
    ((*TURN, "on"), "??"),
    ((*TURN, "on"), True),
    ((*TURN, "pass"), True),
    ((*TURN, "pass"), False),
    ((*TURN, "pass_"), True),
    ((*TURN, "draw"), ["1-4", None]),
    ((*TURN, "sum"), -5),
    ((*TURN, "sum"), 5.5),
    ((*TURN, "award"), "5"),
    ((*TURN, "award"), True),
    ((*TURN, "total"), 5.25),
    ((*TURN, "total"), "5"),
    ((*TURN, "total"), 1e9),
    ((*TURN, "mark"), "!!!"),
    ((*TURN, "irregular"), False),
    ((*TURN, "time"), -1),
    ((*TURN, "notes"), "one"),
    ((*TURN, "alts"), [{"line": []}]),
    ((*TURN, "alts"), [[]]),
    ((*TURN, "claimed"), [{"by": "Ben"}]),
    ((*TURN, "tyle"), "1-4"),
    ((*TURN,), {"by": "Ann", "on": 4}),
    ((*TURN,), {"by": "Ann", "draw": []}),
    ((*TURN,), None),
    (("result",), {"how": "luck"}),
    (("result",), {"winners": []}),
    (("result",), {"how": "agreed", "totals": {"": 5}}),
    (("ext",), []),
    (("digest",), {"record": "A" * 64}),
    (("digest",), {"record": "a" * 64 + "\n"}),
    (("digest",), {"sha": "a" * 64}),
    (("evnt",), "Club evening"),
]


@pytest.mark.parametrize(
    ("path", "value"),
    BAD,
    ids=[f"{'.'.join(map(str, path))}-{n}" for n, (path, _) in enumerate(BAD)],
)
def test_it_refuses(path: Path_, value: object) -> None:
    assert not ACCEPTS.is_valid(changed(path, value))


def test_the_record_that_the_bad_ones_are_made_of_is_accepted() -> None:
    ACCEPTS.validate(SMALL)
    ACCEPTS.validate(changed(ROUND, {"setup": SETUP, "turns": []}))


# -- that it agrees with the models ---------------------------------------------------------------

SCALARS = st.one_of(
    st.sampled_from(
        [None, True, False, "", "1-4", "??", "Ann", "all", "a b", "\n", "out", "!?", 0, 1, 6, 7,
         -1, 7.5, 0.25, "2026-02-31", "2026-02-28", "2026-02-28T10:00", "a" * 64, "muggins"]
    ),
    st.integers(-LARGEST_FREE, LARGEST_FREE),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number % 1 != 0),
    st.text(max_size=5),
)  # fmt: skip
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(["by", "key", "how", "Ann", "tile", "a b"]), SCALARS),
)
KEYS = st.sampled_from(["by", "tile", "pass", "pass_", "on", "tyle", "key", "lead", "2", "x y"])


def places(value: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Where a value can be put into a tree, outside what is the writer's own."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if key not in ("ext", "analysis", "rules"):
            yield (*at, key)
            if isinstance(item, dict | list):
                yield from places(item, (*at, key))


@st.composite
def mutated(draw: st.DrawFn) -> Tree:
    """A record with one value changed, taken out, or put in under some key."""
    tree = draw(record_trees())
    path = draw(st.sampled_from(list(places(tree))))
    holder: Any = tree
    for step in path[:-1]:
        holder = holder[step]
    how = draw(st.sampled_from(["change", "take out", "put in"]))
    if how == "change":
        holder[path[-1]] = draw(VALUES)
    elif how == "take out":
        del holder[path[-1]]
    elif isinstance(holder, dict):
        holder[draw(KEYS)] = draw(VALUES)
    else:
        holder.append(draw(VALUES))
    return tree


def model_takes(tree: Tree) -> bool:
    try:
        as_record(tree)
    except ValidationError:
        return False
    return True


@settings(max_examples=250)
@given(mutated())
def test_the_schema_and_the_models_agree(tree: Tree) -> None:
    taken = model_takes(tree)
    assert RELAXED.is_valid(tree) is taken
    assert taken or not ACCEPTS.is_valid(tree)


@settings(max_examples=150)
@given(
    st.one_of(
        SCALARS,
        st.dictionaries(
            st.sampled_from(["base", "spinner", "hand_size", "target", "draw", "spinners"]),
            st.one_of(
                SCALARS,
                st.sampled_from(["none", "first-double", "five-each", "until-playable"]),
                st.dictionaries(st.sampled_from(["2", "3", "4", "4-pairs", "5"]), SCALARS),
            ),
        ).map(lambda rules: {"base": "muggins"} | rules),
    )
)
def test_the_schema_and_the_rules_agree(rules: Any) -> None:
    report = Report()
    tree = SMALL | {"rules": rules}
    taken = model_takes(tree) and read_rules(rules, ("rules",), report) is not None
    assert ACCEPTS.is_valid(tree) is taken
