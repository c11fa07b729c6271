"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal, UnitSet
from ...engine.refusals import reason_against
from ...hexes import Hex, members
from .advance import AdvanceStep
from .air import AirWindow, air_hexes, available_air, interdicted
from .attacks import AttackStep, CombatPhase, Hunted, Reaction
from .charts import GMD, PLA, enemy_of
from .combat import Attack, can_join, may_attack
from .commands import attack_partners, partners_now
from .defectors import DefectionStep
from .explosives import PlaceElbs, available_elbs
from .final_positions import Displace
from .guerrillas import garrisoned
from .movement import (
    MovementSegment,
    Moving,
    armored_group,
    convoy_reach,
    march_reach,
    may_convoy,
    normal_reach,
)
from .news import Fortify, NameCommand, RaiseGuerrillas
from .offensive import Popa, Propaganda, targets_of
from .position import BOX, EDGE, War
from .reinforcements import Recruit, Recruiting, waiting
from .results import LossStep, PanicStep, RetreatStep, Roll
from .stacking import legal_stack
from .supply import gmd_supplied, in_supply, negated_ways, supplied_corps

# What is to be said of any unit for which a choice is not offered.
SIMPLE: dict[tuple[type[AnyStep], str], tuple[str, str]] = {
    (MovementSegment, "take"): ("does not lead the unit in hand from its hex", "17.2.1"),
    (LossStep, "lose"): ("did not take part in the combat", "12.3.5"),
    (AdvanceStep, "advance"): ("cannot advance", "12.3.5"),
    (Roll, "defend"): ("cannot be one of the defenders", "16.2.2"),
    (PlaceElbs, "withdraw"): ("is no set of launching barrels on the map", "13.2.5"),
    (Recruit, "spend"): ("is no re-educated defector at hand", "15.2.2"),
    (Displace, "displace"): ("is not in the crowded hex, or has nowhere to go", "16.2.8"),
    (Displace, "eliminate"): ("is not in the crowded hex", "16.2.8"),
}


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    name = p.charts.counter[unit].name
    match step, verb, memo:
        case MovementSegment(), "select", Moving():
            return _select(p, side, memo, unit)
        case MovementSegment(), "short_attack", Moving():
            return _short_attack(p, memo, unit)
        case AttackStep(), "add", Attack():
            return _add(p, side, memo, unit)
        case AttackStep(), "wave", Attack():
            return _wave(p, memo, unit)
        case ((AttackStep() | Reaction()), "bombard", Attack()):
            return _bombard(p, memo, unit)
        case Recruit(), "replace", _:
            return _replace(p, unit)
        case Popa(), "corps", _:
            return _propagandist(p, unit)
        case Popa(), "target", Propaganda():
            return _propaganda_target(p, memo, unit)
        case DefectionStep(), "incorporate", _:
            return _incorporate(p, unit)
    if (type(step), verb) in SIMPLE:
        words, case = SIMPLE[type(step), verb]
        return Illegal(f"{name} {words}", case)
    return None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
        case MovementSegment(), _, Moving() if verb != "air_supply":
            return _about_way(p, side, memo, verb, hex_)
        case Reaction(), "air_supply", Attack() if memo.air >= 0 and memo.target == hex_:
            return Illegal(f"there is an air unit in {p.label(hex_)} already", "14.1.4")
        case _, "air_supply", _:
            return _air_supply(p, hex_)
        case AirWindow(), "interdict", _:
            return _interdict(p, hex_)
        case CombatPhase(), "attack", _:
            return _attack(p, side, hex_)
        case CombatPhase(), "suppress", _:
            return _suppress(p, hex_)
        case PlaceElbs(), "place", _:
            return _elb(p, hex_)
        case Recruit(), "militia", _:
            return _militia(p, hex_)
        case ((Recruit() | RaiseGuerrillas()), "guerrilla", _):
            return _guerrilla(p, hex_)
        case RetreatStep(), "retreat", _:
            return Illegal(f"{p.label(hex_)} is not open to this retreat", "12.3.5")
        case Displace(), "to", _:
            return Illegal(f"{p.label(hex_)} is no free hex next to the unit", "16.2.8")
        case PanicStep(), "panic", _:
            return Illegal(f"{p.label(hex_)} is not one of the nearest FDPs", "16.1.3")
        case Fortify(), "fortify", _:
            return _fortify(p, hex_)
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


