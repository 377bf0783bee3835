import json
from typing import Any

from hypothesis import given, settings
from written_records import records

from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.sheet_writing import write_sheet
from allfives_cli.record.writing import write_json


def record_of(**fields: object) -> Record:
    tree = {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}],
        "rules": "all-fives",
        "rounds": [],
        **fields,
    }
    return Record.model_validate_json(json.dumps(tree))


def sheet_of(**fields: object) -> str:
    """The sheet of a record, which has been read back, without its first lines."""
    record = record_of(**fields)
    text = write_sheet(record)
    reading = read_record(text.encode(), "sheet", "yaml")
    assert reading.faults == []
    assert reading.record == record
    return text.removeprefix("allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\n")


def round_of(*turns: dict[str, Any], **fields: object) -> list[object]:
    return [{"lead": {"by": "Ann", "how": "lot"}, "turns": list(turns), **fields}]


@given(records())
@settings(max_examples=150)
def test_a_sheet_is_equal_in_value_to_its_record(record: Record) -> None:
    text = write_sheet(record)
    reading = read_record(text.encode(), "sheet", "yaml")
    assert [fault for fault in reading.faults if not fault.is_note] == []
    assert reading.record is not None
    assert write_json(reading.record) == write_json(record)
    assert write_sheet(reading.record) == text


def test_a_match_in_the_manner_of_a_careful_hand() -> None:
    players = [{"key": "Ann", "name": "Ann Łoś"}, {"key": "no"}]
    record = record_of(
        players=players,
        sides=[{"key": "Ann", "players": ["Ann"]}, {"key": "us", "players": ["no"]}],
        event="Finał: stół 7",
        date="2026-09-22",
        started="2026-09-22T18:30Z",
        view="Ann",
        rules={"base": "all-fives", "hand_size": 7},
        rounds=[
            {
                "lead": {"by": "Ann", "how": "unknown"},
                "hands": {"Ann": ["6-6", "5-5"], "no": ["??"] * 7},
                "turns": [
                    {"by": "Ann", "before": ["o szóstej"], "tile": "6-6"},
                    {"by": "no", "draw": ["??", "0-6"], "tile": "0-6", "on": 6, "total": 7.5},
                ],
                "boneyard": ["0-6", "1-1"],
                "end": {"how": "blocked", "left": {"Ann": ["5-5"], "no": ["??"] * 12}},
                "notes": ["- dziwne"],
            }
        ],
        result={"how": "time", "totals": {"Ann": 0, "us": 7.5}},
    )
    text = write_sheet(record)
    assert text == (
        "allfives: 1\n"
        "players:\n"
        "- {key: Ann, name: Ann Łoś}\n"
        '- "no"\n'
        "sides:\n"
        "- Ann\n"
        '- {key: us, players: ["no"]}\n'
        'event: "Finał: stół 7"\n'
        "date: 2026-09-22\n"
        'started: "2026-09-22T18:30Z"\n'
        "view: Ann\n"
        "rules: {base: all-fives, hand_size: 7}\n"
        "rounds:\n"
        "- hands:\n"
        "    Ann: 6-6 5-5\n"
        '    "no": 7\n'
        "  turns: |\n"
        "    # o szóstej\n"
        "    Ann 6-6\n"
        "    no draws ?? 0-6, 0-6 on 6 (7.5)\n"
        "  boneyard: 0-6 1-1\n"
        '  end: {how: blocked, left: {Ann: 5-5, "no": "?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??"}}\n'
        '  notes: ["- dziwne"]\n'
        "result: {how: time, totals: {Ann: 0, us: 7.5}}\n"
    )
    reading = read_record(text.encode(), "sheet", "yaml")
    assert reading.faults == []
    assert reading.record == record


