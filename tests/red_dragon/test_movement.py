"""11.0 Movement, by foot, rail, convoy and Fast March."""

from __future__ import annotations

import pytest

from stavka.hexes import reach
from stavka.titles.red_dragon.charts import HALVES
from stavka.titles.red_dragon.movement import entry_prices, normal_reach, price_of
from stavka.titles.red_dragon.position import War

from ..marks import rule
from .situations import (
    CUT_OFF,
    events,
    gmd_moves,
    labels,
    number_of,
    offered,
    pla_moves,
    place_of,
    play,
    refused,
    stack,
    to_choose,
    verbs,
)


def cost(p: War, name: str, label: str) -> float | None:
    """The movement points that a unit needs to a hex."""
    found = normal_reach(p, number_of(p, name)).cost(p.charts.grid.hex(label))
    return None if found is None else found / HALVES


# 11.1 Restrictions


@rule("red-dragon", "11.0", "11.1", "11.1.1")
def test_units_move_one_by_one_as_many_as_one_likes() -> None:
    p = gmd_moves("1510: 72-corps, 148-div; 1609: 5-corps")
    assert to_choose(p) == "GMD"
    assert offered(p, "select") == {"72-corps", "148-div", "5-corps"}
    play(p, "select 72-corps", "move 1511", "select 148-div")
    assert "72-corps" not in offered(p, "select"), "it has moved"
    assert stack(p, "1510") == ["148-div"]
    assert refused(p, "select 72-corps").case == "11.1.6"
    play(p, "done")
    assert p.current.key != "gmd-movement"
    assert place_of(p, "5-corps") == "1609"


@rule("red-dragon", "11.1.3", "11.1.2")
@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("1510", "1511", 1),  # clear
        ("1511", "1411", 1),  # a city
        ("1508", "1408", 0.5),  # along the railway
        ("1410", "1411", 0.5),  # along a road
        ("1511", "1411", 1),  # onto a road, but not along it
        ("1812", "1813", 0.5),  # the railway bridge over nothing
        ("1813", "1814", 0.5),  # and that over the canal
        ("1713", "1714", 2),  # the canal without a bridge
        ("1305", "1304", 1),
        ("1304", "1204", 2),  # the Guo
        ("1004", "1003", 2),  # into a marsh
    ],
)
def test_what_a_step_costs(here: str, there: str, points: float) -> None:
    p = gmd_moves(f"{here}: 5-corps")
    assert cost(p, "5-corps", there) == points


@rule("red-dragon", "11.1.2", "11.1.4", "11.1.5", "11.1.6")
def test_a_move_ends_where_the_points_do() -> None:
    # MA 3 over clear ground.
    p = gmd_moves("1509: 72-corps")
    play(p, "select 72-corps")
    assert "1512" in offered(p, "move")
    assert "1513" not in offered(p, "move")
    assert refused(p, "move 1513").case == "11.1.4"
    # In steps: what was spent is gone, and no point is kept for later.
    play(p, "move 1511")
    assert "1512" in offered(p, "move")
    assert "1513" not in offered(p, "move")
    play(p, "move 1512")
    assert "move" not in verbs(p)


@rule("red-dragon", "11.1.5")
def test_a_unit_cannot_skip_what_is_in_its_way() -> None:
    # All six neighbours of 1723 but one are taken.
    wall = "1823: ecfa-1; 1724: ecfa-3; 1624: ecfa-4; 1623: ecfa-6; 1622: ecfa-8"
    p = gmd_moves("1723: 5-corps", wall)
    play(p, "select 5-corps")
    assert "1722" in offered(p, "move")
    play(p, "done")
    p = gmd_moves("1723: 5-corps", f"{wall}; 1722: ecfa-9")
    play(p, "select 5-corps")
    assert "move" not in verbs(p)


