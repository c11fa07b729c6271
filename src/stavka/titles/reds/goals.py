"""What a side wants: the cities and armies worth going for, and who goes for which.

The war is about cities: every city that is not ours is a goal, every city that matters and that the
enemy can reach is one to cover. Units are shared out among the goals by what the goals are worth,
how far they are and what it takes to win them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from operator import sub
from typing import NamedTuple

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members, reach, set_of
from .charts import RED, WHITE, Charts, enemy_of
from .control import controlled, red_cities, resource_cities, resources
from .position import FIGHTS, POLAND_AT_PEACE, POLAND_AT_WAR, POLAND_CONQUERED, War
from .supply import supplied_hexes
from .territory import out_of_bounds

FAR = 400
# A unit gives up this much of a goal's worth for each movement point of the way.
PER_POINT = 0.6
# What a city is worth at least.
CITY = 6.0
# What a voyage takes (10.5), in movement points.
VOYAGE = 3
# How near an enemy must be to a city to threaten it, and how much of his power it takes to keep it.
KEEP = 3
KEEP_SHARE = {RED: 0.7, WHITE: 0.5}
# What a goal loses that cannot be reached in supply.
OUT_OF_SUPPLY = 8.0
FAR_FROM_HOME = 15.0
# What Red must have before it goes for Poland.
MARCH_ARMIES = 12
MARCH_RESOURCES = 8
# What a city on the way to a missing resource city is worth at least.
ON_THE_WAY = 11.0
# So few White units that it is time to take everything; and what one army can take.
FEW = 7
ONE_ARMY = 7.0
# A way that is done on foot; and the most power that is sent for one goal.
SHORT_WAY = 9.0
MOST = 14.0


# 11.5 What units and cities are worth


@lru_cache(maxsize=8)
def worths(charts: Charts) -> tuple[float, ...]:
    """What each unit is worth in good order."""
    found = []
    for counter in charts.counters:
        quality = counter.attack[0] + counter.defence[0]
        worth = 2.0 * counter.manpower + 0.7 * quality + 1.5
        if counter.kind == "garrison":
            worth = 1.5
        elif counter.no_replace:
            worth *= 1.2
        found.append(worth)
    return tuple(found)


@lru_cache(maxsize=8)
def _powers(charts: Charts) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What each unit brings to a fight, in good order and disordered."""
    good, disordered = (
        tuple(
            max(0.5, c.manpower + 0.4 * (c.attack[face] + c.defence[face]) + 1.0)
            for c in charts.counters
        )
        for face in (0, 1)
    )
    return good, disordered


def power(p: War, unit: int) -> float:
    """What a unit brings to a fight."""
    return _powers(p.charts)[p.disordered >> unit & 1][unit]


def power_in(p: War, units: int) -> float:
    return _power_of(p.charts, units, p.disordered & units) if units else 0.0


@lru_cache(maxsize=8192)
def _power_of(charts: Charts, units: UnitSet, disordered: UnitSet) -> float:
    tables = _powers(charts)
    return sum([tables[disordered >> unit & 1][unit] for unit in members(units)])


# Distances


@lru_cache(maxsize=512)
def distances(charts: Charts, goal: Hex) -> list[int]:
    """The movement points of infantry from every hex to a goal."""
    found = [FAR] * (max(charts.grid.hexes) + 1)
    for hex_, cost in reach(_backwards(charts), 1 << goal, None).costs().items():
        found[hex_] = cost
    return found


# Ports of one sea between which units can go, for whoever thinks of that.
Sea = tuple[Hex, ...]


def way_to(charts: Charts, goal: Hex, sea: Sea, here: Hex) -> int:
    """The movement points of infantry from a hex to a goal, by sea too if there is one."""
    on_foot = distances(charts, goal)[here]
    return (
        min(on_foot, _to_port(charts, sea)[here] + _landed(charts, goal, sea)) if sea else on_foot
    )


