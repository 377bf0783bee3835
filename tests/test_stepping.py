"""Stepping through a match: where keys lead, what a screen shows, and a real terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from ptys import ROOT, Terminal

from allfives_cli.checking.replay import replay
from allfives_cli.commands.reports import board_lines
from allfives_cli.record.reading import read_record
from allfives_cli.show.stepping import Does, Stepper
from allfives_cli.text.catalog import catalog

RECORD = "records/three-players-halves.json"
CLEAR = "\x1b[H\x1b[2J"
OWN_SCREEN = "\x1b[?1049l"


def stepper(path: str = RECORD, width: int = 80, lang: str = "en") -> Stepper:
    record = read_record((ROOT / path).read_bytes(), path, "json").record
    assert record is not None
    say = catalog(lang)

    def draw(layout: object, rules: object, style: str) -> list[str]:
        return board_lines(layout, rules, say, width=width, style=style)  # type: ignore[arg-type]

    return Stepper(replay(record), "boxes", draw, say)


def place(stands: Stepper) -> str:
    """The turn that is shown, or the end of its round."""
    for line in stands.lines(100, 60):
        found = re.match(r"(\d+\.\d+)  |(End of round \d+)", line)
        if found:
            return found[0].strip()
    raise AssertionError(stands.lines(100, 60))


MOVES = [
    ("next", [Does.NEXT], "1.2"),
    ("back", [Does.NEXT, Does.NEXT, Does.BACK], "1.2"),
    ("no further back than the first", [Does.BACK], "1.1"),
    ("next round", [Does.NEXT_ROUND], "2.1"),
    ("round before", [Does.NEXT_ROUND, Does.NEXT, Does.ROUND_BACK], "1.1"),
    ("no round before the first", [Does.ROUND_BACK], "1.1"),
    ("first", [Does.NEXT_ROUND, Does.FIRST], "1.1"),
    ("switches do not move", [Does.NEXT, Does.FLIP, Does.EXPLAIN, Does.HELP, Does.HELP], "1.2"),
]


@pytest.mark.parametrize(("keys", "expected"), [m[1:] for m in MOVES], ids=[m[0] for m in MOVES])
def test_where_keys_lead(keys: list[Does], expected: str) -> None:
    stands = stepper()
    for key in keys:
        stands.do(key)
    assert place(stands) == expected


def test_next_award_stops_at_every_award_and_nowhere_else() -> None:
    stands = stepper()
    record = read_record((ROOT / RECORD).read_bytes(), RECORD, "json").record
    assert record is not None
    awarded = [
        f"{number}.{turn}"
        for number, played in enumerate(record.rounds, start=1)
        for turn, written in enumerate(played.turns, start=1)
        if written.award and (number, turn) != (1, 1)
    ]
    found = []
    for _ in awarded:
        stands.do(Does.NEXT_AWARD)
        found.append(place(stands))
    assert found == awarded
    stands.do(Does.NEXT_AWARD)
    assert place(stands) == awarded[-1]


def test_every_turn_and_every_settlement_is_passed() -> None:
    stands = stepper()
    seen = [place(stands)]
    while True:
        stands.do(Does.NEXT)
        if place(stands) == seen[-1]:
            break
        seen.append(place(stands))
    assert "End of round 1" in seen
    assert seen == list(dict.fromkeys(seen))
    stands.do(Does.LAST)
    assert place(stands) == seen[-1]


def test_go_to_a_turn_a_round_or_nowhere() -> None:
    stands = stepper()
    assert stands.go(1, 3)
    assert place(stands) == "1.3"
    assert stands.go(2, None)
    assert place(stands) == "2.1"
    assert not stands.go(99, 1)
    assert place(stands) == "2.1"


def test_flip_shows_all_hands_then_each_then_none() -> None:
    stands = stepper()
    shown = []
    for _ in range(5):
        hands = [line for line in stands.lines(100, 60) if "??" in line]
        shown.append(len(hands))
        stands.do(Does.FLIP)
    assert shown == [0, 2, 2, 2, 3]
    assert not [line for line in stands.lines(100, 60) if "??" in line]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20), (120, 50)])
def test_a_screen_is_never_wider_and_says_the_sum(width: int, height: int, lang: str) -> None:
    stands = stepper(width=width, lang=lang)
    for _ in range(45):
        lines = stands.lines(width, height)
        assert max(map(len, lines)) <= width
        stands.do(Does.NEXT)


def test_a_low_screen_tells_the_board_in_words_before_it_leaves_reasons_out() -> None:
    stands = stepper(width=79)
    stands.go(1, 12)
    high, low = stands.lines(79, 60), stands.lines(79, 18)
    assert any("╔═╗" in line or "┌─┬─┐" in line for line in high)
    assert not any("┌─┬─┐" in line for line in low)
    assert any("end-sum" in line for line in high)


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20)])
def test_keys_at_a_terminal(columns: int, rows: int, lang: str) -> None:
    arguments = ["replay", RECORD, "--step"]
    with Terminal(arguments, columns=columns, rows=rows, lang=lang) as terminal:
        shown = terminal.until("1/")
        for keys, expected in [
            ("n", "2/"), (" ", "3/"), ("\x1b[C", "4/"), ("p", "3/"), ("\x1b[D", "2/"),
            ("r", "\r\n"), ("R", "1/"),
        ]:  # fmt: skip
            terminal.shown = ""
            os.write(terminal.master, keys.encode())
            shown += terminal.until(expected)
        terminal.shown = ""
        # The page down is for the low screen.
        os.write(terminal.master, b"?\x1b[6~")
        shown += terminal.until("leave\r\n" if lang == "en" else "wyjście\r\n")
        os.write(terminal.master, b"g")
        shown += terminal.until("): ")
        os.write(terminal.master, b"1.3\r")
        shown += terminal.until("3/")
        os.write(terminal.master, b"q")
        shown += terminal.rest()
        assert terminal.process.returncode == 0
    screens = shown.split(CLEAR)[1:]
    assert len(screens) >= 9
    for screen in screens:
        plain = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", screen)
        assert max(len(line) for line in plain.splitlines()) <= columns


def test_an_interrupt_gives_the_terminal_back() -> None:
    with Terminal(["replay", RECORD, "--step"]) as terminal:
        terminal.until("1/")
        os.write(terminal.master, b"\x03")
        assert OWN_SCREEN in terminal.rest()
        assert terminal.process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_a_signal_gives_the_terminal_back(number: signal.Signals) -> None:
    with Terminal(["replay", RECORD, "--step"]) as terminal:
        # The other side of a pseudo-terminal has the same modes.
        before = termios.tcgetattr(terminal.master)
        terminal.until("1/")
        assert termios.tcgetattr(terminal.master) != before
        terminal.process.send_signal(number)
        assert terminal.rest().endswith(OWN_SCREEN)
        assert termios.tcgetattr(terminal.master) == before
        assert terminal.process.returncode == 128 + number


def test_a_dumb_terminal_gets_no_codes() -> None:
    with Terminal(["replay", RECORD, "--step"], colours={"TERM": "dumb"}) as terminal:
        shown = terminal.until("1/")
        os.write(terminal.master, b"n")
        shown += terminal.until("2/")
        os.write(terminal.master, b"q")
        shown += terminal.rest()
        assert terminal.process.returncode == 0
    assert "\x1b" not in shown


GOALS = [
    ("9.9\r", "Nothing of this match is at 9.9."),
    ("abc\r", "Write a turn as ROUND.TURN, for example 2.7, not “abc”."),
    ("9\x7f2.1\r", "2.1  "),
]


@pytest.mark.parametrize(("typed", "expected"), GOALS, ids=[goal[0] for goal in GOALS])
def test_going_to_a_turn_says_where_there_is_none(typed: str, expected: str) -> None:
    with Terminal(["replay", RECORD, "--step"]) as terminal:
        terminal.until("1/")
        os.write(terminal.master, b"g")
        terminal.until("): ")
        os.write(terminal.master, typed.encode())
        terminal.until(expected)
        os.write(terminal.master, b"q")
        terminal.rest()
        assert terminal.process.returncode == 0


def test_escape_gives_going_up_and_does_not_leave() -> None:
    with Terminal(["replay", RECORD, "--step"]) as terminal:
        terminal.until("1/")
        for keys, expected in [
            ("n", "2/"),
            ("g", "): "),
            ("1.", "1."),
            ("\x1b", "2/"),
            ("n", "3/"),
        ]:
            os.write(terminal.master, keys.encode())
            terminal.until(expected)
        os.write(terminal.master, b"q")
        assert "^[" not in terminal.rest()


def test_records_of_an_archive_are_stepped_through_and_left_together(tmp_path: Path) -> None:
    archive = tmp_path / "two.jsonl"
    with archive.open("w", encoding="utf-8") as lines:
        for name in ("blocked-round", "three-players-halves"):
            record = json.loads((ROOT / "records" / f"{name}.json").read_text("utf-8"))
            print(json.dumps(record), file=lines)
    with Terminal(["replay", str(archive), "--step"]) as terminal:
        for keys, expected in [
            ("", "record 1/2"), ("N", "record 2/2"), ("N", "record 2/2"), ("P", "record 1/2"),
        ]:  # fmt: skip
            os.write(terminal.master, keys.encode())
            terminal.until(expected)
        os.write(terminal.master, b"q")
        assert terminal.rest().count(CLEAR) == 0
        assert terminal.process.returncode == 0


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(("width", "height"), [(20, 10), (39, 10), (80, 12)])
def test_what_is_too_long_is_seen_part_by_part(width: int, height: int, lang: str) -> None:
    stands = stepper(width=width, lang=lang)
    for _ in range(45):
        whole = stands.lines(width, 200)
        seen: list[str] = []
        while True:
            lines = stands.lines(width, height)
            assert len(lines) < height
            assert max(map(len, lines)) <= width
            if lines == seen[-len(lines) :]:
                break
            seen += lines
            stands.do(Does.DOWN)
        # The end of the whole, which no style of a board and no choice of reasons changes.
        assert whole[-5].strip() in {line.strip() for line in seen}
        stands.do(Does.NEXT)


def test_without_a_terminal_everything_is_printed() -> None:
    command = [sys.executable, "-m", "allfives_cli", "replay", RECORD]
    plain = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=60)
    stepped = subprocess.run(
        [*command, "--step"], cwd=ROOT, capture_output=True, check=True, timeout=60
    )
    assert stepped.stdout == plain.stdout != b""
