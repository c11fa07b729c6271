"""The small drawn marks of the terrains: trees, hills, peaks, reeds, sand, frost.

All marks of one kind share a few paths, which keeps the picture small. Light comes from the
north-west.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from . import palette
from .layout import Point
from .shapes import Pen, field, noise, tenths


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
        crest = (
            (-left * 0.4 - kink * 0.5, -h * 0.4),
            (-left * 0.2 + kink, -h * 0.2),
            (-left * 0.4 - kink * 0.5, -h * 0.36),
            *spur[:2],
        )
        ridge.raw(_relative(*crest), *_total(*crest))
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
