"""5.0 Movement: the two Movement Phases of a Player-Turn, Rail Mode, and the Marine landing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec

from ...engine import Decision, Illegal, Option, Step, UnitSet, derived, hexes, plain, units
from ...engine.texts import points_left
from ...hexes import Hex, HexSet, Reach, Toll, members, reach, set_of
from ...kit.bars import EVERYTHING, Bar, Bars, barred, legal, reason
from .charts import CHINESE, MECHANIZED, SOVIET
from .demolitions import cross
from .options import MANEUVER_GROUP
from .position import GROUND, War
from .stacking import Overstacked, eligible_to_move
from .substitution import (
    Substitution,
    apply_substitution,
    bars_in_chinese_phases,
    can_break_down,
    can_build_up,
    substitution_options,
)
from .supply import supplied_elsewhere, unsupplied_units
from .terrain import (
    closed_hexes,
    closed_to,
    column_of,
    contaminated,
    held_cities,
    movement_chart,
)
from .variants.air_assault import airborne_hexes, bars_to_be_flown
from .variants.airborne_corps import bars_to_be_dropped, drop
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
    closed = closed_hexes(p, charts.unit_type[unit].side)
    bound = charts.artillery | charts.militia
    return closed | barred(_closed_to_kind(p, unit)) if bound >> unit & 1 else closed


def _closed_to_kind(p: War, unit: int) -> Bars:
    charts = p.charts
    if charts.artillery >> unit & 1:
        beside = charts.passage.spread(p.chinese)
        yield beside, "5.23", "Artillery does not move next to Chinese units: {}"
    if charts.militia >> unit & 1:
        abroad = ~charts.china & charts.grid.all
        yield abroad, "17.43", "Militia do not cross the border: {}"


def may_stay(p: War, unit: int) -> HexSet:
    """17.43: Militia in supply do not move out of it."""
    if p.charts.militia >> unit & 1 and not p.unsupplied >> unit & 1:
        return supplied_elsewhere(p, unit)
    return p.charts.grid.all


def closed_to_unit(p: War, unit: int) -> Bars:
    """What keeps a unit out of a hex however it moves."""
    yield ~p.charts.land, "5.23", "{} is all sea or out of play"
    yield from closed_to(p, p.charts.unit_type[unit].side)
    yield from _closed_to_kind(p, unit)
    yield ~may_stay(p, unit), "17.43", "Militia do not move out of supply: {}"


def stops_in(p: War, unit: int) -> HexSet:
    """6.11: where a unit must stop: in enemy control, and next to a city that it leaves empty.

    Such a city is Chinese again at once (13.16): the unit finds itself in its Zone of Control.
    """
    charts, here = p.charts, p.where[unit]
    zone = in_enemy_control(p, charts.unit_type[unit].side)
    if charts.cities & p.soviet & 1 << here and p.units_in(here).bit_count() == 1:
        zone |= charts.passage.around(here)
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


PICK_UP: Bar = EVERYTHING, "5.0", "pick up a unit first"


def bars_to_select(p: War, memo: Moving) -> Bars:
    """5.11: units of the Phasing Player, as many as he likes."""
    side = p.current.side
    yield ~p.charts.units_of[side], "5.11", "{} is not a unit of the Phasing Player"
    yield ~p.on_map, "5.11", "{} is not on the map"
    yield _in_hand(memo), "5.11", "{} is in hand already"
    yield p.railed, "5.44", "{} has moved by rail in this Player-Turn"
    yield p.moved, "5.0", "{} has moved in this phase"
    yield p.struck, "14.2", "{} has made an air strike in this Player-Turn"
    case = "5.31" if side == SOVIET else "5.32"
    able = eligible_to_move(p, side, second=p.second_movement())
    yield ~able, case, "{} does not move in this Movement Phase"


def bars_to_move(p: War, memo: Moving) -> Bars:
    """5.12: a unit goes where its points take it, and `destinations` is what is left."""
    unit, charts = memo.unit, p.charts
    if unit < 0:
        yield PICK_UP
        return
    if memo.by_rail:
        otherwise = "moves by rail now, and not in a normal manner too"
        yield EVERYTHING, "5.44", lambda _: f"{p.name(unit)} {otherwise}"
        return
    yield from closed_to_unit(p, unit)
    here, zone = p.where[unit], in_enemy_control(p, charts.unit_type[unit].side)
    yield 1 << here, "5.12", lambda there: f"{p.name(unit)} is in {there} already"
    beyond = ~reach_of(p, unit, memo.spent).hexes
    if zone >> here & 1:
        straight = zone & charts.grid.neighbours(1 << here)
        both = "a unit does not move from one enemy-controlled hex to another"
        yield beyond & straight, "6.12", both
    yield beyond & _across_water(p, unit), "5.23", "no unit crosses an all-sea or all-lake hexside"
    if stops_in(p, unit) & ~zone:
        leaving = "leaves a city empty and stops next to it"
        yield beyond, "13.16", lambda _: f"{p.name(unit)} {leaving}"
    yield beyond, "5.12", lambda there: _out_of_reach(p, memo, there)


def _across_water(p: War, unit: int) -> HexSet:
    chart, here = movement_chart(p, column_of(p, unit)), p.where[unit]
    adjacent = p.charts.grid.adjacent(here)
    return set_of(there for there in adjacent if chart.step_cost(here, there) is None)


def _out_of_reach(p: War, memo: Moving, there: str) -> str:
    left = points_left(movement_points(p, memo.unit) - memo.spent)
    return f"{there} is out of reach of {p.name(memo.unit)} with {left}"


def bars_after_movement(p: War, memo: Moving) -> Bars:
    """8.2: at the beginning or at the end of a Movement Phase, not in the middle."""
    if memo.begun:
        yield EVERYTHING, "8.2", "substitution comes before all movement or after it"
    yield from bars_in_chinese_phases(p, memo)


# 5.4 Rail Mode


def units_on_rail(p: War, side: str) -> UnitSet:
    """5.46: the units of a side that are on railways of its own."""
    rail = p.charts.rail[side].hexes
    return sum(1 << u for u in members(p.units_on_map(side)) if rail >> p.where[u] & 1)


def bars_to_entrain(p: War, unit: int) -> Bars:
    """Who may use Rail Mode now."""
    if p.rail_moves >= p.charts.limit["rail_units"]:
        yield EVERYTHING, "5.4", "three units have used Rail Mode in this Game-Turn"
    yield p.moved_this_turn, "5.44", "{} has moved normally in this Player-Turn"
    side, here = p.charts.unit_type[unit].side, p.where[unit]
    if not p.charts.rail[side].hexes >> here & 1:
        yield EVERYTHING, "5.46", lambda _: f"{p.label(here)} has no railway of one's own"
    yield ~p.began_on_rail, "5.41", "{} did not begin the Player-Turn on a railway"
    yield p.fought, "5.44", "{} has attacked in this Player-Turn"
    if in_enemy_control(p, side) >> here & 1:
        yield EVERYTHING, "5.45", "{} is in an enemy-controlled hex"


def may_entrain(p: War, unit: int) -> bool:
    return not any(closed >> unit & 1 for closed, _, _ in bars_to_entrain(p, unit))


def why_not_entrain(p: War, unit: int) -> Illegal | None:
    return reason(bars_to_entrain(p, unit), unit, p.name(unit))


def bars_to_rail(p: War, memo: Moving) -> Bars:
    """5.42: `rail_reach` is what is left."""
    unit, charts = memo.unit, p.charts
    if unit < 0:
        yield PICK_UP
        return
    if not memo.by_rail:
        why = why_not_entrain(p, unit) or Illegal("entrain the unit first", "5.4")
        yield EVERYTHING, why.case, why.reason
        return
    yield from closed_to_unit(p, unit)
    side = charts.unit_type[unit].side
    own, no_railway = charts.rail[side].hexes, "{} has no railway of one's own"
    yield charts.board.networks["rail"].hexes & ~own, "5.46", no_railway
    yield ~own, "5.41", no_railway
    yield in_enemy_control(p, side), "5.45", "{} is an enemy-controlled hex"
    yield 1 << p.where[unit], "5.42", lambda there: f"{p.name(unit)} is in {there} already"
    hexes_ = charts.limit["rail_hexes"]
    far = f"is not joined by {hexes_} hexes of open railway or fewer"
    yield ~rail_reach(p, unit).hexes, "5.42", lambda there: f"{there} {far}"


@derived(*GROUND)
def rail_reach(p: War, unit: int) -> Reach:
    """5.42-5.46: up to twenty hexes along railways of one's own, never through enemy control."""
    charts, side = p.charts, p.charts.unit_type[unit].side
    blocked = off_limits(p, unit) | in_enemy_control(p, side)
    # 16.1 with a ruling: a demolished hexside costs a train as many hexes as it costs points.
    first, later = charts.cost["demolished_first_turn"], charts.cost["demolished"]
    dear = tuple(
        ((here, there), (first if p.turn <= turn + 1 else later)[MECHANIZED])
        for here, there, turn in p.demolished
        if charts.rail[side].joined(here, there)
    )
    movement = charts.rail_movement(side, dear, p.demolished_sides)
    zone = p.interdicted(side)
    return reach(
        movement,
        1 << p.where[unit],
        charts.limit["rail_hexes"],
        blocked=blocked,
        enter=((charts.limit["interdicted_hex"], zone, "interdiction"),) if zone else (),  # INT.3
    )


