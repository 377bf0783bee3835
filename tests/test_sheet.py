import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_records import records

from allfives_cli.record.json_source import read_json
from allfives_cli.record.model import Record
from allfives_cli.record.sheet import Normalised, normalise
from allfives_cli.record.sheet_codes import SHEET_CODES, SHEET_NOTES
from allfives_cli.record.source import Node, Source, plain
from allfives_cli.record.writing import write_json
from allfives_cli.record.yaml_source import read_yaml

HEAD = "allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\n"
ROUND = f"{HEAD}rounds:\n- "


class Sheet:
    """A sheet that was normalised, and what to ask of it."""

    def __init__(self, text: str, form: str = "yaml") -> None:
        read = read_yaml if form == "yaml" else read_json
        self.source: Source = read(text.encode(), "sheet")
        self.normal: Normalised = normalise(self.source)
        self.tree: Any = self.normal.plain()
        assert plain(self.normal.root) == self.tree
        self.check(self.normal.root)

    def check(self, node: Node) -> None:
        """Every value stands within the text, and every key has a place."""
        assert 0 <= node.start <= node.end <= len(self.source.text)
        if isinstance(node.value, dict):
            assert node.keys is not None
            assert list(node.keys) == list(node.value)
            for item in node.value.values():
                self.check(item)
        if isinstance(node.value, list):
            for item in node.value:
                self.check(item)

    def at(self, *pointer: str | int) -> str:
        """What is written for the value at a pointer of the normalised tree."""
        node = self.normal.root
        for step in pointer:
            if isinstance(node.value, dict):
                node = node.value[str(step)]
            elif isinstance(node.value, list):
                node = node.value[int(step)]
        return self.source.text[node.start : node.end]

    @property
    def problems(self) -> list[tuple[str, dict[str, object], str, tuple[str | int, ...]]]:
        text = self.source.text
        for one in self.normal.problems:
            assert SHEET_CODES[one.code] == tuple(one.params)
        return [
            (one.code, one.params, text[one.start : one.end], one.pointer)
            for one in self.normal.problems
        ]

    @property
    def notes(self) -> list[tuple[str, str]]:
        text = self.source.text
        for one in self.normal.notes:
            assert SHEET_NOTES[one.code] == tuple(one.params)
        return [(one.code, text[one.start : one.end]) for one in self.normal.notes]

    @property
    def record(self) -> Record:
        assert not self.normal.problems
        return Record.model_validate_json(json.dumps(self.tree))


def test_a_sheet_as_people_write_it() -> None:
    sheet = Sheet(
        HEAD + "date: 2026-09-22\nrounds:\n"
        "- hands:\n"
        "    Ann: 6-6 6-5 5-2\n"
        "    Ben: [6-3, 5|5]\n"
        "  turns: |\n"
        "    Ann 6-6\n"
        "    Ben 6-3 +15 (15)  # out of luck\n"
        "\n"
        "    Ann draws 2, 5-2 on 5 (7,5)\n"
        "  end: {how: out, by: Ann, left: {Ben: 5-5 4-4}, totals: {Ann: 7½, Ben: 15}}\n"
    )
    assert sheet.problems == []
    assert sheet.notes == []
    assert sheet.tree == {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}],
        "rules": "all-fives",
        "date": "2026-09-22",
        "rounds": [
            {
                "hands": {"Ann": ["6-6", "5-6", "2-5"], "Ben": ["3-6", "5-5"]},
                "turns": [
                    {"by": "Ann", "tile": "6-6"},
                    {
                        "by": "Ben",
                        "tile": "3-6",
                        "award": 15,
                        "total": 15,
                        "notes": ["out of luck"],
                    },
                    {"by": "Ann", "draw": ["??", "??"], "tile": "2-5", "on": 5, "total": 7.5},
                ],
                "end": {
                    "how": "out",
                    "by": "Ann",
                    "left": {"Ben": ["5-5", "4-4"]},
                    "totals": {"Ann": 7.5, "Ben": 15},
                },
                "lead": {"by": "Ann", "how": "unknown"},
            }
        ],
    }
    assert sheet.record.rounds[0].turns[1].total == 15


