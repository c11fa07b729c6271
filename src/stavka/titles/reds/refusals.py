"""Why something cannot be done: which bars, or which one reason, answer for which choice."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Illegal
from ...kit.bars import Refusals, Table
from .activation import CommandStep, FieldStaff, FirstChit
from .charts import FRONTS, RED, WHITE
from .combat import (
    AttackStep,
    CombatStep,
    Commitment,
    bars_to_add,
    bars_to_attack,
    bars_to_commit,
)
from .events import EventStep, bars_to_rise
from .movement import (
    MovementStep,
    bars_to_embark,
    bars_to_garrison,
    bars_to_land,
    bars_to_move,
    bars_to_raid,
    bars_to_select,
)
from .poland import BorderGuard
from .position import CHIT, War
from .rally import Logistics, RallyStep
from .reinforcements import Reinforcement, Replacement, bars_to_replace
from .results import (
    AdvanceStep,
    LossStep,
    RetreatStep,
    bars_to_advance,
    bars_to_go_first,
    bars_to_pass,
    bars_to_retreat,
)
from .stacking import Overstacked
from .strategic_movement import (
    WAYS,
    RedTrainStep,
    StrategicMovement,
    bars_by,
    bars_to_move_gold,
    bars_to_place_train,
    bars_to_travel,
)

UNITS: Table[War] = {
    (MovementStep, "select"): bars_to_select,
    (MovementStep, "raid"): bars_to_raid,
    (MovementStep, "embark"): bars_to_embark,
    (StrategicMovement, "select"): bars_to_travel,
    (AttackStep, "add"): bars_to_add,
    (Commitment, "commit"): bars_to_commit,
    (LossStep, "disorder"): ("11.5", "{} is not the largest unit in the fight"),
    (RetreatStep, "retreat"): bars_to_go_first,
    (AdvanceStep, "advance"): bars_to_advance,
    (Overstacked, "eliminate"): ("9.1", "{} is not in the stack that is too high"),
    (Reinforcement, "select"): ("14.1", "{} does not arrive now, or finds no place"),
    (Replacement, "replace"): bars_to_replace,
    (RallyStep, "tsar"): ("12.12", "{} is not supplied, disordered AFSR or Siberian infantry"),
    (RallyStep, "disband"): ("20.5", "{} is not one of your garrisons on the map"),
    (BorderGuard, "remove"): ("15.5", "{} is not an army that can guard the Polish border"),
    (EventStep, "partisans"): bars_to_rise,
}
HEXES: Table[War] = {
    (MovementStep, "move"): bars_to_move,
    (MovementStep, "garrison"): bars_to_garrison,
    (MovementStep, "land"): bars_to_land,
    **{(StrategicMovement, way): bars_by(way) for way in WAYS},
    (StrategicMovement, "gold"): bars_to_move_gold,
    (RedTrainStep, "train"): bars_to_place_train,
    (CombatStep, "attack"): bars_to_attack,
    (RetreatStep, "to"): bars_to_retreat,
    (RetreatStep, "by"): bars_to_pass,
    (Reinforcement, "place"): ("14.1", "the unit cannot enter in {}"),
    (Replacement, "place"): ("14.2", "the unit cannot enter in {}"),
    (Replacement, "makhno"): (
        "14.5",
        "Makhno returns to an empty hex in or next to his district",
    ),
    (EventStep, "terror"): (
        "13.1",
        "Red Terror needs a Red city in supply that is no Red City yet",
    ),
    (EventStep, "place"): ("6.3", "the unit cannot appear in {}"),
}


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    word = choice.argument
    match step, choice.verb:
        case ((CommandStep() | FieldStaff()), "front") if CHIT.get(word, len(FRONTS)) >= len(
            FRONTS
        ):
            return Illegal(f"{word or 'this'} is not a Front", "7.2")
        case CommandStep(), "front":
            return Illegal(f"{word} is available already", "7.7")
        case FieldStaff(), "front":
            return Illegal(f"{word} has been active in this turn", "7.11")
        case FirstChit(), "first" if word in CHIT:
            return Illegal(f"{word} is not one of your available chits", "7.8")
        case AttackStep(), "resolve":
            return Illegal("no infantry or cavalry, and no partisan, attacks yet", "11.3")
        case RallyStep(), "peace" if isinstance(memo, Logistics) and memo.side == RED:
            return Illegal("peace with Poland cannot be sought now", "15.5")
        case RallyStep(), "miracle" if isinstance(memo, Logistics) and memo.side == WHITE:
            return Illegal("the Miracle of the Vistula cannot be declared now", "15.3")
        case Replacement(), "ukraine":
            return Illegal("the Ukrainian garrison cannot return now", "14.3")
    return None


REFUSALS = Refusals(
    UNITS, HEXES, words=_about_word, name=lambda p, unit: p.charts.counters[unit].name
)
