"""The key: what each mark on the map means, drawn with the same pens as the map."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Board, Kind
from . import borders, hexsides, networks, palette, places, rivers, streams, terrain
from .layout import Node, Point

_CURVE = "M-22 5Q-11-8 0 0T22-5"
# What several kinds of one look are called together.
_TOGETHER = {
    "water": "All-water hexside",
    "resource": "Resource",
    "source": "Supply source",
    "mark": "Special hex",
    "line": "Other boundary",
    "none": "",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """An entry of the key, drawn around the origin, about 44 by 32 pixels."""

    name: str
    svg: str


def samples(board: Board) -> list[Sample]:
    found = []
    present = {
        "terrain": {key for key, hexes in board.terrain.items() if hexes},
        "sides": {key for key, sides in board.sides.items() if len(sides)},
        "networks": {key for key, network in board.networks.items() if network.hexes},
        "places": {key for place in board.places for key in place.kinds},
        "areas": {key for key, areas in board.areas.items() if areas},
    }
    for section in ("terrain", "sides", "networks", "places", "areas"):
        looks: dict[str, list[Kind]] = {}
        for kind in board.kinds[section].values():
            if kind.key in present[section] and kind.look not in ("none", "void"):
                looks.setdefault(kind.look, []).append(kind)
        for look, kinds in looks.items():
            name = kinds[0].name if len(kinds) == 1 else _TOGETHER.get(look, kinds[0].name)
            found.append(Sample(name, _draw(section, look)))
    return found


def _draw(section: str, look: str) -> str:
    if section == "terrain":
        return f'<g transform="scale(.46)">{terrain.sample(look)}</g>'
    if section == "places":
        if look == "major_city":
            return places.urban(Node(3, 4), Point(0.0, 0.0))
        return places.SYMBOLS[look]
    if section == "areas":
        return _boundary(look)
    if section == "networks" and look in networks.STROKES:
        shape = f'path d="{_CURVE}"'
        return f'<g fill="none">{networks.strokes(look, shape)}</g>'
    return _side(look)


def _boundary(look: str) -> str:
    band = (
        f'<path d="{_CURVE}" stroke="{palette.TINTS[0]}" stroke-width="12" stroke-opacity=".38"/>'
        if look == "frontier"
        else ""
    )
    return f'<g fill="none">{band}<path d="{_CURVE}" {borders.LINES[look]}/></g>'


def _side(look: str) -> str:
    ends = [Point(-18.0, 0.0), Point(18.0, 0.0)]
    if look in rivers.WIDTHS:
        wide = sum(rivers.WIDTHS[look]) / 2
        return (
            f'<g fill="none" stroke-linecap="round"><path d="{_CURVE}" '
            f'stroke="{palette.RIVER_EDGE}" stroke-width="{wide + streams.CASING:g}"/>'
            f'<path d="{_CURVE}" stroke="{palette.RIVER}" stroke-width="{wide:g}"/></g>'
        )
    if look == "water":
        return (
            f'<path d="M-21 0Q-8-8 8-5T21 0Q8 8-8 5T-21 0z" fill="{palette.SHOALS[1]}" '
            f'stroke="{palette.COAST}"/>'
        )
    if look == "canal":
        return hexsides.canal([ends])
    if look == "dike":
        return hexsides.dike([ends])
    if look in ("causeway", "crossing"):
        return hexsides.crossing([(ends[0], ends[1])], look)
    return _boundary("line")