@lru_cache(maxsize=64)
def _to_port(charts: Charts, sea: Sea) -> list[int]:
    """The points from every hex to the nearest of some ports."""
    return [min(points) for points in zip(*(distances(charts, port) for port in sea), strict=True)]


@lru_cache(maxsize=4096)
def _landed(charts: Charts, goal: Hex, sea: Sea) -> int:
    """The points of a voyage and of the way from the nearest port to a goal."""
    return VOYAGE + min(distances(charts, goal)[port] for port in sea)


@lru_cache(maxsize=8)
def _backwards(charts: Charts):  # type: ignore[no-untyped-def]
    return charts.movement("infantry", False).reversed()


@lru_cache(maxsize=8192)
def disc(charts: Charts, hex_: Hex, radius: int) -> HexSet:
    return charts.grid.disc(hex_, radius)


def near(p: War, hexes: HexSet, distance: int) -> HexSet:
    return p.charts.within(hexes, distance) if hexes else 0


# Goals


class Goal(NamedTuple):
    hex: Hex
    worth: float
    # The power that it takes.
    need: float


def enemies_of(p: War, side: str) -> HexSet:
    if side == RED:
        return p.white | p.neutrals
    return p.red


@derived(*FIGHTS)
def goals(p: War, side: str) -> list[Goal]:
    """What a side wants to take or to keep."""
    return [*_to_take(p, side), *_to_keep(p, side), *_to_beat(p, side)]


def city_worth(p: War, side: str, hex_: Hex) -> float:
    return city_worths(p, side)[hex_]


class Times(NamedTuple):
    """What the worth of cities depends on."""

    side: str
    resources: HexSet
    # Whether the Allies are there (18.1), whether Poland is conquered (4.2).
    allies: bool
    conquered: bool
    # Where the Gold is that the side does not have; -1 if it has it.
    gold: Hex


def city_worths(p: War, side: str) -> Mapping[Hex, float]:
    """What each hex with something to take is worth to a side."""
    return _city_worths(p.charts, _times(p, side))


def _times(p: War, side: str) -> Times:
    gold = p.gold if p.gold_side != side else -1
    conquered = p.poland == POLAND_CONQUERED
    return Times(side, resource_cities(p), p.withdrawals < 2, conquered, gold)


@lru_cache(maxsize=512)
def _city_worths(charts: Charts, times: Times) -> Mapping[Hex, float]:
    found = {}
    side, resources_, allies, conquered, gold = times
    # 18.1: until the Allies have gone, the Whites live by resources.
    resource = 10.0 if side == WHITE and allies else 7.0
    for hex_ in charts.grid.hexes:
        bit, worth = 1 << hex_, CITY
        if resources_ & bit:
            worth += resource
        elif side == RED and conquered:
            worth = 2.0  # 4.2: the resource cities are enough now
        if charts.all_sources & bit:
            worth += 3.0
        if hex_ == charts.moscow:
            worth += 8.0
        if hex_ == gold:
            worth += resource
        found[hex_] = worth
    return found


def _to_take(p: War, side: str) -> list[Goal]:
    charts = p.charts
    open_ = charts.cities & ~controlled(p, side) & ~charts.poland
    if p.great_war:
        open_ &= ~charts.neutral_ground
    if side == RED:
        open_ &= ~charts.baltic  # taking it brings the Poles in (15.2)
        if marches_west(p) or p.poland == POLAND_CONQUERED:
            open_ |= 1 << charts.riga & ~controlled(p, RED)
    else:
        open_ &= ~p.neutrals | 1 << charts.kiev  # 17.2
    enemies = enemies_of(p, side)
    missing = members(open_ & resource_cities(p))
    found: list[Goal] = []
    if side == RED and marches_west(p) and p.poland == POLAND_AT_WAR:
        # More than one army's worth of goals for Warsaw: it takes many to storm it.
        found += [Goal(charts.warsaw, 18.0 - n, MOST) for n in range(3)]
    cities = _undefended(charts, _times(p, side), open_).copy()
    others = enemies | p.neutrals
    last = side == RED and p.withdrawals == 2
    guarded = open_ & (others | charts.grid.neighbours(others))
    for hex_ in members(open_ if last else guarded):
        _, worth, need = cities[hex_]
        theirs = p.units_in(hex_) & ~charts.units_of[side]
        around = p.units_at(disc(charts, hex_, 1) & enemies) & charts.army
        need = max(1.3 * power_in(p, theirs) + 0.4 * power_in(p, around & ~theirs), need)
        if last and _on_the_way(p, hex_, missing):
            worth = max(worth, ON_THE_WAY)
        cities[hex_] = Goal(hex_, worth, need)
    return [*found, *cities.values()]


