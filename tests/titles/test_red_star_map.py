"""The map of Red Star Rising against its rulebook, hex by hex and line by line.

The four-digit numbers of the rulebook, all of them:

- hexes: 6115, 6116, 6117 (3.3.4); 1724, 1824 (3.5.4, 10.1.2e); 2233, 2833, 3238, 3241, 3246, 1150,
  0546 (19.1.4); the 23 cities of 19.5.5; 32xx and xx33, the bounds of scenario 1 (19.1.2);
- hexes of another numbering, the same grid turned half round: 2706, 5104, 1418, 6313, 5301, 3902,
  4508, 5718 (19.2.5), see docs/rulings/red-star.md;
- years: 1941, 1942, 1943, 1944 (throughout), 2007 (copyright, 7.9).
"""

from __future__ import annotations

import csv
import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from stavka.board import Board, Chain
from stavka.hexes import Grid, Hex, HexSet, UnknownHex, members
from stavka.titles import board as title_board

Corner = tuple[float, float]
Pair = tuple[Hex, Hex]

CITIES_19_5_5 = {
    "Warsaw": "3901",
    "Moscow": "4828",
    "Konigsberg": "4601",
    "Bucharest": "1207",
    "Ploesti": "1407",
    "Leningrad": "6117",
    "Sevastopol": "1221",
    "Kharkov": "3026",
    "Stalino": "2430",
    "Voronezh": "3632",
    "Rostov": "2233",
    "Kiev": "3116",
    "Odessa": "1816",
    "Lublin": "3503",
    "Riga": "5308",
    "Smolensk": "4520",
    "Vilnyus": "4509",
    "Minsk": "4212",
    "Lvov": "3005",
    "Vinnitsa": "2713",
    "Proskurov": "2809",
    "Kishinev": "2012",
    "Brest-Litovsk": "3805",
}

CITIES_19_2_5 = {
    "Moscow": "2706",
    "Stalino": "5104",
    "Leningrad": "1418",
    "Sevastopol": "6313",
    "Rostov": "5301",
    "Voronezh": "3902",
    "Kharkov": "4508",
    "Odessa": "5718",
}

TURNING_POINT_SOURCES = {
    "Axis": ["2233", "2833"],
    "Soviet": ["3238", "3241", "3246", "1150", "0546"],
}

MAJOR_RIVERS = {
    "Danube",
    "Dnieper",
    "Dniester",
    "Don",
    "Kama",
    "Kerch Straits",
    "Lower Don",
    "Neva",
    "Northern Dvina",
    "Svir",
    "Vistula",
    "Volga",
    "Western Dvina",
}

# Land that no unit can walk to: Osel, Dago, Aland, and the far shore of the White Sea.
ISLANDS = ["5706", "5805", "5806", "5906", "6403"]
FAR_SHORE = ["8633", "8634", "8734", "8833", "8834", "8934", "9033", "9034"]

SETUP_HEXES = Path(__file__).with_name("red_star_setup_hexes.csv")


@pytest.fixture(scope="module")
def board() -> Board:
    return title_board("red-star")


def land(board: Board) -> HexSet:
    return board.grid.all & ~(board.terrain["sea"] | board.terrain["lake"])


def kinds_at(board: Board, label: str) -> set[str]:
    places = board.places_at(board.grid.hex(label))
    return {kind for place in places for kind in place.kind_texts()}


def country(board: Board, label: str) -> str:
    return board.areas_of(board.grid.hex(label))["country"][0]


def pairs_of(board: Board, text: str) -> list[Pair]:
    hexes = [[board.grid.hex(label) for label in side.split("/")] for side in text.split()]
    return [board.grid.side(here, there) for here, there in hexes]


def corners(grid: Grid, hex_: Hex) -> set[Corner]:
    points = (grid.corner(hex_, number) for number in range(6))
    return {(round(x, 2), round(y, 2)) for x, y in points}


def ends(grid: Grid, side: Pair) -> set[Corner]:
    return corners(grid, side[0]) & corners(grid, side[1])


@cache
def hexes_by_corner(grid: Grid) -> dict[Corner, list[Hex]]:
    found: dict[Corner, list[Hex]] = defaultdict(list)
    for hex_ in grid.hexes:
        for corner in corners(grid, hex_):
            found[corner].append(hex_)
    return found


def river_sides(board: Board) -> list[Pair]:
    return board.sides["minor_river"].pairs() + board.sides["major_river"].pairs()


def river_corners(board: Board, sides: tuple[Pair, ...]) -> list[Corner]:
    """The corners of a river in order, from source to mouth."""
    touched = [ends(board.grid, side) for side in sides]
    if len(touched) == 1:
        return sorted(touched[0])
    line = [*(touched[0] - touched[1])]
    for one, other in pairwise(touched):
        line += one & other
    return [*line, *(touched[-1] - touched[-2])]


def barrier(board: Board, here: Hex, there: Hex) -> bool:
    """3.3.4: a hexside that lies wholly in a lake or the sea."""
    return board.sides["sea"].has(here, there) or board.sides["lake"].has(here, there)


