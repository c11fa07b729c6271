"""The map of The East Is Red against every hex and every count that its rules name.

"variant" cases are those of the variant article (air assault, 1960s to 1980s scenarios).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from stavka import titles
from stavka.board import Chain, Network
from stavka.hexes import Hex, HexSet, members

BOARD = titles.board("east-is-red")
GRID = BOARD.grid
RAIL = BOARD.networks["rail"]
ROAD = BOARD.networks["road"]
COUNTRY = BOARD.areas["country"]
CHINA, USSR, MONGOLIA = COUNTRY["China"], COUNTRY["USSR"], COUNTRY["Mongolia"]
NORTH_KOREA = COUNTRY["North Korea"]
SEA = BOARD.terrain["sea"]
LAND = GRID.all & ~SEA
WATER_SIDES = (BOARD.sides["all_sea"], BOARD.sides["all_lake"])
RIVER = BOARD.sides["river"]

# 5.46: the Mongolian railroads are part of the Soviet net.
SOVIET_RAIL = RAIL.owned("USSR", "Mongolia")
CHINESE_RAIL = RAIL.owned("China")
CHINESE_INDUSTRY = BOARD.kind("industrial", "China")
SOVIET_INDUSTRY = BOARD.kind("industrial", "USSR")
MAJOR_CITIES = BOARD.kind("major_city")


def at(label: str) -> HexSet:
    return 1 << GRID.hex(label)


def country_of(hex_: Hex) -> str:
    (country,) = BOARD.areas_of(hex_)["country"]
    return country


def edge(hex_: Hex) -> set[str]:
    column, row = GRID.position(hex_)
    (window,) = GRID.windows
    sides = {
        "west": column == window.first_column,
        "north": row == window.first_row,
        "east": column == window.last_column,
        "south": row == window.last_row,
    }
    return {side for side, true in sides.items() if true}


def step(hexes: HexSet) -> HexSet:
    """One hex further, not over all-sea or all-lake hexsides (5.23)."""
    found = 0
    for direction in range(6):
        barred = 0
        for sides in WATER_SIDES:
            barred |= sides.facing[direction]
        found |= GRID.step(hexes & ~barred, direction)
    return found


def grow(start: HexSet, within: HexSet, spread: Callable[[HexSet], HexSet]) -> HexSet:
    found = start & within
    while (more := found | spread(found) & within) != found:
        found = more
    return found


def test_the_window() -> None:
    assert GRID.size == 46 * 35


# (a) Every hex that the rules name by its number. A claim is "<what>:<argument>".

NAMED_HEXES = [
    # The western end of the Soviet railroad.
    ("11.11", "0701", "rail:USSR"),
    ("11.11", "0701", "source:Soviet"),
    ("11.21", "0701", "land:"),
    ("11.5", "0701", "country:USSR"),
    ("17.31", "0701", "entry:Soviet"),
    ("variant 1960s victory", "0701", "objective:Chinese"),
    # "Considered in Rail Mode": the line comes from beyond the map.
    ("17.31", "0701", "exit:rail"),
    ("17.31", "0701", "edge:north"),
    # Vladivostok.
    ("11.11", "3131", "rail:USSR"),
    ("11.11", "3131", "source:Soviet"),
    ("11.21", "3131", "land:"),
    ("11.5", "3131", "country:USSR"),
    ("17.31", "3131", "place:Vladivostok"),
    ("17.31", "3131", "entry:Soviet"),
    ("5.51", "3131", "port:Sea of Japan"),
    ("variant 1960s victory", "3131", "city:USSR"),
    # The Chinese end of the Tientsin - Pukow line.
    ("11.12", "0132", "rail:China"),
    ("11.12", "0132", "source:Chinese"),
    ("17.32", "0132", "entry:Chinese"),
    ("17.32", "0132", "country:China"),
    ("18.2", "0132", "edge:west"),
    ("18.2", "0132", "exit:rail"),
    # The mined hexside of the example: only Chinese hexsides can be mined (16.5).
    ("16.0", "1423", "country:China"),
    ("16.0", "1424", "country:China"),
    ("16.0", "1423", "next to:1424"),
    ("16.0", "1423", "land:"),
    ("16.0", "1424", "land:"),
    # North Korea.
    ("17.5", "1734", "place:Pyongyang"),
    ("17.5", "1734", "country:North Korea"),
    ("17.5", "1734", "capital:North Korea"),
    ("17.5", "1734", "source:North Korean"),
    # Hexes that only the variant article names.
    ("variant 1960s victory", "1101", "objective:Chinese"),
    ("variant 1960s victory", "1101", "country:USSR"),
    ("variant 1960s victory", "1101", "edge:north"),
    ("variant 1960s victory", "2901", "objective:Chinese"),
    ("variant 1960s victory", "2901", "country:USSR"),
    ("variant 1960s victory", "2901", "edge:north"),
    ("variant emergency reinforcements", "0701", "entry:Soviet"),
    ("variant 1970s reinforcements", "0132", "entry:Chinese"),
]

# Every other group of four digits in the two texts:
NOT_HEXES = {
    "1111": "residue of the diagram of corps and divisions, 8.1",
    "1970": "the decade, 1.0",
    "1974": "the year of publication",
    "1960": "a decade of the variant article",
    "1980": "a decade of the variant article",
}


def claim_holds(label: str, claim: str) -> bool:
    hex_ = GRID.hex(label)
    what, _, argument = claim.partition(":")
    match what:
        case "country":
            return country_of(hex_) == argument
        case "rail":
            return bool(RAIL.owned(argument).hexes >> hex_ & 1)
        case "exit":
            return bool(BOARD.networks[argument].exits >> hex_ & 1)
        case "edge":
            return argument in edge(hex_)
        case "land":
            return bool(LAND & BOARD.in_play & 1 << hex_)
        case "next to":
            return GRID.hex(argument) in GRID.adjacent(hex_)
        case "place":
            return BOARD.place(argument).hex == hex_
        case kind:
            return bool(BOARD.kind(kind, argument) >> hex_ & 1)


@pytest.mark.parametrize(("case", "label", "claim"), NAMED_HEXES)
def test_a_hex_that_the_rules_name(case: str, label: str, claim: str) -> None:
    assert claim_holds(label, claim), f"{case}: {label} should have {claim}"


def test_no_number_of_the_texts_is_forgotten() -> None:
    named = {label for _, label, _ in NAMED_HEXES}
    numbers = "0132 0701 1101 1111 1423 1424 1734 1960 1970 1974 1980 2901 3131"
    assert " ".join(sorted(named | set(NOT_HEXES))) == numbers
    assert not named & set(NOT_HEXES)


def test_nothing_else_is_a_source_or_an_entry() -> None:
    assert GRID.labels(BOARD.kind("source", "Soviet")) == ["0701", "3131"]  # 11.11
    assert GRID.labels(BOARD.kind("source", "Chinese")) == ["0132"]  # 11.12
    assert GRID.labels(BOARD.kind("source", "North Korean")) == ["1734"]  # 17.5
    assert GRID.labels(BOARD.kind("entry", "Soviet")) == ["0701", "3131"]  # 17.31
    assert GRID.labels(BOARD.kind("entry", "Chinese")) == ["0132"]  # 17.32
    assert GRID.labels(BOARD.kind("objective", "Chinese")) == ["0701", "1101", "2901"]


@pytest.mark.parametrize(
    ("case", "name", "country", "kind"),
    [
        ("17.22", "Peking", CHINA, "major_city"),
        ("5.51", "Vladivostok", USSR, "port"),
        ("17.5", "Pyongyang", NORTH_KOREA, "capital"),
        ("variant 1960s victory", "Ulaanbaatar", MONGOLIA, "capital"),
    ],
)
def test_a_place_that_the_rules_name(case: str, name: str, country: HexSet, kind: str) -> None:
    place = BOARD.place(name)
    assert 1 << place.hex & country, case
    assert kind in place.kinds, case


# (c) Counts that the rules fix.


def test_six_major_cities_and_the_industrial_hexes() -> None:  # 13.0
    assert MAJOR_CITIES.bit_count() == 6
    assert CHINESE_INDUSTRY.bit_count() == 63
    assert SOVIET_INDUSTRY.bit_count() == 6
    assert sum("industrial" in place.kinds for place in BOARD.places) == 63 + 6
    assert not MAJOR_CITIES & ~CHINA
    assert not CHINESE_INDUSTRY & ~CHINA
    assert not SOVIET_INDUSTRY & ~USSR


def test_a_city_is_no_industrial_hex() -> None:
    # 13.15 and 13.21 would give two strengths and two meanings of "Dr" to one hex.
    assert not MAJOR_CITIES & CHINESE_INDUSTRY
    # 11.12 names 0132 and the industrial hexes side by side.
    assert not at("0132") & CHINESE_INDUSTRY


def test_soviet_cities() -> None:
    # The variant scores 6 for Vladivostok and 2 for each other Soviet city.
    assert BOARD.kind("city", "USSR") == SOVIET_INDUSTRY
    assert at("3131") & SOVIET_INDUSTRY
    assert not at("0701") & BOARD.kind("city")


# The sheet itself.


def test_every_hex_is_either_a_country_or_a_sea() -> None:
    countries = list(COUNTRY.values())
    seas = list(BOARD.areas["sea"].values())
    assert set(COUNTRY) == {"USSR", "China", "Mongolia", "North Korea", "Japan"}
    for one, other in itertools.combinations([*countries, *seas], 2):
        assert not one & other
    assert sum(hexes.bit_count() for hexes in countries) == LAND.bit_count()
    assert sum(hexes.bit_count() for hexes in seas) == SEA.bit_count()
    assert not sum(seas) & LAND


def test_only_japan_is_out_of_play() -> None:
    assert GRID.all & ~BOARD.in_play == COUNTRY["Japan"]
    # The variant bases an air strike on any all-sea hex.
    assert not SEA & ~BOARD.in_play


@pytest.mark.parametrize("name", ["USSR", "China", "Mongolia", "North Korea", "Japan"])
def test_a_country_is_one_piece(name: str) -> None:
    country = COUNTRY[name]
    assert grow(country & -country, country, GRID.neighbours) == country


@pytest.mark.parametrize("name", ["Po Hai", "Yellow Sea", "Sea of Japan", "Sea of Okhotsk"])
def test_a_sea_is_one_piece_and_has_its_coast(name: str) -> None:
    sea = BOARD.areas["sea"][name]
    assert grow(sea & -sea, sea, GRID.neighbours) == sea
    assert BOARD.coast[name] == GRID.neighbours(sea) & LAND


def test_the_names_of_the_seas() -> None:
    assert set(BOARD.coast) == set(BOARD.areas["sea"])


def test_the_marine_division_can_land_in_both_chinese_seas() -> None:  # 5.5
    beaches = CHINA & BOARD.terrain["clear"]
    assert (beaches & BOARD.coast["Po Hai"]).bit_count() >= 5
    assert (beaches & BOARD.coast["Yellow Sea"]).bit_count() >= 5


def test_a_port_touches_its_sea() -> None:
    ports = [place for place in BOARD.places if "port" in place.kinds]
    assert ports
    for port in ports:
        for sea in port.kinds["port"]:
            assert BOARD.coast[sea] >> port.hex & 1, port.name


def test_places_stand_on_land() -> None:
    for place in BOARD.places:
        assert LAND & BOARD.in_play & 1 << place.hex, place.name


def test_water_hexsides_lie_between_land_hexes() -> None:  # 5.23
    for sides in WATER_SIDES:
        assert not sides.hexes & SEA
    lakes = {row.name for row in BOARD.sides["all_lake"].rows}
    assert lakes == {"Lake Khanka", "Hulun Nor"}


def test_water_hexsides_cut_no_hex_off() -> None:  # 5.22: a unit may always move one hex
    for country in (USSR, CHINA, MONGOLIA, NORTH_KOREA):
        assert grow(country & -country, country, step) == country


def test_everything_in_play_can_be_reached_from_0701_and_3131() -> None:  # 11.11, 11.5
    land = LAND & BOARD.in_play
    for label in ("0701", "3131"):
        assert grow(at(label), land, step) == land


# (b) Railroads and roads.


def test_the_soviet_net_joins_0701_and_3131() -> None:  # 11.11, 5.46
    for label in ("0701", "3131"):
        assert SOVIET_RAIL.connected(GRID.hex(label)) == SOVIET_RAIL.hexes
    # The line through the USSR alone does it too.
    assert at("3131") & RAIL.owned("USSR").connected(GRID.hex("0701"), within=USSR)


def test_the_chinese_net_connects_with_0132() -> None:  # 11.12, 17.32
    assert CHINESE_RAIL.connected(GRID.hex("0132")) == CHINESE_RAIL.hexes


def test_where_lines_leave_the_map() -> None:
    west = {label for label in GRID.labels(CHINESE_RAIL.exits) if "west" in edge(GRID.hex(label))}
    assert west == {"0121", "0124", "0127", "0130", "0132"}  # 18.2
    assert GRID.labels(RAIL.exits) == sorted({*west, "0535", "0701", "1735", "4621"})
    assert GRID.labels(ROAD.exits) == ["1101", "2901"]


@pytest.mark.parametrize("network", [RAIL, ROAD], ids=["rail", "road"])
def test_a_line_lies_in_its_owners_country(network: Network) -> None:  # 5.46
    for chain in network.chains:
        countries = {country_of(hex_) for hex_ in chain.hexes}
        if countries == {"USSR", "Mongolia"}:
            assert chain.owner in ("USSR", ""), chain.name
        elif chain.owner:
            assert countries == {chain.owner}, chain.name
        else:
            assert len(countries) == 2, f"{chain.name} is no border link"


def test_each_pair_of_neighbours_has_a_rail_link() -> None:
    links = {
        frozenset((country_of(here), country_of(there)))
        for here, there in RAIL.links()
        if country_of(here) != country_of(there)
    }
    assert links == {
        frozenset(pair)
        for pair in (
            ("USSR", "Mongolia"),
            ("USSR", "China"),
            ("USSR", "North Korea"),
            ("China", "Mongolia"),
            ("China", "North Korea"),
        )
    }


@pytest.mark.parametrize("network", [RAIL, ROAD], ids=["rail", "road"])
def test_no_line_crosses_water(network: Network) -> None:  # 5.23
    assert not network.hexes & ~(LAND & BOARD.in_play)
    for here, there in network.links():
        for sides in WATER_SIDES:
            assert not sides.has(here, there), f"{GRID.label(here)}/{GRID.label(there)}"


@pytest.mark.parametrize("network", [RAIL, ROAD], ids=["rail", "road"])
def test_no_line_ends_in_nothing(network: Network) -> None:
    def has_a_reason(chain: Chain, end: Hex) -> bool:
        others = [c for n in (RAIL, ROAD) for c in n.chains if c is not chain]
        return bool(BOARD.places_at(end)) or any(end in other.hexes for other in others)

    for chain in network.chains:
        for end, off in (
            (chain.hexes[0], chain.starts_off),
            (chain.hexes[-1], chain.ends_off),
        ):
            assert off or has_a_reason(chain, end), f"{chain.name} stops at {GRID.label(end)}"


def test_roads_run_where_no_railroad_does() -> None:
    # Both cost 1 MP (12.0), so a second line would only be clutter.
    assert not set(ROAD.links()) & set(RAIL.links())


def test_cities_and_soviet_industry_stand_on_the_railroad() -> None:  # 17.21, 17.4
    assert not MAJOR_CITIES & ~CHINESE_RAIL.hexes
    assert not SOVIET_INDUSTRY & ~RAIL.owned("USSR").hexes
    assert at("1734") & RAIL.owned("North Korea").hexes
    assert 1 << BOARD.place("Ulaanbaatar").hex & RAIL.owned("Mongolia").hexes


def test_the_largest_soviet_force_finds_room_on_the_railroad() -> None:
    # 17.21, current readiness: rail hexes in the USSR, no two units adjacent, stacks of three only
    # in industrial hexes. The variant's 1960s M+30 force has 47 units.
    free = RAIL.owned("USSR").hexes & USSR
    room = 0
    for hex_ in [*members(SOVIET_INDUSTRY), *members(free & ~SOVIET_INDUSTRY)]:
        if free >> hex_ & 1:
            room += 3 if SOVIET_INDUSTRY >> hex_ & 1 else 1
            free &= ~(1 << hex_ | GRID.neighbours(1 << hex_))
    assert room >= 47


@pytest.mark.parametrize("label", ["1101", "2901"])
def test_a_way_leads_to_the_northern_objectives(label: str) -> None:  # variant 1960s victory
    def along_lines(hexes: HexSet) -> HexSet:
        found = 0
        for network in (RAIL, ROAD):
            found |= network.connected_to(hexes, within=USSR)
        return found

    assert at(label) & grow(at("0701"), USSR, along_lines)


# (b) Rivers. A corner is the set of the hexes that meet there: two only at the map's edge.

Side = tuple[Hex, Hex]
Corner = frozenset[Hex]


def corners(side: Side) -> set[Corner]:
    here, there = side
    thirds = set(GRID.adjacent(here)) & set(GRID.adjacent(there))
    found = {frozenset((here, there, third)) for third in thirds}
    return found if len(found) == 2 else found | {frozenset(side)}


def source_and_mouth(pairs: tuple[Side, ...]) -> tuple[Corner, Corner]:
    if len(pairs) == 1:
        one, other = sorted(corners(pairs[0]), key=sorted)
        return one, other
    (source,) = corners(pairs[0]) - corners(pairs[1])
    (mouth,) = corners(pairs[-1]) - corners(pairs[-2])
    return source, mouth


def river(name: str) -> tuple[Side, ...]:
    (row,) = (row for row in RIVER.rows if row.name == name)
    return row.pairs


RIVERS = [row.name for row in RIVER.rows]
WATER_CORNERS = {
    corner for sides in WATER_SIDES for side in sides.pairs() for corner in corners(side)
}


def ends_in_water_or_at_the_edge(corner: Corner) -> bool:
    at_the_edge = len(corner) == 2
    at_sea = any(SEA >> hex_ & 1 for hex_ in corner)
    return at_the_edge or at_sea or corner in WATER_CORNERS


def joins_another_river(name: str, corner: Corner) -> bool:
    return any(
        corner in corners(side) for row in RIVER.rows if row.name != name for side in row.pairs
    )


@pytest.mark.parametrize("name", RIVERS)
def test_a_river_runs_into_something(name: str) -> None:
    _, mouth = source_and_mouth(river(name))
    assert ends_in_water_or_at_the_edge(mouth) or joins_another_river(name, mouth)


@pytest.mark.parametrize("name", RIVERS)
def test_a_river_comes_from_somewhere(name: str) -> None:
    source, _ = source_and_mouth(river(name))
    (row,) = (row for row in RIVER.rows if row.name == name)
    assert (
        ends_in_water_or_at_the_edge(source)
        or joins_another_river(name, source)
        or row.note.startswith("source ")
    )


@pytest.mark.parametrize("name", RIVERS)
def test_a_river_neither_touches_itself_nor_shares_a_hexside(name: str) -> None:
    pairs = river(name)
    assert len(set(pairs)) == len(pairs)
    # A simple line of n hexsides has n + 1 corners.
    assert len({corner for side in pairs for corner in corners(side)}) == len(pairs) + 1
    others = {side for row in RIVER.rows if row.name != name for side in row.pairs}
    assert not set(pairs) & others


@pytest.mark.parametrize(
    ("name", "flows_into"),
    [
        ("Argun", "Amur"),
        ("Shilka", "Amur"),
        ("Onon", "Shilka"),
        ("Ingoda", "Shilka"),
        ("Hailar", "Argun"),
        ("Zeya", "Amur"),
        ("Selemdzha", "Zeya"),
        ("Bureya", "Amur"),
        ("Sungari", "Amur"),
        ("Ussuri", "Amur"),
        ("Bikin", "Ussuri"),
        ("Nonni", "Sungari"),
        ("Second Sungari", "Sungari"),
        ("Mutan", "Sungari"),
        ("Shara Muren", "West Liao"),
        ("West Liao", "Liao"),
        ("Orkhon", "Selenga"),
        ("Uchur", "Aldan"),
    ],
)
def test_a_tributary_joins_its_river(name: str, flows_into: str) -> None:
    _, mouth = source_and_mouth(river(name))
    assert any(mouth in corners(side) for side in river(flows_into))


@pytest.mark.parametrize(
    ("name", "sea"),
    [
        ("Liao", "Po Hai"),
        ("Luan", "Po Hai"),
        ("Yellow River", "Po Hai"),
        ("Tumen", "Sea of Japan"),
        ("Uda", "Sea of Okhotsk"),
    ],
)
def test_a_river_reaches_its_sea(name: str, sea: str) -> None:
    _, mouth = source_and_mouth(river(name))
    assert any(BOARD.areas["sea"][sea] >> hex_ & 1 for hex_ in mouth)


def test_lake_khanka_drains_into_the_ussuri() -> None:
    ends = source_and_mouth(river("Sungacha"))
    ussuri = {corner for side in river("Ussuri") for corner in corners(side)}
    assert {corner in ussuri for corner in ends} == {True, False}
    assert {corner in WATER_CORNERS for corner in ends} == {True, False}


def between(side: Side) -> set[str]:
    return {country_of(hex_) for hex_ in side}


@pytest.mark.parametrize(
    ("name", "countries"),
    [
        ("Argun", {"USSR", "China"}),
        ("Sungacha", {"USSR", "China"}),
        ("Yalu", {"China", "North Korea"}),
    ],
)
def test_a_border_river_is_the_border(name: str, countries: set[str]) -> None:
    assert all(between(side) == countries for side in river(name))


def test_the_amur_is_the_border_down_to_the_ussuri() -> None:
    amur, ussuri = river("Amur"), river("Ussuri")
    _, junction = source_and_mouth(ussuri)
    border = [between(side) == {"USSR", "China"} for side in amur]
    below = border.index(False)
    assert junction in corners(amur[below]) and junction in corners(amur[below - 1])
    assert not any(border[below:])
    # The Ussuri is Soviet above the Sungacha and the border below it.
    border = [between(side) == {"USSR", "China"} for side in ussuri]
    assert border == sorted(border) and any(border) and not all(border)


def test_the_tumen_ends_as_the_soviet_border() -> None:
    *chinese, last = river("Tumen")
    assert all(between(side) == {"China", "North Korea"} for side in chinese)
    assert between(last) == {"USSR", "North Korea"}


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("Amur", "3922", "4023"),  # the bridge of Khabarovsk
        ("Onon", "1608", "1609"),  # Olovyannaya, on the line to Manchouli
        ("Yungting - Hai", "0327", "0427"),  # Lukouchiao, south-west of Peking
        ("Yellow River", "0131", "0132"),  # the bridge north of Tsinan
        ("Sungari", "2523", "2623"),  # the bridge of Harbin
        ("Nonni", "2219", "2220"),  # the Chinese Eastern west of Tsitsihar
        ("Yalu", "1632", "1732"),  # Antung to Sinuiju
        ("Tumen", "2831", "2832"),
        ("Tumen", "2832", "2931"),  # the bridge at Khasan
        ("Selenga", "0601", "0701"),
    ],
)
def test_a_river_passes_its_bridge(name: str, one: str, other: str) -> None:
    here, there = GRID.hex(one), GRID.hex(other)
    assert GRID.side(here, there) in river(name)


# 18.1 and 18.2: the 63 hexes lie so that the levels of victory fall on natural lines.

WEST_EXITS = CHINESE_RAIL.exits & GRID.set(
    GRID.label(hex_) for hex_ in GRID.hexes if "west" in edge(hex_)
)


def cut_off(soviet_units: HexSet) -> HexSet:
    """The Chinese industrial hexes without a line of communication (18.2), no Chinese unit left.

    Counted strictly: an industrial hex in a Soviet zone of control is cut off too.
    """
    zone = soviet_units | step(soviet_units) & ~MAJOR_CITIES
    clear = CHINA & ~zone
    open_rail = CHINESE_RAIL.connected_to(WEST_EXITS, within=clear)
    near = open_rail
    for _ in range(2):
        near |= step(near) & clear
    return CHINESE_INDUSTRY & ~near


def victory_level(count: int) -> str:  # 18.1
    for most, level in (
        (10, "decisive defeat"),
        (14, "substantive defeat"),
        (22, "marginal defeat"),
        (41, "marginal victory"),
        (49, "substantive victory"),
    ):
        if count <= most:
            return level
    return "decisive victory"


def test_nothing_is_cut_off_before_the_war() -> None:
    assert GRID.labels(cut_off(0)) == []


@pytest.mark.parametrize(
    ("line", "units", "level"),
    [
        ("Khingan crest", "2115", "decisive defeat"),
        ("Tsitsihar", "2220", "decisive defeat"),
        ("Mutanchiang and Nancha", "2827 2922", "decisive defeat"),
        ("Nonni and Sungari", "2120 2223 2424 2525 2729", "marginal defeat"),
        ("Changchun and Kirin", "1922 2025 2127 2328 2629", "marginal victory"),
        ("Szeping and Meihokow", "1825 1927 2029", "marginal victory"),
        ("Szeping and Fushun", "1825 1828 1929", "marginal victory"),
        ("lower Liao", "1527 1529", "substantive victory"),
        ("Chinchow", "1228", "substantive victory"),
        ("the coast east of Shanhaikwan", "1028", "substantive victory"),
        ("Great Wall", "1029 0827", "decisive victory"),
        ("Luan", "0728 0726", "decisive victory"),
        ("Peking and Tientsin", "0225 0228 0230 0727", "decisive victory"),
    ],
)
def test_what_a_front_line_is_worth(line: str, units: str, level: str) -> None:
    count = cut_off(GRID.set(units.split())).bit_count()
    assert victory_level(count) == level, f"{line}: {count} industrial hexes"
