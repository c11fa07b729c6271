"""What a cadet does: one look at what each choice would bring."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import NO_ORDERS, AnyStep, Choice, Decision, Orders, Style, derived
from ...hexes import Hex, HexSet, members, set_of
from .advance import Advance, AdvanceStep
from .airpower import FleetPlacement
from .attacks import AttackStep, CombatPhase
from .battle import battle_frame
from .charts import AXIS, SOVIET, enemy_of
from .combat import Attack, all_that_can_join, odds_of
from .contested import enemy_contested, near_units
from .conversion import Converting, GermanConversion, SovietConversion
from .economy import Evacuation, LeaderArrival
from .evaluation import (
    Field,
    cut_off,
    enemy_hexes,
    goals_of_the_axis,
    goals_to_guard,
    judge,
    prospect,
    slope,
    steps_of,
    trapped,
)
from .movement import (
    LAST,
    SEA,
    STRATEGIC,
    MovementPhase,
    Moving,
    allowance,
    kinds_ahead,
    manner_of,
    may_creep,
    may_use_strategic,
    reach_of,
    strategic_hexes,
)
from .overrun import overrun_cost, overrun_hexes
from .partisans import Flight, PartisanPlacement
from .position import GROUND, War
from .reinforcements import AirborneDrop, ReinforcementPhase
from .results import (
    BattleStep,
    CrowdStep,
    LossesStep,
    Retreat,
    RetreatStep,
    Satisfy,
    SatisfyStep,
    TollStep,
    grouped,
    ways,
)
from .services import area_without, fed_by, is_link
from .stacking import Overstacked
from .supply import AIRBASE, GERMAN, RED, Depots, depot_area, lines_to, manner, supply_area

# How much a battle must promise before a side begins it, in steps; and more on the defence.
BOLDNESS = {AXIS: 0.1, SOVIET: 0.2}
CAUTION = 0.4
# A move must improve on staying by so much.
ENOUGH = 0.75
# Depots: what a hex is worth that only this one feeds, and a space on the way to the goals; on
# the defence, a step that only this one feeds, at some distance from the enemy.
PER_HEX_FED = 0.125
PER_SPACE_FORWARD = 0.25
PER_STEP_FED = 0.25
NEAR_THE_FRONT = 3
# Troops further from every enemy than this look for strategic movement.
FAR_BEHIND = 7
# How many hexes fast troops look at for a raid, and how much worth they would give up for one.
RAID_GOALS = 4
RAID_RISK = 12.0


def values_of(decision: Decision, verb: str) -> tuple[int, ...]:
    option = decision.option(verb)
    return members(option.values) if option is not None else ()


def _value_of(p: War, unit: int) -> float:
    """What a step of a unit is worth to its owner."""
    kind = p.charts.kind[unit]
    return 2.0 * kind.points + sum(kind.values[0] if kind.values else (3, 5)) / max(kind.steps, 1)


def _cheapest(p: War, decision: Decision, verb: str) -> Choice:
    unit = min(values_of(decision, verb), key=lambda u: (_value_of(p, u), u))
    return Choice(verb, p.name(unit))


def _dearest(p: War, decision: Decision, verb: str) -> Choice:
    unit = max(values_of(decision, verb), key=lambda u: (_value_of(p, u) * p.steps[u], u))
    return Choice(verb, p.name(unit))


# Supply and reinforcements


def _advise_depots(p: War, decision: Decision) -> Choice:
    """An emergency depot where it feeds troops that nothing else does."""
    return emergency(p, decision, 0) or hoarding(p, decision)


def emergency(p: War, decision: Decision, covered: HexSet) -> Choice | None:
    """A depot that is cut off becomes an emergency source, if many hungry troops are near it and
    not where others feed them already."""
    charts = p.charts
    fed = supply_area(p, "ally")
    hungry = [
        u
        for u in members(p.on_map & charts.on_depots & charts.contesting)
        if not (fed | covered) >> p.where[u] & 1
    ]
    if hungry:
        spaces = charts.limit["axis_communication"]
        for depot in values_of(decision, "emergency"):
            here = p.where[depot]
            if fed >> here & 1:
                continue
            area = lines_to(p, AXIS, 1 << here, spaces)
            if sum(p.steps[u] for u in hungry if area >> p.where[u] & 1) >= 8:
                return Choice("emergency", p.name(depot))
    return None


def hoarding(p: War, decision: Decision) -> Choice:
    """A depot far behind that feeds nothing is removed: it returns where it is needed."""
    if p.turn + p.charts.limit["depot_return"] <= p.plan.last_turn:
        near = near_units(p, SOVIET, FAR_BEHIND)
        for depot in values_of(decision, "hoard"):
            here = p.where[depot]
            if not near >> here & 1 and not is_link(p, depot) and not fed_by(p, depot, here):
                return Choice("hoard", p.name(depot))
    return Choice("done")


def _advise_fleet(p: War, decision: Decision) -> Choice:
    """Over the thick of the front, or over those that are cut off."""
    option = decision.option("fly")
    assert option is not None
    grid = p.charts.grid
    front = enemy_hexes(p, AXIS) & grid.neighbours(grid.neighbours(p.axis_strong))
    reach_ = p.charts.kinds["air_fleet"].range
    covered = 0
    for hex_ in members(p.fleet_hexes):
        covered |= grid.disc(hex_, reach_)
    front &= ~covered
    candidates = members(option.values & p.area & grid.neighbours(front)) or members(option.values)
    best = max(candidates, key=lambda h: ((grid.disc(h, reach_) & front).bit_count(), -h))
    return Choice("fly", p.label(best))


def _advise_reinforcement(p: War, decision: Decision) -> Choice:
    memo = p.memo_of(ReinforcementPhase)
    there = values_of(decision, "place")
    if memo.unit >= 0 and there:
        if p.charts.depots >> memo.unit & 1:
            best = max(there, key=lambda h: (_worth_of_depot(p, memo.unit, h), -h))
            return Choice("place", p.label(best))
        if p.charts.headquarters >> memo.unit & 1:
            best = max(there, key=lambda h: (_worth_of_headquarters(p, memo.unit, h), -h))
            return Choice("place", p.label(best))
        return _best_hex(p, decision, "place", memo.unit)
    # Those before it could not be placed.
    waiting = [u for u in values_of(decision, "select") if u > memo.unit]
    headquarters = [u for u in waiting if p.charts.headquarters >> u & 1]
    if memo.unit < 0 and headquarters:
        return Choice("select", p.name(headquarters[0]))
    if waiting:
        return Choice("select", p.name(waiting[0]))
    return Choice("done")


def _forward(p: War, hex_: Hex) -> float:
    """How far forward a hex is for the Axis; railways carry supply twice as far."""
    field = slope(p.charts, goals_of_the_axis(p))
    return field[hex_] + (2.0 if p.charts.rail.hexes >> hex_ & 1 else 0.0)


def _distance_to(p: War, hex_: Hex, hexes: HexSet) -> int:
    """Spaces to the nearest of some hexes."""
    found, distance = 1 << hex_, 0
    neighbours = p.charts.grid.neighbours
    while not found & hexes and distance < 12:
        found |= neighbours(found)
        distance += 1
    return distance


def _behind_the_front(p: War, decision: Decision, verb: str) -> Choice:
    """As near to the front as is safe."""
    option = decision.option(verb)
    assert option is not None
    enemies = enemy_hexes(p, decision.side)
    near, layer = enemies, 0
    neighbours = p.charts.grid.neighbours
    while layer < 60:
        near |= neighbours(near)
        layer += 1
        if layer >= 5 and near & option.values:
            return Choice(verb, p.label(members(near & option.values)[0]))
    return decision.first(verb)


def _nearest_to_the_enemy(p: War, decision: Decision, verb: str) -> Choice:
    units = values_of(decision, verb)
    enemies = enemy_hexes(p, decision.side)
    return Choice(verb, p.name(min(units, key=lambda u: (_distance_to(p, p.where[u], enemies), u))))


def _on_their_railways(p: War, decision: Decision) -> Choice:
    """Partisans where Axis supply passes."""
    verb = decision.options[0].verb
    there: HexSet = decision.options[0].values
    rail = there & p.charts.rail.hexes & depot_area(p)
    return Choice(verb, p.label(members(rail or there)[0]))


# Movement


def _advise_movement(p: War, decision: Decision, memo: Moving) -> Choice:
    """Take the units one after the other, and each to the best hex it can reach."""
    if memo.strategic:
        there = _best_of(p, decision, "transfer", memo.units[0])
        return Choice("transfer", p.label(there)) if there is not None else Choice("back")
    last = memo.units[0] if memo.units else -1
    if memo.units:
        if not memo.begun and decision.option("strategic") and _wants_transfer(p, last):
            return Choice("strategic")
        for target in values_of(decision, "overrun"):
            if _worth_a_battle(p, decision.side, memo.units, target, overrun=True):
                return Choice("overrun", p.label(target))
        if (there := _best_of(p, decision, "move", last)) is not None:
            return Choice("move", p.label(there))
        if decision.option("halt"):
            return Choice("halt")
    waiting = values_of(decision, "select")
    if kinds_ahead(p, memo)[0] in (SEA, STRATEGIC):
        # Strategic movement comes before all other.
        for unit in waiting:
            if unit > last and _wants_transfer(p, unit):
                return Choice("select", p.name(unit))
        last = -1 if last < 0 or _wants_transfer(p, last) else last
    last = max(last, _progress(p, decision.side, memo))
    nobody = memo.dismissed()
    for unit in waiting:
        if unit > last and _could_improve(p, decision.side, nobody, unit):
            return Choice("select", p.name(unit))
    return Choice("done")


def _wants_transfer(p: War, unit: int) -> bool:
    """Troops far behind the front, if there is somewhere better for them."""
    side = p.charts.kind[unit].side
    if not (p.charts.contesting | p.charts.depots) >> unit & 1:
        return False
    if near_units(p, enemy_of(side), FAR_BEHIND) >> p.where[unit] & 1:
        return False
    if not may_use_strategic(p, unit):
        return False
    return _best_in(p, side, unit, strategic_hexes(p, unit)) is not None


def _progress(p: War, side: str, memo: Moving) -> int:
    """The last unit that has moved near the enemy: units are taken in their order.

    Battlegroups say nothing, for one may stand in for a corps that lost steps in an overrun.
    """
    moved = p.moved & ~p.charts.battlegroups
    if kinds_ahead(p, memo)[0] == LAST:
        moved &= p.charts.last_movers
    near = near_units(p, enemy_of(side), p.charts.limit["strategic_distance"])
    for unit in reversed(members(moved & p.on_map)):
        if near >> p.where[unit] & 1:
            return unit
    return -1


def _worth_of(p: War, side: str, unit: int, hex_: Hex) -> float:
    charts, bit = p.charts, 1 << unit
    if charts.depots & bit:
        return _worth_of_depot(p, unit, hex_)
    if charts.airbases & bit:
        inside = supply_area(p, AIRBASE) >> hex_ & 1
        return _forward(p, hex_) - (0 if inside else 50) - (20 if _exposed(p, side, hex_) else 0)
    if charts.headquarters & bit:
        return _worth_of_headquarters(p, unit, hex_)
    if charts.leaders & bit:
        inside = supply_area(p, manner(p, unit)) >> hex_ & 1
        near = p.charts.grid.disc(hex_, charts.kind[unit].range) & p.axis
        return near.bit_count() - (0 if inside else 50) - (9 if _exposed(p, side, hex_) else 0)
    if charts.security & bit:
        return 0.0 if supply_area(p, manner(p, unit)) >> hex_ & 1 else -20.0
    return judge(p, side).worth(unit, hex_)


def _worth_of_headquarters(p: War, unit: int, hex_: Hex) -> float:
    """Not far behind the front, on a line to the rear, where no other headquarters is."""
    charts = p.charts
    side = charts.kind[unit].side
    inside = supply_area(p, manner(p, unit)) >> hex_ & 1
    distance = _distance_to(p, hex_, enemy_hexes(p, side))
    far, near = max(distance - 5, 0), max(5 - distance, 0)
    around = charts.grid.disc(hex_, 5)
    others = p.hexes_of(charts.headquarters & charts.units_of[side] & ~(1 << unit))
    crowd = (around & others).bit_count()
    value = -3.0 * near - 4.0 * crowd - (0 if inside else 50)
    if side == SOVIET and not judge(p, side).offensive:
        return value + _unguarded(p, others)[hex_]
    return value + min((around & p.strong(side)).bit_count(), 8) - far


@derived(*GROUND)
def _unguarded(p: War, others: HexSet) -> Field:
    """The way to what is to be guarded and has no other headquarters near it."""
    around = p.charts.grid.disc
    goals = (g for g in goals_to_guard(p, SOVIET) if not around(g[0], 5) & others)
    return slope(p.charts, tuple(goals))


def _worth_of_depot(p: War, unit: int, hex_: Hex) -> float:
    """Where it feeds ground that no other does; a depot that others hang on stays."""
    if is_link(p, unit):
        return 0.0 if hex_ == p.where[unit] else -50.0
    if not area_without(p, unit) >> hex_ & 1:
        return -50.0
    others = p.hexes_of(p.charts.depots & ~(1 << unit))
    crowd = (p.charts.grid.disc(hex_, 2) & others).bit_count()
    fed = fed_by(p, unit, hex_)
    if judge(p, AXIS).offensive:
        value = PER_HEX_FED * fed.bit_count() + PER_SPACE_FORWARD * _forward(p, hex_)
    else:
        troops = fed & p.axis_strong
        value = PER_STEP_FED * steps_of(p, members(p.units_at(troops)))
        value -= near_units(p, SOVIET, NEAR_THE_FRONT) >> hex_ & 1
    return value - crowd - (20 if _exposed(p, AXIS, hex_) else 0)


def _exposed(p: War, side: str, hex_: Hex) -> bool:
    return bool(enemy_contested(p, side) >> hex_ & 1)


def _could_improve(p: War, side: str, memo: Moving, unit: int) -> bool:
    """Whether a unit has somewhere better to go, or somebody to overrun."""
    charts = p.charts
    if charts.siege >> unit & 1:
        return False
    here = p.where[unit]
    points = allowance(p, unit)
    if points >= overrun_cost(p, side) and any(
        _worth_a_battle(p, side, (unit,), target, overrun=True)
        for target in members(overrun_hexes(p, side, (unit,)))
    ):
        return True
    manner_ = manner_of(p, unit)
    creep = may_creep(p, memo, here)
    there = reach_of(p, manner_, here, points, creep=creep).hexes & ~(1 << here)
    return _best_in(p, side, unit, there) is not None


def _best_in(p: War, side: str, unit: int, there: HexSet) -> Hex | None:
    if not there:
        return None
    now = _worth_of(p, side, unit, p.where[unit])
    scored = [(_worth_of(p, side, unit, hex_), -hex_) for hex_ in members(there)]
    best, hex_ = max(scored)
    if _raids(p, side, unit):
        scored.sort(reverse=True)
        lines = p.charts.rail.hexes & supply_area(p, RED if side == AXIS else GERMAN)
        rails = [s for s in scored if lines >> -s[1] & 1][:RAID_GOALS]
        for worth, candidate in {*scored[: RAID_GOALS // 2], *rails}:
            if worth > best - RAID_RISK:
                gain = worth + cut_off(p, unit, -candidate)
                if (gain, candidate) > (best, hex_):
                    best, hex_ = gain, candidate
    return -hex_ if best > now + ENOUGH else None


def _raids(p: War, side: str, unit: int) -> bool:
    """Fast troops look for ways to cut the enemy's supply."""
    troops = p.charts.contesting
    if side == AXIS or p.turn < p.plan.last_turn:
        troops &= p.charts.motorized
    return bool(troops >> unit & 1) and judge(p, side).offensive


