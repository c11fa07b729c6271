"""What is counted of a game when many are looked at: industry, strength, how deep the front is."""

from __future__ import annotations

from functools import cache

from ...engine import Measure
from ...hexes import Hex, Passage, flood_waves, members
from ...kit.measures import FRONT, front
from .charts import CHINESE, SIDES, SOVIET, Charts
from .position import War
from .victory import industry_cut_off, points_of


def measures(p: War) -> tuple[Measure, ...]:
    return (
        *_score(p),
        *(Measure("strength on the map", side, _strength(p, side)) for side in SIDES),
        Measure("major cities held", SOVIET, (p.charts.cities & p.soviet).bit_count()),
        *_front(p),
    )


def holders(p: War) -> dict[str, str]:
    """13.16: the major cities."""
    board = p.charts.board
    return {
        board.places_at(hex_)[0].name: SOVIET if p.soviet >> hex_ & 1 else CHINESE
        for hex_ in members(p.charts.cities)
    }


def _score(p: War) -> tuple[Measure, ...]:
    if p.conditions.on_points:
        return tuple(Measure("victory points", side, points_of(p, side)) for side in SIDES)
    return (Measure("industry cut off", SOVIET, industry_cut_off(p)),)


def _strength(p: War, side: str) -> int:
    """Attack and defence strength together."""
    kinds = [p.charts.unit_type[unit] for unit in members(p.units_on_map(side))]
    return sum(kind.attack + kind.defense for kind in kinds)


def _front(p: War) -> tuple[Measure, ...]:
    """How many hexes the Soviets who meet the Chinese in China are from the border."""
    depth, inside = _depths(p.charts), p.soviet & p.charts.china
    found = front(p.charts.grid, SOVIET, inside, p.chinese, depth.__getitem__)
    return found or (Measure(FRONT, SOVIET, 0),)


@cache
def _depths(charts: Charts) -> dict[Hex, int]:
    """Of every hex of China, how far it is from the Soviet Union or Mongolia."""
    way = flood_waves(Passage(charts.grid), charts.ussr | charts.mongolia)
    return {hex_: way.distance(hex_) or 0 for hex_ in members(charts.china)}
