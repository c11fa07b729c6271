"""The title: its scenario, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stavka.engine import (
    Choice,
    Decision,
    Dice,
    Event,
    GameOption,
    Illegal,
    Scenario,
    Title,
)
from stavka.engine.forecast import Rolled
from stavka.hexes import members

from .charts import DATA, SIDES, UPLAND, charts
from .combat import AttackStep, CombatPhase
from .evaluation import advise, evaluate
from .forecasts import rolled
from .movement import MovementPhase, reach_of
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .refusals import REFUSALS
from .results import AdvanceStep, RetreatStep
from .sequence import next_phase
from .supply import supplied_hexes
from .texts import Texts


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS = (
        MovementPhase,
        CombatPhase,
        AttackStep,
        RetreatStep,
        AdvanceStep,
    )
    screen = WarPresenter()

    def next_frame(self) -> None:
        next_phase(self)

    def explain(self, decision: Decision, choice: Choice) -> Illegal:
        return REFUSALS.against(self, choice) or super().explain(decision, choice)

    def hide_from(self, side: str) -> None:
        """Nothing is hidden in this game."""


class RiverLine(Title[War]):
    slug = "river-line"
    name = "River Line"
    sides = SIDES
    options: tuple[GameOption, ...] = ()

    def __init__(self, overlay: Path | None = None) -> None:
        self.charts = charts(overlay)
        self._texts = Texts(self.charts)
        self._file = WarFile(self)
        self.scenarios = tuple(
            Scenario(c.key, c.name, c.text) for c in self.charts.scenarios.values()
        )

    @property
    def data(self) -> Path:
        return DATA

    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> Campaign:
        return Campaign(self.charts, scenario, options, dice)

    def read(self, text: str, dice: Dice) -> War:
        return self._file.read(text, dice)

    def write(self, position: War) -> str:
        return self._file.write(position)

    def text(self, event: Event) -> str:
        return self._texts.text(event)

    def rolled(self, event: Event) -> Rolled | None:
        return rolled(event)

    def evaluate(self, position: War, side: str) -> float:
        return evaluate(position, side)

    def advise(self, position: War, decision: Decision) -> Choice:
        return advise(position, decision)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(UPLAND))[0]
        return {
            "reach": lambda: reach_of(p, unit).hexes,
            "supply": lambda: supplied_hexes(p, UPLAND),
        }
