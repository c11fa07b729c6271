"""The variant article: airborne corps, Red Guards, guerrilla warfare, missiles, Americans."""

from __future__ import annotations

import pytest

from stavka.engine import Choice, Unsuitable
from stavka.hexes import HexSet
from stavka.titles.east_is_red.charts import CHINESE, FOOT, MECHANIZED, SOVIET
from stavka.titles.east_is_red.position import POOL, War
from stavka.titles.east_is_red.supply import has_supply, supplied_for_movement
from tests.marks import rule

from .fights import cases, strengths
from .situations import (
    TITLE,
    cost_of,
    events,
    offered,
    play,
    refused,
    situation,
    stack,
    started,
    to_choose,
    verbs,
    where,
)
from .test_variants_soviet import assault, at, controls, idle, idle_to, moving, unit


def chinese(
    chinese_units: str,
    soviet: str = "",
    *,
    phase: str = "chinese-initial-movement",
    scenario: str = "1970s-m30-full",
    turn: int = 3,
    options: str = "",
    markers: str = "",
    flags: str = "",
    dice: list[int] | None = None,
) -> War:
    return moving(
        soviet,
        chinese_units,
        scenario=scenario,
        phase=phase,
        turn=turn,
        options=options,
        markers=f"{markers}; flags: declines {flags}",
        dice=dice,
    )


# CA The airborne corps


@rule("east-is-red", "CA.1")
def test_the_airborne_corps_flies_once_from_a_city_to_friends_near_by() -> None:
    p = chinese(
        "2523: 2-3-5.1; 2318: 4-6-6.1; 2518: 4-6-6.2; 2517: 4-6-6.3; 2823: 4-6-6.4; 2923: 4-6-6.5;"
        "2126: 4-6-6.6"
    )
    play(p, "select 2-3-5.1")
    # 2517 is six hexes away, 2923 rough; Changchun (2126) is a city.
    assert offered(p, "drop") == {"2518", "2318", "2823", "2126"} - far(p, "2523", 5)
    assert refused(p, "drop 2517").case == "CA.1"
    assert refused(p, "drop 2923").case == "CA.1"
    assert refused(p, "drop 2522").case == "CA.1", "nobody is there"
    play(p, "drop 2518")
    assert where(p, "2-3-5.1") == "2518" and not p.rolled
    assert events(p, "dropped")[-1][3] == 0, "no die was needed"
    assert "2-3-5.1" not in offered(p, "select"), "no other move in this turn"
    play(p, "select 4-6-6.1")
    assert refused(p, "drop 2518").case == "CA.1"


def far(p: War, label: str, distance: int) -> set[str]:
    grid = p.charts.grid
    return {grid.label(h) for h in grid.hexes if grid.distance(h, at(p, label)) > distance}


@rule("east-is-red", "CA.1")
def test_the_airborne_corps_otherwise_is_infantry() -> None:
    p = chinese("2522: 2-3-5.1; 2518: 4-6-6.1")
    play(p, "select 2-3-5.1")
    assert "drop" not in verbs(p), "not from the open country"
    assert refused(p, "drop 2518").case == "CA.1"
    assert cost_of(p, "2-3-5.1", "2521") == 1
    used = play(chinese("2523: 2-3-5.1; 2518: 4-6-6.1", flags="airborne-used"), "select 2-3-5.1")
    assert refused(used, "drop 2518").case == "CA.1"
    marched = chinese("2522: 2-3-5.1; 2518: 4-6-6.1")
    play(marched, "select 2-3-5.1", "move 2523")
    assert "marched" in refused(marched, "drop 2518").reason
    # It attacks in the turn of its flight, with the supply of the ground.
    p = chinese("2523: 2-3-5.1; 2518: 4-6-6.1, 4-6-6.2", "2517: 1-2-9.1", dice=[1])
    play(p, "select 2-3-5.1", "drop 2518", "done")
    assault(p, "2517")
    assert strengths(p)[0] == 2 + 4 + 4


@rule("east-is-red", "CA.2")
@pytest.mark.parametrize(("die", "there"), [(1, "2518"), (4, "2518"), (5, "2523"), (6, "")])
def test_soviet_aircraft_near_the_landing_call_for_a_die(die: int, there: str) -> None:
    p = chinese("2523: 2-3-5.1; 2518: 4-6-6.1", "2512: 0-1-1.1", dice=[die])
    play(p, "select 2-3-5.1")
    shown = TITLE.preview(p, Choice("drop", "2518"))
    assert shown is not None and [c.probability for c in shown.chances] == [1 / 6, 1 / 6, 4 / 6]
    play(p, "drop 2518")
    assert where(p, "2-3-5.1") == there
    if there:
        assert p.moved >> unit(p, "2-3-5.1") & 1
        idle_to(p, 4, "chinese-initial-movement")
        assert "drop" not in verbs(play(p, "select 2-3-5.1")), "once in a game, whatever came of it"


