"""2.1 The phases of a turn, in their order."""

from __future__ import annotations

from typing import NamedTuple

from .charts import UPLAND, VALE


class Phase(NamedTuple):
    key: str
    name: str
    side: str


PHASES = (
    Phase("upland-movement", "Upland Movement", UPLAND),
    Phase("upland-combat", "Upland Combat", UPLAND),
    Phase("vale-movement", "Vale Movement", VALE),
    Phase("vale-combat", "Vale Combat", VALE),
)
