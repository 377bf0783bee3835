"""The sample sheets: matches as people wrote them down, each in a hand of its own.

As in `samples`, every match is played under the rules until it shows what it is to show. What
stands beside the turns was said by somebody at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealing import TARGET, RoundPlayed, Turn
from recording import Place
from samples import (
    Rounds,
    at,
    end_of,
    is_long_draw,
    is_pass,
    is_split,
    is_tie,
    match_that,
    places,
    round_that,
    rules_of,
)
from sheet_styles import POLISH, Style, by_hand, low_first, with_bar

from allfives_cli.game.actions import Ending, Play
from allfives_cli.game.rules import RuleSet

SCORED: Final = frozenset({"award", "total"})
SETTLED: Final = frozenset({"left", "settlement", "totals"})


class Sheet(NamedTuple):
    """A sheet's file name, the match, how it was written, who played what, and what it shows."""

    name: str
    rounds: Rounds
    style: Style
    who: str
    shows: Sequence[tuple[str, str]]

    @property
    def text(self) -> str:
        """What stands in the file."""
        return by_hand(self.rounds, self.style)


def is_award(played: RoundPlayed, index: int, least: int) -> bool:
    outcome = played.turns()[index].outcome
    return outcome is not None and outcome.award >= least


def first(rounds: Rounds, least: int) -> Place:
    """The first turn that brought so many points."""
    return next(places(rounds, lambda played, index: is_award(played, index, least)))


def turn_at(rounds: Rounds, place: Place) -> Turn:
    return rounds[place[0] - 1].turns()[place[1] - 1]


def short(rounds: Rounds) -> bool:
    return sum(len(played.turns()) for played in rounds) < 70


def minimal() -> Sheet:
    rounds = match_that(
        lambda rounds: (
            len(rounds) == 2 and rounds[-1].how != TARGET and any(places(rounds, is_pass))
        ),
        rules_of("all-fives", target=75),
        2,
        153,
    )
    style = Style(["Ann", "Ben"], "{base: all-fives, target: 75}", claims={"left"})
    return Sheet(
        "minimal",
        rounds,
        style,
        "two players, all-fives",
        [
            ("all that a sheet needs: tiles, places where there is a choice, draws, passes", ""),
            ("a pass", at(next(places(rounds, is_pass)))),
            ("the tiles left over", end_of(rounds[1])),
        ],
    )


def with_claims() -> Sheet:
    rounds = match_that(
        lambda rounds: len(rounds) == 3 and any(places(rounds, is_long_draw)),
        rules_of("all-fives", hand_size=7, target=100),
        2,
        4,
    )
    long_draw, best = next(places(rounds, is_long_draw)), first(rounds, 15)
    style = Style(
        ["Gwen", "Omar"],
        "{base: all-fives, hand_size: 7, target: 100}",
        seen={0, 1},
        claims=SCORED | SETTLED | {"result"},
        numbered=True,
        facts=["event: Tuesday table", "date: 2026-10-06"],
        notes={long_draw: "never mind", best: "well played"},
        over={2: "tea first"},
    )
    return Sheet(
        "with-claims",
        rounds,
        style,
        "two players, all-fives",
        [
            ("hands, awards, totals and settlements, as most people keep score", ""),
            ("turns that are numbered", ""),
            ("notes behind turns", at(long_draw)),
            ("a note on a round", "2.1"),
        ],
    )


def po_polsku() -> Sheet:
    rounds = match_that(
        lambda rounds: len(rounds) == 2 and any(places(rounds, is_pass)),
        rules_of("all-fives", target=90),
        2,
        5,
    )
    passed, best = next(places(rounds, is_pass)), first(rounds, 10)
    style = Style(
        ["Żaneta", "Michał"],
        "{base: all-fives, target: 90}",
        names=["Ż", "M"],
        claims=SCORED | SETTLED | {"result"},
        words=POLISH,
        tile=with_bar,
        head=["# Zapisuje Michał, na odwrocie rachunku z kawiarni."],
        facts=["event: Wieczór gier", "place: Łódź", "date: 2026-10-23"],
        notes={best: "ale początek!"},
        above={passed: "stos pusty, nic nie pasuje"},
        over={2: "rewanż"},
    )
    return Sheet(
        "po-polsku",
        rounds,
        style,
        "two players, all-fives",
        [
            ("Polish words, names cut short, tiles written with a bar", ""),
            ("comments, which become notes", at(best)),
            ("a note before a turn", at(passed)),
        ],
    )


def three_players() -> Sheet:
    rounds = match_that(
        lambda rounds: len(rounds) <= 3 and any(is_split(played) for played in rounds[:-1]),
        rules_of("all-fives", target=75),
        3,
        216,
        policies=("shut",),
    )
    split = round_that(rounds, is_split)
    style = Style(
        ["Oliwia", "Bartek", "Łucja"],
        "{base: all-fives, target: 75}",
        names=["Ol", "Ba", "Łu"],
        claims=SCORED | SETTLED,
        over={1: "Łucja is new to the game"},
    )
    return Sheet(
        "three-players",
        rounds,
        style,
        "three players, all-fives",
        [
            ("each plays alone; a block that two share, so that totals have halves, written 7½",
             end_of(split)),
        ],
    )  # fmt: skip


