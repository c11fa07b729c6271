"""13.0 Artillery and launching barrels, 14.0 air support, 7.3 air supply."""

from __future__ import annotations

import pytest

from stavka.hexes import members, set_of
from stavka.titles.red_dragon.air import interdicted
from stavka.titles.red_dragon.charts import HALVES
from stavka.titles.red_dragon.explosives import available_elbs
from stavka.titles.red_dragon.movement import normal_reach
from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, battles, gmd_attacks, pla_attacks
from .situations import (
    CUT_OFF,
    TITLE,
    cause,
    events,
    labels,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    to_choose,
    verbs,
)

# 13.1 Artillery


@rule("red-dragon", "13.0", "13.1", "13.1.2")
@pytest.mark.parametrize("die", [1, 6])
def test_an_asterisk_is_worth_a_die(die: int) -> None:
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: ecfa-1, 1st", f"attack {X}", "all", "resolve", dice=[die, 3]
    )
    assert battle(p).attack == 6 + die
    # In defence a gun that fires counts its die and not its printed factor.
    p = pla_attacks(
        f"{X}: 5-corps, 2a-artillery",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[die, 3],
    )
    assert battle(p).defence == 7 + die


@rule("red-dragon", "13.1.1", "7.4.2")
def test_guns_need_supply_and_infantry() -> None:
    # Out of supply: the printed factor joins the others, (7 + 1) / 2.
    p = pla_attacks(
        f"{X}: 5-corps, 2a-artillery",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=CUT_OFF,
        dice=[3],
    )
    assert battle(p).defence == 4
    # Without infantry: 1 for the gun, 1 for the cavalry.
    p = pla_attacks(
        f"{X}: 2a-artillery, 2a-cavalry",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[3, *[1] * 9],
    )
    assert battle(p).defence == 2
    p = pla_attacks(f"{X}: 5-corps", f"{A}: ecfa-1; {B}: 1st, st-cavalry", f"attack {X}")
    assert offered(p, "add") == {"ecfa-1", "st-cavalry"}
    assert refused(p, "add 1st").case == "13.1.1"
    p = gmd_attacks(f"{A}: 5-corps, 2a-artillery", f"{X}: ecfa-1", f"attack {X}", markers=CUT_OFF)
    assert offered(p, "add") == {"5-corps"}
    assert refused(p, "add 2a-artillery").case == "7.4.2"


@rule("red-dragon", "13.1.3", "12.1.3")
def test_guns_fire_once_in_each_combat_phase() -> None:
    # In defence against the PLA, then in the GMD's own attack.
    p = pla_attacks(
        f"{X}: 5-corps, 2a-artillery",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[2, 5],
    )
    assert battle(p).defence == 9
    while p.current.key != "gmd-combat":
        play(p, "done")
    play(p, f"attack {A}")
    assert "2a-artillery" in offered(p, "add")
    # But not twice in the same phase.
    p = gmd_attacks(
        f"{A}: 5-corps, 148-div, xbs-artillery-1",
        f"{X}: ecfa-1; {B}: ecfa-9",
        f"attack {X}",
        "add 5-corps",
        "add xbs-artillery-1",
        "resolve",
        dice=[2, 3],
    )
    play(p, f"attack {B}")
    assert offered(p, "add") == {"148-div"}


@rule("red-dragon", "13.1")
def test_guns_without_an_asterisk_add_their_factor() -> None:
    p = pla_attacks(f"{X}: 5-corps", f"{A}: ecfa-1, 3st", f"attack {X}", "all", "resolve", dice=[3])
    assert battle(p).attack == 7
    p = gmd_attacks(
        f"{A}: 72-corps, xbs-mortar", f"{X}: ecfa-1", f"attack {X}", "all", "resolve", dice=[4]
    )
    assert battle(p).attack == 5


@rule("red-dragon", "13.1", "12.1.9")
def test_guns_alone_do_not_attack() -> None:
    p = pla_attacks(f"{X}: 5-corps", f"{A}: ecfa-1, 1st", f"attack {X}", "add 1st")
    assert "resolve" not in verbs(p)
    assert refused(p, "resolve").case == "12.1.9"


