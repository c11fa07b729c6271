"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal
from ...engine.refusals import reason_against
from ...engine.texts import points_left
from ...hexes import Hex, HexSet, set_of
from .activation import CommandStep, FieldStaff, FirstChit
from .charts import FRONTS, NEUTRAL, RED, SEAS, WHITE, enemy_of
from .combat import Attack, AttackStep, CombatStep, Commitment, attacks_from, targets, targets_of
from .control import controlled, seas_of
from .events import EventStep
from .movement import MovementStep, Moving, landing_seas, reach_of
from .poland import BorderGuard
from .position import ANY_NEUTRAL, CHIT, DEAD, GONE, POOL, READY, War
from .rally import RallyStep
from .reinforcements import Arrival, Reinforcement, Replacement, Replacing, entry_hexes
from .results import Advance, AdvanceStep, Battle, Loss, LossStep, Retreat, RetreatStep
from .special_units import case_of_company, company_in
from .stacking import Overstacked, may_mix, may_stack, stack_limit
from .strategic_movement import (
    RedTrainStep,
    Strategic,
    StrategicMovement,
    held_up,
    may_use_rail,
    open_seas,
    rail_group,
)
from .supply import in_supply, supplied_hexes
from .territory import held_against, out_of_bounds
from .zones_of_control import zone_for


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    name = p.charts.counters[unit].name
    match step, verb, memo:
        case MovementStep(), _, Moving():
            return _about_mover(p, side, memo, verb, unit)
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


def _about_mover(p: War, side: str, memo: Moving, verb: str, unit: int) -> Illegal | None:
    match verb:
        case "select":
            return _select(p, side, memo, unit)
        case "raid":
            return _raid(p, unit)
        case "embark":
            return _embark(p, memo, unit)
    return None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
        case MovementStep(), _, Moving():
            return _about_way(p, side, memo, verb, hex_)
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


def _about_way(p: War, side: str, memo: Moving, verb: str, hex_: Hex) -> Illegal | None:
    match verb:
        case "move" if memo.unit < 0:
            return Illegal("pick up a unit first", "10.6")
        case "move":
            return _move(p, memo, hex_)
        case "garrison":
            return _garrison(p, side, hex_)
        case "land":
            return _land(p, memo, hex_)
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


# 10.6 Operational movement


def _select(p: War, side: str, memo: Moving, unit: int) -> Illegal | None:
    charts, bit, name = p.charts, 1 << unit, p.charts.counters[unit].name
    if unit == memo.unit:
        return Illegal(f"{name} is in hand", "10.6")
    if charts.side_of[unit] != side:
        return Illegal(f"{name} is not yours", "7.10")
    if not p.on_map & bit:
        return Illegal(f"{name} is not on the map", "10.6")
    if not charts.moves_on_foot & bit:
        return Illegal(f"{name} does not move", "10.7")
    if p.moved & bit:
        return Illegal(f"{name} has moved", "10.6")
    if p.done & bit:
        return Illegal(f"{name} is Done", "10.9")
    if p.acted & bit:
        return Illegal(f"{name} has been active in this turn", "20.14")
    if not p.active & bit:
        return Illegal(f"{name} is not active", "7.10")
    return None


def _move(p: War, memo: Moving, there: Hex) -> Illegal | None:
    charts, unit, label = p.charts, memo.unit, p.label(there)
    counter, bit = charts.counters[unit], 1 << there
    if there == p.where[unit]:
        return Illegal("the unit is there", "10.6")
    if closed := _closed(p, unit, there):
        return closed
    found = reach_of(p, unit, memo.spent)
    if not found.hexes & bit:
        return _out_of_reach(p, memo, there)
    if p.charts.needs_company >> unit & 1 and not company_in(p, unit, there):
        case = case_of_company(p, unit)
        return Illegal(f"{counter.name} must end with infantry or cavalry", case)
    if stacking := _stacking(p, unit, there):
        return stacking
    if not p.unsupplied >> unit & 1 and not supplied_hexes(p, unit, leaving=True) & bit:
        return Illegal(f"{counter.name} would be out of supply in {label}", "10.8")
    return None


def _closed(p: War, unit: int, there: Hex) -> Illegal | None:
    """Why a unit may not be in a hex at all."""
    charts, label, bit = p.charts, p.label(there), 1 << there
    if not (charts.land | charts.lakes) & bit:
        return Illegal(f"{label} is all sea or out of play", "10.6")
    if charts.lakes & bit and not p.winter:
        return Illegal(f"{label} is a lake that is not frozen", "19.2")
    if out_of_bounds(p, unit) & bit:
        return _bounds(p, unit, there)
    if held_against(p, unit) & bit:
        neutral = p.units_in(there) & charts.units_of[NEUTRAL]
        if neutral:
            return Illegal(f"{label} is held by a Nationalist garrison", "9.6")
        enemy = p.units_in(there) & charts.units_of[enemy_of(charts.side_of[unit])]
        if enemy:
            return Illegal(f"{label} is held by the enemy", "10.6")
        return Illegal(f"{label} is held by Poles", "15.1")
    return None


def _bounds(p: War, unit: int, there: Hex) -> Illegal:
    charts, bit, label = p.charts, 1 << unit, p.label(there)
    if p.great_war and charts.neutral_ground >> there & 1:
        return Illegal(f"{label} is neutral territory until Turn B", "3.4")
    if charts.poland >> there & 1:
        return Illegal("Poland is closed to this unit", "10.10")
    if bit & charts.poles:
        return Illegal("neutral Poles stay within a hex of Poland", "10.10")
    if bit & charts.cossacks:
        reach = charts.limit["krug_range"]
        return Illegal(f"{label} is more than {reach} hexes from the home krug", "10.12")
    if bit & charts.makhno:
        return Illegal("Makhno stays within two hexes of his district", "10.13")
    return Illegal("the Baltic Republics are closed to this unit, or it may not leave", "10.11")


