"""Where headquarters, depots, airbases, Leaders and Security Divisions do the most good."""

from __future__ import annotations

from ...engine import derived
from ...hexes import Hex, HexSet, members
from .appraisal import appraise
from .charts import AXIS, SOVIET, enemy_of
from .contested import enemy_contested, near_units
from .evaluation import around, distances, goals_of_the_axis, steps_of
from .position import GROUND, War
from .styles import Staff
from .supply import (
    AIRBASE,
    FINNISH,
    area_of_chain,
    depot_area,
    headquarters_area,
    lines_of_the_chain,
    lines_to,
    manner,
    permanent_sources,
    supply_area,
)

# Out of supply, and next to an enemy: places that nothing makes up for.
NOWHERE = 50.0
EXPOSED = 20.0
# Headquarters keep so far from the enemy; each space nearer costs.
SAFE = 3
PER_SPACE_NEARER = 2.0
# Depots and airbases on the defence keep so far away that fast troops do not reach them.
OUT_OF_REACH = 5
# Depots: a hex and a step that only this one feeds, a space on the way to the goals.
PER_HEX_FED = 0.125
PER_STEP_FED = 0.25
PER_SPACE_FORWARD = 0.25
# How many half spaces shorter than allowed the lines of a chain are kept.
SLACK = 1
# What a railway adds to a place for a depot: it carries supply twice as far.
ON_A_RAILWAY = 2.0


