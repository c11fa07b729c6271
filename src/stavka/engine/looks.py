"""The colours of counters: the standard liveries of sides, and the bands of factions and commands.

A title names the livery of each side or brings colours of its own; the client draws what it is
sent. The sides of a game differ by more than 3:1 in luminance, so that they survive greyscale, and
by a mark, so that no colour is needed at all. Any dark livery goes with any light one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import Literal

import msgspec

# What tells a livery from others without colour: a stripe at the left edge, two thin ones, a line
# along the lower edge, a filled corner.
Mark = Literal["none", "stripe", "double", "foot", "corner"]


class Livery(msgspec.Struct, frozen=True):
    """What the counters of a side look like. Colours are written `#rrggbb`."""

    face: str
    edge: str
    ink: str
    # The inside of the NATO box, and the symbol in it.
    box: str
    symbol: str
    # For small marks on the map's paper.
    dot: str
    # Whether the face is dark: then bands are bright.
    dark: bool = False
    mark: Mark = "none"


class Band(msgspec.Struct, frozen=True):
    """The stripe of a faction or command."""

    # The colour on dark counters, and on light ones.
    bright: str
    deep: str
    # Bands also differ by how often they are interrupted.
    gaps: int


# The livery of units of no side.
NEUTRAL = "neutral"

LIVERIES: dict[str, Livery] = {
    "red": Livery(
        "#97351f", "#4d170b", "#fff7e8", "#f7dfb2", "#2a120a", "#8f2a14", dark=True, mark="stripe"
    ),
    "blue": Livery(
        "#1f4f86", "#0c2748", "#f2f7ff", "#cfe0f2", "#0b1e36", "#174a86", dark=True, mark="double"
    ),
    "green": Livery(
        "#2d5a36", "#12301a", "#f3f8ec", "#d6e4bf", "#10240f", "#235a2d", dark=True, mark="foot"
    ),
    "pale": Livery("#e9eef3", "#6b7f96", "#152c47", "#bdd3e8", "#10243b", "#1d4d82"),
    "grey": Livery("#b4bcb3", "#4c564f", "#16201b", "#e4e9df", "#16201b", "#2f4238"),
    "ochre": Livery("#dcae4e", "#6f4e0e", "#2c1d00", "#f8e4b4", "#2c1d00", "#7a4e00"),
    NEUTRAL: Livery(
        "#e2cf9c", "#6e5c2c", "#2b2410", "#f8efd4", "#2b2410", "#6b5410", mark="corner"
    ),
}

BANDS: dict[str, Band] = {
    "azure": Band("#8ecbff", "#0f5aa8", 0),
    "green": Band("#9fdc92", "#1f6a2a", 1),
    "ochre": Band("#ffcb5c", "#7f4f00", 2),
    "violet": Band("#dcb8ff", "#6a2a9c", 3),
    "teal": Band("#7fe3d6", "#00605c", 4),
    "rose": Band("#ffb3c6", "#a01c4c", 5),
    "grey": Band("#d7d7d2", "#4a4c4a", 6),
    "black": Band("#0a0a0a", "#0a0a0a", 7),
}

_COLOUR = re.compile(r"#[0-9a-f]{6}")


class BadLook(ValueError):
    """A livery that there is not, or that could not be read or told from another."""


def livery(named: str | Livery) -> Livery:
    """A standard livery by its name, or a title's own once it has been checked."""
    if isinstance(named, str):
        if named not in LIVERIES:
            raise BadLook(f"there is no livery {named!r}; there are {', '.join(LIVERIES)}")
        return LIVERIES[named]
    for field in ("face", "edge", "ink", "box", "symbol", "dot"):
        colour = getattr(named, field)
        if not _COLOUR.fullmatch(colour):
            raise BadLook(f"the {field} {colour!r} of a livery is not a colour like #97351f")
    for ink, ground in (("ink", "face"), ("symbol", "box")):
        ratio = contrast(getattr(named, ink), getattr(named, ground))
        if ratio < 4.5:
            raise BadLook(f"the {ink} of a livery is {ratio:.1f}:1 on its {ground}; 4.5 is needed")
    return named


def check_sides(liveries: Mapping[str, Livery]) -> None:
    """Any two sides have to be told apart without colour."""
    for (one, a), (other, b) in combinations(liveries.items(), 2):
        ratio = contrast(a.face, b.face)
        if ratio < 3:
            raise BadLook(f"the counters of {one} and {other} differ by {ratio:.1f}:1; 3 is needed")
        if a.mark == b.mark:
            raise BadLook(f"the counters of {one} and {other} have the same mark, {a.mark}")


def luminance(colour: str) -> float:
    """As WCAG defines it: 0 for black, 1 for white.

    >>> luminance("#000000"), round(luminance("#ffffff"), 3)
    (0.0, 1.0)
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between 1 (the same) and 21 (black and white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
