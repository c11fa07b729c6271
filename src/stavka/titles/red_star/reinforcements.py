"""15.0 Reinforcements: arrivals, placement, airborne drops."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ...hexes import HexSet, members
from .charts import AXIS, SOVIET, Arrival
from .contested import contested_by, near_ground_units, near_units
from .control import enter
from .economy import room_for_leader
from .position import (
    AIR_FLEETS,
    AWAITING_PROMOTION,
    BREAKDOWN,
    ELIMINATED,
    FORCE_POOL,
    PARADROP,
    READY,
    RETURNING,
    UNUSED,
    War,
)
from .supply import (
    permanent_sources,
    railway_lines_to,
    would_be_in_supply,
)

# 15.1 What arrives


def bring_in(p: War) -> None:
    """At the beginning of a turn: the schedule, and units that come back (15.7)."""
    for unit in members(p.box(RETURNING)):
        if p.due[unit] <= p.turn:
            p.send(unit, AIR_FLEETS if p.charts.fleets >> unit & 1 else READY)
    for arrival in p.charts.arrivals[p.scenario, p.turn]:
        if arrival.action == "withdraw":
            continue
        if arrival.unit < 0:
            _from_the_boxes(p, arrival)
        elif p.where[arrival.unit] == UNUSED:
            _arrive(p, arrival)


def _arrive(p: War, arrival: Arrival) -> None:
    charts, unit = p.charts, arrival.unit
    if arrival.action == "force_pool":
        p.send(unit, FORCE_POOL)
    elif charts.airborne >> unit & 1:
        p.send(unit, PARADROP)  # 15.4.1
    elif charts.guards >> unit & 1 and p.plan.number != 1:
        p.send(unit, AWAITING_PROMOTION)  # 15.5.1; 19.1.4
    else:
        p.send(unit, READY)
    if arrival.steps:
        p.set_steps(unit, arrival.steps)


def _from_the_boxes(p: War, arrival: Arrival) -> None:
    """Counters of a kind, as many as their box still holds."""
    box = BREAKDOWN if arrival.side == AXIS else FORCE_POOL
    for unit in members(p.box(box) & p.charts.of_kind[arrival.kind])[: arrival.count]:
        p.send(unit, READY)
        p.set_steps(unit, arrival.steps)


def scheduled_withdrawals(p: War) -> list[Arrival]:
    return [a for a in p.charts.arrivals[p.scenario, p.turn] if a.action == "withdraw"]


def withdraw_units(p: War) -> None:
    """16.0, 7.9.6: units that leave the game in this Administrative Phase."""
    for arrival in scheduled_withdrawals(p):
        unit = arrival.unit
        if unit >= 0 and p.where[unit] != ELIMINATED:
            p.tell("withdrawn", "16.0", unit)
            p.send(unit, ELIMINATED)


# 15.2 How reinforcements arrive


def placement_hexes(p: War, unit: int) -> HexSet:
    """15.2.2: where a reinforcement may be placed now."""
    charts, bit = p.charts, 1 << unit
    side = charts.kind[unit].side
    if charts.headquarters & bit:
        return _places_for_headquarters(p, unit)
    found = would_be_in_supply(p, unit) & p.area
    if side == AXIS:
        distance = charts.limit["axis_reinforcement_distance"]
        found &= ~near_units(p, SOVIET, distance)
        return found & charts.rail.hexes if charts.siege & bit else found
    if charts.leaders & bit and not room_for_leader(p):
        return 0
    headquarters = p.hexes_of(charts.soviet_headquarters)
    found &= headquarters | charts.grid.neighbours(headquarters)
    return found & ~p.axis & ~contested_by(p, AXIS)


def _places_for_headquarters(p: War, unit: int) -> HexSet:
    """15.2.3."""
    charts = p.charts
    distance = charts.limit["headquarters_distance"]
    if charts.kind[unit].side == SOVIET:
        lines = railway_lines_to(p, SOVIET, permanent_sources(p, SOVIET))
        return lines & p.area & charts.soviet_union & ~near_ground_units(p, AXIS, distance)
    finnish = charts.of_nation["Finnish"] >> unit & 1
    capital = 1 << (charts.helsinki if finnish else charts.bucharest) & p.area
    # Ruling: where the capital is off the map, the sources of the scenario stand for it.
    lines = railway_lines_to(p, AXIS, capital or permanent_sources(p, AXIS))
    return lines & p.area & ~near_units(p, SOVIET, distance)


class Placing(msgspec.Struct, frozen=True):
    side: str
    unit: int = -1


def begin_reinforcement(p: War, side: str) -> None:
    """15.2.4: stacks may grow too high; they are put right after the side has moved."""
    p.push(ReinforcementPhase, Placing(side))


class ReinforcementPhase(Step[War, Placing], key="reinforcement"):
    """15.2.1: reinforcements are placed, or wait for a later turn."""

    def decision(self, p: War, memo: Placing) -> Decision | None:
        waiting = self._waiting(p, memo.side)
        if not waiting:
            return None
        options: list[Option] = []
        if memo.unit >= 0:
            options.append(hexes("place", "15.2", placement_hexes(p, memo.unit)))
            waiting &= ~(1 << memo.unit)
        options.append(units("select", "15.2.1", waiting))
        options.append(plain("done", "15.2.1"))
        prompt = "Place reinforcements" if memo.unit < 0 else f"Place {p.called(memo.unit)}"
        return p.ask(memo.side, prompt, "15.2", options, of=(memo.unit,))

    def _waiting(self, p: War, side: str) -> UnitSet:
        return p.box(READY) & p.charts.units_of[side] & ~p.charts.partisans

    def apply(self, p: War, memo: Placing, verb: str, value: int) -> None:
        match verb:
            case "select":
                p.remember(Placing(memo.side, value))
            case "place":
                unit = memo.unit
                p.remember(Placing(memo.side))
                p.place(unit, value)
                if p.charts.depots >> unit & 1:
                    p.fresh |= 1 << unit
                p.tell("reinforced", "15.2", unit, value)
                enter(p, memo.side, (unit,), (value,))
            case "done":
                p.finish()

    def end(self, p: War, memo: Placing) -> None:
        p.fresh = 0


# 15.4 Airborne units


def drop_hexes(p: War) -> HexSet:
    """15.4.2: in the Soviet Union, near a headquarters in supply, without Axis units."""
    charts = p.charts
    ready = charts.soviet_headquarters & ~(p.out | p.lack)
    found = charts.grid.within(p.hexes_of(ready), charts.limit["drop_range"])
    return found & p.area & charts.soviet_union & ~p.axis


class AirborneDrop(Step[War, int], key="airborne_drop"):
    """15.4.2: one airborne unit before anybody moves."""

    # The unit that is to be dropped.
    def decision(self, p: War, memo: int) -> Decision | None:
        waiting = p.box(PARADROP)
        if not waiting or not (there := drop_hexes(p)):
            return None
        options: list[Option] = []
        if memo >= 0:
            options.append(hexes("drop", "15.4.2", there))
            waiting &= ~(1 << memo)
        options += [units("select", "15.4.2", waiting), plain("done", "15.4.4")]
        prompt = "Drop an airborne unit?" if memo < 0 else f"Where is {p.called(memo)} dropped?"
        return p.ask(SOVIET, prompt, "15.4", options, of=(memo,))

    def apply(self, p: War, memo: int, verb: str, value: int) -> None:
        match verb:
            case "select":
                p.remember(value)
            case "drop":
                p.frames.pop()
                drop(p, memo, value)
            case "done":
                p.finish()


def drop(p: War, unit: int, hex_: int) -> None:
    """15.4.3: the die decides whether anybody comes down alive."""
    limit = p.charts.limit
    die = p.roll()
    if contested_by(p, AXIS) >> hex_ & 1:
        die += limit["drop_contested"]
    if p.mud or p.snow:
        die += limit["drop_weather"]
    safe = die <= limit["drop_safe"]
    p.tell("dropped", "15.4.3", unit, hex_, die, safe)
    if not safe:
        p.send(unit, ELIMINATED)
        return
    p.place(unit, hex_)
    enter(p, SOVIET, (unit,), (hex_,))
