"""5.0 Movement: the two Movement Phases of a Player-Turn, Rail Mode, and the Marine landing."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...engine.texts import points_left
from ...hexes import Charge, Hex, HexSet, Lane, Movement, Reach, Toll, members, reach
from .charts import CHINESE, MECHANIZED, SOVIET
from .cities_and_industry import cities_held
from .demolitions import cross
from .options import MANEUVER_GROUP
from .position import GROUND, War
from .stacking import Overstacked, eligible_to_move
from .substitution import (
    Substitution,
    apply_substitution,
    can_break_down,
    can_build_up,
    substitution_options,
)
from .supply import supplied_elsewhere, unsupplied_units
from .terrain import closed_hexes, column_of, movement_chart
from .variants.air_assault import airborne_hexes
from .variants.airborne_corps import drop, drop_hexes
from .variants.maneuver_group import ManeuverGroup
from .zones_of_control import in_enemy_control


class Moving(msgspec.Struct, frozen=True):
    """A Movement Phase: the unit in hand, if any, and what it has spent."""

    unit: int = -1
    spent: int = 0
    # The unit is to go by rail (5.4).
    by_rail: bool = False
    # Some unit has moved: no more substitution until the end of the phase (8.2).
    begun: bool = False


def begin_movement(p: War, side: str, *, second: bool) -> None:
    """The Supply Judgement Phase, then the Movement Phase, with 8.2's moment before it."""
    p.moved = 0
    if not second:
        p.moved_this_turn = p.railed = 0
        p.rail_moves = 0
        # 17.31, 17.32: new units in the hexes of entry count as in Rail Mode; no others do.
        arrived_elsewhere = p.charts.appear_elsewhere & ~p.began_on_rail
        for entry in members(p.charts.emergency_entry):  # ER.4: an airborne division too
            arrived_elsewhere &= ~p.units_in(entry)
        p.began_on_rail = units_on_rail(p, side) & ~arrived_elsewhere
    p.unsupplied = unsupplied_units(p, side)
    p.push(Overstacked)
    p.push(MovementPhase, Moving())
    if side == SOVIET and not second and MANEUVER_GROUP in p.options:
        p.push(ManeuverGroup)
    if side == CHINESE:
        p.push(Substitution)


# 5.2 What a unit can do


def movement_points(p: War, unit: int) -> int:
    """5.21, 12.0: half of the allowance when out of supply; a fraction buys nothing."""
    points = p.charts.unit_type[unit].movement
    return points // 2 if p.unsupplied >> unit & 1 else points


def off_limits(p: War, unit: int) -> HexSet:
    """Hexes that a unit may not enter."""
    charts = p.charts
    side = charts.unit_type[unit].side
    closed = closed_hexes(p, side)
    if charts.artillery >> unit & 1:
        closed |= charts.passage.spread(p.chinese)  # 5.23
    if charts.militia >> unit & 1:
        closed |= ~charts.china & charts.grid.all  # 17.43
    return closed


def may_stay(p: War, unit: int) -> HexSet:
    """17.43: Militia in supply do not move out of it."""
    if p.charts.militia >> unit & 1 and not p.unsupplied >> unit & 1:
        return supplied_elsewhere(p, unit)
    return p.charts.grid.all


def stops_in(p: War, unit: int) -> HexSet:
    """6.11: where a unit must stop: in enemy control, and next to a city that it leaves empty.

    Such a city is Chinese again at once (13.16): the unit finds itself in its Zone of Control.
    """
    charts, here = p.charts, p.where[unit]
    zone = in_enemy_control(p, charts.unit_type[unit].side)
    if charts.cities & p.soviet & 1 << here and p.units_in(here).bit_count() == 1:
        zone |= charts.passage.spread(1 << here)
    return zone


@derived(*GROUND)
def reach_of(p: War, unit: int, spent: int = 0) -> Reach:
    """5.12: where a unit can go with what it has left, and what that costs."""
    charts, here = p.charts, p.where[unit]
    side = charts.unit_type[unit].side
    column = column_of(p, unit)
    enemy_zone = in_enemy_control(p, side)
    friends = p.occupied(side)
    if p.units_in(here).bit_count() == 1:
        friends &= ~(1 << here)
    # 6.11, 6.13: nothing for Chinese foot; 7.4: nothing for any non-mechanized unit.
    enter: tuple[Toll, ...] = ()
    leave: tuple[Toll, ...] = ()
    if column == MECHANIZED:
        zones, stacks = charts.zone_costs, charts.stack_costs
        mechanized = charts.mechanized >> unit & 1
        enter = ((zones[0], enemy_zone, "zone"), (stacks[0], friends, "stack"))[: 1 + mechanized]
        leave = enter
        if zones[0] != zones[1] or stacks[0] != stacks[1]:
            leave = ((zones[1], enemy_zone, "zone"), (stacks[1], friends, "stack"))
            leave = leave[: 1 + mechanized]
    if interdicted := p.interdicted(side):
        enter = (*enter, (charts.limit["interdicted_hex"], interdicted, "interdiction"))  # INT.3
    return reach(
        movement_chart(p, column),
        1 << here,
        max(movement_points(p, unit) - spent, 0),
        blocked=off_limits(p, unit),
        stop=stops_in(p, unit),
        enter=enter,
        leave=leave,
        barred=((enemy_zone, enemy_zone),),  # 6.12
        one_hex=not spent,  # 5.22
    )