@rule("red-dragon", "11.1.7")
def test_one_hex_can_always_be_entered_but_never_over_a_prohibited_hexside() -> None:
    # A garrison with an allowance of 1 in Poor weather: 2 points for a hex, 4 for a marsh.
    p = gmd_moves("1004: bengbu-garrison", header="weather: Poor")
    play(p, "select bengbu-garrison")
    assert {"1003", "1005", "1104"} <= offered(p, "move")
    assert "1006" not in offered(p, "move")
    # Luoma Lake's dikes: 1614 and 1714 are neighbours, and nobody gets across.
    p = gmd_moves("1614: 5-corps")
    play(p, "select 5-corps")
    assert "1714" not in {hex_ for hex_ in offered(p, "move") if cost(p, "5-corps", hex_) == 1}
    p = gmd_moves("1120: bengbu-garrison")
    play(p, "select bengbu-garrison")
    assert offered(p, "move") == {"1119", "1219"}
    assert refused(p, "move 1121").case == "11.1.7"
    assert refused(p, "move 1020").case == "11.1.7"


@rule("red-dragon", "11.1.8")
def test_enemies_bar_the_way() -> None:
    p = gmd_moves("1508: 72-corps", "1408: ecfa-1")
    play(p, "select 72-corps")
    assert "1408" not in offered(p, "move")
    assert refused(p, "move 1408").case == "11.1.8"
    p = pla_moves("1508: ecfa-1", "1408: 148-div")
    play(p, "select ecfa-1")
    assert "1408" not in offered(p, "move")


@rule("red-dragon", "1.2")
def test_there_are_no_zones_of_control() -> None:
    # Past two enemies, one step after the other beside them, at the usual price.
    p = gmd_moves("1509: 72-corps", "1610: ecfa-1; 1410: ecfa-3")
    assert cost(p, "72-corps", "1510") == 1
    assert cost(p, "72-corps", "1511") == 2
    assert cost(p, "72-corps", "1512") == 3


# 5.2 Weather


@rule("red-dragon", "5.2", "5.2.1", "5.2.2", "5.2.3")
@pytest.mark.parametrize(("weather", "factor"), [("Good", 1), ("Poor", 2), ("Thaw", 2)])
def test_bad_weather_doubles_every_cost(weather: str, factor: int) -> None:
    p = gmd_moves(
        "1510: 5-corps; 1410: 70-corps; 1713: 1-fast-column", header=f"weather: {weather}"
    )
    assert cost(p, "5-corps", "1511") == factor
    assert cost(p, "70-corps", "1411") == 0.5 * factor
    assert cost(p, "1-fast-column", "1714") == 2 * factor


@rule("red-dragon", "5.2.2", "5.2.3")
@pytest.mark.parametrize("weather", ["Good", "Poor", "Thaw"])
def test_trains_run_in_any_weather(weather: str) -> None:
    p = gmd_moves("1809: 72-corps", header=f"weather: {weather}")
    play(p, "select 72-corps")
    assert "0715" in offered(p, "rail")
    play(p, "rail 1408")
    # One of three points is spent; in bad weather the rest is one hex.
    reached = {"1508", "1507", "1409"}
    assert reached <= offered(p, "move")


# 7.4.1 Out of supply


@rule("red-dragon", "7.4", "7.4.1", "7.1.1", "7.1.3")
def test_out_of_supply_a_unit_moves_with_half_its_allowance_rounded_up() -> None:
    p = gmd_moves("1509: 72-corps", markers=CUT_OFF)
    play(p, "select 72-corps")
    assert "1511" in offered(p, "move"), "half of 3 is 2"
    assert "1512" not in offered(p, "move")
    assert "rail" not in verbs(p)
    assert "convoy" not in verbs(p)
    p = gmd_moves("1408: 72-corps", markers=CUT_OFF)
    play(p, "select 72-corps")
    assert not {"rail", "convoy"} & verbs(p)
    assert refused(p, "rail 1308").case == "7.4.1"
    assert refused(p, "convoy 1308").case == "7.4.1"


