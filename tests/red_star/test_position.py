"""What a position knows of its units: where they are, whether they contest, what they have done."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.contested import contested_by, near_units
from stavka.titles.red_star.position import ELIMINATED, RETURNING, War
from stavka.titles.red_star.promotion import promote
from stavka.titles.red_star.returning import eliminate
from stavka.titles.red_star.steps import lose_step
from tests.marks import rule

from .situations import (
    TITLE,
    box_of,
    number_of,
    offered,
    play,
    situation,
    stack,
    started,
    steps,
    where,
)

DERIVED = (
    *("stacks", "boxes", "on_map", "weak", "axis", "soviet", "axis_strong", "soviet_strong"),
    *("fleet_hexes", "partisan_hexes"),
)
STATES = (
    *("out", "lack", "emergency", "flipped", "fresh", "moved", "fought", "was_attacked"),
    "converted",
)


def check(p: War) -> None:
    """What is kept up to date step by step is what a look at all counters finds."""
    fresh = p.clone()
    fresh.rebuild()
    for name in DERIVED:
        assert getattr(fresh, name) == getattr(p, name), name


def give(p: War, state: str, *units: str) -> None:
    for unit in units:
        setattr(p, state, getattr(p, state) | 1 << number_of(p, unit))


def contests(p: War, label: str, side: str) -> bool:
    """Whether what stands in a space contests those around it."""
    check(p)
    grid = p.charts.grid
    return bool(p.strong(side) >> grid.hex(label) & 1)


def states(p: War, unit: str) -> set[str]:
    number = number_of(p, unit)
    return {name for name in STATES if getattr(p, name) >> number & 1}


@rule("red-star", "5.0.1", "5.0.2", "5.0.3", "4.0")
def test_who_contests_when_units_come_and_go() -> None:
    p = situation("""
        turn: 2
        phase: axis-movement
        [Axis]
        3350: GIBG01 (1), GIBG02 (1)
        3250: GIBG03 (2), GDEP01
        3150: GMBG01 (1), GIBG04 (1), GTBG01 (1)
        3050: GSD221, GDEP02
        [Soviet]
        4828: SRC01, LEADER-Zhukov
        4725: LEADER-Popov
    """)
    # One weak battlegroup contests nothing, two together do; a tank battlegroup is never weak.
    assert contests(p, "3350", "Axis")
    assert contests(p, "3250", "Axis")
    assert contests(p, "3150", "Axis")
    assert not contests(p, "3050", "Axis")
    assert contests(p, "4828", "Soviet")
    assert not contests(p, "4725", "Soviet")
    play(p, "select GIBG01", "move 3349")
    assert not contests(p, "3349", "Axis")
    assert not contests(p, "3350", "Axis")
    play(p, "select GIBG02", "move 3349")
    assert contests(p, "3349", "Axis")
    assert not contests(p, "3350", "Axis"), "nobody is left there"
    assert not p.axis >> p.charts.grid.hex("3350") & 1
    assert stack(p, "3349") == ["GIBG01", "GIBG02"]
    play(p, "select GIBG03", "move 3249")
    assert contests(p, "3249", "Axis")
    assert not contests(p, "3250", "Axis"), "a depot is left"
    assert p.axis >> p.charts.grid.hex("3250") & 1
    play(p, "select GTBG01", "move 3148", "halt", "select GMBG01", "move 3149")
    assert contests(p, "3148", "Axis")
    assert not contests(p, "3149", "Axis")
    assert not contests(p, "3150", "Axis"), "one weak battlegroup is left"
    assert p.axis_strong.bit_count() == 3
    assert p.soviet_strong.bit_count() == 1


@rule("red-star", "5.0.1", "5.0.2", "4.0")
def test_who_contests_on_the_other_side() -> None:
    p = situation("""
        turn: 2
        phase: soviet-movement
        [Axis]
        2133: GIK26
        [Soviet]
        4828: SA03, SRC01, SGC1
        4725: SHQ-WESTER, SMC01
    """)
    play(p, "select SA03", "move 4827", "select SRC01", "move 4727")
    assert contests(p, "4827", "Soviet")
    assert contests(p, "4727", "Soviet")
    assert not contests(p, "4828", "Soviet"), "the cavalry contests nothing"
    play(p, "select SMC01", "move 4724")
    assert not contests(p, "4725", "Soviet")
    assert p.soviet >> p.charts.grid.hex("4725") & 1
    play(p, "select SGC1", "move 4727")
    assert not p.soviet >> p.charts.grid.hex("4828") & 1
    assert stack(p, "4727") == ["SGC1", "SRC01"]
    assert contests(p, "2133", "Axis")
    assert p.axis.bit_count() == 1
    assert p.soviet.bit_count() == 4


@rule("red-star", "5.0.3", "7.9.5", "7.9.3", "17.2.4")
def test_losses_make_battlegroups_weak_and_what_comes_back_is_whole() -> None:
    p = situation("""
        turn: 2
        phase: axis-combat
        [Axis]
        3350: GIBG01 (2)
        3250: GTBG01 (2)
        3150: GIK26 (3)
        3050: GIBG02 (1), GMBG01 (1)
        [Soviet]
        4828: SRC01
        4725: SA03 (2-5)
    """)
    assert contests(p, "3350", "Axis")
    lose_step(p, number_of(p, "GIBG01"), "7.9")
    assert (steps(p, "GIBG01"), contests(p, "3350", "Axis")) == (1, False)
    lose_step(p, number_of(p, "GIBG01"), "7.9")
    assert (box_of(p, "GIBG01"), steps(p, "GIBG01")) == ("breakdown", 2)
    assert not p.weak >> number_of(p, "GIBG01") & 1
    check(p)
    lose_step(p, number_of(p, "GTBG01"), "7.9")
    assert (steps(p, "GTBG01"), contests(p, "3250", "Axis")) == (1, True)
    # 7.9.4: a corps becomes a battlegroup, and that becomes weak.
    left = lose_step(p, number_of(p, "GIK26"), "7.9")
    assert contests(p, "3150", "Axis")
    assert p.charts.kind[left].key == "infantry_battlegroup"
    assert box_of(p, "GIK26") == "breakdown"
    assert contests(p, "3050", "Axis")
    lose_step(p, number_of(p, "GMBG01"), "7.9")
    assert not contests(p, "3050", "Axis")
    lose_step(p, number_of(p, "SA03"), "7.9")
    assert contests(p, "4725", "Soviet")
    lose_step(p, number_of(p, "SRC01"), "7.9")
    assert not contests(p, "4828", "Soviet")
    assert (box_of(p, "SRC01"), steps(p, "SRC01")) == ("force_pool", 1)
    assert not p.units_in(p.charts.grid.hex("4828"))


@rule("red-star", "12.1.4", "15.7.1", "11.1.1", "12.2.5", "3.5.3")
def test_air_fleets_and_partisans_are_beside_the_stacks() -> None:
    p = situation("""
        turn: 4
        phase: axis-movement
        [Axis]
        3350: GAB1
        3348: GAF1
        3346: GAF2
        3344: GAB2
        [Soviet]
        4828: SPART1
        4725: SPART2, SRC01
    """)
    grid = p.charts.grid
    check(p)
    assert p.fleet_hexes == 1 << grid.hex("3348") | 1 << grid.hex("3346")
    assert not p.axis >> grid.hex("3348") & 1
    assert stack(p, "4725") == ["SRC01"]
    assert near_units(p, "Axis", 1) >> grid.hex("3347") & 1
    p.place(number_of(p, "SPART1"), grid.hex("4825"))
    check(p)
    assert p.partisan_hexes == 1 << grid.hex("4825") | 1 << grid.hex("4725")
    p.send(number_of(p, "SPART2"), ELIMINATED)
    check(p)
    assert p.partisan_hexes == 1 << grid.hex("4825")
    assert (where(p, "SPART2"), box_of(p, "SPART2")) == ("", "eliminated")
    eliminate(p, number_of(p, "GAB1"), "7.8.2")
    check(p)
    assert p.fleet_hexes == 1 << grid.hex("3346")
    assert {box_of(p, unit) for unit in ("GAB1", "GAF1")} == {"returning"}
    assert {p.due[number_of(p, unit)] for unit in ("GAB1", "GAF1")} == {8}
    # They come back as they were.
    p.place(number_of(p, "GAB1"), grid.hex("3350"))
    check(p)
    assert p.due[number_of(p, "GAB1")] == 0
    assert not p.box(RETURNING) >> number_of(p, "GAB1") & 1


@rule("red-star", "7.9.6", "10.0.2", "3.2", "7.2.4", "17.2.3")
@pytest.mark.parametrize(
    ("unit", "other"),
    [("GIBG01", "GIBG02"), ("GIBG02", "GIBG01"), ("GIBG03", "GIBG01"), ("GAF1", "GIBG01")],
)
def test_whoever_leaves_the_map_leaves_its_states_behind(unit: str, other: str) -> None:
    p = situation("""
        turn: 4
        phase: axis-combat
        [Axis]
        3350: GIBG01, GIBG02
        3349: GIBG03, GIBG04, GIBG05, GIBG06
        3344: GAB1
        3346: GAF1
        [Soviet]
        4828: SRC01
    """)
    for name in STATES:
        give(p, name, unit, other)
    give(p, "converted", "GIBG05")
    p.parts = (
        (number_of(p, "GIBG01"), number_of(p, "GIBG02")),
        (number_of(p, "GIBG05"), number_of(p, "GIBG06")),
    )
    p.send(number_of(p, unit), ELIMINATED)
    check(p)
    assert states(p, unit) == set()
    assert states(p, other) == set(STATES), "nobody else is concerned"
    assert states(p, "GIBG04") == set()
    assert states(p, "GIBG05") == {"converted"}
    assert len(p.parts) == 2 - (unit in ("GIBG01", "GIBG02"))
    assert p.parts[-1] == (number_of(p, "GIBG05"), number_of(p, "GIBG06"))


@rule("red-star", "7.9.4", "10.0.2", "3.2", "7.2.4", "7.2.5")
@pytest.mark.parametrize(
    "state", ["out", "lack", "emergency", "moved", "fought", "was_attacked", "converted"]
)
def test_the_counter_that_takes_a_place_has_done_what_the_old_one_did(state: str) -> None:
    p = situation("""
        turn: 4
        phase: axis-combat
        [Axis]
        3350: GIK26 (3), GTK41 (3)
        [Soviet]
        4828: SRC01
    """)
    give(p, state, "GIK26")
    left = lose_step(p, number_of(p, "GIK26"), "7.9")
    tanks = lose_step(p, number_of(p, "GTK41"), "7.9")
    assert stack(p, "3350") == sorted([p.name(left), p.name(tanks)])
    assert states(p, p.name(left)) == {state}
    assert getattr(p, state) == 1 << left, "and the old one, and others, have not"
    assert states(p, p.name(tanks)) == states(p, "GIK26") == set()
    check(p)


@rule("red-star", "15.5.2", "17.1")
def test_a_promoted_army_is_the_army_that_it_was() -> None:
    p = situation("""
        turn: 20
        phase: soviet-movement
        [Axis]
        3350: GIK26
        [Soviet]
        4828: SA03 (moved, converted), SA04
        awaiting_promotion: SG01
    """)
    promote(p, number_of(p, "SA03"))
    assert states(p, "SG01") == {"moved", "converted"}
    assert states(p, "SA03") == states(p, "SA04") == set()
    assert box_of(p, "SA03") == "promoted"
    assert stack(p, "4828") == ["SA04", "SG01"]
    check(p)


@rule("red-star", "14.4.2", "17.3", "19.1.4")
def test_production_turns_are_for_games_with_an_economy() -> None:
    p = situation("turn: 23\nphase: soviet-movement\nscenario: heartland\n[Soviet]\n4828: SA03")
    assert p.production() == 18
    q = situation("turn: 23\nphase: axis-movement\nscenario: turning-point\n[Axis]\n2743: GIK26")
    assert q.production() == 0


@rule("red-star", "19.2.4", "19.5.4")
def test_units_in_finland_and_rumania_are_frozen_on_turn_one_alone() -> None:
    p = started("motherland")
    assert p.frozen()
    frozen = p.charts.frozen["motherland"]
    assert frozen == p.frozen()
    q = started("barbarossa")
    romanians = q.frozen() & q.charts.of_nation["Romanian"]
    assert romanians
    text = "turn: {}\nphase: axis-movement\nscenario: barbarossa\n[Axis]\n1112: {}, GTK03\n"
    unit = q.name(next(iter(sorted(u for u in range(len(q.where)) if romanians >> u & 1))))
    assert unit not in offered(situation(text.format(1, unit)), "select")
    assert unit in offered(situation(text.format(2, unit)), "select")
    assert "GTK03" in offered(situation(text.format(2, unit)), "select")


@rule("red-star", "5.0.1", "5.0.5")
def test_contested_spaces_follow_the_units() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3350: GIK26\n[Soviet]\n4828: SA03")
    before = contested_by(p, "Axis")
    play(p, "select GIK26", "move 3348")
    after = contested_by(p, "Axis")
    labels = p.charts.grid.labels
    assert "3250" in labels(before) and "3250" not in labels(after)
    assert "3347" in labels(after) and "3347" not in labels(before)


@rule("red-star", "5.0.1", "5.0.2", "5.0.3", "7.9.5")
def test_the_last_counters_of_their_kind_are_like_the_others() -> None:
    p = situation("""
        scenario: motherland
        turn: 2
        phase: axis-movement
        [Axis]
        3350: ROHQ4
        3250: FI7K
        3150: GMBG04 (2)
        3050: GTDT
        [Soviet]
        4828: SAB5
        ready: SA03
    """)
    assert p.axis.bit_count() == 4
    assert p.soviet.bit_count() == 1
    assert not contests(p, "3350", "Axis")
    for label in ("3250", "3150", "3050"):
        assert contests(p, label, "Axis"), label
    assert contests(p, "4828", "Soviet")
    p.place(number_of(p, "ROHQ4"), p.charts.grid.hex("3349"))
    assert p.axis >> p.charts.grid.hex("3349") & 1
    check(p)
    lose_step(p, number_of(p, "GMBG04"), "7.9")
    assert not contests(p, "3150", "Axis")
    # From one box into another.
    p.send(number_of(p, "SA03"), ELIMINATED)
    check(p)
    assert box_of(p, "SA03") == "eliminated"


@rule("red-star", "17.2.3")
def test_a_position_that_is_loaded_is_the_one_that_was_kept() -> None:
    p = situation("turn: 2\nphase: administrative\n[Axis]\n2144: GIK26, GIK01")
    play(p, "break_down GIK26")
    q = TITLE.from_json(p.to_json(), p.dice)
    assert isinstance(q, War)
    assert q.parts == p.parts
    assert offered(q, "build_up") == offered(p, "build_up")
    check(q)