def destinations(p: War, unit: int, spent: int = 0) -> HexSet:
    return reach_of(p, unit, spent).hexes & ~(1 << p.where[unit]) & may_stay(p, unit)


# 5.4 Rail Mode


def units_on_rail(p: War, side: str) -> UnitSet:
    """5.46: the units of a side that are on railways of its own."""
    rail = p.charts.rail[side].hexes
    return sum(1 << u for u in members(p.units_on_map(side)) if rail >> p.where[u] & 1)


def may_entrain(p: War, unit: int) -> bool:
    """5.41, 5.44, 5.45: who may use Rail Mode now."""
    side = p.charts.unit_type[unit].side
    here = p.where[unit]
    return bool(
        p.rail_moves < p.charts.limit["rail_units"]
        and p.began_on_rail >> unit & 1
        and not (p.moved_this_turn | p.railed | p.fought) >> unit & 1
        and p.charts.rail[side].hexes >> here & 1
        and not in_enemy_control(p, side) >> here & 1
    )


@derived(*GROUND)
def rail_reach(p: War, unit: int) -> Reach:
    """5.42-5.46: up to twenty hexes along railways of one's own, never through enemy control."""
    charts, side = p.charts, p.charts.unit_type[unit].side
    blocked = off_limits(p, unit) | in_enemy_control(p, side)
    hex_by_rail = Charge("rail hex", 1)
    passage = charts.rail_passage(side, p.demolished_sides)
    lanes = [Lane.of(passage.entering, [((hex_by_rail,), charts.land)])]
    dear: dict[int, list[HexSet]] = {}
    for here, there, turn in p.demolished:
        if not charts.rail[side].joined(here, there):
            continue
        # 16.1 with a ruling: a demolished hexside costs a train as many hexes as it costs points.
        extra = charts.cost["demolished_first_turn" if p.turn <= turn + 1 else "demolished"]
        for a, b in ((here, there), (there, here)):
            steps = dear.setdefault(extra["mechanized"], [0] * 6)
            steps[charts.grid.direction(a, b)] |= 1 << b
    for points, entering in dear.items():
        price = (hex_by_rail, Charge("demolished", points))
        lanes.append(Lane.of(entering, [(price, charts.land)]))
    movement = Movement(charts.grid, lanes)
    zone = p.interdicted(side)
    return reach(
        movement,
        1 << p.where[unit],
        charts.limit["rail_hexes"],
        blocked=blocked,
        enter=((charts.limit["interdicted_hex"], zone, "interdiction"),) if zone else (),  # INT.3
    )


# 5.5 Soviet amphibious capability


def landing_hexes(p: War, unit: int) -> HexSet:
    """5.51, 5.52: Chinese clear coastal hexes, once in a game, from Vladivostok."""
    if (
        p.landing_of(unit) >= 0
        or not p.is_ready_to_land(unit)
        or p.where[unit] != p.charts.vladivostok
    ):
        return 0
    return p.charts.landing & ~p.chinese & ~cities_held(p) & ~p.all_contaminated


def may_return(p: War, unit: int) -> bool:
    """5.53: the Marine Division may go back from the hex where it landed."""
    home = 1 << p.charts.vladivostok
    return p.where[unit] == p.landing_of(unit) and not closed_hexes(p, SOVIET) & home


# AA Movement by air


def flights(p: War, unit: int) -> HexSet:
    """AA.3: over everything, but not into hexes that the unit could not enter on the ground."""
    return airborne_hexes(p, unit) & ~off_limits(p, unit)


# The Movement Phase


