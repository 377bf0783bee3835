"""Standings against the same statistics computed otherwise: by hand, and by ``statistics``."""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from seated import NAMES

from allfives_cli.cli import run
from allfives_cli.play.series_match import Outcome
from allfives_cli.play.standings import Estimate, Measure, Standings


def standard_error(values: list[float]) -> float:
    return statistics.stdev(values) / math.sqrt(len(values))


@pytest.mark.parametrize("parts", [1, 2, 24])
def test_a_measure_is_a_mean_and_its_standard_error(parts: int) -> None:
    numbers = random.Random(parts)  # noqa: S311 - any numbers will do
    values = [numbers.randrange(-400, 900) for _ in range(57)]
    measure = Measure(parts)
    for value in values:
        measure.add(value)
    ones = [value / parts for value in values]
    assert measure.estimate is not None
    mean, error = measure.estimate
    assert mean == pytest.approx(statistics.mean(ones), rel=1e-12)
    assert error == pytest.approx(standard_error(ones), rel=1e-12)


def test_what_no_value_and_one_value_tell() -> None:
    measure = Measure(2)
    assert measure.estimate is None
    measure.add(15)
    assert measure.estimate == Estimate(7.5, None)
    measure.add(15)
    assert measure.estimate == Estimate(7.5, 0.0)


def test_large_numbers_lose_nothing() -> None:
    """Where sums of floats would give a spread of nothing, or of less."""
    measure = Measure(1)
    for value in (10**15, 10**15 + 1, 10**15 + 2):
        measure.add(value)
    assert measure.estimate == Estimate(1e15 + 1, math.sqrt(Fraction(1, 3)))


def error_of(values: list[float]) -> Any:
    return pytest.approx(standard_error(values), rel=1e-12)


def outcome(totals: tuple[int, ...], *winners: int, rounds: int = 5, turns: int = 90) -> Outcome:
    return Outcome(totals, winners, rounds, turns, (0,) * len(totals))


def test_two_sides_without_swaps() -> None:
    standings = Standings(2, 2, 1)
    for each in (
        outcome((500, 400), 0, rounds=4, turns=80),
        outcome((300, 510), 1, rounds=6, turns=100),
        outcome((450, 450), 0, 1),
    ):
        standings.add(each)
    one, other = standings.sides
    assert (one.wins, one.shared, other.wins, other.shared) == (1, 1, 1, 1)
    assert one.share == Estimate(0.5, error_of([1, 0, 0.5]))
    assert one.points == Estimate(pytest.approx(1250 / 6), error_of([250, 150, 225]))
    assert one.margin == Estimate(pytest.approx(-55 / 3), error_of([50, -105, 0]))
    assert other.margin == Estimate(pytest.approx(55 / 3), error_of([-50, 105, 0]))
    assert standings.rounds == Estimate(5, error_of([4, 6, 5]))
    assert standings.turns == Estimate(90, error_of([80, 100, 90]))


def test_swapped_matches_of_a_deal_count_as_one_value() -> None:
    """The deal gives one side 40 points more, whoever sits there: nobody is better."""
    standings = Standings(2, 2, 2)
    for luck in (80, -40, 160):
        standings.add(outcome((400 + luck, 400), 0))
        standings.add(outcome((400, 400 + luck), 1))
    assert standings.deals == 3
    assert standings.counted == 6
    for side in standings.sides:
        assert side.margin == Estimate(0, 0)
        assert side.share == Estimate(0.5, 0)
    assert standings.sides[0].points == Estimate(
        pytest.approx(200 + 200 / 12), error_of([220, 190, 240])
    )


def test_the_margin_is_over_the_best_of_the_others() -> None:
    standings = Standings(3, 3, 1)
    standings.add(outcome((400, 300, 200), 0))
    assert [side.margin for side in standings.sides] == [
        Estimate(50, None), Estimate(-50, None), Estimate(-100, None)
    ]  # fmt: skip