def spread(board: Board, start: HexSet, may_enter: Callable[[Hex, Hex], bool]) -> HexSet:
    seen, fresh = start, list(members(start))
    while fresh:
        here = fresh.pop()
        for there in board.grid.adjacent(here):
            if not seen >> there & 1 and may_enter(here, there):
                seen |= 1 << there
                fresh.append(there)
    return seen


# Every hex that the rulebook names, with all it says of it


@pytest.mark.parametrize(("name", "label"), CITIES_19_5_5.items())
def test_a_city_of_19_5_5(board: Board, name: str, label: str) -> None:
    place = board.place(name)
    assert board.grid.label(place.hex) == label
    assert {"major_city", "fortress"} & set(place.kinds)  # 9.0, 18.0.4: it can be controlled
    assert "rulebook 19.5.5 (hex)" in place.source
    assert board.areas["map"]["Main"] >> place.hex & 1
    assert (board.in_play & land(board)) >> place.hex & 1


@pytest.mark.parametrize(("name", "label"), CITIES_19_2_5.items())
def test_a_city_of_19_2_5_is_the_same_hex_turned_half_round(
    board: Board, name: str, label: str
) -> None:
    row = 75 - int(label[:2])
    column = (34 if row % 2 == 0 else 35) - int(label[2:])
    assert f"{row:02}{column:02}" == CITIES_19_5_5[name]
    assert "rulebook 19.2.5" in board.place(name).source


@pytest.mark.parametrize(
    ("case", "name", "label", "kinds"),
    [
        ("3.6.4", "Murmansk", "9121", {"major_city", "port:Arctic Ocean"}),
        ("3.6.4", "Archangel", "7731", {"major_city", "port:Arctic Ocean"}),
        ("3.6.5", "Leningrad", "6117", {"major_city", "port:Baltic Sea"}),
        ("3.6.5", "Konigsberg", "4601", {"major_city", "port:Baltic Sea"}),
        ("7.4.3", "Sevastopol", "1221", {"minor_city", "fortress"}),
        ("10.2.3", "Odessa", "1816", {"port:Black Sea"}),
        ("10.2.3", "Sevastopol", "1221", {"port:Black Sea"}),
        ("10.3.1", "Helsinki", "6310", {"major_city", "capital:Finland"}),
        ("10.3.2", "Bucharest", "1207", {"capital:Rumania"}),
        ("10.4", "Moscow", "4828", {"source:Soviet"}),
        ("10.4", "Baku", "0457", {"source:Soviet"}),
        ("10.4.4", "Novorossiisk", "1330", {"port:Black Sea"}),
        ("10.4.4", "Tuapse", "1233", {"port:Black Sea"}),
        ("18.1.1", "Stalingrad", "2842", {"major_city"}),
        ("18.1.2", "Baku", "0457", {"major_city"}),
        ("19.1.4", "Rostov", "2233", {"tp_source:Axis"}),
        ("19.1.4", "Chertkovo", "2833", {"tp_source:Axis"}),
        ("19.1.4", "Filonovo", "3238", {"tp_source:Soviet"}),
        ("19.1.4", "Kamyshin railway", "3241", {"tp_source:Soviet"}),
        ("19.1.4", "Pallasovka", "3246", {"tp_source:Soviet"}),
        ("19.1.4", "Makhachkala", "1150", {"tp_source:Soviet"}),
        ("19.1.4", "Tiflis", "0546", {"tp_source:Soviet"}),
        ("19.6.4", "Murmansk", "9121", {"source_if_held:Axis"}),
    ],
)
def test_what_the_rules_say_of_a_place(
    board: Board, case: str, name: str, label: str, kinds: set[str]
) -> None:
    place = board.place(name)
    assert board.grid.label(place.hex) == label
    assert kinds <= set(place.kind_texts())


def test_the_north_of_6115_and_6116_is_sea_3_3_4(board: Board) -> None:
    for side in pairs_of(board, "6115/6214 6115/6215 6116/6215 6116/6216"):
        assert board.sides["sea"].has(*side)
        assert not board.sides["major_river"].has(*side)
    west = [board.terrain_of(board.grid.hex(label)) for label in ("6115", "6116")]
    assert "sea" not in west


def test_a_major_river_between_6116_and_6117_3_3_4(board: Board) -> None:
    (side,) = pairs_of(board, "6116/6117")
    assert board.sides["major_river"].has(*side)
    assert not barrier(board, *side)


def test_the_causeway_3_5_4_10_1_2e(board: Board) -> None:
    (side,) = pairs_of(board, "1724/1824")
    assert board.sides["causeway"].pairs() == [side]
    assert board.sides["sea"].has(*side)  # otherwise impassable
    assert board.networks["rail"].joined(*side)
    without = board.networks["rail"]
    crossings = [link for link in without.links() if barrier(board, *link)]
    assert crossings == [side]  # no other railway crosses water


def test_the_crimea_and_the_ukraine_meet_at_perekop_alone(board: Board) -> None:
    """3.5.4 makes sense only if the causeway joins two shores and the other way is narrow."""
    isthmus = 1 << board.place("Perekop").hex

    def may_enter(here: Hex, there: Hex) -> bool:
        open_ = (land(board) & ~isthmus) >> there & 1
        (strait,) = pairs_of(board, "1528/1529")
        return bool(open_) and not barrier(board, here, there) and {here, there} != {*strait}

    crimea = spread(board, 1 << board.grid.hex("1724"), may_enter)
    assert crimea >> board.place("Sevastopol").hex & 1
    assert crimea >> board.place("Kerch").hex & 1
    assert not crimea >> board.grid.hex("1824") & 1


