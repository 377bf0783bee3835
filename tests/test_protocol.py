"""The protocol: messages hold what the seat may know and nothing else; answers are read closely."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from seated import FIVES, Scripted, match_of, seated

from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Play
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.play import protocol
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.events import Consequence, Dealt, IncidentKind, MatchEnded
from allfives_cli.play.process import Trouble
from allfives_cli.play.program import Policy, ProgramPlayer
from allfives_cli.play.seats import View
from allfives_cli.record import program_schemas
from allfives_cli.record.program_schemas import CONSEQUENCES, INCIDENTS, PROTOCOL
from allfives_cli.record.schemas import schema_text
from allfives_cli.rulesets import NAMES as RULE_SETS
from allfives_cli.rulesets import published
from allfives_cli.text.catalog import LANGUAGES, load

MESSAGE = Draft202012Validator(json.loads(schema_text("program-message")))
ANSWER = Draft202012Validator(json.loads(schema_text("program-answer")))

TABLES = [
    (name, players, alone)
    for name in RULE_SETS
    for players in (2, 3, 4)
    for alone in (False, True)
    if not alone or (players == 4 and published(name).four_players == "pairs-or-alone")
]


class Watcher:
    """A bot that keeps the views that it was shown."""

    def __init__(self, seed: int) -> None:
        self.bot = BotPlayer(BOTS["random"], seed)
        self.views: list[View] = []

    def choose(self, view: View) -> Play:
        self.views.append(view)
        return self.bot.choose(view)


def asked(name: str, players: int, alone: bool, seed: int) -> Iterator[tuple[Table, View, Dealt]]:
    """Every view of a match of a round, with the deal that it must not show."""
    kinds = ["random"] * players
    _, table = seated(published(name), kinds, alone=alone)
    watcher = Watcher(seed)
    match = match_of(table, kinds, seed, rounds=1, choosers=[watcher] * players)
    dealt = next(event for event in list(match.events()) if isinstance(event, Dealt))
    for view in watcher.views:
        yield table, view, dealt


def texts(value: Any) -> Iterator[str]:
    """Every text in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


# -- what is sent ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "alone"), TABLES)
def test_a_request_never_shows_another_hand_or_the_boneyard(
    name: str, players: int, alone: bool
) -> None:
    for seed in range(8):
        for table, view, dealt in asked(name, players, alone, seed):
            message = protocol.move(table, view, 2)
            shown = {text for text in texts(message) if text in TILE_BY_TEXT}
            own = {tile.text for tile in view.hand}
            played = {
                turn.action.tile.text for turn in view.history if isinstance(turn.action, Play)
            }
            assert shown == own | played
            assert {tile.text for tile in dealt.hands[view.seat]} <= shown
            # Nor by their number: of hands and of the boneyard nothing but their sizes is there.
            assert isinstance(message["boneyard"], int)
            assert set(map(type, message["held"].values())) == {int}
            assert all(type(turn.get("draws", 0)) is int for turn in message["turns"])


@pytest.mark.parametrize(("name", "players", "alone"), TABLES)
def test_a_request_is_the_same_whatever_is_hidden(name: str, players: int, alone: bool) -> None:
    """It is made of the view alone: a view in which no hidden tile is, by any way."""
    for table, view, dealt in asked(name, players, alone, 1):
        hidden = {
            tile
            for seat, hand in enumerate(dealt.hands)
            for tile in hand
            if seat != view.seat and tile not in view.layout.covered
        }
        assert hidden.isdisjoint(view.hand)
        line = protocol.line_of(protocol.move(table, view, 2)).decode()
        assert not [tile.text for tile in hidden if f'"{tile.text}"' in line]
        again = protocol.line_of(protocol.move(table, View(*view), 2)).decode()
        assert line == again


@pytest.mark.parametrize(("name", "players", "alone"), TABLES)
def test_messages_are_as_the_schema_has_them(name: str, players: int, alone: bool) -> None:
    refused = Trouble("illegal", "does-not-fit")
    for number, (table, view, _) in enumerate(asked(name, players, alone, 3)):
        MESSAGE.validate(protocol.move(table, view, 2, refused if number % 2 else None))
        MESSAGE.validate(protocol.hello(table, view.seat, 1, start=10, move=0.5))
        MESSAGE.validate(protocol.bye(table, None))
        totals = (15,) * len(table.sides)
        MESSAGE.validate(protocol.bye(table, MatchEnded("agreed", (0,), totals)))


def test_a_line_is_ascii_and_one() -> None:
    line = protocol.line_of({"a": "Ł\n\u2028\x7f", "b": [7.5, 15]})
    assert line == b'{"a":"\\u0141\\n\\u2028\\u007f","b":[7.5,15]}\n'


