"""The odds of attacks that are only thought of, and what they can be expected to bring.

`combat.odds_of` tells how odds come about, term by term; here they are only counted, for there are
many attacks to think of. Strengths are in quarters of a point, as halves of halves are kept (9.4).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ....hexes import Hex, members
from ....kit.sums import QUARTERS
from ..air import air_strike_points
from ..charts import CHINESE, FOOT, MECHANIZED, Charts
from ..cities_and_industry import intrinsic_strength
from ..combat import Attack, defenders_in, is_concentric
from ..position import War
from ..supply import has_supply, supplied_for_attack
from ..terrain import gains_from, terrain_of
from ..variants.us_intervention import carrier_points


class Chances(NamedTuple):
    """10.0: how likely the results of a column are."""

    destroyed: float
    retreats: float
    exchange: float
    repulsed: float
    lost: float


@cache
def chances(charts: Charts) -> tuple[Chances, ...]:
    """By the number of the column, from the worst odds to the best."""
    found = []
    for column in charts.columns:
        dice = list(charts.results[column].values())
        found.append(Chances(*(dice.count(r) / len(dice) for r in ("De", "Dr", "Ex", "Ar", "Ae"))))
    return tuple(found)


def defence_of(p: War, target: Hex, defenders: tuple[int, ...]) -> int:
    """9.21, 12.0, 13.1: what a hex defends with."""
    if not defenders:
        return intrinsic_strength(p, target)[0] * QUARTERS
    terrain = terrain_of(p, target)
    factor = p.charts.defence[terrain]
    kinds = p.charts.unit_type
    points = 0
    for unit in defenders:
        gains = factor > 1 and gains_from(p, unit, terrain)
        points += kinds[unit].defense * (factor if gains else 1)
    if p.carrier_mission == "cover" and any(p.charts.us_marine >> u & 1 for u in defenders):
        points += carrier_points(p, (target,))  # US.2
    return points * QUARTERS


def _is_fed(p: War, unit: int) -> bool:
    """11.42: whether a unit is supplied for attack."""
    charts = p.charts
    if charts.own_supply >> unit & 1:
        return has_supply(p, unit, p.where[unit], attack=True)
    kind = charts.unit_type[unit]
    column = FOOT if kind.side == CHINESE and not kind.mechanized else MECHANIZED
    return bool(supplied_for_attack(p, kind.side, column) >> p.where[unit] & 1)


def strength_of(p: War, unit: int, *, halved: bool) -> int:
    """9.4: what a unit attacks with; tanks are halved into some hexes (12.11)."""
    quarters = p.charts.unit_type[unit].attack * QUARTERS
    if halved and p.charts.tanks >> unit & 1:
        quarters -= quarters // 2
    return quarters if _is_fed(p, unit) else quarters - quarters // 2


def strike_of(p: War, unit: int, target: Hex) -> int:
    """14.1: what an Air unit adds."""
    quarters = air_strike_points(p, unit, (target,)) * QUARTERS
    return quarters if _is_fed(p, unit) else quarters - quarters // 2


def column_for(charts: Charts, attack: int, defence: int) -> int:
    """9.3: the number of the column, or -1 if the odds are too bad for any attack."""
    if attack >= defence:
        return min(attack // defence, len(charts.columns) - 1)
    return 0 if 2 * attack >= defence else -1


def surrounds(p: War, target: Hex, units: tuple[int, ...]) -> bool:
    """9.5; units of one hex never do."""
    if len({p.where[u] for u in units}) < 2:
        return False
    return is_concentric(p, Attack((target,), units))


def column_of(p: War, attack: Attack) -> int:
    """The column of an attack on one hex, or -1."""
    target = attack.targets[0]
    halved = terrain_of(p, target) in p.charts.halves_tanks
    quarters = sum(strength_of(p, u, halved=halved) for u in attack.units)
    quarters += sum(strike_of(p, u, target) for u in attack.air)
    doublings = surrounds(p, target, attack.units) + attack.nuclear + attack.mass
    defence = defence_of(p, target, defenders_in(p, target))
    return column_for(p.charts, quarters << doublings, defence)


def attackers_of(p: War, able: int, target: Hex) -> tuple[int, ...]:
    """Which of some units can attack a hex from where they stand (9.11, 17.43)."""
    charts = p.charts
    near = p.units_at(charts.passage.around(target) | 1 << target) & able
    if not charts.china >> target & 1:
        near &= ~charts.militia
    return members(near)
