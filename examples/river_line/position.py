"""The state of a game of River Line, and how units are put on the map and taken off."""

from __future__ import annotations

from typing import ClassVar

from stavka.engine import Dice, Position, UnitSet
from stavka.engine.position import FieldKind
from stavka.hexes import Hex, HexSet, members, set_of

from .charts import UPLAND, Charts
from .outline import PHASES, Phase

# Where a unit is that has been eliminated.
OFF_MAP = -1


class Campaign(Position):
    """A position as the rules see it; `title` adds what needs all of them."""

    title = "river-line"
    secrets = False
    FIELDS: ClassVar[tuple[tuple[str, FieldKind], ...]] = (
        ("turn", "plain"),
        ("phase", "plain"),
        ("where", "list"),
        ("moved", "set"),
        ("fought", "set"),
        ("attacked", "set"),
        ("taken", "set"),
    )
    _copied: ClassVar[tuple[str, ...]] = ("where",)

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(scenario, options, dice)
        self.charts = charts
        self.names = charts.names
        self.conditions = charts.scenarios[scenario]
        self.turn = 0
        # The place in the outline (2.1); the first turn follows the last phase of none.
        self.phase = len(PHASES) - 1
        self.where: list[Hex] = [counter.hex for counter in charts.counters]
        # 3.1: units that have moved in this phase.
        self.moved: UnitSet = 0
        # 5.1: units that have attacked, and that have been attacked, in this phase.
        self.fought: UnitSet = 0
        self.attacked: UnitSet = 0
        # 8.1: towns that the Upland has.
        self.taken: HexSet = 0

    def rebuild(self) -> None:
        """Everything is worked out from the state when it is asked for: the game is small."""

    @property
    def current(self) -> Phase:
        return PHASES[self.phase]

    # Who is where

    def units(self, side: str) -> UnitSet:
        """The units of a side that are on the map."""
        return set_of(u for u in members(self.charts.units_of[side]) if self.where[u] != OFF_MAP)

    def occupied(self, side: str) -> HexSet:
        return set_of(self.where[u] for u in members(self.units(side)))

    def unit_in(self, hex_: Hex) -> int | None:
        """3.3: there is at most one."""
        return self.where.index(hex_) if hex_ in self.where else None

    # The only two ways in which a unit gets anywhere

    def place(self, unit: int, hex_: Hex) -> None:
        """Puts a unit into a hex; a town that it enters is its own (8.1)."""
        self.where[unit] = hex_
        if hex_ in self.charts.towns:
            if self.charts.counters[unit].side == UPLAND:
                self.taken |= 1 << hex_
            else:
                self.taken &= ~(1 << hex_)

    def remove(self, unit: int) -> None:
        self.where[unit] = OFF_MAP
        for name in ("moved", "fought", "attacked"):
            setattr(self, name, getattr(self, name) & ~(1 << unit))