@lru_cache(maxsize=1024)
def _undefended(charts: Charts, times: Times, cities: HexSet) -> dict[Hex, Goal]:
    """Cities as goals while nobody defends them."""
    worth_of = _city_worths(charts, times)
    return {hex_: Goal(hex_, worth_of[hex_], 1.0) for hex_ in members(cities)}


def _on_the_way(p: War, hex_: Hex, missing: tuple[Hex, ...]) -> bool:
    """Whether the way from Moscow to a resource city that is missing leads over a hex."""
    charts = p.charts
    for goal in missing:
        field = distances(charts, goal)
        if distances(charts, charts.moscow)[hex_] + field[hex_] <= field[charts.moscow] + 2:
            return True
    return False


def marches_west(p: War) -> bool:
    """4.2: with the Allies gone and the armies there, Warsaw is nearer than Krasnovodsk."""
    if p.withdrawals < 2 or p.poland in (POLAND_AT_PEACE, POLAND_CONQUERED):
        return False
    armies = (p.units_on_map(RED) & p.charts.army & ~p.disordered).bit_count()
    return armies >= MARCH_ARMIES and resources(p, RED) >= MARCH_RESOURCES


def _to_keep(p: War, side: str) -> list[Goal]:
    """Cities that matter and that enemy units are near; conquered Poland too (15.4)."""
    charts = p.charts
    raiders = charts.army | charts.partisans
    theirs = p.units_on_map(enemy_of(side)) & raiders
    if side == RED and p.poles_are_neutral():
        theirs &= ~charts.poles
    important = resource_cities(p) | charts.all_sources
    threat = near(p, p.hexes_of(theirs), KEEP)
    found = []
    for hex_ in members(controlled(p, side) & important & threat):
        around = theirs & p.units_at(disc(charts, hex_, KEEP))
        need = KEEP_SHARE[side] * power_in(p, around)
        if p.units_in(hex_) & charts.garrisons:
            need -= 1.5
        if need > 0:
            found.append(Goal(hex_, city_worth(p, side, hex_), need))
    if side == RED and p.poland == POLAND_CONQUERED:
        found.append(Goal(charts.warsaw, 30.0, 12.0))
    # 13.1: these are ours only while we are there.
    fickle = charts.makhno_cities & ~p.terror
    if side == WHITE:
        fickle = (red_cities(p) | fickle) & resource_cities(p)
    for hex_ in members(fickle & controlled(p, side)):
        if not p.units_in(hex_) & charts.garrisons:
            found.append(Goal(hex_, city_worth(p, side, hex_) + 6.0, 1.0))
    if side == RED:
        if not p.units_in(charts.moscow) & charts.garrisons:
            found.append(Goal(charts.moscow, 25.0, 1.0))
        if p.poles_are_neutral():
            found += _watch_on_poland(p)
    return found


