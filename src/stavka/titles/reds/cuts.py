"""12.7 Lines of supply: whom a unit starves by where it stands, and who keeps armies hungry."""

from __future__ import annotations

from functools import lru_cache

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members
from .attacks import step_worth
from .charts import RED, WHITE, Charts, enemy_of
from .control import controlled, seas_of
from .goals import worths
from .position import FIGHTS, LOGISTICS, POOL, War
from .supply import (
    POLES,
    along_lines,
    blocked_for,
    coasts,
    connected,
    out_of_supply,
    sources_of,
    supplied_alike,
)
from .zones_of_control import friends

# How far from an army out of supply somebody is looked for who keeps it from its lines.
RELIEF = 8


class Lines:
    """The supply of enemy units that live by the same lines: the same object for the same lines."""

    def __init__(
        self,
        charts: Charts,
        sources: HexSet,
        blocked: HexSet,
        seas: tuple[str, ...],
        open_: HexSet,
        fed: tuple[tuple[Hex, float], ...],
    ) -> None:
        self.sources, self.blocked, self.seas = sources, blocked, seas
        # 8.3, 8.4: what a zone does not block.
        self.open = open_
        # The units in supply, by hex: what a disorder result costs them.
        self.fed = fed
        # Where the lines run.
        self.net = connected(charts, sources, blocked, seas) & charts.lines


_known_lines = lru_cache(maxsize=4096)(Lines)


@derived(*FIGHTS, "moved")
def enemy_lines(p: War, side: str) -> tuple[Lines, ...]:
    """The lines of the enemy as they are without the units that may still move."""
    free = p.clone()
    for unit in members(p.active & ~p.moved & p.on_map & p.charts.army):
        free.send(unit, POOL)
    enemy = enemy_of(side)
    theirs = free.units_on_map(enemy) & p.charts.army
    if p.poles_are_neutral():
        theirs &= ~p.charts.poles
    found = []
    for party, faction, heeding, alike in supplied_alike(p.charts):
        if theirs & alike:
            found.append(_lines(free, party, faction, heeding, theirs & alike))
    return tuple(lines for lines in found if lines is not None)


def _lines(p: War, party: str, faction: str, heeding: bool, units: UnitSet) -> Lines | None:
    charts, table = p.charts, worths(p.charts)
    side = RED if party == RED else WHITE
    sources, seas = sources_of(p, faction), seas_of(p, side)
    blocked = blocked_for(p, party)[heeding] & charts.lines
    area = along_lines(charts, sources, blocked, seas) & ~coasts(charts, seas) & ~sources
    fed: dict[Hex, float] = {}
    for unit in members(p.units_at(area & p.hexes_of(units)) & units):
        here = p.where[unit]
        if charts.counters[unit].krug != here:
            fed[here] = fed.get(here, 0.0) + step_worth(p, table, unit)
    if not fed:
        return None
    open_ = friends(p, side, party == POLES) if heeding else charts.grid.all
    return _known_lines(charts, sources, blocked, seas, open_, tuple(fed.items()))


@lru_cache(maxsize=16384)
def _starved(charts: Charts, lines: Lines, shut: HexSet) -> float:
    """What units lose that live by some lines, if some of their hexes are shut."""
    left = along_lines(charts, lines.sources, lines.blocked | shut, lines.seas)
    return sum([worth for here, worth in lines.fed if not left >> here & 1])


def starved(p: War, side: str, hex_: Hex) -> float:
    """What the enemy would lose to hunger if an army of a side stood in a hex (12.9).

    The Logistics chit may have been drawn: then there is time to open the line again.
    """
    total = _starved_by(p.charts, enemy_lines(p, side), p.winter, hex_)
    return total if p.chits >> LOGISTICS & 1 else 0.5 * total


@lru_cache(maxsize=16384)
def _starved_by(charts: Charts, those: tuple[Lines, ...], winter: bool, hex_: Hex) -> float:
    bit = 1 << hex_
    zone = charts.crossable[winter].spread(bit)
    total = 0.0
    for lines in those:
        if shut := lines.net & (bit | zone & ~lines.open):
            total += _starved(charts, lines, shut)
    return total


@derived(*FIGHTS)
def relief(p: War, side: str) -> dict[Hex, float]:
    """The hexes of the enemy that keep armies of a side from supply, and what these are worth."""
    charts, table = p.charts, worths(p.charts)
    hungry = out_of_supply(p, p.units_on_map(side) & charts.army)
    found: dict[Hex, float] = {}
    if not hungry:
        return found
    seas = seas_of(p, side)
    obstacles = (p.occupied(enemy_of(side)) | controlled(p, enemy_of(side))) & charts.within(
        p.hexes_of(hungry), RELIEF
    )
    for party, faction, heeding, alike in supplied_alike(charts):
        if not hungry & alike:
            continue
        closed, shut = blocked_for(p, party)
        blocked = (shut if heeding else closed) & charts.lines
        sources = sources_of(p, faction)
        # Lines grow by what lies next to them, and over the seas by ports.
        ends = charts.grid.neighbours(connected(charts, sources, blocked, seas))
        ends = (ends | sources | charts.all_ports) & blocked
        for hex_ in members(obstacles):
            bit = 1 << hex_
            opened = bit | charts.crossable[p.winter].spread(bit) & ~closed
            if not opened & ends:
                continue
            area = along_lines(charts, sources, blocked & ~opened, seas)
            fed = p.units_at(p.hexes_of(hungry & alike) & area) & hungry & alike
            if fed:
                worth = sum([step_worth(p, table, unit) for unit in members(fed)])
                found[hex_] = found.get(hex_, 0.0) + worth
    return found
