"""The title: its scenario, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stavka.hexes import members
from stavka.kit.title import Wargame, scenarios_of

from .charts import SIDES, UPLAND, Charts, charts
from .combat import AttackStep, CombatPhase
from .evaluation import evaluate, turn_of, value
from .forecasts import rolled
from .movement import MovementPhase, reach_of
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .refusals import REFUSALS
from .results import AdvanceStep, RetreatStep
from .sequence import next_phase
from .sights import SIGHTS
from .supply import supplied_hexes
from .texts import Texts
from .verbs import VERBS


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS = (MovementPhase, CombatPhase, AttackStep, RetreatStep, AdvanceStep)
    screen = WarPresenter()
    refusals = REFUSALS
    next_frame = next_phase


class RiverLine(Wargame[War, Charts]):
    slug = "river-line"
    name = "River Line"
    sides = SIDES
    campaign = Campaign
    file = WarFile
    rolled = staticmethod(rolled)
    evaluate = staticmethod(evaluate)
    value = staticmethod(value)
    turn_of = staticmethod(turn_of)
    verbs = VERBS
    sights = SIGHTS
    counted = "towns, strength, and how near each unit is to its goal"

    def __init__(self, overlay: Path | None = None) -> None:
        printed = charts(overlay)
        super().__init__(printed, Texts(printed))
        self.scenarios = scenarios_of(printed.scenarios.values())

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        unit = members(position.units_on_map(UPLAND))[0]
        return {
            "reach": lambda: reach_of(position, unit).hexes,
            "supply": lambda: supplied_hexes(position, UPLAND),
        }
