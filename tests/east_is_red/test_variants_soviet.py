"""The variant article: air assault, interdiction, maneuver group, emergencies, training."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stavka.engine import Unsuitable
from stavka.titles.east_is_red.charts import CHINESE, FOOT, SOVIET
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.supply import has_supply, supplied_for_movement
from stavka.titles.east_is_red.victory import end_game, level_of
from stavka.titles.east_is_red.zones_of_control import controlled_by
from tests.marks import rule

from .fights import strengths
from .situations import (
    TITLE,
    cost_of,
    events,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)


def unit(p: War, name: str) -> int:
    number = p.names.unit(name)
    assert number is not None
    return number


def at(p: War, label: str) -> int:
    return p.charts.grid.hex(label)


def controls(p: War, side: str, label: str) -> bool:
    return bool(controlled_by(p, side) >> at(p, label) & 1)


def moving(
    soviet: str,
    chinese: str = "",
    *,
    scenario: str = "1970s-m1-current",
    phase: str = "soviet-initial-movement",
    turn: int = 2,
    options: str = "",
    markers: str = "",
    dice: list[int] | None = None,
) -> War:
    """A phase; lines of the sections are parted by semicolons."""
    text = (
        f"scenario: {scenario}; options: {options}; phase: {phase}; turn: {turn}; "
        f"[Soviet]; {soviet}; [Chinese]; {chinese}; [markers]; {markers}"
    )
    return situation("\n".join(line.strip() for line in text.split(";")), dice)


ORDINARY = ("1-2", "4-6", "1-3", "4-4", "5-3", "2-3", "0-1")


def idle(p: War, until: Callable[[], bool]) -> None:
    """Nobody does anything; of stacks that are too high, ordinary units go."""
    while not until():
        here = verbs(p)
        if "eliminate" in here:
            units = sorted(offered(p, "eliminate"))
            play(p, next(f"eliminate {u}" for u in units if u[:3] in ORDINARY))
        elif verb := next((v for v in ("rise", "mobilize") if v in here), ""):
            play(p, f"{verb} {sorted(offered(p, verb))[0]}")
        else:
            play(p, next(v for v in ("done", "pass_turn", "pass", "wait") if v in here))


def idle_to(p: War, turn: int, phase: str) -> None:
    idle(p, lambda: (p.turn, p.current.key) == (turn, phase))


def assault(p: War, label: str) -> War:
    """An attack in which everybody joins who can."""
    play(p, f"attack {label}")
    joining = offered(p, "add")
    return play(p, "all") if len(joining) > 1 else play(p, f"add {joining.pop()}")


# AA Air assault


@rule("east-is-red", "AA.1")
def test_air_assault_units_fly_nine_hexes_from_a_base() -> None:
    p = play(moving("0612: 2-1-9a.1, 0-1-1.1; 1012: 3-7-9"), "select 2-1-9a.1")
    flights = {
        p.label(h) for h in p.charts.grid.hexes if p.charts.grid.distance(h, at(p, "0612")) <= 9
    }
    assert offered(p, "fly") <= flights
    assert {"0603", "0621", "1512"} <= offered(p, "fly")
    assert "0622" not in offered(p, "fly")
    assert refused(p, "fly 0622").case == "AA.1"
    play(p, "fly 0621")
    assert where(p, "2-1-9a.1") == "0621"
    assert "2-1-9a.1" not in offered(p, "select"), "the flight is its move in this phase"
    assert refused(play(p, "select 3-7-9.1"), "fly 0613").case == "AA.1"


@rule("east-is-red", "AA.2")
def test_away_from_a_base_they_fly_to_one_and_nowhere_else() -> None:
    p = moving("0612: 0-1-1.1; 1212: 0-1-1.2; 0618: 2-1-9a.1; 0319: 0-1-1.3")
    play(p, "select 2-1-9a.1")
    # 1212 is nine hexes away too; a base out of supply would not do (AA.5).
    assert offered(p, "fly") == {"0612", "1212", "0319"}
    assert refused(p, "fly 0613").case == "AA.2"
    assert where(play(p, "fly 1212"), "2-1-9a.1") == "1212"


@rule("east-is-red", "AA.3")
def test_flights_pass_over_everything_and_may_end_in_enemy_control() -> None:
    p = moving(
        "0612: 2-1-9a.1, 0-1-1.1; 1733: 0-1-1.2",
        "0615: 4-6-6.1; 0614: 4-6-6.2; 0715: 4-6-6.3; 0515: 4-6-6.4",
        markers="contaminated: 0812; flags: koreans-in",
    )
    play(p, "select 2-1-9a.1")
    assert refused(p, "fly 0615").case == "5.23"
    assert refused(p, "fly 0812").case == "15.22"
    assert controls(p, CHINESE, "0616") and "0616" in offered(p, "fly")
    play(p, "fly 0616")
    assert where(p, "2-1-9a.1") == "0616"


@rule("east-is-red", "AA.3")
def test_flights_do_not_enter_neutral_korea_cities_or_standing_industry() -> None:
    p = play(moving("2725: 2-1-9a.1, 0-1-1.1"), "select 2-1-9a.1")
    assert refused(p, "fly 2531").case == "17.5"
    assert refused(p, "fly 2523").case == "13.15"
    assert refused(p, "fly 2524").case == "13.23"
    assert not {"2531", "2523", "2524"} & offered(p, "fly")
    assert "2722" in offered(p, "fly")


def test_a_landing_behind_the_lines_can_be_thrown_back() -> None:
    """AA.3 with 10.2: it lands in enemy control, and has nowhere to go when it must retreat."""
    p = moving("0612: 2-1-9a.1, 0-1-1.1", "0616: 4-6-6.1, 4-6-6.2; 0716: 4-6-6.3; 0516: 4-6-6.4")
    play(p, "select 2-1-9a.1", "fly 0617", "done", "done", "done")
    idle_to(p, 2, "chinese-combat")
    p.dice = situation("phase: soviet-combat\nturn: 2", [3]).dice
    play(p, "attack 0617", "all", "resolve 3-1")
    assert events(p, "attacked")[-1][4] == "Dr"
    retreats = offered(p, "to")
    zone = controlled_by(p, CHINESE)
    assert retreats and not any(zone >> at(p, label) & 1 for label in retreats)


@rule("east-is-red", "AA.4")
def test_air_assault_units_also_march() -> None:
    p = play(moving("0612: 2-1-9a.1, 0-1-1.1"), "select 2-1-9a.1")
    assert cost_of(p, "2-1-9a.1", "0613") == 2 + 1, "clear, and it leaves a stack (7.4)"
    play(p, "move 0613")
    assert "move" in verbs(p) and "fly" not in verbs(p), "who has marched does not fly any more"


@rule("east-is-red", "AA.5")
def test_an_air_base_supplies_air_assault_units_within_nine_hexes() -> None:
    p = moving("0612: 0-1-1.1; 0621: 2-1-9a.1, 3-7-9.1; 0622: 2-1-9a.2", turn=6)
    for attack in (False, True):
        assert has_supply(p, unit(p, "2-1-9a.1"), at(p, "0621"), attack=attack)
        assert not has_supply(p, unit(p, "3-7-9.1"), at(p, "0621"), attack=attack)
        assert not has_supply(p, unit(p, "2-1-9a.2"), at(p, "0622"), attack=attack)


@rule("east-is-red", "AA.5")
def test_flights_need_a_base_that_is_in_supply() -> None:
    p = moving("0818: 0-1-1.1, 2-1-9a.1; 0617: 2-1-9a.2", turn=6)
    play(p, "select 2-1-9a.1")
    assert "fly" not in verbs(p)
    assert refused(p, "fly 0820").case == "AA.5"
    assert "fly" not in verbs(play(p, "select 2-1-9a.2"))
    # Some other base out of supply is not what keeps a unit from flying too far.
    p = moving("0612: 0-1-1.1, 2-1-9a.1; 0330: 0-1-1.2", "0329: 4-6-6; 0331: 4-6-6")
    assert p.unsupplied >> unit(p, "0-1-1.2") & 1
    assert refused(play(p, "select 2-1-9a.1"), "fly 0622").case == "AA.1"


@rule("east-is-red", "AA.1", "AA.5")
def test_refused_flights_name_what_is_wrong_with_them() -> None:
    # 0818 is out of supply in turn six, 1610 is not.
    p = play(moving("1610: 2-1-9a.1, 0-1-1.1; 0818: 0-1-1.2", turn=6), "select 2-1-9a.1")
    assert refused(p, "fly 1620").case == "AA.1", "too far; the other base does not matter"
    marched = moving("1609: 2-1-9a.1; 1610: 0-1-1.1")
    play(marched, "select 2-1-9a.1", "move 1610")
    assert "marched" in refused(marched, "fly 1611").reason


@rule("east-is-red", "AA.6")
@pytest.mark.parametrize(
    ("scenario", "again"), [("1960s-m1", False), ("1970s-m1-full", True), ("1980s-m30", True)]
)
def test_air_assault_units_are_mechanized_from_the_1970s_on(scenario: str, again: bool) -> None:
    p = moving("0612: 2-1-9a.1; 0512: 0-1-20.1", scenario=scenario, phase="soviet-second-movement")
    assert ("2-1-9a.1" in offered(p, "select")) is again


@rule("east-is-red", "SD")
def test_security_divisions_are_not_mechanized() -> None:
    p = moving("0612: 1-1-6.1, 3-7-9.1")
    play(p, "select 1-1-6.1")
    assert cost_of(p, "1-1-6.1", "0613") == 2, "no point for leaving a stack (7.4)"
    play(p, "done", "done")
    assert p.current.key == "soviet-second-movement"
    assert offered(p, "select") == {"3-7-9.1"}


# INT Interdiction


def interdicting(soviet: str = "0612: 0-1-1.1", turn: int = 2, options: str = "INT") -> War:
    return moving(
        soviet, "0618: 4-6-6.1", scenario="m1-current", phase="soviet-interdiction",
        turn=turn, options=options,
    )  # fmt: skip


@rule("east-is-red", "INT.1")
def test_bases_that_have_not_flown_place_markers_until_the_chinese_turn_ends() -> None:
    p = interdicting("0612: 0-1-1.1, 0-1-1.2 (struck), 0-1-1.3 (moved-this-turn)")
    assert offered(p, "interdict_from") == {"0-1-1.1"}
    assert refused(p, "interdict_from 0-1-1.2").case == "INT.1"
    assert refused(p, "interdict_from 0-1-1.3").case == "14.2"
    assert refused(p, "interdict 0618").case == "INT.1"
    play(p, "interdict_from 0-1-1.1", "interdict 0618")
    assert p.current.key == "chinese-initial-movement", "no base is left"
    assert p.interdicted(CHINESE) and not p.interdicted(SOVIET)
    idle_to(p, 2, "detonation")
    assert not p.interdicted(CHINESE)


@rule("east-is-red", "INT.1", "14.2", "OMG.2")
def test_a_base_that_went_by_rail_flies_no_more_in_that_turn() -> None:
    p = moving(
        "0617: 7-4-9.1; 1405: 0-1-1.1 (from-rail); 0612: 0-1-1.2", "0618: 4-6-6.1",
        phase="soviet-second-movement", options="INT OMG", markers="maneuver group: 7-4-9.1",
    )  # fmt: skip
    play(p, "select 0-1-1.1", "entrain", "rail 1212", "done")
    assert p.current.key == "omg-attack"
    play(p, "attack 0618", "add 7-4-9.1")
    assert offered(p, "strike") == {"0-1-1.2"}
    assert refused(p, "strike 0-1-1.1").case == "14.2"
    play(p, "cancel", "done")
    assert p.current.key == "soviet-interdiction"
    assert offered(p, "interdict_from") == {"0-1-1.2"}
    assert refused(p, "interdict_from 0-1-1.1").case == "14.2"


@rule("east-is-red", "INT.1")
def test_interdiction_comes_with_its_option_and_from_the_second_turn() -> None:
    assert interdicting(turn=1).current.key == "chinese-initial-movement"
    assert interdicting(options="").current.key == "chinese-initial-movement"
    p = interdicting()
    play(p, "interdict_from 0-1-1.1", "interdict 0618")
    assert p.struck >> unit(p, "0-1-1.1") & 1, "in place of an air strike"


@rule("east-is-red", "INT.1")
def test_nobody_has_to_interdict() -> None:
    p = interdicting("0612: 0-1-1.1, 0-1-1.2")
    play(p, "interdict_from 0-1-1.1")
    assert offered(p, "interdict_from") == {"0-1-1.2"}, "there is still another"
    assert refused(p, "interdict_from 0-1-1.1").reason == "0-1-1.1 has been picked"
    play(p, "interdict 0618")
    assert p.current.key == "soviet-interdiction"
    assert verbs(p) == {"interdict_from", "done"}, "the base has to be picked first"
    assert play(p, "done").current.key == "chinese-initial-movement"
    assert not p.struck >> unit(p, "0-1-1.2") & 1


@rule("east-is-red", "INT.2")
@pytest.mark.parametrize(
    ("label", "radius"),
    [("0613", 2), ("0618", 2), ("0619", 1), ("0624", 1), ("0625", 0), ("0630", 0)],
)
def test_the_zone_shrinks_with_the_distance(label: str, radius: int) -> None:
    p = play(interdicting(), "interdict_from 0-1-1.1", f"interdict {label}")
    assert p.interdicted(CHINESE) == p.charts.grid.disc(at(p, label), radius)


@rule("east-is-red", "INT.2")
def test_nineteen_hexes_are_too_far() -> None:
    p = play(interdicting("0412: 0-1-1.1"), "interdict_from 0-1-1.1")
    assert "0430" in offered(p, "interdict")
    assert refused(p, "interdict 0431").case == "INT.2"


def chinese_move(chinese: str, markers: str = "", soviet: str = "", turn: int = 2) -> War:
    return moving(
        soviet, chinese, scenario="m1-current", phase="chinese-initial-movement",
        turn=turn, options="INT", markers=f"{markers}; flags: declines",
    )  # fmt: skip


@rule("east-is-red", "INT.3")
def test_interdicted_hexes_cost_the_chinese_a_point_more() -> None:
    free = chinese_move("0418: 4-6-6.1, 5-3-6.1")
    once = chinese_move("0418: 4-6-6.1, 5-3-6.1", "interdiction: 0419@0")
    twice = chinese_move("0418: 4-6-6.1, 5-3-6.1", "interdiction: 0419@0 0420@1")
    for name in ("4-6-6.1", "5-3-6.1"):
        near = cost_of(free, name, "0419")
        assert near is not None
        assert cost_of(once, name, "0419") == near + 1
        assert cost_of(twice, name, "0419") == near + 1, "two zones in a hex count once"
        assert cost_of(once, name, "0417") == cost_of(free, name, "0417")
    assert cost_of(twice, "4-6-6.1", "0420") == 2 + 2
    assert not once.interdicted(SOVIET)


@rule("east-is-red", "INT.3")
def test_interdicted_hexes_count_twice_for_trains_over_demolitions_too() -> None:
    from stavka.titles.east_is_red.movement import rail_reach

    def hexes_to(label: str, markers: str) -> int | None:
        p = chinese_move("0221: 4-6-6.2; 0220: 4-6-6.1", markers)
        return rail_reach(p, unit(p, "4-6-6.1")).cost(at(p, label))

    assert hexes_to("0218", "") == 2
    assert hexes_to("0218", "interdiction: 0219@0") == 3
    assert hexes_to("0218", "demolished: 0218/0219@1") == 2 + 4
    assert hexes_to("0218", "demolished: 0218/0219@1; interdiction: 0218@1") == 4 + 4


@rule("east-is-red", "INT.4")
def test_interdicted_hexes_count_double_on_supply_paths() -> None:
    def supplied(markers: str, label: str) -> bool:
        p = chinese_move(f"{label}: 4-6-6.1", markers)
        return bool(supplied_for_movement(p, CHINESE, FOOT) >> at(p, label) & 1)

    # 0818 is six clear hexes from the railway at 0218.
    assert supplied("", "0818")
    assert not supplied("interdiction: 0718@1", "0818")
    assert supplied("interdiction: 0818@0", "0818"), "the hex of the unit is not entered"
    assert supplied("interdiction: 0319@0", "0318"), "a shorter path has points to spare"
    # The railway itself carries supply through a zone.
    assert supplied("interdiction: 0222@0", "0718")


@rule("east-is-red", "INT.5")
def test_markers_do_nothing_else() -> None:
    def odds(markers: str) -> tuple[float, float]:
        p = moving(
            "0619: 7-4-9.1, 3-7-9.1, 3-7-9.2", "0618: 4-6-6.1", scenario="m1-current",
            phase="soviet-combat", options="INT", markers=markers,
        )  # fmt: skip
        assert "0618" in offered(p, "attack")
        return strengths(play(p, "attack 0618", "all"))

    assert odds("interdiction: 0618@2") == odds("")
    p = chinese_move("0618: 4-6-6.1, 4-6-6.2, 4-6-6.3", "interdiction: 0618@2")
    assert not controls(p, SOVIET, "0617")
    assert play(p, "done").current.key == "chinese-combat", "the stack is not too high"


# OMG Maneuver group


def group(soviet: str, chinese: str, dice: list[int] | None = None, turn: int = 2) -> War:
    return moving(soviet, chinese, scenario="m1-current", turn=turn, options="OMG", dice=dice)


@rule("east-is-red", "OMG.1")
def test_one_tank_or_mechanized_unit_leads_for_a_turn() -> None:
    p = group("0612: 7-4-9.1, 3-7-9.1, 12-3-12.1; 0610: 1-2-9.1, 2-1-9.1, 0-1-1.1", "")
    assert offered(p, "lead") == {"7-4-9.1", "3-7-9.1", "1-2-9.1", "2-1-9.1"}
    assert refused(p, "lead 12-3-12.1").case == "OMG.1"
    play(p, "lead 7-4-9.1")
    assert p.omg == unit(p, "7-4-9.1")
    idle(p, lambda: p.turn == 3)
    assert p.omg == -1
    idle_to(p, 3, "soviet-initial-movement")
    assert "lead" in verbs(p), "the marker is free again"


@rule("east-is-red", "OMG.1")
def test_without_a_tank_or_mechanized_unit_nobody_is_asked_who_leads() -> None:
    assert verbs(group("0612: 12-3-12.1, 2-2-6.1", "")) == {"select", "done"}
    assert verbs(group("0612: 12-3-12.1, 1-2-9.1", "")) == {"lead", "pass"}
    p = group("0612: 7-4-9.1", "0618: 4-6-6.1")
    play(p, "lead 7-4-9.1", "done", "done")
    assert p.current.key == "soviet-second-movement" and "lead" not in verbs(p)


@rule("east-is-red", "OMG.1")
def test_substitution_takes_the_marker_away() -> None:
    p = play(group("0612: 7-4-9.1", ""), "lead 7-4-9.1", "break_down 7-4-9.1")
    assert p.omg == -1
    p = play(group("0612: 2-1-9.1, 2-1-9.2, 1-2-9.1", ""), "lead 2-1-9.1", "build_up 0612")
    assert where(p, "7-4-9.1") == "0612" and p.omg == -1
    play(p, "done", "done", "done")
    assert p.current.key == "chinese-initial-movement", "nobody attacks again"


@rule("east-is-red", "OMG.2")
def test_the_group_attacks_again_and_alone() -> None:
    p = group(
        "0617: 7-4-9.1, 3-7-9.1; 0616: 12-3-12.1, 0-1-1.1; 0615: 0-1-1.2; 0614: 0-1-1.3",
        "0618: 4-6-6.1",
        dice=[3, 3],
    )
    play(p, "lead 7-4-9.1", "done", "attack 0618", "add 7-4-9.1", "strike 0-1-1.3", "nuclear")
    play(p, "resolve 2-1", "to 0619", "advance 7-4-9.1", "done")
    assert where(p, "4-6-6.1") == "0619"
    play(p, "select 0-1-1.2", "move 0515", "done")
    assert p.current.key == "omg-attack"
    play(p, "attack 0619")
    assert offered(p, "add") == {"7-4-9.1"}
    assert refused(p, "add 3-7-9.1").case == "OMG.2"
    assert refused(p, "add 12-3-12.1").case == "OMG.2"
    play(p, "add 7-4-9.1")
    assert offered(p, "strike") == {"0-1-1.1"}, "the others have struck or moved"
    assert refused(p, "strike 0-1-1.2").case == "14.2"
    play(p, "strike 0-1-1.1", "resolve 2-1")
    assert where(p, "4-6-6.1") == "" or "to" in verbs(p)


@rule("east-is-red", "OMG.2")
def test_one_air_unit_supports_the_group() -> None:
    p = group("0617: 7-4-9.1; 0616: 0-1-1.1, 0-1-1.2, 12-3-12.1", "0618: 4-6-6.1")
    play(p, "lead 7-4-9.1", "done", "done", "done", "attack 0618", "add 7-4-9.1", "strike 0-1-1.1")
    assert strengths(p)[0] == 7 + 6
    assert "strike" not in verbs(p)
    assert refused(p, "strike 0-1-1.2").case == "OMG.2"
    # Artillery is where it could support anybody else.
    assert "add" not in verbs(p) and refused(p, "add 12-3-12.1").case == "OMG.2"


def test_contamination_by_the_group_lasts_until_the_next_combat_phase() -> None:
    """OMG.2 with 15.21: the attack comes after the Combat Phase, whose end clears nothing of it."""
    p = group("0617: 7-4-9.1; 0616: 0-1-1.1", "0618: 1-3-3.1", dice=[1, 6])
    play(p, "lead 7-4-9.1", "done", "done", "done", "attack 0618", "add 7-4-9.1", "nuclear")
    play(p, "resolve 4-1")
    mark = 1 << at(p, "0618")
    assert p.all_contaminated == mark
    idle_to(p, 3, "soviet-combat")
    assert p.all_contaminated == mark
    while p.current.key == "soviet-combat":
        play(p, "done")
    assert not p.all_contaminated


def test_the_group_needs_supply_like_everybody() -> None:
    """OMG.2 with 11.42."""
    p = group("0617: 7-4-9.1; 0616: 0-1-20.1", "0618: 4-6-6.1", turn=6)
    play(p, "lead 7-4-9.1", "done", "done", "done", "attack 0618", "add 7-4-9.1")
    assert p.current.key == "omg-attack"
    assert strengths(p)[0] == 3.5
    assert strengths(play(p, "expend 0-1-20.1"))[0] == 7


# ER Emergency reinforcements


def emergency(scenario: str = "m1-current", turn: int = 5, soviet: str = "", **more: str) -> War:
    return moving(
        soviet, more.get("chinese", ""), scenario=scenario, phase="soviet-reinforcement",
        turn=turn, options=more.get("options", "ER"), markers=more.get("markers", ""),
    )  # fmt: skip


def to_next_soviet_turn(p: War) -> None:
    turn = p.turn
    idle(p, lambda: p.turn > turn)


@rule("east-is-red", "ER.1")
def test_emergency_reinforcements_are_for_the_first_month() -> None:
    for scenario in TITLE.scenarios:
        if "m30" in scenario.key:
            with pytest.raises(Unsuitable, match="never received in M"):
                TITLE.start(scenario.key, ("ER",))
        else:
            assert "ER" in TITLE.start(scenario.key, ("ER",)).options


@rule("east-is-red", "ER.2", "ER.4")
@pytest.mark.parametrize(
    ("scenario", "special"),
    [("1960s-m1", "0-1-9"), ("1970s-m1-full", "12-3-12"), ("1980s-m1", "12-3-12")],
)
def test_what_comes_comes_one_by_one_from_the_next_turn(scenario: str, special: str) -> None:
    p = emergency(scenario)
    play(p, "call")
    assert offered(p, "arrive") == {"0701"}
    play(p, "arrive 0701")
    assert where(p, "2-1-9a.1") == "0701"
    to_next_soviet_turn(p)
    assert offered(p, "receive") == {"7-4-9", "4-6-9", "3-7-9", "0-1-1", special}
    play(p, "receive 4-6-9")
    assert where(p, "4-6-9.1") == "0701" and "receive" not in verbs(p)
    to_next_soviet_turn(p)
    assert offered(p, "receive") == {"0-1-1", special}, "one corps, not three"
    play(p, "receive 0-1-1")
    to_next_soviet_turn(p)
    play(p, f"receive {special}")
    to_next_soviet_turn(p)
    assert "receive" not in verbs(p)


@rule("east-is-red", "ER.3")
def test_they_are_called_once_from_the_fifth_turn_on() -> None:
    assert "call" not in verbs(emergency(turn=4))
    p = emergency(turn=5)
    assert verbs(p) == {"call", "pass"}
    assert refused(p, "arrive 0701").reason == "no airborne division arrives now"
    play(p, "pass")
    to_next_soviet_turn(p)
    play(p, "call", "arrive 0701")
    to_next_soviet_turn(p)
    assert "call" not in verbs(p)


@rule("east-is-red", "ER.4")
def test_the_airborne_division_may_land_on_a_base_in_supply() -> None:
    # 0818 is out of supply in turn five.
    p = emergency(soviet="1610: 0-1-1.1; 0818: 0-1-1.2", chinese="0701: 4-6-6.1")
    play(p, "call")
    assert offered(p, "arrive") == {"1610"}, "0701 is the enemy's"
    assert refused(p, "arrive 0701").reason == "0701 is closed"
    assert refused(p, "arrive 0818").case == "ER.4"
    play(p, "arrive 1610")
    to_next_soviet_turn(p)
    assert "receive" not in verbs(p), "the others wait for 0701"


@rule("east-is-red", "ER.4", "15.22")
@pytest.mark.parametrize(
    ("soviet", "chinese", "markers", "asked"),
    [
        ("", "", "", True),
        ("", "0701: 4-6-6.1", "", False),
        ("", "", "contaminated: 0701", False),
        ("1610: 0-1-1.1", "", "contaminated: 0701", True),
        ("1610: 2-1-9a.1, 2-1-9a.2, 2-1-9a.3; 1611: 2-1-9a.4", "", "", False),
    ],
)
def test_the_airborne_division_needs_a_counter_and_a_place(
    soviet: str, chinese: str, markers: str, asked: bool
) -> None:
    p = play(emergency(soviet=soviet, chinese=chinese, markers=markers), "call")
    assert p.emergency_called
    assert ("arrive" in verbs(p)) == asked
    assert (p.current.key == "soviet-reinforcement") == asked


@rule("east-is-red", "ER.2")
def test_only_what_has_counters_left_can_be_received() -> None:
    tanks = "1610: 7-4-9.1, 7-4-9.2"
    rest = "0815: 7-4-9.3, 7-4-9.4; 0915: 0-1-1.1, 0-1-1.2; 0916: 0-1-1.3, 0-1-1.4"
    guns = "0715: 12-3-12.1, 12-3-12.2, 12-3-12.3"
    markers = "flags: emergency-called; emergency: corps artillery air"
    p = emergency("1970s-m1-full", soviet=f"{tanks}; {rest}; {guns}", markers=markers)
    assert offered(p, "receive") == {"4-6-9", "3-7-9"}
    p = emergency("1970s-m1-full", soviet=tanks, markers=markers)
    assert offered(p, "receive") == {"7-4-9", "4-6-9", "3-7-9", "0-1-1", "12-3-12"}


@rule("east-is-red", "ER.4", "17.31")
@pytest.mark.parametrize(("there", "by_rail"), [("0701", True), ("1610", False)])
def test_the_airborne_division_goes_on_by_rail_from_the_hex_of_entry(
    there: str, by_rail: bool
) -> None:
    p = emergency(soviet="1610: 0-1-1.1")
    play(p, "call", f"arrive {there}", "select 2-1-9a.1")
    assert ("entrain" in verbs(p)) is by_rail
    assert "entrain" in verbs(play(p, "select 1-2-9.1")), "like the other reinforcements"


@rule("east-is-red", "ER.5")
def test_who_has_called_is_one_level_worse_off() -> None:
    p = emergency()
    assert level_of(p, 23) == ("Marginal Victory", SOVIET)
    assert level_of(p, 23, shifted=True) == ("Marginal Defeat", CHINESE)
    assert level_of(p, 0, shifted=True) == ("Decisive Defeat", CHINESE)
    sixties = emergency("1960s-m1")
    assert level_of(sixties, 6) == ("Victory", SOVIET)
    assert level_of(sixties, 6, shifted=True) == ("Marginal Victory", CHINESE)
    assert level_of(sixties, 25, shifted=True) == ("Decisive Victory", CHINESE)


@rule("east-is-red", "ER.5")
def test_the_price_is_paid_at_the_end_and_after_the_demand_of_a_strategic_strike() -> None:
    # 0827 and 1029 cut off all Manchuria: a decisive victory by 18.1.
    everything = "0827: 3-7-9.1; 1029: 3-7-9.2; 0728: 3-7-9.3; 0726: 3-7-9.4"
    p = emergency("m1-current", 10, everything, options="19.0 ER")
    for flag in (False, True):
        q = p.clone()
        q.emergency_called, q.strategic_strike = flag, True
        end_game(q)
        assert q.ended is not None
        expected = "Substantive Victory" if flag else "Decisive Victory"
        assert (q.ended.winner, q.ended.level) == (SOVIET, expected)
    q = emergency("m1-current", 10, "0101: 3-7-9.1", options="19.0 ER")
    q.strategic_strike = True
    end_game(q)
    assert q.ended is not None and q.ended.winner == CHINESE


def test_after_a_strategic_strike_nobody_can_be_called() -> None:
    p = emergency(options="19.0 ER", markers="flags: strategic-strike")
    assert "call" not in verbs(p) and p.current.key != "soviet-reinforcement"


# IT Infantry training


def trained(soviet: str, options: str = "IT", scenario: str = "1970s-m1-current") -> War:
    return moving(soviet, "0618: 4-6-6.1", options=options, scenario=scenario)


@rule("east-is-red", "IT.1")
def test_untrained_infantry_controls_rough_ground_along_roads_only() -> None:
    p = trained("2413: 3-7-9.1")
    assert not controlled_by(p, SOVIET), "rough without road or railway"
    assert controlled_by(trained("2413: 3-7-9.1", ""), SOVIET)
    # Boketu: rough, with the railway to 2015 and 2216.
    along = trained("2115: 3-7-9.1")
    assert along.charts.grid.labels(controlled_by(along, SOVIET)) == ["2015", "2216"]
    # Clear ground is no matter.
    clear = trained("0612: 3-7-9.1")
    assert controlled_by(clear, SOVIET).bit_count() == 6


@rule("east-is-red", "IT.1")
def test_untrained_infantry_is_not_doubled_in_rough_ground() -> None:
    def defence(soviet: str, options: str) -> float:
        p = moving(
            soviet, "2412: 4-6-6.1", phase="chinese-combat", options=options,
            markers="flags: declines",
        )  # fmt: skip
        return strengths(play(p, "attack 2413", "add 4-6-6.1"))[1]

    assert defence("2413: 3-7-9.1", "") == 14
    assert defence("2413: 3-7-9.1", "IT") == 7
    assert defence("2413: 3-7-9.1, 1-1-6.1", "IT") == 7 + 2, "security troops are (IT.2)"
    # The last counters of their kinds are trained, or not, like the first.
    assert defence("2413: 1-1-6.3", "IT") == 2
    assert defence("2413: 12-3-12.3", "IT") == 3
    assert defence("2413: 2-2-6.1", "IT") == 4


@rule("east-is-red", "IT.1")
def test_the_chinese_know_how_to_use_rough_ground() -> None:
    def defence(options: str) -> float:
        p = moving("2412: 3-7-9.1", "2413: 4-6-6.1", phase="soviet-combat", options=options)
        return strengths(play(p, "attack 2413", "add 3-7-9.1"))[1]

    assert defence("IT") == defence("") == 12, "doubled"
    p = moving("0612: 3-7-9.1", "2413: 4-6-6.1", options="IT")
    around = p.charts.passage.spread(1 << p.charts.grid.hex("2413"))
    assert controlled_by(p, CHINESE) & around == around, "in all directions"


@rule("east-is-red", "IT.1")
def test_an_attack_from_rough_ground_surrounds_nobody() -> None:
    """IT.1 with 9.5: the zones that make an attack concentric are those of 6.0."""

    def attack(options: str) -> float:
        p = moving(
            "2412: 3-7-9.1; 2414: 3-7-9.2",
            "2413: 4-6-6.1",
            phase="soviet-combat",
            options=options,
        )
        play(p, "attack 2413")
        return strengths(play(p, "all"))[0]

    assert attack("") == 2 * attack("IT")


@rule("east-is-red", "IT.2", "9.5")
def test_trained_units_surround_somebody_only_if_they_attack() -> None:
    """9.5 asks for the zones of the attackers, not of others in their hexes."""

    def attack(*names: str) -> float:
        p = moving(
            "2412: 3-7-9.1, 1-1-6.1; 2414: 3-7-9.2", "2413: 4-6-6.1",
            phase="soviet-combat", options="IT",
        )  # fmt: skip
        return strengths(play(p, "attack 2413", *(f"add {name}" for name in names)))[0]

    assert attack("3-7-9.1", "3-7-9.2") == 3 + 3
    assert attack("3-7-9.1", "3-7-9.2", "1-1-6.1") == 2 * (3 + 3 + 1)


@rule("east-is-red", "IT.2")
@pytest.mark.parametrize("strength", ["2-1-9a.1", "2-2-6.1", "1-1-6.1"])
def test_some_are_trained(strength: str) -> None:
    p = trained(f"2413: {strength}, 3-7-9.1")
    assert controlled_by(p, SOVIET).bit_count() == 6


@rule("east-is-red", "IT.2")
def test_in_the_1980s_everybody_is_trained() -> None:
    with pytest.raises(Unsuitable, match=r"IT does not fit .*learnt"):
        TITLE.start("1980s-m1", ("IT",))
    assert "IT" in started("1960s-m30", ("IT",)).options


def test_only_the_side_to_move_is_asked() -> None:
    assert to_choose(group("0612: 7-4-9.1", "")) == SOVIET
