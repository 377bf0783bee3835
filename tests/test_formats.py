"""Findings for programs: documents that their readers accept, whatever a file or a name holds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from commanding import Validate
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from allfives_cli import __version__
from allfives_cli.checking.findings import Severity
from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined, Located, examine
from allfives_cli.record.places import Span
from allfives_cli.record.reading import Reading, read_record
from allfives_cli.show.formats import Format
from allfives_cli.show.formats.github import Github
from allfives_cli.show.formats.junit import Junit
from allfives_cli.show.formats.lines import Concise
from allfives_cli.show.formats.paths import uri, within
from allfives_cli.show.formats.plain import Json
from allfives_cli.show.formats.sarif import Sarif
from allfives_cli.show.plain_json import json_text
from allfives_cli.text.catalog import catalog

DATA = Path(__file__).parent / "data"
# The schema of SARIF 2.1.0 Plus Errata 01, as OASIS publishes it.
SARIF = Draft4Validator(json.loads((DATA / "sarif-schema-2.1.0.json").read_text("utf-8")))

SOUND = """allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- turns: |
    Ann 5-5 =10
result: {how: abandoned}
"""
WRONG = SOUND.replace("=10", "=15")
WARNED = SOUND.replace("    Ann 5-5 =10\n", "    Ann 5-5 =10\n    Ann 4-5 on 5-5\n")
UNFINISHED = SOUND.replace("result: {how: abandoned}\n", "")
TWICE = '{\n  "allfives": 1,\n  "allfives": 1\n}\n'
HOSTILE = 'a%0A::error ,:]]><&"\n\x1b[31m\u202e.yaml'

EN = catalog("en")
FORMS: dict[str, Callable[[], Format]] = {
    "json": lambda: Json(EN),
    "sarif": lambda: Sarif(EN, "/", strict=False),
    "junit": lambda: Junit(EN, strict=False),
    "github": lambda: Github(EN, "/"),
    "concise": lambda: Concise(EN),
}


def sarif_run(text: str) -> dict[str, Any]:
    """The one run of a log that the schema accepts."""
    log = json.loads(text)
    errors = [error.message for error in SARIF.iter_errors(log)]
    assert errors == []
    (run,) = log["runs"]
    return dict(run)


def located(**changes: Any) -> Located:
    fields: dict[str, Any] = {
        "path": "a.yaml",
        "code": "wrong-sum",
        "severity": Severity.ERROR,
        "span": Span(6, 14, 6, 16),
        "pointer": ("rounds", 0, "turns", 0, "sum"),
        "params": {"claimed": 15, "computed": 10},
    }
    return Located(**(fields | changes))


def examined(*findings: Located, name: str = "a.yaml", first_line: int = 1) -> Examined:
    reading = Reading(name, "yaml", b"")
    reading.first_line = first_line
    return Examined(reading, list(findings))


def written(form: Format, *records: Examined) -> str:
    tally = Tally()
    parts = [form.begin()]
    for each in records:
        tally.add(each)
        parts.append(form.record(each))
    return "".join([*parts, form.end(tally)])


# One clean document, whatever the result.

RESULTS = [
    ("sound", {"a.yaml": SOUND}, ["a.yaml"], 0),
    ("wrong", {"a.yaml": WRONG}, ["a.yaml"], 1),
    ("several", {"a.yaml": WRONG, "b.json": TWICE, "c.yaml": SOUND}, ["."], 1),
    ("an archive", {"a.jsonl": "{}\n\n[]\n{"}, ["a.jsonl"], 1),
    ("not there", {}, ["nowhere.json"], 3),
    ("one of them not there", {"a.yaml": SOUND}, ["a.yaml", "nowhere.json"], 3),
    ("nothing in a folder", {"x/a.txt": ""}, ["x"], 3),
    ("standard input", {}, ["-"], 1),
    ("a hostile name", {HOSTILE: WRONG}, ["."], 1),
    ("a name that is no UTF-8", {"\udce9.yaml": WRONG}, ["."], 1),
    ("controls and bidi inside", {"a.json": '{"\\u202e\\u009b\\u0000": 1}'}, ["a.json"], 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "paths", "status"), [c[1:] for c in RESULTS], ids=[c[0] for c in RESULTS]
)
@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
def test_a_document_whatever_the_result(
    validate: Validate, form: str, files: dict[str, str], paths: list[str], status: int
) -> None:
    done = validate(*paths, "--format", form, files=files)
    assert (done.status, done.err) == (status, "")
    if form == "json":
        assert isinstance(json.loads(done.out)["findings"], list)
    elif form == "sarif":
        run = sarif_run(done.out)
        assert run["invocations"][0]["exitCode"] == status
        assert run["invocations"][0]["executionSuccessful"] == (status != 3)
    else:
        assert ET.fromstring(done.out.encode()).tag == "testsuites"  # noqa: S314 - our own output
    shown = set(done.out) - set("\n")
    assert not [char for char in shown if ord(char) < 32 or char in "\x9b\u202e"]


@pytest.mark.parametrize(
    ("files", "paths", "status"), [c[1:] for c in RESULTS], ids=[c[0] for c in RESULTS]
)
@pytest.mark.parametrize("form", ["text", "concise", "github"])
def test_lines_whatever_the_result(
    validate: Validate, form: str, files: dict[str, str], paths: list[str], status: int
) -> None:
    done = validate(*paths, "--format", form, files=files)
    assert done.status == status
    assert "Sound records: " in (done.out if form == "text" else done.err)
    shown = set(done.out) - set("\n")
    assert not [char for char in shown if ord(char) < 32 or char in "\x9b\u202e"]


# JSON


def test_json_of_findings(validate: Validate) -> None:
    done = validate(
        "a.yaml", "b.yaml", "--format", "json", files={"a.yaml": WRONG, "b.yaml": SOUND}
    )
    document = json.loads(done.out)
    assert {key: document[key] for key in ("records", "sound", "not_shown")} == {
        "records": 2,
        "sound": 1,
        "not_shown": 0,
    }
    (found,) = document["findings"]
    expected = {
        "code": "wrong-sum",
        "severity": "error",
        "path": "a.yaml",
        "line": 6,
        "column": 14,
        "end_line": 6,
        "end_column": 16,
        "pointer": "/rounds/0/turns/0/sum",
        "round": 1,
        "turn": 1,
        "message": "The end-sum is 10, not 15.",
        "params": {"claimed": 15, "computed": 10},
        "follows": 0,
        "related": [],
    }
    assert {key: found[key] for key in expected} == expected


def test_json_of_a_finding_about_the_whole_file(validate: Validate) -> None:
    (found,) = json.loads(validate("nowhere.json", "--format", "json").out)["findings"]
    places = ("line", "column", "end_line", "end_column", "round", "turn")
    assert [found[key] for key in places] == [None] * len(places)
    assert found["pointer"] == ""


def test_json_of_related_places(validate: Validate) -> None:
    done = validate("b.json", "--format", "json", files={"b.json": TWICE})
    (found,) = json.loads(done.out)["findings"]
    place = {"line": 2, "column": 3, "end_line": 2, "end_column": 13}
    assert found["related"] == [{"what": "first", **place}]


def test_steps_of_a_pointer_are_escaped() -> None:
    text = written(Json(EN), examined(located(pointer=("ext", "a/b~c", 0))))
    assert json.loads(text)["findings"][0]["pointer"] == "/ext/a~1b~0c/0"


def test_json_without_findings_is_as_short_as_it_can_be() -> None:
    assert written(Json(EN)) == (
        '{\n  "findings": [],\n  "not_shown": 0,\n  "records": 0,\n  "sound": 0\n}\n'
    )


@given(st.text())
def test_json_text_loses_nothing_and_hides_nothing(text: str) -> None:
    made = json_text({"text": text}, indent=None)
    assert json.loads(made) == {"text": text}
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", made)


# GitHub

SAID = "The end-sum is 10, not 15. [wrong-sum]"
COMMANDS = [
    ("an error with its place", located(),
     "::error file=a.yaml,line=6,endLine=6,col=14,endColumn=16,title=allfives [wrong-sum]::",
     f"a.yaml:6:14: 1.1: {SAID}"),
    ("a warning", located(severity=Severity.WARNING, span=None, pointer=()),
     "::warning file=a.yaml,title=allfives [wrong-sum]::",
     f"a.yaml: {SAID}"),
    ("a note over several lines has no columns",
     located(severity=Severity.NOTE, span=Span(2, 3, 4, 5), pointer=()),
     "::notice file=a.yaml,line=2,endLine=4,title=allfives [wrong-sum]::",
     f"a.yaml:2:3: {SAID}"),
    ("a per cent sign, a colon and a comma in a name",
     located(path="100%:,.yaml", span=None, pointer=()),
     "::error file=100%25%3A%2C.yaml,title=allfives [wrong-sum]::",
     f"100%25:,.yaml: {SAID}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("found", "command", "said"), [c[1:] for c in COMMANDS], ids=[c[0] for c in COMMANDS]
)
def test_github_command(found: Located, command: str, said: str) -> None:
    assert Github(EN, str(Path.cwd())).record(examined(found)) == f"{command}{said}\n"


@given(name=st.text(min_size=1), value=st.text())
def test_nothing_from_outside_begins_a_command(name: str, value: str) -> None:
    found = located(
        path=name.replace("\0", ""), code="not-allowed-value",
        params={"value": f"\r\n::set-env name=x::{value}", "allowed": [value]},
    )  # fmt: skip
    text = Github(EN, "/").record(examined(found, name=found.path))
    assert re.fullmatch(r"::error file=[^\r\n:,]*,line=6,[^\r\n:]*::[^\r\n]*\n", text)


def test_paths_for_github_count_from_the_repository(
    validate: Validate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    done = validate("../a.yaml", "b.yaml", "--format", "github",
                    files={"a.yaml": WRONG, "sub/b.yaml": WRONG})  # fmt: skip
    assert [line.partition(",")[0] for line in done.out.splitlines()] == [
        "::error file=a.yaml",
        "::error file=sub/b.yaml",
    ]


def test_github_actions_chooses_its_own_format(
    validate: Validate, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"a.yaml": WRONG}
    assert not validate("a.yaml", files=files).out.startswith("::")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert validate("a.yaml").out.startswith("::error file=a.yaml,")
    assert validate("a.yaml", "--format", "concise").out.startswith("a.yaml:6:14:")


# SARIF


def test_sarif_result(validate: Validate) -> None:
    files = {"my sheets/ä%.yaml": WRONG}
    run = sarif_run(validate("my sheets", "--format", "sarif", files=files).out)
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("allfives", __version__)
    (result,) = run["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("wrong-sum", 0, "error")
    assert result["message"] == {"text": "The end-sum is 10, not 15."}
    (location,) = result["locations"]
    assert location == {
        "physicalLocation": {
            "artifactLocation": {"uri": "my%20sheets/%C3%A4%25.yaml", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 6, "startColumn": 14, "endLine": 6, "endColumn": 16},
        },
        "logicalLocations": [{"fullyQualifiedName": "/rounds/0/turns/0/sum"}],
    }


def examples() -> list[Examined]:
    """The wrong example of every finding whose example is one text."""
    pages = [EN.page(code) for code in EN.codes]
    return [
        examine(read_record(page.wrong.encode(), f"{page.code}.{page.kind}", form))
        for page in pages
        for form in ("json", "yaml")
        if page.kind == form
    ]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_sarif_of_every_finding(lang: str) -> None:
    say = catalog(lang)
    run = sarif_run(written(Sarif(say, "/", strict=False), *examples()))
    rules = run["tool"]["driver"]["rules"]
    assert len(rules) > 100
    for rule in rules:
        page = say.page(rule["id"])
        assert rule["shortDescription"]["text"] == page.means
        assert page.do in rule["help"]["text"]
        assert page.wrong in rule["help"]["markdown"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_other_documents_of_every_finding(lang: str) -> None:
    say, found = catalog(lang), examples()
    number = sum(len(each.findings) for each in found)
    assert len(json.loads(written(Json(say), *found))["findings"]) == number
    assert len(written(Github(say, "/"), *found).splitlines()) == number
    cases = suites(written(Junit(say, strict=True), *found)).iter("testcase")
    assert len(list(cases)) == len(found)


@pytest.mark.parametrize("severity", list(Severity))
def test_levels_of_sarif_are_our_severities(severity: Severity) -> None:
    run = sarif_run(written(Sarif(EN, "/", strict=False), examined(located(severity=severity))))
    assert run["results"][0]["level"] == severity.value


def test_related_places_of_sarif(validate: Validate) -> None:
    run = sarif_run(validate("b.json", "--format", "sarif", files={"b.json": TWICE}).out)
    (related,) = run["results"][0]["relatedLocations"]
    assert related["message"] == {"text": "first here"}
    assert related["physicalLocation"]["region"]["startLine"] == 2


def test_a_fingerprint_does_not_depend_on_the_line() -> None:
    def prints(*findings: Located, first_line: int = 1) -> list[str]:
        record = examined(*findings, first_line=first_line)
        run = sarif_run(written(Sarif(EN, "/", strict=False), record))
        return [result["partialFingerprints"]["codeAndPlace/v1"] for result in run["results"]]

    (one,) = prints(located())
    assert prints(located(span=Span(99, 1, 99, 2), params={"claimed": 1, "computed": 2})) == [one]
    assert prints(located(code="wrong-total", params={"claimed": 1, "computed": 2})) != [one]
    assert prints(located(pointer=("rounds", 0, "turns", 1, "sum"))) != [one]
    # Two that are alike in one record, and the same in another record of an archive.
    assert len({*prints(located(), located()), *prints(located(), first_line=2)}) == 3


def test_text_of_sarif_holds_no_placeholder_and_no_link_from_outside() -> None:
    """SARIF 2.1.0, 3.11.5 and 3.11.6: braces are doubled; [text](target) would be a link."""
    value = "{0} [click](https://example.org)"
    found = located(code="not-allowed-value", params={"value": value, "allowed": ["x"]})
    run = sarif_run(written(Sarif(EN, "/", strict=False), examined(found)))
    text = run["results"][0]["message"]["text"]
    assert "{{0}}" in text
    assert not re.search(r"\]\(", text)


def test_strict_is_in_the_exit_code_of_sarif(validate: Validate) -> None:
    warned = examined(located(severity=Severity.WARNING))
    for strict, code in ((False, 0), (True, 1)):
        run = sarif_run(written(Sarif(EN, "/", strict=strict), warned))
        assert run["invocations"][0]["exitCode"] == code
    assert validate("nowhere", "--format", "sarif").status == 3


# JUnit


def suites(text: str) -> ET.Element:
    return ET.fromstring(text.encode())  # noqa: S314 - our own output


def test_junit_has_a_suite_for_each_file_and_a_case_for_each_record(validate: Validate) -> None:
    files = {"a.yaml": WRONG, "b.jsonl": "{}\n\n[]\n", "c/c.yaml": UNFINISHED}
    report = suites(validate(".", "nowhere.json", "--format", "junit", files=files).out)
    assert [
        (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors"))
        for suite in report
    ] == [
        ("./a.yaml", "1", "1", "0"),
        ("./b.jsonl", "2", "2", "0"),
        ("./c/c.yaml", "1", "0", "0"),
        ("nowhere.json", "1", "0", "1"),
    ]
    assert [(case.get("classname"), case.get("name")) for case in report.iter("testcase")] == [
        ("./a.yaml", "a.yaml"),
        ("./b.jsonl", "b.jsonl:1"),
        ("./b.jsonl", "b.jsonl:3"),
        ("./c/c.yaml", "c.yaml"),
        ("nowhere.json", "nowhere.json"),
    ]
    failure = report[0][0][0]
    assert (failure.tag, failure.get("type")) == ("failure", "wrong-sum")
    assert failure.get("message") == "The end-sum is 10, not 15."
    assert failure.text == "./a.yaml:6:14: 1.1: The end-sum is 10, not 15. [wrong-sum]"
    unreadable = report[3][0][0]
    assert (unreadable.tag, unreadable.get("type")) == ("error", "file-missing")


def test_a_sound_record_is_an_empty_case(validate: Validate) -> None:
    (suite,) = suites(validate("a.yaml", "--format", "junit", files={"a.yaml": SOUND}).out)
    assert list(suite[0]) == []


def test_notes_are_output_and_do_not_fail(validate: Validate) -> None:
    (suite,) = suites(validate("a.yaml", "--format", "junit", files={"a.yaml": UNFINISHED}).out)
    assert [child.tag for child in suite[0]] == ["system-out"]
    assert "[unfinished]" in (suite[0][0].text or "")


@pytest.mark.parametrize(("strict", "tag"), [(False, "system-out"), (True, "failure")])
def test_warnings_fail_where_they_count_as_errors(tag: str, *, strict: bool) -> None:
    text = written(Junit(EN, strict=strict), examined(located(severity=Severity.WARNING)))
    (suite,) = suites(text)
    assert suite[0][0].tag == tag


@given(name=st.text(), value=st.text())
def test_xml_can_hold_whatever_a_name_or_a_value_is(name: str, value: str) -> None:
    found = located(
        path=name, code="not-allowed-value", params={"value": value, "allowed": [value]}
    )
    (suite,) = suites(written(Junit(EN, strict=False), examined(found, name=name)))
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", name)
    assert suite.get("name") == legal


# Paths

PATHS = [
    ("below", "/repo/a/b.json", "a/b.json", "a/b.json"),
    ("beside", "/other/b.json", None, "file:///other/b.json"),
    ("above", "/b.json", None, "file:///b.json"),
    ("a folder whose name begins alike", "/repository/b.json", None, "file:///repository/b.json"),
    ("a name that begins with dots", "/repo/..b.json", "..b.json", "..b.json"),
    ("blanks and signs", "/repo/a b:c?#%.json", "a b:c?#%.json", "a%20b%3Ac%3F%23%25.json"),
    ("not UTF-8", "/repo/\udce9.json", "\udce9.json", "%E9.json"),
    ("dots", "/repo/x/../b.json", "b.json", "b.json"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "relative", "reference"), [c[1:] for c in PATHS], ids=[c[0] for c in PATHS]
)
def test_paths(path: str, relative: str | None, reference: str) -> None:
    assert within(path, "/repo") == relative
    assert uri(path, "/repo") == reference


# What is kept


@pytest.mark.parametrize("name", FORMS)
def test_a_form_keeps_no_record_that_it_has_written(name: str) -> None:
    form = FORMS[name]()
    form.begin()
    sizes = []
    for number in range(400):
        form.record(examined(located(path=f"{number}.json"), name=f"{number}.json"))
        if number in (99, 399):
            sizes.append(_size(vars(form)))
    assert sizes[1] <= sizes[0] + 50


def _size(value: object) -> int:
    """How many values there are in a value, at every depth."""
    if isinstance(value, dict):
        return 1 + sum(_size(item) for item in value.values())
    if isinstance(value, list | tuple | set):
        return 1 + sum(map(_size, value))
    return 1