def test_red_arrows_are_on_ladoga_and_seliger_3_3_5(board: Board) -> None:
    rows = board.sides["red_arrow"].rows
    assert [row.name for row in rows] == ["Lake Ladoga", "Lake Seliger"]
    for row in rows:
        for here, there in row.pairs:
            assert board.sides["lake"].has(here, there)  # a lake between two land spaces
            assert (land(board) & board.in_play) >> here & 1
            assert (land(board) & board.in_play) >> there & 1


def test_the_ice_road_leads_behind_leningrad_3_3_5(board: Board) -> None:
    """Ladoga's arrows are worth printing only if they join the two shores of Shlisselburg Bay."""
    arrows = board.sides["red_arrow"]
    assert {"6119", "6218", "6219"} <= set(board.grid.labels(arrows.hexes))
    west = board.grid.hex("6218")
    neva = board.sides["major_river"]
    assert board.grid.distance(west, board.place("Leningrad").hex) <= 2
    assert neva.has(west, board.grid.hex("6118"))


def test_the_kerch_straits_are_a_major_river_7_4_2(board: Board) -> None:
    rows = [row for row in board.sides["major_river"].rows if row.name == "Kerch Straits"]
    assert [row.pairs for row in rows] == [tuple(pairs_of(board, "1528/1529"))]
    touching = {h for corner in ends(board.grid, rows[0].pairs[0]) for h in around(board, corner)}
    seas = {sea for h in touching for sea in board.areas_of(h).get("sea", ())}
    assert seas == {"Black Sea", "Sea of Azov"}


def around(board: Board, corner: Corner) -> list[Hex]:
    return hexes_by_corner(board.grid)[corner]


@pytest.mark.parametrize(
    ("case", "sea", "names"),
    [
        ("3.6.4", "Arctic Ocean", {"Murmansk", "Archangel"}),
        ("3.6.5", "Baltic Sea", {"Leningrad", "Konigsberg"}),
    ],
)
def test_the_two_harbours_of_a_northern_sea(
    board: Board, case: str, sea: str, names: set[str]
) -> None:
    assert {p.name for p in board.places if sea in p.kinds.get("port", ())} == names


def test_the_sources_of_scenario_1_and_no_others_19_1_4(board: Board) -> None:
    for side, labels in TURNING_POINT_SOURCES.items():
        assert set(board.grid.labels(board.kind("tp_source", side))) == set(labels)
    area = board.areas["scenario"]["Turning Point"]
    assert board.kind("tp_source") & ~area == 0


def test_the_area_of_scenario_1_19_1_2(board: Board) -> None:
    area = board.areas["scenario"]["Turning Point"]
    expected = board.grid.set(f"{row:02}{col:02}" for row in range(1, 33) for col in range(33, 51))
    assert area == expected


# The three maps


def test_the_windows(board: Board) -> None:
    sizes = {name: hexes.bit_count() for name, hexes in board.areas["map"].items()}
    assert sizes == {"Main": 74 * 50, "Finland": 21 * 25, "Baku": 12 * 8}
    for label in ("0100", "7550", "9610", "1351", "0159", "7509"):
        with pytest.raises(UnknownHex):
            board.grid.hex(label)


def test_rows_run_north_and_even_rows_stand_half_a_hex_east(board: Board) -> None:
    """19.2.5 with 19.5.5: the conversion works only for this grid."""
    x = {label: board.grid.centre(board.grid.hex(label))[0] for label in ("0101", "0201", "0301")}
    y = {label: board.grid.centre(board.grid.hex(label))[1] for label in ("0101", "0201")}
    assert x["0101"] == x["0301"] < x["0201"]
    assert y["0201"] < y["0101"]  # up, on a page where y grows downwards


def test_murmansk_and_baku_have_maps_of_their_own_18_1_19_6_2(board: Board) -> None:
    for name, sheet in (("Murmansk", "Finland"), ("Archangel", "Finland"), ("Baku", "Baku")):
        assert board.areas["map"][sheet] >> board.place(name).hex & 1
    for name in ("Helsinki", "Leningrad", "Stalingrad", "Tuapse", "Sevastopol"):
        assert board.areas["map"]["Main"] >> board.place(name).hex & 1


def test_arctic_spaces_are_in_the_far_north_10_1_3b(board: Board) -> None:
    arctic = board.areas["arctic"]["Arctic"]
    assert arctic & ~(board.areas["map"]["Finland"] & land(board)) == 0
    assert arctic >> board.place("Murmansk").hex & 1
    rows = {int(board.grid.label(h)[:2]) for h in members(arctic)}
    tops = {int(board.grid.label(h)[:2]) for h in members(board.areas["map"]["Finland"])}
    assert rows == set(range(min(rows), max(tops) + 1))


# Terrain, countries, reach


def test_terrain_kinds(board: Board) -> None:
    assert set(board.terrain) == {"clear", "forest", "swamp", "mountain", "lake", "sea"}
    assert all(board.terrain.values())