def test_a_request_has_every_legal_play_with_its_sum_and_award() -> None:
    for table, view, _ in asked("all-fives", 2, alone=False, seed=5):
        plays = protocol.move(table, view, 2)["plays"]
        assert len(plays) == len(view.choices)
        for play in plays:
            line = protocol.line_of({"seq": 2, "play": play})
            ANSWER.validate(json.loads(line))
            choice = protocol.read_move(line, 2, table, view)
            assert (play["sum"], play["award"]) == (choice.end_sum, choice.award)


def test_a_request_in_full() -> None:
    _, table = seated(FIVES, ("random", "random"))
    watcher = Scripted()
    match = match_of(table, ("random", "random"), 11, rounds=1, choosers=[watcher, watcher])
    list(match.events())
    message = protocol.move(table, watcher.views[1], 4)
    assert {key: message[key] for key in ("type", "seq", "you", "round", "turn", "players")} == {
        "type": "move", "seq": 4, "you": message["you"], "round": 1, "turn": 2,
        "players": ["Ann", "Ben"],
    }  # fmt: skip
    (turn,) = message["turns"]
    assert turn["by"] != message["you"]
    assert message["held"][message["you"]] == len(message["hand"])
    assert message["sum"] == turn["sum"]
    assert message["rules"]["base"] == "all-fives"
    assert message["totals"].keys() == {"Ann", "Ben"}
    assert message["target"] == 250


# -- what comes back ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def position() -> tuple[Table, View]:
    """A position in which a tile can be laid in two places."""
    for table, view, _ in asked("all-fives", 2, alone=False, seed=2):
        tiles = [choice.tile for choice in view.choices]
        if len(set(tiles)) < len(tiles):
            return table, view
    raise AssertionError


MALFORMED: list[tuple[str, str]] = [
    ("", "empty-line"),
    ("   ", "empty-line"),
    ("\r", "empty-line"),
    ("[]", "no-object"),
    ("null", "no-object"),
    ("3", "no-object"),
    ("{", "unclosed"),
    ('{"seq": 2}', "missing-key"),
    ('{"play": {"tile": "0-0"}}', "missing-key"),
    ('{"seq": 2, "play": {}}', "missing-key"),
    ('{"seq": 2, "play": {"on": "0-0"}}', "missing-key"),
    ('{"seq": 2, "play": {"tile": "0-0"}, "note": "x"}', "unknown-key"),
    ('{"seq": 2, "play": {"tile": "0-0", "face": "low"}}', "unknown-key"),
    ('{"seq": true, "play": {"tile": "0-0"}}', "wrong-type"),
    ('{"seq": 2.0, "play": {"tile": "0-0"}}', "wrong-type"),
    ('{"seq": "2", "play": {"tile": "0-0"}}', "wrong-type"),
    ('{"seq": 2, "play": "0-0"}', "wrong-type"),
    ('{"seq": 2, "play": ["0-0"]}', "wrong-type"),
    ('{"seq": 2, "play": null}', "wrong-type"),
    ('{"seq": 2, "play": {"tile": 34}}', "wrong-type"),
    ('{"seq": 2, "play": {"tile": "0-0", "on": null}}', "wrong-type"),
    ('{"seq": 2, "play": {"tile": "0-0", "sum": 5.0}}', "wrong-type"),
    ('{"seq": 2, "play": {"tile": "0-0", "award": true}}', "wrong-type"),
    ('{"seq": 2, "play": {"tile": "1-0"}}', "not-a-tile"),
    ('{"seq": 2, "play": {"tile": "0-7"}}', "not-a-tile"),
    ('{"seq": 2, "play": {"tile": "0-0", "on": "' + "x" * 900 + '"}}', "not-a-tile"),
    ('{"seq": 1, "play": {"tile": "0-0"}}', "wrong-seq"),
    ('{"seq": 3, "play": {"tile": "0-0"}}', "wrong-seq"),
    ('{"seq": -2, "play": {"tile": "0-0"}}', "wrong-seq"),
    ('{"seq": 2, "play": {"tile": "0-0"}} {}', "goes-on"),
    ('{"seq": 2, "play": {"tile": "0-0",}}', "json-trailing-comma"),
    ("{'seq': 2}", "json-wrong-quotes"),
    ('{"seq": Infinity}', "json-not-finite"),
    ('{"seq": 1e999}', "number-too-large"),
    ('{"seq": "\\ud800"}', "lone-surrogate"),
    ('{"seq": 2, "seq": 2}', "duplicate-key"),
    ("I think so", "json-unquoted"),
]


