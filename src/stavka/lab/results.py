"""The results of a run, as the chapters of its report ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ..review.page import table
from .experiment import Cell
from .games import Played
from .statistics import Shift, shift
from .store import Store

# Of so many cells courses and maps are told.
MOST = 12


class Results:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.experiment = store.experiment()
        self.title = self.experiment.title()
        self.all = {cell.id: store.games(cell) for cell in self.experiment.cells}
        # Those of which games have come to an end.
        self.cells = [cell for cell in self.experiment.cells if self.good(cell)]

    def good(self, cell: Cell) -> list[Played]:
        """The games that came to an end."""
        return [game for game in self.all[cell.id] if not game.error]

    @cached_property
    def compared(self) -> list[tuple[Cell, list[tuple[Cell, Shift]]]]:
        """The first cell of each scenario, and how the others of that scenario differ from it,
        the largest difference first."""
        scenarios: dict[str, list[Cell]] = {}
        for cell in self.cells:
            scenarios.setdefault(cell.scenario, []).append(cell)
        found = []
        for first, *others in scenarios.values():
            shifts = [(cell, shift(self.good(first), self.good(cell))) for cell in others]
            known = [(cell, one) for cell, one in shifts if one is not None]
            found.append((first, sorted(known, key=lambda pair: -abs(pair[1].mean))))
        return found

    @cached_property
    def shown(self) -> list[Cell]:
        """The cells of which more is told: all, or those that differ most from their firsts."""
        if len(self.cells) <= MOST:
            return self.cells
        firsts = [first for first, _ in self.compared]
        shifts = [pair for _, others in self.compared for pair in others]
        apart = [cell for cell, _ in sorted(shifts, key=lambda pair: -abs(pair[1].mean))]
        wanted = {cell.id for cell in [*firsts, *apart][:MOST]}
        return [cell for cell in self.cells if cell.id in wanted]


def figures(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that can be wider than the page."""
    return f'<div class="wide">{table(heads, rows)}</div>'


def folded(summary: str, body: str) -> str:
    return f"<details><summary>{summary}</summary>{body}</details>"


def percent(chance: float) -> str:
    """
    >>> percent(0.2), percent(0.0004)
    ('0.200', '< 0.001')
    """
    return f"{chance:.3f}" if chance >= 0.001 else "< 0.001"
