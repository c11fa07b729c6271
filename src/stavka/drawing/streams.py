"""How running water is drawn, along hexsides and through hexes alike."""

from __future__ import annotations

import math
from collections.abc import Mapping

from . import palette
from .shapes import Pen

CASING = 1.5


def grown(thin: float, thick: float, share: float) -> float:
    """The width of a river that has come a share of a long river's way.

    Steps of half a pixel let many stretches share one path.

    >>> grown(2, 5, 0.0), grown(2, 5, 0.5), grown(2, 5, 3.0)
    (2.0, 4.0, 5.0)
    """
    return round((thin + (thick - thin) * math.pow(min(1.0, share), 0.7)) * 2) / 2


def cased(tag: str, pens: Mapping[float, Pen]) -> tuple[str, str]:
    """Lines by width: the dark casing, which goes under a coast, and the water, which goes over it.

    So a mouth is open, and a tributary runs into its river without a line between them.
    """
    if not pens:
        return "", ""
    defs, casing, water = [], [], []
    for n, width in enumerate(sorted(pens)):
        defs.append(f'<path id="{tag}{n}" d="{pens[width]}"/>')
        casing.append(f'<use href="#{tag}{n}" stroke-width="{width + CASING:g}"/>')
        water.append(f'<use href="#{tag}{n}" stroke-width="{width:g}"/>')
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<defs>{"".join(defs)}</defs><g {style} stroke="{palette.RIVER_EDGE}">'
        f"{''.join(casing)}</g>",
        f'<g {style} stroke="{palette.RIVER}">{"".join(water)}</g>',
    )