def _watch_on_poland(p: War) -> list[Goal]:
    """15.2: an army near Poland keeps it neutral; it can be at Smolensk before Turn B."""
    charts = p.charts
    watch = charts.within(charts.poland, charts.limit["polish_entry_distance"])
    cities = members(watch & controlled(p, RED) & charts.cities & ~charts.baltic)
    if p.track < charts.turn["A"].seq or not cities:
        return []
    post = min(cities, key=lambda hex_: (distances(charts, charts.warsaw)[hex_], hex_))
    return [Goal(post, 16.0, 4.5)]


def _to_beat(p: War, side: str) -> list[Goal]:
    """Enemy stacks in the field; the disordered are worth a way."""
    charts = p.charts
    theirs = p.units_on_map(enemy_of(side)) & (charts.army | charts.partisans)
    if side == RED and p.poles_are_neutral():
        theirs &= ~charts.poles
    table = worths(charts)
    found = []
    for hex_ in members(p.hexes_of(theirs) & ~charts.cities & ~charts.poland):
        stack = p.stacks[hex_] & theirs
        worth = 2.0 + 0.4 * sum(table[u] for u in members(stack))
        if stack & p.disordered:
            worth += 2.0
        found.append(Goal(hex_, worth, 1.3 * power_in(p, stack)))
    return found


@derived(*FIGHTS)
def plan(p: War, side: str) -> dict[int, Goal]:
    """Who goes for which goal as things stand."""
    return shared_out(p, side, goals(p, side), fielded(p, side))


def fielded(p: War, side: str) -> UnitSet:
    """The units of a side that have goals."""
    return p.units_on_map(side) & (p.charts.army | p.charts.partisans)


def shared_out(
    p: War, side: str, wanted: Sequence[Goal], units: UnitSet, sea: Sea = ()
) -> dict[int, Goal]:
    """Who goes for which of some goals: the best pairs first, until each has enough."""
    found = _sweep(p, wanted) if side == RED and _time_to_sweep(p) else {}
    choices = _choices(p, side, wanted, units, sea)
    left = [unit for unit, (_, best) in choices.items() if best and unit not in found]
    # When all goals have enough, what is left goes round again.
    while left:
        left = _share(p, wanted, choices, left, found)
    return found


def _share(
    p: War,
    wanted: Sequence[Goal],
    choices: Mapping[int, Row],
    units: Sequence[int],
    found: dict[int, Goal],
) -> list[int]:
    """Gives units their goals, the best pair of all first; who finds no goal that wants him."""
    needs = [min(goal.need, MOST) for goal in wanted]
    # The best choice that each still has, the best of all on top.
    tops = [(-choices[unit][0][choices[unit][1][0]], -unit, 0) for unit in units]
    heapify(tops)
    left = []
    while tops:
        unit, place = -tops[0][1], tops[0][2]
        values, numbers = choices[unit]
        number = numbers[place]
        if needs[number] > 0:
            found[unit] = wanted[number]
            needs[number] -= power(p, unit)
            heappop(tops)
            continue
        while place < len(numbers) and needs[numbers[place]] <= 0:
            place += 1
        if place < len(numbers):
            heapreplace(tops, (-values[numbers[place]], -unit, place))
        else:
            heappop(tops)
            left.append(unit)
    return left


def _choices(p: War, side: str, wanted: Sequence[Goal], units: UnitSet, sea: Sea) -> dict[int, Row]:
    """What the goals are worth to each unit, the way there taken off."""
    charts = p.charts
    aims = _aims(tuple([goal.hex for goal in wanted]), tuple([goal.worth for goal in wanted]))
    spread = charts.crossable[p.winter].spread
    # Whoever is in Central Asia has enough to do there, and is hard to replace.
    asia = charts.front["Central Asia"]
    hungry: dict[HexSet, HexSet] = {}
    found = {}
    for unit in members(units):
        here = p.where[unit]
        area = supplied_hexes(p, unit)
        if area not in hungry:
            hungry[area] = aims.places & ~area & ~spread(area)
        barred = aims.places & out_of_bounds(p, unit)
        away = aims.places & ~asia if asia >> here & 1 else 0
        way = Way(charts, side, charts.counters[unit].movement, here, sea)
        found[unit] = _row(aims, way, barred, hungry[area], away)
    return found


