"""Floods: everything that is connected, as supply lines, areas and networks are.

A flood counts hexes, not points; for a supply line that is measured in movement points use
`reach`, which takes a set of sources and any number of points.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import compiled
from .grid import Grid, Hex, HexSet, union


class Passage:
    """Which steps a flood may make: `entering[d]` can be entered moving in direction d."""

    def __init__(self, grid: Grid, entering: Sequence[HexSet] | None = None) -> None:
        self.grid = grid
        self.entering = tuple(entering) if entering is not None else (grid.all,) * 6
        if len(self.entering) != 6:
            raise ValueError("a passage needs a hex set for each of the six directions")
        self.uniform = len(set(self.entering)) == 1
        order = [grid.offsets.index(o) for o in (1, -1, grid.near, -grid.near, grid.far, -grid.far)]
        self.by_shift = tuple(self.entering[d] & grid.all for d in order)
        self.map = compiled.map_of(grid, 1, ((1, grid.all, self.by_shift, ()),))
        self._around: dict[Hex, HexSet] = {}

    def can_step(self, here: Hex, there: Hex) -> bool:
        return bool(self.entering[self.grid.direction(here, there)] >> there & 1)

    def around(self, hex_: Hex) -> HexSet:
        """The hexes that one step from a hex leads to."""
        found = self._around.get(hex_)
        if found is None:
            found = self._around[hex_] = self.spread(1 << hex_)
        return found

    def spread(self, hexes: HexSet) -> HexSet:
        """The hexes that one step from the set leads to."""
        near, far = self.grid.near, self.grid.far
        if self.uniform:
            ahead = hexes << 1
            behind = hexes >> 1
            around = ahead | behind | (hexes | ahead) << near | (hexes | behind) >> near
            return around & self.by_shift[0]
        e0, e1, e2, e3, e4, e5 = self.by_shift
        return (
            hexes << 1 & e0
            | hexes >> 1 & e1
            | hexes << near & e2
            | hexes >> near & e3
            | hexes << far & e4
            | hexes >> far & e5
        )


def flood(
    passage: Passage, sources: HexSet, *, blocked: HexSet = 0, limit: int | None = None
) -> HexSet:
    """All hexes connected with the sources by at most `limit` steps, the sources included.

    A blocked hex is never entered, but a source may lie in one.
    """
    if limit is not None:
        return union(_waves(passage, sources, blocked, limit))
    if passage.map is not None:
        return compiled.flood(passage.map, sources, blocked)
    grid = passage.grid
    near, far = grid.near, grid.far
    open_ = grid.all & ~blocked
    seen = sources
    if passage.uniform:
        open_ &= passage.by_shift[0]
        while True:
            ahead = seen | seen << 1
            behind = seen | seen >> 1
            grown = (ahead | behind | ahead << near | behind >> near) & open_ | sources
            if grown == seen:
                return seen
            seen = grown
    e0, e1, e2, e3, e4, e5 = [entering & open_ for entering in passage.by_shift]
    while True:
        # Each direction goes on from where the one before has led: without a count of steps the
        # order does not matter, and a flood that runs ahead needs fewer rounds.
        before = seen
        seen |= seen << 1 & e0
        seen |= seen >> 1 & e1
        seen |= seen << near & e2
        seen |= seen << far & e4
        seen |= seen >> near & e3
        seen |= seen >> far & e5
        if seen == before:
            return seen


class Flood:
    """A flood with its waves: wave n lies n steps from the nearest source."""

    def __init__(self, passage: Passage, waves: list[HexSet]) -> None:
        self.passage = passage
        self.waves = tuple(waves)
        self.hexes: HexSet = union(waves)

    def distance(self, hex_: Hex) -> int | None:
        return next((n for n, wave in enumerate(self.waves) if wave >> hex_ & 1), None)

    def predecessor(self, hex_: Hex) -> Hex | None:
        """The hex before this one on a shortest path; None for a source. Ties: lowest direction."""
        distance = self.distance(hex_)
        if distance is None:
            raise ValueError(f"hex {self.passage.grid.label(hex_)} is out of reach of the flood")
        if distance == 0:
            return None
        for there in self.passage.grid.adjacent(hex_):
            if self.waves[distance - 1] >> there & 1 and self.passage.can_step(there, hex_):
                return there
        raise AssertionError("a flooded hex has a predecessor")

    def path(self, hex_: Hex) -> list[Hex]:
        """A shortest path from a source, both ends included."""
        path = [hex_]
        while (before := self.predecessor(path[-1])) is not None:
            path.append(before)
        return path[::-1]


def flood_waves(
    passage: Passage, sources: HexSet, *, blocked: HexSet = 0, limit: int | None = None
) -> Flood:
    """As `flood`, with the waves that are needed to draw the paths."""
    return Flood(passage, _waves(passage, sources, blocked, limit))


def _waves(passage: Passage, sources: HexSet, blocked: HexSet, limit: int | None) -> list[HexSet]:
    unseen = passage.grid.all & ~blocked & ~sources
    waves = [sources]
    while limit is None or len(waves) <= limit:
        wave = passage.spread(waves[-1]) & unseen
        if not wave:
            break
        unseen ^= wave
        waves.append(wave)
    return waves
