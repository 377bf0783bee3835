"""The replay page as a file: what it holds, what it must not hold, and that it asks for nothing."""

from __future__ import annotations

import re
import time
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest
from dealing import RoundPlayed, play_match, search
from pages import Page
from recording import Writing, line_of, record_of, state_before

from allfives_cli.checking.findings import points
from allfives_cli.checking.replay import replay
from allfives_cli.commands.reports import board_labels
from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.counting import award
from allfives_cli.record.model import Record
from allfives_cli.rulesets import NAMES, published
from allfives_cli.show.page import page
from allfives_cli.text.catalog import LANGUAGES, catalog

HOSTILE = "Ann </script><img src=x onerror=alert(1)> \u202e\u2066 <!-- \x1b &lt;"
SMALL_TARGET = 60
TILE = re.compile(r"\b[0-6]-[0-6]\b")
WHOLE_MATCH = {"rules": {"base": "all-fives"}}


def match(
    players: int = 2, *, rules: str = "all-fives", seed: int = 1, target: int = SMALL_TARGET
) -> list[RoundPlayed]:
    return list(
        play_match(published(rules), players, seed=seed, target=target, policies=("most-points",))
    )


def made(record: Record, hands: str = "all", lang: str = "en") -> str:
    say = catalog(lang)
    return page(record, replay(record), say, board_labels(say), hands=hands)


def recorded(rounds: Sequence[RoundPlayed], *players: str, **how: Any) -> Record:
    header = how.pop("header", {})
    names = players or ("Ann", "Ben", "Cal", "Dee")[: len(rounds[0].hands)]
    target = {"rules": {"base": rounds[0].state.rules.base, "target": SMALL_TARGET}}
    return record_of(rounds, Writing(names, **how), **{**target, **header})


def steps(found: Page) -> list[str]:
    return [step.attributes["id"] for step in found.all("article", kind="step")]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", NAMES)
def test_every_turn_and_the_end_of_every_round_is_there_in_order(players: int, rules: str) -> None:
    rounds = match(players, rules=rules)
    found = Page(made(recorded(rounds)))
    expected = [
        address
        for played in rounds
        for address in (
            *(f"{played.number}.{turn}" for turn in range(1, len(played.turns()) + 1)),
            f"{played.number}.end",
        )
    ]
    assert steps(found) == expected
    for kind in ("turns", "strip"):
        within = found.all("div", kind=kind)
        assert within
    links = [link.attributes["href"] for link in found.all("a")]
    assert {f"#{address}" for address in expected} <= set(links)
    assert {link[1:] for link in links} <= set(expected)


def test_every_sum_and_award_is_the_one_that_the_game_made() -> None:
    rounds = match(3)
    found = Page(made(recorded(rounds)))
    sums = [each.text for each in found.all("p", kind="sum")]
    outcomes = [turn.outcome for played in rounds for turn in played.turns() if turn.outcome]
    assert [int(text.rpartition("=")[2]) for text in sums] == [each.end_sum for each in outcomes]
    for text in sums:
        terms, _, total = text.partition(" = ")
        assert sum(map(int, terms.split(" + "))) == int(total or terms)
    verdicts = [each.text for each in found.all("p", kind="verdict")]
    assert [int(re.findall(r"\d+", text)[-1]) for text in verdicts] == [
        award(each.end_sum) for each in outcomes
    ]


def test_totals_stand_beside_every_turn() -> None:
    rounds = match(2)
    found = Page(made(recorded(rounds)))
    scores = [re.findall(r"(\w+) ([\d.]+)", each.text) for each in found.all("ul", kind="score")]
    at = 0
    for played in rounds:
        for turn in played.turns():
            key = ("Ann", "Ben")[turn.seat]
            assert (key, str(points(turn.total))) in scores[at]
            at += 1
        assert [total for _, total in scores[at]] == [str(points(each)) for each in played.totals]
        at += 1


def test_a_settlement_is_written_out_and_adds_up() -> None:
    _, rounds = search(
        published("all-fives"), 3,
        lambda played: bool(played.settlement and played.settlement.changes),
    )  # fmt: skip
    found = Page(made(recorded(rounds, header=WHOLE_MATCH)))
    tables = found.all("table", kind="paid")
    assert tables
    for table in tables:
        numbers = [
            float(sign.replace("−", "-") + number)
            for sign, number in re.findall(r"([+−]?)(\d+(?:\.\d)?)(?=\D|$)", table.text)
        ]
        assert sum(numbers[:-1]) == numbers[-1]


def test_draws_passes_and_the_boneyard_are_said() -> None:
    _, rounds = search(
        published("all-fives"), 2,
        lambda played: any(isinstance(turn.action, Pass) for turn in played.turns()),
        policies=("shut",),
    )  # fmt: skip
    found = Page(made(recorded(rounds, header=WHOLE_MATCH)))
    text = " ".join(each.text for each in found.all("h3"))
    assert "passes" in text
    assert "draws" in text
    assert "boneyard: 0" in [each.text for each in found.all("p", kind="yard")]


