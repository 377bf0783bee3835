"""The sample records: matches that between them show everything that a record can hold.

Every match is played under the rules by `dealing`, with the players steered and the seed
searched for until the match shows what it is to show. Seeds that were found are written here, so
that the search ends at once; if the rules change, it goes on to the next seed that will do.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from annotating import remarks
from dealing import TARGET, RoundPlayed, act, begin_round, play_match, play_on, plays_of, tiles_of
from recording import Place, Writing, record_of

from allfives_cli.checking.replay import check
from allfives_cli.game.actions import Draw, Ending, Play
from allfives_cli.game.matches import LeadHow, MatchState, default_sides
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Side
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import Record
from allfives_cli.rulesets import rules_from

ALONE: Final[tuple[Side, ...]] = ((0,), (1,), (2,), (3,))
Rounds = list[RoundPlayed]


class Sample(NamedTuple):
    """A record, its file's name, and what it shows: words, and the place as round.turn."""

    name: str
    record: Record
    shows: Sequence[tuple[str, str]]


# -- playing until it shows what is wanted ------------------------------------------


def match_that(
    shows: Callable[[Rounds], object],
    rules: RuleSet,
    players: int,
    seed: int,
    *,
    policies: Sequence[str] = ("most-points", "random"),
    sides: Sequence[Side] | None = None,
) -> Rounds:
    """The first finished match, from this seed on, that shows what is wanted."""
    for tried in count(seed):
        rounds = list(play_match(rules, players, sides, tried, policies=policies, rounds=30))
        if rounds[-1].winners and shows(rounds):
            if tried != seed:
                sys.stderr.write(f"seed {seed} will not do; {tried} will\n")
            return rounds
    raise AssertionError("seeds never end")


def places(rounds: Rounds, shows: Callable[[RoundPlayed, int], object]) -> Iterator[Place]:
    """The turns, by index in their round from 0, of which this holds."""
    for played in rounds:
        for index in range(len(played.turns())):
            if shows(played, index):
                yield played.number, index + 1


def at(place: Place) -> str:
    return f"{place[0]}.{place[1]}"


def round_that(rounds: Rounds, shows: Callable[[RoundPlayed], object]) -> RoundPlayed | None:
    return next((played for played in rounds if shows(played)), None)


def end_of(played: RoundPlayed | None) -> str:
    """Where a round ends: its last turn."""
    assert played is not None
    return f"{played.number}.{len(played.turns())}"


def is_pass(played: RoundPlayed, index: int) -> bool:
    turn = played.turns()[index]
    return turn.action is not None and not isinstance(turn.action, Play)


def is_long_draw(played: RoundPlayed, index: int) -> bool:
    return len(played.turns()[index].draws) >= 4


def is_split(played: RoundPlayed) -> bool:
    paid = played.settlement.changes if played.settlement else {}
    return len(paid) == 2 and any(halves % 2 for halves in paid.values())


def is_tie(played: RoundPlayed) -> bool:
    return played.how == Ending.BLOCKED and not (played.settlement and played.settlement.changes)


def is_paid_block(played: RoundPlayed) -> bool:
    return played.how == Ending.BLOCKED and not is_tie(played)


def is_lone_blank(played: RoundPlayed) -> bool:
    """Whether somebody went out against a hand that held only 0-0."""
    left = [hand.known for hand in played.state.hands if hand.known]
    return played.how == Ending.OUT and left == [set(tiles_of("0-0"))]


def last_tile(played: RoundPlayed) -> bool:
    return not played.state.hands[played.mover]


def rules_of(base: str, **options: object) -> RuleSet:
    return rules_from(base, options)


# -- the samples ----------------------------------------------------------------------


def two_players_to_250() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return any(places(rounds, is_pass)) and any(places(rounds, is_long_draw))

    rounds = match_that(shows, rules_of("all-fives"), 2, 5)
    players = [
        {"key": "Agnieszka", "name": "Agnieszka Łoś"},
        {"key": "Zdzisław", "name": "Zdzisław Żak"},
    ]
    record = record_of(
        rounds,
        Writing(players),
        event="Liga Klubu „Szósteczka”, kolejka 3",
        place="Kraków",
        date="2026-03-14",
        started="2026-03-14T17:05:00+01:00",
        recorder="Ewa Śliwa",
    )
    return Sample(
        "two-players-to-250",
        record,
        [
            ("a whole match under the usual rules", ""),
            ("a long draw", at(next(places(rounds, is_long_draw)))),
            ("a pass, the boneyard being empty", at(next(places(rounds, is_pass)))),
            ("the winning play", end_of(rounds[-1])),
        ],
    )


