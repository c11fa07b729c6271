"""11.0 Partisans and Security Divisions."""

from __future__ import annotations

from ...engine import Decision, Step, UnitSet, hexes
from ...hexes import HexSet, members
from ...kit.bars import Bars, legal
from .charts import SOVIET
from .contested import near_ground_units
from .position import ELIMINATED, READY, War


def near_security(p: War) -> HexSet:
    """11.2.2: everything within two spaces of a Security Division."""
    charts = p.charts
    return charts.grid.within(p.hexes_of(charts.security), charts.limit["security_range"])


def bars_to_partisans(p: War, case: str) -> Bars:
    """11.1.3: spaces in the Soviet Union that hold neither Partisans nor Axis units."""
    yield ~(p.charts.soviet_union & p.area), case, "{} is not in the Soviet Union"
    yield p.partisan_hexes | p.axis, case, "{} is taken"
    yield near_security(p), "11.2.2", "{} is within two spaces of a Security Division"


def bars_to_flee(p: War, unit: int) -> Bars:
    """11.1.8."""
    yield from bars_to_partisans(p, "11.1.8")
    near = p.charts.grid.disc(p.where[unit], p.charts.limit["partisan_flight"])
    yield ~near, "11.1.8", "{} is more than five spaces away"


def bars_to_place_partisans(p: War, memo: None) -> Bars:
    yield from bars_to_partisans(p, "11.1.3")


def disturbed(p: War, group: tuple[int, ...], path: HexSet) -> UnitSet:
    """11.1.8: the Partisans that an Axis group on its way drives off."""
    if not p.partisan_hexes:
        return 0
    if any(p.charts.security >> unit & 1 for unit in group):
        path = p.charts.grid.within(path, p.charts.limit["security_range"])
    return sum(1 << u for u in members(p.on_map & p.charts.partisans) if path >> p.where[u] & 1)


def drive_off(p: War, units: UnitSet) -> None:
    for unit in members(units):
        p.push(Flight, unit)


# How an Axis group comes to where it drives Partisans off.
ARRIVALS = (
    *("moved", "transferred", "sailed", "reinforced"),
    *("overran", "advanced", "retreated"),
)


class Flight(Step[War, int], key="flight", because=ARRIVALS):
    """11.1.8: the Soviet player puts a Partisan unit that was driven off somewhere near."""

    def decision(self, p: War, memo: int) -> Decision | None:
        there = legal(bars_to_flee(p, memo))
        if not there:
            return None
        prompt = f"{p.called(memo)} must leave {p.label(p.where[memo])}"
        return p.ask(SOVIET, prompt, "11.1.8", [hexes("flee", "11.1.8", there)], of=(memo,))

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        p.tell("fled", "11.1.8", memo, p.where[memo], value)
        p.frames.pop()
        p.place(memo, value)

    def end(self, p: War, memo: int) -> None:
        p.tell("eliminated", "11.1.8", memo, p.where[memo])
        p.send(memo, ELIMINATED)


class PartisanPlacement(Step[War, None], key="partisan_placement"):
    """11.1.2: Partisan units that arrive in this turn must be placed."""

    def decision(self, p: War, memo: None) -> Decision | None:
        waiting = members(p.box(READY) & p.charts.partisans)
        there = legal(bars_to_place_partisans(p, memo)) if waiting else 0
        if not there:
            return None
        prompt = f"Place {p.called(waiting[0])}"
        options = [hexes("place", "11.1.3", there)]
        return p.ask(SOVIET, prompt, "11.1.2", options, of=waiting[:1])

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        unit = members(p.box(READY) & p.charts.partisans)[0]
        p.place(unit, value)
        p.tell("placed", "11.1.2", unit, value)


def too_near_for_security(p: War) -> HexSet:
    """11.2.3: within four spaces of a Soviet unit that is no Partisan."""
    return near_ground_units(p, SOVIET, p.charts.limit["security_distance"])
