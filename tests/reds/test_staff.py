"""What a style thinks of, what orders do to it, and what a position is worth."""

from __future__ import annotations

import random
from collections.abc import Hashable

import pytest

from stavka.engine import Style
from stavka.titles.reds.charts import SIDES, WHITE
from stavka.titles.reds.combat import CombatStep
from stavka.titles.reds.movement import MovementStep, destinations
from stavka.titles.reds.position import War

from .situations import TITLE, started


def best(side: str) -> Style:
    return TITLE.styles(side).portfolio[0]


def played(seed: str, choices: int, scenario: str = "1918-19") -> War:
    """A game after some choices of the best styles."""
    p = started(scenario, seed=seed)
    for _ in range(choices):
        decision = p.decision()
        if decision is None:
            break
        p.apply(TITLE.advise(p, decision, best(decision.side)))
    return p


# The hooks


@pytest.mark.parametrize("scenario", ["1918-19", "1918-21"])
def test_what_is_considered_first_is_what_is_advised(scenario: str) -> None:
    chance = random.Random(scenario)
    p = started(scenario, seed=scenario)
    for _ in range(400):
        decision = p.decision()
        if decision is None:
            break
        for style in (None, best(decision.side)):
            considered = TITLE.consider(p, decision, style)
            assert considered[0].choice == TITLE.advise(p, decision, style)
            choices = [one.choice for one in considered]
            assert len(set(choices)) == len(choices)
            assert all(decision.value(choice) is not None for choice in choices)
        p.apply(decision.pick(chance.randrange(len(decision))))


def in_movement(seed: str, choices: int) -> War:
    """A game between styles at the beginning of a movement step with several units."""
    p = played(seed, choices)
    while not p.is_in(MovementStep) or p.active.bit_count() < 4:
        decision = p.decision()
        assert decision is not None
        p.apply(TITLE.advise(p, decision, best(decision.side)))
    return p


def test_orders_are_carried_out() -> None:
    """One unit goes where no style would send it, another stays."""
    p = in_movement("orders", 30)
    side = p.memo_of(MovementStep).side
    proposed = TITLE.proposals(p, side, best(side))
    unit, goal = next((u, h) for u, h in reversed(proposed) if h != p.where[u])
    other = next(u for u, _ in proposed if u != unit)
    orders = {unit: goal, other: p.where[other]}
    for style in (best(side), None):
        copy = p.clone()
        while copy.is_in(MovementStep):
            decision = copy.decision()
            assert decision is not None
            copy.apply(TITLE.advise(copy, decision, style, orders))
        assert copy.where[unit] == goal
        assert copy.where[other] == p.where[other]


def test_an_order_to_a_far_hex_is_a_direction() -> None:
    p = in_movement("direction", 30)
    side = p.memo_of(MovementStep).side
    unit = next(u for u, _ in TITLE.proposals(p, side, best(side)))
    far = p.charts.moscow if side == WHITE else p.charts.omsk
    assert not destinations(p, unit) >> far & 1
    before = p.charts.grid.distance(p.where[unit], far)
    while p.is_in(MovementStep):
        decision = p.decision()
        assert decision is not None
        p.apply(TITLE.advise(p, decision, best(side), {unit: far}))
    assert p.charts.grid.distance(p.where[unit], far) < before


def test_proposals_are_orders_that_can_be_carried_out() -> None:
    p = in_movement("proposals", 60)
    side = p.memo_of(MovementStep).side
    proposed = TITLE.proposals(p, side, best(side))
    assert 8 <= len(proposed) <= 60
    assert len(set(proposed)) == len(proposed)
    for unit, hex_ in proposed:
        assert hex_ == p.where[unit] or destinations(p, unit) >> hex_ & 1


def test_a_turn_is_a_chit_or_a_phase() -> None:
    """7.9: it stays the same while one player's units are active, and never comes back."""
    p = started("1918-19", seed="turns")
    seen: list[Hashable] = []
    while (decision := p.decision()) is not None and p.track < 4:
        key = TITLE.turn_of(p)
        if not seen or seen[-1] != key:
            assert key not in seen
            seen.append(key)
        if p.is_in(CombatStep):
            assert seen[-1] == key
        p.apply(TITLE.advise(p, decision, best(decision.side)))
    assert len(seen) > 20


@pytest.mark.parametrize("scenario", ["1918-19", "1918-21"])
def test_the_value_at_the_end_is_the_level_of_victory(scenario: str) -> None:
    p = started(scenario, seed=f"value {scenario}")
    while (decision := p.decision()) is not None:
        values = [TITLE.value(p, side) for side in SIDES]
        assert -1 < values[0] < 1
        assert values[0] == -values[1]
        p.apply(TITLE.advise(p, decision, best(decision.side)))
    outcome = p.outcome()
    assert outcome is not None
    level = 1.0 if outcome.level == "automatic victory" else 0.8
    assert TITLE.value(p, outcome.goes_to) == level
