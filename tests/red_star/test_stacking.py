"""4.0 More than one unit in a space."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .situations import box_of, offered, play, situation, stack, to_choose, verbs, where


def complaint(units: str, side: str) -> set[str]:
    """The units that the opponent may remove after a movement phase; none if all is well."""
    phase = f"{side.lower()}-movement"
    p = situation(f"turn: 2\nphase: {phase}\n[{side}]\n3350: {units}\n", dice=[3] * 9)
    while p.current.key == phase and "remove" not in verbs(p):
        play(p, "done")
    if "remove" not in verbs(p):
        return set()
    assert to_choose(p) == ("Soviet" if side == "Axis" else "Axis")
    return offered(p, "remove")


@rule("red-star", "4.0.1", "4.0.3")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        ("GIK26, GTK41, GTDGD", True),  # 6 + 6 + 2 points
        ("GIK26, GTK41, GIBG01", False),  # 6 + 6 + 3
        ("GIK26, GTK41, GTDGD, GSD207", False),
        ("GIK26, GTBG01, GIBG01, GTDGD", True),  # 6 + 3 + 3 + 2
        ("HU1A, GTDGD", True),  # 12 + 2
        ("HU1A, GIBG01", False),  # 12 + 3
        ("GIBG01, GIBG02, GIBG03, GIBG04, GTDGD", True),
        ("GIBG01, GIBG02, GIBG03, GIBG04, GIBG05", False),
    ],
)
def test_fourteen_points_for_the_axis(units: str, fits: bool) -> None:
    assert (complaint(units, "Axis") == set()) is fits


@rule("red-star", "4.0.2")
def test_units_without_stacking_points() -> None:
    assert complaint("GIK26, GTK41, GTDGD, GDEP01, GDEP02, GAB1, GSIEGE", "Axis") == set()
    assert complaint("RO01K, ROHQ3, ROHQ4, GIK26", "Axis") == set()
    crowd = "SA03, SHQ-WESTER, SHQ-LENING, LEADER-Zhukov, A-FACT-01, SGC1"
    assert complaint(crowd, "Soviet") == set()


@rule("red-star", "4.0.4")
def test_allies_of_two_nations_never_stack() -> None:
    assert complaint("RO01K, GTK41", "Axis") == set()
    assert complaint("RO01K, RO02K", "Axis") == set()
    assert complaint("RO01K, HUMK", "Axis") == {"RO01K", "HUMK"}
    assert complaint("RO01K, FI1K", "Axis") == {"RO01K", "FI1K"}
    assert complaint("RO01K, HUMK, GTDGD", "Axis") == {"RO01K", "HUMK"}, "Germans mix with all"
    assert complaint("RO01K, HUMK, GIBG01", "Axis") == {"RO01K", "HUMK", "GIBG01"}, "15 points"


@rule("red-star", "4.0.5")
@pytest.mark.parametrize(
    ("units", "fits"),
    [("SA03", True), ("SRC01, SMC01", True), ("SA03, SRC01", False), ("SA03, SA04", False)],
)
def test_two_points_for_the_soviets(units: str, fits: bool) -> None:
    assert (complaint(units, "Soviet") == set()) is fits


@rule("red-star", "4.0.6", "15.6.2")
def test_one_guards_cavalry_corps_in_a_space() -> None:
    assert complaint("SA03, SGC1", "Soviet") == set()
    assert complaint("SA03, SGC1, SGC2", "Soviet") == {"SGC1", "SGC2"}, "the army is no trouble"
    assert complaint("SA03, SRC01, SGC1, SGC2", "Soviet") == {"SA03", "SRC01", "SGC1", "SGC2"}


@rule("red-star", "4.0.7")
def test_the_opponent_removes_units_of_his_choice_at_the_end_of_the_phase() -> None:
    p = situation(
        """
        turn: 2
        phase: soviet-movement
        [Soviet]
        3350: SA03
        3349: SRC01
        [Axis]
        3901: GTK41
        """,
        dice=[4],
    )
    # Overstacking in passing is no sin.
    play(p, "select SRC01", "move 3350")
    assert stack(p, "3350") == ["SA03", "SRC01"]
    play(p, "done")
    assert to_choose(p) == "Axis"
    assert offered(p, "remove") == {"SA03", "SRC01"}, "even the greater one"
    play(p, "remove SA03")
    # Eliminated as in combat: the army rolls for its return.
    assert box_of(p, "SA03") == "returning"
    assert where(p, "SRC01") == "3350"
    assert p.current.key == "tank-movement"


@rule("red-star", "15.2.4", "4.0.7")
def test_reinforcements_may_overstack_until_their_side_has_moved() -> None:
    p = situation(
        """
        turn: 2
        phase: soviet-reinforcement
        [Soviet]
        4828: SA03, SHQ-WESTER
        ready: SA04
        """,
    )
    play(p, "select SA04", "place 4828")
    assert p.current.key == "soviet-movement"
    assert "remove" not in verbs(p)
    play(p, "done")
    assert offered(p, "remove") == {"SA03", "SA04"}


@rule("red-star", "4.0.7")
def test_whoever_takes_no_room_is_not_removed_for_want_of_it() -> None:
    p = situation(
        "turn: 3\nphase: axis-movement\n[Axis]\n2144: GTK41, GTK03, GIBG01, ROHQ3\n"
        "[Soviet]\n4828: SA03"
    )
    play(p, "done")
    assert to_choose(p) == "Soviet"
    assert offered(p, "remove") == {"GTK41", "GTK03", "GIBG01"}