@rule("east-is-red", "CA.2")
def test_seven_hexes_from_an_air_base_no_die_is_rolled() -> None:
    p = chinese("2523: 2-3-5.1; 2518: 4-6-6.1", "2511: 0-1-1.1", dice=[])
    assert where(play(p, "select 2-3-5.1", "drop 2518"), "2-3-5.1") == "2518"


# RG Red Guards


def red_guards(soviet: str, dice: list[int] | None = None, **more: str) -> War:
    return chinese(
        more.get("units", "0618: 4-4-5.1, 4-6-6.1; 0818: 4-6-6.2"), soviet, dice=dice,
        phase="chinese-combat", scenario="1960s-m1", turn=2, options="GW",
        flags=more.get("flags", ""),
    )  # fmt: skip


@rule("east-is-red", "RG")
def test_red_guards_attack_in_mass() -> None:
    p = red_guards("0617: 1-2-9.1, 1-2-9.2, 1-2-9.3", [2])
    play(p, "attack 0617", "add 4-6-6.1")
    assert "mass" in verbs(p) and strengths(p)[0] == 4
    play(p, "add 4-4-5.1")
    assert "10.5" in cases(p) and strengths(p)[0] == 16
    assert "mass" not in verbs(p)
    play(p, "resolve 2-1")
    # Two at two to one is "Dr": nothing happens but the end of the attackers (10.5).
    assert stack(p, "0618") == [] and len(stack(p, "0617")) == 3


@rule("east-is-red", "RG", "GW.2")
def test_in_guerrilla_warfare_there_are_no_mass_attacks_not_even_of_red_guards() -> None:
    p = red_guards("0617: 1-2-9.1", flags="guerrilla-warfare")
    assault(p, "0617")
    assert strengths(p)[0] == 8 and "mass" not in verbs(p)
    assert refused(p, "mass").case == "GW.2"
    other = assault(red_guards("0617: 1-2-9.1", units="0618: 4-6-6.1"), "0617")
    assert "mass" in verbs(other)


# GW Guerrilla warfare


@rule("east-is-red", "GW.1")
def test_guerrilla_warfare_is_declared_at_the_start_of_a_chinese_turn_and_lasts() -> None:
    p = chinese("0618: 4-6-6.1", phase="chinese-reinforcement", options="GW")
    assert (to_choose(p), verbs(p)) == (CHINESE, {"declare", "pass"})
    play(p, "pass")
    idle_to(p, 4, "chinese-reinforcement")
    play(p, "declare")
    assert p.guerrilla_warfare
    idle(p, lambda: p.turn == 6 or "declare" in verbs(p))
    assert p.turn == 6 and p.guerrilla_warfare


@rule("east-is-red", "GW.1")
def test_militia_and_red_guards_in_china_need_no_supply_then() -> None:
    units = "1018: 1-3-3.1, 4-4-5.1, 4-6-6.1; 0712: 4-4-5.2"
    for flags, supplied in (("", False), ("guerrilla-warfare", True)):
        p = chinese(units, scenario="1960s-m1", options="GW", flags=flags)
        for name in ("1-3-3.1", "4-4-5.1"):
            assert has_supply(p, unit(p, name), at(p, "1018")) is supplied
            assert has_supply(p, unit(p, name), at(p, "1018"), attack=True) is supplied
        assert not has_supply(p, unit(p, "4-6-6.1"), at(p, "1018"))
        assert not has_supply(p, unit(p, "4-4-5.2"), at(p, "0712")), "Mongolia is not China"


def test_militia_may_then_go_where_no_path_leads() -> None:
    """GW.1 with 17.43: they are not moved out of supply, since they have their own."""
    far_from_rails = "0818: 1-3-3.1"
    p = play(chinese(far_from_rails), "select 1-3-3.1")
    free = play(chinese(far_from_rails, options="GW", flags="guerrilla-warfare"), "select 1-3-3.1")
    assert "0918" not in offered(p, "move")
    assert "0918" in offered(free, "move")


@rule("east-is-red", "GW.3")
def test_cities_do_not_help_chinese_units_then() -> None:
    def defence(units: str, flags: str) -> float:
        p = moving(
            "2524: 7-4-9.1, 7-4-9.2, 7-4-9.3", units, scenario="m30-full", phase="soviet-combat",
            options="GW", markers=f"destroyed: 2524; flags: {flags}",
        )  # fmt: skip
        return strengths(assault(p, "2523"))[1]

    assert defence("2523: 4-6-6.1", "") == 18
    assert defence("2523: 4-6-6.1", "guerrilla-warfare") == 6
    assert defence("0132: 4-6-6.1", "guerrilla-warfare") == 2, "an empty city has its own (13.13)"


