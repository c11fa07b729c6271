"""3.0 Game equipment: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ...board import Board, Network, load_board
from ...data import DataError, Folder, Row, source_parts
from ...engine import Names, UnitSet
from ...hexes import Charge, Grid, Hex, HexSet, Lane, Movement, Passage, UnknownHex

DATA = Path(__file__).parent / "data"

SOVIET, CHINESE = "Soviet", "Chinese"
SIDES = (SOVIET, CHINESE)

# The two columns of the Terrain Effects Chart (12.0).
FOOT, MECHANIZED = "foot", "mechanized"

# The sheets of counters.
BASE, SIXTIES, LATER = "base", "1960s", "later"

# Where reinforcements appear that their owner may put into any of his cities.
IN_A_CITY = -1

# Strengths are counted in quarters: a unit can be halved twice, and fractions are kept (9.4).
QUARTERS = 4

Side = tuple[Hex, Hex]

COUNTER_FIELDS = (
    *("strength", "side", "kind", "name", "symbol", "size", "attack", "defense"),
    *("movement", "mechanized", "tank", "count", "note", "source"),
)


def enemy_of(side: str) -> str:
    return CHINESE if side == SOVIET else SOVIET


@dataclass(frozen=True, slots=True)
class UnitType:
    """3.22: one kind of counter; the strength printed on it is its name in most cases."""

    # Unlike the strength, no other kind has it.
    key: str
    strength: str
    side: str
    kind: str
    name: str
    # For the picture on the counter: branch and echelon.
    symbol: str
    size: str
    # 3.21, 3.23: the figures that are printed on it.
    attack: int
    defense: int
    movement: int
    mechanized: bool
    tank: bool
    count: int


@dataclass(frozen=True, slots=True)
class Reinforcement:
    side: str
    # A hex, or IN_A_CITY for any Chinese city.
    hex: Hex
    strength: str
    count: int


@dataclass(frozen=True, slots=True)
class Deployment:
    """A unit of a recommended set-up."""

    side: str
    hex: Hex
    strength: str
    count: int


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a scenario lays down, apart from its forces."""

    key: str
    name: str
    text: str
    decade: str
    # The counters that are used.
    sheet: str
    month: int
    full_readiness: bool
    deploys_first: str
    # Whose first Player-Turn is left out, if anybody's.
    skips: str
    # 11.5 and the like: for how many Game-Turns each side needs no supply path.
    intrinsic_turns: dict[str, int]
    # Whether the 1960s' points decide, or 18.1's industry as in 1980s.victory.
    on_points: bool


@dataclass(frozen=True, slots=True)
class NearPeking:
    """17.22: how many units of a kind must stand within so many hexes of Peking."""

    strength: str
    count: int
    within: int
    case: str


