"""Orders that are worth a trial beside what a style would do."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Style
from ...hexes import Hex, members
from .battles import promise
from .choosing import better_hex, ranked, worth_of
from .marching import on_foot
from .movement import Moving, allowance
from .outline import PHASES
from .overrun import overrun_cost, overrun_hexes
from .position import War
from .styles import Staff

# So many orders are proposed, and so many of them for one unit.
PROPOSED = 40
FOR_ONE_UNIT = 3
# What a promise of battle counts beside the worth of hexes.
PER_STEP = 2.0


def proposals(p: War, side: str, style: Style) -> Sequence[tuple[int, Hex]]:
    """A unit and a hex each: near misses of the style, enemies to overrun, and to stay."""
    if not isinstance(style, Staff) or p.ended is not None or p.current.side != side:
        return ()
    phase = next((ph.key for ph in PHASES[p.phase :] if ph.key in p.charts.movers), "")
    moving = p.charts.movers.get(phase, 0) & p.on_map & p.charts.units_of[side] & ~p.frozen()
    if phase == p.current.key:
        moving &= ~p.moved
    found = []
    for unit in members(moving & p.charts.contesting):
        found += _for_one(p, style, unit)
    found.sort()
    return [(unit, hex_) for _, unit, hex_ in found[:PROPOSED]]


def _for_one(p: War, style: Staff, unit: int) -> list[tuple[float, int, Hex]]:
    """What a unit could do else, with what that would cost in the style's eyes."""
    there = on_foot(p, Moving(), unit)
    if not there:
        return []
    lines = ranked(p, style, unit, there)
    chosen, here = better_hex(p, style, unit, there), p.where[unit]
    best = max(lines[0][0], worth_of(p, style, unit, here))
    found = [(best - worth, unit, hex_) for worth, hex_ in lines[: FOR_ONE_UNIT + 1]]
    if chosen is not None:
        found.append((best - worth_of(p, style, unit, here), unit, here))
    side = p.current.side
    if allowance(p, unit) >= overrun_cost(p, side):
        for target in members(overrun_hexes(p, side, (unit,))):
            gain = promise(p, style, (unit,), target, overrun=True)
            found.append((-PER_STEP * gain, unit, target))
    return sorted(line for line in found if line[2] != chosen)[:FOR_ONE_UNIT]