@rule("red-dragon", "13.2.7", "13.1")
def test_a_shortage_of_ammunition() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, xbs-artillery-1, xbs-mortar",
        f"{A}: ecfa-1, 1st",
        f"attack {X}",
        "add ecfa-1",
        header="news: 4",
        dice=[3],
    )
    assert offered(p, "add") == set()
    assert refused(p, "add 1st").case == "9.1.3"
    play(p, "resolve")
    assert (battle(p).attack, battle(p).defence) == (6, 4)
    # Launching barrels go off all the same.
    p = pla_attacks(
        f"{X}: 5-corps",
        f"{A}: cpfa-4, elb-1",
        "done",
        f"attack {X}",
        "all",
        "resolve",
        header="news: 4",
        dice=[3],
    )
    assert battle(p).attack == 7


# 13.2 Explosive Launching Barrels


@rule("red-dragon", "13.2", "13.2.1", "13.2.2", "13.2.3")
def test_barrels_are_placed_with_cpfa_infantry() -> None:
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: cpfa-4; {B}: ecfa-1; {F}: cpfa-1; available: elb-1, elb-2"
    )
    assert offered(p, "place") == {A, F}
    assert refused(p, f"place {B}").case == "13.2.1"
    play(p, f"place {A}")
    assert offered(p, "place") == {F}
    assert refused(p, f"place {A}").case == "13.2.2"
    play(p, f"place {F}", "done", f"attack {X}")
    assert offered(p, "add") == {"cpfa-4", "cpfa-1", "elb-1", "elb-2", "ecfa-1"}


@rule("red-dragon", "13.2.2", "18.2")
def test_nobody_imagines_two_barrels_in_a_hex() -> None:
    """All counters of the PLA are on the map, so that some of those in a hex must be ELBs."""
    p = set_up("gmd-movement", gmd="0809: 99-corps", pla=f"{A}: cpfa-1; {B}: cpfa-2")
    charts = p.charts
    grid = charts.grid
    for unit in members(charts.face_down & ~charts.elbs & ~p.on_map):
        p.place(unit, grid.hex(B))
    for unit, label in zip(members(charts.elbs), (A, B), strict=True):
        p.place(unit, grid.hex(label))
    imagined = p.view("GMD").imagine()
    assert isinstance(imagined, War)
    for label, count in ((A, 2), (B, 36)):
        there = imagined.units_in(grid.hex(label))
        assert (there & charts.face_down).bit_count() == count
        assert (there & charts.elbs).bit_count() == 1
        assert all(imagined.where[unit] == grid.hex(label) for unit in members(there))


@rule("red-dragon", "13.2", "18.2")
def test_an_imagined_counter_is_in_one_place() -> None:
    p = set_up(
        "gmd-movement",
        gmd="0809: 99-corps",
        pla=f"{A}: cpfa-1, elb-1; {B}: gd-cpfa; available: elb-2",
    )
    imagined = p.view("GMD").imagine()
    assert isinstance(imagined, War)
    assert available_elbs(imagined) == 1 << number_of(p, "elb-1"), "the first, as it could be"
    for hex_, there in imagined.stacks.items():
        assert all(imagined.where[unit] == hex_ for unit in members(there))
    on_map = [unit for unit, where in enumerate(imagined.where) if where >= 0]
    assert set_of(on_map) == imagined.on_map
    assert sum(there.bit_count() for there in imagined.stacks.values()) == len(on_map)


@rule("red-dragon", "13.2.1")
def test_barrels_can_be_placed_in_the_gmd_combat_phase_too() -> None:
    p = gmd_attacks(f"{X}: 5-corps", f"{A}: cpfa-4; available: elb-1", dice=[3])
    assert to_choose(p) == "PLA"
    play(p, f"place {A}", "done", f"attack {A}", "add 5-corps", "resolve")
    assert battle(p).defence == 7


@rule("red-dragon", "13.2.3", "11.1.7")
def test_barrels_do_not_move() -> None:
    p = set_up("pla-movement", gmd="0809: 99-corps", pla=f"{A}: cpfa-4, elb-1")
    assert offered(p, "select") == {"cpfa-4"}
    assert refused(p, "select elb-1").case == "13.2.3"


