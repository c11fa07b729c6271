"""The ways to play each side that the title knows."""

from __future__ import annotations

from ...engine import Style, Styles
from .charts import PLA


class WarStyle(Style, frozen=True, kw_only=True):
    """Weights; whoever has none of his own plays as a cadet."""


STYLES = {
    side: Styles(
        portfolio=(WarStyle(name="cadet"),),
    )
    for side in (PLA, "GMD")
}


def styles(side: str) -> Styles:
    return STYLES[side]