def three_players_halves() -> Sample:
    rounds = match_that(
        lambda rounds: any(is_split(played) for played in rounds[:-1]),
        rules_of("all-fives", target=75),
        3,
        216,
        policies=("shut",),
    )
    record = record_of(
        rounds, Writing(["Oliwia", "Bartek", "Łucja"]), place="Gdańsk", date="2026-04-02"
    )
    split = round_that(rounds, is_split)
    return Sample(
        "three-players-halves",
        record,
        [
            ("three players, each alone", ""),
            ("a block where two tie for fewest and split the third hand", end_of(split)),
            ("totals with half points from then on", ""),
        ],
    )


def four_in_pairs() -> Sample:
    def by_partner(rounds: Rounds) -> bool:
        first = rounds[0]
        return first.how == Ending.OUT and len(rounds) == 4

    rounds = match_that(by_partner, rules_of("all-fives", target=120), 4, 0)
    players = [
        {"key": "Wojciech", "name": "Wojciech Sęk"},
        {"key": "Grażyna", "name": "Grażyna Ćwik"},
        {"key": "Stanisław", "name": "Stanisław Jeż"},
        {"key": "Halina", "name": "Halina Wąs"},
    ]
    record = record_of(
        rounds,
        Writing(players),
        event="Turniej par o Puchar Dyrektora",
        place="Łódź, Dom Kultury",
        date="2026-05-09",
    )
    return Sample(
        "four-in-pairs",
        record,
        [
            ("four players in two pairs, partners opposite, one score for each pair", ""),
            ("going out, paid with both opponents' tiles", end_of(rounds[0])),
            ("the one who went out leads, not the partner", "2.1"),
        ],
    )


def deducted_below_zero() -> Sample:
    def is_below(played: RoundPlayed) -> bool:
        return any(total < 0 for total in played.totals)

    rules = rules_of("all-fives-deducted", target=60)
    rounds = match_that(lambda r: is_below(r[0]), rules, 3, 0, policies=("most-points", "avoid"))
    record = record_of(
        rounds, Writing(["Nora", "Imran", "Priya"]), place="Leeds", date="2026-01-17"
    )
    return Sample(
        "deducted-below-zero",
        record,
        [
            ("the rule set all-fives-deducted: everybody loses the tiles left in hand", ""),
            ("a score below zero", end_of(round_that(rounds, is_below))),
        ],
    )


def muggins_two_players() -> Sample:
    def shows(rounds: Rounds) -> object:
        return round_that(rounds[:-1], is_paid_block)

    rounds = match_that(shows, rules_of("muggins", target=100), 2, 0)
    blocked = round_that(rounds, is_paid_block)
    assert blocked is not None
    players = [{"key": "Ruth", "name": "Ruth Okafor"}, {"key": "Sam", "name": "Sam Whitlock"}]
    record = record_of(rounds, Writing(players), place="Bristol", date="2026-02-21")
    return Sample(
        "muggins-two-players",
        record,
        [
            ("the rule set muggins: two ends, no spinner", ""),
            ("led by the holder of the highest double", "1.1"),
            ("a block, paid less the winner's own tiles", end_of(blocked)),
            ("after the block the highest double leads again", f"{blocked.number + 1}.1"),
        ],
    )


def muggins_heaviest_tile() -> Sample:
    rounds = match_that(
        lambda rounds: rounds[0].lead.how is LeadHow.HEAVIEST_TILE,
        rules_of("muggins", target=50),
        2,
        284,
    )
    record = record_of(rounds, Writing(["Elif", "Marta"]), date="2026-06-30")
    return Sample(
        "muggins-heaviest-tile",
        record,
        [("no double was dealt to anybody: the heaviest tile leads", "1.1")],
    )