class Aims:
    """Hexes to go for and what they are worth: the same object for the same ones."""

    def __init__(self, hexes: tuple[Hex, ...], worths_: tuple[float, ...]) -> None:
        self.hexes, self.worths = hexes, worths_
        self.places = set_of(hexes)
        # The later ones come first where several are worth the same.
        self.numbers = range(len(hexes) - 1, -1, -1)


_aims = lru_cache(maxsize=512)(Aims)
# What goals are worth to a unit, and their numbers, the best first.
Row = tuple[list[float], list[int]]


class Way(NamedTuple):
    """Who is on his way, and from where."""

    charts: Charts
    side: str
    movement: int
    here: Hex
    sea: Sea


@lru_cache(maxsize=8192)
def _row(aims: Aims, way: Way, barred: HexSet, hungry: HexSet, away: HexSet) -> Row:
    """Goals lose by the way, if they are out of supply or away from Asia; none is out of bounds."""
    values = list(map(sub, aims.worths, _costs(aims.hexes, way)))
    numbers: Iterable[int] = aims.numbers
    if lost := barred | hungry | away:
        for number, hex_ in enumerate(aims.hexes):
            if lost >> hex_ & 1:
                mark = OUT_OF_SUPPLY * (hungry >> hex_ & 1) + FAR_FROM_HOME * (away >> hex_ & 1)
                values[number] -= mark
        if barred:
            numbers = [number for number in numbers if not barred >> aims.hexes[number] & 1]
    return values, sorted(numbers, key=values.__getitem__, reverse=True)


@lru_cache(maxsize=8192)
def _costs(hexes: tuple[Hex, ...], way: Way) -> list[float]:
    """What the way to some goals takes from their worth."""
    charts, side, movement, here, sea = way
    pace = 3.0 / max(movement, 1)
    return [_way_cost(side, pace * way_to(charts, hex_, sea, here)) for hex_ in hexes]


def _time_to_sweep(p: War) -> bool:
    """When the Allies have gone and hardly any White army is left, or little time."""
    charts = p.charts
    if p.withdrawals < 2 or marches_west(p):
        return False
    left = p.units_on_map(WHITE) & charts.army & ~charts.poles
    return left.bit_count() <= FEW or p.track > charts.turn["F"].seq


def _sweep(p: War, wanted: Sequence[Goal]) -> dict[int, Goal]:
    """4.2: in the end Red needs every city; one army goes for each that one army can take."""
    charts = p.charts
    fields = [distances(charts, goal.hex) for goal in wanted]
    posts = 1 << charts.moscow | charts.makhno_cities & ~p.terror
    free = [u for u in members(p.units_on_map(RED) & charts.army) if not posts >> p.where[u] & 1]
    jobs = []
    for number, goal in enumerate(wanted):
        if controlled(p, RED) >> goal.hex & 1 or not charts.cities >> goal.hex & 1:
            continue
        if p.poland == POLAND_CONQUERED and not resource_cities(p) >> goal.hex & 1:
            continue
        if goal.need <= ONE_ARMY and free:
            jobs.append((min(fields[number][p.where[u]] for u in free), number))
    found: dict[int, Goal] = {}
    # The remotest first: the near ones will find somebody anyway.
    for _, number in sorted(jobs, reverse=True)[: len(free) * 2 // 3]:
        unit = min(free, key=lambda u: (fields[number][p.where[u]], u))
        found[unit] = wanted[number]
        free.remove(unit)
    return found


def _way_cost(side: str, points: float) -> float:
    """What the way to a goal takes from its worth; the Reds have their railways (10.4)."""
    if side == WHITE or points <= SHORT_WAY:
        return PER_POINT * points
    return PER_POINT * SHORT_WAY + PER_POINT / 6 * (points - SHORT_WAY)
