"""The PLA in a style: how it moves and attacks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from ...engine import Choice, Decision, UnitSet, derived
from ...hexes import Hex, HexSet, flood, flood_waves, members, set_of
from .assaults import Assault
from .charts import GMD, HALVES, PLA, Charts
from .combat import Attack
from .guerrillas import may_end
from .movement import (
    Moving,
    allowance,
    entry_hexes,
    march_reach,
    may_march,
    normal_reach,
    short_attack_targets,
    waiting_units,
)
from .orders import WAYS
from .planning import plan, stakes, thrifty
from .position import EDGE, War
from .stacking import room_for
from .stakes import STAKED
from .styles import WarStyle
from .supply import in_supply, negated_ways, supplied_hexes
from .weather import cost_factor

FAR = 99
# Whoever is not further away has arrived.
NEAR = 2


@lru_cache(maxsize=1024)
def distances(charts: Charts, goal: Hex) -> list[int]:
    """How many hexes each hex is away from one."""
    found = [FAR] * charts.grid.all.bit_length()
    for distance, wave in enumerate(flood_waves(charts.passage, 1 << goal).waves):
        for hex_ in members(wave):
            found[hex_] = distance
    return found


@cache
def vicinity(charts: Charts, goal: Hex) -> HexSet:
    """The hexes of whoever has arrived."""
    return flood(charts.passage, 1 << goal, limit=NEAR)


# Movement


@derived(*STAKED)
def next_move(p: War, style: WarStyle, ordered: UnitSet) -> tuple[int, Hex] | None:
    """Who moves next, and where to: guerrillas, those who are wanted for attacks, the others."""
    waiting = waiting_units(p, PLA) & ~ordered
    raiding = not p.moved & p.charts.face_down
    for unit in members(waiting & p.charts.guerrillas) if raiding else ():
        if (there := _raid(p, unit)) != p.where[unit]:
            return unit, there
    if not p.moved & p.charts.corps:
        for unit in members(waiting & p.on_map & _small(p.charts)):
            if (there := _block(p, style, unit)) >= 0:
                return unit, there
    # Whoever has nothing better to do joins those who are needed when these are there.
    if found := _march(p, (assault for _, assault in thrifty(p, style)), waiting):
        return found
    if found := _march(p, plan(p, style), waiting):
        return found
    wanted = set_of(unit for assault in plan(p, style) for unit in assault.units)
    for unit in members(waiting & ~wanted & ~p.charts.guerrillas):
        there = _approach(p, style, unit)
        if there >= 0:
            return unit, there
    return None


def _march(p: War, assaults: Iterable[Assault], waiting: UnitSet) -> tuple[int, Hex] | None:
    """Who of those who are wanted for attacks is not yet where he is wanted, and where that is."""
    for assault in assaults:
        for unit, there in zip(assault.units, assault.hexes, strict=True):
            if there != p.where[unit] and waiting >> unit & 1:
                return unit, there
    return None


def _raid(p: War, unit: int) -> Hex:
    """18.4.7: where guerrillas cut off most; near the enemy's railroads if they cut off nobody."""
    charts = p.charts
    here = p.where[unit]
    there = normal_reach(p, unit).hexes
    ends = (there & may_end(p) | 1 << here) & charts.ways.hexes
    others = negated_ways(p) & ~(1 << here)
    # Where no supply comes along there is none to cut.
    fed = _fed(p, p.pla, others)
    nobody = _unfed(p, fed)
    best, chosen = 0.0, here
    for hex_ in members(ends):
        value = 0.1 * (_near(charts, hex_) & p.gmd).bit_count()
        value += _unfed(p, _fed(p, p.pla, others | 1 << hex_)) if fed >> hex_ & 1 else nobody
        if value > best + (0 if hex_ == here else 0.05):
            best, chosen = value, hex_
    return chosen


@cache
def _small(charts: Charts) -> UnitSet:
    """Units that are not missed in an attack."""
    small = charts.face_down & ~charts.corps & ~charts.asterisked & ~charts.elbs
    return small & ~charts.artillery & ~charts.armor


def _block(p: War, style: WarStyle, unit: int) -> Hex:
    """7.2.1: a road hex in which a small unit cuts off so much that it pays; or -1."""
    charts, here = p.charts, p.where[unit]
    lone = p.pla_in(here) == 1 << unit
    pla = p.pla & ~(1 << here) if lone else p.pla
    cut = negated_ways(p)
    # Whoever cuts something off already stays if nothing better is to be had.
    best = _unfed(p, _fed(p, pla | 1 << here, cut)) + (0.1 if lone else style.block)
    exposed = charts.passage.spread(p.gmd)
    chosen = -1
    # Where no supply comes along there is none to cut.
    fed = _fed(p, pla, cut)
    for hex_ in members(_reach(p, unit) & charts.ways.hexes & ~p.pla & fed):
        worth = _unfed(p, _fed(p, pla | 1 << hex_, cut)) - (0.3 if exposed >> hex_ & 1 else 0.0)
        if worth > best:
            best, chosen = worth, hex_
    return chosen


