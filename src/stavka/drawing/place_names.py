"""The names of towns and other places: each tries many positions around its symbol."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from . import palette
from .fonts import ASCENT, DESCENT, STYLE, Face, width
from .labels import Label, Labels
from .layout import Box, Point
from .places import Spot

# Face and size by rank, the weightiest first; they choose their place in this order.
TYPE: dict[str, tuple[Face, float]] = {
    "major_city": ("serif-bold", 15.0),
    "city": ("serif-bold", 12.5),
    "capital": ("serif-bold", 12.5),
    "fortress": ("serif-bold", 11.0),
    "industrial": ("serif-bold", 9.8),
    "town": ("serif-regular", 10.0),
    "other": ("serif-italic", 9.5),
}
_ORDER = list(TYPE)
# How far a name moves out, step by step, until there is room for it.
_REACHES = (0.0, 4.0, 9.0, 15.0, 22.0, 30.0, 40.0, 52.0, 66.0, 84.0, 110.0)


def add(labels: Labels, spots: Iterable[Spot]) -> None:
    for spot in sorted(spots, key=lambda s: (_ORDER.index(_kind(s)), s.place.name)):
        labels.add(_label(labels, spot))


def _kind(spot: Spot) -> str:
    return spot.rank if spot.rank in TYPE else "other"


def _label(labels: Labels, spot: Spot) -> Label:
    face, size = TYPE[_kind(spot)]
    text = spot.place.name
    wide = width(text, face, size) + 1
    best: tuple[float, Point, Box] | None = None
    for reach in _REACHES:
        for at, taste in _candidates(spot.at, spot.radius + reach, wide, size):
            box = Box(at.x, at.y - ASCENT * size, at.x + wide, at.y + DESCENT * size)
            if not labels.free([box], 0.8):
                continue
            cost = taste + reach * 1.6 + labels.dislike([box])
            if best is None or cost < best[0]:
                best = (cost, at, box)
        if best is not None and best[0] < 30 + reach * 2:
            break
    if best is None:
        raise ValueError(f"there is no room for the name {text!r}")
    _, at, box = best
    svg = f'<text class="p{_ORDER.index(_kind(spot))}" x="{at.x:.1f}" y="{at.y:.1f}">'
    return Label(text, "place", (box,), f"{svg}{escape(text)}</text>")


def _candidates(p: Point, radius: float, wide: float, size: float) -> list[tuple[Point, float]]:
    """Where a name may begin, with how much we would rather not have it there."""
    mid = p.y + 0.23 * size
    above, below = p.y - radius * 0.75 - 1, p.y + radius * 0.75 + ASCENT * size
    over, under = p.y - radius - 2 - DESCENT * size * 0.6, p.y + radius + 2 + ASCENT * size
    gap = radius + 2.5
    near = radius * 0.72 + 1.5
    return [
        (Point(p.x + gap, mid), 0.0),
        (Point(p.x + near, above), 1.0),
        (Point(p.x + near, below), 1.5),
        (Point(p.x - gap - wide, mid), 2.5),
        (Point(p.x - near - wide, above), 3.5),
        (Point(p.x - near - wide, below), 4.0),
        (Point(p.x - wide / 2, over), 3.0),
        (Point(p.x - wide / 2, under), 3.0),
        (Point(p.x - wide * 0.25, over), 3.5),
        (Point(p.x - wide * 0.75, over), 4.5),
        (Point(p.x - wide * 0.25, under), 3.5),
        (Point(p.x - wide * 0.75, under), 4.5),
    ]


def css() -> str:
    rules = ["#names-place{paint-order:stroke;stroke-linejoin:round}"]
    for n, (face, size) in enumerate(TYPE.values()):
        halo = 3.2 if size > 12 else 2.6
        rules.append(
            f".p{n}{{{STYLE[face]};font-size:{size:g}px;fill:{palette.INK};"
            f"stroke:{palette.HALO};stroke-width:{halo}px}}"
        )
    return "".join(rules)