def test_hands_are_those_of_the_game() -> None:
    rounds = match(2)
    found = Page(made(recorded(rounds)))
    labels = [
        re.findall(r"\d-\d", svg.attributes["aria-label"])
        for svg in found.all("svg")
        if TILE.match(svg.attributes.get("aria-label", ""))
    ]
    first = rounds[0].turns()[0]
    assert isinstance(first.action, Play)
    after = [
        sorted(tile.text for tile in hand if tile is not first.action.tile)
        for hand in rounds[0].hands
    ]
    assert labels[:2] == after


def tiles_in(text: str) -> set[str]:
    """Tiles that a page names, or draws outside its definitions."""
    named = {"-".join(sorted(tile.split("-"))) for tile in TILE.findall(text)}
    return named | {f"{low}-{high}" for low, high in re.findall(r"=#(\d)(\d)[abc]? ", text)}


def marked(line: list[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "remarks": {
            (1, 2): {
                "mark": "!?", "notes": ["Look here."], "before": ["A long think."],
                "alts": [{"line": line, "notes": ["Also good."]}],
            }
        }
    }  # fmt: skip


def other_play(rounds: Sequence[RoundPlayed]) -> Play:
    """A play that might have been made in the second turn, but was not."""
    state = state_before(rounds[0], 2)
    played = rounds[0].turns()[1].action
    return next(play for play in state.legal_plays(state.to_move) if play != played)


def test_marks_notes_and_alternatives_are_shown_and_listed() -> None:
    rounds = match(2)
    play = other_play(rounds)
    line = line_of(state_before(rounds[0], 2), [play], Writing(["Ann", "Ben"]))
    found = Page(made(recorded(rounds, **marked(line))))
    notes = [each.text for each in found.all("p", kind="note")]
    assert notes[0] == "before the turn A long think."
    assert notes[1] == "note Look here."
    assert notes[2].startswith(f"instead Ben {play.tile} on {play.on} = {line[0]['sum']}")
    assert notes[3] == "note Also good."
    (turn,) = [each for each in found.all("li") if "Look here." in each.text]
    assert "!?" in turn.text
    assert f"{play.tile} on {play.on}" in turn.text


@pytest.mark.parametrize(("hands", "seats"), [("none", ()), ("Ann", (0,)), ("Ben", (1,))])
def test_hidden_hands_are_not_in_the_file(hands: str, seats: tuple[int, ...]) -> None:
    _, rounds = search(
        published("all-fives"), 2,
        lambda played: sum(len(turn.draws) > 1 for turn in played.turns()) > 1, policies=("shut",),
    )  # fmt: skip
    rounds = rounds[-1:]
    rounds[0].number, rounds[0].totals_before = 1, (0, 0)
    line = line_of(state_before(rounds[0], 2), [other_play(rounds)], Writing(["Ann", "Ben"]))
    by = 1 if rounds[0].turns()[1].seat else 0
    record = recorded(rounds, **marked(line), claims=(), header=WHOLE_MATCH)
    text = made(record, hands)
    body = text[text.index("<main>") : text.index("<footer>")]
    laid = {tile.text for tile in rounds[0].state.layout.covered}
    held = {tile for seat in seats for tile in rounds[0].hands[seat]}
    drawn = {tile for turn in rounds[0].turns() if turn.seat in seats for tile in turn.draws}
    allowed = laid | {tile.text for tile in held | drawn}
    shown = tiles_in(body)
    assert shown <= allowed
    assert (by in seats) == ("instead" in body and "hidden hand" not in body)
    assert not tiles_in(made(record, "all").partition("<main>")[2]) <= allowed
    # Of each turn only what the whole table sees: not yet which tile will be played.
    first = Page(text).by_id("1.1").text
    assert seats != () or len(tiles_in(first)) <= 1


def test_a_hand_that_is_not_shown_is_counted() -> None:
    rounds = match(2)
    found = Page(made(recorded(rounds), "Ben"))
    hands = [each.attributes.get("aria-label", "") for each in found.all("svg")]
    assert f"?? ×{len(rounds[0].hands[0]) - (rounds[0].leader == 0)}" in hands
    assert [option.attributes["value"] for option in found.all("option")] == ["1", "none"]
    assert Page(made(recorded(rounds), "none")).all("select") == []


def test_a_record_of_one_view_shows_what_its_recorder_saw() -> None:
    rounds = match(2)
    found = Page(made(recorded(rounds, view="Ann")))
    labels = [each.attributes.get("aria-label", "") for each in found.all("svg")]
    assert any(label.startswith("?? ×") for label in labels)


def test_points_that_another_player_took_are_told() -> None:
    rounds = match(2, rules="muggins")
    place, worth = next(
        ((played.number, number), turn.outcome.award)
        for played in rounds
        for number, turn in enumerate(played.turns(), start=1)
        if turn.outcome and turn.outcome.award
    )
    seat = rounds[place[0] - 1].turns()[place[1] - 1].seat
    names = ("Ann", "Ben")
    record = recorded(rounds[:1], taken={place: {names[1 - seat]: worth}}, claims={"award"})
    text = Page(made(record)).by_id(f"{place[0]}.{place[1]}").text
    assert f"Scored by {names[seat]}: 0." in text
    assert f"{names[1 - seat]} takes {worth}." in text


def test_a_record_that_breaks_off_says_so_and_shows_what_is_sound() -> None:
    rounds = match(2)
    record = recorded(rounds[:1], claims=())
    turns = list(record.rounds[0].turns)
    turns[3] = turns[3].model_copy(update={"by": turns[2].by})
    broken = record.model_copy(
        update={"rounds": (record.rounds[0].model_copy(update={"turns": tuple(turns)}),)}
    )
    found = Page(made(broken))
    assert steps(found) == ["1.1", "1.2", "1.3"]
    assert "cannot be followed" in found.all("p", kind="won")[0].text


def test_nothing_replayed_is_no_page() -> None:
    record = recorded(match(2)[:1]).model_copy(update={"rules": "nonsense"})
    with pytest.raises(ValueError, match="nothing"):
        made(record)


# -- a file that asks for nothing and can be trusted ----------------------------------


def hostile() -> Record:
    """Texts that try everything wherever a record takes a text."""
    shown = HOSTILE.replace("\x1b", "")
    players = [{"key": "Ann", "name": shown}, {"key": "Ben", "name": "בן \u202eneB"}]
    remarks = {(1, 1): {"notes": [shown], "before": [shown]}}
    rounds = match(2)
    header = {"event": shown, "place": '" onload="alert(1)', "notes": [shown]}
    return record_of(
        rounds, Writing(players, remarks=remarks),
        rules={"base": "all-fives", "target": SMALL_TARGET}, **header,
    )  # fmt: skip


def test_no_text_of_a_record_can_act() -> None:
    text = made(hostile())
    plain = Page(made(recorded(match(2))))
    found = Page(text)
    assert {each.tag for each in found.elements} == {each.tag for each in plain.elements}
    assert {key for each in found.elements for key in each.attributes} == {
        key for each in plain.elements for key in each.attributes
    }
    assert text.count("</script>") == 1
    assert "\u202e" not in text
    assert "\u2066" not in text
    assert "\\u{202e}" in found.all("p", kind="note")[0].text


def test_names_are_isolated_from_the_arithmetic() -> None:
    found = Page(made(hostile()))
    for paragraph in found.all("p", kind="sum"):
        assert re.fullmatch(r"[\d+= ]+", paragraph.text)
    body = made(hostile()).partition("<body")[2]
    outside = re.sub(r"<bdi>.*?</bdi>", "", body)
    assert "neB" not in outside
    assert "img src" not in outside


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_asks_for_nothing(lang: str) -> None:
    text = made(hostile(), lang=lang)
    found = Page(text)
    for element in found.elements:
        assert not any(key.startswith("on") or key == "style" for key in element.attributes)
        assert not {"src", "srcset", "action", "formaction"} & element.attributes.keys()
        href = element.attributes.get("href")
        assert href is None or href.startswith("#") or href == "data:,"
    assert "url(" not in text
    assert "@import" not in text
    assert "http" not in text.replace("http-equiv", "")


def test_the_policy_names_the_script_and_the_style_that_are_there() -> None:
    found = Page(made(hostile()))
    policy = next(
        each.attributes["content"]
        for each in found.all("meta")
        if each.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        (element,) = found.all(tag)
        digest = b64encode(sha256(element.text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_the_same_record_gives_the_same_bytes() -> None:
    record = recorded(match(3))
    assert made(record) == made(record.model_copy(deep=True))


def test_every_reference_inside_the_page_leads_somewhere() -> None:
    found = Page(made(recorded(match(4))))
    ids = [each.attributes["id"] for each in found.elements if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    for use in (*found.all("use"), *found.all("a")):
        assert use.attributes["href"][1:] in ids
    for each in found.elements:
        assert each.attributes.get("aria-labelledby", ids[0]) in ids


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_speaks_one_language(lang: str) -> None:
    found = Page(made(recorded(match(2)), lang=lang))
    assert found.all("html")[0].attributes["lang"] == lang
    heads = [each.text for each in found.all("h2")]
    assert heads[0].startswith({"en": "Round 1", "pl": "Runda 1"}[lang])
    told = " ".join(each.attributes.get("aria-label", "") for each in found.elements)
    assert ("left" in told, "lewo" in told) == (lang == "en", lang == "pl")


def test_a_match_of_150_turns_is_small_and_quickly_made() -> None:
    rounds: list[RoundPlayed] = []
    for played in play_match(published("all-fives"), 2, seed=5, target=100_000):
        rounds.append(played)
        if sum(len(each.turns()) for each in rounds) >= 150:
            break
    record = record_of(
        rounds, Writing(["Ann", "Ben"]), rules={"base": "all-fives", "target": 100_000}
    )
    turns = sum(len(each.turns) for each in record.rounds)
    assert turns >= 150
    began = time.perf_counter()
    text = made(record)
    assert time.perf_counter() - began < 1
    assert len(text.encode()) * 150 / turns <= 300_000
