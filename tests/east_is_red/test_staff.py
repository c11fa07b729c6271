"""The computer players: hooks for a staff, and what no player of the game would do."""

from __future__ import annotations

import random

import pytest

from stavka.engine import Choice, seed_from
from stavka.hexes import members
from stavka.titles.east_is_red.charts import CHINESE, SIDES, SOVIET
from stavka.titles.east_is_red.combat import AttackStep, odds_of
from stavka.titles.east_is_red.demolitions import deal_mines
from stavka.titles.east_is_red.evaluation import LEVELS
from stavka.titles.east_is_red.movement import MovementPhase
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.staff.odds import column_of

from .situations import TITLE, started

STYLES = {side: TITLE.styles(side).portfolio[0] for side in SIDES}
# One of each kind in the quick tier.
KINDS = ("m30-current", "1970s-m1-full", "1960s-m30")
SCENARIOS = [
    pytest.param(scenario.key, marks=() if scenario.key in KINDS else pytest.mark.slow)
    for scenario in TITLE.scenarios
]


def to_turn(p: War, turn: int, side: str) -> War:
    """Plays on with the first styles until the Player-Turn of a side begins."""
    while (decision := p.decision()) and TITLE.turn_of(p) != (turn, side):
        p.apply(TITLE.advise(p, decision, STYLES[decision.side]))
    return p


def to_movement(p: War) -> War:
    while (decision := p.decision()) and not p.is_in(MovementPhase):
        p.apply(TITLE.advise(p, decision, STYLES[decision.side]))
    return p


# Hooks


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_considered_first_is_what_is_advised(scenario: str) -> None:
    chance = random.Random(scenario)
    p = started(scenario, TITLE.defaults(scenario), f"considered {scenario}")
    for _ in range(200):
        decision = p.decision()
        assert decision is not None
        style = chance.choice((None, *TITLE.styles(decision.side).portfolio))
        advised = TITLE.advise(p, decision, style)
        assert decision.value(advised) is not None
        if chance.random() < 0.1:
            considered = TITLE.consider(p, decision, style)
            assert considered[0].choice == advised
            assert all(decision.value(c.choice) is not None for c in considered)
        wild = chance.random() < 0.1
        p.apply(decision.pick(chance.randrange(len(decision))) if wild else advised)


def test_reasons_are_given_for_moves_and_attacks() -> None:
    p = to_turn(started("m30-current"), 1, SOVIET)
    given = set()
    for _ in range(80):
        decision = p.decision()
        assert decision is not None
        first = TITLE.consider(p, decision, STYLES[decision.side])[0]
        if first.reason:
            given.add(first.choice.verb)
        p.apply(first.choice)
    assert {"select", "move", "attack"} <= given


@pytest.mark.parametrize("scenario", KINDS)
def test_thinking_counts_odds_as_the_rules_do(scenario: str) -> None:
    chance = random.Random(scenario)
    p = started(scenario, TITLE.defaults(scenario), f"odds {scenario}")
    seen = 0
    for _ in range(700):
        decision = p.decision()
        if decision is None:
            break
        attack = p.frames[-1].memo
        if p.is_in(AttackStep) and len(attack.targets) == 1 and attack.units:
            column = odds_of(p, attack).column
            assert column_of(p, attack) == (
                -1 if column is None else p.charts.columns.index(column)
            )
            seen += 1
        wild = chance.random() < 0.2
        advised = TITLE.advise(p, decision, STYLES[decision.side])
        p.apply(decision.pick(chance.randrange(len(decision))) if wild else advised)
    assert seen > 10


@pytest.mark.parametrize("scenario", ["m1-full", pytest.param("1960s-m1", marks=pytest.mark.slow)])
def test_the_value_of_the_end_is_its_level(scenario: str) -> None:
    p = started(scenario, TITLE.defaults(scenario), f"value {scenario}")
    while decision := p.decision():
        assert -1 < TITLE.value(p, SOVIET) < 1
        assert TITLE.value(p, CHINESE) == -TITLE.value(p, SOVIET)
        p.apply(TITLE.advise(p, decision, STYLES[decision.side]))
    assert p.ended is not None
    if not p.conditions.on_points:
        assert TITLE.value(p, SOVIET) == LEVELS[p.ended.level]
    winner = p.ended.winner
    assert TITLE.value(p, winner) > 0 > TITLE.value(p, SIDES[winner == SOVIET])


