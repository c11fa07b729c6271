"""The colours of counters and the drawings of markers."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import msgspec
import pytest

from stavka.engine.glyphs import CLASSES, STANDARD, BadGlyph, check
from stavka.engine.looks import (
    BANDS,
    LIVERIES,
    NEUTRAL,
    BadLook,
    Livery,
    check_sides,
    contrast,
    livery,
)

DARK = [name for name, look in LIVERIES.items() if look.dark]
LIGHT = [name for name, look in LIVERIES.items() if not look.dark]
STYLES = Path(__file__).parents[2] / "web" / "src" / "styles" / "map.css"


# Liveries


@pytest.mark.parametrize("name", LIVERIES)
def test_a_standard_livery_can_be_read(name: str) -> None:
    """A title's own are checked, so the standard ones are too; bands show by colour or outline."""
    look = LIVERIES[name]
    assert livery(msgspec.structs.replace(look)) == livery(name) == look
    for band in BANDS.values():
        colour = band.bright if look.dark else band.deep
        assert max(contrast(colour, look.face), contrast(colour, look.ink)) > 3


@pytest.mark.parametrize(("dark", "light"), list(product(DARK, LIGHT)))
def test_any_dark_livery_goes_with_any_light_one(dark: str, light: str) -> None:
    check_sides({"one": LIVERIES[dark], "other": LIVERIES[light]})


def test_there_are_liveries_to_choose_from() -> None:
    assert set(DARK) == {"red", "blue", "green"}
    assert set(LIGHT) == {"pale", "grey", "ochre", NEUTRAL}
    # Those that are alike in greyscale differ by a mark, and nobody looks like nobody's.
    assert len({LIVERIES[name].mark for name in DARK}) == len(DARK)
    assert [name for name, look in LIVERIES.items() if look.mark == "corner"] == [NEUTRAL]


def test_bands_differ_without_colour() -> None:
    assert len({band.gaps for band in BANDS.values()}) == len(BANDS)


def test_sides_that_look_alike_are_refused() -> None:
    with pytest.raises(BadLook, match=r"Red and Blue differ by 1\.\d:1; 3 is needed"):
        check_sides({"Red": LIVERIES["red"], "Blue": LIVERIES["blue"]})
    striped = msgspec.structs.replace(LIVERIES["pale"], mark="stripe")
    with pytest.raises(BadLook, match="same mark, stripe"):
        check_sides({"Red": LIVERIES["red"], "White": striped})


def test_a_livery_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(BadLook, match="no livery 'mauve'; there are red, blue"):
        livery("mauve")
    own = LIVERIES["red"]
    with pytest.raises(BadLook, match="the face 'red' of a livery is not a colour"):
        livery(msgspec.structs.replace(own, face="red"))
    with pytest.raises(BadLook, match=r"the ink of a livery is 1\.0:1 on its face"):
        livery(msgspec.structs.replace(own, ink=own.face))
    assert livery(msgspec.structs.replace(own, edge="#000000")) != own
    assert isinstance(livery("red"), Livery)


# Glyphs


@pytest.mark.parametrize("name", STANDARD)
def test_a_standard_glyph_is_safe(name: str) -> None:
    assert check(name, STANDARD[name]) == STANDARD[name]


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("", "is no drawing"),
        ("mine", "is no drawing"),
        ('<path d="M0 0" class="ink">', "not well-formed"),
        ('<path d="M0 0" class="ink"/>!', "words beside"),
        ('<script class="ink"/>', "only path, circle, text can be drawn"),
        ('<image href="x" class="ink"/>', "only path"),
        ('<path d="M0 0" class="ink" onload="alert(1)"/>', "onload"),
        ('<path d="url(x)" class="ink"/>', "d='url"),
        ('<circle r="9" style="fill:red" class="ink"/>', "style"),
        ('<circle r="1e9" class="ink"/>', "r='1e9'"),
        ('<circle r="9"/>', "class None"),
        ('<circle r="9" class="rainbow"/>', "class 'rainbow'; there are stroke-bad"),
        ('<text class="letter">a whole novel</text>', "something within <text>"),
        ('<text class="letter">A<text class="letter">B</text></text>', "something within"),
        ('<path d="M0 0" class="ink">x</path>', "something within <path>"),
        ('<!DOCTYPE g><path d="M0 0" class="ink"/>', "more than elements"),
    ],
)
def test_anything_else_is_refused(drawing: str, why: str) -> None:
    with pytest.raises(BadGlyph, match=re.escape(why)):
        check("new", drawing)


def test_a_letter_can_be_a_glyph() -> None:
    check("hq", '<circle r="9" class="disc-warn"/><text y="4" class="letter">HQ</text>')


def test_the_client_has_a_style_for_every_part() -> None:
    styles = STYLES.read_text(encoding="utf-8")
    assert [name for name in CLASSES if f".marker .{name}" not in styles] == []
