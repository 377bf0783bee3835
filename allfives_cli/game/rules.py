"""Rule sets: options whose values are words. Code branches on a value, never on a name.

The options and their allowed words are the fields of `RuleSet`; the three
published rule sets are data in the package `allfives_cli.rulesets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args, get_type_hints

from allfives_cli.game.tiles import DOUBLE_SIX

BySeats = int | Mapping[str, int]
"""A number for this match, or numbers by the number of players."""

FourPlayers = Literal["pairs", "pairs-or-alone"]
Tiles = Literal["double-six"]
FirstLead = Literal["lot", "highest-double"]
LeadAfterOut = Literal["went-out"]
LeadAfterBlock = Literal["lot", "highest-double"]
NoDouble = Literal["heaviest-tile"]
LedTile = Literal["any", "deciding-tile"]
Spinner = Literal["first-double", "none"]
Arms = Literal["after-chain-sides"]
Counting = Literal["end-doubles-whole"]
Award = Literal["multiples-of-five"]
Draw = Literal["until-playable"]
Pass = Literal["boneyard-empty"]
OutSettlement = Literal["pooled", "deducted", "each-hand"]
BlockedSettlement = Literal[
    "pooled", "deducted", "less-own-rounded", "less-own", "rounded-difference"
]
Tie = Literal["split-by-two-of-three", "nothing"]
MatchEnd = Literal["at-target"]
BothOver = Literal["higher-total"]

HAND_SIZE_KEYS: Final = ("2", "3", "4")
TARGET_KEYS: Final = ("2", "3", "4-alone", "4-pairs")
NUMBER_KEYS: Final = {"hand_size": HAND_SIZE_KEYS, "target": TARGET_KEYS}

HAND_SIZES: Final[Mapping[str, Mapping[str, int]]] = {
    "nine-seven-five": {"2": 9, "3": 7, "4": 5},
    "seven-five-five": {"2": 7, "3": 5, "4": 5},
    "five-each": {"2": 5, "3": 5, "4": 5},
}
"""Named hand sizes (S1, S2 and S2's two alternatives), usable as ``hand_size``."""

LARGEST_HAND: Final = len(DOUBLE_SIX) // 2
LARGEST_TARGET: Final = 1_000_000
NUMBER_LIMITS: Final = {"hand_size": (1, LARGEST_HAND), "target": (1, LARGEST_TARGET)}


class BadRules(Exception):
    """Options that make no rule set: ``code``, the ``option`` it is about, ``params``."""

    def __init__(self, code: str, option: str, **params: object) -> None:
        super().__init__(code, option, params)
        self.code = code
        self.option = option
        self.params = params


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every option of one game, fixed for a match.

    ``base`` names the published rule set that it was taken from; nothing may
    branch on it. Points are whole points here. An option with one allowed word
    is how every game here is played: it stands in a record so that a reader
    need not know, and a later rule may give it a second word.
    """

    base: str
    four_players: FourPlayers
    tiles: Tiles
    hand_size: BySeats
    target: BySeats
    first_lead: FirstLead
    lead_after_out: LeadAfterOut
    lead_after_block: LeadAfterBlock
    no_double: NoDouble
    led_tile: LedTile
    spinner: Spinner
    arms: Arms
    counting: Counting
    award: Award
    draw: Draw
    pass_: Pass
    out_settlement: OutSettlement
    blocked_settlement: BlockedSettlement
    tie: Tie
    match_end: MatchEnd
    both_over: BothOver

    def options(self) -> dict[str, Any]:
        """Every option by its written key, in canonical order."""
        found: dict[str, Any] = {}
        for key, field in _FIELD_OF.items():
            value = getattr(self, field)
            found[key] = dict(value) if isinstance(value, Mapping) else value
        return found

    def hand_size_for(self, players: int) -> int | None:
        """Tiles dealt to each of ``players``, or None where the rules do not say."""
        if isinstance(self.hand_size, int):
            return self.hand_size
        return self.hand_size.get(str(players))

    def target_for(self, players: int, sides: int) -> int | None:
        """Points that win the match, or None where the rules do not say."""
        if isinstance(self.target, int):
            return self.target
        if players == max_players():
            return self.target.get("4-alone" if sides == players else "4-pairs")
        return self.target.get(str(players))


FEWEST_PLAYERS: Final = 2


def max_players() -> int:
    """The most players at one table in all three rule systems."""
    return 4


_HINTS: Final = get_type_hints(RuleSet)
_FIELD_OF: Final = {f.name.rstrip("_"): f.name for f in fields(RuleSet) if f.name != "base"}

OPTIONS: Final = tuple(_FIELD_OF)
"""Every option's written key, in canonical order."""


_NAMED_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "hand_size": tuple(HAND_SIZES),
    "target": (),
}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    key: _NAMED_NUMBERS[key] if key in NUMBER_KEYS else get_args(_HINTS[field])
    for key, field in _FIELD_OF.items()
}


def allowed_words(option: str) -> tuple[str, ...]:
    """The words an option may hold; for an option with numbers, its named values."""
    return _WORDS[option]


def make_rules(base: str, options: Mapping[str, object]) -> RuleSet:
    """Build a rule set from a full mapping of options to words or numbers.

    Raises BadRules: ``unknown-option`` (with the known keys), ``bad-option``
    (with the allowed words), ``missing-option``, ``bad-option-number`` (with
    the limits and keys).
    """
    if not options.keys() <= _WORDS.keys():
        unknown = next(key for key in options if key not in _WORDS)
        raise BadRules("unknown-option", unknown, allowed=OPTIONS)
    values: list[Any] = []  # in the order of the fields
    for key, words in _WORDS.items():
        if key not in options:
            raise BadRules("missing-option", key, allowed=words)
        value = options[key]
        if key in NUMBER_KEYS:
            value = _numbers(key, value)
        elif value not in words:
            raise BadRules("bad-option", key, value=value, allowed=words)
        values.append(value)
    return RuleSet(base, *values)


def _numbers(option: str, value: object) -> BySeats:
    if option == "hand_size" and isinstance(value, str) and value in HAND_SIZES:
        return HAND_SIZES[value]
    if isinstance(value, dict):
        keys = NUMBER_KEYS[option]
        for key, number in value.items():
            if key not in keys or not _is_number(option, number):
                raise _bad_number(option, value)
        return {key: value[key] for key in keys if key in value}
    if not _is_number(option, value):
        raise _bad_number(option, value)
    assert isinstance(value, int)  # noqa: S101 - tells the type checker what _is_number found
    return value


def _is_number(option: str, value: object) -> bool:
    least, most = NUMBER_LIMITS[option]
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _bad_number(option: str, value: object) -> BadRules:
    least, most = NUMBER_LIMITS[option]
    return BadRules(
        "bad-option-number",
        option,
        value=value,
        least=least,
        most=most,
        keys=NUMBER_KEYS[option],
        allowed=allowed_words(option),
    )
