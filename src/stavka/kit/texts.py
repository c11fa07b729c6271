"""Events in words and on the map: ways of units, places where they came or were lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from ..engine import Event
from ..engine.presentation import Trace
from ..engine.texts import EventTexts, Mapped
from ..hexes import Hex
from .counters import Sheets

# What the facts of an event begin with, as a unit and its way.
Way = tuple[int, Sequence[Hex]]


def along(unit: int, path: Sequence[Hex], *_: Any) -> Way:
    return unit, path


def between(unit: int, here: Hex, there: Hex, *_: Any) -> Way:
    return unit, (here, there)


def at(unit: int, hex_: Hex, *_: Any) -> Way:
    return unit, (hex_,)


class Traced(NamedTuple):
    """How to read an event of a kind that leaves a trace."""

    kind: Literal["move", "retreat", "advance", "arrival", "loss"]
    way: Callable[..., Way]
    # Whose the unit is if the event does not tell which unit it is.
    side: str = ""


class Printed(Sheets, Mapped, Protocol):
    """Charts with counters and a map."""


C = TypeVar("C", bound=Printed)


class CounterTexts(EventTexts[C], Generic[C]):
    # What every title tells alike.
    traced: ClassVar[dict[str, Traced]] = {
        "moved": Traced("move", along),
        "retreated": Traced("retreat", between),
        "advanced": Traced("advance", between),
        "eliminated": Traced("loss", at),
    }

    def traces(self, event: Event) -> tuple[Trace, ...]:
        """Who comes from beyond the map arrives, wherever else an event of that kind leads."""
        reading = self.traced.get(event.kind)
        if reading is None:
            return ()
        unit, way = reading.way(*event.facts)
        path = tuple(self._board.grid.label(hex_) for hex_ in way if hex_ >= 0)
        if not path:
            return ()
        kind = "arrival" if len(path) < len(way) else reading.kind
        return (Trace(kind, reading.side if unit < 0 else self.side_of(unit), path),)

    def side_of(self, unit: int) -> str:
        """Nothing for a unit of no side."""
        sides = self._charts.units_of.items()
        return next((side for side, units in sides if units >> unit & 1), "")