def _about_word(p: War, side: str, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    match step, choice.verb, memo:
        case AttackStep(), "resolve", Attack():
            return Illegal("somebody must attack; guns and aircraft only support", "12.1.9")
        case AttackStep(), "deng", Attack():
            return _deng(p, side, memo)
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
            case = _command_case(p, mine.command, theirs.command)
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


def _command_case(p: War, mine: str, theirs: str) -> str:
    """The case of chapter 4 that keeps two commands apart."""
    both = {mine, theirs}
    if mine in ("ECFA", "CPFA"):
        return "4.1" if len(both) == 2 else "4.1.1"
    if any(command.endswith("PA") for command in both) and not p.command_change:
        return "4.3.2"
    for command, case in (("12A", "4.2.5"), ("AR", "4.2.4"), ("BC", "4.2.3")):
        if command in both:
            return case
    return "4.2.2"


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


# 14.0 Air support


def _air_supply(p: War, hex_: Hex) -> Illegal:
    if not p.can_fly:
        return Illegal("aircraft do not fly in Poor weather", "7.3.1")
    if p.where[p.charts.air_supply] != BOX:
        return Illegal("Air Supply has been used this turn", "14.1.3")
    if air_hexes(p) >> hex_ & 1:
        return Illegal(f"there is an air unit in {p.label(hex_)} already", "14.1.4")
    return Illegal(f"Air Supply is of no use in {p.label(hex_)}", "7.3.3")


def _interdict(p: War, hex_: Hex) -> Illegal:
    if not p.can_fly:
        return Illegal("aircraft do not fly in Poor weather", "14.1.1")
    if not available_air(p) & p.charts.fighter_bombers:
        return Illegal("all fighter-bombers have been used this turn", "14.1.3")
    if air_hexes(p) >> hex_ & 1:
        return Illegal(f"there is an air unit in {p.label(hex_)} already", "14.1.4")
    return Illegal(f"{p.label(hex_)} is lake or sea", "14.3.1")


def _bombard(p: War, attack: Attack, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counter[unit].name
    if not charts.air_support >> unit & 1:
        return Illegal(f"{name} is no air support unit", "14.2")
    if not p.can_fly:
        return Illegal("aircraft do not fly in Poor weather", "14.1.1")
    if p.where[unit] != BOX:
        return Illegal(f"{name} has been used this turn", "14.1.3")
    if attack.air >= 0 or air_hexes(p) >> attack.target & 1:
        return Illegal("one air unit is over the hex already", "14.1.4")
    return Illegal("somebody must attack first", "14.2.1")


# 12.0 Combat


def _attack(p: War, side: str, hex_: Hex) -> Illegal:
    label = p.label(hex_)
    if not p.occupied(enemy_of(side)) >> hex_ & 1:
        return Illegal(f"there is no enemy in {label} to be attacked", "12.1.1")
    if p.attacked >> hex_ & 1:
        return Illegal(f"{label} has been attacked in this phase", "12.1.8")
    around = p.charts.grid.neighbours(1 << hex_) & p.occupied(side)
    if around and not around & p.charts.passage.spread(1 << hex_):
        return Illegal("nobody attacks across a lake, sea or dike-marsh hexside", "11.1.7")
    return Illegal(f"nobody next to {label} can attack it", "12.1.1")


def _add(p: War, side: str, attack: Attack, unit: int) -> Illegal | None:
    charts, counter = p.charts, p.charts.counter[unit]
    name, here = counter.name, p.where[unit]
    if counter.side != side or not charts.combat_units >> unit & 1:
        return Illegal(f"{name} is not one of your combat units", "12.1.1")
    if here < 0 or charts.grid.distance(here, attack.target) != 1:
        return Illegal(f"{name} is not next to {p.label(attack.target)}", "12.1.1")
    if not charts.can_cross(here, attack.target):
        return Illegal("nobody attacks across a lake, sea or dike-marsh hexside", "11.1.7")
    if unit in attack.units:
        return Illegal(f"{name} is in the attack already", "12.1.3")
    if any(isinstance(f.memo, Hunted) and unit in f.memo.units for f in p.frames):
        return Illegal(f"{name} has hunted guerrillas in this phase", "18.4.10")
    if p.fought >> unit & 1:
        return Illegal(f"{name} has attacked in this phase", "12.1.3")
    if charts.asterisked >> unit & 1 and not can_join(p, attack) >> unit & 1:
        if p.event("ammunition"):
            return Illegal("there is no ammunition this turn", "9.1.3")
        if not in_supply(p, unit):
            return Illegal(f"{name} is out of supply and cannot fire", "7.4.2")
        if not p.units_in(here) & charts.infantry:
            return Illegal(f"{name} needs infantry in its hex", "13.1.1")
    elif not may_attack(p, side) >> unit & 1:
        return Illegal(f"{name} only defends", "12.1.9")
    if side == GMD and p.fdp >> here & 1:
        return Illegal("no more than two units attack from an FDP", "16.2.2")
    allowed = attack_partners(p, sum(1 << u for u in attack.units))
    if not allowed >> unit & 1:
        other = charts.counter[attack.units[0]].command
        return Illegal(
            f"{name} may not attack together with the others",
            _command_case(p, counter.command, other),
        )
    return None


def _wave(p: War, attack: Attack, unit: int) -> Illegal:
    name = p.charts.counter[unit].name
    if unit not in attack.units:
        return Illegal(f"{name} is not in the attack", "17.1.4")
    if unit in attack.waves:
        return Illegal(f"{name} makes a Human Wave Assault already", "17.1.4")
    if not p.charts.infantry >> unit & 1:
        return Illegal(f"{name} is no infantry", "17.1.4")
    return Illegal("no general of this command is available", "17.1.8")


def _deng(p: War, side: str, attack: Attack) -> Illegal:
    if side != PLA:
        return Illegal("Deng Xiao Peng serves the PLA", "17.1.10")
    if p.where[p.charts.deng] != BOX:
        return Illegal("Deng Xiao Peng is not available", "17.1.10")
    return Illegal("there is nobody of the other field army to join the attack", "17.1.10")


def _suppress(p: War, hex_: Hex) -> Illegal:
    label = p.label(hex_)
    if not p.guerrillas >> hex_ & 1:
        return Illegal(f"there are no guerrillas in {label}", "18.4.10")
    if not p.gmd >> hex_ & 1:
        return Illegal(f"there is no GMD unit in {label} to hunt them", "18.4.10")
    return Illegal(f"the units in {label} have fought in this phase", "18.4.10")


# The rest


def _elb(p: War, hex_: Hex) -> Illegal:
    if not available_elbs(p):
        return Illegal("no launching barrels are available", "13.2.5")
    if p.hexes_of(p.charts.elbs) >> hex_ & 1:
        return Illegal("one hex holds one set of launching barrels", "13.2.2")
    return Illegal(f"there is no CPFA infantry in {p.label(hex_)}", "13.2.1")


def _replace(p: War, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counter[unit].name
    if not charts.infantry & charts.units_of[PLA] & 1 << unit:
        return Illegal(f"{name} is no PLA infantry", "15.2.2")
    return Illegal(f"{name} is not eliminated, or the defectors do not suffice", "15.2.2")


def _militia(p: War, hex_: Hex) -> Illegal:
    label = p.label(hex_)
    if not p.charts.cities >> hex_ & 1:
        return Illegal(f"{label} is no city", "18.5.1")
    if p.units_in(hex_) & p.charts.militia:
        return Illegal(f"there are militia in {label} already", "18.5.1")
    return Illegal(f"no supplied PLA unit is in {label}, or no militia are left", "18.5.1")


def _guerrilla(p: War, hex_: Hex) -> Illegal:
    if p.guerrillas >> hex_ & 1:
        return Illegal("guerrillas do not stack with one another", "4.1.4")
    return Illegal(f"no in-supply PLA corps is in {p.label(hex_)}", "18.4.1")


def _fortify(p: War, hex_: Hex) -> Illegal:
    if p.charts.cities >> hex_ & 1:
        return Illegal("no FDP is placed in a city", "16.1.1")
    return Illegal(f"{p.label(hex_)} holds no GMD corps next to a PLA unit", "16.1.2")


def _incorporate(p: War, unit: int) -> Illegal:
    name = p.charts.counter[unit].name
    if not p.charts.corps >> unit & 1:
        return Illegal(f"{name} is no corps", "15.2.3")
    if p.defector_under(unit) >= 0:
        return Illegal(f"{name} has a defector already", "15.2.3")
    return Illegal(f"{name} did not take part", "15.2.3")


def _propagandist(p: War, unit: int) -> Illegal:
    name = p.charts.counter[unit].name
    if p.fought >> unit & 1:
        return Illegal(f"{name} has made a POPA in this phase", "18.7.14")
    if not supplied_corps(p) >> unit & 1:
        return Illegal(f"{name} is no PLA corps in supply", "18.7.7")
    return Illegal(f"{name} has no target next to it", "18.7.7")


def _propaganda_target(p: War, memo: Propaganda, unit: int) -> Illegal:
    name = p.charts.counter[unit].name
    if p.fought >> unit & 1:
        return Illegal(f"{name} has been a target in this phase", "18.7.15")
    if memo.corps >= 0 and not targets_of(p, memo.corps) >> unit & 1:
        return Illegal(f"{name} is not next to the corps", "18.7.7")
    return Illegal("choose a corps first", "18.7.9")
