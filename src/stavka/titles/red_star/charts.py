"""1.0 The game pieces, the board and the charts, read once from the data files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ...board import Board, load_board
from ...data import DataError, Folder, Row, source_parts
from ...engine import Names, UnitSet
from ...hexes import Charge, Grid, Hex, HexSet, Lane, Movement, Passage, UnknownHex, set_of

DATA = Path(__file__).parent / "data"

AXIS, SOVIET = "Axis", "Soviet"
SIDES = (AXIS, SOVIET)

# The columns of the Terrain Effects Chart; `RAIL` is the Siege Artillery's own way (3.3.6).
FOOT, MOUNTAIN, MOTORIZED, RAIL = "foot", "mountain", "motorized", "rail"

# Lines of communication are counted in half spaces (10.1.3).
HALVES = 2

# The cups of combat strength markers (6.2.1).
CUPS = ("A", "B", "C")


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


@dataclass(frozen=True, slots=True)
class Kind:
    """1.1: what is printed on a kind of counter."""

    key: str
    name: str
    side: str
    nationality: str
    # For the picture on the counter: branch and echelon.
    symbol: str
    size: str
    # Tank, infantry, mountain, cavalry, asset or other.
    arm: str
    # 6.0: the combat class of an army; empty for units with printed strengths.
    cup: str
    # 7.9.2: attack and defence, front side first.
    values: tuple[tuple[int, int], ...]
    movement: int
    # 7.9.1: from one to four, none for what cannot be hit.
    steps: int
    # 7.9.4: the kind of counter that stands for the steps that this one has not.
    smaller: str
    motorized: bool
    stacking: int
    contests: bool
    range: int
    points: int
    # 3.6: whole and half units for sea movement.
    sea: str

    def value(self, steps: int) -> tuple[int, int]:
        """Attack and defence with so many steps left."""
        return self.values[self.steps - steps] if self.steps else self.values[0]

    def has_side_for(self, steps: int) -> bool:
        """Whether the counter itself can show that so many steps are left."""
        return 0 <= self.steps - steps < max(len(self.values), 2 if self.cup else 1)


@dataclass(frozen=True, slots=True)
class Marker:
    """6.1: a kind of combat strength marker."""

    cup: str
    full: tuple[int, int]
    reduced: tuple[int, int]
    striped: bool
    turn: int
    count: int

    def value(self, steps: int) -> tuple[int, int]:
        return self.full if steps > 1 else self.reduced


@dataclass(frozen=True, slots=True)
class Conversion:
    """17.2.1: a line of the Axis Unit Conversion Chart; parts are kinds with steps."""

    whole: tuple[str, int]
    parts: tuple[tuple[str, int], tuple[str, int]]
    breakdown: bool
    buildup: bool


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    label: str
    # 13.0.1: clear, mud or snow.
    weather: str
    # 7.4.5; 13.0.4, 13.0.5: what winter adds to every combat die.
    die: int
    # 14.4.2: the production number; 0 if it is no production turn.
    production: int


@dataclass(frozen=True, slots=True)
class Start:
    """A line of a set-up."""

    unit: int
    hex: Hex | None
    box: str
    steps: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line of the reinforcement schedule: a unit, or so many counters of a kind."""

    action: str
    side: str
    unit: int
    kind: str
    count: int
    steps: int


@dataclass(frozen=True, slots=True)
class Plan:
    """18.0.1: a scenario."""

    number: int
    key: str
    name: str
    text: str
    # 19.1.1, 19.2.1, 19.3.1, 19.4.1, 19.5.1, 19.6.1: from when to when.
    first_turn: int
    first_phase: str
    last_turn: int
    # 19.1.2, 19.2.2, 19.3.2, 19.4.2, 19.5.2, 19.6.2: on which maps.
    maps: tuple[str, ...]
    production: bool
    limited_counters: bool