def test_every_value_keeps_its_place() -> None:
    sheet = Sheet(
        ROUND + "hands: {Ann: 6-6 6-5}\n"
        "  turns: |2\n"
        "      Ann 6-6 =12 (7½)\n"
        "      Ben draws 4-4 ??, 6-3 on 6-6 # why?\n"
        "  end: {how: out, left: {Ben: 5-5 44}}\n"
    )
    expected = {
        ("players", 1, "key"): "Ben",
        ("rounds", 0, "hands", "Ann", 1): "6-5",
        ("rounds", 0, "turns", 0): "Ann 6-6 =12 (7½)",
        ("rounds", 0, "turns", 0, "sum"): "12",
        ("rounds", 0, "turns", 0, "total"): "7½",
        ("rounds", 0, "turns", 1, "by"): "Ben",
        ("rounds", 0, "turns", 1, "draw"): "4-4 ??",
        ("rounds", 0, "turns", 1, "draw", 1): "??",
        ("rounds", 0, "turns", 1, "on"): "6-6",
        ("rounds", 0, "turns", 1, "notes", 0): "why?",
        ("rounds", 0, "end", "left", "Ben", 1): "44",
        ("rounds", 0, "lead", "by"): "Ann",
    }
    assert {pointer: sheet.at(*pointer) for pointer in expected} == expected


@pytest.mark.parametrize(
    "turns",
    [
        "turns: |\n    Ann 6-6\n    Ben 6-3 =15",
        "turns: >\n    Ann 6-6\n\n    Ben 6-3 =15",
        'turns: "Ann 6-6\\nBen 6-3 =\\x315"',
        "turns: 'Ann 6-6\n\n    Ben 6-3 =15'",
        "turns: [Ann 6-6, Ben 6-3 =15]",
        "turns:\n  - Ann 6-6\n  - Ben 6-3 =15",
        "turns:\n  - |\n    Ann 6-6\n    Ben 6-3 =15",
        "turns:\n  - {by: Ann, tile: 6-6}\n  - {by: Ben, tile: 6-3, sum: 15}",
        "turns:\n  - Ann 6-6\n  - by: Ben\n    tile: '63'\n    sum: 15",
    ],
)
def test_turns_in_every_style_of_text_and_list(turns: str) -> None:
    sheet = Sheet(ROUND + turns + "\n")
    assert sheet.problems == []
    assert sheet.tree["rounds"][0]["turns"] == [
        {"by": "Ann", "tile": "6-6"},
        {"by": "Ben", "tile": "3-6", "sum": 15},
    ]
    assert sheet.at("rounds", 0, "turns", 1, "by") == "Ben"
    assert sheet.at("rounds", 0, "turns", 1, "tile").strip("'") in ("6-3", "63")
    assert sheet.at("rounds", 0, "turns", 1, "sum") in ("15", "\\x315")


@pytest.mark.parametrize(
    ("turns", "lines", "at"),
    [
        ("turns:\n    Ann 6-6\n    Ben 6-3\n", 2, "Ann 6-6"),
        ("turns: Ann 6-6\n    Ben 6-3\n    Ann 6-5\n", 3, "Ann 6-6"),
        ("turns: >\n    Ann 6-6\n    Ben 6-3\n", 2, ">"),
        ("turns: >-\n    Ann 6-6 # well led\n    Ben 6-3\n", 2, ">-"),
        ("turns: 'Ann 6-6\n    Ben 6-3'\n", 2, "'Ann 6-6"),
        ("turns:\n  - Ann 6-6\n    Ben 6-3\n", 2, "Ann 6-6"),
    ],
)
def test_lines_that_yaml_joins_are_not_read_as_one(turns: str, lines: int, at: str) -> None:
    sheet = Sheet(f"{ROUND}{turns}")
    [problem] = sheet.problems
    assert problem == ("turns-folded", {"lines": lines}, at, ("rounds", 0, "turns", 0))
    assert sheet.tree["rounds"][0]["turns"] == []


@pytest.mark.parametrize(
    "turns",
    [
        "turns:\n    Ann draws 2,\n    6-6\n",
        "turns: >\n    Ann draws 2, 6-6\n# of the round\n",
        'turns: "Ann draws 2,\\\n    \\ 6-6"\n',
    ],
)
def test_one_turn_on_two_lines_is_read(turns: str) -> None:
    sheet = Sheet(f"{ROUND}{turns}")
    assert sheet.problems == []
    assert sheet.tree["rounds"][0]["turns"] == [{"by": "Ann", "draw": ["??", "??"], "tile": "6-6"}]


