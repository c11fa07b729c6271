"""4.2 The outline of the sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from .charts import CHINESE, SOVIET


class Phase(NamedTuple):
    key: str
    name: str
    side: str
    case: str = "4.2"


# Before the first Game-Turn (16.0, 17.2).
SET_UP = (
    Phase("soviet-deployment", "Soviet deployment", SOVIET, "17.21"),
    Phase("chinese-deployment", "Chinese deployment", CHINESE, "17.22"),
    Phase("mine-laying", "Secret mining", CHINESE, "16.0"),
    Phase("first-detonation", "First ADM Detonation Phase", CHINESE),
)

# Each Supply Judgement Phase is the opening of the Movement Phase that it is for.
GAME_TURN = (
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET),
    Phase("soviet-initial-movement", "Soviet Initial Movement Phase", SOVIET),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET),
    Phase("soviet-second-movement", "Soviet Second Movement Phase", SOVIET),
    Phase("soviet-interdiction", "Air Interdiction Phase", SOVIET),
    Phase("chinese-reinforcement", "Reinforcement and Militia Mobilization Phase", CHINESE),
    Phase("chinese-initial-movement", "Chinese Initial Movement Phase", CHINESE),
    Phase("chinese-combat", "Chinese Combat Phase", CHINESE),
    Phase("chinese-second-movement", "Chinese Second Movement Phase", CHINESE),
    Phase("removal-of-interdiction", "Removal of Air Interdiction Markers", CHINESE),
    Phase("detonation", "ADM Detonation Phase", CHINESE),
)

PHASES = (*SET_UP, *GAME_TURN)
FIRST_OF_TURN = len(SET_UP)
NUMBER_OF = {phase.key: number for number, phase in enumerate(PHASES)}
