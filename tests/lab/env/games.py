"""Random games, for tests that look at every moment of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from stavka import titles
from stavka.engine import Decision, Position, Title, seed_from

SLUGS = titles.playable()
# Every scenario of every title, as it starts.
SCENARIOS = [(slug, s.key) for slug in SLUGS for s in titles.load(slug).scenarios]


def first(slug: str) -> str:
    """The scenario that beginners are offered."""
    return titles.load(slug).scenarios[0].key


def moments(
    title: Title[Any],
    scenario: str,
    seed: str,
    limit: int,
    options: tuple[str, ...] | None = None,
) -> Iterator[tuple[Position, Decision]]:
    """A random game, question by question."""
    position = title.start(scenario, options, seed=seed_from(seed))
    chance = random.Random(seed)
    for _ in range(limit):
        decision = position.decision()
        if decision is None:
            return
        yield position, decision
        position.apply(decision.pick(chance.randrange(len(decision))))
