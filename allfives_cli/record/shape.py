"""What pydantic says of a value that has not the record's shape, as our own codes.

Codes: `SHAPE_CODES`. Pydantic's words never reach a person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from pydantic import ValidationError

from allfives_cli.nearest import nearest
from allfives_cli.record.first_part import first_part
from allfives_cli.record.known_keys import known_keys
from allfives_cli.record.limits import MAX_FAULTS
from allfives_cli.record.model import VERSION, Record
from allfives_cli.record.other_documents import other_document
from allfives_cli.record.places import Pointer, excerpt
from allfives_cli.record.values import TileText

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

SHAPE_CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "not-a-record": ("found",),  # a word of `kind_of`, or of `other_documents`
    "unknown-key": ("key", "known", "nearest"),  # nearest: the known key most like it, or None
    "missing-key": ("key",),
    "wrong-type": ("expected", "found"),  # words of `kind_of`; expected is a list of them
    "not-allowed-value": ("value", "allowed"),
    "newer-version": ("found", "known"),
    "not-a-tile": ("value",),
    "bad-name": ("value",),
    "bad-text": ("value",),
    "bad-date": ("value",),
    "bad-digest": ("value",),
    "out-of-range": ("value", "least", "most"),  # least or most may be None
    "not-whole-number": ("value",),  # as text: 12.0 is no whole number, as it is written
    "not-half-points": ("value",),
    "text-too-long": ("limit",),
    "text-empty": (),
    "too-few": ("found", "least"),
    "too-many": ("found", "most"),
}
"""Codes of this module -> names of their params."""

_TOO_MANY: Final = 10 * MAX_FAULTS
_SMALL: Final = 100_000  # bytes
_KIND: Final[Mapping[str, str]] = {
    "string_type": "text",
    "int_type": "whole-number",
    "int_from_float": "whole-number",
    "float_type": "number",
    "bool_type": "true-or-false",
    "tuple_type": "list",
    "dict_type": "mapping",
    "model_type": "mapping",
    "model_attributes_type": "mapping",
}
_PATTERNS: Final[Mapping[str, str]] = {
    "key": "bad-name",
    "by": "bad-name",
    "turn": "bad-name",
    "players": "bad-name",
    "winners": "bad-name",
    "date": "bad-date",
    "started": "bad-date",
    "record": "bad-digest",
    "game": "bad-digest",
}


class ShapeProblem(NamedTuple):
    """A value of the wrong shape: its pointer in the tree, and whether its key is meant."""

    code: str
    params: dict[str, Any]
    pointer: Pointer
    of_key: bool = False


def shaped(tree: object, size: int | None = None) -> Record | list[ShapeProblem]:
    """A plain JSON value as a record, or what is wrong with its shape.

    ``size`` is that of the bytes from which it was read, where it was.

    At most one problem for each place, and at most MAX_FAULTS: the first ones,
    where there are very many. A record of a newer version has no other problem:
    what else it holds is not for this version to judge.
    """
    # Of few bytes all faults may be described, and to count their values takes longer.
    is_small = size is not None and size < _SMALL
    part = tree if is_small else first_part(tree, _number_of_faults, MAX_FAULTS, _TOO_MANY)
    tried = _tried(part)
    if isinstance(tried, Record):
        return tried
    if other := other_document(tree):
        return [ShapeProblem("not-a-record", {"found": other}, ())]
    problems = [
        problem
        for problem in _problems_of(tried, part)
        if part is tree or not _is_of_the_cut(problem, part, tree)
    ]
    newer = [problem for problem in problems if problem.code == "newer-version"]
    return newer or _without_echoes(problems, tree)[:MAX_FAULTS]


def _without_echoes(problems: list[ShapeProblem], tree: object) -> list[ShapeProblem]:
    """A player's key that cannot be one is told where it is given, not wherever it stands."""
    refused = {
        (problem.code, text)
        for problem in problems
        if problem.pointer[:1] == ("players",) and problem.pointer[2:] == ("key",)
        if (text := _text_of(problem, tree)) is not None
    }
    return [
        problem
        for problem in problems
        if problem.pointer[:1] == ("players",)
        or (problem.code, _text_of(problem, tree)) not in refused
    ]


def _text_of(problem: ShapeProblem, tree: object) -> str | None:
    """The text that a problem is about; None where it is no text."""
    value = problem.pointer[-1:] if problem.of_key else [_value_at(tree, problem.pointer)]
    return next((text for text in value if isinstance(text, str)), None)


def _tried(tree: object) -> Record | ValidationError:
    try:
        return Record.model_validate_json(json.dumps(tree))
    except ValidationError as error:
        return error


def _number_of_faults(tree: object) -> int:
    tried = _tried(tree)
    return tried.error_count() if isinstance(tried, ValidationError) else 0


def _is_of_the_cut(problem: ShapeProblem, part: object, tree: object) -> bool:
    """Whether a part of a tree lacks what the whole tree has."""
    if problem.code not in ("missing-key", "too-few"):
        return False
    return len(_value_at(part, problem.pointer)) < len(_value_at(tree, problem.pointer))


def _problems_of(error: ValidationError, tree: object) -> list[ShapeProblem]:
    """Translate a validation error; at most one problem for each place in ``tree``."""
    by_place: dict[tuple[Pointer, bool], list[ErrorDetails]] = {}
    for detail in error.errors(include_url=False, include_context=True):
        pointer, of_key = _pointer(detail["loc"], tree)
        if detail["type"] == "too_short" and _is_long_enough(detail, _value_at(tree, pointer)):
            continue
        by_place.setdefault((pointer, of_key), []).append(detail)
    return [
        problem
        for (pointer, of_key), details in by_place.items()
        for problem in _problems(details, pointer, tree, of_key=of_key)
    ]


