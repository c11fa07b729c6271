"""The result to be expected.

The scale: 1 for an automatic victory, 0.8 for a victory at the end of the scenario or by the
withdrawal of the Allies (18.5), the same below 0 for defeats.
"""

from __future__ import annotations

from math import exp

from .charts import RED, WHITE
from .control import controlled, resource_cities, resources
from .goals import power_in
from .position import (
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    POLAND_NEUTRAL,
    War,
)
from .victory import other_resource_cities, russian_cities, white_has_won

LEVELS = {"automatic victory": 1.0}
VICTORY = 0.8
# How much stronger the Reds are as a rule, and what power it takes to win a resource.
USUAL = 12.0
PER_RESOURCE = 40.0
# 4.2: how fast Red takes cities, and resource cities when it goes for nothing else; and how many
# turns it is from Warsaw. Measured in games between styles.
CITIES_A_TURN = 2.0
RESOURCES_A_TURN = 0.8
TURNS_TO_WARSAW = {
    POLAND_NEUTRAL: 6.0,
    POLAND_AT_WAR: 4.0,
    POLAND_CONQUERED: 0.0,
    POLAND_AT_PEACE: 99.0,
}


def value(p: War, side: str) -> float:
    """What a side can expect, from -1 to 1."""
    found = _white(p)
    return found if side == WHITE else -found


def _white(p: War) -> float:
    if p.ended is not None:
        level = LEVELS.get(p.ended.level, VICTORY)
        return level if p.ended.goes_to == WHITE else -level
    chance = _allies_stay(p) if p.scenario == "1918-19" else _russia_holds(p)
    worth = VICTORY * (2 * chance - 1)
    danger = _moscow_falls(p)
    return worth + danger * (1.0 - worth)


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -30 else 0.0


def _allies_stay(p: War) -> float:
    """18.1: the chance that no more than one of the checks fails before the end of 1919."""
    charts = p.charts
    held = resources(p, WHITE) + _balance(p)
    # How likely it is that so many have failed.
    failed = [0.0, 0.0, 0.0]
    failed[min(p.withdrawals, 2)] = 1.0
    for turn in charts.turns[p.track :]:
        if turn.seq > charts.last_turn[p.scenario].seq:
            break
        number = turn.withdrawal_number
        if not number or (turn.seq == p.track and p.phase > 1):
            continue
        spread = 0.5 + 0.25 * (turn.seq - p.track)
        fails = _sigmoid((number - 0.5 - held) / spread)
        failed = [
            failed[0] * (1 - fails),
            failed[1] * (1 - fails) + failed[0] * fails,
            failed[2] + failed[1] * fails,
        ]
    return failed[0] + failed[1]


def _balance(p: War) -> float:
    """How many resources the armies in the field will win or lose: never more than one."""
    armies = p.charts.army & ~p.charts.poles
    white, red = (power_in(p, p.units_on_map(side) & armies) for side in (WHITE, RED))
    return min(max((white - red + USUAL) / PER_RESOURCE, -1.0), 1.0)


def _russia_holds(p: War) -> float:
    """4.5: the chance that Red does not get Russia, or Poland and the resources, in time."""
    charts, own = p.charts, controlled(p, RED)
    cities = (russian_cities(p) & ~own).bit_count()
    resources_ = (resource_cities(p) & ~own).bit_count()
    needed = min(cities / CITIES_A_TURN, resources_ / RESOURCES_A_TURN + TURNS_TO_WARSAW[p.poland])
    needed += 2.0 * (2 - p.withdrawals)
    last = charts.last_turn[p.scenario].seq
    left = sum(not turn.strategic for turn in charts.turns[p.track :] if turn.seq <= last)
    return _sigmoid((needed - left) / 3.0)


def _moscow_falls(p: War) -> float:
    """4.3: the chance that Red lacks Moscow or two other resource cities at a check."""
    if white_has_won(p):
        return 0.6
    others = other_resource_cities(p) - p.charts.limit["red_cities_to_hold"]
    return 0.1 / (1 + others)