@rule("red-dragon", "7.4.1")
def test_out_of_supply_the_pla_does_not_march_fast() -> None:
    ring = "1119: 72-corps; 1219: 25-corps"
    p = pla_moves("1120: ecfa-1", ring)
    play(p, "select ecfa-1")
    assert "march" not in verbs(p)
    assert refused(p, "march 1118").case == "7.4.1"


@rule("red-dragon", "7.1.1")
def test_supply_is_judged_when_a_move_starts() -> None:
    # 54 Corps opens the railway for 72 Corps by moving on a guerrilla first.
    lost = CUT_OFF.replace(" 1010", " 1205")
    troops, band = "1508: 72-corps; 1209: 54-corps", "1309: guerrilla-1"
    p = gmd_moves(troops, band, markers=lost)
    play(p, "select 72-corps")
    assert "convoy" not in verbs(p)
    play(p, "select 54-corps", "move 1309", "select 72-corps")
    assert "1408" in offered(p, "convoy")


# 11.2 Rail movement


@rule("red-dragon", "11.2", "11.2.1", "11.2.2", "11.2.3")
def test_two_units_ride_from_a_supplied_city() -> None:
    p = gmd_moves("1809: 72-corps, 115-corps, 148-div; 1608: 5-corps")
    play(p, "select 5-corps")
    assert "rail" not in verbs(p), "1608 is no city"
    assert refused(p, "rail 1508").case == "11.2.2"
    play(p, "select 72-corps")
    assert {"1804", "1915", "0715", "2021"} <= offered(p, "rail")
    assert "1707" not in offered(p, "rail"), "that is a road"
    play(p, "rail 1915", "select 115-corps", "rail 1010", "select 148-div")
    assert "rail" not in verbs(p)
    assert refused(p, "rail 1408").case == "11.2.1"
    assert (place_of(p, "72-corps"), place_of(p, "115-corps")) == ("1915", "1010")


@rule("red-dragon", "11.2.3")
def test_trains_do_not_pass_the_enemy() -> None:
    p = gmd_moves("1809: 72-corps", "1608: ecfa-1; 1811: guerrilla-1")
    play(p, "select 72-corps")
    assert {"1709", "1810"} <= offered(p, "rail")
    assert not {"1608", "1508", "1811", "1812"} & offered(p, "rail")


@rule("red-dragon", "11.2.4")
def test_who_gets_off_goes_on_with_what_is_left() -> None:
    p = gmd_moves("1809: 72-corps")
    play(p, "select 72-corps", "rail 1508")
    # Two of three points are left.
    assert "1510" in offered(p, "move")
    assert "1511" not in offered(p, "move")


@rule("red-dragon", "11.2.5")
def test_no_convoy_after_a_train_and_no_train_after_a_convoy() -> None:
    p = gmd_moves("1809: 72-corps, 115-corps")
    play(p, "select 72-corps", "rail 1408")
    assert "convoy" not in verbs(p)
    play(p, "select 115-corps", "convoy 1709")
    assert "rail" not in verbs(p)


@rule("red-dragon", "11.2.2", "10.1.5")
def test_units_off_the_map_may_come_by_rail() -> None:
    p = gmd_moves("edge: 54-corps")
    play(p, "select 54-corps")
    assert {"0715", "1010", "1809"} <= offered(p, "rail")
    assert "0711" in offered(p, "enter")
    play(p, "rail 1010")
    assert place_of(p, "54-corps") == "1010"
    assert "1011" in offered(p, "move")


