"""Random games to the end, with what must always hold checked again and again.

CI plays a sample; the environment variable STAVKA_GAMES sets the number of games for a scenario.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from stavka.engine import seed_from
from stavka.hexes import members, set_of
from stavka.players import Random
from stavka.titles.red_star import RedStar
from stavka.titles.red_star.position import NO_MARKER, READY, War
from stavka.titles.red_star.refusals import REFUSALS
from stavka.titles.red_star.stacking import overstacks
from tests.marks import rule

from ..whole_games import bars_hold_what_is_not_offered

GAMES = int(os.environ.get("STAVKA_GAMES", "2"))
TITLE = RedStar()
SCENARIOS = [scenario.key for scenario in TITLE.scenarios]

DERIVED = (
    *("stacks", "boxes", "on_map", "weak", "axis", "soviet", "axis_strong", "soviet_strong"),
    *("fleet_hexes", "partisan_hexes"),
)
# States that only units on the map can have.
STATES = ("moved", "fought", "was_attacked", "out", "lack", "emergency", "flipped", "fresh")


def check_invariants(p: War) -> None:
    """Occupancy, conservation, limits."""
    charts = p.charts
    # Everything derived agrees with the state that it is derived from.
    fresh = p.clone()
    fresh.rebuild()
    for name in DERIVED:
        assert getattr(fresh, name) == getattr(p, name), name
    # No space holds units of both sides, none is outside the scenario or in the water.
    assert not p.axis & p.soviet
    assert not (p.axis | p.soviet) & ~p.area
    for name in STATES:
        assert not getattr(p, name) & ~p.on_map, name
    for unit, at in enumerate(p.where):
        if at >= 0:
            assert charts.kind[unit].has_side_for(p.steps[unit])
        else:
            assert p.marker[unit] == NO_MARKER
    check_markers(p)
    # 11.1.3: Partisans stay in the Soviet Union, one to a space, and without Axis units.
    partisans = p.on_map & charts.partisans
    assert p.partisan_hexes.bit_count() == partisans.bit_count()
    assert not p.partisan_hexes & ~charts.soviet_union
    if not any(frame.step.key == "flight" for frame in p.frames):
        assert not p.partisan_hexes & p.axis
    # 14.1.2: assets never move.
    for start in charts.set_up[p.scenario]:
        if charts.assets >> start.unit & 1 and p.on_map >> start.unit & 1:
            assert p.where[start.unit] == start.hex
    # 14.4.5, 12.1.1: Leaders; air fleets without airbases.
    assert (p.on_map & charts.leaders).bit_count() <= charts.limit["leaders"]
    for fleet in members(p.on_map & charts.fleets):
        assert p.where[charts.base_of[fleet]] >= 0 or p.current.key != "supply"


def check_markers(p: War) -> None:
    """6.2: a marker is in a cup, in the At-start Box or on an army of its class."""
    on_armies: Counter[int] = Counter()
    for unit, kind in enumerate(p.marker):
        if kind != NO_MARKER:
            on_armies[kind] += 1
            assert p.charts.markers[kind].cup == p.charts.kind[unit].cup
    for number, marker in enumerate(p.charts.markers):
        total = on_armies[number] + p.cups[number] + p.at_start[number]
        assert total in (0, marker.count)
        assert p.cups[number] >= 0


@rule("red-star", "4.0.7", "3.1.5", "18.0.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_keep_the_rules(scenario: str) -> None:
    plan = TITLE.charts.plans[scenario]
    for number in range(GAMES):
        seed = f"random play {number}"
        p = TITLE.start(scenario, (), seed=seed_from(seed))
        assert isinstance(p, War)
        player = Random(TITLE, seed)
        last = (0, "")
        enforced = True
        while (decision := p.decision()) is not None:
            assert len(decision) > 0, "no dead end"
            bars_hold_what_is_not_offered(p, decision, REFUSALS)
            if (p.turn, p.current.key) != last:
                check_invariants(p)
                # 4.0.7: stacking holds at the end of every phase but the reinforcement phases.
                if enforced:
                    assert not overstacks(p)
                last = (p.turn, p.current.key)
                enforced = not p.current.key.endswith("reinforcement")
            elif p.number % 61 == 0:
                check_invariants(p)
            p.apply(player.choose(decision, None))
        check_invariants(p)
        outcome = p.outcome()
        assert outcome is not None
        assert p.turn == plan.last_turn or outcome.level == "Soviet surrender"


def test_counters_are_neither_made_nor_lost() -> None:
    p = TITLE.start("barbarossa", (), seed=seed_from("counters"))
    assert isinstance(p, War)
    player = Random(TITLE, "counters")
    everybody = set_of(range(len(p.where)))
    while (decision := p.decision()) is not None:
        p.apply(player.choose(decision, None))
        total = p.on_map
        for box in p.boxes.values():
            assert not total & box
            total |= box
        assert total == everybody
    assert not p.box(READY) & p.charts.fleets
