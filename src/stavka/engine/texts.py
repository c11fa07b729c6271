"""Events in words: a title has a method for each kind of event, named after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from ..board import Board
from .position import Event


def counted(number: float, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "step"), counted(3, "step"), counted(6.5, "point")
    ('1 step', '3 steps', '6.5 points')
    """
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def some_of(names: Sequence[str], most: int = 2) -> str:
    """The first of several names, and how many more there are.

    >>> some_of(["I Corps", "II Corps"]), some_of(["I Corps", "II Corps", "III Corps"])
    ('I Corps, II Corps', 'I Corps, II Corps and 1 more')
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def points_left(points: float) -> str:
    """Movement points in words.

    >>> points_left(1), points_left(6.5), points_left(0)
    ('1 point left', '6.5 points left', '0 points left')
    """
    return f"{counted(points, 'point')} left"


def points_spent(points: float, left: float) -> str:
    """What a move costs, and what it leaves.

    >>> points_spent(1, 5), points_spent(9, 0)
    ('1 point, 5 left', '9 points, 0 left')
    """
    return f"{counted(points, 'point')}, {left:g} left"


class Mapped(Protocol):
    """Whatever has a map: the charts of a title."""

    board: Board


C = TypeVar("C", bound=Mapped)


class EventTexts(Generic[C]):
    """Puts events into words with the names on the map and whatever else is printed."""

    def __init__(self, charts: C) -> None:
        self._charts = charts
        self._board = charts.board

    def text(self, event: Event) -> str:
        writer: Callable[..., str] = getattr(self, f"_{event.kind}")
        return writer(*event.facts)

    def _hex(self, hex_: int) -> str:
        """A hex with the name of a place in it."""
        label = self._board.grid.label(hex_)
        places = self._board.places_at(hex_)
        return f"{label} ({places[0].name})" if places else label

    def _hexes(self, hexes: Iterable[int]) -> str:
        return ", ".join(map(self._hex, hexes))

    def _way(self, path: Sequence[int]) -> str:
        return f"from {self._hex(path[0])} to {self._hex(path[-1])}"

    def _unit(self, unit: int) -> str:
        """A unit as a title calls it."""
        raise NotImplementedError

    def _units(self, units: Iterable[int]) -> str:
        return ", ".join(map(self._unit, units))

    # What every title tells alike

    def _retreated(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} retreats {self._way((here, there))}"

    def _advanced(self, unit: int, here: int, there: int) -> str:
        return f"{self._unit(unit)} advances into {self._hex(there)}"

    def _eliminated(self, unit: int, hex_: int) -> str:
        where = f" in {self._hex(hex_)}" if hex_ >= 0 else ""
        return f"{self._unit(unit)} is eliminated{where}"

    # By a convention of all titles these are headings.

    def _phase(self, name: str) -> str:
        return name
