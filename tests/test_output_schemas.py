"""What the commands print is what its schemas say, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from allfives_cli.commands import explain, replay, settle, validate
from allfives_cli.record.schemas import schema_text
from allfives_cli.rulesets import NAMES

ROOT = Path(__file__).parent.parent
RECORDS = sorted((ROOT / "records").glob("*.json"))
BROKEN = sorted((ROOT / "tests" / "broken").glob("*.json"))


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_text(name)))


TURN, SETTLEMENT = validator("explained-turn"), validator("settlement")
FINDING, REPORT = validator("finding"), validator("report")


def printed(command: Any, *arguments: str) -> Any:
    """The document that a command prints, sound or not."""
    done = CliRunner().invoke(command, [*arguments, "--format", "json"], standalone_mode=False)
    assert done.exception is None, done.exception
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", [explain.command, replay.command])
@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_turns(command: Any, path: Path) -> None:
    turns = printed(command, str(path))
    assert turns
    for turn in turns:
        TURN.validate(turn)


def test_turns_of_plays_without_players() -> None:
    plays = "1-4, 1-1 on 1-4, 1-6 on 1-1, 4-4, 4-5, 1-5 on 5"
    turns = printed(explain.command, "--plays", plays)
    assert [turn["by"] for turn in turns] == [None] * 6
    for turn in turns:
        TURN.validate(turn)


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize(
    "arguments",
    [
        ("Ann=", "Ben=3-4,6-6", "--out", "Ann"),
        ("Ann=", "Ben=3-4,6-6", "--out", "Ann", "--totals", "Ann=245,Ben=7.5"),
        ("Ann=1-3", "Ben=0-4", "Cal=1-6"),
        ("Ann=1-3", "Ben=0-4", "Cal=1-6", "Dee=5-5"),
    ],
)
def test_settlements(rules: str, arguments: tuple[str, ...]) -> None:
    SETTLEMENT.validate(printed(settle.command, *arguments, "--rules", rules))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_reports_and_findings(lang: str) -> None:
    report = printed(validate.command, *map(str, BROKEN), "--lang", lang)
    REPORT.validate(report)
    assert report["findings"]
    for finding in report["findings"]:
        FINDING.validate(finding)


def test_the_report_of_what_cannot_be_read() -> None:
    report = printed(validate.command, "nowhere.json")
    REPORT.validate(report)
    (finding,) = report["findings"]
    assert finding["line"] is None


# -- what the schemas refuse ---------------------------------------------------------------


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.pop(key)


def having(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.update({key: value})


TURN_FAULTS = [
    without("joints"), having("sum", 5.5), having("sum", -1), having("face", "middle"),
    having("tile", "4-1"), having("on", 7), having("total", 7.25), having("award", None),
    having("spinners", None), having("note", "x"), having("round", 0),
    having("contributions", [{"tile": "1-4", "value": 5}]),
    having("contributions", [{"tile": "1-4", "value": 5, "why": "luck"}]),
]  # fmt: skip


@pytest.mark.parametrize("spoil", TURN_FAULTS)
def test_what_is_no_explained_turn(spoil: Callable[[dict[str, Any]], None]) -> None:
    (turn,) = printed(explain.command, "--plays", "1-4")
    TURN.validate(turn)
    spoil(turn)
    assert not TURN.is_valid(turn)


SETTLEMENT_FAULTS = [
    without("steps"), having("how", "target"), having("pips", {"Ann": 0.5}),
    having("settlement", {"Ann": 2.25}), having("winners", "Ann"), having("next_lead", 1),
    having("steps", [{"why": "luck", "amount": 5, "side": "Ann", "players": []}]),
]  # fmt: skip


@pytest.mark.parametrize("spoil", SETTLEMENT_FAULTS)
def test_what_is_no_settlement(spoil: Callable[[dict[str, Any]], None]) -> None:
    found = printed(settle.command, "Ann=", "Ben=3-4", "--out", "Ann")
    SETTLEMENT.validate(found)
    spoil(found)
    assert not SETTLEMENT.is_valid(found)


FINDING_FAULTS = [
    without("pointer"), having("code", "Wrong Sum"), having("severity", "fatal"),
    having("line", 0), having("line", "1"), having("params", []), having("follows", -1),
    having("related", [{"what": "first"}]), having("help", "x"),
]  # fmt: skip


@pytest.mark.parametrize("spoil", FINDING_FAULTS)
def test_what_is_no_finding_and_what_is_no_report(
    spoil: Callable[[dict[str, Any]], None],
) -> None:
    report = printed(validate.command, "nowhere.json")
    (finding,) = report["findings"]
    FINDING.validate(finding)
    spoil(finding)
    assert not FINDING.is_valid(finding)
    assert not REPORT.is_valid(report)
