"""5.0 Contested spaces."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.contested import contested_by
from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import situation


def contested(p: War, side: str) -> set[str]:
    return set(p.charts.grid.labels(contested_by(p, side)))


AROUND_2145 = {"2245", "2146", "2045", "2044", "2144", "2244"}


@rule("red-star", "5.0.1", "5.0.2", "11.1.5", "11.2.4", "15.6.1", "14.1.2")
@pytest.mark.parametrize(
    ("side", "unit", "contests"),
    [
        ("Axis", "GTK41", True),
        ("Axis", "GIK26", True),
        ("Axis", "GTDGD", True),
        ("Axis", "RO01K", True),
        ("Axis", "GTBG01 (1)", True),  # attack two
        ("Axis", "GAB1", False),
        ("Axis", "GAF1", False),
        ("Axis", "GSD207", False),
        ("Axis", "ROHQ3", False),
        ("Axis", "GSIEGE", False),
        ("Axis", "GDEP01", False),
        ("Soviet", "SA03", True),
        ("Soviet", "SRC01", True),
        ("Soviet", "SAB1", True),
        ("Soviet", "A-FACT-01", False),
        ("Soviet", "SHQ-WESTER", False),
        ("Soviet", "LEADER-Zhukov", False),
        ("Soviet", "SPART1", False),
        ("Soviet", "SGC1", False),
    ],
)
def test_who_contests_the_spaces_around(side: str, unit: str, contests: bool) -> None:
    p = situation(f"turn: 2\nphase: axis-movement\n[{side}]\n2145: {unit}")
    assert contested(p, side) == (AROUND_2145 if contests else set())


@rule("red-star", "5.0.3")
def test_weak_battlegroups_contest_only_in_pairs() -> None:
    def around(units: str) -> set[str]:
        p = situation(f"turn: 2\nphase: axis-movement\n[Axis]\n2145: {units}")
        return contested(p, "Axis")

    assert around("GIBG01") == AROUND_2145
    assert around("GIBG01 (1)") == set()
    assert around("GIBG01 (1), GIBG02 (1)") == AROUND_2145
    assert around("GIBG01 (1), GSD207") == set()
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n2145: GIBG01 (1)\n2345: GIBG02 (1)")
    assert contested(p, "Axis") == set(), "not from two spaces"


@rule("red-star", "5.0.5", "3.3.5", "13.0.3")
def test_over_the_red_arrows_only_soviets_on_foot_contest_and_only_in_snow() -> None:
    def reaches(turn: int, side: str, unit: str) -> bool:
        text = f"turn: {turn}\nphase: axis-movement\n[{side}]\n6219: {unit}"
        return "6218" in contested(situation(text), side)

    assert reaches(9, "Soviet", "SA03")
    assert not reaches(5, "Soviet", "SA03")
    assert not reaches(9, "Soviet", "ST01")
    assert not reaches(9, "Axis", "GIK26")


@rule("red-star", "5.0.5", "3.3.5", "13.0.3")
@pytest.mark.parametrize(
    ("units", "reaches"),
    [
        ("SS05", True),
        ("SRC66", True),
        ("ST06", False),
        ("SMCG7", False),
        # Cavalry goes on foot, but does not contest.
        ("ST06, SGC1", False),
        ("SMCG7, SRC66", True),
        ("SHQ-WESTER, SGC1", False),
    ],
)
def test_over_the_red_arrows_somebody_has_to_contest_on_foot(units: str, reaches: bool) -> None:
    p = situation(f"turn: 9\nphase: axis-movement\n[Soviet]\n6219: {units}")
    assert ("6218" in contested(p, "Soviet")) is reaches


@rule("red-star", "5.0.5", "5.0.1")
def test_beside_the_red_arrows_each_side_contests_for_itself_alone() -> None:
    p = situation("turn: 9\nphase: axis-movement\n[Axis]\n6219: GIK26\n[Soviet]\n2145: SRC01")
    assert contested(p, "Soviet") == AROUND_2145
    assert contested(p, "Axis") == {"6220", "6120", "6119"}
