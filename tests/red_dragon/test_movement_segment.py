"""11.0 The Movement Segments: who can be taken in hand, and what can be done next."""

from __future__ import annotations

import pytest

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


def in_hand(p: War) -> str:
    decision = p.decision()
    assert decision is not None
    return decision.prompt


def way(p: War, unit: str) -> list[str]:
    *_, facts = (e.facts for e in events(p, "moved") if e.facts[0] == number_of(p, unit))
    return [p.charts.grid.label(hex_) for hex_ in facts[1]]


# Who can move


@rule("red-dragon", "11.1.1", "18.4.1", "13.2.3", "18.5.2")
def test_who_of_the_pla_can_be_moved() -> None:
    p = pla_moves(
        "1411: cpfa-1, militia-1, elb-1; 1510: guerrilla-5; 1511: ecfa-1; "
        "edge: cpfa-2, guerrilla-4",
        "1804: 5-corps, qiu-qingquan; 1806: 70-corps",
    )
    able = {"cpfa-1", "guerrilla-5", "cpfa-2", "ecfa-1"}
    assert offered(p, "select") == able, "leaders of the other side do not fly either"
    play(p, "select ecfa-1")
    assert offered(p, "select") == able - {"ecfa-1"}, "it is in hand"
    play(p, "move 1512", "select cpfa-1")
    assert offered(p, "select") == {"guerrilla-5", "cpfa-2"}


@rule("red-dragon", "11.1.1", "16.2.4")
def test_a_segment_in_which_nobody_can_move_is_over() -> None:
    p = gmd_moves("1510: 72-corps", "2013: ecfa-1", markers="fdp: 1510")
    assert p.current.key != "gmd-movement"
    # But whoever has moved the last of his units says when he is done.
    p = gmd_moves("1510: 72-corps", "2013: ecfa-1")
    play(p, "select 72-corps", "move 1513")
    assert (p.current.key, verbs(p)) == ("gmd-movement", {"done"})


@rule("red-dragon", "11.1.1", "18.4.4", "11.4")
def test_the_last_counter_of_a_kind_is_of_that_kind() -> None:
    p = pla_moves("1510: guerrilla-5; 1609: lzn; 1514: cpfa-11", "1511: 72-corps")
    play(p, "select guerrilla-5")
    assert "march" not in verbs(p)
    assert "1512" in offered(p, "move"), "through the enemy"
    assert "1511" not in offered(p, "move")
    p = gmd_moves("1809: 12a-tanks")
    play(p, "select 12a-tanks")
    assert {"move", "convoy", "rail"} <= verbs(p)


@rule("red-dragon", "17.2.3")
def test_a_leader_flies_once() -> None:
    p = gmd_moves(
        "1804: 5-corps, qiu-qingquan; 1806: 70-corps; 1809: 8-corps, li-mi; 1810: 9-corps; "
        "1815: 100-corps, huang-baitao; 1816: 25-corps"
    )
    play(p, "select qiu-qingquan", "fly 1806")
    assert "fly" not in verbs(p), "nobody is in hand"
    assert in_hand(p) == "Move units"
    leaders = {"qiu-qingquan", "li-mi", "huang-baitao"}
    assert offered(p, "select") & leaders == {"li-mi", "huang-baitao"}
    play(p, "select li-mi", "fly 1810")
    assert offered(p, "select") & leaders == {"huang-baitao"}


@rule("red-dragon", "17.2.3", "10.1.5")
def test_a_leader_who_arrives_may_come_when_others_have_moved() -> None:
    p = gmd_moves("edge: li-yannian; 1010: 99-corps; 1011: 54-corps; 1809: 72-corps")
    play(p, "select 72-corps", "move 1810", "select li-yannian")
    assert offered(p, "fly") == {"1010", "1011"}
    play(p, "fly 1011")
    assert stack(p, "1011") == ["54-corps", "li-yannian"]
    assert "li-yannian" not in offered(p, "select")


