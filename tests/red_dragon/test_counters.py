"""Where counters are: what a hex holds, and what is forgotten of a counter that leaves the map."""

from __future__ import annotations

import msgspec
import pytest

from stavka.engine import Dice, seed_from
from stavka.titles.red_dragon.position import EDGE, War
from stavka.titles.red_dragon.sequence import next_phase
from stavka.titles.red_dragon.supply import in_supply

from ..marks import rule
from .fights import A, X, battle, gmd_attacks, pla_attacks
from .situations import (
    TITLE,
    events,
    labels,
    number_of,
    place_of,
    play,
    set_up,
    stack,
    verbs,
    what_is_set,
)

DERIVED = ("stacks", "on_map", "boxes", "gmd", "pla", "guerrillas")


def consistent(p: War) -> bool:
    """Whether what is kept of the stacks is what the counters' places make of them."""
    anew = TITLE.read(TITLE.write(p), p.dice)
    return all(getattr(p, name) == getattr(anew, name) for name in DERIVED)


@rule("red-dragon", "6.1.1", "6.1.7", "10.1.5", "11.1.5")
def test_after_every_gmd_move_each_hex_holds_who_is_in_it() -> None:
    p = set_up(
        "gmd-movement",
        gmd="0701: 72-corps, 148-div; 1510: 5-corps, qiu-qingquan; 1512: 70-corps; "
        "edge: 54-corps, 39-corps, li-yannian; 1010: 99-corps",
        pla="1511: guerrilla-1; 1410: ecfa-1; 0702: guerrilla-2",
        header="weather: Good",
    )
    for choice in (
        *("select li-yannian", "fly 1010", "select qiu-qingquan", "fly 1512"),
        *("select 72-corps", "move 0702", "select 148-div", "move 0702"),
        *("select 5-corps", "move 1511", "select 54-corps", "enter 0710"),
        *("select 70-corps", "take qiu-qingquan", "move 1510", "done"),
    ):
        play(p, choice)
        assert consistent(p), choice
    assert stack(p, "0702") == ["148-div", "72-corps", "guerrilla-2"]
    assert stack(p, "1511") == ["5-corps", "guerrilla-1"]
    assert labels(p, p.gmd) == {"0702", "1511", "1510", "0710", "1010"}


@rule("red-dragon", "6.1.1", "6.1.6", "11.1.5")
def test_after_every_pla_move_each_hex_holds_who_is_in_it() -> None:
    p = set_up(
        "pla-movement",
        gmd="1514: 72-corps",
        pla="1510: ecfa-1, ecfa-3, guerrilla-1; 1411: militia-1, cpfa-1; 1514: guerrilla-2; "
        "edge: bh; 0701: cpfa-4, guerrilla-3",
    )
    for choice in (
        *("select ecfa-1", "move 1511", "select guerrilla-1", "move 1512"),
        *("select ecfa-3", "move 1511", "select cpfa-1", "move 1311"),
        *("select guerrilla-2", "move 1516", "select bh", "enter 2210"),
        *("select cpfa-4", "move 0702", "select guerrilla-3", "move 0703"),
    ):
        play(p, choice)
        assert consistent(p), choice
    assert labels(p, p.pla) == {"1511", "1411", "1311", "2210", "0702"}
    assert labels(p, p.guerrillas) == {"1512", "1516", "0703"}


@rule("red-dragon", "12.3.5", "10.2.2", "10.1.5")
def test_losses_leave_those_at_the_edge_where_they_are() -> None:
    p = gmd_attacks(
        f"{A}: 39-corps; edge: 54-corps, 72-corps",
        f"{X}: ecfa-1, ecfa-9",
        f"attack {X}",
        "add 39-corps",
        "resolve",
        dice=[1, 1, 2],
    )
    assert battle(p).result == "AE"
    assert place_of(p, "39-corps") == "turn 4"
    assert consistent(p)
    assert {p.name(unit) for unit in range(len(p.where)) if p.box(EDGE) >> unit & 1} == {
        "54-corps",
        "72-corps",
    }


@rule("red-dragon", "12.3.5", "10.2.2")
def test_whoever_is_lost_in_the_corner_of_the_map_is_gone() -> None:
    choices = ("attack 0702", "add 148-div", "resolve")
    p = gmd_attacks("0701: 148-div", "0702: ecfa-1, ecfa-9", *choices, dice=[1, 1, 2])
    assert battle(p).result == "AE"
    assert (p.gmd, stack(p, "0701")) == (0, [])
    assert consistent(p)


@rule("red-dragon", "6.1.8", "14.1.4")
@pytest.mark.parametrize("hex_", [X, "0701"])
def test_aircraft_are_over_a_hex_not_in_it(hex_: str) -> None:
    p = set_up("gmd-movement", gmd=f"{hex_}: 72-corps, fb-1; 1809: mb; 1804: air-supply")
    assert stack(p, hex_) == ["72-corps"]
    assert {p.charts.grid.label(there) for there in p.stacks} == {hex_}
    assert p.units_on_map("GMD") == 1 << number_of(p, "72-corps")


