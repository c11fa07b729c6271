"""The title: its scenario and options, and its steps put together."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from ...engine import Dice, GameOption, Pace, Scenario
from ...hexes import members
from ...kit.title import Wargame
from .advance import AdvanceStep
from .air import AirWindow
from .attacks import AttackStep, CombatPhase, Reaction
from .charts import PLA, SIDES, Charts, charts
from .dealing import deal
from .defectors import DefectionStep
from .evaluation import evaluate
from .expectation import turn_of, value
from .explosives import PlaceElbs
from .final_positions import Displace
from .fog import disguise
from .forecasts import rolled
from .measures import holders, measures
from .movement import MovementSegment, normal_reach
from .news import Fortify, NameCommand, RaiseGuerrillas
from .offensive import Popa
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .refusals import REFUSALS
from .reinforcements import Recruit
from .results import (
    Aftermath,
    Attrition,
    Close,
    LossStep,
    PanicStep,
    Resolution,
    RetreatStep,
    Roll,
)
from .sequence import next_phase
from .set_up import set_up
from .sights import SIGHTS
from .staff import advise, consider, proposals
from .styles import styles
from .supply import gmd_supplied, pla_supplied
from .texts import Texts
from .verbs import VERBS
from .weather import ROLLED

SCENARIOS = (
    Scenario(
        "campaign",
        "The Huaihai Campaign",
        "November 1948 to January 1949: ten weeks for the armies around Xuzhou.",
    ),
)
OPTIONS = (
    GameOption(
        ROLLED, "Rolled weather", "The weather is rolled for each turn instead of as in history."
    ),
)


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS = (
        AirWindow,
        NameCommand,
        RaiseGuerrillas,
        Fortify,
        Displace,
        Recruit,
        MovementSegment,
        PlaceElbs,
        CombatPhase,
        AttackStep,
        Reaction,
        Resolution,
        PanicStep,
        Roll,
        Attrition,
        LossStep,
        RetreatStep,
        DefectionStep,
        Aftermath,
        AdvanceStep,
        Close,
        Popa,
    )
    screen = WarPresenter()
    refusals = REFUSALS
    next_frame = next_phase

    def hide_from(self, side: str) -> None:
        """18.2.3: only the PLA Player may examine face-down PLA units."""
        if side != PLA:
            disguise(self)

    def deal(self, side: str, chance: random.Random) -> None:
        """18.2.3: to the GMD a face-down counter may be any that could have come there."""
        if side != PLA:
            deal(self, chance)


class RedDragon(Wargame[War, Charts]):
    slug = "red-dragon"
    name = "Red Dragon, Blue Dragon"
    sides = SIDES
    campaign = Campaign
    file = WarFile
    rolled = staticmethod(rolled)
    evaluate = staticmethod(evaluate)
    value = staticmethod(value)
    turn_of = staticmethod(turn_of)
    measures = staticmethod(measures)
    holders = staticmethod(holders)
    counted = "corps eliminated, and strength on the map"
    advise = staticmethod(advise)
    pace = Pace(turns=3, playouts=18)
    consider = staticmethod(consider)
    styles = staticmethod(styles)
    proposals = staticmethod(proposals)
    scenarios = SCENARIOS
    options = OPTIONS
    verbs = VERBS
    sights = SIGHTS

    def __init__(self, overlay: Path | None = None) -> None:
        printed = charts(overlay)
        super().__init__(printed, Texts(printed))

    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> Campaign:
        position = Campaign(self.charts, scenario, self.check(scenario, options), dice)
        set_up(position)
        return position

    def blank(self, scenario: str, options: tuple[str, ...], dice: Dice) -> Campaign:
        return Campaign(self.charts, scenario, options, dice)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(PLA) & p.charts.corps)[0]
        return {
            "reach": lambda: normal_reach(p, unit).hexes,
            "supply": lambda: gmd_supplied(p) | pla_supplied(p, "CPFA") | pla_supplied(p, "ECFA"),
        }
