"""What decides a game, line by line, is what the rules decide it by."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import load_record, seed_from
from stavka.engine.score import Score
from stavka.review.story import Story
from stavka.titles.red_star.victory import score, victory_points

from ..marks import rule

RECORDS = Path(__file__).parents[1] / "records"


def ended(record: str) -> Any:
    return Story.of_record(load_record(RECORDS / f"{record}.stavka")).play().position


def figure(value: str) -> Fraction:
    return sum(map(Fraction, value.replace("\u2212", "-").split()), Fraction())


def summed(found: Score) -> int:
    """The lines that are figures, added up and rounded down."""
    figures = [line.value for line in found.lines if line.value not in ("yes", "no")]
    return int(sum(map(figure, figures), Fraction()))


@pytest.mark.parametrize(
    "record",
    [
        "east-is-red-m1-full",
        "east-is-red-1960s-m30",
        "red-dragon-campaign-rolled-weather",
        "red-star-turning-point",
        "red-star-barbarossa",
    ],
)
def test_the_lines_come_to_the_total_and_the_total_to_the_level(record: str) -> None:
    p = ended(record)
    found = p.screen.score(p)
    assert found.total is not None
    assert summed(found) == int(found.total.value)
    assert found.total.value in p.ended.reason
    reached = [rung for rung in found.levels if rung.reached]
    assert len(reached) == 1
    assert p.ended.level in reached[0].level or reached[0].winner == p.ended.winner
    assert reached[0].winner == p.ended.winner


@rule("red-dragon", "3.1")
def test_a_sudden_death_is_a_level_of_its_own() -> None:
    p = ended("red-dragon-campaign")
    found = p.screen.score(p)
    assert [r.level for r in found.levels if r.reached] == ["PLA Sudden Death Victory"]
    # Leaders are among those who count (3.2.2).
    assert summed(found) == int(found.total.value) == 10


@rule("red-star", "18.0.3")
def test_cities_and_assets_stand_in_lines_of_their_own() -> None:
    title = titles.load("red-star")
    p: Any = title.start("heartland", seed=seed_from("1"))
    lines = {term.text: term.value for term in score(p)}
    assert lines["Warsaw"] == 50
    assert sum(lines.values()) == victory_points(p)
    p = title.start("road-to-stalingrad", seed=seed_from("1"))
    asset = next(unit for unit in range(len(p.names.units)) if p.charts.assets >> unit & 1)
    p.send(asset, -10)
    found = [term for term in score(p) if "destroyed" in term.text]
    assert [term.value for term in found] == [
        p.charts.asset_points[p.scenario][p.charts.kind[asset].key]
    ]
    assert sum(term.value for term in score(p)) == victory_points(p)


def test_the_conditions_of_reds_are_told_with_what_they_need() -> None:
    p = ended("reds-1918-19")
    lines = {line.text: line.value for line in p.screen.score(p).lines}
    assert lines["Withdrawals of the Allies"] == "2 of 2"
    assert lines["Moscow is Red"] == "yes"
    assert lines["Red resource cities"].endswith(" of 12")
    assert lines["Other Red resource cities"].endswith(", 2 needed")
