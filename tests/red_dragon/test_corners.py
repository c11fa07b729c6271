"""Rules at the corner of the map, and the counters at the ends of their kinds."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.air import interdicted
from stavka.titles.red_dragon.supply import gmd_supplied, in_supply

from ..marks import rule
from .fights import A, B, C, D, X, battle, gmd_attacks, pla_attacks, shift
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
    to_choose,
    verbs,
)

# 17.2


@rule("red-dragon", "17.2.1", "17.2.9")
def test_jiang_without_tanks_is_with_whoever_stays() -> None:
    p = set_up("gmd-movement", gmd="1510: 72-corps, 5-corps, jiang-weiguo")
    play(p, "select 72-corps", "move 1511")
    assert stack(p, "1510") == ["5-corps", "jiang-weiguo"]
    p = set_up("gmd-movement", gmd="1510: 12a-tanks, 10-corps, jiang-weiguo")
    play(p, "select 12a-tanks", "move 1511")
    assert stack(p, "1511") == ["12a-tanks", "jiang-weiguo"]


@rule("red-dragon", "17.2.6", "17.2.9")
def test_a_leader_is_worth_something_to_his_own_units_only() -> None:
    gmd = f"{A}: 10-corps, 1-tank-bn-1, hu-lian, jiang-weiguo"
    for unit, columns in (("1-tank-bn-1", 1), ("10-corps", 2)):
        p = gmd_attacks(gmd, f"{X}: ecfa-12", f"attack {X}", f"add {unit}", "resolve")
        assert shift(battle(p), p.charts.columns) == columns


@rule("red-dragon", "17.2.7")
def test_leaders_in_the_corner_roll_like_others() -> None:
    choices = ("attack 0702", "add 148-div", "resolve")
    p = gmd_attacks(
        "0701: 148-div, 72-corps, du-yuming",
        "0702: ecfa-1, ecfa-9",
        *choices,
        # The division is lost and stays loyal; a seven does no harm to whom others are with.
        dice=[1, 1, 2, 3, 4],
    )
    assert battle(p).result == "AE"
    assert [event.facts[1:] for event in events(p, "leader_loss")] == [(7, False)]
    assert place_of(p, "du-yuming") == "0701"
    p = gmd_attacks(
        "0701: 148-div, du-yuming", "0702: ecfa-1, ecfa-9", *choices, dice=[1, 1, 2, 3, 4]
    )
    assert [event.facts[1:] for event in events(p, "leader_loss")] == [(7, True)]


# 16.1.3


@rule("red-dragon", "16.1.3", "11.2.6")
@pytest.mark.parametrize(("refuge", "place"), [("1508", "1508"), ("1511", "")])
def test_railroad_security_does_not_slow_the_others_down(refuge: str, place: str) -> None:
    # From 1309; 1508 is on its line, three hexes away, and 1511 is not.
    p = pla_attacks(
        f"1309: 1-fast-column, rr-security; {refuge}: 5-corps",
        "1409: ecfa-1; 1209: ecfa-3",
        "attack 1309",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: {refuge}",
        dice=[1, 2],
    )
    assert place_of(p, "1-fast-column") == refuge
    assert (place_of(p, "rr-security") == refuge) is (place == refuge)


@rule("red-dragon", "16.1.3", "11.2.6", "18.4.7")
@pytest.mark.parametrize(
    ("band", "runs"), [("", True), ("; 1308: guerrilla-1", False), ("; 1508: guerrilla-1", True)]
)
def test_guerrillas_on_the_line_keep_railroad_security_from_running(band: str, runs: bool) -> None:
    p = pla_attacks(
        "1309: 1-fast-column, rr-security; 1508: 5-corps",
        f"1409: ecfa-1; 1209: ecfa-3{band}",
        "attack 1309",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: 1508",
        dice=[1, 2],
    )
    assert place_of(p, "1-fast-column") == "1508"
    assert (place_of(p, "rr-security") == "1508") is runs


@rule("red-dragon", "16.2.2", "7.4.2")
def test_one_gun_of_each_kind_fights_for_an_fdp() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, xbs-artillery-1, 2a-artillery, xbs-mortar, 12a-mortar",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=f"fdp: {X}",
        dice=[2, 3],
    )
    assert battle(p).defenders == {"72-corps", "xbs-artillery-1", "xbs-mortar"}


@rule("red-dragon", "16.2.8")
@pytest.mark.parametrize(
    ("garrison", "ring", "helpers", "relieved"),
    [
        ("72-corps", f"{A}: lg, jl1", "", False),  # two for four
        ("72-corps", f"{A}: lg", "", True),
        ("72-corps, 238-div", f"{A}: lg, jl1", "", True),  # two for five
        ("72-corps, 238-div", f"{A}: lg, jl1; {B}: jl3", "", False),
        ("72-corps", f"{A}: lg, jl1", f"{C}: 5-corps", True),  # supplied, and beside it
        ("72-corps", f"{A}: lg, jl1", "1513: 5-corps", False),  # two hexes too far
        ("72-corps", f"{A}: lg; 2013: ecfa-9", "", True),
        ("72-corps", f"{A}: guerrilla-1", "", True),
    ],
)
def test_when_a_position_is_relieved(
    garrison: str, ring: str, helpers: str, relieved: bool
) -> None:
    p = set_up("relief", gmd=f"{X}: {garrison}; {helpers}", pla=ring, markers=f"fdp: {X}")
    assert (p.fdp == 0) is relieved


@rule("red-dragon", "16.2.8", "6.1.2")
def test_a_relieved_stack_parts_as_its_owner_likes() -> None:
    p = set_up(
        "relief",
        gmd=f"{X}: 5-corps, 70-corps, 74-corps; {C}: 25-corps, 63-corps",
        pla="1711: ecfa-1",
        markers=f"fdp: {X}",
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "displace") == {"5-corps", "70-corps", "74-corps"}
    play(p, "displace 74-corps")
    assert offered(p, "to") == {A, B, D, "1509", "1609"}, "there is no room in the sixth"
    play(p, "back", "displace 5-corps", f"to {D}")
    assert place_of(p, "5-corps") == D
    assert p.current.key != "relief"


# 14.0, 7.3


@rule("red-dragon", "14.3.3", "14.1.4", "14.3.2")
def test_aircraft_over_the_corner() -> None:
    p = set_up("interdiction", gmd="0701: 72-corps; available: fb-1, fb-2", pla="2013: ecfa-1")
    play(p, "interdict 0701")
    assert labels(p, interdicted(p)) == {"0701", "0801", "0702"}
    assert "0701" not in offered(p, "interdict"), "one air unit in a hex"
    assert "0801" in offered(p, "interdict")
    while p.turn == 2:
        play(p, next(v for v in ("done", "pass") if v in verbs(p)))
    assert place_of(p, "fb-1") == "available"
    p = set_up(
        "interdiction", gmd="0701: 72-corps; available: fb-1, air-supply", pla="1510: ecfa-1"
    )
    play(p, "air_supply 0701")
    assert "0701" not in offered(p, "interdict")


@rule("red-dragon", "9.1.2", "14.1.3", "14.1.5")
def test_a_second_sortie_and_no_third() -> None:
    choices = (f"attack {X}", "add 72-corps", "bombard fb-1", "resolve")
    gmd = f"{A}: 72-corps; 1709: 8-corps; available: fb-1"
    pla = f"{X}: ecfa-1; 1710: ecfa-9"
    p = gmd_attacks(gmd.replace("fb-1", "fb-1 (again), fb-2 (again)"), pla, *choices, dice=[2, 4])
    assert place_of(p, "fb-1") == "available"
    assert p.sorties == 1 << number_of(p, "fb-2")
    play(p, "attack 1710", "add 8-corps")
    assert offered(p, "bombard") == {"fb-1", "fb-2"}
    p = gmd_attacks(gmd, pla, *choices, dice=[2, 4])
    assert place_of(p, "fb-1") == "used"


# 7.2


@rule("red-dragon", "7.2.2", "7.2.1", "7.3.3", "7.3.4")
def test_where_gmd_units_are_fed() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps; 0701: air-supply", markers=CUT_OFF)
    fed = labels(p, gmd_supplied(p))
    assert {"0701", "2021", "0926"} <= fed
    assert not {"1809", "1010", "1510"} & fed
    p = set_up("gmd-movement", gmd="1809: 72-corps, air-supply", markers=CUT_OFF)
    here = {"1809", "1909", "1810", "1710", "1709", "1708", "1808"}
    assert here <= labels(p, gmd_supplied(p))
    assert not {"1711", "1608"} & labels(p, gmd_supplied(p))
    p = set_up("gmd-movement", gmd="1510: 72-corps, air-supply", markers=CUT_OFF)
    fed = labels(p, gmd_supplied(p))
    assert "1510" in fed
    assert not {"1511", "1610", "1509"} & fed, "only Xuzhou feeds its neighbours"


@rule("red-dragon", "7.2.3", "13.2.4")
@pytest.mark.parametrize(
    ("unit", "fed"),
    [
        ("gd-cpfa", False),
        ("elb-1", True),
        ("elb-2", True),
        ("militia-xu", False),
        ("militia-6", False),
        ("guerrilla-1", True),
        ("guerrilla-5", True),
        ("ecfa-1", False),
    ],
)
def test_who_needs_a_line_of_communication(unit: str, fed: bool) -> None:
    p = set_up("pla-movement", gmd="1119: 72-corps; 1219: 25-corps", pla=f"1120: {unit}")
    assert in_supply(p, number_of(p, unit)) is fed


@rule("red-dragon", "7.2.3")
@pytest.mark.parametrize(
    ("unit", "wall", "fed"),
    [
        ("militia-1", "west", True),
        ("militia-1", "north", True),
        ("militia-1", "both", False),
        ("cpfa-1", "west", False),
        ("cpfa-1", "north", True),
        ("ecfa-1", "west", True),
        ("ecfa-1", "north", False),
    ],
)
def test_militia_use_either_source(unit: str, wall: str, fed: bool) -> None:
    corps = iter(
        [f"{n}-corps" for n in (72, 5, 70, 74, 12, 25, 63, 64, 100, 8, 9, 115, 41, 47, 10, 14)]
    )
    west = [f"{row}01" for row in range(11, 16)]
    north = [f"22{column:02}" for column in range(9, 20)]
    closed = {"west": west, "north": north, "both": west + north}[wall]
    gmd = "; ".join(f"{hex_}: {next(corps)}" for hex_ in closed)
    p = set_up("pla-movement", gmd=gmd, pla=f"1604: {unit}")
    assert in_supply(p, number_of(p, unit)) is fed
