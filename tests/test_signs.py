"""Numbers below zero: a real minus sign wherever people read them, a hyphen for programs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import Page

import allfives_cli

ROOT = Path(__file__).parent.parent
RECORD = "records/deducted-below-zero.json"
LOWEST = -15
"""The lowest score in it."""
SETTLE = ["settle", "Ann=6-6", "Ben=", "Cal=5-5", "Dee=1-2", "--out", "Ben", "--alone",
          "--rules", "all-fives-deducted", "--totals", "Ann=-5"]  # fmt: skip
HYPHEN = re.compile(r"(?<![\w-])-(?=\d)")


def printed(*arguments: str, encoding: str = "utf-8") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "allfives_cli", *arguments],
        cwd=ROOT, capture_output=True, check=False, timeout=60,
        env={"PYTHONIOENCODING": encoding, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
    )  # fmt: skip
    assert not done.stderr
    return done.stdout.decode(encoding)


FOR_PEOPLE = [
    ("a replay", ["replay", RECORD]),
    ("a replay with the tally", ["replay", RECORD, "--tally"]),
    ("explanations", ["explain", RECORD]),
    ("a settlement", SETTLE),
]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("arguments", [c[1] for c in FOR_PEOPLE], ids=[c[0] for c in FOR_PEOPLE])
def test_people_read_a_minus_sign(arguments: list[str], lang: str) -> None:
    text = printed(*arguments, "--lang", lang)
    assert re.search(r"−\d", text)
    assert not HYPHEN.search(text)


@pytest.mark.parametrize("encoding", ["cp1250", "iso-8859-2"])
def test_a_hyphen_stands_in_where_the_encoding_has_no_minus_sign(encoding: str) -> None:
    replay = ["replay", RECORD, "--board", "none"]
    minus_signs = printed(*replay).count("−")
    assert minus_signs
    assert len(HYPHEN.findall(printed(*replay, encoding=encoding))) == minus_signs


def test_a_page_has_minus_signs(tmp_path: Path) -> None:
    printed("view", RECORD, "-o", str(tmp_path / "match.html"))
    page = Page((tmp_path / "match.html").read_text("utf-8"))
    shown = "\n".join(each.text for tag in ("article", "table") for each in page.all(tag))
    assert f"−{-LOWEST}" in shown
    assert not HYPHEN.search(shown)


def test_programs_read_a_number() -> None:
    turns = json.loads(printed("replay", RECORD, "--format", "json"))
    assert "−" not in json.dumps(turns, ensure_ascii=False)
    assert min(turn["total"] for turn in turns) == LOWEST
    settled = json.loads(printed(*SETTLE, "--format", "json"))
    assert settled["totals"]["Ann"] == LOWEST


SOURCES = Path(allfives_cli.__file__).parent
SPEAKS_OF_IT = {
    "cli.py",  # what stands in for it
    "text/catalog.py",  # which writes it
}


def test_only_the_catalog_makes_a_minus_sign() -> None:
    found = {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        if re.search(r"""["'{]−|−["'{]""", path.read_text("utf-8"))
    }
    assert found == SPEAKS_OF_IT
