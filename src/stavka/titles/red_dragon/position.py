"""The state of a game of Red Dragon, Blue Dragon, and how counters are put down and taken up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from ...engine import Dice, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, Movement, Reach, reach
from ...kit.counters import CounterPosition
from ...kit.outline import Phase
from .charts import GMD, PLA, Charts
from .outline import GAME_TURN

# Where a counter is if it is in no hex.
OFF = -1  # a reinforcement that has not arrived (10.1)
EDGE = -2  # arrived; it may enter the map in its side's Movement Segment
BOX = -3  # available beside the map: ELBs, Militia, air units, PLA Leaders
USED = -4  # air units and PLA Leaders that have been used
GONE = -5  # the GMD Permanently Eliminated Units Box; PLA counters out of the game (13.2.6)
ASIDE = -6  # PLA units that would come back after the last turn (10.3.3b)
BEYOND = -7  # GMD Replacement Units Beyond Turn 10 (10.3.3a)
DEFECTORS = -8  # the Available Re-Educated Defectors Box (15.2.2c)
UNDER = -9  # an L-L Defector under a PLA Corps (15.2.3)
ABSENT = -10  # nowhere: a situation that leaves the counter out
# On the Turn Record Track: TRACK - turn waits to come back in that turn, SCHOOL - turn is a
# defector who will have been re-educated by then.
TRACK = -100
SCHOOL = -200

WEATHER = ("Good", "Thaw", "Poor")

# What movement and supply depend on. Few choices change something else that rules look at, so that
# all share one list.
GROUND = (
    *("placed", "turn", "phase", "weather", "news", "frozen", "fdp", "bridges", "pla_cities"),
    *("moved", "begun", "fought", "attacked", "struck", "negated", "rail_moves", "offensive"),
    "short_attacks",
)


class War(CounterPosition):
    """A position as the rules see it; `title` adds what needs all of them.

    A new one is empty: it is filled by the set-up (19.0) or restored, and rebuilt then.
    """

    title = "red-dragon"
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        ("turn", "plain"),
        ("phase", "plain"),
        ("where", "list"),
        ("under", "row"),
        ("weather", "plain"),
        ("news", "plain"),
        ("frozen", "plain"),
        ("fdp", "set"),
        ("bridges", "row"),
        ("bridges_left", "plain"),
        ("pla_cities", "set"),
        ("great_victory", "plain"),
        ("great_victory_next", "plain"),
        ("short_attacks", "plain"),
        ("popas", "plain"),
        ("offensive", "plain"),
        ("trenches", "plain"),
        ("moved", "set"),
        ("rail_moves", "plain"),
        ("begun", "plain"),
        ("watching", "plain"),
        ("fought", "set"),
        ("attacked", "set"),
        ("struck", "set"),
        ("negated", "set"),
        ("face_up", "set"),
        ("sorties", "set"),
    )
    FORGOTTEN: ClassVar[tuple[str, ...]] = ("moved", "fought", "struck", "negated")

    # Hexes with GMD units; with PLA units other than Guerrillas; with Guerrillas.
    gmd: HexSet
    pla: HexSet
    guerrillas: HexSet

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(charts, scenario, options, dice, OFF)
        self.charts = charts
        self.turn = 0
        # The place in the sequence of play (8.0); -1 before the first.
        self.phase = -1
        # 15.2.3: L-L Defectors, each with the PLA Corps above it; they stack for free (6.1.9).
        self.under: tuple[tuple[int, int], ...] = ()
        self.weather = "Good"  # 5.1.3
        # 9.0: this turn's total, and the Command that may not move because of it.
        self.news = 0
        self.frozen = ""
        # 16.0: the hexes with FDP markers.
        self.fdp: HexSet = 0
        # 18.1: assault bridges, as two hexes and the turn of placing; markers never used.
        self.bridges: tuple[tuple[Hex, Hex, int], ...] = ()
        self.bridges_left = charts.limit["bridges"]
        # 7.2.1: cities that the PLA controls; the GMD controls the others.
        self.pla_cities: HexSet = charts.pla_cities_at_start
        # 12.4: whether a Great Victory is in effect this turn, and will be next turn.
        self.great_victory = False
        self.great_victory_next = False
        # 18.3, 18.7: Short Attacks that are mandated, POPAs still to be made, and the turn in
        # which the Political Offensive began.
        self.short_attacks = 0
        self.popas = 0
        self.offensive = 0
        # 16.2.7: Approach Trench Tactics.
        self.trenches = False
        # 11.0: units that have moved in this segment, GMD units that went by rail, and whether
        # anybody has moved (17.2.3: Leaders fly before that).
        self.moved: UnitSet = 0
        self.rail_moves = 0
        self.begun = False
        # 14.3.1: the GMD wants to be asked again while the PLA moves.
        self.watching = False
        # 12.1: units that have fought in this phase, hexes that have been attacked. In a POPA
        # both the Corps and its target have fought (18.7.14, 18.7.15).
        self.fought: UnitSet = 0
        self.attacked: HexSet = 0
        # 18.3: PLA units that have made a Short Attack in this phase, and their targets.
        self.struck: UnitSet = 0
        # 18.4.9: Guerrillas without effect in the hex they are in.
        self.negated: UnitSet = 0
        # 18.2.2: face-down PLA units that are shown because of a combat.
        self.face_up: UnitSet = 0
        # China News! 10: air units that can be placed once more this turn.
        self.sorties: UnitSet = 0

    def occupied(self, side: str) -> HexSet:
        """Hexes with units of a side; Guerrillas occupy nothing (6.1.7)."""
        return self.gmd if side == GMD else self.pla

    # Putting down and taking up

    def place(self, unit: int, hex_: Hex) -> None:
        super().place(unit, hex_)
        bit, at, charts = 1 << unit, 1 << hex_, self.charts
        if bit & charts.units_of[GMD]:
            self.pla_cities &= ~at
            self.destroy_bridges(at)
        elif bit & charts.guerrillas:
            self.negated &= ~bit
        elif bit & charts.units_of[PLA]:
            self.pla_cities |= at & charts.cities

    def _lift(self, unit: int, hex_: Hex) -> None:
        super()._lift(unit, hex_)
        # Ruling on 16.2.8b: a position that nobody holds any longer is given up.
        self.fdp &= self.gmd

    def destroy_bridges(self, entered: HexSet) -> None:
        """18.1.4: from the turn after its placing on, a GMD unit in either hex ends a bridge."""
        for bridge in self.bridges:
            here, there, turn = bridge
            if turn < self.turn and entered & (1 << here | 1 << there):
                self.bridges = tuple(b for b in self.bridges if b != bridge)
                self.tell("bridge_destroyed", "18.1.4", here, there)

    # Questions

    def gmd_in(self, hex_: Hex) -> UnitSet:
        return self.stacks.get(hex_, 0) & self.charts.units_of[GMD]

    def pla_in(self, hex_: Hex) -> UnitSet:
        """The PLA units in a hex that occupy it: all but Guerrillas."""
        charts = self.charts
        return self.stacks.get(hex_, 0) & charts.units_of[PLA] & ~charts.guerrillas

    def leaders_in(self, hex_: Hex) -> UnitSet:
        return self.stacks.get(hex_, 0) & self.charts.leaders

    def reach(
        self,
        movement: Movement,
        here: Hex,
        points: int,
        *,
        closed: HexSet = 0,
        stop: HexSet = 0,
        flown: HexSet = 0,
        one_hex: bool = False,
    ) -> Reach:
        """Where so many half points lead; 14.3.4: interdicted hexes cost more."""
        toll = self.charts.cost["interdicted"]
        return _reach(movement, here, points, closed, stop, (flown, toll), one_hex)

    def defector_under(self, unit: int) -> int:
        """15.2.3: the L-L Defector under a PLA Corps; -1 if there is none."""
        return next((gmd for gmd, pla in self.under if pla == unit), -1)

    @property
    def command_change(self) -> bool:
        """4.4: from turn 3 on the Pacification Areas belong to other Commands."""
        return self.turn >= self.charts.limit["command_change_turn"]

    @property
    def political_offensive(self) -> bool:
        """18.7.2: the turn in which it began and two more."""
        begun = self.offensive
        return bool(begun) and self.turn < begun + self.charts.limit["offensive_turns"]

    def event(self, key: str) -> bool:
        """9.0: whether this turn's China News! is a certain one."""
        return self.charts.news_key(self.news) == key

    @property
    def can_fly(self) -> bool:
        """14.1.1, 5.2: not in Poor weather."""
        return self.weather != "Poor"

    # 18.2 Fog of war

    def open_to_all(self, unit: int) -> bool:
        """Whether everybody may know which counter this is."""
        return not (self.charts.face_down & ~self.face_up) >> unit & 1

    def tell_of(self, kind: str, case: str, unit: int, *facts: Any) -> None:
        """Tells what a unit does; of a face-down one everybody else hears of a counter."""
        if self.chronicle is None:
            return
        if self.open_to_all(unit):
            self.tell(kind, case, unit, *facts)
            return
        self.tell(kind, case, unit, *facts, secret_of=PLA)
        self.tell(kind, case, -1, *facts, not_for=PLA)

    # Where we are in the sequence of play (8.0)

    @property
    def current(self) -> Phase:
        return GAME_TURN[self.phase]


# A move of one's own units changes little of where the others can go.
@lru_cache(maxsize=1024)
def _reach(
    movement: Movement,
    here: Hex,
    points: int,
    closed: HexSet,
    stop: HexSet,
    toll: tuple[HexSet, int],
    one_hex: bool,
) -> Reach:
    flown, price = toll
    enter = ((price, flown, "interdicted"),) if flown else ()
    return reach(
        movement, 1 << here, points, blocked=closed, stop=stop, enter=enter, one_hex=one_hex
    )
