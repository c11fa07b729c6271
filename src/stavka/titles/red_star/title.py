"""The title: its scenarios, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...engine import Choice, Decision, Dice, Event, Illegal, Scenario, Title
from ...engine.forecast import Rolled
from ...hexes import members
from .advance import AdvanceStep
from .advice import advise
from .airpower import AirbaseWithdrawal, FleetPlacement
from .attacks import AttackStep, CombatPhase
from .charts import AXIS, DATA, SIDES, charts
from .conversion import GermanConversion, SovietConversion
from .economy import Evacuation, LeaderArrival
from .evaluation import evaluate
from .forecasts import rolled
from .movement import MovementPhase, manner_of, reach_of
from .partisans import Flight, PartisanPlacement
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .promotion import Promotion
from .refusals import REFUSALS
from .reinforcements import AirborneDrop, ReinforcementPhase
from .results import (
    BattleStep,
    CrowdStep,
    LossesStep,
    RetreatStep,
    SatisfyStep,
    TollStep,
)
from .scenarios import SecurityPlacement
from .sequence import Task, next_phase
from .stacking import Overstacked
from .supply import GERMAN, Depots, supply_area
from .texts import Texts


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS = (
        Task,
        SecurityPlacement,
        Depots,
        FleetPlacement,
        ReinforcementPhase,
        AirborneDrop,
        MovementPhase,
        CombatPhase,
        AttackStep,
        BattleStep,
        SatisfyStep,
        LossesStep,
        RetreatStep,
        TollStep,
        CrowdStep,
        AdvanceStep,
        Overstacked,
        Flight,
        AirbaseWithdrawal,
        GermanConversion,
        Promotion,
        SovietConversion,
        LeaderArrival,
        Evacuation,
        PartisanPlacement,
    )
    screen = WarPresenter()

    # A marker or Leader that nobody has drawn yet is no more than a die.
    secrets = False

    def next_frame(self) -> None:
        next_phase(self)

    def explain(self, decision: Decision, choice: Choice) -> Illegal:
        return REFUSALS.against(self, choice) or super().explain(decision, choice)

    def hide_from(self, side: str) -> None:
        """4.0.8: there are no secrets."""


class RedStar(Title[War]):
    slug = "red-star"
    name = "Red Star Rising"
    sides = SIDES
    options = ()

    def __init__(self, overlay: Path | None = None) -> None:
        self.charts = charts(overlay)
        self.scenarios = tuple(
            Scenario(plan.key, plan.name, plan.text) for plan in self.charts.plans.values()
        )
        self._texts = Texts(self.charts)
        self._file = WarFile(self)

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
        return rolled(self.charts, event)

    def evaluate(self, position: War, side: str) -> float:
        return evaluate(position, side)

    def advise(self, position: War, decision: Decision) -> Choice:
        return advise(position, decision)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(AXIS) & p.charts.german_tanks)[0]

        def ask_reach() -> object:
            p.kept.clear()
            return reach_of(
                p, manner_of(p, unit), p.where[unit], p.charts.movement_of[unit], creep=True
            ).hexes

        def ask_supply() -> object:
            p.kept.clear()
            return supply_area(p, GERMAN)

        return {"reach": ask_reach, "supply": ask_supply}
