"""The typefaces of the maps: they come with the package, so no machine needs to have them."""

from __future__ import annotations

import base64
import json
from functools import cache
from importlib.resources import files
from typing import Literal

Face = Literal["serif-regular", "serif-bold", "serif-italic", "sans"]

# How CSS asks for each face.
STYLE: dict[Face, str] = {
    "serif-regular": "font-family:'Stavka Serif';font-weight:400",
    "serif-bold": "font-family:'Stavka Serif';font-weight:700",
    "serif-italic": "font-family:'Stavka Serif';font-style:italic",
    "sans": "font-family:'Stavka Sans'",
}
_RULE: dict[Face, str] = {
    "serif-regular": "font-family:'Stavka Serif';font-weight:400;font-style:normal",
    "serif-bold": "font-family:'Stavka Serif';font-weight:700;font-style:normal",
    "serif-italic": "font-family:'Stavka Serif';font-weight:400;font-style:italic",
    "sans": "font-family:'Stavka Sans';font-weight:400;font-style:normal",
}
# How far letters reach above and below the baseline, in ems.
ASCENT = 0.7
DESCENT = 0.22

_FOLDER = files(__package__) / "fonts"


@cache
def _tables() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(
        (_FOLDER / "widths.json").read_text(encoding="utf-8")
    )
    return found


def advances(face: Face) -> dict[str, int]:
    """How far each letter of a face leads on, in thousandths of an em."""
    return _tables()[face]


def width(text: str, face: Face, size: float, spacing: float = 0.0) -> float:
    """How wide a line of text is, from the advance widths of the face.

    >>> 20 < width("Moscow", "serif-bold", 10) < 50
    True
    """
    table = advances(face)
    missing = table["n"]
    return sum([table.get(c, missing) for c in text]) * size / 1000 + spacing * (len(text) - 1)


@cache
def embedded() -> str:
    """CSS that carries the faces inside the picture."""
    rules = []
    for face, rule in _RULE.items():
        data = base64.b64encode((_FOLDER / f"{face}.woff2").read_bytes()).decode()
        rules.append(f"@font-face{{{rule};src:url(data:font/woff2;base64,{data}) format('woff2')}}")
    return "".join(rules)


@cache
def paths() -> list[str]:
    """The same faces as files, for the renderer."""
    return [str(_FOLDER / f"{face}.ttf") for face in _RULE]
