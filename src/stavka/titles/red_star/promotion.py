"""15.5 Guards and Shock armies: infantry armies are promoted."""

from __future__ import annotations

from ...engine import Decision, Step, plain, units
from ...hexes import members
from ...kit.bars import Bars, legal
from .charts import AXIS, SOVIET
from .contested import contested_by
from .position import AWAITING_PROMOTION, NO_MARKER, PROMOTED, War
from .soviet_army import draw, release


def bars_to_promote(p: War, memo: None) -> Bars:
    """15.5.1: infantry armies in supply and, but for mud, out of contested spaces."""
    armies = p.on_map & p.charts.infantry_armies
    yield ~armies, "15.5.1", "{} is no infantry army on the map"
    yield p.out | p.lack, "15.5.1", "{} is not in supply"
    if not p.mud:
        contested = p.those_in(armies, contested_by(p, AXIS))
        yield contested, "15.5.1", "{} is in a contested space"


class Promotion(Step[War, None], key="promotion"):
    """2.0 I b: armies from the Awaiting Promotion Box take the place of infantry armies."""

    def decision(self, p: War, memo: None) -> Decision | None:
        if not p.box(AWAITING_PROMOTION) or not (able := legal(bars_to_promote(p, memo))):
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