@rule("east-is-red", "GW.3")
def test_soviet_units_in_a_city_are_helped_as_before() -> None:
    p = chinese(
        "2522: 4-6-6.1, 4-6-6.2", "2523: 1-2-9.1", phase="chinese-combat", options="GW",
        flags="guerrilla-warfare",
    )  # fmt: skip
    assert strengths(assault(p, "2523"))[1] == 6
    # Whatever the counter: the last of the Soviet ones, and the first and last of the Chinese.
    p = chinese(
        "2522: 4-6-6.1, 4-6-6.2", "2523: 0-1-20.4", phase="chinese-combat", options="GW",
        flags="guerrilla-warfare", scenario="m1-current",
    )  # fmt: skip
    assert strengths(assault(p, "2523"))[1] == 3
    for army, points in (("4-6-6.1", 6), ("4-6-6.20", 6), ("4-5-6.2", 5)):
        p = moving(
            "2522: 7-4-9.1, 7-4-9.2", f"2523: {army}", scenario="1970s-m1-current", options="GW",
            phase="soviet-combat", markers="flags: guerrilla-warfare koreans-in",
        )  # fmt: skip
        assert strengths(assault(p, "2523"))[1] == points


def soviet_supply(soviet: str, flags: str) -> tuple[War, HexSet]:
    p = moving(soviet, scenario="m1-current", turn=6, options="GW", markers=f"flags: {flags}")
    return p, supplied_for_movement(p, SOVIET, MECHANIZED)


@rule("east-is-red", "GW.4")
@pytest.mark.parametrize(("flags", "longest"), [("", 5), ("guerrilla-warfare", 4)])
def test_soviet_supply_paths_through_china_are_shorter_then(flags: str, longest: int) -> None:
    # A road in China: each hex costs one point.
    road = ("0321", "0322", "0323", "0423", "0523", "0623")
    p, found = soviet_supply("0320: 0-1-20.1", flags)
    assert [bool(found >> at(p, label) & 1) for label in road] == [
        n <= longest for n in range(1, 7)
    ]


@rule("east-is-red", "GW.4")
def test_paths_outside_china_keep_their_length() -> None:
    p, before = soviet_supply("0101: 3-7-9.1", "")
    _, after = soviet_supply("0101: 3-7-9.1", "guerrilla-warfare")
    # Mongolia in the west, where nobody would go through China.
    west = sum(1 << h for h in p.charts.grid.hexes if p.label(h) < "0813")
    assert before & west & p.charts.mongolia == after & west & p.charts.mongolia != 0
    assert before & ~after & p.charts.china


# SW Special weapons


def missiles(
    soviet: str = "1610: 0-1-9.1",
    chinese_units: str = "1620: 4-6-6.1, 4-6-6.2",
    *,
    scenario: str = "1970s-m1-current",
    dice: list[int] | None = None,
    options: str = "",
    markers: str = "",
    turn: int = 2,
) -> War:
    return moving(
        soviet, chinese_units, scenario=scenario, phase="soviet-combat", dice=dice,
        options=options, markers=markers, turn=turn,
    )  # fmt: skip


@rule("east-is-red", "SW.1")
def test_brigades_are_mechanized_and_do_not_attack() -> None:
    p = moving("0612: 0-1-9.1", phase="soviet-second-movement")
    assert offered(p, "select") == {"0-1-9.1"}
    p = chinese("0618: 0-1-6.1; 0518: 4-6-6.1", phase="chinese-second-movement")
    assert offered(p, "select") == {"0-1-6.1"}
    p = missiles("1620: 0-1-9.1", "1621: 4-6-6.1")
    assert "attack" not in verbs(p)
    p = missiles("1620: 0-1-9.1, 3-7-9.1", "1621: 4-6-6.1")
    assert refused(play(p, "attack 1621"), "add 0-1-9.1").case == "9.11"


@rule("east-is-red", "SW.2")
def test_each_brigade_fires_once_in_a_combat_phase() -> None:
    p = missiles("1610: 0-1-9.1, 0-1-9.2, 3-7-9.1", dice=[1, 2])
    assert offered(p, "launch") == {"0-1-9.1", "0-1-9.2"}
    assert refused(p, "launch 3-7-9.1").case == "SW.1"
    play(p, "launch 0-1-9.1", "missile 1620")
    assert offered(p, "launch") == {"0-1-9.2"}
    assert refused(p, "launch 0-1-9.1").case == "SW.2"
    play(p, "launch 0-1-9.2", "cancel", "launch 0-1-9.2", "missile 1620", "done")
    assert p.current.key != "soviet-combat"
    idle_to(p, 3, "soviet-combat")
    assert offered(p, "launch") == {"0-1-9.1", "0-1-9.2"}


