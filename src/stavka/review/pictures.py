"""A position as a picture: the map of its title, and on it what a screen would show."""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from xml.sax.saxutils import escape

from .. import drawing, titles
from ..drawing import Box, Layout, Point
from ..drawing.fonts import STYLE
from ..engine.looks import BANDS, Livery, Mark
from ..engine.presentation import MarkerView, Presentation, UnitView

# The picture is as wide as a page, at most as high as this, and never larger than the map itself.
WIDTH = 1280
HEIGHT = 1280
# Pixels of the map around what is shown.
MARGIN = 110.0
# The map is paler under the counters than without them.
VEIL = '<rect width="100%" height="100%" fill="#fffdf4" fill-opacity=".34"/>'

# A counter is drawn on a square of 44 units, a little larger than on a screen that can be zoomed.
SIZE = 44.0
SCALE = 1.22
OFFSET = 4.5
EDGES = 4


# What tells a livery from others without colour.
MARKS: dict[Mark, str] = {
    "none": "",
    "stripe": '<path d="M1 6Q1 1 4.6 1V43Q1 43 1 38Z" fill="#e8c35a"/>',
    "double": '<path d="M1.2 4H2.5V40H1.2ZM3.7 2H5V42H3.7Z" fill="#e8c35a"/>',
    "foot": '<path d="M3 41.3H41V43H3Z" fill="#e8c35a"/>',
    "corner": '<path d="M1 12V5Q1 1 5 1H12Z" fill="{edge}"/>',
}

# The inside of the NATO box, 27 wide and 18 high; `{c}` is the colour.
_LINE = 'fill="none" stroke="{c}" stroke-width="1.3"'
_CROSS = f'<path d="M0 0L27 18M27 0L0 18" {_LINE}/>'
_ANCHOR = f'<path d="M13.5 3V15M8.5 11q5 7 10 0M11 5H16" {_LINE}/>'
_TRACKS = f'<rect x="5" y="4.5" width="17" height="9" rx="4.5" {_LINE}/>'
_WORD = (
    '<text x="13.5" y="13.4" text-anchor="middle" style="{style};font-size:12px;fill:{c}">{word}'
    "</text>"
)
SYMBOLS = {
    "infantry": _CROSS,
    "motorized": _CROSS + f'<path d="M13.5 0V18" {_LINE}/>',
    "mechanized": _CROSS + _TRACKS,
    "mountain": _CROSS + '<path d="M9.5 18L13.5 11L17.5 18Z" fill="{c}"/>',
    "airborne": _CROSS + f'<path d="M7 17q3.2-4 6.5 0q3.2-4 6.5 0" {_LINE}/>',
    "marine": _CROSS + _ANCHOR,
    "armour": _TRACKS,
    "cavalry": f'<path d="M0 18L27 0" {_LINE}/>',
    "artillery": '<circle cx="13.5" cy="9" r="3.2" fill="{c}"/>',
    "air": '<path d="M4 5L13.5 9L4 13ZM23 5L13.5 9L23 13Z" fill="{c}"/>',
    "militia": f'<path d="M0 18L13.5 2L27 18M6.7 10H20.3" {_LINE}/>',
    "supply": f'<path d="M0 13.3H27" {_LINE}/>',
    "flotilla": _ANCHOR,
    "naval_flotilla": _ANCHOR,
    "river_flotilla": f'<path d="M5 9H22L20 12.5H7ZM12 9V4L17 9M4 16q2.4-3 4.8 0t4.8 0t4.8 0t4.8 0"'
    f" {_LINE}/>",
    "siege_artillery": '<circle cx="13.5" cy="9" r="2.6" fill="{c}"/>'
    f'<circle cx="13.5" cy="9" r="5.8" {_LINE}/>',
    "convoy": f'<path d="M3 13V5H15V13ZM15 8H20L24 11V13H15" {_LINE}/>',
    "bridge": f'<path d="M1 7H26M4 4V16M23 4V16M4 15Q13.5 5 23 15" {_LINE}/>',
    "chit": f'<path d="M13.5 2L23 9L13.5 16L4 9Z" {_LINE}/>',
    "armoured_train": _TRACKS + f'<path d="M0 16H27" {_LINE}/>',
    "leader": '<path d="M13.5 2l2.2 5 5.4.5-4.1 3.6 1.2 5.3-4.7-2.8-4.7 2.8 1.2-5.3-4.1-3.6'
    ' 5.4-.5z" fill="{c}"/>',
    "depot": f'<path d="M6 16V7L13.5 2L21 7V16Z" {_LINE}/>',
    "airbase": f'<path d="M13.5 3V15M6 10L13.5 7L21 10" {_LINE}/>',
    "economic": f'<path d="M5 16V8L10 11V8L15 11V8L22 12V16Z" {_LINE}/>',
}
# What has no form of its own is a word.
WORDS = {"hq": "HQ", "security": "SEC", "garrison": "GAR", "partisan": "G", "unknown": "?"}

