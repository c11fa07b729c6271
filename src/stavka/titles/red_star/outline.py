"""2.0 The outline of the sequence of play."""

from __future__ import annotations

from ...kit.outline import Phase
from .charts import AXIS, SOVIET

PHASES = (
    # Before the first turn of scenario 4.
    Phase("set-up", "Set-up", AXIS, "19.4.3"),
    Phase("supply", "Supply Phase", AXIS, "2.0"),
    Phase("axis-reinforcement", "Axis Reinforcement Phase", AXIS, "2.0"),
    Phase("axis-movement", "Axis Movement Phase", AXIS, "2.0"),
    Phase("axis-combat", "Axis Combat Phase", AXIS, "2.0"),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET, "2.0"),
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET, "2.0"),
    Phase("soviet-movement", "Soviet Movement Phase", SOVIET, "2.0"),
    Phase("tank-movement", "Axis German Tank Movement Phase", AXIS, "2.0"),
    Phase("administrative", "Administrative Phase", SOVIET, "2.0"),
)
FIRST_OF_TURN = 1
NUMBER_OF = {phase.key: number for number, phase in enumerate(PHASES)}
