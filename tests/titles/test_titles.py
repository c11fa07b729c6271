"""The list of titles."""

from __future__ import annotations

import pytest

from stavka.titles import TITLES, Entry


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.slug)
def test_the_sides_of_a_title_look_different(title: Entry) -> None:
    """One side is red and striped, the other is light: that survives greyscale."""
    liveries = dict(zip(title.sides, title.liveries, strict=True))
    assert sorted(liveries.values())[-1] == "red" and len(set(liveries.values())) == 2
    red = next(side for side, livery in liveries.items() if livery == "red")
    assert red in ("Soviet", "Red", "PLA")
