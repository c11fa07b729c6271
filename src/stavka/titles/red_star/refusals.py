"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal
from ...engine.refusals import reason_against
from ...engine.texts import points_left
from ...hexes import Hex, set_of
from ...kit.bars import Refusals, Table
from .advance import Advance, AdvanceStep, bars_to_advance, bars_to_go, is_advancing
from .airpower import AirbaseWithdrawal, FleetPlacement, bars_to_fly, bars_to_withdraw
from .attacks import AttackStep, CombatPhase
from .charts import AXIS, SOVIET, enemy_of
from .combat import Attack, bars_to_add, bars_to_attack, bars_to_target, odds_of
from .contested import enemy_contested, near_units
from .conversion import (
    Converting,
    GermanConversion,
    SovietConversion,
    bars_to_break_down,
    bars_to_build_up,
    bars_to_corps,
    bars_to_divide,
    bars_to_incorporate,
    bars_to_join,
    bars_to_take_in,
    bars_to_unite,
    bars_to_unite_with,
    being_converted,
)
from .economy import Evacuation, LeaderArrival, bars_to_evacuate, bars_to_leader
from .movement import (
    LAST,
    MOVEMENT,
    ORDER,
    SEA,
    STRATEGIC,
    MovementPhase,
    Moving,
    last_movers,
    left,
    lonely_contested,
    manner_of,
    may_creep,
    movement_chart,
    sea_hexes,
    step_cost,
)
from .overrun import no_overrun_into, open_to_overrun, overrun_cost
from .partisans import (
    Flight,
    PartisanPlacement,
    bars_to_flee,
    bars_to_place_partisans,
    too_near_for_security,
)
from .position import PARADROP, War
from .promotion import Promotion, bars_to_promote
from .reinforcements import (
    AirborneDrop,
    ReinforcementPhase,
    bars_to_call_up,
    bars_to_drop,
    bars_to_pick_jumper,
    bars_to_place,
)
from .results import (
    BattleStep,
    CrowdStep,
    LossesStep,
    RetreatStep,
    Satisfy,
    SatisfyStep,
    bars_to_clear,
    bars_to_detach,
    bars_to_lose,
    bars_to_make_room,
    bars_to_retreat,
    may_retreat,
)
from .scenarios import SecurityPlacement, bars_to_place_security
from .stacking import Overstacked, bars_to_thin_out, violates
from .supply import Depots, bars_to_use_depot, would_be_in_supply


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return REFUSALS.against(p, choice) or reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    match step, verb, memo:
        case MovementPhase(), "select", Moving():
            return _select(p, side, memo, unit)
        case MovementPhase(), "add", Moving():
            return _add_to_group(p, side, memo, unit)
        case MovementPhase(), "drop", Moving():
            return _leave_behind(p, memo, unit)
    return None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
        case MovementPhase(), _, Moving():
            return _about_way(p, side, memo, verb, hex_)
    return None


def _about_way(p: War, side: str, memo: Moving, verb: str, hex_: Hex) -> Illegal | None:
    match verb:
        case "drop" if side == SOVIET:
            return _drops_first()
        case "move" | "overrun" | "sail" | "transfer" if not memo.units:
            return Illegal("pick up a unit first", "3.2")
        case "move":
            return _move(p, side, memo, hex_)
        case "overrun":
            return _overrun(p, side, memo, hex_)
        case "sail":
            return _sail(p, side, memo, hex_)
        case "transfer":
            return _transfer(p, side, memo, hex_)
    return None