@rule("red-dragon", "17.2.9", "17.2.3")
def test_only_jiang_leads_the_tanks_away() -> None:
    tanks = "1-tank-bn-1, 2-tank-bn-1, jiang-weiguo"
    p = gmd_moves(f"1510: {tanks}, 5-corps, qiu-qingquan; 1609: 70-corps")
    play(p, "select qiu-qingquan")
    assert offered(p, "fly") == {"1609"}
    assert "move" not in verbs(p)
    play(p, "select jiang-weiguo", "move 1511")
    assert in_hand(p) == "Move units"
    # From beyond the map he comes by air.
    p = gmd_moves("1510: 1-tank-bn-1; edge: jiang-weiguo")
    play(p, "select jiang-weiguo")
    assert offered(p, "fly") == {"1510"}
    assert "move" not in verbs(p)


# The corner of the map


@rule("red-dragon", "17.2.9", "17.2.1", "11.1.3")
def test_in_the_corner_of_the_map_a_hex_is_a_hex() -> None:
    p = gmd_moves("0701: 1-tank-bn-2, 5-corps, jiang-weiguo, qiu-qingquan; 0703: 70-corps")
    assert {"jiang-weiguo", "qiu-qingquan"} <= offered(p, "select")
    play(p, "select jiang-weiguo")
    assert {"0702", "0801"} <= offered(p, "move")
    play(p, "select 5-corps")
    assert offered(p, "take") == {"qiu-qingquan"}
    play(p, "move 0702")
    assert stack(p, "0702") == ["5-corps", "qiu-qingquan"], "nobody else is there to lead"
    # A PLA Corps in the corner that is cut off does not march.
    wall = "0901: 72-corps; 0902: 5-corps; 0903: 70-corps; 0904: 74-corps"
    for rest, marches in (("; 0905: 25-corps; 0805: 63-corps; 0705: 64-corps", False), ("", True)):
        p = pla_moves("0701: cpfa-1", wall + rest)
        play(p, "select cpfa-1")
        assert "0702" in offered(p, "move")
        assert ("march" in verbs(p)) is marches


@rule("red-dragon", "18.4.9", "11.1.1")
def test_whoever_ends_in_the_corner_cancels_guerrillas_there() -> None:
    p = gmd_moves("0702: 72-corps, 148-div", "0701: guerrilla-1")
    play(p, "select 72-corps", "move 0701", "select 148-div")
    assert p.negated == 1 << number_of(p, "guerrilla-1")


@rule("red-dragon", "18.4.9")
def test_guerrillas_are_cancelled_by_a_move_that_ends_with_them() -> None:
    p = gmd_moves("1510: 148-div; 1511: 5-corps", "1510: guerrilla-1; 1512: guerrilla-2")
    # To be taken in hand is no move, and the unit beside has not come either.
    play(p, "select 148-div", "select 5-corps")
    assert p.negated == 0
    play(p, "move 1512")
    assert p.negated == 0, "it can still go on"
    play(p, "select 148-div")
    assert p.negated == 1 << number_of(p, "guerrilla-2")
    play(p, "done")
    assert p.negated == 1 << number_of(p, "guerrilla-2")


# What is left


@rule("red-dragon", "11.1.4", "11.1.6")
def test_without_points_no_road_leads_on() -> None:
    p = gmd_moves("1809: 148-div")
    play(p, "select 148-div", "move 1508")
    assert {"1408", "1308", "1309"} <= offered(p, "move")
    assert "1209" not in offered(p, "move")
    play(p, "move 1309")
    assert "148-div" not in offered(p, "select")
    assert "move" not in verbs(p), "six hexes of road are three points"


@rule("red-dragon", "11.4.1", "11.1.6", "18.3.4")
def test_a_fast_march_in_legs() -> None:
    p = pla_moves("1809: ecfa-1", header="short attacks: 2")
    play(p, "select ecfa-1", "march 1508")
    assert not {"move", "short_attack"} & verbs(p), "it has become a Fast March"
    # Seven points are fourteen hexes of road: three are behind it, eleven before it.
    assert {"0814", "0815"} <= offered(p, "march")
    assert "0715" not in offered(p, "march")
    play(p, "march 0815")
    assert way(p, "ecfa-1")[0] == "1508"
    assert "march" not in verbs(p)
    assert "ecfa-1" not in offered(p, "select")


