"""What a position is worth, and what hexes are worth to a side.

The Axis wins by holding cities and by units that are left in supply; so does the cadet see the
war: goals pull, a hex is worth the best goal less the way to it, and a hex without supply is a
hole. Goals that are weakly held pull more, those with troops enough less. A side that does not
attack guards what the enemy wants: the Soviets their cities and works until winter or the second
half of the war, the Axis its depots and the lines between them, the more the nearer they are to
their sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from ...engine import derived
from ...hexes import Flood, Hex, HexSet, flood_waves, members
from .charts import AXIS, SOVIET, Charts, enemy_of
from .contested import contested_by, enemy_contested
from .position import DESTROYED, GROUND, War
from .stacking import fits
from .supply import (
    ALLY,
    FINNISH,
    GERMAN,
    RED,
    ROMANIAN,
    lines_of_the_chain,
    permanent_sources,
    supply_area,
    tracing_alike,
    would_be_in_supply,
)
from .victory import asset_points, city_points, unit_points

# A Soviet step in points of victory.
PER_SOVIET_STEP = 0.4
# Weights of goals: a city, and more by point; an asset; a depot to be cut off, a line between
# depots; enemies that have been cut off.
A_CITY = 2.0
PER_CITY_POINT = 0.45
PER_ASSET = 3.0
PER_DEPOT = 4.0
A_LINE = 2.0
A_POCKET = 4.0
# What it is worth to cut off a point of Axis units, or a Soviet step; more when points are counted.
PER_POINT_CUT_OFF = 0.4
PER_POINT_AT_THE_END = 1.0
# What a step of one's own weighs in battle: Soviet armies recover, German corps do not.
OWN_STEP = {AXIS: 1.0, SOVIET: 0.5}
# What it is worth to drive the enemy back by a space.
A_SPACE = {AXIS: 0.5, SOVIET: 0.5}
# What it is worth to close a way out of an enemy.
PER_ESCAPE = 0.5
# Troops enough for a goal: steps near it, by its weight; others look elsewhere then.
ON_THE_WAY = {AXIS: 8, SOVIET: 4}
STEPS_BY_WEIGHT = {AXIS: 2.0, SOVIET: 1.0}
# How much less a goal counts for each step of the enemy that stands near it.
NEAR_A_GOAL = 3
PER_ENEMY_STEP = 0.3
# The Soviet Combat Phase comes before the Soviet movement: who is not next to the enemy is safe.
SHY = {AXIS: 4.0, SOVIET: 0.6}
# What guarding a goal adds to its weight, and how far away an enemy is feared.
GUARD = 6.0
FAR_AWAY = 24
# What each space from the sources of supply takes off a goal that is to be guarded.
FALL_BACK = {AXIS: 1.0, SOVIET: 0.0}
# A garrison for a depot or a line of supply that nobody guards.
GARRISON = 3.0
# What a space of the way takes off, and what being out of supply does.
PER_SPACE = 1.0
UNSUPPLIED = 8.0
TOO_MANY = 40.0
FAR = 99
# Turns from which on the Soviet side attacks in all weathers, and the Axis in none.
TURNING_POINT = 22

Field = tuple[float, ...]
Goals = tuple[tuple[Hex, float], ...]


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


@lru_cache(maxsize=256)
def _pull(charts: Charts, goal: Hex, weight: float) -> Field:
    """What a goal is worth, less the way to it."""
    by_distance = [weight - PER_SPACE * distance for distance in range(FAR + 1)]
    return tuple(by_distance[distance] for distance in distances(charts, goal))


@lru_cache(maxsize=64)
def slope(charts: Charts, goals: Goals) -> Field:
    """For each hex the best goal, less the way to it."""
    best: Field = (-float(FAR),) * charts.grid.all.bit_length()
    for goal, weight in sorted(goals, key=lambda g: -g[1]):
        # Where a better goal is near, this one is nowhere the best.
        if weight > best[goal]:
            best = tuple(map(max, best, _pull(charts, goal, weight)))
    return best


@cache
def around(charts: Charts, goal: Hex, spaces: int) -> HexSet:
    """Everything within so many spaces of a goal."""
    return charts.grid.disc(goal, spaces)


def steps_around(p: War, side: str, goal: Hex, spaces: int) -> int:
    """How strong a side is near a goal."""
    there = around(p.charts, goal, spaces)
    if not there & p.strong(side):
        return 0
    return sum([weight * (there & hexes).bit_count() for weight, hexes in _steps_by_bit(p, side)])


@derived(*GROUND)
def _steps_by_bit(p: War, side: str) -> tuple[tuple[int, HexSet], ...]:
    """The hexes in whose number of steps a power of two is contained: sums are counts then."""
    found: dict[int, HexSet] = {}
    for hex_, steps in steps_by_hex(p, side).items():
        bit = 1
        while bit <= steps:
            if steps & bit:
                found[bit] = found.get(bit, 0) | 1 << hex_
            bit <<= 1
    return tuple(found.items())


@derived(*GROUND)
def steps_by_hex(p: War, side: str) -> dict[Hex, int]:
    """How strong a side is in each hex that it holds in strength."""
    steps = p.steps
    return {
        hex_: sum([steps[u] for u in members(p.stacks[hex_])]) for hex_ in members(p.strong(side))
    }


def shared_out(p: War, side: str, goals: Goals) -> Goals:
    """The goals for those that are still to go: one with troops enough counts for less."""
    shared = []
    for hex_, weight in goals:
        enough = STEPS_BY_WEIGHT[side] * weight
        steps = steps_around(p, side, hex_, ON_THE_WAY[side])
        share = weight * enough / steps if steps > enough > 0 else weight
        # Rounded, so that positions that differ little have the same field.
        shared.append((hex_, round(2 * share) / 2))
    return tuple(shared)


def weakly_held(p: War, side: str, goals: Goals, per_enemy_step: float = PER_ENEMY_STEP) -> Goals:
    """A goal counts for less the stronger the enemy stands before it."""
    enemy = enemy_of(side)
    return tuple(
        (hex_, weight - per_enemy_step * steps_around(p, enemy, hex_, NEAR_A_GOAL))
        for hex_, weight in goals
    )


def goals_of_the_axis(p: War) -> Goals:
    """Cities that it does not hold, assets that still stand, and those that it has cut off."""
    charts = p.charts
    found: dict[Hex, float] = {}
    for hex_, points in charts.city_points[p.scenario].items():
        if not p.axis_held >> hex_ & 1:
            found[hex_] = A_CITY + PER_CITY_POINT * points
    worth = charts.asset_points[p.scenario]
    for unit in members(p.on_map & charts.assets):
        value = PER_ASSET + PER_CITY_POINT * worth.get(charts.kind[unit].key, 0)
        found[p.where[unit]] = max(found.get(p.where[unit], 0.0) + 1.0, value)
    for unit in members(p.on_map & charts.units_of[SOVIET] & charts.contesting & p.out):
        found.setdefault(p.where[unit], A_POCKET)
    return tuple(sorted(found.items()))


def goals_of_the_soviets(p: War) -> Goals:
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


def goals_of(p: War, side: str) -> Goals:
    return goals_of_the_axis(p) if side == AXIS else goals_of_the_soviets(p)


def _behind(p: War, side: str) -> Field:
    """How far every hex is from the sources of a side, as a loss."""
    sources = members(permanent_sources(p, side))
    return slope(p.charts, tuple((source, 0.0) for source in sources))


def goals_to_guard(p: War, side: str) -> Goals:
    """For the defence: what the enemy wants counts the more the nearer he is."""
    return goals_nearer_home(p, side, FALL_BACK[side])


# It stays as it is while only friends move.
@lru_cache(maxsize=16)
def _around_all(charts: Charts, enemies: HexSet) -> Flood:
    return flood_waves(charts.strategic, enemies, limit=FAR_AWAY)


@derived(*GROUND, "out")
def goals_nearer_home(p: War, side: str, fall_back: float) -> Goals:
    """What is to be guarded, less for each space from the sources of supply: the Axis, whose lines
    are long, would rather be near them."""
    enemy = enemy_of(side)
    near = _around_all(p.charts, p.strong(enemy))
    rear = _behind(p, side)
    goals = []
    wanted = dict(goals_of(p, enemy))
    for hex_ in members(lines_of_the_chain(p) if side == AXIS else 0):
        wanted.setdefault(hex_, A_LINE)
    for hex_, weight in sorted(wanted.items()):
        distance = near.distance(hex_)
        if distance is not None and distance > 0:
            goals.append((hex_, GUARD + weight - distance + fall_back * rear[hex_]))
    return tuple(goals)


def field_of(p: War, side: str) -> Field:
    """Where a side wants to go."""
    if attacking(p, side):
        goals = weakly_held(p, side, goals_of(p, side))
    else:
        goals = goals_to_guard(p, side)
    return slope(p.charts, shared_out(p, side, goals))


# Hexes


class Judge:
    """What hexes are worth to units of a kind, in one position."""

    def __init__(self, p: War, side: str) -> None:
        self.p = p
        self.side = side
        self.field = field_of(p, side)
        self.contested = enemy_contested(p, side)
        self.offensive = attacking(p, side)
        self.escapes = escapes(p, side) if self.offensive else 0
        # Supply to be guarded; a hex with its only guard counts for that guard.
        self.posts = 0
        if side == AXIS and not self.offensive:
            self.posts = p.hexes_of(p.charts.depots) | lines_of_the_chain(p)
        self._home: dict[HexSet, bytes] = {}

    def worth(self, unit: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        p = self.p
        supplied = would_be_in_supply(p, unit)
        value = self.field[hex_]
        if not supplied >> hex_ & 1:
            value -= UNSUPPLIED + self._way_home(supplied, hex_)
        if (self.contested & ~self.posts) >> hex_ & 1:
            value += 1.2 if self.offensive else -SHY[self.side]
        if self.escapes and p.charts.contesting >> unit & 1:
            closed = (p.charts.grid.neighbours(1 << hex_) & self.escapes).bit_count()
            value += PER_ESCAPE * closed
        others = p.units_in(hex_) & ~(1 << unit)
        if self.posts >> hex_ & 1:
            guards = others & p.charts.contesting
            value += 0.0 if guards else GARRISON
        if others:
            if not fits(p, (unit,), hex_):
                value -= TOO_MANY
            value -= 0.3 * others.bit_count()
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
    found = _judge(p, side)
    # Copies of a position share what is kept.
    found.p = p
    return found


@derived(*GROUND, "out", "lack", "emergency")
def _judge(p: War, side: str) -> Judge:
    return Judge(p, side)


def cut_off(p: War, unit: int, hex_: Hex) -> float:
    """What a unit would take from the enemy's supply if it stood in a hex."""
    enemy = enemy_of(p.charts.kind[unit].side)
    trial = p.clone()
    trial.place(unit, hex_)
    worth = PER_POINT_AT_THE_END if p.turn == p.plan.last_turn else PER_POINT_CUT_OFF
    return worth * (fed_points(p, enemy) - fed_points(trial, enemy))


