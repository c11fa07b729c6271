"""Airborne drops and Partisans: where they cut the most supply."""

from __future__ import annotations

from ...engine import Choice, Decision
from ...hexes import Hex, HexSet, members
from .choosing import cut_off_points
from .position import READY, War
from .reinforcements import AirborneDrop
from .styles import Staff
from .supply import depot_area, lines_of_the_chain

# So many hexes are tried.
TRIED = 16


def advise_drop(p: War, decision: Decision, style: Staff) -> Choice:
    """15.4.3: in mud and snow most come down alive; they are worth it where they cut supply."""
    if not (p.mud or p.snow):
        return Choice("done")
    unit = p.memo_of(AirborneDrop)
    option = decision.option("drop")
    if option is None:
        return decision.first("select")
    points, there = _best_cut(p, unit, option.values)
    return Choice("drop", p.label(there)) if points >= style.drop else Choice("done")


def advise_partisans(p: War, decision: Decision, style: Staff) -> Choice:
    """Where Axis supply passes: their hex counts double for it (10.1.3)."""
    option = decision.options[0]
    flees = option.verb == "flee"
    unit = decision.of[0] if flees else members(p.box(READY) & p.charts.partisans)[0]
    _, there = _best_cut(p, unit, option.values)
    return Choice(option.verb, p.label(there))


def _best_cut(p: War, unit: int, there: HexSet) -> tuple[float, Hex]:
    """The hex from which a unit takes the most from the enemy's supply."""
    lines = there & lines_of_the_chain(p)
    lines = lines or there & p.charts.rail.hexes & depot_area(p) or there
    tried = members(lines)
    # Evenly over the whole front.
    tried = tried[:: len(tried) // TRIED + 1]
    return max((cut_off_points(p, unit, hex_), hex_) for hex_ in tried)
