"""1.0 The game pieces, the board and the charts, read once from the data files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Struct, field

from ...engine import Names, UnitSet
from ...hexes import Charge, Hex, HexSet, Lane, Movement, Passage, set_of, union
from ...kit.charts import Printed, read_once
from ...kit.counters import Classes
from ...kit.tables import (
    SEMICOLONS,
    Columns,
    Known,
    Natural,
    OnMap,
    Order,
    Tables,
    Wrong,
    grouped,
    one_of,
)

DATA = Path(__file__).parent / "data"

AXIS, SOVIET = "Axis", "Soviet"
SIDES = (AXIS, SOVIET)

# The columns of the Terrain Effects Chart; `RAIL` is the Siege Artillery's own way (3.3.6).
FOOT, MOUNTAIN, MOTORIZED, RAIL = "foot", "mountain", "motorized", "rail"

# Lines of communication are counted in half spaces (10.1.3).
HALVES = 2

# The cups of combat strength markers (6.2.1).
CUPS = ("A", "B", "C")

# 7.1: the columns of the Combat Results Table; which odds head them depends on the terrain.
COLUMNS = tuple(f"c{number}" for number in range(1, 11))

# Where a unit of a set-up can be if it is not on the map.
BOXES = (
    *("air_fleets", "force_pool", "breakdown", "eliminated", "awaiting_promotion", "promoted"),
    *("paradrop", "unused", "to_place"),
)

# 9.0.2: the countries that are the Axis's own.
AXIS_HOME = ("Germany", "Finland", "Poland", "Hungary", "Rumania")


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


def pair(text: str) -> tuple[int, int]:
    """Attack and defence."""
    try:
        attack, defence = map(int, text.split("-"))
    except ValueError:
        raise ValueError(f"{text!r} should be attack-defence") from None
    return attack, defence


def ratio(text: str) -> str:
    """Odds such as 3-2."""
    pair(text)
    return text


def result(text: str) -> str:
    """A cell of the Combat Results Table."""
    attacker, slash, defender = text.partition("/")
    steps = all(part == "-" or part.isdigit() for part in (attacker, defender))
    one_loses = text[0] in "AD" and text[1:].isdigit()
    if text not in ("AE", "DE", "NE") and not one_loses and not (slash and steps):
        raise ValueError(f"{text!r} is no combat result")
    return text


SideWord = Annotated[str, one_of(SIDES)]
Weather = Literal["clear", "mud", "snow"]
KindKey = Annotated[str, Known("kind key")]
UnitNumber = Annotated[int, Known("unit")]
# Tables name scenarios by their numbers; they are read as their keys.
Scenarios = tuple[Annotated[str, Known("scenario")], ...]


class Kind(Struct, frozen=True, kw_only=True, dict=True):
    """1.1: what is printed on a kind of counter."""

    key: str = field(name="kind")
    name: str
    side: SideWord
    nationality: str
    # For the picture on the counter: branch and echelon.
    symbol: str
    size: str = ""
    arm: Literal["tank", "infantry", "mountain", "cavalry", "asset", "other"]
    # 6.0: the combat class of an army; empty for units with printed strengths.
    cup: Annotated[str, one_of(CUPS)] = ""
    front: Annotated[tuple[int, int], pair] | None = None
    back: Annotated[tuple[int, int], pair] | None = None
    movement: Natural
    # 7.9.1: from one to four, none for what cannot be hit.
    steps: Natural
    # 7.9.4: the kind of counter that stands for the steps that this one has not.
    smaller: str = ""
    motorized: bool
    stacking: Natural
    contests: bool
    range: Natural = 0
    points: Natural
    # 3.6: whole and half units for sea movement.
    sea: Literal["yes", "half", "no"]

    @cached_property
    def values(self) -> tuple[tuple[int, int], ...]:
        """7.9.2: attack and defence, front side first."""
        return tuple(face for face in (self.front, self.back) if face)

    def value(self, steps: int) -> tuple[int, int]:
        """Attack and defence with so many steps left."""
        return self.values[self.steps - steps] if self.steps else self.values[0]

    def has_side_for(self, steps: int) -> bool:
        """Whether the counter itself can show that so many steps are left."""
        return 0 <= self.steps - steps < max(len(self.values), 2 if self.cup else 1)


class Counter(Struct, frozen=True):
    """1.1: a unit."""

    id: str
    number: Order
    name: str
    kind: Annotated[Kind, Known("kind")]
    # Those that alone have it; all, if none is named.
    scenarios: Scenarios = ()
    note: str = ""


class Leader(Struct, frozen=True):
    unit: UnitNumber
    rating: Natural


class Marker(Struct, frozen=True):
    """6.1: a kind of combat strength marker."""

    cup: Annotated[str, one_of(CUPS)]
    full: Annotated[tuple[Natural, Natural], Columns("attack", "defence")]
    reduced: Annotated[tuple[Natural, Natural], Columns("reduced_attack", "reduced_defence")]
    striped: bool
    turn: Natural
    count: Natural

    def value(self, steps: int) -> tuple[int, int]:
        return self.full if steps > 1 else self.reduced


class Odds(Struct, frozen=True):
    """7.1.2 g: the odds that head the columns in a row of terrain."""

    row: str
    odds: Annotated[tuple[Annotated[str, ratio], ...], Columns(*COLUMNS)]


class Fall(Struct, frozen=True):
    """7.1: the results of a die."""

    die: Natural
    results: Annotated[tuple[Annotated[str, result], ...], Columns(*COLUMNS)]


class Attrition(Struct, frozen=True):
    """10.9.1: up to which die how many steps are lost."""

    weather: Weather
    nation: str
    die: Natural
    steps: Natural


class Conversion(Struct, frozen=True):
    """17.2.1: a line of the Axis Unit Conversion Chart; kinds with steps."""

    whole: Annotated[tuple[KindKey, Natural], Columns("whole", "steps")]
    part: Annotated[tuple[KindKey, Natural], Columns("part", "part_steps")]
    other: Annotated[tuple[KindKey, Natural], Columns("other", "other_steps")]
    breakdown: bool
    buildup: bool

    @property
    def parts(self) -> tuple[tuple[str, int], tuple[str, int]]:
        return self.part, self.other


class Turn(Struct, frozen=True):
    number: Natural = field(name="turn")
    label: str
    # 13.0.1
    weather: Weather
    # 7.4.5; 13.0.4, 13.0.5: what winter adds to every combat die.
    die: int
    # 14.4.2: the production number; 0 if it is no production turn.
    production: Natural = 0


class Ground(Struct, frozen=True):
    """A row of the Terrain Effects Chart."""

    condition: str
    cost: Annotated[dict[str, Natural], Columns(FOOT, MOUNTAIN, MOTORIZED, gaps=True)]
    row: Annotated[str, Known("row")] = ""
    # 8.0.7, 8.0.8: whether overruns can go into or across it.
    overrun: bool = True
    # 10.1.3
    communication: Natural | None = None
    # 10.9
    attrition: Natural | None = None


class Plan(Struct, frozen=True, kw_only=True):
    """18.0.1: a scenario."""

    key: str
    number: Natural
    name: str
    text: str
    # 19.1.1, 19.2.1, 19.3.1, 19.4.1, 19.5.1, 19.6.1: from when to when.
    first_turn: Natural
    first_phase: str
    last_turn: Natural
    # 19.1.2, 19.2.2, 19.3.2, 19.4.2, 19.5.2, 19.6.2: on which maps.
    maps: Annotated[tuple[str, ...], SEMICOLONS]
    production: bool
    limited_counters: bool
    # 19.1.4: what Turning Point does without; and which sources of supply on the map are its own.
    sea_movement: bool
    promotion: bool
    sources: Literal["source", "tp_source"]
    # The case that says who has won.
    victory: str


class Start(Struct, frozen=True, kw_only=True):
    """Where a unit is at first: on the map, or in a box."""

    unit: UnitNumber
    hex: OnMap | None = None
    box: str = ""
    steps: Natural


class SetUp(Start, frozen=True, kw_only=True):
    """19.1.3, 19.2.3, 19.3.3, 19.4.3, 19.5.3, 19.6.3: a line of a set-up."""

    scenarios: Scenarios
    # 19.2.4
    frozen: bool
    place: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.hex is None and self.box not in BOXES:
            raise Wrong("box", f"{self.box!r} should be one of {', '.join(BOXES)}")


class Asset(Struct, frozen=True):
    """14.1.1: where an economic asset is."""

    unit: UnitNumber
    place: str
    works: str
    hex: OnMap
    scenarios: Scenarios
    in_1942: Literal["", "on_map", "evacuated", "destroyed"] = ""

    def start(self, *, first_year: bool) -> Start:
        state = "on_map" if first_year else self.in_1942
        if state == "on_map":
            return Start(unit=self.unit, hex=self.hex, steps=1)
        return Start(unit=self.unit, box=state, steps=1)


class Arrival(Struct, frozen=True, kw_only=True, dict=True):
    """15.1, 16.0: a line of the reinforcement schedule: a unit, or so many counters of a kind."""

    turn: Natural
    scenarios: Scenarios
    action: Literal["arrive", "force_pool", "withdraw"]
    counter: Annotated[Counter, Known("counter")] | None = field(name="unit", default=None)
    any_of: Annotated[Kind, Known("kind")] | None = field(name="kind", default=None)
    count: Natural
    steps: Natural = 0
    why: str = ""

    def __post_init__(self) -> None:
        if self.counter is None and self.any_of is None:
            raise Wrong("kind", "is empty, and so is the unit")

    @cached_property
    def unit(self) -> int:
        return self.counter.number if self.counter else -1

    @cached_property
    def _kind(self) -> Kind:
        found = self.counter.kind if self.counter else self.any_of
        assert found is not None
        return found

    @cached_property
    def kind(self) -> str:
        return self._kind.key

    @cached_property
    def side(self) -> str:
        return self._kind.side


class Controlled(Struct, frozen=True):
    """9.0.2: what the Axis holds outside of its home before the first turn."""

    scenarios: Scenarios = field(name="scenario")
    hex: OnMap
    name: str


class CityPoints(Struct, frozen=True):
    """18.0.3"""

    scenarios: Scenarios
    hex: OnMap
    name: str
    points: Natural


class AssetPoints(Struct, frozen=True):
    """18.0.3: for destroyed assets of a kind."""

    scenarios: Scenarios
    kind: KindKey
    points: Natural


class Level(Struct, frozen=True):
    """18.0.3: what a total of points means."""

    scenarios: Scenarios
    least: Natural
    level: str
    winner: SideWord = ""


class Manner(NamedTuple):
    """How a unit moves; units of one manner can be moved together at one stroke."""

    column: str
    # 3.4.3; 11.2.3; 5.0.7: a German tank, or Guards cavalry in snow (15.6.4).
    timid: bool
    security: bool
    slips: bool
    # 19.2.4, 3.3.5.
    fords: bool
    ice: bool


class Charts(Printed):
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, overlay)
        tables = self.tables
        self._find_hexes()
        self._find_places()
        self._find_passages()
        self._read_plans(tables)
        self._read_counters(tables)
        self._sort_units()
        self._sort_by_kind()
        self._find_fleets()
        self._read_charts(tables)
        self._read_combat(tables)
        self._read_terrain(tables)
        self._read_set_ups(tables)
        self._read_arrivals(tables)
        self._read_control(tables)
        self._read_points(tables)
        self._find_sources()
        # How units of a kind move in which weather, as `movement` finds out.
        self.manners: dict[tuple[str, bool, bool], Manner] = {}
        self._movements: dict[tuple[str, bool, bool, bool, bool], Movement] = {}
        self._lines: dict[tuple[bool, bool, HexSet], Movement] = {}

    # 1.1 The game pieces

    def _read_counters(self, tables: Tables) -> None:
        self.kinds: dict[str, Kind] = tables.keyed("kinds.csv", Kind)
        tables.know("kind", self.kinds, "kinds.csv")
        tables.know("kind key", {key: key for key in self.kinds}, "kinds.csv")
        counters: dict[str, Counter] = tables.keyed("counters.csv", Counter)
        tables.know("counter", counters, "counters.csv")
        tables.know("unit", {key: unit for unit, key in enumerate(counters)}, "counters.csv")
        self.names = Names(self.grid, list(counters))
        self.kind: list[Kind] = [counter.kind for counter in counters.values()]
        self.unit_names: list[str] = [counter.name for counter in counters.values()]
        self.rating: dict[int, int] = {
            leader.unit: leader.rating for leader in tables.read("leaders.csv", Leader)
        }
        # Those of one scenario only.
        self.unlisted: dict[str, UnitSet] = defaultdict(int)
        for counter in counters.values():
            for key in counter.scenarios:
                self.unlisted[key] |= 1 << counter.number

    def _sort_units(self) -> None:
        """Sets of units that the rules speak of."""

        def units(wanted: Callable[[Kind], object]) -> UnitSet:
            return set_of(u for u, kind in enumerate(self.kind) if wanted(kind))

        self.units_of: dict[str, UnitSet] = grouped(kind.side for kind in self.kind)
        self.of_kind: dict[str, UnitSet] = dict.fromkeys(self.kinds, 0)
        self.of_kind |= grouped(kind.key for kind in self.kind)
        self.of_nation: dict[str, UnitSet] = grouped(kind.nationality for kind in self.kind)
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
        self.headquarters = units(lambda k: k.key.endswith("_headquarters"))
        self.assets = units(lambda k: k.arm == "asset")
        # 7.2.6: units that can attack at all.
        self.attackers = units(lambda k: k.cup or k.values[0][0] > 0)
        # 11.1.4, 14.1.2: Partisans and economic assets, and air fleets.
        self.immobile = units(lambda k: k.movement == 0)
        self.half_at_sea = units(lambda k: k.sea == "half")
        self.sea_going = units(lambda k: k.sea != "no")
        self.movement_of = [kind.movement for kind in self.kind]
        self.stacking_of = [kind.stacking for kind in self.kind]

    def _sort_by_kind(self) -> None:
        self.depots = self.of_kind["depot"]
        self.airbases = self.of_kind["airbase"]
        self.fleets = self.of_kind["air_fleet"]
        self.siege = self.of_kind["siege_artillery"]
        self.security = self.of_kind["security_division"]
        self.partisans = self.of_kind["partisans"]
        # Air fleets and Partisans are beside the stacks: they hinder nobody's way.
        beside = self.fleets | self.partisans
        classes = {side.lower(): self.units_of[side] & ~beside for side in SIDES}
        classes |= {"fleet_hexes": self.fleets, "partisan_hexes": self.partisans}
        self.classes = Classes(len(self.kind), classes, beside)
        self.leaders = self.of_kind["leader"]
        self.soviet_headquarters = self.of_kind["soviet_headquarters"]
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
        # 4.0.2, 4.0.4, 4.0.6: whoever can be one too many in a space.
        self.crowding = self.guards_cavalry | self.units_of[AXIS] & ~self.german
        self.crowding |= set_of(u for u, points in enumerate(self.stacking_of) if points)
        # 3.2 l: they move last.
        self.last_movers = self.airbases | self.leaders
        # 2.0 C, G, H: who moves in which phase.
        self.movers = {
            "axis-movement": self.units_of[AXIS] & ~self.immobile,
            "soviet-movement": self.units_of[SOVIET] & ~self.immobile,
            "tank-movement": self.german_tanks & ~self.immobile,
        }
        # 3.4.3, 5.0.4: they enter a contested space only to join a unit that can contest.
        # What a step counts for in supply or out of it: Soviet steps bring no points.
        self.weight_of = [max(kind.points, 1) for kind in self.kind]
        # Units that do not fight: they serve others.
        self.services = self.airbases | self.headquarters | self.leaders | self.depots
        self.services |= self.security
        self.timid = self.airbases | self.headquarters | self.leaders | self.siege | self.depots
        # 3.1.2: the column of the chart.
        self.column: list[str] = []
        for unit, kind in enumerate(self.kind):
            if self.siege >> unit & 1:
                self.column.append(RAIL)  # 7.6.1
            elif kind.motorized:
                self.column.append(MOTORIZED)
            else:
                self.column.append(MOUNTAIN if kind.arm == "mountain" else FOOT)

    def _find_fleets(self) -> None:
        """12.1.1: an airbase and its air fleet, both ways."""
        self.fleet_of: dict[int, int] = {}
        for base in (u for u in range(len(self.kind)) if self.airbases >> u & 1):
            fleet = self.names.unit(self.names.units[base].replace("GAB", "GAF"))
            assert fleet is not None
            self.fleet_of[base] = fleet
        self.base_of = {fleet: base for base, fleet in self.fleet_of.items()}

    # The charts

    def _read_charts(self, tables: Tables) -> None:
        self.limit = tables.limits(signed=True)
        # 6.1
        self.markers = tables.read("markers.csv", Marker)
        self.markers_in: dict[str, tuple[int, ...]] = {
            cup: tuple(n for n, m in enumerate(self.markers) if m.cup == cup) for cup in CUPS
        }
        # 10.9.1: pairs (highest die, steps) by weather and nation, best results first.
        self.attrition: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for row in tables.read("attrition.csv", Attrition):
            self.attrition[row.weather, row.nation].append((row.die, row.steps))
        # 17.2.1
        self.conversions = tables.read("conversions.csv", Conversion)
        self.breakdowns = {line.whole: line for line in self.conversions if line.breakdown}
        self.buildups = {
            (min(line.parts), max(line.parts)): line for line in self.conversions if line.buildup
        }
        # 13.0.1
        self.turns: dict[int, Turn] = tables.keyed("turns.csv", Turn)
        self.snow_turns = {t.number for t in self.turns.values() if t.weather == "snow"}

    def _read_combat(self, tables: Tables) -> None:
        # 7.1.2 g: the odds that head the columns, by row of terrain.
        self.odds: dict[str, tuple[str, ...]] = {
            row.row: row.odds for row in tables.read("odds.csv", Odds)
        }
        # From the row most favourable to the attacker to the one for the defender.
        self.rows = tuple(self.odds)
        # The same as pairs of numbers.
        self.ratios_of: dict[str, tuple[tuple[int, int], ...]] = {
            name: tuple(map(pair, odds)) for name, odds in self.odds.items()
        }
        self.results: dict[int, tuple[str, ...]] = {
            fall.die: fall.results for fall in tables.read("results.csv", Fall)
        }

    def _read_terrain(self, tables: Tables) -> None:
        tables.know("row", {row: row for row in self.rows}, "odds.csv")
        chart: dict[str, Ground] = tables.keyed("terrain.csv", Ground)
        self.cost: dict[str, dict[str, int]] = {key: row.cost for key, row in chart.items()}
        self.row_of: dict[str, str] = {key: row.row for key, row in chart.items() if row.row}
        self.communication_cost: dict[str, int] = {
            key: row.communication for key, row in chart.items() if row.communication is not None
        }
        self.attrition_bonus: dict[str, int] = {
            key: row.attrition for key, row in chart.items() if row.attrition is not None
        }
        # 8.0.7, 8.0.8: what overruns cannot go into or across.
        self.no_overrun: set[str] = {key for key, row in chart.items() if not row.overrun}

    # 1.2 The game board

    def _find_hexes(self) -> None:
        board = self.board
        water = board.terrain["sea"] | board.terrain["lake"]
        self.land: HexSet = board.in_play & ~water
        self.major_cities = board.kind("major_city")
        self.fortress = board.kind("fortress")
        self.minor_cities = board.kind("minor_city") & ~self.major_cities
        self.ports: dict[str, HexSet] = {
            sea: board.kind("port", sea) for sea in ("Black Sea", "Baltic Sea", "Arctic Ocean")
        }
        self.all_ports = board.kind("port")
        # 9.0: what can be controlled.
        self.controllable = self.major_cities | self.all_ports
        self.arctic = board.areas["arctic"]["Arctic"]
        self.soviet_union = board.areas["country"]["Soviet Union"]
        self.swamp = board.terrain["swamp"] & self.land & ~self.cities
        self.mountain = board.terrain["mountain"] & self.land & ~self.cities

    def _find_places(self) -> None:
        at = {place.name: place.hex for place in self.board.places}
        self.moscow, self.baku = at["Moscow"], at["Baku"]
        self.helsinki, self.bucharest = at["Helsinki"], at["Bucharest"]
        self.leningrad, self.stalingrad = at["Leningrad"], at["Stalingrad"]
        self.sevastopol, self.odessa = at["Sevastopol"], at["Odessa"]
        self.novorossiisk, self.tuapse = at["Novorossiisk"], at["Tuapse"]
        self.murmansk = at["Murmansk"]

    def _find_passages(self) -> None:
        grid, sides = self.grid, self.board.sides
        # To all six sides, whatever lies between.
        self.beside = Passage(grid)
        self.minor_rivers, self.major_rivers = sides["minor_river"], sides["major_river"]
        self.arrows = sides["red_arrow"]
        self.rail = self.board.networks["rail"]
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

    @cache  # noqa: B019 (charts live as long as the program)
    def steps(self, passage: Passage, here: Hex) -> HexSet:
        """Where one step leads from a space."""
        return passage.spread(1 << here)

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

    def _read_plans(self, tables: Tables) -> None:
        self.plans: dict[str, Plan] = tables.keyed("scenarios.csv", Plan)
        keys = {str(plan.number): plan.key for plan in self.plans.values()}
        tables.know("scenario", keys, "scenarios.csv")
        # The hexes that a scenario is played on.
        maps = {**self.board.areas["scenario"], **self.board.areas["map"]}
        self.area: dict[str, HexSet] = {
            plan.key: union(maps[name] for name in plan.maps) for plan in self.plans.values()
        }

    def _read_set_ups(self, tables: Tables) -> None:
        """19.1.3, 19.2.3, 19.3.3, 19.4.3, 19.5.3, 19.6.3: who stands where."""
        self.set_up: dict[str, list[Start]] = defaultdict(list)
        self.frozen: dict[str, UnitSet] = defaultdict(int)
        for row, line in tables.lines("set_ups.csv", SetUp):
            for key in line.scenarios:
                if line.hex is not None and not self.area[key] & self.land & 1 << line.hex:
                    raise row.error("hex", f"{row['hex']} is not on the map of {key}")
                self.set_up[key].append(line)
                if line.frozen:
                    self.frozen[key] |= 1 << line.unit
        # 14.1.1: where the economic assets are.
        self.works: dict[int, str] = {}
        for asset in tables.read("assets.csv", Asset):
            self.works[asset.unit] = f"{asset.place}, {asset.works}"
            for key in asset.scenarios:
                first_year = self.plans[key].first_turn == 1
                self.set_up[key].append(asset.start(first_year=first_year))

    def _read_arrivals(self, tables: Tables) -> None:
        """15.1, 16.0: what comes and goes, by scenario and turn."""
        self.arrivals: dict[tuple[str, int], list[Arrival]] = defaultdict(list)
        # By scenario all units that are named in it.
        self.arriving: dict[str, UnitSet] = defaultdict(int)
        for arrival in tables.read("reinforcements.csv", Arrival):
            for key in arrival.scenarios:
                self.arrivals[key, arrival.turn].append(arrival)
                if arrival.unit >= 0:
                    self.arriving[key] |= 1 << arrival.unit

    def _read_control(self, tables: Tables) -> None:
        """9.0.2: what the Axis holds before the first turn."""
        countries = self.board.areas["country"]
        home = union(countries[country] for country in AXIS_HOME)
        self.axis_held: dict[str, HexSet] = {
            key: self.controllable & home & self.area[key] for key in self.plans
        }
        for held in tables.read("control.csv", Controlled):
            for key in held.scenarios:
                self.axis_held[key] |= 1 << held.hex

    def _read_points(self, tables: Tables) -> None:
        """18.0.3: points for cities and for destroyed assets, and what the total means."""
        self.city_points: dict[str, dict[Hex, int]] = defaultdict(dict)
        for city in tables.read("city_points.csv", CityPoints):
            for key in city.scenarios:
                self.city_points[key][city.hex] = city.points
        self.asset_points: dict[str, dict[str, int]] = defaultdict(dict)
        for asset in tables.read("asset_points.csv", AssetPoints):
            for key in asset.scenarios:
                self.asset_points[key][asset.kind] = asset.points
        self.levels: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for level in tables.read("levels.csv", Level):
            for key in level.scenarios:
                self.levels[key].append((level.least, level.level, level.winner))

    def _find_sources(self) -> None:
        """10.1.1: permanent sources; the rest depends on the game (10.4, 19.6.4)."""
        board = self.board
        self.sources: dict[tuple[str, str], HexSet] = {}
        self.sources_if_held = board.kind("source_if_held", AXIS)
        for plan in self.plans.values():
            for side in SIDES:
                found = board.kind(plan.sources, side)
                if plan.sources == "source" and "Finland" not in plan.maps:
                    found |= board.kind("edge_source", side)
                self.sources[plan.key, side] = found & self.area[plan.key]


charts = read_once(Charts, DATA)
