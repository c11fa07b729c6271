"""4.2 The outline of the sequence of play."""

from __future__ import annotations

from ...kit.outline import Phase
from .charts import CHINESE, SOVIET, Conditions
from .options import INTERDICTION, MANEUVER_GROUP, US_INTERVENTION

# Before the first Game-Turn (16.0, 17.2).
DEPLOYMENT = {
    SOVIET: Phase("soviet-deployment", "Soviet deployment", SOVIET, "17.21"),
    CHINESE: Phase("chinese-deployment", "Chinese deployment", CHINESE, "17.22"),
}
MINING = (
    Phase("mine-laying", "Secret mining", CHINESE, "16.0"),
    Phase("first-detonation", "First ADM Detonation Phase", CHINESE, "4.2"),
)

# 4.1: the Soviet Player-Turn, then the Chinese one.
# Each Supply Judgement Phase is the opening of the Movement Phase that it is for.
GAME_TURN = (
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET, "4.2"),
    Phase("soviet-initial-movement", "Soviet Initial Movement Phase", SOVIET, "4.2"),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET, "4.2"),
    Phase("soviet-second-movement", "Soviet Second Movement Phase", SOVIET, "4.2"),
    Phase("omg-attack", "Operational Maneuver Group's attack", SOVIET, "OMG.2"),
    Phase("soviet-interdiction", "Air Interdiction Phase", SOVIET, "4.2"),
    Phase("chinese-reinforcement", "Reinforcement and Militia Mobilization Phase", CHINESE, "4.2"),
    Phase("chinese-initial-movement", "Chinese Initial Movement Phase", CHINESE, "4.2"),
    Phase("chinese-combat", "Chinese Combat Phase", CHINESE, "4.2"),
    Phase("chinese-second-movement", "Chinese Second Movement Phase", CHINESE, "4.2"),
    Phase("removal-of-interdiction", "Removal of Air Interdiction Markers", CHINESE, "4.2"),
    Phase("us-interdiction", "US Air Interdiction Phase", CHINESE, "US.2"),
    Phase("detonation", "ADM Detonation Phase", CHINESE, "4.2"),
)


def outline(conditions: Conditions, options: tuple[str, ...], *, mines: bool) -> tuple[Phase, ...]:
    """The phases of a scenario with its options, those of the set-up first.

    1980s.turn-order: the Chinese deploy first.
    """
    first = conditions.deploys_first
    second = SOVIET if first == CHINESE else CHINESE
    phases = [DEPLOYMENT[first], DEPLOYMENT[second], *MINING, *GAME_TURN]
    left_out = set()
    if not mines:
        left_out |= {"mine-laying", "first-detonation", "detonation"}
    if MANEUVER_GROUP not in options:
        left_out.add("omg-attack")
    if INTERDICTION not in options or US_INTERVENTION not in options:
        left_out.add("us-interdiction")
    return tuple(phase for phase in phases if phase.key not in left_out)
