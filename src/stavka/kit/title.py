"""A title put together: what all titles say of themselves in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ..engine import (
    NO_ORDERS,
    Choice,
    Decision,
    Dice,
    Event,
    GameOption,
    Measure,
    Orders,
    Scenario,
    Style,
    Title,
)
from ..engine.presentation import Trace
from .advice import advice
from .counters import CounterPosition
from .measures import on_tracks
from .position_file import PositionFile
from .sights import Sights
from .texts import CounterTexts

P = TypeVar("P", bound=CounterPosition)
C = TypeVar("C")


class Wargame(Title[P], Generic[P, C]):
    """A title with charts, which its positions share, texts of its events and position files."""

    options: tuple[GameOption, ...] = ()
    # The class of its positions.
    campaign: Callable[[C, str, tuple[str, ...], Dice], P]
    file: type[PositionFile[P]]
    # What a learner is shown of them beside where counters are.
    sights: Sights = Sights()

    def __init__(self, charts: C, texts: CounterTexts[Any]) -> None:
        self.charts = charts
        self._texts = texts
        self._file = self.file(self)

    def new(self, scenario: str, options: tuple[str, ...], dice: Dice) -> P:
        return self.campaign(self.charts, scenario, options, dice)

    def read(self, text: str, dice: Dice) -> P:
        return self._file.read(text, dice)

    def write(self, position: P) -> str:
        return self._file.write(position)

    def text(self, event: Event) -> str:
        return self._texts.text(event)

    def traces(self, event: Event, /) -> tuple[Trace, ...]:
        return self._texts.traces(event)

    def advise(
        self,
        position: P,
        decision: Decision,
        /,
        style: Style | None = None,
        orders: Orders = NO_ORDERS,
    ) -> Choice:
        return advice(position, decision, self.evaluate)

    def measures(self, position: P, /) -> Sequence[Measure]:
        return on_tracks(self.present(position.view("")))


class LaidDown(Protocol):
    """What a table of scenarios has at least."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...


def scenarios_of(conditions: Iterable[LaidDown]) -> tuple[Scenario, ...]:
    """The scenarios of a table, without options that are on from the start."""
    return tuple(Scenario(c.key, c.name, c.text) for c in conditions)
