"""What a staff does that is led in a style."""

from __future__ import annotations

import random

import pytest

from stavka.engine import Choice, Decision, Orders, Outcome, Style
from stavka.players import new_game
from stavka.titles.red_star.charts import AXIS, SIDES, SOVIET
from stavka.titles.red_star.outlook import turn_of
from stavka.titles.red_star.position import War
from stavka.titles.red_star.victory import level_of

from .situations import TITLE, number_of, situation, started, where


def best(side: str) -> Style:
    return TITLE.styles(side).portfolio[0]


def decided(p: War) -> Decision:
    decision = p.decision()
    assert decision is not None
    return decision


def obey(p: War, side: str, orders: Orders) -> War:
    """Plays on with orders, until it is somebody else's turn or the phase is over."""
    phase = p.phase
    while (decision := p.decision()) is not None and p.phase == phase:
        p.apply(TITLE.advise(p, decision, best(decision.side), orders))
    return p


# The scale of results


@pytest.mark.parametrize(("points", "level"), [(50, -1.0), (51, 0.0), (57, 0.0), (58, 1.0)])
def test_the_value_of_an_end_is_the_level_of_victory(points: int, level: float) -> None:
    p = started("turning-point")
    name, winner = level_of(p, points)
    p.ended = Outcome(winner, name, "", "19.1.5")
    assert TITLE.value(p, AXIS) == level
    assert TITLE.value(p, SOVIET) == -level


def test_a_surrender_is_the_greatest_victory() -> None:
    p = started("barbarossa")
    p.ended = Outcome(AXIS, "Soviet surrender", "", "18.1.1")
    assert TITLE.value(p, AXIS) == 1.0


@pytest.mark.parametrize("scenario", [s.key for s in TITLE.scenarios])
def test_a_game_is_even_when_it_begins(scenario: str) -> None:
    assert abs(TITLE.value(started(scenario), AXIS)) < 0.1


def test_points_count_for_more_when_few_turns_are_left() -> None:
    text = "turn: {}\nphase: axis-movement\nscenario: turning-point\n[Axis]\n2233: GTK41\n"
    early, late = (TITLE.value(situation(text.format(turn)), AXIS) for turn in (23, 24))
    assert late < early < 0


def test_the_turn_changes_with_the_player_and_only_then() -> None:
    p, players = new_game(TITLE, "turning-point", (), dict.fromkeys(SIDES, "cadet"), "turns")
    seen: list[object] = []
    while (decision := p.decision()) is not None:
        if not seen or seen[-1] != turn_of(p):
            seen.append(turn_of(p))
        p.apply(players[decision.side].choose(decision, p.view(decision.side)))
    parts = [
        part
        for turn in (22, 23, 24)
        for part in ((turn, AXIS), (turn, SOVIET), ((turn, "tanks"), AXIS))
    ]
    # The scenario begins with the Soviet Combat Phase.
    assert seen == parts[1:]


# Orders

HERE = """
    turn: 3
    phase: axis-movement
    [Axis]
    4602: GIK26, GTK41
    4402: GIK20
    [Soviet]
    4612: SA03
"""


def test_orders_are_carried_out() -> None:
    p = situation(HERE)
    tanks, infantry = number_of(p, "GTK41"), number_of(p, "GIK26")
    goal = p.charts.grid.hex("4604")
    obey(p, AXIS, {tanks: goal, infantry: p.where[infantry]})
    assert where(p, "GTK41") == "4604"
    assert where(p, "GIK26") == "4602"


def test_who_cannot_get_there_goes_as_near_as_he_can() -> None:
    p = situation(HERE)
    unit = number_of(p, "GIK26")
    goal = p.charts.grid.hex("4620")
    before = p.charts.grid.distance(p.where[unit], goal)
    obey(p, AXIS, {unit: goal})
    assert p.charts.grid.distance(p.where[unit], goal) < before - 1


def test_an_order_to_an_enemy_hex_is_an_overrun() -> None:
    p = situation("""
        turn: 3
        phase: axis-movement
        [Axis]
        4602: GTK41
        [Soviet]
        4605: SMC16
    """)
    unit, goal = number_of(p, "GTK41"), p.charts.grid.hex("4605")
    done: list[Choice] = []
    while len(done) < 6 and (decision := p.decision()) is not None:
        done.append(TITLE.advise(p, decision, best(AXIS), {unit: goal}))
        p.apply(done[-1])
    assert Choice("overrun", "4605") in done


# What is told


@pytest.mark.parametrize("scenario", ["turning-point", "barbarossa"])
def test_what_is_considered_first_is_what_is_advised(scenario: str) -> None:
    """In positions that chance leads to."""
    p, chance = started(scenario), random.Random(scenario)
    reasons = set()
    for _ in range(250):
        if (decision := p.decision()) is None:
            break
        style = best(decision.side)
        lines = TITLE.consider(p, decision, style)
        assert lines[0].choice == TITLE.advise(p, decision, style)
        assert len({line.choice for line in lines}) == len(lines)
        reasons |= {line.reason for line in lines}
        # Half of the choices are sane, so that much happens.
        advised = chance.random() < 0.5
        choice = lines[0].choice if advised else decision.pick(chance.randrange(len(decision)))
        p.apply(choice)
    assert len(reasons) > 20


def test_proposals_are_orders_that_can_be_given() -> None:
    p = started("barbarossa")
    while p.current.key != "axis-movement":
        p.apply(TITLE.advise(p, decided(p), best(AXIS)))
    proposed = TITLE.proposals(p, AXIS, best(AXIS))
    assert 10 <= len(proposed) <= 40
    assert len(set(proposed)) == len(proposed)
    assert not TITLE.proposals(p, SOVIET, best(SOVIET))
    for unit, hex_ in proposed[:5]:
        if p.soviet >> hex_ & 1:
            continue
        trial = p.clone()
        while trial.current.key == "axis-movement" and not trial.moved >> unit & 1:
            choice = TITLE.advise(trial, decided(trial), best(AXIS), {unit: hex_})
            if choice.verb == "done":
                break
            trial.apply(choice)
        assert trial.where[unit] == hex_


@pytest.mark.parametrize("side", SIDES)
def test_every_style_has_a_name_of_its_own(side: str) -> None:
    groups = TITLE.styles(side)
    names = [style.name for group in groups for style in group]
    assert len(set(names)) == len(names)
