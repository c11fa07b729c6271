"""The title: its scenarios and options, and its steps put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from ...engine import (
    Choice,
    Decision,
    Dice,
    Event,
    GameOption,
    Illegal,
    Position,
    Scenario,
    Step,
    Title,
)
from ...engine.presentation import Line, OverlayArea, Presentation, Preview
from ...hexes import members
from .charts import CHINESE, DATA, FOOT, SIDES, SOVIET, charts
from .combat import AttackStep, CombatPhase, ResolutionStep
from .demolitions import Detonation, MineLaying, Mining
from .deployment import Deployment
from .evaluation import advise, evaluate
from .movement import MovementPhase, reach_of
from .position import War
from .position_file import read_position, write_position
from .presentation import overlay, present, preview, stack
from .refusals import refusal
from .reinforcements import KoreanIntervention, Mobilization, SovietReinforcement
from .results import AdvanceStep, ExchangeStep, RetreatStep
from .sequence import next_phase
from .stacking import Overstacked
from .substitution import BuildUp, Substitution
from .supply import supplied_for_movement
from .texts import Texts

SCENARIOS = (
    Scenario("m1-current", "M+1, Current Readiness", "A hasty Soviet attack from the railways."),
    Scenario("m1-full", "M+1, Full Readiness", "A hasty attack of forces that stand ready."),
    Scenario("m30-current", "M+30, Current Readiness", "After a month of mobilization."),
    Scenario("m30-full", "M+30, Full Readiness", "A month of mobilization on both sides."),
)
OPTIONS = (
    GameOption(
        "17.5",
        "Korean intervention",
        "Two North Korean corps may join the Chinese from turn two on.",
        ("m30-current", "m30-full"),
    ),
    GameOption(
        "19.0",
        "Soviet strategic strike",
        "The Soviets may end all reinforcements, and must then win decisively.",
    ),
)


class Campaign(War):
    """A position with its steps, its refusals and its views."""

    STEPS: ClassVar[dict[str, Step]] = {
        "deployment": Deployment(),
        "mine_laying": MineLaying(),
        "detonation": Detonation(),
        "soviet_reinforcement": SovietReinforcement(),
        "mobilization": Mobilization(),
        "korean_intervention": KoreanIntervention(),
        "movement": MovementPhase(),
        "overstacked": Overstacked(),
        "substitution": Substitution(),
        "build_up": BuildUp(),
        "combat": CombatPhase(),
        "attack": AttackStep(),
        "resolution": ResolutionStep(),
        "retreat": RetreatStep(),
        "exchange": ExchangeStep(),
        "advance": AdvanceStep(),
    }

    def next_frame(self) -> None:
        next_phase(self)

    def explain(self, decision: Decision, choice: Choice) -> Illegal:
        return refusal(self, decision, choice) or super().explain(decision, choice)

    def hide_from(self, side: str) -> None:
        """16.0: only the Chinese Player knows where undetonated mines are."""
        if side == CHINESE:
            return
        self.mines = []
        self.neutralized = []
        if self.frames and self.frames[-1].step == "mine_laying":
            self.remember(Mining())

    def present(self, side: str, to_choose: str, decision: Decision | None) -> Presentation:
        return present(self, side, to_choose, decision)


class EastIsRed(Title):
    slug = "east-is-red"
    name = "The East Is Red"
    sides = SIDES
    scenarios = SCENARIOS
    options = OPTIONS

    def __init__(self, overlay: Path | None = None) -> None:
        self.charts = charts(overlay)
        self._texts = Texts(self.charts)

    @property
    def data(self) -> Path:
        return DATA

    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> Campaign:
        return Campaign(self.charts, scenario, options, dice)

    def read(self, text: str, dice: Dice) -> War:
        return read_position(text, self.charts, self.new, dice)

    def write(self, position: Position) -> str:
        assert isinstance(position, War)
        return write_position(position)

    def text(self, event: Event) -> str:
        return self._texts.text(event)

    def evaluate(self, position: Position, side: str) -> float:
        assert isinstance(position, War)
        return evaluate(position, side)

    def preview(self, position: Position, choice: Choice) -> Preview | None:
        assert isinstance(position, War)
        return preview(position, choice)

    def overlay(self, position: Position, side: str, kind: str) -> tuple[OverlayArea, ...]:
        assert isinstance(position, War)
        return overlay(position, side, kind)

    def stack(self, position: Position, side: str, label: str) -> tuple[Line, ...]:
        assert isinstance(position, War)
        return stack(position, label)

    def questions(self, position: Position) -> dict[str, Callable[[], object]]:
        assert isinstance(position, War)
        p = position
        unit = members(p.units_on_map(SOVIET) & p.charts.mechanized)[0]

        def ask_reach() -> object:
            p.touch()
            return reach_of(p, unit).hexes

        def ask_supply() -> object:
            p.touch()
            return supplied_for_movement(p, CHINESE, FOOT)

        return {"reach": ask_reach, "supply": ask_supply}

    def advise(self, position: Position, decision: Decision) -> Choice:
        assert isinstance(position, War)
        return advise(position, decision)
