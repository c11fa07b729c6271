"""Every lesson can be played as it is written, and says nothing that is not so."""

from __future__ import annotations

import pytest

from stavka import rules, titles
from stavka.engine import Dice, Game, seed_from
from stavka.lessons import Lesson, lesson

LESSONS = [found for slug in titles.playable() if (found := lesson(slug)) is not None]
# What a step can point at besides hexes, units and overlays.
PARTS = {"orders", "preview", "inspector", "facts", "log", "end"}


def begun(lesson: Lesson) -> Game:
    position = titles.load(lesson.slug).read(lesson.position, Dice(seed_from(lesson.seed)))
    return Game(position)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_can_be_followed_to_its_end(lesson: Lesson) -> None:
    game = begun(lesson)
    for choice in lesson.choices:
        decision = game.position.decision()
        assert decision is not None and decision.side == lesson.side
        game.apply(choice)
    decision = game.position.decision()
    assert decision is not None and decision.side == lesson.side, "one can go on from there"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_points_at_what_is_there(lesson: Lesson) -> None:
    game = begun(lesson)
    shown = game.position.view(lesson.side).present()
    board = titles.board(lesson.slug)
    labels = set(board.grid.labels(board.in_play))
    units = {unit.id for unit in shown.units}
    for step in lesson.steps:
        assert set(step.point) <= labels | units | PARTS | set(shown.overlays), step.text
        assert not step.case or rules.explain(lesson.slug, step.case)
        assert 20 < len(step.text) < 320, "a step is read in a few breaths"


def test_the_first_lesson_teaches_the_whole_round() -> None:
    found = lesson("east-is-red")
    assert found is not None
    verbs = [choice.verb for choice in found.choices]
    for verb in ("select", "move", "attack", "resolve", "done"):
        assert verb in verbs
    assert any("supply" in step.point for step in found.steps)
    game = begun(found)
    for choice in found.choices:
        game.apply(choice)
    told = [titles.load("east-is-red").text(event) for event in game.chronicle]
    assert any("attack 1613 at 6-1" in line and line.endswith("De") for line in told)
