"""17.2.9 Jiang Weiguo's Armored Group on the move."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .situations import (
    CUT_OFF,
    events,
    labels,
    number_of,
    offered,
    place_of,
    play,
    set_up,
    stack,
    verbs,
)

TWO = "1-tank-bn-1, 2-tank-bn-1"


def moving(gmd: str, pla: str = "", markers: str = "", header: str = "") -> War:
    p = set_up("gmd-movement", gmd=gmd, pla=pla, markers=markers, header=header)
    return play(p, "select jiang-weiguo")


@rule("red-dragon", "17.2.9", "11.1.1")
def test_the_group_moves_once_and_only_the_tanks_that_have_not() -> None:
    p = set_up("gmd-movement", gmd=f"1510: {TWO}, 3-tank-bn-1, 148-div, jiang-weiguo")
    play(p, "select 3-tank-bn-1", "move 1511", "select jiang-weiguo")
    assert "fly" not in verbs(p), "somebody has moved"
    play(p, "move 1610")
    assert stack(p, "1610") == sorted([*TWO.split(", "), "jiang-weiguo"])
    assert (stack(p, "1510"), stack(p, "1511")) == (["148-div"], ["3-tank-bn-1"])
    assert offered(p, "select") == {"148-div"}
    moved = {event.facts[0] for event in events(p, "moved") if event.case == "17.2.9"}
    assert moved == {number_of(p, name) for name in TWO.split(", ")}


@rule("red-dragon", "17.2.9", "11.1.1")
def test_without_tanks_that_can_move_jiang_does_not_drive() -> None:
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-1 (moved), jiang-weiguo; 1609: 5-corps")
    assert "jiang-weiguo" not in offered(p, "select"), "there are no other tanks to fly to"
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-1, jiang-weiguo; 1609: 5-corps")
    assert "jiang-weiguo" in offered(p, "select")
    play(p, "select 1-tank-bn-1", "move 1511")
    assert place_of(p, "jiang-weiguo") == "1511", "he is nowhere without tanks"
    assert "jiang-weiguo" not in offered(p, "select")


@rule("red-dragon", "17.2.9", "7.4.1", "11.1.2")
@pytest.mark.parametrize(
    ("markers", "header", "reached", "beyond"),
    [
        ("", "", "1504", "1503"),  # five points
        (CUT_OFF, "", "1513", "1514"),  # three
        ("", "weather: Thaw", "1512", "1513"),
    ],
)
def test_the_group_goes_as_far_as_a_tank(
    markers: str, header: str, reached: str, beyond: str
) -> None:
    p = moving(f"1510: {TWO}, jiang-weiguo", markers=markers, header=header)
    assert reached in offered(p, "move")
    assert beyond not in offered(p, "move")
    assert "1510" not in offered(p, "move"), "it is there"


@rule("red-dragon", "17.2.9", "17.2.1")
@pytest.mark.parametrize(("left_behind", "place"), [("", "1511"), (", 5-corps", "1510")])
def test_other_leaders_go_along_if_nobody_is_left(left_behind: str, place: str) -> None:
    p = moving(f"1510: {TWO}, jiang-weiguo, qiu-qingquan{left_behind}")
    play(p, "move 1511")
    assert place_of(p, "qiu-qingquan") == place


@rule("red-dragon", "17.2.9", "6.1.4")
def test_what_the_group_leaves_behind_must_be_a_legal_stack() -> None:
    # A tank that has moved stays; without Jiang it does not go with the Bengbu Command.
    tanks = "1-tank-bn-1, 2-tank-bn-1 (moved)"
    p = moving(f"1510: {tanks}, 99-corps, jiang-weiguo")
    assert "move" not in verbs(p)
    p = moving(f"1510: {tanks}, 72-corps, jiang-weiguo")
    assert "1511" in offered(p, "move")
    p = moving(f"1510: {TWO}, 99-corps, jiang-weiguo")
    assert "1511" in offered(p, "move")


@rule("red-dragon", "17.2.9", "18.4.9", "7.2.1")
def test_the_group_takes_cities_and_cancels_guerrillas() -> None:
    p = moving(f"1410: {TWO}, jiang-weiguo", "1313: guerrilla-1", "pla cities: 1411 1312")
    play(p, "move 1313")
    (way, *_) = [event.facts[1] for event in events(p, "moved")]
    assert [p.charts.grid.label(hex_) for hex_ in way] == ["1410", "1411", "1312", "1313"]
    assert labels(p, p.pla_cities) == set()
    assert p.negated == 1 << number_of(p, "guerrilla-1")


@rule("red-dragon", "17.2.9", "17.2.3")
def test_leaders_do_not_fly_once_the_group_has_moved() -> None:
    p = moving(f"1510: {TWO}, jiang-weiguo; 1609: 5-corps, qiu-qingquan; 1608: 70-corps")
    assert "qiu-qingquan" in offered(p, "select")
    play(p, "move 1511")
    assert "qiu-qingquan" not in offered(p, "select")


@rule("red-dragon", "17.2.9", "17.2.4", "16.2.4")
def test_the_group_does_not_leave_an_fdp() -> None:
    p = set_up("gmd-movement", gmd=f"1510: {TWO}, jiang-weiguo; 1609: 5-corps", markers="fdp: 1510")
    assert offered(p, "select") == {"5-corps"}


@rule("red-dragon", "17.2.9", "17.2.3")
def test_with_a_single_battalion_or_with_none_that_can_move() -> None:
    p = moving("1510: 1-tank-bn-1, jiang-weiguo; 1609: 2-tank-bn-1")
    play(p, "move 1511")
    assert stack(p, "1511") == ["1-tank-bn-1", "jiang-weiguo"]
    assert offered(p, "select") == {"2-tank-bn-1"}
    p = moving("1510: 1-tank-bn-1 (moved), jiang-weiguo; 1609: 2-tank-bn-1")
    assert "move" not in verbs(p)
    assert offered(p, "fly") == {"1609"}