@rule("red-dragon", "7.2.1", "18.1.4", "11.2.3")
@pytest.mark.parametrize(("unit", "start"), [("72-corps", "1809"), ("rr-security", "1709")])
def test_a_train_takes_the_cities_and_the_bridges_on_its_way(unit: str, start: str) -> None:
    markers = "pla cities: 1408; bridges: 1308/1309@1 1510/1511@1"
    p = gmd_moves(f"{start}: {unit}; 1010: 54-corps", markers=markers)
    play(p, f"select {unit}", "rail 1110")
    assert p.pla_cities == 0, "the PLA held Suxian, 1408"
    assert [event.facts for event in events(p, "bridge_destroyed")] == [
        tuple(map(p.charts.grid.hex, ("1308", "1309")))
    ]


@rule("red-dragon", "11.2")
def test_no_trains_and_convoys_on_turn_one() -> None:
    p = gmd_moves("1809: 72-corps; 1608: rr-security", turn=1)
    play(p, "select 72-corps")
    assert not {"rail", "convoy"} & verbs(p)
    assert refused(p, "rail 1408").case == "11.2"
    assert refused(p, "convoy 1709").case == "11.3"
    play(p, "select rr-security")
    assert "1408" in offered(p, "rail")


@rule("red-dragon", "11.2.6")
def test_the_railroad_security_unit() -> None:
    p = gmd_moves("1608: rr-security; 1809: 72-corps, 115-corps", "1309: guerrilla-1")
    play(p, "select rr-security")
    assert not {"move", "convoy"} & verbs(p)
    assert {"1804", "2021", "1408", "1308", "1309"} <= offered(p, "rail")
    assert "1209" not in offered(p, "rail"), "it stops with the guerrilla"
    assert "1607" not in offered(p, "rail"), "it never leaves the tracks"
    play(p, "rail 1309")
    # It does not count among the two units of 11.2.1.
    play(p, "select 72-corps", "rail 1804", "select 115-corps")
    assert "1805" in offered(p, "rail")


@rule("red-dragon", "11.2.6")
def test_the_railroad_security_unit_stays_in_supply() -> None:
    p = gmd_moves("1608: rr-security", markers=CUT_OFF)
    play(p, "select rr-security")
    assert "rail" not in verbs(p), "out of supply it does not move at all"
    # The line north of Hanzhuang lies open, but the PLA holds Lincheng: beyond it no supply.
    p = gmd_moves("1608: rr-security", "2010: ecfa-1")
    play(p, "select rr-security")
    assert "1910" in offered(p, "rail")
    assert not {"2010", "2109", "2209"} & offered(p, "rail")
    assert refused(p, "rail 2209").case == "11.2.6"


# 11.3 Convoys


@rule("red-dragon", "11.3", "11.3.1", "11.3.3")
def test_a_convoy_goes_twice_as_far_along_roads() -> None:
    # MA 3: six points, twelve hexes of road.
    p = gmd_moves("2103: 72-corps")
    play(p, "select 72-corps")
    ends = offered(p, "convoy")
    road = ["2104", "2105", "2006", "1906", "1907", "1808", "1809"]
    assert set(road) <= ends
    assert "2004" not in ends, "it stays on the road"
    # Twelve hexes down the railway from Xuzhou, not thirteen.
    p = gmd_moves("1809: 72-corps")
    play(p, "select 72-corps")
    line = ["1709", "1608", "1508", "1408", "1308", "1309", "1209", "1110", "1010", "1011"]
    assert {*line, "0912", "0913"} <= offered(p, "convoy")
    assert "0814" not in offered(p, "convoy")
    assert refused(p, "convoy 0814").case == "11.3.3"
    p = gmd_moves("1510: 72-corps")
    play(p, "select 72-corps")
    assert "convoy" not in verbs(p)
    assert refused(p, "convoy 1410").case == "11.3.1"


@rule("red-dragon", "11.3.2")
def test_a_convoy_passes_the_enemy_but_does_not_stop_beside_him() -> None:
    p = gmd_moves("1809: 72-corps", "1609: ecfa-1")
    play(p, "select 72-corps")
    assert not {"1709", "1608"} & offered(p, "convoy"), "both lie next to 1609"
    assert "1408" in offered(p, "convoy")
    assert refused(p, "convoy 1608").case == "11.3.2"
    # It may begin beside him, and guerrillas do not matter.
    p = gmd_moves("1809: 72-corps", "1909: ecfa-1; 1609: guerrilla-1")
    play(p, "select 72-corps")
    assert {"1709", "1608"} <= offered(p, "convoy")


