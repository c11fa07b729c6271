"""11.2 Rail movement in detail, and 11.3 convoys."""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.position import EDGE, War

from ..marks import rule
from .situations import (
    CUT_OFF,
    More,
    events,
    labels,
    number_of,
    offered,
    place_of,
    play,
    set_up,
    verbs,
)

# South of Suxian, 1408, and north of it.
SOUTH = ["1308", "1309", "1209", "1110", "1010", "1011", "0912", "0913", "0814", "0815", "0715"]
BRANCH = ["0910", "0909", "0808"]


def selected(unit: str, gmd: str, pla: str = "", **more: Unpack[More]) -> War:
    return play(set_up("gmd-movement", gmd=gmd, pla=pla, **more), f"select {unit}")


def way(p: War, unit: str) -> list[str]:
    """The hexes of a unit's last move, `edge` for where it came from."""
    *_, facts = (e.facts for e in events(p, "moved") if e.facts[0] == number_of(p, unit))
    return ["edge" if hex_ == EDGE else p.charts.grid.label(hex_) for hex_ in facts[1]]


@rule("red-dragon", "11.2.3", "16.2.3", "16.2.4")
def test_a_train_ends_at_an_fdp_and_passes_none() -> None:
    p = selected(
        "72-corps", "1408: 72-corps; 1209: 5-corps; 1508: 70-corps", markers="fdp: 1209 1508"
    )
    assert offered(p, "rail") == {"1308", "1309", "1209", "1508"}
    play(p, "rail 1209")
    assert way(p, "72-corps") == ["1408", "1308", "1309", "1209"]
    assert "72-corps" not in offered(p, "select"), "it stays there"
    assert "move" not in verbs(p)


@rule("red-dragon", "11.2.3", "18.4.7")
@pytest.mark.parametrize("enemy", ["ecfa-1", "guerrilla-1"])
def test_what_stands_on_the_line_stops_trains(enemy: str) -> None:
    p = selected("72-corps", "1408: 72-corps", f"1110: {enemy}; 1508: {enemy[:-1]}3")
    assert offered(p, "rail") == {"1308", "1309", "1209"}


@rule("red-dragon", "11.2.2", "18.4.7")
def test_no_train_leaves_a_station_that_guerrillas_hold() -> None:
    p = selected("72-corps", "1408: 72-corps", "1408: guerrilla-1")
    assert "rail" not in verbs(p)
    # 1209 is a hex of the line, but no city.
    p = selected("99-corps", "1209: 99-corps")
    assert "rail" not in verbs(p)
    # Mengcheng is a city without a line.
    p = selected("72-corps", "1205: 72-corps")
    assert "rail" not in verbs(p)
    assert "convoy" in verbs(p)


@rule("red-dragon", "11.2.2", "11.2.3", "10.1.5")
@pytest.mark.parametrize(
    ("pla", "ends"),
    [
        ("1309: ecfa-1", {*SOUTH[2:], *BRANCH}),
        ("1309: ecfa-1; 0910: guerrilla-1", set(SOUTH[2:])),
        ("0814: guerrilla-1", {"0715", "0815"}),
        ("0814: ecfa-1", {"0715", "0815"}),
        ("0715: guerrilla-1", set()),
        ("0715: ecfa-1", set()),
    ],
)
def test_trains_from_beyond_the_map_begin_at_chuxian(pla: str, ends: set[str]) -> None:
    p = selected("54-corps", "edge: 54-corps", pla)
    assert offered(p, "rail") == ends


@rule("red-dragon", "11.2.1", "11.2.2")
def test_two_units_from_beyond_the_map_fill_the_trains() -> None:
    p = selected("54-corps", "edge: 54-corps, 39-corps, 96-corps; 1408: 72-corps")
    play(p, "rail 1010", "select 39-corps", "rail 1110")
    assert way(p, "54-corps") == ["edge", "0715", "0815", "0814", "0913", "0912", "1011", "1010"]
    assert p.rail_moves == 2
    for unit in ("96-corps", "72-corps"):
        play(p, f"select {unit}")
        assert "rail" not in verbs(p)
    play(p, "select 96-corps", "enter 0711")
    assert p.rail_moves == 2


@rule("red-dragon", "11.2.3", "11.2.4")
def test_a_ride_costs_one_point_however_long() -> None:
    p = selected("72-corps", "1809: 72-corps")
    play(p, "rail 1010")
    (event,) = events(p, "moved")
    assert event.facts[2:] == (2, "rail")
    # Two points are left: two hexes of open ground, or four of road.
    assert {"0711", "1012"} <= offered(p, "move")
    assert "1014" not in offered(p, "move")
    assert not {"rail", "convoy"} & verbs(p)


