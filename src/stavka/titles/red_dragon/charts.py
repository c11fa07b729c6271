"""2.0 Game components: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct, field

from ...board import Network
from ...data import DataError
from ...engine import Names, UnitSet
from ...hexes import Charge, Hex, HexSet, Lane, Movement, Passage, members, union
from ...kit.charts import Printed, read_once
from ...kit.counters import Classes
from ...kit.tables import (
    NO_COLUMN,
    AtPlace,
    Columns,
    Die,
    Known,
    Natural,
    Tables,
    Wrong,
    grouped,
    natural,
    one_of,
)

DATA = Path(__file__).parent / "data"

GMD, PLA = "GMD", "PLA"
SIDES = (GMD, PLA)

GOOD, THAW, POOR = "Good", "Thaw", "Poor"
WEATHERS = (GOOD, THAW, POOR)

# 4.0: the commands, with the sub-commands of those that have some.
COMMANDS: dict[str, tuple[str, ...]] = {
    "XBS": ("2A", "7A", "13A", "16A"),
    "BC": (),
    "AR": (),
    "12A": (),
    # 4.3.1: the Pacification Areas.
    "1PA": (),
    "3PA": (),
    "4PA": (),
    "9PA": (),
    # 4.1.1, 4.1.2: the field armies of the PLA.
    "ECFA": ("SH", "SU"),
    "CPFA": (),
    "Militia": (),
    "Guerrilla": (),
}

# 2.1.1: the kinds of combat units.
TYPES = (
    *("infantry", "cavalry", "armor", "artillery", "heavy_mortar", "elb", "static"),
    *("military_police", "rr_security", "militia", "guerrilla"),
)

# 12.3: the columns from the worst odds to the best.
ODDS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")

# Movement points are counted in halves: a road costs half a point.
HALVES = 2


def in_points(halves: int) -> str:
    return f"{halves / HALVES:g}"


Side = tuple[Hex, Hex]


def enemy_of(side: str) -> str:
    return PLA if side == GMD else GMD


def halves(text: str) -> int:
    """Movement points, whole or `1/2`, in half points."""
    return 1 if text == "1/2" else HALVES * natural(text)


SideWord = Annotated[str, one_of(SIDES)]
Weather = Annotated[str, one_of(WEATHERS)]
Fate = Literal["lost", "safe"]


class Counter(Struct, frozen=True, kw_only=True):
    """2.1: a counter that stands for troops, a leader or aircraft, and what rules ask of each."""

    id: str
    # 1.3: with the abbreviations that are printed.
    name: str
    side: Annotated[str, NO_COLUMN] = GMD
    # 4.0; empty for aircraft and for the commissar, who belongs to both field armies.
    command: Annotated[str, NO_COLUMN] = ""
    subcommand: Annotated[str, NO_COLUMN] = ""
    # 4.4: the command that a Pacification Area unit joins on turn 3.
    turn3_command: Annotated[str, NO_COLUMN] = ""
    reinforcement: Annotated[bool, NO_COLUMN] = False
    # One of TYPES, leader, or FB, MB and supply for aircraft (14.0).
    type: Annotated[str, NO_COLUMN] = "leader"
    size: Annotated[str, NO_COLUMN] = ""
    # Less a detachment.
    bracketed: Annotated[bool, NO_COLUMN] = False
    cf: Annotated[int, NO_COLUMN] = 0
    # 12.1.9: a combat factor in parentheses.
    defend_only: Annotated[bool, NO_COLUMN] = False
    # 13.1: an asterisk, the unit gives a die of support.
    support: Annotated[bool, NO_COLUMN] = False
    ma: Annotated[int, NO_COLUMN] = 0
    # 15.2.2: what a defector is worth; none on PLA counters.
    loss_factor: Annotated[int, NO_COLUMN] = 0
    loyalty_row: Annotated[str, NO_COLUMN] = ""
    # 17.2.6: of GMD leaders.
    rating: Annotated[int, NO_COLUMN] = 0
    note: str = ""


class Commanded(Counter, frozen=True, kw_only=True):
    """4.0: a counter that belongs to a command."""

    side: SideWord
    command: Annotated[str, one_of(COMMANDS)] = ""
    subcommand: str = ""
    turn3_command: Annotated[str, one_of(COMMANDS)] = ""
    reinforcement: bool

    def __post_init__(self) -> None:
        if self.subcommand and self.subcommand not in COMMANDS.get(self.command, ()):
            raise Wrong("subcommand", f"{self.subcommand!r} is no sub-command of {self.command}")


class Unit(Commanded, frozen=True, kw_only=True):
    """2.1.1"""

    type: Annotated[str, one_of(TYPES)]
    size: Literal["I", "II", "III", "X", "XX", "XXX"]
    bracketed: bool
    cf: Natural
    defend_only: bool
    support: bool
    ma: Natural
    loss_factor: Natural = 0
    loyalty_row: Annotated[str, Known("loyalty row")] = field(name="loyalty", default="")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.side == GMD and not self.loss_factor:
            raise Wrong("loss_factor", "should be 1 or more for a GMD unit")
        if self.side == GMD and not self.loyalty_row:
            raise Wrong("loyalty", "is empty, but GMD units have one")


class Leader(Commanded, frozen=True, kw_only=True):
    """2.1.2"""

    rating: Natural = 0


class Aircraft(Counter, frozen=True, kw_only=True):
    """2.1.3: an asset."""

    type: Literal["FB", "MB", "supply"]


class Marker(Struct, frozen=True, kw_only=True):
    """2.1.4"""

    id: str
    name: str
    kind: Literal["fdp", "bridge", "news", "track"]
    note: str = ""


class Placement(Struct, frozen=True, kw_only=True):
    """19.0: where a counter is when the game begins: on the map, or waiting."""

    unit: Annotated[int, Known("counter")] = field(name="id")
    where: Literal["map", "reinforcement", "12th_army", "available", "turn_2"]
    # -1 off the map.
    hex: Annotated[Hex, Known("land hex")] = -1

    def __post_init__(self) -> None:
        if (self.where == "map") != (self.hex >= 0):
            raise Wrong("hex", "a counter on the map needs a hex, and no other does")


class Controlled(Struct, frozen=True):
    """7.2.1: who controls a city at first."""

    hex: AtPlace = field(name="place")
    side: SideWord
    note: str = ""


class News(Struct, frozen=True):
    """9.1: a row of the China News! table, by the sum of two dice."""

    roll: Natural
    key: str
    title: str
    text: str
    duration: Literal["once", "turn", "three", "game"]
    markers: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """12.3.5: a code of the combat results table."""

    code: str
    name: str
    text: str


class Fall(Struct, frozen=True):
    """12.3: the results of a die by column."""

    die: Die
    results: Annotated[dict[str, Annotated[str, Known("result")]], Columns(*ODDS)]


class WeatherRoll(Struct, frozen=True):
    """5.1.2: the new weather of a die by last turn's."""

    die: Die
    after: Annotated[dict[str, Weather], Columns(*WEATHERS)]


