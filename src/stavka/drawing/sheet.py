"""The sheet around the map: paper, frame, title, key and credits."""

from __future__ import annotations

from itertools import accumulate
from xml.sax.saxutils import escape

from ..board import Board
from . import key, palette
from .fonts import STYLE, Face, width
from .layout import MARGIN, Layout


def clip(layout: Layout) -> str:
    """The part of the sheet that the map fills."""
    return f'<clipPath id="panels">{_rects(layout, 0.0, "")}</clipPath>'


def _rects(layout: Layout, grown: float, style: str) -> str:
    return "".join(
        f'<rect x="{p.left:.1f}" y="{p.top:.1f}" width="{p.right - p.left:.1f}" '
        f'height="{p.bottom - p.top:.1f}" {style}/>'
        for p in (panel.grown(grown) for panel in layout.panels)
    )


def paper(layout: Layout) -> str:
    """Paper and frame; rectangles that overlap make one outline."""
    return (
        f'<rect width="{layout.width}" height="{layout.height}" fill="{palette.PAPER}"/>'
        + _rects(layout, 9.0, f'fill="{palette.INK}"')
        + _rects(layout, 6.4, f'fill="{palette.PAPER}"')
        + _rects(layout, 1.4, f'fill="{palette.INK}"')
        + _rects(layout, 0.0, f'fill="{palette.LAND["clear"]}"')
    )


def credits(board: Board, layout: Layout) -> str:
    return (
        f'<text x="{layout.width - MARGIN:.1f}" y="{layout.height - 13:.1f}" text-anchor="end" '
        f'style="{STYLE["serif-regular"]};font-size:11px;fill:{palette.FAINT_INK}">'
        f"{escape(' '.join(board.credits))}</text>"
    )


def legend(board: Board, layout: Layout, subtitle: str) -> str:
    """Title and key, in the foot of the sheet or in a corner that the map leaves free."""
    samples = key.samples(board)
    return (_cartouche if layout.legend_in_corner else _foot)(board, layout, subtitle, samples)


def _foot(board: Board, layout: Layout, subtitle: str, samples: list[key.Sample]) -> str:
    box = layout.legend
    middle = (box.top + box.bottom) / 2
    parts = [
        _text(board.name, box.left, middle + 2, "serif-bold", 44.0),
        _text(subtitle, box.left + 2, middle + 32, "serif-italic", 21.0),
    ]
    left = 70 + max(width(board.name, "serif-bold", 44.0), width(subtitle, "serif-italic", 21.0))
    room = box.right - box.left - left
    # More and smaller rows until the key is narrow enough.
    for rows in range(3, 9):
        columns = [samples[n : n + rows] for n in range(0, len(samples), rows)]
        widths = [
            76 + max(width(s.name, "serif-regular", _KEY_SIZE) for s in column)
            for column in columns
        ]
        scale = 3 / rows
        if sum(widths) * scale <= room:
            break
    entries = []
    for column, x in zip(columns, accumulate(widths, initial=0.0), strict=False):
        entries += [_entry(sample, x, 38 * n) for n, sample in enumerate(column)]
    top = middle - 38 * (rows - 1) / 2 * scale
    parts.append(
        f'<g transform="translate({box.left + left:.1f} {top:.1f}) scale({scale:.3f})">'
        f"{''.join(entries)}</g>"
    )
    return "".join(parts)


def _cartouche(board: Board, layout: Layout, subtitle: str, samples: list[key.Sample]) -> str:
    room = layout.legend
    columns = 2 if room.right - room.left < 900 else 3
    wide = max(width(s.name, "serif-regular", _KEY_SIZE) for s in samples) + 84
    rows = -(-len(samples) // columns)
    title = 64.0
    half = max(columns * wide + 40, width(board.name, "serif-bold", title) + 80) / 2
    high = 190 + rows * 44
    scale = min(
        1.7, (room.right - room.left) / (2 * half + 60), (room.bottom - room.top) / (high + 60)
    )
    parts = [
        f'<rect x="{-half - grown:.1f}" y="{-grown:g}" width="{2 * (half + grown):.1f}" '
        f'height="{high + 2 * grown:.1f}" fill="{fill}" stroke="{palette.INK}" '
        f'stroke-width="{stroke}"/>'
        for grown, fill, stroke in ((7.0, palette.LAND["clear"], 2.6), (0.0, "none", 1.0))
    ]
    parts += [
        _text(board.name, 0, 82, "serif-bold", title, centred=True),
        _text(subtitle, 0, 122, "serif-italic", 29.0, centred=True),
        f'<path d="M-90 146h180" stroke="{palette.INK}"/>',
    ]
    for n, sample in enumerate(samples):
        column, row = divmod(n, rows)
        parts.append(_entry(sample, (column - columns / 2) * wide + 12, 186 + row * 44))
    x = (room.left + room.right) / 2
    y = (room.top + room.bottom - high * scale) / 2
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">{"".join(parts)}</g>'


_KEY_SIZE = 15.0


def _entry(sample: key.Sample, x: float, y: float) -> str:
    return f'<g transform="translate({x + 22:.1f} {y:.1f})">{sample.svg}</g>' + _text(
        sample.name, x + 52, y + 5, "serif-regular", _KEY_SIZE
    )


def _text(text: str, x: float, y: float, face: Face, size: float, *, centred: bool = False) -> str:
    anchor = ' text-anchor="middle"' if centred else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}"{anchor} style="{STYLE[face]};font-size:{size:g}px;'
        f'fill:{palette.INK}">{escape(text)}</text>'
    )
