"""What a staff asks: whose turn it is, what a position is worth, what may be hidden; orders."""

from __future__ import annotations

import random

import pytest

from stavka.engine import seed_from
from stavka.hexes import members
from stavka.players import new_game
from stavka.titles.red_dragon.charts import GMD, PLA
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.stacking import legal_stack

from ..marks import rule
from .situations import TITLE, number_of, play, set_up, started

SIDES = (GMD, PLA)


def played(seed: str, choices: int, names: dict[str, str] | None = None) -> War:
    """A game between cadets, or others, after so many choices, when the GMD is asked."""
    names = names or dict.fromkeys(SIDES, "cadet")
    p, players = new_game(TITLE, "campaign", (), names, seed)
    assert isinstance(p, War)
    while (decision := p.decision()) is not None:
        if p.number >= choices and decision.side == GMD:
            break
        p.apply(players[decision.side].choose(decision, p.view(decision.side)))
    return p


# Whose turn it is, and what is to be expected


def test_the_turn_changes_when_the_other_player_begins() -> None:
    p = started()
    chance = random.Random("turns")
    seen: list[object] = []
    while (decision := p.decision()) is not None:
        key = TITLE.turn_of(p)
        if not seen or seen[-1] != key:
            assert key not in seen
            seen.append(key)
        p.apply(decision.pick(chance.randrange(len(decision))))
    assert len(seen) > 20


@rule("red-dragon", "3.1", "3.2.1")
@pytest.mark.parametrize(
    ("turn", "markers", "gmd", "pla", "worth"),
    [
        (3, "", "1010: 99-corps", "1809: ecfa-1", 1.0),
        (10, "", "1010: 99-corps", "1809: ecfa-1", -1.0),
    ],
)
def test_at_the_end_the_result_is_told(
    turn: int, markers: str, gmd: str, pla: str, worth: float
) -> None:
    p = set_up("turn-end", gmd=gmd, pla=pla, turn=turn, markers=markers)
    assert p.ended is not None
    assert TITLE.value(p, PLA) == worth == -TITLE.value(p, GMD)


def test_more_eliminated_corps_are_better_for_the_pla() -> None:
    few = set_up(
        "gmd-movement", gmd="1010: 99-corps; eliminated: 5-corps", pla="1809: ecfa-1", turn=8
    )
    many = set_up(
        "gmd-movement",
        gmd="1010: 99-corps; eliminated: 5-corps, 70-corps, 74-corps, 8-corps",
        pla="1809: ecfa-1",
        turn=8,
    )
    assert -1 < TITLE.value(few, PLA) < TITLE.value(many, PLA) < 1
    assert TITLE.value(few, GMD) == -TITLE.value(few, PLA)


def test_xuzhou_in_their_hands_is_worth_much_to_the_pla_as_long_as_it_wins_the_game() -> None:
    held, lost = (
        set_up("gmd-combat", gmd="1010: 99-corps; 1611: 72-corps", pla=f"{at}: ecfa-1", turn=3)
        for at in ("1809", "1909")
    )
    assert TITLE.value(held, PLA) > TITLE.value(lost, PLA) + 0.3


# 18.2 What is dealt anew


@rule("red-dragon", "18.2.1", "18.2.3")
@pytest.mark.parametrize("choices", [0, 60, 150, 400, 800])
def test_what_is_dealt_looks_the_same_and_is_possible(choices: int) -> None:
    p = played("dealt", choices)
    view = p.view(GMD)
    hidden = p.charts.face_down & ~p.face_up
    found = set()
    for seed in range(6):
        dealt = view.imagine(seed_from(str(seed)))
        assert dealt.view(GMD).shows_the_same(view)
        found.add(tuple(dealt.where))
        for hex_ in members(dealt.hexes_of(hidden)):
            assert legal_stack(dealt, hex_, dealt.pla_in(hex_), PLA), dealt.label(hex_)
        for unit in members(hidden & ~p.charts.reinforcements):
            assert dealt.where[unit] != -1, "only reinforcements have not arrived yet"
        fresh = dealt.clone()
        fresh.rebuild()
        assert (fresh.stacks, fresh.boxes, fresh.pla) == (dealt.stacks, dealt.boxes, dealt.pla)
    # Before the first move of the PLA everybody knows the set-up.
    assert len(found) == (1 if not choices else 6)


