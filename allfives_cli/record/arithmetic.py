"""The shape of what arithmetic says of a turn and of a match, as it stands in ``analysis``.

``analysis`` is keyed by method, so that stronger methods can stand beside this
one: arithmetic is under `METHOD`, with the `VERSION` of what it computes. Shape
only: nothing is computed here, and whether what was written is true is not asked.
"""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, ValidationError

from allfives_cli.record.model import Json, Shape
from allfives_cli.record.values import Half, Key, TileText, Whole, Yes, a_whole_number

METHOD: Final = "arithmetic"
VERSION: Final = 1


Version = Annotated[Literal[1], BeforeValidator(a_whole_number)]
Place = Annotated[TileText | Half | None, Field(union_mode="left_to_right")]


class Left(Shape):
    """The best award that a play leaves to the next player."""

    award: Whole
    """Points; 0 where no tile that the mover has not seen scores."""
    tile: TileText | None = None
    """The tile that would score them; absent for 0."""
    on: Place = None
    """The tile that it would touch, or the value joined where that is not determined."""


class Choice(Shape):
    """One distinct play: of places that come to the same only one is listed."""

    tile: TileText
    """The tile."""
    on: Place = None
    """The tile that it touches, or the value joined where that is not determined."""
    sum: Whole
    """The end-sum that it makes, in pips."""
    award: Whole
    """Points that it scores."""
    left: Left | None = None
    """The most that the next player can score with a tile that the mover has not seen.
    Absent where the play ends the round or the match."""
    played: Yes | None = None
    """This is what was played."""


class TurnArithmetic(Shape):
    """One turn. A turn without a play has only what it proved."""

    version: Version
    """Version of the method."""
    forced: bool | None = None
    """Whether there was no other play. Absent where unseen tiles leave that open."""
    choices: Annotated[tuple[Choice, ...], Field(min_length=1)] | None = None
    """The distinct plays from the known tiles, by tile, then place."""
    best: Whole | None = None
    """The best award among them."""
    missed: Whole | None = None
    """How much less the play was worth."""
    unseen: Whole | None = None
    """Tiles of the hand that the record does not show, if any: the choices leave them out."""
    lacks: Annotated[tuple[Half, ...], Field(min_length=1)] | None = None
    """Values of which the player holds no tile after the turn, as the draw or pass proves."""

    @property
    def played(self) -> Choice | None:
        """The choice that was played."""
        return next((choice for choice in self.choices or () if choice.played), None)


class PlayerArithmetic(Shape):
    """A player's plays, counted. ``forced``, ``unforced`` and ``unsure`` add up to ``plays``."""

    plays: Whole
    """Turns with a play."""
    forced: Whole
    """Those with no other play."""
    unforced: Whole
    """Those with a choice."""
    unsure: Whole
    """Those of which unseen tiles leave that open."""
    best: Whole
    """Turns with a choice in which no award was missed."""
    missed: Whole
    """Points missed in the turns with a choice."""
    left: Whole
    """The best awards left to the next player in the turns with a choice, added up."""


class MatchArithmetic(Shape):
    """The sums for each player."""

    version: Version
    """Version of the method."""
    players: dict[Key, PlayerArithmetic]
    """By player."""


def arithmetic_in(analysis: Json | None) -> TurnArithmetic | None:
    """What a turn's analysis says by this method and version; None where that cannot be read."""
    if analysis is None or METHOD not in analysis:
        return None
    try:
        return TurnArithmetic.model_validate_json(json.dumps(analysis[METHOD]))
    except (ValidationError, ValueError):
        return None
