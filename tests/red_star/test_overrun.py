"""8.0 Overrun."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import events, offered, play, refused, situation, stack, steps, verbs, where


def ready(
    axis: str,
    soviet: str,
    *units: str,
    phase: str = "axis-movement",
    turn: int = 2,
    dice: tuple[int, ...] = (),
) -> War:
    p = situation(
        f"turn: {turn}\nphase: {phase}\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n",
        dice=[*dice, 3, 3, 3, 3],
    )
    return play(p, f"select {units[0]}", *(f"add {unit}" for unit in units[1:]))


@rule("red-star", "8.0.1", "8.0.3", "8.0.4", "3.1.8", "3.2")
def test_an_overrun_costs_three_points_adds_one_and_takes_the_space() -> None:
    # 9 to 1 is 7-1; a three and one is a four: DE.
    p = ready("2143: GTK41", "2145: LEADER-Zhukov", "GTK41", dice=(3,))
    assert refused(p, "overrun 2145").case == "8.0.3", "move next to it first"
    play(p, "move 2144", "overrun 2145")
    assert events(p, "attacked")[-1][5:7] == (4, "DE")
    assert where(p, "GTK41") == "2145"
    # One point for the move, three for the overrun, none for the defender's space.
    decision = p.decision()
    assert decision is not None
    assert "3 points left" in decision.prompt
    assert "advance" not in verbs(p)
    play(p, "move 2148")
    assert where(p, "GTK41") == "2148"


@rule("red-star", "8.0.2", "8.0.4")
def test_as_many_overruns_as_the_points_allow() -> None:
    p = ready("2144: GTK41", "2145: SRC01\n2146: SRC02\n2147: SRC05", "GTK41", dice=(5, 5, 5))
    # 9 to 2 is 4-1; a six is D3.
    for target in ("2145", "2146"):
        play(p, f"overrun {target}", "retreat 0")
        assert where(p, "GTK41") == target
    # One point is left of seven.
    assert refused(p, "overrun 2147").case in ("3.2", "8.0.3")


@rule("red-star", "8.0.4", "8.0.2")
def test_a_defender_that_stays_ends_it_and_may_be_overrun_again() -> None:
    p = ready("2144: GTK41, GTK03", "2145: SA03 (2-4)", "GTK41", dice=(2, 5))
    # 9 to 4 is 2-1; a three has no effect.
    play(p, "overrun 2145")
    assert where(p, "GTK41") == "2144"
    assert "move" not in verbs(p) and "overrun" not in verbs(p)
    assert refused(p, "select GTK41").case == "8.0.4", "finished, although four points are left"
    play(p, "select GTK03", "overrun 2145")
    assert len(events(p, "attacked")) == 2


@rule("red-star", "8.0.2", "10.6.1", "10.8.1")
@pytest.mark.parametrize("state", ["out", "lack"])
def test_units_without_supply_do_not_overrun(state: str) -> None:
    p = ready(f"2144: GTK41 ({state})", "2145: SRC01", "GTK41")
    assert refused(p, "overrun 2145").case == "8.0.2"


@rule("red-star", "8.0.2", "10.7.1")
def test_emergency_supply_does_not_hinder_overruns() -> None:
    assert "2145" in offered(ready("2144: GTK41 (emergency)", "2145: SRC01", "GTK41"), "overrun")


@rule("red-star", "8.0.3")
def test_without_three_points_no_overrun() -> None:
    p = ready("2142: GIK26", "2145: SRC01", "GIK26")
    play(p, "move 2144")
    assert refused(p, "overrun 2145").case == "8.0.3"
    p = ready("2143: GIK26", "2145: SRC01", "GIK26")
    play(p, "move 2144")
    assert "2145" in offered(p, "overrun")


@rule("red-star", "8.0.9", "8.0.3", "13.0.3", "3.3.5")
@pytest.mark.parametrize(("turn", "able"), [(5, False), (9, True)])
def test_soviet_units_pay_two_points_in_snow(turn: int, able: bool) -> None:
    p = ready("2145: GIBG01", "2142: SA03 (3-5)", "SA03", phase="soviet-movement", turn=turn)
    play(p, "move 2144")
    assert ("2145" in offered(p, "overrun")) is able
    # The Axis pays three.
    p = ready("2142: GIK26", "2145: SRC01", "GIK26", turn=9)
    play(p, "move 2144")
    assert "overrun" not in verbs(p)


@rule("red-star", "8.0.9", "8.0.3", "13.0.4", "13.0.5")
@pytest.mark.parametrize(("turn", "added"), [(5, 1), (9, 4), (23, 2)])
def test_winter_adds_to_overruns(turn: int, added: int) -> None:
    text = "phase: axis-movement\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SRC01"
    p = situation(f"scenario: heartland\nturn: {turn}\n{text}", dice=[2, 3, 3, 3])
    play(p, "select GTK41", "overrun 2145")
    assert events(p, "attacked")[-1][5] == 2 + added


@rule("red-star", "8.0.3", "7.7.2")
def test_leaders_and_air_fleets_take_part() -> None:
    p = ready(
        "2145: GIBG01",
        "2144: ST01 (9-8)\n2143: LEADER-Popov",
        "ST01",
        phase="soviet-movement",
        dice=(2,),
    )
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][5] == 4
    p = ready("2144: GTK41\n3901: GAB1\n2147: GAF1", "2145: SA03 (2-4)", "GTK41", dice=(2,))
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][4] == "3-1", "and not 2-1"


@rule("red-star", "8.0.5")
def test_stacks_overrun_together_if_they_are_of_one_kind_and_began_together() -> None:
    p = ready("2144: GTK41, GTK03, GTDGD", "2145: SA03 (2-4)", "GTK41", "GTK03", dice=(5, 3))
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][2] == 18
    play(p, "retreat 1")
    if "retreat" in verbs(p):
        play(p, f"retreat {max(offered(p, 'retreat'))}")
    assert stack(p, "2145") == ["GTK03", "GTK41"]
    # Tanks and foot do not mix.
    p = ready("2144: GTK41, GIK26", "2145: SA03 (2-4)", "GTK41", "GIK26")
    assert refused(p, "overrun 2145").case == "8.0.5"
    # Everybody in the space counts for stacking, those that stay behind too.
    p = ready("2144: GTK41, GTK03, GIK26", "2145: SA03 (2-4)", "GTK41")
    assert refused(p, "overrun 2145").case == "8.0.5"
    # Units that did not begin together cannot join.
    p = ready("2143: GTK41\n2144: GTK03", "2145: SA03 (2-4)", "GTK41")
    play(p, "move 2144")
    assert refused(p, "add GTK03").case == "3.3.1"


@rule("red-star", "8.0.6")
def test_a_unit_that_made_room_does_not_move_any_more() -> None:
    p = ready("2144: GTK41\n2143: GIK26, GIK01", "2145: SA03 (3-6)", "GTK41", dice=(1,))
    # 9 to 6 is 3-2: a two is A1.
    play(p, "overrun 2145", "retreat 1", "retreat 2143")
    assert offered(p, "make_room") == {"GIK01", "GIK26", "GTK41"}
    play(p, "make_room GIK26")
    play(p, f"retreat {max(offered(p, 'retreat'))}")
    assert where(p, "GIK26") != "2143"
    assert refused(p, "select GIK26").case == "3.2"
    assert "GIK01" in offered(p, "select")


@rule("red-star", "8.0.7")
def test_overruns_do_not_cross_rivers() -> None:
    assert refused(ready("2038: GTK41", "2039: SRC01", "GTK41"), "overrun 2039").case == "8.0.7"
    assert refused(ready("3034: GTK41", "3135: SRC01", "GTK41"), "overrun 3135").case == "8.0.7"
    # On foot over the ice, by the Soviets and in snow.
    text = ("6218: GIBG01 (1)", "6219: SG01 (7-9)", "SG01")
    p = ready(*text, phase="soviet-movement", turn=23)
    assert "6218" in offered(p, "overrun")
    p = ready(*text, phase="soviet-movement", turn=21)
    assert refused(p, "overrun 6218").case == "8.0.7"
    p = ready("6218: GIBG01 (1)", "6219: ST01 (9-8)", "ST01", phase="soviet-movement", turn=23)
    assert refused(p, "overrun 6218").case == "8.0.7"


@rule("red-star", "8.0.7", "3.3.5", "7.4.2")
def test_an_overrun_over_the_ice_gives_the_defender_the_bonus_of_a_minor_river() -> None:
    text = ("6218: GIBG01", "6219: SG01 (7-9)", "SG01")
    p = ready(*text, phase="soviet-movement", turn=23)
    play(p, "overrun 6218")
    assert events(p, "attacked")[-1][2:4] == (7, 5), "three and two"
    p = ready("2145: GIBG01", "2144: SG01 (7-9)", "SG01", phase="soviet-movement", turn=23)
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][2:4] == (7, 3), "on dry land"


@rule("red-star", "8.0.3", "8.0.7", "19.2.4")
def test_a_river_is_not_blamed_where_it_does_not_stop_an_overrun() -> None:
    # Turn 1: the Germans ignore the minor river, but one point is not enough.
    p = ready("2035: GIK26", "2039: SRC01", "GIK26", turn=1)
    play(p, "move 2038")
    assert refused(p, "overrun 2039").case == "8.0.3"


@rule("red-star", "8.0.8", "13.0.3")
@pytest.mark.parametrize(
    ("here", "there", "turn", "able"),
    [
        ("3806", "3807", 2, False),  # swamp
        ("3806", "3807", 9, True),  # a forest in snow
        ("0205", "0204", 2, False),  # mountain
        ("3126", "3026", 2, False),  # major city
        ("2422", "2322", 2, True),  # minor city
        ("1222", "1221", 2, False),  # the fortress
        ("0305", "0304", 2, True),  # forest
    ],
)
def test_terrain_that_cannot_be_overrun(here: str, there: str, turn: int, able: bool) -> None:
    p = ready(f"{here}: GTK41", f"{there}: SRC01", "GTK41", turn=turn)
    assert (there in offered(p, "overrun")) is able
    if not able:
        assert refused(p, f"overrun {there}").case == "8.0.8"


@rule("red-star", "8.0.8")
def test_the_ruins_of_sevastopol_can_be_overrun() -> None:
    text = "turn: 2\nphase: axis-movement\n[Axis]\n1222: GTK41\n[Soviet]\n1221: SRC01\n"
    p = situation(text + "[markers]\nflags: ruined")
    play(p, "select GTK41")
    assert offered(p, "overrun") == {"1221"}


@rule("red-star", "8.0.9")
def test_an_overrun_does_not_leave_a_contested_space() -> None:
    # Infantry with four points, contested by two enemies, and from there into contested ground.
    p = ready("2144: GIK26", "2145: SRC01\n2044: SRC02", "GIK26", dice=(6, 3))
    assert "2145" in offered(p, "overrun")
    play(p, "overrun 2145")
    assert where(p, "GIK26") == "2145"


@rule("red-star", "8.0.9", "7.9.4")
def test_a_corps_that_becomes_a_battlegroup_has_a_point_more() -> None:
    # 7 to 4 is 3-2 in winter: a three, four more is a seven: a step of each side.
    p = ready("2144: GTK41 (3)", "2145: SRC01", "GTK41", turn=9, dice=(3,))
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][6] == "1/1"
    assert stack(p, "2145")[0].startswith("GTBG")
    decision = p.decision()
    assert decision is not None
    assert "5 points left" in decision.prompt
    assert steps(p, stack(p, "2145")[0]) == 2
