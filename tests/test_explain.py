"""Explanations: the worked positions in full, and sums whose parts add up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cases import POSITIONS, by_rules
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.commands.explain import command
from allfives_cli.explain import explain_plays
from allfives_cli.game.actions import Play
from allfives_cli.game.counting import award
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.notation import read_plays
from allfives_cli.rulesets import NAMES, published
from allfives_cli.show.turns import explanation_json

SCHEMAS = Path(__file__).parent.parent / "schemas"


def plays_of(text: str) -> list[Play]:
    parts, problems = read_plays(text)
    assert not problems
    written = [part.plain() for part in parts]
    return [Play(TILE_BY_TEXT[p["tile"]], TILE_BY_TEXT.get(p.get("on"))) for p in written]


@pytest.mark.parametrize("name", ["all-fives", "all-fives-deducted"])
@pytest.mark.parametrize("position", POSITIONS, ids=[p["id"] for p in POSITIONS])
def test_worked_position(position: dict, name: str) -> None:
    explained, refused = explain_plays(plays_of(position["plays"]), published(name))
    assert refused is None
    assert [turn.sum for turn in explained] == position["sums"]
    assert [turn.award for turn in explained] == position["awards"]
    last, expected = explanation_json(explained[-1]), position
    assert [turn.tile.text for turn in explained] == expected["tiles"]
    assert last["spinners"] == expected["spinners"]
    assert [[s["tile"], s["face"], s["value"]] for s in last["sites"]] == expected["sites"]
    parts = [[c["tile"], c["value"]] for c in last["contributions"]]
    assert parts == expected["contributions"]
    joints = [[j["tile"], j["face"], j["to_tile"], j["to_face"]] for j in last["joints"]]
    assert sorted(joints) == sorted(expected["joints"])
    assert (last["sum"], last["award"]) == (expected["sums"][-1], expected["awards"][-1])


@pytest.mark.parametrize(
    ("name", "case"),
    [(name, case) for _, name, case in by_rules("layout")],
    ids=[key for key, _, _ in by_rules("layout")],
)
def test_fault_found_in_the_field(name: str, case: dict) -> None:
    expected = case["expected"][name]
    explained, refused = explain_plays(plays_of(case["plays"]), published(name))
    sound = [outcome for outcome in expected if outcome != "illegal"]
    assert [[turn.sum, turn.award] for turn in explained] == sound
    assert (refused is not None) == ("illegal" in expected)


@given(st.lists(st.sampled_from(sorted(TILE_BY_TEXT)), unique=True), st.sampled_from(NAMES))
def test_contributions_add_up_to_the_sum_and_the_award_follows(tiles: list[str], name: str) -> None:
    """Tiles are laid wherever the rules take them without asking which place is meant."""
    laid: list[Play] = []
    for text in tiles:
        explained, refused = explain_plays([*laid, Play(TILE_BY_TEXT[text])], published(name))
        if refused is None:
            laid.append(Play(TILE_BY_TEXT[text]))
    explained, refused = explain_plays(laid, published(name))
    assert refused is None
    for turn in explained:
        assert sum(part.value for part in turn.contributions) == turn.sum
        assert turn.award == award(turn.sum)
        counted = {part.tile for part in turn.contributions}
        assert not counted & {tile for tile, _ in turn.uncounted}


CASES = [
    ("no path and no plays", [], 2, ""),
    ("both", ["x.json", "--plays", "1-4"], 2, ""),
    ("an illegal play", ["--plays", "1-4, 2-3 on 1-4"], 1, "[does-not-match]"),
    ("no tile", ["--plays", "1-4, 7-7"], 1, "[not-a-tile]"),
    ("a name", ["--plays", "Ann 1-4"], 1, "1-4, 1-1"),
    ("a pass", ["--plays", "1-4, passes"], 1, "1-4, 1-1"),
    ("a draw in Polish", ["--plays", "1-4, dobiera 1-1, 1-1"], 1, "1-4, 1-1"),
    ("an award", ["--plays", "1-4 +5"], 1, "1-4, 1-1"),
    ("a total", ["--plays", "1-4 (5)"], 1, "1-4, 1-1"),
    ("a note", ["--plays", "1-4 # lead"], 1, "1-4, 1-1"),
    ("a tile not seen", ["--plays", "1-4, ??"], 1, "1-4, 1-1"),
    ("a place twice", ["--plays", "1-4, 1-1 on 1-4 on 1-4"], 1, "--plays"),
    ("a place of nothing", ["--plays", "on 1-4"], 1, "--plays"),
    ("nothing after a word", ["--plays", "1-4, 1-1 on"], 1, "[nothing-after]"),
    ("a tile twice", ["--plays", "1-4, 1-1 on 1-4, 4-1 on 1-1"], 1, "[already-played]"),
    ("a tile that is not there", ["--plays", "1-4, 4-4 on 6-6"], 1, "[place-not-in-layout]"),
    ("a place to be named", ["--plays", "2-4, 4-4 on 2-4, 0-2 on 2-4, 0-4"], 1, "[place-needed]"),
    ("a rule set unknown", ["--plays", "1-4", "--rules", "chess"], 2, "unknown-rule-set"),
    ("an option unknown", ["--plays", "1-4", "--set", "spinners=none"], 2, "unknown-option"),
    ("a word unknown", ["--plays", "1-4", "--set", "spinner=all"], 2, "first-double"),
    ("no spinner", ["--plays", "6-6, 2-6 on 6-6, 1-6 on 6-6, 5-6 on 6-6", "--set",
                    "spinner=none"], 1, "[face-closed]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "status", "said"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_what_cannot_be_explained(arguments: list[str], status: int, said: str, lang: str) -> None:
    result = CliRunner().invoke(command, [*arguments, "--lang", lang], standalone_mode=False)
    code = getattr(result.exception, "exit_code", result.return_value)
    assert code == status
    assert said in result.output + str(getattr(result.exception, "message", ""))


@pytest.mark.parametrize(
    "plays", ["Ann 1-4", "1-4, passes", "1-4 +5", "1-4, 1-1 on 1-4 on 1-4", "on 1-4"]
)
def test_of_plays_without_players_nothing_is_said_about_turns(plays: str) -> None:
    said = CliRunner().invoke(command, ["--plays", plays, "--lang", "en"]).stderr
    assert said.startswith("In --plays at character ")
    assert "turn" not in said


def test_json_is_one_document_even_where_a_play_is_refused() -> None:
    arguments = ["--plays", "1-4, 2-3 on 1-4", "--format", "json"]
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert result.return_value == 1
    assert [turn["sum"] for turn in json.loads(result.stdout)] == [5]
    assert "does-not-match" in result.stderr
