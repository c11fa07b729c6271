"""7.1-7.7 Combat: who attacks what, at which odds."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.titles.red_star.charts import AXIS, SOVIET
from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import reckoned
from .situations import (
    events,
    number_of,
    offered,
    play,
    refused,
    situation,
    steps,
    to_choose,
    verbs,
    where,
)

SIMPLE = """
    turn: 2
    phase: {phase}
    [Axis]
    2144: GTK41, GIK26, GDEP01
    2143: GIK01
    [Soviet]
    2145: SA03 (2-4), SHQ-WESTER
    2146: SA04 (2-4)
"""


def fight(axis: str, soviet: str, turn: int = 2, phase: str = "axis-combat", more: str = "") -> War:
    return situation(f"turn: {turn}\nphase: {phase}\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n{more}")


# 7.1, 7.2 General rules


@rule("red-star", "7.1.1", "7.2.1", "7.2.2", "7.2.3", "2.0")
def test_units_attack_enemies_next_to_them_in_their_own_phase() -> None:
    p = situation(SIMPLE.format(phase="axis-combat"))
    assert to_choose(p) == AXIS
    assert offered(p, "attack") == {"2145"}
    assert refused(p, "attack 2146").case == "7.2.2"
    assert refused(p, "attack 2044").case == "7.1.1"
    play(p, "attack 2145")
    assert refused(p, "add SA04").case == "7.1.1"
    assert refused(p, "add GIK01").case == "7.2.2"
    # Nobody has to attack: the attack is given up, and the phase ended.
    play(p, "cancel", "done")
    assert to_choose(p) == SOVIET
    assert p.current.key == "soviet-combat"
    assert offered(p, "attack") == {"2144"}


@rule("red-star", "7.2.4", "7.2.5")
def test_once_attacking_and_once_attacked_in_a_phase() -> None:
    p = situation(SIMPLE.format(phase="axis-combat") + "2044: SRC01", dice=[3, 3])
    # 9 to 5 is 3-2; a three has no effect.
    play(p, "attack 2145", "add GTK41", "resolve")
    assert refused(p, "attack 2145").case == "7.2.5"
    p = fight("2144: GTK41, GIK26", "2145: SA03 (2-4)\n2044: SRC01")
    p.dice = situation("phase: axis-combat", dice=[3, 3]).dice
    play(p, "attack 2145", "add GTK41", "resolve", "attack 2044")
    assert refused(p, "add GTK41").case == "7.2.4"
    assert offered(p, "add") == {"GIK26"}, "another attack from the same space is another unit's"


@rule("red-star", "7.2.6")
def test_without_attack_strength_no_attack() -> None:
    p = situation(SIMPLE.format(phase="axis-combat"))
    play(p, "attack 2145")
    assert refused(p, "add GDEP01").case == "7.2.6"
    p = situation(SIMPLE.format(phase="soviet-combat"))
    play(p, "attack 2144")
    assert refused(p, "add SHQ-WESTER").case == "7.2.6"


@rule("red-star", "7.2.7", "7.2.8")
def test_only_one_headquarters_and_one_depot_defend() -> None:
    p = fight("2144: GTK41", "2145: SHQ-WESTER, SHQ-LENING")
    assert reckoned(p, "2145", "GTK41").defence == 1
    p = fight("2145: GDEP01, GDEP02, ROHQ3, ROHQ4", "2144: ST01 (9-8)", phase="soviet-combat")
    assert reckoned(p, "2145", "ST01").defence == 2


@rule("red-star", "7.1.2")
def test_odds_below_the_table_are_no_attack() -> None:
    p = fight("2144: GIBG01 (1)", "2145: SA03 (2-4)")
    play(p, "attack 2145", "add GIBG01")
    assert refused(p, "resolve").case == "7.1.2"
    p = fight("2144: GIBG01", "2145: SA03 (2-4)")
    play(p, "attack 2145", "add GIBG01")
    assert "resolve" in verbs(p), "1 to 2 is in the table of the open"


# 7.3 Many units


@rule("red-star", "7.3.1")
def test_one_unit_may_attack_several_spaces_and_several_units_only_one() -> None:
    p = fight("2144: GTK41, GIK26\n2244: GIK01", "2145: SRC01\n2044: SRC02")
    play(p, "attack 2145", "add GTK41", "target 2044")
    assert "add" not in verbs(p)
    assert refused(p, "add GIK26").case == "7.3.1"
    both = reckoned(p, "2145 2044", "GTK41")
    assert (both.attack, both.defence) == (9, 4), "undivided, against both together"
    p = fight("2144: GTK41, GIK26\n2244: GIK01", "2145: SRC01\n2044: SRC02")
    play(p, "attack 2145", "add GTK41", "add GIK26", "add GIK01")
    assert refused(p, "target 2044").case == "7.3.1"
    assert reckoned(p, "2145", "GTK41", "GIK26", "GIK01").attack == 19


@rule("red-star", "7.3.1")
def test_defenders_of_a_space_are_attacked_together() -> None:
    p = fight("2144: GTK41", "2145: SRC01, SMC01, SGC1")
    assert reckoned(p, "2145", "GTK41").defence == 6


@rule("red-star", "7.3.1", "7.4.1")
def test_the_terrain_best_for_the_defender_counts() -> None:
    # 3806 clear, 3807 swamp, 3707 swamp; one unit attacks a clear and a swamp space.
    p = fight("3806: GTK41", "3807: SRC01\n3906: SRC02")
    grid = p.charts.grid
    assert p.charts.board.terrain_of(grid.hex("3807")) == "swamp"
    alone = reckoned(p, "3807", "GTK41")
    # 9 to 2 in a swamp: the fifth column of the hard row is 4-1.
    assert (alone.attack, alone.defence, alone.column) == (9, 2, 4)
    both = reckoned(p, "3807 3906", "GTK41")
    # 9 to 4 (river or not): 2-1 is the third column of the hard row.
    assert both.column == p.charts.odds["hard"].index("2-1") - (both.defence > 4)


@rule("red-star", "7.3.1")
def test_allies_of_two_nations_do_not_attack_together() -> None:
    p = fight("2144: GTK41, RO01K\n2244: HUMK", "2145: SA03 (2-4)")
    play(p, "attack 2145", "add RO01K")
    assert refused(p, "add HUMK").case == "7.3.1"
    play(p, "add GTK41")
    assert refused(p, "add HUMK").case == "7.3.1"
    p = fight("2144: GTK41, RO01K\n2244: HUMK", "2145: SA03 (2-4)")
    play(p, "attack 2145", "add GTK41", "add HUMK")
    assert refused(p, "add RO01K").case == "7.3.1"


# 7.4 Terrain and weather


@rule("red-star", "7.4.1", "13.0.3")
@pytest.mark.parametrize(
    ("here", "there", "turn", "row"),
    [
        ("2144", "2145", 2, "open"),
        ("0305", "0304", 2, "rough"),  # forest
        ("3806", "3807", 2, "hard"),  # swamp
        ("3806", "3807", 9, "rough"),  # in snow it is forest
        ("0205", "0204", 2, "rough"),  # mountain
        ("3126", "3026", 2, "hard"),  # Kharkov, a major city
        ("2422", "2322", 2, "open"),  # Krivoi Rog, a minor one
    ],
)
def test_the_row_of_the_defenders_terrain(here: str, there: str, turn: int, row: str) -> None:
    p = fight(f"{here}: GTK41", f"{there}: SA03 (2-4)", turn=turn)
    # 9 to 4 is 2-1.
    assert reckoned(p, there, "GTK41").column == p.charts.odds[row].index("2-1")


@rule("red-star", "7.4.2")
def test_rivers_help_the_defender_if_all_attack_across_them() -> None:
    # 2038 and 2039 lie on two banks of a minor river.
    minor = fight("2038: GTK41", "2039: SA03 (2-4)")
    assert reckoned(minor, "2039", "GTK41").defence == 6
    assert reckoned(fight("2038: GTK41", "2039: SHQ-WESTER"), "2039", "GTK41").defence == 2
    major = fight("3034: GTK41\n3136: GIK26", "3135: SA03 (2-4)")
    doubled = reckoned(major, "3135", "GTK41")
    assert doubled.defence == 8
    assert [term.value for term in doubled.terms if term.case == "7.4.2"] == [4]
    assert reckoned(major, "3135", "GTK41", "GIK26").defence == 4, "one of them is on the same bank"


@rule("red-star", "7.4.2")
def test_minor_and_major_rivers_together_double() -> None:
    p = fight("2144: GTK41", "2145: SRC01")
    charts, grid = p.charts, p.charts.grid
    for there in members(charts.land & charts.board.terrain["clear"] & p.area):
        banks: dict[str, int] = {}
        for here in grid.adjacent(there):
            side = grid.direction(here, there)
            if p.area >> here & 1 and charts.over_major[side] >> there & 1:
                banks["major"] = here
            elif p.area >> here & 1 and charts.over_minor[side] >> there & 1:
                banks["minor"] = here
        if len(banks) == 2 and not charts.cities >> there & 1:
            break
    text = f"{p.label(banks['major'])}: GTK41\n{p.label(banks['minor'])}: GIK26"
    p = fight(text, f"{p.label(there)}: SA03 (2-4)")
    assert reckoned(p, p.label(there), "GIK26").defence == 6
    assert reckoned(p, p.label(there), "GTK41", "GIK26").defence == 8


@rule("red-star", "7.4.2")
def test_the_kerch_straits_are_a_major_river() -> None:
    p = fight("1529: GTK41", "1528: SA03 (2-4)")
    assert reckoned(p, "1528", "GTK41").defence == 8


@rule("red-star", "7.4.3")
def test_the_fortress_of_sevastopol() -> None:
    p = fight("1222: GTK41", "1221: SA03 (2-4)")
    assert reckoned(p, "1221", "GTK41").column == p.charts.odds["hard"].index("2-1")
    ruined = fight("1222: GTK41", "1221: SA03 (2-4)", more="[markers]\nflags: ruined")
    assert reckoned(ruined, "1221", "GTK41").column == p.charts.odds["open"].index("2-1")
    # Axis defenders have nothing from it.
    p = fight("1221: GIBG01", "1222: ST01 (9-8)", phase="soviet-combat")
    assert reckoned(p, "1221", "ST01").column == p.charts.odds["open"].index("3-1")
    # Entered, it is destroyed, and costs what a minor city costs from then on.
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n1222: GTK41, GTK03")
    play(p, "select GTK41", "move 1221")
    assert events(p, "moved")[-1][2] == 4
    assert events(p, "ruined")
    play(p, "select GTK03", "move 1221")
    assert events(p, "moved")[-1][2] == 1


CITY = "turn: 2\nphase: axis-combat\n[Axis]\n3126: {axis}\n[Soviet]\n3026: SA03 (2-4)"


@rule("red-star", "7.4.4")
def test_motorized_attackers_lose_steps_in_cities() -> None:
    # 18 to 4 in the hard row is 4-1, the fifth column: a four is D1.
    text = CITY.format(axis="GTK41, GTK03")
    p = situation(text, dice=[4, 1, 2])
    play(p, "attack 3026", "all", "resolve", "retreat 0")
    assert steps(p, "GTK41") + steps(p, "GTK03") == 7
    assert [fact[1] for fact in events(p, "street_fighting")] == [1, 2]
    # Half of the steps is not more than half.
    p = situation(CITY.format(axis="GTK41, GIK26"), dice=[4])
    play(p, "attack 3026", "all", "resolve")
    assert not events(p, "street_fighting")


@rule("red-star", "7.4.4")
def test_shaken_motorized_attackers_lose_steps_up_to_a_three() -> None:
    # 18 to 4 again: a one is A1; the unit that loses the step is shaken, the other is not.
    p = situation(CITY.format(axis="GTK41, GTK03"), dice=[1, 3, 3])
    play(p, "attack 3026", "all", "resolve", "retreat 0", "lose GTK41")
    assert steps(p, "GTK03") == 4
    assert where(p, "GTK41") == "", "a battlegroup took its place after the second step"
    assert len(events(p, "street_fighting")) == 2


@rule("red-star", "7.4.5", "13.0.4", "13.0.5", "7.1.2")
@pytest.mark.parametrize(
    ("turn", "die"), [(7, 0), (8, 3), (11, 3), (12, 0), (22, 1), (25, 1), (26, 0), (36, 1), (39, 1)]
)
def test_winter_adds_to_every_die(turn: int, die: int) -> None:
    text = "phase: axis-combat\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SRC01"
    p = situation(f"scenario: heartland\nturn: {turn}\n{text}")
    assert reckoned(p, "2145", "GTK41").die == die
    assert reckoned(p, "2145", "GTK41", overrun=True).die == die + 1


@rule("red-star", "7.4.5", "3.3.5", "13.0.3")
def test_attacks_over_the_red_arrows() -> None:
    text = "turn: {}\nphase: {}\n[Axis]\n6218: {}\n[Soviet]\n6219: {}\n"
    p = situation(text.format(9, "soviet-combat", "GIK26 (3)", "SA03 (3-5), ST01 (6-5)"))
    play(p, "attack 6218")
    assert offered(p, "add") == {"SA03"}, "on foot only"
    assert reckoned(p, "6218", "SA03").defence == 7, "like a minor river"
    p = situation(text.format(5, "soviet-combat", "GIK26 (3)", "SA03 (3-5)"))
    assert "attack" not in verbs(p)
    p = situation(text.format(9, "axis-combat", "GIK26", "SA03 (3-5)"))
    assert p.current.key == "soviet-combat", "the Axis has nobody to attack"


# 7.5 Air power

AIR = """
    turn: {turn}
    phase: {phase}
    [Axis]
    {axis}
    3901: GAB1
    {fleet}: GAF1
    [Soviet]
    {soviet}
