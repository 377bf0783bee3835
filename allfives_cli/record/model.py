"""The record's shape, version 1: models of what was written. Shape only, never rules.

Every model is strict and frozen and refuses keys that it does not know. Tiles
are canonical texts (``"1-4"``); other spellings are brought to that form by
`reading` before a model sees them. Points are numbers, whole or half; end-sums,
awards and pips are whole.

Deliberately not here: whether a play was legal, a sum right or a name known at
the table. That is for `allfives_cli.checking`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import json_or_python_schema

from allfives_cli.record.values import (
    Date,
    Draws,
    Half,
    Hash,
    Key,
    Mark,
    Name,
    Notes,
    Points,
    Seconds,
    SeenOrNot,
    SideKey,
    Started,
    Text,
    TileText,
    Version,
    Whole,
    Word,
    Yes,
    none_if_empty,
)

VERSION: Final = 1
UNSEEN: Final = "??"
Json = dict[str, Any]


def _fields_of(schema: Any) -> dict[str, Any]:  # noqa: ANN401 - pydantic's own nested dicts
    """The fields in the core schema of a model, whatever it is wrapped in."""
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    fields: dict[str, Any] = schema["fields"]
    return fields


class Shape(BaseModel):
    """What all parts of a record have in common.

    In JSON an optional field is left out, never null; in Python None stands
    for one that is left out.
    """

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
    )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Refuse null for optional fields where JSON is read."""
        schema = handler(source)
        for field in _fields_of(handler.resolve_ref_schema(schema)).values():
            optional = field["schema"]
            if optional["type"] == "default" and optional["schema"]["type"] == "nullable":
                or_none = optional["schema"]
                optional["schema"] = json_or_python_schema(or_none["schema"], or_none)
        return schema


class Player(Shape):
    """A person or program at the table. Players are listed in the order of the seats."""

    key: Key
    """Short name, used wherever the record speaks of the player."""
    name: Name | None = None
    """Full name."""
    kind: Word | None = None
    """What plays: `human`, or a program's name."""
    ext: Json | None = None
    """The writer's own data, by keys that begin with a domain name."""


class SideOf(Shape):
    """A player or a pair, with one shared score."""

    key: SideKey
    """The name by which scores speak of the side."""
    players: tuple[Key, ...]
    """The keys of its players."""


class Claimed(Shape):
    """Points of a play that another player called and took (muggins)."""

    by: Key
    """The player who called."""
    award: Whole
    """Points taken."""
    total: Points | None = None
    """Claim: the running total of the caller's side."""


class Turn(Shape):
    """One player's turn: any draws, then a play or a pass."""

    by: Key
    """The player."""
    before: Notes | None = None
    """Notes that stand before the turn."""
    draw: Draws | None = None
    """Tiles drawn, in order; `??` for one that the recorder did not see."""
    tile: TileText | None = None
    """The tile played."""
    on: Annotated[TileText | Half | None, Field(union_mode="left_to_right")] = None
    """The tile that it touches, or the value joined where that is enough. Absent on a lead."""
    pass_: Annotated[Yes | None, Field(alias="pass")] = None
    """The turn ended without a play."""
    sum: Whole | None = None
    """Claim: the end-sum after the play, in pips."""
    award: Whole | None = None
    """Claim: points scored by the play."""
    due: Whole | None = None
    """Claim: points that the play was worth, where its player did not score all of them."""
    total: Points | None = None
    """Claim: the running total of the player's side."""
    claimed: Annotated[tuple[Claimed, ...], AfterValidator(none_if_empty)] | None = None
    """What other players took of the points due."""
    mark: Mark | None = None
    """An annotator's judgement of the play, as in chess."""
    notes: Notes | None = None
    """Notes on the turn, one line each."""
    alts: Annotated[tuple[Alternative, ...], AfterValidator(none_if_empty)] | None = None
    """Lines that might have been played in place of this turn and what followed."""
    irregular: Yes | None = None
    """The players broke a rule here and the turn stood."""
    time: Seconds | None = None
    """Seconds that the turn took."""
    analysis: Json | None = None
    """What a program found out about the turn."""
    ext: Json | None = None
    """The writer's own data, by keys that begin with a domain name."""


class Alternative(Shape):
    """A line that might have been played in place of a turn."""

    line: Annotated[tuple[Turn, ...], Field(min_length=1)]
    """Its turns; the first stands in place of the turn that holds the alternative."""
    notes: Notes | None = None
    """Notes on the line."""


