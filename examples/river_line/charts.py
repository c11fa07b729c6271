"""1 What there is: the counters, the map and the tables, read once from the data files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct, field

from stavka.data import DataError
from stavka.engine import Names, UnitSet
from stavka.hexes import Charge, HexSet, Lane, Movement, Passage, set_of
from stavka.kit.charts import Printed, read_once
from stavka.kit.counters import Classes
from stavka.kit.tables import AtPlace, Columns, Die, Natural, OnMap, grouped, one_of

DATA = Path(__file__).parent / "data"

UPLAND, VALE = "Upland", "Vale"
SIDES = (UPLAND, VALE)
# 7.1: the edge of the map from which each side is supplied.
EDGES = {UPLAND: 1, VALE: 13}
# 6.1
ODDS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")


def enemy_of(side: str) -> str:
    return VALE if side == UPLAND else UPLAND


class Counter(Struct, frozen=True, kw_only=True):
    """1.2: a regiment."""

    id: str
    side: Annotated[str, one_of(SIDES)]
    name: str
    symbol: str = ""
    size: str = ""
    strength: Natural
    movement: Natural
    # Where it begins.
    hex: OnMap

    @property
    def values(self) -> str:
        return f"{self.strength}-{self.movement}"


class Ground(Struct, frozen=True):
    """3.2, 5.3: what some ground costs, and how often it counts a defender."""

    ground: str
    points: Natural = 0
    defence: Natural = 0


class Fall(Struct, frozen=True):
    """6.1: the result of a die under each column."""

    die: Die
    results: Annotated[dict[str, str], Columns(*ODDS)]


class Conditions(Struct, frozen=True):
    """What a scenario lays down."""

    key: str
    name: str
    text: str
    turns: Natural
    # 8.2: what the Upland needs.
    points: Natural


class Town(Struct, frozen=True):
    """8.1: what a town is worth."""

    hex: AtPlace = field(name="name")
    points: Natural


class Charts(Printed):
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, overlay)
        tables = self.tables
        self.counters = tables.read("counters.csv", Counter)
        self.names = Names(self.grid, [counter.id for counter in self.counters])
        self.units_of: dict[str, UnitSet] = grouped(counter.side for counter in self.counters)
        sides = {side.lower(): units for side, units in self.units_of.items()}
        self.classes = Classes(len(self.counters), sides)
        self._read_terrain(tables.keyed("terrain.csv", Ground))
        # 6.1
        self.columns = ODDS
        falls = tables.read("results.csv", Fall)
        self.results = {c: {fall.die: fall.results[c] for fall in falls} for c in ODDS}
        self.scenarios: dict[str, Conditions] = tables.keyed("scenarios.csv", Conditions)
        # 8.1
        self.towns = {town.hex: town.points for town in tables.read("towns.csv", Town)}
        if set_of(self.towns) != self.board.kind("town"):
            raise DataError(tables.folder.file("towns.csv"), "the towns of the map are others")
        # 7.1
        self.edge: dict[str, HexSet] = {
            side: set_of(h for h in self.grid.hexes if self.grid.position(h)[0] == column)
            for side, column in EDGES.items()
        }

    def _read_terrain(self, chart: dict[str, Ground]) -> None:
        """3.2, 5.3: what the ground costs, and how often it counts a defender."""
        board, points = self.board, {key: row.points for key, row in chart.items()}
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
            ("town", chart["town"].defence, towns),
            *((key, chart[key].defence, hexes & ~towns) for key, hexes in board.terrain.items()),
        ]


charts = read_once(Charts, DATA)
