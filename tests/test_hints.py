"""Names that no command knows: the nearest one is told, in each language, and none is guessed."""

from __future__ import annotations

import pytest

from allfives_cli.cli import run

PLAYS = ["explain", "--plays", "1-1"]
NEAR = [
    ("a command", ["valdate", "x"], "'validate'"),
    ("the beginning of a command", ["bot"], "'bot-check'"),
    ("an option", [*PLAYS, "--boards", "none"], "'--board'"),
    ("an option of all commands", ["--langg", "en", "rules"], "'--lang'"),
    ("a rule set", [*PLAYS, "--rules", "all-five"], "“all-fives”"),
    ("a rule set in capitals", ["new", "--players", "A,B", "--rules", "Muggins"], "“muggins”"),
    ("a rule set to be shown", ["rules", "mugins"], "muggins"),
    ("an option of the rules", [*PLAYS, "--set", "spiner=none"], "“spinner”"),
    ("a value", [*PLAYS, "--set", "spinner=non"], "“none”"),
    ("the beginning of a value", [*PLAYS, "--set", "spinner=first"], "“first-double”"),
    ("a value beside numbers", [*PLAYS, "--set", "hand_size=five"], "“five-each”"),
    ("a code", ["codes", "wrong-sums"], "wrong-sum"),
    ("a schema", ["schema", "recrd"], "record"),
]
FAR = [
    ("a command", ["xyzzy"]),
    ("a file for a command", ["records/match.json"]),
    ("an option", [*PLAYS, "--xyzzy"]),
    ("a rule set", [*PLAYS, "--rules", "chess"]),
    ("an option of the rules", [*PLAYS, "--set", "xyzzy=1"]),
    ("a value", [*PLAYS, "--set", "spinner=xyzzy"]),
    ("a number", [*PLAYS, "--set", "hand_size=99"]),
    ("a code", ["codes", "xyzzy"]),
    ("a schema", ["schema", "xyzzy"]),
]
ASKING = {"en": ("Did you mean {}?",), "pl": ("Czy miało być {}?", "Może {}?")}


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
    assert any(asking.format(shown) in said for asking in ASKING[language]), said


@pytest.mark.parametrize("language", ASKING)
@pytest.mark.parametrize("arguments", [case[1] for case in FAR], ids=[case[0] for case in FAR])
def test_nothing_is_guessed(
    arguments: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = said_of(arguments, language, capsys)
    assert not any(asking.split(" {")[0] in said for asking in ASKING[language]), said