def muggins_four_alone() -> Sample:
    rules = rules_of("muggins", target=75)
    rounds = match_that(lambda rounds: len(rounds) > 1, rules, 4, 0, sides=ALONE)
    record = record_of(rounds, Writing(["Ola", "Kuba", "Ula", "Jaś"], ALONE), date="2026-07-11")
    return Sample(
        "muggins-four-alone",
        record,
        [("four who play each alone, written as four sides of one", "")],
    )


def blocked_round() -> Sample:
    rules = rules_of("all-fives", hand_size=7, target=60)
    rounds = match_that(
        lambda rounds: is_paid_block(rounds[0]), rules, 2, 4, policies=("shut", "random")
    )
    record = record_of(rounds, Writing(["Hanna", "Igor"]), date="2026-08-03")
    return Sample(
        "blocked-round",
        record,
        [("a block: fewest pips are paid with the other hand", end_of(rounds[0]))],
    )


def blocked_tie() -> Sample:
    rules = rules_of("all-fives", hand_size=7, target=60)
    rounds = match_that(lambda rounds: is_tie(rounds[0]), rules, 2, 82, policies=("shut",))
    record = record_of(rounds, Writing(["Hanna", "Igor"]), date="2026-08-04")
    return Sample(
        "blocked-tie",
        record,
        [
            ("a block with equal pips: nobody is paid", end_of(rounds[0])),
            ("a new lot decides who leads", "2.1"),
        ],
    )


def out_against_lone_blank() -> Sample:
    rules = rules_of("all-fives", target=60)
    rounds = match_that(lambda rounds: is_lone_blank(rounds[0]), rules, 2, 17)
    record = record_of(rounds, Writing(["Gwen", "Tadeusz"]), date="2026-09-01")
    return Sample(
        "out-against-lone-0-0",
        record,
        [
            (
                "going out against a hand of only 0-0: a round won, and nothing to pay",
                end_of(rounds[0]),
            ),
            ("its winner leads", "2.1"),
        ],
    )


def target_in_mid_round() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return rounds[-1].how == TARGET and not last_tile(rounds[-1]) and len(rounds) == 2

    rounds = match_that(shows, rules_of("all-fives", target=100), 2, 3)
    record = record_of(rounds, Writing(["Lena", "Omar"]), date="2026-09-12")
    return Sample(
        "target-in-mid-round",
        record,
        [("a play reaches the target: the match ends there", end_of(rounds[-1]))],
    )


def target_on_last_tile() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return rounds[-1].how == TARGET and last_tile(rounds[-1])

    rounds = match_that(shows, rules_of("all-fives", target=60), 2, 48)
    rng = random.Random(9)  # noqa: S311 - games, not secrets
    seconds = {place: {"time": rng.randrange(4, 60) / 2} for place in places(rounds, every_turn)}
    writing = Writing(["Lena", "Omar"], remarks=seconds)
    return Sample(
        "target-on-last-tile",
        record_of(rounds, writing, date="2026-09-13"),
        [
            ("the last tile of a hand reaches the target: no settlement", end_of(rounds[-1])),
            ("the seconds that each turn took", ""),
        ],
    )


def every_turn(_played: RoundPlayed, _index: int) -> bool:
    return True


def target_by_settlement() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return rounds[-1].how == Ending.OUT and len(rounds) == 2

    rounds = match_that(shows, rules_of("all-fives", target=75), 2, 4)
    record = record_of(rounds, Writing(["Lena", "Omar"]), date="2026-09-14")
    return Sample(
        "target-by-settlement",
        record,
        [("the target is reached by the tiles left over", end_of(rounds[-1]))],
    )


LARGEST: Final = plays_of(
    "3-3, 3-6 on 3-3, 3-5 on 3-3, 3-4 on 3-3, 0-3 on 3-3, "
    "4-4 on 3-4, 5-5 on 3-5, 0-5 on 0-3, 6-6 on 3-6"
)
"""The largest award: an end-sum of 35 from four arms of one spinner."""


