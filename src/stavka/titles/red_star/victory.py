"""18.0 Victory points, and the surrender of the Soviet Union."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...engine import Outcome, UnitSet, derived
from ...hexes import Hex, HexSet, members
from ...kit.sums import Term, total
from .charts import AXIS, SOVIET, Charts
from .contested import contested_by
from .position import DESTROYED, GROUND, War
from .soviet_army import return_black_stripes
from .supply import joined_to, permanent_sources

# What may come of the first step into Moscow or Baku.
FIGHTS_ON, DISILLUSIONED, SURRENDER = "fights on", "disillusioned", "surrender"


def surrender_modifier(p: War, city: Hex) -> int:
    """18.1.1, 18.1.2: what the Axis controls at the moment of the roll."""
    charts, limit = p.charts, p.charts.limit
    other = charts.baku if city == charts.moscow else charts.moscow
    modifier = 0
    for place in (charts.leningrad, other):
        if p.axis_held >> place & 1:
            modifier += limit["surrender_city"]
    south = 1 << charts.stalingrad | 1 << charts.sevastopol
    if p.axis_held & south == south:
        modifier += limit["surrender_south"]
    return modifier


def surrender(p: War, city: Hex) -> None:
    """18.1: the first time that an Axis unit enters Moscow or Baku."""
    case = "18.1.1" if city == p.charts.moscow else "18.1.2"
    die = p.roll() + surrender_modifier(p, city)
    fallen = die <= p.charts.limit["surrender"]
    doubting = case == "18.1.1" and die <= p.charts.limit["disillusion"]
    outcome = SURRENDER if fallen else DISILLUSIONED if doubting else FIGHTS_ON
    p.tell("surrender", case, city, die, outcome)
    if fallen:
        place = "Moscow" if city == p.charts.moscow else "Baku"
        p.ended = Outcome(AXIS, "Soviet surrender", f"{place} has fallen", case)
        p.tell("ended", case, "Soviet surrender", AXIS, 0)
    elif doubting:
        return_black_stripes(p)
        p.tell("disillusioned", case)


def unit_points(p: War) -> int:
    """18.0.5, 11.2.6: points for Axis units in supply; depots always are."""
    return _points_of(p.charts, units_that_count(p), tuple(p.steps))


def units_that_count(p: War) -> UnitSet:
    return p.units_on_map(AXIS) & ~(p.out | p.lack | p.emergency)


@lru_cache(maxsize=64)
def _points_of(charts: Charts, units: UnitSet, steps: tuple[int, ...]) -> int:
    return sum(charts.kind[u].points * max(steps[u], 0) for u in members(units))


@derived(*GROUND)
def cities_that_count(p: War) -> HexSet:
    """18.0.4: cities that the Axis controls with a line of communication of any length."""
    cities = 0
    for hex_ in p.charts.city_points[p.scenario]:
        cities |= 1 << hex_
    cities &= p.axis_held & ~(contested_by(p, SOVIET) & ~p.axis)
    if not cities:
        return 0
    return cities & joined_to(p, AXIS, permanent_sources(p, AXIS))


def city_points(p: War) -> int:
    """19.2.5, 19.5.5: what the cities are worth."""
    worth = p.charts.city_points[p.scenario]
    return sum(worth[hex_] for hex_ in members(cities_that_count(p)))


def asset_points(p: War) -> int:
    """19.3.5: destroyed economic assets."""
    worth = p.charts.asset_points[p.scenario]
    if not worth:
        return 0
    return sum(worth[p.charts.kind[u].key] for u in members(p.box(DESTROYED)))


def score(p: War) -> list[Term]:
    """18.0.3: the points one by one: steps by the kind of unit, cities, assets."""
    charts = p.charts
    steps: Counter[str] = Counter()
    for unit in members(units_that_count(p)):
        steps[charts.kind[unit].key] += max(p.steps[unit], 0)
    kinds = [(charts.kinds[key], number) for key, number in steps.items()]
    found = [
        Term(f"{kind.name}: {number} \u00d7 {kind.points}", kind.points * number, "18.0.5")
        for kind, number in kinds
        if kind.points * number
    ]
    for hex_ in members(cities_that_count(p)):
        worth = charts.city_points[p.scenario][hex_]
        found.append(Term(charts.board.places_at(hex_)[0].name, worth, p.plan.victory))
    if worth_of := charts.asset_points[p.scenario]:
        lost = Counter(charts.kind[unit].key for unit in members(p.box(DESTROYED)))
        for key, number in lost.items():
            name = f"{charts.kinds[key].name} destroyed: {number} \u00d7 {worth_of[key]}"
            found.append(Term(name, worth_of[key] * number, p.plan.victory))
    return found


def victory_points(p: War) -> int:
    return unit_points(p) + city_points(p) + asset_points(p)


def level_of(p: War, points: int) -> tuple[str, str]:
    """The level of victory and its winner.

    19.1.5, 19.2.6, 19.3.6, 19.4.4, 19.5.6, 19.6.5: each scenario has its own.
    """
    return max(line for line in p.charts.levels[p.scenario] if points >= line[0])[1:]


def end_game(p: War) -> None:
    """18.0.2: after the last turn, and a last look at supply."""
    points = total(score(p))
    level, winner = level_of(p, points)
    case = p.plan.victory
    p.ended = Outcome(winner, level, f"the Axis has {points} victory points", case)
    p.tell("ended", case, level, winner, points)
