"""2.0 Components: the counters, charts and tables, read once from the data files."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...board import Board, Network, load_board
from ...data import DataError, Folder, Row, source_parts
from ...engine import Names, UnitSet
from ...hexes import Charge, Grid, Hex, HexSet, Lane, Movement, Passage, UnknownHex, flood, union

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
_RESULT = re.compile(r"-|(?=.)(a|AR?)?(d|D)?R?")

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


@dataclass(frozen=True, slots=True)
class Counter:
    """2.3: a unit, with what is printed on both its faces."""

    id: str
    name: str
    side: str
    faction: str
    kind: str
    # Infantry or cavalry, where a rule asks; empty for all other units.
    arm: str
    size: str
    manpower: int
    # Modifiers in good order and disordered; a unit of one step has the same twice.
    attack: tuple[int, int]
    defence: tuple[int, int]
    movement: int
    # Its column of the Terrain Effects Chart, or the network that it keeps to.
    moves: str
    steps: int
    # The home hex of a Cossack (10.12), else -1.
    krug: Hex
    no_replace: bool
    # "hex", a Strategic Turn "A" to "G", "event", "box" or "start" (off the map, at hand).
    setup: str
    # The printed hex, else -1.
    setup_hex: Hex
    starts_disordered: bool
    # 8.3: "always", "makhno" (in the Makhno District), or nothing.
    ignores_zoc: str
    # The sea of a naval flotilla.
    sea: str
    note: str


@dataclass(frozen=True, slots=True)
class Leader:
    """20.9: a Red leader; the rating is his number of hexes with nine manpower points."""

    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class Chit:
    """7.2, 7.3: an Activation chit and the Front or the factions that it activates."""

    key: str
    # Empty for the Logistics chit, which serves both.
    side: str
    name: str
    groups: tuple[str, ...]
    # "start", or the Strategic Turn that makes it available (7.5).
    since: str


@dataclass(frozen=True, slots=True)
class Event:
    """6.3: a line of a Random Events Table."""

    side: str
    roll: int
    key: str
    name: str
    condition: str
    effect: str
    limits: str


@dataclass(frozen=True, slots=True)
class Turn:
    """5.0: a box of the Turn Record Track."""

    seq: int
    kind: str
    # "1" to "24", or "A" to "G" for a Strategic Turn.
    key: str
    months: str
    year: str
    # A Strategic Turn has the weather of the turn before it.
    winter: bool
    # 20.12: river flotillas come back, lakes thaw.
    spring: bool
    withdrawal_number: int
    note: str

    @property
    def strategic(self) -> bool:
        return self.kind == "strategic"

    @property
    def date(self) -> str:
        return f"{self.months} {self.year}".strip()


class Charts:
    """Everything that is printed: it is shared by all positions and never changes."""

    def __init__(self, overlay: Path | None = None) -> None:
        folder = Folder(DATA, overlay)
        self.board: Board = load_board(DATA / "map", overlay / "map" if overlay else None)
        self.grid: Grid = self.board.grid
        self._find_hexes()
        self._read_counters(folder)
        self._read_markers(folder)
        self._read_tables(folder)
        self._read_terrain(folder)
        self._read_turns(folder)
        self._find_passages()

    # 2.3 The counters

    def _read_counters(self, folder: Folder) -> None:
        fields = (
            *("id", "name", "side", "faction", "kind", "arm", "size", "manpower", "attack"),
            *("defense", "disordered_attack", "disordered_defense", "movement", "moves", "steps"),
            *("krug", "no_replace", "enters", "hex", "disordered", "ignores_zoc", "note", "source"),
        )
        self.counters = tuple(self._counter(row) for row in folder.table("counters.csv", fields))
        try:
            self.names = Names(self.grid, [counter.id for counter in self.counters])
        except ValueError as error:
            raise DataError(folder.file("counters.csv"), str(error), field="id") from None
        self.index: dict[str, int] = {c.id: unit for unit, c in enumerate(self.counters)}
        self.units_of: dict[str, UnitSet] = dict.fromkeys((*SIDES, NEUTRAL), 0)
        self.of_kind: dict[str, UnitSet] = dict.fromkeys(KINDS, 0)
        self.of_faction: dict[str, UnitSet] = defaultdict(int)
        of_arm: dict[str, UnitSet] = dict.fromkeys(ARMS, 0)
        self.no_replace: UnitSet = 0
        self.two_steps: UnitSet = 0
        for unit, counter in enumerate(self.counters):
            bit = 1 << unit
            self.units_of[counter.side] |= bit
            self.of_kind[counter.kind] |= bit
            self.of_faction[counter.faction] |= bit
            of_arm[counter.arm] |= bit
            if counter.no_replace:
                self.no_replace |= bit
            if counter.steps == 2:
                self.two_steps |= bit
        self.everyone: UnitSet = (1 << len(self.counters)) - 1
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
        self.konarmia: UnitSet = sum(
            1 << unit for unit, c in enumerate(self.counters) if c.ignores_zoc == "always"
        )
        # The two faces of Makhno, by the side that he fights for (16.1).
        self.makhno_of: dict[str, int] = {RED: self.index["R-MAK"], WHITE: self.index["W-MAK"]}
        # What a hex holds (position.ANY_WHITE and so on): who is there, who has a zone: of
        # infantry and cavalry only (8.1, 8.2).
        white, red = self.units_of[WHITE], self.units_of[RED]
        present = (white, red, self.units_of[NEUTRAL], self.poles, self.garrisons)
        zoned = (white & ~self.poles & ~self.estonians, red, self.poles, self.estonians)
        self.classes: tuple[UnitSet, ...] = (*present, *(self.army & units for units in zoned))
        self.classes_of: tuple[tuple[int, ...], ...] = tuple(
            tuple(number for number, units in enumerate(self.classes) if units >> unit & 1)
            for unit in range(len(self.counters))
        )
        self.manpower: tuple[int, ...] = tuple(c.manpower for c in self.counters)
        self.side_of: tuple[str, ...] = tuple(c.side for c in self.counters)

    def _counter(self, row: Row) -> Counter:
        source_parts(row)
        side, kind = _one_of(row, "side", (*SIDES, NEUTRAL)), _one_of(row, "kind", KINDS)
        factions = {RED: (RED, "Makhno"), WHITE: (*FACTIONS, "Makhno"), NEUTRAL: NATIONS}
        steps = _number(row, "steps")
        faces = {}
        for name in ("attack", "defense"):
            # 20.5: a garrison has no attack modifier, and none of its own on the back.
            front = _number(row, name) if row[name] else 0
            back = row[f"disordered_{name}"]
            if steps == 2 and not back:
                raise row.error(f"disordered_{name}", "is empty, but the unit has two steps")
            faces[name] = (front, _number(row, f"disordered_{name}") if back else front)
        moves = _one_of(row, "moves", MOVES)
        movement = UNLIMITED if moves in ("rail", "river") else 0
        if row["movement"]:
            movement = _number(row, "movement")
        setup = _one_of(row, "enters", ENTRIES)
        if setup == "hex" and not row["hex"]:
            raise row.error("hex", "is empty, but the unit starts on the map")
        sea = row["name"].removesuffix(" Sea Flotilla") if kind == "naval_flotilla" else ""
        if kind == "naval_flotilla" and sea not in SEAS:
            raise row.error("name", "a naval flotilla is named after its sea: White Sea Flotilla")
        return Counter(
            id=row.required("id"),
            name=row.required("name"),
            side=side,
            faction=_one_of(row, "faction", factions[side]),
            kind=kind,
            arm=_one_of(row, "arm", ARMS),
            size=row["size"],
            manpower=_number(row, "manpower"),
            attack=faces["attack"],
            defence=faces["defense"],
            movement=movement,
            moves=moves,
            steps=steps,
            krug=self._hex(row, "krug") if row["krug"] else -1,
            no_replace=row.flag("no_replace"),
            setup=setup,
            setup_hex=self._hex(row, "hex") if row["hex"] else -1,
            starts_disordered=row.flag("disordered"),
            ignores_zoc=_one_of(row, "ignores_zoc", ("", "always", "makhno")),
            sea=sea,
            note=row["note"],
        )

    # 2.7 The markers, chits and leaders

    def _read_markers(self, folder: Folder) -> None:
        fields = ("name", "side", "kind", "count", "hex", "limit", "faces", "note", "source")
        # How many of each marker there are, and where those with a printed hex begin (3.2).
        self.marker_count: dict[str, int] = {}
        self.marker_hex: dict[str, Hex] = {}
        for row in folder.table("markers.csv", fields):
            source_parts(row)
            row.flag("limit")
            self.marker_count[row.required("name")] = _number(row, "count")
            if row["hex"]:
                self.marker_hex[row["name"]] = self._hex(row, "hex")
        self.gold, self.red_train = self.marker_hex["Gold"], self.marker_hex["Red Train"]
        self.leaders: tuple[Leader, ...] = tuple(
            Leader(row.required("name"), _number(row, "rating"))
            for row in folder.table("leaders.csv", ("name", "rating", "source"))
            if source_parts(row)
        )
        self.chits: dict[str, Chit] = {}
        # 20.9: the Front of a new leader, by the die.
        self.leader_front: dict[int, str] = {}
        chit_fields = ("key", "side", "name", "groups", "from", "die", "source")
        for row in folder.table("chits.csv", chit_fields):
            source_parts(row)
            side = _one_of(row, "side", (*SIDES, ""))
            for group in row.items("groups"):
                if group not in {RED: FRONTS, WHITE: FACTIONS}.get(side, ()):
                    raise row.error("groups", f"{group!r} is no Front or faction")
            key = row.required("key")
            since = _one_of(row, "from", ("start", *"ABCDEFG"))
            self.chits[key] = Chit(key, side, row.required("name"), row.items("groups"), since)
            if row["die"]:
                self.leader_front[_number(row, "die")] = row["groups"]

    # The charts

    def _read_tables(self, folder: Folder) -> None:
        self.limit: dict[str, int] = {}
        for row in folder.table("limits.csv", ("name", "value", "case", "source")):
            source_parts(row)
            self.limit[row.required("name")] = _number(row, "value")

        # 11.3: the results by band of the differential; the first band is open below, the last
        # above.
        self.columns = ODDS
        self.crt: list[tuple[int, dict[str, str]]] = []
        most: int | None = None
        for row in folder.table("results.csv", ("least", "most", *ODDS, "source")):
            source_parts(row)
            least = _number(row, "least") if row["least"] else -UNLIMITED
            if self.crt and (most is None or least != most + 1):
                raise row.error("least", "the bands should follow one another without a gap")
            most = _number(row, "most") if row["most"] else None
            for column in ODDS:
                if not _RESULT.fullmatch(row[column]):
                    raise row.error(column, f"{row[column]!r} is no combat result")
            self.crt.append((least, {column: row[column] for column in ODDS}))

        fields = ("side", "roll", "event", "name", "condition", "effect", "limits", "source")
        self.events: dict[str, dict[int, Event]] = {side: {} for side in SIDES}
        for row in folder.table("events.csv", fields):
            source_parts(row)
            side, roll = _one_of(row, "side", SIDES), _number(row, "roll")
            key = _one_of(row, "event", EVENTS[side])
            if roll in self.events[side]:
                raise row.error("roll", f"{roll} stands twice in the table of {side}")
            self.events[side][roll] = Event(
                *(side, roll, key, row.required("name"), row["condition"]),
                *(row.required("effect"), row["limits"]),
            )

        # 12.12: the highest die that rallies a unit; under "wrangel" what is added to the die.
        self.rally: dict[str, int] = {}
        rally_fields = ("units", "rallies_on", "text", "case", "source")
        for row in folder.table("rally.csv", rally_fields):
            source_parts(row)
            self.rally[row.required("units")] = _number(row, "rallies_on")

        # 3.2: the hexes with a White control marker at start.
        self.control_markers: dict[str, HexSet] = dict.fromkeys(SIDES, 0)
        for row in folder.table("control.csv", ("hex", "side", "source")):
            source_parts(row)
            self.control_markers[_one_of(row, "side", SIDES)] |= 1 << self._hex(row, "hex")

    def result(self, column: str, differential: int) -> str:
        """11.3 H: a cell of the Combat Results Table."""
        found = self.crt[0][1]
        for least, cells in self.crt:
            if differential >= least:
                found = cells
        return found[column]

    def _read_terrain(self, folder: Folder) -> None:
        fields = ("condition", *COLUMNS, "shift", "note", "source")
        self.cost: dict[str, dict[str, int]] = {}
        # Columns to the left for the attacker.
        self.shift: dict[str, int] = {}
        for row in folder.table("terrain.csv", fields):
            source_parts(row)
            self.cost[row["condition"]] = {c: _number(row, c) for c in COLUMNS if row[c]}
            self.shift[row["condition"]] = _number(row, "shift")

    # 5.0 The Turn Record Track

    def _read_turns(self, folder: Folder) -> None:
        fields = ("turn", "kind", "months", "year", "winter", "thaw", "withdrawal", "note")
        self.turns: tuple[Turn, ...] = tuple(
            Turn(
                seq,
                _one_of(row, "kind", ("operational", "strategic")),
                row.required("turn"),
                row["months"],
                row["year"],
                row.flag("winter"),
                row.flag("thaw"),
                _number(row, "withdrawal") if row["withdrawal"] else 0,
                row["note"],
            )
            for seq, row in enumerate(folder.table("turns.csv", (*fields, "source")))
            if source_parts(row)
        )
        self.turn: dict[str, Turn] = {turn.key: turn for turn in self.turns}
        # 4.4, 4.5: the last turn of each scenario.
        self.last_turn: dict[str, Turn] = {}
        for row in folder.table("scenarios.csv", ("scenario", "last", "source")):
            source_parts(row)
            if row["last"] not in self.turn:
                raise row.error("last", f"there is no turn {row['last']!r} in turns.csv")
            self.last_turn[row.required("scenario")] = self.turn[row["last"]]

    def _hex(self, row: Row, field: str) -> Hex:
        try:
            return self.grid.hex(row[field])
        except UnknownHex as error:
            raise row.error(field, str(error)) from None

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
        self.rail: Network = board.networks["rail"]
        self.river: Network = board.networks["river"]
        # 12.5, 12.6: wherever a supply line can begin and lead.
        self.lines: HexSet = self.rail.hexes | self.river.hexes | self.controllable
        # 11.4: the hexes of each river, and the rivers of each hex.
        self.rivers: dict[str, HexSet] = {}
        for chain in self.river.chains:
            hexes = sum(1 << hex_ for hex_ in chain.hexes)
            self.rivers[chain.name] = self.rivers.get(chain.name, 0) | hexes
        self.river_names: dict[Hex, tuple[str, ...]] = {
            hex_: tuple(name for name, hexes in self.rivers.items() if hexes >> hex_ & 1)
            for hex_ in self.grid.hexes
            if self.river.hexes >> hex_ & 1
        }

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


def _number(row: Row, field: str) -> int:
    try:
        return int(row[field])
    except ValueError:
        raise row.error(field, f"{row[field]!r} should be a whole number") from None


def _one_of(row: Row, field: str, allowed: tuple[str, ...]) -> str:
    if row[field] not in allowed:
        known = ", ".join(word or "nothing" for word in allowed)
        raise row.error(field, f"{row[field]!r} should be one of {known}")
    return row[field]


@cache
def charts(overlay: Path | None = None) -> Charts:
    """The charts of the game, or those of somebody's own copy laid over them."""
    try:
        return Charts(overlay)
    except KeyError as error:
        raise DataError(overlay or DATA, f"lacks {error}") from None