def test_lines_and_mappings_in_one_list_keep_notes_and_numbers() -> None:
    sheet = Sheet(
        ROUND + "turns:\n"
        "  - |\n"
        "    # at first\n"
        "    1. Ann 6-6\n"
        "    2. Ben 7-7\n"
        "    # below\n"
        "  - {by: Ann, tile: 6-5}\n"
        "  - '4. Ben 6-4'\n"
        "  - '6. Ann 6-2'\n"
        "  - '# at last'\n"
        "  notes: [one]\n"
    )
    assert sheet.tree["rounds"][0]["turns"] == [
        {"by": "Ann", "before": ["at first"], "tile": "6-6"},
        {"by": "Ann", "before": ["below"], "tile": "5-6"},
        {"by": "Ben", "tile": "4-6"},
        {"by": "Ann", "tile": "2-6"},
    ]
    assert sheet.tree["rounds"][0]["notes"] == ["at last", "one"]
    assert sheet.problems == [
        ("not-a-tile", {"value": "7-7"}, "7-7", ("rounds", 0, "turns", 1)),
        ("turn-number", {"found": 6, "expected": 5}, "6", ("rounds", 0, "turns", 3)),
    ]


def test_alternatives_are_lines_too_and_numbered_like_the_turn_that_they_replace() -> None:
    sheet = Sheet(
        ROUND + "turns:\n"
        "  - Ann 6-6\n"
        "  - by: Ben\n"
        "    pass: true\n"
        "    alts:\n"
        "    - line: |\n"
        "        2. Ben 6-3\n"
        "        3. Ann 6-4\n"
        "        # better\n"
        "    - {line: [3. Ben 6-5], notes: worse}\n"
    )
    assert sheet.tree["rounds"][0]["turns"][1]["alts"] == [
        {
            "line": [{"by": "Ben", "tile": "3-6"}, {"by": "Ann", "tile": "4-6"}],
            "notes": ["better"],
        },
        {"line": [{"by": "Ben", "tile": "5-6"}], "notes": ["worse"]},
    ]
    pointer = ("rounds", 0, "turns", 1, "alts", 1, "line", 0)
    assert sheet.problems == [("turn-number", {"found": 3, "expected": 2}, "3", pointer)]


@pytest.mark.parametrize(
    ("written", "tile", "is_noted"),
    [
        ("1-4", "1-4", False),
        ("4-1", "1-4", False),
        ("'41'", "1-4", False),
        ("1|4", "1-4", False),
        ("1/4", "1-4", False),
        ("1 - 4", "1-4", False),
        ("\N{DOMINO TILE VERTICAL-04-01}", "1-4", False),
        ("0:4", "0-4", False),  # text to every tool
        ("14", "1-4", True),  # a number to YAML
        ("[1|4]", "1-4", True),  # a list
        ("1\N{EN DASH}4", "1-4", True),
        ("1\N{MINUS SIGN}4", "1-4", True),
    ],
)
def test_a_tile_in_any_spelling_wherever_there_is_one(
    written: str, tile: str, *, is_noted: bool
) -> None:
    sheet = Sheet(ROUND + f"turns:\n  - {{by: Ann, tile: {written}, on: {written}}}\n")
    assert sheet.problems == []
    assert sheet.tree["rounds"][0]["turns"] == [{"by": "Ann", "tile": tile, "on": tile}]
    assert sheet.at("rounds", 0, "turns", 0, "tile") == written
    assert sheet.notes == [("tile-spelling", written)] * 2 * is_noted
    boneyard = Sheet(ROUND + f"turns: []\n  boneyard: [{written}, 6-6]\n")
    assert boneyard.tree["rounds"][0]["boneyard"] == [tile, "6-6"]
    assert boneyard.notes == [("tile-spelling", written)] * is_noted


@pytest.mark.parametrize("written", ["1:4", "05", "05 # note"])
def test_what_the_reading_of_bytes_has_remarked_on_is_not_noted_twice(written: str) -> None:
    sheet = Sheet(ROUND + f"turns:\n  - by: Ann\n    tile: {written}\n")
    assert sheet.tree["rounds"][0]["turns"][0]["tile"] in ("1-4", "0-5")
    assert [note.code for note in sheet.source.notes] == ["yaml-other-number"]
    assert sheet.notes == []


