"""The inner loops in C, where they have been built (`make compiled`); everything works without."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from . import grid as plain
from .grid import Grid, HexSet

if TYPE_CHECKING:
    from . import kernel
    from .kernel import Map, flood, reach
else:
    try:
        from . import kernel
        from .kernel import flood, reach
    except ImportError:
        kernel = None

__all__ = ["flood", "map_of", "member", "members", "reach", "sets"]

VERSION = 2
WORD_BYTES = 8

# One way of entering hexes: its cheapest step, from where it leads anywhere, what can be entered by
# each shift (+1, -1, +near, -near, +far, -far), and what it costs.
Shifts = tuple[int, HexSet, tuple[HexSet, ...], tuple[tuple[int, HexSet], ...]]

# Whether the compiled loops are used: not those of an older Stavka, and none if one does without.
used = (
    kernel is not None and kernel.VERSION == VERSION and os.environ.get("STAVKA_KERNEL") != "python"
)

member = kernel.member if used else plain.member
members = lru_cache(maxsize=plain.KEPT)(kernel.members) if used else plain.members


def map_of(grid: Grid, dearest: int, lanes: tuple[Shifts, ...]) -> Map | None:
    """A map for the compiled loops; None if they are not used."""
    if not used:
        return None
    return kernel.map(grid.all, _words(grid), grid.near, grid.far, dearest, lanes)


def sets(row: bytes, grid: Grid) -> list[HexSet]:
    """The sets of hexes that the compiled loops have written one after the other."""
    size = _words(grid) * WORD_BYTES
    return [int.from_bytes(row[at : at + size], "little") for at in range(0, len(row), size)]


def _words(grid: Grid) -> int:
    return grid.all.bit_length() // (8 * WORD_BYTES) + 1
