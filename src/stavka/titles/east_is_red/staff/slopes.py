"""Which hexes matter to a side, and how much is left of that after the way there.

Every goal has a weight, and every other hex is worth the best weight in reach of it less the way.
Few hexes are ever asked for, so that a slope is worked out where somebody stands on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from ....hexes import Hex, HexSet, flood_waves, members, reach
from ..charts import CHINESE, FOOT, MECHANIZED, SOVIET, Charts
from ..evaluation import PER_VICTORY_POINT, weights
from ..position import War
from .styles import WarStyle

# Further than any way on the map, and worth less than any goal.
FAR = 10_000
NOWHERE = -100.0


class Slope(dict[Hex, float]):
    """What is left of the best goal, by hex; it grows as it is asked."""

    def __init__(self, goals: Sequence[tuple[float, Sequence[int], Hex]], per_point: float) -> None:
        super().__init__()
        # With each goal what the way to it costs from every hex.
        self._goals = goals
        self._per_point = per_point

    def __missing__(self, hex_: Hex) -> float:
        per_point = self._per_point
        best = NOWHERE
        for worth, costs, _ in self._goals:
            left = worth - per_point * costs[hex_]
            if left > best:
                best = left
        self[hex_] = best
        return best

    def goal(self, hex_: Hex) -> Hex:
        """The goal that a hex is near to, or -1."""
        left = [(w - self._per_point * costs[hex_], goal) for w, costs, goal in self._goals]
        best = max(left, default=(NOWHERE, -1))
        return best[1] if best[0] > NOWHERE else -1


@cache
def costs_to(charts: Charts, column: str, goal: Hex, closed: HexSet = 0) -> Sequence[int]:
    """What the way to a hex costs from every other, if nobody is in the way."""
    backwards = charts.supply_movement(column, frozenset())
    found = [FAR] * (charts.grid.all.bit_length() + 1)
    for hex_, cost in reach(backwards, 1 << goal, None, blocked=closed).costs().items():
        found[hex_] = cost
    return found


def _slope(
    charts: Charts,
    column: str,
    goals: Iterable[tuple[float, Hex]],
    per_point: float,
    closed: HexSet = 0,
) -> Slope:
    found = [(w, costs_to(charts, column, goal, closed), goal) for w, goal in goals]
    return Slope(found, per_point)


@cache
def prospects(charts: Charts, style: WarStyle, *, untrained: bool) -> Slope:
    """18.2: for the Soviets, the industry that a unit in a hex cuts off."""
    closed = charts.cities | charts.industry[CHINESE]
    known = weights(charts, untrained=untrained)
    goals = sorted(((w, h) for h, w in known.items() if not closed >> h & 1), key=lambda g: -g[0])
    return _slope(charts, MECHANIZED, goals[: style.goals], style.per_point, closed)


@lru_cache(maxsize=64)
def threatened(charts: Charts, soviet: HexSet, style: WarStyle, *, untrained: bool) -> Slope:
    """The same for the Chinese: hexes matter the more the nearer the enemy is."""
    levels = _by_weight(charts, untrained=untrained)
    goals: list[tuple[float, Hex]] = []
    wave, unseen = soviet, charts.grid.all & ~soviet
    for distance in range(1, style.far + 1):
        danger = 1 - distance / (style.far + 1)
        if len(goals) == style.goals and goals[-1][0] > levels[0][0] * danger:
            break  # nothing further away matters as much
        wave = charts.passage.spread(wave) & unseen
        unseen ^= wave
        # No more of a wave than there are goals at all.
        left = style.goals
        for weight, hexes in levels:
            if there := hexes & wave:
                goals += [(weight * danger, h) for h in members(there)[-left:]]
                left -= there.bit_count()
                if left <= 0:
                    break
        goals = sorted(goals, reverse=True)[: style.goals]
    return _slope(charts, FOOT, goals, style.per_point)


@cache
def _by_weight(charts: Charts, *, untrained: bool) -> Sequence[tuple[int, HexSet]]:
    """The hexes of each weight, the greatest first."""
    found: dict[int, HexSet] = {}
    for hex_, weight in weights(charts, untrained=untrained).items():
        found[weight] = found.get(weight, 0) | 1 << hex_
    return sorted(found.items(), reverse=True)


@cache
def objectives(charts: Charts, side: str, style: WarStyle) -> Slope:
    """1960s.victory: the hexes that score for a side."""
    column = FOOT if side == CHINESE else MECHANIZED
    goals = [(PER_VICTORY_POINT * points, h) for h, points in charts.victory_points[side].items()]
    return _slope(charts, column, goals, style.per_point)


@lru_cache(maxsize=64)
def guarded(charts: Charts, chinese: HexSet, style: WarStyle) -> Slope:
    """1960s.victory: what scores for the Soviets, and for the Chinese the nearer they are."""
    near = flood_waves(charts.passage, chinese, limit=style.far)
    goals = [(PER_VICTORY_POINT * n, h) for h, n in charts.victory_points[SOVIET].items()]
    for hex_, points in charts.victory_points[CHINESE].items():
        if distance := near.distance(hex_):
            danger = 1 - distance / (style.far + 1)
            goals.append((PER_VICTORY_POINT * points * danger, hex_))
    return _slope(charts, MECHANIZED, goals, style.per_point)


def slope_of(p: War, side: str, style: WarStyle) -> Slope:
    """What the hexes of the map are worth to a side now."""
    if p.conditions.on_points:
        if side == SOVIET:
            return guarded(p.charts, p.chinese, style)
        return objectives(p.charts, side, style)
    if side == SOVIET:
        return prospects(p.charts, style, untrained=p.untrained_infantry)
    return threatened(p.charts, p.soviet, style, untrained=p.untrained_infantry)
