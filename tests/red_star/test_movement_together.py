"""3.0 Moving units: stacks of units that move differently, and what goes on in a movement phase."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import events, offered, play, refused, situation, stack, to_choose, verbs, where
from .test_movement import BASE, cost, in_hand


def points(p: War) -> str:
    """What the prompt says of the points left."""
    decision = p.decision()
    assert decision is not None
    return decision.prompt.split(": ")[-1]


# 3.2 Picking units up


@rule("red-star", "3.3.1", "3.2")
def test_a_whole_stack_is_picked_up_at_once() -> None:
    text = "[Axis]\n3350: {}\n3150: GTK03, GTK41\n"
    p = in_hand(text.format("GIK26"), "GIK26")
    assert offered(p, "add") == set()
    assert "stack" not in verbs(p)
    p = in_hand(text.format("GIK26, GIK01"), "GIK26")
    assert offered(p, "add") == {"GIK01"}
    assert "stack" not in verbs(p), "one more is added by name"
    p = in_hand(text.format("GIK26, GIK01, GTK14"), "GIK26")
    assert offered(p, "add") == {"GIK01", "GTK14"}
    play(p, "stack")
    assert offered(p, "add") == set()
    assert points(p) == "4 points left"
    play(p, "move 3349")
    assert stack(p, "3349") == ["GIK01", "GIK26", "GTK14"]
    assert points(p) == "3 points left"
    assert stack(p, "3150") == ["GTK03", "GTK41"]


@rule("red-star", "3.3.1", "3.2")
def test_whoever_is_dropped_off_stays_and_the_rest_keep_their_points() -> None:
    # Forest: two points for the tanks, one for the others.
    p = in_hand("[Axis]\n0305: GTK41, GIK26, GIK01\n3150: GTK03, GTK14", "GTK41", "GIK26", "GIK01")
    play(p, "move 0304")
    assert points(p) == "3 points left"
    assert offered(p, "drop") == {"GTK41", "GIK26", "GIK01"}
    play(p, "drop GTK41")
    assert points(p) == "3 points left", "four, and one is spent"
    play(p, "drop GIK01")
    assert "drop" not in verbs(p), "one unit is no stack"
    before = where(p, "GIK26")
    there = sorted(offered(p, "move"))[0]
    play(p, f"move {there}")
    assert stack(p, before) == ["GIK01", "GTK41"]
    assert stack(p, there) == ["GIK26"]
    assert stack(p, "3150") == ["GTK03", "GTK14"]


@rule("red-star", "3.2")
def test_a_unit_in_hand_can_be_let_go() -> None:
    p = in_hand("[Axis]\n3350: GIK26\n3150: GTK41", "GIK26")
    assert "halt" not in verbs(p), "it has not moved"
    play(p, "move 3349")
    assert "halt" in verbs(p)
    assert "drop" not in verbs(p)
    play(p, "halt")
    assert verbs(p) == {"select", "done"}
    assert offered(p, "select") == {"GTK41"}


@rule("red-star", "3.5")
def test_who_thinks_better_of_strategic_movement_moves_as_usual() -> None:
    p = play(in_hand(BASE, "GIK26"), "strategic")
    assert "move" not in verbs(p)
    play(p, "back")
    assert {"move", "strategic"} <= verbs(p)
    play(p, "move 3902")
    assert where(p, "GIK26") == "3902"


@rule("red-star", "2.0", "3.2", "3.5.2")
def test_leaders_walk_last_and_go_with_nobody_before() -> None:
    text = """
        [Axis]
        2133: GIK26
        [Soviet]
        4828: SA03, LEADER-Zhukov, LEADER-Popov, SHQ-WESTER
    """
    p = in_hand(text, "SA03", phase="soviet-movement")
    assert offered(p, "add") == {"SHQ-WESTER"}
    p = in_hand(text, "LEADER-Zhukov", phase="soviet-movement")
    assert offered(p, "add") == set()
    assert "move" not in verbs(p)
    assert "strategic" in verbs(p), "that comes before"
    play(p, "done", "select LEADER-Zhukov")
    assert offered(p, "add") == {"LEADER-Popov"}
    assert "move" in verbs(p)


# 3.3, 3.4 Mixed stacks


@rule("red-star", "3.3.2", "3.3.1")
def test_a_mixed_stack_pays_for_the_straight_way() -> None:
    # A minor river and a clear space: three points for tanks, who could go round it for two.
    p = in_hand("[Axis]\n1840: GTK41 (lack), GIBG01", "GTK41", "GIBG01")
    play(p, "move 1841", "move 1842")
    assert points(p) == "2 points left"
    assert "1943" in offered(p, "move")
    assert refused(p, "move 1942").case in ("3.3.2", "3.3.3")
    play(p, "drop GIBG01")
    assert cost(p, "1942") == 2


@rule("red-star", "3.4.1", "3.3.1")
def test_a_mixed_stack_pays_for_leaving_a_contested_space() -> None:
    text = "[Axis]\n3350: GTK41, GIK26{}\n[Soviet]\n3450: SA03"
    p = in_hand(text.format(""), "GTK41", "GIK26")
    play(p, "move 3249")
    assert [event[2] for event in events(p, "moved")] == [4, 4]
    assert stack(p, "3249") == ["GIK26", "GTK41"]
    # Half of seven points is enough, half of four is not.
    p = in_hand("[Axis]\n3350: GTK41 (lack), GIK26\n[Soviet]\n3450: SA03", "GTK41", "GIK26")
    assert "3249" in offered(p, "move")
    p = in_hand("[Axis]\n3350: GTK41, GIK26 (lack)\n[Soviet]\n3450: SA03", "GTK41", "GIK26")
    assert refused(p, "move 3249").case == "3.4.1"


@rule("red-star", "3.4.2", "5.0.6", "13.0.3")
def test_a_mixed_stack_goes_round_a_contested_space() -> None:
    text = "[Axis]\n3449: GIK26\n[Soviet]\n3350: SA03, SMC01"
    p = in_hand(text, "SA03", "SMC01", phase="soviet-movement", turn=9)
    # Two points to leave, one for each space: all have enough for the way by 3249.
    assert refused(p, "move 3349").case == "3.4.2"
    play(p, "move 3249", "move 3349")
    assert stack(p, "3349") == ["SA03", "SMC01"]
    p = in_hand(text.replace("3350", "3349"), "SA03", "SMC01", phase="soviet-movement", turn=9)
    assert refused(p, "move 3350").case == "3.4.2"


@rule("red-star", "8.0.3", "8.0.5")
@pytest.mark.parametrize(("start", "able"), [("2141", True), ("2139", False)])
def test_everybody_needs_the_points_for_an_overrun(start: str, able: bool) -> None:
    p = in_hand(f"[Axis]\n{start}: GTK41, GTBG01\n[Soviet]\n2145: SRC01", "GTK41", "GTBG01")
    play(p, "move 2144")
    # Five points spent: three are left of eight, and two of seven.
    assert ("2145" in offered(p, "overrun")) is able


@rule("red-star", "3.3.3", "3.4.1")
def test_no_free_space_out_of_a_space_that_has_become_contested() -> None:
    # 9 to 4 is 2-1; a four and one for the overrun is a five: D1, and the army goes back a space.
    p = situation(
        """
        turn: 2
        phase: axis-movement
        [Axis]
        3034: GDEP01
        2832: GTK03
        [Soviet]
        2833: SA03 (2-4)
        """,
        dice=[4],
    )
    play(p, "select GTK03", "overrun 2833", "retreat 1", "retreat 2934", "select GDEP01")
    assert refused(p, "move 3135").case == "3.4.1"
    assert "3134" in offered(p, "move"), "four points are enough for this"


# 19.2.4, 11.2.3 Who moves how


@rule("red-star", "19.2.4", "3.1.5")
@pytest.mark.parametrize(
    ("unit", "turn", "price"),
    [("GTK41", 1, 1), ("GIK26", 1, 1), ("GTK41", 2, 3), ("HUMK", 1, 3), ("HUMK", 2, 3)],
)
def test_germans_ignore_minor_rivers_on_turn_one(unit: str, turn: int, price: int) -> None:
    assert cost(in_hand(f"[Axis]\n2038: {unit}", unit, turn=turn), "2039") == price


@rule("red-star", "11.2.3")
def test_security_divisions_do_not_pass_within_four_spaces_of_the_enemy() -> None:
    text = "[Axis]\n3350: {0}\n[Soviet]\n3343: SGC1"
    # 3347 is four spaces from the enemy.
    p = in_hand(text.format("GSD221"), "GSD221")
    assert "3348" in offered(p, "move")
    assert refused(p, "move 3347").case == "11.2.3"
    p = in_hand(text.format("GIK26"), "GIK26")
    assert {"3348", "3347", "3346"} <= offered(p, "move"), "others do"
    grid = p.charts.grid
    # Round a corner: the way that is short enough would lead past the enemy.
    p = in_hand("[Axis]\n3350: GSD221\n[Soviet]\n3345: SGC1", "GSD221")
    reached = offered(p, "move")
    away = {label: grid.distance(grid.hex(label), grid.hex("3345")) for label in reached}
    assert min(away.values()) == 5
    # 2442 is five spaces from 1944, and four from 2140; but the way is nearer.
    for unit in ("GSD221", "GIK26"):
        p = in_hand(f"[Axis]\n2140: {unit}\n[Soviet]\n1944: SGC1", unit)
        assert ("2442" in offered(p, "move")) is (unit == "GIK26")
        p = in_hand(f"[Axis]\n2140: {unit}\n[Soviet]\n1836: SGC1", unit)
        assert ("2337" in offered(p, "move")) is (unit == "GIK26")
    # Who is near already may go away, wherever the way leads.
    p = in_hand("[Axis]\n3348: GSD221\n[Soviet]\n3345: SGC1", "GSD221")
    away = {label: grid.distance(grid.hex(label), grid.hex("3345")) for label in offered(p, "move")}
    assert "3350" in away
    assert min(away.values()) == 5


# 3.5 Strategic movement


@rule("red-star", "3.5.3")
def test_no_airbase_and_in_clear_weather_no_depot_uses_strategic_movement() -> None:
    depots = [f"GDEP{n:02}" for n in range(1, 23)]
    others = ["GIK26", "GTK41", "GIBG01", "GMK49", "GTBG01", "GSD221", "GSIEGE", "GTDGD"]
    p = situation(
        "scenario: heartland\nturn: 2\nphase: axis-movement\n[Axis]\n3901: "
        + ", ".join([*depots, *others])
    )
    for unit in depots:
        play(p, f"select {unit}")
        assert "strategic" not in verbs(p), unit
    for unit in others:
        play(p, f"select {unit}")
        assert "strategic" in verbs(p), unit


@rule("red-star", "3.5.3")
@pytest.mark.parametrize(
    ("enemy", "able"),
    [("3905", False), ("3906", True), ("3705", True), ("3704", False), ("4104", False)],
)
def test_four_spaces_from_the_enemy_and_no_less(enemy: str, able: bool) -> None:
    p = in_hand(BASE + f"[Soviet]\n{enemy}: SPART1", "GIK26")
    assert ("strategic" in verbs(p)) is able


@rule("red-star", "3.5.3", "3.5.1")
def test_strategic_movement_goes_somewhere_else() -> None:
    p = play(in_hand(BASE, "GIK26"), "strategic")
    assert "3901" not in offered(p, "transfer")
    assert {"3902", "3903", "4001", "3801"} <= offered(p, "transfer")


@rule("red-star", "3.5.3", "3.3.5", "13.0.3")
@pytest.mark.parametrize(
    ("unit", "turn", "over"), [("SA03", 9, True), ("SA03", 5, False), ("ST01", 9, False)]
)
def test_strategic_movement_over_the_frozen_lake(unit: str, turn: int, over: bool) -> None:
    p = in_hand(
        f"scenario: motherland\n[Soviet]\n6219: {unit}\n6119: SHQ-WESTER\n6217: SHQ-LENING",
        unit,
        phase="soviet-movement",
        turn=turn,
    )
    play(p, "strategic", "transfer 6218")
    path = events(p, "transferred")[-1][1]
    assert isinstance(path, tuple)
    assert (len(path) == 2) is over, "straight over the ice, or round the lake"


@rule("red-star", "9.0.3", "9.0.1", "3.5")
def test_strategic_movement_takes_cities_on_the_way() -> None:
    text = "[Axis]\n4211: GIK26, GDEP01\n4208: GDEP02\n4205: GDEP03\n3902: GDEP04\n3905: GDEP05\n"
    p = in_hand(text + "[markers]\naxis held: 3901 3805", "GIK26")
    minsk = p.charts.grid.hex("4212")
    assert not p.axis_held >> minsk & 1
    play(p, "strategic", "transfer 4212")
    assert p.axis_held >> minsk & 1
    # Whoever leaves a city takes nothing by that.
    text = text.replace("4211: GIK26", "4212: GIK26\n4211: GIK01")
    for way in (("strategic", "transfer 4213"), ("move 4213",)):
        p = in_hand(text + "[markers]\naxis held: 3901 3805", "GIK26")
        play(p, *way)
        assert where(p, "GIK26") == "4213"
        assert not p.axis_held >> minsk & 1


# 3.6 Sea movement


AT_SEA = "[Axis]\n1816: {}\n[Soviet]\n{}\n[markers]\naxis held: 1816 1221 2018"


@rule("red-star", "3.6.7", "3.6.1", "3.6.3")
def test_units_sail_into_contested_ports_without_company() -> None:
    p = in_hand(AT_SEA.format("GIK26, GIK01", "1222: SA03"), "GIK26")
    assert offered(p, "sail") == {"1221", "2018"}
    play(p, "sail 1221")
    assert where(p, "GIK26") == "1221"
    assert verbs(p) == {"select", "done"}, "that was its movement"
    assert offered(p, "select") == {"GIK01"}
    play(p, "select GIK01")
    assert offered(p, "sail") == set()


@rule("red-star", "3.6.2", "3.6.3", "3.6.8", "3.6.10")
@pytest.mark.parametrize(
    ("units", "picked"),
    [
        ("GTK41", ["GTK41"]),
        ("GIK26 (out)", ["GIK26"]),
        ("GIK26 (lack)", ["GIK26"]),
        ("GIK26, GIBG01", ["GIK26", "GIBG01"]),
        ("GIBG03, GIBG02, GIBG01", ["GIBG01", "GIBG02", "GIBG03"]),
    ],
)
def test_no_port_at_all_for_whoever_does_not_sail(units: str, picked: list[str]) -> None:
    assert offered(in_hand(AT_SEA.format(units, "4828: SA03"), *picked), "sail") == set()


@rule("red-star", "11.1.8")
def test_partisans_leave_a_port_that_somebody_sails_into() -> None:
    p = in_hand(AT_SEA.format("GIK26", "1221: SPART1"), "GIK26")
    play(p, "sail 1221")
    assert to_choose(p) == "Soviet"
    assert "1221" not in offered(p, "flee")


@rule("red-star", "19.1.4")
def test_nobody_sails_in_the_scenario_turning_point() -> None:
    text = "turn: 23\nphase: soviet-movement\n[Soviet]\n1233: SA03"
    p = play(situation(f"scenario: turning-point\n{text}"), "select SA03")
    assert offered(p, "sail") == set()
    p = play(situation(f"scenario: heartland\n{text}"), "select SA03")
    assert "0838" in offered(p, "sail")


# 9.0.3, 11.1.8 What happens on the way


@rule("red-star", "3.2", "3.3.2")
def test_a_move_is_told_space_by_space() -> None:
    p = play(in_hand("[Axis]\n3350: GIK26", "GIK26"), "move 3348")
    labels = [p.label(hex_) for hex_ in events(p, "moved")[-1][1]]  # type: ignore[attr-defined]
    assert labels == ["3350", "3349", "3348"]


@rule("red-star", "11.1.8")
def test_partisans_two_spaces_from_the_way_of_a_security_division_leave() -> None:
    """Whether anybody watches or not."""
    for watched in (True, False):
        # The way from 0146 to 0244 leads by 0245; the division could not go to 0446 itself.
        p = in_hand("[Axis]\n0146: GSD221\n[Soviet]\n0446: SPART1", "GSD221")
        assert "0446" not in offered(p, "move")
        if not watched:
            p.chronicle = None
        play(p, "move 0244")
        assert to_choose(p) == "Soviet"
