"""A small map that uses every look that a map can ask for."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from stavka.board import Board, load_board
from stavka.board.loader import LOOKS
from stavka.drawing import draw, palette, png

from .paths import SVG, ink

COLUMNS, ROWS = 14, 9


def _kinds(section: str, key: str = "look") -> str:
    chain = {"minor_river", "river", "major_river"}
    return "".join(
        f'[{section}.{look}]\nname = "The {look}"\n{key} = "{look}"\n'
        + ("chain = true\n" if section == "sides" and look in chain else "")
        for look in sorted(LOOKS[section])
    )


def _terrain(column: int, row: int) -> str:
    looks = sorted(LOOKS["terrain"])
    return looks[(column - 1) // 2 + (0 if row < 5 else 6)] if column < 13 else "clear"


def every_look(folder: Path, orientation: str) -> Board:
    (folder / "map.toml").write_text(
        'name = "Every look"\ncredits = ["Nobody."]\n[grid]\n'
        f'orientation = "{orientation}"\nshifted = "odd"\nnumbering = "ccrr"\nrows = "down"\n'
        f"windows = [[1, 1, {COLUMNS}, {ROWS}]]\n"
        + "".join(_kinds(section) for section in ("terrain", "sides", "networks", "places"))
        + _kinds("areas", "border"),
        encoding="utf-8",
    )
    groups = sorted(LOOKS["areas"])
    hexes = [f"hex,terrain,in_play,coast,{','.join(groups)},source"]
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            areas = ["North" if row < 5 else "South"] * len(groups)
            in_play = "no" if (column, row) in ((14, 1), (14, 2), (1, 9)) else "yes"
            hexes.append(
                f"{column:02}{row:02},{_terrain(column, row)},{in_play},,{','.join(areas)},"
                "reconstructed test"
            )
    sides = ["kind,name,sides,note,source"]
    for n, look in enumerate(sorted(LOOKS["sides"])):
        sides.append(f"{look},A {look},{n + 2:02}05/{n + 2:02}06,,reconstructed test")
    assert len(LOOKS["networks"]) == 5
    links = ["network,name,owner,hexes,note,source"]
    for n, look in enumerate(["major_river", "none", "rail", "river", "road"]):
        way = " ".join(f"{column:02}{n + 4:02}" for column in range(1, COLUMNS + 1))
        links.append(f"{look},A {look},,off {way} off,,reconstructed test")
    places = ["hex,name,kinds,note,source"]
    for n, look in enumerate(sorted(LOOKS["places"])):
        places.append(f"{n + 2:02}08,St {look} & Co,{look},,reconstructed test")
    places.append("0802,Everything," + ";".join(sorted(LOOKS["places"])) + ",,reconstructed test")
    places.append("0802,Beside it,town,,reconstructed test")
    for name, lines in (
        ("hexes", hexes),
        ("sides", sides),
        ("links", links),
        ("places", places),
    ):
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_board(folder)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_look_is_drawn(tmp_path: Path, orientation: str) -> None:
    board = every_look(tmp_path, orientation)
    picture = draw(board, subtitle="<All> of them")
    svg = picture.svg
    xml = ElementTree.fromstring(svg)
    for colour in (*palette.LAND.values(), palette.VOID, palette.DIKE, palette.CANAL):
        assert colour in svg
    for look in LOOKS["places"] - {"none", "major_city"}:
        assert f'href="#{look}"' in svg, look
    names = ["".join(text.itertext()) for text in xml.iter(f"{SVG}text")]
    assert "St port & Co" in names
    assert "<All> of them" in names
    for look, label in (("rail", "0606"), ("road", "0608"), ("waterway", "0604")):
        assert ink(xml, look).distance(picture.layout.centre(board.grid.hex(label))) < 12, look
    # Hexes that are void or out of play have no number.
    assert "1401" not in names
    assert {"1301", "0101"} <= set(names)
    void = next(h for h in board.grid.hexes if board.terrain_of(h) == "void")
    assert board.grid.label(void) not in names
    assert png(svg, width=600)[1:4] == b"PNG"
