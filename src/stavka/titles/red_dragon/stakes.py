"""What is at stake in an attack on a GMD stack: the corps that each column of the table may cost.

Everything is counted in corps as victory counts them (3.2): a regiment of guns is one, other small
units are a third, and whoever comes back in time is hardly a loss.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members
from .charts import GMD, Charts
from .commands import partners
from .explosives import silent
from .final_positions import fdp_left
from .position import GROUND, War
from .supply import gmd_supplied

# What an average die of support adds.
DIE = 3.5
# What it costs to be away for some turns, of what the unit counts.
ABSENT = 0.25
# What a retreat costs, of what the stack counts.
RETREAT = 0.06
# 17.2.7: the chance that a leader is lost, with survivors and without.
LEADER, LEADER_ALONE = 2 / 36, 6 / 36


class Ground(NamedTuple):
    """What of the game's state decides what a GMD stack in a hex is up against."""

    turn: int
    supplied: bool
    # 16.0: whether it is in a Final Defense Position, and whether it would dig one.
    dug_in: bool
    marker_left: bool
    trenches: bool
    quiet: bool
    # 15.1.2: what is added to loyalty checks, leaders and supply apart.
    modifier: int
    changed: bool


class Stake(NamedTuple):
    """A GMD stack as somebody sees it who wants to attack it."""

    # The factors that defend, guns at what they may be expected to add.
    defence: float
    # Columns to the right: ground, leader, Final Defense Position.
    shift: int
    # Printed factors that each side loses by attrition (12.3.5).
    attrition: int
    # Corps that an attack costs, by column; and if the stack has nowhere to retreat to.
    gain: tuple[float, ...]
    trapped: tuple[float, ...]
    # Corps that come over before a concentric attack (16.1.3c), and what defends then.
    deserting: float
    # 16.1.3b: against a concentric attack it digs in, which takes two columns from the attacker.
    digs_in: bool
    # 12.2.2, 16.2.6: whether a concentric attack shifts the column.
    ring_shifts: bool
    # All that there is to win.
    total: float
    # No attack costs more.
    most: float


# What else than the ground it depends on.
STAKED = (*GROUND, "trenches", "great_victory")


@derived(*STAKED)
def grounds(p: War) -> tuple[Ground, ...]:
    """Out of supply, in supply, and the same in a Final Defense Position."""
    drm = p.charts.loyalty_drm
    modifier = drm["great_victory"] if p.great_victory else 0
    modifier += drm["political_offensive"] if p.political_offensive else 0
    quiet, left = bool(silent(p)), fdp_left(p)
    return tuple(
        Ground(p.turn, supplied, dug_in, left, p.trenches, quiet, modifier, p.command_change)
        for dug_in in (False, True)
        for supplied in (False, True)
    )


def stake_in(p: War, hex_: Hex, stack: UnitSet, fed: HexSet = 0) -> Stake:
    """What is at stake if some GMD units, with their leaders, are attacked in a hex.

    Where supply will reach, if that is not where it does now, can be given.
    """
    ground = grounds(p)[((fed or gmd_supplied(p)) >> hex_ & 1) + 2 * (p.fdp >> hex_ & 1)]
    return stake(p.charts, terrain_in(p.charts, hex_), stack, ground)


@cache
def terrain_in(charts: Charts, hex_: Hex) -> str:
    """The row of the Terrain Effects Chart for a hex."""
    return charts.terrain_of(hex_)


