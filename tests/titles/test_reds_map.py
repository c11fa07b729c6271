"""The map of Reds!: what the rulebook says of each hex, and what its rules need of the map."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest

from stavka import titles
from stavka.board import Board, Chain
from stavka.hexes import Hex, HexSet, members

BOARD: Board = titles.board("reds")
GRID = BOARD.grid
RAIL = BOARD.networks["rail"]
RIVER = BOARD.networks["river"]

SEA: HexSet = BOARD.terrain["sea"]
LAKE: HexSet = BOARD.terrain["lake"]
LAND: HexSet = BOARD.in_play & ~SEA
AREAS = BOARD.areas["area"]
FRONTS = BOARD.areas["front"]
WEST_OF_LINE: HexSet = BOARD.areas["occupation"]["West of the Occupation Line"]
MAKHNO: HexSet = BOARD.areas["makhno"]["Makhno District"]
CITIES: HexSet = BOARD.kind("city")
# The four seas with a Control Box (3.2, 13.3); the Aral Sea is nobody's to control.
CONTROLLED_SEAS = ("Baltic Sea", "Black Sea", "Caspian Sea", "White Sea")

# Every four-digit number in the rulebook that is a hex: the cases that name it, the place, all the
# properties that they give it, and the areas in which they put it.
NAMED_HEXES: list[tuple[str, str, str, str, str]] = [
    ("12.8 13.4 14.1", "1201", "Murmansk", "city;port:White Sea;source:North;source:AIF", "Russia"),
    ("17.1", "1218", "Kovno", "city;garrison:Lithuanian", "Baltic Republics"),
    ("12.8 14.1 15.4", "1221", "Warsaw", "city;source:Poles", "Poland"),
    ("12.8 13.2", "1312", "Reval", "city;source:Northwest;turn_b:White", "Baltic Republics"),
    ("15.5 17.1", "1315", "Riga", "city;resource;garrison:Latvian", "Baltic Republics"),
    ("3.2", "1403", "Kandalaksha", "city", "Russia"),
    ("3.2", "1605", "Kem", "city", "Russia"),
    ("3.2 14.4", "1611", "Petrograd", "city;resource", "Russia"),
    ("12.8 14.1", "1904", "Archangel", "city;source:North;source:AIF", "Russia"),
    ("14.3 17.1", "1920", "Kiev", "city;garrison:Ukrainian", "Russia"),
    (
        "10.5 12.8 14.1",
        "2124",
        "Odessa",
        "city;red_city;port:Black Sea;source:AFSR;source:AIF",
        "Russia",
    ),
    ("3.2 11.6 12.8 14.4", "2313", "Moscow", "city;resource;source:Red", "Russia"),
    ("3.2 14.4", "2315", "Tula", "city;resource", "Russia"),
    ("13.1", "2423", "Ekaterinoslav", "city;makhno", "Russia"),
    ("13.1", "2522", "Gulai Pole", "city;makhno", "Russia"),
    (
        "12.5 12.8 13.2",
        "2525",
        "Sevastopol",
        "city;port:Black Sea;source:AFSR;source:AIF;turn_b:White",
        "Russia",
    ),
    (
        "10.5 12.8",
        "2825",
        "Novorossiysk",
        "city;port:Black Sea;source:AFSR;source:AIF",
        "Russia",
    ),
    ("10.12", "2921", "Novocherkassk", "krug:Don", "Russia"),
    ("3.2", "2924", "Ekaterinodar", "city", "Russia"),
    ("3.2 20.11", "3119", "Tsaritsyn", "city;resource", "Russia"),
    ("3.2", "3212", "Samara", "city", "Russia"),
    (
        "12.8 13.2 14.1 18.4",
        "3326",
        "Batum",
        "city;port:Black Sea;source:AFSR;source:AIF;turn_b:White",
        "Transcaucasus",
    ),
    ("3.2", "3408", "Ufa", "city", "Russia"),
    ("17.1", "3625", "Tiflis", "city;garrison:Georgian", "Transcaucasus"),
    ("17.1", "4124", "Baku", "city;garrison:Azerbaijan", "Transcaucasus"),
    ("10.12 12.8 14.1", "4301", "Omsk", "city;krug:Siberian;source:Siberian;source:AIF", "Russia"),
    ("12.8", "4922", "Ashkabad", "city;source:Islamic;source:AIF", "Russia"),
    ("3.2", "5315", "Samarkand", "city", "Russia"),
    ("3.2", "5320", "Merv", "city", "Russia"),
    ("12.8", "5412", "Tashkent", "city;source:Red", "Russia"),
    ("3.2 12.8 13.1", "5421", "Kushka line", "source:Islamic;source:AIF", "Russia"),
]
# The two hexes that are named for their railway only have tests of their own: 2422 (12.5) and
# 2813 (20.10). The other four-digit numbers are no hexes: 1308 is a post-office box (2.8), 1917 to
# 1921 and 2001 are years (but 1920 in 14.3 and 17.1 is Kiev), 6000, 8200 and 9000 are the miles and
# the men of the historical overview.

# Places that the rules or the overview name without a number, with what they say of them.
NAMED_PLACES: list[tuple[str, str, str]] = [
    ("10.5 12.5", "Rostov", "city;red_city"),
    ("11.4", "Kazan", "city;red_city"),
    ("12.5", "Taganrog", "city;port:Black Sea"),
    ("3.2", "Izhevsk", "city;resource"),
    ("3.2", "Simbirsk", "city;resource"),
    ("Strategy Notes", "Petrozavodsk", "city"),
    *(
        ("historical overview", name, "city")
        for name in (
            "Brest-Litovsk",
            "Chelyabinsk",
            "Ekaterinburg",
            "Kharkov",
            "Kursk",
            "Minsk",
            "Orel",
            "Perm",
            "Pskov",
            "Tambov",
            "Viatka",
            "Vilna",
            "Voronezh",
        )
    ),
]

# 12.8. Reval serves the whole faction of 7.3: Northwest Army, Estonian Army, von der Goltz.
SOURCES = {
    "Red": "2313 5412",
    "AFSR": "2124 2525 2825 3326",
    "Siberian": "4301",
    "North": "1201 1904",
    "Northwest": "1312",
    "Poles": "1221",
    "Islamic": "4922 5421",
}


def hexes(labels: str) -> HexSet:
    return GRID.set(labels.split())


def at(label: str) -> Hex:
    return GRID.hex(label)


def bit(label: str) -> HexSet:
    return 1 << at(label)


def texts(name: str) -> set[str]:
    return set(BOARD.place(name).kind_texts())


def chain(name: str) -> Chain:
    return next(c for c in (*RAIL.chains, *RIVER.chains) if c.name == name)


def river_hexes(name: str) -> HexSet:
    return GRID.set(map(GRID.label, chain(name).hexes))


def one_piece(area: HexSet) -> bool:
    """Whether one can walk all over an area without crossing an all-sea hexside."""
    found = area & -area
    edge = found
    while edge:
        reached = 0
        for here in members(edge):
            for there in GRID.adjacent(here):
                if not BOARD.sides["sea"].has(here, there):
                    reached |= 1 << there
        edge = reached & area & ~found
        found |= edge
    return found == area


# (a) What the rulebook says of each hex


@pytest.mark.parametrize(
    ("cases", "label", "name", "kinds", "area"), NAMED_HEXES, ids=[row[2] for row in NAMED_HEXES]
)
def test_named_hex(cases: str, label: str, name: str, kinds: str, area: str) -> None:
    place = BOARD.place(name)
    assert GRID.label(place.hex) == label, cases
    assert set(kinds.split(";")) <= texts(name), cases
    assert AREAS[area] & 1 << place.hex, cases
    assert "rulebook" in place.source


@pytest.mark.parametrize(("cases", "name", "kinds"), NAMED_PLACES, ids=[r[1] for r in NAMED_PLACES])
def test_named_place(cases: str, name: str, kinds: str) -> None:
    assert set(kinds.split(";")) <= texts(name), cases


@pytest.mark.parametrize("name", ["Irkutsk", "Vladivostok"])
def test_the_far_east_is_not_on_the_map(name: str) -> None:
    assert name not in {place.name for place in BOARD.places}


def test_cities_with_a_white_marker_at_start_are_not_red_cities() -> None:
    # 3.2: a Red city needs no marker to be Red, and 13.1 would give it back to the Red player.
    marked = hexes("1403 1605 2924 3212 3408 5315 5320 5421")
    assert not marked & BOARD.kind("red_city")
    assert not marked & WEST_OF_LINE
    assert marked & ~CITIES == bit("5421")  # 13.1: the one source that is not a city


def test_taganrog_is_no_red_city() -> None:
    # 12.5 example: unit D traces through it.
    assert "red_city" not in texts("Taganrog")


@pytest.mark.parametrize("faction", SOURCES)
def test_sources_of_a_faction(faction: str) -> None:
    assert BOARD.kind("source", faction) == hexes(SOURCES[faction])  # 12.8


def test_sources_of_the_allies() -> None:
    # 12.8: any White source outside Poland and the Baltic Republics.
    white = BOARD.kind("source") & ~BOARD.kind("source", "Red")
    assert BOARD.kind("source", "AIF") == white & ~AREAS["Poland"] & ~AREAS["Baltic Republics"]


def test_every_place_is_a_city_but_one() -> None:
    assert [p.name for p in BOARD.places if "city" not in p.kinds] == ["Kushka line"]  # 13.1
    assert len({place.hex for place in BOARD.places}) == len(BOARD.places)
    assert not CITIES & ~LAND
    assert not CITIES & LAKE


def test_the_makhno_cities() -> None:
    assert BOARD.kind("makhno") == hexes("2423 2522")  # 13.1
    assert BOARD.kind("makhno") == CITIES & MAKHNO


def test_turn_b_gives_three_ports_to_the_whites() -> None:
    assert BOARD.kind("turn_b", "White") == hexes("1312 2525 3326")  # 13.2
    assert not BOARD.kind("turn_b") & ~BOARD.kind("port")


def test_nationalist_garrisons() -> None:
    assert BOARD.kind("garrison") == hexes("1218 1315 1920 3625 4124")  # 17.1
    # Neutral ground, where no unit of the two sides stands at start.
    assert not BOARD.kind("garrison") & ~(WEST_OF_LINE | AREAS["Transcaucasus"])


def test_krugs() -> None:
    krugs = {host: place.name for place in BOARD.places for host in place.kinds.get("krug", ())}
    assert krugs == {
        "Don": "Novocherkassk",
        "Kuban": "Ekaterinodar",
        "Terek": "Vladikavkaz",
        "Ural": "Uralsk",
        "Orenburg": "Orenburg",
        "Siberian": "Omsk",
    }
    # 10.12: the printed triangle bears the first letter only, so the letters must differ.
    assert len({host[0] for host in krugs}) == len(krugs)


def test_moscow_is_beyond_the_range_of_the_don_cossacks() -> None:
    # 11.6 example 2 breaks 10.12 (8 hexes); docs/rulings/reds.md.
    assert GRID.distance(at("2921"), at("2313")) == 11


# (c) Counts that the rules fix


def test_resources_at_start() -> None:
    # 3.2: the track starts at 5 (with the Gold) and 2; everything else is out of bounds.
    neutral = WEST_OF_LINE | AREAS["Transcaucasus"]
    in_bounds = {p.name for p in BOARD.places if "resource" in p.kinds and not neutral >> p.hex & 1}
    assert in_bounds == {"Moscow", "Tula", "Petrograd", "Tsaritsyn", "Izhevsk", "Simbirsk"}


def test_resources_in_all() -> None:
    resources = BOARD.kind("resource")
    assert resources.bit_count() == 12
    assert not resources & ~CITIES
    # 14.4: beyond the three capitals there must be whole threes to gain.
    capitals = hexes("2313 1611 2315")
    assert (resources & ~capitals).bit_count() + 1 >= 9
    # 18.2: the Whites can reach 7 on Turn G without a capital and without neutral Baku.
    assert (resources & ~capitals & ~bit("4124")).bit_count() >= 7


def test_red_cities() -> None:
    red = BOARD.kind("red_city")
    assert red.bit_count() == 18
    assert not red & ~CITIES
    # 13.2 has something to give on Turn B.
    assert red & WEST_OF_LINE
    # 15.2: a Red city in the Baltic Republics would bring Poland in on Turn B; Polish cities are
    # neutral (13.1).
    assert not red & (AREAS["Baltic Republics"] | AREAS["Poland"])


# Seas, coasts and lakes


def test_ports() -> None:
    # 2.2: a city on a coastal hex is a port, and no other city is.
    for place in BOARD.places:
        seas = {sea for sea, coast in BOARD.coast.items() if coast >> place.hex & 1}
        if "city" in place.kinds:
            assert set(place.kinds.get("port", ())) == seas, place.name


# The all-sea hexsides between two land hexes, by the sea that they belong to.
GULFS = {
    "Baltic Sea": {"Gulf of Finland"},
    "White Sea": {"Gulf of Kandalaksha", "Onega Bay", "Throat of the White Sea"},
    "Black Sea": {"Gulf of Taganrog", "Kerch Strait", "Bay of Temryuk", "Coast of Lazistan"},
    "Caspian Sea": {"Apsheron", "Kara-Bogaz"},
    "Aral Sea": {"Little Aral", "Chernyshev Bay"},
}


def touches(sea: str) -> HexSet:
    """The hexes beside a sea hex or an all-sea hexside of a sea."""
    beside = GRID.neighbours(BOARD.areas["sea"][sea])
    for row in BOARD.sides["sea"].rows:
        if row.name in GULFS[sea]:
            for here, there in row.pairs:
                beside |= 1 << here | 1 << there
    return beside


def test_every_coastal_hex_touches_its_sea() -> None:
    # Beyond the north edge of the Kola hexes lies the Barents Sea, which counts as White Sea.
    barents = hexes("1201 1301 1401 1501 1601")
    for sea, coast in BOARD.coast.items():
        beside = touches(sea)
        if sea == "White Sea":
            beside |= barents
        assert not coast & ~beside, GRID.labels(coast & ~beside)
        assert not coast & ~LAND


def test_every_hex_beside_a_sea_is_coastal() -> None:
    for sea in BOARD.areas["sea"]:
        inland = touches(sea) & LAND & ~LAKE & ~BOARD.coast[sea]
        # Ekaterinodar lies behind the ridge and is no port; docs/rulings/reds.md.
        assert inland == (bit("2924") if sea == "Black Sea" else 0), GRID.labels(inland)


def test_seas() -> None:
    assert set(BOARD.areas["sea"]) == {*CONTROLLED_SEAS, "Aral Sea"}
    assert set(BOARD.coast) == set(BOARD.areas["sea"])
    together = 0
    for sea_hexes in BOARD.areas["sea"].values():
        assert not together & sea_hexes
        together |= sea_hexes
    assert together == SEA


@pytest.mark.parametrize("sea", CONTROLLED_SEAS)
def test_sea_movement_has_two_ports(sea: str) -> None:
    assert BOARD.kind("port", sea).bit_count() >= 2  # 10.5


def test_the_aral_is_a_sea_that_nobody_uses() -> None:
    # It does not freeze (errata), has no Control Box (3.2), and only one port.
    assert BOARD.areas["sea"]["Aral Sea"].bit_count() == 6
    assert BOARD.kind("port", "Aral Sea") == 1 << BOARD.place("Aralsk").hex


def test_rostov_is_not_on_the_sea() -> None:
    # 12.5 example: from the railway, unit D finds the sea at Taganrog.
    assert "port" not in BOARD.place("Rostov").kinds


def test_lakes_can_be_walked_in_winter() -> None:
    # 19.2: units may stand on all-lake hexes, so these belong to a Front and an area.
    assert hexes("1610 1808 5206") == LAKE
    assert not LAKE & ~BOARD.in_play
    assert not LAKE & BOARD.coastal
    for hex_ in members(LAKE):
        assert set(BOARD.areas_of(hex_)) == {"front", "area"}


@pytest.mark.parametrize("kind", ["lake", "sea"])
def test_water_hexsides_lie_between_land_hexes(kind: str) -> None:
    # A side of a sea or lake hex needs no mark: the hex itself bars the way.
    assert not BOARD.sides[kind].hexes & (SEA | LAKE)
    for here, there in BOARD.sides[kind].pairs():
        assert LAND & (1 << here | 1 << there), "a water hexside that nobody could cross anyway"


def test_no_hexside_is_sea_and_lake() -> None:
    assert not set(BOARD.sides["lake"].pairs()) & set(BOARD.sides["sea"].pairs())


def test_the_kerch_strait_is_closed() -> None:
    # 10.12, 10.13 and 16.2 do not count across all-sea hexsides.
    strait = BOARD.sides["sea"]
    assert strait.has(at("2724"), at("2824"))
    assert strait.has(at("2724"), at("2825"))


# Areas


def test_six_fronts() -> None:
    names = {"Central Asia", "East", "North", "South", "Southwest", "West"}
    assert set(FRONTS) == names  # 7.2
    for one, other in itertools.combinations(FRONTS.values(), 2):
        assert not one & other
    # A Red unit outside every Front could never be activated (7.10).
    assert sum(FRONTS.values()) == LAND


@pytest.mark.parametrize("front", FRONTS)
def test_a_front_is_one_piece(front: str) -> None:
    assert one_piece(FRONTS[front])


def test_areas_cover_the_land() -> None:
    playable = {"Russia", "Poland", "Baltic Republics", "Transcaucasus"}
    assert set(AREAS) == {*playable, "Out of play"}
    assert sum(AREAS[name] for name in playable) == LAND
    assert AREAS["Out of play"] == GRID.all & ~BOARD.in_play


@pytest.mark.parametrize("area", ["Russia", "Poland", "Baltic Republics", "Transcaucasus"])
def test_an_area_is_one_piece(area: str) -> None:
    assert one_piece(AREAS[area])


@pytest.mark.parametrize("area", ["Russia", "Baltic Republics"])
def test_poland_has_land_frontiers(area: str) -> None:
    # 10.10, 15.1: neutral Poles act within one hex of Poland; 15.2: Red units come near it.
    assert GRID.neighbours(AREAS["Poland"]) & AREAS[area]


def test_occupation_line() -> None:
    # 3.4: one closed zone that takes in the neutral west; the Transcaucasus lies apart from it.
    assert one_piece(WEST_OF_LINE)
    assert not (AREAS["Poland"] | AREAS["Baltic Republics"]) & ~WEST_OF_LINE
    assert not AREAS["Transcaucasus"] & WEST_OF_LINE
    # 3.2 sets up sides and markers east of it ...
    assert not WEST_OF_LINE & hexes("1403 1605 1611 2313 2315 2813 2921 2924 3119 2825 5412")
    # ... and 13.2, 14.1, 16.1 open what lies west of it on Turn B. Rostov was German-held.
    rostov = 1 << BOARD.place("Rostov").hex
    assert not (hexes("1312 1920 2124 2423 2522 2525") | rostov) & ~WEST_OF_LINE


def test_the_open_land_is_one_piece_before_turn_b() -> None:
    assert one_piece(LAND & ~WEST_OF_LINE & ~AREAS["Transcaucasus"])


def test_makhno_district() -> None:
    assert one_piece(MAKHNO)
    # 16.3: the Makhno unit activates with South or Southwest, and 10.13 keeps it within two hexes.
    assert MAKHNO & FRONTS["South"]
    assert MAKHNO & FRONTS["Southwest"]
    near = MAKHNO | GRID.neighbours(MAKHNO)
    near |= GRID.neighbours(near)
    assert not near & LAND & ~FRONTS["South"] & ~FRONTS["Southwest"]


def test_pripet_marshes() -> None:
    # Historical overview: the marshes part the two Red army groups, north and south of them.
    pripet = hexes("1520 1620 1621 1719 1720 1820")
    assert not pripet & ~BOARD.terrain["swamp"]
    assert one_piece(pripet)
    assert pripet & FRONTS["West"]
    assert GRID.neighbours(pripet) & FRONTS["Southwest"]


def test_terrain_kinds() -> None:
    assert set(BOARD.terrain) == {"clear", "forest", "swamp", "mountain", "desert", "lake", "sea"}
    # 11.6 example 2: the city is the only thing that shifts the odds at Moscow; 20.13: tanks may
    # attack Tsaritsyn, or Red Verdun could never fall to them.
    assert BOARD.terrain_of(at("2313")) == "clear"
    assert BOARD.terrain_of(at("3119")) == "clear"


# (b) Railways and rivers


def test_all_railways_are_one_network() -> None:
    # 10.3, 12.5: strategic movement and supply run from end to end.
    assert RAIL.connected(at("2313")) == RAIL.hexes


def test_railways_stay_on_open_land() -> None:
    assert not RAIL.hexes & ~(LAND & ~LAKE)
    for here, there in RAIL.links():
        assert not BOARD.sides["sea"].has(here, there)
        assert not BOARD.sides["lake"].has(here, there)


def test_rivers_stay_on_land() -> None:
    assert not RIVER.hexes & ~(LAND & ~LAKE)


def test_red_train() -> None:
    # 20.10: it starts on a railway that leads to Moscow, in open country.
    assert RAIL.hexes & bit("2813")
    assert RAIL.connected(at("2813"), within=GRID.all & ~WEST_OF_LINE) & bit("2313")


@pytest.mark.parametrize(
    "label", ["1201", "1904", "1312", "1221", "2124", "2525", "2825", "3326", "4301", "4922"]
)
def test_every_source_is_on_the_railway(label: str) -> None:
    assert RAIL.hexes & bit(label)  # 12.4, 12.8


def test_the_source_beyond_merv() -> None:
    # 12.8: 5421 is no city; it is where the Kushka branch leaves the map.
    assert RAIL.joined(at("5320"), at("5421"))
    assert RAIL.exits & bit("5421")


def test_rail_to_novorossiysk_without_rostov() -> None:
    # 10.5 example: 1 Don goes round Rostov.
    assert RAIL.connected(at("3119"), within=GRID.all & ~bit("2822")) & bit("2825")


def test_rail_from_ekaterinoslav_to_sevastopol() -> None:
    # 12.5 example: 2422 is a rail hex on the way from the north; Ekaterinoslav reaches Sevastopol
    # without it and without Gulai Pole.
    assert RAIL.connected(at("2421"), within=hexes("2421 2422 2423")) & bit("2423")
    assert RAIL.connected(at("2423"), within=GRID.all & ~hexes("2422 2522")) & bit("2525")


def test_unit_b_reaches_ekaterinoslav_by_river() -> None:
    # 12.5 example: down the Dnepr to the Makhno city that unit C holds, then by rail.
    dnepr = chain("Dnepr").hexes
    assert dnepr.index(at("2423")) >= 2
    assert RIVER.connected(at("1920"), within=river_hexes("Dnepr")) & bit("2423")


def test_unit_d_finds_the_sea_at_taganrog() -> None:
    # 12.5 example: between Gulai Pole and Rostov the railway leads to Taganrog and no further.
    taganrog = BOARD.place("Taganrog").hex
    closed = hexes("2522 2822")
    stretch = RAIL.connected(taganrog, within=GRID.all & ~closed)
    assert stretch.bit_count() > 1
    assert not stretch & BOARD.kind("source")
    for town in ("Gulai Pole", "Rostov"):
        assert RAIL.connected(taganrog, within=stretch | 1 << BOARD.place(town).hex) != stretch


def test_three_river_lines_meet_at_kazan() -> None:
    # 11.4: two rivers in one hex make three lines.
    kazan = BOARD.place("Kazan").hex
    assert len(RIVER.joined_to(kazan)) == 3
    assert {c.name for c in RIVER.chains if kazan in c.hexes} == {"Volga", "Kama"}


def test_no_river_at_moscow() -> None:
    # 11.6 example 2: the city gives the only shift.
    assert not RIVER.hexes & bit("2313")


def test_ufa_is_on_rail_and_river() -> None:
    # 10.12 example: an armored train and a river flotilla stand there.
    ufa = BOARD.place("Ufa").hex
    assert RAIL.hexes >> ufa & 1
    assert RIVER.hexes >> ufa & 1


def test_river_systems_are_joined() -> None:
    # 10.7, 12.5: flotillas and supply pass from river to river.
    volga = RIVER.connected(BOARD.place("Kazan").hex)
    for name in ("Volga", "Kama", "Belaya", "Viatka", "Oka"):
        assert not river_hexes(name) & ~volga, name
    assert not river_hexes("Pripet") & ~RIVER.connected(BOARD.place("Kiev").hex)


@pytest.mark.parametrize(
    ("river", "sea"),
    [
        ("Volga", "Caspian Sea"),
        ("Ural", "Caspian Sea"),
        ("Dnepr", "Black Sea"),
        ("Western Dvina", "Baltic Sea"),
        ("Northern Dvina", "White Sea"),
        ("Amu Darya", "Aral Sea"),
        ("Syr Darya", "Aral Sea"),
    ],
)
def test_a_river_reaches_its_sea(river: str, sea: str) -> None:
    # 12.6: ports prolong a river segment.
    assert BOARD.coast[sea] >> chain(river).hexes[-1] & 1


def test_the_volga_passes_the_towns_in_order() -> None:
    towns = ("Tver", "Nizhny Novgorod", "Kazan", "Simbirsk", "Samara", "Tsaritsyn", "Astrakhan")
    stops = [chain("Volga").hexes.index(BOARD.place(town).hex) for town in towns]
    assert stops == sorted(stops)


def test_the_vistula_is_polish() -> None:
    # 20.12: no Red flotilla may be placed on it.
    assert BOARD.place("Warsaw").hex in chain("Vistula").hexes
    assert not river_hexes("Vistula") & ~AREAS["Poland"]
    assert RIVER.connected(at("1221")) == river_hexes("Vistula")


def test_river_names_are_unique() -> None:
    # 11.4 asks for the same river.
    names = [c.name for c in RIVER.chains]
    assert len(set(names)) == len(names)


def test_every_city_can_be_supplied() -> None:
    # 12.4: each is on a railway, a river, or the coast.
    lost = CITIES & ~RAIL.hexes & ~RIVER.hexes & ~BOARD.coastal
    assert not lost, GRID.labels(lost)


# Rivers that begin in open country, and the words in their notes that say why.
HEADS = {
    ("Kama", "3104"): "head of navigation",
    ("Oka", "2216"): "head of navigation",
    ("Dniester", "1523"): "Rises in the Carpathians",
}


def open_ends(chain_: Chain) -> Iterable[Hex]:
    if not chain_.starts_off:
        yield chain_.hexes[0]
    if not chain_.ends_off:
        yield chain_.hexes[-1]


@pytest.mark.parametrize("network", ["rail", "river"])
def test_no_line_dangles(network: str) -> None:
    chains = BOARD.networks[network].chains
    for line in chains:
        others = [other for other in chains if other is not line]
        for end in open_ends(line):
            reason = HEADS.get((line.name, GRID.label(end)))
            if reason:
                assert reason in line.note
                continue
            at_place = bool(BOARD.places_at(end))
            at_junction = any(end in other.hexes for other in others)
            at_sea = bool(BOARD.coastal >> end & 1)
            at_rail = network == "river" and bool(RAIL.hexes >> end & 1)
            assert at_place or at_junction or at_sea or at_rail, (line.name, GRID.label(end))


def test_lines_that_leave_the_map() -> None:
    assert GRID.labels(RAIL.exits) == ["4301", "5421"]
    assert set(GRID.labels(RIVER.exits)) == {"1021", "2024", "3801", "4201", "4401", "5611", "5617"}