@rule("east-is-red", "SW.2")
def test_the_loss_of_others_does_not_count_as_a_strike() -> None:
    p = missiles("1610: 0-1-9.1 (fired), 0-1-9.2; 1619: 1-2-9.1")
    p.send(unit(p, "1-2-9.1"), POOL)
    assert p.fired == 1 << unit(p, "0-1-9.1")
    p.send(unit(p, "0-1-9.1"), POOL)
    assert not p.fired, "a counter that comes back has not fired"


@rule("east-is-red", "SW.2")
def test_no_strike_next_to_friends_nor_at_home() -> None:
    p = missiles(
        "1610: 0-1-9.1; 1619: 3-7-9.1; 2322: 3-7-9.2",
        "1620: 4-6-6.1; 3116: 4-6-6.2; 1720: 4-6-6.3; 0106: 4-6-6.4; 1622: 4-6-6.5",
        markers="destroyed: 3116",
    )
    play(p, "launch 0-1-9.1")
    assert "1622" in offered(p, "missile")
    assert refused(p, "missile 1620").case == "SW.2", "next to 1619"
    assert refused(p, "missile 3116").case == "SW.2", "a Soviet city, whoever is in it"
    assert refused(p, "missile 0106").case == "SW.2", "Ulaanbaatar"
    assert refused(p, "missile 1624").case == "SW.2", "nothing is there"
    # Chinese cities and industry are targets without any unit; a hex next to friends is not.
    assert {"0427", "1612"} - {"1612"} <= offered(p, "missile")
    assert "2422" not in offered(p, "missile")


@rule("east-is-red", "SW.2", "15.21")
def test_a_contaminated_hex_may_be_struck_again() -> None:
    p = missiles(dice=[4, 4])
    for turn in (2, 3):
        idle_to(p, turn, "soviet-combat")
        play(p, "launch 0-1-9.1", "missile 2523", "done")
        assert p.all_contaminated >> at(p, "2523") & 1, "the marker is renewed"
    idle_to(p, 4, "soviet-combat")
    play(p, "done")
    assert not p.all_contaminated


@rule("east-is-red", "SW.2")
def test_the_chinese_fire_in_their_own_phase_and_not_at_home_either() -> None:
    p = chinese(
        "0427: 0-1-6.1", "1625: 3-7-9.1; 2523: 3-7-9.2; 1610: 3-7-9.3", phase="chinese-combat"
    )
    play(p, "launch 0-1-6.1")
    assert {"1610", "1625", "3116"} <= offered(p, "missile")
    assert refused(p, "missile 2523").case == "SW.2"


@rule("east-is-red", "SW.2")
def test_no_brigade_fires_where_there_is_nothing_to_fire_at() -> None:
    # An army next to each of the seven Soviet cities and industrial hexes, and no Soviet unit.
    grid = TITLE.charts.grid
    beside = [
        grid.label(next(h for h in grid.adjacent(grid.hex(label)) if TITLE.charts.land >> h & 1))
        for label in ("0106", "1405", "3116", "3129", "3131", "4023", "4420")
    ]
    for watched in (beside, beside[1:]):
        armies = "; ".join(f"{label}: 4-6-6" for label in dict.fromkeys(watched))
        p = chinese(f"0427: 0-1-6.1; {armies}", phase="chinese-combat")
        assert ("launch" in verbs(p)) == (watched is not beside)


@rule("east-is-red", "SW.table")
@pytest.mark.parametrize("scenario", ["1960s-m1", "1970s-m1-current", "1980s-m1"])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_missile_table(scenario: str, die: int) -> None:
    p = missiles(scenario=scenario, dice=[die])
    shown = TITLE.preview(play(p, "launch 0-1-9.1"), Choice("missile", "1620"))
    assert shown is not None
    chances = {chance.result: round(chance.probability * 6) for chance in shown.chances}
    late = scenario != "1960s-m1"
    assert chances == ({"*": 3, "N": 1, "E": 2} if late else {"*": 3, "R": 1, "N": 1, "E": 1})
    play(p, "missile 1620")
    result = ("" if die < 4 else "NEE"[die - 4]) if late else ("" if die < 4 else "RNE"[die - 4])
    assert events(p, "struck")[0][-1] == result
    if not result:
        assert len(stack(p, "1620")) == 2 and to_choose(p) == SOVIET
        return
    assert to_choose(p) == CHINESE, "the defender moves his own units"
    if result == "E":
        play(p, "lose 4-6-6.2")
    while "to" in verbs(p):
        play(p, f"to {sorted(offered(p, 'to'))[0]}")
    assert stack(p, "1620") == []
    left = p.units_at(p.chinese).bit_count()
    assert left == (1 if result == "E" else 2)
    assert bool(p.all_contaminated >> at(p, "1620") & 1) is (result != "R")


