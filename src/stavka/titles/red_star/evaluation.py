"""What a position is worth, and what hexes are worth to a side.

The Axis wins by holding cities and by units that are left in supply; so does the cadet see the
war: goals pull, a hex is worth the best goal less the way to it, and a hex without supply is a
hole. The Soviet side stands before the goals that the Axis comes near to, until winter or the
second half of the war lets it attack.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ...hexes import Hex, HexSet, flood_waves, members
from .charts import AXIS, SOVIET, Charts, enemy_of
from .contested import enemy_contested
from .position import DESTROYED, War
from .stacking import fits
from .supply import (
    ALLY,
    FINNISH,
    GERMAN,
    RED,
    ROMANIAN,
    manner,
    supply_area,
    would_be_in_supply,
)
from .victory import asset_points, city_points, unit_points

# A Soviet step in points of victory.
PER_SOVIET_STEP = 0.4
# Weights of goals: a city, and more by point; an asset; a depot to be cut off.
A_CITY = 2.0
PER_CITY_POINT = 0.45
PER_ASSET = 3.0
PER_DEPOT = 4.0
# What it is worth to cut off a point of Axis units, or a Soviet step; more when points are counted.
PER_POINT_CUT_OFF = 0.4
PER_POINT_AT_THE_END = 1.0
# What a step of one's own weighs in battle: Soviet armies recover, German corps do not.
OWN_STEP = {AXIS: 1.0, SOVIET: 0.5}
# What it is worth to drive the enemy back by a space.
A_SPACE = {AXIS: 1.0, SOVIET: 0.8}
# A garrison for a depot that nobody guards.
GARRISON = 3.0
# What a space of the way takes off, and what being out of supply does.
PER_SPACE = 1.0
UNSUPPLIED = 8.0
TOO_MANY = 40.0
FAR = 99
# Turns from which on the Soviet side attacks in all weathers, and the Axis in none.
TURNING_POINT = 22

Field = tuple[float, ...]


def evaluate(p: War, side: str) -> float:
    """Victory points as they stand, with Soviet strength to tell positions apart."""
    score = float(unit_points(p) + city_points(p) + asset_points(p))
    if not p.charts.asset_points[p.scenario]:
        score += p.box(DESTROYED).bit_count()
    soviet = p.units_on_map(SOVIET) & (p.charts.armies | p.charts.soviet_corps)
    score -= PER_SOVIET_STEP * sum(p.steps[u] for u in members(soviet))
    return score if side == AXIS else -score


def attacking(p: War, side: str) -> bool:
    """Whether a side is on the offensive in this turn."""
    if side == AXIS:
        return p.now.weather == "clear" and p.turn < TURNING_POINT
    return p.snow or p.turn >= TURNING_POINT


# Goals


@cache
def distances(charts: Charts, goal: Hex) -> bytes:
    """Spaces on land from every hex to a goal."""
    found = bytearray([FAR]) * charts.grid.all.bit_length()
    for distance, wave in enumerate(flood_waves(charts.strategic, 1 << goal).waves):
        for hex_ in members(wave):
            found[hex_] = min(distance, FAR)
    return bytes(found)


@lru_cache(maxsize=64)
def slope(charts: Charts, goals: tuple[tuple[Hex, float], ...]) -> Field:
    """For each hex the best goal, less the way to it."""
    best = [-float(FAR)] * charts.grid.all.bit_length()
    for goal, weight in goals:
        away = distances(charts, goal)
        best = [
            max(value, weight - PER_SPACE * distance)
            for value, distance in zip(best, away, strict=True)
        ]
    return tuple(best)


def goals_of_the_axis(p: War) -> tuple[tuple[Hex, float], ...]:
    """Cities that it does not hold, and assets that still stand."""
    charts = p.charts
    found: dict[Hex, float] = {}
    for hex_, points in charts.city_points[p.scenario].items():
        if not p.axis_held >> hex_ & 1:
            found[hex_] = A_CITY + PER_CITY_POINT * points
    worth = charts.asset_points[p.scenario]
    for unit in members(p.on_map & charts.assets):
        value = PER_ASSET + PER_CITY_POINT * worth.get(charts.kind[unit].key, 0)
        found[p.where[unit]] = max(found.get(p.where[unit], 0.0) + 1.0, value)
    return tuple(sorted(found.items()))


def goals_of_the_soviets(p: War) -> tuple[tuple[Hex, float], ...]:
    """Cities to be taken back, and depots that keep the Axis alive."""
    charts = p.charts
    found = {
        hex_: A_CITY + PER_CITY_POINT * points
        for hex_, points in charts.city_points[p.scenario].items()
        if p.axis_held >> hex_ & 1
    }
    for unit in members(p.on_map & (charts.depots | charts.airbases)):
        found[p.where[unit]] = found.get(p.where[unit], 0.0) + PER_DEPOT
    return tuple(sorted(found.items()))


def guard(p: War) -> Field:
    """For the defence: Soviet goals count the more the nearer the Axis is."""
    key = "guard"
    if key not in p.cache:
        near = flood_waves(p.charts.strategic, p.axis_strong, limit=16)
        goals = []
        for hex_, weight in goals_of_the_axis(p):
            distance = near.distance(hex_)
            if distance is not None and distance > 0:
                goals.append((hex_, 6.0 + weight - 1.5 * distance))
        p.cache[key] = slope(p.charts, tuple(sorted(goals)))
    field: Field = p.cache[key]
    return field


def field_of(p: War, side: str) -> Field | None:
    """Where a side wants to go; None if it would rather stay."""
    if side == SOVIET and not attacking(p, SOVIET):
        return guard(p)
    if not attacking(p, side):
        return None
    return slope(p.charts, goals_of_the_axis(p) if side == AXIS else goals_of_the_soviets(p))


# Hexes


class Judge:
    """What hexes are worth to units of a kind, in one position."""

    def __init__(self, p: War, side: str) -> None:
        self.p = p
        self.side = side
        self.field = field_of(p, side)
        self.contested = enemy_contested(p, side)
        self.offensive = attacking(p, side)
        # Depots to be guarded; a hex with its only guard counts for that guard.
        self.depots = p.hexes_of(p.charts.depots) if side == AXIS else 0
        self._home: dict[HexSet, bytes] = {}

    def worth(self, unit: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        p = self.p
        supplied = would_be_in_supply(p, unit)
        value = self.field[hex_] if self.field is not None else 0.0
        if not supplied >> hex_ & 1:
            value -= UNSUPPLIED + self._way_home(supplied, hex_)
        if self.contested >> hex_ & 1:
            value += 1.2 if self.offensive else -0.6
        others = p.units_in(hex_)
        if self.depots >> hex_ & 1 and not self.offensive:
            guards = sum(1 for u in others if u != unit and p.charts.contesting >> u & 1)
            value += 0.0 if guards else GARRISON
        if others and not (len(others) == 1 and others[0] == unit):
            if not fits(p, (unit,), hex_):
                value -= TOO_MANY
            value -= 0.3 * (len(others) - (unit in others))
        return value

    def _way_home(self, supplied: HexSet, hex_: Hex) -> float:
        if supplied not in self._home:
            found = bytearray([30]) * self.p.charts.grid.all.bit_length()
            waves = flood_waves(self.p.charts.passage, supplied, limit=20).waves
            for distance, wave in enumerate(waves):
                for there in members(wave):
                    found[there] = distance
            self._home[supplied] = bytes(found)
        return float(self._home[supplied][hex_])


def judge(p: War, side: str) -> Judge:
    """The judge of a position, kept until something changes."""
    key = ("judge", side)
    if key not in p.cache:
        p.cache[key] = Judge(p, side)
    found: Judge = p.cache[key]
    # The cache can be shared by copies of a position.
    found.p = p
    return found


def cut_off(p: War, unit: int, hex_: Hex) -> float:
    """What a unit would take from the enemy's supply if it stood in a hex."""
    enemy = enemy_of(p.charts.kind[unit].side)
    key = ("fed", enemy)
    if key not in p.cache:
        p.cache[key] = _fed(p, enemy)
    trial = p.clone()
    trial.place(unit, hex_)
    worth = PER_POINT_AT_THE_END if p.turn == p.plan.last_turn else PER_POINT_CUT_OFF
    return worth * (float(p.cache[key]) - _fed(trial, enemy))


