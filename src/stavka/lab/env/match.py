"""One game as environments play it: from a seed, choice by choice, to its end or to a cap."""

from __future__ import annotations

import os
from typing import Any

from ...engine import Choice, Decision, Position, Title, seed_from

# A game of more choices is broken off; and so is one in which so many on end have changed nothing,
# as when attacks are prepared and given up for ever.
LIMIT, BACK_OUTS = 20_000, 400
TOO_LONG, GOING_ROUND = "limit", "back-outs"


class Seeds:
    """The seeds of games one after the other: those of series of computer players, `SEED NUMBER`
    (`lab.simulation`), so that the same games can be played elsewhere."""

    def __init__(self, seed: int | None = None) -> None:
        self.begin(seed)

    def begin(self, seed: int | None) -> None:
        """From the first game on; without a seed, from one that nobody knows."""
        self._seed = int.from_bytes(os.urandom(8), "big") if seed is None else seed
        self._number = -1

    def next(self) -> str:
        self._number += 1
        return f"{self._seed} {self._number}"


class Match:
    """A game of a scenario, played again and again."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str,
        options: tuple[str, ...] | None,
        limit: int = LIMIT,
        back_outs: int = BACK_OUTS,
    ) -> None:
        self.title, self.scenario = title, scenario
        self.options = title.check(
            scenario, title.defaults(scenario) if options is None else options
        )
        self.limit, self.back_outs = limit, back_outs
        self.position: Position
        self.decision: Decision | None = None

    def begin(self, seed: str) -> None:
        """A new game at its first decision."""
        self.seed = seed
        self.position = self.title.start(self.scenario, self.options, seed=seed_from(seed))
        # Why the game was broken off, if it was.
        self.truncated = ""
        self.choices = 0
        self._mark, self._state = 0, self.position.state()
        self.decision = self.position.decision()

    def apply(self, choice: Choice) -> None:
        """Makes a choice; Illegal if it is not offered."""
        self.position.apply(choice)
        self.choices += 1
        self.decision = self.position.decision()
        if self.decision is None:
            return
        if self.choices >= self.limit:
            self.truncated = TOO_LONG
        elif self.choices - self._mark >= self.back_outs:
            before, self._state = self._state, self.position.state()
            self._mark = self.choices
            if before == self._state:
                self.truncated = GOING_ROUND

    @property
    def over(self) -> bool:
        return self.decision is None or bool(self.truncated)

    def reward(self, side: str) -> float:
        """1 for a victory, -1 for a defeat, 0 for everything else."""
        ended = self.position.outcome()
        if ended is None or ended.goes_to not in self.title.sides:
            return 0.0
        return 1.0 if ended.goes_to == side else -1.0

    def statistics(self, side: str) -> dict[str, Any]:
        """What a game came to, for whoever asks after its end."""
        ended = self.position.outcome()
        shown = self.title.present(self.position.view(""))
        told = shown.outcome
        return {
            "winner": ended.goes_to if ended else "",
            "level": told.level if told else "",
            "value": float(self.title.value(self.position, side)),
            "choices": self.choices,
            "turns": shown.turn,
            "truncated": self.truncated,
        }
