"""A replayed match in lines, however few columns there are: nothing is lost or too wide."""

from __future__ import annotations

from functools import cache

import pytest
from make_records import FOLDER

from allfives_cli.checking.replay import replay
from allfives_cli.commands.reports import board_drawer
from allfives_cli.record.reading import read_record
from allfives_cli.show.replays import replay_lines
from allfives_cli.show.wrapping import columns
from allfives_cli.text.catalog import LANGUAGES, catalog

NAMES = sorted(path.name for path in FOLDER.glob("*.json"))
WIDE = 200


@cache
def lines(name: str, lang: str, width: int, board: str) -> list[str]:
    record = read_record((FOLDER / name).read_bytes(), name, "json").record
    assert record is not None
    draw = board_drawer(catalog(lang), width=width - 5, style=board)
    return list(replay_lines(record, replay(record), None, draw, catalog(lang), width))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [20, 30, 40])
@pytest.mark.parametrize("name", NAMES)
def test_only_a_single_word_is_wider_than_the_line(name: str, width: int, lang: str) -> None:
    for line in lines(name, lang, width, "boxes"):
        assert columns(line) <= width or len(line.split()) == 1, line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_is_said_on_narrow_lines(name: str, lang: str) -> None:
    wide = " ".join(lines(name, lang, WIDE, "none")).split()
    for width in (20, 30, 40):
        assert " ".join(lines(name, lang, width, "none")).split() == wide


def test_hands_stand_under_their_label_where_it_leaves_no_room_beside_it() -> None:
    narrow = lines("two-players-to-250.json", "en", 40, "none")
    at = narrow.index("     hands")
    assert narrow[at + 1] == "       Agnieszka  0-0 1-2 1-5 2-5 3-4"
    assert narrow[at + 3].startswith("       Zdzisław   0-1 ")
    beside = lines("two-players-to-250.json", "en", 60, "none")
    assert any(line.startswith("     hands        Agnieszka  0-0 1-2") for line in beside)