@rule("red-dragon", "13.2.4")
def test_barrels_need_no_supply() -> None:
    west = "1101: 99-corps; 1201: 54-corps; 1301: 39-corps; 1401: 96-corps; 1501: 20-corps"
    p = pla_attacks(
        f"{X}: 5-corps; {west}",
        f"{A}: cpfa-4, elb-1",
        "done",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3] * 9,
    )
    assert battle(p).attack == 3 + 1, "6 halved, and 1"


@rule("red-dragon", "13.2.5")
def test_used_barrels_wait() -> None:
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: cpfa-4, elb-1", "done", f"attack {X}", "all", "resolve", dice=[4, 2]
    )
    assert battle(p).result == "NE"
    assert place_of(p, "elb-1") == "turn 4"
    # In defence they are used as well.
    p = gmd_attacks(
        f"{X}: 5-corps",
        f"{A}: cpfa-4, elb-1",
        "done",
        f"attack {A}",
        "add 5-corps",
        "resolve",
        dice=[4, 2],
    )
    assert place_of(p, "elb-1") == "turn 4"


@rule("red-dragon", "13.2.5")
def test_barrels_that_are_left_alone_or_withdrawn_wait() -> None:
    p = set_up("pla-movement", gmd="0809: 99-corps", pla=f"{A}: cpfa-4, elb-1", dice=[3])
    play(p, "select cpfa-4", "move 1711", "done")
    assert place_of(p, "elb-1") == "turn 5"
    p = pla_attacks(f"{X}: 5-corps", f"{A}: cpfa-4, elb-1", "withdraw elb-1", dice=[3])
    assert place_of(p, "elb-1") == "turn 5"


@rule("red-dragon", "13.2.5")
def test_barrels_return_to_their_box() -> None:
    p = set_up("pla-reinforcement", gmd="0809: 99-corps", pla=f"{A}: cpfa-4; turn 4: elb-1", turn=4)
    assert place_of(p, "elb-1") == "available"


@rule("red-dragon", "13.2.6")
@pytest.mark.parametrize("attackers", ["all", "add cpfa-4"])
def test_barrels_are_lost_with_their_unit(attackers: str) -> None:
    # 7 or 6 to 12 is 1:2; a 1 is AE.
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps",
        f"{A}: cpfa-4, elb-1",
        "done",
        f"attack {X}",
        attackers,
        "resolve",
        dice=[1, 2, 2],
    )
    assert battle(p).result == "AE"
    assert place_of(p, "elb-1") == "eliminated"


# 14.1 The CAF


@rule("red-dragon", "14.0", "14.1", "14.1.1", "14.1.7", "5.2.2", "5.2.3", "7.3.1")
@pytest.mark.parametrize(("weather", "flies"), [("Good", True), ("Thaw", True), ("Poor", False)])
def test_flying_weather(weather: str, flies: bool) -> None:
    gmd = "1809: 72-corps; available: fb-1, mb, air-supply"
    p = set_up("interdiction", gmd=gmd, pla="2013: ecfa-1", header=f"weather: {weather}")
    assert (p.current.key == "interdiction") is flies
    p = gmd_attacks(
        f"{A}: 5-corps; available: fb-1, mb, air-supply",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 5-corps",
        header=f"weather: {weather}",
    )
    assert ("bombard" in verbs(p)) is flies
    if not flies:
        assert refused(p, "bombard fb-1").case == "14.1.1"


@rule("red-dragon", "14.1.7", "14.1.5")
def test_aircraft_are_back_next_turn() -> None:
    p = set_up(
        "weather", gmd="1809: 72-corps; used: fb-1; available: mb", pla="2013: ecfa-1", turn=3
    )
    assert place_of(p, "fb-1") == place_of(p, "mb") == "available"


@rule("red-dragon", "14.1.2", "14.1.3", "14.1.4")
def test_an_air_unit_is_placed_once_and_alone() -> None:
    p = set_up(
        "interdiction",
        gmd="1809: 72-corps; 1804: 5-corps; available: fb-1, fb-2, air-supply",
        pla="2013: ecfa-1",
    )
    play(p, "interdict 1809")
    assert "1809" not in offered(p, "interdict")
    assert "1809" not in offered(p, "air_supply")
    assert refused(p, "interdict 1809").case == "14.1.4"
    assert refused(p, "air_supply 1809").case == "14.1.4"
    play(p, "interdict 1501")
    assert "interdict" not in verbs(p)
    assert refused(p, "interdict 1511").case == "14.1.3"