@pytest.mark.parametrize(
    ("written", "value"),
    [("3", 3), ("'3'", 3), ("34", "3-4"), ("06", "0-6"), ("3-4", "3-4"), ("9", 9), ("true", True)],
)
def test_a_place_is_a_tile_or_a_number_of_pips(written: str, value: object) -> None:
    sheet = Sheet(ROUND + f"turns:\n  - {{by: Ann, tile: 3-3, on: {written}}}\n")
    assert sheet.tree["rounds"][0]["turns"][0]["on"] == value


@pytest.mark.parametrize("written", ["7-3", "3.4", "3", "345", "3_4", "x", "-34", "'??'"])
def test_what_is_no_tile_is_left_out(written: str) -> None:
    sheet = Sheet(ROUND + f"turns:\n  - {{by: Ann, tile: {written}}}\n")
    assert sheet.tree["rounds"][0]["turns"] == [{"by": "Ann"}]
    value = written.strip("'")
    pointer = ("rounds", 0, "turns", 0, "tile")
    assert sheet.problems == [("not-a-tile", {"value": value}, written, pointer)]


@pytest.mark.parametrize(
    ("written", "tiles"),
    [
        ("6-6 56, [1|4]", ["6-6", "5-6", "1-4"]),
        ("[6-6, 56, [1|4]]", ["6-6", "5-6", "1-4"]),
        ("[6-6 56, '1|4']", ["6-6", "5-6", "1-4"]),
        ('"?? 6-6"', ["??", "6-6"]),
        ("[6-6, '??', 65]", ["6-6", "??", "5-6"]),
        ("3", ["??", "??", "??"]),
        ("56", ["5-6"]),
        ("3-4", ["3-4"]),
        ("[]", []),
        ("''", []),
        ("[1|4]", ["1-4"]),
        ("\N{DOMINO TILE HORIZONTAL-06-05}\N{DOMINO TILE HORIZONTAL BACK}", ["5-6", "??"]),
    ],
)
def test_tiles_of_a_hand_as_text_list_or_number(written: str, tiles: list[str]) -> None:
    sheet = Sheet(
        ROUND + "turns: []\n"
        f"  hands:\n    Ann: {written}\n"
        f"  end:\n    how: blocked\n    left:\n      Ann: {written}\n"
    )
    assert sheet.problems == []
    assert sheet.tree["rounds"][0]["hands"] == {"Ann": tiles}
    assert sheet.tree["rounds"][0]["end"]["left"] == {"Ann": tiles}


def test_tiles_that_cannot_be_read_are_left_out_of_their_list() -> None:
    sheet = Sheet(ROUND + "turns: []\n  hands: {Ann: [6-6, 8-8, 5-5], Ben: 4-4 x 3-3}\n")
    assert sheet.tree["rounds"][0]["hands"] == {"Ann": ["6-6", "5-5"], "Ben": ["4-4", "3-3"]}
    hands = ("rounds", 0, "hands")
    assert sheet.problems == [
        ("not-a-tile", {"value": "8-8"}, "8-8", (*hands, "Ann", 1)),
        ("not-a-tile", {"value": "x"}, "x", (*hands, "Ben")),
    ]


def test_a_comma_in_braces_that_splits_a_hand_is_said_to_do_so() -> None:
    sheet = Sheet(ROUND + "turns: []\n  end: {how: out, left: {Ben: 5-5, 4-4, 1-1}}\n")
    assert sheet.tree["rounds"][0]["end"]["left"] == {"Ben": ["5-5"]}
    pointer = ("rounds", 0, "end", "left", "Ben")
    assert sheet.problems == [
        ("comma-splits-tiles", {"player": "Ben", "tile": "4-4"}, "4-4", pointer),
        ("comma-splits-tiles", {"player": "Ben", "tile": "1-1"}, "1-1", pointer),
    ]


def test_where_text_is_wanted_a_scalar_of_a_sheet_is_what_is_written() -> None:
    sheet = Sheet(
        "allfives: 1\nplayers: [no, {key: yes, name: 0.10}, {key: true, kind: 1_000}]\n"
        "event: 2026\nplace: 1e3\ndate: 2026-09-22\nrecorder: off\nview: 05\nrules: 7\n"
        "notes: [1.50, no]\nrounds:\n"
        "- lead: {by: no, how: unknown}\n  turns: [{by: no, notes: 7, mark: '!'}]\n  notes: 10:30\n"
        "result: {how: time, winners: no}\n"
    )
    assert sheet.tree["players"] == [
        {"key": "no"},
        {"key": "yes", "name": "0.10"},
        {"key": "true", "kind": "1_000"},
    ]
    texts = {"event": "2026", "place": "1e3", "recorder": "off", "view": "05", "rules": "7"}
    assert {key: sheet.tree[key] for key in texts} == texts
    assert sheet.tree["notes"] == ["1.50", "no"]
    assert sheet.tree["rounds"][0]["turns"] == [{"by": "no", "notes": ["7"], "mark": "!"}]
    assert sheet.tree["rounds"][0]["notes"] == ["10:30"]
    assert sheet.tree["result"]["winners"] == ["no"]
    assert sheet.problems == []


