"""What commands say on few columns: no line is wider, unless it is a single word."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from allfives_cli.cli import run
from allfives_cli.show.wrapping import columns
from allfives_cli.text.languages import LANGUAGES

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "records"
SEEN, MATCH = RECORDS / "seen-by-one-player.json", RECORDS / "two-players-to-250.json"
BROKEN = ROOT / "tests" / "broken"
WRONG, AMBIGUOUS = BROKEN / "wrong-sum.json", BROKEN / "must-play-drawn.yaml"
WIDTHS = (20, 40, 80)
OF_A_FILE = re.compile(r" *\d+ \| ")
"""A line of a file, as it stands there, under a finding."""
BOT = shlex.join((sys.executable, "-S", "-E", str(ROOT / "tests" / "bots" / "misbehaving.py")))

COMMANDS = {
    "the options of a rule set": ["rules", "all-fives"],
    "rule sets": ["rules"],
    "files that would change": ["fmt", "--check", "compact.json"],
    "a file rewritten": ["fmt", "compact.json"],
    "a file not filled in": ["fmt", "--fill", str(WRONG)],
    "a copy that no reading puts right": ["fmt", "--fix", "out.json", str(WRONG)],
    "a copy that two readings put right": ["fmt", "--fix", "out.json", str(AMBIGUOUS)],
    "a copy of what is sound": ["fmt", "--fix", "out.json", str(MATCH)],
    "a note written": ["note", str(MATCH), "1.3", "--mark", "!?", "-o", "noted.json"],
    "a score as on paper": ["replay", str(MATCH), "--tally"],
    "halves as on paper": ["replay", str(RECORDS / "three-players-halves.json"), "--tally"],
    "pairs as on paper": ["replay", str(RECORDS / "four-in-pairs.json"), "--tally"],
    "grids": ["infer", str(SEEN), "--at", "1.19", "--format", "grid"],
    "a program on trial": ["bot-check", f"{BOT} plays-what-it-has-not"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_only_a_single_word_is_wider_than_the_line(
    arguments: list[str],
    width: int,
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    compact = MATCH.read_text("utf-8").replace("\n", " ")
    Path("compact.json").write_text(compact, "utf-8")
    assert run([*arguments, "--width", str(width), "--lang", lang]) in (0, 1)
    out, err = capsys.readouterr()
    said = (out + err).splitlines()
    assert said
    for line in said:
        if not OF_A_FILE.match(line):
            assert columns(line) <= width or len(line.split()) == 1, line
