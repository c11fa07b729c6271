from __future__ import annotations

import pytest

from stavka.server.rating import DEVIATION, Rating, rated


def test_the_worked_example_of_the_paper_comes_out() -> None:
    """glicko.net/glicko/glicko2.pdf, which rounds on the way."""
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = rated(Rating(1500, 200, 0.06), others)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_what_is_known_fades_and_is_never_less_than_nothing() -> None:
    assert 105 < Rating(1500, 60).after(365).deviation < 110
    assert Rating(1500, 60).after(1e6).deviation == DEVIATION
    assert Rating(1500, 60).after(0) == Rating(1500, 60)


def test_a_surprise_makes_somebody_erratic() -> None:
    beaten = Rating(2600, 30)
    assert rated(Rating(1200, 30), [(beaten, 1.0)] * 9).volatility > 0.06
