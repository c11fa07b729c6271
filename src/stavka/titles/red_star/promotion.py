"""15.5 Guards and Shock armies: infantry armies are promoted."""

from __future__ import annotations

from ...engine import Decision, Step, UnitSet, plain, units
from ...hexes import members
from .charts import AXIS, SOVIET
from .contested import contested_by
from .position import AWAITING_PROMOTION, NO_MARKER, PROMOTED, War
from .soviet_army import draw, release


def can_be_promoted(p: War) -> UnitSet:
    """15.5.1: infantry armies in supply and, but for mud, out of contested spaces."""
    able = p.on_map & p.charts.infantry_armies & ~(p.out | p.lack)
    if p.mud:
        return able
    contested = contested_by(p, AXIS)
    return sum(1 << u for u in members(able) if not contested >> p.where[u] & 1)


class Promotion(Step[War, None], key="promotion"):
    """2.0 I b: armies from the Awaiting Promotion Box take the place of infantry armies."""

    def decision(self, p: War, memo: None) -> Decision | None:
        if not p.box(AWAITING_PROMOTION) or not (able := can_be_promoted(p)):
            return None
        options = [units("promote", "15.5.2", able), plain("done", "15.5.2")]
        count = p.box(AWAITING_PROMOTION).bit_count()
        return p.ask(SOVIET, f"Promote infantry armies: {count} to be had", "15.5", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "promote":
            promote(p, value)
        else:
            p.finish()


def promote(p: War, army: int) -> None:
    """15.5.2: a marker is replaced by a class B marker at full strength."""
    # All that wait are alike, but for their numbers.
    guards = members(p.box(AWAITING_PROMOTION))[0]
    marked = p.marker[army] != NO_MARKER
    release(p, army)
    p.take_over(army, guards)
    p.send(army, PROMOTED)
    p.tell("promoted", "15.5.2", army, guards)
    if marked:
        draw(p, guards, "15.5.2")