@rule("red-dragon", "12.1.3", "10.2.1")
def test_a_counter_that_is_lost_has_done_nothing_when_it_comes_back() -> None:
    p = gmd_attacks(
        f"{A}: 148-div, 238-div",
        f"{X}: ecfa-1, ecfa-9; 1710: ecfa-3",
        f"attack {X}",
        "add 148-div",
        "resolve",
        dice=[1, 1, 2],
    )
    assert battle(p).result == "AE"
    assert (p.fought, p.current.key) == (0, "gmd-combat")
    p = set_up(
        "pla-movement",
        gmd="1511: 72-corps",
        pla="1510: ecfa-1; 1609: ecfa-3",
        header="short attacks: 2",
        dice=[6, 3],
    )
    play(p, "select ecfa-1", "short_attack 72-corps", "move 1509")
    assert place_of(p, "ecfa-1") == "turn 5"
    assert p.moved == 0
    assert p.struck == 1 << number_of(p, "72-corps")


@rule("red-dragon", "18.4.9", "18.4.11")
def test_guerrillas_that_are_found_are_no_longer_cancelled() -> None:
    p = gmd_attacks(
        f"{X}: 72-corps; {A}: 5-corps",
        f"{X}: guerrilla-1 (negated); {A}: guerrilla-2 (negated)",
        f"suppress {X}",
        dice=[6, 3],
    )
    assert place_of(p, "guerrilla-1") == "turn 5"
    assert p.negated == 1 << number_of(p, "guerrilla-2")
    assert consistent(p)


@rule("red-dragon", "16.2.8", "16.2.3")
def test_a_position_that_nobody_holds_is_given_up() -> None:
    p = pla_attacks(
        f"{X}: 238-div; 1512: 5-corps",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"fdp: {X} 1512",
        dice=[6, 1, 2],
    )
    assert battle(p).result in ("DE", "DD")
    assert labels(p, p.fdp) == {"1512"}


@rule("red-dragon", "18.1.4")
@pytest.mark.parametrize(
    ("start", "end", "left"),
    [
        ("1610", "1510", {"1511/1512"}),
        ("1409", "1410", {"1511/1512"}),
        ("1513", "1512", {"1410/1510"}),
        ("1611", "1511", {"1410/1510"}),
        ("1611", "1610", {"1410/1510", "1511/1512"}),
    ],
)
def test_which_bridges_a_unit_destroys_by_coming(start: str, end: str, left: set[str]) -> None:
    p = set_up("gmd-movement", gmd=f"{start}: 72-corps", markers="bridges: 1410/1510@1 1511/1512@1")
    play(p, "select 72-corps", f"move {end}")
    assert {f"{p.label(one)}/{p.label(other)}" for one, other, _ in p.bridges} == left


@rule("red-dragon", "18.2.1", "18.2.3")
def test_everybody_sees_a_counter_move_and_only_the_pla_knows_which() -> None:
    p = set_up("pla-movement", pla="1510: ecfa-1; 1609: guerrilla-1", gmd="1809: 72-corps")
    play(p, "select ecfa-1", "move 1511")
    grid = p.charts.grid
    assert [e.facts for e in events(p, "counter_moved")] == [(grid.hex("1510"), grid.hex("1511"))]
    (moved,) = events(p, "moved")
    assert moved.facts[0] == number_of(p, "ecfa-1")
    assert moved.secret_of == "PLA"
    play(p, "select guerrilla-1", "move 1608")
    *_, moved = events(p, "moved")
    assert moved.secret_of == ""
    assert len(events(p, "counter_moved")) == 1


@rule("red-dragon", "9.1.2", "7.2.3")
def test_the_carts_go_home_when_the_turn_ends() -> None:
    p = set_up(
        "pla-movement",
        gmd="1119: 72-corps; 1219: 25-corps; 1015: 5-corps",
        pla="1120: ecfa-1; 2013: ecfa-3",
        header="news: 5",
    )
    unit = number_of(p, "ecfa-1")
    assert in_supply(p, unit)
    while p.turn == 2:
        play(p, next(v for v in ("done", "pass", "roll") if v in verbs(p)))
    assert not in_supply(p, unit)


@rule("red-dragon", "8.0")
def test_the_first_thing_in_a_game_is_the_weather_of_turn_one() -> None:
    p = TITLE.new("campaign", (), Dice(seed_from("tests")))
    assert what_is_set(p, "where", "phase") == {
        "weather": "Good",
        "bridges_left": 2,
        "pla_cities": p.charts.pla_cities_at_start,
    }
    next_phase(p)
    assert (p.turn, p.current.key) == (1, "weather")


@rule("red-dragon", "15.2.3", "18.1.1")
def test_a_game_that_is_taken_up_again_is_the_same() -> None:
    p = set_up(
        "pla-movement",
        gmd="under ecfa-1: 9-corps; 1809: 72-corps",
        pla="1713: ecfa-1",
        markers="bridges: 1713/1714@1",
    )
    other = p.clone()
    other.restore(msgspec.json.decode(p.to_json()))
    assert (other.under, other.bridges) == (p.under, p.bridges)
    assert consistent(other)
