"""What hidden tiles can be: exact where every deal can be tried, and true of whole matches."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from dealing import POLICIES, RoundPlayed, play_match
from deals import Story, deals_of, stories
from recording import LEVELS, Tree, Writing, as_record, match_tree, state_before

from allfives_cli.checking.facts import TABLE_EYES, Eyes
from allfives_cli.checking.findings import Finding, Severity
from allfives_cli.checking.hidden import Reason, Why
from allfives_cli.checking.knowledge import Holding, Knowledge, knowledge
from allfives_cli.checking.replay import Replay, check, facts_of, replay
from allfives_cli.game.actions import Play
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import Record
from allfives_cli.rulesets import NAMES, published

PLAYERS = ["Ann", "Ben", "Cal", "Dee"]
PROOFS = {"no-place-for-tile", "too-few-places", "too-few-tiles", "lead-impossible"}
MOST_FREE = 10
MOST_DEALS = 1500
"""Tiles that are not on the table, and deals, where every deal is tried."""


def match_of(rng: random.Random, **options: Any) -> tuple[RuleSet, int, list[RoundPlayed]]:
    """Some rounds, played by anybody under any rules."""
    players = rng.choice([2, 2, 3, 4])
    rules = replace(published(rng.choice(NAMES)), **options)
    policies = [rng.choice(list(POLICIES)) for _ in range(players)]
    rounds = play_match(rules, players, seed=rng.randrange(10**6), policies=policies, rounds=3)
    return rules, players, list(rounds)


def names(players: int) -> list[str]:
    return PLAYERS[:players]


# -- against every deal that there is --------------------------------------------------


def late_round(seed: int) -> Tree | None:
    """The end of a round from a position, with hands hidden; None where too little happens."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    _, players, rounds = match_of(rng)
    played = rounds[-1]
    turns = played.turns()
    free, skipped = 28, 0
    while free > MOST_FREE and skipped < len(turns) - 2:
        free -= isinstance(turns[skipped].action, Play)
        skipped += 1
    if free > MOST_FREE:
        return None
    view = rng.choice(["table", *names(players)])
    played = replace(played, number=1)
    writing = Writing(names(players), view=view, claims=LEVELS["left"], setup_after=skipped)
    tree = match_tree([played], writing)
    written = tree["rounds"][0]
    written["setup"]["boneyard"] = len(written["setup"]["boneyard"])
    tree.pop("result", None)
    written["setup"].pop("totals")
    if written["end"]["how"] == "target":
        del written["end"]
    for key in ("settlement", "totals"):
        written.get("end", {}).pop(key, None)
    forget_some(rng, written)
    for turn in written["turns"]:
        for key in ("award", "total"):
            turn.pop(key, None)
        if rng.random() < 0.1:
            turn["irregular"] = True
        if "draw" in turn and rng.random() < 0.3:
            _show(rng, turn["draw"], played, turns[skipped + written["turns"].index(turn)].draws)
    return tree


def _show(rng: random.Random, draw: list[str], played: RoundPlayed, drawn: Sequence[Tile]) -> None:
    """Let the recorder see one of the tiles drawn."""
    assert played.boneyard
    index = rng.randrange(len(draw))
    draw[index] = drawn[index].text


def forget_some(rng: random.Random, written: Tree) -> None:
    """Leave out some of the leftovers, or break the round off."""
    if rng.random() < 0.4:
        del written["turns"][rng.randrange(1, len(written["turns"]) + 1) :]
        written.pop("end", None)
        last = written["turns"][-1]
        if "draw" in last and rng.random() < 0.5:
            for key in ("tile", "on", "pass", "award", "total"):
                last.pop(key, None)
    left = written.get("end", {}).get("left", {})
    for key in list(left):
        match rng.choice(["all", "some", "none"]):
            case "none":
                del left[key]
            case "some" if left[key]:
                left[key][0] = "??"


