"""6.0 The Soviet army: combat strength markers."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.charts import Marker
from stavka.titles.red_star.combat import mean_value
from stavka.titles.red_star.position import NO_MARKER, War
from stavka.titles.red_star.soviet_army import draw, release
from tests.marks import rule

from .situations import TITLE, events, number_of, play, situation, steps, verbs, where


def marker(p: War, unit: str) -> Marker | None:
    number = p.marker[number_of(p, unit)]
    return None if number == NO_MARKER else p.charts.markers[number]


@rule("red-star", "6.1", "6.2.1", "6.2.2")
@pytest.mark.parametrize(
    ("unit", "cup"),
    [("ST01", "A"), ("ST06", "A"), ("SG01", "B"), ("SS01", "B"), ("SA03", "C")],
)
def test_armies_draw_from_the_cup_of_their_class_when_they_fight(unit: str, cup: str) -> None:
    text = f"""
        scenario: heartland
        turn: 30
        phase: axis-combat
        [Axis]
        2144: GTK41
        [Soviet]
        2145: {unit}
    """
    # The second marker of the cup, then a one.
    p = situation(text, dice=[2, 4, 1, 1, 1])
    assert marker(p, unit) is None
    play(p, "attack 2145", "add GTK41")
    assert marker(p, unit) is None, "only after the attack has been declared"
    play(p, "resolve")
    drawn = events(p, "drawn")
    assert len(drawn) == 1
    kind = p.charts.markers[drawn[0][1]]  # type: ignore[call-overload]
    assert kind.cup == cup


@rule("red-star", "6.2.2", "8.0.3")
def test_armies_draw_when_they_are_overrun_and_keep_what_they_have() -> None:
    text = "turn: 2\nphase: axis-movement\n[Axis]\n2144: GTK41\n[Soviet]\n2145: {unit}"
    p = situation(text.format(unit="SA03"), dice=[1, 1, 1, 1])
    play(p, "select GTK41", "overrun 2145")
    assert len(events(p, "drawn")) == 1
    p = situation(text.format(unit="SA03 (2-4)"), dice=[1, 1, 1, 1])
    play(p, "select GTK41", "overrun 2145")
    assert not events(p, "drawn")


ADMINISTRATION = """
    turn: 2
    phase: administrative
    [Axis]
    2144: GIK26
    [Soviet]
    2145: {near}
    2148: {far}
