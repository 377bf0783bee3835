"""`allfives fmt`: files in canonical form, compared, converted, filled in and put right."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from commanding import FOREIGN, Done
from hypothesis import given, settings
from hypothesis import strategies as st
from make_records import FOLDER
from planting import matches, sheet
from recording import LEVELS, as_record
from written_records import records

from allfives_cli.checking.canonical import canonical
from allfives_cli.checking.filling import filled
from allfives_cli.checking.replay import check, digests
from allfives_cli.cli import run
from allfives_cli.commands.fmt import command
from allfives_cli.commands.formatting import TextForm, text_in
from allfives_cli.record.model import Digest, Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.sheet_comments import MAX_COMMENTS
from allfives_cli.record.sheet_writing import write_sheet
from allfives_cli.record.writing import write_json, write_json_line

Fmt = Callable[..., Done]
BROKEN = Path(__file__).parent / "broken"

SHEET = """\
# a fine evening
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
# first round
- hands: {Ann: 6-6 5-0, Ben: 6|3 1:1}
  turns: |
    A 6-6  # at last
    # slow
    B 6-3
"""
CANONICAL_TURNS = """\
  turns: |
    Ann 6-6 # at last
    # slow
    Ben 3-6 on 6-6
"""
WRONG = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- hands: {Ann: 6-6 5-0, Ben: 6-3 1-1}
  turns: |
    Ann 6-6 =12
    Ben 6-3 =15 +10 (15)
    Ann draws 0-1 6-1, 6-1 on 6-6 =4 (0)
"""


@pytest.fixture
def fmt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Fmt:
    """Run ``allfives fmt`` in a folder of its own, with files written there before."""
    monkeypatch.chdir(tmp_path)
    for variable in FOREIGN:
        monkeypatch.delenv(variable, raising=False)

    def call(*arguments: str, stdin: bytes = b"", **files: str | bytes) -> Done:
        for name, content in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(["fmt", *arguments])
        printed = capsysbinary.readouterr()
        return Done(status, printed.out.decode(), printed.err.decode())

    return call


def record_in(text: str | bytes, form: str) -> Record:
    data = text.encode() if isinstance(text, str) else text
    reading = read_record(data, "", "yaml" if form == "yaml" else "json")
    assert [fault for fault in reading.faults if not fault.is_note] == []
    assert reading.record is not None
    return reading.record


# -- in place --------------------------------------------------------------------------------


def test_a_sheet_is_rewritten_in_its_own_form(fmt: Fmt) -> None:
    done = fmt("m.yaml", m_yaml=SHEET)
    assert (done.status, done.out) == (0, "")
    assert done.err == (
        "m.yaml: rewritten\nRewritten: 1, in canonical form already: 0, left as they are: 0.\n"
    )
    text = Path("m.yaml").read_text("utf-8")
    assert CANONICAL_TURNS in text
    assert "- hands:\n    Ann: 6-6 0-5\n    Ben: 3-6 1-1\n" in text
    assert "\n  both_over: higher-total\n" in text
    assert "\n  notes: [first round]\n" in text
    assert text.endswith("notes: [a fine evening]\n")


def test_a_second_time_nothing_is_written(fmt: Fmt) -> None:
    fmt("m.yaml", "m.json", m_yaml=SHEET, m_json=write_json(record_in(SHEET, "yaml")))
    before = [(Path(name).read_bytes(), Path(name).stat().st_ino) for name in ("m.yaml", "m.json")]
    done = fmt("m.yaml", "m.json")
    assert done.status == 0
    assert done.err == "Rewritten: 0, in canonical form already: 2, left as they are: 0.\n"
    after = [(Path(name).read_bytes(), Path(name).stat().st_ino) for name in ("m.yaml", "m.json")]
    assert after == before


def test_folders_are_walked_and_archives_kept_as_archives(fmt: Fmt, tmp_path: Path) -> None:
    one = record_in(SHEET, "yaml")
    lines = "\n".join(json.dumps(json.loads(write_json(one))) for _ in range(3))
    fmt(".", m_yml=SHEET, m_jsonl=lines + "\n\n", m_txt="not a record")
    assert (tmp_path / "m.jsonl").read_text("utf-8") == write_json_line(canonical(one)) * 3
    assert (tmp_path / "m.yml").read_text("utf-8") == write_sheet(canonical(one))
    assert (tmp_path / "m.txt").read_text("utf-8") == "not a record"