class Charts:
    """Everything that is printed: it is shared by all positions and never changes.

    There are three sheets of counters: that of the rulebook, and those of the variant article for
    the 1960s and for later decades.
    """

    def __init__(self, overlay: Path | None = None, sheet: str = BASE) -> None:
        folder = Folder(DATA, overlay)
        self.sheet = sheet
        self.board: Board = _board(overlay)
        self.grid: Grid = self.board.grid
        self._read_counters(folder)
        self._read_tables(folder)
        self._read_terrain(folder)
        self._read_conditions(folder)
        self._read_scenarios(folder)
        self._find_hexes()
        self._movements: dict[tuple[str, tuple[tuple[Side, int], ...]], Movement] = {}
        self._supply_movements: dict[tuple[str, frozenset[Side]], Movement] = {}

    # 3.2 The playing pieces

    def _read_counters(self, folder: Folder) -> None:
        self.types: dict[str, UnitType] = {}
        self.unit_type: list[UnitType] = []
        self.of_strength: dict[str, UnitSet] = defaultdict(int)
        names: list[str] = []
        self.units_of: dict[str, UnitSet] = dict.fromkeys(SIDES, 0)
        of_kind: dict[str, UnitSet] = defaultdict(int)
        self.mechanized: UnitSet = 0
        self.tanks: UnitSet = 0
        rows = [(row, "strength") for row in folder.table("counters.csv", COUNTER_FIELDS)]
        # The variant's counters come after those of the rulebook, more copies of its kinds first,
        # so that a unit has the same number on every sheet. AA.6: air assault units of the 1960s
        # are not mechanized, later ones are.
        fields = ("key", "sheets", *COUNTER_FIELDS)
        rows += [
            (row, "key")
            for row in folder.table("variant_counters.csv", fields)
            if self.sheet in row.items("sheets", None)
        ]
        for row, key in rows:
            kind = self.types.setdefault(row[key], _unit_type(row, key))
            copies = self.of_strength[kind.key].bit_count()
            for number in range(copies + 1, copies + _number(row, "count") + 1):
                bit = 1 << len(names)
                names.append(f"{kind.key}.{number}")
                self.unit_type.append(kind)
                self.of_strength[kind.key] |= bit
                self.units_of[kind.side] |= bit
                of_kind[kind.kind] |= bit
                if kind.mechanized:
                    self.mechanized |= bit
                if kind.tank:
                    self.tanks |= bit
        self.names = Names(self.grid, names)
        self.artillery = of_kind["artillery_corps"]
        self.air = of_kind["air_force"]
        self.supply = of_kind["supply"]
        self.marine = of_kind["marine_division"]
        self.militia = of_kind["militia"]
        self.koreans = of_kind["north_korean"]
        # Of the variant article; none of them is on the base sheet.
        self.air_assault = of_kind["air_assault"]
        self.security = of_kind["security"]  # SD
        self.special_weapons = of_kind["special_weapons"]
        self.red_guards = of_kind["red_guards"]
        self.airborne_corps = of_kind["airborne_corps"]
        self.us_marine = of_kind["us_marine"]
        self.us_air = of_kind["us_air"]
        # Units that can do without the usual supply path (5.54, 11.21, 17.5, AA.5, GW.1, US.1).
        self.own_supply = (self.supply | self.marine | self.koreans | self.air_assault) | (
            self.militia | self.red_guards | self.us_marine | self.us_air
        )
        # 17.31, 17.32: units that can appear in other hexes than those of entry.
        self.appear_elsewhere = (
            (self.militia | self.koreans | self.red_guards) | self.us_marine | self.air_assault
        )
        # 9.61: what begins no attack; neither do brigades without attack strength (SW.1).
        self.supporting = self.artillery | self.air | self.supply | self.special_weapons
        # OMG.1: tank and mechanized infantry units.
        self.armour = of_kind["tank_corps"] | of_kind["mech_corps"]
        self.armour |= of_kind["tank_division"] | of_kind["mech_division"]
        self.armour &= self.units_of[SOVIET]

        # 8.1: the divisions that a corps is worth.
        self.divisions: dict[str, dict[str, int]] = {}
        for row in folder.table("breakdown.csv", ("corps", "division", "count", "source")):
            source_parts(row)
            for field in ("corps", "division"):
                if row[field] not in self.types:
                    raise row.error(field, f"there is no unit {row[field]!r} in counters.csv")
            self.divisions.setdefault(row["corps"], {})[row["division"]] = _number(row, "count")
        self.division_units: UnitSet = 0
        for parts in self.divisions.values():
            for strength in parts:
                self.division_units |= self.of_strength[strength]

    # 3.3 Charts and tables

    def _read_tables(self, folder: Folder) -> None:
        self.limit: dict[str, int] = {}
        for row in folder.table("limits.csv", ("name", "value", "case", "source")):
            source_parts(row)
            self.limit[row["name"]] = _number(row, "value")

        # 10.0: the columns from the worst odds to the best, and the results by column and die.
        self.columns = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
        self.results: dict[str, dict[int, str]] = {column: {} for column in self.columns}
        for row in folder.table("results.csv", ("die", *self.columns, "source")):
            source_parts(row)
            for column in self.columns:
                if row[column] not in ("Ae", "Ar", "Ex", "Dr", "De"):
                    raise row.error(column, f"{row[column]!r} is no combat result")
                self.results[column][_number(row, "die")] = row[column]

        # 15.3: the dice that contaminate, by combat result.
        self.contaminates: dict[str, frozenset[int]] = {}
        rows = folder.table("contamination.csv", ("die", "De", "Ex", "source"))
        for result in ("De", "Ex"):
            self.contaminates[result] = frozenset(
                _number(row, "die") for row in rows if row[result] == "N"
            )

        # 14.1: the strength of an air strike by range.
        self.air_strikes = [
            (_number(row, "range"), _number(row, "points"))
            for row in folder.table("air_strikes.csv", ("range", "points", "source"))
        ]
        # INT.2: how far an interdiction zone reaches, by range.
        self.interdiction = [
            (_number(row, "range"), _number(row, "radius"))
            for row in folder.table("interdiction.csv", ("range", "radius", "source"))
        ]
        # SW.table: the results of a missile strike by die; nothing for no effect.
        column = SIXTIES if self.sheet == SIXTIES else LATER
        self.missile_strikes: dict[int, str] = {}
        for row in folder.table("missile_strikes.csv", ("die", SIXTIES, LATER, "source")):
            if row[column] not in ("", "R", "N", "E"):
                raise row.error(column, f"{row[column]!r} is no result of a missile strike")
            self.missile_strikes[_number(row, "die")] = row[column]
        # CA.2: what becomes of an airborne move near Soviet air bases; nothing if it succeeds.
        self.drop_results = {
            _number(row, "die"): row["result"]
            for row in folder.table("airborne_drop.csv", ("die", "result", "source"))
        }
        # 18.1: from how many hexes cut off on which level.
        self.victory_levels = [
            (_number(row, "least"), row["level"], row["winner"])
            for row in folder.table("victory.csv", ("least", "level", "winner", "source"))
        ]
        # 1960s.victory: the levels by the difference of points, and what is worth how much to whom.
        self.point_levels = [
            (int(row["least"]), row["level"], row["winner"])
            for row in folder.table("victory_1960s.csv", ("least", "level", "winner", "source"))
        ]
        self.victory_points: dict[str, dict[Hex, int]] = {side: {} for side in SIDES}
        for row in folder.table("victory_points.csv", ("hex", "name", "side", "points", "source")):
            self.victory_points[row["side"]][self._hex(row, "hex")] = _number(row, "points")

    def _read_terrain(self, folder: Folder) -> None:
        """12.0, 12.1: the chart and its notes."""
        fields = ("condition", FOOT, MECHANIZED, "defence", "tanks_halved", "source")
        self.cost: dict[str, dict[str, int]] = {}
        self.defence: dict[str, int] = {}
        # 12.11: the rows that halve attacking tanks.
        self.halves_tanks: set[str] = set()
        for row in folder.table("terrain.csv", fields):
            source_parts(row)
            self.cost[row["condition"]] = {
                column: _number(row, column) for column in (FOOT, MECHANIZED) if row[column]
            }
            if row["defence"]:
                self.defence[row["condition"]] = _number(row, "defence")
                if row.flag("tanks_halved"):
                    self.halves_tanks.add(row["condition"])

    @cached_property
    def zone_costs(self) -> tuple[int, int]:
        """6.11, 6.13: points for entering and leaving an enemy Zone of Control."""
        return self.cost["zoc_enter"][MECHANIZED], self.cost["zoc_leave"][MECHANIZED]

    @cached_property
    def stack_costs(self) -> tuple[int, int]:
        """7.4: points for entering and leaving an occupied hex."""
        return self.cost["stack"][MECHANIZED], self.cost["unstack"][MECHANIZED]

    # 17.0 The scenarios

    def _read_conditions(self, folder: Folder) -> None:
        fields = (
            *("key", "name", "text", "decade", "sheet", "month", "readiness", "deploys_first"),
            *("skips", "soviet_intrinsic", "chinese_intrinsic", "victory", "source"),
        )
        self.scenarios: dict[str, Conditions] = {}
        for row in folder.table("scenarios.csv", fields):
            source_parts(row)
            self.scenarios[row["key"]] = Conditions(
                row.required("key"),
                row.required("name"),
                row["text"],
                row["decade"],
                row["sheet"],
                _number(row, "month"),
                row["readiness"] == "full",
                row["deploys_first"],
                row["skips"],
                {
                    SOVIET: _number(row, "soviet_intrinsic"),
                    CHINESE: _number(row, "chinese_intrinsic"),
                },
                row["victory"] == "points",
            )
        self.near_peking: dict[str, dict[str, NearPeking]] = defaultdict(dict)
        for row in folder.table(
            "near_peking.csv", ("scenarios", "strength", "count", "within", "case", "source")
        ):
            source_parts(row)
            for scenario in row.items("scenarios", None):
                self.near_peking[scenario][row["strength"]] = NearPeking(
                    row["strength"], _number(row, "count"), _number(row, "within"), row["case"]
                )

    def _read_scenarios(self, folder: Folder) -> None:
        # 17.1, 17.11, 17.12; 1960s.oob, 1970s.oob, 1980s.oob.
        self.orders: dict[str, dict[str, int]] = {}
        for row in folder.table(
            "orders_of_battle.csv", ("scenario", "side", "strength", "count", "source")
        ):
            source_parts(row)
            self.orders.setdefault(row["scenario"], {})[row["strength"]] = _number(row, "count")
        self.deployments: dict[str, list[Deployment]] = {}
        for row in folder.table(
            "deployments.csv", ("scenario", "side", "hex", "strength", "count", "note", "source")
        ):
            source_parts(row)
            self.deployments.setdefault(row["scenario"], []).append(
                Deployment(
                    row["side"], self._hex(row, "hex"), row["strength"], _number(row, "count")
                )
            )
        self.mines: dict[str, list[Side]] = {}
        for row in folder.table(
            "mines.csv", ("scenario", "side_of_hex", "detonate", "note", "source")
        ):
            source_parts(row)
            here, _, there = row["side_of_hex"].partition("/")
            try:
                side = self.grid.side(self.grid.hex(here), self.grid.hex(there))
            except ValueError as error:
                raise row.error("side_of_hex", str(error)) from None
            self.mines.setdefault(row["scenario"], []).append(side)
        fields = (
            *("scenarios", "side", "from_turn", "to_turn", "turns", "hex", "strength", "count"),
            "source",
        )
        # By scenario and turn (17.3, 1960s.reinforcements, 1970s.reinforcements,
        # 1980s.reinforcements).
        self.reinforcements: dict[tuple[str, int], list[Reinforcement]] = defaultdict(list)
        for row in folder.table("reinforcements.csv", fields):
            source_parts(row)
            for turn in range(_number(row, "from_turn"), _number(row, "to_turn") + 1):
                if row["turns"] not in ("all", "odd" if turn % 2 else "even"):
                    continue
                for scenario in row.items("scenarios", None):
                    self.reinforcements[scenario, turn].append(
                        Reinforcement(
                            row["side"],
                            IN_A_CITY if row["hex"] == "city" else self._hex(row, "hex"),
                            row["strength"],
                            _number(row, "count"),
                        )
                    )

        # ER.2: by decade, the groups of emergency reinforcements, and the kinds in each.
        self.emergency: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for row in folder.table("emergency.csv", ("group", "strength", "decades", "source")):
            source_parts(row)
            for decade in row.items("decades", None):
                self.emergency[decade].setdefault(row["group"], []).append(row["strength"])

    def _hex(self, row: Row, field: str) -> Hex:
        try:
            return self.grid.hex(row[field])
        except UnknownHex as error:
            raise row.error(field, str(error)) from None

    # 3.1 The map

    def _find_hexes(self) -> None:
        board, grid = self.board, self.board.grid
        self.land: HexSet = board.in_play & ~board.terrain["sea"]
        self.rough = board.terrain["rough"]
        self.clear = board.terrain["clear"]
        countries = board.areas["country"]
        self.ussr = countries["USSR"]
        self.mongolia = countries["Mongolia"]
        self.china = countries["China"] & self.land
        self.korea = countries["North Korea"]
        self.cities = board.kind("major_city")
        self.industry = {
            CHINESE: board.kind("industrial", "China"),
            SOVIET: board.kind("industrial", "USSR"),
        }
        self.peking = board.place("Peking").hex
        self.vladivostok = board.place("Vladivostok").hex
        self.pyongyang = board.place("Pyongyang").hex
        # 11.1: where supply comes from; 17.3: where reinforcements appear.
        self.sources = {
            SOVIET: board.kind("source", SOVIET),
            CHINESE: board.kind("source", CHINESE),
        }
        # ER.4: the entry on the railway, not the port.
        self.emergency_entry = self.sources[SOVIET] & ~(1 << self.vladivostok)
        rail = board.networks["rail"]
        # 5.46: the Mongolian railways belong to the Soviet net.
        self.rail: dict[str, Network] = {
            SOVIET: rail.owned("USSR", "Mongolia"),
            CHINESE: rail.owned("China"),
        }
        # 18.2: where a Chinese railway leaves the western edge.
        west = sum(1 << h for h in grid.hexes if grid.position(h)[0] == 1)
        self.western_exits: HexSet = self.rail[CHINESE].exits & west
        self.landing = board.coastal & self.china & self.clear
        water = [board.sides["all_sea"].entering, board.sides["all_lake"].entering]
        # 5.23: nobody crosses an all-sea or all-lake hexside, nor does a Zone of Control (ruling).
        self.crossable = tuple(self.land & ~water[0][d] & ~water[1][d] for d in range(6))
        self.passage = Passage(grid, self.crossable)
        # IT.1: hexsides that a road or a railway crosses.
        road = board.networks["road"]
        self.ways = Passage(
            grid,
            tuple(self.crossable[d] & (rail.entering[d] | road.entering[d]) for d in range(6)),
        )
        self.all_sea: HexSet = board.in_play & board.terrain["sea"]
        self.coastal: HexSet = board.coastal & self.land
        # SW.2: where a side fires no missiles. Ulaanbaatar counts as friendly to the Soviets.
        self.own_symbols = {
            SOVIET: self.industry[SOVIET]
            | board.kind("city", "USSR")
            | board.kind("capital", "Mongolia"),
            CHINESE: self.cities | self.industry[CHINESE],
        }

    # 12.0 Terrain effects on movement

    def movement(self, column: str, demolished: tuple[tuple[Side, int], ...]) -> Movement:
        """The costs of every step for a column of the chart, with 16.1's demolished hexsides."""
        key = (column, demolished)
        if key not in self._movements:
            self._movements[key] = self._build_movement(column, demolished)
        return self._movements[key]

    def _build_movement(self, column: str, demolished: tuple[tuple[Side, int], ...]) -> Movement:
        board, grid = self.board, self.grid
        river = board.sides["river"].entering
        rail, road = board.networks["rail"].entering, board.networks["road"].entering
        over_river = (Charge("river", self.cost["river"][column]),)
        ground = [
            ((Charge(name, self.cost[name][column]),), hexes)
            for name, hexes in (("clear", self.clear), ("rough", self.rough))
        ]
        by_rail, by_road = (Charge(name, self.cost[name][column]) for name in ("rail", "road"))
        # One lane will do for both if both cost the same.
        either = tuple(rail[d] | road[d] for d in range(6))
        ways = [(rail, by_rail), (road, by_road)]
        if by_rail.points == by_road.points:
            ways = [(either, by_road)]
        dry = tuple(self.crossable[d] & ~river[d] for d in range(6))
        wet = tuple(self.crossable[d] & river[d] for d in range(6))
        lanes: list[Lane] = []
        # 12.13: a river comes on top of what the ground costs.
        for sides, extra in ((dry, ()), (wet, over_river)):
            lanes.append(Lane.of(sides, [((*parts, *extra), hexes) for parts, hexes in ground]))
            for along, way in ways:
                paved = [sides[d] & along[d] for d in range(6)]
                lanes.append(Lane.of(paved, [((way, *extra), self.land)]))
        movement = Movement(grid, lanes)
        if not demolished:
            return movement
        # 16.1: take the demolished hexsides out and put them in again at their price.
        closed = [grid.all] * 6
        dear: dict[tuple[Charge, ...], list[HexSet]] = {}
        for (here, there), extra_points in demolished:
            for a, b in ((here, there), (there, here)):
                direction = grid.direction(a, b)
                closed[direction] &= ~(1 << b)
                if parts := movement.charges_into(b, direction):
                    price = (*parts, Charge("demolished", extra_points))
                    dear.setdefault(price, [0] * 6)[direction] |= 1 << b
        open_lanes = [
            lane._replace(entering=tuple(lane.entering[d] & closed[d] for d in range(6)))
            for lane in lanes
        ]
        return Movement(
            grid, [*open_lanes, *(Lane.of(e, [(parts, grid.all)]) for parts, e in dear.items())]
        )

    def supply_movement(self, column: str, demolished: frozenset[Side]) -> Movement:
        """The steps of supply paths backwards from the source; none crosses a demolition (16.2)."""
        key = (column, demolished)
        if key not in self._supply_movements:
            backwards = self.supply_movement(column, frozenset()) if demolished else None
            if backwards is None:
                found = self.movement(column, ()).reversed()
            else:
                lanes = [
                    Lane(self._without(lane.entering, demolished), lane.costs)
                    for lane in backwards.lanes
                ]
                found = Movement(self.grid, lanes)
            self._supply_movements[key] = found
        return self._supply_movements[key]

    @cache  # noqa: B019 (charts live as long as the program)
    def passage_without(self, demolished: frozenset[Side]) -> Passage:
        """Any passable terrain, but no demolished hexside."""
        return Passage(self.grid, self._without(self.crossable, demolished))

    @cache  # noqa: B019
    def rail_passage(self, side: str, demolished: frozenset[Side]) -> Passage:
        return Passage(self.grid, self._without(self.rail[side].entering, demolished))

    def _without(
        self, entering: tuple[HexSet, ...], demolished: frozenset[Side]
    ) -> tuple[HexSet, ...]:
        cut = list(entering)
        for here, there in demolished:
            cut[self.grid.direction(here, there)] &= ~(1 << there)
            cut[self.grid.direction(there, here)] &= ~(1 << here)
        return tuple(cut)


