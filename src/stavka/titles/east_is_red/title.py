"""The title: its scenarios and options, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import ClassVar

from ...engine import AnyStep, Dice, Pace, Scenario
from ...hexes import members
from ...kit.title import Wargame
from .charts import BASE, CHINESE, FOOT, LATER, SIDES, SIXTIES, SOVIET, Charts, charts
from .combat import AttackStep, CombatPhase, ResolutionStep
from .demolitions import Detonation, MineLaying, Mining, deal_mines
from .deployment import Deployment
from .evaluation import evaluate, turn_of, value
from .forecasts import rolled
from .measures import holders, measures
from .movement import MovementPhase, reach_of
from .options import OF_THE_VARIANT, defaults_of, options_for
from .position import War
from .position_file import WarFile
from .presentation import WarPresenter
from .refusals import REFUSALS, REFUSALS_OF_THE_ARTICLE
from .reinforcements import KoreanIntervention, Mobilization, SovietReinforcement
from .results import AdvanceStep, ExchangeStep, RetreatStep
from .sequence import next_phase
from .sights import SIGHTS
from .stacking import Overstacked
from .staff.advice import advise, consider
from .staff.proposals import proposals
from .staff.styles import styles
from .substitution import BuildUp, Substitution
from .supply import supplied_for_movement
from .texts import Texts
from .variants.emergency import Emergency
from .variants.guerrilla_warfare import Declaration
from .variants.interdiction import CarrierInterdiction, Interdiction
from .variants.maneuver_group import ManeuverGroup
from .variants.red_guards import RedGuards
from .variants.special_weapons import Fallout, Launch, MissileLoss, MissileRetreat
from .variants.us_intervention import AmericanLanding, CarrierCover
from .variants.war import VariantWar
from .verbs import verbs


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS: ClassVar[tuple[type[AnyStep], ...]] = (
        Deployment,
        MineLaying,
        Detonation,
        SovietReinforcement,
        Mobilization,
        KoreanIntervention,
        MovementPhase,
        Overstacked,
        Substitution,
        BuildUp,
        CombatPhase,
        AttackStep,
        ResolutionStep,
        RetreatStep,
        ExchangeStep,
        AdvanceStep,
    )
    screen = WarPresenter()
    refusals = REFUSALS
    next_frame = next_phase

    def hide_from(self, side: str) -> None:
        """16.0: only the Chinese Player knows where undetonated mines are."""
        if side == CHINESE:
            return
        self.mines = ()
        self.neutralized = ()
        if self.is_in(MineLaying):
            self.remember(Mining())

    def deal(self, side: str, chance: Random) -> None:
        """16.0: lays mines for the Soviets that could still be there."""
        if side != CHINESE and self.secrets and self.turn:
            self.mines = deal_mines(self, chance)


class VariantCampaign(VariantWar, Campaign):
    """A game with the counters and rules of the variant article."""

    STEPS = (
        *Campaign.STEPS,
        Interdiction,
        CarrierInterdiction,
        ManeuverGroup,
        Emergency,
        RedGuards,
        Declaration,
        Launch,
        MissileLoss,
        MissileRetreat,
        Fallout,
        AmericanLanding,
        CarrierCover,
    )
    refusals = REFUSALS_OF_THE_ARTICLE


class EastIsRed(Wargame[War, Charts]):
    slug = "east-is-red"
    name = "The East Is Red"
    sides = SIDES
    campaign = Campaign
    file = WarFile
    rolled = staticmethod(rolled)
    evaluate = staticmethod(evaluate)
    counted = "industry cut off or victory points, and strength on the map"
    advise = staticmethod(advise)
    pace = Pace(turns=4, playouts=30)
    styles = staticmethod(styles)
    consider = staticmethod(consider)
    proposals = staticmethod(proposals)
    value = staticmethod(value)
    turn_of = staticmethod(turn_of)
    measures = staticmethod(measures)
    holders = staticmethod(holders)
    sights = SIGHTS

    def __init__(self, overlay: Path | None = None) -> None:
        self._overlay = overlay
        # A unit has the same number on all sheets: the largest knows the names of all.
        super().__init__(charts(overlay), Texts(charts(overlay, LATER)))
        conditions = self.charts.scenarios.values()
        self.scenarios = tuple(Scenario(c.key, c.name, c.text, defaults_of(c)) for c in conditions)
        self.options = options_for(conditions)
        sheets = [charts(overlay, sheet) for sheet in (LATER, SIXTIES)]
        self.verbs = verbs([self.charts, *sheets])

    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> Campaign:
        sheet = self.charts.scenarios[scenario].sheet
        if sheet == BASE and OF_THE_VARIANT.isdisjoint(options):
            return Campaign(self.charts, scenario, options, dice)
        # A base scenario with an option of the article is one of the 1970s.
        of_the_article = charts(self._overlay, LATER if sheet == BASE else sheet)
        return VariantCampaign(of_the_article, scenario, options, dice)

    def questions(self, position: War) -> dict[str, Callable[[], object]]:
        p = position
        unit = members(p.units_on_map(SOVIET) & p.charts.mechanized)[0]
        return {
            "reach": lambda: reach_of(p, unit).hexes,
            "supply": lambda: supplied_for_movement(p, CHINESE, FOOT),
        }
