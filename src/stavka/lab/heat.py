"""Where it was fought, and who held what, on the map of the title."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from functools import cached_property
from html import escape
from math import sqrt

from .. import drawing, titles
from ..drawing import Layout
from ..review.pictures import crop, part_around

# As wide as a page, in pixels.
WIDTH = 1080
# Around what is shown, in pixels of the map.
MARGIN = 160.0
ID = "lab-map"


class HeatMap:
    """Draws figures on the part of a map that has any, the same part every time."""

    def __init__(self, slug: str, labels: set[str]) -> None:
        self._slug = slug
        layout = Layout(titles.board(slug).grid)
        self._centres = layout.centres()
        self._part = part_around(layout, [self._centres[label] for label in labels], MARGIN)

    @cached_property
    def _frame(self) -> str:
        part = self._part
        wide, high = part.right - part.left, part.bottom - part.top
        return f"{part.left:.1f} {part.top:.1f} {wide:.1f} {high:.1f}"

    def shared(self) -> str:
        """The map itself, once for all figures of a page."""
        part = self._part
        wide, high = part.right - part.left, part.bottom - part.top
        picture = base64.b64encode(crop(self._slug, part, round(min(WIDTH, wide)))).decode()
        return (
            '<svg width="0" height="0" aria-hidden="true" style="position:absolute">'
            f'<image id="{ID}" href="data:image/png;base64,{picture}" x="{part.left:.1f}" '
            f'y="{part.top:.1f}" width="{wide:.1f}" height="{high:.1f}"/></svg>'
        )

    def fights(self, label: str, times: Mapping[str, float]) -> str:
        """Attacks on each hex, per game: the larger the circle the more."""
        most = max(times.values(), default=0.0)
        parts = []
        for name, value in sorted(times.items(), key=lambda item: -item[1]):
            centre = self._centres[name]
            radius = 4 + (drawing.SIDE * 0.95 - 4) * sqrt(value / most)
            parts.append(
                f'<circle cx="{centre.x:.1f}" cy="{centre.y:.1f}" r="{radius:.1f}" '
                f'fill="#a01e10" fill-opacity=".5" stroke="#3a0c06" stroke-width="1.5">'
                f"<title>{escape(name)}: {value:.2f} attacks a game</title></circle>"
            )
        return self._svg(label, parts)

    def held(self, label: str, shares: Mapping[str, Mapping[str, float]]) -> str:
        """Of each place, in which share of the games which side holds it at the end: a pie of two,
        dark for the first of the two."""
        first, *_ = shares or ("",)
        parts = []
        for name in sorted({name for of in shares.values() for name in of}):
            share = shares[first].get(name, 0.0)
            centre, radius = self._centres[name], drawing.SIDE * 0.62
            around = 2 * 3.14159265 * radius / 2
            parts.append(
                f'<g transform="translate({centre.x:.1f} {centre.y:.1f}) rotate(-90)">'
                f"<title>{escape(name)}: {share:.0%} {escape(first)}</title>"
                f'<circle r="{radius:.1f}" fill="#f2e3b8" stroke="#26221c" stroke-width="2"/>'
                f'<circle r="{radius / 2:.1f}" fill="none" stroke="#7a2b22" '
                f'stroke-width="{radius:.1f}" '
                f'stroke-dasharray="{around * share:.2f} {around:.2f}"/></g>'
            )
        return self._svg(label, parts)

    def _svg(self, label: str, parts: list[str]) -> str:
        return (
            f'<svg class="map" viewBox="{self._frame}" role="img" aria-label="{escape(label)}">'
            f'<use href="#{ID}"/>{"".join(parts)}</svg>'
        )