def test_turns_that_a_line_cannot_hold_are_mappings_between_blocks_of_lines() -> None:
    better = [{"by": "Ben", "tile": "5-6"}, {"by": "Ann", "pass": True, "notes": ["a", "b"]}]
    text = sheet_of(
        rounds=round_of(
            {"by": "Ann", "tile": "6-6"},
            {
                "by": "Ben",
                "draw": ["??", "??"],
                "tile": "3-6",
                "on": "6-6",
                "mark": "?",
                "notes": ["one: two", "three"],
                "alts": [{"line": better, "notes": ["better"]}],
            },
            {"by": "Ann", "tile": "4-6"},
        )
    )
    assert text == (
        "rounds:\n"
        "- lead: {by: Ann, how: lot}\n"
        "  turns:\n"
        "  - |\n"
        "    Ann 6-6\n"
        "  - by: Ben\n"
        "    draw: 2\n"
        "    tile: 3-6\n"
        '    "on": 6-6\n'
        '    mark: "?"\n'
        '    notes: ["one: two", three]\n'
        "    alts:\n"
        "    - line:\n"
        "      - |\n"
        "        Ben 5-6\n"
        "      - by: Ann\n"
        "        pass: true\n"
        "        notes: [a, b]\n"
        "      notes: [better]\n"
        "  - |\n"
        "    Ann 4-6\n"
    )


def test_names_that_nobody_at_the_table_has_are_not_taken_for_shortened_ones() -> None:
    text = sheet_of(
        rounds=round_of(
            {"by": "An", "tile": "6-6"},
            {"by": "Ben", "tile": "5-6", "claimed": [{"by": "B", "award": 5}]},
        )
    )
    assert 'by: "An"\n' in text
    assert 'claimed: [{by: "B", award: 5}]\n' in text


def test_such_names_are_in_quotes_wherever_they_stand() -> None:
    alternative = {"line": [{"by": "AN", "tile": "6-6"}]}
    end = {"how": "out", "by": "an", "left": {"ben": ["6-6"]}, "totals": {"B": 5}}
    setup = {"layout": [], "hands": {"be": []}, "boneyard": 0, "turn": "BEN"}
    text = sheet_of(
        event="an",
        rounds=[
            {
                "lead": {"by": "an"},
                "hands": {"Ann": ["6-6"], "b": ["1-1", "2-2"]},
                "turns": [{"by": "Ann", "tile": "6-6", "alts": [alternative]}],
                "end": end,
            },
            {"setup": setup, "turns": []},
        ],
        result={"how": "agreed", "winners": ["bEn"], "totals": {"BeN": 5}},
    )
    for name in ("AN", "an", "ben", "B", "b", "be", "BEN", "bEn", "BeN"):
        assert f'"{name}"' in text
    assert '"Ann"' not in text


def test_a_lead_is_written_unless_it_is_read_from_the_first_turn() -> None:
    turn = {"by": "Ann", "tile": "6-6"}
    by_ben = sheet_of(rounds=[{"lead": {"by": "Ben", "how": "unknown"}, "turns": [turn]}])
    assert "lead: {by: Ben, how: unknown}" in by_ben
    assert "lead: {by: Ann}" in sheet_of(rounds=[{"lead": {"by": "Ann"}, "turns": [turn]}])
    assert "lead: null" in sheet_of(rounds=[{"turns": [turn]}])
    assert "lead" not in sheet_of(
        rounds=[{"lead": {"by": "Ann", "how": "unknown"}, "turns": [turn]}]
    )
    assert "lead" in sheet_of(rounds=[{"lead": {"by": "Ann", "how": "unknown"}, "turns": []}])


def test_a_position_is_written_as_plays() -> None:
    setup = {
        "layout": [{"tile": "1-4"}, {"tile": "1-1", "on": "1-4"}],
        "hands": {"Ann": ["3-3", "??"], "Ben": []},
        "boneyard": 12,
        "turn": "Ann",
    }
    assert sheet_of(rounds=[{"setup": setup, "turns": []}]) == (
        "rounds:\n"
        "- setup:\n"
        "    layout: 1-4, 1-1 on 1-4\n"
        "    hands:\n"
        '      Ann: "3-3 ??"\n'
        "      Ben: []\n"
        "    boneyard: 12\n"
        "    turn: Ann\n"
        "  turns: []\n"
    )