@rule("east-is-red", "SW.table")
def test_only_units_in_the_hex_retreat_from_a_missile() -> None:
    p = missiles(chinese_units="1620: 4-6-6.1, 5-3-6.1; 1622: 4-6-6.2", dice=[4])
    play(p, "launch 0-1-9.1", "missile 1620")
    assert offered(p, "retreat") == {"4-6-6.1", "5-3-6.1"}
    assert refused(p, "retreat 4-6-6.2").case == "SW.table"


@rule("east-is-red", "SW.table")
def test_a_strike_destroys_industry_and_empties_cities() -> None:
    p = play(missiles(dice=[4]), "launch 0-1-9.1", "missile 2319")
    assert p.destroyed >> at(p, "2319") & 1 and p.all_contaminated >> at(p, "2319") & 1
    p = play(missiles(chinese_units="2319: 4-6-6.1", dice=[4]), "launch 0-1-9.1", "missile 2319")
    assert p.destroyed >> at(p, "2319") & 1
    p = missiles(chinese_units="2523: 4-6-6.1", dice=[4])
    play(p, "launch 0-1-9.1", "missile 2523")
    assert verbs(p) == {"to"}, "a city does not hold its units (13.15 is about combat)"


@rule("east-is-red", "SW.table")
def test_a_corps_is_broken_down_to_lose_a_division() -> None:
    p = chinese("0427: 0-1-6.1", "1610: 7-4-9.1", phase="chinese-combat", dice=[6])
    play(p, "launch 0-1-6.1", "missile 1610")
    assert (to_choose(p), verbs(p)) == (SOVIET, {"lose", "break_down"})
    assert refused(p, "lose 3-7-9.1").case == "SW.table"
    play(p, "break_down 7-4-9.1", "lose 1-2-9.1")
    assert to_choose(p) == SOVIET
    while "to" in verbs(p):
        play(p, f"to {sorted(offered(p, 'to'))[0]}")
    tanks = [where(p, "2-1-9.1"), where(p, "2-1-9.2")]
    assert all(tanks) and "1610" not in tanks and where(p, "1-2-9.1") == ""


def test_chinese_contamination_ends_with_the_next_chinese_combat_phase() -> None:
    """SW.table with 15.21: the same Player's next Combat Phase."""
    p = chinese("0427: 0-1-6.1", "1610: 3-7-9.1", phase="chinese-combat", dice=[4])
    play(p, "launch 0-1-6.1", "missile 1610")
    play(p, f"to {sorted(offered(p, 'to'))[0]}")
    mark = 1 << at(p, "1610")
    assert p.all_contaminated == mark
    idle(p, lambda: not p.all_contaminated or (p.turn, p.current.key) == (4, "chinese-combat"))
    assert p.all_contaminated == mark
    idle_to(p, 4, "chinese-second-movement")
    assert not p.all_contaminated


@rule("east-is-red", "SW.table", "15.21")
@pytest.mark.parametrize("phase", ["chinese-combat", "soviet-combat"])
def test_each_side_clears_what_it_has_contaminated_itself(phase: str) -> None:
    p = chinese(
        "0427: 0-1-6.1", "1610: 3-7-9.1", phase=phase,
        markers="contaminated: 0420; chinese contaminated: 0520",
    )  # fmt: skip
    soviet, own = 1 << at(p, "0420"), 1 << at(p, "0520")
    assert p.all_contaminated == soviet | own
    play(p, "done")
    assert p.all_contaminated == (soviet if phase == "chinese-combat" else own)
    assert events(p, "cleared") == [(own if phase == "chinese-combat" else soviet,)]


@rule("east-is-red", "SW.3")
@pytest.mark.parametrize(("dice", "over"), [([6, 6], True), ([6, 5, 1], False)])
def test_a_missile_strike_can_burn_the_world(dice: list[int], over: bool) -> None:
    p = missiles(dice=dice, options="SW.3")
    play(p, "launch 0-1-9.1", "missile 1620")
    ended = p.outcome()
    assert (ended is not None) is over
    if ended is not None:
        assert (ended.winner, ended.case) == ("", "SW.3")
        assert not p.frames, "nothing is left to decide"
        shown = p.view(SOVIET).present().outcome
        assert shown is not None and shown.level == "Strategic nuclear war"


