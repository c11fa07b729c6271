"""7.8-7.14 Combat results: losses and retreats."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import result
from .situations import (
    box_of,
    events,
    offered,
    play,
    refused,
    situation,
    stack,
    steps,
    to_choose,
    verbs,
    where,
)


def battle(
    axis: str,
    soviet: str,
    target: str,
    *attackers: str,
    die: int,
    turn: int = 2,
    phase: str = "axis-combat",
    more: tuple[int, ...] = (3, 3, 3, 3, 3, 3),
) -> War:
    """An attack with a die that is known, up to the first choice about its result."""
    text = f"turn: {turn}\nphase: {phase}\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n"
    p = situation(text, dice=[die, *more])
    play(p, f"attack {target}", *(f"add {unit}" for unit in attackers), "resolve")
    return p


# 7.8 The results


@rule("red-star", "7.8.2", "7.9.10")
def test_all_attackers_are_eliminated_and_bystanders_with_them() -> None:
    p = battle(
        "2144: GIBG01, GIBG02, GDEP01\n2244: GIK26", "2145: SA03 (2-6)", "2145", "GIBG01", die=1
    )
    assert result(p) == "AE"
    assert box_of(p, "GIBG01") == box_of(p, "GIBG02") == "breakdown"
    assert box_of(p, "GDEP01") == "returning"
    assert where(p, "GIK26") == "2244", "another space"


@rule("red-star", "7.8.2", "7.15.4")
def test_all_defenders_are_eliminated() -> None:
    p = battle("2144: GTK41, GTK03", "2145: SRC01, SGC1", "2145", "GTK41", "GTK03", die=4)
    assert result(p) != "DE", "18 to 4 is 4-1"
    p = battle("2144: GTK41, GTK03", "2145: SRC01", "2145", "GTK41", "GTK03", die=4)
    assert result(p) == "DE"
    assert box_of(p, "SRC01") == "force_pool"
    # The advance is three spaces, whatever was lost.
    play(p, "advance GTK41", "to 2146", "to 2147")
    assert where(p, "GTK41") == "2147"


@rule("red-star", "7.8.2", "7.8.1", "7.10.1")
def test_a_number_is_satisfied_by_steps_by_spaces_or_by_both() -> None:
    def attacked() -> War:
        # 18 to 4 is 4-1; a five is D2.
        return battle("2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", die=5)

    p = attacked()
    assert result(p) == "D2"
    assert to_choose(p) == "Soviet"
    assert offered(p, "retreat") == {"0", "1", "2"}
    assert refused(p, "retreat 3").case == "7.8.2"
    play(p, "retreat 2", "retreat 2146", "retreat 2147")
    assert (where(p, "SA03"), steps(p, "SA03")) == ("2147", 2)
    p = attacked()
    play(p, "retreat 1", "retreat 2146")
    assert (where(p, "SA03"), steps(p, "SA03")) == ("2146", 1)
    p = attacked()
    play(p, "retreat 0")
    assert where(p, "SA03") == "", "two steps are all it had"


@rule("red-star", "7.8.2")
def test_the_attacker_satisfies_an_a_result() -> None:
    # 9 to 4 is 2-1; a one is A1.
    p = battle("2144: GTK41", "2145: SA03 (2-4)", "2145", "GTK41", die=1)
    assert result(p) == "A1"
    assert to_choose(p) == "Axis"
    play(p, "retreat 1", "retreat 2143")
    assert where(p, "GTK41") == "2143"
    assert offered(p, "advance") == {"SA03"}, "the defender is the victor"


@rule("red-star", "7.15.1", "7.15.2")
def test_nobody_advances_if_nobody_has_left() -> None:
    # 9 to 4 is 2-1; a one is A1, a five D1.
    for die, loser in ((1, "GTK41"), (5, "SA03")):
        p = battle("2144: GTK41\n2044: GIK26", "2145: SA03 (2-4)", "2145", "GTK41", die=die)
        play(p, "retreat 0")
        assert steps(p, loser) < {"GTK41": 4, "SA03": 2}[loser]
        assert "advance" not in verbs(p)
        assert not any(frame.step.key == "advance" for frame in p.frames)


@rule("red-star", "7.8.2", "7.9.7")
def test_mandatory_steps_the_defender_first() -> None:
    # Winter: a four is a seven, one step for both.
    p = battle("2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", die=4, turn=9)
    assert result(p) == "1/1"
    assert steps(p, "SA03") == 1
    assert to_choose(p) == "Axis"
    play(p, "lose GTK03")
    assert (steps(p, "GTK41"), steps(p, "GTK03")) == (4, 3), "one step of the stack, not of each"
    lost = [p.name(event[0]) for event in events(p, "step")]  # type: ignore[arg-type]
    assert lost == ["SA03", "GTK03"]


@rule("red-star", "7.8.1")
def test_only_units_of_the_combat_suffer() -> None:
    p = battle(
        "2144: GTK41, GTK03, GTDGD", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", die=4, turn=9
    )
    assert refused(p, "lose GTDGD").case == "7.8.1"


# 7.9 Steps


@rule("red-star", "7.9.6", "11.2.7", "15.4.5", "15.6.5", "17.2.4", "15.7")
@pytest.mark.parametrize(
    ("axis", "soviet", "attacker", "lost"),
    [
        ("2144: RO01K, GSD207, GSIEGE, ROHQ3", "2145: SA03 (2-6)", "RO01K", "RO01K GSD207 GSIEGE"),
        ("2144: IT8A, GTDGD", "2145: SG01 (7-9)", "IT8A", "IT8A GTDGD"),
        ("2144: HU1A", "2145: SG01 (7-9)", "HU1A", "HU1A"),
        ("2144: FI1K", "2145: SG01 (7-9)", "FI1K", "FI1K"),
        ("2145: GTK41 (3)", "2144: SGC1", "SGC1", "SGC1"),
        ("2145: GIBG01", "2144: SAB1", "SAB1", "SAB1"),
    ],
)
def test_some_units_never_return(axis: str, soviet: str, attacker: str, lost: str) -> None:
    phase = "soviet-combat" if attacker[0] == "S" else "axis-combat"
    p = battle(axis, soviet, "2145", attacker, die=1, phase=phase)
    assert result(p) == "AE"
    assert {box_of(p, unit) for unit in lost.split()} == {"eliminated"}


@rule("red-star", "7.9.8")
def test_each_unit_loses_a_step_before_any_loses_two() -> None:
    # 10 to 9 is 1-1; a one is A2.
    p = battle("2144: GIK26, GIK01", "2145: SG01 (7-9)", "2145", "GIK26", "GIK01", die=1)
    assert result(p) == "A2"
    play(p, "retreat 0")
    assert offered(p, "lose") == {"GIK26", "GIK01"}
    play(p, "lose GIK26")
    assert (steps(p, "GIK26"), steps(p, "GIK01")) == (3, 3)


@rule("red-star", "7.9.9", "7.9.8")
def test_units_that_contest_are_lost_before_those_that_do_not() -> None:
    # 18 to 5 is 3-1; a four is D1.
    p = battle(
        "2144: GTK41, GTK03", "2145: SA03 (2-4), LEADER-Zhukov", "2145", "GTK41", "GTK03", die=4
    )
    assert result(p) == "D1"
    play(p, "retreat 0")
    assert (steps(p, "SA03"), where(p, "LEADER-Zhukov")) == (1, "2145")
    # A six is D2: the army dies before the Leader loses anything.
    p = battle(
        "2144: GTK41, GTK03", "2145: SA03 (2-4), LEADER-Zhukov", "2145", "GTK41", "GTK03", die=6
    )
    play(p, "retreat 0")
    assert (where(p, "SA03"), where(p, "LEADER-Zhukov")) == ("", "2145")


@rule("red-star", "7.9.8", "7.9.9")
def test_with_a_unit_that_cannot_contest_one_unit_may_lose_two_steps() -> None:
    # 28 to 7 is 4-1; a five is D2.
    soviet = "2144: ST01 (9-8)\n2244: ST02 (10-9)\n2044: ST03 (9-8)"
    attackers = ("ST01", "ST02", "ST03")
    axis = "2145: GTBG01, GTBG02"
    p = battle(axis, soviet, "2145", *attackers, die=5, phase="soviet-combat")
    play(p, "retreat 0", "lose GTBG01")
    assert (steps(p, "GTBG01"), steps(p, "GTBG02")) == (1, 1), "all can contest: one each"
    p = battle(axis + ", GDEP01", soviet, "2145", *attackers, die=5, phase="soviet-combat")
    assert result(p) == "D2"
    play(p, "retreat 0", "lose GTBG01", "lose GTBG01")
    assert (where(p, "GTBG01"), steps(p, "GTBG02"), where(p, "GDEP01")) == ("", 2, "2145")


@rule("red-star", "7.9.8")
@pytest.mark.parametrize("first", ["GTBG01", "GTBG02"])
def test_who_is_eliminated_on_the_way_has_had_its_turn_and_so_have_the_others(first: str) -> None:
    # 28 to 7 is 4-1; a six is D3. The first battlegroup has one step left.
    soviet = "2144: ST01 (9-8)\n2244: ST02 (10-9)\n2044: ST03 (9-8)"
    axis = "2145: GTBG01 (1), GTBG02, GTBG03"
    p = battle(axis, soviet, "2145", "ST01", "ST02", "ST03", die=6, phase="soviet-combat")
    assert result(p) == "D3"
    play(p, "retreat 0", f"lose {first}")
    second = {"GTBG01", "GTBG02"} - {first}
    assert offered(p, "lose") == {*second, "GTBG03"}
    play(p, f"lose {second.pop()}")
    assert where(p, "GTBG01") == "", "and only one unit has lost nothing yet"
    assert (steps(p, "GTBG02"), steps(p, "GTBG03")) == (1, 1)


# 7.10 Retreat


@rule("red-star", "7.10.2")
def test_all_units_of_a_space_retreat_together_or_apart() -> None:
    # 9 to 4 is 2-1; a four is D1.
    p = battle("2144: GTK41", "2145: SRC01, SMC01", "2145", "GTK41", die=4)
    play(p, "retreat 1", "retreat 2146")
    assert stack(p, "2146") == ["SMC01", "SRC01"]
    p = battle("2144: GTK41", "2145: SRC01, SMC01", "2145", "GTK41", die=4)
    play(p, "retreat 1", "detach SRC01", "retreat 2146")
    play(p, "retreat 2045")
    assert {where(p, "SRC01"), where(p, "SMC01")} == {"2146", "2045"}


@rule("red-star", "7.10.3")
def test_units_that_did_not_attack_are_lost_when_the_attackers_retreat() -> None:
    p = battle("2144: GTK41, GIK26, GTDGD", "2145: SA03 (2-4)", "2145", "GTK41", die=1)
    play(p, "retreat 1")
    assert (box_of(p, "GIK26"), box_of(p, "GTDGD")) == ("breakdown", "eliminated")
    p = battle("2144: GTK41, GIK26, GTDGD", "2145: SA03 (2-4)", "2145", "GTK41", die=1)
    play(p, "retreat 0")
    assert where(p, "GIK26") == "2144"


@rule("red-star", "7.10.4")
def test_no_doubling_back() -> None:
    p = battle("2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", die=5)
    play(p, "retreat 2", "retreat 2146")
    grid = p.charts.grid
    assert offered(p, "retreat")
    for label in offered(p, "retreat"):
        assert grid.distance(grid.hex("2145"), grid.hex(label)) == 2
    assert refused(p, "retreat 2245").case == "7.10.4"


@rule("red-star", "7.10.4", "7.10.7")
def test_nobody_retreats_into_a_dead_end() -> None:
    # From 2245 a retreat of two spaces leads to hexes with Security Divisions only.
    guards = "2345: GSD207\n2346: GSD213\n2246: GSD221\n"
    p = battle(f"{guards}2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", die=5)
    again = p.clone()
    play(p, "retreat 1")
    assert "2245" in offered(p, "retreat")
    play(again, "retreat 2")
    assert offered(again, "retreat")
    assert "2245" not in offered(again, "retreat")


@rule("red-star", "7.10.5")
def test_a_retreat_costs_no_movement_points() -> None:
    # Two swamps cost a motorized unit eight points; it has three. 18 to 2 is 9-1, or 8-1.
    p = battle("3805: GTK41", "3806: SMC01 (lack)", "3806", "GTK41", die=5)
    assert result(p) == "D2"
    play(p, "retreat 2", "retreat 3807", "retreat 3808")
    assert where(p, "SMC01") == "3808"


@rule("red-star", "7.10.6", "7.11.1")
def test_the_priorities_of_retreat() -> None:
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01"
    soviet = "2145: SA03 (2-4)\n{more}"

    def spaces(more: str, axis: str = axis) -> set[str]:
        p = battle(axis, soviet.format(more=more), "2145", "GTK41", die=4)
        play(p, "retreat 1")
        return offered(p, "retreat") if "retreat" in verbs(p) else {where(p, "SA03")}

    # 2245 is contested from 2345, 2045 from 1946; 2146 is not.
    assert spaces("2045: SRC01") == {"2146"}
    # With 2147 the Axis contests 2146 too: then friends first.
    all_round = axis + "\n2147: GIK02"
    assert spaces("2045: SRC01", all_round) == {"2045"}
    # And contested empty spaces last of all, for a step.
    p = battle(all_round, soviet.format(more=""), "2145", "GTK41", die=4)
    play(p, "retreat 1")
    assert offered(p, "retreat") == {"2244", "2245", "2146", "2045", "2044"}
    play(p, "retreat 2146")
    assert (where(p, "SA03"), steps(p, "SA03")) == ("2146", 1)


@rule("red-star", "7.10.6", "7.14.1")
def test_a_priority_may_be_ignored_to_save_a_step() -> None:
    # 3034 is uncontested but across a major river; 3235 is contested and held by friends.
    axis = "3234: GTK41\n3136: GTK03"
    p = battle(axis, "3135: SMC01, SMC02\n3235: SA03", "3135", "GTK41", "GTK03", die=2)
    assert result(p) == "D1"
    play(p, "retreat 1")
    assert offered(p, "retreat") == {"3034", "3235"}


@rule("red-star", "7.10.7", "7.15.9")
def test_without_a_way_of_retreat_a_unit_is_lost_and_the_advance_is_not_shortened() -> None:
    p = battle("1815: GTK41\n1917: GIK26\n1916: GIK01", "1816: SRC01", "1816", "GTK41", die=5)
    assert result(p) in ("D1", "D2")
    play(p, f"retreat {max(offered(p, 'retreat'))}")
    assert box_of(p, "SRC01") == "force_pool"
    assert p.frames[-1].memo.length == 3


@rule("red-star", "7.10.7", "3.3.5", "7.4.5")
def test_nobody_retreats_over_the_red_arrows() -> None:
    p = battle(
        "6220: GTK41\n6120: GTK03\n6119: GIK26",
        "6219: SA03 (2-4)\n6218: SA04",
        "6219",
        "GTK41",
        "GTK03",
        "GIK26",
        die=1,
        turn=23,
    )
    while "retreat" not in verbs(p):
        play(p, f"lose {min(offered(p, 'lose'))}")
    assert str(result(p))[0] == "D"
    play(p, f"retreat {max(offered(p, 'retreat'))}")
    assert where(p, "SA03") == ""


@rule("red-star", "7.11.1")
def test_a_stack_loses_one_step_in_a_contested_empty_space() -> None:
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01\n2147: GIK02"
    p = battle(axis, "2145: SRC01, SMC01", "2145", "GTK41", die=4)
    play(p, "retreat 1", "retreat 2146")
    assert offered(p, "lose") == {"SRC01", "SMC01"}
    play(p, "lose SMC01")
    assert stack(p, "2146") == ["SRC01"]


@rule("red-star", "7.11.2", "7.14.4", "10.6.1")
@pytest.mark.parametrize("state", ["out", "lack"])
def test_without_supply_no_retreat_into_contested_empty_spaces(state: str) -> None:
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01\n2147: GIK02"
    for friend, lost in (("", True), ("2146: SRC01", False), ("2146: SHQ-WESTER", True)):
        p = battle(
            axis, f"2145: SA03 (2-4, {state})\n{friend}", "2145", "GTK41", die=4, more=(3,) * 9
        )
        if "retreat" in verbs(p):
            play(p, "retreat 1" if "1" in offered(p, "retreat") else "retreat 0")
        assert (where(p, "SA03") == "") is lost
        if not lost:
            assert where(p, "SA03") == "2146"


@rule("red-star", "7.10.2", "7.11.1", "7.11.2")
def test_those_who_can_retreat_still_go_together_when_others_cannot() -> None:
    # All ways out are contested and empty: closed to the corps, which is out of supply.
    soviet = "2144: ST01 (9-8)\n2345: SA03\n1946: SA04\n2147: SA05"
    axis = "2145: GIK26 (out), GDEP01, GDEP02"
    p = battle(axis, soviet, "2145", "ST01", die=5, phase="soviet-combat")
    assert result(p) == "D1"
    play(p, "retreat 1")
    assert box_of(p, "GIK26") == "breakdown"
    assert offered(p, "detach") == {"GDEP01", "GDEP02"}
    play(p, "retreat 2146", "lose GDEP01")
    assert stack(p, "2146") == ["GDEP02"], "the two lose one step"


# 7.12 Retreat and stacking


CROWD = "2145: SA03 (2-4)\n2146: SA04 (2-4)"


def crowded(more: str = "") -> War:
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01\n2147: GIK02"
    p = battle(axis, CROWD + more, "2145", "GTK41", die=4)
    play(p, "retreat 1")
    if "2146" in offered(p, "retreat"):
        play(p, "retreat 2146")
    return p


@rule("red-star", "7.12.1", "7.12.2", "7.10.6")
def test_the_owner_makes_room_or_the_enemy_does() -> None:
    p = crowded()
    assert where(p, "SA03") == "2146"
    assert to_choose(p) == "Soviet"
    assert offered(p, "make_room") == {"SA03", "SA04"}
    play(p, "make_room SA04")
    goals = offered(p, "retreat")
    play(p, f"retreat {min(goals)}")
    assert stack(p, "2146") == ["SA03"]
    # Or he lets the enemy choose; that does not shorten the advance.
    p = crowded()
    play(p, "stand")
    assert to_choose(p) == "Axis"
    assert offered(p, "remove") == {"SA03", "SA04"}
    play(p, "remove SA04")
    assert where(p, "SA04") == ""
    assert p.frames[-1].memo.length == 3


@rule("red-star", "7.12.1")
def test_nobody_makes_room_for_those_who_make_room() -> None:
    # Two corps retreat into two spaces side by side, both of which are then too full.
    axis = "2144: GTK41\n2345: GIK26\n1946: GIK01\n2147: GIK02"
    soviet = "2145: SRC07, SRC25\n2146: SA04 (2-4)\n2045: SA05 (2-4)"
    p = battle(axis, soviet, "2145", "GTK41", die=4)
    play(p, "retreat 1", "detach SRC07", "retreat 2146")
    if "2045" in offered(p, "retreat"):
        play(p, "retreat 2045")
    assert (where(p, "SRC07"), where(p, "SRC25")) == ("2146", "2045")
    play(p, "make_room SA05")
    assert where(p, "SA05") == "2146"
    # Whoever is sent to a space is not sent on: the enemy puts things right there.
    assert to_choose(p) == "Axis"
    assert "SA05" in offered(p, "remove")


@rule("red-star", "7.12.1", "7.9.10")
def test_who_makes_room_in_a_space_that_attackers_left_is_no_bystander() -> None:
    axis = "2144: GTK41\n2143: GIK26, GIK01"
    soviet = "2145: SA03 (2-4)\n2343: SA04\n1943: SA05\n2141: SA06"
    p = battle(axis, soviet, "2145", "GTK41", die=1)
    assert result(p) == "A1"
    play(p, "retreat 1", "make_room GIK26", "retreat 2144")
    assert stack(p, "2143") == ["GIK01", "GTK41"]
    assert (where(p, "GIK26"), steps(p, "GIK26")) == ("2144", 3), "a step for a contested space"


@rule("red-star", "7.9.10", "7.10.3")
def test_bystanders_of_attackers_that_die_before_the_others_retreat_are_lost() -> None:
    # 4 to 4 is 1-1; a one is A2: a step of one battlegroup, a space for the other.
    p = battle(
        "2144: GTBG01 (1), GDEP01\n2244: GTBG02 (1), GDEP02",
        "2145: SA03 (2-4)",
        "2145",
        "GTBG01",
        "GTBG02",
        die=1,
    )
    assert result(p) == "A2"
    play(p, "retreat 1", "lose GTBG01")
    assert (box_of(p, "GDEP01"), box_of(p, "GDEP02")) == ("returning", "returning")
    lost = {p.name(e.facts[0]): e.case for e in p.chronicle or () if e.kind == "eliminated"}
    assert (lost["GDEP01"], lost["GDEP02"]) == ("7.9.10", "7.10.3")


# 7.13 Economic assets


@rule("red-star", "7.13", "7.13.1", "7.13.2", "7.13.3", "14.1.2")
def test_assets_bind_their_defenders() -> None:
    p = battle("2144: GTK41, GTK03", "2145: SA03 (2-4), A-FACT-01", "2145", "GTK41", "GTK03", die=4)
    assert result(p) == "D1"
    # No retreat: the army loses the step, the factory none.
    assert (where(p, "SA03"), steps(p, "SA03")) == ("2145", 1)
    assert where(p, "A-FACT-01") == "2145"
    p = battle("2144: GTK41, GTK03", "2145: SA03 (2-4), A-FACT-01", "2145", "GTK41", "GTK03", die=6)
    assert where(p, "SA03") == ""
    assert where(p, "A-FACT-01") == "2145"


@rule("red-star", "7.13.1", "14.1.2", "14.1.3")
def test_an_asset_alone_is_destroyed() -> None:
    p = battle("2144: GIBG01", "2145: A-FACT-01", "2145", "GIBG01", die=5)
    assert result(p) == "D1"
    assert box_of(p, "A-FACT-01") == "destroyed"


# 7.14 Odd cases


@rule("red-star", "7.14.1")
def test_motorized_units_lose_a_step_behind_a_major_river() -> None:
    axis = "3235: GTK41\n3136: GTK03"

    def retreated(units: str, there: str = "3034") -> War:
        p = battle(axis, f"3135: {units}", "3135", "GTK41", "GTK03", die=2)
        play(p, "retreat 1")
        if "retreat" in verbs(p):
            play(p, f"retreat {there}")
        return p

    p = retreated("SMC01, SMC02")
    assert offered(p, "lose") == {"SMC01", "SMC02"}
    play(p, "lose SMC01")
    assert stack(p, "3034") == ["SMC02"]
    assert stack(retreated("SMC01, SRC01"), "3034") == ["SRC01"]
    assert stack(retreated("SRC01, SRC02"), "3034") == ["SRC01", "SRC02"]


@rule("red-star", "7.14.2")
def test_the_siege_artillery_retreats_along_railroads() -> None:
    # 3026 has railways to 3127, 3027, 2927 and 3025.
    p = battle("3026: GSIEGE", "3126: SMC01", "3026", "SMC01", die=5, phase="soviet-combat")
    play(p, "retreat 1")
    assert offered(p, "retreat") == {"3027", "2927"}, "3127 and 3025 are contested, 2926 has none"
    soviet = "3126: SMC01\n3127: SRC02\n3027: SRC05\n2927: SRC09\n3025: SRC10"
    p = battle("3026: GSIEGE", soviet, "3026", "SMC01", die=5, phase="soviet-combat")
    play(p, "retreat 1")
    assert box_of(p, "GSIEGE") == "eliminated", "2926 has no railway"


@rule("red-star", "7.14.3")
def test_a_unit_that_retreated_is_no_help_when_it_is_attacked_again() -> None:
    axis = "2144: GTK41\n2345: GIK26, GTK03\n1946: GIK01\n2147: GTK24"
    soviet = "2145: SRC01\n2146: SRC02"
    p = battle(axis, soviet, "2145", "GTK41", die=3, more=(3, 1))
    assert str(result(p)).startswith("D")
    play(p, "retreat 1")
    assert stack(p, "2146") == ["SRC01", "SRC02"]
    while "hold" in verbs(p):
        play(p, "hold")
    play(p, "attack 2146", "add GTK24", "resolve")
    # 9 to 2, not 9 to 4; the guest dies at once, and the result is still to be satisfied.
    assert events(p, "attacked")[-1][2:4] == (9, 2)
    assert str(result(p)).startswith("D")
    assert box_of(p, "SRC01") == "force_pool"
    assert where(p, "SRC02") == "2146"


@rule("red-star", "7.14.5", "7.12.1")
def test_retreats_are_simultaneous() -> None:
    # One attack on two spaces; all ways out are contested and empty.
    p = situation(
        """
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GTK41
        2345: GIK26
        2147: GIK01
        1946: GIK02
        1844: GIK04
        [Soviet]
        2145: SA03 (2-4)
        2044: SA04 (2-4)
        """,
        dice=[5, 3, 3],
    )
    play(p, "attack 2145", "add GTK41", "target 2044", "resolve")
    # 9 to 8 is 1-1: D1. Neither finds a friend in the other, whoever goes first.
    play(p, "retreat 1")
    for _ in range(2):
        assert {"2045", "1945"} <= offered(p, "retreat") or {"2045", "2146"} <= offered(
            p, "retreat"
        )
        play(p, "retreat 2045")
    assert (where(p, "SA03"), where(p, "SA04")) == ("2045", "2045")
    assert (steps(p, "SA03"), steps(p, "SA04")) == (1, 1)
    assert "make_room" in verbs(p)
