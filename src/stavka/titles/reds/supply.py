"""12.1-12.11 Supply: where it comes from, how it is traced, who has it."""

from __future__ import annotations

from functools import lru_cache

from ...engine import UnitSet, derived
from ...hexes import HexSet, flood, members, set_of, union
from .charts import RED, WHITE, Charts
from .control import controlled, red_cities, seas_of
from .position import GROUND, War
from .zones_of_control import enemy_zone, friends, polish_zone

# Whose paths are blocked alike: the Red ones, the Polish ones, those of all other Whites.
POLES = "Poles"


def party_of(p: War, unit: int) -> str:
    if p.charts.poles >> unit & 1:
        return POLES
    return p.charts.side_of[unit]


# 12.5, 12.6 Rails, rivers and ports


@lru_cache(maxsize=8192)
def connected(charts: Charts, sources: HexSet, blocked: HexSet, seas: tuple[str, ...]) -> HexSet:
    """12.5: rail and river hexes joined to a source by one rail and one river segment at most."""
    sources &= ~blocked
    if not sources:
        return 0
    by_rail = _along_rail(charts, sources, blocked)
    by_river = _along_rivers(charts, sources, blocked, seas)
    found = _along_rivers(charts, by_rail, blocked, seas)
    if by_river & ~by_rail:
        # Where one rail segment has led already, another need not go again.
        found |= _along_rail(charts, by_river | by_rail, blocked)
    return found


def _along_rail(charts: Charts, sources: HexSet, blocked: HexSet) -> HexSet:
    return sources | flood(charts.rail.passage, sources & charts.rail.hexes, blocked=blocked)


def _along_rivers(
    charts: Charts, sources: HexSet, blocked: HexSet, seas: tuple[str, ...]
) -> HexSet:
    """12.6: port to port over a friendly sea is part of a river segment."""
    found, river = sources, charts.river
    unused = [charts.ports[sea] & ~blocked for sea in seas]
    while True:
        for ports in unused:
            if ports & found:
                found |= ports
        unused = [ports for ports in unused if not ports & found]
        if on_river := found & river.hexes:
            found |= flood(river.passage, on_river, blocked=blocked)
        if not union(unused) & found:
            return found


# 12.7 Blocking supply lines


@derived(*GROUND)
def blocked_for(p: War, party: str) -> tuple[HexSet, HexSet]:
    """What blocks the paths of a party: for everybody, and for those who heed enemy zones (8.7)."""
    charts = p.charts
    side = RED if party == RED else WHITE
    own = friends(p, side, party == POLES)
    closed = charts.neutral_ground if p.great_war else 0
    closed |= charts.makhno_cities & ~p.terror & ~own
    zones = enemy_zone(p, side)
    if side == RED:
        closed |= p.white | p.neutrals | controlled(p, WHITE)
        if p.poles_are_neutral():
            closed |= charts.poland
    else:
        closed |= p.red | controlled(p, RED)
        closed |= p.neutrals & ~(p.white & 1 << charts.kiev)
        if party == WHITE:
            closed |= charts.poland
            if p.poles_are_neutral():
                closed |= p.poles
                zones |= polish_zone(p)
    return closed, closed | zones & ~own


def _opened_by(p: War, unit: int, party: str) -> HexSet:
    """The hex that a unit would leave blocked behind it if it went away."""
    here = p.where[unit]
    if here < 0:
        return 0
    charts = p.charts
    side = charts.side_of[unit]
    if p.stacks[here] & charts.units_of[side] & ~(1 << unit):
        return 0
    shut = charts.makhno_cities & ~p.terror
    if not charts.konarmia >> unit & 1:  # 8.3
        shut |= enemy_zone(p, side)
    if side == WHITE:
        shut |= red_cities(p)
        if party == WHITE and p.poles_are_neutral():
            shut |= polish_zone(p)
    return shut & 1 << here


# 12.4, 12.8 Supply lines and sources


def sources_of(p: War, faction: str) -> HexSet:
    """12.8; 18.4: Batum is none after the Major Withdrawal."""
    charts = p.charts
    found = charts.sources[faction]
    return found & ~(1 << charts.batum) if p.withdrawals == 2 else found


