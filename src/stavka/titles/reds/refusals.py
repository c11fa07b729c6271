"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal
from ...engine.refusals import reason_against
from ...hexes import Hex, HexSet, set_of
from ...kit.bars import EVERYTHING, Refusals, Table, reason
from .activation import CommandStep, FieldStaff, FirstChit
from .charts import FRONTS, NEUTRAL, RED, SEAS, WHITE
from .combat import Attack, AttackStep, CombatStep, Commitment, attacks_from, targets, targets_of
from .control import controlled, seas_of
from .events import EventStep
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
from .position import ANY_NEUTRAL, CHIT, DEAD, GONE, POOL, READY, War
from .rally import RallyStep
from .reinforcements import Arrival, Reinforcement, Replacement, Replacing, entry_hexes
from .results import Advance, AdvanceStep, Battle, Loss, LossStep, Retreat, RetreatStep
from .stacking import Overstacked, bars_of_stacking
from .strategic_movement import (
    RedTrainStep,
    Strategic,
    StrategicMovement,
    held_up,
    may_use_rail,
    open_seas,
    rail_group,
)
from .supply import in_supply
from .territory import bars_to_enter
from .zones_of_control import zone_for


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return REFUSALS.against(p, choice) or reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    name = p.charts.counters[unit].name
    match step, verb, memo:
        case StrategicMovement(), "select", Strategic():
            return _travel(p, side, memo, unit)
        case AttackStep(), "add", Attack():
            return _add(p, memo, unit)
        case Commitment(), "commit", Battle():
            return _commit(p, side, memo, unit)
        case LossStep(), "disorder", Loss():
            return Illegal(f"{name} is not the largest unit in the fight", "11.5")
        case RetreatStep(), "retreat", Retreat():
            return Illegal(f"{name} does not have to retreat now", "11.6")
        case AdvanceStep(), "advance", Advance():
            return _advance(p, memo, unit)
        case Overstacked(), "eliminate", _:
            return Illegal(f"{name} is not in the stack that is too high", "9.1")
        case Reinforcement(), "select", Arrival():
            return Illegal(f"{name} does not arrive now, or finds no place", "14.1")
        case Replacement(), "replace", Replacing():
            return _replace(p, memo, unit)
        case RallyStep(), "tsar", _:
            reason = "is not supplied, disordered AFSR or Siberian infantry"
            return Illegal(f"{name} {reason}", "12.12")
        case RallyStep(), "disband", _:
            return Illegal(f"{name} is not one of your garrisons on the map", "20.5")
    return _about_rare_unit(p, step, verb, unit)


def _about_rare_unit(p: War, step: AnyStep, verb: str, unit: int) -> Illegal | None:
    name = p.charts.counters[unit].name
    match step, verb:
        case BorderGuard(), "remove":
            return Illegal(f"{name} is not an army that can guard the Polish border", "15.5")
        case EventStep(), "partisans":
            return _rise(p, unit)
    return None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
        case StrategicMovement(), ("rail" | "river" | "sea"), Strategic(unit=-1):
            return Illegal("pick up a unit first", "10.2")
        case StrategicMovement(), ("rail" | "river" | "sea"), Strategic():
            return _station(p, side, memo.unit, verb, hex_)
        case StrategicMovement(), "gold", _:
            return _gold(p, side, hex_)
        case RedTrainStep(), "train", _:
            reason = "is not joined to Moscow by rails free of the enemy"
            return Illegal(f"{p.label(hex_)} {reason}", "20.10")
        case CombatStep(), "attack", _:
            return _attack(p, side, hex_)
        case RetreatStep(), "to", Retreat():
            return _retreat(p, memo, hex_)
        case RetreatStep(), "by", Retreat():
            return Illegal(
                f"it makes no difference whether the unit passes {p.label(hex_)}", "11.6"
            )
        case Reinforcement(), "place", _:
            return Illegal(f"the unit cannot enter in {p.label(hex_)}", "14.1")
        case Replacement(), "place", _:
            return Illegal(f"the unit cannot enter in {p.label(hex_)}", "14.2")
        case Replacement(), "makhno", _:
            return Illegal("Makhno returns to an empty hex in or next to his district", "14.5")
        case EventStep(), "terror", _:
            return Illegal("Red Terror needs a Red city in supply that is no Red City yet", "13.1")
        case EventStep(), "place", _:
            return Illegal(f"the unit cannot appear in {p.label(hex_)}", "6.3")
    return None


