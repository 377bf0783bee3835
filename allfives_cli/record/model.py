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

from pydantic import BaseModel, ConfigDict, Field

from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF

VERSION: Final = 1
UNSEEN: Final = "??"
LARGEST_NUMBER: Final = 100_000_000

# Written so that every pattern engine reads it alike: no control character, no
# separator, nothing that reorders or hides text, nothing that turn lines use.
_NOT_IN_KEYS: Final = (
    r"\s\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff"
    r"#,:;+=()\[\]{}|\x22/\\<>*&!%?@`~^$"
)
KEY_PATTERN: Final = rf"^[^{_NOT_IN_KEYS}0-9.'-][^{_NOT_IN_KEYS}]*$"
TEXT_PATTERN: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
DATE_PATTERN: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
STARTED_PATTERN: Final = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?$"
)

TileText = Literal[
    "0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6",
    "1-1", "1-2", "1-3", "1-4", "1-5", "1-6",
    "2-2", "2-3", "2-4", "2-5", "2-6",
    "3-3", "3-4", "3-5", "3-6",
    "4-4", "4-5", "4-6",
    "5-5", "5-6",
    "6-6",
]  # fmt: skip
SeenOrNot = TileText | Literal["??"]
Key = Annotated[str, Field(min_length=1, max_length=40, pattern=KEY_PATTERN)]
SideKey = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=4000, pattern=TEXT_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=TEXT_PATTERN)]
Date = Annotated[str, Field(pattern=DATE_PATTERN)]
Points = Annotated[
    float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, multiple_of=0.5, allow_inf_nan=False)
]
Whole = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Half = Annotated[int, Field(ge=0, le=HIGHEST_HALF)]
Json = dict[str, Any]
Mark = Literal["!!", "!", "!?", "?!", "?", "??"]


class Shape(BaseModel):
    """What all parts of a record have in common."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        populate_by_name=True,
        use_attribute_docstrings=True,
    )


class Player(Shape):
    """A person or program at the table, in the order of the seats."""

    key: Key
    """Short name, used wherever the record speaks of the player."""
    name: Name | None = None
    """Full name."""
    kind: Annotated[str, Field(min_length=1, max_length=40, pattern=TEXT_PATTERN)] | None = None
    """What plays: human, or a program's name."""
    ext: Json | None = None


class SideOf(Shape):
    """A player or a pair, with one shared score."""

    key: SideKey
    players: tuple[Key, ...]


class Claimed(Shape):
    """An award, or a part of it, that another player called and took (muggins)."""

    by: Key
    award: Whole
    total: Points | None = None


class Turn(Shape):
    """One player's turn: draws, then a play or a pass."""

    by: Key
    before: tuple[Text, ...] | None = None
    """Notes that stand before the turn."""
    draw: tuple[SeenOrNot, ...] | None = None
    """Tiles drawn, in order; ``??`` for one that the recorder did not see."""
    tile: TileText | None = None
    """The tile played."""
    on: Annotated[TileText | Half | None, Field(union_mode="left_to_right")] = None
    """The tile that it touches, or the value joined where the tile is not determined."""
    pass_: Annotated[Literal[True] | None, Field(alias="pass")] = None
    sum: Whole | None = None
    """Claim: the end-sum after the play, in pips."""
    award: Whole | None = None
    """Claim: points scored by the play."""
    due: Whole | None = None
    """Points that the play was worth, where fewer were scored by its player."""
    total: Points | None = None
    """Claim: the running total of the player's side."""
    claimed: tuple[Claimed, ...] | None = None
    mark: Mark | None = None
    notes: tuple[Text, ...] | None = None
    alts: tuple[Alternative, ...] | None = None
    irregular: Literal[True] | None = None
    """The players broke a rule here and the turn stood."""
    time: Annotated[float, Field(ge=0, le=LARGEST_NUMBER)] | None = None
    """Seconds that the turn took."""
    analysis: Json | None = None
    ext: Json | None = None


class Alternative(Shape):
    """A line that might have been played in place of a turn."""

    line: Annotated[tuple[Turn, ...], Field(min_length=1)]
    notes: tuple[Text, ...] | None = None


class LeadBy(Shape):
    """Who led the round, and how that was decided."""

    by: Key
    how: Literal["lot", "highest-double", "heaviest-tile", "went-out", "unknown"] | None = None


class Placed(Shape):
    """A tile of a position that was set up."""

    tile: TileText
    on: TileText | None = None


class Setup(Shape):
    """A position in place of a deal."""

    layout: tuple[Placed, ...]
    """The tiles on the table, in the order of play."""
    hands: dict[Key, tuple[SeenOrNot, ...]]
    boneyard: tuple[TileText, ...] | Whole
    """Undrawn tiles in the order in which they lie, or their number."""
    turn: Key
    """The player to move."""
    totals: dict[SideKey, Points] | None = None


class End(Shape):
    """How the round ended, what was left over and what was paid."""

    how: Literal["out", "blocked", "target", "abandoned"]
    by: Key | None = None
    left: dict[Key, tuple[SeenOrNot, ...]] | None = None
    """Tiles left in each hand."""
    pips: dict[Key, Whole] | None = None
    """Claim: pips left in each hand."""
    settlement: dict[SideKey, Points] | None = None
    """Claim: what each side's score changed by."""
    totals: dict[SideKey, Points] | None = None
    """Claim: the scores after the round."""


class Round(Shape):
    """One deal, played to its settlement."""

    lead: LeadBy | None = None
    """Required unless the round begins from a ``setup``."""
    hands: dict[Key, tuple[SeenOrNot, ...]] | None = None
    """The tiles dealt."""
    setup: Setup | None = None
    turns: tuple[Turn, ...]
    boneyard: tuple[TileText, ...] | None = None
    """Every undealt tile in the order in which it lies to be drawn."""
    end: End | None = None
    notes: tuple[Text, ...] | None = None
    ext: Json | None = None


class Result(Shape):
    """How the match ended. Absent while it is unfinished."""

    how: Literal[
        "target", "agreed", "resigned", "time", "forfeit", "adjudicated", "abandoned", "unknown"
    ]
    winners: tuple[SideKey, ...] | None = None
    totals: dict[SideKey, Points] | None = None


class Digest(Shape):
    """Hashes by which a record and the game in it are known."""

    record: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None
    game: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None


class Record(Shape):
    """A match of All Fives."""

    allfives: Literal[1]
    """Version of the format."""
    players: Annotated[tuple[Player, ...], Field(min_length=2, max_length=4)]
    sides: tuple[SideOf, ...] | None = None
    """Absent: each alone with two or three, opposite seats as pairs with four."""
    event: Text | None = None
    place: Text | None = None
    date: Date | None = None
    started: Annotated[str, Field(pattern=STARTED_PATTERN)] | None = None
    recorder: Text | None = None
    view: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """Whose eyes: ``all``, ``table`` (public facts only), or a player's key."""
    rules: str | Json
    """A rule set's name, or ``base`` and options."""
    rounds: tuple[Round, ...]
    result: Result | None = None
    notes: tuple[Text, ...] | None = None
    analysis: Json | None = None
    ext: Json | None = None
    digest: Digest | None = None


_SET: Final = tuple(tile.text for tile in DOUBLE_SIX)
assert TileText.__args__ == _SET, "TileText lists the double-six set"  # type: ignore[attr-defined]  # noqa: S101 - guards a literal that no type checker can compute
