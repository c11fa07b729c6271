"""Which goals an army on the offensive heads for: each draws as many troops as it is worth."""

from __future__ import annotations

from ...engine import derived
from .evaluation import Goals, distances, steps_by_hex
from .position import GROUND, War

# How often the troops are asked, and how much less a goal counts then for those it does not need.
ROUNDS = 12
A_BIT = 1.0
# How much more of the army than its share may head for a goal.
ROOM = 1.3


@derived(*GROUND)
def shared_by_worth(p: War, side: str, goals: Goals) -> Goals:
    """Goals that more troops head for than their share of all worth count for less, until the
    others are worth the way."""
    troops = steps_by_hex(p, side)
    worth = [max(weight, 0.0) for _, weight in goals]
    if not troops or not sum(worth):
        return goals
    ways = [distances(p.charts, hex_) for hex_, _ in goals]
    each = ROOM * sum(troops.values()) / sum(worth)
    enough = [each * weight for weight in worth]
    weights = [weight for _, weight in goals]
    lines = [([way[hex_] for way in ways], steps) for hex_, steps in troops.items()]
    numbers = range(len(goals))
    for _ in range(ROUNDS):
        heading = [0] * len(goals)
        for distance, steps in lines:
            pulls = [weight - far for weight, far in zip(weights, distance, strict=True)]
            heading[pulls.index(max(pulls))] += steps
        too_many = [n for n in numbers if heading[n] > enough[n]]
        if not too_many:
            break
        for n in too_many:
            weights[n] -= A_BIT
    # Rounded, so that positions that differ little have the same field.
    return tuple([(goals[n][0], round(2 * weights[n]) / 2) for n in numbers])