def early_round(seed: int) -> Tree:
    """A round led by the highest tile, with much of its deal hidden.

    Either the boneyard is known and most of the hands are not, or few tiles of
    the hands are hidden and the boneyard is, before anybody draws.
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    players = rng.choice([2, 3])
    size = {2: rng.choice([2, 3, 4]), 3: rng.choice([1, 2, 3])}[players]
    rules = replace(published("muggins"), hand_size=size)
    rounds = list(play_match(rules, players, seed=seed, policies=["shut", "random"], rounds=1))
    tree = match_tree(rounds, Writing(names(players), claims=LEVELS["left"]))
    if tree["rounds"][0]["turns"][0]["tile"] == str(rounds[0].lead.tile):
        tree["rules"]["led_tile"] = rng.choice(["any", "deciding-tile"])
    written = tree["rounds"][0]
    if rng.random() < 0.5:
        _hide_two(rng, written)
    else:
        view = rng.choice(["table", *names(players)])
        for key, tiles in written["hands"].items():
            if key != view:
                seen = rng.choice([0, 0, 1])
                written["hands"][key] = [*rng.sample(tiles, seen), *["??"] * (len(tiles) - seen)]
        forget_some(rng, written)
    if rng.random() < 0.4:
        written["lead"]["how"] = "unknown"
    if rng.random() < 0.2:
        written["turns"][0]["irregular"] = True
    return tree


def _hide_two(rng: random.Random, written: Tree) -> None:
    """Hide the boneyard and two tiles of the hands, and break off before the first draw."""
    del written["boneyard"]
    written.pop("end")
    drawn = [index for index, turn in enumerate(written["turns"]) if "draw" in turn]
    del written["turns"][min([*drawn, 2]) :]
    for _ in range(2):
        tiles = rng.choice(list(written["hands"].values()))
        tiles[rng.randrange(len(tiles))] = "??"


def agrees(known: Knowledge | None, hands: list[tuple[frozenset[Tile], ...]]) -> bool:
    """Whether this is exactly what is true of all these possible hands."""
    if known is None or not hands:
        return known is None and not hands
    *of_players, boneyard = known.holdings
    rest = [frozenset(TILE_BY_TEXT.values()).difference(known.laid, *each) for each in hands]
    found: list[tuple[Any, list[frozenset[Tile]]]] = [(boneyard, rest)]
    found += [(one, [each[seat] for each in hands]) for seat, one in enumerate(of_players)]
    for holding, held in found:
        if set(holding.certain) != frozenset.intersection(*held):
            return False
        if {*holding.certain, *holding.possible} != frozenset.union(*held):
            return False
        if {len(each) for each in held} != {holding.size}:
            return False
    return True


def assert_exact(record: Record, replayed: Replay, told: list[Story]) -> tuple[int, int]:
    """Compare after each turn, and with hindsight; return how often each left something open."""
    table, played, written = replayed.table, replayed.rounds[0], record.rounds[0]
    assert table is not None
    facts = facts_of(table, written, played)
    whole = [story for story in told if story.whole]
    left_open = [0, 0]
    for turn in range(len(written.turns) + 1):
        so_far = [story.hands[turn] for story in told if story.turns >= turn]
        assert agrees(knowledge(facts, turn), so_far), turn
        in_the_end = [story.hands[turn] for story in whole]
        assert agrees(knowledge(facts, turn, hindsight=True), in_the_end), ("hindsight", turn)
        left_open[0] += len(set(so_far)) > 1
        left_open[1] += len(set(in_the_end)) > 1
    return left_open[0], left_open[1]


def test_knowledge_late_in_a_round_is_exact() -> None:
    compared, drawn, open_then, open_later = 0, 0, 0, 0
    for seed in range(400):
        tree = late_round(seed)
        if tree is None:
            continue
        record = as_record(tree)
        replayed = replay(record)
        if replayed.rounds[0].failed:  # an irregular turn may hide what comes after it
            assert any("irregular" in turn for turn in tree["rounds"][0]["turns"])
            continue
        table, played = replayed.table, replayed.rounds[0]
        assert table is not None
        if deals_of(played, record.rounds[0]) > MOST_DEALS:
            continue
        told = stories(table, record.rounds[0], played, by_highest=False)
        then, later = assert_exact(record, replayed, told)
        open_then, open_later = open_then + then, open_later + later
        drawn += any(turn.draw for turn in record.rounds[0].turns)
        compared += 1
    assert compared > 60
    assert drawn > 25
    assert min(open_then, open_later) > 50


def test_knowledge_from_the_lead_of_the_highest_tile_is_exact() -> None:
    open_then, open_later = 0, 0
    for seed in range(120):
        record = as_record(early_round(seed))
        replayed = replay(record)
        assert not replayed.rounds[0].failed
        assert replayed.table is not None
        told = stories(replayed.table, record.rounds[0], replayed.rounds[0], by_highest=True)
        then, later = assert_exact(record, replayed, told)
        open_then, open_later = open_then + then, open_later + later
    assert min(open_then, open_later) > 50


# -- whole matches ---------------------------------------------------------------------


def hidden_match(seed: int) -> tuple[list[RoundPlayed], Record, random.Random]:
    """Up to three rounds as one player, or the whole table, would have written them."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    _, players, rounds = match_of(rng)
    view = rng.choice(["table", *names(players)])
    claims = LEVELS[rng.choice(list(LEVELS))]
    return rounds, as_record(match_tree(rounds, Writing(names(players), None, view, claims))), rng


