"""The state of a game of Reds!, and how units are put on the map and taken off."""

from __future__ import annotations

from typing import ClassVar

from ...engine import Dice, Position, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members
from .charts import RED, SEAS, WHITE, Charts, Turn
from .outline import PHASES, Phase

# Where a unit is if it is in no hex.
POOL = -1  # not yet arrived, or a counter free for use
DEAD = -2  # eliminated, may be replaced (14.2)
GONE = -3  # removed for good
READY = -4  # an aircraft or naval flotilla off the map, free to take part in a combat
USED = -5  # the same after its combat, until the next turn (20.1, 20.7)
ICEBOUND = -6  # a river flotilla that waits for March-April (20.12)
PLACES = {
    "pool": POOL,
    "dead": DEAD,
    "gone": GONE,
    "ready": READY,
    "used": USED,
    "icebound": ICEBOUND,
}

# 20.10: the Red Train off the map, to come back in the next Red Train Step, or one turn later.
TRAIN_RETURNS, TRAIN_WAITS = -1, -2
TRAIN_PLACES = {"none": TRAIN_RETURNS, "waits": TRAIN_WAITS}

# 7.2, 7.3: the activation chits; the six Fronts come first, in the order of charts.FRONTS.
CHITS = (
    *("North", "West", "Southwest", "South", "East", "Central-Asia", "Field-Staff"),
    *("AFSR", "Siberian", "AIF", "Islamic-North", "Northwest", "Poles", "Logistics"),
)
CHIT = {name: number for number, name in enumerate(CHITS)}
FIELD_STAFF = CHIT["Field-Staff"]
LOGISTICS = CHIT["Logistics"]
# A leader who is not in a command box (20.9); the boxes are those of the first seven chits.
NO_BOX = -1

# 15.0 What Poland is.
POLAND_NEUTRAL, POLAND_AT_WAR = "neutral", "war"
POLAND_CONQUERED, POLAND_AT_PEACE = "conquered", "peace"

# What a hex holds, for the masks in `occ`: places in `Charts.classes`.
ANY_WHITE, ANY_RED, ANY_NEUTRAL, ANY_POLE, ANY_GARRISON = 0, 1, 2, 3, 4
ZOC_WHITE, ZOC_RED, ZOC_POLES, ZOC_ESTONIA = 5, 6, 7, 8

# What reach, zones, control and supply depend on; and what else fights and plans do. One list for
# many functions, so that it is looked at once for all of them.
GROUND = (
    *("placed", "track", "active", "segment", "unsupplied", "white_held", "red_held", "terror"),
    *("unclaimed", "great_war", "red_seas", "poland", "freikorps", "withdrawals", "leaders"),
)
FIGHTS = (*GROUND, "phase", "fought", "attacked", "retreated", "disordered", "gold", "corruption")


