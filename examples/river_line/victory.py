"""8 Victory."""

from __future__ import annotations

from stavka.engine import Outcome
from stavka.hexes import members
from stavka.kit.sums import Term, total

from .charts import UPLAND, VALE
from .position import War


def score(p: War) -> list[Term]:
    """8.1: what each town of the Upland is worth."""
    board = p.charts.board
    return [
        Term(board.places_at(town)[0].name, p.charts.towns[town], "8.1")
        for town in members(p.taken)
    ]


def points(p: War) -> int:
    return total(score(p))


def end_game(p: War) -> None:
    """8.2: the Upland needs so many points; otherwise the Vale has won."""
    held, needed = points(p), p.conditions.points
    winner = UPLAND if held >= needed else VALE
    reason = f"the Upland holds towns for {held} points and needs {needed}"
    p.ended = Outcome(winner, "Victory", reason, "8.2")
    p.tell("ended", "8.2", winner, reason)
