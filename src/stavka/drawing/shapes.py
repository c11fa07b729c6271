"""Lines that look drawn: steady noise, smooth curves, compact path data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from .layout import Layout, Node, Point

# How far a corner may stray when it is drawn; hexsides must stay recognisable.
CORNER_PLAY = 4.2


def noise(u: int, v: int, salt: int) -> float:
    """A number from -1 to 1 that depends on nothing but its arguments."""
    n = (u * 374761393 + v * 668265263 + salt * 1442695041) & 0xFFFFFFFF
    n = ((n ^ n >> 13) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ n >> 15) * 2246822519) & 0xFFFFFFFF
    return ((n ^ n >> 16) & 0xFFFFFF) / 0x7FFFFF - 1.0


def middle(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def along(a: Point, b: Point, t: float) -> Point:
    return Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)


def beside(a: Point, b: Point, t: float, offset: float) -> Point:
    """A point on the way from a to b, moved to the right hand of the way."""
    length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
    nx, ny = -(b.y - a.y) / length, (b.x - a.x) / length
    return Point(a.x + (b.x - a.x) * t + nx * offset, a.y + (b.y - a.y) * t + ny * offset)


def parallel(points: Sequence[Point], offset: float) -> list[Point]:
    """A line beside a line, on its right hand."""
    found = []
    for n, p in enumerate(points):
        a, b = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
        found.append(
            Point(p.x - (b.y - a.y) / length * offset, p.y + (b.x - a.x) / length * offset)
        )
    return found


def drawn_corner(layout: Layout, corner: Node) -> Point:
    """A corner where terrain, rivers and borders draw it: a little off, for all of them alike."""
    x, y = layout.point(corner)
    return Point(
        x + CORNER_PLAY * noise(corner.u, corner.v, 1),
        y + CORNER_PLAY * noise(corner.u, corner.v, 2),
    )


def crooked(points: Sequence[Point], play: float, pieces: int, closed: bool = False) -> list[Point]:
    """The B-spline of the points, shaken a little by a field that is fixed to the sheet.

    Two regions that share a stretch of outline therefore have it crooked in the same way.
    """
    ring = [points[-1], *points, points[0]] if closed else [points[0], *points, points[-1]]
    curve: list[Point] = []
    for before, control, after in zip(ring, ring[1:], ring[2:], strict=False):
        curve += _bend(middle(before, control), control, middle(control, after), pieces)
    if not closed:
        curve.append(points[-1])
    return [_shaken(p, play) for p in curve]


def eased(points: Sequence[Point], by: float) -> list[Point]:
    """A closed line whose corners have moved some way towards the middle of their neighbours."""
    ring = [points[-1], *points, points[0]]
    return [
        along(p, middle(before, after), by)
        for before, p, after in zip(ring, ring[1:], ring[2:], strict=False)
    ]


def _bend(a: Point, control: Point, b: Point, pieces: int) -> list[Point]:
    """Points on a quadratic curve, without its end."""
    found = []
    for n in range(pieces):
        t = n / pieces
        s = 1 - t
        found.append(
            Point(
                s * s * a.x + 2 * s * t * control.x + t * t * b.x,
                s * s * a.y + 2 * s * t * control.y + t * t * b.y,
            )
        )
    return found


def _shaken(p: Point, play: float) -> Point:
    return Point(
        p.x + play * (field(p, 26.0, 5) + 0.45 * field(p, 11.0, 7)),
        p.y + play * (field(p, 26.0, 6) + 0.45 * field(p, 11.0, 8)),
    )


def field(p: Point, wavelength: float, salt: int) -> float:
    """A number from -1 to 1 that changes smoothly over the sheet."""
    x, y = p.x / wavelength, p.y / wavelength
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = _knot(i, j, salt) * (1 - u) + _knot(i + 1, j, salt) * u
    low = _knot(i, j + 1, salt) * (1 - u) + _knot(i + 1, j + 1, salt) * u
    return top * (1 - v) + low * v


# Many points lie between the same four knots of a field.
_knot = lru_cache(maxsize=65536)(noise)


def stitch(edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Joins edges into long lines, which end where three edges meet or where there is no more."""
    ends: dict[Node, list[Node]] = {}
    for a, b in sorted(edges):
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    drawn: set[tuple[Node, Node]] = set()

    def follow(start: Node, onward: Node) -> list[Node]:
        line = [start, onward]
        drawn.add((min(start, onward), max(start, onward)))
        while len(ends[line[-1]]) == 2 and line[-1] != line[0]:
            there = next(n for n in ends[line[-1]] if n != line[-2])
            drawn.add((min(line[-1], there), max(line[-1], there)))
            line.append(there)
        return line

    lines = []
    for loops in (False, True):
        for start in sorted(ends):
            if loops or len(ends[start]) != 2:
                for onward in ends[start]:
                    if (min(start, onward), max(start, onward)) not in drawn:
                        lines.append(follow(start, onward))
    return lines


