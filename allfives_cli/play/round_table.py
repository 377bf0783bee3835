"""One round at the table: it deals, finds the leader, asks for plays, settles.

A play that the rules refuse is the chooser's bug and raises Illegal; whoever
lets people or programs choose asks `View.why_illegal` first.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, final

from allfives_cli.game.actions import Ending, Hand, Pass, Play
from allfives_cli.game.counting import Laid
from allfives_cli.game.matches import Lead
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.settlement import Settlement
from allfives_cli.game.tiles import Tile
from allfives_cli.play.events import (
    Dealt,
    EndHow,
    Event,
    Left,
    MatchEnded,
    Remarked,
    RoundEnded,
    TurnTaken,
    Undone,
)
from allfives_cli.play.playing import Playing
from allfives_cli.play.seats import (
    Choice,
    Leave,
    Move,
    Pick,
    PublicTurn,
    Remark,
    Resign,
    ResignHow,
    Undo,
    View,
    choices_of,
)

_new: Final = tuple.__new__


def best_of(totals: Sequence[int], without: int | None = None) -> tuple[int, ...]:
    """The sides that share the highest total; one side may be left out of account."""
    sides = [side for side in range(len(totals)) if side != without]
    highest = max([totals[side] for side in sides])
    return tuple([side for side in sides if totals[side] == highest])


@final
class RoundTable:
    """One round at a table. ``events`` runs it; once."""

    def __init__(self, playing: Playing, number: int) -> None:
        self.playing = playing
        self.number = number
        self.match = playing.match
        self.deal = playing.dealer.deal(number)
        self.totals_before = tuple(self.match.totals)
        hands = self._hands()
        self.lead, self.leader = self._find_leader(hands)
        self.turns: list[TurnTaken] = []
        self.history: list[PublicTurn] = []
        self.chose: set[int] = set()
        self.state = self._begin(hands)

    def events(self) -> Generator[Event, None, bool]:
        """Play the round and settle it; the value is whether the match stops here."""
        yield Dealt(self.number, self.lead, self.leader, self.deal.hands, self.deal.boneyard)
        picks = self.playing.picks
        if picks is None or self.playing.given.resuming:
            stopped = yield from self._asked()
            if stopped:
                return True
        else:
            yield from self._picked(picks)
        yield self._settle()
        return False

    def _asked(self) -> Generator[Event, None, bool]:
        """The turns of players who are shown a view; the value is whether somebody leaves."""
        state, given, choosers = self.state, self.playing.given, self.playing.choosers
        while state.ending is None and not self.match.winners:
            seat = state.to_move
            choices = self._choices(seat)
            if not choices:
                yield self._without_play(seat)
                continue
            answer = None
            if given.resuming:
                yield from given.told()
                answer = given.next()
            if answer is None:
                answer = choosers[seat].choose(self._view(seat, choices))
            match answer:
                case Play():
                    yield self._play(seat, answer, len(choices), None)
                case Move(play):
                    yield self._play(seat, play, len(choices), answer)
                case Remark(mark, note, turn):
                    about = len(self.turns) if turn is None else turn
                    yield Remarked(self.number, about, seat, mark, note)
                case Undo():
                    yield self._undo(seat)
                    state = self.state
                case Leave():
                    yield Left(seat)
                    return True
                case Resign(how):
                    yield from self._resign(seat, how)
                    return True
        return False

    def _picked(self, picks: Sequence[Pick]) -> Iterator[Event]:
        """The turns of players who all choose by the choices alone.

        They are the turns of `_asked`, at half the cost: no view is made, no
        play is judged that has just been listed, and a block is looked for only
        where nobody has a play.
        """
        state, match, turns, number = self.state, self.match, self.turns, self.number
        while state.ended is None and not match.winners:
            seat = state.to_move
            choices = choices_of(state, state.hands[seat].known) or self._choices(seat)
            if choices:
                laid = choices[picks[seat](choices)]
                tile, face, end_sum, award = laid
                drawn = _seen(state.drawn) if state.drawn else ()
                state.lay(seat, laid)
                total = match.bank(seat, award) if award else match.totals[match.side_of[seat]]
                # Play(…) and TurnTaken(…) with a call fewer each.
                play = _new(Play, (tile, None if face is None else face.tile))
                told = (
                    number, len(turns) + 1, seat, play, end_sum, award, total,
                    drawn, len(choices), face, None,
                )  # fmt: skip
                turn = _new(TurnTaken, told)
                turns.append(turn)
                yield turn
            elif state.drawn or state.ending is None:
                yield self._without_play(seat)

    # -- beginning -----------------------------------------------------------------

    def _find_leader(self, hands: list[Hand]) -> tuple[Lead, int]:
        lead = self.match.next_lead(hands, first=self.number == 1)
        assert lead is not None  # noqa: S101 - the table has followed every round
        return lead, self.playing.dealer.lot(self.number) if lead.seat is None else lead.seat

    def _hands(self) -> list[Hand]:
        return [Hand(tiles) for tiles in self.deal.hands]

    def _begin(self, hands: list[Hand]) -> RoundState:
        boneyard = self.deal.boneyard
        rules = self.playing.table.rules
        state = RoundState(rules, hands, self.leader, len(boneyard), boneyard)
        if rules.led_tile == "deciding-tile":
            state.must_lead = self.lead.tile
        return state

    # -- a turn --------------------------------------------------------------------

    def _choices(self, seat: int) -> list[Laid]:
        """Draw while nothing fits; the plays there are then, none for a pass or a block."""
        state = self.state
        choices = choices_of(state, state.hands[seat].known)
        if not choices and state.boneyard_size:
            fitting, drawn = state.fitting(), state.drawn
            while state.boneyard_size:
                state.draw(seat)
                if drawn[-1] in fitting:
                    return choices_of(state, _seen(drawn[-1:]))
        return choices

    def _view(self, seat: int, choices: list[Laid]) -> View:
        state, match = self.state, self.match
        return _new(
            View,
            (
                seat,
                self.number,
                len(self.turns) + 1,
                state.rules,
                match.sides,
                match.target,
                tuple(match.totals),
                frozenset(state.hands[seat].known),
                _seen(state.drawn),
                state.end_sum,
                tuple([_new(Choice, laid) for laid in choices]),
                self.playing.table.hand_size,
                state.boneyard_size,
                state.must_lead,
                self._history(),
                seat in self.chose,
            ),
        )

    def _history(self) -> tuple[PublicTurn, ...]:
        seen = self.history
        seen += [turn.public for turn in self.turns[len(seen) :]]
        return tuple(seen)

    def _play(self, seat: int, play: Play, choices: int, beside: Move | None) -> TurnTaken:
        state, match, turns = self.state, self.match, self.turns
        drawn = _seen(state.drawn)
        award = state.play(seat, *play)
        total = match.bank(seat, award)
        if choices > 1:
            self.chose.add(seat)
        turn = TurnTaken(
            self.number, len(turns) + 1, seat, play, state.end_sum, award, total,
            drawn, choices, state.layout.last_face, beside,
        )  # fmt: skip
        turns.append(turn)
        return turn

    def _without_play(self, seat: int) -> TurnTaken:
        """A pass, or draws that left the round blocked."""
        state, match, turns = self.state, self.match, self.turns
        drawn = _seen(state.drawn)
        action = Pass() if state.ending is None else None
        if action is not None:
            state.pass_turn(seat)
        total = match.totals[match.side_of[seat]]
        turn = TurnTaken(
            self.number, len(turns) + 1, seat, action, state.end_sum, 0, total,
            drawn, 0, None, None,
        )  # fmt: skip
        turns.append(turn)
        return turn

    # -- taking back, ending ---------------------------------------------------------

    def _undo(self, seat: int) -> Undone:
        """Go back to before the last turn in which this seat had a choice."""
        chosen = [turn for turn in self.turns if turn.seat == seat and turn.choices > 1]
        if not chosen:
            raise ValueError("nothing to take back in this round")
        kept = self.turns[: chosen[-1].turn - 1]
        self.turns, self.history, self.chose = [], [], set()
        self.match.totals = list(self.totals_before)
        self.state = self._begin(self._hands())
        for turn in kept:
            self._again(turn)
        return Undone(self.number, chosen[-1].turn, seat)

    def _again(self, turn: TurnTaken) -> None:
        seat, action = turn.seat, turn.action
        self._choices(seat)
        if isinstance(action, Play):
            self._play(seat, action, turn.choices, turn.beside)
        else:
            self._without_play(seat)

    def _settle(self) -> RoundEnded:
        state, match = self.state, self.match
        last = self.turns[-1].seat
        if match.winners:
            return self._ended("target", last, None)
        pips = [sum([tile.pips for tile in hand.known]) for hand in state.hands]
        if state.ending is Ending.OUT:
            return self._ended("out", last, match.settle(pips, last))
        return self._ended("blocked", None, match.settle(pips, None))

    def _resign(self, seat: int, how: ResignHow) -> Iterator[Event]:
        yield self._ended("abandoned", seat, None)
        totals = tuple(self.match.totals)
        yield MatchEnded(how, best_of(totals, without=self.match.side_of[seat]), totals)

    def _ended(self, how: EndHow, by: int | None, settlement: Settlement | None) -> RoundEnded:
        totals, winners = tuple(self.match.totals), self.match.winners
        left = tuple([frozenset(hand.known) for hand in self.state.hands])
        return RoundEnded(self.number, how, by, left, settlement, totals, winners)


def _seen(drawn: Sequence[Tile | None]) -> tuple[Tile, ...]:
    """Tiles drawn; the table knows its boneyard, so that none of them is unseen."""
    return tuple([tile for tile in drawn if tile is not None]) if drawn else ()
