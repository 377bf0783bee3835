"""Every code with which the reading of a sheet's own notation can object or remark, and its params.

Words, numbers and short excerpts of the input, never sentences. An excerpt has at most
`limits.MAX_EXCERPT` characters.
"""

from types import MappingProxyType
from typing import Final

SHEET_CODES: Final = MappingProxyType(
    {
        # tiles
        "not-a-tile": ("value",),
        "too-many-tiles": ("limit",),  # in one list that is written as text
        "comma-splits-tiles": ("player", "tile"),  # `{Ann: 6-6, 5-5}`: the comma ended Ann's tiles
        # turn lines
        "turn-line": ("text",),  # text: what fits no part of a turn
        "turn-number": ("found", "expected"),  # the turn itself is read
        "turns-folded": ("lines",),  # so many lines that YAML joins, for want of a bar
        "too-many-turn-lines": ("limit",),
        "unknown-word": ("word",),
        "unknown-player": ("player", "players"),
        "name-not-unique": ("name", "choices"),
        "player-missing": ("text",),  # the line begins with a tile or a word of the grammar
        "nothing-after": ("word",),  # a word that wants a tile, name or number after it
        "second-tile": ("tile", "first", "points"),  # points: what may have been meant, or None
        "bare-number": ("text",),  # after the tile, without the sign that tells what it is
        "part-twice": ("part", "text"),  # part: a key of a turn
        "draws-after-tile": ("word",),
        "draws-comma": ("tile",),  # the comma between the draws and the tile played is missing
        "count-or-tile": ("text", "count", "tile"),  # `draws 12`: twelve tiles, or the tile 1-2?
        "bad-amount": ("text",),
        "bad-claim": ("text",),  # after `claimed`: not a name and an award
    }
)
"""What cannot be read, or disagrees with itself: code -> names of its params."""

SHEET_NOTES: Final = MappingProxyType(
    {
        "tile-spelling": ("value", "tile"),  # another tool would read something else here
        "comments-dropped": ("limit",),  # more comments than are kept as notes
    }
)
"""What was read, but is worth a remark: code -> names of its params."""