class MovementPhase(Step[War, Moving], key="movement"):
    """Pick a unit up, move it as far as it goes or you like, take the next; then end the phase."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = p.current.side
        waiting = eligible_to_move(p, side, second=p.second_movement()) & ~p.moved & ~p.railed
        substituting = side == SOVIET and bool(can_break_down(p) or can_build_up(p))
        if not (waiting or memo.begun or substituting):
            return None
        options: list[Option] = []
        if memo.unit >= 0:
            options += self._options_of_unit(p, memo)
        in_hand = memo.unit if not memo.by_rail else -1
        # 5.11: units of the Phasing Player, as many as he likes.
        options.append(units("select", "5.1", waiting & ~_bit(in_hand)))
        if substituting:
            if not memo.begun:
                options += substitution_options(p)
            options.append(plain("substitute", "8.2"))
        options.append(plain("done", "4.2"))
        return p.ask(side, self._prompt(p, memo), "5.0", options, of=(memo.unit,))

    def _options_of_unit(self, p: War, memo: Moving) -> list[Option]:
        unit = memo.unit
        if memo.by_rail:
            there = rail_reach(p, unit).hexes & ~(1 << p.where[unit]) & may_stay(p, unit)
            return [hexes("rail", "5.4", there)]
        options = [hexes("move", "5.1", destinations(p, unit, memo.spent))]
        if memo.spent:
            options.append(plain("halt", "5.0"))
            return options
        if may_entrain(p, unit):
            options.append(plain("entrain", "5.4"))
        if p.charts.marine >> unit & 1:
            options.append(hexes("land", "5.5", landing_hexes(p, unit)))
            if may_return(p, unit):
                options.append(plain("return", "5.53"))
        if p.charts.air_assault >> unit & 1:
            # AA.4: or it marches like others.
            options.append(hexes("fly", "AA.1", flights(p, unit)))
        if p.charts.airborne_corps >> unit & 1:
            options.append(hexes("drop", "CA.1", drop_hexes(p, unit)))
        return options

    def _prompt(self, p: War, memo: Moving) -> str:
        if memo.unit < 0:
            return "Move units"
        if memo.by_rail:
            return f"Move {p.name(memo.unit)} by rail"
        left = movement_points(p, memo.unit) - memo.spent
        return f"Move {p.name(memo.unit)}: {points_left(left)}"

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        match verb:
            case "select":
                p.remember(msgspec.structs.replace(memo, unit=value, spent=0, by_rail=False))
            case "move":
                self._move(p, memo, value)
            case "halt":
                p.remember(Moving(begun=True))
            case "entrain":
                p.remember(msgspec.structs.replace(memo, by_rail=True))
            case "rail":
                self._rail(p, memo.unit, value)
            case "land":
                self._land(p, memo.unit, value)
            case "fly":
                p.tell("flown", "AA.1", memo.unit, p.where[memo.unit], value)
                self._go(p, memo.unit, value)
            case "drop":
                p.remember(Moving(begun=True))
                drop(p, memo.unit, value)
            case "return":
                p.tell("returned", "5.53", memo.unit, p.where[memo.unit])
                self._go(p, memo.unit, p.charts.vladivostok)
            case "break_down" | "build_up":
                p.remember(Moving())
                apply_substitution(p, verb, value)
            case "substitute":
                # 8.2: after all movement has ceased.
                p.frames.pop()
                p.push(Substitution)
            case "done":
                p.finish()

    def _move(self, p: War, memo: Moving, there: Hex) -> None:
        unit = memo.unit
        found = reach_of(p, unit, memo.spent)
        cost = found.cost(there)
        assert cost is not None
        path = found.path(there) if p.mines or p.chronicle is not None else []
        stops = stops_in(p, unit) >> there & 1
        self._go(p, unit, there)
        p.tell("moved", "5.1", unit, tuple(path), cost)
        for here, next_ in pairwise(path):
            cross(p, unit, here, next_)
        spent = memo.spent + cost
        goes_on = not stops and spent < movement_points(p, unit) and destinations(p, unit, spent)
        p.remember(Moving(unit=unit, spent=spent, begun=True) if goes_on else Moving(begun=True))

    def _rail(self, p: War, unit: int, there: Hex) -> None:
        path = rail_reach(p, unit).path(there) if p.mines or p.chronicle is not None else []
        p.railed |= 1 << unit
        p.rail_moves += 1
        self._go(p, unit, there)
        p.moved_this_turn &= ~(1 << unit)
        p.tell("railed", "5.4", unit, tuple(path))
        for here, next_ in pairwise(path):
            cross(p, unit, here, next_)

    def _land(self, p: War, unit: int, there: Hex) -> None:
        p.land(unit, there)
        self._go(p, unit, there)
        p.tell("landed", "5.5", unit, there)

    def _go(self, p: War, unit: int, there: Hex) -> None:
        p.place(unit, there)
        p.moved |= 1 << unit
        p.moved_this_turn |= 1 << unit
        p.remember(Moving(begun=True))


def _bit(unit: int) -> UnitSet:
    return 1 << unit if unit >= 0 else 0