# The parts of glyphs, as on the screen (web/src/styles/map.css).
FORMS = {
    "stroke-bad": 'fill="none" stroke="#a01e10" stroke-width="3.4"',
    "ring-bad": 'fill="none" stroke="#a01e10" stroke-width="3.4"',
    "disc-bad": 'fill="#8f2a14" stroke="#3a0c06"',
    "disc-warn": 'fill="#ffcf33" stroke="#4a3600"',
    "ink": 'fill="#1c1708"',
    "stroke-ink": 'fill="none" stroke="#1c1708" stroke-width="2"',
    "letter": f'text-anchor="middle" fill="#1c1708" style="{STYLE["sans"]};font-size:11px"',
    "flag": 'fill="#b3261a" stroke="#3a0c06" stroke-width="1.6"',
    "flag-pale": 'fill="#f2f6fa" stroke="#1d3a5c" stroke-width="1.8"',
    "stroke-light": 'fill="none" stroke="#fff7e8" stroke-width="2.4" stroke-linecap="round"',
    "disc-sea": 'fill="#d7e9f2" stroke="#1f4a66"',
    "stroke-sea": 'fill="none" stroke="#1f4a66" stroke-width="1.8"',
    "ring-calm": 'fill="#f3efe0" stroke="#4d4a3e" stroke-width="2"',
    "stroke-calm": 'fill="none" stroke="#4d4a3e" stroke-width="2"',
}
_LETTER = '<circle r="9" class="disc-warn"/><text y="4" class="letter">{}</text>'