def test_numbers_and_words_of_json_are_no_text_and_texts_no_numbers() -> None:
    tree = {
        "allfives": 1,
        "players": [{"key": 1234}, {"key": "Ben"}],
        "rules": "all-fives",
        "event": False,
        "rounds": [{"turns": [{"by": "Ben", "total": "7.5"}], "lead": None}],
    }
    assert Sheet(json.dumps(tree), "json").tree == tree


@pytest.mark.parametrize(
    ("written", "value"),
    [("7½", 7.5), ("7,5", 7.5), ("7.5", 7.5), ("15", 15), ("'7.5'", "7.5"), ("x", "x")],
)
def test_half_points_of_a_sheet(written: str, value: object) -> None:
    turn = f"turns:\n  - by: Ann\n    total: {written}\n"
    end = f"  end:\n    how: out\n    totals:\n      Ann: {written}\n"
    sheet = Sheet(ROUND + turn + end)
    assert sheet.tree["rounds"][0]["turns"][0]["total"] == value
    assert sheet.tree["rounds"][0]["end"]["totals"]["Ann"] == value


def test_a_position_and_sides_in_short() -> None:
    sheet = Sheet(
        HEAD + "sides: [Ann, Cal+Dee, {key: X, players: [Ben]}]\nrounds:\n"
        "- setup:\n"
        "    layout: 1-4, 1-1 on 4-1\n"
        "    hands: {Ann: 3-3, Ben: 5}\n"
        "    boneyard: 12\n"
        "    turn: Ann\n"
        "  turns: Ann 4-4 on 1-4\n"
        "- setup: {layout: [1-4, {tile: 11, on: 41}], boneyard: 3-3 2-2}\n  turns: []\n"
    )
    assert sheet.problems == []
    assert sheet.tree["sides"] == [
        {"key": "Ann", "players": ["Ann"]},
        {"key": "Cal+Dee", "players": ["Cal", "Dee"]},
        {"key": "X", "players": ["Ben"]},
    ]
    assert sheet.at("sides", 1, "players", 1) == "Dee"
    layout = [{"tile": "1-4"}, {"tile": "1-1", "on": "1-4"}]
    first, second = sheet.tree["rounds"]
    assert first == {
        "setup": {
            "layout": layout,
            "hands": {"Ann": ["3-3"], "Ben": ["??"] * 5},
            "boneyard": 12,
            "turn": "Ann",
        },
        "turns": [{"by": "Ann", "tile": "4-4", "on": "1-4"}],
    }
    assert second["setup"] == {"layout": layout, "boneyard": ["3-3", "2-2"]}
    assert sheet.at("rounds", 0, "setup", "layout", 1, "on") == "4-1"


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("", {"by": "Ben", "how": "unknown"}),
        ("lead: Ann\n  ", {"by": "Ann"}),
        ("lead: {by: Ann, how: lot}\n  ", {"by": "Ann", "how": "lot"}),
        ("lead:\n  ", None),
    ],
)
def test_who_led_where_the_sheet_does_not_say_so(lead: str, expected: object) -> None:
    sheet = Sheet(f"{ROUND}{lead}turns: |\n    Ben 6-6\n")
    assert sheet.tree["rounds"][0].get("lead") == expected


def test_a_record_in_json_is_given_no_lead() -> None:
    sheet = Sheet('{"players": ["Ann"], "rounds": [{"turns": "Ann 6-6"}]}', "json")
    assert sheet.tree["rounds"] == [{"turns": [{"by": "Ann", "tile": "6-6"}]}]


