"""Land: soft-edged regions, and the small drawn marks that tell what grows or rises there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ..hexes.grid import SQRT3
from . import palette
from .clutter import LINE, NUMBER, SYMBOL, WATER_LINE, Clutter
from .ground import Ground
from .layout import SIDE, Layout, Node, Point
from .outlines import blob
from .shapes import Pen, field, noise, tenths

# From the bottom to the top; each runs on under its neighbours above, so no gap can open.
LAYERS = ("desert", "arctic", "rough", "marsh", "swamp", "forest", "mountain", "city")
# How crooked a region's edge is, and how far it keeps away from sharp corners.
PLAY, PIECES, EASE = 4.6, 4, 0.22


def regions(layout: Layout, ground: Ground) -> str:
    parts = []
    for n, look in enumerate(LAYERS):
        own = {c for c, there in ground.look.items() if there == look}
        if not own:
            continue
        above = {*LAYERS[n + 1 :], "sea", "lake"}
        under = {
            there for c in own for there in layout.around(c) if ground.look.get(there) in above
        }
        data = blob(layout, own | under, PLAY, PIECES, EASE)
        fill, edge = palette.LAND[look], palette.LAND_EDGE[look]
        if look == "mountain":
            # High ground throws a shadow to the south-east and catches light on the other side.
            parts.append(
                f'<defs><path id="high" d="{data}"/></defs>'
                f'<use href="#high" x="2.2" y="2.8" fill="{edge}" fill-opacity=".45"/>'
                f'<use href="#high" fill="{fill}" stroke="{edge}" stroke-width=".9"/>'
            )
        else:
            parts.append(
                f'<path d="{data}" fill="{fill}" stroke="{edge}" stroke-width="1" '
                f'stroke-opacity=".7"/>'
            )
    return "".join(parts)


class Mark(NamedTuple):
    """Where a mark stands, and its numbers in the lattice, which make it differ from the next."""

    at: Point
    i: int
    j: int


@dataclass(frozen=True, slots=True)
class Texture:
    """How a terrain is filled with marks."""

    wide: float
    high: float
    # How far a mark keeps from other terrain and from whatever else is drawn.
    reach: float
    # From -2 to 2: the higher, the more patches are left bare.
    gaps: float
    salt: int
    draw: Callable[[list[Mark], str], str]


def glyphs(layout: Layout, ground: Ground, clutter: Clutter) -> str:
    """The marks of every region; they keep clear of numbers, lines and towns."""
    spots = _Spots(layout, ground, clutter)
    return "".join(texture.draw(spots.of(look), look) for look, texture in TEXTURES.items())


def sample(look: str) -> str:
    """One hex of a terrain around the origin, for the key."""
    hexagon = [
        Point(SIDE * math.cos(math.pi * n / 3), SIDE * math.sin(math.pi * n / 3)) for n in range(6)
    ]
    pen = Pen()
    pen.polyline(hexagon, closed=True)
    fill = palette.WATER if look in ("sea", "lake") else palette.LAND[look]
    edge = palette.COAST if look in ("sea", "lake") else palette.LAND_EDGE.get(look, palette.GRID)
    body = f'<path d="{pen}" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
    if look in TEXTURES:
        texture = TEXTURES[look]
        origin = Point(0.0, 0.0)
        marks = [
            mark
            for mark in _lattice(origin, texture)
            if _inside(mark.at, flat=True)
            and all(
                _edge_distance(origin, Point(p.x + q.x, p.y + q.y), mark.at) > texture.reach
                for p, q in pairwise([*hexagon, hexagon[0]])
            )
        ]
        marks.sort(key=lambda mark: mark.at[::-1])
        body += texture.draw(marks, f"key-{look}")
    return body


class _Spots:
    """Places for marks: a jittered lattice over the whole sheet, so that it has no seams."""

    def __init__(self, layout: Layout, ground: Ground, clutter: Clutter) -> None:
        self._layout = layout
        self._ground = ground
        self._clutter = clutter

    def of(self, look: str) -> list[Mark]:
        """The marks of a terrain, from the back to the front."""
        texture = TEXTURES[look]
        flat = self._layout.grid.orientation == "flat"
        found = []
        for cell in self._cells(look):
            centre = self._layout.point(cell)
            others = [
                self._layout.point(there)
                for there in self._layout.around(cell)
                if self._ground.look.get(there) != look
            ]
            on_rim = cell not in self._ground.real
            free: list[tuple[float, Mark]] = []
            for mark in _lattice(centre, texture):
                p = mark.at
                if not _inside(Point(p.x - centre.x, p.y - centre.y), flat):
                    continue
                if on_rim and not any(panel.has(p) for panel in self._layout.panels):
                    continue
                if any(_edge_distance(centre, o, p) < texture.reach for o in others):
                    continue
                if self._free(p, texture):
                    dense = field(p, 130.0, texture.salt) + field(p, 34.0, texture.salt + 1)
                    free.append((dense, mark))
            # Patches are left bare, but every hex has marks enough to tell what it is.
            free.sort(reverse=True)
            least = -(-len(free) // 3)
            found += [
                mark for n, (dense, mark) in enumerate(free) if n < least or dense > texture.gaps
            ]
        return sorted(found, key=lambda mark: mark.at[::-1])

    def _cells(self, look: str) -> list[Node]:
        return sorted(c for c in self._ground.look if self._ground.look[c] == look)

    def _free(self, p: Point, texture: Texture) -> bool:
        blocked = LINE | WATER_LINE | NUMBER | SYMBOL
        r = texture.reach * 0.7
        at = self._clutter.at
        return not (
            (
                at(p.x, p.y)
                | at(p.x - r, p.y - r * 0.4)
                | at(p.x + r, p.y - r * 0.4)
                | at(p.x, p.y - texture.high * 0.35)
            )
            & blocked
        )


def _lattice(centre: Point, texture: Texture) -> Iterator[Mark]:
    """The part of a lattice over the whole sheet that lies about a hex."""
    wide, high, salt = texture.wide, texture.high, texture.salt
    for j in range(math.floor((centre.y - SIDE) / high), math.ceil((centre.y + SIDE) / high) + 1):
        shift = wide / 2 if j % 2 else 0.0
        first = math.floor((centre.x - SIDE - shift) / wide)
        for i in range(first, math.ceil((centre.x + SIDE - shift) / wide) + 1):
            x = i * wide + shift
            # Too far out for any jitter to bring it in: not worth the noise.
            if (x - centre.x) ** 2 + (j * high - centre.y) ** 2 > (SIDE + 0.5 * wide) ** 2:
                continue
            x += noise(i, j, salt) * wide * 0.34
            y = j * high + noise(i, j, salt + 1) * high * 0.3
            yield Mark(Point(x, y), i, j)


def _inside(p: Point, flat: bool) -> bool:
    """Whether a point lies in the hex around the origin."""
    x, y = abs(p.x), abs(p.y)
    if not flat:
        x, y = y, x
    return y <= SIDE * SQRT3 / 2 and y <= (SIDE - x) * SQRT3


def _edge_distance(centre: Point, other: Point, p: Point) -> float:
    """How far a point of a hex is from the hexside towards a neighbour."""
    dx, dy = other.x - centre.x, other.y - centre.y
    length = math.hypot(dx, dy)
    return length / 2 - ((p.x - centre.x) * dx + (p.y - centre.y) * dy) / length


def _trees(marks: list[Mark], tag: str) -> str:
    sizes: list[Pen] = [Pen(), Pen(), Pen()]
    firs, shade = Pen(), Pen()
    for p, i, j in marks:
        if field(p, 75.0, 29) > 0.12:
            h = 9.5 + 2 * noise(i, j, 27)
            firs.move(Point(p.x, p.y - h * 0.6))
            firs.raw(_relative((3.1, h * 0.9), (-6.2, 0.0), close=True))
            shade.move(Point(p.x, p.y - h * 0.6))
            shade.raw(_relative((3.1, h * 0.9), (-2.6, 0.0), close=True))
        else:
            sizes[int((noise(i, j, 28) + 1) * 1.499)].dot(p)
    parts = ["<defs>"]
    parts += [f'<path id="{tag}{n}" d="{pen}"/>' for n, pen in enumerate(sizes) if pen]
    parts.append('</defs><g stroke-linecap="round">')
    # Each tree is a disc with a dark rim and a light spot towards the sun.
    for colour, cut, moved in (
        (palette.TREE_EDGE, 0.0, 0.0),
        (palette.TREE, 1.4, 0.0),
        (palette.TREE_LIGHT, 4.2, -0.9),
    ):
        parts += [
            f'<use href="#{tag}{n}" x="{moved:g}" y="{moved:g}" stroke="{colour}" '
            f'stroke-width="{6.0 + 1.5 * n - cut:g}"/>'
            for n, pen in enumerate(sizes)
            if pen
        ]
    parts.append("</g>")
    if firs:
        parts.append(
            f'<path d="{firs}" fill="{palette.TREE_LIGHT}" stroke="{palette.TREE_EDGE}" '
            f'stroke-width=".7" stroke-linejoin="round"/>'
            f'<path d="{shade}" fill="{palette.TREE_EDGE}" fill-opacity=".75"/>'
        )
    return "".join(parts) if firs or any(sizes) else ""


def _hills(marks: list[Mark], tag: str) -> str:
    light, ink = Pen(), Pen()
    for p, i, j in marks:
        w = 6.6 + 2.0 * noise(i, j, 47)
        h = w * (0.9 + 0.2 * noise(i, j, 48))
        lean = 1.2 * noise(i, j, 49)
        light.move(Point(p.x - w, p.y + 2))
        light.raw(f"q{_n(w + lean - 1)}{_s(-2 * h)}{_s(2 * w)} 0z")
        ink.move(Point(p.x - w * 0.8, p.y + 1.4))
        ink.raw(f"q{_n(w * 0.8 + lean - 0.6)}{_s(-1.9 * h)}{_s(w * 1.8)}{_s(0.6)}", w * 1.8, 0.6)
        # Strokes down the shaded flank.
        for step in (0.28, 0.5, 0.7) if w > 6 else (0.35, 0.62):
            ink.move(Point(p.x + w * step, p.y - h * (0.62 - 0.62 * step)))
            drop = h * 0.42 * (1.1 - step)
            ink.raw(f"l{_n(0.9)}{_s(drop)}", 0.9, drop)
    if not ink:
        return ""
    return (
        f'<path d="{light}" fill="{palette.HILL_LIGHT}" fill-opacity=".6"/>'
        f'<path d="{ink}" fill="none" stroke="{palette.HILL_INK}" stroke-width=".95" '
        f'stroke-linecap="round"/>'
    )


def _peaks(marks: list[Mark], tag: str) -> str:
    """Peaks with a lit flank, a shaded flank and a broken ridge between them."""
    lit, dark, ridge = Pen(), Pen(), Pen()
    for p, i, j in marks:
        h = 13.5 + 4.0 * noise(i, j, 67)
        w = h * (0.78 + 0.1 * noise(i, j, 66))
        top = Point(p.x + 2.0 * noise(i, j, 68), p.y - h * 0.55)
        kink = 1.3 + 0.8 * noise(i, j, 69)
        left, right = p.x - w - top.x, p.x + w - top.x
        spur = (right * 0.18, h * 0.42), (-right * 0.3, h * 0.24), (right * 0.22, h * 0.34)
        foot = (sum(x for x, _ in spur), sum(y for _, y in spur))
        lit.move(top)
        lit.raw(
            _relative(
                (left * 0.4 + kink * 0.5, h * 0.36),
                (left * 0.2 - kink, h * 0.2),
                (left * 0.4 + kink * 0.5, h * 0.4),
                (-left * 0.45, -h * 0.1),
                (-left * 0.55 + foot[0], foot[1] - h * 0.86),
                close=True,
            )
        )
        dark.move(top)
        dark.raw(
            _relative(
                (right * 0.34 + kink * 0.4, h * 0.3),
                (right * 0.2, h * 0.14),
                (right * 0.46 - kink * 0.4, h * 0.5),
                (-right * 0.42, -h * 0.08),
                (foot[0] - right * 0.58, foot[1] - h * 0.86),
                *((-x, -y) for x, y in spur[:0:-1]),
                close=True,
            )
        )
        ridge.move(Point(top.x + left, top.y + h * 0.96))
        ridge.raw(
            _relative(
                (-left * 0.4 - kink * 0.5, -h * 0.4),
                (-left * 0.2 + kink, -h * 0.2),
                (-left * 0.4 - kink * 0.5, -h * 0.36),
                *spur[:2],
            ),
            *_total(
                (-left * 0.4 - kink * 0.5, -h * 0.4),
                (-left * 0.2 + kink, -h * 0.2),
                (-left * 0.4 - kink * 0.5, -h * 0.36),
                *spur[:2],
            ),
        )
    if not lit:
        return ""
    return (
        f'<path d="{lit}" fill="{palette.PEAK_LIGHT}"/><path d="{dark}" '
        f'fill="{palette.PEAK_DARK}"/><path d="{ridge}" fill="none" stroke="{palette.PEAK_INK}" '
        f'stroke-width=".8" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _reeds(marks: list[Mark], tag: str) -> str:
    pools, reeds = Pen(), Pen()
    for p, i, j in marks:
        w = 5.2 + 1.6 * noise(i, j, 85)
        pools.move(Point(p.x - w, p.y + 1.6))
        pools.raw(f"h{_n(2 * w)}", 2 * w)
        lean = noise(i, j, 86)
        for dx in (-2.2, 0.0, 2.2) if noise(i, j, 88) > -0.5 else ():
            reeds.move(Point(p.x + dx * 0.5, p.y + 1.2))
            tip = Point(dx * 0.7 + lean, -5.4 + abs(dx) * 0.6)
            reeds.raw(f"l{_n(tip.x)}{_s(tip.y)}", *tip)
    if not pools:
        return ""
    return (
        f'<g fill="none" stroke-width="1.1" stroke-linecap="round">'
        f'<path d="{pools}" stroke="{palette.POOL}"/>'
        f'<path d="{reeds}" stroke="{palette.REED}"/></g>'
    )


def _sand(marks: list[Mark], tag: str) -> str:
    sizes = [Pen(), Pen()]
    for p, i, j in marks:
        sizes[noise(i, j, 105) > 0.3].dot(p)
    return "".join(
        f'<path d="{pen}" stroke="{palette.SAND}" stroke-width="{w}" stroke-linecap="round"/>'
        for pen, w in zip(sizes, (1.1, 1.7), strict=True)
        if pen
    )


def _frost(marks: list[Mark], tag: str) -> str:
    pen = Pen()
    for p, i, j in marks:
        w = 3.5 + 1.5 * noise(i, j, 125)
        pen.move(Point(p.x - w, p.y))
        pen.raw(f"q{_n(w)}{_s(-2.6)}{_s(2 * w)} 0", 2 * w)
    if not pen:
        return ""
    return (
        f'<path d="{pen}" fill="none" stroke="{palette.SNOW}" stroke-width="1.1" '
        f'stroke-linecap="round"/>'
    )


TEXTURES = {
    "desert": Texture(8.0, 7.0, 3.0, -0.8, 100, _sand),
    "arctic": Texture(17.0, 12.0, 6.0, -0.7, 120, _frost),
    "rough": Texture(21.0, 15.0, 8.0, -0.95, 40, _hills),
    "marsh": Texture(18.0, 10.5, 7.5, -0.9, 90, _reeds),
    "swamp": Texture(15.0, 10.5, 7.5, -0.9, 80, _reeds),
    "forest": Texture(11.0, 9.0, 6.5, -1.05, 20, _trees),
    "mountain": Texture(23.0, 16.0, 9.5, -1.1, 60, _peaks),
}


def _n(value: float) -> str:
    return tenths(round(value * 10))


def _s(value: float) -> str:
    """A number behind another one."""
    text = _n(value)
    return text if text[0] == "-" else " " + text


def _relative(*steps: tuple[float, float], close: bool = False) -> str:
    return "l" + "".join(_s(x) + _s(y) for x, y in steps).lstrip() + ("z" if close else "")


def _total(*steps: tuple[float, float]) -> tuple[float, float]:
    """How far steps lead when each is rounded as it is written."""
    return sum(round(x * 10) for x, _ in steps) / 10, sum(round(y * 10) for _, y in steps) / 10
