"""Refusals: every choice that cannot be made is answered, with the case that forbids it."""

from __future__ import annotations

import random

import pytest

from stavka.rules import cases_of
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.presentation import VERBS

from ..whole_games import everything_is_answered, wrong_choices
from .fights import A, B, C, X, pla_attacks
from .situations import CUT_OFF, TITLE, play, refused, set_up, situation, started

CASES = set(cases_of("red-dragon"))
WORDS = (
    *("", "2A", "XBS", "3:1", "1813/1814", "0101", "1809", "2009", "1723", "9999", "x", "-1"),
    *("GMD", "\u00fc\u00df", "0" * 300, "ecfa-99", "mk-fdp1", "pla.2014.1"),
)


@pytest.mark.parametrize("seed", ["one", "two"])
def test_no_choice_goes_unanswered(seed: str) -> None:
    """Thousands of wrong choices in a game: an answer to each, and nothing changes."""
    chance = random.Random(seed)
    p = started((), f"refusals {seed}")
    everything_is_answered(p, chance, CASES, (*VERBS, "sing"), WORDS)


@pytest.mark.parametrize("seed", ["three", "four"])
def test_no_refusal_tells_the_gmd_what_is_hidden(seed: str) -> None:
    """18.2: what the server answers to a GMD player names no face-down counter of the PLA."""
    chance = random.Random(seed)
    p = started((), f"refusals {seed}")
    asked = 0
    while (decision := p.decision()) is not None:
        if decision.side == "GMD" and not chance.randrange(3):
            imagined = p.view("GMD").imagine()
            hidden = p.charts.face_down & ~p.face_up
            names = [c.name for n, c in enumerate(p.charts.counter) if hidden >> n & 1]
            for choice in wrong_choices(p, chance, 10, tuple(VERBS), WORDS):
                argument = p.names.unit(choice.argument)
                if argument is not None and hidden >> argument & 1:
                    continue  # who names a counter is answered by its name
                why = imagined.why_not(choice)
                asked += 1
                assert why is None or not any(name in why.reason for name in names), why
        p.apply(decision.pick(chance.randrange(len(decision))))
    assert asked > 200


def why(p: War, text: str, case: str, *words: str) -> None:
    """A choice is refused by a case, in words that name what is wrong."""
    answer = refused(p, text)
    assert answer.case == case, f"{text}: {answer}"
    for word in words:
        assert word in answer.reason


def test_who_may_not_be_selected() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1809: 72-corps, 115-corps (moved); 1705: 5-corps, qiu-qingquan; eliminated: 70-corps",
        pla="2013: ecfa-1",
        markers="fdp: 1705",
    )
    why(p, "select ecfa-1", "11.1.1", "not one of your units")
    why(p, "select 70-corps", "11.1.1", "not on the map")
    why(p, "select 115-corps", "11.1.6", "has moved")
    why(p, "select 5-corps", "16.2.4", "5 Corps")
    why(p, "select qiu-qingquan", "17.2.4", "Qiu Qingquan")


def test_where_a_unit_may_not_move() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1810: 72-corps; 1811: 8-corps, 9-corps; 1705: 5-corps",
        pla="1909: ecfa-1",
    )
    why(p, "move 1811", "11.1.4", "pick up")
    play(p, "select 72-corps")
    why(p, "move 2009", "11.1.7", "lake")
    why(p, "move 1909", "11.1.8", "enemy")
    why(p, "move 1810", "11.1.5", "already")
    why(p, "move 1811", "6.1.2", "two corps")
    why(p, "move 0715", "11.1.4", "out of reach")
    why(p, "march 1811", "11.4", "PLA")
    why(p, "rail 1811", "11.2.2")
    why(p, "enter 0715", "10.1.5", "already")
    why(p, "fly 1705", "17.2.3", "only leaders")