def _out_of_reach(p: War, memo: Moving, there: Hex) -> Illegal:
    charts, unit, label = p.charts, memo.unit, p.label(there)
    counter = charts.counters[unit]
    if counter.moves == "rail" and not charts.rail.hexes >> there & 1:
        return Illegal(f"no railway leads to {label}", "20.3")
    if counter.moves == "river" and not charts.river.hexes >> there & 1:
        return Illegal(f"no river leads to {label}", "20.12")
    if counter.moves in ("rail", "river"):
        return Illegal(f"the way to {label} is barred", "10.7")
    if counter.moves == "tank" and (charts.forest | charts.swamp) >> there & 1:
        return Illegal("tanks do not enter forest or swamp", "20.13")
    zones, here = zone_for(p, unit), p.where[unit]
    if zones >> here & 1 and zones >> there & 1 and charts.grid.distance(here, there) == 1:
        return Illegal("not straight from one enemy Zone of Control into another", "8.6")
    left = counter.movement - memo.spent
    return Illegal(f"{label} is beyond the {points_left(left)}, or behind enemy ZOC", "10.6")


def _stacking(p: War, unit: int, there: Hex) -> Illegal | None:
    charts, counter, label = p.charts, p.charts.counters[unit], p.label(there)
    others = p.units_in(there) & ~(1 << unit) & ~charts.units_of[NEUTRAL]
    if not others or may_stack(p, unit, there):
        return None
    if may_mix(p.charts, unit, others):
        limit = stack_limit(p, counter.side, there, coming=1 << unit)
        return Illegal(f"more than {limit} manpower points would be in {label}", "9.1")
    if (others | 1 << unit) & charts.partisans:
        return Illegal("partisans stack with nobody", "9.4")
    if others & charts.of_kind[counter.kind] & ~charts.army:
        return Illegal(f"there is such a unit in {label} already", "9.3")
    return Illegal("White factions do not stack together", "9.5")


def _garrison(p: War, side: str, hex_: Hex) -> Illegal:
    charts, label = p.charts, p.label(hex_)
    if not charts.cities >> hex_ & 1:
        return Illegal(f"{label} is no city", "20.5")
    there = p.units_in(hex_)
    if not there & p.active & charts.army:
        return Illegal(f"no active infantry or cavalry is in {label}", "20.5")
    if there & charts.garrisons:
        return Illegal(f"there is a garrison in {label}", "9.3")
    return Illegal("no garrison counter of this faction is free", "20.5")


def _raid(p: War, unit: int) -> Illegal:
    name = p.charts.counters[unit].name
    if not p.charts.cavalry >> unit & 1:
        return Illegal(f"{name} is not cavalry", "20.4")
    if not p.raid_in_hand:
        return Illegal("the Cavalry Raid marker is not in hand", "20.4")
    if not p.active >> unit & 1:
        return Illegal(f"{name} is not active", "20.4")
    return Illegal(f"{name} is out of supply", "12.9")


def _embark(p: War, memo: Moving, unit: int) -> Illegal:
    charts, name = p.charts, p.charts.counters[unit].name
    if not p.amphibious_in_hand:
        return Illegal("the Amphibious Invasion marker is not in hand", "20.2")
    force = set_of(memo.embarked) | 1 << unit
    if force & charts.infantry and force & charts.cavalry:
        return Illegal("infantry and cavalry do not land together", "20.2")
    begun = unit == memo.unit and memo.spent
    if not p.active >> unit & 1 or p.moved >> unit & 1 or begun:
        return Illegal(f"{name} is not active, or has moved", "20.2")
    if charts.freikorps >> unit & 1:
        return Illegal("von der Goltz never goes by sea", "10.5")
    here = p.where[unit]
    seas = [sea for sea in seas_of(p, WHITE) if charts.ports[sea] >> here & 1]
    if not seas or not controlled(p, WHITE) >> here & 1:
        return Illegal(f"{name} is not in a White port of a White sea", "20.2")
    if not set(seas) & set(landing_seas(p)):
        return Illegal(f"the {seas[0]} Sea is frozen", "19.2")
    if memo.embarked and p.where[memo.embarked[0]] != here:
        return Illegal("the force sails from one port", "20.2")
    return Illegal("the force would be too large", "20.2")


def _land(p: War, memo: Moving, hex_: Hex) -> Illegal:
    if not memo.embarked:
        return Illegal("choose the units that land first", "20.2")
    label, here = p.label(hex_), p.where[memo.embarked[0]]
    for unit in memo.embarked:
        if closed := _closed(p, unit, hex_):
            return closed
    if p.units_in(hex_):
        return Illegal(f"{label} is not vacant", "20.2")
    seas = [sea for sea in landing_seas(p) if p.charts.ports[sea] >> here & 1]
    if not any(p.charts.coast[sea] >> hex_ & 1 for sea in seas):
        return Illegal(f"{label} is not on the coast of the {' or '.join(seas)} Sea", "20.2")
    return Illegal(f"the force would be out of supply in {label}", "10.8")


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
    if stacking := _stacking(p, unit, hex_):
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
    if closed := _closed(p, memo.unit, hex_):
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
    if closed := _closed(p, unit, memo.hex):
        return closed
    if stacking := _stacking(p, unit, memo.hex):
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
