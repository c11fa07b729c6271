"""What is shown before a choice, as far as it is alike in all titles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..engine import Choice, Position
from ..engine.position import P
from ..engine.presentation import Line, Preview
from ..engine.texts import points_spent
from ..hexes import Charge, Hex
from .presenter import March


def with_everybody(p: P, choice: Choice) -> P:
    """A copy with the attack that a choice begins, and everybody in it who can join."""
    after = p.clone()
    after.apply(choice)
    while (decision := after.decision()) is not None and decision.option("add"):
        after.apply(decision.first("all", "add"))
    return after


def way(p: Position, path: Iterable[Hex]) -> tuple[str, ...]:
    """A path in print."""
    return tuple(map(p.label, path))


def journey(
    p: Position, path: Iterable[Hex], lines: Iterable[Line], cost: float, left: float
) -> Preview:
    """The way of a move, the parts of its cost, and what it leaves."""
    return Preview(way(p, path), tuple(lines), points_spent(cost, left))


def on_the_way(p: Position, march: March, there: Hex, lines: Iterable[Line]) -> Preview:
    """A move to somewhere in reach."""
    cost = march.reach.cost(there) or 0
    return journey(p, march.reach.path(there), lines, cost, march.left - cost)


class Price(NamedTuple):
    """A part of a cost that was paid a number of times."""

    text: str
    case: str
    times: int
    points: int


def prices(charges: Iterable[Charge], words: Callable[[Charge], tuple[str, str]]) -> list[Price]:
    """The parts of a cost, alike ones together; `words` gives the text and the case of each."""
    paid: dict[tuple[str, str], list[int]] = {}
    for charge in charges:
        paid.setdefault(words(charge), []).append(charge.points)
    return [Price(text, case, len(each), sum(each)) for (text, case), each in paid.items()]