@rule("east-is-red", "SW.3")
def test_so_can_a_nuclear_attack_but_no_other() -> None:
    def attack(dice: list[int], *choices: str, options: str = "SW.3") -> War:
        p = moving(
            "0617: 7-4-9.1, 3-7-9.1", "0618: 4-6-6.1", scenario="m1-current",
            phase="soviet-combat", options=options, dice=dice,
        )  # fmt: skip
        return play(assault(p, "0618"), *choices)

    assert attack([6, 6], "nuclear", "resolve 3-1").ended is not None
    assert attack([1], "resolve 1-1").ended is None
    assert attack([6, 5, 1, 1], "nuclear", "resolve 3-1").ended is None
    assert attack([1, 1], "nuclear", "resolve 3-1", options="").ended is None


@rule("east-is-red", "SW.4")
def test_the_chinese_make_no_nuclear_attacks() -> None:
    p = chinese("0618: 4-6-6.1; 0427: 0-1-6.1", "0617: 1-2-9.1", phase="chinese-combat")
    assault(p, "0617")
    assert "nuclear" not in verbs(p)
    assert refused(p, "nuclear").case == "SW.4"


# US American intervention

# North Korea is closed as long as it is neutral.
COASTAL = TITLE.charts.coastal & ~TITLE.charts.korea


def americans(
    chinese_units: str,
    soviet: str = "",
    phase: str = "chinese-combat",
    *,
    options: str = "INT US",
    markers: str = "",
    flags: str = "americans-in",
    dice: list[int] | None = None,
    turn: int = 5,
) -> War:
    return chinese(
        chinese_units, soviet, phase=phase, scenario="m1-full", options=options,
        markers=markers, flags=flags, dice=dice, turn=turn,
    )  # fmt: skip


@rule("east-is-red", "US.1")
def test_us_marines_land_on_any_coast_from_the_fourth_turn_on() -> None:
    early = americans("0618: 4-6-6.1", phase="chinese-reinforcement", flags="", turn=3)
    assert "send_marines" not in verbs(early)
    p = americans("0618: 4-6-6.1", "1231: 3-7-9.1", "chinese-reinforcement", flags="", turn=4)
    places = offered(p, "send_marines")
    assert {"0430", "1132", "3030"} & places == {"0430", "1132", "3030"} & {
        p.label(h) for h in p.charts.grid.hexes if p.charts.coastal >> h & 1
    }
    assert refused(p, "send_marines 1231").case == "US.1", "the enemy is there"
    assert refused(p, "send_marines 0618").case == "US.1", "not a coast"
    assert refused(p, "send_marines 1733").case == "US.1", "neutral Korea"
    waiting = play(p.clone(), "wait")
    assert waiting.current.key == "chinese-initial-movement", "they are asked once in a turn"
    play(p, "send_marines 0829")
    assert where(p, "3-4-6.1") == "0829"
    idle(p, lambda: p.turn == 6 or "send_marines" in verbs(p))
    assert p.turn == 6, "once in a game"


@rule("east-is-red", "US.1", "15.22")
def test_us_marines_do_not_land_where_no_coast_is_open() -> None:
    for last, asked in ((-1, True), (None, False)):
        p = americans(
            "0618: 4-6-6.1", "0617: 3-7-9.1", "chinese-reinforcement", flags="",
            markers=f"contaminated: {' '.join(TITLE.charts.grid.labels(COASTAL)[:last])}",
        )  # fmt: skip
        assert ("send_marines" in verbs(p)) == asked
        assert (p.current.key == "chinese-reinforcement") == asked
        if asked:
            assert len(offered(p, "send_marines")) == 1


@rule("east-is-red", "US.1")
def test_us_marines_are_in_supply_within_ten_hexes_of_a_coast() -> None:
    p = americans("1118: 3-4-6.1, 4-6-6.1")
    grid, charts = p.charts.grid, p.charts
    usual = supplied_for_movement(p, CHINESE, FOOT)
    coast = [h for h in grid.hexes if charts.coastal >> h & 1]
    inland = [h for h in grid.hexes if charts.land & ~usual & 1 << h]
    away = {h: min(grid.distance(h, c) for c in coast) for h in inland}
    assert {10, 11} <= set(away.values())
    for hex_, distance in away.items():
        for attack in (False, True):
            supplied = has_supply(p, unit(p, "3-4-6.1"), hex_, attack=attack)
            assert supplied is (distance <= 10)
    with pytest.raises(Unsuitable, match=r"US does not fit .*1970s and later"):
        TITLE.start("1960s-m30", ("US",))


