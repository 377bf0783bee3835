"""The single values of a record and what each may be: keys, texts, tiles, points, days.

Each is a type for the models, strict in what it takes. Patterns are kept apart
under their names, since the published schemas and the command line ask for them.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError, PydanticKnownError

from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF

LARGEST_NUMBER: Final = 100_000_000
LONGEST_KEY: Final = 40
LONGEST_NAME: Final = 200
LONGEST_TEXT: Final = 4000

# Characters of classes, written so that every pattern engine reads them alike:
# no \s or \u, which engines take differently, but the characters themselves.
NOT_IN_TEXTS: Final = "\\x00-\\x1f\\x7f-\\x9f\u2028\u2029"
"""Control characters and line separators."""
NOT_IN_SIDE_KEYS: Final = (
    # blanks and controls, and characters that reorder or hide text
    "\\x00-\\x20\\x7f-\\xa0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
    # signs that have a meaning in turn lines, in YAML or on a command line
    r"#,:;=()\[\]{}|\x22/\\<>*&!%?@`~^$"
)
NOT_IN_KEYS: Final = NOT_IN_SIDE_KEYS + "+"
NOT_FIRST_IN_KEYS: Final = "0-9.'-"
KEY_PATTERN: Final = rf"^[^{NOT_IN_KEYS}{NOT_FIRST_IN_KEYS}][^{NOT_IN_KEYS}]*$"
SIDE_KEY_PATTERN: Final = rf"^[^{NOT_IN_SIDE_KEYS}]+$"
TEXT_PATTERN: Final = rf"^[^{NOT_IN_TEXTS}]*$"
DATE_PATTERN: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
STARTED_PATTERN: Final = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?$"
)
DIGEST_PATTERN: Final = "^[0-9a-f]{64}$"
_Item = TypeVar("_Item")
_DATE_LENGTH: Final = len("2026-09-22")


def _of_the_calendar(text: str) -> str:
    """Refuse a day that no calendar has, as the 31st of February."""
    try:
        date.fromisoformat(text[:_DATE_LENGTH])
    except ValueError:
        raise PydanticCustomError("bad_date", "no such day") from None
    return text


def _a_boolean(value: object) -> object:
    """Refuse 1 for true, which Literal would take."""
    if not isinstance(value, bool):
        raise PydanticKnownError("bool_type")
    return value


def _whole_if_whole(value: float) -> int | float:
    """The same number, as int where it has no fraction: 15 for 15.0."""
    return int(value) if value.is_integer() else value


def _exact_halves(value: float) -> float:
    """Refuse 7.5000000001, which pydantic's own test takes for a multiple of 0.5."""
    if not (2 * value).is_integer():
        raise PydanticKnownError("multiple_of", {"multiple_of": 0.5})
    return value


def none_if_empty(items: tuple[_Item, ...]) -> tuple[_Item, ...] | None:
    """An empty list of notes or draws says no more than none."""
    return items or None


def a_whole_number(value: object) -> object:
    """Refuse true and 1.0 for 1, which Literal would take."""
    if type(value) is not int:
        raise PydanticKnownError("int_type")
    return value


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
Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY, pattern=KEY_PATTERN)]
SideKey = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=SIDE_KEY_PATTERN)]
Text = Annotated[str, Field(max_length=LONGEST_TEXT, pattern=TEXT_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=TEXT_PATTERN)]
Word = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY, pattern=TEXT_PATTERN)]
Date = Annotated[str, Field(pattern=DATE_PATTERN), AfterValidator(_of_the_calendar)]
Started = Annotated[str, Field(pattern=STARTED_PATTERN), AfterValidator(_of_the_calendar)]
Hash = Annotated[str, Field(pattern=DIGEST_PATTERN)]
Points = Annotated[
    Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
    | Annotated[
        float,
        Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, multiple_of=0.5),
        AfterValidator(_exact_halves),
        AfterValidator(_whole_if_whole),
    ],
    Field(union_mode="left_to_right"),
]
Whole = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Seconds = Annotated[
    Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
    | Annotated[float, Field(ge=0, le=LARGEST_NUMBER), AfterValidator(_whole_if_whole)],
    Field(union_mode="left_to_right"),
]
Half = Annotated[int, Field(ge=0, le=HIGHEST_HALF)]
Notes = Annotated[tuple[Text, ...], AfterValidator(none_if_empty)]
Draws = Annotated[tuple[SeenOrNot, ...], AfterValidator(none_if_empty)]
Version = Annotated[Literal[1], BeforeValidator(a_whole_number)]
Yes = Annotated[Literal[True], BeforeValidator(_a_boolean)]
Mark = Literal["!!", "!", "!?", "?!", "?", "??"]

_SET: Final = tuple(tile.text for tile in DOUBLE_SIX)
assert TileText.__args__ == _SET, "TileText lists the double-six set"  # type: ignore[attr-defined]  # noqa: S101 - guards a literal that no type checker can compute
