"""The commands of the README and their outputs; run it to write the outputs anew.

They are run as a reader runs them: one after another, in one folder.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


_COMMAND = re.compile(r"\$ .*\n(?:> .*\n)*")


class Example(NamedTuple):
    """A command, what the README says it prints, and where that stands in the text."""

    command: str
    output: str
    start: int
    end: int


def examples(text: str) -> Iterator[Example]:
    """Every ``$ command`` of the console blocks, each with the lines up to the next one."""
    for block in _BLOCK.finditer(text):
        body, offset = block[1], block.start(1)
        starts = [found.start() for found in re.finditer(r"^\$ ", body, re.MULTILINE)]
        for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
            # A command goes on with lines that begin with "> ", as a shell prompts for them.
            found = _COMMAND.match(body, start)
            assert found is not None
            begin = min(found.end(), end)
            command = found[0].rstrip("\n")[2:].replace("\n> ", "\n")
            yield Example(command, body[begin:end], offset + begin, offset + end)


@contextmanager
def reader_folder() -> Iterator[Path]:
    """A folder with what the README speaks of, in which commands may leave files."""
    with TemporaryDirectory() as folder:
        for name in ("records", "schemas", "tests", "README.md"):
            (Path(folder) / name).symlink_to(ROOT / name)
        yield Path(folder)


def run(command: str, folder: Path) -> str:
    """What a command prints in a folder, run as the README's reader would."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        "HOME": os.environ.get("HOME", "/"),
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout


def main() -> None:
    """Write the outputs of all commands into the README."""
    text = README.read_text(encoding="utf-8")
    all_of_them = list(examples(text))
    with reader_folder() as folder:
        outputs = [run(example.command, folder) for example in all_of_them]
    for example, output in reversed(list(zip(all_of_them, outputs, strict=True))):
        text = text[: example.start] + output + text[example.end :]
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
