"""What a learner is shown of the positions of a title, beside where its counters are.

Everything is read from a view's position by the name of an attribute, or by a function of it. What
an observation is made of besides, and in which shape, is the laboratory's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

# An attribute of positions, or a function of one; for a value of units, of one and a unit.
Source = str | Callable[[Any], Any]
ValueSource = str | Callable[[Any, int], int]


class Sight(NamedTuple):
    """Something to be seen: what it means, and where it is read."""

    text: str
    of: Source
    # What a function depends on, by the names of attributes: it is not asked again before one of
    # them has another value. What is printed depends on nothing.
    by: tuple[str, ...] = ()
    # For words and rows: what each number is about.
    labels: tuple[str, ...] = ()


class Value(NamedTuple):
    """A number of each unit: what it means, where it is read, and the attributes with a number for
    each unit that a function depends on."""

    text: str
    of: ValueSource
    by: tuple[str, ...] = ()


Told = Mapping[str, Sight]


@dataclass(frozen=True, kw_only=True)
class Sights:
    """The sights of a title, by name. No field of its state may be missing (`unseen` says why one
    is left out)."""

    # Sets of hexes.
    hexes: Told = field(default_factory=dict)
    # Hexsides, as pairs of hexes (more may follow).
    sides: Told = field(default_factory=dict)
    # Sets of units.
    units: Told = field(default_factory=dict)
    # A number for each unit: printed ones, which are the same in all positions of a scenario, and
    # others.
    printed: Told = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    # Which of those are added up for every hex.
    summed: Sequence[str] = ()
    # Numbers; a truth is 0 or 1.
    numbers: Told = field(default_factory=dict)
    # Rows of numbers, as many as there are labels.
    rows: Told = field(default_factory=dict)
    # Words, each of the labels 0 or 1: one word, several, or a set with a bit for each label.
    words: Told = field(default_factory=dict)
    # Whose the units are, if not as `units_of` says.
    owners: Callable[[Any], Sequence[str]] | None = None
    # Fields of the state that are not shown, with the reason.
    unseen: Mapping[str, str] = field(default_factory=dict)

    def names(self) -> set[str]:
        """Everything that is shown, by name."""
        told = (self.hexes, self.sides, self.units, self.printed, self.values)
        return {*self.numbers, *self.rows, *self.words, *(name for part in told for name in part)}


def shown(**texts: str) -> dict[str, Sight]:
    """Sights that are attributes of the same name."""
    return {name: Sight(text, name) for name, text in texts.items()}


def one_in(name: str, text: str) -> Sight:
    """The hex, unit or place that an attribute names, as a set; none if it is below 0."""

    def read(p: Any) -> int:
        at: int = getattr(p, name)
        return 1 << at if at >= 0 else 0

    return Sight(text, read, by=(name,))