class Charts:
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        folder = Folder(DATA, overlay)
        self.board: Board = load_board(DATA / "map", overlay / "map" if overlay else None)
        self.grid: Grid = self.board.grid
        self._read_counters(folder)
        self._read_tables(folder)
        self._read_terrain(folder)
        self._find_hexes()
        self._read_scenarios(folder)
        # How units of a kind move in which weather, as `movement` finds out.
        self.manners: dict[tuple[str, bool, bool], Any] = {}
        self._movements: dict[tuple[str, bool, bool, bool, bool], Movement] = {}
        self._lines: dict[tuple[bool, bool, HexSet], Movement] = {}

    # 1.1 The game pieces

    def _read_counters(self, folder: Folder) -> None:
        fields = (
            *("kind", "name", "side", "nationality", "symbol", "size", "arm", "cup", "front"),
            *("back", "movement", "steps", "smaller", "motorized", "stacking", "contests"),
            *("range", "points", "sea", "source"),
        )
        self.kinds: dict[str, Kind] = {}
        for row in folder.table("kinds.csv", fields):
            source_parts(row)
            if row["side"] not in SIDES:
                raise row.error("side", f"{row['side']!r} should be one of {', '.join(SIDES)}")
            if row["cup"] and row["cup"] not in CUPS:
                raise row.error("cup", f"{row['cup']!r} should be one of {', '.join(CUPS)}")
            if row["sea"] not in ("yes", "half", "no"):
                raise row.error("sea", f"{row['sea']!r} should be yes, half or no")
            values = tuple(_pair(row, field) for field in ("front", "back") if row[field])
            self.kinds[row.required("kind")] = Kind(
                row["kind"],
                row.required("name"),
                row["side"],
                row.required("nationality"),
                row.required("symbol"),
                row["size"],
                row.required("arm"),
                row["cup"],
                values,
                _number(row, "movement"),
                _number(row, "steps"),
                row["smaller"],
                row.flag("motorized"),
                _number(row, "stacking"),
                row.flag("contests"),
                _number(row, "range") if row["range"] else 0,
                _number(row, "points"),
                row["sea"],
            )

        names: list[str] = []
        self.kind: list[Kind] = []
        self.unit_names: list[str] = []
        # The units of a kind; those of one scenario only besides.
        self.of_kind: dict[str, UnitSet] = dict.fromkeys(self.kinds, 0)
        self.only_in: dict[str, UnitSet] = defaultdict(int)
        for row in folder.table(
            "counters.csv", ("id", "name", "kind", "scenarios", "note", "source")
        ):
            source_parts(row)
            if row["kind"] not in self.kinds:
                raise row.error("kind", f"there is no kind {row['kind']!r} in kinds.csv")
            if row["id"] in names:
                raise row.error("id", f"{row['id']!r} stands twice")
            bit = 1 << len(names)
            names.append(row.required("id"))
            self.unit_names.append(row.required("name"))
            self.kind.append(self.kinds[row["kind"]])
            self.of_kind[row["kind"]] |= bit
            for scenario in row.items("scenarios", None):
                self.only_in[scenario] |= bit
        self.names = Names(self.grid, names)
        self._sort_units()

        self.rating: dict[int, int] = {}
        for row in folder.table("leaders.csv", ("unit", "rating", "source")):
            source_parts(row)
            self.rating[self._unit(row, "unit")] = _number(row, "rating")

    def _sort_units(self) -> None:
        """Sets of units that the rules speak of."""

        def units(wanted: Callable[[Kind], object]) -> UnitSet:
            return set_of(u for u, kind in enumerate(self.kind) if wanted(kind))

        self.units_of: dict[str, UnitSet] = {
            AXIS: units(lambda k: k.side == AXIS),
            SOVIET: units(lambda k: k.side == SOVIET),
        }
        self.of_nation: dict[str, UnitSet] = {}
        for unit, kind in enumerate(self.kind):
            nation = kind.nationality
            self.of_nation[nation] = self.of_nation.get(nation, 0) | 1 << unit
        # 15.6.3: Guards cavalry is not.
        self.motorized = units(lambda k: k.motorized)
        # 5.0.2: not Partisans (11.1.5), Security Divisions (11.2.4), economic assets (14.1.2) nor
        # Guards cavalry (15.6.1).
        self.contesting = units(lambda k: k.contests)
        self.armies = units(lambda k: k.cup)
        self.german = self.of_nation["German"]
        # 10.2: the nations that live on supply depots.
        self.on_depots = self.german | self.of_nation["Italian"] | self.of_nation["Hungarian"]
        self.german_tanks = self.german & units(lambda k: k.arm == "tank")
        # 17.2: German corps and battlegroups; 17.2.4: divisions are no part of the currency.
        self.currency = self.german & units(
            lambda k: k.smaller or k.key in {other.smaller for other in self.kinds.values()}
        )
        self.battlegroups = units(lambda k: k.key.endswith("_battlegroup"))
        self.depots = self.of_kind["depot"]
        self.airbases = self.of_kind["airbase"]
        self.fleets = self.of_kind["air_fleet"]
        self.siege = self.of_kind["siege_artillery"]
        self.security = self.of_kind["security_division"]
        self.partisans = self.of_kind["partisans"]
        self.leaders = self.of_kind["leader"]
        self.headquarters = units(lambda k: k.key.endswith("_headquarters"))
        self.soviet_headquarters = self.of_kind["soviet_headquarters"]
        self.assets = units(lambda k: k.arm == "asset")
        self.factories = self.of_kind["factory"]
        self.strategic_ports = self.of_kind["strategic_port"]
        self.guards_cavalry = self.of_kind["guards_cavalry_corps"]  # 15.6
        self.airborne = self.of_kind["soviet_airborne_corps"]
        self.infantry_armies = self.of_kind["infantry_army"]
        self.tank_armies = self.of_kind["tank_army"]
        self.guards = self.of_kind["guards_army"] | self.of_kind["shock_army"]
        # 15.4.6, 15.6.6: what armies are built of; neither airborne units nor Guards cavalry.
        self.soviet_corps = (
            self.of_kind["soviet_infantry_corps"]
            | self.of_kind["soviet_marine_corps"]
            | self.of_kind["soviet_mechanized_corps"]
        )
        # 7.2.6: units that can attack at all.
        self.attackers = units(lambda k: k.cup or k.values[0][0] > 0)
        # 3.4.3, 5.0.4: they enter a contested space only to join a unit that can contest.
        self.timid = self.airbases | self.headquarters | self.leaders | self.siege | self.depots
        # 11.1.4, 14.1.2: Partisans and economic assets, and air fleets.
        self.immobile = units(lambda k: k.movement == 0)
        # An airbase and its air fleet, both ways (12.1.1).
        self.fleet_of: dict[int, int] = {}
        for base in (u for u in range(len(self.kind)) if self.airbases >> u & 1):
            fleet = self.names.unit(self.names.units[base].replace("GAB", "GAF"))
            assert fleet is not None
            self.fleet_of[base] = fleet
        self.base_of = {fleet: base for base, fleet in self.fleet_of.items()}
        # 3.1.2: the column of the chart.
        self.column: list[str] = []
        for unit, kind in enumerate(self.kind):
            if self.siege >> unit & 1:
                self.column.append(RAIL)  # 7.6.1
            elif kind.motorized:
                self.column.append(MOTORIZED)
            else:
                self.column.append(MOUNTAIN if kind.arm == "mountain" else FOOT)
        self.half_at_sea = units(lambda k: k.sea == "half")
        self.sea_going = units(lambda k: k.sea != "no")
        self.movement_of = [kind.movement for kind in self.kind]
        self.stacking_of = [kind.stacking for kind in self.kind]

    def _unit(self, row: Row, field: str) -> int:
        unit = self.names.unit(row[field])
        if unit is None:
            raise row.error(field, f"there is no unit {row[field]!r} in counters.csv")
        return unit

    # The charts

    def _read_tables(self, folder: Folder) -> None:
        self.limit: dict[str, int] = {}
        for row in folder.table("limits.csv", ("name", "value", "case", "source")):
            source_parts(row)
            self.limit[row["name"]] = _number(row, "value")

        fields = (
            *("cup", "attack", "defence", "reduced_attack", "reduced_defence", "striped"),
            *("turn", "count", "source"),
        )
        self.markers: list[Marker] = []
        for row in folder.table("markers.csv", fields):
            source_parts(row)
            if row["cup"] not in CUPS:
                raise row.error("cup", f"{row['cup']!r} should be one of {', '.join(CUPS)}")
            self.markers.append(
                Marker(
                    row["cup"],
                    (_number(row, "attack"), _number(row, "defence")),
                    (_number(row, "reduced_attack"), _number(row, "reduced_defence")),
                    row.flag("striped"),
                    _number(row, "turn"),
                    _number(row, "count"),
                )
            )
        self.markers_in: dict[str, tuple[int, ...]] = {
            cup: tuple(n for n, m in enumerate(self.markers) if m.cup == cup) for cup in CUPS
        }

        columns = tuple(f"c{n}" for n in range(1, 11))
        # 7.1.2 g: the odds that head the columns, by row of terrain.
        self.odds: dict[str, tuple[str, ...]] = {}
        for row in folder.table("odds.csv", ("row", *columns, "source")):
            source_parts(row)
            self.odds[row["row"]] = tuple(row[column] for column in columns)
        # From the row most favourable to the attacker to the one for the defender.
        self.rows = tuple(self.odds)
        # The same as pairs of numbers.
        self.ratios_of: dict[str, tuple[tuple[int, int], ...]] = {
            name: tuple(map(_ratio, odds)) for name, odds in self.odds.items()
        }
        self.results: dict[int, tuple[str, ...]] = {}
        for row in folder.table("results.csv", ("die", *columns, "source")):
            source_parts(row)
            for column in columns:
                if not _is_result(row[column]):
                    raise row.error(column, f"{row[column]!r} is no combat result")
            self.results[_number(row, "die")] = tuple(row[column] for column in columns)

        # 10.9.1: pairs (highest die, steps) by weather and nation, best results first.
        self.attrition: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for row in folder.table("attrition.csv", ("weather", "nation", "die", "steps", "source")):
            source_parts(row)
            self.attrition[row["weather"], row["nation"]].append(
                (_number(row, "die"), _number(row, "steps"))
            )

        fields = (
            *("whole", "steps", "part", "part_steps", "other", "other_steps"),
            *("breakdown", "buildup", "source"),
        )
        self.conversions: list[Conversion] = []
        for row in folder.table("conversions.csv", fields):
            source_parts(row)
            for field in ("whole", "part", "other"):
                if row[field] not in self.kinds:
                    raise row.error(field, f"there is no kind {row[field]!r} in kinds.csv")
            self.conversions.append(
                Conversion(
                    (row["whole"], _number(row, "steps")),
                    (
                        (row["part"], _number(row, "part_steps")),
                        (row["other"], _number(row, "other_steps")),
                    ),
                    row.flag("breakdown"),
                    row.flag("buildup"),
                )
            )

        self.breakdowns = {line.whole: line for line in self.conversions if line.breakdown}
        self.buildups = {
            (min(line.parts), max(line.parts)): line for line in self.conversions if line.buildup
        }

        self.turns: dict[int, Turn] = {}
        for row in folder.table(
            "turns.csv", ("turn", "label", "weather", "die", "production", "source")
        ):
            source_parts(row)
            if row["weather"] not in ("clear", "mud", "snow"):
                raise row.error("weather", f"{row['weather']!r} should be clear, mud or snow")
            number = _number(row, "turn")
            self.turns[number] = Turn(
                number,
                row["label"],
                row["weather"],
                _number(row, "die"),
                _number(row, "production") if row["production"] else 0,
            )

        self.snow_turns = {t.number for t in self.turns.values() if t.weather == "snow"}

    def _read_terrain(self, folder: Folder) -> None:
        fields = (
            *("condition", FOOT, MOUNTAIN, MOTORIZED, "row", "overrun", "communication"),
            *("attrition", "source"),
        )
        self.cost: dict[str, dict[str, int]] = {}
        self.row_of: dict[str, str] = {}
        self.communication_cost: dict[str, int] = {}
        self.attrition_bonus: dict[str, int] = {}
        # 8.0.7, 8.0.8: what overruns cannot go into or across.
        self.no_overrun: set[str] = set()
        for row in folder.table("terrain.csv", fields):
            source_parts(row)
            condition = row["condition"]
            self.cost[condition] = {
                column: _number(row, column)
                for column in (FOOT, MOUNTAIN, MOTORIZED)
                if row[column]
            }
            if row["row"]:
                if row["row"] not in self.odds:
                    raise row.error("row", f"there is no row {row['row']!r} in odds.csv")
                self.row_of[condition] = row["row"]
            if row["overrun"] and not row.flag("overrun"):
                self.no_overrun.add(condition)
            if row["communication"]:
                self.communication_cost[condition] = _number(row, "communication")
            if row["attrition"]:
                self.attrition_bonus[condition] = _number(row, "attrition")

    # 1.2 The game board

    def _find_hexes(self) -> None:
        board, grid = self.board, self.grid
        water = board.terrain["sea"] | board.terrain["lake"]
        self.land: HexSet = board.in_play & ~water
        self.arctic = board.areas["arctic"]["Arctic"]
        self.soviet_union = board.areas["country"]["Soviet Union"]
        self.major_cities = board.kind("major_city")
        self.fortress = board.kind("fortress")
        self.minor_cities = board.kind("minor_city") & ~self.major_cities
        self.ports: dict[str, HexSet] = {
            sea: board.kind("port", sea) for sea in ("Black Sea", "Baltic Sea", "Arctic Ocean")
        }
        self.all_ports = board.kind("port")
        # 9.0: what can be controlled.
        self.controllable = self.major_cities | self.all_ports
        at = {name: board.place(name).hex for name in (*PLACES, "Murmansk")}
        self.moscow, self.baku = at["Moscow"], at["Baku"]
        self.helsinki, self.bucharest = at["Helsinki"], at["Bucharest"]
        self.leningrad, self.stalingrad = at["Leningrad"], at["Stalingrad"]
        self.sevastopol, self.odessa = at["Sevastopol"], at["Odessa"]
        self.novorossiisk, self.tuapse = at["Novorossiisk"], at["Tuapse"]
        self.murmansk = at["Murmansk"]
        sides = board.sides
        self.minor_rivers, self.major_rivers = sides["minor_river"], sides["major_river"]
        self.arrows = sides["red_arrow"]
        self.rail = board.networks["rail"]
        water_sides = (sides["sea"].entering, sides["lake"].entering)
        # 3.3.4: water between two spaces bars the way.
        self.crossable: tuple[HexSet, ...] = tuple(
            self.land & ~water_sides[0][d] & ~water_sides[1][d] for d in range(6)
        )
        # 5.0.5: whatever is not impassable.
        self.passage = Passage(grid, self.crossable)
        self.over_ice: tuple[HexSet, ...] = tuple(
            self.land & self.arrows.entering[d] for d in range(6)
        )
        self.ice = Passage(grid, self.over_ice)
        causeway = sides["causeway"].entering
        # 3.5.3, 3.5.4: strategic movement, on dry land and over frozen lakes.
        self.strategic = Passage(
            grid, tuple(self.crossable[d] | self.land & causeway[d] for d in range(6))
        )
        self.strategic_on_ice = Passage(
            grid,
            tuple(self.crossable[d] | self.land & causeway[d] | self.over_ice[d] for d in range(6)),
        )
        major, minor = self.major_rivers.entering, self.minor_rivers.entering
        self.over_major: tuple[HexSet, ...] = tuple(self.crossable[d] & major[d] for d in range(6))
        self.over_minor: tuple[HexSet, ...] = tuple(self.crossable[d] & minor[d] for d in range(6))
        # 10.1.2 d: lines of communication cross major rivers along railroads only.
        self.lines_of_any_length = Passage(
            grid,
            tuple(
                self.land & (self.crossable[d] & ~major[d] | self.rail.entering[d])
                for d in range(6)
            ),
        )
        # 8.0.7: overruns cross no river; 19.2.4: on turn one Germans ignore minor ones.
        self.overrun_passage = Passage(
            grid, tuple(self.crossable[d] & ~major[d] & ~minor[d] for d in range(6))
        )
        self.overrun_passage_turn1 = Passage(
            grid, tuple(self.crossable[d] & ~major[d] for d in range(6))
        )
        # 7.14.2: the Siege Artillery keeps to railroads.
        self.siege_passage = Passage(
            grid, tuple(self.crossable[d] & self.rail.entering[d] for d in range(6))
        )
        # 7.15.7: what may be crossed after the first space of an advance.
        self.no_major_passage = Passage(
            grid, tuple(self.crossable[d] & ~major[d] for d in range(6))
        )
        self.swamp = board.terrain["swamp"] & self.land & ~self.cities
        self.mountain = board.terrain["mountain"] & self.land & ~self.cities

    @cached_property
    def cities(self) -> HexSet:
        return self.major_cities | self.minor_cities | self.fortress

    def ground(self, *, snow: bool, intact: bool) -> list[tuple[str, HexSet]]:
        """The conditions of the chart and the hexes they hold for; cities lie on top (3.1.4)."""
        terrain, land = self.board.terrain, self.land
        fortress = self.fortress if intact else 0
        open_ = land & ~self.major_cities & ~self.minor_cities & ~self.fortress
        swamp = terrain["swamp"] & open_
        return [
            ("clear", terrain["clear"] & open_),
            # 13.0.3: in snow turns swamps are forests.
            ("forest", terrain["forest"] & open_ | (swamp if snow else 0)),
            ("swamp", 0 if snow else swamp),
            ("mountain", terrain["mountain"] & open_),
            ("minor_city", (self.minor_cities | self.fortress) & land & ~fortress),
            ("major_city", self.major_cities & land),
            ("fortress", fortress & land),
        ]

    # 3.1.4, 3.1.5 What a step costs

    def movement(
        self, column: str, *, ice: bool, snow: bool, fords: bool, intact: bool
    ) -> Movement:
        """The costs of every step for a column of the chart.

        `ice` opens the red arrows (3.3.5), `fords` takes minor rivers away (19.2.4), `intact` is
        the state of Sevastopol (7.4.3).
        """
        key = (column, ice, snow, fords, intact)
        if key not in self._movements:
            self._movements[key] = self._build_movement(*key)
        return self._movements[key]

    def _build_movement(
        self, column: str, ice: bool, snow: bool, fords: bool, intact: bool
    ) -> Movement:
        if column == RAIL:
            # 3.3.6: along railroads, without terrain costs.
            return Movement(
                self.grid,
                [
                    Lane(
                        tuple(self.rail.entering[d] & self.crossable[d] for d in range(6)),
                        ((1, self.land),),
                    )
                ],
            )
        doubled = ("clear", "forest", "minor_city", "major_city")
        ground: list[tuple[Charge, HexSet]] = []
        for condition, hexes in self.ground(snow=snow, intact=intact):
            cost, name = self.cost[condition][column], condition.replace("_", " ")
            arctic = self.arctic if condition in doubled else 0
            ground.append((Charge(name, cost), hexes & ~arctic))
            ground.append((Charge(f"{name}, Arctic", 2 * cost), hexes & arctic))
        minor = Charge("minor river", self.cost["minor_river"][column])
        major = Charge("major river", self.cost["major_river"][column])
        dry = tuple(self.crossable[d] & ~self.over_major[d] for d in range(6))
        if not fords:
            dry = tuple(dry[d] & ~self.over_minor[d] for d in range(6))
        ways: list[tuple[tuple[HexSet, ...], tuple[Charge, ...]]]
        ways = [(dry, ()), (self.over_major, (major,))]
        if not fords:
            sides = tuple(self.over_minor[d] & ~self.over_major[d] for d in range(6))
            ways.append((sides, (minor,)))
        if ice:
            ways.append((self.over_ice, (minor,)))
        lanes = [
            Lane.of(sides, [((*extra, charge), hexes) for charge, hexes in ground if hexes])
            for sides, extra in ways
        ]
        return Movement(self.grid, lanes)

    # 10.1 Lines of communication

    def line(self, *, snow: bool, ice: bool, partisans: HexSet = 0) -> Movement:
        """Lines of communication searched from the source, in half spaces (10.1.3, 11.1.1).

        A line is traced from the unit, so a step pays for the space on the side of the source:
        the one that the search leaves.
        """
        key = (snow, ice, partisans)
        if key not in self._lines:
            if len(self._lines) > 64:
                self._lines.clear()
            self._lines[key] = self._build_line(snow, ice, partisans)
        return self._lines[key]

    def _build_line(self, snow: bool, ice: bool, partisans: HexSet) -> Movement:
        grid = self.grid
        far = self.arctic if snow else self.arctic | self.swamp
        # 10.1.2 d, e: over major rivers only by rail, over lakes only on ice.
        open_ = [self.crossable[d] & ~self.over_major[d] for d in range(6)]
        if ice:
            open_ = [open_[d] | self.over_ice[d] for d in range(6)]
        rail = self.rail.entering
        slow = HALVES * self.communication_cost["swamp"]
        lanes = []
        for along, hexes, cost in (
            (True, self.land, 1),
            (False, self.land & ~far, HALVES * self.communication_cost["clear"]),
            (False, self.land & far, slow),
        ):
            for quiet, factor in ((hexes & ~partisans, 1), (hexes & partisans, 2)):
                if not quiet:
                    continue
                entering = tuple(
                    grid.step(quiet, d) & (rail[d] & self.land if along else open_[d])
                    for d in range(6)
                )
                lanes.append(Lane(entering, ((cost * factor, self.land),)))
        return Movement(grid, lanes)

    # 19.0 The scenarios

    def _read_scenarios(self, folder: Folder) -> None:
        self._read_plans(folder)
        self._read_set_ups(folder)
        self._read_assets(folder)
        self._read_arrivals(folder)
        self._read_control(folder)
        self._read_points(folder)
        self._find_sources()

    def _read_plans(self, folder: Folder) -> None:
        fields = (
            *("number", "key", "name", "text", "first_turn", "first_phase", "last_turn"),
            *("maps", "production", "limited_counters", "source"),
        )
        self.plans: dict[str, Plan] = {}
        # Other files name a scenario by its number.
        self._key_of: dict[str, str] = {}
        for row in folder.table("scenarios.csv", fields):
            source_parts(row)
            plan = Plan(
                _number(row, "number"),
                row.required("key"),
                row.required("name"),
                row.required("text"),
                _number(row, "first_turn"),
                row.required("first_phase"),
                _number(row, "last_turn"),
                row.items("maps"),
                row.flag("production"),
                row.flag("limited_counters"),
            )
            self.plans[plan.key] = plan
            self._key_of[row["number"]] = plan.key
        # The hexes that a scenario is played on.
        self.area: dict[str, HexSet] = {}
        maps = self.board.areas["map"]
        for plan in self.plans.values():
            area = 0
            for name in plan.maps:
                area |= maps[name] if name in maps else self.board.areas["scenario"][name]
            self.area[plan.key] = area
        self.unlisted: dict[str, UnitSet] = {
            self._key_of[number]: units for number, units in self.only_in.items()
        }

    def _scenarios(self, row: Row, field: str = "scenarios") -> list[str]:
        """The keys of the scenarios whose numbers a field lists."""
        found = []
        for number in row.items(field, None):
            if number not in self._key_of:
                raise row.error(field, f"there is no scenario {number!r}")
            found.append(self._key_of[number])
        return found

    def _read_set_ups(self, folder: Folder) -> None:
        """19.1.3, 19.2.3, 19.3.3, 19.4.3, 19.5.3, 19.6.3: who stands where."""
        self.set_up: dict[str, list[Start]] = defaultdict(list)
        self.frozen: dict[str, UnitSet] = defaultdict(int)
        fields = (
            *("scenarios", "unit", "hex", "box", "steps", "frozen", "place", "note", "source"),
        )
        for row in folder.table("set_ups.csv", fields):
            source_parts(row)
            unit = self._unit(row, "unit")
            where = self._hex(row, "hex") if row["hex"] else None
            if where is None and row["box"] not in BOXES:
                raise row.error("box", f"{row['box']!r} should be one of {', '.join(BOXES)}")
            for key in self._scenarios(row):
                if where is not None and not self.area[key] & self.land & 1 << where:
                    raise row.error("hex", f"{row['hex']} is not on the map of {key}")
                self.set_up[key].append(Start(unit, where, row["box"], _number(row, "steps")))
                if row.flag("frozen"):
                    self.frozen[key] |= 1 << unit

    def _read_assets(self, folder: Folder) -> None:
        """14.1.1: where the economic assets are."""
        fields = ("unit", "place", "works", "hex", "scenarios", "in_1942", "source")
        self.works: dict[int, str] = {}
        for row in folder.table("assets.csv", fields):
            source_parts(row)
            unit = self._unit(row, "unit")
            self.works[unit] = f"{row['place']}, {row['works']}"
            for key in self._scenarios(row):
                state = row["in_1942"] if self.plans[key].first_turn > 1 else "on_map"
                on_map = self._hex(row, "hex") if state == "on_map" else None
                self.set_up[key].append(Start(unit, on_map, "" if on_map else state, 1))

    def _read_arrivals(self, folder: Folder) -> None:
        """15.1, 16.0: what comes and goes, by scenario and turn."""
        fields = (
            *("turn", "scenarios", "action", "unit", "kind", "count", "steps", "why", "source"),
        )
        self.arrivals: dict[tuple[str, int], list[Arrival]] = defaultdict(list)
        for row in folder.table("reinforcements.csv", fields):
            arrival = self._arrival(row)
            for key in self._scenarios(row):
                self.arrivals[key, _number(row, "turn")].append(arrival)

    def _arrival(self, row: Row) -> Arrival:
        source_parts(row)
        if row["action"] not in ("arrive", "force_pool", "withdraw"):
            raise row.error("action", f"{row['action']!r} is unknown")
        unit = self._unit(row, "unit") if row["unit"] else -1
        if unit < 0 and row["kind"] not in self.kinds:
            raise row.error("kind", f"there is no kind {row['kind']!r} in kinds.csv")
        kind = self.kind[unit] if unit >= 0 else self.kinds[row["kind"]]
        return Arrival(
            row["action"],
            kind.side,
            unit,
            kind.key,
            _number(row, "count"),
            _number(row, "steps") if row["steps"] else 0,
        )

    def _read_control(self, folder: Folder) -> None:
        """9.0.2: what the Axis holds before the first turn."""
        countries = self.board.areas["country"]
        home = 0
        for country in ("Germany", "Finland", "Poland", "Hungary", "Rumania"):
            home |= countries[country]
        self.axis_held: dict[str, HexSet] = {
            key: self.controllable & home & self.area[key] for key in self.plans
        }
        for row in folder.table("control.csv", ("scenario", "hex", "name", "source")):
            source_parts(row)
            for key in self._scenarios(row, "scenario"):
                self.axis_held[key] |= 1 << self._hex(row, "hex")

    def _read_points(self, folder: Folder) -> None:
        """18.0.3: points for cities and for destroyed assets, and what the total means."""
        self.city_points: dict[str, dict[Hex, int]] = defaultdict(dict)
        for row in folder.table(
            "city_points.csv", ("scenarios", "hex", "name", "points", "source")
        ):
            source_parts(row)
            for key in self._scenarios(row):
                self.city_points[key][self._hex(row, "hex")] = _number(row, "points")
        self.asset_points: dict[str, dict[str, int]] = defaultdict(dict)
        for row in folder.table("asset_points.csv", ("scenarios", "kind", "points", "source")):
            source_parts(row)
            for key in self._scenarios(row):
                self.asset_points[key][row["kind"]] = _number(row, "points")
        self.levels: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for row in folder.table("levels.csv", ("scenarios", "least", "level", "winner", "source")):
            source_parts(row)
            for key in self._scenarios(row):
                self.levels[key].append((_number(row, "least"), row["level"], row["winner"]))

    def _find_sources(self) -> None:
        """10.1.1: permanent sources; the rest depends on the game (10.4, 19.6.4)."""
        board = self.board
        self.sources: dict[tuple[str, str], HexSet] = {}
        for plan in self.plans.values():
            for side in SIDES:
                if plan.number == 1:
                    found = board.kind("tp_source", side)  # 19.1.4
                else:
                    found = board.kind("source", side)
                    if "Finland" not in plan.maps:
                        found |= board.kind("edge_source", side)
                self.sources[plan.key, side] = found & self.area[plan.key]

    def _hex(self, row: Row, field: str) -> Hex:
        try:
            return self.grid.hex(row[field])
        except UnknownHex as error:
            raise row.error(field, str(error)) from None


