"""Random games to the end, with what must always hold checked again and again.

CI plays a sample; the long run is `stavka simulate` and, with the checks, the environment variable
STAVKA_GAMES, which sets the number of games for each scenario and set of options.
"""

from __future__ import annotations

import os

import pytest

from stavka import titles
from stavka.engine import seed_from
from stavka.hexes import members
from stavka.players import Random
from stavka.titles.reds.charts import NEUTRAL, RED, WHITE
from stavka.titles.reds.control import controlled, neutral_holders, resources
from stavka.titles.reds.position import (
    DEAD,
    GONE,
    ICEBOUND,
    POOL,
    READY,
    USED,
    War,
)
from stavka.titles.reds.stacking import may_mix, stacked_manpower
from stavka.titles.reds.territory import out_of_bounds
from tests.marks import rule

GAMES = int(os.environ.get("STAVKA_GAMES", "2"))
TITLE = titles.load("reds")

VARIANTS = [
    (scenario, options)
    for scenario in ("1918-19", "1918-21")
    for options in ((), ("21.1", "21.2", "21.3"), ("21.4",), ("21.1", "21.2", "21.3", "21.4"))
]


def check_derived(p: War) -> None:
    """What is derived agrees with the state that it is derived from."""
    fresh = p.clone()
    fresh.rebuild()
    assert fresh.stacks == p.stacks
    assert fresh.boxes == p.boxes
    for name in p.charts.classes.names:
        assert getattr(fresh, name) == getattr(p, name), name
    assert fresh.on_map == p.on_map
    for side in (WHITE, RED):
        assert controlled(fresh, side) == controlled(p, side)


def check_places(p: War) -> None:
    """Every counter is somewhere that it can be."""
    charts = p.charts
    off = {
        "army": (POOL, DEAD, GONE),
        "garrison": (POOL, DEAD, GONE),
        "partisan": (POOL, DEAD, GONE),
        "aircraft": (POOL, READY, USED, GONE),
        "naval_flotilla": (POOL, READY, USED, GONE),
        "river_flotilla": (POOL, ICEBOUND),
    }
    for unit, at in enumerate(p.where):
        counter = charts.counters[unit]
        if at < 0:
            kind = "army" if charts.army >> unit & 1 else counter.kind
            assert at in off.get(kind, (POOL, GONE)), (counter.id, at)
            continue
        assert not (charts.aircraft | charts.naval_flotillas) >> unit & 1
        ground = charts.land | (charts.lakes if p.winter else 0)
        assert ground >> at & 1, counter.id
        if counter.side != NEUTRAL and not _stays_after_peace(p, unit):
            assert not out_of_bounds(p, unit) >> at & 1, (counter.id, p.label(at))
        if at != POOL and counter.no_replace:
            assert p.where[unit] != DEAD
    # 16.1: one Makhno at most.
    assert sum(p.where[unit] >= 0 for unit in charts.makhno_of.values()) <= 1
    assert not p.disordered & ~(p.on_map & charts.two_steps)
    for name in ("moved", "active", "unsupplied", "fought", "retreated"):
        assert not getattr(p, name) & ~p.on_map, name
    if p.winter:
        assert not p.on_map & charts.river_flotillas  # 19.2
    if p.withdrawals == 2:
        lost = charts.aif | charts.naval_flotillas | charts.units_of[WHITE] & charts.tanks
        assert all(p.where[unit] == GONE for unit in members(lost))
    assert p.raider < 0 or charts.cavalry >> p.raider & p.on_map >> p.raider & 1
    assert p.train < 0 or charts.rail.hexes >> p.train & ~p.white >> p.train & 1
    assert not (p.verdun and p.white >> charts.tsaritsyn & 1)


def _stays_after_peace(p: War, unit: int) -> bool:
    """10.11: units of the Northwest Army may stand where they could not return to."""
    return bool(p.charts.of_faction["Northwest"] >> unit & 1)


def check_stacks(p: War) -> None:
    """9.0: stacks that may be."""
    charts = p.charts
    assert not p.red & (p.white | p.neutrals)
    shared = p.white & p.neutrals
    assert not shared & ~(1 << charts.kiev)  # 17.2
    for hex_, stack in p.stacks.items():
        limit = charts.limit["leader_stack" if stack & charts.units_of[RED] else "stack"]
        assert stacked_manpower(p, hex_) <= limit, p.label(hex_)
        for unit in members(stack):
            assert may_mix(p.charts, unit, stack), (p.name(unit), p.label(hex_))
        if stack & p.charts.needs_company:
            assert stack & charts.army, p.label(hex_)


def check_control(p: War) -> None:
    """13.0: control follows from who is where, and the track from control."""
    charts = p.charts
    white, red = controlled(p, WHITE), controlled(p, RED)
    assert not white & red
    assert not (white | red) & ~charts.controllable
    if p.great_war:
        assert not (white | red) & charts.neutral_ground
    holders = ~neutral_holders(p) & ~charts.special
    for hex_ in members(charts.controllable):
        stack = p.units_in(hex_)
        if stack & holders & charts.units_of[WHITE]:
            assert white >> hex_ & 1, p.label(hex_)
        if stack & holders & charts.units_of[RED]:
            assert red >> hex_ & 1, p.label(hex_)
        # Special units leave a city to whom it belonged, and so do Makhno and von der Goltz if
        # others of their side have passed since.
        passed = charts.freikorps | charts.makhno
        neutral = stack & neutral_holders(p) & ~passed
        if neutral and not stack & holders:
            assert not (white | red) >> hex_ & 1, p.label(hex_)
    cities = charts.resource_cities.bit_count()
    assert resources(p, WHITE) + resources(p, RED) <= cities + 1
    assert p.gold_side in (WHITE, RED, NEUTRAL)


def check_invariants(p: War) -> None:
    check_derived(p)
    check_places(p)
    check_stacks(p)
    check_control(p)


@rule("reds", "9.1", "9.3", "9.5", "13.6")
@pytest.mark.parametrize(("scenario", "options"), VARIANTS)
def test_random_games_end_and_keep_the_rules(scenario: str, options: tuple[str, ...]) -> None:
    for number in range(GAMES):
        seed = f"random play {number}"
        p = TITLE.start(scenario, options, seed=seed_from(seed))
        assert isinstance(p, War)
        player = Random(TITLE, seed)
        last = (-1, -1, -1)
        while (decision := p.decision()) is not None:
            assert len(decision) > 0, "no dead end"
            now = (p.track, p.phase, p.segment)
            if now != last:
                last = now
                check_invariants(p)
            p.apply(player.choose(decision, None))
        check_invariants(p)
        assert p.outcome() is not None
        assert p.track <= p.charts.last_turn[scenario].seq


def test_counters_are_neither_made_nor_lost() -> None:
    p = TITLE.start("1918-21", (), seed=seed_from("counters"))
    assert isinstance(p, War)
    player = Random(TITLE, "counters")
    while (decision := p.decision()) is not None:
        p.apply(player.choose(decision, None))
        assert p.on_map == sum(1 << u for u, at in enumerate(p.where) if at >= 0)
        assert p.on_map.bit_count() == sum(s.bit_count() for s in p.stacks.values())