@rule("east-is-red", "US.2")
def test_carrier_aircraft_support_one_attack_in_a_turn() -> None:
    p = americans("1029: 4-6-6.1; 0618: 4-6-6.2", "1028: 3-7-9.1; 0617: 3-7-9.2", dice=[1])
    assault(p, "1028")
    plain_strength = strengths(p)[0]
    play(p, "carrier_strike")
    assert strengths(p)[0] == plain_strength + 6
    assert "carrier_strike" not in verbs(p)
    play(p, "resolve 1-2")
    while "attack" not in verbs(p):
        decision = p.decision()
        assert decision is not None
        p.apply(decision.pick(0))
    assault(p, "0617")
    assert refused(p, "carrier_strike").case == "US.2"


@rule("east-is-red", "US.2")
def test_carrier_strikes_fade_with_the_distance_from_the_sea() -> None:
    for here, there, points in (("0618", "0617", 2), ("0622", "0621", 3), ("0627", "0626", 6)):
        p = americans(f"{here}: 4-6-6.1", f"{there}: 1-2-9.1")
        assault(p, there)
        before = strengths(p)[0]
        assert strengths(play(p, "carrier_strike"))[0] == before + points


@rule("east-is-red", "US.2")
def test_carriers_interdict_the_soviet_turn() -> None:
    p = americans("1029: 4-6-6.1", "0617: 3-7-9.1", "us-interdiction")
    play(p, "interdict 0827")
    zone = p.interdicted(SOVIET)
    assert zone == p.charts.grid.disc(at(p, "0827"), 2) and not p.interdicted(CHINESE)
    idle(p, lambda: not p.interdicted(SOVIET))
    assert not p.interdicted(SOVIET) and p.current.side == CHINESE
    assert "us-interdiction" not in {phase.key for phase in started("m1-full", ("US",)).phases}, (
        "without the option of interdiction there is none"
    )


@rule("east-is-red", "US.2")
@pytest.mark.parametrize(
    ("flags", "markers", "asked"),
    [("americans-in", "", True), ("", "", False), ("americans-in", "carriers: strike", False)],
)
def test_carriers_interdict_if_they_are_in_the_war_and_have_not_flown(
    flags: str, markers: str, asked: bool
) -> None:
    p = chinese(
        "0618: 4-6-6.1", "0617: 3-7-9.1", scenario="m1-full", phase="us-interdiction", turn=5,
        options="INT US", flags=flags, markers=markers,
    )  # fmt: skip
    assert (p.current.key == "us-interdiction") == asked
    assert ("interdict" in verbs(p)) == asked


@rule("east-is-red", "US.2")
def test_carriers_cover_the_marines_without_help_from_the_ground() -> None:
    def defence(*choices: str) -> float:
        p = moving(
            "0728: 7-4-9.1, 7-4-9.2", "0828: 3-4-6.1, 4-6-6.1", scenario="m1-full",
            phase="soviet-combat", options="US", markers="flags: americans-in", turn=5,
        )  # fmt: skip
        assault(play(p, *choices), "0828")
        return strengths(p)[1]

    assert defence("pass") == 20, "rough doubles both"
    assert defence("cover") == 20 + 6


def test_an_air_strike_in_defence_is_used_up_for_the_turn() -> None:
    """US.2: no other combat in the same Game-Turn."""
    p = moving(
        "0617: 3-7-9.1", "0828: 3-4-6.1; 0618: 4-6-6.1", scenario="m1-full",
        phase="soviet-combat", options="US", markers="flags: americans-in declines", turn=5,
    )  # fmt: skip
    play(p, "cover")
    idle_to(p, 5, "chinese-combat")
    assault(p, "0617")
    assert refused(p, "carrier_strike").case == "US.2"
    play(p, "cancel")
    idle_to(p, 6, "soviet-combat")
    assert verbs(p) == {"cover", "pass"}, "a new turn"


@rule("east-is-red", "US.2", "OMG.2")
@pytest.mark.parametrize("attacked", [True, False])
def test_carriers_that_have_defended_do_not_defend_against_the_maneuver_group(
    attacked: bool,
) -> None:
    p = moving(
        "0617: 7-4-9.1; 0517: 7-4-9.2", "0618: 3-4-6.1", scenario="m1-full", turn=4,
        options="OMG US", markers="flags: americans-in", dice=[5, 3],
    )  # fmt: skip
    play(p, "lead 7-4-9.2", "done", "cover")
    if attacked:
        # A conventional attack on Americans; the Marines fall back.
        play(p, "attack 0618", "add 7-4-9.1")
        assert strengths(p)[1] == 4 + 2
        play(p, "resolve 1-1", "to 0619", "hold")
    play(p, "done", "select 7-4-9.2", f"move {'0618' if attacked else '0518'}", "done")
    assert p.current.key == "omg-attack"
    play(p, f"attack {'0619' if attacked else '0618'}", "add 7-4-9.2")
    assert strengths(p)[1] == (4 if attacked else 4 + 2), "cover that nobody tried is still there"


