"""Plants one slip of a chosen kind in the record of a played match, as plain JSON values.

The kinds are those of a person who writes at the table: a pip misread, a place, a line left
out or two changed over, a tile too many or too few drawn, a number wrong. Which turn it strikes
is chosen at random among those that it can. Whether the result can still be told from a sound
record is not looked at: that is what is measured with it.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from dealing import RoundPlayed, play_match
from recording import LEVELS, Writing, match_tree

from allfives_cli.checking.table import side_key
from allfives_cli.game.matches import default_sides
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Side
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN
from allfives_cli.rulesets import NAMES, rules_from

Tree = dict[str, Any]
KEYS: Final = ("Ann", "Ben", "Cal", "Dee")
ALONE: Final[Sequence[Side]] = ((0,), (1,), (2,), (3,))
_ACTION: Final = ("draw", "tile", "on")
_WORTH: Final = ("sum", "award")


class Match(NamedTuple):
    """A match that was played, and who sat at the table."""

    rounds: list[RoundPlayed]
    players: Sequence[str]
    sides: Sequence[Side] | None


class Planted(NamedTuple):
    """A record with a slip, the sound one that it was, and the slip's round and turn, from 1."""

    tree: Tree
    sound: Tree
    round: int
    turn: int


def matches(number: int, seed: int = 0) -> list[Match]:
    """So many matches at tables of two, three and four, under every rule set.

    Half are won at a low target after a few rounds; the others are broken off between rounds.
    """
    tables: list[tuple[RuleSet, int, Sequence[Side] | None]] = []
    for name in NAMES:
        rules = rules_from(name, {})
        tables += [(rules, players, None) for players in (2, 3, 4)]
        if rules.four_players == "pairs-or-alone":
            tables.append((rules, 4, ALONE))
    found: list[Match] = []
    for index in range(number):
        rules, players, sides = tables[index % len(tables)]
        if index // len(tables) % 2:
            rules = rules_from(rules.base, {"target": 75})
        policies = ("random", "most-points", "shut")[: 1 + index % 3]
        rounds = play_match(rules, players, sides, seed + index, policies=policies, rounds=3)
        found.append(Match(list(rounds), KEYS[:players], sides))
    return found


def sheet(match: Match, level: str, view: str) -> Tree:
    """The record of a match as a person would keep it, with the claims of a level.

    ``view`` is ``table`` where nobody's hand was seen, or ``all``. The order of the boneyard,
    which nobody sees at a table, is not written; leftovers are, where the level has them, after
    a match won in mid-round too.
    """
    claims = LEVELS[level]
    tree = match_tree(match.rounds, Writing(match.players, match.sides, view, claims))
    for written, played in zip(tree["rounds"], match.rounds, strict=True):
        written.pop("boneyard", None)
        if "left" in claims:
            hands = zip(match.players, played.state.hands, strict=True)
            written["end"]["left"] = {
                key: [tile.text for tile in sorted(hand.known)] for key, hand in hands
            }
    return tree


def plant(kind: str, sound: Tree, rng: random.Random) -> Planted | None:
    """Make one slip of a kind (a key of SLIPS); None where the record has no place for it."""
    places = [
        (number, index)
        for number, played in enumerate(sound["rounds"])
        for index in range(len(played["turns"]))
    ]
    rng.shuffle(places)
    for number, index in places:
        tree = copy.deepcopy(sound)
        turns = tree["rounds"][number]["turns"]
        before = copy.deepcopy(turns[index])
        if SLIPS[kind](turns, index, rng):
            if kind in CARRIED:
                _carry(tree, number, index, turns[index]["award"] - before["award"])
            return Planted(tree, sound, number + 1, index + 1)
    return None


def _carry(tree: Tree, number: int, index: int, by: int) -> None:
    """Add to every total of a turn's side, from that turn on."""
    keys = [player["key"] for player in tree["players"]]
    if "sides" in tree:
        sides = {side["key"]: side["players"] for side in tree["sides"]}
    else:
        seats = default_sides(len(keys))
        sides = {side_key(keys, side): [keys[seat] for seat in side] for side in seats}
    player = tree["rounds"][number]["turns"][index]["by"]
    key, players = next(side for side in sides.items() if player in side[1])
    for later, played in enumerate(tree["rounds"][number:]):
        for turn in played["turns"][0 if later else index :]:
            if turn["by"] in players and "total" in turn:
                turn["total"] += by
        played["end"]["totals"][key] += by
    if "result" in tree:
        tree["result"]["totals"][key] += by


Slip = Callable[[list[Tree], int, random.Random], bool]
"""Changes a round's turns at an index; returns whether it could."""


