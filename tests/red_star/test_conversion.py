"""17.0 Unit breakdown and buildup."""

from __future__ import annotations

import pytest

from stavka.hexes import members
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


# How many counters there are, and what has been converted already


def others_gone(kind: str, *kept: str) -> str:
    """A line that takes all counters of a kind out of the game, but for some."""
    charts = situation("turn: 2\nphase: administrative\n[Axis]\n2144: GIK26").charts
    every = [charts.names.unit(name) for name in kept]
    gone = [u for u in members(charts.of_kind[kind]) if u not in every]
    return "eliminated: " + ", ".join(charts.names.units[u] for u in gone)


@rule("red-star", "17.2.2", "17.2.4")
def test_the_counter_that_is_broken_down_can_be_used_at_once() -> None:
    text = "turn: 2\nphase: administrative\n[Axis]\n2144: GTBG01\n{}"
    # Two are needed: the one that goes back, and one more.
    p = situation(text.format(others_gone("tank_battlegroup", "GTBG01", "GTBG02")))
    assert offered(p, "break_down") == {"GTBG01"}
    play(p, "break_down GTBG01")
    assert stack(p, "2144") == ["GTBG01", "GTBG02"]
    assert [steps(p, unit) for unit in stack(p, "2144")] == [1, 1]
    p = situation(text.format(others_gone("tank_battlegroup", "GTBG01")))
    assert offered(p, "break_down") == set()


@rule("red-star", "17.2.2", "17.2.4")
@pytest.mark.parametrize(
    ("units", "able"),
    [
        ("GTBG01, GTBG02", False),  # a corps is needed, and there is none
        ("GTK03 (3), GTBG01 (1)", True),  # the corps that goes back is used again
        ("GTK3SS (3), GTBG01 (1)", True),
        ("GTBG01 (1), GTBG02 (1)", True),
    ],
)
def test_a_buildup_needs_a_counter_too(units: str, able: bool) -> None:
    kept = [word for word in units.replace(",", "").split() if word.startswith("GTK")]
    gone = others_gone("tank_corps", *kept)
    text = f"turn: 2\nphase: administrative\n[Axis]\n2144: {units}\n{gone}"
    one, other = (word.split()[0] for word in units.split(", "))
    p = situation(text)
    assert offered(p, "build_up") == ({one, other} if able else set())
    if able:
        for first, second in ((one, other), (other, one)):
            p = play(situation(text), f"build_up {first}")
            assert offered(p, "with") == {second}
            play(p, f"with {second}")
            (made,) = stack(p, "2144")
            assert steps(p, made) == (4 if kept else 2)


@rule("red-star", "17.1")
@pytest.mark.parametrize("state", ["out", "lack", "emergency"])
def test_both_partners_must_be_in_supply(state: str) -> None:
    p = situation(
        f"turn: 2\nphase: administrative\n[Axis]\n2144: GIBG01, GIBG02, GIBG03 ({state})\n"
        "breakdown: GIK27"
    )
    assert offered(p, "build_up") == {"GIBG01", "GIBG02"}
    play(p, "build_up GIBG01")
    assert offered(p, "with") == {"GIBG02"}


