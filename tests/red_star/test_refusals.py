"""Every refusal is an answer: it never fails, and it names a case of the rulebook."""

from __future__ import annotations

import random

import pytest

from stavka.rules import cases_of
from stavka.titles.red_star.presentation import VERBS
from tests.marks import rule

from ..whole_games import everything_is_answered
from .fights import war
from .situations import offered, play, refused, started

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


@rule("red-star", "2.0", "3.6.1")
def test_ships_sail_before_anybody_marches() -> None:
    axis = "1816: GIK26\n1916: GIK01"
    p = play(war(axis, "", "axis-movement"), "select GIK26")
    assert "1112" in offered(p, "sail")
    p = play(war(axis, "", "axis-movement"), "select GIK01", "move 2016", "halt", "select GIK26")
    why = refused(p, "sail 1112")
    assert why.case == "2.0" and "before" in why.reason


@rule("red-star", "3.2")
def test_a_unit_in_hand_is_not_picked_up_again() -> None:
    p = play(war("2144: GTK41", "", "axis-movement"), "select GTK41")
    assert "in hand" in refused(p, "select GTK41").reason


@rule("red-star", "3.5.2")
def test_tanks_march_before_others_use_strategic_movement() -> None:
    p = war("3902: GTK41\n3903: GTK03", "2145: SRC01", "tank-movement")
    play(p, "select GTK41", "strategic", "transfer 3904", "select GTK03")
    assert refused(p, "move 3904").case == "3.5.2"
    assert refused(p, "overrun 3904").case == "3.5.2"


@rule("red-star", "15.4.2")
def test_paratroops_jump_before_anybody_moves() -> None:
    soviet = "4828: SHQ-WESTER\n4829: SRC01\nparadrop: SAB1"
    p = play(war("2144: GIK26", soviet, "soviet-movement"), "done", "select SRC01", "move 4830")
    for late in ("drop 4830", "select SAB1"):
        why = refused(p, late)
        assert why.case == "15.4.2" and "before" in why.reason


@rule("red-star", "3.3.1", "7.3.1", "7.15.2")
def test_verbs_that_have_nothing_to_work_on_say_so() -> None:
    p = war("2144: GTK41", "2145: SRC01", "axis-movement")
    assert refused(p, "halt").reason == "pick up a unit first"
    play(p, "select GTK41")
    assert refused(p, "stack").case == refused(p, "drop GTK41").case == "3.3.1"
    assert refused(p, "back").case == "3.5"
    p = play(war("2144: GTK41", "2145: SRC01"), "attack 2145", "add GTK41")
    assert refused(p, "all").case == "7.3.1"