@pytest.mark.parametrize(
    ("label", "terrain"),
    [
        ("3709", "swamp"),  # the Pripet marshes at Pinsk
        ("1223", "mountain"),  # the south coast of the Crimea
        ("1040", "mountain"),  # the Caucasus
        ("2405", "mountain"),  # the Carpathians
        ("1605", "mountain"),  # the Transylvanian Alps
        ("5922", "forest"),
        ("2837", "clear"),  # the Don steppe
        ("5713", "lake"),  # Peipus
        ("6419", "lake"),  # Ladoga
        ("1010", "clear"),
    ],
)
def test_a_landmark(board: Board, label: str, terrain: str) -> None:
    assert board.terrain_of(board.grid.hex(label)) == terrain


def test_mountains_stand_only_in_the_four_ranges_the_balkans_and_turkey(board: Board) -> None:
    for label in board.grid.labels(board.terrain["mountain"]):
        row, column = int(label[:2]), int(label[2:])
        carpathians = row <= 30 and column <= 10
        caucasus = row <= 14 and column >= 30
        crimea = label in ("1223", "1324")
        turkey = "Turkey" in board.areas_of(board.grid.hex(label)).get("country", ())
        assert carpathians or caucasus or crimea or turkey, label


def test_every_land_hex_has_one_country_and_no_water_has(board: Board) -> None:
    for hex_ in board.grid.hexes:
        names = board.areas_of(hex_).get("country", ())
        on_land = land(board) >> hex_ & 1
        assert len(names) == on_land, board.grid.label(hex_)
        assert ("sea" in board.areas_of(hex_)) == (not on_land)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Germany", {"Konigsberg", "Memel"}),
        ("Finland", {"Helsinki", "Turku", "Oulu"}),
        ("Poland", {"Warsaw", "Lublin"}),
        ("Hungary", {"Uzhgorod", "Cluj"}),
        ("Rumania", {"Bucharest", "Ploesti", "Constanta", "Iasi"}),
        (
            "Soviet Union",
            {"Brest-Litovsk", "Lvov", "Kishinev", "Riga", "Vyborg", "Batum", "Murmansk", "Baku"},
        ),
    ],
)
def test_cities_by_country_9_0_2(board: Board, name: str, expected: set[str]) -> None:
    within = {p.name for p in board.places if board.areas["country"][name] >> p.hex & 1}
    assert expected <= within


@pytest.mark.parametrize("name", ["Soviet Union", "Finland", "Germany", "Poland", "Rumania"])
def test_a_country_is_one_piece(board: Board, name: str) -> None:
    """11.1.3, 15.4.2: "in the Soviet Union"; 19.2.4: set up in Finland and Rumania."""
    # Water joins what the sea divides: islands and the shores of lakes belong to their country.
    hexes = board.areas["country"][name] | board.terrain["lake"] | board.terrain["sea"]
    start = board.areas["country"][name] & -board.areas["country"][name]
    reached = spread(board, start, lambda _, there: bool(hexes >> there & 1))
    assert board.areas["country"][name] & ~reached == 0
    mainland = spread(
        board, start, lambda _, there: bool(board.areas["country"][name] >> there & 1)
    )
    apart = set(board.grid.labels(board.areas["country"][name] & ~mainland))
    assert apart <= {*ISLANDS, *FAR_SHORE}


def test_neutrals_are_out_of_play(board: Board) -> None:
    out = {n for n, h in board.areas["country"].items() if h & ~board.in_play}
    assert out == {"Turkey", "Sweden", "Greece"}
    for name in out:
        assert board.areas["country"][name] & board.in_play == 0


def test_a_unit_can_walk_to_all_land_but_the_islands_3_3_4(board: Board) -> None:
    open_ = land(board) & board.in_play

    def may_enter(here: Hex, there: Hex) -> bool:
        return bool(open_ >> there & 1) and not barrier(board, here, there)

    reached = spread(board, 1 << board.place("Moscow").hex, may_enter)
    assert board.grid.labels(open_ & ~reached) == sorted(ISLANDS + FAR_SHORE)


def test_water_hexsides_lie_between_land_hexes(board: Board) -> None:
    """Only 3.3.4's own barrier also names hexsides of a sea hex, which cannot be entered anyway."""
    named = set(pairs_of(board, "6115/6214 6115/6215 6116/6215"))
    for side in board.sides["sea"].pairs() + board.sides["lake"].pairs():
        both = land(board) >> side[0] & land(board) >> side[1] & 1
        assert both or side in named


# Coasts and ports


def wet_corners(board: Board, *kinds: str) -> set[Corner]:
    found = {
        c for kind in kinds for side in board.sides[kind].pairs() for c in ends(board.grid, side)
    }
    for kind in kinds:
        for hex_ in members(board.terrain[kind]):
            found |= corners(board.grid, hex_)
    return found


def test_coasts_follow_the_sea_hexes(board: Board) -> None:
    for sea, hexes in board.coast.items():
        water = board.areas["sea"][sea]
        beside = board.grid.neighbours(water) & land(board)
        assert beside & ~hexes == 0, sea
        shore = wet_corners(board, "sea")
        for hex_ in members(hexes & ~beside):
            assert corners(board.grid, hex_) & shore, board.grid.label(hex_)
        assert hexes & ~land(board) == 0


