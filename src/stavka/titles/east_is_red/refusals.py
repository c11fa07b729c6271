"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Decision, Illegal
from ...engine.refusals import reason_against
from ...engine.texts import points_left
from ...hexes import Hex, set_of
from .air import air_strike_points
from .charts import CHINESE, SOVIET, enemy_of
from .cities_and_industry import cities_held, standing_industry
from .combat import (
    Attack,
    AttackStep,
    CombatPhase,
    attacks_from,
    defenders_in,
    lacks_marines,
    may_attack,
    must_attack,
    odds_of,
    targets,
)
from .demolitions import Detonation, MineLaying, Mining
from .deployment import Deploying, Deployment
from .movement import (
    MovementPhase,
    Moving,
    landing_hexes,
    may_entrain,
    may_stay,
    movement_points,
    off_limits,
    rail_reach,
    stops_in,
)
from .position import War
from .reinforcements import KoreanIntervention, Mobilization
from .results import Advance, AdvanceStep, ExchangeStep, Retreat, RetreatStep, only_unit
from .stacking import Overstacked
from .substitution import Substitution, can_break_down, can_build_up
from .supply import intrinsic
from .terrain import closed_hexes, column_of, movement_chart
from .variants.refusals import (
    about_hex,
    about_nothing,
    about_unit,
    drop,
    flight,
    not_the_group,
    supports_no_group,
)
from .variants.war import VariantWar
from .zones_of_control import blocks_a_path, in_enemy_control


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    match step, verb, memo:
        case MovementPhase(), "select", Moving():
            return _select(p, side, memo, unit)
        case AttackStep(), "add", Attack():
            return _add(p, side, memo, unit)
        case AttackStep(), "strike", Attack():
            return _strike(p, memo, unit)
        case ((CombatPhase() | AttackStep()), "expend", _):
            return _expend(p, unit)
        case ((MovementPhase() | CombatPhase() | Substitution() | ExchangeStep()), "break_down", _):
            return _break_down(p, memo, unit)
        case RetreatStep(), "retreat", Retreat():
            return Illegal(f"{p.name(unit)} does not have to retreat", "10.1")
        case ExchangeStep(), "lose", _:
            return Illegal(f"{p.name(unit)} is not among the attackers", "10.1")
        case AdvanceStep(), "advance", Advance():
            return _advance(p, memo, unit)
        case Overstacked(), "eliminate", _:
            return Illegal(f"{p.name(unit)} is not in the stack that is too high", "7.3")
    return about_unit(p, side, step, verb, unit) if isinstance(p, VariantWar) else None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
        case ((MovementPhase() | CombatPhase() | Substitution()), "build_up", _):
            return _build_up(p, memo, hex_)
        case MovementPhase(), _, Moving():
            return _about_way(p, memo, verb, hex_)
        case CombatPhase(), "attack", _:
            return _attack(p, side, hex_)
        case AttackStep(), "target", Attack():
            return _target(p, side, memo, hex_)
        case RetreatStep(), "to", Retreat():
            return _retreat(p, memo, hex_)
        case Deployment(), "at", Deploying():
            return _deploy(p, memo, hex_)
        case MineLaying(), ("mine" | "towards"), Mining():
            return _mine(p, verb, memo, hex_)
        case Mobilization(), "mobilize", _:
            return _mobilize(p, hex_)
        case KoreanIntervention(), "intervene", _:
            return Illegal(f"{p.label(hex_)} is not a land hex of North Korea", "17.5")
    unit = memo if isinstance(memo, int) else -1
    return about_hex(p, step, verb, unit, hex_) if isinstance(p, VariantWar) else None


def _about_way(p: War, memo: Moving, verb: str, hex_: Hex) -> Illegal | None:
    match verb:
        case "move" | "rail" | "land" | "fly" | "drop" if memo.unit < 0:
            return Illegal("pick up a unit first", "5.0")
        case "move":
            return _move(p, memo, hex_)
        case "rail":
            return _rail(p, memo, hex_)
        case "land":
            return _land(p, memo.unit, hex_)
        case "fly":
            able = p.charts.air_assault >> memo.unit & 1 and not p.moved >> memo.unit & 1
            return (_closed(p, memo.unit, hex_) if able else None) or flight(p, memo.unit, hex_)
        case "drop":
            able = p.charts.airborne_corps >> memo.unit & 1 and not p.moved >> memo.unit & 1
            return (_closed(p, memo.unit, hex_) if able else None) or drop(p, memo.unit, hex_)
    return None


