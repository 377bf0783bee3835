"""What is said at the table, put into lines: news, the position, choices, refusals, help.

Of other players' draws only their number is shown. Every award comes with its
arithmetic. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import final

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import Table
from allfives_cli.explain import explain_plays, settled
from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.tiles import Face
from allfives_cli.play.command_words import WORDS, Kind
from allfives_cli.play.events import RoundEnded
from allfives_cli.play.sayings import (
    Asked,
    Begun,
    Board,
    Covered,
    Dropped,
    HandOver,
    Happened,
    Help,
    Hinted,
    History,
    Interrupted,
    Listed,
    NoName,
    Noted,
    OwnHand,
    Refused,
    Saved,
    Saying,
    Scores,
    Settled,
    TakenBack,
    Unkept,
    Unnamed,
    Why,
    Won,
)
from allfives_cli.play.seats import Choice, PublicTurn, View
from allfives_cli.play.typed import OWN_CODES, Refusal
from allfives_cli.show.progress import progress_line, scores
from allfives_cli.show.replays import Draw
from allfives_cli.show.settlements import settlement_lines
from allfives_cli.show.turns import INDENT, action, reasons, sum_line
from allfives_cli.show.wrapping import columns, folded, hanging
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

_GAP = "   "


@final
class Dialogue:
    """Words for one table in one language. ``width`` and ``drawer`` tell the screen's width."""

    def __init__(
        self, table: Table, say: Catalog, width: int, drawer: Callable[[int], Draw]
    ) -> None:
        self._table = table
        self._say = say
        self._width = width
        self._draw = drawer(width - len(INDENT))

    def lines(self, saying: Saying) -> list[str]:  # noqa: C901, PLR0911, PLR0912 - one branch for each thing said
        """The lines of one thing said."""
        match saying:
            case Happened():
                return self._happened(saying)
            case Begun(number, leader, how):
                round_ = self._say.say("replay.round", round=number)
                by = self._say.say("replay.lead", player=self._player(leader), how=how)
                return ["", *self._folded(f"{round_}: {by}")]
            case TakenBack(number, turn, seat):
                at = Said(f"{number}.{turn}")
                return self._sentence("taken_back", player=self._player(seat), turn=at)
            case Settled(ended):
                return ["", *self._settled(ended)]
            case Won(ended):
                return self._folded(progress_line(ended, self._table, self._say) or "")
            case Asked(view):
                return self._asked(view)
            case Listed(view):
                return self._listed(view)
            case Refused(refusal, view):
                return self._refused(refusal, view)
            case Hinted(choice):
                return self._sentence(
                    "hint", play=play_text(choice, self._say), sum=choice.end_sum,
                    award=choice.award,
                )  # fmt: skip
            case Why(view):
                return self._why(view)
            case Board(view):
                return self._board(view)
            case OwnHand(view):
                return self._hand(view)
            case Scores(view):
                return self._scores(view)
            case History(view):
                return self._history(view)
            case Help():
                return self._help()
            case Noted():
                return self._sentence("noted")
            case Saved(path):
                return self._folded(self._say.say("play.saved", path=Said(safe(path, None))))
            case HandOver(seat):
                return ["", *self._sentence("hand_over", player=self._player(seat))]
            case Unkept():
                return ["", *self._folded(self._say.say("play.person.unkept"))]
            case NoName(word):
                return self._sentence("no_name", word=word)
            case Unnamed():
                return ["", *self._sentence("unnamed")]
            case Covered():
                return self._sentence("covered")
            case Dropped():
                return self._folded(self._say.say("play.person.dropped"))
            case Interrupted():
                return ["", *self._sentence("interrupted")]

    def refusal(self, refusal: Refusal) -> str:
        """Why a line is not obeyed, as one sentence."""
        if refusal.code in OWN_CODES:
            return self._say.say(f"play.refused.{refusal.code}", **refusal.params)
        return self._say.finding(refusal.code, refusal.params)

    def prompt(self, player: str | None) -> str:
        """What stands before what a player types; before the name of a file where None."""
        return f"{self._say.say('play.person.file') if player is None else safe(player)}> "

    # -- what happened -----------------------------------------------------------------

    def _happened(self, saying: Happened) -> list[str]:
        turn, public = saying.turn, saying.turn.public
        drawn = tuple(tile.text for tile in turn.draws) if saying.own else None
        lines = self._turn(turn.round, turn.turn, public, saying.plays, drawn)
        if saying.own and turn.choices == 1:
            lines += self._sentence("only")
        return lines

    def _turn(
        self,
        number: int,
        turn: int,
        public: PublicTurn,
        plays: tuple[Play, ...],
        drawn: tuple[str, ...] | None,
    ) -> list[str]:
        """A turn and, for a play, its arithmetic; of unseen draws the number."""
        if drawn is None:
            drawn = (str(public.draws),) if public.draws else ()
        label = f"{number}.{turn}  {safe(self._player(public.seat))}  "
        if not isinstance(public.action, Play):
            parts = [self._say.say("explain.draws", tiles=" ".join(drawn))] if drawn else []
            parts += [self._say.say("explain.passes")] if public.action == Pass() else []
            return hanging(label, ", ".join(parts).split(), self._width)
        explained, _ = explain_plays(plays, self._table.rules)
        last = replace(explained[-1], draw=drawn)
        lines = hanging(label, action(last, self._say).split(), self._width)
        lines += hanging(INDENT, sum_line(last, self._say).split(), self._width)
        if public.award:
            side = self._table.side_of(public.seat)
            key, total = self._table.side_keys[side], self._say.number(points(public.total))
            lines[-1:] = hanging(INDENT, [lines[-1].strip(), f"({safe(key)} {total})"], self._width)
        return lines

    def _settled(self, ended: RoundEnded) -> list[str]:
        if ended.settlement is None:
            return self._folded(progress_line(ended, self._table, self._say) or "")
        pips = [sum(tile.pips for tile in hand) for hand in ended.left]
        out = ended.by if ended.how == "out" else None
        explained = settled(self._table, ended.settlement, pips, out, ended.totals, ended.winners)
        return settlement_lines(explained, self._say, self._width)

    # -- the position --------------------------------------------------------------------

    def _asked(self, view: View) -> list[str]:
        at = Said(f"{view.round}.{view.turn}")
        to_play = self._say.say("play.person.to_play", turn=at, player=self._player(view.seat))
        lines = ["", *self._folded(to_play), *self._scores(view), *self._board(view)]
        return [*lines, *self._hand(view), *self._listed(view)]

    def _board(self, view: View) -> list[str]:
        layout = view.layout
        if not layout.covered:
            return self._sentence("empty_table")
        drawn = [f"{INDENT}{line}".rstrip() for line in self._draw(layout, view.rules)]
        return ["", *drawn, ""] if drawn else []

    def _hand(self, view: View) -> list[str]:
        label = f"{INDENT}{self._say.say('play.person.hand')}  "
        lines = hanging(label, [tile.text for tile in sorted(view.hand)], self._width)
        if view.drawn:
            tiles = [tile.text for tile in view.drawn]
            lines += self._sentence("drawn", tiles=Said(" ".join(tiles)))
        held = [
            f"{safe(player)} {count}"
            for seat, (player, count) in enumerate(zip(self._table.players, view.held, strict=True))
            if seat != view.seat
        ]
        held.append(self._say.say("play.person.boneyard", left=view.boneyard_size))
        return [*lines, *hanging(INDENT, held, self._width, _GAP)]

    def _scores(self, view: View) -> list[str]:
        target = self._say.say("play.person.target", target=points(view.target))
        told = f"{scores(self._table, view.totals, self._say)}{_GAP}{target}"
        return hanging(INDENT, told.split(_GAP), self._width, _GAP)

    def _listed(self, view: View) -> list[str]:
        """Every choice with its number and the sum that it makes."""
        shown = [
            f"#{number} {play_text(choice, self._say)} ={choice.end_sum}"
            + (f" +{choice.award}" if choice.award else "")
            for number, choice in enumerate(view.choices, start=1)
        ]
        return hanging(INDENT, shown, self._width, _GAP)

    # -- answers to commands -----------------------------------------------------------------

    def _refused(self, refusal: Refusal, view: View | None) -> list[str]:
        lines = self._folded(self.refusal(refusal))
        sites = [] if view is None else view.sites
        if sites and refusal.code not in OWN_CODES:
            # The faces of a double are alike, and so are said once.
            shown = dict.fromkeys(map(_site, sites))
            lines += self._sentence("open_ends", sites=Said(", ".join(shown)))
        return lines

    def _why(self, view: View) -> list[str]:
        explained, _ = explain_plays(_plays(view), view.rules)
        if not explained:
            return self._sentence("empty_table")
        return reasons(explained[-1], self._say, self._width)

    def _history(self, view: View) -> list[str]:
        lines: list[str] = []
        plays: tuple[Play, ...] = ()
        for number, public in enumerate(view.history, start=1):
            if isinstance(public.action, Play):
                plays = (*plays, public.action)
            lines += self._turn(view.round, number, public, plays, None)
        return lines or self._sentence("empty_table")

    def _help(self) -> list[str]:
        lines = self._sentence("help.plays")
        words = {kind: _usage(kind, found[0]) for kind, found in WORDS[self._say.lang].items()}
        room = max(map(columns, words.values())) + 2
        for kind, word in words.items():
            does = self._say.say(f"play.person.help.{kind}")
            lines += hanging(INDENT + word.ljust(room), does.split(), self._width)
        return lines

    def _sentence(self, key: str, **params: object) -> list[str]:
        return folded(self._say.say(f"play.person.{key}", **params), self._width, INDENT)

    def _folded(self, text: str) -> list[str]:
        return folded(text, self._width)

    def _player(self, seat: int) -> str:
        return self._table.players[seat]


def play_text(choice: Choice, say: Catalog) -> str:
    """``3-4 on 4-4``: a play as it can be typed."""
    if choice.face is None:
        return choice.tile.text
    return say.say("explain.plays", tile=choice.tile.text, on=choice.face.tile.text)


def _site(face: Face) -> str:
    return f"{face.value} ({face.tile.text})"


def _plays(view: View) -> tuple[Play, ...]:
    return tuple(turn.action for turn in view.history if isinstance(turn.action, Play))


def _usage(kind: Kind, word: str) -> str:
    """A command's word with what may follow it."""
    return {"note": f"{word} …", "mark": f"{word} !", "save": f"{word} […]"}.get(kind, word)
