"""A record as a sheet, as a person would write it by hand: YAML that is equal in value.

Turns are lines where a line can hold them, and mappings where it cannot; players are their
names, hands a text of tiles. Reading the sheet gives the same record. Nothing is filled in, and
nothing that was written is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import UNSEEN, Alternative, LeadBy, Record, Round, Setup, Turn
from allfives_cli.record.notation import MOST_TILES, is_clear_count
from allfives_cli.record.sheet_exact import misleading_names, with_exact
from allfives_cli.record.turn_words import first_word
from allfives_cli.record.turn_writing import write_turn
from allfives_cli.record.writing import to_plain
from allfives_cli.record.yaml_writing import Column, Lines, Tall, Tree, Verbatim, yaml_text


def write_sheet(record: Record) -> str:
    """The record's sheet, with a line feed at the end."""
    tree = Tall(to_plain(record))
    tree["players"] = _names([_player(player) for player in tree["players"]])
    if record.sides is not None:
        tree["sides"] = _names([_side(side) for side in tree["sides"]])
    if record.date is not None:
        tree["date"] = Verbatim(record.date)
    names = frozenset(player.key for player in record.players)
    tree["rounds"] = [_round(played, names) for played in record.rounds]
    return yaml_text(with_exact(tree, misleading_names(record)))


def _names(items: list[Tree]) -> list[Tree]:
    """Names on one line; or one a line, if there is more to say of any."""
    return items if all(isinstance(item, str) for item in items) else Column(items)


def _player(player: dict[str, Any]) -> Tree:
    return player["key"] if player.keys() == {"key"} else player


def _side(side: dict[str, Any]) -> Tree:
    return side["key"] if side["key"] == "+".join(side["players"]) else side


def _round(played: Round, names: frozenset[str]) -> Tree:
    tree = Tall(to_plain(played))
    if played.hands is not None:
        tree["hands"] = Tall(_hands(played.hands))
    if played.setup is not None:
        tree["setup"] = _setup(played.setup)
    tree["turns"] = _turns(played.turns, names)
    if played.boneyard is not None:
        tree["boneyard"] = _tiles(played.boneyard)
    if played.end is not None and played.end.left is not None:
        tree["end"]["left"] = _hands(played.end.left)
    return _with_lead(played, tree)


def _with_lead(played: Round, tree: Tall) -> Tall:
    """Leave out a lead that is read from the first turn; say where there is none to be read."""
    if played.setup is not None or not played.turns:
        return tree
    if played.lead == LeadBy(by=played.turns[0].by, how="unknown"):
        del tree["lead"]
    elif played.lead is None:
        return Tall({"lead": None, **tree})
    return tree


def _setup(setup: Setup) -> Tree:
    tree = Tall(to_plain(setup))
    if 0 < len(setup.layout) <= MOST_TILES:
        word = first_word("on")
        plays = (f"{play.tile} {word} {play.on}" if play.on else play.tile for play in setup.layout)
        tree["layout"] = Verbatim(", ".join(plays))
    else:
        tree["layout"] = [_with_tiles(play) for play in tree["layout"]]
    tree["hands"] = Tall(_hands(setup.hands))
    if not isinstance(setup.boneyard, int):
        tree["boneyard"] = _tiles(setup.boneyard)
    return tree


def _turns(turns: Sequence[Turn], names: frozenset[str]) -> Tree:
    """A block of lines; or a list of such blocks and of mappings, if there must be mappings."""
    parts: list[Tree] = []
    block: list[str] = []
    for turn in turns:
        line = write_turn(turn) if _players_of(turn) <= names else None
        if line is not None:
            block.append(line)
            continue
        parts += [Lines("\n".join(block))] if block else []
        block = []
        parts.append(_turn(turn, names))
    if block and not parts:
        return Lines("\n".join(block))
    return [*parts, Lines("\n".join(block))] if block else parts


def _players_of(turn: Turn) -> set[str]:
    """Whom a line would name: names that nobody has would be taken for shortened ones."""
    return {turn.by, *(claim.by for claim in turn.claimed or ())}


def _turn(turn: Turn, names: frozenset[str]) -> Tree:
    tree = Tall(_with_tiles(to_plain(turn)))
    if turn.draw is not None:
        tree["draw"] = _tiles(turn.draw)
    if turn.alts is not None:
        tree["alts"] = [_alternative(alternative, names) for alternative in turn.alts]
    return tree


def _alternative(alternative: Alternative, names: frozenset[str]) -> Tree:
    return Tall({**to_plain(alternative), "line": _turns(alternative.line, names)})


def _with_tiles(tree: Mapping[str, Any]) -> dict[str, Any]:
    """A play whose tiles need no quotes."""
    return {
        key: Verbatim(value) if key in ("tile", "on") and value in TILE_BY_TEXT else value
        for key, value in tree.items()
    }


def _hands(hands: Mapping[str, Sequence[str]]) -> dict[str, Tree]:
    return {player: _tiles(tiles) for player, tiles in hands.items()}


def _tiles(tiles: Sequence[str]) -> Tree:
    """Tiles as a text; their number where nobody saw them; a list where they are too many."""
    if not tiles or len(tiles) > MOST_TILES:
        return list(tiles)
    if UNSEEN not in tiles:
        return Verbatim(" ".join(tiles))
    if set(tiles) == {UNSEEN} and is_clear_count(len(tiles)):
        return len(tiles)
    return " ".join(tiles)
