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
from .battle import exchanged
from .charts import AXIS, SOVIET, Manner, enemy_of
from .combat import begin_battle
from .contested import enemy_contested, near_units
from .control import enter, matters
from .overrun import overrun_cost, overrun_hexes
from .partisans import too_near_for_security
from .position import GROUND, War
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
        return Moving(stage=self.stage, contested=self.contested, stopped=(*self.stopped, *stopped))


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


def movable(p: War, side: str) -> UnitSet:
    """Units that this phase is for and that have not moved; 19.2.4: some are frozen."""
    found = p.units_on_map(side) & ~p.charts.immobile & ~p.moved & ~p.frozen()
    return found & p.charts.german_tanks if p.current.key == "tank-movement" else found


def last_movers(p: War) -> UnitSet:
    """3.2 l: airbases and Leaders move last."""
    return p.charts.airbases | p.charts.leaders


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
    return reach_of(p, manner, here, min(left(p, memo)), creep=may_creep(p, memo, here))


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


def may_use_strategic(p: War, unit: int) -> bool:
    """3.5.3 d, e, g, i: who may use strategic movement from where it is."""
    charts, bit = p.charts, 1 << unit
    if charts.airbases & bit or charts.immobile & bit or not p.in_supply(unit):
        return False
    if charts.depots & bit and not p.mud:
        return False
    near = near_units(p, enemy_of(p.current.side), charts.limit["strategic_distance"])
    return not near >> p.where[unit] & 1


def strategic_hexes(p: War, unit: int) -> HexSet:
    """3.5.1, 3.5.3: up to 25 spaces, four spaces clear of every enemy unit, always in supply."""
    return strategic_reach(p, unit).hexes & ~(1 << p.where[unit])


def strategic_reach(p: War, unit: int) -> Flood:
    charts = p.charts
    enemy = enemy_of(p.current.side)
    open_ = p.area & would_be_in_supply(p, unit)
    open_ &= ~near_units(p, enemy, charts.limit["strategic_distance"])
    return flood_waves(
        _strategic_ways(p, unit),
        1 << p.where[unit],
        blocked=charts.grid.all & ~open_,
        limit=charts.limit["strategic_spaces"],
    )


def _strategic_ways(p: War, unit: int) -> Passage:
    charts = p.charts
    if charts.siege >> unit & 1:
        return charts.rail.passage  # 3.3.6
    return charts.strategic_on_ice if manner_of(p, unit).ice else charts.strategic


# 3.6 Sea movement


def sea_hexes(p: War, memo: Moving) -> HexSet:
    """3.6.3-3.6.10: the ports that a unit, or two half units together, can sail to."""
    if p.sailed or p.plan.number == 1:  # 3.6.1, 19.1.4
        return 0
    charts, together = p.charts, set_of(memo.units)
    here = 1 << p.where[memo.units[0]]
    if not here & charts.all_ports or together & ~charts.sea_going:
        return 0
    if together & (p.out | p.lack):  # 3.6.8
        return 0
    if len(memo.units) > 2 or (len(memo.units) == 2 and together & ~charts.half_at_sea):
        return 0  # 3.6.2
    side = p.current.side
    held = p.axis_held if side == AXIS else charts.all_ports & ~p.axis_held
    if not held & here:
        return 0
    found = 0
    for sea, ports in charts.ports.items():
        if ports & here and (sea == "Black Sea" or not p.snow):  # 3.6.4-3.6.6
            found |= ports
    if together & charts.timid:
        found &= ~lonely_contested(p, side)
    return found & held & p.area & ~here & ~p.occupied(enemy_of(side))


# The movement phases


