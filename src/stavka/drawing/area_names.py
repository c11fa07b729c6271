"""The names of countries and seas, in spaced letters inside them."""

from __future__ import annotations

import math
from collections import deque
from xml.sax.saxutils import escape

from ..board import Board
from ..hexes import HexSet, members
from . import palette
from .fonts import ASCENT, DESCENT, STYLE, Face, width
from .ground import Ground
from .labels import Label, Labels
from .layout import Box, Layout, Node, Point

LEAST_SIZE = 9.0
# A name that would cover more than this, per letter, is made smaller instead.
MOST_COVERED = 26.0
# Candidates tried for one name.
STANDS = 150


def add_areas(labels: Labels, board: Board, ground: Ground) -> None:
    """Only areas with a frontier are countries; other groups are matters of the rules."""
    areas = [
        (hexes & board.in_play, name)
        for kind in board.kinds["areas"].values()
        if kind.look == "frontier"
        for name, hexes in board.areas[kind.key].items()
    ]
    for hexes, name in sorted(areas, key=lambda a: (-a[0].bit_count(), a[1])):
        cells = _largest(labels.layout, ground, hexes, water=False)
        size = min(72.0, 9.0 + 2.6 * math.sqrt(len(cells)))
        _add(labels, name.upper(), cells, "serif-regular", size, 0.5, "area")


def add_seas(labels: Labels, board: Board, ground: Ground) -> None:
    seas = [
        (hexes, name)
        for group in ("sea", "lake")
        for name, hexes in board.areas.get(group, {}).items()
    ]
    for hexes, name in sorted(seas, key=lambda a: (-a[0].bit_count(), a[1])):
        cells = _largest(labels.layout, ground, hexes, water=True)
        size = min(48.0, 9.0 + 2.4 * math.sqrt(len(cells)))
        _add(labels, name, cells, "serif-italic", size, 0.16, "sea")


def _largest(layout: Layout, ground: Ground, hexes: HexSet, water: bool) -> set[Node]:
    """The greatest connected part of an area."""
    nodes = [layout.node_of[h] for h in members(hexes)]
    left = {node for node in nodes if (node in ground.water) == water}
    best: set[Node] = set()
    while left:
        start = min(left)
        left.remove(start)
        part, queue = {start}, deque([start])
        while queue:
            for there in layout.around(queue.popleft()):
                if there in left:
                    left.remove(there)
                    part.add(there)
                    queue.append(there)
        if len(part) > len(best):
            best = part
    return best


def _add(
    labels: Labels, text: str, cells: set[Node], face: Face, size: float, spacing: float, kind: str
) -> None:
    """Places a name as large and as wide as it fits.

    A lake that is too small has its name beside it, a country that is too small has none.
    """
    if not cells:
        return
    centres = [labels.layout.point(c) for c in sorted(cells)]
    middle = Point(
        sum(p.x for p in centres) / len(centres), sum(p.y for p in centres) / len(centres)
    )
    stands = [
        Point(p.x, p.y + dy) for p in centres[:: 1 + len(centres) // STANDS] for dy in (0.0, 15.6)
    ]
    inside = _Inside(labels.layout, cells)
    while size >= LEAST_SIZE:
        for stretch in (1.7, 1.2, 0.8, 0.5):
            gap = spacing * stretch * size
            boxes = _best(labels, _letters(text, face, size, gap), stands, middle, inside)
            if boxes:
                at = f'x="{boxes[0].left + 1:.1f}" y="{boxes[0].top + ASCENT * size:.1f}"'
                type_ = f'font-size="{size:.1f}" letter-spacing="{gap:.1f}"'
                svg = f'<text class="{kind}" {at} {type_}>{escape(text)}</text>'
                labels.add(Label(text, kind, boxes, svg))
                return
        size *= 0.86
    if kind == "sea":
        _add_beside(labels, text, centres)


def _add_beside(labels: Labels, text: str, centres: list[Point]) -> None:
    """A small name next to a lake."""
    wide = width(text, "serif-italic", LEAST_SIZE + 1, 0.8) + 2
    boxes = []
    for p in centres:
        for x, y in (
            (p.x - wide / 2, p.y + 3),
            (p.x + 34, p.y + 3),
            (p.x - 34 - wide, p.y + 3),
            (p.x - wide / 2, p.y - 35),
            (p.x - wide / 2, p.y + 42),
        ):
            box = Box(x, y - ASCENT * 10, x + wide, y + DESCENT * 10)
            if labels.free([box], 1.0):
                boxes.append((labels.dislike([box]), box))
    if boxes:
        _, box = min(boxes)
        at = f'x="{box.left + 1:.1f}" y="{box.bottom - DESCENT * 10:.1f}"'
        labels.add(Label(text, "river", (box,), f'<text class="river" {at}>{escape(text)}</text>'))


def _best(
    labels: Labels, letters: list[Box], stands: list[Point], middle: Point, inside: _Inside
) -> tuple[Box, ...] | None:
    best: tuple[float, tuple[Box, ...]] | None = None
    # The ends stick out first.
    order = [letters[0], letters[-1], *letters[1:-1]]
    for p in stands:
        if not all(inside.holds(box.moved(p.x, p.y)) for box in order):
            continue
        boxes = tuple(box.moved(p.x, p.y) for box in letters)
        if not labels.free(boxes, 2.0):
            continue
        cost = labels.dislike(boxes) / len(boxes)
        cost += 0.02 * math.hypot(p.x - middle.x, (p.y - middle.y) * 1.5)
        if best is None or cost < best[0]:
            best = (cost, boxes)
    return best[1] if best and best[0] < MOST_COVERED else None


def _letters(text: str, face: Face, size: float, gap: float) -> list[Box]:
    """The boxes of the letters of a line whose middle stands on the origin."""
    x = -width(text, face, size, gap) / 2
    boxes = []
    for letter in text:
        wide = width(letter, face, size)
        if letter != " ":
            boxes.append(Box(x - 1, -ASCENT * size, x + wide + 1, DESCENT * size * 0.4))
        x += wide + gap
    return boxes


class _Inside:
    """Which parts of the sheet a set of cells covers, roughly, for quick questions."""

    def __init__(self, layout: Layout, cells: set[Node]) -> None:
        self._step = 12.0 if len(cells) > 40 else 5.0
        self._layout = layout
        self._cells = cells
        self._known: dict[tuple[int, int], bool] = {}

    def _has(self, x: float, y: float) -> bool:
        key = (round(x / self._step), round(y / self._step))
        if key not in self._known:
            at = self._layout.cell_at(Point(key[0] * self._step, key[1] * self._step))
            self._known[key] = at in self._cells
        return self._known[key]

    def holds(self, box: Box) -> bool:
        return (
            self._has(box.left, box.top)
            and self._has(box.right, box.top)
            and self._has(box.left, box.bottom)
            and self._has(box.right, box.bottom)
        )


def css() -> str:
    return (
        f".area{{{STYLE['serif-regular']};fill:{palette.AREA_NAME};fill-opacity:.72}}"
        f".sea{{{STYLE['serif-italic']};fill:{palette.WATER_NAME};fill-opacity:.8}}"
    )