def kind_of(value: object) -> str:
    """The kind of a plain value, as a word for the catalogs."""
    if isinstance(value, bool):
        return "true-or-false"
    kinds = ((str, "text"), (int, "whole-number"), (float, "number"), (list, "list"))
    for kind, word in kinds:
        if isinstance(value, kind):
            return word
    return "nothing" if value is None else "mapping"


def _pointer(loc: Sequence[str | int], tree: object) -> tuple[Pointer, bool]:
    """The steps of ``loc`` that the tree has; pydantic adds the names of union members.

    A ``[key]`` at the end says that the key itself is meant.
    """
    found: list[str | int] = []
    value: Any = tree
    for step in loc:
        if _has(value, step):
            value = value[step]
            found.append(step)
    return tuple(found), loc[-1:] == ("[key]",)


def _is_long_enough(detail: ErrorDetails, value: object) -> bool:
    """Whether a list is short only because pydantic left out items with faults of their own."""
    return isinstance(value, list) and len(value) >= detail.get("ctx", {}).get("min_length", 0)


def _has(value: object, step: str | int) -> bool:
    if isinstance(step, str):
        return isinstance(value, dict) and step in value
    return isinstance(value, list) and step < len(value)


def _value_at(tree: object, pointer: Iterable[str | int]) -> Any:  # noqa: ANN401 - any JSON value
    value: Any = tree
    for step in pointer:
        value = value[step]
    return value


def _problems(
    details: list[ErrorDetails], pointer: Pointer, tree: object, *, of_key: bool
) -> list[ShapeProblem]:
    missing = [d for d in details if d["type"] == "missing"]
    if missing:
        return [ShapeProblem("missing-key", {"key": str(d["loc"][-1])}, pointer) for d in missing]
    value = pointer[-1] if of_key else _value_at(tree, pointer)
    kinds = [_KIND[d["type"]] for d in details if d["type"] in _KIND]
    if kinds and len(kinds) == len(details):
        return [_wrong_kind(kinds, value, pointer)]
    detail = next(d for d in details if d["type"] not in _KIND)
    if detail["type"] == "literal_error" and not isinstance(value, str | int | float):
        return [_wrong_kind([*kinds, "text"], value, pointer)]
    code, params = _translate(detail, pointer, value)
    return [ShapeProblem(code, params, pointer, of_key or code == "unknown-key")]


def _wrong_kind(kinds: list[str], value: object, pointer: Pointer) -> ShapeProblem:
    if not pointer:
        return ShapeProblem("not-a-record", {"found": kind_of(value)}, pointer)
    expected = sorted(set(kinds), key=kinds.index)
    if expected == ["whole-number"] and isinstance(value, float):
        return ShapeProblem("not-whole-number", {"value": excerpt(str(value))}, pointer)
    if "number" in expected and "whole-number" in expected:
        expected.remove("whole-number")
    return ShapeProblem("wrong-type", {"expected": expected, "found": kind_of(value)}, pointer)


def _translate(  # noqa: PLR0911 - one return for each kind of detail
    detail: ErrorDetails, pointer: Pointer, value: object
) -> tuple[str, dict[str, Any]]:
    kind, context = detail["type"], detail.get("ctx", {})
    field = next((step for step in reversed(pointer) if isinstance(step, str)), "")
    match kind:
        case "extra_forbidden":
            return "unknown-key", _unknown_key(str(pointer[-1]), detail["loc"])
        case "literal_error":
            return _not_allowed(pointer, value, str(context.get("expected", "")))
        case "string_pattern_mismatch":
            code = "bad-text" if field == "name" else _PATTERNS.get(field, "bad-text")
            return ("bad-name" if detail["loc"][-1] == "[key]" else code), _shown(value)
        case "bad_date":
            return "bad-date", _shown(value)
        case "string_too_long":
            return "text-too-long", {"limit": context["max_length"]}
        case "string_too_short":
            return "text-empty", {}
        case "greater_than_equal" | "less_than_equal" | "finite_number":
            limits = {"least": _limit(context.get("ge")), "most": _limit(context.get("le"))}
            return "out-of-range", {**_shown(value), **limits}
        case "multiple_of":
            return "not-half-points", _shown(value)
        case "too_short":
            return "too-few", {"found": context["actual_length"], "least": context["min_length"]}
        case "too_long":
            return "too-many", {"found": context["actual_length"], "most": context["max_length"]}
        case _:
            return "wrong-type", {"expected": ["text"], "found": kind_of(value)}


def _limit(number: float | None) -> int | None:
    """A limit of the models; all are whole, and pydantic gives some as 100.0."""
    return None if number is None else int(number)


def _not_allowed(pointer: Pointer, value: object, expected: str) -> tuple[str, dict[str, Any]]:
    allowed = re.findall(r"'([^']*)'", expected) or [expected.lower()]
    if set(get_args(TileText)) <= set(allowed):
        return "not-a-tile", _shown(value)
    if pointer == ("allfives",) and isinstance(value, int) and value > VERSION:
        return "newer-version", {"found": value, "known": VERSION}
    return "not-allowed-value", {**_shown(value), "allowed": allowed}


def _shown(value: object) -> dict[str, Any]:
    """A value as a param: short, and plain JSON."""
    if isinstance(value, float):
        value = str(value)  # as it is written in a file, in whatever language it is told
    is_short = isinstance(value, str | int) or value is None
    return {"value": excerpt(value) if is_short else kind_of(value)}


def _unknown_key(key: str, loc: Sequence[str | int]) -> dict[str, Any]:
    known = known_keys(loc)
    return {"key": _shown(key)["value"], "known": known, "nearest": nearest(key, known)}
