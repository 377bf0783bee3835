"""Turns a match played by `dealing` into a record, with as many claims as are asked for.

Every number comes from the game itself, none from `checking`, so that what is made here
can show whether checking is right. `match_tree` gives the record as plain JSON values, to be
edited and then made a `Record` by `as_record`; `record_of` does both. Rounds and turns are
counted from 1 as in the record.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dealing import TARGET, RoundPlayed, Turn

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import side_key
from allfives_cli.game.actions import Action, Ending, Hand, Play
from allfives_cli.game.matches import LeadHow, default_sides
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Side
from allfives_cli.game.tiles import Tile
from allfives_cli.record.model import UNSEEN, VERSION, Record

Tree = dict[str, Any]
Place = tuple[int, int]
"""Round and turn, from 1."""

SCORES: Final = frozenset({"award", "total", "settlement", "totals"})
LEFT: Final = SCORES | {"left"}
EVERYTHING: Final = LEFT | {"sum", "pips"}
LEVELS: Final[Mapping[str, frozenset[str]]] = {
    "facts": frozenset(),
    "scores": SCORES,
    "left": LEFT,
    "everything": EVERYTHING,
}
"""What may be written beside tiles, places, draws and passes: keys of turns and ends."""


@dataclass(frozen=True)
class Writing:
    """How a match is written down.

    ``players`` are keys, or mappings with a key and what else is known of a player. ``view`` as
    in the record: with a player's key the other hands are unseen until they are laid open.
    ``claims`` are the keys written beside the facts. ``remarks`` are added to turns. ``taken``
    says, for a play whose award was not simply scored, who took how much of it. With
    ``setup_after`` the first round begins from the position after so many turns.
    """

    players: Sequence[str | Mapping[str, Any]]
    sides: Sequence[Side] | None = None
    view: str = "all"
    claims: Collection[str] = EVERYTHING
    remarks: Mapping[Place, Mapping[str, Any]] = field(default_factory=dict)
    taken: Mapping[Place, Mapping[str, int]] = field(default_factory=dict)
    setup_after: int = 0

    @property
    def keys(self) -> list[str]:
        """The players' keys by seat."""
        return [one if isinstance(one, str) else one["key"] for one in self.players]

    @property
    def seats_of(self) -> Sequence[Side]:
        """The sides, the usual ones where none are named."""
        return default_sides(len(self.players)) if self.sides is None else self.sides

    @property
    def side_keys(self) -> list[str]:
        """The sides' keys, in their order."""
        return [side_key(self.keys, side) for side in self.seats_of]

    def side_of(self, seat: int) -> int:
        """The index of a seat's side."""
        return next(i for i, side in enumerate(self.seats_of) if seat in side)

    def sees(self, seat: int) -> bool:
        """Whether the recorder sees this hand."""
        return self.view in ("all", self.keys[seat])


def record_of(rounds: Sequence[RoundPlayed], writing: Writing, **header: object) -> Record:
    """The record of these rounds; ``header`` as in `match_tree`."""
    return as_record(match_tree(rounds, writing, **header))


def as_record(tree: Tree) -> Record:
    """Plain JSON values as a record. Raises pydantic's ValidationError."""
    return Record.model_validate_json(json.dumps(tree))


def match_tree(rounds: Sequence[RoundPlayed], writing: Writing, **header: object) -> Tree:
    """The record of these rounds as plain values.

    ``header`` are further keys of the record. A ``result`` there that says only how, as for a
    match given up, is completed with the totals.
    """
    tree: Tree = {"allfives": VERSION, "players": [_player(one) for one in writing.players]}
    if writing.sides is not None:
        tree["sides"] = [
            {"key": key, "players": [writing.keys[seat] for seat in side]}
            for key, side in zip(writing.side_keys, writing.seats_of, strict=True)
        ]
    tree |= {"view": writing.view, "rules": expanded(rounds[0].state.rules)}
    totals = list(rounds[0].totals_before)
    tree["rounds"] = [_round(played, writing, totals) for played in rounds]
    result = header.pop("result", None)
    if rounds[-1].winners:
        winners = [writing.side_keys[side] for side in rounds[-1].winners]
        tree["result"] = {"how": "target", "winners": winners}
    elif isinstance(result, Mapping):
        tree["result"] = dict(result)
    if "result" in tree and "totals" in writing.claims:
        tree["result"]["totals"] = _by_side(totals, writing)
    return tree | header


def expanded(rules: RuleSet) -> Tree:
    """Rules in canonical form: every option written out."""
    return {"base": rules.base, **rules.options()}


def state_before(played: RoundPlayed, turn: int) -> RoundState:
    """The round as it stood before one of its turns."""
    state = RoundState(
        played.state.rules,
        [Hand(hand) for hand in played.hands],
        played.leader,
        len(played.boneyard),
        played.boneyard,
    )
    before = played.turns()[: turn - 1]
    events = sum(len(done.draws) + (done.action is not None) for done in before)
    for event in played.events[:events]:
        state.apply(event.seat, event.action)
    return state


