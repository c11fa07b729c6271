"""A game's history."""

from __future__ import annotations

from pathlib import Path

from stavka import titles
from stavka.engine import Dice, Game, load_record, replay
from stavka.engine.game import SNAPSHOT_EVERY

RECORD = Path(__file__).parent.parent / "records" / "east-is-red-m1-full.stavka"


def test_any_moment_of_the_past() -> None:
    """Wherever the snapshots lie, the position is that of the moves from the beginning."""
    record = load_record(RECORD)
    title = titles.load(record.title)
    game = replay(record, title)
    assert record.seed is not None
    again = Game(title.start(record.scenario, record.options, dice=Dice(record.seed)))
    last = len(game.moves)
    wanted = {0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, 400, last - 1, last}
    for number in range(last + 1):
        if number in wanted:
            assert game.at(number) == again.position, number
        if number < last:
            again.apply(game.moves[number].choice)
    before = game.position.digest()
    game.at(last).decision()
    assert game.position.digest() == before