def true_hands(played: RoundPlayed) -> Iterator[list[set[Tile]]]:
    """The hands, and the boneyard, after the deal and after each turn."""
    held = [*(set(hand) for hand in played.hands), set(played.boneyard)]
    yield held
    for turn in played.turns():
        held[-1] -= set(turn.draws)
        held[turn.seat] |= set(turn.draws)
        if isinstance(turn.action, Play):
            held[turn.seat].remove(turn.action.tile)
        yield held


def assert_true(known: Knowledge | None, held: Sequence[set[Tile]]) -> None:
    assert known is not None
    for holding, tiles in zip(known.holdings, held, strict=True):
        assert set(holding.certain) <= tiles
        assert tiles <= {*holding.certain, *holding.possible}
        assert holding.size == len(tiles)
        never = [tile for tile, reasons in holding.impossible if reasons]
        told = [*holding.certain, *holding.possible, *never, *known.laid]
        assert sorted(told) == list(DOUBLE_SIX)


@pytest.mark.parametrize("first", range(0, 320, 40))
def test_hidden_hands_of_a_played_match_are_never_contradicted(first: int) -> None:
    for seed in range(first, first + 40):
        rounds, record, rng = hidden_match(seed)
        replayed = replay(record)
        assert {found.code for found in replayed.report.findings} <= {"unfinished"}, seed
        assert check(record).findings == replayed.report.findings
        index = rng.randrange(len(rounds))
        table, played = replayed.table, replayed.rounds[index]
        assert table is not None
        facts = facts_of(table, record.rounds[index], played)
        for turn, held in enumerate(true_hands(rounds[index])):
            assert_true(knowledge(facts, turn), held)
            assert_true(knowledge(facts, turn, hindsight=True), held)


