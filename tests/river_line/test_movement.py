"""3 and 4: movement and zones of control."""

from __future__ import annotations

import pytest
from river_line.movement import movement_points, reach_of
from river_line.position import War

from ..marks import rule
from ..situations import number_of, offered, play, refused
from .situations import moving, where


def cost(p: War, unit: str, label: str) -> int | None:
    return reach_of(p, number_of(p, unit)).cost(p.charts.grid.hex(label))


@rule("river-line", "3.1")
def test_a_unit_moves_once_as_far_as_its_points_go() -> None:
    p = play(moving("0305 guard, 0105 rider-1"), "select guard")
    assert {"0405", "0605"} <= offered(p, "move")
    assert "0705" not in offered(p, "move"), "three points along the road, not four"
    play(p, "move 0405")
    assert where(p, "guard") == "0405"
    assert refused(p, "select guard").case == "3.1"
    assert offered(p, "select") == {"rider-1"}
    play(p, "select rider-1", "move 0605", "done")
    assert p.current.key == "vale-movement"


@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("0606", "0605", 1),  # clear
        ("0405", "0404", 2),  # wood
        ("0904", "0905", 2),  # hill
        ("0606", "0706", 3),  # clear beyond the river
        ("0705", "0805", 1),  # a bridge
        ("0805", "0905", 1),  # a road into a hill
        ("0709", "0708", 2),  # wood; the river is on another side of the hex
        ("0607", "0708", 4),  # wood beyond the river
    ],
)
@rule("river-line", "3.2")
def test_ground_river_and_roads_have_their_price(here: str, there: str, points: int) -> None:
    assert cost(moving(f"{here} rider-1"), "rider-1", there) == points


@rule("river-line", "3.3")
def test_friends_let_pass_and_enemies_do_not() -> None:
    p = play(moving("0305 guard, 0405 hill-1"), "select guard")
    assert "0505" in offered(p, "move"), "through the friend"
    assert refused(p, "move 0405").case == "3.3"
    p = play(moving("0305 guard", "0405 vale-2"), "select guard")
    assert refused(p, "move 0405").case == "3.3"


@rule("river-line", "4.1")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    p = play(moving("0605 guard"), "select guard")
    assert {"0705", "0805"} <= offered(p, "move")
    p = play(moving("0605 guard", "0704 vale-2"), "select guard")
    assert "0705" in offered(p, "move")
    assert "0805" not in offered(p, "move"), "it is beyond a hex that the enemy watches"


@rule("river-line", "4.2")
def test_a_unit_does_not_step_from_zone_to_zone() -> None:
    assert cost(moving("0505 guard"), "guard", "0504") == 1
    p = moving("0505 guard", "0604 vale-2")
    assert cost(p, "guard", "0504") == 3, "out of the zone, and in again"
    p = play(moving("0505 guard", "0604 vale-2, 0406 vale-3"), "select guard")
    assert refused(p, "move 0605").case == "4.2"


@pytest.mark.parametrize(("unit", "points"), [("guard", 1), ("rider-1", 2)])
@rule("river-line", "7.1")
def test_a_unit_out_of_supply_has_half_of_its_points(unit: str, points: int) -> None:
    p = moving(f"0205 {unit}", "0104 vale-1, 0106 vale-2, 0303 vale-3, 0307 vale-4, 0405 lancers")
    assert movement_points(p, number_of(p, unit)) == points
    p = moving(f"0205 {unit}", "0104 vale-1, 0303 vale-3, 0307 vale-4, 0405 lancers")
    assert movement_points(p, number_of(p, unit)) > points
