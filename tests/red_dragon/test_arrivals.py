"""10.0 and 18.5 in detail: who comes back, who is raised, and what the PLA is asked."""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .situations import More, events, number_of, offered, place_of, play, set_up, verbs


def pla_recruits(pla: str, gmd: str = "1809: 72-corps", **more: Unpack[More]) -> War:
    return set_up("pla-reinforcement", gmd=gmd, pla=pla, **more)


@rule("red-dragon", "9.1.2", "10.2.1", "10.3.3")
@pytest.mark.parametrize(("turn", "waits"), [(5, "turn 6"), (9, "turn 10"), (10, "beyond")])
def test_wuhan_keeps_units_for_a_turn_but_not_leaders(turn: int, waits: str) -> None:
    p = set_up(
        "gmd-reinforcement",
        gmd=f"1809: 72-corps; turn {turn}: 5-corps, 12a-tanks, qiu-qingquan, jiang-weiguo; "
        "reinforcements: 54-corps",
        pla="2013: ecfa-1; turn 5: ecfa-3",
        header="news: 3",
        turn=turn,
        dice=[1, 1, 1],
    )
    assert place_of(p, "5-corps") == place_of(p, "12a-tanks") == waits
    assert place_of(p, "qiu-qingquan") == place_of(p, "jiang-weiguo") == "edge"
    assert place_of(p, "54-corps") == "reinforcements"
    assert place_of(p, "ecfa-3") == "turn 5", "the others are not concerned"


@rule("red-dragon", "10.2.1", "13.2.5", "10.1.5")
def test_who_returns_to_the_edge_and_who_to_the_box() -> None:
    p = pla_recruits(
        "2013: ecfa-1; 1411: cpfa-1; turn 4: elb-1, elb-2, gd-cpfa, guerrilla-1; turn 5: ecfa-3",
        gmd="1809: 72-corps; turn 4: 5-corps; school 4: 9-corps; school 5: 8-corps",
        turn=4,
    )
    assert place_of(p, "elb-1") == place_of(p, "elb-2") == "available"
    assert place_of(p, "gd-cpfa") == place_of(p, "guerrilla-1") == "edge"
    assert place_of(p, "ecfa-3") == "turn 5"
    assert place_of(p, "5-corps") == "turn 4", "the GMD has its own segment"
    assert (place_of(p, "9-corps"), place_of(p, "8-corps")) == ("defectors", "school 5")


@rule("red-dragon", "18.5.1")
def test_which_militia_is_raised_where() -> None:
    p = pla_recruits(
        "1411: cpfa-1; 1408: cpfa-3; 1809: ecfa-1; 1010: ecfa-3; "
        "available: militia-xu, militia-be, militia-1, militia-2",
        gmd="0809: 99-corps",
    )
    assert offered(p, "militia") == {"1411", "1408", "1809", "1010"}
    play(p, "militia 1411", "militia 1809", "militia 1010")
    assert place_of(p, "militia-1") == "1411"
    assert place_of(p, "militia-xu") == "1809"
    assert place_of(p, "militia-be") == "1010"
    assert offered(p, "militia") == {"1408"}
    play(p, "militia 1408")
    assert place_of(p, "militia-2") == "1408"
    assert "militia" not in verbs(p)
    # Where the own one has been raised, another serves; elsewhere those two never do.
    p = pla_recruits(
        "1411: cpfa-1; 1809: ecfa-1; available: militia-xu, militia-be", gmd="0809: 99-corps"
    )
    assert offered(p, "militia") == {"1809"}
    p = pla_recruits("1809: ecfa-1; available: militia-be, militia-6", gmd="0809: 99-corps")
    play(p, "militia 1809")
    assert place_of(p, "militia-6") == "1809"


@rule("red-dragon", "18.5.1", "13.2.4")
@pytest.mark.parametrize(
    ("stacked", "raised"),
    [
        ("cpfa-1", True),
        ("lg", True),
        ("militia-2", False),
        ("cpfa-1, militia-2", False),
        ("guerrilla-1", False),
    ],
)
def test_whose_presence_raises_militia(stacked: str, raised: bool) -> None:
    p = pla_recruits(f"1411: {stacked}; 2013: ecfa-9; 1604: ecfa-8; available: militia-1")
    assert ("1411" in offered(p, "militia")) is raised


@rule("red-dragon", "8.0", "18.2.1")
@pytest.mark.parametrize(
    ("pla", "gmd", "asked"),
    [
        ("2013: ecfa-1", "", False),
        ("1411: ecfa-1", "", True),  # a counter in a city
        ("1411: militia-1; 2013: ecfa-1", "", False),
        ("2013: ecfa-1; edge: guerrilla-1", "", True),
        ("2013: ecfa-1; reinforcements: bh", "", True),
        ("2013: ecfa-1", "defectors: 9-corps", True),
    ],
)
def test_when_the_pla_is_asked_about_its_replacements(pla: str, gmd: str, asked: bool) -> None:
    p = pla_recruits(pla, gmd=f"1809: 72-corps; {gmd}")
    assert (p.current.key == "pla-reinforcement") is asked


@rule("red-dragon", "10.1.1", "18.4.1", "18.2.1")
def test_the_pla_rolls_once_and_shows_only_its_guerrillas() -> None:
    p = pla_recruits(
        "2013: ecfa-1; reinforcements: bh, 35-corps-pla, cpfa-2, guerrilla-5", dice=[1, 6, 4, 2]
    )
    assert "guerrilla" not in verbs(p), "none has arrived"
    assert verbs(p) == {"roll"}
    play(p, "roll")
    assert [place_of(p, name) for name in ("bh", "35-corps-pla", "cpfa-2", "guerrilla-5")] == [
        *("edge", "reinforcements", "edge", "edge")
    ]
    assert "roll" not in verbs(p)
    assert {"guerrilla", "done"} <= verbs(p)
    assert [event.facts for event in events(p, "counters_arrive")] == [(2,)]
    rolled = events(p, "reinforcement_rolled")
    assert [event.facts[0] for event in rolled] == [
        number_of(p, name) for name in ("bh", "35-corps-pla", "cpfa-2")
    ]
    assert {event.secret_of for event in rolled} == {"PLA"}
    assert [event.facts for event in events(p, "guerrillas_arrive")] == [
        (number_of(p, "guerrilla-5"),)
    ]
    play(p, "guerrilla 2013")
    assert place_of(p, "guerrilla-5") == "2013"


@rule("red-dragon", "15.2.2")
def test_a_unit_is_rebuilt_and_the_next_can_be() -> None:
    p = pla_recruits(
        "2013: ecfa-1; turn 7: ecfa-12; turn 10: lzn; aside: ecfa-4; turn 8: st-cavalry",
        gmd="1809: 72-corps; defectors: 9-corps, 5-corps, 148-div",
    )
    assert offered(p, "replace") == {"ecfa-12", "lzn", "ecfa-4"}
    play(p, "replace ecfa-12")
    assert offered(p, "spend") == {"9-corps", "5-corps", "148-div"}
    play(p, "spend 9-corps")
    assert verbs(p) == {"spend"}, "two of three factors"
    play(p, "spend 148-div")
    assert place_of(p, "ecfa-12") == "edge"
    assert place_of(p, "9-corps") == place_of(p, "148-div") == "eliminated"
    assert "spend" not in verbs(p)
    assert offered(p, "replace") == {"lzn"}, "four factors are left"
    play(p, "replace lzn", "spend 5-corps")
    assert place_of(p, "lzn") == "edge"
    assert "replace" not in verbs(p)