def _about_word(p: War, side: str, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
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
        case RallyStep(), "peace" if side == RED:
            return Illegal("peace with Poland cannot be sought now", "15.5")
        case RallyStep(), "miracle" if side == WHITE:
            return Illegal("the Miracle of the Vistula cannot be declared now", "15.3")
        case Replacement(), "ukraine":
            return Illegal("the Ukrainian garrison cannot return now", "14.3")
    return None


# 10.2 Strategic movement


def _travel(p: War, side: str, memo: Strategic, unit: int) -> Illegal | None:
    charts, name = p.charts, p.charts.counters[unit].name
    if unit == memo.unit:
        return Illegal(f"{name} is in hand", "10.2")
    if charts.side_of[unit] != side or p.where[unit] < 0:
        return Illegal(f"{name} is not a unit of yours on the map", "10.2")
    if not charts.army >> unit & 1:
        return Illegal("only infantry and cavalry move strategically", "10.2")
    if p.moved >> unit & 1:
        return Illegal(f"{name} has moved", "10.2")
    if not controlled(p, side) & charts.cities & 1 << p.where[unit]:
        return Illegal(f"{name} is not in a city that you control", "10.2")
    if not in_supply(p, unit):
        return Illegal(f"{name} is out of supply", "12.9")
    if held_up(p, unit):
        return Illegal("Semenov holds up the trains", "6.3")
    if rail_group(p, unit) >= 0:
        return Illegal("the allowance by rail and river is used up", "10.4")
    ports = [sea for sea in seas_of(p, side) if charts.ports[sea] >> p.where[unit] & 1]
    if not ports:
        return Illegal(f"{name} has no rail allowance and no port", "10.4")
    if not set(ports) & set(open_seas(p, side)):
        return Illegal(f"the {ports[0]} Sea is closed in Winter", "19.2")
    return Illegal(f"the allowance of the {ports[0]} Sea is used up", "10.5")


def _station(p: War, side: str, unit: int, way: str, hex_: Hex) -> Illegal:
    charts, label = p.charts, p.label(hex_)
    if not controlled(p, side) & charts.cities & 1 << hex_:
        return Illegal(f"{label} is not a city that you control", "10.2")
    if stacking := reason(bars_of_stacking(p, unit, EVERYTHING), hex_, label):
        return stacking
    if way == "sea":
        if charts.freikorps >> unit & 1:
            return Illegal("von der Goltz never goes by sea", "10.5")
        here = p.where[unit]
        shared = [s for s in SEAS if charts.ports[s] >> here & charts.ports[s] >> hex_ & 1]
        if not shared:
            return Illegal(f"{label} is not a port of the same sea", "10.5")
        if shared[0] not in seas_of(p, side):
            return Illegal(f"you do not control the {shared[0]} Sea", "10.5")
        if p.winter and shared[0] in ("White", "Baltic"):
            return Illegal(f"the {shared[0]} Sea is closed in Winter", "19.2")
        return Illegal(f"the allowance of the {shared[0]} Sea is used up", "10.5")
    if way == "river" and p.winter:
        return Illegal("rivers are frozen", "10.3")
    if held_up(p, unit):
        return Illegal("Semenov holds up the trains", "6.3")
    if not may_use_rail(p, unit):
        return Illegal("the allowance by rail and river does not cover this unit", "10.4")
    return Illegal(f"no open line leads to {label}", "10.3")


def _gold(p: War, side: str, hex_: Hex) -> Illegal:
    if p.gold_side != side:
        return Illegal("the Gold is not yours", "20.6")
    if p.gold_moved:
        return Illegal("the Gold has moved", "10.4")
    own = controlled(p, side) & p.charts.cities
    if not own >> p.gold & 1:
        return Illegal(f"the Gold is in {p.label(p.gold)}, which is not yours any more", "13.1")
    if not own >> hex_ & 1:
        return Illegal(f"{p.label(hex_)} is not a city that you control", "10.2")
    if p.semenov and side == WHITE and p.charts.front["East"] >> p.gold & 1:
        return Illegal("Semenov holds up the trains", "6.3")
    return Illegal(f"no open line leads the Gold to {p.label(hex_)}", "10.3")


# 11.0 Combat


def _attack(p: War, side: str, hex_: Hex) -> Illegal:
    charts, label, there = p.charts, p.label(hex_), p.units_in(hex_)
    if p.attacked >> hex_ & 1:
        return Illegal(f"{label} has been attacked in this step", "11.2")
    if not there & ~charts.units_of[side]:
        return Illegal(f"there is no enemy in {label}", "11.1")
    if not targets(p, side) >> hex_ & 1:
        if p.great_war and charts.neutral_ground >> hex_ & 1:
            return Illegal(f"{label} is neutral territory until Turn B", "3.4")
        if p.occ[ANY_NEUTRAL] >> hex_ & 1:
            return Illegal("Whites do not attack Nationalist garrisons", "17.1")
        return Illegal("neutral Poles, and Poland at peace, are not attacked", "15.1")
    near = charts.crossable[p.winter].spread(1 << hex_)
    beside = p.units_at(near) & p.active & charts.units_of[side]
    if not beside:
        return Illegal(f"no active unit is next to {label}", "11.1")
    if not beside & ~charts.aif and not p.aif_offensive:
        return Illegal("the AIF attacks only after event 6", "11.2")
    if not beside & ~p.fought:
        return Illegal("every unit next to it has attacked", "11.2")
    return Illegal(f"no unit next to {label} may attack it", "11.2")


def _add(p: War, memo: Attack, unit: int) -> Illegal:
    charts, bit, name = p.charts, 1 << unit, p.charts.counters[unit].name
    if unit in memo.units:
        return Illegal(f"{name} attacks already", "11.3")
    if not p.active & bit & p.on_map:
        return Illegal(f"{name} is not active", "11.1")
    if p.fought & bit:
        return Illegal(f"{name} has attacked in this step", "11.2")
    if charts.garrisons & bit:
        return Illegal("garrisons do not attack", "11.1")
    if charts.aif & bit and not p.aif_offensive:
        return Illegal("the AIF attacks only after event 6", "11.2")
    if (set_of(memo.units) | bit) & charts.partisans and memo.units:
        return Illegal("partisans attack alone", "11.2")
    if not charts.grid.neighbours(1 << p.where[unit]) >> memo.target & 1:
        return Illegal(f"{name} is not next to {p.label(memo.target)}", "11.1")
    if not attacks_from(p, unit) >> memo.target & 1:
        return _cannot_attack(p, unit, memo.target)
    if not targets_of(p, unit) >> memo.target & 1:
        return Illegal("only von der Goltz attacks Nationalist garrisons", "17.1")
    return Illegal(f"{name} attacks only together with infantry or cavalry", "11.3")


def _cannot_attack(p: War, unit: int, target: Hex) -> Illegal:
    """10.11, 10.12, 11.2, 20.3, 20.12, 20.13: a neighbour that may not attack this hex."""
    charts, bit, counter = p.charts, 1 << unit, p.charts.counters[unit]
    if bit & charts.trains:
        return Illegal("armored trains attack along rails", "20.3")
    if bit & charts.river_flotillas:
        return Illegal("river flotillas attack along rivers", "20.12")
    if bit & charts.tanks:
        return Illegal("tanks do not attack into forest or swamp", "20.13")
    if bit & charts.cossacks and not charts.krug_range[counter.krug] >> target & 1:
        return Illegal("the hex is out of range of the home krug", "10.12")
    if bit & charts.estonians:
        return Illegal("the Estonians attack in the Baltic Republics only", "10.11")
    if bit & charts.poles:
        return Illegal("neutral Poles attack only hexes next to Poland", "15.1")
    if unit == p.raider or bit & charts.partisans:
        return Illegal("partisans and raiders attack lone garrisons and partisans only", "11.2")
    return Illegal("water lies between", "11.1")


def _commit(p: War, side: str, memo: Battle, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counters[unit].name
    if charts.side_of[unit] != side or not (charts.aircraft | charts.naval_flotillas) >> unit & 1:
        return Illegal("only aircraft and naval flotillas of yours are committed", "11.3")
    if p.where[unit] != READY:
        return Illegal(f"{name} is not available", "20.1")
    if charts.naval_flotillas >> unit & 1:
        sea = charts.counters[unit].sea
        if not charts.coast[sea] >> memo.target & 1:
            return Illegal(f"the fight is not on the coast of the {sea} Sea", "20.7")
        if unit in memo.defence_support and memo.owner == NEUTRAL:
            return Illegal(f"{name} helps the Latvians", "17.3")
        return Illegal("the sea is frozen", "19.2")
    return Illegal("one aircraft a side, and only with units that it can serve", "20.1")


def _retreat(p: War, memo: Retreat, hex_: Hex) -> Illegal | None:
    label, grid = p.label(hex_), p.charts.grid
    if closed := reason(bars_to_enter(p, memo.unit), hex_, label):
        return closed
    places: HexSet = set_of((memo.battle.target, *memo.enemies))
    if grid.neighbours(places) >> hex_ & 1 or places >> hex_ & 1:
        return Illegal(f"{label} is too close to the fight", "11.6")
    if grid.distance(p.where[memo.unit], hex_) > p.charts.limit["retreat"]:
        return Illegal(f"{label} is further than two hexes", "11.6")
    if zone_for(p, memo.unit) >> hex_ & 1:
        return Illegal(f"a retreat may not end in the enemy ZOC in {label}", "11.6")
    return Illegal(f"{label} is out of supply or has no room, and other hexes have", "11.6")


def _advance(p: War, memo: Advance, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counters[unit].name
    if unit not in memo.units:
        return Illegal(f"{name} has not taken part in the attack", "11.8")
    if charts.trains >> unit & 1:
        return Illegal("trains advance along rails, after infantry or cavalry", "11.8")
    if charts.river_flotillas >> unit & 1:
        return Illegal("flotillas advance along rivers, after infantry or cavalry", "11.8")
    if closed := reason(bars_to_enter(p, unit), memo.hex, p.label(memo.hex)):
        return closed
    if stacking := reason(bars_of_stacking(p, unit, EVERYTHING), memo.hex, p.label(memo.hex)):
        return stacking
    return Illegal(f"{name} would be out of supply in {p.label(memo.hex)}", "11.8")


# 20.8 Partisans


def _rise(p: War, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counters[unit].name
    if not charts.partisans & charts.units_of[WHITE] & ~charts.makhno & 1 << unit:
        return Illegal(f"{name} are not White partisans", "20.8")
    if p.where[unit] >= 0:
        return Illegal(f"{name} are on the map", "20.8")
    if not p.on_map & charts.army & charts.of_faction[charts.counters[unit].faction]:
        return Illegal(f"no other unit of the faction of {name} is left", "20.8")
    return Illegal(f"{name} find no place to rise", "20.8")


# 14.2 Replacements


def _replace(p: War, memo: Replacing, unit: int) -> Illegal:
    charts, counter = p.charts, p.charts.counters[unit]
    case = "14.4" if memo.side == RED else "14.3"
    if counter.side != memo.side:
        return Illegal(f"{counter.name} is not yours", "14.2")
    if charts.no_replace >> unit & 1 or p.where[unit] == GONE:
        return Illegal(f"{counter.name} cannot be replaced", "14.2")
    if not charts.army >> unit & 1:
        return Illegal("only infantry and cavalry are replaced", "14.2")
    if p.where[unit] == POOL:
        return Illegal(f"{counter.name} has not arrived yet", "14.1")
    if p.where[unit] != DEAD:
        return Illegal(f"{counter.name} has not been eliminated", "14.2")
    if counter.faction in memo.used:
        return Illegal(f"the {counter.faction} faction has had its replacement", case)
    if not entry_hexes(p, unit):
        return Illegal(f"{counter.name} finds no place to enter", "14.2")
    return Illegal("the allowance does not cover this unit", case)


UNITS: Table[War] = {
    (MovementStep, "select"): bars_to_select,
    (MovementStep, "raid"): bars_to_raid,
    (MovementStep, "embark"): bars_to_embark,
}
HEXES: Table[War] = {
    (MovementStep, "move"): bars_to_move,
    (MovementStep, "garrison"): bars_to_garrison,
    (MovementStep, "land"): bars_to_land,
}
REFUSALS = Refusals(
    UNITS,
    HEXES,
    words=lambda p, step, memo, choice: None,
    name=lambda p, unit: p.charts.counters[unit].name,
)
