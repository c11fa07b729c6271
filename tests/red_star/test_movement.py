"""3.0 Moving units."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.contested import contested_by
from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import events, offered, play, refused, situation, stack, verbs, where


def in_hand(text: str, *units: str, phase: str = "axis-movement", turn: int = 2) -> War:
    """A position with units picked up."""
    p = situation(f"turn: {turn}\nphase: {phase}\n{text}")
    play(p, f"select {units[0]}", *(f"add {unit}" for unit in units[1:]))
    return p


def cost(p: War, there: str) -> int:
    """What the units in hand pay for a move."""
    play(p, f"move {there}")
    paid = events(p, "moved")[-1][2]
    assert isinstance(paid, int)
    return paid


# 3.1 Movement points and terrain


@rule("red-star", "3.1.1", "3.2", "3.1.4")
def test_a_unit_moves_as_far_as_its_points_reach() -> None:
    p = in_hand("[Axis]\n3350: GIK26", "GIK26")
    # Four points, one for each clear space.
    assert "3346" in offered(p, "move")
    assert refused(p, "move 3345").case == "3.3.2"
    # All, some or none of the units; less than all points; then more of them.
    play(p, "move 3349", "move 3348")
    assert where(p, "GIK26") == "3348"
    assert "3346" in offered(p, "move")
    assert "3345" not in offered(p, "move")
    play(p, "done")
    assert p.current.key != "axis-movement"


@rule("red-star", "3.1.1")
def test_what_has_no_movement_allowance_does_not_move() -> None:
    p = situation("""
        turn: 2
        phase: soviet-movement
        [Soviet]
        3350: SA03, A-FACT-01
        3349: SPART1
    """)
    assert offered(p, "select") == {"SA03"}
    assert refused(p, "select A-FACT-01").case == "3.1.1"
    assert refused(p, "select SPART1").case == "11.1.4"


@rule("red-star", "3.1.2", "3.1.4", "3.1.5", "3.3.2")
@pytest.mark.parametrize(
    ("unit", "here", "there", "price"),
    [
        ("GTK41", "0305", "0304", 2),  # forest
        ("GIK26", "0305", "0304", 1),
        ("GTK41", "3806", "3807", 4),  # swamp
        ("GIK26", "3806", "3807", 2),
        ("GTK41", "0205", "0204", 3),  # mountain
        ("GIK26", "0205", "0204", 2),
        ("GMK49", "0205", "0204", 1),
        ("GTK41", "2038", "2039", 3),  # a minor river and clear ground
        ("GIK26", "2038", "2039", 2),
        ("GTK41", "3034", "3135", 5),  # a major river and clear ground
        ("GIK26", "3034", "3135", 3),
        ("GTK41", "2842", "2843", 5),
    ],
)
def test_terrain_costs_by_class(unit: str, here: str, there: str, price: int) -> None:
    assert cost(in_hand(f"[Axis]\n{here}: {unit}", unit), there) == price


@rule("red-star", "3.1.3", "10.6.1", "10.8.1")
@pytest.mark.parametrize(("state", "points"), [("out", 4), ("lack", 4), ("emergency", 7)])
def test_supply_halves_movement_points(state: str, points: int) -> None:
    p = in_hand(f"[Axis]\n3350: GTK41 ({state})", "GTK41")
    decision = p.decision()
    assert decision is not None
    assert f"{points} points left" in decision.prompt


@rule("red-star", "3.2")
def test_a_unit_that_has_moved_is_finished_once_another_moves() -> None:
    p = in_hand("[Axis]\n3350: GIK26\n3150: GTK41", "GIK26")
    play(p, "move 3349", "select GTK41")
    assert refused(p, "select GIK26").case == "3.2"
    play(p, "move 3149")
    assert refused(p, "select GIK26").case == "3.2"


@rule("red-star", "3.2", "4.0")
def test_no_unit_enters_a_space_with_an_enemy() -> None:
    p = in_hand("[Axis]\n3350: GTK41\n[Soviet]\n3348: SGC1", "GTK41")
    assert refused(p, "move 3348").case == "3.2"
    assert "3347" in offered(p, "move"), "but it goes round a unit that contests nothing"


@rule("red-star", "3.2", "2.0")
def test_airbases_and_leaders_move_last() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3350: GIK26, GAB1\n3150: GTK41")
    assert refused(p, "select GAB1").case == "3.2"
    play(p, "done")
    assert offered(p, "select") == {"GAB1"}
    assert refused(p, "select GIK26").case == "3.2"
    play(p, "select GAB1", "move 3349")
    assert where(p, "GAB1") == "3349"
    p = situation("turn: 2\nphase: soviet-movement\n[Soviet]\n3350: SA03, LEADER-Zhukov")
    play(p, "select SA03", "move 3349")
    assert refused(p, "select LEADER-Zhukov").case == "3.2"
    play(p, "done", "select LEADER-Zhukov", "move 3348")
    assert where(p, "LEADER-Zhukov") == "3348"


# 3.3 Special cases


@rule("red-star", "3.3.1")
def test_stacks_move_together_and_drop_units() -> None:
    p = in_hand("[Axis]\n3350: GIK26, GIK01\n3250: GIK02", "GIK26", "GIK01")
    assert refused(p, "add GIK02").case == "3.3.1"
    play(p, "move 3349", "drop GIK01", "move 3348")
    assert where(p, "GIK01") == "3349"
    assert where(p, "GIK26") == "3348"
    assert refused(p, "select GIK01").case == "3.2"
    assert refused(p, "add GIK01").case == "3.3.1"


@rule("red-star", "3.3.1")
def test_the_slowest_unit_sets_the_pace_of_a_stack() -> None:
    p = in_hand("[Axis]\n3350: GTK41, GTBG01 (lack)", "GTK41", "GTBG01")
    # Seven points, and half of eight.
    assert "3346" in offered(p, "move")
    assert "3345" not in offered(p, "move")
    p = in_hand("[Axis]\n0305: GTK41, GIK26", "GTK41", "GIK26")
    play(p, "move 0304")
    assert [event[2] for event in events(p, "moved")] == [2, 1], "each pays its own costs"


@rule("red-star", "3.3.1", "8.0.5")
@pytest.mark.parametrize("fast", ["GTK41", "GIBG01"])
def test_the_others_go_on_when_the_slowest_unit_has_no_points_left(fast: str) -> None:
    p = in_hand(f"[Axis]\n3350: GIK26, {fast}\n3150: GIK01", "GIK26", fast)
    play(p, "move 3349", "move 3348", "move 3347", "move 3346")
    assert stack(p, "3346") == sorted(["GIK26", fast])
    play(p, "move 3345")
    assert (where(p, "GIK26"), where(p, fast)) == ("3346", "3345")
    assert refused(p, "select GIK26").case == "3.2"


@rule("red-star", "3.3.3", "3.3.1")
def test_one_space_for_all_points_of_those_who_lack_them() -> None:
    # The river and the space cost five points: all that GTK03 has, and five of seven.
    p = in_hand("[Axis]\n3034: GTK41, GTK03 (lack)", "GTK41", "GTK03")
    play(p, "move 3135")
    assert [event[2] for event in events(p, "moved")] == [5, 4]
    decision = p.decision()
    assert decision is not None
    assert "2 points left" in decision.prompt


@rule("red-star", "3.3.3")
def test_one_space_can_always_be_moved() -> None:
    text = "[Axis]\n3034: GTK41 (lack)\n"
    p = in_hand(text, "GTK41")
    # Four points, the river and the space cost five: all the same, as the whole movement.
    play(p, "move 3135")
    assert where(p, "GTK41") == "3135"
    assert "move" not in verbs(p), "the unit is finished"
    # Not as the second space of a move.
    p = in_hand("[Axis]\n3033: GTK41 (lack)\n", "GTK41")
    play(p, "move 3034")
    assert refused(p, "move 3135").case in ("3.3.2", "3.3.3")
    # Not out of a contested space.
    p = in_hand(text + "[Soviet]\n2934: SA03", "GTK41")
    assert refused(p, "move 3135").case == "3.4.1"
    # Not in the German Tank Movement Phase.
    p = in_hand(text, "GTK41", phase="tank-movement")
    assert refused(p, "move 3135").case == "3.3.3"


@rule("red-star", "3.3.3")
def test_one_space_is_not_for_units_that_began_the_phase_in_a_contested_space() -> None:
    # 9 to 2 is 4-1; a six and one for the overrun is a seven: a step for both.
    p = situation(
        """
        turn: 2
        phase: axis-movement
        [Axis]
        3034: GTK41 (lack)
        2933: GTK03
        [Soviet]
        2934: SRC01
        """,
        dice=[6],
    )
    play(p, "select GTK03", "overrun 2934", "select GTK41")
    assert stack(p, "2934") == ["GTK03"], "nobody contests 3034 any more"
    assert refused(p, "move 3135").case == "3.3.3"
    assert "3033" in offered(p, "move"), "but the points are enough for this"


@rule("red-star", "3.3.4", "5.0.5")
def test_water_between_two_spaces_bars_the_way_and_nobody_contests_across() -> None:
    p = in_hand("[Axis]\n1716: GIK26\n[Soviet]\n1816: SA03", "GIK26")
    assert "1816" not in offered(p, "overrun")
    assert "1715" in offered(p, "move")
    contested = p.charts.grid.labels(contested_by(p, "Soviet"))
    assert "1716" not in contested
    assert "1815" in contested
    # The rulebook's own example: sea north of 6115 and 6116, a major river to 6117.
    p = in_hand("[Axis]\n6116: GTK41", "GTK41")
    assert cost(p, "6117") == 5
    p = in_hand("[Axis]\n6116: GIK26 (lack)", "GIK26")
    assert refused(p, "move 6216").case == "3.3.4"


ICE = "[Soviet]\n6219: SA03\n6119: ST01\n"


@rule("red-star", "3.3.5", "3.1.6", "13.0.3")
def test_on_foot_over_the_frozen_lake() -> None:
    p = in_hand(ICE, "SA03", phase="soviet-movement", turn=9)
    assert cost(p, "6218") == 2, "a minor river, and forest"
    p = in_hand(ICE, "ST01", phase="soviet-movement", turn=9)
    assert refused(p, "move 6218").case == "3.3.4"
    p = in_hand(ICE, "SA03", phase="soviet-movement", turn=5)
    assert refused(p, "move 6218").case == "3.3.4"
    p = in_hand("[Axis]\n6219: GIK26", "GIK26", turn=9)
    assert refused(p, "move 6218").case == "3.3.4"


@rule("red-star", "3.3.5", "13.0.3")
def test_swamps_are_forests_in_snow() -> None:
    assert cost(in_hand("[Axis]\n3806: GTK41", "GTK41", turn=9), "3807") == 2


@rule("red-star", "3.3.6", "7.6.1", "3.4.3")
def test_the_siege_artillery_moves_on_railroads() -> None:
    p = in_hand("[Axis]\n3026: GSIEGE", "GSIEGE")
    assert {"3127", "3027", "2927", "3025"} <= offered(p, "move")
    assert refused(p, "move 3126").case == "3.3.6"
    reached = offered(p, "move")
    distance = p.charts.grid.distance
    here = p.charts.grid.hex("3026")
    assert max(distance(here, p.charts.grid.hex(label)) for label in reached) == 3
    assert all(p.charts.rail.hexes >> p.charts.grid.hex(label) & 1 for label in reached)
    assert "strategic" in verbs(p)
    q = play(in_hand("[Axis]\n3901: GSIEGE", "GSIEGE"), "strategic")
    labels = offered(q, "transfer")
    assert len(labels) > 9
    assert all(q.charts.rail.hexes >> q.charts.grid.hex(label) & 1 for label in labels)
    # A contested space needs a friend that can contest.
    p = in_hand("[Axis]\n3026: GSIEGE\n[Soviet]\n3128: SA03", "GSIEGE")
    assert refused(p, "move 3127").case == "3.4.3"
    p = in_hand("[Axis]\n3026: GSIEGE\n3127: GIK26\n[Soviet]\n3128: SA03", "GSIEGE")
    assert "3127" in offered(p, "move")


# 3.4 Contested spaces


@rule("red-star", "3.4.1", "5.0.6", "3.1.7")
def test_leaving_a_contested_space_costs_three_points() -> None:
    assert cost(in_hand("[Axis]\n3350: GTK41\n[Soviet]\n3450: SA03", "GTK41"), "3249") == 4
    p = in_hand("[Axis]\n3350: GIK26\n[Soviet]\n3450: SA03", "GIK26")
    assert cost(p, "3249") == 4


@rule("red-star", "3.4.1", "5.0.8", "3.3.5", "13.0.3")
@pytest.mark.parametrize(("turn", "price"), [(5, 4), (9, 3)])
def test_soviet_units_pay_two_points_in_snow(turn: int, price: int) -> None:
    text = "[Axis]\n3450: GIK26\n[Soviet]\n3350: SA03"
    p = in_hand(text, "SA03", phase="soviet-movement", turn=turn)
    assert cost(p, "3249") == price


def test_axis_units_pay_three_points_in_snow_too() -> None:
    p = in_hand("[Axis]\n3350: GTK41\n[Soviet]\n3450: SA03", "GTK41", turn=9)
    assert cost(p, "3249") == 4


@rule("red-star", "3.4.2", "5.0.6", "5.0.7", "3.2")
def test_only_german_tanks_go_from_one_contested_space_to_another() -> None:
    enemies = "[Soviet]\n3449: SA03"
    p = in_hand("[Axis]\n3350: GTK41\n" + enemies, "GTK41")
    assert cost(p, "3349") == 4
    p = in_hand("[Axis]\n3350: GIK26\n3349: GIK01\n" + enemies, "GIK26")
    assert refused(p, "move 3349").case == "3.4.2", "a friend there is no help"
    # Hungarian motorized troops are no German tanks.
    p = in_hand("[Axis]\n3350: HUMK (lack)\n" + enemies, "HUMK")
    assert refused(p, "move 3349").case == "3.4.2"


@rule("red-star", "3.4.2", "5.0.7", "15.6.4", "13.0.3", "15.6.3")
def test_guards_cavalry_slips_through_in_snow() -> None:
    text = "[Axis]\n3449: GIK26\n[Soviet]\n3350: SGC1 (lack)"
    p = in_hand(text, "SGC1", phase="soviet-movement", turn=9)
    assert cost(p, "3349") == 3
    p = in_hand(text, "SGC1", phase="soviet-movement", turn=5)
    assert refused(p, "move 3349").case == "3.4.2"
    # Non-motorized: forest costs one point.
    p = in_hand("[Soviet]\n0305: SGC1", "SGC1", phase="soviet-movement", turn=5)
    assert cost(p, "0304") == 1


@rule("red-star", "3.4.2", "5.0.7", "3.3.1")
def test_cavalry_takes_nobody_along_from_one_contested_space_to_another() -> None:
    text = "[Axis]\n3449: GIK26\n[Soviet]\n3350: SA03, SGC1"
    p = in_hand(text, "SA03", "SGC1", phase="soviet-movement", turn=9)
    # The army has the points to go there by way of 3249, but the stack would go straight.
    assert refused(p, "move 3349").case == "3.4.2"
    play(p, "move 3249", "move 3349")
    assert stack(p, "3349") == ["SA03", "SGC1"]


@rule("red-star", "3.4.3", "5.0.4")
@pytest.mark.parametrize("unit", ["GDEP01", "ROHQ3", "GAB1"])
def test_some_units_need_company_in_a_contested_space(unit: str) -> None:
    alone = f"turn: 2\nphase: axis-movement\n[Axis]\n3350: {unit}\n[Soviet]\n3348: SA03\n"
    p = situation(alone)
    if unit == "GAB1":
        play(p, *(["done"] if "GAB1" not in offered(p, "select") else []))
    play(p, f"select {unit}")
    assert refused(p, "move 3349").case == "3.4.3"
    p = situation(alone.replace("[Soviet]", "3349: GIBG01 (1)\n[Soviet]"))
    if unit not in offered(p, "select"):
        play(p, "done")
    play(p, f"select {unit}")
    assert refused(p, "move 3349").case == "3.4.3", "one weak battlegroup cannot contest"
    p = situation(alone.replace("[Soviet]", "3349: GIK26\n[Soviet]"))
    if unit not in offered(p, "select"):
        play(p, "done")
    play(p, f"select {unit}", "move 3349")
    assert where(p, unit) == "3349"


@rule("red-star", "3.4.3", "5.0.4")
def test_leaders_need_company_too() -> None:
    text = "turn: 2\nphase: soviet-movement\n[Axis]\n3348: GIK26\n[Soviet]\n3350: LEADER-Zhukov\n"
    p = situation(text)
    play(p, "done", "select LEADER-Zhukov")
    assert refused(p, "move 3349").case == "3.4.3"
    p = situation(text + "3349: SRC01")
    play(p, "done", "select LEADER-Zhukov", "move 3349")
    assert stack(p, "3349") == ["LEADER-Zhukov", "SRC01"]


# 3.5 Strategic movement

# Depots from the source at 3901 eastwards keep Germans in supply.
BASE = "[Axis]\n3901: GIK26, GTK41, GDEP01, GAB1\n3904: GDEP02\n3907: GDEP03\n"


@rule("red-star", "3.5.1", "3.5.3", "3.1.10", "3.5")
def test_strategic_movement_goes_far_and_stays_in_supply() -> None:
    p = in_hand(BASE, "GIK26")
    assert "3910" not in offered(p, "move")
    play(p, "strategic")
    assert "3910" in offered(p, "transfer"), "nine spaces, whatever they cost"
    assert refused(p, "transfer 3920").case == "3.5.3"
    play(p, "transfer 3910")
    assert where(p, "GIK26") == "3910"
    assert refused(p, "select GIK26").case == "3.2"


@rule("red-star", "3.5.3")
def test_strategic_movement_keeps_four_spaces_from_every_enemy_unit() -> None:
    for enemy in ("SPART1", "LEADER-Zhukov", "A-FACT-01", "SHQ-WESTER"):
        p = in_hand(BASE + f"[Soviet]\n3914: {enemy}", "GIK26")
        play(p, "strategic")
        assert "3909" in offered(p, "transfer")
        assert refused(p, "transfer 3910").case == "3.5.3"
    # The unit's own space must be clear of enemies too.
    p = in_hand(BASE + "[Soviet]\n3905: SPART1", "GIK26")
    assert refused(p, "strategic").case == "3.5.3"


@rule("red-star", "12.2.5", "3.5.3", "4.0.2")
def test_air_fleets_hinder_soviet_strategic_movement() -> None:
    text = "[Axis]\n{fleet}\n[Soviet]\n4828: SA03\n"
    p = in_hand(text.format(fleet="4601: GAB1"), "SA03", phase="soviet-movement")
    assert "strategic" in verbs(p)
    p = in_hand(text.format(fleet="4601: GAB1\n4826: GAF1"), "SA03", phase="soviet-movement")
    assert refused(p, "strategic").case == "3.5.3"


@rule("red-star", "3.5.3", "10.6.1", "10.7.1", "10.8.1")
@pytest.mark.parametrize("state", ["out", "lack", "emergency"])
def test_only_units_in_supply_use_strategic_movement(state: str) -> None:
    p = in_hand(BASE.replace("GIK26", f"GIK26 ({state})"), "GIK26")
    assert refused(p, "strategic").case == "3.5.3"


@rule("red-star", "3.5.3", "13.0.2")
def test_depots_use_strategic_movement_in_mud_only_and_airbases_never() -> None:
    p = in_hand(BASE, "GDEP01")
    assert refused(p, "strategic").case == "3.5.3"
    p = in_hand(BASE, "GDEP01", turn=7)
    play(p, "strategic")
    # 15.2.6: a depot, though always in supply, must be able to trace it where it goes.
    assert "3910" in offered(p, "transfer")
    assert "3925" not in offered(p, "transfer")
    p = situation("turn: 7\nphase: axis-movement\n" + BASE)
    play(p, "done", "select GAB1")
    assert refused(p, "strategic").case == "3.5.3"


@rule("red-star", "3.5.3", "15.2.6")
def test_a_depot_that_moves_is_no_source_for_itself() -> None:
    # 3912 is four spaces of railway from 3908, where the depot is, but eleven from 3901.
    text = "[Axis]\n3901: GDEP01\n3908: GDEP02{more}\n"
    p = in_hand(text.format(more=""), "GDEP02", turn=7)
    play(p, "strategic")
    assert "3907" in offered(p, "transfer")
    assert refused(p, "transfer 3912").case == "3.5.3"
    p = in_hand(text.format(more=", GDEP03"), "GDEP02", turn=7)
    play(p, "strategic")
    assert "3912" in offered(p, "transfer"), "another depot stays behind"


@rule("red-star", "3.5.3")
def test_twenty_five_spaces_at_most() -> None:
    text = """
        [Soviet]
        4520: SA03, SHQ-WESTER
        4828: SHQ-LENING
        4532: SHQ-SOUTHW
        4241: SHQ-SOUTHE
        4347: SHQ-RESERV
    """
    p = in_hand(text, "SA03", phase="soviet-movement")
    play(p, "strategic")
    grid = p.charts.grid
    away = {grid.distance(grid.hex("4520"), grid.hex(label)) for label in offered(p, "transfer")}
    assert max(away) == 25


@rule("red-star", "3.5.2", "2.0")
def test_strategic_movement_comes_first_except_for_tanks_in_their_own_phase() -> None:
    p = in_hand(BASE + "3902: GIK01\n", "GIK26")
    play(p, "move 3902", "select GIK01")
    assert refused(p, "strategic").case == "3.5.2"
    # In the German Tank Movement Phase it comes after movement.
    text = BASE + "3902: GTK03\n"
    p = in_hand(text, "GTK41", phase="tank-movement")
    play(p, "move 3902", "select GTK03", "strategic", "transfer 3908")
    assert where(p, "GTK03") == "3908"
    p = in_hand(text, "GTK03", phase="tank-movement")
    play(p, "strategic", "transfer 3908", "select GTK41")
    assert "move" not in verbs(p)


@rule("red-star", "3.5.2", "3.5.3")
def test_movement_or_strategic_movement_but_not_both() -> None:
    p = in_hand(BASE, "GIK26")
    play(p, "move 3902")
    assert "strategic" not in verbs(p)
    assert refused(p, "strategic").case == "3.5.2"


@rule("red-star", "3.5.4")
def test_the_causeway_carries_strategic_movement_only() -> None:
    p = in_hand("[Soviet]\n1824: SA03\n2025: SHQ-SOUTHE\n", "SA03", phase="soviet-movement")
    assert refused(p, "move 1724").case == "3.3.4"
    p = in_hand("[Soviet]\n1824: SA03\n1925: SHQ-SOUTHE\n", "SA03", phase="soviet-movement")
    play(p, "strategic")
    assert "1724" in offered(p, "transfer")


@rule("red-star", "3.5.5")
def test_tanks_may_use_strategic_movement_twice_in_a_turn() -> None:
    text = BASE.replace("GIK26, GTK41, GDEP01, GAB1", "GTK41, GDEP01")
    p = in_hand(text, "GTK41")
    play(p, "strategic", "transfer 3905", "done")
    while p.current.key != "tank-movement":
        play(p, "done")
    play(p, "select GTK41", "strategic", "transfer 3909")
    assert where(p, "GTK41") == "3909"


# 3.6 Sea movement


def sailing(units: str, *picked: str, turn: int = 2, more: str = "", sc: str = "barbarossa") -> War:
    p = situation(
        f"scenario: {sc}\nturn: {turn}\nphase: soviet-movement\n[Soviet]\n{units}\n{more}"
    )
    play(p, f"select {picked[0]}", *(f"add {unit}" for unit in picked[1:]))
    return p


@rule("red-star", "3.6.1", "3.6.3", "3.6.6", "3.1.9", "3.6.9")
def test_one_unit_sails_from_port_to_port() -> None:
    p = sailing("1816: SA03, SA04", "SA03")
    assert offered(p, "sail") == {
        "0439",
        "0639",
        "0838",
        "1221",
        "1233",
        "1330",
        "1425",
        "1528",
        "2018",
    }, "Constanta is Rumanian, and Leningrad is on another sea"
    play(p, "sail 1221")
    assert where(p, "SA03") == "1221"
    assert refused(p, "select SA03").case == "3.2"
    play(p, "select SA04")
    assert refused(p, "sail 1221").case == "3.6.1"
    # Not after moving.
    p = sailing("1916: SA03\n1816: SA04", "SA03")
    play(p, "move 1816")
    assert refused(p, "sail 1221").case == "3.6.1"


@rule("red-star", "3.6.2")
def test_two_half_units_sail_together() -> None:
    p = sailing("1816: SRC01, SMARB, SRC02", "SRC01", "SMARB")
    play(p, "sail 1221")
    assert stack(p, "1221") == ["SMARB", "SRC01"]
    play(p, "select SRC02")
    assert refused(p, "sail 1221").case == "3.6.1"
    p = sailing("1816: SRC01, SMARB, SRC02", "SRC01", "SMARB", "SRC02")
    assert refused(p, "sail 1221").case == "3.6.2"
    p = sailing("1816: SRC01, SA03", "SRC01", "SA03")
    assert refused(p, "sail 1221").case == "3.6.2"
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n1816: GIBG01, GMBG01, GIK26\n1221: GIK01")
    play(p, "select GIBG01", "add GMBG01", "sail 1221")
    assert where(p, "GMBG01") == "1221"


@rule("red-star", "3.6.3")
def test_both_ports_must_be_ones_own() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n1112: GIK26\n")
    play(p, "select GIK26")
    assert "sail" not in verbs(p), "no other port is Axis"
    assert refused(p, "sail 1816").case == "3.6.3"
    assert refused(p, "sail 1113").case == "3.6.3"
    p = situation(
        "turn: 2\nphase: axis-movement\n[Axis]\n1112: GIK26\n[markers]\naxis held: 1112 1816 1221"
    )
    play(p, "select GIK26")
    assert offered(p, "sail") == {"1816", "1221"}


@rule("red-star", "3.6.4", "3.6.5", "13.0.3")
@pytest.mark.parametrize(
    ("here", "there", "case", "held"),
    [("9121", "7731", "3.6.4", ""), ("6117", "4601", "3.6.5", "axis held: 1112\n")],
)
def test_northern_ports_are_pairs_and_freeze(here: str, there: str, case: str, held: str) -> None:
    more = f"[markers]\n{held}" if held else ""
    text = f"{here}: SA03"
    p = sailing(text, "SA03", more=more, sc="motherland")
    assert offered(p, "sail") == {there}
    assert refused(p, "sail 1816").case in (case, "3.6.6")
    p = sailing(text, "SA03", more=more, turn=9, sc="motherland")
    assert refused(p, f"sail {there}").case == case
    # The Black Sea does not freeze.
    p = sailing("1816: SA03", "SA03", turn=9)
    assert "1221" in offered(p, "sail")


@rule("red-star", "3.6.7")
def test_contested_ports_are_open() -> None:
    p = sailing("1816: SA03", "SA03", more="1221: SRC01\n[Axis]\n1815: GIK26\n1222: GIK01")
    assert "1221" in offered(p, "sail")


@rule("red-star", "3.6.7", "3.4.3")
@pytest.mark.parametrize(("friend", "open_"), [("GIK01", True), ("GDEP02", False)])
def test_but_not_to_a_depot_without_company(friend: str, open_: bool) -> None:
    p = situation(
        f"turn: 2\nphase: axis-movement\n[Axis]\n1816: GDEP01\n1221: {friend}\n"
        "[Soviet]\n1222: SA03\n[markers]\naxis held: 1816 1221"
    )
    play(p, "select GDEP01")
    assert ("1221" in offered(p, "sail")) is open_
    if not open_:
        assert refused(p, "sail 1221").case == "3.4.3"


@rule("red-star", "3.6.8")
@pytest.mark.parametrize("state", ["out", "lack"])
def test_units_without_supply_do_not_sail(state: str) -> None:
    p = sailing(f"1816: SA03 ({state})", "SA03")
    assert refused(p, "sail 1221").case == "3.6.8"


@rule("red-star", "3.6.9", "3.6.10")
@pytest.mark.parametrize(
    ("unit", "sails"),
    [
        ("GMK49", True),
        ("GMBG01", True),
        ("GDEP01", True),
        ("GIK26", True),
        ("GIBG01", True),
        ("RO01K", True),
        ("ROMK", True),
        ("SA03", True),
        ("SG01", True),
        ("SS01", True),
        ("SMARB", True),
        ("SAB1", True),
        ("SRC01", True),
        ("GTK41", False),
        ("GTBG01", False),
        ("GTDGD", False),
        ("HUMK", False),
        ("GAB1", False),
        ("GSIEGE", False),
        ("HU1A", False),
        ("IT8A", False),
        ("GSD207", False),
        ("LEADER-Zhukov", False),
        ("SGC1", False),
        ("SHQ-WESTER", False),
        ("ROHQ3", False),
        ("ST01", False),
        ("SMC01", False),
    ],
)
def test_who_may_sail(unit: str, sails: bool) -> None:
    axis = unit[0] in "GRHI"
    side = "Axis" if axis else "Soviet"
    text = f"turn: 2\nphase: {side.lower()}-movement\n[{side}]\n1816: {unit}\n"
    p = situation(text + ("[markers]\naxis held: 1816 1221" if axis else ""))
    if unit not in offered(p, "select"):
        play(p, "done")
    play(p, f"select {unit}")
    assert ("1221" in offered(p, "sail")) is sails
    if not sails and unit not in ("GAB1",):
        assert refused(p, "sail 1221").case == "3.6.10"


@rule("red-star", "3.6.3")
def test_nobody_sails_from_a_port_that_the_enemy_controls() -> None:
    text = "[Axis]\n1816: GIBG01 (1)\n[markers]\naxis held: {}"
    assert offered(in_hand(text.format("1816 1112"), "GIBG01"), "sail") == {"1112"}
    assert offered(in_hand(text.format("1112"), "GIBG01"), "sail") == set()


@rule("red-star", "3.3.1")
def test_leaders_move_together_when_it_is_their_turn() -> None:
    text = "turn: 2\nphase: soviet-movement\n[Soviet]\n3349: LEADER-Zhukov, LEADER-Popov, SRC01"
    p = play(situation(text), "done", "select LEADER-Zhukov")
    assert offered(p, "add") == {"LEADER-Popov"}
