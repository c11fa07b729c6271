"""What result is to be expected: on one scale, from the worst defeat to the greatest victory.

At the end of a game the scale is that of the scenario's levels: a little win a third, a big one
two thirds, a really big one (or a scenario's only kind of win) all. That makes four fifths of the
value; the rest tells a narrow result from a clear one. A surrender is worth more than any of them.
Before the end, points are projected: a game is taken to be even when it begins, so that points are
measured against the way from those at the start to those of an even end.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt, tanh

from ...engine import Turn
from ...hexes import members
from .charts import AXIS, SOVIET, Charts
from .outline import NUMBER_OF, PHASES
from .position import RETURNING, War
from .supply import supply_area, tracing_alike
from .victory import asset_points, city_points, victory_points

# What the Axis has when a scenario begins, and what makes an even end of it.
START_AND_EVEN = {
    "turning-point": (90, 54),
    "barbarossa": (261, 325),
    "road-to-stalingrad": (261, 271),
    "russia-resurgent": (694, 521),
    "heartland": (446, 521),
    "motherland": (461, 521),
}
# How much of the value goes by points, and how many points from an even end are many.
BY_POINTS = 0.2
MANY_POINTS = 20.0
# How far off a projection may be, by the square root of the turns left.
SPREAD = 4.0
# What is certain at the end, with a last look at supply still to come.
LEAST_SPREAD = 0.5
# How much of a unit counts that is not in supply: it may be relieved while there is time.
UNSUPPLIED_SHARE = 0.6
# What a Soviet unit is worth to the Axis that has been destroyed and will return.
PER_UNIT_AWAY = 0.4


@cache
def levels(charts: Charts, scenario: str) -> dict[str, tuple[int, float]]:
    """The levels of victory of a scenario: the least points, and the level as a number."""
    lines = sorted(charts.levels[scenario])
    wins = [name for _, name, winner in lines if winner == AXIS]
    defeats = [name for _, name, winner in lines if winner == SOVIET]
    found = {}
    for least, name, _ in lines:
        level = 0.0
        if name in wins:
            level = (wins.index(name) + 1) / len(wins)
        elif name in defeats:
            level = (defeats.index(name) - len(defeats)) / len(defeats)
        found[name] = (least, level)
    return found


def value(p: War, side: str) -> float:
    """The result that a side can expect, from -1 to 1."""
    worth = expectation(p) if p.ended is None else _result(p, p.ended.level)
    return worth if side == AXIS else -worth


def _result(p: War, level: str) -> float:
    """What the Axis has got in the end."""
    found = levels(p.charts, p.scenario).get(level)
    # 18.1: a surrender is no level.
    return _graded(p, found[1], victory_points(p)) if found else 1.0


def expectation(p: War) -> float:
    """What the Axis can expect while the game goes on: the mean level, if points are normal."""
    left = turns_left(p)
    spread = max(SPREAD * sqrt(left), LEAST_SPREAD)
    points = projected_points(p, left)
    worth = before = -1.0
    for least, level in levels(p.charts, p.scenario).values():
        if level > before:
            # A logistic curve is near enough to the normal one.
            worth += (level - before) / (1.0 + exp(-1.7 * _bounded((points - least) / spread)))
            before = level
    return _graded(p, worth, points)


def _graded(p: War, level: float, points: float) -> float:
    """The worth of a level that is reached with so many points."""
    _, even = START_AND_EVEN[p.scenario]
    return (1.0 - BY_POINTS) * level + BY_POINTS * tanh((points - even) / MANY_POINTS)


def _bounded(deviation: float) -> float:
    return min(max(deviation, -20.0), 20.0)


def turns_left(p: War) -> float:
    """The turns that are still to be played, with the part that is left of this one."""
    return p.plan.last_turn - p.turn + 1.0 - max(p.phase, 0) / len(PHASES)


def projected_points(p: War, left: float) -> float:
    """The points of the Axis at the end, if all goes on as in an even game."""
    start, even = START_AND_EVEN[p.scenario]
    begun = NUMBER_OF[p.plan.first_phase] / len(PHASES)
    still = left / (p.plan.last_turn - p.plan.first_turn + 1.0 - begun)
    points = city_points(p) + asset_points(p) + _unit_points(p, UNSUPPLIED_SHARE * still)
    away = p.box(RETURNING) & p.charts.units_of[SOVIET]
    points += PER_UNIT_AWAY * still * away.bit_count()
    return points + still * (even - start)


def _unit_points(p: War, share: float) -> float:
    """18.0.5: the points of Axis units; those that could trace no supply now count for a share."""
    charts, where, steps = p.charts, p.where, p.steps
    total = 0.0
    for way, alike in tracing_alike(charts).items():
        if there := p.on_map & charts.units_of[AXIS] & alike & ~charts.fleets:
            area = supply_area(p, way)
            for unit in members(there):
                points = charts.kind[unit].points * steps[unit]
                fed = area >> where[unit] & 1 or charts.depots >> unit & 1
                total += points if fed else share * points
    return total


def turn_of(p: War) -> Turn:
    """The turn, and which player's it is now: the Axis, the Soviets, the German tanks.

    The Administrative Phase goes with the tanks: nobody begins anything in it.
    """
    if p.phase >= NUMBER_OF["tank-movement"]:
        return Turn((p.turn, "tanks"), AXIS)
    return Turn(p.turn, SOVIET if p.phase >= NUMBER_OF["soviet-combat"] else AXIS)
