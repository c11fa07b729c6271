"""Why something of the variant article cannot be done."""

from __future__ import annotations

from ....engine import AnyStep, Illegal
from ....hexes import Hex
from ..charts import CHINESE, SOVIET, enemy_of
from ..combat import AttackStep, CombatPhase
from ..position import War
from .emergency import Emergency, entry_hex
from .interdiction import CarrierInterdiction, Interdiction
from .maneuver_group import ManeuverGroup, may_lead
from .red_guards import RedGuards
from .special_weapons import Launch, MissileLoss, MissileRetreat
from .us_intervention import AmericanLanding, americans_attack, carrier_is_ready
from .war import VariantWar


def about_unit(p: War, side: str, step: AnyStep, verb: str, unit: int) -> Illegal | None:
    assert isinstance(p, VariantWar)
    name, charts = p.name(unit), p.charts
    match step, verb:
        case ManeuverGroup(), "lead" if not may_lead(p) >> unit & 1:
            return Illegal(f"{name} is not a Soviet tank or mechanized unit on the map", "OMG.1")
        case Interdiction(), "interdict_from":
            if not charts.air >> unit & 1 or p.where[unit] < 0:
                return Illegal(f"{name} is not an Air unit on the map", "INT.1")
            if p.struck >> unit & 1:
                return Illegal(f"{name} has flown a mission in this turn", "INT.1")
            return Illegal(f"{name} has moved in this Player-Turn", "14.2")
        case CombatPhase(), "launch":
            return _launch(p, side, unit)
        case MissileLoss(), "lose":
            return Illegal(f"{name} is not in the hex that was hit", "SW.table")
        case MissileRetreat(), "retreat":
            return Illegal(f"{name} does not have to retreat", "SW.table")
    return None


def about_hex(p: War, step: AnyStep, verb: str, unit: int, there: Hex) -> Illegal | None:
    """`unit` is the unit in hand, if any."""
    assert isinstance(p, VariantWar)
    label = p.label(there)
    match step, verb:
        case ((Interdiction() | CarrierInterdiction()), "interdict"):
            if isinstance(step, Interdiction) and unit < 0:
                return Illegal("pick an air base first", "INT.1")
            return Illegal(f"{label} is out of range, or no land hex", "INT.2")
        case Emergency(), "arrive" if p.charts.emergency_entry >> there & 1:
            return Illegal(f"{label} is closed", "ER.4")
        case Emergency(), "arrive":
            return Illegal(f"{label} is neither 0701 nor an air base in supply", "ER.4")
        case RedGuards(), "rise" if p.all_contaminated >> there & 1:
            return Illegal(f"{label} is contaminated", "15.22")
        case RedGuards(), "rise":
            return Illegal(f"{label} is not a city in Chinese hands", "1960s.reinforcements")
        case Launch(), "missile":
            return _missile(p, there)
        case AmericanLanding(), "send_marines":
            if p.charts.coastal >> there & 1:
                return Illegal(f"{label} is closed to Chinese units", "US.1")
            return Illegal(f"{label} is not a coastal hex", "US.1")
    return None


def about_nothing(
    p: War, side: str, step: AnyStep, verb: str, units: tuple[int, ...], air: tuple[int, ...]
) -> Illegal | None:
    """A verb alone; with the units of an attack that is being put together."""
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
            if isinstance(p, VariantWar) and not entry_hex(p):
                return Illegal("0701 is closed", "ER.4")
            return Illegal("this unit is not among those to come", "ER.2")
    return None


def _launch(p: VariantWar, side: str, unit: int) -> Illegal:
    name = p.name(unit)
    if not p.charts.special_weapons & p.units_on_map(side) & 1 << unit:
        return Illegal(f"{name} is not a special weapons brigade of yours on the map", "SW.1")
    if p.current.key == "omg-attack":
        return Illegal("missiles are fired in the Combat Phase", "SW.2")
    if p.fired >> unit & 1:
        return Illegal(f"{name} has fired in this Combat Phase", "SW.2")
    return Illegal("there is no target that is not too close to friends", "SW.2")


def _missile(p: VariantWar, there: Hex) -> Illegal:
    charts, side, label = p.charts, p.current.side, p.label(there)
    if charts.own_symbols[side] >> there & 1:
        return Illegal(f"{label} has a friendly city or industrial symbol", "SW.2")
    if charts.grid.neighbours(p.occupied(side)) >> there & 1:
        return Illegal(f"{label} is next to friendly units", "SW.2")
    return Illegal(f"{label} holds no {enemy_of(side)} unit, city or industry", "SW.2")


def supports_no_group(p: War, attack_air: tuple[int, ...]) -> Illegal | None:
    if p.current.key == "omg-attack" and attack_air:
        return Illegal("one Air unit only supports the maneuver group", "OMG.2")
    return None


def not_the_group(p: War, unit: int) -> Illegal | None:
    if p.current.key == "omg-attack" and p.charts.units_of[SOVIET] >> unit & 1 and unit != p.omg:
        return Illegal("only the maneuver group attacks now", "OMG.2")
    return None