@rule("red-dragon", "11.4", "11.1.5")
def test_who_has_begun_to_walk_does_not_march() -> None:
    p = pla_moves("1510: ecfa-1")
    play(p, "select ecfa-1", "move 1511")
    assert "march" not in verbs(p)
    assert "move" in verbs(p)


@rule("red-dragon", "11.2.5", "11.3.1")
def test_who_has_walked_to_a_station_takes_no_train() -> None:
    p = gmd_moves("1507: 72-corps")
    play(p, "select 72-corps", "move 1408")
    assert verbs(p) >= {"move"}
    assert not {"rail", "convoy", "take"} & verbs(p)


@rule("red-dragon", "10.1.6", "11.4")
@pytest.mark.parametrize(
    ("gmd", "marches"),
    [
        ("", True),
        ("1403: 72-corps", True),  # three hexes away
        ("1303: 72-corps", True),
        ("1302: 72-corps", False),
        ("1201: fb-1", False),
        ("1103: fb-1", True),
    ],
)
def test_a_fast_march_may_begin_with_entering(gmd: str, marches: bool) -> None:
    # 1301 lies on the road along the west edge; so do its neighbours to the north and south.
    p = pla_moves("edge: cpfa-2", gmd)
    play(p, *(["done"] if to_choose(p) == "GMD" else []), "select cpfa-2", "enter 1301")
    assert ("march" in verbs(p)) is marches
    assert "move" in verbs(p)


@rule("red-dragon", "10.1.6", "11.4.1")
def test_what_entering_costs_counts_for_a_fast_march() -> None:
    p = pla_moves("edge: cpfa-2")
    play(p, "select cpfa-2", "enter 1201")
    # One of seven points is gone: six hexes along the road are three more.
    assert {"1701", "1801"} <= offered(p, "march")
    assert {"1501", "1601", "1701"} <= offered(p, "move")
    assert "2002" not in offered(p, "move")


@rule("red-dragon", "10.1.6", "11.1.7")
def test_a_unit_that_spends_all_on_entering_goes_no_further() -> None:
    p = gmd_moves("edge: c2; 1010: 99-corps", header="weather: Poor")
    play(p, "select c2", "enter 0707")
    assert place_of(p, "c2") == "0707"
    assert "c2" not in offered(p, "select")
    assert "move" not in verbs(p)
    # Two of three points for a marsh leave one.
    p = gmd_moves("edge: 54-corps")
    play(p, "select 54-corps", "enter 0707")
    assert {"0706", "0708"} <= offered(p, "move")
    assert not {"0705", "0709"} & offered(p, "move")
    # On a road that leads in there is something left.
    p = gmd_moves("edge: c2; 1010: 99-corps")
    play(p, "select c2", "enter 0711")
    assert "0811" in offered(p, "move")
    assert "0812" not in offered(p, "move"), "half a point is left"


@rule("red-dragon", "10.1.5", "11.1.8")
def test_the_gmd_enters_beside_its_own_but_not_where_the_enemy_is() -> None:
    p = gmd_moves("edge: 54-corps; 0705: 99-corps", "0709: ecfa-1; 0710: guerrilla-1")
    play(p, "select 54-corps")
    south = {f"07{column:02}" for column in range(1, 27)}
    assert offered(p, "enter") == south - {"0709"}


@rule("red-dragon", "10.1.6", "14.3.4")
def test_aircraft_over_the_edge_cost_a_point_when_entering() -> None:
    p = gmd_moves("edge: 54-corps; 0809: fb-1")
    play(p, "select 54-corps", "enter 0709")
    (event,) = events(p, "moved")
    assert event.facts[2] == 4
    p = gmd_moves("edge: 54-corps; 0809: fb-1")
    play(p, "select 54-corps", "enter 0712")
    (event,) = events(p, "moved")
    assert event.facts[2] == 2