# 11.4 Fast March


@rule("red-dragon", "11.4", "11.4.1")
def test_a_fast_march_adds_three_points() -> None:
    p = pla_moves("2001: ecfa-1; 2013: guerrilla-1; 1411: militia-1")
    play(p, "select ecfa-1")
    start = 1 << p.charts.grid.hex("2001")
    for verb, points in (("move", 4), ("march", 7)):
        within = reach(p.charts.movement(1, 0, ()), start, points * HALVES).hexes & ~start
        assert offered(p, verb) == labels(p, within)
    play(p, "select guerrilla-1")
    assert "march" not in verbs(p)
    assert refused(p, "march 2012").case == "11.4"


@rule("red-dragon", "11.4.2")
def test_a_fast_march_keeps_away_from_the_enemy() -> None:
    p = pla_moves("1609: ecfa-1", "1511: 72-corps; 1709: 115-corps")
    play(p, "select ecfa-1")
    near = labels(p, p.charts.grid.neighbours(p.gmd))
    assert not near & offered(p, "march"), "though it begins next to 1709"
    assert offered(p, "march")
    assert "1510" in offered(p, "move")
    assert refused(p, "march 1510").case == "11.4.2"


@rule("red-dragon", "11.4.2")
def test_not_even_one_hex_of_a_fast_march_leads_beside_the_enemy() -> None:
    p = pla_moves("1510: ecfa-1", "1512: 72-corps", header="weather: Poor")
    play(p, "select ecfa-1")
    assert "1511" not in offered(p, "march")


# 10.1.6 Entering the map


@rule("red-dragon", "11.2.6", "10.1.5")
def test_the_railroad_security_unit_comes_by_rail_only() -> None:
    p = gmd_moves("edge: rr-security")
    play(p, "select rr-security")
    assert {"0715", "1010", "1809"} <= offered(p, "rail")
    assert "enter" not in verbs(p)


@rule("red-dragon", "10.1.5", "10.1.6")
def test_entering_costs_the_first_hex() -> None:
    p = gmd_moves("edge: 54-corps")
    play(p, "select 54-corps")
    assert offered(p, "enter") == {f"07{column:02}" for column in range(1, 27)}
    play(p, "enter 0709")
    # Two of three points are left over clear ground.
    assert "0909" in offered(p, "move")
    assert "1009" not in offered(p, "move")


@rule("red-dragon", "10.1.5")
def test_each_pla_command_enters_at_its_own_edge() -> None:
    p = pla_moves("edge: cpfa-2, bh")
    play(p, "select cpfa-2")
    assert offered(p, "enter") == {"1101", "1201", "1301", "1401", "1501"}
    play(p, "select bh")
    assert offered(p, "enter") == {f"22{column:02}" for column in range(9, 20)}
    assert refused(p, "enter 1101").case == "10.1.5"


@rule("red-dragon", "10.1.5", "11.1.8")
def test_nobody_enters_where_the_enemy_stands() -> None:
    p = pla_moves("edge: cpfa-2", "1201: 72-corps")
    play(p, "select cpfa-2")
    assert offered(p, "enter") == {"1101", "1301", "1401", "1501"}


# The set-up's rule for turn one


@rule("red-dragon", "11.1")
def test_the_7th_army_stops_behind_the_canal_on_turn_one() -> None:
    p = gmd_moves("1814: 100-corps", turn=1)
    play(p, "select 100-corps")
    assert "1813" in offered(p, "move")
    assert not {"1812", "1811"} & offered(p, "move")
    play(p, "move 1813")
    assert "100-corps" not in offered(p, "select")
    assert "move" not in verbs(p)
    # Others do not stop, and later nobody does.
    p = gmd_moves("1814: 72-corps", turn=1)
    play(p, "select 72-corps")
    assert "1811" in offered(p, "move")
    p = gmd_moves("1814: 100-corps", turn=2)
    play(p, "select 100-corps")
    assert "1811" in offered(p, "move")


