"""15.0 Reinforcements: arrivals, placement, airborne drops."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ...hexes import HexSet, members
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import AXIS, SOVIET, Arrival
from .contested import bars_to_enter, contested_by, near_ground_units, near_units
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
    elif charts.guards >> unit & 1 and p.plan.promotion:
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


class Placing(msgspec.Struct, frozen=True):
    side: str
    unit: int = -1


def waiting_for(p: War, side: str) -> UnitSet:
    """15.2.1: reinforcements that a side has not placed; Partisans have a step of their own."""
    return p.box(READY) & p.charts.units_of[side] & ~p.charts.partisans


def bars_to_call_up(p: War, memo: Placing) -> Bars:
    for unit in members(p.box(RETURNING)):
        yield 1 << unit, "15.7", f"{{}} returns on turn {p.due[unit]}"
    yield ~p.charts.units_of[memo.side], "15.2.1", "{} is not yours"
    if memo.unit >= 0:
        yield 1 << memo.unit, "15.2.1", "{} is in hand already"
    yield ~waiting_for(p, memo.side), "15.2.1", "{} is no reinforcement of this turn"


def bars_to_place(p: War, memo: Placing) -> Bars:
    """15.2.2: where a reinforcement may be placed now."""
    unit = memo.unit
    if unit < 0:
        yield EVERYTHING, "15.2.1", "pick a reinforcement first"
        return
    charts, bit = p.charts, 1 << unit
    yield from bars_to_enter(p, memo.side, "15.2.2")
    if charts.headquarters & bit:
        yield from _bars_to_headquarters(p, unit)
        return
    case = "15.2.6" if charts.depots & bit else "15.2.5"
    outside = ~would_be_in_supply(p, unit)
    yield outside, case, lambda there: f"{p.called(unit)} would not be in supply in {there}"
    if memo.side == AXIS:
        if charts.siege & bit:
            yield ~charts.rail.hexes, "3.3.6", "the Siege Artillery keeps to railroads"
        near = near_units(p, SOVIET, charts.limit["axis_reinforcement_distance"])
        yield near, "15.2.2", "{} has fewer than three spaces between it and an enemy"
        return
    if charts.leaders & bit and not room_for_leader(p):
        yield EVERYTHING, "14.4.5", "ten Leaders are on the map"
    yield contested_by(p, AXIS), "15.2.2", "{} is contested by the Axis"
    headquarters = p.hexes_of(charts.soviet_headquarters)
    away = ~(headquarters | charts.grid.neighbours(headquarters))
    yield away, "15.2.2", "no Soviet headquarters is in or next to {}"


def _bars_to_headquarters(p: War, unit: int) -> Bars:
    """15.2.3."""
    charts = p.charts
    distance = charts.limit["headquarters_distance"]
    if charts.kind[unit].side == SOVIET:
        near = near_ground_units(p, AXIS, distance)
        lines = railway_lines_to(p, SOVIET, permanent_sources(p, SOVIET)) & charts.soviet_union
    else:
        near = near_units(p, SOVIET, distance)
        lines = _lines_to_capital(p, unit)
    yield near, "15.2.3", "{} has fewer than four spaces between it and an enemy"
    yield ~lines, "15.2.3", "{} has no railroad line to a source or capital"


def _lines_to_capital(p: War, unit: int) -> HexSet:
    """Ruling: where the capital is off the map, the sources of the scenario stand for it."""
    charts = p.charts
    finnish = charts.of_nation["Finnish"] >> unit & 1
    capital = 1 << (charts.helsinki if finnish else charts.bucharest) & p.area
    return railway_lines_to(p, AXIS, capital or permanent_sources(p, AXIS))


def begin_reinforcement(p: War, side: str) -> None:
    """15.2.4: stacks may grow too high; they are put right after the side has moved."""
    p.push(ReinforcementPhase, Placing(side))


class ReinforcementPhase(Step[War, Placing], key="reinforcement"):
    """15.2.1: reinforcements are placed, or wait for a later turn."""

    def decision(self, p: War, memo: Placing) -> Decision | None:
        waiting = waiting_for(p, memo.side)
        if not waiting:
            return None
        options: list[Option] = []
        if memo.unit >= 0:
            options.append(hexes("place", "15.2", legal(bars_to_place(p, memo))))
            waiting &= ~(1 << memo.unit)
        options.append(units("select", "15.2.1", waiting))
        options.append(plain("done", "15.2.1"))
        prompt = "Place reinforcements" if memo.unit < 0 else f"Place {p.called(memo.unit)}"
        return p.ask(memo.side, prompt, "15.2", options, of=(memo.unit,))

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


def bars_to_come_down(p: War) -> Bars:
    """15.4.2: in the Soviet Union, near a headquarters in supply, without Axis units."""
    charts = p.charts
    yield from bars_to_enter(p, SOVIET, "15.4.2")
    yield ~charts.soviet_union, "15.4.2", "{} is not in the Soviet Union"
    ready = charts.soviet_headquarters & ~(p.out | p.lack)
    near = charts.grid.within(p.hexes_of(ready), charts.limit["drop_range"])
    yield ~near, "15.4.2", "no headquarters in supply is within six spaces of {}"


def bars_to_drop(p: War, unit: int) -> Bars:
    yield from bars_to_come_down(p)
    if unit < 0:
        yield EVERYTHING, "15.4.2", "pick a unit that drops first"


def bars_to_pick_jumper(p: War, unit: int) -> Bars:
    yield ~p.box(PARADROP), "15.4.2", "{} does not wait for a paradrop"
    if unit >= 0:
        yield 1 << unit, "15.4.2", "{} is in hand already"


class AirborneDrop(Step[War, int], key="airborne_drop"):
    """15.4.2: one airborne unit before anybody moves."""

    # The unit that is to be dropped.
    def decision(self, p: War, memo: int) -> Decision | None:
        if not p.box(PARADROP) or not (there := legal(bars_to_come_down(p))):
            return None
        options: list[Option] = []
        if memo >= 0:
            options.append(hexes("drop", "15.4.2", there))
        waiting = legal(bars_to_pick_jumper(p, memo))
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
