from __future__ import annotations

from pathlib import Path

import pytest

from stavka.board import Board, load_board
from stavka.data import DataError

from .small_map import write_small_map


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return load_board(write_small_map(tmp_path))


def test_terrain_play_and_coast(board: Board) -> None:
    grid = board.grid
    assert grid.labels(board.terrain["sea"]) == ["0401", "0402", "0403", "0404"]
    assert board.terrain_of(grid.hex("0101")) == "clear"
    assert grid.labels(grid.all & ~board.in_play) == ["0101"]
    assert grid.labels(board.coast["Ocean"]) == ["0301", "0302", "0303", "0304"]
    assert board.coastal == board.coast["Ocean"]
    assert board.areas["country"]["North"].bit_count() == 6
    assert board.areas_of(grid.hex("0101")) == {"country": ("North",)}
    assert board.areas_of(grid.hex("0401")) == {}


def test_a_river_lies_on_both_banks(board: Board) -> None:
    hex_ = board.grid.hex
    river = board.sides["river"]
    assert river.has(hex_("0202"), hex_("0203"))
    assert river.has(hex_("0203"), hex_("0202"))
    assert not river.has(hex_("0202"), hex_("0201"))
    assert len(river) == len(river.pairs()) == 3
    south = board.grid.direction(hex_("0202"), hex_("0203"))
    assert river.facing[south] >> hex_("0202") & 1
    assert river.entering[south] >> hex_("0203") & 1
    assert board.grid.labels(river.hexes) == ["0202", "0203", "0302", "0303"]


def test_networks_join_only_along_their_chains(board: Board) -> None:
    hex_, labels = board.grid.hex, board.grid.labels
    rail = board.networks["rail"]
    assert rail.joined(hex_("0102"), hex_("0202"))
    # 0302 and 0303 are next to each other on two lines that do not meet.
    assert not rail.joined(hex_("0302"), hex_("0303"))
    assert labels(rail.connected(hex_("0302"))) == ["0102", "0202", "0302"]
    assert labels(rail.exits) == ["0104"]
    assert [board.grid.label(h) for h in rail.joined_to(hex_("0202"))] == ["0302", "0102"]
    assert len(rail.links()) == 4
    assert labels(rail.owned("South").hexes) == ["0104", "0204", "0303"]
    within = board.grid.all & ~board.grid.set(["0202"])
    assert labels(rail.connected(hex_("0102"), within=within)) == ["0102"]
    assert rail.connected(hex_("0101")) == 0


def test_places_by_name_hex_and_kind(board: Board) -> None:
    grid = board.grid
    assert board.place("Harbour").kinds == {"city": (), "port": ("Ocean",)}
    assert [p.name for p in board.places_at(grid.hex("0303"))] == ["Inland"]
    assert grid.labels(board.kind("city")) == ["0302", "0303"]
    assert grid.labels(board.kind("port", "Ocean")) == ["0302"]
    assert board.kind("port", "Lake") == 0
    with pytest.raises(KeyError, match="Atlantis"):
        board.place("Atlantis")
    with pytest.raises(KeyError, match="castle"):
        board.kind("castle")


def test_describe_tells_all(board: Board) -> None:
    assert board.describe(board.grid.hex("0302")) == {
        "label": "0302",
        "terrain": "clear",
        "in_play": True,
        "places": [{"name": "Harbour", "kinds": ["city", "port:Ocean"]}],
        "areas": {"country": ["North"]},
        "networks": {"rail": ["0202"]},
        "sides": {"0303": ["river"], "0203": ["river"]},
        "coastal": True,
        "seas": ["Ocean"],
    }


