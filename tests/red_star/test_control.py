"""9.0 Controlling major cities and ports."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from stavka.titles.red_star.supply import permanent_sources
from tests.marks import rule

from .situations import events, offered, play, situation, started, to_choose, verbs


def held(p: War) -> set[str]:
    return set(p.charts.grid.labels(p.axis_held & p.charts.controllable))


@rule("red-star", "9.0.2")
def test_who_controls_what_at_the_start() -> None:
    p = started("motherland")
    by_country = {
        name: p.charts.controllable & hexes
        for name, hexes in p.charts.board.areas["country"].items()
    }
    for name, hexes in by_country.items():
        axis = name in ("Germany", "Finland", "Poland", "Hungary", "Rumania")
        assert p.axis_held & hexes == (hexes if axis else 0), name
    assert {"4601", "6310", "3901", "1207", "1112"} <= held(p)
    assert not {"4828", "1816", "6117"} & held(p)


@rule("red-star", "9.0.3", "9.0.1")
def test_control_changes_when_a_unit_that_can_contest_enters() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n1815: GIK26")
    assert "1816" not in held(p)
    play(p, "select GIK26", "move 1816")
    assert "1816" in held(p)
    # It stays so when the unit has left.
    play(p, "move 1815")
    assert "1816" in held(p)


@rule("red-star", "9.0.3")
def test_passing_through_is_enough_and_the_soviets_take_back() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3025: GTK41")
    play(p, "select GTK41", "move 3027")
    assert "3026" in held(p)
    p = situation(
        "turn: 2\nphase: soviet-movement\n[Soviet]\n3025: SA03\n[markers]\naxis held: 3026"
    )
    play(p, "select SA03", "move 3026")
    assert "3026" not in held(p)


@rule("red-star", "9.0.3", "11.2.5", "5.0.3")
def test_units_that_cannot_contest_take_nothing() -> None:
    for unit in ("GSD207", "GDEP01", "ROHQ3", "GIBG01 (1)"):
        name = unit.split()[0]
        p = situation(f"turn: 2\nphase: axis-movement\n[Axis]\n1815: {unit}")
        play(p, f"select {name}", "move 1816")
        assert "1816" not in held(p), unit
    # Two weak battlegroups together do, even one after the other.
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n1815: GIBG01 (1), GIBG02 (1)")
    play(p, "select GIBG01", "move 1816")
    assert "1816" not in held(p)
    play(p, "select GIBG02", "move 1816")
    assert "1816" in held(p)


@rule("red-star", "9.0.4", "11.1.7", "12.2.6")
def test_partisans_and_air_fleets_take_nothing() -> None:
    p = situation("turn: 2\nphase: supply\n[Axis]\n4601: GAB1")
    assert "fly" in verbs(p)
    before = held(p)
    play(p, "fly 4701")
    assert held(p) == before
    p = situation(
        "turn: 4\nphase: administrative\n[Soviet]\nready: SPART1\n[Axis]\n3901: GIK26\n"
        "[markers]\naxis held: 3026 3901"
    )
    while "place" not in verbs(p):
        play(p, "done")
    play(p, "place 3026")
    assert "3026" in held(p)


@rule("red-star", "9.0.3")
def test_control_does_not_depend_on_who_watches() -> None:
    """A game that nobody watches looks for the way only if something may happen on it."""
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3025: GTK41")
    play(p, "select GTK41")
    changed = 0
    for label in sorted(offered(p, "move")):
        watched, alone = p.clone(), p.clone()
        watched.chronicle, alone.chronicle = [], None
        play(watched, f"move {label}")
        play(alone, f"move {label}")
        assert watched.axis_held == alone.axis_held
        changed += watched.axis_held != p.axis_held
    assert changed > 1


HELD = "[markers]\naxis held: 3901 4509"


@rule("red-star", "9.0.3", "9.0.4", "7.4.3")
@pytest.mark.parametrize(
    ("side", "units", "move"),
    [
        ("Axis", "3350: GIK26\n4212: GIK01", "GIK26 3348"),
        ("Axis", "3350: GIBG01 (1)\n4212: GIK01", "GIBG01 3348"),
        ("Axis", "3350: GSD221\n3348: GIK26", "GSD221 3348"),
        ("Soviet", "3350: SA03", "SA03 3348"),
        ("Soviet", "3350: SGC1", "SGC1 3348"),
    ],
)
def test_nothing_changes_hands_in_the_field(side: str, units: str, move: str) -> None:
    p = situation(f"turn: 2\nphase: {side.lower()}-movement\n[{side}]\n{units}\n{HELD}")
    unit, there = move.split()
    play(p, f"select {unit}", f"move {there}")
    assert events(p, "control") == []
    assert p.axis_held == sum(1 << p.charts.grid.hex(label) for label in ("3901", "4509"))
    assert not p.ruined
    assert (p.entered, p.captured) == (0, 0)


@rule("red-star", "9.0.3", "5.0.3")
def test_the_second_weak_battlegroup_takes_the_city_from_afar() -> None:
    p = situation(
        f"turn: 2\nphase: axis-movement\n[Axis]\n4210: GIBG01 (1)\n4212: GIBG02 (1)\n{HELD}"
    )
    assert "4212" not in held(p)
    play(p, "select GIBG01", "move 4212")
    assert held(p) == {"3901", "4509", "4212"}


@rule("red-star", "9.0.3", "9.0.1")
@pytest.mark.parametrize("watched", [True, False])
def test_whoever_passes_a_city_takes_it_whether_anybody_watches_or_not(watched: bool) -> None:
    p = situation(f"turn: 2\nphase: axis-movement\n[Axis]\n4211: GTK41\n{HELD}")
    q = situation(
        "turn: 2\nphase: soviet-movement\n[Soviet]\n4211: SMC01\n"
        "[markers]\naxis held: 3901 3805 4509 4520 4212"
    )
    for position, unit in ((p, "GTK41"), (q, "SMC01")):
        if not watched:
            position.chronicle = None
        play(position, f"select {unit}", "move 4213")
    # From 4211 to 4213 the railway leads by Minsk.
    assert held(p) == {"3901", "4509", "4212"}
    assert held(q) == {"3901", "3805", "4509", "4520"}


@rule("red-star", "11.1.8")
@pytest.mark.parametrize("watched", [True, False])
def test_partisans_on_the_way_are_driven_off(watched: bool) -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3350: GIK26\n[Soviet]\n3348: SPART1")
    if not watched:
        p.chronicle = None
    play(p, "select GIK26", "move 3346")
    assert to_choose(p) == "Soviet"
    assert "3348" not in offered(p, "flee"), "they must leave the space"


MOSCOW = "turn: 2\nphase: axis-movement\n[Axis]\n4827: {}\n[Soviet]\n{}"


@rule("red-star", "10.4", "18.1", "9.0.3")
def test_moscow_is_a_source_until_a_unit_that_contests_has_entered() -> None:
    p = situation(MOSCOW.format("GIBG01 (1), GIK26", "4450: SA03"), dice=[6])
    moscow = p.charts.moscow
    play(p, "select GIBG01", "move 4828")
    assert (p.entered, p.captured) == (1 << moscow, 0)
    assert "4828" not in held(p)
    assert permanent_sources(p, "Soviet") >> moscow & 1
    play(p, "select GIK26", "move 4828")
    assert (p.entered, p.captured) == (1 << moscow, 1 << moscow), "and nobody rolls again"
    assert "4828" in held(p)
    assert not permanent_sources(p, "Soviet") >> moscow & 1
    assert len(events(p, "surrender")) == 1
    # The Soviets may come back: it is no source any more.
    q = situation(
        "turn: 2\nphase: soviet-movement\n[Soviet]\n4827: SA03\n"
        "[markers]\naxis held: 3901 4828\nentered: 4828\ncaptured: 4828"
    )
    play(q, "select SA03", "move 4828")
    assert held(q) == {"3901"}
    assert not permanent_sources(q, "Soviet") >> moscow & 1


@rule("red-star", "18.1", "11.1.8")
@pytest.mark.parametrize(("die", "over"), [(1, True), (6, False)])
def test_partisans_leave_moscow_unless_the_war_is_over(die: int, over: bool) -> None:
    p = situation(MOSCOW.format("GIK26", "4828: SPART1"), dice=[die])
    play(p, "select GIK26", "move 4828")
    assert (p.decision() is None) is over
    assert len(p.frames) > 1 or over
    assert any(frame.step.key == "flight" for frame in p.frames) is not over


@rule("red-star", "7.4.3", "9.0.3")
def test_the_fortress_is_ruined_by_the_first_who_enters() -> None:
    text = "turn: 2\nphase: axis-movement\n[Axis]\n1222: GSD221\n1323: GIK26\n"
    p = situation(text)
    assert not p.ruined
    play(p, "select GIK26", "move 1222")
    assert not p.ruined
    play(p, "select GSD221", "move 1221")
    assert p.ruined
    assert "1221" not in held(p), "though it takes nothing"
    assert len(events(p, "ruined")) == 1