class Artist:
    """Draws the positions of one title, all of them with the same part of the map."""

    def __init__(self, slug: str, moments: Iterable[Presentation]) -> None:
        self._liveries = titles.entry(slug).looks
        self._glyphs = titles.marker_glyphs(slug)
        self._slug = slug
        self.layout = layout = Layout(titles.board(slug).grid)
        self._centres = layout.centres()
        self.part = part = self._part_of(moments)
        self._zoom = min(1.0, WIDTH / self.width, HEIGHT / (part.bottom - part.top))

    @cached_property
    def _base(self) -> str:
        """The map under the counters; it takes seconds, and some need none."""
        pixels = round(self.width * self._zoom)
        return base64.b64encode(crop(self._slug, self.part, pixels)).decode()

    def _part_of(self, moments: Iterable[Presentation]) -> Box:
        """The part of the sheet that holds every unit at any of the moments."""
        places = {unit.hex for shown in moments for unit in shown.units if unit.hex}
        return part_around(self.layout, [self._centres[label] for label in places], MARGIN)

    def png(self, shown: Presentation) -> bytes:
        return drawing.png(self.svg(shown), width=round(self._zoom * self.width))

    @property
    def width(self) -> float:
        return self.part.right - self.part.left

    def svg(self, shown: Presentation) -> str:
        part = self.part
        x, y = f"{part.left:.1f}", f"{part.top:.1f}"
        wide, high = f"{self.width:.1f}", f"{part.bottom - part.top:.1f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {wide} {high}" '
            f'width="{wide}" height="{high}">'
            # Its pixels are those of the picture: nothing is gained by mixing them.
            f'<image href="data:image/png;base64,{self._base}" image-rendering="optimizeSpeed" '
            f'x="{x}" y="{y}" width="{wide}" height="{high}"/>'
            f"{self.lying(shown)}</svg>"
        )

    # What lies on the map

    def lying(self, shown: Presentation) -> str:
        return "".join(map(self._marker, shown.markers)) + self._stacks(shown.units)

    def _stacks(self, units: Iterable[UnitView]) -> str:
        stacks: dict[str, list[UnitView]] = defaultdict(list)
        for unit in units:
            if unit.hex in self._centres:
                stacks[unit.hex].append(unit)
        # From the top of the map down, so that a stack lies over the one behind it.
        below = sorted(stacks, key=lambda label: (self._centres[label].y, label))
        return "".join(self._stack(self._centres[label], stacks[label]) for label in below)

    def _stack(self, centre: Point, units: Sequence[UnitView]) -> str:
        shown = units[-EDGES:]
        parts = []
        for level, unit in enumerate(shown):
            shift = (level - (len(shown) - 1) / 2) * OFFSET
            parts.append(
                f'<g transform="translate({shift - SIZE / 2:.1f} {-shift - SIZE / 2:.1f})">'
                f"{self._counter(unit)}</g>"
            )
        if len(units) > 1:
            corner = SIZE / 2 + (len(shown) - 1) / 2 * OFFSET
            parts.append(
                f'<g transform="translate({corner - 1:.1f} {2 - corner:.1f})">'
                '<circle r="7" fill="#fffdf4" stroke="#23211b"/>'
                f"{_text(str(len(units)), 0, 3.8, 10.5, '#23211b')}</g>"
            )
        return (
            f'<g transform="translate({centre.x:.1f} {centre.y:.1f}) scale({SCALE})">'
            f"{''.join(parts)}</g>"
        )

    def _counter(self, unit: UnitView) -> str:
        look = self._liveries.get(unit.side, self._liveries[""])
        s = SIZE
        figures = 11.5 if len(unit.values) > 6 else 13.5
        return (
            f'<rect x="2.2" y="2.8" width="{s}" height="{s}" rx="5" fill="#000" '
            'fill-opacity=".34"/>'
            f'<rect width="{s}" height="{s}" rx="5" fill="{look.face}" stroke="{look.edge}" '
            f'stroke-width="1.2"/>{MARKS[look.mark].format(edge=look.edge)}'
            f"{_text(unit.size, s / 2 + 0.5, 9.6, 9.5, look.ink)}"
            f'<g transform="translate(8.5 11)"><rect width="27" height="18" fill="{look.box}"/>'
            f"{symbol(unit.symbol, look.symbol)}"
            f'<rect width="27" height="18" fill="none" stroke="{look.symbol}"/></g>'
            f"{_text(unit.values, s / 2 + 0.5, s - 4, figures, look.ink)}"
            f"{_band(unit.band, look)}"
        )

    def _marker(self, marker: MarkerView) -> str:
        labels = (marker.hexside or marker.hex).split("/")
        ends = [self._centres[label] for label in labels if label in self._centres]
        if len(ends) != len(labels) or marker.kind == "target":
            return ""
        if len(ends) == 1:
            x, y = ends[0].x + drawing.SIDE * 0.52, ends[0].y - drawing.SIDE * 0.5
        else:
            x, y = (ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2
        glyph = self._glyphs.get(marker.kind) or _LETTER.format(marker.kind[:1].upper())
        forms = re.sub(r'class="([\w-]+)"', lambda form: FORMS[form[1]], glyph)
        return f'<g transform="translate({x:.1f} {y:.1f}) scale({SCALE})">{forms}</g>'


def _band(name: str, look: Livery) -> str:
    if name not in BANDS:
        return ""
    colour = BANDS[name].bright if look.dark else BANDS[name].deep
    return f'<rect x="38" y="9" width="4.4" height="23" fill="{colour}" stroke="{look.ink}"/>'


def symbol(name: str, colour: str) -> str:
    if name in SYMBOLS:
        return SYMBOLS[name].replace("{c}", colour)
    return _WORD.format(style=STYLE["sans"], c=colour, word=WORDS.get(name, "?"))


def _text(text: str, x: float, y: float, size: float, colour: str) -> str:
    """Figures: drawn a little bolder than the typeface is, to be read at half the size."""
    if not text:
        return ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" style="{STYLE["sans"]};'
        f'font-size:{size:g}px;fill:{colour};stroke:{colour};stroke-width:.35px">'
        f"{escape(text)}</text>"
    )


@cache
def _map(slug: str) -> str:
    """Without the marks that are too small to be seen, but take a third of a picture's bytes."""
    return drawing.svg(titles.board(slug), numbers=False, glyphs=False)


def part_around(layout: Layout, points: Sequence[Point], margin: float) -> Box:
    """The part of the sheet that holds some points, and so much around them; all if there are
    none."""
    sheet = layout.bounds.grown(20)
    if not points:
        points = list(layout.centres().values())
    return Box(
        max(sheet.left, min(p.x for p in points) - margin),
        max(sheet.top, min(p.y for p in points) - margin),
        min(sheet.right, max(p.x for p in points) + margin),
        min(sheet.bottom, max(p.y for p in points) + margin),
    )


@cache
def crop(slug: str, part: Box, width: int) -> bytes:
    """A part of a title's map in pixels, so that it is drawn once for all pictures."""
    picture = _map(slug)
    wide, high = part.right - part.left, part.bottom - part.top
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="{part.left:.1f} {part.top:.1f} {wide:.1f} {high:.1f}">'
    )
    cropped = re.sub(r"^<svg[^>]*>", head, picture, count=1)
    veil = VEIL.replace(
        'width="100%" height="100%"',
        f'x="{part.left:.1f}" y="{part.top:.1f}" width="{wide:.1f}" height="{high:.1f}"',
    )
    return drawing.png(cropped.replace("</svg>", f"{veil}</svg>"), width=width)
