"""18.0 Victory conditions."""

from __future__ import annotations

from ...engine import Outcome
from ...hexes import HexSet, flood
from .charts import CHINESE, SOVIET
from .cities_and_industry import cities_held
from .position import War
from .zones_of_control import controlled_by


def clear_hexes(p: War) -> HexSet:
    """18.2: free of Soviet units and of their Zones of Control, unless these are nullified."""
    nullified = p.chinese | cities_held(p)
    return p.charts.grid.all & ~p.soviet & ~(controlled_by(p, SOVIET) & ~nullified)


def connected_industry(p: War) -> HexSet:
    """Chinese industrial hexes with a line of communication off the western edge."""
    charts = p.charts
    blocked = charts.grid.all & ~clear_hexes(p)
    rail = charts.rail[CHINESE]
    railway = flood(rail.passage, charts.western_exits & ~blocked, blocked=blocked)
    reached = flood(
        charts.passage, railway, blocked=blocked, limit=charts.limit["communication_path"]
    )
    return charts.industry[CHINESE] & reached


def industry_cut_off(p: War) -> int:
    return (p.charts.industry[CHINESE] & ~connected_industry(p)).bit_count()


def level_of(p: War, cut_off: int) -> tuple[str, str]:
    """18.1: the level of victory and its winner."""
    return max(
        (least, level, winner)
        for least, level, winner in p.charts.victory_levels
        if cut_off >= least
    )[1:]


def end_game(p: War) -> None:
    cut_off = industry_cut_off(p)
    level, winner = level_of(p, cut_off)
    case = "18.1"
    if p.strategic_strike and level != p.charts.victory_levels[-1][1]:
        winner, case = CHINESE, "19.0"  # only a decisive victory would have counted
    p.ended = Outcome(winner, level, f"{cut_off} Chinese industrial hexes are cut off", case)
    p.tell("ended", case, level, cut_off)
