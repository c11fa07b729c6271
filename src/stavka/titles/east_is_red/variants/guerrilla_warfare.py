"""GW Guerrilla warfare: the Chinese Player declares it once, and it lasts.

Its effects are terms of supply (GW.1, GW.4), combat (GW.2) and terrain (GW.3).
"""

from __future__ import annotations

from ....engine import Decision, Step, plain
from ..charts import CHINESE
from .war import VariantWar


class Declaration(Step[VariantWar, None], key="declaration"):
    """At the start of a Chinese Player-Turn."""

    def decision(self, p: VariantWar, memo: None) -> Decision | None:
        if p.guerrilla_warfare:
            return None
        options = [plain("declare", "GW.1"), plain("pass", "GW.1")]
        return p.ask(CHINESE, "Declare guerrilla warfare?", "GW.1", options)

    def apply(self, p: VariantWar, memo: None, verb: str, value: int) -> None:
        if verb == "declare":
            p.guerrilla_warfare = True
            p.tell("guerrilla_warfare", "GW.1")
        p.finish()
