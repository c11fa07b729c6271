"""2.0 The outline of the sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from .charts import AXIS, SOVIET


class Phase(NamedTuple):
    key: str
    name: str
    # The side whose phase it is; in the Supply and Administrative Phases both act.
    side: str
    case: str = "2.0"


PHASES = (
    # Before the first turn of scenario 4.
    Phase("set-up", "Set-up", AXIS, "19.4.3"),
    Phase("supply", "Supply Phase", AXIS),
    Phase("axis-reinforcement", "Axis Reinforcement Phase", AXIS),
    Phase("axis-movement", "Axis Movement Phase", AXIS),
    Phase("axis-combat", "Axis Combat Phase", AXIS),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET),
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET),
    Phase("soviet-movement", "Soviet Movement Phase", SOVIET),
    Phase("tank-movement", "Axis German Tank Movement Phase", AXIS),
    Phase("administrative", "Administrative Phase", SOVIET),
)
FIRST_OF_TURN = 1
NUMBER_OF = {phase.key: number for number, phase in enumerate(PHASES)}
