"""Many games at once in one process: arrays written in place, and a new game for each that ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .desk import Array, Desk
from .match import Seeds
from .opposed import Opponent, Opposed
from .recipe import Recipe

# Beside the arrays of a desk: who is asked, and what came of the last step.
ASKED, REWARDS, ENDED, BROKEN_OFF = "sides", "rewards", "terminated", "truncated"


def step_arrays(count: int) -> dict[str, Array]:
    """The arrays that tell of the last step of so many games."""
    return {
        ASKED: np.zeros(count, np.int8),
        REWARDS: np.zeros((count, 2), np.float32),
        ENDED: np.zeros(count, np.bool_),
        BROKEN_OFF: np.zeros(count, np.bool_),
    }


class Vector:
    """So many games side by side.

    The arrays are the same all the time: whoever wants to keep something copies it. Without a side
    of its own both sides of every game are to be played: `sides` says who is asked in each, and
    the observation is that side's. `rewards` has a column for each side, and is nought but at the
    end of a game; a game that has ended is followed by the next one at once, and its row shows the
    first decision of that.
    """

    def __init__(
        self,
        recipe: Recipe,
        count: int,
        side: str = "",
        opponent: Opponent = "cadet",
        arrays: Mapping[str, Array] | None = None,
    ) -> None:
        self.shape = shape = recipe.shape()
        self.count, self.side = count, side
        self.arrays = arrays or {**shape.blank(count), **step_arrays(count)}
        self.matches = [recipe.match() for _ in range(count)]
        self._opposed = [Opposed(m, side, opponent) if side else None for m in self.matches]
        self._desks = [
            Desk(shape, {key: self.arrays[key][row] for key in shape.shapes})
            for row in range(count)
        ]
        self._seeds = [Seeds() for _ in range(count)]
        self._number = {side: number for number, side in enumerate(shape.title.sides)}

    def reset(self, seed: int | None = None) -> Mapping[str, Array]:
        """New games; that in row i is the game of seed + i."""
        for row, seeds in enumerate(self._seeds):
            seeds.begin(None if seed is None else seed + row)
            self._begin(row)
            self._show(row)
        for key in (REWARDS, ENDED, BROKEN_OFF):
            self.arrays[key].fill(0)
        return self.arrays

    def step(
        self, actions: Sequence[int] | npt.NDArray[Any]
    ) -> tuple[Mapping[str, Array], dict[int, dict[str, Any]]]:
        """Makes a choice in every game; returns the arrays, and for games that have ended what
        they came to, by their rows."""
        arrays = self.arrays
        for key in (REWARDS, ENDED, BROKEN_OFF):
            arrays[key].fill(0)
        ended: dict[int, dict[str, Any]] = {}
        for row, match in enumerate(self.matches):
            assert match.decision is not None
            match.apply(self.shape.choice(match.decision, int(actions[row])))
            opposed = self._opposed[row]
            if opposed is not None:
                opposed.answer()
            if match.over:
                ended[row] = self._end(row)
            self._show(row)
        return arrays, ended

    def _begin(self, row: int) -> None:
        opposed = self._opposed[row]
        if opposed is not None:
            opposed.begin(self._seeds[row])
        else:
            self.matches[row].begin(self._seeds[row].next())

    def _end(self, row: int) -> dict[str, Any]:
        match, title = self.matches[row], self.shape.title
        self.arrays[REWARDS][row] = [match.reward(side) for side in title.sides]
        self.arrays[ENDED][row] = match.decision is None
        self.arrays[BROKEN_OFF][row] = bool(match.truncated)
        found = match.statistics(self.side or title.sides[0])
        self._begin(row)
        return found

    def _show(self, row: int) -> None:
        match = self.matches[row]
        assert match.decision is not None
        side = match.decision.side
        self.arrays[ASKED][row] = self._number[side]
        self._desks[row].show(match.position.view(side))

    def close(self) -> None:
        """There is nothing to close."""
