"""Who belongs together, and who is due to come or to leave (15.1, 15.7, 16.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...engine.forces import Arrival
from ...engine.presentation import UnitView
from ...hexes import members
from .charts import Arrival as Scheduled
from .position import ELIMINATED, UNUSED, War

# A unit as it is printed.
Printed = Callable[[War, int], UnitView]


def formation_of(p: War, view: UnitView, unit: int) -> str:
    """No counter names its army: kinds stand together, allies apart from Germans."""
    name = p.charts.kind[unit].name.removeprefix("Soviet ")
    return name[:1].upper() + name[1:]


def arrivals(p: War, units: Sequence[UnitView], printed: Printed) -> Iterator[Arrival]:
    for view in units:
        word = view.box.split(" ")[0]
        if word in ("ready", "to_place"):
            yield Arrival(view.side, p.turn, "Now", view, 1, "15.2.1", text="to be placed")
        elif word == "returning":
            due = p.due[p.names.units.index(view.id)]
            yield Arrival(view.side, due, f"Turn {due}", view, 1, "15.7")
    for turn in range(p.turn, p.plan.last_turn + 1):
        for line in p.charts.arrivals[p.scenario, turn]:
            yield from _scheduled(p, line, printed)


def _scheduled(p: War, line: Scheduled, printed: Printed) -> Iterator[Arrival]:
    """15.1, 16.0: a line of the schedule, if it is still to come true."""
    when = f"Turn {line.turn}"
    if line.unit < 0:
        kind = members(p.charts.of_kind[line.kind])
        if line.turn > p.turn:
            face = printed(p, kind[0])
            yield Arrival(line.side, line.turn, when, face, line.count, "15.1")
        return
    view, at = printed(p, line.unit), p.where[line.unit]
    if line.action == "withdraw":
        if at not in (ELIMINATED, UNUSED):
            yield Arrival(view.side, line.turn, when, view, 1, "16.0", text="leaves the game")
    elif at == UNUSED:
        text = "into the Force Pool" if line.action == "force_pool" else ""
        yield Arrival(view.side, line.turn, when, view, 1, "15.1", text=text)
