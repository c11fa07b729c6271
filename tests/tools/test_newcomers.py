"""What a new player is asked first, and what he is told with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Dice
from stavka.kit.presenter import Presenter
from tools import newcomers

PAGE = Path(__file__).parents[2] / "docs" / "newcomers.md"


@pytest.mark.parametrize("slug", titles.playable())
def test_the_first_questions_say_who_where_and_why(slug: str) -> None:
    asked = 0
    for shown in newcomers.questions(slug):
        decision = shown.decision
        assert decision is not None
        asked += 1
        if decision.cause:
            assert decision.units or decision.hexes, decision.prompt
        for option in decision.options:
            assert option.means, option.verb
            bare = all(value.isdigit() for value in option.values)
            assert option.notes or option.kind != "word" or not bare, option.label
    assert asked > 6


@pytest.mark.parametrize("slug", titles.playable())
def test_every_answer_of_a_title_has_a_meaning(slug: str) -> None:
    title = titles.load(slug)
    screen = title.start(title.scenarios[0].key, dice=Dice(b"")).screen
    assert isinstance(screen, Presenter)
    assert screen.meanings.keys() == screen.verbs.keys()
    for verb, text in screen.meanings.items():
        assert len(text) < 80 and text.endswith("."), verb


def test_the_page_is_true() -> None:
    assert PAGE.read_text(encoding="utf-8") == newcomers.page(), "python -m tools.newcomers --write"
