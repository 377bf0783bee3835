"""The house: imports only go downward, light doors stay light, sentences live in the catalogs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import allfives_cli

PACKAGE = Path(allfives_cli.__file__).parent
NAME = "allfives_cli"

FLOORS = {
    "game": 0,
    "nearest": 0,
    "statuses": 0,
    "rulesets": 1,
    "record": 2,
    "checking": 3,
    "explain": 4,
    "text": 4,
    "annotating": 5,
    "play": 5,
    "show": 6,
    "commands": 7,
    "cli": 8,
    "__main__": 9,
}
"""Rooms from the lowest floor up; an import may only lead to the same room or a lower floor."""

SIBLINGS = {("game.sites", "game.counting"), ("game.counting", "game.sites")}
"""Modules of one room that answer different questions and never import each other."""

ANSWERED_BY_NOBODY = {"click", "yaml", "pydantic", "json"}
"""What the rules of the table never need."""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        yield ".".join(parts), path


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


MODULES = [(name, path) for name, path in modules() if name]


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_imports_only_go_downward(name: str, path: Path) -> None:
    floor = FLOORS[name.split(".", maxsplit=1)[0]]
    for imported in imports_of(path):
        if imported.startswith(f"{NAME}."):
            target = imported.removeprefix(f"{NAME}.")
            room = target.split(".")[0]
            if room == "__version__":
                continue
            same_room = room == name.split(".", maxsplit=1)[0]
            assert same_room or FLOORS[room] < floor, f"{name} imports {target}"
            assert (name, ".".join(target.split(".")[:2])) not in SIBLINGS


@pytest.mark.parametrize(
    ("name", "path"), [m for m in MODULES if m[0].startswith("game")], ids=lambda m: str(m)[-30:]
)
def test_the_rules_know_no_file_and_no_command(name: str, path: Path) -> None:
    assert not {imported.split(".")[0] for imported in imports_of(path)} & ANSWERED_BY_NOBODY, name


def test_no_code_branches_on_the_name_of_a_rule_set_or_a_language() -> None:
    for name, path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Compare):
                continue
            compared = ast.unparse(node)
            assert "rules.base" not in compared, f"{name}: {compared}"
            assert "rules.name" not in compared, f"{name}: {compared}"
            assert not compared.startswith(("lang ==", "lang !=")), f"{name}: {compared}"


RECORD = PACKAGE.parent / "records" / "two-players-to-250.json"
NOT_FOR_SOUND_RECORDS = {
    "yaml",
    *(
        f"{NAME}.{module}"
        for module in ("explain", "show.board", "checking.hidden", "checking.repair")
    ),
    "difflib",
}
LIGHT = [
    (
        "--version",
        ["--version"],
        {"pydantic", "yaml", "importlib.metadata", "dataclasses", "difflib"},
    ),
    ("--help", ["--help"], {"pydantic", "yaml", "importlib.metadata", "difflib"}),
    ("a sound record", ["validate", str(RECORD)], NOT_FOR_SOUND_RECORDS),
    ("codes", ["codes", "wrong-sum"], {"pydantic", "difflib"}),
    ("rules", ["rules", "muggins"], {"pydantic", "difflib"}),
]


@pytest.mark.parametrize(
    ("arguments", "unwanted"), [case[1:] for case in LIGHT], ids=[case[0] for case in LIGHT]
)
def test_light_commands_load_nothing_heavy(arguments: list[str], unwanted: set[str]) -> None:
    """Only what click itself does not load is held against a command."""
    code = (
        "import sys, click; before = set(sys.modules)\n"
        "from allfives_cli.cli import run\n"
        f"run({arguments!r})\n"
        f"sys.stderr.write(' '.join(sorted((set(sys.modules) - before) & {unwanted!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