class War(Position):
    """A position of Reds!, as the rules see it; `title` adds what needs all of them."""

    title = "reds"
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        ("track", "plain"),
        ("phase", "plain"),
        ("initiative", "plain"),
        ("where", "list"),
        ("disordered", "set"),
        ("moved", "set"),
        ("done", "set"),
        ("acted", "set"),
        ("active", "set"),
        ("unsupplied", "set"),
        ("fought", "set"),
        ("retreated", "set"),
        ("attacked", "set"),
        ("chits", "set"),
        ("fronts", "set"),
        ("segment", "plain"),
        ("white_held", "set"),
        ("red_held", "set"),
        ("terror", "set"),
        ("great_war", "plain"),
        ("unclaimed", "set"),
        ("gold", "plain"),
        ("gold_side", "plain"),
        ("train", "plain"),
        ("verdun", "plain"),
        ("tsar", "plain"),
        ("withdrawals", "plain"),
        ("northwest_leaves", "plain"),
        ("red_seas", "row"),
        ("poland", "plain"),
        ("poland_since", "plain"),
        ("miracle", "plain"),
        ("makhno_replaced", "plain"),
        ("leaders", "row"),
        ("wrangel", "plain"),
        ("freikorps", "plain"),
        ("raid_in_hand", "plain"),
        ("raider", "plain"),
        ("amphibious_in_hand", "plain"),
        ("aif_offensive", "plain"),
        ("semenov", "plain"),
        ("corruption", "plain"),
        ("corruption_since", "plain"),
        ("left_baltic", "set"),
        ("rail_used", "row"),
        ("sea_used", "row"),
        ("gold_moved", "plain"),
        ("event_rolls", "row"),
    )
    _copied = ("where", "stacks", "occ")

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(scenario, options, dice)
        self.charts = charts
        self.names = charts.names
        # The place on the Turn Record Track and in the sequence of play (5.0).
        self.track = 0
        self.phase = -1
        self.initiative = WHITE
        self.where: list[int] = [POOL] * len(charts.counters)
        self.disordered: UnitSet = 0
        # Units that have moved in this movement step.
        self.moved: UnitSet = 0
        # 10.9: Red units with a Done marker; 20.3, 20.12, 20.13: White special units that have
        # been active in this turn, and could have one too (20.14).
        self.done: UnitSet = 0
        self.acted: UnitSet = 0
        # 7.10: the units that the present segment activates; 12.3: those of them out of supply.
        self.active: UnitSet = 0
        self.unsupplied: UnitSet = 0
        # 11.2, 11.6 (8): who has attacked, who has retreated, what was attacked in this step.
        self.fought: UnitSet = 0
        self.retreated: UnitSet = 0
        self.attacked: HexSet = 0
        # 7.8: the chits in the pool (bits as in CHITS); 7.11: Fronts activated in this turn.
        self.chits = 0
        self.fronts = 0
        self.segment = -1
        # 13.1: cities by the side that entered last; Red cities and Makhno's look at who is there.
        self.white_held: HexSet = 0
        self.red_held: HexSet = 0
        self.terror: HexSet = 0
        # 3.4: the Great War goes on until Turn B; 13.2: Red cities that wait for Turn B's end.
        self.great_war = True
        self.unclaimed: HexSet = 0
        self.gold: Hex = charts.marker_hex["Gold"]
        self.gold_side = RED
        self.train: Hex = charts.marker_hex["Red Train"]
        self.verdun = True
        self.tsar = False
        self.withdrawals = 0
        self.northwest_leaves = False
        self.red_seas: tuple[str, ...] = ()
        self.poland = POLAND_NEUTRAL
        self.poland_since = -1
        # 15.3, 14.5: once in a game.
        self.miracle = False
        self.makhno_replaced = False
        # 20.9: the command box of each leader.
        self.leaders: tuple[int, ...] = (NO_BOX,) * len(charts.leaders)
        self.wrangel = False
        self.freikorps = False
        self.raid_in_hand = False
        self.raider = -1
        self.amphibious_in_hand = False
        self.aif_offensive = False
        self.semenov = False
        # White Corruption: the faction, and the place on the track since when.
        self.corruption = ""
        self.corruption_since = -1
        # 10.11: Northwest Army units that have left the Baltic Republics.
        self.left_baltic: UnitSet = 0
        # 10.4, 10.5: manpower moved in this step: AFSR, Siberian, Red; then by sea.
        self.rail_used: tuple[int, ...] = (0, 0, 0)
        self.sea_used: tuple[int, ...] = (0,) * len(SEAS)
        self.gold_moved = False
        # 6.3: what White and Red have rolled in this turn; 0 before.
        self.event_rolls: tuple[int, ...] = (0, 0)
        self.rebuild()

    # Derived from the state

    def rebuild(self) -> None:
        self.stacks: dict[Hex, UnitSet] = {}
        self.on_map: UnitSet = 0
        self.gone: UnitSet = sum(1 << unit for unit, at in enumerate(self.where) if at == GONE)
        self.occ: list[HexSet] = [0] * len(self.charts.classes)
        for unit, hex_ in enumerate(self.where):
            if hex_ >= 0:
                self._set_down(unit, hex_)
        # Stands for where all counters are, and is another with every change.
        self.placed = object()

    def place(self, unit: int, hex_: Hex) -> None:
        """Puts a unit into a hex, from wherever it was."""
        here = self.where[unit]
        if here >= 0:
            self._lift(unit, here)
        self.where[unit] = hex_
        self._set_down(unit, hex_)
        self.placed = object()

    def remove(self, unit: int, to: int) -> None:
        """Takes a unit off the map, or from one place off the map to another."""
        here = self.where[unit]
        self.where[unit] = to
        keep = ~(1 << unit)
        if to == GONE:
            self.gone |= 1 << unit
        if here >= 0:
            self._lift(unit, here)
            self.on_map &= keep
        self.disordered &= keep
        self.moved &= keep
        self.done &= keep
        self.active &= keep
        self.unsupplied &= keep
        self.fought &= keep
        self.retreated &= keep
        if self.raider == unit:
            self.raider = -1
        self.placed = object()

    def _set_down(self, unit: int, hex_: Hex) -> None:
        """Enters a unit in the masks of what is where."""
        self.on_map |= 1 << unit
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit
        for number in self.charts.classes_of[unit]:
            if unit != self.raider or number < ZOC_WHITE:  # 20.4
                self.occ[number] |= 1 << hex_

    def _lift(self, unit: int, here: Hex) -> None:
        """Takes a unit out of the masks of what is where."""
        charts = self.charts
        rest = self.stacks[here] & ~(1 << unit)
        if rest:
            self.stacks[here] = rest
        else:
            del self.stacks[here]
        zoned = rest & ~(1 << self.raider) if self.raider >= 0 else rest  # 20.4
        for number in charts.classes_of[unit]:
            if not (zoned if number >= ZOC_WHITE else rest) & charts.classes[number]:
                self.occ[number] &= ~(1 << here)

    def set_raider(self, unit: int) -> None:
        """20.4: puts the Cavalry Raid marker on a unit, or takes it off with -1."""
        before, self.raider = self.raider, unit
        for changed in (before, unit):
            if changed >= 0 and self.where[changed] >= 0:
                self._lift(changed, self.where[changed])
                self._set_down(changed, self.where[changed])
        self.placed = object()

    # Questions

    def units_in(self, hex_: Hex) -> UnitSet:
        return self.stacks.get(hex_, 0)

    def occupied(self, side: str) -> HexSet:
        return self.occ[ANY_WHITE if side == WHITE else ANY_RED]

    def units_on_map(self, side: str) -> UnitSet:
        return self.on_map & self.charts.units_of[side]

    def hexes_of(self, units: UnitSet) -> HexSet:
        found = 0
        where = self.where
        for unit in members(units & self.on_map):
            found |= 1 << where[unit]
        return found

    def units_at(self, hexes: HexSet) -> UnitSet:
        """The units in any of some hexes."""
        found, occ = 0, self.occ
        for hex_ in members(hexes & (occ[ANY_WHITE] | occ[ANY_RED] | occ[ANY_NEUTRAL])):
            found |= self.stacks[hex_]
        return found

    def off_map(self, units: UnitSet, place: int) -> UnitSet:
        """Those of some units that are in a certain place off the map."""
        where = self.where
        return sum(1 << u for u in members(units & ~self.on_map) if where[u] == place)

    def manpower(self, units: UnitSet) -> int:
        counters = self.charts.counters
        return sum(counters[u].manpower for u in members(units))

    def poles_are_neutral(self) -> bool:
        return self.poland == POLAND_NEUTRAL

    def give_command(self, leader: int, box: int) -> None:
        """20.9: puts a leader into a command box, or back."""
        self.leaders = (*self.leaders[:leader], box, *self.leaders[leader + 1 :])

    def leader_in(self, box: int) -> int:
        """The leader in a command box; -1 if there is none."""
        return self.leaders.index(box) if box in self.leaders else -1

    # Where we are in the sequence of play (5.0)

    @property
    def turn(self) -> Turn:
        return self.charts.turns[self.track]

    @property
    def current(self) -> Phase:
        return PHASES[self.turn.kind][max(self.phase, 0)]

    @property
    def winter(self) -> bool:
        """19.1."""
        return self.turn.winter