def _wrong_pip(turns: list[Tree], index: int, rng: random.Random) -> bool:
    turn = turns[index]
    if "tile" not in turn:
        return False
    tile = TILE_BY_TEXT[turn["tile"]]
    kept = rng.choice((tile.low, tile.high))
    turn["tile"] = rng.choice([t for t in _with(kept) if t is not tile]).text
    return True


def _with(value: int) -> list[Tile]:
    return [tile for tile in DOUBLE_SIX if value in (tile.low, tile.high)]


def _wrong_place(turns: list[Tree], index: int, rng: random.Random) -> bool:
    turn = turns[index]
    if "on" not in turn:
        return False
    tile = TILE_BY_TEXT[turn["tile"]]
    laid = [TILE_BY_TEXT[before["tile"]] for before in turns[:index] if "tile" in before]
    others = [other for other in laid if other.text != turn["on"] and other in tile.shared]
    if not others:
        return False
    turn["on"] = rng.choice(others).text
    return True


def _line_missing(turns: list[Tree], index: int, rng: random.Random) -> bool:
    del rng
    if len(turns) < 2:
        return False
    del turns[index]
    return True


def _swap(keys: Sequence[str], apart: int | None = None) -> Slip:
    """Exchange some keys of two turns with plays; ``apart`` None goes to the player's next turn."""

    def swap(turns: list[Tree], index: int, rng: random.Random) -> bool:
        del rng
        by = turns[index]["by"]
        if apart is None:
            later = (i for i in range(index + 1, len(turns)) if turns[i]["by"] == by)
            other = next(later, len(turns))
        else:
            other = index + apart
        if other >= len(turns) or "tile" not in turns[index] or "tile" not in turns[other]:
            return False
        one, two = turns[index], turns[other]
        for key in keys:
            here, there = one.pop(key, None), two.pop(key, None)
            one |= {} if there is None else {key: there}
            two |= {} if here is None else {key: here}
        return True

    return swap


def _draw_count(turns: list[Tree], index: int, rng: random.Random) -> bool:
    """One tile drawn too many or too few; of seen tiles one that lies before the last."""
    turn = turns[index]
    drawn = turn.get("draw")
    if not drawn:
        return False
    seen = drawn[-1] != UNSEEN
    if rng.random() < 0.5 and len(drawn) > seen:
        del drawn[rng.randrange(len(drawn) - seen)]
        if not drawn:
            del turn["draw"]
    elif seen:
        used = {text for other in turns for text in (*other.get("draw", ()), other.get("tile"))}
        drawn.insert(0, rng.choice([t.text for t in DOUBLE_SIX if t.text not in used] or ["0-0"]))
    else:
        drawn.append(UNSEEN)
    return True


def _wrong_number(key: str, by: Sequence[int]) -> Slip:
    def wrong(turns: list[Tree], index: int, rng: random.Random) -> bool:
        if key not in turns[index]:
            return False
        number = turns[index][key] + rng.choice(by)
        if key != "total" and number < 0:
            return False
        turns[index][key] = number
        return True

    return wrong


SLIPS: Final[Mapping[str, Slip]] = {
    "wrong pip": _wrong_pip,
    "wrong place": _wrong_place,
    "line missing": _line_missing,
    "two plays swapped": _swap((*_ACTION, *_WORTH, "total"), 1),
    "- totals in place": _swap((*_ACTION, *_WORTH), 1),
    "- all claims in place": _swap(_ACTION, 1),
    "own two swapped": _swap(_ACTION),
    "draw count ±1": _draw_count,
    "award wrong": _wrong_number("award", (-10, -5, 5, 10)),
    "- carried on": _wrong_number("award", (-10, -5, 5, 10)),
    "total wrong": _wrong_number("total", (-10, -5, 5, 10, 100)),
    "sum wrong": _wrong_number("sum", (-5, -3, -2, -1, 1, 2, 3, 5)),
}
"""Every kind of slip by its name. Those of one number strike only where it is written."""

NEEDS: Final[Mapping[str, str]] = {
    "- totals in place": "total",
    "- all claims in place": "total",
    "award wrong": "award",
    "- carried on": "award",
    "total wrong": "total",
    "sum wrong": "sum",
}
"""The claim that a kind of slip needs."""

CARRIED: Final = frozenset({"- carried on"})
"""Kinds of slip that move all later totals of their side."""


def planted(kind: str, sheets: Sequence[Tree], seed: int = 0) -> Iterator[Planted]:
    """Slips of one kind without end, in one sheet after the other."""
    rng = random.Random(f"{kind} {seed}")  # noqa: S311 - games, not secrets
    while True:
        for sound in sheets:
            found = plant(kind, sound, rng)
            if found is not None:
                yield found
