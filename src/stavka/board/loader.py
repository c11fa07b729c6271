"""Reads a map folder, as docs/formats.md specifies it, and refuses a broken one with the reason."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, TypeVar

from ..data import DataError, Folder, Row, check_format, source_parts
from ..hexes import Grid, Hex, HexSet, NotAdjacent, UnknownHex, Window
from .board import Board, Chain, Kind, Network, Place, SideRow, Sides

FORMAT = 1

# How a kind can be drawn; the drawing knows these and no others.
TERRAIN_LOOKS = "clear rough forest swamp mountain desert marsh arctic city sea lake void"
SIDE_LOOKS = "minor_river river major_river canal dike causeway crossing water border none"
NETWORK_LOOKS = "rail road river major_river none"
PLACE_LOOKS = "major_city city town industrial port resource fortress capital source mark none"
AREA_LOOKS = "frontier front line none"
LOOKS: dict[str, frozenset[str]] = {
    "terrain": frozenset(TERRAIN_LOOKS.split()),
    "sides": frozenset(SIDE_LOOKS.split()),
    "networks": frozenset(NETWORK_LOOKS.split()),
    "places": frozenset(PLACE_LOOKS.split()),
    "areas": frozenset(AREA_LOOKS.split()),
}

SIDE_FIELDS = ("kind", "name", "sides", "note", "source")
LINK_FIELDS = ("network", "name", "owner", "hexes", "note", "source")
PLACE_FIELDS = ("hex", "name", "kinds", "note", "source")

T = TypeVar("T")


def load_board(path: Path, overlay: Path | None = None) -> Board:
    """The map in a folder; a file that is also in `overlay` is read from there."""
    folder = Folder(path, overlay)
    file, settings = folder.toml("map.toml")
    check_format(file, settings, FORMAT)
    grid = _grid(file, _section(file, settings, "grid"))
    kinds = {
        section: _kinds(
            file, section, settings.get(section, {}), "border" if section == "areas" else "look"
        )
        for section in LOOKS
    }
    groups = tuple(kinds["areas"])
    hexes = _hexes(folder, grid, kinds["terrain"], groups)
    return Board(
        name=_string(file, settings, "name"),
        credits=_strings(file, settings, "credits"),
        grid=grid,
        kinds=kinds,
        terrain=hexes.terrain,
        in_play=hexes.in_play,
        coast=hexes.coast,
        areas=hexes.areas,
        sides=_sides(folder, grid, kinds["sides"]),
        networks=_networks(folder, grid, kinds["networks"], hexes.in_play),
        places=_places(folder, grid, kinds["places"]),
    )


# map.toml


def _section(file: Path, settings: dict[str, Any], key: str) -> dict[str, Any]:
    section = settings.get(key)
    if not isinstance(section, dict):
        raise DataError(file, f"the section [{key}] is missing")
    return section


def _string(file: Path, settings: dict[str, Any], key: str) -> str:
    value = settings.get(key)
    if not isinstance(value, str) or not value:
        raise DataError(file, "should be a text", field=key)
    return value


def _strings(file: Path, settings: dict[str, Any], key: str) -> list[str]:
    value = settings.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise DataError(file, "should be a list of texts", field=key)
    return value


def _one_of(file: Path, settings: dict[str, Any], key: str, allowed: tuple[T, ...]) -> T:
    value = settings.get(key)
    if value not in allowed:
        raise DataError(
            file, f"{value!r} should be one of {', '.join(map(str, allowed))}", field=key
        )
    return allowed[allowed.index(value)]


def _grid(file: Path, settings: dict[str, Any]) -> Grid:
    windows = settings.get("windows")
    if not isinstance(windows, list) or not all(
        isinstance(w, list) and len(w) == 4 and all(type(n) is int for n in w) for w in windows
    ):
        raise DataError(file, "should be a list of lists of four numbers", field="windows")
    try:
        return Grid(
            _one_of(file, settings, "orientation", ("flat", "pointy")),
            _one_of(file, settings, "shifted", ("odd", "even")),
            _one_of(file, settings, "numbering", ("ccrr", "rrcc")),
            _one_of(file, settings, "rows", ("down", "up")),
            [Window(*w) for w in windows],
        )
    except ValueError as error:
        raise DataError(file, str(error), field="windows") from None


def _kinds(file: Path, section: str, settings: Any, look_key: str) -> dict[str, Kind]:
    if not isinstance(settings, dict):
        raise DataError(file, f"[{section}] should hold tables such as [{section}.clear]")
    found = {}
    for key, values in settings.items():
        field = f"{section}.{key}"
        if not isinstance(values, dict):
            raise DataError(file, "should be a table", field=field)
        unknown = sorted(set(values) - {"name", look_key, "chain"})
        if unknown:
            raise DataError(file, f"unknown key {unknown[0]!r}", field=field)
        look = values.get(look_key)
        if look not in LOOKS[section]:
            allowed = ", ".join(sorted(LOOKS[section]))
            raise DataError(
                file, f"{look!r} should be one of {allowed}", field=f"{field}.{look_key}"
            )
        if not isinstance(values.get("name"), str):
            raise DataError(file, "should be a text", field=f"{field}.name")
        found[key] = Kind(key, values["name"], look, bool(values.get("chain", False)))
    return found


# The tables


def _hex(row: Row, field: str, grid: Grid, label: str) -> Hex:
    try:
        return grid.hex(label)
    except UnknownHex as error:
        raise row.error(field, str(error)) from None


class _Hexes:
    def __init__(self, terrain: dict[str, Kind], groups: tuple[str, ...]) -> None:
        self.terrain: dict[str, HexSet] = dict.fromkeys(terrain, 0)
        self.in_play: HexSet = 0
        self.coast: dict[str, HexSet] = {}
        self.areas: dict[str, dict[str, HexSet]] = {group: {} for group in groups}


def _hexes(folder: Folder, grid: Grid, terrain: dict[str, Kind], groups: tuple[str, ...]) -> _Hexes:
    found = _Hexes(terrain, groups)
    first_line: dict[Hex, int] = {}
    for row in folder.table("hexes.csv", ("hex", "terrain", "in_play", "coast", *groups, "source")):
        source_parts(row)
        hex_ = _hex(row, "hex", grid, row.required("hex"))
        if hex_ in first_line:
            raise row.error("hex", f"{row['hex']} stands already on line {first_line[hex_]}")
        first_line[hex_] = row.line
        bit = 1 << hex_
        if row["terrain"] not in terrain:
            raise row.error("terrain", _unknown(row["terrain"], terrain))
        found.terrain[row["terrain"]] |= bit
        if row.flag("in_play"):
            found.in_play |= bit
        for sea in row.items("coast"):
            found.coast[sea] = found.coast.get(sea, 0) | bit
        for group in groups:
            for area in row.items(group):
                found.areas[group][area] = found.areas[group].get(area, 0) | bit
    missing = grid.labels(grid.all & ~grid.set(map(grid.label, first_line)))
    if missing:
        raise DataError(
            folder.file("hexes.csv"),
            f"{len(missing)} hexes of the windows are missing, the first is {missing[0]}",
        )
    return found


def _unknown(value: str, known: dict[str, Kind]) -> str:
    return f"{value!r} is not declared in map.toml, which has {', '.join(known)}"


def _sides(folder: Folder, grid: Grid, kinds: dict[str, Kind]) -> dict[str, Sides]:
    rows: dict[str, list[SideRow]] = {key: [] for key in kinds}
    for row in folder.table("sides.csv", SIDE_FIELDS):
        source_parts(row)
        if row["kind"] not in kinds:
            raise row.error("kind", _unknown(row["kind"], kinds))
        pairs = tuple(_pair(row, grid, text) for text in row.items("sides", None))
        if not pairs:
            raise row.error("sides", "is empty")
        if kinds[row["kind"]].chain:
            for one, other in itertools.pairwise(pairs):
                if not grid.sides_touch(one, other):
                    raise row.error(
                        "sides",
                        f"{_side_label(grid, one)} and {_side_label(grid, other)} do not meet: "
                        f"the line is broken",
                    )
        rows[row["kind"]].append(
            SideRow(row["kind"], row["name"], pairs, row["note"], row["source"])
        )
    return {key: Sides(grid, rows[key]) for key in kinds}


def _side_label(grid: Grid, side: tuple[Hex, Hex]) -> str:
    return f"{grid.label(side[0])}/{grid.label(side[1])}"


def _pair(row: Row, grid: Grid, text: str) -> tuple[Hex, Hex]:
    labels = text.split("/")
    if len(labels) != 2:
        raise row.error("sides", f"{text!r} is not a hexside such as 0101/0102")
    here, there = (_hex(row, "sides", grid, label) for label in labels)
    try:
        return grid.side(here, there)
    except NotAdjacent as error:
        raise row.error("sides", str(error)) from None


def _networks(
    folder: Folder, grid: Grid, kinds: dict[str, Kind], in_play: HexSet
) -> dict[str, Network]:
    chains: dict[str, list[Chain]] = {key: [] for key in kinds}
    for row in folder.table("links.csv", LINK_FIELDS):
        source_parts(row)
        if row["network"] not in kinds:
            raise row.error("network", _unknown(row["network"], kinds))
        words = list(row.items("hexes", None))
        starts_off = words[:1] == ["off"]
        ends_off = len(words) > 1 and words[-1] == "off"
        labels = words[starts_off : len(words) - ends_off]
        hexes = tuple(_hex(row, "hexes", grid, label) for label in labels)
        if len(hexes) + starts_off + ends_off < 2:
            raise row.error("hexes", "a line joins at least two hexes")
        for here, there in itertools.pairwise(hexes):
            try:
                grid.direction(here, there)
            except NotAdjacent as error:
                raise row.error("hexes", str(error)) from None
        for off, end in ((starts_off, hexes[0]), (ends_off, hexes[-1])):
            inside = len(grid.adjacent(end)) == 6 and not grid.neighbours(1 << end) & ~in_play
            if off and inside:
                raise row.error("hexes", f"{grid.label(end)} is not at the edge of the map")
        chains[row["network"]].append(
            Chain(
                row.required("name"),
                row["owner"],
                hexes,
                starts_off,
                ends_off,
                row["note"],
                row["source"],
            )
        )
    return {key: Network(grid, chains[key]) for key in kinds}


def _places(folder: Folder, grid: Grid, kinds: dict[str, Kind]) -> list[Place]:
    found: list[Place] = []
    first_line: dict[str, int] = {}
    for row in folder.table("places.csv", PLACE_FIELDS):
        source_parts(row)
        name = row.required("name")
        if name in first_line:
            raise row.error("name", f"{name!r} stands already on line {first_line[name]}")
        first_line[name] = row.line
        place_kinds: dict[str, tuple[str, ...]] = {}
        for item in row.items("kinds"):
            kind, _, argument = item.partition(":")
            if kind not in kinds:
                raise row.error("kinds", _unknown(kind, kinds))
            arguments = (argument,) if argument else ()
            place_kinds[kind] = (*place_kinds.get(kind, ()), *arguments)
        found.append(
            Place(
                name,
                _hex(row, "hex", grid, row.required("hex")),
                place_kinds,
                row["note"],
                row["source"],
            )
        )
    return found
