"""8.0 The outline of the sequence of play, which is not the usual one."""

from __future__ import annotations

from ...kit.outline import Phase
from .charts import GMD, PLA

# The GMD moves, the PLA moves, the PLA attacks, and only then does the GMD attack.
GAME_TURN = (
    Phase("weather", "Weather Phase", GMD, "5.1"),
    Phase("news", "China News! Phase", PLA, "9.1.1"),
    Phase("interdiction", "Interdiction Phase", GMD, "14.3"),
    Phase("gmd-reinforcement", "GMD Reinforcement and Replacement Segment", GMD, "10.0"),
    Phase("relief", "FDP Relief Check Segment", GMD, "16.2.8"),
    Phase("gmd-movement", "GMD Movement Segment", GMD, "11.0"),
    Phase("pla-reinforcement", "PLA Reinforcement and Replacement Segment", PLA, "10.0"),
    Phase("pla-movement", "PLA Movement Segment", PLA, "11.0"),
    Phase("pla-combat", "PLA Combat Phase", PLA, "12.0"),
    Phase("gmd-combat", "GMD Combat Phase", GMD, "12.0"),
    Phase("turn-end", "Turn End Phase", GMD, "8.0"),
)
NUMBER_OF = {phase.key: number for number, phase in enumerate(GAME_TURN)}
