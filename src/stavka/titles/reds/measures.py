"""What is counted of a game when many are looked at: cities, manpower, how far Moscow is."""

from __future__ import annotations

from ...engine import Measure
from ...hexes import members
from ...kit.measures import front
from .charts import RED, SIDES, WHITE
from .control import controlled, resource_cities, resources
from .position import POLAND_AT_WAR, War


def measures(p: War) -> tuple[Measure, ...]:
    charts = p.charts
    found = [Measure("withdrawals of the Allies", RED, p.withdrawals)]
    for side in SIDES:
        cities = controlled(p, side) & charts.cities
        manpower = sum(charts.manpower[unit] for unit in members(p.units_on_map(side)))
        found += [
            Measure("resources", side, resources(p, side)),
            Measure("cities held", side, cities.bit_count()),
            Measure("manpower on the map", side, manpower),
        ]
    return (*found, *_front(p))


def holders(p: War) -> dict[str, str]:
    """13.5: the resource cities."""
    held = {side: controlled(p, side) for side in SIDES}
    return {
        p.charts.board.places_at(hex_)[0].name: next(
            (side for side in SIDES if held[side] >> hex_ & 1), ""
        )
        for hex_ in members(resource_cities(p))
    }


def _front(p: War) -> tuple[Measure, ...]:
    """How many hexes White armies that meet Red ones are from Moscow; Poles if they fight."""
    white = p.white_armies | (p.polish_armies if p.poland == POLAND_AT_WAR else 0)
    grid, moscow = p.charts.grid, p.charts.moscow
    return front(grid, WHITE, white, p.red_armies, lambda hex_: grid.distance(hex_, moscow))
