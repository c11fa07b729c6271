"""3.0 Game equipment: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct, field

from ...board import Board, Network
from ...engine import Names, UnitSet
from ...hexes import Charge, Hex, HexSet, Lane, Movement, Passage, union
from ...kit.charts import Printed, read_once
from ...kit.counters import Classes
from ...kit.tables import (
    NO_COLUMN,
    Columns,
    Die,
    Known,
    Natural,
    OnMap,
    Tables,
    Wrong,
    grouped,
    one_of,
)

DATA = Path(__file__).parent / "data"

SOVIET, CHINESE = "Soviet", "Chinese"
SIDES = (SOVIET, CHINESE)

# The two columns of the Terrain Effects Chart (12.0).
FOOT, MECHANIZED = "foot", "mechanized"

# The sheets of counters.
BASE, SIXTIES, LATER = "base", "1960s", "later"

# Where reinforcements appear that their owner may put into any of his cities.
IN_A_CITY = -1


Side = tuple[Hex, Hex]

# 10.0: the columns of the Combat Results Table, from the worst odds to the best.
ODDS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")

SideWord = Annotated[str, one_of(SIDES)]
Result = Literal["Ae", "Ar", "Ex", "Dr", "De"]


def enemy_of(side: str) -> str:
    return CHINESE if side == SOVIET else SOVIET


class UnitType(Struct, frozen=True, kw_only=True, dict=True):
    """3.22: one kind of counter."""

    own_key: Annotated[str, NO_COLUMN] = ""
    strength: str
    side: SideWord
    kind: str
    name: str
    # For the picture on the counter: branch and echelon.
    symbol: str
    size: str = ""
    # 3.21, 3.23: the figures that are printed on it.
    attack: Natural
    defense: Natural
    movement: Natural
    mechanized: bool
    tank: bool
    count: Natural
    note: str = ""

    @cached_property
    def key(self) -> str:
        """The printed strength is its name, unless another kind has the same."""
        return self.own_key or self.strength


class VariantType(UnitType, frozen=True, kw_only=True, dict=True):
    """A kind of counter of the variant article, or more copies of a kind of the rulebook."""

    own_key: str = field(name="key")
    sheets: tuple[str, ...]


class Breakdown(Struct, frozen=True):
    """8.1: divisions that a corps is worth."""

    corps: Annotated[str, Known("unit")]
    division: Annotated[str, Known("unit")]
    count: Natural


class Fall(Struct, frozen=True):
    """10.0: the results of a die by column."""

    die: Die
    results: Annotated[dict[str, Result], Columns(*ODDS)]


class Contamination(Struct, frozen=True):
    """15.3: after which combat results a die contaminates."""

    die: Die
    results: Annotated[dict[str, Literal["N"]], Columns("De", "Ex", gaps=True)]


class AirStrike(Struct, frozen=True):
    """14.1: the strength of an air strike up to a range."""

    range: Natural
    points: Natural


class Interdiction(Struct, frozen=True):
    """INT.2: how far an interdiction zone reaches up to a range."""

    range: Natural
    radius: Natural


class MissileStrike(Struct, frozen=True):
    """SW.table: the results of a die by decade; none for no effect."""

    die: Die
    results: Annotated[dict[str, Literal["R", "N", "E"]], Columns(SIXTIES, LATER, gaps=True)]


class Drop(Struct, frozen=True):
    """CA.2: what becomes of an airborne move near Soviet air bases; nothing if it succeeds."""

    die: Die
    result: Literal["", "aborted", "eliminated"] = ""


class Level(Struct, frozen=True):
    """18.1, 1960s.victory: a level of victory."""

    least: int
    level: str
    winner: SideWord


class VictoryPoints(Struct, frozen=True):
    """1960s.victory: what a hex is worth to a side."""

    hex: OnMap
    name: str
    side: SideWord
    points: Natural


class Ground(Struct, frozen=True):
    """12.0, 12.1: a row of the Terrain Effects Chart."""

    condition: str
    cost: Annotated[dict[str, Natural], Columns(FOOT, MECHANIZED, gaps=True)]
    defence: Natural | None = None
    # 12.11: where a defence is given.
    tanks_halved: bool | None = None

    def __post_init__(self) -> None:
        if self.defence is not None and self.tanks_halved is None:
            raise Wrong("tanks_halved", "is empty, but the row has a defence")


class Conditions(Struct, frozen=True, kw_only=True, dict=True):
    """What a scenario lays down, apart from its forces."""

    key: str
    name: str
    text: str = ""
    decade: str
    # The counters that are used.
    sheet: Annotated[str, one_of((BASE, SIXTIES, LATER))]
    month: Natural
    readiness: Literal["current", "full"]
    deploys_first: SideWord
    # Whose first Player-Turn is left out, if anybody's.
    skips: SideWord = ""
    soviet_intrinsic: Natural
    chinese_intrinsic: Natural
    # 18.1's industry as in 1980s.victory, or the 1960s' points.
    victory: Literal["industry", "points"]

    @cached_property
    def full_readiness(self) -> bool:
        return self.readiness == "full"

    @cached_property
    def on_points(self) -> bool:
        return self.victory == "points"

    @cached_property
    def intrinsic_turns(self) -> dict[str, int]:
        """11.5 and the like: for how many Game-Turns each side needs no supply path."""
        return {SOVIET: self.soviet_intrinsic, CHINESE: self.chinese_intrinsic}


class NearPeking(Struct, frozen=True):
    """17.22: how many units of a kind must stand within so many hexes of Peking."""

    scenarios: tuple[str, ...]
    strength: str
    count: Natural
    within: Natural
    case: str


class Order(Struct, frozen=True):
    """17.1, 17.11, 17.12; 1960s.oob, 1970s.oob, 1980s.oob: units of an order of battle."""

    scenario: str
    side: SideWord
    strength: str
    count: Natural


class Deployment(Struct, frozen=True):
    """A unit of a recommended set-up."""

    scenario: str
    side: SideWord
    hex: OnMap
    strength: str
    count: Natural
    note: str = ""


class Mine(Struct, frozen=True):
    """16.5: a hexside of a recommended set-up."""

    scenario: str
    side: Annotated[Side, Known("hexside")] = field(name="side_of_hex")
    detonate: bool
    note: str = ""


class Reinforcement(Struct, frozen=True):
    """17.3, 1960s.reinforcements, 1970s.reinforcements, 1980s.reinforcements"""

    scenarios: tuple[str, ...]
    side: SideWord
    from_turn: Natural
    to_turn: Natural
    turns: Literal["all", "odd", "even"]
    # A hex, or IN_A_CITY for any Chinese city.
    hex: Annotated[Hex, Known("entry")]
    strength: str
    count: Natural

    def comes_on(self, turn: int) -> bool:
        return self.turns in ("all", "odd" if turn % 2 else "even")


class Emergency(Struct, frozen=True):
    """ER.2: a kind of a group of emergency reinforcements."""

    group: str
    strength: str
    decades: tuple[str, ...]


class Charts(Printed):
    """Everything that is printed: it is shared by all positions and never changes.

    There are three sheets of counters: that of the rulebook, and those of the variant article for
    the 1960s and for later decades.
    """

    def __init__(self, overlay: Path | None = None, sheet: str = BASE) -> None:
        self.sheet = sheet
        super().__init__(DATA, overlay)
        tables = self.tables
        tables.cells["hexside"], tables.cells["entry"] = self._hexside, self._entry
        self._read_counters(tables)
        self._sort_units()
        self._read_divisions(tables)
        self._read_charts(tables)
        self._read_victory(tables)
        self._read_scenarios(tables)
        self._read_reinforcements(tables)
        self._find_hexes()
        self._movements: dict[tuple[str, tuple[tuple[Side, int], ...]], Movement] = {}
        self._supply_movements: dict[tuple[str, frozenset[Side]], Movement] = {}

    @staticmethod
    @cache
    def read_board(data: Path, overlay: Path | None) -> Board:
        """One map for all sheets."""
        return Printed.read_board(data, overlay)

    # 3.2 The playing pieces

    def _read_counters(self, tables: Tables) -> None:
        # The variant's counters come after those of the rulebook, more copies of its kinds first,
        # so that a unit has the same number on every sheet. AA.6: air assault units of the 1960s
        # are not mechanized, later ones are.
        rows: list[UnitType] = [*tables.read("counters.csv", UnitType)]
        variant = tables.read("variant_counters.csv", VariantType)
        rows += [kind for kind in variant if self.sheet in kind.sheets]
        self.types: dict[str, UnitType] = {}
        self.unit_type: list[UnitType] = []
        names: list[str] = []
        copies: Counter[str] = Counter()
        for row in rows:
            kind = self.types.setdefault(row.key, row)
            for _ in range(row.count):
                copies[kind.key] += 1
                names.append(f"{kind.key}.{copies[kind.key]}")
                self.unit_type.append(kind)
        self.names = Names(self.grid, names)

    def _sort_units(self) -> None:
        """Sets of units that the rules speak of."""
        self.of_strength: dict[str, UnitSet] = grouped(kind.key for kind in self.unit_type)
        self.units_of: dict[str, UnitSet] = grouped(kind.side for kind in self.unit_type)
        soviet, chinese = self.units_of[SOVIET], self.units_of[CHINESE]
        self.classes = Classes(len(self.unit_type), {"soviet": soviet, "chinese": chinese})
        self.mechanized: UnitSet = grouped(kind.mechanized for kind in self.unit_type)[True]
        self.tanks: UnitSet = grouped(kind.tank for kind in self.unit_type)[True]
        of_kind = grouped(kind.kind for kind in self.unit_type)
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

    def _read_divisions(self, tables: Tables) -> None:
        """8.1: the divisions that a corps is worth."""
        tables.know("unit", {key: key for key in self.types}, "counters.csv")
        self.divisions: dict[str, dict[str, int]] = {}
        for part in tables.read("breakdown.csv", Breakdown):
            self.divisions.setdefault(part.corps, {})[part.division] = part.count
        self.division_units: UnitSet = union(
            self.of_strength[strength] for parts in self.divisions.values() for strength in parts
        )

    # 3.3 Charts and tables

    def _read_charts(self, tables: Tables) -> None:
        self.limit = tables.limits()
        # 10.0: the results by column and die.
        self.columns = ODDS
        falls = tables.read("results.csv", Fall)
        self.results: dict[str, dict[int, str]] = {
            column: {fall.die: fall.results[column] for fall in falls} for column in ODDS
        }
        # 15.3: the dice that contaminate, by combat result.
        dice = tables.read("contamination.csv", Contamination)
        self.contaminates: dict[str, frozenset[int]] = {
            result: frozenset(row.die for row in dice if result in row.results)
            for result in ("De", "Ex")
        }
        # 14.1, INT.2: by range.
        self.air_strikes = [
            (strike.range, strike.points) for strike in tables.read("air_strikes.csv", AirStrike)
        ]
        self.interdiction = [
            (zone.range, zone.radius) for zone in tables.read("interdiction.csv", Interdiction)
        ]
        # SW.table: by die; nothing for no effect.
        column = SIXTIES if self.sheet == SIXTIES else LATER
        self.missile_strikes: dict[int, str] = {
            strike.die: strike.results.get(column, "")
            for strike in tables.read("missile_strikes.csv", MissileStrike)
        }
        # CA.2
        self.drop_results: dict[int, str] = {
            drop.die: drop.result for drop in tables.read("airborne_drop.csv", Drop)
        }
        # 12.0, 12.1; 12.11: the rows that halve attacking tanks.
        chart = tables.read("terrain.csv", Ground)
        self.cost: dict[str, dict[str, int]] = {row.condition: row.cost for row in chart}
        self.defence: dict[str, int] = {
            row.condition: row.defence for row in chart if row.defence is not None
        }
        self.halves_tanks: set[str] = {row.condition for row in chart if row.tanks_halved}

    def _read_victory(self, tables: Tables) -> None:
        # 18.1: from how many hexes cut off on which level.
        self.victory_levels = _levels(tables, "victory.csv")
        # 1960s.victory: the levels by the difference of points, and what is worth how much to whom.
        self.point_levels = _levels(tables, "victory_1960s.csv")
        self.victory_points: dict[str, dict[Hex, int]] = {side: {} for side in SIDES}
        for worth in tables.read("victory_points.csv", VictoryPoints):
            self.victory_points[worth.side][worth.hex] = worth.points

    @cached_property
    def zone_costs(self) -> tuple[int, int]:
        """6.11, 6.13: points for entering and leaving an enemy Zone of Control."""
        return self.cost["zoc_enter"][MECHANIZED], self.cost["zoc_leave"][MECHANIZED]

    @cached_property
    def stack_costs(self) -> tuple[int, int]:
        """7.4: points for entering and leaving an occupied hex."""
        return self.cost["stack"][MECHANIZED], self.cost["unstack"][MECHANIZED]

    # 17.0 The scenarios

    def _read_scenarios(self, tables: Tables) -> None:
        self.scenarios: dict[str, Conditions] = tables.keyed("scenarios.csv", Conditions)
        # 17.22: by scenario and strength.
        self.near_peking: dict[str, dict[str, NearPeking]] = defaultdict(dict)
        for rule in tables.read("near_peking.csv", NearPeking):
            for scenario in rule.scenarios:
                self.near_peking[scenario][rule.strength] = rule
        # 17.1, 17.11, 17.12; 1960s.oob, 1970s.oob, 1980s.oob.
        self.orders: dict[str, dict[str, int]] = {}
        for order in tables.read("orders_of_battle.csv", Order):
            self.orders.setdefault(order.scenario, {})[order.strength] = order.count
        self.deployments: dict[str, list[Deployment]] = {}
        for line in tables.read("deployments.csv", Deployment):
            self.deployments.setdefault(line.scenario, []).append(line)
        # 16.5
        self.mines: dict[str, list[Side]] = {}
        for mine in tables.read("mines.csv", Mine):
            self.mines.setdefault(mine.scenario, []).append(mine.side)

    def _read_reinforcements(self, tables: Tables) -> None:
        # By scenario and turn (17.3, 1960s.reinforcements, 1970s.reinforcements,
        # 1980s.reinforcements).
        self.reinforcements: dict[tuple[str, int], list[Reinforcement]] = defaultdict(list)
        for line in tables.read("reinforcements.csv", Reinforcement):
            for turn in filter(line.comes_on, range(line.from_turn, line.to_turn + 1)):
                for scenario in line.scenarios:
                    self.reinforcements[scenario, turn].append(line)
        # ER.2: by decade, the groups of emergency reinforcements, and the kinds in each.
        self.emergency: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for kind in tables.read("emergency.csv", Emergency):
            for decade in kind.decades:
                self.emergency[decade].setdefault(kind.group, []).append(kind.strength)

    def _entry(self, label: str) -> Hex:
        return IN_A_CITY if label == "city" else self.grid.hex(label)

    def _hexside(self, labels: str) -> Side:
        here, _, there = labels.partition("/")
        return self.grid.side(self.grid.hex(here), self.grid.hex(there))

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

    @lru_cache(maxsize=256)  # noqa: B019
    def rail_movement(
        self, side: str, dear: tuple[tuple[Side, int], ...], demolished: frozenset[Side]
    ) -> Movement:
        """5.42: a hex for a hex of one's own railways, and more over some demolished hexsides."""
        hex_by_rail = Charge("rail hex", 1)
        passage = self.rail_passage(side, demolished)
        lanes = [Lane.of(passage.entering, [((hex_by_rail,), self.land)])]
        entering: dict[int, list[HexSet]] = {}
        for (here, there), points in dear:
            steps = entering.setdefault(points, [0] * 6)
            for a, b in ((here, there), (there, here)):
                steps[self.grid.direction(a, b)] |= 1 << b
        for points, into in entering.items():
            price = (hex_by_rail, Charge("demolished", points))
            lanes.append(Lane.of(into, [(price, self.land)]))
        return Movement(self.grid, lanes)

    def _without(
        self, entering: tuple[HexSet, ...], demolished: frozenset[Side]
    ) -> tuple[HexSet, ...]:
        cut = list(entering)
        for here, there in demolished:
            cut[self.grid.direction(here, there)] &= ~(1 << there)
            cut[self.grid.direction(there, here)] &= ~(1 << here)
        return tuple(cut)


def _levels(tables: Tables, name: str) -> list[tuple[int, str, str]]:
    return [(row.least, row.level, row.winner) for row in tables.read(name, Level)]


charts = read_once(Charts, DATA)
