"""A record replayed under the rules: steps up to the first failure of each round.

A round that fails is left there and the next one is taken up, with scores and
a leader that are no longer known. `check` copies nothing and is fast; `replay`
keeps every accepted turn.

Codes: round-after-match, wrong-result, wrong-winners, unknown-side, unfinished.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from allfives_cli.checking.claims import Claims
from allfives_cli.checking.deal import begin_round
from allfives_cli.checking.ends import check_end, check_totals
from allfives_cli.checking.findings import Report
from allfives_cli.checking.identity import check_digests, core_digest
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.checking.turns import Course, Step, fold
from allfives_cli.game.matches import Lead, MatchState
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.settlement import Settlement
from allfives_cli.record.digest import record_digest
from allfives_cli.record.model import UNSEEN, Digest, Record, Result, Round
from allfives_cli.record.places import Pointer

if TYPE_CHECKING:
    from allfives_cli.checking.facts import Eyes, RoundFacts


@dataclass(slots=True)
class RoundReplay:
    """One round as far as it could be replayed.

    ``began`` is the state before the first turn, None where the deal was
    refused. ``failed`` where the deal or a turn was. ``settlement`` is None
    for a round that did not end by itself or whose leftovers are not known.
    ``totals`` by side, in halves, after the round. ``lead`` is what the rules
    say of the leader, None where that cannot be told. Where no turns are kept,
    ``began`` and ``lead`` are there only if tiles are hidden. ``placed`` as in `Course`.
    """

    number: int
    began: RoundState | None = None
    lead: Lead | None = None
    steps: list[Step] = field(default_factory=list)
    failed: bool = False
    ended: RoundState | None = None
    settlement: Settlement | None = None
    totals: tuple[int, ...] = ()
    placed: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Replay:
    """Everything that a replay found. ``table`` is None where nothing could be played."""

    report: Report
    table: Table | None = None
    match: MatchState | None = None
    rounds: list[RoundReplay] = field(default_factory=list)

    def ended(self, record: Record) -> list[RoundState] | None:
        """The state after each round of the record; None where one could not be followed."""
        states = [played.ended for played in self.rounds if played.ended is not None]
        return states if len(states) == len(record.rounds) else None


def check(record: Record) -> Report:
    """Check a record fully and return the findings, without keeping steps."""
    return _run(record, keep=(), states=record.digest is not None).report


def replay(record: Record, rounds: Container[int] | None = None) -> Replay:
    """Check a record fully and keep every accepted turn as a Step.

    With ``rounds`` (from 1) only those are kept: a turn takes some kilobytes.
    """
    if rounds is None:
        return _run(record, keep=range(1, len(record.rounds) + 1), states=True)
    return _run(record, keep=rounds, states=record.digest is not None)


def digests(record: Record) -> Digest:
    """The digests that a record should bear, whatever it bears.

    ``game`` is None where the match cannot be followed to the record's end.
    """
    done = _run(record, keep=(), states=True)
    ended = done.ended(record)
    game = None if done.table is None or ended is None else core_digest(record, done.table, ended)
    return Digest(record=record_digest(record), game=game)


def _run(record: Record, *, keep: Container[int], states: bool) -> Replay:
    report = Report()
    table = seat_players(record, report)
    done = Replay(report, table)
    if table is not None:
        _run_rounds(record, table, done, keep=keep, states=states)
    if record.digest is not None:
        check_digests(record, table, done.ended(record), report)
    return done


def _run_rounds(
    record: Record, table: Table, done: Replay, *, keep: Container[int], states: bool
) -> None:
    """Run the rounds; without ``states`` only those to ``keep`` are held on to."""
    report = done.report
    match = done.match = table.new_match()
    claims = Claims(report, len(table.sides))
    played: RoundReplay | None = None
    for index in range(len(record.rounds)):
        if match.winners:
            winners = [table.side_keys[side] for side in match.winners]
            report.add("round-after-match", ("rounds", index), winners=winners)
            return
        played = run_round(record, index, table, match, claims, keep=index + 1 in keep)
        if states or played.number in keep:
            done.rounds.append(played)
    finished = played is not None and (played.failed or _has_ended(record, played))
    _check_result(record, table, match, claims, finished=finished)


def run_round(
    record: Record, index: int, table: Table, match: MatchState, claims: Claims, *, keep: bool
) -> RoundReplay:
    """Run one round of a record in a match that has come that far."""
    rounds = record.rounds
    written, at = rounds[index], ("rounds", index)
    played = RoundReplay(index + 1)
    state = begin_round(table, match, written, at, claims.report, first=index == 0)
    if state is None:
        played.failed = True
    else:
        course = Course(table, match, state, claims, claims.report)
        hidden = _hides(state, written)
        if keep or hidden:
            played.began = state.copy()
            played.lead = match.next_lead(state.hands, first=index == 0)
        watch = played.steps.append if keep else None
        played.placed = course.placed
        played.failed = not fold(course, written.turns, (*at, "turns"), watch)
        if not played.failed:
            last = index == len(rounds) - 1
            played.settlement = check_end(course, written, at, last=last)
            played.ended = state
            if hidden:
                # Here, not above: where every tile is seen, there is nothing to prove.
                from allfives_cli.checking.proof import prove_round  # noqa: PLC0415

                prove_round(facts_of(table, written, played), index + 1, claims.report)
    if played.failed:
        claims.lose_totals()
        match.forget_scores()
        match.ended(None, known=False)
    claims.close_slip()
    played.totals = tuple(match.totals)
    return played


def _hides(began: RoundState, written: Round) -> bool:
    """Whether a tile was dealt or drawn that the record does not name."""
    for hand in began.hands:
        if hand.unseen:
            return True
    if began.boneyard is not None:
        return False
    return any(turn.draw is not None and UNSEEN in turn.draw for turn in written.turns)


def facts_of(
    table: Table, written: Round, played: RoundReplay, eyes: Eyes | None = None
) -> RoundFacts:
    """What a replayed round says of hidden tiles. ``eyes`` None sees all that the record shows.

    For a round that failed, up to the turn that was refused, if turns were kept.
    """
    from allfives_cli.checking.facts import round_facts  # noqa: PLC0415 - as above

    assert played.began is not None  # noqa: S101 - asked only of a round that was dealt
    turns = written.turns[: len(played.steps)] if played.failed else written.turns
    return round_facts(
        table,
        written,
        turns,
        began=played.began,
        ended=played.ended,
        lead=played.lead,
        placed=played.placed,
        eyes=eyes,
    )


def _has_ended(record: Record, played: RoundReplay) -> bool:
    end = record.rounds[played.number - 1].end
    by_itself = played.ended is not None and played.ended.ending is not None
    return by_itself or (end is not None and end.how != "abandoned")


def _check_result(
    record: Record, table: Table, match: MatchState, claims: Claims, *, finished: bool
) -> None:
    result, report = record.result, claims.report
    if result is None:
        if not match.winners and match.scores_known:
            report.note(
                "unfinished",
                (),
                rounds=len(record.rounds),
                between_rounds=finished or not record.rounds,
            )
        return
    at: Pointer = ("result",)
    if not _known_sides(result, table, report):
        return
    winners = [table.side_keys[side] for side in match.winners]
    if match.scores_known and (result.how == "target") != bool(winners):
        if not claims.explain_winners(match):
            computed = "target" if winners else "unfinished"
            report.add("wrong-result", (*at, "how"), claimed=result.how, computed=computed)
    elif (
        winners
        and result.winners is not None
        and sorted(result.winners) != sorted(winners)
        and not claims.explain_winners(match)
    ):
        report.add("wrong-winners", (*at, "winners"), claimed=result.winners, computed=winners)
    check_totals(table, match, claims, result.totals or {}, (*at, "totals"))


def _known_sides(result: Result, table: Table, report: Report) -> bool:
    before = len(report.findings)
    for index, key in enumerate(result.winners or ()):
        if key not in table.side_index:
            place: Pointer = ("result", "winners", index)
            report.add("unknown-side", place, side=key, sides=table.side_keys)
    for key in result.totals or {}:
        if key not in table.side_index:
            report.add("unknown-side", ("result", "totals", key), side=key, sides=table.side_keys)
    return len(report.findings) == before
