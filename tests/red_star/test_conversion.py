"""17.0 Unit breakdown and buildup."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import NO_MARKER
from tests.marks import rule

from .situations import box_of, number_of, offered, play, situation, stack, steps, verbs, where

# Turn 5 is a production turn, turn 6 is none.
PRODUCTION, NONE = 5, 6


@rule("red-star", "17.1", "17.2", "17.2.1")
@pytest.mark.parametrize(
    ("unit", "parts"),
    [
        ("GIK26", [2, 2]),
        ("GIK26 (3)", [1, 2]),
        ("GTK41", [2, 2]),
        ("GTK41 (3)", [1, 2]),
        ("GMK49", [1, 2]),
        ("GMK49 (2)", [1, 1]),
        ("GIBG01", [1, 1]),
        ("GTBG01", [1, 1]),
        ("GMBG01", [1, 1]),
    ],
)
def test_what_german_units_break_down_into(unit: str, parts: list[int]) -> None:
    p = situation(f"turn: 2\nphase: administrative\n[Axis]\n2144: {unit}")
    name = unit.split()[0]
    play(p, f"break_down {name}")
    made = stack(p, "2144")
    assert sorted(steps(p, u) for u in made) == parts
    arms = {p.charts.kind[number_of(p, u)].arm for u in (*made, name)}
    assert len(arms) == 1


@rule("red-star", "17.2.1", "17.1")
@pytest.mark.parametrize(
    ("units", "whole"),
    [
        ("GIBG01, GIBG02", ("infantry_corps", 4)),
        ("GIBG01, GIBG02 (1)", ("infantry_corps", 3)),
        ("GIBG01 (1), GIBG02 (1)", ("infantry_battlegroup", 2)),
        ("GIK26 (3), GIBG01 (1)", ("infantry_corps", 4)),
        ("GTK41 (3), GTBG01 (1)", ("tank_corps", 4)),
        ("GMBG01, GMBG02 (1)", ("mountain_corps", 3)),
        ("GMK49 (2), GMBG01 (1)", ("mountain_corps", 3)),
    ],
)
def test_what_german_units_build_up_to(units: str, whole: tuple[str, int]) -> None:
    p = situation(f"""
        turn: 2
        phase: administrative
        [Axis]
        2144: {units}
        breakdown: GIK27, GTK47, GMK19, GIBG30, GTBG10
    """)
    one, other = (unit.split()[0] for unit in units.split(", "))
    play(p, f"build_up {one}", f"with {other}")
    (made,) = stack(p, "2144")
    assert (p.charts.kind[number_of(p, made)].key, steps(p, made)) == whole


@rule("red-star", "17.2.1", "17.2.4")
@pytest.mark.parametrize(
    "units",
    [
        "GMBG01, GMBG02",  # two full mountain battlegroups
        "GIBG01, GTBG01",  # two arms
        "GIK26, GIBG01 (1)",  # nothing above a full corps
        "GTDGD (1), GTBG01 (1)",  # divisions never
    ],
)
def test_other_combinations_do_not_exist(units: str) -> None:
    p = situation(f"""
        turn: 2
        phase: administrative
        [Axis]
        2144: {units}
        breakdown: GIK27, GTK47, GMK19
    """)
    assert not offered(p, "build_up")


@rule("red-star", "17.2.2", "17.2.4")
def test_the_counters_are_the_limit() -> None:
    text = "turn: 2\nphase: administrative\n[Axis]\n2144: GIK26\nbreakdown: {box}"
    assert not offered(situation(text.format(box="GIBG01")), "break_down")
    assert offered(situation(text.format(box="GIBG01, GIBG02")), "break_down") == {"GIK26"}


@rule("red-star", "17.1", "13.0.2")
def test_not_in_contested_spaces_but_in_mud() -> None:
    text = "turn: {turn}\nphase: administrative\n[Axis]\n2144: GIK26\n[Soviet]\n2145: SA03 (2-4)"
    assert not offered(situation(text.format(turn=2)), "break_down")
    assert offered(situation(text.format(turn=7)), "break_down") == {"GIK26"}


@rule("red-star", "17.1", "17.2.3")
def test_both_halves_of_a_breakdown_cannot_be_built_up_again() -> None:
    p = situation("turn: 2\nphase: administrative\n[Axis]\n2144: GIK26")
    play(p, "break_down GIK26")
    assert "build_up" not in verbs(p)
    assert not offered(p, "break_down")


@rule("red-star", "19.2.4", "17.2")
def test_frozen_units_do_not_break_down_on_turn_one() -> None:
    text = "turn: {turn}\nphase: administrative\n[Axis]\n2309: GIK11\n4704: GIK01"
    assert offered(situation(text.format(turn=1)), "break_down") == {"GIK01"}
    assert offered(situation(text.format(turn=2)), "break_down") == {"GIK01", "GIK11"}


# 17.3-17.5 Soviet units

POOL = "force_pool: SRC01, SRC02, SMC01, SA05"


@rule("red-star", "17.3")
def test_an_army_breaks_down_into_any_two_corps() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Axis]
        2545: GIK01
        [Soviet]
        2145: SA03
        2546: SA04 (2-4)
        2745: SA06 (out)
        {POOL}
    """)
    # Not next to an Axis unit, and in supply.
    assert offered(p, "break_down") == {"SA03"}
    play(p, "break_down SA03", "corps SRC01")
    assert offered(p, "corps") == {"SRC02", "SMC01"}
    play(p, "corps SMC01")
    assert stack(p, "2145") == ["SMC01", "SRC01"]
    assert box_of(p, "SA03") == "force_pool"