def test_every_port_touches_its_sea(board: Board) -> None:
    ports = [place for place in board.places if "port" in place.kinds]
    assert len(ports) == 15
    for place in ports:
        (sea,) = place.kinds["port"]
        assert board.coast[sea] >> place.hex & 1, place.name


# Railways


def rail_ends(board: Board) -> Iterator[tuple[Chain, Hex]]:
    for chain in board.networks["rail"].chains:
        if not chain.starts_off:
            yield chain, chain.hexes[0]
        if not chain.ends_off:
            yield chain, chain.hexes[-1]


def test_no_railway_ends_in_nothing(board: Board) -> None:
    for chain, end in rail_ends(board):
        junction = len(board.networks["rail"].joined_to(end)) > 1
        assert junction or board.places_at(end), (chain.name, board.grid.label(end))


def test_no_link_stands_twice_and_no_line_repeats_a_hex(board: Board) -> None:
    links = Counter(
        board.grid.side(*pair)
        for chain in board.networks["rail"].chains
        for pair in pairwise(chain.hexes)
    )
    assert max(links.values()) == 1
    for chain in board.networks["rail"].chains:
        assert len(set(chain.hexes)) == len(chain.hexes), chain.name


def test_three_railways_never_close_a_triangle(board: Board) -> None:
    rail = board.networks["rail"]
    for here, there in rail.links():
        both = set(rail.joined_to(here)) & set(rail.joined_to(there))
        assert not both, (board.grid.label(here), board.grid.label(there))


def test_railways_run_on_land_in_play(board: Board) -> None:
    assert board.networks["rail"].hexes & ~(land(board) & board.in_play) == 0


def test_the_railways_are_one_network(board: Board) -> None:
    """10.4.2, 10.3: a railroad line of communication can lead from any line to any source."""
    rail = board.networks["rail"]
    kerch = rail.connected(board.place("Kerch").hex)
    assert rail.connected(board.place("Moscow").hex) == rail.hexes == kerch


def test_lines_leave_the_map_where_the_edge_sources_are(board: Board) -> None:
    sources = board.kind("source")
    exits = board.grid.labels(board.networks["rail"].exits & ~sources)
    assert exits == ["2101"]  # Cluj - Oradea


@pytest.mark.parametrize(
    ("case", "start", "source", "side"),
    [
        ("10.2.3", "Odessa", "source", "Axis"),
        ("10.2.3", "Sevastopol", "source", "Axis"),
        ("10.3.1", "Helsinki", "source", "Axis"),
        ("10.3.2", "Bucharest", "source", "Axis"),
        ("10.4.4", "Novorossiisk", "source", "Soviet"),
        ("10.4.4", "Tuapse", "source", "Soviet"),
        ("10.4.2", "Leningrad", "source", "Soviet"),
        ("14.3", "Murmansk", "source", "Soviet"),
        ("14.3", "Archangel", "source", "Soviet"),
        ("14.3", "Astrakhan", "source", "Soviet"),
    ],
)
def test_a_place_with_a_railroad_line_of_communication(
    board: Board, case: str, start: str, source: str, side: str
) -> None:
    reached = board.networks["rail"].connected(board.place(start).hex)
    assert reached & board.kind(source, side) & ~(1 << board.place(start).hex)


def test_every_factory_can_be_evacuated_14_2_2(board: Board) -> None:
    reached = board.networks["rail"].connected_to(board.kind("source", "Soviet"))
    assert board.kind("factory") & ~reached == 0


def test_permanent_sources_are_on_railways(board: Board) -> None:
    """10.3, 10.4.2: headquarters trace along railways to them. Kirkenes had none."""
    every = board.kind("source") | board.kind("tp_source") | board.kind("edge_source")
    without = every & ~board.networks["rail"].hexes
    assert board.grid.labels(without) == [board.grid.label(board.place("Kirkenes").hex)]


def test_the_sources_of_scenario_1_serve_its_area_10_4_2(board: Board) -> None:
    area = board.areas["scenario"]["Turning Point"]
    rail = board.networks["rail"]
    axis = rail.connected(board.grid.hex("2833"), within=area)
    assert axis >> board.grid.hex("2233") & 1
    for name in ("Stalingrad", "Kotelnikovo", "Tikhoretsk", "Grozny"):
        assert axis >> board.place(name).hex & 1
    assert rail.connected(board.grid.hex("3238"), within=area) == axis
    for label in ("3241", "3246", "1150", "0546"):
        assert len(rail.joined_to(board.grid.hex(label))) > 0


def test_major_rivers_are_bridged_by_rail_only_where_lines_cross_10_1_2d(board: Board) -> None:
    """Each great barrier has railway bridges, so that a front behind it can be supplied."""
    rail, bridged = board.networks["rail"], Counter[str]()
    for row in board.sides["major_river"].rows:
        bridged[row.name] += sum(rail.joined(*side) for side in row.pairs)
    assert {name for name, bridges in bridged.items() if not bridges} == {
        "Don",  # from Liski down to Serafimovich there was no bridge
        "Kama",
        "Kerch Straits",
    }
    assert bridged["Dnieper"] >= 6
    assert bridged["Volga"] >= 6