@rule("red-dragon", "6.1.8", "14.1.4")
def test_only_one_air_unit_over_a_hex() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps; {X}: fb-1; available: fb-2, mb",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 5-corps",
    )
    assert "bombard" not in verbs(p)
    assert refused(p, "bombard mb").case == "14.1.4"
    p = gmd_attacks(
        f"{A}: 5-corps; available: fb-2, mb",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 5-corps",
        "bombard mb",
    )
    assert "bombard" not in verbs(p)


@rule("red-dragon", "13.2.5", "18.2.3")
def test_barrels_go_as_soon_as_they_are_left_alone() -> None:
    """To wait until the unit is done would tell whether it can do more."""
    p = set_up("pla-movement", pla="1818: cpfa-4, elb-1", dice=[3])
    play(p, "select cpfa-4", "move 1817")
    assert "move" in verbs(p)
    assert place_of(p, "elb-1") == "turn 5"


@rule("red-dragon", "14.1.4", "7.3.2")
def test_no_air_supply_where_an_air_unit_answers_an_attack() -> None:
    p = pla_attacks(
        "1808: 72-corps; available: fb-1, air-supply",
        "1908: ecfa-1; 1708: ecfa-3",
        "attack 1808",
        "all",
        "resolve",
        markers=CUT_OFF,
    )
    assert offered(p, "air_supply") == {"1808", "1809"}
    play(p, "bombard fb-1")
    assert offered(p, "air_supply") == {"1809"}, "Xuzhou feeds its neighbours (7.3.4)"
    assert refused(p, "air_supply 1808").case == "14.1.4"


@rule("red-dragon", "14.1.6", "14.2.4", "14.1.5")
def test_aircraft_survive_and_go_home() -> None:
    # 7 + 1 to 12 is 2:3; a 1 is AE.
    p = gmd_attacks(
        f"{A}: 5-corps; available: fb-1",
        f"{X}: ecfa-1, ecfa-3",
        f"attack {X}",
        "add 5-corps",
        "bombard fb-1",
        "resolve",
        dice=[1, 1, 1, 1],
    )
    assert battle(p).result == "AE"
    assert place_of(p, "fb-1") in ("used", "available")
    assert not any(e.facts[0] == number_of(p, "fb-1") for e in events(p, "eliminated"))


# 14.2 Bombardment


@rule("red-dragon", "14.2", "14.2.1", "14.2.2", "14.2.3")
@pytest.mark.parametrize(("unit", "bonus"), [("fb-1", 0), ("mb", 1)])
@pytest.mark.parametrize("die", [1, 5])
def test_a_die_of_bombs(unit: str, bonus: int, die: int) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps; available: {unit}",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 5-corps",
        f"bombard {unit}",
        "resolve",
        dice=[die, 3, *[1] * 9],
    )
    assert battle(p).attack == 7 + die + bonus
    # Against an attack of the PLA.
    p = pla_attacks(
        f"{X}: 5-corps; 0809: 99-corps; available: {unit}",
        f"{A}: ecfa-1; 0810: ecfa-3",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[die, 3, *[1] * 9],
    )
    assert to_choose(p) == "GMD"
    assert battles(p) == []
    play(p, f"bombard {unit}")
    assert battle(p).defence == 7 + die + bonus
    assert place_of(p, unit) == "used"


@rule("red-dragon", "14.1.2", "7.3.2")
def test_the_gmd_answers_an_attack_from_the_air_or_not() -> None:
    p = pla_attacks(
        f"{X}: 5-corps; available: fb-1, air-supply",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=CUT_OFF,
        dice=[3],
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "air_supply") == {X}
    play(p, f"air_supply {X}")
    # 14.1.4: with the supply planes over the hex there is no room for bombers.
    assert battle(p).defence == 7, "in supply again"
    p = pla_attacks(
        f"{X}: 5-corps; available: fb-1",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        "pass",
        dice=[3],
    )
    assert battle(p).defence == 7
    assert place_of(p, "fb-1") == "available"


