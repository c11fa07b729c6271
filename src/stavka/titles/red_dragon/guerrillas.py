"""18.4 PLA Guerrillas."""

from __future__ import annotations

from functools import cache, lru_cache

from ...engine import UnitSet
from ...hexes import Hex, HexSet, Reach, members, set_of, union
from ...kit.bars import EVERYTHING, Bars
from .air import interdicted
from .charts import GMD, HALVES, Charts
from .position import War
from .reinforcements import delay


def guerrilla_reach(p: War, unit: int, spent: int) -> Reach:
    """18.4, 18.4.2 to 18.4.4: four hexes of any kind, also through the enemy.

    18.4.6: or away from him.
    """
    charts = p.charts
    points = max(charts.ma[unit] * HALVES - spent, 0)
    return p.reach(
        charts.guerrilla_movement(),
        p.where[unit],
        points,
        flown=interdicted(p),
        one_hex=not spent,
    )


@cache
def _between(charts: Charts) -> tuple[tuple[HexSet, HexSet], ...]:
    """Each hex of a road or railroad, with its two neighbours on the same line."""
    found = set()
    for network in (charts.road, charts.rail):
        for chain in network.chains:
            line = chain.hexes
            for before, here, after in zip(line, line[1:], line[2:], strict=False):
                found.add((1 << here, 1 << before | 1 << after))
    return tuple(sorted(found))


def garrisoned(p: War) -> HexSet:
    """18.4.5: road and railroad hexes between two enemy-occupied hexes of the same line."""
    return _garrisoned(p.charts, p.gmd)


@lru_cache(maxsize=64)
def _garrisoned(charts: Charts, enemies: HexSet) -> HexSet:
    return union(here for here, beside in _between(charts) if not beside & ~enemies)


def may_end(p: War) -> HexSet:
    """Where a Guerrilla unit may end its move."""
    return p.charts.land & ~p.gmd & ~garrisoned(p) & ~p.guerrillas


def negate_guerrillas(p: War, hex_: Hex) -> None:
    """18.4.9: a GMD unit that ends its move with Guerrillas cancels their effect there."""
    here = p.units_in(hex_) & p.charts.guerrillas & ~p.negated
    if here:
        p.negated |= here
        p.tell("negated", "18.4.9", hex_)


# 18.4.10 Guerrilla suppression missions


def bars_to_suppress(p: War, memo: object) -> Bars:
    """18.4.10: GMD units that have not fought, in a hex with Guerrillas."""
    yield ~p.guerrillas, "18.4.10", "there are no guerrillas in {}"
    yield ~p.gmd, "18.4.10", "there is no GMD unit in {} to hunt them"
    if p.current.side != GMD:
        yield EVERYTHING, "18.4.10", "guerrillas are hunted in the GMD Combat Phase"
    shared = members(p.gmd & p.guerrillas)
    busy = set_of(hex_ for hex_ in shared if not p.gmd_in(hex_) & ~p.fought)
    yield busy, "18.4.10", "the units in {} have fought in this phase"


def found_on(p: War, hex_: Hex) -> int:
    """18.4.10b: the lowest face with which a unit finds them."""
    clear = p.charts.clear >> hex_ & 1
    return p.charts.limit["guerrilla_clear" if clear else "guerrilla_elsewhere"]


def suppress(p: War, hex_: Hex) -> UnitSet:
    """18.4.10b, c: a die for each GMD unit; none of them attacks in this phase."""
    charts = p.charts
    hunters: UnitSet = p.gmd_in(hex_) & ~p.fought
    p.fought |= hunters
    least = found_on(p, hex_)
    before = len(p.rolled)
    found = sum(p.draw((least - 1, 7 - least)) for _ in members(hunters)) > 0
    dice = tuple(p.rolled[before:])
    p.tell("suppression", "18.4.10", hex_, dice, found)
    if found:
        for unit in members(p.units_in(hex_) & charts.guerrillas):
            p.tell("eliminated", "18.4.10", unit, hex_)
            delay(p, unit, "18.4.11")
    return hunters
