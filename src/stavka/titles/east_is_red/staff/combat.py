"""What is attacked, and with what: every attack is weighed by what it can be expected to bring."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import msgspec

from ....engine import Choice, Decision, UnitSet, derived
from ....hexes import Hex, HexSet, members, set_of
from ..air import may_strike
from ..charts import CHINESE, MECHANIZED, SOVIET, enemy_of
from ..combat import Attack, defenders_in, expend, may_attack, must_attack
from ..evaluation import PER_VICTORY_POINT
from ..options import ESCALATION
from ..position import GROUND, POOL, War
from ..results import Advance, Retreat, has_way
from ..supply import supplied_for_attack
from ..terrain import terrain_of
from ..variants.red_guards import must_mass
from ..victory import industry_cut_off, points_of
from .assault import in_range
from .movement import is_last, worth_in
from .odds import (
    Chances,
    attackers_of,
    chances,
    column_for,
    defence_of,
    strength_of,
    strike_of,
    surrounds,
)
from .slopes import slope_of
from .styles import WarStyle
from .support import needs_of, within_supply

# What an attack depends on beside the ground.
OF_COMBAT = (
    *("fought", "struck", "was_attacked", "hexes_attacked", "railed", "moved_this_turn"),
    *("carrier_mission", "omg"),
)
# Who is only driven off can cut the same railway from the next hex.
HALF = 0.5
# For how many turns a Supply unit is good: the fewer are left, the cheaper it is.
SUPPLY_TURNS = 6
# 15.3: how likely the hex is open after a nuclear attack that destroyed its defenders.
OPEN_AFTER_NUCLEAR = 0.5


class Plan(NamedTuple):
    """An attack, the column to resolve it in, and what it is worth."""

    attack: Attack
    column: int
    worth: float


def _material(p: War, units: tuple[int, ...], style: WarStyle) -> float:
    kinds = p.charts.unit_type
    return style.per_strength * sum(kinds[u].attack + kinds[u].defense for u in units)


class Prize(NamedTuple):
    """What hangs on a hex that is to be attacked."""

    # What defends it, and its strength.
    defenders: tuple[int, ...]
    defence: int
    # What the defenders are worth, and the hex.
    killed: float
    ground: float
    # 13.15: nobody retreats from a city; 10.21: nobody gets away alive.
    firm: bool
    trapped: bool


def _prize(p: War, side: str, target: Hex, units: tuple[int, ...], style: WarStyle) -> Prize:
    defenders = defenders_in(p, target)
    firm = side == SOVIET and bool(p.charts.cities >> target & 1)
    trapped = bool(defenders) and not firm and not has_way(p, defenders[0])
    return Prize(
        defenders,
        defence_of(p, target, defenders),
        _material(p, defenders, style),
        _ground(p, side, target, units, style),
        firm,
        trapped,
    )


def _ground(p: War, side: str, target: Hex, units: tuple[int, ...], style: WarStyle) -> float:
    """What a hex is worth to those who attack it."""
    slope = slope_of(p, side, style)
    gained = slope[target] - min([slope[p.where[u]] for u in units])
    ground = style.ground * max(gained, 0.0)
    if not p.conditions.on_points and side == SOVIET and p.charts.industry[CHINESE] >> target & 1:
        ground += style.industry
    return ground


class Stakes(NamedTuple):
    """What the results of an attack bring: won by destruction, retreat and exchange, lost else."""

    destroyed: float
    exchange: float
    retreats: float
    repulsed: float
    lost: float


def _stakes(p: War, prize: Prize, leading: tuple[int, ...], style: WarStyle) -> Stakes:
    """10.1: what is at stake, losses deducted."""
    lost = style.losses * _material(p, leading, style)
    points = sum(p.charts.unit_type[u].defense for u in prize.defenders) or 1
    exchanged = min(style.losses * style.per_strength * 2 * points, lost)
    away = prize.killed if prize.trapped else style.driven_off * len(prize.defenders)
    return Stakes(
        prize.killed,
        prize.killed - exchanged,
        0.0 if prize.firm else away + prize.ground,
        -style.repulse * len(leading),
        -lost,
    )


def _last_stakes(p: War, prize: Prize, leading: tuple[int, ...]) -> Stakes:
    """18.0: at the end nothing counts but the score, with the defenders away or the attackers."""
    now = _score(p)
    won = _score_without(p, prize.defenders) - now
    lost = _score_without(p, leading) - now
    return Stakes(won, won, 0.0 if prize.firm else HALF * won, lost, lost)


def _score(p: War) -> float:
    """What decides the game, from the Chinese point of view."""
    if p.conditions.on_points:
        return PER_VICTORY_POINT * (points_of(p, CHINESE) - points_of(p, SOVIET))
    return -industry_cut_off(p)


def _score_without(p: War, units: tuple[int, ...]) -> float:
    without = p.clone()
    for unit in units:
        without.send(unit, POOL)
    return _score(without)


def _expected(stakes: Stakes, chance: Chances, ground: float, *, mass: bool) -> float:
    """What an attack brings in a column; 10.5: in mass it is all or nothing."""
    won = chance.destroyed * (stakes.destroyed + ground)
    if mass:
        return won + (1 - chance.destroyed) * stakes.lost
    won += chance.exchange * (stakes.exchange + ground) + chance.retreats * stakes.retreats
    return won + chance.repulsed * stakes.repulsed + chance.lost * stakes.lost


@derived(*GROUND, *OF_COMBAT)
def plan_attack(p: War, side: str, target: Hex, style: WarStyle) -> Plan | None:
    """The best way to attack a hex with what is there; None if there is none."""
    leading = attackers_of(p, may_attack(p, side), target)
    if not leading:
        return None
    charts = p.charts
    prize = _prize(p, side, target, leading, style)
    guns = _guns(p, side, target, leading)
    halved = terrain_of(p, target) in charts.halves_tanks
    quarters = sum(strength_of(p, u, halved=halved) for u in (*leading, *guns))
    doubled = quarters << surrounds(p, target, leading)
    last = style.mends and is_last(p)
    stakes = _last_stakes(p, prize, leading) if last else _stakes(p, prize, leading, style)
    table = chances(charts)
    everybody = (*leading, *guns)
    best: Plan | None = None
    tried = set()
    for way, strength in _ways_to_attack(p, side, target, everybody, doubled, quarters):
        column = column_for(charts, strength, prize.defence)
        if (column, way.nuclear, way.mass) in tried:
            continue  # with more than it takes
        tried.add((column, way.nuclear, way.mass))
        ground = prize.ground * (OPEN_AFTER_NUCLEAR if way.nuclear else 1.0)
        if last:
            ground = 0.0
        # 10.4: the next column down can promise more.
        for lowered in range(max(column - 1, 0), column + 1):
            worth = _expected(stakes, table[lowered], ground, mass=way.mass)
            if best is None or worth > best.worth:
                attack = Attack(
                    (target,), everybody, air=way.air, nuclear=way.nuclear, mass=way.mass
                )
                best = Plan(attack, lowered, worth)
    return best


@derived(*GROUND, *OF_COMBAT)
def plan_with_enough(p: War, side: str, target: Hex, style: WarStyle) -> Plan | None:
    """The same attack without units that it does not need and that can attack somebody else."""
    plan = plan_attack(p, side, target, style)
    if plan is None:
        return None
    attack, charts = plan.attack, p.charts
    defence = defence_of(p, target, defenders_in(p, target))
    enemies = p.occupied(enemy_of(side)) & ~p.hexes_attacked & ~(1 << target)
    halved = terrain_of(p, target) in charts.halves_tanks
    air = sum(strike_of(p, u, target) for u in attack.air)
    strengths = {u: strength_of(p, u, halved=halved) for u in attack.units}
    doublings = attack.nuclear + attack.mass
    units = attack.units
    for unit in sorted(attack.units, key=lambda u: (strengths[u], u)):
        free = charts.passage.around(p.where[unit]) & enemies
        if not free or charts.artillery >> unit & 1 or len(units) < 2:
            continue
        fewer = tuple(u for u in units if u != unit)
        quarters = air + sum(strengths[u] for u in fewer)
        concentric = surrounds(p, target, tuple(u for u in fewer if not charts.artillery >> u & 1))
        if column_for(charts, quarters << doublings + concentric, defence) >= plan.column:
            units = fewer
    if units == attack.units or not any(charts.mechanized >> u & 1 for u in units):
        return plan
    return plan._replace(attack=msgspec.structs.replace(attack, units=units))


def _guns(p: War, side: str, target: Hex, leading: tuple[int, ...]) -> tuple[int, ...]:
    """9.6: Artillery two hexes away, beside a Mechanized unit that it supports."""
    charts = p.charts
    able = p.units_on_map(side) & charts.artillery & ~p.fought & ~p.railed & p.may_fight()
    supported = [u for u in leading if charts.mechanized >> u & 1]
    if not able or not supported:
        return ()
    beside = charts.passage.spread(p.hexes_of(sum(1 << u for u in supported)))
    return members(able & p.units_at(in_range(charts, target) & beside))


class Way(NamedTuple):
    """What makes an attack stronger."""

    air: tuple[int, ...] = ()
    nuclear: bool = False
    mass: bool = False


def _ways_to_attack(
    p: War, side: str, target: Hex, everybody: tuple[int, ...], doubled: int, quarters: int
) -> list[tuple[Way, int]]:
    """An attack by everybody: as it is, and with whatever makes it stronger."""
    mass = must_mass(p, everybody)
    found = [(Way(mass=mass), doubled << mass)]
    if side == CHINESE:
        if not mass and not p.guerrilla_warfare:
            found.append((Way(mass=True), doubled * 2))
        return found
    air = members(may_strike(p, (target,)))
    if p.current.key == "omg-attack":
        air = air[:1]  # OMG.2
    flown: tuple[int, ...] = ()
    strength = doubled
    concentric = doubled > quarters
    for unit in (None, *air):
        if unit is not None:
            flown = (*flown, unit)
            strength += strike_of(p, unit, target) << concentric
            found.append((Way(flown), strength))
        if ESCALATION not in p.options:
            found.append((Way(flown, nuclear=True), strength * 2))
    return found


def advise_combat(p: War, decision: Decision, style: WarStyle) -> Choice:
    """The attack that promises most, while one promises enough."""
    if supply := advise_supply(p, decision, style):
        return supply
    if landed := must_attack(p):
        # 5.52: before whoever has landed attacks anything else.
        return Choice("attack", p.label(members(landed)[0]))
    plan = best_attack(p, decision, style)
    if plan is not None:
        return Choice("attack", p.label(plan.attack.targets[0]))
    if ESCALATION not in p.options and decision.option("launch"):
        return decision.first("launch")
    return decision.first("done", "attack")


def best_attack(p: War, decision: Decision, style: WarStyle) -> Plan | None:
    option, side = decision.option("attack"), decision.side
    able = may_attack(p, side)
    hopes = [
        (_at_most(p, side, t, able, style), -t) for t in members(option.values if option else 0)
    ]
    best: Plan | None = None
    most = (style.least_attack, 0)
    for hope, target in sorted(hopes, reverse=True):
        if hope < most[0]:
            break
        plan = plan_attack(p, side, -target, style)
        if plan and plan.worth > style.least_attack and (plan.worth, target) > most:
            best, most = plan, (plan.worth, target)
    return best


def _at_most(p: War, side: str, target: Hex, able: UnitSet, style: WarStyle) -> float:
    """What an attack on a hex can bring if all goes well; at the end that is not so easy to say."""
    leading = attackers_of(p, able, target)
    if not leading:
        return -inf
    if style.mends and is_last(p):
        return inf
    defenders = defenders_in(p, target)
    won = max(_material(p, defenders, style), style.driven_off * len(defenders))
    return won + _ground(p, side, target, leading, style)


def advise_supply(p: War, decision: Decision, style: WarStyle) -> Choice | None:
    """11.42: a Supply unit is used up before the attacks if they gain more than it is worth."""
    option = decision.option("expend")
    if option is None or p.fought or not style.supply_price:
        return None
    charts = p.charts
    attackers = charts.passage.spread(p.chinese | charts.industry[CHINESE]) & p.soviet
    needs = needs_of(p)

    def feeds(unit: int) -> float:
        near = within_supply(charts, p.where[unit]) & attackers
        return sum(needs.get(hex_, 0.0) for hex_ in members(near))

    unit = max(members(option.values), key=lambda u: (feeds(u), -u))
    if not feeds(unit):
        return None
    after = p.clone()
    expend(after, unit)
    attack = decision.option("attack")
    targets = attack.values & _affected(p, after) if attack else 0
    gain = 0.0
    for target in members(targets):
        gain += _worth(after, target, style) - _worth(p, target, style)
    left = p.charts.limit["turns"] - p.turn
    price = style.supply_price * (left + 1) / SUPPLY_TURNS
    return Choice("expend", p.name(unit)) if gain > price else None


def _affected(p: War, after: War) -> HexSet:
    """The hexes on which an attack is another one with a Supply unit used up: near those who are
    fed by it, or anywhere if aircraft are."""
    fed = supplied_for_attack(after, SOVIET, MECHANIZED) & p.soviet
    if p.hexes_of(p.charts.air) & fed:
        return p.charts.grid.all
    return p.charts.grid.within(fed, p.charts.limit["artillery_range"])


def _worth(p: War, target: Hex, style: WarStyle) -> float:
    plan = plan_attack(p, SOVIET, target, style)
    return max(plan.worth - style.least_attack, 0.0) if plan else 0.0


def advise_attack(p: War, decision: Decision, memo: Attack, style: WarStyle) -> Choice | None:
    """Puts the attack together that was thought of; None if somebody else has thought of it."""
    if len(memo.targets) > 1:
        return None
    plan = plan_with_enough(p, decision.side, memo.targets[0], style)
    # 5.52: whoever has landed there attacks it, with the others or alone.
    landed = members(p.units_at(must_attack(p) & set_of(memo.targets)))
    if plan is None and not landed:
        return None
    planned = plan.attack.units if plan else ()
    units = (*planned, *(u for u in landed if u not in planned))
    if not set(memo.units) <= set(units):
        return None
    joining = [u for u in units if u not in memo.units]
    if joining:
        option = decision.option("add")
        if option is None or not option.values >> joining[0] & 1:
            return None
        others = option.values & ~sum(1 << u for u in joining)
        if not others and decision.option("all"):
            return Choice("all")
        return Choice("add", p.name(joining[0]))
    if plan is None or units != planned:
        return decision.first("resolve", "nuclear", "strike")
    for verb, wanted, there in (
        ("nuclear", plan.attack.nuclear, memo.nuclear),
        ("mass", plan.attack.mass, memo.mass),
    ):
        if wanted and not there:
            return Choice(verb)
    flying = [u for u in plan.attack.air if u not in memo.air]
    if flying:
        return Choice("strike", p.name(flying[0]))
    return Choice("resolve", p.charts.columns[plan.column])


def advise_advance(p: War, decision: Decision, memo: Advance, style: WarStyle) -> Choice:
    option = decision.option("advance")
    target = next((h for h in memo.hexes if not p.occupied(memo.side) >> h & 1), memo.hexes[0])
    for unit in members(option.values) if option else []:
        if worth_in(p, unit, target, style) > worth_in(p, unit, p.where[unit], style):
            return Choice("advance", p.name(unit))
    return Choice("hold")


def advise_retreat(p: War, decision: Decision, memo: Retreat, style: WarStyle) -> Choice | None:
    """Enemies are driven to where they are worth least to their side, friends the other way."""
    option = decision.option("to")
    if option is None:
        return None
    slope = slope_of(p, memo.side, style)
    best = max if decision.side == memo.side else min
    return Choice("to", p.label(best(members(option.values), key=lambda h: slope[h])))