def test_json_may_be_written_like_a_sheet_and_keeps_its_places() -> None:
    text = r'{"players": ["Ann"], "rounds": [{"turns": "Ann 6\u002d6\nAnn 6-5 =1\u0031"}]}'
    sheet = Sheet(text, "json")
    assert sheet.tree["rounds"][0]["turns"][1] == {"by": "Ann", "tile": "5-6", "sum": 11}
    assert sheet.at("rounds", 0, "turns", 0, "tile") == r"6\u002d6"
    assert sheet.at("rounds", 0, "turns", 1, "sum") == r"1\u0031"


def test_unknown_keys_and_wrong_shapes_are_left_to_the_models() -> None:
    text = (
        "allfives: 1\nplayers: {Ann: 1}\nrules: [x]\ncolour: red\nrounds:\n"
        "- turns: {Ann: 6-6}\n  hands: 5\n  lead: [Ann]\n  setup: 3\n"
        "- turns: [5, [6-6], null, {by: {a: b}, tile: {x: y}, draw: null, alts: 3}]\n  end: []\n"
        "- 7\n"
    )
    sheet = Sheet(text)
    assert sheet.tree["colour"] == "red"
    assert sheet.tree["rounds"][0]["turns"] == {"Ann": "6-6"}
    assert sheet.tree["rounds"][1]["turns"] == [
        {"by": "5"},  # a name, for all that is known of the players
        ["6-6"],
        None,
        {"by": {"a": "b"}, "tile": {"x": "y"}, "draw": None, "alts": 3},
    ]
    assert sheet.tree["rounds"][2] == 7
    assert sheet.problems == []


@pytest.mark.parametrize("text", ["[1, 2]", "7", "text", "{rounds: 3, players: [[]]}", "notes: 5"])
def test_what_is_no_record_at_all_is_passed_on(text: str) -> None:
    Sheet(text)


def test_names_of_a_line_are_those_of_the_players() -> None:
    sheet = Sheet(ROUND + "turns: |\n    a 6-6\n    Cal 6-5\n")
    assert sheet.tree["rounds"][0]["turns"] == [{"by": "Ann", "tile": "6-6"}]
    params = {"player": "Cal", "players": ["Ann", "Ben"]}
    assert sheet.problems == [("unknown-player", params, "Cal", ("rounds", 0, "turns", 1))]
    unknown = Sheet("rounds:\n- turns: |\n    Cal 6-5\n")
    assert unknown.tree["rounds"][0]["turns"] == [{"by": "Cal", "tile": "5-6"}]


NAMES = """lead: {{by: {ben}, how: lot}}
  hands: {{{anna}: 6-6 6-5, {ben}: 6-3 6-2}}
  turns:
  - {{by: {ben}, tile: 6-3, claimed: [{{by: {anna}, award: 5}}]}}
  end:
    how: out
    by: {ben}
    left: {{{anna}: 6-6}}
    pips: {{{anna}: 12}}
    settlement: {{{ben}: 10}}
    totals: {{{ben}: 10}}
- setup: {{hands: {{{ben}: 1-1}}, turn: {anna}, totals: {{{ben}: 5}}}}
  turns: []
result: {{how: agreed, winners: {ben}, totals: {{{ben}: 10}}}}
"""


def test_names_are_read_alike_wherever_they_stand() -> None:
    head = "allfives: 1\nplayers: [Anna, Ben]\nrules: all-fives\nrounds:\n- "
    short = Sheet(head + NAMES.format(ben="ben", anna="AN"))
    assert short.problems == []
    assert short.tree == Sheet(head + NAMES.format(ben="Ben", anna="Anna")).tree
    assert short.at("rounds", 0, "hands", "Ben") == "6-3 6-2"
    assert short.at("rounds", 0, "end", "by") == "ben"
    rounds = short.normal.root.value["rounds"].value  # type: ignore[call-overload, index, union-attr]
    start, end = rounds[0].value["hands"].keys["Ben"]
    assert short.source.text[start:end] == "ben"


@pytest.mark.parametrize(
    "key", ["A", "ann", "'ann'", "Cal", "ann: 1-1, ANN", "Ann: 1-1, ann", "''"]
)
def test_a_name_that_is_not_clear_stays_what_is_written(key: str) -> None:
    head = "players: [Anna, Annika]\nrounds:\n- hands:" if key == "A" else f"{ROUND}hands:"
    sheet = Sheet(f"{head} {{{key}: 2-2}}\n")
    expected = {"ann": ["Ann"]}.get(key, [name.split(":")[0] for name in key.split(", ")])
    assert list(sheet.tree["rounds"][0]["hands"]) == [name.strip("'") for name in expected]


