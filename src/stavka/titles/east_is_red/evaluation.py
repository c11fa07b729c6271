"""What a position is worth: by rule of thumb, and as the result that is to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from ...engine import Turn
from ...hexes import Hex, members
from .charts import CHINESE, SOVIET, Charts
from .position import War
from .victory import connected_through, industry_cut_off, points_of
from .zones_of_control import untrained_zone

# Material against industry: a strength point is worth so many industrial hexes.
PER_STRENGTH = 0.25
# 1960s.victory: a victory point against the same measure.
PER_VICTORY_POINT = 6.0

# 18.1: what the levels of victory are worth to the Soviets, from the least score on, and those of
# 1960s.victory to the Chinese, where a Soviet victory has no degrees.
LEVELS = {
    "Decisive Defeat": -1.0,
    "Substantive Defeat": -0.6,
    "Marginal Defeat": -0.3,
    "Marginal Victory": 0.3,
    "Substantive Victory": 0.6,
    "Decisive Victory": 1.0,
}
SOVIET_VICTORY = -1.0
# What a score is worth to the Soviets in the course of a game: where two levels meet, their mean.
INDUSTRY = ((0, -1.0), (11, -0.8), (15, -0.45), (23, 0.0), (42, 0.45), (50, 0.8), (63, 1.0))
POINTS = ((0, 1.0), (7, 0.35), (12, -0.45), (18, -0.8), (26, -1.0))
# ER.5: one level down.
SHIFT = 0.4
# A lead of so many strength points is as good as any.
EVEN_STRENGTH = 120
# 19.0: a strike that does not bring the decisive victory is a defeat without a name.
DEFEAT = -0.3
# SW.3: both lose.
BOTH_LOSE = -1.0


def evaluate(p: War, side: str) -> float:
    """Industry cut off, with material to tell positions apart, from a side's point of view."""
    if p.conditions.on_points:
        score = PER_VICTORY_POINT * (points_of(p, SOVIET) - points_of(p, CHINESE))
    else:
        score = float(industry_cut_off(p))
    score += PER_STRENGTH * material(p)
    return score if side == SOVIET else -score


def material(p: War) -> int:
    """The Soviet strength points on the map, attack and defence, less the Chinese ones."""
    points = 0
    for unit in members(p.on_map):
        kind = p.charts.unit_type[unit]
        worth = kind.attack + kind.defense
        points += worth if kind.side == SOVIET else -worth
    return points


@cache
def weights(charts: Charts, *, untrained: bool = False) -> dict[Hex, int]:
    """For each hex on or beside a Chinese railway, the industry cut off by a Soviet unit there."""
    industry, rail = charts.industry[CHINESE], charts.rail[CHINESE].hexes
    found = {}
    for hex_ in members((rail | charts.passage.spread(rail)) & charts.land):
        held = 1 << hex_
        zone = untrained_zone(charts, held) if untrained else charts.passage.spread(held)  # IT.1
        zone &= ~charts.cities  # 13.0, 18.2: all the other cities are Chinese
        connected = connected_through(charts, charts.grid.all & ~held & ~zone)
        found[hex_] = (industry & ~connected).bit_count()
    return found


def weights_of(p: War) -> dict[Hex, int]:
    return weights(p.charts, untrained=p.untrained_infantry)


def turn_of(p: War) -> Turn:
    """The Game-Turn, and whose Player-Turn or deployment it is (4.1)."""
    return Turn(p.turn, p.current.side if p.phase >= 0 else "")


def value(p: War, side: str) -> float:
    """The result to be expected: -1 for a decisive defeat, 0.3, 0.6 and 1 for a marginal,
    substantive and decisive victory; -1 for both if the world burns (SW.3).

    In the course of the game it is what the present score would bring, which counts the more the
    less time is left, and the balance of strength, which counts the less.
    """
    if p.ended is not None:
        return _result(p, side)
    done = (max(p.turn, 1) - 1 + 0.5 * (p.turn > 0 and p.current.side == CHINESE)) / 10
    now = _as_it_stands(p)
    strength = max(-1.0, min(1.0, material(p) / EVEN_STRENGTH))
    weight = 0.25 + 0.7 * done
    found = 0.98 * (weight * now + (1 - weight) * 0.5 * strength)
    return found if side == SOVIET else -found


def _as_it_stands(p: War) -> float:
    """What the present score would bring the Soviets."""
    if p.conditions.on_points:
        found = _between(POINTS, points_of(p, CHINESE) - points_of(p, SOVIET))
    else:
        found = _between(INDUSTRY, industry_cut_off(p))
    if p.emergency_called:
        found = max(found - SHIFT, -1.0)
    if p.strategic_strike and found < INDUSTRY[-2][1]:
        found = min(found, DEFEAT)
    return found


def _between(scale: Sequence[tuple[int, float]], score: int) -> float:
    """What a score is worth on a scale, which is straight from each of its points to the next."""
    score = max(scale[0][0], min(scale[-1][0], score))
    for (low, worth), (high, more) in pairwise(scale):
        if score <= high:
            return worth + (more - worth) * (score - low) / (high - low)
    raise AssertionError("no score is beyond the scale")


def _result(p: War, side: str) -> float:
    """What the end of a game is worth."""
    assert p.ended is not None
    winner, level = p.ended.winner, p.ended.level
    if not winner:
        return BOTH_LOSE
    if p.conditions.on_points:
        chinese = LEVELS[level] if winner == CHINESE else SOVIET_VICTORY
        return chinese if side == CHINESE else -chinese
    soviet = LEVELS.get(level, DEFEAT)
    return soviet if side == SOVIET else -soviet
