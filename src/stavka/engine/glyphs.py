"""Glyphs of markers: small drawings in a safe part of SVG.

A title says which of the standard ones it uses and brings those of its own. They are drawn around
the middle of a hex's corner or of a hexside, about 20 units wide. Colours are the business of
whoever draws them: a form has a class for its part in the drawing.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

STANDARD: dict[str, str] = {
    "attacked": '<path d="M-8-8L8 8M-8-3V-8H-3" class="stroke-calm"/>',
    "bridge": '<path d="M-12-4H12M-9-8V8M9-8V8M-9 7Q0-6 9 7" class="stroke-ink"/>',
    "captured": '<path d="M-6 10V-10L8-5L-6 0" class="flag"/>',
    "contaminated": '<circle r="10" class="disc-warn"/>'
    '<path d="M0-3L-3.6-9A10 10 0 0 1 3.6-9ZM2.6 1.5L9.6 1.3A10 10 0 0 1 6 7.6Z'
    'M-2.6 1.5L-6 7.6A10 10 0 0 1-9.6 1.3Z" class="ink"/><circle r="1.9" class="ink"/>',
    "demolished": '<path d="M-7-7L7 7M7-7L-7 7" class="stroke-bad"/>'
    '<circle r="10" class="ring-bad"/>',
    "destroyed": '<path d="M-8-8L8 8M8-8L-8 8" class="stroke-bad"/>',
    "expended": '<circle r="9" class="disc-warn"/>'
    '<path d="M-5-5L5 5M5-5L-5 5" class="stroke-ink"/>',
    "interdiction": '<circle r="10" class="disc-sea"/>'
    '<path d="M0-7V7M-7 1L0-3L7 1M-3 7L0 5L3 7" class="stroke-sea"/>',
    "landing": '<circle r="9" class="disc-sea"/>'
    '<path d="M0-6V6M-5 2Q0 9 5 2M-3-3H3" class="stroke-sea"/>',
    "mined": '<circle r="7" class="ink"/>'
    '<path d="M0-11V11M-11 0H11M-7.5-7.5L7.5 7.5M7.5-7.5L-7.5 7.5" class="stroke-ink"/>',
    "neutralized": '<circle r="7" class="ring-calm"/><path d="M-5 5L5-5" class="stroke-calm"/>',
}

# The parts that a form can have: an outline, a disc, a flag, ink on or beside them.
CLASSES = (
    "stroke-bad",
    "ring-bad",
    "disc-bad",
    "disc-warn",
    "ink",
    "stroke-ink",
    "letter",
    "flag",
    "flag-pale",
    "stroke-light",
    "disc-sea",
    "stroke-sea",
    "ring-calm",
    "stroke-calm",
)

_NUMBER = r"-?\d{0,3}(\.\d{1,3})?"
_PATH = r"[MmLlHhVvCcSsQqTtAaZz0-9., -]+"
# Element -> attribute -> what it may hold.
_SAFE = {
    "path": {"d": _PATH},
    "circle": {"cx": _NUMBER, "cy": _NUMBER, "r": _NUMBER},
    "text": {"x": _NUMBER, "y": _NUMBER},
}
_LONGEST_TEXT = 3


class BadGlyph(ValueError):
    """A drawing that is not in the safe part of SVG."""


def check(name: str, drawing: str) -> str:
    """The drawing itself, if whoever is sent it can draw it without a second look."""
    if "<!" in drawing or "<?" in drawing:
        raise BadGlyph(f"glyph {name!r} holds more than elements")
    try:
        forms = ElementTree.fromstring(f"<g>{drawing}</g>")
    except ElementTree.ParseError as error:
        raise BadGlyph(f"glyph {name!r} is not well-formed: {error}") from None
    if not len(forms) or (forms.text or "").strip():
        raise BadGlyph(f"glyph {name!r} is no drawing")
    for form in forms:
        _check_form(name, form)
    return drawing


def _check_form(name: str, form: ElementTree.Element) -> None:
    allowed = _SAFE.get(form.tag)
    if allowed is None:
        raise BadGlyph(f"glyph {name!r} has <{form.tag}>; only {', '.join(_SAFE)} can be drawn")
    for key, value in form.attrib.items():
        if key != "class" and not (key in allowed and re.fullmatch(allowed[key], value)):
            raise BadGlyph(f"glyph {name!r} has {key}={value!r} in <{form.tag}>")
    part = form.get("class")
    if part not in CLASSES:
        known = ", ".join(CLASSES)
        raise BadGlyph(f"glyph {name!r} has a form of class {part!r}; there are {known}")
    words = (form.text or "").strip()
    if len(form) or len(words) > _LONGEST_TEXT or (words and form.tag != "text"):
        raise BadGlyph(f"glyph {name!r} has something within <{form.tag}>")
    if (form.tail or "").strip():
        raise BadGlyph(f"glyph {name!r} has words beside its forms")