class LeadBy(Shape):
    """Who led the round, and how that was decided."""

    by: Key
    """The player who led."""
    how: Literal["lot", "highest-double", "heaviest-tile", "went-out", "unknown"] | None = None
    """How it was decided; left out or `unknown` where nobody wrote it down."""


class Placed(Shape):
    """A tile of a position that was set up."""

    tile: TileText
    """The tile."""
    on: TileText | None = None
    """The tile that it touches. Absent for the first."""


class Setup(Shape):
    """A position in place of a deal."""

    layout: tuple[Placed, ...]
    """The tiles on the table, in the order of play."""
    hands: dict[Key, tuple[SeenOrNot, ...]]
    """The hands, by player; a player who is left out holds nothing."""
    boneyard: tuple[TileText, ...] | Whole
    """Undrawn tiles in the order in which they lie, or their number."""
    turn: Key
    """The player to move."""
    totals: dict[SideKey, Points] | None = None
    """The scores, by side, where they are not those of the rounds before."""


class End(Shape):
    """How the round ended, what was left over and what was paid."""

    how: Literal["out", "blocked", "target", "abandoned"]
    """`out`: a hand is empty. `blocked`: nobody can move. `target`: the match was won in
    mid-round. `abandoned`: the round was broken off."""
    by: Key | None = None
    """The player who went out or reached the target."""
    left: dict[Key, tuple[SeenOrNot, ...]] | None = None
    """Tiles left in each hand, by player."""
    pips: dict[Key, Whole] | None = None
    """Claim: pips left in each hand, by player."""
    settlement: dict[SideKey, Points] | None = None
    """Claim: what the scores changed by; a side that is left out got nothing."""
    totals: dict[SideKey, Points] | None = None
    """Claim: the scores after the round, by side."""


class Round(Shape):
    """One deal, played to its settlement, or a position played on."""

    lead: LeadBy | None = None
    """Who led. Needed unless the round begins from a `setup`."""
    hands: dict[Key, tuple[SeenOrNot, ...]] | None = None
    """The tiles dealt, by player; a hand that nobody saw is left out."""
    setup: Setup | None = None
    """A position that stands in place of `lead`, `hands` and `boneyard`."""
    turns: tuple[Turn, ...]
    """The turns, in order."""
    boneyard: tuple[TileText, ...] | None = None
    """Every undealt tile in the order in which it lies to be drawn, drawn ones included."""
    end: End | None = None
    """How the round ended. Absent while it goes on."""
    notes: Notes | None = None
    """Notes on the round."""
    ext: Json | None = None
    """The writer's own data, by keys that begin with a domain name."""


class Result(Shape):
    """How the match ended."""

    how: Literal[
        "target", "agreed", "resigned", "time", "forfeit", "adjudicated", "abandoned", "unknown"
    ]
    """`target`: a side reached it. All other words are decisions that no play shows."""
    winners: tuple[SideKey, ...] | None = None
    """The sides that won."""
    totals: dict[SideKey, Points] | None = None
    """Claim: the final scores, by side."""


class Digest(Shape):
    """Hashes by which a record, and the game in it, are known."""

    record: Hash | None = None
    """Of everything in the record but this object."""
    game: Hash | None = None
    """Of what happened at the table, whoever wrote it down."""


class Record(Shape):
    """A match of All Fives: facts seen at the table and claims written there."""

    allfives: Version
    """Version of the format."""
    players: Annotated[tuple[Player, ...], Field(min_length=2, max_length=4)]
    """The players, in the order of the seats and of the turns."""
    sides: tuple[SideOf, ...] | None = None
    """Who share a score. Absent: each alone with two or three, opposite seats with four."""
    event: Text | None = None
    """The tournament or occasion."""
    place: Text | None = None
    """Where it was played."""
    date: Date | None = None
    """The day."""
    started: Started | None = None
    """When play began, by the clock at the table."""
    recorder: Text | None = None
    """Who wrote the record: a person or a program."""
    view: Word | None = None
    """Whose eyes: `all`, `table` (public facts only), or the key of a player."""
    rules: str | Json
    """The name of a rule set, or a `base` and the options that differ from it."""
    rounds: tuple[Round, ...]
    """The rounds, in order."""
    result: Result | None = None
    """How the match ended. Absent while it goes on."""
    notes: Notes | None = None
    """Notes on the match."""
    analysis: Json | None = None
    """What a program found out about the match."""
    ext: Json | None = None
    """The writer's own data, by keys that begin with a domain name."""
    digest: Digest | None = None
    """Hashes by which the record and the game in it are known."""