def _best_of(p: War, decision: Decision, verb: str, unit: int) -> Hex | None:
    option = decision.option(verb)
    return None if option is None else _best_in(p, decision.side, unit, option.values)


def _best_hex(p: War, decision: Decision, verb: str, unit: int) -> Choice:
    """The best of the offered hexes, whatever it is worth."""
    there = values_of(decision, verb)
    best = max(there, key=lambda h: (_worth_of(p, decision.side, unit, h), -h))
    return Choice(verb, p.label(best))


# Combat


def _worth_a_battle(
    p: War, side: str, group: tuple[int, ...], target: Hex, *, overrun: bool = False
) -> bool:
    return _promise(p, side, group, target, overrun=overrun) > _boldness(p, side)


def _boldness(p: War, side: str) -> float:
    """How much a battle must promise; on the defence it must promise more."""
    return BOLDNESS[side] + (0.0 if judge(p, side).offensive else CAUTION)


def _promise(
    p: War, side: str, group: tuple[int, ...], target: Hex, *, overrun: bool = False
) -> float:
    odds = odds_of(p, side, (target,), group, overrun=overrun)
    if odds.column is None:
        return -9.0
    theirs = steps_of(p, members(p.units_in(target)))
    caught = trapped(p, enemy_of(side), target)
    return prospect(p, side, odds.column, odds.die, steps_of(p, group), theirs, caught=caught)


