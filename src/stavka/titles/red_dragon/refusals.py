"""Why something cannot be done: which bars answer for which choice."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal, UnitSet
from ...hexes import Hex, UnknownHex, members
from ...kit.bars import Refusals, Table
from .advance import AdvanceStep, bars_to_advance
from .air import AirWindow, bars_to_interdict, bars_to_supply, bars_to_supply_in_phase, interdicted
from .attacks import (
    AttackStep,
    CombatPhase,
    Reaction,
    bars_to_bombard_with,
    bars_to_supply_defenders,
)
from .charts import GMD, PLA, enemy_of
from .combat import (
    Attack,
    bars_to_add,
    bars_to_attack,
    bars_to_bombard,
    bars_to_wave,
)
from .commands import case_between, partners_now
from .defectors import DefectionStep, bars_to_incorporate
from .explosives import PlaceElbs, bars_to_place, bars_to_withdraw
from .final_positions import Displace, bars_to_displace, bars_to_eliminate, bars_to_go
from .guerrillas import bars_to_suppress, garrisoned
from .movement import (
    MovementSegment,
    Moving,
    armored_group,
    convoy_reach,
    march_reach,
    may_convoy,
    normal_reach,
)
from .news import Fortify, NameCommand, RaiseGuerrillas, bars_to_fortify
from .offensive import Popa, bars_to_speak, bars_to_target
from .position import BOX, EDGE, War
from .reinforcements import (
    Recruit,
    Recruiting,
    bars_to_place_guerrillas,
    bars_to_raise_guerrillas,
    bars_to_raise_militia,
    bars_to_replace,
    bars_to_spend,
    waiting,
)
from .results import (
    LossStep,
    PanicStep,
    RetreatStep,
    Roll,
    bars_to_defend,
    bars_to_lose,
    bars_to_panic,
    bars_to_retreat,
)
from .stacking import legal_stack
from .supply import gmd_supplied, in_supply, negated_ways


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    side = decision.side
    step, memo = p.frames[-1]
    if not isinstance(memo, Moving) or choice.verb == "air_supply":
        return REFUSALS.against(p, choice)
    unit = p.names.unit(choice.argument)
    if unit is not None:
        return _about_unit(p, side, memo, choice.verb, unit)
    try:
        hex_ = p.names.grid.hex(choice.argument)
    except UnknownHex:
        return _about_word(p, step, memo, choice)
    return _about_way(p, side, memo, choice.verb, hex_)


def _about_unit(p: War, side: str, memo: Moving, verb: str, unit: int) -> Illegal | None:
    name = p.charts.counter[unit].name
    match verb:
        case "select":
            return _select(p, side, memo, unit)
        case "short_attack":
            return _short_attack(p, memo, unit)
        case "take":
            return Illegal(f"{name} does not lead the unit in hand from its hex", "17.2.1")
    return None


def _about_way(p: War, side: str, memo: Moving, verb: str, hex_: Hex) -> Illegal | None:
    if memo.unit < 0:
        return Illegal("pick up a unit first", "11.1.4")
    match verb:
        case "fly":
            return _fly(p, memo, hex_)
        case "move" | "march" | "convoy" | "rail" | "enter":
            return _move(p, side, memo, verb, hex_)
        case "bridge":
            return _bridge(p, memo, hex_)
    return None


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    match step, choice.verb, memo:
        case AttackStep(), "resolve", Attack():
            return Illegal("somebody must attack; guns and aircraft only support", "12.1.9")
        case AttackStep(), "deng", Attack():
            return _deng(p, memo)
        case Recruit(), "done", Recruiting() if waiting(p, PLA) and not memo.rolled:
            return Illegal("the reinforcements must be rolled for", "10.1.1")
        case Recruit(), "roll", _:
            return Illegal("nobody is left to roll for this turn", "10.1.1")
        case MovementSegment(), "halt", _:
            return Illegal("no unit is being moved", "11.1.1")
        case NameCommand(), "freeze", _:
            return Illegal(f"{choice.argument} is no GMD command on the map", "9.1.3")
    return None


# 11.0 Movement


def _select(p: War, side: str, memo: Moving, unit: int) -> Illegal:
    if memo.unit == unit:
        return Illegal(f"{p.charts.counter[unit].name} is in hand already", "11.1.1")
    return _pick_up(p, side, unit)


def _pick_up(p: War, side: str, unit: int) -> Illegal:
    charts, counter = p.charts, p.charts.counter[unit]
    name, here = counter.name, p.where[unit]
    if counter.side != side:
        return Illegal(f"{name} is not one of your units", "11.1.1")
    if here < 0 and here != EDGE:
        return Illegal(f"{name} is not on the map", "11.1.1")
    if charts.elbs >> unit & 1:
        return Illegal("Explosive Launching Barrels do not move", "13.2.3")
    if charts.militia >> unit & 1:
        return Illegal("militia never move", "18.5.2")
    if p.moved >> unit & 1:
        return Illegal(f"{name} has moved in this phase", "11.1.6")
    if here == EDGE:
        return Illegal("guerrillas arrive with a PLA corps, not at the edge", "18.4.1")
    if side == GMD and p.fdp >> here & 1:
        case = "17.2.4" if charts.leaders >> unit & 1 else "16.2.4"
        return Illegal(f"{name} may not leave a Final Defense Position", case)
    if charts.leaders >> unit & 1:
        if p.begun:
            return Illegal("leaders fly before any unit has moved", "17.2.3")
        return Illegal(f"{name} has nowhere else to fly to", "17.2.3")
    if p.frozen:
        return Illegal(f"{name} is held back by the news of this turn", "9.1.3")
    return Illegal(f"{name} cannot move now", "11.1.1")


def _closed(p: War, side: str, unit: int, there: Hex) -> Illegal | None:
    """What keeps a unit out of a hex however it moves."""
    charts, label = p.charts, p.label(there)
    if not charts.land >> there & 1:
        return Illegal(f"{label} is lake or sea", "11.1.7")
    if charts.guerrillas >> unit & 1:
        if p.gmd >> there & 1:
            return Illegal(f"a guerrilla does not stop among the enemy in {label}", "18.4.4")
        if garrisoned(p) >> there & 1:
            return Illegal(f"{label} lies between two garrisons of a line", "18.4.5")
        if p.guerrillas >> there & 1:
            return Illegal("guerrillas do not stack with one another", "4.1.4")
    elif p.occupied(enemy_of(side)) >> there & 1:
        return Illegal(f"{label} is occupied by the enemy", "11.1.8")
    return None


def _crowded(p: War, side: str, unit: int, there: Hex, along: UnitSet = 0) -> Illegal | None:
    """6.0 and 4.0: who else is in the hex."""
    charts, label = p.charts, p.label(there)
    stack = p.units_in(there) | 1 << unit | along
    if legal_stack(p, there, stack, side):
        return None
    troops = stack & charts.units_of[side]
    if side == GMD and p.fdp >> there & 1:
        return Illegal("no more than five units can be in an FDP", "16.2.1")
    table = partners_now(p).stack
    for other in members(troops & ~(1 << unit)):
        if not table[unit] >> other & 1 and not stack >> charts.jiang & 1:
            mine, theirs = charts.counter[unit], charts.counter[other]
            case = case_between(p, mine.command, theirs.command)
            return Illegal(f"{mine.name} does not stack with {theirs.name}", case)
    limit = charts.limit
    for kind, words, most, case in (
        (charts.artillery, "artillery unit", limit["stack_artillery"], "6.1.5"),
        (charts.heavy_mortars, "heavy mortar unit", limit["stack_heavy_mortar"], "6.1.5"),
        (charts.guerrillas, "guerrilla", limit["stack_free"], "6.1.6"),
        (charts.elbs, "ELB", limit["stack_free"], "6.1.6"),
    ):
        if (troops & kind).bit_count() > most:
            return Illegal(f"only one {words} can be in {label}", case)
    return Illegal(f"two corps, two smaller units and one of armor fill {label}", "6.1.2")


def _move(p: War, side: str, memo: Moving, verb: str, there: Hex) -> Illegal | None:
    unit, charts = memo.unit, p.charts
    here, name, label = p.where[unit], charts.counter[unit].name, p.label(there)
    if charts.leaders >> unit & 1 and not armored_group(p):
        return Illegal("a leader flies, or moves with a unit", "17.2.3")
    if here == EDGE and verb in ("move", "march", "convoy"):
        return Illegal(f"{name} must enter the map first", "10.1.5")
    if here >= 0 and verb == "enter":
        return Illegal(f"{name} is on the map already", "10.1.5")
    if unit == charts.rr_security and verb != "rail":
        return Illegal("the RR Security unit never leaves the railroad", "11.2.6")
    if closed := _closed(p, side, unit, there):
        return closed
    if here == there:
        return Illegal(f"{name} is in {label} already", "11.1.5")
    if way := _way(p, memo, verb, there):
        return way
    along = armored_group(p) if charts.leaders >> unit & 1 else 0
    crowded = _crowded(p, side, unit, there, along)
    if verb == "move" and here >= 0:
        reach = normal_reach(p, unit, memo.spent, out_of_supply=memo.out_of_supply)
        if crowded and reach.hexes >> there & 1:
            return crowded
        if charts.grid.distance(here, there) == 1 and not charts.can_cross(here, there):
            return Illegal("nobody crosses a lake, sea or dike-marsh hexside", "11.1.7")
        return Illegal(f"{label} is out of reach of {name}", "11.1.4")
    return crowded or _too_far(p, memo, verb, there)


def _way(p: War, memo: Moving, verb: str, there: Hex) -> Illegal | None:
    """What forbids a special way of moving altogether."""
    match verb:
        case "rail":
            return _rail(p, memo)
        case "convoy":
            return _convoy(p, memo, there)
        case "march":
            return _march(p, memo, there)
        case "enter":
            return Illegal(f"{p.label(there)} is no hex of its supply source", "10.1.5")
    if memo.mode == "convoy":
        return Illegal("a convoy stays on the road", "11.3.1")
    return None


def _rail(p: War, memo: Moving) -> Illegal | None:
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    if charts.counter[unit].side == PLA:
        return Illegal("only the GMD has trains", "11.2")
    if unit == charts.rr_security:
        return Illegal("the RR Security unit stays on connected railroads in supply", "11.2.6")
    if p.turn < charts.limit["rail_and_convoy_from_turn"]:
        return Illegal("no trains run on the first turn", "11.2")
    if memo.mode == "convoy":
        return Illegal("a convoy does not change to the railway", "11.2.5")
    if memo.out_of_supply:
        return Illegal("units out of supply do not move by rail", "7.4.1")
    if p.rail_moves >= charts.limit["rail_units"]:
        return Illegal("two units have moved by rail in this phase", "11.2.1")
    if here >= 0 and not charts.cities & charts.rail.hexes & gmd_supplied(p) & 1 << here:
        return Illegal("rail movement starts in a supplied city on the railroad", "11.2.2")
    if memo.mode:
        return Illegal("rail movement comes before any other", "11.2.2")
    return None


def _convoy(p: War, memo: Moving, there: Hex) -> Illegal | None:
    charts = p.charts
    if charts.counter[memo.unit].side == PLA:
        return Illegal("only the GMD has convoys", "11.3")
    if p.turn < charts.limit["rail_and_convoy_from_turn"]:
        return Illegal("there are no convoys on the first turn", "11.3")
    if memo.mode == "rail":
        return Illegal("rail and convoy movement do not mix", "11.2.5")
    if memo.out_of_supply:
        return Illegal("units out of supply do not move by convoy", "7.4.1")
    if memo.mode not in ("", "convoy"):
        return Illegal("a convoy begins on a road, not after another move", "11.3.1")
    if negated_ways(p) >> p.where[memo.unit] & 1:
        return Illegal("guerrillas bar the road where the unit stands", "18.4.7")
    if not may_convoy(p, memo) or not charts.ways.hexes >> there & 1:
        return Illegal("a convoy begins and stays on roads and railroads", "11.3.1")
    if interdicted(p) >> there & 1:
        return Illegal("a convoy does not enter an interdicted hex", "14.3.5")
    if charts.grid.neighbours(p.pla) >> there & 1:
        return Illegal("a convoy does not stop next to the enemy", "11.3.2")
    return None


def _march(p: War, memo: Moving, there: Hex) -> Illegal | None:
    charts, unit = p.charts, memo.unit
    if charts.counter[unit].side == GMD:
        return Illegal("only the PLA has Fast Marches", "11.4")
    if charts.guerrillas >> unit & 1:
        return Illegal("guerrillas do not use the Fast March", "11.4")
    if memo.out_of_supply:
        return Illegal("units out of supply do not use the Fast March", "7.4.1")
    if memo.struck:
        return Illegal("no Fast March with a Short Attack", "18.3.4")
    if interdicted(p) >> there & 1:
        return Illegal("a Fast March does not enter an interdicted hex", "14.3.5")
    if charts.grid.neighbours(p.gmd) >> there & 1:
        return Illegal("a Fast March does not lead next to the enemy", "11.4.2")
    if memo.mode == "move":
        return Illegal("the unit moves normally already", "11.4.1")
    return None


def _too_far(p: War, memo: Moving, verb: str, there: Hex) -> Illegal:
    name, label = p.charts.counter[memo.unit].name, p.label(there)
    if barred := _barred(p, memo, verb, there):
        return barred
    case, words = {
        "rail": ("11.2.3", "no open railroad leads there"),
        "convoy": ("11.3.3", "too far for a convoy"),
        "march": ("11.4.1", "too far for a Fast March"),
    }[verb]
    return Illegal(f"{name} does not get to {label}: {words}", case)


def _barred(p: War, memo: Moving, verb: str, there: Hex) -> Illegal | None:
    """What lies on a way that would not be too far."""
    unit, spent, label = memo.unit, memo.spent, p.label(there)
    if verb == "convoy":
        if convoy_reach(p, unit, spent, guerrillas=False).hexes >> there & 1:
            return Illegal(f"guerrillas bar the road to {label}", "18.4.7")
        if convoy_reach(p, unit, spent, aircraft=False).hexes >> there & 1:
            return Illegal("a convoy does not pass an interdicted hex", "14.3.5")
    if verb == "march":
        if march_reach(p, unit, spent, aircraft=False).hexes >> there & 1:
            return Illegal("a Fast March does not pass an interdicted hex", "14.3.5")
        if march_reach(p, unit, spent, enemies=False).hexes >> there & 1:
            return Illegal(f"the enemy is too near to the way to {label}", "11.4.2")
    return None


def _fly(p: War, memo: Moving, there: Hex) -> Illegal:
    leader = memo.unit
    if not p.charts.leaders >> leader & 1:
        return Illegal("only leaders fly", "17.2.3")
    if p.begun and p.where[leader] != EDGE:
        return Illegal("leaders fly before any unit has moved", "17.2.3")
    if leader == p.charts.jiang:
        return Illegal("Jiang Weiguo is always with tanks", "17.2.9")
    return Illegal(f"there is no unit of his command in {p.label(there)}", "17.2.3")


def _bridge(p: War, memo: Moving, there: Hex) -> Illegal:
    unit, charts = memo.unit, p.charts
    if not p.bridges_left:
        return Illegal("both assault bridges have been used", "18.1.5")
    corps = charts.corps >> unit & 1 and charts.counter[unit].command == "ECFA"
    if not corps or p.where[unit] < 0 or not in_supply(p, unit):
        return Illegal("only a supplied ECFA corps builds bridges", "18.1.1")
    return Illegal(f"there is no river to bridge towards {p.label(there)}", "18.1.1")


def _short_attack(p: War, memo: Moving, unit: int) -> Illegal:
    name = p.charts.counter[unit].name
    if not p.short_attacks:
        return Illegal("no Short Attacks are mandated", "18.3.1")
    if p.political_offensive:
        return Illegal("no Short Attacks during the Political Offensive", "18.7.3")
    if memo.mode == "march":
        return Illegal("no Short Attack in a Fast March", "18.3.4")
    if memo.unit >= 0 and p.struck >> memo.unit & 1:
        return Illegal("a unit makes one Short Attack in a phase", "18.3.5")
    if p.struck >> unit & 1:
        return Illegal(f"{name} has suffered a Short Attack in this phase", "18.3.6")
    return _out_of_touch(p, memo, unit) or Illegal(
        f"after a Short Attack on {name} there would be no way to escape", "18.3.8"
    )


def _out_of_touch(p: War, memo: Moving, unit: int) -> Illegal | None:
    """18.3.3: a Short Attack is made on a neighbour."""
    charts, name = p.charts, p.charts.counter[unit].name
    here, there = p.where[memo.unit], p.where[unit]
    if not charts.units_of[GMD] >> unit & 1 or min(here, there) < 0:
        return Illegal(f"{name} is no GMD unit on the map", "18.3.3")
    if charts.grid.distance(here, there) != 1:
        return Illegal(f"{name} is not next to the unit in hand", "18.3.3")
    if not charts.can_cross(here, there):
        return Illegal("nobody attacks across a lake, sea or dike-marsh hexside", "11.1.7")
    return None


def _deng(p: War, attack: Attack) -> Illegal:
    if attack.side != PLA:
        return Illegal("Deng Xiao Peng serves the PLA", "17.1.10")
    if p.where[p.charts.deng] != BOX:
        return Illegal("Deng Xiao Peng is not available", "17.1.10")
    return Illegal("there is nobody of the other field army to join the attack", "17.1.10")


UNITS: Table[War] = {
    (AttackStep, "add"): bars_to_add,
    (AttackStep, "wave"): bars_to_wave,
    (AttackStep, "bombard"): bars_to_bombard_with,
    (Reaction, "bombard"): bars_to_bombard,
    (Roll, "defend"): bars_to_defend,
    (LossStep, "lose"): bars_to_lose,
    (AdvanceStep, "advance"): bars_to_advance,
    (DefectionStep, "incorporate"): bars_to_incorporate,
    (PlaceElbs, "withdraw"): bars_to_withdraw,
    (Recruit, "replace"): bars_to_replace,
    (Recruit, "spend"): bars_to_spend,
    (Displace, "displace"): bars_to_displace,
    (Displace, "eliminate"): bars_to_eliminate,
    (Popa, "corps"): bars_to_speak,
    (Popa, "target"): bars_to_target,
}
HEXES: Table[War] = {
    (MovementSegment, "air_supply"): bars_to_supply_in_phase,
    (AirWindow, "air_supply"): bars_to_supply,
    (AirWindow, "interdict"): bars_to_interdict,
    (CombatPhase, "attack"): bars_to_attack,
    (CombatPhase, "suppress"): bars_to_suppress,
    (CombatPhase, "air_supply"): bars_to_supply_in_phase,
    (Reaction, "air_supply"): bars_to_supply_defenders,
    (PanicStep, "panic"): bars_to_panic,
    (RetreatStep, "retreat"): bars_to_retreat,
    (PlaceElbs, "place"): bars_to_place,
    (Recruit, "militia"): bars_to_raise_militia,
    (Recruit, "guerrilla"): bars_to_place_guerrillas,
    (RaiseGuerrillas, "guerrilla"): bars_to_raise_guerrillas,
    (Fortify, "fortify"): bars_to_fortify,
    (Displace, "to"): bars_to_go,
}
REFUSALS = Refusals(
    UNITS, HEXES, words=_about_word, name=lambda p, unit: p.charts.counter[unit].name
)
