"""Why something is refused tells nothing that whoever tried it may not know.

Two worlds that a side cannot tell apart, with other mines and other counters face down, refuse the
same choices with the same words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Choice, Decision
from stavka.server.imports import read_import
from stavka.server.messages import Choose, Query
from stavka.server.problems import Refusal
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table

RECORDS = Path(__file__).parent.parent / "records"
# One moment of so many; the tries at each, of hexes and of units; and so many that are possible.
EVERY = 3
TRIES, OFFERED = 12, 4
WORLDS = (b"one world", b"another")


def told(table: Table, seat: Seat, choice: Choice, *, offered: bool) -> str:
    """Everything that a seat reads of a choice that it does not make."""
    verb, argument = choice.verb, choice.argument
    texts = []
    if not offered:
        with pytest.raises(Refusal) as refused:
            table.choose(seat, Choose(table.version_of(seat), verb, argument))
        texts += [refused.value.reason, refused.value.case]
    for kind in ("why", "preview"):
        answer = table.answer(seat, Query(1, kind, verb, argument))
        texts.append(repr((answer.why, answer.preview)))
    return "; ".join(texts)


def moments(record: str, blind: str) -> Iterator[tuple[Table, Decision]]:
    """A game, stopped wherever the side has to choose from which something is hidden."""
    begun = read_import((RECORDS / f"{record}.stavka").read_text())
    sides = titles.load(begun.title).sides
    players = dict.fromkeys(sides, "person")
    rolled, seed = begun.rolled, bytes(32)
    stored = StoredTable(
        "t", begun.title, begun.scenario, begun.options, players, seed, begun.position, rolled
    )
    table = Table(stored)
    for number, action in enumerate(begun.actions):
        table.repeat(action)
        decision = table.game.position.decision()
        if decision is not None and decision.side == blind and number % EVERY == 0:
            yield table, decision


def tries(table: Table, decision: Decision, rnd: random.Random, verbs: set[str]) -> list[Choice]:
    """Choices of this game, and some that were never heard of."""
    grid = titles.board(table.stored.title).grid
    labels = grid.labels(grid.all)
    verbs |= {option.verb for option in decision.options}
    units = [u.id for u in table.title.present(table.game.position.view(decision.side)).units]
    meant = ("", "nowhere", *rnd.choices(labels, k=TRIES), *rnd.choices(units or labels, k=TRIES))
    strange = [Choice(rnd.choice(sorted(verbs)), argument) for argument in meant]
    shown = table.presentation(decision.side).decision
    assert shown is not None
    offered = [Choice(o.verb, value) for o in shown.options for value in o.values or ("",)]
    return [*strange, *rnd.choices(offered, k=OFFERED)]


@pytest.mark.parametrize(
    ("record", "side"), [("east-is-red-m1-full", "Soviet"), ("red-dragon-campaign", "GMD")]
)
def test_worlds_that_look_the_same_refuse_with_the_same_words(record: str, side: str) -> None:
    rnd = random.Random(17)
    verbs: set[str] = set()
    refused = different = 0
    words: set[str] = set()
    for table, decision in moments(record, side):
        real = table.game.position
        worlds = [real, *(real.view(side).imagine(seed) for seed in WORLDS)]
        different += len({world.to_json() for world in worlds}) > 2
        for choice in tries(table, decision, rnd, verbs):
            offered = decision.value(choice) is not None
            found = set()
            for world in worlds:
                table.game.position = world
                found.add(told(table, Seat(b"", (side,)), choice, offered=offered))
            table.game.position = real
            assert len(found) == 1, (choice, found)
            words |= found
            refused += not offered
    assert refused > 2000 and len(words) > 100
    # The worlds are others, in more than their dice.
    assert different > 30