def test_what_is_no_record_is_passed_over_in_a_folder(fmt: Fmt, tmp_path: Path) -> None:
    rules = "base: muggins\noptions: {}\n"
    done = fmt(".", m_yml=SHEET, house_yaml=rules)
    assert done.status == 0
    assert "[file-passed-over]" in done.err
    assert (tmp_path / "house.yaml").read_text("utf-8") == rules
    assert fmt(".", "--to", "json").out == write_json(canonical(record_in(SHEET, "yaml")))
    assert fmt("house.yaml", "--check").status == 1
    (tmp_path / "m.yml").unlink()
    assert fmt(".", "--to", "json")[:2] == (0, "")


@pytest.mark.parametrize(
    "arguments", [[], ["--check"], ["--diff"], ["--to", "json"], ["--fix", "out.json"]]
)
def test_a_folder_without_a_record_is_told_as_by_every_command(
    fmt: Fmt, tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "empty").mkdir()
    done = fmt("empty", *arguments)
    assert (done.status, done.out) == (3, "")
    assert "[file-directory]" in done.err
    assert sorted(found.name for found in tmp_path.iterdir()) == ["empty"]


def test_the_other_files_beside_an_empty_folder_are_rewritten(fmt: Fmt, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = fmt("empty", "m.yaml", m_yaml=SHEET)
    assert done.status == 3
    assert done.err.endswith("Rewritten: 1, in canonical form already: 0, left as they are: 1.\n")


def test_samples_are_as_fmt_writes_them(fmt: Fmt) -> None:
    paths = [str(path) for path in FOLDER.iterdir() if path.suffix in (".json", ".jsonl")]
    assert fmt("--check", *paths) == Done(0, "", "")


def test_a_link_stays_a_link_and_the_mode_is_kept(fmt: Fmt, tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text(SHEET, "utf-8")
    (tmp_path / "real.yaml").chmod(0o640)
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    assert fmt("link.yaml").status == 0
    assert (tmp_path / "link.yaml").is_symlink()
    assert CANONICAL_TURNS in (tmp_path / "real.yaml").read_text("utf-8")
    assert (tmp_path / "real.yaml").stat().st_mode & 0o777 == 0o640


def test_standard_input_goes_to_standard_output(fmt: Fmt) -> None:
    done = fmt("-", stdin=SHEET.encode())
    assert done.status == 0
    assert done.out == write_sheet(canonical(record_in(SHEET, "yaml")))


def test_a_mark_and_other_ends_of_lines_go(fmt: Fmt) -> None:
    data = b"\xef\xbb\xbf" + SHEET.replace("\n", "\r\n").encode()
    assert fmt("m.yaml", m_yaml=data).status == 0
    assert Path("m.yaml").read_text("utf-8") == write_sheet(canonical(record_in(SHEET, "yaml")))
    assert b"\r" not in Path("m.yaml").read_bytes()


UNREAD = {
    "a turn that cannot be read": SHEET.replace("B 6-3", "B 6-7"),
    "a wrong number": SHEET.replace("A 6-6", "2. A 6-6"),
    "an unknown key": SHEET.replace("rules:", "rulez:"),
    "two equal keys": SHEET + "players: [Ann, Ben]\n",
    "no record": "[]\n",
    "nothing": "",
    "a byte that is no UTF-8": SHEET.encode() + b"# \xe9\n",
    "too many comments": "# note\n" * (MAX_COMMENTS + 1) + SHEET,
}


@pytest.mark.parametrize("options", [[], ["--fill"]])
@pytest.mark.parametrize("data", UNREAD.values(), ids=UNREAD)
def test_what_could_not_be_read_whole_is_never_written(
    fmt: Fmt, data: str | bytes, options: list[str]
) -> None:
    done = fmt("m.yaml", "good.yaml", *options, m_yaml=data, good_yaml=SHEET)
    assert done.status == 1
    assert "m.yaml" in done.err
    assert "left as they are: 1." in done.err
    assert Path("m.yaml").read_bytes() == (data if isinstance(data, bytes) else data.encode())
    assert Path("good.yaml").read_text("utf-8") != SHEET
    converted = fmt("m.yaml", "--to", "json")
    assert (converted.status, converted.out) == (1, "")


def test_an_archive_with_a_bad_line_is_left_as_it_is(fmt: Fmt) -> None:
    line = json.dumps(json.loads(write_json(record_in(SHEET, "yaml"))))
    text = f"{line}\n{{}}\n{line}\n"
    done = fmt("m.jsonl", m_jsonl=text)
    assert done.status == 1
    assert "m.jsonl:2:1  error [missing-key]" in done.err
    assert Path("m.jsonl").read_text("utf-8") == text


def test_a_file_that_is_not_there(fmt: Fmt) -> None:
    done = fmt("nowhere.yaml", "m.yaml", m_yaml=SHEET)
    assert done.status == 3
    assert "[file-missing]" in done.err
    assert CANONICAL_TURNS in Path("m.yaml").read_text("utf-8")


def test_a_file_that_may_not_be_written_does_not_stop_the_rest(fmt: Fmt, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SHEET, "utf-8")
    (tmp_path / "a.yaml").chmod(0o444)
    done = fmt("a.yaml", "m.yaml", m_yaml=SHEET)
    assert done.status == 3
    assert "a.yaml cannot be written" in done.err
    assert (tmp_path / "a.yaml").read_text("utf-8") == SHEET
    assert CANONICAL_TURNS in Path("m.yaml").read_text("utf-8")


def test_a_pipe_cannot_be_written_back(fmt: Fmt, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = fmt("pipe")
    assert done.status == 2
    assert "write elsewhere with -o" in done.err


def test_a_match_that_is_being_played_is_left_alone(fmt: Fmt) -> None:
    begun = write_json(record_in(SHEET, "yaml"))
    done = fmt("m.json", m_json=begun, m_json_part='{"seq":1}\n')
    assert done.status == 1
    assert "[file-journal-beside]" in done.err
    assert Path("m.json").read_text("utf-8") == begun
    assert fmt("m.json.part").status == 2


def test_a_record_that_would_not_be_read_again_is_not_written(fmt: Fmt) -> None:
    # On one line this is within the limit; with each of the empty lists indented it is not.
    deep: list[object] = [[] for _ in range(100_000)]
    for _ in range(25):
        deep = [deep]
    record = record_in(SHEET, "yaml").model_copy(update={"ext": {"example.org": deep}})
    large = write_json_line(record)
    assert len(large) < 500_000
    done = fmt("m.json", m_json=large)
    assert done.status == 1
    assert "too large to be read again" in done.err
    assert Path("m.json").read_text("utf-8") == large
    assert fmt("--to", "jsonl", "m.json").status == 0


def test_records_with_errors_are_brought_to_form_all_the_same(fmt: Fmt) -> None:
    done = fmt("m.yaml", m_yaml=WRONG)
    assert done.status == 0
    formed = record_in(Path("m.yaml").read_bytes(), "yaml")
    assert [f.code for f in check(formed).findings] == [
        f.code for f in check(record_in(WRONG, "yaml")).findings
    ]


# -- --check and --diff ---------------------------------------------------------------------------


def test_check_names_what_would_change_and_writes_nothing(fmt: Fmt) -> None:
    good = write_sheet(canonical(record_in(SHEET, "yaml")))
    done = fmt("--check", "m.yaml", "good.yaml", m_yaml=SHEET, good_yaml=good)
    assert done == Done(1, "m.yaml: would change\n", "")
    assert fmt("--check", "good.yaml") == Done(0, "", "")
    assert Path("m.yaml").read_text("utf-8") == SHEET
    assert fmt("--check", "-", stdin=SHEET.encode()).status == 1
    assert fmt("--check", "-", stdin=good.encode()).status == 0


def test_diff_shows_what_would_change_and_writes_nothing(fmt: Fmt) -> None:
    done = fmt("--diff", "m.yaml", m_yaml=SHEET)
    lines = done.out.splitlines()
    assert done.status == 0
    assert lines[:2] == ["--- m.yaml", "+++ m.yaml"]
    assert "-    A 6-6  # at last" in lines
    assert "+    Ann 6-6 # at last" in lines
    assert Path("m.yaml").read_text("utf-8") == SHEET
    assert fmt("--diff", "--check", "m.yaml") == Done(1, done.out, "m.yaml: would change\n")
    fmt("m.yaml")
    assert fmt("--diff", "m.yaml") == Done(0, "", "")


def test_a_diff_can_be_applied(fmt: Fmt) -> None:
    patch = fmt("--diff", "m.yaml", m_yaml=SHEET).out
    formed = write_sheet(canonical(record_in(SHEET, "yaml"))).splitlines()
    assert [line[1:] for line in patch.splitlines()[3:] if line[0] in "+ "] == formed


def test_nothing_in_a_diff_acts_on_the_terminal(fmt: Fmt) -> None:
    text = SHEET.replace("fine", "\u202efine").replace("\n", "\r\n")
    done = fmt("--diff", "m.yaml", m_yaml=text.removesuffix("\r\n"))
    assert "\u202e" not in done.out
    assert "\r" not in done.out
    assert "-# a \\u{202e}fine evening\\u{d}" in done.out.splitlines()
    assert "\\ No newline at end of file" in done.out.splitlines()


# -- --to -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["json", "yaml", "jsonl"])
def test_one_record_in_every_form(fmt: Fmt, to: TextForm) -> None:
    formed = canonical(record_in(SHEET, "yaml"))
    done = fmt("--to", to, "m.yaml", m_yaml=SHEET)
    assert done == Done(0, text_in(to, [formed]), "")
    assert Path("m.yaml").read_text("utf-8") == SHEET
    assert fmt("--to", to, "m.yaml", "-o", "out").status == 0
    assert Path("out").read_text("utf-8") == done.out
    assert fmt("m.yaml", "-o", f"named.{to}").status == 0
    assert Path(f"named.{to}").read_text("utf-8") == done.out
    assert record_in(done.out, to) == formed


def test_a_folder_becomes_an_archive_and_what_cannot_be_read_is_left_out(fmt: Fmt) -> None:
    formed = canonical(record_in(SHEET, "yaml"))
    files = {"a_yaml": SHEET, "b_yaml": "[]", "c_json": write_json(formed)}
    done = fmt(".", "--to", "jsonl", "-o", "all.jsonl", **files)
    assert done.status == 1
    assert "b.yaml" in done.err
    assert Path("all.jsonl").read_text("utf-8") == write_json_line(formed) * 2
    assert fmt("all.jsonl", "--to", "json").status == 2
    assert fmt("a.yaml", "c.json", "-o", "two.yaml").status == 2
    assert not Path("two.yaml").exists()


def test_the_form_asked_for_is_that_of_the_name(fmt: Fmt) -> None:
    for to, output in (("json", "out.yaml"), ("yaml", "out.jsonl"), ("jsonl", "out.json")):
        done = fmt("m.yaml", "--to", to, "-o", output, m_yaml=SHEET)
        assert done.status == 2
        assert output in done.err
    assert fmt("m.yaml", "--to", "yaml", "-o", "out.yml", m_yaml=SHEET).status == 0
    assert {path.name for path in Path().iterdir()} == {"m.yaml", "out.yml"}


def test_a_file_that_was_read_is_not_written_over(fmt: Fmt) -> None:
    done = fmt("m.yaml", "-o", "m.yaml", m_yaml=SHEET)
    assert done.status == 2
    assert Path("m.yaml").read_text("utf-8") == SHEET


@pytest.mark.parametrize(
    "options",
    [
        ["--to", "json", "--check"],
        ["-o", "x.json", "--diff"],
        ["--fix", "x.yaml", "--to", "json"],
        ["--fix", "x.yaml", "--check"],
        ["--fix", "x.yaml", "--fill"],
        ["--fix", "x.yaml", "-o", "y.yaml"],
    ],
)
def test_options_that_do_not_go_together(fmt: Fmt, options: list[str]) -> None:
    done = fmt("m.yaml", *options, m_yaml=SHEET)
    assert done.status == 2
    assert "do not go together" in done.err
    assert [path.name for path in Path().iterdir()] == ["m.yaml"]


@given(records(), st.permutations(["json", "yaml", "jsonl"]))
@settings(max_examples=60)
def test_a_round_trip_never_changes_the_value(record: Record, forms: list[TextForm]) -> None:
    formed = canonical(record)
    with TemporaryDirectory() as folder:
        path = Path(folder, f"m.{forms[0]}")
        path.write_text(text_in(forms[0], [record]), "utf-8")
        for form in (*forms[1:], forms[0]):
            target = Path(folder, f"next.{form}")
            done = CliRunner().invoke(command, [str(path), "-o", str(target)])
            assert done.exit_code == 0, done.output
            assert record_in(target.read_bytes(), form) == formed
            assert target.read_text("utf-8") == text_in(form, [formed])
            path = target.rename(Path(folder, f"m.{form}"))


# -- --fill ---------------------------------------------------------------------------------------


def test_claims_are_filled_in(fmt: Fmt) -> None:
    done = fmt("--fill", "m.yaml", m_yaml=SHEET)
    assert done.status == 0
    text = Path("m.yaml").read_text("utf-8")
    assert "    Ann 6-6 =12 +0 (0) # at last\n    # slow\n    Ben 3-6 on 6-6 =15 +15 (15)\n" in text
    assert fmt("--fill", "--check", "m.yaml").status == 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_claim_of_a_match_is_filled_in(fmt: Fmt, level: str) -> None:
    for match in matches(3):
        record = as_record(sheet(match, level, "all"))
        done = fmt("--fill", "m.json", "--to", "json", m_json=write_json(record))
        assert done.status == 0
        assert record_in(done.out, "json") == filled(record)


def test_a_record_with_errors_is_not_filled(fmt: Fmt) -> None:
    done = fmt("--fill", "m.yaml", m_yaml=WRONG)
    assert done.status == 1
    assert "[wrong-award]" in done.err
    assert "m.yaml has errors, so nothing is filled in." in done.err
    assert Path("m.yaml").read_text("utf-8") == WRONG


# -- digests --------------------------------------------------------------------------------------


def test_what_becomes_of_a_digest_is_said(fmt: Fmt) -> None:
    record = record_in(SHEET, "yaml")
    true = record.model_copy(update={"digest": digests(record)})
    done = fmt("m.json", m_json=write_json(true))
    assert "m.json: the digest was true, and was made anew.\n" in done.err
    formed = record_in(Path("m.json").read_bytes(), "json")
    assert formed.digest == digests(formed)
    assert fmt("m.json").err.count("digest") == 0
    wrong = record.model_copy(update={"digest": Digest(record="0" * 64)})
    done = fmt("m.json", m_json=write_json(wrong))
    assert "m.json: the digest was wrong before, and stays as it is.\n" in done.err
    assert "0" * 64 in Path("m.json").read_text("utf-8")


# -- --fix ----------------------------------------------------------------------------------------


def test_the_one_reading_that_makes_it_sound_is_put_in(fmt: Fmt) -> None:
    done = fmt("--fix", "fixed.yaml", "m.yaml", m_yaml=WRONG)
    assert (done.status, done.out) == (0, "")
    assert "1.2: " in done.err
    fixed = record_in(Path("fixed.yaml").read_bytes(), "yaml")
    assert check(fixed).sound
    assert [turn.award for turn in fixed.rounds[0].turns] == [None, 15, None]
    assert canonical(fixed) == fixed
    assert Path("m.yaml").read_text("utf-8") == WRONG


def test_the_form_of_the_copy_is_that_of_its_name(fmt: Fmt) -> None:
    assert fmt("--fix", "fixed.json", "m.yaml", m_yaml=WRONG).status == 0
    assert fmt("--fix", "-", "m.yaml").out.startswith("allfives: 1\n")
    assert check(record_in(Path("fixed.json").read_bytes(), "json")).sound


NOT_FIXED = {
    "no error": (SHEET, "m.yaml has no error"),
    "several readings": ((BROKEN / "must-play-drawn.yaml").read_text("utf-8"), "Readings: 2."),
    "no reading": (WRONG.replace("Ann 6-6 =12", "Ann 1-1"), "Readings: 0."),
    "a second slip": (
        WRONG.replace("=4 (0)", "=4 +5"),
        "leaves others",
    ),
    "not read": (UNREAD["a turn that cannot be read"], "[not-a-tile]"),
}


@pytest.mark.parametrize(("text", "said"), NOT_FIXED.values(), ids=NOT_FIXED)
def test_else_nothing_is_written(fmt: Fmt, text: str, said: str) -> None:
    done = fmt("--fix", "fixed.yaml", "m.yaml", m_yaml=text)
    assert done.status == 1, done
    assert said in done.err
    assert not Path("fixed.yaml").exists()


def test_one_record_is_put_right_at_a_time(fmt: Fmt) -> None:
    assert fmt("--fix", "x.yaml", "m.yaml", "n.yaml", m_yaml=WRONG, n_yaml=WRONG).status == 2
    assert fmt("--fix", "m.yaml", "m.yaml").status == 2
    assert Path("m.yaml").read_text("utf-8") == WRONG


def test_a_copy_replaces_no_file(fmt: Fmt) -> None:
    assert fmt("--fix", "fixed.yaml", "m.yaml", m_yaml=WRONG).status == 0
    before = Path("fixed.yaml").read_bytes()
    done = fmt("--fix", "fixed.yaml", "m.yaml")
    assert (done.status, done.out) == (2, "")
    assert "fixed.yaml is there already" in done.err
    assert Path("fixed.yaml").read_bytes() == before


def test_a_copy_bears_no_digest(fmt: Fmt) -> None:
    record = record_in(WRONG, "yaml")
    borne = record.model_copy(update={"digest": digests(record)})
    done = fmt("--fix", "fixed.json", "m.json", m_json=write_json(borne))
    assert done.status == 0
    assert "bears no digest" in done.err
    assert record_in(Path("fixed.json").read_bytes(), "json").digest is None
