"""The state of a game of Red Star Rising, and how units are put on the map and taken off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...engine import Dice, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members, set_of
from ...kit.counters import CounterPosition
from ...kit.outline import Phase
from .charts import AXIS, Charts, Plan, Turn
from .outline import PHASES

# Where a unit is if it is in no hex. The names are those of the printed boxes, where there is one.
UNUSED = -1
READY = -2
RETURNING = -3
BREAKDOWN = -4
FORCE_POOL = -5
AWAITING_PROMOTION = -6
PROMOTED = -7
PARADROP = -8
ELIMINATED = -9
DESTROYED = -10
EVACUATED = -11
LEADERS = -12
AIR_FLEETS = -13
TO_PLACE = -14
# The names of the boxes by number, for files and screens; the first is for 0, which is no box.
BOX_KEYS = (
    *("", "unused", "ready", "returning", "breakdown", "force_pool", "awaiting_promotion"),
    *("promoted", "paradrop", "eliminated", "destroyed", "evacuated", "leaders", "air_fleets"),
    "to_place",
)

# A unit without a combat strength marker, or that needs none.
NO_MARKER = -1

# What movement, supply and combat depend on. Few choices change something else that rules look at,
# so that all share one list.
GROUND = (*("placed", "turn", "phase", "flipped", "fresh", "axis_held", "captured", "ruined"),)


class War(CounterPosition):
    """A position of Red Star Rising, as the rules see it; `title` adds what needs all of them."""

    title = "red-star"
    # Above what 7.8.2 and 7.15 can bring, below what takes for ever.
    MEMO_LIMITS: ClassVar[Mapping[str, int]] = {"distance": 6, "length": 6, "number": 6}
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        ("turn", "plain"),
        ("phase", "plain"),
        ("where", "list"),
        ("steps", "list"),
        ("marker", "list"),
        ("due", "list"),
        ("cups", "list"),
        ("at_start", "list"),
        ("out", "set"),
        ("lack", "set"),
        ("emergency", "set"),
        ("flipped", "set"),
        ("fresh", "set"),
        ("moved", "set"),
        ("sailed", "plain"),
        ("fought", "set"),
        ("was_attacked", "set"),
        ("siege_used", "plain"),
        ("siege_exposed", "plain"),
        ("converted", "set"),
        ("parts", "row"),
        ("axis_held", "set"),
        ("entered", "set"),
        ("captured", "set"),
        ("ruined", "plain"),
    )
    _copied = (*CounterPosition._copied, "steps", "marker", "due", "cups", "at_start")

    FORGOTTEN: ClassVar[tuple[str, ...]] = (
        *("out", "lack", "emergency", "flipped", "fresh", "moved", "fought", "was_attacked"),
        "converted",
    )

    # Hexes with units of a side, with air fleets, with Partisans.
    axis: HexSet
    soviet: HexSet
    fleet_hexes: HexSet
    partisan_hexes: HexSet

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(charts, scenario, options, dice, UNUSED)
        self.charts = charts
        self.plan: Plan = charts.plans[scenario]
        # The hexes that this scenario is played on, and all others.
        self.area: HexSet = charts.area[scenario] & charts.land
        self.beyond: HexSet = charts.grid.all & ~self.area
        self.turn = self.plan.first_turn
        # The place in the sequence of play (2.0); -1 before the first.
        self.phase = -1
        count = len(charts.kind)
        # 7.9: combat steps left; a Soviet army without a marker has all of them.
        self.steps: list[int] = [kind.steps for kind in charts.kind]
        # 6.0: the kind of strength marker on an army.
        self.marker: list[int] = [NO_MARKER] * count
        # The turn of return for units in the box RETURNING.
        self.due: list[int] = [0] * count
        # How many markers of each kind are in the cups, and in the At-start Strength Marker Box.
        self.cups: list[int] = [0] * len(charts.markers)
        self.at_start: list[int] = [0] * len(charts.markers)
        # 10.0.2: supply states, fixed for the turn; units in none of them are in supply, and
        # hindered in nothing (10.0.3).
        self.out: UnitSet = 0
        self.lack: UnitSet = 0
        self.emergency: UnitSet = 0
        # 10.2.4: depots that are emergency supply sources in this Supply Phase.
        self.flipped: UnitSet = 0
        # 15.2.7: depots that arrived in this Reinforcement Phase.
        self.fresh: UnitSet = 0
        # 3.2 g: units that have moved in this phase; 3.6.1: whether somebody went by sea.
        self.moved: UnitSet = 0
        self.sailed = False
        # 7.2.4, 7.2.5: what has attacked, and what has been attacked, in this Combat Phase.
        self.fought: UnitSet = 0
        self.was_attacked: UnitSet = 0
        # 7.6.2, 7.6.3: the Siege Artillery has fired; it began the phase next to a Soviet unit.
        self.siege_used = False
        self.siege_exposed = False
        # 17.1: units that have been part of a breakdown or buildup in this turn; 17.2.3: pairs of
        # battlegroups from one breakdown, of which one may still be built up.
        self.converted: UnitSet = 0
        self.parts: tuple[tuple[int, int], ...] = ()
        # 9.0.1: major cities and ports that the Axis controls; all others are Soviet.
        self.axis_held: HexSet = 0
        # 18.1: Moscow and Baku, once an Axis unit has entered; 10.4: once one that can contest has.
        self.entered: HexSet = 0
        self.captured: HexSet = 0
        # 7.4.3: the fortress of Sevastopol has been destroyed.
        self.ruined = False
        self.rebuild()

    # Derived from the state

    def rebuild(self) -> None:
        charts = self.charts
        # 5.0.3: battlegroups with an attack strength of one.
        self.weak: UnitSet = set_of(
            u for u in members(charts.battlegroups) if charts.kind[u].value(self.steps[u])[0] == 1
        )
        # 5.0: hexes of a side with units that can contest.
        self.axis_strong: HexSet = 0
        self.soviet_strong: HexSet = 0
        super().rebuild()

    def _put_down(self, unit: int, hex_: Hex) -> None:
        super()._put_down(unit, hex_)
        self._refresh(hex_)

    def _lift(self, unit: int, hex_: Hex) -> None:
        super()._lift(unit, hex_)
        self._refresh(hex_)

    def _refresh(self, hex_: Hex) -> None:
        """Whether the units in a hex can contest may be different now."""
        at, strong = 1 << hex_, self.is_strong(self.stacks.get(hex_, 0))
        axis = strong and self.axis & at
        self.axis_strong = self.axis_strong | at if axis else self.axis_strong & ~at
        soviet = strong and self.soviet & at
        self.soviet_strong = self.soviet_strong | at if soviet else self.soviet_strong & ~at

    def is_strong(self, stack: UnitSet) -> bool:
        """5.0.2, 5.0.3: whether units that stand together can contest spaces."""
        able = stack & self.charts.contesting
        return bool(able & ~self.weak or able & (able - 1))

    def occupied(self, side: str) -> HexSet:
        return self.axis if side == AXIS else self.soviet

    def strong(self, side: str) -> HexSet:
        """The hexes of a side with a unit that can contest spaces."""
        return self.axis_strong if side == AXIS else self.soviet_strong

    # Changes

    def place(self, unit: int, hex_: Hex) -> None:
        self.due[unit] = 0
        super().place(unit, hex_)

    def send(self, unit: int, box: int, due: int = 0) -> None:
        """Puts a unit into a box; a counter that comes back from it is as new."""
        if self.where[unit] >= 0 and self.parts:
            self.parts = tuple(pair for pair in self.parts if unit not in pair)
        super().send(unit, box)
        self.due[unit] = due
        self.set_steps(unit, self.charts.kind[unit].steps)

    def set_steps(self, unit: int, steps: int) -> None:
        self.steps[unit] = steps
        if self.charts.battlegroups >> unit & 1:
            bit = 1 << unit
            weak = self.charts.kind[unit].value(steps)[0] == 1
            self.weak = self.weak | bit if weak else self.weak & ~bit
            if self.where[unit] >= 0:
                self._refresh(self.where[unit])
        self.placed = object()

    def take_over(self, old: int, new: int) -> None:
        """Lets one counter stand for another: it takes its hex and its states."""
        hex_ = self.where[old]
        for name in ("out", "lack", "emergency", "moved", "fought", "was_attacked", "converted"):
            states: UnitSet = getattr(self, name)
            if states >> old & 1:
                setattr(self, name, states | 1 << new)
        self.place(new, hex_)

    # Questions

    def those_in(self, units: UnitSet, hexes: HexSet) -> UnitSet:
        """Those of some counters that are in any of some hexes."""
        where = self.where
        return set_of(u for u in members(units & self.on_map) if hexes >> where[u] & 1)

    def in_supply(self, unit: int) -> bool:
        """10.0.2: neither lack of supply nor emergency supply nor out of supply.

        10.7, 10.7.1: who is in emergency supply moves and fights as ever, and no more.
        """
        return not (self.out | self.lack | self.emergency) >> unit & 1

    # Where we are in the sequence of play (2.0)

    @property
    def current(self) -> Phase:
        return PHASES[self.phase]

    @property
    def now(self) -> Turn:
        return self.charts.turns[self.turn]

    @property
    def snow(self) -> bool:
        return self.turn in self.charts.snow_turns

    @property
    def mud(self) -> bool:
        return self.charts.turns[self.turn].weather == "mud"

    def frozen(self) -> UnitSet:
        """19.2.4, 19.3.4, 19.5.4: units set up in Finland and Rumania do nothing on turn one."""
        return self.charts.frozen[self.scenario] if self.turn == 1 else 0

    def production(self) -> int:
        """14.4.2: the production number; 0 if this is no production turn."""
        return self.now.production if self.plan.production else 0

    def called(self, unit: int) -> str:
        """What players call it."""
        return self.charts.unit_names[unit]
