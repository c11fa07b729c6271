"""What a side on the defence guards, and with how much: where the enemy is, and how strong."""

from __future__ import annotations

from ...hexes import Hex
from .charts import enemy_of
from .evaluation import (
    FAR_AWAY,
    GUARD,
    Goals,
    distances,
    goals_of,
    steps_around,
    steps_by_hex,
)
from .position import War
from .styles import Staff

# What a space between the enemy and a goal takes off its weight.
PER_SPACE = 0.5
# The pressure of an enemy step falls to a half at this distance.
HALF = 6.0
# Troops within so many spaces of a goal guard it; two steps always find something to do.
AT_HAND = 6
AT_LEAST = 2.0


def guarded(p: War, side: str, style: Staff) -> Goals:
    """What the enemy wants, by its worth and the pressure on it; less where troops are enough."""
    found = []
    for hex_, weight in goals_of(p, enemy_of(side)):
        pressure, nearest = _pressure(p, enemy_of(side), hex_)
        if nearest > FAR_AWAY:
            continue
        enough = max(style.threat * pressure, AT_LEAST)
        own = steps_around(p, side, hex_, AT_HAND)
        weight += GUARD - PER_SPACE * nearest
        # Rounded, so that positions that differ little have the same field.
        found.append((hex_, round(2 * weight * min(1.0, enough / max(own, 1))) / 2))
    return tuple(found)


def _pressure(p: War, enemy: str, hex_: Hex) -> tuple[float, int]:
    """The enemy's steps, the nearer the heavier, and how far the nearest are."""
    ways, nearest, total = distances(p.charts, hex_), FAR_AWAY + 1, 0.0
    for there, steps in steps_by_hex(p, enemy).items():
        distance = ways[there]
        if distance <= FAR_AWAY:
            total += steps * HALF / (HALF + distance)
            nearest = min(nearest, distance)
    return total, nearest
