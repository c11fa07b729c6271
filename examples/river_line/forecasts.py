"""What an attack can bring: the rules are asked what they would do with every roll."""

from __future__ import annotations

from stavka.engine import Choice, Event
from stavka.engine.forecast import Effect, Forecast, Rolled, forecast, rolled_in

from .charts import enemy_of
from .position import War
from .results import Retreat, retreat_hexes

# From the worst to the best for whoever attacks.
ORDER = ("Ae", "Ar", "-", "Dr", "De")

ATTACKERS_LOST, ATTACKERS_RETREAT = "the attackers are eliminated", "the attackers retreat"
DEFENDER_LOST, DEFENDER_RETREATS = "the defender is eliminated", "the defender retreats"
NOTHING = "nothing happens"
SOME_LOST = "some of the attackers retreat, the others are eliminated"


def attack_forecast(p: War, column: str) -> Forecast:
    """6.1: the attack that is being put together, at its odds."""
    return forecast(
        p,
        Choice("resolve", column),
        effect=_effect,
        order=ORDER,
        columns=p.charts.columns,
        horizon=len(p.frames) - 1,
    )


def rolled(event: Event) -> Rolled | None:
    """What an event tells of the table: the result, its column, and who attacked what."""
    match event.kind, event.facts:
        case "attacked", (_, target, attackers, column, _, result):
            return Rolled(result, column, attackers, (target,))
    return None


def _effect(after: War) -> Effect:
    side = after.current.side
    match _fate(after, side), _fate(after, enemy_of(side)):
        case (True, True), _:
            text = SOME_LOST
        case (True, False), _:
            text = ATTACKERS_LOST
        case (False, True), _:
            text = ATTACKERS_RETREAT
        case _, (True, _):
            text = DEFENDER_LOST
        case _, (_, True):
            text = DEFENDER_RETREATS
        case _:
            text = NOTHING
    return Effect(rolled_in(after, rolled), text)


def _fate(after: War, side: str) -> tuple[bool, bool]:
    """Whether a side has lost somebody, and whether somebody retreats; what must be, included."""
    own = after.charts.units_of[side]
    fates = [e for e in after.chronicle or () if e.kind in ("eliminated", "retreated")]
    told = {event.kind for event in fates if own >> event.facts[0] & 1}
    ways = [
        bool(retreat_hexes(after, unit))
        for frame in after.frames
        if isinstance(frame.memo, Retreat) and frame.memo.side == side
        for unit in frame.memo.units
    ]
    return "eliminated" in told or not all(ways), "retreated" in told or any(ways)
