"""How much of a result is dice.

Cells of one setting differ in who plays, and within a cell in nothing but dice, if nobody's choices
depend on a chance of his own. Of the variance of all results together, what lies within the cells
is dice, and what lies between them is play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from .experiment import Cell
from .rating import BOUND

# Players whose choices depend on the position alone.
CERTAIN = ("cadet", "style:", "portfolio:", "pool:")
LEAST_GAMES = 5


class Luck(NamedTuple):
    """The share of the variance that is dice, and between which the true one lies with 95 %."""

    share: float
    low: float
    high: float
    cells: int
    games: int


def only_dice(cell: Cell) -> bool:
    """Whether its games differ in nothing but dice."""
    names = (*cell.players.values(), *cell.opening.values())
    return bool(cell.chance) or all(name.startswith(CERTAIN) for name in names)


def luck(cells: Sequence[Mapping[int, float]]) -> Luck | None:
    """From the results of cells by the numbers of their games; those count that all cells have.

    The interval is that of the jackknife over the numbers, as games with one number share dice.
    """
    numbers = sorted(set.intersection(*(set(cell) for cell in cells))) if cells else []
    if len(cells) < 2 or len(numbers) < LEAST_GAMES:
        return None
    rows = [[cell[number] for number in numbers] for cell in cells]
    share = _share(rows)
    if share is None:
        return None
    count = len(numbers)
    without = [_share([row[:n] + row[n + 1 :] for row in rows]) for n in range(count)]
    known = [one for one in without if one is not None]
    spread = BOUND * sqrt((count - 1) * _variance(known))
    low, at, high = (min(max(end, 0.0), 1.0) for end in (share - spread, share, share + spread))
    return Luck(at, low, high, len(cells), count)


def _share(rows: Sequence[Sequence[float]]) -> float | None:
    """What lies within the rows, of all; nothing if all games ended alike. Where rows hardly differ
    it can come out as more than all."""
    cells, games = len(rows), len(rows[0])
    means = [_mean(row) for row in rows]
    within = _mean([_variance(row) for row in rows]) * games / (games - 1)
    by_number = [_mean(column) for column in zip(*rows, strict=True)]
    whole = _mean(means)
    rest = sum(
        (value - mean - column + whole) ** 2
        for row, mean in zip(rows, means, strict=True)
        for value, column in zip(row, by_number, strict=True)
    ) / ((cells - 1) * (games - 1))
    # Means of few games differ by chance too; what the same dice do in all cells cancels out.
    between = _variance(means) - rest / games * (cells - 1) / cells
    total = within + between
    return within / total if total > 0 else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / len(values)
