"""A board as a picture: the layers of the map from the paper up."""

from __future__ import annotations

from dataclasses import dataclass

import resvg_py

from ..board import Board
from ..hexes import Hex, members
from . import (
    area_names,
    borders,
    coast,
    fonts,
    networks,
    palette,
    place_names,
    places,
    river_names,
    sheet,
    terrain,
)
from .clutter import NUMBER, Clutter
from .ground import Ground
from .hexsides import crossings, sides_of, straits, works
from .labels import Label, Labels
from .layout import Box, Layout, Node
from .outlines import blob, exact
from .rivers import Rivers
from .shapes import Pen, stitch
from .waterways import Waterways


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn map and where its names stand."""

    svg: str
    layout: Layout
    labels: tuple[Label, ...]


def draw(board: Board, *, subtitle: str = "", numbers: bool = True, glyphs: bool = True) -> Picture:
    """Draws a board; `numbers` are the hex numbers, `glyphs` the small marks of the terrain."""
    layout = Layout(board.grid)
    ground = Ground(board, layout)
    clutter = Clutter(layout)
    numbered = [h for h in members(board.in_play) if layout.node_of[h] not in ground.void]
    # Everything that glyphs and names have to keep clear of comes before them.
    rivers = Rivers(board, layout, ground)
    waterways = Waterways(board, layout, ground)
    river_casing, river_water = rivers.draw(clutter)
    way_casing, way_water = waterways.draw(clutter)
    strait_line, strait_water = straits(board, layout, ground, clutter)
    shore_line, water = coast.draw(layout, ground, clutter)
    built = works(board, layout, clutter)
    bands, border_lines = borders.draw(board, layout, ground, clutter)
    tracks = networks.draw(board, layout, clutter)
    across = crossings(board, layout, clutter)
    number_boxes = _number_boxes(layout, numbered, clutter)
    spots = places.arrange(board, layout, clutter)
    symbols = places.draw(spots, layout, clutter)
    names = Labels(layout, clutter)
    place_names.add(names, spots)
    area_names.add_areas(names, board, ground)
    area_names.add_seas(names, board, ground)
    river_names.add(names, {**waterways.name_lines(), **rivers.name_lines()})

    layers = [
        terrain.regions(layout, ground),
        bands,
        terrain.glyphs(layout, ground, clutter) if glyphs else "",
        river_casing + way_casing,
        shore_line + strait_line,
        strait_water + water,
        river_water + way_water,
        built,
        _grid(board, layout, ground),
        _veil(layout, ground),
        border_lines,
        tracks,
        across,
        symbols,
        _numbers(board, number_boxes) if numbers else "",
        names.svg(),
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.width}" '
        f'height="{layout.height}" viewBox="0 0 {layout.width} {layout.height}">'
        f"<style>{fonts.embedded()}{_css()}</style>"
        f"<defs>{sheet.clip(layout)}{_HATCH}</defs>"
        f"{sheet.paper(layout)}"
        f'<g clip-path="url(#panels)">{"".join(layers)}</g>'
        f"{sheet.legend(board, layout, subtitle)}{sheet.credits(board, layout)}</svg>"
    )
    return Picture(svg, layout, tuple(names.placed))


def svg(board: Board, *, subtitle: str = "", numbers: bool = True, glyphs: bool = True) -> str:
    """The map of a board as a static SVG that needs nothing from outside."""
    return draw(board, subtitle=subtitle, numbers=numbers, glyphs=glyphs).svg


def png(svg: str, width: int | None = None, style: str = "") -> bytes:
    """The same picture as PNG, at its own size or at a given width, with other styles laid over."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            style_sheet=style or None,
            font_files=fonts.paths(),
            skip_system_fonts=True,
        )
    )


_HATCH = (
    f'<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><path d="M0 0V7" stroke="{palette.VOID_HATCH}" '
    f'stroke-width="1.6"/></pattern>'
)


def _css() -> str:
    return (
        f"#numbers{{{fonts.STYLE['sans']};font-size:7px;fill:{palette.NUMBER};text-anchor:middle}}"
        f"{place_names.css()}{area_names.css()}{river_names.css()}"
    )


def _grid(board: Board, layout: Layout, ground: Ground) -> str:
    land: set[tuple[Node, Node]] = set()
    water: set[tuple[Node, Node]] = set()
    straits = {(min(side), max(side)) for side in sides_of(board, layout, "water")}
    for cell in layout.hex_at:
        if cell in ground.void:
            continue
        corners = layout.corners(cell)
        for d, there in enumerate(layout.around(cell)):
            a, b = corners[d], corners[(d + 1) % 6]
            side = (min(a, b), max(a, b))
            wet = side in straits or (cell in ground.water and there in ground.water)
            (water if wet else land).add(side)
    parts = []
    for edges, colour, opacity in (
        (land, palette.GRID, ".42"),
        (water, palette.GRID_WATER, ".5"),
    ):
        pen = Pen()
        for line in stitch(edges):
            pen.polyline([layout.point(c) for c in line])
        if pen:
            parts.append(f'<path d="{pen}" stroke="{colour}" stroke-opacity="{opacity}"/>')
    return f'<g id="grid" fill="none" stroke-width=".9">{"".join(parts)}</g>'


def _veil(layout: Layout, ground: Ground) -> str:
    """Hexes out of play are veiled, those without any ground are covered."""
    parts = []
    idle = ground.idle - ground.void
    if idle:
        # Its edge is the coast where it meets the sea.
        data = blob(layout, idle, coast.PLAY, coast.PIECES, coast.EASE)
        parts.append(
            f'<path d="{data}" fill="{palette.VOID}" fill-opacity=".6"/>'
            f'<path d="{data}" fill="url(#hatch)" fill-opacity=".45"/>'
        )
    if ground.void:
        data = exact(layout, ground.void)
        parts.append(
            f'<path d="{data}" fill="{palette.VOID}"/><path d="{data}" fill="url(#hatch)" '
            f'stroke="{palette.FAINT_INK}" stroke-width="1"/>'
        )
    return "".join(parts)


def _number_boxes(layout: Layout, numbered: list[Hex], clutter: Clutter) -> dict[Hex, Box]:
    """Each number stands at the top of its hex, and steps aside for a line that runs there."""
    found = {}
    for h in numbered:
        boxes = layout.number_boxes(h)
        box = min(boxes, key=lambda b: clutter.dislike(b) + 2.0 * boxes.index(b))
        clutter.add_box(box, NUMBER)
        found[h] = box
    return found


def _numbers(board: Board, boxes: dict[Hex, Box]) -> str:
    parts = [
        f'<text x="{(box.left + box.right) / 2:.1f}" y="{box.bottom - 1.2:.1f}">'
        f"{board.grid.label(h)}</text>"
        for h, box in boxes.items()
    ]
    return f'<g id="numbers">{"".join(parts)}</g>'