def test_an_overlay_replaces_a_whole_file(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    write_small_map(ours)
    (theirs / "places.csv").write_text(
        "hex,name,kinds,note,source\n0203,Elsewhere,city,,found my own copy\n"
    )
    board = load_board(ours, theirs)
    assert [p.name for p in board.places] == ["Elsewhere"]
    assert board.networks["rail"].hexes
    (theirs / "places.csv").write_text("hex,name,kinds,note,source\n9903,Elsewhere,city,,found\n")
    with pytest.raises(DataError, match=r"theirs.places\.csv, line 2, field hex: .*9903"):
        load_board(ours, theirs)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.toml", "[grid]", "[greed]", r"map\.toml.*\[grid\] is missing"),
        ("map.toml", "[grid]", "[grid", r"map\.toml: is not valid TOML"),
        ("map.toml", '"flat"', '"round"', r"field orientation: 'round' should be one of flat"),
        ("map.toml", "[[1, 1, 4, 4]]", "[[1, 1, 4]]", r"field windows: .*four numbers"),
        ("map.toml", "[[1, 1, 4, 4]]", "[[4, 1, 1, 4]]", r"field windows: .*ends before"),
        ("map.toml", 'look = "sea"', 'look = "pink"', r"terrain\.sea\.look: 'pink'"),
        ("map.toml", 'name = "Sea"', "nom = 3", r"terrain\.sea: unknown key 'nom'"),
        ("map.toml", 'name = "Small"', "", r"field name: should be a text"),
        ("hexes.csv", "0202,clear", "0202,jungle", r"line 7, field terrain: 'jungle'.*clear"),
        ("hexes.csv", "0202,clear", "0201,clear", r"line 7, field hex: 0201.*line 6"),
        ("hexes.csv", "0202,clear", "0299,clear", r"line 7, field hex: .*0299 is not on this map"),
        ("hexes.csv", "0202,clear,yes", "0202,clear,ja", r"line 7, field in_play: 'ja'"),
        ("hexes.csv", "0202,clear,yes,,North,reconstructed for tests\n", "", r"1 hexes.*0202"),
        ("hexes.csv", "coast,", "shore,", r"line 1: the header lacks the field 'coast'"),
        ("sides.csv", "river,Brook", "rill,Brook", r"line 2, field kind: 'rill'"),
        ("sides.csv", "0202/0203", "0202-0203", r"line 2, field sides: '0202-0203'"),
        ("sides.csv", "0202/0203", "0202/0204", r"field sides: .*0202 and 0204 are not adjacent"),
        ("sides.csv", "0203/0302 ", "", r"do not meet: the line is broken"),
        ("sides.csv", "rulebook 1.1", "I know", r"field source: 'I know' does not begin"),
        ("sides.csv", "rulebook 1.1", "", r"field source: is empty"),
        ("links.csv", "0102 0202", "0102 0204", r"field hexes: .*0102 and 0204 are not adjacent"),
        ("links.csv", "0102 0202 0302", "0102", r"at least two hexes"),
        ("links.csv", "off 0104 0204", "0104 0204 0303 off 0204", r"'off' is not a hex number"),
        ("links.csv", "0104 0204 0303", "0203 0204 0303", r"0203 is not at the edge"),
        ("links.csv", "Main line,North", "Main line,North,x", r"line 2: has 7 fields.*has 6"),
        ("places.csv", "Inland", "Harbour", r"line 3, field name: 'Harbour'.*line 2"),
        ("places.csv", "port:Ocean", "fort:Ocean", r"field kinds: 'fort' is not declared"),
        ("places.csv", "Harbour", "", r"line 2, field name: is empty"),
        ("places.csv", "0302,Harbour", '"0302,Harbour', r"places\.csv.*is not valid CSV"),
    ],
)
def test_a_broken_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, file: str, old: str, new: str, complaint: str
) -> None:
    write_small_map(tmp_path)
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=complaint) as caught:
        load_board(tmp_path)
    assert file in str(caught.value)


@pytest.mark.parametrize("file", ["map.toml", "hexes.csv", "sides.csv", "links.csv", "places.csv"])
def test_missing_empty_and_binary_files(tmp_path: Path, file: str) -> None:
    write_small_map(tmp_path)
    (tmp_path / file).write_bytes(b"\xff\xfe\x00nonsense")
    with pytest.raises(DataError, match=f"{file}.*not UTF-8"):
        load_board(tmp_path)
    (tmp_path / file).write_text("")
    with pytest.raises(DataError, match=file):
        load_board(tmp_path)
    (tmp_path / file).unlink()
    with pytest.raises(DataError, match=f"{file}.*no such file"):
        load_board(tmp_path)
