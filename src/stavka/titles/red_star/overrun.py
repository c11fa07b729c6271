"""8.0 Overrun."""

from __future__ import annotations

from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .battle import Battle
from .charts import SOVIET, enemy_of
from .combat import may_be_fought
from .control import enter
from .position import War
from .stacking import violates


def overrun_cost(p: War, side: str) -> int:
    """8.0.3 e, 8.0.9: movement points for an overrun."""
    cheap = side == SOVIET and p.snow
    return p.charts.limit["soviet_overrun_cost_snow" if cheap else "overrun_cost"]


def no_overrun_into(p: War) -> HexSet:
    """8.0.8: swamp, mountain, major city, the fortress while it stands."""
    charts = p.charts
    found = charts.mountain | charts.major_cities
    if not p.snow:
        found |= charts.swamp
    return found if p.ruined else found | charts.fortress


def open_to_overrun(p: War, side: str, group: tuple[int, ...]) -> HexSet:
    """8.0.7: the spaces next to a group with nothing between that stops an overrun."""
    charts, here, together = p.charts, p.where[group[0]], set_of(group)
    # 19.2.4: on turn one Germans ignore minor rivers.
    fords = p.turn == 1 and not together & ~charts.german
    passage = charts.overrun_passage_turn1 if fords else charts.overrun_passage
    found = charts.steps(passage, here)
    if side == SOVIET and p.snow and not together & charts.motorized:
        found |= charts.steps(charts.ice, here)
    return found


def bars_to_group(p: War, side: str, group: tuple[int, ...]) -> Bars:
    """8.0.2, 8.0.5: units that can attack, all motorized or none, in supply, not overstacked.

    8.0.7, 8.0.8: and the ground.
    """
    charts, here, together = p.charts, p.where[group[0]], set_of(group)
    if together & (p.out | p.lack):
        yield EVERYTHING, "8.0.2", "units out of supply or in lack of supply do not overrun"
    elif together & ~charts.attackers:
        yield EVERYTHING, "7.2.6", "units without attack strength do not overrun"
    elif together & charts.motorized and together & ~charts.motorized:
        yield EVERYTHING, "8.0.5", "a stack that overruns is all motorized or not at all"
    elif violates(p, p.units_in(here)):
        yield EVERYTHING, "8.0.5", lambda _: f"too many units are in {p.label(here)}"
    yield no_overrun_into(p), "8.0.8", "the terrain of {} cannot be overrun"
    yield ~open_to_overrun(p, side, group), "8.0.7", "overruns cross neither rivers nor water"


def overrun_hexes(p: War, side: str, group: tuple[int, ...]) -> HexSet:
    """8.0.3: enemies next to a group that it may overrun, movement points aside."""
    charts = p.charts
    goals = charts.steps(charts.beside, p.where[group[0]]) & p.occupied(enemy_of(side))
    if not goals:
        return 0
    goals = legal(bars_to_group(p, side, group), goals)
    for target in members(goals):
        if not may_be_fought(p, side, (target,), group, overrun=True):
            goals &= ~(1 << target)
    return goals


def end_overrun(p: War, battle: Battle) -> None:
    """8.0.4: into the space if it is empty now, and on; otherwise the group is finished."""
    (target,) = battle.targets
    held = p.occupied(enemy_of(battle.side)) >> target & 1
    if held or battle.attackers_retreat or not battle.attackers:
        p.remember(p.frames[-1].memo.dismissed(stopped=battle.attackers))
        return
    for unit in battle.attackers:
        p.tell("overran", "8.0.4", unit, p.where[unit], target)
        p.place(unit, target)
    enter(p, battle.side, battle.attackers, (target,))
