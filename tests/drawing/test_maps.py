"""The maps of the titles, as they are drawn."""

from __future__ import annotations

import math
import os
import re
import struct
import subprocess
import sys
import zlib
from itertools import combinations

import pytest

from stavka import drawing, titles
from stavka.drawing import fonts
from stavka.hexes import members

from .conftest import Drawn, drawn_map
from .paths import SVG, ink


def texts(drawn: Drawn, group: str) -> list[str]:
    return [
        "".join(text.itertext())
        for g in drawn.xml.iter(f"{SVG}g")
        if g.get("id") == group
        for text in g.iter(f"{SVG}text")
    ]


def test_picture_needs_nothing_from_outside(drawn: Drawn) -> None:
    svg = drawn.picture.svg
    names = {element.tag.removeprefix(SVG) for element in drawn.xml.iter()}
    assert not names & {"script", "filter", "image", "foreignObject"}
    assert not re.search(r'href="(?!#)', svg)
    assert not re.search(r"url\((?!#|data:font/woff2;base64,)", svg)


def test_ids_are_unique_and_references_lead_somewhere(drawn: Drawn) -> None:
    ids = [i for element in drawn.xml.iter() if (i := element.get("id"))]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', drawn.picture.svg)) <= set(ids)


def test_size(drawn: Drawn) -> None:
    size = len(drawn.picture.svg.encode())
    assert size < (4_000_000 if drawn.board.grid.size > 2000 else 1_500_000)


def test_every_place_is_named(drawn: Drawn) -> None:
    assert sorted(texts(drawn, "names-place")) == sorted(p.name for p in drawn.board.places)


def test_names_do_not_overlap(drawn: Drawn) -> None:
    boxes = [(box, label) for label in drawn.picture.labels for box in label.boxes]
    boxes.sort(key=lambda pair: pair[0].left)
    for n, (box, label) in enumerate(boxes):
        for other_box, other in boxes[n + 1 :]:
            if other_box.left >= box.right:
                break
            assert label is other or not box.overlaps(other_box), (label.text, other.text)


def test_names_lie_inside_the_frame(drawn: Drawn) -> None:
    for label in drawn.picture.labels:
        assert all(drawn.picture.layout.bounds.holds(box) for box in label.boxes), label.text


def test_place_names_stand_near_their_places(drawn: Drawn) -> None:
    boxes = {label.text: label.boxes[0] for label in drawn.picture.labels if label.kind == "place"}
    for place in drawn.board.places:
        x, y = drawn.picture.layout.centre(place.hex)
        box = boxes[place.name]
        away = math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))
        assert away < 72, place.name


def test_fonts_have_every_letter(drawn: Drawn) -> None:
    table = fonts.advances("serif-regular")
    for label in drawn.picture.labels:
        assert set(label.text) <= set(table), label.text


def test_numbers_stand_in_their_hexes_in_play(drawn: Drawn) -> None:
    layout, grid = drawn.picture.layout, drawn.board.grid
    (group,) = (g for g in drawn.xml.iter(f"{SVG}g") if g.get("id") == "numbers")
    seen = set()
    for text in group:
        assert text.text
        seen.add(text.text)
        at = drawing.Point(float(text.attrib["x"]), float(text.attrib["y"]))
        assert layout.hex_at[layout.cell_at(at)] == grid.hex(text.text)
    void = [k.key for k in drawn.board.kinds["terrain"].values() if k.look == "void"]
    wanted = drawn.board.in_play
    for key in void:
        wanted &= ~drawn.board.terrain[key]
    assert seen == set(grid.labels(wanted))


@pytest.mark.parametrize(
    ("prefix", "looks"),
    [
        ("river", ("minor_river", "river", "major_river")),
        ("strait", ("water",)),
    ],
)
def test_water_passes_the_middle_of_its_hexsides(
    drawn: Drawn, prefix: str, looks: tuple[str, ...]
) -> None:
    layout, board = drawn.picture.layout, drawn.board
    found = ink(drawn.xml, prefix)
    for kind in board.kinds["sides"].values():
        if kind.look not in looks:
            continue
        for here, there in board.sides[kind.key].pairs():
            a, b = layout.centre(here), layout.centre(there)
            away = found.distance(((a.x + b.x) / 2, (a.y + b.y) / 2))
            # A strait is drawn by its banks.
            assert away < (12.0 if prefix == "strait" else 6.0), (
                board.grid.label(here),
                board.grid.label(there),
            )


@pytest.mark.parametrize(("look", "slack"), [("rail", 3.5), ("road", 7.0)])
def test_tracks_cross_the_middle_of_their_hexsides(drawn: Drawn, look: str, slack: float) -> None:
    layout, board = drawn.picture.layout, drawn.board
    found = ink(drawn.xml, look)
    for kind in board.kinds["networks"].values():
        if kind.look != look:
            continue
        for chain in board.networks[kind.key].chains:
            for here, there in zip(chain.hexes, chain.hexes[1:], strict=False):
                a, b = layout.centre(here), layout.centre(there)
                assert found.distance(((a.x + b.x) / 2, (a.y + b.y) / 2)) < slack, chain.name


def test_rivers_through_hexes_pass_beside_the_towns() -> None:
    drawn = drawn_map("reds")
    found = ink(drawn.xml, "waterway")
    network = drawn.board.networks["river"]
    assert network.hexes
    for hex_ in members(network.hexes):
        away = found.distance(drawn.picture.layout.centre(hex_))
        # A river may end at a shore without reaching the middle of its last hex.
        assert away < 26, drawn.board.grid.label(hex_)
        if drawn.board.places_at(hex_):
            assert away > 5, drawn.board.grid.label(hex_)


def test_png_has_the_size_and_is_not_blank(drawn: Drawn) -> None:
    data = drawing.png(drawn.picture.svg, width=700)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    layout = drawn.picture.layout
    assert width == 700
    assert abs(height - 700 * layout.height / layout.width) <= 1
    # A blank picture compresses to almost nothing.
    assert len(data) > 60_000
    assert zlib.crc32(data)


def test_every_class_has_a_style(drawn: Drawn) -> None:
    (style,) = (element.text or "" for element in drawn.xml.iter(f"{SVG}style"))
    for name in {c for element in drawn.xml.iter() if (c := element.get("class"))}:
        assert f".{name}{{" in style


@pytest.mark.parametrize("group", ["names-place", "names-sea", "numbers"])
def test_png_has_letters(group: str) -> None:
    """Without the fonts of the package the renderer would leave them out."""
    svg = drawn_map("red-dragon").picture.svg
    without = re.sub(f'<g id="{group}">.*?</g>', "", svg)
    assert without != svg
    assert drawing.png(svg, width=1200) != drawing.png(without, width=1200)


def test_numbers_can_be_left_out() -> None:
    board = titles.board("red-dragon")
    assert 'id="numbers"' not in drawing.svg(board, numbers=False)


def test_same_bytes_in_every_process() -> None:
    code = (
        "import hashlib, sys; from stavka import drawing, titles\n"
        "for slug in ('red-dragon', 'reds'):\n"
        "    svg = drawing.svg(titles.board(slug))\n"
        "    sys.stdout.write(hashlib.sha256(svg.encode()).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    }
    assert len(prints) == 1
    assert len(prints.pop()) == 128


def test_terrain_looks_differ(drawn: Drawn) -> None:
    """No two terrains of a map share their colour."""
    looks = {kind.look for kind in drawn.board.kinds["terrain"].values()} - {"sea", "lake", "void"}
    for one, other in combinations(sorted(looks), 2):
        assert drawing.palette.LAND[one] != drawing.palette.LAND[other]