def _fed(p: War, side: str) -> float:
    """The value of a side's units that could trace supply now."""
    charts, total = p.charts, 0.0
    fighting = p.units_on_map(side) & charts.contesting
    areas = {way: supply_area(p, way) for way in WAYS[side]}
    for unit in members(fighting):
        if areas[manner(p, unit)] >> p.where[unit] & 1:
            total += p.steps[unit] * max(charts.kind[unit].points, 1)
    return total


WAYS = {AXIS: (GERMAN, ALLY, FINNISH, ROMANIAN), SOVIET: (RED,)}


# Battles


def steps_of(p: War, group: tuple[int, ...]) -> int:
    return sum(p.steps[u] for u in group)


def prospect(p: War, side: str, column: int, die: int, own: int, theirs: int) -> float:
    """Expected steps won less steps lost, spaces of retreat counted for less."""
    charts = p.charts
    total = 0.0
    for roll in range(1, 7):
        result = charts.results[min(roll + die, charts.limit["highest_die"])][column]
        if result == "AE":
            total -= OWN_STEP[side] * own
        elif result == "DE":
            total += theirs + 0.5
        elif result[0] == "A":
            total -= 0.7 * OWN_STEP[side] * int(result[1:])
        elif result[0] == "D":
            total += A_SPACE[side] * min(int(result[1:]), theirs + 1)
        elif "/" in result:
            lost, _, won = result.partition("/")
            total += min(int(won), theirs) if won.isdigit() else 0
            total -= OWN_STEP[side] * int(lost)
    return total / 6


def enemy_hexes(p: War, side: str) -> HexSet:
    return p.occupied(enemy_of(side))