def line_of(state: RoundState, actions: Iterable[Action], writing: Writing) -> list[Tree]:
    """Plays that might follow in this position, as the line of an alternative."""
    state = state.copy()
    line: list[Tree] = []
    for action in actions:
        turn: Tree = {"by": writing.keys[state.to_move]}
        outcome = state.apply(state.to_move, action)
        assert isinstance(action, Play)
        assert outcome is not None
        line.append({**turn, **_play(action), "sum": outcome.end_sum, "award": outcome.award})
    return line


def _player(one: str | Mapping[str, Any]) -> Tree:
    return {"key": one} if isinstance(one, str) else dict(one)


def _round(played: RoundPlayed, writing: Writing, totals: list[int]) -> Tree:
    tree: Tree = {}
    skipped = writing.setup_after if played.number == 1 else 0
    if skipped:
        tree["setup"] = _setup(played, writing, skipped, totals)
    else:
        tree["lead"] = {"by": writing.keys[played.leader], "how": _lead_how(played)}
        tree["hands"] = {
            key: _tiles(played.hands[seat], seen=writing.sees(seat))
            for seat, key in enumerate(writing.keys)
        }
        if writing.view == "all":
            tree["boneyard"] = [tile.text for tile in played.boneyard]
    turns = played.turns()[skipped:]
    tree["turns"] = [
        _turn(turn, (played.number, number), writing, totals)
        for number, turn in enumerate(turns, start=1)
    ]
    if played.how:
        for side, change in (played.settlement.changes if played.settlement else {}).items():
            totals[side] += change
        tree["end"] = _end(played, writing, totals)
    return tree


def _lead_how(played: RoundPlayed) -> str:
    return (LeadHow.LOT if played.lead.seat is None else played.lead.how).value


def _setup(played: RoundPlayed, writing: Writing, turns: int, totals: list[int]) -> Tree:
    """The position after so many turns, whose awards are counted in."""
    state = state_before(played, turns + 1)
    laid = [event.action for event in played.events if isinstance(event.action, Play)]
    for event in played.turns()[:turns]:
        totals[writing.side_of(event.seat)] = event.total
    return {
        "layout": [_play(play) for play in laid[: len(state.layout.covered)]],
        "hands": {
            key: _tiles(state.hands[seat].known, seen=writing.sees(seat))
            for seat, key in enumerate(writing.keys)
        },
        "boneyard": [tile.text for tile in state.boneyard or ()],
        "turn": writing.keys[state.to_move],
        "totals": _by_side(totals, writing),
    }


def _turn(turn: Turn, place: Place, writing: Writing, totals: list[int]) -> Tree:
    tree: Tree = {"by": writing.keys[turn.seat]}
    if turn.draws:
        seen = writing.sees(turn.seat)
        tree["draw"] = [tile.text if seen else UNSEEN for tile in turn.draws]
    if isinstance(turn.action, Play):
        assert turn.outcome is not None
        tree |= _play(turn.action)
        tree["sum"] = turn.outcome.end_sum
        tree |= _scored(turn, place, writing, totals)
    elif turn.action is not None:
        tree["pass"] = True
    claims = ("sum", "award", "total")
    kept = {key: item for key, item in tree.items() if key not in claims or key in writing.claims}
    return kept | dict(writing.remarks.get(place, {}))


def _play(play: Play) -> Tree:
    on = play.on.text if isinstance(play.on, Tile) else play.on
    return {"tile": play.tile.text} | ({} if on is None else {"on": on})


def _scored(turn: Turn, place: Place, writing: Writing, totals: list[int]) -> Tree:
    """Who scored the award of a play, and the totals after it."""
    assert turn.outcome is not None
    award, by = turn.outcome.award, writing.keys[turn.seat]
    taken = dict(writing.taken.get(place, {by: award}))

    def bank(player: str, amount: int) -> Tree:
        side = writing.side_of(writing.keys.index(player))
        totals[side] += 2 * amount
        return {"award": amount, "total": points(totals[side])}

    tree = bank(by, taken.pop(by, 0))
    if place in writing.taken:
        tree["due"] = award
    if taken:
        tree["claimed"] = [{"by": player, **bank(player, part)} for player, part in taken.items()]
    return tree


def _end(played: RoundPlayed, writing: Writing, totals: list[int]) -> Tree:
    keys, hands = writing.keys, played.state.hands
    tree: Tree = {"how": played.how}
    if played.how != Ending.BLOCKED:
        tree["by"] = keys[played.mover]
    if played.how != TARGET or writing.view == "all":
        shown = {key: _tiles(hand.known) for key, hand in zip(keys, hands, strict=True)}
        tree["left"] = {
            key: tiles for key, tiles in shown.items() if tiles or key != tree.get("by")
        }
        tree["pips"] = {key: hand.pips or 0 for key, hand in zip(keys, hands, strict=True)}
    if played.settlement is not None:
        tree["settlement"] = {
            writing.side_keys[side]: points(change)
            for side, change in played.settlement.changes.items()
        }
    tree["totals"] = _by_side(totals, writing)
    return {key: item for key, item in tree.items() if key in {"how", "by", *writing.claims}}


def _by_side(totals: Iterable[int], writing: Writing) -> Tree:
    return {key: points(total) for key, total in zip(writing.side_keys, totals, strict=True)}


def _tiles(tiles: Collection[Tile], *, seen: bool = True) -> list[str]:
    return [tile.text for tile in sorted(tiles)] if seen else [UNSEEN] * len(tiles)