def test_who_does_not_stack() -> None:
    for mover, there, case in (
        ("5-corps", "25-corps", "4.2.2"),
        ("99-corps", "72-corps", "4.2.3"),
        ("10-corps", "72-corps", "4.2.5"),
        ("59-corps", "72-corps", "4.3.2"),
        ("1-tank-bn-2", "72-corps", "4.2.4"),
    ):
        p = set_up("gmd-movement", gmd=f"{A}: {mover}; {X}: {there}")
        why(play(p, f"select {mover}"), f"move {X}", case, "does not stack")
    for mover, there, case in (("ecfa-1", "cpfa-1", "4.1"), ("ecfa-7", "ecfa-2", "4.1.1")):
        p = set_up("pla-movement", pla=f"{A}: {mover}; {X}: {there}")
        why(play(p, f"select {mover}"), f"move {X}", case, "does not stack")


def test_who_does_not_attack_together() -> None:
    p = pla_attacks(f"{X}: 5-corps", f"{A}: ecfa-1; {B}: cpfa-1; 2013: ecfa-3", f"attack {X}")
    play(p, "add ecfa-1")
    why(p, "add ecfa-1", "12.1.3", "already")
    why(p, "add ecfa-3", "12.1.1", "not next to")
    why(p, "add cpfa-1", "4.1", "together")
    why(p, "add 5-corps", "12.1.1", "not one of your")
    why(p, "deng", "17.1.10", "not available")


def test_what_propaganda_cannot_do() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 5-corps; 0809: 99-corps",
        turn=4,
        header="offensive: 3",
        pla=f"{A}: ecfa-1, lg; 2013: ecfa-3",
        dice=[3],
        markers=CUT_OFF,
    )
    why(p, "corps lg", "18.7.7", "no PLA corps in supply")
    why(p, "corps ecfa-3", "18.7.7", "no target")
    play(p, "corps ecfa-1")
    why(p, "target 99-corps", "18.7.7", "not next to")


def test_a_unit_in_hand_is_in_hand() -> None:
    p = set_up("gmd-movement", gmd=f"{X}: 72-corps; 1513: 5-corps")
    why(play(p, "select 72-corps"), "select 72-corps", "11.1.1", "in hand")
    why(play(p, "move 1511"), "select 72-corps", "11.1.1", "in hand")


def test_what_stops_a_convoy() -> None:
    mud = "weather: Thaw"
    p = set_up("gmd-movement", gmd="1010: 99-corps", pla="1209: guerrilla-1", header=mud)
    why(play(p, "select 99-corps"), "convoy 1309", "18.4.7", "1309")
    why(p, "convoy 1209", "18.4.7")
    p = set_up("gmd-movement", gmd="1010: 99-corps", pla="1010: guerrilla-1")
    why(play(p, "select 99-corps"), "convoy 1110", "18.4.7", "stands")
    p = set_up("gmd-movement", gmd="1009: 99-corps")
    why(play(p, "select 99-corps"), "convoy 1110", "11.3.1")
    why(play(p, "move 1010"), "convoy 1209", "11.3.1", "begins")
    p = set_up("gmd-movement", gmd="1010: 99-corps; 1309: fb-1", header=mud)
    why(play(p, "select 99-corps"), "convoy 1508", "14.3.5", "pass")
    why(p, "convoy 1709", "11.3.3", "too far")


def test_what_stops_a_fast_march() -> None:
    mud = "weather: Thaw"
    p = set_up("pla-movement", gmd="1513: 99-corps", pla="1612: ecfa-1", header=mud)
    why(play(p, "select ecfa-1"), "march 1512", "11.4.2", "next to the enemy")
    why(p, "march 1313", "11.4.2", "too near")
    why(p, "march 0713", "11.4.1", "too far")
    p = set_up("pla-movement", gmd="1412: fb-1", pla="1612: ecfa-1", header=mud)
    why(play(p, "select ecfa-1"), "march 1312", "14.3.5", "enter")
    why(p, "march 1212", "14.3.5", "pass")


