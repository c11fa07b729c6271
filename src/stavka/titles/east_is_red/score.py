"""How the victory of 18.0 comes about, for a screen: the score, the levels, what shifts them."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.presentation import Line
from ...engine.score import Rung, Score
from .charts import SOVIET
from .position import War
from .victory import score_lines, standing


def score(p: War) -> Score:
    now = standing(p)
    name = "Chinese points less Soviet ones" if p.conditions.on_points else "Cut off"
    total = Line(name, str(now.score), "1960s.victory" if p.conditions.on_points else "18.1")
    return Score((*score_lines(p), *_conditions(p)), total, tuple(_levels(p, now.level)))


def _conditions(p: War) -> Iterator[Line]:
    """What counts beside the score."""
    if p.emergency_called:
        yield Line("Emergency reinforcements were called", "one level down", "ER.5")
    if p.strategic_strike:
        yield Line("After the strategic strike", "only a decisive victory counts", "19.0")


def _levels(p: War, reached: str) -> Iterator[Rung]:
    """18.1 tells the level from the Soviet point of view; in the 1960s it is the winner's."""
    charts, on_points = p.charts, p.conditions.on_points
    ladder = charts.point_levels if on_points else charts.victory_levels
    for number, (least, level, winner) in enumerate(ladder):
        takes = f"from {least}" if number else f"below {ladder[1][0]}"
        yield Rung(f"{winner if on_points else SOVIET} {level}", takes, winner, level == reached)
