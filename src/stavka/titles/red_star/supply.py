"""10.0 Supply: lines of communication, supply states, isolation."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ...engine import Decision, Step, UnitSet, derived, plain, units
from ...hexes import Hex, HexSet, Movement, Reach, flood, members, reach
from ...kit.bars import Bars, legal
from ...kit.tables import grouped
from .charts import AXIS, HALVES, SOVIET, Charts, enemy_of
from .contested import enemy_contested
from .position import GROUND, RETURNING, War
from .returning import remove_airbase, remove_headquarters, remove_leader
from .steps import lose_step

# How units trace supply (10.2-10.4). Depots and assets are always in supply.
GERMAN, AIRBASE, ALLY = "German", "airbase", "ally"
FINNISH, FINNISH_HQ = "Finnish", "Finnish headquarters"
ROMANIAN, ROMANIAN_HQ = "Romanian", "Romanian headquarters"
RED, RED_HQ, LEADER = "Soviet", "Soviet headquarters", "leader"


def manner(p: War, unit: int) -> str:
    """10.0.5: the rule by which a unit traces supply."""
    return _manners(p.charts)[unit]


@cache
def _manners(charts: Charts) -> tuple[str, ...]:
    return tuple(_manner(charts, unit) for unit in range(len(charts.kind)))


@cache
def tracing_alike(charts: Charts) -> dict[str, UnitSet]:
    """10.0.5: all units by the rule by which they trace supply."""
    return grouped(_manners(charts))


def _manner(charts: Charts, unit: int) -> str:
    bit = 1 << unit
    if charts.units_of[SOVIET] & bit:
        if charts.soviet_headquarters & bit:
            return RED_HQ
        return LEADER if charts.leaders & bit else RED
    for nation, own, headquarters in (
        ("Finnish", FINNISH, FINNISH_HQ),
        ("Romanian", ROMANIAN, ROMANIAN_HQ),
    ):
        if charts.of_nation[nation] & bit:
            return headquarters if charts.headquarters & bit else own
    if charts.german & bit:
        return AIRBASE if charts.airbases & bit else GERMAN
    return ALLY


# 10.1 Lines of communication


def closed(p: War, side: str) -> HexSet:
    """10.1.2 b: spaces that a side's lines never enter; Partisans do not block."""
    return p.beyond | p.occupied(enemy_of(side))


def unsafe(p: War, side: str) -> HexSet:
    """10.1.2 c: spaces that no line goes through; a unit that stands in one may begin its line."""
    return enemy_contested(p, side) & ~p.strong(side)


def lines_to(p: War, side: str, sources: HexSet, spaces: int | None) -> HexSet:
    """The spaces from which a line of so many spaces leads to a source."""
    found = trace(p, side, sources, spaces)
    return found.hexes if found is not None else 0


def joined_to(p: War, side: str, sources: HexSet) -> HexSet:
    """The spaces from which a line of any length leads to a source, over frozen lakes never."""
    barred, dangerous = closed(p, side), unsafe(p, side)
    lines = p.charts.lines_of_any_length
    blocked = barred | dangerous
    found = flood(lines, sources & ~blocked, blocked=blocked)
    return found | lines.spread(found) & ~barred


def trace(p: War, side: str, sources: HexSet, spaces: int | None) -> Reach | None:
    """The lines of so many spaces to sources; None if none of them can be used."""
    barred, dangerous = closed(p, side), unsafe(p, side)
    sources &= ~barred & ~dangerous
    if not sources:
        return None
    limit = None if spaces is None else spaces * HALVES
    return _trace(_line(p, side), sources, limit, barred, dangerous)


def _line(p: War, side: str) -> Movement:
    """What the spaces of a side's lines count."""
    red = side == SOVIET
    return p.charts.line(snow=p.snow, ice=red and p.snow, partisans=0 if red else p.partisan_hexes)


# They stay as they are while only friends move, and several manners share them.
@lru_cache(maxsize=512)
def _trace(
    line: Movement, sources: HexSet, limit: int | None, barred: HexSet, dangerous: HexSet
) -> Reach:
    return reach(line, sources, limit, blocked=barred, stop=dangerous)


@derived(*GROUND)
def railway_lines_to(p: War, side: str, sources: HexSet) -> HexSet:
    """10.1.2 f: the railway spaces from which a line along railroads leads to a source."""
    barred = closed(p, side)
    blocked = barred | unsafe(p, side)
    passage = p.charts.rail.passage
    reached = flood(passage, sources & p.charts.rail.hexes & ~blocked, blocked=blocked)
    # The space of the unit itself may be contested.
    return reached | passage.spread(reached) & ~barred


