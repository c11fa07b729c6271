"""Hex numbering, hex sets as integers, and the waves that move over them.

A hex is a small integer, a set of hexes is a Python `int` with one bit for each hex, and the rules
of a game are set algebra on such integers. Nothing here knows about terrain or about any game.
"""

from .compiled import member, members
from .flood import Flood, Passage, flood, flood_waves
from .grid import (
    Grid,
    Hex,
    HexSet,
    NotAdjacent,
    UnknownHex,
    Window,
    opposite,
    set_of,
    union,
)
from .reach import Charge, Lane, Movement, Reach, Toll, reach

__all__ = [
    "Charge",
    "Flood",
    "Grid",
    "Hex",
    "HexSet",
    "Lane",
    "Movement",
    "NotAdjacent",
    "Passage",
    "Reach",
    "Toll",
    "UnknownHex",
    "Window",
    "flood",
    "flood_waves",
    "member",
    "members",
    "opposite",
    "reach",
    "set_of",
    "union",
]
