"""The title: its scenarios, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...engine import Event, Pace, Styles
from ...engine.forecast import Rolled
from ...hexes import members
from ...kit.title import Wargame, scenarios_of
from .advance import AdvanceStep
from .airpower import AirbaseWithdrawal, FleetPlacement
from .attacks import AttackStep, CombatPhase
from .charts import AXIS, SIDES, Charts, charts
from .conversion import GermanConversion, SovietConversion
from .economy import Evacuation, LeaderArrival
from .evaluation import evaluate
from .forecasts import rolled
from .measures import holders, measures
from .movement import MovementPhase, manner_of, reach_of
from .outlook import turn_of, value
from .partisans import Flight, PartisanPlacement
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .promotion import Promotion
from .proposals import proposals
from .reasons import consider
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
from .sights import sights
from .stacking import Overstacked
from .staff import advise
from .styles import STYLES
from .supply import GERMAN, Depots, supply_area
from .texts import Texts
from .verbs import verbs


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
    refusals = REFUSALS
    next_frame = next_phase

    # 4.0.8; a marker or Leader that nobody has drawn yet is no more than a die.
    secrets = False


class RedStar(Wargame[War, Charts]):
    slug = "red-star"
    name = "Red Star Rising"
    sides = SIDES
    campaign = Campaign
    file = WarFile
    evaluate = staticmethod(evaluate)
    counted = "victory points, and Soviet steps"
    advise = staticmethod(advise)
    pace = Pace(turns=4, playouts=12)
    consider = staticmethod(consider)
    proposals = staticmethod(proposals)
    value = staticmethod(value)
    turn_of = staticmethod(turn_of)
    measures = staticmethod(measures)
    holders = staticmethod(holders)

    def __init__(self, overlay: Path | None = None) -> None:
        printed = charts(overlay)
        super().__init__(printed, Texts(printed))
        self.scenarios = scenarios_of(printed.plans.values())
        self.verbs = verbs(printed)
        self.sights = sights(printed)

    def styles(self, side: str) -> Styles:
        return STYLES[side]

    def rolled(self, event: Event) -> Rolled | None:
        return rolled(self.charts, event)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(AXIS) & p.charts.german_tanks)[0]
        manner, points = manner_of(p, unit), p.charts.movement_of[unit]
        return {
            "reach": lambda: reach_of(p, manner, p.where[unit], points, creep=True).hexes,
            "supply": lambda: supply_area(p, GERMAN),
        }