def test_a_turn_is_another_when_the_other_player_has_his() -> None:
    p = started("m1-current")
    turns: list[object] = []
    while decision := p.decision():
        if not turns or turns[-1] != TITLE.turn_of(p):
            turns.append(TITLE.turn_of(p))
        p.apply(TITLE.advise(p, decision, STYLES[decision.side]))
    assert turns == [(turn, side) for turn in range(11) for side in SIDES]


def test_units_go_where_they_are_ordered() -> None:
    p = to_movement(to_turn(started("m30-current"), 1, CHINESE))
    harbin = p.names.unit("4-6-6.1")
    assert harbin is not None
    stays = next(u for u in members(p.units_on_map(CHINESE)) if u != harbin)
    decision = p.decision()
    assert decision is not None
    unit, there = TITLE.proposals(p, CHINESE, STYLES[CHINESE])[0]
    orders = {unit: there, stays: p.where[stays]} if unit != stays else {unit: there}
    still = {u: p.where[u] for u in orders if p.where[u] == orders[u]}
    first = TITLE.advise(p, decision, STYLES[CHINESE], orders)
    if there != p.where[unit]:
        assert first == Choice("select", p.name(unit))
    while (decision := p.decision()) and p.is_in(MovementPhase):
        p.apply(TITLE.advise(p, decision, STYLES[CHINESE], orders))
    assert p.where[unit] == there
    assert all(p.where[u] == hex_ for u, hex_ in still.items())


def test_a_unit_goes_towards_an_order_that_is_too_far() -> None:
    p = to_movement(to_turn(started("m30-current"), 1, CHINESE))
    unit = p.names.unit("4-6-6.1")
    assert unit is not None
    far = p.charts.grid.hex("2523")
    before = p.charts.grid.distance(p.where[unit], far)
    decision = p.decision()
    assert decision is not None
    while (decision := p.decision()) and p.is_in(MovementPhase):
        p.apply(TITLE.advise(p, decision, STYLES[CHINESE], {unit: far}))
    assert p.charts.grid.distance(p.where[unit], far) < before


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_proposals_can_be_carried_out(scenario: str) -> None:
    p = started(scenario, TITLE.defaults(scenario), f"proposals {scenario}")
    for side in SIDES:
        to_movement(to_turn(p, 2, side))
        found = TITLE.proposals(p, side, STYLES[side])
        assert 10 < len(found) <= 48
        assert len(set(found)) == len(found)
        for unit, there in found[:5]:
            q = p.clone()
            while (decision := q.decision()) and q.is_in(MovementPhase):
                q.apply(TITLE.advise(q, decision, STYLES[side], {unit: there}))
            assert q.where[unit] == there


# 16.0 Mines, the only secret


def test_mines_are_dealt_anew_by_the_seed() -> None:
    p = to_turn(started("m30-current"), 2, SOVIET)
    view = p.view(SOVIET)
    dealt = [view.imagine(seed_from(f"deal {n}")) for n in range(20)]
    assert len({q.mines for q in dealt}) > 3
    for q in dealt:
        assert q.view(SOVIET).shows_the_same(view)
        assert len(q.mines) + len(q.demolished) <= p.charts.limit["demolitions"]
        assert len(set(q.mines)) == len(q.mines)
        for side in q.mines:
            assert side not in p.demolished_sides
            assert all(p.charts.china >> hex_ & 1 for hex_ in side)  # 16.5
            assert not any(p.soviet >> hex_ & 1 for hex_ in side)  # 16.4


def test_the_chinese_know_their_mines_and_the_sixties_have_none() -> None:
    p = to_turn(started("m30-current"), 2, SOVIET)
    assert p.view(CHINESE).imagine(seed_from("deal")).mines == p.mines
    q = to_turn(started("1960s-m1", TITLE.defaults("1960s-m1")), 2, SOVIET)
    assert q.view(SOVIET).imagine(seed_from("deal")).mines == ()


def test_no_mine_is_dealt_behind_the_front() -> None:
    p = started("m30-current")
    to_turn(p, 4, SOVIET)
    inside = members(p.soviet & p.charts.china)
    for n in range(20):
        for side in deal_mines(p, random.Random(n)):
            assert all(p.charts.grid.distance(h, s) > 2 for h in side for s in inside)
