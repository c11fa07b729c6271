"""What a position is worth, and what a cadet would do in it."""

from __future__ import annotations

from ...engine import Choice, Decision
from .charts import PLA
from .position import Campaign
from .victory import thirds


def evaluate(p: Campaign, side: str) -> float:
    score = float(thirds(p))
    return score if side == PLA else -score


def advise(p: Campaign, decision: Decision) -> Choice:
    return decision.pick(0)
