"""3 Movement."""

from __future__ import annotations

import msgspec

from stavka.engine import Decision, Option, Step, derived, hexes, plain, units
from stavka.engine.texts import points_left
from stavka.hexes import HexSet, Reach, reach
from stavka.kit.bars import EVERYTHING, Bars, legal

from .charts import enemy_of
from .position import War
from .supply import unsupplied
from .zones_of_control import enemy_zone


class Moving(msgspec.Struct, frozen=True):
    """A movement phase: the unit in hand, if any."""

    unit: int = -1


def begin_movement(p: War) -> None:
    p.moved = 0
    p.push(MovementPhase, Moving())


def movement_points(p: War, unit: int) -> int:
    """3.1; 7.1: half out of supply, and a half point buys nothing."""
    counter = p.charts.counters[unit]
    out = unsupplied(p, counter.side) >> unit & 1
    return counter.movement // 2 if out else counter.movement


@derived("placed")
def reach_of(p: War, unit: int) -> Reach:
    """3.1, 3.2: where a unit's points take it, and what is left of them."""
    side = p.charts.counters[unit].side
    zone = enemy_zone(p, side)
    return reach(
        p.charts.movement,
        1 << p.where[unit],
        movement_points(p, unit),
        blocked=p.occupied(enemy_of(side)),  # 3.3
        stop=zone,  # 4.1
        barred=((zone, zone),),  # 4.2
    )


def bars_to_select(p: War, memo: Moving) -> Bars:
    """3.1: every unit of the side moves once in a phase."""
    yield ~p.units_on_map(p.current.side), "3.1", "the {} is not a unit of yours on the map"
    if memo.unit >= 0:
        yield 1 << memo.unit, "3.1", "the {} is in hand already"
    yield p.moved, "3.1", "the {} has moved in this phase"


def bars_to_move(p: War, memo: Moving) -> Bars:
    """3.3: a unit passes through friends, and does not stop where one is."""
    if memo.unit < 0:
        yield EVERYTHING, "3.1", "pick up a unit first"
        return
    side, here = p.charts.counters[memo.unit].side, p.where[memo.unit]
    yield p.occupied(enemy_of(side)), "3.3", "an enemy is in {}: attack it when the phase is over"
    yield p.occupied(side), "3.3", "{} is taken: one unit in a hex"
    beyond, zone = ~reach_of(p, memo.unit).hexes, enemy_zone(p, side)
    if zone >> here & 1:
        straight = zone & p.charts.grid.neighbours(1 << here)
        both = "are both in enemy zones"
        yield beyond & straight, "4.2", lambda there: f"{p.label(here)} and {there} {both}"
    yield beyond, "3.2", lambda there: _out_of_reach(p, memo.unit, there)


def _out_of_reach(p: War, unit: int, there: str) -> str:
    left = points_left(movement_points(p, unit))
    return f"{there} is out of reach with {left}, or behind an enemy zone"


def destinations(p: War, unit: int) -> HexSet:
    return legal(bars_to_move(p, Moving(unit)))


class MovementPhase(Step[War, Moving], key="movement"):
    """Pick a unit up, put it down somewhere, take the next; then end the phase."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = p.current.side
        options: list[Option] = [
            hexes("move", "3.1", legal(bars_to_move(p, memo))),
            units("select", "3.1", legal(bars_to_select(p, memo))),
            plain("done", "2.1"),
        ]
        return p.ask(side, self._prompt(p, memo), "3.1", options, of=(memo.unit,))

    def _prompt(self, p: War, memo: Moving) -> str:
        if memo.unit < 0:
            return "Move units"
        return f"Where does the {p.charts.counters[memo.unit].name} go?"

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        match verb:
            case "select":
                p.remember(Moving(value))
            case "move":
                found = reach_of(p, memo.unit)
                p.tell("moved", "3.1", memo.unit, tuple(found.path(value)), found.cost(value))
                p.place(memo.unit, value)
                p.moved |= 1 << memo.unit
                p.remember(Moving())
            case "done":
                p.finish()
