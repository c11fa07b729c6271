"""8.0 Zones of Control."""

from __future__ import annotations

import pytest

from stavka.titles.reds.movement import reach_of
from stavka.titles.reds.position import War
from stavka.titles.reds.supply import in_supply
from stavka.titles.reds.zones_of_control import enemy_zone, unnegated
from tests.marks import rule

from .situations import HOLD, moves, number_of, offered, play, situation, standing, verbs, where

EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"


def zone(p: War, side: str) -> set[str]:
    """The hexes that the units of a side control."""
    other = "Red" if side == "White" else "White"
    return set(p.charts.grid.labels(enemy_zone(p, other)))


def first_steps(p: War, unit: str) -> set[str]:
    """The hexes that a unit can enter with its first movement point."""
    return set(p.charts.grid.labels(reach_of(p, number_of(p, unit)).waves[1]))


AROUND_3310 = {"3309", "3410", "3411", "3311", "3211", "3210"}


@rule("reds", "8.1")
@pytest.mark.parametrize("unit", ["W-KAP", "W-CAU", "W-ORE", "W-AIO"])
def test_infantry_and_cavalry_control_the_six_hexes_around_them(unit: str) -> None:
    assert zone(standing(f"[White]\n3310: {unit}\n", turn="3"), "White") == AROUND_3310


@rule("reds", "8.1", "19.2")
@pytest.mark.parametrize(("turn", "across"), [("12", False), ("13", True)])
def test_no_zone_across_a_lake_that_is_not_frozen(turn: str, across: bool) -> None:
    """Lake Peipus lies between 1413 and 1513; November-December 1919 is a Winter turn."""
    p = standing("[White]\n1413: W-NW1\n", turn=turn)
    assert ("1513" in zone(p, "White")) is across
    assert "1414" in zone(p, "White")


@rule("reds", "8.1")
@pytest.mark.parametrize("turn", ["12", "13"])
def test_no_zone_across_the_sea_in_any_season(turn: str) -> None:
    """The strait of Kerch."""
    p = standing("[White]\n2724: W-VOL\n", turn=turn)
    assert "2625" in zone(p, "White")
    assert not {"2824", "2825"} & zone(p, "White")


@rule("reds", "8.1", "15.1")
@pytest.mark.parametrize(("poland", "across"), [("neutral", False), ("war", True)])
def test_no_zone_across_the_border_of_neutral_poland(poland: str, across: bool) -> None:
    """Brest-Litovsk is in Poland, 1420 and 1421 are not."""
    p = standing("[White]\n1320: W-PL1\n[Red]\n1421: R-A16\n", f"poland: {poland}")
    home = set(p.charts.grid.labels(p.charts.poland))
    # The Poles control hexes of Poland in any case, those beyond only in war; the Reds likewise.
    assert zone(p, "White") & home
    assert bool(zone(p, "White") - home) is across
    assert bool(zone(p, "Red") & home) is across
    assert zone(p, "Red") - home


@rule("reds", "8.1", "15.5")
def test_nor_across_it_after_the_peace() -> None:
    p = standing("[Red]\n1320: R-A16\n", "poland: peace")
    assert zone(p, "Red") == {"1220", "1221", "1319", "1321"}, "not 1420"


@rule("reds", "8.1", "10.11")
def test_the_estonians_control_nothing_outside_the_baltic_republics() -> None:
    others = standing("[White]\n1412: W-NW1\n")
    estonians = standing("[White]\n1412: W-EST\n")
    baltic = set(others.charts.grid.labels(others.charts.baltic))
    assert zone(others, "White") - baltic
    assert zone(estonians, "White") == zone(others, "White") & baltic != set()


@rule("reds", "8.2")
@pytest.mark.parametrize(
    "unit", ["W-SG2", "W-P2", "W-MAK", "W-TR1", "W-RF1", "W-TK1", "W-CAU (raiding)"]
)
def test_units_without_a_zone(unit: str) -> None:
    assert zone(standing(f"[White]\n3310: {unit}\n", turn="3"), "White") == set()


# 8.3 Who ignores zones

WALL = "[White]\n2812: W-KAP\n2814: W-CZ2\n"


@rule("reds", "8.3")
def test_the_first_konarmia_ignores_zones() -> None:
    """Between Kappel and the Czechs every hex is controlled: 2 Konarmia stops, 1 Konarmia rides."""
    second = first_steps(situation(f"{EAST}{WALL}[Red]\n2813: R-KON2\n"), "R-KON2")
    first = first_steps(situation(f"{EAST}{WALL}[Red]\n2813: R-KON1\n"), "R-KON1")
    assert second == set()
    assert first == {"2712", "2713", "2912", "2913"}


