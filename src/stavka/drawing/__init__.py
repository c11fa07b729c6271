"""Draws a board as a map to look at: SVG, and PNG made from it."""

from . import palette
from .labels import Label
from .layout import SIDE, Box, Layout, Point
from .picture import Picture, draw, png, svg
from .thumbnail import thumbnail

__all__ = [
    "SIDE",
    "Box",
    "Label",
    "Layout",
    "Picture",
    "Point",
    "draw",
    "palette",
    "png",
    "svg",
    "thumbnail",
]