# The same lines serve many units, and stay as they are while nobody moves onto or off them.
@lru_cache(maxsize=8192)
def along_lines(charts: Charts, sources: HexSet, blocked: HexSet, seas: tuple[str, ...]) -> HexSet:
    """12.4: the network hexes from which lines lead to some sources, and those next to them."""
    net = connected(charts, sources, blocked, seas)
    return net | charts.overland.spread(net)


@lru_cache(maxsize=64)
def coasts(charts: Charts, seas: tuple[str, ...]) -> HexSet:
    return union(charts.coast[sea] for sea in seas)


@derived(*GROUND)
def supply_area(
    p: War, party: str, faction: str, heeding: bool = True, vacated: HexSet = 0
) -> HexSet:
    """12.4: where a unit is in supply: on or next to such a hex, in a source, or on a coast."""
    charts, sources = p.charts, sources_of(p, faction)
    seas = seas_of(p, RED if party == RED else WHITE)
    # What blocks no line makes no difference, and no new question either.
    blocked = (blocked_for(p, party)[heeding] | vacated) & charts.lines
    found = along_lines(charts, sources, blocked, seas) | sources | coasts(charts, seas)
    if party != RED and p.withdrawals == 2:
        found &= ~charts.transcaucasus  # 12.11, 18.4
    return found


def supplied_hexes(p: War, unit: int, *, leaving: bool = False) -> HexSet:
    """The hexes in which a unit would be in supply; `leaving` if it goes there from where it is."""
    charts = p.charts
    counter = charts.counters[unit]
    if (charts.partisans | charts.garrisons) >> unit & 1 or unit == p.raider:
        return charts.grid.all  # 12.10
    party = party_of(p, unit)
    found = supply_area(
        p,
        party,
        counter.faction,
        not charts.konarmia >> unit & 1,  # 8.3
        _opened_by(p, unit, party) if leaving else 0,
    )
    return found | 1 << counter.krug if counter.krug >= 0 else found  # 12.10


def in_supply(p: War, unit: int) -> bool:
    """12.4; special units live with the infantry and cavalry that they are with."""
    charts = p.charts
    here = p.where[unit]
    if p.charts.needs_company >> unit & 1:
        return any(in_supply(p, other) for other in members(p.stacks[here] & charts.army))
    return bool(supplied_hexes(p, unit) >> here & 1)


@lru_cache(maxsize=8)
def supplied_alike(charts: Charts) -> tuple[tuple[str, str, bool, UnitSet], ...]:
    """Units with one supply area: their party and faction, and whether they heed zones (8.3)."""
    found = []
    for faction, units in charts.of_faction.items():
        party = POLES if faction == POLES else RED if faction == RED else WHITE
        units &= ~charts.needs_company
        found.append((party, faction, True, units & ~charts.konarmia))
        found.append((party, faction, False, units & charts.konarmia))
    return tuple(row for row in found if row[-1])


def out_of_supply(p: War, units: UnitSet) -> UnitSet:
    """12.1: those of some units that are out of supply, for whatever they need it."""
    charts, where = p.charts, p.where
    units &= p.on_map & ~charts.partisans & ~charts.garrisons
    if p.raider >= 0:
        units &= ~(1 << p.raider)
    found = 0
    for party, faction, heeding, alike in supplied_alike(charts):
        if units & alike:
            fed = supply_area(p, party, faction, heeding)
            hungry = p.hexes_of(units & alike) & ~fed
            found |= hungry and p.units_at(hungry) & units & alike
    for unit in members(found & charts.cossacks):
        if where[unit] == charts.counters[unit].krug:
            found ^= 1 << unit  # 12.10
    if special := units & charts.needs_company:
        company = p.units_at(p.hexes_of(special)) & charts.army
        company &= ~out_of_supply(p, company)
        found |= set_of([u for u in members(special) if not p.stacks[where[u]] & company])
    return found


def traces_to(p: War, party: str, sources: HexSet) -> HexSet:
    """14.1, 14.4: hexes that can trace a supply line to certain sources; a coast will not do."""
    charts = p.charts
    closed, blocked = blocked_for(p, party)
    seas = seas_of(p, RED if party == RED else WHITE)
    found = along_lines(charts, sources, blocked & charts.lines, seas) | sources & ~closed
    if party == WHITE and p.withdrawals == 2:
        found &= ~charts.transcaucasus  # 18.4
    return found