@rule("red-dragon", "11.1")
def test_there_is_no_halt_where_there_is_no_canal() -> None:
    p = gmd_moves("1814: 100-corps", turn=1)
    play(p, "select 100-corps", "move 1815")
    assert "1816" in offered(p, "move"), "with what it has left"
    play(p, "move 1816")
    assert place_of(p, "100-corps") == "1816"


@rule("red-dragon", "7.2.1")
def test_the_gmd_takes_a_city_back() -> None:
    p = gmd_moves("1511: 72-corps", markers="pla cities: 1411")
    city = p.charts.grid.hex("1411")
    assert p.pla_cities >> city & 1
    play(p, "select 72-corps", "move 1411")
    assert not p.pla_cities >> city & 1


@rule("red-dragon", "7.2.1")
def test_a_city_belongs_to_whom_was_there_last() -> None:
    p = pla_moves("1511: ecfa-1")
    city = p.charts.grid.hex("1411")
    assert not p.pla_cities >> city & 1
    play(p, "select ecfa-1", "move 1411", "move 1410")
    assert p.pla_cities >> city & 1
    # Passing through is enough; a guerrilla takes nothing.
    p = pla_moves("1511: ecfa-1; 1412: guerrilla-1")
    play(p, "select guerrilla-1", "move 1411")
    assert not p.pla_cities >> city & 1
    play(p, "select ecfa-1", "move 1310")
    (move,) = (event for event in events(p, "moved") if event.facts[0] == number_of(p, "ecfa-1"))
    assert bool(p.pla_cities >> city & 1) is (city in move.facts[1])


@rule("red-dragon", "7.2.1", "18.1.4")
def test_cities_and_bridges_on_the_way_do_not_depend_on_who_watches() -> None:
    """A game that nobody watches looks for the way only if something may happen on it."""
    for p, unit in (
        (pla_moves("1511: ecfa-1"), "ecfa-1"),
        (gmd_moves("1511: 72-corps", markers="pla cities: 1411; bridges: 1411/1410@1"), "72-corps"),
    ):
        play(p, f"select {unit}")
        changed = 0
        for label in sorted(offered(p, "move")):
            watched, alone = p.clone(), p.clone()
            watched.chronicle, alone.chronicle = [], None
            play(watched, f"move {label}")
            play(alone, f"move {label}")
            assert (watched.pla_cities, watched.bridges) == (alone.pla_cities, alone.bridges)
            changed += watched.pla_cities != p.pla_cities
        assert changed > 1


@rule("red-dragon", "10.1.6", "18.4.8")
def test_a_road_that_leaves_the_map_leads_in_unless_guerrillas_are_on_it() -> None:
    def paid(pla: str = "") -> dict[str, int]:
        p = gmd_moves("edge: 54-corps", pla)
        prices = entry_prices(p, number_of(p, "54-corps"))
        return {
            label: price_of(paid) for paid, there in prices.items() for label in labels(p, there)
        }

    p = gmd_moves("edge: 54-corps")
    charts = p.charts
    free = paid()
    paved = {label for label in free if charts.ways.exits >> charts.grid.hex(label) & 1}
    assert paved and paved < set(free)
    for label, cost in free.items():
        ground = "road" if label in paved else charts.board.terrain_of(charts.grid.hex(label))
        assert cost == charts.cost[ground], label
    blocked = paid("0715: guerrilla-1")
    assert "0715" in paved
    assert blocked["0715"] > free["0715"]
    assert {label for label in free if blocked[label] != free[label]} == {"0715"}
