"""How fast environments are: half of what is asked of them, on a machine that others use too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.environment import in_place
from stavka import titles

# Steps in a second of CPU with an observation each, in the flat encoding.
LEAST = {"east-is-red": 2500, "reds": 2500, "red-dragon": 2500, "red-star": 1500}
STEPS = 1500
ROUNDS = 3


@pytest.mark.timing
@pytest.mark.parametrize("slug", LEAST)
def test_steps_with_an_observation_are_quick(slug: str, measured: Callable[[str], None]) -> None:
    scenario = titles.load(slug).scenarios[0].key
    found = max(in_place(slug, scenario, "flat", STEPS) for _ in range(ROUNDS))
    measured(f"{slug}: {found:,.0f} steps of the environment in a second of CPU")
    assert found >= LEAST[slug]