class Turn(Struct, frozen=True):
    """A box of the Turn Record Track, with the weather of history (5.1.1)."""

    number: Natural = field(name="turn")
    first_day: str = field(name="from")
    last_day: str = field(name="to")
    weather: Weather
    note: str = ""


class LoyaltyRow(Struct, frozen=True):
    """15.1.3: the highest modified roll that passes."""

    row: str
    text: str
    passes: Die


class Modifier(Struct, frozen=True):
    """15.1.2: a die roll modifier of a Loyalty Check."""

    condition: str
    text: str
    drm: int
    case: str


class LeaderLoss(Struct, frozen=True):
    """17.2.7: what becomes of a leader if a unit of his stack survives, and if none does."""

    roll: Natural
    fates: Annotated[tuple[Fate, Fate], Columns("survivors", "none")]


class Ground(Struct, frozen=True):
    """A row of the Terrain Effects Chart: the cost in half points, shifts negative to the left."""

    condition: str
    name: str
    mp: Annotated[int, halves] | None = None
    shift: int | None = None
    note: str = ""


class Charts(Printed):
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, overlay)
        tables = self.tables
        self._find_hexes()
        self._read_charts(tables)
        self._read_loyalty(tables)
        self._read_counters(tables)
        self._sort_counters()
        self._read_set_up(tables)

    # 2.1 Counters

    def _read_counters(self, tables: Tables) -> None:
        self.counter: list[Counter] = [*tables.read("units.csv", Unit)]
        for row, leader in tables.lines("leaders.csv", Leader):
            if leader.side == GMD and not row["rating"]:
                raise row.error("rating", "is empty, but GMD leaders have one")
            self.counter.append(leader)
        self.counter += tables.read("air.csv", Aircraft)
        self.names = Names(self.grid, [counter.id for counter in self.counter])
        # 2.1.4: the markers by kind (fdp, bridge, news, track), each with its name.
        self.markers: dict[str, dict[str, str]] = defaultdict(dict)
        for marker in tables.read("markers.csv", Marker):
            self.markers[marker.kind][marker.id] = marker.name
        self.limit["fdp_markers"] = len(self.markers["fdp"])
        self.limit["bridges"] = len(self.markers["bridge"])
        # 9.1.2: by the sum of two dice.
        self.news: dict[int, News] = {}
        for row, news in tables.lines("china_news.csv", News):
            for name in news.markers:
                if name not in self.markers["news"]:
                    raise row.error("markers", f"there is no news marker {name!r} in markers.csv")
            self.news[news.roll] = news

    def _sort_counters(self) -> None:
        """Unit sets by what is printed on the counters."""
        self.cf = [counter.cf for counter in self.counter]
        self.ma = [counter.ma for counter in self.counter]
        self.loss_factor = [counter.loss_factor for counter in self.counter]
        self.rating = [counter.rating for counter in self.counter]

        types = grouped(counter.type for counter in self.counter)
        sides = grouped(counter.side for counter in self.counter)

        def of_type(*wanted: str) -> UnitSet:
            return union(types[each] for each in wanted)

        combat_units = of_type(*TYPES)
        self.combat_units = combat_units
        # Combat units by side: neither leaders nor aircraft.
        self.units_of: dict[str, UnitSet] = {side: combat_units & sides[side] for side in SIDES}
        commands = grouped(c.command for c in self.counter)
        self.of_command: dict[str, UnitSet] = {key: commands[key] for key in COMMANDS}
        subcommands = grouped(c.subcommand for c in self.counter)
        self.of_subcommand: dict[str, UnitSet] = {
            sub: subcommands[sub] for subs in COMMANDS.values() for sub in subs
        }
        self.corps = grouped(c.size for c in self.counter)["XXX"]
        self.defend_only = grouped(c.defend_only for c in self.counter)[True]
        self.asterisked = grouped(c.support for c in self.counter)[True]
        self.reinforcements = grouped(c.reinforcement for c in self.counter)[True]
        self.infantry = of_type("infantry")
        self.cavalry = of_type("cavalry")
        self.armor = of_type("armor")
        self.artillery = of_type("artillery")
        self.heavy_mortars = of_type("heavy_mortar")
        self.elbs = of_type("elb")
        self.static = of_type("static")
        self.militia = of_type("militia")
        self.guerrillas = of_type("guerrilla")
        self.fighter_bombers, self.medium_bombers = of_type("FB"), of_type("MB")
        self.air_support = self.fighter_bombers | self.medium_bombers
        self.air = self.air_support | of_type("supply")
        # 6.1.2, 6.1.6: what counts as a smaller unit when stacking.
        self.free_stacking = self.guerrillas | self.militia | self.elbs
        self.smaller = combat_units & ~self.corps & ~self.armor & ~self.free_stacking
        # 18.2.1
        self.face_down = self.units_of[PLA] & ~self.guerrillas & ~self.militia
        # 10.1.1: one roll for all of them.
        self.twelfth_army = self.of_command["12A"] & self.reinforcements
        self.third_pa = self.of_command["3PA"] & combat_units
        self.leaders = of_type("leader") & sides[GMD]
        self.deng = self.unit("deng-xiao-peng")
        # 6.1.7: Guerrillas occupy nothing; air units are in no stack.
        standing = self.units_of[PLA] & ~self.guerrillas
        classes = {"gmd": self.units_of[GMD], "pla": standing, "guerrillas": self.guerrillas}
        self.classes = Classes(len(self.counter), classes, self.air)
        self.generals = of_type("leader") & sides[PLA] & ~(1 << self.deng)
        self.jiang = self.unit("jiang-weiguo")
        self.rr_security = self.unit("rr-security")
        self.tank_battalion = self.unit("st-tanks")
        self.air_supply = self.unit("air-supply")
        self.militia_xu, self.militia_be = self.unit("militia-xu"), self.unit("militia-be")

    def unit(self, name: str) -> int:
        found = self.names.unit(name)
        if found is None:
            raise KeyError(name)
        return found

    def news_key(self, total: int) -> str:
        """9.1.2: the event of a total; nothing before the first news."""
        return self.news[total].key if total else ""

    # The player aid charts

    def _read_charts(self, tables: Tables) -> None:
        self.limit = tables.limits()
        self.codes: dict[str, Result] = tables.keyed("results.csv", Result)
        tables.cells["result"] = one_of(self.codes)
        # 12.3: the results by column and die.
        self.columns = ODDS
        self.odds: tuple[tuple[int, int], ...] = tuple(
            (int(attack), int(defence)) for attack, defence in (odds.split(":") for odds in ODDS)
        )
        falls = tables.read("crt.csv", Fall)
        self.results: dict[str, dict[int, str]] = {
            column: {fall.die: fall.results[column] for fall in falls} for column in ODDS
        }
        # 5.1.2: by last turn's weather and the die; 5.1.1: the weather of history.
        rolls = tables.read("weather.csv", WeatherRoll)
        self.weather_table: dict[str, dict[int, str]] = {
            last: {roll.die: roll.after[last] for roll in rolls} for last in WEATHERS
        }
        self.turns: dict[int, Turn] = tables.keyed("turns.csv", Turn)
        self.historical_weather = {number: turn.weather for number, turn in self.turns.items()}
        factor = self.limit["bad_weather_factor"]
        self.weather_factor = {GOOD: 1, THAW: factor, POOR: factor}
        # 17.2.7: by the sum of two dice, whether a leader is lost if a unit of his stack survives,
        # and if none does.
        self.leader_lost: dict[int, tuple[bool, bool]] = {
            row.roll: (row.fates[0] == "lost", row.fates[1] == "lost")
            for row in tables.read("leader_loss.csv", LeaderLoss)
        }
        # 11.1.3, 12.3.3
        chart = tables.read("terrain.csv", Ground)
        self.cost: dict[str, int] = {g.condition: g.mp for g in chart if g.mp is not None}
        self.shift: dict[str, int] = {g.condition: g.shift for g in chart if g.shift is not None}
        self.terrain_name: dict[str, str] = {ground.condition: ground.name for ground in chart}

    def _read_loyalty(self, tables: Tables) -> None:
        """15.1: the highest modified roll that passes, by row; what modifies it."""
        rows = tables.keyed("loyalty.csv", LoyaltyRow)
        tables.cells["loyalty row"] = one_of(rows)
        self.loyalty_range: dict[str, int] = {key: row.passes for key, row in rows.items()}
        self.loyalty_text: dict[str, str] = {key: row.text for key, row in rows.items()}
        self.loyalty_modifiers: dict[str, Modifier] = tables.keyed(
            "loyalty_modifiers.csv", Modifier
        )
        self.loyalty_drm = {name: each.drm for name, each in self.loyalty_modifiers.items()}

    # The map

    def _find_hexes(self) -> None:
        board = self.board
        self.land: HexSet = board.in_play & ~board.terrain["sea"] & ~board.terrain["lake"]
        self.major_cities = board.kind("major_city")
        self.minor_cities = board.kind("minor_city")
        self.cities: HexSet = self.major_cities | self.minor_cities
        self.clear = board.terrain["clear"] & ~self.cities
        self.marsh = board.terrain["marsh"] & ~self.cities
        # What a hex costs to enter and how it helps its defenders: a city before its ground.
        self.terrain: dict[str, HexSet] = {
            "clear": self.clear,
            "marsh": self.marsh,
            "minor_city": self.minor_cities,
            "major_city": self.major_cities,
        }
        self.xuzhou = board.place("Xuzhou").hex
        self.bengbu = board.place("Bengbu").hex
        self.lianyungang = board.place("Lianyungang").hex
        # 7.2, 10.1.5: supply sources and entry hexes by owner (GMD, CPFA, ECFA).
        self.sources: dict[str, HexSet] = {
            owner: hexes & self.land for owner, hexes in board.areas["supply"].items()
        }
        self.rail: Network = board.networks["rail"]
        self.road: Network = board.networks["road"]
        # 7.2.2, 11.3: roads and railroads are one net.
        self.ways = Network(self.grid, (*self.rail.chains, *self.road.chains))
        barrier = board.sides["dike_marsh"].entering
        # 11.1.7: nobody crosses a dike-marsh, lake or sea hexside.
        self.crossable = tuple(self.land & ~barrier[d] for d in range(6))
        self.passage = Passage(self.grid, self.crossable)
        river, canal = board.sides["river"].entering, board.sides["canal"].entering
        # The Grand Canal is a river for movement, combat and assault bridges.
        self.river_entering = tuple((river[d] | canal[d]) & ~barrier[d] for d in range(6))
        self.canal_entering = canal

    def is_river(self, here: Hex, there: Hex) -> bool:
        return bool(self.river_entering[self.grid.direction(here, there)] >> there & 1)

    def can_cross(self, here: Hex, there: Hex) -> bool:
        return self.passage.can_step(here, there)

    def terrain_of(self, hex_: Hex) -> str:
        """The row of the Terrain Effects Chart for a hex."""
        return next(kind for kind, hexes in self.terrain.items() if hexes >> hex_ & 1)

    # 11.1.3 Terrain effects on movement

    @lru_cache(maxsize=1024)  # noqa: B019 (charts live as long as the program)
    def movement(self, factor: int, negated: HexSet, bridges: tuple[Side, ...]) -> Movement:
        """What every step costs in half points, times the factor of the weather (5.2).

        Roads and railroads lead nowhere from or into `negated` hexes (18.4.7); the hexsides of
        `bridges` carry an assault bridge (18.1.2).
        """
        return Movement(self.grid, (*self._ground(factor, bridges), self._road(factor, negated)))

    @lru_cache(maxsize=1024)  # noqa: B019
    def _ground(self, factor: int, bridges: tuple[Side, ...]) -> tuple[Lane, Lane]:
        """Over dry hexsides and over rivers."""
        bridged = [0] * 6
        for here, there in bridges:
            bridged[self.grid.direction(here, there)] |= 1 << there
            bridged[self.grid.direction(there, here)] |= 1 << here
        wet = [self.river_entering[d] & ~bridged[d] for d in range(6)]
        ground = [((kind,), hexes) for kind, hexes in self.terrain.items()]
        over_river = [((*kinds, "river"), hexes) for kinds, hexes in ground]
        return (
            self._lane([self.crossable[d] & ~wet[d] for d in range(6)], factor, ground),
            self._lane([self.crossable[d] & wet[d] for d in range(6)], factor, over_river),
        )

    def _lane(
        self,
        entering: Sequence[HexSet],
        factor: int,
        costs: Iterable[tuple[tuple[str, ...], HexSet]],
    ) -> Lane:
        return Lane.of(entering, [(self.price(factor, *names), hexes) for names, hexes in costs])

    @cache  # noqa: B019
    def price(self, factor: int, *names: str) -> tuple[Charge, ...]:
        """What a step over some terrain costs; bad weather multiplies it (5.2)."""
        parts = tuple(Charge(name, self.cost[name]) for name in names)
        more = sum(part.points for part in parts) * (factor - 1)
        return (*parts, Charge("weather", more)) if more else parts

    @lru_cache(maxsize=1024)  # noqa: B019
    def _road(self, factor: int, negated: HexSet) -> Lane:
        """Along roads and railroads."""
        ways = self.open_links(self.ways, negated)
        paved = [self.crossable[d] & ways[d] for d in range(6)]
        return self._lane(paved, factor, [(("road",), self.land)])

    @lru_cache(maxsize=16)  # noqa: B019
    def without_canal(self, movement: Movement) -> Movement:
        """The same steps but for those over the Grand Canal."""
        canal = self.canal_entering
        lanes = [
            lane._replace(entering=tuple(lane.entering[d] & ~canal[d] for d in range(6)))
            for lane in movement.lanes
        ]
        return Movement(self.grid, lanes)

    @lru_cache(maxsize=1024)  # noqa: B019
    def convoy(self, factor: int, negated: HexSet) -> Movement:
        """11.3.1: the steps of a convoy, which stays on roads and railroads."""
        return Movement(self.grid, [self._road(factor, negated)])

    @cache  # noqa: B019
    def guerrilla_movement(self) -> Movement:
        """18.4.3: every hex costs the same in any weather."""
        return Movement(self.grid, [self._lane(self.crossable, 1, [(("guerrilla",), self.land)])])

    @lru_cache(maxsize=1024)  # noqa: B019
    def ways_passage(self, negated: HexSet) -> Passage:
        """7.2.2b: along roads and railroads."""
        return Passage(self.grid, self.open_links(self.ways, negated))

    @lru_cache(maxsize=1024)  # noqa: B019
    def rail_passage(self, negated: HexSet) -> Passage:
        """11.2.3: along railroads."""
        return Passage(self.grid, self.open_links(self.rail, negated))

    def open_links(self, network: Network, negated: HexSet) -> tuple[HexSet, ...]:
        """The hexes entered along a network by direction, without links to or from some hexes."""
        if not negated:
            return network.entering
        step = self.grid.step
        return tuple(network.entering[d] & ~negated & ~step(negated, d) for d in range(6))

    # 19.0 At start unit set-up

    def _read_set_up(self, tables: Tables) -> None:
        tables.know("counter", {name: u for u, name in enumerate(self.names.units)}, "units.csv")
        tables.cells["land hex"] = self._land_hex
        placements: dict[int, Placement] = {}
        for row, placement in tables.lines("setup.csv", Placement):
            counter = self.counter[placement.unit]
            if placement.unit in placements:
                raise row.error("id", f"{counter.id} is set up twice")
            if (placement.where in ("reinforcement", "12th_army")) != counter.reinforcement:
                raise row.error("where", f"{counter.id} should wait only if it is a reinforcement")
            placements[placement.unit] = placement
        if missing := {c.id for unit, c in enumerate(self.counter) if unit not in placements}:
            file = tables.folder.file("setup.csv")
            raise DataError(file, f"lacks {', '.join(sorted(missing))}")
        self.set_up = [placements[unit] for unit in range(len(self.counter))]
        # 7.2.1: who controls the cities.
        self.control: dict[str, HexSet] = dict.fromkeys(SIDES, 0)
        for city in tables.read("control.csv", Controlled):
            self.control[city.side] |= 1 << city.hex
        for hex_ in members(self.cities & ~self.control[GMD] & ~self.control[PLA]):
            file = tables.folder.file("control.csv")
            raise DataError(file, f"nobody controls {self.grid.label(hex_)}")
        self.pla_cities_at_start = self.control[PLA]

    def _land_hex(self, label: str) -> Hex:
        hex_ = self.grid.hex(label)
        if not self.land >> hex_ & 1:
            raise ValueError(f"{label} is no land hex")
        return hex_


charts = read_once(Charts, DATA)