def worth_of_service(p: War, side: str, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex that does not fight."""
    charts, bit = p.charts, 1 << unit
    if charts.depots & bit:
        return _worth_of_depot(p, style, unit, hex_)
    if charts.headquarters & bit:
        return _worth_of_headquarters(p, style, unit, hex_)
    exposed = EXPOSED if enemy_contested(p, side) >> hex_ & 1 else 0.0
    if charts.airbases & bit:
        outside = 0.0 if supply_area(p, AIRBASE) >> hex_ & 1 else NOWHERE
        if not appraise(p, AXIS, style).offensive:
            return -style.safety * spaces_nearer(p, AXIS, hex_, OUT_OF_REACH) - outside - exposed
        return forward(p, hex_) - outside - exposed
    outside = 0.0 if supply_area(p, manner(p, unit)) >> hex_ & 1 else NOWHERE
    if charts.leaders & bit:
        near = around(charts, hex_, charts.kind[unit].range) & p.axis
        return near.bit_count() - outside - exposed
    return _worth_of_security(p, unit, hex_) - outside


@derived(*GROUND)
def _ways_forward(p: War) -> tuple[tuple[bytes, float], ...]:
    return tuple((distances(p.charts, goal), weight) for goal, weight in goals_of_the_axis(p))


def forward(p: War, hex_: Hex) -> float:
    """How far forward a hex is for the Axis."""
    pulls = [weight - ways[hex_] for ways, weight in _ways_forward(p)]
    return max(pulls, default=0.0) + (ON_A_RAILWAY if p.charts.rail.hexes >> hex_ & 1 else 0.0)


# Headquarters


def _worth_of_headquarters(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """Where it feeds troops that no other does, and ground to go on to."""
    charts, side = p.charts, p.charts.kind[unit].side
    if not headquarters_area(p, manner(p, unit)) >> hex_ & 1:
        return -NOWHERE
    spaces = charts.limit["soviet_communication" if side == SOVIET else "axis_communication"]
    fed = lines_to(p, side, 1 << hex_, spaces) & ~_fed_by_others(p, unit, spaces)
    own = p.units_at(fed & p.strong(side)) & charts.of_nation[charts.kind[unit].nationality]
    enemies = charts.grid.neighbours(fed) & p.occupied(enemy_of(side))
    value = style.per_step_fed * steps_of(p, members(own))
    value += style.per_enemy_fed * enemies.bit_count() + style.per_hex_fed * fed.bit_count()
    return value - PER_SPACE_NEARER * spaces_nearer(p, side, hex_, SAFE)


def spaces_nearer(p: War, side: str, hex_: Hex, safe: int) -> int:
    """How much nearer to the enemy a hex is than what is safe."""
    for distance in range(safe):
        if near_units(p, enemy_of(side), distance) >> hex_ & 1:
            return safe - distance
    return 0


@derived(*GROUND)
def _fed_by_others(p: War, unit: int, spaces: int) -> HexSet:
    """What a nation's sources and its other headquarters feed."""
    charts, kind = p.charts, p.charts.kind[unit]
    own = charts.headquarters & charts.of_nation[kind.nationality] & ~(1 << unit)
    sources = permanent_sources(p, kind.side)
    if kind.side == AXIS:
        capital = charts.helsinki if kind.nationality == FINNISH else charts.bucharest
        sources |= 1 << capital & p.area
    sources |= p.hexes_of(own) & headquarters_area(p, manner(p, unit))
    return lines_to(p, kind.side, sources, spaces)


# Depots


def _worth_of_depot(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """Where it feeds ground that no other does; a depot that others hang on stays."""
    view = appraise(p, AXIS, style)
    if view.offensive and style.follow:
        return _worth_of_advance(p, style, unit, hex_)
    if is_link(p, unit):
        return 0.0 if hex_ == p.where[unit] else -NOWHERE
    if not area_without(p, unit) >> hex_ & 1:
        return -NOWHERE
    others = p.hexes_of(p.charts.depots & ~(1 << unit))
    crowd = (around(p.charts, hex_, 2) & others).bit_count()
    fed = fed_by(p, unit, hex_)
    if view.offensive:
        ahead = max(map(view.field, members(fed)), default=-NOWHERE)
        value = PER_HEX_FED * fed.bit_count() + style.spearhead * ahead
        value += PER_STEP_FED * steps_of(p, members(p.units_at(fed & p.axis_strong)))
    else:
        troops = fed & p.axis_strong
        value = PER_STEP_FED * steps_of(p, members(p.units_at(troops)))
        value -= style.safety * spaces_nearer(p, AXIS, hex_, OUT_OF_REACH)
    return value - crowd - (EXPOSED if enemy_contested(p, AXIS) >> hex_ & 1 else 0)


def _worth_of_advance(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """On the offensive the whole chain goes forward, as far as it holds with a little to spare:
    depots that others hang on, too, and those that feed nobody yet."""
    charts, field = p.charts, appraise(p, AXIS, style).field
    if not area_without(p, unit) >> hex_ & 1:
        return -NOWHERE
    others = p.hexes_of(charts.depots & ~p.flipped & ~p.fresh & ~(1 << unit))
    without = area_of_chain(p, others, SLACK)
    fed = area_of_chain(p, others | 1 << hex_, SLACK) & ~without & charts.soviet_union & p.area
    ahead = max(map(field, members(fed)), default=-NOWHERE)
    ahead = max(ahead, field(hex_) - style.follow) + PER_SPACE_FORWARD * field(hex_)
    value = PER_HEX_FED * fed.bit_count() + style.spearhead * ahead
    value += PER_STEP_FED * steps_of(p, members(p.units_at(fed & p.axis_strong)))
    value -= (around(charts, hex_, 2) & others).bit_count()
    return value - (EXPOSED if enemy_contested(p, AXIS) >> hex_ & 1 else 0)


@derived(*GROUND)
def area_without(p: War, unit: int) -> HexSet:
    """What the depots feed without one of them."""
    trial = p.clone()
    trial.flipped |= 1 << unit
    return depot_area(trial)


def fed_by(p: War, unit: int, hex_: Hex) -> HexSet:
    """The Soviet ground that a depot would feed in a hex, and no other does."""
    spaces = p.charts.limit["axis_communication"]
    fed = lines_to(p, AXIS, 1 << hex_, spaces) & ~area_without(p, unit)
    return fed & p.charts.soviet_union & p.area


def is_link(p: War, unit: int) -> bool:
    """Whether other depots hang on this one."""
    others = p.hexes_of(p.on_map & p.charts.depots & ~(1 << unit))
    return bool(others & depot_area(p) & ~area_without(p, unit))


# Security Divisions


def _worth_of_security(p: War, unit: int, hex_: Hex) -> float:
    """11.2.2: where they keep Partisans from the lines of supply, each its own."""
    charts = p.charts
    span = charts.limit["security_range"]
    others = p.hexes_of(charts.security & ~(1 << unit))
    lines = lines_of_the_chain(p) & charts.soviet_union & ~charts.grid.within(others, span)
    return float((around(charts, hex_, span) & lines).bit_count())
