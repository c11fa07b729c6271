"""OMG The Soviet operational maneuver group, which attacks once more at the end of the turn."""

from __future__ import annotations

from ....engine import Decision, Step, plain, units
from ....kit.bars import Bars, legal
from ..charts import SOVIET
from ..position import War
from .war import VariantWar


def bars_to_lead(p: War, memo: None) -> Bars:
    """OMG.1: tank and mechanized units."""
    able = p.units_on_map(SOVIET) & p.charts.armour
    yield ~able, "OMG.1", "{} is not a Soviet tank or mechanized unit on the map"


class ManeuverGroup(Step[VariantWar, None], key="maneuver_group"):
    """OMG.1: the marker is placed at the start of the Soviet Initial Movement Phase."""

    def decision(self, p: VariantWar, memo: None) -> Decision | None:
        able = legal(bars_to_lead(p, memo))
        if not able:
            return None
        options = [units("lead", "OMG.1", able), plain("pass", "OMG.1")]
        return p.ask(SOVIET, "Which unit is the operational maneuver group?", "OMG.1", options)

    def apply(self, p: VariantWar, memo: None, verb: str, value: int) -> None:
        if verb == "lead":
            p.omg = value
            p.tell("leads", "OMG.1", value, p.where[value])
        p.finish()


def end_maneuver_group(p: War) -> None:
    """OMG.1: the marker goes at the end of the Soviet turn."""
    p.expended = 0
    p.omg = -1
