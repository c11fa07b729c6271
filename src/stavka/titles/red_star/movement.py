"""3.0 Moving units: normal, strategic and sea movement."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...engine.texts import points_left
from ...hexes import (
    Flood,
    Hex,
    HexSet,
    Movement,
    Passage,
    Reach,
    flood_waves,
    members,
    reach,
    set_of,
)
from ...kit.bars import EVERYTHING, Bar, Bars, legal
from .battle import exchanged
from .charts import AXIS, SOVIET, Manner, enemy_of
from .combat import begin_battle
from .contested import bars_to_enter, enemy_contested, near_units
from .control import enter, matters
from .overrun import bars_to_group, overrun_cost, overrun_hexes
from .partisans import too_near_for_security
from .position import GROUND, PARADROP, War
from .results import BattleStep
from .supply import would_be_in_supply

replace = msgspec.structs.replace

# 2.0 C, G, H: the order of the kinds of movement in a phase. 3.5.2: strategic movement comes
# before normal movement, with German tanks after it; 3.5.5: these may use it in both their phases.
SEA, STRATEGIC, MOVEMENT, LAST = "sea", "strategic", "movement", "last"
ORDER: dict[str, tuple[str, ...]] = {
    "axis-movement": (SEA, STRATEGIC, MOVEMENT, LAST),
    "soviet-movement": (SEA, STRATEGIC, MOVEMENT, LAST),
    "tank-movement": (MOVEMENT, STRATEGIC),
}
# By the place in it: the kind of movement that is going on, and all that may still come.
AHEAD = {
    phase: tuple(order[stage:] for stage in range(len(order))) for phase, order in ORDER.items()
}

# What several rules say.
PICK_UP = "pick up a unit first"
MOVES_LAST = "airbases and Leaders move last: {} has to wait"
DROPS_FIRST = "airborne units drop before anybody moves"
NOT_BOTH = "strategic movement or movement, not both"
ONE_AT_A_TIME = "strategic movement is for one unit at a time"

DONE, HALT = plain("done", "2.0"), plain("halt", "3.2")


class Moving(msgspec.Struct, frozen=True):
    """A movement phase: the units in hand, and how far the phase has come."""

    # Units that move together, and the movement points that each has spent.
    units: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    # The group has moved or overrun: nobody can join it any more.
    begun: bool = False
    # A place in ORDER: kinds of movement before it are over.
    stage: int = 0
    # A hex is to be picked for strategic movement.
    strategic: bool = False
    # 3.3.3: spaces of the moving side that were contested when the phase began.
    contested: tuple[int, ...] = ()
    # 8.0.4: units that an overrun has stopped.
    stopped: tuple[int, ...] = ()

    def exchange(self, old: int, new: int) -> Moving:
        if old not in self.units:
            return self
        spent = tuple(
            s for u, s in zip(self.units, self.spent, strict=True) if u != old or new >= 0
        )
        return replace(self, units=exchanged(self.units, old, new), spent=spent)

    def dismissed(self, *, stopped: tuple[int, ...] = ()) -> Moving:
        """Nobody is in hand any more; some because an overrun has stopped them."""
        stopped = self.stopped + stopped
        return Moving(stage=self.stage, contested=self.contested, stopped=stopped)

    def taking(self, unit: int) -> Moving:
        """Another unit is in hand, and nobody else."""
        return Moving(
            units=(unit,),
            spent=(0,),
            stage=self.stage,
            contested=self.contested,
            stopped=self.stopped,
        )


def begin_movement(p: War) -> None:
    p.moved = 0
    p.sailed = False
    side = p.current.side
    contested = members(enemy_contested(p, side) & p.occupied(side))
    p.push(MovementPhase, Moving(contested=tuple(contested)))


# 3.1, 3.2 What a unit can do


def allowance(p: War, unit: int) -> int:
    """3.1.1; 3.1.3, 10.6.1, 10.8.1: half, rounded up, if out of supply or lack of supply."""
    points = p.charts.movement_of[unit]
    return (points + 1) // 2 if (p.out | p.lack) >> unit & 1 else points


def left(p: War, memo: Moving) -> list[int]:
    """3.3.2: movement points that the units in hand have left."""
    return [max(allowance(p, u) - s, 0) for u, s in zip(memo.units, memo.spent, strict=True)]


def fewest_left(p: War, memo: Moving) -> int:
    """What all of the units in hand have left."""
    if len(memo.units) == 1:
        return max(allowance(p, memo.units[0]) - memo.spent[0], 0)
    return min(left(p, memo))


def movable(p: War) -> UnitSet:
    """Units that this phase is for and that have not moved; 19.2.4: some are frozen."""
    return p.on_map & p.charts.movers[p.current.key] & ~p.moved & ~p.frozen()


def kinds_ahead(p: War, memo: Moving) -> tuple[str, ...]:
    """The kind of movement that is going on, and all that may still come."""
    return AHEAD[p.current.key][memo.stage]


def out_of_turn(p: War, kinds: tuple[str, ...]) -> UnitSet:
    """3.2 l: whoever has to wait for another part of the phase, or has waited too long."""
    if kinds[0] == LAST:
        return ~p.charts.last_movers
    # 2.0 G d: Leaders wait for their turn, unless they use strategic movement.
    return p.charts.airbases if STRATEGIC in kinds else p.charts.last_movers


def waiting(p: War, memo: Moving) -> UnitSet:
    """Units that can be picked up now, or are in hand."""
    return movable(p) & ~out_of_turn(p, kinds_ahead(p, memo))


def bars_to_select(p: War, memo: Moving) -> Bars:
    """3.2: what `movable` and the order of the phase leave out, case by case."""
    charts, own = p.charts, p.charts.units_of[p.current.side]
    yield ~own, "3.2", "{} is not yours to move"
    yield own & p.box(PARADROP), "15.4.2", DROPS_FIRST
    yield ~p.on_map, "3.2", "{} is not on the map"
    yield charts.fleets, "12.1.2", "air fleets do not move; they are placed"
    yield charts.partisans, "11.1.4", "Partisans do not move"
    yield charts.immobile, "3.1.1", "{} cannot move"
    yield p.frozen(), "19.2.4", "{} was set up in Finland or Rumania and waits on turn 1"
    if p.current.key == "tank-movement":
        yield ~charts.german_tanks, "2.0", "only German tank units move in this phase"
    yield set_of(memo.units), "3.2", "{} is in hand already"
    yield set_of(memo.stopped), "8.0.4", "an overrun has stopped {} for this phase"
    yield p.moved, "3.2", "{} has moved in this phase"
    kinds = kinds_ahead(p, memo)
    now_last = "only airbases and Leaders move now, not {}"
    early = now_last if kinds[0] == LAST else MOVES_LAST
    yield out_of_turn(p, kinds), "3.2", early


def mates(p: War, memo: Moving) -> UnitSet:
    """3.3.1: units that can move together with those in hand."""
    stack = p.units_in(p.where[memo.units[0]])
    if stack.bit_count() == len(memo.units):
        return 0
    group, last = set_of(memo.units), p.charts.last_movers
    found = stack & waiting(p, memo) & ~group
    if kinds_ahead(p, memo)[0] == LAST:
        return found
    return 0 if group & last else found & ~last


def bars_to_take_along(p: War, memo: Moving) -> Bars:
    """3.3.1: units that cannot move together with those in hand."""
    if not memo.units:
        yield EVERYTHING, "3.3.1", PICK_UP
        return
    if memo.begun:
        yield EVERYTHING, "3.3.1", "nobody joins a stack that is on its way"
    here = p.those_in(p.on_map, 1 << p.where[memo.units[0]])
    yield ~here, "3.3.1", "{} did not begin the phase in the same space"
    yield from bars_to_select(p, memo)
    if memo.strategic:
        yield EVERYTHING, "3.5.3", ONE_AT_A_TIME
    yield ~mates(p, memo), "3.2", MOVES_LAST


def bars_to_leave(p: War, memo: Moving) -> Bars:
    """3.3.1: a stack on its way may leave units behind."""
    yield ~set_of(memo.units), "3.3.1", "{} is not in the stack that moves"
    if not memo.begun:
        yield EVERYTHING, "3.3.1", "the stack has not moved yet: {} need not come along"
    if len(memo.units) == 1:
        yield EVERYTHING, "3.3.1", "{} moves alone"


def bars_to_jump(p: War, memo: Moving) -> Bars:
    """15.4.2: it is too late for it."""
    late = DROPS_FIRST if p.current.side == SOVIET else "only the Soviets have airborne units"
    yield EVERYTHING, "15.4.2", late


def manner_of(p: War, unit: int) -> Manner:
    charts = p.charts
    key = (charts.kind[unit].key, p.snow, p.turn == 1)
    found = charts.manners.get(key)
    if found is None:
        bit, snow = 1 << unit, p.snow
        motorized = bool(charts.motorized & bit)
        found = charts.manners[key] = Manner(
            charts.column[unit],
            bool(charts.timid & bit),
            bool(charts.security & bit),
            bool(charts.german_tanks & bit or (snow and charts.guards_cavalry & bit)),
            p.turn == 1 and bool(charts.german & bit),
            snow and not motorized and bool(charts.units_of[SOVIET] & bit),
        )
    return found


def movement_chart(p: War, manner: Manner) -> Movement:
    """What every step costs units of a manner; snow changes it (3.1.6)."""
    return p.charts.movement(
        manner.column, ice=manner.ice, snow=p.snow, fords=manner.fords, intact=not p.ruined
    )


def leaving_cost(p: War, side: str) -> int:
    """3.4.1, 5.0.6: what it costs to leave a contested space; 5.0.8: less in snow."""
    cheap = side == SOVIET and p.snow
    return p.charts.limit["soviet_leave_contested_snow" if cheap else "leave_contested"]


def lonely_contested(p: War, side: str) -> HexSet:
    """3.4.3: contested spaces without a friend who can contest."""
    return enemy_contested(p, side) & ~p.strong(side)


def off_limits(p: War, side: str, manner: Manner, here: Hex) -> HexSet:
    """3.1.7, 3.2 i, 3.4.3, 11.2.3: what units of a manner may not enter."""
    found = p.beyond | p.occupied(enemy_of(side))
    if manner.timid:
        found |= lonely_contested(p, side)
    if manner.security:
        near = too_near_for_security(p)
        if not near >> here & 1:
            found |= near
    return found


def may_creep(p: War, memo: Moving, here: Hex) -> bool:
    """3.3.3: a unit may always move one space, but not if it began the phase in a contested one."""
    if memo.begun or p.current.key == "tank-movement" or here in memo.contested:
        return False
    return not enemy_contested(p, p.current.side) >> here & 1


def reach_of(p: War, manner: Manner, here: Hex, points: int, *, creep: bool) -> Reach:
    """Where units of one manner can go with what they have left."""
    return _reach_of(p, manner, here, points, creep)


@derived(*GROUND)
def _reach_of(p: War, manner: Manner, here: Hex, points: int, creep: bool) -> Reach:
    side = p.current.side
    contested = enemy_contested(p, side)
    return reach(
        movement_chart(p, manner),
        1 << here,
        points,
        blocked=off_limits(p, side, manner, here),
        leave=((leaving_cost(p, side), contested),),
        barred=() if manner.slips else ((contested, contested),),  # 3.4.2
        one_hex=creep,
    )


def group_reach(p: War, memo: Moving) -> Reach | None:
    """The reach of a group if all its units move alike."""
    manner = manner_of(p, memo.units[0])
    for unit in memo.units[1:]:
        if manner_of(p, unit) != manner:
            return None
    here = p.where[memo.units[0]]
    return reach_of(p, manner, here, fewest_left(p, memo), creep=may_creep(p, memo, here))


def destinations(p: War, memo: Moving) -> HexSet:
    """3.3.1: where a group can go; a mixed stack goes space by space."""
    here = p.where[memo.units[0]]
    found = group_reach(p, memo)
    if found is not None:
        there = found.hexes
    else:
        there = p.charts.grid.neighbours(1 << here)
        creep = may_creep(p, memo, here)
        for unit, points in zip(memo.units, left(p, memo), strict=True):
            there &= reach_of(p, manner_of(p, unit), here, points, creep=creep).hexes
            there &= _one_step(p, unit, here, points, creep=creep)
    there &= ~(1 << here)
    if set_of(memo.units) & p.charts.security:
        there &= ~too_near_for_security(p)  # 11.2.3
    return there


def bars_to_move(p: War, memo: Moving) -> Bars:
    """3.2: what is not among the destinations, case by case."""
    if not memo.units:
        yield EVERYTHING, "3.2", PICK_UP
        return
    charts, side, here = p.charts, p.current.side, p.where[memo.units[0]]
    names, group = ", ".join(map(p.called, memo.units)), set_of(memo.units)
    kinds = kinds_ahead(p, memo)
    if memo.strategic:
        yield EVERYTHING, "3.5.2", NOT_BOTH
    if walked_before(kinds):
        yield EVERYTHING, "3.5.2", "with German tanks movement comes before strategic movement"
    if out_of_step(p, kinds, group):
        yield EVERYTHING, "3.2", f"{names} moves after all others"
    yield from bars_to_enter(p, side)
    yield 1 << here, "3.2", f"{names} is in {{}} already"
    if group & charts.timid:
        yield _lonely(p, names)
    if group & charts.security:
        near = too_near_for_security(p)
        yield near, "11.2.3", "{} is within four spaces of a Soviet unit"
    if group & charts.siege:
        yield ~charts.rail.hexes, "3.3.6", "the Siege Artillery moves on railroads only"
    beyond, points = ~destinations(p, memo), fewest_left(p, memo)
    for there in members(beyond & charts.grid.neighbours(1 << here)):
        yield _bar_to_step(p, memo, here, there)
    yield beyond, "3.3.2", f"{{}} is out of reach of {names} with {points_left(points)}"


def walked_before(kinds: tuple[str, ...]) -> bool:
    """3.5.2: strategic movement has begun, and here it comes after normal movement."""
    return kinds[0] == STRATEGIC and MOVEMENT not in kinds


def out_of_step(p: War, kinds: tuple[str, ...], group: UnitSet) -> bool:
    """2.0 G d: Leaders wait for their turn, unless they use strategic movement."""
    return kinds[0] != LAST and bool(group & p.charts.last_movers)


def _lonely(p: War, names: str) -> Bar:
    """3.4.3."""
    why = f"{{}} is contested, and no friend there can contest: {names} stays out"
    return lonely_contested(p, p.current.side), "3.4.3", why


def _bar_to_step(p: War, memo: Moving, here: Hex, there: Hex) -> Bar:
    """Why units cannot go to the next space."""
    bit, contested = 1 << there, enemy_contested(p, p.current.side)
    manners = [manner_of(p, unit) for unit in memo.units]
    if any(movement_chart(p, m).step_cost(here, there) is None for m in manners):
        case = "3.3.6" if set_of(memo.units) & p.charts.siege else "3.3.4"
        return bit, case, f"there is no way from {p.label(here)} to {{}}"
    if contested >> here & contested >> there & 1 and not all(m.slips for m in manners):
        return bit, "3.4.2", "nobody else goes from one contested space to another"
    cost = max(step_cost(p, unit, here, there) or 0 for unit in memo.units)
    dear = f"{{}} costs {cost} points, {fewest_left(p, memo)} are left"
    if contested >> here & 1:
        return bit, "3.4.1", f"{dear}, and leaving a contested space is never free"
    return bit, "3.3.2" if may_creep(p, memo, here) else "3.3.3", dear


def bars_to_overrun(p: War, memo: Moving) -> Bars:
    """8.0.3."""
    if not memo.units:
        yield EVERYTHING, "3.2", PICK_UP
        return
    side, here = p.current.side, 1 << p.where[memo.units[0]]
    enemies = p.occupied(enemy_of(side))
    if walked_before(kinds_ahead(p, memo)):
        yield EVERYTHING, "3.5.2", "with German tanks overruns come before strategic movement"
    if side == AXIS:
        yield p.partisan_hexes & ~enemies, "11.1.6", "Partisans cannot be overrun"
    yield ~enemies, "8.0.3", "there is no enemy in {}"
    yield ~p.charts.grid.neighbours(here), "8.0.3", "move next to {} first"
    yield from bars_to_group(p, side, memo.units)
    cost, points = overrun_cost(p, side), fewest_left(p, memo)
    if points < cost:
        yield EVERYTHING, "8.0.3", f"an overrun costs {cost} points, {points} are left"
    below = ~overrun_hexes(p, side, memo.units)
    yield below, "7.1.2", "the odds against {} are below the table"


def _one_step(p: War, unit: int, here: Hex, points: int, *, creep: bool) -> HexSet:
    """The neighbours that a unit can enter directly, not by a roundabout way."""
    found = 0
    contested = enemy_contested(p, p.current.side)
    bound = contested >> here & 1 and not manner_of(p, unit).slips  # 3.4.2
    for there in p.charts.grid.adjacent(here):
        cost = step_cost(p, unit, here, there)
        if cost is None or (bound and contested >> there & 1):
            continue
        if cost <= points or creep:
            found |= 1 << there
    return found


def step_cost(p: War, unit: int, here: Hex, there: Hex) -> int | None:
    """What one step costs a unit, contested spaces included."""
    cost = movement_chart(p, manner_of(p, unit)).step_cost(here, there)
    if cost is None:
        return None
    side = p.current.side
    return cost + (leaving_cost(p, side) if enemy_contested(p, side) >> here & 1 else 0)


class Part(NamedTuple):
    """Some of the points that a move costs, and the case that asks for them."""

    text: str
    points: int
    case: str


def parts_of(p: War, unit: int, path: Sequence[Hex]) -> list[Part]:
    """3.3.2, 3.4.1: what a way of a unit costs, part by part."""
    side, chart = p.current.side, movement_chart(p, manner_of(p, unit))
    contested = enemy_contested(p, side)
    found: Counter[tuple[str, str]] = Counter()
    for here, there in itertools.pairwise(path):
        if contested >> here & 1:
            found["leaving a contested space", "3.4.1"] += leaving_cost(p, side)
        for charge in chart.charges_into(there, p.charts.grid.direction(here, there)):
            found[charge.name or "along the railroad", "3.3.2"] += charge.points
    return [Part(name, points, case) for (name, case), points in found.items()]


# 3.5 Strategic movement


def bars_to_use_strategic(p: War, unit: int) -> Bars:
    """3.5.3 d, e, g, i: who may use strategic movement from where it is."""
    charts = p.charts
    yield charts.airbases, "3.5.3", "airbases do not use strategic movement"
    yield charts.immobile, "3.1.1", "{} cannot move"
    yield p.out | p.lack | p.emergency, "3.5.3", "{} is not in supply"
    if not p.mud:
        yield charts.depots, "3.5.3", "depots use strategic movement in mud turns only"
    if near_the_enemy(p) >> p.where[unit] & 1:
        yield 1 << unit, "3.5.3", "an enemy unit is within four spaces of {}"


def may_use_strategic(p: War, unit: int) -> bool:
    # Most are near an enemy.
    if near_the_enemy(p) >> p.where[unit] & 1:
        return False
    return bool(legal(bars_to_use_strategic(p, unit), 1 << unit))


def near_the_enemy(p: War) -> HexSet:
    """3.5.3 d: spaces that strategic movement neither leaves nor enters."""
    return near_units(p, enemy_of(p.current.side), p.charts.limit["strategic_distance"])


def bars_on_the_way(p: War, unit: int) -> Bars:
    """3.5.3: four spaces clear of every enemy unit, always in supply."""
    yield from bars_to_enter(p, p.current.side)
    yield near_the_enemy(p), "3.5.3", "{} is within four spaces of an enemy unit"
    outside = ~would_be_in_supply(p, unit)
    yield outside, "3.5.3", lambda there: f"{p.called(unit)} would not be in supply in {there}"


def bars_to_transfer(p: War, memo: Moving) -> Bars:
    if not memo.units:
        yield EVERYTHING, "3.2", PICK_UP
        return
    if not memo.strategic:
        yield EVERYTHING, "3.5.3", "choose strategic movement first"
        return
    yield from bars_on_the_way(p, memo.units[0])
    far = ~strategic_hexes(p, memo.units[0])
    yield far, "3.5.3", "{} cannot be reached by 25 safe spaces or fewer"


def strategic_hexes(p: War, unit: int) -> HexSet:
    """3.5.1, 3.5.3: up to 25 spaces, four spaces clear of every enemy unit, always in supply."""
    return strategic_reach(p, unit).hexes & ~(1 << p.where[unit])


def strategic_reach(p: War, unit: int) -> Flood:
    charts = p.charts
    return flood_waves(
        _strategic_ways(p, unit),
        1 << p.where[unit],
        blocked=charts.grid.all & ~legal(bars_on_the_way(p, unit)),
        limit=charts.limit["strategic_spaces"],
    )


def _strategic_ways(p: War, unit: int) -> Passage:
    charts = p.charts
    if charts.siege >> unit & 1:
        return charts.rail.passage  # 3.3.6
    return charts.strategic_on_ice if manner_of(p, unit).ice else charts.strategic


# 3.6 Sea movement


def bars_to_sail(p: War, memo: Moving) -> Bars:
    """3.6.3-3.6.10: the ports that a unit, or two half units together, cannot sail to."""
    if not memo.units:
        yield EVERYTHING, "3.2", PICK_UP
        return
    if why := _stays_ashore(p, memo):
        yield EVERYTHING, *why
        return
    charts, side = p.charts, p.current.side
    here, black = 1 << p.where[memo.units[0]], charts.ports["Black Sea"]
    if not here & charts.all_ports:
        yield EVERYTHING, "3.6.3", "ships go from port to port"
        return
    yield ~charts.all_ports, "3.6.3", "ships go from port to port"
    held = p.axis_held if side == AXIS else ~p.axis_held
    yield ~held if held & here else EVERYTHING, "3.6.3", "both ports must be your own"
    if set_of(memo.units) & charts.timid:
        yield _lonely(p, " and ".join(map(p.called, memo.units)))
    case = "3.6.4" if here & charts.ports["Arctic Ocean"] else "3.6.5"
    if p.snow and not here & black:
        yield EVERYTHING, case, "the sea is frozen"
    linked = 0
    for sea, ports in charts.ports.items():
        if ports & here and (sea == "Black Sea" or not p.snow):  # 3.6.4-3.6.6
            linked |= ports
    away = ~(linked & p.area & ~here & ~p.occupied(enemy_of(side)))
    only = "Black Sea ports are linked with each other only: not {}"
    yield away if here & black else away & black, "3.6.6", only
    yield away, case, "no ships go to {} from here"


def _stays_ashore(p: War, memo: Moving) -> tuple[str, str] | None:
    """The case and the words against any sea movement of the units in hand."""
    charts, group = p.charts, set_of(memo.units)
    if not p.plan.sea_movement:
        return "19.1.4", "there is no sea movement in this scenario"
    if p.sailed:
        return "3.6.1", "one unit has gone by sea in this phase"
    if memo.begun:
        return "3.6.1", "a unit moves or sails, not both"
    if SEA not in kinds_ahead(p, memo):
        return "2.0", "sea movement comes before all other movement"
    if group & ~charts.sea_going:
        return "3.6.10", "such units do not move by sea"
    if len(memo.units) > 1 and (len(memo.units) > 2 or group & ~charts.half_at_sea):
        return "3.6.2", "only two half units sail together"
    if group & (p.out | p.lack):
        return "3.6.8", "units out of supply or in lack of supply do not sail"
    if memo.strategic:
        return "3.6.1", "a unit moves or sails, not both"
    return None


def sea_hexes(p: War, memo: Moving) -> HexSet:
    """The ports that the units in hand can sail to; most are in none."""
    if p.charts.all_ports >> p.where[memo.units[0]] & 1:
        return legal(bars_to_sail(p, memo))
    return 0


# The movement phases


class MovementPhase(Step[War, Moving], key="movement"):
    """Pick units up, move them as far as they go or you like, take the next; then end it."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        ready = waiting(p, memo)
        if not memo.units:
            if not ready and not self._may_go_on(p, memo):
                return None
            options = [units("select", "3.2", ready), DONE]
            return p.ask(p.current.side, self._prompt(p, memo), "3.0", options)
        group, names = set_of(memo.units), ", ".join(map(p.called, memo.units))
        if memo.strategic:
            there = strategic_hexes(p, memo.units[0])
            options = [hexes("transfer", "3.5.3", there), plain("back", "3.5")]
            prompt = f"Strategic movement of {names}"
        else:
            points = fewest_left(p, memo)
            options = self._options_of_group(p, memo, group, points)
            prompt = f"Move {names}: {points_left(points)}"
        options += units("select", "3.2", ready & ~group), DONE
        return p.ask(p.current.side, prompt, "3.0", options, of=memo.units)

    def _may_go_on(self, p: War, memo: Moving) -> bool:
        """Airbases or Leaders are still to move."""
        kinds = kinds_ahead(p, memo)
        if kinds[0] == LAST or kinds[-1] != LAST:
            return False
        return bool(movable(p) & p.charts.last_movers)

    def _options_of_group(self, p: War, memo: Moving, group: UnitSet, points: int) -> list[Option]:
        options: list[Option] = []
        kinds = kinds_ahead(p, memo)
        if not walked_before(kinds) and not out_of_step(p, kinds, group):
            options.append(hexes("move", "3.2", destinations(p, memo)))
            side = p.current.side
            if points >= overrun_cost(p, side) and (there := overrun_hexes(p, side, memo.units)):
                options.append(hexes("overrun", "8.0.3", there))  # 3.1.8
        if memo.begun:
            if len(memo.units) > 1:
                options.append(units("drop", "3.3.1", group))
            options.append(HALT)
            return options
        if joining := mates(p, memo):
            options.append(units("add", "3.3.1", joining))
            if joining.bit_count() > 1:
                options.append(plain("stack", "3.3.1"))
        if SEA in kinds and (ports := sea_hexes(p, memo)):
            options.append(hexes("sail", "3.6", ports))  # 3.1.9
        one = len(memo.units) == 1
        if STRATEGIC in kinds and one and may_use_strategic(p, memo.units[0]):
            options.append(plain("strategic", "3.5"))  # 3.1.10
        return options

    def _prompt(self, p: War, memo: Moving) -> str:
        if kinds_ahead(p, memo)[0] != LAST:
            return "Move units"
        return "Move airbases" if p.current.side == AXIS else "Move Leaders"

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        order = ORDER[p.current.key]
        match verb:
            case "select":
                p.remember(memo.taking(value))
            case "add":
                p.remember(replace(memo, units=(*memo.units, value), spent=(*memo.spent, 0)))
            case "stack":
                group = (*memo.units, *members(mates(p, memo)))
                p.remember(replace(memo, units=group, spent=(0,) * len(group)))
            case "drop":
                p.remember(memo.exchange(value, -1))
            case "halt":
                p.remember(memo.dismissed())
            case "strategic":
                p.remember(replace(memo, strategic=True))
            case "back":
                p.remember(replace(memo, strategic=False))
            case "move":
                self._move(p, replace(memo, stage=_stage(order, memo.stage, MOVEMENT)), value)
            case "overrun":
                self._overrun(p, replace(memo, stage=_stage(order, memo.stage, MOVEMENT)), value)
            case "sail":
                self._sail(p, memo, value)
            case "transfer":
                stage = _stage(order, memo.stage, STRATEGIC)
                self._transfer(p, replace(memo, stage=stage), value)
            case "done":
                if self._may_go_on(p, memo):
                    p.remember(replace(memo.dismissed(), stage=len(order) - 1))
                else:
                    p.finish()

    def _move(self, p: War, memo: Moving, there: Hex) -> None:
        side = p.current.side
        here = p.where[memo.units[0]]
        found = group_reach(p, memo)
        if found is not None and not found.single >> there & 1:
            cost = found.cost(there)
            assert cost is not None
            costs = [cost] * len(memo.units)
            heed = matters(p, side) & found.hexes
            if not heed and p.partisan_hexes and set_of(memo.units) & p.charts.security:
                heed = p.partisan_hexes
            # The way matters if something happens on it, and for those who watch.
            path = found.path(there) if heed or p.chronicle is not None else [here, there]
        else:
            # 3.3.3: whoever has not the points for the one space spends what it has.
            path = [here, there]
            costs = [
                min(step_cost(p, unit, here, there) or 0, points)
                for unit, points in zip(memo.units, left(p, memo), strict=True)
            ]
        for unit, cost in zip(memo.units, costs, strict=True):
            p.place(unit, there)
            p.moved |= 1 << unit
            p.tell("moved", "3.2", unit, tuple(path), cost)
        spent = tuple(s + c for s, c in zip(memo.spent, costs, strict=True))
        p.remember(going_on(p, replace(memo, spent=spent, begun=True)))
        enter(p, side, memo.units, path[1:])

    def _overrun(self, p: War, memo: Moving, there: Hex) -> None:
        side = p.current.side
        cost = overrun_cost(p, side)
        p.moved |= set_of(memo.units)
        spent = tuple(s + cost for s in memo.spent)
        p.remember(replace(memo, spent=spent, begun=True))
        # 8.0.1: in the middle of a movement phase, resolved like a combat.
        defenders = tuple(members(p.units_in(there)))
        battle = begin_battle(p, side, (there,), memo.units, defenders, overrun=True)
        p.push(BattleStep, battle)

    def _sail(self, p: War, memo: Moving, there: Hex) -> None:
        p.sailed = True
        for unit in memo.units:
            p.tell("sailed", "3.6", unit, p.where[unit], there)
            p.place(unit, there)
            p.moved |= 1 << unit
        p.remember(memo.dismissed())
        enter(p, p.current.side, memo.units, (there,))

    def _transfer(self, p: War, memo: Moving, there: Hex) -> None:
        (unit,) = memo.units
        path = strategic_reach(p, unit).path(there)
        p.tell("transferred", "3.5", unit, tuple(path))
        p.place(unit, there)
        p.moved |= 1 << unit
        p.remember(memo.dismissed())
        enter(p, p.current.side, memo.units, path[1:])


def going_on(p: War, memo: Moving) -> Moving:
    """3.3.1: units without points left are dropped off, the rest of the stack may go on."""
    points = left(p, memo)
    if min(points) > 0:
        return memo
    able = [n for n, points_left in enumerate(points) if points_left > 0]
    if not able:
        return memo.dismissed()
    return replace(
        memo,
        units=tuple(memo.units[n] for n in able),
        spent=tuple(memo.spent[n] for n in able),
    )


def _stage(order: tuple[str, ...], now: int, kind: str) -> int:
    """How far a phase has come once a kind of movement has begun."""
    return max(now, order.index(kind))
