"""Every refusal is an answer: it never fails, and it names a case of the rulebook."""

from __future__ import annotations

import random

import pytest

from stavka.rules import cases_of
from stavka.titles.red_star.presentation import VERBS

from ..whole_games import everything_is_answered
from .situations import started

# The chapters that stand for themselves in prompts, besides the numbered cases.
CASES = {*cases_of("red-star"), "3.0", "17.0"}
WORDS = (
    *("", "9", "2-5", "GIBG01/GIBG02", "4828", "0101", "9999", "x", "-1", "GTK99", "Axis"),
    *("\u00fc\u00df", "0" * 300),
)


@pytest.mark.parametrize("scenario", ["turning-point", "russia-resurgent"])
def test_no_choice_goes_unanswered(scenario: str) -> None:
    """Thousands of wrong choices in a game: an answer to each, and nothing changes."""
    p = started(scenario, seed="refusals")
    everything_is_answered(p, random.Random(scenario), CASES, tuple(VERBS), WORDS)
