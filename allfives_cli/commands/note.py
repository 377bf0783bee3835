"""``allfives note``: what a person has to say of one turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, get_args

import click

from allfives_cli.checking.findings import Finding, Severity
from allfives_cli.checking.replay import Replay, replay
from allfives_cli.checking.validation import Examined
from allfives_cli.commands.hints import hinted
from allfives_cli.commands.options import (
    check_texts,
    color_option,
    lang_option,
    speaker,
    width_option,
)
from allfives_cli.commands.rewriting import Rewriting, rewrite
from allfives_cli.commands.selecting import At, TurnNumber
from allfives_cli.commands.valuetypes import OneOf
from allfives_cli.record.editing import (
    REMOVABLE,
    BadEdit,
    NoSuchTurn,
    NothingToRemove,
    Place,
    Removal,
    TurnEdit,
    edit_turn,
)
from allfives_cli.record.model import Record
from allfives_cli.record.places import Pointer
from allfives_cli.record.turn_lines import TurnBlock, read_turns
from allfives_cli.record.values import Mark
from allfives_cli.text.catalog import Catalog, Said

_OPTIONS: Final = {"notes": "--text", "before": "--before"}
_IN_TURN: Final = len(("rounds", 0, "turns", 0))
_IN_ALT: Final = len(("rounds", 0, "turns", 0, "alts", 0))
"""Steps of a pointer before what is in a turn, or in an alternative of it."""

_OF_THE_TURN: Final = frozenset({"unknown-player", "turn-after-match"})
"""Findings of a turn for which its alternatives are not looked at."""


class Refused(click.ClickException):
    """What is to be added is against the rules, or cannot be read. Nothing was written."""


class Alt(NamedTuple):
    """An alternative as it was typed, and as it was read."""

    typed: str
    block: TurnBlock

    def column(self, pointer: Pointer) -> int:
        """Where, from 1, something in the alternative stands; ``pointer`` begins in it."""
        turn, *fields = pointer[1:] if pointer[:1] == ("line",) else (0,)
        part = self.block.turns[int(turn)].part
        for field in fields[:1]:
            inner = part.value.get(str(field)) if isinstance(part.value, dict) else None
            part = inner or part
        return part.start + 1


class What(click.ParamType):  # type: ignore[type-arg] # none to give before click 8.4
    """What ``--remove`` takes away: ``mark``, or ``notes:2`` for the second note."""

    name = "WHAT"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Removal:
        """Return the field and the number of its item, None for all."""
        field, colon, number = str(value).partition(":")
        known = next((each for each in REMOVABLE if each == field), None)
        numbered = number.isascii() and number.isdigit() and len(number) <= len("9999")
        if known is None or (colon and not numbered):
            said: str = speaker().say("note.what", text=value, known=REMOVABLE)
            if known is None:
                said = hinted(said, field, REMOVABLE, speaker())
            self.fail(said, param, ctx)
        return Removal(known, int(number) if colon else None)


@click.command("note")
@click.argument("path")
@click.argument("at", type=TurnNumber(), metavar="R.T")
@click.option("--text", multiple=True, help="A note on the turn; may be repeated.")
@click.option("--before", multiple=True, help="A note that stands before the turn.")
@click.option("--mark", type=OneOf(get_args(Mark)), help="A judgement of the play.")
@click.option("--alt", multiple=True, metavar="LINE", help="'Ben 5-6 on 3-5; Ann 0-6' instead.")
@click.option(
    "--remove", multiple=True, type=What(), metavar="WHAT",
    help="mark, notes, before or alts; notes:2 is the second note only.",
)  # fmt: skip
@click.option(
    "-o", "--output", metavar="FILE", help="Where the record goes; else back into its file."
)
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    path: str,
    at: At,
    text: tuple[str, ...],
    before: tuple[str, ...],
    mark: str | None,
    alt: tuple[str, ...],
    remove: tuple[Removal, ...],
    output: str | None,
    width: int,
    lang: Catalog,
) -> int:
    """Add a note, a mark or an alternative to one turn of a record, or take them away.

    PATH is a record, or - for standard input, and R.T a turn, as 2.7. An
    alternative is a line of turns that stands in place of this turn and is
    checked like what was played. The file is rewritten in its canonical form.
    """
    number, turn = at
    for option, texts in (("--text", text), ("--before", before), ("--alt", alt)):
        check_texts(option, texts)
        if not all(each.strip() for each in texts):
            raise click.UsageError(lang.say("note.empty", option=option))
    if turn is None:
        raise click.UsageError(lang.say("note.whole_round", round=number))
    if not (text or before or mark or alt or remove):
        raise click.UsageError(lang.say("note.nothing"))

    def edit(_: Examined, record: Record) -> Record:
        added = TurnEdit(remove, before, text, mark)
        edited = _edited(record, (number, turn), added, lang)
        return _with_alternatives(edited, (number, turn), alt, lang) if alt else edited

    return rewrite(Rewriting(path, output, lang, width), edit)


def _edited(record: Record, place: Place, edit: TurnEdit, say: Catalog) -> Record:
    """Edit a turn. Raises click.UsageError for what is not there, and Refused."""
    try:
        return edit_turn(record, place, edit)
    except NoSuchTurn as missing:
        ranges = [f"{number}.1–{number}.{most}" for number, most in enumerate(missing.turns, 1)]
        at = f"{place[0]}.{place[1]}"
        raise click.UsageError(say.say("note.no_such_turn", at=at, turns=ranges)) from None
    except NothingToRemove as nothing:
        field, number = nothing.removal
        what = field if number is None else f"{field}:{number}"
        raise click.UsageError(say.say("note.not_there", what=what)) from None
    except BadEdit as bad:
        problem = bad.problems[0]  # what was there has the shape of a record
        option = _OPTIONS[str(problem.pointer[_IN_TURN])]
        why = say.finding(problem.code, problem.params)
        raise Refused(say.say("note.refused", option=option, why=why)) from None


# -- alternatives --------------------------------------------------------------------


def _with_alternatives(record: Record, place: Place, typed: Sequence[str], say: Catalog) -> Record:
    """Add alternatives, if the rules take them where the turn stands. Raises Refused."""
    alts: list[Alt] = []
    for text in typed:
        alts.append(_read(text, record, place[1], say))
        try:
            record = edit_turn(record, place, TurnEdit(alts=(_plain(alts[-1]),)))
        except BadEdit as bad:
            problem = bad.problems[0]
            why = say.finding(problem.code, problem.params)
            column = alts[-1].column(problem.pointer[_IN_ALT:])
            raise _refused_at(column, why, say) from None
    _check(record, place, alts, say)
    return record


def _read(typed: str, record: Record, turn: int, say: Catalog) -> Alt:
    """Read one alternative. Raises Refused."""
    players = [player.key for player in record.players]
    block = read_turns(typed.replace(";", "\n"), players, first=turn)
    if block.problems:
        problem = min((problem for _, problem in block.problems), key=lambda each: each.start)
        raise _refused_at(problem.start + 1, say.finding(problem.code, problem.params), say)
    if not block.turns:
        raise Refused(say.say("note.empty_alt"))
    return Alt(typed, block)


def _plain(alt: Alt) -> dict[str, Any]:
    notes = [note.plain() for note in alt.block.closing]
    return {"line": [turn.plain for turn in alt.block.turns], **({"notes": notes} if notes else {})}


def _check(record: Record, place: Place, alts: Sequence[Alt], say: Catalog) -> None:
    """Check the alternatives, the last of their turn. Raises Refused for the first error."""
    number, turn = place
    replayed = replay(record)
    at: Pointer = ("rounds", number - 1, "turns", turn - 1)
    errors = [each for each in replayed.report.findings if each.severity is Severity.ERROR]
    if not _is_reached(replayed, place, errors, at):
        raise Refused(say.say("note.not_reached", at=f"{number}.{turn}"))
    first = len(record.rounds[number - 1].turns[turn - 1].alts or ()) - len(alts)
    for found in errors:
        if found.pointer[: _IN_ALT - 1] == (*at, "alts"):
            index = int(found.pointer[_IN_ALT - 1]) - first
            if index >= 0:
                why = f"{say.finding(found.code, found.params)} [{found.code}]"
                column = alts[index].column(found.pointer[_IN_ALT:])
                raise _refused_at(column, Said(why), say)


def _is_reached(replayed: Replay, place: Place, errors: Sequence[Finding], at: Pointer) -> bool:
    """Whether the record could be followed to this turn, and its alternatives were looked at."""
    number, turn = place
    if len(replayed.rounds) < number or len(replayed.rounds[number - 1].steps) < turn - 1:
        return False
    if replayed.rounds[number - 1].began is None:
        return False
    return not any(
        found.code in _OF_THE_TURN and found.pointer in (at, (*at, "by")) for found in errors
    )


def _refused_at(column: int, why: str, say: Catalog) -> Refused:
    return Refused(say.say("note.refused_alt", column=column, why=why))
