"""19.0 Scenarios, 13.0.1 the weather of the turns, 1.4 setting up."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.players import Random
from stavka.titles.red_star.outline import FIRST_OF_TURN, PHASES
from stavka.titles.red_star.supply import permanent_sources
from tests.marks import rule

from .situations import (
    TITLE,
    box_of,
    events,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    what_is_set,
    where,
)

SCENARIOS = [
    ("turning-point", 22, "soviet-combat", 24, ("Turning Point",)),
    ("barbarossa", 1, "supply", 12, ("Main",)),
    ("road-to-stalingrad", 1, "supply", 24, ("Main", "Baku")),
    ("russia-resurgent", 16, "set-up", 40, ("Main", "Baku")),
    ("heartland", 1, "supply", 40, ("Main",)),
    ("motherland", 1, "supply", 40, ("Main", "Finland", "Baku")),
]


@rule("red-star", "19.1.1", "19.2.1", "19.3.1", "19.4.1", "19.5.1", "19.6.1", "18.0.1", "1.4")
@pytest.mark.parametrize(("key", "first", "phase", "last", "maps"), SCENARIOS)
def test_when_a_scenario_begins_and_ends(
    key: str, first: int, phase: str, last: int, maps: tuple[str, ...]
) -> None:
    p = started(key)
    assert p.turn == first
    assert p.current.key == phase
    assert (p.plan.first_turn, p.plan.last_turn) == (first, last)
    assert set(p.plan.maps) == set(maps)
    # After the Administrative Phase of the last turn the points are counted, before it not.
    text = "phase: administrative\n[Axis]\n2233: GIK26\n[Soviet]\n3238: SA03\n"
    for turn, over in ((last - 1, False), (last, True)):
        p = situation(f"scenario: {key}\nturn: {turn}\n{text}", dice=[6] * 99)
        while p.ended is None and p.turn == turn and p.current.key == "administrative":
            play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
        assert (p.ended is not None) is over


@rule("red-star", "19.1.2", "19.2.2", "19.3.2", "19.4.2", "19.5.2", "19.6.2", "1.2")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("turning-point", "3233 0150 2842", "3333 2832 0457 7731"),
        ("barbarossa", "0101 7450 2832", "0457 7731"),
        ("road-to-stalingrad", "0101 0457", "7731 9121"),
        ("russia-resurgent", "0101 0457", "7731 9121"),
        ("heartland", "0101 7450", "0457 7731"),
        ("motherland", "0101 0457 7731 9121", ""),
    ],
)
def test_the_map_of_a_scenario(key: str, inside: str, outside: str) -> None:
    area = TITLE.charts.area[key]
    assert all(area >> TITLE.charts.grid.hex(label) & 1 for label in inside.split())
    assert not any(area >> TITLE.charts.grid.hex(label) & 1 for label in outside.split())
    p = started(key)
    assert not p.axis & ~area
    assert not p.soviet & ~area


@rule("red-star", "19.1.2", "1.2")
def test_nobody_leaves_the_map_of_a_scenario() -> None:
    p = situation("scenario: turning-point\nturn: 23\nphase: axis-movement\n[Axis]\n2833: GTK41")
    play(p, "select GTK41")
    assert refused(p, "move 2832").case == "1.2"


@rule("red-star", "19.1.3", "19.2.3", "19.3.3", "19.4.3", "19.5.3", "19.6.3", "1.4")
def test_set_ups() -> None:
    counts = {}
    for key, *_ in SCENARIOS:
        p = started(key)
        counts[key] = (
            len(members(p.units_on_map("Axis"))),
            len(members(p.units_on_map("Soviet"))),
        )
        assert counts[key][0] > 20
        assert counts[key][1] > 20
    # The four scenarios of June 1941 share a set-up, but for units of scenario 6 only.
    assert counts["barbarossa"] == counts["heartland"]
    north = ("FI3K", "GMK36", "GMK19", "FIHQN", "GDEP20")
    assert all(where(started("motherland"), unit) for unit in north)
    for key in ("barbarossa", "road-to-stalingrad", "heartland"):
        p = started(key)
        for unit in north:
            assert box_of(p, unit) == "unused"
            coming = [a.unit for turn in range(1, 41) for a in p.charts.arrivals[key, turn]]
            assert p.names.unit(unit) not in coming


@rule("red-star", "19.1.4")
def test_the_special_rules_of_turning_point() -> None:
    p = situation("scenario: turning-point\nturn: 23\nphase: soviet-movement\n[Soviet]\n1233: SA03")
    play(p, "select SA03")
    assert refused(p, "sail 1330").case == "19.1.4"
    sources = {
        side: set(p.charts.grid.labels(p.charts.sources["turning-point", side]))
        for side in TITLE.sides
    }
    assert sources == {"Axis": {"2233", "2833"}, "Soviet": {"3238", "3241", "3246", "1150", "0546"}}
    # Turn 23 is a production turn elsewhere, but not here.
    assert p.charts.turns[23].production == 18
    assert p.production() == 0
    # No limit of German counters: corps that are not in play can be built up.
    box = started("turning-point").box(-4)
    spare = [u for u in members(box) if TITLE.charts.kind[u].key == "infantry_corps"]
    assert spare
    assert not [
        u
        for u in members(started("barbarossa").box(-4))
        if TITLE.charts.kind[u].key == "infantry_corps"
    ]


TURN_ONE = "scenario: {}\nturn: {}\nphase: axis-movement\n[Axis]\n{}\n[Soviet]\n{}\n"


@rule("red-star", "19.2.4", "19.3.4", "19.5.4", "19.6.4")
@pytest.mark.parametrize("key", ["barbarossa", "road-to-stalingrad", "heartland", "motherland"])
def test_on_turn_one_germans_ignore_minor_rivers(key: str) -> None:
    def paid(turn: int, unit: str) -> object:
        p = situation(TURN_ONE.format(key, turn, f"2038: {unit}", "4828: SA03"))
        play(p, f"select {unit}", "move 2039")
        return events(p, "moved")[-1][2]

    assert (paid(1, "GTK41"), paid(2, "GTK41")) == (1, 3)
    assert paid(1, "HUMK") == 3, "Germans only"
    for turn, able in ((1, True), (2, False)):
        p = situation(TURN_ONE.format(key, turn, "2038: GTK41", "2039: SRC01"))
        play(p, "select GTK41")
        assert ("2039" in offered(p, "overrun")) is able
    p = situation(TURN_ONE.format(key, 1, "2038: HUMK", "2039: LEADER-Zhukov"))
    play(p, "select HUMK")
    assert refused(p, "overrun 2039").case == "8.0.7"


@rule("red-star", "19.2.4", "7.4.2")
def test_a_river_that_is_ignored_helps_no_defender() -> None:
    p = situation(TURN_ONE.format("barbarossa", 1, "2038: GTK41", "2039: SRC01"), dice=[1] * 9)
    play(p, "select GTK41", "overrun 2039")
    assert events(p, "attacked")[-1][2:4] == (9, 2)


@rule("red-star", "19.2.4", "19.3.4", "19.5.4", "19.6.4")
@pytest.mark.parametrize("key", ["barbarossa", "road-to-stalingrad", "heartland", "motherland"])
def test_on_turn_one_finland_and_rumania_wait(key: str) -> None:
    p = started(key)
    frozen = p.frozen()
    assert frozen
    countries = p.charts.board.areas["country"]
    waiting = countries["Finland"] | countries["Rumania"]
    axis = p.units_on_map("Axis")
    assert frozen & p.on_map == sum(1 << u for u in members(axis) if waiting >> p.where[u] & 1)
    while p.current.key != "axis-movement":
        play(p, "stay" if "stay" in verbs(p) else "done")
    assert not {p.name(u) for u in members(frozen)} & offered(p, "select")
    unit = p.name(members(frozen)[0])
    assert refused(p, f"select {unit}").case == "19.2.4"
    # Nor do they attack or break down; on turn two they may.
    name = next(p.name(u) for u in members(frozen) if p.charts.kind[u].values[0][0] > 1)
    for turn, able in ((1, False), (2, True)):
        text = f"scenario: {key}\nturn: {turn}\nphase: axis-combat\n[Axis]\n2145: {name}, GTK41\n"
        q = situation(text + "[Soviet]\n2146: SRC01")
        play(q, "attack 2146")
        assert (name in offered(q, "add")) is able


@rule("red-star", "19.2.4", "10.9.2", "19.3.4", "19.5.4", "19.6.4")
def test_no_attrition_on_turn_one() -> None:
    for turn, rolls in ((1, 0), (2, 1)):
        p = situation(
            f"turn: {turn}\nphase: supply\n[Axis]\n3126: GIK26\n[Soviet]\n4828: SA03", dice=[6] * 9
        )
        assert len(events(p, "attrition")) == rolls


@rule("red-star", "19.4.3")
def test_six_security_divisions_are_placed_before_russia_resurgent() -> None:
    p = started("russia-resurgent")
    assert [box_of(p, f"SGC{n}") for n in (1, 2, 3)] == ["eliminated"] * 3
    grid = p.charts.grid
    for name in ("GSD207", "GSD213", "GSD221", "GSD281", "GSD444", "GSD454"):
        assert to_choose(p) == "Axis"
        assert box_of(p, name) == "to_place"
        there = offered(p, "place")
        assert all(p.charts.soviet_union >> grid.hex(label) & 1 for label in there)
        for label in there:
            hex_ = grid.hex(label)
            assert not grid.disc(hex_, 4) & p.soviet
            assert not grid.disc(hex_, 2) & p.partisan_hexes
        play(p, f"place {min(there)}")
        assert where(p, name)
    assert p.current.key == "supply"


@rule("red-star", "19.6.4")
def test_murmansk_is_an_axis_source_while_it_is_held() -> None:
    for held, source in (("9121", True), ("3901", False)):
        p = situation(
            "scenario: motherland\nturn: 3\nphase: axis-movement\n[Axis]\n3901: GIK26\n"
            f"[markers]\naxis held: {held}"
        )
        found = permanent_sources(p, "Axis") >> p.charts.grid.hex("9121") & 1
        assert bool(found) is source


@rule("red-star", "1.5", "2.0")
def test_the_phases_come_in_strict_order_and_then_the_next_turn() -> None:
    p = started("barbarossa")
    p.chronicle = []
    player = Random(TITLE, "phases")
    while (decision := p.decision()) is not None and p.turn < 3:
        p.apply(player.choose(decision, None))
    told = [name for (name,) in events(p, "phase")]
    turn = [phase.name for phase in PHASES[FIRST_OF_TURN:]]
    # The first Supply Phase had begun before anybody listened.
    assert told == [*turn[1:], *turn, turn[0]]


@rule("red-star", "13.0.1")
def test_the_weather_of_the_turns() -> None:
    turns = TITLE.charts.turns
    snow = {8, 9, 10, 11, 22, 23, 24, 25, 36, 37, 38, 39}
    mud = {7, 12, 21, 26, 35, 40}
    for number, turn in turns.items():
        expected = "snow" if number in snow else "mud" if number in mud else "clear"
        assert turn.weather == expected
    assert len(turns) == 40


@rule("red-star", "2.0", "19.2.4")
def test_nothing_has_happened_when_a_game_begins() -> None:
    p = started("barbarossa")
    counters = ("where", "steps", "marker", "cups", "axis_held", "phase")
    assert what_is_set(p, *counters) == {
        "turn": 1,
        "due": [0] * len(p.where),
        "at_start": [0] * len(p.cups),
    }
    q = situation(
        "turn: 2\nphase: axis-combat\n[Axis]\n2144: GTK41\n[Soviet]\n2145: SA03\n"
        "[markers]\naxis held: 3901"
    )
    assert set(what_is_set(q, *counters)) == {"turn", "due", "at_start"}


@rule("red-star", "2.0", "3.2", "3.6.1", "17.1", "15.2.7")
def test_what_was_done_before_does_not_count_in_the_next_phase() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3901: GIK26\n[Soviet]\n4828: SA03")
    unit = p.units_on_map("Axis")
    p.moved = p.fresh = p.converted = unit
    p.sailed, p.parts = True, ((0, 1),)
    p.forget_decision()
    play(p, "done")
    assert p.current.key == "administrative"
    assert (p.moved, p.sailed, p.fresh) == (0, False, 0)
    assert not p.converted and not p.parts