@rule("red-dragon", "11.2.6")
@pytest.mark.parametrize(
    ("pla", "markers", "ends"),
    [
        ("1508: ecfa-1; 1110: guerrilla-1", "", {"1308", "1309", "1209", "1110"}),
        ("1508: ecfa-1; 1110: ecfa-3", "", {"1308", "1309", "1209"}),
        ("1508: ecfa-1; 1110: ecfa-3", CUT_OFF, set()),  # it is out of supply
        ("1508: ecfa-1; 1110: guerrilla-1 (negated)", "", {*SOUTH, *BRANCH}),
        ("1508: ecfa-1; 1408: guerrilla-1", "", {*SOUTH, *BRANCH}),  # it begins with them
    ],
)
def test_how_far_railroad_security_gets(pla: str, markers: str, ends: set[str]) -> None:
    p = selected("rr-security", "1408: rr-security", pla, markers=markers)
    assert offered(p, "rail") == ends


@rule("red-dragon", "11.2.6", "16.2.4")
def test_railroad_security_goes_into_an_fdp_and_no_further() -> None:
    gmd = "1408: rr-security; 1209: 72-corps; 1508: 5-corps"
    p = selected("rr-security", gmd, markers="fdp: 1209 1508")
    assert offered(p, "rail") == {"1308", "1309", "1209", "1508"}
    play(p, "rail 1209")
    assert "rr-security" not in offered(p, "select")
    assert p.rail_moves == 0


@rule("red-dragon", "11.2.6", "18.4.9")
def test_railroad_security_opens_the_line_that_it_ends_on() -> None:
    p = selected("rr-security", "edge: rr-security; 1809: 72-corps", "0814: guerrilla-1")
    assert offered(p, "rail") == {"0715", "0815", "0814"}
    play(p, "rail 0814")
    assert way(p, "rr-security") == ["edge", "0715", "0815", "0814"]
    assert p.negated == 1 << number_of(p, "guerrilla-1")
    play(p, "select 72-corps")
    assert "0715" in offered(p, "rail")


@rule("red-dragon", "11.2.6")
def test_railroad_security_stops_with_guerrillas_at_the_edge() -> None:
    p = selected("rr-security", "edge: rr-security; 1809: 72-corps", "0715: guerrilla-1")
    assert offered(p, "rail") == {"0715"}
    play(p, "rail 0715")
    assert way(p, "rr-security") == ["edge", "0715"]


@rule("red-dragon", "11.2.6")
def test_railroad_security_does_not_enter_where_the_enemy_is() -> None:
    p = selected("rr-security", "edge: rr-security; 1809: 72-corps", "0715: ecfa-1")
    assert "rail" not in verbs(p)


# 11.3


@rule("red-dragon", "11.3.1", "18.4.7", "7.4.1")
@pytest.mark.parametrize(
    ("here", "pla", "more", "goes"),
    [
        ("1410", "", {}, True),
        ("1410", "1410: guerrilla-1", {}, False),
        ("1410", "1410: guerrilla-1 (negated)", {}, True),
        ("1510", "", {}, False),  # beside the road
        ("1410", "", {"turn": 1}, False),
        ("1410", "", {"markers": CUT_OFF}, False),
    ],
)
def test_where_a_convoy_begins(here: str, pla: str, more: More, goes: bool) -> None:
    p = selected("72-corps", f"{here}: 72-corps", pla, **more)
    assert ("convoy" in verbs(p)) is goes


@rule("red-dragon", "11.3.1", "11.3.3", "11.2.5")
def test_a_convoy_in_two_legs_spends_what_one_would() -> None:
    p = selected("72-corps", "1809: 72-corps")
    play(p, "convoy 1308")
    assert not {"move", "rail"} & verbs(p), "it has become a convoy"
    # Five hexes are behind it, seven before it: 0913 is the twelfth.
    assert {"0912", "0913"} <= offered(p, "convoy")
    assert "0814" not in offered(p, "convoy")
    assert "1308" not in offered(p, "convoy")
    play(p, "convoy 0913")
    assert place_of(p, "72-corps") == "0913"
    assert "72-corps" not in offered(p, "select")
    assert "convoy" not in verbs(p)


@rule("red-dragon", "11.3.1")
def test_who_has_marched_does_not_become_a_convoy() -> None:
    p = selected("72-corps", "1510: 72-corps")
    play(p, "move 1410")
    assert not {"convoy", "rail"} & verbs(p)
    assert "move" in verbs(p)


@rule("red-dragon", "11.3.1", "16.2.4", "11.1.8")
def test_a_convoy_stops_in_an_fdp_and_before_the_enemy() -> None:
    p = selected("72-corps", "1408: 72-corps; 1411: 5-corps", "1110: ecfa-1", markers="fdp: 1411")
    ends = offered(p, "convoy")
    assert {"1409", "1410", "1411"} <= ends
    assert not {"1312", "1313"} & ends, "beyond the FDP"
    assert not {"1110", "1010"} & ends
    assert labels(p, p.gmd) == {"1408", "1411"}
