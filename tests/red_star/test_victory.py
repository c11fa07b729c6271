"""18.0 Victory points, and the surrender of the Soviet Union."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from stavka.titles.red_star.sequence import finish_game
from stavka.titles.red_star.victory import (
    asset_points,
    cities_that_count,
    level_of,
    unit_points,
    victory_points,
)
from tests.marks import rule

from .situations import events, play, situation


def counting(axis: str, soviet: str = "4828: SA03", sc: str = "heartland", more: str = "") -> War:
    text = (
        f"scenario: {sc}\nturn: 3\nphase: axis-movement\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n{more}"
    )
    return situation(text)


@rule("red-star", "18.0.5", "11.2.6", "18.0.3")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("GAB1", 4),
        ("GDEP01", 2),
        ("GTK41", 8),
        ("GTK41 (3)", 6),
        ("GTBG01 (1)", 2),
        ("GTDGD", 4),
        ("GIK26", 4),
        ("GIBG01", 2),
        ("GMK49", 3),
        ("RO01K", 2),
        ("IT8A", 2),
        ("ROHQ3", 1),
        ("FIHQK", 1),
        ("GSD207", 1),
        ("GSIEGE", 0),
        ("GIK26 (out)", 0),
        ("GIK26 (lack)", 0),
        ("GIK26 (emergency)", 0),
    ],
)
def test_points_for_units_in_supply(unit: str, points: int) -> None:
    assert unit_points(counting(f"3901: {unit}")) == points


@rule("red-star", "18.0.5", "18.0.2")
def test_the_last_supply_phase_comes_before_the_count() -> None:
    # The corps in the steppe is marked as in supply, but is cut off.
    p = situation(
        "scenario: turning-point\nturn: 24\nphase: administrative\n"
        "[Axis]\n2233: GIK26\n2145: GIK01\n[Soviet]\n3238: SA03",
        dice=[6] * 9,
    )
    while p.decision() is not None:
        play(p, "done")
    assert p.ended is not None
    assert p.ended.reason == "the Axis has 4 victory points"
    assert p.ended.case == "19.1.5"
    assert events(p, "attrition"), "the supply phase is a whole one"


CITIES = "3902: GDEP01, GIK26"


@rule("red-star", "18.0.4", "9.0.1", "18.0.3")
def test_cities_count_if_controlled_joined_and_not_contested() -> None:
    def counted(more: str, soviet: str = "4850: SA03") -> set[str]:
        p = counting(CITIES, soviet, more=f"[markers]\naxis held: {more}")
        return set(p.charts.grid.labels(cities_that_count(p)))

    assert counted("3901 3805") == {"3901", "3805"}
    # Contested and empty: no. With an Axis unit, contested or not: yes.
    assert counted("3901 3805", "3905: SA03") == {"3901"}
    p = counting(CITIES + "\n3805: GIK01", "3905: SA03", more="[markers]\naxis held: 3805")
    assert p.charts.grid.labels(cities_that_count(p)) == ["3805"]
    # No line of communication: Sevastopol behind an army at the isthmus and the causeway.
    assert "1221" in counted("1221")
    assert "1221" not in counted("1221", "1722: SA03\n1824: SA04\n1724: SA05")


@rule("red-star", "18.0.4", "5.0.3")
def test_control_of_a_city_by_two_weak_battlegroups() -> None:
    p = situation(
        "turn: 2\nphase: axis-movement\n[Axis]\n3025: GIBG01 (1), GIBG02 (1)\n3901: GIK26"
    )
    play(p, "select GIBG01", "add GIBG02", "move 3026")
    assert p.charts.grid.labels(cities_that_count(p)) == ["3026"]


@rule("red-star", "19.3.5", "18.0.3")
def test_destroyed_assets_count_in_the_road_to_stalingrad() -> None:
    lost = "4828: SA03\ndestroyed: A-OIL-01, A-PIPE-01, A-FACT-01, A-COAL-01\n"
    assert asset_points(counting("3901: GIK26", lost, "road-to-stalingrad")) == 28
    assert asset_points(counting("3901: GIK26", lost, "heartland")) == 0
    # Cities do not count there.
    p = counting("3901: GIK26", lost, "road-to-stalingrad")
    assert victory_points(p) == 28 + 4


# 18.1 Surrender


def entering(city: str, here: str, dice: list[int], held: str = "", sc: str = "motherland") -> War:
    p = situation(
        f"scenario: {sc}\nturn: 3\nphase: axis-movement\n[Axis]\n{here}: GTK41, GTK03\n"
        f"[Soviet]\n5050: SA03\n[markers]\naxis held: {held or '3901'}\nat start: 2{' 0' * 88}",
        dice=dice,
    )
    return play(p, "select GTK41", f"move {city}")


@rule("red-star", "18.1", "18.1.1")
@pytest.mark.parametrize(
    ("die", "held", "outcome"),
    [
        (1, "", "surrender"),
        (2, "", "disillusion"),
        (3, "", "disillusion"),
        (4, "", ""),
        (6, "", ""),
        (2, "6117", "surrender"),  # Leningrad
        (2, "0457", "surrender"),  # Baku
        (3, "2842 1221", "surrender"),  # Stalingrad and Sevastopol
        (3, "2842", "disillusion"),  # one of them is nothing
        (3, "1221", "disillusion"),
        (5, "6117 0457 2842 1221", "surrender"),
        (6, "6117 0457 2842 1221", "disillusion"),
    ],
)
def test_moscow(die: int, held: str, outcome: str) -> None:
    p = entering("4828", "4728", [die], held)
    assert (p.ended is not None) is (outcome == "surrender")
    if outcome == "surrender":
        assert p.ended is not None
        assert (p.ended.winner, p.ended.case) == ("Axis", "18.1.1")
        assert p.ended.reason == "Moscow has fallen"
    else:
        # The striped markers go back into the cups, or stay in their box.
        assert p.at_start[0] == (0 if outcome else 2)
        before = entering("4828", "4728", [6]).cups[0]
        assert p.cups[0] == (before + 2 if outcome else before)


@rule("red-star", "18.1.1")
def test_moscow_is_rolled_for_once() -> None:
    p = entering("4828", "4728", [5])
    play(p, "move 4829", "select GTK03", "move 4828")
    assert len(events(p, "surrender")) == 1


@rule("red-star", "18.1", "18.1.2")
@pytest.mark.parametrize(
    ("die", "held", "over"),
    [
        (1, "", True),
        (2, "", False),
        (2, "6117", True),
        (2, "4828", True),
        (3, "2842 1221", True),
        (5, "6117 4828 2842 1221", True),
        (6, "6117 4828 2842 1221", False),
    ],
)
def test_baku(die: int, held: str, over: bool) -> None:
    p = entering("0457", "0456", [die], held)
    assert (p.ended is not None) is over
    assert p.ended is None or p.ended.reason == "Baku has fallen"
    assert p.at_start[0] == 2, "no black stripes for Baku"


# The levels of victory


@rule("red-star", "19.1.5", "19.2.6", "19.3.6", "19.4.4", "19.5.6", "19.6.5")
@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("turning-point", [(50, "Soviet win"), (51, "Draw"), (57, "Draw"), (58, "Axis win")]),
        (
            "barbarossa",
            [
                (289, "Really Big Soviet Win"),
                (290, "Big Soviet Win"),
                (309, "Big Soviet Win"),
                (310, "Little Soviet Win"),
                (324, "Little Soviet Win"),
                (325, "Little German Win"),
                (335, "Little German Win"),
                (336, "Big German Win"),
                (350, "Big German Win"),
                (351, "Really Big German Win"),
            ],
        ),
        (
            "road-to-stalingrad",
            [
                (220, "Really Big Soviet Win"),
                (240, "Big Soviet Win"),
                (260, "Little Soviet Win"),
                (261, "Nobody Wins"),
                (280, "Nobody Wins"),
                (300, "Little German Win"),
                (320, "Big German Win"),
                (321, "Really Big German Win"),
            ],
        ),
        *(
            (
                key,
                [
                    (450, "Really Big Soviet Win"),
                    (480, "Big Soviet Win"),
                    (510, "Little Soviet Win"),
                    (511, "Nobody Wins"),
                    (530, "Nobody Wins"),
                    (560, "Little German Win"),
                    (590, "Big German Win"),
                    (591, "Really Big German Win"),
                ],
            )
            for key in ("russia-resurgent", "heartland", "motherland")
        ),
    ],
)
def test_levels(scenario: str, steps: list[tuple[int, str]]) -> None:
    p = situation(f"scenario: {scenario}\nturn: 23\nphase: axis-movement\n[Axis]\n2233: GIK26")
    for points, level in steps:
        name, winner = level_of(p, points)
        assert name == level
        soviet = "Soviet" in level
        assert winner == (
            "Soviet" if soviet else "" if level in ("Draw", "Nobody Wins") else "Axis"
        )


@rule("red-star", "19.2.5", "19.5.5", "19.4.4", "19.6.5", "19.1.5")
@pytest.mark.parametrize(
    ("scenario", "points"),
    [
        ("turning-point", 0),
        ("barbarossa", 145),
        ("road-to-stalingrad", 0),
        ("russia-resurgent", 500),
        ("heartland", 500),
        ("motherland", 500),
    ],
)
def test_all_cities_together(scenario: str, points: int) -> None:
    p = situation(f"scenario: {scenario}\nturn: 23\nphase: axis-movement\n[Axis]\n2233: GIK26")
    worth = p.charts.city_points[scenario]
    assert sum(worth.values()) == points
    if scenario == "barbarossa":
        # The rulebook's numbers of this scenario turned half round.
        turned = {
            "2706": 30,
            "5104": 20,
            "1418": 20,
            "6313": 15,
            "5301": 15,
            "3902": 15,
            "4508": 15,
        }
        for label, value in {**turned, "5718": 15}.items():
            row = 75 - int(label[:2])
            column = (34 if row % 2 == 0 else 35) - int(label[2:])
            assert worth[p.charts.grid.hex(f"{row:02}{column:02}")] == value


CITIES_OF_19_5_5 = """
    3901 50, 4828 50, 4601 40, 1207 40, 1407 40, 6117 30, 1221 30, 3026 20, 2430 20, 3632 20,
    2233 15, 3116 15, 1816 15, 3503 15, 5308 15, 4520 15, 4509 10, 4212 10, 3005 10, 2713 10,
    2809 10, 2012 10, 3805 10
"""


@rule("red-star", "19.5.5", "19.4.4", "19.6.5")
@pytest.mark.parametrize("scenario", ["russia-resurgent", "heartland", "motherland"])
def test_each_city_of_the_whole_war(scenario: str) -> None:
    charts = counting("3901: GIK26").charts
    expected = dict(entry.split() for entry in CITIES_OF_19_5_5.split(","))
    worth = charts.city_points[scenario]
    assert {charts.grid.label(h): str(n) for h, n in worth.items()} == expected


def test_a_game_that_is_finished_by_hand_says_so() -> None:
    p = counting("3901: GIK26")
    finish_game(p)
    assert p.ended is not None
    assert p.ended.level == "Really Big Soviet Win"
