"""A game for one side against a computer player (Gymnasium)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from ...arrays.encoding import Undeclared
from ...engine import Illegal
from .desk import MASK, Desk, Shape
from .match import Seeds
from .opposed import Opposed
from .spaces import action_space, observation_space


class Single(gymnasium.Env[dict[str, Any], int]):
    """One side, which is shown nothing but its own steps. Who takes a number that is no legal
    choice has lost, and begins another game with `reset` as at every other end."""

    metadata = {"render_modes": []}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self, opposed: Opposed, shape: Shape, seed: int | None, shaping: float, *, copy: bool
    ) -> None:
        self.opposed, self.match, self.shape = opposed, opposed.match, shape
        self.side = opposed.side
        self.observation_space = observation_space(shape)
        self.action_space = action_space(shape)
        self._seeds = Seeds(seed)
        self._desk = Desk(shape)
        self._shaping, self._copy, self._worth = shaping, copy, 0.0
        # Whether it has taken what is no legal choice.
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game: the first of a seed, or without one the next of the seed before."""
        super().reset(seed=seed)
        if seed is not None:
            self._seeds.begin(seed)
        self.opposed.begin(self._seeds)
        self._lost = False
        if self._shaping:
            self._worth = self._value()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        match = self.match
        decision = match.decision
        if decision is None or match.over or self._lost:
            raise ResetNeeded("there is no game, or it is over: call reset first")
        try:
            match.apply(self.shape.choice(decision, action))
        except (Illegal, Undeclared) as error:
            self._lost = True
            info = {**match.statistics(self.side), "illegal": str(error)}
            return self._observation(), -1.0, True, False, info
        self.opposed.answer()
        terminated, truncated = match.decision is None, bool(match.truncated)
        info = match.statistics(self.side) if match.over else self._info()
        return self._observation(), self._reward(), terminated, truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which numbers are legal choices now, as some learners ask for it."""
        return self._desk.arrays[MASK].astype(bool)

    def _observation(self) -> dict[str, Any]:
        self._desk.show(self.match.position.view(self.side))
        return self._desk.observation(copy=self._copy)

    def _info(self) -> dict[str, Any]:
        decision = self.match.decision
        left_out = self.shape.left_out(decision) if decision is not None else 0
        return {"left_out": left_out} if left_out else {}

    def _reward(self) -> float:
        reward = self.match.reward(self.side) if self.match.over else 0.0
        if self._shaping:
            before, self._worth = self._worth, self._value()
            reward += self._shaping * (self._worth - before)
        return reward

    def _value(self) -> float:
        """The result to be expected, as far as the side can know."""
        return float(
            self.match.title.value(self.match.position.view(self.side).position, self.side)
        )