def award_of_35() -> Sample:
    rules = rules_of("all-fives", target=100)
    rng = random.Random(35)  # noqa: S311 - games, not secrets
    match = MatchState(rules, default_sides(2), 100)
    held = [[play.tile for play in LARGEST[seat::2]] for seat in range(2)]
    rest = [tile for tile in DOUBLE_SIX if tile not in held[0] + held[1]]
    rng.shuffle(rest)
    for hand in held:
        while len(hand) < 9:
            hand.append(rest.pop())
    first = begin_round(match, rng, hands=held, boneyard=rest, leader=0)
    for play in LARGEST:
        act(match, first, play)
    rounds = [play_on(match, first, rng, ("most-points",))]
    while not match.winners:
        played = begin_round(match, rng, number=len(rounds) + 1)
        rounds.append(play_on(match, played, rng, ("most-points",)))
    record = record_of(rounds, Writing(["Piotr", "Yusuf"]), place="Poznań", date="2026-10-03")
    return Sample("award-of-35", record, [("the largest award that there is", f"1.{len(LARGEST)}")])


def seen_by_one_player() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return len(rounds) == 2 and rounds[-1].how != TARGET and any(places(rounds, is_long_draw))

    rounds = match_that(shows, rules_of("all-fives", target=75), 3, 25)
    record = record_of(
        rounds,
        Writing(["Kasia", "Benedykt", "Michał"], view="Kasia"),
        date="2026-10-17",
        recorder="Kasia",
    )
    return Sample(
        "seen-by-one-player",
        record,
        [
            ("only one hand was seen; the others are written ??", ""),
            ("draws that nobody else saw", at(next(places(rounds, is_unseen_draw)))),
            ("the tiles left over, which all could see", end_of(rounds[0])),
        ],
    )


def is_unseen_draw(played: RoundPlayed, index: int) -> bool:
    turn = played.turns()[index]
    return bool(turn.draws) and turn.seat != 0


def annotated() -> Sample:
    rules = rules_of("all-fives", hand_size=7, target=60)
    writing = Writing(["Basia", "Henryk"])
    rounds = match_that(
        lambda rounds: len(rounds) == 2 and len(remarks(rounds, writing)) >= 6,
        rules,
        2,
        1,
        policies=("random",),
    )
    notes = remarks(rounds, writing)
    record = record_of(
        rounds,
        Writing(writing.players, remarks=notes),
        date="2026-10-24",
        recorder="Jerzy Kłos",
        notes=["Annotated after the match: marks, notes, and what might have been played instead."],
    )
    first = next(place for place, remark in notes.items() if "alts" in remark)
    noted = next(place for place, remark in notes.items() if "before" in remark)
    praised = next(place for place, remark in notes.items() if remark.get("mark") == "!")
    return Sample(
        "annotated",
        record,
        [
            ("a mark, a note and a better line", at(first)),
            ("a note before a turn", at(noted)),
            ("a good play", at(praised)),
        ],
    )


def set_up_position() -> Sample:
    def shows(rounds: Rounds) -> bool:
        return len(rounds) == 1 and 12 <= len(rounds[0].turns()) <= 16

    rounds = match_that(shows, rules_of("all-fives", target=50), 2, 11)
    writing = Writing(["Black", "White"], setup_after=6)
    winner = writing.keys[rounds[0].winners[0]]
    record = record_of(rounds, writing, event=f"Problem 1: {winner} to win")
    return Sample(
        "set-up-position",
        record,
        [("the round begins from a position, not from a deal", "1.1")],
    )


def muggins_called() -> Sample:
    writing = Writing(["Josie", "Franek", "Amara"])
    rules = rules_of("muggins", target=50)
    for seed in count(0):
        rounds = list(play_match(rules, 3, seed=seed, policies=("most-points",), rounds=5))
        if not rounds[-1].winners or len(rounds) < 2:
            continue
        scoring = list(places(rounds[:1], is_scoring))
        if len(scoring) < 2:
            continue
        called, missed = scoring[:2]
        turn = rounds[0].turns()[called[1] - 1]
        assert turn.outcome is not None
        caller = writing.keys[(turn.seat + 1) % 3]
        taken = {called: {caller: turn.outcome.award}, missed: {}}
        record = record_of(
            rounds,
            Writing(writing.players, taken=taken),
            date="2026-11-07",
            notes=["Played by the old rule: who misses an award may hear “Muggins!”."],
        )
        if check(record).sound:
            return Sample(
                "muggins-called",
                record,
                [
                    ("an award missed by its player and called by another", at(called)),
                    ("an award that everybody missed", at(missed)),
                ],
            )
    raise AssertionError("seeds never end")


