"""19.0 Soviet strategic strike."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from tests.marks import rule

from .situations import offered, play, refused, situation, stack, started, to_choose, verbs

STRUCK = "[markers]\nflags: strategic-strike\n"


@rule("east-is-red", "19.0")
def test_the_soviet_player_may_strike_in_any_turn_but_once() -> None:
    p = started("m1-full", ("19.0",))
    play(p, "recommended", "done", "recommended", "done", "recommended", "done", "done")
    assert (p.turn, to_choose(p)) == (1, SOVIET)
    assert verbs(p) == {"strategic_strike", "pass"}
    play(p, "pass")
    assert p.current.key == "soviet-initial-movement"
    text = "phase: soviet-reinforcement\noptions: 19.0\nturn: {}\n"
    for turn in (2, 10):
        assert "strategic_strike" in verbs(situation(text.format(turn)))
    p = play(situation(text.format(5)), "strategic_strike")
    assert p.strategic_strike
    assert "strategic_strike" not in verbs(situation(text.format(6) + STRUCK))


@rule("east-is-red", "19.0")
def test_without_the_option_nobody_is_asked() -> None:
    p = situation("phase: soviet-reinforcement\nturn: 5\n")
    assert p.current.key == "soviet-initial-movement"
    assert refused(p, "strategic_strike").case


@rule("east-is-red", "19.0")
def test_a_strike_ends_reinforcements_for_both_sides() -> None:
    text = "phase: {}-reinforcement\nscenario: m30-full\noptions: 17.5 19.0\nturn: 5\n"
    # In the very phase of the strike, and in all later ones.
    p = play(situation(text.format("soviet")), "strategic_strike")
    assert stack(p, "0701") == []
    assert stack(play(situation(text.format("soviet")), "pass"), "0701") == ["0-1-20", "1-2-9"]
    assert stack(situation(text.format("soviet") + STRUCK), "0701") == []
    p = situation(text.format("chinese") + STRUCK)
    assert stack(p, "0132") == []
    # Militia go on, the North Koreans do not come (ruling: nobody but Militia).
    assert all(stack(p, city) == ["1-3-3"] for city in ("0427", "2523"))
    assert "intervene" not in verbs(p)
    assert offered(situation(text.format("chinese")), "intervene")


@rule("east-is-red", "19.0", "18.1")
@pytest.mark.parametrize(
    ("line", "level", "winner", "case"),
    [
        # Less than a decisive victory is a defeat.
        ("", "Decisive Defeat", CHINESE, "19.0"),
        ("1527 1529", "Defeat", CHINESE, "19.0"),
        ("1029 0827", "Decisive Victory", SOVIET, "18.1"),
    ],
)
def test_who_strikes_must_win_decisively(line: str, level: str, winner: str, case: str) -> None:
    units = "\n".join(f"{hex_}: 3-7-9" for hex_ in line.split())
    p = situation(f"phase: detonation\nturn: 10\n[Soviet]\n{units}\n{STRUCK}destroyed: {line}")
    outcome = play(p, "done").outcome()
    assert outcome is not None
    assert (outcome.level, outcome.winner, outcome.case) == (level, winner, case)
