"""Rules that meet after the die: losses, retreats, advances; and overruns, moves, other dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import attack, chances, odds, result, shown, war
from .situations import (
    box_of,
    events,
    number_of,
    offered,
    play,
    refused,
    stack,
    steps,
    to_choose,
    verbs,
    where,
)


def fought(p: War, targets: str, *units: str) -> War:
    return play(attack(p, targets, *units), "resolve")


# Who defends


@rule("red-star", "7.2.7", "7.1.2")
def test_only_one_headquarters_adds_to_the_defence() -> None:
    p = war("2144: GTK41", "2145: SA03 (2-4), SHQ-WESTER, SHQ-RESERV")
    assert odds(p, "2145", "GTK41") == (9, 5)


@rule("red-star", "7.14.3", "7.2.5")
def test_a_guest_who_has_retreated_adds_nothing_and_dies_first() -> None:
    # 9 to 2 is 4-1, a two is D1; 1 to 2, a six is D1. The weak battlegroup contests nothing.
    p = war("2144: GTK41\n2147: GIBG01 (1)", "2145: SRC01\n2146: SRC02", dice=(2, 6, 3, 3))
    fought(p, "2145", "GTK41")
    play(p, "retreat 1", "retreat 2146", "hold")
    attack(p, "2146", "GIBG01")
    assert shown(p, "resolve").result == "1 to 2: 1-2"
    (hit,) = (c for c in shown(p, "resolve").chances if c.result == "D1")
    assert "guests eliminated" in hit.text
    play(p, "resolve")
    assert box_of(p, "SRC01") == "force_pool"
    assert to_choose(p) == "Soviet" and offered(p, "retreat") == {"0", "1"}, "still owed"


# Retreats


@rule("red-star", "7.14.1", "7.8.2")
def test_a_retreat_that_kills_is_announced() -> None:
    # Below Stalingrad: all ways lead over the Volga, and one of them is free.
    p = war("2743: GTK41\n2643: GIK26\n2644: GIK01", "2744: SMC01", dice=(2, 3))
    attack(p, "2744", "GTK41")
    (hit,) = (c for c in shown(p, "resolve").chances if "D1" in c.result)
    assert hit.text == "defender eliminated, no way out", "whatever its owner chooses"
    play(p, "resolve")
    assert result(p) == "D1"
    assert shown(p, "retreat 1").result == "eliminated"
    assert [line.case for line in shown(p, "retreat 1").lines] == ["7.14.1"]
    play(p, "retreat 1")
    assert box_of(p, "SMC01") == "force_pool"


@rule("red-star", "7.10.6", "7.14.1", "7.10.7")
def test_tanks_join_friends_in_a_contested_space_rather_than_swim() -> None:
    # 2843 is free, across the Volga; 2643 is contested, with friends; the rest is worse.
    p = war(
        "2742: GTK41, GTK03\n2642: GIK26\n2644: GIK01",
        "2743: ST01 (6-5)\n2643: SRC01",
        turn=30,
        dice=(3, 3, 3),
    )
    fought(p, "2743", "GTK41", "GTK03")
    assert result(p) == "D1"
    assert not shown(p, "retreat 1").lines, "there is a way that costs nothing"
    play(p, "retreat 1")
    assert offered(p, "retreat") == {"2843", "2643"}
    assert [line.case for line in shown(p, "retreat 2843").lines] == ["7.14.1"]
    assert not shown(p, "retreat 2643").lines
    play(p, "retreat 2843")
    assert steps(p, "ST01") == 1


@rule("red-star", "7.11.2", "7.14.4", "7.15.9")
@pytest.mark.parametrize(("state", "die", "alive"), [("", 5, True), (", out", 2, False)])
def test_without_supply_nobody_retreats_into_an_empty_contested_space(
    state: str, die: int, alive: bool
) -> None:
    # Every space around 2145 is contested or occupied. 18 to 6 is 3-1, 18 to 3 is 6-1.
    around = "2144: GTK41, GTK03\n2246: GIK26\n2046: GIK01\n2243: GIBG01"
    p = war(around, f"2145: SA03 (3-6{state})", dice=(die, 3, 3, 3))
    fought(p, "2145", "GTK41", "GTK03")
    assert result(p) == "D2"
    before = shown(p, "retreat 2")
    play(p, "retreat 2")
    while "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert (where(p, "SA03") != "") is alive
    assert (before.result == "eliminated") is not alive
    assert [line.case for line in before.lines] == ["7.11.1" if alive else "7.10.7"]
    if not alive:
        play(p, "advance GTK41", "to 2244", "to 2344")
        assert where(p, "GTK41") == "2344", "7.15.9: three spaces"


@rule("red-star", "7.14.4", "7.10.6", "7.11.1")
@pytest.mark.parametrize(("state", "die", "there"), [("", 2, "2146"), (" (out)", 1, "")])
def test_a_headquarters_is_company_but_no_shelter(state: str, die: int, there: str) -> None:
    # 9 to 2 is 4-1, 9 to 1 is 7-1.
    around = "2144: GTK41\n2246: GIK26\n2046: GIK01\n2243: GIBG01\n2043: GIBG02"
    p = war(around, f"2145: SRC01{state}\n2146: SHQ-WESTER", dice=(die, 3, 3))
    fought(p, "2145", "GTK41")
    assert result(p) == ("D1" if there else "D2")
    play(p, "retreat 1")
    assert where(p, "SRC01") == there


@rule("red-star", "7.14.4", "7.14.5", "7.10.2")
def test_two_without_supply_may_join_the_same_friend_one_by_one() -> None:
    around = "2144: GTK41\n2246: GIK26\n2046: GIK01\n2243: GIBG01\n2043: GIBG02"
    p = war(around, "2145: SRC01 (out), SGC1 (out)\n2146: SMC01", dice=(2, 3, 3))
    fought(p, "2145", "GTK41")
    play(p, "retreat 1", "detach SRC01")
    assert stack(p, "2146") == ["SGC1", "SMC01", "SRC01"]


@rule("red-star", "7.15.4", "7.15.5", "7.8.2")
def test_a_step_and_a_space_leave_an_advance_of_two() -> None:
    p = war("2144: GTK41, GTK03\n2244: GIK26", "2145: SA03 (2-4)", dice=(4, 3))
    fought(p, "2145", "GTK41", "GTK03", "GIK26")
    assert result(p) == "D2"
    play(p, "retreat 1", "retreat 2146", "advance GTK41", "halt", "advance GIK26")
    assert "to" not in verbs(p)
    p = war("2144: GTK41, GTK03\n2244: GIK26", "2145: SA03 (2-4)", dice=(4, 3))
    fought(p, "2145", "GTK41", "GTK03", "GIK26")
    play(p, "retreat 1", "retreat 2146", "advance GTK41", "to 2045")
    assert where(p, "GTK41") == "2045" and offered(p, "advance") == {"GTK03", "GIK26"}


@rule("red-star", "7.12.1", "7.10.4")
def test_nobody_makes_room_by_going_back() -> None:
    # 9 to 4 is 2-1; a four is D1. 2146 is full already.
    p = war("2144: GTK41", "2145: SRC01, SRC05\n2146: SA04 (2-4)", dice=(4, 3, 3))
    fought(p, "2145", "GTK41")
    play(p, "retreat 1", "retreat 2146", "make_room SA04")
    assert "2145" not in offered(p, "retreat"), "the space that the corps were driven from"
    # 9 to 2 is 4-1; a two is D1.
    p = war("2144: GTK41", "2145: SRC01\n2146: SRC02, SRC05", dice=(2, 3, 3))
    fought(p, "2145", "GTK41")
    play(p, "retreat 1", "retreat 2146", "make_room SRC01")
    grid = p.charts.grid
    for label in offered(p, "retreat"):
        assert grid.distance(grid.hex("2145"), grid.hex(label)) == 2, "away from where it began"
    assert refused(p, "retreat 2245").case == "7.10.4"


@rule("red-star", "7.12.1", "7.10.4", "7.14.1")
def test_a_battlegroup_goes_on_from_where_its_corps_was_driven() -> None:
    # 12 to 6 is 2-1; a five is D1. The corps loses a step in the Volga and fills 2743 too much.
    p = war(
        "2843: GTK41 (3)\n2743: GIK26, GIK01",
        "2844: ST01 (9-8)\n2944: SA03 (3-6)",
        "soviet-combat",
        30,
        dice=(5, 3, 3),
    )
    fought(p, "2843", "ST01", "SA03")
    play(p, "retreat 1", "retreat 2743", "make_room GTBG01")
    assert offered(p, "retreat") == {"2642", "2643", "2742"}, "not Stalingrad, next to 2843"


@rule("red-star", "7.12.1", "7.12.2", "7.15.4")
def test_who_is_removed_for_want_of_room_shortens_no_advance() -> None:
    p = war("2144: GTK41", "2145: SRC01\n2146: SA04 (2-4)", dice=(2, 3, 3))
    fought(p, "2145", "GTK41")
    play(p, "retreat 1", "retreat 2146", "stand")
    assert to_choose(p) == "Axis"
    play(p, "remove SA04", "advance GTK41", "to 2244", "to 2344")
    assert where(p, "GTK41") == "2344", "three spaces"


# Advances


@rule("red-star", "7.15.1", "7.8.2")
def test_a_defender_advances_where_one_of_two_attackers_has_died() -> None:
    # Second winter: 11 to 5 is 2-1; a six is a seven.
    p = war("2144: GTK41\n2244: GTBG01 (1)", "2145: ST01 (6-5)", turn=23, dice=(6, 3, 3))
    fought(p, "2145", "GTK41", "GTBG01")
    assert result(p) == "1/1"
    play(p, "lose GTBG01")
    assert to_choose(p) == "Soviet" and offered(p, "advance") == {"ST01"}
    play(p, "advance ST01")
    assert where(p, "ST01") == "2244"


@rule("red-star", "7.15.5", "9.0.3", "5.0.3")
def test_a_weak_battlegroup_advances_into_a_city_that_it_does_not_control() -> None:
    p = war("3126: GIBG01 (1), GIK26\n3025: GTK41, GTK03", "3026: SRC01", dice=(6,) * 10)
    fought(p, "3026", "GIBG01", "GIK26", "GTK41", "GTK03")
    assert result(p) == "DE"
    city = 1 << p.charts.grid.hex("3026")
    play(p, "advance GIBG01")
    assert where(p, "GIBG01") == "3026" and not p.axis_held & city
    play(p, "advance GIK26")
    assert p.axis_held & city


@rule("red-star", "7.15.6", "7.15.3")
def test_the_first_space_of_an_advance_may_be_contested_the_next_ends_it() -> None:
    p = war("2144: GTK41, GTK03", "2145: SRC01\n2246: SA04 (2-4)", dice=(6, 3, 3))
    fought(p, "2145", "GTK41", "GTK03")
    assert result(p) == "DE"
    play(p, "advance GTK41")
    assert where(p, "GTK41") == "2145" and "2146" in offered(p, "to")
    play(p, "to 2146")
    assert "to" not in verbs(p), "contested by the army in 2246"


@rule("red-star", "7.9.10", "7.8.2", "8.0.4")
def test_bystanders_share_the_end_of_an_attack_but_not_of_an_overrun() -> None:
    p = war("2144: GIBG01, GIBG02", "2145: SA03 (2-6)", dice=(1, 3))
    attack(p, "2145", "GIBG01")
    (worst,) = (c for c in shown(p, "resolve").chances if c.result == "AE")
    assert "others in their space" in worst.text
    play(p, "resolve")
    assert where(p, "GIBG01") == where(p, "GIBG02") == ""
    p = war("2144: GIBG01, GIBG02", "2145: SA03 (2-6)", "axis-movement", dice=(1, 3))
    play(p, "select GIBG01")
    assert not any("others" in c.text for c in shown(p, "overrun 2145").chances)
    play(p, "overrun 2145")
    assert result(p) == "AE" and stack(p, "2144") == ["GIBG02"]


@rule("red-star", "7.8.2", "7.9.7", "7.10.2", "7.3.1")
def test_one_number_for_two_spaces() -> None:
    # 9 to 4 is 2-1; a four is D1.
    for choice, left in (("retreat 1", 2), ("retreat 0", 1)):
        p = war("2145: GTK41", "2146: SRC01\n2245: SRC02", dice=(4, 3))
        fought(p, "2146 2245", "GTK41")
        play(p, choice)
        while "retreat" in verbs(p) or "lose" in verbs(p):
            verb = "retreat" if "retreat" in verbs(p) else "lose"
            play(p, f"{verb} {max(offered(p, verb))}")
        corps = [where(p, "SRC01"), where(p, "SRC02")]
        assert sum(1 for at in corps if at) == left
        assert ({"2146", "2245"} & set(corps) == set()) is (left == 2)


@rule("red-star", "7.15.5", "7.15.1", "7.13.3")
@pytest.mark.parametrize(("unit", "far"), [("ST01 (6-5)", True), ("SA03 (2-5)", False)])
def test_defenders_advance_as_far_as_their_kind_may(unit: str, far: bool) -> None:
    p = war("2144: GTK41", f"2145: {unit}, LEADER-Popov", turn=30, dice=(1, 3))
    fought(p, "2145", "GTK41")
    assert result(p) == "A1"
    play(p, "retreat 1", "retreat 2143")
    name = unit.split()[0]
    assert offered(p, "advance") == {name}, "a Leader never advances"
    play(p, f"advance {name}")
    assert ("to" in verbs(p)) is far


# Overruns and moves


@rule("red-star", "8.0.3", "8.0.4", "8.0.9", "3.4.1")
def test_two_overruns_on_seven_points() -> None:
    p = war("2143: GTK41", "2145: SRC01\n2146: SRC02", "axis-movement", dice=(5, 5, 3))
    play(p, "select GTK41", "move 2144", "overrun 2145", "retreat 0")
    assert where(p, "GTK41") == "2145"
    assert shown(p, "overrun 2146").lines[0].case == "8.0.3"
    play(p, "overrun 2146", "retreat 0")
    assert where(p, "GTK41") == "2146"
    assert "move" not in verbs(p), "one point and six"


@rule("red-star", "8.0.9", "7.9.4", "8.0.4")
def test_a_corps_that_becomes_a_battlegroup_gains_a_point() -> None:
    # Winter: 7 to 2 is 3-1; a six is ten: 1/2.
    p = war("2144: GTK41 (3)", "2145: SRC01", "axis-movement", 9, dice=(6, 3))
    play(p, "select GTK41", "overrun 2145")
    assert result(p) == "1/2" and stack(p, "2145")[0].startswith("GTBG")
    decision = p.decision()
    assert decision is not None and "5 points left" in decision.prompt


@rule("red-star", "19.2.4", "8.0.7")
@pytest.mark.parametrize(
    ("turn", "unit", "able"), [(1, "GTK41", True), (1, "RO01K", False), (2, "GTK41", False)]
)
def test_only_germans_ford_minor_rivers_and_only_on_turn_one(
    turn: int, unit: str, able: bool
) -> None:
    p = war(f"2240: {unit}", "2340: SRC01", "axis-movement", turn)
    play(p, f"select {unit}")
    assert ("2340" in offered(p, "overrun")) is able


@rule("red-star", "8.0.4")
def test_a_failed_overrun_is_the_reason_for_what_follows() -> None:
    p = war("2144: GTK41, GTK03", "2145: SA03 (2-4)", "axis-movement", dice=(2, 3))
    play(p, "select GTK41", "overrun 2145")
    assert result(p) == "NE"
    assert refused(p, "select GTK41").case == "8.0.4"


def parts(p: War, choice: str) -> list[tuple[str, str]]:
    """What a move costs, part by part."""
    return [(line.text, line.value) for line in shown(p, choice).lines]


@rule("red-star", "3.3.3", "10.6.1", "3.3.2")
def test_one_space_over_a_great_river_takes_everything() -> None:
    p = play(war("2840: GTK41 (out)", "", "axis-movement"), "select GTK41")
    assert parts(p, "move 2841") == [
        ("major river", "4"),
        ("clear", "1"),
        ("one space for everything", "-1"),
    ]
    assert shown(p, "move 2841").result == "4 points, 0 left"
    p = play(war("2840: GIK26 (out)", "2841: SRC01", "axis-movement"), "select GIK26")
    assert refused(p, "move 2839").case == "3.4.1", "not from a contested space"


@rule("red-star", "3.4.1", "3.4.2", "3.3.2")
def test_the_parts_of_a_move_add_up() -> None:
    # From contested to contested over a minor river.
    p = play(war("2240: GTK41", "2241: SRC01", "axis-movement"), "select GTK41")
    assert parts(p, "move 2340") == [
        ("leaving a contested space", "3"),
        ("minor river", "2"),
        ("clear", "1"),
    ]
    assert shown(p, "move 2340").result == "6 points, 1 left"
    play(p, "move 2340")
    assert events(p, "moved")[-1][2] == 6


# Dice outside combat


@rule("red-star", "15.4.3", "13.0.3")
@pytest.mark.parametrize(
    ("turn", "there", "lands"), [(2, "2146", 2), (2, "2145", 1), (9, "2146", 5), (9, "2145", 4)]
)
def test_a_paradrop_shows_how_many_come_down_alive(turn: int, there: str, lands: int) -> None:
    p = war(
        "2144: GIK26",
        "2148: SHQ-WESTER\nparadrop: SAB1",
        "soviet-movement",
        turn,
    )
    play(p, "select SAB1")
    assert chances(p, f"drop {there}") == {
        "lost": Fraction(6 - lands),
        "lands": Fraction(lands),
    }


@rule("red-star", "18.1.1")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("", {"fights on": 3, "disillusioned": 2, "surrender": 1}),
        ("6117", {"fights on": 2, "disillusioned": 2, "surrender": 2}),
        ("6117, 2842, 1221", {"disillusioned": 2, "surrender": 4}),
    ],
)
def test_the_first_step_into_moscow_shows_what_it_may_bring(
    held: str, expected: dict[str, int]
) -> None:
    more = f"[markers]\naxis held: {held}" if held else ""
    p = play(war("4826: GTK41", "", "axis-movement", more=more), "select GTK41")
    assert chances(p, "move 4828") == {r: Fraction(n) for r, n in expected.items()}
    beyond = next(h for h in offered(p, "move") if "4828" in shown(p, f"move {h}").path[:-1])
    assert chances(p, f"move {beyond}") == chances(p, "move 4828"), "in passing too"
    p.entered = 1 << p.charts.moscow
    assert not shown(p, "move 4828").chances, "only the first time"


@rule("red-star", "18.1.1", "10.4", "9.0.3")
def test_a_depot_in_moscow_rolls_the_die_and_takes_nothing() -> None:
    p = war("4827: GDEP01", "", "axis-movement", dice=(6,))
    play(p, "select GDEP01")
    assert chances(p, "move 4828")["surrender"] == 1
    play(p, "move 4828")
    assert events(p, "surrender")
    moscow = p.charts.moscow
    assert p.entered >> moscow & 1
    assert not p.captured >> moscow & 1 and not p.axis_held >> moscow & 1


@rule("red-star", "10.4.4", "10.2.3", "9.0.1")
def test_a_port_supplies_only_the_side_that_controls_it() -> None:
    p = war("", "1111: SRC01\n0440: SRC02", "supply", dice=(6,) * 9)
    assert p.out >> number_of(p, "SRC01") & 1, "Constanta is Rumanian"
    assert not p.out >> number_of(p, "SRC02") & 1
    held = "[markers]\naxis held: 1816, 1221, 1112"
    p = war("0440: GIK26\n1111: GIK01", "", "supply", dice=(6,) * 9, more=held)
    assert p.out >> number_of(p, "GIK26") & 1, "Batum is Soviet"
    assert not p.out >> number_of(p, "GIK01") & 1