def _advise_combat(p: War, decision: Decision) -> Choice:
    """Attack where the most is to be won, if anything is."""
    best: tuple[float, int] | None = None
    side = decision.side
    for target in values_of(decision, "attack"):
        group = all_that_can_join(p, Attack((target,)))
        promise = _promise(p, side, group, target)
        if promise > _boldness(p, side) and (best is None or (promise, -target) > best):
            best = (promise, -target)
    return Choice("attack", p.label(-best[1])) if best is not None else Choice("done")


def _advise_attack(p: War, decision: Decision, memo: Attack) -> Choice:
    for verb in ("all", "add", "resolve"):
        if decision.option(verb):
            return decision.first(verb)
    return Choice("cancel")


def _advise_satisfaction(p: War, memo: Satisfy) -> Choice:
    """Retreat as far as nobody is lost by it; the rest is paid in steps."""
    battle = p.frames[battle_frame(p)].memo
    group = battle.attackers if memo.side == battle.side else battle.defenders
    for spaces in range(memo.number, 0, -1):
        trial = Retreat(memo.side, spaces, started=True)
        found = [ways(p, trial, g) for g in grouped(p, group)]
        if all(any(way.price == 0 for way in options) for options in found):
            return Choice("retreat", str(spaces))
    return Choice("retreat", "0")


