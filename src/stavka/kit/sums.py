"""Sums that are told line by line: what adds up to a strength, and by which case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple

from ..engine.presentation import Line

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    N = TypeVar("N", int, float, default=int)
else:
    from typing import TypeVar

    N = TypeVar("N", int, float)

# Where strengths can be halved twice, they are counted in quarters of a point.
QUARTERS = 4


class Term(NamedTuple, Generic[N]):
    """One line of a sum: what, how much, and by which case."""

    text: str
    value: N
    case: str


def total(terms: Iterable[Term[N]]) -> N:
    return sum(term.value for term in terms)


def lines_of(terms: Iterable[Term[N]]) -> tuple[Line, ...]:
    """The lines of a sum of whole points."""
    return tuple(Line(term.text, f"{term.value:g}", term.case) for term in terms)


def in_points(quarters: int) -> str:
    """Quarters of a point as they are written.

    >>> in_points(10), in_points(8)
    ('2.5', '2')
    """
    return f"{quarters / QUARTERS:g}"


def lines_in_points(terms: Iterable[Term]) -> tuple[Line, ...]:
    """The lines of a sum that is counted in quarters of a point."""
    return tuple(Line(term.text, in_points(term.value), term.case) for term in terms)
