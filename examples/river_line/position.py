"""The state of a game of River Line, and how units are put on the map and taken off."""

from __future__ import annotations

from typing import ClassVar

from stavka.engine import Dice, UnitSet
from stavka.engine.position import FieldKind
from stavka.hexes import Hex, HexSet, members
from stavka.kit.counters import CounterPosition
from stavka.kit.outline import Phase

from .charts import UPLAND, Charts
from .outline import PHASES

# Where a unit is that has been eliminated.
OFF_MAP = -1


class War(CounterPosition):
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
    FORGOTTEN = ("moved", "fought", "attacked")

    # Hexes with units of a side.
    upland: HexSet
    vale: HexSet

    def __init__(self, charts: Charts, scenario: str, options: tuple[str, ...], dice: Dice) -> None:
        super().__init__(charts, scenario, options, dice, OFF_MAP)
        self.charts = charts
        self.conditions = charts.scenarios[scenario]
        self.turn = 0
        # The place in the outline (2.1); the first turn follows the last phase of none.
        self.phase = len(PHASES) - 1
        self.where = [counter.hex for counter in charts.counters]
        # 3.1: units that have moved in this phase.
        self.moved: UnitSet = 0
        # 5.1: units that have attacked, and that have been attacked, in this phase.
        self.fought: UnitSet = 0
        self.attacked: UnitSet = 0
        # 8.1: towns that the Upland has.
        self.taken: HexSet = 0
        self.rebuild()

    @property
    def current(self) -> Phase:
        return PHASES[self.phase]

    def occupied(self, side: str) -> HexSet:
        return self.upland if side == UPLAND else self.vale

    def unit_in(self, hex_: Hex) -> int | None:
        """3.3: there is at most one."""
        return next(iter(members(self.units_in(hex_))), None)

    def place(self, unit: int, hex_: Hex) -> None:
        """A town that a unit enters is its own (8.1)."""
        super().place(unit, hex_)
        if hex_ in self.charts.towns:
            if self.charts.counters[unit].side == UPLAND:
                self.taken |= 1 << hex_
            else:
                self.taken &= ~(1 << hex_)
