"""Records of any content that the models allow, sound or not, for tests of reading and writing."""

import re

from hypothesis import strategies as st

from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import Record
from allfives_cli.record.values import KEY_PATTERN, TEXT_PATTERN

TILES = [tile.text for tile in DOUBLE_SIX]
NAMES = [
    "Ann",
    "Anna",
    "Ben",
    "Łukasz",
    "Żaneta",
    "no",
    "null",
    "on",
    "draws",
    "pas",
    "O'Brien",
    "½",
]
NOTES = [
    "a note",
    'she said: "no" # really',
    "# twice",
    "- not a list",
    "gęślą jaźń, {x}: [y]",
    " blanks ",
    "no",
    "7",
    "1:4",
    "2026-09-22",
    "",
    "\ufeff",
    "\u202ereversed",
    "\U0001f600 'quotes' \\ back",
    "? what",
    "y",
]

texts = st.one_of(
    st.sampled_from(NOTES),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12).filter(
        lambda text: re.fullmatch(TEXT_PATTERN, text) is not None
    ),
)
keys = st.one_of(
    st.sampled_from(NAMES),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
        lambda text: re.fullmatch(KEY_PATTERN, text) is not None
    ),
)
tile_lists = st.lists(st.sampled_from(TILES), max_size=30)
seen_or_not = st.one_of(
    st.lists(st.sampled_from([*TILES, "??"]), max_size=8),
    st.integers(0, 30).map(lambda number: ["??"] * number),
)
points = st.integers(-100, 400).map(lambda halves: halves // 2 if halves % 2 == 0 else halves / 2)
wholes = st.integers(0, 250)
json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**15) + 1, 10**15 - 1),
        st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not x.is_integer()),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        texts,
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(texts, st.just("k" * 1100)), inner, max_size=3),
    ),
    max_leaves=6,
)
mappings = st.dictionaries(texts, json_values, max_size=3)


def some(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    """A mapping with any of the fields, and all that are named ``must_``."""
    must = {name[5:]: value for name, value in fields.items() if name.startswith("must_")}
    may = {name: value for name, value in fields.items() if not name.startswith("must_")}
    return st.fixed_dictionaries(must, optional=may)


def turns(names: list[str], depth: int = 1) -> st.SearchStrategy[dict[str, object]]:
    by = st.one_of(st.sampled_from(names), st.sampled_from(names), keys)
    lines = some(must_by=by, tile=st.sampled_from(TILES), award=wholes, total=points)
    fields = {
        "must_by": by,
        "before": st.lists(texts, max_size=2),
        "draw": seen_or_not,
        "tile": st.sampled_from(TILES),
        "on": st.one_of(st.sampled_from(TILES), st.integers(0, 6)),
        "pass": st.sampled_from([True]),
        "sum": wholes,
        "award": wholes,
        "due": wholes,
        "total": points,
        "claimed": st.lists(some(must_by=by, must_award=wholes, total=points), max_size=2),
        "mark": st.sampled_from(["!!", "!", "!?", "?!", "?", "??"]),
        "notes": st.lists(texts, max_size=2),
        "irregular": st.sampled_from([True]),
        "time": st.one_of(st.floats(0, 1e8), st.sampled_from([0, 12, 4.5])),
        "analysis": mappings,
        "ext": mappings,
    }
    if depth:
        line = st.lists(turns(names, depth - 1), min_size=1, max_size=2)
        fields["alts"] = st.lists(
            some(must_line=line, notes=st.lists(texts, max_size=2)), max_size=2
        )
    few = st.sets(st.sampled_from(sorted(fields)), max_size=5)
    unusual = few.flatmap(lambda kept: some(**{k: fields[k] for k in {*kept, "must_by"}}))
    return st.one_of(lines, unusual)


@st.composite
def records(draw: st.DrawFn) -> Record:
    names = draw(st.lists(keys, min_size=2, max_size=4, unique=True))
    one = st.sampled_from(names)
    side_keys = st.one_of(one, st.just("+".join(names[::2])), st.sampled_from(["12", "1+1", "-"]))
    side_points = st.dictionaries(side_keys, points, max_size=3)
    hands = st.dictionaries(one, seen_or_not, max_size=4)
    placed = some(must_tile=st.sampled_from(TILES), on=st.sampled_from(TILES))
    setup = some(
        must_layout=st.lists(placed, max_size=3),
        must_hands=hands,
        must_boneyard=st.one_of(wholes, tile_lists),
        must_turn=one,
        totals=side_points,
    )
    end = some(
        must_how=st.sampled_from(["out", "blocked", "target", "abandoned"]),
        by=one,
        left=hands,
        pips=st.dictionaries(one, wholes, max_size=4),
        settlement=side_points,
        totals=side_points,
    )
    played = some(
        lead=some(must_by=one, how=st.sampled_from(["lot", "unknown", "went-out"])),
        hands=hands,
        setup=setup,
        must_turns=st.lists(turns(names), max_size=4),
        boneyard=tile_lists,
        end=end,
        notes=st.lists(texts, max_size=2),
        ext=mappings,
    )
    player = {
        name: some(must_key=st.just(name), name=texts.filter(bool), ext=mappings) for name in names
    }
    side = st.one_of(
        some(must_key=side_keys, must_players=st.lists(one, max_size=2)),
        st.lists(one, min_size=1, max_size=2).map(lambda p: {"key": "+".join(p), "players": p}),
    )
    fields = some(
        must_allfives=st.just(1),
        must_players=st.tuples(*(player[name] for name in names)),
        sides=st.lists(side, max_size=2),
        event=texts,
        place=texts,
        date=st.just("2026-09-22"),
        started=st.just("2026-09-22T18:30:00+02:00"),
        recorder=texts,
        view=st.one_of(one, st.just("all")),
        must_rules=st.one_of(texts, mappings),
        must_rounds=st.lists(played, max_size=2),
        result=some(
            must_how=st.sampled_from(["target", "time"]),
            winners=st.lists(side_keys, max_size=2),
            totals=side_points,
        ),
        notes=st.lists(texts, max_size=3),
        analysis=mappings,
        ext=mappings,
        digest=some(record=st.just("1e" + "0" * 62), game=st.just("ab" * 32)),
    )
    return Record.model_validate(draw(fields), strict=False)
