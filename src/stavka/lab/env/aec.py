"""A game for two agents, who choose when they are asked (PettingZoo's AEC)."""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from .desk import Desk, Shape
from .match import Match, Seeds
from .spaces import action_space, observation_space


class Agents(AECEnv):  # type: ignore[misc]
    """The agents are the sides, by their names.

    An agent is told nothing between two of its own steps: neither how often the other has chosen
    nor what, but for what its view shows of it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "stavka_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(
        self, match: Match, shape: Shape, seed: int | None, shaping: float, *, copy: bool
    ) -> None:
        super().__init__()
        self.match, self.shape = match, shape
        self.possible_agents = list(match.title.sides)
        self.agents: list[str] = []
        self.render_mode = None
        self._seeds = Seeds(seed)
        self._shaping, self._copy = shaping, copy
        self._desks = {side: Desk(shape) for side in self.possible_agents}
        self._seen = {side: observation_space(shape) for side in self.possible_agents}
        self._done = {side: action_space(shape) for side in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first of a seed, or without one the next of the seed before."""
        if seed is not None:
            self._seeds.begin(seed)
        self.match.begin(self._seeds.next())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._worth = dict.fromkeys(self.agents, 0.0)
        if self._shaping:
            self._worth = {agent: self._value(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        desk = self._desks[agent]
        desk.show(self.match.position.view(agent))
        return desk.observation(copy=self._copy)

    def step(self, action: int | None) -> None:
        """Makes a choice for the agent that is asked; Illegal or Undeclared if it is none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.match.decision
        assert decision is not None and action is not None
        self.match.apply(self.shape.choice(decision, action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Finds out whose step is next, or how it has ended."""
        match = self.match
        if match.over:
            for agent in self.agents:
                self.terminations[agent] = not match.truncated
                self.truncations[agent] = bool(match.truncated)
                self.rewards[agent] += match.reward(agent) + self._gain(agent)
                self.infos[agent] = match.statistics(agent)
            self.agent_selection = self.agents[0]
            return
        assert match.decision is not None
        agent = self.agent_selection = match.decision.side
        self.rewards[agent] += self._gain(agent)
        left_out = self.shape.left_out(match.decision)
        self.infos[agent] = {"left_out": left_out} if left_out else {}

    def _gain(self, agent: str) -> float:
        """What shaping adds: how much better the agent stands than at its last step."""
        if not self._shaping:
            return 0.0
        before, self._worth[agent] = self._worth[agent], self._value(agent)
        return self._shaping * (self._worth[agent] - before)

    def _value(self, agent: str) -> float:
        """The result to be expected, as far as the agent can know."""
        return float(self.match.title.value(self.match.position.view(agent).position, agent))

    def close(self) -> None:
        """There is nothing to close."""