@pytest.mark.parametrize("sharing", [2, 3, 4])
def test_a_shared_win_counts_in_parts(sharing: int) -> None:
    standings = Standings(4, 4, 1)
    standings.add(outcome((400,) * sharing + (0,) * (4 - sharing), *range(sharing)))
    shares = [side.share.mean for side in standings.sides if side.share]
    assert shares == [pytest.approx(1 / sharing)] * sharing + [0] * (4 - sharing)


def test_a_deal_is_counted_once_all_its_matches_have_ended() -> None:
    standings = Standings(2, 2, 2)
    broken_off = Outcome((0, 0), None, 1, 3, (0, 1))
    standings.add(outcome((400, 300), 0))
    assert (standings.played, standings.deals) == (1, 0)
    assert standings.sides[0].wins == 0
    assert standings.sides[0].points is None
    standings.add(broken_off)
    assert (standings.played, standings.unfinished, standings.deals) == (2, 1, 0)
    assert standings.rounds is None
    standings.add(outcome((400, 300), 0))
    standings.add(outcome((200, 300), 1))
    assert (standings.played, standings.deals, standings.counted) == (4, 1, 2)
    assert standings.sides[0].points == Estimate(150, None)
    assert standings.incidents == [0, 1]


# -- a whole series, computed anew from its records ------------------------------------------


def computed_anew(lines: list[str], orders: int) -> dict[str, Any]:
    """The results from nothing but the records: by deal, then with ``statistics``."""
    by_deal: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        record = json.loads(line)
        by_deal[record["ext"]["allfives/seed"]].append(record)
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    wins: dict[str, int] = defaultdict(int)
    for records in by_deal.values():
        assert len(records) == orders
        sums: dict[tuple[str, str], float] = defaultdict(float)
        for record in records:
            result = record["result"]
            totals = {"+".join(sorted(k.split("+"))): v for k, v in result["totals"].items()}
            winners = ["+".join(sorted(k.split("+"))) for k in result["winners"]]
            for side, total in totals.items():
                best = max(v for other, v in totals.items() if other != side)
                wins[side] += winners == [side]
                sums[side, "share"] += (side in winners) / len(winners)
                sums[side, "points"] += total
                sums[side, "margin"] += total - best
            sums["", "rounds"] += len(record["rounds"])
            sums["", "turns"] += sum(len(played["turns"]) for played in record["rounds"])
        for key, total in sums.items():
            values[key].append(total / orders)
    found: dict[str, Any] = {"wins": dict(wins)}
    for (side, name), each in values.items():
        found[f"{side} {name}"] = (statistics.fmean(each), standard_error(each))
    return found


SERIES = [
    (["greedy", "careful"], ["--swap"]),
    (["greedy", "random"], []),
    (["random", "greedy", "careful"], ["--swap", "--rules", "all-fives-deducted"]),
    (["greedy", "random", "careful", "random"], ["--swap", "--rules", "muggins"]),
    (["greedy", "random", "greedy", "random"], ["--alone", "--rules", "muggins", "--rounds", "2"]),
]


@pytest.mark.parametrize(("kinds", "options"), SERIES, ids=" ".join)
def test_results_are_those_of_the_records(
    kinds: list[str],
    options: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seats = [f"--seat={name}={kind}" for name, kind in zip(NAMES, kinds, strict=False)]
    arguments = ["series", *seats, *options, "-n", "6", "--seed", "s", "--target", "60"]
    assert run([*arguments, "-o", str(tmp_path), "--format", "json"]) == 0
    results = json.loads(capsys.readouterr().out)
    lines = (tmp_path / "records.jsonl").read_text("utf-8").splitlines()
    orders = len(kinds) if "--swap" in options else 1
    assert len(lines) == 6 * orders
    expected = computed_anew(lines, orders)

    def estimate(found: dict[str, float]) -> tuple[float, float]:
        return pytest.approx((found["mean"], found["error"]), abs=1e-6)

    assert expected["wins"] == {each["side"]: each["wins"] for each in results["standings"]}
    for each in results["standings"]:
        assert len(each["players"]) == (2 if "+" in each["side"] else 1)
        for name in ("share", "points", "margin"):
            assert expected[f"{each['side']} {name}"] == estimate(each[name])
    for name in ("rounds", "turns"):
        assert expected[f" {name}"] == estimate(results[name])