@pytest.mark.parametrize("seed", range(20))
def test_a_seat_knows_its_own_hand_and_no_less_than_the_table(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    _, players, rounds = match_of(rng)
    record = as_record(match_tree(rounds[:1], Writing(names(players))))
    replayed = replay(record)
    seat = rng.randrange(players)
    assert replayed.table is not None
    everything, of_seat, of_table = (
        facts_of(replayed.table, record.rounds[0], replayed.rounds[0], eyes)
        for eyes in (None, Eyes(frozenset({seat})), TABLE_EYES)
    )
    for turn, held in enumerate(true_hands(rounds[0])):
        known = [knowledge(facts, turn) for facts in (everything, of_seat, of_table)]
        for each in known:
            assert_true(each, held)
        whole, mine, public = (each.holdings for each in known if each is not None)
        assert not any(holding.possible for holding in whole)
        assert set(mine[seat].certain) == held[seat]
        for one, other in zip(mine, public, strict=True):
            assert set(one.possible) <= {*other.possible, *other.certain}
            assert set(other.certain) <= set(one.certain)


def test_every_turn_of_a_round_is_known_in_good_time() -> None:
    """At most 0.2 s for the matchings after all turns of a round: the slowest of many."""
    slowest = 0.0
    for seed in range(30):
        _, record, _ = hidden_match(seed)
        replayed = replay(record)
        assert replayed.table is not None
        for written, played in zip(record.rounds, replayed.rounds, strict=True):
            began = time.process_time()
            facts = facts_of(replayed.table, written, played, TABLE_EYES)
            for turn in range(len(written.turns) + 1):
                assert knowledge(facts, turn) is not None
            slowest = max(slowest, time.process_time() - began)
    assert slowest < 0.2


# -- what cannot be --------------------------------------------------------------------


def table_of(hands: dict[str, Any] | None, turns: list[Tree], **more: Any) -> Tree:
    """A round of two under the rules of All Fives, all turns as the whole table saw them."""
    rules = {"base": "all-fives", "hand_size": more.pop("hand_size", 9)}
    first = turns[0]["by"]
    written = {"lead": {"by": first, "how": "lot"}, "turns": turns, **more}
    if hands is not None:
        written["hands"] = hands
    players = [{"key": "Ann"}, {"key": "Ben"}]
    return {"allfives": 1, "players": players, "rules": rules, "rounds": [written]}


def plays(*lines: str) -> list[Tree]:
    """Turns written as ``Ben draws 2, 5-6 on 5-5`` or ``Ben passes``."""
    found: list[Tree] = []
    for line in lines:
        by, _, rest = line.partition(" ")
        turn: Tree = {"by": by}
        if rest.startswith("draws "):
            number, _, rest = rest.removeprefix("draws ").partition(", ")
            turn["draw"] = ["??"] * int(number)
        tile, _, on = rest.partition(" on ")
        if tile == "passes":
            turn["pass"] = True
        elif tile:
            turn["tile"] = tile
        if on:
            turn["on"] = on
        found.append(turn)
    return found


def proofs(tree: Tree) -> list[Finding]:
    return [found for found in check(as_record(tree)).findings if found.severity is Severity.ERROR]


def the_proof(tree: Tree) -> Finding:
    (found,) = proofs(tree)
    return found


PASSED_WITH_A_FIVE = plays("Ann 5-5", "Ben passes", "Ann 4-5 on 5-5", "Ben 3-5 on 5-5")
SIX_ON_FIVE = plays("Ann 6-6", "Ben 1-6 on 6-6", "Ann 2-6 on 6-6", "Ben 3-6 on 6-6")
SIX_ON_FIVE += plays("Ann 4-6 on 6-6", "Ben draws 1, 4-5 on 4-6")


def test_a_tile_played_after_a_pass_that_excludes_it_was_nowhere() -> None:
    found = the_proof(table_of(None, PASSED_WITH_A_FIVE, hand_size=14))
    assert (found.code, found.pointer) == ("no-place-for-tile", ("rounds", 0, "turns", 3))
    assert found.params == {"player": "Ben", "tile": "3-5", "because": [["Ben", "1.2", "passed"]]}
    assert found.related == (("excludes", ("rounds", 0, "turns", 1)),)


def test_the_same_turns_are_sound_with_another_tile() -> None:
    turns = [*PASSED_WITH_A_FIVE[:3], *plays("Ben 3-4 on 4-5")]
    assert proofs(table_of(None, turns, hand_size=14)) == []


def test_five_tiles_are_too_few_for_six_places() -> None:
    found = the_proof(table_of(None, SIX_ON_FIVE, hand_size=8))
    assert (found.code, found.pointer) == ("too-few-tiles", ("rounds", 0, "turns", 5))
    assert found.params["tiles"] == ["0-0", "0-5", "0-6", "5-5", "5-6"]
    assert (found.params["places"], found.params["holders"]) == (6, ["Ben"])


def test_one_place_less_and_the_five_tiles_are_enough() -> None:
    assert proofs(table_of(None, SIX_ON_FIVE, hand_size=7)) == []


def test_tiles_that_nobody_can_hold_are_too_many_for_the_boneyard() -> None:
    no_fives = [f"{low}-{high}" for low in (0, 1) for high in (0, 1, 2, 3, 4, 6) if low <= high]
    tree = table_of(
        {"Ann": [*no_fives, "2-2", "5-5"]},
        plays("Ann 5-5", "Ben draws 1, 5-6 on 5-5"),
        hand_size=13,
    )
    found = the_proof(tree)
    assert (found.code, found.pointer) == ("too-few-places", ("rounds", 0, "turns", 1))
    assert found.params["tiles"] == ["0-5", "1-5"]  # two of the five are too many already
    assert (found.params["places"], found.params["boneyard"]) == (1, True)


def test_duds_among_the_draws_cannot_fit() -> None:
    """Sixteen tiles have neither a six nor a five: nine of Ben's, and at most seven duds."""
    turns = plays("Ann 6-6", "Ben 5-6 on 6-6", "Ann 5-5 on 5-6")
    base = table_of(None, [*turns, *plays("Ben draws 8, 0-6 on 6-6")])
    assert proofs(base) == []
    more = table_of(None, [*turns, *plays("Ben draws 10, 0-6 on 6-6")])
    assert {found.code for found in proofs(more)} <= PROOFS
    assert proofs(more)


def test_a_leftover_that_a_pass_excludes_is_found_at_the_end() -> None:
    turns = plays("Ann 5-5", "Ben passes", "Ann 4-5 on 5-5", "Ben 3-4 on 4-5")
    left = ["5-6", *["??"] * 12]
    tree = table_of(None, turns, hand_size=14, end={"how": "abandoned", "left": {"Ben": left}})
    found = the_proof(tree)
    assert (found.code, found.pointer) == ("no-place-for-tile", ("rounds", 0, "end"))
    assert found.params == {"player": None, "tile": "5-6", "because": [["Ben", "1.2", "passed"]]}


def test_a_block_with_a_tile_left_that_fits_is_impossible() -> None:
    """Nobody shows the other fives, but somebody holds them: nothing is drawn and the end open."""
    tree = table_of(None, plays("Ann 5-5", "Ben passes"), hand_size=14, end={"how": "blocked"})
    found = the_proof(tree)
    assert (found.code, found.pointer) == ("no-place-for-tile", ("rounds", 0, "end"))


def test_an_irregular_turn_excludes_nothing() -> None:
    turns = [dict(turn) for turn in PASSED_WITH_A_FIVE]
    turns[1]["irregular"] = True
    assert proofs(table_of(None, turns, hand_size=14)) == []


def test_a_leader_without_the_highest_double_cannot_have_led_by_it() -> None:
    hands = {"Ann": ["0-1", "1-2"]}
    tree = table_of(hands, plays("Ann 0-1"), hand_size=2)
    tree["rules"]["base"] = "muggins"
    tree["rounds"][0]["lead"]["how"] = "highest-double"
    found = the_proof(tree)
    assert (found.code, found.params) == ("lead-impossible", {"player": "Ann"})
    tree["rounds"][0]["lead"]["how"] = "heaviest-tile"
    assert the_proof(tree).code == "lead-impossible"  # of lighter tiles only 0-2 is left to Ben
    tree["rounds"][0]["hands"]["Ann"] = ["0-1", "5-6"]
    assert proofs(tree) == []


def test_who_leads_by_the_highest_double_holds_a_double_that_nobody_else_can_top() -> None:
    tree = table_of(None, plays("Ann 0-1"), hand_size=2)
    tree["rules"]["base"] = "muggins"
    tree["rounds"][0]["lead"]["how"] = "highest-double"
    ann, ben = _known_after_the_lead(tree)
    assert [tile.text for tile in ann.possible] == [f"{half}-{half}" for half in range(7)]
    assert [tile.text for tile, _ in ben.impossible] == ["6-6"]
    assert dict(ben.impossible)[TILE_BY_TEXT["6-6"]] == (Reason(Why.LEAD, "Ann"),)


def test_who_leads_by_the_heaviest_tile_sits_where_no_double_was_dealt() -> None:
    tree = table_of(None, plays("Ann 0-1"), hand_size=2)
    tree["rules"]["base"] = "muggins"
    tree["rounds"][0]["lead"]["how"] = "heaviest-tile"
    ann, ben = _known_after_the_lead(tree)
    for holding in (ann, ben):
        assert not any(tile.is_double for tile in (*holding.certain, *holding.possible))
    assert TILE_BY_TEXT["5-6"] in ann.possible
    assert TILE_BY_TEXT["5-6"] not in ben.possible


def _known_after_the_lead(tree: Tree) -> Sequence[Holding]:
    record = as_record(tree)
    replayed = replay(record)
    assert replayed.table is not None
    known = knowledge(facts_of(replayed.table, record.rounds[0], replayed.rounds[0]), 1)
    assert known is not None
    return known.holdings[:2]


def test_leftovers_are_the_reason_where_they_are_laid_open() -> None:
    end = {"how": "abandoned", "left": {"Ben": ["0-0", "0-1"]}}
    record = as_record(table_of(None, plays("Ann 5-5", "Ben 5-6 on 5-5"), hand_size=3, end=end))
    replayed = replay(record)
    assert replayed.table is not None
    facts = facts_of(replayed.table, record.rounds[0], replayed.rounds[0])
    known = knowledge(facts, 2, hindsight=True)
    assert known is not None
    ann, ben, boneyard = (dict(holding.impossible) for holding in known.holdings)
    assert ann[TILE_BY_TEXT["0-0"]] == (Reason(Why.LEFT, "Ben"),)
    assert boneyard[TILE_BY_TEXT["0-0"]] == (Reason(Why.LEFT, "Ben"),)
    assert ben[TILE_BY_TEXT["1-1"]] == (Reason(Why.NOT_LEFT, "Ben"),)


@pytest.mark.parametrize("seed", range(40))
def test_a_draw_too_many_before_a_tile_that_fitted_all_along_is_found(seed: int) -> None:
    """A player is made to have drawn while he held a tile that he lays later."""
    planted = _plant(random.Random(seed))  # noqa: S311 - games, not secrets
    if planted is None:
        pytest.skip("no such turn in this match")
    tree, number = planted
    found = proofs(tree)
    assert [each.code for each in found if each.code not in PROOFS] == []
    assert found[0].pointer[:3] == ("rounds", 0, "turns")
    assert int(found[0].pointer[3]) <= number


def _plant(rng: random.Random) -> tuple[Tree, int] | None:
    _, players, rounds = match_of(rng)
    played = rounds[0]
    turns = played.turns()
    fits = [state_before(played, number) for number in range(1, len(turns) + 1)]
    for early, turn in enumerate(turns):
        if early == 0 or turn.draws or not isinstance(turn.action, Play):
            continue
        state = fits[early]
        for late in range(early + 1, len(turns)):
            later = turns[late]
            if later.seat == turn.seat and later.draws:
                break
            if (
                later.seat == turn.seat
                and isinstance(later.action, Play)
                and fits[late].boneyard_size
                and later.action.tile in state.playable(state.hands[turn.seat].known)
            ):
                tree = match_tree([played], Writing(names(players), None, "table", ()))
                written = tree["rounds"][0]
                del written["turns"][late + 1 :]
                written.pop("end", None)
                tree.pop("result", None)
                written["turns"][early]["draw"] = ["??"]
                return tree, late
    return None
