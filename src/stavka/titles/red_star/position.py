"""The state of a game of Red Star Rising, and how units are put on the map and taken off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...engine import Dice, Position, UnitSet
from ...engine.position import FieldKind
from ...hexes import Hex, HexSet, members, set_of
from .charts import AXIS, Charts, Plan, Turn
from .outline import PHASES, Phase

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
GROUND = (
    *("placed", "turn", "phase", "out", "lack", "emergency", "flipped", "fresh", "moved"),
    *("fought", "was_attacked", "converted", "axis_held", "captured", "ruined"),
)


class War(Position):
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
    _copied = ("where", "steps", "marker", "due", "cups", "at_start", "stacks", "boxes")

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(scenario, options, dice)
        self.charts = charts
        self.names = charts.names
        self.plan: Plan = charts.plans[scenario]
        # The hexes that this scenario is played on, and all others.
        self.area: HexSet = charts.area[scenario] & charts.land
        self.beyond: HexSet = charts.grid.all & ~self.area
        self.turn = self.plan.first_turn
        # The place in the sequence of play (2.0); -1 before the first.
        self.phase = -1
        count = len(charts.kind)
        self.where: list[int] = [UNUSED] * count
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
        self.stacks: dict[Hex, tuple[int, ...]] = {}
        # Air fleets and Partisans are beside the stacks: they hinder nobody's way.
        self.beside_stacks: UnitSet = charts.fleets | charts.partisans
        self.boxes: list[UnitSet] = [0] * len(BOX_KEYS)
        self.on_map: UnitSet = 0
        for unit, at in enumerate(self.where):
            if at < 0:
                self.boxes[-at] |= 1 << unit
                continue
            self.on_map |= 1 << unit
            if not self.beside_stacks >> unit & 1:
                self.stacks[at] = (*self.stacks.get(at, ()), unit)
        # 5.0.3: battlegroups with an attack strength of one.
        self.weak: UnitSet = set_of(
            u for u in members(charts.battlegroups) if charts.kind[u].value(self.steps[u])[0] == 1
        )
        # Hexes with units of a side, and with units that can contest (5.0).
        axis = charts.units_of[AXIS]
        held = set_of(self.stacks)
        strong = set_of(hex_ for hex_, stack in self.stacks.items() if self.is_strong(stack))
        self.axis: HexSet = set_of(h for h, stack in self.stacks.items() if axis >> stack[0] & 1)
        self.soviet: HexSet = held & ~self.axis
        self.axis_strong: HexSet = self.axis & strong
        self.soviet_strong: HexSet = self.soviet & strong
        self._refresh_beside()
        # Stands for where all counters are and how strong, and is another with every change.
        self.placed = object()

    def _refresh(self, hex_: Hex) -> None:
        """Takes over what stands in a hex into the sets of hexes."""
        stack = self.stacks.get(hex_)
        bit = 1 << hex_
        if stack is None:
            self.axis &= ~bit
            self.soviet &= ~bit
            self.axis_strong &= ~bit
            self.soviet_strong &= ~bit
            return
        strong = self.is_strong(stack)
        if self.charts.units_of[AXIS] >> stack[0] & 1:
            self.axis |= bit
            self.axis_strong = self.axis_strong | bit if strong else self.axis_strong & ~bit
        else:
            self.soviet |= bit
            self.soviet_strong = self.soviet_strong | bit if strong else self.soviet_strong & ~bit

    def _refresh_beside(self) -> None:
        where = self.where
        self.fleet_hexes: HexSet = set_of(
            where[u] for u in members(self.on_map & self.charts.fleets)
        )
        self.partisan_hexes: HexSet = set_of(
            where[u] for u in members(self.on_map & self.charts.partisans)
        )

    def is_strong(self, stack: tuple[int, ...]) -> bool:
        """5.0.2, 5.0.3: whether units that stand together can contest spaces."""
        contesting, weak = self.charts.contesting, self.weak
        small = 0
        for unit in stack:
            if contesting >> unit & 1:
                if not weak >> unit & 1:
                    return True
                small += 1
        return small > 1

    def occupied(self, side: str) -> HexSet:
        return self.axis if side == AXIS else self.soviet

    def strong(self, side: str) -> HexSet:
        """The hexes of a side with a unit that can contest spaces."""
        return self.axis_strong if side == AXIS else self.soviet_strong

    # Changes

    def place(self, unit: int, hex_: Hex) -> None:
        """Puts a unit into a hex, from wherever it was."""
        at = self.where[unit]
        beside = self.beside_stacks >> unit & 1
        if at < 0:
            self.boxes[-at] &= ~(1 << unit)
            self.on_map |= 1 << unit
            self.due[unit] = 0
        elif not beside:
            self._lift(unit)
        self.where[unit] = hex_
        if beside:
            self._refresh_beside()
        else:
            self.stacks[hex_] = tuple(sorted((*self.stacks.get(hex_, ()), unit)))
            self._refresh(hex_)
        self.placed = object()

    def put(self, unit: int, box: int, due: int = 0) -> None:
        """Puts a unit into a box; a counter that comes back from it is as new."""
        at = self.where[unit]
        bit = 1 << unit
        if at >= 0:
            self.on_map &= ~bit
            if self.beside_stacks & bit:
                self._refresh_beside()
            else:
                self._lift(unit)
            self._forget(~bit)
        else:
            self.boxes[-at] &= ~bit
        self.where[unit] = box
        self.boxes[-box] |= bit
        self.due[unit] = due
        self.set_steps(unit, self.charts.kind[unit].steps)
        self.placed = object()

    def _lift(self, unit: int) -> None:
        hex_ = self.where[unit]
        rest = tuple(u for u in self.stacks[hex_] if u != unit)
        if rest:
            self.stacks[hex_] = rest
        else:
            del self.stacks[hex_]
        self._refresh(hex_)

    def _forget(self, keep: int) -> None:
        self.out &= keep
        self.lack &= keep
        self.emergency &= keep
        self.flipped &= keep
        self.fresh &= keep
        self.moved &= keep
        self.fought &= keep
        self.was_attacked &= keep
        self.converted &= keep
        if self.parts:
            self.parts = tuple((a, b) for a, b in self.parts if keep >> a & 1 and keep >> b & 1)

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

    def units_in(self, hex_: Hex) -> tuple[int, ...]:
        return self.stacks.get(hex_, ())

    def units_on_map(self, side: str) -> UnitSet:
        return self.on_map & self.charts.units_of[side]

    def box(self, box: int) -> UnitSet:
        return self.boxes[-box]

    def hexes_of(self, units: UnitSet) -> HexSet:
        found = 0
        for unit in members(units & self.on_map):
            found |= 1 << self.where[unit]
        return found

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
