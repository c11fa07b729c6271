"""How a game stood, and when it turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Game, load_record
from stavka.review.course import TOLD, course_of
from stavka.review.story import Story

RECORDS = Path(__file__).parents[1] / "records"
GAMES = ("east-is-red-m30-full", "red-dragon-campaign", "red-star-turning-point", "reds-1918-19")


def played(record: str) -> Game:
    return Story.of_record(load_record(RECORDS / f"{record}.stavka")).play()


@pytest.mark.parametrize("record", GAMES)
def test_turning_points_are_moves_that_changed_how_the_game_stood(record: str) -> None:
    game = played(record)
    title = titles.load(game.position.title)
    found = course_of(title, game.at(0), game.moves)
    assert 1 < len(found.turning_points) <= TOLD
    assert [p.move for p in found.turning_points] == sorted(p.move for p in found.turning_points)
    for point in found.turning_points:
        before, after = (
            title.evaluate(game.at(n), point.side) for n in (point.move - 1, point.move)
        )
        assert after > before
        texts = [title.text(event) for event in game.events_of(point.move - 1)]
        assert point.text.partition(", and ")[0] in texts
    assert 0 < sum(point.swing for point in found.turning_points) <= 1


def test_the_course_ends_with_the_game_and_begins_with_the_first_turn() -> None:
    game = played("east-is-red-m30-full")
    title = titles.load("east-is-red")
    standings = course_of(title, game.at(0), game.moves).standings
    assert standings[-1].move == len(game.moves)
    assert standings[-1].value == title.evaluate(game.position, "Soviet")
    assert standings[0].turn == "Game-Turn 1"
    assert len({standing.turn for standing in standings}) == 10