# Rivers


def test_the_major_rivers(board: Board) -> None:
    assert {row.name for row in board.sides["major_river"].rows} == MAJOR_RIVERS


def test_the_frontier_rivers_of_1941_are_minor_19_2_4(board: Board) -> None:
    """On turn 1 the Germans ignore minor rivers: Neman, Bug and San must be such."""
    minor = {row.name for row in board.sides["minor_river"].rows}
    assert {"Neman", "Western Bug", "San", "Narew", "Prut"} <= minor


def test_no_hexside_is_a_river_twice_or_a_river_and_a_lake(board: Board) -> None:
    rows = [*board.sides["minor_river"].rows, *board.sides["major_river"].rows]
    count = Counter(side for row in rows for side in row.pairs)
    assert max(count.values()) == 1
    assert not [side for side in count if barrier(board, *side)]
    for here, there in count:
        assert (land(board) >> here & land(board) >> there) & 1


def test_rivers_never_run_in_a_ring(board: Board) -> None:
    root: dict[Corner, Corner] = {}

    def find(corner: Corner) -> Corner:
        while root.setdefault(corner, corner) != corner:
            corner = root[corner]
        return corner

    for side in river_sides(board):
        one, other = (find(corner) for corner in ends(board.grid, side))
        assert one != other, [board.grid.label(h) for h in side]
        root[one] = other


def test_every_river_ends_in_water_another_river_or_at_the_edge(board: Board) -> None:
    rows = [*board.sides["minor_river"].rows, *board.sides["major_river"].rows]
    lines = {row.name: river_corners(board, row.pairs) for row in rows}
    wet = wet_corners(board, "sea", "lake")
    for name, line in lines.items():
        others = {c for other, found in lines.items() if other != name for c in found}
        edge = len(around(board, line[-1])) < 3
        assert line[-1] in wet | others or edge, name


@pytest.mark.parametrize("name", ["Danube", "Kama", "Vistula"])
def test_a_river_that_comes_from_beyond_the_map(board: Board, name: str) -> None:
    (row,) = [row for row in board.sides["major_river"].rows if row.name == name]
    assert len(around(board, river_corners(board, row.pairs)[0])) < 3


@pytest.mark.parametrize(
    ("name", "lake"),
    [
        ("Neva", "Lake Ladoga"),
        ("Svir", "Lake Onega"),
        ("Volkhov", "Lake Ilmen"),
        ("Narva", "Lake Peipus"),
        ("Sheksna", "Lake Beloye"),
        ("Sukhona", "Lake Kubenskoye"),
    ],
)
def test_a_river_that_leaves_a_lake(board: Board, name: str, lake: str) -> None:
    rows = [*board.sides["minor_river"].rows, *board.sides["major_river"].rows]
    (source,) = [river_corners(board, row.pairs)[0] for row in rows if row.name == name]
    shore = {
        corner
        for row in board.sides["lake"].rows
        if row.name == lake
        for side in row.pairs
        for corner in ends(board.grid, side)
    }
    for hex_ in members(board.areas["sea"].get(lake, 0)):
        shore |= corners(board.grid, hex_)
    assert source in shore


def test_a_river_touches_the_sea_only_at_its_ends(board: Board) -> None:
    wet = wet_corners(board, "sea", "lake")
    for kind in ("minor_river", "major_river"):
        for row in board.sides[kind].rows:
            assert not wet & set(river_corners(board, row.pairs)[1:-1]), row.name


@pytest.mark.parametrize(
    ("tributary", "main"),
    [
        ("Pripet", "Dnieper"),
        ("Berezina", "Dnieper"),
        ("Desna", "Dnieper"),
        ("Sozh", "Dnieper"),
        ("Seim", "Desna"),
        ("Donets", "Lower Don"),
        ("Oskol", "Donets"),
        ("Khoper", "Don at Serafimovich and Kletskaya"),
        ("Medveditsa", "Don at Serafimovich and Kletskaya"),
        ("Chir", "Lower Don"),
        ("Oka", "Volga"),
        ("Ugra", "Oka"),
        ("Kama", "Volga"),
        ("Viliya", "Neman"),
        ("Western Bug", "Narew"),
        ("San", "Vistula"),
        ("Prut", "Danube"),
        ("Siret", "Danube"),
        ("Horyn", "Pripet"),
        ("Upper Volga", "Volga"),
        ("Upper Don", "Don"),
        ("Upper Dnieper", "Dnieper"),
        ("Upper Western Dvina", "Western Dvina"),
        ("Upper Dniester", "Dniester"),
        ("Sukhona", "Northern Dvina"),
    ],
)
def test_a_tributary_flows_into_its_river(board: Board, tributary: str, main: str) -> None:
    rows = [*board.sides["minor_river"].rows, *board.sides["major_river"].rows]
    lines = {row.name: river_corners(board, row.pairs) for row in rows}
    assert lines[tributary][-1] in lines[main]


