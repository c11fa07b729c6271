"""How many steps learning environments make in a second of CPU, in random play.

`python -m bench.environment [SLUG ...]` prints a table: the bare engine; a vector of games with
observations and masks written in place, flat and as a list; two agents with copies of everything.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from stavka import titles
from stavka.engine import seed_from
from stavka.lab.env import aec, vector
from stavka.lab.env.desk import EncodingName, Shape
from stavka.lab.env.match import Match

STEPS = 1500
GAMES = 4
ROUNDS = 8


def engine(slug: str, scenario: str, steps: int) -> float:
    """Choices alone."""
    title, chance, made = titles.load(slug), random.Random(1), 0
    begin = time.process_time()
    while made < steps:
        position = title.start(scenario, seed=seed_from(f"bench {made}"))
        while made < steps and (decision := position.decision()) is not None:
            position.apply(decision.pick(chance.randrange(len(decision))))
            made += 1
    return steps / (time.process_time() - begin)


def in_place(slug: str, scenario: str, encoding: EncodingName, steps: int) -> float:
    """Games side by side, one observation and mask for each step."""
    games, chance = vector(slug, scenario, GAMES, encoding=encoding), random.Random(1)
    games.reset(seed=1)
    matches: list[Match] = games.matches  # type: ignore[union-attr]
    begin = time.process_time()
    for _ in range(steps // GAMES):
        games.step([_any(games.shape, match, chance) for match in matches])
    return steps / (time.process_time() - begin)


def agents(slug: str, scenario: str, steps: int) -> float:
    """Two agents, who are given copies."""
    env, chance = aec(slug, scenario, seed=1), random.Random(1)
    env.reset()
    begin = time.process_time()
    for _ in range(steps):
        env.last()
        if env.match.over:
            env.reset()
        else:
            env.step(_any(env.shape, env.match, chance))
    return steps / (time.process_time() - begin)


def _any(shape: Shape, match: Match, chance: random.Random) -> int:
    """A legal choice by chance, without looking through the mask for it."""
    decision = match.decision
    assert decision is not None
    number = chance.randrange(min(len(decision), shape.n))
    if shape.listing:
        return number
    return shape.encoding.encode(decision.pick(number))


def measured(slug: str, steps: int = STEPS) -> dict[str, int]:
    """Steps in a second of CPU, the best of some rounds, so that a busy machine decides little."""
    scenario = titles.load(slug).scenarios[0].key
    ways: dict[str, Callable[[], float]] = {
        "engine": lambda: engine(slug, scenario, steps),
        "flat": lambda: in_place(slug, scenario, "flat", steps),
        "list": lambda: in_place(slug, scenario, "list", steps),
        "agents": lambda: agents(slug, scenario, steps),
    }
    found: dict[str, Any] = {}
    for name, way in ways.items():
        found[name] = round(max(way() for _ in range(ROUNDS)))
    return found


def main(slugs: list[str]) -> None:
    print(f"{'':12} {'engine':>8} {'flat':>8} {'list':>8} {'agents':>8}")
    for slug in slugs or titles.playable():
        found = measured(slug)
        print(f"{slug:12} " + " ".join(f"{value:8,}" for value in found.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