@rule("red-dragon", "17.2.1", "10.1.5")
def test_whoever_enters_takes_no_leader_from_the_map() -> None:
    p = gmd_moves("edge: 54-corps; 0709: 99-corps, li-yannian")
    play(p, "select 54-corps", "enter 0709")
    assert stack(p, "0709") == ["54-corps", "99-corps", "li-yannian"]
    play(p, "move 0809")
    assert place_of(p, "li-yannian") == "0709"


# What lies on the way


@rule("red-dragon", "11.1.5", "7.2.1", "18.1.4")
@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize(
    ("markers", "cities", "left"),
    [
        ("pla cities: 1411 1312 1408", {"1408"}, 0),
        ("pla cities: 1604; bridges: 1411/1511@1", {"1604"}, 0),
        ("pla cities: 1604; bridges: 1412/1312@1", {"1604"}, 0),
        ("pla cities: 1604; bridges: 1409/1509@1", {"1604"}, 1),
        ("pla cities: 1604; bridges: 1312/1412@2", {"1604"}, 1),  # of this turn
        ("pla cities: 0701; bridges: 0701/0801@1", {"0701"}, 1),
    ],
)
def test_what_the_gmd_passes_is_its_own(
    watched: bool, markers: str, cities: set[str], left: int
) -> None:
    # Along the road by Lingbi, 1411, and Sixian, 1312.
    p = gmd_moves("1410: 72-corps; 1809: 5-corps", markers=markers)
    if not watched:
        p.chronicle = None
    play(p, "select 72-corps", "move 1313")
    assert labels(p, p.pla_cities) == cities
    assert len(p.bridges) == left
    if watched:
        assert way(p, "72-corps") == ["1410", "1411", "1312", "1313"]


@rule("red-dragon", "7.2.1", "11.1.5")
@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize(
    ("unit", "cities"), [("cpfa-1", {"1411", "1312", "1604"}), ("guerrilla-5", {"1604"})]
)
def test_what_the_pla_passes_is_its_own_but_guerrillas_take_nothing(
    watched: bool, unit: str, cities: set[str]
) -> None:
    p = pla_moves(f"1410: {unit}; 1809: ecfa-1", markers="pla cities: 1604")
    if not watched:
        p.chronicle = None
    play(p, f"select {unit}", "move 1313")
    assert labels(p, p.pla_cities) == cities
    if watched:
        assert way(p, unit)[0::3] == ["1410", "1313"]


@rule("red-dragon", "7.2.1")
def test_a_step_into_the_country_takes_no_city() -> None:
    p = pla_moves("1510: cpfa-1", markers="pla cities: 1604")
    play(p, "select cpfa-1", "move 1511", "move 1512")
    assert labels(p, p.pla_cities) == {"1604"}


# What keeps a convoy or a Fast March from getting there


@rule("red-dragon", "11.3", "14.3.5", "18.4.7")
@pytest.mark.parametrize(
    ("start", "there", "pla", "aircraft", "case"),
    [
        ("1209", "0913", "1110: guerrilla-1", "", "18.4.7"),
        ("1809", "1308", "", "1608: fb-1", "14.3.5"),
        ("1101", "0701", "0901: guerrilla-1", "", "18.4.7"),
        ("1101", "0701", "", "1001: fb-1", "14.3.5"),
        ("1809", "0814", "", "", "11.3.3"),
    ],
)
def test_why_a_convoy_does_not_get_there(
    start: str, there: str, pla: str, aircraft: str, case: str
) -> None:
    p = gmd_moves(f"{start}: 72-corps; {aircraft}", pla, markers="pla cities: 1403")
    play(p, "select 72-corps")
    assert there not in offered(p, "convoy")
    assert refused(p, f"convoy {there}").case == case