# 5.5 Soviet amphibious capability


def bars_to_land(p: War, memo: Moving) -> Bars:
    """5.51, 5.52: Chinese clear coastal hexes, once in a game, from Vladivostok."""
    unit, charts = memo.unit, p.charts
    if unit < 0:
        yield PICK_UP
        return
    if not charts.marine >> unit & 1:
        yield EVERYTHING, "5.5", lambda _: f"{p.name(unit)} does not land from the sea"
        return
    if p.landing_of(unit) >= 0:
        yield EVERYTHING, "5.53", lambda _: f"{p.name(unit)} has landed once already"
    if not p.is_ready_to_land(unit) or p.where[unit] != charts.vladivostok:
        began = "only a unit that began the Game-Turn in Vladivostok lands, in the first phase"
        yield EVERYTHING, "5.51", began
    yield p.chinese, "5.52", "{} is occupied by Chinese units"
    yield ~charts.landing, "5.5", "{} is not a clear coastal hex of China"
    yield contaminated(p)
    yield held_cities(p)
    if memo.spent or memo.by_rail:
        yield EVERYTHING, "5.5", lambda _: f"{p.name(unit)} moves in another manner now"


def may_return(p: War, unit: int) -> bool:
    """5.53: the Marine Division may go back from the hex where it landed."""
    home = 1 << p.charts.vladivostok
    return p.where[unit] == p.landing_of(unit) and not closed_hexes(p, SOVIET) & home


