"""Who belongs to which Front or faction, and who is due to arrive (14.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...engine.forces import Arrival
from ...engine.presentation import UnitView
from .charts import FRONTS, RED, Charts
from .position import War


def formation_of(p: War, view: UnitView, unit: int) -> str:
    """7.2, 7.3: what is activated together: Reds by the Front they are in, others by faction."""
    charts, counter = p.charts, p.charts.counters[unit]
    if counter.side != RED:
        return "No faction" if counter.faction == "Generic" else counter.faction
    if not view.hex:
        return "Off the map"
    here = charts.grid.hex(view.hex)
    front = next((name for name in FRONTS if charts.front[name] >> here & 1), "")
    return f"{front} Front" if front else "In no Front"


def arrivals(p: War, units: Sequence[UnitView]) -> Iterator[Arrival]:
    """14.1: those whose Strategic Turn is still to come, and those who come back by themselves."""
    charts = p.charts
    for view in units:
        word, _, letter = view.box.partition(" ")
        if word == "turn":
            turn, when = _place_of(charts, letter), f"Strategic Turn {letter}"
            hex_ = charts.counters[charts.index[view.id]].setup_hex
            label = charts.grid.label(hex_) if hex_ >= 0 else ""
            yield Arrival(view.side, turn, when, view, 1, "14.1", label)
        elif word == "next":
            yield Arrival(view.side, p.track, "Next turn", view, 1, "20.1")
        elif word == "spring":
            yield Arrival(view.side, p.track, "March-April", view, 1, "20.12")


@lru_cache(maxsize=16)
def _place_of(charts: Charts, letter: str) -> int:
    return next(n for n, turn in enumerate(charts.turns) if turn.key == letter)