@rule("red-star", "17.2.3", "17.1")
def test_one_half_of_every_breakdown_may_be_built_up() -> None:
    p = situation("""
        turn: 2
        phase: administrative
        [Axis]
        2144: GIK26 (3), GIBG11 (2), GIBG12 (1)
        2146: GIK01 (3), GIBG13 (2)
        breakdown: GIK27, GIBG01, GIBG02, GIBG03, GIBG04, GIBG05
    """)
    play(p, "break_down GIK26", "break_down GIK01")
    halves = {
        label: {
            steps(p, unit): unit
            for unit in stack(p, label)
            if unit not in ("GIBG11", "GIBG12", "GIBG13")
        }
        for label in ("2144", "2146")
    }
    # Every half can be used, with a unit that was there before.
    large, small = halves["2144"][2], halves["2144"][1]
    assert {large, small, halves["2146"][2], halves["2146"][1]} <= offered(p, "build_up")
    play(p, f"build_up {large}")
    assert offered(p, "with") == {"GIBG11", "GIBG12"}, "the other half is no partner"
    play(p, "with GIBG11")
    corps = next(unit for unit in stack(p, "2144") if unit.startswith("GIK"))
    assert steps(p, corps) == 4
    # The other half is not to be had any more, nor is the corps; the second pair is.
    assert offered(p, "break_down") >= {"GIBG13"}
    assert not {corps, small} & offered(p, "break_down")
    assert not {corps, small, "GIBG12"} & offered(p, "build_up")
    assert {halves["2146"][2], halves["2146"][1], "GIBG13"} <= offered(p, "build_up")
    play(p, f"build_up {halves['2146'][1]}", "with GIBG13")
    assert not {*halves["2146"].values()} & offered(p, "build_up")


@rule("red-star", "17.3", "6.2.4")
def test_an_army_that_breaks_down_gives_its_marker_back() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2145: SA03 (2-5.0)
        {POOL}
    """)
    stock = p.at_start if p.charts.markers[0].striped else p.cups
    before = stock[0]
    play(p, "break_down SA03", "corps SRC01", "corps SRC02")
    assert stock[0] == before + 1
    assert p.marker[number_of(p, "SA03")] == NO_MARKER


@rule("red-star", "17.1", "17.4", "17.3")
def test_a_new_army_does_not_break_down_at_once() -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Soviet]
        2147: SRC07, SRC25
        2145: SA03
        2149: SRC05, SRC09
        {POOL}, SA08
    """)
    play(p, "build_up SRC07", "with SRC25")
    assert stack(p, "2147") == ["SA05"]
    assert {"break_down", "build_up", "done"} <= verbs(p)
    assert offered(p, "break_down") == {"SA03"}
    assert p.converted == 1 << number_of(p, "SA05")
    play(p, "break_down SA03", "corps SRC01", "corps SRC02")
    assert offered(p, "build_up") == {"SRC05", "SRC09"}
    assert offered(p, "break_down") == set()
    play(p, "done")
    assert "build_up" not in verbs(p)


@rule("red-star", "17.5", "17.1")
@pytest.mark.parametrize(
    ("army", "corps", "able"),
    [
        ("SA03 (2-5, 1)", "SRC07", True),
        ("SA03 (2-5)", "SRC07", False),
        ("SA03 (2-5, 1, out)", "SRC07", False),
        ("SA03 (2-5, 1, lack)", "SRC07", False),
        ("SA03 (2-5, 1)", "SRC07 (out)", False),
        ("SA03 (2-5, 1)", "SRC07 (lack)", False),
        ("ST01 (6-6, 1)", "SRC07", False),
        ("ST01 (6-6, 1)", "SMC01", True),
        ("SA03 (2-5, 1)", "SAB1", False),
        ("SA03 (2-5, 1)", "SGC1", False),
    ],
)
def test_which_corps_joins_which_army(army: str, corps: str, able: bool) -> None:
    p = situation(f"""
        turn: {PRODUCTION}
        phase: administrative
        [Axis]
        2144: GIK01
        [Soviet]
        2145: {army}
        2146: {corps}
        4828: SA10
        force_pool: SRC01, SRC02
    """)
    assert offered(p, "incorporate") == ({corps.split()[0]} if able else set())


@rule("red-star", "17.1", "2.0")
def test_nobody_is_asked_where_nothing_can_be_converted() -> None:
    text = "turn: {}\nphase: administrative\n[Axis]\n3350: {}\n[Soviet]\n4828: {}, LEADER-Zhukov"
    p = situation(text.format(PRODUCTION, "GDEP01", "SRC01"))
    assert not {"break_down", "build_up", "incorporate"} & verbs(p)
    assert p.current.key != "administrative" or verbs(p) != {"done"}
