"""Reads the source for the findings that it raises, with the parameters that each place passes.

Codes of reading a file are declared in tables beside the code; the others are
first arguments of a few calls, as texts or as names whose texts can be told.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import allfives_cli
from allfives_cli.checking.hints import WRITTEN_AND_KNOWN
from allfives_cli.record.codes import JOURNAL_REFUSALS, NOTES, REFUSALS
from allfives_cli.record.shape import SHAPE_CODES
from allfives_cli.record.sheet_codes import SHEET_CODES, SHEET_NOTES

PACKAGE = Path(allfives_cli.__file__).parent
TABLES = (REFUSALS, JOURNAL_REFUSALS, NOTES, SHAPE_CODES, SHEET_CODES, SHEET_NOTES)
DECLARED_IN_TABLES = "record"
RAISING = {"add", "warn", "note", "slip", "Illegal", "BadRules", "_refuse", "_usage"}
ADDED = {"Illegal": {"player"}, "_refuse": {"player"}, "BadRules": {"option"}}
"""Parameters that whoever catches a refusal adds to those of the refusal itself."""
PERHAPS_ADDED = {
    "BadRules": {"nearest"},
    "bad-option-number": {"quoted"},
    **{code: {"nearest"} for code in WRITTEN_AND_KNOWN},
}
"""The same, by the refusal or by its code, of those that may say nothing."""
CODE_AT = {"_usage": 2, "_refuse": 1}
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Raised:
    """One place that raises a code. ``perhaps`` are parameters that it passes sometimes."""

    code: str
    where: str
    params: frozenset[str]
    perhaps: frozenset[str]


def raised() -> dict[str, list[Raised]]:
    """Every code that the source raises, with its places."""
    found: dict[str, list[Raised]] = defaultdict(list)
    for table in TABLES:
        for code, params in table.items():
            perhaps = frozenset(PERHAPS_ADDED.get(code, ()))
            found[code].append(Raised(code, "table", frozenset(params), perhaps))
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] != DECLARED_IN_TABLES:
            for place in _in_module(path):
                found[place.code].append(place)
    return dict(found)


def _in_module(path: Path) -> Iterator[Raised]:
    module = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(module):
        if isinstance(function, Function):
            for call in _calls(function):
                name = _name(call.func)
                if name in RAISING and function.name not in RAISING and _has_code(call, name):
                    yield from _raised(call, name, function, module, path)


def _has_code(call: ast.Call, name: str) -> bool:
    return len(call.args) > CODE_AT.get(name, 0) and (
        len(call.args) + len(call.keywords) > 1 or name not in ("add", "note")
    )


def _raised(
    call: ast.Call, name: str, function: Function, module: ast.Module, path: Path
) -> Iterator[Raised]:
    params = {keyword.arg for keyword in call.keywords if keyword.arg}
    perhaps = set(PERHAPS_ADDED.get(name, ()))
    for keyword in call.keywords:
        if keyword.arg is None:
            always, sometimes = _mapping(keyword.value, function)
            params |= always
            perhaps |= sometimes
    params |= ADDED.get(name, set())
    for code in _texts(call.args[CODE_AT.get(name, 0)], function, module):
        if CODE.fullmatch(code):
            where = f"{path.relative_to(PACKAGE)}:{call.lineno}"
            if name == "_usage":
                mapping = _mapping(call.args[CODE_AT[name] + 1], function)
                yield Raised(code, where, frozenset(mapping[0]), frozenset(mapping[1]))
            else:
                perhaps_too = perhaps | PERHAPS_ADDED.get(code, set())
                yield Raised(code, where, frozenset(params), frozenset(perhaps_too))


def _texts(node: ast.expr, function: Function, module: ast.Module) -> Iterator[str]:
    """The texts that an expression can be, as far as the source shows them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, function, module)
        yield from _texts(node.orelse, function, module)
    elif isinstance(node, ast.Name):
        for value in _assigned(node.id, function):
            yield from _texts(value, function, module)
        yield from _passed(node.id, function, module)


def _assigned(name: str, function: Function) -> Iterator[ast.expr]:
    """What is assigned to a name, be it one of several at once or one of two choices."""
    for statement in ast.walk(function):
        if not isinstance(statement, ast.Assign):
            continue
        for target in statement.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield statement.value
            elif isinstance(target, ast.Tuple):
                for index, item in enumerate(target.elts):
                    if isinstance(item, ast.Name) and item.id == name:
                        yield from _items(statement.value, index)


def _items(value: ast.expr, index: int) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from _items(value.body, index)
        yield from _items(value.orelse, index)
    elif isinstance(value, ast.Tuple):
        yield value.elts[index]


def _passed(name: str, function: Function, module: ast.Module) -> Iterator[str]:
    """The texts that a parameter of a function has: its default, and what callers pass."""
    names = [argument.arg for argument in function.args.args]
    if name not in names:
        return
    at = names.index(name)
    defaults = function.args.defaults
    behind = at - (len(names) - len(defaults))
    if behind >= 0:
        yield from _texts(defaults[behind], function, module)
    at -= names[0] == "self"
    for path in PACKAGE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _name(call.func) == function.name:
                given = [
                    *call.args[at : at + 1],
                    *(k.value for k in call.keywords if k.arg == name),
                ]
                for value in given:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value


def _mapping(value: ast.expr, function: Function) -> tuple[set[str], set[str]]:
    """The keys of a mapping that is passed on, and those that it has only sometimes."""
    always: set[str] = set()
    sometimes: set[str] = set()
    values: Iterable[ast.expr] = [value]
    if isinstance(value, ast.Name):
        values = list(_assigned(value.id, function))
        for statement in ast.walk(function):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else None
            if isinstance(target, ast.Subscript) and _name(target.value) == value.id:
                sometimes |= {str(getattr(target.slice, "value", ""))}
    for each in values:
        if isinstance(each, ast.Dict):
            always |= {str(key.value) for key in each.keys if isinstance(key, ast.Constant)}
    return always, sometimes


def _calls(function: Function) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield node


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
