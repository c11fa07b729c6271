"""Random games to the end, with what must always hold checked at every step.

CI plays a sample; the long run is `stavka simulate` and, with the checks, the environment variable
STAVKA_GAMES, which sets the number of games for each set of options.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from stavka.hexes import members
from stavka.players import Random
from stavka.titles.red_dragon.charts import GMD, PLA
from stavka.titles.red_dragon.position import (
    ASIDE,
    BEYOND,
    BOX,
    DEFECTORS,
    EDGE,
    GONE,
    OFF,
    SCHOOL,
    TRACK,
    UNDER,
    USED,
    War,
)
from stavka.titles.red_dragon.refusals import REFUSALS
from stavka.titles.red_dragon.stacking import legal_stack
from tests.marks import rule

from ..whole_games import bars_hold_what_is_not_offered
from .situations import TITLE, started

GAMES = int(os.environ.get("STAVKA_GAMES", "2"))
VARIANTS: list[tuple[str, ...]] = [(), ("5.1.2",)]


def check_derived(p: War) -> None:
    """Everything derived agrees with the state that it is derived from."""
    fresh = p.clone()
    fresh.rebuild()
    assert fresh.stacks == p.stacks
    assert (fresh.gmd, fresh.pla, fresh.guerrillas) == (p.gmd, p.pla, p.guerrillas)
    assert fresh.on_map == p.on_map


def check_places(p: War) -> None:
    """Every counter is somewhere where it can be."""
    charts = p.charts
    last = charts.limit["turns"] + 1
    boxes = {OFF, EDGE, BOX, USED, GONE, ASIDE, BEYOND, DEFECTORS, UNDER}
    for unit, where in enumerate(p.where):
        on_track = TRACK - last <= where < TRACK
        in_school = SCHOOL - last <= where < SCHOOL
        assert where in boxes or on_track or in_school or charts.land >> where & 1
        if where in (UNDER, DEFECTORS, BEYOND) or in_school:
            assert charts.units_of[GMD] >> unit & 1
        if where == ASIDE:
            assert charts.units_of[PLA] >> unit & 1
        if where == OFF:
            assert charts.reinforcements >> unit & 1
    # 6.1.1, 6.1.7: only Guerrillas are ever with the enemy.
    assert not p.gmd & p.pla
    # 15.2.3b: one L-L Defector under a Corps, and every one under some Corps.
    assert {gmd for gmd, _ in p.under} == {u for u, at in enumerate(p.where) if at == UNDER}
    above = [pla for _, pla in p.under]
    assert len(above) == len(set(above))
    assert all(charts.corps >> pla & 1 and p.where[pla] >= 0 for pla in above)
    # 11.2.6c: the railroad unit never leaves its line.
    if p.where[charts.rr_security] >= 0:
        assert charts.rail.hexes >> p.where[charts.rr_security] & 1


def check_stacks(p: War) -> None:
    charts = p.charts
    for hex_, stack in p.stacks.items():
        for side in (GMD, PLA):
            # 17.2.9: tanks that Jiang's death leaves behind may stay.
            if stack & charts.armor and p.where[charts.jiang] < 0:
                continue
            assert legal_stack(p, hex_, stack, side), p.label(hex_)
        # 17.2.1: no Leader is without troops.
        if stack & charts.leaders:
            assert stack & charts.units_of[GMD]


def check_markers(p: War) -> None:
    charts, limit = p.charts, p.charts.limit
    assert p.fdp.bit_count() <= limit["fdp_markers"]
    assert not p.fdp & charts.cities  # 16.1.1
    assert not p.fdp & ~p.gmd
    assert len(p.bridges) + p.bridges_left <= limit["bridges"]
    assert p.rail_moves <= limit["rail_units"]
    assert 0 <= p.short_attacks <= 6
    assert not p.face_up & ~charts.face_down
    for name in ("moved", "fought", "struck", "negated"):
        assert not getattr(p, name) & ~(p.on_map | charts.leaders)
    # 7.2.1: a city belongs to whoever is in it.
    assert not p.gmd & p.pla_cities
    assert not p.pla & charts.cities & ~p.pla_cities
    # 14.1.4: one air unit in a hex.
    flying = [p.where[u] for u in members(charts.air) if p.where[u] >= 0]
    assert len(flying) == len(set(flying))


@rule("red-dragon", "6.1.1", "6.1.2", "8.0")
@pytest.mark.parametrize("options", VARIANTS)
def test_random_games_end_and_keep_the_rules(options: tuple[str, ...]) -> None:
    for number in range(GAMES):
        seed = f"random play {number}"
        p = started(options, seed)
        player = Random(TITLE, seed)
        phases: Counter[str] = Counter()
        last = (0, "")
        while (decision := p.decision()) is not None:
            assert len(decision) > 0, "no dead end"
            check_derived(p)
            if (p.turn, p.current.key) != last:
                last = (p.turn, p.current.key)
                phases[p.current.key] += 1
                assert p.face_up == 0, "18.2.2"
                check_places(p)
                if p.current.key != "relief":  # 16.2.8c: units are being displaced
                    check_stacks(p)
            check_markers(p)
            bars_hold_what_is_not_offered(p, decision, REFUSALS)
            p.apply(player.choose(decision, None))
        check_places(p)
        ended = p.outcome()
        assert ended is not None
        assert p.turn == 10 or (ended.winner == PLA and p.turn <= 3)