@rule("reds", "8.3", "10.8")
def test_the_zone_that_the_konarmia_leaves_does_not_cut_it_off() -> None:
    """2722 is supplied by the railway through 2721, which Kornilov's division controls."""
    p = situation(
        "turn: 8\nphase: activation\nchit: South\n[Red]\n2721: R-KON1\n[White]\n2822: W-KOR\n"
    )
    assert "2722" in moves(p, "R-KON1")


@rule("reds", "8.3", "20.4")
def test_raiders_ignore_zones() -> None:
    reds = "[Red]\n3309: R-A05\n3311: R-A01\n"
    raider = situation(f"{SIBERIA}{reds}[White]\n3310: W-ORE (raiding)\n")
    rider = situation(f"{SIBERIA}{reds}[White]\n3310: W-ORE\n")
    assert first_steps(raider, "W-ORE") == AROUND_3310 - {"3309", "3311"}
    assert first_steps(rider, "W-ORE") == set()


@rule("reds", "8.3")
def test_makhno_ignores_zones_in_his_district_only() -> None:
    """Gulai Pole and its neighbours; 2622 is outside the district."""
    p = situation(
        "turn: 8\nphase: activation\nchit: South\n[White]\n2623: W-VOL\n2422: W-KOR\n"
        "[Red]\n2522: R-MAK\n"
    )
    district = set(p.charts.grid.labels(p.charts.makhno_district))
    controlled = zone(p, "White")
    steps = first_steps(p, "R-MAK")
    assert district & controlled & steps, "from one controlled hex of the district to another"
    outside = reach_of(p, number_of(p, "R-MAK"))
    stopped = (zone(p, "White") - district) & {"2521", "2621", "2622", "2421"}
    assert stopped
    for label in stopped & steps:
        # He enters it, and stops.
        assert outside.cost(p.charts.grid.hex(label)) == 1


# 8.4-8.7


@rule("reds", "8.6", "10.1")
def test_the_example_of_the_two_czech_divisions() -> None:
    """10.1: the 1st cannot move at all, the 2nd enters two hexes, and may then go on."""
    text = f"{SIBERIA}[Red]\n3309: R-A05\n3311: R-A01\n[White]\n3310: W-CZ1\n3410: W-CZ2\n"
    p = situation(text)
    assert moves(p, "W-CZ1") == set(), "not even into the hex of the 2nd"
    assert first_steps(p, "W-CZ2") == {"3509", "3510"}
    assert moves(situation(text), "W-CZ2") >= {"3509", "3510", "3610"}
    play(p, "select W-CZ2", "move 3510")
    assert "3610" in offered(p, "move"), "two points are left"


@rule("reds", "8.6", "10.1")
def test_the_first_czech_division_as_a_raider_would_go_where_it_likes() -> None:
    # The Czechs are infantry and cannot raid; Orenburg Cossacks stand in for them.
    text = f"{SIBERIA}[Red]\n3309: R-A05\n3311: R-A01\n[White]\n3310: W-ORE (raiding)\n"
    assert "3209" in moves(situation(text), "W-ORE")


@rule("reds", "8.6")
def test_a_unit_stops_on_entering_a_zone() -> None:
    p = situation(f"{SIBERIA}[Red]\n3012: R-A01\n[White]\n3310: W-SD1\n")
    reach = reach_of(p, number_of(p, "W-SD1"))
    # 3111 is next to 3012; what lies behind it can only be reached some other way.
    grid = p.charts.grid
    assert reach.cost(grid.hex("3111")) == 2
    assert reach.cost(grid.hex("3011")) is None
    play(p, "select W-SD1", "move 3111")
    assert "W-SD1" not in offered(p, "select")
    assert not offered(p, "move")


@rule("reds", "8.6")
@pytest.mark.parametrize(("reds", "cost"), [("", 3), ("[Red]\n3509: R-A01\n3512: R-A05\n", None)])
def test_nobody_passes_between_two_armies(reds: str, cost: int | None) -> None:
    """3611 is three hexes away; its approaches lie in the zones of two armies, one each."""
    p = situation(f"{SIBERIA}{reds}[White]\n3310: W-SD1\n")
    assert reach_of(p, number_of(p, "W-SD1")).cost(p.charts.grid.hex("3611")) == cost


@rule("reds", "8.4", "8.6")
def test_friends_do_not_negate_zones_for_operational_movement() -> None:
    text = f"{SIBERIA}[Red]\n3309: R-A05\n3311: R-A01\n[White]\n3310: W-CZ1\n3410: W-CZ2, W-SD1\n"
    assert moves(situation(text), "W-CZ1") == set()


@rule("reds", "8.4", "8.7", "10.1")
@pytest.mark.parametrize(("friend", "supplied"), [("", False), ("3409: W-SD1\n", True)])
def test_friends_negate_zones_for_supply(friend: str, supplied: bool) -> None:
    """The 2nd Czech Division lives on the railway to Ufa, which the 5 Army controls."""
    p = situation(f"{SIBERIA}[Red]\n3309: R-A05\n[White]\n3310: W-CZ1\n3410: W-CZ2\n{friend}")
    assert in_supply(p, number_of(p, "W-CZ2")) is supplied
    assert in_supply(p, number_of(p, "W-CZ1")) is supplied


