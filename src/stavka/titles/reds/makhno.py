"""16.0 The Makhno Partisans."""

from __future__ import annotations

from ...hexes import HexSet
from .charts import RED, WHITE, enemy_of
from .control import enter
from .position import POOL, War


def makhno_on_map(p: War) -> int:
    """The face of Makhno that is on the map; -1 if he is not."""
    for side in (WHITE, RED):
        unit = p.charts.makhno_of[side]
        if p.where[unit] >= 0:
            return unit
    return -1


def determine_allegiance(p: War) -> None:
    """16.1: Makhno joins the side opposed to the unit that is closest."""
    unit = makhno_on_map(p)
    if unit < 0:
        return
    charts = p.charts
    closest = closest_side(p, unit)
    side = enemy_of(closest)
    if charts.side_of[unit] != side:
        other = charts.makhno_of[side]
        hex_, disordered = p.where[unit], p.disordered >> unit & 1
        p.send(unit, POOL)
        p.place(other, hex_)
        enter(p, other, (hex_,))
        if disordered:
            p.disordered |= 1 << other
    p.tell("makhno", "16.1", side, closest)


def closest_side(p: War, unit: int) -> str:
    """16.2: not counted across the sea; if both are as near, White is closer."""
    bit = 1 << p.where[unit]
    white = p.white & ~bit
    if p.poles_are_neutral():
        white &= ~p.poles
    red = p.red & ~bit
    reached: HexSet = bit
    wave = bit
    while wave:
        if wave & white:
            return WHITE
        if wave & red:
            return RED
        wave = p.charts.overland.spread(wave) & ~reached
        reached |= wave
    return WHITE
