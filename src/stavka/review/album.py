"""Pictures of positions for one page: the map and every counter are there once, whatever the
number of pictures."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from .. import drawing, titles
from ..engine.presentation import Presentation, UnitView
from .pictures import VEIL, Artist


def map_of(slug: str) -> str:
    """The map of a title, with its numbers: the account speaks of them."""
    return drawing.svg(titles.board(slug), subtitle=titles.entry(slug).subtitle)


class Album(Artist):
    """Draws positions as SVG that refers to parts of the same page."""

    def __init__(self, slug: str, moments: Iterable[Presentation]) -> None:
        super().__init__(slug, moments)
        # The look of a counter -> its name in the page.
        self._looks: dict[str, str] = {}

    def picture(self, shown: Presentation, caption: str) -> str:
        part = self.part
        box = f"{part.left:.0f} {part.top:.0f} {self.width:.0f} {part.bottom - part.top:.0f}"
        return (
            f'<svg viewBox="{box}" role="img" aria-label={quoteattr(caption)}>'
            f'<use href="#map"/>{self.lying(shown)}</svg>'
        )

    def _counter(self, unit: UnitView) -> str:
        look = super()._counter(unit)
        name = self._looks.setdefault(look, f"c{len(self._looks)}")
        words = ", ".join([unit.title, *unit.states])
        return f'<use href="#{name}"><title>{escape(words)}</title></use>'

    def shared(self, map_svg: str) -> str:
        """What the pictures refer to; to be asked for when all have been drawn."""
        sheet = self.layout
        coded = base64.b64encode(map_svg.encode()).decode()
        wide, high = f'width="{sheet.width}"', f'height="{sheet.height}"'
        veil = VEIL.replace('width="100%" height="100%"', f"{wide} {high}")
        image = f'<image href="data:image/svg+xml;base64,{coded}" {wide} {high}/>'
        counters = "".join(f'<g id="{name}">{look}</g>' for look, name in self._looks.items())
        return (
            '<svg width="0" height="0" aria-hidden="true"><defs>'
            f'<g id="map">{image}{veil}</g>{counters}</defs></svg>'
        )
