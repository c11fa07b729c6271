"""Orders that are worth a trial beside what a style would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest

from ....engine import NO_ORDERS, Style
from ....hexes import Hex, members
from ..position import War
from ..stacking import eligible_to_move
from .movement import going, promises, ways_of
from .styles import WarStyle

# How many hexes of each unit are looked at, and how many orders are proposed in all.
EACH, ALL = 4, 48


def proposals(p: War, side: str, style: Style) -> Sequence[tuple[int, Hex]]:
    """Hexes that are nearly as good as where a unit would go, and staying where it is.

    Those that cost least by the style's own measure come first.
    """
    if p.phase < 0 or p.current.side != side or not isinstance(style, WarStyle):
        return ()
    able = eligible_to_move(p, side, second=p.second_movement()) & ~p.moved & ~p.railed
    found = [
        order
        for unit in members(able)
        if p.charts.unit_type[unit].attack
        for order in _of_unit(p, unit, style)
    ]
    found.sort(reverse=True)
    return list(dict.fromkeys((-unit, hex_) for _, unit, hex_ in found))[:ALL]


def _of_unit(p: War, unit: int, style: WarStyle) -> Iterator[tuple[float, int, Hex]]:
    here = promises(p, unit, "move", 1 << p.where[unit], style)[0][0]
    there = going(p, unit, style, NO_ORDERS)
    best, goal = (there.worth, there.hex) if there else (here, p.where[unit])
    if there:
        yield here - best, -unit, p.where[unit]
    for way, hexes in ways_of(p, unit):
        for worth, hex_ in nlargest(EACH, promises(p, unit, way, hexes & ~(1 << goal), style)):
            yield worth - best, -unit, hex_
