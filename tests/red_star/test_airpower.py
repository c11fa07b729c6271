"""12.0 German airpower."""

from __future__ import annotations

from stavka.hexes import members
from tests.marks import rule

from .situations import (
    box_of,
    number_of,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)


@rule("red-star", "12.1.1")
def test_three_airbases_and_their_air_fleets_off_the_map() -> None:
    p = started("barbarossa")
    charts = p.charts
    assert len(members(p.on_map & charts.airbases)) == 3
    assert not p.on_map & charts.fleets
    assert [box_of(p, fleet) for fleet in ("GAF1", "GAF2", "GAF4")] == ["air_fleets"] * 3


FLIGHT = "turn: {}\nphase: supply\n[Axis]\n4601: GAB1\n[Soviet]\n4606: SA03\n4828: SA04"


@rule("red-star", "12.1.2", "13.0.2", "2.0")
def test_air_fleets_fly_in_range_of_their_bases_over_anything_but_not_in_mud() -> None:
    p = situation(FLIGHT.format(2))
    there = offered(p, "fly")
    grid = p.charts.grid
    base = grid.hex("4601")
    reach = p.charts.kinds["airbase"].range
    assert there == set(grid.labels(grid.disc(base, reach) & p.charts.area[p.scenario]))
    assert "4606" in there, "over the enemy"
    assert any(p.charts.board.terrain["sea"] >> grid.hex(label) & 1 for label in there)
    assert refused(p, "fly 4612").case == "12.1.2"
    play(p, "fly 4606")
    assert where(p, "GAF1") == "4606"
    p = situation(FLIGHT.format(7))
    assert p.current.key != "supply"
    assert box_of(p, "GAF1") == "air_fleets"


@rule("red-star", "12.1.3", "2.0")
def test_air_fleets_go_home_after_the_tanks_have_moved() -> None:
    p = situation("turn: 2\nphase: tank-movement\n[Axis]\n4601: GAB1, GTK41\n4606: GAF1")
    assert where(p, "GAF1") == "4606"
    play(p, "done")
    assert box_of(p, "GAF1") == "air_fleets"


@rule("red-star", "12.1.4", "10.6.2", "10.8.2", "2.0")
def test_an_airbase_without_supply_leaves_for_four_turns() -> None:
    p = situation("turn: 2\nphase: supply\n[Axis]\n3126: GAB1\n3901: GIK26\n[Soviet]\n4828: SA03")
    assert box_of(p, "GAB1") == box_of(p, "GAF1") == "returning"
    assert p.due[number_of(p, "GAB1")] == p.due[number_of(p, "GAF1")] == 6


@rule("red-star", "12.1.5", "7.9.6")
def test_an_airbase_is_withdrawn_on_turns_11_and_31() -> None:
    for turn in (11, 31):
        text = "phase: tank-movement\n[Axis]\n4601: GAB1, GAB2, GTK41\n"
        p = situation(f"scenario: heartland\nturn: {turn}\n{text}")
        play(p, "done")
        assert to_choose(p) == "Axis"
        assert offered(p, "withdraw") == {"GAB1", "GAB2"}
        play(p, "withdraw GAB2")
        assert box_of(p, "GAB2") == box_of(p, "GAF2") == "eliminated"
        assert where(p, "GAB1") == "4601"
    p = situation("turn: 10\nphase: tank-movement\n[Axis]\n4601: GAB1, GAB2, GTK41\n")
    play(p, "done")
    assert "withdraw" not in verbs(p)


@rule("red-star", "12.2.4", "10.2.5", "12.2.7", "12.2.1")
def test_air_fleets_turn_out_of_supply_into_lack_of_supply_even_in_snow() -> None:
    for turn in (2, 9):
        for hex_, helped in (("4611", True), ("4612", False)):
            text = f"turn: {turn}\nphase: supply\n[Axis]\n4601: GAB1\n{hex_}: GIK26, HUMK\n"
            p = situation(text + "[Soviet]\n4828: SA03", dice=[6] * 9)
            play(p, "fly 4607")
            corps, allies = number_of(p, "GIK26"), number_of(p, "HUMK")
            assert bool(p.lack >> corps & 1) is helped
            assert bool(p.out >> corps & 1) is not helped
            assert p.out >> allies & 1, "Germans only"


@rule("red-star", "12.2.8")
def test_air_fleets_do_not_hinder_soviet_reinforcements() -> None:
    text = """
        turn: 2
        phase: soviet-reinforcement
        [Axis]
        4601: GAB1
        4829: GAF1
        [Soviet]
        4828: SHQ-WESTER
        ready: SA03, SHQ-LENING
    """
    p = situation(text)
    play(p, "select SA03")
    assert {"4828", "4829"} <= offered(p, "place")
    play(p, "select SHQ-LENING")
    assert "4829" in offered(p, "place")
