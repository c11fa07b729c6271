"""The Grand Canal on turn one: how the 7th Army and the 9th Pacification Area cross it."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .situations import CUT_OFF, events, number_of, offered, place_of, play, set_up, verbs


def first_turn(gmd: str, pla: str = "", markers: str = "") -> War:
    return set_up("gmd-movement", gmd=gmd, pla=pla, markers=markers, turn=1)


def paid(p: War, unit: str) -> list[int]:
    """The half points of each leg of a unit's move."""
    legs = (event.facts for event in events(p, "moved"))
    return [facts[2] for facts in legs if facts[0] == number_of(p, unit)]


@rule("red-dragon", "11.1", "4.3.1")
@pytest.mark.parametrize(
    ("unit", "turn", "halts"),
    [
        ("100-corps", 1, True),  # the 7th Army
        ("7a-artillery", 1, True),
        ("44-corps", 1, True),  # the 9th Pacification Area
        ("59-corps", 1, False),  # the 3rd
        ("5-corps", 1, False),  # the 2nd Army
        ("72-corps", 1, False),
        ("100-corps", 2, False),
        ("44-corps", 2, False),
    ],
)
def test_who_halts_behind_the_canal_and_when(unit: str, turn: int, halts: bool) -> None:
    p = set_up("gmd-movement", gmd=f"1814: {unit}", turn=turn)
    play(p, f"select {unit}")
    # Over the railway bridge for half a point, and on.
    assert "1813" in offered(p, "move")
    assert ("1812" not in offered(p, "move")) is halts
    play(p, "move 1813")
    assert ("move" not in verbs(p)) is halts
    assert paid(p, unit) == [1]


@rule("red-dragon", "11.1", "11.1.4", "7.4.1")
@pytest.mark.parametrize(
    ("markers", "legs", "crosses"),
    [
        ("", ("1714",), True),  # two points are left, and two are needed
        ("", ("1914", "1814"), True),  # over the bridge
        ("", ("1914", "1814", "1714"), False),  # nothing is left
        (CUT_OFF, ("1714",), False),  # half of three points is two, and one of them is spent
        (CUT_OFF, (), True),
    ],
)
def test_what_is_left_must_pay_for_the_canal(
    markers: str, legs: tuple[str, ...], crosses: bool
) -> None:
    p = first_turn("1814: 100-corps", markers=markers)
    play(p, "select 100-corps", *(f"move {leg}" for leg in legs))
    assert bool({"1713", "1813"} & offered(p, "move")) is crosses
    if legs == ("1714",) and crosses:
        play(p, "move 1713")
        assert paid(p, "100-corps") == [2, 4]
        assert "100-corps" not in offered(p, "select")


@rule("red-dragon", "11.1", "11.1.7", "14.3.4")
def test_aircraft_over_the_far_bank_cost_a_point_more() -> None:
    # 1713 and 1813 lie next to 1712; so does no hex on this side.
    p = first_turn("1714: 100-corps; 1712: fb-1")
    play(p, "select 100-corps", "move 1713")
    assert paid(p, "100-corps") == [6]
    p = first_turn("1814: 100-corps; 1712: fb-1")
    play(p, "select 100-corps", "move 1714")
    assert not {"1713", "1813"} & offered(p, "move"), "three points for two that are left"
    # One hex can always be entered, for what there is.
    p = first_turn("1714: shandong-security; 1712: fb-1")
    play(p, "select shandong-security")
    assert {"1713", "1813"} <= offered(p, "move")
    play(p, "move 1813")
    assert paid(p, "shandong-security") == [2]


@rule("red-dragon", "11.1", "11.1.8", "11.1.7")
def test_neither_the_enemy_nor_a_dike_is_crossed() -> None:
    p = first_turn("1714: 100-corps", "1713: ecfa-1")
    play(p, "select 100-corps")
    assert "1813" in offered(p, "move")
    assert not {"1713", "1614"} & offered(p, "move")


@rule("red-dragon", "11.1", "17.2.1")
def test_a_leader_crosses_with_the_last_of_his_units() -> None:
    p = first_turn("1714: 100-corps, huang-baitao; 1713: 25-corps")
    play(p, "select 100-corps", "move 1713")
    assert place_of(p, "huang-baitao") == "1713"


@rule("red-dragon", "11.1", "6.1.2")
def test_there_must_be_room_on_the_other_side() -> None:
    p = first_turn("1714: 100-corps; 1713: 25-corps, 63-corps; 1813: 5-corps")
    play(p, "select 100-corps")
    assert not {"1713", "1813"} & offered(p, "move")
    # Nobody stands in 1812, but it is two hexes away.
    assert "1812" not in offered(p, "move")


@rule("red-dragon", "11.1", "18.4.9")
def test_who_crosses_cancels_guerrillas_there() -> None:
    p = first_turn("1714: 100-corps", "1713: guerrilla-1")
    play(p, "select 100-corps", "move 1713")
    assert p.negated == 1 << number_of(p, "guerrilla-1")