"""


@rule("red-star", "7.5.1", "7.5.2", "12.2.1", "12.2.2", "7.1.2", "7.5.4", "12.2.7", "13.0.3")
def test_air_fleets_shift_attacks_on_soviets_to_the_right() -> None:
    def column(fleet: str, turn: int = 2) -> int | None:
        text = AIR.format(
            turn=turn,
            phase="axis-combat",
            axis="2144: GTK41",
            fleet=fleet,
            soviet="2145: SA03 (2-4)",
        )
        p = situation(text)
        assert (
            reckoned(p, "2145", "GTK41", overrun=True).column == reckoned(p, "2145", "GTK41").column
        )
        return reckoned(p, "2145", "GTK41").column

    assert column("2149") == 5, "four spaces away: 2-1 becomes 3-1"
    assert column("2150") == 4, "five spaces away"
    assert column("2149", turn=9) == 4, "not in snow"


@rule("red-star", "7.5.3", "12.2.3")
def test_air_fleets_shift_attacks_on_the_axis_to_the_left() -> None:
    text = AIR.format(
        turn=2, phase="soviet-combat", axis="2144: GIBG01", fleet="{}", soviet="2145: ST01 (9-8)"
    )
    assert reckoned(situation(text.format("2146")), "2144", "ST01").column == 4, "3-1 becomes 2-1"
    assert reckoned(situation(text.format("2150")), "2144", "ST01").column == 5


@rule("red-star", "7.1.2", "7.5.2")
def test_all_defenders_must_be_in_range_and_the_table_has_an_end() -> None:
    text = AIR.format(
        turn=2,
        phase="axis-combat",
        axis="2144: GTK41",
        fleet="{}",
        soviet="2145: SRC01\n2243: SRC02",
    )
    # Both are attacked by one unit; 2243 is six spaces from 2149, 2145 four.
    assert reckoned(situation(text.format("2149")), "2145 2243", "GTK41").column == 4
    assert reckoned(situation(text.format("2146")), "2145 2243", "GTK41").column == 5
    text = AIR.format(
        turn=2, phase="axis-combat", axis="2144: GTK41, GTK03", fleet="2146", soviet="2145: SRC01"
    )
    assert reckoned(situation(text), "2145", "GTK41", "GTK03").column == 9, "the last column"


# 7.6 Siege Artillery

SIEGE = """
    turn: 2
    phase: axis-combat
    [Axis]
    3126: {attackers}
    {gun}: GSIEGE{company}
    [Soviet]
    3026: SA03 (2-4)
    {more}
