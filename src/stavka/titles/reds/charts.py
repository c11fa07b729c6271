"""2.0 Components: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct, field

from ...board import Network
from ...engine import Names, UnitSet
from ...hexes import Charge, Hex, HexSet, Lane, Movement, Passage, flood, set_of, union
from ...kit.charts import Printed, read_once
from ...kit.counters import Classes
from ...kit.tables import (
    SEMICOLONS,
    Columns,
    Die,
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

WHITE, RED, NEUTRAL = "White", "Red", "Neutral"
SIDES = (WHITE, RED)

# 7.2: the Red Front Commands, in the order of the die that gives a leader his Front.
FRONTS = ("North", "West", "Southwest", "South", "East", "Central Asia")
# 13.3: the seas that have a Control Box.
SEAS = ("White", "Baltic", "Black", "Caspian")
# 2.6: the factions and the small forces beside them.
FACTIONS = ("AFSR", "Siberian", "Islamic", "North", "Northwest", "AIF", "Poles", "Generic")
NATIONS = ("Azerbaijan", "Georgian", "Lithuanian", "Latvian", "Ukrainian")
FACTIONS_OF = {RED: (RED, "Makhno"), WHITE: (*FACTIONS, "Makhno"), NEUTRAL: NATIONS}
# 7.2, 7.3: what the chits of a side activate.
GROUPS_OF = {RED: FRONTS, WHITE: FACTIONS, "": ()}

# 2.4: the types of units. Cossacks and the AIF are infantry or cavalry by their arm.
ARMY_KINDS = ("infantry", "cavalry", "cossack", "aif")
SPECIAL_KINDS = ("aircraft", "armored_train", "naval_flotilla", "river_flotilla", "tank")
KINDS = (*ARMY_KINDS, "partisan", "garrison", *SPECIAL_KINDS)
ARMS = ("infantry", "cavalry", "")
# The columns of the Terrain Effects Chart, and the two networks.
COLUMNS = ("infantry", "cavalry", "tank")
MOVES = (*COLUMNS, "rail", "river", "")
# Where a unit is when play begins: on the map, to come on a Strategic Turn or by an event, ...
ENTRIES = ("hex", *"ABCDEFG", "event", "box", "start")

# 10.1: armored trains and river flotillas move any distance.
UNLIMITED = 99

# 11.3: the columns of the Combat Results Table, from the worst odds to the best.
ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
RESULT = re.compile(r"-|(?=.)(a|AR?)?(d|D)?R?")

EVENTS = {
    RED: (
        *("red_terror", "river_flotilla", "aircraft", "political_intrigue", "partisans"),
        *("red_leader", "armored_train", "red_leader_choice"),
    ),
    WHITE: (
        *("white_corruption", "semenov_raid", "freikorps", "aircraft_or_tank", "aif_offensive"),
        *("cavalry_raid", "partisans", "armored_train", "river_flotilla", "amphibious_invasion"),
        "wrangel",
    ),
}


def enemy_of(side: str) -> str:
    return RED if side == WHITE else WHITE


def result(text: str) -> str:
    """A cell of the Combat Results Table."""
    if not RESULT.fullmatch(text):
        raise ValueError(f"{text!r} is no combat result")
    return text


class Counter(Struct, frozen=True, kw_only=True, dict=True):
    """2.3: a unit, with what is printed on both its faces."""

    id: str
    name: str
    side: Annotated[str, one_of((*SIDES, NEUTRAL))]
    faction: str
    kind: Annotated[str, one_of(KINDS)]
    # Infantry or cavalry, where a rule asks; empty for all other units.
    arm: Annotated[str, one_of(ARMS)] = ""
    size: str = ""
    manpower: Natural
    # Modifiers in good order; 20.5: a garrison has none to attack.
    front_attack: int = field(name="attack", default=0)
    front_defence: int = field(name="defense", default=0)
    disordered_attack: int | None = None
    disordered_defence: int | None = field(name="disordered_defense", default=None)
    movement_allowance: Natural | None = field(name="movement", default=None)
    # Its column of the Terrain Effects Chart, or the network that it keeps to.
    moves: Annotated[str, one_of(MOVES)] = ""
    steps: Natural
    # The home hex of a Cossack (10.12), else -1.
    krug: OnMap = -1
    no_replace: bool
    # "hex", a Strategic Turn "A" to "G", "event", "box" or "start" (off the map, at hand).
    setup: Annotated[str, one_of(ENTRIES)] = field(name="enters")
    # The printed hex, else -1.
    setup_hex: OnMap = field(name="hex", default=-1)
    starts_disordered: bool = field(name="disordered")
    # 8.3: "always", "makhno" (in the Makhno District), or nothing.
    ignores_zoc: Literal["", "always", "makhno"] = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.faction not in FACTIONS_OF[self.side]:
            known = ", ".join(FACTIONS_OF[self.side])
            raise Wrong("faction", f"{self.faction!r} should be one of {known}")
        if self.steps == 2 and self.disordered_attack is None:
            raise Wrong("disordered_attack", "is empty, but the unit has two steps")
        if self.steps == 2 and self.disordered_defence is None:
            raise Wrong("disordered_defense", "is empty, but the unit has two steps")
        if self.setup == "hex" and self.setup_hex < 0:
            raise Wrong("hex", "is empty, but the unit starts on the map")
        if self.kind == "naval_flotilla" and self.sea not in SEAS:
            raise Wrong("name", "a naval flotilla is named after its sea: White Sea Flotilla")

    @cached_property
    def attack(self) -> tuple[int, int]:
        """In good order and disordered; a unit of one step has the same twice."""
        return _faces(self.front_attack, self.disordered_attack)

    @cached_property
    def defence(self) -> tuple[int, int]:
        return _faces(self.front_defence, self.disordered_defence)

    @cached_property
    def movement(self) -> int:
        if self.movement_allowance is not None:
            return self.movement_allowance
        return UNLIMITED if self.moves in ("rail", "river") else 0

    @cached_property
    def sea(self) -> str:
        """Of a naval flotilla."""
        return self.name.removesuffix(" Sea Flotilla") if self.kind == "naval_flotilla" else ""


def _faces(front: int, back: int | None) -> tuple[int, int]:
    return front, front if back is None else back


class Marker(Struct, frozen=True, kw_only=True):
    """2.7: how many there are of a marker, and where one with a printed hex begins (3.2)."""

    name: str
    side: str
    kind: str
    count: Natural
    hex: OnMap | None = None
    limit: bool
    faces: str = ""
    note: str = ""


class Leader(Struct, frozen=True):
    """20.9: a Red leader; the rating is his number of hexes with nine manpower points."""

    name: str
    rating: Natural


class Chit(Struct, frozen=True, kw_only=True):
    """7.2, 7.3: an Activation chit and the Front or the factions that it activates."""

    key: str
    # Empty for the Logistics chit, which serves both.
    side: Literal["", "White", "Red"] = ""
    name: str
    groups: Annotated[tuple[str, ...], SEMICOLONS] = ()
    # "start", or the Strategic Turn that makes it available (7.5).
    since: Annotated[str, one_of(("start", *"ABCDEFG"))] = field(name="from")
    # 20.9: the roll that gives a new leader this Front.
    die: Die | None = None

    def __post_init__(self) -> None:
        for group in self.groups:
            if group not in GROUPS_OF[self.side]:
                raise Wrong("groups", f"{group!r} is no Front or faction")


class Band(Struct, frozen=True):
    """11.3: a band of the differential; the first is open below, the last above."""

    results: Annotated[dict[str, Annotated[str, result]], Columns(*ODDS)]
    least: int = -UNLIMITED
    most: int | None = None


class Event(Struct, frozen=True, kw_only=True):
    """6.3: a line of a Random Events Table."""

    side: Annotated[str, one_of(SIDES)]
    roll: Natural
    key: str = field(name="event")
    name: str
    condition: str = ""
    effect: str
    limits: str = ""

    def __post_init__(self) -> None:
        if self.key not in EVENTS[self.side]:
            known = ", ".join(EVENTS[self.side])
            raise Wrong("event", f"{self.key!r} should be one of {known}")


class Rally(Struct, frozen=True):
    """12.12: the highest die that rallies a unit; under "wrangel" what is added to the die."""

    units: str
    rallies_on: int
    text: str
    case: str


class Controlled(Struct, frozen=True):
    """3.2: a hex with a control marker at start."""

    hex: OnMap
    side: Annotated[str, one_of(SIDES)]


class Ground(Struct, frozen=True, kw_only=True):
    """A row of the Terrain Effects Chart (10.6, 11.4)."""

    condition: str
    cost: Annotated[dict[str, Natural], Columns(*COLUMNS, gaps=True)]
    # Columns to the left for the attacker.
    shift: int
    note: str = ""


class Turn(Struct, frozen=True, kw_only=True):
    """5.0: a box of the Turn Record Track."""

    # "1" to "24", or "A" to "G" for a Strategic Turn.
    key: str = field(name="turn")
    seq: Order
    kind: Literal["operational", "strategic"]
    months: str = ""
    year: str = ""
    # A Strategic Turn has the weather of the turn before it.
    winter: bool
    # 20.12: river flotillas come back, lakes thaw.
    spring: bool = field(name="thaw")
    withdrawal_number: Natural = field(name="withdrawal", default=0)
    note: str = ""

    @property
    def strategic(self) -> bool:
        return self.kind == "strategic"

    @property
    def date(self) -> str:
        return f"{self.months} {self.year}".strip()


class Scenario(Struct, frozen=True):
    """4.4, 4.5: how long a scenario lasts."""

    key: str = field(name="scenario")
    last: Annotated[Turn, Known("turn")]


class Charts(Printed):
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, overlay)
        tables = self.tables
        self._find_hexes()
        self._find_places()
        self._read_counters(tables)
        self._sort_units()
        self._find_classes()
        self._read_markers(tables)
        self._read_charts(tables)
        self._find_passages()

    # 2.3 The counters

    def _read_counters(self, tables: Tables) -> None:
        self.counters = tuple(tables.keyed("counters.csv", Counter).values())
        self.names = Names(self.grid, [counter.id for counter in self.counters])
        self.index: dict[str, int] = {c.id: unit for unit, c in enumerate(self.counters)}
        self.units_of: dict[str, UnitSet] = grouped(c.side for c in self.counters)
        self.of_kind: dict[str, UnitSet] = grouped(c.kind for c in self.counters)
        self.of_faction: dict[str, UnitSet] = grouped(c.faction for c in self.counters)
        self.no_replace: UnitSet = grouped(c.no_replace for c in self.counters)[True]
        self.two_steps: UnitSet = grouped(c.steps for c in self.counters)[2]
        # 8.3
        self.konarmia: UnitSet = grouped(c.ignores_zoc for c in self.counters)["always"]
        self.everyone: UnitSet = (1 << len(self.counters)) - 1
        self.manpower: tuple[int, ...] = tuple(c.manpower for c in self.counters)
        self.side_of: tuple[str, ...] = tuple(c.side for c in self.counters)

    def _sort_units(self) -> None:
        """Sets of units that the rules speak of."""
        of_arm = grouped(counter.arm for counter in self.counters)
        self.infantry, self.cavalry = of_arm["infantry"], of_arm["cavalry"]
        # "Infantry or cavalry units", as many rules say.
        self.army: UnitSet = self.infantry | self.cavalry
        self.cossacks = self.of_kind["cossack"]
        self.aif = self.of_kind["aif"]
        self.partisans = self.of_kind["partisan"]
        self.garrisons = self.of_kind["garrison"]
        self.aircraft = self.of_kind["aircraft"]
        self.trains = self.of_kind["armored_train"]
        self.river_flotillas = self.of_kind["river_flotilla"]
        self.naval_flotillas = self.of_kind["naval_flotilla"]
        self.tanks = self.of_kind["tank"]
        # 20.3, 20.12, 20.13: units that must be with infantry or cavalry.
        self.needs_company: UnitSet = self.trains | self.river_flotillas | self.tanks
        # 10.6: units that have operational movement at all: no garrisons, aircraft, navies.
        self.moves_on_foot: UnitSet = self.army | self.partisans | self.needs_company
        # 20.5: garrisons that can be left in a city.
        self.new_garrisons: UnitSet = self.garrisons & ~self.no_replace
        # 20.0: what moves and fights beside infantry and cavalry; garrisons and partisans not.
        self.special: UnitSet = union(self.of_kind[kind] for kind in SPECIAL_KINDS)
        self.makhno: UnitSet = self.of_faction["Makhno"]
        self.poles: UnitSet = self.of_faction["Poles"]
        self.czechs: UnitSet = sum(1 << self.index[name] for name in ("W-CZ1", "W-CZ2"))
        self.estonians: UnitSet = 1 << self.index["W-EST"]
        self.freikorps: UnitSet = 1 << self.index["W-VDG"]
        # 10.11, 18.4: the Northwest Army proper.
        self.northwest_army: UnitSet = (
            self.of_faction["Northwest"] & ~self.estonians & ~self.freikorps
        )
        # 13.1
        self.hold_for_nobody: UnitSet = self.poles | self.makhno | self.units_of[NEUTRAL]
        # The two faces of Makhno, by the side that he fights for (16.1).
        self.makhno_of: dict[str, int] = {RED: self.index["R-MAK"], WHITE: self.index["W-MAK"]}

    def _find_classes(self) -> None:
        # 8.1, 8.2: only infantry and cavalry have zones, Poles and Estonians by rules of their own.
        own = self.army & ~self.poles & ~self.estonians
        self.white_armies: UnitSet = own & self.units_of[WHITE]
        classes = {
            "white": self.units_of[WHITE],
            "red": self.units_of[RED],
            "neutrals": self.units_of[NEUTRAL],
            "poles": self.poles,
            "garrisons": self.garrisons,
            "white_armies": self.white_armies,
            "red_armies": own & self.units_of[RED],
            "polish_armies": self.army & self.poles,
            "estonians": self.estonians,
        }
        self.classes = Classes(len(self.counters), classes)

    # 2.7 The markers, chits and leaders

    def _read_markers(self, tables: Tables) -> None:
        markers = tables.read("markers.csv", Marker)
        self.marker_count: dict[str, int] = {marker.name: marker.count for marker in markers}
        # 3.2
        self.marker_hex: dict[str, Hex] = {
            marker.name: marker.hex for marker in markers if marker.hex is not None
        }
        self.gold, self.red_train = self.marker_hex["Gold"], self.marker_hex["Red Train"]
        self.leaders = tuple(tables.read("leaders.csv", Leader))
        self.chits: dict[str, Chit] = tables.keyed("chits.csv", Chit)
        # 20.9: the Front of a new leader, by the die.
        self.leader_front: dict[int, str] = {
            chit.die: chit.groups[0] for chit in self.chits.values() if chit.die
        }

    # The charts

    def _read_charts(self, tables: Tables) -> None:
        self.limit = tables.limits()
        self._read_results(tables)
        self._read_events(tables)
        # 12.12
        self.rally: dict[str, int] = {
            row.units: row.rallies_on for row in tables.read("rally.csv", Rally)
        }
        # 3.2: the hexes with a White control marker at start.
        self.control_markers: dict[str, HexSet] = dict.fromkeys(SIDES, 0)
        for marker in tables.read("control.csv", Controlled):
            self.control_markers[marker.side] |= 1 << marker.hex
        # 10.6, 11.4
        chart = tables.read("terrain.csv", Ground)
        self.cost: dict[str, dict[str, int]] = {row.condition: row.cost for row in chart}
        self.shift: dict[str, int] = {row.condition: row.shift for row in chart}
        # 5.0: the Turn Record Track; 4.4, 4.5: the last turn of each scenario.
        self.turn: dict[str, Turn] = tables.keyed("turns.csv", Turn)
        self.turns = tuple(self.turn.values())
        tables.know("turn", self.turn, "turns.csv")
        self.last_turn: dict[str, Turn] = {
            scenario.key: scenario.last for scenario in tables.read("scenarios.csv", Scenario)
        }

    def _read_results(self, tables: Tables) -> None:
        """11.3: the results by the least differential of each band."""
        self.columns = ODDS
        self.crt: list[tuple[int, dict[str, str]]] = []
        most: int | None = None
        for row, band in tables.lines("results.csv", Band):
            if self.crt and (most is None or band.least != most + 1):
                raise row.error("least", "the bands should follow one another without a gap")
            most = band.most
            self.crt.append((band.least, band.results))

    def _read_events(self, tables: Tables) -> None:
        """6.3: the Random Events Tables."""
        self.events: dict[str, dict[int, Event]] = {side: {} for side in SIDES}
        for row, event in tables.lines("events.csv", Event):
            if event.roll in self.events[event.side]:
                raise row.error("roll", f"{event.roll} stands twice in the table of {event.side}")
            self.events[event.side][event.roll] = event

    def result(self, column: str, differential: int) -> str:
        """11.3 H: a cell of the Combat Results Table."""
        found = self.crt[0][1]
        for least, cells in self.crt:
            if differential >= least:
                found = cells
        return found[column]

    # 2.2 The map

    def _find_hexes(self) -> None:
        board = self.board
        self.sea: HexSet = board.terrain["sea"]
        self.lakes: HexSet = board.terrain["lake"] & board.in_play
        self.land: HexSet = board.in_play & ~self.sea & ~self.lakes
        self.forest, self.swamp = board.terrain["forest"], board.terrain["swamp"]
        self.mountain, self.desert = board.terrain["mountain"], board.terrain["desert"]
        self.front: dict[str, HexSet] = {
            name: board.areas["front"][name] & board.in_play for name in FRONTS
        }
        areas = board.areas["area"]
        self.poland, self.baltic = areas["Poland"], areas["Baltic Republics"]
        self.transcaucasus = areas["Transcaucasus"]
        west = board.areas["occupation"]["West of the Occupation Line"]
        self.occupied_zone: HexSet = west & areas["Russia"] & board.in_play
        # 3.4: closed in every way until Turn B.
        self.neutral_ground: HexSet = (
            self.occupied_zone | self.poland | self.baltic | self.transcaucasus
        )
        self.makhno_district: HexSet = board.areas["makhno"]["Makhno District"]
        self.cities = board.kind("city")
        self.red_cities = board.kind("red_city")
        self.resource_cities = board.kind("resource")
        self.makhno_cities = board.kind("makhno")
        self.krugs = board.kind("krug")
        # 13.1: what can be controlled: the cities and the one source that is none.
        self.controllable: HexSet = self.cities | board.kind("source")
        self.rail: Network = board.networks["rail"]
        self.river: Network = board.networks["river"]
        # 12.5, 12.6: wherever a supply line can begin and lead.
        self.lines: HexSet = self.rail.hexes | self.river.hexes | self.controllable
        # 11.4: the hexes of each river, and the rivers of each hex.
        self.rivers: dict[str, HexSet] = {}
        for chain in self.river.chains:
            self.rivers[chain.name] = self.rivers.get(chain.name, 0) | set_of(chain.hexes)
        self.river_names: dict[Hex, tuple[str, ...]] = {
            hex_: tuple(name for name, hexes in self.rivers.items() if hexes >> hex_ & 1)
            for hex_ in self.grid.hexes
            if self.river.hexes >> hex_ & 1
        }

    def _find_places(self) -> None:
        board = self.board
        self.at: dict[str, Hex] = {place.name: place.hex for place in board.places}
        self.moscow, self.petrograd = self.at["Moscow"], self.at["Petrograd"]
        self.tula, self.warsaw = self.at["Tula"], self.at["Warsaw"]
        self.kiev, self.omsk, self.batum = self.at["Kiev"], self.at["Omsk"], self.at["Batum"]
        self.sevastopol, self.reval = self.at["Sevastopol"], self.at["Reval"]
        self.tsaritsyn, self.riga = self.at["Tsaritsyn"], self.at["Riga"]
        self.kazan, self.odessa = self.at["Kazan"], self.at["Odessa"]
        # 13.2: what White gains on Turn B.
        self.white_on_turn_b = board.kind("turn_b", WHITE)
        # 12.8: supply sources by faction; Red's under "Red".
        self.sources: dict[str, HexSet] = {
            name: board.kind("source", name) for name in (RED, *FACTIONS)
        }
        self.all_sources = board.kind("source")
        self.coast: dict[str, HexSet] = {
            sea: board.coast[f"{sea} Sea"] & board.in_play for sea in SEAS
        }
        self.ports: dict[str, HexSet] = {sea: board.kind("port", f"{sea} Sea") for sea in SEAS}
        self.all_ports = union(self.ports.values())

    def _find_passages(self) -> None:
        water = self.board.sides["sea"].entering
        ice = self.board.sides["lake"].entering
        ground = self.land | self.lakes
        # Any step that does not cross the sea: for distances (10.12, 10.13, 16.2) and for the one
        # hex of a supply line, which lakes do not block (12.7).
        self.overland = Passage(self.grid, tuple(ground & ~water[d] for d in range(6)))
        # 8.1, 19.2: where units move and Zones of Control reach, by whether the lakes are frozen.
        self.crossable: dict[bool, Passage] = {
            False: Passage(self.grid, tuple(self.land & ~water[d] & ~ice[d] for d in range(6))),
            True: self.overland,
        }
        # 10.12: the hexes in range of each krug; 10.13: of the Makhno District.
        self.krug_range: dict[Hex, HexSet] = {
            counter.krug: self.within(1 << counter.krug, self.limit["krug_range"])
            for counter in self.counters
            if counter.krug >= 0
        }
        self.makhno_range = self.within(self.makhno_district, self.limit["makhno_range"])

    def within(self, hexes: HexSet, distance: int) -> HexSet:
        """The hexes that are at most so far from a set, not counting across the sea."""
        return flood(self.overland, hexes, limit=distance)

    # 10.6 Terrain effects on movement

    @cache  # noqa: B019 (charts live as long as the program)
    def movement(self, column: str, winter: bool) -> Movement:
        """The points for every step, for a column of the Terrain Effects Chart."""
        grid = self.grid
        passable = self.crossable[winter].entering
        # 19.2: a frozen lake is clear terrain.
        clear = self.board.terrain["clear"] | (self.lakes if winter else 0)
        ground = {"clear": clear & self.board.in_play}
        for name in ("forest", "swamp", "mountain", "desert"):
            ground[name] = self.board.terrain[name] & self.land
        costs = [
            ((Charge(name, self.cost[name][column]),), hexes)
            for name, hexes in ground.items()
            if column in self.cost[name]
        ]
        enterable = union(hexes for _, hexes in costs)
        volga = 0 if winter else self.rivers["Volga"]
        onto_volga = tuple(
            volga & grid.step(self.grid.all & ~volga, direction) for direction in range(6)
        )
        extra = Charge("onto the Volga", self.cost["volga"][column])
        by_rail = Charge("by rail", self.cost["rail"][column])
        rail = self.rail.entering
        return Movement(
            grid,
            [
                Lane.of([passable[d] & ~onto_volga[d] for d in range(6)], costs),
                Lane.of(
                    [passable[d] & onto_volga[d] for d in range(6)],
                    [((*parts, extra), hexes) for parts, hexes in costs],
                ),
                Lane.of([passable[d] & rail[d] for d in range(6)], [((by_rail,), enterable)]),
            ],
        )


charts = read_once(Charts, DATA)
