"""11.0 Partisans and Security Divisions."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.supply import supply_area
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


@rule("red-star", "11.1.1", "10.1.3", "10.1.2")
def test_partisans_make_supply_lines_longer_but_do_not_cut_them() -> None:
    text = "turn: 2\nphase: axis-movement\n[Axis]\n3901: GIK01\n[Soviet]\n{}"
    free = situation(text.format(""))
    hindered = situation(
        text.format("3902: SPART1\n4002: SPART2\n3801: SPART3\n3802: SPART4\n4001: SPART5")
    )
    areas = [supply_area(p, "German") for p in (free, hindered)]
    assert areas[1] & ~areas[0] == 0
    assert areas[1].bit_count() < areas[0].bit_count()
    assert areas[1] >> free.charts.grid.hex("3902") & 1, "they do not block"


@rule("red-star", "11.1.2", "11.1.3", "15.2.1", "2.0")
def test_partisans_must_be_placed_in_the_administrative_phase() -> None:
    p = situation(
        """
        turn: 4
        phase: administrative
        [Axis]
        4212: GSD207
        3026: GIK26
        [Soviet]
        3116: SPART1
        ready: SPART2
        """
    )
    while "place" not in verbs(p):
        play(p, "done")
    assert to_choose(p) == "Soviet"
    assert verbs(p) == {"place"}, "there is no waiting"
    there = offered(p, "place")
    assert "3127" in there, "a contested space will do"
    assert refused(p, "place 3026").case == "11.1.3"
    assert refused(p, "place 3116").case == "11.1.3"
    assert refused(p, "place 3901").case == "11.1.3"
    assert refused(p, "place 4214").case == "11.2.2"
    assert "4215" in there, "three spaces from the Security Division"
    play(p, "place 4215")
    assert where(p, "SPART2") == "4215"


@rule("red-star", "11.1.2", "11.2.1")
def test_five_partisan_units_and_the_security_divisions_come_as_reinforcements() -> None:
    charts = started("motherland").charts
    arriving = [
        arrival.unit
        for (scenario, _), arrivals in charts.arrivals.items()
        if scenario == "motherland"
        for arrival in arrivals
    ]
    assert sum(1 for u in arriving if u >= 0 and charts.partisans >> u & 1) == 5
    assert sum(1 for u in arriving if u >= 0 and charts.security >> u & 1) > 0


@rule("red-star", "11.1.4", "11.1.6")
def test_partisans_neither_move_nor_can_they_be_attacked() -> None:
    text = (
        "turn: 2\nphase: {}\n[Axis]\n3126: GTK41\n3500: GIK26\n[Soviet]\n3026: SPART1\n3226: SRC01"
    )
    text = text.replace("3500: GIK26\n", "")
    p = situation(text.format("axis-combat"))
    assert offered(p, "attack") == {"3226"}
    assert refused(p, "attack 3026").case == "11.1.6"
    p = situation(text.format("axis-movement"))
    play(p, "select GTK41")
    assert refused(p, "overrun 3026").case == "11.1.6"
    p = situation(text.format("soviet-movement"))
    assert refused(p, "select SPART1").case == "11.1.4"


@rule("red-star", "11.1.8")
def test_partisans_flee_from_an_axis_unit_that_enters() -> None:
    p = situation(
        "turn: 2\nphase: axis-movement\n[Axis]\n3128: GTK41\n4212: GSD207\n[Soviet]\n3127: SPART1"
    )
    play(p, "select GTK41", "move 3126")
    assert to_choose(p) == "Soviet"
    there = offered(p, "flee")
    grid = p.charts.grid
    assert max(grid.distance(grid.hex("3127"), grid.hex(label)) for label in there) == 5
    assert "3126" not in there
    play(p, "flee 3125")
    assert where(p, "SPART1") == "3125"
    assert to_choose(p) == "Axis"


@rule("red-star", "11.1.8", "11.2.2")
def test_partisans_flee_from_security_divisions_two_spaces_away() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3131: GSD207\n[Soviet]\n3127: SPART1")
    play(p, "select GSD207", "move 3130")
    assert to_choose(p) == "Axis", "three spaces away"
    play(p, "move 3129")
    assert to_choose(p) == "Soviet"
    assert refused(p, "flee 3128").case == "11.2.2"
    there = offered(p, "flee")
    grid = p.charts.grid
    assert min(grid.distance(grid.hex("3129"), grid.hex(label)) for label in there) == 3


@rule("red-star", "11.1.8", "7.9.6")
def test_partisans_with_nowhere_to_go_are_lost() -> None:
    # Every space of the Soviet Union within five of 1512 is within two of a Security Division.
    guards = "1813: GSD213\n1412: GSD221\n1614: GSD281\n1810: GSD444\n"
    p = situation(
        f"turn: 2\nphase: axis-movement\n[Axis]\n1511: GIK26\n{guards}[Soviet]\n1512: SPART1"
    )
    play(p, "select GIK26", "move 1512")
    assert box_of(p, "SPART1") == "eliminated"


@rule("red-star", "11.1.9", "10.9.3", "10.0.6")
def test_supply_does_not_concern_partisans() -> None:
    p = situation(
        """
        turn: 9
        phase: supply
        [Soviet]
        3901: SPART1
        3905: SRC01
        """,
        dice=[1, 1, 1, 1, 1],
    )
    spart = number_of(p, "SPART1")
    assert not (p.out | p.lack) >> spart & 1
    assert where(p, "SPART1") == "3901"
    assert where(p, "SRC01") == "", "isolated, and in snow a one costs a step"


@rule("red-star", "11.2.3")
def test_security_divisions_keep_away_from_soviet_units() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3130: GSD207\n[Soviet]\n3123: SA03")
    play(p, "select GSD207")
    assert "3128" in offered(p, "move"), "five spaces away"
    assert refused(p, "move 3127").case == "11.2.3"
    # One that begins too near may stay, or go away.
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3126: GSD207\n[Soviet]\n3123: SA03")
    play(p, "select GSD207")
    assert refused(p, "move 3127").case == "11.2.3"
    assert "3128" in offered(p, "move")
    # Partisans do not count.
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n3130: GSD207\n[Soviet]\n3124: SPART1")
    play(p, "select GSD207")
    assert "3128" in offered(p, "move")


@rule("red-star", "11.1.8", "11.2.2")
@pytest.mark.parametrize(
    ("units", "flees"),
    [
        ("GIK26", False),  # two spaces from the way is near enough for Security Divisions alone
        ("GSD221", True),
        ("GSD454", True),
        ("GSD207", True),
        ("GSD221, GIK26", True),
        ("GTDT", False),
    ],
)
def test_who_drives_partisans_off_from_two_spaces_away(units: str, flees: bool) -> None:
    names = units.split(", ")
    p = situation(
        f"scenario: heartland\nturn: 2\nphase: axis-movement\n[Axis]\n3350: {units}\n"
        "[Soviet]\n3346: SPART1"
    )
    play(p, f"select {names[0]}", *(f"add {name}" for name in names[1:]), "move 3349", "move 3348")
    assert (to_choose(p) == "Soviet") is flees
