"""Obeys commands, the same ones from a person and from a script."""

from __future__ import annotations

from typing import Final, final, get_args

from allfives_cli.play.bots import careful
from allfives_cli.play.events import Event, Remarked
from allfives_cli.play.sayings import (
    Board,
    Help,
    Hinted,
    History,
    Noted,
    NotSaved,
    OwnHand,
    Saved,
    Saver,
    Say,
    Scores,
    Why,
)
from allfives_cli.play.seats import Answer, Leave, Remark, Undo, View
from allfives_cli.play.typed import Command, Refusal
from allfives_cli.record.values import Mark

MARKS: Final[tuple[str, ...]] = get_args(Mark)

_WITH_ARGUMENT: Final = ("note", "mark", "save")
"""Commands behind which something may stand."""

Outcome = Answer | Refusal | None
"""What to answer the table; why nothing was done; or None where it is done already."""


@final
class Desk:
    """Obeys commands for whoever is to move. Listens to the table, for what is done only then."""

    def __init__(self, say: Say, save: Saver) -> None:
        self._say = say
        self._save = save
        self._noting = False

    def __call__(self, event: Event) -> None:
        """Say that a note or a mark was taken down, once it was."""
        if isinstance(event, Remarked) and self._noting:
            self._noting = False
            self._say(Noted())

    def obey(self, command: Command, view: View) -> Outcome:
        """Do what a command asks for."""
        behind = command.argument
        if behind and not behind.startswith("#") and command.kind not in _WITH_ARGUMENT:
            return _refused(command, "no-argument", word=command.word, text=behind)
        return self._obeyed(command, view)

    def _obeyed(self, command: Command, view: View) -> Outcome:
        match command.kind:
            case "note":
                return self._note(command, view)
            case "mark":
                return self._mark(command, view)
            case "undo":
                refused = Refusal("nothing-to-undo", {}, command.start, command.end)
                return Undo() if view.can_undo else refused
            case "save":
                return self._saved(command)
            case "quit":
                return Leave()
            case _:
                self._tell(command, view)
                return None

    def _tell(self, command: Command, view: View) -> None:
        match command.kind:
            case "hint":
                self._say(Hinted(careful(view, "")))
            case "why":
                self._say(Why(view))
            case "board":
                self._say(Board(view))
            case "hand":
                self._say(OwnHand(view))
            case "score":
                self._say(Scores(view))
            case "history":
                self._say(History(view))
            case _:
                self._say(Help())

    def _note(self, command: Command, view: View) -> Outcome:
        del view
        if not command.argument:
            return _refused(command, "argument-missing", word=command.word)
        self._noting = True
        return Remark(note=command.argument)

    def _mark(self, command: Command, view: View) -> Outcome:
        if not command.argument:
            return _refused(command, "argument-missing", word=command.word)
        if command.argument not in MARKS:
            return _refused(command, "no-mark", text=command.argument, marks=list(MARKS))
        if not view.history:
            return _refused(command, "no-turn-yet")
        self._noting = True
        return Remark(mark=command.argument)

    def _saved(self, command: Command) -> Outcome:
        try:
            path = self._save(command.argument or None)
        except NotSaved as failed:
            return _refused(command, failed.code, **failed.params)
        self._say(Saved(path))
        return None


def _refused(command: Command, code: str, **params: object) -> Refusal:
    return Refusal(code, params, command.start, command.end)
