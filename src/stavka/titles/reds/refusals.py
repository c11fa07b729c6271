"""Why something cannot be done: every refusal names its case."""

from __future__ import annotations

from ...engine import Choice, Decision, Illegal
from .position import War


def refusal(p: War, decision: Decision, choice: Choice) -> Illegal | None:
    """The rule against a choice, or nothing if it is not a matter of rules."""
    return None