def test_a_name_in_quotes_is_what_it_is() -> None:
    sheet = Sheet(f"{ROUND}lead: {{by: 'ann', how: lot}}\n  turns: []\n")
    assert sheet.tree["rounds"][0]["lead"]["by"] == "ann"


def test_names_of_pairs_and_of_json_are_what_is_written() -> None:
    pairs = Sheet(
        "players: [Ann, Ben, Cal, Dee]\n"
        "sides: [{key: A, players: [ann, c]}, {key: B, players: [ben, d]}]\n"
        "rounds:\n- end: {how: out, totals: {b: 5}}\n"
    )
    assert [side["players"] for side in pairs.tree["sides"]] == [["Ann", "Cal"], ["Ben", "Dee"]]
    assert [side["key"] for side in pairs.tree["sides"]] == ["A", "B"]
    assert pairs.tree["rounds"][0]["end"]["totals"] == {"b": 5}
    record = '{"players": [{"key": "Ann"}, {"key": "Ben"}], "rounds": [{"hands": {"ann": []}}]}'
    assert Sheet(record, "json").tree["rounds"][0]["hands"] == {"ann": []}


def test_a_crowd_of_players_is_cut_down_at_once() -> None:
    source = read_yaml(f"players: [{'a, ' * 500}]".encode(), "sheet")
    normal = normalise(source)
    assert normal.plain() == {"players": [{"key": "a"}] * 4}
    assert [(one.code, one.params) for one in normal.problems] == [
        ("too-many", {"found": 500, "most": 4})
    ]


@given(records())
@settings(max_examples=60)
def test_what_is_canonical_stays_the_node_that_it_was(record: Record) -> None:
    source = read_json(write_json(record).encode(), "record")
    normal = normalise(source)
    assert normal.root is source.root
    assert normal.notes == []
    assert normal.problems == []


FORMS = st.sampled_from(["yaml", "json"])
anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 99),
        st.sampled_from([7.5, 3.4]),
        st.sampled_from(["6-6 5-5", "4-3", "Ann 6-6\nBen 6-5", "??", "1:4", "Ann", "7½", "# x"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                [
                    "players", "sides", "rounds", "turns", "lead", "hands", "setup", "layout",
                    "end", "left", "by", "tile", "on", "draw", "alts", "line", "claimed", "notes",
                    "before", "total", "totals", "boneyard", "key", "Ann", "3-4", "result",
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=25,
)  # fmt: skip


@given(anything, FORMS)
def test_any_tree_is_normalised_without_an_exception(tree: object, form: str) -> None:
    # JSON in flow style is YAML as well, when the characters are written as they are
    Sheet(json.dumps({"players": ["Ann", "Ben"], "rounds": [tree], "x": tree}), form)
    Sheet(json.dumps(tree), "json")


def test_a_sheet_of_an_endless_match_is_cut_off_in_good_time() -> None:
    lines = Sheet(ROUND + "turns: |\n" + "    Ann 6-6\n" * 10_001)
    assert len(lines.tree["rounds"][0]["turns"]) == 10_000
    assert [code for code, *_ in lines.problems] == ["too-many-turn-lines"]
    assert lines.problems[0][2] == "A"
    items = Sheet(ROUND + "turns:\n" + "  - Ann 6-6\n" * 10_005)
    assert len(items.tree["rounds"][0]["turns"]) == 10_000
    assert [code for code, *_ in items.problems] == ["too-many-turn-lines"]
    junk = Sheet(ROUND + "turns: |\n" + "    x\n" * 30_000)
    assert [code for code, *_ in junk.problems] == ["too-many-turn-lines"]


def test_no_more_problems_are_kept_than_anybody_reads() -> None:
    sheet = Sheet(ROUND + f"turns: []\n  boneyard: [{'7-7, ' * 3000}]\n")
    assert len(sheet.problems) == 1000


def test_the_codes_of_a_sheet_are_no_others_than_listed() -> None:
    folder = Path(normalise.__code__.co_filename).parent
    written = "".join(
        path.read_text(encoding="utf-8")
        for path in folder.glob("*.py")
        if path.name.startswith(("sheet", "turn_", "notation", "naming"))
    )
    for code in (*SHEET_CODES, *SHEET_NOTES):
        assert written.count(f'"{code}"') >= 2, code
