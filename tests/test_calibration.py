"""Forecasts come true: in games of every title, what was shown is held against what happened."""

from __future__ import annotations

import os

import pytest

from stavka import titles
from tests.calibration import tally
from tests.whole_games import every_variant

GAMES = int(os.environ.get("STAVKA_GAMES", "1"))
# How many choices of each game: of the largest campaigns, a few turns say as much as all.
MOST = 500 if GAMES == 1 else 1500


@pytest.mark.parametrize("variant", every_variant())
def test_what_was_shown_is_what_happened(variant: tuple[str, str, tuple[str, ...]]) -> None:
    slug, scenario, options = variant
    title = titles.load(slug)
    found = tally(title, [(scenario, options)], GAMES, MOST)
    assert found.rolls
    assert not found.wrong, f"{len(found.wrong)} of {found.rolls}:\n" + "\n".join(found.wrong[:10])
    statistic, freedom, likely = found.chi_square()
    assert likely > 0.001, f"chi-square {statistic:.1f} with {freedom} degrees: {likely:.5f}"
