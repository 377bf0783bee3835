"""Exit statuses: what they are, that they differ, and that no module spells one by itself."""

from __future__ import annotations

import ast
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import allfives_cli
from allfives_cli import statuses

PACKAGE = Path(allfives_cli.__file__).parent
STATUSES = {name: value for name, value in vars(statuses).items() if name.isupper()}


def test_each_name_has_a_status_of_its_own() -> None:
    assert STATUSES == {
        "SOUND": 0,
        "FINDINGS": 1,
        "UNUSABLE": 3,
        "UNFINISHED": 4,
        "BUG": 70,
        "SIGNALLED": 128,
        "INTERRUPTED": 128 + signal.SIGINT,
        "BROKEN_PIPE": 128 + 13,  # SIGPIPE, which not every system has
    }


def numbers_given(tree: ast.AST) -> Iterator[int]:
    """Lines where a command's status, or that of an exception that ends one, is a number."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="exit_code")], value=ast.Constant()):
                yield node.lineno
            case ast.FunctionDef(name="command" | "run" | "_run" | "main", body=body):
                for inner in (each for statement in body for each in ast.walk(statement)):
                    if isinstance(inner, ast.Return) and _ends_in_number(inner.value):
                        yield inner.lineno
            case ast.Call(func=ast.Attribute(attr="exit" | "Exit"), args=[ast.Constant()]):
                yield node.lineno


def _ends_in_number(value: ast.expr | None) -> bool:
    parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    return any(isinstance(part, ast.Constant) and type(part.value) is int for part in parts)


SOURCES = [PACKAGE / "cli.py", PACKAGE / "__main__.py", *sorted(PACKAGE.glob("commands/*.py"))]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.stem))
def test_no_command_ends_with_a_number_of_its_own(path: Path) -> None:
    assert list(numbers_given(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "code",
    [
        "class Refused(Exception):\n    exit_code = 3",
        "def command():\n    return 1 if found else SOUND",
        "def run():\n    if late:\n        return 70",
        "raise click.exceptions.Exit(3)",
    ],
)
def test_a_number_would_be_seen(code: str) -> None:
    assert list(numbers_given(ast.parse(code)))
