"""9.0 Controlling major cities and ports."""

from __future__ import annotations

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import offered, play, situation, started, verbs


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