def _about_word(p: War, side: str, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    attack = memo if isinstance(memo, Attack) else Attack(())
    if found := about_nothing(p, side, step, choice.verb, attack.units, attack.air):
        return found
    match step, choice.verb, memo:
        case MovementPhase(), "entrain", Moving(unit=unit) if unit >= 0 and not choice.argument:
            return _entrain(p, unit)
        case AttackStep(), "resolve", Attack():
            return _resolve(p, memo, choice.argument)
        case AttackStep(), "nuclear", _ if side == CHINESE:
            return Illegal("only the Soviet Player can make nuclear attacks", "15.0")
        case AttackStep(), "mass", _ if side == SOVIET:
            return Illegal("only the Chinese Player can make mass attacks", "10.5")
        case CombatPhase(), "done", _ if side == SOVIET and must_attack(p):
            return Illegal("the Marine Division must attack the hex in which it landed", "5.52")
        case Detonation(), "detonate", _:
            return Illegal(f"there is no mine at {choice.argument or 'no hexside'}", "16.0")
        case Deployment(), "place", Deploying():
            return Illegal(f"you have no {choice.argument or 'such unit'} left to set up", "17.1")
        case Deployment(), "done", _:
            return Illegal("all units must be set up", "17.2")
    return None


# 5.0 Movement


def _select(p: War, side: str, memo: Moving, unit: int) -> Illegal:
    charts, name = p.charts, p.name(unit)
    if charts.unit_type[unit].side != side:
        return Illegal(f"{name} is not a unit of the Phasing Player", "5.11")
    if p.where[unit] < 0:
        return Illegal(f"{name} is not on the map", "5.11")
    if unit == memo.unit:
        return Illegal(f"{name} is in hand already", "5.11")
    if p.railed >> unit & 1:
        return Illegal(f"{name} has moved by rail in this Player-Turn", "5.44")
    if p.moved >> unit & 1:
        return Illegal(f"{name} has moved in this phase", "5.0")
    if p.struck >> unit & 1:
        return Illegal(f"{name} has made an air strike in this Player-Turn", "14.2")
    case = "5.31" if side == SOVIET else "5.32"
    return Illegal(f"{name} does not move in this Movement Phase", case)


def _closed(p: War, unit: int, there: Hex) -> Illegal | None:
    """What keeps a unit out of a hex however it moves."""
    charts, side, label = p.charts, p.charts.unit_type[unit].side, p.label(there)
    if not charts.land >> there & 1:
        return Illegal(f"{label} is all sea or out of play", "5.23")
    if p.occupied(enemy_of(side)) >> there & 1:
        return Illegal(f"{label} is occupied by enemy units", "5.23")
    if p.all_contaminated >> there & 1:
        return Illegal(f"{label} is contaminated", "15.22")
    if charts.korea >> there & 1 and not p.koreans_in:
        return Illegal("nobody enters North Korea before it intervenes", "17.5")
    if side == SOVIET and cities_held(p) >> there & 1:
        return Illegal(f"{label} is a Chinese major city and can only be taken by attack", "13.15")
    if standing_industry(p, enemy_of(side)) >> there & 1:
        return Illegal(f"{label} is an industrial hex with its intrinsic strength", "13.23")
    if off_limits(p, unit) & ~closed_hexes(p, side) & 1 << there:
        if charts.artillery >> unit & 1:
            return Illegal(f"Artillery does not move next to Chinese units: {label}", "5.23")
        return Illegal(f"Militia do not cross the border: {label}", "17.43")
    if not may_stay(p, unit) >> there & 1:
        return Illegal(f"Militia do not move out of supply: {label}", "17.43")
    return None


def _move(p: War, memo: Moving, there: Hex) -> Illegal:
    unit, charts = memo.unit, p.charts
    side, name, label = charts.unit_type[unit].side, p.name(unit), p.label(there)
    if memo.by_rail:
        return Illegal(f"{name} moves by rail now, and not in a normal manner too", "5.44")
    if closed := _closed(p, unit, there):
        return closed
    here = p.where[unit]
    if here == there:
        return Illegal(f"{name} is in {label} already", "5.12")
    if charts.grid.distance(here, there) == 1:
        zone = in_enemy_control(p, side)
        if zone >> here & 1 and zone >> there & 1:
            return Illegal("a unit does not move from one enemy-controlled hex to another", "6.12")
        if movement_chart(p, column_of(p, unit)).step_cost(here, there) is None:
            return Illegal("no unit crosses an all-sea or all-lake hexside", "5.23")
    if stops_in(p, unit) & ~in_enemy_control(p, side):
        return Illegal(f"{name} leaves a city empty and stops next to it", "13.16")
    left = movement_points(p, unit) - memo.spent
    return Illegal(f"{label} is out of reach of {name} with {points_left(left)}", "5.12")


def _entrain(p: War, unit: int) -> Illegal | None:
    side, here, name = p.charts.unit_type[unit].side, p.where[unit], p.name(unit)
    if may_entrain(p, unit):
        return None
    if p.rail_moves >= p.charts.limit["rail_units"]:
        return Illegal("three units have used Rail Mode in this Game-Turn", "5.4")
    if p.moved_this_turn >> unit & 1:
        return Illegal(f"{name} has moved normally in this Player-Turn", "5.44")
    if not p.charts.rail[side].hexes >> here & 1:
        return Illegal(f"{p.label(here)} has no railway of one's own", "5.46")
    if not p.began_on_rail >> unit & 1:
        return Illegal(f"{name} did not begin the Player-Turn on a railway", "5.41")
    if p.fought >> unit & 1:
        return Illegal(f"{name} has attacked in this Player-Turn", "5.44")
    return Illegal(f"{name} is in an enemy-controlled hex", "5.45")


def _rail(p: War, memo: Moving, there: Hex) -> Illegal:
    unit, charts, label = memo.unit, p.charts, p.label(there)
    side = charts.unit_type[unit].side
    if not memo.by_rail:
        return _entrain(p, unit) or Illegal("entrain the unit first", "5.4")
    if closed := _closed(p, unit, there):
        return closed
    if not charts.rail[side].hexes >> there & 1:
        case = "5.46" if charts.board.networks["rail"].hexes >> there & 1 else "5.41"
        return Illegal(f"{label} has no railway of one's own", case)
    if in_enemy_control(p, side) >> there & 1:
        return Illegal(f"{label} is an enemy-controlled hex", "5.45")
    if rail_reach(p, unit).hexes >> there & 1:
        return Illegal(f"{p.name(unit)} is in {label} already", "5.42")
    hexes = charts.limit["rail_hexes"]
    return Illegal(f"{label} is not joined by {hexes} hexes of open railway or fewer", "5.42")


def _land(p: War, unit: int, there: Hex) -> Illegal:
    charts, name, label = p.charts, p.name(unit), p.label(there)
    if not charts.marine >> unit & 1:
        return Illegal(f"{name} does not land from the sea", "5.5")
    if p.landing_of(unit) >= 0:
        return Illegal(f"{name} has landed once already", "5.53")
    if not landing_hexes(p, unit):
        return Illegal(
            "only a unit that began the Game-Turn in Vladivostok lands, in the first phase", "5.51"
        )
    if p.chinese >> there & 1:
        return Illegal(f"{label} is occupied by Chinese units", "5.52")
    if not charts.landing >> there & 1:
        return Illegal(f"{label} is not a clear coastal hex of China", "5.5")
    return _closed(p, unit, there) or Illegal(f"{label} is closed", "5.5")


# 8.0 Substitution


def _too_late(memo: object) -> bool:
    """8.2: at the beginning or at the end of a Movement Phase, not in the middle."""
    return isinstance(memo, Moving) and memo.begun


def _break_down(p: War, memo: object, unit: int) -> Illegal | None:
    name, strength = p.name(unit), p.charts.unit_type[unit].key
    if strength not in p.charts.divisions or p.where[unit] < 0:
        return Illegal(f"{name} is not a Soviet corps on the map", "8.0")
    if not can_break_down(p) >> unit & 1:
        return Illegal(f"there are not enough unused divisions for {name}", "8.3")
    if _too_late(memo):
        return Illegal("substitution comes before all movement or after it", "8.2")
    if p.is_in(ExchangeStep):
        return Illegal(f"{name} is not among the attackers", "8.4")
    return None


def _build_up(p: War, memo: object, hex_: Hex) -> Illegal | None:
    if not can_build_up(p) >> hex_ & 1:
        return Illegal(f"the units in {p.label(hex_)} do not make up an unused corps", "8.0")
    if _too_late(memo):
        return Illegal("substitution comes before all movement or after it", "8.2")
    return None


# 9.0 Combat


def _attack(p: War, side: str, there: Hex) -> Illegal:
    label = p.label(there)
    if not targets(p, side) >> there & 1:
        return _no_target(p, side, there)
    militia = p.hexes_of(may_attack(p, side) & p.charts.militia)
    if p.charts.passage.spread(militia) >> there & 1:
        return _across_the_border()
    return Illegal(f"no unit that can still attack is next to {label}", "9.11")


def _across_the_border() -> Illegal:
    return Illegal("Militia do not attack across the border", "17.43")


def _no_target(p: War, side: str, there: Hex) -> Illegal:
    label = p.label(there)
    if p.occupied(enemy_of(side)) >> there & 1 and not defenders_in(p, there):
        return Illegal(f"the units in {label} have been attacked in this phase", "9.14")
    if p.hexes_attacked >> there & 1:
        return Illegal(f"{label} has been attacked in this phase", "9.14")
    return Illegal(f"there is nothing to attack in {label}", "9.11")


def _target(p: War, side: str, attack: Attack, there: Hex) -> Illegal:
    if not targets(p, side) >> there & 1:
        return _no_target(p, side, there)
    if there in attack.targets:
        return Illegal(f"{p.label(there)} is under attack already", "9.14")
    if not attack.units:
        return Illegal("nobody attacks yet", "9.11")
    if attack.air:
        return Illegal("an air strike is made on one hex", "14.3")
    if set_of(attack.units) & p.charts.militia and not p.charts.china >> there & 1:
        return _across_the_border()
    return Illegal(f"not all attackers are next to {p.label(there)}", "9.23")


def _add(p: War, side: str, attack: Attack, unit: int) -> Illegal:
    charts, name = p.charts, p.name(unit)
    if charts.unit_type[unit].side != side or p.where[unit] < 0:
        return Illegal(f"{name} is not a unit of the attacker on the map", "9.11")
    if unit in attack.units:
        return Illegal(f"{name} takes part already", "9.14")
    if p.fought >> unit & 1:
        return Illegal(f"{name} has attacked in this phase", "9.14")
    if p.railed >> unit & 1:
        return Illegal(f"{name} has moved by rail in this Player-Turn", "5.44")
    if found := not_the_group(p, unit):
        return found
    if charts.artillery >> unit & 1:
        return _support(p, attack, unit)
    if not may_attack(p, side) >> unit & 1:
        return Illegal(f"{name} does not attack by itself", "9.11")
    if must_attack(p) >> p.where[unit] & 1:
        return Illegal(f"{name} must attack the hex in which it landed first", "5.52")
    across = charts.militia >> unit & 1 and any(
        not charts.china >> target & 1 for target in attack.targets
    )
    if across:
        return _across_the_border()
    missing = [p.label(t) for t in attack.targets if not attacks_from(p, unit) >> t & 1]
    return Illegal(f"{name} is not next to {', '.join(missing)}", "9.23")


def _support(p: War, attack: Attack, unit: int) -> Illegal:
    """9.6: what is wrong with Artillery in support."""
    charts, name = p.charts, p.name(unit)
    if not any(charts.mechanized >> u & 1 for u in attack.units):
        return Illegal(f"{name} only supports an attack of Mechanized units", "9.61")
    away = {charts.grid.distance(p.where[unit], target) for target in attack.targets}
    if away != {charts.limit["artillery_range"]}:
        return Illegal(f"{name} must be two hexes from the hex under attack", "9.63")
    return Illegal(f"{name} must be next to a unit that it supports", "9.62")


def _strike(p: War, attack: Attack, unit: int) -> Illegal | None:
    name = p.name(unit)
    if not p.charts.air >> unit & 1 or p.where[unit] < 0:
        return Illegal(f"{name} is not an Air unit on the map", "14.0")
    if p.turn < p.charts.limit["first_air_strike_turn"]:
        return Illegal("there are no air strikes before the second Player-Turn", "14.0")
    if found := supports_no_group(p, attack.air):
        return found
    if (p.moved_this_turn | p.railed) >> unit & 1:
        return Illegal(f"{name} has moved in this Player-Turn", "14.2")
    if p.struck >> unit & 1 or unit in attack.air:
        return Illegal(f"{name} has struck in this Player-Turn", "14.3")
    if len(attack.targets) > 1:
        return Illegal("an air strike is made on one hex", "14.3")
    if not air_strike_points(p, unit, attack.targets):
        return Illegal(f"the target is out of range of {name}", "14.1")
    return None


def _expend(p: War, unit: int) -> Illegal:
    name = p.name(unit)
    if p.current.side == CHINESE or not p.charts.supply >> unit & 1 or p.where[unit] < 0:
        return Illegal(f"{name} is not a supply unit that can be expended now", "11.42")
    if intrinsic(p, SOVIET):
        return Illegal("no supply unit need be expended in the first four Game-Turns", "11.5")
    return Illegal(f"{name} has no unblocked path to 0701 or 3131", "11.21")


def _resolve(p: War, attack: Attack, column: str) -> Illegal | None:
    if not attack.units:
        return Illegal("nobody attacks yet", "9.11")
    best = odds_of(p, attack).column
    if best is None:
        return Illegal("attacks at less than 1 to 2 are not allowed", "10.0")
    if lacks_marines(p, attack):
        return Illegal("the Marine Division must take part where it landed", "5.52")
    if column in p.charts.columns:
        return Illegal(f"the odds are {best}; they can be lowered, not raised", "10.4")
    return None


# 10.0 Results


def _retreat(p: War, memo: Retreat, there: Hex) -> Illegal:
    label = p.label(there)
    unit = memo.unit if memo.unit >= 0 else only_unit(p, memo)
    if unit < 0:
        return Illegal("say first which unit retreats", "10.2")
    if not p.charts.passage.spread(1 << p.where[unit]) >> there & 1:
        return Illegal(f"{label} is not one hex away over passable hexsides", "10.21")
    if closed_hexes(p, memo.side) >> there & 1 and (why := _closed(p, unit, there)):
        return why
    if blocks_a_path(p, memo.side) >> there & 1:
        return Illegal(f"{label} is enemy-controlled and without a friendly unit", "10.21")
    if p.charts.militia >> unit & 1 and not p.charts.china >> there & 1:
        return Illegal(f"Militia do not cross the border: {label}", "17.43")
    return Illegal(f"{label} is a worse choice: vacant hexes first, then the lower stacks", "10.2")


def _advance(p: War, memo: Advance, unit: int) -> Illegal:
    name = p.name(unit)
    if unit not in memo.units:
        return Illegal(f"{name} took no part in the combat, or has advanced", "10.3")
    return Illegal(f"{name} is not next to the hex, or may not enter it", "10.3")


# 16.0, 17.0 Set-up and reinforcements


def _deploy(p: War, memo: Deploying, there: Hex) -> Illegal:
    charts, label = p.charts, p.label(there)
    if not memo.strength:
        return Illegal("take up a unit first", "17.2")
    if not charts.land >> there & 1:
        return Illegal(f"{label} is all sea or out of play", "5.23")
    if memo.side == CHINESE:
        if not charts.china >> there & 1:
            return Illegal(f"{label} is not in China", "17.22")
        if p.units_in(there).bit_count() >= charts.limit["stack"]:
            return Illegal(f"three units are in {label} already", "7.0")
        rule = charts.near_peking[p.scenario][memo.strength]
        where = f"within {rule.within} hexes of Peking"
        return Illegal(f"{memo.strength} must now be set up {where}", rule.case)
    if not charts.ussr >> there & 1:
        one_corps = (
            charts.mongolia >> there & 1
            and p.conditions.full_readiness
            and p.conditions.month == 30
        )
        why = "one corps only in Outer Mongolia" if one_corps else "it is not in the USSR"
        return Illegal(f"no {memo.strength} in {label}: {why}", "17.21")
    if p.conditions.full_readiness or (charts.industry[SOVIET] >> there & 1 and p.units_in(there)):
        return Illegal(f"three units are in {label} already", "7.0")
    if not charts.rail[SOVIET].hexes >> there & 1:
        return Illegal(f"{label} is not on a railway", "17.21")
    if p.units_in(there):
        return Illegal(f"units are stacked in industrial hexes only, not in {label}", "17.21")
    return Illegal(f"{label} is next to another unit", "17.21")


def _mine(p: War, verb: str, memo: Mining, there: Hex) -> Illegal | None:
    charts, label = p.charts, p.label(there)
    if len(p.mines) >= charts.limit["demolitions"]:
        return Illegal("all atomic demolitions are in place", "16.0")
    if not charts.china >> there & 1:
        return Illegal(f"{label} is not in China, whose border cannot be mined either", "16.5")
    if verb == "mine":
        return None
    if memo.hex < 0:
        return Illegal("name the hex on the other side first", "16.0")
    if charts.grid.distance(memo.hex, there) != 1:
        return Illegal(f"{label} has no hexside in common with {p.label(memo.hex)}", "16.0")
    if charts.grid.side(memo.hex, there) in p.mines:
        return Illegal("this hexside is mined already", "16.5")
    return Illegal("nobody could cross this hexside anyway", "16.5")


def _mobilize(p: War, there: Hex) -> Illegal:
    label = p.label(there)
    if not p.charts.cities >> there & 1:
        return Illegal(f"{label} is not a major city", "17.4")
    if p.soviet >> there & 1:
        return Illegal(f"{label} is occupied by Soviet units", "17.41")
    if p.all_contaminated >> there & 1:
        return Illegal(f"{label} is contaminated", "15.22")
    return Illegal(f"{label} has mobilized in this Game-Turn", "17.4")
