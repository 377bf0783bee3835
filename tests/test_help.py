"""Help and usage errors: every word of them in each language, and English as light as ever."""

from __future__ import annotations

import ast
import gettext
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import click
import pytest
from click.testing import CliRunner
from help_words import END, click_words, compiled, path_of, words
from syrupy.assertion import SnapshotAssertion

from allfives_cli.cli import COMMANDS, allfives, run
from allfives_cli.commands.translating import (
    OPTIONS,
    SUBCOMMAND,
    Translation,
    metavar_of,
    name_of,
    written,
)
from allfives_cli.text.catalog import load
from allfives_cli.text.languages import TRANSLATED, asked_for

NAMES = ["allfives", *COMMANDS]
# What stands in help as it is typed or as a file has it.
LITERAL = re.compile(
    r"`[^`]*`|\[[a-z|]+\]|(?<!\w)-{1,2}[a-z-]+|--on-error \S+|all\|none\|"
    r"|^  [a-z-]+  |allfives \S+",
    re.MULTILINE,
)
ENGLISH = re.compile(
    r"\b(the|is|are|was|of|and|with|this|that|must|which|where|what|who|how|one|else|tiles?"
    r"|players?|rounds?|turns?|record|write|line|written|sides?|show|say|list|play|options?|usage"
    r"|commands?|default|required|missing|invalid|error|try|for|help|exit|no|not|such"
    r"|value|got|path|file|name|seconds|integer|range|match|rules|language)\b",
    re.IGNORECASE,
)
TEXTS: Any = load("help.yaml")


@pytest.fixture(autouse=True)
def _english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ALLFIVES_LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")


def command_of(name: str) -> click.Command:
    if name == allfives.name:
        return allfives
    command = allfives.get_command(click.Context(allfives), name)
    assert command is not None
    return command


def english_of(name: str) -> Iterator[tuple[str, str]]:
    """Every text of a command's help as the code has it, by its key."""
    command = command_of(name)
    if name in COMMANDS:
        yield "line", COMMANDS[name]
    yield "about", written(command.help or "")
    if command.epilog:
        yield "epilog", written(command.epilog)
    for param in command.params:
        if getattr(param, "help", None):
            yield name_of(param), param.help  # type: ignore[attr-defined] - of the class's own


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_command_is_translated_as_it_stands_in_the_code(name: str) -> None:
    texts = TEXTS["commands"][name]
    for key, english in english_of(name):
        text = texts[key] if key in texts else TEXTS["shared"][key]
        assert text["en"] == english, f"{name} {key}: translate it anew"
        assert set(text) - {"metavar"} == {"en", *TRANSLATED}, f"{name} {key}"
        assert all(text.values()), f"{name} {key}"


def test_no_text_is_left_over() -> None:
    assert set(TEXTS["commands"]) == set(NAMES)
    shared: set[str] = set()
    for name in NAMES:
        keys = {key for key, _ in english_of(name)}
        bare = {name_of(param) for param in command_of(name).params if metavar_of(param)}
        for key, text in TEXTS["commands"][name].items():
            assert key in keys or ("en" not in text and key in bare), f"{name} {key}"
        shared |= keys - set(TEXTS["commands"][name])
    assert set(TEXTS["shared"]) == shared


def test_every_word_for_a_value_is_translated_and_none_is_left_over() -> None:
    used = {OPTIONS, SUBCOMMAND}
    for name in NAMES:
        for param in command_of(name).params:
            text = TEXTS["commands"][name].get(name_of(param), {})
            if "metavar" in text:
                assert list(text["metavar"]) == [metavar_of(param)]
                assert all(set(each) == set(TRANSLATED) for each in text["metavar"].values())
            elif word := metavar_of(param):
                used.add(word)
    assert set(TEXTS["metavars"]) == used
    assert all(set(text) == set(TRANSLATED) for text in TEXTS["metavars"].values())


SPEAKING = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""Modules of click that speak to whoever uses a command line."""

FOR_DEVELOPERS = re.compile(
    r"^(%\(prog\)s|Choice\(|Name '|No options defined|Could not determine|Arguments take"
    r"|Boolean option|Invalid start character|Value must be an iterable|Do you want"
    r"|Confirm the action)"
)
"""What click says of a program's mistakes, or of things that no command here has."""


