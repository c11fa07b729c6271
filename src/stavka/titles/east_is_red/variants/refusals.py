"""Why something of the variant article cannot be done."""

from __future__ import annotations

from ....engine import AnyStep, Illegal
from ....kit.bars import Table
from ..charts import CHINESE
from ..combat import AttackStep, CombatPhase
from ..position import War
from ..results import bars_to_retreat_to
from .emergency import Emergency, bars_to_arrive, entry_hex
from .interdiction import (
    CarrierInterdiction,
    Interdiction,
    bars_to_carriers,
    bars_to_interdict,
    bars_to_interdict_from,
)
from .maneuver_group import ManeuverGroup, bars_to_lead
from .red_guards import RedGuards, bars_to_rise
from .special_weapons import (
    Launch,
    MissileLoss,
    MissileRetreat,
    bars_to_launch,
    bars_to_lose_to_missile,
    bars_to_missile,
    bars_to_retreat_from_missile,
)
from .us_intervention import (
    AmericanLanding,
    americans_attack,
    bars_to_send_marines,
    carrier_is_ready,
)

UNITS: Table[War] = {
    (ManeuverGroup, "lead"): bars_to_lead,
    (Interdiction, "interdict_from"): bars_to_interdict_from,
    (CombatPhase, "launch"): bars_to_launch,
    (MissileLoss, "lose"): bars_to_lose_to_missile,
    (MissileRetreat, "retreat"): bars_to_retreat_from_missile,
}
HEXES: Table[War] = {
    (Interdiction, "interdict"): bars_to_interdict,
    (CarrierInterdiction, "interdict"): bars_to_carriers,
    (Emergency, "arrive"): bars_to_arrive,
    (RedGuards, "rise"): bars_to_rise,
    (Launch, "missile"): bars_to_missile,
    (MissileRetreat, "to"): bars_to_retreat_to,
    (AmericanLanding, "send_marines"): bars_to_send_marines,
}


def about_word(
    p: War, step: AnyStep, verb: str, units: tuple[int, ...], air: tuple[int, ...]
) -> Illegal | None:
    """A verb alone; with the units of an attack that is being put together."""
    side = p.current.side
    match step, verb:
        case AttackStep(), "mass" if side == CHINESE and p.guerrilla_warfare:
            return Illegal("there are no mass attacks in guerrilla warfare", "GW.2")
        case AttackStep(), "nuclear" if side == CHINESE and p.charts.us_marine:
            if americans_attack(p, units, air):
                return Illegal("no nuclear attack before a Soviet one in an earlier turn", "US.3")
            return Illegal(
                "the Chinese Player fires missiles, but makes no nuclear attacks", "SW.4"
            )
        case AttackStep(), "carrier_strike":
            if not carrier_is_ready(p):
                return Illegal("carrier aircraft are not at hand in this turn", "US.2")
            return Illegal("the strike is made on one hex in range of the sea", "US.2")
        case Emergency(), "receive":
            if not entry_hex(p):
                return Illegal("0701 is closed", "ER.4")
            return Illegal("this unit is not among those to come", "ER.2")
    return None