# Sources


def permanent_sources(p: War, side: str) -> HexSet:
    """10.1.1; 10.4: Moscow and Baku until they are entered; 19.6.4: Murmansk for the Axis."""
    found = p.charts.sources[p.scenario, side]
    if side == SOVIET:
        return found & ~p.captured
    return found | p.charts.sources_if_held & p.axis_held


class Chain(NamedTuple):
    """10.2.2: depots that hang together, and what hangs on them."""

    depots: HexSet
    # The spaces that they and the permanent sources supply.
    area: HexSet
    # From the sources to the first depots, from those to the next, and so on.
    lines: tuple[Reach, ...]


def depots_in_chain(p: War) -> HexSet:
    """10.2.2: the depots that a chain joins to a permanent source; 15.2.7: not the newest."""
    return _follow_chain(p, p.charts.depots).depots


@derived(*GROUND)
def _follow_chain(p: War, depots: UnitSet) -> Chain:
    """Those depots that hang together, and the spaces that they supply."""
    sources, standing = permanent_sources(p, AXIS), p.hexes_of(depots & ~p.flipped & ~p.fresh)
    limit = p.charts.limit["axis_communication"] * HALVES
    return _chain(_line(p, AXIS), sources, standing, limit, closed(p, AXIS), unsafe(p, AXIS))


def area_of_chain(p: War, depots: HexSet, slack: int) -> HexSet:
    """What depots in some hexes would supply by lines so many half spaces shorter than allowed."""
    limit = p.charts.limit["axis_communication"] * HALVES - slack
    sources, line = permanent_sources(p, AXIS), _line(p, AXIS)
    return _chain(line, sources, depots, limit, closed(p, AXIS), unsafe(p, AXIS)).area


# It stays as it is while units move elsewhere.
@lru_cache(maxsize=1024)
def _chain(
    line: Movement,
    sources: HexSet,
    standing: HexSet,
    limit: int,
    barred: HexSet,
    dangerous: HexSet,
) -> Chain:
    open_ = ~barred & ~dangerous
    chain, area, joining = 0, 0, sources & open_
    lines = []
    while joining:
        found = _trace(line, joining, limit, barred, dangerous)
        lines.append(found)
        area |= found.hexes
        reached = standing & area & ~chain
        chain |= reached
        joining = reached & open_
    return Chain(chain, area, tuple(lines))


@derived(*GROUND)
def lines_of_the_chain(p: War) -> HexSet:
    """The spaces of the lines by which the depots hang together."""
    return _spaces_of(_follow_chain(p, p.charts.depots))


@lru_cache(maxsize=64)
def _spaces_of(chain: Chain) -> HexSet:
    left, found = chain.depots, 0
    for lines in chain.lines:
        found |= lines.ways_to(left & lines.hexes)
        left &= ~lines.hexes
    return found


def depot_area(p: War) -> HexSet:
    """10.2.2: where German, Italian and Hungarian units are in supply."""
    return _follow_chain(p, p.charts.depots).area


def sea_sources(p: War, side: str) -> HexSet:
    """10.2.3, 10.4.4: a side's Black Sea ports, while its harbours are joined to a source.

    Ruling: the ports that it controls (9.0.1), like those that its units sail between (3.6.3).
    """
    charts = p.charts
    ports = charts.ports["Black Sea"] & p.area
    if side == AXIS:
        both = 1 << charts.odessa | 1 << charts.sevastopol
        working = both & p.axis_held == both and not both & ~_joined_by_rail(p, AXIS)
        return ports & p.axis_held if working else 0
    either = (1 << charts.novorossiisk | 1 << charts.tuapse) & p.area & ~p.axis_held
    if not either or not either & _joined_by_rail(p, SOVIET):
        return 0
    ports &= ~p.axis_held
    return ports & ~(1 << charts.odessa) if p.axis_held >> charts.sevastopol & 1 else ports


def _joined_by_rail(p: War, side: str) -> HexSet:
    return railway_lines_to(p, side, permanent_sources(p, side))


def headquarters_area(p: War, manner_: str) -> HexSet:
    """10.3, 10.4.2: where headquarters are in supply."""
    charts = p.charts
    if manner_ == RED_HQ:
        return _joined_by_rail(p, SOVIET)
    capital = charts.helsinki if manner_ == FINNISH_HQ else charts.bucharest
    if capital_lost(p, capital):
        return 0
    return railway_lines_to(p, AXIS, permanent_sources(p, AXIS) | 1 << capital & p.area)


