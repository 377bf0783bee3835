"""Names that no command knows: the nearest one is told, in each language, and none is guessed."""

from __future__ import annotations

import pytest

from allfives_cli.cli import run

MATCH = "records/two-players-to-250.json"
PLAYS = ["explain", "--plays", "1-1"]
NEAR = [
    ("a command", ["valdate", "x"], "“validate”"),
    ("the beginning of a command", ["bot"], "“bot-check”"),
    ("an option", [*PLAYS, "--boards", "none"], "“--board”"),
    ("an option of all commands", ["--langg", "en", "rules"], "“--lang”"),
    ("a format", [*PLAYS, "--format", "jsno"], "“json”"),
    ("a way to draw a board", [*PLAYS, "--board", "boxs"], "“boxes”"),
    ("a form to convert to", ["fmt", "x", "--to", "yml"], "“yaml”"),
    ("a player, for the hands", ["view", MATCH, "-o", "x", "--hands", "Agnieshka"], "“Agnieszka”"),
    ("a word, for the hands", ["view", MATCH, "-o", "x", "--hands", "nnoe"], "“none”"),
    ("a player, for the seat", ["infer", MATCH, "--seat", "Zdislaw"], "“Zdzisław”"),
    ("a player who went out", ["settle", "Ann=", "Ben=1-1", "--out", "bne"], "“Ben”"),
    ("what to remove", ["note", MATCH, "1.1", "--remove", "mrak"], "“mark”"),
    ("a kind of player", ["play", "--seat", "A=gredy", "--seat", "B=human"], "“greedy”"),
    ("a rule set", [*PLAYS, "--rules", "all-five"], "“all-fives”"),
    ("a rule set in capitals", ["new", "--players", "A,B", "--rules", "Muggins"], "“muggins”"),
    ("a rule set to be shown", ["rules", "mugins"], "“muggins”"),
    ("an option of the rules", [*PLAYS, "--set", "spiner=none"], "“spinner”"),
    ("a value", [*PLAYS, "--set", "spinner=non"], "“none”"),
    ("the beginning of a value", [*PLAYS, "--set", "spinner=first"], "“first-double”"),
    ("a value beside numbers", [*PLAYS, "--set", "hand_size=five"], "“five-each”"),
    ("a code", ["codes", "wrong-sums"], "“wrong-sum”"),
    ("a schema", ["schema", "recrd"], "“record”"),
    ("the file of a schema", ["schema", "series.schema.json"], "“series”"),
    ("several codes", ["codes", "place"], "“place-not-in-layout”, “place-needed”"),
]
FAR = [
    ("a command", ["xyzzy"]),
    ("a part of a command", ["check", "x"]),
    ("a file for a command", ["records/match.json"]),
    ("an option", [*PLAYS, "--xyzzy"]),
    ("a part of an option", ["validate", "--max", "3", "x"]),
    ("a format", [*PLAYS, "--format", "xyzzy"]),
    ("a mark", ["note", MATCH, "1.1", "--mark", "x"]),
    ("what to remove", ["note", MATCH, "1.1", "--remove", "xyzzy"]),
    ("a player", ["infer", MATCH, "--seat", "Xyzzy"]),
    ("a rule set", [*PLAYS, "--rules", "chess"]),
    ("an option of the rules", [*PLAYS, "--set", "xyzzy=1"]),
    ("a value", [*PLAYS, "--set", "spinner=xyzzy"]),
    ("a number", [*PLAYS, "--set", "hand_size=99"]),
    ("a code", ["codes", "xyzzy"]),
    ("a schema", ["schema", "xyzzy"]),
]
ASKING = {"en": "Did you mean {}?", "pl": "Czy miało być {}?"}


def said_of(arguments: list[str], language: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["--lang", language, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[-1]


@pytest.mark.parametrize("language", ASKING)
@pytest.mark.parametrize(("arguments", "name"), [c[1:] for c in NEAR], ids=[c[0] for c in NEAR])
def test_the_nearest_name_is_told(
    arguments: list[str], name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = name if language == "en" else name.replace("“", "„")
    said = said_of(arguments, language, capsys)
    assert ASKING[language].format(shown) in said, said


@pytest.mark.parametrize("language", ASKING)
@pytest.mark.parametrize("arguments", [case[1] for case in FAR], ids=[case[0] for case in FAR])
def test_nothing_is_guessed(
    arguments: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = said_of(arguments, language, capsys)
    assert ASKING[language].partition(" {")[0] not in said, said
