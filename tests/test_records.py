"""The shelf: finished games that must replay to the end they had.

A change of the rules that alters one of them is either a mistake, or must say so and put a new
record on the shelf.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import load_record, replay, verify

SHELF = sorted((Path(__file__).parent / "records").glob("*.stavka"))


def test_every_playable_scenario_is_on_the_shelf() -> None:
    kept = {(record.title, record.scenario) for record in map(load_record, SHELF)}
    for slug in titles.playable():
        assert {(slug, s.key) for s in titles.load(slug).scenarios} <= kept


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    record = load_record(path)
    title = titles.load(record.title)
    assert record.digest is not None
    assert replay(record, title).position.digest() == record.digest
    assert len(verify(record, title).proven) == 5