"""


def after_administration(near: str, far: str) -> War:
    p = situation(ADMINISTRATION.format(near=near, far=far), dice=[1] * 9)
    while p.current.key == "administrative":
        play(p, "done")
    return p


@rule("red-star", "6.2.2", "2.0")
def test_armies_next_to_axis_units_draw_in_the_administrative_phase() -> None:
    p = after_administration("SA03", "SA04")
    assert marker(p, "SA03") is not None
    assert marker(p, "SA04") is None


@rule("red-star", "6.2.3", "6.2.4", "2.0")
def test_armies_away_from_the_enemy_give_their_markers_back_unless_out_of_supply() -> None:
    # 3-5.18 is a plain marker, 2-5.0 one with a black stripe.
    for state, kept in (("", False), (", lack", False), (", out", True)):
        p = after_administration("SRC01", f"SA04 (3-5.18{state})")
        assert (marker(p, "SA04") is not None) is kept
        p = after_administration("SA04 (3-5.18)", "SRC01")
        assert marker(p, "SA04") is not None, "next to an Axis unit it stays"


@rule("red-star", "6.2.3")
def test_an_army_without_a_marker_has_all_its_steps_again() -> None:
    p = after_administration("SRC01", "SA04 (3-5.18, 1)")
    assert (marker(p, "SA04"), steps(p, "SA04")) == (None, 2)


@rule("red-star", "2.0", "6.2.2", "6.2.3")
def test_markers_are_drawn_before_others_go_back_into_the_cup() -> None:
    # One marker is in the cup; SA03, first in order, gives up the only other one.
    cups = [0] * 89
    cups[9] = 1
    text = ADMINISTRATION.format(near="SA04", far="SA03 (3-5.18)")
    text += f"    [markers]\n    cups: {' '.join(map(str, cups))}\n"
    p = situation(text, dice=[1] * 9)
    while p.current.key == "administrative":
        play(p, "done")
    assert p.marker[number_of(p, "SA04")] == 9
    kinds = [event.kind for event in p.chronicle or () if event.kind in ("drawn", "released")]
    assert kinds == ["drawn", "released"]
    assert (p.cups[9], p.cups[18]) == (0, 1)


@rule("red-star", "6.2.4")
def test_striped_markers_go_to_the_at_start_box_and_plain_ones_to_their_cup() -> None:
    p = after_administration("SRC01", "SA04 (2-5.0)")
    assert TITLE.charts.markers[0].striped
    assert (p.cups[0], p.at_start[0]) == (4, 1)
    p = after_administration("SRC01", "SA04 (2-4.9)")
    assert not TITLE.charts.markers[9].striped
    assert (p.cups[9], p.at_start[9]) == (3, 0)


@rule("red-star", "6.2.3", "6.2.4", "7.9.2")
def test_a_marker_is_turned_over_and_goes_with_its_army() -> None:
    text = """
        turn: 9
        phase: axis-combat
        [Axis]
        2144: GTK41, GTK03
        [Soviet]
        2145: SA03 ({marker})
    """
    # 18 to 4: 4-1; a four and three for the winter is a seven: a step for each.
    p = situation(text.format(marker="2-4.5"), dice=[4, 2, 6])
    play(p, "attack 2145", "all", "resolve")
    while "lose" in verbs(p):
        play(p, "lose GTK41")
    assert steps(p, "SA03") == 1
    assert marker(p, "SA03") is not None
    p = situation(text.format(marker="2-4.5, 1"), dice=[4, 2, 6])
    before = p.at_start[5]
    play(p, "attack 2145", "all", "resolve")
    while "lose" in verbs(p):
        play(p, "lose GTK41")
    assert where(p, "SA03") == ""
    assert marker(p, "SA03") is None
    assert p.at_start[5] == before + 1


@rule("red-star", "15.3", "15.3.1", "15.3.2", "6.2.1", "2.0")
def test_new_markers_go_into_their_cups_in_the_supply_phase() -> None:
    p = situation("turn: 8\nphase: supply\n[Soviet]\n4828: SA03\n[markers]\ncups:" + " 0" * 89)
    arrived = {n: m.count for n, m in enumerate(p.charts.markers) if m.turn == 8}
    assert len(arrived) == 7
    assert {n: count for n, count in enumerate(p.cups) if count} == arrived


def drawing(markers: str, *dice: int) -> War:
    """An army that is attacked and has no marker yet; the cups are as told."""
    text = "turn: 2\nphase: axis-combat\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SA03\n[markers]\n"
    p = situation(text + markers, dice=[*dice, 3, 3, 3])
    return play(p, "attack 2145", "add GTK41", "resolve")


@rule("red-star", "6.2.2")
def test_an_empty_cup_is_filled_from_the_at_start_box() -> None:
    box = [0] * 89
    box[5] = 2
    p = drawing(f"cups:{' 0' * 89}\nat start: {' '.join(map(str, box))}", 1)
    assert events(p, "drawn") == [(number_of(p, "SA03"), 5)]
    assert (p.cups[5], p.at_start[5]) == (0, 1)


@rule("red-star", "6.2.2")
def test_without_any_marker_an_army_is_as_weak_as_the_weakest_of_its_class() -> None:
    p = drawing(f"cups:{' 0' * 89}\nat start:{' 0' * 89}")
    ((_, kind),) = events(p, "drawn")
    own = [sum(m.full) for m in p.charts.markers if m.cup == "C"]
    assert sum(p.charts.markers[kind].full) == min(own) < max(own)  # type: ignore[call-overload]


@rule("red-star", "6.2.4")
def test_an_army_without_a_marker_gives_none_back() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3901: GIK26\n[Soviet]\n4828: SA03")
    before = list(p.cups), list(p.at_start)
    release(p, number_of(p, "SA03"))
    assert (p.cups, p.at_start) == before


@rule("red-star", "6.2.2", "6.2.3", "2.0")
@pytest.mark.parametrize(
    ("here", "unit", "before", "after"),
    [
        ("2145", "SA03", False, True),  # beside an Axis unit
        ("2145", "SA03 (2-4)", True, True),
        ("2143", "SA03", False, True),
        ("2243", "SACST", False, True),
        ("2146", "SA03", False, False),  # two spaces away
        ("2142", "SA03", False, False),
        ("2146", "SA03 (2-4)", True, False),
        ("2142", "SA03 (2-4)", True, False),
        ("2146", "SA03 (2-4, lack)", True, False),
        ("2146", "SA03 (2-4, out)", True, True),
        ("2146", "ST06 (6-6)", True, False),
    ],
)
def test_who_has_a_marker_after_the_turn(here: str, unit: str, before: bool, after: bool) -> None:
    p = situation(
        f"""
        scenario: heartland
        turn: 2
        phase: administrative
        [Axis]
        2144: GIK26, GDEP01
        3901: GIK01
        [Soviet]
        {here}: {unit}
        4828: SA04
        """,
        dice=[1] * 9,
    )
    name = unit.split()[0]
    assert (marker(p, name) is not None) is before
    total = sum(p.cups) + sum(p.at_start)
    play(p, "done")
    assert (marker(p, name) is not None) is after
    assert marker(p, "SA04") is None
    assert sum(p.cups) + sum(p.at_start) == total + before - after
    assert len(events(p, "drawn")) == (after and not before)
    assert len(events(p, "released")) == (before and not after)


@rule("red-star", "15.3", "15.3.1", "15.3.2", "6.2.1")
@pytest.mark.parametrize("turn", [2, 3, 12])
def test_markers_arrive_in_their_turn(turn: int) -> None:
    text = "scenario: heartland\nturn: {}\nphase: supply\n[Axis]\n3901: GIK26\n[Soviet]\n4828: SA03"
    p = situation(text.format(turn))
    while p.current.key == "supply":
        play(p, "done")
    for number, kind in enumerate(p.charts.markers):
        assert p.cups[number] == (kind.count if kind.turn <= turn else 0)
    told = {(facts[0], facts[1]) for facts in events(p, "markers")}
    assert told == {(k.cup, k.full) for k in p.charts.markers if k.turn == turn}


@rule("red-star", "6.2.2", "6.2.4")
def test_a_marker_that_does_not_exist_is_owed_to_the_cup() -> None:
    # Ruling: with all cups empty the army is as weak as the weakest of its class.
    p = situation("turn: 2\nphase: soviet-movement\n[Soviet]\n2145: SA03")
    kinds = p.charts.markers_in["C"]
    for kind in kinds:
        p.cups[kind] = p.at_start[kind] = 0
    army = number_of(p, "SA03")
    draw(p, army, "6.2.2")
    weakest = p.marker[army]
    assert p.charts.markers[weakest].full == (1, 3)
    assert [p.cups[kind] for kind in kinds if p.cups[kind]] == [-1]
    assert p.cups[weakest] == -1
    # And with one marker in the box it is that one.
    p.at_start[kinds[0]] = 1
    release(p, army)
    draw(p, army, "6.2.2")
    assert p.marker[army] in (kinds[0], weakest)


@rule("red-star", "15.3.1", "19.4.3")
def test_no_markers_arrive_in_the_first_supply_phase_of_a_scenario() -> None:
    p = situation(
        "scenario: russia-resurgent\nturn: 16\nphase: supply\n[Axis]\n3901: GIK26\n"
        "[Soviet]\n4828: SA03"
    )
    while p.current.key == "supply":
        play(p, "done")
    for number, kind in enumerate(p.charts.markers):
        assert p.cups[number] == (kind.count if kind.turn <= 16 and not kind.striped else 0)
    assert not events(p, "markers")


@rule("red-star", "6.2.2", "6.2.1")
def test_what_is_left_in_the_cup_is_what_the_next_may_draw() -> None:
    p = situation("turn: 2\nphase: axis-combat\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SA03, SA04")
    weak, strong = p.charts.markers_in["C"][:3:2]
    for kind in p.charts.markers_in["C"]:
        p.cups[kind] = int(kind in (weak, strong))
    first = number_of(p, "SA03")
    one, other = (p.charts.markers[kind].full for kind in (weak, strong))
    assert mean_value(p, "C") == ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    draw(p, first, "6.2.2")
    left = other if p.marker[first] == weak else one
    assert mean_value(p, "C") == left