def _unit_type(row: Row, key: str) -> UnitType:
    source_parts(row)
    if row["side"] not in SIDES:
        raise row.error("side", f"{row['side']!r} should be one of {', '.join(SIDES)}")
    return UnitType(
        row.required(key),
        row.required("strength"),
        row["side"],
        row.required("kind"),
        row.required("name"),
        row.required("symbol"),
        row["size"],
        _number(row, "attack"),
        _number(row, "defense"),
        _number(row, "movement"),
        row.flag("mechanized"),
        row.flag("tank"),
        _number(row, "count"),
    )


def _number(row: Row, field: str) -> int:
    try:
        value = int(row[field])
    except ValueError:
        raise row.error(field, f"{row[field]!r} should be a whole number") from None
    if value < 0:
        raise row.error(field, f"{value} should not be negative")
    return value


@cache
def _board(overlay: Path | None) -> Board:
    """One map for all sheets."""
    return load_board(DATA / "map", overlay / "map" if overlay else None)


@cache
def charts(overlay: Path | None = None, sheet: str = BASE) -> Charts:
    """The charts of the game, or those of somebody's own copy laid over them."""
    try:
        return Charts(overlay, sheet)
    except KeyError as error:
        raise DataError(overlay or DATA, f"lacks {error}") from None
