"""2.0, 19.0 The sequence of play: how games and phases begin and end."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.titles.red_star.position import BREAKDOWN, LEADERS, War
from stavka.titles.red_star.supply import RED, supply_area
from tests.marks import rule

from .situations import (
    TITLE,
    box_of,
    events,
    number_of,
    offered,
    play,
    situation,
    started,
    steps,
    to_choose,
    verbs,
    where,
)

# 19.0 Set-up


@rule("red-star", "1.4", "19.1.3", "19.4.3")
@pytest.mark.parametrize("scenario", ["turning-point", "barbarossa", "russia-resurgent"])
def test_everybody_begins_where_the_scenario_says(scenario: str) -> None:
    p = started(scenario)
    charts = p.charts
    for start in charts.set_up[scenario]:
        if start.hex is not None:
            assert p.where[start.unit] == start.hex
            assert p.steps[start.unit] == start.steps
    assert p.axis_held == charts.axis_held[scenario]
    # 7.4.3: where the Axis holds Sevastopol, the fortress has fallen.
    assert p.ruined is (scenario == "russia-resurgent")


def listed(p: War) -> int:
    """Units that the set-up or the schedule of a scenario names."""
    found = 0
    for start in p.charts.set_up[p.scenario]:
        found |= 1 << start.unit
    for (scenario, _), arrivals in p.charts.arrivals.items():
        if scenario == p.scenario:
            for arrival in arrivals:
                found |= 1 << arrival.unit if arrival.unit >= 0 else 0
    return found


@rule("red-star", "17.2.4", "14.4.1", "19.1.4", "17.2.2")
@pytest.mark.parametrize("scenario", ["turning-point", "barbarossa", "motherland"])
def test_counters_that_nothing_else_is_said_of_are_in_their_boxes(scenario: str) -> None:
    p = started(scenario)
    charts = p.charts
    rest = ~listed(p)
    foreign = 0
    for key, only in charts.unlisted.items():
        foreign |= only if key != scenario else 0
    in_box = p.box(BREAKDOWN) & rest
    assert in_box & charts.battlegroups == charts.battlegroups & rest & ~foreign
    # In Turning Point the counters are no limit: corps are to be had too.
    corps = charts.currency & ~charts.battlegroups & rest & ~foreign
    assert in_box & ~charts.battlegroups == (corps if scenario == "turning-point" else 0)
    assert p.box(LEADERS) & rest == charts.leaders & rest & ~foreign
    assert not p.box(LEADERS) & ~charts.leaders
    if scenario != "turning-point":
        assert foreign and not p.box(BREAKDOWN) & foreign


@rule("red-star", "17.2.2", "19.1.4")
def test_what_arrives_later_is_in_no_box_yet() -> None:
    p = started("barbarossa")
    charts = p.charts
    later = {
        charts.names.units[a.unit]
        for (scenario, turn), arrivals in charts.arrivals.items()
        for a in arrivals
        if scenario == "barbarossa" and turn > 1 and a.unit >= 0 and a.action == "arrive"
    }
    assert "LEADER-Zhukov" in later or later
    assert {box_of(p, unit) for unit in later} == {"unused"}


@rule("red-star", "6.2.1", "15.3")
def test_the_cups_hold_what_has_arrived() -> None:
    for scenario in ("turning-point", "barbarossa", "russia-resurgent"):
        p = started(scenario)
        first = p.plan.first_turn
        on_armies = [0] * len(p.cups)
        for marker in p.marker:
            if marker >= 0:
                on_armies[marker] += 1
        for number, marker_kind in enumerate(p.charts.markers):
            come = marker_kind.turn <= first
            striped = marker_kind.striped and first > 1
            there = p.cups[number] + on_armies[number]
            assert there == (marker_kind.count if come and not striped else 0)
            # Ruling: by 1942 striped markers lie in the box, where there is an economy.
            boxed = striped and come and scenario != "turning-point"
            assert p.at_start[number] == (marker_kind.count if boxed else 0)


@rule("red-star", "19.1.1", "19.1.4")
def test_turning_point_begins_in_the_middle_of_a_turn() -> None:
    p = started("turning-point")
    assert (p.turn, p.current.key) == (22, "soviet-combat")
    arrivals = [a for a in p.charts.arrivals["turning-point", 22] if a.unit >= 0]
    for arrival in arrivals:
        assert p.where[arrival.unit] < 0
        assert box_of(p, p.charts.names.units[arrival.unit]) == "ready"
    q = started("russia-resurgent")
    assert q.current.key == "set-up"
    units = [a.unit for a in q.charts.arrivals["russia-resurgent", 16] if a.unit >= 0]
    assert {box_of(q, q.charts.names.units[unit]) for unit in units} <= {"unused"}


@rule("red-star", "19.4.3", "14.4.4")
def test_a_leader_joins_the_reserve_headquarters() -> None:
    p = started("russia-resurgent")
    before = p.on_map & p.charts.leaders
    while p.current.key == "set-up":
        play(p, f"place {min(offered(p, 'place'))}")
    new = members(p.on_map & p.charts.leaders & ~before)
    assert len(new) == 1
    assert p.where[new[0]] == p.where[number_of(p, "SHQ-RESERV")]
    # Without the headquarters, or without Leaders, there is none.
    text = (
        "scenario: russia-resurgent\nturn: 16\nphase: set-up\n"
        "[Axis]\n3901: GIK26\nto_place: GSD221\n"
    )
    for soviet, comes in (
        ("4828: SHQ-RESERV\nleaders: LEADER-Konev", True),
        ("4828: SHQ-WESTER\nleaders: LEADER-Konev", False),
        ("4828: SHQ-RESERV\neliminated: LEADER-Konev", False),
    ):
        p = situation(f"{text}[Soviet]\n{soviet}", dice=[1] * 30)
        p.boxes[LEADERS] = p.box(LEADERS) & 1 << number_of(p, "LEADER-Konev")
        while p.current.key == "set-up":
            play(p, f"place {min(offered(p, 'place'))}")
        assert (where(p, "LEADER-Konev") == "4828") is comes


# 2.0 Phases


@rule("red-star", "15.4.2", "2.0")
def test_a_drop_is_offered_before_the_movement() -> None:
    p = situation(
        "turn: 2\nphase: soviet-movement\n[Soviet]\n4828: SHQ-WESTER, SA03\nparadrop: SAB1, SAB3"
    )
    assert verbs(p) == {"select", "done"}
    assert offered(p, "select") == {"SAB1", "SAB3"}


@rule("red-star", "7.2.4", "7.2.5", "2.0")
@pytest.mark.parametrize("phase", ["axis-combat", "soviet-combat"])
def test_who_has_fought_is_free_again_after_the_phase(phase: str) -> None:
    p = situation(f"turn: 2\nphase: {phase}\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SA03 (2-4)")
    p.fought = 1 << number_of(p, "GTK41")
    p.was_attacked = 1 << number_of(p, "SA03")
    play(p, "done")
    assert (p.fought, p.was_attacked) == (0, 0)


@rule("red-star", "4.0.7", "2.0")
@pytest.mark.parametrize("phase", ["axis-combat", "axis-movement", "tank-movement", "supply"])
def test_stacks_are_put_right_at_the_end_of_phases(phase: str) -> None:
    p = situation(
        f"turn: 2\nphase: {phase}\n[Axis]\n3902: GTK41, GTK03, GTK14\n[Soviet]\n3905: SA03 (2-4)"
    )
    while "done" in verbs(p) and p.current.key == phase and "remove" not in verbs(p):
        play(p, "done")
    assert to_choose(p) == "Soviet"
    assert "remove" in verbs(p)


@rule("red-star", "10.1.2", "13.0.3", "2.0")
def test_the_weather_of_the_new_turn_is_heeded_at_once() -> None:
    # Turn 36 brings snow: swamps are no hindrance any more, and lakes are frozen.
    charts = TITLE.charts
    gone: dict[str, list[str]] = {"Axis": ["GTK03"], "Soviet": ["SA03"]}
    for arrival in charts.arrivals["motherland", 36]:
        if arrival.unit >= 0:
            gone[arrival.side].append(charts.names.units[arrival.unit])
    axis, soviet = (", ".join(gone[side]) for side in ("Axis", "Soviet"))
    p = situation(
        "scenario: motherland\nturn: 35\nphase: administrative\n"
        f"[Axis]\n3901: GDEP01, GMK49\nbreakdown: GMBG01, GMBG02\neliminated: {axis}\n"
        f"[Soviet]\n5919: SHQ-LENING\neliminated: {soviet}\n",
        dice=[6] * 20,
    )
    there = p.charts.grid.hex("5826")
    assert p.turn == 35
    while p.turn == 35:
        assert not supply_area(p, RED) >> there & 1
        play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
    assert p.current.key == "supply"
    assert supply_area(p, RED) >> there & 1


# 18.0.5 The end


@rule("red-star", "18.0.5", "18.0.2", "12.1.4", "10.6.4")
def test_the_last_supply_phase_removes_whoever_is_cut_off() -> None:
    p = situation(
        "scenario: barbarossa\nturn: 12\nphase: administrative\n"
        "[Axis]\n3901: GIK26, GAB1\n2145: GAB2, GIK01, RO02K\n2146: ROHQ3\n[Soviet]\n4840: SA03",
        dice=[6] * 20,
    )
    while p.decision() is not None:
        play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
    assert p.ended is not None
    assert (where(p, "GAB1"), box_of(p, "GAB2")) == ("3901", "returning")
    assert box_of(p, "ROHQ3") == "returning"
    assert p.turn == 12
    # 4 for the corps in supply and 4 for the airbase, and Warsaw and others.
    assert p.out >> number_of(p, "GIK01") & 1
    assert not p.out >> number_of(p, "GIK26") & 1
    assert len(events(p, "ended")) == 1
    assert steps(p, "GIK26") == 4
