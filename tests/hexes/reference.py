"""Slow, obvious twins of the hex functions: positions in the plane, dictionaries and a heap.

Nothing here uses a bit, a shift or an axial coordinate: two hexes are neighbours if their centres
are one hex apart on paper.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable

from stavka.hexes import Grid

Cost = Callable[[str, str], int | None]

HEX_APART = math.sqrt(3)


def centre(grid: Grid, label: str) -> tuple[float, float]:
    """Where a hex is printed, from the meaning of the numbering alone; hexside length 1."""
    first, second = int(label[:2]), int(label[2:])
    column, row = (first, second) if grid.numbering == "ccrr" else (second, first)
    odd_is_shifted = grid.shifted == "odd"
    south = 1 if grid.rows == "down" else -1
    if grid.orientation == "flat":
        shift = 0.5 if (column % 2 == 1) == odd_is_shifted else 0.0
        return column * 1.5, (row + shift) * HEX_APART * south
    shift = 0.5 if (row % 2 == 1) == odd_is_shifted else 0.0
    return (column + shift) * HEX_APART, row * 1.5 * south


def labels(grid: Grid) -> list[str]:
    found = set()
    for window in grid.windows:
        for column in range(window.first_column, window.last_column + 1):
            for row in range(window.first_row, window.last_row + 1):
                pair = (column, row) if grid.numbering == "ccrr" else (row, column)
                found.add(f"{pair[0]:02}{pair[1]:02}")
    return sorted(found)


def neighbour_map(grid: Grid) -> dict[str, list[str]]:
    """The neighbours of every hex, clockwise from the first direction."""
    by_place = {_key(*centre(grid, label)): label for label in labels(grid)}
    first = -90 if grid.orientation == "flat" else -60
    angles = [math.radians(first + 60 * d) for d in range(6)]
    found = {}
    for label in labels(grid):
        x, y = centre(grid, label)
        around = (
            by_place.get(_key(x + HEX_APART * math.cos(a), y + HEX_APART * math.sin(a)))
            for a in angles
        )
        found[label] = [there for there in around if there is not None]
    return found


def _key(x: float, y: float) -> tuple[int, int]:
    return round(x * 100), round(y * 100)


def distance(grid: Grid, here: str, there: str) -> int:
    """By geometry: the number of steps that the six directions need in the open plane."""
    (x1, y1), (x2, y2) = centre(grid, here), centre(grid, there)
    dx, dy = abs(x2 - x1), abs(y2 - y1)
    if grid.orientation == "pointy":
        dx, dy = dy, dx
    # Steps across lines gain 1.5 in x and half a hex in y each; the rest is along the line.
    across = dx / 1.5
    along = max(0.0, dy - across * HEX_APART / 2) / HEX_APART
    return round(across + along)


def reach(
    neighbours: dict[str, list[str]],
    cost: Cost,
    starts: Iterable[str],
    points: int | None,
    blocked: Collection[str] = (),
    stop: Collection[str] = (),
    enter: Callable[[str], int] = lambda _: 0,
    leave: Callable[[str], int] = lambda _: 0,
    barred: Callable[[str, str], bool] = lambda _a, _b: False,
    one_hex: bool = False,
) -> dict[str, int]:
    """Dijkstra with a dictionary and a heap."""
    starts = list(starts)
    best = dict.fromkeys(starts, 0)
    queue = [(0, label) for label in sorted(starts)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (here in stop and here not in starts):
            continue
        for there in neighbours[here]:
            step = cost(here, there)
            if there in blocked or step is None or barred(here, there):
                continue
            total = spent + leave(here) + step + enter(there)
            if points is not None and total > points:
                continue
            if total < best.get(there, total + 1):
                best[there] = total
                heapq.heappush(queue, (total, there))
    if one_hex and points is not None:
        for here in starts:
            for there in neighbours[here]:
                if there in blocked or barred(here, there) or cost(here, there) is None:
                    continue
                best.setdefault(there, points)
    return best
