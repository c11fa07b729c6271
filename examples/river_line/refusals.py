"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from stavka.engine import AnyStep, Choice, Decision, Illegal
from stavka.engine.refusals import reason_against
from stavka.engine.texts import points_left
from stavka.hexes import Hex

from .charts import enemy_of
from .combat import Attack, CombatPhase, odds
from .movement import MovementPhase, Moving, movement_points
from .position import OFF_MAP, Campaign
from .results import Advance, Retreat, RetreatStep
from .zones_of_control import enemy_zone


def refusal(p: Campaign, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: Campaign, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    match verb, memo:
        case "select", Moving():
            return _select(p, side, memo, unit)
        case "add", Attack():
            return _add(p, side, memo, unit)
        case "advance", Advance():
            name = p.charts.counters[unit].name
            return Illegal(f"the {name} took no part in the attack", "6.3")
    return None


def _about_hex(
    p: Campaign, side: str, step: AnyStep, memo: object, verb: str, there: Hex
) -> Illegal | None:
    match step, verb, memo:
        case MovementPhase(), "move", Moving():
            return _move(p, side, memo, there)
        case CombatPhase(), "attack", _:
            return _attack(p, side, there)
        case RetreatStep(), "retreat", Retreat():
            return _retreat(p, memo, there)
    return None


def _about_word(
    p: Campaign, side: str, step: AnyStep, memo: object, choice: Choice
) -> Illegal | None:
    match choice.verb, memo:
        case "resolve", Attack() if not memo.units:
            return Illegal("nobody attacks yet", "5.1")
        case "resolve", Attack():
            best = odds(p, memo)
            if best is None:
                return Illegal("less than half of the defender's strength attacks", "5.2")
            return Illegal(f"the odds are {best}", "5.2")
        case "eliminate", Retreat():
            return Illegal("a unit that can retreat has to", "6.2")
    return None


def _select(p: Campaign, side: str, memo: Moving, unit: int) -> Illegal:
    name = p.charts.counters[unit].name
    if p.where[unit] == OFF_MAP or p.charts.counters[unit].side != side:
        return Illegal(f"the {name} is not a unit of yours on the map", "3.1")
    if unit == memo.unit:
        return Illegal(f"the {name} is in hand already", "3.1")
    return Illegal(f"the {name} has moved in this phase", "3.1")


def _move(p: Campaign, side: str, memo: Moving, there: Hex) -> Illegal:
    if memo.unit < 0:
        return Illegal("pick up a unit first", "3.1")
    label, here = p.label(there), p.where[memo.unit]
    if p.occupied(enemy_of(side)) >> there & 1:
        return Illegal(f"an enemy is in {label}: attack it when the phase is over", "3.3")
    if p.occupied(side) >> there & 1:
        return Illegal(f"{label} is taken: one unit in a hex", "3.3")
    zone = enemy_zone(p, side)
    if zone >> here & 1 and zone >> there & 1 and p.charts.grid.distance(here, there) == 1:
        return Illegal(f"{p.label(here)} and {label} are both in enemy zones", "4.2")
    left = points_left(movement_points(p, memo.unit))
    return Illegal(f"{label} is out of reach with {left}, or behind an enemy zone", "3.2")


def _attack(p: Campaign, side: str, there: Hex) -> Illegal:
    label, unit = p.label(there), p.unit_in(there)
    if unit is None or p.charts.counters[unit].side == side:
        return Illegal(f"no enemy is in {label}", "5.1")
    if p.attacked >> unit & 1:
        return Illegal(f"the unit in {label} has been attacked in this phase", "5.1")
    return Illegal(f"no unit that can still attack is next to {label}", "5.1")


def _add(p: Campaign, side: str, attack: Attack, unit: int) -> Illegal:
    name = p.charts.counters[unit].name
    if p.where[unit] == OFF_MAP or p.charts.counters[unit].side != side:
        return Illegal(f"the {name} is not a unit of yours on the map", "5.1")
    if unit in attack.units:
        return Illegal(f"the {name} takes part already", "5.1")
    if p.fought >> unit & 1:
        return Illegal(f"the {name} has attacked in this phase", "5.1")
    return Illegal(f"the {name} is not next to {p.label(attack.target)}", "5.1")


def _retreat(p: Campaign, memo: Retreat, there: Hex) -> Illegal:
    label, here = p.label(there), p.where[memo.units[0]]
    if p.charts.grid.distance(here, there) != 1:
        return Illegal(f"{label} is not one hex away", "6.2")
    if p.unit_in(there) is not None:
        return Illegal(f"{label} is not empty", "6.2")
    if enemy_zone(p, memo.side) >> there & 1:
        return Illegal(f"{label} is in an enemy zone", "6.2")
    return Illegal(f"the river is between {p.label(here)} and {label}, and no bridge", "6.2")
