"""The map of Red Dragon, Blue Dragon against its rulebook, hex by hex and line by line.

The four-digit numbers of the rulebook, all of them:

- hexes: 1809 (3.1); 1101, 1201, 1301, 1401, 1501 (7.2.3a); 2209 to 2219 (7.2.3b);
- a hex that is a misprint: 2003 (7.2.2d), see docs/rulings/red-dragon.md;
- years: 1948, 1949 (title, 1.0), 2015 (copyright), which is also the hex of Tancheng by chance;
- part of a post code: 0165.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator

import pytest

from stavka.board import Board, Chain, SideRow
from stavka.hexes import Hex, HexSet, UnknownHex, members
from stavka.titles import board as title_board
from stavka.titles import entry

CPFA_EDGE = ["1101", "1201", "1301", "1401", "1501"]
NORTH_EDGE = [f"22{column:02}" for column in range(9, 20)]
SOUTH_EDGE = [f"07{column:02}" for column in range(1, 27)]

# A corner of the map's hexes: the three hexes that meet there, two at the edge of the map.
Corner = frozenset[Hex]


@pytest.fixture(scope="module")
def board() -> Board:
    return title_board("red-dragon")


def land(board: Board) -> HexSet:
    return board.terrain["clear"] | board.terrain["marsh"]


def cities(board: Board) -> HexSet:
    return board.kind("major_city") | board.kind("minor_city")


def kinds_at(board: Board, label: str) -> set[str]:
    places = board.places_at(board.grid.hex(label))
    return {kind for place in places for kind in place.kind_texts()}


def prohibited(board: Board, here: Hex, there: Hex) -> bool:
    """7.2.1, 11.1.7: a lake, sea or dike-marsh hexside."""
    on_land = land(board)
    both_land = on_land >> here & 1 and on_land >> there & 1
    return not both_land or board.sides["dike_marsh"].has(here, there)


def reached_over_land(board: Board, sources: HexSet) -> HexSet:
    seen, fresh = sources, list(members(sources))
    while fresh:
        here = fresh.pop()
        for there in board.grid.adjacent(here):
            if not seen >> there & 1 and not prohibited(board, here, there):
                seen |= 1 << there
                fresh.append(there)
    return seen


def one_piece(board: Board, hexes: HexSet) -> bool:
    seen = hexes & -hexes
    while more := board.grid.neighbours(seen) & hexes & ~seen:
        seen |= more
    return seen == hexes


# Every hex that the rulebook names, with all it says of it


@pytest.mark.parametrize(
    ("case", "name", "label", "kinds"),
    [
        ("3.1", "Xuzhou", "1809", {"objective"}),
        ("18.5.1", "Xuzhou", "1809", {"major_city"}),
        ("18.5.1", "Bengbu", "1010", {"major_city"}),
        ("7.2.2d", "Lianyungang", "2021", {"minor_city", "port:Yellow Sea"}),
        ("7.2.3a", "Fuyang", "1001", {"minor_city"}),
        ("7.2.3a", "Boxian", "1601", {"minor_city"}),  # the rulebook's Suxien
    ],
)
def test_a_place_that_the_rulebook_names(
    board: Board, case: str, name: str, label: str, kinds: set[str]
) -> None:
    place = board.place(name)
    assert board.grid.label(place.hex) == label
    assert kinds <= set(place.kind_texts())
    assert f"rulebook {case} " in place.source
    assert land(board) >> place.hex & 1


@pytest.mark.parametrize("label", CPFA_EDGE)
def test_cpfa_supply_source_7_2_3a(board: Board, label: str) -> None:
    hex_ = board.grid.hex(label)
    assert board.areas_of(hex_)["supply"] == ("CPFA",)
    assert board.grid.position(hex_)[0] == 1  # the west edge
    assert land(board) >> hex_ & 1


@pytest.mark.parametrize("label", NORTH_EDGE)
def test_supply_source_of_the_other_pla_7_2_3b(board: Board, label: str) -> None:
    hex_ = board.grid.hex(label)
    assert board.areas_of(hex_)["supply"] == ("ECFA",)
    assert board.grid.neighbour(hex_, 0) is None  # nothing to the north: the edge
    assert land(board) >> hex_ & 1


@pytest.mark.parametrize("label", SOUTH_EDGE)
def test_gmd_supply_source_7_2_2b(board: Board, label: str) -> None:
    hex_ = board.grid.hex(label)
    assert board.areas_of(hex_)["supply"] == ("GMD",)
    assert board.grid.neighbour(hex_, 3) is None  # nothing to the south: the edge
    assert land(board) >> hex_ & 1


def test_no_other_supply_sources(board: Board) -> None:
    supply = {name: board.grid.labels(hexes) for name, hexes in board.areas["supply"].items()}
    assert supply == {"CPFA": CPFA_EDGE, "ECFA": NORTH_EDGE, "GMD": SOUTH_EDGE}


def test_the_west_edge_source_lies_between_its_two_towns_7_2_3a(board: Board) -> None:
    ends = board.grid.set([board.grid.label(board.place(n).hex) for n in ("Fuyang", "Boxian")])
    assert board.grid.neighbours(board.areas["supply"]["CPFA"]) & ends == ends


def test_the_north_edge_source_begins_east_of_the_grand_canal_7_2_3b(board: Board) -> None:
    canal, grid = board.sides["canal"], board.grid
    assert canal.has(grid.hex("2208"), grid.hex("2209"))
    east = [label for label in NORTH_EDGE if canal.hexes >> grid.hex(label) & 1]
    assert east == ["2209"]  # the canal comes back to none of the others
    # It ends where the land ends.
    assert board.terrain_of(grid.hex("2220")) == "sea"


def test_hex_2003_is_a_misprint_7_2_2d(board: Board) -> None:
    assert kinds_at(board, "2003") == set()
    assert not board.coastal >> board.grid.hex("2003") & 1
    assert board.grid.labels(board.kind("port")) == ["2021"]


def test_hexes_around_xuzhou_can_hold_units_7_3_4(board: Board) -> None:
    around = board.grid.ring(board.place("Xuzhou").hex, 1)
    assert around.bit_count() == 6
    assert around & ~land(board) == 0


# The grid: rows 07 to 22, counted to the north, and columns 01 to 26


def test_the_board_has_no_rows_below_the_south_edge(board: Board) -> None:
    assert board.grid.size == 16 * 26
    assert board.in_play == board.grid.all
    for label in ("0609", "2309", "1800", "1827"):
        with pytest.raises(UnknownHex):
            board.grid.hex(label)


def test_neighbours_of_xuzhou(board: Board) -> None:
    around = [board.grid.label(h) for h in board.grid.adjacent(board.grid.hex("1809"))]
    assert around == ["1909", "1810", "1710", "1709", "1708", "1808"]  # clockwise from north


# Terrain and water


def test_terrain_that_the_rules_know(board: Board) -> None:
    assert {kind for kind, hexes in board.terrain.items() if hexes} == {
        "clear",
        "marsh",
        "lake",
        "sea",
    }


def test_sea_and_lakes_are_whole_and_named(board: Board) -> None:
    assert board.areas["sea"] == {"Yellow Sea": board.terrain["sea"]}
    assert one_piece(board, board.terrain["sea"])
    lakes = board.areas["lake"]
    assert set(lakes) == {"Weishan Lake", "Hongze Lake", "Gaoyou Lake"}
    assert sum(hexes.bit_count() for hexes in lakes.values()) == board.terrain["lake"].bit_count()
    for name, hexes in lakes.items():
        assert hexes & ~board.terrain["lake"] == 0, name
        assert one_piece(board, hexes), name


def test_coast_is_the_land_beside_the_sea(board: Board) -> None:
    beside = board.grid.neighbours(board.terrain["sea"]) & land(board)
    assert board.coast == {"Yellow Sea": beside}
    assert board.kind("port", "Yellow Sea") & ~beside == 0


def test_all_land_is_one_piece_for_movement_and_supply_7_2_3(board: Board) -> None:
    for command in ("CPFA", "ECFA"):
        assert reached_over_land(board, board.areas["supply"][command]) == land(board)


def test_dike_marsh_runs_along_the_grand_canal(board: Board) -> None:
    assert set(board.sides["dike_marsh"].pairs()) <= set(board.sides["canal"].pairs())


# Rivers from source to mouth


def corners(board: Board, side: tuple[Hex, Hex]) -> list[Corner]:
    here, there = side
    both = set(board.grid.adjacent(here)) & set(board.grid.adjacent(there))
    inner = [frozenset({here, there, third}) for third in sorted(both)]
    return inner + [frozenset(side)] * (2 - len(inner))


def ends(board: Board, row: SideRow) -> tuple[Corner, Corner]:
    """The corners at which a line of hexsides begins and ends."""
    if len(row.pairs) == 1:
        first, last = sorted(corners(board, row.pairs[0]), key=len)
        return first, last
    found = []
    for side, following in ((row.pairs[0], row.pairs[1]), (row.pairs[-1], row.pairs[-2])):
        joint = frozenset(side) | frozenset(following)
        (free,) = [corner for corner in corners(board, side) if corner != joint]
        found.append(free)
    return found[0], found[1]


def what_is_at(board: Board, corner: Corner, row: SideRow) -> str:
    """What a line of hexsides meets at a corner: the edge, a water, another line, or nothing."""
    if len(corner) == 2:
        return "edge"
    for hex_ in sorted(corner):
        areas = board.areas_of(hex_)
        for group in ("lake", "sea"):
            if group in areas:
                return areas[group][0]
    for kind in ("river", "canal"):
        for other in board.sides[kind].rows:
            if other is not row and any(corner in corners(board, side) for side in other.pairs):
                return other.name
    return "nothing"


def water_rows(board: Board) -> Iterator[SideRow]:
    yield from board.sides["river"].rows
    yield from board.sides["canal"].rows


def test_every_river_has_a_beginning_and_a_mouth(board: Board) -> None:
    found = [
        (row.name, *(what_is_at(board, corner, row) for corner in ends(board, row)))
        for row in water_rows(board)
    ]
    assert found == [
        ("Huai", "edge", "Hongze Lake"),
        ("San", "Hongze Lake", "Gaoyou Lake"),
        ("Ying", "edge", "Huai"),
        ("Guo", "edge", "Huai"),
        ("Hui", "nothing", "Huai"),  # its source
        ("Yi", "edge", "Grand Canal"),
        ("Shu", "edge", "Yellow Sea"),
        ("Grand Canal", "edge", "Weishan Lake"),
        ("Grand Canal", "Weishan Lake", "edge"),
    ]
    hui = board.sides["river"].rows[4]
    assert hui.note.startswith("source")


@pytest.mark.parametrize(
    ("water", "bank", "other_bank"),
    [
        ("river", "Bengbu", "1110"),  # the Huai north of Bengbu
        ("river", "Huainan", "0908"),
        ("river", "Linhuaiguan", "1111"),
        ("river", "Guzhen", "1209"),  # the Hui south of Guzhen
        ("river", "Shuangduiji", "1407"),  # south of the Hui, as Nanpingji is
        ("river", "Nanpingji", "1407"),
        ("river", "Mengcheng", "1206"),  # the Guo north of Mengcheng
        ("river", "Guoyang", "1303"),  # and south of Guoyang
        ("river", "Fuyang", "1002"),  # the Ying east of Fuyang
        ("river", "Linyi", "2216"),  # the Yi east of Linyi
        ("river", "Xinanzhen", "1814"),  # between the Yi and the Shu
        ("river", "Xinanzhen", "1816"),
        ("canal", "Taierzhuang", "1911"),  # north bank
        ("canal", "Hanzhuang", "2010"),  # south bank
        ("canal", "Yunhe", "1814"),
        ("canal", "Suqian", "1715"),  # south-west bank
        ("canal", "Gaoyou", "1020"),  # east bank, behind the dike
    ],
)
def test_towns_stand_on_their_own_bank(
    board: Board, water: str, bank: str, other_bank: str
) -> None:
    assert board.sides[water].has(board.place(bank).hex, board.grid.hex(other_bank))


# Railways and roads


def lines(board: Board) -> Iterator[tuple[str, Chain]]:
    for kind in ("rail", "road"):
        for chain in board.networks[kind].chains:
            yield kind, chain


def reached_by_road_or_rail(board: Board, sources: HexSet) -> HexSet:
    rail, road = board.networks["rail"], board.networks["road"]
    seen = sources & (rail.hexes | road.hexes)
    while more := (rail.connected_to(seen) | road.connected_to(seen)) & ~seen:
        seen |= more
    return seen


def test_lines_run_over_land_and_through_no_barrier_7_2_1(board: Board) -> None:
    for kind, chain in lines(board):
        for here, there in zip(chain.hexes, chain.hexes[1:], strict=False):
            where = f"{kind} {chain.name} {board.grid.label(here)}-{board.grid.label(there)}"
            assert not prohibited(board, here, there), where


def test_every_line_ends_somewhere(board: Board) -> None:
    for kind, chain in lines(board):
        others = [other for _, other in lines(board) if other is not chain]
        for end, off in ((chain.hexes[0], chain.starts_off), (chain.hexes[-1], chain.ends_off)):
            joins = any(end in other.hexes for other in others)
            where = f"{kind} {chain.name} at {board.grid.label(end)}"
            assert off or joins or board.places_at(end), where


def test_the_two_railways_meet_at_xuzhou_11_2(board: Board) -> None:
    rail, grid = board.networks["rail"], board.grid
    through = [chain.name for chain in rail.chains if grid.hex("1809") in chain.hexes]
    assert through == ["Tianjin-Pukou", "Longhai"]
    assert rail.connected(grid.hex("1809")) == rail.hexes
    assert grid.labels(rail.exits) == ["0715", "1901", "2209"]


def test_units_can_come_by_rail_from_the_south_edge_11_2_2(board: Board) -> None:
    arrivals = board.networks["rail"].exits & board.areas["supply"]["GMD"]
    assert board.grid.labels(arrivals) == ["0715"]


@pytest.mark.parametrize(
    "name", ["Xuzhou", "Bengbu", "Lianyungang", "Suxian", "Xinanzhen", "Dangshan", "Chuxian"]
)
def test_a_city_on_a_rail_line_11_2_2(board: Board, name: str) -> None:
    hex_ = board.place(name).hex
    assert cities(board) & board.networks["rail"].hexes & 1 << hex_


def test_every_road_and_railroad_leads_to_the_south_edge_7_2_2b(board: Board) -> None:
    everything = board.networks["rail"].hexes | board.networks["road"].hexes
    assert reached_by_road_or_rail(board, board.areas["supply"]["GMD"]) == everything


def test_every_city_is_on_a_road_or_railroad(board: Board) -> None:
    everything = board.networks["rail"].hexes | board.networks["road"].hexes
    assert board.grid.labels(cities(board) & ~everything) == []


def bridges(board: Board, chain: Chain) -> list[str]:
    river, canal = board.sides["river"], board.sides["canal"]
    return [
        f"{board.grid.label(here)}-{board.grid.label(there)}"
        for here, there in zip(chain.hexes, chain.hexes[1:], strict=False)
        if river.has(here, there) or canal.has(here, there)
    ]


def test_railway_bridges_18_1_2(board: Board) -> None:
    found = {chain.name: bridges(board, chain) for chain in board.networks["rail"].chains}
    assert found == {
        "Tianjin-Pukou": ["2010-1910", "1309-1209", "1110-1010"],  # canal, Hui, Huai
        "Longhai": ["1813-1814", "1814-1915", "1915-1816"],  # canal, Yi, Shu
        "Huainan branch": [],
        "Zaozhuang branch": [],
    }


# Places


def test_cities_and_towns(board: Board) -> None:
    for place in board.places:
        size = {"major_city", "minor_city", "town"} & set(place.kinds)
        assert len(size) == 1, place.name
        assert land(board) >> place.hex & 1, place.name
    assert len({place.hex for place in board.places}) == len(board.places)
    assert board.grid.labels(board.kind("major_city")) == ["1010", "1809"]


@pytest.mark.parametrize("name", ["Nianzhuang", "Shuangduiji", "Chenguanzhuang"])
def test_the_historical_pockets_can_hold_final_defense_positions_16_1_1(
    board: Board, name: str
) -> None:
    assert not cities(board) >> board.place(name).hex & 1


def lattice(longitude: float, latitude: float, matrix: list[list[float]]) -> tuple[float, float]:
    """Lambert conformal conic on a sphere (34 N 117.5 E, parallels 33 and 35), then the fit."""

    def colatitude(degrees: float) -> float:
        return math.tan(math.pi / 4 + math.radians(degrees) / 2)

    south, north = math.cos(math.radians(33)), math.cos(math.radians(35))
    n = math.log(south / north) / math.log(colatitude(35) / colatitude(33))
    scale = 6371 * south * colatitude(33) ** n / n
    radius, origin = scale / colatitude(latitude) ** n, scale / colatitude(34) ** n
    angle = n * math.radians(longitude - 117.5)
    x, y = radius * math.sin(angle), origin - radius * math.cos(angle)
    (a, b), (c, d), (e, f) = matrix
    return x * a + y * c + e, x * b + y * d + f


def test_places_stand_where_their_coordinates_put_them(board: Board) -> None:
    settings = tomllib.loads((entry("red-dragon").data / "map" / "map.toml").read_text())
    matrix = settings["georeference"]["matrix"]
    checked = 0
    for place in board.places:
        found = re.search(r"([\d.]+) E ([\d.]+) N", place.source)
        if found is None:
            continue
        x, y = lattice(float(found[1]), float(found[2]), matrix)
        column, row = board.grid.position(place.hex)
        away = math.dist((x, y), (column * math.sqrt(3) / 2, row + (column % 2 == 0) / 2))
        # A corner of a hex is 0.58 from its centre; Lianyungang's harbour lies in a sea hex.
        assert away < (0.8 if place.name == "Lianyungang" else 0.6), place.name
        checked += 1
    assert checked == len(board.places) - 1  # all but Xuzhou, whose hex is printed