def _about_word(p: War, side: str, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    match step, choice.verb, memo:
        case MovementPhase(), "strategic", Moving(units=(unit,)):
            return _strategic(p, side, memo, unit)
        case MovementPhase(), "strategic", Moving():
            return Illegal("strategic movement is for one unit at a time", "3.5.3")
        case MovementPhase(), ("stack" | "halt" | "back"), Moving():
            return _nobody_in_hand(memo, choice.verb)
        case AttackStep(), "all", Attack():
            return Illegal("nobody else can join the attack", "7.3.1")
        case AttackStep(), "resolve", Attack():
            return _resolve(p, side, memo)
        case SatisfyStep(), "retreat", Satisfy():
            return Illegal(f"the result is {memo.number}", "7.8.2")
        case LossesStep(), "retreat", _ if not may_retreat(p, side):
            return Illegal("units that cannot move bind those with them", "7.13.3")
        case AdvanceStep(), "halt", Advance():
            return Illegal("nobody is advancing", "7.15.2")
        case AdvanceStep(), "hold", Advance():
            return Illegal(is_advancing(p, memo), "7.15.2")
        case ((GermanConversion() | SovietConversion()), "done", Converting()):
            return Illegal(being_converted(p, memo), "17.1")
        case ((GermanConversion() | SovietConversion()), "back", Converting()):
            return Illegal("nothing is being converted", "17.1")
        case CrowdStep(), "stand", _:
            return Illegal("the owner has had his say: remove a unit", "7.12.1")
        case BattleStep(), "done", _:
            return Illegal("decide about the Siege Artillery before the die is rolled", "7.6.2")
    return None


# 3.0 Movement


def _select(p: War, side: str, memo: Moving, unit: int) -> Illegal:
    charts, name = p.charts, p.called(unit)
    if charts.kind[unit].side != side:
        return Illegal(f"{name} is not yours to move", "3.2")
    if p.where[unit] == PARADROP:
        return _drops_first()
    if p.where[unit] < 0:
        return Illegal(f"{name} is not on the map", "3.2")
    if charts.fleets >> unit & 1:
        return Illegal("air fleets do not move; they are placed", "12.1.2")
    if charts.partisans >> unit & 1:
        return Illegal("Partisans do not move", "11.1.4")
    if charts.immobile >> unit & 1:
        return Illegal(f"{name} cannot move", "3.1.1")
    if p.frozen() >> unit & 1:
        return Illegal(f"{name} was set up in Finland or Rumania and waits on turn 1", "19.2.4")
    if p.current.key == "tank-movement" and not charts.german_tanks >> unit & 1:
        return Illegal("only German tank units move in this phase", "2.0")
    if unit in memo.units:
        return Illegal(f"{name} is in hand already", "3.2")
    if unit in memo.stopped:
        return Illegal(f"an overrun has stopped {name} for this phase", "8.0.4")
    if p.moved >> unit & 1:
        return Illegal(f"{name} has moved in this phase", "3.2")
    if ORDER[p.current.key][memo.stage] == LAST:
        return Illegal(f"only airbases and Leaders move now, not {name}", "3.2")
    return Illegal(f"airbases and Leaders move last: {name} has to wait", "3.2")


def _drops_first() -> Illegal:
    return Illegal("airborne units drop before anybody moves", "15.4.2")


def _add_to_group(p: War, side: str, memo: Moving, unit: int) -> Illegal:
    name = p.called(unit)
    if not memo.units:
        return Illegal("pick up a unit first", "3.3.1")
    if memo.begun:
        return Illegal("nobody joins a stack that is on its way", "3.3.1")
    if p.where[unit] != p.where[memo.units[0]]:
        return Illegal(f"{name} did not begin the phase in the same space", "3.3.1")
    return _select(p, side, memo, unit)


def _leave_behind(p: War, memo: Moving, unit: int) -> Illegal:
    name = p.called(unit)
    if unit not in memo.units:
        return Illegal(f"{name} is not in the stack that moves", "3.3.1")
    if not memo.begun:
        return Illegal(f"the stack has not moved yet: {name} need not come along", "3.3.1")
    return Illegal(f"{name} moves alone", "3.3.1")


def _nobody_in_hand(memo: Moving, verb: str) -> Illegal:
    if verb == "back":
        return Illegal("no strategic movement has been begun", "3.5")
    if not memo.units:
        return Illegal("pick up a unit first", "3.2")
    if verb == "stack":
        return Illegal("nobody else in the space can come along", "3.3.1")
    return Illegal("nobody is on the way", "3.2")


def _closed(p: War, side: str, there: Hex) -> Illegal | None:
    """What keeps everybody out of a space."""
    label = p.label(there)
    if not p.area >> there & 1:
        if p.charts.land >> there & 1:
            return Illegal(f"{label} is not on the map of this scenario", "1.2")
        return Illegal(f"{label} is water or out of play", "3.3.4")
    if p.occupied(enemy_of(side)) >> there & 1:
        return Illegal(f"{label} is occupied by enemy units", "3.2")
    return None


def _move(p: War, side: str, memo: Moving, there: Hex) -> Illegal:
    charts, here, label = p.charts, p.where[memo.units[0]], p.label(there)
    names = ", ".join(map(p.called, memo.units))
    if memo.strategic:
        return Illegal("strategic movement or movement, not both", "3.5.2")
    if _walked_before(p, memo):
        return Illegal("with German tanks movement comes before strategic movement", "3.5.2")
    if set_of(memo.units) & last_movers(p) and ORDER[p.current.key][memo.stage] != LAST:
        return Illegal(f"{names} moves after all others", "3.2")
    if closed := _closed(p, side, there):
        return closed
    if here == there:
        return Illegal(f"{names} is in {label} already", "3.2")
    contested = enemy_contested(p, side)
    manners = [manner_of(p, unit) for unit in memo.units]
    if any(m.timid for m in manners) and lonely_contested(p, side) >> there & 1:
        return _stays_out(names, label)
    if any(m.security for m in manners) and too_near_for_security(p) >> there & 1:
        return Illegal(f"{label} is within four spaces of a Soviet unit", "11.2.3")
    if set_of(memo.units) & charts.siege and not charts.rail.hexes >> there & 1:
        return Illegal("the Siege Artillery moves on railroads only", "3.3.6")
    if charts.grid.distance(here, there) == 1:
        if any(movement_chart(p, m).step_cost(here, there) is None for m in manners):
            case = "3.3.6" if set_of(memo.units) & charts.siege else "3.3.4"
            return Illegal(f"there is no way from {p.label(here)} to {label}", case)
        if contested >> here & 1 and contested >> there & 1 and not all(m.slips for m in manners):
            return Illegal("nobody else goes from one contested space to another", "3.4.2")
        cost = max(step_cost(p, unit, here, there) or 0 for unit in memo.units)
        points = min(left(p, memo))
        if contested >> here & 1:
            extra = "and leaving a contested space is never free"
            return Illegal(f"{label} costs {cost} points, {points} are left, {extra}", "3.4.1")
        if not may_creep(p, memo, here):
            return Illegal(f"{label} costs {cost} points, {points} are left", "3.3.3")
        return Illegal(f"{label} costs {cost} points, {points} are left", "3.3.2")
    points = min(left(p, memo))
    return Illegal(f"{label} is out of reach of {names} with {points_left(points)}", "3.3.2")


def _walked_before(p: War, memo: Moving) -> bool:
    """3.5.2: strategic movement has begun, and here it comes after normal movement."""
    now = ORDER[p.current.key][memo.stage :]
    return now[0] == STRATEGIC and MOVEMENT not in now


def _overrun(p: War, side: str, memo: Moving, there: Hex) -> Illegal:
    charts, here, label = p.charts, p.where[memo.units[0]], p.label(there)
    group = set_of(memo.units)
    cost = overrun_cost(p, side)
    if _walked_before(p, memo):
        return Illegal("with German tanks overruns come before strategic movement", "3.5.2")
    if not p.occupied(enemy_of(side)) >> there & 1:
        if p.partisan_hexes >> there & 1 and side == AXIS:
            return Illegal("Partisans cannot be overrun", "11.1.6")
        return Illegal(f"there is no enemy in {label}", "8.0.3")
    if charts.grid.distance(here, there) > 1:
        return Illegal(f"move next to {label} first", "8.0.3")
    if group & (p.out | p.lack):
        return Illegal("units out of supply or in lack of supply do not overrun", "8.0.2")
    if group & ~charts.attackers:
        return Illegal("units without attack strength do not overrun", "7.2.6")
    if group & charts.motorized and group & ~charts.motorized:
        return Illegal("a stack that overruns is all motorized or not at all", "8.0.5")
    if violates(p, p.units_in(here)):
        return Illegal(f"too many units are in {p.label(here)}", "8.0.5")
    if no_overrun_into(p) >> there & 1:
        return Illegal(f"the terrain of {label} cannot be overrun", "8.0.8")
    if not open_to_overrun(p, side, memo.units) >> there & 1:
        return Illegal("overruns cross neither rivers nor water", "8.0.7")
    if min(left(p, memo)) < cost:
        return Illegal(f"an overrun costs {cost} points, {min(left(p, memo))} are left", "8.0.3")
    return Illegal(f"the odds against {label} are below the table", "7.1.2")


def _strategic(p: War, side: str, memo: Moving, unit: int) -> Illegal | None:
    charts, name = p.charts, p.called(unit)
    if memo.begun:
        return Illegal("strategic movement or movement, not both", "3.5.2")
    if charts.airbases >> unit & 1:
        return Illegal("airbases do not use strategic movement", "3.5.3")
    if not p.in_supply(unit):
        return Illegal(f"{name} is not in supply", "3.5.3")
    if charts.depots >> unit & 1 and not p.mud:
        return Illegal("depots use strategic movement in mud turns only", "3.5.3")
    near = near_units(p, enemy_of(side), charts.limit["strategic_distance"])
    if near >> p.where[unit] & 1:
        return Illegal(f"an enemy unit is within four spaces of {name}", "3.5.3")
    return Illegal("strategic movement comes before normal movement", "3.5.2")


def _transfer(p: War, side: str, memo: Moving, there: Hex) -> Illegal:
    if not memo.strategic:
        return Illegal("choose strategic movement first", "3.5.3")
    if closed := _closed(p, side, there):
        return closed
    label, unit = p.label(there), memo.units[0]
    if near_units(p, enemy_of(side), p.charts.limit["strategic_distance"]) >> there & 1:
        return Illegal(f"{label} is within four spaces of an enemy unit", "3.5.3")
    if not would_be_in_supply(p, unit) >> there & 1:
        return Illegal(f"{p.called(unit)} would not be in supply in {label}", "3.5.3")
    return Illegal(f"{label} cannot be reached by 25 safe spaces or fewer", "3.5.3")


def _stays_out(names: str, label: str) -> Illegal:
    why = f"{label} is contested, and no friend there can contest"
    return Illegal(f"{why}: {names} stays out", "3.4.3")


def _sail(p: War, side: str, memo: Moving, there: Hex) -> Illegal:
    charts, here = p.charts, 1 << p.where[memo.units[0]]
    group, label = set_of(memo.units), p.label(there)
    held = p.axis_held if side == AXIS else charts.all_ports & ~p.axis_held
    if p.plan.number == 1:
        return Illegal("there is no sea movement in this scenario", "19.1.4")
    if p.sailed:
        return Illegal("one unit has gone by sea in this phase", "3.6.1")
    if memo.begun:
        return Illegal("a unit moves or sails, not both", "3.6.1")
    if SEA not in ORDER[p.current.key][memo.stage :]:
        return Illegal("sea movement comes before all other movement", "2.0")
    if group & ~charts.sea_going:
        return Illegal("such units do not move by sea", "3.6.10")
    if len(memo.units) > 1 and (len(memo.units) > 2 or group & ~charts.half_at_sea):
        return Illegal("only two half units sail together", "3.6.2")
    if group & (p.out | p.lack):
        return Illegal("units out of supply or in lack of supply do not sail", "3.6.8")
    if not here & charts.all_ports or not charts.all_ports >> there & 1:
        return Illegal("ships go from port to port", "3.6.3")
    if not held & here or not held >> there & 1:
        return Illegal("both ports must be your own", "3.6.3")
    if group & charts.timid and lonely_contested(p, side) >> there & 1:
        return _stays_out(" and ".join(map(p.called, memo.units)), label)
    if p.snow and not sea_hexes(p, memo):
        case = "3.6.4" if here & charts.ports["Arctic Ocean"] else "3.6.5"
        return Illegal("the sea is frozen", case)
    if here & charts.ports["Black Sea"] or charts.ports["Black Sea"] >> there & 1:
        return Illegal(f"Black Sea ports are linked with each other only: not {label}", "3.6.6")
    case = "3.6.4" if here & charts.ports["Arctic Ocean"] else "3.6.5"
    return Illegal(f"no ships go to {label} from here", case)


# 7.0 Combat


def _resolve(p: War, side: str, attack: Attack) -> Illegal | None:
    if not attack.units:
        return Illegal("nobody attacks yet", "7.1.2")
    odds = odds_of(p, side, attack.targets, attack.units)
    if odds.column is None and not odds.guess:
        sums = f"{odds.attack:g} to {odds.defence:g}"
        return Illegal(f"{sums} is below the lowest odds of the table", "7.1.2")
    return None


UNITS: Table[War] = {
    (Depots, "emergency"): bars_to_use_depot,
    (Depots, "hoard"): bars_to_use_depot,
    (AirbaseWithdrawal, "withdraw"): bars_to_withdraw,
    (ReinforcementPhase, "select"): bars_to_call_up,
    (AirborneDrop, "select"): bars_to_pick_jumper,
    (GermanConversion, "break_down"): bars_to_break_down,
    (GermanConversion, "build_up"): bars_to_build_up,
    (GermanConversion, "with"): bars_to_join,
    (SovietConversion, "break_down"): bars_to_divide,
    (SovietConversion, "corps"): bars_to_corps,
    (SovietConversion, "build_up"): bars_to_unite,
    (SovietConversion, "with"): bars_to_unite_with,
    (SovietConversion, "incorporate"): bars_to_incorporate,
    (SovietConversion, "into"): bars_to_take_in,
    (AttackStep, "add"): bars_to_add,
    (LossesStep, "lose"): bars_to_lose,
    (RetreatStep, "detach"): bars_to_detach,
    (CrowdStep, "make_room"): bars_to_make_room,
    (CrowdStep, "remove"): bars_to_clear,
    (AdvanceStep, "advance"): bars_to_advance,
    (Overstacked, "remove"): bars_to_thin_out,
    (Promotion, "promote"): bars_to_promote,
    (Evacuation, "evacuate"): bars_to_evacuate,
}
HEXES: Table[War] = {
    (SecurityPlacement, "place"): bars_to_place_security,
    (CombatPhase, "attack"): bars_to_attack,
    (AttackStep, "target"): bars_to_target,
    (RetreatStep, "retreat"): bars_to_retreat,
    (AdvanceStep, "to"): bars_to_go,
    (FleetPlacement, "fly"): bars_to_fly,
    (PartisanPlacement, "place"): bars_to_place_partisans,
    (Flight, "flee"): bars_to_flee,
    (LeaderArrival, "at"): bars_to_leader,
    (ReinforcementPhase, "place"): bars_to_place,
    (AirborneDrop, "drop"): bars_to_drop,
}
REFUSALS = Refusals(UNITS, HEXES, words=lambda *_: None, name=War.called)
