"""Strategies for records of the right shape, with every field that there is, sound or not.

`record_trees` makes plain JSON values, `records` makes Records of them. Players and sides are
named consistently; nothing else is: hands, turns and scores are whatever fits the schema.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from hypothesis import strategies as st

from allfives_cli.game.rules import HAND_SIZES, NUMBER_KEYS, NUMBER_LIMITS, OPTIONS, allowed_words
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import UNSEEN, VERSION, Record
from allfives_cli.record.values import (
    KEY_PATTERN,
    LARGEST_NUMBER,
    SIDE_KEY_PATTERN,
    TEXT_PATTERN,
)
from allfives_cli.rulesets import NAMES

Tree = dict[str, Any]
Trees = st.SearchStrategy[Tree]

MOST_PLAYERS: Final = 4
LONGEST: Final = 12
TEMPTING: Final = "aZ0 9-'.+:,#=é Łß字😀\u00ad\u200b\u202e\u2028\ufeff\x85\x7f\\\"/$%\n"
"""Characters that a reader may stumble over."""
LARGEST_FREE: Final = 10**15 - 1
"""The largest whole number that every JSON tool is trusted with."""


def text_of(pattern: str, least: int = 1) -> st.SearchStrategy[str]:
    """Short texts of Unicode that match a pattern; often of characters that tempt a reader."""
    whole = re.compile(pattern.removesuffix("$"))
    allowed = [char for char in TEMPTING if whole.fullmatch(f"a{char}")]
    others = st.characters(codec="utf-8").filter(
        lambda char: whole.fullmatch(f"a{char}") is not None
    )
    characters = st.one_of(st.sampled_from(allowed), others)
    return st.text(characters, min_size=least, max_size=LONGEST).filter(
        lambda text: whole.fullmatch(text) is not None
    )


keys: Final = st.one_of(
    st.sampled_from(["Ann", "Ben", "Łucja", "bot-2", "o'Neil", "Ż", "all", "draws"]),
    text_of(KEY_PATTERN),
)
side_keys: Final = st.one_of(st.just("North"), text_of(SIDE_KEY_PATTERN))
texts: Final = text_of(TEXT_PATTERN, least=0)
names: Final = text_of(TEXT_PATTERN)
tiles: Final = st.sampled_from([tile.text for tile in DOUBLE_SIX])
seen_or_not: Final = st.one_of(tiles, st.just(UNSEEN))
halves: Final = st.integers(0, 6)
counts: Final = st.one_of(st.integers(0, 40), st.integers(0, LARGEST_NUMBER))
points: Final = st.one_of(
    st.integers(-50, 250),
    st.integers(-LARGEST_NUMBER, LARGEST_NUMBER - 1).map(lambda whole: whole + 0.5),
    st.sampled_from([-LARGEST_NUMBER, LARGEST_NUMBER, 7.5, 0]),
)
seconds: Final = st.one_of(
    st.integers(0, 600), st.floats(0, 600).filter(lambda number: not number.is_integer())
)
digests: Final = st.text("0123456789abcdef", min_size=64, max_size=64)
dates: Final = st.dates().map(lambda day: day.isoformat())
times: Final = st.from_regex(
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?",
    fullmatch=True,
)
json_values: Final = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-LARGEST_FREE, LARGEST_FREE),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=LONGEST),
        st.sampled_from(['":', '" :', '\\":', "{}", "[]", '"a":1', "NaN", "1.0", "1e-7"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


free: Final = st.dictionaries(st.one_of(st.just("example.org/tv"), names), json_values, max_size=2)
"""What stands in ``ext`` and ``analysis``."""


def lists(items: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(items, min_size=least, max_size=most)


def maybe(required: Tree, **optional: st.SearchStrategy[Any]) -> Trees:
    """A mapping with these keys and some of the others."""
    return st.fixed_dictionaries(required, optional=optional)


def rules() -> st.SearchStrategy[str | Tree]:
    """Rules as a record may write them, sensible or not."""
    return st.one_of(
        st.sampled_from(NAMES),
        st.fixed_dictionaries(
            {"base": st.sampled_from(NAMES)},
            optional={option: _values(option) for option in OPTIONS},
        ),
    )


def _values(option: str) -> st.SearchStrategy[Any]:
    if option not in NUMBER_KEYS:
        return st.sampled_from(allowed_words(option))
    number = st.integers(*NUMBER_LIMITS[option])
    by_seats = st.fixed_dictionaries({}, optional=dict.fromkeys(NUMBER_KEYS[option], number))
    named = [st.sampled_from(list(HAND_SIZES))] if option == "hand_size" else []
    return st.one_of(number, by_seats, *named)


def turns(players: st.SearchStrategy[str], depth: int = 1) -> Trees:
    """A turn that plays, passes or only draws, with anything else beside."""
    remarks: dict[str, st.SearchStrategy[Any]] = {
        "before": lists(texts, 1),
        "sum": counts,
        "award": counts,
        "due": counts,
        "total": points,
        "claimed": lists(maybe({"by": players, "award": counts}, total=points), 1, 2),
        "mark": st.sampled_from(["!!", "!", "!?", "?!", "?", "??"]),
        "notes": lists(texts, 1),
        "irregular": st.just(True),  # noqa: FBT003 - the only value that there is
        "time": seconds,
        "analysis": free,
        "ext": free,
    }
    if depth:
        line = lists(st.deferred(lambda: turns(players, depth - 1)), 1, 2)
        remarks["alts"] = lists(maybe({"line": line}, notes=lists(texts, 1)), 1, 2)
    draw = lists(seen_or_not, 1)
    places = st.one_of(tiles, halves)
    plays = maybe({"by": players, "tile": tiles}, draw=draw, on=places, **remarks)
    passes = maybe({"by": players, "pass": st.just(True)}, draw=draw, **remarks)  # noqa: FBT003 - as above
    draws = maybe({"by": players, "draw": draw}, **remarks)
    return st.one_of(plays, plays, passes, draws)


def rounds(players: st.SearchStrategy[str], sides: st.SearchStrategy[str]) -> Trees:
    hands = st.dictionaries(players, lists(seen_or_not))
    scores = st.dictionaries(sides, points)
    lead_how = ["lot", "highest-double", "heaviest-tile", "went-out", "unknown"]
    setup = maybe(
        {
            "layout": lists(maybe({"tile": tiles}, on=tiles)),
            "hands": hands,
            "boneyard": st.one_of(lists(tiles), st.integers(0, 28)),
            "turn": players,
        },
        totals=scores,
    )
    end = maybe(
        {"how": st.sampled_from(["out", "blocked", "target", "abandoned"])},
        by=players,
        left=hands,
        pips=st.dictionaries(players, counts),
        settlement=scores,
        totals=scores,
    )
    common = {"end": end, "notes": lists(texts, 1), "ext": free}
    played = lists(turns(players))
    lead = maybe({"by": players}, how=st.sampled_from(lead_how))
    dealt = maybe({"lead": lead, "turns": played}, hands=hands, boneyard=lists(tiles), **common)
    return st.one_of(dealt, dealt, maybe({"setup": setup, "turns": played}, **common))


@st.composite
def record_trees(draw: st.DrawFn) -> Tree:
    """A record as plain JSON values, its keys in canonical order."""
    seated = draw(st.lists(keys, min_size=2, max_size=MOST_PLAYERS, unique=True))
    players = st.sampled_from(seated)
    listed = [
        draw(maybe({"key": st.just(key)}, name=names, kind=names, ext=free)) for key in seated
    ]
    named = draw(st.lists(side_keys, min_size=1, max_size=MOST_PLAYERS, unique=True))
    sides = st.sampled_from([*named, *seated])
    side = st.fixed_dictionaries({"key": st.sampled_from(named), "players": lists(players, 1)})
    result_how = [
        "target", "agreed", "resigned", "time", "forfeit", "adjudicated", "abandoned", "unknown",
    ]  # fmt: skip
    result = maybe(
        {"how": st.sampled_from(result_how)},
        winners=lists(sides),
        totals=st.dictionaries(sides, points),
    )
    tree = draw(
        maybe(
            {
                "allfives": st.just(VERSION),
                "players": st.just(listed),
                "rules": rules(),
                "rounds": lists(rounds(players, sides)),
            },
            sides=lists(side),
            event=texts,
            place=texts,
            date=dates,
            started=st.builds(str.__add__, dates, times),
            recorder=texts,
            view=st.one_of(st.sampled_from(["all", "table"]), players),
            result=result,
            notes=lists(texts, 1),
            analysis=free,
            ext=free,
            digest=maybe({}, record=digests, game=digests),
        )
    )
    return _in_order(tree)


def _in_order(tree: Tree) -> Tree:
    return {key: tree[key] for key in Record.model_fields if key in tree}


def records() -> st.SearchStrategy[Record]:
    """Records of the right shape."""
    return record_trees().map(as_record)


def as_record(tree: Tree) -> Record:
    """Plain JSON values as a Record. Raises pydantic's ValidationError."""
    return Record.model_validate_json(json.dumps(tree))
