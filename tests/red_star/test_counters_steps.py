"""7.9 Unit combat steps: which counter is left, and what goes on with it."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import attack, war
from .situations import box_of, events, number_of, play, stack, steps, verbs


@rule("red-star", "7.4.4", "7.9.4")
@pytest.mark.parametrize(
    ("unit", "left", "die", "lost"),
    [
        # The first counter of the game loses a step and is shaken; a three takes another.
        ("GTK03", 4, 3, 2),
        ("GTK03", 4, 4, 1),
        ("GTK41", 4, 3, 2),
        # The battlegroup that takes the place of a corps is shaken like the corps.
        ("GTK41", 3, 3, 2),
        ("GTK41", 3, 4, 1),
    ],
)
def test_whoever_lost_a_step_is_shaken_in_the_streets(
    unit: str, left: int, die: int, lost: int
) -> None:
    axis = f"3126: {unit} ({left})\n3127: GTK24"
    p = war(axis, "3026: SA03 (2-4)", dice=(1, die, die, 3, 3))
    play(attack(p, "3026", unit, "GTK24"), "resolve")
    assert events(p, "attacked")[-1][6] == "A1"
    play(p, "retreat 0", f"lose {unit}")
    (counter,) = stack(p, "3126")
    assert steps(p, counter) == left - lost
    assert steps(p, "GTK24") == 4, "it has lost nothing, and fears only a one"
    assert len(events(p, "street_fighting")) == 2


@rule("red-star", "7.9.4", "7.9.3")
@pytest.mark.parametrize(
    ("unit", "left", "kind", "after"),
    [
        ("GTK41", 4, "GTK", 3),
        ("GTK41", 3, "GTBG", 2),
        ("GTBG01", 2, "GTBG", 1),
        ("GIK26", 4, "GIK", 3),
        ("GIK26", 3, "GIBG", 2),
        ("GMK49", 3, "GMK", 2),
        ("GMK49", 2, "GMBG", 1),
        ("GTDGD", 2, "GTDGD", 1),
        ("RO01K", 2, "RO01K", 1),
        ("SA03 (2-4)", 2, "SA03", 1),
    ],
)
def test_which_counter_is_left_after_a_step(unit: str, left: int, kind: str, after: int) -> None:
    # Winter: a four is a seven, a step of each side.
    name = unit.split()[0]
    soviet = name.startswith("S")
    here = f"2144: {unit}" if soviet else f"2144: {name} ({left})"
    axis, other = ("2145: GTBG24", here) if soviet else (here, "2145: SA04 (2-4)")
    phase = "soviet-combat" if soviet else "axis-combat"
    p = play(attack(war(axis, other, phase, 9, dice=(4, *(3,) * 9)), "2145", name), "resolve")
    assert events(p, "attacked")[-1][6] == "1/1"
    if "hold" in verbs(p):
        play(p, "hold")
    (counter,) = stack(p, "2144")
    assert counter.startswith(kind)
    assert steps(p, counter) == after
    if counter != name:
        assert box_of(p, name) == "breakdown"
        assert events(p, "replaced")


@rule("red-star", "7.9.4", "7.2.4", "10.6.1", "7.9.8")
def test_the_battlegroup_inherits_the_state_of_its_corps() -> None:
    axis, soviet = "2144: GTK41 (3, lack)\n2244: GTK03", "2145: SA03 (2-4)\n2044: SRC01"
    p = war(axis, soviet, dice=(1, *(3,) * 9))
    play(attack(p, "2145", "GTK41", "GTK03"), "resolve")
    assert events(p, "attacked")[-1][6] == "A1"
    play(p, "retreat 0", "lose GTK41")
    (counter,) = stack(p, "2144")
    assert counter.startswith("GTBG")
    assert p.lack >> number_of(p, counter) & 1
    assert p.current.key == "soviet-combat", "it has attacked, and nobody else is next to 2044"


@rule("red-star", "7.9.5", "7.9.4")
@pytest.mark.parametrize(
    ("box", "left"),
    [("GTBG07", ["GTBG07"]), ("GTBG07, GIBG01", ["GTBG07"]), ("GIBG01", []), ("GTK03, GIK26", [])],
)
def test_the_last_counter_of_its_kind_is_used_and_none_is_made_up(
    box: str, left: list[str]
) -> None:
    # Winter: a four is a seven, a step of each side.
    axis = f"2144: GTK41 (3)\nbreakdown: {box}"
    p = war(axis, "2145: SA04 (2-4)", turn=9, dice=(4, *(3,) * 9))
    play(attack(p, "2145", "GTK41"), "resolve")
    assert stack(p, "2144") == left
    assert box_of(p, "GTK41") == "breakdown"
    lost = [event.case for event in p.chronicle or () if event.kind == "eliminated"]
    assert lost == ([] if left else ["7.9.5"])


@rule("red-star", "6.2.2", "7.9.4")
def test_an_army_that_loses_a_step_without_a_marker_draws_one_first() -> None:
    # It makes room for a corps that was driven to it, and pays for a contested space.
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01\n2147: GIK02"
    p = war(axis, "2145: SRC01\n2146: SA04", cup="2-4 2-4", dice=(2, *(1,) * 9))
    play(attack(p, "2145", "GTK41"), "resolve", "retreat 1", "make_room SA04")
    if "retreat" in verbs(p):
        play(p, "retreat 2246")
    army = number_of(p, "SA04")
    assert p.marker[army] >= 0
    assert p.charts.markers[p.marker[army]].full == (2, 4)
    assert steps(p, "SA04") == 1
