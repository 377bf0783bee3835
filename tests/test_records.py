import re
from collections.abc import Iterator

import pytest
from make_records import FOLDER, files

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.replay import replay
from allfives_cli.checking.validation import examine
from allfives_cli.record.model import End, Record, Turn
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import write_json, write_json_line
from allfives_cli.rulesets import NAMES as RULE_SETS

NAMES = sorted(path.name for path in FOLDER.glob("*.json*"))
REMARKED = {
    "irregular-turn.json": ("may-not-draw", Severity.WARNING),
    "unfinished.json": ("unfinished", Severity.NOTE),
}


def texts(name: str) -> list[bytes]:
    data = (FOLDER / name).read_bytes()
    return data.splitlines(keepends=True) if name.endswith(".jsonl") else [data]


def records(name: str) -> list[Record]:
    found = [read_record(text, name, "json").record for text in texts(name)]
    assert None not in found
    return [record for record in found if record is not None]


def record(name: str) -> Record:
    return records(f"{name}.json")[0]


def test_the_files_are_what_the_script_makes() -> None:
    made = files()
    assert sorted(made) == sorted(path.name for path in FOLDER.iterdir())
    for name, text in made.items():
        assert (FOLDER / name).read_bytes() == text.encode(), name


@pytest.mark.parametrize("name", NAMES)
def test_each_is_sound(name: str) -> None:
    for text in texts(name):
        reading = read_record(text, name, "json")
        assert not reading.faults
        found = [(finding.code, finding.severity) for finding in examine(reading).findings]
        assert found == ([REMARKED[name]] if name in REMARKED else [])


@pytest.mark.parametrize("name", NAMES)
def test_each_is_canonical(name: str) -> None:
    write = write_json_line if name.endswith(".jsonl") else write_json
    assert "".join(write(record) for record in records(name)).encode() == b"".join(texts(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_is_written(name: str) -> None:
    for each in records(name):
        assert isinstance(each.rules, dict)
        assert len(each.rules) > 20
        for played in each.rounds:
            for turn in played.turns:
                claims = (turn.sum, turn.award, turn.total)
                assert (turn.tile is not None) == (None not in claims)
            if played.end is not None and played.end.how != "target":
                assert None not in (played.end.left, played.end.pips, played.end.settlement)
            assert played.end is None or played.end.totals is not None


# -- what they show between them, looked for in the records themselves ---------------------


def turns(name: str) -> Iterator[Turn]:
    for played in record(name).rounds:
        yield from played.turns


def ends(name: str) -> list[End]:
    return [played.end for played in record(name).rounds if played.end is not None]


def test_two_players_play_to_250() -> None:
    totals = ends("two-players-to-250")[-1].totals
    assert totals is not None
    assert max(totals.values()) >= 250


def test_three_players_split_into_halves() -> None:
    paid = [end.settlement or {} for end in ends("three-players-halves") if end.how == "blocked"]
    halves = [list(amounts.values()) for amounts in paid if len(amounts) == 2]
    assert halves
    assert all(one == other and one % 1 == 0.5 for one, other in halves)


def test_four_in_pairs_share_a_score() -> None:
    for end in ends("four-in-pairs"):
        assert list(end.totals or ()) == ["Wojciech+Stanisław", "Grażyna+Halina"]


def test_four_alone_are_four_sides() -> None:
    assert [len(side.players) for side in record("muggins-four-alone").sides or ()] == [1] * 4


def test_each_rule_set_is_played() -> None:
    bases = {
        each.rules["base"]
        for name in NAMES
        for each in records(name)
        if isinstance(each.rules, dict)
    }
    assert bases == set(RULE_SETS)


def test_a_score_falls_below_zero() -> None:
    totals = [end.totals or {} for end in ends("deducted-below-zero")]
    assert any(points < 0 for scores in totals for points in scores.values())


def test_a_block_is_paid() -> None:
    end = ends("blocked-round")[0]
    assert end.how == "blocked"
    assert end.settlement
    assert end.pips is not None
    assert len(set(end.pips.values())) == 2


def test_a_block_is_tied() -> None:
    end = ends("blocked-tie")[0]
    assert (end.how, end.settlement) == ("blocked", {})
    assert end.pips is not None
    assert len(set(end.pips.values())) == 1


def test_going_out_against_a_lone_blank() -> None:
    end = ends("out-against-lone-0-0")[0]
    assert (end.how, end.settlement) == ("out", {})
    assert list((end.left or {}).values()) == [("0-0",)]


@pytest.mark.parametrize(
    ("name", "how", "holding"),
    [
        ("target-in-mid-round", "target", 2),
        ("target-on-last-tile", "target", 1),
        ("target-by-settlement", "out", 1),
    ],
)
def test_how_the_target_is_reached(name: str, how: str, holding: int) -> None:
    end = ends(name)[-1]
    assert end.how == how
    assert end.left is not None
    assert len(end.left) == holding
    result = record(name).result
    assert result is not None
    assert result.how == "target"


def test_the_largest_award() -> None:
    assert max(turn.award or 0 for turn in turns("award-of-35")) == 35


def test_one_player_saw_it() -> None:
    each = record("seen-by-one-player")
    for played in each.rounds:
        assert played.boneyard is None
        for player, hand in (played.hands or {}).items():
            assert ("??" in hand) == (player != each.view)
    assert any("??" in (turn.draw or ()) for turn in turns("seen-by-one-player"))


def test_annotations() -> None:
    annotated = list(turns("annotated"))
    assert {"?", "!"} <= {turn.mark for turn in annotated}
    assert any(turn.before for turn in annotated)
    assert any(turn.notes for turn in annotated)
    assert any(len(alt.line) > 1 for turn in annotated for alt in turn.alts or ())


def test_a_position_is_set_up() -> None:
    began = record("set-up-position").rounds[0]
    assert began.setup is not None
    assert began.lead is None


def test_the_heaviest_tile_leads() -> None:
    lead = record("muggins-heaviest-tile").rounds[0].lead
    assert lead is not None
    assert lead.how == "heaviest-tile"


def test_awards_are_called_and_missed() -> None:
    assert {bool(turn.claimed) for turn in turns("muggins-called") if turn.due} == {True, False}


def test_a_turn_is_irregular() -> None:
    assert any(turn.irregular for turn in turns("irregular-turn"))


def test_the_archive() -> None:
    assert [each.view for each in records("archive.jsonl")] == ["all", "all", "table"]


def test_places_in_the_readme_are_turns() -> None:
    rows = (FOLDER / "README.md").read_text("utf-8").splitlines()
    named = 0
    for row in rows:
        link = re.match(r"\| \[([\w.-]+)\]\(\1\) \|", row)
        if link is None or link[1].endswith(".yaml"):
            continue
        named += 1
        each = records(link[1])[0]
        for place in re.findall(r"\((\d+)\.(\d+)\)", row):
            number, turn = map(int, place)
            assert 1 <= turn <= len(each.rounds[number - 1].turns), row
    assert named == len(NAMES)


def test_scores_of_the_whole_match_add_up() -> None:
    each = record("two-players-to-250")
    scores = dict.fromkeys(("Agnieszka", "Zdzisław"), 0.0)
    for played in each.rounds:
        for turn in played.turns:
            scores[turn.by] += turn.award or 0
            assert turn.total in (None, scores[turn.by])
        for side, points in ((played.end and played.end.settlement) or {}).items():
            scores[side] += points
    assert replay(each).match is not None
    assert each.result is not None
    assert each.result.totals == scores
