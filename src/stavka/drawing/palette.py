"""The colours of the maps: muted, as printed on cream paper."""

from __future__ import annotations

PAPER = "#e7dec5"
INK = "#2a241e"
FAINT_INK = "#6d6252"
HALO = "#f6efdc"

LAND = {
    "clear": "#efe7d0",
    "desert": "#f1dfab",
    "arctic": "#eef0ea",
    "rough": "#ddcda4",
    "marsh": "#d5deba",
    "swamp": "#c6d6c0",
    "forest": "#c9d2a9",
    "mountain": "#cfb997",
    "city": "#d9c3ae",
}
LAND_EDGE = {
    "desert": "#cdb474",
    "arctic": "#b9c2bd",
    "rough": "#b39b68",
    "marsh": "#93a878",
    "swamp": "#84986d",
    "forest": "#849760",
    "mountain": "#8d7150",
    "city": "#a5856a",
}
TREE = "#889c66"
TREE_EDGE = "#5a6d45"
TREE_LIGHT = "#abba88"
HILL_INK = "#927a4b"
HILL_LIGHT = "#eadfbd"
PEAK_LIGHT = "#ebdfc6"
PEAK_DARK = "#937557"
PEAK_INK = "#67503a"
REED = "#5f7d45"
POOL = "#6f9fae"
SAND = "#b8985a"
SNOW = "#b4c3c6"

WATER = "#abc8d4"
SHOALS = ("#b6d0da", "#c3d9e0", "#d3e4e8")
COAST = "#4b7488"
WAVE = "#97b8c7"
RIVER = "#8fbbd0"
RIVER_EDGE = "#3b6c8a"
WATER_NAME = "#27536f"

CANAL = "#dcecef"
DIKE = "#7a5a35"
CROSSING = "#4a3a2c"

GRID = "#5b4f3c"
GRID_WATER = "#ffffff"
NUMBER = "#50462f"

VOID = "#d3ccbb"
VOID_HATCH = "#bfb6a2"

RAIL = "#2f2823"
RAIL_LIGHT = "#f6efdc"
ROAD = "#8a4f35"
ROAD_LIGHT = "#f3d9a4"

FRONTIER = "#5d2f3a"
FRONT = "#7c2f22"
LINE = "#3f3a52"
# The tints along frontiers; neighbours get different ones.
TINTS = ("#c0708a", "#c99a3c", "#7d9a55", "#8a7bb3", "#c97f52", "#5f9aa0")
AREA_NAME = "#6b553c"

TOWN = "#fbf6e8"
CITY = "#2f2823"
URBAN = "#4a3b31"
INDUSTRY = "#5b4636"
STAR = "#a8261d"
MARK = "#7c2f22"
ANCHOR = "#1f4a66"


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as accessibility guidelines define it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """
    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
