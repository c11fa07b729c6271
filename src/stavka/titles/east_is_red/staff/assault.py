"""What a unit adds to the attacks that are to come, from a hex beside the enemy."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ....engine import derived
from ....hexes import Hex, HexSet, members, set_of
from ..charts import SOVIET, Charts, enemy_of
from ..options import ESCALATION
from ..position import GROUND, War
from ..terrain import terrain_of
from ..zones_of_control import zone_round
from .odds import Chances, attackers_of, chances, column_for, defence_of, strength_of
from .styles import WarStyle


class Target(NamedTuple):
    """An enemy hex, who is beside it already, and what an attack by them promises."""

    defence: int
    halved: bool
    # What the attack brings by column, the worst first.
    worths: tuple[float, ...]
    around: HexSet
    doublings: int
    # The units beside it with their strengths, and the hexes they are in.
    strengths: dict[int, int]
    held: HexSet
    # The sum of their strengths, and what they promise by themselves.
    quarters: int = 0
    promised: float = 0.0


def _worth(chance: Chances, killed: float, count: int, style: WarStyle) -> float:
    """What a column brings without regard to the ground."""
    lost = chance.lost * 2 + chance.exchange * style.losses
    won = (chance.destroyed + chance.exchange) * killed + chance.retreats * style.driven_off * count
    return max(won - lost * killed - chance.repulsed * style.repulse, 0.0)


@lru_cache(maxsize=1024)
def _worths(charts: Charts, killed: float, count: int, style: WarStyle) -> tuple[float, ...]:
    return tuple(_worth(chance, killed, count, style) for chance in chances(charts))


@derived(*GROUND)
def target(p: War, side: str, hex_: Hex, style: WarStyle) -> Target:
    charts = p.charts
    enemies = members(p.units_in(hex_) & charts.units_of[enemy_of(side)])
    kinds = charts.unit_type
    killed = style.per_strength * sum(kinds[u].attack + kinds[u].defense for u in enemies)
    halved = terrain_of(p, hex_) in charts.halves_tanks
    able = p.units_on_map(side) & ~charts.supporting
    near = attackers_of(p, able, hex_)
    found = Target(
        defence_of(p, hex_, enemies),
        halved,
        _worths(charts, killed, len(enemies), style),
        charts.grid.neighbours(1 << hex_) & charts.land,
        side == SOVIET and ESCALATION not in p.options,
        {u: strength_of(p, u, halved=halved) for u in near},
        p.hexes_of(set_of(near)),
    )
    quarters = sum(found.strengths.values())
    promised = _promise(p, side, found, found.held, quarters) if quarters else 0.0
    return found._replace(quarters=quarters, promised=promised)


def _promise(p: War, side: str, found: Target, held: HexSet, quarters: int) -> float:
    """What an attack from some hexes brings."""
    doublings = found.doublings
    if held & (held - 1) and _surrounds(p, side, found.around, held):
        doublings += 1
    column = column_for(p.charts, quarters << doublings, found.defence)
    return found.worths[column] if column >= 0 else 0.0


def _surrounds(p: War, side: str, around: HexSet, held: HexSet) -> bool:
    """9.5: whether units in some hexes leave nothing open of what is round a target."""
    if p.untrained_infantry:
        return not around & ~(held | zone_round(p, side, held))
    return _leaves_nothing(p.charts, around, held)


@lru_cache(maxsize=4096)
def _leaves_nothing(charts: Charts, around: HexSet, held: HexSet) -> bool:
    return not around & ~(held | charts.passage.spread(held))


def added(p: War, unit: int, hex_: Hex, style: WarStyle) -> float:
    """What a unit adds to the best of the attacks it can join from a hex."""
    charts = p.charts
    side = charts.unit_type[unit].side
    best = 0.0
    for there in members(charts.passage.around(hex_) & p.occupied(enemy_of(side))):
        found = target(p, side, there, style)
        quarters, without, held = found.quarters, found.promised, found.held
        own = found.strengths.get(unit)
        if own is None:
            own = strength_of(p, unit, halved=found.halved)
        else:
            # It is beside the target already, and counted.
            quarters -= own
            if p.units_in(p.where[unit]) & set_of(found.strengths) == 1 << unit:
                held &= ~(1 << p.where[unit])
            without = _promise(p, side, found, held, quarters) if quarters else 0.0
        best = max(best, _promise(p, side, found, held | 1 << hex_, quarters + own) - without)
    return best


def added_by_guns(p: War, unit: int, hex_: Hex, style: WarStyle) -> float:
    """9.6: the same for Artillery, two hexes away and beside a Mechanized unit that attacks."""
    charts = p.charts
    beside = charts.passage.around(hex_)
    best = 0.0
    for there in members(in_range(charts, hex_) & p.chinese):
        found = target(p, SOVIET, there, style)
        if not found.held & beside:
            continue
        own = strength_of(p, unit, halved=False)
        joined = _promise(p, SOVIET, found, found.held, found.quarters + own)
        best = max(best, joined - found.promised)
    return best


@cache
def in_range(charts: Charts, hex_: Hex) -> HexSet:
    """9.63: what Artillery in a hex can fire at, or from where a hex can be fired at."""
    far = charts.limit["artillery_range"]
    return charts.grid.disc(hex_, far) & ~charts.grid.disc(hex_, far - 1)