def capital_lost(p: War, capital: Hex) -> bool:
    """10.3.1, 10.3.2: a nation has no supply while the Soviets hold or occupy its capital."""
    return bool(p.area & (p.soviet | ~p.axis_held) & 1 << capital)


def supply_area(p: War, manner_: str, *, twice: bool = False) -> HexSet:
    """Where units that trace supply in a manner are in supply; `twice`: not isolated (10.5)."""
    return _supply_area(p, manner_, twice)


@derived(*GROUND)
def _supply_area(p: War, manner_: str, twice: bool) -> HexSet:
    charts, limit = p.charts, p.charts.limit
    if manner_ in (RED_HQ, FINNISH_HQ, ROMANIAN_HQ):
        return headquarters_area(p, manner_)
    factor = limit["isolation_factor"] if twice else 1
    at_sea = limit["sea_communication"] * factor
    if manner_ in (RED, LEADER):
        # 10.4.3: six spaces to a source, or to a headquarters that has one.
        sources = permanent_sources(p, SOVIET)
        working = headquarters_area(p, RED_HQ)
        sources |= p.hexes_of(charts.soviet_headquarters) & working
        area = lines_to(p, SOVIET, sources, limit["soviet_communication"] * factor)
        if manner_ == RED and (ports := sea_sources(p, SOVIET)):
            area |= lines_to(p, SOVIET, ports, at_sea)
        return area
    spaces = limit["axis_communication"] * factor
    if manner_ in (FINNISH, ROMANIAN):
        # 10.3.1, 10.3.2: to the capital, a source, or a headquarters of their own.
        capital = charts.helsinki if manner_ == FINNISH else charts.bucharest
        if capital_lost(p, capital):
            return 0
        working = supply_area(p, FINNISH_HQ if manner_ == FINNISH else ROMANIAN_HQ)
        headquarters = charts.headquarters & charts.of_nation[manner_]
        sources = permanent_sources(p, AXIS) | 1 << capital & p.area
        sources |= p.hexes_of(headquarters) & working
        return lines_to(p, AXIS, sources, spaces)
    if twice:
        area = lines_to(p, AXIS, permanent_sources(p, AXIS) | depots_in_chain(p), spaces)
    else:
        area = depot_area(p)
    if manner_ == GERMAN and (ports := sea_sources(p, AXIS)):
        area |= lines_to(p, AXIS, ports, at_sea)
    return area


def would_be_in_supply(p: War, unit: int) -> HexSet:
    """The spaces in which a unit would be in supply now (3.5.3, 15.2.5).

    15.2.6: a depot that arrives needs a line like others.
    """
    if p.charts.depots & p.on_map & 1 << unit:
        return _supplied_without(p, unit)
    return supply_area(p, manner(p, unit))


@derived(*GROUND)
def _supplied_without(p: War, depot: int) -> HexSet:
    """3.5.3 h: where a depot that moves would find supply; it is no source for itself."""
    found = _follow_chain(p, p.charts.depots & ~(1 << depot)).area
    if ports := sea_sources(p, AXIS):
        found |= lines_to(p, AXIS, ports, p.charts.limit["sea_communication"])
    return found


# The Supply Phase (2.0 A)


def bars_to_use_depot(p: War, memo: None) -> Bars:
    yield ~(p.on_map & p.charts.depots), "10.2.1", "{} is not a supply depot on the map"
    yield p.flipped, "10.2.4", "{} is an emergency supply source already"


