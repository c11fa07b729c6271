"""2.0 Game components: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from ...board import Board, Network, load_board
from ...data import DataError, Folder, Row, source_parts
from ...engine import Names, UnitSet
from ...hexes import Charge, Grid, Hex, HexSet, Lane, Movement, Passage, UnknownHex, members

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

# Movement points are counted in halves: a road costs half a point.
HALVES = 2


def in_points(halves: int) -> str:
    return f"{halves / HALVES:g}"


Side = tuple[Hex, Hex]


def enemy_of(side: str) -> str:
    return PLA if side == GMD else GMD


@dataclass(frozen=True, slots=True)
class Counter:
    """2.1: a counter that stands for troops, a leader or aircraft."""

    id: str
    # 1.3: with the abbreviations that are printed.
    name: str
    side: str
    # 4.0; empty for aircraft and for the commissar, who belongs to both field armies.
    command: str
    subcommand: str
    # 4.4: the command that a Pacification Area unit joins on turn 3.
    turn3_command: str
    reinforcement: bool
    # One of TYPES, leader, or FB, MB and supply for aircraft (14.0).
    type: str
    size: str = ""
    # Less a detachment.
    bracketed: bool = False
    cf: int = 0
    # 12.1.9: a combat factor in parentheses.
    defend_only: bool = False
    # 13.1: an asterisk, the unit gives a die of support.
    support: bool = False
    ma: int = 0
    # 15.2.2: what a defector is worth; none on PLA counters.
    loss_factor: int = 0
    loyalty_row: str = ""
    # 17.2.6: of GMD leaders.
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a counter is when the game begins: on the map, or waiting."""

    # map, reinforcement, 12th_army, available, turn_2
    where: str
    # -1 off the map.
    hex: Hex