@rule("east-is-red", "US.3")
def test_americans_answer_nuclear_weapons_in_a_later_turn() -> None:
    def attack(nuclear_turn: str, units: str = "0618: 3-4-6.1, 4-6-6.1") -> War:
        p = americans(units, "0617: 1-2-9.1", markers=nuclear_turn, dice=[1, 6])
        return assault(p, "0617")

    assert refused(attack(""), "nuclear").case == "US.3"
    assert refused(attack("nuclear turn: 5"), "nuclear").case == "US.3"
    p = attack("nuclear turn: 4")
    before = strengths(p)[0]
    assert strengths(play(p, "nuclear"))[0] == 2 * before
    play(p, "resolve 3-1")
    assert p.all_contaminated, "a die of six contaminates (15.3)"
    # Without Americans it is no affair of theirs, unless their aircraft join.
    p = attack("nuclear turn: 4", "0618: 4-6-6.1")
    assert refused(p, "nuclear").case == "SW.4"
    assert "nuclear" in verbs(play(p, "carrier_strike"))


@rule("east-is-red", "US.3")
def test_missiles_and_nuclear_attacks_of_the_soviets_are_remembered() -> None:
    p = missiles(dice=[1], options="US", scenario="1970s-m1-full", turn=3)
    play(p, "launch 0-1-9.1", "missile 1620")
    assert "nuclear turn: 3" in TITLE.write(p)
    # So is no other attack.
    for nuclear in ([], ["nuclear"]):
        p = missiles("1619: 7-4-9.1", "1620: 1-3-3.1", dice=[1, 1], options="US", turn=3)
        play(assault(play(p, "pass") if "cover" in verbs(p) else p, "1620"), *nuclear)
        play(p, f"resolve {min(offered(p, 'resolve'))}")
        assert ("nuclear turn: 3" in TITLE.write(p)) == bool(nuclear)


@rule("east-is-red", "US.3", "19.0")
def test_americans_answer_a_strategic_strike() -> None:
    p = moving(
        "0617: 1-2-9.1", "0618: 3-4-6.1", scenario="m1-full", phase="soviet-reinforcement",
        options="19.0 US", markers="flags: americans-in", turn=5,
    )  # fmt: skip
    play(p, "strategic_strike")
    for turn, allowed in ((5, False), (6, True)):
        idle_to(p, turn, "chinese-combat")
        idle(p, lambda: "attack" in verbs(p))
        assert ("nuclear" in verbs(assault(p, "0617"))) is allowed
        play(p, "cancel")


@rule("east-is-red", "US.4")
@pytest.mark.parametrize(
    ("dice", "nuclear", "winner"),
    [([6], False, CHINESE), ([6], True, ""), ([5, 4], False, None), ([5, 4], True, None)],
)
def test_attacking_americans_can_end_the_game(
    dice: list[int], nuclear: bool, winner: str | None
) -> None:
    p = moving(
        "0728: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0828: 3-4-6.1", scenario="m1-full",
        phase="soviet-combat", options="SW.3 US", markers="flags: americans-in", turn=4, dice=dice,
    )  # fmt: skip
    assault(play(p, "pass"), "0828")
    play(p, *(["nuclear"] if nuclear else []), "resolve 1-2")
    ended = p.outcome()
    if winner is None:
        # One die decided, so the second is the attack's: no dice for SW.3 besides.
        assert ended is None and events(p, "risked") == [((5,), False)]
        assert not p.carrier_mission, "the carriers have stayed out of it"
    else:
        assert ended is not None and (ended.winner, ended.case) == (winner, "US.4")
        assert not p.frames, "nothing is left to decide"


@rule("east-is-red", "US.4")
def test_a_missile_at_the_marines_is_a_nuclear_attack_on_americans() -> None:
    p = missiles(
        chinese_units="1331: 3-4-6.1", scenario="1970s-m1-full", options="US", dice=[6],
        markers="flags: americans-in",
    )  # fmt: skip
    play(p, "pass", "launch 0-1-9.1", "missile 1331")
    ended = p.outcome()
    assert ended is not None and (ended.winner, ended.case) == ("", "US.4")


def test_foot_soldiers_do_not_notice_the_article() -> None:
    """Without its options a base scenario has neither its state nor its counters."""
    p = started("m30-full", ("17.5", "19.0"))
    assert "omg" not in p.dump() and "2-1-9a.1" not in p.names.units
    q = situation("scenario: m30-full\nphase: chinese-initial-movement\nturn: 2\n")
    assert not supplied_for_movement(q, CHINESE, FOOT) & 1 << at(q, "1018")
    assert not controls(q, SOVIET, "1018")