# 14.3 Interdiction


@rule("red-dragon", "14.3", "14.3.3", "14.3.2")
def test_seven_hexes_are_interdicted_until_the_end_of_the_turn() -> None:
    p = set_up("interdiction", gmd="1809: 72-corps; available: fb-1", pla="2013: ecfa-1")
    play(p, f"interdict {X}")
    assert labels(p, interdicted(p)) == {X, A, B, C, D, E, F}
    while p.current.key != "pla-movement":
        play(p, "done")
    assert labels(p, interdicted(p)) == {X, A, B, C, D, E, F}
    while p.turn == 2:
        play(p, "done")
    assert interdicted(p) == 0


@rule("red-dragon", "14.3.1")
def test_interdiction_while_the_pla_moves() -> None:
    p = set_up(
        "pla-movement", gmd="1809: 72-corps; available: fb-1", pla="1609: ecfa-1; 1610: ecfa-3"
    )
    assert to_choose(p) == "GMD"
    assert cause(p) is None, "nobody has moved"
    play(p, "watch")
    assert to_choose(p) == "PLA"
    play(p, "select ecfa-1", "move 1509")
    # Not while the unit is moving, but before the next one.
    assert to_choose(p) == "PLA"
    play(p, "select ecfa-3")
    assert to_choose(p) == "GMD"
    seen = cause(p)
    assert seen is not None
    assert TITLE.text(seen) == "A PLA counter moves from 1609 to 1509", "and not which"
    play(p, "interdict 1511")
    assert to_choose(p) == "PLA"
    assert place_of(p, "fb-1") == "1511"


@rule("red-dragon", "14.3")
def test_only_fighter_bombers_interdict() -> None:
    p = set_up("interdiction", gmd="1809: 72-corps; available: mb", pla="2013: ecfa-1")
    assert p.current.key != "interdiction"


def cost(p: War, name: str, label: str) -> int | None:
    return normal_reach(p, number_of(p, name)).cost(p.charts.grid.hex(label))


@rule("red-dragon", "14.3.4")
@pytest.mark.parametrize("phase", ["gmd-movement", "pla-movement"])
def test_interdicted_hexes_cost_a_point_more_for_both_sides(phase: str) -> None:
    for air, points in (("1511: fb-1", 2), ("used: fb-1", 1)):
        p = set_up(phase, gmd=f"1508: 5-corps; {air}", pla="1709: ecfa-1")
        unit = "5-corps" if phase == "gmd-movement" else "ecfa-1"
        # One step over open ground, the second into 1510, which lies next to 1511.
        assert cost(p, unit, X) == HALVES * (1 + points)


@rule("red-dragon", "14.3.5")
def test_convoys_and_fast_marches_keep_out() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps; 1608: fb-1")
    play(p, "select 72-corps")
    assert not {"1709", "1608", "1508", "1408"} & offered(p, "convoy")
    assert refused(p, "convoy 1608").case == "14.3.5"
    p = set_up("pla-movement", gmd=f"{X}: fb-1; 0809: 99-corps", pla="1710: ecfa-1")
    play(p, "select ecfa-1")
    assert not {X, A, B, C, D, E, F} & offered(p, "march")
    assert refused(p, f"march {A}").case == "14.3.5"


@rule("red-dragon", "14.3.6")
def test_trains_do_not_mind() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps; 1608: fb-1")
    play(p, "select 72-corps")
    assert {"1608", "1408"} <= offered(p, "rail")


# 7.3 Air supply


@rule("red-dragon", "7.3", "7.3.2", "7.3.5")
def test_air_supply_stays_until_the_turn_ends() -> None:
    p = set_up("gmd-movement", gmd="1724: 72-corps; available: air-supply", pla="2013: ecfa-1")
    play(p, "air_supply 1724", "select 72-corps")
    assert "1724" not in offered(p, "air_supply")
    assert refused(p, "air_supply 1724").case == "14.1.3"
    while p.current.key != "pla-movement":
        play(p, "done")
    assert place_of(p, "air-supply") == "1724"
    while p.turn == 2:
        play(p, "done")
    assert place_of(p, "air-supply") == "available"