PLACES = (
    *("Moscow", "Baku", "Helsinki", "Bucharest", "Leningrad", "Stalingrad", "Sevastopol"),
    *("Odessa", "Novorossiisk", "Tuapse"),
)

# Where a unit of a set-up can be if it is not on the map.
BOXES = (
    *("air_fleets", "force_pool", "breakdown", "eliminated", "awaiting_promotion", "promoted"),
    *("paradrop", "unused", "to_place"),
)


def _is_result(text: str) -> bool:
    if text in ("AE", "DE", "NE"):
        return True
    if text[0] in "AD":
        return text[1:].isdigit()
    attacker, slash, defender = text.partition("/")
    return bool(slash) and all(part == "-" or part.isdigit() for part in (attacker, defender))


def _ratio(odds: str) -> tuple[int, int]:
    attack, _, defence = odds.partition("-")
    return int(attack), int(defence)


def _pair(row: Row, field: str) -> tuple[int, int]:
    try:
        attack, defence = map(int, row[field].split("-"))
    except ValueError:
        raise row.error(field, f"{row[field]!r} should be attack-defence") from None
    return attack, defence


def _number(row: Row, field: str) -> int:
    try:
        return int(row[field])
    except ValueError:
        raise row.error(field, f"{row[field]!r} is not a whole number") from None


@cache
def charts(overlay: Path | None = None) -> Charts:
    try:
        return Charts(overlay)
    except KeyError as error:
        raise DataError(DATA, f"something that the rules need is missing: {error}") from None