def is_scoring(played: RoundPlayed, index: int) -> bool:
    outcome = played.turns()[index].outcome
    return outcome is not None and outcome.award > 0


def irregular_turn() -> Sample:
    rules = rules_of("all-fives", hand_size=7, target=50)
    for seed in count(0):
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        match = MatchState(rules, default_sides(2), 50)
        first = begin_round(match, rng)
        act(match, first, first.state.legal_plays(first.state.to_move)[0])
        if not draw_against_the_rules(match, first):
            continue
        rounds = [play_on(match, first, rng)]
        while not match.winners:
            played = begin_round(match, rng, number=len(rounds) + 1)
            rounds.append(play_on(match, played, rng))
        if len(rounds) > 2:
            continue
        note = "Drew with a tile that fitted. It was seen only later, and the turn stood."
        writing = Writing(["Dorota", "Max"], remarks={(1, 2): {"notes": [note], "irregular": True}})
        return Sample(
            "irregular-turn",
            record_of(rounds, writing, date="2026-11-14"),
            [("a breach of the rules that the players let stand: a warning, no error", "1.2")],
        )
    raise AssertionError("seeds never end")


def draw_against_the_rules(match: MatchState, played: RoundPlayed) -> bool:
    """Draw although a tile fits, and play the drawn tile; false where that cannot be."""
    state = played.state
    drawn = state.boneyard[0] if state.boneyard else None
    known = state.hands[state.to_move].known
    if drawn is None or not state.playable(known) or not state.playable([drawn]):
        return False
    state.waived = []
    act(match, played, Draw(drawn))
    place = next(play.on for play in state.legal_plays(state.to_move) if play.tile is drawn)
    act(match, played, Play(drawn, place))
    state.waived = None
    return True


def unfinished() -> Sample:
    rules = rules_of("all-fives")
    rounds = list(play_match(rules, 2, seed=8, policies=("most-points",), rounds=1))
    match = MatchState(rules, default_sides(2), 250)
    match.totals = list(rounds[0].totals)
    match.ended(rounds[0].mover if rounds[0].how == Ending.OUT else None)
    rng = random.Random(8)  # noqa: S311 - games, not secrets
    second = begin_round(match, rng, number=2)
    for _ in range(5):
        act(match, second, second.state.legal_plays(second.state.to_move)[0])
    players = [{"key": "Zofia", "kind": "human"}, {"key": "Bot", "kind": "program"}]
    record = record_of([*rounds, second], Writing(players), date="2026-11-28")
    return Sample(
        "unfinished",
        record,
        [
            ("a match that was broken off and may go on: a note, no error", end_of(second)),
            ("a person against a program", ""),
        ],
    )


SAMPLES: Final = (
    two_players_to_250,
    three_players_halves,
    four_in_pairs,
    deducted_below_zero,
    muggins_two_players,
    muggins_heaviest_tile,
    muggins_four_alone,
    blocked_round,
    blocked_tie,
    out_against_lone_blank,
    target_in_mid_round,
    target_on_last_tile,
    target_by_settlement,
    award_of_35,
    seen_by_one_player,
    annotated,
    set_up_position,
    muggins_called,
    irregular_turn,
    unfinished,
)

ARCHIVED: Final = (
    (1, "all-fives", ("Ada", "Bruno"), "all"),
    (1, "muggins", ("Ada", "Celina"), "all"),
    (2, "all-fives-deducted", ("Bruno", "Celina"), "table"),
)
"""Seed, rule set, players and view of the matches of one evening."""


def archive() -> list[Record]:
    """The matches of a club evening."""
    found = []
    for seed, base, players, view in ARCHIVED:
        rules = rules_of(base, target=40)
        rounds = match_that(lambda rounds: len(rounds) == 1, rules, len(players), seed)
        writing = Writing(players, view=view)
        found.append(record_of(rounds, writing, event="Club evening", date="2026-12-01"))
    return found
