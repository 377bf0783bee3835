"""People at a real terminal: what they see, are asked and may type, wide and narrow, in both
languages."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from ptys import Terminal
from seated import findings_of
from test_script import CHOICES, DRAWS, PLACES, deal_of

BOTS = Path(__file__).parent / "bots"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
SIZES = [(80, "en"), (40, "en"), (80, "pl"), (40, "pl")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "draws.json").write_text(DRAWS, "utf-8")
    (tmp_path / "places.json").write_text(PLACES, "utf-8")
    (tmp_path / "choices.json").write_text(CHOICES, "utf-8")
    return tmp_path


def play(deal: str, ben: str = "greedy", *more: str, output: bool = True) -> list[str]:
    """Ann at the terminal against Ben, one round of a given deal."""
    seats = ["--seat", "Ann=human", "--seat", f"Ben={ben}"]
    to = ["-o", "m.json"] if output else []
    given = ["--deal", f"{deal}.json", "--hand", "3", "--seed", "s", "--rounds", "1"]
    return ["play", *seats, *given, *to, *more]


def turns_in(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["rounds"][0]["turns"]
    return found


def too_wide(shown: str, columns: int) -> list[str]:
    return [line for line in shown.splitlines() if len(line) > columns]


@pytest.mark.parametrize(("columns", "lang"), SIZES)
def test_a_whole_match_by_numbers(columns: int, lang: str, folder: Path) -> None:
    seats = ["--seat", "Ann=human", "--seat", "Ben=careful", "--seat", "Cal=random"]
    options = ["--seed", "3", "--target", "60", "-o", "m.json"]
    with Terminal(["play", *seats, *options], columns=columns, lang=lang, cwd=folder) as terminal:
        shown = ""
        while True:
            shown += terminal.until("Ann> ", "m.json")
            if not shown.endswith("Ann> "):
                break
            terminal.type("#1")
        shown += terminal.rest()
        assert terminal.process.returncode == 0
    assert too_wide(shown, columns) == []
    data = (folder / "m.json").read_bytes()
    assert findings_of(data) == []
    for number, played in enumerate(json.loads(data)["rounds"], start=1):
        for turn in range(1, len(played["turns"]) + 1):
            assert re.search(rf"^{number}\.{turn}  (Ann|Ben|Cal)  ", shown, re.MULTILINE)
    assert {"en": "The match is won by", "pl": "Mecz wygrywa:"}[lang] in shown
    assert "\x1b" not in shown


COMMANDS = [
    # typed in English, in Polish; then what is shown, in both
    ("hint", "podpowiedź", "Try 2-3: end-sum 5, award 5.",
     "Możliwe: 2-3, suma końców 5, punkty 5."),
    ("why", "DLACZEGO", "No tile is on the table yet.", "Na stole nie ma jeszcze klocka."),
    ("board", "układ", "No tile is on the table yet.", "Na stole nie ma jeszcze klocka."),
    ("hand", "reka", "hand 0-0 2-3 2-4 Ben 3 boneyard 22",
     "ręka 0-0 2-3 2-4 Ben 3 stos dobierania 22"),
    ("score", "wynik", "Ann 0 Ben 0 target 250", "Ann 0 Ben 0 cel 250"),
    ("history", "historia", "No tile is on the table yet.", "Na stole nie ma jeszcze klocka."),
    ("undo", "cofnij", "There is no earlier choice of yours in this round.",
     "W tej rundzie nie ma wcześniejszego wyboru."),
    ("mark !", "ocena !", "There is no turn yet in this round.",
     "W tej rundzie nie ma jeszcze kolejki."),
    ("mark good", "ocena dobra", "good is no mark. Marks: !!, !, !?, ?!, ?, ??.",
     "dobra to nie ocena. Oceny: !!, !, !?, ?!, ?, ??."),
    ("mark", "ocena", "Nothing stands after mark.", "Po słowie ocena nic nie stoi."),
    ("note", "uwaga", "Nothing stands after note.", "Po słowie uwaga nic nie stoi."),
    ("note a fine day", "uwaga ładny dzień", "Noted.", "Zapisano."),
    ("save copy.json", "zapisz kopia.json", "The record is in copy.json.",
     "Zapis meczu: kopia.json."),
    ("#9", "#9", "There is no choice 9. The highest is 3.", "Nie ma wyboru 9. Najwyższy: 3."),
    ("#1 on 4-4", "#1 na 4-4", "“on” cannot stand behind #1, which says the tile and its place.",
     "„na” nie może stać za #1, bo numer mówi już, który klocek i gdzie."),
    ("#2 =99 !", "#2 =99 !", "The end-sum is 5, not 99.", "99"),
    ("6-6", "6-6", "6-6", "6-6"),
    ("", "", "#1 0-0 =0 #2 2-3 =5 +5 #3 2-4 =6", "#1 0-0 =0 #2 2-3 =5 +5 #3 2-4 =6"),
    ("\x1b[A", "\x1b[A", "There is a control character here.", "Stoi tu znak sterujący."),
]  # fmt: skip


@pytest.mark.parametrize(("columns", "lang"), SIZES)
def test_every_command_is_answered(columns: int, lang: str, folder: Path) -> None:
    polish = lang == "pl"
    with Terminal(play("places"), columns=columns, lang=lang, cwd=folder) as terminal:
        first = terminal.until("Ann> ")
        assert too_wide(first, columns) == []
        for english, other, said, also in COMMANDS:
            terminal.type(other if polish else english)
            answer = terminal.until("Ann> ")
            assert (also if polish else said) in " ".join(answer.split())
            assert too_wide(answer.partition("\n")[2], columns) == []
        terminal.type("pomoc" if polish else "help")
        helped = terminal.until("Ann> ")
        words = ("wyjdź", "cofnij") if polish else ("quit", "undo")
        assert all(word in helped for word in words)
        assert too_wide(helped, columns) == []
        terminal.type("koniec" if polish else "quit")
        terminal.rest()
        assert terminal.process.returncode == 4
    saved = folder / ("kopia.json" if polish else "copy.json")
    for path in (folder / "m.json", saved):
        assert {found.code for found in findings_of(path.read_bytes())} == {"unfinished"}
    (played,) = json.loads((folder / "m.json").read_text("utf-8"))["rounds"]
    assert played["notes"] == ["ładny dzień" if polish else "a fine day"]


def test_what_stands_behind_a_number_is_kept(folder: Path) -> None:
    with Terminal(play("places", "greedy"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("#2 =5 +5 !? # keeps two doors open")
        terminal.until("Ann> ")
        terminal.type("quit")
        terminal.rest()
    lead = turns_in(folder / "m.json")[0]
    assert (lead["tile"], lead["mark"], lead["notes"]) == ("2-3", "!?", ["keeps two doors open"])


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_question_where_the_place_is_left_open(lang: str, folder: Path) -> None:
    (folder / "ben.txt").write_text("3-4\n", "utf-8")
    with Terminal(play("places", "script:ben.txt"), lang=lang, cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("32")
        shown = " ".join(terminal.until("Ann> ").split())
        assert {"en": "Ben 3-4 on 2-3", "pl": "Ben 3-4 na 2-3"}[lang] in shown
        assert "2 + 4 = 6" in shown
        terminal.type("2-4")
        asked = " ".join(terminal.until("Ann> ").split())
        assert {"en": "on 2-3 → 8, on 3-4 → 4", "pl": "na 2-3 → 8, na 3-4 → 4"}[lang] in asked
        assert {"en": "Open: 2 (2-3), 4 (3-4).", "pl": "Wolne: 2 (2-3), 4 (3-4)."}[lang] in asked
        terminal.type({"en": "2-4 on 3-4 ?! # why not", "pl": "2-4 na 3-4 ?! # why not"}[lang])
        assert "2 + 2 = 4" in terminal.rest()
    turn = turns_in(folder / "m.json")[2]
    assert (turn["tile"], turn["on"], turn["mark"], turn["notes"]) == (
        "2-4", "3-4", "?!", ["why not"]
    )  # fmt: skip


def test_faces_of_a_double_are_said_once(folder: Path) -> None:
    deal = deal_of("1-1 1-3 1-4 0-3", "1-2 2-2 2-5 5-5", "6-6")
    deal = deal.replace('"hand_size": 3', '"hand_size": 4')
    (folder / "spinner.json").write_text(deal, "utf-8")
    with Terminal(play("spinner", "greedy", "--hand", "4"), cwd=folder) as terminal:
        for line in ("1-1", "1-3", "6-6"):
            terminal.until("Ann> ")
            terminal.type(line)
        shown = terminal.until("Ann> ")
    assert shown.split("Open: ")[1].count("1 (1-1)") == 1


def test_what_is_forced_is_done_and_said(folder: Path) -> None:
    """After 5-5 Ben draws two and Ann has one play: neither is asked for."""
    with Terminal(play("draws", "random"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("5-5")
        shown = terminal.until("Ann> ", "m.json")
    assert "1.2  Ben  draws 2, 3-5 on 5-5" in shown
    assert "1.3  Ann  2-3 on 3-5" in shown
    assert "There was no other play." in shown
    before_the_end = shown.partition("went out")[0]
    assert "3-4" not in before_the_end.split("1.2")[1].split("1.3")[0]


def test_undo_and_marks_on_the_newest_turn(folder: Path) -> None:
    with Terminal(play("places", "greedy"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        for line in ("mark !?", "note Ben had no other", "undo"):
            terminal.type(line)
            shown = terminal.until("Ann> ")
        assert "Ann takes back what was played from 1.1 on." in shown
        assert "No tile is on the table yet." in shown
        terminal.type("2-3")
        terminal.until("Ann> ")
        terminal.type("mark ?")
        terminal.until("Ann> ")
        terminal.type("quit")
        terminal.rest()
    turns = turns_in(folder / "m.json")
    assert turns[0]["tile"] == "2-3"
    assert turns[1]["mark"] == "?"
    assert "notes" not in turns[1]


def test_the_screen_is_handed_over(folder: Path) -> None:
    """Between one's looking and the other's nothing of a hand is left on the screen."""
    with Terminal(play("choices", "human"), cwd=folder) as terminal:
        asked = terminal.until("Ann> ")
        assert "Ann is to play and must see the screen alone." in asked
        assert "hand  " not in asked
        terminal.type("")
        assert "hand  0-0 2-3 2-4" in terminal.until("Ann> ")
        terminal.type("2-3")
        anns, cleared, over = terminal.until("Ben> ").rpartition(CLEAR)
        assert cleared
        assert "3 + 2 = 5, a multiple of five: award 5 (Ann 5)" in anns
        assert "hand  " not in over
        assert "Ben is to play and must see the screen alone." in over
        terminal.type("")
        before, cleared, bens = terminal.until("Ben> ").rpartition(CLEAR)
        assert cleared
        assert "hand  " not in before
        assert "1.1  Ann  leads 2-3" in bens
        assert "hand  2-2 3-3 3-4" in bens
        assert "0-0" not in bens
        terminal.end_input()
        terminal.rest()
        assert terminal.process.returncode == 4


def test_how_a_round_ends_is_told_to_all_without_a_hand_on_the_screen(folder: Path) -> None:
    with Terminal(play("choices", "human"), cwd=folder) as terminal:
        shown = ""
        while not shown.endswith("m.json"):
            newly = terminal.until("Ben> ", "Ann> ", "m.json")
            shown += newly
            if not shown.endswith("m.json"):
                terminal.type("#1" if "hand  " in newly else "")
    last = shown.rpartition(CLEAR)[2]
    assert "hand  " not in last
    assert re.search(r"went out|nobody can play", last)
    assert "pips left" in last
    assert findings_of((folder / "m.json").read_bytes()) == []


def test_the_end_of_input_leaves_the_match(folder: Path) -> None:
    with Terminal(play("places"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        terminal.end_input()
        assert "not finished" in terminal.rest()
        assert terminal.process.returncode == 4
    assert len(turns_in(folder / "m.json")) == 2


def test_an_interrupt_asks_and_a_second_one_stops(folder: Path) -> None:
    with Terminal(play("places"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.interrupt()
        assert "interrupt key again" in terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        terminal.interrupt()
        terminal.until("Ann> ")
        terminal.interrupt()
        assert "Traceback" not in terminal.rest()
        assert terminal.process.returncode == 130
    assert len(turns_in(folder / "m.json")) == 2


def test_a_match_left_is_resumed_at_the_terminal(folder: Path) -> None:
    with Terminal(play("places"), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        terminal.type("quit")
        terminal.rest()
    so_far = turns_in(folder / "m.json")
    resumed = ["play", "--resume", "-o", "m.json", "--rounds", "1"]
    with Terminal(resumed, cwd=folder) as terminal:
        shown = terminal.until("Ann> ")
        assert "1.3 Ann to play." in shown
        assert "1.1  Ann" not in shown
        terminal.type("#1")
        terminal.until("m.json")
        terminal.rest()
        assert terminal.process.returncode == 0
    data = (folder / "m.json").read_bytes()
    assert turns_in(folder / "m.json")[:2] == so_far
    assert findings_of(data) == []


def test_without_a_file_the_record_is_kept_where_it_is_saved(folder: Path) -> None:
    with Terminal(play("places", output=False), cwd=folder) as terminal:
        assert "save FILE" in terminal.until("Ann> ")
        terminal.type("save")
        assert "no file" in terminal.until("Ann> ")
        terminal.type("save kept.json")
        terminal.until("kept.json.\nAnn> ")
        terminal.type("save draws.json")
        assert "is there already" in terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        for again in ("save", "save kept.json", "save other.json", "save"):
            terminal.type(again)
            terminal.until(".json.\nAnn> ")
        assert len(turns_in(folder / "kept.json")) == 2
        terminal.type("note of mine")
        terminal.until("Noted.")
        terminal.type("quit")
        rest = terminal.rest()
    assert '"allfives"' not in rest
    assert "allfives play --resume -o other.json" in rest
    assert "notes" in turns_in(folder / "other.json")[1]
    assert "notes" not in turns_in(folder / "kept.json")[1]
    assert {found.code for found in findings_of((folder / "kept.json").read_bytes())} == {
        "unfinished"
    }
    assert (folder / "draws.json").read_text("utf-8") == DRAWS


def test_what_was_saved_is_kept_up_to_date_before_it_is_shown(folder: Path) -> None:
    with Terminal(play("places", output=False), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("save kept.json")
        terminal.until("kept.json.\nAnn> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        terminal.type("note of mine")
        terminal.until("Noted.")
        terminal.kill()
    turns = turns_in(folder / "kept.json")
    assert len(turns) == 2
    assert turns[1]["notes"] == ["of mine"]


NO_FILE = play("choices", output=False)


@pytest.mark.parametrize(("columns", "lang"), SIZES)
def test_at_its_end_a_match_without_a_file_asks_for_one(
    columns: int, lang: str, folder: Path
) -> None:
    asked, save = {"en": ("file> ", "save"), "pl": ("plik> ", "zapisz")}[lang]
    with Terminal(NO_FILE, columns=columns, lang=lang, cwd=folder) as terminal:
        shown = terminal.until("Ann> ")
        while not shown.endswith(asked):
            assert too_wide(shown, columns) == []
            terminal.type("#1")
            shown = terminal.until("Ann> ", asked)
        assert too_wide(shown, columns) == []
        for wrong in ("draws.json", "a\x0fb.json", f"{save} no/such/folder.json"):
            terminal.type(wrong)
            shown = terminal.until(asked)
            assert too_wide(shown, columns) == []
            assert len(shown.splitlines()) > 1
        terminal.type(f"{save} kept.json")
        assert '"allfives"' not in terminal.rest()
        assert terminal.process.returncode == 0
    assert findings_of((folder / "kept.json").read_bytes()) == []
    assert (folder / "draws.json").read_text("utf-8") == DRAWS


def test_an_empty_line_drops_the_record_and_says_so(folder: Path) -> None:
    with Terminal(NO_FILE, cwd=folder) as terminal:
        while terminal.until("Ann> ", "file> ").endswith("Ann> "):
            terminal.type("#1")
        terminal.type("")
        rest = terminal.rest()
        assert terminal.process.returncode == 0
    assert "is not kept" in rest
    assert '"allfives"' not in rest
    assert {path.name for path in folder.iterdir()} == {
        "choices.json", "draws.json", "places.json"
    }  # fmt: skip


AT_TABLE = [
    "quit", "help", "board", "#1", "q", "wyjdź", "POMOC", "uklad", "ukł", "# mine", "note of mine",
    "2-3", "34 on 3-4", "pass", "save #1",
]  # fmt: skip


@pytest.mark.parametrize(("columns", "lang"), SIZES)
def test_what_is_typed_at_the_table_names_no_file(columns: int, lang: str, folder: Path) -> None:
    asked, told = {"en": ("file> ", "at the table"), "pl": ("plik> ", "przy stole")}[lang]
    before = set(folder.iterdir())
    with Terminal(NO_FILE, columns=columns, lang=lang, cwd=folder) as terminal:
        while terminal.until("Ann> ", asked).endswith("Ann> "):
            terminal.type("#1")
        for line in AT_TABLE:
            terminal.type(line)
            shown = terminal.until(asked)
            assert told in " ".join(shown.split())
            assert too_wide(shown, columns) == []
        terminal.type("kept/")
        assert "kept/" in terminal.until(asked).partition("\n")[2]
        assert set(folder.iterdir()) == before
        terminal.type("save help")
        terminal.rest()
        assert terminal.process.returncode == 0
    assert findings_of((folder / "help").read_bytes()) == []


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_folder_is_no_file_to_save_to(lang: str, folder: Path) -> None:
    before = set(folder.iterdir())
    with Terminal(play("places", output=False), lang=lang, cwd=folder) as terminal:
        terminal.until("Ann> ")
        for name in ("zz/", "zz/.", "no/such/.."):
            terminal.type(f"save {name}")
            shown = " ".join(terminal.until("Ann> ").split())
            assert {"en": "it is a folder", "pl": "to folder"}[lang] in shown
    for name in ("zz/", "zz/."):
        to = [*play("places", output=False), "-o", name]
        with Terminal(to, lang=lang, cwd=folder) as terminal:
            rest = terminal.rest()
            assert terminal.process.returncode == 3
        assert {"en": "it is a folder", "pl": "to folder"}[lang] in " ".join(rest.split())
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("again", [False, True])
def test_an_interrupt_where_a_file_is_asked_for_asks_once_more(
    lang: str, again: bool, folder: Path
) -> None:
    asked, told = {"en": ("file> ", "interrupt key again"), "pl": ("plik> ", "Ponowne")}[lang]
    with Terminal(NO_FILE, lang=lang, cwd=folder) as terminal:
        while terminal.until("Ann> ", asked).endswith("Ann> "):
            terminal.type("#1")
        terminal.interrupt()
        shown = terminal.until(asked)
        assert told in shown
        assert '"allfives"' not in shown
        if again:
            terminal.interrupt()
        else:
            terminal.type("kept.json")
        rest = terminal.rest()
        assert terminal.process.returncode == (130 if again else 0)
    assert ('"allfives"' in rest) == again
    assert "--resume" not in rest
    text = rest[rest.index("{\n") : rest.rindex("}") + 1] if again else (
        (folder / "kept.json").read_text("utf-8")
    )  # fmt: skip
    assert findings_of(text.encode()) == []


CRASHES = f"program:{shlex.join([sys.executable, str(BOTS / 'misbehaving.py'), 'crashes'])}"
LOST = ["play", "--seat", "Ann=human", "--seat", f"P={CRASHES}", "--seed", "1", "--rounds", "1"]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("then", ["forfeit", "abort"])
def test_what_ends_before_the_first_turn_is_kept_too(then: str, lang: str, folder: Path) -> None:
    asked = {"en": "file> ", "pl": "plik> "}[lang]
    with Terminal([*LOST, "--on-error", then], lang=lang, cwd=folder) as terminal:
        terminal.until(asked)
        terminal.type("kept.json")
        assert "kept.json" in terminal.rest()
        assert terminal.process.returncode == {"forfeit": 1, "abort": 4}[then]
    record = json.loads((folder / "kept.json").read_text("utf-8"))
    assert not any(played["turns"] for played in record["rounds"])
    assert ("result" in record) == (then == "forfeit")
    assert record["ext"]["allfives/incidents"][0]["by"] == "P"


def test_a_note_before_the_first_turn_is_kept_and_nothing_is_not(folder: Path) -> None:
    with Terminal(play("places", output=False), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("quit")
        assert "file> " not in terminal.rest()
    with Terminal(play("places", output=False), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("note a fine day")
        terminal.until("Ann> ")
        terminal.type("quit")
        terminal.until("file> ")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_hand_stays_covered_until_an_empty_line(lang: str, folder: Path) -> None:
    covered, save, leave, hand = {
        "en": ("stay covered", "save", "quit", "hand  "),
        "pl": ("pozostają zakryte", "zapisz", "wyjdź", "ręka  "),
    }[lang]
    with Terminal(play("choices", "human", output=False), lang=lang, cwd=folder) as terminal:
        terminal.until("Ann> ")
        for line in ("hand", "2-3", "#1", "# who", "note of mine", "yes", "a\x0fb"):
            terminal.type(line)
            shown = terminal.until("Ann> ")
            assert covered in shown
            assert hand not in shown
            assert CLEAR not in shown
        for line, told in (
            (f"{save} draws.json", "draws.json"), (f"{leave} now", "now`"), (save, "match.json"),
        ):  # fmt: skip
            terminal.type(line)
            shown = terminal.until("Ann> ")
            assert (told if lang == "en" else told.replace("match", "mecz")) in shown
            assert CLEAR not in shown
        terminal.interrupt()
        assert hand not in terminal.until("Ann> ")
        terminal.type("")
        assert hand in terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ben> ")
        terminal.type(f"{save} kept.json")
        shown = terminal.until("Ben> ")
        assert "kept.json." in shown
        assert hand not in shown
        terminal.type(leave)
        rest = terminal.rest()
        assert terminal.process.returncode == 4
    assert hand not in rest
    assert "--resume -o kept.json" in " ".join(rest.split())
    assert len(turns_in(folder / "kept.json")) == 1


@pytest.mark.parametrize("how", ["quit", "end", "interrupt", "term"])
def test_a_match_left_without_a_file_is_not_lost(how: str, folder: Path) -> None:
    with Terminal(play("places", output=False), cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("2-3")
        terminal.until("Ann> ")
        if how == "term":
            terminal.process.terminate()
        elif how == "interrupt":
            terminal.interrupt()
            terminal.until("Ann> ")
            terminal.interrupt()
        else:
            if how == "quit":
                terminal.type("quit")
            else:
                terminal.end_input()
            terminal.until("file> ")
            terminal.end_input()
        rest = terminal.rest()
        assert terminal.process.returncode == {"term": 143, "interrupt": 130}.get(how, 4)
    assert "put its record in a file" in rest
    record = rest[rest.index("{\n") : rest.rindex("}") + 1]
    assert len(json.loads(record)["rounds"][0]["turns"]) == 2


def test_json_at_the_terminal_tells_where_the_record_is(folder: Path) -> None:
    with Terminal([*NO_FILE, "--format", "json"], cwd=folder) as terminal:
        terminal.until("Ann> ")
        terminal.type("#1")
        while terminal.until("Ann> ", "file> ").endswith("Ann> "):
            terminal.type("#1")
        terminal.type("kept.json")
        rest = terminal.rest()
    summary = json.loads(rest[rest.index("{\n") :])
    assert summary["path"] == "kept.json"
    assert "record" not in summary


def test_names_cannot_move_the_cursor_or_pose_as_commands(folder: Path) -> None:
    options = ["--seat", "Note=human", "--seat", "Ben=greedy", "--seed", "1", "-o", "m.json"]
    with Terminal(["play", *options], cwd=folder) as terminal:
        terminal.until("Note> ")
        terminal.type("Note #1")
        terminal.until("Note> ")
        terminal.type("note of mine")
        assert "Noted." in terminal.until("Note> ")
        terminal.type("quit")
        terminal.rest()