def test_who_has_hunted_does_not_attack() -> None:
    p = set_up(
        "gmd-combat",
        gmd=f"{X}: 72-corps; {B}: 5-corps",
        pla=f"{X}: guerrilla-1; {A}: jl1",
        dice=[1],
    )
    play(p, f"suppress {X}", f"attack {A}")
    why(p, "add 72-corps", "18.4.10", "hunted")
    why(situation(TITLE.write(p)), "add 72-corps", "18.4.10", "hunted")
    play(p, "add 5-corps")
    why(p, "add 5-corps", "12.1.3", "already")


def test_a_neighbour_beyond_a_dike() -> None:
    """1614 and 1714 are neighbours, but Luoma Lake lies between them."""
    p = pla_attacks("1614: 72-corps", "1714: ecfa-1; 1713: ecfa-3", "attack 1614")
    why(p, "add ecfa-1", "11.1.7", "dike-marsh")
    p = pla_attacks("1614: 72-corps; 2011: 5-corps", "1714: ecfa-1; 2012: ecfa-3")
    why(p, "attack 1614", "11.1.7", "dike-marsh")
    p = set_up("pla-movement", gmd="1614: 72-corps", pla="1714: ecfa-1", header="short attacks: 1")
    why(play(p, "select ecfa-1"), "short_attack 72-corps", "11.1.7", "dike-marsh")


def test_answers_that_were_general() -> None:
    p = pla_attacks(f"{X}: 5-corps", f"{A}: cpfa-4; available: elb-1")
    why(p, "withdraw cpfa-4", "13.2.5", "launching barrels")
    p = set_up(
        "pla-reinforcement",
        gmd="0809: 99-corps; defectors: 72-corps, 148-div",
        pla="2013: ecfa-1; aside: lzn",
    )
    why(play(p, "replace lzn"), "spend 99-corps", "15.2.2", "defector")
    crowded = "5-corps, 70-corps, 74-corps"
    p = set_up("relief", gmd=f"{X}: {crowded}; {C}: 8-corps", markers=f"fdp: {X}")
    why(p, "displace 8-corps", "16.2.8", "crowded")
    why(play(p, "displace 5-corps"), "to 0715", "16.2.8", "next to")


def test_a_reason_stands_for_itself_alone() -> None:
    """What none of the usual reasons is against has one of its own."""
    crowded = "5-corps, 70-corps, 74-corps"
    p = set_up("relief", gmd=f"{X}: {crowded}; {C}: 8-corps", markers=f"fdp: {X}")
    why(p, "to 0715", "16.2.8", "pick up")
    why(p, "eliminate 5-corps", "16.2.8", "can leave")
    why(play(p, "displace 5-corps"), "displace 70-corps", "16.2.8", "in hand")
    p = set_up(
        "pla-reinforcement",
        gmd="0809: 99-corps; defectors: 72-corps, 148-div",
        pla="2013: ecfa-1; aside: lzn, lg",
    )
    why(p, "spend 72-corps", "15.2.2", "to be replaced first")
    why(p, "guerrilla 2013", "18.4.1", "arrived")
    why(play(p, "replace lzn"), "replace lg", "15.2.2", "chosen first")
    flying = "available: fb-1, air-supply"
    p = pla_attacks(f"{X}: 5-corps; 1705: 8-corps; {flying}", f"{A}: ecfa-1; 1705: guerrilla-1")
    why(p, "suppress 1705", "18.4.10", "GMD Combat Phase")
    why(p, "air_supply 1705", "7.3.2", "only the GMD")
    why(play(p, f"attack {X}", "add ecfa-1"), "bombard fb-1", "14.2", "only the GMD")
    p = set_up("pla-movement", pla="1612: ecfa-1; 2013: ecfa-3", header="short attacks: 1")
    why(play(p, "select ecfa-1", "march 1611"), "move 1610", "11.4.1", "Fast March")
    p = set_up("gmd-movement", gmd=f"{A}: 72-corps; {X}: 8-corps", header="short attacks: 1")
    why(p, "short_attack 8-corps", "11.1.4", "pick up")
    why(play(p, "select 72-corps"), "short_attack 8-corps", "18.3.3", "no Short Attacks")