def pairs() -> Sheet:
    rounds = match_that(
        lambda rounds: len(rounds) == 2 and rounds[0].how == Ending.OUT,
        rules_of("all-fives", target=60),
        4,
        0,
    )
    style = Style(
        ["Nora", "Ed", "Priya", "Will"],
        "{base: all-fives, target: 60}",
        names=["N", "E", "P", "W"],
        claims=SCORED | SETTLED | {"pips", "result"},
        facts=["# Nora and Priya against Ed and Will", "date: 2026-11-14"],
    )
    return Sheet(
        "pairs",
        rounds,
        style,
        "four players, all-fives",
        [
            ("two pairs, partners opposite; one total for both", at(first(rounds, 5))),
            ("pips of the tiles left over", end_of(rounds[0])),
        ],
    )


def one_hand_seen() -> Sheet:
    def shows(rounds: Rounds) -> bool:
        return len(rounds) == 2 and any(places(rounds, is_long_draw_of_others))

    rounds = match_that(shows, rules_of("all-fives", target=75), 3, 6)
    draw = next(places(rounds, is_long_draw_of_others))
    style = Style(
        ["Kasia", "Benedykt", "Imran"],
        "{base: all-fives, target: 75}",
        names=["K", "B", "I"],
        seen={0},
        claims=SCORED | SETTLED,
        tile=low_first,
        facts=["recorder: Kasia", "view: Kasia"],
        notes={draw: "what did he draw?"},
    )
    return Sheet(
        "one-hand-seen",
        rounds,
        style,
        "three players, all-fives",
        [
            ("written by one player: her own hand, and of the others what they played", ""),
            ("tiles drawn that she did not see, and the one that was played", at(draw)),
        ],
    )


def is_long_draw_of_others(played: RoundPlayed, index: int) -> bool:
    turn = played.turns()[index]
    return is_long_draw(played, index) and turn.seat != 0 and isinstance(turn.action, Play)


def broken_off() -> Sheet:
    rounds = match_that(lambda rounds: len(rounds) >= 3, rules_of("all-fives"), 2, 3)
    until = (2, 9)
    style = Style(
        ["Tom", "Isa"],
        "all-fives",
        claims=SCORED | SETTLED,
        facts=["date: 2026-11-20"],
        notes={until: "the train is in"},
        until=until,
    )
    return Sheet(
        "broken-off",
        rounds,
        style,
        "two players, all-fives",
        [("a match that may go on: a note, no error", at(until))],
    )


def muggins() -> Sheet:
    rounds = match_that(
        lambda rounds: len(rounds) <= 3 and round_that(rounds, is_tie) and short(rounds),
        rules_of("muggins", target=60),
        2,
        53,
    )
    style = Style(
        ["Ruth", "Sam"],
        "{base: muggins, target: 60}",
        seen={0, 1},
        claims=SCORED | SETTLED | {"result"},
        facts=["place: The Bell"],
        over={1: "highest double leads"},
    )
    return Sheet(
        "muggins",
        rounds,
        style,
        "two players, muggins",
        [
            ("the rule set muggins: two ends, no spinner", ""),
            ("a block with equal pips", end_of(round_that(rounds, is_tie))),
        ],
    )


def places_left_out() -> Sheet:
    rules = rules_of("all-fives", target=75)
    style = Style(
        ["Ada", "Jo"],
        "{base: all-fives, target: 75}",
        claims=SCORED | SETTLED | {"no award"},
        places="told",
    )

    def told(rounds: Rounds) -> list[Place]:
        needed, left = (
            by_hand(rounds, style_of).splitlines() for style_of in (_needed(style), style)
        )
        return [_place(left, n) for n, line in enumerate(left) if line != needed[n]]

    rounds = match_that(lambda rounds: len(rounds) == 2 and len(told(rounds)) > 5, rules, 2, 1111)
    return Sheet(
        "places-left-out",
        rounds,
        style,
        "two players, all-fives",
        [("a place left out where more than one fits: the award tells it", at(told(rounds)[0]))],
    )


def _needed(style: Style) -> Style:
    return Style(style.players, style.rules, claims=style.claims)


def _place(lines: Sequence[str], number: int) -> Place:
    """The round and turn of a line of a sheet."""
    before = [index for index in range(number) if lines[index].endswith("turns: |")]
    return len(before), number - before[-1]


def house_rule() -> Sheet:
    rules: RuleSet = rules_of(
        "muggins",
        target=61,
        hand_size=7,
        first_lead="lot",
        led_tile="any",
        blocked_settlement="less-own",
    )
    rounds = match_that(
        lambda rounds: len(rounds) == 2 and rounds[0].how == Ending.BLOCKED and short(rounds),
        rules,
        3,
        2,
    )
    style = Style(
        ["Mum", "Dad", "Zoë"],
        "{base: muggins, hand_size: 7, target: 61, first_lead: lot, led_tile: any, "
        "blocked_settlement: less-own}",
        claims={"sum"} | SCORED | SETTLED,
        head=["# As we play it: a lot decides who leads first, with any tile;",
              "# after a block all pips are paid, less the winner's own, and nothing is rounded."],
    )  # fmt: skip
    return Sheet(
        "house-rule",
        rounds,
        style,
        "three players, muggins with house rules",
        [
            ("options that differ from the published rules", ""),
            ("every end-sum written", "1.1"),
            ("a block, settled their own way", end_of(rounds[0])),
        ],
    )


SHEETS: Final = (
    minimal,
    with_claims,
    po_polsku,
    three_players,
    pairs,
    one_hand_seen,
    broken_off,
    muggins,
    places_left_out,
    house_rule,
)

TWO_PLACES: Final = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- hands: {Ann: 1-3 1-5, Ben: 3-5 2-2}
  turns: |
    Ann 1-3
    Ben 3-5
    Ann 1-5"""
"""A play that may be laid in two places: on 1-3 it makes 10, on 3-5 it makes 2."""
