"""The record's shape: what the models take, refuse and keep."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import ValidationError
from records_strategy import Tree, as_record, record_trees

from allfives_cli.record import model
from allfives_cli.record.model import Claimed, Record, Shape, Turn

SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": "all-fives",
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "1-4"}]}],
}


def with_turn(**fields: object) -> Tree:
    return SMALL | {"rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann"} | fields]}]}


def turn_of(**fields: object) -> Turn:
    return as_record(with_turn(**fields)).rounds[0].turns[0]


def errors_of(tree: Tree) -> set[str]:
    try:
        as_record(tree)
    except ValidationError as error:
        return {detail["type"] for detail in error.errors()}
    return set()


def shapes() -> Iterator[type[Shape]]:
    for item in vars(model).values():
        if isinstance(item, type) and issubclass(item, Shape) and item is not Shape:
            yield item


# -- numbers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"), [("15", 15), ("15.0", 15), ("-0.0", 0), ("7.5", 7.5), ("1e2", 100)]
)
def test_points_are_kept_exactly_and_whole_ones_as_whole_numbers(written: str, kept: float) -> None:
    total = Claimed.model_validate_json(f'{{"by": "Ben", "award": 5, "total": {written}}}').total
    assert total == kept
    assert type(total) is type(kept)


@pytest.mark.parametrize(
    "written",
    [7.25, 0.1, 1e-9, 7.5000000001, 14.999999999, 100_000_000.5, -100_000_001, "15", True],
)
def test_other_points_are_refused(written: object) -> None:
    assert errors_of(with_turn(tile="1-4", total=written))


@pytest.mark.parametrize("key", ["sum", "award", "due"])
@pytest.mark.parametrize("written", [5.0, 5.5, -1, "5", True, 100_000_001])
def test_pips_and_awards_are_whole(key: str, written: object) -> None:
    assert errors_of(with_turn(tile="1-4", **{key: written}))
    assert not errors_of(with_turn(tile="1-4", **{key: 5}))


@pytest.mark.parametrize("seconds", [0, 3, 2.25, 1e-3])
def test_a_turn_may_take_any_time(seconds: float) -> None:
    assert turn_of(tile="1-4", time=seconds).time == seconds


# -- what Literal would take ---------------------------------------------------------


@pytest.mark.parametrize("version", [True, 1.0, "1", 2, 0, None])
def test_the_version_is_the_number_1(version: object) -> None:
    assert errors_of(SMALL | {"allfives": version})


@pytest.mark.parametrize("key", ["pass", "irregular"])
@pytest.mark.parametrize("value", [1, 1.0, "true", False, None, []])
def test_a_flag_is_true_or_absent(key: str, value: object) -> None:
    assert errors_of(with_turn(**{key: value}))
    assert not errors_of(with_turn(**{key: True}))


@pytest.mark.parametrize(
    ("on", "taken"),
    [("1-4", True), (0, True), (6, True), (7, False), (-1, False), ("4-1", False), ("??", False),
     (1.0, False), (True, False), ("1", False)],
)  # fmt: skip
def test_a_place_is_a_tile_or_pips_of_a_half(on: object, taken: bool) -> None:
    assert (not errors_of(with_turn(tile="1-6", on=on))) is taken


# -- absent, null, empty -------------------------------------------------------------


OPTIONAL = [
    (shape, name, field.alias or name)
    for shape in shapes()
    for name, field in shape.model_fields.items()
    if not field.is_required()
]


@pytest.mark.parametrize(
    ("shape", "name", "key"), OPTIONAL, ids=[f"{s.__name__}.{key}" for s, _, key in OPTIONAL]
)
def test_an_optional_field_is_left_out_and_never_null(
    shape: type[Shape], name: str, key: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        shape.model_validate_json(json.dumps({key: None}))
    assert key in {detail["loc"][0] for detail in caught.value.errors()}
    assert shape.model_fields[name].get_default() is None


def test_in_python_none_stands_for_a_field_that_is_left_out() -> None:
    assert Turn(by="Ann", tile=None, draw=None) == Turn(by="Ann")


@pytest.mark.parametrize("key", ["before", "draw", "claimed", "notes", "alts"])
def test_an_empty_list_of_a_turn_says_no_more_than_none(key: str) -> None:
    assert turn_of(tile="1-4", **{key: []}) == turn_of(tile="1-4")


def test_an_empty_settlement_is_a_claim() -> None:
    ended: Tree = {"lead": {"by": "Ann"}, "turns": [], "end": {"how": "out", "settlement": {}}}
    end = as_record(SMALL | {"rounds": [ended]}).rounds[0].end
    assert end is not None
    assert end.settlement == {}


# -- keys, texts, dates ----------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ["Ann", "Łucja", "o'Neil", "J.-P.", "bot-2", "_x", "中", "A" * 40, "ß9"]
)
def test_keys(key: str) -> None:
    assert not errors_of(SMALL | {"players": [{"key": key}, {"key": "Ben2"}]})


@pytest.mark.parametrize(
    "key",
    ["", "A" * 41, "Ann Lee", "Ann\n", "2nd", "-x", ".x", "'x", "A+B", "A:B", "A,B", "A#", "A(1)",
     "A=1", "A/B", "A\\B", '"A"', "A\u00a0B", "A\u200bB", "A\u202eB", "\ufeffA", "A\x00", "A\u0085",
     "[A]", "{A}", "a|b", "<b>", "*", "a&b", "a!", "50%", "a?", "a@b", "`", "~", "^", "$"],
)  # fmt: skip
def test_what_is_no_key(key: str) -> None:
    assert errors_of(SMALL | {"players": [{"key": key}, {"key": "Ben"}]})


@pytest.mark.parametrize(("key", "taken"), [("Ann+Cal", True), ("A B", False), ("a,b", False)])
def test_keys_of_sides_may_have_a_plus(key: str, taken: bool) -> None:
    tree = SMALL | {"sides": [{"key": key, "players": ["Ann"]}]}
    assert (not errors_of(tree)) is taken


@pytest.mark.parametrize("bad", ["a\nb", "a\tb", "\x1b[31m", "\x7f", "\u0085", "a\u2028b"])
@pytest.mark.parametrize("key", ["event", "place", "recorder"])
def test_texts_are_one_line_without_controls(key: str, bad: str) -> None:
    assert errors_of(SMALL | {key: bad})
    assert not errors_of(SMALL | {key: "Żywiec, „Pod Dębem” \u202b\u05d1\u202c 😀"})


@pytest.mark.parametrize(
    ("date", "taken"),
    [("2026-09-22", True), ("2028-02-29", True), ("2026-02-29", False), ("2026-02-31", False),
     ("2026-13-01", False), ("0000-01-01", False), ("2026-9-22", False), ("2026-09-22\n", False),
     ("22.09.2026", False), ("2026-09-22T10:00", False), ("２０２６-09-22", False)],  # noqa: RUF001 - digits of another script
)  # fmt: skip
def test_dates_are_days_of_the_calendar(date: str, taken: bool) -> None:
    assert (not errors_of(SMALL | {"date": date})) is taken


@pytest.mark.parametrize(
    ("started", "taken"),
    [("2026-09-22T19:30", True), ("2026-09-22T19:30:05", True), ("2026-09-22T19:30Z", True),
     ("2026-09-22T19:30:05+02:00", True), ("2026-09-22", False), ("2026-09-22 19:30", False),
     ("2026-09-22T24:00", False), ("2026-02-30T19:30", False), ("2026-09-22T19:30:05.5", False)],
)  # fmt: skip
def test_the_start_is_a_day_and_a_time(started: str, taken: bool) -> None:
    assert (not errors_of(SMALL | {"started": started})) is taken


# -- the models themselves ---------------------------------------------------------------


def test_a_name_of_python_is_no_key_of_the_format() -> None:
    assert errors_of(with_turn(pass_=True)) == {"extra_forbidden"}


def test_records_are_frozen() -> None:
    record = as_record(SMALL)
    with pytest.raises(ValidationError):
        record.event = "Club evening"


def test_every_field_has_its_text() -> None:
    """The texts under the fields are the descriptions of the schema."""
    for part in ast.parse(inspect.getsource(model)).body:
        if isinstance(part, ast.ClassDef) and part.name != "Shape":
            assert ast.get_docstring(part), part.name
            for field, text in zip(part.body, [*part.body[1:], None], strict=True):
                if isinstance(field, ast.AnnAssign):
                    assert isinstance(text, ast.Expr), f"{part.name}: {ast.unparse(field)}"


def test_the_strategy_reaches_every_field() -> None:
    met: set[tuple[str, str]] = set()

    @settings(max_examples=150)
    @given(record_trees())
    def look(tree: Tree) -> None:
        met.update(_fields_met(as_record(tree)))

    look()
    wanted = {(shape.__name__, name) for shape in shapes() for name in shape.model_fields}
    assert met == wanted


def _fields_met(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Shape):
        for name in value.model_fields_set:
            yield type(value).__name__, name
            yield from _fields_met(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _fields_met(item)


@settings(max_examples=60)
@given(record_trees())
def test_a_record_is_equal_to_its_copy_and_hides_nothing(tree: Tree) -> None:
    record = as_record(tree)
    assert Record.model_validate_json(record.model_dump_json(by_alias=True, exclude_none=True)) == (
        record
    )