@rule("red-star", "17.1", "17.3", "17.4")
def test_what_has_been_broken_down_is_not_built_up_in_the_same_turn() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2145: SA03
        2147: SRC07, SRC25
        {POOL}
    """)
    assert offered(p, "build_up") == {"SRC07", "SRC25"}
    play(p, "break_down SA03", "corps SRC01", "corps SRC02")
    assert stack(p, "2145") == ["SRC01", "SRC02"]
    assert offered(p, "build_up") == {"SRC07", "SRC25"}


@rule("red-star", "17.3", "17.4", "2.0")
def test_only_in_production_turns() -> None:
    text = """
        turn: {turn}
        phase: administrative
        [Soviet]
        2145: SA03
        2147: SRC07, SRC25
        force_pool: SRC01, SRC02, SA05
    """
    assert offered(situation(text.format(turn=PRODUCTION)), "break_down") == {"SA03"}
    assert not offered(situation(text.format(turn=NONE)), "break_down")


@rule("red-star", "17.3")
def test_two_corps_must_be_in_the_pool() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2145: SA03
        2149: SRC07, SRC25
        force_pool: SRC01, SA05
    """)
    assert not offered(p, "break_down")
    assert offered(p, "build_up") == {"SRC07", "SRC25"}


@rule("red-star", "17.4", "15.4.6", "15.6.6")
def test_two_corps_build_an_infantry_army() -> None:
    p = situation(
        f"""
        turn: {PRODUCTION}
        phase: administrative
        [Axis]
        2145: GIK01 (out)
        [Soviet]
        2146: SRC07, SMC26
        2149: SAB1, SRC33
        2151: SRC45, SGC1
        2349: SRC61 (lack), SRC63
        {POOL}
    """.replace("2151", "2049")
    )
    # Contested or not; no airborne, no cavalry, nobody without supply.
    assert offered(p, "build_up") == {"SRC07", "SMC26"}
    play(p, "build_up SRC07", "with SMC26")
    assert stack(p, "2146") == ["SA05"]
    assert box_of(p, "SRC07") == box_of(p, "SMC26") == "force_pool"


@rule("red-star", "17.4")
def test_guards_are_never_built_up() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2146: SRC07, SMC26
        force_pool: SG01
    """)
    assert not offered(p, "build_up")


@rule("red-star", "17.5", "17.1")
def test_a_corps_is_incorporated_into_a_reduced_army_beside_it() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Axis]
        2144: GIK01 (out)
        [Soviet]
        2145: SA03 (2-4, 1)
        2146: SRC07
        2046: ST01 (6-6, 1)
        2147: SMC26
        2247: SA04 (2-4)
        2149: SRC25
    """)
    # Infantry corps go to infantry armies, mechanized ones to tank armies too.
    assert offered(p, "incorporate") == {"SRC07", "SMC26"}
    play(p, "incorporate SMC26")
    assert offered(p, "into") == {"ST01"}
    play(p, "back", "incorporate SRC07")
    assert offered(p, "into") == {"SA03"}
    play(p, "into SA03")
    assert steps(p, "SA03") == 2
    assert box_of(p, "SRC07") == "force_pool"
    assert p.marker[number_of(p, "SA03")] != NO_MARKER


@rule("red-star", "17.3", "17.5")
def test_an_army_that_took_a_corps_does_not_break_down() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2145: SA03 (2-4, 1)
        2146: SRC07
        {POOL}
    """)
    assert offered(p, "break_down") == {"SA03"}
    play(p, "incorporate SRC07", "into SA03")
    assert not offered(p, "break_down")
    assert where(p, "SA03") == "2145"


@rule("red-star", "17.4")
def test_a_corps_is_built_up_with_one_of_its_own_space() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2149: SRC07, SRC25
        2147: SRC01, SRC02
        force_pool: SA05
    """)
    play(p, "build_up SRC07")
    assert offered(p, "with") == {"SRC25"}
    play(p, "back", "build_up SRC02")
    assert offered(p, "with") == {"SRC01"}


@rule("red-star", "17.2.1")
def test_a_buildup_can_be_thought_over() -> None:
    p = situation("""
        turn: 2
        phase: administrative
        [Axis]
        3901: GIBG01, GIBG02
        breakdown: GIK26
    """)
    play(p, "build_up GIBG01")
    assert verbs(p) == {"with", "back"}
    play(p, "back")
    assert offered(p, "build_up") == {"GIBG01", "GIBG02"}
    play(p, "build_up GIBG02", "with GIBG01")
    assert "with" not in verbs(p)
