"""2.1 The phases of a turn, in their order."""

from __future__ import annotations

from stavka.kit.outline import Phase

from .charts import UPLAND, VALE

PHASES = (
    Phase("upland-movement", "Upland Movement", UPLAND, "2.1"),
    Phase("upland-combat", "Upland Combat", UPLAND, "2.1"),
    Phase("vale-movement", "Vale Movement", VALE, "2.1"),
    Phase("vale-combat", "Vale Combat", VALE, "2.1"),
)