@derived(*GROUND)
def fed_points(p: War, side: str) -> float:
    """The value of a side's units that could trace supply now."""
    charts, total = p.charts, 0
    steps, where, points = p.steps, p.where, charts.weight_of
    fighting = p.units_on_map(side) & charts.contesting
    for way in WAYS[side]:
        if there := fighting & tracing_alike(charts)[way]:
            area = supply_area(p, way)
            for unit in members(there):
                if area >> where[unit] & 1:
                    total += steps[unit] * points[unit]
    return float(total)


@derived(*GROUND)
def hungry_points(p: War, side: str) -> float:
    """The value of a side's units that could trace no supply now."""
    fighting = p.units_on_map(side) & p.charts.contesting
    total = sum([p.steps[u] * p.charts.weight_of[u] for u in members(fighting)])
    return total - fed_points(p, side)


WAYS = {AXIS: (GERMAN, ALLY, FINNISH, ROMANIAN), SOVIET: (RED,)}


# Battles


def ways_out(p: War, side: str) -> HexSet:
    """The spaces that a side's units can retreat to without a loss (7.10)."""
    open_ = p.charts.land & p.area & ~p.occupied(enemy_of(side))
    return open_ & (~enemy_contested(p, side) | p.strong(side))


def escapes(p: War, side: str) -> HexSet:
    """The ways out of the enemies that a side has before it; a unit beside one closes it."""
    enemy = enemy_of(side)
    before = p.strong(enemy) & contested_by(p, side)
    return p.charts.passage.spread(before) & ways_out(p, enemy) & ~p.strong(enemy)


def trapped(p: War, side: str, hex_: Hex) -> bool:
    return not p.charts.passage.spread(1 << hex_) & ways_out(p, side)


def steps_of(p: War, group: Sequence[int]) -> int:
    return sum([p.steps[u] for u in group])


def prospect(
    p: War, side: str, column: int, die: int, own: int, theirs: int, *, caught: bool = False
) -> float:
    """Expected steps won less steps lost; spaces of retreat count less, if there is a way out."""
    charts = p.charts
    space = 1.0 if caught else A_SPACE[side]
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
            total += space * min(int(result[1:]), theirs + 1)
        elif "/" in result:
            lost, _, won = result.partition("/")
            total += min(int(won), theirs) if won.isdigit() else 0
            total -= OWN_STEP[side] * int(lost)
    return total / 6


def enemy_hexes(p: War, side: str) -> HexSet:
    return p.occupied(enemy_of(side))