@rule("red-dragon", "11.4.2", "14.3.5")
@pytest.mark.parametrize(
    ("start", "there", "gmd", "case"),
    [
        ("1101", "0701", "1001: fb-1", "14.3.5"),
        ("1101", "0701", "0902: 72-corps", "11.4.2"),
    ],
)
def test_why_a_fast_march_does_not_get_there(start: str, there: str, gmd: str, case: str) -> None:
    p = pla_moves(f"{start}: cpfa-1", gmd)
    if to_choose(p) == "GMD":
        play(p, "done")
    play(p, "select cpfa-1")
    assert there not in offered(p, "march")
    assert refused(p, f"march {there}").case == case


# 18.3, 18.1 in the segment


@rule("red-dragon", "18.3.5", "18.3.8", "18.3.11")
def test_after_a_short_attack_infantry_moves_and_others_may_halt() -> None:
    p = pla_moves("1510: ecfa-1; 1611: st-cavalry", "1511: 72-corps", header="short attacks: 2")
    play(p, "select ecfa-1", "short_attack 72-corps")
    assert verbs(p) == {"move"}
    play(p, "move 1509")
    assert in_hand(p) == "Move units"
    assert "ecfa-1" not in offered(p, "select")
    p = pla_moves("1510: ecfa-1; 1611: st-cavalry", "1511: 72-corps", header="short attacks: 2")
    play(p, "select st-cavalry", "short_attack 72-corps")
    assert {"move", "halt"} <= verbs(p)
    play(p, "halt")
    assert (p.current.key, offered(p, "select")) == ("pla-movement", {"ecfa-1"})
    assert place_of(p, "st-cavalry") == "1611"


@rule("red-dragon", "18.3.3", "14.3.1")
def test_a_short_attack_begins_the_segment() -> None:
    """The GMD that watches is asked before the next unit, and nothing is over before `done`."""
    gmd = "1511: 72-corps; available: fb-1"
    p = pla_moves("1510: st-cavalry; 1609: ecfa-1", gmd, header="short attacks: 1")
    play(p, "watch", "select st-cavalry", "short_attack 72-corps", "halt", "select ecfa-1")
    assert to_choose(p) == "GMD"
    assert "watch" in verbs(p), "and may want to be asked again"
    p = pla_moves("1510: st-cavalry", "1511: 72-corps", header="short attacks: 1")
    play(p, "select st-cavalry", "short_attack 72-corps", "halt")
    assert p.current.key == "pla-movement"


@rule("red-dragon", "18.1.1", "11.1.1", "14.3.1")
def test_building_a_bridge_ends_a_move() -> None:
    gmd = "1820: 72-corps; available: fb-1"
    p = pla_moves("1713: ecfa-1; 1812: ecfa-2; 1511: lg", gmd)
    play(p, "watch", "select ecfa-1")
    assert offered(p, "bridge") == {"1714"}
    play(p, "bridge 1714")
    assert in_hand(p) == "Move units"
    assert not {"move", "bridge"} & verbs(p)
    assert offered(p, "select") == {"ecfa-2", "lg"}
    play(p, "select ecfa-2")
    assert to_choose(p) == "GMD", "somebody has moved"
    p = pla_moves("1713: ecfa-1", "1820: 72-corps")
    play(p, "select ecfa-1", "bridge 1714")
    assert p.current.key == "pla-movement"


@rule("red-dragon", "18.3.11", "11.1.1")
def test_nobody_rolls_who_has_made_no_short_attack() -> None:
    p = pla_moves("1510: ecfa-1; 1609: ecfa-3", header="short attacks: 1", dice=[6, 6])
    play(p, "select ecfa-1", "move 1511", "select ecfa-3", "move 1610", "done")
    assert events(p, "short_attack_roll") == []
    assert place_of(p, "ecfa-1") == "1511"


@rule("red-dragon", "7.4.1", "17.2.9")
def test_half_a_move_out_of_supply_in_legs() -> None:
    p = gmd_moves("1509: 5-corps", markers=CUT_OFF)
    play(p, "select 5-corps", "move 1510")
    assert "1511" in offered(p, "move")
    assert "1512" not in offered(p, "move")