def click_says() -> Iterator[tuple[str, ...]]:
    """The texts that the installed click looks up: each alone, or with its plural."""
    for module in SPEAKING:
        source = Path(click.__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("_", "ngettext"):
                texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
                if texts and not FOR_DEVELOPERS.match(str(texts[0])):
                    yield tuple(map(str, texts))


def fields(*texts: str) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_that_click_says_is_translated(language: str) -> None:
    said = list(click_says())
    assert len(said) > 30
    for texts in said:
        translations = click_words(language)[texts[0]]
        if isinstance(translations, str):
            translations = [translations]
        assert len(translations) == len(texts), texts
        assert fields(*translations) <= fields(*texts), texts


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_gettext_reads_is_made_of_the_words(language: str) -> None:
    assert path_of(language).read_bytes() == compiled(words(language)), "run tests/help_words.py"
    with path_of(language).open("rb") as file:
        found = gettext.GNUTranslations(file)
    for text, translation in words(language).items():
        context, _, message = text.rpartition(END)
        if context:
            assert found.pgettext(context, message) == translation
        elif isinstance(translation, str):
            assert found.gettext(text) == translation
        else:
            assert [found.ngettext(text, "", number) for number in (1, 2)] == translation


def said_by(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(list(arguments))
    return status, *capsys.readouterr()


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("name", NAMES)
def test_polish_help_has_no_english_in_it(
    name: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("ALLFIVES_LANG", "pl")
    status, help_text, errors = said_by(capsys, *([name] if name in COMMANDS else []), "--help")
    assert (status, errors) == (0, "")
    assert help_text.startswith("Użycie: allfives")
    assert "Opcje:" in help_text
    assert ENGLISH.findall(LITERAL.sub("", help_text)) == []
    # click takes no less than this for its columns.
    assert max(map(len, help_text.splitlines())) <= max(columns, 52)


@pytest.mark.parametrize("name", NAMES)
def test_polish_help_counts_nothing_and_tells_no_man_from_a_woman(name: str) -> None:
    text = "\n".join(entry["pl"] for entry in TEXTS["commands"][name].values() if "pl" in entry)
    text = re.sub(r"^Kod wyjścia: .*", "", text, flags=re.MULTILINE)
    assert not re.search(r"\d (?:klock|punkt|oczk|rund|mecz|kolej)", text)
    assert not re.search(r"\b(?:gracz|zwycięzca|przeciwnik)\b", text, re.IGNORECASE)
    assert text.count("„") == text.count("”")


MISTAKES = [
    ([], "Użycie: allfives [OPCJE] POLECENIE [ARGUMENTY]…"),
    (["check"], "Nie ma polecenia „check”."),
    (["--frob"], "Nie ma opcji „--frob”."),
    (["--lang", "de"], "Zła wartość '--lang': „de” nie może tu stać. Możliwe: en, pl."),
    (["replay"], "Brak argumentu 'ŚCIEŻKA'."),
    (["validate"], "Brak argumentu 'ŚCIEŻKA…'."),
    (["replay", "a", "b"], "Nadmiarowy argument: b"),
    (["replay", "a", "b", "c"], "Nadmiarowe argumenty: b c"),
    (["replay", "--boards", "x"], "--board"),
    (["replay", "a", "--at"], "wymaga wartości."),
    (["replay", "a", "--step=3"], "nie przyjmuje wartości."),
    (["replay", "a", "--width", "5"], "5 jest poza zakresem x>=20."),
    (["replay", "a", "--width", "q"], "„q” nie jest liczbą całkowitą."),
    (["replay", "a", "--format", "x"], "„x” nie może tu stać. Możliwe: text, json."),
    (["replay", "a", "--at", "x"], "Zła wartość '--at': Kolejkę zapisuje się"),
    (["note", "a", "x"], "Zła wartość 'R.K': Kolejkę zapisuje się"),
    (["new"], "Brak opcji '--players'."),
    (["explain"], "Błąd: Podaj zapis albo dołożenia w --plays."),
]


@pytest.mark.parametrize(
    ("arguments", "said"), MISTAKES, ids=[" ".join(case[0]) or "nothing" for case in MISTAKES]
)
def test_usage_errors_are_polish(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    monkeypatch.chdir(Path(__file__).parent.parent)
    status, output, errors = said_by(capsys, *arguments)
    assert status == 2 or not arguments
    assert said in output + errors
    assert ENGLISH.findall(LITERAL.sub("", errors)) == []


@pytest.mark.parametrize(
    ("arguments", "polish"),
    [
        (["--lang", "pl", "--help"], True),
        (["--lang=pl", "--help"], True),
        (["--help", "--lang", "pl"], True),
        (["replay", "--lang", "pl", "--help"], True),
        (["replay", "--help", "--lang=pl"], True),
        (["--lang", "pl", "replay", "--help"], True),
        (["--lang", "pl", "replay", "--lang", "en", "--help"], False),
        (["replay", "--help"], False),
        (["--help"], False),
    ],
)
def test_the_command_line_names_the_language_anywhere(
    arguments: list[str], polish: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    _, output, _ = said_by(capsys, *arguments)
    assert output.startswith("Użycie:" if polish else "Usage:")
    assert ("Pokazuje tę pomoc" in output) == polish


def test_a_language_in_front_of_a_command_is_spoken_by_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = ("explain", "--plays", "1-4", "--board", "none")
    assert "suma końców" in said_by(capsys, "--lang", "pl", *plays)[1]
    assert "suma końców" in said_by(capsys, "--lang", "en", *plays, "--lang", "pl")[1]
    monkeypatch.setenv("ALLFIVES_LANG", "pl")
    assert "end-sum" in said_by(capsys, "--lang", "en", *plays)[1]


def test_a_language_that_is_none_of_ours_leaves_the_environments() -> None:
    assert asked_for(["--lang", "de"]) == "en"
    assert asked_for(["--lang"]) == "en"
    assert asked_for(["settle", "--", "--lang", "pl"]) == "en"


def test_nothing_of_a_translation_stays_behind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    domain = gettext.textdomain()
    before = said_by(capsys, "replay", "--help"), said_by(capsys, "--help")
    said_by(capsys, "--lang", "pl", "replay", "--help")
    said_by(capsys, "--lang", "pl", "--help")
    assert (said_by(capsys, "replay", "--help"), said_by(capsys, "--help")) == before
    assert (os.environ["LANGUAGE"], gettext.textdomain()) == ("cs", domain)


@pytest.mark.parametrize("language", ["cs", None])
def test_a_commands_work_is_done_in_the_users_environment(
    language: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that sits at the table is started in it."""

    @click.command("work")
    def work() -> None:
        click.echo(os.environ.get("LANGUAGE"))

    if language:
        monkeypatch.setenv("LANGUAGE", language)
    with Translation("pl") as translation:
        assert os.environ["LANGUAGE"] == "pl"
        done = CliRunner().invoke(translation.command(work, "work"))
        assert os.environ["LANGUAGE"] == "pl"
    assert done.output == f"{language}\n" if language else "\n"


def test_brackets_and_dots_of_a_metavar_are_kept() -> None:
    @click.command("work")
    @click.argument("path")
    @click.argument("file", required=False)
    @click.argument("name", nargs=-1)
    def work() -> None: ...

    with Translation("pl") as translation:
        usage = CliRunner().invoke(translation.command(work, "work"), ["--help"]).output
    assert usage.startswith("Użycie: work [OPCJE] ŚCIEŻKA [PLIK] [NAZWA]...")


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", ["allfives", "explain"])
def test_help_as_it_is_shown(
    name: str, language: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    arguments = [name] if name in COMMANDS else []
    assert said_by(capsys, "--lang", language, *arguments, "--help")[1] == snapshot


def test_english_help_loads_no_translation() -> None:
    code = (
        "import sys\n"
        "from allfives_cli.cli import run\n"
        "run(['--help'])\n"
        "sys.stderr.write(' '.join(name for name in sys.modules if name.startswith('allfives')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert set(done.stderr.split()) == {
        "allfives_cli",
        "allfives_cli.cli",
        "allfives_cli.commands",
        "allfives_cli.commands.valuetypes",
        "allfives_cli.statuses",
        "allfives_cli.text",
        "allfives_cli.text.languages",
    }
