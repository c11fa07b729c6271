"""What a position is worth, and what a cadet would do in it."""

from __future__ import annotations

from ...engine import Choice, Decision
from .position import War


def evaluate(p: War, side: str) -> float:
    return 0.0


def advise(p: War, decision: Decision) -> Choice:
    return decision.pick(0)
