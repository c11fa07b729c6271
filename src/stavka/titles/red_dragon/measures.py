"""What is counted of a game when many are looked at: corps, factors, how near Xuzhou is."""

from __future__ import annotations

from ...engine import Measure
from ...hexes import members
from ...kit.measures import front
from .charts import GMD, PLA, SIDES
from .position import War
from .victory import thirds


def measures(p: War) -> tuple[Measure, ...]:
    charts = p.charts
    corps = thirds(p) / charts.limit["units_for_a_corps"]
    found = [Measure("GMD corps eliminated", PLA, round(corps, 2))]
    for side, cities in ((GMD, charts.cities & ~p.pla_cities), (PLA, p.pla_cities)):
        factors = sum(charts.cf[unit] for unit in members(p.units_on_map(side)))
        found += [
            Measure("combat factors on the map", side, factors),
            Measure("cities held", side, cities.bit_count()),
        ]
    grid, xuzhou = charts.grid, charts.xuzhou
    # How many hexes PLA units that meet the GMD are from Xuzhou.
    return (*found, *front(grid, PLA, p.pla, p.gmd, lambda hex_: grid.distance(hex_, xuzhou)))


def holders(p: War) -> dict[str, str]:
    """7.2.1: the cities."""
    return {
        p.charts.board.places_at(hex_)[0].name: SIDES[p.pla_cities >> hex_ & 1]
        for hex_ in members(p.charts.cities)
    }
