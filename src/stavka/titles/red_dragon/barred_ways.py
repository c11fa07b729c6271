"""11.0 What keeps units where they are: who cannot be moved, and which ways are closed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from ...hexes import set_of
from ...kit.bars import EVERYTHING, Bars
from .air import interdicted
from .bridges import builds_bridges, river_banks
from .charts import GMD, PLA, enemy_of
from .combat import WALL
from .guerrillas import garrisoned
from .leaders import can_take, flights
from .movement import (
    Moving,
    armored_group,
    convoy_ends,
    convoy_reach,
    entry_hexes,
    group_reached,
    march_reach,
    may_convoy,
    may_march,
    must_escape,
    rail_hexes,
    reached,
    short_attack_targets,
    waiting_leaders,
    waiting_tanks,
    waiting_units,
)
from .position import EDGE, War
from .short_attacks import escapes, short_attackers
from .stacking import bars_to_stack
from .supply import gmd_supplied, negated_ways

BarsOfUnit = Callable[[War, Moving], Bars]


def with_unit_in_hand(bars: BarsOfUnit) -> BarsOfUnit:
    @wraps(bars)
    def found(p: War, memo: Moving) -> Bars:
        if memo.unit < 0:
            yield EVERYTHING, "11.1.4", "pick up a unit first"
        else:
            yield from bars(p, memo)

    return found


# 11.1.1 Who moves


def bars_to_select(p: War, memo: Moving) -> Bars:
    charts, side = p.charts, p.current.side
    if memo.unit >= 0:
        yield 1 << memo.unit, "11.1.1", "{} is in hand already"
    own = set_of(unit for unit, counter in enumerate(charts.counter) if counter.side == side)
    yield ~own, "11.1.1", "{} is not one of your units"
    yield ~(p.on_map | p.box(EDGE)), "11.1.1", "{} is not on the map"
    yield charts.elbs, "13.2.3", "Explosive Launching Barrels do not move"
    yield charts.militia, "18.5.2", "militia never move"
    able = waiting_units(p, side) | (waiting_leaders(p) if side == GMD else 0)
    closed = EVERYTHING if must_escape(p, memo) else ~able
    yield closed & p.moved, "11.1.6", "{} has moved in this phase"
    arriving = p.box(EDGE) & charts.guerrillas
    yield arriving, "18.4.1", "guerrillas arrive with a PLA corps, not at the edge"
    if side == GMD:
        held, words = p.units_at(p.fdp), "{} may not leave a Final Defense Position"
        yield held & charts.leaders, "17.2.4", words
        yield held, "16.2.4", words
    if p.begun:
        standing = closed & p.on_map & charts.leaders
        yield standing, "17.2.3", "leaders fly before any unit has moved"
    yield closed & charts.leaders, "17.2.3", "{} has nowhere else to fly to"
    if p.frozen:
        yield closed, "9.1.3", "{} is held back by the news of this turn"
    yield closed, "11.1.1", "{} cannot move now"


def bars_to_take(p: War, memo: Moving) -> Bars:
    """17.2.1: before the unit goes; nobody travels with the Railroad Security unit."""
    charts, unit = p.charts, memo.unit
    stays = unit < 0 or memo.mode or unit == charts.rr_security
    able = 0 if stays else can_take(p, unit) & ~set_of(memo.leaders)
    yield ~able, "17.2.1", "{} does not lead the unit in hand from its hex"


# 11.1 Where to


def _bars_to_go(p: War, memo: Moving, verb: str) -> Bars:
    """What keeps a unit from a hex whichever way it moves."""
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    name, side = charts.counter[unit].name, charts.counter[unit].side
    with_tanks = unit == charts.jiang and verb == "move" and armored_group(p)  # 17.2.9
    if charts.leaders >> unit & 1 and not with_tanks:
        yield EVERYTHING, "17.2.3", "a leader flies, or moves with a unit"
    if here == EDGE and verb in ("move", "march", "convoy"):
        yield EVERYTHING, "10.1.5", f"{name} must enter the map first"
    if here >= 0 and verb == "enter":
        yield EVERYTHING, "10.1.5", f"{name} is on the map already"
    if unit == charts.rr_security and verb != "rail":
        yield EVERYTHING, "11.2.6", "the RR Security unit never leaves the railroad"
    yield ~charts.land, "11.1.7", "{} is lake or sea"
    if charts.guerrillas >> unit & 1:
        yield p.gmd, "18.4.4", "a guerrilla does not stop among the enemy in {}"
        yield garrisoned(p), "18.4.5", "{} lies between two garrisons of a line"
        yield p.guerrillas, "4.1.4", "guerrillas do not stack with one another"
    else:
        yield p.occupied(enemy_of(side)), "11.1.8", "{} is occupied by the enemy"
    if here >= 0:
        yield 1 << here, "11.1.5", f"{name} is in {{}} already"


@with_unit_in_hand
def bars_to_move(p: War, memo: Moving) -> Bars:
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    yield from _bars_to_go(p, memo, "move")
    if here < 0:
        return
    if memo.mode == "convoy":
        yield EVERYTHING, "11.3.1", "a convoy stays on the road"
    if memo.mode == "march":
        yield EVERYTHING, "11.4.1", "a Fast March stays one to its end"
    if charts.leaders >> unit & 1:
        there, along = group_reached(p, memo), waiting_tanks(p)
    else:
        there, along = reached(p, memo), 0
    yield from bars_to_stack(p, unit, there, along)
    if memo.struck:
        yield there & ~escapes(p, unit), "18.3.8", "{} is next to the enemy"
    beyond = charts.grid.neighbours(1 << here) & ~charts.passage.spread(1 << here)
    yield beyond & ~there, "11.1.7", "nobody crosses a lake, sea or dike-marsh hexside"
    yield ~there, "11.1.4", f"{{}} is out of reach of {charts.counter[unit].name}"


@with_unit_in_hand
def bars_to_enter(p: War, memo: Moving) -> Bars:
    yield from _bars_to_go(p, memo, "enter")
    there = entry_hexes(p, memo.unit)
    yield ~there, "10.1.5", "{} is no hex of its supply source"
    yield from bars_to_stack(p, memo.unit, there)


# 11.2 Trains


@with_unit_in_hand
def bars_to_rail(p: War, memo: Moving) -> Bars:
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    yield from _bars_to_go(p, memo, "rail")
    if charts.counter[unit].side == PLA:
        yield EVERYTHING, "11.2", "only the GMD has trains"
        return
    there = rail_hexes(p, unit)
    if unit == charts.rr_security:
        yield ~there, "11.2.6", "the RR Security unit stays on connected railroads in supply"
    if p.turn < charts.limit["rail_and_convoy_from_turn"]:
        yield ~there, "11.2", "no trains run on the first turn"
    if memo.mode == "convoy":
        yield EVERYTHING, "11.2.5", "a convoy does not change to the railway"
    if memo.out_of_supply:
        yield ~there, "7.4.1", "units out of supply do not move by rail"
    if p.rail_moves >= charts.limit["rail_units"]:
        yield ~there, "11.2.1", "two units have moved by rail in this phase"
    if here >= 0 and not charts.cities & charts.rail.hexes & gmd_supplied(p) & 1 << here:
        yield ~there, "11.2.2", "rail movement starts in a supplied city on the railroad"
    if memo.mode:
        yield EVERYTHING, "11.2.2", "rail movement comes before any other"
    yield from bars_to_stack(p, unit, charts.land)
    name = charts.counter[unit].name
    yield ~there, "11.2.3", f"{name} does not get to {{}}: no open railroad leads there"


# 11.3 Convoys


@with_unit_in_hand
def bars_to_convoy(p: War, memo: Moving) -> Bars:
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    yield from _bars_to_go(p, memo, "convoy")
    if here < 0:
        return
    if charts.counter[unit].side == PLA:
        yield EVERYTHING, "11.3", "only the GMD has convoys"
        return
    if p.turn < charts.limit["rail_and_convoy_from_turn"]:
        yield EVERYTHING, "11.3", "there are no convoys on the first turn"
    if memo.mode == "rail":
        yield EVERYTHING, "11.2.5", "rail and convoy movement do not mix"
    if memo.out_of_supply:
        yield EVERYTHING, "7.4.1", "units out of supply do not move by convoy"
    if memo.mode not in ("", "convoy"):
        yield EVERYTHING, "11.3.1", "a convoy begins on a road, not after another move"
    if negated_ways(p) >> here & 1:
        yield EVERYTHING, "18.4.7", "guerrillas bar the road where the unit stands"
    roads = charts.ways.hexes if may_convoy(p, memo) else 0
    yield ~roads, "11.3.1", "a convoy begins and stays on roads and railroads"
    yield interdicted(p), "14.3.5", "a convoy does not enter an interdicted hex"
    yield ~convoy_ends(p), "11.3.2", "a convoy does not stop next to the enemy"
    yield from bars_to_stack(p, unit, charts.land)
    there, spent = convoy_reach(p, unit, memo.spent).hexes, memo.spent
    behind = convoy_reach(p, unit, spent, guerrillas=False).hexes & ~there
    yield behind, "18.4.7", "guerrillas bar the road to {}"
    behind = convoy_reach(p, unit, spent, aircraft=False).hexes & ~there
    yield behind, "14.3.5", "a convoy does not pass an interdicted hex"
    name = charts.counter[unit].name
    yield ~there, "11.3.3", f"{name} does not get to {{}}: too far for a convoy"


# 11.4 Fast Marches


@with_unit_in_hand
def bars_to_march(p: War, memo: Moving) -> Bars:
    charts, unit, here = p.charts, memo.unit, p.where[memo.unit]
    yield from _bars_to_go(p, memo, "march")
    if here < 0:
        return
    if charts.counter[unit].side == GMD:
        yield EVERYTHING, "11.4", "only the PLA has Fast Marches"
        return
    if charts.guerrillas >> unit & 1:
        yield EVERYTHING, "11.4", "guerrillas do not use the Fast March"
    if memo.out_of_supply:
        yield EVERYTHING, "7.4.1", "units out of supply do not use the Fast March"
    if memo.struck:
        yield EVERYTHING, "18.3.4", "no Fast March with a Short Attack"
    yield interdicted(p), "14.3.5", "a Fast March does not enter an interdicted hex"
    near = charts.grid.neighbours(p.gmd)
    yield near, "11.4.2", "a Fast March does not lead next to the enemy"
    if memo.mode == "move":
        yield EVERYTHING, "11.4.1", "the unit moves normally already"
    yield from bars_to_stack(p, unit, charts.land)
    there, spent = march_reach(p, unit, memo.spent).hexes, memo.spent
    behind = march_reach(p, unit, spent, aircraft=False).hexes & ~there
    yield behind, "14.3.5", "a Fast March does not pass an interdicted hex"
    behind = march_reach(p, unit, spent, enemies=False).hexes & ~there
    yield behind, "11.4.2", "the enemy is too near to the way to {}"
    name = charts.counter[unit].name
    yield ~there, "11.4.1", f"{name} does not get to {{}}: too far for a Fast March"
    if not may_march(p, memo):
        yield EVERYTHING, "11.4.2", "the unit has entered the map where no Fast March leads"


# 17.2.3, 18.1, 18.3 What some can do besides


@with_unit_in_hand
def bars_to_fly(p: War, memo: Moving) -> Bars:
    charts, leader = p.charts, memo.unit
    if not charts.leaders >> leader & 1:
        yield EVERYTHING, "17.2.3", "only leaders fly"
        return
    if p.begun and p.where[leader] != EDGE:
        yield EVERYTHING, "17.2.3", "leaders fly before any unit has moved"
    there = flights(p, leader)
    if leader == charts.jiang:
        yield ~there, "17.2.9", "Jiang Weiguo is always with tanks"
    yield ~there, "17.2.3", "there is no unit of his command in {}"


@with_unit_in_hand
def bars_to_bridge(p: War, memo: Moving) -> Bars:
    if not p.bridges_left:
        yield EVERYTHING, "18.1.5", "both assault bridges have been used"
    if not builds_bridges(p, memo.unit):
        yield EVERYTHING, "18.1.1", "only a supplied ECFA corps builds bridges"
        return
    yield ~river_banks(p, memo.unit), "18.1.1", "there is no river to bridge towards {}"
    if memo.struck:
        yield EVERYTHING, "18.3.8", "the unit has made a Short Attack and moves away"


def bars_to_short_attack(p: War, memo: Moving) -> Bars:
    charts, unit = p.charts, memo.unit
    if not p.short_attacks:
        yield EVERYTHING, "18.3.1", "no Short Attacks are mandated"
    if p.political_offensive:
        yield EVERYTHING, "18.7.3", "no Short Attacks during the Political Offensive"
    if memo.mode == "march":
        yield EVERYTHING, "18.3.4", "no Short Attack in a Fast March"
    if unit >= 0 and p.struck >> unit & 1:
        yield EVERYTHING, "18.3.5", "a unit makes one Short Attack in a phase"
    yield p.struck, "18.3.6", "{} has suffered a Short Attack in this phase"
    yield ~p.units_on_map(GMD), "18.3.3", "{} is no GMD unit on the map"
    if unit < 0:
        yield EVERYTHING, "11.1.4", "pick up a unit first"
        return
    here = 1 << p.where[unit] if p.where[unit] >= 0 else 0
    beside = p.units_at(charts.grid.neighbours(here))
    yield ~beside, "18.3.3", "{} is not next to the unit in hand"
    if not here:
        return
    yield ~p.units_at(charts.passage.spread(here)), "11.1.7", WALL
    if short_attackers(p) >> unit & 1:
        able = short_attack_targets(p, memo)
        yield ~able, "18.3.8", "after a Short Attack on {} there would be no way to escape"
    else:
        yield EVERYTHING, "18.3.3", "the unit in hand makes no Short Attacks"
