"""4.0 More than one unit in a space: whose removal helps, and who finds room beside whom."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import attack, war
from .situations import offered, play, stack, to_choose, verbs, where


@rule("red-star", "4.0.7", "4.0.5", "4.0.6", "4.0.3", "4.0.4")
@pytest.mark.parametrize(
    ("units", "helpful"),
    [
        # The points are the trouble, and one cavalry corps is none.
        ("SA03, SRC01, SGC1", "SA03 SRC01"),
        ("SRC01, SRC02, SRC05, SGC1, SHQ-WESTER", "SRC01 SRC02 SRC05"),
        ("SGC1, SGC2, SGC7", "SGC1 SGC2 SGC7"),
        ("SA03, SGC6, SGC7, LEADER-Zhukov", "SGC6 SGC7"),
        ("SRC66, SA03, A-FACT-01", "SRC66 SA03"),
        # Allies of two nations, and of one.
        ("ROHQ3, HUMK", "ROHQ3 HUMK"),
        ("RO01K, FIHQN, GDEP01", "RO01K FIHQN"),
        ("RO01K, RO02K, GIBG01", "RO01K RO02K GIBG01"),
        ("IT8A, GTBG01", "IT8A GTBG01"),
        ("IT8A, HU1A, GSIEGE", "IT8A HU1A"),
        ("ROHQ3, ROHQ4, GIK26, GTK41", ""),
    ],
)
def test_units_are_removed_whose_removal_helps(units: str, helpful: str) -> None:
    soviet = units.startswith("S")
    here = f"3350: {units}"
    phase = "soviet-movement" if soviet else "axis-movement"
    p = war("" if soviet else here, here if soviet else "", phase)
    while p.current.key == phase and "remove" not in verbs(p):
        play(p, "done")
    assert offered(p, "remove") == set(helpful.split())
    if helpful:
        assert to_choose(p) == ("Axis" if soviet else "Soviet")


@rule("red-star", "4.0.7")
def test_space_after_space_is_put_right_until_all_are() -> None:
    axis = "3350: RO01K, HUMK, FI1K\n3550: GIK26, GIK01, GIBG01"
    p = war(axis, "6117: SA03", "axis-movement")
    play(p, "done")
    assert offered(p, "remove") == {"RO01K", "HUMK", "FI1K"}
    play(p, "remove RO01K")
    assert offered(p, "remove") == {"HUMK", "FI1K"}
    play(p, "remove FI1K")
    assert stack(p, "3350") == ["HUMK"]
    assert offered(p, "remove") == {"GIK26", "GIK01", "GIBG01"}
    play(p, "remove GIBG01")
    assert "remove" not in verbs(p)


@rule("red-star", "4.0.2", "4.0.4", "7.15.8")
def test_a_headquarters_leaves_room_for_germans() -> None:
    # The last space of the advance holds the last counter of the Axis, and nobody else.
    p = war("2144: GTK41, GTK03\n2147: ROHQ4", "2145: SRC01", dice=(6, 3, 3))
    play(attack(p, "2145", "GTK41", "GTK03"), "resolve", "advance GTK41", "to 2146")
    assert "2147" in offered(p, "to")
    play(p, "to 2147")
    assert where(p, "GTK41") == "2147"