@pytest.mark.parametrize(
    ("city", "directions", "river"),
    [
        ("Kiev", "east", "Dnieper"),
        ("Zaporozhye", "west", "Dnieper"),
        ("Stalingrad", "east", "Volga"),
        ("Saratov", "east", "Volga"),
        ("Kuibyshev", "west", "Volga"),
        ("Voronezh", "west", "Upper Don"),
        ("Brest-Litovsk", "west", "Western Bug"),
        ("Warsaw", "east", "Vistula"),
        ("Riga", "west", "Western Dvina"),
        ("Novgorod", "east", "Volkhov"),
    ],
)
def test_a_city_stands_on_its_bank(board: Board, city: str, directions: str, river: str) -> None:
    """7.4.2: on which bank a city lies decides who must cross."""
    here = board.place(city).hex
    rows = [*board.sides["minor_river"].rows, *board.sides["major_river"].rows]
    (sides,) = [row.pairs for row in rows if row.name == river]
    own_x = board.grid.centre(here)[0]
    across = [board.grid.centre(b if a == here else a)[0] for a, b in sides if here in (a, b)]
    assert across
    assert all((x > own_x) == (directions == "east") for x in across)


# Counts


def test_assets_14_1_1(board: Board) -> None:
    kinds = ["factory", "coal_mine", "iron", "minerals", "oil", "oil_pipeline", "strategic_port"]
    counts = {kind: sum(len(place.kinds.get(kind, ())) for place in board.places) for kind in kinds}
    assert counts == {
        "factory": 22,
        "coal_mine": 4,
        "iron": 3,
        "minerals": 4,
        "oil": 4,
        "oil_pipeline": 4,
        "strategic_port": 3,
    }
    assert sum(counts.values()) > 24  # the highest production number must be in reach
    soviet = board.areas["country"]["Soviet Union"]
    for kind in kinds:
        assert board.kind(kind) & ~soviet == 0


def test_cities(board: Board) -> None:
    major, minor = board.kind("major_city"), board.kind("minor_city")
    assert major & minor == 0
    assert (major.bit_count(), minor.bit_count()) == (32, 134)
    assert board.grid.labels(board.kind("fortress")) == ["1221"]
    assert board.kind("capital").bit_count() == 3


def test_sources_of_both_sides(board: Board) -> None:
    axis, soviet = board.kind("source", "Axis"), board.kind("source", "Soviet")
    assert axis & soviet == 0
    assert board.grid.labels(axis) == [
        "1201", "2501", "3201", "3901", "4601", "6406", "8111", "9318",
    ]  # fmt: skip
    assert board.grid.labels(soviet) == [
        "0457", "0546", "1150", "2250", "3850", "4450", "4828", "5050", "5650", "6050", "7731",
    ]  # fmt: skip
    assert axis & board.areas["country"]["Soviet Union"] == 0
    assert soviet & ~board.areas["country"]["Soviet Union"] == 0


def test_only_plain_names(board: Board) -> None:
    names = [place.name for place in board.places]
    names += [row.name for sides in board.sides.values() for row in sides.rows]
    names += [chain.name for chain in board.networks["rail"].chains]
    assert not [name for name in names if not re.fullmatch(r"[A-Za-z ,\-]+", name)]


# The set-ups of our reconstruction must stand on the map and be in supply, as they were drawn up


@dataclass(frozen=True)
class Unit:
    side: str
    nation: str
    role: str
    contests: bool
    hex: Hex
    name: str


# 1942: Leningrad and the Oranienbaum bridgehead were cut off.
CUT_OFF_IN_1942 = {"23rd Army", "42nd Army", "55th Army", "Baltic Fleet Marine Corps"}


def units(board: Board, setup: str, scenario: str) -> list[Unit]:
    with SETUP_HEXES.open(encoding="utf-8", newline="") as file:
        return [
            Unit(
                row["side"],
                row["nation"],
                row["role"],
                row["contests"] == "yes",
                board.grid.hex(row["hex"]),
                row["name"],
            )
            for row in csv.DictReader(file)
            if row["setup"] == setup and scenario in row["scenarios"].split()
        ]


def sheets(board: Board, scenario: str) -> HexSet:
    """19.1.2 to 19.6.2: which maps a scenario uses."""
    if scenario == "1":
        return board.areas["scenario"]["Turning Point"]
    names = {"2": "Main", "3": "Main Baku", "4": "Main Baku", "5": "Main"}
    used = names.get(scenario, "Main Finland Baku").split()
    return board.grid.set(
        label for name in used for label in board.grid.labels(board.areas["map"][name])
    )


class Lines:
    """10.1: lines of communication of one side in a set-up, on a clear turn."""

    def __init__(self, board: Board, side: str, everyone: Iterable[Unit], on_map: HexSet) -> None:
        self.board = board
        occupied = contested = own = 0
        for unit in everyone:
            if unit.role == "partisans":
                continue
            if unit.side == side:
                own |= (1 << unit.hex) * unit.contests
                continue
            occupied |= 1 << unit.hex
            if unit.contests:
                for there in board.grid.adjacent(unit.hex):
                    if not barrier(board, unit.hex, there):
                        contested |= 1 << there
        closed = occupied | contested & ~own
        self.open = on_map & land(board) & board.in_play & ~closed
        self.slow = board.terrain["swamp"] | board.areas["arctic"]["Arctic"]

    def reaches(self, start: Hex, goals: HexSet, limit: int, by_rail: bool = False) -> bool:
        """10.1.2, 10.1.3, in half spaces."""
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if goals >> here & 1:
                return True
            for there in self.board.grid.adjacent(here):
                step = self._step(here, there, by_rail)
                if step and cost + step <= 2 * limit and cost + step < best.get(there, 9999):
                    best[there] = cost + step
                    heapq.heappush(queue, (cost + step, there))
        return False

    def _step(self, here: Hex, there: Hex, by_rail: bool) -> int:
        if not self.open >> there & 1:
            return 0
        if self.board.networks["rail"].joined(here, there):
            return 1
        if by_rail or barrier(self.board, here, there):
            return 0
        if self.board.sides["major_river"].has(here, there):
            return 0
        return 4 if self.slow >> there & 1 else 2


