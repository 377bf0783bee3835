import pytest

from allfives_cli.record.places import Note
from allfives_cli.record.sheet import Normalised, normalise
from allfives_cli.record.yaml_source import read_yaml

SHEET = """\
# what evening this was
%sallfives: 1   # the version
players: [Ann, Ben]   # Ann sat by the "window #2"
"event": "#1 # one"
# above the rounds' key
rounds:   # behind it
# above the first round
- hands: {Ann: 6-6 5-5, "Ben": 4-4}   # behind hands
  turns: |   # behind the sign of a block
    # first in the block
    Ann 6-6
    Ben 6-5   # in the block
    # last in the block
  # under the block
  end: {how: blocked}   # behind the end
  # under the end
# above the second round
- turns:   # behind turns
  # above the first turn
  - Ann 6-6   # behind a line
  # above a mapping
  - by: Ben   # behind a key
    # between keys
    tile: 6-5
    # under the keys

  # above a list of lines
  - |
    # above a line
    Ann 6-4
  # under the turns
  end: {how: out}
    # deep under the end
# under all
notes: [one]   # behind the notes
"""


def normal_of(text: str, *, pure: bool = False) -> tuple[str, Normalised]:
    source = read_yaml(text.encode(), "sheet", pure=pure)
    return source.text, normalise(source)


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("start", ["", "%YAML 1.2 # yes\n---\n"])
def test_comments_become_notes_of_what_they_stand_by(start: str, *, pure: bool) -> None:
    text = SHEET.replace("# what evening this was\n%s", start + "# what evening this was\n")
    _, normal = normal_of(text, pure=pure)
    tree = normal.plain()
    assert isinstance(tree, dict)
    directive = ["yes"] if start else []
    assert tree["notes"] == [
        *directive,
        "what evening this was",
        "the version",
        'Ann sat by the "window #2"',
        "above the rounds' key",
        "under all",
        "one",
        "behind the notes",
    ]
    assert tree["event"] == "#1 # one"
    assert isinstance(tree["rounds"], list)
    first, second = tree["rounds"]
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert first["notes"] == [
        "behind it",
        "above the first round",
        "behind hands",
        "behind the sign of a block",
        "last in the block",
        "under the block",
        "behind the end",
        "under the end",
    ]
    assert first["turns"] == [
        {"by": "Ann", "before": ["first in the block"], "tile": "6-6"},
        {"by": "Ben", "tile": "5-6", "notes": ["in the block"]},
    ]
    assert second["turns"] == [
        {
            "by": "Ann",
            "before": ["above the first turn"],
            "tile": "6-6",
            "notes": ["behind a line"],
        },
        {
            "by": "Ben",
            "before": ["above a mapping"],
            "tile": "5-6",
            "notes": ["behind a key", "between keys", "under the keys"],
        },
        {"by": "Ann", "before": ["above a list of lines", "above a line"], "tile": "4-6"},
    ]
    assert second["notes"] == [
        "above the second round",
        "behind turns",
        "under the turns",
        "deep under the end",
    ]


def test_a_note_that_was_a_comment_has_its_place() -> None:
    text, normal = normal_of("allfives: 1  #  so it is \nrounds: []\n")
    assert isinstance(normal.root.value, dict)
    notes = normal.root.value["notes"].value
    assert isinstance(notes, list)
    assert [text[note.start : note.end] for note in notes] == ["so it is"]


def test_comments_in_flow_style() -> None:
    _, normal = normal_of(
        "rounds: [  # before all\n"
        "  {turns: [  # before the turns\n"
        "    Ann 6-6,  # behind the first\n"
        "    # above the second\n"
        "    Ben 6-5   # behind the second\n"
        "  ]}, # behind the round\n"
        "  {turns: []}\n"
        "] # behind all\n"
    )
    assert normal.plain() == {
        "rounds": [
            {
                "turns": [
                    {"by": "Ann", "tile": "6-6", "notes": ["behind the first"]},
                    {
                        "by": "Ben",
                        "before": ["above the second"],
                        "tile": "5-6",
                        "notes": ["behind the second"],
                    },
                ],
                "notes": ["before all", "before the turns", "behind the round"],
                "lead": {"by": "Ann", "how": "unknown"},
            },
            {"turns": []},
        ],
        "notes": ["behind all"],
    }


@pytest.mark.parametrize(
    "text",
    [
        'event: "a # b"\n',
        "event: 'a # b'\n",
        "event: a#b\n",
        "event: |\n  a # b\n  # c\n",
        "event: >\n  a # b\n\n  # c\n",
        '"a # b": 1\n',
        '{event: "x\n  # y"}\n',
        "event: x #\n#\n# \t\n",
    ],
)
def test_what_is_no_comment_or_says_nothing(text: str) -> None:
    _, normal = normal_of(text)
    assert isinstance(normal.plain(), dict)
    assert "notes" not in normal.plain()  # type: ignore[operator] # it is a dict


def test_a_comment_behind_a_text_that_looks_like_one_is_found() -> None:
    _, normal = normal_of('event: "a # b" # c # d\n')
    assert normal.plain() == {"event": "a # b", "notes": ["c # d"]}


def test_a_tab_in_a_comment_is_a_blank_in_the_note() -> None:
    assert normal_of("event: x #\ta\tb\n")[1].plain() == {"event": "x", "notes": ["a b"]}


def test_a_comment_longer_than_a_note_may_be_becomes_several() -> None:
    _, normal = normal_of(f"event: x # {'a' * 4000}{'b' * 10}\n")
    assert normal.plain() == {"event": "x", "notes": ["a" * 4000, "b" * 10]}


def test_no_more_comments_are_kept_than_anybody_reads() -> None:
    _, normal = normal_of("event: x\n" + "# a\n" * 10_005)
    tree = normal.plain()
    assert isinstance(tree, dict)
    assert tree["notes"] == ["a"] * 10_000
    assert normal.notes == [Note("comments-dropped", {"limit": 10_000}, 40_009, 40_010)]


def test_notes_that_are_no_list_are_left_to_the_models() -> None:
    assert normal_of("notes: {a: b} # c\n")[1].plain() == {"notes": {"a": "b"}}


def test_a_comment_of_the_form_is_no_note() -> None:
    _, normal = normal_of(
        "#: how to fill this in\nallfives: 1   #: a number\nnotes: [one]   # :and this\n"
        "rounds:\n#: a round\n- turns: |\n    Ann 6-6   #: in a block it is text\n"
        "    #: as any other\n  #: under it\n#!two\n"
    )
    tree = normal.plain()
    assert isinstance(tree, dict)
    assert tree["notes"] == ["one", ":and this", "!two"]
    assert "notes" in str(tree["rounds"])
    assert "under it" not in str(tree["rounds"])
    assert normal.problems == []
