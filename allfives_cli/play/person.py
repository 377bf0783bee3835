"""People at one terminal: shown what they may know, asked where they have a choice.

What the rules force is done and said. Where several people share the terminal,
the screen is cleared and handed over before another hand is shown. The end of
input breaks the match off; so does the interrupt key, pressed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from allfives_cli.play.desk import Desk, Outcome
from allfives_cli.play.events import (
    Dealt,
    Event,
    MatchEnded,
    Resumed,
    RoundEnded,
    TurnTaken,
    Undone,
)
from allfives_cli.play.moves import Line, move_of, picked
from allfives_cli.play.sayings import (
    Asked,
    Begun,
    Covered,
    HandOver,
    Happened,
    Interrupted,
    Listed,
    Refused,
    Saying,
    Screen,
    Settled,
    TakenBack,
    Won,
    plays_in,
)
from allfives_cli.play.seats import Answer, Leave, View
from allfives_cli.play.typed import Command, Pick, Refusal, Turn, read_typed


@final
class Terminal:
    """One screen, and the people who sit at it. Listens to the table; is every person's chooser.

    ``people`` are their seats. Of a match that is ``resumed`` nothing is shown
    until the table says that everything from before has been told.
    """

    def __init__(
        self,
        screen: Screen,
        desk: Desk,
        players: Sequence[str],
        people: Sequence[int],
        *,
        resumed: bool = False,
    ) -> None:
        self._screen = screen
        self._desk = desk
        self._players = tuple(players)
        self._shares = len(people) > 1
        self._looking = None if self._shares else people[0]
        self._hand_is_shown = False
        self._turns: list[TurnTaken] = []
        self._log: list[Saying] = []
        self._told = dict.fromkeys(people, 0)  # how much of the log each has been told
        self._asked: View | None = None
        self._won = False
        self._silent = resumed

    # -- what happens ---------------------------------------------------------------

    def __call__(self, event: Event) -> None:
        """Keep what happens, to be told when somebody looks; tell at once what is everybody's."""
        match event:
            case Dealt(round=number, leader=leader, lead=lead):
                self._turns = []
                self._log.append(Begun(number, leader, lead.how.value))
            case TurnTaken():
                self._turns.append(event)
                self._log.append(Happened(event, plays_in(self._turns)))
            case Undone(number, turn, seat):
                del self._turns[turn - 1 :]
                self._log.append(TakenBack(number, turn, seat))
            case Resumed():
                self._silent = False
                self._told = dict.fromkeys(self._told, len(self._log))
            case _:
                pass
        if not self._silent:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        match event:
            case TurnTaken() if event.seat == self._looking:
                self._tell_news(self._looking)
            case RoundEnded():
                self._won = bool(event.winners) and event.settlement is not None
                self._tell_everybody(Settled(event))
            case MatchEnded() if not self._won:  # else the settlement has said so
                self._screen.say(Won(event))
            case _:
                pass

    def _tell_news(self, viewer: int | None) -> None:
        """Tell what a player has not been told yet."""
        first = max(self._told.values()) if viewer is None else self._told[viewer]
        for saying in self._log[first:]:
            if isinstance(saying, Happened) and saying.turn.seat == viewer:
                self._screen.say(saying._replace(own=True))
            else:
                self._screen.say(saying)
        if viewer is not None:
            self._told[viewer] = len(self._log)

    def _tell_everybody(self, saying: Saying) -> None:
        """Tell how a round ended to all who sit at the screen, without any hand on it."""
        if self._shares:
            self._put_hands_away()
            self._looking = None
        self._tell_news(self._looking)
        self._screen.say(saying)
        self._told = dict.fromkeys(self._told, len(self._log))

    def _put_hands_away(self) -> None:
        if self._hand_is_shown:
            self._screen.clear()
        self._hand_is_shown = False

    # -- choosing -------------------------------------------------------------------

    def choose(self, view: View) -> Answer:
        """Show the position and ask until there is an answer; make the only play there is."""
        if len(view.choices) == 1:
            return view.choices[0].play
        if not self._hand_over(view):
            return Leave()
        if view != self._asked:  # after a note or a mark nothing on the screen has changed
            self._tell_news(view.seat)
            self._screen.say(Asked(view))
            self._asked, self._hand_is_shown = view, self._shares
        while True:
            line = self._line(view)
            if line is None:
                return Leave()
            answer = self._read(line, view)
            if isinstance(answer, Refusal):
                self._screen.say(Refused(answer, view))
            elif answer is not None:
                return answer

    def _read(self, line: str, view: View) -> Outcome:
        typed = read_typed(line, self._players, self._players[view.seat])
        match typed:
            case None:
                self._screen.say(Listed(view))
                return None
            case Command():
                return self._desk.obey(typed, view)
            case Pick():
                return picked(typed, self._players, view)
            case Turn():
                return move_of(Line(typed, self._players), view)
            case _:
                return typed

    def _line(self, view: View) -> str | None:
        """A line of the player to move; None at the end of input. A second interrupt passes."""
        player = self._players[view.seat]
        try:
            return self._screen.ask(player)
        except KeyboardInterrupt:
            self._screen.say(Interrupted())
            return self._screen.ask(player)

    def _hand_over(self, view: View) -> bool:
        """Give the screen to a player; false where the match is left instead.

        An empty line alone uncovers the hand: with any other, the player before may still look.
        """
        if self._looking == view.seat:
            return True
        self._put_hands_away()
        self._screen.say(HandOver(view.seat))
        while (line := self._line(view)) is not None and line.strip():
            outcome = self._obeyed_covered(line, view)
            if isinstance(outcome, Leave):
                return False
            if isinstance(outcome, Refusal):
                self._screen.say(Refused(outcome, None))
        if line is None:
            return False
        self._screen.clear()
        self._looking = view.seat
        return True

    def _obeyed_covered(self, line: str, view: View) -> Outcome:
        """Obey what shows no hand: to save, and to leave."""
        typed = read_typed(line, self._players, self._players[view.seat])
        if isinstance(typed, Command) and typed.kind in ("save", "quit"):
            return self._desk.obey(typed, view)
        self._screen.say(Covered())
        return None
