"""Programs at the table: asked over pipes, held to the protocol and to their limits.

Whatever a program does, its seat answers: with a legal play, or with what the
policy says once the program has failed. Five kinds of incident are told apart:
``illegal``, a play that the rules refuse; ``malformed``, an answer that is none;
``timeout``; ``crash``, it ended or fell silent for good before the match did;
``hang``, it did not end when the match had. Each is told to the table's
listeners.

After an illegal play a program that is to try again is asked once more, with
the reason. After any other incident it is ended and started anew.

A program is run as the user runs it: it is not shut in.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable
from time import monotonic
from typing import Final, Literal, NamedTuple, final

from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Play
from allfives_cli.play import protocol
from allfives_cli.play.events import Consequence, Event, Incident, Listener, MatchEnded
from allfives_cli.play.process import GRACE, Process, Trouble, crashed, end
from allfives_cli.play.protocol import line_of
from allfives_cli.play.seats import Answer, Leave, Resign, View
from allfives_cli.text.safe import safe

START_LIMIT: Final = 10.0
MOVE_LIMIT: Final = 10.0
LONGEST_SENT: Final = 200
"""Characters of what a program sent that an incident repeats."""
MOST_ERRORS: Final = 8
"""Lines of its standard error that an incident repeats."""
MOST_RETRIES: Final = 100

_POLICY: Final = re.compile(r"(forfeit)|(abort)|retry:([0-9]{1,3})")
_PARTS_OF_A_CHARACTER: Final = 4  # bytes


class Policy(NamedTuple):
    """How programs are treated: limits in seconds, and what follows an incident.

    Of one move a program may try again ``retries`` times; then ``finally_``.
    """

    start: float = START_LIMIT
    move: float = MOVE_LIMIT
    retries: int = 0
    finally_: Literal["forfeit", "abort"] = "forfeit"


def on_error(text: str) -> tuple[int, Literal["forfeit", "abort"]] | None:
    """Read ``forfeit``, ``abort`` or ``retry:N``, after which the match is forfeited.

    None where it is none of them.
    """
    found = _POLICY.fullmatch(text)
    if found is None or int(found[3] or 0) > MOST_RETRIES:
        return None
    return int(found[3] or 0), "abort" if found[2] else "forfeit"


class NoCommand(Exception):
    """A command that cannot be run: ``code``, and the ``name`` of the program.

    Codes: no-command, open-quote, not-found, not-executable, not-posix.
    """

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(code, name)
        self.code = code
        self.name = name


def command_of(text: str) -> list[str]:
    """The words of a command, split as a shell would and never given to one. Raises NoCommand."""
    if os.name != "posix":
        raise NoCommand("not-posix")
    try:
        words = shlex.split(text)
    except ValueError:
        raise NoCommand("open-quote", text) from None
    if not words or "\0" in text:
        raise NoCommand("no-command")
    if shutil.which(words[0]) is None:
        is_there = os.sep in words[0] and os.path.isfile(words[0])  # noqa: PTH113 - as the user wrote it
        raise NoCommand("not-executable" if is_there else "not-found", words[0])
    return words


@final
class ProgramPlayer:
    """A program at a seat; it is started when it is asked for the first time.

    ``replies`` counts its good answers to moves; ``slowest`` is the longest
    time in seconds that one took.
    """

    def __init__(
        self, seat: int, command: list[str], table: Table, policy: Policy, tell: Listener
    ) -> None:
        self.seat = seat
        self.replies = 0
        self.slowest = 0.0
        self._command = command
        self._table = table
        self._policy = policy
        self._tell = tell
        self._seq = 0
        self._last_errors = ""
        self.process: Process | None = None
        self.has_failed = False

    def choose(self, view: View) -> Answer:
        """Its play; or, when it has failed for good, what the policy says instead."""
        refused: Trouble | None = None
        for left in range(self._policy.retries, -1, -1):
            try:
                return self._asked(view, refused)
            except Trouble as trouble:
                then: Consequence = "retry" if left else self._policy.finally_
                if trouble.kind != "illegal":
                    self._drop()
                self._tell(self.incident(trouble, then, view))
                refused = trouble
        self.has_failed = True
        return Leave() if self._policy.finally_ == "abort" else Resign("forfeit")

    def _asked(self, view: View, refused: Trouble | None) -> Play:
        process = self._running()
        self._seq += 1
        request = line_of(protocol.move(self._table, view, self._seq, refused))
        asked = monotonic()
        answer = process.ask(request, self._policy.move)
        self.slowest = max(self.slowest, monotonic() - asked)
        choice = protocol.read_move(answer, self._seq, self._table, view)
        self.replies += 1
        return choice.play

    def _running(self) -> Process:
        """The program, started and greeted. Raises Trouble."""
        if self.process is None:
            self._last_errors = ""
            try:
                self.process = Process(self._command)
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise Trouble("crash", "not-started", reason=reason) from None
            self._seq += 1
            start, move = self._policy.start, self._policy.move
            hello = protocol.hello(self._table, self.seat, self._seq, start=start, move=move)
            answer = self.process.ask(line_of(hello), start, late="no-hello")
            protocol.read_hello(answer, self._seq)
        return self.process

    def _drop(self) -> None:
        """End a program that is given up; what it does meanwhile is not held against it."""
        process, self.process = self.process, None
        if process is not None:
            end([process], grace=0)
            self._last_errors = process.errors

    def incident(self, trouble: Trouble, then: Consequence, view: View | None = None) -> Incident:
        """What is told of a trouble."""
        errors = self._last_errors if self.process is None else self.process.errors
        return Incident(
            self.seat,
            trouble.kind,
            trouble.why,
            {key: _short(value) for key, value in trouble.params.items()},
            None if view is None else view.round,
            None if view is None else view.turn,
            _shown(trouble.sent),
            tuple(safe(line, LONGEST_SENT) for line in errors.splitlines()[-MOST_ERRORS:]),
            then,
        )


@final
class Programs:
    """The programs of one match: seats them, hears how the match ends, and ends them all.

    ``incidents`` counts what they did wrong. Listens to the table.
    """

    def __init__(self, table: Table, policy: Policy, tell: Listener) -> None:
        self._table = table
        self._policy = policy
        self._listener = tell
        self._ended: MatchEnded | None = None
        self.players: list[ProgramPlayer] = []
        self.incidents = 0

    def __call__(self, event: Event) -> None:
        """Keep how the match ended, for the last message."""
        if isinstance(event, MatchEnded):
            self._ended = event

    def player(self, seat: int, command: str) -> ProgramPlayer:
        """Seat a program. Raises NoCommand."""
        player = ProgramPlayer(seat, command_of(command), self._table, self._policy, self._tell)
        self.players.append(player)
        return player

    def close(self) -> None:
        """Say goodbye, end every program, and tell of those that do not end as they should.

        Only after a match that has ended: where it was broken off, a program may have been
        in the middle of a move.
        """
        running = [player for player in self.players if player.process is not None]
        processes = [player.process for player in running if player.process is not None]
        end(processes, line_of(protocol.bye(self._table, self._ended)), GRACE)
        for player in running:
            trouble = None if player.process is None else _at_the_end(player.process)
            if trouble is not None and not player.has_failed and self._ended is not None:
                self._tell(player.incident(trouble, "nothing"))
            player.process = None

    def _tell(self, event: Event) -> None:
        self.incidents += isinstance(event, Incident)
        self._listener(event)


def _at_the_end(process: Process) -> Trouble | None:
    """What a program that has been ended did wrong at its end."""
    unasked, status = process.unasked, process.status
    if process.ended_by is not None:
        return Trouble("hang", "not-ended", unasked, signal=process.ended_by.name)
    if unasked.strip():
        return Trouble("malformed", "unasked", unasked)
    return crashed("failed", unasked, status) if status else None


def _shown(sent: bytes) -> str:
    """What a program sent, cut off before it is decoded, so that no length can matter."""
    start = sent[: _PARTS_OF_A_CHARACTER * (LONGEST_SENT + 1)]
    return safe(start.decode("utf-8", "backslashreplace"), LONGEST_SENT)


def _short(value: object) -> object:
    if isinstance(value, str):
        return safe(value)
    if isinstance(value, Iterable):
        return [_short(item) for item in value]
    return value
