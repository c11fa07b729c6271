"""What the cadet looks at."""

from __future__ import annotations

from stavka.hexes import members
from stavka.titles.red_star.evaluation import goals_to_guard, shared_out, slope, trapped
from stavka.titles.red_star.supply import lines_of_the_chain

from .situations import TITLE, situation, started


def test_a_battlegroup_that_has_moved_keeps_no_corps_from_moving() -> None:
    """It may have taken the place of a corps that lost steps in an overrun."""
    p = situation("""
        turn: 3
        phase: axis-movement
        [Axis]
        4602: GIK26
        4605: GTBG01 (moved)
        [Soviet]
        4607: SA03
    """)
    decision = p.decision()
    assert decision is not None
    assert str(TITLE.advise(p, decision)) == "select GIK26"


def test_the_axis_guards_its_lines_of_supply() -> None:
    p = started("barbarossa")
    goals = dict(goals_to_guard(p, "Axis"))
    assert set(members(lines_of_the_chain(p))) <= set(goals)


def test_a_goal_with_troops_enough_counts_for_less() -> None:
    p = situation("""
        turn: 3
        phase: axis-movement
        [Axis]
        4826: GTK41, GTK39
        [Soviet]
        4831: SA03
    """)
    moscow, baku = p.charts.moscow, p.charts.baku
    shared = dict(shared_out(p, "Axis", ((moscow, 2.0), (baku, 2.0))))
    assert shared[moscow] < shared[baku] == 2.0


def test_who_has_no_way_out_is_trapped() -> None:
    text = "turn: 3\nphase: axis-combat\n[Axis]\n4509: GTK41{more}\n[Soviet]\n4510: SA03\n"
    p = situation(text.format(more=""))
    here = p.charts.grid.hex("4510")
    assert not trapped(p, "Soviet", here)
    assert trapped(situation(text.format(more="\n4411: GTK39\n4611: GTK24")), "Soviet", here)


def test_a_goal_near_a_better_one_changes_nothing() -> None:
    charts = TITLE.charts
    goal, near = charts.moscow, charts.grid.hex("4827")
    assert slope(charts, ((goal, 9.0), (near, 8.0))) == slope(charts, ((goal, 9.0),))
    assert slope(charts, ((goal, 9.0), (near, 8.5))) != slope(charts, ((goal, 9.0),))
