"""A coarse raster of what is drawn where, so that glyphs and labels can keep clear of it."""

from __future__ import annotations

from collections.abc import Iterable

from .layout import Box, Layout, Point

CELL = 4.0

# What a spot may hold, as bits.
LINE = 1  # railways, roads
WATER_LINE = 2  # rivers, canals, coasts
BORDER = 4
NUMBER = 8
SYMBOL = 16
# How much a label dislikes to stand on each, per raster cell.
_DISLIKE = [
    4.0 * bool(b & LINE)
    + 1.8 * bool(b & WATER_LINE)
    + 1.0 * bool(b & BORDER)
    + 2.8 * bool(b & NUMBER)
    + 8.0 * bool(b & SYMBOL)
    for b in range(32)
]


class Clutter:
    def __init__(self, layout: Layout) -> None:
        self._columns = int(layout.width / CELL) + 2
        self._rows = int(layout.height / CELL) + 2
        self._cells = bytearray(self._columns * self._rows)

    def _span(self, box: Box) -> tuple[range, range]:
        return (
            range(max(0, int(box.left / CELL)), min(self._columns, int(box.right / CELL) + 1)),
            range(max(0, int(box.top / CELL)), min(self._rows, int(box.bottom / CELL) + 1)),
        )

    def add_line(self, points: Iterable[Point], radius: float, what: int) -> None:
        """Points that stand closer together than a raster cell."""
        for x, y in points:
            self.add_box(Box(x - radius, y - radius, x + radius, y + radius), what)

    def add_box(self, box: Box, what: int) -> None:
        columns, rows = self._span(box)
        for row in rows:
            start = row * self._columns
            for column in columns:
                self._cells[start + column] |= what

    def at(self, x: float, y: float) -> int:
        column, row = int(x / CELL), int(y / CELL)
        if 0 <= column < self._columns and 0 <= row < self._rows:
            return self._cells[row * self._columns + column]
        return 0

    def dislike(self, box: Box) -> float:
        columns, rows = self._span(box)
        cells = self._cells
        total = 0.0
        for row in rows:
            start = row * self._columns
            for cell in cells[start + columns.start : start + columns.stop]:
                if cell:
                    total += _DISLIKE[cell]
        return total
