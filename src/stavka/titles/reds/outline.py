"""5.0 The outline of the sequence of play."""

from __future__ import annotations

from typing import NamedTuple


class Phase(NamedTuple):
    key: str
    name: str
    case: str


# 5.1 Operational Turn. The Action Phase goes round in "activation" until no chit is left.
# 6.2: who has the initiative comes second with events and strategic movement.
OPERATIONAL = (
    Phase("initiative", "Initiative Determination Phase", "6.1"),
    Phase("second-event", "Random Event of the player without the initiative", "6.3"),
    Phase("first-event", "Random Event of the player with the initiative", "6.3"),
    Phase("makhno", "Makhno Allegiance Phase", "16.1"),
    Phase("second-strategic", "Strategic Movement of the player without the initiative", "10.2"),
    Phase("first-strategic", "Strategic Movement of the player with the initiative", "10.2"),
    Phase("red-train", "Red Train Step", "20.10"),
    Phase("command", "Command Step", "7.4"),
    Phase("chit-pool", "Chit Pool Step", "7.8"),
    Phase("activation", "Activation Segments", "7.9"),
    Phase("end", "Removal of Done markers", "5.1"),
)

# 5.2 Strategic Turn.
STRATEGIC = (
    Phase("victory", "Victory Check Phase", "4.1"),
    Phase("withdrawal", "Allied Withdrawal Phase", "18.1"),
    Phase("white-reinforcement", "White Reinforcement Step", "14.1"),
    Phase("red-reinforcement", "Red Reinforcement Step", "14.1"),
    Phase("white-replacement", "White Replacement Step", "14.2"),
    Phase("red-replacement", "Red Replacement Step", "14.2"),
)

# Where the Red Train Step comes in an Operational Turn, and the check of the Allies in a Strategic.
RED_TRAIN = [phase.key for phase in OPERATIONAL].index("red-train")
WITHDRAWAL = [phase.key for phase in STRATEGIC].index("withdrawal")

PHASES = {"operational": OPERATIONAL, "strategic": STRATEGIC}