# AA, CA Movement by air


def flights(p: War, unit: int) -> HexSet:
    """AA.3: over everything, but not into hexes that the unit could not enter on the ground."""
    return airborne_hexes(p, unit) & ~off_limits(p, unit)


def bars_to_fly(p: War, memo: Moving) -> Bars:
    """`flights` is what is left."""
    return _bars_by_air(p, memo, p.charts.air_assault, bars_to_be_flown)


def bars_to_drop(p: War, memo: Moving) -> Bars:
    return _bars_by_air(p, memo, p.charts.airborne_corps, bars_to_be_dropped)


def _bars_by_air(p: War, memo: Moving, flyers: UnitSet, bars: Callable[[War, int], Bars]) -> Bars:
    unit = memo.unit
    if unit < 0:
        yield PICK_UP
        return
    if flyers & ~p.moved & 1 << unit:
        yield from closed_to_unit(p, unit)
    yield from bars(p, unit)
    if memo.by_rail:
        yield EVERYTHING, "5.44", lambda _: f"{p.name(unit)} moves by rail now"


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
        options.append(units("select", "5.1", waiting & ~_in_hand(memo)))
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
            options.append(hexes("land", "5.5", legal(bars_to_land(p, memo))))
            if may_return(p, unit):
                options.append(plain("return", "5.53"))
        if p.charts.air_assault >> unit & 1:
            # AA.4: or it marches like others.
            options.append(hexes("fly", "AA.1", flights(p, unit)))
        if p.charts.airborne_corps >> unit & 1:
            options.append(hexes("drop", "CA.1", legal(bars_to_drop(p, memo))))
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
        path = found.path(there) if _leaves_a_trace(p, unit, found) else []
        stops = stops_in(p, unit) >> there & 1
        self._go(p, unit, there)
        p.tell("moved", "5.1", unit, tuple(path), cost)
        for here, next_ in pairwise(path):
            cross(p, unit, here, next_)
        spent = memo.spent + cost
        goes_on = not stops and spent < movement_points(p, unit) and destinations(p, unit, spent)
        p.remember(Moving(unit=unit, spent=spent, begun=True) if goes_on else Moving(begun=True))

    def _rail(self, p: War, unit: int, there: Hex) -> None:
        found = rail_reach(p, unit)
        path = found.path(there) if _leaves_a_trace(p, unit, found) else []
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


def _leaves_a_trace(p: War, unit: int, found: Reach) -> bool:
    """Whether it matters which way a unit takes: to the chronicle, or to mines (16.4)."""
    if p.chronicle is not None:
        return True
    soviet = p.charts.units_of[SOVIET] >> unit & 1
    return bool(soviet) and any(found.hexes >> a & found.hexes >> b & 1 for a, b in p.mines)


def _in_hand(memo: Moving) -> UnitSet:
    """The unit that is moving; one that was to go by rail may still be picked up to march."""
    return 1 << memo.unit if memo.unit >= 0 and not memo.by_rail else 0