class Depots(Step[War, None], key="depots"):
    """10.2.1, 10.2.4: depots are hoarded or turned into emergency supply sources."""

    def decision(self, p: War, memo: None) -> Decision | None:
        depots = legal(bars_to_use_depot(p, memo))
        if not depots:
            return None
        options = [
            units("emergency", "10.2.4", depots),
            units("hoard", "10.2.1", depots),
            plain("done", "2.0"),
        ]
        return p.ask(AXIS, "Supply depots: emergency supply or hoarding?", "10.2", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        match verb:
            case "emergency":
                p.flipped |= 1 << value
                p.tell("emergency", "10.2.4", value, p.where[value])
            case "hoard":
                p.tell("hoarded", "10.2.1", value, p.where[value])
                p.send(value, RETURNING, p.turn + p.charts.limit["depot_return"])
            case "done":
                p.finish()


def unsupplied_airbases(p: War) -> list[int]:
    """10.6.2, 10.8.2: airbases that are not in supply; lack of supply is not enough for them."""
    area = supply_area(p, AIRBASE)
    return [u for u in members(p.on_map & p.charts.airbases) if not area >> p.where[u] & 1]


def check_airbases(p: War) -> None:
    """2.0 A a, 12.1.4: airbases that are not in supply leave the map with their fleets."""
    for base in unsupplied_airbases(p):
        p.tell("removed", "12.1.4", base, p.where[base])
        remove_airbase(p, base)


def determine_supply(p: War) -> UnitSet:
    """10.0.4: the supply states of all units until the next Supply Phase; returns the isolated."""
    p.out = p.lack = p.emergency = 0
    return _determine(p, AXIS) | _determine(p, SOVIET)


def _determine(p: War, side: str) -> UnitSet:
    charts, isolated = p.charts, 0
    # 10.0.6, 10.9.3, 11.1.9: Partisans need no supply; 10.4.1: assets always have it.
    exempt = charts.depots | charts.fleets | charts.partisans | charts.assets
    unsupplied = []
    tracing, where = p.units_on_map(side) & ~exempt, p.where
    for way, alike in tracing_alike(charts).items():
        if there := tracing & alike:
            area = supply_area(p, way)
            unsupplied += [(u, way) for u in members(there) if not area >> where[u] & 1]
    if not unsupplied:
        return 0
    near_emergency = near_fleets = 0
    if side == AXIS:
        if p.flipped:
            spaces = charts.limit["axis_communication"]
            near_emergency = lines_to(p, AXIS, p.hexes_of(p.flipped), spaces)
        near_fleets = fleet_range(p)
    factories = p.hexes_of(charts.factories)
    for unit, way in unsupplied:
        bit, here = 1 << unit, 1 << p.where[unit]
        if charts.on_depots & bit and near_emergency & here and way != AIRBASE:
            p.emergency |= bit  # 10.2.4
            continue
        helped = near_fleets if charts.german & bit else factories if side == SOVIET else 0
        if helped & here:
            p.lack |= bit  # 10.2.5, 12.2.4; 10.4.5
        else:
            p.out |= bit
        # 10.5: headquarters are never isolated.
        if not charts.headquarters & bit and not supply_area(p, way, twice=True) & here:
            isolated |= bit
    return isolated


def fleet_range(p: War) -> HexSet:
    """7.5.1, 12.2.1: the spaces in range of an air fleet."""
    return p.charts.grid.within(p.fleet_hexes, p.charts.kinds["air_fleet"].range)


def remove_unsupplied(p: War) -> None:
    """10.6, 10.6.3, 10.6.4: Leaders and headquarters that are out of supply leave the map."""
    for unit in members(p.out & p.on_map & p.charts.leaders):
        remove_leader(p, unit)
    for unit in members(p.out & p.on_map & p.charts.headquarters):
        p.tell("removed", "10.6.4", unit, p.where[unit])
        remove_headquarters(p, unit)


# 10.9 Isolation


def attrition(p: War, isolated: UnitSet) -> None:
    """One roll on the Attrition Table for each isolated unit."""
    charts = p.charts
    for unit in members(isolated & p.on_map & ~charts.leaders):
        kind = charts.kind[unit]
        nation = kind.side if kind.nationality != "Finnish" else "Finnish"
        die = p.roll() + attrition_bonus(p, p.where[unit])
        steps = next(
            (n for highest, n in charts.attrition[p.now.weather, nation] if die <= highest), 0
        )
        p.tell("attrition", "10.9.1", unit, die, steps)
        for _ in range(steps):
            if unit >= 0:
                unit = lose_step(p, unit, "10.9.1")


def attrition_bonus(p: War, hex_: int) -> int:
    """Cities keep isolated units alive."""
    charts, bit = p.charts, 1 << hex_
    if charts.major_cities & bit:
        return charts.attrition_bonus["major_city"]
    if charts.fortress & bit and not p.ruined:
        return charts.attrition_bonus["fortress"]
    return charts.attrition_bonus["minor_city"] if charts.cities & bit else 0


def spend_emergency_depots(p: War) -> None:
    """10.2.4: at the end of the Supply Phase they leave the map and return four turns later."""
    for unit in members(p.flipped & p.on_map):
        p.send(unit, RETURNING, p.turn + p.charts.limit["depot_return"])
