"""7.0 Supply."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.supply import in_supply

from ..marks import rule
from .situations import CUT_OFF, number_of, set_up

# A hex far from every road, in which only air supply or the PLA's own line can help.
WILDS = "1724"


def supplied(p: War, name: str) -> bool:
    return in_supply(p, number_of(p, name))


def gmd_at(label: str, pla: str = "", markers: str = "") -> bool:
    """Whether a GMD corps in a hex is in supply."""
    p = set_up("gmd-movement", gmd=f"{label}: 99-corps", pla=pla, markers=markers)
    return supplied(p, "99-corps")


def pla_at(label: str, unit: str, gmd: str = "", markers: str = "") -> bool:
    return supplied(set_up("pla-movement", gmd=gmd, pla=f"{label}: {unit}", markers=markers), unit)


# 7.2.2 GMD lines of communication


@rule("red-dragon", "7.0", "7.1", "7.2", "7.2.2", "7.1.2")
@pytest.mark.parametrize(
    ("label", "fed"),
    [
        ("1408", True),  # on the railway
        ("1409", True),  # one hex from it
        ("1410", True),  # on a road
        ("1512", True),  # two hexes from the road at 1411
        ("1723", True),  # two hexes from the road at 1523
        (WILDS, False),  # three hexes
        ("0709", True),  # on the south edge itself
        ("0809", True),  # near it, without a road
    ],
)
def test_a_gmd_unit_needs_a_road_within_two_hexes(label: str, fed: bool) -> None:
    assert gmd_at(label) is fed


@rule("red-dragon", "7.2.2", "7.2.1")
def test_the_road_must_lead_to_the_south_edge_free_of_the_enemy() -> None:
    # Xuzhou: the railway south is cut at Suxian, the roads by 1708 and 1710 as well.
    assert gmd_at("1809")
    cut = "1709: ecfa-1; 1708: ecfa-2; 1710: ecfa-3; 1808: ecfa-4; 1810: ecfa-6; 1909: ecfa-7"
    assert not gmd_at("1809", pla=cut)
    # An enemy who is not on the line changes nothing.
    assert gmd_at("1809", pla="1609: ecfa-1")


@rule("red-dragon", "7.2.2")
def test_near_the_edge_the_enemy_must_be_avoided_too() -> None:
    ring = "0813: ecfa-1; 0713: ecfa-2"
    # 0812 lies two hexes from the edge; with both ways south closed it still has others.
    assert gmd_at("0812", pla=ring)
    closed = "0813: ecfa-1; 0812: ecfa-2; 0712: ecfa-3; 0714: ecfa-4; 0814: ecfa-6"
    assert gmd_at("0713", pla=closed), "the edge is the source"


@rule("red-dragon", "7.2.1")
def test_a_line_does_not_pass_a_city_of_the_enemy() -> None:
    # Without Bengbu, Huaiyin and the towns of the PLA no road leads from Suxian to the south.
    assert gmd_at("1408")
    assert gmd_at("1408", markers=CUT_OFF.replace(" 1010", ""))
    assert gmd_at("1408", markers=CUT_OFF.replace(" 1419", ""))
    assert not gmd_at("1408", markers=CUT_OFF)


@rule("red-dragon", "7.2.2")
def test_lianyungang_is_always_in_supply() -> None:
    assert gmd_at("2021", pla="2020: ecfa-1; 1921: ecfa-2; 1920: ecfa-3", markers=CUT_OFF)
    assert not gmd_at("2020", markers=CUT_OFF), "its neighbours are not"
    # The rulebook's number is a misprint (docs/rulings): its hex is nothing special.
    assert not gmd_at("2003", markers=CUT_OFF)


@rule("red-dragon", "7.2.2", "18.4.8", "18.4.7")
def test_guerrillas_cut_the_road_but_not_the_way_to_it() -> None:
    # With Huaiyin and Mengcheng lost, Suxian has one line, the railway by Guzhen and Bengbu.
    lost = CUT_OFF.replace(" 1010", " 1205")
    assert gmd_at("1408", markers=lost)
    assert not gmd_at("1408", pla="1309: guerrilla-1", markers=lost)
    # The two hexes off the road lead through guerrillas, but not through other units.
    ring = "1622: {0}-1; 1623: {0}-2; 1624: {0}-3"
    assert gmd_at("1723", pla=ring.format("guerrilla"))
    assert not gmd_at("1723", pla=ring.format("ecfa"))


@rule("red-dragon", "7.2.2", "18.4.9")
def test_a_negated_guerrilla_cuts_nothing() -> None:
    lost = CUT_OFF.replace(" 1010", " 1205")
    gmd = "1408: 5-corps; 1309: 70-corps"
    p = set_up("gmd-movement", gmd=gmd, pla="1309: guerrilla-1", markers=lost)
    assert not supplied(p, "5-corps")
    p = set_up("gmd-movement", gmd=gmd, pla="1309: guerrilla-1 (negated)", markers=lost)
    assert supplied(p, "5-corps")


# 7.2.3 PLA lines of communication


@rule("red-dragon", "7.2.3")
@pytest.mark.parametrize(
    ("unit", "label", "fed"),
    [
        ("ecfa-1", "1723", True),  # however long and winding
        ("ecfa-1", "0810", True),
        ("cpfa-1", "0810", True),
        ("guerrilla-1", "1010", True),
    ],
)
def test_pla_lines_are_as_long_as_you_like(unit: str, label: str, fed: bool) -> None:
    assert pla_at(label, unit) is fed


@rule("red-dragon", "7.2.3")
def test_each_field_army_has_its_own_edge() -> None:
    # The corner west of Boxian's edge hexes is shut off from the north, and the other way round.
    north = "; ".join(
        f"22{column:02}: {corps}" for column, corps in zip(range(9, 20), CORPS, strict=True)
    )
    p = set_up("pla-movement", gmd=north, pla="1609: ecfa-1; 1610: cpfa-1; 1809: militia-xu")
    assert not supplied(p, "ecfa-1")
    assert supplied(p, "cpfa-1")
    assert supplied(p, "militia-xu"), "militia trace to either edge"
    west = "1101: 99-corps; 1201: 5-corps; 1301: 70-corps; 1401: 74-corps; 1501: 12-corps"
    p = set_up("pla-movement", gmd=west, pla="1609: ecfa-1; 1610: cpfa-1; 1809: militia-xu")
    assert supplied(p, "ecfa-1")
    assert not supplied(p, "cpfa-1")
    assert supplied(p, "militia-xu")
    p = set_up("pla-movement", gmd=f"{north}; {west}", pla="1809: militia-xu; 1609: guerrilla-1")
    assert not supplied(p, "militia-xu")
    assert supplied(p, "guerrilla-1"), "guerrillas are never out of supply"


CORPS = (
    *("72-corps", "25-corps", "63-corps", "64-corps", "100-corps", "44-corps", "8-corps"),
    *("9-corps", "115-corps", "41-corps", "47-corps"),
)


@rule("red-dragon", "7.2.1", "7.2.3")
def test_gmd_units_and_gmd_cities_stop_pla_lines() -> None:
    # 2021 is the end of a strip of land between the sea and 2020, 1920, 1921.
    closed = "2020: 72-corps; 1920: 25-corps; 1921: 63-corps; 1922: 64-corps"
    assert not pla_at("2021", "ecfa-1", closed)
    assert pla_at("2021", "ecfa-1", "2020: 72-corps; 1920: 25-corps")


@rule("red-dragon", "7.2.1", "7.2.3")
def test_a_city_of_the_gmd_stops_pla_lines_even_if_nobody_is_there() -> None:
    # Lingbi (1411) is the only way out of 1511.
    ring = "1611: 72-corps; 1512: 25-corps; 1412: 63-corps; 1410: 64-corps; 1510: 8-corps"
    assert not pla_at("1511", "ecfa-1", ring)
    assert pla_at("1511", "ecfa-1", ring, markers="pla cities: 1411 1312")


@rule("red-dragon", "7.2.1")
def test_no_line_crosses_water_or_a_dike_marsh_hexside() -> None:
    # 1120 has dike marsh and lake on four sides; the other two are shut.
    assert not pla_at("1120", "ecfa-1", "1119: 72-corps; 1219: 25-corps")
    assert pla_at("1120", "ecfa-1", "1119: 72-corps")


# 7.3 GMD air supply


@rule("red-dragon", "7.3", "7.3.3")
def test_the_hex_of_the_air_supply_marker_is_fed() -> None:
    p = set_up("gmd-movement", gmd=f"{WILDS}: 99-corps, air-supply; 1824: 54-corps")
    assert supplied(p, "99-corps")
    assert not supplied(p, "54-corps"), "its neighbours are not"


@rule("red-dragon", "7.3.4")
def test_air_supply_in_xuzhou_feeds_its_neighbours() -> None:
    corps = ("72-corps", "59-corps", "8-corps", "77-corps")
    troops = "1809: 72-corps{}; 1909: 59-corps; 1810: 8-corps; 1910: 77-corps"
    p = set_up("gmd-movement", gmd=troops.format(""), markers=CUT_OFF)
    assert not any(supplied(p, name) for name in corps)
    p = set_up("gmd-movement", gmd=troops.format(", air-supply"), markers=CUT_OFF)
    assert {name for name in corps if supplied(p, name)} == {"72-corps", "59-corps", "8-corps"}