@dataclass(frozen=True, slots=True)
class News:
    """9.1: a row of the China News! table."""

    roll: int
    key: str
    title: str
    text: str
    # once, turn, three, game
    duration: str
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """12.3.5: a code of the combat results table."""

    code: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the Turn Record Track, with the weather of history (5.1.1)."""

    first_day: str
    last_day: str
    weather: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """15.1.2: a die roll modifier of a Loyalty Check."""

    text: str
    drm: int
    case: str


class Charts:
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        folder = Folder(DATA, overlay)
        self.board: Board = load_board(DATA / "map", overlay / "map" if overlay else None)
        self.grid: Grid = self.board.grid
        self._read_tables(folder)
        self._read_counters(folder)
        self._sort_counters()
        self._read_terrain(folder)
        self._find_hexes()
        self._read_set_up(folder)

    # 2.1 Counters

    def _read_counters(self, folder: Folder) -> None:
        self.counter: list[Counter] = []
        belongs = ("id", "name", "side", "command", "subcommand", "turn3_command", "reinforcement")
        for row in folder.table(
            "units.csv",
            (
                *belongs,
                *("size", "bracketed", "type", "cf", "defend_only", "support", "ma"),
                *("loss_factor", "loyalty", "note", "source"),
            ),
        ):
            source_parts(row)
            self.counter.append(
                Counter(
                    *self._belongs(row),
                    _one_of(row, "type", TYPES),
                    _one_of(row, "size", ("I", "II", "III", "X", "XX", "XXX")),
                    row.flag("bracketed"),
                    _number(row, "cf"),
                    row.flag("defend_only"),
                    row.flag("support"),
                    _number(row, "ma"),
                    _number(row, "loss_factor") if row["side"] == GMD else 0,
                    _one_of(row, "loyalty", self.loyalty_range) if row["side"] == GMD else "",
                )
            )
        # 2.1.2 Leaders
        for row in folder.table("leaders.csv", (*belongs, "rating", "note", "source")):
            source_parts(row)
            rating = _number(row, "rating") if row["side"] == GMD else 0
            self.counter.append(Counter(*self._belongs(row), "leader", rating=rating))
        # 2.1.3 Assets
        for row in folder.table("air.csv", ("id", "name", "type", "note", "source")):
            source_parts(row)
            kind = _one_of(row, "type", ("FB", "MB", "supply"))
            self.counter.append(
                Counter(row.required("id"), row.required("name"), GMD, "", "", "", False, kind)
            )
        self.names = Names(self.grid, [counter.id for counter in self.counter])
        # 2.1.4: the markers by kind (fdp, bridge, news, track), each with its name.
        self.markers: dict[str, dict[str, str]] = defaultdict(dict)
        for row in folder.table("markers.csv", ("id", "name", "kind", "note", "source")):
            source_parts(row)
            kind = _one_of(row, "kind", ("fdp", "bridge", "news", "track"))
            self.markers[kind][row.required("id")] = row.required("name")
        self.limit["fdp_markers"] = len(self.markers["fdp"])
        self.limit["bridges"] = len(self.markers["bridge"])
        for news in self.news.values():
            for marker in news.markers:
                if marker not in self.markers["news"]:
                    raise DataError(folder.file("china_news.csv"), f"no marker {marker!r}")

    def _belongs(self, row: Row) -> tuple[str, str, str, str, str, str, bool]:
        command, sub, later = row["command"], row["subcommand"], row["turn3_command"]
        if command:
            _one_of(row, "command", COMMANDS)
        if sub and sub not in COMMANDS.get(command, ()):
            raise row.error("subcommand", f"{sub!r} is no sub-command of {command}")
        if later and later not in COMMANDS:
            raise row.error("turn3_command", f"{later!r} is no command")
        return (
            row.required("id"),
            row.required("name"),
            _one_of(row, "side", SIDES),
            command,
            sub,
            later,
            row.flag("reinforcement"),
        )

    def _sort_counters(self) -> None:
        """Unit sets by what is printed on the counters."""
        self.cf = [counter.cf for counter in self.counter]
        self.ma = [counter.ma for counter in self.counter]
        self.loss_factor = [counter.loss_factor for counter in self.counter]
        self.rating = [counter.rating for counter in self.counter]

        def having(field: str, *values: object) -> UnitSet:
            printed = enumerate(getattr(counter, field) for counter in self.counter)
            return sum(1 << unit for unit, value in printed if value in values)

        def of_type(*types: str) -> UnitSet:
            return having("type", *types)

        combat_units = of_type(*TYPES)
        self.combat_units = combat_units
        # Combat units by side: neither leaders nor aircraft.
        self.units_of: dict[str, UnitSet] = {
            side: combat_units & having("side", side) for side in SIDES
        }
        self.of_command: dict[str, UnitSet] = {
            command: having("command", command) for command in COMMANDS
        }
        self.of_subcommand: dict[str, UnitSet] = {
            sub: having("subcommand", sub) for subs in COMMANDS.values() for sub in subs
        }
        self.corps = having("size", "XXX")
        self.defend_only = having("defend_only", True)
        self.asterisked = having("support", True)
        self.reinforcements = having("reinforcement", True)
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
        self.leaders = of_type("leader") & having("side", GMD)
        self.deng = self.unit("deng-xiao-peng")
        self.generals = of_type("leader") & having("side", PLA) & ~(1 << self.deng)
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

    def _read_tables(self, folder: Folder) -> None:
        self.limit: dict[str, int] = {}
        for row in folder.table("limits.csv", ("name", "value", "case", "source")):
            source_parts(row)
            self.limit[row.required("name")] = _number(row, "value")

        self.codes: dict[str, Result] = {}
        for row in folder.table("results.csv", ("code", "name", "text", "source")):
            source_parts(row)
            self.codes[row["code"]] = Result(
                row.required("code"), row.required("name"), row.required("text")
            )
        # 12.3: the columns from the worst odds to the best, and the results by column and die.
        self.columns = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
        self.odds: tuple[tuple[int, int], ...] = tuple(
            (int(column.split(":")[0]), int(column.split(":")[1])) for column in self.columns
        )
        self.results: dict[str, dict[int, str]] = {column: {} for column in self.columns}
        for row in folder.table("crt.csv", ("die", *self.columns, "source")):
            source_parts(row)
            for column in self.columns:
                self.results[column][_die(row, "die")] = _one_of(row, column, self.codes)

        # 5.1.2: by last turn's weather and the die; 5.1.1: the weather of history.
        self.weather_table: dict[str, dict[int, str]] = {last: {} for last in WEATHERS}
        for row in folder.table("weather.csv", ("die", *WEATHERS, "source")):
            source_parts(row)
            for last in WEATHERS:
                self.weather_table[last][_die(row, "die")] = _one_of(row, last, WEATHERS)
        self.turns: dict[int, Turn] = {}
        for row in folder.table("turns.csv", ("turn", "from", "to", "weather", "note", "source")):
            source_parts(row)
            self.turns[_number(row, "turn")] = Turn(
                row.required("from"), row.required("to"), _one_of(row, "weather", WEATHERS)
            )
        self.historical_weather = {number: turn.weather for number, turn in self.turns.items()}

        # 9.1.2: by the sum of two dice.
        self.news: dict[int, News] = {}
        for row in folder.table(
            "china_news.csv", ("roll", "key", "title", "text", "duration", "markers", "source")
        ):
            source_parts(row)
            roll = _number(row, "roll")
            self.news[roll] = News(
                roll,
                row.required("key"),
                row.required("title"),
                row.required("text"),
                _one_of(row, "duration", ("once", "turn", "three", "game")),
                row.items("markers", None),
            )

        # 15.1: the highest modified roll that passes, by row; what modifies it.
        self.loyalty_range: dict[str, int] = {}
        self.loyalty_text: dict[str, str] = {}
        for row in folder.table("loyalty.csv", ("row", "text", "passes", "source")):
            source_parts(row)
            self.loyalty_range[row.required("row")] = _die(row, "passes")
            self.loyalty_text[row["row"]] = row.required("text")
        self.loyalty_modifiers: dict[str, Modifier] = {}
        for row in folder.table(
            "loyalty_modifiers.csv", ("condition", "text", "drm", "case", "source")
        ):
            source_parts(row)
            self.loyalty_modifiers[row.required("condition")] = Modifier(
                row.required("text"), _signed(row, "drm"), row.required("case")
            )
        self.loyalty_drm = {name: each.drm for name, each in self.loyalty_modifiers.items()}
        # 17.2.7: by the sum of two dice, whether a leader is lost if a unit of his stack survives,
        # and if none does.
        self.leader_lost: dict[int, tuple[bool, bool]] = {}
        for row in folder.table("leader_loss.csv", ("roll", "survivors", "none", "source")):
            source_parts(row)
            self.leader_lost[_number(row, "roll")] = (
                _one_of(row, "survivors", ("lost", "safe")) == "lost",
                _one_of(row, "none", ("lost", "safe")) == "lost",
            )
        factor = self.limit["bad_weather_factor"]
        self.weather_factor = {GOOD: 1, THAW: factor, POOR: factor}

    def _read_terrain(self, folder: Folder) -> None:
        # Movement costs in half points, and column shifts (negative to the left), by condition.
        self.cost: dict[str, int] = {}
        self.shift: dict[str, int] = {}
        self.terrain_name: dict[str, str] = {}
        fields = ("condition", "name", "mp", "shift", "note", "source")
        for row in folder.table("terrain.csv", fields):
            source_parts(row)
            condition = row.required("condition")
            self.terrain_name[condition] = row.required("name")
            if row["mp"]:
                self.cost[condition] = _halves(row, "mp")
            if row["shift"]:
                self.shift[condition] = _signed(row, "shift")

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

    def _read_set_up(self, folder: Folder) -> None:
        placements: dict[int, Placement] = {}
        places = ("map", "reinforcement", "12th_army", "available", "turn_2")
        missing = set(self.names.units)
        for row in folder.table("setup.csv", ("id", "where", "hex", "source")):
            source_parts(row)
            unit = self.names.unit(row["id"])
            if unit is None:
                raise row.error("id", f"there is no counter {row['id']!r}")
            if row["id"] not in missing:
                raise row.error("id", f"{row['id']} is set up twice")
            missing.remove(row["id"])
            where = _one_of(row, "where", places)
            waits = where in ("reinforcement", "12th_army")
            if waits != self.counter[unit].reinforcement:
                raise row.error("where", f"{row['id']} should wait only if it is a reinforcement")
            if (where == "map") != bool(row["hex"]):
                raise row.error("hex", "a counter on the map needs a hex, and no other does")
            hex_ = self._hex(row, "hex") if row["hex"] else -1
            placements[unit] = Placement(where, hex_)
        if missing:
            raise DataError(folder.file("setup.csv"), f"lacks {', '.join(sorted(missing))}")
        self.set_up = [placements[unit] for unit in range(len(self.counter))]
        # 7.2.1: who controls the cities.
        self.control: dict[str, HexSet] = dict.fromkeys(SIDES, 0)
        for row in folder.table("control.csv", ("place", "side", "note", "source")):
            source_parts(row)
            try:
                place = self.board.place(row["place"])
            except KeyError as error:
                raise row.error("place", str(error.args[0])) from None
            self.control[_one_of(row, "side", SIDES)] |= 1 << place.hex
        for hex_ in members(self.cities & ~self.control[GMD] & ~self.control[PLA]):
            raise DataError(folder.file("control.csv"), f"nobody controls {self.grid.label(hex_)}")
        self.pla_cities_at_start = self.control[PLA]

    def _hex(self, row: Row, field: str) -> Hex:
        try:
            hex_ = self.grid.hex(row[field])
        except UnknownHex as error:
            raise row.error(field, str(error)) from None
        if not self.land >> hex_ & 1:
            raise row.error(field, f"{row[field]} is no land hex")
        return hex_


def _one_of(row: Row, field: str, allowed: Iterable[str]) -> str:
    if row[field] not in allowed:
        raise row.error(field, f"{row[field]!r} should be one of {', '.join(allowed)}")
    return row[field]


def _signed(row: Row, field: str) -> int:
    try:
        return int(row[field])
    except ValueError:
        raise row.error(field, f"{row[field]!r} should be a whole number") from None


def _number(row: Row, field: str) -> int:
    value = _signed(row, field)
    if value < 0:
        raise row.error(field, f"{value} should not be negative")
    return value


def _die(row: Row, field: str) -> int:
    value = _number(row, field)
    if not 1 <= value <= 6:
        raise row.error(field, f"{value} is no roll of a die")
    return value


def _halves(row: Row, field: str) -> int:
    """Movement points, whole or `1/2`, in half points."""
    return 1 if row[field] == "1/2" else HALVES * _number(row, field)


@cache
def charts(overlay: Path | None = None) -> Charts:
    """The charts of the game, or those of somebody's own copy laid over them."""
    try:
        return Charts(overlay)
    except KeyError as error:
        raise DataError(overlay or DATA, f"lacks {error}") from None