@rule("red-dragon", "18.2.4")
def test_nothing_is_dealt_to_the_pla() -> None:
    p = started()
    assert p.view(PLA).imagine(b"one").where == p.view(PLA).imagine(b"two").where == p.where


@rule("red-dragon", "4.1", "18.2.3")
def test_those_who_attack_together_are_of_one_field_army() -> None:
    p = set_up(
        "pla-combat",
        gmd="1611: 72-corps; available: mb",
        pla="1612: ecfa-1; 1610: ecfa-3; 1511: ecfa-4; 1711: cpfa-1, cpfa-4; 2010: cpfa-3",
        turn=4,
    )
    play(p, "attack 1611", "add ecfa-1", "add ecfa-3", "add ecfa-4", "resolve")
    view = p.view(GMD)
    armies = set()
    for seed in range(12):
        dealt = view.imagine(seed_from(str(seed)))
        attackers = {
            dealt.charts.counter[unit].command
            for label in ("1612", "1610", "1511")
            for unit in members(dealt.pla_in(dealt.charts.grid.hex(label)))
        }
        assert len(attackers) == 1
        armies |= attackers
    assert armies == {"ECFA", "CPFA"}


# Orders


def moved_by(orders: dict[str, str], p: War) -> War:
    """The position after the orders of one Movement Segment and whatever else is done in it."""
    ordered = {number_of(p, unit): p.charts.grid.hex(hex_) for unit, hex_ in orders.items()}
    phase = p.phase
    for _ in range(400):
        decision = p.decision()
        assert decision is not None
        if p.phase != phase:
            return p
        style = TITLE.styles(decision.side).portfolio[0]
        p.apply(TITLE.advise(p, decision, style, ordered))
    raise AssertionError("it never ends")


def test_orders_come_before_anything_else() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1809: 72-corps, 115-corps, xuzhou-mp; 1608: 8-corps",
        pla="2011: ecfa-1, ecfa-3",
        turn=4,
    )
    there = moved_by({"72-corps": "1609", "115-corps": "1809", "8-corps": "0716"}, p)
    label = there.charts.grid.label
    assert label(there.where[number_of(p, "72-corps")]) == "1609"
    assert label(there.where[number_of(p, "115-corps")]) == "1809"
    # It is too far, but the railroad leads there.
    assert there.where[number_of(p, "8-corps")] != p.charts.grid.hex("1608")


def test_an_order_that_cannot_be_carried_out_hinders_nobody() -> None:
    p = set_up("pla-movement", gmd="1809: 72-corps", pla="2011: ecfa-1; 2012: ecfa-3", turn=4)
    there = moved_by({"ecfa-1": "1809", "ecfa-3": "2012"}, p)
    here = there.where[number_of(p, "ecfa-1")]
    assert there.charts.grid.distance(here, there.charts.xuzhou) == 1
    assert there.where[number_of(p, "ecfa-3")] == p.charts.grid.hex("2012")


@pytest.mark.parametrize("side", SIDES)
def test_proposals_are_legal_orders_in_great_number(side: str) -> None:
    p = set_up(
        "gmd-movement" if side == GMD else "pla-movement",
        gmd="1809: 72-corps, 115-corps; 1608: 8-corps; 1309: 55-corps, 68-corps",
        pla="2011: ecfa-1, ecfa-3; 1512: ecfa-11; 1702: cpfa-1",
        turn=4,
    )
    found = TITLE.proposals(p, side, TITLE.styles(side).portfolio[0])
    assert len(found) >= 4
    for unit, hex_ in found:
        assert p.charts.units_of[side] >> unit & 1
        assert p.charts.land >> hex_ & 1
