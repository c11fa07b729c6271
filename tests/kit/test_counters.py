"""Counters in hexes and boxes, in games of all titles."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from stavka import titles
from stavka.hexes import members, set_of, union
from stavka.kit.counters import CounterPosition

CHOICES = 300
STRIDE = 5


def check(p: CounterPosition) -> None:
    """What is kept up to date with every change is what a look at all counters finds."""
    fresh = p.clone()
    fresh.rebuild()
    for name in ("stacks", "beside", "boxes", "on_map", *p._classes.names):
        assert getattr(fresh, name) == getattr(p, name), name
    assert p.stacked == set_of(p.stacks)
    assert p.units_at(p.names.grid.all) == union(p.stacks.values())
    everywhere = chain(p.stacks.values(), p.beside.values(), p.boxes.values())
    found = sorted(unit for units in everywhere for unit in members(units))
    assert found == list(range(len(p.where)))


@pytest.mark.parametrize("slug", titles.playable())
def test_every_counter_is_in_one_place_and_known_to_be_there(slug: str) -> None:
    title = titles.load(slug)
    p = title.start(title.scenarios[-1].key, seed=b"counters")
    assert isinstance(p, CounterPosition)
    chance = random.Random("counters")
    for number in range(CHOICES):
        decision = p.decision()
        if decision is None:
            break
        p.apply(decision.pick(chance.randrange(len(decision))))
        if not number % STRIDE:
            check(p)
