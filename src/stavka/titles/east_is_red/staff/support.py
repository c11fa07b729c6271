"""Soviet units that fight by supporting others: Supply units (11.3) and Air units (14.0)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from ....engine import Choice, Decision, derived
from ....hexes import Hex, HexSet, members, reach, union
from ..charts import CHINESE, MECHANIZED, SOVIET, Charts
from ..position import GROUND, War
from ..supply import soviet_home_region
from ..variants.interdiction import radius_at
from ..variants.war import VariantWar
from ..zones_of_control import in_enemy_control

# A unit so near to Chinese ones is at the front; others need supply less.
AT_THE_FRONT, IN_THE_REAR = 3, 0.25
# Beyond the range of aircraft it is still better to be nearer to the front.
FURTHER, NEARER = (24, 30, 36), 0.2
# What is left of the need of units that another Supply unit is near to.
SHARED = 0.3


@cache
def within_supply(charts: Charts, hex_: Hex) -> HexSet:
    """11.21: the hexes from which a path leads to a Supply unit in a hex, if none is blocked."""
    points = charts.limit["soviet_supply_path"]
    return reach(charts.supply_movement(MECHANIZED, frozenset()), 1 << hex_, points).hexes


@derived(*GROUND)
def needs_of(p: War) -> dict[Hex, float]:
    """How much the stacks of the front need a Supply unit: their attack strength."""
    charts = p.charts
    front = charts.grid.within(p.chinese, AT_THE_FRONT)
    found: dict[Hex, float] = {}
    for hex_ in members(p.soviet):
        attack = sum(charts.unit_type[u].attack for u in members(p.units_in(hex_)))
        if attack:
            found[hex_] = attack * (1.0 if front >> hex_ & 1 else IN_THE_REAR)
    return found


def worth_of_supply(p: War, unit: int, hexes: HexSet) -> list[tuple[float, Hex]]:
    """What a Supply unit feeds from each of some hexes that are safe for it."""
    charts = p.charts
    fed = union(
        within_supply(charts, p.where[other])
        for other in members(charts.supply & p.on_map & ~(1 << unit))
    )
    danger = charts.passage.spread(p.chinese) | in_enemy_control(p, SOVIET)
    safe = hexes & soviet_home_region(p) & ~(danger & ~p.soviet)
    found: dict[Hex, float] = {}
    for stack, need in needs_of(p).items():
        left = need * (SHARED if fed >> stack & 1 else 1.0)
        for hex_ in members(within_supply(charts, stack) & safe):
            found[hex_] = found.get(hex_, 0.0) + left
    limit = charts.limit["stack"]
    others = {hex_: (p.units_in(hex_) & ~(1 << unit)).bit_count() for hex_ in found}
    return [(worth + (others[h] > 0), h) for h, worth in found.items() if others[h] < limit]


def worth_of_base(p: War, hexes: HexSet) -> list[tuple[float, Hex]]:
    """14.1: the strike points that an Air unit could bring to where both sides meet."""
    charts = p.charts
    front = p.chinese & charts.grid.within(p.soviet, AT_THE_FRONT)
    safe = hexes & ~in_enemy_control(p, SOVIET)
    return [
        (sum(points * (disc & front).bit_count() for disc, points in _discs(charts, hex_)), hex_)
        for hex_ in members(safe)
        if p.units_in(hex_).bit_count() < charts.limit["stack"]
    ]


@cache
def _discs(charts: Charts, hex_: Hex) -> tuple[tuple[HexSet, float], ...]:
    """14.1: how many points each range adds to what is left of a strike beyond it.

    To be nearer counts a little even where it does not bring anything yet.
    """
    ranges, points = zip(*charts.air_strikes, strict=True)
    more = [a - b for a, b in pairwise((*points, 0))]
    near = [(charts.grid.disc(hex_, far), float(n)) for far, n in zip(ranges, more, strict=True)]
    return (*near, *((charts.grid.disc(hex_, far), NEARER) for far in FURTHER))


def advise_interdiction(p: War, decision: Decision, base: int) -> Choice | None:
    """INT.2: where the zone of a base, which is the smaller the farther it is, hampers most."""
    option = decision.option("interdict")
    if option is None or not isinstance(p, VariantWar):
        return None
    grid, rail = p.charts.grid, p.charts.rail[CHINESE].hexes

    def hampered(hex_: Hex) -> tuple[int, int]:
        zone = grid.disc(hex_, radius_at(p, grid.distance(p.where[base], hex_)))
        units = p.units_at(zone & p.chinese).bit_count()
        return (2 * units + (zone & rail).bit_count() if units else 0), -hex_

    near = option.values & grid.within(p.chinese, 2)
    best = max(members(near), key=hampered, default=-1)
    if best < 0 or not hampered(best)[0]:
        return decision.first("done")
    return Choice("interdict", p.label(best))
