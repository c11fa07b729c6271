"""14.0 Soviet air power."""

from __future__ import annotations

from functools import cache

from ...engine import UnitSet
from ...hexes import Hex, members
from .charts import SOVIET, Charts
from .position import War
from .variants.us_intervention import carrier_points


def air_strike_points(p: War, unit: int, targets: tuple[Hex, ...]) -> int:
    """14.1: full strength up to six hexes, half up to twelve, a third up to eighteen."""
    if len(targets) > 1:
        return 0  # 14.3: one hex only, and no dividing of the points
    if p.charts.us_air >> unit & 1:
        return carrier_points(p, targets)  # US.2
    return _points_at(p.charts, p.where[unit], targets[0])


@cache
def _points_at(charts: Charts, base: Hex, target: Hex) -> int:
    far = charts.grid.distance(base, target)
    return next((points for range_, points in charts.air_strikes if far <= range_), 0)


def ready_to_fly(p: War) -> UnitSet:
    """14.0, 14.3: Air units that can strike, from the second Player-Turn on, once in each."""
    if p.turn < p.charts.limit["first_air_strike_turn"]:
        return 0
    return p.units_on_map(SOVIET) & p.charts.air & ~p.struck & ~has_moved(p)


def has_moved(p: War) -> UnitSet:
    """14.2: by rail too. Such a unit does not fly: nor with the group (OMG.2), nor by INT.1."""
    return p.moved_this_turn | p.railed


def may_strike(p: War, targets: tuple[Hex, ...]) -> UnitSet:
    """14.1: Air units in range."""
    ready = members(ready_to_fly(p))
    return sum(1 << unit for unit in ready if air_strike_points(p, unit, targets))