def _fed(p: War, pla: HexSet, cut: HexSet) -> HexSet:
    """Where GMD supply reaches if the PLA is in some hexes, and Guerrillas in others."""
    return supplied_hexes(p.charts, pla | p.pla_cities, cut, p.where[p.charts.air_supply])


def _unfed(p: War, fed: HexSet) -> float:
    """What stands where no supply reaches."""
    found = stakes(p)
    return sum([found[hex_].total for hex_ in members(p.gmd & ~fed)])


@cache
def _near(charts: Charts, hex_: Hex) -> HexSet:
    return charts.grid.disc(hex_, 3)


@derived(*STAKED)
def goals(p: War) -> tuple[tuple[Hex, float, float], ...]:
    """GMD stacks with what they are worth to whoever comes near, and the factors near them."""
    charts = p.charts
    found = []
    cf = charts.cf
    strength = {h: sum([cf[unit] for unit in members(p.pla_in(h))]) for h in members(p.pla)}
    for hex_, stake in stakes(p).items():
        near = sum([strength[at] for at in members(p.pla & vicinity(charts, hex_))])
        need = stake.defence * 4 * 1.3**-stake.shift
        weight = stake.total * 6 / (stake.defence + 4 - 2 * stake.shift)
        found.append((hex_, weight, near / need))
    return tuple(found)


def _approach(p: War, style: WarStyle, unit: int) -> Hex:
    """Where a unit goes that is not wanted this turn: towards a stack that needs more; or -1."""
    charts, here = p.charts, p.where[unit]
    reach = _reach(p, unit)
    goal = _goal_of(p, style, unit, reach) if reach else -1
    if goal < 0:
        return -1
    far = distances(charts, goal)
    # 12.1.1: nobody can attack him where he is not next to the enemy.
    exposed = charts.passage.spread(p.gmd)
    nearest = _distance(far, here, exposed, style) if here >= 0 else float(FAR)
    chosen = -1
    for hex_ in members(reach):
        away = _distance(far, hex_, exposed, style)
        if away < nearest:
            nearest, chosen = away, hex_
    return chosen


def _goal_of(p: War, style: WarStyle, unit: int, reach: HexSet) -> Hex:
    """The stack that draws a unit most: what it is worth, if not too many are there already."""
    charts, here = p.charts, p.where[unit]
    start = here if here >= 0 else members(reach)[0]
    best, goal = -float(FAR), -1
    for hex_, weight, crowd in goals(p):
        away = distances(charts, hex_)[start]
        if away <= NEAR:
            crowd -= charts.cf[unit] / 20
        value = weight * max(1.5 - crowd, 0.2) - style.slope * away
        if value > best:
            best, goal = value, hex_
    return goal


def _distance(far: list[int], hex_: Hex, exposed: HexSet, style: WarStyle) -> float:
    return far[hex_] + (style.caution if exposed >> hex_ & 1 else 0.0)


def _reach(p: War, unit: int) -> HexSet:
    """Everywhere a unit can get on its own."""
    if p.where[unit] == EDGE:
        return room_for(p, unit, entry_hexes(p, unit))
    oos = not in_supply(p, unit)
    found = normal_reach(p, unit, out_of_supply=oos).hexes
    if may_march(p, Moving(unit=unit, out_of_supply=oos)):
        found |= march_reach(p, unit).hexes
    return room_for(p, unit, found & ~(1 << p.where[unit]))


def advise_movement(
    p: War, decision: Decision, memo: Moving, style: WarStyle, ordered: UnitSet
) -> Choice:
    """Mandated Short Attacks first, then one unit after the other."""
    if memo.struck:
        return decision.first("move", "halt")
    if p.short_attacks and not p.political_offensive:
        choice = _short_attack(p, decision, memo, ordered)
        choice = choice or _come_and_strike(p, decision, memo, ordered)
        if choice is not None:
            return choice
    found = next_move(p, style, ordered)
    if found is None:
        return Choice("done")
    unit, there = found
    if unit != memo.unit:
        return Choice("select", p.name(unit))
    for verb in WAYS:
        option = decision.option(verb)
        if option is not None and option.values >> there & 1:
            return Choice(verb, p.label(there))
    return Choice("done")


