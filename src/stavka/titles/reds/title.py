"""The title: its scenarios and options, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...engine import GameOption, Pace, Scenario
from ...hexes import members
from ...kit.title import Wargame
from .activation import CommandStep, FieldStaff, FirstChit, SegmentEnd
from .charts import RED, SIDES, Charts, charts
from .combat import AttackStep, CombatStep, Commitment
from .evaluation import evaluate
from .events import EventStep
from .forecasts import rolled
from .measures import holders, measures
from .movement import MovementStep, reach_of
from .poland import BorderGuard
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .rally import EndRaid, MiracleStep, RallyStep, SupplyCheck
from .refusals import REFUSALS
from .reinforcements import Reinforcement, Replacement
from .results import AdvanceStep, LossStep, RetreatStep
from .sequence import SetUp, next_phase
from .sights import sights
from .stacking import Overstacked
from .staff import advise, consider, proposals, turn_of
from .strategic_movement import RedTrainStep, StrategicMovement
from .styles import styles
from .supply import connected, supplied_hexes
from .texts import Texts
from .value import value
from .verbs import verbs
from .winter import RedeploymentStep
from .zones_of_control import zone

SCENARIOS = (
    Scenario(
        "1918-19",
        "Reds vs White 1918-19",
        "To the end of 1919: Red wins by making the Allies withdraw.",
    ),
    Scenario(
        "1918-21",
        "The Russian Civil War 1918-21",
        "All 24 turns, with the war against Poland: Red has to win Russia.",
    ),
)
OPTIONS = (
    GameOption("21.1", "Volunteers in good order", "The three AFSR divisions set up rallied."),
    GameOption("21.2", "White goes twice", "White has the first two activations of turn 1."),
    GameOption("21.3", "No early replacements", "There are no replacements on Turn A."),
    GameOption(
        "21.4",
        "More Red leaders",
        "A Red event that cannot happen may be treated as a Red Leader event.",
    ),
)


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS = (
        SetUp,
        EventStep,
        RedeploymentStep,
        StrategicMovement,
        RedTrainStep,
        CommandStep,
        FirstChit,
        FieldStaff,
        MovementStep,
        Overstacked,
        CombatStep,
        AttackStep,
        Commitment,
        LossStep,
        RetreatStep,
        AdvanceStep,
        SegmentEnd,
        EndRaid,
        SupplyCheck,
        RallyStep,
        MiracleStep,
        BorderGuard,
        Reinforcement,
        Replacement,
    )
    screen = WarPresenter()
    refusals = REFUSALS
    next_frame = next_phase

    # 9.2: nothing is hidden in this game but the dice to come.
    secrets = False


class Reds(Wargame[War, Charts]):
    slug = "reds"
    name = "Reds!"
    sides = SIDES
    campaign = Campaign
    file = WarFile
    rolled = staticmethod(rolled)
    evaluate = staticmethod(evaluate)
    counted = "resources, cities and units"
    advise = staticmethod(advise)
    pace = Pace(turns=14, playouts=16)
    consider = staticmethod(consider)
    styles = staticmethod(styles)
    value = staticmethod(value)
    turn_of = staticmethod(turn_of)
    measures = staticmethod(measures)
    holders = staticmethod(holders)
    proposals = staticmethod(proposals)
    scenarios = SCENARIOS
    options = OPTIONS

    def __init__(self, overlay: Path | None = None) -> None:
        printed = charts(overlay)
        super().__init__(printed, Texts(printed))
        self.verbs = verbs(printed)
        self.sights = sights(printed)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(RED) & p.charts.army)[0]

        def forget() -> None:
            zone.cache_clear()
            connected.cache_clear()

        def ask_reach() -> object:
            forget()
            return reach_of(p, unit).hexes

        def ask_supply() -> object:
            forget()
            return supplied_hexes(p, unit)

        return {"reach": ask_reach, "supply": ask_supply}
