"""The state of a game of Reds!, and how units are put on the map and taken off."""

from __future__ import annotations

from typing import ClassVar

from ...engine import Dice, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members
from ...kit.counters import CounterPosition
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

# What reach, zones, control and supply depend on; and what else fights and plans do. One list for
# many functions, so that it is looked at once for all of them.
GROUND = (
    *("placed", "track", "active", "segment", "unsupplied", "white_held", "red_held", "terror"),
    *("unclaimed", "great_war", "red_seas", "poland", "freikorps", "withdrawals", "leaders"),
    *("raider", "retreated"),
)
FIGHTS = (*GROUND, "phase", "fought", "attacked", "disordered", "gold", "corruption")


class War(CounterPosition):
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
    FORGOTTEN = ("disordered", "moved", "done", "active", "unsupplied", "fought", "retreated")

    # Hexes with units of a side, with neutrals, with Poles, with garrisons.
    white: HexSet
    red: HexSet
    neutrals: HexSet
    poles: HexSet
    garrisons: HexSet
    # Hexes with infantry or cavalry, which alone have zones (8.1): of the Whites without Poles and
    # Estonians, of the Reds, of the Poles, of the Estonians.
    white_armies: HexSet
    red_armies: HexSet
    polish_armies: HexSet
    estonians: HexSet

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(charts, scenario, options, dice, POOL)
        self.charts = charts
        # The place on the Turn Record Track and in the sequence of play (5.0).
        self.track = 0
        self.phase = -1
        self.initiative = WHITE
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
        self.chits = self.fronts = 0
        self.segment = -1
        # 13.1: cities by the side that entered last; Red cities and Makhno's look at who is there.
        self.white_held: HexSet = 0
        self.red_held: HexSet = 0
        self.terror: HexSet = 0
        # 3.4: the Great War goes on until Turn B; 13.2: Red cities that wait for Turn B's end.
        self.great_war = True
        self.unclaimed: HexSet = 0
        self.gold, self.gold_side = charts.gold, RED
        self.train: Hex = charts.red_train
        self.verdun = True
        self.tsar = self.northwest_leaves = False
        self.withdrawals = 0
        self.red_seas: tuple[str, ...] = ()
        # 15.0: what Poland is, and the place on the track since when.
        self.poland, self.poland_since = POLAND_NEUTRAL, -1
        # 15.3, 14.5: once in a game.
        self.miracle = self.makhno_replaced = False
        # 20.9: the command box of each leader.
        self.leaders: tuple[int, ...] = (NO_BOX,) * len(charts.leaders)
        # 6.3: who has come by an event, the markers in hand, what an event does in this turn.
        self.wrangel = self.freikorps = False
        self.raid_in_hand = self.amphibious_in_hand = False
        self.aif_offensive = self.semenov = False
        # 20.4: the unit with the Cavalry Raid marker.
        self.raider = -1
        # White Corruption: the faction, and the place on the track since when.
        self.corruption, self.corruption_since = "", -1
        # 10.11: Northwest Army units that have left the Baltic Republics.
        self.left_baltic: UnitSet = 0
        # 10.4, 10.5: manpower moved in this step: AFSR, Siberian, Red; then by sea.
        self.rail_used: tuple[int, ...] = (0, 0, 0)
        self.sea_used: tuple[int, ...] = (0,) * len(SEAS)
        self.gold_moved = False
        # 6.3: what White and Red have rolled in this turn; 0 before.
        self.event_rolls: tuple[int, ...] = (0, 0)
        self.rebuild()

    def send(self, unit: int, box: int) -> None:
        """Puts a counter into a box; its Cavalry Raid marker is gone (20.4)."""
        super().send(unit, box)
        if self.raider == unit:
            self.raider = -1

    # Questions

    def occupied(self, side: str) -> HexSet:
        return self.white if side == WHITE else self.red

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
        return self.charts.turns[self.track].winter