@lru_cache(maxsize=1 << 15)
def stake(charts: Charts, terrain: str, stack: UnitSet, ground: Ground) -> Stake:
    """What is at stake if some units, with their leaders, are attacked on some terrain."""
    units = stack & charts.units_of[GMD]
    leaders = stack & charts.leaders
    rating = _rating(charts, units, leaders, ground)
    defenders = _defenders(charts, units, ground)
    defence = _defence(charts, defenders, ground)
    shift = charts.shift[terrain] - rating
    if ground.dug_in and not ground.trenches:
        shift += charts.shift["fdp"]
    drm = charts.loyalty_drm
    modifier = ground.modifier + drm["leader"] * rating
    modifier += 0 if ground.supplied else drm["out_of_supply"]
    prices = {u: price(charts, u, ground.turn, modifier) for u in members(defenders)}
    disaster = sum(price(charts, u, ground.turn, modifier + drm["disaster"]) for u in prices)
    attrition = -(-sum(charts.cf[u] for u in prices) // 2)
    partly = _cheapest(tuple((charts.cf[u], worth) for u, worth in prices.items()), attrition)
    everything = sum(prices.values())
    alone = LEADER_ALONE if units == defenders else LEADER
    led = leaders.bit_count()
    table = {
        "DE": everything + alone * led,
        "DD": disaster + alone * led,
        "DA": partly + LEADER * led,
        "DR": 0.0 if ground.dug_in else RETREAT * everything,
    }
    city = terrain in ("minor_city", "major_city")
    pressed = not ground.supplied and not ground.dug_in
    deserting = 0.0
    if pressed and (city or not ground.marker_left):
        deserting = sum(_deserts(charts, u, modifier) * _counts(charts, u) for u in members(units))
    gain = _by_column(charts, table)
    trapped = _by_column(charts, {**table, "DR": table["DE"] if not ground.dug_in else 0.0})
    return Stake(
        defence,
        shift,
        attrition,
        gain,
        trapped,
        deserting,
        pressed and not city and ground.marker_left,
        not ground.dug_in,
        everything,
        deserting + max(*gain, *trapped),
    )


def _by_column(charts: Charts, table: dict[str, float]) -> tuple[float, ...]:
    """What may be expected of each column, by what the results mean."""
    whole, disaster, part, back = table["DE"], table["DD"], table["DA"], table["DR"]
    return tuple(
        [de * whole + dd * disaster + da * part + dr * back for de, dd, da, dr in _chances(charts)]
    )


@cache
def _chances(charts: Charts) -> tuple[tuple[float, float, float, float], ...]:
    """By column: all are eliminated, by a disaster, some of them, and all must retreat."""
    results = (("DE",), ("DD",), ("DA", "AA/DA"), ("DR",))
    return tuple(zip(*(chance_of(charts, *each) for each in results), strict=True))


def _rating(charts: Charts, units: UnitSet, leaders: UnitSet, ground: Ground) -> int:
    """17.2.6: the best leader who leads somebody in the stack."""
    own = partners(charts, ground.changed).own
    best = 0
    for leader in members(leaders):
        if leader == charts.jiang:
            leads = units & charts.armor
        else:
            leads = units if ground.dug_in else units & own[leader]
        if leads:
            best = max(best, charts.rating[leader])
    return best


def _defenders(charts: Charts, units: UnitSet, ground: Ground) -> UnitSet:
    """16.2.2: of those in a Final Defense Position two fight, and guns in supply."""
    if not ground.dug_in:
        return units
    fighters = units & ~charts.artillery & ~charts.heavy_mortars
    best = sorted(members(fighters), key=lambda u: -charts.cf[u])[: charts.limit["fdp_fighting"]]
    found = sum(1 << unit for unit in best)
    if ground.supplied:
        for kind in (charts.artillery, charts.heavy_mortars):
            found |= units & kind & -(units & kind)
    return found or units


def _defence(charts: Charts, defenders: UnitSet, ground: Ground) -> float:
    """12.3: factors, half of them out of supply; guns with infantry add a die (13.1)."""
    quiet = charts.artillery | charts.heavy_mortars if ground.quiet else 0
    infantry = defenders & charts.infantry
    points, dice = 0, 0
    for unit in members(defenders):
        if charts.asterisked >> unit & 1 and infantry and ground.supplied and not ground.quiet:
            dice += 1
        elif not quiet >> unit & 1:
            points += charts.cf[unit]
    return max(points + DIE * dice if ground.supplied else -(-points // 2), 1)


@cache
def _counts(charts: Charts, unit: int) -> float:
    """3.2.2, 3.2.3: as how many corps a unit counts."""
    return 1.0 if (charts.corps | charts.asterisked) >> unit & 1 else 1 / 3


@cache
def _deserts(charts: Charts, unit: int, modifier: int) -> float:
    """15.1: the chance that a unit fails a loyalty check."""
    most = charts.loyalty_range[charts.counter[unit].loyalty_row]
    faces = sum(die == 1 or (die < 6 and die + modifier <= most) for die in range(1, 7))
    return 1 - faces / 6


@lru_cache(maxsize=1 << 14)
def price(charts: Charts, unit: int, turn: int, modifier: int) -> float:
    """What it costs the GMD in corps if a unit is eliminated next to PLA Corps in supply."""
    gone = _deserts(charts, unit, modifier)
    late = max(6 - (charts.limit["turns"] - turn), 0) / 6
    counts = _counts(charts, unit)
    back = late / charts.limit["units_for_a_corps"] + (1 - late) * ABSENT * counts
    return gone * counts + (1 - gone) * back


@lru_cache(maxsize=1 << 12)
def _cheapest(units: tuple[tuple[int, float], ...], points: int) -> float:
    """12.3.5: the least that has to be given up for so many printed factors."""
    found = sum(worth for _, worth in units)
    for number in range(1, len(units)):
        for some in combinations(units, number):
            if sum(cf for cf, _ in some) >= points:
                found = min(found, sum(worth for _, worth in some))
    return found


# The ladder of odds


@lru_cache(maxsize=1 << 12)
def column_of(charts: Charts, attacking: int, defending: int) -> int:
    """12.3.3: the number of the best column that the attacker reaches, before shifts."""
    found = 0
    for number, (ours, theirs) in enumerate(charts.odds):
        if attacking * theirs >= ours * defending:
            found = number
    return found


@cache
def chance_of(charts: Charts, *results: str) -> tuple[float, ...]:
    """The chance of some results by column."""
    return tuple(
        sum(result in results for result in charts.results[column].values()) / 6
        for column in charts.columns
    )


def sides_of(charts: Charts, hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes around one by direction, -1 where nobody can attack from."""
    return _sides(charts, hex_)


@cache
def _sides(charts: Charts, hex_: Hex) -> tuple[Hex, ...]:
    around = charts.passage.spread(1 << hex_)
    found = []
    for direction in range(6):
        there = charts.grid.neighbour(hex_, direction)
        found.append(there if there is not None and around >> there & 1 else -1)
    return tuple(found)


@cache
def around(charts: Charts, hex_: Hex) -> HexSet:
    """The hexes from which one can be attacked."""
    return charts.passage.spread(1 << hex_)
