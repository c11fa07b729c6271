"""The names of rivers, in small italics along them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from xml.sax.saxutils import escape

from . import palette
from .fonts import STYLE, width
from .labels import Label, Labels
from .layout import Box, Point
from .shapes import Pen, parallel

SIZE = 10.0
SPACING = 0.8
# From the middle of the river to the middle of the letters.
OFFSET = 9.0
# The sampled course of a river has points this far apart.
STEP = 4.0
# Copies of one name keep apart.
APART = 700.0
MOST_COVERED = 16.0
# The calm line is a mean over this many points to either side: two hexsides in all.
CALM = 14


@dataclass(frozen=True, slots=True)
class _Stand:
    """A stretch beside a river that a name could take."""

    bend: float
    line: list[Point]
    boxes: tuple[Box, ...]


def add(labels: Labels, courses: dict[str, list[list[Point]]]) -> None:
    """The longest rivers first; a long one has its name more than once."""
    for name in sorted(courses, key=lambda n: (-max(map(len, courses[n])), n)):
        length = sum(map(len, courses[name])) * STEP
        stands = []
        for stand in _stands(name, courses[name]):
            if labels.free(stand.boxes):
                cost = stand.bend + labels.dislike(stand.boxes) / len(stand.boxes)
                if cost < MOST_COVERED:
                    stands.append((cost, stand))
        stands.sort(key=lambda s: (s[0], s[1].line))
        taken: list[Point] = []
        wanted = 1 + (length > 1100) + (length > 2200)
        for _, stand in stands:
            if len(taken) == wanted:
                break
            here = stand.line[0]
            if all(math.dist(here, there) > APART for there in taken):
                taken.append(here)
                labels.add(_label(name, stand, f"name{len(labels.placed)}"))


def _stands(name: str, courses: list[list[Point]]) -> Iterator[_Stand]:
    wide = width(name, "serif-italic", SIZE, SPACING)
    length = wide + 12
    for course in courses:
        calm = _calm(course)
        gone = list(accumulate((math.dist(p, q) for p, q in pairwise(calm)), initial=0.0))
        banks = [(-OFFSET, parallel(calm, -OFFSET)), (OFFSET, parallel(calm, OFFSET))]
        last = 0
        for first in range(0, len(calm), 6):
            while last < len(calm) and gone[last] < gone[first] + length:
                last += 1
            if last == len(calm):
                break
            start, end = calm[first], calm[last]
            chord = math.dist(start, end)
            if chord < length * 0.9:
                continue
            steep = abs(end.y - start.y) / chord
            bend = 6 * steep**2 + 40 * (1 - chord / length)
            for offset, bank in banks:
                line = bank[first : last + 1]
                # The right bank lies below the river if that runs east, above if it runs west.
                below = (offset > 0) == (end.x > start.x)
                if end.x < start.x:
                    line.reverse()
                if below:
                    line = parallel(line, SIZE * 0.5)
                # On the inside of a bend the line is shorter than the river.
                if sum(math.dist(p, q) for p, q in pairwise(line)) > wide + 5:
                    yield _Stand(bend, line, _beads(line, wide))


def _calm(points: list[Point]) -> list[Point]:
    """A line without its small bends."""
    xs = list(accumulate((p.x for p in points), initial=0.0))
    ys = list(accumulate((p.y for p in points), initial=0.0))
    found = []
    for n in range(len(points)):
        r = min(n, len(points) - 1 - n, CALM)
        first, last, count = n - r, n + r + 1, 2 * r + 1
        found.append(Point((xs[last] - xs[first]) / count, (ys[last] - ys[first]) / count))
    return found


def _beads(line: list[Point], wide: float) -> tuple[Box, ...]:
    """Small boxes along a line of text."""
    boxes = []
    gone = 0.0
    lift, r = SIZE * 0.25, SIZE * 0.42
    for n in range(0, len(line) - 1, 2):
        if gone > wide:
            break
        p, q = line[n], line[min(n + 2, len(line) - 1)]
        length = math.dist(p, q) or 1.0
        gone += length
        x = p.x + (q.y - p.y) / length * lift
        y = p.y - (q.x - p.x) / length * lift
        boxes.append(Box(x - r, y - r, x + r, y + r))
    return tuple(boxes)


def _label(name: str, stand: _Stand, ref: str) -> Label:
    line = stand.line
    pen = Pen()
    pen.spline([*line[:-1:4], line[-1]])
    svg = (
        f'<path id="{ref}" d="{pen}" fill="none"/><text class="river">'
        f'<textPath href="#{ref}">{escape(name)}</textPath></text>'
    )
    return Label(name, "river", stand.boxes, svg)


def css() -> str:
    return (
        f"#names-river{{paint-order:stroke;stroke-linejoin:round}}"
        f".river{{{STYLE['serif-italic']};font-size:{SIZE:g}px;letter-spacing:{SPACING:g}px;"
        f"fill:{palette.WATER_NAME};stroke:{palette.HALO};stroke-width:2px;stroke-opacity:.8}}"
    )
