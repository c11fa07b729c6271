"""What hexes are worth to the troops of a side that is led in a style.

The cadet's view of the war (`evaluation`) with weights that a style sets, and what the cadet does
not think of: attacks that are set up before they are made, ways of supply to be cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...engine import UnitSet, derived
from ...hexes import Flood, Hex, HexSet, flood_waves, members
from .charts import AXIS, SOVIET, Charts
from .contested import enemy_contested, near_units
from .evaluation import (
    TOO_MANY,
    UNSUPPLIED,
    Goals,
    attacking,
    distances,
    escapes,
    goals_nearer_home,
    goals_of,
    shared_out,
    weakly_held,
)
from .guarding import guarded
from .heading import shared_by_worth
from .plans import battle_plans, share_in
from .position import GROUND, War
from .stacking import fits
from .styles import Staff
from .supply import lines_of_the_chain, would_be_in_supply

# How far away the way back into supply is looked for, and what being farther away counts.
SEARCH = 20
# How far away an enemy may be who comes to cut a line of supply.
IN_REACH = 6
LOST = 30
# What a hex is worth if there are no goals.
NOWHERE = -99.0


class Slope:
    """For each hex the best of some goals, less the way to it."""

    def __init__(self, charts: Charts, goals: Goals) -> None:
        # Those goals that are nowhere outdone by a better one near them, and the ways to them.
        self.goals: list[tuple[Hex, float]] = []
        self._pulls: list[tuple[bytes, float]] = []
        for hex_, weight in sorted(goals, key=lambda goal: -goal[1]):
            if all(weight > better - ways[hex_] for ways, better in self._pulls):
                self.goals.append((hex_, weight))
                self._pulls.append((distances(charts, hex_), weight))
        self._known: dict[Hex, float] = {}

    def at(self, hex_: Hex) -> float:
        found = self._known.get(hex_)
        if found is None:
            found = max([weight - ways[hex_] for ways, weight in self._pulls], default=NOWHERE)
            self._known[hex_] = found
        return found


# Most moves leave the goals as they are.
slope_to = lru_cache(maxsize=64)(Slope)


def with_stations(p: War, goals: Goals, worth: float) -> Goals:
    """Cities that bring no points, but in which railways meet, are taken on the way: each counts
    for more than what lies behind it."""
    charts = p.charts
    pays = charts.city_points[p.scenario]
    cities = charts.major_cities & charts.soviet_union & p.area & ~p.axis_held
    found = dict(goals)
    pulls = [(distances(charts, hex_), weight) for hex_, weight in goals]
    if not pulls:
        return goals
    stations = [
        (max([weight - ways[hex_] for ways, weight in pulls]), hex_)
        for hex_ in members(cities)
        if hex_ not in pays
    ]
    for _, hex_ in sorted(stations, reverse=True):
        found[hex_] = max([weight - ways[hex_] for ways, weight in pulls]) + worth
        pulls.append((distances(charts, hex_), found[hex_]))
    return tuple(sorted(found.items()))


class Appraisal:
    """What hexes are worth to units, in one position and style."""

    def __init__(self, p: War, side: str, style: Staff) -> None:
        self.p = p
        self.side = side
        self.style = style
        self.offensive = attacking(p, side) or (
            p.now.weather == "clear" and p.turn <= style.summers
        )
        self.slope = slope_to(p.charts, self._goals())
        self.field = self.slope.at
        self.contested = enemy_contested(p, side)
        self.escapes = escapes(p, side) if self.offensive else 0
        # Supply to be guarded; a hex with its only guard counts for that guard.
        self.posts = 0
        if side == AXIS:
            self.posts = p.hexes_of(p.charts.depots) | lines_of_the_chain(p)
            self.posts &= near_units(p, SOVIET, IN_REACH)
        self._home: dict[HexSet, Flood] = {}

    def _goals(self) -> Goals:
        """Where the side wants to go, or what it guards."""
        p, side = self.p, self.side
        if self.offensive:
            goals = weakly_held(p, side, goals_of(p, side), self.style.shun)
            if side == SOVIET or not self.style.heading:
                return shared_out(p, side, goals)
            return with_stations(p, shared_by_worth(p, side, goals), self.style.station)
        if self.style.threat:
            return guarded(p, side, self.style)
        return shared_out(p, side, goals_nearer_home(p, side, self.style.fall_back))

    def worth(self, unit: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        return self.worths(unit, (hex_,))[0]

    def worths(self, unit: int, there: Sequence[Hex]) -> list[float]:
        """What it is worth to have a unit in each of some hexes."""
        p, style, field = self.p, self.style, self.field
        supplied = would_be_in_supply(p, unit)
        front, posts = self.contested & ~self.posts, self.posts
        beside = style.front if self.offensive else -style.shy
        escapes_ = self.escapes if p.charts.contesting >> unit & 1 else 0
        neighbours, stacks, bit = p.charts.grid.neighbours, p.stacks, 1 << unit
        plans = battle_plans(p, style) if style.setup and self.offensive else None
        found = []
        for hex_ in there:
            value = field(hex_)
            if plans and hex_ in plans:
                value += style.setup * share_in(p, plans[hex_], unit)
            if not supplied >> hex_ & 1:
                value -= UNSUPPLIED + self._way_home(supplied, hex_)
            if front >> hex_ & 1:
                value += beside
            if escapes_:
                value += style.escape * (neighbours(1 << hex_) & escapes_).bit_count()
            others = stacks.get(hex_, 0) & ~bit
            if posts >> hex_ & 1 and not others & p.charts.contesting:
                value += style.garrison
            if others:
                value -= style.company * others.bit_count()
                if not fits(p, (unit,), hex_):
                    value -= TOO_MANY
            found.append(value)
        return found

    def _way_home(self, supplied: HexSet, hex_: Hex) -> float:
        """The spaces to the nearest hex in which there is supply."""
        if supplied not in self._home:
            self._home[supplied] = flood_waves(self.p.charts.passage, supplied, limit=SEARCH)
        distance = self._home[supplied].distance(hex_)
        return float(LOST if distance is None else distance)


def appraise(p: War, side: str, style: Staff) -> Appraisal:
    """The appraisal of a position, kept until something changes."""
    found = _appraise(p, side, style, states(p))
    # Copies of a position share what is kept.
    found.p = p
    return found


States = tuple[UnitSet, ...]


def states(p: War) -> States:
    """The states of units that the worth of hexes depends on, beside where everybody is."""
    return p.out, p.lack, p.emergency, p.moved


@derived(*GROUND)
def _appraise(p: War, side: str, style: Staff, _: States) -> Appraisal:
    return Appraisal(p, side, style)
