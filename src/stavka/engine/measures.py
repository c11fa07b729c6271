"""What a title counts of a position, for whoever looks at many games (`stavka.lab`)."""

from __future__ import annotations

from typing import NamedTuple


class Measure(NamedTuple):
    """A number that tells how a game stands."""

    name: str
    # The side that it is of; nothing if it is of none.
    side: str
    value: float
