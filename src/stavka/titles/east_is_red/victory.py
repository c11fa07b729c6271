"""18.0 Victory conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine import Outcome, derived
from ...engine.presentation import Line
from ...hexes import HexSet, flood, members, set_of
from .charts import CHINESE, SOVIET, Charts
from .cities_and_industry import cities_held
from .position import GROUND, War
from .supply import blocked_for_supply
from .zones_of_control import controlled_by


def clear_hexes(p: War) -> HexSet:
    """18.2: free of Soviet units and of their Zones of Control, unless these are nullified."""
    nullified = p.chinese | cities_held(p)
    return p.charts.grid.all & ~p.soviet & ~(controlled_by(p, SOVIET) & ~nullified)


def connected_industry(p: War) -> HexSet:
    """Chinese industrial hexes with a line of communication off the western edge."""
    return connected_through(p.charts, clear_hexes(p))


def connected_through(charts: Charts, clear: HexSet) -> HexSet:
    """18.2: the same, if just these hexes are clear."""
    blocked = charts.grid.all & ~clear
    rail = charts.rail[CHINESE]
    railway = flood(rail.passage, charts.western_exits & ~blocked, blocked=blocked)
    reached = flood(
        charts.passage, railway, blocked=blocked, limit=charts.limit["communication_path"]
    )
    return charts.industry[CHINESE] & reached


def industry_cut_off(p: War) -> int:
    return (p.charts.industry[CHINESE] & ~connected_industry(p)).bit_count()


# 1960s.victory


def points_of(p: War, side: str) -> int:
    worth = p.charts.victory_points[side]
    return sum(worth[hex_] for hex_ in members(scored(p, side)))


def scored(p: War, side: str) -> HexSet:
    """What a side scores for: the hexes that it holds and that are joined to its sources."""
    scoring = set_of(p.charts.victory_points[side])
    return scoring & p.occupied(side) & joined_to_sources(p, side)


@derived(*GROUND)
def joined_to_sources(p: War, side: str) -> HexSet:
    """Lines of any length that meet neither enemies nor, without a friend, their control."""
    blocked = blocked_for_supply(p, side)
    sources = p.charts.sources[side]
    if side == CHINESE:
        sources |= p.charts.industry[CHINESE] & (~p.destroyed | p.chinese)  # 11.12
    return flood(p.charts.passage, sources & ~blocked, blocked=blocked)


# How the game stands, and its end


class Standing(NamedTuple):
    """The score, the level of victory for it, who wins with it, and both in words."""

    score: int
    level: str
    winner: str
    name: str
    reason: str
    case: str


def level_of(p: War, score: int, *, shifted: bool = False) -> tuple[str, str]:
    """18.1, 1960s.victory: the level of victory and its winner; ER.5: or the next one down."""
    charts = p.charts
    # From the best level for the Chinese to the worst, which is how 18.1 counts anyway.
    if p.conditions.on_points:
        levels = charts.point_levels[::-1]
        rung = min(i for i, (least, _, _) in enumerate(levels) if score >= least)
    else:
        levels = charts.victory_levels
        rung = max(i for i, (least, _, _) in enumerate(levels) if score >= least)
    _, level, winner = levels[max(rung - shifted, 0)]
    return level, winner


def standing(p: War) -> Standing:
    """Who would win now, and by how much."""
    if p.conditions.on_points:
        chinese, soviet = points_of(p, CHINESE), points_of(p, SOVIET)
        score, case = chinese - soviet, "1960s.victory"
        reason = f"{chinese} Chinese points less {soviet} Soviet ones are {score}"
    else:
        score, case = industry_cut_off(p), "18.1"
        reason = f"{score} Chinese industrial hexes are cut off"
    level, winner = level_of(p, score, shifted=p.emergency_called)
    # 19.0: only a decisive victory counts, as 18.1 defines it.
    if p.strategic_strike and level_of(p, score)[0] != p.charts.victory_levels[-1][1]:
        if winner == SOVIET:
            level = "Defeat"
            reason += "; after a strategic strike that is not enough"
        winner, case = CHINESE, "19.0"
    # 18.1 tells the level from the Soviet point of view.
    name = f"{winner if p.conditions.on_points else SOVIET} {level}"
    return Standing(score, level, winner, name, reason, case)


def score_lines(p: War) -> Iterator[Line]:
    """What the score consists of."""
    if p.conditions.on_points:
        for side, sign in ((CHINESE, ""), (SOVIET, "\u2212")):
            worth = p.charts.victory_points[side]
            for hex_ in members(scored(p, side)):
                places = p.charts.board.places_at(hex_)
                name = places[0].name if places else f"hex {p.label(hex_)}"
                yield Line(f"{side} units in {name}", f"{sign}{worth[hex_]}", "1960s.victory")
    else:
        industry = p.charts.industry[CHINESE].bit_count()
        yield Line("Chinese industrial hexes", str(industry), "18.1")
        joined = connected_industry(p).bit_count()
        yield Line("joined to the western edge", f"\u2212{joined}", "18.2")


def end_game(p: War, *, world_war: bool = False) -> None:
    """4.3, or US.4: a world war that ends the game at once."""
    now = standing(p)
    reason = f"world war: {now.reason}" if world_war else now.reason
    case = "US.4" if world_war else now.case
    p.frames.clear()
    p.ended = Outcome(now.winner, now.level, reason, case)
    if p.conditions.on_points:
        p.tell("ended_on_points", case, now.name, now.reason)
    else:
        p.tell("ended", case, now.level, now.score)
