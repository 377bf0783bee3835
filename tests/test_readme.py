"""The README's examples print what it says, and its set-up commands are real."""

from __future__ import annotations

import re

import pytest
from readme import README, ROOT, Example, examples, run

from allfives_cli.cli import COMMANDS

TEXT = README.read_text(encoding="utf-8")
EXAMPLES = list(examples(TEXT))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.command for example in EXAMPLES])
def test_example_prints_what_the_readme_says(example: Example) -> None:
    assert run(example.command) == example.output


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
