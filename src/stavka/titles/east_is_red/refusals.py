"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from ...engine import AnyStep, Choice, Decision, Illegal
from ...engine.refusals import reason_against
from ...hexes import Hex, set_of
from ...kit.bars import Bar, Bars, Refusals, Table, reason
from .air import air_strike_points
from .charts import CHINESE, SOVIET, enemy_of
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
    bars_after_movement,
    bars_to_drop,
    bars_to_fly,
    bars_to_land,
    bars_to_move,
    bars_to_rail,
    bars_to_select,
    why_not_entrain,
)
from .position import War
from .reinforcements import KoreanIntervention, Mobilization
from .results import (
    Advance,
    AdvanceStep,
    ExchangeStep,
    Retreat,
    RetreatStep,
    bars_to_attackers,
    only_unit,
)
from .stacking import Overstacked, bars_to_eliminate
from .substitution import (
    Substitution,
    bars_in_chinese_phases,
    bars_to_break_down,
    bars_to_build_up,
)
from .supply import intrinsic
from .terrain import closed_to
from .variants.refusals import (
    about_hex,
    about_nothing,
    about_unit,
    not_the_group,
    supports_no_group,
)
from .variants.war import VariantWar
from .zones_of_control import blocks_a_path


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return REFUSALS.against(p, choice) or reason_against(
        p, decision, choice, about_unit=_about_unit, about_hex=_about_hex, about_word=_about_word
    )


def _all(*rules: Callable[[War, Any], Bars]) -> Callable[[War, Any], Iterable[Bar]]:
    """The bars of several rules, one after the other."""
    return lambda p, memo: chain.from_iterable(rule(p, memo) for rule in rules)


UNITS: Table[War] = {
    (MovementPhase, "select"): bars_to_select,
    (MovementPhase, "break_down"): _all(bars_to_break_down, bars_after_movement),
    (CombatPhase, "break_down"): _all(bars_to_break_down, bars_in_chinese_phases),
    (Substitution, "break_down"): bars_to_break_down,
    (ExchangeStep, "break_down"): _all(bars_to_break_down, bars_to_attackers),
    (Overstacked, "eliminate"): bars_to_eliminate,
}
HEXES: Table[War] = {
    (MovementPhase, "move"): bars_to_move,
    (MovementPhase, "rail"): bars_to_rail,
    (MovementPhase, "land"): bars_to_land,
    (MovementPhase, "fly"): bars_to_fly,
    (MovementPhase, "drop"): bars_to_drop,
    (MovementPhase, "build_up"): _all(bars_to_build_up, bars_after_movement),
    (CombatPhase, "build_up"): _all(bars_to_build_up, bars_in_chinese_phases),
    (Substitution, "build_up"): bars_to_build_up,
}
REFUSALS: Refusals[War] = Refusals(
    UNITS, HEXES, words=lambda p, step, memo, choice: None, name=War.name
)


def _about_unit(
    p: War, side: str, step: AnyStep, memo: object, verb: str, unit: int
) -> Illegal | None:
    match step, verb, memo:
        case AttackStep(), "add", Attack():
            return _add(p, side, memo, unit)
        case AttackStep(), "strike", Attack():
            return _strike(p, memo, unit)
        case ((CombatPhase() | AttackStep()), "expend", _):
            return _expend(p, unit)
        case RetreatStep(), "retreat", Retreat():
            return Illegal(f"{p.name(unit)} does not have to retreat", "10.1")
        case ExchangeStep(), "lose", _:
            return Illegal(f"{p.name(unit)} is not among the attackers", "10.1")
        case AdvanceStep(), "advance", Advance():
            return _advance(p, memo, unit)
    return about_unit(p, side, step, verb, unit) if isinstance(p, VariantWar) else None


def _about_hex(
    p: War, side: str, step: AnyStep, memo: object, verb: str, hex_: Hex
) -> Illegal | None:
    match step, verb, memo:
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


def _about_word(p: War, side: str, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    attack = memo if isinstance(memo, Attack) else Attack(())
    if found := about_nothing(p, side, step, choice.verb, attack.units, attack.air):
        return found
    match step, choice.verb, memo:
        case MovementPhase(), "entrain", Moving(unit=unit) if unit >= 0 and not choice.argument:
            return why_not_entrain(p, unit)
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
    if why := reason(closed_to(p, memo.side), there, label):
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