class Pen:
    """Writes path data: relative, in tenths of a pixel, without needless characters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._x = self._y = 0
        self._command = ""

    def __bool__(self) -> bool:
        return bool(self._parts)

    def __str__(self) -> str:
        return "".join(self._parts)

    def _write(self, command: str, numbers: Sequence[int]) -> None:
        text = command if command != self._command else ""
        for n in numbers:
            word = tenths(n)
            if text == "" and self._parts and word[0] != "-":
                text = " "
            elif text and text[-1].isdigit() and word[0] != "-":
                text += " "
            text += word
        self._command = command
        self._parts.append(text)

    def raw(self, text: str, dx: float = 0.0, dy: float = 0.0) -> None:
        """Relative commands, and how far from its beginning they leave the pen."""
        self._parts.append(text)
        self._command = ""
        self._x += round(dx * 10)
        self._y += round(dy * 10)

    def move(self, p: Point) -> None:
        x, y = round(p.x * 10), round(p.y * 10)
        self._write("m" if self._parts else "M", (x - self._x, y - self._y))
        self._x, self._y = x, y
        # Numbers after a move would be lines: say the next command in any case.
        self._command = ""

    def line(self, p: Point) -> None:
        x, y = round(p.x * 10), round(p.y * 10)
        self._write("l", (x - self._x, y - self._y))
        self._x, self._y = x, y

    def close(self, start: Point) -> None:
        self._parts.append("z")
        self._command = ""
        self._x, self._y = round(start.x * 10), round(start.y * 10)

    def dot(self, p: Point) -> None:
        """A point: a round line cap makes it a disc."""
        self.move(p)
        self._parts.append("h0")

    def polyline(self, points: Sequence[Point], closed: bool = False) -> None:
        self.move(points[0])
        for p in points[1:]:
            self.line(p)
        if closed:
            self.close(points[0])

    def spline(self, points: Sequence[Point], closed: bool = False) -> None:
        """The quadratic B-spline of the points, which is what endless corner-cutting leads to.

        It passes through the middle between each two points, and through the ends if it is open.
        """
        if closed:
            start = middle(points[-1], points[0])
            self.move(start)
            self._bends([*points, points[0]])
            self.close(start)
            return
        if len(points) == 2:
            self.polyline(points)
            return
        self.move(points[0])
        self.line(middle(points[0], points[1]))
        self._bends(points[1:])
        self.line(points[-1])

    def _bends(self, points: Sequence[Point]) -> None:
        # A smooth-to command takes its control point from the command before by reflection, and
        # that is where the next point of a B-spline lies. Rounding spoils it slowly, so the
        # control point is named anew when it has strayed.
        cx = cy = 0.0
        strayed = True
        for control, after in pairwise(points):
            end = middle(control, after)
            x, y = round(end.x * 10), round(end.y * 10)
            if not strayed:
                cx, cy = 2 * self._x - cx, 2 * self._y - cy
                strayed = math.hypot(cx - control.x * 10, cy - control.y * 10) > 6
            if strayed:
                cx, cy = round(control.x * 10), round(control.y * 10)
                self._write("q", (int(cx) - self._x, int(cy) - self._y, x - self._x, y - self._y))
            else:
                self._write("t", (x - self._x, y - self._y))
            self._x, self._y = x, y
            strayed = False


@cache
def tenths(n: int) -> str:
    """
    >>> tenths(-5), tenths(120), tenths(3), tenths(0), tenths(-123)
    ('-.5', '12', '.3', '0', '-12.3')
    """
    sign = "-" if n < 0 else ""
    whole, tenth = divmod(abs(n), 10)
    if not tenth:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{tenth}"


def sampled(points: Sequence[Point], step: float) -> list[Point]:
    """Points along the B-spline of a line, about a step apart."""
    if len(points) < 3:
        curve = list(points)
    else:
        curve = [points[0]]
        for before, control, after in zip(points, points[1:], points[2:], strict=False):
            curve += _bend(middle(before, control), control, middle(control, after), 4)
        curve += [middle(points[-2], points[-1]), points[-1]]
    found = [curve[0]]
    for p, q in pairwise(curve):
        pieces = max(1, math.ceil(math.hypot(q.x - p.x, q.y - p.y) / step))
        found += [along(p, q, i / pieces) for i in range(1, pieces + 1)]
    return found