def _advise_advance(p: War, decision: Decision, memo: Advance) -> Choice:
    side = decision.side
    if memo.unit >= 0:
        there = _best_of(p, decision, "to", memo.unit)
        if there is not None:
            return Choice("to", p.label(there))
        return decision.first("halt", "to")
    for unit in values_of(decision, "advance"):
        if _best_in(p, side, unit, set_of(memo.hexes)) is not None:
            return Choice("advance", p.name(unit))
    return Choice("hold")


def _advise_conversion(decision: Decision, memo: Converting) -> Choice:
    """Build up whatever can be built up."""
    if decision.option("build_up") and not memo.verb:
        return decision.first("build_up")
    return decision.first("incorporate", "into", "with", "done", "back")


def _advise_retreat(p: War, decision: Decision, memo: Retreat) -> Choice:
    return _best_hex(p, decision, "retreat", memo.groups[0].units[0])


# By step; those that need more than the decision itself are given what the step remembers.
ADVICE: dict[type[AnyStep], Callable[[War, Decision], Choice]] = {
    Depots: _advise_depots,
    FleetPlacement: _advise_fleet,
    ReinforcementPhase: _advise_reinforcement,
    MovementPhase: lambda p, decision: _advise_movement(p, decision, p.memo_of(MovementPhase)),
    CombatPhase: _advise_combat,
    AttackStep: lambda p, decision: _advise_attack(p, decision, p.memo_of(AttackStep)),
    SatisfyStep: lambda p, decision: _advise_satisfaction(p, p.memo_of(SatisfyStep)),
    LossesStep: lambda p, decision: _cheapest(p, decision, "lose"),
    TollStep: lambda p, decision: _cheapest(p, decision, "lose"),
    Overstacked: lambda p, decision: _dearest(p, decision, "remove"),
    RetreatStep: lambda p, decision: _advise_retreat(p, decision, p.memo_of(RetreatStep)),
    CrowdStep: lambda p, decision: decision.first("make_room", "remove", "stand"),
    AdvanceStep: lambda p, decision: _advise_advance(p, decision, p.memo_of(AdvanceStep)),
    GermanConversion: lambda p, decision: _advise_conversion(decision, p.memo_of(GermanConversion)),
    SovietConversion: lambda p, decision: _advise_conversion(decision, p.memo_of(SovietConversion)),
    Evacuation: lambda p, decision: _nearest_to_the_enemy(p, decision, "evacuate"),
    LeaderArrival: lambda p, decision: _behind_the_front(p, decision, "at"),
    PartisanPlacement: _on_their_railways,
    Flight: _on_their_railways,
    AirborneDrop: lambda p, decision: Choice("done"),
    BattleStep: lambda p, decision: Choice("bombard"),
}


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    advice = ADVICE.get(type(p.frames[-1].step))
    return advice(p, decision) if advice else decision.first("promote", "place", "withdraw")