@pytest.mark.parametrize(("line", "why"), MALFORMED)
def test_what_is_no_answer(line: str, why: str, position: tuple[Table, View]) -> None:
    with pytest.raises(Trouble) as caught:
        protocol.read_move(line.encode(), 2, *position)
    trouble = caught.value
    assert (trouble.kind, trouble.why, trouble.sent) == ("malformed", why, line.encode())
    assert len(json.dumps(trouble.params)) < 300
    try:
        read = json.loads(line)
    except ValueError:
        return
    # What only a strict reader sees, no schema can refuse; and 2.0 is a whole number to schemas.
    if why not in ("wrong-seq", "duplicate-key") and ".0" not in line:
        assert not ANSWER.is_valid(read)


def test_blanks_and_a_carriage_return_do_not_matter(position: tuple[Table, View]) -> None:
    table, view = position
    play = protocol.move(table, view, 2)["plays"][0]
    line = f"  {json.dumps({'play': play, 'seq': 2}, indent=None)} \r".encode()
    assert protocol.read_move(line, 2, table, view) == view.choices[0]


def illegal(position: tuple[Table, View], **play: object) -> Trouble:
    table, view = position
    line = protocol.line_of({"seq": 2, "play": play})
    ANSWER.validate(json.loads(line))
    with pytest.raises(Trouble) as caught:
        protocol.read_move(line, 2, table, view)
    assert caught.value.kind == "illegal"
    return caught.value


def test_plays_that_the_rules_refuse(position: tuple[Table, View]) -> None:
    table, view = position
    tiles = [choice.tile for choice in view.choices]
    two_places = next(choice for choice in view.choices if tiles.count(choice.tile) > 1)
    tile, face = two_places.tile, two_places.face
    assert face is not None
    fits = {"tile": tile.text, "on": face.tile.text}
    laid = next(iter(view.layout.covered))
    strange = next(other for other in TILE_BY_TEXT.values() if other not in view.hand)
    assert illegal(position, tile=tile.text).why == "place-needed"
    assert illegal(position, tile=laid.text, on=face.tile.text).why == "already-played"
    assert illegal(position, tile=tile.text, on=tile.text).why == "place-not-in-layout"
    assert illegal(position, **fits, sum=two_places.end_sum + 1).why == "wrong-sum"
    assert illegal(position, **fits, award=two_places.award + 5).why == "wrong-award"
    if strange not in view.layout.covered:
        assert illegal(position, tile=strange.text, on=face.tile.text).why == "tile-not-in-hand"
    assert illegal(position, tile=tile.text).params["player"] == table.players[view.seat]


def test_a_place_may_be_left_out_where_there_is_one() -> None:
    found = 0
    for table, view, _ in asked("all-fives", 2, alone=False, seed=4):
        tiles = [choice.tile for choice in view.choices]
        for choice in view.choices:
            if tiles.count(choice.tile) == 1:
                line = protocol.line_of({"seq": 9, "play": {"tile": choice.tile.text}})
                assert protocol.read_move(line, 9, table, view) == choice
                found += 1
    assert found > 9


def test_the_answer_to_a_hello() -> None:
    protocol.read_hello(b'{"seq": 1, "protocol": 1}', 1)
    ANSWER.validate({"seq": 1, "protocol": 1})
    for line, why in [
        (b'{"seq": 1, "protocol": 2}', "other-protocol"),
        (b'{"seq": 1, "protocol": "1"}', "wrong-type"),
        (b'{"seq": 1, "protocol": 1.0}', "wrong-type"),
        (b'{"seq": 2, "protocol": 1}', "wrong-seq"),
        (b'{"seq": 1}', "missing-key"),
        (b'{"seq": 1, "protocol": 1, "name": "x"}', "unknown-key"),
    ]:
        with pytest.raises(Trouble) as caught:
            protocol.read_hello(line, 1)
        assert (caught.value.kind, caught.value.why) == ("malformed", why)


# -- words ----------------------------------------------------------------------------------


def test_the_schemas_have_the_protocol_and_the_incidents_of_the_table() -> None:
    assert protocol.VERSION == PROTOCOL
    assert get_args(IncidentKind) == INCIDENTS
    assert get_args(Consequence) == CONSEQUENCES
    assert program_schemas.incidents()["items"]["properties"].keys() >= {"incident", "why", "sent"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_incident_has_its_words(lang: str) -> None:
    said = load(f"{lang}.yaml")["program"]
    assert set(said["why"]) == set(protocol.WHYS)
    assert set(said["kind"]) == set(INCIDENTS)
    assert set(said["then"]) == set(CONSEQUENCES) - {"nothing"}
    for why, params in protocol.WHYS.items():
        assert all(f"{{{param}" in said["why"][why] for param in params), why


def test_a_program_is_not_started_before_it_is_asked() -> None:
    _, table = seated(FIVES, ("greedy", "program"))
    player = ProgramPlayer(1, ["false"], table, Policy(), lambda _: None)
    assert player.process is None