def _short_attack(p: War, decision: Decision, memo: Moving, ordered: UnitSet) -> Choice | None:
    """18.3.2: nobody attacks before these have been made; the weakest make them."""
    charts = p.charts
    front = charts.passage.spread(p.gmd)
    able = waiting_units(p, PLA) & p.on_map & charts.infantry & ~ordered
    for unit in sorted(members(able), key=lambda u: (charts.cf[u], u)):
        oos = not in_supply(p, unit)
        if front >> p.where[unit] & 1:
            if unit != memo.unit:
                if short_attack_targets(p, Moving(unit=unit, out_of_supply=oos)):
                    return Choice("select", p.name(unit))
            elif decision.option("short_attack"):
                return decision.first("short_attack")
    return None


def _come_and_strike(p: War, decision: Decision, memo: Moving, ordered: UnitSet) -> Choice | None:
    """18.3.3: small units that are not next to the enemy come, strike and go away again."""
    charts = p.charts
    small = waiting_units(p, PLA) & p.on_map & charts.infantry & _small(charts) & ~ordered
    if memo.mode:
        struck = memo.mode == "move" and _small(charts) >> memo.unit & 1
        return (
            decision.first("short_attack") if struck and decision.option("short_attack") else None
        )
    for unit in members(small):
        there = _next_to_the_enemy(p, unit)
        if there >= 0 and unit != memo.unit:
            return Choice("select", p.name(unit))
        option = decision.option("move")
        if there >= 0 and option is not None and option.values >> there & 1:
            return Choice("move", p.label(there))
    return None


def _next_to_the_enemy(p: War, unit: int) -> Hex:
    """The nearest hex next to the enemy from which a unit can still get away; or -1."""
    front = p.charts.passage.spread(p.gmd) & ~p.gmd
    if front >> p.where[unit] & 1:
        return -1
    oos = not in_supply(p, unit)
    found = normal_reach(p, unit, out_of_supply=oos)
    left = allowance(p, unit, out_of_supply=oos) - HALVES * cost_factor(p, PLA)
    near = (
        (found.cost(hex_) or 0, hex_) for hex_ in members(room_for(p, unit, found.hexes & front))
    )
    cost, there = min(near, default=(left + 1, -1))
    return there if cost <= left else -1


# Combat


def planned(p: War, style: WarStyle, target: Hex) -> Assault | None:
    """The planned attack on a hex, if there is one."""
    return next((a for a in plan(p, style) if a.target == target), None)


def advise_combat(p: War, decision: Decision, style: WarStyle) -> Choice:
    """The best attack of the plan."""
    found = plan(p, style)
    return Choice("attack", p.label(found[0].target)) if found else decision.first("done")


def advise_attack(p: War, decision: Decision, memo: Attack, style: WarStyle) -> Choice:
    """Whoever is planned for it joins; then waves, and the dice."""
    assault = planned(p, style, memo.target)
    if assault is None:
        return Choice("cancel")
    option = decision.option("add")
    for unit in assault.units:
        if unit not in memo.units and option is not None and option.values >> unit & 1:
            return Choice("add", p.name(unit))
    if decision.option("deng") and set_of(assault.units) & ~set_of(memo.units):
        return Choice("deng")
    option = decision.option("wave")
    for unit in assault.waves:
        if unit not in memo.waves and option is not None and option.values >> unit & 1:
            return Choice("wave", p.name(unit))
    return decision.first("resolve", "cancel")


def advise_advance(p: War, decision: Decision, hex_: Hex) -> Choice:
    """12.3.5: as long as Xuzhou wins the game into the city alone; later where it is safe.

    Whoever stands alone among the enemy is lost, and a Great Victory (12.4) is theirs.
    """
    charts = p.charts
    option = decision.option("advance")
    able = option.values if option else 0
    if p.turn <= charts.limit["sudden_death_turns"]:
        able &= charts.corps if hex_ == charts.xuzhou else 0
    elif _against(p, hex_) >= _holding(p, hex_, able):
        able = 0
    if not able:
        return decision.first("hold")
    return Choice("advance", p.name(max(members(able), key=lambda unit: (charts.cf[unit], -unit))))


def _against(p: War, hex_: Hex) -> int:
    """Factors with which the GMD could attack a hex from where it stands."""
    charts = p.charts
    able = p.units_at(charts.passage.spread(1 << hex_) & p.gmd) & charts.units_of[GMD]
    return sum([charts.cf[unit] for unit in members(able & ~charts.defend_only)])


def _holding(p: War, hex_: Hex, able: UnitSet) -> int:
    """6.1.2: factors of those in a hex, and of the two strongest who could come there."""
    cf = p.charts.cf
    coming = sorted([cf[unit] for unit in members(able)])[-p.charts.limit["stack_corps"] :]
    return sum(coming) + sum([cf[unit] for unit in members(p.pla_in(hex_))])
