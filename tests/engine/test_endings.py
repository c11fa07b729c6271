"""How games end reads rightly wherever it is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka import titles
from stavka.cli import main
from stavka.engine import Dice, Game, Outcome, Position, load_record, replay
from stavka.engine.presentation import OutcomeView
from stavka.lab.simulation import GameResult, Summary
from stavka.terminal import Table

SHELF = Path(__file__).parents[1] / "records"

BURNED = Outcome("", "Strategic nuclear war", "the world burns: both players lose", "SW.3")
DRAWN = Outcome("", "Draw", "the Axis has 53 victory points", "19.1.5")


def ended(slug: str, outcome: Outcome) -> Position:
    """A game of a title that has just ended like this."""
    title = titles.load(slug)
    state = title.start(title.scenarios[0].key, seed=b"end").dump()
    return title.load({**state, "frames": [], "ended": outcome}, Dice(b"end"))


@pytest.mark.parametrize(
    ("slug", "outcome", "text"),
    [
        (
            "east-is-red",
            Outcome("Chinese", "Decisive Defeat", "4 hexes are cut off", "18.1"),
            "Chinese victory. Soviet Decisive Defeat: 4 hexes are cut off",
        ),
        (
            "east-is-red",
            Outcome("Soviet", "Marginal Victory", "25 hexes are cut off", "18.1"),
            "Soviet victory. Soviet Marginal Victory: 25 hexes are cut off",
        ),
        (
            "east-is-red",
            BURNED,
            "Strategic nuclear war. The world burns: both players lose",
        ),
        ("red-star", DRAWN, "Draw. The Axis has 53 victory points"),
        (
            "red-star",
            Outcome("Axis", "Soviet surrender", "Moscow has fallen", "18.1.1"),
            "Axis victory. Soviet surrender: Moscow has fallen",
        ),
        (
            "reds",
            Outcome("Red", "Red victory", "the Allies have withdrawn", "18.5"),
            "Red victory. The Allies have withdrawn",
        ),
        (
            "red-dragon",
            Outcome("PLA", "Sudden Death Victory", "The PLA holds Xuzhou", "3.1"),
            "PLA victory. Sudden Death Victory: The PLA holds Xuzhou",
        ),
        ("river-line", Outcome("Vale", "Victory", "it holds", "8.2"), "Vale victory. It holds"),
    ],
)
def test_the_end_in_words(slug: str, outcome: Outcome, text: str, tmp_path: Path) -> None:
    position = ended(slug, outcome)
    shown = position.view("").present().outcome
    assert shown is not None and shown.text == text
    said: list[str] = []
    game, board, record = Game(position), titles.board(slug), tmp_path / "game.stavka"
    Table(titles.load(slug), game, board, {}, {}, record, out=said.append).run()
    assert f"\nThe game is over. {text} [{outcome.case}]." in said


@pytest.mark.parametrize("name", ["river-line-crossing", "east-is-red-m30-current"])
def test_a_replay_ends_with_the_words_of_the_table(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = SHELF / f"{name}.stavka"
    record = load_record(path)
    title = titles.load(record.title)
    shown = title.present(replay(record, title).position.view("")).outcome
    assert shown is not None
    main(["replay", str(path)])
    assert capsys.readouterr().out.splitlines()[-1] == f"{shown.text} [{shown.case}]"


def test_a_draw_is_told_from_a_war_that_both_lose() -> None:
    assert [o.goes_to for o in (BURNED, DRAWN, BURNED._replace(winner="Soviet"))] == [
        "nobody",
        "draw",
        "Soviet",
    ]
    summary = Summary()
    for number, outcome in enumerate((BURNED, DRAWN)):
        summary.add(GameResult(number, outcome.goes_to, outcome.level, 1, ""))
    wins = summary.as_json(("Soviet", "Chinese"))["wins"]
    assert wins == {"Soviet": 0, "Chinese": 0, "draw": 1, "nobody": 1}


def test_nobody_else_puts_an_end_into_words() -> None:
    """No part of the house makes a sentence of its own of winner and level."""
    root = Path(__file__).parents[2]
    pattern = re.compile(r"outcome\.(winner|level)|ended\.(winner|level)")
    for folder, ending in (("src/stavka", "*.py"), ("web/src", "*.ts")):
        for path in (root / folder).rglob(ending):
            if "titles" in path.parts or path.name == "generated.ts":
                continue
            assert not pattern.search(path.read_text(encoding="utf-8")), path
    assert OutcomeView("", "", "", "").headline == "Draw"
