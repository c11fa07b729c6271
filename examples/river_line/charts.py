"""1 What there is: the counters, the map and the tables, read once from the data files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stavka.board import Board, load_board
from stavka.data import DataError, Folder, Row, source_parts
from stavka.engine import Names, UnitSet
from stavka.hexes import Charge, Grid, Hex, HexSet, Lane, Movement, Passage, UnknownHex, set_of

DATA = Path(__file__).parent / "data"

UPLAND, VALE = "Upland", "Vale"
SIDES = (UPLAND, VALE)
# 7.1: the edge of the map from which each side is supplied.
EDGES = {UPLAND: 1, VALE: 13}


def enemy_of(side: str) -> str:
    return VALE if side == UPLAND else UPLAND


@dataclass(frozen=True, slots=True)
class Counter:
    """1.2: a regiment."""

    id: str
    side: str
    name: str
    symbol: str
    size: str
    strength: int
    movement: int
    # Where it begins.
    hex: Hex


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a scenario lays down."""

    key: str
    name: str
    text: str
    turns: int
    # 8.2: what the Upland needs.
    points: int


class Charts:
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None) -> None:
        folder = Folder(DATA, overlay)
        self.board: Board = load_board(DATA / "map", overlay / "map" if overlay else None)
        self.grid: Grid = self.board.grid
        self._read_counters(folder)
        self._read_terrain(folder)
        self._read_results(folder)
        self._read_scenarios(folder)
        self._read_towns(folder)
        # 7.1
        self.edge: dict[str, HexSet] = {
            side: set_of(h for h in self.grid.hexes if self.grid.position(h)[0] == column)
            for side, column in EDGES.items()
        }

    def _read_counters(self, folder: Folder) -> None:
        fields = ("id", "side", "name", "symbol", "size", "strength", "movement", "hex", "source")
        self.counters: list[Counter] = []
        self.units_of: dict[str, UnitSet] = dict.fromkeys(SIDES, 0)
        for row in folder.table("counters.csv", fields):
            source_parts(row)
            if row["side"] not in SIDES:
                raise row.error("side", f"{row['side']!r} should be one of {', '.join(SIDES)}")
            self.units_of[row["side"]] |= 1 << len(self.counters)
            self.counters.append(
                Counter(
                    row.required("id"),
                    row["side"],
                    row.required("name"),
                    row["symbol"],
                    row["size"],
                    _number(row, "strength"),
                    _number(row, "movement"),
                    _hex(row, self.grid),
                )
            )
        self.names = Names(self.grid, [counter.id for counter in self.counters])

    def _read_terrain(self, folder: Folder) -> None:
        """3.2, 5.3: what the ground costs, and how often it counts a defender."""
        rows = {r["ground"]: r for r in _rows(folder, "terrain.csv", "ground", "points", "defence")}
        board, points = (
            self.board,
            {g: _number(r, "points") for g, r in rows.items() if r["points"]},
        )
        # What a step costs is the sum of its parts, so that a preview can tell them.
        ground = [((Charge(key, points[key]),), hexes) for key, hexes in board.terrain.items()]
        over = Charge("river", points["river"])
        river, road = board.sides["river"], board.networks["road"]
        dry = [self.grid.all & ~wet for wet in river.entering]
        self.movement = Movement(
            self.grid,
            [
                Lane.of(dry, ground),
                Lane.of(river.entering, [((*parts, over), hexes) for parts, hexes in ground]),
                Lane.of(road.entering, [((Charge("road", points["road"]),), self.grid.all)]),
            ],
        )
        # 6.2: where a retreat may step: not over the river, unless over a bridge.
        self.retreat = Passage(self.grid, [a | b for a, b in zip(dry, road.entering, strict=True)])
        towns = board.kind("town")
        self.defence: list[tuple[str, int, HexSet]] = [
            ("town", _number(rows["town"], "defence"), towns),
            *(
                (key, _number(rows[key], "defence"), hexes & ~towns)
                for key, hexes in board.terrain.items()
            ),
        ]

    def _read_results(self, folder: Folder) -> None:
        """6.1: the result of each die under each column."""
        self.columns = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
        rows = _rows(folder, "results.csv", "die", *self.columns)
        self.results = {c: {_number(row, "die"): row[c] for row in rows} for c in self.columns}

    def _read_scenarios(self, folder: Folder) -> None:
        self.scenarios: dict[str, Conditions] = {}
        for row in _rows(folder, "scenarios.csv", "key", "name", "text", "turns", "points"):
            self.scenarios[row["key"]] = Conditions(
                row["key"],
                row["name"],
                row["text"],
                _number(row, "turns"),
                _number(row, "points"),
            )

    def _read_towns(self, folder: Folder) -> None:
        """8.1: what each town is worth."""
        rows = _rows(folder, "towns.csv", "name", "points")
        self.towns = {self.board.place(r["name"]).hex: _number(r, "points") for r in rows}
        if set_of(self.towns) != self.board.kind("town"):
            raise DataError(folder.file("towns.csv"), "the towns of the map are others")


def _rows(folder: Folder, name: str, *fields: str) -> list[Row]:
    rows = folder.table(name, (*fields, "source"))
    for row in rows:
        source_parts(row)
    return rows


def _number(row: Row, field: str) -> int:
    if not row[field].isdigit():
        raise row.error(field, f"{row[field]!r} should be a number")
    return int(row[field])


def _hex(row: Row, grid: Grid) -> Hex:
    try:
        return grid.hex(row["hex"])
    except UnknownHex as error:
        raise row.error("hex", str(error)) from None


@cache
def charts(overlay: Path | None = None) -> Charts:
    return Charts(overlay)
