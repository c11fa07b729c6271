"""What is counted of a game when many are looked at: points, steps, how far east the front is."""

from __future__ import annotations

from ...engine import Measure
from ...hexes import HexSet, members
from ...kit.measures import front
from .charts import AXIS, SIDES, SOVIET
from .position import War
from .victory import victory_points


def measures(p: War) -> tuple[Measure, ...]:
    grid, cities = p.charts.grid, _cities(p)
    found = [Measure("victory points", AXIS, victory_points(p))]
    for side in SIDES:
        # 5.0.2: of those that can contest a space, which are the troops that fight.
        troops = p.units_on_map(side) & p.charts.contesting
        steps = sum(p.steps[unit] for unit in members(troops))
        held = cities & p.axis_held if side == AXIS else cities & ~p.axis_held
        found += [
            Measure("steps on the map", side, steps),
            Measure("Soviet cities held", side, held.bit_count()),
        ]
    # The column of Axis units that meet Soviet ones: it grows to the east.
    return (*found, *front(grid, AXIS, p.axis, p.soviet, lambda hex_: grid.position(hex_)[0]))


def holders(p: War) -> dict[str, str]:
    """9.0: the major cities of the Soviet Union on the map of the scenario."""
    return {
        p.charts.board.places_at(hex_)[0].name: AXIS if p.axis_held >> hex_ & 1 else SOVIET
        for hex_ in members(_cities(p))
    }


def _cities(p: War) -> HexSet:
    return p.charts.major_cities & p.charts.soviet_union & p.area
