"""3 Movement."""

from __future__ import annotations

import msgspec

from stavka.engine import Decision, Option, Step, hexes, plain, units
from stavka.hexes import HexSet, Reach, reach

from .charts import enemy_of
from .position import Campaign
from .supply import unsupplied
from .zones_of_control import enemy_zone


class Moving(msgspec.Struct, frozen=True):
    """A movement phase: the unit in hand, if any."""

    unit: int = -1


def begin_movement(p: Campaign) -> None:
    p.moved = 0
    p.push(MovementPhase, Moving())


def movement_points(p: Campaign, unit: int) -> int:
    """3.1; 7.1: half out of supply, and a half point buys nothing."""
    counter = p.charts.counters[unit]
    out = unsupplied(p, counter.side) >> unit & 1
    return counter.movement // 2 if out else counter.movement


def reach_of(p: Campaign, unit: int) -> Reach:
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


def destinations(p: Campaign, unit: int) -> HexSet:
    """3.3: a unit passes through friends, and does not stop where one is."""
    return reach_of(p, unit).hexes & ~p.occupied(p.charts.counters[unit].side)


class MovementPhase(Step[Campaign, Moving], key="movement"):
    """Pick a unit up, put it down somewhere, take the next; then end the phase."""

    def decision(self, p: Campaign, memo: Moving) -> Decision | None:
        side = p.current.side
        waiting = p.units(side) & ~p.moved
        options: list[Option] = []
        if memo.unit >= 0:
            options.append(hexes("move", "3.1", destinations(p, memo.unit)))
            waiting &= ~(1 << memo.unit)
        options += [units("select", "3.1", waiting), plain("done", "2.1")]
        return p.ask(side, self._prompt(p, memo), "3.1", options, of=(memo.unit,))

    def _prompt(self, p: Campaign, memo: Moving) -> str:
        if memo.unit < 0:
            return "Move units"
        return f"Where does the {p.charts.counters[memo.unit].name} go?"

    def apply(self, p: Campaign, memo: Moving, verb: str, value: int) -> None:
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
