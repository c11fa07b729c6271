"""What the units of a side are for, as a style sees it."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members
from .charts import RED, WHITE, enemy_of
from .control import controlled, red_cities, resource_cities
from .cuts import relief
from .goals import Goal, Sea, city_worth, disc, fielded, goals, power_in, shared_out, way_to
from .position import FIGHTS, War
from .styles import WarStyle


@derived(*FIGHTS)
def tasks(p: War, side: str, style: WarStyle) -> dict[int, Goal]:
    """Who goes for which goal as things stand; while units are active, who of them."""
    wanted, units = wishes(p, side, style), fielded(p, side)
    active = units & p.active
    if active:
        wanted = _left_to_do(p, wanted, units & ~active)
        units = active
    sea = sea_of(p, side, style)
    guards = _guards(p, side, sea, units & p.charts.aif) if style.watch else {}
    for unit in guards:
        units &= ~(1 << unit)
    return {**shared_out(p, side, wanted, units, sea), **guards}


def _guards(p: War, side: str, sea: Sea, units: UnitSet) -> dict[int, Goal]:
    """11.2: Allied troops seldom attack; they keep what is ours only while somebody is there."""
    charts = p.charts
    found = {}
    cities = members(_fickle(p, side))
    for unit in members(units) if cities else ():
        here = p.where[unit]
        way, city = min((way_to(charts, hex_, sea, here), hex_) for hex_ in cities)
        if way <= WATCH:
            found[unit] = Goal(city, city_worth(p, side, city), 1.0)
    return found


def _fickle(p: War, side: str) -> HexSet:
    """13.1: resource cities that are ours only while we are there."""
    fickle = p.charts.makhno_cities & ~p.terror
    if side == WHITE:
        fickle |= red_cities(p)
    return fickle & resource_cities(p) & controlled(p, side)


@derived(*FIGHTS)
def wishes(p: War, side: str, style: WarStyle) -> Sequence[Goal]:
    """The cadet's goals, and worth more where they open the lines of armies that starve."""
    wanted: Sequence[Goal] = goals(p, side)
    if style.relief and (open_ := relief(p, side)):
        wanted = [
            goal._replace(worth=goal.worth + style.relief * open_[goal.hex])
            if goal.hex in open_
            else goal
            for goal in wanted
        ]
    return wanted


def spared(p: War, side: str) -> HexSet:
    """15.2: what Red leaves alone, lest the Poles come: the Baltic Republics."""
    return p.charts.baltic if side == RED and p.poles_are_neutral() else 0


def _left_to_do(p: War, wanted: Sequence[Goal], others: UnitSet) -> list[Goal]:
    """What other units do not do where they are: they stand on a goal or next to it."""
    charts, hexes = p.charts, p.hexes_of(others)
    covered = hexes | charts.grid.neighbours(hexes)
    found = []
    for goal in wanted:
        if covered >> goal.hex & 1:
            around = disc(charts, goal.hex, 1) & hexes
            need = goal.need - power_in(p, p.units_at(around) & others)
            if need <= 0:
                continue
            goal = goal._replace(need=need)
        found.append(goal)
    return found


def sea_of(p: War, side: str, style: WarStyle) -> Sea:
    """10.5, 13.3: the ports of the Black Sea that Whites can go between."""
    if side != WHITE or not style.sails:
        return ()
    ports = p.charts.ports["Black"] & controlled(p, WHITE) & p.charts.cities
    return members(ports) if ports.bit_count() > 1 else ()


# How far, in movement points, Allied troops go to keep a city.
WATCH = 12
# How near an enemy must be to a city for somebody to stay there.
CLOSE = 4


@derived(*FIGHTS)
def posts(p: War, side: str) -> dict[Hex, float]:
    """The cities that a side loses if nobody stays, and what they are worth.

    13.1: Red Cities and Makhno's are White only while Whites are there. Others matter if they are
    resources, sources of supply or hold the Gold, and an enemy is near.
    """
    charts, own = p.charts, controlled(p, side)
    fickle = _fickle(p, side)
    raiders = p.units_on_map(enemy_of(side)) & (charts.army | charts.partisans)
    if side == RED and p.poles_are_neutral():
        raiders &= ~charts.poles
    matters = resource_cities(p) | charts.all_sources
    if p.gold_side == side:
        matters |= 1 << p.gold
    near = p.hexes_of(raiders)
    found = {}
    for hex_ in members((fickle | matters) & own):
        garrison = p.units_in(hex_) & charts.garrisons
        threat = disc(charts, hex_, CLOSE) & near
        if fickle >> hex_ & 1 and not garrison:
            found[hex_] = city_worth(p, side, hex_)
        elif threat:
            found[hex_] = (0.4 if garrison else 0.7) * city_worth(p, side, hex_)
    return found


def hold_of(p: War, style: WarStyle, unit: int) -> float:
    """How much it counts that a unit stays; 11.2: Allied troops seldom have to attack."""
    return style.watch if p.charts.aif >> unit & 1 else style.hold


def post_worth(p: War, side: str, style: WarStyle, unit: int, hex_: Hex) -> float:
    """What it is worth that a unit is in a hex and not nobody."""
    hold = hold_of(p, style, unit)
    worth = posts(p, side).get(hex_, 0.0) if hold else 0.0
    if worth and p.units_in(hex_) & p.charts.army & p.charts.units_of[side] & ~(1 << unit):
        return 0.0
    return hold * worth
