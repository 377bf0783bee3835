"""The README's examples print what it says, and its set-up commands are real."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from readme import README, ROOT, Example, examples, reader_folder, run

from allfives_cli.cli import COMMANDS

TEXT = README.read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.fixture(scope="module")
def outputs() -> Iterator[list[str]]:
    """What the examples print when a reader runs all of them, in order, in one folder."""
    with reader_folder() as folder:
        yield [run(example.command, folder) for example in EXAMPLES]


@pytest.mark.parametrize(
    ("number", "example"), list(enumerate(EXAMPLES)), ids=[example.command for example in EXAMPLES]
)
def test_example_prints_what_the_readme_says(
    outputs: list[str], number: int, example: Example
) -> None:
    assert outputs[number] == example.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name: str) -> None:
    assert any(re.search(rf"\ballfives {name}\b", example.command) for example in EXAMPLES)


def test_set_up_commands_install_this_project() -> None:
    commands = re.findall(
        r"^<!-- command: (\w+) -->\n```sh\n(.*?)```$", TEXT, re.MULTILINE | re.DOTALL
    )
    assert [name for name, _ in commands] == ["run", "test"]
    for _, command in commands:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert "pytest" in commands[1][1]
    assert (ROOT / ".ci" / "run").read_text("utf-8").count("README.md") == 1