"""


def asked(gun: str, attackers: str = "GIK26, GIK01", company: str = "", more: str = "") -> War:
    p = situation(
        SIEGE.format(gun=gun, attackers=attackers, company=company, more=more), dice=[6, 6, 6, 6]
    )
    play(p, "attack 3026", "all", "resolve")
    return p


@rule("red-star", "7.6.2", "7.1.2")
def test_the_siege_artillery_may_add_four_within_two_spaces() -> None:
    p = asked("3024")
    assert verbs(p) == {"bombard", "hold_fire"}
    play(p, "bombard")
    # 10 to 4: 2-1; a six and four is a ten.
    assert events(p, "attacked")[-1][5] == 10
    p = asked("3024")
    play(p, "hold_fire")
    assert events(p, "attacked")[-1][5] == 6
    assert "bombard" not in verbs(asked("3023")), "three spaces away"
    assert "bombard" not in verbs(asked("3024", attackers="RO01K, RO02K")), "no German unit"


@rule("red-star", "7.6.2")
def test_the_siege_artillery_fires_at_cities_only_and_once() -> None:
    p = fight("2144: GTK41, GIK26, GSIEGE", "2145: SA03 (2-4)")
    p.dice = situation("phase: axis-combat", dice=[3] * 9).dice
    play(p, "attack 2145", "all", "resolve")
    assert "bombard" not in verbs(p)
    # Ploesti and Bucharest, two spaces from the gun.
    text = """
        turn: 2
        phase: axis-combat
        [Axis]
        1306: GSIEGE
        1408: GIK26, GIK01
        1208: GIK02, GIK04
        [Soviet]
        1407: SA03 (2-4)
        1207: SA04 (2-4)
    """
    for fire, again in (("bombard", False), ("hold_fire", True)):
        p = situation(text, dice=[1] * 9)
        play(p, "attack 1407", "add GIK26", "add GIK01", "resolve", fire)
        while "lose" in verbs(p) or "retreat" in verbs(p):
            play(p, "retreat 0" if "retreat" in verbs(p) else f"lose {min(offered(p, 'lose'))}")
        play(p, "attack 1207", "add GIK02", "add GIK04", "resolve")
        assert ("bombard" in verbs(p)) is again


@rule("red-star", "7.6.2", "7.2.4", "7.2.5")
def test_what_was_done_in_one_combat_phase_does_not_count_in_the_next() -> None:
    text = SIEGE.format(gun="3024", attackers="GIK26, GIK01", company="", more="")
    p = situation(text.replace("axis-combat", "axis-movement"), dice=[6] * 9)
    p.siege_used = True
    p.fought, p.was_attacked = 1 << number_of(p, "GIK26"), 1 << number_of(p, "SA03")
    play(p, "done")
    assert p.current.key == "axis-combat"
    assert (p.siege_used, p.fought, p.was_attacked) == (False, 0, 0)
    play(p, "attack 3026", "all", "resolve", "hold_fire", "retreat 0")
    while p.current.key == "axis-combat":
        play(p, "done" if "done" in verbs(p) else f"lose {min(offered(p, 'lose'))}")
    assert (p.fought, p.was_attacked) == (0, 0), "and the Soviet phase begins anew"


@rule("red-star", "7.1.2", "7.4.4", "7.6.2")
def test_an_attack_below_the_table_does_not_take_place() -> None:
    # The army draws 3-6: two to six is below the first column for a city.
    p = situation(
        """
        turn: 2
        phase: axis-combat
        [Axis]
        3126: GTBG01 (1)
        3024: GSIEGE
        [Soviet]
        3026: SA03
        """,
        dice=[28, 1],
    )
    play(p, "attack 3026", "add GTBG01", "resolve")
    assert events(p, "called_off")
    assert not p.siege_used, "nobody asks for the gun"
    assert not events(p, "street_fighting")
    assert where(p, "GTBG01") == "3126"
    assert p.current.key == "soviet-combat"


@rule("red-star", "7.6.3")
def test_guns_next_to_the_enemy_help_only_units_of_their_own_space() -> None:
    # 3025 is next to 3026 and so to a Soviet unit.
    near = situation(SIEGE.format(gun="3025", attackers="GIK26, GIK01", company="", more=""))
    assert near.siege_exposed
    p = situation(
        SIEGE.format(gun="3025", attackers="GIK26, GIK01", company=", GIK02", more=""), dice=[6] * 9
    )
    play(p, "attack 3026", "add GIK26", "add GIK01", "resolve")
    assert "bombard" not in verbs(p)
    p = situation(
        SIEGE.format(gun="3025", attackers="GIK26, GIK01", company=", GIK02", more=""), dice=[6] * 9
    )
    play(p, "attack 3026", "add GIK26", "add GIK02", "resolve")
    assert "bombard" in verbs(p)


# 7.7 Leaders


@rule("red-star", "7.7.1", "7.7.2", "14.4.6", "14.4.1", "7.1.2")
def test_leaders_add_their_rating_to_soviet_attacks() -> None:
    def die(leaders: str, phase: str = "soviet-combat") -> int:
        text = f"2145: GIK26, GTK41\n2244: GIK01\n[Soviet]\n2146: ST01 (9-8)\n{leaders}\n"
        p = situation(f"turn: 2\nphase: {phase}\n[Axis]\n{text}")
        unit, target = ("ST01", "2145") if phase == "soviet-combat" else ("GTK41", "2146")
        assert reckoned(p, target, unit, overrun=True).die == reckoned(p, target, unit).die + 1
        return reckoned(p, target, unit).die

    assert die("2148: LEADER-Zhukov") == 3
    assert die("2149: LEADER-Zhukov") == 0, "four spaces away"
    assert die("2148: LEADER-Popov, LEADER-Konev") == 2, "the best of them, not the sum"
    assert die("2148: LEADER-Zhukov", phase="axis-combat") == 0, "no help in defence"


@rule("red-star", "7.7.2", "7.1.2")
def test_every_defender_must_be_near_a_leader() -> None:
    p = fight(
        "2145: GIBG01\n2243: GIBG02", "2144: ST01 (9-8)\n2148: LEADER-Popov", phase="soviet-combat"
    )
    assert reckoned(p, "2145", "ST01").die == 1
    assert reckoned(p, "2145 2243", "ST01").die == 0


@rule("red-star", "7.1.2")
def test_a_modified_die_is_ten_at_most() -> None:
    p = situation(
        """
        turn: 9
        phase: soviet-combat
        [Axis]
        2145: GIBG01
        [Soviet]
        2146: SA03 (3-5)
        2148: LEADER-Zhukov
        """,
        dice=[6],
    )
    play(p, "attack 2145", "add SA03", "resolve")
    assert events(p, "attacked")[-1][5] == 10


@rule("red-star", "7.3.1")
def test_all_means_germans_and_one_allied_nation() -> None:
    p = situation(
        "turn: 3\nphase: axis-combat\n[Axis]\n2144: GIK26, RO01K\n2244: HU1A\n2044: RO02K\n"
        "[Soviet]\n2145: SA03 (2-4)",
        dice=[1] * 9,
    )
    assert offered(play(p, "attack 2145"), "add") == {"GIK26", "RO01K", "RO02K", "HU1A"}
    play(p, "all", "resolve")
    names = {p.name(unit) for unit in events(p, "attacked")[-1][1]}  # type: ignore[attr-defined]
    assert names in ({"GIK26", "RO01K", "RO02K"}, {"GIK26", "HU1A"})
