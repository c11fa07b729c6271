"""Rules that meet: odds, cups, rivers, cities, guns, and what is shown before the die."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import attack, chances, mix, odds, shown, war
from .situations import (
    box_of,
    events,
    number_of,
    offered,
    play,
    refused,
    steps,
    to_choose,
    verbs,
    where,
)

# Markers still to be drawn


STEPPE, TWO = ("2144: GTK41", "2145: SA03"), "1-3 5-8"


@rule("red-star", "6.2.2", "7.1.2")
@pytest.mark.parametrize(
    ("axis", "soviet", "targets", "cup", "expected", "columns"),
    [
        (*STEPPE, "2145", TWO, "A2 1 A1 3 NE 2 D1 4 D2 2", "1-1 3-1"),
        # Without replacement: seven in any case.
        ("2145: GTK41", "2146: SA03\n2245: SA04", "2146 2245", "1-3 2-4",
         "A2 2 A1 4 NE 2 D1 4", "1-1"),
        # 10.6.1: halved, two or four.
        ("2144: GTK41", "2145: SA03 (out)", "2145", TWO, "A1 2 NE 2 D1 4 D2 3 D3 1", "2-1 4-1"),
        # 7.4.2: over a minor river, five or ten.
        ("2240: GTK41", "2340: SA03", "2340", TWO, "A2 2 A1 4 NE 3 D1 3", "1-2 3-2"),
        # 1.5.1: halved and doubled, so as printed.
        ("2840: GTK41", "2841: SA03 (out)", "2841", TWO, "A2 1 A1 3 NE 2 D1 4 D2 2", "1-1 3-1"),
        # One has drawn.
        ("2145: GTK41", "2146: SA03 (2-4)\n2245: SA04", "2146 2245", TWO,
         "A2 3 A1 4 NE 2 D1 3", "1-2 1-1"),
        # 7.5.2: one column better each.
        ("2144: GTK41\n2143: GAF1", "2145: SA03", "2145", TWO,
         "A1 2 NE 3 D1 4 D2 2 D3 1", "3-2 4-1"),
    ],
)  # fmt: skip
def test_an_army_without_a_marker_defends_with_what_the_cup_holds(
    axis: str, soviet: str, targets: str, cup: str, expected: str, columns: str
) -> None:
    p = attack(war(axis, soviet, cup=cup), targets, "GTK41")
    assert chances(p, "resolve", 12) == mix(expected)
    assert shown(p, "resolve").columns == tuple(columns.split())
    assert [doubt.case for doubt in shown(p, "resolve").uncertain] == ["6.2.2"]


@rule("red-star", "6.2.2", "7.1.2")
def test_two_attackers_draw_from_one_cup() -> None:
    p = war("2145: GIBG01", "2144: SA03\n2146: SA04", "soviet-combat", cup="1-3 3-6")
    attack(p, "2145", "SA03", "SA04")
    assert chances(p, "resolve") == mix("A2 1 A1 2 NE 1 D1 2")
    assert shown(p, "resolve").columns == ("1-1",)


@rule("red-star", "7.1.2", "6.2.2", "7.2.4")
def test_a_weak_marker_leaves_the_attack_below_the_table() -> None:
    p = war("2145: GIK26", "2144: SA03", "soviet-combat", cup="1-3 3-6", dice=(1, 3))
    attack(p, "2145", "SA03")
    assert chances(p, "resolve", 12) == mix("AE 2 A2 2 A1 1 none 6 NE 1")
    play(p, "resolve")
    assert events(p, "called_off") and not events(p, "attacked")
    marker = p.marker[number_of(p, "SA03")]
    assert p.charts.markers[marker].full == (1, 3), "which it keeps"


@rule("red-star", "8.0.3", "6.2.2")
def test_an_overrun_of_an_army_without_a_marker() -> None:
    p = play(war(*STEPPE, "axis-movement", cup=TWO), "select GTK41")
    assert chances(p, "overrun 2145", 12) == mix("A1 2 NE 2 1/1 2 D1 4 D2 2")


@rule("red-star", "6.2.3", "6.2.4", "6.2.2")
def test_who_keeps_a_marker_and_who_draws_in_the_administrative_phase() -> None:
    p = war(
        "2444: GSD207",
        "2145: SA03 (2-4.9, out)\n2148: SA04 (2-4.5, lack)\n2445: SA05",
        "administrative",
        dice=(1,) * 9,
    )
    assert p.marker[number_of(p, "SA03")] >= 0, "out of supply"
    assert p.marker[number_of(p, "SA04")] < 0 and sum(p.at_start) == 1
    assert p.marker[number_of(p, "SA05")] >= 0, "next to a unit that does not contest"


# Rivers


@rule("red-star", "7.4.2", "7.1.2", "7.3.1")
@pytest.mark.parametrize(
    ("soviet", "expected"),
    [
        ("2340: SRC01\n2341: SRC02", (9, 6)),
        # Over land and over a river: not all of the attack crosses one (ruling).
        ("2340: SRC01\n2241: SRC02", (9, 4)),
        ("2340: SHQ-WESTER", (9, 2)),
        ("2340: SHQ-WESTER\n2341: SHQ-RESERV", (9, 4)),
    ],
)
def test_the_river_bonus_is_for_the_total_defence(soviet: str, expected: tuple[int, int]) -> None:
    targets = " ".join(line.split(":")[0] for line in soviet.split("\n"))
    assert odds(war("2240: GTK41", soviet), targets, "GTK41") == expected


@rule("red-star", "7.4.2")
def test_major_and_minor_rivers_together_double_the_total() -> None:
    assert odds(war("2540: GTK41", "2541: SRC01\n2639: SRC02"), "2541 2639", "GTK41") == (9, 8)
    p = war("2540: GIK26\n2739: GIK01", "2639: SRC01")
    assert odds(p, "2639", "GIK26", "GIK01") == (10, 4)
    p = war("2540: GIK26\n2739: GIK01\n2638: GIK02", "2639: SRC01")
    assert odds(p, "2639", "GIK26", "GIK01", "GIK02") == (15, 2), "one of them is on their bank"


@rule("red-star", "7.4.5", "7.15.7", "3.3.5")
def test_over_the_ice_attacks_meet_a_minor_river_and_nobody_advances() -> None:
    p = war("6218: GIBG01", "6219: SA03 (4-6), SMC01", "soviet-combat", 9)
    play(p, "attack 6218")
    assert offered(p, "add") == {"SA03"}, "the mechanized corps stays behind"
    play(p, "cancel")
    assert odds(p, "6218", "SA03") == (4, 5)
    p = war("6218: GIBG01 (1)", "6219: SA03 (4-6)", "soviet-combat", 9, dice=(6, 1))
    play(attack(p, "6218", "SA03"), "resolve")
    assert where(p, "GIBG01") == ""
    assert "advance" not in verbs(p)


# Columns and dice


@rule("red-star", "7.1.2", "7.5.2")
def test_odds_below_the_table_are_refused_whatever_flies() -> None:
    p = war("2144: GIBG01\n2143: GAF1", "2145: SG01 (7-9)", turn=30)
    assert refused(attack(p, "2145", "GIBG01"), "resolve").case == "7.1.2"


@rule("red-star", "7.1.2", "7.5.2", "7.5.3", "12.2.7")
@pytest.mark.parametrize(
    ("axis", "soviet", "phase", "turn", "units", "column", "expected"),
    [
        ("2144: GTK41, GTK03\n2143: GAF1", "2145: SRC01", "axis-combat", 2, "GTK41 GTK03",
         "7-1", "D2 1 D3 2 DE 3"),
        ("2145: GIBG01, GIBG02\n2143: GAF1", "2144: SA03 (2-4)", "soviet-combat", 2, "SA03",
         "1-3", "AE 2 A2 2 A1 1 NE 1"),
        # Snow: no shift, three more.
        ("2144: GTK41\n2143: GAF1", "2145: SA03 (2-4)", "axis-combat", 9, "GTK41",
         "2-1", "1/1 3 D1 2 D2 1"),
        # A column to the left and two more on the die.
        ("2145: GTBG01\n2143: GAF1", "2144: ST01 (9-8)\n2146: LEADER-Konev", "soviet-combat", 2,
         "ST01", "2-1", "NE 1 1/1 2 D1 2 D2 1"),
    ],
)  # fmt: skip
def test_columns_and_dice_are_shown_as_they_will_be(
    axis: str, soviet: str, phase: str, turn: int, units: str, column: str, expected: str
) -> None:
    p = war(axis, soviet, phase, turn)
    attack(p, "2145", *units.split())
    assert shown(p, "resolve").columns == (column,)
    assert chances(p, "resolve") == mix(expected)


@rule("red-star", "7.5.2", "7.3.1")
def test_one_space_out_of_range_keeps_the_fleet_away() -> None:
    p = war("2144: GTK41\n2141: GAF1", "2145: SRC01\n2244: SRC02")
    assert shown(attack(p, "2145", "GTK41"), "resolve").columns == ("5-1",)
    play(p, "cancel")
    p = war("2145: GTK41\n2141: GAF1", "2146: SRC01\n2245: SRC02")
    assert shown(attack(p, "2245 2146", "GTK41"), "resolve").columns == ("2-1",)


@rule("red-star", "8.0.9", "7.7.2", "7.4.5", "8.0.3")
@pytest.mark.parametrize(
    ("turn", "leader", "expected", "die"),
    [
        # Three for winter, three for Zhukov, one for the overrun: ten at most.
        (9, "2148: LEADER-Zhukov", "1/1 2 1/2 4", 10),
        (37, "", "NE 1 1/1 2 D1 2 D2 1", 5),
    ],
)
def test_winter_leaders_and_the_overrun_add_up(
    turn: int, leader: str, expected: str, die: int
) -> None:
    # 9 to 4 is 2-1.
    p = war("2145: GIBG01, GIBG02 (1)", f"2146: ST01 (9-8)\n{leader}", "soviet-movement", turn)
    play(p, "select ST01")
    assert chances(p, "overrun 2145") == mix(expected)
    play(p, "overrun 2145")
    assert events(p, "attacked")[-1][5] == die


# Cities


KHARKOV = "3026: SA03 (2-4), A-FACT-06, A-FACT-07"


@rule("red-star", "7.13.3", "7.4.4", "7.3.1")
def test_an_army_with_factories_stands_and_fights() -> None:
    p = attack(war("3126: GTK41, GTK03", KHARKOV, dice=(5, 6, 6)), "3026", "GTK41", "GTK03")
    before = shown(p, "resolve")
    assert chances(p, "resolve") == mix("A1 2 NE 2 D1 2")
    assert before.columns == ("3-1",)
    (held,) = (c for c in before.chances if c.result == "D1")
    assert "loses a step" in held.text and "retreat" not in held.text
    assert "7.4.4" in [doubt.case for doubt in before.uncertain]
    play(p, "resolve")
    assert (where(p, "SA03"), steps(p, "SA03")) == ("3026", 1)
    assert len(events(p, "street_fighting")) == 2


@rule("red-star", "7.9.9", "7.13.3", "7.15.1")
def test_a_factory_that_is_left_keeps_everybody_out() -> None:
    p = war("3126: GTK41, GTK03\n3025: GTK14, GTK24", KHARKOV, dice=(6,) * 9)
    play(attack(p, "3026", "GTK41", "GTK03", "GTK14", "GTK24"), "resolve")
    assert events(p, "attacked")[-1][6] == "D3"
    play(p, "lose A-FACT-06")
    assert where(p, "SA03") == ""
    assert {box_of(p, "A-FACT-06"), box_of(p, "A-FACT-07")} == {"destroyed", ""}
    assert "advance" not in verbs(p)


@rule("red-star", "7.4.4")
@pytest.mark.parametrize(("infantry", "street"), [("GIK26", False), ("GIK26 (3)", True)])
def test_half_of_the_steps_is_not_more_than_half(infantry: str, street: bool) -> None:
    # 14 to 4 in a city is column 3-1; 12 to 4 too. A one is A1.
    p = war(f"3126: GTK41, {infantry}", "3026: SA03 (2-4)", dice=(1, 4, 4))
    attack(p, "3026", "GTK41", "GIK26")
    assert ("7.4.4" in [d.case for d in shown(p, "resolve").uncertain]) is street
    play(p, "resolve", "retreat 0", "lose GIK26")
    assert bool(events(p, "street_fighting")) is street
    assert steps(p, "GTK41") == 4


@rule("red-star", "7.4.4", "7.10.3")
@pytest.mark.parametrize(("die", "left"), [(3, 3), (4, 4)])
def test_tanks_that_retreat_from_a_city_suffer_more(die: int, left: int) -> None:
    p = war("3126: GTK41, GTK03", "3026: SA03 (2-4)", dice=(1, die, 6))
    # 9 to 4 is 2-1, in a city a one is A2.
    play(attack(p, "3026", "GTK41"), "resolve", "retreat 2")
    assert where(p, "GTK03") == "", "it did not attack"
    while "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert steps(p, "GTK41") == left


@rule("red-star", "7.6.2", "7.1.2", "7.4.5")
@pytest.mark.parametrize(
    ("turn", "fire", "hold"),
    [(2, "1/- 1 1/1 3 D1 2", "A1 2 NE 2 D1 2"), (9, "1/- 1 1/1 5", "1/- 1 1/1 2 NE 1 D1 2")],
)
def test_the_siege_artillery_shows_its_chances_before_it_fires(
    turn: int, fire: str, hold: str
) -> None:
    # 15 to 5 in a city is 3-1.
    axis = "3126: GIK26, GIK01\n3025: GIK02\n3024: GSIEGE"
    p = war(axis, "3026: SA03 (2-5)", turn=turn, dice=(6,) * 9)
    attack(p, "3026", "GIK26", "GIK01", "GIK02")
    assert chances(p, "resolve") == mix(hold)
    (doubt,) = shown(p, "resolve").uncertain
    assert doubt.case == "7.6.2"
    assert {c.result for c in doubt.chances} == set(mix(fire))
    play(p, "resolve")
    assert chances(p, "bombard") == mix(fire)
    assert chances(p, "hold_fire") == mix(hold)
    assert shown(p, "bombard").columns == ("3-1",)


@rule("red-star", "7.4.3", "7.4.4", "7.6.2")
@pytest.mark.parametrize("ruined", [False, True])
def test_a_destroyed_fortress_is_a_small_town(ruined: bool) -> None:
    p = war(
        "1222: GTK41, GSIEGE", "1221: SA03 (2-4)", more="[markers]\nflags: ruined" if ruined else ""
    )
    attack(p, "1221", "GTK41")
    before = shown(p, "resolve")
    assert before.columns == ("2-1",), "of another row"
    cases = {d.case for d in before.uncertain}
    assert cases == (set() if ruined else {"7.4.4", "7.6.2"})
    assert chances(p, "resolve") == mix("A1 2 NE 1 D1 2 D2 1" if ruined else "A2 1 A1 2 NE 1 D1 2")


@rule("red-star", "7.9.7", "7.13.1", "14.1.2")
def test_factories_alone_are_lost_one_by_one() -> None:
    p = war("3126: GIK26", "3026: A-FACT-06, A-FACT-07", dice=(6,) * 4)
    attack(p, "3026", "GIK26")
    # 5 to 2 in a city is 2-1.
    assert chances(p, "resolve") == mix("A2 1 A1 2 NE 1 D1 2")
    (hit,) = (c for c in shown(p, "resolve").chances if c.result == "D1")
    assert "eliminated" in hit.text or "lose" in hit.text
    play(p, "resolve")
    assert to_choose(p) == "Soviet"
    play(p, "lose A-FACT-06")
    assert box_of(p, "A-FACT-06") == "destroyed" and where(p, "A-FACT-07") == "3026"
    assert "advance" not in verbs(p)


@rule("red-star", "7.13.3", "7.8.2")
def test_an_army_that_attacks_from_beside_its_factory_does_not_retreat_either() -> None:
    p = war("3126: GIK26", "3026: SA03 (3-6), A-FACT-06", "soviet-combat", dice=(5,))
    attack(p, "3126", "SA03")
    # 3 to 7 is 1-3; a five is A1.
    (hit,) = (c for c in shown(p, "resolve").chances if c.result == "A1")
    assert "loses a step" in hit.text and "retreat" not in hit.text
    play(p, "resolve")
    assert (where(p, "SA03"), steps(p, "SA03")) == ("3026", 1)