def permanent_sources(board: Board, side: str, scenario: str) -> HexSet:
    if scenario == "1":
        return board.kind("tp_source", side)
    sources = board.kind("source", side)
    if scenario != "6":
        sources |= board.kind("edge_source", side)
    return sources


def held_ports(board: Board, enemies: Iterable[Unit]) -> HexSet:
    ports = board.kind("port", "Black Sea")
    for unit in enemies:
        ports &= ~(1 << unit.hex)
    return ports


SETUPS = [("1941", s) for s in "2356"] + [("1942", "4"), ("Turning Point", "1")]


@pytest.mark.parametrize(("setup", "scenario"), SETUPS)
def test_a_set_up_stands_on_land_of_its_maps(board: Board, setup: str, scenario: str) -> None:
    open_ = land(board) & board.in_play & sheets(board, scenario)
    everyone = units(board, setup, scenario)
    assert len(everyone) > 60
    for unit in everyone:
        assert open_ >> unit.hex & 1, (unit.name, board.grid.label(unit.hex))


def test_nobody_stands_over_the_frontier_in_june_1941(board: Board) -> None:
    soviet = board.areas["country"]["Soviet Union"]
    for unit in units(board, "1941", "6"):
        assert (soviet >> unit.hex & 1) == (unit.side == "Soviet"), unit.name


@pytest.mark.parametrize(("setup", "scenario"), SETUPS)
def test_a_set_up_is_in_supply_10_2_10_3_10_4(board: Board, setup: str, scenario: str) -> None:
    everyone, on_map = units(board, setup, scenario), sheets(board, scenario)
    lines = {side: Lines(board, side, everyone, on_map) for side in ("Axis", "Soviet")}
    sources = {side: permanent_sources(board, side, scenario) & on_map for side in lines}
    capital = {"Finnish": board.kind("capital", "Finland"), "Soviet": 0}
    capital["Romanian"] = board.kind("capital", "Rumania")

    # 10.2.2: the chain of depots.
    chain, waiting = sources["Axis"], [u for u in everyone if u.role == "depot"]
    while linked := [u for u in waiting if lines["Axis"].reaches(u.hex, chain, 4)]:
        for unit in linked:
            chain |= 1 << unit.hex
            waiting.remove(unit)
    assert [u.name for u in waiting] == []

    # 10.3, 10.4.2: headquarters, along railways without limit.
    from_hq = {nation: sources[side_of(nation)] | capital[nation] for nation in capital}
    for unit in everyone:
        if unit.role in ("headquarters", "siege artillery"):
            assert board.networks["rail"].hexes >> unit.hex & 1, unit.name
        if unit.role == "headquarters":
            goals = sources[unit.side] | capital[unit.nation]
            assert lines[unit.side].reaches(unit.hex, goals, 2000, by_rail=True), unit.name
            from_hq[unit.nation] |= 1 << unit.hex

    # 10.2.2, 10.3, 10.4.3, and by sea 10.2.3, 10.4.4 (not in scenario 1, whose ports are too few).
    for unit in everyone:
        if unit.role not in ("unit", "airbase") or unit.name in CUT_OFF_IN_1942:
            continue
        own = lines[unit.side]
        if unit.nation in from_hq:
            supplied = own.reaches(
                unit.hex, from_hq[unit.nation], 6 if unit.side == "Soviet" else 4
            )
        else:
            supplied = own.reaches(unit.hex, chain, 4)
        by_sea = unit.nation == "Soviet" or (unit.nation == "German" and setup == "1942")
        if not supplied and by_sea:
            ports = held_ports(board, [u for u in everyone if u.side != unit.side])
            supplied = own.reaches(unit.hex, ports & on_map, 2)
        assert supplied, (unit.name, board.grid.label(unit.hex))


def side_of(nation: str) -> str:
    return "Soviet" if nation == "Soviet" else "Axis"


def test_leningrad_is_cut_off_in_1942(board: Board) -> None:
    """The check above is not empty: these armies have no line of six spaces (10.4.3)."""
    everyone = units(board, "1942", "4")
    lines = Lines(board, "Soviet", everyone, sheets(board, "4"))
    goals = permanent_sources(board, "Soviet", "4")
    for unit in everyone:
        if unit.role == "headquarters" and unit.side == "Soviet":
            goals |= 1 << unit.hex
    cut_off = [unit for unit in everyone if unit.name in CUT_OFF_IN_1942]
    assert len(cut_off) == len(CUT_OFF_IN_1942)
    assert not [unit.name for unit in cut_off if lines.reaches(unit.hex, goals, 6)]