class MovementPhase(Step[War, Moving], key="movement"):
    """Pick units up, move them as far as they go or you like, take the next; then end it."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = p.current.side
        order = ORDER[p.current.key]
        waiting = self._waiting(p, memo)
        if not waiting and not memo.units and not self._may_go_on(p, memo):
            return None
        options: list[Option] = []
        if memo.strategic:
            options.append(hexes("transfer", "3.5.3", strategic_hexes(p, memo.units[0])))
            options.append(plain("back", "3.5"))
        elif memo.units:
            options += self._options_of_group(p, memo, order)
        options.append(units("select", "3.2", waiting & ~set_of(memo.units)))
        options.append(plain("done", "2.0"))
        return p.ask(side, self._prompt(p, memo), "3.0", options, of=memo.units)

    def _waiting(self, p: War, memo: Moving) -> UnitSet:
        """Units that can be picked up now."""
        order = ORDER[p.current.key]
        waiting = movable(p, p.current.side)
        if order[memo.stage] == LAST:
            return waiting & last_movers(p)
        if STRATEGIC in order[memo.stage :]:
            return waiting & ~p.charts.airbases
        return waiting & ~last_movers(p)

    def _mates(self, p: War, memo: Moving) -> UnitSet:
        """3.3.1: units that can move together with those in hand."""
        stack = p.units_in(p.where[memo.units[0]])
        if stack.bit_count() == len(memo.units):
            return 0
        mates = stack & self._waiting(p, memo) & ~set_of(memo.units)
        if ORDER[p.current.key][memo.stage] == LAST:
            return mates
        return 0 if set_of(memo.units) & last_movers(p) else mates & ~last_movers(p)

    def _may_go_on(self, p: War, memo: Moving) -> bool:
        """Airbases or Leaders are still to move."""
        order = ORDER[p.current.key]
        if order[memo.stage] == LAST or order[-1] != LAST:
            return False
        return bool(movable(p, p.current.side) & last_movers(p))

    def _options_of_group(self, p: War, memo: Moving, order: tuple[str, ...]) -> list[Option]:
        now = order[memo.stage]
        walking = MOVEMENT in order[memo.stage :] or now == LAST
        # 2.0 G d: Leaders wait for their turn, unless they use strategic movement.
        if now != LAST and set_of(memo.units) & last_movers(p):
            walking = False
        options: list[Option] = []
        if walking:
            options.append(hexes("move", "3.2", destinations(p, memo)))
            if min(left(p, memo)) >= overrun_cost(p, p.current.side):
                there = overrun_hexes(p, p.current.side, memo.units)
                options.append(hexes("overrun", "8.0.3", there))  # 3.1.8
        if memo.begun:
            if len(memo.units) > 1:
                options.append(units("drop", "3.3.1", set_of(memo.units)))
            options.append(plain("halt", "3.2"))
            return options
        mates = self._mates(p, memo)
        options.append(units("add", "3.3.1", mates))
        if mates.bit_count() > 1:
            options.append(plain("stack", "3.3.1"))
        if SEA in order[memo.stage :]:
            options.append(hexes("sail", "3.6", sea_hexes(p, memo)))  # 3.1.9
        one = len(memo.units) == 1
        if STRATEGIC in order[memo.stage :] and one and may_use_strategic(p, memo.units[0]):
            options.append(plain("strategic", "3.5"))  # 3.1.10
        return options

    def _prompt(self, p: War, memo: Moving) -> str:
        if not memo.units:
            last = ORDER[p.current.key][memo.stage] == LAST
            if last:
                return "Move airbases" if p.current.side == AXIS else "Move Leaders"
            return "Move units"
        names = ", ".join(map(p.called, memo.units))
        if memo.strategic:
            return f"Strategic movement of {names}"
        return f"Move {names}: {points_left(min(left(p, memo)))}"

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        order = ORDER[p.current.key]
        match verb:
            case "select":
                p.remember(replace(memo.dismissed(), units=(value,), spent=(0,)))
            case "add":
                p.remember(replace(memo, units=(*memo.units, value), spent=(*memo.spent, 0)))
            case "stack":
                group = (*memo.units, *members(self._mates(p, memo)))
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