@rule("reds", "8.4", "8.5")
@pytest.mark.parametrize(("friend", "open_"), [("", False), ("3409: W-SD2\n", True)])
def test_friends_negate_zones_for_strategic_movement(friend: str, open_: bool) -> None:
    """From Chelyabinsk to Samara the line passes 3409 and 3310, which the 5 Army controls."""
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: Red\n[White]\n3705: W-SD1\n3310: W-CZ2\n"
        f"3410: W-CZ1\n{friend}[Red]\n3309: R-A05\n"
    )
    play(p, "select W-SD1")
    assert ("3212" in offered(p, "rail")) is open_


@rule("reds", "8.5")
def test_strategic_movement_may_begin_and_end_in_a_zone() -> None:
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: Red\n[White]\n3408: W-SD1\n"
        "[Red]\n3307: R-A05\n3604: R-A03\n"
    )
    assert {"3408", "3705"} <= zone(p, "Red") | {"3705"}
    play(p, "select W-SD1")
    assert "3705" in offered(p, "rail")
    play(p, "rail 3705")
    assert where(p, "W-SD1") == "3705"


@rule("reds", "8.4", "11.6")
@pytest.mark.parametrize(("friend", "order"), [("", "disordered"), ("3013: W-SD1\n", "good")])
def test_friends_negate_zones_for_retreat(friend: str, order: str) -> None:
    """The Czechs are driven from 2913; what is not barred lies in the zone of the 4 Army."""
    p = situation(
        f"{EAST}[Red]\n2813: R-A05\n2814: R-A01\n3014: R-A04\n2912: R-G01\n2914: R-G02\n"
        f"[White]\n2913: W-CZ2\n{friend}{HOLD}",
        dice=(6, 1, 1),
    )
    play(p, "done", "attack 2913", "add R-A05", "add R-A01", "resolve")
    while "to" in verbs(p):
        play(p, f"to {min(offered(p, 'to'))}")
    # The result disorders the Czechs; a second disorder on the way eliminates them.
    assert (where(p, "W-CZ2") == "gone") is (order == "disordered")


# Where a raider stands with others (20.4)

COMPANY = "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2718: W-VOL, W-5CV (raiding)\n"
COMPANY += "[Red]\n2313: R-A05\n"


@rule("reds", "8.2", "20.4")
def test_a_raider_keeps_no_zone_when_his_company_leaves() -> None:
    p = situation(COMPANY)
    around = p.charts.grid.hex("2717")
    assert enemy_zone(p, "Red") >> around & 1
    play(p, "select W-VOL", "move 2719")
    assert not enemy_zone(p, "Red") >> around & 1
    assert p.occupied("White") >> p.charts.grid.hex("2718") & 1, "he himself is there"


@rule("reds", "8.2", "20.4")
def test_the_zone_stays_when_the_raider_rides_away_and_comes_back_with_him() -> None:
    p = situation(COMPANY)
    around = p.charts.grid.hex("2717")
    play(p, "select W-5CV", "move 2716")
    assert enemy_zone(p, "Red") >> around & 1, "the infantry is still there"
    beyond = p.charts.grid.hex("2715")
    assert not enemy_zone(p, "Red") >> beyond & 1
    p.raider = -1
    assert enemy_zone(p, "Red") >> beyond & 1, "without the marker he has a zone again"
    p.raider = number_of(p, "W-5CV")
    assert not enemy_zone(p, "Red") >> beyond & 1


@rule("reds", "8.4", "15.1")
def test_neutral_poles_negate_zones_for_themselves_alone() -> None:
    """A Polish unit stands where the Reds control; so does a unit of the Northwest Army."""
    text = "turn: 9\nphase: command\n[White]\n1418: W-PL1\n1417: W-NW1\n1221: W-PL2\n"
    text += "[Red]\n1517: R-A15\n[markers]\npoland: {}\n"
    neutral = situation(text.format("neutral"))
    grid = neutral.charts.grid
    pole, white = number_of(neutral, "W-PL2"), number_of(neutral, "W-NW2")
    assert unnegated(neutral, white) >> grid.hex("1418") & 1
    assert not unnegated(neutral, white) >> grid.hex("1417") & 1
    assert not unnegated(neutral, pole) >> grid.hex("1418") & 1
    assert unnegated(neutral, pole) >> grid.hex("1417") & 1
    war = situation(text.format("war"))
    for unit in (pole, white):
        for label in ("1417", "1418"):
            assert not unnegated(war, unit) >> grid.hex(label) & 1
