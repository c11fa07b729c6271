"""Dice and luck, against the combat results table and by the secrets of a game."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Game, Position, load_record, replay
from stavka.review import Luck, luck_of

RECORDS = Path(__file__).parent.parent / "records"
TITLE = titles.load("east-is-red")
# From the worst to the best for the attacker (10.1).
ORDER = ["Ae", "Ar", "Ex", "Dr", "De"]


@pytest.fixture(scope="module")
def game() -> Game:
    return replay(load_record(RECORDS / "east-is-red-m1-current.stavka"), TITLE)


def luck(game: Game, eyes: str | None) -> Luck:
    return luck_of(TITLE, game.at(0), game.moves, eyes)


def test_every_attack_is_judged_by_its_row_of_the_table(game: Game) -> None:
    table = TITLE.charts.results  # type: ignore[attr-defined]
    found = luck(game, None)
    attacks = [event for event in game.chronicle if event.kind == "attacked"]
    assert [roll.text for roll in found.rolls] == [TITLE.text(event) for event in attacks]
    coarser = 0
    for roll in found.rolls:
        told = re.search(r"at (\d-\d).*roll (\d), (\w\w)$", roll.text)
        assert told
        column, die, result = told.groups()
        assert table[column][int(die)] == result == roll.result
        places = [ORDER.index(r) for r in table[column].values()]
        mine = ORDER.index(result)
        worse, better = sum(p < mine for p in places), sum(p > mine for p in places)
        assert roll.worse + roll.chance + roll.better == pytest.approx(1)
        assert roll.luck == pytest.approx(roll.worse - roll.better)
        # Results that take the same effect (an empty hex, a city) are neither better nor worse.
        assert roll.worse <= worse / 6 + 1e-9 and roll.better <= better / 6 + 1e-9
        coarser += roll.worse < worse / 6 - 1e-9 or roll.better < better / 6 - 1e-9
    assert coarser < len(found.rolls) / 4
    for side in found.sides:
        own = [roll.luck for roll in found.rolls if roll.side == side.side]
        assert side.luck == pytest.approx(sum(own), abs=1e-5)
        assert side.judged == len(own) > 0
        assert 0 < side.spread < len(own)


def test_dice_are_those_of_the_side_that_attacks(game: Game) -> None:
    found = luck(game, None)
    counted = {s.side: sum(sum(d.counts) for d in s.dice) for s in found.sides}
    assert sum(counted.values()) == sum(len(move.dice) for move in game.moves)
    chinese = [roll for roll in found.rolls if roll.side == "Chinese"]
    assert chinese and counted["Chinese"] == len(chinese)


def test_a_die_that_waits_for_the_other_side() -> None:
    """8.2: the Soviets may substitute before the die of a Chinese attack, which stays Chinese."""
    rnd = random.Random(3)
    position = TITLE.start("m30-full", seed=b"substitution")
    game = Game(position)
    waited: list[str] = []
    while (decision := position.decision()) is not None and not waited:
        move = game.apply(rnd.choice(decision.choices()))
        events = game.events_of(len(game.moves) - 1)
        if move.side == "Soviet" and "Chinese" in str(position.current) and move.dice:  # type: ignore[attr-defined]
            waited = [TITLE.text(e) for e in events if e.kind == "attacked"]
    assert waited, "the game has to have such an attack"
    last = luck(game, None).rolls[-1]
    assert (last.text, last.side) == (waited[0], "Chinese")


def test_everybody_reckons_alike_where_nothing_is_hidden(game: Game) -> None:
    for eyes in ("Soviet", "Chinese", ""):
        assert luck(game, eyes) == luck(game, None)


def test_secret_rolls_are_for_those_who_know(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """If attacks were a secret of the Chinese, nobody else would learn of a die."""
    tell = Position.tell

    def secretly(self: Position, kind: str, case: str, *facts: Any, secret_of: str = "") -> None:
        hidden = kind not in ("turn", "phase")
        tell(self, kind, case, *facts, secret_of="Chinese" if hidden else secret_of)

    everything = luck(game, None)
    monkeypatch.setattr(Position, "tell", secretly)
    for eyes in ("Soviet", ""):
        found = luck(game, eyes)
        assert not found.rolls and not any(side.dice for side in found.sides)
    assert luck(game, "Chinese") == everything


def test_the_game_is_left_alone(game: Game) -> None:
    digest, rolls = game.position.digest(), game.position.dice.rolls
    luck(game, "")
    assert (game.position.digest(), game.position.dice.rolls) == (digest, rolls)
